//! A passage: one text in one language, as detectors see it.
//!
//! Invariant: what is code (placeholders, tags, addresses of files and pages) is overwritten byte by byte by a character
//! that no detector looks for, so that offsets stay what they were and nothing inside can be found.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

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

    /// The ingredients of a text, in one pass.
    #[must_use]
    pub fn of(text: &str) -> u32 {
        text.bytes().fold(0, |all, byte| all | TABLE[usize::from(byte)])
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
                b'&' => AMPERSAND,
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
                b'$' => DOLLAR,
                b'%' => PERCENT,
                // Lead bytes: U+0080 to U+00FF and U+2000 to U+2FFF hold marks, U+F000 to U+FFFF the forms of full width.
                0xC2 | 0xE2 | 0xE3 => TYPOGRAPHY | WIDE,
                0xEF => TYPOGRAPHY | WIDE | DIGIT,
                0xC3..=0xF4 => WIDE,
                _ => 0,
            };
            byte += 1;
        }
        table
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
}

impl<'a> Passage<'a> {
    /// A passage of this text; `masked` are ranges that the format says are code.
    #[must_use]
    pub fn new(text: &'a str, tongue: Tongue, masked: &[Range<usize>]) -> Self {
        let text = overwrite(text, masked);
        let ingredients = ingredient::of(&text);
        Self { text, tongue, source: None, ingredients }
    }

    /// The same, with the text that it was translated from.
    #[must_use]
    pub fn with_source(mut self, source: Option<&'a str>) -> Self {
        self.source = source;
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

/// A pattern of this crate.
#[must_use]
pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("patterns are written here, and a test compiles each")
}

/// What is code in any format: addresses, placeholders of the common notations, tags, entities, code in backticks, paths.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?:https?|ftp|file|mailto|ssh|git)://?[^\s<>\x22“”«»（）。、，]+",
        r"|\bwww\.[^\s<>\x22]+",
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
        r"|\b[\p{Ll}_][\p{Ll}0-9_-]*\.(?:html?|js|json|py|rst|md|txt|ya?ml|toml|xml|css|php|exe|ini|conf|cfg|po|mo|zip|tar|gz|pdf|png|jpe?g|svg|sh|c|h|rs)\b",
    ))
});

/// Where a space after a percent sign makes `% d` look like a conversion, and it is none: languages write `5 % der`.
fn overwrite<'a>(text: &'a str, masked: &[Range<usize>]) -> Cow<'a, str> {
    let mut ranges: Vec<Range<usize>> =
        masked.iter().filter(|range| text.get((*range).clone()).is_some() && !range.is_empty()).cloned().collect();
    if may_hold_code(text) {
        for found in CODE.find_iter(text) {
            if let Some(range) = keep_prose(text, found.range()) {
                ranges.push(range);
            }
        }
    }
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        for byte in &mut bytes[range] {
            *byte = b'\x1a';
        }
    }
    match String::from_utf8(bytes) {
        Ok(text) => Cow::Owned(text),
        Err(_) => Cow::Borrowed(text),
    }
}

/// Whether some part of [`CODE`] could match: most sentences have none of what each part needs, and end here.
fn may_hold_code(text: &str) -> bool {
    let bytes = text.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or(b' ');
    bytes.iter().enumerate().any(|(index, byte)| {
        let before = if index == 0 { b' ' } else { at(index - 1) };
        match byte {
            b'%' | b'{' | b'<' | b'$' | b'`' | b'&' => true,
            // `:/` of an address, `C:\`.
            b':' => matches!(at(index + 1), b'/' | b'\\'),
            b'_' => at(index + 1) == b'_',
            // The ending of a file; `www.` has a letter behind it, too.
            b'.' => at(index + 1).is_ascii_lowercase() || before == b'w',
            // A path from the root, the home or a folder.
            b'/' => {
                matches!(before, b' ' | b'\t' | b'\n' | b'\r' | b'(' | b'"' | b'\'' | b'~' | b'.') || before >= 0x80
            }
            _ => false,
        }
    })
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

    /// What is passed over quickly is never code.
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
            if CODE.is_match(&text) {
                found += 1;
                assert!(may_hold_code(&text), "{text:?}");
            }
        }
        assert!(found > 1_000, "{found}");
    }
}
