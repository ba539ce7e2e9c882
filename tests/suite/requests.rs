//! How many requests a run takes, and that none of those that were saved was needed: what is listed after a run is held
//! against what was wanted, and what a listing does not show is asked for.

use housestyle::apply::{Outcome, RunEnd};
use housestyle::emulator::InjectedFault;
use housestyle::model::{Address, Key};
use housestyle::service::Call;

use crate::apply::every_fault_is_mended;
use crate::simulated_world::{ACCOUNT, Dice, Ended, GERMAN, World, paused, random_style, style};

/// Lists on a page of a listing.
const PAGE: usize = 25;

/// Requests of each call since the log was as long as this.
fn count_calls(world: &World, before: usize, call: &str) -> usize {
    world.emulator.log_entries().iter().skip(before).filter(|entry| entry.call == Some(call)).count()
}

fn requests(world: &World) -> usize {
    world.emulator.log_entries().len()
}

fn want_many(world: &mut World, count: usize) {
    let many = (0..count).map(|n| {
        style(
            &format!("s{n:04}"),
            &format!("Ours {n:04}"),
            "de",
            &GERMAN[..1],
            &[("one", "First."), ("two", "Second.")],
        )
    });
    world.want(many.collect());
}

#[test]
fn a_plan_of_a_thousand_lists_takes_a_request_for_each_page_and_at_most_two_more() {
    paused(async {
        let mut world = World::new(5, |_| {});
        for n in 0..1_000 {
            world.plant(&format!("Ours {n}"), "de");
        }
        let needed = 1_000 / PAGE + 1;
        world.want((0..1_000).map(|n| style(&format!("s{n}"), &format!("Ours {n}"), "de", &[], &[])).collect());
        let before = requests(&world);
        assert_eq!(world.plan().await.unwrap().items.len(), 1_000, "each is imported");
        let unmanaged = requests(&world) - before;
        assert!(unmanaged <= needed + 2, "nobody knew how many there are: {unmanaged} instead of {needed}");
        assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
        let before = requests(&world);
        assert!(world.plan().await.unwrap().is_empty());
        assert_eq!(requests(&world) - before, needed);
    });
}

#[test]
fn a_created_list_takes_two_requests_beside_the_listings_of_the_run() {
    paused(async {
        let mut world = World::new(5, |_| {});
        want_many(&mut world, 100);
        assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
        world.converged().unwrap();
        assert_eq!((count_calls(&world, 0, "create-style"), count_calls(&world, 0, "rename-style")), (100, 100));
        assert_eq!(count_calls(&world, 0, "get-style"), 0);
        // An empty account three times, twice for other runs (pages of 25 and of 24), once for what is held at the end.
        let listings = 3 + 2 * (100 / 24 + 1 + 1) + (100 / PAGE + 1);
        let listed = count_calls(&world, 0, "list-styles");
        assert!(listed <= listings, "{listed}");
        assert_eq!(requests(&world), 200 + listed);
    });
}

#[test]
fn a_name_that_was_answered_and_not_stored_is_found_by_the_listing() {
    paused(async {
        for lost in [Call::RenameStyle, Call::CreateStyle] {
            let mut world = World::new(5, |_| {});
            want_many(&mut world, 30);
            let mut nth = 0;
            world.faults(Some(Box::new(move |seen| {
                nth += u64::from(seen.call == lost);
                (seen.call == lost && nth == 7).then_some(InjectedFault::NotStored)
            })));
            let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
            assert!(!report.end.is_done(), "{report:?}");
            let done = report.outcomes.iter().filter(|(_, _, outcome)| matches!(outcome, Outcome::Done { .. })).count();
            assert_eq!(done, 29, "{report:?}");
            world.faults(None);
            assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
            world.converged().unwrap();
        }
    });
}

#[test]
fn lists_that_the_last_listing_misses_or_shows_as_they_were_are_asked_for() {
    let odd = [
        InjectedFault::PagesShift { by: 3 },
        InjectedFault::Stale { writes: 4, ms: None },
        InjectedFault::Garbage,
        InjectedFault::with_status(400),
        InjectedFault::ReorderInstructions,
    ];
    paused(async {
        for fault in odd {
            let mut world = World::new(5, |_| {});
            want_many(&mut world, 30);
            let mut named = 0;
            let once = fault.clone();
            world.faults(Some(Box::new(move |seen| {
                named += u64::from(seen.call == Call::RenameStyle);
                (named == 30 && seen.call == Call::ListStyles).then(|| once.clone())
            })));
            let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
            assert!(report.end.is_done(), "{fault:?}: {report:?}");
            world.converged().unwrap();
            let asked = count_calls(&world, 0, "get-style");
            assert_eq!(asked > 0, fault != InjectedFault::ReorderInstructions, "{fault:?}: {asked}");
        }
    });
}

#[test]
fn a_list_that_somebody_edited_before_it_was_read_back_is_not_reported_as_created() {
    paused(async {
        let mut world = World::new(5, |_| {});
        want_many(&mut world, 30);
        let edited = std::sync::atomic::AtomicBool::new(false);
        world.tamper(move |request, emulator, _| {
            let all = emulator.style_lists(ACCOUNT);
            let named = request.call == Call::RenameStyle && all.iter().all(|list| !list.name.contains("[hs!"));
            if named && !edited.swap(true, std::sync::atomic::Ordering::SeqCst) {
                let mut list = (*all[3]).clone();
                list.custom_instructions.clear();
                list.version += 1;
                emulator.insert_style_list(ACCOUNT, list);
            }
        });
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        let wrong: Vec<&Address> = report
            .outcomes
            .iter()
            .filter(|(_, _, outcome)| !matches!(outcome, Outcome::Done { .. }))
            .map(|(address, _, _)| address)
            .collect();
        assert_eq!((report.end, wrong.len()), (RunEnd::Partial, 1), "{wrong:?}");
        let state = world.disk.state();
        assert!(!state.bindings[wrong[0]].attempted.is_empty(), "it is remembered as unfinished");
        let other = Address::style(Key::new("s0000").unwrap());
        assert!(*wrong[0] == other || state.bindings[&other].attempted.is_empty());
    });
}

#[test]
fn every_fault_at_every_call_of_many_creations_is_told_truthfully_and_mended_by_the_next_run() {
    async fn before() -> World {
        let mut world = World::new(7, |_| {});
        world.plant("Theirs", "de");
        want_many(&mut world, 10);
        world
    }
    let theirs =
        |world: &World| world.lists().iter().filter(|list| list.name == "Theirs" && list.version == 1).count() == 1;
    println!("{}", paused(every_fault_is_mended(before, theirs)));
}

#[test]
fn a_plan_that_keeps_nothing_of_untouched_lists_is_the_plan_of_the_whole_account() {
    paused(async {
        for seed in 0..150 {
            let mut dice = Dice::new(seed);
            let mut world = World::new(seed, |_| {});
            let keys = ["a", "b", "c", "d", "e"];
            let mut styles: Vec<_> = keys.map(|key| random_style(&mut dice, key)).into();
            world.want(styles.clone());
            assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
            for (style, key) in styles.iter_mut().zip(keys) {
                if dice.chance(30) {
                    *style = random_style(&mut dice, key);
                }
                style.protected = dice.chance(20);
            }
            styles.truncate(5 - usize::from(dice.chance(30)));
            world.want(styles);
            for list in world.lists().iter().filter(|_| dice.chance(30)).collect::<Vec<_>>() {
                let mut edited = (**list).clone();
                edited.version += dice.below(2);
                edited.custom_instructions.reverse();
                if dice.chance(50) {
                    edited.custom_instructions.pop();
                    edited.version += 1;
                }
                world.emulator.insert_style_list(ACCOUNT, edited);
            }
            let live = world.live().await;
            let (reduced, whole) = (world.plan().await.unwrap(), world.plan_against(&live));
            assert_eq!(reduced.items, whole.items, "seed {seed}");
            assert_eq!(
                (reduced.unchanged, reduced.kept, reduced.blockers, reduced.notes, reduced.unmanaged),
                (whole.unchanged, whole.kept, whole.blockers, whole.notes, whole.unmanaged),
                "seed {seed}"
            );
        }
    });
}
