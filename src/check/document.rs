//! One document by itself: its kind, its key, its shape and its texts.

use std::borrow::Cow;
use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::check::own::{self, Own};
use crate::check::{duplicate_label, edge_whitespace, hidden_text, not_normalized, prompt_utf16, unlikely_language};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::model::Key;
use crate::schema::edits;
use crate::schema::validate::{Shape, Shapes, echo};
use crate::source::beside::Beside;
use crate::source::{Node, Parsed, Value};

/// A document that was read, as far as it could be.
pub(super) struct Document<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) shape: Shape,
    /// Its key; none where what stands there cannot be one.
    pub(super) key: Option<Key>,
    /// Where the key is written, or where the document begins.
    pub(super) key_span: Span,
    /// Whether the key is written in the file.
    pub(super) key_written: bool,
    /// The document as it was read.
    pub(super) node: &'a Node,
    /// Files that the documents of this file name.
    pub(super) beside: &'a [Beside],
    /// What it says itself, without bases; of glossaries, spoken terms and profiles only the name and protection.
    pub(super) own: Own,
    /// Where it begins.
    pub(super) start: Span,
    /// Whether something in it is an error of its own, so that what is missing in it proves nothing.
    pub(super) broken: bool,
}

/// Reads the documents of one file. The findings do not hold those of parsing.
pub(super) fn read<'a>(
    parsed: &'a Parsed,
    shapes: &Shapes<'_>,
    catalogue: &Catalogue,
) -> (Vec<Document<'a>>, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    let documents: Vec<Document<'a>> = parsed
        .documents
        .iter()
        .enumerate()
        .filter_map(|(index, node)| {
            let (document, found) = one(parsed, index, node, shapes, catalogue);
            findings.extend(found);
            document
        })
        .collect();
    // After a fault of the text itself, what cannot be seen is likely that fault.
    if !parsed.incomplete {
        let texts = documents.iter().flat_map(|document| document.own.texts().map(|text| text.span));
        let apart: Vec<Span> = texts.chain(findings.iter().map(|finding| finding.primary.span)).collect();
        findings.extend(hidden_text::check_file(&parsed.file, &apart));
    }
    (documents, findings)
}

fn one<'a>(
    parsed: &'a Parsed,
    index: usize,
    node: &'a Node,
    shapes: &Shapes<'_>,
    catalogue: &Catalogue,
) -> (Option<Document<'a>>, Vec<Diagnostic>) {
    let file = &parsed.file;
    let written = node;
    let (node, mut findings) = match not_normalized::normalize(file, node) {
        Some((normal, found)) => (Cow::Owned(normal), found),
        None => (Cow::Borrowed(node), Vec::new()),
    };
    let shape = match shapes.kind(file, &node) {
        Ok(shape) => shape,
        Err(finding) => {
            findings.push(*finding);
            return (None, findings);
        }
    };
    let faults = shapes.check(file, &node, shape);
    findings.extend(faults.into_iter().filter(|fault| !follows(parsed, fault)));
    let broken = parsed.incomplete || findings.iter().any(|finding| finding.severity == Severity::Error);
    let own = match shape {
        Shape::Style | Shape::Base => own::read(&node),
        Shape::Glossary | Shape::SpokenTerms | Shape::Profile => own::read_bare(&node),
    };
    let start = Span::at(node.span.start as usize);
    let key = key(file, shape, index, &node, &mut findings);
    findings.extend(duplicate_label::check(file, &own));
    for text in own.texts() {
        findings.extend(hidden_text::check(file, &text));
        findings.extend(edge_whitespace::check(file, &text));
        findings.extend(prompt_utf16::check(file, &text, catalogue.limits.prompt));
    }
    findings.extend(unlikely_language::check(file, &own, catalogue));
    let (key, key_span, key_written) = key;
    (
        Some(Document {
            file,
            shape,
            key,
            key_span,
            key_written,
            node: written,
            beside: parsed.beside.get().map(Vec::as_slice).unwrap_or_default(),
            own,
            start,
            broken,
        }),
        findings,
    )
}

/// Whether a fault of the shape is only what a fault of the text left behind.
fn follows(parsed: &Parsed, fault: &Diagnostic) -> bool {
    let lost = parsed.incomplete && fault.code == Code::MissingField;
    let cut = fault.code == Code::WrongType
        && parsed.findings.iter().any(|finding| {
            let (cut, whole) = (finding.primary.span, fault.primary.span);
            finding.code == Code::TooDeep && (whole.start..=whole.end).contains(&cut.start)
        });
    lost || cut
}

/// The document's key, where it stands, and whether it is written.
fn key(
    file: &Arc<SourceFile>,
    shape: Shape,
    index: usize,
    node: &Node,
    findings: &mut Vec<Diagnostic>,
) -> (Option<Key>, Span, bool) {
    if let Some(written) = node.get("key") {
        // What is no text, or has characters that no key has, was said with the shape.
        let Value::Text(text) = &written.value else { return (None, written.span, true) };
        let key = Key::new(text);
        if let Err(why) = &key
            && !findings.iter().any(|finding| finding.primary.span == written.span)
        {
            let message = format!("`{}` cannot be a key", echo(text));
            let finding = Diagnostic::new(Code::InvalidKey, file, written.span, message).label("not a key");
            findings.push(finding.note(why.clone()).help("give it another key").at("/key"));
        }
        return (key.ok(), written.span, true);
    }
    let start = Span::at(node.span.start as usize);
    if index > 0 {
        let finding = Diagnostic::new(Code::MissingField, file, start, format!("this {} has no `key`", shape.noun()))
            .label("insert it here")
            .note("only the first document of a file is named by the file")
            .help("add `key`, a name that no other document of the project has")
            .at("");
        findings.push(finding);
        return (None, start, false);
    }
    let path = file.path();
    let name = path.rsplit_once('/').map_or(&**path, |(_, name)| name);
    let ending = name.rsplit_once('.').map_or(0, |(_, ending)| ending.len() + 1);
    let text = match shape {
        Shape::Style | Shape::Glossary | Shape::SpokenTerms | Shape::Profile => &name[..name.len() - ending],
        Shape::Base => &path[..path.len() - ending],
    };
    match Key::new(text) {
        Ok(key) => (Some(key), start, false),
        Err(why) => {
            let fitting: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
            let fitting = fitting.trim_matches('-');
            let finding = Diagnostic::new(
                Code::InvalidKey,
                file,
                start,
                format!("the file's name `{}` cannot be a key", echo(text)),
            )
            .note(why)
            .help("add `key`, or give the file another name")
            .at("");
            let value = if edits::is_toml(file) { edits::quoted(fitting) } else { fitting.to_owned() };
            let edit: Option<Edit> =
                if fitting.is_empty() { None } else { edits::insert_first(file, node, "key", &value) };
            findings.push(match edit {
                Some(edit) => finding.fix(Fix {
                    title: format!("add `key: {fitting}`"),
                    safety: Safety::Unsafe,
                    edits: vec![edit],
                }),
                None => finding,
            });
            (None, start, false)
        }
    }
}
