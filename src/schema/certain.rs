//! Documents that certainly have the right shape: what nearly every style is, told without the validator.
//!
//! Law: what is certain here, the generated schema accepts. Whatever is less than certain, right or wrong, is for the schema.

use crate::catalogue::Catalogue;
use crate::schema::MAX_KEY_LENGTH;
use crate::schema::document_kind::DocumentKind;
use crate::source::{Entry, Node, Value};

/// Whether a style or a base style certainly has the shape of its kind. Of other kinds nothing is certain.
pub(super) fn is_certainly_valid(document: &Node, kind: DocumentKind, catalogue: &Catalogue) -> bool {
    let required: &[&str] = match kind {
        DocumentKind::Style => &["name", "language"],
        DocumentKind::Base => &["kind"],
        DocumentKind::Glossary | DocumentKind::SpokenTerms | DocumentKind::Profile => return false,
    };
    required.iter().all(|field| document.get(field).is_some())
        && document.entries().iter().all(|entry| is_field_valid(entry, kind, catalogue))
}

fn is_field_valid(entry: &Entry, kind: DocumentKind, catalogue: &Catalogue) -> bool {
    let Entry { key, value } = entry;
    let style = kind == DocumentKind::Style;
    match key.value.as_str() {
        "kind" => value.text().is_some_and(|text| DocumentKind::from_name(text) == Some(kind)),
        "key" => value.text().is_some_and(is_plain_key),
        "name" if style => is_text_within(value, catalogue.limits.name),
        "description" if !style => value.text().is_some(),
        "language" => value.text().is_some_and(|code| catalogue.supports_language(code)),
        "extends" => is_list_of(value, |item| item.text().is_some_and(|key| !key.is_empty())),
        "without_rules" => is_list_of(value, |item| {
            let named = item.text().and_then(|text| text.split_once('.'));
            named.is_some_and(|(category, rule)| catalogue.find_rule(category, rule).is_some())
        }),
        "configured_rules" => is_mapping_of(value, |category| are_rules_valid(category, catalogue)),
        "custom_instructions" => {
            value.items().len() <= catalogue.limits.custom_instructions
                && is_list_of(value, |item| is_instruction_valid(item, catalogue))
        }
        "protected" if style => matches!(value.value, Value::Bool(_)),
        _ => false,
    }
}

fn are_rules_valid(category: &Entry, catalogue: &Catalogue) -> bool {
    let Some(known) = catalogue.categories.get(&category.key.value) else { return false };
    let is_offered = |rule: &Entry| {
        let values = known.rules.get(&rule.key.value).map(|rule| &rule.values);
        values.is_some_and(|values| rule.value.text().is_some_and(|text| values.contains_key(text)))
    };
    is_mapping_of(&category.value, is_offered)
}

fn is_instruction_valid(item: &Node, catalogue: &Catalogue) -> bool {
    let is_known = |entry: &Entry| match entry.key.value.as_str() {
        "label" => is_text_within(&entry.value, catalogue.limits.label),
        "prompt" => is_text_within(&entry.value, catalogue.limits.prompt),
        "source_language" => entry.value.text().is_some_and(|code| code.chars().count() > 1),
        _ => false,
    };
    item.get("label").is_some() && item.get("prompt").is_some() && item.entries().iter().all(is_known)
}

/// Whether a value is a list whose items all have this form.
fn is_list_of(value: &Node, is_right: impl Fn(&Node) -> bool) -> bool {
    matches!(value.value, Value::Sequence(_)) && value.items().iter().all(is_right)
}

/// Whether a value is a mapping whose entries all have this form.
fn is_mapping_of(value: &Node, is_right: impl Fn(&Entry) -> bool) -> bool {
    matches!(value.value, Value::Mapping(_)) && value.entries().iter().all(is_right)
}

/// Whether a value is a text of at least one character and no more than this.
fn is_text_within(value: &Node, most: usize) -> bool {
    let Some(text) = value.text() else { return false };
    !text.is_empty() && (text.len() <= most || text.chars().count() <= most)
}

/// Whether a text is a key of ASCII: words with `.`, `_` and `-` inside, parted by `/`.
fn is_plain_key(text: &str) -> bool {
    let is_word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphanumeric())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
    };
    text.len() <= MAX_KEY_LENGTH && text.split('/').all(is_word)
}
