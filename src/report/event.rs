//! What happens during an apply as JSON, a line each, for programs that watch a run.
//!
//! Always holds: the first line says the version of the form, the last one how the run ended, whatever happened between.
//! Every line is one object with the field `event`; the others are there where they say something. Nothing of a prompt is
//! in it but what failures quote, and no key.

use schemars::JsonSchema;
use serde::Serialize;

use crate::apply::{ApplyEvent, ApplyReport};
use crate::plan::{Blocker, Plan};
use crate::report::apply_report::{ApplySummary, ExitCodes, OutcomeDocument, outcome_document, summarize_outcomes};
use crate::report::json::to_json_line;

/// Version of the form. Rises when a reader of the old one would misread the new one.
const VERSION: u32 = 1;

/// Every value of the field `event`.
const EVENTS: [&str; 10] = [
    "begun",
    "planned",
    "started",
    "item_started",
    "step_done",
    "waiting",
    "item_ended",
    "interrupted",
    "heartbeat",
    "finished",
];

/// What begins the stream.
#[must_use]
pub fn render_started() -> String {
    to_json_line(&EventLine { housestyle_events: Some(VERSION), ..EventLine::new("begun") })
}

/// What was planned, under which digest.
#[must_use]
pub fn render_planned(plan: &Plan, digest: &str) -> String {
    let refusals = plan.blockers.iter().map(|Blocker { safeguard, address, message, help }| EventBlockerDocument {
        safeguard: safeguard.name(),
        address: address.as_ref().map(ToString::to_string),
        message,
        help,
    });
    to_json_line(&EventLine {
        items: Some(plan.items.len()),
        calls: Some(plan.calls),
        origin: Some(&plan.basis.origin),
        environment: Some(&plan.basis.environment),
        digest: Some(digest),
        blockers: (!plan.blockers.is_empty()).then(|| refusals.collect()),
        ..EventLine::new("planned")
    })
}

/// The event on one line, with its line end.
#[must_use]
pub fn render_event(event: &ApplyEvent, exit_code: ExitCodes) -> String {
    to_json_line(&match event {
        ApplyEvent::Started { items, calls } => {
            EventLine { items: Some(*items), calls: Some(*calls), ..EventLine::new("started") }
        }
        ApplyEvent::ItemStarted { address, operation: verb } => EventLine {
            address: Some(address.to_string()),
            operation: Some(verb.name()),
            ..EventLine::new("item_started")
        },
        ApplyEvent::StepDone { address, what } => {
            EventLine { address: Some(address.to_string()), what: Some(what), ..EventLine::new("step_done") }
        }
        ApplyEvent::Waiting { wait, reason } => {
            EventLine { seconds: Some(wait.as_secs_f64()), reason: Some(reason), ..EventLine::new("waiting") }
        }
        ApplyEvent::ItemEnded { address, operation: verb, outcome } => {
            let resource = Some(outcome_document(address, *verb, outcome, exit_code));
            EventLine { resource, ..EventLine::new("item_ended") }
        }
        ApplyEvent::Interrupted => EventLine::new("interrupted"),
    })
}

/// That the run goes on, though nothing was said for a while.
#[must_use]
pub fn render_heartbeat(silent: f64) -> String {
    to_json_line(&EventLine { seconds: Some(silent), ..EventLine::new("heartbeat") })
}

/// What ends the stream. There is no report where the run stopped before anything was sent; `trouble` then says why.
#[must_use]
pub fn render_finished(report: Option<&ApplyReport>, trouble: Option<&str>, exit: u8) -> String {
    let trouble = trouble.or_else(|| report.and_then(|report| report.state_error.as_deref()));
    let none = summarize_outcomes(&[]);
    let totals = report.map_or(none, |report| summarize_outcomes(&report.outcomes));
    to_json_line(&EventLine { summary: Some(totals), error: trouble, exit: Some(exit), ..EventLine::new("finished") })
}

/// One line of the stream of an apply.
#[derive(Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventLine<'a> {
    /// What happened.
    #[schemars(extend("enum" = EVENTS))]
    event: &'static str,
    /// Version of this form (begun).
    #[serde(skip_serializing_if = "Option::is_none")]
    housestyle_events: Option<u32>,
    /// Resources with something to do (planned, started).
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<usize>,
    /// Calls that write, foreseen (planned, started).
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<usize>,
    /// Base address of the service, or `emulator` (planned).
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'a str>,
    /// Name of the environment (planned).
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<&'a str>,
    /// Digest of the plan (planned).
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a str>,
    /// What forbids the plan (planned).
    #[serde(skip_serializing_if = "Option::is_none")]
    blockers: Option<Vec<EventBlockerDocument<'a>>>,
    /// The resource (item_started, step_done).
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// What happens to it (item_started).
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<&'static str>,
    /// What was done, in words (step_done).
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<&'a str>,
    /// How long nothing is sent (waiting), or nothing was said (heartbeat).
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    /// Why nothing is sent (waiting).
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The resource and how work on it ended, as in the report of an apply (item_ended).
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<OutcomeDocument<'a>>,
    /// Totals (finished).
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<ApplySummary>,
    /// What went wrong beside single resources (finished).
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    /// Exit code of the program (finished).
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<u8>,
}

/// What forbids a plan.
#[derive(Serialize, JsonSchema)]
struct EventBlockerDocument<'a> {
    /// Name of the safeguard.
    safeguard: &'static str,
    /// The resource, where it is about one.
    address: Option<String>,
    /// What is wrong.
    message: &'a str,
    /// What to do.
    help: &'a str,
}

impl EventLine<'_> {
    fn new(event: &'static str) -> Self {
        Self { event, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::apply::Outcome;
    use crate::model::Address;
    use crate::plan::Operation;

    #[test]
    fn each_event_is_one_line() {
        let address = Address::parse("support-de").unwrap();
        let waiting = ApplyEvent::Waiting { wait: Duration::from_millis(1500), reason: "a\nb\u{9b}".to_owned() };
        assert_eq!(
            render_event(&waiting, |_| 0),
            "{\"event\":\"waiting\",\"seconds\":1.5,\"reason\":\"a\\nb\\u009b\"}\n"
        );
        let ended = ApplyEvent::ItemEnded { address, operation: Operation::Update, outcome: Outcome::Skipped };
        assert!(render_event(&ended, |_| 0).starts_with(
            "{\"event\":\"item_ended\",\"resource\":{\"address\":\"style/support-de\",\"operation\":\"update\""
        ));
        assert_eq!(render_event(&ApplyEvent::Interrupted, |_| 0), "{\"event\":\"interrupted\"}\n");
        assert_eq!(
            render_finished(None, Some("no key"), 8),
            "{\"event\":\"finished\",\"summary\":{\"done\":0,\"failed\":0,\"stopped\":0,\"unverified\":0,\"withdrawn\":0,\"unknown\":0,\"skipped\":0},\"error\":\"no key\",\"exit\":8}\n"
        );
    }
}
