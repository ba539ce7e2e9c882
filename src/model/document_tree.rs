//! A resource as the tree of a new file: fields in the order in which people write them, rules and entries sorted.

use crate::model::style::{Instruction, StyleContent};
use crate::model::style_profile::{Component, ProfileContent, ProfileValue};
use crate::model::term_set::{TermEntries, TermSetKind, TermSetPart};
use crate::model::{Kind, Language};
use crate::source::emit::ValueTree;

/// The fields of a document that says this.
#[must_use]
pub fn style_fields(content: &StyleContent) -> Vec<(String, ValueTree)> {
    let StyleContent { name, language, rules, instructions } = content;
    let mut fields = vec![
        ("name".to_owned(), ValueTree::from_text(name)),
        ("language".to_owned(), ValueTree::from_text(language.as_str())),
    ];
    let mut categories: Vec<(String, ValueTree)> = Vec::new();
    for (key, value) in rules {
        let entry = (key.rule.to_string(), ValueTree::from_text(value));
        match categories.last_mut() {
            Some((category, ValueTree::Mapping(entries))) if key.category == *category => entries.push(entry),
            Some(_) | None => categories.push((key.category.to_string(), ValueTree::Mapping(vec![entry]))),
        }
    }
    if !categories.is_empty() {
        fields.push(("configured_rules".to_owned(), ValueTree::Mapping(categories)));
    }
    if !instructions.is_empty() {
        let items = instructions.iter().map(instruction_tree).collect();
        fields.push(("custom_instructions".to_owned(), ValueTree::Sequence(items)));
    }
    fields
}

/// An instruction as an item of its list.
#[must_use]
pub fn instruction_tree(instruction: &Instruction) -> ValueTree {
    let Instruction { label, prompt, source_language } = instruction;
    let mut entries =
        vec![("label".to_owned(), ValueTree::from_text(label)), ("prompt".to_owned(), ValueTree::from_text(prompt))];
    if let Some(code) = source_language {
        entries.push(("source_language".to_owned(), ValueTree::from_text(code.as_str())));
    }
    ValueTree::Mapping(entries)
}

/// The fields of a document for a glossary or a collection of spoken terms; `parts` are the items of its list.
#[must_use]
pub fn term_set_fields(which: TermSetKind, name: &str, parts: Vec<ValueTree>) -> Vec<(String, ValueTree)> {
    vec![
        ("kind".to_owned(), ValueTree::from_text(which.kind().as_str())),
        ("name".to_owned(), ValueTree::from_text(name)),
        (parts_field_name(which).to_owned(), ValueTree::Sequence(parts)),
    ]
}

/// The fields of a document of a style profile, whose components are named as files name them.
///
/// # Errors
/// A component has no name that a file could give it.
pub fn style_profile_fields(content: &ProfileContent) -> Result<Vec<(String, ValueTree)>, String> {
    let ProfileContent { name, fields } = content;
    let mut out = vec![
        ("kind".to_owned(), ValueTree::from_text(Kind::StyleProfile.as_str())),
        ("name".to_owned(), ValueTree::from_text(name)),
    ];
    for (field, value) in fields {
        out.push((field.as_str().to_owned(), profile_value_tree(value)?));
    }
    Ok(out)
}

/// The value of a field of a style profile.
///
/// # Errors
/// As [`style_profile_fields`].
pub fn profile_value_tree(value: &ProfileValue) -> Result<ValueTree, String> {
    Ok(match value {
        ProfileValue::Text(text) => ValueTree::from_text(text),
        ProfileValue::On => ValueTree::Bool(true),
        ProfileValue::Links(links) => {
            let names = links.iter().map(|link| match link {
                Component::Managed(address) => Ok(ValueTree::from_text(address.key.as_str())),
                Component::Memory(name) => Ok(ValueTree::from_text(name)),
                Component::Id(id) => Err(format!("{id} is managed by nobody here, so that no file can name it")),
            });
            ValueTree::Sequence(names.collect::<Result<_, String>>()?)
        }
    })
}

/// The field that holds the parts of a term set.
#[must_use]
pub fn parts_field_name(kind: TermSetKind) -> &'static str {
    match kind {
        TermSetKind::Glossary => "dictionaries",
        TermSetKind::SpokenTerms => "term_lists",
    }
}

/// A part of a term set as an item of its list, with its entries.
#[must_use]
pub fn part_tree(part: &TermSetPart, entries: &TermEntries) -> ValueTree {
    let (mut item, field, said) = match part {
        TermSetPart::Dictionary { .. } => {
            let entries = entries.iter().map(|(source, target)| (source.clone(), ValueTree::from_text(target)));
            (language_fields(part), "entries", ValueTree::Mapping(entries.collect()))
        }
        TermSetPart::Terms(_) => {
            (language_fields(part), "terms", ValueTree::Sequence(entries.keys().map(ValueTree::from_text).collect()))
        }
    };
    item.push((field.to_owned(), said));
    ValueTree::Mapping(item)
}

/// A dictionary as an item of its list, with its entries in a table of this name.
#[must_use]
pub fn part_tree_with_table(part: &TermSetPart, table: &str) -> ValueTree {
    let mut item = language_fields(part);
    item.push(("file".to_owned(), ValueTree::from_text(table)));
    ValueTree::Mapping(item)
}

fn language_fields(part: &TermSetPart) -> Vec<(String, ValueTree)> {
    let field = |name: &str, code: &Language| (name.to_owned(), ValueTree::from_text(code.as_str()));
    match part {
        TermSetPart::Dictionary { source, target } => {
            vec![field("source_language", source), field("target_language", target)]
        }
        TermSetPart::Terms(language) => vec![field("language", language)],
    }
}
