//! What every endpoint goes by, and what it gives.
//!
//! Absent: anything about a single endpoint.

use serde::Serialize;

use crate::emulator::capabilities::EmulatedCapabilities;
use crate::emulator::clock::Moment;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::text_fields;
use crate::emulator::{EmulatorLimits, EmulatorQuirks};

/// What an endpoint goes by.
pub(crate) struct RequestContext<'a> {
    pub(crate) capabilities: &'a EmulatedCapabilities,
    pub(crate) limits: &'a EmulatorLimits,
    pub(crate) quirks: &'a EmulatorQuirks,
    pub(crate) account: &'a str,
    pub(crate) free: bool,
    pub(crate) now: Moment,
    pub(crate) tweak: ResponseTweak,
}

/// What a fault makes of an otherwise ordinary answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ResponseTweak {
    /// Reads answer the state of so many writes ago.
    pub(crate) writes_ago: usize,
    /// Reads answer the state of then.
    pub(crate) as_of: Option<Moment>,
    /// Pages begin so many items later.
    pub(crate) page_shift: i64,
    /// Instructions are answered in another order.
    pub(crate) reorder_instructions: bool,
    /// Edge whitespace of texts is dropped.
    pub(crate) trim: bool,
    /// Texts are brought to normal form C.
    pub(crate) compose: bool,
}

impl RequestContext<'_> {
    /// A text as it will be held.
    pub(crate) fn normalize_text(&self, written: &str) -> String {
        let trimmed = if self.tweak.trim || self.quirks.trim { written.trim() } else { written };
        if self.tweak.compose { text_fields::compose_nfc(trimmed) } else { trimmed.to_owned() }
    }
}

/// An answer with a body or, for 204, without.
#[derive(Debug)]
pub(crate) struct EndpointResponse {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    /// What the body is where it is no JSON.
    pub(crate) media_type: Option<String>,
}

impl EndpointResponse {
    /// An answer in JSON.
    pub(crate) fn from_json(status: u16, body: &impl Serialize) -> Result<Self, ErrorResponse> {
        let body = serde_json::to_vec(body).map_err(|error| ErrorResponse::new(500, error.to_string()))?;
        Ok(Self { status, body, media_type: None })
    }

    /// 204: done, nothing to say.
    pub(crate) fn no_content() -> Self {
        Self { status: 204, body: Vec::new(), media_type: None }
    }
}
