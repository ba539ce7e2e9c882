//! One document whose faults are explained, and what the schema may hold against it.

use std::collections::BTreeSet;
use std::sync::Arc;

use jsonschema::error::ValidationErrorKind as Kind;

use crate::catalogue::Catalogue;
use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::subschema_at;
use crate::source::{Entry, Node};

/// What the schema holds against one value, in the few ways that matter for an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SchemaViolation {
    /// The mapping has a key that its place does not have.
    Unknown(String),
    /// The mapping lacks a key.
    Missing(String),
    /// The value is of another type.
    Type,
    /// The value is none of a closed list.
    Choice,
    /// The text is longer than this many characters, or the list longer than this many items.
    TooLong(usize),
    /// The text or list is empty.
    Empty,
    /// The text does not look as it must.
    Form,
    /// The number is less than the least or more than the most.
    Range,
    /// Anything else, in the validator's words.
    Other(String),
}

impl SchemaViolation {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the validator knows many keywords that our schemas do not use")]
    pub(super) fn from_error_kind(kind: &Kind) -> Vec<Self> {
        let size = |limit: &u64| usize::try_from(*limit).unwrap_or(usize::MAX);
        match kind {
            Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
                unexpected.iter().cloned().map(Self::Unknown).collect()
            }
            Kind::Required { property } => vec![Self::Missing(property.as_str().unwrap_or_default().to_owned())],
            Kind::Type { .. } => vec![Self::Type],
            Kind::Enum { .. } | Kind::Constant { .. } => vec![Self::Choice],
            Kind::MaxLength { limit } | Kind::MaxItems { limit } => vec![Self::TooLong(size(limit))],
            Kind::MinLength { .. } | Kind::MinItems { .. } => vec![Self::Empty],
            Kind::Pattern { .. } | Kind::Format { .. } => vec![Self::Form],
            Kind::Minimum { .. } | Kind::Maximum { .. } => vec![Self::Range],
            other => vec![Self::Other(other.keyword().to_owned())],
        }
    }
}

/// One document under explanation, or the project file.
#[derive(Clone, Copy)]
pub(super) struct ExplainedDocument<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) document: &'a Node,
    /// Its kind; none is the project file.
    pub(super) kind: Option<DocumentKind>,
    pub(super) catalogue: &'a Catalogue,
    pub(super) schema: &'a serde_json::Value,
}

impl<'a> ExplainedDocument<'a> {
    /// A finding in this document.
    pub(super) fn new_finding(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.file, span, message)
    }

    /// A name that the mapping at this path does not have.
    pub(super) fn unknown_field(&self, parts: &[&str], entry: &Entry) -> Diagnostic {
        let (owner, written) = (self.describe_any_owner(parts), entry.key.value.as_str());
        self.new_finding(Code::UnknownField, entry.key.span, format!("{owner} has no field `{}`", echo_text(written)))
            .with_label("not a field")
            .with_pointer(join_pointer(&[parts, &[written]].concat()))
    }

    /// What the schema says of the value at this path.
    pub(super) fn schema_at(&self, parts: &[&str]) -> Option<&'a serde_json::Value> {
        subschema_at(self.schema, parts)
    }

    /// The names that the mapping at this path may have, in the order in which people write them; none where they are free.
    pub(super) fn fields_at(&self, parts: &[&str]) -> Vec<&'a str> {
        let fields = self.schema_at(parts).and_then(|schema| schema.get("properties")?.as_object());
        fields.into_iter().flat_map(|fields| fields.keys().map(String::as_str)).collect()
    }

    /// Whether what holds this value cannot do without it.
    pub(super) fn is_required(&self, parts: &[&str]) -> bool {
        let Some((last, above)) = parts.split_last() else { return false };
        let required = self.schema_at(above).and_then(|schema| schema.get("required")?.as_array());
        required.is_some_and(|names| names.iter().any(|name| name == last))
    }

    /// What the whole is called in a message.
    pub(super) fn noun(&self) -> &'static str {
        self.kind.map_or("project file", DocumentKind::noun)
    }

    /// What the mapping at this path is called in a message, with its article.
    pub(super) fn describe_owner(&self, parts: &[&str]) -> String {
        match (self.kind, parts) {
            (Some(kind), []) => format!("the {}", kind.noun()),
            (Some(_), [list, index]) if is_index(index) => describe_entry(list, index),
            _ => self.describe_any_owner(parts),
        }
    }

    /// The same of any such mapping.
    pub(super) fn describe_any_owner(&self, parts: &[&str]) -> String {
        match (self.kind, parts) {
            (None, []) => "housestyle.toml".to_owned(),
            (None, [path @ .., last]) if is_index(last) => format!("`[[{}]]`", echo_text(&path.join("."))),
            (None, path) => format!("`[{}]`", echo_text(&path.join("."))),
            (Some(kind), []) => format!("a {}", kind.noun()),
            (Some(_), [name]) => format!("`{name}`"),
            (Some(_), [list, index]) if is_index(index) => {
                let (article, noun) = noun_of_entries(list);
                format!("{article} {noun}")
            }
            (Some(_), [.., last]) if !is_index(last) => format!("`{}`", echo_text(last)),
            (Some(_), _) => "this mapping".to_owned(),
        }
    }

    /// The entry that holds the value at this path.
    pub(super) fn entry_at(&self, parts: &[&str]) -> Option<&'a Entry> {
        let (last, parents) = parts.split_last()?;
        self.node_at(parents)?.entry(last)
    }

    /// Whether this path ends in an item of a list, and not in a key of digits.
    pub(super) fn is_item(&self, parts: &[&str]) -> bool {
        parts.last().is_some_and(|last| is_index(last)) && self.entry_at(parts).is_none()
    }

    /// The node at this path.
    pub(super) fn node_at(&self, parts: &[&str]) -> Option<&'a Node> {
        parts.iter().try_fold(self.document, |node, part| match node.items() {
            [] => node.get(part),
            items => items.get(part.parse::<usize>().ok()?),
        })
    }
}

/// What the entries of a list are called, with their article.
const NOUNS_OF_ENTRIES: &[(&str, (&str, &str))] = &[
    ("custom_instructions", ("an", "instruction")),
    ("dictionaries", ("a", "dictionary")),
    ("term_lists", ("a", "term list")),
    ("terms", ("a", "term")),
    ("tests", ("a", "test")),
    ("languages", ("a", "language")),
    ("contradictions", ("a", "contradiction")),
    ("without_rules", ("a", "rule")),
    ("extends", ("a", "base")),
];

fn noun_of_entries(list: &str) -> (&'static str, &'static str) {
    NOUNS_OF_ENTRIES.iter().find(|(known, _)| *known == list).map_or(("an", "entry"), |(_, noun)| *noun)
}

/// An entry of a list by its number: `instruction 2`, `entry 1 of `files``.
pub(super) fn describe_entry(list: &str, index: &str) -> String {
    let (_, noun) = noun_of_entries(list);
    let number = index.parse::<usize>().unwrap_or(0) + 1;
    match noun {
        "rule" | "base" | "entry" => format!("{noun} {number} of `{}`", echo_text(list)),
        noun => format!("{noun} {number}"),
    }
}

/// Whether a part of a path is the place of an entry in its list.
pub(super) fn is_index(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// A text of the user as a message may show it: one line, at most 80 characters.
pub fn echo_text(text: &str) -> String {
    const MOST: usize = 80;
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() > MOST || line.len() < text.trim_end().len() {
        let kept: String = line.chars().take(MOST - 1).collect();
        format!("{kept}…")
    } else {
        line.to_owned()
    }
}

/// Whether a sentence can hold all of these names: a report would cut a longer one.
#[must_use]
pub fn can_be_listed(names: &[String]) -> bool {
    const MOST: usize = 320;
    names.iter().map(String::len).sum::<usize>() < MOST
}

/// A JSON pointer below another.
pub fn join_pointer(parts: &[&str]) -> String {
    parts.iter().map(|part| format!("/{}", part.replace('~', "~0").replace('/', "~1"))).collect()
}

/// Is the place of this JSON pointer one of these, or does it stand below one? `/moved/12` does not stand below `/moved/1`.
#[must_use]
pub fn is_at_or_below(pointer: &str, places: &BTreeSet<String>) -> bool {
    let above = pointer.match_indices('/').map(|(end, _)| &pointer[..end]);
    above.chain([pointer]).any(|place| places.contains(place))
}
