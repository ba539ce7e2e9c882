//! Findings as editors show them: the very same, with places in the editor's units.

use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::editor::position::LineIndex;
use crate::report::Sanitized;

/// What is written before what a finding says.
const SOURCE: &str = "housestyle";

/// Findings of one file. `related` says whether the editor shows places that give a reason.
pub(super) fn findings_json(findings: &[Diagnostic], lines: &LineIndex<'_>, uri: &str, related: bool) -> Value {
    findings.iter().map(|finding| finding_json(finding, lines, uri, related)).collect()
}

/// One finding.
pub(super) fn finding_json(finding: &Diagnostic, lines: &LineIndex<'_>, uri: &str, related: bool) -> Value {
    let severity = match finding.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
    };
    let mut said = json!({
        "range": lines.range_of(finding.primary.span).to_json(),
        "severity": severity,
        "code": finding.code.name(),
        "source": SOURCE,
        "message": finding_message(finding),
        "data": { "explain": format!("housestyle explain {}", finding.code.name()), "pointer": finding.pointer },
    });
    if related && !finding.secondary.is_empty() {
        let place = |label: &Label| {
            json!({
                "location": { "uri": uri, "range": lines.range_of(label.span).to_json() },
                "message": Sanitized(&label.text).to_string(),
            })
        };
        said["relatedInformation"] = finding.secondary.iter().map(place).collect();
    }
    said
}

/// What is wrong, why, what to do, and where there is more: a line each. Foreign text in it is made visible.
fn finding_message(finding: &Diagnostic) -> String {
    let mut message = Sanitized(&finding.message).to_string();
    let lines = finding.notes.iter().map(|note| ("note", note)).chain(finding.help.iter().map(|help| ("help", help)));
    for (what, text) in lines {
        message.push_str(&format!("\n{what}: {}", Sanitized(text)));
    }
    message.push_str(&format!("\nmore: housestyle explain {}", finding.code.name()));
    message
}
