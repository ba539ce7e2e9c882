//! Lets the validator walk our tree as it is, so that valid files cost no copy of themselves.
//!
//! Numbers that JSON lacks, and the dates of TOML, count as a number: no field of a document takes one, so that they are
//! refused everywhere. (Elsewhere dates are text, see [`Node::to_json`].)

use std::borrow::Cow;

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, Node as JsonNode, NodeIdentity, Object};
use serde_json::Number;

use crate::source::{Entry, Node, Value};

/// Our tree, as a representation of JSON.
pub(super) struct JsonTree;

impl Json for JsonTree {
    type Node<'a> = JsonView<'a>;
    type PreparedKey = String;
    type StringBuffer = ();

    // A lookup compares every key before, so that one pass over the members is cheaper than lookups for each rule.
    const KEYS_PER_LOOKUP: usize = 16;

    fn prepare_key(key: &str) -> String {
        key.to_owned()
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(JsonView<'_>) -> T) -> T {
        f(JsonView::Name(string))
    }
}

/// A place in the tree, or a key of a mapping looked at as a text.
#[derive(Clone, Copy)]
pub(super) enum JsonView<'a> {
    /// A value.
    Node(&'a Node),
    /// A key.
    Name(&'a str),
}

impl<'a> JsonView<'a> {
    fn as_text(self) -> Option<&'a str> {
        match self {
            Self::Node(node) => node.text(),
            Self::Name(name) => Some(name),
        }
    }

    fn as_value(self) -> Option<&'a Value> {
        match self {
            Self::Node(node) => Some(&node.value),
            Self::Name(_) => None,
        }
    }
}

impl<'a> JsonNode<'a, JsonTree> for JsonView<'a> {
    type Object = &'a [Entry];
    type Array = &'a [Node];
    type Number = Number;

    fn as_object(&self) -> Option<&'a [Entry]> {
        if let Some(Value::Mapping(entries)) = self.as_value() { Some(entries) } else { None }
    }

    fn as_array(&self) -> Option<&'a [Node]> {
        if let Some(Value::Sequence(items)) = self.as_value() { Some(items) } else { None }
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        self.as_text().map(Cow::Borrowed)
    }

    fn as_number(&self) -> Option<Number> {
        match self.as_value()? {
            Value::Integer(value) => Some(Number::from(*value)),
            Value::Float(value) => Some(Number::from_f64(*value).unwrap_or_else(|| Number::from(0))),
            Value::Date(_) => Some(Number::from(0)),
            Value::Null | Value::Bool(_) | Value::Text(_) | Value::Sequence(_) | Value::Mapping(_) => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        if let Some(Value::Bool(value)) = self.as_value() { Some(*value) } else { None }
    }

    fn is_null(&self) -> bool {
        matches!(self.as_value(), Some(Value::Null))
    }

    fn json_type(&self) -> JsonType {
        match self.as_value() {
            None | Some(Value::Text(_)) => JsonType::String,
            Some(Value::Null) => JsonType::Null,
            Some(Value::Bool(_)) => JsonType::Boolean,
            Some(Value::Integer(_) | Value::Float(_) | Value::Date(_)) => JsonType::Number,
            Some(Value::Sequence(_)) => JsonType::Array,
            Some(Value::Mapping(_)) => JsonType::Object,
        }
    }

    fn equals_value(&self, expected: &serde_json::Value) -> bool {
        match (self.as_text(), expected) {
            (Some(text), serde_json::Value::String(expected)) => text == expected,
            (Some(_), _) => false,
            (None, serde_json::Value::String(_)) => false,
            (None, expected) => *self.to_value() == *expected,
        }
    }

    fn to_value(&self) -> Cow<'a, serde_json::Value> {
        match *self {
            Self::Node(node) => Cow::Owned(node.to_json()),
            Self::Name(name) => Cow::Owned(serde_json::Value::from(name)),
        }
    }

    fn identity(&self) -> Option<NodeIdentity> {
        match *self {
            Self::Node(node) => Some(NodeIdentity::new(std::ptr::from_ref(node) as usize)),
            // A key is no container and is never met again.
            Self::Name(_) => None,
        }
    }
}

impl<'a> Object<'a, JsonTree> for &'a [Entry] {
    type Node = JsonView<'a>;
    type MemberName = &'a str;
    type MembersIter = MappingMembers<'a>;

    fn len(&self) -> usize {
        <[Entry]>::len(self)
    }

    fn get(&self, key: &String) -> Option<JsonView<'a>> {
        self.iter().find(|entry| entry.key.value == *key).map(|entry| JsonView::Node(&entry.value))
    }

    fn members(&self) -> MappingMembers<'a> {
        MappingMembers(self.iter())
    }
}

/// The entries of a mapping in order.
pub(super) struct MappingMembers<'a>(std::slice::Iter<'a, Entry>);

impl<'a> Iterator for MappingMembers<'a> {
    type Item = (&'a str, JsonView<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|entry| (entry.key.value.as_str(), JsonView::Node(&entry.value)))
    }
}

impl<'a> Array<'a, JsonTree> for &'a [Node] {
    type Node = JsonView<'a>;
    type ElementsIter = std::iter::Map<std::slice::Iter<'a, Node>, fn(&'a Node) -> JsonView<'a>>;

    fn len(&self) -> usize {
        <[Node]>::len(self)
    }

    fn elements(&self) -> Self::ElementsIter {
        self.iter().map(JsonView::Node)
    }
}
