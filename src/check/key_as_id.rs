//! A field of the service's requests in a profile, `style_id`, with the key of a document behind it: only its name is wrong.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::check::document::SourceDocument;
use crate::diagnostic::{Code, Diagnostic, Safety, Span};
use crate::schema::edits;
use crate::schema::validate::DocumentKind;
use crate::source::{Entry, Node};

/// Fields for ids, with those for keys and the kind of document that both name.
const FIELDS: &[(&str, &str, DocumentKind)] = &[
    ("style_id", "style", DocumentKind::Style),
    ("glossary_id", "glossary", DocumentKind::Glossary),
    ("glossary_ids", "glossaries", DocumentKind::Glossary),
    ("style_profile_id", "style_profile", DocumentKind::StyleProfile),
    ("spoken_terms_id", "spoken_terms", DocumentKind::SpokenTerms),
];

/// The fields of a profile for documents of a kind, that for one before that for several.
fn fields_of_profile(kind: DocumentKind) -> impl Iterator<Item = &'static str> {
    FIELDS.iter().filter(move |(_, _, of)| *of == kind).map(|(_, field, _)| *field)
}

/// The field of a profile for one document of a kind.
pub(super) fn field_of_profile(kind: DocumentKind) -> Option<&'static str> {
    fields_of_profile(kind).next()
}

/// The same, where the profile names none of that kind.
pub(super) fn vacant_field(profile: &Node, kind: DocumentKind) -> Option<&'static str> {
    let field = field_of_profile(kind)?;
    fields_of_profile(kind).all(|field| profile.get(field).is_none()).then_some(field)
}

/// Names the documents whose keys stand behind fields for ids: who judges the shape of a document knows of no other.
pub(super) fn name_documents(findings: &mut [Vec<Diagnostic>], documents: &[SourceDocument<'_>]) {
    let field_of = |finding: &Diagnostic| {
        let field = finding.pointer.as_deref().filter(|_| finding.code == Code::UnknownField)?.strip_prefix('/')?;
        FIELDS.iter().find(|(id, ..)| *id == field)
    };
    let told = findings.iter_mut().flatten().filter_map(|finding| field_of(finding).map(|field| (finding, field)));
    let told: Vec<_> = told.collect();
    if told.is_empty() {
        return;
    }
    let keys: HashSet<(DocumentKind, &str)> =
        documents.iter().filter_map(|document| Some((document.shape, document.key.as_ref()?.as_str()))).collect();
    let profiles = documents.iter().filter(|document| document.shape == DocumentKind::Profile);
    let entries = profiles.flat_map(|document| {
        let place = move |entry: &Entry| (document.file.path().clone(), entry.key.span);
        document.node.entries().iter().map(move |entry| (place(entry), (document.node, entry)))
    });
    let entries: HashMap<(Arc<str>, Span), (&Node, &Entry)> = entries.collect();
    for (finding, (_, field, kind)) in told {
        let Some((node, entry)) = entries.get(&(finding.file.path().clone(), finding.primary.span)) else { continue };
        let is_key = |node: &Node| node.text().is_some_and(|key| keys.contains(&(*kind, key)));
        let items = entry.value.items();
        let all = if items.is_empty() { is_key(&entry.value) } else { items.iter().all(is_key) };
        if all && node.get(field).is_none() {
            let title = format!("write `{field}`");
            let fix = edits::rename_key(&finding.file, entry.key.span, field, Safety::Unsafe);
            let told = Diagnostic { help: None, ..finding.clone() }.with_label("not a field");
            *finding = told.with_help(format!("{title}: behind it stands the key of a document")).with_fix(fix);
        }
    }
}
