//! What happens during an apply as JSON, a line each, for programs that watch a run.
//!
//! Always holds: the first line says the version of the form, the last one how the run ended, whatever happened between.
//! Every line is one object with the field `event`; the others are there where they say something. Nothing of a prompt is
//! in it but what failures quote, and no key.

use schemars::JsonSchema;
use serde::Serialize;

use crate::apply::{Event, Report};
use crate::plan::{Plan, Refusal};
use crate::report::apply::{Summary, Written, summary, written};
use crate::report::json::line;

/// Version of the form. Rises when a reader of the old one would misread the new one.
const VERSION: u32 = 1;

/// What begins the stream.
#[must_use]
pub fn begun() -> String {
    line(&Line { housestyle_events: Some(VERSION), ..Line::of("begun") })
}

/// What was planned, under which digest.
#[must_use]
pub fn planned(plan: &Plan, digest: &str) -> String {
    let refusals = plan.refusals.iter().map(|Refusal { guard, address, message, help }| Refused {
        guard: guard.name(),
        address: address.as_ref().map(ToString::to_string),
        message,
        help,
    });
    line(&Line {
        items: Some(plan.items.len()),
        calls: Some(plan.calls),
        digest: Some(digest),
        refusals: (!plan.refusals.is_empty()).then(|| refusals.collect()),
        ..Line::of("planned")
    })
}

/// The event on one line, with its line end.
#[must_use]
pub fn json(event: &Event) -> String {
    line(&match event {
        Event::Started { items, calls } => Line { items: Some(*items), calls: Some(*calls), ..Line::of("started") },
        Event::ItemStarted { address, verb } => {
            Line { address: Some(address.to_string()), verb: Some(verb.name()), ..Line::of("item_started") }
        }
        Event::StepDone { address, what } => {
            Line { address: Some(address.to_string()), what: Some(what), ..Line::of("step_done") }
        }
        Event::Waiting { wait, reason } => {
            Line { seconds: Some(wait.as_secs_f64()), reason: Some(reason), ..Line::of("waiting") }
        }
        Event::ItemEnded { address, verb, outcome } => {
            Line { object: Some(written(address, *verb, outcome)), ..Line::of("item_ended") }
        }
        Event::Interrupted => Line::of("interrupted"),
    })
}

/// That the run goes on, though nothing was said for a while.
#[must_use]
pub fn heartbeat(silent: f64) -> String {
    line(&Line { seconds: Some(silent), ..Line::of("heartbeat") })
}

/// What ends the stream. There is no report where the run stopped before anything was sent; `trouble` then says why.
#[must_use]
pub fn finished(report: Option<&Report>, trouble: Option<&str>, exit: u8) -> String {
    let trouble = trouble.or_else(|| report.and_then(|report| report.trouble.as_deref()));
    let none = summary(&[]);
    let totals = report.map_or(none, |report| summary(&report.outcomes));
    line(&Line { summary: Some(totals), trouble, exit: Some(exit), ..Line::of("finished") })
}

/// The JSON Schema of one line.
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut schema = schemars::generate::SchemaSettings::draft07().into_generator().into_root_schema_for::<Line<'_>>();
    schema.insert("title".to_owned(), "housestyle event".into());
    let mut schema = schema.to_value();
    let events = ["begun", "planned", "started", "item_started", "step_done", "waiting", "item_ended", "interrupted"];
    let events: Vec<&str> = events.into_iter().chain(["heartbeat", "finished"]).collect();
    if let Some(field) = schema.pointer_mut("/properties/event") {
        field["enum"] = events.into();
    }
    schema
}

/// One line of the stream of an apply.
#[derive(Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    /// What happened.
    event: &'static str,
    /// Version of this form (begun).
    #[serde(skip_serializing_if = "Option::is_none")]
    housestyle_events: Option<u32>,
    /// Objects with something to do (planned, started).
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<usize>,
    /// Calls that write, foreseen (planned, started).
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<usize>,
    /// Digest of the plan (planned).
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a str>,
    /// What forbids the plan (planned).
    #[serde(skip_serializing_if = "Option::is_none")]
    refusals: Option<Vec<Refused<'a>>>,
    /// The object (item_started, step_done).
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// What happens to it (item_started).
    #[serde(skip_serializing_if = "Option::is_none")]
    verb: Option<&'static str>,
    /// What was done, in words (step_done).
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<&'a str>,
    /// How long nothing is sent (waiting), or nothing was said (heartbeat).
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    /// Why nothing is sent (waiting).
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The object and how work on it ended, as in the report of an apply (item_ended).
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<Written<'a>>,
    /// Totals (finished).
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Summary>,
    /// What went wrong beside single objects (finished).
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<&'a str>,
    /// Exit code of the program (finished).
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<u8>,
}

/// What forbids a plan.
#[derive(Serialize, JsonSchema)]
struct Refused<'a> {
    /// Name of the guard.
    guard: &'static str,
    /// The object, where it is about one.
    address: Option<String>,
    /// What is wrong.
    message: &'a str,
    /// What to do.
    help: &'a str,
}

impl Line<'_> {
    fn of(event: &'static str) -> Self {
        Self { event, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::apply::Outcome;
    use crate::model::Address;
    use crate::plan::Verb;

    #[test]
    fn each_event_is_one_line() {
        let address = Address::parse("support-de").unwrap();
        let waiting = Event::Waiting { wait: Duration::from_millis(1500), reason: "a\nb\u{9b}".to_owned() };
        assert_eq!(json(&waiting), "{\"event\":\"waiting\",\"seconds\":1.5,\"reason\":\"a\\nb\\u009b\"}\n");
        let ended = Event::ItemEnded { address, verb: Verb::Update, outcome: Outcome::Skipped };
        assert!(
            json(&ended).starts_with(
                "{\"event\":\"item_ended\",\"object\":{\"address\":\"style/support-de\",\"verb\":\"update\""
            )
        );
        assert_eq!(json(&Event::Interrupted), "{\"event\":\"interrupted\"}\n");
        assert_eq!(
            finished(None, Some("no key"), 8),
            "{\"event\":\"finished\",\"summary\":{\"done\":0,\"failed\":0,\"unknown\":0,\"skipped\":0},\"trouble\":\"no key\",\"exit\":8}\n"
        );
    }
}
