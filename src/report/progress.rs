//! Progress of an apply: plain lines where nobody watches a terminal, a bar where somebody does.
//!
//! [`Lines`] turns events into text and writes nothing. [`Bar`] is the one thing in this folder that draws by itself, on
//! stderr, through `indicatif`; it is made only where stderr is a terminal.

use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::apply::{Event, Outcome};
use crate::report::apply::ended;
use crate::report::look::{Look, Tone};
use crate::report::plan::{sign, word};
use crate::report::shown::Shown;
use crate::report::words::{count, duration};

/// Progress as lines of text.
#[derive(Debug)]
pub struct Lines {
    look: Look,
    tally: Mutex<Tally>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    items: usize,
    ended: usize,
}

impl Lines {
    /// Progress in this look.
    #[must_use]
    pub fn new(look: Look) -> Self {
        Self { look, tally: Mutex::default() }
    }

    /// What to print for an event, line ends included; nothing for events that need no line.
    pub fn hear(&self, event: &Event) -> Option<String> {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Started { items, calls } => {
                *tally = Tally { items: *items, ended: 0 };
                Some(format!("applying to {}, {}\n", count(*items, "object"), count(*calls, "call")))
            }
            Event::ItemStarted { .. } => None,
            Event::StepDone { address, what } => Some(format!("  {address}: {}\n", Shown(what))),
            Event::Waiting { .. } | Event::Interrupted => Some(format!("  {}\n", aside(event, &self.look))),
            Event::ItemEnded { address, verb, outcome } => {
                tally.ended += 1;
                let mut out = format!("[{}/{}] ", tally.ended, tally.items.max(tally.ended));
                ended(&mut out, address, *verb, outcome, &self.look);
                Some(out)
            }
        }
    }
}

/// Progress as a bar with counts, the time that is left, and the reason of a wait.
#[derive(Debug)]
pub struct Bar {
    look: Look,
    bar: ProgressBar,
    tally: Mutex<Tally>,
}

/// Redraws per second.
const RATE: u8 = 10;

impl Bar {
    /// A bar on stderr; it appears with the first event.
    #[must_use]
    pub fn new(look: Look) -> Self {
        Self::on(look, ProgressDrawTarget::stderr_with_hz(RATE))
    }

    fn on(look: Look, target: ProgressDrawTarget) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} calls  {prefix}  {eta} left  {wide_msg}")
            .expect("the template is well-formed")
            .progress_chars(if look.unicode { "━╸─" } else { "=> " });
        bar.set_style(style);
        Self { look, bar, tally: Mutex::default() }
    }

    /// Moves the bar. Failures are printed above it, since they matter at once.
    pub fn hear(&self, event: &Event) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Started { items, calls } => {
                *tally = Tally { items: *items, ended: 0 };
                self.bar.set_length(u64::try_from(*calls).unwrap_or(u64::MAX));
                self.bar.enable_steady_tick(std::time::Duration::from_secs(1));
            }
            Event::ItemStarted { address, verb } => {
                self.bar.set_message(format!("{} {} {address}", sign(*verb).0, word(*verb)));
            }
            Event::StepDone { address, what } => {
                // A repaired step may take more calls than were foreseen: the bar then waits at its end.
                let length = self.bar.length().unwrap_or(0);
                self.bar.set_position((self.bar.position() + 1).min(length));
                self.bar.set_message(format!("{address}: {}", Shown(what)));
            }
            Event::Waiting { .. } | Event::Interrupted => self.bar.set_message(aside(event, &self.look)),
            Event::ItemEnded { address, verb, outcome } => {
                tally.ended += 1;
                match outcome {
                    Outcome::Failed(_) | Outcome::Unknown(_) => {
                        let mut out = String::new();
                        ended(&mut out, address, *verb, outcome, &self.look);
                        self.bar.println(out.trim_end());
                    }
                    Outcome::Done { .. } | Outcome::Skipped => {}
                }
            }
        }
        self.bar.set_prefix(format!("{}/{} objects", tally.ended, tally.items.max(tally.ended)));
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Why nothing happens, or will happen any more.
fn aside(event: &Event, look: &Look) -> String {
    match event {
        Event::Waiting { wait, reason } => {
            look.paint(Tone::Doubt, format!("waiting {}: {}", duration(*wait), Shown(reason))).to_string()
        }
        Event::Interrupted => {
            look.paint(Tone::Doubt, "interrupted: calls in flight are finished, no new one begins").to_string()
        }
        Event::Started { .. } | Event::ItemStarted { .. } | Event::StepDone { .. } | Event::ItemEnded { .. } => {
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Address;
    use crate::plan::Verb;

    #[test]
    fn a_bar_counts_steps_and_never_runs_over() {
        let bar = Bar::on(Look::default(), ProgressDrawTarget::hidden());
        let address = Address::parse("support-de").unwrap();
        bar.hear(&Event::Started { items: 1, calls: 2 });
        bar.hear(&Event::ItemStarted { address: address.clone(), verb: Verb::Update });
        for _ in 0..3 {
            bar.hear(&Event::StepDone { address: address.clone(), what: "a\u{1b}[2Jb".to_owned() });
        }
        assert_eq!((bar.bar.position(), bar.bar.length()), (2, Some(2)));
        assert_eq!(bar.bar.message(), "style/support-de: a\\u{1b}[2Jb");
        let outcome = Outcome::Done { id: None, old: None, remarks: Vec::new() };
        bar.hear(&Event::ItemEnded { address, verb: Verb::Update, outcome });
        assert_eq!(bar.bar.prefix(), "1/1 objects");
        bar.clear();
    }
}
