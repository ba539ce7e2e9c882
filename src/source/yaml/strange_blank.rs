//! White space that looks like a space, where a line is indented.

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, Span};
use crate::source::yaml::fault::YamlFault;

/// The fix that indents with spaces wherever a text is indented with what only looks like them.
#[must_use]
pub fn indent_with_spaces(text: &str) -> Fix {
    let mut edits = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let strange = |c: char| c.is_whitespace() && !matches!(c, '\n' | '\r');
        let blank = line.len() - line.trim_start_matches(strange).len();
        if !line[..blank].is_ascii() {
            // A blank of full width is as wide as two.
            let columns = line[..blank].chars().map(|c| if c == '\u{3000}' { 2 } else { 1 }).sum();
            edits.push(Edit { span: Span::new(at, at + blank), text: " ".repeat(columns) });
        }
        at += line.len();
    }
    Fix { title: "indent with spaces".to_owned(), safety: Safety::Unsafe, edits }
}

impl YamlFault<'_> {
    /// A blank that indents nothing, before the line of the fault or the one above it.
    pub(super) fn strange_indentation(&self) -> Option<Diagnostic> {
        let here = self.line_start(self.at);
        let above = self.previous_line(here).map(|(above, _)| self.line_start(above));
        [Some(here), above].into_iter().flatten().find_map(|line| {
            let text = self.text.from(line).lines().next()?;
            let lead = &text[..text.len() - text.trim_start().len()];
            let at = lead.find(|c: char| !matches!(c, ' ' | '\t' | '\r'))?;
            let blank = lead[at..].chars().next()?;
            let message = format!("U+{:04X} looks like a space and does not indent", u32::from(blank));
            let finding = self.syntax_finding(line + at, line + at + blank.len_utf8(), message).with_label("no space");
            let fix = indent_with_spaces(self.file.text());
            Some(finding.with_help(&fix.title).with_fix(fix))
        })
    }
}
