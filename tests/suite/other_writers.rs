//! What other hands do between two plans: runs that came late or first, people on the service, a file that changed as well.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use housestyle::apply::{FailureCause, Outcome, RunEnd};
use housestyle::catalogue::{Limits, load};
use housestyle::check::Desired;
use housestyle::emulator::{InjectedFault, StoredInstruction, StoredStyleList};
use housestyle::model::Language;
use housestyle::model::resource::ResourceContent;
use housestyle::model::reviewed::ImportBlock;
use housestyle::model::style::Style;
use housestyle::model::tag::Tag;
use housestyle::plan::drift::StyleDelta;
use housestyle::plan::drift_verdict::DriftVerdict;
use housestyle::plan::{Action, Agreement, Cause, Operation, Plan, Safeguard, Step, StyleAction, diff, drift};
use housestyle::service::Call;
use housestyle::state::snapshot::SnapshotStyle;
use housestyle::state::{Applied, State};

use crate::plans::support;
use crate::simulated_world::{
    ACCOUNT, Ended, GERMAN, World, address, applied, nowhere, operations, paused, safeguards, style,
};

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
    let plan = diff::diff_revisions(&files, &files, &load::builtin_catalogue(load::Edition::Core), &protect, true);
    assert!(plan.is_empty() && plan.blockers.is_empty(), "{:?} {:?}", plan.items, plan.blockers);
}

/// A plan that deletes the list for support, while another one stays.
async fn plan_that_deletes(world: &mut World) -> Plan {
    let stays = style("stays", "Ours, stays", "de", &[], &[]);
    world.want(vec![support(), stays.clone()]);
    applied(world).await;
    world.want(vec![stays]);
    world.plan().await.unwrap()
}

#[test]
fn what_somebody_else_deleted_since_the_plan_is_told_as_gone_and_forgotten() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let plan = plan_that_deletes(&mut world).await;
        let id = plan.items[0].id.clone().unwrap();
        let held = world.lists().into_iter().find(|list| list.style_id.to_string() == id.as_str()).unwrap();
        world.emulator.remove_record(ACCOUNT, held.style_id);
        let writes = world.emulator.write_count();
        let report = world.carry_out(&plan).await;
        let remark = format!("{id} was already gone");
        let told = matches!(&report.outcomes[0].2, Outcome::Done { old: Some(old), remarks, .. } if *old == id && *remarks == [remark]);
        assert!(told && report.end.is_done(), "{report:?}");
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
            assert_eq!(report.end, RunEnd::Failed(FailureCause::Stale), "{report:?}");
            let left: Vec<String> = world.lists().iter().map(|list| list.name.clone()).collect();
            match &report.outcomes[0].2 {
                Outcome::Withdrawn(failure) => {
                    assert!(!edited && left == ["Ours, support"], "{left:?}");
                    assert_eq!(failure.act, "create style/support-de");
                }
                Outcome::Failed(failure) => {
                    assert!(edited && failure.message.contains("edited meanwhile and stays as it is"), "{failure:?}");
                    assert!(left.len() == 2 && left.iter().any(|name| name.contains("[hs!")), "{left:?}");
                }
                Outcome::Done { .. }
                | Outcome::Stopped(_)
                | Outcome::Unknown(_)
                | Outcome::Unverified(_)
                | Outcome::Skipped => panic!("{report:?}"),
            }
        });
    }
}

#[test]
fn a_creation_that_is_taken_back_and_is_gone_already_needs_no_deletion() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        world.tamper(|request, emulator, _| {
            let Some(own) = emulator.style_lists(ACCOUNT).into_iter().find(|list| list.name.contains("[hs!")) else {
                return;
            };
            if request.call == Call::CreateStyle {
                let style_id = emulator.new_id();
                let name = "Ours, support".to_owned();
                emulator.insert_style_list(ACCOUNT, StoredStyleList { style_id, name, ..(*own).clone() });
            } else if request.call == Call::ListStyles {
                emulator.remove_record(ACCOUNT, own.style_id);
            }
        });
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert!(
            matches!(report.outcomes[0].2, Outcome::Withdrawn(_)) && report.end == RunEnd::Failed(FailureCause::Stale),
            "{report:?}"
        );
        assert!(world.disk.state().bindings.is_empty() && world.disk.state().pending_creations.is_empty());
    });
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
                world.options.agreed[Agreement::Recreate].insert(address("support-de"));
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
            let catalogue = load::builtin_catalogue(load::Edition::Core);
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

#[test]
fn a_deletion_whose_end_cannot_be_read_is_not_told_as_done() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let plan = plan_that_deletes(&mut world).await;
        let mut deleted = false;
        world.faults(Some(Box::new(move |seen| {
            deleted |= seen.call == Call::DeleteStyle;
            (deleted && seen.call == Call::GetStyle).then(|| InjectedFault::with_status(403))
        })));
        let report = world.carry_out(&plan).await;
        assert!(!matches!(report.outcomes[0].2, Outcome::Done { .. }) && !report.end.is_done(), "{report:?}");
        assert_eq!(world.disk.state().pending_deletions.len(), 1, "the next run looks again");
        world.faults(None);
        applied(&mut world).await;
        world.converged().unwrap();
    });
}

#[test]
fn rules_that_nobody_here_knows_are_counted_and_are_no_drift() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        change_list(&world, |list| {
            let rules = Arc::make_mut(&mut list.configured_rules).entry("numbers".to_owned()).or_default();
            rules.insert("nobody_knows".to_owned(), "this".to_owned());
        });
        let catalogue = load::builtin_catalogue(load::Edition::Core);
        let live = world.live().await;
        let found = drift::detect_drift(&world.disk.state(), &live, Some(&world.desired), &catalogue, &BTreeSet::new());
        assert!(found.resources.is_empty(), "{:?}", found.resources);
        let [note] = &found.notes[..] else { panic!("{:?}", found.notes) };
        assert!(note.contains("1 rule unknown to this version"), "{note}");
    });
}

#[test]
fn a_block_for_what_no_file_defines_stops_the_plan() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        let id = world.disk.state().bindings[&address("support-de")].id.clone();
        let block = ImportBlock { to: address("gone"), id, reason: None, place: nowhere() };
        world.options.reviewed.imports = vec![block];
        assert_eq!(safeguards(&world.plan().await.unwrap()), [Safeguard::ReviewedChange]);
    });
}

#[test]
fn a_list_that_was_applied_with_its_name_alone_is_still_ours_when_others_name_and_fill_it() {
    for (prompts, stranger) in [(&[][..], false), (&[("Ton", "Be brief.")][..], true)] {
        paused(async {
            let mut world = World::new(1, |_| {});
            world.want(vec![style("shop", "Ours, shop", "de", &[], prompts)]);
            applied(&mut world).await;
            change_list(&world, |list| {
                "Theirs".clone_into(&mut list.name);
                list.custom_instructions = vec![Arc::new(StoredInstruction {
                    id: world.emulator.new_id(),
                    label: "Anrede".to_owned(),
                    prompt: "Say Du.".to_owned(),
                    source_language: None,
                })];
            });
            let refused = safeguards(&world.plan().await.unwrap());
            assert_eq!(refused.contains(&Safeguard::Takeover), stranger, "{refused:?}");
        });
    }
}

#[test]
fn what_another_stack_makes_under_its_own_tag_is_not_ours_to_clean_up() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        for (stack, swept) in [("others", false), (world.disk.state().stack.as_str(), true)] {
            let name = Tag::new(stack, &address("gone"), "zzzzzzzz").tagged_name("Ours, gone");
            world.plant(&name, "de");
            let plan = world.plan().await.unwrap();
            assert_eq!(operations(&plan), if swept { vec![Operation::Sweep] } else { Vec::new() }, "{stack}");
        }
    });
}

#[test]
fn an_undo_says_how_many_resources_of_its_snapshot_are_unmanaged() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.plant("Theirs", "de");
        world.plant("Theirs too", "de");
        world.want(vec![support()]);
        applied(&mut world).await;
        world.want(vec![style("support-de", "Ours, support", "de", &[], &[("Ton", "Be brief.")])]);
        applied(&mut world).await;
        let mut snapshot = world.disk.snapshots().pop().unwrap();
        let theirs: Vec<_> = world.lists().into_iter().filter(|list| list.name.starts_with("Theirs")).collect();
        let saved = snapshot.styles[0].clone();
        snapshot.styles.extend(theirs.iter().map(|list| SnapshotStyle {
            address: None,
            id: list.style_id.to_string(),
            name: list.name.clone(),
            ..saved.clone()
        }));
        let Ended::Applied(plan, _) = world.undo(&snapshot).await else { panic!("not applied") };
        let note = "of the snapshot, 2 resources are unmanaged and stay as they are";
        assert!(plan.notes.iter().any(|told| told == note), "{:?}", plan.notes);
    });
}

#[test]
fn no_two_calls_get_the_same_random_number() {
    let (_go, stop) = tokio::sync::watch::channel(false);
    let client = World::new(1, |_| {}).client_with(stop);
    let numbers: BTreeSet<u64> = (0..100).map(|_| client.next_random()).collect();
    assert_eq!(numbers.len(), 100);
}

#[test]
fn a_deletion_that_was_carried_out_and_answered_with_not_found_is_done() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let plan = plan_that_deletes(&mut world).await;
        world.faults(Some(Box::new(|seen| {
            let gone = InjectedFault::StatusAfter { status: 404, headers: BTreeMap::new(), body: None };
            (seen.call == Call::DeleteStyle).then_some(gone)
        })));
        let report = world.carry_out(&plan).await;
        assert!(matches!(report.outcomes[0].2, Outcome::Done { .. }) && report.end.is_done(), "{report:?}");
        world.faults(None);
        world.converged().unwrap();
    });
}

#[test]
fn an_instruction_whose_answer_was_lost_is_waited_for_and_not_added_twice() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        let mut more = support();
        more.instructions.extend(style("x", "X", "de", &[], &[("Neu", "Be kind.")]).instructions);
        world.want(vec![more]);
        let mut lost = false;
        world.faults(Some(Box::new(move |seen| {
            let first = seen.call == Call::AddInstruction && !std::mem::replace(&mut lost, true);
            first.then_some(InjectedFault::Late { after_calls: Some(2), after_ms: None, hang: false })
        })));
        applied(&mut world).await;
        world.converged().unwrap();
        let said = &world.lists()[0].custom_instructions;
        assert_eq!(said.iter().filter(|held| held.label == "Neu").count(), 1, "{said:?}");
    });
}

#[test]
fn what_file_and_service_changed_to_the_same_is_told_by_name_up_to_three_and_then_counted() {
    for (count, more) in [(3, None), (5, Some("and 2 more"))] {
        paused(async {
            let labels: Vec<String> = (0..count).map(|n| format!("Label {n}")).collect();
            let saying = |prompt: &'static str| {
                let prompts: Vec<(&str, &str)> = labels.iter().map(|label| (label.as_str(), prompt)).collect();
                style("shop", "Ours, shop", "de", &[], &prompts)
            };
            let mut world = World::new(1, |_| {});
            world.want(vec![saying("Be brief.")]);
            applied(&mut world).await;
            change_list(&world, |list| {
                for held in &mut list.custom_instructions {
                    "Be kind.".clone_into(&mut Arc::make_mut(held).prompt);
                }
            });
            world.want(vec![saying("Be kind.")]);
            let plan = world.plan().await.unwrap();
            let told = plan.notes.iter().find(|note| note.contains("file and service changed to the same")).unwrap();
            assert_eq!(told.matches("Label ").count(), 3, "{told}");
            assert_eq!(told.contains(" more"), more.is_some());
            assert!(more.is_none_or(|more| told.ends_with(more)), "{told}");
        });
    }
}

#[test]
fn an_attempt_of_another_run_is_a_rival_for_the_same_resource_alone() {
    for (key, withdrawn) in [("support-de", true), ("other", false)] {
        paused(async {
            let mut world = World::new(1, |_| {});
            world.share_stack("stacks");
            world.want(vec![support()]);
            let name = Tag::new("stacks", &address(key), "zzzzzzzz").tagged_name("Ours, support");
            world.tamper(move |request, emulator, _| {
                if request.call == Call::CreateStyle {
                    let own = (*emulator.style_lists(ACCOUNT)[0]).clone();
                    let rival = StoredStyleList { style_id: emulator.new_id(), name: name.clone(), ..own };
                    emulator.insert_style_list(ACCOUNT, rival);
                }
            });
            let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
            assert_eq!(matches!(report.outcomes[0].2, Outcome::Withdrawn(_)), withdrawn, "{report:?}");
        });
    }
}

#[test]
fn what_somebody_writes_between_a_write_and_its_reading_back_is_told_as_theirs() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        let mut more = support();
        more.instructions.extend(style("x", "X", "de", &[], &[("Neu", "Be kind.")]).instructions);
        world.want(vec![more]);
        world.tamper(|request, emulator, _| {
            if request.call == Call::AddInstruction {
                let mut list = (*emulator.style_lists(ACCOUNT)[0]).clone();
                list.custom_instructions.remove(0);
                list.version += 1;
                emulator.insert_style_list(ACCOUNT, list);
            }
        });
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        let Outcome::Failed(failure) = &report.outcomes[0].2 else { panic!("{report:?}") };
        assert!(
            report.end == RunEnd::Failed(FailureCause::Stale)
                && failure.message.contains("someone else changed it meanwhile"),
            "{report:?}"
        );
    });
}

#[test]
fn an_entry_made_by_hand_is_sealed_by_the_apply_that_finds_it_as_wanted() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        let mut state = world.disk.state();
        state.bindings.get_mut(&address("support-de")).unwrap().sealed = false;
        world.disk.replace(&state);
        world.want(vec![Style { protected: true, ..support() }]);
        applied(&mut world).await;
        let binding = &world.disk.state().bindings[&address("support-de")];
        assert!(binding.sealed && binding.protected);
    });
}

#[test]
fn only_a_label_that_is_there_twice_with_different_words_is_ambiguous() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![style("shop", "Ours, shop", "de", &[], &[("Ton", "Be brief."), ("Anrede", "Say Du.")])]);
        applied(&mut world).await;
        for (prompt, ambiguous) in [("Be brief.", None), ("Be kind.", Some("Ton"))] {
            let mut live = world.live().await;
            let held = live.styles.values_mut().next().unwrap();
            let mut twin = held.instructions.iter().find(|held| held.instruction.label == "Ton").unwrap().clone();
            twin.instruction.prompt = prompt.into();
            held.instructions.push(twin);
            assert_eq!(drift::ambiguous_labels(held).into_iter().next(), ambiguous);
        }
    });
}

#[test]
fn an_answer_of_another_shape_is_told_without_its_words() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        for (body, says) in [
            ("{\"style_rules\": \"their words\"}", "it lacks what such an answer holds"),
            ("{\"style_rules\": [", "it is not JSON"),
        ] {
            world.tamper(move |request, _, response| {
                if request.call == Call::ListStyles {
                    response.body = body.as_bytes().to_vec();
                }
            });
            let unread = world.plan().await.unwrap_err().to_string();
            assert!(unread.contains(says) && !unread.contains("their words"), "{unread}");
        }
    });
}
