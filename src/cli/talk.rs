//! What is said while a run goes on: a bar where somebody watches a terminal, lines elsewhere.
//!
//! Lines are said where nothing was said for a while, so that a short run stays short and a long one is never silent;
//! with `-v` every step is. Waits and interruptions are always said.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::apply::Event;
use crate::cli::screen::Screen;
use crate::cli::stream::Stream;
use crate::report::progress::{Bar, Lines};

/// The talk of one run.
pub struct Talk {
    screen: Arc<Screen>,
    lines: Lines,
    bar: OnceLock<Bar>,
    said: Mutex<Instant>,
    stream: OnceLock<Arc<Stream>>,
}

/// Longest silence before a line is said.
const SILENCE: Duration = Duration::from_secs(2);
/// Longest silence of a run from which nothing is heard.
const STILL: Duration = Duration::from_secs(4);
/// Shortest wait that is worth a word.
const WAIT: Duration = Duration::from_secs(1);

impl Talk {
    /// Talk on this screen, in lines until a bar is asked for.
    #[must_use]
    pub fn new(screen: &Arc<Screen>) -> Self {
        let lines = Lines::new(screen.talk_look());
        Self {
            screen: screen.clone(),
            lines,
            bar: OnceLock::new(),
            said: Mutex::new(Instant::now()),
            stream: OnceLock::new(),
        }
    }

    /// Draws a bar from now on, where a person watches.
    pub fn watch(&self) {
        if self.screen.watched && self.screen.verbose == 0 {
            self.bar.get_or_init(|| Bar::new(self.screen.talk_look()));
        }
    }

    /// Takes the bar away, if there is one.
    pub fn end(&self) {
        if let Some(bar) = self.bar.get() {
            bar.clear();
        }
    }

    /// Passes on what happens to a stream, too.
    pub fn pass_on(&self, stream: &Arc<Stream>) {
        self.stream.get_or_init(|| stream.clone());
    }

    /// Says that the run goes on, where nothing was said for a while.
    pub fn still(&self) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.get().is_none() && said.elapsed() >= STILL {
            self.screen.say(&format!("still at work: {} s without news", said.elapsed().as_secs()));
            *said = Instant::now();
        }
    }

    /// Hears what happens.
    pub fn hear(&self, event: &Event) {
        if let Some(stream) = self.stream.get() {
            stream.hear(event);
        }
        if let Some(bar) = self.bar.get() {
            return bar.hear(event);
        }
        let Some(line) = self.lines.hear(event) else { return };
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let due = match event {
            Event::Waiting { wait, .. } => *wait >= WAIT,
            Event::Interrupted => true,
            Event::Started { .. } | Event::ItemStarted { .. } | Event::StepDone { .. } | Event::ItemEnded { .. } => {
                said.elapsed() >= SILENCE
            }
        };
        if due || self.screen.verbose > 0 {
            *said = Instant::now();
            self.screen.say(&line);
        }
    }
}
