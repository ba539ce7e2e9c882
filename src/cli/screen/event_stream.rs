//! The stream of events of an apply, as it happens: to stdout, or into a file beside the screen.
//!
//! Always holds: every line is whole when it is written, and written before the next thing happens; the key is in none. A
//! stream that cannot be written does not stop a run: what is said of it comes at the end. While a run works, no more
//! than [`HEARTBEAT`] passes without a line.

use std::fs::File;
use std::future::Future;
use std::io::Write;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use camino::Utf8Path;
use tokio::time::Instant;

use crate::apply::ApplyEvent;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output_files;
use crate::cli::screen::terminal::Screen;
use crate::disk::{self, FileMode};
use crate::report::event;

/// Longest silence of a run that goes on.
pub const HEARTBEAT: Duration = Duration::from_secs(5);

/// Where events go.
pub struct EventStream {
    screen: Arc<Screen>,
    on_screen: bool,
    file: Option<Mutex<File>>,
    last_written: Mutex<Instant>,
    failed: Mutex<Option<String>>,
}

impl EventStream {
    /// A stream to stdout, into a file, both or neither.
    ///
    /// # Errors
    /// Where the file cannot be made, or something stands there that is not to be overwritten.
    pub fn open(screen: &Arc<Screen>, on_screen: bool, file: Option<&Utf8Path>) -> Result<Self, CliError> {
        let file = match file {
            Some(path) => {
                output_files::check_overwritable(path, "--events")?;
                let made = disk::create_stream(path, FileMode::Shared)
                    .map_err(|error| CliError::io_error(format!("cannot write {path}"), &error))?;
                Some(Mutex::new(made))
            }
            None => None,
        };
        let (said, failed) = (Mutex::new(Instant::now()), Mutex::new(None));
        Ok(Self { screen: screen.clone(), on_screen, file, last_written: said, failed })
    }

    /// Tells an event.
    pub fn write_event(&self, event: &ApplyEvent) {
        self.write_line(&event::render_event(event, Exit::code_of_run));
    }

    /// Writes a line.
    pub fn write_line(&self, line: &str) {
        *self.last_written.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let mut failed = None;
        if self.on_screen {
            failed = self.screen.print_output(line).err().map(|stop| stop.message);
        }
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = file.write_all(self.screen.redact_secret(line).as_bytes()).and_then(|()| file.flush()) {
                failed = Some(error.to_string());
            }
        }
        if failed.is_some() {
            *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = failed;
        }
    }

    /// Does the work, with a word on it wherever nothing else was said for a while; `still` says it to people.
    pub async fn with_heartbeat<T>(&self, still: impl Fn(), work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return done,
                () = tokio::time::sleep(HEARTBEAT) => {
                    let silent = self.last_written.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
                    // Counting anew with every line would let two lines be almost twice the time apart.
                    if silent >= HEARTBEAT / 2 {
                        self.write_line(&event::render_heartbeat(silent.as_secs_f64().floor()));
                    }
                    still();
                }
            }
        }
    }

    /// Why lines were lost, if some were.
    #[must_use]
    pub fn failure_reason(&self) -> Option<String> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "what was written is read back")]
mod tests {
    use camino::Utf8PathBuf;

    use super::*;
    use crate::cli::arguments::args::GlobalArgs;
    use crate::cli::env_variables::EnvVariables;

    #[tokio::test(start_paused = true)]
    async fn no_silence_is_longer_than_ten_seconds() {
        let folder = tempfile::tempdir().unwrap();
        let path = Utf8PathBuf::from_path_buf(folder.path().join("events.ndjson")).unwrap();
        let screen = Arc::new(Screen::new(&GlobalArgs::default(), &EnvVariables::from_pairs(&[])));
        let stream = EventStream::open(&screen, false, Some(&path)).unwrap();
        let times = Mutex::new(vec![Instant::now()]);
        let note = || times.lock().unwrap().push(Instant::now());
        let work = async {
            for pause in [3, 30, 4, 61] {
                tokio::time::sleep(Duration::from_secs(pause)).await;
                stream.write_event(&ApplyEvent::Interrupted);
                note();
            }
        };
        let before = || std::fs::read_to_string(&path).unwrap().lines().count();
        let lines = Mutex::new(0);
        let still = || {
            let now = before();
            if std::mem::replace(&mut *lines.lock().unwrap(), now) != now {
                note();
            }
        };
        stream.with_heartbeat(still, work).await;
        let mut times = times.into_inner().unwrap();
        times.sort();
        let longest = times.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
        assert!(longest < Duration::from_secs(10), "{longest:?}");
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("{\"event\":\"heartbeat\",\"seconds\":5.0}\n"), "{text}");
        assert!(text.ends_with("{\"event\":\"interrupted\"}\n"));
    }
}
