//! What a plan deletes or replaces while a style profile of the account holds it.
//!
//! A profile holds ids. A list that is replaced gets another one, a deleted list has none: whatever application sends the
//! profile goes on without it, and nothing else would say so. So every such profile is named before anybody approves.

use std::collections::BTreeSet;

use crate::model::style_profile::LiveStyleProfile;
use crate::model::{Address, Id, Kind};
use crate::plan::{DeferredDeletion, Operation, Plan, PlanItem};

/// What becomes of something that a profile may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is deleted.
    Deleted,
    /// Another one, with another id, comes in its place.
    Replaced,
    /// Its deletion is held until somebody asks for it.
    Held,
}

/// Whether it matters which style profiles there are: something that one may hold goes, or would.
#[must_use]
pub fn needs_style_profiles(plan: &Plan) -> bool {
    departures(plan).next().is_some()
}

/// What goes, or would, of the kinds that profiles hold by id.
fn departures(plan: &Plan) -> impl Iterator<Item = (&Address, &Id, Fate)> {
    let items = plan.items.iter().filter_map(|PlanItem { address, id, operation, .. }| {
        let fate = match operation {
            Operation::Delete => Fate::Deleted,
            Operation::Replace => Fate::Replaced,
            Operation::Create | Operation::Update | Operation::Import | Operation::Forget | Operation::Sweep => {
                return None;
            }
        };
        Some((address, id.as_ref()?, fate))
    });
    let held = plan.kept.iter().filter(|DeferredDeletion { effect, .. }| effect == "delete");
    let held = held.filter_map(|DeferredDeletion { address, id, .. }| Some((address, id.as_ref()?, Fate::Held)));
    items.chain(held).filter(|(address, ..)| matches!(address.kind, Kind::Style | Kind::Glossary))
}

/// Says which profiles hold what goes, and what becomes of them.
pub fn note_linked_profiles(plan: &mut Plan, profiles: &[LiveStyleProfile]) {
    let mut notes = Vec::new();
    // What the plan itself makes let go, or deletes, it shows.
    let planned: BTreeSet<&Id> = plan.items.iter().filter_map(|item| item.id.as_ref()).collect();
    let outside: Vec<&LiveStyleProfile> = profiles.iter().filter(|it| !planned.contains(&it.id)).collect();
    for (address, id, fate) in departures(plan) {
        for LiveStyleProfile { id: profile_id, content, .. } in outside.iter().filter(|it| it.holds(id)) {
            let name = &content.name;
            let what = match fate {
                Fate::Deleted => {
                    format!("{id}, which is deleted: it goes on without it, or the service refuses the deletion")
                }
                Fate::Replaced => format!("{id}, which is replaced: it loses it until somebody gives it the new id"),
                Fate::Held => format!("{id}, whose deletion is held: it would go on without it"),
            };
            notes.push(format!("{address}: the style profile \"{name}\" ({profile_id}) of the account holds {what}"));
        }
    }
    plan.notes.extend(notes);
}

/// Says that nobody could look.
pub fn note_unseen_profiles(plan: &mut Plan, why: &str) {
    plan.notes
        .push(format!("whether a style profile of the account holds what is deleted or replaced is not known: {why}"));
}
