//! Making a resource that did not exist: under a temporary name, bound as soon as it is known, filled, verified. Its name
//! comes last, once nobody else is seen to have made the same.
//!
//! A creation whose answer is lost is never sent again under the same tag. It is looked for; only when it cannot be found
//! is another one sent, under a new nonce, so that a late twin is recognised and removed by the next run.

use std::time::Duration;

use crate::apply::binding::started_binding;
use crate::apply::event::{ItemFailure, Outcome};
use crate::apply::refresh::LOOKUP_PAUSES;
use crate::apply::run::{ApplyRun, fail_item, new_nonce};
use crate::apply::run_end::FailureCause;
use crate::apply::verify::verify_resource;
use crate::apply::{style, term_set};
use crate::model::resource::{LiveResource, ResourceContent};
use crate::model::tag::Tag;
use crate::model::term_set::LiveTermSet;
use crate::model::{Id, Kind, Language};
use crate::plan::{LiveFingerprint, PlanItem, live_fingerprint};
use crate::service::error::ServiceError;
use crate::service::{Transport, account, resource};
use crate::state::{Binding, Journal, JournalEntry, PendingCreation};

pub(super) const MAX_CREATE_ATTEMPTS: u32 = 3;

/// A resource that was created, filled and verified, and that waits for its name.
pub(crate) struct UnnamedCreation<'a> {
    /// The item that it was created for.
    pub(crate) item: &'a PlanItem,
    /// What it is to hold, its name included.
    pub(crate) content: &'a ResourceContent,
    /// The service's id of it.
    pub(crate) id: Id,
    /// Root language as the service told it, where its kind has one.
    pub(crate) language: Option<Language>,
    /// What it was like when it was verified, under its temporary name.
    pub(crate) as_verified: LiveFingerprint,
    /// Entries that it was seen to have, where its kind has any.
    pub(crate) known_entries: Option<LiveTermSet>,
    /// The binding that its address had before: that of a list which is replaced.
    pub(crate) previous: Option<Binding>,
    /// What was done.
    pub(crate) done: Vec<String>,
}

impl<'a> UnnamedCreation<'a> {
    /// A resource that was verified under its temporary name. Of a list only what tells whether it changed is kept: there
    /// may be thousands.
    pub(crate) fn new(
        item: &'a PlanItem,
        content: &'a ResourceContent,
        live: LiveResource,
        previous: Option<Binding>,
        done: Vec<String>,
    ) -> Self {
        let found = live.as_resource_ref();
        let (id, language) = (found.id().clone(), found.language().cloned());
        let as_verified = live_fingerprint(found);
        let known_entries = match live {
            LiveResource::TermSet(live) => Some(live),
            LiveResource::Style(_) | LiveResource::StyleProfile(_) => None,
        };
        Self { item, content, id, language, as_verified, known_entries, previous, done }
    }

    /// What is being done, for failures.
    pub(crate) fn act(&self) -> String {
        format!("create {}", self.item.address)
    }
}

/// Creates a resource for an item under a temporary name, fills it and verifies it.
///
/// `goes` is the list that is to be deleted once this one has its name (a change of language).
pub(crate) async fn create_unnamed<'a, T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &'a PlanItem,
    content: &'a ResourceContent,
    goes: Option<&Id>,
) -> Result<UnnamedCreation<'a>, Outcome> {
    let act = format!("create {}", item.address);
    let mut done = Vec::new();
    let created = send_creation(run, item, content, &act).await?;
    let id = created.as_resource_ref().id().clone();

    let previous = run.store.borrow().state().bindings.get(&item.address).cloned();
    let begun = started_binding(item, &created, content, None);
    let mut facts = vec![JournalEntry::Bound(item.address.clone(), begun)];
    facts.extend(goes.map(|old| JournalEntry::DeletionStarted(old.clone(), item.address.clone())));
    done.push(format!("created {id} under a temporary name"));
    run.record_entries(&facts).map_err(|why| {
        let message = format!("{why}. {id} was created and is orphaned: the next run continues with it");
        fail_item(&act, message, &done, FailureCause::NotRecorded)
    })?;
    run.step_done(item, "created");

    let added = match (content, &created) {
        (ResourceContent::Style(content), LiveResource::Style(held)) => {
            style::complete_style(run, item, content, held.clone(), &act, &mut done).await?
        }
        (ResourceContent::TermSet(content), LiveResource::TermSet(held)) => {
            term_set::complete_term_set(run, item, content, held, &act, &mut done).await?;
            // The answer to a creation counts entries and does not show them.
            true
        }
        // Everything was sent in the one call; some services answer with what they did not store.
        (ResourceContent::StyleProfile(_), LiveResource::StyleProfile(_)) => false,
        (ResourceContent::Style(_) | ResourceContent::TermSet(_) | ResourceContent::StyleProfile(_), _) => {
            return Err(fail_item(&act, format!("{id} is of another kind"), &done, FailureCause::NotAsSent));
        }
    };
    let under_tag = content.clone().with_name(created.as_resource_ref().name());
    let held = if added || verify_resource(&under_tag, &created).is_err() {
        let read = resource::get_resource(run.client, item.address.kind, &id, None).await;
        read.map_err(|error| run.fail_call(&act, &error, &done))?
    } else {
        created
    };
    let under_tag = content.clone().with_name(held.as_resource_ref().name());
    verify_resource(&under_tag, &held).map_err(|why| fail_item(&act, why, &done, FailureCause::NotAsSent))?;
    Ok(UnnamedCreation::new(item, content, held, previous, done))
}

/// Gives a created resource its name. What its answer says of it is no proof: some services describe what they did not
/// store, so what is held is read afterwards ([`read_back`](crate::apply::read_back)).
pub(crate) async fn give_name<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    creation: &mut UnnamedCreation<'_>,
) -> Result<(), Outcome> {
    let act = creation.act();
    resource::rename_resource(run.client, creation.item.address.kind, &creation.id, creation.content.name())
        .await
        .map_err(|error| run.fail_call(&act, &error, &creation.done))?;
    creation.done.push("gave it its name".to_owned());
    Ok(())
}

/// Sends creations until one is known to be there.
async fn send_creation<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    content: &ResourceContent,
    act: &str,
) -> Result<LiveResource, Outcome> {
    let mut attempt = 1;
    loop {
        let tag = {
            let store = run.store.borrow();
            let state = store.state();
            let creating = state.pending_creations.get(&item.address).expect("claimed before the first call");
            Tag::new(&state.stack, &item.address, &creating.nonce)
        };
        run.own_nonces.borrow_mut().insert(tag.nonce.clone());
        let name = match content {
            ResourceContent::Style(content) => tag.tagged_name(&content.name),
            ResourceContent::TermSet(content) => tag.tagged_name_within_bytes(&content.name),
            ResourceContent::StyleProfile(content) => tag.tagged_name_within_bytes(&content.name),
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
        attempt += 1;
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
                cause: FailureCause::Unknown,
            })
        })?;
    }
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
            cause: FailureCause::Unknown,
        })
    };
    let mut waited = Duration::ZERO;
    let mut pauses = LOOKUP_PAUSES.iter();
    loop {
        let names = account::list_stable_names(run.client, kind, run.seen.len())
            .await
            .map_err(|error| unknown(error.to_string()))?;
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
