//! Style profiles among the resources of a run: they are written after everything that they name, and let go of what is
//! deleted before it is.
//!
//! What the plan knew by its address alone has an id by then, or was not made, and then the profile is not written. What a
//! profile still holds that could not be written is not deleted.

use std::sync::Arc;

use crate::apply::event::Outcome;
use crate::apply::run::{ApplyRun, WriteTally, fail_item};
use crate::apply::run_end::FailureCause;
use crate::model::resource::{LiveResource, ResourceContent};
use crate::model::style_profile::{Component, ProfilePatch};
use crate::model::tag::Tag;
use crate::model::{Address, Id, Kind};
use crate::plan::{Action, Operation, Plan, PlanItem, Step};
use crate::service::{Transport, style_profile};
use crate::state::Journal;

/// Whether an item writes a style profile, and deletes none.
pub(super) fn writes_profile(item: &PlanItem) -> bool {
    item.address.kind == Kind::StyleProfile && !matches!(item.operation, Operation::Delete | Operation::Sweep)
}

/// An item with the ids of what this run created; nothing to do where there is nothing to wait for.
///
/// # Errors
/// Something that it is to hold was not made.
pub(super) fn resolve_item<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    plan: &Plan,
    item: &PlanItem,
    outcomes: &[(usize, Outcome)],
) -> Result<PlanItem, Outcome> {
    let act = format!("{} {}", item.operation.name(), item.address);
    for address in item.awaited_components() {
        let made = outcomes
            .iter()
            .any(|(at, outcome)| plan.items[*at].address == *address && matches!(outcome, Outcome::Done { .. }));
        if !made {
            let message = format!("{address} was not made, and it names it: nothing was written");
            return Err(fail_item(&act, message, &[], FailureCause::Stale));
        }
    }
    let store = run.store.borrow();
    let bindings = &store.state().bindings;
    let find = |component: &Component| match component {
        Component::Managed(address) => bindings.get(address).map(|binding| binding.id.clone()),
        Component::Id(id) => Some(id.clone()),
        Component::Memory(_) => None,
    };
    let resolve = |content: &Arc<ResourceContent>| match &**content {
        ResourceContent::StyleProfile(content) => {
            Arc::new(ResourceContent::StyleProfile(content.clone().resolved(find)))
        }
        ResourceContent::Style(_) | ResourceContent::TermSet(_) => content.clone(),
    };
    let steps = item.steps.iter().map(|Step { action, changes }| {
        let action = match action {
            Action::Create(content) => Action::Create(resolve(content)),
            Action::StyleProfile(patch) => Action::StyleProfile(patch.clone().resolved(find)),
            Action::Bind { .. } | Action::Style(_) | Action::TermSet(_) | Action::Delete { .. } | Action::Unbind => {
                action.clone()
            }
        };
        Step { action, changes: changes.clone() }
    });
    Ok(PlanItem {
        steps: steps.collect(),
        desired: item.desired.as_ref().map(resolve),
        additions: item.additions.resolved(find),
        ..item.clone()
    })
}

/// A profile that still holds one of these, because this run could not make it let go.
pub(super) fn find_holder<'p>(
    plan: &'p Plan,
    outcomes: &[(usize, Outcome)],
    gone: &[&Id],
) -> Option<(&'p Address, FailureCause)> {
    outcomes.iter().find_map(|(at, outcome)| {
        let item = &plan.items[*at];
        let Some(LiveResource::StyleProfile(held)) = &item.before else { return None };
        let cause = match outcome {
            Outcome::Done { .. } => return None,
            Outcome::Skipped => FailureCause::Stale,
            Outcome::Failed(failure)
            | Outcome::Unknown(failure)
            | Outcome::Unverified(failure)
            | Outcome::Stopped(failure)
            | Outcome::Withdrawn(failure) => failure.cause,
        };
        gone.iter().any(|id| held.holds(id)).then_some((&item.address, cause))
    })
}

/// Carries out the writing steps of an item. `before` is the name that the profile has.
pub(super) async fn write_style_profile<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    id: &Id,
    before: &str,
    act: &str,
    done: &mut Vec<String>,
) -> Result<WriteTally, Outcome> {
    let mut written = WriteTally::default();
    for patch in item.steps.iter().filter_map(|step| step.action.as_style_profile()) {
        // What has a temporary name gets its own one last.
        let name = patch.name.clone().filter(|_| Tag::from_name(before).is_none());
        let patch = ProfilePatch { name, fields: patch.fields.clone() };
        if patch == ProfilePatch::default() {
            continue;
        }
        let answer = style_profile::patch_style_profile(run.client, id, &patch).await;
        let answer = answer.map_err(|error| run.fail_call(act, &error, done))?;
        let what = describe_patch(&patch);
        written.confirmed += 1;
        written.unconfirmed += u64::from(answer.unknown_attempts);
        run.step_done(item, &what);
        done.push(what);
    }
    Ok(written)
}

fn describe_patch(patch: &ProfilePatch) -> String {
    let name = patch.name.iter().map(|_| "name".to_owned());
    let fields: Vec<String> = name.chain(patch.fields.keys().map(ToString::to_string)).collect();
    format!("{} written", fields.join(", "))
}
