//! A passage: one text in one language, as detectors see it.
//!
//! Invariant: what is code (placeholders, tags, addresses of files and pages) is overwritten byte by byte by a character
//! that no detector looks for, so that offsets stay what they were and nothing inside can be found.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::conform::beside_digits::BesideDigits;
use crate::conform::character::{is_han_or_kana, is_hangul, is_space};
use crate::conform::figure::Figure;
use crate::conform::ingredient;

/// Stands for each byte that is masked.
pub const MASKED: char = '\u{1a}';

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
    /// Its language.
    pub tongue: Tongue,
    /// What it was translated from, where the format has both.
    pub source: Option<&'a str>,
    /// What characters it has.
    pub ingredients: u32,
    /// Read when the first detector asks, as several do.
    words: OnceCell<Vec<Range<usize>>>,
    figures: OnceCell<Vec<Figure>>,
    beside_digits: OnceCell<BesideDigits>,
}

impl<'a> Passage<'a> {
    /// A passage of this text; `masked` are ranges that the format says are code.
    #[must_use]
    pub fn new(text: &'a str, tongue: Tongue, masked: &[Range<usize>]) -> Self {
        let written = ingredient::of(text);
        let text = overwrite(text, masked, written);
        let ingredients = if matches!(text, Cow::Borrowed(_)) { written } else { ingredient::of(&text) };
        let (words, figures, beside_digits) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { text, tongue, source: None, ingredients, words, figures, beside_digits }
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
        let before = self.text.get(..at).unwrap_or_default().trim_end_matches(is_space);
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
        let after = self.text.get(at..).unwrap_or_default().trim_start_matches(is_space);
        let end = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
        &after[..end]
    }

    /// Whether a sentence starts at `at`: the text does, or a sentence ended before it.
    #[must_use]
    pub fn starts_sentence(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        let before = before.trim_end_matches(|c: char| is_space(c) || "\"'“„«»‚‘”’([*_".contains(c));
        before.is_empty() || before.ends_with(['.', '!', '?', ':', '…', '\n', '\r', '•', '—', '–', MASKED])
    }
}

/// What is code in any format: addresses, placeholders of the common notations, tags, entities, code in backticks, paths.
static CODE: LazyLock<Regex> = LazyLock::new(|| code_pattern(WWW, &[FILE_NAME, FILE_ENDING].concat()));

/// The same where neither of the two can match. Without their word boundaries it is fast beside letters beyond ASCII.
static CODE_WITHOUT_NAMES: LazyLock<Regex> = LazyLock::new(|| code_pattern("", ""));

const WWW: &str = r"|\bwww\.[^\s<>\x22]+";
const FILE_NAME: &str = r"|\b[\p{Ll}_][\p{Ll}0-9_-]*";
const FILE_ENDING: &str = concat!(
    r"\.(?:html?|js|json|py|rst|md|txt|ya?ml|toml|xml|css|php|exe|ini|conf|cfg|po|mo|zip|tar",
    r"|gz|pdf|png|jpe?g|svg|sh|c|h|rs)\b"
);

fn code_pattern(www: &str, file_name: &str) -> Regex {
    let first = r"(?:https?|ftp|file|mailto|ssh|git)://?[^\s<>\x22“”«»（）。、，]+";
    // What begins and ends in ASCII is read by bytes: 800 of any are built in no time, as many characters in 10 ms.
    let rest = concat!(
        r"|(?-u:```[^`]*```|``[^`]*``|`[^`\n]*`",
        r"|\{\{[^{}]*\}\}|\$\{[^{}\n]*\}|#\{[^{}\n]*\}|\{%[^%]*%\}",
        r"|\{[A-Za-z0-9_.:!,\[\] -]{0,60}\}",
        r"|%\([A-Za-z0-9_ .-]+\)[-#0+ ]*[0-9]*(?:\.[0-9]+)?[a-zA-Z]",
        r"|%[0-9]+\$[-#0+]*[0-9]*(?:\.[0-9]+)?(?:hh|h|ll|l|q|z|j|t|L)?[a-zA-Z@]",
        r"|%[-#0+]*(?:[0-9]+|\*)?(?:\.(?:[0-9]+|\*))?(?:hh|h|ll|l|q|z|j|t|L)?[diouxXeEfFgGaAcrspnSC@]",
        r"|%%|%[A-Z][A-Z0-9_]+%|%\{[^{}\n]*\}|%<[^<>\n]*>",
        r"|__[A-Za-z0-9_]+__|\$t\([^()\n]*\)|\$[A-Za-z_][A-Za-z0-9_]*\$?",
        r"|</?[A-Za-z][^<>\n]{0,400}>|<!--(?s:.){0,800}?-->",
        r"|&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});",
        r"|:[a-z][a-z:]*:`[^`\n]*`)",
        r"|(?:^|[\s(\x22'])(?:~|\.{1,2})?/(?:[A-Za-z0-9_.@+-]+/)*[A-Za-z0-9_.@+-]+",
        r"|[A-Za-z]:\\[^\s\x22]*",
    );
    let whole = [first, www, rest, file_name].concat();
    Regex::new(&whole).expect("a pattern of this file, and a test compiles it")
}

/// What both of them have: without word boundaries, it is fast beside any letter.
static MAY_BE_NAME: LazyLock<Regex> = LazyLock::new(|| {
    let loose = [r"www\.|", FILE_ENDING].concat().replace(r"\b", "");
    Regex::new(&loose).expect("a pattern of this file, and a test compiles it")
});

/// What finds the code of a text with these ingredients, where there may be any.
fn code_finder(text: &str, ingredients: u32) -> Option<&'static Regex> {
    if ingredients & ingredient::CODE == 0 {
        None
    } else if ingredients & ingredient::FILE_NAME == 0 || !MAY_BE_NAME.is_match(text.as_bytes()) {
        Some(&CODE_WITHOUT_NAMES)
    } else {
        Some(&CODE)
    }
}

/// Where a space after a percent sign makes `% d` look like a conversion, and it is none: languages write `5 % der`.
fn overwrite<'a>(text: &'a str, masked: &[Range<usize>], ingredients: u32) -> Cow<'a, str> {
    let mut ranges: Vec<Range<usize>> =
        masked.iter().filter(|range| text.get((*range).clone()).is_some() && !range.is_empty()).cloned().collect();
    if let Some(code) = code_finder(text, ingredients) {
        ranges.extend(code.find_iter(text.as_bytes()).filter_map(|found| keep_prose(text, found.range())));
    }
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        bytes[range].fill(b'\x1a');
    }
    match String::from_utf8(bytes) {
        Ok(text) => Cow::Owned(text),
        Err(_) => Cow::Borrowed(text),
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

/// What of a match is code: not the bracket or space before a path, not the full stop after an address, and not a percent
/// sign behind a number.
fn keep_prose(text: &str, mut range: Range<usize>) -> Option<Range<usize>> {
    let found = &text[range.clone()];
    if found.starts_with('%')
        && !found.starts_with("%(")
        && text[..range.start].chars().next_back().is_some_and(|c| c.is_ascii_digit())
    {
        return None;
    }
    if found.starts_with(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '\'')) {
        range.start += found.chars().next().map_or(0, char::len_utf8);
    }
    if found.contains("://") || found.starts_with("www.") {
        let trimmed = text[range.clone()].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '\'']);
        // What follows an address in a script without spaces is prose again.
        let end = trimmed.find(|c: char| is_han_or_kana(c) || is_hangul(c)).unwrap_or(trimmed.len());
        range.end = range.start + end;
    }
    Some(range)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Numbers below a bound, the same ones for the same seed.
    pub(crate) fn dice(mut seed: u64) -> impl FnMut(usize) -> usize {
        move |below| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 40).unwrap_or(0) % below
        }
    }

    /// What is passed over quickly is never code, and the quicker pattern finds the same.
    #[test]
    fn the_quick_look_passes_over_nothing_that_the_pattern_finds() {
        const PARTS: &[&str] = &[
            "http", ":", "/", "//", "www", ".", "a", "B", "1", "`", "{", "}", "$", "%", "d", "&", "amp", ";", "<", "b",
            ">", "_", "__", "~", " ", "\\", "é", "#", "py", "-", "(", "'", "\u{a0}", "mailto", "\n",
        ];
        let mut next = dice(7);
        let mut found = 0;
        for _ in 0..60_000 {
            let text: String = (0..1 + next(7)).map(|_| PARTS[next(PARTS.len())]).collect();
            let all: Vec<_> = CODE.find_iter(text.as_bytes()).map(|one| one.range()).collect();
            found += usize::from(!all.is_empty());
            let finder = code_finder(&text, ingredient::of(&text));
            let quick: Vec<_> = finder.into_iter().flat_map(|finder| finder.find_iter(text.as_bytes())).collect();
            assert_eq!(quick.iter().map(regex::bytes::Match::range).collect::<Vec<_>>(), all, "{text:?}");
        }
        assert!(found > 1_000, "{found}");
    }
}
