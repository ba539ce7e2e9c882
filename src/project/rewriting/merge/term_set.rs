//! Drift of a glossary or a collection of spoken terms into its document and its tables: each entry at its own line.
//!
//! What a part needs is written in one go and checked; where that fails, each entry is tried by itself, so that one which no
//! file can say does not hold up the others. A table that another dictionary reads too is not touched for one's sake.

use std::collections::BTreeMap;

use camino::Utf8Path;

use crate::check::phrase_error;
use crate::diagnostic::Place;
use crate::model::term_set::{TermEntries, TermSet, TermSetPart};
use crate::model::{Address, Language, document_tree};
use crate::plan::desired_resource::DesiredTermSet;
use crate::plan::drift::DriftedResource;
use crate::plan::drift_term_set::{ClassifiedDelta, TermSetDelta, desired_text};
use crate::plan::drift_verdict::DriftVerdict;
use crate::project::rewriting::import::written_part;
use crate::project::rewriting::merge::{
    MergedChange, MergedResource, TakeSide, document_error, find_document, key_step, leave_by_hand,
};
use crate::project::rewriting::project_files::ProjectFiles;
use crate::report::pull::PullOutcome;
use crate::source::edit::{self, TreeEdit};
use crate::source::emit::ValueTree;
use crate::source::path_segment::PathSegment;
use crate::source::table::Notation;
use crate::source::{Format, Node};

/// Why something has to be written by hand.
pub type MergeFailure = (Option<Place>, String);

/// Entries that come or change (`Some`) or go (`None`), by source phrase or term.
pub type EntryChanges = BTreeMap<String, Option<String>>;

/// Merges one term set.
pub(super) fn merge_term_set<'a>(
    files: &mut ProjectFiles<'_>,
    drifted: &'a DriftedResource,
    judged: &[ClassifiedDelta],
    wanted: DesiredTermSet<'_>,
    take: Option<TakeSide>,
) -> MergedResource<'a> {
    let path = wanted.place().file.to_string();
    let said = wanted.content();
    let mut merger = TermSetMerger {
        address: &drifted.address,
        path: &path,
        file_content: &said,
        touched: Vec::new(),
        notes: Vec::new(),
    };
    if merger.own_document(files).is_none() {
        return leave_by_hand(drifted, "its document cannot be found again");
    }
    let decided: Vec<Option<PullOutcome>> =
        judged.iter().map(|judged| decide_without_writing(judged.verdict, take)).collect();
    let open: Vec<usize> = (0..judged.len()).filter(|at| decided[*at].is_none()).collect();
    let mut written = BTreeMap::new();
    let mut entries: BTreeMap<&TermSetPart, Vec<usize>> = BTreeMap::new();
    for at in open {
        match &judged[at].delta {
            TermSetDelta::Name { after } => drop(written.insert(at, merger.merge_name(files, after))),
            TermSetDelta::Part { part, after } => {
                drop(written.insert(at, merger.merge_part(files, part, after.as_ref())))
            }
            TermSetDelta::Entry { part, .. } => entries.entry(part).or_default().push(at),
        }
    }
    for (part, places) in entries {
        let changes = places.iter().filter_map(|at| match &judged[*at].delta {
            TermSetDelta::Entry { part: _, source, after } => Some((*at, source, after)),
            TermSetDelta::Name { .. } | TermSetDelta::Part { .. } => None,
        });
        written.extend(merger.merge_entries(files, part, &changes.collect::<Vec<_>>()));
    }
    let merged = judged.iter().zip(decided).enumerate().map(|(index, (judged, decided))| {
        let became = decided.unwrap_or_else(|| match written.remove(&index) {
            Some(Ok(())) | None => PullOutcome::Written { overrides: false },
            Some(Err((place, why))) => PullOutcome::Manual { place: place.or(judged.change.place.clone()), why },
        });
        MergedChange {
            index,
            became,
            ours: desired_text(judged, &said).map(Into::into),
            place: judged.change.place.clone(),
        }
    });
    let merged = merged.collect();
    let TermSetMerger { touched, notes, .. } = merger;
    MergedResource { drifted, changes: merged, touched, file: Some(path), notes }
}

/// What becomes of a change without writing; nothing where it is to be written.
pub(super) fn decide_without_writing(verdict: DriftVerdict, take: Option<TakeSide>) -> Option<PullOutcome> {
    match (verdict, take) {
        (DriftVerdict::AlreadyInFiles, _) => Some(PullOutcome::InSync),
        (DriftVerdict::Unknown, _) => Some(PullOutcome::Unknown),
        (DriftVerdict::WriteToFiles | DriftVerdict::Conflict, Some(TakeSide::Mine)) => Some(PullOutcome::Kept),
        (DriftVerdict::Conflict, None) => Some(PullOutcome::Conflict),
        (DriftVerdict::WriteToFiles, _) | (DriftVerdict::Conflict, Some(TakeSide::Theirs)) => None,
    }
}

/// Fields behind which the parts stand.
const BEFORE_PARTS: &[&str] = &["kind", "key", "name", "protected"];

struct TermSetMerger<'a> {
    address: &'a Address,
    /// The document's file.
    path: &'a str,
    /// What the files said before.
    file_content: &'a TermSet,
    touched: Vec<String>,
    notes: Vec<String>,
}

impl TermSetMerger<'_> {
    fn own_document<'f>(&self, files: &'f ProjectFiles<'_>) -> Option<(usize, &'f Node)> {
        let parsed = files.get(self.path)?;
        let at = find_document(parsed, self.address.kind, &self.address.key)?;
        Some((at, parsed.documents.get(at)?))
    }

    /// The item of a part, and its place in the list.
    fn find_part<'f>(&self, files: &'f ProjectFiles<'_>, part: &TermSetPart) -> Option<(usize, &'f Node)> {
        let (_, root) = self.own_document(files)?;
        let is = |node: &Node, field: &str, code: &Language| {
            node.get(field).and_then(Node::text).is_some_and(|text| Language::new(text) == *code)
        };
        let here = |node: &&Node| match part {
            TermSetPart::Dictionary { source, target } => {
                is(node, "source_language", source) && is(node, "target_language", target)
            }
            TermSetPart::Terms(language) => is(node, "language", language),
        };
        let items =
            root.get(document_tree::parts_field_name(self.file_content.kind)).map(Node::items).unwrap_or_default();
        let at = items.iter().position(|node| here(&node))?;
        Some((at, &items[at]))
    }

    fn merge_name(&mut self, files: &mut ProjectFiles<'_>, name: &str) -> Result<(), MergeFailure> {
        self.edit_document(
            files,
            &[TreeEdit::Set { at: vec![key_step("name")], value: ValueTree::from_text(name), after: &[] }],
            None,
        )
    }

    /// A part comes, goes, or becomes another one.
    fn merge_part(
        &mut self,
        files: &mut ProjectFiles<'_>,
        part: &TermSetPart,
        after: Option<&TermEntries>,
    ) -> Result<(), MergeFailure> {
        let list = key_step(document_tree::parts_field_name(self.file_content.kind));
        match (self.find_part(files, part), after) {
            (None, None) => Ok(()),
            (None, Some(entries)) => {
                let free = |path: &str| files.is_free(path);
                let (item, table) = written_part(files, self.path, part, entries, &free).map_err(|why| (None, why))?;
                self.edit_document(files, &[TreeEdit::Append { at: vec![list], item, after: BEFORE_PARTS }], table)
            }
            (Some((at, node)), None) => {
                let table = node.get("file").and_then(Node::text).map(str::to_owned);
                self.edit_document(files, &[TreeEdit::Remove { at: vec![list, PathSegment::Item(at)] }], None)?;
                let stays = |table: String| format!("{}: nothing names {table} any more; it stays", self.address);
                self.notes.extend(table.map(stays));
                Ok(())
            }
            (Some(_), Some(after)) => {
                let none = TermEntries::default();
                let own = self.file_content.parts.get(part).unwrap_or(&none);
                let came = after.iter().filter(|(source, target)| own.get(*source) != Some(target));
                let gone = own.keys().filter(|source| !after.contains_key(*source));
                let changes: EntryChanges = came
                    .map(|(source, target)| (source.clone(), Some(target.clone())))
                    .chain(gone.map(|source| (source.clone(), None)))
                    .collect();
                match changes.iter().find_map(|(source, target)| invalid_entry_reason(part, source, target.as_ref())) {
                    Some(why) => Err((None, why)),
                    None => self.apply_entry_changes(files, part, &changes),
                }
            }
        }
    }

    /// Entries of a part, all at once, or one by one where that cannot be.
    fn merge_entries(
        &mut self,
        files: &mut ProjectFiles<'_>,
        part: &TermSetPart,
        changes: &[(usize, &String, &Option<String>)],
    ) -> BTreeMap<usize, Result<(), MergeFailure>> {
        let mut done = BTreeMap::new();
        let mut sound = Vec::new();
        for (at, source, target) in changes {
            match invalid_entry_reason(part, source, target.as_ref()) {
                Some(why) => drop(done.insert(*at, Err((None, why)))),
                None => sound.push((*at, *source, *target)),
            }
        }
        let all: EntryChanges =
            sound.iter().map(|(_, source, target)| ((*source).clone(), (*target).clone())).collect();
        if all.is_empty() {
            return done;
        }
        let together = self.apply_entry_changes(files, part, &all);
        if together.is_ok() || sound.len() == 1 {
            done.extend(sound.iter().map(|(at, ..)| (*at, together.clone())));
            return done;
        }
        for (at, source, target) in sound {
            let one = EntryChanges::from([(source.clone(), target.clone())]);
            done.insert(at, self.apply_entry_changes(files, part, &one));
        }
        done
    }

    fn apply_entry_changes(
        &mut self,
        files: &mut ProjectFiles<'_>,
        part: &TermSetPart,
        changes: &EntryChanges,
    ) -> Result<(), MergeFailure> {
        let Some((at, item)) = self.find_part(files, part) else {
            return Err((None, format!("its {} cannot be found again", part.noun())));
        };
        if let Some(name) = item.get("file").and_then(Node::text) {
            let name = name.to_owned();
            return self.edit_table(files, &name, changes);
        }
        let list = [key_step(document_tree::parts_field_name(self.file_content.kind)), PathSegment::Item(at)];
        let way = |rest: &[PathSegment]| list.iter().chain(rest).cloned().collect::<Vec<PathSegment>>();
        let mut acts = Vec::new();
        match part {
            TermSetPart::Dictionary { .. } => {
                let entry = |source: &String| way(&[key_step("entries"), PathSegment::Key(source.clone())]);
                // What comes goes first, so that nothing is ever empty.
                for (source, target) in changes {
                    if let Some(target) = target {
                        acts.push(TreeEdit::Set { at: entry(source), value: ValueTree::from_text(target), after: &[] });
                    }
                }
                let gone = changes.iter().filter(|(_, target)| target.is_none());
                acts.extend(gone.map(|(source, _)| TreeEdit::Remove { at: entry(source) }));
            }
            TermSetPart::Terms(_) => {
                let terms = item.get("terms").map(Node::items).unwrap_or_default();
                for (term, _) in changes.iter().filter(|(_, target)| target.is_some()) {
                    acts.push(TreeEdit::Append {
                        at: way(&[key_step("terms")]),
                        item: ValueTree::from_text(term),
                        after: &["language"],
                    });
                }
                let gone = |node: &Node| node.text().is_some_and(|text| changes.get(text) == Some(&None));
                // From the last to the first: the places of the others stay as they are.
                for at in (0..terms.len()).rev().filter(|at| gone(&terms[*at])) {
                    acts.push(TreeEdit::Remove { at: way(&[key_step("terms"), PathSegment::Item(at)]) });
                }
            }
        }
        self.edit_document(files, &acts, None)
    }

    /// Edits the document, with a table that is new beside it.
    fn edit_document(
        &mut self,
        files: &mut ProjectFiles<'_>,
        acts: &[TreeEdit],
        table: Option<(String, String)>,
    ) -> Result<(), MergeFailure> {
        let here = files.get(self.path).zip(self.own_document(files));
        let Some((parsed, (document, _))) = here else {
            return Err((None, "its document cannot be found again".to_owned()));
        };
        let format = Format::from_path(self.path).unwrap_or(Format::Yaml);
        let text = edit::edit_document(parsed, format, document, acts)
            .map_err(|refused| (Some(parsed.file.place_of(refused.span)), refused.why.to_owned()))?;
        let tables: Vec<(String, String)> = table.into_iter().collect();
        if let Some(why) = document_error(files, self.path, &text, &tables) {
            return Err((None, why));
        }
        for (path, text) in tables {
            files.put_table(&path, None, &text);
            self.mark_changed_file(&path);
        }
        files.put_document(self.path, &text);
        self.mark_changed_file(self.path);
        Ok(())
    }

    /// Edits a table of the document.
    fn edit_table(
        &mut self,
        files: &mut ProjectFiles<'_>,
        name: &str,
        changes: &EntryChanges,
    ) -> Result<(), MergeFailure> {
        let (Some(table), Some(parsed)) = (files.find_table(self.path, name).cloned(), files.get(self.path)) else {
            return Err((None, format!("{name} cannot be found again")));
        };
        let path = table.path().clone();
        if files.count_table_readers(Utf8Path::new(&*path)) > 1 {
            return Err((None, format!("another dictionary takes its entries from {path} too")));
        }
        let Some(notation) = Notation::from_path(&path) else {
            return Err((None, format!("{path} is no table")));
        };
        let text = edit::edit_table(&table, notation, changes).map_err(|why| (None, format!("{path}: {why}")))?;
        let document = parsed.file.text().to_owned();
        if let Some(why) = document_error(files, self.path, &document, &[(path.to_string(), text.clone())]) {
            return Err((None, why));
        }
        files.put_table(&path, Some(table), &text);
        self.mark_changed_file(&path);
        Ok(())
    }

    fn mark_changed_file(&mut self, path: &str) {
        if !self.touched.iter().any(|touched| touched == path) {
            self.touched.push(path.to_owned());
        }
    }
}

/// Changes entries of a dictionary of a glossary, whose content so far is `said`, where they stand: in its document or table.
///
/// # Errors
/// Says where and why it has to be done by hand; then nothing is changed.
pub fn edit_entries(
    files: &mut ProjectFiles<'_>,
    path: &str,
    address: &Address,
    said: &TermSet,
    part: &TermSetPart,
    changes: &EntryChanges,
) -> Result<(), MergeFailure> {
    if let Some(why) = changes.iter().find_map(|(source, target)| invalid_entry_reason(part, source, target.as_ref())) {
        return Err((None, why));
    }
    let mut merger = TermSetMerger { address, path, file_content: said, touched: Vec::new(), notes: Vec::new() };
    merger.apply_entry_changes(files, part, changes)
}

/// Why no file may say an entry.
fn invalid_entry_reason(part: &TermSetPart, source: &str, target: Option<&String>) -> Option<String> {
    let target = target?;
    match part {
        TermSetPart::Dictionary { .. } => {
            phrase_error("source phrase", source).or_else(|| phrase_error("target phrase", target))
        }
        TermSetPart::Terms(_) => phrase_error("term", source),
    }
}
