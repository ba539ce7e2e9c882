//! `duplicate-style-key`: two documents of one kind have the same key.

use std::collections::HashMap;

use crate::check::document::Document;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::validate::Shape;

/// Says it at the later document.
pub(super) fn check(documents: &[Document<'_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(Shape, &str), &Document<'_>> = HashMap::new();
    let mut findings = Vec::new();
    for document in documents {
        let Some(key) = &document.key else { continue };
        let Some(other) = first.get(&(document.shape, key.as_str())) else {
            first.insert((document.shape, key.as_str()), document);
            continue;
        };
        let place = other.file.place(other.key_span);
        let given = |document: &Document<'_>| if document.key_written { "" } else { ", given by the file's name" };
        let noun = document.shape.noun();
        let finding = Diagnostic::new(
            Code::DuplicateStyleKey,
            document.file,
            document.key_span,
            format!("the key `{key}` is taken by another {noun}"),
        )
        .label(format!("also `{key}`{}", given(document)))
        .note(format!("first at {place}{}", given(other)))
        .help(if document.key_written { "give it another key" } else { "add `key`, or give the file another name" })
        .at(if document.key_written { "/key" } else { "" });
        let beside = other.file.path() == document.file.path() && other.key_span != document.key_span;
        findings.push(if beside { finding.because(other.key_span, "first here") } else { finding });
    }
    findings
}
