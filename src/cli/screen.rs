//! The screen: the product goes to stdout, the talk to stderr.
//!
//! Invariant: nothing else in the package prints. A reader that goes away (`| head`) ends the output quietly. Colour
//! follows `--color`, then `NO_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb` and whether a terminal listens.

use std::io::{self, IsTerminal, Write};

use crate::cli::args::{Color, Global};
use crate::cli::exit::Stop;
use crate::cli::settings::Variables;

/// Where a verb speaks.
#[derive(Debug)]
pub struct Screen {
    /// Whether stdout shows colour.
    pub color: bool,
    /// Whether stderr shows colour.
    pub talk_color: bool,
    /// Whether frames and arrows may be drawn with more than ASCII.
    pub unicode: bool,
    /// Columns of the terminal, or 100.
    pub width: usize,
    /// Whether a person sits at both ends: stdin and stderr are terminals and no pipeline says `CI`.
    pub interactive: bool,
    quiet: bool,
    /// How much more than usual is said on stderr.
    pub verbose: u8,
}

/// Columns where no terminal says otherwise.
const WIDTH: usize = 100;

impl Screen {
    /// The screen of this process.
    #[must_use]
    pub fn new(global: &Global, variables: &Variables) -> Self {
        let choice = match global.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        let shows = |auto: anstream::ColorChoice| auto != anstream::ColorChoice::Never;
        let ci = variables.get("CI").is_some_and(|value| value != "false" && value != "0");
        Self {
            color: shows(anstream::AutoStream::choice(&io::stdout())),
            talk_color: shows(anstream::AutoStream::choice(&io::stderr())),
            unicode: variables.speaks_utf8(),
            width: variables.get("COLUMNS").and_then(|text| text.parse().ok()).unwrap_or(WIDTH),
            interactive: io::stdin().is_terminal() && io::stderr().is_terminal() && !ci,
            quiet: global.quiet,
            verbose: global.verbose,
        }
    }

    /// Writes the product, as it is.
    ///
    /// # Errors
    /// Where stdout takes nothing; not where its reader went away.
    pub fn out(&self, text: &str) -> Result<(), Stop> {
        let mut out = anstream::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(Stop::io("cannot write to standard output", &error)),
        }
    }

    /// Says a line on stderr, unless asked to be quiet.
    pub fn say(&self, line: &str) {
        if !self.quiet {
            self.insist(line);
        }
    }

    /// Says a line on stderr, asked to be quiet or not. What stderr does not take is lost: nobody is left to be told.
    pub fn insist(&self, line: &str) {
        let mut err = anstream::stderr().lock();
        let _lost = writeln!(err, "{}", line.trim_end_matches('\n'));
    }

    /// Says on stderr why the run stopped and what to do.
    pub fn stopped(&self, stop: &Stop) {
        let (red, reset) = if self.talk_color { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
        self.insist(&format!("{red}error{reset}: {}", stop.message));
        if let Some(help) = &stop.help {
            self.insist(&format!("help: {help}"));
        }
    }

    /// Asks a question on stderr and reads one line of stdin. An end of input is an empty answer.
    ///
    /// # Errors
    /// Where stdin cannot be read.
    pub fn ask(&self, question: &str) -> Result<String, Stop> {
        let mut err = anstream::stderr().lock();
        let _lost = write!(err, "{question}").and_then(|()| err.flush());
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).map_err(|error| Stop::io("cannot read the answer", &error))?;
        Ok(answer.trim().to_owned())
    }
}
