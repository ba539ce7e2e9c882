//! The protocol of apply under one fault at a time: every fault at every call, a kill at every call, a full disk at every
//! write. One journey that creates, edits, renames, replaces and deletes; afterwards clean runs must converge.

use housestyle::apply::{FailureCause, Outcome, RunEnd};
use housestyle::emulator::InjectedFault;
use housestyle::model::{Address, Key};
use housestyle::plan::Agreement;
use housestyle::service::Call;

use crate::simulated_world::{Ended, GERMAN, World, paused, style};

/// What is wanted before and after the run under test.
fn prepare(world: &mut World) {
    let address = Address::style(Key::new("language").unwrap());
    world.options.agreed[Agreement::Replace].insert(address);
    world.plant("Theirs", "de");
    world.want(vec![
        style("edited", "Ours, edited", "de", GERMAN, &[("one", "First."), ("two", "Second."), ("three", "Third.")]),
        style("renamed", "Ours, old name", "de", &GERMAN[..1], &[]),
        style("language", "Ours, language", "de", &[], &[("one", "First.")]),
        style("goes", "Ours, goes", "de", &[], &[]),
    ]);
}

fn change(world: &mut World) {
    world.want(vec![
        style(
            "edited",
            "Ours, edited",
            "de",
            &GERMAN[1..],
            &[("one", "First."), ("two", "Another."), ("four", "Fourth."), ("five", "Fifth.")],
        ),
        style("renamed", "Ours, new name", "de", &GERMAN[..1], &[("six", "Sixth.")]),
        style("language", "Ours, language", "fr", &[], &[("one", "First.")]),
        style("comes", "Ours, comes", "de", GERMAN, &[("one", "First."), ("two", "Second.")]),
    ]);
}

async fn before() -> World {
    let mut world = World::new(7, |_| {});
    prepare(&mut world);
    assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
    change(&mut world);
    world.calls = 0;
    world
}

/// After whatever happened: at most two runs, then nothing to do, nothing doubled, nothing foreign touched.
pub(crate) async fn converges(mut world: World, story: &str, theirs: impl Fn(&World) -> bool) {
    world.faults(None);
    world.disk.full_after(None);
    world.emulator.process_all_delayed();
    for run in 0..3 {
        match world.apply().await {
            Ended::Nothing(_) => break,
            Ended::Applied(_, report) if run < 2 && report.end.is_done() => {}
            Ended::Applied(plan, report) => panic!("{story}: run {run} did {:?} and ended {report:?}", plan.items),
            Ended::Refused(plan) => panic!("{story}: refused {:?}", plan.blockers),
            Ended::Unread(unread) => panic!("{story}: {unread}"),
            Ended::Killed => panic!("{story}: killed"),
        }
    }
    world.converged().unwrap_or_else(|why| panic!("{story}: {why}"));
    assert!(world.violations.is_empty(), "{story}: {:?}", world.violations);
    assert!(theirs(&world), "{story}: what others made was touched");
}

/// Whether the list that somebody else made is as it was.
fn theirs(world: &World) -> bool {
    world.lists().iter().filter(|list| list.name == "Theirs" && list.version == 1).count() == 1
}

/// How many calls a journey takes without faults.
async fn calls(before: &impl AsyncFn() -> World) -> u64 {
    let mut world = before().await;
    assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
    world.converged().unwrap();
    world.calls
}

fn every_fault() -> Vec<InjectedFault> {
    let text = |kind: &str| serde_json::from_str::<InjectedFault>(&format!("{{\"kind\":\"{kind}\"}}")).unwrap();
    let mut faults: Vec<InjectedFault> =
        ["refused", "lost-before", "lost-after", "cut", "garbage", "html", "not-stored", "duplicate", "late"]
            .map(text)
            .into();
    faults.extend([429, 529, 500, 503, 401, 403, 400, 413, 456, 404, 302].map(InjectedFault::with_status));
    faults.extend([500, 502, 503].map(InjectedFault::with_status_after));
    faults.extend(["1", "", "-1", "1000000000000"].map(InjectedFault::rate_limited));
    faults.push(InjectedFault::LostBefore { hang: true });
    faults.push(InjectedFault::LostAfter { hang: true });
    faults.push(InjectedFault::Late { after_calls: Some(3), after_ms: None, hang: true });
    faults.push(InjectedFault::Stale { writes: 1, ms: None });
    faults.push(InjectedFault::Slow { ms: 70_000 });
    faults.push(InjectedFault::Delay { ms: 70_000 });
    faults
}

#[test]
fn every_fault_at_every_call_is_told_truthfully_and_mended_by_the_next_run() {
    println!("{}", paused(every_fault_is_mended(before, theirs)));
}

#[test]
fn a_kill_before_or_after_any_call_is_mended_by_the_next_run() {
    paused(every_kill_is_mended(before, theirs));
}

#[test]
fn a_disk_that_is_full_at_any_write_loses_nothing() {
    paused(every_full_disk_is_mended(before, theirs));
}

/// Every fault at every call of a journey.
pub(crate) async fn every_fault_is_mended(before: impl AsyncFn() -> World, theirs: impl Fn(&World) -> bool) -> String {
    let calls = calls(&before).await;
    assert!(calls >= 25, "the journey has {calls} calls");
    let mut tried = 0;
    for fault in every_fault() {
        for at in 1..=calls {
            let story = format!("{fault:?} at call {at}");
            let mut world = before().await;
            let mut n = 0;
            let once = fault.clone();
            world.faults(Some(Box::new(move |_| {
                n += 1;
                (n == at).then(|| once.clone())
            })));
            let ended = world.apply().await;
            if let Ended::Applied(plan, report) = &ended {
                let done = report.outcomes.iter().all(|(_, _, outcome)| matches!(outcome, Outcome::Done { .. }));
                assert_eq!(report.end.is_done(), done, "{story}: {report:?}");
                // A kind that could not be read is left out of the plan; the command then ends with 4.
                if report.end.is_done() && !plan.is_incomplete() {
                    // A replayed or late creation may leave a tagged twin, which the next run removes.
                    world.as_wanted().unwrap_or_else(|why| panic!("{story}: said done, but {why}"));
                }
            }
            converges(world, &story, &theirs).await;
            tried += 1;
        }
    }
    format!("{tried} faults over {calls} calls")
}

/// A kill at every call of a journey, before it is sent and after it was carried out.
pub(crate) async fn every_kill_is_mended(before: impl AsyncFn() -> World, theirs: impl Fn(&World) -> bool) {
    let calls = calls(&before).await;
    for at in 1..=calls {
        for carried_out in [false, true] {
            let mut world = before().await;
            assert!(matches!(world.apply_killed(Some((at, carried_out))).await, Ended::Killed), "call {at}");
            converges(world, &format!("killed at call {at}, carried out: {carried_out}"), &theirs).await;
        }
    }
}

/// A disk that is full from any write of a journey on.
pub(crate) async fn every_full_disk_is_mended(before: impl AsyncFn() -> World, theirs: impl Fn(&World) -> bool) {
    for writes in 0..40 {
        let mut world = before().await;
        world.disk.full_after(Some(writes));
        let served = world.emulator.write_count();
        let ended = world.apply().await;
        if writes == 0 {
            assert!(
                matches!(&ended, Ended::Applied(_, report) if report.end == RunEnd::Failed(FailureCause::NotRecorded)),
                "nothing may be sent unrecorded"
            );
            assert_eq!(world.emulator.write_count(), served);
        }
        converges(world, &format!("disk full after {writes} writes"), &theirs).await;
    }
}

#[test]
fn one_refused_of_fifty_stops_none_of_the_others_and_the_next_run_does_only_the_rest() {
    paused(async {
        let mut world = World::new(3, |_| {});
        world.plant("Theirs", "de");
        let styles: Vec<_> =
            (0..50).map(|n| style(&format!("s{n:02}"), &format!("Ours {n:02}"), "de", &[], &[])).collect();
        world.want(styles.clone());
        assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
        let renamed: Vec<_> =
            (0..50).map(|n| style(&format!("s{n:02}"), &format!("Ours, new {n:02}"), "de", &[], &[])).collect();
        world.want(renamed);
        let mut refused = false;
        world.faults(Some(Box::new(move |seen| {
            let this = !refused && seen.call == Call::RenameStyle;
            refused |= this;
            this.then(|| InjectedFault::with_status(400))
        })));
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert_eq!(report.end, RunEnd::Partial);
        let done = report.outcomes.iter().filter(|(_, _, outcome)| matches!(outcome, Outcome::Done { .. })).count();
        assert_eq!(done, 49);
        world.faults(None);
        let writes = world.emulator.write_count();
        assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
        assert_eq!(world.emulator.write_count(), writes + 1);
        converges(world, "one refused", theirs).await;
    });
}

#[test]
fn of_sixty_creations_with_every_fourth_answer_lost_each_is_sent_once_and_none_is_doubled() {
    paused(async {
        for lost in [
            InjectedFault::LostAfter { hang: false },
            InjectedFault::LostAfter { hang: true },
            InjectedFault::with_status_after(502),
            InjectedFault::Cut { keep: None },
        ] {
            let mut world = World::new(5, |_| {});
            let styles: Vec<_> = (0..60)
                .map(|n| style(&format!("s{n:02}"), &format!("Ours {n:02}"), "de", GERMAN, &[("one", "First.")]))
                .collect();
            world.want(styles);
            let mut nth = 0;
            let fault = lost.clone();
            world.faults(Some(Box::new(move |seen| {
                nth += u64::from(seen.call == Call::CreateStyle);
                (seen.call == Call::CreateStyle && nth % 4 == 0).then(|| fault.clone())
            })));
            let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
            assert!(report.end.is_done(), "{lost:?}: {report:?}");
            world.converged().unwrap();
            assert_eq!((creations(&world), world.lists().len()), (60, 60), "{lost:?}");
        }
    });
}

#[test]
fn an_instruction_whose_answer_is_lost_is_found_and_not_added_again() {
    paused(async {
        for lost in
            [InjectedFault::LostAfter { hang: false }, InjectedFault::with_status_after(500), InjectedFault::Garbage]
        {
            let mut world = World::new(5, |_| {});
            world.want(vec![style("a", "Ours", "de", &[], &[])]);
            assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
            world.want(vec![style("a", "Ours", "de", &[], &[("one", "First."), ("two", "Second.")])]);
            let fault = lost.clone();
            world.faults(Some(Box::new(move |seen| (seen.call == Call::AddInstruction).then(|| fault.clone()))));
            let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
            assert!(report.end.is_done(), "{lost:?}: {report:?}");
            world.converged().unwrap();
            let sent =
                world.emulator.log_entries().iter().filter(|entry| entry.call == Some("add-instruction")).count();
            assert_eq!(sent, 2, "{lost:?}");
        }
    });
}

/// How often a list was asked to be created.
fn creations(world: &World) -> usize {
    let sent = |entry: &&housestyle::emulator::LogEntry| entry.fault != Some("landed");
    world.emulator.log_entries().iter().filter(sent).filter(|entry| entry.call == Some("create-style")).count()
}

#[test]
fn a_creation_that_lands_late_is_waited_for_and_not_sent_again() {
    paused(async {
        let mut world = World::new(5, |_| {});
        world.want(vec![style("a", "Ours", "de", GERMAN, &[])]);
        let late = InjectedFault::Late { after_calls: None, after_ms: Some(5_000), hang: false };
        let once = late.clone();
        world.faults(Some(Box::new(move |seen| (seen.call == Call::CreateStyle).then(|| once.clone()))));
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert!(report.end.is_done(), "{report:?}");
        assert_eq!(creations(&world), 1);
        world.converged().unwrap();

        // The same, but the process dies before the creation lands: the next run waits for it.
        let mut world = World::new(6, |_| {});
        world.want(vec![style("a", "Ours", "de", GERMAN, &[])]);
        world.faults(Some(Box::new(move |seen| (seen.call == Call::CreateStyle).then(|| late.clone()))));
        let listings = 3;
        assert!(matches!(world.apply_killed(Some((listings + 1, true))).await, Ended::Killed));
        assert_eq!((creations(&world), world.lists().len()), (1, 0));
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert!(report.end.is_done(), "{report:?}");
        assert_eq!(creations(&world), 1);
        world.converged().unwrap();
    });
}

/// Lists of others, more than a page of them.
fn crowd(world: &World) {
    for n in 0..30 {
        world.plant(&format!("Theirs {n}"), "de");
    }
}

#[test]
fn a_list_that_one_listing_misses_at_a_page_border_is_not_created_twice() {
    paused(async {
        let mut world = World::new(5, |_| {});
        crowd(&world);
        world.want(vec![style("a", "Ours", "de", GERMAN, &[])]);
        // One look has to do, and its first listing loses the second page.
        world.manners.settle_time = std::time::Duration::ZERO;
        let (mut created, mut missed) = (false, false);
        world.faults(Some(Box::new(move |seen| {
            if seen.call == Call::CreateStyle {
                created = true;
                return Some(InjectedFault::LostAfter { hang: false });
            }
            let misses = created && !missed && seen.call == Call::ListStyles && seen.target.contains("page=1");
            missed |= misses;
            misses.then_some(InjectedFault::PagesShift { by: 20 })
        })));
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert!(report.end.is_done(), "{report:?}");
        assert_eq!(creations(&world), 1);
        world.converged().unwrap();
    });
}

#[test]
fn a_lost_creation_is_looked_for_as_long_as_it_is_told_to() {
    paused(async {
        // Each look is two listings that agree; the first pause is a second long.
        for (settle, looks) in [(0, 1), (1, 2)] {
            let mut world = World::new(5, |_| {});
            world.want(vec![style("a", "Ours", "de", GERMAN, &[])]);
            world.manners.settle_time = std::time::Duration::from_secs(settle);
            world.faults(Some(Box::new(|seen| {
                (seen.call == Call::CreateStyle).then_some(InjectedFault::LostBefore { hang: false })
            })));
            world.apply().await;
            let log = world.emulator.log_entries();
            let sent = log.iter().filter(|entry| entry.call == Some(Call::CreateStyle.name()));
            let sent: Vec<u64> = sent.map(|entry| entry.n).collect();
            assert_eq!(sent[1] - sent[0] - 1, 2 * looks, "{settle} s");
        }
    });
}

#[test]
fn a_list_of_ours_that_the_first_reading_misses_is_adopted_and_not_created_beside() {
    paused(async {
        let mut world = World::new(5, |_| {});
        crowd(&world);
        world.want(vec![style("a", "Ours", "de", GERMAN, &[])]);
        assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
        world.disk.lose();
        world.faults(Some(Box::new(move |seen| {
            let misses = seen.call == Call::ListStyles && seen.target.contains("page=1&page_size=25&detailed");
            misses.then_some(InjectedFault::PagesShift { by: 20 })
        })));
        let Ended::Applied(plan, report) = world.apply().await else { panic!("not applied") };
        assert_eq!((report.end, plan.count_operations(housestyle::plan::Operation::Import)), (RunEnd::Done, 1));
        assert_eq!(creations(&world), 1);
        world.converged().unwrap();
    });
}
