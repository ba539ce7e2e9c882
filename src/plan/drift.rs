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
use crate::model::object::{Content, Found};
use crate::model::style::{Instruction, LiveStyle, RuleKey, Style};
use crate::model::tag::Tag;
use crate::model::{Address, Id, Language, Live};
use crate::plan::drift_lexicon::{self, Judged};
use crate::plan::style::known;
use crate::plan::wanted::WantedLexicon;
use crate::plan::{Cause, Change, Field};
use crate::state::applied::{AppliedInstruction, AppliedStyle};
use crate::state::{Applied, Binding, State};

/// What changed on the service.
#[derive(Clone, Debug, Default)]
pub struct Drift {
    /// Lists that say something else than was last applied, by address.
    pub lists: Vec<Drifted>,
    /// Bound lists that are as they were last applied.
    pub same: usize,
    /// Objects of the account, of the kinds that were read, that are nobody's here.
    pub unmanaged: usize,
    /// What the service changed and the files say already.
    pub accepted: BTreeMap<Address, Deltas>,
    /// Facts worth saying that are no drift.
    pub notes: Vec<String>,
}

/// One list that drifted.
#[derive(Clone, Debug)]
pub struct Drifted {
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
    pub held: Option<Held>,
    /// What differs.
    pub deltas: Deltas,
    /// The same for people, one for each: `before` as last applied, `after` as held.
    pub changes: Vec<Change>,
}

/// What differs, by kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deltas {
    /// Of a list.
    Style(Vec<Delta>),
    /// Of a glossary or a collection of spoken terms.
    Lexicon(Vec<Judged>),
}

/// The service's own words about a list that drifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Its version, where its kind has one.
    pub version: Option<u64>,
    /// When it was last modified, as the service says it; empty where it does not.
    pub updated: String,
}

/// One thing that the service changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
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
        after: Option<String>,
    },
    /// The prompt of an instruction.
    Prompt {
        /// Whose.
        label: String,
        /// As held.
        after: String,
    },
    /// The source language of an instruction.
    Source {
        /// Whose.
        label: String,
        /// As held.
        after: Option<Language>,
    },
    /// The label of an instruction that says the same as before.
    Label {
        /// As last applied.
        before: String,
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
        label: String,
    },
}

/// Compares the memory with the service, for those that are targeted (all where empty). The files, where they can be read,
/// give prompts their former words back and tell what they have taken in already.
#[must_use]
pub fn drift(
    state: &State,
    live: &Live,
    desired: Option<&Desired>,
    catalogue: &Catalogue,
    targets: &BTreeSet<Address>,
) -> Drift {
    let mut drift = Drift::default();
    for (address, binding) in &state.bindings {
        if !targets.is_empty() && !targets.contains(address) {
            continue;
        }
        if live.closed.contains_key(&address.kind) {
            drift.notes.push(format!("{address}: this key may not read it"));
            continue;
        }
        let about = |held: Option<Held>, deltas: Deltas, changes: Vec<Change>| Drifted {
            address: address.clone(),
            name: binding.applied.name().to_owned(),
            language: binding.applied.language().cloned(),
            id: binding.id.clone(),
            version: binding.version,
            held,
            deltas,
            changes,
        };
        let (held, accepted, open, changes) = match live.get(address.kind, &binding.id) {
            None if state.deleting.contains_key(&binding.id) => {
                drift.notes.push(format!("{address}: a run began to delete {}, and it is gone", binding.id));
                continue;
            }
            None => {
                drift.lists.push(about(None, Deltas::Style(Vec::new()), Vec::new()));
                continue;
            }
            Some(Found::Lexicon(held)) => {
                let wanted = desired.and_then(|desired| WantedLexicon::of(desired, address));
                let judged = drift_lexicon::deltas(binding, held, wanted).into_iter();
                let (accepted, open): (Vec<Judged>, Vec<Judged>) =
                    judged.partition(|judged| judged.verdict == Verdict::Agreed);
                let changes = open.iter().map(|judged| judged.change.clone()).collect();
                let held = Held { version: None, updated: String::new() };
                (held, Deltas::Lexicon(accepted), Deltas::Lexicon(open), changes)
            }
            Some(Found::Style(held)) => {
                let wanted = desired.and_then(|desired| desired.styles().get(&address.key));
                // A rule that nobody here knows stays where it is, whatever is applied: it belongs to nobody here.
                let (foreign, all): (Vec<Delta>, Vec<Delta>) =
                    deltas(binding, held).into_iter().partition(|delta| is_foreign(delta, binding, catalogue));
                if !foreign.is_empty() {
                    let rules =
                        if foreign.len() == 1 { "1 rule".to_owned() } else { format!("{} rules", foreign.len()) };
                    drift.notes.push(format!(
                        "{address}: the service has {rules} that nobody here knows; they stay as they are"
                    ));
                }
                let (accepted, open): (Vec<Delta>, Vec<Delta>) = all.into_iter().partition(|delta| {
                    wanted.is_some_and(|wanted| verdict(delta, wanted, binding, catalogue) == Verdict::Agreed)
                });
                let changes = open.iter().map(|delta| change(delta, binding, wanted)).collect();
                let held = Held { version: Some(held.version), updated: held.updated_time.clone() };
                (held, Deltas::Style(accepted), Deltas::Style(open), changes)
            }
        };
        if !accepted.is_empty() {
            let (n, verb) = (accepted.len(), if accepted.len() == 1 { "change is" } else { "changes are" });
            drift.notes.push(format!("{address}: {n} {verb} in the files already; housestyle pull remembers that"));
            drift.accepted.insert(address.clone(), accepted);
        }
        if open.is_empty() {
            drift.same += 1;
        } else {
            drift.lists.push(about(Some(held), open, changes));
        }
    }
    drift.unmanaged = unmanaged(state, live).count();
    drift
}

/// What the service changed and the files say already.
pub(super) fn agreed(binding: &Binding, held: &LiveStyle, wanted: &Style, catalogue: &Catalogue) -> Vec<Change> {
    deltas(binding, held)
        .iter()
        .filter(|delta| !is_foreign(delta, binding, catalogue))
        .filter(|delta| verdict(delta, wanted, binding, catalogue) == Verdict::Agreed)
        .map(|delta| change(delta, binding, Some(wanted)))
        .collect()
}

impl Deltas {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Style(deltas) => deltas.len(),
            Self::Lexicon(judged) => judged.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Those at these places.
    #[must_use]
    pub fn at(&self, places: &[usize]) -> Self {
        match self {
            Self::Style(deltas) => Self::Style(places.iter().map(|at| deltas[*at].clone()).collect()),
            Self::Lexicon(judged) => Self::Lexicon(places.iter().map(|at| judged[*at].clone()).collect()),
        }
    }

    /// These and others of the same kind.
    pub fn join(&mut self, others: Self) {
        match (self, others) {
            (Self::Style(deltas), Self::Style(others)) => deltas.extend(others),
            (Self::Lexicon(judged), Self::Lexicon(others)) => judged.extend(others),
            // An object does not change its kind.
            (Self::Style(_), Self::Lexicon(_)) | (Self::Lexicon(_), Self::Style(_)) => {}
        }
    }
}

/// What was last applied to a list.
fn applied(binding: &Binding) -> Option<&AppliedStyle> {
    binding.applied.style()
}

/// Whether a change only brings a rule that nobody here knows and that was never applied.
fn is_foreign(delta: &Delta, binding: &Binding, catalogue: &Catalogue) -> bool {
    match delta {
        Delta::Rule { key, after: Some(value) } => {
            !applied(binding).is_some_and(|applied| applied.rules.contains_key(key)) && !known(catalogue, key, value)
        }
        Delta::Rule { after: None, .. }
        | Delta::Name { .. }
        | Delta::Prompt { .. }
        | Delta::Source { .. }
        | Delta::Label { .. }
        | Delta::Added { .. }
        | Delta::Removed { .. } => false,
    }
}

/// Objects of the account that no key is bound to and that are no rest of an interrupted creation of ours.
pub fn unmanaged<'a>(state: &'a State, live: &'a Live) -> impl Iterator<Item = Found<'a>> {
    let bound: BTreeSet<&Id> = state.bindings.values().map(|binding| &binding.id).collect();
    live.all().filter(move |held| {
        let ours = Tag::of(held.name()).is_some_and(|tag| tag.stack == state.stack);
        !bound.contains(held.id()) && !state.deleting.contains_key(held.id()) && !ours
    })
}

/// Everything in which a live list differs from what we made it say, the order of instructions aside.
#[must_use]
pub fn deltas(binding: &Binding, held: &LiveStyle) -> Vec<Delta> {
    let said = held.content();
    let Some(last) = applied(binding) else { return Vec::new() };
    let mut deltas = Vec::new();
    if !binding.wrote_name(&said.name) {
        deltas.push(Delta::Name { after: said.name.clone() });
    }
    let keys: BTreeSet<&RuleKey> = last.rules.keys().chain(said.rules.keys()).collect();
    for key in keys {
        let after = said.rules.get(key);
        if !binding.wrote_rule(key, after) {
            deltas.push(Delta::Rule { key: key.clone(), after: after.cloned() });
        }
    }
    let mut now: BTreeMap<&str, &Instruction> = BTreeMap::new();
    for instruction in &said.instructions {
        now.entry(&instruction.label).or_insert(instruction);
    }
    let mut removed: Vec<(&String, &AppliedInstruction)> = Vec::new();
    for (label, applied) in &last.instructions {
        let Some(instruction) = now.get(label.as_str()) else {
            if !binding.wrote_instruction(label, None) {
                removed.push((label, applied));
            }
            continue;
        };
        if binding.wrote_instruction(label, Some(instruction)) {
            continue;
        }
        if !applied.holds(&instruction.prompt) {
            deltas.push(Delta::Prompt { label: label.clone(), after: instruction.prompt.clone() });
        }
        if applied.source_language != instruction.source_language {
            deltas.push(Delta::Source { label: label.clone(), after: instruction.source_language.clone() });
        }
    }
    for (label, instruction) in now {
        if last.instructions.contains_key(label) || binding.wrote_instruction(label, Some(instruction)) {
            continue;
        }
        let same = |(_, applied): &(&String, &AppliedInstruction)| {
            applied.holds(&instruction.prompt) && applied.source_language == instruction.source_language
        };
        match removed.iter().position(same) {
            Some(at) => {
                let (before, _) = removed.remove(at);
                deltas.push(Delta::Label { before: before.clone(), after: instruction.clone() });
            }
            None => deltas.push(Delta::Added { instruction: instruction.clone() }),
        }
    }
    deltas.extend(removed.into_iter().map(|(label, _)| Delta::Removed { label: label.clone() }));
    deltas
}

/// Labels that a live list has twice, with different words: nobody can say which one is meant.
#[must_use]
pub fn ambiguous(held: &LiveStyle) -> BTreeSet<&str> {
    let mut first: BTreeMap<&str, &Instruction> = BTreeMap::new();
    let mut twice = BTreeSet::new();
    for held in &held.instructions {
        let instruction = &held.instruction;
        if first.insert(&instruction.label, instruction).is_some_and(|first| first != instruction) {
            twice.insert(instruction.label.as_str());
        }
    }
    twice
}

/// What a change of the service means for the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The files say what was last applied: the change is to be written.
    Write,
    /// The files say the same already.
    Agreed,
    /// The files were changed too, to something else.
    Conflict,
    /// The files cannot say it: nobody here knows the rule or its value.
    Unknown,
}

/// Three sides of one thing: the files, the service, and what was last applied.
#[must_use]
pub fn verdict(delta: &Delta, wanted: &Style, binding: &Binding, catalogue: &Catalogue) -> Verdict {
    let Some(applied) = applied(binding) else { return Verdict::Conflict };
    let decide = |agreed: bool, unchanged: bool| match (agreed, unchanged) {
        (true, _) => Verdict::Agreed,
        (false, true) => Verdict::Write,
        (false, false) => Verdict::Conflict,
    };
    let own = |label: &str| instruction(wanted, label);
    let as_applied = |label: &str| match (own(label), applied.instructions.get(label)) {
        (Some(own), Some(applied)) => applied.holds(&own.prompt) && applied.source_language == own.source_language,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    match delta {
        Delta::Name { after } => decide(wanted.name.value == *after, applied.name == wanted.name.value),
        Delta::Rule { key, after } => {
            let own = wanted.rules.get(key).map(|placed| &placed.value);
            let unknown = after.as_ref().is_some_and(|value| !known(catalogue, key, value));
            if own == after.as_ref() {
                Verdict::Agreed
            } else if unknown {
                Verdict::Unknown
            } else {
                decide(false, applied.rules.get(key) == own)
            }
        }
        Delta::Prompt { label, after } => match own(label) {
            Some(own) => {
                let last = applied.instructions.get(label);
                decide(own.prompt == *after, last.is_some_and(|last| last.holds(&own.prompt)))
            }
            None => Verdict::Conflict,
        },
        Delta::Source { label, after } => match own(label) {
            Some(own) => {
                let last = applied.instructions.get(label);
                let unchanged = last.is_some_and(|last| last.source_language == own.source_language);
                decide(own.source_language == *after, unchanged)
            }
            None => Verdict::Conflict,
        },
        Delta::Label { before, after } => {
            let agreed = own(before).is_none() && own(&after.label).as_ref() == Some(after);
            decide(agreed, as_applied(before) && own(&after.label).is_none())
        }
        Delta::Added { instruction } => {
            let own = own(&instruction.label);
            decide(own.as_ref() == Some(instruction), own.is_none())
        }
        Delta::Removed { label } => decide(own(label).is_none(), as_applied(label)),
    }
}

/// The place in the files of what a change is about, where they have it.
#[must_use]
pub fn place<'a>(delta: &Delta, wanted: &'a Style) -> Option<&'a Place> {
    let label =
        |label: &str| wanted.instructions.iter().find(|placed| placed.value.label == label).map(|placed| &placed.place);
    match delta {
        Delta::Name { .. } => Some(&wanted.name.place),
        Delta::Rule { key, .. } => wanted.rules.get(key).map(|placed| &placed.place),
        Delta::Prompt { label: of, .. } | Delta::Source { label: of, .. } | Delta::Removed { label: of } => label(of),
        Delta::Label { before, .. } => label(before),
        Delta::Added { instruction } => label(&instruction.label),
    }
}

/// What the files say of what a change is about.
#[must_use]
pub fn ours(delta: &Delta, wanted: &Style) -> Option<String> {
    match delta {
        Delta::Name { .. } => Some(wanted.name.value.clone()),
        Delta::Rule { key, .. } => wanted.rules.get(key).map(|placed| placed.value.clone()),
        Delta::Prompt { label, .. } | Delta::Removed { label } => instruction(wanted, label).map(|own| own.prompt),
        Delta::Source { label, .. } => instruction(wanted, label)?.source_language.map(|code| code.to_string()),
        Delta::Label { before, .. } => instruction(wanted, before).map(|own| own.label),
        Delta::Added { instruction: held } => instruction(wanted, &held.label).map(|own| own.prompt),
    }
}

fn instruction(wanted: &Style, label: &str) -> Option<Instruction> {
    let placed = wanted.instructions.iter().find(|placed| placed.value.label == label)?;
    Some(placed.value.clone().normal(&wanted.language.value))
}

/// What is remembered once these changes are settled: for them, what the service holds; for the rest, what was applied.
/// `desired` is what the files said when drift was found.
#[must_use]
pub fn remembered(
    address: &Address,
    binding: &Binding,
    live: &Live,
    desired: &Desired,
    settled: &Deltas,
) -> Option<Binding> {
    match (settled, live.get(address.kind, &binding.id)?) {
        (Deltas::Style(settled), Found::Style(held)) => Some(remembered_style(binding, held, settled)),
        (Deltas::Lexicon(settled), Found::Lexicon(held)) => {
            let wanted = WantedLexicon::of(desired, address).map(WantedLexicon::content);
            let settled: Vec<&drift_lexicon::Delta> = settled.iter().map(|judged| &judged.delta).collect();
            Some(drift_lexicon::remembered(binding, held, wanted.as_ref(), &settled))
        }
        (Deltas::Style(_), Found::Lexicon(_)) | (Deltas::Lexicon(_), Found::Style(_)) => None,
    }
}

fn remembered_style(binding: &Binding, held: &LiveStyle, settled: &[Delta]) -> Binding {
    let said = Content::Style(held.content());
    let now = Applied::new(&said, &said);
    let mut binding = Binding { version: held.version, sealed: true, ..binding.clone() };
    let (Some(now), Applied::Style(applied)) = (now.style(), &mut binding.applied) else { return binding };
    for delta in settled {
        match delta {
            Delta::Name { after } => {
                applied.name.clone_from(after);
                applied.stored_name = None;
            }
            Delta::Rule { key, after: Some(value) } => {
                applied.rules.insert(key.clone(), value.clone());
            }
            Delta::Rule { key, after: None } => {
                applied.rules.remove(key);
            }
            Delta::Prompt { label, .. } | Delta::Source { label, .. } => {
                let Some(now) = now.instructions.get(label) else { continue };
                let kept = applied.instructions.entry(label.clone()).or_insert_with(|| now.clone());
                match delta {
                    Delta::Prompt { .. } => {
                        kept.prompt.clone_from(&now.prompt);
                        kept.stored_prompt = None;
                    }
                    Delta::Name { .. }
                    | Delta::Rule { .. }
                    | Delta::Source { .. }
                    | Delta::Label { .. }
                    | Delta::Added { .. }
                    | Delta::Removed { .. } => kept.source_language.clone_from(&now.source_language),
                }
            }
            Delta::Label { before, after } => {
                applied.instructions.remove(before);
                applied
                    .instructions
                    .extend(now.instructions.get_key_value(&after.label).map(|(k, v)| (k.clone(), v.clone())));
            }
            Delta::Added { instruction } => {
                let added = now.instructions.get_key_value(&instruction.label);
                applied.instructions.extend(added.map(|(label, held)| (label.clone(), held.clone())));
            }
            Delta::Removed { label } => {
                applied.instructions.remove(label);
            }
        }
    }
    binding
}

/// A change for people.
fn change(delta: &Delta, binding: &Binding, wanted: Option<&Style>) -> Change {
    let applied = applied(binding);
    let instructions = applied.map(|applied| &applied.instructions);
    let former = |label: &str| applied.and_then(|applied| former(label, applied, wanted));
    let code = |language: &Option<Language>| language.as_ref().map(ToString::to_string);
    let (field, before, after) = match delta {
        Delta::Name { after } => (Field::Name, Some(binding.applied.name().to_owned()), Some(after.clone())),
        Delta::Rule { key, after } => {
            let before = applied.and_then(|applied| applied.rules.get(key)).cloned();
            (Field::Rule(key.clone()), before, after.clone())
        }
        Delta::Prompt { label, after } => (Field::Instruction(label.clone()), former(label), Some(after.clone())),
        Delta::Source { label, after } => {
            let last = instructions.and_then(|instructions| instructions.get(label));
            let before = last.and_then(|last| code(&last.source_language));
            (Field::InstructionSource(label.clone()), before, code(after))
        }
        Delta::Label { before, after } => (Field::InstructionLabel, Some(before.clone()), Some(after.label.clone())),
        Delta::Added { instruction } => {
            (Field::Instruction(instruction.label.clone()), None, Some(instruction.prompt.clone()))
        }
        Delta::Removed { label } => (Field::Instruction(label.clone()), former(label), None),
    };
    // There is one cause here, which is that the service changed: saying it at every change would say nothing.
    Change {
        field,
        before,
        after,
        cause: Cause::Unknown,
        place: wanted.and_then(|wanted| place(delta, wanted)).cloned(),
    }
}

/// The words of a prompt as it was applied: the memory has its digest alone, so that the files must have it still.
fn former(label: &str, applied: &AppliedStyle, wanted: Option<&Style>) -> Option<String> {
    let last = applied.instructions.get(label)?;
    let own = wanted.and_then(|wanted| instruction(wanted, label)).map(|own| own.prompt);
    let digest = last.prompt.get(..19).unwrap_or(&last.prompt);
    Some(own.filter(|own| last.holds(own)).unwrap_or_else(|| format!("(remembered by its digest alone: {digest}…)")))
}
