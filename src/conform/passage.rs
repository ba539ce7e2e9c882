//! A passage: one text in one language, as detectors see it.
//!
//! Invariant: what is code (placeholders, tags, addresses of files and pages) is overwritten byte by byte by a character
//! that no detector looks for, so that offsets stay what they were and nothing inside can be found.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::conform::figure::Figure;

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

/// What characters a passage has: a detector whose characters are absent is not run.
pub mod ingredient {
    /// A digit, of half or full width.
    pub const DIGIT: u32 = 1;
    /// `"`.
    pub const QUOTE: u32 = 1 << 1;
    /// `'`.
    pub const APOSTROPHE: u32 = 1 << 2;
    /// Punctuation beyond ASCII: quotation marks, dashes, the ellipsis.
    pub const TYPOGRAPHY: u32 = 1 << 3;
    /// Anything else beyond ASCII.
    pub const WIDE: u32 = 1 << 4;
    /// `&`.
    pub const AMPERSAND: u32 = 1 << 5;
    /// `/`.
    pub const SLASH: u32 = 1 << 6;
    /// `.`.
    pub const PERIOD: u32 = 1 << 7;
    /// `,`.
    pub const COMMA: u32 = 1 << 8;
    /// `:` or `;`.
    pub const COLON: u32 = 1 << 9;
    /// `!` or `?`.
    pub const CALL: u32 = 1 << 10;
    /// `-`.
    pub const HYPHEN: u32 = 1 << 11;
    /// `(` or `)`.
    pub const BRACKET: u32 = 1 << 12;
    /// `@`, or a bracket that may stand around the word for it.
    pub const AT: u32 = 1 << 13;
    /// A capital letter of ASCII.
    pub const CAPITAL: u32 = 1 << 14;
    /// A small letter of ASCII.
    pub const SMALL: u32 = 1 << 15;
    /// `=`.
    pub const EQUALS: u32 = 1 << 16;
    /// `$`.
    pub const DOLLAR: u32 = 1 << 17;
    /// `%`.
    pub const PERCENT: u32 = 1 << 18;

    /// A line feed.
    pub const NEWLINE: u32 = 1 << 19;
    /// Two capitals side by side, or one beyond ASCII: every word of three capitals has either.
    pub const CAPITALS: u32 = 1 << 20;
    /// A capital of ASCII before a full stop.
    pub const INITIAL: u32 = 1 << 21;
    /// `ss`, or what may be an eszett.
    pub const DOUBLE_S: u32 = 1 << 22;
    /// `ae`, `oe` or `ue` of any case, or what may be an umlaut.
    pub const UMLAUT: u32 = 1 << 23;
    /// What every name of a unit without a figure has: `kg`, `km`, `cm`, `mm`, `og`, `me`, `mè`.
    pub const MEASURE: u32 = 1 << 24;
    /// `nd`, as in *and* and *und*.
    pub const AND: u32 = 1 << 25;
    /// What every part of the pattern of code has.
    pub const CODE: u32 = 1 << 26;
    /// What addresses without a scheme and names of files have: `w.`, `.x`.
    pub const FILE_NAME: u32 = 1 << 27;

    /// The ingredients of a text, in one pass.
    #[must_use]
    pub fn of(text: &str) -> u32 {
        let mut all = 0;
        let mut before = usize::from(class::SPACE);
        for byte in text.bytes() {
            let own = usize::from(CLASSES[usize::from(byte)]);
            all |= TABLE[usize::from(byte)] | PAIRS[before * class::COUNT + own];
            before = own;
        }
        all
    }

    const TABLE: [u32; 256] = table();

    const fn table() -> [u32; 256] {
        let mut table = [0; 256];
        let mut byte: usize = 0;
        while byte < 256 {
            table[byte] = match byte as u8 {
                b'0'..=b'9' => DIGIT,
                b'"' => QUOTE,
                b'\'' => APOSTROPHE,
                b'&' => AMPERSAND | CODE,
                b'/' => SLASH,
                b'.' => PERIOD,
                b',' => COMMA,
                b':' | b';' => COLON,
                b'!' | b'?' => CALL,
                b'-' => HYPHEN,
                b'(' | b')' => BRACKET,
                b'@' | b'[' => AT,
                b'A'..=b'Z' => CAPITAL,
                b'a'..=b'z' => SMALL,
                b'=' => EQUALS,
                b'$' => DOLLAR | CODE,
                b'%' => PERCENT | CODE,
                b'{' | b'<' | b'`' => CODE,
                b'\n' => NEWLINE,
                // Lead bytes: U+0080 to U+00FF and U+2000 to U+2FFF hold marks, U+F000 to U+FFFF the forms of full width.
                0xC2 | 0xE2 | 0xE3 => TYPOGRAPHY | WIDE,
                0xEF => TYPOGRAPHY | WIDE | DIGIT | CAPITALS,
                0xC3 => WIDE,
                // U+1E9E is the capital eszett.
                0xE1 => WIDE | CAPITALS | DOUBLE_S,
                0xC4..=0xDF | 0xEA | 0xF0..=0xF4 => WIDE | CAPITALS,
                0xC5..=0xF4 => WIDE,
                _ => 0,
            };
            byte += 1;
        }
        table
    }

    /// Kinds of bytes whose neighbour matters.
    mod class {
        pub(super) const OTHER: u8 = 0;
        pub(super) const SPACE: u8 = 1;
        /// Other than a space, what a path may stand behind.
        pub(super) const OPENER: u8 = 2;
        pub(super) const PERIOD: u8 = 3;
        pub(super) const COLON: u8 = 4;
        pub(super) const SLASH: u8 = 5;
        pub(super) const BACKSLASH: u8 = 6;
        pub(super) const UNDERSCORE: u8 = 7;
        /// Small letters from here.
        pub(super) const SMALL: u8 = 8;
        pub(super) const A_OR_U: u8 = 9;
        pub(super) const O: u8 = 10;
        pub(super) const E: u8 = 11;
        pub(super) const S: u8 = 12;
        pub(super) const W: u8 = 13;
        pub(super) const K: u8 = 14;
        pub(super) const C: u8 = 15;
        pub(super) const M: u8 = 16;
        pub(super) const G: u8 = 17;
        pub(super) const N: u8 = 18;
        pub(super) const D: u8 = 19;
        /// Capitals from here.
        pub(super) const CAPITAL: u8 = 20;
        pub(super) const CAPITAL_VOWEL: u8 = 21;
        pub(super) const CAPITAL_E: u8 = 22;
        /// Bytes beyond ASCII from here: lead bytes, then those that follow.
        pub(super) const LEAD: u8 = 23;
        pub(super) const LEAD_C3: u8 = 24;
        pub(super) const LEAD_E2: u8 = 25;
        pub(super) const BYTE_80: u8 = 26;
        pub(super) const BYTE_81_9E: u8 = 27;
        pub(super) const BYTE_9F: u8 = 28;
        pub(super) const BYTE_A0_BF: u8 = 29;
        pub(super) const COUNT: usize = 30;
    }

    const CLASSES: [u8; 256] = classes();

    const fn classes() -> [u8; 256] {
        let mut classes = [class::OTHER; 256];
        let mut byte: usize = 0;
        while byte < 256 {
            classes[byte] = match byte as u8 {
                b' ' | b'\t' | b'\n' | b'\r' => class::SPACE,
                b'(' | b'"' | b'\'' | b'~' => class::OPENER,
                b'.' => class::PERIOD,
                b':' => class::COLON,
                b'/' => class::SLASH,
                b'\\' => class::BACKSLASH,
                b'_' => class::UNDERSCORE,
                b'a' | b'u' => class::A_OR_U,
                b'o' => class::O,
                b'e' => class::E,
                b's' => class::S,
                b'w' => class::W,
                b'k' => class::K,
                b'c' => class::C,
                b'm' => class::M,
                b'g' => class::G,
                b'n' => class::N,
                b'd' => class::D,
                b'a'..=b'z' => class::SMALL,
                b'A' | b'O' | b'U' => class::CAPITAL_VOWEL,
                b'E' => class::CAPITAL_E,
                b'A'..=b'Z' => class::CAPITAL,
                0x80 => class::BYTE_80,
                0x81..=0x9E => class::BYTE_81_9E,
                0x9F => class::BYTE_9F,
                0xA0..=0xBF => class::BYTE_A0_BF,
                0xC3 => class::LEAD_C3,
                0xE2 => class::LEAD_E2,
                0xC0..=0xFF => class::LEAD,
                _ => class::OTHER,
            };
            byte += 1;
        }
        classes
    }

    const PAIRS: [u32; class::COUNT * class::COUNT] = pairs();

    const fn pairs() -> [u32; class::COUNT * class::COUNT] {
        let mut pairs = [0; class::COUNT * class::COUNT];
        let mut at = 0;
        while at < pairs.len() {
            pairs[at] = pair((at / class::COUNT) as u8, (at % class::COUNT) as u8);
            at += 1;
        }
        pairs
    }

    const fn pair(before: u8, own: u8) -> u32 {
        use class as c;
        let mut all = 0;
        if c::CAPITAL <= before && before <= c::CAPITAL_E {
            match own {
                c::CAPITAL..=c::CAPITAL_E => all |= CAPITALS,
                c::PERIOD => all |= INITIAL,
                _ => {}
            }
        }
        match (before, own) {
            (c::LEAD_C3, c::BYTE_80 | c::BYTE_81_9E) => all |= CAPITALS | UMLAUT,
            (c::LEAD_C3, c::BYTE_A0_BF) => all |= UMLAUT,
            (c::LEAD_C3, c::BYTE_9F) | (c::S, c::S) => all |= DOUBLE_S,
            // U+2000 to U+203F are marks alone.
            (c::LEAD_E2, c::BYTE_81_9E | c::BYTE_9F | c::BYTE_A0_BF) => all |= CAPITALS,
            (c::A_OR_U | c::O | c::CAPITAL_VOWEL, c::E | c::CAPITAL_E) => all |= UMLAUT,
            (c::K, c::G | c::M) | (c::C | c::M, c::M) | (c::O, c::G) | (c::M, c::E | c::LEAD_C3) => all |= MEASURE,
            (c::N, c::D) => all |= AND,
            // `:/` of an address, `C:\`.
            (c::COLON, c::SLASH | c::BACKSLASH) | (c::UNDERSCORE, c::UNDERSCORE) => all |= CODE,
            // The ending of a file; `www.` has a letter behind it, too.
            (c::PERIOD, c::SMALL..=c::D) | (c::W, c::PERIOD) => all |= CODE | FILE_NAME,
            // A path from the root, the home or a folder.
            (c::SPACE | c::OPENER | c::PERIOD | c::LEAD..=c::BYTE_A0_BF, c::SLASH) => all |= CODE,
            _ => {}
        }
        all
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
}

impl<'a> Passage<'a> {
    /// A passage of this text; `masked` are ranges that the format says are code.
    #[must_use]
    pub fn new(text: &'a str, tongue: Tongue, masked: &[Range<usize>]) -> Self {
        let written = ingredient::of(text);
        let text = overwrite(text, masked, written);
        let ingredients = if matches!(text, Cow::Borrowed(_)) { written } else { ingredient::of(&text) };
        Self { text, tongue, source: None, ingredients, words: OnceCell::new(), figures: OnceCell::new() }
    }

    /// The same, with the text that it was translated from.
    #[must_use]
    pub fn with_source(mut self, source: Option<&'a str>) -> Self {
        self.source = source;
        self
    }

    /// Words of letters, with their bytes.
    pub fn words(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        let ranges = self.words.get_or_init(|| words(&self.text).map(|(range, _)| range).collect());
        ranges.iter().map(|range| (range.clone(), &self.text[range.clone()]))
    }

    /// Its figures, which `read` finds.
    pub(crate) fn figures(&self, read: impl FnOnce(&Self) -> Vec<Figure>) -> &[Figure] {
        self.figures.get_or_init(|| read(self))
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

/// A space on a line, of any width.
#[must_use]
pub fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{3000}')
}

/// Characters of Chinese and Japanese: ideographs and kana.
#[must_use]
pub fn is_han_or_kana(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '々' | '〇')
}

/// Korean syllables.
#[must_use]
pub fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}')
}

/// What is code in any format: addresses, placeholders of the common notations, tags, entities, code in backticks, paths.
static CODE: LazyLock<Regex> = LazyLock::new(|| code_pattern(WWW, FILE_NAME));

/// The same where neither of the two can match. Without their word boundaries it is fast beside letters beyond ASCII.
static CODE_WITHOUT_NAMES: LazyLock<Regex> = LazyLock::new(|| code_pattern("", ""));

const WWW: &str = r"|\bwww\.[^\s<>\x22]+";
const FILE_NAME: &str = concat!(
    r"|\b[\p{Ll}_][\p{Ll}0-9_-]*\.(?:html?|js|json|py|rst|md|txt|ya?ml|toml|xml|css|php|exe|ini|conf|cfg|po|mo|zip|tar",
    r"|gz|pdf|png|jpe?g|svg|sh|c|h|rs)\b"
);

fn code_pattern(www: &str, file_name: &str) -> Regex {
    let first = r"(?:https?|ftp|file|mailto|ssh|git)://?[^\s<>\x22“”«»（）。、，]+";
    let rest = concat!(
        r"|```[^`]*```|``[^`]*``|`[^`\n]*`",
        r"|\{\{[^{}]*\}\}|\$\{[^{}\n]*\}|#\{[^{}\n]*\}|\{%[^%]*%\}",
        r"|\{[A-Za-z0-9_.:!,\[\] -]{0,60}\}",
        r"|%\([A-Za-z0-9_ .-]+\)[-#0+ ]*[0-9]*(?:\.[0-9]+)?[a-zA-Z]",
        r"|%[0-9]+\$[-#0+]*[0-9]*(?:\.[0-9]+)?(?:hh|h|ll|l|q|z|j|t|L)?[a-zA-Z@]",
        r"|%[-#0+]*(?:[0-9]+|\*)?(?:\.(?:[0-9]+|\*))?(?:hh|h|ll|l|q|z|j|t|L)?[diouxXeEfFgGaAcrspnSC@]",
        r"|%%|%[A-Z][A-Z0-9_]+%|%\{[^{}\n]*\}|%<[^<>\n]*>",
        r"|__[A-Za-z0-9_]+__|\$t\([^()\n]*\)|\$[A-Za-z_][A-Za-z0-9_]*\$?",
        r"|</?[A-Za-z][^<>\n]{0,400}>|<!--[\s\S]{0,2000}?-->",
        r"|&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});",
        r"|:[a-z][a-z:]*:`[^`\n]*`",
        r"|(?:^|[\s(\x22'])(?:~|\.{1,2})?/(?:[A-Za-z0-9_.@+-]+/)*[A-Za-z0-9_.@+-]+",
        r"|[A-Za-z]:\\[^\s\x22]*",
    );
    let whole = [first, www, rest, file_name].concat();
    Regex::new(&whole).expect("a pattern of this file, and a test compiles it")
}

/// What both of them have: without word boundaries, it is fast beside any letter.
static MAY_BE_NAME: LazyLock<Regex> = LazyLock::new(|| {
    let loose = [WWW, FILE_NAME].concat().replace(r"\b", "");
    Regex::new(loose.trim_start_matches('|')).expect("a pattern of this file, and a test compiles it")
});

/// What finds the code of a text with these ingredients, where there may be any.
fn code_finder(text: &str, ingredients: u32) -> Option<&'static Regex> {
    if ingredients & ingredient::CODE == 0 {
        None
    } else if ingredients & ingredient::FILE_NAME == 0 || !MAY_BE_NAME.is_match(text) {
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
        ranges.extend(code.find_iter(text).filter_map(|found| keep_prose(text, found.range())));
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

/// Words of letters, with their bytes.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = skip_letters(text, at, false);
        let end = skip_letters(text, start, true);
        at = end;
        (start < end).then(|| (start..end, &text[start..end]))
    })
}

/// The first place from `at` on where what stands there is no letter, or is one.
fn skip_letters(text: &str, mut at: usize, letters: bool) -> usize {
    let bytes = text.as_bytes();
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
        if letter != letters {
            break;
        }
        at += len;
    }
    at
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
mod tests {
    use super::*;

    /// What is passed over quickly is never code, and the quicker pattern finds the same.
    #[test]
    fn the_quick_look_passes_over_nothing_that_the_pattern_finds() {
        const PARTS: &[&str] = &[
            "http", ":", "/", "//", "www", ".", "a", "B", "1", "`", "{", "}", "$", "%", "d", "&", "amp", ";", "<", "b",
            ">", "_", "__", "~", " ", "\\", "é", "#", "py", "-", "(", "'", "\u{a0}", "mailto", "\n",
        ];
        let mut seed = 7_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 40).unwrap_or(0) % below
        };
        let mut found = 0;
        for _ in 0..60_000 {
            let text: String = (0..1 + next(7)).map(|_| PARTS[next(PARTS.len())]).collect();
            let all: Vec<_> = CODE.find_iter(&text).map(|one| one.range()).collect();
            found += usize::from(!all.is_empty());
            let finder = code_finder(&text, ingredient::of(&text));
            let quick: Vec<_> = finder.into_iter().flat_map(|finder| finder.find_iter(&text)).collect();
            assert_eq!(quick.iter().map(regex::Match::range).collect::<Vec<_>>(), all, "{text:?}");
        }
        assert!(found > 1_000, "{found}");
    }
}
