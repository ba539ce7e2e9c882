//! Trees as text: what is written into files, in plain YAML and TOML.
//!
//! Always holds: what is written reads as what was meant, in readers of YAML 1.1 too, and shows no character that cannot
//! be seen. Deliberately absent: comments and layouts of people; those live in the bytes that [`super::edit`] keeps.

mod table;
mod toml;
mod yaml;

pub use table::render_table;
pub use toml::{is_bare_key, render_toml as toml};
pub use yaml::render_yaml as yaml;

pub(super) use table::{cell_separator, render_cell};
pub(super) use toml::{basic_string, literal_string, render_inline, toml_key};
pub(super) use yaml::{
    double_quoted, is_plain_safe, literal_block, render_entry, render_flow, render_item, single_quoted, yaml_key,
    yaml_scalar,
};

use std::collections::HashMap;

use crate::source::path_segment::PathSegment;
use crate::source::{Node, Value};

/// A value without a place.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueTree {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A date of TOML, as written.
    Date(String),
    /// Text.
    Text(String),
    /// Values in order.
    Sequence(Vec<Self>),
    /// Keys and values, in the order in which they are written.
    Mapping(Vec<(String, Self)>),
}

impl ValueTree {
    /// What a node says.
    #[must_use]
    pub fn from_node(node: &Node) -> Self {
        match &node.value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Integer(value) => Self::Integer(*value),
            Value::Float(value) => Self::Float(*value),
            Value::Date(text) => Self::Date(text.clone()),
            Value::Text(text) => Self::Text(text.clone()),
            Value::Sequence(items) => Self::Sequence(items.iter().map(Self::from_node).collect()),
            Value::Mapping(entries) => Self::Mapping(
                entries.iter().map(|entry| (entry.key.value.clone(), Self::from_node(&entry.value))).collect(),
            ),
        }
    }

    /// Text.
    pub fn from_text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Whether it holds no others.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        !matches!(self, Self::Sequence(_) | Self::Mapping(_))
    }

    /// Equal, whatever the order of keys.
    #[must_use]
    pub fn equals_unordered(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Mapping(a), Self::Mapping(b)) => {
                let by_key: HashMap<&str, &Self> = b.iter().map(|(key, value)| (key.as_str(), value)).collect();
                let same =
                    |(key, value): &(String, Self)| by_key.get(key.as_str()).is_some_and(|b| value.equals_unordered(b));
                a.len() == b.len() && a.iter().all(same)
            }
            (Self::Sequence(a), Self::Sequence(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals_unordered(b))
            }
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits(),
            (a, b) => a == b,
        }
    }

    /// Sets the value at the end of a way, mappings on it made where they are missing.
    pub(super) fn set_at(&mut self, at: &[PathSegment], value: Self) -> Option<()> {
        match at.split_first() {
            None => *self = value,
            Some((PathSegment::Key(key), rest)) => {
                let Self::Mapping(entries) = self else { return None };
                let found = entries.iter().position(|(name, _)| name == key);
                let found = found.unwrap_or_else(|| {
                    entries.push((key.clone(), Self::Mapping(Vec::new())));
                    entries.len() - 1
                });
                entries[found].1.set_at(rest, value)?;
            }
            Some((PathSegment::Item(index), rest)) => {
                let Self::Sequence(items) = self else { return None };
                items.get_mut(*index)?.set_at(rest, value)?;
            }
        }
        Some(())
    }

    /// Adds an item to the list at the end of a way, made where it is missing.
    pub(super) fn append_at(&mut self, at: &[PathSegment], item: Self) -> Option<()> {
        let (first, rest) = at.split_first()?;
        match (first, &mut *self) {
            (PathSegment::Key(key), Self::Mapping(entries)) => {
                let found = entries.iter().position(|(name, _)| name == key);
                match (found, rest) {
                    (None, []) => entries.push((key.clone(), Self::Sequence(vec![item]))),
                    (Some(found), []) => {
                        let Self::Sequence(items) = &mut entries[found].1 else { return None };
                        items.push(item);
                    }
                    (Some(found), rest) => entries[found].1.append_at(rest, item)?,
                    (None, _) => return None,
                }
            }
            (PathSegment::Item(index), Self::Sequence(items)) => items.get_mut(*index)?.append_at(rest, item)?,
            (PathSegment::Key(_) | PathSegment::Item(_), _) => return None,
        }
        Some(())
    }

    /// Takes away what is at the end of a way, and what is empty then; the outermost mapping stays.
    pub(super) fn remove_at(&mut self, at: &[PathSegment]) -> Option<()> {
        let (first, rest) = at.split_first()?;
        match (first, &mut *self) {
            (PathSegment::Key(key), Self::Mapping(entries)) => {
                let found = entries.iter().position(|(name, _)| name == key)?;
                if rest.is_empty() {
                    entries.remove(found);
                } else {
                    entries[found].1.remove_at(rest)?;
                    if entries[found].1.is_empty() {
                        entries.remove(found);
                    }
                }
            }
            (PathSegment::Item(index), Self::Sequence(items)) => {
                let found = items.get_mut(*index)?;
                if rest.is_empty() {
                    items.remove(*index);
                } else {
                    found.remove_at(rest)?;
                    if items[*index].is_empty() {
                        items.remove(*index);
                    }
                }
            }
            (PathSegment::Key(_) | PathSegment::Item(_), _) => return None,
        }
        Some(())
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Sequence(items) => items.is_empty(),
            Self::Mapping(entries) => entries.is_empty(),
            Self::Null | Self::Bool(_) | Self::Integer(_) | Self::Float(_) | Self::Date(_) | Self::Text(_) => false,
        }
    }
}

/// Columns of a list on one line, brackets included; a longer one has a line for each item.
const LIST_COLUMNS: usize = 60;

/// Whether a character is written as it is. The others are escaped: what cannot be seen, turns the direction of reading,
/// or ends a line for some readers.
pub(super) fn is_printable(c: char) -> bool {
    !matches!(c,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}
