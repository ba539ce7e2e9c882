//! The protocol of apply for glossaries and spoken terms under one fault at a time: every fault at every call, a kill at
//! every call, a full disk at every write. The journey creates, edits, renames, removes parts and deletes, of both kinds.

use std::sync::Arc;

use housestyle::apply::{FailureCause, RunEnd};
use housestyle::emulator::InjectedFault;
use housestyle::model::resource::ResourceContent;
use housestyle::plan::{Action, TermSetAction};
use housestyle::service::Call;

use crate::apply::{converges, every_fault_is_mended, every_full_disk_is_mended, every_kill_is_mended};
use crate::simulated_world::{Ended, World, paused};
use crate::term_sets::held;
use crate::term_sets::made::{glossary, terms, want};

async fn before() -> World {
    let mut world = World::new(7, |_| {});
    held::plant(&world, "Theirs");
    let wanted = vec![
        glossary(
            "edited",
            "Ours, edited",
            &[
                ("de", "en", &[("Haus", "house"), ("Anrede", "salutation"), ("Ton", "tone")]),
                ("de", "fr", &[("Ton", "ton")]),
            ],
        ),
        glossary("renamed", "Ours, old name", &[("en", "de", &[("house", "Haus")])]),
        glossary("goes", "Ours, goes", &[("de", "en", &[("Haus", "house")])]),
    ];
    let spoken = vec![
        terms("edited", "Ours, edited", &[("de", &["Müller GmbH", "kubectl"]), ("en", &["kubectl"])]),
        // Content of its own: with that of a new one, it would be asked about as a rename.
        terms("goes", "Ours, goes", &[("de", &["Maier GmbH"])]),
    ];
    want(&mut world, Vec::new(), wanted, spoken);
    assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
    world.converged().unwrap();
    let wanted = vec![
        glossary(
            "edited",
            "Ours, edited",
            &[("de", "en", &[("Haus", "building"), ("Ton", "tone"), ("neu", "new")]), ("en", "de", &[("tone", "Ton")])],
        ),
        glossary("renamed", "Ours, new name", &[("en", "de", &[("house", "Haus")])]),
        glossary("comes", "Ours, comes", &[("de", "en", &[("Haus", "house")]), ("fr", "en", &[("ton", "tone")])]),
    ];
    let spoken = vec![
        terms("edited", "Ours, renamed", &[("de", &["Müller GmbH", "k8s"]), ("fr", &["kubectl"])]),
        terms("comes", "Ours, comes", &[("de", &["Müller GmbH"])]),
    ];
    want(&mut world, Vec::new(), wanted, spoken);
    world.calls = 0;
    world
}

/// Whether what somebody else made is as it was.
fn theirs(world: &World) -> bool {
    held::theirs(world, "Theirs") == 2
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

#[test]
fn a_large_glossary_is_created_with_its_first_dictionary_and_the_others_follow() {
    paused(async {
        let long = "x".repeat(1_000);
        let words: Vec<String> = (0..60).map(|n| format!("{n} {long}")).collect();
        let entries: Vec<(&str, &str)> = words.iter().map(|word| (word.as_str(), word.as_str())).collect();
        let wanted = || {
            let pairs = [("de", "en", &entries[..]), ("de", "fr", &entries[..]), ("en", "de", &entries[..1])];
            vec![glossary("a", "Ours", &pairs)]
        };
        for lost in [
            None,
            Some(InjectedFault::LostAfter { hang: false }),
            Some(InjectedFault::with_status(503)),
            Some(InjectedFault::Cut { keep: None }),
        ] {
            let mut world = World::new(5, |_| {});
            held::plant(&world, "Theirs");
            want(&mut world, Vec::new(), wanted(), Vec::new());
            let mut once = lost.clone();
            world.faults(Some(Box::new(
                move |seen| {
                    if seen.call == Call::ReplaceDictionary { once.take() } else { None }
                },
            )));
            let Ended::Applied(plan, report) = world.apply().await else { panic!("not applied") };
            assert!(report.end.is_done(), "{lost:?}: {report:?}");
            let log = world.emulator.log_entries();
            let sent = |call: &str| log.iter().filter(|entry| entry.call == Some(call)).count();
            assert_eq!(sent("create-glossary"), 1, "{lost:?}");
            if lost.is_none() {
                assert_eq!((sent("replace-dictionary"), plan.calls), (2, 4));
            }
            converges(world, &format!("{lost:?}"), theirs).await;
        }
    });
}

#[test]
fn rows_that_the_service_drops_are_named_and_never_passed_over() {
    paused(async {
        let mut world = World::new(5, |_| {});
        held::plant(&world, "Theirs");
        let of = |entries: &[(&str, &str)]| vec![glossary("a", "Ours", &[("de", "en", entries)])];
        want(&mut world, Vec::new(), of(&[("Haus", "house")]), Vec::new());
        assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
        want(&mut world, Vec::new(), of(&[("Haus", "house"), ("Ton", "tone")]), Vec::new());
        let mut plan = world.plan().await.unwrap();
        // As if the service had taken all rows but one.
        let [step] = plan.items[0].steps.as_mut_slice() else { panic!("one dictionary is one step") };
        let Action::TermSet(TermSetAction::ReplacePart { entries, .. }) = &mut step.action else {
            panic!("it is replaced")
        };
        Arc::make_mut(entries).remove("Ton");
        let Some(ResourceContent::TermSet(wanted)) = plan.items[0].desired.as_deref() else { panic!("it is wanted") };
        assert_eq!(wanted.len(), 2);
        let report = world.carry_out(&plan).await;
        assert_eq!(report.end, RunEnd::Failed(FailureCause::NotAsSent), "{report:?}");
        assert!(format!("{report:?}").contains("1 entry of de > en absent"), "{report:?}");
        converges(world, "rows were dropped", theirs).await;
    });
}
