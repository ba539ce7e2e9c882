//! Making a list that did not exist: under a tag, bound as soon as it is known, filled, verified, then revealed.
//!
//! A creation whose answer is lost is never sent again under the same tag. It is looked for; only when it cannot be found
//! is another one sent, under a new nonce, so that a late twin is recognised and removed by the next run.

use std::time::Duration;

use crate::apply::refresh::LOOKUP_PAUSES;
use crate::apply::{ApplyRun, ItemFailure, Outcome, item, new_nonce, style, term_set};
use crate::model::resource::{LiveResource, ResourceContent};
use crate::model::tag::Tag;
use crate::model::{Id, Kind};
use crate::plan::PlanItem;
use crate::service::error::ServiceError;
use crate::service::{Transport, account, resource};
use crate::state::{Applied, Binding, Journal, JournalEntry, PendingCreation};

pub(super) const MAX_CREATE_ATTEMPTS: u32 = 3;

/// Unfinished contents of one list that are remembered.
const MAX_RECORDED_ATTEMPTS: usize = 8;

/// Creates a list for an item. On success its id, and what the service stored differently.
///
/// `goes` is the list that is to be deleted once this one stands (a change of language).
pub(crate) async fn create_resource<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    content: &ResourceContent,
    goes: Option<&Id>,
    done: &mut Vec<String>,
) -> Result<(Id, Vec<String>), Outcome> {
    let act = format!("create {}", item.address);
    let created = send_creation(run, item, content, &act).await?;
    let id = created.as_resource_ref().id().clone();

    let begun = started_binding(item, &created, content, Vec::new());
    let mut facts = vec![JournalEntry::Bound(item.address.clone(), begun)];
    facts.extend(goes.map(|old| JournalEntry::DeletionStarted(old.clone(), item.address.clone())));
    let recorded = run.record_entries(&facts);
    recorded.map_err(|why| {
        let message = format!("{why}. The list {id} was created and carries our tag: the next run takes it up");
        Outcome::Failed(ItemFailure { act: act.clone(), message, trace: None, done: done.clone(), exit_code: 1 })
    })?;
    done.push(format!("created {id} under a temporary name"));
    run.step_done(item, "created");

    match (content, created) {
        (ResourceContent::Style(content), LiveResource::Style(held)) => {
            style::complete_style(run, item, content, held, &act, done).await?
        }
        (ResourceContent::TermSet(content), LiveResource::TermSet(held)) => {
            term_set::complete_term_set(run, item, content, &held, &act, done).await?;
        }
        (ResourceContent::Style(_), LiveResource::TermSet(_))
        | (ResourceContent::TermSet(_), LiveResource::Style(_)) => {
            unreachable!("what was made is of the kind that was asked for")
        }
    }

    let kind = item.address.kind;
    let renamed = resource::rename_resource(run.client, kind, &id, content.name()).await;
    renamed.map_err(|error| run.fail_call(&act, &error, done))?;
    done.push("gave it its name".to_owned());
    let after =
        resource::get_resource(run.client, kind, &id, None).await.map_err(|error| run.fail_call(&act, &error, done))?;
    let remarks = item::verify_resource(content, &after).map_err(|message| {
        Outcome::Failed(ItemFailure { act: act.clone(), message, trace: None, done: done.clone(), exit_code: 4 })
    })?;
    let bound = JournalEntry::Bound(item.address.clone(), finished_binding(item, &after, content));
    run.record_entries(&[bound]).map_err(|message| {
        Outcome::Failed(ItemFailure { act: act.clone(), message, trace: None, done: done.clone(), exit_code: 1 })
    })?;
    Ok((id, remarks))
}

/// Sends creations until one is known to stand.
async fn send_creation<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    content: &ResourceContent,
    act: &str,
) -> Result<LiveResource, Outcome> {
    for attempt in 1..=MAX_CREATE_ATTEMPTS {
        let tag = {
            let memory = run.store.borrow();
            let state = memory.state();
            let creating = state.pending_creations.get(&item.address).expect("claimed before the first call");
            Tag::new(&state.stack, &item.address, &creating.nonce)
        };
        let name = match content {
            ResourceContent::Style(content) => tag.tagged_name(&content.name),
            ResourceContent::TermSet(content) => tag.tagged_name_within_bytes(&content.name),
        };
        let error = match resource::create_resource(run.client, &name, content).await {
            Ok(created) => return Ok(created),
            Err(error) => error,
        };
        if !error.may_have_happened() {
            // Nothing was made, so nothing is left to look for.
            let _ = run.record_entries(&[JournalEntry::CreationAbandoned(item.address.clone())]);
            return Err(run.fail_call(act, &error, &[]));
        }
        if let Some(found) = find_by_tag(run, item.address.kind, &tag, &error, act).await? {
            return Ok(found);
        }
        if attempt == MAX_CREATE_ATTEMPTS {
            return Err(run.fail_call(act, &error, &[]));
        }
        let next = PendingCreation {
            nonce: new_nonce(run.client, content),
            digest: content.digest(),
            since: run.client.service_time(),
        };
        run.record_entries(&[JournalEntry::CreationStarted(item.address.clone(), next)]).map_err(|message| {
            Outcome::Unknown(ItemFailure {
                act: act.to_owned(),
                message,
                trace: error.trace_id,
                done: Vec::new(),
                exit_code: 7,
            })
        })?;
    }
    unreachable!("the last attempt returns")
}

/// Looks for a list under exactly this tag, as long as it may still appear.
async fn find_by_tag<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    kind: Kind,
    tag: &Tag,
    lost: &ServiceError,
    act: &str,
) -> Result<Option<LiveResource>, Outcome> {
    let unknown = |why: String| {
        let message = format!("{lost}; looking for it failed: {why}");
        Outcome::Unknown(ItemFailure {
            act: act.to_owned(),
            message,
            trace: lost.trace_id.clone(),
            done: Vec::new(),
            exit_code: 7,
        })
    };
    let mut waited = Duration::ZERO;
    let mut pauses = LOOKUP_PAUSES.iter();
    loop {
        let names = account::list_stable_names(run.client, kind).await.map_err(|error| unknown(error.to_string()))?;
        if let Some(found) = names.iter().find(|list| Tag::from_name(&list.name).as_ref() == Some(tag)) {
            return match resource::get_resource(run.client, kind, &found.id, None).await {
                Ok(list) => Ok(Some(list)),
                Err(error) => Err(unknown(error.to_string())),
            };
        }
        let Some(pause) = pauses.next().filter(|_| waited < run.client.config().settle_time) else { return Ok(None) };
        waited += *pause;
        let waiting = run.client.wait_for(*pause, "an answer was lost: looking whether what it made appears").await;
        waiting.map_err(|trouble| unknown(trouble.to_string()))?;
    }
}

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
    let wanted = item.without_kept_rules(wanted);
    let mut attempted = before;
    attempted.push(Applied::new(&wanted, &wanted));
    attempted.dedup();
    let surplus = attempted.len().saturating_sub(MAX_RECORDED_ATTEMPTS);
    attempted.drain(..surplus);
    Binding { attempted, ..finished_binding(item, held, &as_is) }
}
