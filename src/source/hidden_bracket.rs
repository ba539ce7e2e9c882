//! A list or a mapping in brackets that is never closed, as a comment took its last bracket along: `[one, # two]`.

use crate::diagnostic::{Diagnostic, Edit, Span};
use crate::source::shorten::shorten_line;

/// Most lines above a fault among which the bracket is looked for.
const MAX_LINES: usize = 64;

/// Where such brackets and the comment stand, in bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HiddenBracket {
    /// The bracket that is open.
    open: usize,
    /// The `#`.
    hash: usize,
    /// The bracket that would close it, the last character of the comment.
    close: usize,
}

/// What a line has of brackets, without its texts in quotes.
struct BracketsOfLine {
    /// Those that are open at its end, or at its comment.
    open: Vec<(usize, char)>,
    /// How many are closed that a line above opens.
    closed: usize,
    /// Where the comment begins.
    hash: Option<usize>,
}

impl BracketsOfLine {
    fn of(line: &str) -> Self {
        let mut brackets = Self { open: Vec::new(), closed: 0, hash: None };
        let (mut quote, mut before) = (None, ' ');
        for (at, c) in line.char_indices() {
            match (quote, c) {
                (Some(open), _) => quote = Some(open).filter(|open| c != *open || before == '\\'),
                (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(c),
                (None, '#') if before.is_whitespace() => {
                    brackets.hash = Some(at);
                    break;
                }
                (None, '[' | '{') => brackets.open.push((at, c)),
                (None, ']' | '}') if brackets.open.pop().is_none() => brackets.closed += 1,
                (None, _) => {}
            }
            before = c;
        }
        brackets
    }
}

impl HiddenBracket {
    /// The bracket that is open at a fault, and the comment above it that holds the one which closes it.
    pub(super) fn find(text: &str, fault: usize) -> Option<Self> {
        let fault = text.floor_char_boundary(fault.min(text.len()));
        let until = text[fault..].find('\n').map_or(text.len(), |end| fault + end);
        let (mut at, mut closed, mut comment) = (until, 0, None);
        for line in text[..until].split_inclusive('\n').rev().take(MAX_LINES) {
            at -= line.len();
            let bare = line.trim_end();
            let BracketsOfLine { open, closed: more, hash } = BracketsOfLine::of(bare);
            let ends = hash.filter(|_| bare.ends_with([']', '}']));
            comment = ends.map(|hash| (at + hash, at + bare.len() - 1)).or(comment);
            let inner = open.len().checked_sub(closed + 1);
            if let Some((open, sign)) = inner.map(|inner| open[inner]) {
                let (hash, close) = comment?;
                let fits = text[close..].starts_with(if sign == '[' { ']' } else { '}' });
                return fits.then_some(Self { open: at + open, hash, close });
            }
            closed = closed.saturating_sub(open.len()) + more;
        }
        None
    }

    /// The finding, of what says where a range of the text stands in the file.
    pub(super) fn explain(
        self,
        text: &str,
        place: impl Fn(usize, usize) -> Span,
        finding: impl Fn(Span, String) -> Diagnostic,
    ) -> Diagnostic {
        let Self { open, hash, close } = self;
        let (sign, end) = (&text[open..=open], &text[close..=close]);
        let before = text[..hash].trim_end();
        let last = before.trim_end_matches(',').len();
        let between = if before.len() > open && text[before.len()..hash].contains('\n') { "\n" } else { "" };
        let lead = &text[before.len()..hash];
        let blanks = if between.is_empty() { "  " } else { lead };
        let said = text[hash + 1..close].trim_start();
        let title = match between.is_empty() && !text[open..last].contains('\n') {
            true => format!("write `{}`", shorten_line(&format!("{}{end}  # {said}", &text[open..last]))),
            false => format!("write the `{end}` before the comment"),
        };
        let inner = text.len() - text[hash + 1..].trim_start_matches(' ').len();
        finding(place(open, open + 1), format!("this `{sign}` is never closed: its `{end}` stands in a comment"))
            .with_label("opened here")
            .with_secondary(place(hash, close + 1), "a comment")
            .offering(
                title,
                vec![
                    Edit { span: place(last, hash), text: format!("{end}{blanks}") },
                    Edit { span: place(close, close + 1), text: String::new() },
                ],
            )
            .or_offering("take the `#` away", vec![Edit { span: place(hash, inner), text: String::new() }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, SourceFile};
    use crate::source::edit::apply_text_edits;

    fn mended(text: &str) -> Option<[String; 2]> {
        let file = SourceFile::new("a.yaml", text);
        let hidden = HiddenBracket::find(text, text.len())?;
        let told = hidden.explain(text, Span::new, |span, message| Diagnostic::new(Code::Syntax, &file, span, message));
        let mut ways = told.offered().map(|way| apply_text_edits(text, &way.edits));
        Some([ways.next()??, ways.next()??])
    }

    #[test]
    fn a_bracket_in_a_comment_is_brought_back() {
        for (text, before, behind) in [
            ("a: [b, # c]\nd: e\n", "a: [b]  # c\nd: e\n", "a: [b, c]\nd: e\n"),
            ("a: [b # c]\n", "a: [b]  # c\n", "a: [b c]\n"),
            ("a = [\"b\", # \"c\"]\n[d]\n", "a = [\"b\"]  # \"c\"\n[d]\n", "a = [\"b\", \"c\"]\n[d]\n"),
            ("a: {b: c, # d: e}\n", "a: {b: c}  # d: e\n", "a: {b: c, d: e}\n"),
            ("a: [\n  b,\n  # c]\nd: e\n", "a: [\n  b]\n  # c\nd: e\n", "a: [\n  b,\n  c]\nd: e\n"),
        ] {
            assert_eq!(mended(text), Some([before.to_owned(), behind.to_owned()]), "{text}");
        }
    }

    #[test]
    fn what_is_closed_or_hides_no_bracket_is_left_alone() {
        for text in ["a: [b] # c]\n", "a: [b, # c\nd: e\n", "a: \"[ # b]\"\nc: d\n", "a: {b, # c]\n", "a: b # c]\n"] {
            assert_eq!(mended(text), None, "{text}");
        }
    }
}
