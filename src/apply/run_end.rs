//! How a run ended and why work on a resource stopped, as facts. Which exit code a fact gets is decided by `cli` alone.

use std::io;

use crate::apply::event::Outcome;
use crate::model::Address;
use crate::plan::Operation;
use crate::service::account::AccountReadError;
use crate::service::error::{ErrorKind, ServiceError};
use crate::state::lease;

/// How a run ended, for its exit code and its history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Every resource is as planned.
    Done,
    /// Some resources are as planned, others failed; another run continues.
    Partial,
    /// The gravest thing that happened.
    Failed(FailureCause),
}

/// Why work on a resource stopped, or a whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureCause {
    /// The service rejected the request: nothing happened.
    Rejected,
    /// The service could not be reached: nothing happened.
    Unreachable,
    /// What was read makes no sense.
    Unreadable,
    /// The key is wrong, or lacks a scope or plan.
    Denied,
    /// The service points to another address, which is not followed.
    Redirected,
    /// The state, its journal or a snapshot could not be written.
    NotRecorded,
    /// The lease of a shared state was lost to another run.
    LeaseLost,
    /// A resource is not as it was planned, or another run made the same.
    Stale,
    /// The service stored something else than it was sent.
    NotAsSent,
    /// Gave up waiting: rate limit or the time of the run.
    GaveUp,
    /// Somebody asked to stop.
    Interrupted,
    /// A write may have succeeded and could not be confirmed.
    Unknown,
}

/// Causes that decide how a run ended, however many other resources failed or succeeded, the gravest first.
const DECISIVE: [FailureCause; 6] = [
    FailureCause::Denied,
    FailureCause::Stale,
    FailureCause::GaveUp,
    FailureCause::LeaseLost,
    FailureCause::Interrupted,
    FailureCause::Redirected,
];

impl RunEnd {
    /// Whether every resource is as planned.
    #[must_use]
    pub fn is_done(self) -> bool {
        self == Self::Done
    }

    /// The end of a run with these outcomes: the gravest thing that happened. `halted` is what no other resource would have
    /// escaped, `unrecorded` whether the state could not be written at the end.
    pub(crate) fn from_outcomes(
        outcomes: &[(Address, Operation, Outcome)],
        halted: Option<FailureCause>,
        unrecorded: bool,
    ) -> Self {
        let (mut done, mut failures, mut skipped) = (0, Vec::new(), 0);
        for (_, _, outcome) in outcomes {
            match outcome {
                Outcome::Done { .. } => done += 1,
                Outcome::Failed(failure)
                | Outcome::Stopped(failure)
                | Outcome::Unverified(failure)
                | Outcome::Withdrawn(failure) => failures.push(failure.cause),
                Outcome::Unknown(_) => return Self::Failed(FailureCause::Unknown),
                Outcome::Skipped => skipped += 1,
            }
        }
        let happened = |cause: &FailureCause| failures.contains(cause) || halted == Some(*cause);
        if let Some(worst) = DECISIVE.into_iter().find(happened) {
            return Self::Failed(worst);
        }
        match (failures.first(), done > 0) {
            (None, _) if unrecorded => Self::Failed(FailureCause::NotRecorded),
            (None, true) if skipped > 0 => Self::Failed(FailureCause::Interrupted),
            (None, false) if skipped > 0 => Self::Failed(halted.unwrap_or(FailureCause::Interrupted)),
            (None, _) => Self::Done,
            (Some(_), true) => Self::Partial,
            (Some(first), false) => Self::Failed(*first),
        }
    }
}

impl FailureCause {
    /// Why the state could not be written.
    pub(crate) fn from_state_error(error: &io::Error) -> Self {
        if lease::is_lease_lost(error) { Self::LeaseLost } else { Self::NotRecorded }
    }
}

impl From<&ServiceError> for FailureCause {
    fn from(error: &ServiceError) -> Self {
        match &error.kind {
            ErrorKind::Rejected { status: 401 | 403, .. } => Self::Denied,
            ErrorKind::Rejected { .. } => Self::Rejected,
            ErrorKind::NotSent(_) => Self::Unreachable,
            ErrorKind::Redirected { .. } => Self::Redirected,
            ErrorKind::RateLimited { .. } | ErrorKind::Deadline { .. } => Self::GaveUp,
            ErrorKind::OutcomeUnknown(_) | ErrorKind::Unreadable(_) if error.call.is_read_only() => Self::Unreadable,
            ErrorKind::OutcomeUnknown(_) | ErrorKind::Unreadable(_) => Self::Unknown,
            ErrorKind::Interrupted => Self::Interrupted,
            ErrorKind::LeaseLost(_) => Self::LeaseLost,
        }
    }
}

impl From<&AccountReadError> for FailureCause {
    fn from(unread: &AccountReadError) -> Self {
        match unread {
            AccountReadError::Call(error) => Self::from(error),
            AccountReadError::Listing(_) => Self::Unreadable,
            AccountReadError::Unsteady(_) => Self::Stale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apply::event::ItemFailure;

    fn failed(cause: FailureCause) -> Outcome {
        Outcome::Failed(ItemFailure {
            act: String::new(),
            message: String::new(),
            trace: None,
            done: Vec::new(),
            cause,
        })
    }

    #[test]
    fn a_run_ends_with_the_gravest_thing_that_happened() {
        use FailureCause as Cause;
        let done = || Outcome::Done { id: None, old: None, remarks: Vec::new() };
        let Outcome::Failed(failure) = failed(Cause::Unknown) else { panic!("it failed") };
        let unknown = Outcome::Unknown(failure);
        let skipped = || Outcome::Skipped;
        for (outcomes, halted, unrecorded, end) in [
            (vec![], None, false, RunEnd::Done),
            (vec![done()], None, false, RunEnd::Done),
            (vec![done()], None, true, RunEnd::Failed(Cause::NotRecorded)),
            (vec![done(), skipped()], None, false, RunEnd::Failed(Cause::Interrupted)),
            (vec![skipped()], Some(Cause::Unreachable), false, RunEnd::Failed(Cause::Unreachable)),
            (vec![skipped()], None, false, RunEnd::Failed(Cause::Interrupted)),
            (vec![done(), failed(Cause::NotAsSent)], None, false, RunEnd::Partial),
            (vec![done(), failed(Cause::Rejected)], None, false, RunEnd::Partial),
            (vec![failed(Cause::Rejected), failed(Cause::NotAsSent)], None, false, RunEnd::Failed(Cause::Rejected)),
            (vec![done(), failed(Cause::Stale), failed(Cause::GaveUp)], None, false, RunEnd::Failed(Cause::Stale)),
            (vec![done(), failed(Cause::Stale), failed(Cause::Denied)], None, false, RunEnd::Failed(Cause::Denied)),
            (vec![done(), failed(Cause::NotAsSent)], Some(Cause::LeaseLost), false, RunEnd::Failed(Cause::LeaseLost)),
            (vec![done(), failed(Cause::Denied), unknown], Some(Cause::GaveUp), true, RunEnd::Failed(Cause::Unknown)),
        ] {
            let address = Address::parse("style/a").unwrap();
            let all: Vec<_> =
                outcomes.iter().map(|outcome| (address.clone(), Operation::Update, outcome.clone())).collect();
            assert_eq!(RunEnd::from_outcomes(&all, halted, unrecorded), end, "{all:?} {halted:?} {unrecorded}");
        }
    }
}
