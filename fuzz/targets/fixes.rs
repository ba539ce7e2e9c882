//! Fixes of texts: whatever a file holds, they change its texts and nothing else, and no syntax of messages reads other tokens.

use std::collections::BTreeMap;

use housestyle::conform::findings::{TextChecks, check_text_file};
use housestyle::conform::lint::{StyleChecks, trusted_detectors};
use housestyle::conform::passage::Tongue;
use housestyle::conform::reader::{Segment, TextFormat, read_segments};
use housestyle::diagnostic::SourceFile;
use housestyle::source::edit;

/// Every format, by the first byte of an input.
pub(crate) const FORMATS: &[TextFormat] = &[
    TextFormat::Po,
    TextFormat::Xliff,
    TextFormat::Json,
    TextFormat::Arb,
    TextFormat::Android,
    TextFormat::Strings,
    TextFormat::Xcstrings,
    TextFormat::Markdown,
    TextFormat::Html,
    TextFormat::Plain,
    TextFormat::Tmx,
    TextFormat::Csv,
    TextFormat::Yaml,
    TextFormat::Properties,
    TextFormat::Resx,
    TextFormat::QtTs,
    TextFormat::Fluent,
    TextFormat::Subtitles,
    TextFormat::Stringsdict,
    TextFormat::Toml,
    TextFormat::Js,
    TextFormat::Php,
    TextFormat::Restructured,
    TextFormat::AsciiDoc,
];

/// One byte for the format, one for the language, one for the values that a style wants; then a file.
pub(crate) fn run(data: &[u8]) {
    let [format, tongue, pick, rest @ ..] = data else { return };
    let format = FORMATS[usize::from(*format) % FORMATS.len()];
    let tongue = Tongue::ALL[usize::from(*tongue) % Tongue::ALL.len()];
    let Ok(text) = std::str::from_utf8(rest) else { return };
    fix_twice(format, tongue, usize::from(*pick), text);
}

/// Fixes a file until nothing is left and holds each pass to the law; how many fixes were made.
pub(crate) fn fix_twice(format: TextFormat, tongue: Tongue, pick: usize, text: &str) -> usize {
    let rules = trusted_detectors(tongue).map(|detector| {
        let (category, rule) = detector.parts();
        (category, rule, detector.values[pick % detector.values.len()].name)
    });
    let checks = TextChecks { style: StyleChecks::from_rules(tongue, rules, true), terms: Vec::new() };
    let (mut text, mut all) = (text.to_owned(), 0);
    for pass in 0.. {
        assert!(pass < 12, "fixes do not settle: {text:?}");
        let file = SourceFile::new("x", text.clone());
        let report = check_text_file(&file, format, &checks);
        let fixes = report.findings.iter().filter_map(|finding| finding.fix.as_ref());
        let (edits, made) = edit::compatible_fixes(fixes);
        if made == 0 {
            return all;
        }
        all += made;
        let new = edit::apply_text_edits(&text, edits).expect("edits fit into their file");
        compare(format, &text, &new);
        text = new;
    }
    all
}

/// What a file says apart from the words of its texts.
fn compare(format: TextFormat, old: &str, new: &str) {
    let (before, after) = (read(format, old), read(format, new));
    assert_eq!(before.len(), after.len(), "{format:?} texts come or go: {old:?} {new:?}");
    for ((frame, text), (frame_after, text_after)) in before.iter().zip(&after) {
        assert_eq!(frame, frame_after, "{format:?} more than a text changes: {old:?} {new:?}");
        assert_eq!(tokens(text), tokens(text_after), "{format:?} tokens change: {text:?} {text_after:?}");
    }
}

fn read(format: TextFormat, text: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let faults = read_segments(format, text, &mut |segment: Segment<'_>| {
        let masked: Vec<&str> =
            segment.target.masked().iter().map(|range| &text[segment.target.place(range)]).collect();
        let frame = format!("{} {:?} {:?} {masked:?}", segment.key, segment.source, segment.language);
        all.push((frame, segment.target.text().to_owned()));
    });
    all.push((format!("{} faults", faults.len()), String::new()));
    all
}

/// What programs read of a text, told by means as plain as can be: how often each token stands there.
fn tokens(text: &str) -> BTreeMap<String, usize> {
    let chars: Vec<char> = text.chars().collect();
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut take = |token: String| *found.entry(token).or_default() += 1;
    for (at, c) in chars.iter().enumerate() {
        let run = |most: usize, inside: &dyn Fn(char) -> bool| -> String {
            chars[at + 1..].iter().take(most).take_while(|c| inside(**c)).collect()
        };
        match c {
            // `%'d`, `%1$-5.2lf`, `%(name)s`, `%1`, `%@`.
            '%' if chars.get(at + 1) == Some(&'(') => {
                // What is not closed is no name: programs refuse it.
                let name: String = chars[at + 2..].iter().take(60).take_while(|c| !matches!(c, '(' | ')')).collect();
                if chars.get(at + 2 + name.chars().count()) == Some(&')') {
                    take(format!("%({name})"));
                }
            }
            '%' => {
                let flags = run(12, &|c| "0123456789$'+-#*.hlLqjzt".contains(c));
                let conversion = chars
                    .get(at + 1 + flags.chars().count())
                    .filter(|c| c.is_ascii_alphabetic() || "%@{<".contains(**c));
                if conversion.is_some() || flags.starts_with(|c: char| c.is_ascii_digit()) {
                    take(format!("%{flags}{}", conversion.map(char::to_string).unwrap_or_default()));
                }
            }
            // `$1` ends with its number.
            '$' if chars.get(at + 1).is_some_and(char::is_ascii_digit) => {
                take(format!("${}", run(40, &|c| c.is_ascii_digit())));
            }
            '$' => take(format!("${}", run(40, &|c| c.is_ascii_alphanumeric() || c == '_'))),
            '&' => {
                let name = run(12, &|c| c.is_ascii_alphanumeric() || c == '#');
                if chars.get(at + 1 + name.chars().count()) == Some(&';') {
                    take(format!("&{name};"));
                }
            }
            '<' if chars.get(at + 1).is_some_and(|c| c.is_ascii_alphabetic() || *c == '/') => {
                let body = run(120, &|c| c != '>' && c != '<');
                if chars.get(at + 1 + body.chars().count()) == Some(&'>') {
                    take(format!("<{body}>"));
                }
            }
            '{' | '}' | '#' | '|' | '\\' | '`' => take(c.to_string()),
            _ => {}
        }
    }
    for part in quoted(&chars) {
        take(part);
    }
    found
}

/// Text between apostrophes in which braces are none, as ICU reads it, and what stands between braces that are some.
fn quoted(chars: &[char]) -> Vec<String> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('\'', Some('\'')) => {
                parts.push("''".to_owned());
                at += 2;
            }
            ('\'', Some('{' | '}')) => {
                let end = chars[at + 1..].iter().position(|c| *c == '\'').map_or(chars.len(), |end| at + 2 + end);
                parts.push(chars[at..end].iter().collect());
                at = end;
            }
            ('{', _) => {
                parts.push("active {".to_owned());
                at += 1;
            }
            ('}', _) => {
                parts.push("active }".to_owned());
                at += 1;
            }
            _ => at += 1,
        }
    }
    parts
}
