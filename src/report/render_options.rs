//! What the place of output can show. Colour decorates; it never carries a meaning that the words do not.

use std::fmt;

use anstyle::{AnsiColor, Style};

use crate::report::sanitize;

/// How output may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderOptions {
    /// Whether escape sequences for colour may be written. Nothing but SGR sequences is ever written.
    pub color: bool,
    /// Whether box drawing, `…`, `·` and `→` may be written.
    pub unicode: bool,
    /// Whether what is read from right to left stands between U+2068 and U+2069. Not where elements set it apart: there the
    /// marks would only be copied with it.
    pub direction_marks: bool,
    /// Columns that a line should keep to.
    pub width: usize,
    /// Whether findings are told in sentences, for those who listen to their screen.
    pub screen_reader: bool,
    /// Whether every entry of a dictionary is shown, however many change.
    pub all_entries: bool,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            color: false,
            unicode: true,
            direction_marks: true,
            width: 100,
            screen_reader: false,
            all_entries: false,
        }
    }
}

/// What a piece of text is, as far as its looks go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextTone {
    /// Ordinary text.
    Plain,
    /// A headline, or what must not be missed.
    Strong,
    /// Beside the point: places, ids.
    Faint,
    /// Faults, deletions, what goes.
    Error,
    /// Warnings, what to look at twice.
    Warning,
    /// What comes, what succeeded.
    Success,
    /// What changes.
    Change,
    /// Help and commands.
    Help,
    /// Words that go, struck through.
    Removed,
    /// Words that come, underlined.
    Added,
}

impl TextTone {
    fn terminal_style(self) -> Style {
        let color = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
        match self {
            Self::Plain => Style::new(),
            Self::Strong => Style::new().bold(),
            Self::Faint => Style::new().dimmed(),
            Self::Error => color(AnsiColor::Red).bold(),
            Self::Warning => color(AnsiColor::Yellow).bold(),
            Self::Success => color(AnsiColor::Green),
            Self::Change => color(AnsiColor::Yellow),
            Self::Help => color(AnsiColor::Cyan),
            Self::Removed => color(AnsiColor::Red).strikethrough(),
            Self::Added => color(AnsiColor::Green).underline(),
        }
    }
}

impl RenderOptions {
    /// The text in this tone: with colour where there is colour, as it is where there is none.
    #[must_use]
    pub fn paint<T: fmt::Display>(&self, tone: TextTone, text: T) -> Painted<T> {
        Painted { style: (self.color && tone != TextTone::Plain).then(|| tone.terminal_style()), text }
    }

    /// Foreign text on one line of at most `width` columns.
    #[must_use]
    pub fn truncate_text(&self, text: &str, width: usize) -> String {
        sanitize::truncate_sanitized(text, width, self.pick_glyph("…", "..."))
    }

    /// The first of two spellings where Unicode may be written, else the second.
    #[must_use]
    pub fn pick_glyph(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }
}

/// Text with its looks, made by [`RenderOptions::paint`].
#[derive(Clone, Debug)]
pub struct Painted<T> {
    style: Option<Style>,
    text: T,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.style {
            Some(style) => write!(f, "{style}{}{style:#}", self.text),
            None => self.text.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_is_written_only_where_it_is_asked_for() {
        let plain = RenderOptions::default();
        assert_eq!(plain.paint(TextTone::Error, "gone").to_string(), "gone");
        let colored = RenderOptions { color: true, ..plain };
        assert_eq!(colored.paint(TextTone::Error, "gone").to_string(), "\u{1b}[1m\u{1b}[31mgone\u{1b}[0m");
        assert_eq!(colored.paint(TextTone::Plain, "here").to_string(), "here");
    }
}
