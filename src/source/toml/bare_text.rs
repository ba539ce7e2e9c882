//! Texts without quotes, line after line: what is wrong with the first of them is wrong with all.

use std::sync::Arc;

use toml_edit::Key;

use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile, Span};
use crate::source::edit::apply_text_edits;
use crate::source::{Format, parse_source};

/// The finding about a text without quotes, with the lines below that have the same fault. Others stay as they are.
pub(super) fn join_bare_texts(mut finding: Diagnostic) -> Diagnostic {
    let file = finding.file.clone();
    let Some(fix) = finding.fix.as_mut().filter(|fix| fix.edits.iter().all(|edit| edit.text.starts_with('"'))) else {
        return finding;
    };
    let text = file.text();
    if text.contains("\"\"\"") || text.contains("'''") {
        return finding;
    }
    let mut at = text[..finding.primary.span.end as usize].rfind('\n').map_or(0, |at| at + 1);
    let mut numbers = Vec::new();
    for line in text[at..].split_inclusive('\n') {
        let value = bare_text(line).filter(|_| at > finding.primary.span.start as usize);
        if let Some((start, word)) = value {
            let span = Span::new(at + start, at + start + word.len());
            fix.edits.push(Edit { span, text: format!("\"{word}\"") });
            numbers.push(file.position_at(span.start).line);
        }
        at += line.len();
    }
    let lines = numbers.iter().take(5).map(u32::to_string).collect::<Vec<_>>().join(", ");
    let note = match numbers.len() {
        0 => return finding,
        1 => format!("the text in line {lines} has none either"),
        2..=5 => format!("the texts in lines {lines} have none either"),
        _ => format!("the texts in lines {lines} and others have none either"),
    };
    fix.title = "put each of them in quotes".to_owned();
    finding.with_note(note)
}

/// A file all of whose texts have no quotes, words with commas and lists among them.
pub(super) fn file_without_quotes(file: &Arc<SourceFile>) -> Option<Diagnostic> {
    let (text, mut at, mut edits) = (file.text(), 0, Vec::new());
    for line in text.split_inclusive('\n') {
        if let Some((key, value)) = line.split_once('=').filter(|(key, _)| Key::parse(key).is_ok()) {
            let word = value.split(" #").next().unwrap_or_default().trim();
            let start = at + key.len() + 1 + value.len() - value.trim_start().len();
            let span = Span::new(start, start + word.len());
            edits.extend(in_quotes(word).map(|text| Edit { span, text }));
        }
        at += line.len();
    }
    // Fewer are a slip.
    let first = edits.first().filter(|_| edits.len() > 2 && !text.contains('"'))?.span;
    let quoted = SourceFile::new(&**file.path(), apply_text_edits(text, &edits)?);
    let is_read = parse_source(&quoted, Format::Toml).findings.is_empty();
    let finding = Diagnostic::new(Code::Syntax, file, first, "the texts of this file have no quotes");
    is_read.then(|| finding.with_label("the first of them").offering("put each of them in quotes", edits))
}

/// A text in quotes, or a list with each of its texts in quotes where a comma parts words, not sentences.
fn in_quotes(value: &str) -> Option<String> {
    let quote = |text: &str| is_bare_text(text).then(|| format!("\"{text}\""));
    let Some(inner) = value.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) else { return quote(value) };
    let items: Vec<&str> = inner.split(',').map(str::trim).collect();
    let texts: Option<Vec<String>> = items.iter().map(|item| quote(item)).collect();
    let told = items.len() == 1 || items.iter().all(|item| !item.contains(' '));
    texts.filter(|_| told).map(|texts| format!("[{}]", texts.join(", ")))
}

/// The text without quotes behind the key of a line, and where it begins.
fn bare_text(line: &str) -> Option<(usize, &str)> {
    let (key, value) = line.split_once('=')?;
    let word = value.trim();
    let start = key.len() + 1 + value.len() - value.trim_start().len();
    (is_bare_text(word) && Key::parse(key).is_ok()).then_some((start, word))
}

/// Whether a value is a text without quotes, and nothing else.
fn is_bare_text(word: &str) -> bool {
    let is_value = matches!(word, "true" | "false" | "inf" | "nan");
    let plain =
        word.starts_with(char::is_alphabetic) && !word.contains(['"', '\'', '\\', '[', ']', '{', '}', '#', '=']);
    plain && !is_value
}
