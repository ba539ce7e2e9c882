//! `hidden-text`: characters that nobody sees in a review, but that the service reads; and `soft-hyphen`, the one among them
//! that people write.
//!
//! Refused are controls, format characters, bidirectional controls, tags, fillers and variation selectors. Joiners stay where
//! a script or an emoji needs them, marks of direction beside letters that are written from right to left, soft hyphens between
//! letters. The rest of the file (comments above all) is looked at once as raw text.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Arc;

use crate::check::raw_document::RawText;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};

/// Says it once for each text, at its first hidden character.
pub(super) fn check_hidden_text(file: &Arc<SourceFile>, text: &RawText<'_>) -> Option<Diagnostic> {
    let hidden = hidden_characters(text.text);
    if hidden.is_empty() {
        return check_soft_hyphens(file, text);
    }
    let (_, first) = *hidden.first()?;
    let raw = file.slice(text.span);
    let base = text.span.start as usize;
    let kinds: BTreeSet<char> = hidden.iter().map(|(_, c)| *c).collect();
    let spans: Vec<Span> = raw
        .char_indices()
        .filter(|(_, c)| kinds.contains(c))
        .filter(|(at, _)| is_suspicious(raw, *at))
        .map(|(at, c)| Span::new(base + at, base + at + c.len_utf8()))
        .collect();
    let span = spans.first().copied().unwrap_or(text.span);
    let message = format!("{} holds {}", text.kind.noun(), describe_character(first));
    let finding = Diagnostic::new(Code::HiddenText, file, span, message)
        .with_label(if spans.is_empty() { "written as an escape" } else { "here" })
        .with_note(describe_count(hidden.len()))
        .with_help("take it out")
        .with_pointer(text.pointer.to_string());
    if spans.len() == hidden.len() {
        let edits = removals(file, &spans);
        let title = "remove all invisible characters".to_owned();
        Some(finding.with_fix(Fix { title, safety: Safety::Unsafe, edits }))
    } else {
        Some(match double_backslashes(file, text.span) {
            edits if edits.is_empty() => finding,
            edits => finding.offering(DOUBLED, edits),
        })
    }
}

/// What to do where an escape was no escape.
const DOUBLED: &str = "write `\\\\` for a backslash, as double quotes need it";

/// A pattern or a text of a test in which double quotes make a control character of `\b`.
pub(super) fn check_escaped_control(file: &Arc<SourceFile>, text: Span) -> Option<Diagnostic> {
    let edits = double_backslashes(file, text);
    let start = edits.first()?.span.start as usize;
    let span = Span::new(start, start + 2);
    let message = format!("in double quotes, `{}` is a control character, which no text holds", file.slice(span));
    let finding = Diagnostic::new(Code::ForeignNotation, file, span, message).with_label("an escape");
    Some(finding.offering(DOUBLED, edits))
}

/// A second backslash before each escape in double quotes that stands for a control character.
fn double_backslashes(file: &SourceFile, text: Span) -> Vec<Edit> {
    let raw = file.slice(text);
    let (mut at, mut edits) = (0, Vec::new());
    while let Some(next) = raw.get(at..).filter(|_| raw.starts_with('"')).and_then(|rest| rest.find('\\')) {
        at += next;
        if raw[at + 1..].starts_with(['b', 'f', 'v', 'a', 'e', '0']) {
            edits.push(Edit { span: Span::empty_at(text.start as usize + at), text: "\\".to_owned() });
        }
        at += 2;
    }
    edits
}

/// Soft hyphens inside words, which are meant and still keep a text from being found.
pub(super) fn check_soft_hyphens(file: &Arc<SourceFile>, text: &RawText<'_>) -> Option<Diagnostic> {
    let count = text.text.matches(SOFT_HYPHEN).count();
    if count == 0 {
        return None;
    }
    let base = text.span.start as usize;
    let raw = file.slice(text.span);
    let spans: Vec<Span> =
        raw.match_indices(SOFT_HYPHEN).map(|(at, found)| Span::new(base + at, base + at + found.len())).collect();
    let span = spans.first().copied().unwrap_or(text.span);
    let message = format!("{} holds {}", text.kind.noun(), describe_character(SOFT_HYPHEN));
    let finding = Diagnostic::new(Code::SoftHyphen, file, span, message)
        .with_label(if spans.is_empty() { "written as an escape" } else { "here" })
        .with_note(describe_count(count))
        .with_help("take it out, or keep it where only the break of a line is meant")
        .with_pointer(text.pointer.to_string());
    if spans.len() != count {
        return Some(finding);
    }
    let edits = removals(file, &spans);
    Some(finding.with_fix(Fix { title: "remove all soft hyphens".to_owned(), safety: Safety::Unsafe, edits }))
}

const SOFT_HYPHEN: char = '\u{ad}';

/// Most places that a fix edits one by one; beyond, it writes the text between the first and the last anew.
const MAX_EDITS: usize = 200;

/// Edits that take spans away, neighbours at once.
fn removals(file: &SourceFile, spans: &[Span]) -> Vec<Edit> {
    let mut joined: Vec<Span> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            Some(_) | None => joined.push(*span),
        }
    }
    let (Some(first), Some(last)) = (joined.first(), joined.last()) else { return Vec::new() };
    if joined.len() <= MAX_EDITS {
        return joined.into_iter().map(|span| Edit { span, text: String::new() }).collect();
    }
    let kept = joined.windows(2).map(|pair| file.slice(Span { start: pair[0].end, end: pair[1].start }));
    vec![Edit { span: first.to(*last), text: kept.collect() }]
}

/// Hidden characters outside of the texts that [`check_hidden_text`] looks at and of what is refused anyway.
pub(super) fn check_hidden_in_file(file: &Arc<SourceFile>, apart: &[Span]) -> Option<Diagnostic> {
    let text = file.text();
    let layout = |at: usize, c: char| matches!(c, '\n' | '\r' | '\t') || (at == 0 && c == '\u{feff}');
    let mut found = hidden_characters(text);
    found.retain(|(at, c)| !layout(*at, *c));
    if found.is_empty() {
        return None;
    }
    let mut apart = apart.to_vec();
    apart.sort();
    let mut reach = 0;
    // Where each span begins, and how far any up to it reaches.
    let reaches: Vec<(u32, u32)> = apart
        .iter()
        .map(|span| {
            reach = reach.max(span.end);
            (span.start, reach)
        })
        .collect();
    let outside = |at: usize| {
        let before = reaches.partition_point(|(start, _)| *start as usize <= at);
        before.checked_sub(1).is_none_or(|last| reaches[last].1 as usize <= at)
    };
    found.retain(|(at, _)| outside(*at));
    let (_, first) = *found.first()?;
    let message = format!("the file contains {}", describe_character(first));
    let spans: Vec<Span> = found.iter().map(|(at, c)| Span::new(*at, at + c.len_utf8())).collect();
    let title = if found.len() == 1 { "take it out" } else { "take out all that nobody sees" };
    let finding = Diagnostic::new(Code::HiddenText, file, spans[0], message).with_label("here");
    Some(finding.with_note(describe_count(found.len())).offering(title, removals(file, &spans)))
}

/// Errors about a name or a code in which a character stands that nobody sees: that is what is wrong with it, told once.
pub(super) fn name_hidden_characters(findings: &mut Vec<Diagnostic>) {
    let mut named: HashMap<Arc<str>, Vec<Span>> = HashMap::new();
    for finding in findings.iter_mut() {
        if let Some(told) = name_hidden_character(finding) {
            named.entry(told.file.path().clone()).or_default().push(told.primary.span);
            *finding = told;
        }
    }
    let within = |part: Span, span: &Span| span.start <= part.start && part.end <= span.end;
    findings.retain(|finding| {
        let spans = named.get(finding.file.path()).filter(|_| finding.code == Code::HiddenText);
        !spans.is_some_and(|spans| spans.iter().any(|span| within(finding.primary.span, span)))
    });
}

fn name_hidden_character(finding: &Diagnostic) -> Option<Diagnostic> {
    let concerned = matches!(
        finding.code,
        Code::InvalidSetting
            | Code::MalformedLanguage
            | Code::UnknownLanguage
            | Code::InvalidKey
            | Code::UnknownReference
    );
    if !concerned || !finding.file.has_text() {
        return None;
    }
    let span = finding.primary.span;
    let hidden = hidden_characters(finding.file.slice(span));
    let is_hidden = |(at, _): &(usize, char)| hidden.iter().any(|(hidden, _)| hidden == at);
    let visible: String =
        finding.file.slice(span).char_indices().filter(|one| !is_hidden(one)).map(|(_, c)| c).collect();
    // Where it guesses at another name, the name itself is wrong.
    let mut guessed = finding.fix.iter().flat_map(|fix| &fix.edits);
    if guessed.any(|edit| edit.text.trim_matches(['"', '\'']) != visible.trim_matches(['"', '\''])) {
        return None;
    }
    let (_, first) = hidden.first()?;
    let note = format!("{} stands in it, which nobody sees", describe_character(*first));
    let at = |at: usize, c: char| Span::new(span.start as usize + at, span.start as usize + at + c.len_utf8());
    let edits = hidden.iter().map(|(offset, c)| Edit { span: at(*offset, *c), text: String::new() }).collect();
    Some(finding.clone().with_note(note).offering("take out what nobody sees", edits))
}

fn describe_count(n: usize) -> String {
    if n == 1 {
        "nothing shows it on screen".to_owned()
    } else {
        format!("{n} such characters; nothing shows them on screen")
    }
}

/// Every hidden character of a text with its offset.
fn hidden_characters(text: &str) -> Vec<(usize, char)> {
    let mut found = Vec::new();
    let mut start = 0;
    for chunk in text.as_bytes().chunks(CHUNK) {
        if !chunk.iter().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~' | b'\n')) {
            for (at, _) in chunk.iter().enumerate().filter(|(_, byte)| MAY_HIDE[usize::from(**byte)]) {
                let at = start + at;
                if is_suspicious(text, at) {
                    found.extend(text[at..].chars().next().map(|c| (at, c)));
                }
            }
        }
        start += chunk.len();
    }
    found
}

/// Bytes that are looked at together.
const CHUNK: usize = 32;

/// Whether a hidden character may begin with a byte: controls, and the bytes with which the characters of [`is_invisible`]
/// begin. No byte inside of a character is like one of them.
const MAY_HIDE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let control = byte < 0x20 && byte != 0x0A || byte == 0x7F;
        table[byte] = control || matches!(byte, 0xC2 | 0xCD | 0xD8 | 0xE1 | 0xE2 | 0xE3 | 0xEF | 0xF0 | 0xF3);
        byte += 1;
    }
    table
};

fn is_suspicious(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    let Some(c) = rest.chars().next() else { return false };
    if c == '\n' || !is_invisible(c) {
        return false;
    }
    let before = text[..at].chars().next_back();
    let after = rest.chars().nth(1);
    match c {
        '\u{200c}' | '\u{200d}' => {
            let letters = before.is_some_and(takes_joiners) && after.is_some_and(takes_joiners);
            let emoji = c == '\u{200d}'
                && before.is_some_and(|c| is_pictograph(c) || c == '\u{fe0f}')
                && after.is_some_and(is_pictograph);
            !(letters || emoji)
        }
        '\u{fe0e}' | '\u{fe0f}' => {
            let keycap = before.is_some_and(|c| matches!(c, '0'..='9' | '#' | '*')) && after == Some('\u{20e3}');
            !(before.is_some_and(is_pictograph) || keycap)
        }
        '\u{e0020}'..='\u{e007f}' => !in_flag(text, at),
        '\u{200e}' | '\u{200f}' | '\u{61c}' => !stands_beside_right_to_left(text, at),
        SOFT_HYPHEN => !(before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic)),
        _ => true,
    }
}

/// Whether the nearest letter on the line, before or behind, is one of a script that is written from right to left. Where no
/// such text is, a mark of direction has no work to do.
fn stands_beside_right_to_left(text: &str, at: usize) -> bool {
    // Between a mark and its letters stand digits, quotes and brackets, not sentences.
    const MOST_BETWEEN: usize = 40;
    let is_right_to_left = |c: char| {
        c.is_alphabetic()
            && matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}'
                | '\u{1e800}'..='\u{1efff}')
    };
    let mut before = text[..at].chars().rev().take(MOST_BETWEEN).take_while(|c| *c != '\n');
    let mut after = text[at..].chars().take(MOST_BETWEEN).take_while(|c| *c != '\n');
    let nearest = [before.find(|c| c.is_alphabetic()), after.find(|c| c.is_alphabetic())];
    nearest.into_iter().flatten().any(is_right_to_left)
}

/// Controls, format characters that do not show, fillers, separators, selectors and tags.
fn is_invisible(c: char) -> bool {
    // Letters of most languages end here.
    if matches!(c, '\u{ae}'..='\u{34e}' | '\u{361}'..='\u{61b}' | '\u{3165}'..='\u{fdff}') {
        return false;
    }
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Letters and marks of scripts whose spelling needs joiners: Arabic, Syriac, the scripts of India, Khmer, Burmese, Mongolian.
fn takes_joiners(c: char) -> bool {
    let script = matches!(c,
        '\u{620}'..='\u{6ff}' | '\u{700}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}' | '\u{900}'..='\u{dff}'
        | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17d3}' | '\u{1820}'..='\u{18aa}' | '\u{fb50}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}');
    script && !is_invisible(c)
}

/// Characters that have an emoji form, and the skin tones that follow them.
fn is_pictograph(c: char) -> bool {
    matches!(c,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2194}'..='\u{21aa}'
        | '\u{231a}'..='\u{23ff}' | '\u{24c2}' | '\u{25aa}'..='\u{25fe}' | '\u{2600}'..='\u{27bf}' | '\u{2934}' | '\u{2935}'
        | '\u{2b05}'..='\u{2b55}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

/// Whether the tag at `at` is part of one of the three flags that are written with tags.
fn in_flag(text: &str, at: usize) -> bool {
    const FLAG: char = '\u{1f3f4}';
    let tags = |c: char| matches!(c, '\u{e0020}'..='\u{e007f}');
    // No flag has more tags than this, so that nothing farther away counts.
    const MOST_TAGS: usize = 7;
    let before = text[..at].char_indices().rev().take(MOST_TAGS).take_while(|(_, c)| tags(*c) || *c == FLAG);
    let Some((start, _)) = before.last().filter(|(at, _)| text[*at..].starts_with(FLAG)) else { return false };
    let sequence: Vec<char> =
        text[start + FLAG.len_utf8()..].chars().take_while(|c| tags(*c)).take(MOST_TAGS).collect();
    let code: String = sequence.iter().filter_map(|c| char::from_u32(u32::from(*c) - 0xe0000)).collect();
    matches!(code.as_str(), "gbeng\u{7f}" | "gbsct\u{7f}" | "gbwls\u{7f}")
}

/// The character in words, with its code point.
pub(super) fn describe_character(c: char) -> String {
    let known = match c {
        '\t' => "a tab",
        '\n' => "a line break",
        '\r' => "a carriage return",
        '\u{1b}' => "an escape, which begins commands for terminals",
        '\u{ad}' => "a soft hyphen",
        '\u{200b}' => "a zero width space",
        '\u{200c}' => "a zero width non-joiner",
        '\u{200d}' => "a zero width joiner",
        '\u{200e}' | '\u{200f}' | '\u{61c}' => "a mark of writing direction",
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "a control of writing direction, which reorders what is shown"
        }
        '\u{2028}' => "a line separator",
        '\u{2029}' => "a paragraph separator",
        '\u{2060}' => "a word joiner",
        '\u{feff}' => "a byte order mark",
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => "a Hangul filler",
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' | '\u{180b}'..='\u{180f}' => "a variation selector",
        '\u{e0000}'..='\u{e007f}' => "a tag character, which spells hidden text",
        c if c.is_control() => "a control character",
        _ => "an invisible character",
    };
    format!("{known} (U+{:04X})", u32::from(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bad(text: &str) -> usize {
        hidden_characters(text).len()
    }

    #[test]
    fn what_nobody_sees_is_found_anywhere() {
        for c in [
            "\u{200b}",
            "\u{202e}",
            "\u{2066}",
            "\u{feff}",
            "\u{200f}",
            "\u{e0041}",
            "\u{1b}",
            "\u{9b}",
            "\u{2028}",
            "\u{fe0f}",
            "\u{e0101}",
            "\u{3164}",
            "\t",
            "\r",
        ] {
            for text in [format!("{c}ab"), format!("a{c}b"), format!("ab{c}")] {
                assert_eq!(bad(&text), 1, "{:?}", text);
            }
        }
    }

    #[test]
    fn every_hidden_character_is_found_by_its_first_byte() {
        let mut count = 0;
        for c in (0..=0x10_ffff).filter_map(char::from_u32).filter(|c| *c != '\n' && is_invisible(*c)) {
            let first = c.encode_utf8(&mut [0; 4]).as_bytes()[0];
            assert!(MAY_HIDE[usize::from(first)], "{c:?}");
            count += 1;
        }
        assert!(count > 4000, "{count}");
    }

    #[test]
    fn joiners_stay_where_writing_needs_them() {
        for text in [
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "👩\u{200d}💻",
            "❤\u{fe0f}",
            "1\u{fe0f}\u{20e3}",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "年\u{3000}月",
            "a\u{a0}b",
        ] {
            assert_eq!(bad(text), 0, "{text:?}");
        }
        assert_eq!(bad("ab\u{200d}cd"), 1);
        assert_eq!(bad("a\u{200c}\u{200c}b"), 2);
        assert_eq!(bad("🏴\u{e0067}\u{e0062}"), 2);
    }

    #[test]
    fn marks_of_direction_stay_beside_letters_that_run_from_right_to_left() {
        for text in ["כתוב \u{200f}(א) \u{200e}Almwind", "سعر: \u{61c}12 €", "Almwind \u{200e}שלום", "\u{200f}1. א"]
        {
            assert_eq!(bad(text), 0, "{text:?}");
        }
        for text in ["a\u{200f}b", "price \u{200e}12", "א\n\u{200f}a", "א\u{202e}ב", "\u{200f}"] {
            assert_eq!(bad(text), 1, "{text:?}");
        }
    }

    #[test]
    fn a_soft_hyphen_stays_inside_a_word() {
        assert_eq!(bad("Donau\u{ad}dampfer"), 0);
        for text in ["\u{ad}ab", "ab\u{ad}", "a \u{ad}b", "1\u{ad}2"] {
            assert_eq!(bad(text), 1, "{text:?}");
        }
        assert_eq!(bad("a\u{ad}\u{ad}b"), 2);
    }

    #[test]
    fn a_joiner_needs_such_letters_on_both_sides() {
        for text in ["a\u{200d}ष", "ष\u{200d}a", "a\u{200c}خ", "خ\u{200c}a", "💻\u{200d}a", "a\u{200d}💻"] {
            assert_eq!(bad(text), 1, "{text:?}");
        }
    }

    #[test]
    fn each_is_told_by_what_it_is_for() {
        for (c, said) in [
            ('\u{1}', "a control character (U+0001)"),
            ('\u{9b}', "a control character (U+009B)"),
            ('\u{2062}', "an invisible character (U+2062)"),
            ('\u{200e}', "a mark of writing direction (U+200E)"),
            ('\u{61c}', "a mark of writing direction (U+061C)"),
            ('\u{202e}', "a control of writing direction, which reorders what is shown (U+202E)"),
            ('\u{2069}', "a control of writing direction, which reorders what is shown (U+2069)"),
            ('\u{fe0f}', "a variation selector (U+FE0F)"),
            ('\u{e0101}', "a variation selector (U+E0101)"),
            ('\u{180b}', "a variation selector (U+180B)"),
            ('\u{e0041}', "a tag character, which spells hidden text (U+E0041)"),
            ('\u{ffa0}', "a Hangul filler (U+FFA0)"),
        ] {
            assert_eq!(describe_character(c), said);
        }
    }
}
