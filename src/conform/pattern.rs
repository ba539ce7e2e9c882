//! A regular expression that says quickly where it does not match, as nearly all do in nearly every text.
//!
//! Invariant: what is found is what the expression alone would find. The quick look is one without word boundaries, which
//! only make it match less: beside letters beyond ASCII they are what keeps an expression from its fast engine.

use regex::{CaptureMatches, Captures, Matches, Regex};

use crate::conform::beside_digits::ByteSet;
use crate::conform::passage::Passage;

/// An expression of this crate.
#[derive(Debug)]
pub struct Pattern {
    exact: Regex,
    /// Matches wherever `exact` does, and more; none where that would be the same.
    loose: Option<Regex>,
}

/// A pattern of this crate.
#[must_use]
pub(crate) fn pattern(text: &str) -> Pattern {
    let compile = |text: &str| Regex::new(text).expect("patterns are written here, and a test compiles each");
    let loose = text.contains(r"\b").then(|| compile(&text.replace(r"\b", "")));
    Pattern { exact: compile(text), loose }
}

impl Pattern {
    /// Whether it may match: certainly not where this says so.
    fn may_match(&self, text: &str) -> bool {
        self.loose.as_ref().unwrap_or(&self.exact).is_match(text)
    }

    /// Whether it matches somewhere.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.may_match(text) && (self.loose.is_none() || self.exact.is_match(text))
    }

    /// Every match.
    pub fn find_iter<'p, 't>(&'p self, text: &'t str) -> std::iter::Flatten<std::option::IntoIter<Matches<'p, 't>>> {
        (self.loose.is_none() || self.may_match(text)).then(|| self.exact.find_iter(text)).into_iter().flatten()
    }

    /// Every match with its groups.
    pub fn captures_iter<'p, 't>(
        &'p self,
        text: &'t str,
    ) -> std::iter::Flatten<std::option::IntoIter<CaptureMatches<'p, 't>>> {
        self.may_match(text).then(|| self.exact.captures_iter(text)).into_iter().flatten()
    }

    /// Every match with its groups, of an expression of which no match lacks one of these behind digits.
    pub fn captures_behind<'p, 't>(
        &'p self,
        passage: &'t Passage<'_>,
        behind: ByteSet,
    ) -> std::iter::Flatten<std::option::IntoIter<CaptureMatches<'p, 't>>> {
        let text = &*passage.text;
        let may_match = passage.beside_digits().may_follow(behind) && self.may_match(text);
        may_match.then(|| self.exact.captures_iter(text)).into_iter().flatten()
    }

    /// The first match with its groups.
    #[must_use]
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.may_match(text).then(|| self.exact.captures(text)).flatten()
    }
}
