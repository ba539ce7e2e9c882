//! What happens during an apply, as data: progress lines, event streams and the closing report are made from it.

use std::time::Duration;

use crate::apply::run_end::FailureCause;
use crate::model::{Address, Id};
use crate::plan::Operation;

/// Something that happened, in the order in which it happened.
#[derive(Clone, Debug, PartialEq)]
pub enum ApplyEvent {
    /// The run begins.
    Started {
        /// Resources with something to do.
        items: usize,
        /// Calls that the plan foresees.
        calls: usize,
    },
    /// Work on one resource begins.
    ItemStarted {
        /// The resource.
        address: Address,
        /// What happens to it.
        operation: Operation,
    },
    /// A call of the plan was answered and verified.
    StepDone {
        /// The resource.
        address: Address,
        /// What was done, in a few words: `renamed`, `rules replaced`, `instruction "Anrede" added`.
        what: String,
    },
    /// Nothing is sent for a while.
    Waiting {
        /// How long.
        wait: Duration,
        /// Why, in words.
        reason: String,
    },
    /// Work on one resource ended.
    ItemEnded {
        /// The resource.
        address: Address,
        /// What happened to it.
        operation: Operation,
        /// How it ended.
        outcome: Outcome,
    },
    /// An interruption was asked for: calls in flight are finished, no new one begins.
    Interrupted,
}

/// How work on one resource ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// As planned, verified.
    Done {
        /// The resource's id; the new one after a create or replace.
        id: Option<Id>,
        /// The id that is no more.
        old: Option<Id>,
        /// What the service stored differently from what was sent, in words.
        remarks: Vec<String>,
    },
    /// The service refused or did something else: what was done and what was not.
    Failed(ItemFailure),
    /// It cannot be said whether it happened.
    Unknown(ItemFailure),
    /// Written and answered, but the run stopped before it was read back: the next run does.
    Unverified(ItemFailure),
    /// Begun, and the run stopped before the rest was sent: nothing failed, and the next run continues.
    Stopped(ItemFailure),
    /// Taken back, because another run creates the same: of what this run wrote, nothing is left.
    Withdrawn(ItemFailure),
    /// Not begun, because the run stopped before.
    Skipped,
}

/// Why work on a resource stopped, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemFailure {
    /// What was being done: `rename style/support-de`.
    pub act: String,
    /// What went wrong, with method, path, status and the service's message.
    pub message: String,
    /// The service's trace id.
    pub trace: Option<String>,
    /// Steps that were done before.
    pub done: Vec<String>,
    /// What it was, for the exit code.
    pub cause: FailureCause,
}
