//! A passage: one text in one language, as detectors see it.
//!
//! Invariant: what is code (placeholders, tags, addresses of files and pages) is overwritten byte by byte by a character
//! that no detector looks for, so that offsets stay what they were and nothing inside can be found. A text that is code as a
//! whole is overwritten as a whole.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use crate::conform::beside_digits::BesideDigits;
use crate::conform::character::is_space;
use crate::conform::code::is_code;
use crate::conform::detector::Occasion;
use crate::conform::figure::Figure;
use crate::conform::ingredient;
use crate::conform::mark::Marks;
use crate::conform::mask;
use crate::conform::witness::{self, SourceWords};

/// Stands for each byte that is masked.
pub const MASKED: char = '\u{1a}';

/// How far around a place words and ends of sentences are looked for, in bytes: a text is read in time that grows with its
/// length alone.
const REACH: usize = 256;

/// Longest source in which something is searched for at each place of a text, in bytes: one that is longer is no witness, so
/// that both are read in time that grows with them.
pub(crate) const LONGEST_SEARCHED: usize = 4_096;

/// A language that style rule lists are kept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tongue {
    /// German.
    De,
    /// English.
    En,
    /// Spanish.
    Es,
    /// French.
    Fr,
    /// Italian.
    It,
    /// Japanese.
    Ja,
    /// Korean.
    Ko,
    /// Chinese.
    Zh,
}

impl Tongue {
    /// Every one, by code.
    pub const ALL: [Self; 8] = [Self::De, Self::En, Self::Es, Self::Fr, Self::It, Self::Ja, Self::Ko, Self::Zh];

    /// The root language of a code (`de-CH` is German); none where no detector knows it.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        let root = code.split(['-', '_']).next().unwrap_or(code);
        Self::ALL.into_iter().find(|tongue| tongue.code().eq_ignore_ascii_case(root))
    }

    /// The root code, lower-case.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::De => "de",
            Self::En => "en",
            Self::Es => "es",
            Self::Fr => "fr",
            Self::It => "it",
            Self::Ja => "ja",
            Self::Ko => "ko",
            Self::Zh => "zh",
        }
    }

    /// Whether words are written without spaces between them, or in a script of their own.
    #[must_use]
    pub fn is_east_asian(self) -> bool {
        match self {
            Self::Ja | Self::Ko | Self::Zh => true,
            Self::De | Self::En | Self::Es | Self::Fr | Self::It => false,
        }
    }
}

/// One text in one language.
#[derive(Debug)]
pub struct Passage<'a> {
    /// The text, with what is code overwritten.
    pub text: Cow<'a, str>,
    /// The same as it is written.
    pub written: &'a str,
    /// Its language.
    pub tongue: Tongue,
    /// What it was translated from, where the format has both.
    pub source: Option<&'a str>,
    /// What characters it has.
    pub ingredients: u32,
    /// Whether it is code as a whole.
    pub is_code: bool,
    /// Read when the first detector asks, as several do.
    words: OnceCell<Vec<Range<usize>>>,
    figures: OnceCell<Vec<Figure>>,
    amounts: OnceCell<Vec<Range<usize>>>,
    marks: OnceCell<Marks>,
    source_words: OnceCell<SourceWords<'a>>,
    beside_digits: OnceCell<BesideDigits>,
}

impl<'a> Passage<'a> {
    /// A passage of this text; `masked` are ranges that the format says are code.
    #[must_use]
    pub fn new(text: &'a str, tongue: Tongue, masked: &[Range<usize>]) -> Self {
        let (written, all) = (text, ingredient::of(text));
        let is_code = is_code(text);
        let text = if is_code {
            mask::overwrite(text, std::slice::from_ref(&(0..text.len())), ingredient::ANYTHING, MASKED)
        } else {
            mask::overwrite(text, masked, all, MASKED)
        };
        let ingredients = if matches!(text, Cow::Borrowed(_)) { all } else { ingredient::of(&text) };
        Self {
            text,
            written,
            tongue,
            source: None,
            ingredients,
            is_code,
            words: OnceCell::new(),
            figures: OnceCell::new(),
            amounts: OnceCell::new(),
            marks: OnceCell::new(),
            source_words: OnceCell::new(),
            beside_digits: OnceCell::new(),
        }
    }

    /// The same, with the text that it was translated from.
    #[must_use]
    pub fn with_source(mut self, source: Option<&'a str>) -> Self {
        self.source = source;
        self
    }

    /// Words of letters, with their bytes.
    pub fn words(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        let ranges = self.words.get_or_init(|| read_words(&self.text));
        ranges.iter().map(|range| (range.clone(), &self.text[range.clone()]))
    }

    /// Its figures, which `read` finds.
    pub(crate) fn figures(&self, read: impl FnOnce(&Self) -> Vec<Figure>) -> &[Figure] {
        self.figures.get_or_init(|| read(self))
    }

    /// Where its amounts stand, which `read` finds.
    pub(crate) fn amounts(&self, read: impl FnOnce(&Self) -> Vec<Range<usize>>) -> &[Range<usize>] {
        self.amounts.get_or_init(|| read(self))
    }

    /// Its quotation marks and apostrophes, which `read` finds.
    pub(crate) fn marks(&self, read: impl FnOnce(&Self) -> Marks) -> &Marks {
        self.marks.get_or_init(|| read(self))
    }

    /// What it was translated from, where that is short enough to be searched at each place.
    #[must_use]
    pub fn searched_source(&self) -> Option<&'a str> {
        self.source.filter(|source| source.len() <= LONGEST_SEARCHED)
    }

    /// Whether what an occasion is about stands in the source as it is.
    #[must_use]
    pub fn is_copied(&self, occasion: &Occasion) -> bool {
        let Some(source) = self.source else { return false };
        let words = self.source_words.get_or_init(|| SourceWords::new(source));
        witness::is_copied(&self.text, occasion, words)
    }

    /// What stands beside its digits.
    #[must_use]
    pub fn beside_digits(&self) -> BesideDigits {
        *self.beside_digits.get_or_init(|| BesideDigits::of(&self.text))
    }

    /// The same passage, of which every detector believes that there may be something for it.
    #[cfg(test)]
    pub(crate) fn with_anything(mut self) -> Self {
        self.ingredients = u32::MAX;
        self.beside_digits = OnceCell::from(BesideDigits::ANYTHING);
        self
    }

    /// The character that ends at `at`.
    #[must_use]
    pub fn char_before(&self, at: usize) -> Option<char> {
        self.text.get(..at)?.chars().next_back()
    }

    /// The character that starts at `at`.
    #[must_use]
    pub fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    /// Whether a match stands alone: no letter or digit touches it.
    #[must_use]
    pub fn stands_alone(&self, range: &Range<usize>) -> bool {
        let open = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        open(self.char_before(range.start)) && open(self.char_at(range.end))
    }

    /// The word that ends before `at`, spaces between them passed over.
    #[must_use]
    pub fn word_before(&self, at: usize) -> &str {
        let before = self.near_before(at).trim_end_matches(is_space);
        let start = before
            .char_indices()
            .rev()
            .take_while(|(_, c)| c.is_alphabetic())
            .last()
            .map_or(before.len(), |(at, _)| at);
        &before[start..]
    }

    /// The word that starts after `at`, spaces between them passed over.
    #[must_use]
    pub fn word_after(&self, at: usize) -> &str {
        let after = self.near_after(at).trim_start_matches(is_space);
        let end = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
        &after[..end]
    }

    /// What stands before `at` and is near: who asks at each place for what is beside it reads a text once.
    #[must_use]
    pub fn near_before(&self, at: usize) -> &str {
        let whole = self.text.get(..at).unwrap_or_default();
        &whole[whole.ceil_char_boundary(whole.len().saturating_sub(REACH))..]
    }

    /// What stands at `at` and behind it, and is near.
    #[must_use]
    pub fn near_after(&self, at: usize) -> &str {
        let whole = self.text.get(at..).unwrap_or_default();
        &whole[..whole.floor_char_boundary(REACH)]
    }

    /// Whether a sentence starts at `at`: the text does, or a sentence ended before it.
    #[must_use]
    pub fn starts_sentence(&self, at: usize) -> bool {
        let near = self.near_before(at);
        let before = near.trim_end_matches(|c: char| is_space(c) || "\"'“„«»‚‘”’([*_".contains(c));
        (before.is_empty() && near.len() == at)
            || before.ends_with(['.', '!', '?', ':', '…', '\n', '\r', '•', '—', '–', MASKED])
    }
}

/// Where words of letters stand.
fn read_words(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    // Words of fewer letters are rare enough to ask for more room.
    let mut found = Vec::with_capacity(bytes.len() / 5 + 1);
    let mut at = 0;
    let mut start = None;
    while let Some(byte) = bytes.get(at) {
        let (letter, len) = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => (true, 1),
            0..=0x7F => (false, 1),
            // U+00C0 to U+00FF are letters apart from the signs of multiplication and division.
            0xC3 => (!matches!(bytes.get(at + 1), Some(0x97 | 0xB7)), 2),
            _ => {
                let Some(c) = text[at..].chars().next() else { break };
                (c.is_alphabetic(), c.len_utf8())
            }
        };
        match (start, letter) {
            (None, true) => start = Some(at),
            (Some(first), false) => {
                found.push(first..at);
                start = None;
            }
            _ => {}
        }
        at += len;
    }
    found.extend(start.map(|first| first..at));
    found
}

#[cfg(test)]
pub(crate) mod tests {
    /// Numbers below a bound, the same ones for the same seed.
    pub(crate) fn dice(mut seed: u64) -> impl FnMut(usize) -> usize {
        move |below| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 40).unwrap_or(0) % below
        }
    }
}
