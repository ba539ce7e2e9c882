//! What a finding weighs: its code's own severity, or what `[lints]` says.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::model::project::Project;

/// The finding with the project's severity; none where the project turned it off.
pub(crate) fn apply_severity(mut finding: Diagnostic, project: &Project) -> Option<Diagnostic> {
    match project.lints.get(&finding.code) {
        None => Some(finding),
        Some(Some(severity)) if *severity == Severity::Error || is_relaxable(finding.code) => {
            finding.severity = *severity;
            Some(finding)
        }
        Some(None) if is_relaxable(finding.code) => None,
        Some(Some(_) | None) => Some(finding),
    }
}

/// Whether a project may make the finding weigh less: whatever is left standing must still have one meaning, and the
/// service, not this tool, must be who would refuse it.
pub(super) fn is_relaxable(code: Code) -> bool {
    code.severity() == Severity::Warning
        || matches!(
            code,
            Code::UnknownCategory
                | Code::UnknownRule
                | Code::WrongCategory
                | Code::UnknownValue
                | Code::UnknownLanguage
                | Code::NameTooLong
                | Code::LabelTooLong
                | Code::PromptTooLong
                | Code::TooManyInstructions
                | Code::DuplicateName
                | Code::TableHeader
                | Code::TooManyGlossaries
                | Code::GlossaryTooLarge
                | Code::PhraseTooLong
                | Code::TermsTooLong
                | Code::RegionalLanguage
                | Code::OffStyle
                | Code::UnreadableText
        )
}
