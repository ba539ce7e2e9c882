//! Text without the escapes of its format, and the way back to the bytes of the file.
//!
//! Invariant: every offset of the decoded text has one place in the file, and an edit is written in the escapes of the
//! format, so that the file reads the same everywhere else.

use std::ops::Range;

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
    /// A quoted cell doubles its quotation marks.
    Csv,
}

impl Escape {
    /// Writes a text in this format.
    #[must_use]
    pub fn encode(self, text: &str) -> String {
        match self {
            Self::None => text.to_owned(),
            Self::Backslash => text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"),
            Self::Xml => text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"),
            Self::Android => {
                let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('\\', "\\\\");
                text.replace('\'', "\\'").replace('"', "\\\"").replace('\n', "\\n")
            }
            Self::Csv => text.replace('"', "\"\""),
        }
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

/// A decoded text.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    text: String,
    pieces: Vec<DecodedRun>,
    masked: Vec<Range<usize>>,
    escape: Escape,
}

impl Decoded {
    /// An empty text whose edits are written with `escape`.
    #[must_use]
    pub fn new(escape: Escape) -> Self {
        Self { escape, ..Self::default() }
    }

    /// A text that stands in the file as it is.
    #[must_use]
    pub fn verbatim(text: &str, at: usize) -> Self {
        let mut decoded = Self::new(Escape::None);
        decoded.push_plain(text, at);
        decoded
    }

    /// Adds text that stands at `at` as it is.
    pub fn push_plain(&mut self, text: &str, at: usize) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(text);
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
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push(DecodedRun { start, len: text.len(), file_start: at, file_len });
    }

    /// Adds what is code to readers: a tag, a placeholder. Nothing is ever found in it.
    pub fn push_masked(&mut self, text: &str, at: usize, file_len: usize) {
        let start = self.text.len();
        self.push_escape(text, at, file_len);
        self.masked.push(start..self.text.len());
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
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

    /// The bytes of the file that a range stands for.
    #[must_use]
    pub fn place(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.file_start(range.start);
        let end = if range.is_empty() { start } else { self.file_end(range.end) };
        start..end.max(start)
    }

    /// The bytes of the file to replace for an edit of this range; none where the range spans a gap (the end of one line of
    /// a message and the start of the next).
    #[must_use]
    pub fn edit_place(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let place = self.place(range);
        let masked = self.masked.iter().any(|masked| masked.start < range.end && range.start < masked.end);
        let gap = self.pieces.windows(2).any(|pair| {
            pair[0].file_start + pair[0].file_len != pair[1].file_start
                && range.start < pair[1].start
                && pair[1].start < range.end
        });
        (!masked && !gap).then_some(place)
    }

    /// Writes a replacement in the escapes of the format.
    #[must_use]
    pub fn encode(&self, text: &str) -> String {
        self.escape.encode(text)
    }

    fn piece(&self, offset: usize) -> Option<&DecodedRun> {
        let at = self.pieces.partition_point(|piece| piece.start <= offset);
        self.pieces.get(at.checked_sub(1)?)
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

/// Reads the text between two quotation marks with backslashes: `body` stands at `at`.
pub(super) fn push_backslashed(decoded: &mut Decoded, body: &str, at: usize) {
    let mut rest = body;
    let mut here = at;
    while let Some(found) = rest.find('\\') {
        decoded.push_plain(&rest[..found], here);
        here += found;
        let escape = &rest[found..];
        let (text, len) = read_escape(escape);
        decoded.push_escape(&text, here, len);
        here += len;
        rest = &escape[len..];
    }
    decoded.push_plain(rest, here);
}

/// What an escape at the start of `text` stands for, and its length.
fn read_escape(text: &str) -> (String, usize) {
    let mut chars = text.chars();
    chars.next();
    let Some(sign) = chars.next() else { return ("\\".to_owned(), 1) };
    let one = |c: char| (c.to_string(), 1 + sign.len_utf8());
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

fn unicode(text: &str) -> Option<(String, usize)> {
    let unit = |at: usize| u32::from_str_radix(text.get(at..at + 4)?, 16).ok();
    let high = unit(2)?;
    if (0xD800..0xDC00).contains(&high) {
        let low = unit(8).filter(|low| text.get(6..8) == Some("\\u") && (0xDC00..0xE000).contains(low))?;
        let c = char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))?;
        return Some((c.to_string(), 12));
    }
    Some((char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER).to_string(), 6))
}
