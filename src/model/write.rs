//! A list as the tree of a new file: fields in the order in which people write them, rules sorted.

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
