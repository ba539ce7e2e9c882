//! The emulator's memory between runs: a file of one JSON value per line.
//!
//! The first line says format and version; each further line is one committed change. Always: what was answered as done
//! has been handed to the system before; a last line that was torn is dropped; a file of a newer version, or broken
//! anywhere else, is refused and left as it is; one process at a time. Rewriting replaces the file whole or not at all.
//! Decision: appending does not wait for the disk. It outlives the end of the process, which is what an emulator needs.
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::disk::{self, FileMode, HeldLock, Overwrite};
use crate::emulator::data_file_line::DataFileLine;
use crate::emulator::store::EmulatorStore;

const FORMAT: &str = "housestyle-emulator";
const VERSION: u32 = 4;
/// Lines that a file may have beyond twice what is held before it is rewritten.
const SLACK_LINES: u64 = 1000;
/// Bytes that a file may have beyond three times what it had when it was rewritten, before it is rewritten again.
const SLACK_BYTES: u64 = 32 << 20;

/// Why the file of an emulator cannot be used.
#[derive(Debug, Error)]
pub enum PersistError {
    /// Another process has it.
    #[error("`{path}` is used by another emulator")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A newer program wrote it.
    #[error("`{path}` was written by a newer version (format {version}, known up to {VERSION})")]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
    /// It is not such a file, or is broken before its last line.
    #[error("`{path}` is no emulator file: line {line}: {reason}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The system refused.
    #[error("cannot {act} `{path}`")]
    Io {
        /// What was tried.
        act: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        source: io::Error,
    },
}

/// Most bytes of a file that is read: an account of ten thousand full lists has less.
const MOST_BYTES: u64 = 4 << 30;

#[derive(Serialize, Deserialize)]
struct DataFileHeader {
    format: String,
    version: u32,
    /// Identifiers given out by then.
    #[serde(default)]
    ids_issued: u64,
}

/// The open file.
#[derive(Debug)]
pub(crate) struct DataFile {
    path: PathBuf,
    /// None while the file is replaced, and after that failed.
    file: Option<File>,
    length: u64,
    lines: u64,
    /// Its length when it was rewritten.
    compacted_length: u64,
    is_broken: bool,
    /// Held as long as the file is open. A file of its own, since the data file is replaced when it is rewritten.
    _lock: HeldLock,
}

impl DataFile {
    /// Opens the file, or makes it, and takes its changes into an empty store.
    pub(crate) fn open(path: &Path, store: &mut EmulatorStore) -> Result<Self, PersistError> {
        let io = |act| move |source| PersistError::Io { act, path: path.to_owned(), source };
        disk::create_parent(path).map_err(io("make the folder of"))?;
        let lock_path = path.with_added_extension("lock");
        let lock = HeldLock::take(&lock_path).map_err(|error| match error {
            TryLockError::WouldBlock => PersistError::InUse { path: path.to_owned() },
            TryLockError::Error(source) => PersistError::Io { act: "lock", path: path.to_owned(), source },
        })?;
        let bytes = disk::read_own(path, MOST_BYTES).map_err(io("read"))?.unwrap_or_default();
        let ReplayedFile { valid_bytes: kept, lines, version } = replay_lines(path, &bytes, store)?;
        let file = disk::open_append(path, FileMode::Private).map_err(io("open"))?;
        let mut data = Self {
            path: path.to_owned(),
            file: Some(file),
            length: kept as u64,
            lines,
            compacted_length: kept as u64,
            is_broken: false,
            _lock: lock,
        };
        if kept < bytes.len() {
            data.truncate().map_err(io("drop the torn line of"))?;
        }
        // What an older program would misread is only added below a header that it refuses.
        if kept == 0 || version < VERSION || data.needs_compaction(store) {
            data.rewrite_file(store)?;
        }
        Ok(data)
    }

    /// Adds the changes that the store has not settled yet.
    pub(crate) fn append_changes(&mut self, store: &EmulatorStore) -> Result<(), PersistError> {
        let mut lines = Vec::new();
        let mut count = 0;
        for change in store.pending_changes().iter().filter_map(DataFileLine::from_change) {
            write_line(&mut lines, &change);
            count += 1;
        }
        let outcome = match &mut self.file {
            Some(file) if !self.is_broken => file.write_all(&lines),
            Some(_) | None => Err(io::Error::other("an earlier write failed")),
        };
        if let Err(source) = outcome {
            // What came of it must not stay: the next line would be appended to half a line.
            self.is_broken = self.truncate().is_err();
            return Err(PersistError::Io { act: "write", path: self.path.clone(), source });
        }
        self.length += lines.len() as u64;
        self.lines += count;
        Ok(())
    }

    /// Rewrites the file when most of it is history.
    pub(crate) fn compact(&mut self, store: &EmulatorStore) {
        if self.needs_compaction(store) && self.rewrite_file(store).is_err() {
            // The file is as it was; to try again at every write would help nobody.
            self.lines = 0;
            self.compacted_length = self.length;
        }
    }

    /// Takes away what was written beyond what holds.
    fn truncate(&self) -> io::Result<()> {
        self.file.as_ref().map_or_else(|| Err(io::Error::other("it is not open")), |file| file.set_len(self.length))
    }

    fn needs_compaction(&self, store: &EmulatorStore) -> bool {
        self.lines > SLACK_LINES + 2 * store.record_count() as u64
            || self.length > SLACK_BYTES + 3 * self.compacted_length
    }

    /// Replaces the file by one that holds what the store holds now.
    pub(crate) fn rewrite_file(&mut self, store: &EmulatorStore) -> Result<(), PersistError> {
        let io = |act| {
            let path = self.path.clone();
            move |source| PersistError::Io { act, path, source }
        };
        let mut bytes = Vec::new();
        write_line(
            &mut bytes,
            &DataFileHeader { format: FORMAT.to_owned(), version: VERSION, ids_issued: store.ids_issued() },
        );
        let mut lines = 0;
        for change in store.as_changes().iter().filter_map(DataFileLine::from_change) {
            write_line(&mut bytes, &change);
            lines += 1;
        }
        // Closed first: Windows replaces no file that is open.
        self.file = None;
        let replaced = disk::replace(&self.path, &bytes, FileMode::Private, Overwrite::Replace);
        let file = disk::open_append(&self.path, FileMode::Private).map_err(io("open"))?;
        if let Err(source) = replaced {
            // Which of the two files it is, its length tells.
            self.length = file.metadata().map_or(self.length, |found| found.len());
            self.file = Some(file);
            return Err(io("replace")(source));
        }
        self.file = Some(file);
        self.length = bytes.len() as u64;
        self.compacted_length = self.length;
        self.lines = lines;
        self.is_broken = false;
        Ok(())
    }
}

/// Opens a file that lines of the log are appended to, for its owner alone.
///
/// # Errors
/// When it cannot be opened.
pub fn open_log_file(path: &Path) -> io::Result<File> {
    disk::open_append(path, FileMode::Private)
}

/// What was found in a file.
struct ReplayedFile {
    /// How many of its bytes hold.
    valid_bytes: usize,
    /// How many changes they are.
    lines: u64,
    /// Its version.
    version: u32,
}

/// Takes in the lines of a file.
fn replay_lines(path: &Path, bytes: &[u8], store: &mut EmulatorStore) -> Result<ReplayedFile, PersistError> {
    let unreadable = |line, reason: String| PersistError::Unreadable { path: path.to_owned(), line, reason };
    let mut kept = 0;
    let mut lines = 0;
    let mut version = VERSION;
    for (at, written) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let last = kept + written.len() == bytes.len();
        let whole = written.ends_with(b"\n");
        if at == 0 {
            match serde_json::from_slice::<DataFileHeader>(written) {
                Ok(header) if header.format == FORMAT && header.version > VERSION => {
                    return Err(PersistError::Newer { path: path.to_owned(), version: header.version });
                }
                Ok(header) if header.format == FORMAT && whole => {
                    store.set_ids_issued(header.ids_issued);
                    version = header.version;
                }
                Ok(_) => return Err(unreadable(1, "no header of an emulator file".to_owned())),
                Err(error) => return Err(unreadable(1, error.to_string())),
            }
        } else {
            match serde_json::from_slice::<DataFileLine>(written) {
                Ok(line) if whole => store.replay_change(line.into_change()),
                Ok(_) => break,
                Err(_) if last => break,
                Err(error) => return Err(unreadable(at + 1, error.to_string())),
            }
            lines += 1;
        }
        kept += written.len();
    }
    Ok(ReplayedFile { valid_bytes: kept, lines, version })
}

fn write_line(into: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(&mut *into, value).expect("names and texts always have a JSON form");
    into.push(b'\n');
}
