//! Files that others extend and that have neither name nor language, or no name where nothing else needs them as lists, are bases,
//! whatever they say of themselves: told once, and read as what they are meant to be.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::catalogue::nearest::unambiguous_word;
use crate::check::document::{SourceDocument, key_of_file, no_key};
use crate::check::inherit::named_lists;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::model::Key;
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::Entry;
use crate::source::side_tables::resolve_table_path;

/// Makes bases of what other documents extend, and says of each what it lacks in place of what a list lacks.
pub(super) fn adopt_bases(documents: &mut [SourceDocument<'_>], findings: &mut [Vec<Diagnostic>]) {
    let is_meant = |document: &SourceDocument<'_>| {
        let lacks = |field: &str| document.node.get(field).is_none();
        let said = document.broken && !document.node.entries().is_empty();
        let misspelt = |entry: &Entry| unambiguous_word(&entry.key.value, ["language"]).is_some();
        let without_language = lacks("language") && lacks("kind") && !document.node.entries().iter().any(misspelt);
        let is_list = document.shape == DocumentKind::Style && (without_language || kind_of_list(document).is_some());
        said && is_list && ["name", "key"].into_iter().all(lacks)
    };
    if !documents.iter().any(is_meant) {
        return;
    }
    let mut extending: BTreeMap<String, BTreeSet<Arc<str>>> = BTreeMap::new();
    for document in documents.iter() {
        let path = document.file.path();
        for base in document.raw.extends.iter().flat_map(|base| paths_meant(path, &base.value)) {
            extending.entry(base).or_default().insert(path.clone());
        }
    }
    let mut told: BTreeMap<Arc<str>, (Diagnostic, u32)> = BTreeMap::new();
    let mut read: BTreeSet<Arc<str>> = BTreeSet::new();
    let named = named_lists(documents);
    // The first document of a file is named by it.
    let first = |document: &&mut SourceDocument<'_>| read.insert(document.file.path().clone());
    for document in documents.iter_mut().filter(first).filter(|document| is_meant(document)) {
        let (file, key) = (document.file, key_of_file(document.file, DocumentKind::Base));
        let Some(by) = extending.get(key).and_then(BTreeSet::first).filter(|by| *by != file.path()) else { continue };
        let finding = match kind_of_list(document) {
            Some(_) if document.key.as_ref().is_some_and(|key| named.contains(key.as_str())) => continue,
            Some(kind) => explain_kind_of_list(file, kind, by),
            None => explain_absent_kind(document, by),
        };
        told.insert(file.path().clone(), (finding, document.node.span.end));
        document.shape = DocumentKind::Base;
        document.key = Key::new(key).ok();
    }
    let of_list = |finding: &Diagnostic, end: u32| {
        let whole = finding.pointer.as_deref() == Some("") && finding.primary.span.start <= end;
        whole && matches!(finding.code, Code::InvalidKey | Code::MissingField)
    };
    for found in findings.iter_mut() {
        if let Some((base, end)) = found.first().and_then(|first| told.get(first.file.path())) {
            found.retain(|finding| !of_list(finding, *end));
            found.push(base.clone());
        }
    }
}

/// Where a document says that it is a list.
fn kind_of_list(document: &SourceDocument<'_>) -> Option<Span> {
    document.node.get("kind").filter(|kind| kind.text() == Some(DocumentKind::Style.as_str())).map(|kind| kind.span)
}

fn explain_kind_of_list(file: &Arc<SourceFile>, kind: Span, by: &str) -> Diagnostic {
    let message = format!("this list has no `name`, and {} extends it: it is a base", echo_text(by));
    let best = DocumentKind::Base.as_str();
    Diagnostic::new(Code::UnknownKind, file, kind, message)
        .with_label("the kind of a list")
        .with_pointer("/kind")
        .with_help(format!("write `{}`, and no `name`", edits::field_line(file, "kind", best)))
        .with_fix(edits::rename_key(file, kind, best, Safety::Unsafe))
}

fn explain_absent_kind(document: &SourceDocument<'_>, by: &str) -> Diagnostic {
    let file = document.file;
    let line = edits::field_line(file, "kind", DocumentKind::Base.as_str());
    let title = format!("write `{line}` before the other fields, and no `name`");
    let message =
        format!("this file has neither `name` nor `language`, and {} extends it: it is a base", echo_text(by));
    let finding = Diagnostic::new(Code::MissingField, file, document.start, message).with_label("insert it here");
    let value = line.split_once([':', '=']).map_or("", |(_, value)| value.trim());
    let edit = edits::insert_first(file, document.node, "kind", value);
    let fix = edit.map(|edit| Fix { title: title.clone(), safety: Safety::Unsafe, edits: vec![edit] });
    let finding = finding.with_help(title).with_pointer("");
    fix.into_iter().fold(finding, Diagnostic::with_fix)
}

/// What stands alone where a list of bases is due.
struct Alone {
    /// Whether it names one: other words, such as `none`, are to go.
    is_name: bool,
    meant: Option<NamedAlone>,
}

/// What a base is named by that stands alone where a list is due.
enum NamedAlone {
    /// This key is meant.
    Key(String),
    /// Nothing has that name.
    Nothing,
}

/// A base that is named alone where a list is due: what is said of its name and of the brackets is one finding where the base
/// is known, with its key.
pub(super) fn join_bases_alone(findings: &mut [Vec<Diagnostic>]) {
    join_lost_key(findings);
    let place = |finding: &Diagnostic| (finding.file.path().clone(), finding.primary.span);
    let is_alone =
        |finding: &Diagnostic| finding.code == Code::WrongType && finding.message.starts_with("`extends` takes ");
    let told = findings.iter().flatten().filter(|finding| is_alone(finding));
    let mut alone: HashMap<(Arc<str>, Span), Alone> =
        told.map(|finding| (place(finding), Alone { meant: None, is_name: finding.fix.is_some() })).collect();
    if alone.is_empty() {
        return;
    }
    for found in findings.iter_mut() {
        found.retain(|finding| {
            let said = (finding.code == Code::UnknownBase).then(|| alone.get_mut(&place(finding))).flatten();
            let Some(Alone { meant: said, is_name }) = said else { return true };
            if !*is_name {
                return false;
            }
            let meant = finding.fix.as_ref().and_then(|fix| fix.edits.first());
            let written = finding.file.slice(finding.primary.span);
            let several = written.contains([',', ' ']);
            match meant {
                // What is near to one of several leaves the others out.
                Some(_) if written.contains(',') => return false,
                Some(edit) => *said = Some(NamedAlone::Key(edit.text.clone())),
                None if !several => *said = Some(NamedAlone::Nothing),
                None => {}
            }
            meant.is_none() && !several
        });
    }
    for finding in findings.iter_mut().flatten().filter(|finding| is_alone(finding)) {
        match alone.get(&place(finding)).and_then(|alone| alone.meant.as_ref()) {
            Some(NamedAlone::Key(key)) => {
                let text = format!("[{key}]");
                let edits = vec![Edit { span: finding.primary.span, text: text.clone() }];
                finding.help = Some(format!("write `{text}`: documents are named by their keys, in brackets"));
                finding.fix = Some(Fix { title: format!("write `{text}`"), safety: Safety::Unsafe, edits });
            }
            // A key that was made of a path leads nowhere either.
            Some(NamedAlone::Nothing) if finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Unsafe) => {
                finding.help = Some("name a base by its key, in brackets".to_owned());
                finding.fix = None;
            }
            Some(NamedAlone::Nothing) | None => {}
        }
    }
}

/// The only base without a key, and the only key that is extended and that no base has, are one slip: told where the key is due.
fn join_lost_key(findings: &mut [Vec<Diagnostic>]) {
    let message = no_key(DocumentKind::Base);
    let is_lost = |finding: &&mut Diagnostic| finding.code == Code::MissingField && finding.message == message;
    if findings.iter_mut().flatten().filter(is_lost).count() != 1 {
        return;
    }
    let written = |finding: &Diagnostic| finding.file.slice(finding.primary.span).trim_matches(['"', '\'']).to_owned();
    // What is nearly the key of a base means that one. A word more makes it another.
    let words = |key: &str| key.split(['-', '_', '.', '/']).count();
    let is_slip = |finding: &Diagnostic| {
        let edit = finding.fix.as_ref().and_then(|fix| fix.edits.first());
        let (written, meant) = (written(finding), edit.map_or("", |edit| &*edit.text));
        words(&written) == words(meant) && unambiguous_word(&written, [meant]).is_some()
    };
    let unknown = findings.iter().flatten().filter(|finding| finding.code == Code::UnknownBase);
    let mut wanted: BTreeMap<String, &Diagnostic> = BTreeMap::new();
    for finding in unknown {
        wanted.entry(written(finding)).or_insert(finding);
    }
    let [(key, by)] = wanted.iter().collect::<Vec<_>>()[..] else { return };
    if Key::new(key).is_err() || is_slip(by) {
        return;
    }
    let place = by.file.place_of(by.primary.span);
    let line = format!("key: {key}");
    for found in findings.iter_mut() {
        found.retain(|finding| finding.code != Code::UnknownBase);
    }
    for lost in findings.iter_mut().flatten().filter(is_lost) {
        let title = format!("add `{line}`");
        lost.help = Some(format!("{title}, which {place} extends"));
        let (at, end) = (lost.primary.span.start as usize, edits::line_ending(&lost.file));
        // Between braces, fields are parted by commas.
        if edits::line_start(&lost.file, at) == at && !lost.file.text()[at..].starts_with('{') {
            let edits = vec![Edit { span: Span::empty_at(at), text: format!("{line}{end}") }];
            lost.fix = Some(Fix { title, safety: Safety::Unsafe, edits });
        }
    }
}

/// The paths without ending that a name of a base may mean: from the folder of the document, or from that of the project.
pub(super) fn paths_meant(document: &str, written: &str) -> impl Iterator<Item = String> {
    let bare = [".yaml", ".yml", ".toml"].iter().find_map(|ending| written.strip_suffix(ending)).unwrap_or(written);
    let beside = resolve_table_path(document, bare).ok().map(|path| path.as_str().replace('\\', "/"));
    beside.into_iter().chain([bare.to_owned()])
}
