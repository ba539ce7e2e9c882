//! Findings as a code quality report of GitLab.
//!
//! Always holds: one entry per finding, each under a fingerprint of its own that stays while lines move, so that a merge
//! request shows what it adds and what it settles.

use serde::Serialize;

use crate::diagnostic::fingerprint::Fingerprints;
use crate::diagnostic::{Diagnostic, Severity};
use crate::report::json::pretty;
use crate::report::shown::Shown;

/// All findings. `below` is the project's folder in the repository, with a slash behind it, or nothing.
#[must_use]
pub fn gitlab(findings: &[Diagnostic], below: &str) -> String {
    let mut names = Fingerprints::default();
    let issues: Vec<Issue> = findings.iter().map(|finding| issue(finding, below, &mut names)).collect();
    pretty(&issues)
}

#[derive(Serialize)]
struct Issue {
    description: String,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

fn issue(finding: &Diagnostic, below: &str, names: &mut Fingerprints) -> Issue {
    let Diagnostic { code, severity, message, file, primary, secondary: _, notes: _, help, fix, pointer: _ } = finding;
    let mut description = Shown(message).to_string();
    if let Some(help) = help.as_ref().or(fix.as_ref().map(|fix| &fix.title)) {
        description.push_str(&format!(" ({})", Shown(help)));
    }
    let (begin, end) = (file.position(primary.span.start).line, file.position(primary.span.end).line);
    Issue {
        description,
        check_name: code.name(),
        fingerprint: names.of(finding),
        severity: match severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
        },
        location: Location { path: format!("{below}{}", file.path()), lines: Lines { begin, end } },
    }
}
