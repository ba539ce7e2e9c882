//! A collection while it is being read, and what becomes of an entry once its value is there.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Located, SourceFile, Span};
use crate::source::yaml::refuse;
use crate::source::{Entry, Node, Value, duplicate};

/// Above this many keys, repeated ones are found by hash.
const FEW: usize = 16;

/// A collection whose end is yet to come.
pub(super) struct Open {
    /// First byte in the parsed text, behind anchor and tag.
    pub(super) start: usize,
    /// End of what was read of it, in the parsed text.
    pub(super) last_end: usize,
    /// Whether it is written with brackets.
    pub(super) flow: bool,
    /// Whether it stands where a key must.
    pub(super) is_key: bool,
    /// Number of its anchor; 0 for none.
    pub(super) anchor: usize,
    /// The key whose value is next.
    pub(super) key: Option<Key>,
    items: Items,
}

enum Items {
    Sequence(Vec<Node>),
    Mapping { entries: Vec<Entry>, places: HashMap<String, usize> },
}

/// A key that was read.
pub(super) struct Key {
    /// The key.
    pub(super) text: String,
    /// Where it stands.
    pub(super) span: Span,
    /// What becomes of its value.
    pub(super) kind: KeyKind,
}

/// What becomes of a key's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyKind {
    /// It is kept under the key.
    Named,
    /// It is to be merged, which is refused.
    Merge,
    /// The key was refused, so the value has no place.
    Lost,
}

impl Open {
    /// An empty sequence.
    pub(super) fn sequence(start: usize, end: usize) -> Self {
        Self {
            start,
            last_end: end,
            flow: false,
            is_key: false,
            anchor: 0,
            key: None,
            items: Items::Sequence(Vec::new()),
        }
    }

    /// An empty mapping.
    pub(super) fn mapping(start: usize, end: usize) -> Self {
        let items = Items::Mapping { entries: Vec::new(), places: HashMap::new() };
        Self { start, last_end: end, flow: false, is_key: false, anchor: 0, key: None, items }
    }

    /// Whether it is a mapping.
    pub(super) fn is_mapping(&self) -> bool {
        matches!(self.items, Items::Mapping { .. })
    }

    /// Whether the next value is a key.
    pub(super) fn wants_key(&self) -> bool {
        self.is_mapping() && self.key.is_none()
    }

    /// What was read of it, a key without a value left out. Room for more is given back: trees live as long as the run.
    pub(super) fn into_value(self) -> Value {
        match self.items {
            Items::Sequence(mut items) => {
                items.shrink_to_fit();
                Value::Sequence(items)
            }
            Items::Mapping { mut entries, places: _ } => {
                entries.shrink_to_fit();
                Value::Mapping(entries)
            }
        }
    }

    /// Takes an item, or the value of the open key. `end` counts in the parsed text; `anchor` is that of an alias.
    pub(super) fn push(
        &mut self,
        file: &Arc<SourceFile>,
        node: Option<Node>,
        end: usize,
        anchor: Option<Span>,
    ) -> Option<Diagnostic> {
        self.last_end = self.last_end.max(end);
        let flow = self.flow;
        match &mut self.items {
            Items::Sequence(items) => {
                items.extend(node);
                None
            }
            Items::Mapping { entries, places } => {
                let key = self.key.take()?;
                let value = node?;
                match key.kind {
                    KeyKind::Lost => None,
                    KeyKind::Merge => Some(refuse::merge_key(file, key.span, anchor.unwrap_or(value.span))),
                    KeyKind::Named => {
                        let entry = Entry { key: Located { value: key.text, span: key.span }, value };
                        if let Some(first) = find(entries, places, &entry.key.value) {
                            let before = entries.last().map(Entry::span).unwrap_or_default();
                            let first = &entries[first];
                            let finding = duplicate::finding(file, first, &entry, before, flow);
                            let note = duplicate::elsewhere(first, &entry);
                            return Some(note.into_iter().fold(finding, Diagnostic::note));
                        }
                        if entries.len() >= FEW {
                            places.insert(entry.key.value.clone(), entries.len());
                        }
                        entries.push(entry);
                        None
                    }
                }
            }
        }
    }
}

fn find(entries: &[Entry], places: &HashMap<String, usize>, key: &str) -> Option<usize> {
    let few = &entries[..entries.len().min(FEW)];
    few.iter().position(|entry| entry.key.value == key).or_else(|| places.get(key).copied())
}
