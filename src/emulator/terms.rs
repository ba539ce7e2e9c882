//! What every endpoint goes by, and what it gives.
//!
//! Absent: anything about a single endpoint.

use serde::Serialize;

use crate::emulator::clock::Moment;
use crate::emulator::offer::Offer;
use crate::emulator::refusal::Refusal;
use crate::emulator::text;
use crate::emulator::{Limits, Quirks};

/// What an endpoint goes by.
pub(crate) struct Terms<'a> {
    pub(crate) offer: &'a Offer,
    pub(crate) limits: &'a Limits,
    pub(crate) quirks: &'a Quirks,
    pub(crate) account: &'a str,
    pub(crate) free: bool,
    pub(crate) now: Moment,
    pub(crate) twist: Twist,
}

/// What a fault makes of an otherwise ordinary answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Twist {
    /// Reads answer the state of so many writes ago.
    pub(crate) writes_ago: usize,
    /// Reads answer the state of then.
    pub(crate) as_of: Option<Moment>,
    /// Pages begin so many items later.
    pub(crate) shift: i64,
    /// Instructions are answered in another order.
    pub(crate) reorder: bool,
    /// Edge whitespace of texts is dropped.
    pub(crate) trim: bool,
    /// Texts are brought to normal form C.
    pub(crate) compose: bool,
}

impl Terms<'_> {
    /// A text as it will be held.
    pub(crate) fn stored(&self, written: &str) -> String {
        let trimmed = if self.twist.trim || self.quirks.trim { written.trim() } else { written };
        if self.twist.compose { text::composed(trimmed) } else { trimmed.to_owned() }
    }
}

/// An answer with a body or, for 204, without.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    /// What the body is where it is no JSON.
    pub(crate) media: Option<String>,
}

impl Answer {
    /// An answer in JSON.
    pub(crate) fn json(status: u16, body: &impl Serialize) -> Result<Self, Refusal> {
        let body = serde_json::to_vec(body).map_err(|error| Refusal::new(500, error.to_string()))?;
        Ok(Self { status, body, media: None })
    }

    /// 204: done, nothing to say.
    pub(crate) fn gone() -> Self {
        Self { status: 204, body: Vec::new(), media: None }
    }
}
