//! A list item that stands further right or left than the items above it.

use crate::diagnostic::{Diagnostic, Edit};
use crate::source::yaml::fault::YamlFault;

/// A line that says something: where it begins, how deep it is, and the rest of it.
#[derive(Clone, Copy)]
struct Line<'a> {
    start: usize,
    depth: usize,
    words: &'a str,
}

impl Line<'_> {
    /// How far the fields of an item stand behind its dash; none where it is no item.
    fn width(self) -> Option<usize> {
        let rest = self.words.strip_prefix('-').filter(|rest| rest.starts_with(' '))?;
        Some(1 + rest.len() - rest.trim_start_matches(' ').len())
    }
}

impl YamlFault<'_> {
    fn line_at(&self, start: usize) -> Line<'_> {
        let line = self.text.from(start).lines().next().unwrap_or_default();
        let words = line.trim_start_matches(' ');
        Line { start, depth: line.len() - words.len(), words: words.trim_end() }
    }

    /// The lines above byte `start`, from below, or those from it on, without what says nothing.
    fn said<'l>(&'l self, starts: impl Iterator<Item = usize> + 'l) -> impl Iterator<Item = Line<'l>> {
        starts.map(|start| self.line_at(start)).filter(|line| !line.words.is_empty() && !line.words.starts_with('#'))
    }

    /// The item that begins at `at`, where the list that it belongs to stands at another column.
    pub(super) fn item_out_of_line(&self, at: usize) -> Option<Diagnostic> {
        let own = self.line_at(self.line_start(at));
        let width = own.width().filter(|_| own.start + own.depth == at)?;
        let mut end = own.start;
        let above = self.text.before(own.start).split_inclusive('\n').rev().map(move |line| {
            end -= line.len();
            end
        });
        // What stands deeper may be the list that goes on here, and so may the first line that does not.
        let (mut deeper, mut left) = (None::<Line<'_>>, None);
        for line in self.said(above) {
            if line.depth <= own.depth {
                left = Some(line).filter(|line| line.width().is_some() && line.depth < own.depth);
                break;
            }
            if line.width().is_some() && deeper.is_none_or(|deeper| line.depth < deeper.depth) {
                deeper = Some(line);
            }
        }
        let distance = |line: &Line<'_>| line.depth.abs_diff(own.depth);
        let beside = left.into_iter().chain(deeper).min_by_key(distance)?;
        let columns = match distance(&beside) {
            1 => "one column".to_owned(),
            several => format!("{several} columns"),
        };
        let side = if beside.depth < own.depth { "right" } else { "left" };
        let number = self.file.position_at(self.marks.file_span(beside.start, beside.start).start).line;
        let spaces = if beside.depth == 1 { "1 space".to_owned() } else { format!("{} spaces", beside.depth) };
        let title = format!("indent it with {spaces}, like the item in line {number}");
        let (dash, edits) = (beside.start + beside.depth, self.line_up(own, width, beside.depth));
        let finding = self
            .syntax_finding(at, self.line_end(at), format!("this item stands {columns} further {side} than its list"))
            .with_label("an item, as it seems")
            .with_secondary(self.marks.file_span(dash, dash + 1), "an item of the list");
        Some(match edits {
            Some(edits) => finding.offering(title, edits),
            None => finding.with_help(title),
        })
    }

    /// Edits that move an item, and those below that stand like it, to the column of their list: with the lines of each, or
    /// alone where its fields stand there already.
    fn line_up(&self, own: Line<'_>, width: usize, column: usize) -> Option<Vec<Edit>> {
        let mut next = own.start;
        let starts = self.text.from(own.start).split_inclusive('\n').map(move |line| {
            next += line.len();
            next - line.len()
        });
        let (mut edits, mut whole) = (Vec::new(), None);
        for line in starts.map(|start| self.line_at(start)).filter(|line| !line.words.is_empty()) {
            let comment = line.words.starts_with('#');
            match (comment, line.depth == own.depth && line.width().is_some()) {
                (true, _) => {}
                (false, true) => whole = None,
                (false, false) if line.depth <= own.depth => break,
                (false, false) if whole.is_none() => {
                    whole = Some(line.depth == own.depth + width);
                    if whole == Some(false) && line.depth != column + width {
                        return None;
                    }
                }
                // It has fields at two columns.
                (false, false) if whole == Some(true) && line.depth < own.depth + width => return None,
                (false, false) => {}
            }
            let dash = !comment && line.depth == own.depth;
            if dash || whole == Some(true) && line.depth > own.depth {
                let span = self.marks.file_span(line.start, line.start + line.depth);
                edits.push(Edit { span, text: " ".repeat(line.depth + column - own.depth) });
            }
        }
        Some(edits)
    }
}
