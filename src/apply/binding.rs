//! What is recorded of a resource: before its first write, and when it holds what was wanted.

use std::sync::Arc;

use crate::model::resource::{LiveResource, ResourceContent};
use crate::plan::{Additions, PlanItem};
use crate::state::{Applied, Binding};

/// Unfinished contents of one list that are remembered.
const MAX_RECORDED_ATTEMPTS: usize = 8;

/// The binding of an item to a list that says what was wanted.
pub(crate) fn finished_binding(item: &PlanItem, live: &LiveResource, sent: &ResourceContent) -> Binding {
    let live = live.as_resource_ref();
    let own = item.own_content(sent);
    let applied = Applied::new(&own, &own_of_held(item, &own, live.content())).sharing_parts(item.shared, &own);
    Binding {
        id: live.id().clone(),
        version: live.version().unwrap_or(0),
        protected: item.protected,
        applied,
        attempted: Vec::new(),
        imported: item.imported,
        sealed: true,
    }
}

/// Of what is held, what was sent: what people added is not a way to store it.
fn own_of_held(item: &PlanItem, sent: &ResourceContent, mut live: ResourceContent) -> ResourceContent {
    if let ResourceContent::StyleProfile(_) = live {
        item.additions.remove_from(&mut live);
        Additions::beside(item.shared, sent, &live).remove_from(&mut live);
    }
    if let (ResourceContent::TermSet(sent), ResourceContent::TermSet(live)) = (sent, &mut live) {
        for (part, entries) in &mut live.parts {
            let Some(own) = sent.parts.get(part) else { continue };
            if entries.len() > own.len() && own.keys().all(|source| entries.contains_key(source)) {
                let kept = entries.iter().filter(|(source, _)| own.contains_key(*source));
                *entries = Arc::new(kept.map(|(source, target)| (source.clone(), target.clone())).collect());
            }
        }
    }
    live
}

/// The binding of an item to a list before the first write that is to make it say what is wanted.
///
/// What is `known` of it stays, with what earlier runs began and did not finish: that may arrive late. What somebody else made
/// of it becomes ours by nothing but a run that came to its end, however many saw that it goes: until then it is there, and
/// a run that nobody looks at must know it for theirs. Of what nobody knew, what it says now is the ground: it was agreed to
/// by name, or made by this run.
pub(crate) fn started_binding(
    item: &PlanItem,
    live: &LiveResource,
    wanted: &ResourceContent,
    known: Option<Binding>,
) -> Binding {
    let ground = known.map_or_else(
        || finished_binding(item, live, &live.as_resource_ref().content()),
        |known| Binding { protected: item.protected, ..known.with_name_of(live.as_resource_ref().name()) },
    );
    let wanted = item.own_content(wanted);
    let begun = Applied::new(&wanted, &wanted).sharing_parts(item.shared, &wanted);
    let mut attempted = ground.attempted;
    attempted.push(begun.sharing_with(&ground.applied));
    attempted.dedup();
    let surplus = attempted.len().saturating_sub(MAX_RECORDED_ATTEMPTS);
    attempted.drain(..surplus);
    Binding { attempted, ..ground }
}
