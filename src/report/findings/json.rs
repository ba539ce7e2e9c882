//! Findings as JSON: a versioned form that says everything, with `null` for what a finding does not have.

use serde::Serialize;

use crate::diagnostic::fingerprint::Fingerprints;
use crate::diagnostic::{Diagnostic, Edit, Fix, Label, Safety, SourceFile, Span};
use crate::report::findings::FindingTotals;
use crate::report::json::to_pretty_json;

/// Version of the form. Rises when a reader of the old one would misread the new one.
const VERSION: u32 = 1;

/// All findings. `files` is the number of files that were read.
#[must_use]
pub fn render_json(findings: &[Diagnostic], files: usize) -> String {
    let FindingTotals { errors, warnings, files: _ } = FindingTotals::from_findings(findings);
    let mut names = Fingerprints::default();
    to_pretty_json(&FindingsDocument {
        housestyle_findings: VERSION,
        findings: findings.iter().map(|finding| finding_document(finding, &mut names)).collect(),
        summary: FindingsSummary { errors, warnings, files },
    })
}

#[derive(Serialize)]
struct FindingsDocument<'a> {
    housestyle_findings: u32,
    findings: Vec<FindingDocument<'a>>,
    summary: FindingsSummary,
}

#[derive(Serialize)]
struct FindingDocument<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    path: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    byte_start: u32,
    byte_end: u32,
    pointer: Option<&'a str>,
    label: Option<&'a str>,
    secondary: Vec<SecondaryLabelDocument<'a>>,
    notes: &'a [String],
    help: Option<&'a str>,
    fix: Option<FixDocument<'a>>,
    fingerprint: String,
}

#[derive(Serialize)]
struct SecondaryLabelDocument<'a> {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    byte_start: u32,
    byte_end: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct FixDocument<'a> {
    title: &'a str,
    safety: &'static str,
    edits: Vec<EditDocument<'a>>,
}

#[derive(Serialize)]
struct EditDocument<'a> {
    byte_start: u32,
    byte_end: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct FindingsSummary {
    errors: usize,
    warnings: usize,
    files: usize,
}

fn finding_document<'a>(finding: &'a Diagnostic, names: &mut Fingerprints) -> FindingDocument<'a> {
    let Diagnostic { code, severity, message, file, primary, secondary, notes, help, fix, pointer } = finding;
    let [line, column, end_line, end_column] = line_column_range(file, primary.span);
    FindingDocument {
        code: code.name(),
        severity: severity.as_str(),
        message,
        path: file.path(),
        line,
        column,
        end_line,
        end_column,
        byte_start: primary.span.start,
        byte_end: primary.span.end,
        pointer: pointer.as_deref(),
        label: (!primary.text.is_empty()).then_some(primary.text.as_str()),
        secondary: secondary.iter().map(|label| secondary_document(file, label)).collect(),
        notes,
        help: help.as_deref(),
        fix: fix.as_ref().map(fix_document),
        fingerprint: names.fingerprint_of(finding),
    }
}

fn secondary_document<'a>(file: &'a SourceFile, label: &'a Label) -> SecondaryLabelDocument<'a> {
    let Label { span, text } = label;
    let [line, column, end_line, end_column] = line_column_range(file, *span);
    let (byte_start, byte_end) = (span.start, span.end);
    SecondaryLabelDocument { line, column, end_line, end_column, byte_start, byte_end, text }
}

fn fix_document(fix: &Fix) -> FixDocument<'_> {
    let Fix { title, safety, edits } = fix;
    let safety = match safety {
        Safety::Safe => "safe",
        Safety::Unsafe => "unsafe",
    };
    let edits =
        edits.iter().map(|Edit { span, text }| EditDocument { byte_start: span.start, byte_end: span.end, text });
    FixDocument { title, safety, edits: edits.collect() }
}

fn line_column_range(file: &SourceFile, span: Span) -> [u32; 4] {
    let (start, end) = (file.position_at(span.start), file.position_at(span.end));
    [start.line, start.column, end.line, end.column]
}
