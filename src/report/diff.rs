//! The JSON form of a difference of two sets of files: what `diff --format json` prints.
//!
//! Canonical as that of a plan: fixed order of fields, sorted resources, no times, no ids, no path of the machine.

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::Place;
use crate::plan::shared_changes::{SharedChanges, group_items};
use crate::plan::{Change, DeferredDeletion, Operation, Plan, PlanItem};
use crate::report::json::to_pretty_json;

/// Version of the form. Rises when a reader of the old one would misread the new one.
const VERSION: u64 = 1;

/// The difference of two sets of files.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DiffDocument<'a> {
    /// Version of this form.
    housestyle_diff: u64,
    /// What is compared from.
    base: &'a DiffSide,
    /// What is compared to.
    head: &'a DiffSide,
    /// Totals.
    summary: DiffSummary,
    /// Resources that differ: deletions, replaces, creations, updates.
    items: Vec<DiffItemDocument<'a>>,
    /// Changes that are the same in three lists and more, each once; the items have them as well.
    shared: Vec<SharedDiffDocument<'a>>,
    /// Managed resources whose files are gone and that apply would keep.
    kept: Vec<KeptDocument<'a>>,
    /// Facts worth saying that change nothing.
    notes: &'a [String],
}

/// Changes that several lists have in common.
#[derive(Debug, Serialize, JsonSchema)]
struct SharedDiffDocument<'a> {
    /// The changes.
    changes: Vec<DiffChangeDocument<'a>>,
    /// Addresses of the lists.
    lists: Vec<String>,
}

/// A resource that stays although its file is gone.
#[derive(Debug, Serialize, JsonSchema)]
struct KeptDocument<'a> {
    /// `style/support-de`
    address: String,
    /// Display name.
    name: &'a str,
    /// Why it stays.
    reason: &'a str,
}

/// One of two sets of files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DiffSide {
    /// What it was called: a revision or a folder as it was written, or `the working tree`.
    pub name: String,
    /// The commit, where it is one.
    pub commit: Option<String>,
    /// Digest of what the files want; equal exactly where the same is wanted.
    pub desired: String,
}

/// Totals of a difference.
#[derive(Debug, Serialize, JsonSchema)]
struct DiffSummary {
    /// New resources.
    create: usize,
    /// Resources that change and would keep their id.
    update: usize,
    /// Resources that would get a new id.
    replace: usize,
    /// Resources that would go.
    delete: usize,
    /// Resources that are the same.
    unchanged: usize,
}

/// One resource and what differs.
#[derive(Debug, Serialize, JsonSchema)]
struct DiffItemDocument<'a> {
    /// `style/support-de`
    address: String,
    /// `create`, `update`, `replace` or `delete`.
    operation: &'static str,
    /// Display name.
    name: &'a str,
    /// Root language.
    language: Option<String>,
    /// `path:line:column` of the resource in the files that are compared to.
    place: Option<String>,
    /// What to look at twice: `deletes`, `changes-id`.
    hazards: Vec<&'static str>,
    /// What differs.
    changes: Vec<DiffChangeDocument<'a>>,
    /// The key that the resource had before.
    moved_from: Option<String>,
    /// Whether the resource is protected from then on.
    protected: bool,
}

/// One thing that differs.
#[derive(Debug, Serialize, JsonSchema)]
struct DiffChangeDocument<'a> {
    /// What it is about, in words: `name`, `numbers.decimal_separator`, `instruction "Anrede"`.
    field: String,
    /// As it was.
    before: Option<&'a str>,
    /// As it is.
    after: Option<&'a str>,
    /// `path:line:column` of the new value.
    place: Option<String>,
}

/// The difference as JSON.
#[must_use]
pub fn render_json(plan: &Plan, base: &DiffSide, head: &DiffSide) -> String {
    let Plan {
        basis: _,
        items,
        calls: _,
        unchanged,
        read_back: _,
        kept,
        blockers: _,
        unmanaged: _,
        notes,
        seen: _,
        additions: _,
    } = plan;
    to_pretty_json(&DiffDocument {
        housestyle_diff: VERSION,
        base,
        head,
        summary: DiffSummary {
            create: plan.count_operations(Operation::Create),
            update: plan.count_operations(Operation::Update),
            replace: plan.count_operations(Operation::Replace),
            delete: plan.count_operations(Operation::Delete),
            unchanged: unchanged.len(),
        },
        items: items.iter().map(item_document).collect(),
        shared: group_items(items).shared.iter().map(shared_document).collect(),
        kept: kept.iter().map(kept_document).collect(),
        notes,
    })
}

fn shared_document<'a>(shared: &SharedChanges<'a>) -> SharedDiffDocument<'a> {
    let SharedChanges { changes, lists } = shared;
    SharedDiffDocument {
        changes: changes.iter().map(|change| change_document(change)).collect(),
        lists: lists.iter().map(|list| list.address.to_string()).collect(),
    }
}

fn kept_document(kept: &DeferredDeletion) -> KeptDocument<'_> {
    let DeferredDeletion { address, id: _, name, effect: _, reason } = kept;
    KeptDocument { address: address.to_string(), name, reason }
}

fn item_document(item: &PlanItem) -> DiffItemDocument<'_> {
    DiffItemDocument {
        address: item.address.to_string(),
        operation: item.operation.name(),
        name: &item.name,
        language: item.language.as_ref().map(ToString::to_string),
        place: item.place.as_ref().map(Place::to_string),
        hazards: item.hazards.iter().map(|hazard| hazard.name()).collect(),
        changes: item.changes.iter().map(change_document).collect(),
        moved_from: item.moved_from.as_ref().map(ToString::to_string),
        protected: item.protected,
    }
}

fn change_document(change: &Change) -> DiffChangeDocument<'_> {
    let Change { field, before, after, cause: _, place } = change;
    DiffChangeDocument {
        field: field.to_string(),
        before: before.as_deref(),
        after: after.as_deref(),
        place: place.as_ref().map(Place::to_string),
    }
}
