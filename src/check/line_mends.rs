//! What a line may have been meant as: other signs, another indentation, two lines or one, another place, or none of the file.

use std::collections::HashSet;

use crate::check::line_places::is_residue;
use crate::check::line_signs::{
    COMMAS, MARKED, QUOTES, is_name, is_unwritten, letters_of, split_mark, toml_bodies, yaml_bodies,
};
use crate::diagnostic::{Edit, Fix, SourceFile, Span};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::Format;

/// One way to write a line, or two of them.
pub(super) struct LineMend {
    /// What is wrong with its lines, told of the first of them; else the error says it that ends.
    pub(super) fault: Option<String>,
    /// What to do, as an order.
    pub(super) title: String,
    pub(super) edit: Edit,
    /// What the way may take from a file.
    pub(super) cost: MendCost,
    /// What may be meant as well, and rather.
    pub(super) rather: Option<Fix>,
}

/// What a way to write a line may take from a file, the cheapest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MendCost {
    /// What no file of this kind has.
    Residue,
    /// Nothing: each letter stands where it stood.
    Signs,
    /// The same, and the column of several lines.
    Block,
    /// The place of a line.
    Place,
    /// What stood in the line, which was none of the file's.
    Content,
}

/// The lines of a text, with the bytes that each has without its end.
pub(super) struct TextLines<'t> {
    pub(super) text: &'t str,
    pub(super) spans: Vec<(usize, usize)>,
    pub(super) format: Format,
    /// How its lines end.
    pub(super) line_end: &'static str,
}

impl<'t> TextLines<'t> {
    pub(super) fn new(file: &'t SourceFile, format: Format) -> Self {
        let text = file.text();
        let mut spans = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            spans.push((start, start + line.trim_end_matches(['\n', '\r']).len()));
            start += line.len();
        }
        Self { text, spans, format, line_end: edits::line_ending(file) }
    }

    /// The number of the line with a byte.
    pub(super) fn number_of(&self, byte: usize) -> usize {
        self.spans.partition_point(|(start, _)| *start <= byte).saturating_sub(1)
    }

    pub(super) fn line(&self, at: usize) -> &'t str {
        self.spans.get(at).map_or("", |(start, end)| &self.text[*start..*end])
    }

    /// The nearest lines that are not empty, above and below.
    pub(super) fn beside(&self, at: usize) -> (Option<usize>, Option<usize>) {
        let filled = |at: &usize| !self.line(*at).trim().is_empty();
        ((0..at).rev().find(filled), (at + 1..self.spans.len()).find(filled))
    }

    pub(super) fn depth(&self, at: usize) -> usize {
        let line = self.line(at);
        line.len() - line.trim_start_matches(' ').len()
    }

    /// The ways to write some lines and those above them, the cheapest first, without those that come to the same. `told` is the
    /// line of the finding that is told for one of them.
    pub(super) fn mends_near(
        &self,
        near: impl IntoIterator<Item = usize>,
        told: impl Fn(usize) -> usize,
    ) -> Vec<(usize, LineMend)> {
        let mut numbers = HashSet::new();
        let near = near.into_iter().flat_map(|at| [Some(at), at.checked_sub(1)]).flatten();
        let mends = near.filter(|at| numbers.insert(*at)).flat_map(|at| {
            let mends = self.mends(at, told(at));
            mends.into_iter().map(move |mend| (at, mend))
        });
        let mut mends: Vec<(usize, LineMend)> = mends.collect();
        mends.sort_by_key(|(_, mend)| mend.cost);
        let mut tried = HashSet::new();
        mends.retain(|(_, mend)| tried.insert((mend.edit.span, mend.edit.text.clone())));
        mends
    }

    /// All ways to write a line, the likeliest first. `told` is the line of the finding, which needs no number.
    pub(super) fn mends(&self, at: usize, told: usize) -> Vec<LineMend> {
        let line = self.line(at);
        let body = line.trim_start_matches([' ', '\t', '\u{a0}', '\u{3000}', '\u{202f}']);
        let indent = &line[..line.len() - body.len()];
        // What nobody sees is told as such.
        if body.is_empty() || line.contains('\u{feff}') || is_unwritten(body) {
            return Vec::new();
        }
        if body.starts_with('#') {
            return self.uncommented(at, told, indent, body).into_iter().collect();
        }
        if !body.contains(char::is_alphanumeric) || is_residue(body) {
            return self.left_out(at, told).into_iter().collect();
        }
        let mut mends = self.with_break(at);
        mends.extend(self.blocks(at, indent, body));
        mends.extend(self.with_other_signs(at, told, indent, body));
        mends.extend(self.divided(at, indent, body));
        mends.extend(self.joined(at));
        mends.extend(self.shifted(at, body));
        mends.retain(|mend| self.keeps_letters(at, &mend.edit));
        mends.extend(self.without_prefix(at));
        mends.extend(self.moved(at));
        mends.extend(self.with_header(at));
        mends.extend(self.with_line_between(at));
        mends.extend(self.commented(at, told, indent, body));
        mends.extend(self.paragraphs(at));
        mends
    }

    /// The line with other signs, another indentation, or both.
    fn with_other_signs(&self, at: usize, told: usize, indent: &str, body: &str) -> Vec<LineMend> {
        let line = format!("line {}", at + 1);
        let (it, this) = if at == told { ("it", String::new()) } else { (&*line, format!("{line} as ")) };
        let written = |text: &String, indent: &str| {
            let title = format!("write {this}`{}`", echo_text(text.trim()));
            self.replacing(at, at, title, format!("{indent}{text}"))
        };
        if self.format == Format::Toml {
            return toml_bodies(body).iter().map(|body| written(body, indent)).collect();
        }
        let bodies = yaml_bodies(body);
        let mut mends: Vec<LineMend> = bodies.iter().map(|body| written(body, indent)).collect();
        let indentations: Vec<String> =
            self.indentations(at, body).into_iter().map(|columns| " ".repeat(columns)).collect();
        mends.extend(indentations.iter().map(|indent| {
            let title = match indent.len() {
                0 => format!("begin {it} at the margin"),
                1 => format!("indent {it} with one space"),
                columns => format!("indent {it} with {columns} spaces"),
            };
            self.replacing(at, at, title, format!("{indent}{body}"))
        }));
        let marked = bodies.iter().take(MARKED);
        mends.extend(marked.flat_map(|body| indentations.iter().map(|indent| written(body, indent))));
        mends
    }

    /// Whether an edit changes something, but no letter and no figure, and leaves no quote open.
    fn keeps_letters(&self, at: usize, edit: &Edit) -> bool {
        let (old, new) = (&self.text[edit.span.range()], &edit.text);
        let (before, after) = (letters_of(old), letters_of(new));
        let same = before == after || before == after.repeat(2);
        let closed = new.matches('"').count().is_multiple_of(2);
        old != new && same && closed && (self.format == Format::Toml || !self.says_nothing(at, new))
    }

    pub(super) fn replacing(&self, first: usize, last: usize, title: String, text: String) -> LineMend {
        let edit = Edit { span: Span::new(self.spans[first].0, self.spans[last].1), text };
        LineMend { fault: None, title, edit, cost: MendCost::Signs, rather: None }
    }

    /// Whether a line is a key without a value on it or below it.
    pub(super) fn says_nothing(&self, at: usize, line: &str) -> bool {
        let depth = line.len() - line.trim_start_matches(' ').len();
        let below = self.beside(at).1.is_some_and(|below| {
            self.depth(below) > depth || self.depth(below) == depth && self.line(below).trim_start().starts_with("- ")
        });
        line.ends_with(':') && !below
    }

    /// A text of several lines behind a mark that is none, or on the line of the mark.
    fn blocks(&self, at: usize, indent: &str, body: &str) -> Vec<LineMend> {
        let Some((key, value)) = body.split_once(": ").filter(|(_, value)| value.starts_with(['|', '>'])) else {
            return Vec::new();
        };
        let (mark, text) = value.split_at(value.len() - value.trim_start_matches(['|', '>', '-', '+', ' ', '"']).len());
        let mark = if mark[1..].contains('-') { format!("{}-", &mark[..1]) } else { mark[..1].to_owned() };
        let below = self.beside(at).1.map_or(0, |below| self.depth(below));
        let title = format!("write `{}: {mark}`", echo_text(key));
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Vec::new();
        }
        if text.is_empty() {
            return vec![self.replacing(at, at, title, format!("{indent}{key}: {mark}"))];
        }
        let columns = below.max(indent.len() + 2);
        let title = format!("{title}, and the text on the next line");
        vec![self.replacing(
            at,
            at,
            title,
            format!("{indent}{key}: {mark}{}{}{text}", self.line_end, " ".repeat(columns)),
        )]
    }

    /// Where the line may begin: as those beside it, and a step from them.
    pub(super) fn indentations(&self, at: usize, body: &str) -> Vec<usize> {
        let own = self.line(at).strip_suffix(body).filter(|indent| indent.bytes().all(|b| b == b' ')).map(str::len);
        let (above, below) = self.beside(at);
        let mut out = Vec::new();
        for near in [above, below].into_iter().flatten().map(|at| self.depth(at)) {
            for columns in [Some(near), Some(near + 2), near.checked_sub(2), near.checked_sub(4)] {
                out.extend(columns.filter(|columns| Some(*columns) != own && !out.contains(columns)));
            }
        }
        let own = own.unwrap_or_default();
        out.sort_by_key(|columns: &usize| columns.abs_diff(own));
        out
    }

    /// The line and the one above or below on one line, where it goes on there.
    fn joined(&self, at: usize) -> Vec<LineMend> {
        let (above, below) = self.beside(at);
        let pairs = [above.map(|above| (above, at)), below.map(|below| (at, below))];
        let goes_on = |(first, last): &(usize, usize)| {
            let (head, tail) = (split_mark(self.line(*first).trim()).1, self.line(*last).trim_start());
            let open = !head.matches('"').count().is_multiple_of(2)
                || head.ends_with(['_', ':', '='])
                || tail.starts_with('_');
            let entry = !head.starts_with('#') && head.contains([':', '=', '"', '\'']);
            let small =
                tail.starts_with(|c: char| c.is_alphanumeric() || c == '_') && !tail.starts_with(char::is_uppercase);
            entry && (head.ends_with(':') || head.ends_with('=') || small) && (open || self.is_prose(*last))
        };
        let join = |(first, last): (usize, usize)| {
            let (head, tail) = (self.line(first).trim_end(), self.line(last).trim_start());
            let title = || format!("write `{}` on the line above", echo_text(tail));
            [" ", ""].map(|between| self.replacing(first, last, title(), format!("{head}{between}{tail}")))
        };
        pairs.into_iter().flatten().filter(goes_on).flat_map(join).collect()
    }

    /// Two entries of one line, each on a line of its own.
    fn divided(&self, at: usize, indent: &str, body: &str) -> Vec<LineMend> {
        let (mark, rest) = split_mark(body);
        let inner = " ".repeat(mark.len());
        let sign = if self.format == Format::Toml { "=" } else { ":" };
        let behind = |at: usize| rest[at..].trim_start_matches(|c| COMMAS.contains(&c) || matches!(c, ' ' | '\t'));
        let is_end = |(at, c): &(usize, char)| {
            let tail = behind(*at);
            (COMMAS.contains(c) || matches!(c, ' ' | '\t'))
                && tail.split_once(sign).is_some_and(|(key, _)| is_name(key.trim_end()))
        };
        let divide = |(end, _): (usize, char)| {
            let (head, tail) = (&rest[..end], behind(end));
            let title = format!("write `{}` on a line of its own", echo_text(tail));
            self.replacing(at, at, title, format!("{indent}{mark}{head}{}{indent}{inner}{tail}", self.line_end))
        };
        rest.char_indices().filter(is_end).take(3).map(divide).collect()
    }

    /// Whether a line, with what stands above it, can be prose: it goes on there, and is no entry that lost its sign.
    pub(super) fn is_prose(&self, at: usize) -> bool {
        let line = self.line(at).trim();
        let words = line.split_whitespace().count();
        let is_word = |c: char| c.is_alphanumeric() || QUOTES.contains(&c) || matches!(c, '(' | '…');
        line.starts_with(is_word)
            && !line.contains(": ")
            && (words > 2 || line.len() > 3 * line.chars().count() / 2 + 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_on_lines_of_its_own_ends_as_the_lines_of_the_file() {
        let written = "name: |- a\r\nlanguage de; key: b\r\n1: c\r\n2: d\r\n";
        for (path, format) in [("a.yaml", Format::Yaml), ("a.toml", Format::Toml)] {
            let file = SourceFile::new(path, written);
            let lines = TextLines::new(&file, format);
            let edits: Vec<Edit> = (0..4).flat_map(|at| lines.mends(at, at)).map(|mend| mend.edit).collect();
            let several = edits.iter().filter(|edit| edit.text.contains('\n')).count();
            assert!(several > 3, "{path}: {several}");
            for edit in edits {
                assert_eq!(edit.text.matches('\n').count(), edit.text.matches("\r\n").count(), "{edit:?}");
            }
        }
    }
}
