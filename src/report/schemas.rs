//! The JSON Schemas of what the program prints and saves, generated from the types that it serialises.

use serde_json::Value;

use crate::check::baseline::BaselineDocument;
use crate::plan::document::PlanDocument;
use crate::report::apply_report::ApplyDocument;
use crate::report::diff::DiffDocument;
use crate::report::drift::DriftDocument;
use crate::report::environment_set::{ApplySetDocument, DriftSetDocument};
use crate::report::event::EventLine;
use crate::report::findings::FindingsDocument;
use crate::report::inferred::InferredDocument;
use crate::report::languages::LanguagesDocument;
use crate::report::outputs::OutputsDocument;
use crate::report::plan_set::PlanSetDocument;
use crate::report::pull::PullDocument;
use crate::report::state_report::{StateListDocument, StateShowDocument, StateStoreDocument};
use crate::report::try_report::{ImprovementsDocument, SampleDocument};
use crate::report::usage::UsageDocument;
use crate::schema::derive_schema::printed_schema;
use crate::state::snapshot::Snapshot;

/// Every schema by the name of its file.
#[must_use]
pub fn printed_schemas() -> Vec<(String, Value)> {
    [
        ("findings", printed_schema::<FindingsDocument<'_>> as fn(&str) -> Value),
        ("plan", printed_schema::<PlanDocument>),
        ("plans", printed_schema::<PlanSetDocument>),
        ("apply", printed_schema::<ApplyDocument<'_>>),
        ("applies", printed_schema::<ApplySetDocument<'_>>),
        ("event", printed_schema::<EventLine<'_>>),
        ("diff", printed_schema::<DiffDocument<'_>>),
        ("drift", printed_schema::<DriftDocument<'_>>),
        ("drifts", printed_schema::<DriftSetDocument<'_>>),
        ("pull", printed_schema::<PullDocument<'_>>),
        ("outputs", printed_schema::<OutputsDocument<'_>>),
        ("state-list", printed_schema::<StateListDocument<'_>>),
        ("state-show", printed_schema::<StateShowDocument<'_>>),
        ("state-store", printed_schema::<StateStoreDocument>),
        ("snapshot", printed_schema::<Snapshot>),
        ("baseline", printed_schema::<BaselineDocument>),
        ("languages", printed_schema::<LanguagesDocument<'_>>),
        ("usage", printed_schema::<UsageDocument<'_>>),
        ("infer", printed_schema::<InferredDocument>),
        ("try", printed_schema::<SampleDocument<'_>>),
        ("improvements", printed_schema::<ImprovementsDocument<'_>>),
    ]
    .map(|(name, make)| {
        let file = format!("{name}.schema.json");
        let schema = make(&file);
        (file, schema)
    })
    .into()
}
