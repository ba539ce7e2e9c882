//! `garbled-text`: UTF-8 that was read as Windows-1252 and saved again, as in `GrÃ¼ÃŸe`. One finding a file: it was one save.
//!
//! A pair of characters such as `Ã¼` is nothing that anybody writes. Signs that stand beside a capital letter in good text, as
//! quotes and dashes do, prove nothing by themselves; they count where something else in the file proves it.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::explained_document::echo_text;

/// Most places that a fix edits; beyond, the file is better saved again.
const MAX_EDITS: usize = 200;

/// Says it for the whole file, and not of the characters that are parts of garbled ones that nobody sees them.
pub(super) fn add_garbled_text(file: &Arc<SourceFile>, findings: &mut Vec<Diagnostic>) {
    let Some(garbled) = check_garbled_text(file) else { return };
    let edits = garbled.fix.iter().flat_map(|fix| &fix.edits);
    let parts: Vec<Span> = edits.map(|edit| edit.span).collect();
    findings.retain(|finding| {
        let span = finding.primary.span;
        let is_unseen = matches!(finding.code, Code::HiddenText | Code::SoftHyphen);
        !(is_unseen && parts.iter().any(|part| part.start <= span.start && span.end <= part.end))
    });
    findings.push(garbled);
}

/// A character that was lost when the file was saved: U+FFFD stands for what could not be read, in a file that is UTF-8 itself.
pub(super) fn check_lost_character(file: &Arc<SourceFile>) -> Option<Diagnostic> {
    let text = file.text();
    let at = text.find(char::REPLACEMENT_CHARACTER)?;
    let all = text.matches(char::REPLACEMENT_CHARACTER).count();
    let word = word_around(text, Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8()));
    let message = format!("`{}` has lost a character", echo_text(&text[word.range()]));
    let finding = Diagnostic::new(Code::GarbledText, file, word, message)
        .with_label("U+FFFD, which stands for what could not be read")
        .with_help("write the word again: what stood there was lost when the text was saved");
    Some(if all == 1 { finding } else { finding.with_note(format!("{all} characters of this file are lost so")) })
}

/// Says it for the whole file, at the first place.
fn check_garbled_text(file: &Arc<SourceFile>) -> Option<Diagnostic> {
    let text = file.text();
    if text.is_ascii() {
        return None;
    }
    let found = garbled_characters(text);
    let first = found.first()?;
    let word = word_around(text, first.span);
    let mut read = text[word.range()].to_owned();
    for garbled in found.iter().rev().filter(|garbled| word.start <= garbled.span.start && garbled.span.end <= word.end)
    {
        let (from, to) = (garbled.span.start - word.start, garbled.span.end - word.start);
        read.replace_range(from as usize..to as usize, garbled.meant.encode_utf8(&mut [0; 4]));
    }
    let message = format!("`{}` was meant as `{}`", echo_text(&text[word.range()]), echo_text(&read));
    let finding = Diagnostic::new(Code::GarbledText, file, word, message)
        .with_label("UTF-8 that was read as Windows-1252")
        .with_note(match found.len() {
            1 => "one character of this file is garbled so".to_owned(),
            many => format!("{many} characters of this file are garbled so"),
        })
        .with_help("save the text again from where it came, as UTF-8, or let --fix --unsafe put the characters back");
    if found.len() > MAX_EDITS {
        return Some(finding);
    }
    let edits = found.iter().map(|garbled| Edit { span: garbled.span, text: garbled.meant.to_string() }).collect();
    let title = "put the characters back that were meant".to_owned();
    Some(finding.with_fix(Fix { title, safety: Safety::Unsafe, edits }))
}

/// A run of characters that stand for the bytes of one.
struct GarbledCharacter {
    span: Span,
    meant: char,
    weight: GarbledWeight,
}

/// How much a run proves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GarbledWeight {
    /// Nobody writes this.
    Proof,
    /// Rare, so that two of them are proof.
    Hint,
    /// May be good text; it counts beside proof alone.
    Doubtful,
}

/// Every garbled character, where anything proves that there are any.
fn garbled_characters(text: &str) -> Vec<GarbledCharacter> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = find_lead(text, at) {
        match decode_garbled(&text[start..]) {
            Some((length, meant, weight)) => {
                found.push(GarbledCharacter { span: Span::new(start, start + length), meant, weight });
                at = start + length;
            }
            None => at = start + text[start..].chars().next().map_or(1, char::len_utf8),
        }
    }
    let count = |weight| found.iter().filter(|garbled| garbled.weight == weight).count();
    if count(GarbledWeight::Proof) > 0 || count(GarbledWeight::Hint) > 1 { found } else { Vec::new() }
}

/// The first character from U+00C2 to U+00F4 behind an offset: a byte that begins a character of UTF-8, read as Windows-1252.
fn find_lead(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        // All of them begin with this byte, and no byte inside of a character is like it.
        at += memchr::memchr(0xC3, bytes.get(at..)?)?;
        if matches!(bytes.get(at + 1), Some(0x82..=0xB4)) {
            return Some(at);
        }
        at += 1;
    }
}

/// The character that a text starts with when its first characters are read as bytes; its length as written.
fn decode_garbled(text: &str) -> Option<(usize, char, GarbledWeight)> {
    let mut characters = text.chars();
    let lead = u8::try_from(u32::from(characters.next()?)).ok()?;
    let more = match lead {
        0xC2..=0xDF => 1,
        0xE0..=0xEF => 2,
        0xF0..=0xF4 => 3,
        _ => return None,
    };
    let mut bytes = vec![lead];
    let mut length = char::from(lead).len_utf8();
    let mut usual = true;
    for c in characters.by_ref().take(more) {
        bytes.push(windows_1252_byte(c).filter(|byte| (0x80..=0xBF).contains(byte))?);
        length += c.len_utf8();
        usual &= stands_beside_words(c);
    }
    let meant = std::str::from_utf8(&bytes).ok()?.chars().next()?;
    let inside = characters.next().is_some_and(|c| c.is_ascii_lowercase());
    let weight = match lead {
        _ if bytes.len() != more + 1 => return None,
        0xC3 if !usual || inside => GarbledWeight::Proof,
        0xC2 | 0xE2 | 0xF0 if !usual => GarbledWeight::Proof,
        _ if !usual => GarbledWeight::Hint,
        _ => GarbledWeight::Doubtful,
    };
    Some((length, meant, weight))
}

/// The byte of a character in Windows-1252; those that it leaves out stand for themselves, as readers have it.
fn windows_1252_byte(c: char) -> Option<u8> {
    const UPPER: [(char, u8); 27] = [
        ('€', 0x80),
        ('‚', 0x82),
        ('ƒ', 0x83),
        ('„', 0x84),
        ('…', 0x85),
        ('†', 0x86),
        ('‡', 0x87),
        ('ˆ', 0x88),
        ('‰', 0x89),
        ('Š', 0x8A),
        ('‹', 0x8B),
        ('Œ', 0x8C),
        ('Ž', 0x8E),
        ('‘', 0x91),
        ('’', 0x92),
        ('“', 0x93),
        ('”', 0x94),
        ('•', 0x95),
        ('–', 0x96),
        ('—', 0x97),
        ('˜', 0x98),
        ('™', 0x99),
        ('š', 0x9A),
        ('›', 0x9B),
        ('œ', 0x9C),
        ('ž', 0x9E),
        ('Ÿ', 0x9F),
    ];
    match u32::from(c) {
        code @ (0x81 | 0x8D | 0x8F | 0x90 | 0x9D | 0xA0..=0xFF) => u8::try_from(code).ok(),
        _ => UPPER.iter().find(|(known, _)| *known == c).map(|(_, byte)| *byte),
    }
}

/// What follows a letter in good text: quotes, dashes, an ellipsis, a blank that does not break.
fn stands_beside_words(c: char) -> bool {
    matches!(
        c,
        '‘' | '’'
            | '‚'
            | '“'
            | '”'
            | '„'
            | '‹'
            | '›'
            | '«'
            | '»'
            | '–'
            | '—'
            | '…'
            | '•'
            | '†'
            | '‡'
            | '·'
            | '°'
            | '§'
            | '\u{a0}'
    )
}

/// The word that a place lies in, between white space and the signs of the notation.
fn word_around(text: &str, span: Span) -> Span {
    const MOST: usize = 40;
    let ends = |c: char| c == ' ' || c.is_control() || matches!(c, '"' | '\'' | ',' | '[' | ']' | '{' | '}');
    let before = &text[..span.start as usize];
    let start = before.char_indices().rev().take(MOST).take_while(|(_, c)| !ends(*c)).last();
    let behind = &text[span.end as usize..];
    let length: usize = behind.chars().take(MOST).take_while(|c| !ends(*c)).map(char::len_utf8).sum();
    Span::new(start.map_or(span.start as usize, |(at, _)| at), span.end as usize + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn garbled(text: &str) -> String {
        text.bytes()
            .map(|byte| {
                (0..=0xFF_u32)
                    .chain(0x152..0x2200)
                    .filter_map(char::from_u32)
                    .find(|c| {
                        if c.is_ascii() {
                            u32::from(*c) == u32::from(byte)
                        } else {
                            windows_1252_byte(*c) == Some(byte)
                        }
                    })
                    .unwrap()
            })
            .collect()
    }

    #[test]
    fn what_was_read_as_windows_1252_is_known_again() {
        for text in [
            "Grüße",
            "Österreich",
            "ça va",
            "déjà là",
            "naïve",
            "“Hi”, it’s – here…",
            "5 °C, 10 €",
            "10 €",
            "😀",
            "日本語の文",
            "Ärger",
            "Señor",
        ] {
            let wrong = garbled(text);
            assert_ne!(wrong, text);
            let file = SourceFile::new("a.yaml", wrong.as_str());
            let finding = check_garbled_text(&file).unwrap_or_else(|| panic!("{wrong}"));
            let mut fixed = wrong.clone();
            for edit in finding.fix.unwrap().edits.iter().rev() {
                fixed.replace_range(edit.span.range(), &edit.text);
            }
            assert_eq!(fixed, text);
            assert!(check_garbled_text(&SourceFile::new("a.yaml", fixed)).is_none());
        }
    }

    #[test]
    fn more_than_a_person_can_review_is_not_changed() {
        for (many, offered) in [(MAX_EDITS, true), (MAX_EDITS + 1, false), (MAX_EDITS + 2, false)] {
            let file = SourceFile::new("a.yaml", garbled("Grün ").repeat(many));
            assert_eq!(check_garbled_text(&file).unwrap().fix.is_some(), offered, "{many}");
        }
    }

    #[test]
    fn good_text_is_left_alone() {
        for text in [
            "« voilà\u{a0}»",
            "„Ä“ und „Ö“",
            "“SÃO” – “Ã”",
            "CAFÉ”…",
            "é”… é”…",
            "Â« x Â»",
            "ÄÖÜ äöü ß",
            "5\u{a0}€",
            "À\u{a0}: là…",
            "Größe: 5–10 µm",
            "l’été",
            "Œuvre",
            "日本語",
            "한국어",
            "naïve café",
            "Århus",
            "São Tomé",
            "L’HAŸ",
            "1/2 ½ ¼",
            "№ ™ ® ©",
        ] {
            let file = SourceFile::new("a.yaml", text);
            assert!(
                check_garbled_text(&file).is_none(),
                "{text}: {:?}",
                check_garbled_text(&file).map(|found| found.message)
            );
        }
    }
}
