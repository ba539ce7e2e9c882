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

/// What a project says of a file of texts; none where no `[[texts]]` names it.
pub(super) fn find_text_set<'a>(settings: &'a EditorSettings, path: &str) -> Option<&'a TextSet> {
    let exclude = &settings.project.exclude;
    settings.project.texts.iter().find(|set| {
        is_text_file(path) && FilePatterns::new(std::slice::from_ref(&set.files), exclude).matches_path(path)
    })
}

/// The findings of a file of texts, as `lint` has them.
pub(super) fn check_text(settings: &EditorSettings, desired: &Desired, file: &Arc<SourceFile>) -> Vec<Diagnostic> {
    let checks = find_text_set(settings, file.path()).and_then(|set| {
        let TextSet { files: _, language, style, glossaries, source: _ } = set;
        find_text_checks(desired, language, style, glossaries, false).ok()
    });
    let Some((format, checks)) = TextFormat::detect(file.path(), file.text()).zip(checks) else { return Vec::new() };
    let report = check_text_file(file, format, &checks);
    let weighed = report.findings.into_iter().filter_map(|finding| apply_severity(finding, &settings.project));
    weighed.take(MAX_SHOWN).collect()
}

/// Most findings of one file that an editor is given: it draws each.
const MAX_SHOWN: usize = 1000;
