//! The JSON form of the report of an apply: what `apply --format json` prints.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::schema::derive_schema;

/// What came of applying a plan.
#[derive(JsonSchema)]
#[schemars(title = "Report of an apply", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ApplyShape {
    /// Version of this form.
    housestyle_apply: u32,
    /// Every object of the plan, in its order.
    outcomes: Vec<OutcomeShape>,
    /// What went wrong beside single objects.
    trouble: Option<String>,
    /// Totals.
    summary: SummaryShape,
    /// Exit code of the run, before an interruption is counted in.
    exit: u8,
}

/// What came of one object.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct OutcomeShape {
    /// `style/support-de`
    address: String,
    /// What was to happen.
    verb: String,
    /// `unknown` where a call may have been carried out and it could not be proved.
    outcome: String,
    /// Id from now on.
    id: Option<String>,
    /// Id that is no more.
    old_id: Option<String>,
    /// What the service made of it, where that is not what was asked for.
    remarks: Vec<String>,
    /// Why it was not done.
    failure: Option<FailureShape>,
}

/// Why an object was not done.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct FailureShape {
    /// The act that failed.
    act: String,
    /// What happened.
    message: String,
    /// Trace id that the service gave.
    trace: Option<String>,
    /// Steps that were done before.
    done: Vec<String>,
    /// Exit code that it stands for.
    exit: u8,
}

/// Totals.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct SummaryShape {
    /// Objects that are as planned.
    done: u32,
    /// Objects that are not.
    failed: u32,
    /// Objects of which it is not known.
    unknown: u32,
    /// Objects that were not begun.
    skipped: u32,
}

/// The schema of the report of an apply.
pub(super) fn apply_schema() -> Value {
    let mut schema = derive_schema::schema_with_nulls::<ApplyShape>();
    let outcome = "/properties/outcomes/items/properties";
    let verbs = json!(["create", "update", "replace", "delete", "adopt", "forget", "sweep"]);
    derive_schema::set_keyword(&mut schema, "/properties/housestyle_apply", "enum", json!([1]));
    derive_schema::set_keyword(&mut schema, &format!("{outcome}/verb"), "enum", verbs);
    derive_schema::set_keyword(
        &mut schema,
        &format!("{outcome}/outcome"),
        "enum",
        json!(["done", "failed", "unknown", "skipped"]),
    );
    schema
}
