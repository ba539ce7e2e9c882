//! What people do in the web form of a simulated account: to names, instructions, rules and entries, and to whole lists and
//! glossaries. What they write is written by nobody else, so that it is known again.

use std::collections::BTreeMap;
use std::sync::Arc;

use housestyle::emulator::{Emulator, StoredGlossary, StoredInstruction, StoredStyleList};
use housestyle::model::resource::ResourceContent;

use crate::simulated_world::{ACCOUNT, Dice, World};

/// A part of a list or glossary that people edit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// The display name. Where it is nothing, the whole of it was deleted.
    Name,
    /// A custom instruction, by label.
    Instruction(String),
    /// A configured rule: category and name.
    Rule(String),
    /// An entry: languages and source phrase.
    Entry(String),
}

/// A part of the list or glossary of this id.
pub(super) type Field = (String, Part);

/// What parts say; nothing where somebody deleted it.
pub(super) type Edits = BTreeMap<Field, Option<String>>;

/// What somebody made of a part.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) field: Field,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

impl Edit {
    fn of(field: Field, mut held: impl Iterator<Item = (Field, Option<String>)>, after: Option<String>) -> Self {
        let before = held.find(|(held, _)| *held == field).and_then(|(_, value)| value);
        Self { field, before, after }
    }

    /// Whether a whole list or glossary went.
    pub(super) fn is_deletion(&self) -> bool {
        self.field.1 == Part::Name && self.after.is_none()
    }
}

/// The parts of a content.
pub(super) fn parts_of(content: &ResourceContent) -> BTreeMap<Part, String> {
    let mut parts = BTreeMap::from([(Part::Name, content.name().to_owned())]);
    match content {
        ResourceContent::Style(style) => {
            let said = style.instructions.iter();
            parts.extend(said.map(|said| (Part::Instruction(said.label.to_string()), said.prompt.to_string())));
            let rules = style.rules.iter();
            parts.extend(rules.map(|(key, value)| (Part::Rule(key.to_string()), value.to_string())));
        }
        ResourceContent::TermSet(term_set) => {
            for (part, entries) in &term_set.parts {
                let entries = entries.iter();
                parts.extend(entries.map(|(source, target)| (Part::Entry(format!("{part} {source}")), target.clone())));
            }
        }
        ResourceContent::StyleProfile(_) => {}
    }
    parts
}

/// What all lists and glossaries say that have their names.
pub(super) fn contents(world: &World) -> Edits {
    let mut all = Edits::new();
    for list in named_lists(&world.emulator) {
        all.extend(fields_of_list(&list));
    }
    for glossary in named_glossaries(&world.emulator) {
        all.extend(fields_of_glossary(&glossary));
    }
    all
}

fn fields_of_list(list: &StoredStyleList) -> impl Iterator<Item = (Field, Option<String>)> {
    let said = list.custom_instructions.iter();
    let said = said.map(|held| (Part::Instruction(held.label.clone()), held.prompt.clone()));
    let rules = list.configured_rules.iter().flat_map(|(category, rules)| {
        rules.iter().map(move |(rule, value)| (Part::Rule(format!("{category}.{rule}")), value.to_string()))
    });
    let all: Vec<_> = said.chain(rules).chain([(Part::Name, list.name.clone())]).collect();
    let id = list.style_id.to_string();
    all.into_iter().map(move |(part, value)| ((id.clone(), part), Some(value)))
}

fn fields_of_glossary(glossary: &StoredGlossary) -> impl Iterator<Item = (Field, Option<String>)> {
    let entries = glossary.dictionaries.iter().flat_map(|dictionary| {
        let pair = format!("{} > {}", dictionary.source_lang, dictionary.target_lang);
        let entries = dictionary.entries.iter();
        entries.map(move |(source, target)| (Part::Entry(format!("{pair} {source}")), target.clone()))
    });
    let all: Vec<_> = entries.chain([(Part::Name, glossary.name.clone())]).collect();
    let id = glossary.glossary_id.to_string();
    all.into_iter().map(move |(part, value)| ((id.clone(), part), Some(value)))
}

fn named_lists(emulator: &Emulator) -> Vec<Arc<StoredStyleList>> {
    emulator.style_lists(ACCOUNT).into_iter().filter(|list| !list.name.contains("[hs!")).collect()
}

fn named_glossaries(emulator: &Emulator) -> Vec<Arc<StoredGlossary>> {
    emulator.glossaries(ACCOUNT).into_iter().filter(|glossary| !glossary.name.contains("[hs!")).collect()
}

/// Rules that people set, with values that no file wants. The last one is of no file at all.
const RULES: [(&str, &str, [&str; 2]); 3] = [
    (
        "numbers",
        "thousands_separator",
        ["use_space_as_thousands_separator", "use_straight_apostrophe_as_thousands_separator"],
    ),
    (
        "dates_and_times",
        "time_format",
        [
            "use_hh_period_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours",
            "use_hh_period_mm_german_word_uhr_without_leading_zeros_for_single_digit_hours",
        ],
    ),
    (
        "numbers",
        "percentage_format",
        ["use_numerals_followed_by_percent_symbol", "use_numerals_followed_by_space_then_percent_symbol"],
    ),
];

/// Whether files never want such a part: it is somebody's addition.
pub(super) fn is_theirs(part: &Part) -> bool {
    match part {
        Part::Name => false,
        Part::Instruction(label) => label.starts_with("their "),
        Part::Rule(rule) => rule == "numbers.percentage_format",
        Part::Entry(entry) => entry.contains(" their "),
    }
}

/// One edit in the web form, and what it made of which part. While a run writes (`during`), lists alone are edited: a glossary
/// has no version that would tell of an edit between our read and our write.
pub(super) fn edit_something(dice: &mut Dice, emulator: &Emulator, count: u64, during: bool) -> Option<Edit> {
    let lists = named_lists(emulator);
    let glossaries = if during { Vec::new() } else { named_glossaries(emulator) };
    let all = (lists.len() + glossaries.len()) as u64;
    if all == 0 {
        return None;
    }
    let chosen = usize::try_from(dice.below(all)).unwrap();
    // An account without any of it is taken for the wrong one, which is another story.
    let deletes = all > 1 && dice.chance(6);
    if let Some(list) = lists.get(chosen) {
        let id = list.style_id;
        if deletes {
            emulator.remove_record(ACCOUNT, id);
            return Some(Edit::of((id.to_string(), Part::Name), fields_of_list(list), None));
        }
        let mut edited = (**list).clone();
        let (part, after) = edit_list(dice, emulator, &mut edited, count);
        edited.version += 1;
        emulator.insert_style_list(ACCOUNT, edited);
        return Some(Edit::of((id.to_string(), part), fields_of_list(list), after));
    }
    let glossary = &glossaries[chosen - lists.len()];
    let id = glossary.glossary_id;
    if deletes {
        emulator.remove_record(ACCOUNT, id);
        return Some(Edit::of((id.to_string(), Part::Name), fields_of_glossary(glossary), None));
    }
    let mut edited = (**glossary).clone();
    let (part, after) = edit_glossary(dice, &mut edited, count);
    emulator.insert_glossary(ACCOUNT, edited);
    Some(Edit::of((id.to_string(), part), fields_of_glossary(glossary), after))
}

fn edit_list(dice: &mut Dice, emulator: &Emulator, list: &mut StoredStyleList, count: u64) -> (Part, Option<String>) {
    let held = list.custom_instructions.len() as u64;
    match dice.below(6) {
        0 => {
            list.name = format!("Theirs {count}");
            (Part::Name, Some(list.name.clone()))
        }
        1 if held > 0 => {
            let at = usize::try_from(dice.below(held)).unwrap();
            let instruction = Arc::make_mut(&mut list.custom_instructions[at]);
            instruction.prompt = format!("Say {count}.");
            (Part::Instruction(instruction.label.clone()), Some(instruction.prompt.clone()))
        }
        2 if held > 0 => {
            let at = usize::try_from(dice.below(held)).unwrap();
            let gone = list.custom_instructions.remove(at);
            (Part::Instruction(gone.label.clone()), None)
        }
        3 | 4 => {
            let (category, rule, values) = dice.pick(&RULES);
            let rules = Arc::make_mut(&mut list.configured_rules).entry((*category).to_owned()).or_default();
            let part = Part::Rule(format!("{category}.{rule}"));
            if rules.contains_key(*rule) && dice.chance(40) {
                rules.remove(*rule);
                if rules.is_empty() {
                    Arc::make_mut(&mut list.configured_rules).remove(*category);
                }
                return (part, None);
            }
            let value = dice.pick(values);
            rules.insert((*rule).to_owned(), (*value).into());
            (part, Some((*value).to_owned()))
        }
        _ => {
            let added = StoredInstruction {
                id: emulator.new_id(),
                label: format!("their {count}"),
                prompt: format!("Say {count} as well."),
                source_language: None,
            };
            let (label, prompt) = (added.label.clone(), added.prompt.clone());
            list.custom_instructions.push(Arc::new(added));
            (Part::Instruction(label), Some(prompt))
        }
    }
}

fn edit_glossary(dice: &mut Dice, glossary: &mut StoredGlossary, count: u64) -> (Part, Option<String>) {
    if dice.chance(20) || glossary.dictionaries.is_empty() {
        glossary.name = format!("Theirs {count}");
        return (Part::Name, Some(glossary.name.clone()));
    }
    let at = usize::try_from(dice.below(glossary.dictionaries.len() as u64)).unwrap();
    let dictionary = Arc::make_mut(&mut glossary.dictionaries[at]);
    let pair = format!("{} > {}", dictionary.source_lang, dictionary.target_lang);
    let sources: Vec<String> = dictionary.entries.keys().cloned().collect();
    let (source, target) = match dice.below(3) {
        0 if !sources.is_empty() => (dice.pick(&sources).clone(), Some(format!("said {count}"))),
        1 if sources.len() > 1 => (dice.pick(&sources).clone(), None),
        _ => (format!("their {count}"), Some(format!("said {count}"))),
    };
    match &target {
        Some(target) => drop(dictionary.entries.insert(source.clone(), target.clone())),
        None => drop(dictionary.entries.remove(&source)),
    }
    (Part::Entry(format!("{pair} {source}")), target)
}
