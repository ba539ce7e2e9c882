//! The screen: results go to stdout, messages to stderr.
//!
//! Invariant: nothing else in the package prints. A reader that goes away (`| head`) ends the output quietly. Colour
//! follows `--color`, then `NO_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb` and whether a terminal listens.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::cli::arguments::args::{ColorChoice, GlobalArgs};
use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::plan::commands::repeat_options;
use crate::report::RenderOptions;
use crate::service::secret::Secret;

/// Where a command prints.
pub struct Screen {
    /// Whether stdout shows colour.
    pub stdout_color: bool,
    /// Whether stderr shows colour.
    pub stderr_color: bool,
    /// Whether frames and arrows may be drawn with more than ASCII.
    pub unicode: bool,
    /// Columns of the terminal, or 100.
    pub width: usize,
    /// Whether a person sits at both ends: stdin and stderr are terminals and no pipeline says `CI`.
    pub interactive: bool,
    /// Whether a person watches stderr, so that a bar may be drawn.
    pub stderr_is_terminal: bool,
    quiet: bool,
    /// Whether a line that goes is on the terminal.
    transient: AtomicBool,
    secrets: Mutex<Vec<Secret>>,
    format_named: bool,
    /// Whether findings that end a command are its result, as JSON.
    pub findings_as_json: bool,
    /// What a printed command of ours has to repeat, with a space before each option.
    repeated: String,
    /// How much more than usual is said on stderr.
    pub verbose: u8,
    /// What is printed, where nothing of it goes to the process's own output.
    captured: Option<Mutex<CapturedText>>,
}

/// What a command printed.
#[derive(Clone, Debug, Default)]
struct CapturedText {
    output: String,
    messages: String,
}

/// Columns where no terminal says otherwise.
const DEFAULT_WIDTH: usize = 100;

/// Columns of the terminal that listens; a screen narrower than a word or wider than a line is read with is not believed.
fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0).clamp(40, 140))
}

impl Screen {
    /// The screen of this process.
    #[must_use]
    pub fn new(global: &GlobalArgs, variables: &EnvVariables) -> Self {
        let choice = match global.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        let shows = |auto: anstream::ColorChoice| auto != anstream::ColorChoice::Never;
        let ci = variables.is_pipeline();
        Self {
            stdout_color: shows(anstream::AutoStream::choice(&io::stdout())),
            stderr_color: shows(anstream::AutoStream::choice(&io::stderr())),
            unicode: variables.has_utf8_locale(),
            width: variables.get("COLUMNS").and_then(|text| text.parse().ok()).unwrap_or_else(terminal_width),
            interactive: io::stdin().is_terminal() && io::stderr().is_terminal() && !ci,
            stderr_is_terminal: io::stderr().is_terminal()
                && !ci
                && !global.quiet
                && !variables.has_value("TERM", "dumb"),
            quiet: global.quiet,
            transient: AtomicBool::new(false),
            secrets: Mutex::new(variables.secrets().map(Secret::new).collect()),
            format_named: global.format.is_some(),
            findings_as_json: false,
            repeated: global.repeated_options(),
            verbose: global.verbose,
            captured: None,
        }
    }

    /// A screen that keeps what is printed for [`Self::take_captured`]: nobody sits at it, and it shows no colour.
    #[must_use]
    pub fn capturing(global: &GlobalArgs, variables: &EnvVariables) -> Self {
        Self {
            stdout_color: false,
            stderr_color: false,
            unicode: true,
            width: DEFAULT_WIDTH,
            interactive: false,
            stderr_is_terminal: false,
            captured: Some(Mutex::default()),
            ..Self::new(global, variables)
        }
    }

    /// What was printed so far: the product, and the messages.
    #[must_use]
    pub fn take_captured(&self) -> (String, String) {
        let taken = self
            .captured
            .as_ref()
            .map(|captured| std::mem::take(&mut *captured.lock().unwrap_or_else(PoisonError::into_inner)));
        let CapturedText { output, messages } = taken.unwrap_or_default();
        (output, messages)
    }

    /// Keeps a text instead of printing it, where this screen does that.
    fn capture(&self, keep: impl FnOnce(&mut CapturedText)) -> bool {
        let Some(captured) = &self.captured else { return false };
        keep(&mut captured.lock().unwrap_or_else(PoisonError::into_inner));
        true
    }

    /// How the product may look.
    #[must_use]
    pub fn stdout_look(&self) -> RenderOptions {
        RenderOptions {
            color: self.stdout_color,
            unicode: self.unicode,
            direction_marks: true,
            width: self.width,
            screen_reader: false,
            all_entries: self.verbose > 0,
        }
    }

    /// How progress may look.
    #[must_use]
    pub fn stderr_look(&self) -> RenderOptions {
        RenderOptions { color: self.stderr_color, ..self.stdout_look() }
    }

    /// Writes the product, as it is.
    ///
    /// # Errors
    /// Where stdout takes nothing; not where its reader went away.
    pub fn print_output(&self, text: &str) -> Result<(), CliError> {
        if self.capture(|kept| kept.output.push_str(&self.redact_secret(text))) {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        match out.write_all(self.redact_secret(text).as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(CliError::io_error("cannot write to standard output", &error)),
        }
    }

    /// Writes what a run reports to people; with `--quiet` only where it ends in a failure, or the format was asked for.
    ///
    /// # Errors
    /// Where stdout cannot be written; not where its reader went away.
    pub fn print_report(&self, exit: Exit, text: &str) -> Result<(), CliError> {
        if self.shows_report(exit) { self.print_output(text) } else { Ok(()) }
    }

    /// Whether what a run reports to people is written at all: what is not need not be rendered.
    #[must_use]
    pub fn shows_report(&self, exit: Exit) -> bool {
        !(self.is_quiet() && matches!(exit, Exit::Success | Exit::Changes))
    }

    /// Whether only errors are printed.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.quiet && !self.format_named
    }

    /// Says a line on stderr, unless asked to be quiet.
    pub fn print_status(&self, line: &str) {
        if !self.quiet {
            self.print_always(line);
        }
    }

    /// Says a line on stderr, asked to be quiet or not. What stderr does not take is lost: nobody is left to be told.
    pub fn print_always(&self, line: &str) {
        let line = &*repeat_options(line, &self.repeated);
        let kept = |kept: &mut CapturedText| {
            kept.messages.push_str(&self.redact_secret(line.trim_end_matches('\n')));
            kept.messages.push('\n');
        };
        if self.capture(kept) {
            return;
        }
        // A line that goes makes room, and is drawn anew below.
        let clear = if self.transient.swap(false, Ordering::Relaxed) { "\r\x1b[2K" } else { "" };
        let mut err = anstream::stderr().lock();
        let _lost = writeln!(err, "{clear}{}", self.redact_secret(line.trim_end_matches('\n')));
    }

    /// Says on stderr why the run stopped and what to do.
    pub fn print_error(&self, stop: &CliError) {
        let (red, reset) = if self.stderr_color { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
        self.print_always(&format!("{red}error{reset}: {}", stop.message));
        if let Some(help) = &stop.help {
            self.print_always(&format!("help: {help}"));
        }
    }

    /// A key that must never come out, whoever put it into a text.
    pub fn register_secret(&self, key: &Secret) {
        self.secrets.lock().unwrap_or_else(PoisonError::into_inner).push(key.clone());
    }

    /// The text without any key.
    pub fn redact_secret<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let secrets = self.secrets.lock().unwrap_or_else(PoisonError::into_inner);
        match secrets.as_slice() {
            [] => Cow::Borrowed(text),
            [first, others @ ..] => {
                let redacted = first.redact(text);
                Cow::Owned(others.iter().fold(redacted, |text, secret| secret.redact(&text)))
            }
        }
    }

    /// Shows a line on the terminal of stderr that the next one replaces.
    pub fn show_transient(&self, line: &str) {
        if !self.quiet && self.captured.is_none() {
            self.transient.store(!line.is_empty(), Ordering::Relaxed);
            let mut err = anstream::stderr().lock();
            let _lost = write!(err, "\r\x1b[2K{}", self.redact_secret(line)).and_then(|()| err.flush());
        }
    }

    /// Takes that line away.
    pub fn clear_transient(&self) {
        self.show_transient("");
    }

    /// Asks a question on stderr and reads one line of stdin. An end of input is an empty answer.
    ///
    /// # Errors
    /// Where stdin cannot be read.
    pub fn prompt_line(&self, question: &str) -> Result<String, CliError> {
        {
            // Let go before reading: whoever interrupts the question still has something to say.
            let mut err = anstream::stderr().lock();
            let _lost = write!(err, "{question}").and_then(|()| err.flush());
        }
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).map_err(|error| CliError::io_error("cannot read the answer", &error))?;
        Ok(answer.trim().to_owned())
    }
}
