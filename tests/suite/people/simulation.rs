//! People in the web form and checkouts of different age, on one account, thousands of times: the real plan and apply, with
//! faults and kills, and edits between and during runs.
//!
//! Laws: (1) a run that nobody looks at takes back no edit made since the last apply, and nothing of a newer commit; what a
//! person edits in the one round trip between our read and our write is told if it is lost. (2) A run that somebody looked
//! at takes back what its plan showed. (3) Shared parts keep what people added and lose what left the files. (4) When people
//! stop, it converges. `HOUSESTYLE_SEED=n` runs one schedule, `HOUSESTYLE_SCHEDULES=n` as many as wanted in each
//! test.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use housestyle::apply::Outcome;
use housestyle::emulator::{FaultScript, InjectedFault};
use housestyle::model::{Address, Id};
use housestyle::plan::{Agreement, Cause, Change, ChangedField, Hazard, Plan, PlanItem, Safeguard};
use housestyle::state::{Applied, State};

use super::commits::{Commit, check_out, commit_of, next_commit, wants_so};
use super::edits::{Edit, Edits, Field, Part, contents, edit_something, is_theirs, parts_of};
use crate::simulated_world::{Dice, Ended, World, paused, random_fault, seeds};

/// Schedules of each of the five tests, which run side by side.
const SCHEDULES: u64 = 3_000;
/// Schedules that fail before a test gives up: a long run tells of all that are wrong.
const MOST_TOLD: usize = 20;
/// Commits of the repository, the oldest first.
const COMMITS: usize = 4;
/// What each of them wants: two lists, or a list and a glossary.
const RESOURCES: usize = 2;

#[test]
fn nothing_is_lost_that_nobody_has_seen() {
    println!("{}", schedules(0));
}

#[test]
fn nothing_is_lost_that_nobody_has_seen_either() {
    println!("{}", schedules(1));
}

#[test]
fn nothing_else_is_lost_that_nobody_has_seen() {
    println!("{}", schedules(2));
}

#[test]
fn nothing_is_ever_lost_that_nobody_has_seen() {
    println!("{}", schedules(3));
}

#[test]
fn nothing_at_all_is_lost_that_nobody_has_seen() {
    println!("{}", schedules(4));
}

/// Runs the schedules of one of the tests, and says how they ended.
fn schedules(of: u64) -> String {
    let seeds = seeds((1 << 44) + (of << 40), "HOUSESTYLE_SCHEDULES", SCHEDULES);
    let mut ends: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in seeds.clone() {
        match schedule(seed) {
            Ok(ended) => ended.into_iter().for_each(|end| *ends.entry(end).or_default() += 1),
            Err(why) => wrong.push(format!("HOUSESTYLE_SEED={seed}: {why}")),
        }
        assert!(wrong.len() < MOST_TOLD, "{}", wrong.join("\n"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if seeds.end - seeds.start >= 1_000 {
        for end in ["blocked by drift", "blocked by older files", "applied unseen", "killed", "edited meanwhile"] {
            assert!(ends.contains_key(end), "no schedule in which a run was {end}: {ends:?}");
        }
    }
    format!("{} schedules: {ends:?}", seeds.end - seeds.start)
}

/// The repository, and what people did since somebody applied.
struct Story {
    commits: Vec<Commit>,
    shared: bool,
    /// Whether every answer arrives: where one is lost, a version tells less of who wrote.
    quiet: bool,
    edits: Edits,
    /// What the parts that people edited said before.
    before: Edits,
    /// What people added to shared parts, of which the files want nothing.
    added: Edits,
    /// What people added where the files may come to want it, or may have wanted it: the last that they made of it.
    beside: Edits,
    /// Whether a run wrote with a state as old as its files: no newer state knows what it wrote.
    strayed: bool,
    /// The commit of the last run, where somebody had seen its plan and it did not come to its end.
    interrupted: Option<usize>,
    count: u64,
}

fn schedule(seed: u64) -> Result<Vec<&'static str>, String> {
    paused(async {
        let mut dice = Dice::new(seed);
        let shared = dice.chance(30);
        let has_glossary = dice.chance(40);
        let mut commits: Vec<Commit> = Vec::new();
        for _ in 0..COMMITS {
            let commit = next_commit(&mut dice, commits.last(), has_glossary, shared);
            commits.push(commit);
        }
        let percent = *dice.pick(&[0, 0, 5]);
        let mut story = Story {
            commits,
            shared,
            quiet: percent == 0,
            edits: Edits::new(),
            before: Edits::new(),
            added: Edits::new(),
            beside: Edits::new(),
            strayed: false,
            interrupted: None,
            count: 0,
        };
        let first = World::new(seed, |_| {});
        let second = first.beside(seed ^ 1);
        let mut actors = [first, second];
        for actor in &mut actors {
            actor.share_stack("abcdef");
        }
        // One state for both, or one that travels with the files and so is as old as they are.
        let store = dice.chance(70);
        if store {
            actors[1].disk = actors[0].disk.clone();
        }
        let mut ends = Vec::new();
        actors[0].faults(Some(faults(dice.roll(), percent)));
        let mut newest = 0;
        let mut states: BTreeMap<usize, State> = BTreeMap::new();
        for step in 0..6 {
            if dice.chance(60) {
                story.edit(&mut dice, &actors[0]);
            }
            let at = if store { usize::try_from(dice.below(2)).unwrap() } else { 0 };
            newest = (newest + usize::from(dice.chance(50))).min(COMMITS - 1);
            let commit = if step > 0 && dice.chance(30) {
                usize::try_from(dice.below(newest as u64 + 1)).unwrap()
            } else {
                newest
            };
            if !store && let Some(state) = states.range(..=commit).next_back().or_else(|| states.iter().next()) {
                actors[at].disk.replace(state.1);
            }
            let before = actors[at].disk.state();
            let newer = states.range(commit + 1..).map(|(_, state)| state).filter(|_| !store);
            let changed = newer.clone().flat_map(|state| &state.bindings);
            let changed = changed.filter(|(address, binding)| before.bindings.get(address) != Some(binding));
            let behind =
                Behind { strays: newer.count() > 0, of: changed.map(|(address, _)| address.clone()).collect() };
            ends.push(run(&mut actors[at], &mut story, commit, &behind, &mut dice).await?);
            let state = actors[at].disk.state();
            // What recorded nothing left no newer state behind.
            if state != before && state.bindings.len() == RESOURCES {
                states.insert(commit, state);
            }
        }
        actors[0].faults(None);
        if !store && let Some((_, newest)) = states.last_key_value() {
            actors[0].disk.replace(newest);
        }
        settle(&mut actors[0], &mut story).await?;
        Ok(ends)
    })
}

/// What a state that is as old as its files does not know.
struct Behind {
    /// Whether there is a newer state, which will not know of this run either.
    strays: bool,
    /// What newer runs wrote.
    of: BTreeSet<Address>,
}

/// One run of a checkout at this commit, and whether it kept the laws.
async fn run(
    actor: &mut World,
    story: &mut Story,
    commit: usize,
    behind: &Behind,
    dice: &mut Dice,
) -> Result<&'static str, String> {
    check_out(actor, &story.commits[..=commit]);
    actor.options.unseen = dice.chance(75);
    // Whoever looks at a conflict lets the files win.
    let seen = !actor.options.unseen;
    actor.options.agreed[Agreement::TakeMine] = if seen { story.addresses() } else { BTreeSet::new() };
    let during = Arc::new(Mutex::new(None));
    if story.quiet && dice.chance(25) {
        tamper(actor, story, dice, &during);
    } else {
        actor.tamper(|_, _, _| {});
    }
    let kill = dice.chance(20).then(|| (1 + dice.below(14), dice.chance(50)));
    let before = story.edits.clone();
    let contents = contents(actor);
    let older = actor.disk.state();
    let ended = actor.apply_killed(kill).await;
    let now = self::contents(actor);
    let (plan, report) = match &ended {
        Ended::Applied(plan, report) => (Some(plan), Some(report)),
        Ended::Refused(plan) | Ended::Nothing(plan) => (Some(plan), None),
        Ended::Unread(_) | Ended::Killed => (None, None),
    };
    let finishes = story.interrupted == Some(commit);
    story.interrupted = match &ended {
        Ended::Applied(_, report) if report.end.is_done() => None,
        Ended::Applied(..) | Ended::Killed => Some(commit).filter(|_| seen || finishes),
        Ended::Refused(_) | Ended::Nothing(_) | Ended::Unread(_) => story.interrupted,
    };
    story.strayed |= behind.strays && matches!(ended, Ended::Applied(..) | Ended::Killed);
    let during = during.lock().unwrap().clone();
    let is_there = |id: &String| contents.contains_key(&(id.clone(), Part::Name));
    let is_during = |(id, part): &Field| {
        during.as_ref().is_some_and(|edit: &Edit| edit.field.0 == *id && (edit.field.1 == *part || edit.is_deletion()))
    };
    for (field, value) in &before {
        let (id, part) = field;
        let address = older.bindings.iter().find(|(_, binding)| binding.id.as_str() == id).map(|(address, _)| address);
        if *part == Part::Name && value.is_none() {
            story.judge_deleted(actor, id, address.filter(|_| !was_unnamed(&older, id)), seen, plan)?;
            continue;
        }
        let lost = now.get(field).cloned().flatten() != *value && !is_during(field);
        // What a dead run began to add and that is not there: nobody can say whether it never came or was deleted.
        let begun = address.is_some_and(|address| story.began_to_add(address, part, &older));
        // A state that travels with the files knows nothing of a part that newer files added, or that an older checkout made
        // with a state of its own, and that somebody then deleted: it never was there, as far as that state tells.
        let elsewhere = |address: &&Address| story.strayed || behind.of.contains(*address);
        let unknown = address.filter(elsewhere).is_some_and(|address| {
            let applied = &older.bindings[address].applied;
            story.made_parts(address, applied).is_some_and(|applied| !applied.contains_key(part))
        });
        // What the files do not want either is agreed on.
        let wanted = address.is_none_or(|address| story.commits[commit].wants(address, part));
        let agreed = value.is_none() && plan.is_none_or(|plan| plan.blockers.is_empty()) && !wanted;
        if !lost && !agreed {
            continue;
        }
        if agreed || (value.is_none() && (begun || unknown)) || !is_there(id) {
            story.forget(field);
            continue;
        }
        if !seen {
            return Err(format!("{field:?} was {value:?} and is {:?}, unseen: {plan:?}", now.get(field)));
        }
        let shown = |plan: &&Plan| plan.items.iter().any(|item| shows(item, field, value));
        if plan.is_some() && !plan.iter().any(shown) {
            return Err(format!("{field:?} was {value:?}, and the plan did not show that it goes: {plan:?}"));
        }
        story.forget(field);
    }
    // What was edited while the run wrote is there, or told.
    if let Some(edit) = &during {
        let Edit { field, before, after } = edit;
        let told = report.is_none_or(|report| !report.end.is_done() || format!("{report:?}").contains("meanwhile"));
        let address = older.bindings.iter().find(|(_, binding)| binding.id.as_str() == field.0);
        let wanted = address.is_none_or(|(address, _)| story.commits[commit].wants(address, &field.1));
        let is_there = now.get(field).cloned().flatten() == *after;
        let shown = seen && plan.iter().any(|plan| plan.items.iter().any(|item| shows(item, field, after)));
        if !is_there && !told && !shown {
            return Err(format!("{field:?} became {after:?} meanwhile, and nothing tells: {report:?}"));
        }
        if is_there && (wanted || after.is_some()) {
            // What this run had made of it by then is what it said before.
            if story.edits.get(field) != Some(before) {
                story.forget(field);
            }
            story.note(edit);
        } else {
            story.forget(field);
        }
    }
    // A state as old as its files takes what newer files made for somebody's edit. What had no name yet is finished.
    // Where newer files left each part as this state knows it, or made it as these files want it, nothing tells: what both
    // sides changed alike is no drift, and a version says that somebody wrote, not who.
    let is_behind = |id: &str| {
        older.bindings.iter().any(|(address, binding)| binding.id.as_str() == id && behind.of.contains(address))
    };
    let is_judged = |field: &Field| {
        is_there(&field.0) && is_behind(&field.0) && story.tells_apart(commit, field, &contents, &older)
    };
    let judged = |all: &Edits| -> Edits {
        all.iter().filter(|(field, _)| is_judged(field)).map(|(field, value)| (field.clone(), value.clone())).collect()
    };
    // What somebody saw and a machine did not finish is finished.
    if !seen && !finishes && during.is_none() && judged(&now) != judged(&contents) {
        return Err(format!("commit {commit} with its own state went back: {contents:?} became {now:?}"));
    }
    // Nothing of a newer commit is taken back by one that lacks it.
    let newer = older.files.open_runs().any(|run| commit_of(run) > commit);
    if !seen && newer {
        let touched = report.iter().flat_map(|report| &report.outcomes);
        for (address, _, outcome) in touched.filter(|(_, _, outcome)| matches!(outcome, Outcome::Done { .. })) {
            if !story.wanted_until(commit, address, &older) {
                return Err(format!("{address} went back to commit {commit}: {outcome:?}"));
            }
        }
    }
    for ((id, part), value) in &story.added {
        if now.contains_key(&(id.clone(), Part::Name)) && now.get(&(id.clone(), part.clone())) != Some(value) {
            return Err(format!("{part:?} was added to {id}, which is shared, and is gone: {plan:?}"));
        }
    }
    // A list that an older checkout made in the place of a deleted one is known to no state that travels with newer files.
    if story.strayed {
        actor.violations.retain(|wrong| !wrong.contains("twins of"));
    }
    if !actor.violations.is_empty() {
        return Err(actor.violations.join("; "));
    }
    Ok(match ended {
        Ended::Killed => "killed",
        Ended::Unread(_) => "unread",
        Ended::Nothing(_) => "idle",
        Ended::Applied(..) if during.is_some() => "edited meanwhile",
        Ended::Applied(..) if seen => "applied after a look",
        Ended::Applied(..) => "applied unseen",
        Ended::Refused(plan) => {
            let named = |name: &str| plan.blockers.iter().any(|blocker| blocker.safeguard.name() == name);
            if named("drift") {
                "blocked by drift"
            } else if named("older-files") {
                "blocked by older files"
            } else {
                "blocked"
            }
        }
    })
}

/// Whether an item shows that a field loses what a person made of it.
fn shows(item: &PlanItem, (id, part): &Field, value: &Option<String>) -> bool {
    let same = |change: &Change| change.before.as_ref().map(|text| text.to_string()) == *value;
    let of_part = |change: &Change| match (&change.field, part) {
        (ChangedField::Name, Part::Name) => true,
        (ChangedField::Instruction(label), Part::Instruction(of)) => label.as_str() == of && same(change),
        (ChangedField::InstructionLabel, Part::Instruction(_)) => change.cause != Cause::Edited,
        (ChangedField::Rule(key), Part::Rule(of)) => key.to_string() == *of && same(change),
        (ChangedField::Entry(pair, source), Part::Entry(of)) => format!("{pair} {source}") == *of && same(change),
        _ => false,
    };
    item.id.as_ref().is_some_and(|held| held.as_str() == id) && item.changes.iter().any(of_part)
}

/// Whether nothing that is bound to this id ever got its name.
fn was_unnamed(state: &State, id: &str) -> bool {
    state.bindings.values().any(|binding| binding.id.as_str() == id && binding.was_never_named())
}

/// People have stopped: somebody looks at each plan of the newest commit, and it converges.
async fn settle(actor: &mut World, story: &mut Story) -> Result<(), String> {
    actor.tamper(|_, _, _| {});
    check_out(actor, &story.commits);
    actor.options.unseen = false;
    actor.options.agreed[Agreement::TakeMine] = story.addresses();
    actor.options.agreed[Agreement::Takeover] = story.addresses();
    actor.options.import_by_name = true;
    let mut settled = false;
    for _ in 0..8 {
        match actor.apply().await {
            Ended::Applied(_, report) if report.end.is_done() => {}
            Ended::Nothing(_) => {
                settled = true;
                break;
            }
            Ended::Applied(_, report) => return Err(format!("a clean run failed: {report:?}")),
            Ended::Refused(plan) => agree(actor, &plan)?,
            Ended::Unread(unread) => return Err(format!("unread: {unread}")),
            Ended::Killed => return Err("killed without a killer".to_owned()),
        }
    }
    if !settled {
        return Err("it does not settle".to_owned());
    }
    if !story.shared {
        return actor.as_wanted();
    }
    // All of the files, and what people added.
    let now = contents(actor);
    let state = actor.disk.state();
    for (address, content) in &story.commits[COMMITS - 1].wanted {
        let id = state.bindings[address].id.to_string();
        let of_it = |all: &Edits| -> BTreeMap<Part, String> {
            let own = all.iter().filter(|((of, _), _)| *of == id);
            own.filter_map(|((_, part), value)| Some((part.clone(), value.clone()?))).collect()
        };
        let (held, added) = (of_it(&now), of_it(&story.added));
        let mut all = parts_of(content);
        all.extend(added);
        let missing = all.iter().any(|(part, value)| held.get(part) != Some(value));
        // What a run wrote of which no newer state knows is kept, as if somebody had added it.
        let mut extra = held.keys().filter(|part| !all.contains_key(*part));
        let kept = |part: &Part| {
            let last = story.beside.get(&(id.clone(), part.clone()));
            last.is_some_and(|last| last.as_ref() == held.get(part))
                || (story.strayed && story.was_ever_wanted(address, part))
        };
        if missing || extra.any(|part| !kept(part)) {
            return Err(format!("{address} has {held:?} instead of {all:?}"));
        }
    }
    Ok(())
}

/// What somebody does about a plan that is blocked: where another object has the name of one that is gone, that is the one, and what
/// people deleted is made again.
fn agree(actor: &mut World, plan: &Plan) -> Result<(), String> {
    let mut state = actor.disk.state();
    for blocker in &plan.blockers {
        match (&blocker.address, blocker.safeguard) {
            (Some(address), Safeguard::NameTaken) => {
                state.bindings.remove(address);
                actor.options.import.insert(address.clone(), None);
            }
            (Some(_), Safeguard::Unmanaged) => {
                // The name is that of another by now, which somebody knows of.
                let held = contents(actor).into_keys().filter_map(|(id, _)| Id::new(&id));
                let known = held.filter(|id| state.address_of(id).is_none() && blocker.message.contains(id.as_str()));
                state.acknowledged.extend(known.collect::<BTreeSet<Id>>());
            }
            (None, Safeguard::VanishedAccount) => {
                actor.options.agreed[Agreement::Recreate].extend(state.bindings.keys().cloned())
            }
            _ => return Err(format!("a clean run was blocked: {:?}", plan.blockers)),
        }
    }
    actor.disk.replace(&state);
    Ok(())
}

impl Story {
    fn addresses(&self) -> BTreeSet<Address> {
        self.commits[0].wanted.keys().cloned().collect()
    }

    /// The parts of what was applied to a resource or begun, as a state says. The name may be that of a run that did not end.
    fn made_parts(&self, address: &Address, made: &Applied) -> Option<BTreeMap<Part, String>> {
        let wanted = self.commits.iter().filter_map(|commit| commit.wanted.get(address));
        let mut named = wanted.map(|content| content.clone().with_name(made.name()));
        named.find(|content| made.was_made_of(content)).map(|content| parts_of(&content))
    }

    /// Whether a part was not there at the last apply, and a run that did not end may have added it.
    fn began_to_add(&self, address: &Address, part: &Part, state: &State) -> bool {
        let binding = &state.bindings[address];
        let has = |made: &Applied| self.made_parts(address, made).is_none_or(|parts| parts.contains_key(part));
        !has(&binding.applied) && binding.attempted.iter().any(has)
    }

    /// Whether a state can tell that others wrote a part: some part of its list is neither as that state says that it was applied
    /// or begun nor as this commit wants it. In what is shared, a part that neither knows is somebody's addition and stays, alone.
    fn tells_apart(&self, commit: usize, (id, part): &Field, contents: &Edits, state: &State) -> bool {
        let bound = state.bindings.iter().find(|(_, binding)| binding.id.as_str() == id);
        let Some((address, binding)) = bound else { return true };
        let own = contents.iter().filter(|((of, _), _)| of == id);
        let live: BTreeMap<&Part, &String> =
            own.filter_map(|((_, part), value)| Some((part, value.as_ref()?))).collect();
        let made = std::iter::once(&binding.applied).chain(&binding.attempted);
        let mut known: Vec<BTreeMap<Part, String>> = made.filter_map(|made| self.made_parts(address, made)).collect();
        known.extend(self.commits[commit].wanted.get(address).map(parts_of));
        let is_added =
            |part: &Part| self.shared && *part != Part::Name && !known.iter().any(|known| known.contains_key(part));
        let is_explained =
            |part: &Part| is_added(part) || known.iter().any(|known| live.get(part).copied() == known.get(part));
        let mut parts = live.keys().copied().chain(known.iter().flat_map(BTreeMap::keys));
        is_added(part) || !parts.all(is_explained)
    }

    /// Whether a commit wants such a part.
    fn was_ever_wanted(&self, address: &Address, part: &Part) -> bool {
        self.commits.iter().any(|commit| commit.wants(address, part))
    }

    /// Whether the newest content of a list that the state knows is of this commit or of one before it.
    fn wanted_until(&self, commit: usize, address: &Address, state: &State) -> bool {
        let Some(binding) = state.bindings.get(address) else { return true };
        let newest = binding.attempted.last().unwrap_or(&binding.applied);
        wants_so(&self.commits[..=commit], address, newest)
    }

    /// Somebody does something in the web form.
    fn edit(&mut self, dice: &mut Dice, actor: &World) {
        self.count += 1;
        if let Some(edit) = edit_something(dice, &actor.emulator, self.count, false) {
            self.note(&edit);
        }
    }

    /// Remembers what somebody made of a part. What says again what it said is no edit.
    fn note(&mut self, edit: &Edit) {
        let Edit { field, before, after } = edit;
        if edit.is_deletion() {
            for edits in [&mut self.edits, &mut self.before, &mut self.added] {
                edits.retain(|(id, _), _| *id != field.0);
            }
        }
        let before = self.before.entry(field.clone()).or_insert_with(|| before.clone()).clone();
        if self.shared && (before.is_none() || self.beside.contains_key(field)) {
            self.beside.insert(field.clone(), after.clone());
        }
        if before == *after {
            self.forget(field);
            return;
        }
        self.edits.insert(field.clone(), after.clone());
        if self.shared && is_theirs(&field.1) {
            self.added.insert(field.clone(), after.clone());
        }
    }

    fn forget(&mut self, field: &Field) {
        for edits in [&mut self.edits, &mut self.before, &mut self.added] {
            edits.remove(field);
        }
    }

    /// What somebody deleted comes back where a plan that somebody saw says so, and nowhere else.
    fn judge_deleted(
        &mut self,
        actor: &World,
        id: &str,
        address: Option<&Address>,
        seen: bool,
        plan: Option<&Plan>,
    ) -> Result<(), String> {
        let Some(address) = address else { return Ok(()) };
        let state = actor.disk.state();
        let is_bound_again = state.bindings.get(address).is_some_and(|binding| binding.id.as_str() != id);
        if !is_bound_again && !state.pending_creations.contains_key(address) {
            return Ok(());
        }
        if !seen {
            return Err(format!("{address} was deleted by people and came back unseen: {plan:?}"));
        }
        let shown = |item: &PlanItem| item.address == *address && item.hazards.contains(&Hazard::OverwritesDrift);
        if plan.is_some_and(|plan| !plan.items.iter().any(shown)) {
            return Err(format!("{address} was deleted by people, and the plan did not show that it comes: {plan:?}"));
        }
        self.forget(&(id.to_owned(), Part::Name));
        Ok(())
    }
}

/// Somebody edits, while a run is under way, after one of its calls.
fn tamper(actor: &mut World, story: &mut Story, dice: &mut Dice, during: &Arc<Mutex<Option<Edit>>>) {
    story.count += 1;
    let (at, count) = (2 + dice.below(8), story.count);
    let state = Mutex::new((dice.clone(), 0_u64));
    let during = during.clone();
    actor.tamper(move |_, emulator, _| {
        let (dice, calls) = &mut *state.lock().unwrap();
        *calls += 1;
        if *calls == at {
            *during.lock().unwrap() = edit_something(dice, emulator, count, true);
        }
    });
}

/// Faults by chance. Writes that land late are left to the simulation of one run: here they would be somebody else's edits.
fn faults(seed: u64, percent: u64) -> FaultScript {
    let mut dice = Dice::new(seed);
    Box::new(move |_| {
        let fault = dice.chance(percent).then(|| random_fault(&mut dice));
        fault.filter(|fault| !matches!(fault, InjectedFault::Late { .. } | InjectedFault::Stale { .. }))
    })
}
