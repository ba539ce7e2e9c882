//! The emulator as the outside world of this process: no socket, no copy of the wire's framing, tokio's clock.

use crate::emulator::Emulator;
use crate::emulator::auth::SCHEME;
use crate::emulator::message::{RawReply, RawRequest, Wire};
use crate::service::{Broken, Request, Response, Transport};

/// Sends requests to an [`Emulator`] in the same process. Waits are tokio's, so that a paused clock rules them.
#[derive(Clone, Debug)]
pub struct Embedded {
    emulator: Emulator,
    authorization: String,
}

impl Embedded {
    /// With a key that opens an account. Where the emulator has no keys configured, any will do.
    #[must_use]
    pub fn new(emulator: Emulator, key: &str) -> Self {
        Self { emulator, authorization: format!("{SCHEME} {key}") }
    }

    /// The emulator behind it.
    #[must_use]
    pub fn emulator(&self) -> &Emulator {
        &self.emulator
    }

    fn raw(&self, request: &Request) -> RawRequest {
        let mut headers = vec![("authorization".to_owned(), self.authorization.clone())];
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

impl Transport for Embedded {
    async fn send(&self, request: &Request) -> Result<Response, Broken> {
        let arrival = self.emulator.receive(self.raw(request));
        if !arrival.wait().is_zero() {
            tokio::time::sleep(arrival.wait()).await;
        }
        let handled = self.emulator.carry_out(arrival);
        if !handled.wait.is_zero() {
            tokio::time::sleep(handled.wait).await;
        }
        match handled.wire {
            Wire::Answer(reply) => Ok(response(reply, None)),
            Wire::Cut(reply, keep) => Ok(response(reply, Some(keep))),
            Wire::Refused => Err(Broken::NotSent("connection refused".to_owned())),
            Wire::Dropped => Err(Broken::NoAnswer("connection closed before an answer came".to_owned())),
            Wire::Silent => std::future::pending().await,
        }
    }
}

fn response(reply: RawReply, keep: Option<usize>) -> Response {
    let RawReply { status, headers, mut body } = reply;
    if let Some(keep) = keep {
        body.truncate(keep);
    }
    Response { status, headers, body, cut: keep.is_some() }
}
