//! Where the state of many runners lies: one interface, and what is kept there.
//!
//! A backend keeps a few documents as one unit under a revision: the state, the journal of the run under way, and who that
//! run is (its lease). Always holds: a unit is replaced only if its revision is still the one that was read, so whoever
//! reads sees a state and a journal that belong together, and of two writers one is told that it lost.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long one command of a store may take that writes: a request, a process. Longer ones are ended, and their outcome is
/// unknown. A lease is held for certain for so much less than until it expires.
pub const COMMAND_LIMIT: Duration = Duration::from_secs(15);

/// Largest state that is kept and read, in bytes.
pub const MAX_STATE_BYTES: usize = 64 << 20;

/// Ends the command of a store that is under way, from another thread. Once set it stays set.
#[derive(Clone, Debug, Default)]
pub struct CommandStop(Arc<AtomicBool>);

impl CommandStop {
    /// Ends what is under way, and what begins later.
    pub fn request(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether commands are to end.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Names one version of the documents. Equal revisions mean equal documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision(pub String);

/// What a backend keeps as one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreDocuments {
    /// The state, as [`crate::state::format`] renders it; none before the first run.
    pub state: Option<String>,
    /// Lines of the journal that are not in the state yet.
    pub journal: String,
    /// The run that holds the lease.
    pub run: Option<RunRecord>,
    /// Where the state was moved to.
    pub moved_to: Option<String>,
}

/// Who holds the lease, since when, and how often it was renewed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Random name of the run.
    pub holder: String,
    /// Person and machine, or the address of the pipeline's run.
    pub who: String,
    /// When the run began, by its own clock: shown, never compared.
    pub since: String,
    /// Environment of the project.
    pub environment: String,
    /// Rises with every renewal.
    pub beat: u64,
}

/// Why documents are replaced, for the history of the backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitNote {
    /// One line, then details.
    pub message: String,
    /// Whether a run ends with it. What a run writes on the way does not stay in the history.
    pub ends_run: bool,
}

/// One run in the history of a backend, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// Its revision.
    pub revision: Revision,
    /// When it was written, as the backend tells it.
    pub time: String,
    /// The message of its [`CommitNote`].
    pub message: String,
}

/// Why a backend did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum BackendError {
    /// Somebody else replaced the documents since they were read.
    #[error("{0} was changed by another run")]
    Changed(String),
    /// The place did not replace the documents, although nobody else did: another writer at the same moment, or something
    /// that stays in the way.
    #[error("{place} does not take the state, although nobody changed it: {reason}")]
    Contended {
        /// Which place.
        place: String,
        /// Its words.
        reason: String,
    },
    /// The place takes no such documents, from nobody or from this person.
    #[error("{place} rejected the state: {reason}")]
    Refused {
        /// Which place.
        place: String,
        /// Its words.
        reason: String,
    },
    /// The place cannot be reached; trying again later may help.
    #[error("{place} cannot be reached: {reason}")]
    Unreachable {
        /// Which place.
        place: String,
        /// Why not.
        reason: String,
    },
    /// What is there is no state, or cannot be there.
    #[error("the state in {place} cannot be used: {reason}")]
    Unusable {
        /// Which place.
        place: String,
        /// Why not.
        reason: String,
    },
    /// The place replaces what another run wrote meanwhile, so it cannot keep a state of many runners.
    #[error("{0} ignores the conditions of writes: two runs would overwrite each other's state")]
    Unconditional(String),
    /// This machine lacks something.
    #[error("cannot run git: {0}")]
    NoGit(#[from] io::Error),
}

/// One home of states. Every call waits for the answer of the place.
pub trait StateBackend: Send {
    /// Commands under way end soon after `stop` is requested, where the place can be left in the middle of one.
    fn stop_on(&mut self, stop: CommandStop) {
        let _ended_by_its_own_limits = stop;
    }

    /// The documents and their revision; none of either before the first write.
    ///
    /// # Errors
    /// See [`BackendError`].
    fn read(&mut self) -> Result<(Option<Revision>, StoreDocuments), BackendError>;

    /// The revision alone.
    ///
    /// # Errors
    /// See [`BackendError`].
    fn current_revision(&mut self) -> Result<Option<Revision>, BackendError>;

    /// Replaces the documents if their revision is still the expected one (none: if there are none yet).
    ///
    /// # Errors
    /// [`BackendError::Changed`] where it is not; then nothing was replaced. [`BackendError::Contended`] where it is, and
    /// nothing was replaced all the same.
    fn replace_if(
        &mut self,
        expected: Option<&Revision>,
        documents: &StoreDocuments,
        note: &CommitNote,
    ) -> Result<Revision, BackendError>;

    /// Puts back what was there before `expected` was written, as if the run had not been: for a run that changed nothing.
    ///
    /// # Errors
    /// [`BackendError::Changed`] where somebody else wrote since.
    fn restore(
        &mut self,
        expected: &Revision,
        before: Option<&Revision>,
        documents: &StoreDocuments,
    ) -> Result<(), BackendError>;

    /// The last runs, newest first.
    ///
    /// # Errors
    /// See [`BackendError`].
    fn history(&mut self, limit: usize) -> Result<Vec<HistoryEntry>, BackendError>;

    /// The place in words: `refs/housestyle/… of origin`.
    fn place(&self) -> String;
}
