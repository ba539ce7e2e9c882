//! Writing to a term set: its parts, each as a whole, and its name.
//!
//! Every call may be repeated. What the service counts in its answer is held against what was sent, and everything is read
//! back: rows that it drops are dropped silently.

use crate::apply::event::Outcome;
use crate::apply::run::{ApplyRun, WriteTally};
use crate::model::Id;
use crate::model::resource::LiveResource;
use crate::model::tag::Tag;
use crate::model::term_set::{LiveTermSet, TermEntries, TermSet, TermSetPart};
use crate::plan::{PlanItem, TermSetAction};
use crate::service::error::{ErrorKind, ServiceError};
use crate::service::{Transport, term_set};
use crate::state::Journal;

/// Carries out the writing steps of an item. `before` is the name that the resource has.
pub(super) async fn write_term_set<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    id: &Id,
    before: &str,
    act: &str,
    done: &mut Vec<String>,
) -> Result<WriteTally, Outcome> {
    let mut written = WriteTally::default();
    for action in item.steps.iter().filter_map(|step| step.action.as_term_set()) {
        let (what, unseen) = match action {
            // What has a temporary name gets its own one last.
            TermSetAction::Rename { .. } if Tag::from_name(before).is_some() => continue,
            TermSetAction::Rename { kind: which, name } => {
                let answer = term_set::rename_term_set(run.client, *which, id, name).await;
                let answer = answer.map_err(|error| run.fail_call(act, &error, done))?;
                ("renamed".to_owned(), answer.unknown_attempts)
            }
            TermSetAction::ReplacePart { part, entries } => {
                let (unsure, remark) = replace_part(run, id, part, entries, act, done).await?;
                written.remarks.extend(remark);
                (format!("{} {part} replaced", part.noun()), unsure)
            }
            TermSetAction::RemovePart { part } => {
                let removed = term_set::remove_part(run.client, id, part).await;
                let unsure = removed.map_err(|error| run.fail_call(act, &error, done))?;
                (format!("{} {part} removed", part.noun()), unsure)
            }
        };
        written.confirmed += 1;
        written.unconfirmed += u64::from(unseen);
        run.step_done(item, &what);
        done.push(what);
    }
    Ok(written)
}

/// Writes the parts that the call did not carry which created the term set.
pub(super) async fn complete_term_set<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    content: &TermSet,
    live: &LiveTermSet,
    act: &str,
    done: &mut Vec<String>,
) -> Result<(), Outcome> {
    for (part, entries) in content.parts.iter().filter(|(part, _)| !live.parts.contains_key(*part)) {
        replace_part(run, &live.id, part, entries, act, done).await?;
        done.push(format!("added {} {part}", part.noun()));
        run.step_done(item, &format!("{} {part} added", part.noun()));
    }
    Ok(())
}

/// Replaces a part. How often that may have happened unseen, and what is odd about the answer.
async fn replace_part<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    id: &Id,
    part: &TermSetPart,
    entries: &TermEntries,
    act: &str,
    done: &[String],
) -> Result<(u32, Option<String>), Outcome> {
    let (answer, counted) = match term_set::replace_part(run.client, id, part, entries).await {
        Ok(answered) => answered,
        // It succeeded by its status; what is held is read back in any case.
        Err(ServiceError { kind: ErrorKind::Unreadable(_), .. }) => return Ok((1, None)),
        Err(error) => return Err(run.fail_call(act, &error, done)),
    };
    let sent = entries.len() as u64;
    let odd = counted.filter(|counted| *counted != sent);
    let remark = odd.map(|counted| {
        format!("of {} sent for {part} the service counted {counted}", part.count_entries(entries.len()))
    });
    Ok((answer.unknown_attempts, remark))
}

/// A live term set without the parts that an item writes: what may be taken as known when it is read again.
pub(super) fn without_written_parts(item: &PlanItem, live: &LiveTermSet) -> LiveTermSet {
    let mut live = live.clone();
    for action in item.steps.iter().filter_map(|step| step.action.as_term_set()) {
        match action {
            TermSetAction::ReplacePart { part, .. } | TermSetAction::RemovePart { part } => {
                live.parts.remove(part);
            }
            TermSetAction::Rename { .. } => {}
        }
    }
    live
}

/// Parts that somebody else wrote to between two reads: parts that the item does not write and that differ.
pub(super) fn foreign_edits(item: &PlanItem, before: &LiveResource, after: &LiveResource) -> Vec<String> {
    let (LiveResource::TermSet(before), LiveResource::TermSet(after)) = (before, after) else { return Vec::new() };
    let (was, is) = (without_written_parts(item, before), without_written_parts(item, after));
    let all: std::collections::BTreeSet<&TermSetPart> = was.parts.keys().chain(is.parts.keys()).collect();
    all.into_iter().filter(|part| was.parts.get(*part) != is.parts.get(*part)).map(ToString::to_string).collect()
}
