//! White space at the edges of a text: programs put such texts together.
//!
//! Invariant: only what shows is compared, whether there is a blank or a line break, and not how many.

use crate::conform::integrity::{IntegrityFault, SourceText};
use crate::conform::passage::{MASKED, Tongue};
use crate::diagnostic::Code;

/// Line breaks and blanks at the edges that the source has and the translation has not, or the other way round.
pub(super) fn find_edge_fault(source: &SourceText<'_>, target: &str, tongue: Tongue) -> Option<IntegrityFault> {
    let text = source.text;
    // Lines of a template are indented, and what they begin and end with means nothing.
    let is_template = text.starts_with("\n ")
        || text.trim_end_matches(' ').len() < text.len() && text.trim_end_matches(' ').ends_with('\n');
    let is_mark = |text: &str| !text.contains(char::is_alphanumeric);
    if is_template || is_mark(text) || target.contains(MASKED) || text.contains(MASKED) {
        return None;
    }
    let start = |text: &str| edge(&text[..text.len() - text.trim_start().len()], tongue);
    let end = |text: &str| edge(&text[text.trim_end().len()..], tongue);
    let (side, had, has, range) = if start(text) != start(target) {
        let len = target.len() - target.trim_start().len();
        ("begin", start(text), start(target), 0..len)
    } else if end(text) != end(target) {
        ("end", end(text), end(target), target.trim_end().len()..target.len())
    } else {
        return None;
    };
    let meant = match had {
        Edge::Blank => has == Edge::Nothing && !joins(text.trim(), side),
        Edge::Nothing => has == Edge::Blank && side == "end" && tongue == Tongue::Fr && is_label(text, target),
        Edge::LineBreak => false,
    };
    if meant {
        return None;
    }
    let range = if range.is_empty() { 0..target.len() } else { range };
    Some(IntegrityFault {
        code: Code::EdgeWhitespaceChanged,
        range,
        message: format!("the text {side}s with {}, its source with {}", has.name(), had.name()),
        help: format!("{side} it as the source does: programs put such texts together"),
    })
}

/// Whether a text is joined to others where it has a blank. Before a sentence or behind one, behind a label of several words,
/// and behind a colon, where most templates break the line, it is a slip of the source.
fn joins(text: &str, side: &str) -> bool {
    if side == "begin" {
        return !text.starts_with(char::is_uppercase);
    }
    let mut words = text.split_whitespace();
    let (last, alone) = (words.next_back().unwrap_or_default(), words.next().is_none());
    alone
        || !last.ends_with(char::is_alphanumeric) && !last.ends_with(['.', '!', '?', '…', ':'])
        || LEADING.contains(&last)
}

/// Whether a text is a label behind which a program writes a colon, before which French has a blank.
fn is_label(text: &str, target: &str) -> bool {
    let ends_in_word = |text: &str| text.trim_end().ends_with(char::is_alphanumeric);
    ends_in_word(text) && ends_in_word(target) && text.split_whitespace().count() <= LONGEST_LABEL
}

/// Words of the longest label that a colon is written behind.
const LONGEST_LABEL: usize = 5;

/// English words that something follows.
const LEADING: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "by", "for", "from", "has", "have", "in", "into", "is", "no", "of", "on",
    "or", "select", "than", "that", "the", "to", "was", "were", "will", "with", "your",
];

/// What stands at an edge of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Nothing,
    Blank,
    LineBreak,
}

impl Edge {
    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "no white space",
            Self::Blank => "a blank",
            Self::LineBreak => "a line break",
        }
    }
}

/// Scripts without spaces between words have none between texts either, so a blank says nothing there.
fn edge(white: &str, tongue: Tongue) -> Edge {
    if white.contains('\n') {
        Edge::LineBreak
    } else if white.is_empty() || tongue.is_east_asian() {
        Edge::Nothing
    } else {
        Edge::Blank
    }
}
