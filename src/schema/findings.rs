//! The JSON form of findings: what `--format json` prints.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::diagnostic::Code;
use crate::schema::derive_schema;

/// Findings of one run. Lines and columns count from 1, columns in Unicode code points, bytes from 0.
#[derive(JsonSchema)]
#[schemars(title = "Findings", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct FindingsShape {
    /// Version of this form.
    housestyle_findings: u32,
    /// Findings in order of file and place.
    findings: Vec<FindingShape>,
    /// Totals.
    summary: SummaryShape,
}

/// One finding.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct FindingShape {
    /// Which fault: `unknown-rule`.
    code: String,
    /// Its weight.
    severity: String,
    /// What is wrong, in one line.
    message: String,
    /// File, below the project folder.
    path: String,
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
    pointer: Option<String>,
    /// Words under the wrong token.
    label: Option<String>,
    /// Places that give the reason.
    secondary: Vec<LabelShape>,
    /// Facts that help to understand.
    notes: Vec<String>,
    /// What to do.
    help: Option<String>,
    /// An edit that settles it.
    fix: Option<FixShape>,
    /// Stays the same when lines move, so that a finding can be told from a new one.
    fingerprint: String,
}

/// A place with a few words.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct LabelShape {
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
    /// What to say there.
    text: String,
}

/// An edit that settles a finding.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct FixShape {
    /// What it does.
    title: String,
    /// `safe` where only one reading is possible.
    safety: String,
    /// Replacements in order of place.
    edits: Vec<EditShape>,
}

/// Bytes that are replaced by text.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct EditShape {
    /// First byte.
    byte_start: u32,
    /// One past the last byte.
    byte_end: u32,
    /// Text that comes.
    text: String,
}

/// Totals.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct SummaryShape {
    /// Findings that make files invalid.
    errors: u32,
    /// Findings that do not.
    warnings: u32,
    /// Files that were read.
    files: u32,
}

/// The schema of findings.
pub(super) fn findings_schema() -> Value {
    let mut schema = derive_schema::schema_with_nulls::<FindingsShape>();
    let finding = "/properties/findings/items/properties";
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    derive_schema::set_keyword(&mut schema, "/properties/housestyle_findings", "enum", json!([1]));
    derive_schema::set_keyword(&mut schema, &format!("{finding}/code"), "enum", json!(codes));
    derive_schema::set_keyword(&mut schema, &format!("{finding}/severity"), "enum", json!(["error", "warning"]));
    derive_schema::set_keyword(
        &mut schema,
        &format!("{finding}/fix/properties/safety"),
        "enum",
        json!(["safe", "unsafe"]),
    );
    schema
}
