//! The lease on a shared state: taken by compare-and-swap, renewed while the run works, free again when nobody renews it.
//!
//! Always holds: no two clocks are compared. A lease is free when an observer has seen the same beat for [`EXPIRY`] by its
//! own monotonic clock; so nothing stays locked after a runner died, and nobody has to break a lock by hand. What a holder
//! may still send is the matter of its [`Fence`]. Waiting makes progress or ends: a place that refuses the lease three times
//! although nobody changed it is told in its own words.
//!
//! The commands of a store run beside the caller, so that whoever waits for one can be stopped.

use std::io;
use std::time::Duration;

use camino::Utf8PathBuf;
use tokio::time::Instant;

use crate::fence::Fence;
use crate::state::backend::{
    BackendError, COMMAND_LIMIT, CommandStop, CommitNote, Revision, RunRecord, StateBackend, StoreDocuments,
};
use crate::state::file::JournalProblem;
use crate::state::leased_journal::{HeldLease, LeasedJournal, Renewals};
use crate::state::{Journal, JournalEntry, RunSummary, State, StateStore, file, format};

/// How often a lease is renewed.
pub const BEAT: Duration = Duration::from_secs(15);
/// How long the same beat is looked at before the lease counts as free.
pub const EXPIRY: Duration = Duration::from_secs(60);
/// How long a lease certainly holds, counted from before its last renewal began.
pub const SAFE: Duration = EXPIRY.saturating_sub(COMMAND_LIMIT);
/// How often whoever waits looks again.
const POLL: Duration = Duration::from_secs(3);
/// How often whoever has just begun to wait looks again: most runs are short.
const FIRST_POLL: Duration = Duration::from_millis(500);
/// How often a place may refuse the lease of one revision.
const MAX_REFUSALS: u32 = 3;
/// How often others may be quicker, once the patience is over.
const MAX_LOST_RACES: u32 = 20;

/// How a lease is asked for.
#[derive(Clone, Debug)]
pub struct LeaseRequest {
    /// Who asks.
    pub run: RunRecord,
    /// Name of the project's state, part of every tag.
    pub stack: String,
    /// How long to wait for another run.
    pub patience: Duration,
    /// Folder for what belongs to this machine alone.
    pub work: Utf8PathBuf,
    /// Who renews the lease, and how often.
    pub renewals: Renewals,
    /// How long the same beat is looked at: [`EXPIRY`], less in tests.
    pub expiry: Duration,
    /// What every request that writes has to pass.
    pub fence: Fence,
}

/// Told once, and why, when a lease is lost.
pub type OnLost = Box<dyn Fn(&str) + Send + Sync>;

/// Why a lease was not given.
#[derive(Debug, thiserror::Error)]
pub enum LeaseError {
    /// Another run holds it.
    #[error("another run has locked the state in {place}: {who}, since {since}")]
    Held {
        /// Which place.
        place: String,
        /// Who holds it.
        who: String,
        /// Since when, by the clock of the holder.
        since: String,
    },
    /// The place did not answer while the run wanted to wait for the lease.
    #[error("{place} did not answer within the {} seconds of --lock-timeout", patience.as_secs())]
    Silent {
        /// Which place.
        place: String,
        /// How long the run wanted to wait.
        patience: Duration,
    },
    /// The state is elsewhere now.
    #[error("the state in {place} was moved to {to}")]
    Moved {
        /// Which place.
        place: String,
        /// Where it went.
        to: String,
    },
    /// The state or its journal cannot be read.
    #[error("the state in {place} cannot be used: {reason}")]
    Format {
        /// Which place.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// It belongs to another project.
    #[error("the state in {place} belongs to the stack `{found}`, this project is the stack `{wanted}`")]
    Stack {
        /// Which place.
        place: String,
        /// The stack of the state.
        found: String,
        /// The stack of the project.
        wanted: String,
    },
    /// The backend failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

/// The lease went to another run, or could not be renewed in time.
#[derive(Debug, thiserror::Error)]
#[error("the lease on the state was lost: {0}")]
pub struct LeaseLost(pub(super) String);

/// Whether an error of a journal means that the lease is gone.
#[must_use]
pub fn is_lease_lost(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<LeaseLost>())
}

/// Reads a shared state without a lease: state and journal of one revision.
///
/// # Errors
/// See [`LeaseError`].
pub fn read_shared(
    backend: &mut dyn StateBackend,
    stack: &str,
    environment: &str,
) -> Result<(State, Option<RunRecord>), LeaseError> {
    let (_, documents) = backend.read()?;
    let (state, _) = fold_documents(&backend.place(), &documents, stack, environment)?;
    Ok((state, documents.run))
}

/// Waits for the lease and takes it. `on_wait` is told whom the run waits for, each time it looks again. Whoever stops waiting
/// ends the command of the store that is under way.
///
/// # Errors
/// [`LeaseError::Held`] where another run still renews it when the patience is over, [`LeaseError::Silent`] where the place does
/// not answer until then; [`BackendError::Contended`] where the place
/// does not take the lease although nobody else has it.
pub async fn acquire_lease(
    backend: Box<dyn StateBackend>,
    request: &LeaseRequest,
    on_wait: &dyn Fn(&RunRecord, Duration),
    on_lost: OnLost,
) -> Result<StateStore<Box<dyn Journal>>, LeaseError> {
    let started = Instant::now();
    let mut store = WatchedStore::new(backend, started, request.patience);
    let mut seen: Option<(Option<Revision>, Instant)> = None;
    let mut refusals = RefusalsInARow::default();
    let mut waits_for: Option<RunRecord> = None;
    loop {
        let read = store.run(|backend| backend.read()).await;
        let (revision, documents) = match (read, &waits_for) {
            (Err(LeaseError::Silent { place, .. }), Some(holder)) => return Err(held_error(place, holder)),
            (read, _) => read??,
        };
        let now = Instant::now();
        let unchanged_for = match &seen {
            Some((before, at)) if *before == revision => now - *at,
            Some(_) | None => {
                seen = Some((revision.clone(), now));
                Duration::ZERO
            }
        };
        let holder = documents.run.as_ref().filter(|_| unchanged_for < request.expiry);
        if let Some(holder) = holder {
            if now - started >= request.patience {
                return Err(held_error(store.place(), holder));
            }
            on_wait(holder, now - started);
            waits_for = Some(holder.clone());
            let pause = if now - started < POLL { FIRST_POLL } else { POLL };
            tokio::time::sleep(pause.min(request.patience.saturating_sub(now - started))).await;
            continue;
        }
        waits_for = None;
        let (state, recovered) = fold_documents(&store.place(), &documents, &request.stack, &request.run.environment)?;
        let taken = StoreDocuments {
            state: (documents.state.is_some() || !documents.journal.is_empty()).then(|| format::render_state(&state)),
            run: Some(request.run.clone()),
            ..StoreDocuments::default()
        };
        let note = CommitNote { message: format!("run of {}", request.run.who), ends_run: false };
        let (expected, written) = (revision.clone(), taken.clone());
        let renewed = request.fence.now();
        match store.run(move |backend| backend.replace_if(expected.as_ref(), &written, &note)).await? {
            Ok(held) => {
                // What a dead run left is folded by now: it must not come back.
                let kept = documents.run.is_some() || !documents.journal.is_empty();
                let lease = HeldLease {
                    backend: store.into_backend(),
                    revision: held,
                    before: revision,
                    documents_before: documents,
                    documents: taken,
                    run: request.run.clone(),
                    renewed,
                    safe: request.expiry.saturating_sub(COMMAND_LIMIT),
                    kept,
                    recovered: recovered.clone(),
                    on_lost,
                };
                let journal = LeasedJournal::start(lease, request);
                let mut opened: StateStore<Box<dyn Journal>> = StateStore::new(state, Box::new(journal));
                *opened.summary_mut() = recovered;
                return Ok(opened);
            }
            Err(error @ (BackendError::Changed(_) | BackendError::Contended { .. })) => {
                refusals.note(revision, error, started.elapsed() >= request.patience)?;
                tokio::time::sleep(FIRST_POLL).await;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

fn held_error(place: String, holder: &RunRecord) -> LeaseError {
    LeaseError::Held { place, who: holder.who.clone(), since: holder.since.clone() }
}

/// RefusalsInARow of a place in a row.
#[derive(Default)]
struct RefusalsInARow {
    revision: Option<Option<Revision>>,
    of_this_revision: u32,
    all: u32,
}

impl RefusalsInARow {
    /// Takes one in.
    ///
    /// # Errors
    /// The refusal, where trying again would be no progress.
    fn note(
        &mut self,
        revision: Option<Revision>,
        error: BackendError,
        is_impatient: bool,
    ) -> Result<(), BackendError> {
        self.all += 1;
        if self.revision.as_ref() == Some(&revision) {
            self.of_this_revision += 1;
        } else {
            (self.revision, self.of_this_revision) = (Some(revision), 1);
        }
        let goes_on = self.of_this_revision < MAX_REFUSALS && !(is_impatient && self.all >= MAX_LOST_RACES);
        if goes_on { Ok(()) } else { Err(error) }
    }
}

/// A store whose commands run beside the caller, and end when the patience is over or this is dropped.
struct WatchedStore {
    backend: Option<Box<dyn StateBackend>>,
    place: String,
    stop: CommandStop,
    started: Instant,
    patience: Duration,
}

impl WatchedStore {
    fn new(mut backend: Box<dyn StateBackend>, started: Instant, patience: Duration) -> Self {
        let stop = CommandStop::default();
        backend.stop_on(stop.clone());
        Self { place: backend.place(), backend: Some(backend), stop, started, patience }
    }

    fn place(&self) -> String {
        self.place.clone()
    }

    /// Until when a command may go on that begins now. Who does not wait for others leaves the store its own limits; one that
    /// begins at the end of the patience is the last look.
    fn deadline(&self) -> Option<Instant> {
        let last_look = Instant::now() + FIRST_POLL;
        (!self.patience.is_zero()).then(|| last_look.max(self.started + self.patience))
    }

    /// Has the store do something.
    ///
    /// # Errors
    /// [`LeaseError::Silent`] where it takes longer than the patience; then this is at its end.
    async fn run<R: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut dyn StateBackend) -> R + Send + 'static,
    ) -> Result<R, LeaseError> {
        let deadline = self.deadline();
        let mut backend = self.backend.take().expect("one command at a time");
        let command = tokio::task::spawn_blocking(move || {
            let answer = work(backend.as_mut());
            (backend, answer)
        });
        let ended = match deadline {
            Some(deadline) => tokio::time::timeout_at(deadline, command).await,
            None => Ok(command.await),
        };
        let silent = |_| LeaseError::Silent { place: self.place(), patience: self.patience };
        let (backend, answer) = ended.map_err(silent)?.expect("a command of a store ends");
        self.backend = Some(backend);
        Ok(answer)
    }

    fn into_backend(mut self) -> Box<dyn StateBackend> {
        // What the run that begins now has under way is not ended by the end of this.
        self.stop = CommandStop::default();
        self.backend.take().expect("no command is under way")
    }
}

impl Drop for WatchedStore {
    fn drop(&mut self) {
        self.stop.request();
    }
}

/// The state with its journal taken in, and what that journal did: the run that wrote it could not tell the history.
fn fold_documents(
    place: &str,
    documents: &StoreDocuments,
    stack: &str,
    environment: &str,
) -> Result<(State, RunSummary), LeaseError> {
    let place = place.to_owned();
    if let Some(to) = &documents.moved_to {
        return Err(LeaseError::Moved { place, to: to.clone() });
    }
    let unusable = |reason: String| LeaseError::Format { place: place.clone(), reason };
    let mut state = match &documents.state {
        Some(text) => format::parse_state(text).map_err(|error| unusable(error.to_string()))?,
        None => State { stack: stack.to_owned(), ..State::default() },
    };
    if !state.stack.is_empty() && state.stack != stack {
        return Err(LeaseError::Stack { place, found: state.stack, wanted: stack.to_owned() });
    }
    let mut recovered = RunSummary::default();
    let note = |before: &State, entry: &JournalEntry| recovered.note_entry(before, entry);
    file::replay_lines(&mut state, environment, &documents.journal, note).map_err(|problem| match problem {
        JournalProblem::Damaged(line) => unusable(format!("its journal is damaged at line {line}")),
        JournalProblem::Foreign(found) => unusable(format!("its journal belongs to `{found}`")),
    })?;
    Ok((state, recovered))
}
