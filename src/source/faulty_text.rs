//! A text that a parser found a fault in.

/// The text that a parser was given. Places come from the parser: one that is no place of this text gives nothing, and never
/// panics.
#[derive(Clone, Copy)]
pub(super) struct FaultyText<'a>(pub(super) &'a str);

impl<'a> FaultyText<'a> {
    pub(super) fn between(self, start: usize, end: usize) -> &'a str {
        self.0.get(start..end).unwrap_or_default()
    }

    pub(super) fn from(self, start: usize) -> &'a str {
        self.0.get(start..).unwrap_or_default()
    }

    pub(super) fn before(self, end: usize) -> &'a str {
        self.0.get(..end).unwrap_or_default()
    }
}
