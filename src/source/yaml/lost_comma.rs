//! A comma between entries in brackets that is missing, or one too many, and a bracket that a comment holds.

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::hidden_bracket::HiddenBracket;
use crate::source::yaml::fault::YamlFault;

/// How far the end of a bracket is looked for, in bytes.
const MAX_LOOKED_AT: usize = 1 << 16;

/// Whether the bracket around a text is closed in it, before another one that was opened outside.
fn closes(text: &str, close: char) -> bool {
    let (mut depth, mut quote, mut before) = (0_usize, None, '\n');
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) => quote = quote.filter(|_| c != open || before == '\\'),
            (None, '"' | '\'') if matches!(before, ',' | ':' | '[' | '{' | '\n') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return c == close,
            },
            (None, _) => {}
        }
        if at > MAX_LOOKED_AT {
            return false;
        }
        if quote.is_some() || c == '\n' || !c.is_whitespace() {
            before = c;
        }
    }
    false
}

impl YamlFault<'_> {
    /// The bracket that is open at the fault, where a comment above holds the one which closes it.
    pub(super) fn bracket_in_comment(&self) -> Option<Diagnostic> {
        let hidden = HiddenBracket::find(self.text.0, self.at)?;
        let place = |start, end| self.marks.file_span(start, end);
        Some(
            hidden.explain(self.text.0, place, |span, message| Diagnostic::new(Code::Syntax, self.file, span, message)),
        )
    }

    /// An entry on a line of its own, at byte `at`, with no comma behind the one above, where the bracket around both, which
    /// `close` closes, is closed.
    pub(super) fn lost_comma(&self, open: usize, close: char, at: usize) -> Option<Diagnostic> {
        let line = self.line_start(at);
        let (start, end) = self.previous_line(line).filter(|(_, end)| *end > open + 1)?;
        let above = self.text.between(start, end);
        let begins = !above.ends_with([',', '[', '{', ':']) && !above.starts_with('#');
        (begins && closes(self.text.from(line), close)).then(|| self.comma_finding(open, end))
    }

    /// That a comma is missing in the bracket that was opened at a place, where an entry ends.
    fn comma_finding(&self, open: usize, end: usize) -> Diagnostic {
        self.syntax_finding(end, end, "a comma is missing between two entries")
            .with_label("insert it here")
            .with_secondary(self.marks.file_span(open, open + 1), "inside of this")
            .offering("write a comma", vec![Edit { span: self.marks.file_span(end, end), text: ",".into() }])
    }

    /// `{one: a two: b}`, `["a" "b"]`: an entry behind another one on its line. The fault is the colon behind its key, or what
    /// stands behind the quote that closes the one before. Of a value of several words nobody knows where it ends.
    pub(super) fn comma_within_line(&self) -> Option<Diagnostic> {
        let open = self.open_bracket('[', ']').max(self.open_bracket('{', '}'))?;
        let first = self.line_start(self.at).max(open + 1);
        let (lead, behind) = (self.text.between(first, self.at), self.text.between(self.at, self.line_end(self.at)));
        let before = lead.trim_end();
        let is_quote = |c: char| matches!(c, '"' | '\'');
        let end = if behind.starts_with(':') {
            let value = before.rfind(": ")? + 2;
            let opened = before.strip_suffix(is_quote).and_then(|key| key.rfind(is_quote));
            let key = opened.or_else(|| before.rfind(' ')).filter(|key| *key > value)?;
            let said = before[value..key].trim();
            let is_one = !said.contains(' ') || said.starts_with(is_quote) && said.ends_with(is_quote);
            (is_one && !said.is_empty()).then(|| before[..key].trim_end().len())?
        } else {
            let in_list = self.text.from(open).starts_with('[');
            let is_key = |(key, _): (&str, &str)| !key.trim_matches(is_quote).contains(is_quote);
            let begins =
                if in_list { behind.starts_with(is_quote) } else { behind.split_once(':').is_some_and(is_key) };
            let parted = begins && before.len() < lead.len() && before.ends_with(['"', '\'', ']', '}']);
            parted.then_some(before.len())?
        };
        Some(self.comma_finding(open, first + end))
    }

    /// `[one,, two]`: a comma with no value before it.
    pub(super) fn comma_too_many(&self) -> Option<Diagnostic> {
        let before = self.text.before(self.at).trim_end();
        let parts = before.ends_with([',', '[', '{']) && self.text.from(self.at).starts_with(',');
        let end = self.at + 1;
        parts.then(|| {
            self.syntax_finding(self.at, end, "no value stands before this comma")
                .with_label("one too many")
                .offering("delete the comma", vec![Edit { span: self.marks.file_span(self.at, end), text: "".into() }])
        })
    }
}
