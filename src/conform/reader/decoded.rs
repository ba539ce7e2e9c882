//! Text without the escapes of its format, and the way back to the bytes of the file.
//!
//! Invariant: every offset of the decoded text has one place in the file, and an edit is written in the escapes of the
//! format, so that the file reads the same everywhere else.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr3};

/// How a format writes characters that mean something to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Escape {
    /// As they are.
    #[default]
    None,
    /// Backslashes, as in gettext, JSON and Apple's files.
    Backslash,
    /// Entities.
    Xml,
    /// Entities and backslashes.
    Android,
    /// Apostrophes are doubled, between apostrophes: YAML.
    SingleQuoted,
    /// Backslashes without quotation marks, as in Java's properties.
    Properties,
    /// The same in a file that writes what is beyond ASCII as `\\uXXXX`.
    PropertiesAscii,
    /// As they are, and the mark that would end the text cannot be written: TOML between apostrophes.
    Verbatim,
    /// Backslashes, between apostrophes: programs.
    Quoted,
    /// The same between backticks, where a dollar sign may begin an expression.
    Template,
    /// The same between quotation marks, where a dollar sign begins a variable: PHP.
    Dollar,
    /// A quoted cell doubles its quotation marks.
    Csv,
    /// The inside of a CDATA section: as it is, and what would end the section cannot be written.
    Literal,
    /// The same in Android's files, which read backslashes there, too.
    AndroidLiteral,
    /// As they are, without marks around them: YAML. What begins a text or ends one to its parser cannot be written there.
    Bare,
    /// As they are: Fluent, where braces are none of a text. Lines below the first begin with no sign of its syntax.
    Fluent,
    /// The same where the first line stands below the key, too.
    FluentBelow,
}

impl Escape {
    /// The signs that mean something to the format where a text or a line of it begins.
    fn forbidden_at_start(self) -> &'static [char] {
        match self {
            Self::Bare => &['"', '\'', '[', ']', '{', '}', ',', '&', '*', '!', '|', '>', '%', '@', '`', ' '],
            Self::Fluent | Self::FluentBelow => &['.', '[', '*', '}', '#'],
            Self::None
            | Self::Backslash
            | Self::Xml
            | Self::Android
            | Self::SingleQuoted
            | Self::Properties
            | Self::PropertiesAscii
            | Self::Verbatim
            | Self::Quoted
            | Self::Template
            | Self::Dollar
            | Self::Csv
            | Self::Literal
            | Self::AndroidLiteral => &[],
        }
    }

    /// Writes a text in this format; none where the format has no way to.
    #[must_use]
    pub fn encode(self, text: &str) -> Option<String> {
        if matches!(self, Self::Literal | Self::AndroidLiteral) && text.contains([']', '>']) {
            return None;
        }
        let braces = matches!(self, Self::Fluent | Self::FluentBelow) && text.contains(['{', '}']);
        // `: ` and ` #` end a text, wherever they come from.
        let ends = || text.contains(": ") || text.ends_with(':') || text.contains(" #") || text.contains('\n');
        if braces || self == Self::Bare && ends() {
            return None;
        }
        let no_line = matches!(self, Self::Verbatim | Self::Quoted | Self::Template | Self::Dollar);
        if no_line && text.contains('\n') || self == Self::Verbatim && text.contains('\'') {
            return None;
        }
        Some(match self {
            Self::None | Self::Literal | Self::Verbatim | Self::Bare | Self::Fluent | Self::FluentBelow => {
                text.to_owned()
            }
            Self::Quoted => text.replace('\\', "\\\\").replace('\'', "\\'"),
            Self::Template => text.replace('\\', "\\\\").replace('`', "\\`").replace('$', "\\$"),
            Self::Dollar => text.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$"),
            Self::Backslash => text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"),
            Self::SingleQuoted => text.replace('\'', "''"),
            Self::Properties => text.replace('\\', "\\\\").replace('\n', "\\n"),
            Self::PropertiesAscii => {
                let unit = |unit: u16| match u8::try_from(unit).ok().filter(u8::is_ascii) {
                    Some(byte) => char::from(byte).to_string(),
                    None => format!("\\u{unit:04X}"),
                };
                let text = text.replace('\\', "\\\\").replace('\n', "\\n");
                text.encode_utf16().map(unit).collect()
            }
            Self::Xml => text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"),
            Self::Android => {
                let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('\\', "\\\\");
                text.replace('\'', "\\'").replace('"', "\\\"").replace('\n', "\\n")
            }
            Self::AndroidLiteral => {
                let text = text.replace('\\', "\\\\").replace('\'', "\\'");
                text.replace('"', "\\\"").replace('\n', "\\n")
            }
            Self::Csv => text.replace('"', "\"\""),
        })
    }
}

/// A run of characters and where they stand.
#[derive(Clone, Copy, Debug)]
struct DecodedRun {
    start: usize,
    len: usize,
    file_start: usize,
    file_len: usize,
}

/// A decoded text. One that stands in the file in one piece, as most do, is not copied.
#[derive(Clone, Debug, Default)]
pub struct Decoded<'a> {
    text: Cow<'a, str>,
    /// Where the text stands in the file, as long as it has no pieces.
    at: usize,
    pieces: Vec<DecodedRun>,
    masked: Vec<Range<usize>>,
    escape: Escape,
    /// What is written in other escapes than the rest.
    literal: Vec<(Range<usize>, Escape)>,
    /// Whether the text has one place in the file as a whole, and none for its parts.
    opaque: bool,
}

impl<'a> Decoded<'a> {
    /// An empty text whose edits are written with `escape`.
    #[must_use]
    pub fn new(escape: Escape) -> Self {
        Self { escape, ..Self::default() }
    }

    /// A text that stands in the file as it is.
    #[must_use]
    pub fn verbatim(text: &'a str, at: usize) -> Self {
        let mut decoded = Self::new(Escape::None);
        decoded.push_plain(text, at);
        decoded
    }

    /// A text that stands at `place`, in a form that does not tell where each character is: never rewritten.
    #[must_use]
    pub fn opaque(text: Cow<'a, str>, place: Range<usize>) -> Self {
        let run = DecodedRun { start: 0, len: text.len(), file_start: place.start, file_len: place.len() };
        Self { text, pieces: vec![run], opaque: true, ..Self::default() }
    }

    /// Adds text that stands at `at` as it is.
    pub fn push_plain(&mut self, text: &'a str, at: usize) {
        if text.is_empty() {
            return;
        }
        if self.text.is_empty() && self.pieces.is_empty() {
            (self.text, self.at) = (Cow::Borrowed(text), at);
            return;
        }
        self.break_up();
        let start = self.text.len();
        self.text.to_mut().push_str(text);
        if let Some(last) = self.pieces.last_mut()
            && last.len == last.file_len
            && last.file_start + last.file_len == at
            && last.start + last.len == start
        {
            last.len += text.len();
            last.file_len += text.len();
            return;
        }
        self.pieces.push(DecodedRun { start, len: text.len(), file_start: at, file_len: text.len() });
    }

    /// Adds what an escape at `at` stands for.
    pub fn push_escape(&mut self, text: &str, at: usize, file_len: usize) {
        self.break_up();
        let start = self.text.len();
        self.text.to_mut().push_str(text);
        self.pieces.push(DecodedRun { start, len: text.len(), file_start: at, file_len });
    }

    /// Makes a piece of what stood alone so far.
    fn break_up(&mut self) {
        self.pieces.extend(self.lone_piece());
    }

    fn lone_piece(&self) -> Option<DecodedRun> {
        let len = self.text.len();
        (self.pieces.is_empty() && len > 0).then_some(DecodedRun { start: 0, len, file_start: self.at, file_len: len })
    }

    /// Adds what is code to readers: a tag, a placeholder. Nothing is ever found in it.
    pub fn push_masked(&mut self, text: &str, at: usize, file_len: usize) {
        let start = self.text.len();
        self.push_escape(text, at, file_len);
        self.masked.push(start..self.text.len());
    }

    /// Says that a range is code, too.
    pub fn mask(&mut self, range: Range<usize>) {
        let first = self.masked.partition_point(|own| own.end <= range.start);
        let last = first + self.masked[first..].iter().take_while(|own| own.start < range.end).count();
        let mut whole = range;
        for own in self.masked.drain(first..last) {
            whole = whole.start.min(own.start)..whole.end.max(own.end);
        }
        self.masked.insert(first, whole);
    }

    /// Says that what was added since `start` is written with other escapes than the rest.
    pub fn mark_literal(&mut self, start: usize, escape: Escape) {
        self.literal.push((start..self.text.len(), escape));
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, to be kept.
    #[must_use]
    pub fn into_text(self) -> Cow<'a, str> {
        self.text
    }

    /// The text once more, copied only where it is no part of the file.
    #[must_use]
    pub fn text_again(&self) -> Cow<'a, str> {
        self.text.clone()
    }

    /// Ranges that the format says are code.
    #[must_use]
    pub fn masked(&self) -> &[Range<usize>] {
        &self.masked
    }

    /// Whether nothing but space is in it.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Whether nothing of it is words: it is tags, placeholders, or the name of a text that stands elsewhere.
    #[must_use]
    pub fn is_all_masked(&self) -> bool {
        let mut at = 0;
        let blank = |from: usize, to: usize| self.text.get(from..to).is_none_or(|between| between.trim().is_empty());
        let spaces = self.masked.iter().all(|masked| {
            let between = blank(at, masked.start);
            at = at.max(masked.end);
            between
        });
        !self.masked.is_empty() && spaces && blank(at, self.text.len())
    }

    /// The bytes of the file that a range stands for.
    #[must_use]
    pub fn place(&self, range: &Range<usize>) -> Range<usize> {
        if let Some(whole) = self.pieces.first().filter(|_| self.opaque) {
            return whole.file_start..whole.file_start + whole.file_len;
        }
        let start = self.file_start(range.start);
        let end = if range.is_empty() { start } else { self.file_end(range.end) };
        start..end.max(start)
    }

    /// The bytes of the file to replace for an edit of this range; none where the range spans a gap (the end of one line of
    /// a message and the start of the next).
    #[must_use]
    pub fn edit_place(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let place = self.place(range);
        let first = self.masked.partition_point(|masked| masked.end <= range.start);
        let masked = self.masked.get(first).is_some_and(|masked| masked.start < range.end);
        // From the piece that the range starts in.
        let first = self.pieces.partition_point(|piece| piece.start <= range.start).saturating_sub(1);
        let mut pairs =
            self.pieces[first.min(self.pieces.len())..].windows(2).take_while(|pair| pair[1].start < range.end);
        let gap = pairs
            .any(|pair| pair[0].file_start + pair[0].file_len != pair[1].file_start && range.start < pair[1].start);
        (!masked && !gap && !self.opaque).then_some(place)
    }

    /// Writes a replacement of this range in the escapes that are read there; none where that cannot be said.
    #[must_use]
    pub fn encode(&self, range: &Range<usize>, text: &str) -> Option<String> {
        if text.starts_with(self.escape.forbidden_at_start()) && self.begins_line(range.start) {
            return None;
        }
        let meets = |own: &Range<usize>| own.start < range.end.max(range.start + 1) && range.start <= own.end;
        let mut met = self.literal.iter().filter(|(own, _)| meets(own));
        match (met.next(), met.next()) {
            (None, _) => self.escape.encode(text),
            (Some((own, escape)), None) if own.start < range.start && range.end < own.end => escape.encode(text),
            _ => None,
        }
    }

    /// Whether its format reads something else than text where some signs stand at this place.
    fn begins_line(&self, at: usize) -> bool {
        let below = || self.text.as_bytes().get(at.wrapping_sub(1)) == Some(&b'\n');
        match self.escape {
            Escape::Bare => at == 0,
            Escape::Fluent => below(),
            Escape::FluentBelow => at == 0 || below(),
            Escape::None
            | Escape::Backslash
            | Escape::Xml
            | Escape::Android
            | Escape::SingleQuoted
            | Escape::Properties
            | Escape::PropertiesAscii
            | Escape::Verbatim
            | Escape::Quoted
            | Escape::Template
            | Escape::Dollar
            | Escape::Csv
            | Escape::Literal
            | Escape::AndroidLiteral => false,
        }
    }

    fn piece(&self, offset: usize) -> Option<DecodedRun> {
        let at = self.pieces.partition_point(|piece| piece.start <= offset);
        at.checked_sub(1).and_then(|at| self.pieces.get(at).copied()).or_else(|| self.lone_piece())
    }

    fn file_start(&self, offset: usize) -> usize {
        let Some(piece) = self.piece(offset) else { return 0 };
        if offset >= piece.start + piece.len {
            return piece.file_start + piece.file_len;
        }
        if piece.len == piece.file_len { piece.file_start + offset - piece.start } else { piece.file_start }
    }

    fn file_end(&self, offset: usize) -> usize {
        let Some(piece) = self.piece(offset.saturating_sub(1)) else { return 0 };
        if piece.len == piece.file_len {
            piece.file_start + offset - piece.start
        } else {
            piece.file_start + piece.file_len
        }
    }
}

/// Where the quotation mark stands that closes a text on its line; the text starts at `at`.
pub(super) fn closing_quote(text: &str, mut at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    loop {
        at += memchr3(b'"', b'\\', b'\n', bytes.get(at..)?)?;
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return Some(at),
            _ => return None,
        }
    }
}

/// Reads the text between two quotation marks with backslashes: `body` stands at `at`.
pub(super) fn push_backslashed<'a>(decoded: &mut Decoded<'a>, body: &'a str, at: usize) {
    let mut rest = body;
    let mut here = at;
    while let Some(found) = memchr(b'\\', rest.as_bytes()) {
        decoded.push_plain(&rest[..found], here);
        here += found;
        let escape = &rest[found..];
        let (c, len) = read_escape(escape);
        decoded.push_escape(c.encode_utf8(&mut [0; 4]), here, len);
        here += len;
        rest = &escape[len..];
    }
    decoded.push_plain(rest, here);
}

/// What an escape at the start of `text` stands for, and its length.
fn read_escape(text: &str) -> (char, usize) {
    let mut chars = text.chars();
    chars.next();
    let Some(sign) = chars.next() else { return ('\\', 1) };
    let one = |c: char| (c, 1 + sign.len_utf8());
    match sign {
        'n' => one('\n'),
        't' => one('\t'),
        'r' => one('\r'),
        'b' => one('\u{8}'),
        'f' => one('\u{c}'),
        'u' | 'U' => unicode(text).unwrap_or_else(|| one(sign)),
        other => one(other),
    }
}

fn unicode(text: &str) -> Option<(char, usize)> {
    let unit = |at: usize| u32::from_str_radix(text.get(at..at + 4)?, 16).ok();
    let high = unit(2)?;
    if (0xD800..0xDC00).contains(&high) {
        let low = unit(8).filter(|low| text.get(6..8) == Some("\\u") && (0xDC00..0xE000).contains(low))?;
        return Some((char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))?, 12));
    }
    Some((char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER), 6))
}
