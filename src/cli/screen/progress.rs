//! What is said while a run goes on: a bar where somebody watches a terminal, lines elsewhere.
//!
//! Lines are said where nothing was said for a while, so that a short run stays short and a long one is never silent;
//! with `-v` every step is. Waits and interruptions are always said.

use std::pin::pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::apply::ApplyEvent;
use crate::cli::screen::event_stream::EventStream;
use crate::cli::screen::terminal::Screen;
use crate::report::progress::{ProgressBarView, ProgressLines};

/// Progress of one run, as it is shown.
pub struct ProgressReporter {
    screen: Arc<Screen>,
    lines: ProgressLines,
    bar: OnceLock<ProgressBarView>,
    last_line: Mutex<Instant>,
    stream: OnceLock<Arc<EventStream>>,
}

/// Longest silence before a line is said.
const QUIET_BEFORE_LINE: Duration = Duration::from_secs(2);
/// How often the line about reading is drawn anew.
const READING_REFRESH: Duration = Duration::from_millis(500);
/// Longest silence of a run from which nothing is heard.
const IDLE_BEFORE_LINE: Duration = Duration::from_secs(4);
/// Shortest wait that is worth a word.
const MIN_REPORTED_WAIT: Duration = Duration::from_secs(1);

impl ProgressReporter {
    /// Talk on this screen, in lines until a bar is asked for.
    #[must_use]
    pub fn new(screen: &Arc<Screen>) -> Self {
        let lines = ProgressLines::new(screen.stderr_look());
        Self {
            screen: screen.clone(),
            lines,
            bar: OnceLock::new(),
            last_line: Mutex::new(Instant::now()),
            stream: OnceLock::new(),
        }
    }

    /// Draws a bar from now on, where a person watches.
    pub fn start_bar(&self) {
        if self.screen.stderr_is_terminal && self.screen.verbose == 0 {
            self.bar.get_or_init(|| ProgressBarView::new(self.screen.stderr_look()));
        }
    }

    /// Takes the bar away, if there is one.
    pub fn clear_bar(&self) {
        if let Some(bar) = self.bar.get() {
            bar.clear();
        }
    }

    /// Passes on what happens to a stream, too.
    pub fn forward_to(&self, stream: &Arc<EventStream>) {
        self.stream.get_or_init(|| stream.clone());
    }

    /// Says that the run goes on, where nothing was said for a while.
    pub fn report_idle(&self) {
        let mut said = self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.get().is_none() && said.elapsed() >= IDLE_BEFORE_LINE {
            self.screen.print_status(&format!("still at work: {} s without news", said.elapsed().as_secs()));
            *said = Instant::now();
        }
    }

    /// Does the work of reading an account. Where a person watches and it takes a while, what was read so far is shown on one
    /// line, which goes once the work is done. `expected` is what the state knows of; 0 where it knows nothing.
    pub async fn while_reading<T>(&self, read: impl Fn() -> u64, expected: usize, work: impl Future<Output = T>) -> T {
        if !self.screen.stderr_is_terminal {
            return work.await;
        }
        let mut work = pin!(work);
        let mut shown = false;
        loop {
            tokio::select! {
                done = &mut work => {
                    if shown {
                        self.screen.clear_transient();
                    }
                    return done;
                }
                () = tokio::time::sleep(if shown { READING_REFRESH } else { QUIET_BEFORE_LINE }) => {
                    self.screen.show_transient(&reading_line(read(), expected));
                    shown = true;
                }
            }
        }
    }

    /// Hears what happens.
    pub fn handle_event(&self, event: &ApplyEvent) {
        if let Some(stream) = self.stream.get() {
            stream.write_event(event);
        }
        if let Some(bar) = self.bar.get() {
            return bar.show_event(event);
        }
        let Some(line) = self.lines.render_event(event) else { return };
        let mut said = self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
        let due = match event {
            ApplyEvent::Waiting { wait, .. } => *wait >= MIN_REPORTED_WAIT,
            ApplyEvent::Interrupted => true,
            ApplyEvent::Started { .. }
            | ApplyEvent::ItemStarted { .. }
            | ApplyEvent::StepDone { .. }
            | ApplyEvent::ItemEnded { .. } => said.elapsed() >= QUIET_BEFORE_LINE,
        };
        if due || self.screen.verbose > 0 {
            *said = Instant::now();
            self.screen.print_status(&line);
        }
    }
}

/// How far reading has come. Nothing is promised about the total: the account may have more than the state knows.
fn reading_line(read: u64, expected: usize) -> String {
    if expected as u64 > read {
        format!("reading the account: {read} of about {expected} resources")
    } else {
        format!("reading the account: {read} resources")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_names_a_total_only_while_it_can_be_right() {
        assert_eq!(reading_line(25, 400), "reading the account: 25 of about 400 resources");
        assert_eq!(reading_line(425, 400), "reading the account: 425 resources");
        assert_eq!(reading_line(0, 0), "reading the account: 0 resources");
    }
}
