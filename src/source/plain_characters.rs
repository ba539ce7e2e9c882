//! Whether a text has only characters that every reader takes as they are: what the short ways of reading begin with.

/// Bytes that are looked at together.
const CHUNK: usize = 32;

/// Whether a text has only printable characters and `\n`: no tab, no other control, no mark, no separator of lines.
pub(super) fn has_only_plain_characters(text: &str) -> bool {
    let is_ascii = |byte: u8| matches!(byte, b' '..=b'~' | b'\n');
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let chunk = &bytes[at..(at + CHUNK).min(bytes.len())];
        if chunk.iter().fold(true, |all, byte| all & is_ascii(*byte)) {
            at += chunk.len();
            continue;
        }
        let end = at + chunk.len();
        while at < end {
            at += match plain_length(&bytes[at..]) {
                Some(length) => length,
                None => return false,
            };
        }
    }
    true
}

/// The length of the plain character that bytes begin with.
fn plain_length(bytes: &[u8]) -> Option<usize> {
    match *bytes {
        [b' '..=b'~' | b'\n', ..] => Some(1),
        // Controls from U+0080 on, the next line among them.
        [0xC2, 0x80..=0x9F, ..] => None,
        [0xC2..=0xDF, ..] => Some(2),
        // Separators of lines and paragraphs.
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => None,
        // The byte order mark, and what is no character.
        [0xEF, 0xBB | 0xBF, ..] => None,
        [0xE0..=0xEF, ..] => Some(3),
        [0xF0..=0xF4, ..] => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_readers_take_in_different_ways_is_not_plain() {
        for text in ["", "name: x\n", "Übermittler 翻訳 😀 „so“ – a\u{a0}b", &"x".repeat(1000)] {
            assert!(has_only_plain_characters(text), "{text:?}");
        }
        for c in ['\t', '\r', '\0', '\u{1b}', '\u{7f}', '\u{85}', '\u{2028}', '\u{2029}', '\u{feff}', '\u{ffff}'] {
            for before in [0, 1, CHUNK - 1, CHUNK, CHUNK + 7] {
                assert!(!has_only_plain_characters(&format!("{}{c} 年", "x".repeat(before))), "{c:?} behind {before}");
            }
        }
    }
}
