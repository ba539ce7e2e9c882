//! `duplicate-name`: two lists of one language, two glossaries or two collections of spoken terms have the same name.
//!
//! The service allows it, but a list that is found by its name, after an answer was lost or a state file, is then anyone's guess.

use std::collections::HashMap;

use crate::check::document::Document;
use crate::check::inherit::Merged;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Language;
use crate::schema::validate::{Shape, echo};

/// Says it at the later list.
pub(super) fn check(lists: &[Merged<'_, '_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(&str, &Language), &Merged<'_, '_>> = HashMap::new();
    let mut findings = Vec::new();
    for list in lists {
        let own = &list.document.own;
        let (Some(name), Some(language)) = (&own.name, &own.language) else { continue };
        let Some(other) = first.get(&(name.value.trim(), &language.value)) else {
            first.insert((name.value.trim(), &language.value), list);
            continue;
        };
        let file = other.document.file;
        let Some(there) = &other.document.own.name else { continue };
        let message = format!("another `{}` list is named `{}`", language.value, echo(name.value.trim()));
        let finding = Diagnostic::new(Code::DuplicateName, list.document.file, name.span, message)
            .label("the same name")
            .note(format!("first at {}", file.place(there.span)))
            .help("give one of them another name")
            .at("/name");
        let beside = file.path() == list.document.file.path();
        findings.push(if beside { finding.because(there.span, "first here") } else { finding });
    }
    findings
}

/// The same for what has no language of its own.
pub(super) fn check_without_language(documents: &[Document<'_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(Shape, &str), &Document<'_>> = HashMap::new();
    let mut findings = Vec::new();
    for document in documents.iter().filter(|document| matches!(document.shape, Shape::Glossary | Shape::SpokenTerms)) {
        let Some(name) = &document.own.name else { continue };
        let text = name.value.trim();
        let other = first.get(&(document.shape, text)).and_then(|other| Some((other.file, other.own.name.as_ref()?)));
        let Some((file, there)) = other else {
            first.insert((document.shape, text), document);
            continue;
        };
        let message = format!("another {} is named `{}`", document.shape.noun(), echo(text));
        let finding = Diagnostic::new(Code::DuplicateName, document.file, name.span, message)
            .label("the same name")
            .note(format!("first at {}", file.place(there.span)))
            .help("give one of them another name")
            .at("/name");
        let beside = file.path() == document.file.path();
        findings.push(if beside { finding.because(there.span, "first here") } else { finding });
    }
    findings
}
