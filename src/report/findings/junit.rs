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

/// A style test, and what fails in it.
#[derive(Debug)]
pub struct JudgedTest<'a> {
    /// Its file, as people write it from where they are.
    pub shown_path: String,
    /// The translation that was judged; none where there is no usable recording.
    pub answer: Option<&'a str>,
    /// The translation without the style, where a test compares the two.
    pub answer_without: Option<&'a str>,
    /// File and name: `buttons/save`.
    pub id: &'a str,
    /// The file of the test, below the repository.
    pub path: String,
    /// What is not as expected; nothing where it passes.
    pub failures: Vec<&'a Diagnostic>,
    /// Whether the answer is of an earlier style and was accepted for this one.
    pub is_accepted: bool,
    /// Address of its style or profile.
    pub subject: &'a str,
    /// The source text.
    pub text: &'a str,
}

/// Style tests, each once and by its name, whether it passes or not; a suite per file.
#[must_use]
pub fn render_tests_junit(tests: &[JudgedTest<'_>]) -> String {
    let failed = |tests: &[&JudgedTest<'_>]| tests.iter().filter(|test| !test.failures.is_empty()).count();
    let all: Vec<&JudgedTest<'_>> = tests.iter().collect();
    let mut suites: BTreeMap<&str, Vec<&JudgedTest<'_>>> = BTreeMap::new();
    for test in tests {
        suites.entry(&test.path).or_default().push(test);
    }
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"housestyle\" tests=\"{}\" failures=\"{}\" \
         errors=\"0\">\n",
        all.len(),
        failed(&all)
    );
    for (path, tests) in suites {
        let (file, count, failures) = (escape_attribute(path), tests.len(), failed(&tests));
        out.push_str(&format!(
            "  <testsuite name=\"{file}\" tests=\"{count}\" failures=\"{failures}\" errors=\"0\">\n"
        ));
        for test in tests {
            let name = escape_attribute(test.id);
            let head = format!("    <testcase classname=\"{file}\" name=\"{name}\" file=\"{file}\"");
            let Some(first) = test.failures.first() else {
                out.push_str(&format!("{head}/>\n"));
                continue;
            };
            let (line, kind) = (first.primary_place().line, first.code);
            let message = escape_attribute(&first.message);
            let texts: Vec<String> = test.failures.iter().map(|failure| failure_text(&file, failure)).collect();
            out.push_str(&format!(
                "{head} line=\"{line}\">\n      <failure type=\"{kind}\" message=\"{message}\">{}</failure>\n    </testcase>\n",
                texts.join("\n")
            ));
        }
        out.push_str("  </testsuite>\n");
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
        let mut name = escape_xml(&format!("{}: {}", finding.id(), truncate_sanitized(&finding.message, NAME, "…")));
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
            let kind = finding.id();
            out.push_str(&format!("      <failure type=\"{kind}\" message=\"{message}\">{text}</failure>\n"));
        }
        Severity::Warning => out.push_str(&format!("      <system-out>{text}</system-out>\n")),
    }
    out.push_str("    </testcase>\n");
}

fn failure_text(file: &str, finding: &Diagnostic) -> String {
    let place = finding.primary_place();
    let (severity, id, message) = (finding.severity.as_str(), finding.id(), escape_attribute(&finding.message));
    let mut text = format!("{file}:{}:{}: {severity}[{id}]: {message}", place.line, place.column);
    if let Some(help) = finding.help.as_ref().or(finding.fix.as_ref().map(|fix| &fix.title)) {
        text.push_str(&format!("\nhelp: {}", escape_attribute(help)));
    }
    if let Some(style) = finding.departs_from.as_ref().and_then(|departed| departed.style.as_ref()) {
        text.push_str(&format!("\nasked for at {}", escape_attribute(&style.place.to_string())));
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
