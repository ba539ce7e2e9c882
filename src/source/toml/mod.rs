//! TOML to one tree, the same that YAML becomes.
//!
//! `lines` reads what people mostly write, and leaves the rest to the parser.
//! The parser names one fault at a time and gives no tree with it. A repeated key is read on under another name of the
//! same length, so that all are found; after any other fault, its line is read as blank, or else what stands before it
//! is kept. Offsets never move.

mod bare_text;
mod fault;
mod header;
mod lines;
mod newer_syntax;
mod other_sign;
mod quote;
pub mod table_paths;
mod tree;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use toml_edit::{Document, TomlError};

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::empty_file::empty_file;
use crate::source::toml::tree::RepeatedKey;
use crate::source::{Format, Node, ParsedFile, Value, conflict};

/// Bytes that are read at most for the faults of one file, all readings together.
const MAX_REREAD_BYTES: usize = 1 << 22;

/// Reads TOML.
#[must_use]
pub fn parse(file: &Arc<SourceFile>) -> ParsedFile {
    parse_by_lines(file).unwrap_or_else(|| parse_by_tables(file))
}

/// Reads TOML line by line: the short way, for a text in which nothing is wrong and whose lines have the usual forms.
#[must_use]
pub fn parse_by_lines(file: &Arc<SourceFile>) -> Option<ParsedFile> {
    lines::read_document(file.text()).map(|document| ParsedFile::without_findings(file, document))
}

/// Reads TOML by its parser: the whole grammar, and everything that can be wrong. What [`parse`] does where it has no shorter
/// way, and what the shorter way is compared with.
#[must_use]
pub fn parse_by_tables(file: &Arc<SourceFile>) -> ParsedFile {
    let original = file.text();
    let base = if original.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let (mut conflict, mut text) = match conflict::resolve_conflict_markers(file) {
        Some((finding, settled)) => (Some(finding), Cow::Owned(settled)),
        None => (None, Cow::Borrowed(original)),
    };
    let read = |text: &str| {
        let mut reading = TomlReading { file, base, findings: Vec::new(), repeated: Vec::new(), incomplete: false };
        let document = reading.read_document(Cow::Borrowed(&text[base..]));
        (document, reading.findings, reading.incomplete)
    };
    let (mut document, mut findings, mut incomplete) = read(&text);
    let fault = findings.iter().find(|finding| finding.code == Code::Syntax && conflict.is_none());
    if let Some((finding, settled)) = fault.and_then(|fault| conflict::resolve_lone_separator(file, fault)) {
        (conflict, text) = (Some(finding), Cow::Owned(settled));
        (document, findings, incomplete) = read(&text);
    }
    if let Some(conflict) = conflict {
        findings = vec![conflict];
        incomplete = true;
    }
    let empty = document.as_ref().is_some_and(|node| node.entries().is_empty());
    // A project file may be empty: every setting has a default.
    let documents = if empty && !is_project(file) { Vec::new() } else { document.into_iter().collect() };
    if documents.is_empty() && findings.is_empty() && !incomplete {
        findings.push(empty_file(file, Format::Toml, Span::empty_at(0), None));
    }
    if !incomplete && findings.is_empty() {
        findings.extend(newer_syntax::check_newer_syntax(file, &text[base..], base));
    }
    findings.sort_by_key(|finding| (finding.primary.span, finding.code));
    ParsedFile { file: file.clone(), documents, findings, incomplete, side_tables: OnceLock::new() }
}

fn is_project(file: &SourceFile) -> bool {
    file.path().rsplit('/').next() == Some("housestyle.toml")
}

struct TomlReading<'a> {
    file: &'a Arc<SourceFile>,
    base: usize,
    findings: Vec<Diagnostic>,
    repeated: Vec<RepeatedKey>,
    incomplete: bool,
}

impl TomlReading<'_> {
    fn read_document(&mut self, mut text: Cow<'_, str>) -> Option<Node> {
        for _ in 0..(MAX_REREAD_BYTES / text.len().max(1)).clamp(8, 100) {
            let error = match Document::parse(text.as_ref()) {
                Ok(document) => return Some(self.build_tree(&document)),
                Err(error) => error,
            };
            let span = self.error_span(&error, &text);
            if fault::is_repeated(error.message())
                && let Some(renamed) = rename_key(&text, span.start as usize - self.base..span.end as usize - self.base)
            {
                let name = fault::key_name(self.file.slice(span));
                self.repeated.push(RepeatedKey { span, name });
                text = Cow::Owned(renamed);
                continue;
            }
            return self.read_around(&text, span, &error);
        }
        self.incomplete = true;
        for RepeatedKey { span, name } in &self.repeated {
            self.findings.push(fault::duplicate_key(self.file, *span, name));
        }
        None
    }

    /// What can be read beside a fault.
    fn read_around(&mut self, text: &str, span: Span, error: &TomlError) -> Option<Node> {
        self.incomplete = true;
        self.findings.push(fault::explain_error(self.file, self.base, span, error));
        let line = line_range(text, span.start as usize - self.base);
        let stop = if fault::is_too_deep(error.message()) { text.len() } else { line.end };
        let mended = blank_range(text, line.start..stop);
        let document = Document::parse(mended.as_str()).or_else(|_| Document::parse(&mended[..line.start])).ok()?;
        let mut node = self.build_tree(&document);
        // What follows a header that was not read belongs to the table of that name, and to no other.
        if text[line.clone()].trim_start().starts_with('[') || header::header_meant(text, line.clone()).is_some() {
            let next = text[line.end..].find("\n[").map_or(text.len(), |at| line.end + at + 1);
            let lost = self.base + line.end..self.base + next;
            remove_entries_within(&mut node, &lost);
        }
        Some(node)
    }

    fn build_tree(&mut self, document: &Document<&str>) -> Node {
        let mut tree =
            tree::TomlTreeBuilder { file: self.file, base: self.base, repeated: &self.repeated, findings: Vec::new() };
        let node = tree.convert_document(document.as_table());
        self.incomplete |= tree.findings.iter().any(|finding| finding.code == Code::TooDeep);
        self.findings.append(&mut tree.findings);
        node
    }

    fn error_span(&self, error: &TomlError, text: &str) -> Span {
        let range = error.span().unwrap_or(text.len()..text.len());
        let end = range.end.min(text.len());
        let start = range.start.min(end);
        Span::new(self.base + char_floor(text, start), self.base + char_floor(text, end))
    }
}

/// Takes entries away whose keys stand in a range.
fn remove_entries_within(node: &mut Node, lost: &Range<usize>) {
    if let Value::Sequence(items) = &mut node.value {
        items.iter_mut().for_each(|item| remove_entries_within(item, lost));
    }
    let Value::Mapping(entries) = &mut node.value else { return };
    entries.retain(|entry| !lost.contains(&(entry.key.span.start as usize)));
    for entry in entries {
        remove_entries_within(&mut entry.value, lost);
    }
}

/// The line around an offset, without its line end.
fn line_range(text: &str, at: usize) -> Range<usize> {
    let start = text[..char_floor(text, at)].rfind('\n').map_or(0, |at| at + 1);
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    start..end.max(start)
}

/// The text with a key's name replaced by one of the same length that the text does not have. Nothing for a key that is
/// too short for that.
fn rename_key(text: &str, key: Range<usize>) -> Option<String> {
    let written = text.get(key.clone())?;
    let quotes = usize::from(written.starts_with(['"', '\'']));
    let length = written.len().checked_sub(2 * quotes).filter(|length| *length > 0)?;
    let words: HashSet<&str> = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
        .filter(|word| word.len() == length)
        .collect();
    let letters = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    let name = (0..letters.len() * letters.len()).find_map(|number| {
        let mut name = vec![b'x'; length];
        name[length - 1] = letters[number % letters.len()];
        if let Some(second) = length.checked_sub(2) {
            name[second] = letters[number / letters.len()];
        }
        String::from_utf8(name).ok().filter(|name| !words.contains(name.as_str()))
    })?;
    let mut renamed = text.to_owned();
    renamed.replace_range(key.start + quotes..key.end - quotes, &name);
    Some(renamed)
}

/// The text with blanks of the same length in a range.
fn blank_range(text: &str, range: Range<usize>) -> String {
    let mut blank = String::with_capacity(text.len());
    blank.push_str(&text[..range.start]);
    blank
        .extend(text[range.clone()].bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' }));
    blank.push_str(&text[range.end..]);
    blank
}

/// The start of the character that an offset lies in.
fn char_floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}
