//! The lease on a shared state: taken by compare-and-swap, renewed while the run works, free again when nobody renews it.
//!
//! Always holds: no two clocks are compared. A lease is free when an observer has seen the same beat for [`EXPIRY`] by its
//! own monotonic clock; so nothing stays locked after a runner died, and nobody has to break a lock by hand. A holder that
//! finds its lease gone keeps nothing more and says so ([`LeaseLost`]): the run ends after the calls in flight.
//!
//! Claims of creations are durable before [`Journal::append`] returns; other facts travel with the next beat or the end of
//! the run. What a machine loses between two beats is found again by its tag.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use camino::Utf8PathBuf;
use tokio::time::Instant;

use crate::state::backend::{BackendError, CommitNote, Revision, RunRecord, StateBackend, StoreDocuments};
use crate::state::file::JournalProblem;
use crate::state::snapshot::Snapshot;
use crate::state::{Journal, JournalEntry, RunSummary, State, StateStore, file, format, snapshot_store};

/// How often a lease is renewed.
pub const BEAT: Duration = Duration::from_secs(20);
/// How long the same beat is looked at before the lease counts as free.
pub const EXPIRY: Duration = Duration::from_secs(60);
/// How often whoever waits looks again.
const POLL: Duration = Duration::from_secs(3);
/// How often whoever has just begun to wait looks again: most runs are short.
const FIRST_POLL: Duration = Duration::from_millis(500);
/// A holder that could not renew for so long must take its lease for lost: another may hold it soon.
const SAFE: Duration = Duration::from_secs(45);

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
    /// How often the lease is renewed: [`BEAT`], less in tests.
    pub beat: Duration,
    /// How long the same beat is looked at: [`EXPIRY`], less in tests.
    pub expiry: Duration,
}

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
pub struct LeaseLost(String);

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
    let (state, _) = fold_documents(backend, &documents, stack, environment)?;
    Ok((state, documents.run))
}

/// Waits for the lease and takes it. `on_wait` is told whom the run waits for, each time it looks again.
///
/// # Errors
/// [`LeaseError::Held`] where another run still renews it when the patience is over.
pub async fn acquire_lease(
    mut backend: Box<dyn StateBackend>,
    request: &LeaseRequest,
    on_wait: &dyn Fn(&RunRecord, Duration),
    on_lost: Box<dyn Fn() + Send + Sync>,
) -> Result<StateStore<Box<dyn Journal>>, LeaseError> {
    let started = Instant::now();
    let mut seen: Option<(Option<Revision>, Instant)> = None;
    loop {
        let (revision, documents) = backend.read()?;
        let now = Instant::now();
        let unchanged_for = match &seen {
            Some((before, at)) if *before == revision => now - *at,
            Some(_) | None => {
                seen = Some((revision.clone(), now));
                Duration::ZERO
            }
        };
        let free = documents.run.is_none() || unchanged_for >= request.expiry;
        if !free {
            let holder = documents.run.as_ref().expect("what is not free is held");
            if now - started >= request.patience {
                return Err(LeaseError::Held {
                    place: backend.place(),
                    who: holder.who.clone(),
                    since: holder.since.clone(),
                });
            }
            on_wait(holder, now - started);
            let pause = if now - started < POLL { FIRST_POLL } else { POLL };
            tokio::time::sleep(pause.min(request.patience.saturating_sub(now - started))).await;
            continue;
        }
        let (state, recovered) =
            fold_documents(backend.as_ref(), &documents, &request.stack, &request.run.environment)?;
        let taken = StoreDocuments {
            state: (documents.state.is_some() || !documents.journal.is_empty()).then(|| format::render_state(&state)),
            run: Some(request.run.clone()),
            ..StoreDocuments::default()
        };
        let note = CommitNote { message: format!("run of {}", request.run.who), ends_run: false };
        match backend.replace_if(revision.as_ref(), &taken, &note) {
            Ok(held) => {
                // What a dead run left is folded by now: it must not come back.
                let kept = documents.run.is_some() || !documents.journal.is_empty();
                let inner = LeaseInner {
                    backend,
                    revision: held,
                    before: revision,
                    documents_before: documents,
                    documents: taken,
                    run: request.run.clone(),
                    renewed: Instant::now(),
                    unsaved: false,
                    kept,
                    released: false,
                    lost: None,
                    recovered: recovered.clone(),
                    on_lost,
                };
                let journal = LeasedJournal::start(inner, &request.stack, request.work.clone(), request.beat);
                let mut store: StateStore<Box<dyn Journal>> = StateStore::new(state, Box::new(journal));
                *store.summary_mut() = recovered;
                return Ok(store);
            }
            Err(BackendError::Changed(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The state with its journal taken in, and what that journal did: the run that wrote it could not tell the history.
fn fold_documents(
    backend: &dyn StateBackend,
    documents: &StoreDocuments,
    stack: &str,
    environment: &str,
) -> Result<(State, RunSummary), LeaseError> {
    let place = backend.place();
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

struct LeaseInner {
    backend: Box<dyn StateBackend>,
    revision: Revision,
    before: Option<Revision>,
    documents_before: StoreDocuments,
    documents: StoreDocuments,
    run: RunRecord,
    renewed: Instant,
    /// Whether facts wait for the next beat.
    unsaved: bool,
    /// Whether anything was recorded that must stay.
    kept: bool,
    released: bool,
    lost: Option<String>,
    /// What a dead run did that this one took up.
    recovered: RunSummary,
    on_lost: Box<dyn Fn() + Send + Sync>,
}

impl LeaseInner {
    /// Writes the documents as they are now, with the next beat.
    fn renew(&mut self) -> io::Result<()> {
        self.check_held()?;
        self.run.beat += 1;
        self.documents.run = Some(self.run.clone());
        let note = CommitNote { message: format!("run of {}", self.run.who), ends_run: false };
        let replaced = self.backend.replace_if(Some(&self.revision), &self.documents, &note);
        self.note_outcome(replaced)
    }

    fn note_outcome(&mut self, replaced: Result<Revision, BackendError>) -> io::Result<()> {
        match replaced {
            Ok(revision) => {
                self.revision = revision;
                self.renewed = Instant::now();
                self.unsaved = false;
                Ok(())
            }
            Err(BackendError::Changed(place)) => Err(self.lose(format!("another run took over in {place}"))),
            Err(error) if self.renewed.elapsed() >= SAFE => Err(self.lose(error.to_string())),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn lose(&mut self, why: String) -> io::Error {
        if self.lost.is_none() {
            (self.on_lost)();
        }
        let why = self.lost.get_or_insert(why).clone();
        io::Error::other(LeaseLost(why))
    }

    /// A machine that slept may have lost its lease without a failed beat: then one is due first.
    fn check_held(&mut self) -> io::Result<()> {
        match &self.lost {
            Some(why) => Err(io::Error::other(LeaseLost(why.clone()))),
            None if self.released => Err(io::Error::other("the lease on the state was given back")),
            None => Ok(()),
        }
    }
}

/// The journal of a run that holds the lease on a shared state.
pub struct LeasedJournal {
    inner: Arc<Mutex<LeaseInner>>,
    stack: String,
    work: Utf8PathBuf,
    stop_beat: Option<Sender<()>>,
    beating: Option<JoinHandle<()>>,
}

impl LeasedJournal {
    fn start(inner: LeaseInner, stack: &str, work: Utf8PathBuf, beat: Duration) -> Self {
        let inner = Arc::new(Mutex::new(inner));
        let (stop, stopped) = channel::<()>();
        let shared = inner.clone();
        let beating = std::thread::spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(beat) {
                // A beat that failed is tried again with the next one, until the lease counts as lost.
                let _tried = lock_inner(&shared).renew();
            }
        });
        Self { inner, stack: stack.to_owned(), work, stop_beat: Some(stop), beating: Some(beating) }
    }

    fn stop_beating(&mut self) {
        drop(self.stop_beat.take());
        if let Some(beating) = self.beating.take() {
            let _ended = beating.join();
        }
    }
}

fn lock_inner(inner: &Mutex<LeaseInner>) -> MutexGuard<'_, LeaseInner> {
    inner.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Journal for LeasedJournal {
    fn append(&mut self, facts: &[JournalEntry]) -> io::Result<()> {
        let mut inner = lock_inner(&self.inner);
        inner.check_held()?;
        if inner.renewed.elapsed() >= SAFE {
            inner.renew()?;
        }
        let length = inner.documents.journal.len();
        let lines: String = file::render_lines(&self.stack, &inner.run.environment, facts).collect();
        inner.documents.journal.push_str(&lines);
        inner.unsaved = true;
        inner.kept = true;
        let claims = facts.iter().any(|fact| matches!(fact, JournalEntry::CreationStarted(..)));
        if claims && let Err(error) = inner.renew() {
            inner.documents.journal.truncate(length);
            return Err(error);
        }
        Ok(())
    }

    fn checkpoint(&mut self, state: &State) -> io::Result<()> {
        state.stack.clone_into(&mut self.stack);
        let mut inner = lock_inner(&self.inner);
        inner.check_held()?;
        inner.documents.state = Some(format::render_state(state));
        inner.documents.journal = String::new();
        inner.unsaved = true;
        Ok(())
    }

    fn finish(&mut self, state: &State, summary: &RunSummary) -> io::Result<()> {
        self.stop_beating();
        let mut inner = lock_inner(&self.inner);
        inner.check_held()?;
        inner.documents = StoreDocuments { state: Some(format::render_state(state)), ..StoreDocuments::default() };
        let note = CommitNote { message: summary.render(&inner.run), ends_run: true };
        let mut last = None;
        // The end of a run is worth more than one try: until the lease expires, nobody else writes.
        for _ in 0..3 {
            let LeaseInner { backend, revision, documents, .. } = &mut *inner;
            let replaced = backend.replace_if(Some(revision), documents, &note);
            match inner.note_outcome(replaced) {
                Ok(()) => {
                    inner.released = true;
                    return Ok(());
                }
                Err(error) if is_lease_lost(&error) => return Err(error),
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or_else(|| io::Error::other("the state could not be written")))
    }

    fn save_snapshot(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        snapshot_store::store_snapshot(&self.work, snapshot)
    }
}

impl Drop for LeasedJournal {
    /// Gives the lease back: a run that recorded nothing leaves no trace, one that was cut short leaves its journal.
    fn drop(&mut self) {
        self.stop_beating();
        let mut inner = lock_inner(&self.inner);
        if inner.released || inner.lost.is_some() {
            return;
        }
        let LeaseInner { backend, revision, before, documents_before, documents, kept, run, recovered, .. } =
            &mut *inner;
        let _left = if *kept {
            let taken_up = recovered.render_lines();
            let message = format!("run of {}, ended early\n{taken_up}", run.who);
            let note = CommitNote { message, ends_run: true };
            let documents = StoreDocuments { run: None, ..documents.clone() };
            backend.replace_if(Some(revision), &documents, &note).map(|_| ())
        } else {
            backend.restore(revision, before.as_ref(), documents_before)
        };
        inner.released = true;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::model::{Address, Key, Kind};
    use crate::state::backend::HistoryEntry;

    /// A place of one set of documents, which cannot be reached as often as it is told.
    #[derive(Clone, Default)]
    struct Place {
        kept: Arc<Mutex<(Option<Revision>, StoreDocuments)>>,
        unreachable: Arc<AtomicUsize>,
        written: Arc<AtomicUsize>,
    }

    impl StateBackend for Place {
        fn read(&mut self) -> Result<(Option<Revision>, StoreDocuments), BackendError> {
            Ok(self.kept.lock().unwrap().clone())
        }

        fn current_revision(&mut self) -> Result<Option<Revision>, BackendError> {
            Ok(self.kept.lock().unwrap().0.clone())
        }

        fn replace_if(
            &mut self,
            expected: Option<&Revision>,
            documents: &StoreDocuments,
            _: &CommitNote,
        ) -> Result<Revision, BackendError> {
            let left = |n: usize| n.checked_sub(1);
            if self.unreachable.fetch_update(Ordering::SeqCst, Ordering::SeqCst, left).is_ok() {
                return Err(BackendError::Unreachable { place: self.place(), reason: "no route".to_owned() });
            }
            let mut kept = self.kept.lock().unwrap();
            if kept.0.as_ref() != expected {
                return Err(BackendError::Changed(self.place()));
            }
            let revision = Revision(self.written.fetch_add(1, Ordering::SeqCst).to_string());
            *kept = (Some(revision.clone()), documents.clone());
            Ok(revision)
        }

        fn restore(&mut self, _: &Revision, _: Option<&Revision>, _: &StoreDocuments) -> Result<(), BackendError> {
            Ok(())
        }

        fn history(&mut self, _: usize) -> Result<Vec<HistoryEntry>, BackendError> {
            Ok(Vec::new())
        }

        fn place(&self) -> String {
            "a place".to_owned()
        }
    }

    /// The state of a run that holds the lease, and how often it was told that the lease is lost.
    async fn held(place: &Place) -> (StateStore<Box<dyn Journal>>, Arc<AtomicUsize>) {
        let request = LeaseRequest {
            run: RunRecord {
                holder: "one".to_owned(),
                who: "runner one".to_owned(),
                since: "2026-01-01T00:00:00Z".to_owned(),
                environment: "default".to_owned(),
                beat: 0,
            },
            stack: "shop".to_owned(),
            patience: Duration::ZERO,
            work: Utf8PathBuf::from("nowhere"),
            beat: Duration::from_secs(3_600),
            expiry: EXPIRY,
        };
        let lost = Arc::new(AtomicUsize::new(0));
        let told = lost.clone();
        let on_lost = Box::new(move || _ = told.fetch_add(1, Ordering::SeqCst));
        let store = acquire_lease(Box::new(place.clone()), &request, &|_, _| (), on_lost).await.unwrap();
        (store, lost)
    }

    fn fact() -> JournalEntry {
        JournalEntry::Unbound(Address::new(Kind::Style, Key::new("a").unwrap()))
    }

    #[tokio::test(start_paused = true)]
    async fn the_end_of_a_run_is_written_though_the_place_is_away_for_a_moment() {
        for (away, ends) in [(0, true), (1, true), (2, true), (3, false)] {
            let place = Place::default();
            let (mut store, lost) = held(&place).await;
            store.initialize("emulator", "shop");
            store.record_entries(&[fact()]).unwrap();
            place.unreachable.store(away, Ordering::SeqCst);
            let ended = store.checkpoint();
            assert_eq!(ended.is_ok(), ends, "{away}: {ended:?}");
            assert!(ended.err().is_none_or(|error| !is_lease_lost(&error)));
            assert_eq!(lost.load(Ordering::SeqCst), 0, "another run cannot hold the lease yet");
            let kept = place.kept.lock().unwrap().1.clone();
            assert_eq!((kept.run.is_none(), kept.state.is_some()), (ends, ends), "{away}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_lease_that_could_not_be_renewed_for_long_is_taken_for_lost() {
        for (passed, is_lost) in [(SAFE - Duration::from_millis(1), false), (SAFE, true)] {
            let place = Place::default();
            let (mut store, lost) = held(&place).await;
            store.initialize("emulator", "shop");
            store.record_entries(&[fact()]).unwrap();
            place.unreachable.store(9, Ordering::SeqCst);
            tokio::time::advance(passed).await;
            let error = store.checkpoint().unwrap_err();
            assert_eq!(
                (is_lease_lost(&error), lost.load(Ordering::SeqCst)),
                (is_lost, usize::from(is_lost)),
                "{error}"
            );
            // Whoever lost it does not get it back when the place is there again: another run may hold it.
            place.unreachable.store(0, Ordering::SeqCst);
            assert_eq!(store.record_entries(&[fact()]).is_err(), is_lost);
        }
    }
}
