//! Lines that keep to a width: pieces of text, each in a tone, broken between words.
//!
//! Pieces are shown text already. A break falls at white space; a word that is wider than a line is broken between what
//! a reader takes for characters. White space at a break is dropped unless a piece is to be kept whole.

use std::fmt::Write;

use unicode_segmentation::UnicodeSegmentation;

use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::display_width;

/// Some text in one tone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPiece {
    /// How it looks.
    pub tone: TextTone,
    /// What it says; `\n` begins a new line.
    pub text: String,
}

impl TextPiece {
    /// Text in a tone.
    pub fn new(tone: TextTone, text: impl Into<String>) -> Self {
        Self { tone, text: text.into() }
    }
}

/// Appends the pieces to `out`: `first` before the first line, `rest` before each further one, a line end behind each.
pub fn write_wrapped(out: &mut String, options: &RenderOptions, first: &str, rest: &str, pieces: &[TextPiece]) {
    let mut line = LineWrapper {
        out,
        look: options,
        rest,
        used: display_width(first),
        begins: display_width(first),
        gap: None,
        chunk: Vec::new(),
        run: (TextTone::Plain, String::new()),
    };
    line.out.push_str(first);
    for (tone, word) in pieces.iter().flat_map(|piece| piece.text.split_word_bounds().map(|word| (piece.tone, word))) {
        if word == "\n" {
            line.flush_chunk();
            line.gap = None;
            line.end_line();
        } else if word.bytes().all(|byte| byte == b' ') {
            line.flush_chunk();
            if let Some((tone, gap)) = line.gap.replace((tone, word)) {
                line.push_text(tone, gap);
            }
        } else {
            if line.chunk.last().is_some_and(|(_, before)| is_wide(before) || is_wide(word)) {
                line.flush_chunk();
            }
            line.chunk.push((tone, word));
        }
    }
    line.flush_chunk();
    line.flush_run();
    line.out.push('\n');
}

/// Whether lines may break beside this word although there is no space: it is of a script that writes without any.
fn is_wide(word: &str) -> bool {
    word.chars().next().is_some_and(|c| !c.is_ascii() && display_width(c.encode_utf8(&mut [0; 4])) == 2)
}

/// Text in one tone, wrapped.
pub fn write_paragraph(out: &mut String, options: &RenderOptions, first: &str, rest: &str, text: &str) {
    write_wrapped(out, options, first, rest, &[TextPiece::new(TextTone::Plain, text)]);
}

struct LineWrapper<'a, 'p> {
    out: &'a mut String,
    look: &'a RenderOptions,
    rest: &'a str,
    used: usize,
    begins: usize,
    /// White space that is written only if something follows it on the line.
    gap: Option<(TextTone, &'p str)>,
    /// Words that stay together.
    chunk: Vec<(TextTone, &'p str)>,
    /// What is written next, as long as the tone stays the same.
    run: (TextTone, String),
}

impl LineWrapper<'_, '_> {
    fn end_line(&mut self) {
        self.flush_run();
        self.out.push('\n');
        self.out.push_str(self.rest);
        self.begins = display_width(self.rest);
        self.used = self.begins;
    }

    /// Writes the chunk, on a new line where this one has no room for it.
    fn flush_chunk(&mut self) {
        let chunk = std::mem::take(&mut self.chunk);
        let width: usize = chunk.iter().map(|(_, word)| display_width(word)).sum();
        if width == 0 {
            return;
        }
        let gap = self.gap.take();
        if self.used + gap.map_or(0, |(_, gap)| gap.len()) + width > self.look.width && self.used > self.begins {
            self.end_line();
        } else if let Some((tone, gap)) = gap {
            self.push_text(tone, gap);
        }
        for (tone, word) in chunk {
            self.push_long_word(tone, word);
        }
    }

    fn push_text(&mut self, tone: TextTone, text: &str) {
        self.used += display_width(text);
        if self.run.0 != tone {
            self.flush_run();
            self.run.0 = tone;
        }
        self.run.1.push_str(text);
    }

    fn flush_run(&mut self) {
        if !self.run.1.is_empty() {
            let _ = write!(self.out, "{}", self.look.paint(self.run.0, &self.run.1));
            self.run.1.clear();
        }
    }

    /// Writes a word, broken between what a reader takes for characters where the line has no room for it.
    fn push_long_word(&mut self, tone: TextTone, word: &str) {
        if self.used + display_width(word) <= self.look.width {
            return self.push_text(tone, word);
        }
        let mut part = String::new();
        for cluster in word.graphemes(true) {
            if self.used + display_width(&part) + display_width(cluster) > self.look.width
                && self.used + display_width(&part) > self.begins
            {
                self.push_text(tone, &part);
                self.end_line();
                part.clear();
            }
            part.push_str(cluster);
        }
        self.push_text(tone, &part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(width: usize, text: &str) -> String {
        let mut out = String::new();
        write_paragraph(&mut out, &RenderOptions { width, ..RenderOptions::default() }, "- ", "  ", text);
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
