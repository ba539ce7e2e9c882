//! Places as editors count them: lines from 0, and units of an agreed encoding in the line, from 0.
//!
//! Always holds: any place that an editor names becomes an offset on a character of the text, past the end the end of the
//! line or of the text; so no edit can split a character.

use crate::diagnostic::Span;
use crate::editor::protocol::{LspPosition, LspRange};

/// What is counted in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PositionEncoding {
    Utf8,
    /// What an editor counts unless something else was agreed.
    #[default]
    Utf16,
    Utf32,
}

impl PositionEncoding {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf32 => "utf-32",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        [Self::Utf8, Self::Utf16, Self::Utf32].into_iter().find(|encoding| encoding.as_str() == name)
    }

    fn char_units(self, c: char) -> u32 {
        match self {
            Self::Utf8 => u32::try_from(c.len_utf8()).unwrap_or_default(),
            Self::Utf16 => u32::try_from(c.len_utf16()).unwrap_or_default(),
            Self::Utf32 => 1,
        }
    }
}

/// A text with the starts of its lines.
pub(super) struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<usize>,
    encoding: PositionEncoding,
    /// Whether a byte order mark counts: it does in what an editor sent, and not in what it will read from the disk.
    mark: bool,
}

impl<'t> LineIndex<'t> {
    /// Measures what an editor holds.
    pub(super) fn for_buffer(text: &'t str, encoding: PositionEncoding) -> Self {
        Self { text, starts: line_starts(text), encoding, mark: true }
    }

    /// Measures what stands on the disk.
    pub(super) fn for_disk_file(text: &'t str, encoding: PositionEncoding) -> Self {
        Self { text, starts: line_starts(text), encoding, mark: false }
    }

    pub(super) fn offset_at(&self, point: LspPosition) -> usize {
        let Some(start) = self.starts.get(point.line as usize) else { return self.text.len() };
        let mut left = point.character;
        let line = self.line_text(*start);
        for (at, c) in line.char_indices() {
            let units = self.encoding.char_units(c);
            if left < units {
                return start + at;
            }
            left -= units;
        }
        start + line.len()
    }

    pub(super) fn position_at(&self, offset: usize) -> LspPosition {
        let offset = self.text.floor_char_boundary(offset);
        let index = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts[index];
        let line = self.line_text(start);
        let before = &line[..(offset - start).min(line.len())];
        let before = if self.mark { before } else { before.trim_start_matches('\u{feff}') };
        let character = before.chars().map(|c| self.encoding.char_units(c)).sum();
        LspPosition { line: u32::try_from(index).unwrap_or(u32::MAX), character }
    }

    pub(super) fn range_of(&self, span: Span) -> LspRange {
        LspRange { start: self.position_at(span.start as usize), end: self.position_at(span.end as usize) }
    }

    /// The line that starts here, without its end.
    fn line_text(&self, start: usize) -> &'t str {
        let rest = &self.text[start..];
        &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())]
    }
}

/// Starts of lines, each behind `\n`, `\r\n` or `\r`.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = |(at, byte): (usize, &u8)| match byte {
        b'\n' => Some(at + 1),
        b'\r' if bytes.get(at + 1) != Some(&b'\n') => Some(at + 1),
        _ => None,
    };
    std::iter::once(0).chain(bytes.iter().enumerate().filter_map(ends)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mark, CJK, an emoji of two units, a combining mark, a tab; then each sort of line end.
    const TEXT: &str = "\u{feff}a: 年😀e\u{301}\tx\r\nb\rc\nd";

    fn point(line: u32, character: u32) -> LspPosition {
        LspPosition { line, character }
    }

    #[test]
    fn each_encoding_counts_its_own_units() {
        let x = TEXT.find('x').unwrap();
        for (encoding, units) in
            [(PositionEncoding::Utf8, 17), (PositionEncoding::Utf16, 10), (PositionEncoding::Utf32, 9)]
        {
            let ruler = LineIndex::for_buffer(TEXT, encoding);
            assert_eq!(ruler.position_at(x), point(0, units), "{encoding:?}");
            assert_eq!(ruler.offset_at(point(0, units)), x, "{encoding:?}");
        }
        assert_eq!(LineIndex::for_disk_file(TEXT, PositionEncoding::Utf16).position_at(x), point(0, 9));
    }

    #[test]
    fn every_sort_of_line_end_ends_a_line() {
        let ruler = LineIndex::for_buffer(TEXT, PositionEncoding::Utf16);
        for (letter, line) in [('b', 1), ('c', 2), ('d', 3)] {
            let at = TEXT.rfind(letter).unwrap();
            assert_eq!((ruler.position_at(at), ruler.offset_at(point(line, 0))), (point(line, 0), at));
        }
        assert_eq!(ruler.position_at(TEXT.find('\n').unwrap()), point(0, 11), "between the two bytes of a line end");
    }

    #[test]
    fn any_place_is_one_of_the_text() {
        for encoding in [PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32] {
            let ruler = LineIndex::for_buffer(TEXT, encoding);
            for line in 0..6 {
                for character in (0..30).chain([u32::MAX]) {
                    let offset = ruler.offset_at(point(line, character));
                    assert!(TEXT.is_char_boundary(offset));
                    let back = ruler.position_at(offset);
                    assert!(back.line <= line && back.character <= character.max(30));
                }
            }
        }
        // The second half of a surrogate pair is the character itself.
        let ruler = LineIndex::for_buffer(TEXT, PositionEncoding::Utf16);
        assert_eq!(ruler.offset_at(point(0, 6)), TEXT.find('😀').unwrap());
    }
}
