//! Findings of a command, in any of its formats, with the paths that their readers know.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::format::FindingFormat;
use crate::diagnostic::{Diagnostic, SourceFile};
use crate::report::{RenderOptions, findings};

/// Findings with the paths that people are shown.
#[must_use]
pub fn show_paths(findings: &[Diagnostic], shown_path: impl Fn(&str) -> String) -> Vec<Diagnostic> {
    let mut known: BTreeMap<*const SourceFile, Arc<SourceFile>> = BTreeMap::new();
    let show = |finding: &Diagnostic| {
        let mut finding = finding.clone();
        let path = shown_path(finding.file.path());
        if path != **finding.file.path() {
            let file = known.entry(Arc::as_ptr(&finding.file)).or_insert_with(|| finding.file.with_shown_path(path));
            finding.file = file.clone();
        }
        if let Some(style) = finding.departs_from.as_mut().and_then(|departed| departed.style.as_mut()) {
            style.place.file = shown_path(&style.place.file).into();
        }
        finding
    };
    findings.iter().map(show).collect()
}

/// Findings as a command shows them, in any of its formats.
pub struct ShownFindings<'a> {
    /// With paths from where people are.
    pub shown: &'a [Diagnostic],
    /// With paths of the git repository, by which forges know files.
    pub of_repository: &'a [Diagnostic],
    /// How many files were looked at.
    pub file_count: usize,
}

impl ShownFindings<'_> {
    /// One format; text for people shows `of_person`, and how the command that was called can be called again.
    #[must_use]
    pub fn render(
        &self,
        of_person: &[Diagnostic],
        format: FindingFormat,
        global: &GlobalArgs,
        options: &RenderOptions,
    ) -> String {
        let Self { shown, of_repository, file_count } = *self;
        match format {
            FindingFormat::Human => match global.called_with("--fix", &["validate", "lint"]) {
                Some(fixing) => findings::render_human_fixed_by(of_person, file_count, &fixing, options),
                None => findings::render_human(of_person, file_count, options),
            },
            FindingFormat::Plain => findings::render_plain(shown, file_count),
            FindingFormat::Json => findings::render_json(shown, file_count),
            FindingFormat::Sarif => findings::render_sarif(of_repository, ""),
            FindingFormat::Github => findings::render_github(of_repository, file_count, ""),
            FindingFormat::Gitlab => findings::render_gitlab(of_repository, ""),
            FindingFormat::Junit => findings::render_junit(of_repository, file_count, ""),
        }
    }
}
