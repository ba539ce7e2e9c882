//! Plan to calls. Makes no choices: what is done is in the plan, and how a fault is met is in the protocol.
//!
//! - What the objects of a run say is saved before its first write; what cannot be saved is not touched.
//! - Intent is recorded before a creating call, its result after; what cannot be recorded is not called.
//! - Nothing is overwritten that the plan has not seen: each object is read right before its first write and right
//!   after its last, and its version is accounted for.
//! - One lane per object, several at once; a failure stops its object, not the others. Deletions come last.
//! - A new list is created under a tag, filled, verified, and only then given its name: nobody finds half a list.

pub mod create;
pub mod event;
pub mod item;
mod term_set;
mod style;
pub mod capabilities;
pub mod refresh;

use std::cell::{Cell, RefCell};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;

pub use event::{ApplyEvent, ItemFailure, Outcome};
pub use refresh::{refresh_and_plan, refresh_scope};

use crate::model::resource::ResourceContent;
use crate::model::{Address, Id, digest};
use crate::plan::{Operation, Plan, PlanItem, Undo, undo};
use crate::service::Transport;
use crate::service::client::Client;
use crate::service::error::ServiceError;
use crate::state::{Journal, JournalEntry, PendingCreation, State, StateStore};

/// Somebody who wants to hear what happens.
pub type EventListener<'a> = &'a (dyn Fn(ApplyEvent) + Send + Sync);

/// What came of applying a plan.
#[derive(Clone, Debug)]
pub struct ApplyReport {
    /// Each object of the plan and how work on it ended, in the order of the plan.
    pub outcomes: Vec<(Address, Operation, Outcome)>,
    /// What failed outside any object: the state could not be written.
    pub state_error: Option<String>,
    /// Exit code of the run.
    pub exit_code: u8,
}

/// What all lanes share.
pub(crate) struct ApplyRun<'a, T, J> {
    pub(crate) client: &'a Client<T>,
    pub(crate) store: RefCell<&'a mut StateStore<J>>,
    pub(crate) listener: EventListener<'a>,
    /// The exit code of a failure that no other object would escape.
    halted: Cell<Option<u8>>,
    /// The snapshot that is brought back, where one is.
    undo: Option<&'a Undo>,
}

/// Carries a plan out, `parallelism` objects at a time.
pub async fn apply_plan<T: Transport, J: Journal>(
    client: &Client<T>,
    plan: &Plan,
    memory: &mut StateStore<J>,
    parallelism: usize,
    listener: EventListener<'_>,
) -> ApplyReport {
    let stack = digest::short_digest(format!("{} {}", client.next_random(), client.next_random()), 6);
    memory.initialize(&plan.basis.origin, &stack);
    listener(ApplyEvent::Started { items: plan.items.len(), calls: plan.calls });
    let not_begun = |trouble: String| {
        let outcomes = plan.items.iter().map(|item| (item.address.clone(), item.operation, Outcome::Skipped)).collect();
        ApplyReport { outcomes, state_error: Some(trouble), exit_code: 1 }
    };
    if let Some(snapshot) = undo::snapshot_before(plan, client.service_time(), memory.state().serial)
        && let Err(error) = memory.save_snapshot(&snapshot)
    {
        return not_begun(format!("what would change cannot be saved for an undo ({error}), so nothing was sent"));
    }
    if let Err(error) = memory.record_entries(&initial_entries(client, plan, memory.state())) {
        return not_begun(format!("the state cannot be written ({error}), so nothing was sent"));
    }

    let undo = plan.basis.options.undo.as_ref();
    let run = ApplyRun { client, store: RefCell::new(memory), listener, halted: Cell::new(None), undo };
    let (last, first): (Vec<_>, Vec<_>) = plan
        .items
        .iter()
        .enumerate()
        .partition(|(_, item)| matches!(item.operation, Operation::Delete | Operation::Sweep));
    let mut outcomes = run.run_items(first, parallelism).await;
    outcomes.extend(run.run_items(last, parallelism).await);
    outcomes.sort_by_key(|(at, _)| *at);
    let outcomes: Vec<(Address, Operation, Outcome)> = outcomes
        .into_iter()
        .map(|(at, outcome)| (plan.items[at].address.clone(), plan.items[at].operation, outcome))
        .collect();

    let halted = run.halted.get();
    let trouble = run.store.into_inner().checkpoint().err().map(|error| {
        format!("the state could not be written ({error}); its journal holds everything, and the next run takes it up")
    });
    let exit = run_exit_code(&outcomes, halted, trouble.is_some());
    ApplyReport { outcomes, state_error: trouble, exit_code: exit }
}

/// What is recorded before the first call: every creation that is about to happen, and deletions that have happened.
fn initial_entries<T: Transport>(client: &Client<T>, plan: &Plan, state: &State) -> Vec<JournalEntry> {
    let planned = |id: &Id| plan.items.iter().any(|item| item.id.as_ref() == Some(id));
    let over = state
        .pending_deletions
        .keys()
        .filter(|id| state.address_of(id).is_none() && !planned(id))
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
    let wanted = |address: &Address| plan.items.iter().any(|item| item.address == *address && item.desired.is_some());
    let given_up = state
        .pending_creations
        .keys()
        .filter(|address| !wanted(address))
        .map(|address| JournalEntry::CreationAbandoned(address.clone()));
    over.chain(given_up).chain(claims).collect()
}

/// 8 base32 digits that no other attempt has. Those of a lexicon end in its print, because it has no version that would
/// tell whether somebody wrote to what an interrupted creation left.
pub(crate) fn new_nonce<T: Transport>(client: &Client<T>, content: &ResourceContent) -> String {
    let chance = client.next_random().to_le_bytes();
    match content {
        ResourceContent::Style(_) => digest::short_digest(chance, 8),
        ResourceContent::TermSet(lexicon) => {
            format!("{}{}", digest::short_digest(chance, 4), lexicon.initial_parts().fingerprint())
        }
    }
}

impl<T: Transport, J: Journal> ApplyRun<'_, T, J> {
    async fn run_items(&self, items: Vec<(usize, &PlanItem)>, parallelism: usize) -> Vec<(usize, Outcome)> {
        let mut waiting = items.into_iter();
        let mut at_work = FuturesUnordered::new();
        let mut outcomes = Vec::new();
        loop {
            while at_work.len() < parallelism.max(1) {
                let Some((at, item)) = waiting.next() else { break };
                at_work.push(async move { (at, self.run_item(item).await) });
            }
            match at_work.next().await {
                Some(outcome) => outcomes.push(outcome),
                None => return outcomes,
            }
        }
    }

    async fn run_item(&self, item: &PlanItem) -> Outcome {
        let (address, verb) = (item.address.clone(), item.operation);
        let outcome = if self.client.is_stopping() || self.halted.get().is_some() {
            // A claim of a creation that never began must not make the next run look for it.
            if matches!(verb, Operation::Create | Operation::Replace) {
                let _ = self.record_entries(&[JournalEntry::CreationAbandoned(address.clone())]);
            }
            Outcome::Skipped
        } else {
            (self.listener)(ApplyEvent::ItemStarted { address: address.clone(), operation: verb });
            item::apply_item(self, item).await
        };
        (self.listener)(ApplyEvent::ItemEnded { address, operation: verb, outcome: outcome.clone() });
        outcome
    }

    pub(crate) fn record_entries(&self, facts: &[JournalEntry]) -> Result<(), String> {
        let recorded = self.store.borrow_mut().record_entries(facts);
        recorded.map_err(|error| {
            self.halt_run(1);
            format!("the state cannot be written: {error}")
        })
    }

    /// The id that an object had before what is being undone.
    pub(crate) fn previous_id(&self, address: &Address) -> Option<Id> {
        self.undo.and_then(|undo| undo.resources.get(address)).map(|was| was.id.clone())
    }

    pub(crate) fn halt_run(&self, exit: u8) {
        if self.halted.get().is_none() {
            self.halted.set(Some(exit));
        }
    }

    pub(crate) fn step_done(&self, item: &PlanItem, what: &str) {
        (self.listener)(ApplyEvent::StepDone { address: item.address.clone(), what: what.to_owned() });
    }

    /// Turns a failed call into the end of a lane.
    pub(crate) fn fail_call(&self, act: &str, error: &ServiceError, done: &[String]) -> Outcome {
        if error.stops_run() {
            self.halt_run(error.exit_code());
        }
        let failure = ItemFailure {
            act: act.to_owned(),
            message: error.to_string(),
            trace: error.trace_id.clone(),
            done: done.to_vec(),
            exit_code: error.exit_code(),
        };
        if error.may_have_happened() { Outcome::Unknown(failure) } else { Outcome::Failed(failure) }
    }
}

/// The exit code of a run: the gravest thing that happened.
fn run_exit_code(outcomes: &[(Address, Operation, Outcome)], halted: Option<u8>, trouble: bool) -> u8 {
    let (mut done, mut failures, mut skipped) = (0, Vec::new(), 0);
    for (_, _, outcome) in outcomes {
        match outcome {
            Outcome::Done { .. } => done += 1,
            Outcome::Failed(failure) => failures.push(failure.exit_code),
            Outcome::Unknown(_) => return 7,
            Outcome::Skipped => skipped += 1,
        }
    }
    if let Some(worst) = [8, 6, 9, 130, 5].into_iter().find(|code| failures.contains(code) || halted == Some(*code)) {
        return worst;
    }
    match (failures.is_empty(), done > 0) {
        (true, _) if trouble => 1,
        (true, true) if skipped > 0 => 130,
        (true, false) if skipped > 0 => halted.unwrap_or(130),
        (true, _) => 0,
        (false, true) => 4,
        (false, false) => failures[0],
    }
}
