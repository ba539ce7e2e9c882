//! Documents that certainly have the right shape: what nearly every style and project file is, told without the validator.
//!
//! Law: what is certain here, the generated schema accepts; what the published one refuses beyond that (blank texts, codes that
//! are none) is told by checks. Whatever is less than certain, right or wrong, is for the schema.

use crate::catalogue::Catalogue;
use crate::catalogue::load::Edition;
use crate::schema::MAX_KEY_LENGTH;
use crate::schema::document_kind::DocumentKind;
use crate::schema::project::SERVICES;
use crate::source::{Entry, Node, Value};

/// Whether a style or a base style certainly has the shape of its kind. Of other kinds nothing is certain.
pub(super) fn is_certainly_valid(document: &Node, kind: DocumentKind, catalogue: &Catalogue) -> bool {
    let required: &[&str] = match kind {
        DocumentKind::Style => &["name", "language"],
        DocumentKind::Base => &["kind"],
        DocumentKind::Glossary
        | DocumentKind::SpokenTerms
        | DocumentKind::StyleProfile
        | DocumentKind::Profile
        | DocumentKind::StyleTest
        | DocumentKind::Catalogue => return false,
    };
    required.iter().all(|field| document.get(field).is_some())
        && document.entries().iter().all(|entry| is_field_valid(entry, kind, catalogue))
}

/// Whether a project file certainly has the right shape: it has the settings that most projects have, and no other.
pub(super) fn is_project_certainly_valid(document: &Node) -> bool {
    document.entries().iter().all(|Entry { key, value }| match key.value.as_str() {
        "files" | "exclude" => is_list_of(value, is_text),
        "stack" => value.text().is_some_and(is_stack),
        "default_environment" => is_text(value),
        "catalogue" => value.text().is_some_and(|name| Edition::from_name(name).is_some()),
        "texts" => is_list_of(value, |set| {
            ["files", "language", "style"].iter().all(|field| set.get(field).is_some())
                && has_only(set, |field, value| matches!(field, "files" | "language" | "style") && is_text(value))
        }),
        "environments" => has_only(value, |_, environment| has_only(environment, is_setting_valid)),
        field => is_setting_valid(field, value),
    })
}

/// Whether this is a setting of an environment and certainly right.
fn is_setting_valid(field: &str, value: &Node) -> bool {
    match field {
        "service" => value.text().is_some_and(|name| SERVICES.contains(&name)),
        "state" => is_text(value),
        "deletion" => matches!(value.text(), Some("keep" | "prune")),
        "parallelism" => matches!(value.value, Value::Integer(1..=64)),
        "safeguards" => has_only(value, |field, value| match field {
            "max_delete" => matches!(value.value, Value::Integer(0..=1_000_000)),
            "max_delete_percent" | "max_shrink_percent" => matches!(value.value, Value::Integer(0..=100)),
            "drift" => matches!(value.text(), Some("review" | "revert")),
            "protect" => is_list_of(value, is_text),
            _ => false,
        }),
        _ => false,
    }
}

/// Whether a value is a mapping with something in it, and all of that is right.
fn has_only(value: &Node, is_right: impl Fn(&str, &Node) -> bool) -> bool {
    !value.entries().is_empty() && is_mapping_of(value, |entry| is_right(&entry.key.value, &entry.value))
}

fn is_text(value: &Node) -> bool {
    value.text().is_some()
}

/// Whether a text names a project in stores and temporary names.
fn is_stack(text: &str) -> bool {
    (6..=8).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'))
}

fn is_field_valid(entry: &Entry, kind: DocumentKind, catalogue: &Catalogue) -> bool {
    let Entry { key, value } = entry;
    let style = kind == DocumentKind::Style;
    match key.value.as_str() {
        "kind" => value.text().is_some_and(|text| DocumentKind::from_name(text) == Some(kind)),
        "key" => value.text().is_some_and(is_plain_key),
        "name" if style => is_text_within(value, catalogue.limits.name),
        "description" if !style => is_text(value),
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
        "shared" if style => {
            is_list_of(value, |item| item.text().is_some_and(|word| kind.shared_words().contains(&word)))
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
