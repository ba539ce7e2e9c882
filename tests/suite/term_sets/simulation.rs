//! Lists, glossaries and spoken terms together, under faults, kills, full disks and late landings, thousands of times.
//!
//! Each schedule follows from its seed, which a failure prints; `HOUSESTYLE_SEED=n` runs one alone and
//! `HOUSESTYLE_SCHEDULES=n` as many as wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use housestyle::apply::Outcome;
use housestyle::emulator::FaultScript;
use housestyle::model::glossary::Glossary;
use housestyle::model::spoken_terms::SpokenTerms;
use housestyle::model::style::Style;
use housestyle::model::{Address, Kind};
use housestyle::plan::Agreement;
use housestyle::service::Call;

use crate::simulated_world::{Dice, Ended, World, random_fault, random_style, seeds};
use crate::simulation::settles;
use crate::term_sets::held;
use crate::term_sets::made::{random_glossary, random_terms, want};

const SCHEDULES: u64 = 1_000;

#[test]
fn whatever_happens_two_clean_runs_converge_and_nothing_is_doubled() {
    let seeds = seeds(0, "HOUSESTYLE_SCHEDULES", SCHEDULES);
    let mut calls = 0;
    for seed in seeds.clone() {
        calls += schedule(seed).unwrap_or_else(|why| panic!("HOUSESTYLE_SEED={seed}: {why}"));
    }
    println!("{} schedules, {calls} calls", seeds.end - seeds.start);
}

#[derive(Default)]
struct Wanted {
    styles: Vec<Style>,
    glossaries: Vec<Glossary>,
    spoken_terms: Vec<SpokenTerms>,
}

fn schedule(seed: u64) -> Result<u64, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut dice = Dice::new(seed);
        let mut world = World::new(seed, |_| {});
        held::plant(&world, "Theirs");
        // A write that lands late, after others of ours, looks like somebody else's edit: then a person has to agree.
        let late_write = Arc::new(AtomicBool::new(false));
        let mut wanted = Wanted::default();
        for generation in 0..3 {
            change(&mut dice, &mut wanted, generation);
            want_all(&mut world, &wanted);
            let percent = dice.pick(&[0, 6, 15, 40]).to_owned();
            world.faults(Some(faults(dice.roll(), percent, &late_write)));
            world.disk.full_after(dice.chance(10).then(|| dice.below(6)));
            let kill = dice.chance(40).then(|| (1 + dice.below(30), dice.chance(50)));
            let ended = world.apply_killed(kill).await;
            check_truth(&ended)?;
        }
        world.faults(None);
        world.disk.full_after(None);
        world.emulator.process_all_delayed();
        if late_write.load(Ordering::SeqCst) {
            let all: Vec<Address> = world.disk.state().bindings.keys().cloned().chain(addresses(&wanted)).collect();
            world.options.agreed[Agreement::Takeover] = all.iter().cloned().collect();
            world.options.agreed[Agreement::TakeMine] = all.into_iter().collect();
        }
        settles(&mut world).await?;
        if held::theirs(&world, "Theirs") != 2 {
            return Err("what others made was touched".to_owned());
        }
        Ok(world.calls)
    })
}

/// Adds, edits or removes a list, glossaries and a collection of spoken terms.
fn change(dice: &mut Dice, wanted: &mut Wanted, generation: u64) {
    let first = generation == 0;
    vary(dice, first, &mut wanted.styles, "s", |style| style.key.as_str(), random_style);
    for key in ["g", "h"] {
        vary(dice, first, &mut wanted.glossaries, key, |glossary| glossary.key.as_str(), random_glossary);
    }
    vary(dice, first, &mut wanted.spoken_terms, "t", |terms| terms.key.as_str(), random_terms);
    // Files that want nothing at all are refused, and that is another story.
    if wanted.styles.is_empty() && wanted.glossaries.is_empty() && wanted.spoken_terms.is_empty() {
        wanted.glossaries.push(random_glossary(dice, "g"));
    }
}

fn vary<A>(
    dice: &mut Dice,
    first: bool,
    all: &mut Vec<A>,
    key: &str,
    key_of: impl Fn(&A) -> &str,
    random: impl Fn(&mut Dice, &str) -> A,
) {
    match all.iter().position(|one| key_of(one) == key) {
        None if (first && dice.chance(80)) || dice.chance(40) => all.push(random(dice, key)),
        Some(at) if dice.chance(20) => {
            all.remove(at);
        }
        Some(at) if dice.chance(60) => all[at] = random(dice, key),
        _ => {}
    }
}

fn want_all(world: &mut World, wanted: &Wanted) {
    want(world, wanted.styles.clone(), wanted.glossaries.clone(), wanted.spoken_terms.clone());
}

fn addresses(wanted: &Wanted) -> impl Iterator<Item = Address> {
    let styles = wanted.styles.iter().map(|style| Address::style(style.key.clone()));
    let glossaries = wanted.glossaries.iter().map(|glossary| Address::new(Kind::Glossary, glossary.key.clone()));
    styles
        .chain(glossaries)
        .chain(wanted.spoken_terms.iter().map(|terms| Address::new(Kind::SpokenTerms, terms.key.clone())))
}

fn faults(seed: u64, percent: u64, late_write: &Arc<AtomicBool>) -> FaultScript {
    let mut dice = Dice::new(seed);
    let late_write = late_write.clone();
    Box::new(move |seen| {
        let fault = dice.chance(percent).then(|| random_fault(&mut dice));
        let creates = matches!(
            seen.call.client_call(),
            Some(Call::CreateStyle | Call::AddInstruction | Call::CreateGlossary | Call::CreateSpokenTerms)
        );
        if matches!(fault, Some(housestyle::emulator::InjectedFault::Late { .. })) && !creates {
            late_write.store(true, Ordering::SeqCst);
        }
        fault
    })
}

/// Exit 0 only where everything was done.
fn check_truth(ended: &Ended) -> Result<(), String> {
    let Ended::Applied(_, report) = ended else { return Ok(()) };
    let all = report.outcomes.iter().all(|(_, _, outcome)| matches!(outcome, Outcome::Done { .. }));
    if (report.end.is_done()) != (all && report.state_error.is_none()) {
        return Err(format!("{:?} does not fit {:?}", report.end, report.outcomes));
    }
    Ok(())
}
