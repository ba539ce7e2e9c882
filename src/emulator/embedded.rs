//! The emulator as the outside world of this process: no socket, no copy of the wire's framing, tokio's clock.

use crate::emulator::Emulator;
use crate::emulator::auth::AUTH_SCHEME;
use crate::emulator::message::{RawReply, RawRequest, WireOutcome};
use crate::wire::{Request, Response, Transport, TransportError};

/// Sends requests to an [`Emulator`] in the same process. Waits are tokio's, so that a paused clock rules them.
#[derive(Clone, Debug)]
pub struct EmbeddedTransport {
    emulator: Emulator,
    authorization: String,
    reporting_tag: Option<String>,
}

impl EmbeddedTransport {
    /// With a key that opens an account. Where the emulator has no keys configured, any will do.
    #[must_use]
    pub fn new(emulator: Emulator, key: &str) -> Self {
        Self { emulator, authorization: format!("{AUTH_SCHEME} {key}"), reporting_tag: None }
    }

    /// The same, with usage counted under a tag.
    #[must_use]
    pub fn with_reporting_tag(mut self, tag: Option<String>) -> Self {
        self.reporting_tag = tag;
        self
    }

    /// The emulator behind it.
    #[must_use]
    pub fn emulator(&self) -> &Emulator {
        &self.emulator
    }

    fn to_raw_request(&self, request: &Request) -> RawRequest {
        let mut headers = vec![("authorization".to_owned(), self.authorization.clone())];
        if let Some(tag) = self.reporting_tag.as_ref().filter(|_| request.call.counts_characters()) {
            headers.push(("x-service-reporting-tag".to_owned(), tag.clone()));
        }
        if request.body.is_some() {
            let kind = request.content_type.as_deref().unwrap_or("application/json");
            headers.push(("content-type".to_owned(), kind.to_owned()));
        }
        RawRequest {
            method: request.call.method().to_owned(),
            target: request.target.clone(),
            headers,
            body: request.body.clone().unwrap_or_default(),
        }
    }
}

impl Transport for EmbeddedTransport {
    async fn send(&self, request: &Request) -> Result<Response, TransportError> {
        let arrival = self.emulator.receive_request(self.to_raw_request(request));
        if !arrival.remaining_delay().is_zero() {
            tokio::time::sleep(arrival.remaining_delay()).await;
        }
        let handled = self.emulator.process_request(arrival);
        if !handled.delay.is_zero() {
            tokio::time::sleep(handled.delay).await;
        }
        match handled.wire {
            WireOutcome::Complete(reply) => Ok(to_response(reply, None)),
            WireOutcome::Truncated(reply, keep) => Ok(to_response(reply, Some(keep))),
            WireOutcome::Refused => Err(TransportError::NotSent("connection refused".to_owned())),
            WireOutcome::Dropped => Err(TransportError::NoAnswer("connection closed before an answer came".to_owned())),
            WireOutcome::Silent => std::future::pending().await,
        }
    }
}

fn to_response(reply: RawReply, keep: Option<usize>) -> Response {
    let RawReply { status, headers, mut body } = reply;
    if let Some(keep) = keep {
        body.truncate(keep);
    }
    Response { status, headers, body, truncated: keep.is_some() }
}
