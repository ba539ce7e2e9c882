//! Lines that stand at another column than their siblings: where most of those stand as the line below, the ones above are odd.

use std::ops::Range;

use saphyr_parser::Parser;

use crate::diagnostic::{Diagnostic, Edit, Span};
use crate::source::edit::apply_text_edits;
use crate::source::yaml::fault::{YamlFault, is_plain_key};
use crate::source::yaml::is_block_sign;

/// Most lines above a fault that are looked at for siblings.
const MAX_ABOVE: usize = 1 << 12;
/// Most columns by which siblings stand apart.
const MAX_APART: usize = 4;

/// What a line is for those at its column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An item of a list.
    Item,
    /// A key with what it holds below it.
    Block,
    /// A key with its value.
    Field,
}

/// A line that says something.
#[derive(Clone, Copy)]
struct Sibling {
    start: usize,
    depth: usize,
    kind: Kind,
}

/// What a line is, without its indentation; nothing where it is no entry.
fn kind_of(words: &str) -> Option<Kind> {
    if words.starts_with("- ") || words == "-" {
        return Some(Kind::Item);
    }
    let bare = words.split(" #").next().unwrap_or_default().trim_end();
    if let Some(key) = bare.strip_suffix(':') {
        return (!key.contains(": ")).then_some(Kind::Block);
    }
    let (key, value) = bare.split_once(": ")?;
    let is_key = is_plain_key(key) || !key.starts_with(['{', '[', '|', '>', '#']);
    is_key.then_some(if is_block_sign(value.trim()) { Kind::Block } else { Kind::Field })
}

/// The byte at which a text ceases to be YAML, if it does.
fn first_fault(text: &str) -> Option<usize> {
    let error = Parser::new_from_str(text).find_map(Result::err)?;
    Some(text.char_indices().nth(error.marker().index()).map_or(text.len(), |(at, _)| at))
}

impl YamlFault<'_> {
    /// How deep the line at a byte is, and what it is; nothing where it says nothing.
    fn entry_at(&self, start: usize) -> Option<(usize, Option<Kind>)> {
        let line = self.text.from(start).lines().next().unwrap_or_default().trim_end();
        let words = line.trim_start_matches(' ');
        (!words.is_empty() && !words.starts_with('#')).then(|| (line.len() - words.len(), kind_of(words)))
    }

    /// The lines above one that may be its siblings at another column, from below: those at each column that is open there.
    fn levels_above(&self, own: Sibling) -> Vec<Vec<Sibling>> {
        let (mut levels, mut end) = (Vec::<Vec<Sibling>>::new(), own.start);
        for line in self.text.before(own.start).split_inclusive('\n').rev().take(MAX_ABOVE) {
            end -= line.len();
            let Some((depth, kind)) = self.entry_at(end) else { continue };
            let open = levels.last().map_or(usize::MAX, |level| level[0].depth);
            if depth > open {
                continue;
            }
            // Behind the columns beside its own, none is its siblings'.
            let (Some(kind), false) = (kind, depth == own.depth || depth < open && open < own.depth) else { break };
            let sibling = Sibling { start: end, depth, kind };
            match levels.last_mut() {
                Some(level) if depth == open => level.push(sibling),
                // The first field of an item stands behind its dash, and does not move.
                Some(level) if kind == Kind::Item && level[0].depth - depth < MAX_APART => *level = vec![sibling],
                _ => levels.push(vec![sibling]),
            }
        }
        levels
    }

    /// How many siblings of a line stand at its column from it on, how many at another one, and how deep what they hold is.
    fn count_below(&self, own: Sibling, column: usize) -> (usize, usize, Option<usize>) {
        let (mut here, mut there, mut inner, mut at) = (0, 0, None, own.start);
        for line in self.text.from(own.start).split_inclusive('\n') {
            let entry = self.entry_at(at);
            at += line.len();
            let Some((depth, kind)) = entry else { continue };
            if depth < own.depth.min(column) {
                break;
            }
            here += usize::from(depth == own.depth && kind == Some(own.kind));
            // What stands deeper than a key without a value may be its own.
            let apart = column < own.depth || own.kind != Kind::Block;
            there += usize::from(depth == column && apart && kind == Some(own.kind));
            inner = inner.or((depth > own.depth).then_some(depth));
        }
        (here, there, inner)
    }

    /// Edits that move lines of a range to another column: those at their own, and what is deeper with them unless it stands where
    /// what their siblings hold stands.
    fn move_lines(&self, range: Range<usize>, from: usize, to: usize, inner: Option<usize>) -> Vec<Edit> {
        let mut at = range.start;
        let lines: Vec<(usize, usize)> = self
            .text
            .between(range.start, range.end)
            .split_inclusive('\n')
            .filter_map(|line| {
                at += line.len();
                let depth = line.len() - line.trim_start_matches(' ').len();
                (!line.trim().is_empty() && depth >= from).then_some((at - line.len(), depth))
            })
            .collect();
        let held = lines.iter().map(|(_, depth)| *depth).find(|depth| *depth > from);
        let alone = held.is_some() && held == inner && inner > Some(to);
        let moved = lines.into_iter().filter(|(_, depth)| !alone || *depth == from);
        let edit = |(start, depth)| Edit { span: Span::new(start, start + depth), text: " ".repeat(depth + to - from) };
        moved.map(edit).collect()
    }

    /// The edits where they stand in the file, if the text is read with them beyond the line that begins at a byte.
    fn proved(&self, edits: Vec<Edit>, line: usize) -> Option<Vec<Edit>> {
        let number = self.text.before(line).matches('\n').count();
        let changed = apply_text_edits(self.text.0, &edits)?;
        let beyond = first_fault(&changed).is_none_or(|at| changed[..at].matches('\n').count() > number);
        let placed =
            |edit: Edit| Edit { span: self.marks.file_span(edit.span.start as usize, edit.span.end as usize), ..edit };
        beyond.then(|| edits.into_iter().map(placed).collect())
    }

    /// The lines above that stand at another column than the line at `at` and most of its siblings: the finding is about the first of
    /// them. Nothing where those do not decide.
    pub(super) fn odd_siblings(&self, at: usize) -> Option<Diagnostic> {
        let start = self.line_start(at);
        let (depth, kind) = self.entry_at(start)?;
        let own = Sibling { start, depth, kind: kind? };
        let mut levels = self.levels_above(own);
        // Further right than the others by more, a line above it may be missing.
        let is_near = |column: usize| {
            column > 0 && (column > depth && column - depth <= MAX_APART || column < depth && depth - column == 1)
        };
        levels.retain(|level| is_near(level[0].depth) && level.iter().all(|sibling| sibling.kind == own.kind));
        levels.sort_by_key(|level| level[0].depth.abs_diff(depth));
        levels.into_iter().find_map(|level| self.explain_odd(own, &level))
    }

    /// The finding about siblings at another column, from below, where fewer stand there.
    fn explain_odd(&self, own: Sibling, odd: &[Sibling]) -> Option<Diagnostic> {
        let (first, column) = (odd.last()?, odd[0].depth);
        let (here, there, inner) = self.count_below(own, column);
        if here < 2 || here <= odd.len() + there {
            return None;
        }
        let edits = self.proved(self.move_lines(first.start..own.start, column, own.depth, inner), own.start)?;
        let number = self.file.position_at(self.marks.file_span(own.start, own.start).start).line;
        let columns = |count: usize| if count == 1 { "one column".to_owned() } else { format!("{count} columns") };
        let spaces = if own.depth == 1 { "one space".to_owned() } else { format!("{} spaces", own.depth) };
        let it = if odd.len() == 1 { "it" } else { "it, and those beside it," };
        let (begin, end) = (first.start + column, self.line_end(first.start));
        let place = own.start + own.depth;
        if own.kind == Kind::Item {
            let side = if column > own.depth { "right" } else { "left" };
            let apart = columns(column.abs_diff(own.depth));
            return Some(
                self.syntax_finding(begin, end, format!("this item stands {apart} further {side} than its list"))
                    .with_label("an item, as it seems")
                    .with_secondary(self.marks.file_span(place, place + 1), "an item of the list")
                    .offering(format!("indent {it} with {spaces}, like the item in line {number}"), edits),
            );
        }
        let others = if here == 2 { "the other one".to_owned() } else { format!("{} others", here - 1) };
        Some(
            self.syntax_finding(begin, end, "this line does not line up with the entries below")
                .with_label(format!("indented by {}", columns(column)))
                .with_secondary(
                    self.marks.file_span(place, self.line_end(own.start)),
                    format!("indented by {}, like {others}", columns(own.depth)),
                )
                .offering(format!("indent {it} with {spaces}, like line {number}"), edits),
        )
    }

    /// Edits that move fields to the margin which stand right of those below, the first of which begins at `at`.
    pub(super) fn at_the_margin(&self, at: usize) -> Option<Vec<Edit>> {
        let mut start = 0;
        let lines = self.text.before(at).split_inclusive('\n').map(|line| {
            start += line.len();
            start - line.len()
        });
        let first = lines.filter_map(|start| Some((start, self.entry_at(start)?.0))).next()?;
        let (begin, column) = first;
        self.proved(self.move_lines(begin..at, column, 0, None), at)
    }
}
