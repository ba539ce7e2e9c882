//! One line per finding: `path:line:col: error[id]: message (help)`. For editors, greps and logs; says everything.

use crate::diagnostic::Diagnostic;
use crate::report::findings::FindingTotals;
use crate::report::sanitize::Sanitized;

/// Every finding on a line of its own, then the line that counts. `files` is the number of files that were read.
#[must_use]
pub fn render_plain(findings: &[Diagnostic], files: usize) -> String {
    let mut out = String::new();
    for finding in findings {
        let place = finding.primary_place();
        let (path, severity) = (Sanitized(&place.file), finding.severity.as_str());
        let (line, column, id) = (place.line, place.column, finding.id());
        out.push_str(&format!("{path}:{line}:{column}: {severity}[{id}]: {}", Sanitized(&finding.message)));
        if let Some(help) = finding.help.as_ref().or(finding.fix.as_ref().map(|fix| &fix.title)) {
            out.push_str(&format!(" ({})", Sanitized(help)));
        }
        out.push('\n');
    }
    out.push_str(&FindingTotals::from_findings(findings).summary_line(files));
    out.push('\n');
    out
}
