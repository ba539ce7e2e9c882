//! What client and emulator share: the calls of the service, a request, an answer, and the way in which none came.
//!
//! The outside world is one trait, [`Transport`]. The HTTP client (`service`) and the embedded emulator implement it, and
//! neither knows the other: what both believe beyond these types is written down in `tests/wire`.

mod call;

use std::future::Future;

pub use call::{Call, CallEffect};

/// One request, before address and key are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which call.
    pub call: Call,
    /// Path and query: `/v3/style_rules?page=0&page_size=25`.
    pub target: String,
    /// The body: JSON, unless `content_type` says otherwise.
    pub body: Option<Vec<u8>>,
    /// What a body is that is not JSON: `multipart/form-data; boundary=…`.
    pub content_type: Option<String>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Status code.
    pub status: u16,
    /// Headers that matter here, names in lower case: `retry-after`, `x-trace-id`, `date`, `content-type`, `location`.
    pub headers: Vec<(String, String)>,
    /// The body as far as it came.
    pub body: Vec<u8>,
    /// Whether the body ended before its promised length.
    pub truncated: bool,
}

impl Response {
    /// The value of a header (name in lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The precise way in which no answer came. Why, in words, with the host where it is about one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// Not one byte of the request was written: the service cannot have acted.
    #[error("{0}")]
    NotSent(String),
    /// Not one byte was written, and trying again would not help: a certificate that is not trusted.
    #[error("{0}")]
    NeverSent(String),
    /// Something was written, no answer came: the service may have acted.
    #[error("{0}")]
    NoAnswer(String),
    /// Something was written, and what came back is not HTTP: the service may have acted.
    #[error("{0}")]
    NotHttp(String),
}

/// The outside world: send a request, get an answer or the way in which none came. Never repeats anything by itself.
pub trait Transport: Send + Sync {
    /// Sends one request once.
    fn send(&self, request: &Request) -> impl Future<Output = Result<Response, TransportError>> + Send;
}
