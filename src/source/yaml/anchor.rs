//! Anchors, and the copies that aliases make of them.
//!
//! A copy costs its nodes, and a node more for every 64 bytes of text, against [`limit::ALIAS_NODES`] for the file.
//! Decision: the copy itself has the span of the alias; what is inside of it keeps its own place, so that a fault is
//! shown, and mended, where it is written.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::yaml::offset_map::OffsetMap;
use crate::source::yaml::property::NodeProperties;
use crate::source::yaml::{findings, merge_key};
use crate::source::{Node, Value, limit};

/// Bytes of text that count as a node.
const TEXT_PER_NODE: usize = 64;

/// All anchors of a file, in order.
#[derive(Default)]
pub(super) struct Anchors {
    /// By the parser's number less one.
    anchors: Vec<Option<Anchor>>,
    document: usize,
    copied: usize,
    budget_reported: bool,
}

struct Anchor {
    name: String,
    span: Span,
    document: usize,
    copy: Option<AnchorCopy>,
}

struct AnchorCopy {
    node: Node,
    cost: usize,
    height: usize,
}

/// Why an alias is not followed.
pub(super) enum AliasError {
    /// The anchor belongs to a document before.
    OtherDocument(Span),
    /// The alias is inside the anchor that it refers to.
    SelfReference(Span),
    /// Beyond the budget.
    OverBudget,
    /// Beyond the budget, as was said before.
    AlreadyReported,
    /// The copy would be nested too deep.
    TooDeep,
}

impl Anchors {
    /// Remembers where an anchor stands. Number 0 is none.
    pub(super) fn record_anchor(&mut self, id: usize, text: &str, properties: &NodeProperties, marks: &OffsetMap) {
        let (Some(index), Some(range)) = (id.checked_sub(1), properties.anchor.clone()) else { return };
        if self.anchors.len() <= index {
            self.anchors.resize_with(index + 1, || None);
        }
        let name = text[range.clone()].trim_start_matches('&').to_owned();
        let span = marks.file_span(range.start, range.end);
        self.anchors[index] = Some(Anchor { name, span, document: self.document, copy: None });
    }

    /// Remembers what an anchor names, once it is complete.
    pub(super) fn define_anchor(&mut self, id: usize, node: &Node) {
        let Some(Some(anchor)) = id.checked_sub(1).and_then(|index| self.anchors.get_mut(index)) else { return };
        anchor.copy = Some(AnchorCopy { node: node.clone(), cost: node_cost(node), height: node_height(node) });
    }

    /// Anchors count for one document alone.
    pub(super) fn end_document(&mut self) {
        self.document += 1;
    }

    /// A copy for the alias at `span`, `depth` collections deep, and the place of its anchor.
    pub(super) fn copy_aliased(&mut self, id: usize, span: Span, depth: usize) -> Result<(Node, Span), AliasError> {
        let Some(Some(anchor)) = id.checked_sub(1).and_then(|index| self.anchors.get(index)) else {
            return Err(AliasError::SelfReference(span));
        };
        if anchor.document != self.document {
            return Err(AliasError::OtherDocument(anchor.span));
        }
        let Some(copy) = &anchor.copy else { return Err(AliasError::SelfReference(anchor.span)) };
        if depth + copy.height > limit::DEPTH {
            return Err(AliasError::TooDeep);
        }
        if self.copied + copy.cost > limit::ALIAS_NODES {
            return Err(if std::mem::replace(&mut self.budget_reported, true) {
                AliasError::AlreadyReported
            } else {
                AliasError::OverBudget
            });
        }
        self.copied += copy.cost;
        Ok((Node { value: copy.node.value.clone(), span }, anchor.span))
    }

    /// Names and places of the anchors of this document.
    pub(super) fn known_anchors(&self) -> Vec<(&str, Span)> {
        let document = self.document;
        self.anchors
            .iter()
            .flatten()
            .filter(move |anchor| anchor.document == document)
            .map(|anchor| (anchor.name.as_str(), anchor.span))
            .collect()
    }
}

impl AliasError {
    /// The finding, if this was not said before.
    pub(super) fn alias_finding(&self, file: &Arc<SourceFile>, span: Span, name: &str) -> Option<Diagnostic> {
        match self {
            Self::AlreadyReported => None,
            Self::OtherDocument(anchor) if merge_key_before(file, span).is_some() => {
                merge_key_before(file, span).map(|key| merge_key::merge_key(file, key, *anchor))
            }
            Self::OtherDocument(anchor) => Some(
                Diagnostic::new(
                    Code::UndefinedAlias,
                    file,
                    span,
                    format!("`{name}` is anchored in another document of this file"),
                )
                .with_label("used here")
                .with_secondary(*anchor, "an anchor ends with its document")
                .with_help("write the value out in its place; what documents share, `extends` takes from a base"),
            ),
            Self::SelfReference(anchor) => Some(
                Diagnostic::new(
                    Code::UndefinedAlias,
                    file,
                    span,
                    format!("`*{name}` is inside the anchor that it refers to"),
                )
                .with_label("used here")
                .with_secondary(*anchor, "anchored here, and not complete yet")
                .with_help("write the value out"),
            ),
            Self::OverBudget => Some(
                Diagnostic::new(
                    Code::AliasBudget,
                    file,
                    span,
                    format!("aliases would add more than {} values to this file", limit::ALIAS_NODES),
                )
                .with_label("the first one too many")
                .with_help("write the values out where they are needed, or share them with `extends`"),
            ),
            Self::TooDeep => Some(findings::too_deep(file, span)),
        }
    }
}

/// The merge key right before an alias.
fn merge_key_before(file: &SourceFile, alias: Span) -> Option<Span> {
    let before = file.text().get(..alias.start as usize)?.trim_end_matches(' ').strip_suffix("<<:")?;
    Some(Span::new(before.len(), before.len() + "<<".len()))
}

fn node_cost(node: &Node) -> usize {
    1 + match &node.value {
        Value::Text(text) => text.len() / TEXT_PER_NODE,
        Value::Sequence(items) => items.iter().map(node_cost).sum(),
        Value::Mapping(entries) => {
            entries.iter().map(|entry| 1 + entry.key.value.len() / TEXT_PER_NODE + node_cost(&entry.value)).sum()
        }
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => 0,
    }
}

fn node_height(node: &Node) -> usize {
    match &node.value {
        Value::Sequence(items) => 1 + items.iter().map(node_height).max().unwrap_or_default(),
        Value::Mapping(entries) => 1 + entries.iter().map(|entry| node_height(&entry.value)).max().unwrap_or_default(),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => 0,
    }
}
