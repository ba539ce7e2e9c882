//! From any broken start (twins, tagged rests, lists gone, edits by others, a lost or old memory), two clean runs reach the
//! fixpoint or stop at a safeguard that names what a person has to say; a third run writes nothing. And a long life of edits
//! and faults leaves nothing behind.

use std::sync::Arc;

use housestyle::model::style::Style;
use housestyle::model::{Address, Key};
use housestyle::plan::Safeguard;

use crate::simulated_world::{ACCOUNT, Dice, Ended, World, paused, random_fault, random_style};

const STARTS: u64 = 1_000;
const LIVES: u64 = 2_000;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn styles(dice: &mut Dice) -> Vec<Style> {
    ["a", "b", "c", "d"].iter().map(|key| random_style(dice, key)).collect()
}

/// One thing that goes wrong with an account between runs.
fn break_something(dice: &mut Dice, world: &mut World) {
    let lists = world.lists();
    if lists.is_empty() {
        return;
    }
    let mut list = (**dice.pick(&lists)).clone();
    match dice.below(7) {
        0 => world.emulator.remove_record(ACCOUNT, list.style_id),
        1 => {
            // Somebody clones one of our lists under our name.
            list.style_id = world.emulator.new_id();
            world.emulator.insert_style_list(ACCOUNT, list);
        }
        2 => {
            list.configured_rules = Arc::default();
            list.version += 1;
            world.emulator.insert_style_list(ACCOUNT, list);
        }
        3 => {
            list.custom_instructions.truncate(1);
            list.version += 1;
            world.emulator.insert_style_list(ACCOUNT, list);
        }
        4 => {
            // A rest of an interrupted creation of ours.
            let tag = housestyle::model::tag::Tag::new(
                &world.disk.state().stack,
                &Address::style(Key::new("a").unwrap()),
                "zzzzzzzz",
            );
            list.style_id = world.emulator.new_id();
            list.name = tag.tagged_name("Ours a");
            list.version = 1;
            world.emulator.insert_style_list(ACCOUNT, list);
        }
        5 => world.disk.lose(),
        _ => {
            list.name = "Renamed by somebody".to_owned();
            list.version += 1;
            world.emulator.insert_style_list(ACCOUNT, list);
        }
    }
}

#[test]
fn from_any_broken_start_two_runs_converge_or_a_guard_says_what_is_needed() {
    let (mut converged, mut guarded) = (0, 0);
    for seed in 0..number("HOUSESTYLE_STARTS", STARTS) {
        paused(async {
            let mut dice = Dice::new(seed);
            let mut world = World::new(seed, |_| {});
            world.want(styles(&mut dice));
            assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()), "seed {seed}");
            for _ in 0..=dice.below(3) {
                break_something(&mut dice, &mut world);
            }
            if dice.chance(50) {
                world.want(styles(&mut dice));
            }
            for run in 0..3 {
                let writes = world.emulator.write_count();
                match world.apply().await {
                    Ended::Nothing(_) => {
                        world.as_wanted().unwrap_or_else(|why| panic!("seed {seed}: {why}"));
                        converged += 1;
                        return;
                    }
                    Ended::Applied(_, report) => {
                        assert!(run < 2, "seed {seed}: still writing in the third run");
                        assert!(report.end.is_done(), "seed {seed}: {report:?}");
                    }
                    Ended::Refused(plan) => {
                        assert_eq!(
                            world.emulator.write_count(),
                            writes,
                            "seed {seed}: a safeguard refused after writing"
                        );
                        for refusal in &plan.blockers {
                            let named = matches!(
                                refusal.safeguard,
                                Safeguard::Unmanaged
                                    | Safeguard::Ambiguous
                                    | Safeguard::NameTaken
                                    | Safeguard::Conflict
                                    | Safeguard::Takeover
                                    | Safeguard::VanishedAccount
                            );
                            assert!(named && !refusal.help.is_empty(), "seed {seed}: {refusal:?}");
                        }
                        guarded += 1;
                        return;
                    }
                    Ended::Unread(unread) => panic!("seed {seed}: {unread}"),
                    Ended::Killed => panic!("seed {seed}: killed"),
                }
            }
            panic!("seed {seed}: no fixpoint after three runs");
        });
    }
    println!("{converged} converged, {guarded} stopped at a safeguard");
    assert!(converged > guarded / 4, "safeguards stop nearly everything: {converged} converged, {guarded} guarded");
}

#[test]
fn a_long_life_of_edits_and_faults_leaves_nothing_behind() {
    paused(async {
        let mut dice = Dice::new(42);
        let mut world = World::new(42, |_| {});
        let mut wanted = styles(&mut dice);
        for _ in 0..number("HOUSESTYLE_LIVES", LIVES) {
            let at = usize::try_from(dice.below(4)).unwrap();
            let key = wanted[at].key.as_str().to_owned();
            wanted[at] = random_style(&mut dice, &key);
            world.want(wanted.clone());
            let mut faults = Dice::new(dice.roll());
            world.faults(Some(Box::new(move |seen| {
                let late_write = |fault: &housestyle::emulator::InjectedFault| {
                    matches!(fault, housestyle::emulator::InjectedFault::Late { .. })
                        && !seen.call.method().starts_with("POST")
                };
                faults.chance(3).then(|| random_fault(&mut faults)).filter(|fault| !late_write(fault))
            })));
            world.apply().await;
        }
        world.faults(None);
        world.emulator.process_all_delayed();
        for _ in 0..3 {
            if let Ended::Nothing(_) = world.apply().await {
                break;
            }
        }
        world.converged().unwrap();
        let state = world.disk.state();
        assert!(state.pending_creations.is_empty() && state.pending_deletions.is_empty(), "{state:?}");
        assert!(housestyle::state::format::render_state(&state).len() < 8_000, "the state grew without reason");
        assert!(state.bindings.values().all(|binding| binding.attempted.is_empty()));
    });
}
