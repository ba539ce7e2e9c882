//! Where a project's memory lies, and opening it.

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::args::GlobalArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::project;
use crate::cli::screen::Screen;
use crate::cli::settings;
use crate::state::file::{self, FileJournal, StateFileError};
use crate::state::{JournalEntry, State, StateStore};

/// Folder below the project for what belongs to this machine alone: locks, journals, the emulator's account.
pub const WORK_DIR: &str = ".housestyle";

/// Where the memory of one project and environment lies.
#[derive(Clone, Debug)]
pub struct StateLocation {
    /// The state file.
    pub state_file: Utf8PathBuf,
    /// The folder for its lock and journal.
    pub work_dir: Utf8PathBuf,
}

impl StateLocation {
    /// The memory of the project around `here`; its style files are not read.
    ///
    /// # Errors
    /// Where there is no project, its file is invalid, or the environment is none of it.
    pub fn for_project(global: &GlobalArgs, here: &Utf8Path, screen: &Screen) -> Result<Self, CliError> {
        let opened = project::open_project(here)?;
        project::stop_on_errors(&opened.findings, 1, screen)?;
        let settings = settings::resolve_settings(global, &opened.project, &opened.root, here)?;
        Ok(Self { state_file: settings.state_file, work_dir: opened.root.join(WORK_DIR) })
    }

    /// What is remembered, without locking or changing anything.
    ///
    /// # Errors
    /// Where it cannot be read or is none of ours.
    pub fn read_state(&self) -> Result<State, CliError> {
        file::read_state(&self.state_file, &self.work_dir).map_err(|error| cli_error_from_state(&error))
    }

    /// The memory, locked, for a run that changes it.
    ///
    /// # Errors
    /// Exit 9 where another run holds it; 1 where it cannot be read.
    pub fn open_store(&self) -> Result<StateStore<FileJournal>, CliError> {
        file::open_state(&self.state_file, &self.work_dir).map_err(|error| cli_error_from_state(&error))
    }
}

/// Makes a change of the memory and closes it.
///
/// # Errors
/// Where the disk says no.
pub fn commit_facts(memory: &mut StateStore<FileJournal>, facts: &[JournalEntry]) -> Result<(), CliError> {
    memory
        .record_entries(facts)
        .and_then(|()| memory.checkpoint())
        .map_err(|error| CliError::io_error("cannot write the state", &error))
}

/// Why the memory cannot be used, as a way out.
#[must_use]
pub fn cli_error_from_state(error: &StateFileError) -> CliError {
    match error {
        StateFileError::Locked(_) => {
            CliError::new_sanitized(Exit::TimedOut, error).with_help("wait for it to end, then run again")
        }
        StateFileError::Format { .. } => CliError::new_sanitized(Exit::Error, error).with_help(
            "take its last good version from git or a backup, then plan: what was created since is found by its name",
        ),
        StateFileError::Journal { .. } => CliError::new_sanitized(Exit::Error, error)
            .with_help("move it away and plan again: lists that a run had begun carry our tag, so the plan shows them"),
        StateFileError::Disk { .. } => CliError::new_sanitized(Exit::Error, error),
    }
}
