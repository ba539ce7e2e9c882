//! Two and three runs of one stack at the same time, over the real plan and apply: no store is shared, disks are thrown
//! away, runs are killed anywhere, listings lag, answers get lost twice in a row. Whatever happens no name is given twice,
//! and clean runs converge.
//!
//! Each schedule follows from its seed, which a failure prints; `HOUSESTYLE_SEED=n` runs one alone and
//! `HOUSESTYLE_SCHEDULES=n` as many as wanted: `HOUSESTYLE_SCHEDULES=1000000 cargo nextest run actors` is the long proof.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use housestyle::apply::{FailureCause, RunEnd};
use housestyle::emulator::{FaultScript, InjectedFault, ServedCall};
use housestyle::model::resource::ResourceContent;
use housestyle::model::style::Style;
use housestyle::plan::{Blocker, Cause, Safeguard};

use crate::simulated_world::{Dice, Ended, GERMAN, World, address, applied, paused, random_fault, seeds, style};

const SCHEDULES: u64 = 3_000;
/// The name of the stack that all share.
const STACK: &str = "abcdef";
/// Clean runs, one after the other, that every disk may need until nothing is to be done.
const CLEAN_RUNS: u32 = 4;

#[test]
fn two_and_three_runs_that_share_no_store_never_leave_a_resource_twice() {
    let seeds = seeds(1 << 40, "HOUSESTYLE_SCHEDULES", SCHEDULES);
    let mut ends: BTreeMap<&'static str, u64> = BTreeMap::new();
    for seed in seeds.clone() {
        for end in schedule(seed).unwrap_or_else(|why| panic!("HOUSESTYLE_SEED={seed}: {why}")) {
            *ends.entry(end).or_default() += 1;
        }
    }
    println!("{} schedules: {ends:?}", seeds.end - seeds.start);
    if seeds.end - seeds.start >= 1_000 {
        for end in ["done", "withdrew", "killed"] {
            assert!(ends.contains_key(end), "no schedule in which a run {end}: {ends:?}");
        }
    }
}

fn schedule(seed: u64) -> Result<Vec<&'static str>, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut dice = Dice::new(seed);
        let wanted = wanted(&mut dice);
        let first = World::new(seed, |_| {});
        first.plant("Theirs", "de");
        let theirs = first.lists();
        let mut actors: Vec<World> = (1..=1 + dice.below(2)).map(|n| first.beside(seed ^ n)).collect();
        actors.insert(0, first);
        for actor in &mut actors {
            actor.share_stack(STACK);
            actor.want(wanted.clone());
            actor.delay_requests(dice.roll(), *dice.pick(&[5, 200, 4_000]));
        }
        let percent = *dice.pick(&[0, 0, 5, 20]);
        actors[0].faults(Some(pairs_of_faults(dice.roll(), percent)));
        let starts: Vec<(Duration, Option<(u64, bool)>)> = actors
            .iter()
            .map(|_| {
                let start = Duration::from_millis(dice.below(*dice.clone().pick(&[1, 300, 20_000])));
                (start, dice.chance(25).then(|| (1 + dice.below(14), dice.chance(50))))
            })
            .collect();
        let runs = actors.iter_mut().zip(starts).map(async |(actor, (start, kill))| {
            tokio::time::sleep(start).await;
            actor.apply_killed(kill).await
        });
        let mut ends: Vec<&'static str> = join_all(runs).await.iter().map(describe_end).collect();
        for actor in &mut actors {
            if dice.chance(20) {
                actor.disk.lose();
                actor.share_stack(STACK);
                ends.push("lost its disk");
            }
        }
        actors[0].faults(None);
        actors[0].emulator.process_all_delayed();
        for round in 1..=CLEAN_RUNS {
            let mut idle = true;
            for actor in &mut actors {
                match actor.apply().await {
                    Ended::Nothing(_) => {}
                    Ended::Applied(_, report) if report.end.is_done() => idle = false,
                    Ended::Applied(plan, report) => {
                        return Err(format!("a clean run failed: {report:?}, plan: {:?}", plan.items));
                    }
                    // The window that nothing closes without conditional writes: a run deletes what it found left over while
                    // its maker names it, one of its lists or all. Nothing is doubled; a person is asked, and does as the
                    // message says.
                    Ended::Refused(plan) if plan.blockers.iter().all(asks_for_a_person) => {
                        actor.disk.lose();
                        actor.share_stack(STACK);
                        ends.push("asked");
                        idle = false;
                    }
                    Ended::Refused(plan) => return Err(format!("a clean run was blocked: {:?}", plan.blockers)),
                    Ended::Unread(unread) => return Err(format!("a clean run could not read: {unread}")),
                    Ended::Killed => return Err("killed without a killer".to_owned()),
                }
            }
            if idle {
                break;
            }
            if round == CLEAN_RUNS {
                return Err("no fixpoint".to_owned());
            }
        }
        for actor in &actors {
            actor.converged()?;
            if let Some(violation) = actor.violations.first() {
                return Err(violation.clone());
            }
        }
        let foreign: Vec<_> = actors[0].lists().into_iter().filter(|list| list.name == "Theirs").collect();
        if foreign != theirs {
            return Err(format!("a foreign list was touched: {foreign:?}"));
        }
        Ok(ends)
    })
}

#[test]
fn what_a_dead_run_began_is_remembered_until_a_run_reads_that_it_is_there() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let said = |prompt| vec![style("a", "Ours", "de", &GERMAN[..1], &[("tone", prompt)])];
        world.want(said("Be brief."));
        applied(&mut world).await;
        world.want(said("Be long."));
        let begun = |world: &World| world.disk.state().bindings[&address("a")].attempted.len();
        for call in 1..9 {
            if begun(&world) == 0 {
                assert!(matches!(world.apply_killed(Some((call, false))).await, Ended::Killed));
            }
        }
        // What it sent may still arrive: that the files are as before is no end of it.
        world.want(said("Be brief."));
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
        assert_eq!(begun(&world), 1);
        // Killed when the service had acted, before that was read back; then it is.
        world.want(said("Be long."));
        for call in 1..9 {
            if world.lists()[0].custom_instructions[0].prompt != "Be long." {
                assert!(matches!(world.apply_killed(Some((call, true))).await, Ended::Killed));
            }
        }
        assert_eq!(begun(&world), 1);
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
        assert_eq!(begun(&world), 0);
        let list = &world.lists()[0];
        let binding = &world.disk.state().bindings[&address("a")];
        assert_eq!(binding.version, list.version);
        assert!(binding.explains_content(&ResourceContent::Style(said("Be long.").remove(0).content())));
    });
}

#[test]
fn what_files_and_service_agree_on_is_no_conflict_later() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let said = |prompt| vec![style("a", "Ours", "de", &GERMAN[..1], &[("tone", prompt)])];
        world.want(said("Be brief."));
        applied(&mut world).await;
        // A machine applied it and was lost with its state; or somebody changed both.
        let state = world.disk.state();
        world.want(said("Be long."));
        applied(&mut world).await;
        world.disk.replace(&state);
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
        world.want(said("Be kind."));
        let plan = applied(&mut world).await;
        assert!(plan.items.iter().flat_map(|item| &item.changes).all(|change| change.cause == Cause::Edited));
        assert_eq!(world.as_wanted(), Ok(()));
    });
}

fn asks_for_a_person(blocker: &Blocker) -> bool {
    matches!(blocker.safeguard, Safeguard::NameTaken | Safeguard::VanishedAccount)
}

fn wanted(dice: &mut Dice) -> Vec<Style> {
    let says: &[(&str, &str)] = if dice.chance(50) { &[("tone", "Be brief.")] } else { &[] };
    ["a", "b"].map(|key| style(key, &format!("Ours {key}"), "de", &GERMAN[..2], says)).to_vec()
}

fn describe_end(ended: &Ended) -> &'static str {
    match ended {
        Ended::Killed => "killed",
        Ended::Nothing(_) => "nothing to do",
        Ended::Refused(_) => "blocked",
        Ended::Unread(_) => "unread",
        Ended::Applied(_, report) => match report.end {
            RunEnd::Done => "done",
            RunEnd::Failed(FailureCause::Stale) => "withdrew",
            RunEnd::Failed(FailureCause::Unknown) => "unknown",
            RunEnd::Partial | RunEnd::Failed(_) => "failed",
        },
    }
}

/// Faults by chance; each is followed by a second one at the next attempt of the same call as often as not. Writes that land
/// later than the next look are left to the simulation of one run: here they would be somebody else's edits.
fn pairs_of_faults(seed: u64, percent: u64) -> FaultScript {
    let mut dice = Dice::new(seed);
    let mut last: Option<(ServedCall, String)> = None;
    Box::new(move |seen| {
        let again = last.take().is_some_and(|(call, target)| call == seen.call && target == seen.target);
        let fault = (dice.chance(percent) || (again && dice.chance(50))).then(|| random_fault(&mut dice));
        let fault = fault.filter(|fault| !matches!(fault, InjectedFault::Late { .. }));
        last = fault.is_some().then(|| (seen.call, seen.target.to_owned()));
        fault
    })
}
