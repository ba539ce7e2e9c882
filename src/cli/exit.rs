//! Exit codes: the one table, a promise to scripts and pipelines.
//!
//! Invariant: a code keeps its meaning for ever. Every way out of the program goes through [`Exit`]; nothing else ends
//! the process (but for a second interruption, which leaves at once).

use std::process::ExitCode;

use crate::report::Sanitized;

/// How a run ended, for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exit {
    /// Done, or nothing to do, or changes shown without `--detailed-exitcode`.
    Success,
    /// Unexpected error, I/O, the service said no.
    Error,
    /// Changes are there (only with `--detailed-exitcode`).
    Changes,
    /// Files are invalid.
    Invalid,
    /// Applied in part; running again continues.
    Partial,
    /// Refused by a guard.
    Blocked,
    /// The plan is stale, or somebody else wrote meanwhile.
    Stale,
    /// A request may have been carried out and it could not be proved.
    Unknown,
    /// Authentication, scope, plan level.
    Auth,
    /// Waited too long.
    TimedOut,
    /// Wrong flags or arguments.
    Usage,
    /// Interrupted from the keyboard, after a clean stop.
    Interrupted,
    /// Asked to end (SIGTERM), after a clean stop.
    Terminated,
}

impl Exit {
    /// Every way out, in the order of the numbers.
    pub const ALL: &'static [Self] = &[
        Self::Success,
        Self::Error,
        Self::Changes,
        Self::Invalid,
        Self::Partial,
        Self::Blocked,
        Self::Stale,
        Self::Unknown,
        Self::Auth,
        Self::TimedOut,
        Self::Usage,
        Self::Interrupted,
        Self::Terminated,
    ];

    /// The number that scripts see.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Error => 1,
            Self::Changes => 2,
            Self::Invalid => 3,
            Self::Partial => 4,
            Self::Blocked => 5,
            Self::Stale => 6,
            Self::Unknown => 7,
            Self::Auth => 8,
            Self::TimedOut => 9,
            Self::Usage => 64,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }

    /// What the number means, for the help text.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Success => "done, or nothing to do",
            Self::Error => "unexpected error, or the service said no",
            Self::Changes => "changes are there (only with --detailed-exitcode)",
            Self::Invalid => "files are invalid",
            Self::Partial => "applied in part; running again continues",
            Self::Blocked => "refused by a guard",
            Self::Stale => "the plan is stale, or somebody else wrote meanwhile",
            Self::Unknown => "a request may have been carried out; it could not be proved",
            Self::Auth => "authentication, scope or plan level",
            Self::TimedOut => "waited too long",
            Self::Usage => "wrong flags or arguments",
            Self::Interrupted => "interrupted, after a clean stop",
            Self::Terminated => "asked to end, after a clean stop",
        }
    }

    /// The way out that this number stands for.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.iter().copied().find(|exit| exit.code() == code)
    }

    /// The table as the end of a help text.
    #[must_use]
    pub fn render_table() -> String {
        let rows: Vec<String> =
            Self::ALL.iter().map(|exit| format!("  {:>3}  {}", exit.code(), exit.description())).collect();
        format!("Exit codes:\n{}", rows.join("\n"))
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Why a verb stopped: what is said on stderr, and the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CliError {
    /// The way out.
    pub exit: Exit,
    /// What went wrong: lower-case start, no full stop.
    pub message: String,
    /// What to do, as an order.
    pub help: Option<String>,
}

impl CliError {
    /// A stop of this kind.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into(), help: None }
    }

    /// A stop of this kind, in words that may quote the service or a file.
    pub fn new_sanitized(exit: Exit, message: impl std::fmt::Display) -> Self {
        Self::new(exit, Sanitized(&message.to_string()).to_string())
    }

    /// Wrong flags or arguments.
    pub fn usage_error(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// The machine said no: disk, sockets, signals.
    pub fn io_error(act: impl std::fmt::Display, error: &std::io::Error) -> Self {
        Self::new(Exit::Error, format!("{act}: {error}"))
    }

    /// What to do, as an order.
    #[must_use]
    pub fn with_help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_promised_numbers_never_move() {
        let promised = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 64, 130, 143];
        let given: Vec<u8> = Exit::ALL.iter().map(|exit| exit.code()).collect();
        assert_eq!(given, promised);
        for exit in Exit::ALL {
            assert_eq!(Exit::from_code(exit.code()), Some(*exit));
        }
        assert_eq!(Exit::from_code(101), None);
    }
}
