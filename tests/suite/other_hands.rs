//! What other hands do between two plans: runs that came late or first, people on the service, a file that changed as well.

use std::collections::BTreeSet;
use std::sync::Arc;

use housestyle::apply::Outcome;
use housestyle::catalogue::{Limits, load};
use housestyle::check::Desired;
use housestyle::emulator::{StoredInstruction, StoredStyleList};
use housestyle::model::Language;
use housestyle::model::resource::ResourceContent;
use housestyle::plan::drift::StyleDelta;
use housestyle::plan::drift_verdict::DriftVerdict;
use housestyle::plan::{Action, Cause, Operation, Plan, Safeguard, Step, StyleAction, diff, drift};
use housestyle::service::Call;
use housestyle::state::{Applied, State};

use crate::plans::support;
use crate::world::{ACCOUNT, Ended, GERMAN, World, address, applied, operations, paused, safeguards, style};

/// Somebody changes the list that was applied.
fn change_list(world: &World, change: impl FnOnce(&mut StoredStyleList)) {
    let mut list = (*world.lists()[0]).clone();
    change(&mut list);
    list.version += 1;
    world.emulator.insert_style_list(ACCOUNT, list);
}

#[test]
fn an_instruction_that_an_earlier_run_sent_and_that_arrives_late_goes_wherever_it_lands() {
    for first in [false, true] {
        paused(async {
            let mut world = World::new(1, |_| {});
            world.want(vec![support()]);
            applied(&mut world).await;
            // An earlier run began to say something else, and was not seen to.
            let other =
                style("support-de", "Ours, support", "de", GERMAN, &[("Anrede", "Say Du."), ("Ton", "Be brief.")]);
            let content = ResourceContent::Style(other.content());
            let mut state = world.disk.state();
            let binding = state.bindings.get_mut(&address("support-de")).unwrap();
            binding.attempted.push(Applied::new(&content, &content));
            world.disk.replace(&state);
            let late = StoredInstruction {
                id: world.emulator.new_id(),
                label: "Anrede".to_owned(),
                prompt: "Say Du.".to_owned(),
                source_language: None,
            };
            change_list(&world, |list| {
                let at = if first { 0 } else { list.custom_instructions.len() };
                list.custom_instructions.insert(at, Arc::new(late.clone()));
            });
            let plan = world.plan().await.unwrap();
            assert!(plan.blockers.is_empty(), "{:?}", plan.blockers);
            let removed = |step: &Step| matches!(&step.action, Action::Style(StyleAction::RemoveInstruction { id, .. }) if id.as_str() == late.id.to_string());
            assert!(plan.items[0].steps.len() == 1 && plan.items[0].steps.iter().all(removed), "{:?}", plan.items);
            applied(&mut world).await;
            world.converged().unwrap();
        });
    }
}

#[test]
fn a_source_language_that_the_service_changed_is_told_as_drift_and_one_of_the_file_as_an_edit() {
    paused(async {
        let with_source = |source: &str| {
            let mut style = support();
            style.instructions[0].value.source_language = Some(Language::new(source));
            style
        };
        let cause = |plan: &Plan| {
            let all: Vec<Cause> = plan.items.iter().flat_map(|item| &item.changes).map(|change| change.cause).collect();
            all
        };
        let mut world = World::new(1, |_| {});
        world.want(vec![with_source("en")]);
        applied(&mut world).await;
        change_list(&world, |list| {
            let first = list.custom_instructions.iter_mut().find(|held| held.label == "Anrede").unwrap();
            Arc::make_mut(first).source_language = Some("fr".to_owned());
        });
        assert_eq!(cause(&world.plan().await.unwrap()), [Cause::Drifted]);
        applied(&mut world).await;
        world.want(vec![with_source("it")]);
        assert_eq!(cause(&world.plan().await.unwrap()), [Cause::Edited]);
    });
}

#[test]
fn a_difference_of_files_knows_what_the_project_file_protects() {
    let files = Desired::try_from_styles(vec![support()], &Limits::default()).unwrap();
    let protect = BTreeSet::from([address("support-de")]);
    let plan = diff::diff_revisions(&files, &files, &load::builtin_catalogue(false), &protect);
    assert!(plan.is_empty() && plan.blockers.is_empty(), "{:?} {:?}", plan.items, plan.blockers);
}

#[test]
fn what_somebody_else_deleted_since_the_plan_is_told_as_gone_and_forgotten() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let stays = style("stays", "Ours, stays", "de", &[], &[]);
        world.want(vec![support(), stays.clone()]);
        applied(&mut world).await;
        world.want(vec![stays]);
        let plan = world.plan().await.unwrap();
        let id = plan.items[0].id.clone().unwrap();
        let held = world.lists().into_iter().find(|list| list.style_id.to_string() == id.as_str()).unwrap();
        world.emulator.remove_record(ACCOUNT, held.style_id);
        let writes = world.emulator.write_count();
        let report = world.carry_out(&plan).await;
        let remark = format!("{id} was already gone");
        let told = matches!(&report.outcomes[0].2, Outcome::Done { old: Some(old), remarks, .. } if *old == id && *remarks == [remark]);
        assert!(told && report.exit_code == 0, "{report:?}");
        assert_eq!(world.emulator.write_count(), writes);
        world.converged().unwrap();
    });
}

#[test]
fn a_creation_that_is_taken_back_is_deleted_unless_somebody_wrote_to_it() {
    for edited in [false, true] {
        paused(async {
            let mut world = World::new(1, |_| {});
            world.want(vec![support()]);
            // Another run gives the name first.
            world.tamper(move |request, emulator, _| {
                if request.call != Call::CreateStyle {
                    return;
                }
                let own = (*emulator.style_lists(ACCOUNT)[0]).clone();
                let style_id = emulator.new_id();
                emulator.insert_style_list(
                    ACCOUNT,
                    StoredStyleList { style_id, name: "Ours, support".to_owned(), ..own.clone() },
                );
                if edited {
                    emulator.insert_style_list(ACCOUNT, StoredStyleList { version: own.version + 1, ..own });
                }
            });
            let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
            assert_eq!(report.exit_code, 6, "{report:?}");
            let left: Vec<String> = world.lists().iter().map(|list| list.name.clone()).collect();
            match &report.outcomes[0].2 {
                Outcome::Withdrawn(_) => assert!(!edited && left == ["Ours, support"], "{left:?}"),
                Outcome::Failed(failure) => {
                    assert!(edited && failure.message.contains("edited meanwhile and stays as it is"), "{failure:?}");
                    assert!(left.len() == 2 && left.iter().any(|name| name.contains("[hs!")), "{left:?}");
                }
                Outcome::Done { .. } | Outcome::Unknown(_) | Outcome::Unverified(_) | Outcome::Skipped => {
                    panic!("{report:?}")
                }
            }
        });
    }
}

#[test]
fn what_is_gone_is_created_again_or_found_again_and_never_beside_another_of_its_name() {
    for (equal, recreate, expected) in [
        (false, false, None),
        (false, true, Some(Operation::Create)),
        (true, false, None),
        (true, true, Some(Operation::Import)),
    ] {
        paused(async {
            let mut world = World::new(1, |_| {});
            world.want(vec![support(), style("stays", "Ours, stays", "de", &[], &[])]);
            applied(&mut world).await;
            let held = world.lists().into_iter().find(|list| list.name == "Ours, support").unwrap();
            let mut other = StoredStyleList { style_id: world.emulator.new_id(), ..(*held).clone() };
            if !equal {
                other.custom_instructions.clear();
            }
            world.emulator.remove_record(ACCOUNT, held.style_id);
            world.emulator.insert_style_list(ACCOUNT, other);
            if recreate {
                world.options.recreate.insert(address("support-de"));
            }
            let plan = world.plan().await.unwrap();
            match expected {
                Some(operation) => assert_eq!((operations(&plan), safeguards(&plan)), (vec![operation], Vec::new())),
                None => assert_eq!((operations(&plan), safeguards(&plan)), (Vec::new(), vec![Safeguard::NameTaken])),
            }
        });
    }
}

#[test]
fn a_source_language_that_both_changed_is_a_conflict_for_the_files() {
    paused(async {
        let with_source = |source: &str| {
            let mut style = support();
            style.instructions[0].value.source_language = Some(Language::new(source));
            style
        };
        let mut world = World::new(1, |_| {});
        world.want(vec![with_source("en")]);
        applied(&mut world).await;
        let binding = world.disk.state().bindings[&address("support-de")].clone();
        let delta = StyleDelta::Source { label: "Anrede".into(), after: Some(Language::new("fr")) };
        for (in_file, verdict) in
            [("en", DriftVerdict::WriteToFiles), ("fr", DriftVerdict::AlreadyInFiles), ("it", DriftVerdict::Conflict)]
        {
            let catalogue = load::builtin_catalogue(false);
            assert_eq!(
                drift::classify_delta(&delta, &with_source(in_file), &binding, &catalogue),
                verdict,
                "{in_file}"
            );
        }
    });
}

#[test]
fn the_state_of_another_service_is_not_used_and_nothing_is_read() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        let state = State { origin: "https://api.deepl.com".to_owned(), ..world.disk.state() };
        world.disk.replace(&state);
        let calls = world.emulator.log_entries().len();
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!((operations(&plan), safeguards(&plan)), (Vec::new(), vec![Safeguard::OtherOrigin]));
        assert_eq!(world.emulator.log_entries().len(), calls);
    });
}
