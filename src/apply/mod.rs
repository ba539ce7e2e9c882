//! Plan to calls. Makes no choices: what is done is in the plan, and how a fault is met is in the protocol.
//!
//! - What the objects of a run say is saved before its first write; what cannot be saved is not touched.
//! - Intent is recorded before a creating call, its result after; what cannot be recorded is not called.
//! - Nothing is overwritten that the plan has not seen: each object is read right before its first write and right
//!   after its last, and its version is accounted for.
//! - One lane per object, several at once; a failure stops its object, not the others. Deletions come last.
//! - A new list is created under a tag, filled, verified, and only then given its name: nobody finds half a list.

pub mod create;
pub mod event;
pub mod lane;
mod lexicon;
mod style;
pub mod offers;
pub mod survey;

use std::cell::{Cell, RefCell};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;

pub use event::{Event, Failure, Outcome};
pub use survey::{reach, survey};

use crate::model::object::Content;
use crate::model::{Address, Id, digest};
use crate::plan::{Action, Item, Plan, Undo, Verb, undo};
use crate::service::Transport;
use crate::service::client::Client;
use crate::service::error::Error;
use crate::state::{Creating, Fact, Journal, Memory, State};

/// Somebody who wants to hear what happens.
pub type Listener<'a> = &'a (dyn Fn(Event) + Send + Sync);

/// What came of applying a plan.
#[derive(Clone, Debug)]
pub struct Report {
    /// Each object of the plan and how work on it ended, in the order of the plan.
    pub outcomes: Vec<(Address, Verb, Outcome)>,
    /// What failed outside any object: the state could not be written.
    pub trouble: Option<String>,
    /// Exit code of the run.
    pub exit: u8,
}

/// What all lanes share.
pub(crate) struct Run<'a, T, J> {
    pub(crate) client: &'a Client<T>,
    pub(crate) memory: RefCell<&'a mut Memory<J>>,
    pub(crate) listener: Listener<'a>,
    /// The exit code of a failure that no other object would escape.
    halted: Cell<Option<u8>>,
    /// The snapshot that is brought back, where one is.
    undo: Option<&'a Undo>,
}

/// Carries a plan out, `parallelism` objects at a time.
pub async fn run<T: Transport, J: Journal>(
    client: &Client<T>,
    plan: &Plan,
    memory: &mut Memory<J>,
    parallelism: usize,
    listener: Listener<'_>,
) -> Report {
    let stack = digest::short(format!("{} {}", client.chance(), client.chance()), 6);
    memory.begin(&plan.basis.origin, &stack);
    listener(Event::Started { items: plan.items.len(), calls: plan.calls });
    let not_begun = |trouble: String| {
        let outcomes = plan.items.iter().map(|item| (item.address.clone(), item.verb, Outcome::Skipped)).collect();
        Report { outcomes, trouble: Some(trouble), exit: 1 }
    };
    if let Some(snapshot) = undo::before(plan, client.clock(), memory.state().serial)
        && let Err(error) = memory.keep(&snapshot)
    {
        return not_begun(format!("what would change cannot be saved for an undo ({error}), so nothing was sent"));
    }
    if let Err(error) = memory.record(&first_facts(client, plan, memory.state())) {
        return not_begun(format!("the state cannot be written ({error}), so nothing was sent"));
    }

    let undo = plan.basis.options.undo.as_ref();
    let run = Run { client, memory: RefCell::new(memory), listener, halted: Cell::new(None), undo };
    let (last, first): (Vec<_>, Vec<_>) =
        plan.items.iter().enumerate().partition(|(_, item)| matches!(item.verb, Verb::Delete | Verb::Sweep));
    let mut outcomes = run.lanes(first, parallelism).await;
    outcomes.extend(run.lanes(last, parallelism).await);
    outcomes.sort_by_key(|(at, _)| *at);
    let outcomes: Vec<(Address, Verb, Outcome)> = outcomes
        .into_iter()
        .map(|(at, outcome)| (plan.items[at].address.clone(), plan.items[at].verb, outcome))
        .collect();

    let halted = run.halted.get();
    let trouble = run.memory.into_inner().finish().err().map(|error| {
        format!("the state could not be written ({error}); its journal holds everything, and the next run takes it up")
    });
    let exit = exit(&outcomes, halted, trouble.is_some());
    Report { outcomes, trouble, exit }
}

/// What is recorded before the first call: every creation that is about to happen, and deletions that have happened.
fn first_facts<T: Transport>(client: &Client<T>, plan: &Plan, state: &State) -> Vec<Fact> {
    let planned = |id: &Id| plan.items.iter().any(|item| item.id.as_ref() == Some(id));
    let over = state
        .deleting
        .keys()
        .filter(|id| state.bound_to(id).is_none() && !planned(id))
        .map(|id| Fact::Deleted(id.clone()));
    let claims = plan.items.iter().filter_map(|item| {
        let content = item.steps.iter().find_map(|step| match &step.action {
            Action::CreateStyle { content } => Some(Content::Style(content.clone())),
            Action::CreateLexicon { content } => Some(Content::Lexicon(content.clone())),
            Action::Bind { .. }
            | Action::RenameStyle { .. }
            | Action::ReplaceRules { .. }
            | Action::AddInstruction { .. }
            | Action::ReplaceInstruction { .. }
            | Action::RemoveInstruction { .. }
            | Action::DeleteStyle { .. }
            | Action::RenameLexicon { .. }
            | Action::ReplacePart { .. }
            | Action::RemovePart { .. }
            | Action::DeleteLexicon { .. }
            | Action::Unbind => None,
        })?;
        let creating = Creating { nonce: nonce(client, &content), digest: content.digest(), since: client.clock() };
        Some(Fact::Creating(item.address.clone(), creating))
    });
    let wanted = |address: &Address| plan.items.iter().any(|item| item.address == *address && item.wanted.is_some());
    let given_up =
        state.creating.keys().filter(|address| !wanted(address)).map(|address| Fact::NotCreated(address.clone()));
    over.chain(given_up).chain(claims).collect()
}

/// 8 base32 digits that no other attempt has. Those of a lexicon end in its print, because it has no version that would
/// tell whether somebody wrote to what an interrupted creation left.
pub(crate) fn nonce<T: Transport>(client: &Client<T>, content: &Content) -> String {
    let chance = client.chance().to_le_bytes();
    match content {
        Content::Style(_) => digest::short(chance, 8),
        Content::Lexicon(lexicon) => format!("{}{}", digest::short(chance, 4), lexicon.beginning().print()),
    }
}

impl<T: Transport, J: Journal> Run<'_, T, J> {
    async fn lanes(&self, items: Vec<(usize, &Item)>, parallelism: usize) -> Vec<(usize, Outcome)> {
        let mut waiting = items.into_iter();
        let mut at_work = FuturesUnordered::new();
        let mut outcomes = Vec::new();
        loop {
            while at_work.len() < parallelism.max(1) {
                let Some((at, item)) = waiting.next() else { break };
                at_work.push(async move { (at, self.item(item).await) });
            }
            match at_work.next().await {
                Some(outcome) => outcomes.push(outcome),
                None => return outcomes,
            }
        }
    }

    async fn item(&self, item: &Item) -> Outcome {
        let (address, verb) = (item.address.clone(), item.verb);
        let outcome = if self.client.stopping() || self.halted.get().is_some() {
            // A claim of a creation that never began must not make the next run look for it.
            if matches!(verb, Verb::Create | Verb::Replace) {
                let _ = self.record(&[Fact::NotCreated(address.clone())]);
            }
            Outcome::Skipped
        } else {
            (self.listener)(Event::ItemStarted { address: address.clone(), verb });
            lane::work(self, item).await
        };
        (self.listener)(Event::ItemEnded { address, verb, outcome: outcome.clone() });
        outcome
    }

    pub(crate) fn record(&self, facts: &[Fact]) -> Result<(), String> {
        let recorded = self.memory.borrow_mut().record(facts);
        recorded.map_err(|error| {
            self.halt(1);
            format!("the state cannot be written: {error}")
        })
    }

    /// The id that an object had before what is being undone.
    pub(crate) fn was(&self, address: &Address) -> Option<Id> {
        self.undo.and_then(|undo| undo.lists.get(address)).map(|was| was.id.clone())
    }

    pub(crate) fn halt(&self, exit: u8) {
        if self.halted.get().is_none() {
            self.halted.set(Some(exit));
        }
    }

    pub(crate) fn step_done(&self, item: &Item, what: &str) {
        (self.listener)(Event::StepDone { address: item.address.clone(), what: what.to_owned() });
    }

    /// Turns a failed call into the end of a lane.
    pub(crate) fn failed(&self, act: &str, error: &Error, done: &[String]) -> Outcome {
        if error.stops_run() {
            self.halt(error.exit());
        }
        let failure = Failure {
            act: act.to_owned(),
            message: error.to_string(),
            trace: error.trace.clone(),
            done: done.to_vec(),
            exit: error.exit(),
        };
        if error.may_have_happened() { Outcome::Unknown(failure) } else { Outcome::Failed(failure) }
    }
}

/// The exit code of a run: the gravest thing that happened.
fn exit(outcomes: &[(Address, Verb, Outcome)], halted: Option<u8>, trouble: bool) -> u8 {
    let (mut done, mut failures, mut skipped) = (0, Vec::new(), 0);
    for (_, _, outcome) in outcomes {
        match outcome {
            Outcome::Done { .. } => done += 1,
            Outcome::Failed(failure) => failures.push(failure.exit),
            Outcome::Unknown(_) => return 7,
            Outcome::Skipped => skipped += 1,
        }
    }
    if let Some(worst) = [8, 6, 9, 130, 5].into_iter().find(|code| failures.contains(code) || halted == Some(*code)) {
        return worst;
    }
    match (failures.is_empty(), done > 0) {
        (true, _) if trouble => 1,
        (true, true) if skipped > 0 => 130,
        (true, false) if skipped > 0 => halted.unwrap_or(130),
        (true, _) => 0,
        (false, true) => 4,
        (false, false) => failures[0],
    }
}
