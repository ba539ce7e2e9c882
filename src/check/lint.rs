//! What a finding weighs: its code's own severity, or what `[lints]` says.

use crate::diagnostic::{Diagnostic, Severity};
use crate::model::project::Project;

/// The finding with the project's severity; none where the project turned it off.
pub(crate) fn apply_severity(mut finding: Diagnostic, project: &Project) -> Option<Diagnostic> {
    match project.lints.get(&finding.code) {
        None => Some(finding),
        Some(Some(severity)) if *severity == Severity::Error || finding.code.is_relaxable() => {
            finding.severity = *severity;
            Some(finding)
        }
        Some(None) if finding.code.is_relaxable() => None,
        Some(Some(_) | None) => Some(finding),
    }
}
