//! Reading the account and planning against it: what `plan` shows and what `apply` carries out are made in the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::apply::{capabilities, linked_profile};
use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::resource::LiveResourceRef;
use crate::model::style_profile::ProfileField;
use crate::model::tag::Tag;
use crate::model::{Address, Id, Kind, LiveAccount};
use crate::plan::desired_resource::{self, DesiredResource};
use crate::plan::untouched::UntouchedLists;
use crate::plan::{Basis, Operation, Plan, PlanOptions, make_plan};
use crate::service::Transport;
use crate::service::account::{self, AccountReadError, ReadScope};
use crate::service::client::Client;
use crate::service::error::ServiceError;
use crate::service::{resource, retry};
use crate::state::State;

/// Looks between these pauses for something that may still appear.
pub(crate) const LOOKUP_PAUSES: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
    Duration::from_secs(15),
];

/// The service tells its time in whole seconds: what was left alone for the settle time may look a second younger.
const CLOCK_RESOLUTION: Duration = Duration::from_secs(1);

/// Reads the account and decides what to do. Where something would be created, absence is proved first. With `settle`,
/// creations that an earlier run began are waited for, because what it sent may still arrive.
///
/// # Errors
/// The account could not be read.
pub async fn refresh_and_plan<T: Transport>(
    client: &Client<T>,
    desired: &Desired,
    state: &State,
    catalogue: &Catalogue,
    basis: &Basis,
    settle: bool,
) -> Result<Plan, AccountReadError> {
    let mut plan = read_and_plan(client, desired, state, catalogue, basis, settle).await?;
    capabilities::check_plan_capabilities(client, desired, catalogue, &mut plan).await?;
    linked_profile::add_linked_profiles(client, &mut plan).await?;
    Ok(plan)
}

async fn read_and_plan<T: Transport>(
    client: &Client<T>,
    desired: &Desired,
    state: &State,
    catalogue: &Catalogue,
    basis: &Basis,
    settle: bool,
) -> Result<Plan, AccountReadError> {
    if !state.origin.is_empty() && state.origin != basis.origin {
        // Ids of another service mean nothing here: the refusal needs no reading.
        return Ok(make_plan(desired, state, &LiveAccount::default(), catalogue, basis.clone()));
    }
    let mut live = read_for_plan(client, desired, state, basis).await?;
    if settle {
        wait_for_late_creations(client, state, &mut live).await?;
    }
    mark_in_progress(client, state, basis, &mut live);
    if settle {
        live = wait_for_other_runs(client, desired, state, basis, live).await?;
    }
    let first = make_plan(desired, state, &live, catalogue, basis.clone());
    let created = first.items.iter().filter(|item| matches!(item.operation, Operation::Create | Operation::Replace));
    let unsure: BTreeSet<Kind> =
        created.map(|item| item.address.kind).filter(|kind| !live.stable_listings.contains(kind)).collect();
    if unsure.is_empty() {
        return Ok(first);
    }
    // A plan of a large account is large: not two of them at once.
    drop(first);
    for kind in unsure {
        account::confirm_listing(client, kind, &mut live).await?;
    }
    Ok(make_plan(desired, state, &live, catalogue, basis.clone()))
}

/// Reads what a plan rests on, without the content of lists that nothing is to be done to.
async fn read_for_plan<T: Transport>(
    client: &Client<T>,
    desired: &Desired,
    state: &State,
    basis: &Basis,
) -> Result<LiveAccount, AccountReadError> {
    let untouched = UntouchedLists::new(desired, state, &basis.options);
    let scope = refresh_scope(desired, state, &basis.options);
    account::read_account_except(client, &scope, &|list| untouched.contains(list)).await
}

/// What a plan rests on: the kinds that files or memory speak of, what is bound, and the entries of term sets that could be
/// meant.
#[must_use]
pub fn refresh_scope(desired: &Desired, state: &State, options: &PlanOptions) -> ReadScope {
    let targeted = targeted_addresses(options);
    let within = |address: &Address| targeted.is_empty() || targeted.contains(address);
    let remembered = state
        .bindings
        .keys()
        .chain(state.pending_creations.keys())
        .chain(state.pending_deletions.values())
        .filter(|address| within(address));
    let wanted: Vec<DesiredResource<'_>> =
        desired_resource::desired_resources(desired).filter(|wanted| within(&wanted.address())).collect();
    let term_sets = wanted.iter().filter(|wanted| wanted.kind() != Kind::Style);
    let names: BTreeSet<(Kind, String)> = term_sets.map(|wanted| (wanted.kind(), wanted.name().to_owned())).collect();
    let mut kinds: BTreeMap<Kind, bool> = BTreeMap::new();
    if targeted.is_empty() {
        kinds.extend(state.used_kinds.iter().map(|kind| (*kind, false)));
        if state.used_kinds.is_empty() && state.serial > 0 {
            kinds.insert(Kind::Style, false);
        }
    }
    let needed = remembered.map(|address| address.kind).chain(wanted.iter().map(|wanted| wanted.kind()));
    // A service may lack the other kinds, or the key the scope for them: what is of such a kind is told, the rest goes on.
    kinds.extend(needed.map(|kind| (kind, kind == Kind::Style)));
    if kinds.is_empty() {
        kinds.insert(Kind::Style, true);
    }
    let reads = |kind: Kind| !options.skip_kinds.contains(&kind);
    kinds.retain(|kind, _| reads(*kind));
    let undone = options.undo.iter().flat_map(|undo| undo.resources.values()).map(|was| was.id.clone());
    let imported = options.import.values().flatten().cloned();
    let blocks = options.reviewed.imports.iter().map(|block| block.id.clone());
    ReadScope {
        kinds,
        managed: state
            .bindings
            .iter()
            .filter(|(address, _)| within(address) && reads(address.kind))
            .map(|(address, binding)| (address.kind, binding.id.clone()))
            .collect(),
        term_set_names: names,
        ids: undone.chain(imported).chain(blocks).chain(state.pending_deletions.keys().cloned()).collect(),
        stack: state.stack.clone(),
        all_entries: false,
        skipped: options.skip_kinds.clone(),
        memories: wanted.iter().any(|wanted| match wanted {
            DesiredResource::StyleProfile(profile) => profile.fields.contains_key(&ProfileField::TranslationMemories),
            DesiredResource::Style(_) | DesiredResource::TermSet(_) => false,
        }),
    }
}

/// What is targeted, with the addresses that it had before a rename.
fn targeted_addresses(options: &PlanOptions) -> BTreeSet<Address> {
    let PlanOptions { targets, accept_rename, reviewed, .. } = options;
    let renamed = accept_rename.iter().filter(|(new, _)| targets.contains(*new)).map(|(_, old)| old);
    let moved = reviewed.moves.iter().filter(|block| targets.contains(&block.to)).map(|block| &block.from);
    targets.iter().chain(renamed).chain(moved).cloned().collect()
}

/// Marks what another run is likely to be making: under our tag, unknown to our state, and younger than the settle time, or of
/// any age while a run holds the lease.
fn mark_in_progress<T: Transport>(client: &Client<T>, state: &State, basis: &Basis, live: &mut LiveAccount) {
    let now = client.service_time();
    let is_young = |held: LiveResourceRef<'_>| {
        let age = now.as_ref().and_then(|now| retry::age_at(held.touched_time(), now));
        age.is_some_and(|age| age < client.config().settle_time)
    };
    let other_run = basis.options.other_run.is_some();
    let pending = |nonce: &str| !other_run && state.pending_creations.values().any(|creating| creating.nonce == nonce);
    let bound: BTreeSet<&Id> = state.bindings.values().map(|binding| &binding.id).collect();
    let young = live.all_resources().filter(|held| {
        Tag::from_name(held.name()).is_some_and(|tag| tag.stack == state.stack && !pending(&tag.nonce))
            && !bound.contains(held.id())
            && !state.pending_deletions.contains_key(held.id())
            && (other_run || is_young(*held))
    });
    live.in_progress = young.map(|held| held.id().clone()).collect();
}

/// Waits until what other runs are making has its name, is gone, or was left alone for the settle time.
async fn wait_for_other_runs<T: Transport>(
    client: &Client<T>,
    desired: &Desired,
    state: &State,
    basis: &Basis,
    mut live: LiveAccount,
) -> Result<LiveAccount, AccountReadError> {
    let mut waited = Duration::ZERO;
    for pause in LOOKUP_PAUSES.into_iter().chain([CLOCK_RESOLUTION]) {
        if live.in_progress.is_empty() || waited > client.config().settle_time {
            break;
        }
        client.wait_for(pause, "another run is creating resources of this project").await.map_err(|kind| {
            let call = resource::list_call(Kind::Style);
            AccountReadError::Call(ServiceError {
                call,
                target: call.path(&[]),
                attempts: 0,
                waited,
                trace_id: None,
                kind,
            })
        })?;
        waited += pause;
        live = read_for_plan(client, desired, state, basis).await?;
        mark_in_progress(client, state, basis, &mut live);
    }
    Ok(live)
}

async fn wait_for_late_creations<T: Transport>(
    client: &Client<T>,
    state: &State,
    live: &mut LiveAccount,
) -> Result<(), AccountReadError> {
    let young = |since: &Option<String>| match (since, client.service_time()) {
        (Some(since), Some(now)) => {
            retry::elapsed_between(since, &now).is_none_or(|elapsed| elapsed <= client.config().settle_time * 2)
        }
        (None, _) | (_, None) => true,
    };
    let missing = |live: &LiveAccount| -> BTreeSet<Kind> {
        let absent = state.pending_creations.iter().filter(|(address, creating)| {
            let tag = Tag::new(&state.stack, address, &creating.nonce);
            young(&creating.since)
                && !live.resources_of_kind(address.kind).any(|held| Tag::from_name(held.name()).as_ref() == Some(&tag))
        });
        absent.map(|(address, _)| address.kind).collect()
    };
    let mut waited = Duration::ZERO;
    for pause in LOOKUP_PAUSES {
        let kinds = missing(live);
        let Some(first) = kinds.first().filter(|_| waited < client.config().settle_time) else { break };
        let why = "an earlier run was interrupted while creating: what it sent may still arrive";
        client.wait_for(pause, why).await.map_err(|trouble| {
            let call = resource::list_call(*first);
            AccountReadError::Call(ServiceError {
                call,
                target: call.path(&[]),
                attempts: 0,
                waited,
                trace_id: None,
                kind: trouble,
            })
        })?;
        waited += pause;
        for kind in kinds {
            account::confirm_listing(client, kind, live).await?;
        }
    }
    Ok(())
}
