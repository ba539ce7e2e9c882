//! What is recorded of a resource: before its first write, and when it holds what was wanted.

use crate::model::resource::{LiveResource, ResourceContent};
use crate::plan::PlanItem;
use crate::state::{Applied, Binding};

/// Unfinished contents of one list that are remembered.
const MAX_RECORDED_ATTEMPTS: usize = 8;

/// The binding of an item to a list that says what was wanted.
pub(crate) fn finished_binding(item: &PlanItem, held: &LiveResource, sent: &ResourceContent) -> Binding {
    let held = held.as_resource_ref();
    Binding {
        id: held.id().clone(),
        version: held.version().unwrap_or(0),
        protected: item.protected,
        applied: Applied::new(&item.without_kept_rules(sent), &held.content()),
        attempted: Vec::new(),
        imported: item.imported,
        sealed: true,
    }
}

/// The binding of an item to a list before the first write that is to make it say what is wanted. What it says now is the
/// ground: whatever was applied, begun or edited before, the plan has seen it.
///
/// `before` is what earlier runs began and did not finish: an instruction that they sent may arrive late.
pub(crate) fn started_binding(
    item: &PlanItem,
    held: &LiveResource,
    wanted: &ResourceContent,
    before: Vec<Applied>,
) -> Binding {
    let as_is = held.as_resource_ref().content();
    let ground = finished_binding(item, held, &as_is);
    let wanted = item.without_kept_rules(wanted);
    let mut attempted = before;
    attempted.push(Applied::new(&wanted, &wanted).sharing_with(&ground.applied));
    attempted.dedup();
    let surplus = attempted.len().saturating_sub(MAX_RECORDED_ATTEMPTS);
    attempted.drain(..surplus);
    Binding { attempted, ..ground }
}
