//! A glossary or a collection of spoken terms of the account as a new file, with tables beside it.
//!
//! Always holds: what is written reads as what the service holds, entry by entry, or nothing is written. A dictionary is
//! written in the first form that says it exactly: in the document where it is short, as a table between tabs, and as one
//! between commas where its phrases have quotes that tabs would send along.

use crate::diagnostic::Severity;
use crate::model::document_tree;
use crate::model::resource::ResourceContent;
use crate::model::term_set::{LiveTermSet, TermEntries, TermSet, TermSetKind, TermSetPart};
use crate::plan::desired_resource::{self, DesiredResource};
use crate::project::rewriting::import::{DocumentDraft, explain_finding, render_document};
use crate::project::rewriting::project_files::ProjectFiles;
use crate::project::rewriting::slug;
use crate::source::emit::{self, ValueTree};
use crate::source::table::Notation;

/// Most entries of a dictionary that stand in its document.
const MAX_INLINE_ENTRIES: usize = 20;

/// What a file is to say of it.
pub(super) fn importable_terms(live: &LiveTermSet) -> Result<TermSet, String> {
    if live.has_all_entries() { Ok(live.content()) } else { Err("its entries could not be read".to_owned()) }
}

/// The document at `path` and its tables. `free` says whether nothing is at a path.
pub(super) fn draft_document(
    files: &ProjectFiles<'_>,
    path: &str,
    term_set: &TermSet,
    free: &dyn Fn(&str) -> bool,
) -> Result<DocumentDraft, String> {
    let (mut items, mut tables) = (Vec::new(), Vec::new());
    for (part, entries) in &term_set.parts {
        let fresh = |path: &str| free(path) && tables.iter().all(|(taken, _)| taken != path);
        let (item, table) = write_part(files, path, part, entries, &fresh)?;
        items.push(item);
        tables.extend(table);
    }
    Ok(DocumentDraft { fields: document_tree::term_set_fields(term_set.kind, &term_set.name, items), tables })
}

/// A part as an item of the document at `path`, and the table that it names.
pub(in crate::rewriting) fn write_part(
    files: &ProjectFiles<'_>,
    path: &str,
    part: &TermSetPart,
    entries: &TermEntries,
    free: &dyn Fn(&str) -> bool,
) -> Result<(ValueTree, Option<(String, String)>), String> {
    let here = || (document_tree::part_tree(part, entries), None);
    let beside = |notation| {
        let TermSetPart::Dictionary { source, target } = part else { return None };
        let rows = entries.iter().map(|(source, target)| (source.as_str(), target.as_str()));
        let text = emit::render_table(rows, notation)?;
        let (folder, document) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
        let stem = document.rsplit_once('.').map_or(document, |(stem, _)| stem);
        let stem = slug::table_slug(stem, source.as_str(), target.as_str());
        let ending = match notation {
            Notation::Tsv => "tsv",
            Notation::Csv => "csv",
        };
        let name = slug::numbered_stems(&stem).map(|stem| format!("{stem}.{ending}"));
        let below = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let name = name.into_iter().find(|name| free(&below(name)))?;
        Some((document_tree::part_tree_with_table(part, &name), Some((below(&name), text))))
    };
    let is_short = entries.len() <= MAX_INLINE_ENTRIES || part.term_set_kind() == TermSetKind::SpokenTerms;
    let forms = [is_short.then(here), beside(Notation::Tsv), beside(Notation::Csv), (!is_short).then(here)];
    let (mut sound, mut why) = (None, String::new());
    for (item, table) in forms.into_iter().flatten() {
        match has_no_findings(files, path, part, entries, &item, table.as_ref()) {
            Ok(true) => return Ok((item, table)),
            Ok(false) => sound = sound.or(Some((item, table))),
            Err(error) if why.is_empty() => why = error,
            Err(_) => {}
        }
    }
    sound.ok_or(why)
}

/// Whether a document with this part alone says it without a warning. An error says why it cannot.
fn has_no_findings(
    files: &ProjectFiles<'_>,
    path: &str,
    part: &TermSetPart,
    entries: &TermEntries,
    item: &ValueTree,
    table: Option<&(String, String)>,
) -> Result<bool, String> {
    let which = part.term_set_kind();
    let text = render_document(path, &document_tree::term_set_fields(which, "x", vec![item.clone()]));
    let checked = files.check_document(path, &text, table.map(std::slice::from_ref).unwrap_or_default());
    if let Some(error) = checked.findings.iter().find(|finding| finding.severity == Severity::Error) {
        return Err(format!("its {} {part}: {}", part.noun(), explain_finding(error)));
    }
    let said = checked.desired.as_ref().and_then(|desired| desired_resource::desired_resources(desired).next());
    let same = match said.map(DesiredResource::content) {
        Some(ResourceContent::TermSet(term_set)) => term_set.parts.get(part) == Some(entries),
        Some(ResourceContent::Style(_) | ResourceContent::StyleProfile(_)) | None => false,
    };
    if same {
        Ok(checked.findings.is_empty())
    } else {
        Err(format!("its {} {part} cannot be written as a table", part.noun()))
    }
}
