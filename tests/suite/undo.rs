//! Undo: whatever an apply did, applying its snapshot back makes the service say again what it said, by the same plan and
//! safeguards, and touches nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use housestyle::apply::{ApplyReport, FailureCause, Outcome, RunEnd};
use housestyle::catalogue::load;
use housestyle::emulator::InjectedFault;
use housestyle::model::style::{LiveStyle, Style};
use housestyle::model::{Id, Language, LiveAccount};
use housestyle::plan::{
    Action, Agreement, Basis, Operation, Plan, PlanOptions, Safeguard, StyleAction, make_plan, undo,
};
use housestyle::state::snapshot::Snapshot;
use housestyle::state::{JournalEntry, State};

use crate::simulated_world::{Dice, Ended, GERMAN, World, address, paused, random_fault, random_style, style};

type Said = (String, String, BTreeMap<String, BTreeMap<String, String>>, BTreeSet<(String, String, Option<String>)>);

/// What the account says, ids and versions aside.
fn said(world: &World) -> BTreeSet<Said> {
    let lists = world.lists();
    let one = |list: &Arc<housestyle::emulator::StoredStyleList>| {
        let instructions =
            list.custom_instructions.iter().map(|i| (i.label.clone(), i.prompt.clone(), i.source_language.clone()));
        let rules = list.configured_rules.iter().filter(|(_, rules)| !rules.is_empty());
        (
            list.name.clone(),
            list.language.clone(),
            rules.map(|(category, rules)| (category.clone(), rules.clone())).collect(),
            instructions.collect(),
        )
    };
    lists.iter().map(one).collect()
}

fn id(world: &World, key: &str) -> Option<String> {
    world.disk.state().bindings.get(&address(key)).map(|binding| binding.id.to_string())
}

fn done(ended: Ended) -> (Plan, ApplyReport) {
    match ended {
        Ended::Applied(plan, report) if report.end.is_done() => (plan, report),
        Ended::Applied(_, report) => panic!("{report:?}"),
        Ended::Refused(plan) => panic!("refused: {:?}", plan.blockers),
        Ended::Nothing(plan) => panic!("nothing to do: {:?}", plan.notes),
        Ended::Unread(unread) => panic!("{unread}"),
        Ended::Killed => panic!("killed"),
    }
}

/// The newest snapshot that was not taken before an undo.
fn newest(world: &World) -> Snapshot {
    world.disk.snapshots().into_iter().rfind(|snapshot| snapshot.undoes.is_none()).unwrap()
}

/// A world that holds these lists, and one of somebody else.
async fn holding(styles: Vec<Style>) -> World {
    let mut world = World::new(11, |_| {});
    world.plant("Theirs", "de");
    world.options.prune = false;
    world.want(styles);
    done(world.apply().await);
    world
}

fn ours() -> Vec<Style> {
    vec![
        style("edited", "Ours, edited", "de", GERMAN, &[("one", "First."), ("two", "Second.")]),
        style("goes", "Ours, goes", "de", &GERMAN[..1], &[("one", "First.")]),
        style("language", "Ours, language", "de", &[], &[("one", "First.")]),
        style("renamed", "Ours, old name", "de", &[], &[]),
        style("stays", "Ours, stays", "de", &[], &[]),
    ]
}

/// Edits, renames, replaces, deletes and creates.
fn change(world: &mut World) {
    world.options.agreed[Agreement::Replace].insert(address("language"));
    world.want(vec![
        style("comes", "Ours, comes", "de", &[], &[("one", "First.")]),
        style("edited", "Ours, edited", "de", &GERMAN[1..], &[("one", "Another."), ("three", "Third.")]),
        style("language", "Ours, language", "fr", &[], &[("one", "First.")]),
        style("renamed", "Ours, new name", "de", &[], &[]),
        style("stays", "Ours, stays", "de", &[], &[]),
    ]);
}

#[test]
fn everything_that_an_apply_did_is_undone_and_new_ids_are_told() {
    paused(async {
        let mut world = holding(ours()).await;
        let before = said(&world);
        let ids: Vec<_> = ["edited", "goes", "language", "renamed"].map(|key| id(&world, key).unwrap()).into();
        change(&mut world);
        world.options.prune = true;
        done(world.apply().await);
        assert_ne!(said(&world), before);
        let (old, new) = (ids[2].clone(), id(&world, "language").unwrap());
        world.options.prune = false;

        let snapshot = newest(&world);
        let addressed = |saved: &housestyle::state::snapshot::SnapshotStyle| saved.address.clone().unwrap();
        let named: Vec<String> = snapshot.styles.iter().map(addressed).collect();
        assert_eq!(named, ["style/edited", "style/goes", "style/language", "style/renamed"], "nothing untouched");
        assert_eq!(snapshot.created, ["style/comes"]);

        let (plan, report) = done(world.undo(&snapshot).await);
        assert_eq!(said(&world), before);
        assert_eq!(id(&world, "edited").as_ref(), Some(&ids[0]), "updated in place");
        assert_eq!(id(&world, "renamed").as_ref(), Some(&ids[3]), "updated in place");
        assert_eq!(id(&world, "comes"), None);
        let told = |key: &str| {
            let outcome = report.outcomes.iter().find(|(of, _, _)| *of == address(key)).map(|(_, _, outcome)| outcome);
            let Some(Outcome::Done { id: Some(id), old: Some(old), .. }) = outcome else { panic!("{report:?}") };
            (old.to_string(), id.to_string())
        };
        assert_eq!(told("goes"), (ids[1].clone(), id(&world, "goes").unwrap()));
        assert_eq!(told("language"), (new, id(&world, "language").unwrap()));
        assert_ne!(id(&world, "language"), Some(old));
        assert_eq!(plan.count_operations(Operation::Delete), 1);

        // Once more: there is nothing left to undo, and an undo is not what is undone next.
        assert!(matches!(world.undo(&newest(&world)).await, Ended::Nothing(_)));
        let undone = world.disk.snapshots().pop().unwrap();
        assert_eq!(undone.undoes, Some(snapshot.digest()));

        // The files still want what they wanted.
        let again = world.apply().await;
        let Ended::Applied(plan, _) = again else { panic!("the files were forgotten") };
        assert_eq!(
            (
                plan.count_operations(Operation::Create),
                plan.count_operations(Operation::Update),
                plan.count_operations(Operation::Replace)
            ),
            (1, 2, 1)
        );
    });
}

#[test]
fn a_first_apply_is_undone_to_nothing_without_being_asked_to_prune() {
    paused(async {
        let mut world = holding(ours()).await;
        done(world.undo(&newest(&world)).await);
        let left: Vec<String> = world.lists().iter().map(|list| list.name.clone()).collect();
        assert_eq!(left, ["Theirs"]);
        assert!(world.disk.state().bindings.is_empty());
        assert!(matches!(world.undo(&world.disk.snapshots()[0]).await, Ended::Nothing(_)));
    });
}

#[test]
fn the_guards_count_what_an_undo_deletes() {
    paused(async {
        let mut world = holding(ours()).await;
        (world.options.max_delete, world.options.max_delete_percent) = (3, 0);
        let Ended::Refused(plan) = world.undo(&newest(&world)).await else { panic!("not refused") };
        assert_eq!(
            plan.blockers.iter().map(|refusal| refusal.safeguard).collect::<Vec<_>>(),
            [Safeguard::TooManyDeletions]
        );
        world.options.max_delete = 5;
        world.options.protect.insert(address("stays"));
        let Ended::Refused(plan) = world.undo(&newest(&world)).await else { panic!("not refused") };
        assert_eq!(plan.blockers.iter().map(|refusal| refusal.safeguard).collect::<Vec<_>>(), [Safeguard::Protected]);
        assert_eq!(world.lists().len(), 6);
    });
}

#[test]
fn a_killed_apply_is_undone_wherever_it_died() {
    paused(async {
        let calls = {
            let mut world = holding(ours()).await;
            change(&mut world);
            world.options.prune = true;
            world.calls = 0;
            done(world.apply().await);
            world.calls
        };
        assert!(calls >= 20, "the journey has {calls} calls");
        for at in 1..=calls {
            for carried_out in [false, true] {
                let story = format!("killed at call {at}, carried out: {carried_out}");
                let mut world = holding(ours()).await;
                let before = said(&world);
                change(&mut world);
                world.options.prune = true;
                let taken = world.disk.snapshots().len();
                assert!(matches!(world.apply_killed(Some((at, carried_out))).await, Ended::Killed));
                world.options.prune = false;
                if world.disk.snapshots().len() == taken {
                    assert_eq!(said(&world), before, "{story}: written before anything was saved");
                    continue;
                }
                let snapshot = newest(&world);
                match world.undo(&snapshot).await {
                    Ended::Applied(_, report) => assert!(report.end.is_done(), "{story}: {report:?}"),
                    Ended::Nothing(_) => {}
                    Ended::Refused(plan) => panic!("{story}: {:?}", plan.blockers),
                    Ended::Unread(unread) => panic!("{story}: {unread}"),
                    Ended::Killed => panic!("{story}: killed"),
                }
                assert_eq!(said(&world), before, "{story}");
                assert!(matches!(world.undo(&snapshot).await, Ended::Nothing(_)), "{story}: again");
                assert!(world.violations.is_empty(), "{story}: {:?}", world.violations);
            }
        }
    });
}

#[test]
fn an_undo_that_is_hindered_is_finished_by_the_next() {
    for seed in 0..150 {
        paused(async {
            let mut dice = Dice::new(seed);
            let mut world = holding(ours()).await;
            let before = said(&world);
            change(&mut world);
            world.options.prune = true;
            done(world.apply().await);
            world.options.prune = false;
            let snapshot = newest(&world);
            let (mut faults, percent) = (Dice::new(dice.roll()), *dice.pick(&[5, 15, 40]));
            world.faults(Some(Box::new(move |_| {
                let fault = faults.chance(percent).then(|| random_fault(&mut faults));
                // A write that lands late looks like somebody else's edit.
                fault.filter(|fault| !matches!(fault, InjectedFault::Late { .. }))
            })));
            world.kill = dice.chance(50).then(|| (1 + dice.below(25), dice.chance(50)));
            let _hindered = world.undo(&snapshot).await;
            world.kill = None;
            world.faults(None);
            for _ in 0..2 {
                match world.undo(&snapshot).await {
                    Ended::Applied(_, report) => assert!(report.end.is_done(), "seed {seed}: {report:?}"),
                    Ended::Nothing(_) => {}
                    Ended::Refused(plan) => panic!("seed {seed}: {:?}", plan.blockers),
                    Ended::Unread(unread) => panic!("seed {seed}: {unread}"),
                    Ended::Killed => panic!("seed {seed}: killed"),
                }
            }
            assert_eq!(said(&world), before, "seed {seed}");
        });
    }
}

#[test]
fn what_cannot_be_saved_is_not_touched() {
    paused(async {
        let mut world = holding(ours()).await;
        let (before, writes) = (said(&world), world.emulator.write_count());
        change(&mut world);
        world.disk.full_after(Some(0));
        let Ended::Applied(_, report) = world.apply().await else { panic!("not tried") };
        assert_eq!((report.end, world.emulator.write_count()), (RunEnd::Failed(FailureCause::NotRecorded), writes));
        assert!(report.state_error.is_some_and(|why| why.contains("undo") && why.contains("nothing was sent")));
        assert_eq!(said(&world), before);
    });
}

#[test]
fn a_run_that_writes_nothing_saves_nothing() {
    paused(async {
        let mut world = holding(ours()).await;
        let taken = world.disk.snapshots().len();
        world.disk.lose();
        assert!(world.disk.snapshots().is_empty());
        let (plan, _) = done(world.apply().await);
        assert_eq!((plan.count_operations(Operation::Import), taken), (5, 1));
        assert!(world.disk.snapshots().is_empty());
    });
}

#[test]
fn rules_that_nobody_knows_come_back_and_stay_nobodys() {
    paused(async {
        let mut world = World::new(5, |setup| setup.quirks.any_rules = true);
        let plain = style("a", "Ours, a", "de", &GERMAN[..1], &[]);
        let mut list = (**world_with(&mut world, plain.clone()).await.first().unwrap()).clone();
        let mut rules = (*list.configured_rules).clone();
        rules.entry("numbers".to_owned()).or_default().insert("nobody_knows".to_owned(), "this".to_owned());
        list.configured_rules = Arc::new(rules);
        list.version += 1;
        world.emulator.insert_style_list(crate::simulated_world::ACCOUNT, list);
        let before = said(&world);

        world.options.agreed[Agreement::DropUnknown].insert(address("a"));
        done(world.apply().await);
        assert_ne!(said(&world), before);
        world.options.agreed[Agreement::DropUnknown].clear();
        done(world.undo(&newest(&world)).await);
        assert_eq!(said(&world), before);

        // It is still nobody's: the files do not remove it unasked.
        let plan = world.plan().await.unwrap();
        assert!(plan.is_empty(), "{:?}", plan.items);
        assert_eq!(plan.kept.len(), 1);
    });
}

#[test]
fn what_is_no_rule_comes_back_too_and_a_new_list_says_that_it_cannot_have_it() {
    let odd = BTreeMap::from([("numbers/odd".to_owned(), serde_json::json!([1, 2]))]);
    let held = LiveStyle {
        id: Id::new("a-1").unwrap(),
        name: "A".to_owned(),
        language: Language::new("de"),
        version: 2,
        rules: BTreeMap::new(),
        opaque_rules: odd.clone(),
        instructions: Vec::new(),
        updated_time: String::new(),
    };
    let snapshot = Snapshot::new(
        "emulator",
        "default",
        1,
        [(Some(address("a")), housestyle::model::resource::LiveResourceRef::Style(&held))],
    );
    let catalogue = load::builtin_catalogue(load::Edition::Core);
    let planned = |live: &LiveAccount| {
        let (desired, undo) =
            undo::desired_from_snapshot(&snapshot, "1.json", &State::default(), &BTreeSet::new()).unwrap();
        let basis = Basis {
            origin: "emulator".to_owned(),
            environment: "default".to_owned(),
            desired: desired.digest().into(),
            catalogue: String::new(),
            options: PlanOptions { undo: Some(undo), ..PlanOptions::default() },
        };
        make_plan(&desired, &State::default(), live, &catalogue, basis)
    };
    let now = LiveStyle { opaque_rules: BTreeMap::new(), ..held.clone() };
    let live = LiveAccount {
        styles: BTreeMap::from([(now.id.clone(), now)]),
        stable_listings: housestyle::model::Kind::ALL.into(),
        ..LiveAccount::default()
    };
    let back = Action::Style(StyleAction::ReplaceRules { rules: BTreeMap::new(), opaque_rules: odd });
    assert!(planned(&live).items[0].steps.iter().any(|step| step.action == back));
    let gone = planned(&LiveAccount { stable_listings: housestyle::model::Kind::ALL.into(), ..LiveAccount::default() });
    assert_eq!(gone.items[0].operation, Operation::Create);
    assert!(gone.notes.iter().any(|note| note.contains("cannot be restored to a new list")), "{:?}", gone.notes);
}

async fn world_with(world: &mut World, wanted: Style) -> Vec<Arc<housestyle::emulator::StoredStyleList>> {
    world.want(vec![wanted]);
    done(world.apply().await);
    world.lists()
}

#[test]
fn somebody_elses_edit_since_then_is_a_conflict_and_not_overwritten() {
    paused(async {
        let mut world = holding(ours()).await;
        change(&mut world);
        done(world.apply().await);
        let held = world.lists().into_iter().find(|list| list.name == "Ours, edited").unwrap();
        let mut list = (*held).clone();
        "Somebody's.".clone_into(&mut Arc::make_mut(&mut list.custom_instructions[0]).prompt);
        list.version += 1;
        world.emulator.insert_style_list(crate::simulated_world::ACCOUNT, list);
        let Ended::Refused(plan) = world.undo(&newest(&world)).await else { panic!("overwritten") };
        assert_eq!(plan.blockers[0].safeguard, Safeguard::Conflict);
        world.options.targets = [address("renamed")].into();
        let (plan, _) = done(world.undo(&newest(&world)).await);
        assert_eq!(plan.items.len(), 1, "a target narrows an undo");
    });
}

#[test]
fn a_list_is_known_by_its_id_whatever_it_is_bound_to_now() {
    paused(async {
        // Its key was renamed by the run itself.
        let mut world = holding(vec![style("old", "Ours, old", "de", GERMAN, &[])]).await;
        let (before, was) = (said(&world), id(&world, "old"));
        world.options.accept_rename.insert(address("new"), address("old"));
        world.want(vec![style("new", "Ours, new", "de", &GERMAN[1..], &[])]);
        done(world.apply().await);
        world.options.accept_rename.clear();
        let snapshot = newest(&world);
        done(world.undo(&snapshot).await);
        assert_eq!((said(&world), id(&world, "new")), (before.clone(), was.clone()));

        // It was forgotten since then.
        done(world.apply().await);
        let mut memory = world.disk.open();
        memory.record_entries(&[JournalEntry::Unbound(address("new"))]).unwrap();
        memory.checkpoint().unwrap();
        done(world.undo(&snapshot).await);
        assert_eq!((said(&world), id(&world, "new")), (before.clone(), was.clone()));

        // Its key was given to somebody else's list since then: that one is let go, not deleted.
        let theirs = world.lists().into_iter().find(|list| list.name == "Theirs").unwrap();
        world.disk.lose();
        world.options.import.insert(address("new"), Id::new(&theirs.style_id.to_string()));
        world.want(vec![style("new", "Theirs", "de", GERMAN, &[])]);
        done(world.apply().await);
        world.options.import.clear();
        assert!(matches!(world.undo(&snapshot).await, Ended::Applied(_, report) if report.end.is_done()));
        assert_eq!((world.lists().len(), id(&world, "new")), (2, was));
    });
}

#[test]
fn an_undo_can_be_undone_by_its_own_snapshot() {
    paused(async {
        let mut world = holding(ours()).await;
        change(&mut world);
        world.options.prune = true;
        done(world.apply().await);
        let after = said(&world);
        done(world.undo(&newest(&world)).await);
        let own = world.disk.snapshots().pop().unwrap();
        done(world.undo(&own).await);
        assert_eq!(said(&world), after);
    });
}

#[test]
fn only_what_the_snapshot_names_is_touched() {
    paused(async {
        let mut world = holding(ours()).await;
        let mut snapshot = newest(&world);
        snapshot.created.clear();
        let nothing = undo::desired_from_snapshot(&snapshot, "1.json", &world.disk.state(), &BTreeSet::new());
        assert!(matches!(nothing, Err(undo::UndoError::Nothing)));
        snapshot.created = vec!["style/stays".to_owned()];
        done(world.undo(&snapshot).await);
        assert_eq!(world.lists().len(), 5);
    });
}

#[test]
fn random_applies_are_undone_one_by_one() {
    for seed in 0..150 {
        paused(async {
            let mut dice = Dice::new(seed);
            let mut world = World::new(seed, |_| {});
            world.plant("Theirs", "de");
            let mut told = vec![said(&world)];
            let mut styles: BTreeMap<&str, Style> = BTreeMap::new();
            for _ in 0..3 {
                for key in ["a", "b", "c", "d"] {
                    match dice.below(3) {
                        0 if styles.len() > 1 => drop(styles.remove(key)),
                        1 => drop(styles.insert(key, random_style(&mut dice, key))),
                        _ => {}
                    }
                }
                if styles.is_empty() {
                    styles.insert("a", random_style(&mut dice, "a"));
                }
                world.want(styles.values().cloned().collect());
                if matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()) {
                    told.push(said(&world));
                }
            }
            told.pop();
            for snapshot in world.disk.snapshots().into_iter().rev() {
                done(world.undo(&snapshot).await);
                assert_eq!(Some(said(&world)), told.pop(), "seed {seed}, serial {}", snapshot.serial);
            }
        });
    }
}
