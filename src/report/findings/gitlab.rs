//! Findings as a code quality report of GitLab.
//!
//! Always holds: one entry per finding, each under a fingerprint of its own that stays while lines move, so that a merge
//! request shows what it adds and what it settles.

use std::borrow::Cow;

use serde::Serialize;

use crate::diagnostic::fingerprint::Fingerprints;
use crate::diagnostic::{Diagnostic, Severity};
use crate::report::json::to_pretty_json;
use crate::report::sanitize::Sanitized;

/// All findings. `below` is the project's folder in the repository, with a slash behind it, or nothing.
#[must_use]
pub fn render_gitlab(findings: &[Diagnostic], below: &str) -> String {
    let mut names = Fingerprints::default();
    let issues: Vec<GitlabIssue> = findings.iter().map(|finding| gitlab_issue(finding, below, &mut names)).collect();
    to_pretty_json(&issues)
}

#[derive(Serialize)]
struct GitlabIssue {
    description: String,
    check_name: Cow<'static, str>,
    fingerprint: String,
    severity: &'static str,
    location: GitlabLocation,
}

#[derive(Serialize)]
struct GitlabLocation {
    path: String,
    lines: GitlabLines,
}

#[derive(Serialize)]
struct GitlabLines {
    begin: u32,
    end: u32,
}

fn gitlab_issue(finding: &Diagnostic, below: &str, names: &mut Fingerprints) -> GitlabIssue {
    let Diagnostic {
        code: _,
        severity,
        message,
        file,
        primary,
        secondary: _,
        notes: _,
        help,
        fix,
        alternatives: _,
        pointer: _,
        departs_from: _,
        omitted: _,
    } = finding;
    let mut description = Sanitized(message).to_string();
    if let Some(help) = help.as_ref().or(fix.as_ref().map(|fix| &fix.title)) {
        description.push_str(&format!(" ({})", Sanitized(help)));
    }
    let (begin, end) = (file.position_at(primary.span.start).line, file.position_at(primary.span.end).line);
    GitlabIssue {
        description,
        check_name: finding.id(),
        fingerprint: names.fingerprint_of(finding),
        severity: match severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
        },
        location: GitlabLocation { path: format!("{below}{}", file.shown_path()), lines: GitlabLines { begin, end } },
    }
}
