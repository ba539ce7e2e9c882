//! Workflow commands of GitHub: findings beside the lines of a pull request.
//!
//! Always holds: a step shows ten errors and ten warnings and drops what comes after, so no more are sent, errors first; a
//! notice, which has a budget of its own, counts the others, and they follow as lines of the log that are no command. No
//! foreign text can begin a command: none has `::` or `##[` in it, and no line begins with it.

use crate::diagnostic::{Diagnostic, Severity};
use crate::report::findings::FindingTotals;
use crate::report::humanize::count_noun;
use crate::report::sanitize::Sanitized;

/// Annotations of one severity that a step shows.
const MAX_PER_STEP: usize = 10;

/// Findings as annotations, then the line that counts. `below` is the project's folder in the repository, with a slash
/// behind it, or nothing; `files` is the number of files that were read.
#[must_use]
pub fn render_github(findings: &[Diagnostic], files: usize, below: &str) -> String {
    let mut out = String::new();
    let mut rest: Vec<&Diagnostic> = Vec::new();
    for severity in [Severity::Error, Severity::Warning] {
        let of_severity = findings.iter().filter(|finding| finding.severity == severity);
        for (index, finding) in of_severity.enumerate() {
            if index < MAX_PER_STEP { write_command(&mut out, finding, below) } else { rest.push(finding) }
        }
    }
    if !rest.is_empty() {
        let (more, verb) = (count_noun(rest.len(), "more finding"), if rest.len() == 1 { "is" } else { "are" });
        let all = FindingTotals::from_findings(findings).summary_line(files);
        out.push_str(&format!(
            "::notice title=housestyle::{more} {verb} not annotated, as a step shows {MAX_PER_STEP} errors and {MAX_PER_STEP} \
             warnings; the log of this step lists them (in all: {all})\n"
        ));
    }
    for finding in rest {
        let (place, severity) = (finding.primary_place(), finding.severity.as_str());
        let path = format!("{below}{}", place.file);
        let (line, column, id) = (place.line, place.column, finding.id());
        // A hyphen in front, because a path may begin with anything; spaces, because it may end with a colon.
        let line = format!("- {} {line}:{column} {severity}[{id}] {}\n", Sanitized(&path), Sanitized(&finding.message));
        out.push_str(&line);
    }
    out.push_str(&FindingTotals::from_findings(findings).summary_line(files));
    out.push('\n');
    out
}

fn write_command(out: &mut String, finding: &Diagnostic, below: &str) {
    let Diagnostic {
        code,
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
        departs_from,
        omitted: _,
    } = finding;
    let (start, end) = (file.position_at(primary.span.start), file.position_at(primary.span.end));
    let path = escape_property(&format!("{below}{}", file.shown_path()));
    let mut place = format!("file={path},line={},endLine={}", start.line, end.line);
    // Columns are taken only where they are of one line.
    if start.line == end.line {
        place.push_str(&format!(",col={}", start.column));
    }
    let mut text = escape_data(message);
    if let Some(help) = help.as_ref().or(fix.as_ref().map(|fix| &fix.title)) {
        text.push_str(&format!("%0Ahelp: {}", escape_data(help)));
    }
    if let Some(style) = departs_from.as_ref().and_then(|departed| departed.style.as_ref()) {
        text.push_str(&format!("%0Aasked for at {}", escape_data(&style.place.to_string())));
    }
    text.push_str(&format!("%0Awhat it means: housestyle explain {code}"));
    out.push_str(&format!("::{} {place},title={}::{text}\n", severity.as_str(), finding.id()));
}

/// Text as the message of a command.
fn escape_data(text: &str) -> String {
    Sanitized(text).to_string().replace('%', "%25")
}

/// Text as the value of a property.
fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped_as_commands_ask() {
        assert_eq!(escape_data("100 %: a, b\r\nc"), "100 %25: a, b\\u{d}\\u{a}c");
        assert_eq!(escape_property("a,b:c%3A.yaml"), "a%2Cb%3Ac%253A.yaml");
    }
}
