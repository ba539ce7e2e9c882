//! A comma between entries in brackets that is missing, at the end of the line of the first, or one too many.

use crate::diagnostic::{Diagnostic, Edit};
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
    /// An entry on a line of its own, at byte `at`, with no comma behind the one above, where the bracket around both, which
    /// `close` closes, is closed.
    pub(super) fn lost_comma(&self, open: usize, close: char, at: usize) -> Option<Diagnostic> {
        let line = self.line_start(at);
        let (start, end) = self.previous_line(line).filter(|(_, end)| *end > open + 1)?;
        let above = self.text.between(start, end);
        let begins = !above.ends_with([',', '[', '{', ':']) && !above.starts_with('#');
        let place = self.marks.file_span(end, end);
        (begins && closes(self.text.from(line), close)).then(|| {
            self.syntax_finding(end, end, "a comma is missing between two entries")
                .with_label("insert it here")
                .with_secondary(self.marks.file_span(open, open + 1), "inside of this")
                .offering("write a comma", vec![Edit { span: place, text: ",".into() }])
        })
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
