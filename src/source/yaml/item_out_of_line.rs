//! What stands further right or left than it should: a list item, and an entry below one that has its value.

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety};
use crate::source::shorten::shorten_line;
use crate::source::yaml::fault::{YamlFault, is_plain_key};

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

    /// The item that begins at `at`, or those above it, where the list that they belong to stands at another column.
    pub(super) fn item_out_of_line(&self, at: usize) -> Option<Diagnostic> {
        let is_item = self.text.from(at).starts_with("- ");
        self.odd_siblings(at).filter(|_| is_item).or_else(|| self.item_beside_list(at))
    }

    /// The item that begins at `at`, which stands at another column than its list.
    fn item_beside_list(&self, at: usize) -> Option<Diagnostic> {
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
                // The list goes on at its own column.
                (false, false) if line.depth == column && line.width().is_some() => break,
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

    /// An entry at `at` that stands deeper than the line above, from `above.0` to `above.1`, which has its value already behind
    /// as many bytes of `dashes`.
    pub(super) fn entry_below_text(&self, at: usize, above: (usize, usize), dashes: usize) -> Diagnostic {
        if let Some(finding) = self.odd_siblings(at) {
            return finding;
        }
        let (before, end) = above;
        let column = before - self.line_start(before) + dashes;
        let field = self.text.between(before + dashes, end).split_once(':').map(|(field, _)| field);
        let field = field.filter(|field| is_plain_key(field));
        let like = match field.filter(|_| dashes > 0) {
            Some(field) => format!("indent it like `{}` above, with {column} spaces", shorten_line(field)),
            None => "indent it like the line above".to_owned(),
        };
        let finding = self
            .syntax_finding(at, self.at, "this line is indented as if it belonged to the value above")
            .with_label("no value can hold entries and text at once")
            .with_secondary(self.marks.file_span(before, end), "this line has its value already")
            .with_help(format!(
                "{like}, take the value of that line away, or write the line between them that is missing"
            ));
        let own = self.line_at(self.line_start(at));
        let is_key = own.words.split(':').next().is_some_and(|key| is_plain_key(key.trim_matches(['"', '\''])));
        // Below a deeper line, the one above may be what stands at a wrong column.
        let outer = self.previous_line(self.line_start(before)).map_or(0, |(outer, _)| outer - self.line_start(outer));
        if field.is_none() || !is_key || own.depth <= column || outer > column {
            return finding;
        }
        let (title, edits) = (like, self.shift_left(own, own.depth - column));
        finding.with_fix(Fix { title, safety: Safety::Unsafe, edits })
    }

    /// Edits that move a line, and those below that stand as deep, to the left.
    fn shift_left(&self, own: Line<'_>, columns: usize) -> Vec<Edit> {
        let mut next = own.start;
        let starts = self.text.from(own.start).split_inclusive('\n').map(move |line| {
            next += line.len();
            next - line.len()
        });
        let lines = starts.map(|start| self.line_at(start)).filter(|line| !line.words.is_empty());
        let below = lines.take_while(|line| line.depth >= own.depth);
        below
            .map(|line| Edit { span: self.marks.file_span(line.start, line.start + columns), text: String::new() })
            .collect()
    }
}
