//! The work on one resource: read, check that it is as planned, write step by step, read back, record.

use crate::apply::binding::{finished_binding, started_binding};
use crate::apply::create::{UnnamedCreation, create_unnamed};
use crate::apply::event::Outcome;
use crate::apply::run::{ApplyRun, WriteTally, fail_item};
use crate::apply::run_end::FailureCause;
use crate::apply::verify::verify_resource;
use crate::apply::{style, style_profile, term_set};
use crate::model::Id;
use crate::model::resource::{LiveResource, ResourceContent};
use crate::model::tag::Tag;
use crate::plan::{Action, LiveFingerprint, Operation, PlanItem};
use crate::service::client::MAX_ATTEMPTS;
use crate::service::error::ServiceError;
use crate::service::retry::ABSENCE_RECHECK_DELAY;
use crate::service::{Transport, resource};
use crate::state::{Applied, Binding, Journal, JournalEntry};

/// How far work on an item came.
pub(crate) enum ItemStage<'a> {
    /// To its end.
    Ended(Outcome),
    /// Created, and without its name.
    Unnamed(Box<UnnamedCreation<'a>>),
}

/// Does what the plan asks of one resource, up to giving a created one its name.
pub(crate) async fn begin_item<'a, T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &'a PlanItem,
) -> ItemStage<'a> {
    let ended = match item.operation {
        Operation::Create | Operation::Replace => match begin_creation(run, item).await {
            Ok(creation) => return ItemStage::Unnamed(Box::new(creation)),
            Err(stopped) => stopped,
        },
        Operation::Update | Operation::Import => {
            return update_resource(run, item).await.unwrap_or_else(ItemStage::Ended);
        }
        Operation::Delete | Operation::Sweep => delete_resource(run, item).await,
        Operation::Forget => record_local_change(run, item, &[JournalEntry::Unbound(item.address.clone())])
            .unwrap_or_else(|stopped| stopped),
    };
    ItemStage::Ended(ended)
}

/// A new resource without its name. The list that it replaces must be as it was planned.
async fn begin_creation<'a, T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &'a PlanItem,
) -> Result<UnnamedCreation<'a>, Outcome> {
    let content = item.desired.as_deref().expect("what is created has content");
    let old = replaced_id(item);
    if let Some(old) = old {
        require_unchanged(run, item, old, &[]).await?;
    }
    create_unnamed(run, item, content, old).await
}

/// The end of the list that a new resource replaces, once that one has its name.
pub(crate) async fn finish_creation<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    creation: &mut UnnamedCreation<'_>,
    mut remarks: Vec<String>,
) -> Outcome {
    let (item, id) = (creation.item, creation.id.clone());
    let old = replaced_id(item);
    if let Some(old) = old {
        match delete_and_verify(run, item, old, &mut creation.done).await {
            Ok(more) => remarks.extend(more),
            Err(stopped) => return stopped,
        }
    }
    let old = old.cloned().or_else(|| run.previous_id(&item.address));
    Outcome::Done { id: Some(id), old, remarks }
}

/// The list that an item replaces.
fn replaced_id(item: &PlanItem) -> Option<&Id> {
    item.id.as_ref().filter(|_| item.operation == Operation::Replace)
}

async fn update_resource<'a, T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &'a PlanItem,
) -> Result<ItemStage<'a>, Outcome> {
    let act = format!("{} {}", item.operation.name(), item.address);
    let id = item.id.as_ref().expect("a list that changes has an id");
    let wanted = item.desired.as_deref().expect("a list that changes says something");
    if item.steps.iter().all(|step| matches!(step.action, Action::Bind { .. })) {
        let facts = binding_entries(run, item, rebinding(run, item, id, wanted));
        return record_local_change(run, item, &facts).map(ItemStage::Ended);
    }

    let mut done = Vec::new();
    let before = require_unchanged(run, item, id, &done).await?;
    // What an interrupted run left under a temporary name gets its name last, like what is created.
    let name = before.as_resource_ref().name();
    let unnamed = Tag::from_name(name).is_some();
    let written_content = if unnamed { wanted.clone().with_name(name) } else { wanted.clone() };
    // Before the first write it is written down what is begun: should this run die, the next one knows its own writes.
    let begun = binding_entries(run, item, started_binding(item, &before, wanted, known_binding(run, item, id)));
    run.record_entries(&begun).map_err(|why| fail_item(&act, why, &done, FailureCause::NotRecorded))?;

    let written = match &before {
        LiveResource::Style(held) => style::write_style(run, item, held, &act, &mut done).await,
        LiveResource::TermSet(_) => term_set::write_term_set(run, item, id, name, &act, &mut done).await,
        LiveResource::StyleProfile(_) => style_profile::write_style_profile(run, item, id, name, &act, &mut done).await,
    };
    let WriteTally { confirmed: sure, unconfirmed: unsure, remarks: counted } = match written {
        Ok(tally) => tally,
        // What became of a write whose answer never came is looked up, where the service lets us.
        Err(Outcome::Unknown(failure)) => {
            let read = read_live_resource(run, item, id, None).await.ok();
            let as_written = |read: LiveResource| {
                let mut content = written_content.clone();
                item.shared_additions(&content, &read).add_to(&mut content);
                verify_resource(&content, &read).is_ok()
            };
            if !read.is_some_and(as_written) {
                return Err(Outcome::Unknown(failure));
            }
            let remark = format!("{}; reading back shows that it was carried out", failure.message);
            // Should the reads below fail, it was not left as it was.
            done.push(remark.clone());
            let (confirmed, unconfirmed) = (item.steps.len() as u64, u64::from(MAX_ATTEMPTS));
            WriteTally { confirmed, unconfirmed, remarks: vec![remark] }
        }
        Err(stopped) => return Err(stopped),
    };

    let after =
        read_live_resource(run, item, id, None).await.map_err(|error| run.fail_read_back(&act, &error, &done))?;
    let (was, is) = (before.as_resource_ref().version().unwrap_or(0), after.as_resource_ref().version().unwrap_or(0));
    let others = is.saturating_sub(was) > sure + unsure;
    let edited = term_set::foreign_edits(item, &before, &after);
    let mut written_content = written_content;
    item.shared_additions(&written_content, &after).add_to(&mut written_content);
    let mut remarks = match verify_resource(&written_content, &after) {
        Ok(remarks) => remarks,
        Err(why) if others => {
            let message = format!(
                "someone else changed it meanwhile (version {was} became {is}, our writes explain {sure}): {why}"
            );
            return Err(fail_item(&act, message, &done, FailureCause::Stale));
        }
        Err(why) if !edited.is_empty() => {
            let message = format!("somebody else wrote meanwhile to {}: {why}", edited.join(", "));
            return Err(fail_item(&act, message, &done, FailureCause::Stale));
        }
        Err(why) => return Err(fail_item(&act, why, &done, FailureCause::NotAsSent)),
    };
    if others {
        remarks.push(format!(
            "someone else changed it meanwhile (version {was} became {is}, our writes explain {sure}), and the content is as wanted"
        ));
    }
    remarks.extend(counted);
    if unnamed {
        let creation = UnnamedCreation::new(item, wanted, after, None, done);
        return Ok(ItemStage::Unnamed(Box::new(creation)));
    }
    let bound = JournalEntry::Bound(item.address.clone(), finished_binding(item, &after, wanted));
    run.record_entries(&[bound]).map_err(|why| fail_item(&act, why, &done, FailureCause::NotRecorded))?;
    Ok(ItemStage::Ended(Outcome::Done { id: Some(id.clone()), old: None, remarks }))
}

/// Deletes the resource of an item.
pub(crate) async fn delete_resource<T: Transport, J: Journal>(run: &ApplyRun<'_, T, J>, item: &PlanItem) -> Outcome {
    let id = item.id.as_ref().expect("what is deleted has an id");
    match delete_and_verify(run, item, id, &mut Vec::new()).await {
        Ok(remarks) => Outcome::Done { id: None, old: Some(id.clone()), remarks },
        Err(stopped) => stopped,
    }
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
        waited.map_err(|stopped| run.fail_wait(&act, &stopped, done))?;
        held = read_live_resource(run, item, id, None).await;
    }
    match held {
        Err(error) if error.is_not_found() => {
            run.record_entries(&[gone]).map_err(|why| fail_item(&act, why, done, FailureCause::NotRecorded))?;
            return Ok(vec![format!("{id} was already gone")]);
        }
        Err(error) => return Err(run.fail_call(&act, &error, done)),
        Ok(held) => check_as_planned(item, &held).map_err(|why| fail_item(&act, why, done, FailureCause::Stale))?,
    }
    run.record_entries(&[JournalEntry::DeletionStarted(id.clone(), item.address.clone())])
        .map_err(|why| fail_item(&act, why, done, FailureCause::NotRecorded))?;
    resource::delete_resource(run.client, item.address.kind, id)
        .await
        .map_err(|error| run.fail_call(&act, &error, done))?;
    done.push(format!("deleted {id}"));
    match resource::get_resource(run.client, item.address.kind, id, None).await {
        Err(error) if error.is_not_found() => {}
        Err(error) => return Err(run.fail_read_back(&act, &error, done)),
        Ok(_) => {
            // What was sent and answered stays told, and not as a deletion.
            done.pop();
            done.push(format!("sent the deletion of {id}, which the service confirmed"));
            let message = format!("the service reported {id} as deleted, but it still exists");
            return Err(fail_item(&act, message, done, FailureCause::NotAsSent));
        }
    }
    run.record_entries(&[gone]).map_err(|why| fail_item(&act, why, done, FailureCause::NotRecorded))?;
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
    run.record_entries(facts).map_err(|why| fail_item(&act, why, &[], FailureCause::NotRecorded))?;
    let old = (item.operation == Operation::Forget && item.live.is_none()).then(|| item.id.clone()).flatten();
    let id = if old.is_some() { None } else { item.id.clone() };
    Ok(Outcome::Done { id, old, remarks: Vec::new() })
}

/// The binding of a list that is as wanted: what is remembered of it stays, where something is.
fn rebinding<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    id: &Id,
    wanted: &ResourceContent,
) -> Binding {
    match known_binding(run, item, id) {
        Some(binding) => Binding { protected: item.protected, sealed: true, ..binding },
        None => Binding {
            id: id.clone(),
            version: item.live.as_ref().and_then(|seen| seen.version).unwrap_or(0),
            protected: item.protected,
            applied: {
                let own = item.own_content(wanted);
                Applied::new(&own, &own).sharing_parts(item.shared, &own)
            },
            attempted: Vec::new(),
            imported: item.imported,
            sealed: true,
        },
    }
}

/// The fact that an item's address names this from now on, in the place of the one that it had before a rename. What it named
/// until now and this plan deletes is on its way out from here on: no run that dies leaves it to nobody.
fn binding_entries<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    binding: Binding,
) -> Vec<JournalEntry> {
    let memory = run.store.borrow();
    let last = memory.state().bindings.get(&item.address).map(|last| last.id.clone());
    let goes = last.filter(|last| *last != binding.id && run.departing.contains(last));
    let bound = match &item.moved_from {
        Some(old) => JournalEntry::Moved(old.clone(), item.address.clone(), binding),
        None => JournalEntry::Bound(item.address.clone(), binding),
    };
    let goes = goes.map(|id| JournalEntry::DeletionStarted(id, item.address.clone()));
    std::iter::once(bound).chain(goes).collect()
}

fn known_binding<T: Transport, J: Journal>(run: &ApplyRun<'_, T, J>, item: &PlanItem, id: &Id) -> Option<Binding> {
    let memory = run.store.borrow();
    let from = item.moved_from.as_ref().unwrap_or(&item.address);
    memory.state().bindings.get(from).filter(|binding| binding.id == *id).cloned()
}

/// A resource with everything it says. Of a term set, parts that the item does not write are taken as they were known.
async fn read_live_resource<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    id: &Id,
    known: Option<&LiveResource>,
) -> Result<LiveResource, ServiceError> {
    let known = match known {
        Some(LiveResource::TermSet(held)) => Some(term_set::without_written_parts(item, held)),
        Some(LiveResource::Style(_) | LiveResource::StyleProfile(_)) | None => None,
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
    check_as_planned(item, &held).map_err(|why| fail_item(&act, why, done, FailureCause::Stale))?;
    Ok(held)
}

fn check_as_planned(item: &PlanItem, live: &LiveResource) -> Result<(), String> {
    let Some(LiveFingerprint { version, digest }) = &item.live else { return Ok(()) };
    let live = live.as_resource_ref();
    if live.version() == *version && live.content().digest() == *digest {
        return Ok(());
    }
    let versions = match (version, live.version()) {
        (Some(version), Some(now)) => format!(" (version {version} became {now})"),
        (None, _) | (_, None) => String::new(),
    };
    Err(format!("{} was changed by somebody else since it was planned{versions}; nothing was written to it", live.id()))
}
