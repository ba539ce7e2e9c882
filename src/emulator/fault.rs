//! What can go wrong on the way, and scripts that say when.
//!
//! Always: a fault is named for what happens in the world, and calls by name, never by their position in a run.
//! The same script, seed and calls give the same faults. Over a real socket `refused` closes the connection after the
//! request was read, since only then the call is known.
//!
//! A script is a JSON file:
//!
//! ```json
//! {
//!   "seed": 7,
//!   "rules": [
//!     { "calls": ["create-style"], "when": { "nth": 2 }, "fault": { "kind": "lost-after" } },
//!     { "when": { "every": 5 }, "fault": { "kind": "status", "status": 429, "headers": { "retry-after": "1" } } },
//!     { "calls": ["list-styles"], "when": { "probability": 0.1 }, "fault": { "kind": "stale", "writes": 3 } },
//!     { "when": { "beyond": { "requests": 20, "seconds": 10 } }, "fault": { "kind": "status", "status": 429 } }
//!   ]
//! }
//! ```
//!
//! `calls` names calls as [`ServedCall::name`] does; left out, the rule is about every call. `when` counts the calls that the
//! rule is about, from 1; left out, it is always. `beyond` is a rate window: it is met by every call after the first 20 of
//! 10 seconds, and the answer carries no `Retry-After` unless the fault adds one. The first rule that applies decides.

use std::collections::BTreeMap;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::emulator::clock::Moment;
use crate::emulator::id::mix_bits;
use crate::emulator::served_call::ServedCall;

/// What goes wrong with one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "snake_case", deny_unknown_fields)]
pub enum InjectedFault {
    /// The connection is refused: nothing is read, nothing happens.
    Refused,
    /// The request is read, not carried out, and the connection ends; with `hang` it stays open and silent.
    LostBefore {
        /// Whether the client is left waiting.
        #[serde(default)]
        hang: bool,
    },
    /// The request is carried out, then the connection ends; with `hang` it stays open and silent.
    LostAfter {
        /// Whether the client is left waiting.
        #[serde(default)]
        hang: bool,
    },
    /// No answer comes now; the request is carried out after so many later calls, or so many milliseconds later, whichever
    /// is first; with neither given, before the next call.
    Late {
        /// Later calls that come before it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after_calls: Option<u64>,
        /// Milliseconds until it may be carried out. It is looked at when a call comes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after_ms: Option<u64>,
        /// Whether the client is left waiting.
        #[serde(default)]
        hang: bool,
    },
    /// This answer is given, and nothing is carried out.
    Status {
        /// Status code.
        status: u16,
        /// Headers of the answer.
        #[serde(default)]
        headers: BTreeMap<String, String>,
        /// Its body; left out, what the service says with this status.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        body: Option<String>,
    },
    /// The request is carried out, and this answer is given nevertheless.
    StatusAfter {
        /// Status code.
        status: u16,
        /// Headers of the answer.
        #[serde(default)]
        headers: BTreeMap<String, String>,
        /// Its body; left out, what the service says with this status.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        body: Option<String>,
    },
    /// The request is carried out; the answer's body ends too early.
    Cut {
        /// Bytes that come; left out, half of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        keep: Option<usize>,
    },
    /// The request is carried out; the answer has its status and a body that is no JSON.
    Garbage,
    /// The request is carried out; the answer is a page of HTML.
    Html {
        /// Its status; left out, that of the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
    },
    /// The answer says that it was done, but nothing is stored.
    NotStored,
    /// A read answers an older state: of so many writes ago, or of so many milliseconds ago, whichever is older.
    Stale {
        /// Writes of the account that are not seen yet.
        #[serde(default)]
        writes: usize,
        /// Milliseconds within which writes are not seen yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
    },
    /// The request lies on the way so long before it is carried out. A client that gives up meanwhile takes it back.
    Delay {
        /// Milliseconds.
        ms: u64,
    },
    /// The request is carried out at once; the answer lies on the way so long.
    Slow {
        /// Milliseconds.
        ms: u64,
    },
    /// A redirect elsewhere; nothing is carried out.
    Redirect {
        /// Status code.
        status: u16,
        /// Where to.
        location: String,
    },
    /// The service drops whitespace at the edges of names, labels and prompts.
    TrimNames,
    /// The service composes texts (normal form C).
    Compose,
    /// The request is carried out twice; the second answer is given.
    Duplicate,
    /// The answer holds the instructions in another order.
    ReorderInstructions,
    /// Pages of the listing begin so many items later (earlier when negative): items are missed or come twice.
    PagesShift {
        /// Items.
        by: i64,
    },
}

impl InjectedFault {
    /// An answer with this status instead of carrying the request out.
    #[must_use]
    pub fn with_status(status: u16) -> Self {
        Self::Status { status, headers: BTreeMap::new(), body: None }
    }

    /// An answer with this status although the request was carried out.
    #[must_use]
    pub fn with_status_after(status: u16) -> Self {
        Self::StatusAfter { status, headers: BTreeMap::new(), body: None }
    }

    /// 429 with this `Retry-After`.
    #[must_use]
    pub fn rate_limited(retry_after: &str) -> Self {
        let headers = BTreeMap::from([("retry-after".to_owned(), retry_after.to_owned())]);
        Self::Status { status: 429, headers, body: None }
    }

    /// The name in scripts and in the log.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::LostBefore { .. } => "lost-before",
            Self::LostAfter { .. } => "lost-after",
            Self::Late { .. } => "late",
            Self::Status { .. } => "status",
            Self::StatusAfter { .. } => "status-after",
            Self::Cut { .. } => "cut",
            Self::Garbage => "garbage",
            Self::Html { .. } => "html",
            Self::NotStored => "not-stored",
            Self::Stale { .. } => "stale",
            Self::Delay { .. } => "delay",
            Self::Slow { .. } => "slow",
            Self::Redirect { .. } => "redirect",
            Self::TrimNames => "trim-names",
            Self::Compose => "compose",
            Self::Duplicate => "duplicate",
            Self::ReorderInstructions => "reorder-instructions",
            Self::PagesShift { .. } => "pages-shift",
        }
    }

    /// How long the request lies on the way before it is carried out.
    pub(crate) fn request_delay(&self) -> Duration {
        if let Self::Delay { ms } = self { Duration::from_millis(*ms) } else { Duration::ZERO }
    }
}

/// A call as a script sees it, before anything has happened.
#[derive(Clone, Copy, Debug)]
pub struct ObservedCall<'a> {
    /// Number of the request, from 1.
    pub n: u64,
    /// Which call.
    pub call: ServedCall,
    /// How often this call has come, this time included.
    pub nth: u64,
    /// Path and query.
    pub target: &'a str,
    /// Body.
    pub body: &'a [u8],
    /// When it came.
    pub now: Moment,
}

/// Decides what goes wrong with each call.
pub type FaultScript = Box<dyn FnMut(&ObservedCall<'_>) -> Option<InjectedFault> + Send>;

/// A script as data.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultFile {
    /// Of the probabilities.
    #[serde(default)]
    pub seed: u64,
    /// Rules in order: the first that applies decides.
    pub rules: Vec<FaultRule>,
}

/// When a fault happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultRule {
    /// Names of calls; empty: every call.
    #[serde(default)]
    pub calls: Vec<String>,
    /// Which of them.
    #[serde(default)]
    pub when: FaultCondition,
    /// What happens.
    pub fault: InjectedFault,
}

/// Which of the calls that a rule is about; what is given must hold together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultCondition {
    /// Exactly this one, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<u64>,
    /// Each whose number this divides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<u64>,
    /// From this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u64>,
    /// To this one, included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// With this chance, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// Each one beyond a number of calls within a window of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<RateWindow>,
}

/// A number of calls that a window of time admits. A window begins with the first call after the last one ended, and every
/// call within it counts, answered or not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RateWindow {
    /// Calls that the window admits.
    pub requests: u64,
    /// Length of the window in seconds; more than 0.
    pub seconds: f64,
}

/// The window that is open for a rule.
#[derive(Clone, Copy, Debug, Default)]
struct OpenWindow {
    began: Option<Moment>,
    calls: u64,
}

impl OpenWindow {
    /// Counts a call; whether it is beyond what the window admits.
    fn is_exceeded(&mut self, window: RateWindow, now: Moment) -> bool {
        let length = Duration::try_from_secs_f64(window.seconds).unwrap_or(Duration::MAX);
        if self.began.is_none_or(|began| now.duration_since(began) >= length) {
            *self = Self { began: Some(now), calls: 0 };
        }
        self.calls += 1;
        self.calls > window.requests
    }
}

impl FaultCondition {
    fn is_met(&self, count: u64, chance: f64, is_beyond: bool) -> bool {
        let Self { nth, every, from, to, probability, beyond } = self;
        nth.is_none_or(|nth| count == nth)
            && (beyond.is_none() || is_beyond)
            && every.is_none_or(|every| count.is_multiple_of(every))
            && from.is_none_or(|from| count >= from)
            && to.is_none_or(|to| count <= to)
            && probability.is_none_or(|probability| chance < probability)
    }
}

impl FaultFile {
    /// Reads a script.
    ///
    /// # Errors
    /// Says in words what is wrong with it.
    pub fn parse(json: &str) -> Result<Self, String> {
        let file: Self = serde_json::from_str(json).map_err(|error| format!("not a fault script: {error}"))?;
        for (at, rule) in file.rules.iter().enumerate() {
            check_rule(rule).map_err(|why| format!("rules[{at}]: {why}"))?;
        }
        Ok(file)
    }

    /// The JSON Schema of the file.
    #[must_use]
    pub fn json_schema() -> serde_json::Value {
        schemars::schema_for!(Self).to_value()
    }

    /// Plays it.
    #[must_use]
    pub fn into_script(self) -> FaultScript {
        let mut counts = vec![0_u64; self.rules.len()];
        let mut windows = vec![OpenWindow::default(); self.rules.len()];
        Box::new(move |seen| {
            let mut decided = None;
            for (at, rule) in self.rules.iter().enumerate() {
                if !rule.calls.is_empty() && !rule.calls.iter().any(|name| name == seen.call.name()) {
                    continue;
                }
                counts[at] += 1;
                let spread = mix_bits(self.seed ^ mix_bits((at as u64) << 40 | counts[at]));
                #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
                let chance = (spread >> 11) as f64 / (1_u64 << 53) as f64;
                let is_beyond = rule.when.beyond.is_some_and(|window| windows[at].is_exceeded(window, seen.now));
                if decided.is_none() && rule.when.is_met(counts[at], chance, is_beyond) {
                    decided = Some(rule.fault.clone());
                }
            }
            decided
        })
    }
}

fn check_rule(rule: &FaultRule) -> Result<(), String> {
    for name in &rule.calls {
        if !ServedCall::all().any(|call| call.name() == name) {
            let known: Vec<&str> = ServedCall::all().map(ServedCall::name).collect();
            return Err(format!("no call is named `{name}`: write one of {}", known.join(", ")));
        }
    }
    if let Some(chance) = rule.when.probability
        && !(0.0..=1.0).contains(&chance)
    {
        return Err(format!("a probability is from 0 to 1, not {chance}"));
    }
    if let Some(RateWindow { seconds, .. }) = rule.when.beyond
        && !(seconds > 0.0 && seconds.is_finite())
    {
        return Err(format!("a rate window lasts more than 0 seconds, not {seconds}"));
    }
    if let InjectedFault::Status { status, .. }
    | InjectedFault::StatusAfter { status, .. }
    | InjectedFault::Redirect { status, .. } = &rule.fault
        && !(200..=599).contains(status)
    {
        return Err(format!("a status is from 200 to 599, not {status}"));
    }
    Ok(())
}
