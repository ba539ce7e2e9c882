//! TOML to one tree, the same that YAML becomes.
//!
//! The parser names one fault at a time. After a repeated key, its line is read as blank and reading goes on, so that
//! all are found; after any other fault, what stands before it is kept. Offsets stay, as blanks have the same length.

mod fault;
mod tree;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use toml_edit::{Document, TomlError};

use crate::diagnostic::{Diagnostic, SourceFile, Span};
use crate::source::{Node, Parsed, conflict};

/// Most faults that are mended on the way through one file.
const REPAIRS: usize = 20;

/// Reads TOML.
#[must_use]
pub fn parse(file: &Arc<SourceFile>) -> Parsed {
    let original = file.text();
    let base = if original.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let (conflict, text) = match conflict::settle(file) {
        Some((finding, settled)) => (Some(finding), Cow::Owned(settled)),
        None => (None, Cow::Borrowed(original)),
    };
    let mut reading = Reading { file, base, findings: Vec::new(), repeated: Vec::new(), incomplete: false };
    let document = reading.read(Cow::Borrowed(&text[base..]));
    let Reading { mut findings, mut incomplete, .. } = reading;
    if let Some(conflict) = conflict {
        findings = vec![conflict];
        incomplete = true;
    }
    let empty = document.as_ref().is_some_and(|node| node.entries().is_empty());
    // A project file may be empty: every setting has a default.
    let documents = if empty && !is_project(file) { Vec::new() } else { document.into_iter().collect() };
    if documents.is_empty() && findings.is_empty() && !incomplete {
        findings.push(fault::empty(file));
    }
    findings.sort_by_key(|finding| (finding.primary.span, finding.code));
    Parsed { file: file.clone(), documents, findings, incomplete }
}

fn is_project(file: &SourceFile) -> bool {
    file.path().rsplit('/').next() == Some("housestyle.toml")
}

struct Reading<'a> {
    file: &'a Arc<SourceFile>,
    base: usize,
    findings: Vec<Diagnostic>,
    /// Keys that were set before, with the names they have.
    repeated: Vec<(Span, String)>,
    incomplete: bool,
}

impl Reading<'_> {
    fn read(&mut self, mut text: Cow<'_, str>) -> Option<Node> {
        for _ in 0..REPAIRS {
            let error = match Document::parse(text.as_ref()) {
                Ok(document) => return Some(self.finish(&document)),
                Err(error) => error,
            };
            let at = error.span().map_or(text.len(), |span| span.start.min(text.len()));
            if error.message() == "duplicate key" {
                let key = self.span(&error, &text);
                self.repeated.push((key, fault::key_name(self.file.slice(key))));
                // A table that is set again is read no further: what it holds would be set again, too.
                let line = line(&text, at);
                let stop = if text[line.clone()].trim_start().starts_with('[') {
                    next_table(&text, line.end)
                } else {
                    line.end
                };
                text = Cow::Owned(blanked(&text, line.start..stop));
                self.incomplete = true;
                continue;
            }
            self.incomplete = true;
            let deep = fault::is_too_deep(error.message());
            self.findings.push(fault::explain(self.file, self.span(&error, &text), &error));
            let line = line(&text, at);
            let stop = if deep { text.len() } else { line.end };
            let mended = blanked(&text, line.start..stop);
            if let Ok(document) = Document::parse(mended.as_str()) {
                return Some(self.finish(&document));
            }
            let document = Document::parse(&mended[..line.start]).ok()?;
            return Some(self.finish(&document));
        }
        None
    }

    fn finish(&mut self, document: &Document<&str>) -> Node {
        let mut tree = tree::Tree { file: self.file, base: self.base, findings: Vec::new() };
        let node = tree.document(document.as_table());
        self.incomplete |= !tree.findings.is_empty();
        self.findings.append(&mut tree.findings);
        for (span, name) in std::mem::take(&mut self.repeated) {
            self.findings.push(fault::duplicate_key(self.file, span, &name, &node));
        }
        node
    }

    fn span(&self, error: &TomlError, text: &str) -> Span {
        let range = error.span().unwrap_or(text.len()..text.len());
        let end = range.end.min(text.len());
        let start = range.start.min(end);
        Span::new(self.base + floor(text, start), self.base + floor(text, end))
    }
}

/// The line around an offset, without its line end.
fn line(text: &str, at: usize) -> Range<usize> {
    let start = text[..floor(text, at)].rfind('\n').map_or(0, |at| at + 1);
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    start..end.max(start)
}

/// Where the next table starts, or the end of the text.
fn next_table(text: &str, from: usize) -> usize {
    text[from..].find("\n[").map_or(text.len(), |at| from + at)
}

/// The text with blanks of the same length in a range.
fn blanked(text: &str, range: Range<usize>) -> String {
    let mut blank = String::with_capacity(text.len());
    blank.push_str(&text[..range.start]);
    blank
        .extend(text[range.clone()].bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' }));
    blank.push_str(&text[range.end..]);
    blank
}

/// The start of the character that an offset lies in.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}
