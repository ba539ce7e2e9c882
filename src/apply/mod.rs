//! Plan to calls. Makes no choices: what is done is in the plan, and how a fault is met is in the protocol.
//!
//! - What the resources of a run hold is saved before its first write; what cannot be saved is not touched.
//! - Intent is recorded before a creating call, its result after; what cannot be recorded is not called.
//! - Nothing is overwritten that the plan has not seen: each resource is read right before its first write and right
//!   after its last, and its version is accounted for.
//! - One lane per resource, several at once; a failure stops its resource, not the others. Style profiles come after what
//!   they name, and deletions last: a profile lets go before what it held is gone.
//! - A new resource is created under a temporary name, filled and verified. When all are, one look finds what other runs
//!   made meanwhile ([`election`]), and only then names are given: nobody finds half a list, and no name is given twice.
//!   What has its name is read back: many lists through one listing, few one by one.

pub mod create;
pub mod election;
pub mod event;
pub mod item;
mod binding;
mod linked_profile;
mod read_back;
mod run;
pub mod run_end;
mod term_set;
mod style;
mod style_profile;
mod verify;
pub mod capabilities;
pub mod refresh;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as apply;
use housestyle_catalogue as catalogue;
use housestyle_check as check;
use housestyle_model as model;
use housestyle_plan as plan;
use housestyle_service as service;
use housestyle_state as state;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;

pub use event::{ApplyEvent, ItemFailure, Outcome};
pub use refresh::{refresh_and_plan, refresh_scope};
pub use run::EventListener;
pub use run_end::{FailureCause, RunEnd};

use crate::apply::create::UnnamedCreation;
use crate::apply::election::Rival;
use crate::apply::item::ItemStage;
use crate::apply::run::{ApplyRun, fail_item, new_nonce};
use crate::model::tag::Tag;
use crate::model::{Address, Id, Kind, digest};
use crate::plan::{Basis, Operation, Plan, PlanItem, undo};
use crate::service::Transport;
use crate::service::client::Client;
use crate::state::{Journal, JournalEntry, PendingCreation, State, StateStore};

/// What came of applying a plan.
#[derive(Clone, Debug)]
pub struct ApplyReport {
    /// Base address of the service, or `emulator`.
    pub origin: String,
    /// Name of the environment.
    pub environment: String,
    /// Each resource of the plan and how work on it ended, in the order of the plan.
    pub outcomes: Vec<(Address, Operation, Outcome)>,
    /// What failed outside any resource: the state could not be written.
    pub state_error: Option<String>,
    /// How the run ended.
    pub end: RunEnd,
}

/// Carries a plan out, `parallelism` resources at a time. `exit_code` tells the history of a shared state which exit code an
/// end of the run gets.
pub async fn apply_plan<T: Transport, J: Journal>(
    client: &Client<T>,
    plan: &Plan,
    memory: &mut StateStore<J>,
    parallelism: usize,
    listener: EventListener<'_>,
    exit_code: &(dyn Fn(RunEnd) -> u8 + Send + Sync),
) -> ApplyReport {
    let stack = digest::short_digest(format!("{} {}", client.next_random(), client.next_random()), 8);
    memory.initialize(&plan.basis.origin, &stack);
    listener(ApplyEvent::Started { items: plan.items.len(), calls: plan.calls });
    let not_begun = |trouble: String, cause: FailureCause| {
        let outcomes = plan.items.iter().map(|item| (item.address.clone(), item.operation, Outcome::Skipped)).collect();
        report_of(plan, outcomes, Some(trouble), RunEnd::Failed(cause))
    };
    if let Some(snapshot) = undo::snapshot_before(plan, client.service_time(), memory.state().serial)
        && let Err(error) = memory.save_snapshot(&snapshot)
    {
        let trouble = format!("what would change cannot be saved for an undo ({error}), so nothing was sent");
        return not_begun(trouble, FailureCause::NotRecorded);
    }
    let taken_up = memory.state().pending_creations.values().map(|creating| creating.nonce.clone()).collect();
    if let Err(error) = memory.record_entries(&initial_entries(client, plan, memory.state())) {
        let trouble = format!("the state cannot be written ({error}), so nothing was sent");
        return not_begun(trouble, FailureCause::from_state_error(&error));
    }

    let run = ApplyRun {
        client,
        store: RefCell::new(memory),
        listener,
        halted: Cell::new(None),
        undo: plan.basis.options.undo.as_ref(),
        seen: &plan.seen,
        departing: plan.items.iter().flat_map(PlanItem::deleted_ids).collect(),
        contested: RefCell::default(),
        own_nonces: RefCell::new(taken_up),
    };
    let (last, first): (Vec<_>, Vec<_>) = plan
        .items
        .iter()
        .enumerate()
        .partition(|(_, item)| matches!(item.operation, Operation::Delete | Operation::Sweep));
    // What a dead run left under a temporary name goes first: should its maker live after all, it finds nothing to name.
    let (orphaned, last): (Vec<_>, Vec<_>) = last
        .into_iter()
        .partition(|(_, item)| item.operation == Operation::Sweep && Tag::from_name(&item.name).is_some());
    let mut outcomes = run.run_deletions(orphaned, parallelism).await;
    for (at, outcome) in &outcomes {
        if !matches!(outcome, Outcome::Done { .. }) {
            run.contested.borrow_mut().insert(plan.items[*at].address.clone());
        }
    }
    let (profiles, first): (Vec<_>, Vec<_>) =
        first.into_iter().partition(|(_, item)| style_profile::writes_profile(item));
    let (ended, replaced) = run.run_upserts(first, parallelism).await;
    outcomes.extend(ended);
    let mut resolved = Vec::new();
    for (at, item) in profiles {
        match style_profile::resolve_item(&run, plan, item, &unended(&outcomes, &replaced)) {
            Ok(item) => resolved.push((at, item)),
            Err(outcome) => outcomes.push((at, run.end_unbegun(item, outcome))),
        }
    }
    let resolved_items = resolved.iter().map(|(at, item)| (*at, item)).collect();
    outcomes.extend(run.run_upserts(resolved_items, parallelism).await.0);
    let (profiles, last): (Vec<_>, Vec<_>) =
        last.into_iter().partition(|(_, item)| item.address.kind == Kind::StyleProfile);
    outcomes.extend(run.run_deletions(profiles, parallelism).await);
    let replaced = run.end_replacements(plan, replaced, &outcomes, parallelism).await;
    let (held, last): (Vec<_>, Vec<_>) = last
        .into_iter()
        .partition(|(_, item)| style_profile::find_holder(plan, &outcomes, &item.deleted_ids()).is_some());
    outcomes.extend(held.into_iter().map(|(at, item)| (at, run.end_item(item, Outcome::Skipped))));
    outcomes.extend(replaced);
    outcomes.extend(run.run_deletions(last, parallelism).await);
    outcomes.sort_by_key(|(at, _)| *at);
    let outcomes: Vec<(Address, Operation, Outcome)> = outcomes
        .into_iter()
        .map(|(at, outcome)| (plan.items[at].address.clone(), plan.items[at].operation, outcome))
        .collect();

    let halted = run.halted.get();
    let store = run.store.into_inner();
    store.summary_mut().exit_code = Some(exit_code(RunEnd::from_outcomes(&outcomes, halted, false)));
    let trouble = store
        .checkpoint()
        .err()
        .map(|error| format!("the state could not be written ({error}); the next run finds again what this one did"));
    // Whoever lost the lease knows nothing of what is there now: the other run does.
    let end = match client.lost_lease() {
        Some(_) => RunEnd::Failed(FailureCause::LeaseLost),
        None => RunEnd::from_outcomes(&outcomes, halted, trouble.is_some()),
    };
    report_of(plan, outcomes, trouble, end)
}

/// What came of a plan, with the service that it was about.
fn report_of(
    plan: &Plan,
    outcomes: Vec<(Address, Operation, Outcome)>,
    state_error: Option<String>,
    end: RunEnd,
) -> ApplyReport {
    let Basis { origin, environment, .. } = &plan.basis;
    ApplyReport { origin: origin.clone(), environment: environment.clone(), outcomes, state_error, end }
}

/// Ends a run that has nothing to send: what is as wanted, and was not known to be, is recorded.
///
/// # Errors
/// The state could not be written.
pub fn apply_nothing<J: Journal>(plan: &Plan, memory: &mut StateStore<J>) -> io::Result<()> {
    "apply".clone_into(&mut memory.summary_mut().command);
    memory.record_entries(&read_back_entries(plan).collect::<Vec<_>>())?;
    memory.checkpoint()
}

/// What is as wanted, and was not known to be.
fn read_back_entries(plan: &Plan) -> impl Iterator<Item = JournalEntry> {
    plan.read_back.iter().map(|(address, binding)| JournalEntry::Bound(address.clone(), binding.clone()))
}

/// What is recorded before the first call: every creation that is about to happen, deletions that have happened, and what
/// was read back.
fn initial_entries<T: Transport>(client: &Client<T>, plan: &Plan, state: &State) -> Vec<JournalEntry> {
    let planned: BTreeSet<&Id> = plan.items.iter().filter_map(|item| item.id.as_ref()).collect();
    let bound: BTreeSet<&Id> = state.bindings.values().map(|binding| &binding.id).collect();
    let over = state
        .pending_deletions
        .keys()
        .filter(|id| !bound.contains(id) && !planned.contains(id))
        .map(|id| JournalEntry::Deleted(id.clone()));
    let claims = plan.items.iter().filter_map(|item| {
        let content = item.steps.iter().find_map(|step| step.action.created_content())?;
        let creating = PendingCreation {
            nonce: new_nonce(client, content),
            digest: content.digest(),
            since: client.service_time(),
        };
        Some(JournalEntry::CreationStarted(item.address.clone(), creating))
    });
    let wanted: BTreeSet<&Address> =
        plan.items.iter().filter(|item| item.desired.is_some()).map(|item| &item.address).collect();
    let given_up = state
        .pending_creations
        .keys()
        .filter(|address| !wanted.contains(address))
        .map(|address| JournalEntry::CreationAbandoned(address.clone()));
    over.chain(given_up).chain(read_back_entries(plan)).chain(claims).collect()
}

/// Runs pieces of work, so many at a time, in the order in which they are given.
async fn run_lanes<F: Future>(work: impl IntoIterator<Item = F>, parallelism: usize) -> Vec<F::Output> {
    let mut waiting = work.into_iter();
    let mut at_work = FuturesUnordered::new();
    let mut ended = Vec::with_capacity(waiting.size_hint().0);
    loop {
        while at_work.len() < parallelism.max(1) {
            let Some(next) = waiting.next() else { break };
            at_work.push(next);
        }
        match at_work.next().await {
            Some(output) => ended.push(output),
            None => return ended,
        }
    }
}

/// A resource that has its name, and whose predecessor is not deleted yet.
struct Replacement<'p> {
    creation: Box<UnnamedCreation<'p>>,
    remarks: Vec<String>,
}

/// How the work on resources ended so far. A replacement is there, whatever becomes of what it replaces.
fn unended(outcomes: &[(usize, Outcome)], replaced: &[(usize, Replacement<'_>)]) -> Vec<(usize, Outcome)> {
    let there = replaced.iter().map(|(at, replacement)| {
        let id = Some(replacement.creation.id.clone());
        (*at, Outcome::Done { id, old: None, remarks: Vec::new() })
    });
    outcomes.iter().cloned().chain(there).collect()
}

impl<T: Transport, J: Journal> ApplyRun<'_, T, J> {
    /// Creates and updates, then gives the created ones their names.
    /// What replaces another waits for its deletion.
    async fn run_upserts<'p>(
        &self,
        items: Vec<(usize, &'p PlanItem)>,
        parallelism: usize,
    ) -> (Vec<(usize, Outcome)>, Vec<(usize, Replacement<'p>)>) {
        let work = items.into_iter().map(async |(at, item)| (at, self.begin_item(item).await));
        let (mut outcomes, mut creations) = (Vec::new(), Vec::new());
        for (at, stage) in run_lanes(work, parallelism).await {
            match stage {
                ItemStage::Ended(outcome) => outcomes.push((at, outcome)),
                ItemStage::Unnamed(creation) => creations.push((at, creation)),
            }
        }
        let mut replaced = Vec::new();
        if creations.is_empty() {
            return (outcomes, replaced);
        }
        creations.sort_by_key(|(at, _)| *at);
        match election::find_rivals(self, &creations).await {
            Ok(rivals) => {
                let ended = self.end_creations(creations.into_iter().zip(rivals), parallelism).await;
                for (at, stage) in ended {
                    match stage {
                        Ok(outcome) => outcomes.push((at, outcome)),
                        Err(replacement) => replaced.push((at, replacement)),
                    }
                }
            }
            Err(unread) => {
                let cause = FailureCause::from(&unread);
                self.halt_run(cause);
                outcomes.extend(creations.into_iter().map(|(at, creation)| {
                    let message = format!("its name was not given, as other runs could not be ruled out: {unread}");
                    let outcome = fail_item(&creation.act(), message, &creation.done, cause);
                    (at, self.end_item(creation.item, outcome))
                }));
            }
        }
        (outcomes, replaced)
    }

    /// Does everything about an item but giving a name.
    async fn begin_item<'p>(&self, item: &'p PlanItem) -> ItemStage<'p> {
        let (address, operation) = (item.address.clone(), item.operation);
        if self.client.is_stopping() || self.halted.get().is_some() {
            // A claim of a creation that never began must not make the next run look for it.
            if matches!(operation, Operation::Create | Operation::Replace) {
                let _ = self.record_entries(&[JournalEntry::CreationAbandoned(address)]);
            }
            return ItemStage::Ended(self.end_item(item, Outcome::Skipped));
        }
        if item.gives_name() && self.contested.borrow().contains(&address) {
            if matches!(operation, Operation::Create | Operation::Replace) {
                let _ = self.record_entries(&[JournalEntry::CreationAbandoned(address.clone())]);
            }
            let message = "what an interrupted run left of it changed meanwhile: run apply again".to_owned();
            let act = format!("{} {address}", operation.name());
            return ItemStage::Ended(self.end_item(item, fail_item(&act, message, &[], FailureCause::Stale)));
        }
        (self.listener)(ApplyEvent::ItemStarted { address, operation });
        match item::begin_item(self, item).await {
            ItemStage::Ended(outcome) => ItemStage::Ended(self.end_item(item, outcome)),
            unnamed @ ItemStage::Unnamed(_) => unnamed,
        }
    }

    /// Gives created resources their names and reads them back.
    async fn end_creations<'p>(
        &self,
        creations: impl Iterator<Item = ((usize, Box<UnnamedCreation<'p>>), Vec<Rival>)>,
        parallelism: usize,
    ) -> Vec<(usize, Result<Outcome, Replacement<'p>>)> {
        let work = creations.map(async |((at, creation), rivals)| (at, self.name_creation(creation, &rivals).await));
        let (mut outcomes, mut named) = (Vec::new(), Vec::new());
        for (at, stage) in run_lanes(work, parallelism).await {
            match stage {
                Ok(creation) => named.push((at, creation)),
                Err(outcome) => outcomes.push((at, Ok(outcome))),
            }
        }
        let mut listed = read_back::read_listed(self, &named).await;
        let work = named.into_iter().map(|(at, creation)| {
            let read = listed.remove(&creation.id);
            async move { (at, self.end_creation(creation, read).await) }
        });
        outcomes.extend(run_lanes(work, parallelism).await);
        outcomes
    }

    /// Gives a created resource its name, or takes it back where another run made the same.
    async fn name_creation<'p>(
        &self,
        mut creation: Box<UnnamedCreation<'p>>,
        rivals: &[Rival],
    ) -> Result<Box<UnnamedCreation<'p>>, Outcome> {
        let named = if rivals.is_empty() {
            create::give_name(self, &mut creation).await
        } else {
            Err(election::withdraw(self, &creation, rivals).await)
        };
        named.map_err(|outcome| self.end_item(creation.item, outcome))?;
        Ok(creation)
    }

    /// Reads a resource back that has its name, unless a listing showed it. What replaces another is not at its end yet.
    async fn end_creation<'p>(
        &self,
        mut creation: Box<UnnamedCreation<'p>>,
        listed: Option<Vec<String>>,
    ) -> Result<Outcome, Replacement<'p>> {
        let read = match listed {
            Some(remarks) => Ok(remarks),
            None => read_back::read_named(self, &creation).await,
        };
        let outcome = match read {
            Ok(remarks) if creation.item.operation == Operation::Replace => {
                return Err(Replacement { creation, remarks });
            }
            Ok(remarks) => item::finish_creation(self, &mut creation, remarks).await,
            Err(stopped) => stopped,
        };
        Ok(self.end_item(creation.item, outcome))
    }

    /// Deletes what was replaced, unless a style profile holds it still.
    async fn end_replacements(
        &self,
        plan: &Plan,
        replaced: Vec<(usize, Replacement<'_>)>,
        outcomes: &[(usize, Outcome)],
        parallelism: usize,
    ) -> Vec<(usize, Outcome)> {
        let work = replaced.into_iter().map(async |(at, Replacement { mut creation, remarks })| {
            let item = creation.item;
            let old: Vec<&Id> = item.id.iter().collect();
            let outcome = match style_profile::find_holder(plan, outcomes, &old) {
                Some((profile, cause)) => {
                    let message = format!("{profile} still holds the list that it replaces, which stays for now");
                    fail_item(&creation.act(), message, &creation.done, cause)
                }
                None => item::finish_creation(self, &mut creation, remarks).await,
            };
            (at, self.end_item(item, outcome))
        });
        run_lanes(work, parallelism).await
    }

    /// Ends an item that was not begun, because what it rests on is not there.
    fn end_unbegun(&self, item: &PlanItem, outcome: Outcome) -> Outcome {
        if item.operation == Operation::Create {
            let _ = self.record_entries(&[JournalEntry::CreationAbandoned(item.address.clone())]);
        }
        self.end_item(item, outcome)
    }

    async fn run_deletions(&self, items: Vec<(usize, &PlanItem)>, parallelism: usize) -> Vec<(usize, Outcome)> {
        run_lanes(items.into_iter().map(async |(at, item)| (at, self.run_deletion(item).await)), parallelism).await
    }

    async fn run_deletion(&self, item: &PlanItem) -> Outcome {
        let (address, operation) = (item.address.clone(), item.operation);
        if self.client.is_stopping() || self.halted.get().is_some() {
            return self.end_item(item, Outcome::Skipped);
        }
        (self.listener)(ApplyEvent::ItemStarted { address, operation });
        let outcome = item::delete_resource(self, item).await;
        self.end_item(item, outcome)
    }

    fn end_item(&self, item: &PlanItem, outcome: Outcome) -> Outcome {
        let (address, operation) = (item.address.clone(), item.operation);
        (self.listener)(ApplyEvent::ItemEnded { address, operation, outcome: outcome.clone() });
        outcome
    }
}
