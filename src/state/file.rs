//! The state on disk: `housestyle.lock.json` beside the project file, its journal and its lock under `.housestyle/`.
//!
//! The file is replaced as a whole (temporary file beside it, fsync, rename, fsync of the folder) and never followed
//! through a symbolic link. The journal is appended and synced before anything it speaks of is sent. One process at a
//! time: the lock is held by the operating system, so it dies with its holder and there is nothing to break by hand.

#![expect(clippy::disallowed_methods, reason = "the edge where the state touches disk")]

use std::fs::{File, TryLockError};
use std::io::{self, Write as _};

use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{self, FileMode, Overwrite};
use crate::state::snapshot::Snapshot;
use crate::state::{Journal, JournalEntry, State, StateStore};
use crate::state::{format, snapshot_store};

/// Why the state could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum StateFileError {
    /// Another run holds it.
    #[error("another housestyle is writing with the state `{0}`")]
    Locked(Utf8PathBuf),
    /// Its bytes are not a state.
    #[error("the state `{path}` cannot be used: {source}")]
    Format {
        /// The file.
        path: Utf8PathBuf,
        /// What is wrong.
        source: format::StateFormatError,
    },
    /// Its journal is damaged in the middle.
    #[error("the journal `{path}` is damaged at line {line}, and that is not its last")]
    Journal {
        /// The file.
        path: Utf8PathBuf,
        /// From 1.
        line: usize,
    },
    /// The disk said no.
    #[error("cannot {act} `{path}`: {source}")]
    Disk {
        /// What was tried.
        act: &'static str,
        /// The file.
        path: Utf8PathBuf,
        /// The system's words.
        source: io::Error,
    },
}

/// A state file and its journal, locked for as long as this lives.
#[derive(Debug)]
pub struct FileJournal {
    path: Utf8PathBuf,
    journal_path: Utf8PathBuf,
    work: Utf8PathBuf,
    stack: String,
    journal: Option<File>,
    _lock: File,
}

/// Reads the state without locking or changing anything: for `plan`, `outputs` and `state list`.
///
/// # Errors
/// See [`StateFileError`]. A file that does not exist is an empty state.
pub fn read_state(path: &Utf8Path, work: &Utf8Path) -> Result<State, StateFileError> {
    let mut state = match std::fs::symlink_metadata(path) {
        Err(source) if source.kind() == io::ErrorKind::NotFound => State::default(),
        Err(source) => return Err(disk_error("read", path, source)),
        Ok(meta) if !meta.is_file() => {
            return Err(disk_error("read", path, io::Error::other("it is not a regular file")));
        }
        Ok(_) => {
            let text = std::fs::read_to_string(path).map_err(|source| disk_error("read", path, source))?;
            format::parse_state(&text).map_err(|source| StateFileError::Format { path: path.to_owned(), source })?
        }
    };
    replay_journal(&mut state, &journal_path(path, work))?;
    Ok(state)
}

/// Opens the state for a run that writes.
///
/// # Errors
/// See [`StateFileError`]; [`StateFileError::Locked`] at once where another run holds it.
pub fn open_state(path: &Utf8Path, work: &Utf8Path) -> Result<StateStore<FileJournal>, StateFileError> {
    create_private_folder(work)?;
    let lock_path = work.join(format!("{}.lock", path.file_name().unwrap_or("state")));
    let lock = disk::open_lock(&lock_path).map_err(|source| disk_error("open", &lock_path, source))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(StateFileError::Locked(path.to_owned())),
        Err(TryLockError::Error(source)) => return Err(disk_error("lock", &lock_path, source)),
    }
    let state = read_state(path, work)?;
    let journal_path = journal_path(path, work);
    let mut journal = FileJournal {
        path: path.to_owned(),
        journal_path,
        work: work.to_owned(),
        stack: state.stack.clone(),
        journal: None,
        _lock: lock,
    };
    if journal.journal_path.exists() {
        journal.checkpoint(&state).map_err(|source| disk_error("write", path, source))?;
    }
    Ok(StateStore::new(state, journal))
}

impl Journal for FileJournal {
    fn append(&mut self, facts: &[JournalEntry]) -> io::Result<()> {
        let lines: String = facts.iter().map(|fact| format::render_journal_line(&self.stack, fact)).collect();
        if self.journal.is_none() {
            self.journal = Some(disk::open_append(&self.journal_path, FileMode::Private)?);
        }
        let journal = self.journal.as_mut().expect("opened above");
        let before = journal.metadata()?.len();
        let written = journal.write_all(lines.as_bytes()).and_then(|()| journal.sync_data());
        if written.is_err() {
            // A half-written line must not stand in front of later ones.
            let _ = journal.set_len(before);
        }
        written
    }

    fn checkpoint(&mut self, state: &State) -> io::Result<()> {
        state.stack.clone_into(&mut self.stack);
        disk::create_parent(&self.path)?;
        disk::replace(&self.path, format::render_state(state).as_bytes(), FileMode::Shared, Overwrite::Replace)?;
        self.journal = None;
        disk::remove(&self.journal_path)
    }

    fn save_snapshot(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        snapshot_store::store_snapshot(&self.work, snapshot)
    }
}

fn replay_journal(state: &mut State, path: &Utf8Path) -> Result<(), StateFileError> {
    let text = match std::fs::symlink_metadata(path) {
        Err(source) if source.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(disk_error("read", path, source)),
        // A pipe, or a link to a device, would be read for ever.
        Ok(meta) if !meta.is_file() => {
            return Err(disk_error("read", path, io::Error::other("it is not a regular file")));
        }
        Ok(_) => std::fs::read(path).map_err(|source| disk_error("read", path, source))?,
    };
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        match format::parse_journal_line(&state.stack, line) {
            Some(fact) => state.apply_entry(fact),
            None if at + 1 == lines.len() => {}
            None => return Err(StateFileError::Journal { path: path.to_owned(), line: at + 1 }),
        }
    }
    Ok(())
}

fn journal_path(state: &Utf8Path, work: &Utf8Path) -> Utf8PathBuf {
    work.join(format!("{}.journal", state.file_name().unwrap_or("state")))
}

fn create_private_folder(path: &Utf8Path) -> Result<(), StateFileError> {
    disk::create_folder(path).map_err(|source| disk_error("create", path, source))
}

fn disk_error(act: &'static str, path: &Utf8Path, source: io::Error) -> StateFileError {
    StateFileError::Disk { act, path: path.to_owned(), source }
}
