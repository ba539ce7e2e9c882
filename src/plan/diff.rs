//! Two sets of files, compared as if the first had been applied: the same planner, with a memory and an account that say
//! exactly what the first set wants.
//!
//! Always holds: nothing is refused and nothing held back, because nothing is about to be done; what apply would ask
//! agreement for is a hazard or a note. A key that changed while name and language stayed is a rename, as apply takes it
//! once it is agreed to. No id of this comparison leaves it: they stand for objects that nobody made.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::style::{LiveInstruction, LiveStyle, Style};
use crate::model::{Address, Id, Live, digest};
use crate::plan::{Basis, Cause, Options, Plan, Verb, plan};
use crate::state::{Applied, Binding, State};

/// What apply would make different, had `base` been applied just now. `protect` names what the project file protects.
#[must_use]
pub fn diff(base: &Desired, head: &Desired, catalogue: &Catalogue, protect: &BTreeSet<Address>) -> Plan {
    let (state, live) = as_applied(base, protect);
    let known: BTreeSet<Address> = state.bindings.keys().cloned().chain(addresses(head)).collect();
    let options = Options {
        prune: true,
        allow_replace: known.clone(),
        allow_delete: known.clone(),
        allow_shrink: known,
        accept_rename: renames(base, head),
        protect: protect.clone(),
        max_delete: usize::MAX,
        max_delete_percent: 100,
        max_shrink_percent: 100,
        ..Options::default()
    };
    let basis = Basis {
        origin: ORIGIN.to_owned(),
        environment: String::new(),
        desired: head.digest(),
        catalogue: catalogue.digest(),
        options,
    };
    let mut plan = plan(head, &state, &live, catalogue, basis);
    tell_of_protection(&mut plan, &state);
    for item in &mut plan.items {
        (item.id, item.seen, item.before) = (None, None, None);
        item.steps.clear();
        for change in &mut item.changes {
            // There is one cause here, which is that the files differ: saying it at every change would say nothing.
            change.cause = Cause::Unknown;
        }
    }
    plan.calls = 0;
    plan
}

/// What the account of a comparison is called.
const ORIGIN: &str = "files";

/// A memory and an account that say what these files want and nothing else.
fn as_applied(desired: &Desired, protect: &BTreeSet<Address>) -> (State, Live) {
    let mut state = State { origin: ORIGIN.to_owned(), ..State::default() };
    let mut live = Live { stable: true, ..Live::default() };
    for style in desired.styles().values() {
        let address = Address::style(style.key.clone());
        let id = stand_in(&address.to_string());
        let content = style.content();
        let binding = Binding {
            id: id.clone(),
            version: 1,
            protected: style.protected || protect.contains(&address),
            applied: Applied::new(&content, &content),
            attempted: Vec::new(),
            sealed: true,
        };
        live.styles.insert(id.clone(), held(id, style));
        state.bindings.insert(address, binding);
    }
    (state, live)
}

fn held(id: Id, style: &Style) -> LiveStyle {
    let content = style.content();
    let instruction = |instruction: crate::model::style::Instruction| LiveInstruction {
        id: stand_in(&format!("{id} {}", instruction.label)),
        instruction,
    };
    LiveStyle {
        name: content.name,
        language: content.language,
        version: 1,
        rules: content.rules,
        strange: BTreeMap::new(),
        instructions: content.instructions.into_iter().map(instruction).collect(),
        updated_time: String::new(),
        id,
    }
}

/// An id for something that nobody made.
fn stand_in(of: &str) -> Id {
    Id::new(&digest::short(of, 26)).expect("digits of base32 can be an id")
}

fn addresses(desired: &Desired) -> impl Iterator<Item = Address> {
    desired.styles().keys().cloned().map(Address::style)
}

/// Keys that are new and have name and language of a key that is gone: new to old.
fn renames(base: &Desired, head: &Desired) -> BTreeMap<Address, Address> {
    let mut gone: BTreeMap<(&str, &str), &Style> = base
        .styles()
        .values()
        .filter(|style| !head.styles().contains_key(&style.key))
        .map(|style| (named(style), style))
        .collect();
    head.styles()
        .values()
        .filter(|style| !base.styles().contains_key(&style.key))
        .filter_map(|style| {
            let old = gone.remove(&named(style))?;
            Some((Address::style(style.key.clone()), Address::style(old.key.clone())))
        })
        .collect()
}

fn named(style: &Style) -> (&str, &str) {
    (&style.name.value, style.language.value.as_str())
}

/// What goes although it was protected: apply refuses that until somebody agrees to it by name.
fn tell_of_protection(plan: &mut Plan, state: &State) {
    let protected = |address: &Address| state.bindings.get(address).is_some_and(|binding| binding.protected);
    let goes = plan.items.iter().filter(|item| matches!(item.verb, Verb::Delete | Verb::Replace));
    let notes: Vec<String> = goes
        .filter(|item| protected(&item.address))
        .map(|item| {
            format!("{0} is protected: apply refuses this until agreed to with --allow-delete {0}", item.address)
        })
        .collect();
    plan.notes.extend(notes);
}
