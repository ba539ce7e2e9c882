//! Events of an apply as JSON, a line each, for programs that watch a run.

use serde::Serialize;

use crate::apply::Event;
use crate::report::apply::{Written, written};
use crate::report::json::line;

/// The event on one line, with its line end.
#[must_use]
pub fn json(event: &Event) -> String {
    line(&match event {
        Event::Started { items, calls } => Told::Started { items: *items, calls: *calls },
        Event::ItemStarted { address, verb } => Told::ItemStarted { address: address.to_string(), verb: verb.name() },
        Event::StepDone { address, what } => Told::StepDone { address: address.to_string(), what },
        Event::Waiting { wait, reason } => Told::Waiting { seconds: wait.as_secs_f64(), reason },
        Event::ItemEnded { address, verb, outcome } => Told::ItemEnded { object: written(address, *verb, outcome) },
        Event::Interrupted => Told::Interrupted,
    })
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Told<'a> {
    Started { items: usize, calls: usize },
    ItemStarted { address: String, verb: &'static str },
    StepDone { address: String, what: &'a str },
    Waiting { seconds: f64, reason: &'a str },
    ItemEnded { object: Written<'a> },
    Interrupted,
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
    }
}
