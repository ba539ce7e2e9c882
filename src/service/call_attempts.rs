//! The attempts of one call, and what their end means: after one whose outcome is unknown, most later failures are unknown too.

use std::time::Duration;

use tokio::time::Instant;

use crate::service::Request;
use crate::service::error::{ErrorKind, ServiceError};

/// Most attempts of a call while nothing of this run was ever answered: some seconds, in which a network may come up.
pub(super) const MAX_FIRST_CONTACTS: u32 = 5;
/// How long a read may stay without an answer while nothing of this run was ever answered.
pub(super) const FIRST_ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a call is repeated while nothing of this run was ever answered: two reads that stay without an answer.
const FIRST_CONTACT_TIME: Duration = Duration::from_secs(60);

/// What a call took so far.
#[derive(Default)]
pub(super) struct CallAttempts {
    /// How often it was sent.
    pub(super) attempts: u32,
    /// When it was first sent.
    pub(super) began: Option<Instant>,
    /// How often it may have been carried out without our seeing an answer.
    pub(super) unknown_attempts: u32,
    /// How long it waited between two of them.
    pub(super) waited: Duration,
    /// The service's name for the last of them.
    pub(super) trace: Option<String>,
    /// Why the last one failed.
    pub(super) last_failure: Option<String>,
}

impl CallAttempts {
    /// Counts an attempt that is about to be sent.
    pub(super) fn begin(&mut self) {
        self.attempts += 1;
        self.began.get_or_insert_with(Instant::now);
    }

    /// Whether a call of a run of which nothing was ever answered was sent often or long enough.
    pub(super) fn is_first_contact_over(&self) -> bool {
        let took = self.began.map_or(Duration::ZERO, |began| began.elapsed());
        self.attempts >= MAX_FIRST_CONTACTS || took >= FIRST_CONTACT_TIME
    }

    /// The end of a call. After an attempt whose outcome is unknown, no later failure makes it known; "not found" does,
    /// since what is not there was not written to.
    pub(super) fn to_error(&self, request: &Request, kind: ErrorKind) -> ServiceError {
        let kind = match kind {
            ErrorKind::Deadline { cause: None } if self.unknown_attempts == 0 => {
                ErrorKind::Deadline { cause: self.last_failure.clone() }
            }
            ErrorKind::RateLimited { .. }
            | ErrorKind::NotSent(_)
            | ErrorKind::Redirected { .. }
            | ErrorKind::Deadline { .. }
            | ErrorKind::Interrupted
            | ErrorKind::LeaseLost(_)
                if self.unknown_attempts > 0 =>
            {
                ErrorKind::OutcomeUnknown(format!("an earlier attempt was not answered, then: {kind}"))
            }
            ErrorKind::Rejected { status, .. } if self.unknown_attempts > 0 && status != 404 => {
                ErrorKind::OutcomeUnknown(format!("an earlier attempt was not answered, then: {kind}"))
            }
            ErrorKind::Rejected { .. }
            | ErrorKind::RateLimited { .. }
            | ErrorKind::NotSent(_)
            | ErrorKind::Redirected { .. }
            | ErrorKind::Deadline { .. }
            | ErrorKind::Interrupted
            | ErrorKind::LeaseLost(_)
            | ErrorKind::OutcomeUnknown(_)
            | ErrorKind::Unreadable(_) => kind,
        };
        ServiceError {
            call: request.call,
            target: request.target.clone(),
            attempts: self.attempts,
            waited: self.waited,
            trace_id: self.trace.clone(),
            kind,
        }
    }
}
