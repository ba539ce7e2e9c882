//! `unknown-address`: `protect` of the project file names what no document of the project is.
//!
//! A warning: a resource that is managed stays protected when its file is gone, and only `plan` knows the state.

use std::collections::BTreeSet;

use crate::catalogue::nearest;
use crate::check::document::SourceDocument;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::model::project::{Project, ProtectedAddress};
use crate::model::{Address, Kind};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;

/// Says it for each address that no document has. Documents without a key might be what is meant: then nothing is said.
pub(super) fn check_protected_addresses(project: &Project, documents: &[SourceDocument<'_>]) -> Vec<Diagnostic> {
    if documents.iter().any(|document| document.key.is_none()) {
        return Vec::new();
    }
    let known: BTreeSet<String> = documents
        .iter()
        .filter_map(|document| Some(Address::new(address_kind(document.shape)?, document.key.clone()?).to_string()))
        .collect();
    let unknown = project.protected.iter().filter(|protected| !known.contains(&protected.address.to_string()));
    unknown.map(|protected| unknown_address(protected, &known)).collect()
}

/// The kind of resources that a document makes; bases and profiles make none.
fn address_kind(shape: DocumentKind) -> Option<Kind> {
    match shape {
        DocumentKind::Style => Some(Kind::Style),
        DocumentKind::Glossary => Some(Kind::Glossary),
        DocumentKind::SpokenTerms => Some(Kind::SpokenTerms),
        DocumentKind::Base | DocumentKind::Profile => None,
    }
}

fn unknown_address(protected: &ProtectedAddress, known: &BTreeSet<String>) -> Diagnostic {
    let ProtectedAddress { address, file, span, pointer } = protected;
    let written = address.to_string();
    let message = format!("no document of the project is `{}`", echo_text(&written));
    let finding = Diagnostic::new(Code::UnknownAddress, file, *span, message)
        .with_label("protects nothing")
        .with_note(
            "a managed resource whose file is gone stays protected; `plan` stops where the state has none either",
        )
        .with_pointer(pointer.clone());
    match nearest::nearest_words(&written, known.iter().map(String::as_str)).first() {
        Some(best) => {
            let title = format!("write `{best}`");
            finding.with_help(format!("did you mean `{best}`?")).with_fix(edits::replace_span(
                *span,
                edits::quote_text(best),
                title,
                Safety::Unsafe,
            ))
        }
        None => finding.with_help("correct it or take it away"),
    }
}
