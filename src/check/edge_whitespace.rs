//! `edge-whitespace`: a text that is sent begins or ends with white space. Whether the service keeps it is not known.

use std::sync::Arc;

use crate::check::raw_document::RawText;
use crate::diagnostic::{Code, Diagnostic, Safety, SourceFile, Span};
use crate::schema::edits;

/// Says it once for each text. A text of white space alone is empty, which is an error of its own.
pub(super) fn check_edge_whitespace(file: &Arc<SourceFile>, text: &RawText<'_>) -> Option<Diagnostic> {
    let trimmed = text.text.trim();
    if text.text.is_empty() || trimmed.len() == text.text.len() {
        return None;
    }
    let noun = text.kind.noun();
    if trimmed.is_empty() {
        let message = format!("{noun} contains only white space");
        let finding = Diagnostic::new(Code::EmptyValue, file, text.span, message).with_label("says nothing");
        return Some(finding.with_help("write text here").with_pointer(text.pointer.to_string()));
    }
    if let Some(header) = block_header(file, text.span) {
        return Some(block_whitespace(file, text, header));
    }
    let raw = file.slice(text.span);
    let (first, last) = (text.text.starts_with(char::is_whitespace), text.text.ends_with(char::is_whitespace));
    let message = match (first, last) {
        (true, true) => format!("{noun} begins and ends with white space"),
        (true, false) => format!("{noun} begins with white space"),
        (false, _) => format!("{noun} ends with white space"),
    };
    let finding =
        Diagnostic::new(Code::EdgeWhitespace, file, text.span, message).with_pointer(text.pointer.to_string());
    let finding = finding.with_help("remove it: the service does not promise to keep it");
    // The same characters in the file, between its quotes: only then does an edit keep all else as it is.
    let Some(at) = raw.find(text.text) else { return Some(finding) };
    let inner = text.span.start as usize + at;
    let finding = finding.with_fix(edits::replace_span(
        Span::new(inner, inner + text.text.len()),
        trimmed,
        "take the white space away",
        Safety::Safe,
    ));
    Some(finding)
}

/// A block scalar keeps its last line end unless its header says `-`.
fn block_whitespace(file: &Arc<SourceFile>, text: &RawText<'_>, header: Span) -> Diagnostic {
    let written = file.slice(header);
    let noun = text.kind.noun();
    let inner = text.text.trim_end_matches('\n');
    if inner.len() == text.text.len() || inner.trim().len() != inner.len() {
        return Diagnostic::new(
            Code::EdgeWhitespace,
            file,
            text.span,
            format!("{noun} begins or ends with white space"),
        )
        .with_help("remove it: the service does not promise to keep it")
        .with_pointer(text.pointer.to_string());
    }
    let kept: String = written.chars().filter(|c| !matches!(c, '+' | '-')).collect();
    let title = format!("write `{kept}-`");
    Diagnostic::new(Code::EdgeWhitespace, file, header, format!("{noun} ends with a line break"))
        .with_label(format!("`{written}` keeps the last line break"))
        .with_help(&title)
        .with_fix(edits::replace_span(header, format!("{kept}-"), title.clone(), Safety::Safe))
        .with_pointer(text.pointer.to_string())
}

/// The `|` or `>` with its indicators, where the scalar at `span` is a block.
fn block_header(file: &SourceFile, span: Span) -> Option<Span> {
    let line = file.slice(span).lines().next()?;
    let header = line.split([' ', '\t']).next()?;
    let good = header.starts_with(['|', '>']) && header[1..].chars().all(|c| matches!(c, '+' | '-' | '1'..='9'));
    let start = span.start as usize;
    good.then(|| Span::new(start, start + header.len()))
}
