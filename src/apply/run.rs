//! What all lanes of a run share: the client, the state, who listens, and whether the run goes on.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::apply::event::{ApplyEvent, ItemFailure, Outcome};
use crate::apply::run_end::FailureCause;
use crate::model::resource::ResourceContent;
use crate::model::{Address, Id, digest};
use crate::plan::{PlanItem, Undo};
use crate::service::Transport;
use crate::service::client::Client;
use crate::service::error::{ErrorKind, ServiceError};
use crate::state::{Journal, JournalEntry, StateStore};

/// Somebody who wants to hear what happens.
pub type EventListener<'a> = &'a (dyn Fn(ApplyEvent) + Send + Sync);

/// What all lanes share.
pub(crate) struct ApplyRun<'a, T, J> {
    pub(crate) client: &'a Client<T>,
    pub(crate) store: RefCell<&'a mut StateStore<J>>,
    pub(crate) listener: EventListener<'a>,
    /// Why no other resource is begun.
    pub(crate) halted: Cell<Option<FailureCause>>,
    /// The snapshot that is brought back, where one is.
    pub(crate) undo: Option<&'a Undo>,
    /// Resources that were there when the plan was made.
    pub(crate) seen: &'a BTreeMap<Id, String>,
    /// Ids that the plan deletes.
    pub(crate) departing: BTreeSet<&'a Id>,
    /// Addresses of which an attempt of a dead run could not be removed: nothing is named beside it.
    pub(crate) contested: RefCell<BTreeSet<Address>>,
    /// Nonces of attempts of this run and of those that it took up: what appears under them is no rival.
    pub(crate) own_nonces: RefCell<BTreeSet<String>>,
}

impl<T: Transport, J: Journal> ApplyRun<'_, T, J> {
    pub(crate) fn record_entries(&self, facts: &[JournalEntry]) -> Result<(), String> {
        let recorded = self.store.borrow_mut().record_entries(facts);
        recorded.map_err(|error| {
            self.halt_run(FailureCause::from_state_error(&error));
            format!("the state cannot be written: {error}")
        })
    }

    /// The id that a resource had before what is being undone.
    pub(crate) fn previous_id(&self, address: &Address) -> Option<Id> {
        self.undo.and_then(|undo| undo.resources.get(address)).map(|was| was.id.clone())
    }

    pub(crate) fn halt_run(&self, cause: FailureCause) {
        if self.halted.get().is_none() {
            self.halted.set(Some(cause));
        }
    }

    pub(crate) fn step_done(&self, item: &PlanItem, what: &str) {
        (self.listener)(ApplyEvent::StepDone { address: item.address.clone(), what: what.to_owned() });
    }

    /// Turns a failed call into the end of a lane.
    pub(crate) fn fail_call(&self, act: &str, error: &ServiceError, done: &[String]) -> Outcome {
        let cause = FailureCause::from(error);
        if error.stops_run() {
            self.halt_run(cause);
        }
        let failure = ItemFailure {
            act: act.to_owned(),
            message: error.to_string(),
            trace: error.trace_id.clone(),
            done: done.to_vec(),
            cause,
        };
        if error.may_have_happened() { Outcome::Unknown(failure) } else { end_by_cause(failure) }
    }
}

/// What ended because the run does is stopped, and nothing of it failed.
fn end_by_cause(failure: ItemFailure) -> Outcome {
    match failure.cause {
        FailureCause::Interrupted | FailureCause::GaveUp | FailureCause::LeaseLost => Outcome::Stopped(failure),
        FailureCause::Rejected
        | FailureCause::Unreachable
        | FailureCause::Unreadable
        | FailureCause::Denied
        | FailureCause::Redirected
        | FailureCause::NotRecorded
        | FailureCause::Stale
        | FailureCause::NotAsSent
        | FailureCause::Unknown => Outcome::Failed(failure),
    }
}

impl<T: Transport, J: Journal> ApplyRun<'_, T, J> {
    /// The end of a lane that may not wait any longer.
    pub(crate) fn fail_wait(&self, act: &str, stopped: &ErrorKind, done: &[String]) -> Outcome {
        let cause = match stopped {
            ErrorKind::Interrupted => FailureCause::Interrupted,
            ErrorKind::LeaseLost(_) => FailureCause::LeaseLost,
            ErrorKind::Rejected { .. }
            | ErrorKind::Redirected { .. }
            | ErrorKind::NotSent(_)
            | ErrorKind::RateLimited { .. }
            | ErrorKind::OutcomeUnknown(_)
            | ErrorKind::Unreadable(_)
            | ErrorKind::Deadline { .. } => FailureCause::GaveUp,
        };
        let (act, message) = (act.to_owned(), stopped.to_string());
        end_by_cause(ItemFailure { act, message, trace: None, done: done.to_vec(), cause })
    }

    /// The end of a lane whose writes were all answered, and what was written could not be read back. Where that is because the
    /// run stops, nothing failed.
    pub(crate) fn fail_read_back(&self, act: &str, error: &ServiceError, done: &[String]) -> Outcome {
        match self.fail_call(act, error, done) {
            Outcome::Stopped(failure) => Outcome::Unverified(failure),
            outcome @ (Outcome::Done { .. }
            | Outcome::Failed(_)
            | Outcome::Unknown(_)
            | Outcome::Unverified(_)
            | Outcome::Withdrawn(_)
            | Outcome::Skipped) => outcome,
        }
    }
}

/// 8 base32 digits that no other attempt has. Those of a term set end in its print, because it has no version that would
/// tell whether somebody wrote to what an interrupted creation left.
pub(crate) fn new_nonce<T: Transport>(client: &Client<T>, content: &ResourceContent) -> String {
    let chance = client.next_random().to_le_bytes();
    match content {
        ResourceContent::Style(_) | ResourceContent::StyleProfile(_) => digest::short_digest(chance, 8),
        ResourceContent::TermSet(term_set) => {
            format!("{}{}", digest::short_digest(chance, 4), term_set.initial_parts().fingerprint())
        }
    }
}

/// The end of an item that did not come out as planned.
pub(crate) fn fail_item(act: &str, message: String, done: &[String], cause: FailureCause) -> Outcome {
    end_by_cause(ItemFailure { act: act.to_owned(), message, trace: None, done: done.to_vec(), cause })
}

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
