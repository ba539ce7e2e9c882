//! Ctrl-C, Ctrl-Break and SIGTERM: the first asks for a clean stop, the second ends the process at once.
//!
//! Leaving at once is safe: what was begun is in the journal, and the next run takes it up.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::sync::watch;

use crate::cli::exit::{CliError, Exit};
use crate::report::humanize::count_noun;
use crate::service::client::InFlight;

/// Whether somebody asked to stop, and how.
#[derive(Clone, Debug)]
pub struct Interrupt {
    stop_requested: watch::Receiver<bool>,
    request: Arc<watch::Sender<bool>>,
    exit_code: Arc<AtomicU8>,
    in_flight: InFlight,
}

impl Interrupt {
    /// Listens from now on. Needs a runtime around it.
    ///
    /// # Errors
    /// Where the system does not hand signals over.
    pub fn listen() -> Result<Self, CliError> {
        let (asks, asked) = watch::channel(false);
        let asks = Arc::new(asks);
        let request = asks.clone();
        let how = Arc::new(AtomicU8::new(Exit::Interrupted.code()));
        let mut signals = Signals::new().map_err(|error| CliError::io_error("cannot listen for Ctrl-C", &error))?;
        let (told, in_flight) = (how.clone(), InFlight::default());
        let counted = in_flight.clone();
        tokio::spawn(async move {
            told.store(signals.next().await.code(), Ordering::Relaxed);
            print_stopping(&counted);
            // Nobody listens any more once the run is over.
            let _over = asks.send(true);
            let exit = signals.next().await;
            print_leaving(&counted);
            exit_immediately(exit);
        });
        Ok(Self { stop_requested: asked, request, exit_code: how, in_flight })
    }

    /// Where the requests in flight are counted that an interruption speaks of.
    #[must_use]
    pub fn in_flight(&self) -> InFlight {
        self.in_flight.clone()
    }

    /// The receiver that turns true.
    #[must_use]
    pub fn stop_signal(&self) -> watch::Receiver<bool> {
        self.stop_requested.clone()
    }

    /// Asks for a clean stop that ends with this exit code, as Ctrl-C asks for its own.
    pub fn request_stop(&self, exit: Exit) {
        self.exit_code.store(exit.code(), Ordering::Relaxed);
        self.request.send_replace(true);
    }

    /// Comes back once somebody asked to stop.
    pub async fn wait(&self) {
        if self.stop_requested.clone().wait_for(|asked| *asked).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// The way out after a clean stop: 130 after Ctrl-C, 143 after SIGTERM.
    #[must_use]
    pub fn exit(&self) -> Exit {
        Exit::from_code(self.exit_code.load(Ordering::Relaxed)).unwrap_or(Exit::Interrupted)
    }

    /// The way out of what happened; that of an interruption is the one that was asked for.
    #[must_use]
    pub fn exit_for(&self, happened: impl Into<Exit>) -> Exit {
        let exit = happened.into();
        if exit == Exit::Interrupted { self.exit() } else { exit }
    }
}

/// Tells what a clean stop waits for, if it waits. Lines of its own, since a bar may stand on the last one.
fn print_stopping(in_flight: &InFlight) {
    if in_flight.count() == 0 {
        return;
    }
    let requests = count_noun(in_flight.count(), "request");
    // Whoever closed stderr does not want to know.
    let _closed = writeln!(std::io::stderr(), "\nfinishing {requests}; interrupt again to leave at once");
}

/// Tells what is left behind.
fn print_leaving(in_flight: &InFlight) {
    let left = match in_flight.count() {
        0 => "left with no request in flight".to_owned(),
        several => format!(
            "left with {} in flight: run apply again, it looks up what became of them",
            count_noun(several, "request")
        ),
    };
    let _closed = writeln!(std::io::stderr(), "\n{left}");
}

#[expect(clippy::exit, reason = "a second interruption must not wait for anything")]
fn exit_immediately(exit: Exit) {
    std::process::exit(i32::from(exit.code()))
}

#[cfg(unix)]
struct Signals {
    keyboard: tokio::signal::unix::Signal,
    end: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { keyboard: signal(SignalKind::interrupt())?, end: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) -> Exit {
        tokio::select! {
            _ = self.keyboard.recv() => Exit::Interrupted,
            _ = self.end.recv() => Exit::Terminated,
        }
    }
}

#[cfg(windows)]
struct Signals {
    keyboard: tokio::signal::windows::CtrlC,
    keyboard_break: tokio::signal::windows::CtrlBreak,
    closed: tokio::signal::windows::CtrlClose,
    shutdown: tokio::signal::windows::CtrlShutdown,
}

#[cfg(windows)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};
        Ok(Self {
            keyboard: ctrl_c()?,
            keyboard_break: ctrl_break()?,
            closed: ctrl_close()?,
            shutdown: ctrl_shutdown()?,
        })
    }

    /// A runner that cancels a job sends Ctrl-Break to the group; closing the window and a shutdown leave some seconds.
    async fn next(&mut self) -> Exit {
        tokio::select! {
            _ = self.keyboard.recv() => Exit::Interrupted,
            _ = self.keyboard_break.recv() => Exit::Interrupted,
            _ = self.closed.recv() => Exit::Terminated,
            _ = self.shutdown.recv() => Exit::Terminated,
        }
    }
}
