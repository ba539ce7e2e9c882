//! Lines that keep to a width: pieces of text, each in a tone, broken between words.
//!
//! Pieces are shown text already. A break falls at white space; a word that is wider than a line is broken between what
//! a reader takes for characters. White space at a break is dropped unless a piece is to be kept whole.

use std::fmt::Write;

use unicode_segmentation::UnicodeSegmentation;

use crate::report::look::{Look, Tone};
use crate::report::shown::columns;

/// Some text in one tone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// How it looks.
    pub tone: Tone,
    /// What it says; `\n` begins a new line.
    pub text: String,
}

impl Piece {
    /// Text in a tone.
    pub fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { tone, text: text.into() }
    }
}

/// Appends the pieces to `out`: `first` before the first line, `rest` before each further one, a line end behind each.
pub fn wrap(out: &mut String, look: &Look, first: &str, rest: &str, pieces: &[Piece]) {
    let mut line = Line {
        out,
        look,
        rest,
        used: columns(first),
        begins: columns(first),
        gap: None,
        chunk: Vec::new(),
        run: (Tone::Plain, String::new()),
    };
    line.out.push_str(first);
    for (tone, word) in pieces.iter().flat_map(|piece| piece.text.split_word_bounds().map(|word| (piece.tone, word))) {
        if word == "\n" {
            line.flush();
            line.gap = None;
            line.end();
        } else if word.bytes().all(|byte| byte == b' ') {
            line.flush();
            if let Some((tone, gap)) = line.gap.replace((tone, word)) {
                line.put(tone, gap);
            }
        } else {
            if line.chunk.last().is_some_and(|(_, before)| is_wide(before) || is_wide(word)) {
                line.flush();
            }
            line.chunk.push((tone, word));
        }
    }
    line.flush();
    line.paint();
    line.out.push('\n');
}

/// Whether lines may break beside this word although there is no space: it is of a script that writes without any.
fn is_wide(word: &str) -> bool {
    word.chars().next().is_some_and(|c| !c.is_ascii() && columns(c.encode_utf8(&mut [0; 4])) == 2)
}

/// Text in one tone, wrapped.
pub fn paragraph(out: &mut String, look: &Look, first: &str, rest: &str, text: &str) {
    wrap(out, look, first, rest, &[Piece::new(Tone::Plain, text)]);
}

struct Line<'a, 'p> {
    out: &'a mut String,
    look: &'a Look,
    rest: &'a str,
    used: usize,
    begins: usize,
    /// White space that is written only if something follows it on the line.
    gap: Option<(Tone, &'p str)>,
    /// Words that stay together.
    chunk: Vec<(Tone, &'p str)>,
    /// What is written next, as long as the tone stays the same.
    run: (Tone, String),
}

impl Line<'_, '_> {
    fn end(&mut self) {
        self.paint();
        self.out.push('\n');
        self.out.push_str(self.rest);
        self.begins = columns(self.rest);
        self.used = self.begins;
    }

    /// Writes the chunk, on a new line where this one has no room for it.
    fn flush(&mut self) {
        let chunk = std::mem::take(&mut self.chunk);
        let width: usize = chunk.iter().map(|(_, word)| columns(word)).sum();
        if width == 0 {
            return;
        }
        let gap = self.gap.take();
        if self.used + gap.map_or(0, |(_, gap)| gap.len()) + width > self.look.width && self.used > self.begins {
            self.end();
        } else if let Some((tone, gap)) = gap {
            self.put(tone, gap);
        }
        for (tone, word) in chunk {
            self.put_long(tone, word);
        }
    }

    fn put(&mut self, tone: Tone, text: &str) {
        self.used += columns(text);
        if self.run.0 != tone {
            self.paint();
            self.run.0 = tone;
        }
        self.run.1.push_str(text);
    }

    fn paint(&mut self) {
        if !self.run.1.is_empty() {
            let _ = write!(self.out, "{}", self.look.paint(self.run.0, &self.run.1));
            self.run.1.clear();
        }
    }

    /// Writes a word, broken between what a reader takes for characters where the line has no room for it.
    fn put_long(&mut self, tone: Tone, word: &str) {
        if self.used + columns(word) <= self.look.width {
            return self.put(tone, word);
        }
        let mut part = String::new();
        for cluster in word.graphemes(true) {
            if self.used + columns(&part) + columns(cluster) > self.look.width
                && self.used + columns(&part) > self.begins
            {
                self.put(tone, &part);
                self.end();
                part.clear();
            }
            part.push_str(cluster);
        }
        self.put(tone, &part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(width: usize, text: &str) -> String {
        let mut out = String::new();
        paragraph(&mut out, &Look { width, ..Look::default() }, "- ", "  ", text);
        out
    }

    #[test]
    fn lines_break_at_spaces_and_within_scripts_that_have_none() {
        assert_eq!(wrapped(12, "one two three four"), "- one two\n  three four\n");
        assert_eq!(wrapped(10, "敬語は使わない"), "- 敬語は使\n  わない\n");
        assert_eq!(wrapped(9, "a(b):c/d e"), "- a(b):c/\n  d e\n");
        assert_eq!(wrapped(8, "a \\u{200b}"), "- a\n  \\u{200\n  b}\n");
        assert_eq!(wrapped(20, "a\nb"), "- a\n  b\n");
    }

    #[test]
    fn a_prefix_wider_than_the_line_still_makes_progress() {
        assert_eq!(wrapped(1, "ab"), "- a\n  b\n");
    }
}
