//! A holder of a lease that stalls: its renewing thread is held at every point, the clock goes on beyond the lease, another
//! run takes over. However that falls, the first sends no more than its workers had in flight.
//!
//! The lease, its journal, its fence and the client are the real ones; the store, the clock and the other run are simulated.
//! The other run is the quickest that there can be: it sees each renewal the moment that it arrives, and takes the lease the
//! moment that it expires. While the renewing thread is held inside a command of the store, everything else goes on.
//!
//! Each schedule follows from its seed, which a failure prints; `HOUSESTYLE_SEED=n` runs one alone and
//! `HOUSESTYLE_SCHEDULES=n` as many as wanted.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use camino::Utf8PathBuf;
use housestyle::fence::{Fence, FenceClock};
use housestyle::model::Address;
use housestyle::service::client::{Client, ClientConfig, build_request};
use housestyle::service::{Call, Request, Response, Transport, TransportError};
use housestyle::state::backend::{
    BackendError, COMMAND_LIMIT, CommitNote, HistoryEntry, Revision, RunRecord, StateBackend, StoreDocuments,
};
use housestyle::state::lease::{self, EXPIRY, LeaseRequest};
use housestyle::state::leased_journal::{Renewal, Renewals, Renewer};
use housestyle::state::{Journal, JournalEntry, StateStore};
use tokio::sync::watch;

use crate::simulated_world::{Dice, seeds};

/// Schedules of the test.
const SCHEDULES: u64 = 25_000;
/// Steps of one schedule.
const STEPS: u64 = 24;

/// Which store is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Semantics {
    /// Pushes may arrive long after nobody waits for them, and a reference may get a former value back.
    Git,
    /// Each write has a version of its own; an answer may get lost.
    Object,
    /// The operating system holds the lock as long as its holder lives, stopped or not: nobody can take over.
    File,
}

/// What is in the store, and what is on its way there.
#[derive(Default)]
struct Kept {
    revision: Option<Revision>,
    documents: StoreDocuments,
    /// When the revision arrived.
    since: u64,
    written: u64,
    /// Writes of which nobody waits for the answer: what they expect, and what they bring.
    late: Vec<(Option<Revision>, Revision, StoreDocuments)>,
    /// What the holder knows as its own without having had an answer.
    unsettled: Vec<Revision>,
}

/// Everything that a schedule plays with. Seconds are milliseconds here.
struct Scene {
    dice: Dice,
    semantics: Semantics,
    clock: Arc<AtomicU64>,
    kept: Arc<Mutex<Kept>>,
    renewer: Arc<Mutex<Option<Renewer>>>,
    wire: Arc<Mutex<WireLog>>,
    workers: Vec<Pin<Box<dyn Future<Output = ()>>>>,
    worker_count: usize,
    /// When another run took the lease.
    taken_at: Option<u64>,
    /// How deep in commands of the store that are held.
    depth: u32,
    alive: bool,
}

/// What left the process, and when; what may leave now.
#[derive(Default)]
struct WireLog {
    sent: Vec<u64>,
    /// Requests that passed the gate and are held before they are written.
    held: usize,
    /// How many of them may be written.
    may_leave: usize,
    /// How many requests may be begun: else the workers never pause.
    may_begin: usize,
}

thread_local! {
    static SCENE: RefCell<Option<Scene>> = const { RefCell::new(None) };
}

/// The store, as the holder reaches it.
struct SimulatedStore {
    kept: Arc<Mutex<Kept>>,
    clock: Arc<AtomicU64>,
}

impl SimulatedStore {
    /// What goes on while this command is held; nothing in the first one, which takes the lease.
    fn hold(&self) {
        let Some(mut scene) = SCENE.take() else { return };
        scene.depth += 1;
        for _ in 0..scene.dice.below(4) {
            if scene.depth <= 2 {
                scene.step();
            }
        }
        scene.depth -= 1;
        SCENE.set(Some(scene));
    }

    fn fate(&self) -> u64 {
        SCENE.with_borrow_mut(|scene| scene.as_mut().map_or(9, |scene| scene.dice.below(10)))
    }
}

impl StateBackend for SimulatedStore {
    fn read(&mut self) -> Result<(Option<Revision>, StoreDocuments), BackendError> {
        let kept = self.kept.lock().unwrap();
        Ok((kept.revision.clone(), kept.documents.clone()))
    }

    fn current_revision(&mut self) -> Result<Option<Revision>, BackendError> {
        self.hold();
        Ok(self.kept.lock().unwrap().revision.clone())
    }

    fn replace_if(
        &mut self,
        expected: Option<&Revision>,
        documents: &StoreDocuments,
        _: &CommitNote,
    ) -> Result<Revision, BackendError> {
        let unreachable =
            || Err(BackendError::Unreachable { place: self.place(), reason: "no answer within 15 seconds".to_owned() });
        self.hold();
        let fate = self.fate();
        let mut kept = self.kept.lock().unwrap();
        kept.written += 1;
        let revision = Revision(format!("holder-{}", kept.written));
        let known = |kept: &Kept| kept.revision.as_ref().is_some_and(|now| kept.unsettled.contains(now));
        let expected = if known(&kept) { kept.revision.clone() } else { expected.cloned() };
        match fate {
            // Lost on the way there, for good or for now.
            0 => return unreachable(),
            1 | 2 => {
                kept.unsettled.push(revision.clone());
                kept.late.push((expected, revision, documents.clone()));
                return unreachable();
            }
            _ => {}
        }
        if kept.revision != expected {
            return Err(BackendError::Changed(self.place()));
        }
        (kept.revision, kept.documents) = (Some(revision.clone()), documents.clone());
        kept.since = self.clock.load(Ordering::SeqCst);
        // Lost on the way back, or held there.
        if fate == 3 {
            kept.unsettled.push(revision);
            return unreachable();
        }
        drop(kept);
        self.hold();
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

/// The wire: a request that passed the gate may be held there for as long as the schedule wants.
struct SimulatedWire {
    clock: Arc<AtomicU64>,
    log: Arc<Mutex<WireLog>>,
}

/// Waits until the schedule lets it go on.
struct Turn<'a> {
    log: &'a Mutex<WireLog>,
    leaves: bool,
}

impl Future for Turn<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        // Nobody is woken: the schedule polls whoever may go on.
        let mut log = self.log.lock().unwrap();
        let left = if self.leaves { &mut log.may_leave } else { &mut log.may_begin };
        if *left == 0 {
            return Poll::Pending;
        }
        *left -= 1;
        Poll::Ready(())
    }
}

impl Transport for SimulatedWire {
    async fn send(&self, _: &Request) -> Result<Response, TransportError> {
        self.log.lock().unwrap().held += 1;
        Turn { log: &self.log, leaves: true }.await;
        let mut log = self.log.lock().unwrap();
        log.held -= 1;
        log.sent.push(self.clock.load(Ordering::SeqCst));
        Ok(Response { status: 200, headers: Vec::new(), body: b"{}".to_vec(), truncated: false })
    }
}

impl Scene {
    /// One thing happens.
    fn step(&mut self) {
        match self.dice.below(8) {
            0 => {
                let jumps = [1, 5_000, 14_000, 15_000, 20_000, 44_999, 45_000, 59_999, 60_000, 100_000];
                let jump = *self.dice.pick(&jumps);
                self.clock.fetch_add(jump, Ordering::SeqCst);
            }
            1 | 2 => self.take_over(),
            3 => self.arrive_late(),
            4 if self.depth == 0 => self.renew(),
            5 => {
                let mut log = self.wire.lock().unwrap();
                log.may_begin += 1 + usize::try_from(self.dice.below(6)).unwrap();
            }
            6 => {
                let mut log = self.wire.lock().unwrap();
                log.may_leave += 1 + usize::try_from(self.dice.below(3)).unwrap();
            }
            _ => {}
        }
        self.run_workers();
    }

    /// The renewing thread gets its turn.
    fn renew(&mut self) {
        let Some(renewer) = self.renewer.lock().unwrap().take() else { return };
        let looks = self.dice.chance(30);
        // Held inside, everything else goes on: it needs the scene.
        let scene = std::mem::replace(self, Self::empty());
        SCENE.set(Some(scene));
        let renewed = if looks { renewer.look() } else { renewer.renew() };
        *self = SCENE.take().expect("given back by whoever was held");
        self.alive &= renewed != Renewal::Over;
        *self.renewer.lock().unwrap() = Some(renewer);
    }

    /// Another run looks, and takes the lease where it expired.
    fn take_over(&mut self) {
        if self.semantics == Semantics::File {
            return;
        }
        let now = self.clock.load(Ordering::SeqCst);
        let mut kept = self.kept.lock().unwrap();
        if self.taken_at.is_none() && now - kept.since >= u64::try_from(EXPIRY.as_millis()).unwrap() {
            kept.revision = Some(Revision(format!("thief-{now}")));
            kept.since = now;
            kept.documents.run = Some(run("thief"));
            self.taken_at = Some(now);
        }
    }

    /// A write arrives that nobody waits for any more.
    fn arrive_late(&mut self) {
        if self.semantics != Semantics::Git {
            return;
        }
        let mut kept = self.kept.lock().unwrap();
        if kept.late.is_empty() {
            return;
        }
        let (expected, revision, documents) = kept.late.remove(0);
        if kept.revision == expected {
            (kept.revision, kept.documents) = (Some(revision), documents);
            kept.since = self.clock.load(Ordering::SeqCst);
        }
    }

    fn run_workers(&mut self) {
        let mut context = Context::from_waker(Waker::noop());
        // Twice: what one of them lets go on may be waited for by another.
        for _ in 0..2 {
            for worker in &mut self.workers {
                let _goes_on = worker.as_mut().poll(&mut context);
            }
        }
    }

    /// What stands in its place while the renewing thread is held: nobody looks at it.
    fn empty() -> Self {
        Self {
            dice: Dice::new(0),
            semantics: Semantics::File,
            clock: Arc::default(),
            kept: Arc::default(),
            renewer: Arc::default(),
            wire: Arc::default(),
            workers: Vec::new(),
            worker_count: 0,
            taken_at: None,
            depth: 0,
            alive: true,
        }
    }
}

fn run(holder: &str) -> RunRecord {
    RunRecord {
        holder: holder.to_owned(),
        who: format!("runner {holder}"),
        since: "2026-01-01T00:00:00Z".to_owned(),
        environment: "default".to_owned(),
        beat: 0,
    }
}

/// A worker: one request after the other, until one does not leave.
async fn work(client: Arc<Client<SimulatedWire>>, log: Arc<Mutex<WireLog>>) {
    let request = build_request(Call::RenameStyle, "/v3/style_rules/1", None);
    loop {
        Turn { log: &log, leaves: false }.await;
        if client.send_call(&request).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// What a schedule came to, for the counts.
struct Told {
    end: &'static str,
    late_writes: usize,
}

/// Plays one schedule with a holder that counts on its lease for so long.
fn schedule(seed: u64, expiry: Duration) -> Result<Told, String> {
    let mut dice = Dice::new(seed);
    let semantics =
        *dice.pick(&[Semantics::Git, Semantics::Git, Semantics::Object, Semantics::Object, Semantics::File]);
    let worker_count = usize::try_from(1 + dice.below(4)).unwrap();
    let clock = Arc::new(AtomicU64::new(1_000_000));
    let (kept, wire): (Arc<Mutex<Kept>>, Arc<Mutex<WireLog>>) = Default::default();
    let renewer: Arc<Mutex<Option<Renewer>>> = Arc::default();
    let read = clock.clone();
    let fence = Fence::new(FenceClock::from_fn(move || Duration::from_millis(read.load(Ordering::SeqCst))));
    let store = SimulatedStore { kept: kept.clone(), clock: clock.clone() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let _inside = runtime.enter();
    let memory = (semantics != Semantics::File).then(|| {
        let handed = renewer.clone();
        let request = LeaseRequest {
            run: run("first"),
            stack: "abcdefgh".to_owned(),
            patience: Duration::ZERO,
            work: Utf8PathBuf::from("nowhere"),
            renewals: Renewals::by(move |renewer| *handed.lock().unwrap() = Some(renewer)),
            expiry,
            fence: fence.clone(),
        };
        kept.lock().unwrap().since = clock.load(Ordering::SeqCst);
        let taken = lease::acquire_lease(Box::new(store), &request, &|_, _| (), Box::new(|_: &str| ()));
        runtime.block_on(taken).expect("nobody else has it")
    });
    let config = ClientConfig { fence: fence.clone(), seed, ..ClientConfig::default() };
    let wire_end = SimulatedWire { clock: clock.clone(), log: wire.clone() };
    let client = Arc::new(Client::new(wire_end, config, watch::channel(false).1, Box::new(|_, _| {})));
    let workers = (0..worker_count)
        .map(|_| -> Pin<Box<dyn Future<Output = ()>>> { Box::pin(work(client.clone(), wire.clone())) });
    let mut scene = Scene {
        dice,
        semantics,
        clock: clock.clone(),
        kept: kept.clone(),
        renewer: renewer.clone(),
        wire: wire.clone(),
        workers: workers.collect(),
        worker_count,
        taken_at: None,
        depth: 0,
        alive: true,
    };
    for _ in 0..STEPS {
        scene.step();
    }
    // Whatever was held goes on, and is told apart from what begins then.
    wire.lock().unwrap().may_leave += 100;
    wire.lock().unwrap().may_begin += 3;
    scene.run_workers();
    let end = judge(&scene, &wire.lock().unwrap(), memory)?;
    Ok(end)
}

fn judge(scene: &Scene, wire: &WireLog, memory: Option<StateStore<Box<dyn Journal>>>) -> Result<Told, String> {
    let late_writes = scene.taken_at.map_or(0, |at| wire.sent.iter().filter(|sent| **sent >= at).count());
    if late_writes > scene.worker_count {
        return Err(format!("{late_writes} writes of {} workers after another run took over", scene.worker_count));
    }
    let Some(mut memory) = memory else {
        return Ok(Told { end: "locked", late_writes });
    };
    memory.initialize("emulator", "abcdefgh");
    let fact = JournalEntry::Unbound(Address::parse("style/a").unwrap());
    let before = scene.kept.lock().unwrap().revision.clone();
    let recorded = memory.record_entries(&[fact]).and_then(|()| memory.checkpoint());
    let after = scene.kept.lock().unwrap().revision.clone();
    drop(memory);
    let dropped = scene.kept.lock().unwrap().revision.clone();
    match (scene.taken_at, recorded) {
        (Some(_), Ok(())) => Err("the first wrote the state after another run took it".to_owned()),
        (Some(_), Err(_)) if before != after || after != dropped => Err("what the other run wrote is gone".to_owned()),
        (Some(_), Err(_)) => Ok(Told { end: "taken over", late_writes }),
        (None, Ok(())) => Ok(Told { end: "kept", late_writes }),
        (None, Err(_)) => Ok(Told { end: "given up", late_writes }),
    }
}

#[test]
fn a_stalled_holder_never_sends_more_than_its_workers_have_in_flight() {
    let seeds = seeds(1 << 41, "HOUSESTYLE_SCHEDULES", SCHEDULES);
    let mut ends: BTreeMap<&'static str, u64> = BTreeMap::new();
    let (mut late, mut sent_late) = (0, 0);
    for seed in seeds.clone() {
        let told = schedule(seed, EXPIRY).unwrap_or_else(|why| panic!("HOUSESTYLE_SEED={seed}: {why}"));
        *ends.entry(told.end).or_default() += 1;
        late += told.late_writes;
        sent_late += u64::from(told.late_writes > 0);
    }
    println!("{} schedules: {ends:?}; {late} writes in flight at a takeover, in {sent_late}", seeds.end - seeds.start);
    if seeds.end - seeds.start >= 1_000 {
        for end in ["taken over", "kept", "given up", "locked"] {
            assert!(ends.contains_key(end), "no schedule in which the lease was {end}: {ends:?}");
        }
        assert!(sent_late > 0, "no schedule in which anything was in flight");
    }
}

/// A holder that counts on its lease for longer than it holds is caught: the simulation sees what it is for.
#[test]
fn a_holder_that_trusts_its_lease_for_too_long_is_caught() {
    let trusting = EXPIRY + COMMAND_LIMIT * 2;
    let caught = (0..2_000).filter(|seed| schedule(*seed, trusting).is_err()).count();
    println!("{caught} of 2000 schedules");
    assert!(caught > 0);
}
