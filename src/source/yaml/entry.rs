//! A collection while it is being read, and what becomes of an entry once its value is there.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Located, SourceFile, Span};
use crate::source::yaml::merge_key;
use crate::source::{Entry, Node, Value, duplicate};

/// Above this many keys, repeated ones are found by hash.
const HASH_THRESHOLD: usize = 16;

/// A collection whose end is yet to come.
pub(super) struct OpenCollection {
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
    pub(super) key: Option<YamlKey>,
    items: CollectionItems,
}

enum CollectionItems {
    Sequence(Vec<Node>),
    Mapping { entries: Vec<Entry>, places: HashMap<String, usize> },
}

/// A key that was read.
pub(super) struct YamlKey {
    /// The key.
    pub(super) text: String,
    /// Where it stands.
    pub(super) span: Span,
    /// What becomes of its value.
    pub(super) kind: YamlKeyKind,
}

/// What becomes of a key's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum YamlKeyKind {
    /// It is kept under the key.
    Named,
    /// It is to be merged, which is refused.
    Merge,
    /// The key was refused, so the value has no place.
    Rejected,
}

impl OpenCollection {
    /// An empty sequence.
    pub(super) fn new_sequence(start: usize, end: usize) -> Self {
        Self {
            start,
            last_end: end,
            flow: false,
            is_key: false,
            anchor: 0,
            key: None,
            items: CollectionItems::Sequence(Vec::new()),
        }
    }

    /// An empty mapping.
    pub(super) fn new_mapping(start: usize, end: usize) -> Self {
        let items = CollectionItems::Mapping { entries: Vec::new(), places: HashMap::new() };
        Self { start, last_end: end, flow: false, is_key: false, anchor: 0, key: None, items }
    }

    /// Whether it is a mapping.
    pub(super) fn is_mapping(&self) -> bool {
        matches!(self.items, CollectionItems::Mapping { .. })
    }

    /// Whether the value that is open stands behind this key.
    pub(super) fn is_at_key(&self, name: &str) -> bool {
        self.key.as_ref().is_some_and(|key| key.text == name)
    }

    /// Whether the next value is a key.
    pub(super) fn wants_key(&self) -> bool {
        self.is_mapping() && self.key.is_none()
    }

    /// What was read of it, a key without a value left out. Room for more is given back: trees live as long as the run.
    pub(super) fn into_value(self) -> Value {
        match self.items {
            CollectionItems::Sequence(mut items) => {
                items.shrink_to_fit();
                Value::Sequence(items)
            }
            CollectionItems::Mapping { mut entries, places: _ } => {
                entries.shrink_to_fit();
                Value::Mapping(entries)
            }
        }
    }

    /// Takes an item, or the value of the open key. `end` counts in the parsed text; `anchor` is that of an alias.
    pub(super) fn push_value(
        &mut self,
        file: &Arc<SourceFile>,
        node: Option<Node>,
        end: usize,
        anchor: Option<Span>,
    ) -> Option<Diagnostic> {
        self.last_end = self.last_end.max(end);
        let flow = self.flow;
        match &mut self.items {
            CollectionItems::Sequence(items) => {
                items.extend(node);
                None
            }
            CollectionItems::Mapping { entries, places } => {
                let key = self.key.take()?;
                let value = node?;
                match key.kind {
                    YamlKeyKind::Rejected => None,
                    YamlKeyKind::Merge => Some(merge_key::merge_key(file, key.span, anchor.unwrap_or(value.span))),
                    YamlKeyKind::Named => {
                        let entry = Entry { key: Located { value: key.text, span: key.span }, value };
                        if let Some(first) = find_entry(entries, places, &entry.key.value) {
                            let before = entries.last().map(Entry::span).unwrap_or_default();
                            let first = &entries[first];
                            let finding = duplicate::duplicate_key_finding(file, first, &entry, before, flow);
                            let note = duplicate::other_readers_note(first, &entry);
                            return Some(note.into_iter().fold(finding, Diagnostic::with_note));
                        }
                        if entries.len() >= HASH_THRESHOLD {
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

fn find_entry(entries: &[Entry], places: &HashMap<String, usize>, key: &str) -> Option<usize> {
    let few = &entries[..entries.len().min(HASH_THRESHOLD)];
    few.iter().position(|entry| entry.key.value == key).or_else(|| places.get(key).copied())
}
