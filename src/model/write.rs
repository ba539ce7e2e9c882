//! An object as the tree of a new file: fields in the order in which people write them, rules and entries sorted.

use crate::model::Language;
use crate::model::lexicon::{Entries, Part, Which};
use crate::model::style::{Content, Instruction};
use crate::source::emit::Tree;

/// The fields of a document that says this.
#[must_use]
pub fn style(content: &Content) -> Vec<(String, Tree)> {
    let Content { name, language, rules, instructions } = content;
    let mut fields =
        vec![("name".to_owned(), Tree::text(name)), ("language".to_owned(), Tree::text(language.as_str()))];
    let mut categories: Vec<(String, Tree)> = Vec::new();
    for (key, value) in rules {
        let entry = (key.rule.clone(), Tree::text(value));
        match categories.last_mut() {
            Some((category, Tree::Mapping(entries))) if *category == key.category => entries.push(entry),
            Some(_) | None => categories.push((key.category.clone(), Tree::Mapping(vec![entry]))),
        }
    }
    if !categories.is_empty() {
        fields.push(("configured_rules".to_owned(), Tree::Mapping(categories)));
    }
    if !instructions.is_empty() {
        let items = instructions.iter().map(instruction).collect();
        fields.push(("custom_instructions".to_owned(), Tree::Sequence(items)));
    }
    fields
}

/// An instruction as an item of its list.
#[must_use]
pub fn instruction(instruction: &Instruction) -> Tree {
    let Instruction { label, prompt, source_language } = instruction;
    let mut entries = vec![("label".to_owned(), Tree::text(label)), ("prompt".to_owned(), Tree::text(prompt))];
    if let Some(code) = source_language {
        entries.push(("source_language".to_owned(), Tree::text(code.as_str())));
    }
    Tree::Mapping(entries)
}

/// The fields of a document for a glossary or a collection of spoken terms; `parts` are the items of its list.
#[must_use]
pub fn lexicon(which: Which, name: &str, parts: Vec<Tree>) -> Vec<(String, Tree)> {
    vec![
        ("kind".to_owned(), Tree::text(which.kind().as_str())),
        ("name".to_owned(), Tree::text(name)),
        (list_of(which).to_owned(), Tree::Sequence(parts)),
    ]
}

/// The field that holds the parts of a lexicon.
#[must_use]
pub fn list_of(which: Which) -> &'static str {
    match which {
        Which::Glossary => "dictionaries",
        Which::SpokenTerms => "term_lists",
    }
}

/// A part of a lexicon as an item of its list, with its entries.
#[must_use]
pub fn part(part: &Part, entries: &Entries) -> Tree {
    let (mut item, field, said) = match part {
        Part::Dictionary { .. } => {
            let entries = entries.iter().map(|(source, target)| (source.clone(), Tree::text(target)));
            (languages(part), "entries", Tree::Mapping(entries.collect()))
        }
        Part::Terms(_) => (languages(part), "terms", Tree::Sequence(entries.keys().map(Tree::text).collect())),
    };
    item.push((field.to_owned(), said));
    Tree::Mapping(item)
}

/// A dictionary as an item of its list, with its entries in a table of this name.
#[must_use]
pub fn part_beside(part: &Part, table: &str) -> Tree {
    let mut item = languages(part);
    item.push(("file".to_owned(), Tree::text(table)));
    Tree::Mapping(item)
}

fn languages(part: &Part) -> Vec<(String, Tree)> {
    let field = |name: &str, code: &Language| (name.to_owned(), Tree::text(code.as_str()));
    match part {
        Part::Dictionary { source, target } => {
            vec![field("source_language", source), field("target_language", target)]
        }
        Part::Terms(language) => vec![field("language", language)],
    }
}
