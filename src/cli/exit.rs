//! Exit codes: the one table, a promise to scripts and pipelines.
//!
//! Invariant: a code keeps its meaning for ever. Every way out of the program goes through [`Exit`]; nothing else ends
//! the process (but for a second interruption, which leaves at once).

use std::collections::BTreeSet;
use std::process::ExitCode;

use camino::Utf8Path;

use crate::apply::{FailureCause, RunEnd};
use crate::check::text_checks::TextChecksError;
use crate::cli::arguments::args::variable_name;
use crate::cli::env_variables::EnvVariables;
use crate::plan::known_addresses::UnknownAddress;
use crate::project::refusal::Refusal;
use crate::report::Sanitized;
use crate::service::error::ServiceError;

/// How a run ended, for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exit {
    /// Done, or nothing to do, or changes shown without `--detailed-exitcode`.
    Success,
    /// Unexpected error, I/O, or the service rejected the request.
    Error,
    /// Changes or drift are present.
    Changes,
    /// Files are invalid.
    Invalid,
    /// Partly applied, planned or compared.
    Partial,
    /// Blocked by a safeguard.
    Blocked,
    /// The plan is stale, or somebody else wrote meanwhile.
    Stale,
    /// A write may have succeeded but could not be confirmed.
    Unknown,
    /// Authentication, scope, plan level.
    Auth,
    /// Gave up waiting.
    TimedOut,
    /// Wrong options or arguments.
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
            Self::Success => "success, or nothing to do",
            Self::Error => "unexpected error, or the service rejected the request",
            Self::Changes => "changes or drift present (`drift`, and with --detailed-exitcode)",
            Self::Invalid => "files are invalid",
            Self::Partial => "partly applied, planned or compared: what is left is named",
            Self::Blocked => "blocked by a safeguard",
            Self::Stale => "the plan is stale, or somebody else changed the account meanwhile",
            Self::Unknown => "outcome unknown: a write may have succeeded but could not be confirmed",
            Self::Auth => "authentication failed, or the key lacks a scope or plan",
            Self::TimedOut => "gave up waiting (lock, rate limit or --timeout)",
            Self::Usage => "wrong options or arguments",
            Self::Interrupted => "interrupted, after a clean stop",
            Self::Terminated => "terminated, after a clean stop",
        }
    }

    /// The way out that this number stands for.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.iter().copied().find(|exit| exit.code() == code)
    }

    /// The number of the way out that an end of a run has by itself, before an interruption is taken into account.
    #[must_use]
    pub fn code_of_run(end: RunEnd) -> u8 {
        Self::from(end).code()
    }

    /// The table as the end of a help text.
    #[must_use]
    pub fn render_table() -> String {
        let rows: Vec<String> =
            Self::ALL.iter().map(|exit| format!("  {:>3}  {}", exit.code(), exit.description())).collect();
        format!("Exit codes:\n{}", rows.join("\n"))
    }
}

impl From<RunEnd> for Exit {
    fn from(end: RunEnd) -> Self {
        match end {
            RunEnd::Done => Self::Success,
            RunEnd::Partial => Self::Partial,
            RunEnd::Failed(cause) => cause.into(),
        }
    }
}

impl From<FailureCause> for Exit {
    fn from(cause: FailureCause) -> Self {
        match cause {
            FailureCause::Rejected
            | FailureCause::Unreachable
            | FailureCause::Unreadable
            | FailureCause::NotRecorded => Self::Error,
            FailureCause::NotAsSent => Self::Partial,
            FailureCause::Redirected => Self::Blocked,
            FailureCause::Stale => Self::Stale,
            FailureCause::Unknown => Self::Unknown,
            FailureCause::Denied => Self::Auth,
            FailureCause::GaveUp | FailureCause::LeaseLost => Self::TimedOut,
            FailureCause::Interrupted => Self::Interrupted,
        }
    }
}

impl From<&ServiceError> for Exit {
    fn from(error: &ServiceError) -> Self {
        FailureCause::from(error).into()
    }
}

impl From<TextChecksError> for CliError {
    fn from(error: TextChecksError) -> Self {
        let TextChecksError { message, help } = error;
        Self::new_sanitized(Exit::Usage, message).with_help(Sanitized(&help).to_string())
    }
}

impl From<UnknownAddress> for CliError {
    fn from(UnknownAddress { message, help }: UnknownAddress) -> Self {
        Self::usage_error(message).with_help(help)
    }
}

impl From<Refusal> for CliError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoProject { message, help } => Self::new(Exit::Invalid, message).with_help(help),
            Refusal::Unowned { message, help } => Self::usage_error(message).with_help(help),
            Refusal::Changed(message) => Self::new(Exit::Stale, message).with_help("run it again"),
            Refusal::InTheWay(message) => Self::new(Exit::Blocked, message),
            Refusal::Disk { act, error } => Self::io_error(act, &error),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Why a command stopped: the message for stderr, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CliError {
    /// The exit code.
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

    /// Wrong options or arguments.
    pub fn usage_error(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// A failure of the machine: disk, sockets, signals.
    pub fn io_error(act: impl std::fmt::Display, error: &std::io::Error) -> Self {
        let stop = Self::new(Exit::Error, format!("{act}: {}", describe_io_error(error)));
        match disk_remedy(error) {
            Some(remedy) => stop.with_help(remedy),
            None => stop,
        }
    }

    /// A file or folder at which the disk said no; `otherwise` is what to do where its reason tells nothing.
    pub fn disk_error(act: &str, path: &Utf8Path, error: &std::io::Error, otherwise: &str) -> Self {
        let stop = Self::io_error(format!("cannot {act} {}", Sanitized(path.as_str())), error);
        if stop.help.is_some() { stop } else { stop.with_help(otherwise) }
    }

    /// The same, with the variables that set options of this run, where arguments are wrong and none of them is named yet.
    #[must_use]
    pub fn naming_variables(&self, ids: &BTreeSet<String>, variables: &EnvVariables) -> Self {
        let mut named = self.clone();
        let said = format!("{} {}", self.message, self.help.as_deref().unwrap_or_default());
        // A variable matters where the message is about its option, or quotes what it says.
        let matters = |id: &&String| {
            let value = variables.get(&variable_name(id)).unwrap_or_default();
            said.contains(&format!("--{}", id.replace('_', "-"))) || said.contains(&format!("`{value}`"))
        };
        let set: Vec<String> = ids.iter().filter(matters).map(|id| variable_name(id)).collect();
        if self.exit == Exit::Usage && !set.is_empty() && !set.iter().any(|name| said.contains(name)) {
            let note = format!("set by variables: {}", set.join(", "));
            named.help = Some(self.help.as_ref().map_or_else(|| note.clone(), |help| format!("{help} ({note})")));
        }
        named
    }

    /// The same, of a run on several environments.
    #[must_use]
    pub fn in_environment(self, name: &str) -> Self {
        Self { message: format!("environment {name}: {}", self.message), ..self }
    }

    /// What to do, as an order.
    #[must_use]
    pub fn with_help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// What a disk says, in plain words: no numbers of the system, no names of files that are there for a moment.
fn describe_io_error(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    let kind = error.kind();
    // A reason of ours says more than its kind.
    let own = error.get_ref().is_some() && !error.to_string().contains(" at path ");
    if own {
        error.to_string()
    } else if kind == ErrorKind::NotFound {
        "a folder of this path does not exist".to_owned()
    } else if matches!(kind, ErrorKind::AlreadyExists | ErrorKind::NotADirectory | ErrorKind::IsADirectory) {
        "something else has this name".to_owned()
    } else if kind == ErrorKind::PermissionDenied {
        "its permissions do not allow it".to_owned()
    } else {
        error.to_string()
    }
}

/// What to do where a disk says no for a reason that a person can change.
#[must_use]
pub fn disk_remedy(error: &std::io::Error) -> Option<&'static str> {
    use std::io::ErrorKind;
    let kind = error.kind();
    if kind == ErrorKind::PermissionDenied {
        Some("this user may not: look at owner and permissions, or work in a copy of the project")
    } else if kind == ErrorKind::ReadOnlyFilesystem {
        Some("nothing can be written on this disk: work in a copy of the project")
    } else if matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
        Some("the disk is full: make room, then run again")
    } else if kind == ErrorKind::NotFound {
        Some("check the path: its folders have to exist")
    } else if matches!(kind, ErrorKind::AlreadyExists | ErrorKind::NotADirectory | ErrorKind::IsADirectory) {
        Some("name another path, or move away what has this name")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_says_no_is_told_in_plain_words_with_a_next_step() {
        let denied = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
        let stop = CliError::disk_error("lock", Utf8Path::new("/p/housestyle.lock.json"), &denied, "look at --state");
        assert_eq!(stop.message, "cannot lock /p/housestyle.lock.json: its permissions do not allow it");
        assert!(stop.help.unwrap().contains("work in a copy of the project"));
        let other = std::io::Error::other("it is odd");
        assert_eq!(CliError::disk_error("read", Utf8Path::new("x"), &other, "look").help.unwrap(), "look");
    }

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
