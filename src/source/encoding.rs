//! The encoding that a file was saved in which is not UTF-8, by what its bytes read as in those that people still use.

use std::collections::HashMap;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, IBM866, ISO_8859_2, ISO_8859_4, ISO_8859_5, ISO_8859_6, ISO_8859_7,
    ISO_8859_8, ISO_8859_13, KOI8_U, MACINTOSH, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253,
    WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, X_MAC_CYRILLIC,
};

use crate::source::alphabet::is_letter_of;

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

/// An encoding, and what editors call it.
type Page = (&'static str, &'static Encoding);

/// The encodings that programs saved texts of these languages in, where Windows-1252 has not all of their letters.
const PAGES: &[(&str, &[Page])] = &[
    ("bs cs hr hu pl ro sk sl", &[("Windows-1250", WINDOWS_1250), ("ISO 8859-2", ISO_8859_2)]),
    (
        "be bg kk mk ru sr uk",
        &[
            ("Windows-1251", WINDOWS_1251),
            ("KOI8-U", KOI8_U),
            ("ISO 8859-5", ISO_8859_5),
            ("code page 866", IBM866),
            ("Mac OS Cyrillic", X_MAC_CYRILLIC),
        ],
    ),
    ("el", &[("Windows-1253", WINDOWS_1253), ("ISO 8859-7", ISO_8859_7)]),
    ("tr", &[("Windows-1254", WINDOWS_1254)]),
    ("he yi", &[("Windows-1255", WINDOWS_1255), ("ISO 8859-8", ISO_8859_8)]),
    ("ar fa ur", &[("Windows-1256", WINDOWS_1256), ("ISO 8859-6", ISO_8859_6)]),
    ("et lt lv", &[("Windows-1257", WINDOWS_1257), ("ISO 8859-13", ISO_8859_13), ("ISO 8859-4", ISO_8859_4), WESTERN]),
];

const WESTERN: Page = ("Windows-1252", WINDOWS_1252);

/// Whether texts of a language were saved in other encodings than Windows-1252.
pub(super) fn has_own_encodings(language: &str) -> bool {
    PAGES.iter().any(|(codes, _)| codes.split(' ').any(|code| code == language))
}

/// The text of bytes that are not UTF-8, where of all encodings of these languages their letters stand in one reading alone.
pub(super) fn read_in_languages(bytes: &[u8], languages: &[&str]) -> Option<OtherEncoding> {
    let own = PAGES.iter().filter(|(codes, _)| codes.split(' ').any(|code| languages.contains(&code)));
    let western = languages.iter().any(|code| !has_own_encodings(code)).then_some(&WESTERN);
    // Two encodings may be mixed in a file.
    let mixed = bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
    let ways = [Some(decode as Decode), mixed.then_some(decode_beside_utf8 as Decode)];
    let read_as = |page, way: Decode, bytes| way(page, bytes).filter(|text| is_text_of(languages, page, text));
    let mut read: Vec<OtherEncoding> = Vec::new();
    for (name, page) in own.flat_map(|(_, pages)| *pages).chain(western) {
        for way in ways.into_iter().flatten() {
            // What cannot be the encoding shows in the first lines, whatever the size of the file.
            let text = read_as(page, way, first_lines(bytes)).and_then(|_| read_as(page, way, bytes));
            if let Some(text) = text.filter(|text| read.iter().all(|other| other.text != *text)) {
                read.push(OtherEncoding { name, text });
            }
        }
    }
    let mut read = read.into_iter();
    read.next().filter(|_| read.next().is_none())
}

/// How bytes are read in an encoding.
type Decode = fn(&'static Encoding, &[u8]) -> Option<String>;

/// Whole lines of the first 16 KiB.
fn first_lines(bytes: &[u8]) -> &[u8] {
    let first = &bytes[..bytes.len().min(16 << 10)];
    match first.iter().rposition(|byte| *byte == b'\n') {
        Some(end) if first.len() < bytes.len() => &first[..=end],
        Some(_) | None => bytes,
    }
}

/// The text of bytes of which some are UTF-8; nothing where both stand beside each other in a word, which no program writes.
fn decode_beside_utf8(encoding: &'static Encoding, bytes: &[u8]) -> Option<String> {
    let accented = |c: Option<char>| c.is_some_and(|c| !c.is_ascii());
    let mut behind_other = false;
    let chunks = bytes.utf8_chunks().map(|chunk| {
        let (valid, other) = (chunk.valid(), chunk.invalid());
        let divided =
            behind_other && accented(valid.chars().next()) || !other.is_empty() && accented(valid.chars().next_back());
        behind_other = true;
        Some(valid.to_owned() + &decode(encoding, other)?).filter(|_| !divided)
    });
    chunks.collect()
}

/// Whether all letters beyond ASCII are of these languages, and stand as letters of words do: no capital behind a small one, no
/// sign between two. A letter that has the byte of Windows-1252 tells nothing.
fn is_text_of(languages: &[&str], encoding: &'static Encoding, text: &str) -> bool {
    let byte = |encoding: &'static Encoding, c: char| encoding.encode(c.encode_utf8(&mut [0; 4])).0.into_owned();
    let is_known = |c: char| {
        let known = languages.iter().any(|code| is_letter_of(code, c));
        let same = || encoding != WINDOWS_1252 && byte(encoding, c) == byte(WINDOWS_1252, c);
        known || matches!(c, '\u{a0}' | '№') || same()
    };
    let mut judged: HashMap<char, bool> = HashMap::new();
    let is_sign = |c: char| !c.is_ascii() && !c.is_alphanumeric() && !"’–—·\u{ad}\u{a0}".contains(c);
    let (mut before, mut last) = (' ', ' ');
    text.chars().all(|c| {
        let in_word = (last.is_ascii() && c.is_ascii()) || !(last.is_lowercase() && c.is_uppercase());
        let sign_inside = is_sign(last) && before.is_alphanumeric() && c.is_alphanumeric();
        (before, last) = (last, c);
        in_word && !sign_inside && (c.is_ascii() || *judged.entry(c).or_insert_with(|| is_known(c)))
    })
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
    fn the_languages_of_a_text_tell_its_encoding() {
        for (encoding, languages, text) in [
            (WINDOWS_1250, ["en", "cs"], "claim,čestné prohlášení\nMüller,společnost Žatec\n"),
            (ISO_8859_2, ["en", "cs"], "board,představenstvo, škoda a žena\n"),
            (WINDOWS_1250, ["en", "sk"], "bed,posteľ a žena\n"),
            (WINDOWS_1250, ["de", "pl"], "Größe,część łyżki\n"),
            (WINDOWS_1251, ["en", "ru"], "year,Год № 5\nМосква,“да”\n"),
            (WINDOWS_1251, ["en", "uk"], "year,Рік\nїжа,є\n"),
            (KOI8_U, ["en", "ru"], "year,Год и Москва\n"),
            (IBM866, ["en", "ru"], "year,Год и Москва\n"),
            (ISO_8859_5, ["en", "ru"], "year,Год и Москва\n"),
            (WINDOWS_1253, ["en", "el"], "year,έτος και ώρα\n"),
            (WINDOWS_1254, ["en", "tr"], "year,yılın şarkısı\n"),
            (WINDOWS_1257, ["en", "lt"], "year,šių metų ąžuolas\n"),
            (WINDOWS_1257, ["en", "lv"], "year,gadā ķēde\n"),
        ] {
            let read = read_in_languages(&saved_in(encoding, text), &languages);
            assert_eq!(read.map(|read| read.text).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_reads_in_several_ways_is_read_in_none() {
        // `è` of French, or `č`; letters that Czech has not; a letter of UTF-8 beside one that is not.
        assert!(read_in_languages(b"a,\xe8\n", &["fr", "cs"]).is_none());
        assert!(read_in_languages(b"a,\xb9\xbf\n", &["en", "cs"]).is_none());
        assert!(read_in_languages(b"a,\xc5\xeb\xc8\xef\xc1\n", &["en", "cs"]).is_none());
        let mixed = [b"a,spole\xe8nost\n".as_slice(), "b,večer\n".as_bytes()].concat();
        let read = read_in_languages(&mixed, &["en", "cs"]);
        assert_eq!(read.map(|read| read.text).as_deref(), Some("a,společnost\nb,večer\n"));
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
