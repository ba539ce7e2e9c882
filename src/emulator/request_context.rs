//! What every endpoint goes by, and what it gives.
//!
//! Absent: anything about a single endpoint.

use std::time::Duration;

use serde::Serialize;

use crate::emulator::capabilities::EmulatedCapabilities;
use crate::emulator::clock::Moment;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::phrases::PhraseTable;
use crate::emulator::text_fields;
use crate::emulator::{EmulatorKey, EmulatorLimits, EmulatorQuirks, LabelPlace};

/// What an endpoint goes by.
pub(crate) struct RequestContext<'a> {
    pub(crate) capabilities: &'a EmulatedCapabilities,
    pub(crate) limits: &'a EmulatorLimits,
    pub(crate) quirks: &'a EmulatorQuirks,
    pub(crate) account: &'a str,
    /// Which key of the account asks.
    pub(crate) key: EmulatedId,
    /// All keys that are configured.
    pub(crate) keys: &'a [EmulatorKey],
    /// What the request asks to be counted under.
    pub(crate) reporting_tag: Option<&'a str>,
    pub(crate) free: bool,
    pub(crate) phrases: &'a PhraseTable,
    pub(crate) label: LabelPlace,
    /// How long documents and jobs take.
    pub(crate) document_time: Duration,
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
    /// The label of the stand-in where it is kept out of the texts.
    pub(crate) label: Option<String>,
}

impl EndpointResponse {
    /// An answer in JSON.
    pub(crate) fn from_json(status: u16, body: &impl Serialize) -> Result<Self, ErrorResponse> {
        let body = serde_json::to_vec(body).map_err(|error| ErrorResponse::new(500, error.to_string()))?;
        Ok(Self { status, body, media_type: None, label: None })
    }

    /// An answer in another form.
    pub(crate) fn from_bytes(body: Vec<u8>, media_type: &str) -> Self {
        Self { status: 200, body, media_type: Some(media_type.to_owned()), label: None }
    }

    /// 204: done, nothing to say.
    pub(crate) fn no_content() -> Self {
        Self { status: 204, body: Vec::new(), media_type: None, label: None }
    }
}
