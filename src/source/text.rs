//! Bytes to text: UTF-8, or what can be saved of anything else, with a finding.
//!
//! A byte order mark is kept, as the file keeps it. What is no UTF-8 becomes U+FFFD, so that the rest can be checked;
//! whoever writes such a file back must first have settled the finding.

use std::sync::Arc;

use camino::Utf8Path;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::encoding::{
    OtherEncoding, has_own_encodings, read_in_languages, read_other_encoding, read_windows_1252,
};

/// The text of a file, and what was wrong with its bytes.
#[must_use]
pub fn decode_bytes(path: impl Into<Arc<str>>, bytes: Vec<u8>) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    decode_bytes_in(path, bytes, &[])
}

/// The same, of a file whose text is in these languages.
#[must_use]
pub fn decode_bytes_in(
    path: impl Into<Arc<str>>,
    bytes: Vec<u8>,
    languages: &[String],
) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    if let Some(binary) = BinaryKind::detect_in(&bytes) {
        let file = SourceFile::new(path, "");
        let finding = binary.finding(&file);
        return (file, vec![finding]);
    }
    if let Some(wide) = WideEncoding::detect_in(&bytes) {
        let file = SourceFile::new(path, wide.decode_units(&bytes));
        let finding = wide.encoding_finding(&file);
        return (file, vec![finding]);
    }
    match String::from_utf8(bytes) {
        Ok(text) if text.contains('\0') => replace_nul(path.into(), &text),
        Ok(text) => (SourceFile::new(path, text), Vec::new()),
        Err(error) => decode_lossy(path.into(), error.as_bytes(), languages),
    }
}

/// What a file is that is no text, by its first bytes, in words; nothing where they tell nothing.
#[must_use]
pub fn binary_noun(bytes: &[u8]) -> Option<&'static str> {
    BinaryKind::detect_in(bytes).map(|kind| kind.name)
}

/// A file that is no text, whatever its name says.
#[derive(Clone, Copy)]
struct BinaryKind {
    name: &'static str,
    is_workbook: bool,
}

impl BinaryKind {
    /// By the bytes with which such files begin, as their specifications give them.
    fn detect_in(bytes: &[u8]) -> Option<Self> {
        let kind = |name| Some(Self { name, is_workbook: false });
        match bytes {
            // The first entry of a package of OpenDocument is its media type, that of Office Open XML names its parts.
            [b'P', b'K', 3, 4, rest @ ..] => {
                let has = |name: &str| {
                    rest.get(..4096.min(rest.len()))
                        .is_some_and(|start| start.windows(name.len()).any(|bytes| bytes == name.as_bytes()))
                };
                let is_workbook = has("xl/") || has("opendocument.spreadsheet");
                let name = match is_workbook {
                    true => "a workbook of a spreadsheet program",
                    false if has("word/") || has("opendocument.text") => "a document of a word processor",
                    false => "a ZIP archive, as workbooks and documents of office programs are",
                };
                Some(Self { name, is_workbook })
            }
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => kind("a file of an old office program"),
            [b'%', b'P', b'D', b'F', b'-', ..] => kind("a PDF document"),
            [b'{', b'\\', b'r', b't', b'f', ..] => kind("a document of formatted text (RTF)"),
            [0x89, b'P', b'N', b'G', 0x0D, 0x0A, ..] => kind("a PNG picture"),
            [0xFF, 0xD8, 0xFF, ..] => kind("a JPEG picture"),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => kind("a GIF picture"),
            [0x1F, 0x8B, 8, ..] => kind("a gzip archive"),
            [0x7F, b'E', b'L', b'F', ..] => kind("a program"),
            _ if bytes.starts_with(b"SQLite format 3\0") => kind("an SQLite database"),
            _ => None,
        }
    }

    fn finding(self, file: &Arc<SourceFile>) -> Diagnostic {
        let help = if self.is_workbook {
            "save the sheet as CSV in UTF-8, and name that file"
        } else {
            "name a file of text, or save this one as plain text"
        };
        let message = format!("`{}` cannot be read: it is {}, and no text", file.path(), self.name);
        Diagnostic::new(Code::UnreadableFile, file, Span::empty_at(0), message).with_help(help)
    }
}

/// An encoding of two or four bytes a character.
#[derive(Clone, Copy)]
struct WideEncoding {
    name: &'static str,
    width: usize,
    little: bool,
    marked: bool,
}

impl WideEncoding {
    fn detect_in(bytes: &[u8]) -> Option<Self> {
        let wide = |name, width, little, marked| Some(Self { name, width, little, marked });
        match bytes {
            [0xFF, 0xFE, 0, 0, ..] => wide("UTF-32 (little-endian)", 4, true, true),
            [0, 0, 0xFE, 0xFF, ..] => wide("UTF-32 (big-endian)", 4, false, true),
            [0xFF, 0xFE, ..] => wide("UTF-16 (little-endian)", 2, true, true),
            [0xFE, 0xFF, ..] => wide("UTF-16 (big-endian)", 2, false, true),
            // Without a mark, the first character of YAML or TOML is ASCII, and its zeros tell.
            [first, 0, 0, 0, ..] if *first != 0 => wide("UTF-32 (little-endian)", 4, true, false),
            [0, 0, 0, last, ..] if *last != 0 => wide("UTF-32 (big-endian)", 4, false, false),
            [first, 0, third, _, ..] if *first != 0 && *third != 0 => wide("UTF-16 (little-endian)", 2, true, false),
            [0, second, _, fourth, ..] if *second != 0 && *fourth != 0 => wide("UTF-16 (big-endian)", 2, false, false),
            _ => None,
        }
    }

    fn decode_units(self, bytes: &[u8]) -> String {
        let mark = if self.marked { self.width } else { 0 };
        let units = bytes[mark..].chunks(self.width).map(|unit| {
            let fold = |sum: u32, byte: &u8| (sum << 8) | u32::from(*byte);
            if self.little { unit.iter().rev().fold(0, fold) } else { unit.iter().fold(0, fold) }
        });
        if self.width == 4 {
            return units.map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        }
        char::decode_utf16(units.map(|unit| u16::try_from(unit).unwrap_or(0xFFFD)))
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect()
    }

    fn encoding_finding(self, file: &Arc<SourceFile>) -> Diagnostic {
        let Self { name, marked, .. } = self;
        let how = if marked { "its byte order mark says so" } else { "its zero bytes say so" };
        Diagnostic::new(Code::WrongEncoding, file, Span::empty_at(0), format!("this file is {name}, and must be UTF-8"))
            .with_note(how)
            .with_note("what it says was checked all the same")
            .with_help("save the file as UTF-8")
    }
}

/// Text with zero bytes, which no notation takes. They become U+FFFD.
fn replace_nul(path: Arc<str>, text: &str) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    let at = text.find('\0').unwrap_or_default();
    let all = text.matches('\0').count();
    let file = SourceFile::new(path, text.replace('\0', "\u{fffd}"));
    let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
    let finding = Diagnostic::new(Code::WrongEncoding, &file, span, format!("byte 0x00 at offset {at} is no text"))
        .with_note(if all == 1 { "the file has no other".to_owned() } else { format!("the file has {all} of them") })
        .with_help("delete it, or save the file as UTF-8 text");
    (file, vec![finding])
}

/// A run of bytes that are not UTF-8.
struct InvalidRun {
    /// Where it starts in the file's bytes.
    offset: usize,
    bytes: Vec<u8>,
    /// The U+FFFD that stand for it.
    span: Span,
}

fn decode_lossy(path: Arc<str>, bytes: &[u8], languages: &[String]) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    let mut text = String::with_capacity(bytes.len() + 64);
    let mut runs: Vec<InvalidRun> = Vec::new();
    let mut offset = 0;
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid();
        text.push_str(valid);
        offset += valid.len();
        let invalid = chunk.invalid();
        if invalid.is_empty() {
            continue;
        }
        let start = text.len();
        // One U+FFFD for each byte, so that each can be replaced by what it was.
        text.extend(invalid.iter().map(|_| char::REPLACEMENT_CHARACTER));
        match runs.last_mut() {
            Some(run) if valid.is_empty() => {
                run.bytes.extend_from_slice(invalid);
                run.span = Span::new(run.span.start as usize, text.len());
            }
            Some(_) | None => {
                runs.push(InvalidRun { offset, bytes: invalid.to_vec(), span: Span::new(start, text.len()) })
            }
        }
        offset += invalid.len();
    }
    let file = SourceFile::new(path, text);
    let languages = languages.iter().map(String::as_str).chain(languages_said(file.text()));
    let mut roots: Vec<&str> = languages.map(|code| code.split(['-', '_']).next().unwrap_or(code)).collect();
    roots.sort_unstable();
    roots.dedup();
    let findings = invalid_utf8(&file, bytes, &runs, &roots).into_iter().collect();
    (file, findings)
}

/// The languages that the lines of a document say: `language: cs`, `target_language = "cs"`.
fn languages_said(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let (field, code) = line.split_once([':', '='])?;
        let code = code.split('#').next()?.trim().trim_matches(['"', '\'']);
        field.trim().ends_with("language").then_some(code)
    })
}

/// The encoding that a file says it is in, and where: `charset=ISO-8859-15` of PO and HTML, `encoding="…"` of XML.
fn declared_encoding(text: &str) -> Option<(&str, Span)> {
    let head = &text[..text.floor_char_boundary(DECLARED_WITHIN)];
    let (at, sign) = ["charset=", "encoding="].iter().filter_map(|sign| Some((head.find(sign)?, sign))).min()?;
    let start = at + sign.len() + usize::from(head[at + sign.len()..].starts_with(['"', '\'']));
    let name = &head[start..];
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && !"-_.:".contains(c)).unwrap_or(name.len());
    let name = &name[..end];
    let is_other = !name.is_empty() && !name.to_ascii_lowercase().starts_with("utf") && name != "CHARSET";
    is_other.then(|| (name, Span::new(start, start + end)))
}

/// Where files declare their encoding, in bytes from the beginning.
const DECLARED_WITHIN: usize = 4_096;

fn invalid_utf8(file: &Arc<SourceFile>, bytes: &[u8], runs: &[InvalidRun], languages: &[&str]) -> Option<Diagnostic> {
    let first = runs.first()?;
    if let Some((name, span)) = declared_encoding(file.text()) {
        let both = Utf8Path::new(file.path()).extension() == Some("po");
        let help = if both {
            "save it as UTF-8 and write `UTF-8` here: `msgconv --to-code=UTF-8` does both"
        } else {
            "save it as UTF-8 and write `UTF-8` here"
        };
        return Some(
            Diagnostic::new(Code::WrongEncoding, file, span, format!("this file is {name}, and must be UTF-8"))
                .with_label("it says so here")
                .with_secondary(first.span, "the first byte that is not UTF-8")
                .with_help(help),
        );
    }
    let message = format!("byte 0x{:02X} at offset {} is not UTF-8", first.bytes.first()?, first.offset);
    let mut finding = Diagnostic::new(Code::InvalidUtf8, file, first.span, message);
    let of_language = languages.iter().find(|code| has_own_encodings(code));
    let by_language = of_language.and_then(|_| read_in_languages(bytes, languages));
    if let Some(other) = by_language.or_else(|| read_other_encoding(bytes)) {
        return Some(explain_other_encoding(finding, file, &other));
    }
    if let Some(code) = of_language {
        let note = format!("no old encoding of `{code}` is known that all of its bytes read well in");
        let finding = finding.with_label("no letter of UTF-8").with_note(note);
        return Some(finding.with_help("save the file as UTF-8 where its letters are whole"));
    }
    let readings: Option<Vec<String>> = runs.iter().map(|run| read_windows_1252(&run.bytes)).collect();
    if let Some(reading) = read_windows_1252(&first.bytes) {
        finding = finding.with_label(format!("reads as \"{}\" in Windows-1252", shorten_reading(&reading)));
    }
    for run in runs.iter().skip(1).take(3) {
        let words = read_windows_1252(&run.bytes).map_or_else(
            || "not UTF-8 either".to_owned(),
            |reading| format!("not UTF-8 either: \"{}\"", shorten_reading(&reading)),
        );
        finding = finding.with_secondary(run.span, words);
    }
    if runs.len() > 4 {
        finding = finding.with_note(format!("{} more places are not UTF-8", runs.len() - 4));
    }
    finding = finding.with_note(encodings_note(file));
    // Words of nothing but such bytes are of another script.
    let words = runs.iter().filter(|run| run.bytes.len() > LONGEST_ACCENTS).count();
    let Some(readings) = readings.filter(|_| words * 2 <= runs.len()) else {
        return Some(finding.with_help("save the file as UTF-8"));
    };
    Some(finding.with_help("save the file as UTF-8, or replace the bytes by what they read as").with_fix(Fix {
        title: "read the bytes as Windows-1252".into(),
        safety: Safety::Unsafe,
        edits: reading_edits(file, runs, readings),
    }))
}

fn encodings_note(file: &SourceFile) -> &'static str {
    match file.text().chars().any(|c| !c.is_ascii() && c != char::REPLACEMENT_CHARACTER) {
        true => "other letters of the file are UTF-8, so two encodings were mixed",
        false => "the file seems to be in another encoding throughout",
    }
}

/// Most letters with accents beside each other in a text of Latin letters.
const LONGEST_ACCENTS: usize = 4;

/// A file that was saved in another encoding throughout, which its bytes tell.
fn explain_other_encoding(finding: Diagnostic, file: &SourceFile, other: &OtherEncoding) -> Diagnostic {
    let words = other.text.split(|c: char| c.is_ascii()).find(|word| !word.is_empty()).unwrap_or_default();
    finding
        .with_label(format!("reads as \"{}\" in {}", shorten_reading(words), other.name))
        .with_note(encodings_note(file))
        .with_help("save the file as UTF-8, or replace the bytes by what they read as")
        .with_fix(Fix {
            title: format!("read the bytes as {}", other.name),
            safety: Safety::Unsafe,
            edits: line_edits(file, &other.text),
        })
}

/// The edits of the lines that another text has otherwise; of all of it where there are many.
fn line_edits(file: &SourceFile, other: &str) -> Vec<Edit> {
    let mut end = 0;
    let lines = file.text().split_inclusive('\n').map(|line| {
        end += line.len();
        (Span::new(end - line.len(), end), line)
    });
    let changed = lines.zip(other.split_inclusive('\n')).filter(|((_, line), other)| line != other);
    let edits: Vec<Edit> =
        changed.take(MAX_EDITS + 1).map(|((span, _), other)| Edit { span, text: other.to_owned() }).collect();
    match edits.len() > MAX_EDITS {
        true => vec![Edit { span: Span::new(0, file.text().len()), text: other.to_owned() }],
        false => edits,
    }
}

/// Most runs that are edited one by one; beyond, the text between the first and the last is written anew.
const MAX_EDITS: usize = 200;

fn reading_edits(file: &SourceFile, runs: &[InvalidRun], readings: Vec<String>) -> Vec<Edit> {
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return Vec::new() };
    if runs.len() <= MAX_EDITS {
        return runs.iter().zip(readings).map(|(run, text)| Edit { span: run.span, text }).collect();
    }
    let mut text = String::new();
    let mut from = first.span.start;
    for (run, reading) in runs.iter().zip(readings) {
        text.push_str(file.slice(Span { start: from, end: run.span.start }));
        text.push_str(&reading);
        from = run.span.end;
    }
    vec![Edit { span: first.span.to(last.span), text }]
}

fn shorten_reading(text: &str) -> String {
    if text.chars().nth(12).is_none() { text.to_owned() } else { text.chars().take(11).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_that_a_file_declares_is_named_where_it_says_so() {
        let head = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-15\\n\"\n";
        let bytes = |head: &str| [head.as_bytes(), b"# \xA4\n"].concat();
        let (file, findings) = decode_bytes("de.po", bytes(head));
        let [finding] = findings.as_slice() else { panic!("one finding") };
        assert_eq!(finding.message, "this file is ISO-8859-15, and must be UTF-8");
        assert_eq!(file.slice(finding.primary.span), "ISO-8859-15");
        assert!(finding.help.as_ref().unwrap().contains("msgconv") && finding.fix.is_none());
        // What says UTF-8 and is not was damaged: then the bytes tell.
        let (_, findings) = decode_bytes("de.po", bytes(&head.replace("ISO-8859-15", "UTF-8")));
        assert_eq!(findings[0].code, Code::InvalidUtf8);
        let (_, findings) = decode_bytes("a.xml", bytes("<?xml version='1.0' encoding='latin1'?>"));
        assert_eq!(findings[0].message, "this file is latin1, and must be UTF-8");
    }

    #[test]
    fn mixed_encodings_are_shown_with_what_was_meant() {
        let (file, findings) = decode_bytes("de.yaml", b"name: Gr\xFC\xDFe\nx: \xC3\xA4\ny: \x80\n".to_vec());
        assert_eq!(file.text(), "name: Gr\u{fffd}\u{fffd}e\nx: ä\ny: \u{fffd}\n");
        let [finding] = findings.as_slice() else { panic!("one finding") };
        assert_eq!(finding.message, "byte 0xFC at offset 8 is not UTF-8");
        assert_eq!(finding.primary.text, "reads as \"üß\" in Windows-1252");
        assert_eq!(finding.primary_place().to_string(), "de.yaml:1:9");
        assert_eq!(file.slice(finding.primary.span), "\u{fffd}\u{fffd}");
        let edits: Vec<&str> = finding.fix.as_ref().unwrap().edits.iter().map(|edit| edit.text.as_str()).collect();
        assert_eq!(edits, ["üß", "€"]);
    }

    #[test]
    fn what_is_no_text_is_named_as_what_it_is() {
        let workbook = b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0[Content_Types].xml ...xl/workbook.xml".to_vec();
        for (bytes, name) in [
            (workbook, "a workbook of a spreadsheet program"),
            (b"PK\x03\x04....word/document.xml".to_vec(), "a document of a word processor"),
            (
                b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet".to_vec(),
                "a workbook of a spreadsheet",
            ),
            (b"PK\x03\x04".to_vec(), "a ZIP archive"),
            (b"\x89PNG\r\n\x1a\n".to_vec(), "a PNG picture"),
            (b"%PDF-1.7\n".to_vec(), "a PDF document"),
        ] {
            let (file, findings) = decode_bytes("de.yaml", bytes);
            let [finding] = findings.as_slice() else { panic!("{name}: {findings:?}") };
            assert!(finding.message.contains(name) && file.text().is_empty(), "{}", finding.message);
        }
        assert!(decode_bytes("de.yaml", b"PK: 1\n".to_vec()).1.is_empty());
    }

    #[test]
    fn wide_encodings_are_recognised_with_and_without_a_mark() {
        let text = "name: 年😀\n";
        let utf16: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = utf16.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = utf16.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let wide_little: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        let wide_big: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            marked(b"\xFF\xFE", &little),
            marked(b"\xFE\xFF", &big),
            marked(b"\xFF\xFE\0\0", &wide_little),
            marked(b"\0\0\xFE\xFF", &wide_big),
            little,
            big,
            wide_little,
            wide_big,
        ] {
            let (file, findings) = decode_bytes("a.yaml", bytes);
            assert_eq!(file.text(), text);
            assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::WrongEncoding]);
        }
    }

    #[test]
    fn zero_bytes_and_cut_characters_lose_nothing_else() {
        let (file, findings) = decode_bytes("a.yaml", b"a: 1\nb: x\0y\0\n".to_vec());
        assert_eq!(file.text(), "a: 1\nb: x\u{fffd}y\u{fffd}\n");
        assert_eq!(findings[0].primary_place().to_string(), "a.yaml:2:5");
        assert!(findings[0].notes[0].contains('2'));
        let (file, findings) = decode_bytes("a.yaml", b"a: \xE5\xB9".to_vec());
        assert_eq!(file.text(), "a: \u{fffd}\u{fffd}");
        assert_eq!(findings[0].code, Code::InvalidUtf8);
        let (file, findings) = decode_bytes("a.yaml", "\u{feff}a: ü".as_bytes().to_vec());
        assert_eq!(file.text(), "\u{feff}a: ü");
        assert!(findings.is_empty());
    }
}
