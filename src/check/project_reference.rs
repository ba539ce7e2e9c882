//! What the project file names: `protect`, `[[texts]]`, `[[import]]`, `[[moved]]` and `[[removed]]` against the documents.
//!
//! What only the state can answer is a warning: a resource that is managed may have no file any more, and a block that is done
//! may stay. A style of texts is needed whenever they are checked, so that one which is not there is an error.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::languages::find_language;
use crate::catalogue::nearest;
use crate::check::document::SourceDocument;
use crate::check::profile;
use crate::check::reference::{nearest_style, some_of, suggest_style};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile};
use crate::model::project::{Project, ProjectReference};
use crate::model::reference::{Reference, ReferenceRole};
use crate::model::{Kind, Language};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;

/// The documents of a project by kind and key.
struct KnownDocuments<'d, 'a>(BTreeMap<(&'static str, &'d str), &'d SourceDocument<'a>>);

impl KnownDocuments<'_, '_> {
    /// The styles with their languages.
    fn styles(&self) -> impl Iterator<Item = (&str, &Language)> {
        let styles = self.0.iter().filter(|((kind, _), _)| *kind == "style");
        styles.filter_map(|((_, key), style)| Some((*key, &style.raw.language.as_ref()?.value)))
    }

    /// What of a kind the project has, as it would be written in the place of a name, as the end of a sentence.
    fn list_some(&self, named: &Reference) -> String {
        let of_kind = self.0.keys().filter(|(kind, _)| *kind == named.kind);
        let write =
            |(kind, key): &(&str, &str)| if named.is_address { format!("{kind}/{key}") } else { (*key).to_owned() };
        let names: Vec<String> = of_kind.map(write).collect();
        some_of(&names.iter().map(String::as_str))
    }

    /// The address of the one document of another kind that has the key which was named without a kind, where addresses are due.
    fn address_elsewhere(&self, named: &Reference) -> Option<String> {
        let bare = !named.is_address && named.role != ReferenceRole::Texts;
        let mut same = self.0.keys().filter(|(_, key)| bare && *key == named.key);
        let (kind, key) = same.next().filter(|_| same.next().is_none())?;
        Kind::from_name(kind).map(|_| format!("{kind}/{key}"))
    }

    /// The key of the same kind that is nearest to a name that no document has: that of a document which the service calls so
    /// comes first.
    fn nearest_key(&self, named: &Reference) -> Option<&str> {
        let of_kind = || self.0.iter().filter(|((kind, _), _)| *kind == named.kind).map(|((_, key), of)| (*key, *of));
        let called = |document: &SourceDocument<'_>| {
            document.raw.name.as_ref().is_some_and(|name| name.value.eq_ignore_ascii_case(&named.key))
        };
        let called = of_kind().find(|(_, document)| called(document)).map(|(key, _)| key);
        called.or_else(|| nearest::nearest_words(&named.key, of_kind().map(|(key, _)| key)).first().copied())
    }
}

/// Follows every name of the project file. Documents without a key might be what is meant: then nothing is said.
pub(super) fn check_project_references(project: &Project, documents: &[SourceDocument<'_>]) -> Vec<Diagnostic> {
    let Some(file) = project.file.as_ref().filter(|_| {
        documents.iter().all(|document| document.key.is_some() || document.shape == DocumentKind::StyleTest)
    }) else {
        return Vec::new();
    };
    let known = documents
        .iter()
        .filter_map(|document| Some(((document.shape.as_str(), document.key.as_ref()?.as_str()), document)));
    let known = KnownDocuments(known.collect());
    let swapped = swapped_moves(file, &project.references, &known);
    let check = |named: &ProjectReference| match (move_of(named, "from"), move_of(named, "to")) {
        (Some(block), _) if swapped.contains_key(block) => swapped.get(block).cloned(),
        (_, Some(block)) if swapped.contains_key(block) => None,
        _ => check_reference(file, named, &known),
    };
    project.references.iter().filter_map(check).collect()
}

/// Moves whose two addresses are swapped, as it seems, by block.
fn swapped_moves<'r>(
    file: &Arc<SourceFile>,
    references: &'r [ProjectReference],
    documents: &KnownDocuments<'_, '_>,
) -> BTreeMap<&'r str, Diagnostic> {
    let by_block = |field: &str| -> BTreeMap<&'r str, &'r Reference> {
        references.iter().filter_map(|named| Some((move_of(named, field)?, &named.reference))).collect()
    };
    let to = by_block("to");
    let swapped = |(block, from)| Some((block, find_swapped(file, from, to.get(block)?, documents)?));
    by_block("from").into_iter().filter_map(swapped).collect()
}

/// The block `[[moved]]` whose field this is.
fn move_of<'r>(named: &'r ProjectReference, field: &str) -> Option<&'r str> {
    named.reference.pointer.strip_prefix("/moved/")?.strip_suffix(field)
}

/// A move from an address that has a file to one that has none: the two are swapped, as it seems.
fn find_swapped(
    file: &Arc<SourceFile>,
    from: &Reference,
    to: &Reference,
    documents: &KnownDocuments<'_, '_>,
) -> Option<Diagnostic> {
    let found = |named: &Reference| documents.0.get(&(named.kind.as_str(), named.key.as_str())).copied();
    let (there, None) = (found(from)?, found(to)) else { return None };
    // One that is near to another document is misspelt.
    if documents.nearest_key(to).is_some_and(|near| near != from.key) || from.kind != to.kind {
        return None;
    }
    let (old, new) = (written(file, from), written(file, to));
    let message = format!("`{}` has a file and `{}` has none: `from` and `to` are swapped, as it seems", old, new);
    let finding = Diagnostic::new(Code::UnknownAddress, file, from.span, message)
        .with_label("is still there")
        .with_secondary(to.span, "leads nowhere")
        .with_note(format!("its file is {}", there.file.path()))
        .with_help(format!("write `from = \"{new}\"` and `to = \"{old}\"`, or give that file its new name"))
        .with_pointer(from.pointer.clone());
    let mut edits = [(from.span, to.span), (to.span, from.span)]
        .map(|(span, other)| Edit { span, text: file.slice(other).to_owned() });
    edits.sort_by_key(|edit| edit.span);
    Some(finding.with_fix(Fix { title: "swap them".to_owned(), safety: Safety::Unsafe, edits: edits.to_vec() }))
}

/// A name as the file has it, for a sentence.
fn written(file: &SourceFile, named: &Reference) -> String {
    echo_text(file.slice(named.span).trim_matches(['"', '\''])).to_owned()
}

fn check_reference(
    file: &Arc<SourceFile>,
    ProjectReference { reference, language }: &ProjectReference,
    documents: &KnownDocuments<'_, '_>,
) -> Option<Diagnostic> {
    let found = documents.0.get(&(reference.kind.as_str(), reference.key.as_str()));
    let address = format!("{}/{}", reference.kind, reference.key);
    let shown = echo_text(&address);
    let finding = |code, message: String| {
        Diagnostic::new(code, file, reference.span, message).with_pointer(reference.pointer.clone())
    };
    // What was written for a kind and is none became part of the key.
    let named = || Some(written(file, reference)).filter(|written| written.contains('/'));
    let nobody = || format!("no document of the project is `{}`", named().unwrap_or_else(|| shown.clone()));
    if let Some(written) = named().filter(|_| found.is_none())
        && let Some(finding) =
            explain_word_of_kind(finding(Code::UnknownAddress, nobody()), reference.role, &written, documents)
    {
        return Some(finding);
    }
    match (reference.role, found) {
        (ReferenceRole::Texts, None) => {
            let message = format!("the project has no {} `{}`", reference.kind, echo_text(&reference.key));
            let finding = finding(Code::UnknownReference, message).with_label(format!("not a {}", reference.kind));
            let root = language.as_ref().map(profile::root_language).filter(|_| reference.kind == "style");
            let sister = root.as_ref().and_then(|root| nearest_style(documents.styles(), &reference.key, root));
            Some(match root.filter(|_| sister.is_some() && documents.nearest_key(reference).is_none()) {
                Some(root) => suggest_style(finding, sister, reference.span, &root),
                None => suggest_name(finding, reference, documents, "correct it, or write the document"),
            })
        }
        (ReferenceRole::Texts, Some(document)) => {
            let (style, texts) = (document.raw.language.as_ref()?, language.as_ref()?);
            let root = profile::root_language(texts);
            // Of a code that is unknown, more is told where it stands.
            let known = find_language(root.as_str()).is_some();
            let differs = reference.kind == "style" && !document.broken && known && style.value != root;
            differs.then(|| {
                let key = echo_text(&reference.key);
                let message = format!("the style `{key}` is for `{}`, these texts are in `{texts}`", style.value);
                let label = format!("a style for `{}`", style.value);
                let sister = nearest_style(documents.styles(), &reference.key, &root);
                suggest_style(finding(Code::StyleLanguage, message).with_label(label), sister, reference.span, &root)
            })
        }
        (ReferenceRole::Protects, None) => {
            let finding = finding(Code::UnknownAddress, nobody()).with_label("protects nothing").with_note(
                "a managed resource whose file is gone stays protected; `plan` stops where the state has none either",
            );
            Some(suggest_name(finding, reference, documents, "correct it or take it away"))
        }
        (ReferenceRole::Imports | ReferenceRole::MovedTo, None) => {
            let finding = finding(Code::UnknownAddress, nobody()).with_label("leads nowhere");
            Some(suggest_name(finding, reference, documents, "correct it, write the file, or take the block away"))
        }
        (ReferenceRole::MovedFrom, Some(document)) => Some(
            finding(Code::UnknownAddress, format!("`{shown}` still has a file, and so did not move"))
                .with_label("is still there")
                .with_note(format!("its file is {}", document.file.path()))
                .with_help("delete that file, or take the block away"),
        ),
        (ReferenceRole::Removes, Some(document)) => Some(
            finding(Code::UnknownAddress, format!("`{shown}` still has a file, and so was not removed"))
                .with_label("is still there")
                .with_note(format!("its file is {}", document.file.path()))
                .with_help("delete that file, or take the block away"),
        ),
        (ReferenceRole::Uses, _)
        | (ReferenceRole::Protects | ReferenceRole::Imports | ReferenceRole::MovedTo, Some(_))
        | (ReferenceRole::MovedFrom | ReferenceRole::Removes, None) => None,
    }
}

/// An address that begins with a kind which is never sent, or, of a document that is there or need not be, with one in the plural.
fn explain_word_of_kind(
    finding: Diagnostic,
    role: ReferenceRole,
    written: &str,
    known: &KnownDocuments<'_, '_>,
) -> Option<Diagnostic> {
    let (word, key) = written.split_once('/').filter(|(word, _)| Kind::from_name(word).is_none())?;
    let may_be_gone = matches!(role, ReferenceRole::MovedFrom | ReferenceRole::Removes);
    if DocumentKind::from_name(word).is_some() && role != ReferenceRole::Texts {
        let finding = finding.with_label(format!("`{word}` is never sent"));
        return Some(finding.with_help("take it out: nothing of it is on the service"));
    }
    let one = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let one = one.unwrap_or_else(|| word.strip_suffix('s').unwrap_or(word).to_owned());
    let is_there = |kind: &Kind| known.0.contains_key(&(kind.as_str(), key)) && role != ReferenceRole::Texts;
    let kind = Kind::from_name(&one).filter(|kind| may_be_gone || is_there(kind))?;
    let address = format!("{}/{key}", kind.as_str());
    let title = format!("write `{}`", echo_text(&address));
    let fix = edits::replace_span(finding.primary.span, edits::quote_text(&address), title.clone(), Safety::Unsafe);
    Some(finding.with_label("a kind in the plural").with_help(title).with_fix(fix))
}

/// The finding with the name that may have been meant, or with other help where none is near.
fn suggest_name(finding: Diagnostic, named: &Reference, known: &KnownDocuments<'_, '_>, otherwise: &str) -> Diagnostic {
    let best = match (known.address_elsewhere(named), known.nearest_key(named)) {
        (Some(address), _) => address,
        (None, Some(best)) if named.is_address => format!("{}/{best}", named.kind),
        (None, Some(best)) => best.to_owned(),
        (None, None) => return finding.with_help(format!("{otherwise}{}", known.list_some(named))),
    };
    let title = format!("write `{best}`");
    let fix = edits::replace_span(named.span, edits::quote_text(&best), title, Safety::Unsafe);
    finding.with_help(format!("did you mean `{best}`?")).with_fix(fix)
}
