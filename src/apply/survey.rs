//! Reading the account and planning against it: what `plan` shows and what `apply` carries out are made in the same way.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::tag::Tag;
use crate::model::{Id, Live};
use crate::plan::{Basis, Plan, Verb, plan};
use crate::service::Transport;
use crate::service::account::{self, Unread};
use crate::service::client::Client;
use crate::service::error::Error;
use crate::service::{Call, retry};
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
    if !state.origin.is_empty() && state.origin != basis.origin {
        // Ids of another service mean nothing here: the refusal needs no reading.
        return Ok(plan(desired, state, &Live::default(), catalogue, basis.clone()));
    }
    let bound: BTreeSet<Id> = state.bindings.values().map(|binding| binding.id.clone()).collect();
    let mut live = account::read(client, &bound).await?;
    if settle {
        wait_for_late_creations(client, state, &mut live).await?;
    }
    let first = plan(desired, state, &live, catalogue, basis.clone());
    let creates = first.items.iter().any(|item| matches!(item.verb, Verb::Create | Verb::Replace));
    if !creates || live.stable {
        return Ok(first);
    }
    account::confirm(client, &mut live).await?;
    Ok(plan(desired, state, &live, catalogue, basis.clone()))
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
    let missing = |live: &Live| {
        state.creating.iter().any(|(address, creating)| {
            let tag = Tag::new(&state.stack, address, &creating.nonce);
            young(&creating.since) && !live.styles.values().any(|list| Tag::of(&list.name).as_ref() == Some(&tag))
        })
    };
    let mut waited = Duration::ZERO;
    for pause in PAUSES {
        if !missing(live) || waited >= client.manners().settle {
            break;
        }
        let why = "an earlier run was interrupted while creating: what it sent may still arrive";
        client.wait(pause, why).await.map_err(|trouble| {
            Unread::Call(Error {
                call: Call::ListStyles,
                target: "/v3/style_rules".to_owned(),
                attempts: 0,
                waited,
                trace: None,
                trouble,
            })
        })?;
        waited += pause;
        account::confirm(client, live).await?;
    }
    Ok(())
}
