//! Findings as JSON: a versioned form that says everything, with `null` for what a finding does not have.

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::fingerprint::Fingerprints;
use crate::diagnostic::{AskingStyle, Code, Diagnostic, Edit, Fix, Label, Place, Safety, Severity, SourceFile, Span};
use crate::report::findings::{FindingTotals, JudgedTest};
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
        tests: None,
        summary: FindingsSummary { errors, warnings, files },
    })
}

/// All findings of tests, and every test with its answer.
#[must_use]
pub fn render_tests_json(findings: &[Diagnostic], files: usize, tests: &[JudgedTest<'_>]) -> String {
    let FindingTotals { errors, warnings, files: _ } = FindingTotals::from_findings(findings);
    let mut names = Fingerprints::default();
    to_pretty_json(&FindingsDocument {
        housestyle_findings: VERSION,
        findings: findings.iter().map(|finding| finding_document(finding, &mut names)).collect(),
        tests: Some(tests.iter().map(test_document).collect()),
        summary: FindingsSummary { errors, warnings, files },
    })
}

fn test_document<'a>(test: &'a JudgedTest<'a>) -> TestDocument<'a> {
    let JudgedTest { id, path: _, shown_path, failures, answer, answer_without, is_accepted, subject, text: _ } = test;
    TestDocument {
        id,
        path: shown_path,
        subject,
        passed: failures.is_empty(),
        answer: *answer,
        answer_without: *answer_without,
        accepted: *is_accepted,
    }
}

/// Findings of one run. Lines and columns count from 1, columns in Unicode code points, bytes from 0.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct FindingsDocument<'a> {
    /// Version of this format.
    #[schemars(extend("enum" = [VERSION]))]
    housestyle_findings: u32,
    /// Findings in order of file and place.
    findings: Vec<FindingDocument<'a>>,
    /// Every style test, passed ones too; of `test` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    tests: Option<Vec<TestDocument<'a>>>,
    /// Totals.
    summary: FindingsSummary,
}

/// A style test and its answer.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TestDocument<'a> {
    /// File and name: `buttons/save`.
    id: &'a str,
    /// Its file.
    path: &'a str,
    /// Address of its style or profile: `style/app`.
    subject: &'a str,
    /// Whether nothing is found against it.
    passed: bool,
    /// The translation that was judged; null where no usable one is recorded.
    answer: Option<&'a str>,
    /// The translation without the style; null where no test compares it.
    answer_without: Option<&'a str>,
    /// Whether the answer was recorded under an earlier style and accepted for this one.
    accepted: bool,
}

/// One finding.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct FindingDocument<'a> {
    /// Its code: `unknown-rule`.
    #[schemars(extend("enum" = Code::ALL.iter().map(|code| code.name()).collect::<Vec<_>>()))]
    code: &'static str,
    /// The rule of a style that a text departs from: `punctuation.ellipsis`.
    rule: Option<&'static str>,
    /// The value of the rule that the text shows; null where it shows none.
    value: Option<&'static str>,
    /// The value that the style sets.
    wanted: Option<&'static str>,
    /// The style that asks for it.
    style: Option<AskingStyleDocument<'a>>,
    /// Its severity.
    #[schemars(extend("enum" = [Severity::Error.as_str(), Severity::Warning.as_str()]))]
    severity: &'static str,
    /// What is wrong, in one line.
    message: &'a str,
    /// File, below the project folder.
    path: &'a str,
    /// First line of the wrong token.
    line: u32,
    /// Column of its first character.
    column: u32,
    /// Line of its end.
    end_line: u32,
    /// Column after its last character.
    end_column: u32,
    /// First byte.
    byte_start: u32,
    /// One past the last byte.
    byte_end: u32,
    /// JSON pointer of the value in its document.
    pointer: Option<&'a str>,
    /// Text below the wrong token.
    label: Option<&'a str>,
    /// Places that give the reason.
    secondary: Vec<SecondaryLabelDocument<'a>>,
    /// Facts that help to understand.
    notes: &'a [String],
    /// What to do.
    help: Option<&'a str>,
    /// An edit that resolves it: the likeliest way.
    fix: Option<FixDocument<'a>>,
    /// Other edits, each of which resolves it by itself; no run makes one of them unasked.
    alternatives: Vec<FixDocument<'a>>,
    /// Stays the same when lines move, so that a finding can be told from a new one.
    fingerprint: String,
}

/// A style, and the line of a file that sets the value.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct AskingStyleDocument<'a> {
    /// Its address: `style/app`.
    address: &'a str,
    /// File of the value: that of a base style where that sets it.
    path: &'a str,
    /// Its line.
    line: u32,
    /// Column of its first character.
    column: u32,
}

/// A place with a short text.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SecondaryLabelDocument<'a> {
    /// First line.
    line: u32,
    /// Column of its first character.
    column: u32,
    /// Line of its end.
    end_line: u32,
    /// Column after its last character.
    end_column: u32,
    /// First byte.
    byte_start: u32,
    /// One past the last byte.
    byte_end: u32,
    /// The text.
    text: &'a str,
}

/// An edit that resolves a finding.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct FixDocument<'a> {
    /// What it does.
    title: &'a str,
    /// `safe` where only one reading is possible.
    #[schemars(extend("enum" = ["safe", "unsafe"]))]
    safety: &'static str,
    /// Replacements in order of place.
    edits: Vec<EditDocument<'a>>,
}

/// Bytes that are replaced by text.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct EditDocument<'a> {
    /// First byte.
    byte_start: u32,
    /// One past the last byte.
    byte_end: u32,
    /// The new text.
    text: &'a str,
}

/// Totals.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct FindingsSummary {
    /// Findings that make files invalid.
    errors: usize,
    /// Findings that do not.
    warnings: usize,
    /// Files that were read.
    files: usize,
}

fn finding_document<'a>(finding: &'a Diagnostic, names: &mut Fingerprints) -> FindingDocument<'a> {
    let Diagnostic {
        code,
        severity,
        message,
        file,
        primary,
        secondary,
        notes,
        help,
        fix,
        alternatives,
        pointer,
        departs_from,
        omitted: _,
    } = finding;
    let departed = departs_from.as_deref();
    let [line, column, end_line, end_column] = line_column_range(file, primary.span);
    FindingDocument {
        code: code.name(),
        rule: departed.map(|departed| departed.rule),
        value: departed.and_then(|departed| departed.value),
        wanted: departed.map(|departed| departed.wanted),
        style: departed.and_then(|departed| departed.style.as_ref()).map(asking_style_document),
        severity: severity.as_str(),
        message,
        path: file.shown_path(),
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
        alternatives: alternatives.iter().map(fix_document).collect(),
        fingerprint: names.fingerprint_of(finding),
    }
}

fn asking_style_document(style: &AskingStyle) -> AskingStyleDocument<'_> {
    let AskingStyle { address, place: Place { file, line, column } } = style;
    AskingStyleDocument { address, path: file, line: *line, column: *column }
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
