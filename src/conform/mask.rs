//! What of a text is code: the one answer that detectors, fixes and checks of integrity share.
//!
//! Invariant: what is found depends on the text alone, and every pattern is bounded, so that a text costs time in proportion
//! to its length. Doubt means code: what is not understood is neither judged nor rewritten.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::conform::character::{is_han_or_kana, is_hangul};
use crate::conform::ingredient;
use crate::conform::message2::{is_message2, read_message2};
use crate::conform::token::{Apostrophes, read_message};

/// What is code in any format: addresses, placeholders of the common notations, tags, entities, code in backticks, paths.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    let address = r"(?:https?|ftp|file|mailto|ssh|git)://?[^\s<>\x22“”«»（）。、，]+|(?-u:\b)www\.[^\s<>\x22]+";
    // What begins and ends in ASCII is read by bytes: 800 of any are built in no time, as many characters in 10 ms.
    let rest = concat!(
        r"|(?-u:```[^`]*```|``[^`]*``|`[^`\n]*`",
        r"|\{\{[^{}]*\}\}|\$\{[^{}\n]*\}|#\{[^{}\n]*\}|\{%[^%]*%\}",
        r"|\{[A-Za-z0-9_.:!,\[\]$\x22=()|*/#@+%^<> -]{0,100}\}",
        r"|%\([A-Za-z0-9_ .-]+\)[-#0+ ']*[0-9]*(?:\.[0-9]+)?[a-zA-Z]",
        r"|%[0-9]+\$[-#0+']*[0-9]*(?:\.[0-9]+)?(?:hh|h|ll|l|q|z|j|t|L)?[a-zA-Z@]",
        r"|%[-#0+']*(?:[0-9]+|\*)?(?:\.(?:[0-9]+|\*))?(?:hh|h|ll|l|q|z|j|t|L)?[diouxXeEfFgGaAcrspnSC@]",
        r"|%[0-9]{1,2}%|%%|%L?[1-9][0-9]?|%[A-Z][A-Z0-9_]+%|%\{[^{}\n]*\}|%<[^<>\n]*>",
        r"|__[A-Za-z0-9_]+__|\$t\([^()\n]*\)|\$[A-Za-z_][A-Za-z0-9_]*\$?",
        r"|<(?:code|kbd|samp|pre|tt)(?: [^<>\n]{0,100})?>[^<]{0,400}</(?:code|kbd|samp|pre|tt)>",
        r"|</?[A-Za-z][^<>\n]{0,400}>|<!--(?s:.){0,800}?-->",
        r"|&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});",
        r"|:[a-z][a-z:]*:`[^`\n]*`)",
        // What was never closed: to the end of its line.
        r"|(?:^|[\s(\x22])(?-u:`[^`\n]+)(?:\n|$)",
        r"|(?:^|[\s(\x22'])(?:~|\.{1,2})?/(?:[A-Za-z0-9_.@+-]+/)*[A-Za-z0-9_.@+-]+",
        r"|[A-Za-z]:\\[^\s\x22]*",
    );
    // The borders of words are those of ASCII: others keep an expression from its fast engine beside any other letter.
    let file_name = concat!(
        r"|(?-u:\b)[\p{Ll}_][\p{Ll}0-9_-]*",
        r"\.(?:html?|js|json|py|rst|md|txt|ya?ml|toml|xml|css|php|exe|ini|conf|cfg|po|mo|zip|tar",
        r"|gz|pdf|png|jpe?g|svg|sh|c|h|rs)(?-u:\b)",
    );
    // A tag whose signs were made wide with the words in it.
    let wide = r"|\{％[^％{}\n]{0,200}％\}";
    bytes_pattern(&[address, rest, file_name, wide].concat())
});

/// The text with what is code overwritten byte by byte: `masked` ranges, and what looks like it.
#[must_use]
pub fn overwrite<'a>(text: &'a str, masked: &[Range<usize>], ingredients: u32, by: char) -> Cow<'a, str> {
    let mut ranges: Vec<Range<usize>> =
        masked.iter().filter(|range| text.get((*range).clone()).is_some() && !range.is_empty()).cloned().collect();
    find_code(text, ingredients, &mut ranges);
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    let by = by as u8;
    for range in ranges {
        bytes[range].fill(by);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Cow::Owned(text),
        Err(_) => Cow::Borrowed(text),
    }
}

/// What looks like code in a text with these ingredients.
fn find_code(text: &str, ingredients: u32, found: &mut Vec<Range<usize>>) {
    if is_message2(text) {
        return find_syntax(text, ingredients, found);
    }
    let has = |ingredient: u32| ingredients & ingredient != 0;
    if has(ingredient::CODE) {
        found.extend(CODE.find_iter(text.as_bytes()).filter_map(|one| keep_prose(text, one.range())));
    }
    if has(ingredient::DIGIT) && has(ingredient::PERIOD | ingredient::COLON | ingredient::BRACKET | ingredient::SMALL) {
        found.extend(NUMBERS.find_iter(text.as_bytes()).filter_map(|one| keep_address(text, one.range())));
    }
    if has(ingredient::EQUALS | ingredient::BRACKET | ingredient::AT)
        || has(ingredient::QUOTE) && (has(ingredient::COLON) || text.contains('\\'))
    {
        // What has no name before its sign has one in letters of another script.
        let named = |start: usize| {
            !text[start..].trim_start_matches(' ').starts_with('=') || text[..start].ends_with(char::is_alphabetic)
        };
        found.extend(CALLS.find_iter(text.as_bytes()).map(|one| one.range()).filter(|one| named(one.start)));
    }
    if has(ingredient::CODE) && text.contains('{') {
        found.extend(read_message(text, Apostrophes::BeforeSyntax).syntax);
        find_objects(text, found);
    }
    if has(ingredient::APOSTROPHE) && text.contains("''") {
        found.extend(DOUBLED.find_iter(text.as_bytes()).map(|one| one.range()));
    }
    if has(ingredient::APOSTROPHE) && ["'>", "'›", "')", "'}"].iter().any(|end| text.contains(end)) {
        found.extend(TOKENS.find_iter(text.as_bytes()).map(|one| one.range()));
    }
    if has(ingredient::APOSTROPHE) && has(ingredient::QUOTE) {
        found.extend(QUOTED.find_iter(text.as_bytes()).map(|one| one.start() + 1..one.end() - 1));
    }
    if has(ingredient::COLON) && has(ingredient::SMALL | ingredient::DIGIT | ingredient::WIDE) {
        find_shortcodes(text, found);
    }
    if has(ingredient::DOLLAR) && is_numbered(text) {
        found.extend(NUMBERED.find_iter(text.as_bytes()).map(|one| one.range()));
    }
    if has(ingredient::NEWLINE) && ["% ", "$ ", ">>> "].iter().any(|prompt| text.contains(prompt)) {
        found.extend(SESSIONS.find_iter(text.as_bytes()).map(|one| one.range()));
    }
    if has(ingredient::DOLLAR) || text.contains('\\') {
        found.extend(MATHS.find_iter(text.as_bytes()).map(|one| one.range()));
    }
}

/// What of a message of MessageFormat 2 is no text: all around its patterns, and what is code in each.
fn find_syntax(text: &str, ingredients: u32, found: &mut Vec<Range<usize>>) {
    let mut end = 0;
    let message = read_message2(text).unwrap_or_default();
    found.extend(message.expressions);
    for pattern in message.patterns {
        found.push(end..pattern.start);
        let mut inside = Vec::new();
        find_code(&text[pattern.clone()], ingredients, &mut inside);
        found.extend(inside.into_iter().map(|range| range.start + pattern.start..range.end + pattern.start));
        end = pattern.end;
    }
    found.push(end..text.len());
}

fn bytes_pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern of this file, and a test compiles it")
}

/// Figures that are no amounts: addresses, versions, colours, tuples, places on a bus.
static NUMBERS: LazyLock<Regex> = LazyLock::new(|| {
    bytes_pattern(concat!(
        r"(?-u)[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9]{1,2}|:[0-9]{2,5})?",
        r"|[0-9]{1,5}(?:\.[0-9]{1,5}){4,8}|\bv[0-9]{1,5}(?:\.[0-9]{1,5}){1,4}(?:-[A-Za-z0-9.]{1,20})?",
        r"|\b(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\b|\b(?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]\b",
        r"|\b0x[0-9A-Fa-f]{1,32}\b|#[0-9A-Fa-f]{6}\b",
        r"|\(-?[0-9]{1,9}(?:\.[0-9]{1,9})?(?:, ?-?[0-9]{1,9}(?:\.[0-9]{1,9})?){2,8}\)",
        r"|\(-?[0-9]{1,9}(?:\.[0-9]{1,9})?, -?[0-9]{1,9}(?:\.[0-9]{1,9})?\)",
        r"|\(-[0-9]{1,9},-?[0-9]{1,9}\)",
        r"|\b[0-9]{1,4}:[0-9]\b|\b255(?:,(?:255|0)){3}\b",
        r"|\b[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:[+-][0-9]{2}:?[0-9]{2})?\b",
    ))
});

/// Calls of functions, attributes with their values, lists of quoted words, fields of objects, strings with escapes.
static CALLS: LazyLock<Regex> = LazyLock::new(|| {
    bytes_pattern(concat!(
        r"(?-u)\b(?:rgba?|hsla?|hsv|cmyk|matrix|translate|scale|rotate|calc|var|url|color)\([^()\n]{0,120}\)",
        r#"|\b[A-Za-z_][A-Za-z0-9_.]{0,60}\((?:(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')(?:, ?[^()\n]{0,120})?)?\)"#,
        r#"|(?:\b[A-Za-z_][A-Za-z0-9_:.-]{0,60})? ?={1,2} ?(?:"[^"\n<>]{0,200}"|'[^'\n<>]{0,200}')"#,
        r#"|\["[^"\n\[\]]{0,120}"(?:, ?"[^"\n\[\]]{0,120}"){0,40}\]"#,
        r#"|"[A-Za-z0-9_.$-]{1,60}": ?(?:"[^"\n]{0,200}"|-?[0-9][0-9.]{0,20}|true|false|null|\[|\{)"#,
        r#"|"(?:[^"\s\\][^"\n\\]{0,200})?\\[nrtux0\\][^"\n]{0,200}""#,
    ))
});

/// Statements and fields with a string, between apostrophes that quote them: `'import * as ns from "mod"'`.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    bytes_pattern(concat!(
        r#"(?-u)'(?:(?:import|export)(?: [^'"\n]{1,100} from)? "[^'"\n]{1,80}";?"#,
        r#"|[A-Za-z_][A-Za-z0-9_]{0,40}: ?"[A-Za-z0-9_./@-]{1,60}")'"#,
    ))
});

static DOUBLED: LazyLock<Regex> = LazyLock::new(|| bytes_pattern("''+"));

/// Words and signs of a language between two kinds of marks: `<'else'>`, `('<=')`, `{'@'}`, `('blue','Blue')`.
static TOKENS: LazyLock<Regex> = LazyLock::new(|| {
    bytes_pattern(concat!(
        r"<'[^'<>\n]{1,40}'>|‹'[^'‹›\n]{1,40}'›|\('[^\p{L}'\n]{1,4}'\)|\{'[^'{}\n]{1,4}'\}",
        r"|\('[^'()\n]{1,40}', ?'[^'()\n]{1,40}'\)",
    ))
});

static NUMBERED: LazyLock<Regex> = LazyLock::new(|| bytes_pattern(r"\$[1-9]"));

/// A command behind its prompt, and what the program says, up to an empty line.
static SESSIONS: LazyLock<Regex> =
    LazyLock::new(|| bytes_pattern(r"(?m-u)^ {0,8}(?:%|\$|>>>) [a-z][^\n]*(?:\n[^\n]*[^\s][^\n]*)*"));

/// Formulas of TeX, and its commands by themselves.
static MATHS: LazyLock<Regex> = LazyLock::new(|| {
    bytes_pattern(concat!(
        r"(?-u)\\\([^\n]{0,400}?\\\)|\\\[[^\n]{0,400}?\\\]|\$\$[^$\n]{1,400}\$\$",
        r"|\$[0-9][0-9.,/]{0,12}\$",
        r"|\$[^$\n]{0,200}[\\^][^$\n]{0,200}\$|\$[^$\s][^$\n]{0,200}[=<>+][^$\n]{0,200}[^$\s]\$|\\[A-Za-z]{2,30}(?:\{[^{}\n]{0,80}\})+",
    ))
});

/// Longest name of an emoji between colons, in bytes.
const LONGEST_SHORTCODE: usize = 60;

/// Names of emoji between colons: `:tada:`, `:+1:`. No time, no namespace and no role has a blank, a mark or a letter of a script
/// without blanks on both sides of it.
fn find_shortcodes(text: &str, found: &mut Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(start) = memchr::memchr(b':', bytes.get(at..).unwrap_or_default()).map(|start| at + start) {
        at = start + 1;
        let near = &bytes[at..bytes.len().min(at + LONGEST_SHORTCODE)];
        let sign = |byte: &u8| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'+' | b'-') || *byte >= 0x80
        };
        let len = near.iter().take_while(|byte| sign(byte)).count();
        if len == 0 || near.get(len) != Some(&b':') {
            continue;
        }
        let name = &text[at..at + len];
        let is_name = |c: char| c.is_ascii() || c.is_lowercase() && !is_han_or_kana(c) && !is_hangul(c);
        let has_letter = name.contains(|c: char| c.is_alphabetic()) || name.starts_with(['+', '-']);
        let touches = |c: Option<char>| {
            c.is_some_and(|c| {
                matches!(c, ':' | '`' | '/') || c.is_alphanumeric() && !is_han_or_kana(c) && !is_hangul(c)
            })
        };
        let end = at + len + 1;
        if has_letter
            && name.chars().all(is_name)
            && !touches(text[..start].chars().next_back())
            && !touches(text[end..].chars().next())
        {
            found.push(start..end);
            at = end;
        }
    }
}

/// Whether `$1` and its like are placeholders: prices begin at any number, placeholders at one.
fn is_numbered(text: &str) -> bool {
    text.match_indices("$1").any(|(at, _)| {
        let rest = &text.as_bytes()[at + 2..];
        let digit = |at: usize| rest.get(at).is_some_and(u8::is_ascii_digit);
        let decimal = matches!(rest.first(), Some(b'.' | b',')) && digit(1);
        !(digit(0) || decimal)
    })
}

/// Of four figures, those of an address, which has none over 255 where it could be a large number.
fn keep_address(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = text.as_bytes();
    let found = &text[range.clone()];
    // A time stamp is one wherever it stands.
    if found.len() >= "2019-01-27 10:42:59".len() && found.matches(':').count() == 2 && found.contains(['T', ' ']) {
        return Some(range);
    }
    let starts_inside = found.starts_with(|c: char| c.is_ascii_digit())
        && range.start.checked_sub(1).is_some_and(|at| digit(bytes.get(at)) || matches!(bytes[at], b'.' | b':' | b','));
    let ends_inside = digit(bytes.get(range.end));
    let groups = found.split(['.', '/', ':']).filter_map(|part| part.parse::<u32>().ok());
    let large = found.matches('.').count() == 3 && groups.take(4).any(|group| group > 255);
    (!starts_inside && !ends_inside && !large).then_some(range)
}

/// Longest name of a field in single quotation marks, in bytes.
const LONGEST_NAME: usize = 80;

/// Longest object or array in a text that is looked for its end, in bytes.
const LONGEST_OBJECT: usize = 20_000;

/// Objects of JSON and their like: from `{"` to the brace that closes it.
fn find_objects(text: &str, found: &mut Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(start) = memchr::memchr(b'{', bytes.get(at..).unwrap_or_default()).map(|start| at + start) {
        let next = text[start + 1..].trim_start();
        let opens = next.starts_with('"')
            || (next.starts_with('\'') && next[..next.floor_char_boundary(LONGEST_NAME)].contains("':"));
        match opens.then(|| object_end(&bytes[start..bytes.len().min(start + LONGEST_OBJECT)])) {
            Some(Some(len)) => {
                found.push(start..start + len);
                at = start + len;
            }
            // Nothing that follows could be closed either.
            Some(None) => return,
            None => at = start + 1,
        }
    }
}

/// Length of the object that a text begins with, strings in it passed over.
fn object_end(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut quote, mut at) = (0_usize, false, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if quote => at += 1,
            b'"' => quote = !quote,
            b'{' | b'[' if !quote => depth += 1,
            b'}' | b']' if !quote => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
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
        let mut next = crate::conform::passage::tests::dice(7);
        let mut found = 0;
        for _ in 0..60_000 {
            let text: String = (0..1 + next(7)).map(|_| PARTS[next(PARTS.len())]).collect();
            if CODE.is_match(text.as_bytes()) {
                found += 1;
                assert_ne!(ingredient::of(&text) & ingredient::CODE, 0, "{text:?}");
            }
        }
        assert!(found > 1_000, "{found}");
    }
}
