//! What a finding weighs: its code's own severity, or what `[lints]` says of it; what it says of a rule stands above what
//! it says of the code.

use crate::diagnostic::{Diagnostic, Severity};
use crate::model::project::Project;

/// The finding with the project's severity; none where the project turned it off.
pub fn apply_severity(mut finding: Diagnostic, project: &Project) -> Option<Diagnostic> {
    let of_rule = finding.departs_from.as_ref().and_then(|departed| project.rule_lints.get(departed.rule));
    match of_rule.or_else(|| project.lints.get(&finding.code)) {
        None => Some(finding),
        Some(Some(severity)) if *severity == Severity::Error || finding.code.is_relaxable() => {
            finding.severity = *severity;
            Some(finding)
        }
        Some(None) if finding.code.is_relaxable() => None,
        Some(Some(_) | None) => Some(finding),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, SourceFile, Span};

    #[test]
    fn an_error_weighs_less_only_where_it_may() {
        const ERROR: Severity = Severity::Error;
        const WARNING: Severity = Severity::Warning;
        let file = SourceFile::new("a.yaml", "");
        for (code, said, weight) in [
            (Code::Syntax, None, Some(ERROR)),
            (Code::Syntax, Some(None), Some(ERROR)),
            (Code::Syntax, Some(Some(WARNING)), Some(ERROR)),
            (Code::UnknownRule, None, Some(ERROR)),
            (Code::UnknownRule, Some(None), None),
            (Code::UnknownRule, Some(Some(WARNING)), Some(WARNING)),
            (Code::EdgeWhitespace, None, Some(WARNING)),
            (Code::EdgeWhitespace, Some(None), None),
            (Code::EdgeWhitespace, Some(Some(ERROR)), Some(ERROR)),
        ] {
            let mut project = Project::default();
            project.lints.extend(said.map(|said| (code, said)));
            let finding = Diagnostic::new(code, &file, Span::empty_at(0), "");
            let weighed = apply_severity(finding, &project).map(|finding| finding.severity);
            assert_eq!(weighed, weight, "{code} as {said:?}");
        }
    }
}
