//! The state on disk: `housestyle.lock.json` beside the project file, its journal and its lock under `.housestyle/`.
//!
//! The file is replaced as a whole (temporary file beside it, fsync, rename, fsync of the folder) and never followed
//! through a symbolic link. The journal is appended and synced before anything it speaks of is sent. One process at a
//! time: the lock is held by the operating system, so it dies with its holder and there is nothing to break by hand.
//!
//! A file has no history. So each id that a run of this machine binds is also noted in a record beside the journal, which is
//! never committed: an entry that somebody writes into the file is not in it.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};

use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{self, FileMode, HeldLock, Overwrite};
use crate::model::{Id, digest};
use crate::state::snapshot::Snapshot;
use crate::state::{Journal, JournalEntry, State, StateStore};
use crate::state::{format, lines, snapshot_store};

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
    /// Its journal was written by another project or environment.
    #[error("the journal `{path}` belongs to `{found}`, this run is `{wanted}`")]
    ForeignJournal {
        /// The file.
        path: Utf8PathBuf,
        /// Stack and environment of its lines.
        found: String,
        /// Stack and environment of this run.
        wanted: String,
    },
    /// A link leads out of the project.
    #[error("`{path}` {why}")]
    Link {
        /// The file.
        path: Utf8PathBuf,
        /// How it leads out.
        why: String,
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

/// Where a state file lies, and whose state it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFile {
    path: Utf8PathBuf,
    work: Utf8PathBuf,
    environment: String,
}

/// A state file and its journal, locked for as long as this lives.
#[derive(Debug)]
pub struct FileJournal {
    place: StateFile,
    journal_path: Utf8PathBuf,
    stack: String,
    journal: Option<File>,
    managed: Option<ManagedRecord>,
    _lock: HeldLock,
}

impl StateFile {
    /// The state of an environment in a file, with its lock and journal in the folder `work` below the project.
    #[must_use]
    pub fn new(path: Utf8PathBuf, work: Utf8PathBuf, environment: &str) -> Self {
        Self { path, work, environment: environment.to_owned() }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Utf8Path {
        &self.path
    }

    /// The journal of this very path: two files of one name in different folders have one each.
    #[must_use]
    pub fn journal_path(&self) -> Utf8PathBuf {
        self.beside("journal")
    }

    /// The record of what runs on this machine managed with this state: [`read_managed_ids`].
    #[must_use]
    pub fn managed_path(&self) -> Utf8PathBuf {
        self.beside("managed")
    }

    fn beside(&self, ending: &str) -> Utf8PathBuf {
        let root = self.work.parent().unwrap_or(Utf8Path::new(""));
        let inner = self.path.strip_prefix(root).unwrap_or(&self.path);
        let parts: Vec<&str> = inner.components().map(|part| part.as_str()).filter(|part| *part != ".").collect();
        let name = self.path.file_name().unwrap_or("state");
        self.work.join(format!("{name}.{}.{ending}", digest::short_digest(parts.join("/"), 8)))
    }

    /// Refuses links: the state of a project and what belongs to it stay in the project. A file elsewhere was named by the
    /// person who runs this.
    fn check_links(&self) -> Result<(), StateFileError> {
        let root = self.work.parent().unwrap_or(Utf8Path::new(""));
        for path in [&self.work, &self.path] {
            if let Ok(inner) = path.strip_prefix(root) {
                disk::resolve_inside(root, inner)
                    .map_err(|why| StateFileError::Link { path: path.clone(), why: why.to_string() })?;
            }
        }
        Ok(())
    }

    /// The state of the file, without its journal.
    fn read_kept(&self) -> Result<State, StateFileError> {
        let unread = |source| disk_error("read", &self.path, source);
        let Some(mut file) = disk::open_own(&self.path, MAX_STATE_BYTES).map_err(unread)? else {
            return Ok(State::default());
        };
        if let Some(state) = lines::parse_state_by_lines(&file).map_err(unread)? {
            return Ok(state);
        }
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(unread)?;
        let unusable = |source| StateFileError::Format { path: self.path.clone(), source };
        let text = String::from_utf8(bytes).map_err(|_| unusable(format::StateFormatError::NotUtf8))?;
        format::parse_state(&text).map_err(unusable)
    }
}

/// Most bytes of a state, of its journal and of the record beside it: many times those of ten thousand lists.
const MAX_STATE_BYTES: u64 = 512 << 20;

/// How often a reader looks again while a run replaces the state.
const READ_ATTEMPTS: usize = 200;

/// Reads the state without locking or changing anything: for `plan`, `outputs` and `state list`. State and journal belong
/// together: the journal is read before and after the state. Facts were added to it meanwhile or none; where it is another
/// one, a run replaced the state, and both are read again.
///
/// # Errors
/// See [`StateFileError`]. A file that does not exist is an empty state.
pub fn read_state(place: &StateFile) -> Result<State, StateFileError> {
    place.check_links()?;
    let journal_path = place.journal_path();
    let read_journal =
        || disk::read_own(&journal_path, MAX_STATE_BYTES).map_err(|source| disk_error("read", &journal_path, source));
    let mut before = read_journal()?;
    for _ in 0..READ_ATTEMPTS {
        let kept = place.read_kept();
        let journal = read_journal()?;
        let (was, is) = (before.as_deref().unwrap_or_default(), journal.as_deref().unwrap_or_default());
        if is != was && (was.is_empty() || !is.starts_with(was)) {
            before = journal;
            continue;
        }
        let mut state = kept?;
        let text = String::from_utf8_lossy(is);
        replay_lines(&mut state, &place.environment, &text, |_, _| ()).map_err(|problem| match problem {
            JournalProblem::Damaged(line) => StateFileError::Journal { path: journal_path.clone(), line },
            JournalProblem::Foreign(found) => StateFileError::ForeignJournal {
                path: journal_path.clone(),
                found,
                wanted: scope(&state.stack, &place.environment),
            },
        })?;
        return Ok(state);
    }
    Err(disk_error("read", &place.path, io::Error::other("it is replaced faster than it can be read")))
}

/// Opens the state for a run that writes.
///
/// # Errors
/// See [`StateFileError`]; [`StateFileError::Locked`] at once where another run holds it.
pub fn open_state(place: &StateFile) -> Result<StateStore<FileJournal>, StateFileError> {
    place.check_links()?;
    disk::create_local_folder(&place.work).map_err(|source| disk_error("create", &place.work, source))?;
    let lock_path = place.beside("lock");
    let lock = HeldLock::take(&lock_path).map_err(|error| match error {
        TryLockError::WouldBlock => StateFileError::Locked(place.path.clone()),
        TryLockError::Error(source) => disk_error("lock", &place.path, source),
    })?;
    let state = read_state(place)?;
    let mut journal = FileJournal {
        place: place.clone(),
        journal_path: place.journal_path(),
        stack: state.stack.clone(),
        journal: None,
        managed: None,
        _lock: lock,
    };
    if journal.journal_path.exists() {
        journal.checkpoint(&state).map_err(|source| disk_error("write", &place.path, source))?;
    }
    Ok(StateStore::new(state, journal))
}

impl Journal for FileJournal {
    fn append(&mut self, facts: &[JournalEntry]) -> io::Result<()> {
        self.record_managed(facts)?;
        if self.journal.is_none() {
            // What cannot be kept at the end is not begun.
            disk::check_replaceable(&self.place.path)?;
            self.journal = Some(disk::open_append(&self.journal_path, FileMode::Private)?);
        }
        let journal = self.journal.as_mut().expect("opened above");
        let before = journal.metadata()?.len();
        let written = disk::append_synced(journal, render_lines(&self.stack, &self.place.environment, facts));
        if written.is_err() {
            // A half-written line must not stand in front of later ones.
            let _ = journal.set_len(before);
        }
        written
    }

    fn checkpoint(&mut self, state: &State) -> io::Result<()> {
        state.stack.clone_into(&mut self.stack);
        disk::create_parent(&self.place.path)?;
        disk::replace_with(&self.place.path, FileMode::Shared, Overwrite::Replace, |out| {
            format::write_state(state, out)
        })?;
        self.journal = None;
        disk::remove(&self.journal_path)
    }

    fn save_snapshot(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        snapshot_store::store_snapshot(&self.place.work, snapshot)
    }
}

impl FileJournal {
    /// Notes the ids that facts bind. Deliberately not synced: losing a line costs a question before a deletion.
    fn record_managed(&mut self, facts: &[JournalEntry]) -> io::Result<()> {
        let bound: Vec<&Id> = facts.iter().filter_map(JournalEntry::bound).map(|(_, binding)| &binding.id).collect();
        if bound.is_empty() {
            return Ok(());
        }
        let record = match &mut self.managed {
            Some(record) => record,
            none => none.insert(ManagedRecord::open(&self.place)?),
        };
        record.add(bound)
    }
}

/// The record of a state file, open for more.
#[derive(Debug)]
struct ManagedRecord {
    known: BTreeSet<Id>,
    file: File,
}

impl ManagedRecord {
    fn open(place: &StateFile) -> io::Result<Self> {
        let known = read_managed_ids(place)?;
        Ok(Self { known, file: disk::open_append(place.managed_path(), FileMode::Private)? })
    }

    fn add<'a>(&mut self, ids: impl IntoIterator<Item = &'a Id>) -> io::Result<()> {
        let new: Vec<&Id> = ids.into_iter().filter(|id| !self.known.contains(*id)).collect();
        let lines: String = new.iter().map(|id| format!("{id}\n")).collect();
        self.file.write_all(lines.as_bytes())?;
        self.known.extend(new.into_iter().cloned());
        Ok(())
    }
}

/// The ids that runs on this machine bound with this state. Nothing that is read with the files of the project says them: the
/// record lies in the folder that belongs to this machine alone.
///
/// # Errors
/// The disk said no.
pub fn read_managed_ids(place: &StateFile) -> io::Result<BTreeSet<Id>> {
    let bytes = disk::read_own(place.managed_path(), MAX_STATE_BYTES)?.unwrap_or_default();
    Ok(String::from_utf8_lossy(&bytes).lines().filter_map(Id::new).collect())
}

/// Adds ids to the record that another home of the state shows to have been managed.
///
/// # Errors
/// The disk said no.
pub fn record_managed_ids<'a>(place: &StateFile, ids: impl IntoIterator<Item = &'a Id>) -> io::Result<()> {
    disk::create_local_folder(&place.work)?;
    ManagedRecord::open(place)?.add(ids)
}

/// What is wrong with the lines of a journal.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum JournalProblem {
    /// A line that is not the last is damaged: its number, from 1.
    Damaged(usize),
    /// A line was written for another stack or environment.
    Foreign(String),
}

/// Lines of a journal, each with the stack and environment that it belongs to.
pub(super) fn render_lines(stack: &str, environment: &str, facts: &[JournalEntry]) -> impl Iterator<Item = String> {
    let scope = scope(stack, environment);
    facts.iter().map(move |fact| format!("{scope} {}", format::render_journal_line(stack, fact)))
}

/// Takes the lines of a journal into the state that they follow. A torn last line is dropped.
pub(super) fn replay_lines(
    state: &mut State,
    environment: &str,
    text: &str,
    mut on_entry: impl FnMut(&State, &JournalEntry),
) -> Result<(), JournalProblem> {
    let scope = scope(&state.stack, environment);
    let mut lines = text.lines().enumerate().peekable();
    while let Some((at, line)) = lines.next() {
        let last = lines.peek().is_none();
        let (found, rest) = line.split_once(' ').unwrap_or((line, ""));
        if found != scope && !(last && rest.is_empty() && scope.starts_with(found)) {
            return Err(JournalProblem::Foreign(found.to_owned()));
        }
        match format::parse_journal_line(&state.stack, rest) {
            Some(fact) => {
                on_entry(state, &fact);
                state.apply_entry(fact);
            }
            None if last => {}
            None => return Err(JournalProblem::Damaged(at + 1)),
        }
    }
    Ok(())
}

fn scope(stack: &str, environment: &str) -> String {
    format!("{stack}/{environment}")
}

fn disk_error(act: &'static str, path: &Utf8Path, source: io::Error) -> StateFileError {
    StateFileError::Disk { act, path: path.to_owned(), source }
}
