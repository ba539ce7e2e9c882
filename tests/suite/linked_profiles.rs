//! Style profiles of others that hold what a plan takes away: each is named before anybody approves, and none is written.

use std::collections::BTreeSet;

use housestyle::emulator::{EmulatedId, InjectedFault};
use housestyle::plan::{Agreement, Operation, Plan};
use serde_json::json;

use crate::simulated_world::{ACCOUNT, Dice, GERMAN, World, address, applied, paused, seeds, style};

const CALL: &str = "list-style-profiles";

fn times_asked(world: &World, before: usize) -> usize {
    world.emulator.log_entries().iter().skip(before).filter(|entry| entry.call == Some(CALL)).count()
}

/// The notes of a plan that are about profiles.
fn notes_about_profiles(plan: &Plan) -> Vec<&String> {
    plan.notes.iter().filter(|note| note.contains("style profile")).collect()
}

/// The ids of lists by name, as somebody sees them in the web form.
fn id_of(world: &World, name: &str) -> EmulatedId {
    world.emulator.style_lists(ACCOUNT).iter().find(|list| list.name == name).unwrap().style_id
}

fn plant_profile(world: &World, name: &str, styles: &[EmulatedId]) {
    let seed = json!({ "style_profiles": [{ "name": name, "style_rule_ids": styles }] });
    world.emulator.apply_seed(&seed.to_string()).unwrap();
}

/// A world with lists that were applied, each of a name of its own.
async fn world_with_lists(seed: u64, names: &[&str]) -> World {
    let mut world = World::new(seed, |_| {});
    world.want(names.iter().map(|name| style(name, name, "de", &GERMAN[..1], &[])).collect());
    applied(&mut world).await;
    world
}

#[test]
fn a_plan_asks_for_profiles_where_something_goes_and_nowhere_else() {
    paused(async {
        let mut world = world_with_lists(3, &["one", "two"]).await;
        plant_profile(&world, "Website", &[id_of(&world, "one")]);
        let before = world.emulator.log_entries().len();
        // Nothing to do, a change, a creation: nobody asks.
        world.plan().await.unwrap();
        world.want(vec![style("one", "Other name", "de", &[], &[]), style("two", "two", "de", &GERMAN[..1], &[])]);
        assert!(notes_about_profiles(&world.plan().await.unwrap()).is_empty());
        assert_eq!(times_asked(&world, before), 0);
        world.want(vec![style("two", "two", "de", &GERMAN[..1], &[])]);
        let plan = world.plan().await.unwrap();
        assert_eq!(plan.items[0].operation, Operation::Delete);
        let notes = notes_about_profiles(&plan);
        assert_eq!(notes.len(), 1, "{notes:?}");
        for words in ["style/one", "\"Website\"", "deleted"] {
            assert!(notes[0].contains(words), "{}", notes[0]);
        }
        assert_eq!(times_asked(&world, before), 1);
        // A deletion that is held says so as well.
        world.options.prune = false;
        let plan = world.plan().await.unwrap();
        let notes = notes_about_profiles(&plan);
        assert!(plan.items.is_empty() && notes.len() == 1 && notes[0].contains("deletion is held"), "{:?}", plan.notes);
        world.options.prune = true;
        // Another language is another list, with another id.
        world.options.agreed[Agreement::Replace].insert(address("two"));
        plant_profile(&world, "Help", &[id_of(&world, "two")]);
        world.want(vec![style("one", "one", "de", &GERMAN[..1], &[]), style("two", "two", "fr", &[], &[])]);
        let plan = world.plan().await.unwrap();
        let notes = notes_about_profiles(&plan);
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert!(notes[0].contains("\"Help\"") && notes[0].contains("new id"), "{}", notes[0]);
    });
}

/// A service without profiles has none that lose anything; a key that may not look cannot know.
#[test]
fn what_cannot_be_seen_is_said_and_what_fails_stops() {
    paused(async {
        for (status, notes, reads) in [(404, 0, true), (403, 1, true), (500, 0, false)] {
            let mut world = world_with_lists(3, &["one", "two"]).await;
            plant_profile(&world, "Website", &[id_of(&world, "one")]);
            world.want(vec![style("two", "two", "de", &GERMAN[..1], &[])]);
            world.faults(Some(Box::new(move |seen| {
                let fault = || InjectedFault::Status { status, headers: Default::default(), body: None };
                (seen.call.name() == CALL).then(fault)
            })));
            let plan = world.plan().await;
            assert_eq!(plan.is_ok(), reads, "{status}");
            if let Ok(plan) = plan {
                assert_eq!(notes_about_profiles(&plan).len(), notes, "{status}: {:?}", plan.notes);
                assert_eq!(plan.items.len(), 1);
            }
        }
    });
}

/// Random accounts: of the profiles that people made, those that hold what goes are named, each once for every list, and no other.
#[test]
fn exactly_the_profiles_that_lose_something_are_named() {
    for seed in seeds(0, "HOUSESTYLE_PROFILE_SEEDS", 40) {
        paused(async {
            let mut dice = Dice::new(seed);
            let names = ["a", "b", "c", "d", "e"];
            let mut world = world_with_lists(seed, &names).await;
            let ids: Vec<EmulatedId> = names.iter().map(|name| id_of(&world, name)).collect();
            let mut expected = BTreeSet::new();
            let gone: Vec<bool> = names.iter().map(|_| dice.chance(40)).collect();
            for n in 0..dice.below(6) {
                let name = format!("Profile {n}");
                let held: Vec<usize> = (0..names.len()).filter(|_| dice.chance(30)).collect();
                plant_profile(&world, &name, &held.iter().map(|at| ids[*at]).collect::<Vec<_>>());
                expected.extend(held.iter().filter(|at| gone[**at]).map(|at| (names[*at].to_owned(), name.clone())));
            }
            let kept = names.iter().zip(&gone).filter(|(_, gone)| !**gone);
            let kept: Vec<_> = kept.map(|(name, _)| style(name, name, "de", &GERMAN[..1], &[])).collect();
            world.want(kept);
            let plan = world.plan().await.unwrap();
            let deleted = plan.items.iter().filter(|item| item.operation == Operation::Delete).count();
            assert_eq!(deleted, gone.iter().filter(|gone| **gone).count(), "seed {seed}");
            let named: BTreeSet<(String, String)> = notes_about_profiles(&plan)
                .iter()
                .map(|note| {
                    let list = note.strip_prefix("style/").unwrap().split(':').next().unwrap().to_owned();
                    (list, note.split('"').nth(1).unwrap().to_owned())
                })
                .collect();
            assert_eq!(named, expected, "seed {seed}: {:?}", plan.notes);
            assert_eq!(notes_about_profiles(&plan).len(), expected.len(), "seed {seed}: said twice");
        });
    }
}
