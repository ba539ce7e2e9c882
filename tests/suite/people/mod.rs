//! People edit too: somebody in the web form, somebody with a newer commit. What nobody has seen is not overwritten, and
//! both ways on are named. Played with the built program, a git store and an account on a port.

mod beside;
mod commits;
mod edits;
pub(crate) mod hands;
mod older_files;
mod shared_parts;
mod simulation;

use std::collections::BTreeSet;
use std::sync::Arc;

use housestyle::model::style_profile::ProfileField;
use housestyle::plan::drift::detect_drift;
use housestyle::plan::{Agreement, Cause, Change, Operation, Safeguard};
use housestyle::state::Binding;

use self::hands::{Clones, add_instruction, change_named, delete_list, edit_prompt, prompts, rename_list};
use crate::plans::support;
use crate::simulated_world::{
    CATALOGUE, Ended, GERMAN, World, address, applied, operations, paused, safeguards, style,
};
use crate::style_profiles::{german, profile, want_all, with_text};
use crate::term_sets::made::{Dictionaries, glossary, want};

#[test]
fn an_instruction_that_somebody_added_stays_until_somebody_has_seen_the_plan() {
    let clones = Clones::new();
    let files = clones.open("a");
    files.write("Be brief.");
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    add_instruction(&clones.site.emulator, "Anrede", "Say Sie.");
    files.write("Be very brief.");
    files.commit("second");

    let (code, said) = files.run(&["apply", "--auto-approve"]);
    assert_eq!(code, 5, "{said}");
    for part in ["[drift]", "instruction \"Anrede\"", "housestyle pull a", "--approve DIGEST", "--allow-drift=style/a"]
    {
        assert!(said.replace("\n          ", " ").contains(part), "{part} is missing in {said}");
    }
    assert_eq!(clones.prompts(), ["Be brief.", "Say Sie."]);

    // What was looked at goes through: a digest, or a plan that was saved.
    let digest = files.digest();
    files.succeeds(&["apply", "--approve", &digest]);
    assert_eq!(clones.prompts(), ["Be very brief."]);
    add_instruction(&clones.site.emulator, "Anrede", "Say Sie.");
    files.succeeds(&["plan", "--out", "plan.json"]);
    files.succeeds(&["apply", "plan.json"]);
    assert_eq!(clones.prompts(), ["Be very brief."]);
}

#[test]
fn edits_are_reverted_unseen_where_a_flag_or_the_project_says_so() {
    let clones = Clones::new();
    let files = clones.open("a");
    files.write("Be brief.");
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    for allowed in ["--allow-drift", "--allow-drift=style/a"] {
        add_instruction(&clones.site.emulator, "Anrede", "Say Sie.");
        assert_eq!(files.run(&["apply", "--auto-approve"]).0, 5);
        files.succeeds(&["apply", "--auto-approve", allowed]);
        assert_eq!(clones.prompts(), ["Be brief."], "{allowed}");
    }
    let (code, said) = files.run(&["apply", "--auto-approve", "--allow-drift=style/b"]);
    assert_eq!(code, 64, "{said}");
    add_instruction(&clones.site.emulator, "Anrede", "Say Sie.");
    files.append_settings("[safeguards]\ndrift = \"revert\"\n");
    files.succeeds(&["apply", "--auto-approve"]);
    assert_eq!(clones.prompts(), ["Be brief."]);
}

#[test]
fn a_plan_that_nobody_sees_takes_back_nothing_that_people_did() {
    type Edit = fn(&World);
    let edits: [(&str, Edit, Operation); 4] = [
        ("instruction \"Ton\"", |world| edit_prompt(&world.emulator, "Ton", "Be long."), Operation::Update),
        ("name", |world| rename_list(&world.emulator, "Theirs now"), Operation::Update),
        (
            "instruction label",
            |world| {
                change_named(&world.emulator, "Ours, support", |list| {
                    let held = list.custom_instructions.iter_mut().find(|held| held.label == "Ton").unwrap();
                    Arc::make_mut(held).label = "Tone".to_owned();
                });
            },
            Operation::Update,
        ),
        ("was deleted on the service", |world| delete_list(&world.emulator, "Ours, support"), Operation::Create),
    ];
    for (named, edit, operation) in edits {
        paused(async {
            let mut world = World::new(1, |_| {});
            world.want(vec![support(), style("stays", "Ours, stays", "de", &[], &[])]);
            applied(&mut world).await;
            edit(&world);
            let before = world.lists();
            world.options.unseen = true;
            let Ended::Refused(plan) = world.apply().await else { panic!("{named}: not refused") };
            assert_eq!((operations(&plan), safeguards(&plan)), (vec![operation], vec![Safeguard::Drift]));
            assert!(plan.blockers[0].message.contains(named), "{}", plan.blockers[0].message);
            assert_eq!(world.lists(), before);
            // Somebody saw it, or allowed it by name.
            world.options.agreed[Agreement::Drift].insert(address("support-de"));
            applied(&mut world).await;
            world.as_wanted().unwrap();
        });
    }
}

#[test]
fn a_change_that_files_and_people_both_made_is_nobodys_to_review() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![support()]);
        applied(&mut world).await;
        edit_prompt(&world.emulator, "Ton", "Be long.");
        let mut style = support();
        style.instructions.iter_mut().find(|said| &*said.value.label == "Ton").unwrap().value.prompt =
            "Be long.".into();
        world.want(vec![style]);
        world.options.unseen = true;
        applied(&mut world).await;
        assert!(prompts(&world.emulator).contains(&"Be long.".to_owned()));
    });
}

/// A run that was to take something away died before it did; a run of the former files had nothing to do; then people took it away.
#[test]
fn what_a_run_that_died_was_to_take_away_comes_back_only_where_somebody_has_seen_it() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let rule = ("numbers", "decimal_separator", "use_comma_as_decimal_separator");
        let whole = vec![style("a", "Ours", "de", &[rule], &[("tone", "Be brief."), ("who", "Say du.")])];
        let fewer = vec![style("a", "Ours", "de", &[], &[("tone", "Be brief.")])];
        world.want(whole.clone());
        applied(&mut world).await;
        world.want(fewer);
        for call in 1..20 {
            assert!(matches!(world.apply_killed(Some((call, false))).await, Ended::Killed), "call {call}");
            if world.disk.state().bindings[&address("a")].is_unverified() {
                break;
            }
        }
        assert_eq!(prompts(&world.emulator).len(), 2, "the machine died before it sent anything");
        world.want(whole);
        world.options.unseen = true;
        change_named(&world.emulator, "Ours", |list| list.custom_instructions.retain(|held| held.label != "who"));
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::Drift]);
        change_named(&world.emulator, "Ours", |list| list.configured_rules = Default::default());
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        let edits: Vec<String> = plan.items[0].changes.iter().map(|change| change.field.to_string()).collect();
        assert!(
            edits.len() == 2 && plan.items[0].changes.iter().all(|change| change.cause == Cause::Drifted),
            "{edits:?}"
        );
        world.options.unseen = false;
        applied(&mut world).await;
        assert_eq!(prompts(&world.emulator).len(), 2);
    });
}

#[test]
fn what_people_took_away_does_not_come_back_under_another_label() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let list = |says: &[(&str, &str)]| vec![style("a", "Ours", "de", &[], says)];
        world.want(list(&[("tone", "Be brief."), ("length", "Be brief.")]));
        applied(&mut world).await;
        change_named(&world.emulator, "Ours", |list| list.custom_instructions.retain(|held| held.label != "length"));
        world.want(list(&[("length", "Be brief.")]));
        world.options.unseen = true;
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!(safeguards(&plan), [Safeguard::Drift]);
    });
}

#[test]
fn a_list_that_people_edited_is_not_replaced_by_one_of_another_language_unseen() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let list = |language: &str| vec![style("a", "Ours", language, &[], &[("tone", "Be brief.")])];
        world.want(list("de"));
        applied(&mut world).await;
        edit_prompt(&world.emulator, "tone", "Be long.");
        world.want(list("en"));
        world.options.unseen = true;
        world.options.agreed[Agreement::Replace].insert(address("a"));
        let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
        assert_eq!((operations(&plan), safeguards(&plan)), (vec![Operation::Replace], vec![Safeguard::Drift]));
        assert_eq!(prompts(&world.emulator), ["Be long."]);
    });
}

#[test]
fn what_a_run_that_died_was_to_take_back_is_still_theirs() {
    for call in 1.. {
        let died = paused(async {
            let mut world = World::new(1, |_| {});
            world.want(vec![support()]);
            applied(&mut world).await;
            add_instruction(&world.emulator, "Theirs", "Say what they say.");
            // Somebody has seen that it goes, and the machine dies at this call.
            let died = matches!(world.apply_killed(Some((call, false))).await, Ended::Killed);
            if !prompts(&world.emulator).contains(&"Say what they say.".to_owned()) {
                return died;
            }
            let live = world.live().await;
            let drift = detect_drift(&world.disk.state(), &live, None, &CATALOGUE.0, &BTreeSet::new());
            assert_eq!(drift.resources.len(), 1, "call {call}");
            world.options.unseen = true;
            let Ended::Refused(plan) = world.apply().await else { panic!("call {call}: not refused") };
            assert_eq!(safeguards(&plan), [Safeguard::Drift], "call {call}");
            died
        });
        if !died {
            assert!(call > 3, "{call}");
            break;
        }
    }
}

/// What a dead run took away looks as if people had: whatever it is of, plan and drift tell the same of it.
#[test]
fn what_a_dead_run_may_have_taken_away_is_drift_for_every_command() {
    let terms = |count: usize| {
        let sources: Vec<String> = (0..count).map(|at| format!("term {at}")).collect();
        let entries: Vec<(&str, &str)> = sources.iter().map(|source| (source.as_str(), "term")).collect();
        glossary("g", "Ours", &[("de", "en", &entries)])
    };
    let want_profile = |world: &mut World, styles: &[&str], text: Option<&str>| {
        let wanted = profile("p", "Ours", styles, &[]);
        let wanted = text.into_iter().fold(wanted, |wanted, text| with_text(wanted, ProfileField::Description, text));
        want_all(world, vec![german("a")], Vec::new(), vec![wanted]);
    };
    // What the files want, and (`false`) what the run that dies is to leave of it.
    type Wants<'a> = (&'a str, &'a dyn Fn(&mut World, bool));
    let stories: [Wants<'_>; 7] = [
        ("rule and instruction", &|world, whole| {
            let (rules, says) = (&GERMAN[..usize::from(whole)], [("tone", "Be brief."), ("who", "Say du.")]);
            world.want(vec![style("a", "Ours", "de", rules, &says[..1 + usize::from(whole)])]);
        }),
        ("label", &|world, whole| {
            world.want(vec![style("a", "Ours", "de", &[], &[(if whole { "tone" } else { "length" }, "Be brief.")])]);
        }),
        ("entry", &|world, whole| want(world, Vec::new(), vec![terms(if whole { 4 } else { 3 })], Vec::new())),
        ("many entries", &|world, whole| {
            want(world, Vec::new(), vec![terms(if whole { 40 } else { 3 })], Vec::new());
        }),
        ("part", &|world, whole| {
            let all: Dictionaries<'_> = &[("de", "en", &[("Haus", "house")]), ("de", "fr", &[("Haus", "maison")])];
            want(world, Vec::new(), vec![glossary("g", "Ours", &all[..1 + usize::from(whole)])], Vec::new());
        }),
        ("text of a profile", &|world, whole| want_profile(world, &["a"], whole.then_some("Web"))),
        ("link of a profile", &|world, whole| want_profile(world, if whole { &["a"] } else { &[] }, None)),
    ];
    for (told, wants) in stories {
        let mut drifted = 0;
        for call in 1.. {
            let died = paused(async {
                let mut world = World::new(1, |_| {});
                wants(&mut world, true);
                applied(&mut world).await;
                wants(&mut world, false);
                let died = matches!(world.apply_killed(Some((call, true))).await, Ended::Killed);
                wants(&mut world, true);
                world.options.unseen = true;
                let (plan, live, state) = (world.plan().await.unwrap(), world.live().await, world.disk.state());
                let is_open = state.bindings.values().any(Binding::is_unverified);
                if !died || plan.items.is_empty() || !is_open {
                    return died;
                }
                let drift = detect_drift(&state, &live, Some(&world.desired), &CATALOGUE.0, &BTreeSet::new());
                let fields = |changes: &[Change]| -> BTreeSet<String> {
                    changes.iter().map(|change| change.field.to_string()).collect()
                };
                let shown = drift.resources.first().map(|drifted| fields(&drifted.changes)).unwrap_or_default();
                let planned = &plan.items[0].changes;
                assert_eq!(safeguards(&plan), [Safeguard::Drift], "{told}, call {call}: {planned:?}");
                assert!(
                    planned.iter().all(|change| change.cause == Cause::Drifted),
                    "{told}, call {call}: {planned:?}"
                );
                assert!(!shown.is_empty() && shown.is_subset(&fields(planned)), "{told}, call {call}: {shown:?}");
                drifted += 1;
                died
            });
            if !died {
                break;
            }
        }
        assert!(drifted > 0, "{told}");
    }
}
