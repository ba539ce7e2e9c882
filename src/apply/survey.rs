//! Reading the account and planning against it: what `plan` shows and what `apply` carries out are made in the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::apply::offers;
use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::tag::Tag;
use crate::model::{Kind, Live};
use crate::plan::{Basis, Options, Plan, Verb, plan};
use crate::service::Transport;
use crate::service::account::{self, Reach, Unread};
use crate::service::client::Client;
use crate::service::error::Error;
use crate::service::{object, retry};
use crate::state::State;

/// Looks between these pauses for something that may still appear.
pub(crate) const PAUSES: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
    Duration::from_secs(15),
];

/// Reads the account and decides what to do. Where something would be created, absence is proved first. With `settle`,
/// creations that an earlier run began are waited for, because what it sent may still arrive.
///
/// # Errors
/// The account could not be read.
pub async fn survey<T: Transport>(
    client: &Client<T>,
    desired: &Desired,
    state: &State,
    catalogue: &Catalogue,
    basis: &Basis,
    settle: bool,
) -> Result<Plan, Unread> {
    let mut plan = planned(client, desired, state, catalogue, basis, settle).await?;
    offers::weigh(client, desired, catalogue, &mut plan).await?;
    Ok(plan)
}

async fn planned<T: Transport>(
    client: &Client<T>,
    desired: &Desired,
    state: &State,
    catalogue: &Catalogue,
    basis: &Basis,
    settle: bool,
) -> Result<Plan, Unread> {
    if !state.origin.is_empty() && state.origin != basis.origin {
        // Ids of another service mean nothing here: the refusal needs no reading.
        return Ok(plan(desired, state, &Live::default(), catalogue, basis.clone()));
    }
    let mut live = account::read(client, &reach(desired, state, &basis.options)).await?;
    if settle {
        wait_for_late_creations(client, state, &mut live).await?;
    }
    let first = plan(desired, state, &live, catalogue, basis.clone());
    let created = first.items.iter().filter(|item| matches!(item.verb, Verb::Create | Verb::Replace));
    let unsure: BTreeSet<Kind> =
        created.map(|item| item.address.kind).filter(|kind| !live.stable.contains(kind)).collect();
    if unsure.is_empty() {
        return Ok(first);
    }
    // A plan of a large account is large: not two of them at once.
    drop(first);
    for kind in unsure {
        account::confirm(client, kind, &mut live).await?;
    }
    Ok(plan(desired, state, &live, catalogue, basis.clone()))
}

/// What a plan rests on: the kinds that files or memory speak of, what is bound, and the entries of lexicons that could be
/// meant.
#[must_use]
pub fn reach(desired: &Desired, state: &State, options: &Options) -> Reach {
    let remembered = state.bindings.keys().chain(state.creating.keys()).chain(state.deleting.values());
    let glossaries = desired.glossaries().values().map(|glossary| (Kind::Glossary, &glossary.name.value));
    let spoken_terms = desired.spoken_terms().values().map(|terms| (Kind::SpokenTerms, &terms.name.value));
    let styles = desired.styles().keys().map(|_| Kind::Style);
    let names: BTreeSet<(Kind, String)> =
        glossaries.chain(spoken_terms).map(|(kind, name)| (kind, name.clone())).collect();
    let mut kinds: BTreeMap<Kind, bool> = state.used.iter().map(|kind| (*kind, false)).collect();
    if state.used.is_empty() && state.serial > 0 {
        kinds.insert(Kind::Style, false);
    }
    let needed = remembered.map(|address| address.kind).chain(names.iter().map(|(kind, _)| *kind)).chain(styles);
    kinds.extend(needed.map(|kind| (kind, true)));
    if kinds.is_empty() {
        kinds.insert(Kind::Style, true);
    }
    let undone = options.undo.iter().flat_map(|undo| undo.lists.values()).map(|was| was.id.clone());
    let adopted = options.adopt.values().flatten().cloned();
    Reach {
        kinds,
        bound: state.bindings.iter().map(|(address, binding)| (address.kind, binding.id.clone())).collect(),
        names,
        ids: undone.chain(adopted).chain(state.deleting.keys().cloned()).collect(),
        stack: state.stack.clone(),
        whole: false,
    }
}

async fn wait_for_late_creations<T: Transport>(
    client: &Client<T>,
    state: &State,
    live: &mut Live,
) -> Result<(), Unread> {
    let young = |since: &Option<String>| match (since, client.clock()) {
        (Some(since), Some(now)) => {
            retry::elapsed(since, &now).is_none_or(|elapsed| elapsed <= client.manners().settle * 2)
        }
        (None, _) | (_, None) => true,
    };
    let missing = |live: &Live| -> BTreeSet<Kind> {
        let absent = state.creating.iter().filter(|(address, creating)| {
            let tag = Tag::new(&state.stack, address, &creating.nonce);
            young(&creating.since) && !live.of(address.kind).any(|held| Tag::of(held.name()).as_ref() == Some(&tag))
        });
        absent.map(|(address, _)| address.kind).collect()
    };
    let mut waited = Duration::ZERO;
    for pause in PAUSES {
        let kinds = missing(live);
        let Some(first) = kinds.first().filter(|_| waited < client.manners().settle) else { break };
        let why = "an earlier run was interrupted while creating: what it sent may still arrive";
        client.wait(pause, why).await.map_err(|trouble| {
            let (call, target) = object::listing(*first);
            Unread::Call(Error { call, target: target.to_owned(), attempts: 0, waited, trace: None, trouble })
        })?;
        waited += pause;
        for kind in kinds {
            account::confirm(client, kind, live).await?;
        }
    }
    Ok(())
}
