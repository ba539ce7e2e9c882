//! The journal of a run that holds the lease on a shared state, and the renewals of that lease.
//!
//! Always holds: a renewal counts from the moment before it began. A holder that finds its lease gone keeps nothing more and
//! says so ([`LeaseLost`]), and its [`Fence`] lets no request pass any more. While a renewal is on its way, facts are recorded
//! beside it: they travel with the next one.
//!
//! Claims of creations are durable before [`Journal::append`] returns; other facts travel with the next beat or the end of
//! the run. What a machine loses between two beats is found again by its tag.

use std::fmt;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use camino::Utf8PathBuf;

use crate::fence::Fence;
use crate::state::backend::{
    BackendError, COMMAND_LIMIT, CommitNote, Revision, RunRecord, StateBackend, StoreDocuments,
};
use crate::state::lease::{LeaseLost, LeaseRequest, OnLost, is_lease_lost};
use crate::state::snapshot::Snapshot;
use crate::state::{Journal, JournalEntry, RunSummary, State, file, format, snapshot_store};

/// How soon a renewal is tried again that failed.
const RETRY: Duration = Duration::from_secs(3);
/// How often a holder looks between two renewals whether what it wrote is still there: somebody may replace it by hand.
const LOOK: Duration = Duration::from_secs(5);
/// How often the end of a run is written.
const END_ATTEMPTS: u32 = 3;

/// Who renews leases, and how often.
#[derive(Clone)]
pub struct Renewals(Arc<dyn Fn(Renewer) + Send + Sync>);

impl Renewals {
    /// A thread of its own, so often.
    #[must_use]
    pub fn every(beat: Duration) -> Self {
        Self::by(move |renewer| {
            std::thread::spawn(move || renewer.run(beat));
        })
    }

    /// Whoever is handed the [`Renewer`] of each lease.
    pub fn by(start: impl Fn(Renewer) + Send + Sync + 'static) -> Self {
        Self(Arc::new(start))
    }
}

impl fmt::Debug for Renewals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Renewals")
    }
}

/// Renews one lease.
pub struct Renewer {
    lease: Arc<SharedLease>,
    asked: Receiver<()>,
}

/// How a renewal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    /// The lease holds.
    Done,
    /// It could not be told; to be tried again soon.
    Failed,
    /// The lease was given back or is lost: there is nothing to renew.
    Over,
}

impl Renewer {
    /// Renews the lease until it is over: so often, and at once when a request waits for it. Between two renewals it looks
    /// whether the lease is still there.
    pub fn run(self, beat: Duration) {
        let (mut left, mut pause) = (beat, beat.min(LOOK));
        loop {
            let asked = match self.asked.recv_timeout(pause) {
                Ok(()) => true,
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            left = left.saturating_sub(pause);
            let renewed = if asked || left.is_zero() { self.renew() } else { self.look() };
            (left, pause) = match (renewed, left.is_zero() || asked) {
                (Renewal::Done, true) => (beat, beat.min(LOOK)),
                (Renewal::Done, false) => (left, left.min(LOOK)),
                (Renewal::Failed, _) => (Duration::ZERO, beat.min(RETRY)),
                (Renewal::Over, _) => return,
            };
        }
    }

    /// Looks whether the lease is still there. Where something else is, the next renewal finds out what that means.
    pub fn look(&self) -> Renewal {
        if self.lease.is_as_written() { Renewal::Done } else { self.renew() }
    }

    /// Renews the lease once.
    pub fn renew(&self) -> Renewal {
        while self.asked.try_recv().is_ok() {}
        match self.lease.renew() {
            Ok(()) => Renewal::Done,
            Err(_) if self.lease.lock().is_over() => Renewal::Over,
            Err(_) => Renewal::Failed,
        }
    }

    /// Whether a request waits for a renewal.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.asked.try_recv().is_ok()
    }
}

/// A lease that was just taken.
pub(super) struct HeldLease {
    pub(super) backend: Box<dyn StateBackend>,
    pub(super) revision: Revision,
    pub(super) before: Option<Revision>,
    pub(super) documents_before: StoreDocuments,
    pub(super) documents: StoreDocuments,
    pub(super) run: RunRecord,
    /// Before it was taken, by the clock of the fence.
    pub(super) renewed: Duration,
    /// How long it certainly holds from then on.
    pub(super) safe: Duration,
    /// Whether anything was recorded that must stay.
    pub(super) kept: bool,
    /// What a dead run did that this one took up.
    pub(super) recovered: RunSummary,
    pub(super) on_lost: OnLost,
}

struct LeaseInner {
    /// None while a command of it is under way.
    backend: Option<Box<dyn StateBackend>>,
    revision: Revision,
    before: Option<Revision>,
    documents_before: StoreDocuments,
    documents: StoreDocuments,
    run: RunRecord,
    renewed: Duration,
    safe: Duration,
    kept: bool,
    /// Whether the run is at its end: nothing renews any more.
    ending: bool,
    /// Whether its end is written.
    ended: bool,
    lost: Option<String>,
    recovered: RunSummary,
    on_lost: OnLost,
}

impl LeaseInner {
    fn is_over(&self) -> bool {
        self.ending || self.lost.is_some()
    }

    fn check_held(&self) -> io::Result<()> {
        match &self.lost {
            Some(why) => Err(io::Error::other(LeaseLost(why.clone()))),
            None if self.ending => Err(io::Error::other("the lease on the state was given back")),
            None => Ok(()),
        }
    }
}

/// A lease, its fence, and the way to wait for a command of its store.
struct SharedLease {
    inner: Mutex<LeaseInner>,
    idle: Condvar,
    fence: Fence,
}

impl SharedLease {
    fn lock(&self) -> MutexGuard<'_, LeaseInner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lease, once no command of its store is under way.
    fn lock_idle(&self) -> MutexGuard<'_, LeaseInner> {
        let busy = |inner: &mut LeaseInner| inner.backend.is_none();
        self.idle.wait_while(self.lock(), busy).unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the place shows what was written last, or nothing can be seen.
    fn is_as_written(&self) -> bool {
        let (mut backend, revision) = {
            let mut inner = self.lock_idle();
            if inner.is_over() {
                return false;
            }
            (inner.backend.take().expect("no command is under way"), inner.revision.clone())
        };
        let now = backend.current_revision();
        self.lock().backend = Some(backend);
        self.idle.notify_all();
        now.map_or(true, |now| now == Some(revision))
    }

    /// Writes the documents as they are now, with the next beat.
    fn renew(&self) -> io::Result<()> {
        let mut inner = self.lock_idle();
        inner.check_held()?;
        inner.run.beat += 1;
        inner.documents.run = Some(inner.run.clone());
        let note = CommitNote { message: format!("run of {}", inner.run.who), ends_run: false };
        self.replace(inner, &note)
    }

    /// Writes the documents; others may add to them meanwhile.
    fn replace(&self, mut inner: MutexGuard<'_, LeaseInner>, note: &CommitNote) -> io::Result<()> {
        let mut backend = inner.backend.take().expect("no command is under way");
        let (revision, documents) = (inner.revision.clone(), inner.documents.clone());
        drop(inner);
        // Others count from the moment that the place has it, which is later.
        let began = self.fence.now();
        let replaced = backend.replace_if(Some(&revision), &documents, note);
        let taker = matches!(replaced, Err(BackendError::Changed(_))).then(|| {
            self.fence.doubt();
            describe_taker(backend.as_mut())
        });
        let mut inner = self.lock();
        inner.backend = Some(backend);
        self.idle.notify_all();
        match (replaced, taker) {
            (Ok(revision), _) => {
                inner.revision = revision;
                inner.renewed = began;
                self.fence.renew(began);
                Ok(())
            }
            (Err(_), Some(taker)) => Err(self.lose(&mut inner, taker)),
            (Err(error), None) if self.fence.now() >= inner.renewed + inner.safe => {
                Err(self.lose(&mut inner, format!("it could not be renewed in time: {error}")))
            }
            (Err(error), None) => Err(io::Error::other(error)),
        }
    }

    fn lose(&self, inner: &mut LeaseInner, why: String) -> io::Error {
        self.fence.lose(&why);
        if inner.lost.is_none() {
            (inner.on_lost)(&why);
        }
        io::Error::other(LeaseLost(inner.lost.get_or_insert(why).clone()))
    }

    /// Ends the renewals; nothing passes the fence any more.
    fn begin_end(&self) -> MutexGuard<'_, LeaseInner> {
        let mut inner = self.lock_idle();
        inner.ending = true;
        self.fence.give_back();
        inner
    }
}

/// Who has what was ours.
fn describe_taker(backend: &mut dyn StateBackend) -> String {
    let place = backend.place();
    match backend.read() {
        Ok((_, StoreDocuments { run: Some(run), .. })) => {
            format!("another run took over {place}: {}, since {}", run.who, run.since)
        }
        Ok((Some(_), _)) => {
            let last = backend.history(1).ok().and_then(|mut runs| runs.pop());
            let by = last.as_ref().and_then(|run| run.message.lines().find_map(|line| line.strip_prefix("by: ")));
            match (last.as_ref(), by) {
                (Some(run), Some(who)) => format!("another run took over {place} and ended: {who}, {}", run.time),
                (Some(_) | None, _) => format!("{place} was replaced by another one"),
            }
        }
        Ok((None, _)) => format!("{place} was removed"),
        Err(error) => format!("another run took over {place}; which one cannot be read: {error}"),
    }
}

/// The journal of a run that holds the lease on a shared state.
pub struct LeasedJournal {
    lease: Arc<SharedLease>,
    stack: String,
    work: Utf8PathBuf,
    wake: Sender<()>,
}

impl LeasedJournal {
    pub(super) fn start(held: HeldLease, request: &LeaseRequest) -> Self {
        let HeldLease {
            backend,
            revision,
            before,
            documents_before,
            documents,
            run,
            renewed,
            safe,
            kept,
            recovered,
            on_lost,
        } = held;
        let inner = LeaseInner {
            backend: Some(backend),
            revision,
            before,
            documents_before,
            documents,
            run,
            renewed,
            safe,
            kept,
            ending: false,
            ended: false,
            lost: None,
            recovered,
            on_lost,
        };
        let (wake, asked) = channel();
        let fence = request.fence.clone();
        fence.hold(renewed, safe, wake.clone());
        let lease = Arc::new(SharedLease { inner: Mutex::new(inner), idle: Condvar::new(), fence });
        (request.renewals.0)(Renewer { lease: lease.clone(), asked });
        Self { lease, stack: request.stack.clone(), work: request.work.clone(), wake }
    }

    /// Ends the renewals, and whoever waits for the next one.
    fn begin_end(&self) -> MutexGuard<'_, LeaseInner> {
        let inner = self.lease.begin_end();
        // It may have ended by itself.
        let _ended = self.wake.send(());
        inner
    }
}

impl Journal for LeasedJournal {
    fn append(&mut self, facts: &[JournalEntry]) -> io::Result<()> {
        self.lease.lock().check_held()?;
        // A machine that slept may have lost its lease without a failed beat: then one is due first.
        if !self.lease.fence.is_open() {
            self.lease.renew()?;
        }
        let length = {
            let mut inner = self.lease.lock();
            let length = inner.documents.journal.len();
            let lines: String = file::render_lines(&self.stack, &inner.run.environment, facts).collect();
            inner.documents.journal.push_str(&lines);
            inner.kept = true;
            length
        };
        let claims = facts.iter().any(|fact| matches!(fact, JournalEntry::CreationStarted(..)));
        if claims && let Err(error) = self.lease.renew() {
            self.lease.lock().documents.journal.truncate(length);
            return Err(error);
        }
        Ok(())
    }

    fn checkpoint(&mut self, state: &State) -> io::Result<()> {
        state.stack.clone_into(&mut self.stack);
        let mut inner = self.lease.lock();
        inner.check_held()?;
        inner.documents.state = Some(format::render_state(state));
        inner.documents.journal = String::new();
        Ok(())
    }

    fn finish(&mut self, state: &State, summary: &RunSummary) -> io::Result<()> {
        self.lease.lock().check_held()?;
        let mut inner = self.begin_end();
        inner.documents = StoreDocuments { state: Some(format::render_state(state)), ..StoreDocuments::default() };
        let note = CommitNote { message: summary.render(&inner.run), ends_run: true };
        drop(inner);
        let began = self.lease.fence.now();
        // The end of a run is worth more than one try: until the lease expires, nobody else writes.
        let mut attempts = 0;
        loop {
            attempts += 1;
            let inner = self.lease.lock_idle();
            if let Some(why) = &inner.lost {
                return Err(io::Error::other(LeaseLost(why.clone())));
            }
            match self.lease.replace(inner, &note) {
                Err(error)
                    if !is_lease_lost(&error)
                        && attempts < END_ATTEMPTS
                        && self.lease.fence.now().saturating_sub(began) < COMMAND_LIMIT => {}
                ended => {
                    self.lease.lock().ended = ended.is_ok();
                    return ended;
                }
            }
        }
    }

    fn save_snapshot(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        snapshot_store::store_snapshot(&self.work, snapshot)
    }
}

impl Drop for LeasedJournal {
    /// Gives the lease back: a run that recorded nothing leaves no trace, one that was cut short leaves its journal.
    fn drop(&mut self) {
        let mut inner = self.begin_end();
        if inner.ended || inner.lost.is_some() {
            return;
        }
        let LeaseInner { backend, revision, before, documents_before, documents, kept, run, recovered, .. } =
            &mut *inner;
        let Some(backend) = backend else { return };
        let _left = if *kept {
            let taken_up = recovered.render_lines();
            let message = format!("run of {}, ended early\n{taken_up}", run.who);
            let note = CommitNote { message, ends_run: true };
            let documents = StoreDocuments { run: None, ..documents.clone() };
            backend.replace_if(Some(revision), &documents, &note).map(|_| ())
        } else {
            backend.restore(revision, before.as_ref(), documents_before)
        };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

    use super::*;
    use crate::fence::{FenceClock, FencePassage};
    use crate::model::{Address, Key, Kind};
    use crate::state::StateStore;
    use crate::state::backend::HistoryEntry;
    use crate::state::lease::{self, EXPIRY, SAFE};

    /// A place of one set of documents, which cannot be reached as often as it is told.
    #[derive(Clone, Default)]
    struct Place {
        kept: Arc<Mutex<(Option<Revision>, StoreDocuments)>>,
        unreachable: Arc<AtomicUsize>,
        written: Arc<AtomicUsize>,
        /// Seconds that every write takes, by this clock.
        slow: Arc<AtomicU64>,
        clock: Arc<Mutex<Option<Arc<AtomicU64>>>>,
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
            if let Some(clock) = &*self.clock.lock().unwrap() {
                clock.fetch_add(self.slow.load(Ordering::SeqCst), Ordering::SeqCst);
            }
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

    /// A run that holds the lease, and a clock that stands until it is set.
    struct Holder {
        store: StateStore<Box<dyn Journal>>,
        fence: Fence,
        renewer: Arc<Mutex<Option<Renewer>>>,
        seconds: Arc<AtomicU64>,
        lost: Arc<AtomicUsize>,
    }

    async fn held(place: &Place) -> Holder {
        let (seconds, lost) = (Arc::new(AtomicU64::new(1_000)), Arc::new(AtomicUsize::new(0)));
        let renewer: Arc<Mutex<Option<Renewer>>> = Arc::default();
        let (read, told, kept) = (seconds.clone(), lost.clone(), renewer.clone());
        let fence = Fence::new(FenceClock::from_fn(move || Duration::from_secs(read.load(Ordering::SeqCst))));
        let request = LeaseRequest {
            run: RunRecord {
                holder: "one".to_owned(),
                who: "runner one".to_owned(),
                since: "2026-01-01T00:00:00Z".to_owned(),
                environment: "default".to_owned(),
                beat: 0,
            },
            stack: "shopshop".to_owned(),
            patience: Duration::ZERO,
            work: Utf8PathBuf::from("nowhere"),
            renewals: Renewals::by(move |renewer| *kept.lock().unwrap() = Some(renewer)),
            expiry: EXPIRY,
            fence: fence.clone(),
        };
        let on_lost = Box::new(move |_: &str| _ = told.fetch_add(1, Ordering::SeqCst));
        let store = lease::acquire_lease(Box::new(place.clone()), &request, &|_, _| (), on_lost).await.unwrap();
        Holder { store, fence, renewer, seconds, lost }
    }

    fn fact() -> JournalEntry {
        JournalEntry::Unbound(Address::new(Kind::Style, Key::new("a").unwrap()))
    }

    #[tokio::test]
    async fn the_end_of_a_run_is_written_though_the_place_is_away_for_a_moment() {
        for (away, ends) in [(0, true), (1, true), (2, true), (3, false)] {
            let place = Place::default();
            let Holder { mut store, lost, .. } = held(&place).await;
            store.initialize("emulator", "shopshop");
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

    #[tokio::test]
    async fn a_lease_that_could_not_be_renewed_for_long_is_taken_for_lost() {
        for (passed, is_lost) in [(SAFE.as_secs() - 1, false), (SAFE.as_secs(), true)] {
            let place = Place::default();
            let Holder { mut store, fence, renewer, seconds, lost } = held(&place).await;
            place.unreachable.store(9, Ordering::SeqCst);
            seconds.fetch_add(passed, Ordering::SeqCst);
            let renewed = renewer.lock().unwrap().as_ref().unwrap().renew();
            assert_eq!(renewed, if is_lost { Renewal::Over } else { Renewal::Failed });
            assert_eq!(lost.load(Ordering::SeqCst), usize::from(is_lost));
            // Whoever lost it does not get it back when the place is there again: another run may hold it.
            place.unreachable.store(0, Ordering::SeqCst);
            assert_eq!(store.record_entries(&[fact()]).is_err(), is_lost);
            assert_eq!(fence.passage() == FencePassage::Open, !is_lost);
        }
    }

    /// The answer of a slow place tells of the moment in which the renewal began, not of that in which it came.
    #[tokio::test]
    async fn a_renewal_counts_from_before_it_began() {
        let place = Place::default();
        let Holder { store: _store, fence, renewer, seconds, .. } = held(&place).await;
        let renew = || renewer.lock().unwrap().as_ref().unwrap().renew();
        seconds.fetch_add(20, Ordering::SeqCst);
        place.slow.store(40, Ordering::SeqCst);
        *place.clock.lock().unwrap() = Some(seconds.clone());
        assert_eq!((renew(), fence.passage()), (Renewal::Done, FencePassage::Open));
        seconds.fetch_add(5, Ordering::SeqCst);
        assert_eq!(fence.passage(), FencePassage::Expired, "45 seconds after it began");
    }
}
