//! Why a call did not do what it was for. One type: which call, how often it was tried, and what is known.

use std::time::Duration;

use crate::service::Call;

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {target}: {kind}", call.method())]
pub struct ServiceError {
    /// Which call.
    pub call: Call,
    /// Path and query.
    pub target: String,
    /// How often it was sent.
    pub attempts: u32,
    /// How long was waited in between.
    pub waited: Duration,
    /// The service's trace id, of the last answer that had one.
    pub trace_id: Option<String>,
    /// What is known.
    pub kind: ErrorKind,
}

/// What is known about a call that failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The service said no: nothing happened.
    #[error("the service answered {status}{}", format_message(message))]
    Rejected {
        /// Status code.
        status: u16,
        /// The service's words, if it had any.
        message: String,
    },
    /// The service points elsewhere. Nothing was sent there, least of all the key.
    #[error("the service answered {status} and points to {location}, which is not followed")]
    Redirected {
        /// Status code.
        status: u16,
        /// Where it points.
        location: String,
    },
    /// The request never left: nothing happened.
    #[error("the service could not be reached: {0}")]
    NotSent(String),
    /// Told to wait, longer or more often than this run may.
    #[error("the service asked to slow down ({status}), and waiting longer is not allowed in this run")]
    RateLimited {
        /// Status code.
        status: u16,
    },
    /// It may have happened or not.
    #[error("no answer that could be trusted: {0}")]
    OutcomeUnknown(String),
    /// It succeeded by its status, but its body makes no sense.
    #[error("the answer could not be read: {0}")]
    Unreadable(String),
    /// The run's time was up before it was sent.
    #[error("the time for this run (`--timeout`) is up")]
    Deadline,
    /// The run was interrupted before it was sent.
    #[error("interrupted")]
    Interrupted,
}

impl ServiceError {
    /// The exit code that this alone would give.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match &self.kind {
            ErrorKind::Rejected { status: 401 | 403, .. } => 8,
            ErrorKind::Rejected { .. } | ErrorKind::NotSent(_) => 1,
            ErrorKind::Redirected { .. } => 5,
            ErrorKind::RateLimited { .. } | ErrorKind::Deadline => 9,
            ErrorKind::OutcomeUnknown(_) | ErrorKind::Unreadable(_) if self.call.is_read_only() => 1,
            ErrorKind::OutcomeUnknown(_) | ErrorKind::Unreadable(_) => 7,
            ErrorKind::Interrupted => 130,
        }
    }

    /// Whether the service said that there is no such thing.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        matches!(self.kind, ErrorKind::Rejected { status: 404, .. })
    }

    /// The status of a service that does not let this key do such a thing, or knows no such thing at all.
    #[must_use]
    pub fn unavailable_status(&self) -> Option<u16> {
        match self.kind {
            ErrorKind::Rejected { status: status @ (401 | 403 | 404), .. } => Some(status),
            ErrorKind::Rejected { .. }
            | ErrorKind::Redirected { .. }
            | ErrorKind::NotSent(_)
            | ErrorKind::RateLimited { .. }
            | ErrorKind::OutcomeUnknown(_)
            | ErrorKind::Unreadable(_)
            | ErrorKind::Deadline
            | ErrorKind::Interrupted => None,
        }
    }

    /// Whether the whole run has to stop: no other call would fare better.
    #[must_use]
    pub fn stops_run(&self) -> bool {
        match &self.kind {
            ErrorKind::Rejected { status, .. } => matches!(status, 401 | 403),
            ErrorKind::Redirected { .. }
            | ErrorKind::NotSent(_)
            | ErrorKind::RateLimited { .. }
            | ErrorKind::Deadline
            | ErrorKind::Interrupted => true,
            ErrorKind::OutcomeUnknown(_) | ErrorKind::Unreadable(_) => false,
        }
    }

    /// Whether the call may have changed something.
    #[must_use]
    pub fn may_have_happened(&self) -> bool {
        !self.call.is_read_only() && matches!(self.kind, ErrorKind::OutcomeUnknown(_) | ErrorKind::Unreadable(_))
    }
}

fn format_message(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": {message}") }
}
