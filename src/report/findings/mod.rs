//! Findings as text for people ([`render_human, render_human_fixed_by`]), one per line ([`render_plain`]), as JSON ([`render_json`]), and in the forms that build
//! systems and code scanners read ([`render_sarif`], [`render_github`], [`render_gitlab`], [`render_junit`]). [`render_summary`] counts them by rule.
//!
//! They are siblings over the same [`Diagnostic`]s, in the order in which they are given. Text for people is bounded, and
//! so is what a reader would cut without a word ([`render_sarif`], [`render_github`]); the others say everything. What is left out is
//! counted.

mod alike;
mod excerpt;
mod github;
mod gitlab;
mod human;
mod json;
mod junit;
mod matrix;
mod fix_diff;
mod plain;
mod secret;
mod sarif;
mod summary;

pub use github::render_github;
pub use gitlab::render_gitlab;
pub use human::{render_human, render_human_fixed_by};
pub(crate) use json::FindingsDocument;
pub use json::render_json;
pub use json::render_tests_json;
pub use junit::{JudgedTest, render_junit, render_tests_junit};
pub use matrix::render_tests_matrix;
pub use plain::render_plain;
pub use sarif::render_sarif;
pub use summary::render_summary;

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Severity};
use crate::report::humanize::count_noun;

/// How many findings there are, in how many files of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FindingTotals {
    /// Findings that make files invalid.
    pub errors: usize,
    /// Findings that do not.
    pub warnings: usize,
    /// Files with a finding.
    pub files: usize,
}

impl FindingTotals {
    /// Counts findings, those that are only counted by another one included.
    #[must_use]
    pub fn from_findings(findings: &[Diagnostic]) -> Self {
        let count = |severity| {
            let of_severity = findings.iter().filter(|finding| finding.severity == severity);
            of_severity.map(|finding| finding.omitted.max(1)).sum()
        };
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let files = findings.iter().map(|finding| finding.file.shown_path()).collect::<BTreeSet<_>>().len();
        Self { errors, warnings, files }
    }

    /// The line that counts: `2 errors and 1 warning in 1 of 14 files`.
    #[must_use]
    pub fn summary_line(&self, files: usize) -> String {
        let Self { errors, warnings, files: with } = *self;
        let kinds = match (errors, warnings) {
            (0, 0) => return format!("no findings in {}", count_noun(files, "file")),
            (errors, 0) => count_noun(errors, "error"),
            (0, warnings) => count_noun(warnings, "warning"),
            (errors, warnings) => format!("{} and {}", count_noun(errors, "error"), count_noun(warnings, "warning")),
        };
        format!("{kinds} in {with} of {}", count_noun(files.max(with), "file"))
    }
}
