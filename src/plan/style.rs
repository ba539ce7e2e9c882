//! One style rule list, wanted against live: changes for people, steps for the machine.
//!
//! Instructions are matched by label, so an insertion shifts nothing. What goes is paired with what comes: one PUT on the
//! old id instead of a DELETE and a POST. Rules that nobody here knows are kept unless their removal was asked for.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::Catalogue;
use crate::diagnostic::Place;
use crate::model::object::Content;
use crate::model::style::{Instruction, LiveStyle, RuleKey, Style};
use crate::model::{Id, Language};
use crate::plan::difference::{Difference, cause, change};
use crate::plan::{Action, Cause, Change, Field, Guard, Step};
use crate::state::Binding;
use crate::state::applied::AppliedInstruction;

/// Compares. `binding` tells what was last applied, and so why things differ; `strange` is what an undo brings back
/// beside rules.
#[must_use]
pub fn compare(
    wanted: &Style,
    live: &LiveStyle,
    binding: Option<&Binding>,
    catalogue: &Catalogue,
    drop_unknown: bool,
    strange: Option<&BTreeMap<String, serde_json::Value>>,
) -> Difference {
    let mut content = wanted.content();
    let mut difference = Difference::new(live.rules.len() + live.instructions.len(), Content::Style(content.clone()));
    instructions(&mut difference, wanted, live, binding);
    let mut kept = if drop_unknown { BTreeMap::new() } else { live.strange.clone() };
    kept.extend(strange.into_iter().flatten().map(|(path, value)| (path.clone(), value.clone())));
    content.rules = rules(&mut difference, wanted, live, binding, catalogue, drop_unknown, kept);
    difference.content = Content::Style(content);
    name(&mut difference, wanted, live, binding);
    difference
}

/// Whether the catalogue has a rule and this value of it.
pub(super) fn known(catalogue: &Catalogue, key: &RuleKey, value: &str) -> bool {
    catalogue.rule(&key.category, &key.rule).is_some_and(|rule| rule.values.contains_key(value))
}

/// The changes that a new list brings, all of them coming.
#[must_use]
pub fn creation(wanted: &Style) -> Vec<Change> {
    let rules = wanted.rules.iter().map(|(key, value)| (Field::Rule(key.clone()), &value.value, &value.place));
    let instructions = wanted.instructions.iter().map(|instruction| {
        (Field::Instruction(instruction.value.label.clone()), &instruction.value.prompt, &instruction.place)
    });
    rules
        .chain(instructions)
        .map(|(field, after, place)| change(field, None, Some(after.clone()), Cause::Unknown, Some(place)))
        .collect()
}

fn name(difference: &mut Difference, wanted: &Style, live: &LiveStyle, binding: Option<&Binding>) {
    let name = &wanted.name.value;
    let last = binding.is_some_and(|binding| binding.applied.name() == name);
    let stored_differently = last && binding.is_some_and(|binding| binding.applied.named(&live.name));
    if live.name == *name || stored_differently {
        return;
    }
    let ours = binding.is_some_and(|binding| binding.wrote_name(&live.name));
    let at = difference.changes.len();
    difference.changes.push(change(
        Field::Name,
        Some(live.name.clone()),
        Some(name.clone()),
        cause(binding.is_some(), ours, last),
        Some(&wanted.name.place),
    ));
    difference.steps.push(Step { action: Action::RenameStyle { name: name.clone() }, changes: vec![at] });
}

fn rules(
    difference: &mut Difference,
    wanted: &Style,
    live: &LiveStyle,
    binding: Option<&Binding>,
    catalogue: &Catalogue,
    drop_unknown: bool,
    strange: BTreeMap<String, serde_json::Value>,
) -> BTreeMap<RuleKey, String> {
    let mut target: BTreeMap<RuleKey, String> =
        wanted.rules.iter().map(|(key, value)| (key.clone(), value.value.clone())).collect();
    for (key, value) in &live.rules {
        if target.contains_key(key) || known(catalogue, key, value) {
            continue;
        }
        let ours = binding.is_some_and(|binding| binding.wrote_rule(key, Some(value)));
        if drop_unknown {
            difference.dropped.push(key.clone());
        } else if !ours {
            difference.kept.push((key.clone(), value.clone()));
            target.insert(key.clone(), value.clone());
        }
    }
    let applied = binding.and_then(|binding| binding.applied.style());
    let first = difference.changes.len();
    let keys: BTreeSet<&RuleKey> = target.keys().chain(live.rules.keys()).collect();
    for key in keys {
        let (before, after) = (live.rules.get(key), target.get(key));
        if before == after {
            continue;
        }
        let ours = binding.is_some_and(|binding| binding.wrote_rule(key, before));
        let last = applied.is_some_and(|applied| applied.rules.get(key) == after);
        let cause = cause(binding.is_some(), ours, last);
        let place = wanted.rules.get(key).map(|value| &value.place);
        difference.removed += usize::from(after.is_none());
        difference.changes.push(change(Field::Rule(key.clone()), before.cloned(), after.cloned(), cause, place));
    }
    if difference.changes.len() > first || strange != live.strange {
        difference.steps.push(Step {
            action: Action::ReplaceRules { rules: target.clone(), strange },
            changes: (first..difference.changes.len()).collect(),
        });
    }
    target
}

fn instructions(difference: &mut Difference, wanted: &Style, live: &LiveStyle, binding: Option<&Binding>) {
    let language = &wanted.language.value;
    let mut held: BTreeMap<&str, (&Id, Instruction)> = BTreeMap::new();
    let mut surplus: Vec<(&Id, Instruction)> = Vec::new();
    let late = |said: &Instruction| {
        binding.is_some_and(|binding| binding.began_instruction(said))
            && !wanted.instructions.iter().any(|placed| placed.value.clone().normal(language) == *said)
    };
    for instruction in &live.instructions {
        let said = instruction.instruction.clone().normal(language);
        match held.get(instruction.instruction.label.as_str()) {
            None => {
                held.insert(&instruction.instruction.label, (&instruction.id, said));
            }
            Some((_, first)) if *first == said => surplus.push((&instruction.id, said)),
            // What we sent ourselves and no longer want arrived late: it goes, whichever of the two it is.
            Some(_) if late(&said) => surplus.push((&instruction.id, said)),
            Some((_, first)) if late(first) => {
                let kept = held.insert(&instruction.instruction.label, (&instruction.id, said));
                surplus.extend(kept);
            }
            Some((first, _)) => difference.refused.push((
                Guard::Ambiguous,
                format!(
                    "the live list has two instructions labelled {:?} that say different things: {first} and {}",
                    said.label, instruction.id
                ),
                "rename or remove one of them on the service, then plan again".to_owned(),
            )),
        }
    }

    let mut coming: Vec<(Instruction, &Place)> = Vec::new();
    for placed in &wanted.instructions {
        let said = placed.value.clone().normal(language);
        match held.remove(said.label.as_str()) {
            Some((id, before)) => edit(difference, id, &before, &said, &placed.place, binding),
            None => coming.push((said, &placed.place)),
        }
    }
    let mut going: Vec<(&Id, Instruction)> = held.into_values().collect();

    // A label that changed while the prompt stayed keeps its id, and is one change.
    coming.retain(|(said, place)| {
        let same = |(_, before): &(&Id, Instruction)| {
            before.prompt == said.prompt && before.source_language == said.source_language
        };
        let Some(at) = going.iter().position(same) else { return true };
        let (id, before) = going.remove(at);
        let index = difference.changes.len();
        let cause = if binding.is_some() { Cause::Edited } else { Cause::Unknown };
        difference.changes.push(change(
            Field::InstructionLabel,
            Some(before.label),
            Some(said.label.clone()),
            cause,
            Some(place),
        ));
        let action = Action::ReplaceInstruction { id: id.clone(), instruction: said.clone() };
        difference.steps.push(Step { action, changes: vec![index] });
        false
    });

    difference.removed += going.len().saturating_sub(coming.len());
    going.extend(surplus);
    let mut going = going.into_iter();
    for (said, place) in coming {
        let mut explained = Vec::new();
        let action = match going.next() {
            Some((id, before)) => {
                explained.push(difference.changes.len());
                difference.changes.push(removal(before, binding));
                Action::ReplaceInstruction { id: id.clone(), instruction: said.clone() }
            }
            None => Action::AddInstruction { instruction: said.clone() },
        };
        explained.push(difference.changes.len());
        let absent = binding.is_some_and(|binding| binding.wrote_instruction(&said.label, None));
        let last = applied(binding, &said.label).is_some();
        difference.changes.push(change(
            Field::Instruction(said.label),
            None,
            Some(said.prompt),
            cause(binding.is_some(), absent, last),
            Some(place),
        ));
        difference.steps.push(Step { action, changes: explained });
    }
    for (id, before) in going {
        let index = difference.changes.len();
        let action = Action::RemoveInstruction { id: id.clone(), label: before.label.clone() };
        difference.changes.push(removal(before, binding));
        difference.steps.push(Step { action, changes: vec![index] });
    }
}

fn edit(
    difference: &mut Difference,
    id: &Id,
    before: &Instruction,
    said: &Instruction,
    place: &Place,
    binding: Option<&Binding>,
) {
    let last = applied(binding, &said.label);
    let ours = binding.is_some_and(|binding| binding.wrote_instruction(&said.label, Some(before)));
    let stored_differently = last.is_some_and(|last| last.holds(&before.prompt) && last.holds(&said.prompt));
    let mut explained = Vec::new();
    if before.prompt != said.prompt && !stored_differently {
        explained.push(difference.changes.len());
        difference.changes.push(change(
            Field::Instruction(said.label.clone()),
            Some(before.prompt.clone()),
            Some(said.prompt.clone()),
            cause(binding.is_some(), ours, last.is_some_and(|last| last.holds(&said.prompt))),
            Some(place),
        ));
    }
    if before.source_language != said.source_language {
        explained.push(difference.changes.len());
        let text = |language: &Option<Language>| language.as_ref().map(ToString::to_string);
        difference.changes.push(change(
            Field::InstructionSource(said.label.clone()),
            text(&before.source_language),
            text(&said.source_language),
            cause(binding.is_some(), ours, last.is_some_and(|last| last.source_language == said.source_language)),
            Some(place),
        ));
    }
    if !explained.is_empty() {
        let action = Action::ReplaceInstruction { id: id.clone(), instruction: said.clone() };
        difference.steps.push(Step { action, changes: explained });
    }
}

/// An instruction as last applied.
fn applied<'a>(binding: Option<&'a Binding>, label: &str) -> Option<&'a AppliedInstruction> {
    binding?.applied.style()?.instructions.get(label)
}

fn removal(before: Instruction, binding: Option<&Binding>) -> Change {
    let ours = binding.is_some_and(|binding| binding.wrote_instruction(&before.label, Some(&before)));
    let last = binding.is_some() && applied(binding, &before.label).is_none();
    let cause = cause(binding.is_some(), ours, last);
    change(Field::Instruction(before.label), Some(before.prompt), None, cause, None)
}
