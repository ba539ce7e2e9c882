//! What the place of output can show. Colour decorates; it never carries a meaning that the words do not.

use std::fmt;

use anstyle::{AnsiColor, Style};

use crate::report::shown;

/// How output may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether escape sequences for colour may be written. Nothing but SGR sequences is ever written.
    pub color: bool,
    /// Whether box drawing, `…`, `·` and `→` may be written.
    pub unicode: bool,
    /// Columns that a line should keep to.
    pub width: usize,
    /// Whether findings are told in sentences, for those who listen to their screen.
    pub narrated: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { color: false, unicode: true, width: 100, narrated: false }
    }
}

/// What a piece of text is, as far as its looks go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Ordinary text.
    Plain,
    /// A headline, or what must not be missed.
    Strong,
    /// Beside the point: places, ids.
    Faint,
    /// Faults, deletions, what goes.
    Bad,
    /// Warnings, what to look at twice.
    Doubt,
    /// What comes, what succeeded.
    Good,
    /// What changes.
    Change,
    /// Help and commands.
    Help,
    /// Words that go, struck through.
    Gone,
    /// Words that come, underlined.
    Come,
}

impl Tone {
    fn style(self) -> Style {
        let color = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
        match self {
            Self::Plain => Style::new(),
            Self::Strong => Style::new().bold(),
            Self::Faint => Style::new().dimmed(),
            Self::Bad => color(AnsiColor::Red).bold(),
            Self::Doubt => color(AnsiColor::Yellow).bold(),
            Self::Good => color(AnsiColor::Green),
            Self::Change => color(AnsiColor::Yellow),
            Self::Help => color(AnsiColor::Cyan),
            Self::Gone => color(AnsiColor::Red).strikethrough(),
            Self::Come => color(AnsiColor::Green).underline(),
        }
    }
}

impl Look {
    /// The text in this tone: with colour where there is colour, as it is where there is none.
    #[must_use]
    pub fn paint<T: fmt::Display>(&self, tone: Tone, text: T) -> Painted<T> {
        Painted { style: (self.color && tone != Tone::Plain).then(|| tone.style()), text }
    }

    /// Foreign text on one line of at most `width` columns.
    #[must_use]
    pub fn cut(&self, text: &str, width: usize) -> String {
        shown::cut(text, width, self.pick("…", "..."))
    }

    /// The first of two spellings where Unicode may be written, else the second.
    #[must_use]
    pub fn pick(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }
}

/// Text with its looks, made by [`Look::paint`].
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
        let plain = Look::default();
        assert_eq!(plain.paint(Tone::Bad, "gone").to_string(), "gone");
        let colored = Look { color: true, ..plain };
        assert_eq!(colored.paint(Tone::Bad, "gone").to_string(), "\u{1b}[1m\u{1b}[31mgone\u{1b}[0m");
        assert_eq!(colored.paint(Tone::Plain, "here").to_string(), "here");
    }
}
