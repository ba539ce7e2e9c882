//! A field of the service's requests in a profile, `style_id`, with the key of a document behind it: only its name is wrong.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::catalogue::languages::root_code;
use crate::check::document::SourceDocument;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, Span};
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

/// Most documents that are named in the place of an id.
const MAX_NAMED: usize = 3;

/// The finding about an id with the documents that may be meant, where they are few.
fn offer_keys(finding: Diagnostic, entry: &Entry, field: &str, keys: &[&str]) -> Diagnostic {
    let few = if keys.len() > MAX_NAMED { &[] } else { keys };
    few.iter().fold(finding, |finding, key| {
        let title = format!("write `{}`, if that is meant", edits::field_line(&finding.file, field, key));
        let edit = |span, text| Edit { span, text: edits::match_notation(&finding.file, span, text) };
        let edits = vec![edit(entry.key.span, field), edit(entry.value.span, key)];
        finding.or_offering(title, edits)
    })
}

/// Whether a document is for the languages of a profile, as far as both say theirs.
fn may_serve(document: &SourceDocument<'_>, profile: &Node) -> bool {
    let code = |node: &Node, field: &str| Some(root_code(node.get(field)?.text()?).to_ascii_lowercase());
    let same =
        |node: &Node, own: &str, field: &str| code(node, own).is_none_or(|own| code(profile, field) == Some(own));
    let is_for = |pair: &Node| {
        same(pair, "source_language", "source_language") && same(pair, "target_language", "target_language")
    };
    let pairs = document.node.get("dictionaries").map(Node::items).unwrap_or_default();
    // Of a list that says nothing else, its language is kept.
    let language = document.raw.language.as_ref().map(|language| root_code(language.value.as_str()).to_owned());
    let fits = language.is_none_or(|language| code(profile, "target_language") == Some(language));
    fits && (pairs.is_empty() || pairs.iter().any(is_for))
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
        } else if node.get(field).is_none() && entry.value.text().is_some() {
            let fitting = documents.iter().filter(|document| document.shape == *kind && may_serve(document, node));
            let keys: Vec<&str> = fitting.filter_map(|document| Some(document.key.as_ref()?.as_str())).collect();
            *finding = offer_keys(finding.clone(), entry, field, &keys);
        }
    }
}
