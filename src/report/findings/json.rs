//! Findings as JSON: a versioned form that says everything, with `null` for what a finding does not have.

use serde::Serialize;

use crate::diagnostic::fingerprint::Fingerprints;
use crate::diagnostic::{Diagnostic, Edit, Fix, Label, Safety, SourceFile, Span};
use crate::report::findings::Totals;
use crate::report::json::pretty;

/// Version of the form. Rises when a reader of the old one would misread the new one.
const VERSION: u32 = 1;

/// All findings. `files` is the number of files that were read.
#[must_use]
pub fn json(findings: &[Diagnostic], files: usize) -> String {
    let Totals { errors, warnings, files: _ } = Totals::of(findings);
    let mut names = Fingerprints::default();
    pretty(&Document {
        housestyle_findings: VERSION,
        findings: findings.iter().map(|finding| written(finding, &mut names)).collect(),
        summary: Summary { errors, warnings, files },
    })
}

#[derive(Serialize)]
struct Document<'a> {
    housestyle_findings: u32,
    findings: Vec<Finding<'a>>,
    summary: Summary,
}

#[derive(Serialize)]
struct Finding<'a> {
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
    secondary: Vec<Secondary<'a>>,
    notes: &'a [String],
    help: Option<&'a str>,
    fix: Option<WrittenFix<'a>>,
    fingerprint: String,
}

#[derive(Serialize)]
struct Secondary<'a> {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    byte_start: u32,
    byte_end: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct WrittenFix<'a> {
    title: &'a str,
    safety: &'static str,
    edits: Vec<WrittenEdit<'a>>,
}

#[derive(Serialize)]
struct WrittenEdit<'a> {
    byte_start: u32,
    byte_end: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct Summary {
    errors: usize,
    warnings: usize,
    files: usize,
}

fn written<'a>(finding: &'a Diagnostic, names: &mut Fingerprints) -> Finding<'a> {
    let Diagnostic { code, severity, message, file, primary, secondary, notes, help, fix, pointer } = finding;
    let [line, column, end_line, end_column] = corners(file, primary.span);
    Finding {
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
        secondary: secondary.iter().map(|label| reason(file, label)).collect(),
        notes,
        help: help.as_deref(),
        fix: fix.as_ref().map(repair),
        fingerprint: names.of(finding),
    }
}

fn reason<'a>(file: &'a SourceFile, label: &'a Label) -> Secondary<'a> {
    let Label { span, text } = label;
    let [line, column, end_line, end_column] = corners(file, *span);
    let (byte_start, byte_end) = (span.start, span.end);
    Secondary { line, column, end_line, end_column, byte_start, byte_end, text }
}

fn repair(fix: &Fix) -> WrittenFix<'_> {
    let Fix { title, safety, edits } = fix;
    let safety = match safety {
        Safety::Safe => "safe",
        Safety::Unsafe => "unsafe",
    };
    let edits =
        edits.iter().map(|Edit { span, text }| WrittenEdit { byte_start: span.start, byte_end: span.end, text });
    WrittenFix { title, safety, edits: edits.collect() }
}

fn corners(file: &SourceFile, span: Span) -> [u32; 4] {
    let (start, end) = (file.position(span.start), file.position(span.end));
    [start.line, start.column, end.line, end.column]
}
