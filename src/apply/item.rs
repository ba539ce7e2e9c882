//! The work on one object: read, check that it is as planned, write step by step, read back, remember.

use crate::apply::create::{create_resource, finished_binding, started_binding};
use crate::apply::{ApplyRun, ItemFailure, Outcome, style, term_set};
use crate::model::Id;
use crate::model::resource::{LiveResource, ResourceContent};
use crate::plan::{Action, LiveFingerprint, Operation, PlanItem};
use crate::service::error::ServiceError;
use crate::service::retry::ABSENCE_RECHECK_DELAY;
use crate::service::{Transport, resource};
use crate::state::{Applied, Binding, Journal, JournalEntry};

/// What came of the writing steps of an item.
#[derive(Debug, Default)]
pub(crate) struct WriteTally {
    /// Writes that were answered.
    pub(crate) confirmed: u64,
    /// Writes that may have been carried out once more, unseen.
    pub(crate) unconfirmed: u64,
    /// What was odd about the answers.
    pub(crate) remarks: Vec<String>,
}

/// Does what the plan says about one object.
pub(crate) async fn apply_item<T: Transport, J: Journal>(run: &ApplyRun<'_, T, J>, item: &PlanItem) -> Outcome {
    let ended = match item.operation {
        Operation::Create => replace_resource(run, item, None).await,
        Operation::Replace => replace_resource(run, item, item.id.as_ref()).await,
        Operation::Update | Operation::Import => update_resource(run, item).await,
        Operation::Delete | Operation::Sweep => delete_resource(run, item).await,
        Operation::Forget => record_local_change(run, item, &[JournalEntry::Unbound(item.address.clone())]),
    };
    ended.unwrap_or_else(|stopped| stopped)
}

/// A new list, and the end of the one it replaces.
async fn replace_resource<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    old: Option<&Id>,
) -> Result<Outcome, Outcome> {
    let mut done = Vec::new();
    let content = item.desired.as_ref().expect("a list that comes says something");
    if let Some(old) = old {
        require_unchanged(run, item, old, &done).await?;
    }
    let (id, mut remarks) = create_resource(run, item, content, old, &mut done).await?;
    if let Some(old) = old {
        remarks.extend(delete_and_verify(run, item, old, &mut done).await?);
    }
    let old = old.cloned().or_else(|| run.previous_id(&item.address));
    Ok(Outcome::Done { id: Some(id), old, remarks })
}

async fn update_resource<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
) -> Result<Outcome, Outcome> {
    let act = format!("{} {}", item.operation.name(), item.address);
    let id = item.id.as_ref().expect("a list that changes has an id");
    let wanted = item.desired.as_ref().expect("a list that changes says something");
    let moved = item.moved_from.iter().map(|old| JournalEntry::Unbound(old.clone()));
    if item.steps.iter().all(|step| matches!(step.action, Action::Bind { .. })) {
        return record_local_change(
            run,
            item,
            &rebinding_entries(run, item, id, wanted).into_iter().chain(moved).collect::<Vec<_>>(),
        );
    }

    let mut done = Vec::new();
    let before = require_unchanged(run, item, id, &done).await?;
    // Before the first write it is written down what is begun: should this run die, the next one knows its own writes.
    let unfinished = known_binding(run, item, id).map_or_else(Vec::new, |binding| binding.attempted);
    let mut facts = vec![JournalEntry::Bound(item.address.clone(), started_binding(item, &before, wanted, unfinished))];
    facts.extend(moved);
    run.record_entries(&facts).map_err(|why| fail_item(&act, why, &done, 1))?;

    let WriteTally { confirmed: sure, unconfirmed: unsure, remarks: counted } = match &before {
        LiveResource::Style(held) => style::write_style(run, item, held, &act, &mut done).await?,
        LiveResource::TermSet(_) => term_set::write_term_set(run, item, id, &act, &mut done).await?,
    };

    let after =
        read_live_resource(run, item, id, Some(&before)).await.map_err(|error| run.fail_call(&act, &error, &done))?;
    let (was, is) = (before.as_resource_ref().version().unwrap_or(0), after.as_resource_ref().version().unwrap_or(0));
    let others = is.saturating_sub(was) > sure + unsure;
    let mut remarks = match verify_resource(wanted, &after) {
        Ok(remarks) => remarks,
        Err(why) if others => {
            let message =
                format!("somebody else wrote meanwhile (version {was} became {is}, our writes explain {sure}): {why}");
            return Err(fail_item(&act, message, &done, 6));
        }
        Err(why) => return Err(fail_item(&act, why, &done, 4)),
    };
    if others {
        remarks.push(format!(
            "somebody else wrote meanwhile (version {was} became {is}, our writes explain {sure}), and what is held is as wanted"
        ));
    }
    remarks.extend(counted);
    let bound = JournalEntry::Bound(item.address.clone(), finished_binding(item, &after, wanted));
    run.record_entries(&[bound]).map_err(|why| fail_item(&act, why, &done, 1))?;
    Ok(Outcome::Done { id: Some(id.clone()), old: None, remarks })
}

async fn delete_resource<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
) -> Result<Outcome, Outcome> {
    let id = item.id.as_ref().expect("a list that goes has an id");
    let mut done = Vec::new();
    let remarks = delete_and_verify(run, item, id, &mut done).await?;
    Ok(Outcome::Done { id: None, old: Some(id.clone()), remarks })
}

/// Deletes a list that is as it was planned, and makes sure that it is gone.
async fn delete_and_verify<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    id: &Id,
    done: &mut Vec<String>,
) -> Result<Vec<String>, Outcome> {
    let act = format!("delete {} of {}", id, item.address);
    let gone = JournalEntry::Deleted(id.clone());
    let mut held = read_live_resource(run, item, id, None).await;
    if held.as_ref().is_err_and(ServiceError::is_not_found) {
        // A replica that lags does not know yet what was just made: "not found" is believed when it is said twice.
        let waited =
            run.client.wait_for(ABSENCE_RECHECK_DELAY, "looking a second time for what seems to be gone").await;
        waited.map_err(|trouble| fail_item(&act, trouble.to_string(), done, 9))?;
        held = read_live_resource(run, item, id, None).await;
    }
    match held {
        Err(error) if error.is_not_found() => {
            run.record_entries(&[gone]).map_err(|why| fail_item(&act, why, done, 1))?;
            return Ok(vec![format!("{id} was already gone")]);
        }
        Err(error) => return Err(run.fail_call(&act, &error, done)),
        Ok(held) => check_as_planned(item, &held).map_err(|why| fail_item(&act, why, done, 6))?,
    }
    run.record_entries(&[JournalEntry::DeletionStarted(id.clone(), item.address.clone())])
        .map_err(|why| fail_item(&act, why, done, 1))?;
    resource::delete_resource(run.client, item.address.kind, id)
        .await
        .map_err(|error| run.fail_call(&act, &error, done))?;
    match resource::get_resource(run.client, item.address.kind, id, None).await {
        Err(error) if error.is_not_found() => {}
        Err(error) => return Err(run.fail_call(&act, &error, done)),
        Ok(_) => {
            let message = format!("the service said that {id} is deleted, and still has it");
            return Err(fail_item(&act, message, done, 4));
        }
    }
    run.record_entries(&[gone]).map_err(|why| fail_item(&act, why, done, 1))?;
    done.push(format!("deleted {id}"));
    run.step_done(item, "deleted");
    Ok(Vec::new())
}

/// An item that only changes what is remembered.
fn record_local_change<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    facts: &[JournalEntry],
) -> Result<Outcome, Outcome> {
    let act = format!("{} {}", item.operation.name(), item.address);
    run.record_entries(facts).map_err(|why| fail_item(&act, why, &[], 1))?;
    let old = (item.operation == Operation::Forget).then(|| item.id.clone()).flatten();
    let id = if old.is_some() { None } else { item.id.clone() };
    Ok(Outcome::Done { id, old, remarks: Vec::new() })
}

/// The binding of a list that is as wanted: what is remembered of it stays, where something is.
fn rebinding_entries<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    id: &Id,
    wanted: &ResourceContent,
) -> Vec<JournalEntry> {
    let binding = match known_binding(run, item, id) {
        Some(binding) => Binding { protected: item.protected, sealed: true, ..binding },
        None => Binding {
            id: id.clone(),
            version: item.live.as_ref().and_then(|seen| seen.version).unwrap_or(0),
            protected: item.protected,
            applied: Applied::new(wanted, wanted),
            attempted: Vec::new(),
            imported: item.imported,
            sealed: true,
        },
    };
    vec![JournalEntry::Bound(item.address.clone(), binding)]
}

fn known_binding<T: Transport, J: Journal>(run: &ApplyRun<'_, T, J>, item: &PlanItem, id: &Id) -> Option<Binding> {
    let memory = run.store.borrow();
    let from = item.moved_from.as_ref().unwrap_or(&item.address);
    memory.state().bindings.get(from).filter(|binding| binding.id == *id).cloned()
}

/// An object with everything it says. Of a lexicon, parts that the item does not write are taken as they were known.
async fn read_live_resource<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    id: &Id,
    known: Option<&LiveResource>,
) -> Result<LiveResource, ServiceError> {
    let known = match known {
        Some(LiveResource::TermSet(held)) => Some(term_set::without_written_parts(item, held)),
        Some(LiveResource::Style(_)) | None => None,
    };
    resource::get_resource(run.client, item.address.kind, id, known.as_ref()).await
}

async fn require_unchanged<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    id: &Id,
    done: &[String],
) -> Result<LiveResource, Outcome> {
    let act = format!("{} {}", item.operation.name(), item.address);
    let held = read_live_resource(run, item, id, item.before.as_ref())
        .await
        .map_err(|error| run.fail_call(&act, &error, done))?;
    check_as_planned(item, &held).map_err(|why| fail_item(&act, why, done, 6))?;
    Ok(held)
}

fn check_as_planned(item: &PlanItem, held: &LiveResource) -> Result<(), String> {
    let Some(LiveFingerprint { version, digest }) = &item.live else { return Ok(()) };
    let held = held.as_resource_ref();
    if held.version() == *version && held.content().digest() == *digest {
        return Ok(());
    }
    let versions = match (version, held.version()) {
        (Some(version), Some(now)) => format!(" (version {version} became {now})"),
        (None, _) | (_, None) => String::new(),
    };
    Err(format!("{} was changed by somebody else since it was planned{versions}; nothing was written to it", held.id()))
}

/// Compares what is held with what was wanted. What the service merely writes differently is a remark.
pub(crate) fn verify_resource(wanted: &ResourceContent, held: &LiveResource) -> Result<Vec<String>, String> {
    let (remarks, wrong) = match (wanted, held) {
        (ResourceContent::Style(wanted), LiveResource::Style(held)) => style::verify_style(wanted, held),
        (ResourceContent::TermSet(wanted), LiveResource::TermSet(held)) => term_set::verify_term_set(wanted, held),
        (ResourceContent::Style(_), LiveResource::TermSet(_))
        | (ResourceContent::TermSet(_), LiveResource::Style(_)) => {
            unreachable!("an object is read by the kind of its address")
        }
    };
    if wrong.is_empty() { Ok(remarks) } else { Err(format!("the service holds something else: {}", wrong.join("; "))) }
}

/// Equal but for white space at the edges and the Unicode normal form.
pub(crate) fn is_equal_normalized(a: &str, b: &str) -> bool {
    use unicode_normalization::UnicodeNormalization as _;
    a.trim().nfc().eq(b.trim().nfc())
}

fn fail_item(act: &str, message: String, done: &[String], exit: u8) -> Outcome {
    Outcome::Failed(ItemFailure { act: act.to_owned(), message, trace: None, done: done.to_vec(), exit_code: exit })
}
