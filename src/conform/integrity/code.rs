//! Code that a text speaks of, in backticks or `<code>`: names that a machine translated work nowhere.
//!
//! Invariant: a span is told where it took the place of another; parts that stand for what a reader writes (`<file>`, `{name}`,
//! text in quotation marks) may be translated, and roles and links of reStructuredText are prose.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

static CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"``(?P<literal>[^`\n]{1,200})``|(?P<role>:[A-Za-z:+-]{1,40}:)?`(?P<single>[^`\n]{1,200})`(?P<link>_)?|<code>(?P<tag>[^<>\n]{1,200})</code>")
        .expect("a pattern of this file, and a test compiles it")
});

/// What a reader puts something in for, and what is shown as an example.
static FREE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"<[^<>]*>|\{[^{}]*\}|%\([^()]*\)[a-z]|%[a-z]|"[^"]*"|'[^']*'|\[[^\[\]]*\]|#.*|//.*"#)
        .expect("a pattern of this file, and a test compiles it")
});

/// Words that announce an example: its names are made up.
static EXAMPLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:e\.g|i\.e|examples?|such as|like|formats?|in the form|of the form|named|called)\b|example")
        .expect("a pattern of this file, and a test compiles it")
});

/// A span of code of a translation that took the place of another: its bytes, and what the source has.
#[must_use]
pub fn find_changed_code(source: &str, target: &str) -> Option<(Range<usize>, String)> {
    if !source.contains('`') && !source.contains("<code>") || EXAMPLE.is_match(source) {
        return None;
    }
    let (own, found) = (read_spans(source)?, read_spans(target)?);
    if own.len() != found.len() {
        return None;
    }
    let plain = |range: &Range<usize>, text: &str| {
        let fixed = FREE.replace_all(&text[range.clone()], "");
        fixed.trim_matches(|c: char| c.is_whitespace() || c == '\\').replace("/ ", "/").replace(" :", ":")
    };
    let wanted: Vec<String> = own.iter().map(|range| plain(range, source)).collect();
    // Blanks are no other code.
    let tight = |span: String| span.replace(' ', "");
    let asked: Vec<String> = wanted.iter().cloned().map(tight).collect();
    let seen: Vec<String> = found.iter().map(|range| tight(plain(range, target))).collect();
    let lost: Vec<usize> = (0..own.len()).filter(|at| !seen.contains(&asked[*at])).collect();
    let new: Vec<usize> = (0..found.len()).filter(|at| !asked.contains(&seen[*at])).collect();
    match (lost.as_slice(), new.as_slice()) {
        ([lost], [new]) if is_code(&wanted[*lost]) => {
            Some((found[*new].clone(), source[own[*lost].clone()].to_owned()))
        }
        _ => None,
    }
}

/// Whether a span is a name of the program, beyond doubt: no words of prose.
fn is_code(span: &str) -> bool {
    let signs = |c: char| {
        matches!(c, '_' | '.' | '/' | '-' | '=' | '(' | ')' | ':' | '$' | '*' | '\\' | '@') || c.is_ascii_digit()
    };
    let name = !span.contains(' ') && span.trim_matches(['.', ':', '-']).contains(signs);
    let first = span.split(' ').next().unwrap_or_default();
    let command = span.contains(" -") || first.contains(|c: char| signs(c) && !c.is_ascii_digit());
    span.is_ascii() && span.len() > 1 && (name || span.contains(' ') && command)
}

/// The insides of spans; none where a text uses backticks in another way.
fn read_spans(text: &str) -> Option<Vec<Range<usize>>> {
    if text.matches('`').count() % 2 == 1 {
        return None;
    }
    // `so' are quotation marks.
    let is_open = |span: &Range<usize>| text[span.clone()].matches('\'').count() % 2 == 1;
    let mut spans = Vec::new();
    for parts in CODE.captures_iter(text) {
        if parts.name("role").is_some() || parts.name("link").is_some() {
            return None;
        }
        let inside = parts.name("literal").or_else(|| parts.name("single")).or_else(|| parts.name("tag"));
        spans.extend(inside.map(|inside| inside.range()));
    }
    (!spans.iter().any(is_open)).then_some(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_the_program_that_was_translated_is_told_and_prose_is_not() {
        for (source, target, fault) in [
            ("Run `git push` now", "Führen Sie `git push` aus", None),
            ("Set `max_size` first", "Setzen Sie `max_größe`", Some("max_größe")),
            ("Open ``config.json``", "Öffnen Sie ``konfig.json``", Some("konfig.json")),
            ("Use <code>--no-cache</code>", "Mit <code>--kein-cache</code>", Some("--kein-cache")),
            ("Use `--out <file>`", "Mit `--out <Datei>`", None),
            ("Use `a-b` or `c-d`", "`c-d` oder `a-b`", None),
            ("Press `Save`", "Drücken Sie `Speichern`", None),
            ("See :ref:`the-list`", "Siehe :ref:`die-liste`", None),
            ("See `a-b`", "Siehe a-b", None),
            ("No <code>HTML5 audio</code>", "Kein <code>HTML5-Audio</code>", None),
            ("Open (`/api/mcp`)", "Öffnen (\\`/api/mcp\\`)", None),
            ("Under `api -> key`", "Unter `api -> schlüssel`", Some("api -> schlüssel")),
            ("Got `%r' for `a-b'", "Für `a-b' steht da `%r'", None),
            ("Each as ``app_label.name``, for example", "Jeweils als ``app_name.name``", None),
            ("Use `at(i [, j])`", "Mit `at(i[, j])`", None),
            ("it`s a `b-c", "es `b-d", None),
            ("Type `name=\"your name\"`", "Geben Sie `name=\"Ihr Name\"` ein", None),
        ] {
            let found = find_changed_code(source, target);
            assert_eq!(found.map(|(range, _)| &target[range]), fault, "{source} → {target}");
        }
    }
}
