//! Places in a file: byte spans inside, lines and columns outside.
//!
//! Offsets are bytes of UTF-8. Lines and columns are made only when a person or a format asks for them; columns count
//! Unicode code points from 1, a byte order mark at the start of the file counts as nothing.

use std::sync::{Arc, OnceLock};

/// A half-open range of bytes in one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to but not including `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: clamp_to_u32(start), end: clamp_to_u32(end.max(start)) }
    }

    /// An empty span at `offset`: a place to insert at.
    #[must_use]
    pub fn empty_at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The bytes as a range for slicing.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it covers no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

fn clamp_to_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// A value and the bytes it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// Line and column, both from 1; the column counts code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in code points, from 1.
    pub column: u32,
}

/// Where something stands, for people: the form in which a place travels through the model into plans and reports.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Path of the file below the project folder, with `/` between its parts.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column in code points, from 1.
    pub column: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { file, line, column } = self;
        write!(f, "{file}:{line}:{column}")
    }
}

/// A file as it was read: its path, its text, and the way from offsets to lines.
#[derive(Debug)]
pub struct SourceFile {
    path: Arc<str>,
    shown_path: Option<Arc<str>>,
    /// Shared with the same file under another path for people.
    text: Arc<String>,
    lines: OnceLock<Vec<u32>>,
    /// Characters before each [`STRIDE`] bytes: a column deep in a long line is counted from the last one.
    characters: OnceLock<Vec<u32>>,
    without_text: bool,
}

/// Bytes between two places up to which the characters are known.
const STRIDE: usize = 4096;

impl SourceFile {
    /// A file of this text. `path` is what people see; no file is opened.
    #[must_use]
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self {
            path: path.into(),
            shown_path: None,
            text: Arc::new(text.into()),
            lines: OnceLock::new(),
            characters: OnceLock::new(),
            without_text: false,
        })
    }

    /// Path below the project folder, with `/` between its parts.
    #[must_use]
    pub fn path(&self) -> &Arc<str> {
        &self.path
    }

    /// The path as people see it from where they are: that below the project folder unless another was given.
    #[must_use]
    pub fn shown_path(&self) -> &Arc<str> {
        self.shown_path.as_ref().unwrap_or(&self.path)
    }

    /// The same file under another path for people; what identifies it stays.
    #[must_use]
    pub fn with_shown_path(&self, path: impl Into<Arc<str>>) -> Arc<Self> {
        Arc::new(Self {
            path: self.path.clone(),
            shown_path: Some(path.into()),
            text: Arc::clone(&self.text),
            lines: self.lines.clone(),
            characters: self.characters.clone(),
            without_text: self.without_text,
        })
    }

    /// The same file without its text, of which nothing is shown any more. Places that begin before `end` stay what they are
    /// where [`Self::is_ascii_before`] holds.
    #[must_use]
    pub fn without_text(&self, end: u32) -> Arc<Self> {
        let known = self.text.as_bytes().get(..end as usize).unwrap_or(self.text.as_bytes());
        let lines = OnceLock::from(find_line_starts(known));
        let Self { path, shown_path, .. } = self;
        let (path, shown_path) = (path.clone(), shown_path.clone());
        Arc::new(Self {
            path,
            shown_path,
            text: Arc::default(),
            lines,
            characters: OnceLock::new(),
            without_text: true,
        })
    }

    /// Whether the text is there to be shown.
    #[must_use]
    pub fn has_text(&self) -> bool {
        !self.without_text
    }

    /// Whether each byte of the line before a place is a character.
    #[must_use]
    pub fn is_ascii_before(&self, span: Span) -> bool {
        let line =
            self.text.get(..span.start as usize).map(|before| before.rfind('\n').map_or(before, |at| &before[at..]));
        line.is_some_and(str::is_ascii)
    }

    /// The whole text, byte order mark and line ends as they were.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset. An offset inside a character counts as that character, one past the end as the end.
    #[must_use]
    pub fn position_at(&self, offset: u32) -> Position {
        let lines = self.line_starts();
        let index = lines.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = lines[index] as usize;
        if self.without_text {
            return Position { line: to_u32(index + 1), column: to_u32(offset as usize - start + 1) };
        }
        let end = (offset as usize).min(self.text.len());
        let mut column = self.characters_before(end).saturating_sub(self.characters_before(start));
        if index == 0 && self.text.starts_with('\u{feff}') && column > 0 {
            column -= 1;
        }
        Position { line: to_u32(index + 1), column: to_u32(column + 1) }
    }

    /// Characters that end at or before a byte.
    fn characters_before(&self, end: usize) -> usize {
        let bytes = self.text.as_bytes();
        let count = |bytes: &[u8]| bytes.iter().filter(|byte| (**byte as i8) >= -0x40).count();
        let known = self.characters.get_or_init(|| {
            let chunks = bytes.chunks_exact(STRIDE).scan(0, |before, chunk| {
                *before += count(chunk);
                Some(to_u32(*before))
            });
            std::iter::once(0).chain(chunks).collect()
        });
        let stride = end / STRIDE;
        let begun = known.get(stride).map_or(0, |count| *count as usize) + count(&bytes[stride * STRIDE..end]);
        // One that begins before and ends behind does not count.
        if self.text.is_char_boundary(end) { begun } else { begun - 1 }
    }

    /// The place of a span's start.
    #[must_use]
    pub fn place_of(&self, span: Span) -> Place {
        let Position { line, column } = self.position_at(span.start);
        Place { file: self.shown_path().clone(), line, column }
    }

    /// Text of a line (from 1) without its line end and without a byte order mark.
    #[must_use]
    pub fn line_text(&self, line: u32) -> &str {
        let lines = self.line_starts();
        let index = (line as usize).saturating_sub(1);
        let Some(start) = lines.get(index) else { return "" };
        let end = lines.get(index + 1).map_or(self.text.len(), |next| *next as usize);
        let text = &self.text[*start as usize..end];
        text.trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}')
    }

    /// The bytes of a span as text; empty where the span does not fall on characters.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn line_starts(&self) -> &[u32] {
        self.lines.get_or_init(|| find_line_starts(self.text.as_bytes()))
    }
}

fn find_line_starts(text: &[u8]) -> Vec<u32> {
    std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|at| clamp_to_u32(at + 1))).collect()
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_code_points_after_a_mark_and_line_ends_of_windows() {
        let file = SourceFile::new("a.yaml", "\u{feff}ab: 年x\r\n😀b");
        let at = |needle: &str| file.position_at(clamp_to_u32(file.text().find(needle).expect("in the text")));
        assert_eq!(at("ab"), Position { line: 1, column: 1 });
        assert_eq!(at("x"), Position { line: 1, column: 6 });
        assert_eq!(at("😀"), Position { line: 2, column: 1 });
        assert_eq!(at("b\u{0}".trim_end_matches('\u{0}')), Position { line: 1, column: 2 });
        assert_eq!(file.position_at(99), Position { line: 2, column: 3 });
        assert_eq!(file.line_text(1), "ab: 年x");
        assert_eq!(file.line_text(2), "😀b");
    }
}
