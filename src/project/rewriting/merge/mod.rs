//! Drift into the files that are there: each change of the service at its own place, or a reason why not.
//!
//! What cannot be written in a way that is proved right is left for a person, with the place. Files that would be invalid
//! afterwards are left as they were, and so is every other file that belongs to the same change.

mod term_set;
mod style;
mod style_profile;

use std::collections::{BTreeMap, BTreeSet};

pub use style::inherited_desired;
pub use term_set::{EntryChanges, MergeFailure, edit_entries};

use crate::check::Desired;
use crate::diagnostic::{Code, Diagnostic, Place, Severity};
use crate::model::resource::LiveResourceRef;
use crate::model::{Address, Key, Kind, LiveAccount, SharedText};
use crate::plan::component::ComponentIndex;
use crate::plan::desired_resource::DesiredTermSet;
use crate::plan::drift::{self, Drift, DriftedResource, ResourceDeltas};
use crate::plan::drift_term_set;
use crate::plan::drift_verdict::DriftVerdict;
use crate::project::rewriting::project_files::ProjectFiles;
use crate::report::pull::PullOutcome;
use crate::source::path_segment::PathSegment;
use crate::source::{Node, ParsedFile};
use crate::state::State;

/// Whose side wins where both changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeSide {
    /// The files'.
    Mine,
    /// The service's.
    Theirs,
}

/// One change of the service and what became of it.
#[derive(Clone, Debug)]
pub struct MergedChange {
    /// Its place among the changes of its list.
    pub index: usize,
    /// What became of it.
    pub became: PullOutcome,
    /// What the files say.
    pub ours: Option<SharedText>,
    /// Where they say it.
    pub place: Option<Place>,
}

/// One resource and what became of its changes.
#[derive(Clone, Debug)]
pub struct MergedResource<'a> {
    /// What the service changed.
    pub drifted: &'a DriftedResource,
    /// The file of its document; nothing where no file wants it.
    pub file: Option<String>,
    /// Every change, in order.
    pub changes: Vec<MergedChange>,
    /// Every file that was edited for it.
    pub touched: Vec<String>,
    /// Facts worth saying.
    pub notes: Vec<String>,
}

/// Merges. `files` must be valid; afterwards they are valid still.
pub fn merge_drift<'a>(
    files: &mut ProjectFiles<'_>,
    desired: &Desired,
    drift: &'a Drift,
    state: &State,
    live: &LiveAccount,
    take: &BTreeMap<Address, TakeSide>,
) -> Vec<MergedResource<'a>> {
    let styles = || drift.resources.iter().any(|list| list.live.is_some() && list.address.kind == Kind::Style);
    let inherited = styles().then(|| style::inherited_desired(files)).flatten();
    let mut lists: Vec<MergedResource<'a>> = drift
        .resources
        .iter()
        .filter_map(|drifted| {
            let (key, binding) = (&drifted.address.key, state.bindings.get(&drifted.address)?);
            let take = take.get(&drifted.address).copied();
            match (live.get(drifted.address.kind, &drifted.id)?, &drifted.deltas) {
                (LiveResourceRef::Style(held), ResourceDeltas::Style(deltas)) => {
                    let base = inherited.as_ref().and_then(|desired| desired.styles().get(key));
                    let wanted = (desired.styles().get(key), base);
                    Some(style::merge_style(files, drifted, deltas, wanted, held, binding, take))
                }
                (LiveResourceRef::TermSet(_), ResourceDeltas::TermSet(judged)) => {
                    Some(match DesiredTermSet::find(desired, &drifted.address) {
                        Some(wanted) => term_set::merge_term_set(files, drifted, judged, wanted, take),
                        None => leave_by_hand(drifted, "no file defines it"),
                    })
                }
                (LiveResourceRef::StyleProfile(_), ResourceDeltas::StyleProfile(deltas)) => {
                    let components = ComponentIndex::new(state, live);
                    Some(match desired.style_profiles().get(key) {
                        Some(wanted) => {
                            style_profile::merge_style_profile(files, drifted, deltas, wanted, &components, take)
                        }
                        None => leave_by_hand(drifted, "no file defines it"),
                    })
                }
                // A resource does not change its kind.
                (LiveResourceRef::Style(_) | LiveResourceRef::TermSet(_) | LiveResourceRef::StyleProfile(_), _) => None,
            }
        })
        .collect();
    // What one file says may be wrong beside another: those that are named by an error go back, then everything does.
    for all in [false, true] {
        let wrong = invalid_files(files, &lists, state, all);
        if wrong.is_empty() {
            break;
        }
        revert_files(files, &mut lists, wrong);
    }
    lists
}

/// Takes back what was done to files, and to every file that changed for the same resources.
fn revert_files(files: &mut ProjectFiles<'_>, lists: &mut [MergedResource<'_>], mut wrong: BTreeMap<String, String>) {
    loop {
        let before = wrong.len();
        for list in lists.iter() {
            if let Some(why) = list.touched.iter().find_map(|path| wrong.get(path)).cloned() {
                let missing: Vec<&String> = list.touched.iter().filter(|path| !wrong.contains_key(*path)).collect();
                wrong.extend(missing.into_iter().map(|path| (path.clone(), why.clone())));
            }
        }
        if wrong.len() == before {
            break;
        }
    }
    for list in lists.iter_mut() {
        let Some(why) = list.touched.iter().find_map(|path| wrong.get(path)) else { continue };
        for merged in &mut list.changes {
            if matches!(merged.became, PullOutcome::Written { .. }) {
                merged.became = PullOutcome::Manual { place: merged.place.clone(), why: why.clone() };
            }
        }
        list.notes.clear();
    }
    wrong.keys().for_each(|path| files.restore_file(path));
}

fn leave_by_hand<'a>(drifted: &'a DriftedResource, why: &str) -> MergedResource<'a> {
    let merged = |index| MergedChange {
        index,
        became: PullOutcome::Manual { place: None, why: why.to_owned() },
        ours: None,
        place: None,
    };
    let merged = (0..drifted.changes.len()).map(merged).collect();
    MergedResource { drifted, file: None, changes: merged, touched: Vec::new(), notes: Vec::new() }
}

/// What would be wrong with a file by itself, beside these tables. What it names in other files is not at hand here.
#[must_use]
pub fn document_error(files: &ProjectFiles<'_>, path: &str, text: &str, tables: &[(String, String)]) -> Option<String> {
    let findings = files.check_document(path, text, tables).findings;
    let names_others = |finding: &Diagnostic| matches!(finding.code, Code::UnknownBase | Code::UnknownReference);
    let error = findings.into_iter().find(|finding| finding.severity == Severity::Error && !names_others(finding));
    error.map(|error| format!("the file would be invalid: {}", error.message))
}

/// Which document of a file is the one of this kind and key.
#[must_use]
pub fn find_document(parsed: &ParsedFile, kind: Kind, key: &Key) -> Option<usize> {
    let stem = parsed.file.path().rsplit('/').next()?.rsplit_once('.')?.0.to_owned();
    parsed.documents.iter().enumerate().position(|(index, node)| {
        let said = node.get("kind").and_then(Node::text).unwrap_or(Kind::Style.as_str());
        let is_named = match node.get("key") {
            Some(said) => said.text() == Some(key.as_str()),
            None => index == 0 && Key::new(&stem).as_ref() == Ok(key),
        };
        said == kind.as_str() && is_named
    })
}

fn key_step(text: &str) -> PathSegment {
    PathSegment::Key(text.to_owned())
}

/// Files that were changed and must not be, with the reason. `all` names every one where anything is wrong.
fn invalid_files(
    files: &ProjectFiles<'_>,
    lists: &[MergedResource<'_>],
    state: &State,
    all: bool,
) -> BTreeMap<String, String> {
    let changed: BTreeSet<String> = files.changed_files().iter().map(|changed| changed.path.to_owned()).collect();
    let mut wrong = BTreeMap::new();
    if changed.is_empty() {
        return wrong;
    }
    let (desired, errors) = files.check_project();
    for error in &errors {
        let why = format!("the file would be invalid: {}", error.message);
        if changed.contains(&**error.file.path()) {
            wrong.entry(error.file.path().to_string()).or_insert(why);
        } else if all {
            wrong.extend(changed.iter().map(|path| (path.clone(), why.clone())));
        }
    }
    let Some(desired) = desired else {
        if wrong.is_empty() && all {
            wrong.extend(changed.iter().map(|path| (path.clone(), "the project would be invalid".to_owned())));
        }
        return wrong;
    };
    for list in lists {
        let missed = list.changes.iter().any(|merged| {
            matches!(merged.became, PullOutcome::Written { .. })
                && !matches_service(files, &desired, state, list, merged.index)
        });
        if missed {
            let why = "the result would still differ";
            wrong.extend(list.touched.iter().map(|path| (path.clone(), why.to_owned())));
        }
    }
    wrong
}

/// Whether the files say what the service says by now.
fn matches_service(
    files: &ProjectFiles<'_>,
    desired: &Desired,
    state: &State,
    list: &MergedResource<'_>,
    index: usize,
) -> bool {
    let address = &list.drifted.address;
    match &list.drifted.deltas {
        ResourceDeltas::Style(deltas) => {
            let said = desired.styles().get(&address.key).zip(state.bindings.get(address));
            said.is_none_or(|(style, binding)| {
                drift::classify_delta(&deltas[index], style, binding, &files.opened.catalogue)
                    == DriftVerdict::AlreadyInFiles
            })
        }
        ResourceDeltas::StyleProfile(deltas) => {
            desired.style_profiles().get(&address.key).is_none_or(|wanted| deltas[index].is_in_files(wanted))
        }
        ResourceDeltas::TermSet(judged) => DesiredTermSet::find(desired, address)
            .is_none_or(|wanted| drift_term_set::is_in_files(&judged[index].delta, &wanted.content())),
    }
}
