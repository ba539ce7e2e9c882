//! Whose turn it is: runs stop before each call, one at a time goes on, and the orders are tried one after the other.

use std::io;
use std::sync::{Condvar, Mutex, MutexGuard};

use housestyle::state::snapshot::Snapshot;
use housestyle::state::{Journal, JournalEntry, RunSummary, State};

/// What a call goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Service,
    Store,
}

/// A call that a run is about to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) target: Target,
    pub(super) writes: bool,
}

impl Event {
    /// Whether the order of the two can be seen by nobody.
    fn is_independent_of(self, other: Self) -> bool {
        self.target != other.target || !(self.writes || other.writes)
    }
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultKind {
    LostAnswer,
    LostCall,
    KilledBefore,
    KilledAfter,
    Stop,
}

impl FaultKind {
    pub(super) const ALL: [Self; 5] =
        [Self::LostAnswer, Self::LostCall, Self::KilledBefore, Self::KilledAfter, Self::Stop];
}

/// A fault at one call of the first run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) call: usize,
    pub(super) kind: FaultKind,
}

/// What a run is told when its turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grant {
    Go,
    LostAnswer,
    LostCall,
}

impl Grant {
    pub(super) fn is_carried_out(self) -> bool {
        self != Self::LostCall
    }

    pub(super) fn is_answered(self) -> bool {
        self == Self::Go
    }
}

#[derive(Default)]
struct Turns {
    waiting: [Option<Event>; 2],
    ended: [bool; 2],
    granted: Option<(usize, Grant)>,
    calls: [usize; 2],
    dead: bool,
    /// The revision that a run saw when it last looked at the store, and that it has done nothing since.
    looked: [Option<u64>; 2],
    /// Who had the lease, in order.
    taken: Vec<usize>,
}

/// The turns of two runs. A third run is never kept waiting.
pub(super) struct Schedule {
    turns: Mutex<Turns>,
    moved: Condvar,
    fault: Option<Fault>,
}

impl Schedule {
    pub(super) fn new(fault: Option<Fault>) -> Self {
        Self { turns: Mutex::default(), moved: Condvar::new(), fault }
    }

    fn lock(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap()
    }

    /// A run is about to make a call; `revision` is that of the store.
    pub(super) fn wait_for_turn(&self, run: usize, event: Event, revision: &dyn Fn() -> u64) -> Grant {
        if run > 1 {
            return Grant::Go;
        }
        let mut turns = self.lock();
        if run == 0 && turns.dead {
            return Grant::LostCall;
        }
        assert!(turns.waiting[run].is_none(), "a run makes one call at a time");
        turns.waiting[run] = Some(event);
        self.moved.notify_all();
        let mut turns = self.moved.wait_while(turns, |turns| turns.granted.is_none_or(|(to, _)| to != run)).unwrap();
        let (_, grant) = turns.granted.take().expect("it was waited for");
        turns.looked[run] = (event == Event { target: Target::Store, writes: false }).then(revision);
        grant
    }

    /// A run has the lease.
    pub(super) fn note_taken(&self, run: usize) {
        if run < 2 {
            self.lock().taken.push(run);
        }
    }

    /// A run is over.
    pub(super) fn end(&self, run: usize) {
        self.lock().ended[run] = true;
        self.moved.notify_all();
    }

    /// Gives turns until both runs are over.
    pub(super) fn direct(&self, exploration: &mut Exploration, revision: &dyn Fn() -> u64) {
        loop {
            let stands = |turns: &mut Turns| {
                turns.granted.is_some() || !(0..2).all(|run| turns.ended[run] || turns.waiting[run].is_some())
            };
            let mut turns = self.moved.wait_while(self.lock(), stands).unwrap();
            let waiting = turns.waiting;
            let enabled: Vec<usize> =
                (0..2).filter(|run| waiting[*run].is_some() && self.is_enabled(&turns, *run, revision())).collect();
            if enabled.is_empty() {
                assert!(turns.ended == [true; 2], "nobody can go on: {waiting:?}");
                exploration.most_calls = exploration.most_calls.max(turns.calls[0]);
                return;
            }
            let run = exploration.choose(&enabled, waiting);
            let grant = self.meet_fault(&mut turns, run);
            turns.calls[run] += 1;
            turns.waiting[run] = None;
            turns.granted = Some((run, grant));
            drop(turns);
            self.moved.notify_all();
        }
    }

    fn is_stopped(&self, turns: &Turns) -> bool {
        let here = self.fault.is_some_and(|fault| fault.kind == FaultKind::Stop && fault.call == turns.calls[0]);
        here && !turns.ended[1] && turns.taken.last() != Some(&1)
    }

    fn is_enabled(&self, turns: &Turns, run: usize, revision: u64) -> bool {
        if run == 0 && self.is_stopped(turns) {
            return false;
        }
        let other = 1 - run;
        let other_stands = turns.ended[other] || (other == 0 && (turns.dead || self.is_stopped(turns)));
        // Looking again at what has not changed is no step.
        let looks_again = turns.waiting[run] == Some(Event { target: Target::Store, writes: false })
            && turns.looked[run] == Some(revision);
        !looks_again || other_stands
    }

    fn meet_fault(&self, turns: &mut Turns, run: usize) -> Grant {
        let met = self.fault.filter(|fault| run == 0 && fault.call == turns.calls[0]);
        match met.map(|fault| fault.kind) {
            None | Some(FaultKind::Stop) => Grant::Go,
            Some(FaultKind::LostAnswer) => Grant::LostAnswer,
            Some(FaultKind::LostCall) => Grant::LostCall,
            Some(FaultKind::KilledBefore) => {
                turns.dead = true;
                Grant::LostCall
            }
            Some(FaultKind::KilledAfter) => {
                turns.dead = true;
                Grant::LostAnswer
            }
        }
    }
}

/// One choice in an order.
struct Choice {
    events: [Option<Event>; 2],
    chosen: usize,
    /// What was tried here before.
    tried: Vec<usize>,
    /// What is left to try.
    left: Vec<usize>,
    /// What need not be tried: an order that equals it was.
    asleep: Vec<usize>,
}

/// All orders, one after the other: a search in depth, with sleep sets.
#[derive(Default)]
pub(super) struct Exploration {
    choices: Vec<Choice>,
    step: usize,
    is_redundant: bool,
    pub(super) explored: u64,
    pub(super) redundant: u64,
    pub(super) most_calls: usize,
}

impl Exploration {
    pub(super) fn begin(&mut self) {
        (self.step, self.is_redundant) = (0, false);
    }

    /// Who goes on, of those who can.
    fn choose(&mut self, enabled: &[usize], events: [Option<Event>; 2]) -> usize {
        if self.is_redundant {
            return enabled[0];
        }
        let step = self.step;
        self.step += 1;
        if let Some(choice) = self.choices.get(step) {
            assert_eq!(choice.events, events, "the same choices lead to the same calls");
            return choice.chosen;
        }
        let asleep = self.choices.last().map_or_else(Vec::new, Choice::asleep_after);
        let mut left: Vec<usize> = enabled.iter().copied().filter(|run| !asleep.contains(run)).collect();
        if left.is_empty() {
            self.is_redundant = true;
            return enabled[0];
        }
        let chosen = left.remove(0);
        self.choices.push(Choice { events, chosen, tried: Vec::new(), left, asleep });
        chosen
    }

    /// Turns to the next order; false after the last.
    pub(super) fn advance(&mut self) -> bool {
        if self.is_redundant {
            self.redundant += 1;
        } else {
            self.explored += 1;
        }
        while let Some(choice) = self.choices.last_mut() {
            if choice.left.is_empty() {
                self.choices.pop();
                continue;
            }
            choice.tried.push(choice.chosen);
            choice.chosen = choice.left.remove(0);
            return true;
        }
        false
    }

    /// The order that is tried: who went on at each step.
    pub(super) fn order(&self) -> Vec<usize> {
        self.choices.iter().map(|choice| choice.chosen).collect()
    }
}

impl Choice {
    /// Who need not be tried next, after this one.
    fn asleep_after(&self) -> Vec<usize> {
        let Some(chosen) = self.events[self.chosen] else { return Vec::new() };
        let known = self.asleep.iter().chain(&self.tried).copied();
        known
            .filter(|run| *run != self.chosen)
            .filter(|run| self.events[*run].is_some_and(|event| event.is_independent_of(chosen)))
            .collect()
    }
}

/// The journal of a lease without the snapshots that a run keeps on its disk.
pub(super) struct WithoutSnapshots(pub(super) Box<dyn Journal>);

impl Journal for WithoutSnapshots {
    fn append(&mut self, facts: &[JournalEntry]) -> io::Result<()> {
        self.0.append(facts)
    }

    fn checkpoint(&mut self, state: &State) -> io::Result<()> {
        self.0.checkpoint(state)
    }

    fn finish(&mut self, state: &State, summary: &RunSummary) -> io::Result<()> {
        self.0.finish(state, summary)
    }

    fn save_snapshot(&mut self, _: &Snapshot) -> io::Result<()> {
        Ok(())
    }
}
