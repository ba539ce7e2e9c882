//! `duplicate-style-key`: two documents of one kind have the same key.

use foldhash::HashMap;

use crate::check::document::SourceDocument;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::validate::DocumentKind;

/// Says it at the later document.
pub(super) fn check_duplicate_keys(documents: &[SourceDocument<'_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(DocumentKind, &str), &SourceDocument<'_>> = HashMap::default();
    let mut findings = Vec::new();
    for document in documents {
        let Some(key) = &document.key else { continue };
        let Some(other) = first.get(&(document.shape, key.as_str())) else {
            first.insert((document.shape, key.as_str()), document);
            continue;
        };
        let place = other.file.place_of(other.key_span);
        let given =
            |document: &SourceDocument<'_>| if document.key_written { "" } else { ", given by the file's name" };
        let noun = document.shape.noun();
        let finding = Diagnostic::new(
            Code::DuplicateStyleKey,
            document.file,
            document.key_span,
            format!("the key `{key}` is taken by another {noun}"),
        )
        .with_label(format!("also `{key}`{}", given(document)))
        .with_note(format!("first at {place}{}", given(other)))
        .with_help(if document.key_written {
            "give it another key"
        } else {
            "add `key`, or give the file another name"
        })
        .with_pointer(if document.key_written { "/key" } else { "" });
        let beside = other.file.path() == document.file.path() && other.key_span != document.key_span;
        findings.push(if beside { finding.with_secondary(other.key_span, "first here") } else { finding });
    }
    findings
}
