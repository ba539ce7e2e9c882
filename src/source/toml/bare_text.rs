//! Texts without quotes, line after line: what is wrong with the first of them is wrong with all.

use toml_edit::Key;

use crate::diagnostic::{Diagnostic, Edit, Span};

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
