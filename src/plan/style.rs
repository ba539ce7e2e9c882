//! One style rule list, wanted against live: changes for people, steps for the machine.
//!
//! Instructions are matched by label, so an insertion shifts nothing. What goes is paired with what comes: one PUT on the
//! old id instead of a DELETE and a POST. Rules that nobody here knows are kept unless their removal was asked for.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::{Catalogue, load};
use crate::diagnostic::Place;
use crate::model::Address;
use crate::model::resource::ResourceContent;
use crate::model::style::{Instruction, LiveInstruction, LiveStyle, RuleKey, Style};
use crate::model::{Id, Language, Placed, SharedText};
use crate::plan::resource_diff::{ResourceDiff, build_change, classify_cause, classify_return};
use crate::plan::{Action, Cause, Change, ChangedField, Safeguard, Step, StyleAction};
use crate::state::Binding;
use crate::state::applied::AppliedInstruction;

/// Compares. `binding` tells what was last applied, and so why things differ; `strange` is what an undo brings back
/// beside rules.
#[must_use]
pub fn compare_styles(
    wanted: &Style,
    live: &LiveStyle,
    binding: Option<&Binding>,
    catalogue: &Catalogue,
    drop_unknown: bool,
    strange: Option<&BTreeMap<String, serde_json::Value>>,
) -> ResourceDiff {
    let mut content = wanted.content();
    let mut difference =
        ResourceDiff::new(live.rules.len() + live.instructions.len(), ResourceContent::Style(content.clone()));
    compare_instructions(&mut difference, wanted, live, binding);
    let mut kept = if drop_unknown { BTreeMap::new() } else { live.opaque_rules.clone() };
    kept.extend(strange.into_iter().flatten().map(|(path, value)| (path.clone(), value.clone())));
    content.rules = compare_rules(&mut difference, wanted, live, binding, catalogue, drop_unknown, kept);
    difference.desired_content = ResourceContent::Style(content);
    compare_names(&mut difference, wanted, live, binding);
    difference
}

/// Whether a live list says word for word what is wanted, its instructions in the same order. Compared as it stands: in a
/// project where little changes this is asked of every list, and nothing else.
#[must_use]
pub fn is_as_wanted(wanted: &Style, live: &LiveStyle) -> bool {
    let Style { key: _, name, language, rules, instructions, protected: _, place: _ } = wanted;
    let language = &language.value;
    let same_instruction = |(wanted, live): (&Placed<Instruction>, &LiveInstruction)| {
        let own = |code: &Option<Language>| code.as_ref().filter(|code| *code != language).cloned();
        let (wanted, live) = (&wanted.value, &live.instruction);
        wanted.label == live.label
            && wanted.prompt == live.prompt
            && (wanted.source_language == live.source_language
                || own(&wanted.source_language) == own(&live.source_language))
    };
    name.value == live.name
        && *language == live.language
        && rules.iter().map(|(key, value)| (key, &value.value)).eq(&live.rules)
        && instructions.len() == live.instructions.len()
        && instructions.iter().zip(&live.instructions).all(same_instruction)
}

/// Whether the catalogue has a rule and this value of it.
pub(super) fn is_known_rule(catalogue: &Catalogue, key: &RuleKey, value: &str) -> bool {
    catalogue.find_rule(&key.category, &key.rule).is_some_and(|rule| rule.values.contains_key(value))
}

/// The changes that a new list brings, all of them coming.
#[must_use]
pub fn style_creation(wanted: &Style) -> Vec<Change> {
    let rules = wanted.rules.iter().map(|(key, value)| (ChangedField::Rule(key.clone()), &value.value, &value.place));
    let instructions = wanted.instructions.iter().map(|instruction| {
        (ChangedField::Instruction(instruction.value.label.clone()), &instruction.value.prompt, &instruction.place)
    });
    rules
        .chain(instructions)
        .map(|(field, after, place)| build_change(field, None, Some(after.clone()), Cause::Unknown, Some(place)))
        .collect()
}

fn compare_names(difference: &mut ResourceDiff, wanted: &Style, live: &LiveStyle, binding: Option<&Binding>) {
    let name = &wanted.name.value;
    let last = binding.is_some_and(|binding| binding.applied.name() == name);
    let stored_differently = last && binding.is_some_and(|binding| binding.applied.has_name(&live.name));
    if live.name == *name || stored_differently {
        return;
    }
    let ours = binding.is_some_and(|binding| binding.wrote_name(&live.name));
    let at = difference.changes.len();
    difference.changes.push(build_change(
        ChangedField::Name,
        Some((&live.name).into()),
        Some(name.into()),
        classify_cause(binding.is_some(), ours, last),
        Some(&wanted.name.place),
    ));
    difference
        .steps
        .push(Step { action: Action::Style(StyleAction::Rename { name: name.clone() }), changes: vec![at] });
}

fn compare_rules(
    difference: &mut ResourceDiff,
    wanted: &Style,
    live: &LiveStyle,
    binding: Option<&Binding>,
    catalogue: &Catalogue,
    drop_unknown: bool,
    strange: BTreeMap<String, serde_json::Value>,
) -> BTreeMap<RuleKey, SharedText> {
    let mut target: BTreeMap<RuleKey, SharedText> =
        wanted.rules.iter().map(|(key, value)| (key.clone(), value.value.clone())).collect();
    for (key, value) in &live.rules {
        if target.contains_key(key) || is_known_rule(catalogue, key, value) {
            continue;
        }
        let ours = binding.is_some_and(|binding| binding.wrote_rule(key, Some(value)));
        if drop_unknown {
            difference.dropped_rules.push(key.clone());
        } else if !ours {
            difference.kept_rules.push((key.clone(), value.clone()));
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
        let was = applied.and_then(|applied| applied.rules.get(key));
        let last = applied.is_some() && was == after;
        let cause = match before {
            None => classify_return(binding.is_some(), ours, was.is_some(), last),
            Some(_) => classify_cause(binding.is_some(), ours, last),
        };
        let place = wanted.rules.get(key).map(|value| &value.place);
        difference.removed += usize::from(after.is_none());
        difference.changes.push(build_change(
            ChangedField::Rule(key.clone()),
            before.cloned(),
            after.cloned(),
            cause,
            place,
        ));
    }
    if difference.changes.len() > first || strange != live.opaque_rules {
        difference.steps.push(Step {
            action: Action::Style(StyleAction::ReplaceRules { rules: target.clone(), opaque_rules: strange }),
            changes: (first..difference.changes.len()).collect(),
        });
    }
    target
}

fn compare_instructions(difference: &mut ResourceDiff, wanted: &Style, live: &LiveStyle, binding: Option<&Binding>) {
    let language = &wanted.language.value;
    let mut held: BTreeMap<&str, (&Id, Instruction)> = BTreeMap::new();
    let mut surplus: Vec<(&Id, Instruction)> = Vec::new();
    let late = |said: &Instruction| {
        binding.is_some_and(|binding| binding.began_instruction(said))
            && !wanted.instructions.iter().any(|placed| placed.value.clone().normalized_for(language) == *said)
    };
    for instruction in &live.instructions {
        let said = instruction.instruction.clone().normalized_for(language);
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
            Some((first, _)) => difference.blocked.push((
                Safeguard::Ambiguous,
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
        let said = placed.value.clone().normalized_for(language);
        match held.remove(said.label.as_str()) {
            Some((id, before)) => edit_instruction(difference, id, &before, &said, &placed.place, binding),
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
        // A label of the service that we never gave is what somebody else called it.
        // And one that we gave and that is gone is what somebody took away.
        let ours = binding.is_some_and(|binding| {
            binding.wrote_instruction(&before.label, Some(&before)) && binding.wrote_instruction(&said.label, None)
        });
        let last = applied_instruction(binding, &said.label).is_some();
        let cause = classify_return(binding.is_some(), ours, last, last);
        difference.changes.push(build_change(
            ChangedField::InstructionLabel,
            Some(before.label),
            Some(said.label.clone()),
            cause,
            Some(place),
        ));
        let action = Action::Style(StyleAction::ReplaceInstruction { id: id.clone(), instruction: said.clone() });
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
                difference.changes.push(instruction_removal(before, binding));
                Action::Style(StyleAction::ReplaceInstruction { id: id.clone(), instruction: said.clone() })
            }
            None => Action::Style(StyleAction::AddInstruction { instruction: said.clone() }),
        };
        explained.push(difference.changes.len());
        let absent = binding.is_some_and(|binding| binding.wrote_instruction(&said.label, None));
        let last = applied_instruction(binding, &said.label).is_some();
        difference.changes.push(build_change(
            ChangedField::Instruction(said.label),
            None,
            Some(said.prompt),
            classify_return(binding.is_some(), absent, last, last),
            Some(place),
        ));
        difference.steps.push(Step { action, changes: explained });
    }
    for (id, before) in going {
        let index = difference.changes.len();
        let action = Action::Style(StyleAction::RemoveInstruction { id: id.clone(), label: before.label.clone() });
        difference.changes.push(instruction_removal(before, binding));
        difference.steps.push(Step { action, changes: vec![index] });
    }
}

fn edit_instruction(
    difference: &mut ResourceDiff,
    id: &Id,
    before: &Instruction,
    said: &Instruction,
    place: &Place,
    binding: Option<&Binding>,
) {
    let last = applied_instruction(binding, &said.label);
    let ours = binding.is_some_and(|binding| binding.wrote_instruction(&said.label, Some(before)));
    let stored_differently =
        last.is_some_and(|last| last.matches_prompt(&before.prompt) && last.matches_prompt(&said.prompt));
    let mut explained = Vec::new();
    if before.prompt != said.prompt && !stored_differently {
        explained.push(difference.changes.len());
        difference.changes.push(build_change(
            ChangedField::Instruction(said.label.clone()),
            Some(before.prompt.clone()),
            Some(said.prompt.clone()),
            classify_cause(binding.is_some(), ours, last.is_some_and(|last| last.matches_prompt(&said.prompt))),
            Some(place),
        ));
    }
    if before.source_language != said.source_language {
        explained.push(difference.changes.len());
        let text = |language: &Option<Language>| language.as_ref().map(SharedText::from);
        difference.changes.push(build_change(
            ChangedField::InstructionSource(said.label.clone()),
            text(&before.source_language),
            text(&said.source_language),
            classify_cause(
                binding.is_some(),
                ours,
                last.is_some_and(|last| last.source_language == said.source_language),
            ),
            Some(place),
        ));
    }
    if !explained.is_empty() {
        let action = Action::Style(StyleAction::ReplaceInstruction { id: id.clone(), instruction: said.clone() });
        difference.steps.push(Step { action, changes: explained });
    }
}

/// An instruction as last applied.
fn applied_instruction<'a>(binding: Option<&'a Binding>, label: &str) -> Option<&'a AppliedInstruction> {
    binding?.applied.style()?.instructions.get(label)
}

fn instruction_removal(before: Instruction, binding: Option<&Binding>) -> Change {
    let ours = binding.is_some_and(|binding| binding.wrote_instruction(&before.label, Some(&before)));
    let last = binding.is_some() && applied_instruction(binding, &before.label).is_none();
    let cause = classify_cause(binding.is_some(), ours, last);
    build_change(ChangedField::Instruction(before.label), Some(before.prompt), None, cause, None)
}
/// What is said of rules of the service that nobody here knows; nothing where there is none.
pub(super) fn foreign_rules_note<'a>(
    address: &Address,
    rules: impl Iterator<Item = (&'a RuleKey, Option<&'a str>)>,
) -> Option<String> {
    let mut counts = BTreeMap::new();
    for (key, value) in rules {
        *counts.entry(load::is_public_alone(&key.category, &key.rule, value)).or_insert(0_usize) += 1;
    }
    let stays = if counts.values().sum::<usize>() == 1 { "it stays as it is" } else { "they stay as they are" };
    let (mut told, mut hints) = (Vec::new(), String::new());
    for (is_public, count) in counts {
        let (what, hint) = load::explain_unmanageable(is_public);
        told.push(format!("{count} {} {what}", if count == 1 { "rule" } else { "rules" }));
        hints.push_str(&hint);
    }
    (!told.is_empty()).then(|| format!("{address}: the service has {}; {stays}{hints}", told.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Key;
    use crate::model::style::StyleContent;

    fn instruction(label: &str, prompt: &str, source_language: Option<&str>) -> Instruction {
        let source_language = source_language.map(Language::new);
        Instruction { label: label.into(), prompt: prompt.into(), source_language }
    }

    fn wanted() -> Style {
        let place = || Place { file: "styles/a.yaml".into(), line: 1, column: 1 };
        let instructions = [instruction("tone", "Be kind.", None), instruction("length", "Be brief.", Some("en"))];
        Style {
            key: Key::new("a").unwrap(),
            name: Placed::new("Shop".to_owned(), place()),
            language: Placed::new(Language::new("de"), place()),
            rules: BTreeMap::from([(RuleKey::new("numbers", "dash"), Placed::new("use".into(), place()))]),
            instructions: instructions.map(|instruction| Placed::new(instruction, place())).into(),
            protected: false,
            place: place(),
        }
    }

    /// The list as a service holds it that was sent what is wanted, with a change.
    fn held(change: impl Fn(&mut LiveStyle)) -> LiveStyle {
        let StyleContent { name, language, rules, instructions } = wanted().content();
        let instructions = instructions.into_iter().zip(["i-1", "i-2"]);
        let instructions =
            instructions.map(|(instruction, id)| LiveInstruction { id: Id::new(id).unwrap(), instruction }).collect();
        let mut held = LiveStyle {
            id: Id::new("s-1").unwrap(),
            name,
            language,
            version: 3,
            rules,
            opaque_rules: BTreeMap::new(),
            instructions,
            updated_time: String::new(),
        };
        change(&mut held);
        held
    }

    #[test]
    fn a_list_is_as_wanted_where_it_says_the_same_in_the_same_order() {
        let same: [fn(&mut LiveStyle); 3] = [
            |_| {},
            |held| held.version = 9,
            // Some services fill in the language of the list.
            |held| held.instructions[0].instruction.source_language = Some(Language::new("de")),
        ];
        for change in same {
            assert!(is_as_wanted(&wanted(), &held(change)), "{:?}", held(change));
        }
        let other: [fn(&mut LiveStyle); 10] = [
            |held| held.name.push('!'),
            |held| held.language = Language::new("fr"),
            |held| held.rules.clear(),
            |held| held.rules.values_mut().for_each(|value| *value = "avoid".into()),
            |held| held.instructions[0].instruction.label = "voice".into(),
            |held| held.instructions[0].instruction.prompt = "Be stern.".into(),
            |held| held.instructions[0].instruction.source_language = Some(Language::new("en")),
            |held| held.instructions[1].instruction.source_language = None,
            |held| held.instructions.swap(0, 1),
            |held| drop(held.instructions.pop()),
        ];
        for change in other {
            assert!(!is_as_wanted(&wanted(), &held(change)), "{:?}", held(change));
        }
    }
}
