//! The tree that YAML and TOML become.

use crate::diagnostic::{Located, Span};

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// From its first to its last byte, quotes and brackets included.
    pub span: Span,
}

/// A value as its notation resolves it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing (`~`, `null`, or an absent YAML value).
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number, with its text where it does not fit.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A date or time of TOML, as written.
    Date(String),
    /// Text, after unescaping.
    Text(String),
    /// Values in order.
    Sequence(Vec<Node>),
    /// Keys and values in order. Keys are unique: a repeated one is a finding and its entry is dropped.
    Mapping(Vec<Entry>),
}

/// One key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key, as text, with the bytes it was written in.
    pub key: Located<String>,
    /// Its value.
    pub value: Node,
}

impl Entry {
    /// Key and value together.
    #[must_use]
    pub fn span(&self) -> Span {
        self.key.span.to(self.value.span)
    }
}

impl Node {
    /// Whether there is a value, and something in it.
    #[must_use]
    pub fn says_something(&self) -> bool {
        match &self.value {
            Value::Null => false,
            Value::Sequence(items) => !items.is_empty(),
            Value::Mapping(entries) => !entries.is_empty(),
            Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => true,
        }
    }

    /// The value of a key, if this is a mapping that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The entry of a key, if this is a mapping that has it.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key.value == key)
    }

    /// The entries of a mapping; none for anything else.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        if let Value::Mapping(entries) = &self.value { entries } else { &[] }
    }

    /// The items of a sequence; none for anything else.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        if let Value::Sequence(items) = &self.value { items } else { &[] }
    }

    /// The text, if it is text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// What it is, in words for a message: `text`, `a list`, `a mapping`, `a number`, `true`, `nothing`.
    #[must_use]
    pub fn describe_type(&self) -> &'static str {
        match &self.value {
            Value::Null => "nothing",
            Value::Bool(true) => "`true`",
            Value::Bool(false) => "`false`",
            Value::Integer(_) | Value::Float(_) => "a number",
            Value::Date(_) => "a date",
            Value::Text(_) => "text",
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "a mapping",
        }
    }

    /// The node at a JSON pointer such as `/configured_rules/numbers`, if every part of the way is there.
    #[must_use]
    pub fn at_pointer(&self, pointer: &str) -> Option<&Self> {
        pointer.split('/').skip(1).try_fold(self, |node, part| {
            let part = part.replace("~1", "/").replace("~0", "~");
            match &node.value {
                Value::Mapping(_) => node.get(&part),
                Value::Sequence(items) => items.get(part.parse::<usize>().ok()?),
                Value::Null
                | Value::Bool(_)
                | Value::Integer(_)
                | Value::Float(_)
                | Value::Date(_)
                | Value::Text(_) => None,
            }
        })
    }

    /// The tree as JSON. Dates become text, floats that JSON lacks become null.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        self.to_json_with(&|_| None)
    }

    /// The tree as JSON, in which a value becomes what `instead` says, where that says something.
    #[must_use]
    pub fn to_json_with(&self, instead: &impl Fn(&Value) -> Option<serde_json::Value>) -> serde_json::Value {
        use serde_json::Value as Json;
        if let Some(json) = instead(&self.value) {
            return json;
        }
        match &self.value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Integer(value) => Json::from(*value),
            Value::Float(value) => Json::from(*value),
            Value::Date(value) | Value::Text(value) => Json::String(value.clone()),
            Value::Sequence(items) => items.iter().map(|item| item.to_json_with(instead)).collect(),
            Value::Mapping(entries) => {
                entries.iter().map(|entry| (entry.key.value.clone(), entry.value.to_json_with(instead))).collect()
            }
        }
    }
}
