//! What is planned, from files, memory and service together: identity, minimal changes, safeguards.

use std::collections::BTreeSet;
use std::sync::Arc;

use housestyle::apply::{FailureCause, RunEnd};
use housestyle::model::style::Style;
use housestyle::model::{Id, Key, Placed};
use housestyle::plan::{Action, Agreement, Cause, ChangedField, Operation, Safeguard, StyleAction};

use crate::simulated_world::{
    ACCOUNT, Ended, GERMAN, World, address, applied, nowhere, operations, paused, safeguards, style,
};

async fn empty_plan(world: &mut World) {
    let plan = world.plan().await.unwrap();
    assert!(plan.is_empty() && plan.blockers.is_empty(), "{:?} {:?}", plan.items, plan.blockers);
}

pub(crate) fn support() -> Style {
    style("support-de", "Ours, support", "de", GERMAN, &[("Anrede", "Say Sie."), ("Ton", "Be brief.")])
}

#[test]
fn planning_what_was_just_applied_gives_nothing() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support(), style("empty", "Ours, empty", "en", &[], &[])]);
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Create, Operation::Create]);
        world.converged().unwrap();
        empty_plan(&mut world).await;
        let writes = world.emulator.write_count();
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
        assert_eq!(world.emulator.write_count(), writes);
    });
}

#[test]
fn a_rename_is_one_call_and_keeps_the_id() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        let (id, writes) = (world.lists()[0].style_id, world.emulator.write_count());
        let mut renamed = support();
        renamed.name = Placed::new("Ours, help desk".to_owned(), nowhere());
        world.want(vec![renamed]);
        let plan = applied(&mut world).await;
        assert_eq!(plan.items[0].changes.len(), 1);
        assert_eq!(plan.items[0].changes[0].cause, Cause::Edited);
        assert_eq!(world.emulator.write_count(), writes + 1);
        assert_eq!(world.lists()[0].style_id, id);
        empty_plan(&mut world).await;
    });
}

#[test]
fn an_insertion_shifts_nothing() {
    paused(async {
        let labels: Vec<String> = (0..200).map(|n| format!("Regel {n}")).collect();
        let of = |labels: &[String]| {
            let says: Vec<(&str, &str)> = labels.iter().map(|label| (label.as_str(), "Keep it.")).collect();
            style("long", "Ours, long", "de", &[], &says)
        };
        let mut world = World::new(1, |_| {});
        world.want(vec![of(&labels[1..])]);
        applied(&mut world).await;
        let mut edited = of(&labels);
        edited.instructions[50].value.prompt = "Another.".into();
        edited.instructions[150].value.prompt = "And another.".into();
        world.want(vec![edited]);
        let writes = world.emulator.write_count();
        let plan = applied(&mut world).await;
        assert_eq!(plan.items[0].changes.len(), 3);
        assert_eq!(world.emulator.write_count(), writes + 3);
        world.converged().unwrap();
    });
}

#[test]
fn what_goes_is_paired_with_what_comes_and_a_new_label_keeps_the_id() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![style("a", "Ours", "de", &[], &[("one", "First."), ("two", "Second.")])]);
        applied(&mut world).await;
        let ids: BTreeSet<_> = world.lists()[0].custom_instructions.iter().map(|held| held.id).collect();
        world.want(vec![style("a", "Ours", "de", &[], &[("uno", "First."), ("three", "Third.")])]);
        let writes = world.emulator.write_count();
        let plan = applied(&mut world).await;
        assert_eq!(world.emulator.write_count(), writes + 2, "{:?}", plan.items[0].steps);
        assert_eq!(
            plan.items[0].changes.iter().filter(|change| change.field == ChangedField::InstructionLabel).count(),
            1
        );
        assert_eq!(world.lists()[0].custom_instructions.iter().map(|held| held.id).collect::<BTreeSet<_>>(), ids);
        world.converged().unwrap();
        empty_plan(&mut world).await;
    });
}

#[test]
fn a_change_of_language_needs_agreement_and_fills_the_new_one_first() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![style("a", "Ours", "de", &[], &[("one", "First.")])]);
        applied(&mut world).await;
        let old = world.lists()[0].style_id;
        world.want(vec![style("a", "Ours", "fr", &[], &[("one", "First.")])]);
        let writes = world.emulator.write_count();
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::ChangesId]);
        assert!(plan.blockers[0].message.contains(&old.to_string()));
        assert_eq!(world.emulator.write_count(), writes);

        world.options.agreed[Agreement::Replace].insert(address("a"));
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Replace]);
        let steps: Vec<_> = plan.items[0].steps.iter().map(|step| step.action.name()).collect();
        assert_eq!(steps, ["create-style", "delete-style"]);
        assert_eq!(world.lists().len(), 1);
        assert_ne!(world.lists()[0].style_id, old);
        world.converged().unwrap();
        empty_plan(&mut world).await;
    });
}

#[test]
fn without_memory_equal_lists_are_adopted_and_nothing_is_sent() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support(), style("b", "Ours, b", "fr", &[], &[])]);
        applied(&mut world).await;
        world.disk.lose();
        let writes = world.emulator.write_count();
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Import, Operation::Import]);
        assert_eq!(world.emulator.write_count(), writes);
        world.converged().unwrap();
        empty_plan(&mut world).await;
    });
}

#[test]
fn a_list_of_our_name_that_differs_is_not_touched_until_it_is_named() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.plant("Ours, support", "de");
        world.want(vec![support()]);
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::Unmanaged]);
        assert_eq!((world.emulator.write_count(), plan.count_operations(Operation::Create)), (0, 0));
        world.options.import.insert(address("support-de"), None);
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Import]);
        world.converged().unwrap();
        world.options.import.clear();
        empty_plan(&mut world).await;
    });
}

#[test]
fn two_lists_of_our_name_are_both_named_and_neither_is_guessed() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.plant("Ours, support", "de");
        world.plant("Ours, support", "de");
        world.want(vec![support()]);
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::Ambiguous]);
        for list in world.lists() {
            assert!(plan.blockers[0].message.contains(&list.style_id.to_string()));
        }
        let second = world.lists()[1].style_id.to_string();
        world.options.import.insert(address("support-de"), Id::new(&second));
        applied(&mut world).await;
        assert_eq!(world.disk.state().bindings[&address("support-de")].id.as_str(), second);
    });
}

#[test]
fn what_left_the_files_is_held_then_deleted_when_asked_for() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.options.prune = false;
        world.plant("Theirs", "de");
        world.want(vec![support(), style("b", "Ours, b", "fr", &[], &[])]);
        applied(&mut world).await;
        world.want(vec![support()]);
        let plan = world.plan().await.unwrap();
        assert!(plan.is_empty());
        assert_eq!((plan.kept.len(), plan.kept[0].effect.as_str()), (1, "delete"));
        world.options.prune = true;
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Delete]);
        assert_eq!(world.lists().len(), 2);
        world.converged().unwrap();
        empty_plan(&mut world).await;
    });
}

#[test]
fn protection_outlives_the_file_that_asked_for_it() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let mut kept = support();
        kept.protected = true;
        world.want(vec![kept, style("b", "Ours, b", "fr", &[], &[])]);
        applied(&mut world).await;
        world.want(vec![style("b", "Ours, b", "fr", &[], &[])]);
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::Protected]);
        let mut lifted = support();
        lifted.protected = false;
        world.want(vec![lifted, style("b", "Ours, b", "fr", &[], &[])]);
        let writes = world.emulator.write_count();
        applied(&mut world).await;
        assert_eq!(world.emulator.write_count(), writes, "protection is ours alone");
        world.want(vec![style("b", "Ours, b", "fr", &[], &[])]);
        assert_eq!(operations(&applied(&mut world).await), [Operation::Delete]);
    });
}

#[test]
fn more_deletions_than_agreed_are_refused_by_name() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.options.max_delete = 1;
        world.options.max_delete_percent = 0;
        let many: Vec<Style> = (0..4).map(|n| style(&format!("s{n}"), &format!("Ours {n}"), "de", &[], &[])).collect();
        world.want(many.clone());
        applied(&mut world).await;
        world.want(many[..1].to_vec());
        world.options.agreed[Agreement::Delete].insert(address("s1"));
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::TooManyDeletions]);
        assert!(plan.blockers[0].message.contains("style/s2") && !plan.blockers[0].message.contains("style/s1"));
        world.options.agreed[Agreement::Delete].insert(address("s2"));
        assert_eq!(applied(&mut world).await.count_operations(Operation::Delete), 3);
    });
}

#[test]
fn a_share_of_what_is_managed_may_go_and_not_one_more() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.options.max_delete = 0;
        world.options.max_delete_percent = 10;
        let many: Vec<Style> =
            (0..20).map(|n| style(&format!("s{n:02}"), &format!("Ours {n}"), "de", &[], &[])).collect();
        world.want(many.clone());
        applied(&mut world).await;
        world.want(many[3..].to_vec());
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::TooManyDeletions]);
        assert!(plan.blockers[0].message.starts_with("3 deletions exceed the limit of 2"), "{:?}", plan.blockers);
        world.want(many[2..].to_vec());
        assert_eq!(applied(&mut world).await.count_operations(Operation::Delete), 2);
    });
}

#[test]
fn a_list_may_lose_ten_parts_and_then_a_share_of_what_it_has() {
    paused(async {
        let labels: Vec<String> = (0..40).map(|n| format!("Regel {n}")).collect();
        let of = |count: usize| {
            let says: Vec<(&str, &str)> = labels[..count].iter().map(|label| (label.as_str(), "Keep it.")).collect();
            style("long", "Ours, long", "de", &[], &says)
        };
        for (before, after, percent, refused) in
            [(12, 2, 50, false), (12, 1, 50, true), (40, 20, 50, false), (40, 19, 50, true), (20, 9, 56, false)]
        {
            let mut world = World::new(1, |_| {});
            world.options.max_shrink_percent = percent;
            world.want(vec![of(before)]);
            applied(&mut world).await;
            world.want(vec![of(after)]);
            let plan = world.plan().await.unwrap();
            let shrinks = safeguards(&plan) == [Safeguard::Shrinks];
            assert_eq!(shrinks, refused, "{before} to {after}, {percent} percent: {:?}", plan.blockers);
        }
    });
}

#[test]
fn an_empty_checkout_deletes_nothing() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        world.want(Vec::new());
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::EmptyInput]);
    });
}

#[test]
fn an_account_without_anything_of_ours_is_taken_for_the_wrong_one() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let many: Vec<Style> = (0..20).map(|n| style(&format!("s{n}"), &format!("Ours {n}"), "de", &[], &[])).collect();
        world.want(many);
        applied(&mut world).await;
        for list in world.lists() {
            world.emulator.remove_record(ACCOUNT, list.style_id);
        }
        let writes = world.emulator.write_count();
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::VanishedAccount]);
        assert_eq!(world.emulator.write_count(), writes);
    });
}

#[test]
fn one_list_that_was_deleted_on_the_service_is_created_again() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support(), style("b", "Ours, b", "fr", &[], &[])]);
        applied(&mut world).await;
        world.emulator.remove_record(ACCOUNT, world.lists()[0].style_id);
        let plan = applied(&mut world).await;
        assert_eq!(operations(&plan), [Operation::Create]);
        assert!(plan.notes.iter().any(|note| note.contains("was deleted on the service")), "{:?}", plan.notes);
        world.converged().unwrap();
    });
}

#[test]
fn rules_that_nobody_here_knows_survive_until_their_removal_is_asked_for() {
    paused(async {
        let mut world = World::new(1, |setup| setup.quirks.any_rules = true);
        world.want(vec![support()]);
        applied(&mut world).await;
        let mut list = (*world.lists()[0]).clone();
        Arc::make_mut(&mut list.configured_rules)
            .entry("numbers".to_owned())
            .or_default()
            .insert("rule_of_tomorrow".to_owned(), "use_it".to_owned());
        list.version += 1;
        world.emulator.insert_style_list(ACCOUNT, list);
        let unknown = |world: &World| world.lists()[0].configured_rules["numbers"].contains_key("rule_of_tomorrow");

        let plan = world.plan().await.unwrap();
        assert!(plan.is_empty() && plan.kept[0].effect.contains("rule_of_tomorrow"), "{:?}", plan.kept);
        let mut edited = support();
        edited.rules.pop_last();
        world.want(vec![edited.clone()]);
        applied(&mut world).await;
        assert!(unknown(&world));
        empty_plan(&mut world).await;

        world.options.agreed[Agreement::DropUnknown].insert(address("support-de"));
        applied(&mut world).await;
        assert!(!unknown(&world));
        world.options.agreed[Agreement::DropUnknown].clear();
        empty_plan(&mut world).await;
    });
}

#[test]
fn each_change_says_why_and_a_conflict_stops() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        let mut list = (*world.lists()[0]).clone();
        list.name = "Theirs now".to_owned();
        Arc::make_mut(&mut list.custom_instructions[1]).prompt = "Be long.".to_owned();
        list.version += 1;
        world.emulator.insert_style_list(ACCOUNT, list);
        let mut edited = support();
        edited.instructions[0].value.prompt = "Say du.".into();
        edited.instructions[1].value.prompt = "Be very brief.".into();
        world.want(vec![edited]);

        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::Conflict]);
        let causes: Vec<_> = plan.items[0].changes.iter().map(|change| (change.field.clone(), change.cause)).collect();
        assert_eq!(
            causes,
            [
                (ChangedField::Instruction("Anrede".into()), Cause::Edited),
                (ChangedField::Instruction("Ton".into()), Cause::Conflict),
                (ChangedField::Name, Cause::Drifted),
            ]
        );
        world.options.agreed[Agreement::TakeMine].insert(address("support-de"));
        applied(&mut world).await;
        world.converged().unwrap();
    });
}

#[test]
fn a_renamed_key_is_asked_about_and_then_keeps_its_list() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        let (id, writes) = (world.lists()[0].style_id, world.emulator.write_count());
        let mut moved = support();
        moved.key = Key::new("help-de").unwrap();
        world.want(vec![moved]);
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::RenamedKey]);
        world.options.accept_rename.insert(address("help-de"), address("support-de"));
        applied(&mut world).await;
        assert_eq!((world.lists()[0].style_id, world.emulator.write_count()), (id, writes));
        world.converged().unwrap();
        world.options.accept_rename.clear();
        empty_plan(&mut world).await;
    });
}

#[test]
fn another_editor_between_plan_and_write_is_noticed() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        world.want(vec![style("support-de", "Ours, support", "de", GERMAN, &[("Ton", "Shout.")])]);
        let emulator = world.emulator.clone();
        let plan = world.plan().await.unwrap();
        let mut list = (*emulator.style_lists(ACCOUNT)[0]).clone();
        list.version += 1;
        list.name = "Edited meanwhile".to_owned();
        emulator.insert_style_list(ACCOUNT, list);
        let writes = emulator.write_count();
        let report = world.carry_out(&plan).await;
        assert_eq!(report.end, RunEnd::Failed(FailureCause::Stale), "{report:?}");
        assert_eq!(emulator.write_count(), writes);
    });
}

#[test]
fn the_same_instruction_twice_is_mended_and_two_different_ones_are_not_guessed() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        let twin = |world: &World, prompt: &str| {
            let mut list = (*world.lists()[0]).clone();
            let mut second = (*list.custom_instructions[0]).clone();
            second.id = world.emulator.new_id();
            second.prompt = prompt.to_owned();
            list.custom_instructions.push(Arc::new(second));
            list.version += 1;
            world.emulator.insert_style_list(ACCOUNT, list);
        };
        twin(&world, "Say Sie.");
        let plan = applied(&mut world).await;
        assert!(matches!(plan.items[0].steps[0].action, Action::Style(StyleAction::RemoveInstruction { .. })));
        world.converged().unwrap();
        twin(&world, "Say something else.");
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::Ambiguous]);
    });
}

#[test]
fn a_service_that_trims_is_told_of_once_and_not_written_to_again() {
    paused(async {
        let mut world = World::new(1, |setup| setup.quirks.trim = true);
        world.want(vec![style("a", "Ours ", "de", &[], &[("one", "First. ")])]);
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert!(report.end.is_done(), "{report:?}");
        assert!(format!("{report:?}").contains("stored"), "{report:?}");
        empty_plan(&mut world).await;
    });
}

#[test]
fn two_lists_swap_their_names() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![style("a", "Ours A", "de", &[], &[]), style("b", "Ours B", "de", &[], &[])]);
        applied(&mut world).await;
        let ids: Vec<_> = world.lists().iter().map(|list| list.style_id).collect();
        world.want(vec![style("a", "Ours B", "de", &[], &[]), style("b", "Ours A", "de", &[], &[])]);
        applied(&mut world).await;
        world.converged().unwrap();
        assert_eq!(world.lists().iter().map(|list| list.style_id).collect::<Vec<_>>(), ids);
    });
}

#[test]
fn a_large_list_is_created_in_parts_and_never_answered_413() {
    paused(async {
        let labels: Vec<String> = (0..200).map(|n| format!("規則 {n}")).collect();
        let prompt = "漢".repeat(300);
        let says: Vec<(&str, &str)> = labels.iter().map(|label| (label.as_str(), prompt.as_str())).collect();
        let mut world = World::new(1, |_| {});
        world.want(vec![style("large", "Ours, large", "ja", &[], &says)]);
        applied(&mut world).await;
        world.converged().unwrap();
        assert!(world.emulator.log_entries().iter().all(|entry| entry.status != Some(413)));
        empty_plan(&mut world).await;
    });
}

#[test]
fn a_list_that_says_every_word_that_is_wanted_needs_no_agreement() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.plant("Theirs", "de");
        world.want(vec![support()]);
        applied(&mut world).await;
        let theirs = world.lists()[0].clone();
        let ours = world.disk.state().bindings[&address("support-de")].id.clone();
        world.disk.edit(ours.as_str(), &theirs.style_id.to_string());
        world.want(vec![style("support-de", "Theirs", "de", &[], &[])]);
        empty_plan(&mut world).await;
        // One word more would be written into a list that may be somebody else's.
        world.want(vec![style("support-de", "Theirs, too", "de", &[], &[])]);
        assert_eq!(safeguards(&world.plan().await.unwrap()), [Safeguard::Takeover]);
    });
}

#[test]
fn a_binding_that_was_pointed_at_somebody_elses_list_changes_and_deletes_nothing() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.plant("Theirs", "de");
        world.want(vec![support(), style("b", "Ours, b", "fr", &[], &[])]);
        applied(&mut world).await;
        let theirs = world.lists()[0].clone();
        let ours = world.disk.state().bindings[&address("support-de")].id.clone();
        world.disk.edit(ours.as_str(), &theirs.style_id.to_string());
        let writes = world.emulator.write_count();
        for wanted in
            [vec![support(), style("b", "Ours, b", "fr", &[], &[])], vec![style("b", "Ours, b", "fr", &[], &[])]]
        {
            world.want(wanted);
            let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
            assert!(safeguards(&plan).contains(&Safeguard::Takeover), "{:?}", plan.blockers);
        }
        assert_eq!(world.emulator.write_count(), writes);
        assert!(world.lists().contains(&theirs));
    });
}
