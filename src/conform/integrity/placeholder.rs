//! What a program puts values in for: conversions of printf, names in braces of any notation, Qt's and Chrome's.
//!
//! Invariant: what is no placeholder beyond doubt is none (`100 % der`, `50%de`, patterns of dates), so that a text is never
//! told to have lost what it never had.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// One placeholder of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// Which value it stands for, and as what: the same for `%s` in the first place and `%1$s`.
    pub key: String,
    /// Bytes of the text.
    pub range: Range<usize>,
    /// Whether it may be none: a digit stands before its percent sign, or a text speaks of its braces.
    pub is_doubtful: bool,
}

static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = concat!(
        r"(?P<literal>%%)",
        r"|%\((?P<python>[A-Za-z0-9_. -]+)\)[-+#0]*[0-9]*(?:\.[0-9]+)?(?P<pythontype>[A-Za-z])",
        r"|%\{(?P<ruby>[A-Za-z_][A-Za-z0-9_]*)\}",
        r"|%<(?P<rubyformat>[A-Za-z_][A-Za-z0-9_]*)>",
        r"|%(?P<enclosed>[A-Za-z][A-Za-z0-9_]{2,}(?:[._-][A-Za-z0-9_]+)*)%",
        r"|%(?:(?P<position>[0-9]{1,2})\$)?[-+#0']*(?:(?P<star>\*)|[0-9]+)?(?:\.(?:[0-9]+|(?P<stars>\*)))?",
        r"(?P<length>hh|h|ll|l|q|L|j|z|t)?(?P<conversion>[diouxXeEfFgGcsSp@])",
        r"|%L?(?P<qt>[1-9][0-9]?)",
        r"|\{\{[&#^/-]?\s*(?P<double>[A-Za-z_$@][A-Za-z0-9_.$@\[\]-]*)[^{}]*\}\}",
        r"|\$\{\s*(?P<dollar>[^{}\s][^{}\n]*?)\s*\}",
        r"|\{\s*(?P<single>\$?-?[A-Za-z0-9_.\[\]-]*)\s*(?:[:!,][^{}]*)?\}",
        r"|\$(?P<chrome>[A-Z][A-Z0-9_]*)\$",
    );
    Regex::new(pattern).expect("a pattern of this file, and a test compiles it")
});

/// Conversions of `strftime` that printf does not have: a text with one is a pattern of a date.
static DATE_PATTERN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("%[-_]?[YBHMyAbIjZm]").expect("a pattern of this file, and a test compiles it"));

/// Blanks, commas and line breaks as addresses write them: a text with one is a part of an address, in which a percent sign
/// begins a byte. (`%2C` and `%0A` are no conversions that programs use.)
const ADDRESS_BYTES: &[&str] = &["%2C", "%0A", "%3F", "%C3%"];

/// The placeholders of a text, in order; none in a part of an address.
#[must_use]
pub fn read_placeholders(text: &str) -> Vec<Placeholder> {
    if memchr::memchr3(b'%', b'{', b'$', text.as_bytes()).is_none() {
        return Vec::new();
    }
    if ADDRESS_BYTES.iter().any(|byte| text.contains(byte)) {
        return Vec::new();
    }
    let is_date = text.contains('%') && DATE_PATTERN.is_match(text);
    let mut found = Vec::new();
    let mut next = 1;
    for parts in PLACEHOLDER.captures_iter(text) {
        let range = parts.get(0).map_or(0..0, |whole| whole.range());
        let part = |name: &str| parts.name(name).map(|part| part.as_str());
        let before = text[..range.start].trim_end_matches([' ', '\u{a0}', '\u{202f}']);
        // The number of another placeholder is no amount: `%1 %2`.
        let behind = found.last().is_some_and(|last: &Placeholder| last.range.end == before.len());
        let after_digit = !behind && before.ends_with(|c: char| c.is_ascii_digit());
        let mut is_doubtful = false;
        let key = if let Some(name) = part("python") {
            let kind = part("pythontype").unwrap_or_default();
            format!("%({name}){}", if kind == "i" { "d" } else { kind })
        } else if let Some(name) = part("ruby").or_else(|| part("rubyformat")) {
            format!("%{{{name}}}")
        } else if let Some(conversion) = part("conversion") {
            if is_date {
                continue;
            }
            is_doubtful = after_digit && part("position").is_none();
            next += usize::from(part("star").is_some()) + usize::from(part("stars").is_some());
            let position = part("position").and_then(|position| position.parse().ok()).unwrap_or_else(|| {
                next += 1;
                next - 1
            });
            let conversion = if conversion == "i" { "d" } else { conversion };
            format!("%{position}${}{conversion}", part("length").unwrap_or_default())
        } else if let Some(name) = part("enclosed") {
            if after_digit {
                continue;
            }
            format!("%{name}%")
        } else if let Some(number) = part("qt") {
            if is_date || after_digit {
                continue;
            }
            format!("%{number}")
        } else if let Some(name) = part("double") {
            // `{{https://image.url.com|width}}` tells how to write an image.
            if text[range.clone()].contains("://") && matches!(name, "http" | "https") {
                continue;
            }
            format!("{{{{{name}}}}}")
        } else if let Some(name) = part("dollar") {
            format!("${{{name}}}")
        } else if let Some(name) = part("single") {
            // `{ or }` speaks of braces, or is a name with blanks around it.
            let written = &text[range.clone()];
            // `\text{pi}`: braces of TeX.
            if before.ends_with(|c: char| c.is_ascii_alphabetic())
                && text[..range.start].trim_end_matches(|c: char| c.is_ascii_alphabetic()).ends_with('\\')
            {
                continue;
            }
            // `method{1}` and `error{plural}` may be the ending of a plural that other languages have not.
            let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
            let is_ending = (is_number || matches!(name, "plural" | "s" | "es" | "ending" | "suffix"))
                && text[..range.start].bytes().rev().take(3).filter(u8::is_ascii_lowercase).count() == 3
                && !text[range.end..].starts_with(|c: char| c.is_alphanumeric() || c == '{');
            // How often something occurs in a pattern: `[aeiou]{2,}`.
            let often = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
            let is_count = written.contains(',') || text[..range.start].ends_with([']', ')']);
            if is_number && is_count && often(&written[1..written.len() - 1]) {
                continue;
            }
            let speaks_of_braces = matches!(name, "" | "or" | "and" | "oder" | "und" | "o" | "y" | "e" | "ou" | "et");
            is_doubtful = is_ending || speaks_of_braces && written.starts_with("{ ") && written.ends_with(" }");
            format!("{{{name}}}")
        } else if let Some(name) = part("chrome") {
            format!("${name}$")
        } else {
            continue;
        };
        found.push(Placeholder { key, range, is_doubtful });
    }
    found
}

/// Names `{}` by its place, where the other text numbers what it has: `{}` and `{0}` are the same in the first place.
pub fn number_places(found: &mut [Placeholder], other: &[Placeholder]) {
    let is_numbered =
        |one: &Placeholder| one.key[1..].starts_with(|c: char| c.is_ascii_digit()) && one.key.starts_with('{');
    if other.iter().any(|one| one.key == "{}") || !other.iter().any(is_numbered) {
        return;
    }
    for (at, one) in found.iter_mut().filter(|one| one.key == "{}").enumerate() {
        one.key = format!("{{{at}}}");
    }
}

/// How often each placeholder stands in a text; what has a name or a number counts once, as it may be repeated.
#[must_use]
pub fn count_placeholders(found: &[Placeholder]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for placeholder in found {
        let count = counts.entry(placeholder.key.as_str()).or_insert(0);
        *count = if placeholder.key == "{}" { *count + 1 } else { 1 };
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<String> {
        read_placeholders(text).into_iter().filter(|found| !found.is_doubtful).map(|found| found.key).collect()
    }

    #[test]
    fn every_notation_is_read_and_what_only_looks_like_one_is_not() {
        for (text, expected) in [
            ("%d of %s", vec!["%1$d", "%2$s"]),
            ("%2$s %1$d", vec!["%2$s", "%1$d"]),
            ("%i, %5.2f, %ld, %@", vec!["%1$d", "%2$f", "%3$ld", "%4$@"]),
            ("%*d %s", vec!["%2$d", "%3$s"]),
            ("100%% of %(name)s", vec!["%(name)s"]),
            ("%{count} %<n>d", vec!["%{count}", "%{n}"]),
            ("%1 of %2, %L3", vec!["%1", "%2", "%3"]),
            ("%NAME% %user.name%", vec!["%NAME%", "%user.name%"]),
            (
                "{name} {0} {} { $x } {n, number} {x:.2f} {x!r}",
                vec!["{name}", "{0}", "{}", "{$x}", "{n}", "{x}", "{x}"],
            ),
            (
                "{{ name }} {{count, number}} {{x|upper}} ${y} #{z}",
                vec!["{{name}}", "{{count}}", "{{x}}", "${y}", "{z}"],
            ),
            ("$NAME$ costs $5", vec!["$NAME$"]),
            ("{{- name}} {{-name}}", vec!["{{name}}", "{{name}}"]),
            (r"$2 \text{pi}$", vec![]),
            ("5 % der Zeit, 50%de, 100 %, 20%s", vec![]),
            ("%Y-%m-%d", vec![]),
            ("join %1 %2 of 10 %3", vec!["%1", "%2"]),
            ("{0} eligible method{1}, v{2}", vec!["{0}", "{2}"]),
            ("{not a placeholder} {a b}", vec![]),
            ("{{https://image.url.com|width}} {{https}}", vec!["{{https}}"]),
        ] {
            assert_eq!(keys(text), expected, "{text}");
        }
    }
}
