//! Undo: what a plan touches, as a snapshot from before its first write; and a snapshot as something that can be wanted.
//!
//! Undoing is planning: the same comparison, safeguards and protocol, with what the service once held in the place of the
//! files. What is not named by the snapshot is out of reach. Rules that nobody here knows are brought back as they were
//! and stay nobody's. Deliberately absent: a list's former id, which the service cannot give again.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::catalogue::Limits;
use crate::check::{Desired, DesiredError};
use crate::diagnostic::Place;
use crate::model::glossary::{Dictionary, Glossary, LanguagePair};
use crate::model::resource::LiveResource;
use crate::model::spoken_terms::{SpokenTerms, TermList};
use crate::model::style::{LiveStyle, Style};
use crate::model::style_profile::{LiveStyleProfile, ProfileContent, StyleProfile};
use crate::model::term_set::{LiveTermSet, TermEntries, TermSetKind, TermSetPart};
use crate::model::{Address, Id, Placed};
use crate::plan::{Operation, Plan};
use crate::state::State;
use crate::state::snapshot::Snapshot;
use crate::state::snapshot_error::SnapshotError;

/// The snapshot that a plan brings back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undo {
    /// What people call it: the name of its file.
    pub name: String,
    /// Digest of the snapshot.
    pub digest: String,
    /// What was held under each address that is to say it again.
    pub resources: BTreeMap<Address, UndoTarget>,
    /// What the run after the snapshot created, so that it goes.
    pub created: BTreeSet<Address>,
    /// Lists in it that are not the project's, and that stay as they are.
    pub unmanaged: usize,
}

/// What else a snapshot knows of a list, beside what files can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoTarget {
    /// The id that it had.
    pub id: Id,
    /// What stood under `configured_rules` and was no rule with a value of text.
    pub opaque_rules: BTreeMap<String, Json>,
}

/// Why a snapshot cannot be brought back.
#[derive(Debug, thiserror::Error)]
pub enum UndoError {
    /// Its content makes no sense.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// What it holds can be held, but not be asked for.
    #[error("its content cannot be restored: {0}")]
    Unfit(#[from] DesiredError),
    /// It names nothing that may be touched.
    #[error("it has no resource of this project")]
    Nothing,
}

impl Undo {
    /// Whether the snapshot names this resource.
    #[must_use]
    pub fn names_address(&self, address: &Address) -> bool {
        self.resources.contains_key(address) || self.created.contains(address)
    }
}

/// What the resources say that a plan writes to, and what it creates; nothing where it writes nothing.
#[must_use]
pub fn snapshot_before(plan: &Plan, taken: Option<String>, serial: u64) -> Option<Snapshot> {
    let written = || plan.items.iter().filter(|item| item.steps.iter().any(|step| step.action.count_writes() > 0));
    written().next()?;
    let held = written().filter_map(|item| {
        // The rest of an interrupted creation never was a list of the project.
        let address = (item.operation != Operation::Sweep).then(|| item.address.clone());
        Some((address, item.before.as_ref()?.as_resource_ref()))
    });
    let created = written().filter(|item| item.operation == Operation::Create).map(|item| item.address.to_string());
    Some(Snapshot {
        taken,
        undoes: plan.basis.options.undo.as_ref().map(|undo| undo.digest.clone()),
        created: created.collect(),
        ..Snapshot::new(&plan.basis.origin, &plan.basis.environment, serial, held)
    })
}

/// What a snapshot wants of those that are targeted (all where empty). A list goes by the key that it is bound to now.
///
/// # Errors
/// See [`UndoError`].
pub fn desired_from_snapshot(
    snapshot: &Snapshot,
    name: &str,
    state: &State,
    targets: &BTreeSet<Address>,
) -> Result<(Desired, Undo), UndoError> {
    let targeted = |address: &Address| targets.is_empty() || targets.contains(address);
    let place = Place { file: name.into(), line: 1, column: 1 };
    let mut undo = Undo {
        name: name.to_owned(),
        digest: snapshot.digest(),
        resources: BTreeMap::new(),
        created: BTreeSet::new(),
        unmanaged: 0,
    };
    let (mut styles, mut glossaries, mut spoken_terms) = (Vec::new(), Vec::new(), Vec::new());
    let mut profiles = Vec::new();
    for saved in snapshot.resources() {
        let (called, held) = saved?;
        let Some(called) = called else {
            undo.unmanaged += 1;
            continue;
        };
        let id = held.as_resource_ref().id().clone();
        let address = state.address_of(&id).cloned().unwrap_or(called);
        if targeted(&address) {
            let protected = state.bindings.get(&address).is_some_and(|binding| binding.protected);
            let strange = match held {
                LiveResource::Style(held) => {
                    styles.push(style_from_snapshot(&address, &held, protected, &place));
                    held.opaque_rules
                }
                LiveResource::StyleProfile(held) => {
                    profiles.push(style_profile_from_snapshot(&address, &held, protected, &place));
                    BTreeMap::new()
                }
                LiveResource::TermSet(held) => {
                    match held.kind {
                        TermSetKind::Glossary => {
                            glossaries.push(glossary_from_snapshot(&address, &held, protected, &place))
                        }
                        TermSetKind::SpokenTerms => {
                            spoken_terms.push(spoken_terms_from_snapshot(&address, &held, protected, &place))
                        }
                    }
                    BTreeMap::new()
                }
            };
            undo.resources.insert(address, UndoTarget { id, opaque_rules: strange });
        }
    }
    let created = snapshot.created_addresses()?.into_iter().filter(|address| targeted(address));
    undo.created = created.filter(|address| !undo.resources.contains_key(address)).collect();
    if undo.resources.is_empty() && undo.created.is_empty() {
        return Err(UndoError::Nothing);
    }
    // The service held it, so it is over no limit of the service.
    let limits = Limits { name: usize::MAX, label: usize::MAX, prompt: usize::MAX, custom_instructions: usize::MAX };
    let desired = Desired::try_from_styles(styles, &limits)?.with_term_sets(glossaries, spoken_terms)?;
    Ok((desired.with_style_profiles(profiles)?, undo))
}

fn style_from_snapshot(address: &Address, live: &LiveStyle, protected: bool, place: &Place) -> Style {
    Style {
        key: address.key.clone(),
        name: Placed::new(live.name.clone(), place.clone()),
        language: Placed::new(live.language.clone(), place.clone()),
        rules: live.rules.iter().map(|(key, value)| (key.clone(), Placed::new(value.clone(), place.clone()))).collect(),
        instructions: live
            .instructions
            .iter()
            .map(|live| Placed::new(live.instruction.clone(), place.clone()))
            .collect(),
        protected,
        place: place.clone(),
    }
}

fn style_profile_from_snapshot(
    address: &Address,
    live: &LiveStyleProfile,
    protected: bool,
    place: &Place,
) -> StyleProfile {
    let ProfileContent { name, fields } = &live.content;
    let fields = fields.iter().map(|(field, value)| (*field, Placed::new(value.clone(), place.clone())));
    StyleProfile {
        key: address.key.clone(),
        name: Placed::new(name.clone(), place.clone()),
        fields: fields.collect(),
        protected,
        place: place.clone(),
    }
}

fn glossary_from_snapshot(address: &Address, live: &LiveTermSet, protected: bool, place: &Place) -> Glossary {
    let placed = |text: &String| Placed::new(text.clone(), place.clone());
    let dictionary = |entries: &TermEntries| Dictionary {
        entries: entries.iter().map(|(source, target)| (source.clone(), placed(target))).collect(),
        place: place.clone(),
    };
    let pair = |(part, entries): (&TermSetPart, &TermEntries)| match part {
        TermSetPart::Dictionary { source, target } => {
            Some((LanguagePair { source: source.clone(), target: target.clone() }, dictionary(entries)))
        }
        TermSetPart::Terms(_) => None,
    };
    Glossary {
        key: address.key.clone(),
        name: Placed::new(live.name.clone(), place.clone()),
        dictionaries: live.content().parts.iter().filter_map(pair).collect(),
        protected,
        place: place.clone(),
    }
}

fn spoken_terms_from_snapshot(address: &Address, live: &LiveTermSet, protected: bool, place: &Place) -> SpokenTerms {
    let list = |(part, entries): (&TermSetPart, &TermEntries)| match part {
        TermSetPart::Terms(language) => {
            let terms = entries.keys().map(|term| (term.clone(), place.clone())).collect();
            Some((language.clone(), TermList { terms, place: place.clone() }))
        }
        TermSetPart::Dictionary { .. } => None,
    };
    SpokenTerms {
        key: address.key.clone(),
        name: Placed::new(live.name.clone(), place.clone()),
        term_lists: live.content().parts.iter().filter_map(list).collect(),
        protected,
        place: place.clone(),
    }
}
