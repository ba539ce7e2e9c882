//! The signs of a line, written otherwise: its mark, the sign behind its key, its quotes, brackets and commas.

use crate::source::note::is_note;

/// What stands for the mark of an item, or before a line that was copied.
const MARKS: &[char] =
    &['-', '+', '*', '•', '–', '—', '·', '>', '|', '$', '=', '_', '‣', '▪', '◦', '○', '●', '\u{a0}', '\t', ' '];
/// What stands for the sign between a key and its value.
const SIGNS: &[char] =
    &[':', '=', '：', '＝', ';', '|', '>', '→', '⇒', '-', '–', '—', ',', '.', '~', '\u{a0}', '\t', ' '];
/// What stands for a quote.
pub(super) const QUOTES: &[char] =
    &['"', '\'', '“', '”', '„', '‘', '’', '‚', '«', '»', '‹', '›', '`', '´', '″', '′', '「', '」', '＂'];
/// What is left at the end of a line.
const ENDS: &[char] = &[
    ',', ';', '.', ':', '\\', '|', '、', '，', '。', ']', '}', ')', '[', '{', '(', '>', '<', '-', '*', '_', ' ', '\t',
];
/// What stands around a value.
const AROUND: &[char] = &['(', ')', '<', '>', '[', ']', '{', '}', '*', '_', '~'];
/// What stands for the comma between items.
pub(super) const COMMAS: &[char] = &[',', ';', '/', '|', '、', '，', '；'];
/// How many of the bodies in YAML differ by the mark of an item alone.
pub(super) const MARKED: usize = 6;

/// Whether a line says nothing that signs could tell: a note in place of its value, what a program was to fill in, or
/// what another program merges.
pub(super) fn is_unwritten(body: &str) -> bool {
    let value = body.split_once('=').map_or("", |(_, value)| value.trim_start());
    let comment = value.strip_prefix('#').is_some_and(|comment| comment.starts_with([' ', '\t']) || is_note(comment));
    comment || body.starts_with("<<:") || ["{{", "{%", "{#", "<%"].iter().any(|sign| body.contains(sign))
}

/// The mark of an item, and what stands behind it.
pub(super) fn split_mark(body: &str) -> (&str, &str) {
    let rest = body.strip_prefix('-').filter(|rest| rest.starts_with(' ')).map_or(body, str::trim_start);
    body.split_at(body.len() - rest.len())
}

/// What a text says besides its signs.
pub(super) fn letters_of(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// Whether a value without quotes is none of text.
fn is_no_text(value: &str) -> bool {
    let word = value.to_ascii_lowercase();
    matches!(&*word, "" | "~" | "null" | "nil" | "none" | "true" | "false" | "yes" | "no")
        || value.parse::<f64>().is_ok()
}

/// A text that stands twice on its line, once.
fn written_once(text: &str) -> Option<&str> {
    let (once, again) = text.split_at_checked(text.len() / 2)?;
    (once.trim() == again.trim()).then_some(once.trim_end())
}

/// A name at the beginning, and what stands behind it.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let bare = text.trim_start_matches(QUOTES);
    let end = bare.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.'))).unwrap_or(bare.len());
    let end = bare[..end].trim_end_matches('.').len();
    (end > 0).then(|| bare.split_at(end))
}

/// A key without quotes and its value: what the sign parts, and where it is missing, a name at the beginning and the rest.
fn split_entry<'t>(text: &'t str, sign: &str) -> Option<(String, &'t str)> {
    let Some((key, value)) = text.split_once(sign) else {
        let (key, behind) = split_name(text)?;
        return Some((key.to_owned(), behind.trim_start_matches(QUOTES).trim_start_matches(SIGNS)));
    };
    let key: String = key.chars().filter(|c| matches!(c, '\'' | '’') || !QUOTES.contains(c)).collect();
    Some((key.trim_matches(|c: char| matches!(c, '\'' | '’') || AROUND.contains(&c)).trim().to_owned(), value.trim()))
}

/// A text without its quotes: of straight ones around others, those alone, as the others belong to the text.
fn unquoted(text: &str) -> &str {
    let within = |quote: &char| text.strip_prefix(*quote)?.strip_suffix(*quote);
    let straight = ['"', '\''].iter().find_map(within).filter(|inner| !inner.contains(['"', '\'']));
    straight.filter(|inner| inner.contains(QUOTES)).unwrap_or_else(|| text.trim_matches(QUOTES))
}

/// A value without quotes, in quotes, and without what is left at its end.
fn values(value: &str) -> Vec<String> {
    let bare = unquoted(value).trim();
    let ended = value.trim_end_matches(ENDS);
    let inner = unquoted(ended);
    let is_around = |c: char| QUOTES.contains(&c) || AROUND.contains(&c);
    let without_comma = value.trim_end_matches(COMMAS);
    let lone = without_comma.trim_start_matches(|c| is_around(c) || SIGNS.contains(&c));
    // The dots of a path are its own.
    let dots = without_comma[..without_comma.len() - lone.len()].chars().rev().take_while(|c| *c == '.').count();
    let lone = without_comma[without_comma.len() - lone.len() - dots..].trim_end_matches(is_around);
    let pairs = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')];
    let is_paired = pairs.iter().all(|(open, close)| lone.matches(*open).count() == lone.matches(*close).count());
    // What stands before a number compares it, and quotes between straight ones belong to the text.
    let is_bare = lone.starts_with(|c: char| c.is_ascii_digit()) || bare.starts_with(QUOTES) || bare.ends_with(QUOTES);
    let lone = if is_bare || !is_paired { bare } else { lone };
    let items = value.trim_matches(|c: char| "[](){}<>（）［］【】".contains(c)).trim();
    let parted: Vec<&str> = items.split(COMMAS).map(str::trim).filter(|item| !item.is_empty()).collect();
    let parted = parted.join(", ");
    let in_brackets = |(open, close): &(char, char)| [items, &parted].map(|items| format!("{open}{items}{close}"));
    // Of a pair of which one bracket is there, the other one is missing, rather than that one too many.
    let (half, other): (Vec<_>, Vec<_>) = [('[', ']'), ('{', '}')].into_iter().partition(|(open, close)| {
        value.starts_with(*open) && !value.contains(*close) || value.ends_with(*close) && !value.contains(*open)
    });
    let is_text = !is_no_text(items);
    let mut out: Vec<String> = half.iter().filter(|_| is_text).flat_map(in_brackets).collect();
    out.extend([bare, lone, ended, inner].map(str::to_owned));
    out.extend(other.iter().filter(|_| is_text).flat_map(in_brackets));
    let texts = [lone, unquoted(without_comma), bare, value, inner];
    for text in texts.into_iter().filter(|text| !is_no_text(text)) {
        for quote in ['"', '\''] {
            if !text.contains(['"', quote]) {
                out.push(format!("{quote}{text}{quote}"));
            }
        }
    }
    out
}

pub(super) fn yaml_bodies(body: &str) -> Vec<String> {
    let mut out = Vec::new();
    let (mark, rest) = split_mark(body);
    let unmarked = body.trim_start_matches(MARKS);
    let counted = unmarked.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = counted.strip_prefix(['.', ')']).map_or(unmarked, str::trim_start);
    for text in [unmarked, counted, rest] {
        out.extend([format!("- {text}"), text.to_owned()]);
    }
    out.extend(written_once(rest).map(|once| format!("{mark}{once}")));
    for (mark, rest) in [(mark, rest), ("- ", unmarked), ("", unmarked)] {
        if let Some((key, value)) = split_entry(rest, ": ") {
            let line = |value: &str| format!("{mark}{key}: {value}").trim_end().to_owned();
            out.push(line(value));
            out.extend(values(value).iter().map(|value| line(value)));
        }
        out.extend(values(rest).into_iter().map(|value| format!("{mark}{value}")));
    }
    out
}

pub(super) fn toml_bodies(body: &str) -> Vec<String> {
    let mut out = Vec::new();
    let unmarked = body.trim_start_matches(MARKS);
    let header = unmarked.trim_matches(|c: char| "[](){}<>:=\"' ".contains(c));
    if is_name(header) {
        out.extend([format!("[[{header}]]"), format!("[{header}]")]);
    }
    for rest in [body, unmarked] {
        out.push(rest.to_owned());
        let item = rest.strip_suffix(',').map(|item| values(item).into_iter().map(|item| item + ","));
        out.extend(item.into_iter().flatten().chain(values(rest)));
        if let Some((key, value)) = split_entry(rest, " = ") {
            out.push(format!("{key} = {value}"));
            out.extend(values(value).into_iter().map(|value| format!("{key} = {value}")));
        }
    }
    out
}
