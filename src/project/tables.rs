//! Tables that documents name: what is said of them where the files of the project are known.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::check::{NO_FILE, path_of_original};
use crate::diagnostic::{Code, Diagnostic, Fix, Safety, Severity, SourceFile, Span};
use crate::model::project::Project;
use crate::project::nearest_path::FilesByName;
use crate::project::paths_from::PathsFrom;
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::discover::{discover_texts, list_folder, read_project_file};
use crate::source::limit::TABLE_BYTES;
use crate::source::table::{Notation, parse_table};
use crate::source::{self, Format, Node, ParsedFile};

/// Of tables that are named for the opposite direction, where there is no table of the name for this one, the languages are the
/// slip: the edit swaps them, where no other dictionary has them so.
pub(super) fn keep_names_of_tables(found: &mut [Diagnostic], root: &Utf8Path) {
    let of_name = |finding: &&mut Diagnostic| {
        let named = finding.pointer.as_deref().is_some_and(|pointer| pointer.ends_with("/file"));
        finding.code == Code::ReversedTable && named
    };
    for finding in found.iter_mut().filter(of_name) {
        let folder = Utf8Path::new(&**finding.file.path()).parent().unwrap_or(Utf8Path::new(""));
        let edit = finding.fix.as_ref().and_then(|fix| fix.edits.first());
        let there = |name: &str| root.join(folder).join(name.trim_matches(['"', '\''])).is_file();
        if edit.is_some_and(|edit| !there(&edit.text)) {
            finding.fix = swap_of_languages(finding);
            finding.help = Some(match finding.fix.is_some() {
                true => "swap the languages of the dictionary, or name a table of this direction".to_owned(),
                false => "name a table of this direction, or swap the languages of the dictionary".to_owned(),
            });
        }
    }
}

/// The edit that swaps the languages of the dictionary which names a table, where its document has no other one for them.
fn swap_of_languages(finding: &Diagnostic) -> Option<Fix> {
    let (file, at) = (&finding.file, finding.primary.span);
    let (pointer, _) = finding.pointer.as_deref()?.rsplit_once('/')?;
    let parsed = source::parse_source(file, Format::from_path(file.path())?);
    let document = parsed.documents.iter().find(|node| node.span.start <= at.start && at.end <= node.span.end)?;
    let dictionary = document.at_pointer(pointer)?;
    let (from, to) = (dictionary.get("source_language")?, dictionary.get("target_language")?);
    let has = |other: &Node, field: &str, code: &Node| other.get(field).and_then(Node::text) == code.text();
    let is_turned = |other: &Node| has(other, "source_language", to) && has(other, "target_language", from);
    if document.get("dictionaries")?.items().iter().any(is_turned) {
        return None;
    }
    Some(edits::swap_texts(file, from.span, to.span, "swap the languages of the dictionary"))
}

/// Says where the one table of the project lies that is called like one which is not where a dictionary or a test names it.
pub(super) fn tell_tables_elsewhere(found: &mut [Diagnostic], root: &Utf8Path, project: &Project) {
    let is_absent = |finding: &&mut Diagnostic| {
        let at = |above: &str| finding.pointer.as_deref().is_some_and(|pointer| pointer.starts_with(above));
        let of_entries = finding.code == Code::UnreadableFile && at("/dictionaries/");
        let of_cases = finding.code == Code::InvalidTest && at("/tests/");
        (of_entries || of_cases) && finding.fix.is_none() && finding.message.ends_with(NO_FILE)
    };
    let absent: Vec<&mut Diagnostic> = found.iter_mut().filter(is_absent).collect();
    if absent.is_empty() {
        return;
    }
    let tables = FilesByName::find(root, &["tsv", "csv"], &project.exclude);
    for finding in absent {
        let written = finding.file.slice(finding.primary.span).trim_matches(['"', '\'']);
        let Some(table) = tables.moved(written, &|_| true) else { continue };
        let folder = Utf8Path::new(&**finding.file.path()).parent().unwrap_or(Utf8Path::new(""));
        let meant = PathsFrom::new(&root.join(folder), root).shown_path(table.as_str());
        let text = edits::match_notation(&finding.file, finding.primary.span, &meant);
        let title = format!("write `{meant}`");
        finding.help = Some(format!("did you mean `{meant}`?"));
        finding.fix = Some(edits::replace_span(finding.primary.span, text, title, Safety::Unsafe));
    }
}

/// Marks in the name of a table that was put aside: what it has beside the one that is read was left behind.
const PUT_ASIDE: &[&str] = &["old", "bak", "backup", "orig", "alt", "base", "local", "remote"];

/// Copies of tables that no dictionary names, which have what the table lacks: who made them edited them in its place.
pub(super) fn tell_newer_copies<'p>(
    read: impl Iterator<Item = &'p ParsedFile>,
    root: &Utf8Path,
    project: &Project,
) -> Vec<Diagnostic> {
    let tables = read.flat_map(|parsed| parsed.side_tables.get().map(Vec::as_slice).unwrap_or_default());
    let files = tables.filter_map(|table| table.file.as_ref().ok());
    let tables: BTreeMap<&str, &Arc<SourceFile>> = files.map(|file| (&**file.path(), file)).collect();
    let folders: BTreeSet<&Utf8Path> = tables.keys().filter_map(|path| Utf8Path::new(path).parent()).collect();
    let original = |path: &Utf8Path| {
        let of = path_of_original(path.as_str())?;
        let mark = path.as_str().get(of.rsplit_once('.')?.0.len()..).unwrap_or_default().to_lowercase();
        let aside = mark.split(|c: char| !c.is_alphanumeric()).any(|word| PUT_ASIDE.contains(&word));
        tables.get(&*of).copied().filter(|_| !aside && !tables.contains_key(path.as_str()))
    };
    let mut found = Vec::new();
    for folder in folders {
        let beside = || list_folder(root, folder).into_iter().map(|name| folder.join(name));
        // Most folders have no copies.
        if !beside().any(|path| original(&path).is_some()) {
            continue;
        }
        let patterns = ["csv", "tsv"].map(|ending| format!("**/*.{ending}"));
        let known: Vec<Utf8PathBuf> = discover_texts(root, folder, &patterns, &project.exclude).files;
        let copies = known.iter().filter(|path| path.parent() == Some(folder));
        found.extend(copies.filter_map(|path| tell_newer_copy(root, path, original(path)?)));
    }
    found
}

fn tell_newer_copy(root: &Utf8Path, path: &Utf8Path, original: &Arc<SourceFile>) -> Option<Diagnostic> {
    let (copy, unread) = read_project_file(root, path, TABLE_BYTES);
    let phrases = |file: &Arc<SourceFile>| -> Option<BTreeSet<String>> {
        let table = parse_table(file, Notation::from_path(file.path())?);
        Some(table.rows().filter_map(|row| Some(table.cell_text(*row.first()?).into_owned())).collect())
    };
    let (own, others) = (phrases(&copy)?, phrases(original)?);
    let more: Vec<&String> = own.difference(&others).collect();
    if !unread.is_empty() || more.is_empty() || own.intersection(&others).count() * 2 < others.len() {
        return None;
    }
    let name = Utf8Path::new(&**original.path()).file_name()?;
    let shown: Vec<String> = more.iter().take(2).map(|phrase| format!("`{}`", echo_text(phrase))).collect();
    let shown = format!("{}{}", shown.join(", "), if more.len() > 2 { " …" } else { "" });
    let rows = if more.len() == 1 { "1 phrase".to_owned() } else { format!("{} phrases", more.len()) };
    let message = format!("no dictionary names this table, a copy of `{name}` with {rows} more");
    let finding =
        Diagnostic::new(Code::OutsideFiles, &copy, Span::empty_at(0), message).with_note(format!("more: {shown}"));
    let finding = finding.with_help(format!("put it in the place of `{name}` where it is the newer one, or delete it"));
    Some(Diagnostic { severity: Severity::Warning, ..finding })
}
