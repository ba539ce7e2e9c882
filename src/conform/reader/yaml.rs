//! YAML catalogues (Rails, i18next, Symfony): every text value, by the path of its keys.
//!
//! Invariant: what the parser of the house reads is what is judged. A text whose places cannot be told character by character
//! (folded lines, rare escapes) is judged as a whole and never rewritten.

use std::borrow::Cow;

use crate::conform::passage::Tongue;
use crate::conform::reader::decoded::{Decoded, Escape, push_backslashed};
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};
use crate::diagnostic::{Severity, SourceFile};
use crate::source::{self, Format, Node, Value};

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    read_tree(text, Format::Yaml, decode, take)
}

/// Finds the bytes of a text of the file.
type DecodeText = for<'a> fn(&'a str, &Node, &str) -> Decoded<'a>;

/// Reads the texts of a tree of keys; `decode_text` knows how the format writes one.
pub(super) fn read_tree<'a>(
    text: &'a str,
    format: Format,
    decode_text: DecodeText,
    take: &mut dyn FnMut(Segment<'a>),
) -> Vec<ReadFault> {
    let file = SourceFile::new("texts", text);
    let parsed = source::parse_source(&file, format);
    let comments = read_comments(text);
    let mut reader = TreeReader { text, decode_text, comments, path: Vec::new(), language: None };
    for document in &parsed.documents {
        // Rails has one key at the top: the language.
        match document.entries() {
            [only] if is_language(&only.key.value) && !only.value.entries().is_empty() => {
                reader.language = Some(only.key.value.clone());
                reader.read_node(&only.value, only.value.span.start as usize, take);
            }
            _ => reader.read_node(document, document.span.start as usize, take),
        }
        reader.language = None;
    }
    // A warning is about styles: `no` as a key, say.
    let faults = parsed.findings.iter().filter(|finding| finding.severity == Severity::Error);
    faults
        .map(|finding| ReadFault { offset: finding.primary.span.start as usize, message: finding.message.clone() })
        .collect()
}

pub(super) fn is_language(key: &str) -> bool {
    Tongue::parse(key).is_some() && (key.len() == 2 || matches!(key.as_bytes().get(2), Some(b'-' | b'_')))
}

/// Comments of ours, with the start of the line that follows each: they are about what begins there.
fn read_comments(text: &str) -> Vec<(usize, SegmentComment)> {
    let mut found = Vec::new();
    let mut open: Vec<SegmentComment> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        if trimmed.starts_with('#') {
            collect_comments(line.trim_end(), at, &mut open);
        } else if !trimmed.is_empty() {
            found.extend(open.drain(..).map(|comment| (at, comment)));
        }
        at += line.len();
    }
    found
}

struct TreeReader<'a> {
    text: &'a str,
    decode_text: DecodeText,
    comments: Vec<(usize, SegmentComment)>,
    path: Vec<String>,
    language: Option<String>,
}

impl<'a> TreeReader<'a> {
    /// `begin` is where the entry begins that the value belongs to.
    fn read_node(&mut self, node: &Node, begin: usize, take: &mut dyn FnMut(Segment<'a>)) {
        match &node.value {
            Value::Mapping(entries) => {
                // A message of go-i18n: its forms, and what is said about it.
                let is_message = entries.iter().any(|entry| entry.key.value == "other");
                let about = |key: &str| is_message && matches!(key, "description" | "hash");
                for entry in entries.iter().filter(|entry| !about(&entry.key.value)) {
                    self.path.push(entry.key.value.clone());
                    self.read_node(&entry.value, entry.key.span.start as usize, take);
                    self.path.pop();
                }
            }
            Value::Sequence(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.path.push(index.to_string());
                    self.read_node(item, item.span.start as usize, take);
                    self.path.pop();
                }
            }
            Value::Text(text) if !text.trim().is_empty() => {
                let target = (self.decode_text)(self.text, node, text);
                let line = self.text[..begin].rfind('\n').map_or(0, |end| end + 1);
                let own = self.comments.iter().filter(|(about, _)| *about == line);
                let comments = own.map(|(_, comment)| comment.clone()).collect();
                let (key, language) = (self.path.join(".").into(), self.language.clone());
                take(Segment { key, target, language, comments, ..Segment::default() });
            }
            Value::Text(_) | Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => {}
        }
    }
}

/// A scalar with the bytes that each of its characters stands in.
fn decode<'a>(file: &'a str, node: &Node, text: &str) -> Decoded<'a> {
    let (start, end) = (node.span.start as usize, node.span.end as usize);
    let raw = file.get(start..end).unwrap_or_default();
    let exact = match raw.as_bytes().first() {
        Some(b'"') => raw.get(1..raw.len().saturating_sub(1)).map(|body| {
            let mut decoded = Decoded::new(Escape::Backslash);
            push_backslashed(&mut decoded, body, start + 1);
            decoded
        }),
        Some(b'\'') => raw.get(1..raw.len().saturating_sub(1)).map(|body| {
            let mut decoded = Decoded::new(Escape::SingleQuoted);
            push_doubled(&mut decoded, body, start + 1);
            decoded
        }),
        Some(b'|') => Some(decode_literal(file, start, text)),
        Some(_) | None => {
            let mut decoded = Decoded::new(Escape::Bare);
            decoded.push_plain(raw, start);
            Some(decoded)
        }
    };
    // An alias, a folded text, an escape that only YAML has.
    exact
        .filter(|decoded| decoded.text() == text)
        .unwrap_or_else(|| Decoded::opaque(Cow::Owned(text.to_owned()), start..end))
}

fn push_doubled<'a>(decoded: &mut Decoded<'a>, body: &'a str, at: usize) {
    let (mut rest, mut here) = (body, at);
    while let Some(found) = rest.find("''") {
        decoded.push_plain(&rest[..found], here);
        decoded.push_escape("'", here + found, 2);
        here += found + 2;
        rest = &rest[found + 2..];
    }
    decoded.push_plain(rest, here);
}

/// Lines of a literal block, without the indentation that they share.
fn decode_literal<'a>(file: &'a str, start: usize, text: &str) -> Decoded<'a> {
    let mut decoded = Decoded::new(Escape::None);
    let mut lines = file.get(start..).unwrap_or_default().split_inclusive('\n');
    let mut at = start + lines.next().map_or(0, str::len);
    let mut indent = None;
    for line in lines {
        let left = text.len() - decoded.text().len();
        if left == 0 {
            break;
        }
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let own = if line.trim().is_empty() { blanks } else { *indent.get_or_insert(blanks) };
        let skip = own.min(blanks);
        let end = line.floor_char_boundary((skip + left).min(line.len()));
        decoded.push_plain(&line[skip..end], at + skip);
        at += line.len();
    }
    decoded
}
