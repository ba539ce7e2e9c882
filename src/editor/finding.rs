//! Findings as editors show them: the very same, with places in the editor's units.

use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::editor::position::Ruler;
use crate::report::Shown;

/// What is written before what a finding says.
const SOURCE: &str = "housestyle";

/// Findings of one file. `related` says whether the editor shows places that give a reason.
pub(super) fn json(findings: &[Diagnostic], ruler: &Ruler<'_>, uri: &str, related: bool) -> Value {
    findings.iter().map(|finding| one(finding, ruler, uri, related)).collect()
}

/// One finding.
pub(super) fn one(finding: &Diagnostic, ruler: &Ruler<'_>, uri: &str, related: bool) -> Value {
    let severity = match finding.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
    };
    let mut said = json!({
        "range": ruler.range(finding.primary.span).json(),
        "severity": severity,
        "code": finding.code.name(),
        "source": SOURCE,
        "message": message(finding),
        "data": { "explain": format!("housestyle explain {}", finding.code.name()), "pointer": finding.pointer },
    });
    if related && !finding.secondary.is_empty() {
        let place = |label: &Label| {
            json!({
                "location": { "uri": uri, "range": ruler.range(label.span).json() },
                "message": Shown(&label.text).to_string(),
            })
        };
        said["relatedInformation"] = finding.secondary.iter().map(place).collect();
    }
    said
}

/// What is wrong, why, what to do, and where there is more: a line each. Foreign text in it is made visible.
fn message(finding: &Diagnostic) -> String {
    let mut message = Shown(&finding.message).to_string();
    let lines = finding.notes.iter().map(|note| ("note", note)).chain(finding.help.iter().map(|help| ("help", help)));
    for (what, text) in lines {
        message.push_str(&format!("\n{what}: {}", Shown(text)));
    }
    message.push_str(&format!("\nmore: housestyle explain {}", finding.code.name()));
    message
}
