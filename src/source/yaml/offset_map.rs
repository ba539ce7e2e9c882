//! From the marks of the event parser, which count characters, to bytes of the file.
//!
//! Building takes one pass over the text, a lookup at most [`STEP`] characters more. Where the parsed text is a repair
//! of the file's, offsets are mapped back, so that every span that leaves this folder is one of the file.
//! Absent: lines and columns; those are the file's own business.

use crate::diagnostic::Span;
use crate::source::yaml::tabs::IndentRepair;

/// Characters between two remembered offsets.
const STEP: usize = 64;

/// The ways from characters to bytes, and from the parsed text to the file.
pub(super) struct OffsetMap<'a> {
    text: &'a str,
    /// Byte offset of every `STEP`th character; empty where every character is one byte.
    steps: Vec<u32>,
    /// Bytes before the parsed text in the file: those of a byte order mark.
    base: usize,
    repairs: &'a [IndentRepair],
}

impl<'a> OffsetMap<'a> {
    /// Marks of `text`, which stands in its file behind `base` bytes and differs from it by `repairs`.
    pub(super) fn new(text: &'a str, base: usize, repairs: &'a [IndentRepair]) -> Self {
        let steps = if text.is_ascii() {
            Vec::new()
        } else {
            text.char_indices().step_by(STEP).map(|(at, _)| u32::try_from(at).unwrap_or(u32::MAX)).collect()
        };
        Self { text, steps, base, repairs }
    }

    /// Byte offset in the parsed text of the character with this index; the end of the text for an index past it.
    pub(super) fn byte_offset(&self, index: usize) -> usize {
        if self.steps.is_empty() {
            return index.min(self.text.len());
        }
        let Some(start) = self.steps.get(index / STEP) else { return self.text.len() };
        let start = *start as usize;
        self.text[start..].char_indices().nth(index % STEP).map_or(self.text.len(), |(at, _)| start + at)
    }

    /// The span in the file of a range of bytes of the parsed text, widened to whole characters.
    pub(super) fn file_span(&self, start: usize, end: usize) -> Span {
        let start = self.text.floor_char_boundary(start);
        let end = self.text.ceil_char_boundary(end.min(self.text.len()));
        Span::new(self.original_offset(start), self.original_offset(end))
    }

    fn original_offset(&self, at: usize) -> usize {
        let before = self.repairs.partition_point(|repair| repair.repaired.start <= at);
        let at = match before.checked_sub(1).map(|index| &self.repairs[index]) {
            None => at,
            Some(repair) if at < repair.repaired.end => repair.original.start,
            Some(repair) => repair.original.end + (at - repair.repaired.end),
        };
        self.base + at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_any_width_become_bytes() {
        let text = "a年😀é".repeat(100);
        let marks = OffsetMap::new(&text, 3, &[]);
        for (index, (at, _)) in text.char_indices().enumerate() {
            assert_eq!(marks.byte_offset(index), at, "character {index}");
        }
        assert_eq!(marks.byte_offset(400), text.len());
        assert_eq!(marks.byte_offset(9999), text.len());
        assert_eq!(marks.file_span(0, 1), Span::new(3, 4));
    }

    #[test]
    fn offsets_of_a_repair_are_those_of_the_file() {
        // `a:\n\tb: c` was read as `a:\n  b: c`.
        let repairs = [IndentRepair { original: 3..4, repaired: 3..5 }];
        let marks = OffsetMap::new("a:\n  b: c", 0, &repairs);
        assert_eq!(marks.file_span(0, 1), Span::new(0, 1));
        assert_eq!(marks.file_span(5, 6), Span::new(4, 5));
        assert_eq!(marks.file_span(3, 9), Span::new(3, 8));
    }
}
