//! Two runs over one list and one shared state, exhaustively: every interleaving of their calls to service and store, without
//! a fault and with one. The runs are the real code, each on a thread of its own, and stop before each call until it is their
//! turn; every order that could make a difference is tried.
//!
//! The fault meets the first run, at each of its calls in turn (the runs are alike, so it may as well be the second): the
//! answer is lost after the call was carried out, or before; the run is killed with its disk before or after; it is stopped
//! with the call in flight until the other run has taken the lease or has ended, and goes on at any later moment.
//!
//! What is cut to make it finite: of two orders that differ only in neighbouring calls that cannot see each other (one to the
//! service and one to the store, or two that read), one is tried (sleep sets). A run that waits for the lease looks again when
//! the store has changed or the other run stands still, not in between. One worker for each run, and no more than one fault.
//! Time goes on where somebody waits: renewals that nobody waits for are those of `lease_simulation`.

mod schedule;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::simulated_world::exit_number::exit_number;
use camino::Utf8PathBuf;
use housestyle::apply::{self, RunEnd, refresh_and_plan};
use housestyle::emulator::{Clock, EmbeddedTransport, Emulator, EmulatorOptions, Moment, StoredStyleList};
use housestyle::fence::{Fence, FenceClock};
use housestyle::model::style::Style;
use housestyle::service::client::{Client, ClientConfig};
use housestyle::service::{Request, Response, Transport, TransportError};
use housestyle::state::backend::{
    BackendError, CommitNote, HistoryEntry, Revision, RunRecord, StateBackend, StoreDocuments,
};
use housestyle::state::lease::{self, EXPIRY, LeaseRequest};
use housestyle::state::leased_journal::Renewals;
use tokio::sync::watch;

use crate::shared_state::NEVER;
use crate::simulated_world::{ACCOUNT, CATALOGUE, GERMAN, KEY, World, style};
use crate::two_runs::schedule::{Event, Exploration, Fault, FaultKind, Schedule, Target};

/// The name of the list that both want.
const NAME: &str = "Ours";
/// Who runs when nobody else does.
const ALONE: usize = 2;
/// Runs that whatever was left may take to be mended.
const CLEAN_RUNS: usize = 3;

/// What the two find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Story {
    /// Nothing: both want to create the list.
    Create,
    /// The list as it was before the files changed.
    Change,
}

/// The store: documents under a revision, replaced on condition.
#[derive(Default)]
struct Place {
    revision: u64,
    documents: StoreDocuments,
}

/// What all runs of one schedule share.
struct Stage {
    emulator: Emulator,
    place: Mutex<Place>,
    /// Microseconds since the beginning: as far as any run has waited.
    time: Arc<AtomicU64>,
    schedule: Schedule,
    violations: Mutex<Vec<String>>,
    /// Writes to the service of each run while another one had the lease.
    late: [AtomicU64; 3],
}

/// A run's own way to the store or to the service.
#[derive(Clone)]
struct Way {
    stage: Arc<Stage>,
    run: usize,
}

thread_local! {
    /// When the run on this thread began: by its own clock, and by that of all.
    static BEGAN: std::cell::Cell<Option<(tokio::time::Instant, u64)>> = const { std::cell::Cell::new(None) };
}

impl Stage {
    /// Time goes on as far as the run on this thread has waited.
    fn tick(&self) {
        if let Some((began, at)) = BEGAN.get() {
            let waited = u64::try_from(began.elapsed().as_micros()).unwrap();
            self.time.fetch_max(at + waited, Ordering::SeqCst);
        }
    }

    fn holder(&self) -> Option<String> {
        self.place.lock().unwrap().documents.run.as_ref().map(|run| run.holder.clone())
    }

    fn lists(&self) -> Vec<Arc<StoredStyleList>> {
        self.emulator.style_lists(ACCOUNT)
    }

    fn note_violation(&self, what: String) {
        self.violations.lock().unwrap().push(what);
    }

    /// The laws that hold after every call.
    fn check(&self, run: usize, wrote: bool) {
        let named = self.lists().iter().filter(|list| list.name == NAME).count();
        if named > 1 {
            self.note_violation(format!("{named} lists of one name"));
        }
        if wrote && self.holder().as_deref() != Some(holder_name(run).as_str()) {
            self.late[run].fetch_add(1, Ordering::SeqCst);
        }
    }
}

fn holder_name(run: usize) -> String {
    format!("run {run}")
}

impl StateBackend for Way {
    fn read(&mut self) -> Result<(Option<Revision>, StoreDocuments), BackendError> {
        self.store(false, |place| Ok((name_revision(place), place.documents.clone())))
    }

    fn current_revision(&mut self) -> Result<Option<Revision>, BackendError> {
        self.store(false, |place| Ok(name_revision(place)))
    }

    fn replace_if(
        &mut self,
        expected: Option<&Revision>,
        documents: &StoreDocuments,
        _: &CommitNote,
    ) -> Result<Revision, BackendError> {
        self.store(true, |place| {
            if name_revision(place).as_ref() != expected {
                return Err(BackendError::Changed("the place".to_owned()));
            }
            place.revision += 1;
            place.documents = documents.clone();
            Ok(name_revision(place).expect("it was just written"))
        })
    }

    fn restore(
        &mut self,
        expected: &Revision,
        _: Option<&Revision>,
        documents: &StoreDocuments,
    ) -> Result<(), BackendError> {
        self.replace_if(Some(expected), documents, &CommitNote { message: String::new(), ends_run: false }).map(|_| ())
    }

    fn history(&mut self, _: usize) -> Result<Vec<HistoryEntry>, BackendError> {
        Ok(Vec::new())
    }

    fn place(&self) -> String {
        "the place".to_owned()
    }
}

fn name_revision(place: &Place) -> Option<Revision> {
    (place.revision > 0).then(|| Revision(place.revision.to_string()))
}

impl Way {
    fn store<A>(
        &self,
        writes: bool,
        act: impl FnOnce(&mut Place) -> Result<A, BackendError>,
    ) -> Result<A, BackendError> {
        let lost = || BackendError::Unreachable { place: "the place".to_owned(), reason: "no answer".to_owned() };
        let seen = || self.stage.place.lock().unwrap().revision;
        let grant = self.stage.schedule.wait_for_turn(self.run, Event { target: Target::Store, writes }, &seen);
        if !grant.is_carried_out() {
            return Err(lost());
        }
        let done = act(&mut self.stage.place.lock().unwrap());
        if writes && done.is_ok() && self.stage.holder().as_deref() == Some(holder_name(self.run).as_str()) {
            self.stage.schedule.note_taken(self.run);
        }
        if grant.is_answered() { done } else { Err(lost()) }
    }
}

impl Transport for Way {
    async fn send(&self, request: &Request) -> Result<Response, TransportError> {
        self.stage.tick();
        let lost = || Err(TransportError::NoAnswer("no answer".to_owned()));
        let writes = !request.call.is_read_only();
        let grant = self.stage.schedule.wait_for_turn(self.run, Event { target: Target::Service, writes }, &|| 0);
        if !grant.is_carried_out() {
            return lost();
        }
        let answer = EmbeddedTransport::new(self.stage.emulator.clone(), KEY).send(request).await;
        self.stage.check(self.run, writes);
        if grant.is_answered() { answer } else { lost() }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// As wanted, says the run.
    Well,
    /// Anything else.
    Otherwise(String),
}

fn wanted(story: Story, old: bool) -> Style {
    let prompt = if story == Story::Change && old { "Be kind." } else { "Be brief." };
    style("a", NAME, "de", &GERMAN[..1], &[("tone", prompt)])
}

/// One run from its lease to its end.
async fn carry_out(way: &Way, wanted: Style) -> End {
    let (time, stage) = (way.stage.time.clone(), way.stage.clone());
    BEGAN.set(Some((tokio::time::Instant::now(), time.load(Ordering::SeqCst))));
    let fence = Fence::new(FenceClock::from_fn(move || Duration::from_micros(time.load(Ordering::SeqCst))));
    let request = LeaseRequest {
        run: RunRecord {
            holder: holder_name(way.run),
            who: holder_name(way.run),
            since: "2026-01-01T00:00:00Z".to_owned(),
            environment: "default".to_owned(),
            beat: 0,
        },
        stack: "abcdefgh".to_owned(),
        patience: Duration::from_secs(300),
        work: Utf8PathBuf::from("nowhere"),
        renewals: Renewals::every(NEVER),
        expiry: EXPIRY,
        fence: fence.clone(),
    };
    let on_wait = |_: &RunRecord, _: Duration| stage.tick();
    let taken = lease::acquire_lease(Box::new(way.clone()), &request, &on_wait, Box::new(|_: &str| ())).await;
    stage.tick();
    let mut memory = match taken {
        Ok(store) => store.map_journal(schedule::WithoutSnapshots),
        Err(error) => return End::Otherwise(error.to_string()),
    };
    let mut world = World::new(u64::try_from(way.run).unwrap() + 7, |_| {});
    world.want(vec![wanted]);
    let (_keep, stop) = watch::channel(false);
    let config = ClientConfig { fence, run_timeout: None, ..world.manners.clone() };
    let client = Client::new(way.clone(), config, stop, Box::new(|_, _| {}));
    let basis = world.basis();
    let plan = match refresh_and_plan(&client, &world.desired, memory.state(), &CATALOGUE.0, &basis, true).await {
        Ok(plan) => plan,
        Err(unread) => return End::Otherwise(unread.to_string()),
    };
    if !plan.blockers.is_empty() {
        return End::Otherwise(format!("{:?}", plan.blockers));
    }
    if plan.is_empty() {
        return match apply::apply_nothing(&plan, &mut memory) {
            Ok(()) => End::Well,
            Err(error) => End::Otherwise(error.to_string()),
        };
    }
    let report = apply::apply_plan(&client, &plan, &mut memory, 1, &|_| {}, &exit_number).await;
    match report.end {
        RunEnd::Done => End::Well,
        RunEnd::Partial | RunEnd::Failed(_) => End::Otherwise(format!("{report:?}")),
    }
}

fn run_alone(way: &Way, wanted: Style) -> End {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let end = runtime.block_on(carry_out(way, wanted));
    runtime.shutdown_background();
    end
}

/// One schedule from its beginning to its judgement.
fn play(story: Story, exploration: &mut Exploration, fault: Option<Fault>) -> Result<(), String> {
    let time = Arc::new(AtomicU64::new(0));
    let read = time.clone();
    let start = Moment::from_micros(1_790_000_000_000_000);
    let clock = Clock::new(move || start.advanced_by(Duration::from_micros(read.load(Ordering::SeqCst))));
    let stage = Arc::new(Stage {
        emulator: Emulator::new(EmulatorOptions { clock, ..EmulatorOptions::default() }),
        place: Mutex::default(),
        time,
        schedule: Schedule::new(fault),
        violations: Mutex::default(),
        late: Default::default(),
    });
    let foreign = StoredStyleList {
        style_id: stage.emulator.new_id(),
        name: "Theirs".to_owned(),
        creation_time: start,
        updated_time: start,
        language: "de".to_owned(),
        version: 1,
        configured_rules: Arc::default(),
        custom_instructions: Vec::new(),
    };
    stage.emulator.insert_style_list(ACCOUNT, foreign.clone());
    let way = |run| Way { stage: stage.clone(), run };
    if story == Story::Change {
        let end = run_alone(&way(ALONE), wanted(story, true));
        assert_eq!(end, End::Well);
    }
    let ends: Vec<Option<End>> = std::thread::scope(|scope| {
        let runs = [0, 1].map(|run| {
            let way = way(run);
            scope.spawn(move || {
                let end = run_alone(&way, wanted(story, false));
                if end == End::Well && !is_as_wanted(&way.stage) {
                    way.stage.note_violation(format!("run {run} ended with 0, and the account is not as wanted"));
                }
                way.stage.schedule.end(run);
                end
            })
        });
        let seen = || stage.place.lock().unwrap().revision;
        stage.schedule.direct(exploration, &seen);
        runs.into_iter().map(|run| run.join().ok()).collect()
    });
    let late = [0, 1].map(|run| stage.late[run].load(Ordering::SeqCst));
    let may_be_late = u64::from(fault.is_some_and(|fault| fault.kind == FaultKind::Stop));
    if late[0] > may_be_late || late[1] > 0 {
        stage.note_violation(format!("writes without the lease: {late:?}"));
    }
    // Whatever was left, clean runs mend it.
    for round in 1..=CLEAN_RUNS {
        let end = run_alone(&way(ALONE), wanted(story, false));
        let lists = stage.lists();
        if end == End::Well && lists.len() == 2 && is_as_wanted(&stage) {
            break;
        }
        if round == CLEAN_RUNS {
            stage.note_violation(format!("not mended: {end:?}, {lists:?}"));
        }
    }
    if stage.lists().iter().find(|list| list.name == "Theirs").is_none_or(|list| **list != foreign) {
        stage.note_violation("a foreign list was touched".to_owned());
    }
    let violations = stage.violations.lock().unwrap();
    match violations.first() {
        Some(first) => Err(format!("{first}; ends: {ends:?}")),
        None => Ok(()),
    }
}

/// Whether there is one list of the name, and it says what is wanted.
fn is_as_wanted(stage: &Stage) -> bool {
    let lists = stage.lists();
    let ours: Vec<_> = lists.iter().filter(|list| list.name == NAME).collect();
    ours.len() == 1
        && ours[0].custom_instructions.len() == 1
        && ours[0].custom_instructions[0].prompt == "Be brief."
        && ours[0].configured_rules.values().map(|rules| rules.len()).sum::<usize>() == 1
}

/// Explores every order under one fault, or none. How many there were, and the most calls of the first run.
fn explore(story: Story, fault: Option<Fault>) -> Result<(u64, u64, usize), String> {
    let mut exploration = Exploration::default();
    loop {
        exploration.begin();
        let played = play(story, &mut exploration, fault);
        played.map_err(|why| format!("{story:?}, {fault:?}, order {:?}: {why}", exploration.order()))?;
        if !exploration.advance() {
            return Ok((exploration.explored, exploration.redundant, exploration.most_calls));
        }
    }
}

/// Explores a story without a fault and with each, and says how many orders there were.
fn explore_all(story: Story) -> String {
    let of = |fault| explore(story, fault).unwrap_or_else(|why| panic!("{why}"));
    let (clean, redundant, calls) = of(None);
    let faults = (0..calls).flat_map(|call| FaultKind::ALL.map(|kind| Fault { call, kind }));
    let (mut explored, mut cut, mut faulty) = (clean, redundant, 0);
    for fault in faults {
        let (orders, redundant, _) = of(Some(fault));
        explored += orders;
        cut += redundant;
        faulty += 1;
    }
    assert!(explored > 100, "{explored} schedules are too few to be all");
    format!(
        "{story:?}: {explored} schedules explored ({clean} without a fault, the rest with each of {faulty} faults at {calls} \
         calls), {cut} begun that equal another; 0 violations"
    )
}

#[test]
fn every_interleaving_of_two_runs_over_one_list_obeys_the_laws() {
    println!("{}", explore_all(Story::Create));
}

#[test]
fn every_interleaving_of_two_runs_that_change_one_list_obeys_the_laws() {
    println!("{}", explore_all(Story::Change));
}
