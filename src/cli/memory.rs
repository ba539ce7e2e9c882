//! Where a project's memory lies, and opening it.

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::args::Global;
use crate::cli::exit::{Exit, Stop};
use crate::cli::project;
use crate::cli::screen::Screen;
use crate::cli::settings;
use crate::state::file::{self, Error, OnDisk};
use crate::state::{Fact, Memory, State};

/// Folder below the project for what belongs to this machine alone: locks, journals, the emulator's account.
pub const WORK: &str = ".housestyle";

/// Where the memory of one project and environment lies.
#[derive(Clone, Debug)]
pub struct Place {
    /// The state file.
    pub state: Utf8PathBuf,
    /// The folder for its lock and journal.
    pub work: Utf8PathBuf,
}

impl Place {
    /// The memory of the project around `here`; its style files are not read.
    ///
    /// # Errors
    /// Where there is no project, its file is invalid, or the environment is none of it.
    pub fn of(global: &Global, here: &Utf8Path, screen: &Screen) -> Result<Self, Stop> {
        let opened = project::open(here)?;
        project::refuse_errors(&opened.findings, 1, screen)?;
        let settings = settings::settle(global, &opened.project, &opened.root, here)?;
        Ok(Self { state: settings.state, work: opened.root.join(WORK) })
    }

    /// What is remembered, without locking or changing anything.
    ///
    /// # Errors
    /// Where it cannot be read or is none of ours.
    pub fn read(&self) -> Result<State, Stop> {
        file::read(&self.state, &self.work).map_err(|error| stop(&error))
    }

    /// The memory, locked, for a run that changes it.
    ///
    /// # Errors
    /// Exit 9 where another run holds it; 1 where it cannot be read.
    pub fn open(&self) -> Result<Memory<OnDisk>, Stop> {
        file::open(&self.state, &self.work).map_err(|error| stop(&error))
    }
}

/// Makes a change of the memory and closes it.
///
/// # Errors
/// Where the disk says no.
pub fn change(memory: &mut Memory<OnDisk>, facts: &[Fact]) -> Result<(), Stop> {
    memory.record(facts).and_then(|()| memory.finish()).map_err(|error| Stop::io("cannot write the state", &error))
}

/// Why the memory cannot be used, as a way out.
#[must_use]
pub fn stop(error: &Error) -> Stop {
    match error {
        Error::Locked(_) => Stop::quoting(Exit::Waited, error).help("wait for it to end, then run again"),
        Error::Format { .. } => Stop::quoting(Exit::Error, error).help(
            "take its last good version from git or a backup, then plan: what was created since is found by its name",
        ),
        Error::Journal { .. } => Stop::quoting(Exit::Error, error)
            .help("move it away and plan again: lists that a run had begun carry our tag, so the plan shows them"),
        Error::Disk { .. } => Stop::quoting(Exit::Error, error),
    }
}
