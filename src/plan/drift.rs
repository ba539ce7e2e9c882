//! What changed on the service since it was last applied, and what of it belongs into the files.
//!
//! Drift compares the memory with the service and nothing else: an edit that is pending in the files is no drift. A change
//! that the files have already is none either. Merging takes all three sides: what only the service changed is to be
//! written, what both changed differently is a conflict, and neither is ever chosen without being asked for.
//! Deliberately absent: how a file is edited.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::diagnostic::Place;
use crate::model::resource::{LiveResourceRef, UnreadKind};
use crate::model::shared_parts::SharedParts;
use crate::model::style::{Instruction, LiveStyle, RuleKey, Style};
use crate::model::tag::Tag;
use crate::model::{Address, Id, Language, LiveAccount, SharedText};
use crate::plan::additions;
use crate::plan::desired_resource::DesiredTermSet;
use crate::plan::drift_style_profile::{self, ProfileDelta};
use crate::plan::drift_term_set::{self, ClassifiedDelta};
use crate::plan::drift_verdict::DriftVerdict;
pub use crate::plan::drift_verdict::{LiveRevision, ambiguous_labels};
use crate::plan::namesake;
use crate::plan::style::{foreign_rules_note, is_known_rule};
use crate::plan::unread_kind::{describe_skipped, describe_unread, find_never_applied};
use crate::plan::{Cause, Change, ChangedField, KeptAdditions};
use crate::state::applied::{AppliedInstruction, AppliedStyle};
use crate::state::{Binding, State};

/// What changed on the service.
#[derive(Clone, Debug, Default)]
pub struct Drift {
    /// Lists that say something else than was last applied, by address.
    pub resources: Vec<DriftedResource>,
    /// Bound lists that are as they were last applied.
    pub unchanged: usize,
    /// Resources of the account, of the kinds that were read, that are nobody's here.
    pub unmanaged: usize,
    /// What the service changed and the files say already.
    pub already_in_files: BTreeMap<Address, ResourceDeltas>,
    /// Managed resources that could not be compared, and why.
    pub unread: BTreeMap<Address, String>,
    /// Facts worth saying that are no drift.
    pub notes: Vec<String>,
}

/// One list that drifted.
#[derive(Clone, Debug)]
pub struct DriftedResource {
    /// Its address.
    pub address: Address,
    /// Its name as last applied.
    pub name: String,
    /// Its language as last applied, where its kind has one.
    pub language: Option<Language>,
    /// The service's id.
    pub id: Id,
    /// Version after our last write; 0 where the kind has none.
    pub version: u64,
    /// What the service holds now; nothing where it was deleted there.
    pub live: Option<LiveRevision>,
    /// What differs.
    pub deltas: ResourceDeltas,
    /// The same for people, one for each: `before` as last applied, `after` as held.
    pub changes: Vec<Change>,
}

/// What differs, by kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceDeltas {
    /// Of a list.
    Style(Vec<StyleDelta>),
    /// Of a glossary or a collection of spoken terms.
    TermSet(Vec<ClassifiedDelta>),
    /// Of a style profile.
    StyleProfile(Vec<ProfileDelta>),
}

/// One thing that the service changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StyleDelta {
    /// The display name.
    Name {
        /// As held.
        after: String,
    },
    /// A rule was set, changed or taken away.
    Rule {
        /// Which.
        key: RuleKey,
        /// As held.
        after: Option<SharedText>,
    },
    /// The prompt of an instruction.
    Prompt {
        /// Whose.
        label: SharedText,
        /// As held.
        after: SharedText,
    },
    /// The source language of an instruction.
    Source {
        /// Whose.
        label: SharedText,
        /// As held.
        after: Option<Language>,
    },
    /// The label of an instruction that says the same as before.
    Label {
        /// As last applied.
        before: SharedText,
        /// As held.
        after: Instruction,
    },
    /// An instruction came.
    Added {
        /// As held.
        instruction: Instruction,
    },
    /// An instruction went.
    Removed {
        /// Which.
        label: SharedText,
    },
}

impl StyleDelta {
    /// What somebody added, in a few words.
    fn added_name(&self) -> Option<String> {
        match self {
            Self::Rule { key, after: Some(value) } => Some(format!("{key}: {value}")),
            Self::Added { instruction } => Some(format!("instruction {:?}", instruction.label)),
            Self::Rule { after: None, .. }
            | Self::Name { .. }
            | Self::Prompt { .. }
            | Self::Source { .. }
            | Self::Label { .. }
            | Self::Removed { .. } => None,
        }
    }

    fn rule(&self) -> Option<(&RuleKey, Option<&str>)> {
        if let Self::Rule { key, after } = self { Some((key, after.as_deref())) } else { None }
    }
}

/// Compares the memory with the service, for those that are targeted (all where empty). The files, where they can be read,
/// give prompts their former words back and tell what they have taken in already.
#[must_use]
pub fn detect_drift(
    state: &State,
    live: &LiveAccount,
    desired: Option<&Desired>,
    catalogue: &Catalogue,
    targets: &BTreeSet<Address>,
) -> Drift {
    detect_drift_and_take(state, live, desired, catalogue, targets, &BTreeSet::new())
}

/// The same where the files are to take over what people added to shared parts of these resources: it is drift, then.
#[must_use]
pub fn detect_drift_and_take(
    state: &State,
    live: &LiveAccount,
    desired: Option<&Desired>,
    catalogue: &Catalogue,
    targets: &BTreeSet<Address>,
    taken: &BTreeSet<Address>,
) -> Drift {
    let mut drift = Drift::default();
    let mut skipped: Vec<&Address> = Vec::new();
    let within = |address: &Address| targets.is_empty() || targets.contains(address);
    for (address, binding) in state.bindings.iter().filter(|(address, _)| within(address)) {
        if let Some(why) = live.unread_kinds.get(&address.kind) {
            if *why == UnreadKind::Skipped {
                skipped.push(address);
                continue;
            }
            let reason = describe_unread(address.kind, *why);
            drift.unread.insert(address.clone(), reason);
            continue;
        }
        let about = |held: Option<LiveRevision>, deltas: ResourceDeltas, changes: Vec<Change>| DriftedResource {
            address: address.clone(),
            name: binding.applied.name().to_owned(),
            language: binding.applied.language().cloned(),
            id: binding.id.clone(),
            version: binding.version,
            live: held,
            deltas,
            changes,
        };
        let (held, accepted, open, changes) = match live.get(address.kind, &binding.id) {
            None if state.pending_deletions.contains_key(&binding.id) => {
                drift.notes.push(format!("{address}: an interrupted run deleted {}", binding.id));
                continue;
            }
            None => {
                drift.resources.push(about(None, ResourceDeltas::Style(Vec::new()), Vec::new()));
                continue;
            }
            Some(LiveResourceRef::TermSet(held)) => {
                let wanted = desired.and_then(|desired| DesiredTermSet::find(desired, address));
                let shared = shared_parts(desired, address, binding, taken);
                let split = wanted
                    .map(|wanted| additions::split_term_set(shared, &wanted.content(), held, Some(binding), false));
                drift.keep_additions(address, split.as_ref().map(|(_, additions)| additions.names()));
                let held = split.as_ref().map_or(held, |(own, _)| own);
                let judged = drift_term_set::term_set_deltas(binding, held, wanted).into_iter();
                let (accepted, open): (Vec<ClassifiedDelta>, Vec<ClassifiedDelta>) =
                    judged.partition(|judged| judged.verdict == DriftVerdict::AlreadyInFiles);
                let changes = open.iter().map(|judged| judged.change.clone()).collect();
                let held = LiveRevision { version: None, updated: String::new() };
                (held, ResourceDeltas::TermSet(accepted), ResourceDeltas::TermSet(open), changes)
            }
            Some(LiveResourceRef::StyleProfile(held)) => {
                let shared = shared_parts(desired, address, binding, taken).links;
                let judged = drift_style_profile::judge_style_profile(state, live, desired, address, held, shared);
                drift.keep_additions(address, Some(judged.added));
                let changes = judged.open.iter().map(|delta| delta.change.clone()).collect();
                let held = LiveRevision { version: None, updated: held.updated_time.clone() };
                let [accepted, open] = [judged.accepted, judged.open].map(ResourceDeltas::StyleProfile);
                (held, accepted, open, changes)
            }
            Some(LiveResourceRef::Style(held)) => {
                let wanted = desired.and_then(|desired| desired.styles().get(&address.key));
                // A rule that nobody here knows stays where it is, whatever is applied: it belongs to nobody here.
                let shared = shared_parts(desired, address, binding, taken);
                let (added, all): (Vec<StyleDelta>, Vec<StyleDelta>) = style_deltas(binding, held, wanted)
                    .into_iter()
                    .partition(|delta| is_addition(delta, shared, binding, wanted));
                drift.keep_additions(address, Some(added.iter().filter_map(StyleDelta::added_name).collect()));
                let (foreign, all): (Vec<StyleDelta>, Vec<StyleDelta>) =
                    all.into_iter().partition(|delta| is_unmanaged_rule(delta, binding, catalogue));
                drift.notes.extend(foreign_rules_note(address, foreign.iter().filter_map(StyleDelta::rule)));
                let (accepted, open): (Vec<StyleDelta>, Vec<StyleDelta>) = all.into_iter().partition(|delta| {
                    wanted.is_some_and(|wanted| {
                        classify_delta(delta, wanted, binding, catalogue) == DriftVerdict::AlreadyInFiles
                    })
                });
                let changes = open.iter().map(|delta| describe_delta(delta, binding, wanted)).collect();
                let held = LiveRevision { version: Some(held.version), updated: held.updated_time.clone() };
                (held, ResourceDeltas::Style(accepted), ResourceDeltas::Style(open), changes)
            }
        };
        if !accepted.is_empty() {
            let (n, verb) = (accepted.len(), if accepted.len() == 1 { "change is" } else { "changes are" });
            drift.notes.push(format!("{address}: {n} {verb} in the files already; housestyle pull records that"));
            drift.already_in_files.insert(address.clone(), accepted);
        }
        if open.is_empty() {
            drift.unchanged += 1;
        } else {
            drift.resources.push(about(Some(held), open, changes));
        }
    }
    drift.unread.extend(find_never_applied(desired.filter(|_| targets.is_empty()), state, live));
    drift.notes.extend(drift.unread.iter().map(|(address, reason)| format!("{address} was not compared: {reason}")));
    drift.notes.extend(describe_skipped(skipped.into_iter()));
    drift.unmanaged = unmanaged_resources(state, live).count();
    drift.notes.extend(namesake::describe_namesakes(state, live, &BTreeSet::new(), within));
    drift
}

impl Drift {
    fn keep_additions(&mut self, address: &Address, names: Option<Vec<String>>) {
        let names = names.unwrap_or_default();
        if !names.is_empty() {
            let kept = KeptAdditions { address: address.clone(), names };
            self.notes.push(kept.describe_named());
        }
    }
}

/// Parts of a resource that are shared with people: as the files say, or as it was applied where they cannot be read.
fn shared_parts(
    desired: Option<&Desired>,
    address: &Address,
    binding: &Binding,
    taken: &BTreeSet<Address>,
) -> SharedParts {
    if taken.contains(address) {
        return SharedParts::default();
    }
    desired
        .map_or_else(|| binding.applied.shared_parts().of_kind(address.kind), |desired| desired.shared_parts(address))
}

/// Whether somebody added something to a shared part that neither the files name nor we ever wrote.
fn is_addition(delta: &StyleDelta, shared: SharedParts, binding: &Binding, wanted: Option<&Style>) -> bool {
    let applied = applied_style(binding);
    match delta {
        StyleDelta::Rule { key, after: Some(_) } => {
            shared.rules
                && !binding.began_rule(key)
                && !applied.is_some_and(|applied| applied.rules.contains_key(key))
                && !wanted.is_some_and(|wanted| wanted.rules.contains_key(key))
        }
        StyleDelta::Added { instruction } => {
            shared.instructions
                && !binding.began_label(&instruction.label)
                && wanted.and_then(|wanted| find_instruction(wanted, &instruction.label)).is_none()
        }
        StyleDelta::Rule { after: None, .. }
        | StyleDelta::Name { .. }
        | StyleDelta::Prompt { .. }
        | StyleDelta::Source { .. }
        | StyleDelta::Label { .. }
        | StyleDelta::Removed { .. } => false,
    }
}

/// What the service changed and the files say already.
pub(super) fn converged_changes(
    binding: &Binding,
    live: &LiveStyle,
    wanted: &Style,
    catalogue: &Catalogue,
) -> Vec<Change> {
    style_deltas(binding, live, Some(wanted))
        .iter()
        .filter(|delta| !is_unmanaged_rule(delta, binding, catalogue))
        .filter(|delta| classify_delta(delta, wanted, binding, catalogue) == DriftVerdict::AlreadyInFiles)
        .map(|delta| describe_delta(delta, binding, Some(wanted)))
        .collect()
}

impl ResourceDeltas {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Style(deltas) => deltas.len(),
            Self::TermSet(judged) => judged.len(),
            Self::StyleProfile(deltas) => deltas.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Those at these places.
    #[must_use]
    pub fn select(&self, places: &[usize]) -> Self {
        match self {
            Self::Style(deltas) => Self::Style(places.iter().map(|at| deltas[*at].clone()).collect()),
            Self::TermSet(judged) => Self::TermSet(places.iter().map(|at| judged[*at].clone()).collect()),
            Self::StyleProfile(deltas) => Self::StyleProfile(places.iter().map(|at| deltas[*at].clone()).collect()),
        }
    }

    /// These and others of the same kind.
    pub fn append(&mut self, others: Self) {
        match (self, others) {
            (Self::Style(deltas), Self::Style(others)) => deltas.extend(others),
            (Self::TermSet(judged), Self::TermSet(others)) => judged.extend(others),
            (Self::StyleProfile(deltas), Self::StyleProfile(others)) => deltas.extend(others),
            // A resource does not change its kind.
            (Self::Style(_) | Self::TermSet(_) | Self::StyleProfile(_), _) => {}
        }
    }
}

/// What was last applied to a list.
fn applied_style(binding: &Binding) -> Option<&AppliedStyle> {
    binding.applied.style()
}

/// Whether a change only brings a rule that nobody here knows and that was never applied.
fn is_unmanaged_rule(delta: &StyleDelta, binding: &Binding, catalogue: &Catalogue) -> bool {
    match delta {
        StyleDelta::Rule { key, after: Some(value) } => {
            !applied_style(binding).is_some_and(|applied| applied.rules.contains_key(key))
                && !is_known_rule(catalogue, key, value)
        }
        StyleDelta::Rule { after: None, .. }
        | StyleDelta::Name { .. }
        | StyleDelta::Prompt { .. }
        | StyleDelta::Source { .. }
        | StyleDelta::Label { .. }
        | StyleDelta::Added { .. }
        | StyleDelta::Removed { .. } => false,
    }
}

/// Resources of the account that no key is bound to and that are no rest of an interrupted creation of ours.
pub fn unmanaged_resources<'a>(state: &'a State, live: &'a LiveAccount) -> impl Iterator<Item = LiveResourceRef<'a>> {
    let bound: BTreeSet<&Id> = state.bindings.values().map(|binding| &binding.id).collect();
    live.all_resources().filter(move |held| {
        let ours = Tag::from_name(held.name()).is_some_and(|tag| tag.stack == state.stack);
        !bound.contains(held.id()) && !state.pending_deletions.contains_key(held.id()) && !ours
    })
}

/// Everything in which a live list differs from what we made it say, the order of instructions aside. What was applied, is wanted
/// and is gone differs, also where a run that did not end was to take it away: people may have, and a plan calls it drift.
#[must_use]
pub fn style_deltas(binding: &Binding, live: &LiveStyle, wanted: Option<&Style>) -> Vec<StyleDelta> {
    let said = live.content();
    let Some(last) = applied_style(binding) else { return Vec::new() };
    let mut deltas = Vec::new();
    if !binding.wrote_name(&said.name) {
        deltas.push(StyleDelta::Name { after: said.name.clone() });
    }
    let keys: BTreeSet<&RuleKey> = last.rules.keys().chain(said.rules.keys()).collect();
    for key in keys {
        let after = said.rules.get(key);
        let is_missed = after.is_none() && wanted.is_some_and(|wanted| wanted.rules.contains_key(key));
        if !binding.wrote_rule(key, after) || (is_missed && last.rules.contains_key(key)) {
            deltas.push(StyleDelta::Rule { key: key.clone(), after: after.cloned() });
        }
    }
    let mut now: BTreeMap<&str, &Instruction> = BTreeMap::new();
    for instruction in &said.instructions {
        now.entry(&instruction.label).or_insert(instruction);
    }
    let is_wanted =
        |label: &str| wanted.is_some_and(|wanted| wanted.instructions.iter().any(|own| own.value.label == label));
    let mut removed: Vec<(&SharedText, &AppliedInstruction)> = Vec::new();
    for (label, applied) in &*last.instructions {
        let Some(instruction) = now.get(label.as_str()) else {
            if is_wanted(label) || !binding.wrote_instruction(label, None) {
                removed.push((label, applied));
            }
            continue;
        };
        if binding.wrote_instruction(label, Some(instruction)) {
            continue;
        }
        if !applied.matches_prompt(&instruction.prompt) {
            deltas.push(StyleDelta::Prompt { label: label.clone(), after: instruction.prompt.clone() });
        }
        if applied.source_language != instruction.source_language {
            deltas.push(StyleDelta::Source { label: label.clone(), after: instruction.source_language.clone() });
        }
    }
    for (label, instruction) in now {
        let is_ours = binding.wrote_instruction(label, Some(instruction));
        if last.instructions.contains_key(label) || (is_ours && (wanted.is_none() || is_wanted(label))) {
            continue;
        }
        let same = |(_, applied): &(&SharedText, &AppliedInstruction)| {
            applied.matches_prompt(&instruction.prompt) && applied.source_language == instruction.source_language
        };
        match removed.iter().position(same) {
            Some(at) => {
                let (before, _) = removed.remove(at);
                deltas.push(StyleDelta::Label { before: before.clone(), after: instruction.clone() });
            }
            None if is_ours => {}
            None => deltas.push(StyleDelta::Added { instruction: instruction.clone() }),
        }
    }
    deltas.extend(removed.into_iter().map(|(label, _)| StyleDelta::Removed { label: label.clone() }));
    deltas
}

/// Three sides of one thing: the files, the service, and what was last applied.
#[must_use]
pub fn classify_delta(delta: &StyleDelta, wanted: &Style, binding: &Binding, catalogue: &Catalogue) -> DriftVerdict {
    let Some(applied) = applied_style(binding) else { return DriftVerdict::Conflict };
    let decide = |agreed: bool, unchanged: bool| match (agreed, unchanged) {
        (true, _) => DriftVerdict::AlreadyInFiles,
        (false, true) => DriftVerdict::WriteToFiles,
        (false, false) => DriftVerdict::Conflict,
    };
    let own = |label: &str| find_instruction(wanted, label);
    let as_applied = |label: &str| match (own(label), applied.instructions.get(label)) {
        (Some(own), Some(applied)) => {
            applied.matches_prompt(&own.prompt) && applied.source_language == own.source_language
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    match delta {
        StyleDelta::Name { after } => decide(wanted.name.value == *after, applied.name == wanted.name.value),
        StyleDelta::Rule { key, after } => {
            let own = wanted.rules.get(key).map(|placed| &placed.value);
            let unknown = after.as_ref().is_some_and(|value| !is_known_rule(catalogue, key, value));
            if own == after.as_ref() {
                DriftVerdict::AlreadyInFiles
            } else if unknown {
                DriftVerdict::Unknown
            } else {
                decide(false, applied.rules.get(key) == own)
            }
        }
        StyleDelta::Prompt { label, after } => match own(label) {
            Some(own) => {
                let last = applied.instructions.get(label);
                decide(own.prompt == *after, last.is_some_and(|last| last.matches_prompt(&own.prompt)))
            }
            None => DriftVerdict::Conflict,
        },
        StyleDelta::Source { label, after } => match own(label) {
            Some(own) => {
                let last = applied.instructions.get(label);
                let unchanged = last.is_some_and(|last| last.source_language == own.source_language);
                decide(own.source_language == *after, unchanged)
            }
            None => DriftVerdict::Conflict,
        },
        StyleDelta::Label { before, after } => {
            let agreed = own(before).is_none() && own(&after.label).as_ref() == Some(after);
            decide(agreed, as_applied(before) && own(&after.label).is_none())
        }
        StyleDelta::Added { instruction } => {
            let own = own(&instruction.label);
            decide(own.as_ref() == Some(instruction), own.is_none())
        }
        StyleDelta::Removed { label } => decide(own(label).is_none(), as_applied(label)),
    }
}

/// The place in the files of what a change is about, where they have it.
#[must_use]
pub fn place_of_delta<'a>(delta: &StyleDelta, wanted: &'a Style) -> Option<&'a Place> {
    let label =
        |label: &str| wanted.instructions.iter().find(|placed| placed.value.label == label).map(|placed| &placed.place);
    match delta {
        StyleDelta::Name { .. } => Some(&wanted.name.place),
        StyleDelta::Rule { key, .. } => wanted.rules.get(key).map(|placed| &placed.place),
        StyleDelta::Prompt { label: of, .. }
        | StyleDelta::Source { label: of, .. }
        | StyleDelta::Removed { label: of } => label(of),
        StyleDelta::Label { before, .. } => label(before),
        StyleDelta::Added { instruction } => label(&instruction.label),
    }
}

/// What the files say of what a change is about.
#[must_use]
pub fn desired_text(delta: &StyleDelta, wanted: &Style) -> Option<SharedText> {
    match delta {
        StyleDelta::Name { .. } => Some((&wanted.name.value).into()),
        StyleDelta::Rule { key, .. } => wanted.rules.get(key).map(|placed| placed.value.clone()),
        StyleDelta::Prompt { label, .. } | StyleDelta::Removed { label } => {
            find_instruction(wanted, label).map(|own| own.prompt)
        }
        StyleDelta::Source { label, .. } => find_instruction(wanted, label)?.source_language.map(|code| (&code).into()),
        StyleDelta::Label { before, .. } => find_instruction(wanted, before).map(|own| own.label),
        StyleDelta::Added { instruction: held } => find_instruction(wanted, &held.label).map(|own| own.prompt),
    }
}

fn find_instruction(wanted: &Style, label: &str) -> Option<Instruction> {
    let placed = wanted.instructions.iter().find(|placed| placed.value.label == label)?;
    Some(placed.value.clone().normalized_for(&wanted.language.value))
}

/// A change for people.
fn describe_delta(delta: &StyleDelta, binding: &Binding, wanted: Option<&Style>) -> Change {
    let applied = applied_style(binding);
    let instructions = applied.map(|applied| &applied.instructions);
    let former = |label: &str| applied.and_then(|applied| former_prompt(label, applied, wanted));
    let code = |language: &Option<Language>| language.as_ref().map(SharedText::from);
    let (field, before, after) = match delta {
        StyleDelta::Name { after } => (ChangedField::Name, Some(binding.applied.name().into()), Some(after.into())),
        StyleDelta::Rule { key, after } => {
            let before = applied.and_then(|applied| applied.rules.get(key)).cloned();
            (ChangedField::Rule(key.clone()), before, after.clone())
        }
        StyleDelta::Prompt { label, after } => {
            (ChangedField::Instruction(label.clone()), former(label), Some(after.clone()))
        }
        StyleDelta::Source { label, after } => {
            let last = instructions.and_then(|instructions| instructions.get(label));
            let before = last.and_then(|last| code(&last.source_language));
            (ChangedField::InstructionSource(label.clone()), before, code(after))
        }
        StyleDelta::Label { before, after } => {
            (ChangedField::InstructionLabel, Some(before.clone()), Some(after.label.clone()))
        }
        StyleDelta::Added { instruction } => {
            (ChangedField::Instruction(instruction.label.clone()), None, Some(instruction.prompt.clone()))
        }
        StyleDelta::Removed { label } => (ChangedField::Instruction(label.clone()), former(label), None),
    };
    // There is one cause here, which is that the service changed: saying it at every change would say nothing.
    Change {
        field,
        before,
        after,
        cause: Cause::Unknown,
        place: wanted.and_then(|wanted| place_of_delta(delta, wanted)).cloned(),
    }
}

/// The words of a prompt as it was applied: the memory has its digest alone, so that the files must have it still.
fn former_prompt(label: &str, applied: &AppliedStyle, wanted: Option<&Style>) -> Option<SharedText> {
    let last = applied.instructions.get(label)?;
    let own = wanted.and_then(|wanted| find_instruction(wanted, label)).map(|own| own.prompt);
    let digest = || format!("(not stored; digest {:.19}…)", last.prompt.to_string()).into();
    Some(own.filter(|own| last.matches_prompt(own)).unwrap_or_else(digest))
}
