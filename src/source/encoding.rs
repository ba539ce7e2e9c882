//! The encoding that a file was saved in which is not UTF-8, by what its bytes read as in those that people still use.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, MACINTOSH, SHIFT_JIS, WINDOWS_1250, WINDOWS_1252};

/// A file's text in the encoding that it was saved in.
pub(super) struct OtherEncoding {
    /// What editors call the encoding.
    pub(super) name: &'static str,
    pub(super) text: String,
}

/// The text of bytes that are not UTF-8, where they read as a text of Japanese, Korean or Chinese, of an old Macintosh, or of Polish.
pub(super) fn read_other_encoding(bytes: &[u8]) -> Option<OtherEncoding> {
    let wide = [("Shift_JIS", SHIFT_JIS), ("EUC-JP", EUC_JP), ("EUC-KR", EUC_KR), ("GBK", GBK), ("Big5", BIG5)];
    let of_wide = wide.into_iter().find_map(|(name, encoding)| {
        let text = decode(encoding, bytes)?;
        is_written_in(encoding, &text).then_some(OtherEncoding { name, text })
    });
    let narrow = |name, encoding, is_meant: bool| {
        Some(OtherEncoding { name, text: is_meant.then(|| decode(encoding, bytes))?? })
    };
    of_wide
        .or_else(|| narrow("Mac OS Roman", MACINTOSH, is_mac_roman(bytes)))
        .or_else(|| narrow("Windows-1250", WINDOWS_1250, is_windows_1250(bytes)))
}

/// What bytes say in Windows-1252; nothing where one has no meaning there.
pub(super) fn read_windows_1252(bytes: &[u8]) -> Option<String> {
    decode(WINDOWS_1252, bytes)
}

fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Option<String> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    // A byte without a meaning stands for itself.
    (!text.contains(|c| matches!(c, '\u{80}'..='\u{9f}'))).then(|| text.into_owned())
}

/// Whether nearly all characters beyond ASCII are those that texts in this encoding are made of, and stand beside each other.
/// Accents of Western texts, which may read as some of them, stand alone.
fn is_written_in(encoding: &'static Encoding, text: &str) -> bool {
    let is_japanese = encoding == SHIFT_JIS || encoding == EUC_JP;
    let (mut wide, mut common, mut beside, mut sure) = (0_usize, 0_usize, 0_usize, 0_usize);
    let mut last_is_wide = false;
    for c in text.chars() {
        let is_wide = !c.is_ascii();
        if is_wide {
            wide += 1;
            beside += usize::from(last_is_wide);
            sure += usize::from(is_of_japanese(encoding, c));
            common += usize::from(is_common(encoding, c));
        }
        last_is_wide = is_wide;
    }
    wide > 1 && common * 10 >= wide * 9 && beside * 2 >= wide && (!is_japanese || sure * 4 >= wide)
}

/// Whether only a text of Japanese has this character, read in one of its encodings: kana, or of Shift_JIS the kanji that are used most.
fn is_of_japanese(encoding: &'static Encoding, c: char) -> bool {
    let of_first_level = || matches!(*encoding.encode(c.encode_utf8(&mut [0; 4])).0, [0x88..=0x98, _]);
    matches!(c, '\u{3041}'..='\u{30ff}') || encoding == SHIFT_JIS && of_first_level()
}

/// Whether texts in this encoding are made of characters like this one: by its bytes, those of the first level, where the most
/// used ones are, and punctuation.
fn is_common(encoding: &'static Encoding, c: char) -> bool {
    if matches!(c, '\u{3001}'..='\u{301f}' | '\u{ff01}'..='\u{ff5e}') {
        return true;
    }
    let mut utf8 = [0; 4];
    let (written, _, _) = encoding.encode(c.encode_utf8(&mut utf8));
    let [lead, trail] = *written else { return false };
    match encoding {
        _ if encoding == EUC_KR => matches!(c, '가'..='힣') && trail >= 0xa1,
        _ if encoding == GBK => (0xb0..=0xd7).contains(&lead) && trail >= 0xa1,
        _ if encoding == BIG5 => (0xa4..=0xc6).contains(&lead),
        _ => matches!(c, '\u{3041}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'),
    }
}

/// Whether letters with accents have the bytes of Mac OS Roman, and none those of Windows-1252. Where that has quotes, dashes and
/// `œ`, as for `ñ` and `ú`, a byte tells nothing.
fn is_mac_roman(bytes: &[u8]) -> bool {
    let is_letter = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphabetic);
    let accented = bytes.iter().enumerate().any(|(at, byte)| {
        matches!(byte, 0x83 | 0x86..=0x8b | 0x8d..=0x90 | 0x98..=0x9b | 0x9d..=0x9f)
            && (is_letter(at.checked_sub(1)) || is_letter(Some(at + 1)))
    });
    accented && !bytes.iter().any(|byte| *byte >= 0xe0)
}

/// Whether letters of Polish stand within words where Windows-1252 has raised numbers, signs of currencies and `¿`, or beside each
/// other where that has ligatures.
fn is_windows_1250(bytes: &[u8]) -> bool {
    let is_polish = |byte: u8| matches!(byte, 0x9c | 0x9f | 0xb3 | 0xb9 | 0xbf | 0xe6 | 0xea);
    bytes.iter().enumerate().any(|(at, byte)| {
        let before = at.checked_sub(1).map_or(b' ', |at| bytes[at]);
        let behind = bytes.get(at + 1).copied().unwrap_or(b' ');
        match byte {
            0xa3 | 0xb3 | 0xb9 => behind.is_ascii_lowercase() || behind >= 0xe0,
            0xbf => before.is_ascii_alphabetic(),
            0x9c | 0xea => is_polish(behind) && (before.is_ascii_alphabetic() || is_polish(before)),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved_in(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, unmapped) = encoding.encode(text);
        assert!(!unmapped);
        bytes.into_owned()
    }

    #[test]
    fn texts_of_other_scripts_are_read_in_what_they_were_saved_in() {
        for (encoding, name, text) in [
            (SHIFT_JIS, "Shift_JIS", "name: サポート\nprompt: 文は短く、丁寧に書いてください。\n"),
            (SHIFT_JIS, "Shift_JIS", "teapot\t急須\ncup\t湯呑み\nglaze\t釉薬\n"),
            (EUC_JP, "EUC-JP", "name: サポート\nprompt: 文は短く、丁寧に書いてください。\n"),
            (EUC_KR, "EUC-KR", "name: 여행 사이트 (한국어)\nprompt: 모든 안내문은 해요체로 씁니다.\n"),
            (GBK, "GBK", "name: 客户支持\nprompt: 句子要简短，语气要礼貌。\n"),
            (BIG5, "Big5", "name: 客戶支援\nprompt: 句子要簡短，語氣要禮貌。\n"),
        ] {
            let read = read_other_encoding(&saved_in(encoding, text)).expect(name);
            assert_eq!((read.name, &*read.text), (name, text));
        }
    }

    #[test]
    fn polish_is_told_from_western_texts() {
        for text in ["płyta grzewcza\n", "Łódź\n", "też\n", "część\n", "są łyżki\n"] {
            let read = read_other_encoding(&saved_in(WINDOWS_1250, text)).expect(text);
            assert_eq!((read.name, &*read.text), ("Windows-1250", text));
        }
    }

    #[test]
    fn western_texts_are_of_windows_or_of_a_macintosh() {
        for text in [
            "¿Qué? m³, 5 £, Fußnote¹\n",
            "œuvre, cœur, fête, forêt\n",
            "Grüße\n",
            "Änderung\n",
            "l’été, un cœur à prendre\n",
            "ÄÖÜ äöü ß\n",
            "“quoted” – 10 €\n",
            "España, ñandú\n",
        ] {
            let bytes = saved_in(WINDOWS_1252, text);
            assert!(read_other_encoding(&bytes).is_none(), "{text}");
            assert_eq!(read_windows_1252(&bytes).as_deref(), Some(text));
        }
        for text in ["Grüße und Kühe\n", "l’été à la plage\n", "España, café, ñandú\n"] {
            let bytes: Vec<u8> = text
                .chars()
                .map(|c| {
                    (0..=255_u8)
                        .find(|byte| decode(MACINTOSH, &[*byte]).is_some_and(|read| read.starts_with(c)))
                        .unwrap()
                })
                .collect();
            assert_eq!(read_other_encoding(&bytes).map(|read| read.text).as_deref(), Some(text));
        }
        assert!(read_windows_1252(b"\x81").is_none());
    }
}
