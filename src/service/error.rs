//! Why a call did not do what it was for. One type: which call, how often it was tried, and what is known.

use std::fmt;
use std::time::Duration;

use crate::service::Call;

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The service rejected the request: nothing happened.
    #[error("the service rejected the request: {status}{}", format_message(message))]
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
    #[error("the service cannot be reached: {0}")]
    NotSent(String),
    /// Told to wait, longer than this run may.
    #[error("the service answered {status} (too many requests){}", format_asked(*asked))]
    RateLimited {
        /// Status code.
        status: u16,
        /// How long it asked to wait.
        asked: Option<Duration>,
    },
    /// It may have happened or not.
    #[error("{0}")]
    OutcomeUnknown(String),
    /// It succeeded by its status, but its body makes no sense.
    #[error("the answer cannot be read: {0}")]
    Unreadable(String),
    /// The run's time was up. With what had gone wrong until then.
    #[error("the time for this run (`--timeout`) is up{}", format_cause(cause))]
    Deadline {
        /// What the last attempt failed with.
        cause: Option<String>,
    },
    /// The run was interrupted before it was sent.
    #[error("interrupted")]
    Interrupted,
    /// Never sent: another run may write now.
    #[error("not sent, as the lease on the state was lost: {0}")]
    LeaseLost(String),
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { call, target, attempts, waited: _, trace_id: _, kind } = self;
        let unknown = if self.may_have_happened() { "outcome unknown: " } else { "" };
        write!(f, "{} {target}: {unknown}{kind}", call.method())?;
        if *attempts > 1 { write!(f, " (after {attempts} attempts)") } else { Ok(()) }
    }
}

impl std::error::Error for ServiceError {}

impl ServiceError {
    /// Whether the service answered that there is no such thing.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        matches!(self.kind, ErrorKind::Rejected { status: 404, .. })
    }

    /// The status of a service that does not let this key do such a thing, or does not serve it: neither its path, nor its
    /// method, nor what it would do.
    #[must_use]
    pub fn unavailable_status(&self) -> Option<u16> {
        match self.kind {
            ErrorKind::Rejected { status: status @ (401 | 403 | 404 | 405 | 410 | 501), .. } => Some(status),
            ErrorKind::Rejected { .. }
            | ErrorKind::Redirected { .. }
            | ErrorKind::NotSent(_)
            | ErrorKind::RateLimited { .. }
            | ErrorKind::OutcomeUnknown(_)
            | ErrorKind::Unreadable(_)
            | ErrorKind::Deadline { .. }
            | ErrorKind::Interrupted
            | ErrorKind::LeaseLost(_) => None,
        }
    }

    /// Whether the service does not know such a call: neither its path, nor its method, nor how to do it.
    #[must_use]
    pub fn is_not_served(&self) -> bool {
        matches!(self.kind, ErrorKind::Rejected { status: 404 | 405 | 410 | 501, .. })
    }

    /// Whether the whole run has to stop: no other call would fare better.
    #[must_use]
    pub fn stops_run(&self) -> bool {
        match &self.kind {
            ErrorKind::Rejected { status, .. } => matches!(status, 401 | 403),
            ErrorKind::Redirected { .. }
            | ErrorKind::NotSent(_)
            | ErrorKind::RateLimited { .. }
            | ErrorKind::Deadline { .. }
            | ErrorKind::Interrupted
            | ErrorKind::LeaseLost(_) => true,
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

fn format_cause(cause: &Option<String>) -> String {
    cause.as_ref().map_or_else(String::new, |cause| format!("; the last attempt failed: {cause}"))
}

fn format_asked(asked: Option<Duration>) -> String {
    asked.map_or_else(String::new, |asked| format!(" and asked to wait {} s", asked.as_secs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_told_where_there_was_more_than_one() {
        let said = |attempts| {
            let kind = ErrorKind::Interrupted;
            let waited = Duration::ZERO;
            let target = "/v3/style_rules".to_owned();
            ServiceError { call: Call::ListStyles, target, attempts, waited, trace_id: None, kind }.to_string()
        };
        assert_eq!([0, 1].map(said), ["GET /v3/style_rules: interrupted"; 2]);
        assert_eq!(said(3), "GET /v3/style_rules: interrupted (after 3 attempts)");
    }
}
