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
use housestyle::emulator::{Emulator, FaultScript, InjectedFault, StoredInstruction, StoredStyleList};
use housestyle::model::resource::ResourceContent;
use housestyle::model::shared_parts::SharedParts;
use housestyle::model::style::Style;
use housestyle::model::{Address, Key};
use housestyle::plan::older_files::OlderFiles;
use housestyle::plan::{Cause, ChangedField, Plan};
use housestyle::state::{AppliedFiles, OpenFiles, State};

use crate::world::{ACCOUNT, Dice, Ended, World, address, paused, random_fault, random_style, seeds};

/// Schedules of each of the five tests, which run side by side.
const SCHEDULES: u64 = 5_000;
/// Commits of the repository, the oldest first.
const COMMITS: usize = 4;

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
    for seed in seeds.clone() {
        for end in schedule(seed).unwrap_or_else(|why| panic!("HOUSESTYLE_SEED={seed}: {why}")) {
            *ends.entry(end).or_default() += 1;
        }
    }
    if seeds.end - seeds.start >= 1_000 {
        for end in ["blocked by drift", "blocked by older files", "applied unseen", "killed", "edited meanwhile"] {
            assert!(ends.contains_key(end), "no schedule in which a run was {end}: {ends:?}");
        }
    }
    format!("{} schedules: {ends:?}", seeds.end - seeds.start)
}

/// What a person last made of a field of a list: of its name, or of an instruction by label.
type Edits = BTreeMap<(String, Option<String>), Option<String>>;

/// The repository, and what people did since somebody applied.
struct Story {
    commits: Vec<Vec<Style>>,
    shared: bool,
    /// Whether every answer arrives: where one is lost, a version tells less of who wrote.
    quiet: bool,
    edits: Edits,
    /// Labels that people added to shared lists.
    added: BTreeSet<(String, String)>,
    /// Whether a run wrote with a state as old as its files: no newer state knows what it wrote.
    strayed: bool,
    count: u64,
}

fn schedule(seed: u64) -> Result<Vec<&'static str>, String> {
    paused(async {
        let mut dice = Dice::new(seed);
        let mut commits: Vec<Vec<Style>> = Vec::new();
        for _ in 0..COMMITS {
            let before = commits.last().cloned();
            let next = |key: &str, at: usize, dice: &mut Dice| match &before {
                Some(before) if dice.chance(40) => before[at].clone(),
                _ => random_style(dice, key),
            };
            commits.push(vec![next("a", 0, &mut dice), next("b", 1, &mut dice)]);
        }
        let shared = dice.chance(30);
        let percent = *dice.pick(&[0, 0, 5]);
        let mut story = Story {
            commits,
            shared,
            quiet: percent == 0,
            edits: Edits::new(),
            added: BTreeSet::new(),
            strayed: false,
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
                story.edit(&mut dice, &actors[0].emulator);
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
            let behind = !store && states.keys().any(|known| *known > commit);
            let before = actors[at].disk.state();
            ends.push(run(&mut actors[at], &mut story, commit, behind, &mut dice).await?);
            let state = actors[at].disk.state();
            // What recorded nothing left no newer state behind.
            if state != before && state.bindings.len() == 2 {
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

/// One run of a checkout at this commit, and whether it kept the laws.
async fn run(
    actor: &mut World,
    story: &mut Story,
    commit: usize,
    behind: bool,
    dice: &mut Dice,
) -> Result<&'static str, String> {
    story.want(actor, commit);
    actor.options.unseen = dice.chance(75);
    // Whoever looks at a conflict lets the files win.
    let seen = !actor.options.unseen;
    actor.options.take_mine = if seen { ["a", "b"].map(address).into() } else { BTreeSet::new() };
    let during = Arc::new(Mutex::new(Edits::new()));
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
    story.strayed |= behind && matches!(ended, Ended::Applied(..) | Ended::Killed);
    let during = during.lock().unwrap().clone();
    for (field, value) in &before {
        let lost = now.get(field).cloned().flatten() != *value && !during.contains_key(field);
        // What a dead run began to add and that is not there: nobody can say whether it never came or was deleted.
        let begun = older.bindings.values().any(|binding| binding.id.as_str() == field.0 && binding.is_unverified());
        // What the files do not want either is agreed on.
        let agreed =
            value.is_none() && plan.is_none_or(|plan| plan.blockers.is_empty()) && !story.wants(commit, field, &older);
        if !lost && !agreed {
            continue;
        }
        if agreed || (value.is_none() && begun) || !contents.contains_key(&(field.0.clone(), None)) {
            story.edits.remove(field);
            continue;
        }
        if !seen {
            return Err(format!("{field:?} was {value:?} and is {:?}, unseen: {plan:?}", now.get(field)));
        }
        let shown = |plan: &&Plan| plan.items.iter().any(|item| shows(item, field, value));
        if plan.is_some() && !plan.iter().any(shown) {
            return Err(format!("{field:?} was {value:?}, and the plan did not show that it goes: {plan:?}"));
        }
        story.edits.remove(field);
    }
    // What was edited while the run wrote is there, or told.
    for (field, value) in &during {
        let told = report.is_none_or(|report| !report.end.is_done() || format!("{report:?}").contains("meanwhile"));
        if now.get(field).cloned().flatten() == *value {
            story.edits.insert(field.clone(), value.clone());
        } else if !told {
            return Err(format!("{field:?} became {value:?} meanwhile, and nothing tells: {report:?}"));
        } else {
            story.edits.remove(field);
        }
    }
    // A state as old as its files takes what newer files made for somebody's edit. What had no name yet is finished.
    // Where a newer commit wants a list as one of these did, such a state has nothing to tell the two apart by.
    let had_name = |field: &(String, Option<String>)| contents.contains_key(&(field.0.clone(), None));
    let is_judged =
        |field: &(String, Option<String>)| had_name(field) && !story.was_wanted_so(commit, &field.0, &contents, &older);
    let judged = |all: &Edits| -> Edits {
        all.iter().filter(|(field, _)| is_judged(field)).map(|(field, value)| (field.clone(), value.clone())).collect()
    };
    if !seen && behind && during.is_empty() && judged(&now) != judged(&contents) {
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
    if let Some((list, label)) = story.added.iter().find(|(list, label)| {
        !now.contains_key(&(list.clone(), Some(label.clone()))) && now.contains_key(&(list.clone(), None))
    }) {
        return Err(format!("{label} was added to {list}, which is shared, and is gone"));
    }
    if !actor.violations.is_empty() {
        return Err(actor.violations.join("; "));
    }
    Ok(match ended {
        Ended::Killed => "killed",
        Ended::Unread(_) => "unread",
        Ended::Nothing(_) => "idle",
        Ended::Applied(..) if !during.is_empty() => "edited meanwhile",
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
fn shows(item: &housestyle::plan::PlanItem, field: &(String, Option<String>), value: &Option<String>) -> bool {
    let about = item.id.as_ref().is_some_and(|id| id.as_str() == field.0);
    about
        && item.changes.iter().any(|change| match (&change.field, &field.1) {
            (ChangedField::Name, None) => true,
            (ChangedField::Instruction(label), Some(of)) => {
                label.as_str() == of && change.before.as_ref().map(|text| text.to_string()) == *value
            }
            (ChangedField::InstructionLabel, Some(_)) => change.cause != Cause::Edited,
            _ => false,
        })
}

/// People have stopped: somebody looks at each plan of the newest commit, and it converges.
async fn settle(actor: &mut World, story: &mut Story) -> Result<(), String> {
    actor.tamper(|_, _, _| {});
    story.want(actor, COMMITS - 1);
    actor.options.unseen = false;
    actor.options.take_mine = ["a", "b"].map(address).into();
    actor.options.allow_takeover = ["a", "b"].map(address).into();
    actor.options.import_by_name = true;
    for _ in 0..4 {
        match actor.apply().await {
            Ended::Applied(_, report) if report.end.is_done() => {}
            Ended::Nothing(_) => break,
            Ended::Applied(_, report) => return Err(format!("a clean run failed: {report:?}")),
            Ended::Refused(plan) => return Err(format!("a clean run was blocked: {:?}", plan.blockers)),
            Ended::Unread(unread) => return Err(format!("unread: {unread}")),
            Ended::Killed => return Err("killed without a killer".to_owned()),
        }
    }
    if !story.shared {
        return actor.as_wanted();
    }
    // All of the files, and what people added.
    let now = contents(actor);
    let state = actor.disk.state();
    for style in &story.commits[COMMITS - 1] {
        let list = state.bindings[&Address::style(style.key.clone())].id.to_string();
        let labels: BTreeSet<String> =
            now.keys().filter(|(of, _)| *of == list).filter_map(|(_, label)| label.clone()).collect();
        let wanted = style.instructions.iter().map(|placed| placed.value.label.to_string());
        let added = story.added.iter().filter(|(of, _)| *of == list).map(|(_, label)| label.clone());
        let all: BTreeSet<String> = wanted.chain(added).collect();
        let mut extra = labels.difference(&all);
        // What a run wrote of which no newer state knows is kept, as if somebody had added it.
        if !all.is_subset(&labels) || extra.any(|label| !story.strayed || !story.was_ever_wanted(&style.key, label)) {
            return Err(format!("{list} has {labels:?} instead of {all:?}"));
        }
    }
    Ok(())
}

impl Story {
    /// A checkout at a commit, that judges its files as git would.
    fn want(&self, actor: &mut World, commit: usize) {
        actor.want(self.commits[commit].clone());
        if self.shared {
            let shared = SharedParts { instructions: true, ..SharedParts::default() };
            let desired = std::mem::take(&mut actor.desired);
            actor.desired = desired.with_shared(["a", "b"].map(|key| (address(key), shared)).into());
        }
        let history = self.commits[..=commit].to_vec();
        actor.judge = Some(Box::new(move |plan: &mut Plan, state: &State| judge(&history, plan, state)));
    }

    /// Whether a commit wants the instruction that a person edited.
    fn wants(&self, commit: usize, field: &(String, Option<String>), state: &State) -> bool {
        let bound = state.bindings.iter().find(|(_, binding)| binding.id.as_str() == field.0);
        let Some(((address, _), label)) = bound.zip(field.1.as_ref()) else { return true };
        let style = self.commits[commit].iter().find(|style| style.key == address.key);
        style.is_some_and(|style| style.instructions.iter().any(|placed| placed.value.label == label.as_str()))
    }

    /// Whether this commit or one before it wanted a list exactly as it is.
    fn was_wanted_so(&self, commit: usize, list: &str, contents: &Edits, state: &State) -> bool {
        let Some(address) = state.bindings.iter().find(|(_, binding)| binding.id.as_str() == list).map(|(at, _)| at)
        else {
            return false;
        };
        let live: BTreeMap<Option<String>, Option<String>> = contents
            .iter()
            .filter(|((of, _), _)| of == list)
            .map(|((_, label), value)| (label.clone(), value.clone()))
            .collect();
        self.commits[..=commit].iter().flatten().filter(|style| Address::style(style.key.clone()) == *address).any(
            |style| {
                let said = style
                    .instructions
                    .iter()
                    .map(|placed| (Some(placed.value.label.to_string()), Some(placed.value.prompt.to_string())));
                let name = (None, Some(style.name.value.to_string()));
                said.chain([name]).collect::<BTreeMap<_, _>>() == live
            },
        )
    }

    /// Whether a commit wants an instruction of this label.
    fn was_ever_wanted(&self, key: &Key, label: &str) -> bool {
        let styles = self.commits.iter().flatten().filter(|style| style.key == *key);
        styles.flat_map(|style| &style.instructions).any(|placed| placed.value.label == label)
    }

    /// Whether the newest content of a list that the state knows is of this commit or of one before it.
    fn wanted_until(&self, commit: usize, address: &Address, state: &State) -> bool {
        let Some(binding) = state.bindings.get(address) else { return true };
        let newest = binding.attempted.last().unwrap_or(&binding.applied);
        let styles = self.commits[..=commit].iter().flatten().filter(|style| style.key == address.key);
        styles.map(|style| ResourceContent::Style(style.content())).any(|content| newest.was_made_of(&content))
    }

    /// Somebody does something to a list in the web form.
    fn edit(&mut self, dice: &mut Dice, emulator: &Emulator) {
        self.count += 1;
        if let Some((field, value)) = edit_list(dice, emulator, self.count) {
            if self.shared && field.1.as_ref().is_some_and(|label| label.starts_with("their")) {
                if value.is_some() {
                    self.added.insert((field.0.clone(), field.1.clone().unwrap()));
                } else {
                    self.added.remove(&(field.0.clone(), field.1.clone().unwrap()));
                }
            }
            self.edits.insert(field, value);
        }
    }
}

/// What git would say of a checkout with this history, the newest commit last.
fn judge(history: &[Vec<Style>], plan: &mut Plan, state: &State) -> OpenFiles {
    let own = history.len() - 1;
    let lacking: BTreeSet<String> =
        state.files.open_runs().filter(|run| commit_of(run) > own).map(|run| run.commit.clone()).collect();
    if !lacking.is_empty() {
        let changed = plan.changed_by_files(state).into_iter().map(|(address, _)| address);
        let older = changed.filter(|address| {
            let Some(binding) = state.bindings.get(address) else { return true };
            let newest = binding.attempted.last().unwrap_or(&binding.applied);
            let styles = history.iter().flatten().filter(|style| style.key == address.key);
            !styles.map(|style| ResourceContent::Style(style.content())).any(|content| newest.was_made_of(&content))
        });
        let older: BTreeSet<Address> = older.collect();
        let why = OlderFiles { reason: "it was applied from a newer commit".to_owned(), remedy: "update".to_owned() };
        plan.mark_older(&older, &why);
    }
    let kept = if plan.leaves_something_out() { lacking } else { BTreeSet::new() };
    let files = AppliedFiles { commit: own.to_string(), desired: own.to_string(), dirty: false, superseded: false };
    Some((files, kept))
}

fn commit_of(run: &AppliedFiles) -> usize {
    run.commit.parse().unwrap()
}

/// Names and prompts of all lists that have their names, by id and label.
fn contents(world: &World) -> Edits {
    let mut all = Edits::new();
    for list in world.lists().iter().filter(|list| !list.name.contains("[hs!")) {
        let id = list.style_id.to_string();
        all.insert((id.clone(), None), Some(list.name.clone()));
        for held in &list.custom_instructions {
            all.insert((id.clone(), Some(held.label.clone())), Some(held.prompt.clone()));
        }
    }
    all
}

/// Somebody edits, while a run is under way, after one of its calls.
fn tamper(actor: &mut World, story: &mut Story, dice: &mut Dice, during: &Arc<Mutex<Edits>>) {
    story.count += 1;
    let (at, count) = (2 + dice.below(8), story.count);
    let state = Mutex::new((dice.clone(), 0_u64));
    let during = during.clone();
    // Additions to shared parts are made between runs, where they are counted.
    let shared = story.shared;
    actor.tamper(move |_, emulator, _| {
        let (dice, calls) = &mut *state.lock().unwrap();
        *calls += 1;
        if *calls == at && !shared {
            during.lock().unwrap().extend(edit_list(dice, emulator, count));
        }
    });
}

/// The list that was edited by id and label, and what its prompt says now.
type ListEdit = ((String, Option<String>), Option<String>);

/// One edit in the web form: of a name, of a prompt, of a label, an addition, a deletion. Nothing that anybody else wrote.
fn edit_list(dice: &mut Dice, emulator: &Emulator, count: u64) -> Option<ListEdit> {
    let named: Vec<Arc<StoredStyleList>> =
        emulator.style_lists(ACCOUNT).into_iter().filter(|list| !list.name.contains("[hs!")).collect();
    if named.is_empty() {
        return None;
    }
    let mut list = (**dice.pick(&named)).clone();
    let id = list.style_id.to_string();
    let theirs = format!("their {count}");
    let held = list.custom_instructions.len() as u64;
    let edited = match dice.below(4) {
        0 => {
            list.name = format!("Theirs {count}");
            ((id, None), Some(list.name.clone()))
        }
        1 if held > 0 => {
            let at = usize::try_from(dice.below(held)).unwrap();
            let instruction = Arc::make_mut(&mut list.custom_instructions[at]);
            instruction.prompt = format!("Say {count}.");
            ((id, Some(instruction.label.clone())), Some(instruction.prompt.clone()))
        }
        2 if held > 0 => {
            let at = usize::try_from(dice.below(held)).unwrap();
            let gone = list.custom_instructions.remove(at);
            ((id, Some(gone.label.clone())), None)
        }
        _ => {
            let added = StoredInstruction {
                id: emulator.new_id(),
                label: theirs.clone(),
                prompt: format!("Say {count} as well."),
                source_language: None,
            };
            let prompt = added.prompt.clone();
            list.custom_instructions.push(Arc::new(added));
            ((id, Some(theirs)), Some(prompt))
        }
    };
    list.version += 1;
    emulator.insert_style_list(ACCOUNT, list);
    Some(edited)
}

/// Faults by chance. Writes that land late are left to the simulation of one run: here they would be somebody else's edits.
fn faults(seed: u64, percent: u64) -> FaultScript {
    let mut dice = Dice::new(seed);
    Box::new(move |_| {
        let fault = dice.chance(percent).then(|| random_fault(&mut dice));
        fault.filter(|fault| !matches!(fault, InjectedFault::Late { .. } | InjectedFault::Stale { .. }))
    })
}
