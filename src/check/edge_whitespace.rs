//! `edge-whitespace`: a text that is sent begins or ends with white space. Whether the service keeps it is not known.

use std::sync::Arc;

use crate::check::own::Text;
use crate::diagnostic::{Code, Diagnostic, Safety, SourceFile, Span};
use crate::schema::edits;

/// Says it once for each text. A text of white space alone is empty, which is an error of its own.
pub(super) fn check(file: &Arc<SourceFile>, text: &Text<'_>) -> Option<Diagnostic> {
    let trimmed = text.text.trim();
    if text.text.is_empty() || trimmed.len() == text.text.len() {
        return None;
    }
    let noun = text.what.noun();
    if trimmed.is_empty() {
        let message = format!("{noun} holds only white space");
        let finding = Diagnostic::new(Code::EmptyValue, file, text.span, message).label("says nothing");
        return Some(finding.help("write text here").at(text.pointer.clone()));
    }
    let raw = file.slice(text.span);
    if let Some(style @ ('|' | '>')) = raw.chars().next() {
        return Some(block(file, text, style, raw));
    }
    let (first, last) = (text.text.starts_with(char::is_whitespace), text.text.ends_with(char::is_whitespace));
    let message = match (first, last) {
        (true, true) => format!("{noun} begins and ends with white space"),
        (true, false) => format!("{noun} begins with white space"),
        (false, _) => format!("{noun} ends with white space"),
    };
    let finding = Diagnostic::new(Code::EdgeWhitespace, file, text.span, message).at(text.pointer.clone());
    let finding = finding.help("take it away: the service does not promise to keep it");
    // The same characters in the file, between its quotes: only then does an edit keep all else as it is.
    let Some(at) = raw.find(text.text) else { return Some(finding) };
    let inner = text.span.start as usize + at;
    let finding = finding.fix(edits::replace(
        Span::new(inner, inner + text.text.len()),
        trimmed,
        "take the white space away",
        Safety::Safe,
    ));
    Some(finding)
}

/// A block scalar keeps its last line end unless its header says `-`.
fn block(file: &Arc<SourceFile>, text: &Text<'_>, style: char, raw: &str) -> Diagnostic {
    let header = raw.lines().next().unwrap_or_default().split([' ', '#']).next().unwrap_or_default();
    let span = Span::new(text.span.start as usize, text.span.start as usize + header.len());
    let message = format!("{} ends with a line break", text.what.noun());
    let finding = Diagnostic::new(Code::EdgeWhitespace, file, span, message)
        .label(format!("`{header}` keeps the last line break"))
        .at(text.pointer.clone());
    let indent: String = header.chars().filter(char::is_ascii_digit).collect();
    let stripped = format!("{style}{indent}-");
    if text.text.starts_with(char::is_whitespace) || header.contains('-') {
        return finding.help("take the white space away");
    }
    let title = format!("write `{stripped}`");
    finding.help(&title).fix(edits::replace(span, stripped, title.clone(), Safety::Safe))
}
