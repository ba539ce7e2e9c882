//! What a line that is written otherwise must leave as it was: what a file says, and what of it is text.

use crate::check::line_mends::{LineMend, MendCost, TextLines};
use crate::source::{Format, Node, ParsedFile, Value};

/// Whether a line that is written otherwise only went on with the text above it, or took in the one below, as no prose does.
pub(super) fn becomes_text(parsed: &ParsedFile, format: Format, mend: &LineMend) -> bool {
    let lines = TextLines::new(&parsed.file, format);
    let start = mend.edit.span.start as usize;
    let first = lines.number_of(start);
    let last = lines.number_of(start + mend.edit.text.len());
    let swallows = |node: &Node| {
        let (top, bottom) = (lines.number_of(node.span.start as usize), lines.number_of(node.span.end as usize));
        let plain = !parsed.file.slice(node.span).starts_with(['|', '>', '"', '\'']);
        let last = if plain { last + 1 } else { last };
        (first.max(top + 1)..=last.min(bottom)).any(|at| !lines.is_prose(at))
    };
    parsed.documents.iter().any(|document| any_text(document, &swallows))
}

/// How much a file says.
#[derive(Clone, Copy, Default)]
pub(super) struct Content {
    /// Values, and keys that have one.
    said: usize,
    /// These, and what holds them.
    nodes: usize,
}

impl Content {
    pub(super) fn of(parsed: &ParsedFile) -> Self {
        let mut content = Self::default();
        parsed.documents.iter().for_each(|document| content.add(document));
        content
    }

    /// Whether a file says less than this; one of another type in the place of a value has other nodes where it must be `retyped`.
    pub(super) fn is_lost(&self, parsed: &ParsedFile, mend: &LineMend, retyped: bool) -> bool {
        let content = Self::of(parsed);
        mend.cost <= MendCost::Block && (content.said < self.said || retyped && content.nodes == self.nodes)
    }

    fn add(&mut self, node: &Node) {
        self.nodes += 1;
        match &node.value {
            Value::Sequence(items) => items.iter().for_each(|item| self.add(item)),
            Value::Mapping(entries) => entries.iter().for_each(|entry| {
                self.said += usize::from(entry.value.value != Value::Null);
                self.add(&entry.value);
            }),
            Value::Text(_) | Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => {
                self.said += 1;
            }
        }
    }
}

/// Whether something holds of a text of a tree.
fn any_text(node: &Node, holds: &impl Fn(&Node) -> bool) -> bool {
    match &node.value {
        Value::Text(_) => holds(node),
        Value::Sequence(items) => items.iter().any(|item| any_text(item, holds)),
        Value::Mapping(entries) => entries.iter().any(|entry| any_text(&entry.value, holds)),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => false,
    }
}
