//! `duplicate-name`: two lists of one language, two glossaries or two collections of spoken terms have the same name.
//!
//! The service allows it, but a list that is found by its name, after an answer was lost or a state file, is then anyone's guess.

use foldhash::HashMap;

use crate::check::document::SourceDocument;
use crate::check::inherit::MergedStyle;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Language;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;

/// Says it at the later list.
pub(super) fn check_duplicate_names(lists: &[MergedStyle<'_, '_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(&str, &Language), &MergedStyle<'_, '_>> = HashMap::default();
    let mut findings = Vec::new();
    for list in lists {
        let own = &list.document.raw;
        let (Some(name), Some(language)) = (&own.name, &own.language) else { continue };
        let Some(other) = first.get(&(name.value.trim(), &language.value)) else {
            first.insert((name.value.trim(), &language.value), list);
            continue;
        };
        let file = other.document.file;
        let Some(there) = &other.document.raw.name else { continue };
        let message = format!("another `{}` list is named `{}`", language.value, echo_text(name.value.trim()));
        let finding = Diagnostic::new(Code::DuplicateName, list.document.file, name.span, message)
            .with_label("the same name")
            .with_note(format!("first at {}", file.place_of(there.span)))
            .with_help("give one of them another name")
            .with_pointer("/name");
        let beside = file.path() == list.document.file.path();
        findings.push(if beside { finding.with_secondary(there.span, "first here") } else { finding });
    }
    findings
}

/// The same for what has no language of its own.
pub(super) fn check_duplicate_term_set_names(documents: &[SourceDocument<'_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(DocumentKind, &str), &SourceDocument<'_>> = HashMap::default();
    let mut findings = Vec::new();
    for document in documents.iter().filter(|document| {
        matches!(document.shape, DocumentKind::Glossary | DocumentKind::SpokenTerms | DocumentKind::StyleProfile)
    }) {
        let Some(name) = &document.raw.name else { continue };
        let text = name.value.trim();
        let other = first.get(&(document.shape, text)).and_then(|other| Some((other.file, other.raw.name.as_ref()?)));
        let Some((file, there)) = other else {
            first.insert((document.shape, text), document);
            continue;
        };
        let message = format!("another {} is named `{}`", document.shape.noun(), echo_text(text));
        let finding = Diagnostic::new(Code::DuplicateName, document.file, name.span, message)
            .with_label("the same name")
            .with_note(format!("first at {}", file.place_of(there.span)))
            .with_help("give one of them another name")
            .with_pointer("/name");
        let beside = file.path() == document.file.path();
        findings.push(if beside { finding.with_secondary(there.span, "first here") } else { finding });
    }
    findings
}
