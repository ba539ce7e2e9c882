//! Progress of an apply: plain lines where nobody watches a terminal, a bar where somebody does.
//!
//! [`ProgressLines`] turns events into text and writes nothing. [`ProgressBarView`] is the one thing in this folder that draws by itself, on
//! stderr, through `indicatif`; it is made only where stderr is a terminal.

use std::sync::{Mutex, PoisonError};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::apply::{ApplyEvent, Outcome};
use crate::report::apply_report::write_outcome;
use crate::report::humanize::{count_noun, format_duration};
use crate::report::plan_report::{operation_sign, operation_word};
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;

/// Progress as lines of text.
#[derive(Debug)]
pub struct ProgressLines {
    options: RenderOptions,
    tally: Mutex<ProgressTally>,
}

#[derive(Clone, Copy, Debug, Default)]
struct ProgressTally {
    items: usize,
    ended: usize,
}

impl ProgressLines {
    /// Progress in this look.
    #[must_use]
    pub fn new(options: RenderOptions) -> Self {
        Self { options, tally: Mutex::default() }
    }

    /// What to print for an event, line ends included; nothing for events that need no line.
    pub fn render_event(&self, event: &ApplyEvent) -> Option<String> {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            ApplyEvent::Started { items, calls } => {
                *tally = ProgressTally { items: *items, ended: 0 };
                Some(format!("applying to {}, {}\n", count_noun(*items, "resource"), count_noun(*calls, "write")))
            }
            ApplyEvent::ItemStarted { .. } => None,
            ApplyEvent::StepDone { address, what } => Some(format!("  {address}: {}\n", Sanitized(what))),
            ApplyEvent::Waiting { .. } | ApplyEvent::Interrupted => {
                Some(format!("  {}\n", wait_reason(event, &self.options)))
            }
            ApplyEvent::ItemEnded { address, operation: verb, outcome } => {
                tally.ended += 1;
                let mut out = format!("[{}/{}] ", tally.ended, tally.items.max(tally.ended));
                write_outcome(&mut out, address, *verb, outcome, &self.options);
                Some(out)
            }
        }
    }
}

/// Progress as a bar with counts, the time that is left, and the reason of a wait.
#[derive(Debug)]
pub struct ProgressBarView {
    options: RenderOptions,
    bar: ProgressBar,
    tally: Mutex<ProgressTally>,
}

/// Redraws per second.
const REDRAWS_PER_SECOND: u8 = 10;

impl ProgressBarView {
    /// A bar on stderr; it appears with the first event.
    #[must_use]
    pub fn new(options: RenderOptions) -> Self {
        Self::with_target(options, ProgressDrawTarget::stderr_with_hz(REDRAWS_PER_SECOND))
    }

    fn with_target(options: RenderOptions, target: ProgressDrawTarget) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} writes  {prefix}  {left}  {wide_msg}")
            .expect("the template is well-formed")
            // Before the first answer there is nothing to reckon with.
            .with_key("left", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                if state.pos() > 0 {
                    // The bar writes into memory.
                    let _written = write!(out, "{:#} left", HumanDuration(state.eta()));
                }
            })
            .progress_chars(if options.unicode { "━╸─" } else { "=> " });
        bar.set_style(style);
        Self { options, bar, tally: Mutex::default() }
    }

    /// Moves the bar. Failures are printed above it, since they matter at once.
    pub fn show_event(&self, event: &ApplyEvent) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            ApplyEvent::Started { items, calls } => {
                *tally = ProgressTally { items: *items, ended: 0 };
                self.bar.set_length(u64::try_from(*calls).unwrap_or(u64::MAX));
                self.bar.enable_steady_tick(std::time::Duration::from_secs(1));
            }
            ApplyEvent::ItemStarted { address, operation: verb } => {
                self.bar.set_message(format!("{} {} {address}", operation_sign(*verb).0, operation_word(*verb)));
            }
            ApplyEvent::StepDone { address, what } => {
                // A repaired step may take more calls than were foreseen: the bar then waits at its end.
                let length = self.bar.length().unwrap_or(0);
                self.bar.set_position((self.bar.position() + 1).min(length));
                self.bar.set_message(format!("{address}: {}", Sanitized(what)));
            }
            ApplyEvent::Waiting { .. } | ApplyEvent::Interrupted => {
                self.bar.set_message(wait_reason(event, &self.options))
            }
            ApplyEvent::ItemEnded { address, operation: verb, outcome } => {
                tally.ended += 1;
                match outcome {
                    Outcome::Failed(_)
                    | Outcome::Stopped(_)
                    | Outcome::Unverified(_)
                    | Outcome::Withdrawn(_)
                    | Outcome::Unknown(_) => {
                        let mut out = String::new();
                        write_outcome(&mut out, address, *verb, outcome, &self.options);
                        self.bar.println(out.trim_end());
                    }
                    Outcome::Done { .. } | Outcome::Skipped => {}
                }
            }
        }
        self.bar.set_prefix(format!("{}/{} resources (progress bar)", tally.ended, tally.items.max(tally.ended)));
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Why nothing happens, or will happen any more.
fn wait_reason(event: &ApplyEvent, options: &RenderOptions) -> String {
    match event {
        ApplyEvent::Waiting { wait, reason } => options
            .paint(TextTone::Warning, format!("waiting {}: {}", format_duration(*wait), Sanitized(reason)))
            .to_string(),
        ApplyEvent::Interrupted => {
            options.paint(TextTone::Warning, "interrupted: calls in flight are finished, no new one begins").to_string()
        }
        ApplyEvent::Started { .. }
        | ApplyEvent::ItemStarted { .. }
        | ApplyEvent::StepDone { .. }
        | ApplyEvent::ItemEnded { .. } => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Address;
    use crate::plan::Operation;

    #[test]
    fn a_bar_counts_steps_and_never_runs_over() {
        let bar = ProgressBarView::with_target(RenderOptions::default(), ProgressDrawTarget::hidden());
        let address = Address::parse("support-de").unwrap();
        bar.show_event(&ApplyEvent::Started { items: 1, calls: 2 });
        bar.show_event(&ApplyEvent::ItemStarted { address: address.clone(), operation: Operation::Update });
        for _ in 0..3 {
            bar.show_event(&ApplyEvent::StepDone { address: address.clone(), what: "a\u{1b}[2Jb".to_owned() });
        }
        assert_eq!((bar.bar.position(), bar.bar.length()), (2, Some(2)));
        assert_eq!(bar.bar.message(), "style/support-de: a\\u{1b}[2Jb");
        let outcome = Outcome::Done { id: None, old: None, remarks: Vec::new() };
        bar.show_event(&ApplyEvent::ItemEnded { address, operation: Operation::Update, outcome });
        assert_eq!(bar.bar.prefix(), "1/1 resources (progress bar)");
        bar.clear();
    }
}
