//! What is recorded of a resource: before its first write, and when it holds what was wanted.

use std::sync::Arc;

use crate::model::resource::{LiveResource, ResourceContent};
use crate::plan::PlanItem;
use crate::state::{Applied, Binding};

/// Unfinished contents of one list that are remembered.
const MAX_RECORDED_ATTEMPTS: usize = 8;

/// The binding of an item to a list that says what was wanted.
pub(crate) fn finished_binding(item: &PlanItem, held: &LiveResource, sent: &ResourceContent) -> Binding {
    let held = held.as_resource_ref();
    let own = item.own_content(sent);
    let applied = Applied::new(&own, &own_of_held(item, &own, held.content())).sharing_parts(item.shared, &own);
    Binding {
        id: held.id().clone(),
        version: held.version().unwrap_or(0),
        protected: item.protected,
        applied,
        attempted: Vec::new(),
        imported: item.imported,
        sealed: true,
    }
}

/// Of what is held, what was sent: what people added is not a way to store it.
fn own_of_held(item: &PlanItem, sent: &ResourceContent, mut held: ResourceContent) -> ResourceContent {
    if let ResourceContent::StyleProfile(_) = held {
        item.additions.remove_from(&mut held);
    }
    if let (ResourceContent::TermSet(sent), ResourceContent::TermSet(held)) = (sent, &mut held) {
        for (part, entries) in &mut held.parts {
            let Some(own) = sent.parts.get(part) else { continue };
            if entries.len() > own.len() && own.keys().all(|source| entries.contains_key(source)) {
                let kept = entries.iter().filter(|(source, _)| own.contains_key(*source));
                *entries = Arc::new(kept.map(|(source, target)| (source.clone(), target.clone())).collect());
            }
        }
    }
    held
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
    let wanted = item.own_content(wanted);
    let mut attempted = before;
    let begun = Applied::new(&wanted, &wanted).sharing_parts(item.shared, &wanted);
    attempted.push(begun.sharing_with(&ground.applied));
    attempted.dedup();
    let surplus = attempted.len().saturating_sub(MAX_RECORDED_ATTEMPTS);
    attempted.drain(..surplus);
    Binding { attempted, ..ground }
}
