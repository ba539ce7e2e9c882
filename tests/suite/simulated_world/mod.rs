//! A whole world in memory for tests of plan and apply: the emulated service, a memory that survives crashes, faults by
//! chance or by script, and people who make lists of their own. Everything follows from one seed.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use housestyle::apply::{self, ApplyReport, refresh_and_plan};
use housestyle::catalogue::{Catalogue, Limits, load};
use housestyle::check::Desired;
use housestyle::diagnostic::Place;
use housestyle::emulator::{
    Clock, EmbeddedTransport, Emulator, EmulatorOptions as Setup, FaultScript, InjectedFault, StoredStyleList,
};
use housestyle::model::style::{Instruction, RuleKey, Style};
use housestyle::model::{Address, Key, Language, Placed};
use housestyle::plan::{Basis, Operation, Plan, PlanOptions, Safeguard, undo};
use housestyle::service::account::AccountReadError;
use housestyle::service::client::{Client, ClientConfig};
use housestyle::service::{Request, Response};
use housestyle::state::snapshot::{self, Snapshot};
use housestyle::state::{Journal, JournalEntry, OpenFiles, State, StateStore, format};
use tokio::sync::watch;

use crate::simulated_world::exit_number::exit_number;
use crate::simulated_world::transport::{Rewrite, Tamper, Watch, Wire};
use crate::term_sets;

pub(crate) mod exit_number;
mod transport;

/// The key that opens the account.
pub(crate) const KEY: &str = "simulated-key";

/// Seeds to try: `HOUSESTYLE_SEED` alone where it is set, else as many from the first on as the variable says, or `many`.
pub(crate) fn seeds(first: u64, variable: &str, many: u64) -> Range<u64> {
    let from_environment = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    match from_environment("HOUSESTYLE_SEED") {
        Some(seed) => seed..seed + 1,
        None => first..first + from_environment(variable).unwrap_or(many),
    }
}

/// A row of numbers that look random and follow from a seed.
#[derive(Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.roll() % n
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'a, A>(&mut self, from: &'a [A]) -> &'a A {
        &from[usize::try_from(self.below(from.len() as u64)).unwrap()]
    }
}

/// The disk of a run: the bytes of state file and journal, as they would be found after a crash.
#[derive(Clone, Default)]
pub(crate) struct Disk(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    state: Option<String>,
    journal: String,
    stack: String,
    snapshots: Vec<String>,
    /// Writes that succeed before the disk is full.
    room: Option<u64>,
}

impl Disk {
    /// What the next run finds.
    pub(crate) fn state(&self) -> State {
        let kept = self.0.lock().unwrap();
        let mut state = kept.state.as_ref().map_or_else(State::default, |text| format::parse_state(text).unwrap());
        for line in kept.journal.lines() {
            let fact = format::parse_journal_line(&state.stack, line).expect("whole lines only");
            state.apply_entry(fact);
        }
        state
    }

    pub(crate) fn open(&self) -> StateStore<Self> {
        let state = self.state();
        self.0.lock().unwrap().stack.clone_from(&state.stack);
        StateStore::new(state, self.clone())
    }

    /// Snapshots in the order in which they were taken.
    pub(crate) fn snapshots(&self) -> Vec<Snapshot> {
        self.0.lock().unwrap().snapshots.iter().map(|text| snapshot::parse_snapshot(text).unwrap()).collect()
    }

    /// From now on only so many writes succeed; `None` for all.
    pub(crate) fn full_after(&self, writes: Option<u64>) {
        self.0.lock().unwrap().room = writes;
    }

    /// Somebody edits the state file.
    pub(crate) fn edit(&self, from: &str, to: &str) {
        let mut kept = self.0.lock().unwrap();
        let text = kept.state.take().unwrap();
        assert!(text.contains(from), "{from} is not in {text}");
        kept.state = Some(text.replace(from, to));
    }

    /// The state file is that of another moment.
    pub(crate) fn replace(&self, state: &State) {
        let mut kept = self.0.lock().unwrap();
        kept.state = Some(format::render_state(state));
        kept.journal.clear();
    }

    /// The state file is lost.
    pub(crate) fn lose(&self) {
        *self.0.lock().unwrap() = Kept::default();
    }

    fn take_room(kept: &mut Kept) -> io::Result<()> {
        match &mut kept.room {
            Some(0) => Err(io::Error::from(io::ErrorKind::StorageFull)),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

impl Journal for Disk {
    fn append(&mut self, facts: &[JournalEntry]) -> io::Result<()> {
        let mut kept = self.0.lock().unwrap();
        Self::take_room(&mut kept)?;
        let stack = kept.stack.clone();
        for fact in facts {
            kept.journal.push_str(&format::render_journal_line(&stack, fact));
        }
        Ok(())
    }

    fn checkpoint(&mut self, state: &State) -> io::Result<()> {
        let mut kept = self.0.lock().unwrap();
        Self::take_room(&mut kept)?;
        kept.stack.clone_from(&state.stack);
        kept.state = Some(format::render_state(state));
        kept.journal.clear();
        Ok(())
    }

    fn save_snapshot(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        let mut kept = self.0.lock().unwrap();
        Self::take_room(&mut kept)?;
        kept.snapshots.push(snapshot::render_snapshot(snapshot));
        Ok(())
    }
}

pub(crate) static CATALOGUE: LazyLock<(Catalogue, String)> = LazyLock::new(|| {
    let catalogue = load::builtin_catalogue(load::Edition::Core);
    let digest = catalogue.digest();
    (catalogue, digest)
});

/// The account that [`KEY`] opens.
pub(crate) const ACCOUNT: &str = "default";

/// One world.
pub(crate) struct World {
    pub(crate) emulator: Emulator,
    pub(crate) disk: Disk,
    pub(crate) desired: Desired,
    pub(crate) options: PlanOptions,
    pub(crate) manners: ClientConfig,
    pub(crate) violations: Vec<String>,
    /// Where an undo is killed, as [`Self::apply_killed`] says.
    pub(crate) kill: Option<(u64, bool)>,
    pub(crate) calls: u64,
    /// How files of a checkout are judged against those that were applied, as git would.
    pub(crate) judge: Option<Judge>,
    rewrite: Option<Rewrite>,
    tamper: Option<Tamper>,
    clock: Clock,
    delay: Option<Arc<Mutex<(Dice, u64)>>>,
}

/// Lets a story happen in no time at all: waiting is skipped.
pub(crate) fn paused<F: Future>(story: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap().block_on(story)
}

/// The address of a list.
pub(crate) fn address(key: &str) -> Address {
    Address::style(Key::new(key).unwrap())
}

/// The plan of a run that went well or had nothing to do.
pub(crate) async fn applied(world: &mut World) -> Plan {
    match world.apply().await {
        Ended::Applied(plan, report) => {
            assert!(report.end.is_done(), "{report:?}");
            plan
        }
        Ended::Nothing(plan) => plan,
        Ended::Refused(plan) => panic!("refused: {:?}", plan.blockers),
        Ended::Unread(unread) => panic!("{unread}"),
        Ended::Killed => panic!("killed"),
    }
}

/// What blocks a plan.
pub(crate) fn safeguards(plan: &Plan) -> Vec<Safeguard> {
    plan.blockers.iter().map(|blocker| blocker.safeguard).collect()
}

/// What a plan does, resource by resource.
pub(crate) fn operations(plan: &Plan) -> Vec<Operation> {
    plan.items.iter().map(|item| item.operation).collect()
}

/// Marks what a plan would take back of newer files, and says which files the run applies.
pub(crate) type Judge = Box<dyn Fn(&mut Plan, &State) -> OpenFiles>;

/// How a run in this world ended.
pub(crate) enum Ended {
    /// The account could not be read.
    Unread(AccountReadError),
    /// A safeguard refused, nothing was sent.
    Refused(Plan),
    /// Nothing was to be done.
    Nothing(Plan),
    /// The plan was carried out, well or badly.
    Applied(Plan, ApplyReport),
    /// The process was killed.
    Killed,
}

impl World {
    pub(crate) fn new(seed: u64, set_up: impl FnOnce(&mut Setup)) -> Self {
        let clock = Clock::following_tokio(housestyle::emulator::Moment::from_micros(1_790_000_000_000_000));
        let mut setup = Setup { seed, clock: clock.clone(), ..Setup::default() };
        set_up(&mut setup);
        Self {
            emulator: Emulator::new(setup),
            disk: Disk::default(),
            desired: Desired::default(),
            options: PlanOptions {
                max_delete: 100,
                max_delete_percent: 100,
                max_shrink_percent: 100,
                prune: true,
                ..PlanOptions::default()
            },
            manners: ClientConfig { seed, run_timeout: Some(Duration::from_secs(3600)), ..ClientConfig::default() },
            violations: Vec::new(),
            kill: None,
            calls: 0,
            judge: None,
            rewrite: None,
            tamper: None,
            clock,
            delay: None,
        }
    }

    /// Another runner on the same account, with a disk of its own.
    pub(crate) fn beside(&self, seed: u64) -> Self {
        let other = Self::new(seed, |_| {});
        Self { emulator: self.emulator.clone(), clock: self.clock.clone(), ..other }
    }

    /// The stack is named in the project, not made up by the first run.
    pub(crate) fn share_stack(&self, stack: &str) {
        self.disk.replace(&State { stack: stack.to_owned(), ..State::default() });
    }

    /// Every request takes up to so many milliseconds to arrive.
    pub(crate) fn delay_requests(&mut self, seed: u64, longest: u64) {
        self.delay = Some(Arc::new(Mutex::new((Dice::new(seed), longest))));
    }

    /// Somebody on the way changes requests from now on.
    pub(crate) fn rewrite(&mut self, rewrite: impl Fn(&mut Request) + Send + Sync + 'static) {
        self.rewrite = Some(Arc::new(rewrite));
    }

    /// Something happens from now on whenever a request was carried out.
    pub(crate) fn tamper(&mut self, tamper: impl Fn(&Request, &Emulator, &mut Response) + Send + Sync + 'static) {
        self.tamper = Some(Arc::new(tamper));
    }

    fn watch(&self, kill: Option<(u64, bool)>) -> Arc<Watch> {
        let (rewrite, tamper) = (self.rewrite.clone(), self.tamper.clone());
        let delay = self.delay.clone();
        Arc::new(Watch { kill: Mutex::new(kill), rewrite, tamper, delay, ..Watch::default() })
    }

    /// A client of its own, stopped by `stop`.
    pub(crate) fn client_with(&self, stop: watch::Receiver<bool>) -> Client<EmbeddedTransport> {
        let transport = EmbeddedTransport::new(self.emulator.clone(), KEY);
        Client::new(transport, self.manners.clone(), stop, Box::new(|_, _| {}))
    }

    pub(crate) fn want(&mut self, styles: Vec<Style>) {
        self.desired = Desired::try_from_styles(styles, &Limits::default()).unwrap();
    }

    pub(crate) fn faults(&self, script: Option<FaultScript>) {
        self.emulator.set_script(script);
    }

    pub(crate) fn basis(&self) -> Basis {
        Basis {
            origin: "emulator".to_owned(),
            environment: "default".to_owned(),
            desired: self.desired.digest().into(),
            catalogue: CATALOGUE.1.clone(),
            options: self.options.clone(),
        }
    }

    fn client(&mut self, watch: &Arc<Watch>, stop: watch::Receiver<bool>) -> Client<Wire> {
        self.manners.seed = self.manners.seed.wrapping_mul(31).wrapping_add(7);
        let wire = Wire { inner: EmbeddedTransport::new(self.emulator.clone(), KEY), watch: watch.clone() };
        Client::new(wire, self.manners.clone(), stop, Box::new(|_, _| {}))
    }

    /// Reads and plans.
    pub(crate) async fn plan(&mut self) -> Result<Plan, AccountReadError> {
        let (_keep, stop) = watch::channel(false);
        let client = self.client(&self.watch(None), stop);
        refresh_and_plan(&client, &self.desired, &self.disk.state(), &CATALOGUE.0, &self.basis(), false).await
    }

    /// Reads the account.
    pub(crate) async fn live(&mut self) -> housestyle::model::LiveAccount {
        let (_keep, stop) = watch::channel(false);
        let client = self.client(&Arc::new(Watch::default()), stop);
        let reach =
            housestyle::apply::refresh_scope(&self.desired, &self.disk.state(), &self.options).with_everything();
        housestyle::service::account::read_account(&client, &reach).await.unwrap()
    }

    /// Plans against an account as it was read before.
    pub(crate) fn plan_against(&self, live: &housestyle::model::LiveAccount) -> Plan {
        housestyle::plan::make_plan(&self.desired, &self.disk.state(), live, &CATALOGUE.0, self.basis())
    }

    /// Reads, plans and applies, as the command does.
    pub(crate) async fn apply(&mut self) -> Ended {
        self.apply_killed(None).await
    }

    /// As [`Self::apply`], but killed at call `n` of the run: before it is sent, or (`true`) after it was carried out.
    pub(crate) async fn apply_killed(&mut self, kill: Option<(u64, bool)>) -> Ended {
        let watch = self.watch(kill);
        let (_keep, stop) = watch::channel(false);
        let client = self.client(&watch, stop);
        let mut memory = self.disk.open();
        let basis = self.basis();
        let whole = async {
            let plan = match refresh_and_plan(&client, &self.desired, memory.state(), &CATALOGUE.0, &basis, true).await
            {
                Ok(plan) => plan,
                Err(unread) => return Ended::Unread(unread),
            };
            let mut plan = plan;
            if let Some((files, lacking)) = self.judge.as_ref().and_then(|judge| judge(&mut plan, memory.state())) {
                memory.set_files(files, lacking);
            }
            if !plan.blockers.is_empty() {
                return Ended::Refused(plan);
            }
            if plan.is_empty() {
                // Where the disk is full, the next run records it.
                let _recorded = apply::apply_nothing(&plan, &mut memory);
                return Ended::Nothing(plan);
            }
            let report = apply::apply_plan(&client, &plan, &mut memory, 4, &|_| {}, &exit_number).await;
            Ended::Applied(plan, report)
        };
        let ended = tokio::select! {
            biased;
            () = watch.dead.notified() => Ended::Killed,
            ended = whole => ended,
        };
        self.calls += *watch.calls.lock().unwrap();
        self.violations.append(&mut watch.checks.lock().unwrap());
        ended
    }

    /// Brings a snapshot back, as `apply --undo` does.
    pub(crate) async fn undo(&mut self, snapshot: &Snapshot) -> Ended {
        let state = self.disk.state();
        let (desired, undo) = undo::desired_from_snapshot(snapshot, "1.json", &state, &self.options.targets).unwrap();
        let wanted = std::mem::replace(&mut self.desired, desired);
        self.options.undo = Some(undo);
        let ended = self.apply_killed(self.kill).await;
        self.options.undo = None;
        self.desired = wanted;
        ended
    }

    /// Carries a plan out that was made before.
    pub(crate) async fn carry_out(&mut self, plan: &Plan) -> ApplyReport {
        let (_keep, stop) = watch::channel(false);
        let client = self.client(&Arc::new(Watch::default()), stop);
        let mut memory = self.disk.open();
        apply::apply_plan(&client, plan, &mut memory, 4, &|_| {}, &exit_number).await
    }

    /// What the account holds.
    pub(crate) fn lists(&self) -> Vec<Arc<StoredStyleList>> {
        self.emulator.style_lists(ACCOUNT)
    }

    /// Somebody else made a list, long ago.
    pub(crate) fn plant(&self, name: &str, language: &str) {
        self.plant_at(name, language, housestyle::emulator::Moment::from_micros(1_780_000_000_000_000));
    }

    /// Somebody else makes a list.
    pub(crate) fn plant_now(&self, name: &str, language: &str) {
        self.plant_at(name, language, self.clock.now());
    }

    fn plant_at(&self, name: &str, language: &str, now: housestyle::emulator::Moment) {
        self.emulator.insert_style_list(
            ACCOUNT,
            StoredStyleList {
                style_id: self.emulator.new_id(),
                name: name.to_owned(),
                creation_time: now,
                updated_time: now,
                language: language.to_owned(),
                version: 1,
                configured_rules: Arc::default(),
                custom_instructions: Vec::new(),
            },
        );
    }

    /// Whether the account holds exactly what is wanted (and what others made), nothing tagged, nothing twice.
    pub(crate) fn converged(&self) -> Result<(), String> {
        match self.lists().iter().find(|list| list.name.contains("[hs!")) {
            Some(list) => Err(format!("{} is left over: {:?}", list.style_id, list.name)),
            None => term_sets::held::left_over(self).map_or_else(|| self.as_wanted(), Err),
        }
    }

    /// Whether every wanted list is there under its name, bound, and says what it should.
    pub(crate) fn as_wanted(&self) -> Result<(), String> {
        let state = self.disk.state();
        let lists = self.lists();
        for style in self.desired.styles().values() {
            let address = Address::style(style.key.clone());
            let binding = state.bindings.get(&address).ok_or_else(|| format!("{address} is not bound"))?;
            let held = lists.iter().find(|list| list.style_id.to_string() == binding.id.as_str());
            let held = held.ok_or_else(|| format!("{address} is bound to nothing"))?;
            if held.name != style.name.value || held.language != style.language.value.as_str() {
                return Err(format!("{address} is called {:?} ({})", held.name, held.language));
            }
            let rules: usize = held.configured_rules.values().map(BTreeMap::len).sum();
            let said = style.rules.iter().all(|(key, value)| {
                let held = held.configured_rules.get(&*key.category).and_then(|rules| rules.get(&*key.rule));
                held.is_some_and(|held| value.value == *held)
            });
            if !said || rules != style.rules.len() {
                return Err(format!("{address} has other rules: {:?}", held.configured_rules));
            }
            let labels = |list: &[(String, String)]| {
                let mut list = list.to_vec();
                list.sort();
                list
            };
            let have: Vec<_> = held.custom_instructions.iter().map(|i| (i.label.clone(), i.prompt.clone())).collect();
            let want: Vec<_> =
                style.instructions.iter().map(|i| (i.value.label.to_string(), i.value.prompt.to_string())).collect();
            if labels(&have) != labels(&want) {
                return Err(format!("{address} has other instructions: {have:?} instead of {want:?}"));
            }
        }
        term_sets::held::as_wanted(self)?;
        let wanted = housestyle::plan::desired_resource::desired_resources(&self.desired).count();
        if state.bindings.len() != wanted {
            return Err(format!("{} bindings for {wanted} wanted objects", state.bindings.len()));
        }
        let open = |style: &Style| state.pending_creations.contains_key(&Address::style(style.key.clone()));
        if self.desired.styles().values().any(open) {
            return Err(format!("open creations: {:?}", state.pending_creations));
        }
        Ok(())
    }
}

/// A place for things that no file holds.
pub(crate) fn nowhere() -> Place {
    Place { file: "made.yaml".into(), line: 1, column: 1 }
}

/// A style of these parts.
pub(crate) fn style(
    key: &str,
    name: &str,
    language: &str,
    rules: &[(&str, &str, &str)],
    says: &[(&str, &str)],
) -> Style {
    Style {
        key: Key::new(key).unwrap(),
        name: Placed::new(name.to_owned(), nowhere()),
        language: Placed::new(Language::new(language), nowhere()),
        rules: rules
            .iter()
            .map(|(category, rule, value)| (RuleKey::new(category, rule), Placed::new((*value).into(), nowhere())))
            .collect(),
        instructions: says
            .iter()
            .map(|(label, prompt)| {
                let instruction =
                    Instruction { label: (*label).into(), prompt: (*prompt).into(), source_language: None };
                Placed::new(instruction, nowhere())
            })
            .collect(),
        protected: false,
        place: nowhere(),
    }
}

/// Rules that the service offers for German.
pub(crate) const GERMAN: &[(&str, &str, &str)] = &[
    ("numbers", "decimal_separator", "use_comma_as_decimal_separator"),
    ("numbers", "thousands_separator", "use_period_as_thousands_separator"),
    ("dates_and_times", "time_format", "use_hh_colon_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours"),
];

/// A random style of this key: three rules at the most, three instructions at the most, two names.
pub(crate) fn random_style(dice: &mut Dice, key: &str) -> Style {
    let rules: Vec<_> = GERMAN.iter().filter(|_| dice.chance(60)).copied().collect();
    let prompts = ["Be brief.", "Say Sie.", "Keep product names.", "短く書く。"];
    let says: Vec<(&str, &str)> = ["tone", "address", "names"]
        .iter()
        .filter(|_| dice.chance(50))
        .map(|label| (*label, *dice_pick(&prompts, key, label)))
        .collect();
    let says: Vec<(&str, &str)> = says
        .into_iter()
        .map(|(label, prompt)| if dice.chance(30) { (label, *dice.pick(&prompts)) } else { (label, prompt) })
        .collect();
    let name = if dice.chance(80) { format!("Ours {key}") } else { format!("Ours {key}, renamed") };
    style(key, &name, "de", &rules, &says)
}

fn dice_pick<'a>(from: &'a [&'static str], key: &str, label: &str) -> &'a &'static str {
    &from[(key.len() + label.len()) % from.len()]
}

/// A random fault, as often as a hard day brings them.
pub(crate) fn random_fault(dice: &mut Dice) -> InjectedFault {
    match dice.below(15) {
        0 => InjectedFault::Refused,
        1 => InjectedFault::LostBefore { hang: false },
        2 | 3 => InjectedFault::LostAfter { hang: false },
        4 => InjectedFault::Late { after_calls: Some(dice.below(6)), after_ms: None, hang: dice.chance(20) },
        5 => InjectedFault::rate_limited(if dice.chance(50) { "1" } else { "" }),
        6 => InjectedFault::with_status(503),
        7 => InjectedFault::with_status_after(500),
        8 => InjectedFault::Cut { keep: None },
        9 => InjectedFault::Garbage,
        10 => InjectedFault::Html { status: None },
        // Replicas lag for less than a second look waits.
        11 => InjectedFault::Stale { writes: 0, ms: Some(dice.below(1_500)) },
        12 => InjectedFault::PagesShift { by: 1 },
        13 => InjectedFault::ReorderInstructions,
        _ => InjectedFault::LostAfter { hang: true },
    }
}
