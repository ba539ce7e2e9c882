//! The attempts of one call, and what their end means: after one whose outcome is unknown, most later failures are unknown too.

use std::time::Duration;

use crate::service::Request;
use crate::service::error::{ErrorKind, ServiceError};

/// What a call took so far.
#[derive(Default)]
pub(super) struct CallAttempts {
    /// How often it was sent.
    pub(super) attempts: u32,
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
