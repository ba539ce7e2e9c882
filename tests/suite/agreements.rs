//! Agreements that name an address, and a run that is killed at any call after they were given: the same command again does
//! the rest and says what is done, the plain command does too or is blocked by the safeguard that asked, and nothing is there
//! twice.

use housestyle::apply::RunEnd;
use housestyle::catalogue::Limits;
use housestyle::check::Desired;
use housestyle::model::style::Style;
use housestyle::model::{Id, Kind};
use housestyle::plan::known_addresses;
use housestyle::plan::{Agreement, Operation, Plan, PlanOptions, Safeguard};
use housestyle::state::{Binding, JournalEntry, State, format};

use crate::playground;
use crate::scripted_service;
use crate::simulated_world::{ACCOUNT, Ended, GERMAN, World, address, style};

/// A resource that stays, so that the account never looks empty.
fn other() -> Style {
    style("other", "Ours, other", "en", &[], &[("x", "Y.")])
}

fn shop(key: &str, name: &str, says: &[(&str, &str)]) -> Style {
    style(key, name, "de", GERMAN, says)
}

const TWO: &[(&str, &str)] = &[("Anrede", "Say Sie."), ("Ton", "Be brief.")];

/// A story up to the moment in which somebody agrees.
struct Story {
    name: &'static str,
    /// What stops the plain command until somebody agrees.
    asks: Option<Safeguard>,
    /// Makes the account and the files as they are then.
    begin: fn(&mut World),
    /// What is agreed to.
    agree: fn(&mut PlanOptions, &World),
}

/// What was applied before each story.
fn held() -> Vec<Style> {
    vec![other(), shop("shop", "Ours, shop", TWO)]
}

fn id_of(world: &World, name: &str) -> Id {
    let held = world.lists().into_iter().find(|list| list.name == name).unwrap();
    Id::new(&held.style_id.to_string()).unwrap()
}

/// Somebody edits a list on the service.
fn edit_prompt(world: &World, name: &str, prompt: &str) {
    let held = world.lists().into_iter().find(|list| list.name == name).unwrap();
    let mut list = (*held).clone();
    let first = std::sync::Arc::make_mut(&mut list.custom_instructions[0]);
    prompt.clone_into(&mut first.prompt);
    list.version += 1;
    world.emulator.insert_style_list(ACCOUNT, list);
}

const STORIES: &[Story] = &[
    Story {
        name: "--accept-rename with another name and content",
        asks: Some(Safeguard::RenamedKey),
        begin: |world| world.want(vec![other(), shop("store", "Ours, shop", &[("Anrede", "Say Du."), ("x", "Y.")])]),
        agree: |options, _| {
            options.accept_rename.insert(address("store"), address("shop"));
        },
    },
    Story {
        name: "--accept-rename of the key alone",
        asks: Some(Safeguard::RenamedKey),
        begin: |world| world.want(vec![other(), shop("store", "Ours, shop", TWO)]),
        agree: |options, _| {
            options.accept_rename.insert(address("store"), address("shop"));
        },
    },
    Story {
        name: "--accept-rename within a target",
        asks: Some(Safeguard::RenamedKey),
        begin: |world| world.want(vec![other(), shop("store", "Ours, store", TWO)]),
        agree: |options, _| {
            options.accept_rename.insert(address("store"), address("shop"));
            options.targets.insert(address("store"));
        },
    },
    Story {
        name: "--allow-delete",
        asks: Some(Safeguard::Protected),
        begin: |world| {
            world.options.protect.insert(address("shop"));
            world.want(vec![other()]);
        },
        agree: |options, _| {
            options.agreed[Agreement::Delete].insert(address("shop"));
        },
    },
    Story {
        name: "--allow-delete within a target",
        asks: Some(Safeguard::Protected),
        begin: |world| {
            world.options.protect.insert(address("shop"));
            world.want(vec![other()]);
        },
        agree: |options, _| {
            options.agreed[Agreement::Delete].insert(address("shop"));
            options.targets.insert(address("shop"));
        },
    },
    Story {
        name: "--allow-delete of the old and creation of the new",
        asks: Some(Safeguard::RenamedKey),
        begin: |world| world.want(vec![other(), shop("store", "Ours, store", TWO)]),
        agree: |options, _| {
            options.agreed[Agreement::Delete].insert(address("shop"));
        },
    },
    Story {
        name: "--allow-takeover of what is deleted",
        asks: Some(Safeguard::Takeover),
        begin: |world| {
            edit_prompt(world, "Ours, shop", "Somebody's.");
            world.want(vec![other()]);
        },
        agree: |options, _| {
            options.agreed[Agreement::Takeover].insert(address("shop"));
        },
    },
    Story {
        name: "--allow-takeover of what was entered by hand",
        asks: Some(Safeguard::Takeover),
        begin: |world| {
            let mut state = world.disk.state();
            state.bindings.get_mut(&address("shop")).unwrap().sealed = false;
            world.disk.replace(&state);
            world.want(vec![other(), shop("shop", "Ours, shop", &TWO[..1])]);
        },
        agree: |options, _| {
            options.agreed[Agreement::Takeover].insert(address("shop"));
        },
    },
    Story {
        name: "--import of an id",
        asks: Some(Safeguard::Unmanaged),
        begin: |world| {
            world.plant("Ours, foreign", "de");
            world.want(vec![other(), shop("shop", "Ours, shop", TWO), shop("foreign", "Ours, foreign", TWO)]);
        },
        agree: |options, world| {
            options.import.insert(address("foreign"), Some(id_of(world, "Ours, foreign")));
        },
    },
    Story {
        name: "--import by name",
        asks: Some(Safeguard::Unmanaged),
        begin: |world| {
            world.plant("Ours, foreign", "de");
            world.want(vec![other(), shop("shop", "Ours, shop", TWO), shop("foreign", "Ours, foreign", TWO)]);
        },
        agree: |options, _| {
            options.import.insert(address("foreign"), None);
        },
    },
    Story {
        name: "--recreate of everything",
        asks: Some(Safeguard::VanishedAccount),
        begin: |world| {
            for held in world.lists() {
                world.emulator.remove_record(ACCOUNT, held.style_id);
            }
        },
        agree: |options, _| options.agreed[Agreement::Recreate].extend([address("shop"), address("other")]),
    },
    Story {
        name: "--allow-replace",
        asks: Some(Safeguard::ChangesId),
        begin: |world| world.want(vec![other(), style("shop", "Ours, shop", "fr", &[], TWO)]),
        agree: |options, _| {
            options.agreed[Agreement::Replace].insert(address("shop"));
        },
    },
    Story {
        name: "--take mine",
        asks: Some(Safeguard::Conflict),
        begin: |world| {
            edit_prompt(world, "Ours, shop", "Somebody's.");
            world.want(vec![other(), shop("shop", "Ours, shop", &[("Anrede", "Say Du."), TWO[1]])]);
        },
        agree: |options, _| {
            options.agreed[Agreement::TakeMine].insert(address("shop"));
        },
    },
];

async fn started(story: &Story) -> (World, PlanOptions) {
    let mut world = World::new(7, |_| {});
    world.share_stack("abcdef");
    world.want(held());
    assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()), "{}", story.name);
    (story.begin)(&mut world);
    let plain = world.options.clone();
    let mut agreed = plain.clone();
    (story.agree)(&mut agreed, &world);
    world.options = agreed;
    (world, plain)
}

/// The same command once more: accepted, carried out, and then nothing is left to do.
async fn repeat(world: &mut World, how: &str) -> Plan {
    let mut last = None;
    for round in 0..4 {
        let state = world.disk.state();
        let known = known_addresses::known_addresses(&world.desired, &state);
        let checked = known_addresses::check_option_addresses(&world.options, &world.desired, &state, &known);
        if let Err(stop) = checked {
            panic!("{how}, run {round}: {}", stop.message);
        }
        match world.apply().await {
            Ended::Nothing(plan) => {
                last = Some(plan);
                break;
            }
            Ended::Applied(_, report) if report.end.is_done() => {}
            Ended::Applied(plan, report) => panic!("{how}, run {round}: {report:?}, {:?}", plan.items),
            Ended::Refused(plan) => panic!("{how}, run {round}: {:?}", plan.blockers),
            Ended::Unread(unread) => panic!("{how}, run {round}: {unread}"),
            Ended::Killed => panic!("{how}: killed without a killer"),
        }
    }
    let targets = std::mem::take(&mut world.options.targets);
    world.converged().unwrap_or_else(|why| panic!("{how}: {why}"));
    world.options.targets = targets;
    assert!(world.violations.is_empty(), "{how}: {:?}", world.violations);
    last.unwrap_or_else(|| panic!("{how}: still something to do after four runs"))
}

#[test]
fn a_run_with_an_agreement_that_was_killed_at_any_call_is_repeated_with_the_same_command() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        for story in STORIES {
            let (mut world, plain) = started(story).await;
            let agreed = std::mem::replace(&mut world.options, plain.clone());
            match (world.plan().await, story.asks) {
                (Ok(plan), Some(asks)) => {
                    let asked: Vec<_> = plan.blockers.iter().map(|blocker| blocker.safeguard).collect();
                    assert!(asked.contains(&asks), "{}: {asked:?}", story.name);
                }
                (plan, _) => drop(plan.unwrap()),
            }
            world.options = agreed;
            let before = world.calls;
            repeat(&mut world, story.name).await;
            let calls = world.calls - before;
            for (n, after) in (1..=calls).flat_map(|n| [(n, false), (n, true)]) {
                let how = format!("{}, killed {} call {n}", story.name, if after { "after" } else { "before" });
                // The same command, and then the plain one.
                let (mut world, plain) = started(story).await;
                world.apply_killed(Some((n, after))).await;
                repeat(&mut world, &how).await;
                world.options = plain.clone();
                repeat(&mut world, &format!("{how}, then plainly")).await;

                // The plain command at once.
                let (mut world, plain) = started(story).await;
                world.apply_killed(Some((n, after))).await;
                let agreed = std::mem::replace(&mut world.options, plain);
                match world.apply().await {
                    Ended::Refused(plan) => {
                        let asked: Vec<_> = plan.blockers.iter().map(|blocker| blocker.safeguard).collect();
                        assert_eq!(asked, story.asks.into_iter().collect::<Vec<_>>(), "{how}, plainly");
                    }
                    Ended::Nothing(_) => {}
                    Ended::Applied(_, report) => assert!(report.end.is_done(), "{how}, plainly: {report:?}"),
                    Ended::Unread(unread) => panic!("{how}, plainly: {unread}"),
                    Ended::Killed => panic!("{how}, plainly: killed without a killer"),
                }
                world.options = agreed;
                repeat(&mut world, &format!("{how}, plainly, then agreed")).await;

                // The machine is lost, and what its state gained with it: a shared store has the state of before.
                let (mut world, _) = started(story).await;
                let kept = world.disk.state();
                world.apply_killed(Some((n, after))).await;
                world.disk.replace(&kept);
                repeat(&mut world, &format!("{how}, disk lost")).await;
            }
        }
    });
}

#[test]
fn what_is_done_is_noted_and_what_the_history_does_not_prove_is_no_agreement() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let noted = async |name: &str, wanted: &str| {
            let story = STORIES.iter().find(|story| story.name == name).unwrap();
            let (mut world, _) = started(story).await;
            let plan = repeat(&mut world, name).await;
            assert!(plan.notes.iter().any(|note| note.contains(wanted)), "{name}: {:?}", plan.notes);
            world
        };
        let mut world = noted(STORIES[1].name, "--accept-rename style/store=style/shop is done: style/store is ").await;
        world.options.accept_rename.clear();
        // Another new address cannot get the id of the old one any more.
        world.want(vec![other(), shop("store", "Ours, shop", TWO), shop("market", "Ours, market", &TWO[..1])]);
        world.options.accept_rename.insert(address("market"), address("shop"));
        assert_eq!(refused(&world), "it was renamed to style/store: --accept-rename style/market=style/store");

        let mut world = noted("--allow-delete", "style/shop is not managed any more: --allow-delete has nothing").await;
        world.want(vec![other(), shop("store", "Ours, shop", TWO)]);
        world.options.accept_rename.insert(address("store"), address("shop"));
        assert!(refused(&world).contains("its id cannot be kept"), "{}", refused(&world));
        world.options.accept_rename.clear();
        world.options.agreed[Agreement::Delete].insert(address("shpo"));
        assert!(refused(&world).contains("housestyle state list"), "{}", refused(&world));

        noted("--import of an id", "--import style/foreign is done: it is managed as ").await;
        noted("--recreate of everything", "style/shop exists (").await;
    });
}

/// Why the command line does not take the options.
fn refused(world: &World) -> String {
    let state = world.disk.state();
    let known = known_addresses::known_addresses(&world.desired, &state);
    let checked = known_addresses::check_option_addresses(&world.options, &world.desired, &state, &known);
    checked.expect_err("it names nothing").help
}

#[test]
fn agreements_that_contradict_files_or_state_block() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut world = World::new(1, |_| {});
        world.want(held());
        world.apply().await;
        let blocked = |plan: &Plan| plan.blockers.iter().map(|blocker| blocker.safeguard).collect::<Vec<_>>();
        // A file still defines the old one.
        world.want(vec![other(), shop("shop", "Ours, shop", TWO), shop("store", "Ours, store", &TWO[..1])]);
        world.options.accept_rename.insert(address("store"), address("shop"));
        assert_eq!(blocked(&world.plan().await.unwrap()), [Safeguard::RenamedKey]);
        // Both are managed.
        world.options.accept_rename.clear();
        world.apply().await;
        world.want(vec![other(), shop("store", "Ours, store", &TWO[..1])]);
        world.options.accept_rename.insert(address("store"), address("shop"));
        assert_eq!(blocked(&world.plan().await.unwrap()), [Safeguard::RenamedKey]);
        // Another id than the one that is managed.
        world.options.accept_rename.clear();
        world.want(vec![other(), shop("shop", "Ours, shop", TWO), shop("store", "Ours, store", &TWO[..1])]);
        world.options.import.insert(address("store"), Id::new("another-id"));
        assert_eq!(blocked(&world.plan().await.unwrap()), [Safeguard::Ambiguous]);
    });
}

#[test]
fn an_id_under_two_addresses_is_not_deleted_while_one_of_them_is_wanted() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut world = World::new(1, |_| {});
        world.want(held());
        world.apply().await;
        // One branch renamed the resource, another one wrote to it: the merge of their states kept both lines.
        let mut state = world.disk.state();
        let twice: Binding = state.bindings[&address("shop")].clone();
        state.bindings.insert(address("store"), twice);
        world.disk.replace(&state);
        world.want(vec![other(), shop("store", "Ours, shop", TWO)]);
        let plan = world.plan().await.unwrap();
        assert_eq!(plan.items.iter().map(|item| item.operation).collect::<Vec<_>>(), [Operation::Forget]);
        let Ended::Applied(_, report) = world.apply().await else { panic!("nothing was done") };
        assert_eq!((report.end, world.lists().len()), (RunEnd::Done, 2));
        world.converged().unwrap();
    });
}

#[test]
fn a_move_is_one_line_of_the_journal() {
    let desired = Desired::try_from_styles(held(), &Limits::default()).unwrap();
    assert_eq!(desired.styles().len(), 2);
    let state = format::parse_state(
        "{\"housestyle_state\":1,\"serial\":1,\"stack\":\"abcdef\",\"origin\":\"emulator\",\"bindings\":{\"style/a\":{\"id\":\"x-1\",\
         \"seal\":\"-\",\"version\":1,\"applied\":{\"name\":\"A\",\"language\":\"de\",\"rules\":{},\"instructions\":{}}}},\
         \"creating\":{},\"deleting\":{}}",
    )
    .unwrap();
    let binding = state.bindings[&address("a")].clone();
    let entry = JournalEntry::Moved(address("a"), address("b"), Binding { sealed: true, ..binding });
    let line = format::render_journal_line("abcdef", &entry);
    assert_eq!(line.lines().count(), 1);
    let read = format::parse_journal_line("abcdef", line.trim_end()).unwrap();
    assert_eq!(read, entry);
    let mut moved: State = state;
    moved.apply_entry(read);
    assert_eq!(moved.bindings.keys().cloned().collect::<Vec<_>>(), [address("b")]);
    assert!(moved.was_managed(&address("a")) && moved.renamed_to(&address("a")) == Some(&address("b")));
    let id = Id::new("x-1").unwrap();
    let again = moved.bindings[&address("b")].clone();
    moved.apply_entry(JournalEntry::Bound(address("b"), again));
    assert_eq!(moved.former_ids.get(&id), Some(&address("a")), "later writes do not forget where it was");
    let kept = format::parse_state(&format::render_state(&moved)).unwrap();
    assert_eq!(kept.renamed_to(&address("a")), Some(&address("b")));
    moved.apply_entry(JournalEntry::Deleted(id));
    assert!(moved.was_managed(&address("b")) && moved.renamed_to(&address("b")).is_none());
    assert_eq!(address("b").kind, Kind::Style);
}

#[test]
fn the_command_line_takes_what_is_done_and_says_so() {
    let folder = playground::project();
    let run = |arguments: &[&str]| scripted_service::run(folder.path(), arguments, &[]);
    let (code, _, said) = run(&["apply", "--auto-approve"]);
    assert_eq!(code, 0, "{said}");
    std::fs::rename(folder.path().join("styles/shop.yaml"), folder.path().join("styles/store.yaml")).unwrap();
    let (code, _, _) = run(&["apply", "--auto-approve"]);
    assert_eq!(code, 5);
    let rename = ["apply", "--auto-approve", "--accept-rename", "style/store=style/shop"];
    for _ in 0..2 {
        let (code, out, said) = run(&rename);
        assert_eq!(code, 0, "{out}{said}");
    }
    let (_, out, _) = run(&rename);
    assert!(out.contains("--accept-rename style/store=style/shop is done"), "{out}");
    let (code, _, said) = run(&["apply", "--auto-approve", "--accept-rename", "style/store=style/shup"]);
    assert!(code == 64 && said.contains("names no resource"), "{said}");
}

#[test]
fn a_namesake_of_a_managed_resource_is_told_with_both_ids() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut world = World::new(1, |_| {});
        world.want(held());
        world.apply().await;
        let plan = world.plan().await.unwrap();
        assert!(plan.is_empty() && plan.notes.is_empty(), "{:?}", plan.notes);
        let ours = id_of(&world, "Ours, shop");
        world.plant("Ours, shop", "de");
        // Of another language: nothing that could be taken for it.
        world.plant("Ours, shop", "en");
        let twin = world.lists().into_iter().find(|list| {
            list.name == "Ours, shop" && list.language == "de" && list.style_id.to_string() != ours.to_string()
        });
        let twin = twin.unwrap().style_id.to_string();
        let live = world.live().await;
        let state = world.disk.state();
        let catalogue = housestyle::catalogue::load::builtin_catalogue(housestyle::catalogue::load::Edition::Core);
        let none = std::collections::BTreeSet::new();
        let drift = housestyle::plan::drift::detect_drift(&state, &live, Some(&world.desired), &catalogue, &none);
        let plan = world.plan().await.unwrap();
        assert!(plan.is_empty() && plan.blockers.is_empty());
        for notes in [&plan.notes, &drift.notes] {
            let [note] = &notes[..] else { panic!("one note: {notes:?}") };
            assert!(note.contains("style/shop is ") && note.contains(ours.as_str()) && note.contains(&twin), "{note}");
        }
    });
}
