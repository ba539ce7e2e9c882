//! Checks the files of a project, and keeps of each no more than is needed: of styles in which nothing is found only what they
//! want, not their tree, and the text only where they extend a base or are one.
//!
//! Law: what comes out is what [`check_project`](super::check_project) says of the same files read whole. A finding across files
//! needs the text that it points into, so that whoever is concerned is read once more, whole, and all are checked again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::catalogue::Catalogue;
use crate::check::document::{self, SourceDocument};
use crate::check::inherit::ResolvedBases;
use crate::check::read_file::{ReadFile, ReducedDocument, ReducedFile};
use crate::check::{CheckPurpose, CheckedProject, ProjectRules, check_read_files, followed_rule};
use crate::diagnostic::IGNORE_NAME;
use crate::model::Placed;
use crate::model::project::Project;
use crate::schema::validate::DocumentKind;
use crate::source::parallel::map_all;
use crate::source::{ParsedFile, discover};

/// Files to be read and checked.
#[derive(Clone, Copy, Debug)]
pub struct FilesToCheck<'f> {
    /// The project folder.
    pub root: &'f Utf8Path,
    /// Paths of its documents, from its folder.
    pub paths: &'f [Utf8PathBuf],
    /// Texts that are still to be written: they count in place of the files.
    pub texts: &'f BTreeMap<Utf8PathBuf, String>,
}

/// What came out of checking files.
#[derive(Debug)]
pub struct CheckedFiles {
    /// Findings and what the files want.
    pub project: CheckedProject,
    /// Files that were kept whole: those with findings, and those whose kind refers to others.
    pub whole: Vec<ParsedFile>,
}

/// Reads and checks the files of a project.
#[must_use]
pub fn check_files(
    files: FilesToCheck<'_>,
    project: &Project,
    catalogue: &Catalogue,
    purpose: CheckPurpose,
) -> CheckedFiles {
    let FilesToCheck { root, paths, texts } = files;
    let limited = super::with_limits(catalogue, project);
    let rules = ProjectRules::new(project, &limited, &Arc::default());
    let tables = discover::tables_among(texts);
    let read = |path: &Utf8PathBuf| {
        let parsed = discover::load_document(root, path, texts);
        reduce(&parsed, &rules, purpose).map_or(ReadFile::Whole(parsed), ReadFile::Reduced)
    };
    let mut files: Vec<ReadFile> = map_all(paths, read);
    let read_again = |files: &mut [ReadFile], wanted: &dyn Fn(&ReadFile) -> bool| {
        for (file, path) in files.iter_mut().zip(paths).filter(|(file, _)| wanted(file)) {
            *file = ReadFile::Whole(discover::load_document(root, path, texts));
        }
    };
    let whole = files.iter().filter_map(ReadFile::whole);
    let named: BTreeSet<String> =
        whole.flat_map(|parsed| &parsed.documents).flat_map(followed_rule::lists_of_named_rules).collect();
    read_again(&mut files, &|file| file.reduced_keys().any(|key| named.contains(key)));
    loop {
        let whole: Vec<&ParsedFile> = files.iter().filter_map(ReadFile::whole).collect();
        discover::load_side_tables_over(root, &whole, &tables);
        let checked = check_read_files(&files, &rules, purpose);
        let concerned: BTreeSet<&str> = checked
            .findings
            .iter()
            .filter(|finding| !finding.file.has_text())
            .map(|finding| &**finding.file.path())
            .collect();
        if concerned.is_empty() {
            return gather(checked, files);
        }
        read_again(&mut files, &|file| concerned.contains(file.path()));
    }
}

fn gather(CheckedProject { findings, mut desired }: CheckedProject, files: Vec<ReadFile>) -> CheckedFiles {
    let (mut whole, mut finished) = (Vec::new(), Vec::new());
    for file in files {
        match file {
            ReadFile::Whole(parsed) => whole.push(parsed),
            ReadFile::Reduced(reduced) => {
                finished.extend(reduced.documents.into_iter().filter_map(|document| document.style));
            }
        }
    }
    if let Some(desired) = &mut desired {
        desired.add_styles(finished);
    }
    CheckedFiles { project: CheckedProject { findings, desired }, whole }
}

/// What is left of a file in which nothing was found, and in which nothing can be found by looking at it alone.
fn reduce(parsed: &ParsedFile, rules: &ProjectRules<'_>, purpose: CheckPurpose) -> Option<ReducedFile> {
    let file = &parsed.file;
    // What has an anchor may be where an alias of another file looks for it.
    if !parsed.findings.is_empty() || [IGNORE_NAME, ": &"].iter().any(|sign| file.text().contains(sign)) {
        return None;
    }
    let (documents, findings) = document::read_documents(parsed, &rules.shapes, rules.catalogue);
    if !findings.is_empty() {
        return None;
    }
    let (mut all_alone, mut shown_end) = (true, 0);
    let nobody = ResolvedBases::default();
    let mut reduced = Vec::with_capacity(documents.len());
    for document in documents {
        let alone = document.shape == DocumentKind::Style && document.raw.extends.is_empty();
        if !alone && !matches!(document.shape, DocumentKind::Style | DocumentKind::Base) {
            return None;
        }
        let mut style = None;
        if alone {
            let (merged, found) = rules.merge_and_check(&document, &nobody);
            if !found.is_empty() {
                return None;
            }
            if purpose == CheckPurpose::Desired {
                let mut wanted = merged.into_style()?;
                for Placed { value: instruction, .. } in &mut wanted.instructions {
                    instruction.prompt = rules.prompts.share(instruction.prompt.clone());
                }
                style = Some(wanted);
            }
        }
        let SourceDocument { shape: kind, key, key_span, key_written, raw, start, .. } = document;
        let mut raw = raw.into_owned();
        if alone {
            raw.forget_content();
        } else if purpose != CheckPurpose::Desired {
            raw.forget_texts();
        }
        let places = || raw.places().chain([key_span, start]);
        all_alone &= alone && places().all(|span| file.is_ascii_before(span));
        shown_end = places().map(|span| span.end).fold(shown_end, u32::max);
        reduced.push(ReducedDocument { kind, key: key?, key_span, key_written, raw, start, style });
    }
    let file = if all_alone { file.without_text(shown_end) } else { file.clone() };
    Some(ReducedFile { file, documents: reduced })
}
