//! Drift into the files that are there: each change of the service at its own place, or a reason why not.
//!
//! What cannot be written in a way that is proved right is left for a person, with the place. Files that would be invalid
//! afterwards are left as they were, and so is every other file that belongs to the same change.

mod lexicon;
mod style;

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Desired;
use crate::cli::pull::Files;
use crate::diagnostic::{Code, Place, Severity};
use crate::model::object::Found;
use crate::model::{Address, Key, Kind, Live};
use crate::plan::drift::{self, Deltas, Drift, Drifted, Verdict};
use crate::plan::drift_lexicon;
use crate::plan::wanted::WantedLexicon;
use crate::report::pull::Became;
use crate::source::edit::Step;
use crate::source::{Node, Parsed};
use crate::state::State;

/// Whose side wins where both changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// The files'.
    Mine,
    /// The service's.
    Theirs,
}

/// One change of the service and what became of it.
#[derive(Clone, Debug)]
pub struct Merged {
    /// Its place among the changes of its list.
    pub index: usize,
    /// What became of it.
    pub became: Became,
    /// What the files say.
    pub ours: Option<String>,
    /// Where they say it.
    pub place: Option<Place>,
}

/// One object and what became of its changes.
#[derive(Clone, Debug)]
pub struct List<'a> {
    /// What the service changed.
    pub drifted: &'a Drifted,
    /// The file of its document; nothing where no file wants it.
    pub file: Option<String>,
    /// Every change, in order.
    pub merged: Vec<Merged>,
    /// Every file that was edited for it.
    pub touched: Vec<String>,
    /// Facts worth saying.
    pub notes: Vec<String>,
}

/// Merges. `files` must be valid; afterwards they are valid still.
pub fn merge<'a>(
    files: &mut Files<'_>,
    desired: &Desired,
    drift: &'a Drift,
    state: &State,
    live: &Live,
    take: &BTreeMap<Address, Take>,
) -> Vec<List<'a>> {
    let styles = || drift.lists.iter().any(|list| list.held.is_some() && list.address.kind == Kind::Style);
    let inherited = styles().then(|| style::inherited(files)).flatten();
    let mut lists: Vec<List<'a>> = drift
        .lists
        .iter()
        .filter_map(|drifted| {
            let (key, binding) = (&drifted.address.key, state.bindings.get(&drifted.address)?);
            let take = take.get(&drifted.address).copied();
            match (live.get(drifted.address.kind, &drifted.id)?, &drifted.deltas) {
                (Found::Style(held), Deltas::Style(deltas)) => {
                    let base = inherited.as_ref().and_then(|desired| desired.styles().get(key));
                    let wanted = (desired.styles().get(key), base);
                    Some(style::one(files, drifted, deltas, wanted, held, binding, take))
                }
                (Found::Lexicon(_), Deltas::Lexicon(judged)) => {
                    Some(match WantedLexicon::of(desired, &drifted.address) {
                        Some(wanted) => lexicon::one(files, drifted, judged, wanted, take),
                        None => by_hand(drifted, "no file wants it"),
                    })
                }
                // An object does not change its kind.
                (Found::Style(_), Deltas::Lexicon(_)) | (Found::Lexicon(_), Deltas::Style(_)) => None,
            }
        })
        .collect();
    // What one file says may be wrong beside another: those that are named by an error go back, then everything does.
    for all in [false, true] {
        let wrong = wrong(files, &lists, state, all);
        if wrong.is_empty() {
            break;
        }
        take_back(files, &mut lists, wrong);
    }
    lists
}

/// Takes back what was done to files, and to every file that changed for the same objects.
fn take_back(files: &mut Files<'_>, lists: &mut [List<'_>], mut wrong: BTreeMap<String, String>) {
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
        for merged in &mut list.merged {
            if matches!(merged.became, Became::Written { .. }) {
                merged.became = Became::ByHand { place: merged.place.clone(), why: why.clone() };
            }
        }
        list.notes.clear();
    }
    wrong.keys().for_each(|path| files.restore(path));
}

fn by_hand<'a>(drifted: &'a Drifted, why: &str) -> List<'a> {
    let merged =
        |index| Merged { index, became: Became::ByHand { place: None, why: why.to_owned() }, ours: None, place: None };
    let merged = (0..drifted.changes.len()).map(merged).collect();
    List { drifted, file: None, merged, touched: Vec::new(), notes: Vec::new() }
}

/// What would be wrong with a file by itself, beside these tables. Its bases are not at hand here.
fn alone(files: &Files<'_>, path: &str, text: &str, tables: &[(String, String)]) -> Option<String> {
    let findings = files.alone(path, text, tables).findings;
    let error =
        findings.into_iter().find(|finding| finding.severity == Severity::Error && finding.code != Code::UnknownBase);
    error.map(|error| format!("the file would be invalid: {}", error.message))
}

/// Which document of a file is the one of this kind and key.
fn document(parsed: &Parsed, kind: Kind, key: &Key) -> Option<usize> {
    let stem = parsed.file.path().rsplit('/').next()?.rsplit_once('.')?.0.to_owned();
    parsed.documents.iter().enumerate().position(|(index, node)| {
        let said = node.get("kind").and_then(Node::text).unwrap_or(Kind::Style.as_str());
        let is_named = match node.get("key") {
            Some(said) => said.text() == Some(key.as_str()),
            None => index == 0 && stem == key.as_str(),
        };
        said == kind.as_str() && is_named
    })
}

fn key(text: &str) -> Step {
    Step::Key(text.to_owned())
}

/// Files that were changed and must not be, with the reason. `all` names every one where anything is wrong.
fn wrong(files: &Files<'_>, lists: &[List<'_>], state: &State, all: bool) -> BTreeMap<String, String> {
    let changed: BTreeSet<String> = files.changed().iter().map(|changed| changed.path.to_owned()).collect();
    let mut wrong = BTreeMap::new();
    if changed.is_empty() {
        return wrong;
    }
    let (desired, errors) = files.check();
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
        let missed = list.merged.iter().any(|merged| {
            matches!(merged.became, Became::Written { .. }) && !agrees(files, &desired, state, list, merged.index)
        });
        if missed {
            let why = "it would say something else still";
            wrong.extend(list.touched.iter().map(|path| (path.clone(), why.to_owned())));
        }
    }
    wrong
}

/// Whether the files say what the service says by now.
fn agrees(files: &Files<'_>, desired: &Desired, state: &State, list: &List<'_>, index: usize) -> bool {
    let address = &list.drifted.address;
    match &list.drifted.deltas {
        Deltas::Style(deltas) => {
            let said = desired.styles().get(&address.key).zip(state.bindings.get(address));
            said.is_none_or(|(style, binding)| {
                drift::verdict(&deltas[index], style, binding, &files.opened.catalogue) == Verdict::Agreed
            })
        }
        Deltas::Lexicon(judged) => WantedLexicon::of(desired, address)
            .is_none_or(|wanted| drift_lexicon::agrees(&judged[index].delta, &wanted.content())),
    }
}
