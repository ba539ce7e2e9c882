//! What the service refuses in a phrase of a glossary or a spoken term: emptiness, controls, white space at its edges,
//! length. One phrase has one finding, about what comes first in this order.

use std::sync::Arc;

use crate::catalogue::limits::PHRASE_BYTES;
use crate::check::few::Few;
use crate::check::hidden_text;
use crate::check::own::{Text, What};
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
pub fn refused_phrase(what: &'static str, text: &str) -> Option<String> {
    let file = SourceFile::new("", text);
    let span = Span::new(0, text.len());
    let mut found = Few::default();
    check(&file, &Phrase { what, text, span, pointer: None }, &mut found);
    let hidden = Text { what: What::Phrase, text, span, pointer: String::new() };
    let finding = found.finish().into_iter().next().or_else(|| hidden_text::check(&file, &hidden));
    finding.map(|finding| finding.message)
}

/// Says what is wrong with a phrase; whether it is sound. A spoken term has no length of its own.
pub(super) fn check(file: &Arc<SourceFile>, phrase: &Phrase<'_>, found: &mut Few) -> bool {
    let bytes = phrase.text.as_bytes();
    let plain = |bytes: &[u8]| bytes.iter().all(|b| matches!(b, b' '..=b'~'));
    let edges = |bytes: &[u8]| bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ');
    if !bytes.is_empty() && bytes.len() <= PHRASE_BYTES && edges(bytes) && plain(bytes) {
        return true;
    }
    let finding = empty(file, phrase)
        .or_else(|| control(file, phrase))
        .or_else(|| white_space(file, phrase))
        .or_else(|| long(file, phrase));
    let finding = finding.or_else(|| escaped(file, phrase));
    let Some(mut finding) = finding else { return true };
    finding.pointer = phrase.pointer.map(str::to_owned);
    found.add(finding.code, || finding);
    false
}

fn empty(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
    let Phrase { what, text, span, pointer: _ } = phrase;
    if !text.trim().is_empty() {
        return None;
    }
    let message = if text.is_empty() { format!("a {what} is empty") } else { format!("a {what} is white space alone") };
    let finding = Diagnostic::new(Code::EmptyValue, file, *span, message).label("says nothing");
    Some(finding.help("write something, or take the whole entry away"))
}

/// Controls, and the separators of lines that are none.
fn refused(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn control(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
    let Phrase { what, text, span, pointer: _ } = phrase;
    let (at, first) = text.char_indices().find(|(_, c)| refused(*c))?;
    let raw = file.slice(*span);
    // An escape stands for the character in a quoted scalar: then all of it is underlined.
    let exact = raw.find(text).map(|start| {
        let start = span.start as usize + start + at;
        Span::new(start, start + first.len_utf8())
    });
    let message = format!("a {what} holds {}", hidden_text::name(first));
    let finding = Diagnostic::new(Code::EntryCharacter, file, exact.unwrap_or(*span), message)
        .label(if exact.is_some() { "here" } else { "written as an escape" })
        .help("write a space in its place, or take it out");
    let all: Option<Vec<Edit>> = raw.find(text).map(|start| {
        let base = span.start as usize + start;
        let bad = text.char_indices().filter(|(_, c)| refused(*c));
        bad.map(|(at, c)| Edit { span: Span::new(base + at, base + at + c.len_utf8()), text: " ".to_owned() }).collect()
    });
    let title = "write a space in its place".to_owned();
    Some(match all {
        Some(edits) => finding.fix(Fix { title, safety: Safety::Unsafe, edits }),
        None => finding,
    })
}

fn white_space(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
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
        .help("take it away: the service refuses it");
    let Some(at) = file.slice(*span).find(text) else { return Some(finding) };
    let inner = span.start as usize + at;
    let inner = Span::new(inner, inner + text.len());
    Some(finding.fix(edits::replace(inner, trimmed, "take the white space away", Safety::Safe)))
}

/// Characters that nobody sees, where an escape of the document hides even them: what stands in the file as it is, the look
/// at the whole file finds.
fn escaped(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
    let Phrase { what: _, text, span, pointer } = phrase;
    if text.is_ascii() || file.slice(*span).contains(text) {
        return None;
    }
    let pointer = (*pointer)?.to_owned();
    hidden_text::check(file, &Text { what: What::Phrase, text, span: *span, pointer })
}

fn long(file: &Arc<SourceFile>, phrase: &Phrase<'_>) -> Option<Diagnostic> {
    let Phrase { what, text, span, pointer: _ } = phrase;
    if text.len() <= PHRASE_BYTES {
        return None;
    }
    let end = (0..=PHRASE_BYTES).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let beyond = file.slice(*span).find(text).map_or(*span, |at| {
        let start = span.start as usize + at;
        Span::new(start + end, start + text.len())
    });
    let over = text.len() - PHRASE_BYTES;
    let message = format!("a {what} has {} bytes of UTF-8, {over} over the limit of {PHRASE_BYTES}", text.len());
    Some(
        Diagnostic::new(Code::PhraseTooLong, file, beyond, message)
            .label(format!("{over} over"))
            .note("letters beyond ASCII count two to four bytes")
            .help("shorten it"),
    )
}
