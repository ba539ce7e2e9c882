//! Why a call did not do what it was for. One type: which call, how often it was tried, and what is known.

use std::time::Duration;

use crate::service::Call;

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {target}: {trouble}", call.method())]
pub struct Error {
    /// Which call.
    pub call: Call,
    /// Path and query.
    pub target: String,
    /// How often it was sent.
    pub attempts: u32,
    /// How long was waited in between.
    pub waited: Duration,
    /// The service's trace id, of the last answer that had one.
    pub trace: Option<String>,
    /// What is known.
    pub trouble: Trouble,
}

/// What is known about a call that failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The service said no: nothing happened.
    #[error("the service answered {status}{}", said(message))]
    Refused {
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
    Limited {
        /// Status code.
        status: u16,
    },
    /// It may have happened or not.
    #[error("no answer that could be trusted: {0}")]
    Unsure(String),
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

impl Error {
    /// The exit code that this alone would give.
    #[must_use]
    pub fn exit(&self) -> u8 {
        match &self.trouble {
            Trouble::Refused { status: 401 | 403, .. } => 8,
            Trouble::Refused { .. } | Trouble::NotSent(_) => 1,
            Trouble::Redirected { .. } => 5,
            Trouble::Limited { .. } | Trouble::Deadline => 9,
            Trouble::Unsure(_) | Trouble::Unreadable(_) if self.call.reads() => 1,
            Trouble::Unsure(_) | Trouble::Unreadable(_) => 7,
            Trouble::Interrupted => 130,
        }
    }

    /// Whether the service said that there is no such thing.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        matches!(self.trouble, Trouble::Refused { status: 404, .. })
    }

    /// The status of a service that does not let this key do such a thing, or knows no such thing at all.
    #[must_use]
    pub fn closed(&self) -> Option<u16> {
        match self.trouble {
            Trouble::Refused { status: status @ (401 | 403 | 404), .. } => Some(status),
            Trouble::Refused { .. }
            | Trouble::Redirected { .. }
            | Trouble::NotSent(_)
            | Trouble::Limited { .. }
            | Trouble::Unsure(_)
            | Trouble::Unreadable(_)
            | Trouble::Deadline
            | Trouble::Interrupted => None,
        }
    }

    /// Whether the whole run has to stop: no other call would fare better.
    #[must_use]
    pub fn stops_run(&self) -> bool {
        match &self.trouble {
            Trouble::Refused { status, .. } => matches!(status, 401 | 403),
            Trouble::Redirected { .. }
            | Trouble::NotSent(_)
            | Trouble::Limited { .. }
            | Trouble::Deadline
            | Trouble::Interrupted => true,
            Trouble::Unsure(_) | Trouble::Unreadable(_) => false,
        }
    }

    /// Whether the call may have changed something.
    #[must_use]
    pub fn may_have_happened(&self) -> bool {
        !self.call.reads() && matches!(self.trouble, Trouble::Unsure(_) | Trouble::Unreadable(_))
    }
}

fn said(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": {message}") }
}
