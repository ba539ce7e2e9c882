//! The tokens of message formats in a text: what a program reads of it, whatever the syntax.
//!
//! A text does not say which syntax reads it. So all of them are read side by side, and a fix is one only where none of them
//! reads anything else afterwards: conversions of printf with flags and positions, arguments of ICU's MessageFormat with its
//! apostrophes (those of Java, too), MessageFormat 2, Fluent, `%1` of Qt, `$1` of Chrome, tags, entities, backslashes.
//!
//! Invariant: one pass for each syntax, linear in the text whatever it holds.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// What of a text the syntaxes of messages read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatTokens {
    /// Conversions, variables, tags, entities and escapes: how often each stands there.
    flat: BTreeMap<String, usize>,
    /// What ICU reads: braces, arguments, quoted text; apostrophes as ICU has them, where they quote before syntax alone.
    icu: String,
    /// Text between apostrophes of which the first stands before a brace, wherever that is: in a style of an argument, too.
    quoted: Vec<String>,
    /// The same as Java reads it, where every apostrophe quotes; only where an argument is a number.
    java: Option<String>,
}

static FLAT: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = concat!(
        r"(?-u:%(?:%|\((?u:[^()\r\n]{1,80})\)[-+ #0']*[0-9]*(?:\.[0-9]+)?[A-Za-z]|\{|<",
        r"|(?:[0-9]+\$)?[-+ #0'I]*(?:[0-9]+|\*(?:[0-9]+\$)?)?(?:\.(?:[0-9]+|\*(?:[0-9]+\$)?)?)?",
        r"(?:hh|h|ll|l|q|L|j|z|Z|t)?[diouxXeEfFgGaAcCsSpnmr@b]|L?[0-9]{1,2}|[A-Z][A-Z0-9_]*%)",
        r"|\{\{|\}\}|[#$]\{|\$[0-9]+|\$[A-Za-z_][A-Za-z0-9_]*\$?|@:[A-Za-z0-9_.()]+",
        r"|&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});",
        r"|\\[A-Za-z]*|`|''+|[|>])|</?[A-Za-z][^<>]*>|<",
    );
    Regex::new(pattern).expect("a pattern of this file, and a test compiles it")
});

/// Reads the tokens of a text.
#[must_use]
pub fn read_tokens(text: &str) -> FormatTokens {
    let mut flat: BTreeMap<String, usize> = BTreeMap::new();
    for found in FLAT.find_iter(text) {
        *flat.entry(found.as_str().to_owned()).or_default() += 1;
    }
    let icu = read_message(text, Apostrophes::BeforeSyntax);
    let numbered = icu.numbered && text.contains('\'');
    let java = numbered.then(|| read_message(text, Apostrophes::Always).skeleton);
    FormatTokens { flat, icu: icu.skeleton, quoted: read_quoted(text), java }
}

fn read_quoted(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut quoted = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\'', bytes.get(at..).unwrap_or_default()) {
        let start = at + found;
        at = match bytes.get(start + 1) {
            Some(b'\'') => start + 2,
            Some(b'{' | b'}') => {
                let end = memchr::memchr(b'\'', &bytes[start + 1..]).map_or(text.len(), |end| start + 2 + end);
                quoted.push(text[start..end].to_owned());
                end
            }
            Some(_) | None => start + 1,
        };
    }
    quoted
}

/// When an apostrophe begins quoted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apostrophes {
    /// Before a brace, a pipe or a number sign alone: ICU, `intl-messageformat`, ARB.
    BeforeSyntax,
    /// Wherever it stands: Java's `MessageFormat`.
    Always,
}

/// A text as MessageFormat reads it.
#[derive(Debug, Default)]
pub struct MessageReading {
    /// All that is no text for people, in order.
    pub skeleton: String,
    /// Where syntax stands: quoted text, and around the texts of plurals and choices.
    pub syntax: Vec<Range<usize>>,
    /// Whether an argument is a number.
    pub numbered: bool,
}

/// Where the reading is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// An argument: its name, type, style and selectors.
    Argument { choices: bool },
    /// A text of a plural or a choice.
    Branch,
}

static CHOICES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\{\s*[\p{Alphabetic}0-9_.-]+\s*,\s*(?:plural|select|selectordinal)\s*,")
        .expect("a pattern of this file, and a test compiles it")
});

/// Reads a text as MessageFormat.
#[must_use]
pub fn read_message(text: &str, apostrophes: Apostrophes) -> MessageReading {
    let mut reading = MessageReading::default();
    let bytes = text.as_bytes();
    let mut open: Vec<Inside> = Vec::new();
    let mut at = 0;
    // Where the syntax began that has not ended.
    let mut begun = 0;
    while at < bytes.len() {
        let in_argument = matches!(open.last(), Some(Inside::Argument { .. }));
        let Some(len) = memchr::memchr3(b'{', b'}', b'\'', &bytes[at..]).filter(|len| in_argument || *len > 0) else {
            match bytes[at] {
                b'{' | b'}' | b'\'' => {}
                _ => {
                    // Nothing but text, or an argument that never ends.
                    if in_argument {
                        reading.skeleton.push_str(&text[at..]);
                    }
                    break;
                }
            }
            at = read_sign(text, at, apostrophes, &mut open, &mut begun, &mut reading);
            continue;
        };
        if in_argument {
            reading.skeleton.push_str(&text[at..at + len]);
        } else if matches!(open.last(), Some(Inside::Branch)) {
            let numbers = text[at..at + len].matches('#').count();
            reading.skeleton.extend(std::iter::repeat_n('#', numbers));
        }
        at += len;
        at = read_sign(text, at, apostrophes, &mut open, &mut begun, &mut reading);
    }
    reading
}

/// Reads the brace or the apostrophe at `at`; where to go on.
fn read_sign(
    text: &str,
    at: usize,
    apostrophes: Apostrophes,
    open: &mut Vec<Inside>,
    begun: &mut usize,
    reading: &mut MessageReading,
) -> usize {
    let bytes = text.as_bytes();
    let in_argument = matches!(open.last(), Some(Inside::Argument { .. }));
    match bytes[at] {
        b'\'' if in_argument => reading.skeleton.push('\''),
        b'\'' => return read_apostrophe(text, at, apostrophes, reading),
        b'{' => {
            reading.skeleton.push('{');
            match open.last() {
                Some(Inside::Argument { choices: true }) => {
                    reading.syntax.push(*begun..at + 1);
                    open.push(Inside::Branch);
                }
                Some(Inside::Argument { choices: false }) => open.push(Inside::Argument { choices: false }),
                Some(Inside::Branch) | None => {
                    *begun = at;
                    let window = &text[at..text.floor_char_boundary(at + 240)];
                    let choices = CHOICES.is_match(window);
                    reading.numbered |= bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
                    open.push(Inside::Argument { choices });
                }
            }
        }
        _ => {
            reading.skeleton.push('}');
            match open.pop() {
                Some(Inside::Branch) => *begun = at,
                Some(Inside::Argument { choices: true }) => reading.syntax.push(*begun..at + 1),
                Some(Inside::Argument { choices: false }) | None => {}
            }
        }
    }
    at + 1
}

/// Reads the apostrophe at `at`: two are one that is shown, one may begin text in which nothing is syntax.
fn read_apostrophe(text: &str, at: usize, apostrophes: Apostrophes, reading: &mut MessageReading) -> usize {
    let bytes = text.as_bytes();
    match bytes.get(at + 1) {
        Some(b'\'') => {
            reading.skeleton.push_str("''");
            return at + 2;
        }
        Some(b'{' | b'}' | b'|' | b'#') => {}
        Some(_) if apostrophes == Apostrophes::Always => {}
        Some(_) | None => return at + 1,
    }
    let mut end = at + 1;
    while let Some(found) = memchr::memchr(b'\'', &bytes[end..]) {
        end += found + 1;
        if bytes.get(end) != Some(&b'\'') {
            reading.skeleton.push_str(&text[at..end]);
            reading.syntax.push(at..end);
            return end;
        }
        end += 1;
    }
    // Never closed: all that follows is quoted.
    reading.skeleton.push_str(&text[at..]);
    reading.syntax.push(at..text.len());
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_syntax_reads_differs_where_the_syntax_does() {
        for (one, other) in [
            ("'{'name'}'", "‘{’name‘}’"),
            ("Es ist ''{1}''", "Es ist “{1}”"),
            ("%'d Bytes", "%’d Bytes"),
            ("%1$s und %2$s", "%1$s und %1$s"),
            ("L'utente {0}", "L’utente {0}"),
            ("{n, plural, one {# Tag} other {# Tage}}", "{n, plural, one {ein Tag} other {# Tage}}"),
            ("<b title=\"x\">", "<b title=“x”>"),
            ("{ $x }", "{ $y }"),
            ("%1 von %2", "%1 von %3"),
            ("a &amp; b", "a & b"),
            ("{{a}} b", "{a} b"),
            (".match {$n :number} one {{x}} * {{y}}", ".match {$n :number} one {{x}} * {y}"),
        ] {
            assert_ne!(read_tokens(one), read_tokens(other), "{one} {other}");
        }
    }

    #[test]
    fn texts_for_people_are_no_tokens() {
        for (one, other) in [
            ("l'utente {name}", "l’utente {name}"),
            ("\"Los\" {n, plural, one {\"Tag\"} other {Tage}}", "„Los“ {n, plural, one {„Tag“} other {Tage}}"),
            ("... %s", "… %s"),
            ("5 % der <b>Zeit</b>", "5\u{a0}% der <b>Zeit</b>"),
        ] {
            assert_eq!(read_tokens(one), read_tokens(other), "{one} {other}");
        }
    }

    #[test]
    fn quoted_text_and_the_frame_of_a_plural_are_syntax() {
        let shown = |text: &'static str| -> Vec<&'static str> {
            read_message(text, Apostrophes::BeforeSyntax).syntax.into_iter().map(|range| &text[range]).collect()
        };
        assert_eq!(shown("'{'name'}' don't"), ["'{'", "'}'"]);
        assert_eq!(shown("{n, plural, one {{x} Tag} other {# Tage}}."), ["{n, plural, one {", "} other {", "}}"]);
        assert_eq!(shown("a {b} c"), Vec::<&str>::new());
    }
}
