//! Texts of a product in an editor: the same findings and fixes as `lint` has, for files that `[[texts]]` names.
//!
//! Invariant: the style is that of the last check without errors, so that typing in a style does not make its texts fall
//! silent; a file that no `[[texts]]` names is left alone.

use std::sync::Arc;

use crate::check::Desired;
use crate::check::lint::apply_severity;
use crate::check::text_checks::find_text_checks;
use crate::conform::findings::check_text_file;
use crate::conform::reader::TextFormat;
use crate::diagnostic::{Diagnostic, SourceFile};
use crate::editor::settings::EditorSettings;
use crate::model::project::TextSet;
use crate::source::Format;
use crate::source::discover::FilePatterns;

/// Whether a file may be one of texts, by its name: never one that documents are written in.
pub(super) fn is_text_file(path: &str) -> bool {
    Format::from_path(path).is_none() && TextFormat::detect(path, "<resources").is_some()
}

/// What a project says of a file of texts, for each of its languages; nothing where no `[[texts]]` names it. What is written
/// as documents are is one of texts where it is no document of the project.
pub(super) fn text_sets<'a>(settings: &'a EditorSettings, path: &'a str) -> impl Iterator<Item = &'a TextSet> {
    let exclude = &settings.project.exclude;
    let is_document = || Format::from_path(path).is_some() && settings.patterns.matches_path(path);
    let is_text = TextFormat::detect(path, "<resources").is_some() && !is_document();
    let sets = settings.project.texts.iter().filter(move |_| is_text);
    sets.filter(move |set| FilePatterns::new(std::slice::from_ref(&set.files), exclude).matches_path(path))
}

/// The findings of a file of texts, as `lint` has them.
pub(super) fn check_text(settings: &EditorSettings, desired: &Desired, file: &Arc<SourceFile>) -> Vec<Diagnostic> {
    let Some(format) = TextFormat::detect(file.path(), file.text()) else { return Vec::new() };
    let checks = text_sets(settings, file.path()).filter_map(|set| {
        let TextSet { files: _, language, style, glossaries, source: _ } = set;
        find_text_checks(desired, language, style, glossaries, false).ok()
    });
    let found = checks.flat_map(|checks| check_text_file(file, format, &checks).findings);
    let mut weighed: Vec<Diagnostic> =
        found.filter_map(|finding| apply_severity(finding, &settings.project)).take(MAX_SHOWN).collect();
    weighed.sort_by_key(Diagnostic::sort_key);
    // What is wrong with the file itself is said for each language.
    weighed.dedup_by(|later, first| later.primary.span == first.primary.span && later.message == first.message);
    weighed
}

/// Most findings of one file that an editor is given: it draws each.
const MAX_SHOWN: usize = 1000;
