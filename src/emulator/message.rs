//! Requests and answers as they stand on the wire, and what becomes of an answer on its way.
//!
//! Absent: meaning. Nothing here knows an endpoint.

use std::time::Duration;

/// A request as any client of HTTP could have sent it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawRequest {
    /// Method: `GET`.
    pub method: String,
    /// Path and query: `/v3/style_rules?page=0`.
    pub target: String,
    /// Headers in order, names in any case.
    pub headers: Vec<(String, String)>,
    /// The body as far as it came.
    pub body: Vec<u8>,
}

impl RawRequest {
    /// The first value of a header, whatever the case of its name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// An answer, complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawReply {
    /// Status code.
    pub status: u16,
    /// Headers in order, names in lower case. The length of the body is left to whoever writes it to a wire.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl RawReply {
    /// The value of a header (name in lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What the client gets to see of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireOutcome {
    /// All of it.
    Complete(RawReply),
    /// All of its head, its promised length, but only so many bytes of its body; then the connection ends.
    Truncated(RawReply, usize),
    /// The connection was refused: nothing was read.
    Refused,
    /// The request was read, then the connection ended without an answer.
    Dropped,
    /// The request was read, and nothing more happens on the connection for as long as the client waits.
    Silent,
}

/// An answer on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandledRequest {
    /// What the client gets to see.
    pub wire: WireOutcome,
    /// How long it takes to arrive.
    pub delay: Duration,
}

impl HandledRequest {
    /// The answer, when one comes complete.
    #[must_use]
    pub fn into_reply(self) -> Option<RawReply> {
        match self.wire {
            WireOutcome::Complete(reply) => Some(reply),
            WireOutcome::Truncated(..) | WireOutcome::Refused | WireOutcome::Dropped | WireOutcome::Silent => None,
        }
    }
}
