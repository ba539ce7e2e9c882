//! Findings as a JUnit report: a suite per file, a case per finding.
//!
//! Always holds: an error is a failure, a warning is a case that passes and says something. A case is named after what is
//! wrong and not after its line, so that it can be followed from run to run. Files without findings are one case together:
//! many readers take a report without cases for a run that broke.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::diagnostic::{Diagnostic, Severity};
use crate::report::findings::FindingTotals;
use crate::report::humanize::count_noun;
use crate::report::sanitize::{Sanitized, truncate_sanitized};

/// Columns of the name of a case.
const NAME: usize = 200;

/// All findings. `below` is the project's folder in the repository, with a slash behind it, or nothing; `files` is the
/// number of files that were read.
#[must_use]
pub fn render_junit(findings: &[Diagnostic], files: usize, below: &str) -> String {
    let mut suites: BTreeMap<&str, Vec<&Diagnostic>> = BTreeMap::new();
    for finding in findings {
        suites.entry(finding.file.shown_path()).or_default().push(finding);
    }
    let clean = files.saturating_sub(suites.len());
    let tests = findings.len() + usize::from(clean > 0 || findings.is_empty());
    let failures = FindingTotals::from_findings(findings).errors;
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"housestyle\" tests=\"{tests}\" \
         failures=\"{failures}\" errors=\"0\">\n"
    );
    if tests > findings.len() {
        let name = format!("{} without findings", count_noun(clean, "file"));
        out.push_str("  <testsuite name=\"housestyle\" tests=\"1\" failures=\"0\" errors=\"0\">\n");
        out.push_str(&format!("    <testcase classname=\"housestyle\" name=\"{name}\"/>\n  </testsuite>\n"));
    }
    for (path, findings) in suites {
        write_suite(&mut out, &format!("{below}{path}"), &findings);
    }
    out.push_str("</testsuites>\n");
    out
}

fn write_suite(out: &mut String, path: &str, findings: &[&Diagnostic]) {
    let file = escape_attribute(path);
    let failures = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    let tests = findings.len();
    out.push_str(&format!("  <testsuite name=\"{file}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n"));
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for finding in findings {
        let mut name = escape_xml(&format!("{}: {}", finding.code, truncate_sanitized(&finding.message, NAME, "…")));
        let alike = seen.entry(name.clone()).or_default();
        *alike += 1;
        if *alike > 1 {
            let _written = write!(name, " ({alike})");
        }
        write_case(out, &file, &name, finding);
    }
    out.push_str("  </testsuite>\n");
}

fn write_case(out: &mut String, file: &str, name: &str, finding: &Diagnostic) {
    let (place, message) = (finding.primary_place(), escape_attribute(&finding.message));
    let line = place.line;
    out.push_str(&format!("    <testcase classname=\"{file}\" name=\"{name}\" file=\"{file}\" line=\"{line}\">\n"));
    let text = failure_text(file, finding);
    match finding.severity {
        Severity::Error => {
            let kind = finding.code;
            out.push_str(&format!("      <failure type=\"{kind}\" message=\"{message}\">{text}</failure>\n"));
        }
        Severity::Warning => out.push_str(&format!("      <system-out>{text}</system-out>\n")),
    }
    out.push_str("    </testcase>\n");
}

fn failure_text(file: &str, finding: &Diagnostic) -> String {
    let place = finding.primary_place();
    let (severity, code, message) = (finding.severity.as_str(), finding.code, escape_attribute(&finding.message));
    let mut text = format!("{file}:{}:{}: {severity}[{code}]: {message}", place.line, place.column);
    if let Some(help) = finding.help.as_ref().or(finding.fix.as_ref().map(|fix| &fix.title)) {
        text.push_str(&format!("\nhelp: {}", escape_attribute(help)));
    }
    for note in &finding.notes {
        text.push_str(&format!("\nnote: {}", escape_attribute(note)));
    }
    text
}

/// Foreign text, inert, with nothing in it that XML would read.
fn escape_attribute(text: &str) -> String {
    escape_xml(&Sanitized(text).to_string())
}

fn escape_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    out
}
