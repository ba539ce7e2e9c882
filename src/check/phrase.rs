//! What the service refuses in a phrase of a glossary or a spoken term: emptiness, controls, white space at its edges,
//! length. One phrase has one finding, about what comes first in this order.

use std::sync::Arc;

use crate::catalogue::limits::MAX_PHRASE_BYTES;
use crate::check::entity::entity_finding;
use crate::check::hidden_text;
use crate::check::raw_document::{RawText, RawTextKind, TextPointer};
use crate::diagnostic::cap::CappedFindings;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::edits;

/// A phrase and where it is written.
pub(super) struct Phrase<'t> {
    /// What it is called: `source phrase`, `target phrase`, `term`.
    pub(super) what: &'static str,
    pub(super) text: &'t str,
    /// Its bytes in the file, quotes included.
    pub(super) span: Span,
    /// Where it stands in its document, if it stands in one.
    pub(super) pointer: Option<&'t str>,
}

/// Why a phrase that is not in a file yet could not stand in one, in words that follow a colon.
#[must_use]
pub fn phrase_error(what: &'static str, text: &str) -> Option<String> {
    let file = SourceFile::new("", text);
    let span = Span::new(0, text.len());
    let mut found = CappedFindings::default();
    check_phrase(&file, &Phrase { what, text, span, pointer: None }, &mut found);
    let hidden = RawText { kind: RawTextKind::Phrase, text, span, pointer: TextPointer::Written("".into()) };
    let finding = found.into_findings().into_iter().next().or_else(|| hidden_text::check_hidden_text(&file, &hidden));
    finding.map(|finding| finding.message)
}

/// Says what is wrong with a phrase; whether it is sound. A spoken term has no length of its own.
pub(super) fn check_phrase(file: &Arc<SourceFile>, phrase: &Phrase<'_>, found: &mut CappedFindings) -> bool {
    let bytes = phrase.text.as_bytes();
    let plain = |bytes: &[u8]| bytes.iter().all(|b| matches!(b, b' '..=b'~'));
    let edges = |bytes: &[u8]| bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ');
    if !bytes.is_empty() && bytes.len() <= MAX_PHRASE_BYTES && edges(bytes) && plain(bytes) && !bytes.contains(&b'&') {
        return true;
    }
    let finding = check_empty(file, phrase)
        .or_else(|| check_control_characters(file, phrase))
        .or_else(|| check_edges(file, phrase))
        .or_else(|| check_length(file, phrase));
    let finding = finding.or_else(|| check_escapes(file, phrase)).or_else(|| check_soft_hyphens(file, phrase));
    let finding = finding.or_else(|| {
        let found = entity_finding(file, "a phrase", (phrase.text, phrase.span), |_, _| true)?;
        Some(found.with_label("part of the phrase"))
    });
    let Some(mut finding) = finding else { return true };
    finding.pointer = phrase.pointer.map(str::to_owned);
    found.add(finding.code, || finding);
    false
}

/// What to do about a target phrase that is empty.
pub(super) const NO_TRANSLATION: &str = "write its translation, or repeat the phrase where it stays as it is";

fn check_empty(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
    let Phrase { what, text, span, pointer: _ } = phrase;
    if !text.trim().is_empty() {
        return None;
    }
    let message = if text.is_empty() { format!("a {what} is empty") } else { format!("a {what} is white space alone") };
    let finding = Diagnostic::new(Code::EmptyValue, file, *span, message).with_label("says nothing");
    Some(finding.with_help(match *what {
        "target phrase" => NO_TRANSLATION,
        _ => "write something, or take the whole entry away",
    }))
}

/// Controls, and the separators of lines that are none.
fn is_forbidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn check_control_characters(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
    let Phrase { what, text, span, pointer: _ } = phrase;
    let (at, first) = text.char_indices().find(|(_, c)| is_forbidden(*c))?;
    let raw = file.slice(*span);
    // An escape stands for the character in a quoted scalar: then all of it is underlined.
    let exact = raw.find(text).map(|start| {
        let start = span.start as usize + start + at;
        Span::new(start, start + first.len_utf8())
    });
    let message = format!("a {what} holds {}", hidden_text::describe_character(first));
    let label = match exact {
        Some(_) => "here",
        None if raw.starts_with(['|', '>']) => "over several lines",
        None => "written as an escape",
    };
    let finding = Diagnostic::new(Code::EntryCharacter, file, exact.unwrap_or(*span), message)
        .with_label(label)
        .with_help(match raw.starts_with(['|', '>']) {
            true => "write it on one line, without the sign of a block",
            false if is_joined(text, at) => "remove it: words of this script have no blanks between them",
            false => "replace it with a space, or remove it",
        });
    let all: Option<Vec<Edit>> = raw.find(text).map(|start| {
        let base = span.start as usize + start;
        let bad = text.char_indices().filter(|(_, c)| is_forbidden(*c));
        let instead = |at| if is_joined(text, at) { String::new() } else { " ".to_owned() };
        bad.map(|(at, c)| Edit { span: Span::new(base + at, base + at + c.len_utf8()), text: instead(at) }).collect()
    });
    let title = if is_joined(text, at) { "remove it" } else { "write a space in its place" }.to_owned();
    Some(match all {
        Some(edits) => finding.with_fix(Fix { title, safety: Safety::Unsafe, edits }),
        None => finding,
    })
}

/// Whether a control stands between two letters of a script that has no blanks between words: Han, kana, Thai.
fn is_joined(text: &str, at: usize) -> bool {
    let joins = |c: Option<char>| {
        c.is_some_and(|c| matches!(c, '\u{e00}'..='\u{e7f}' | '\u{3000}'..='\u{9fff}' | '\u{ff01}'..='\u{ff9f}'))
    };
    let ends = |c: char| is_forbidden(c);
    joins(text[..at].trim_end_matches(ends).chars().next_back())
        && joins(text[at..].trim_start_matches(ends).chars().next())
}

fn check_edges(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
    let Phrase { what, text, span, pointer: _ } = phrase;
    let trimmed = text.trim();
    if trimmed.len() == text.len() {
        return None;
    }
    let edge = match (text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace)) {
        (true, true) => "begins and ends",
        (true, false) => "begins",
        (false, _) => "ends",
    };
    let finding = Diagnostic::new(Code::EntryWhitespace, file, *span, format!("a {what} {edge} with white space"))
        .with_help("remove it: the service rejects it");
    let Some(at) = file.slice(*span).find(text) else { return Some(finding) };
    let inner = span.start as usize + at;
    let inner = Span::new(inner, inner + text.len());
    Some(finding.with_fix(edits::replace_span(inner, trimmed, "take the white space away", Safety::Safe)))
}

/// Characters that nobody sees, where an escape of the document hides even them: what stands in the file as it is, the look
/// at the whole file finds.
fn check_escapes(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
    let Phrase { what: _, text, span, pointer } = phrase;
    if text.is_ascii() || file.slice(*span).contains(text) {
        return None;
    }
    let pointer = TextPointer::Written((*pointer)?.into());
    hidden_text::check_hidden_text(file, &RawText { kind: RawTextKind::Phrase, text, span: *span, pointer })
}

/// Soft hyphens, which keep a phrase from being found in a text that has none.
fn check_soft_hyphens(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
    let Phrase { what: _, text, span, pointer } = phrase;
    let pointer = TextPointer::Written(pointer.unwrap_or_default().into());
    hidden_text::check_soft_hyphens(file, &RawText { kind: RawTextKind::Phrase, text, span: *span, pointer })
}

fn check_length(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
    let Phrase { what, text, span, pointer: _ } = phrase;
    if text.len() <= MAX_PHRASE_BYTES {
        return None;
    }
    let end = (0..=MAX_PHRASE_BYTES).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let beyond = file.slice(*span).find(text).map_or(*span, |at| {
        let start = span.start as usize + at;
        Span::new(start + end, start + text.len())
    });
    let over = text.len() - MAX_PHRASE_BYTES;
    let message = format!("a {what} has {} bytes of UTF-8, {over} over the limit of {MAX_PHRASE_BYTES}", text.len());
    Some(
        Diagnostic::new(Code::PhraseTooLong, file, beyond, message)
            .with_label(format!("{over} over"))
            .with_note("letters beyond ASCII count two to four bytes")
            .with_help("shorten it"),
    )
}
