//! The real plan and apply over the emulated service, under faults, kills and other people, thousands of times.
//!
//! Each schedule follows from its seed, which a failure prints; `HOUSESTYLE_SEED=n` runs one alone and
//! `HOUSESTYLE_SCHEDULES=n` as many as wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use housestyle::apply::Outcome;
use housestyle::emulator::{FaultScript, InjectedFault, LogEntry, ServedCall};
use housestyle::model::style::Style;
use housestyle::model::{Address, Id, Key};
use housestyle::plan::{Agreement, Safeguard};
use housestyle::service::Call;

use crate::simulated_world::{Dice, Ended, World, random_fault, random_style, seeds};

/// Schedules of each of the two tests, which run side by side.
const SCHEDULES: u64 = 25_000;

#[test]
fn whatever_happens_two_clean_runs_converge_and_nothing_is_doubled() {
    println!("{}", schedules(0));
}

#[test]
fn whatever_else_happens_two_clean_runs_converge_and_nothing_is_doubled() {
    println!("{}", schedules(1 << 32));
}

/// Runs the schedules from this seed on, and says how many.
fn schedules(first: u64) -> String {
    let seeds = seeds(first, "HOUSESTYLE_SCHEDULES", SCHEDULES);
    let mut calls = 0;
    for seed in seeds.clone() {
        calls += schedule(seed).unwrap_or_else(|why| panic!("HOUSESTYLE_SEED={seed}: {why}"));
    }
    format!("{} schedules, {calls} calls", seeds.end - seeds.start)
}

fn schedule(seed: u64) -> Result<u64, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut dice = Dice::new(seed);
        let mut world = World::new(seed, |_| {});
        world.plant("Theirs", "de");
        let theirs = world.lists();
        // A write that lands late, after others of ours, looks like somebody else's edit: then a person has to agree.
        let late_write = Arc::new(AtomicBool::new(false));
        let mut styles: Vec<Style> = Vec::new();
        for generation in 0..3 {
            change(&mut dice, &mut styles, generation);
            world.want(styles.clone());
            let percent = dice.pick(&[0, 6, 15, 40]).to_owned();
            world.faults(Some(faults(dice.roll(), percent, &late_write)));
            world.disk.full_after(dice.chance(10).then(|| dice.below(6)));
            let kill = dice.chance(40).then(|| (1 + dice.below(25), dice.chance(50)));
            let before = last_request(&world);
            let ended = world.apply_killed(kill).await;
            check_truth(&world, &ended)?;
            check_log(&world, &ended, before)?;
        }
        world.faults(None);
        world.disk.full_after(None);
        world.emulator.process_all_delayed();
        if late_write.load(Ordering::SeqCst) {
            let keys = ["a", "b", "c"].map(|key| Address::style(Key::new(key).unwrap()));
            world.options.agreed[Agreement::Takeover] = keys.iter().cloned().collect();
            world.options.agreed[Agreement::TakeMine] = keys.into_iter().collect();
        }
        settles(&mut world).await?;
        let foreign: Vec<_> = world.lists().into_iter().filter(|list| list.name == "Theirs").collect();
        if foreign != theirs {
            return Err(format!("a foreign list was touched: {foreign:?}"));
        }
        Ok(world.calls)
    })
}

/// Two clean runs at the most, then nothing to do: all is as wanted, and never was anything there twice.
pub(crate) async fn settles(world: &mut World) -> Result<(), String> {
    let mut last = String::new();
    // A chance content that another key had looks like a rename: a person answers that it is none, once.
    let mut answered = false;
    for run in 0..5 {
        match world.apply().await {
            Ended::Refused(plan)
                if !answered && plan.blockers.iter().all(|blocker| blocker.safeguard == Safeguard::RenamedKey) =>
            {
                answered = true;
                world.options.agreed[Agreement::Delete].extend(world.disk.state().bindings.keys().cloned());
            }
            Ended::Nothing(_) if world.converged().is_ok() => break,
            Ended::Nothing(_) => return Err(format!("nothing to do, but: {:?}", world.converged())),
            Ended::Refused(plan) => return Err(format!("refused: {:?}", plan.blockers)),
            Ended::Unread(unread) => return Err(format!("unread: {unread}")),
            Ended::Killed => return Err("killed without a killer".to_owned()),
            Ended::Applied(_, report) if run < 2 + usize::from(answered) => {
                last = format!("{report:?}");
                if !report.end.is_done() {
                    return Err(format!("a clean run failed: {last}"));
                }
            }
            Ended::Applied(plan, _) => return Err(format!("still to do: {:?}, before: {last}", plan.items)),
        }
    }
    if answered {
        world.options.agreed[Agreement::Delete].clear();
    }
    world.converged()?;
    if world.violations.is_empty() { Ok(()) } else { Err(world.violations.join("; ")) }
}

/// Adds, edits or removes a style.
fn change(dice: &mut Dice, styles: &mut Vec<Style>, generation: u64) {
    for key in ["a", "b", "c"] {
        let at = styles.iter().position(|style| style.key.as_str() == key);
        match at {
            None if generation == 0 || dice.chance(40) => styles.push(random_style(dice, key)),
            Some(at) if styles.len() > 1 && dice.chance(20) => {
                styles.remove(at);
            }
            Some(at) if dice.chance(60) => styles[at] = random_style(dice, key),
            _ => {}
        }
    }
}

/// Faults by chance, often a second one at the next attempt of the same call, and now and then a limit on requests that no
/// header tells.
fn faults(seed: u64, percent: u64, late_write: &Arc<AtomicBool>) -> FaultScript {
    let mut dice = Dice::new(seed);
    let late_write = late_write.clone();
    let mut last: Option<(ServedCall, String)> = None;
    let allowed = (percent > 0 && dice.chance(15)).then(|| 5 + dice.below(20));
    let (mut window_start, mut in_window) = (None, 0);
    Box::new(move |seen| {
        if let Some(allowed) = allowed {
            if window_start.is_none_or(|start| seen.now.duration_since(start) >= Duration::from_secs(10)) {
                (window_start, in_window) = (Some(seen.now), 0);
            }
            in_window += 1;
            if in_window > allowed {
                return Some(InjectedFault::with_status(429));
            }
        }
        let again = last.take().is_some_and(|(call, target)| call == seen.call && target == seen.target);
        let fault = (dice.chance(percent) || (again && dice.chance(40))).then(|| random_fault(&mut dice));
        last = fault.is_some().then(|| (seen.call, seen.target.to_owned()));
        let creates = matches!(seen.call.client_call(), Some(Call::CreateStyle | Call::AddInstruction));
        if matches!(fault, Some(InjectedFault::Late { .. })) && !creates {
            late_write.store(true, Ordering::SeqCst);
        }
        fault
    })
}

/// What is said agrees with what the service holds: exit 0 only when everything was done, a list that is said to be done
/// is there under its name, one that is said to be gone is gone.
fn check_truth(world: &World, ended: &Ended) -> Result<(), String> {
    let Ended::Applied(plan, report) = ended else { return Ok(()) };
    let all = report.outcomes.iter().all(|(_, _, outcome)| matches!(outcome, Outcome::Done { .. }));
    if (report.end.is_done()) != (all && report.state_error.is_none()) {
        return Err(format!("{:?} does not fit {:?}", report.end, report.outcomes));
    }
    let lists = world.lists();
    for ((address, _, outcome), item) in report.outcomes.iter().zip(&plan.items) {
        let Outcome::Done { id, old, .. } = outcome else { continue };
        let named = |id: &Id| lists.iter().find(|list| list.style_id.to_string() == id.as_str());
        if let Some(id) = id {
            let held = named(id).ok_or_else(|| format!("{address} is said to be {id}, which is not there"))?;
            if held.name != item.name && !changed_later(world, id) {
                return Err(format!("{address} is said to be done and is called {:?}", held.name));
            }
        }
        if old.as_ref().and_then(named).is_some() {
            return Err(format!("{address}: {old:?} is said to be gone and is there"));
        }
    }
    Ok(())
}

/// Number of the last request that the service saw.
fn last_request(world: &World) -> u64 {
    world.emulator.log_entries().last().map_or(0, |entry| entry.n)
}

/// The other direction: what the log shows as written since then is not reported as not done.
fn check_log(world: &World, ended: &Ended, before: u64) -> Result<(), String> {
    let Ended::Applied(plan, report) = ended else { return Ok(()) };
    let log = world.emulator.log_entries();
    for ((address, _, outcome), item) in report.outcomes.iter().zip(&plan.items) {
        let untouched = match outcome {
            Outcome::Done { .. } | Outcome::Unverified(_) | Outcome::Withdrawn(_) | Outcome::Unknown(_) => false,
            Outcome::Failed(failure) | Outcome::Stopped(failure) => failure.done.is_empty(),
            Outcome::Skipped => true,
        };
        let Some(id) = item.id.as_ref().filter(|_| untouched) else { continue };
        let wrote = |entry: &&LogEntry| {
            entry.n > before && entry.wrote && entry.fault != Some("landed") && entry.path.contains(id.as_str())
        };
        if let Some(entry) = log.iter().find(wrote) {
            return Err(format!("{address} is reported as untouched ({outcome:?}), and the log has {entry:?}"));
        }
    }
    Ok(())
}

/// Whether a write of an earlier run landed after the list was read for the last time: nobody could have said so.
fn changed_later(world: &World, id: &Id) -> bool {
    let log = world.emulator.log_entries();
    let about = |path: &str| path.contains(id.as_str());
    let read = log.iter().rposition(|entry| entry.method == "GET" && about(&entry.path));
    log.iter().skip(read.unwrap_or(0)).any(|entry| entry.fault == Some("landed") && about(&entry.path))
}
