//! One stopped resource beside others, and notes that somebody has read.

use housestyle::model::Id;
use housestyle::plan::{Plan, Safeguard};
use housestyle::state::State;

use super::hands::{Clones, add_instruction, change_named};
use crate::simulated_world::{ACCOUNT, World, address, applied, paused, safeguards, style};
use crate::style_profiles::{patch, profile};

#[test]
fn what_no_safeguard_stops_is_carried_out_where_somebody_asks_for_it() {
    let clones = Clones::new();
    let files = clones.open("a");
    files.write("Be brief.");
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    add_instruction(&clones.site.emulator, "Anrede", "Say Sie.");
    files.write("Be very brief.");
    files.write_list("b", "Be kind.");
    files.commit("second");
    let (code, said) = files.run(&["apply", "--auto-approve"]);
    assert!(code == 5 && said.contains("--keep-going") && said.contains("--target"), "{code}: {said}");
    assert_eq!(clones.site.names(), ["List a"]);
    let (code, said) = files.run(&["apply", "--auto-approve", "--keep-going"]);
    assert!(code == 4 && said.contains("not carried out") && said.contains("[drift]"), "{code}: {said}");
    assert_eq!(clones.site.names(), ["List a", "List b"]);
    assert!(clones.prompts().contains(&"Say Sie.".to_owned()));
    // It is part of what is approved.
    files.write_list("b", "Be very kind.");
    let digest = files.digest();
    let (code, said) = files.run(&["apply", "--keep-going", "--approve", &digest]);
    assert_eq!(code, 6, "{said}");
}

#[test]
fn what_gets_the_name_of_a_stopped_resource_is_stopped_as_well() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let named = |a: &str, b: &str, says: &str| {
            let list = |key: &str, name: &str, says: &str| style(key, name, "de", &[], &[("tone", says)]);
            vec![list("a", a, "Be brief."), list("b", b, "Be kind."), list("c", "Ours, third", says)]
        };
        world.want(named("Ours, first", "Ours, second", "Be long."));
        applied(&mut world).await;
        change_named(&world.emulator, "Ours, first", |list| list.custom_instructions.clear());
        world.want(named("Ours, other", "Ours, first", "Be longer."));
        world.options.unseen = true;
        world.options.keep_going = true;
        let mut plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::Drift]);
        plan.set_stopped_aside(&world.disk.state());
        let left: Vec<_> = plan.items.iter().map(|item| item.address.clone()).collect();
        assert_eq!((safeguards(&plan), left), (Vec::new(), vec![address("c")]));
        let kept: Vec<_> = plan.kept.iter().map(|kept| kept.address.clone()).collect();
        assert_eq!(kept, ["a", "b"].map(address));
        assert!(plan.kept[1].reason.contains("depends on style/a"), "{:?}", plan.kept);
        assert!(plan.leaves_something_out() && plan.is_incomplete());
    });
}

/// The files want these lists, each of a language of its own, and a style profile that holds some of them.
fn want_profile(world: &mut World, lists: &[(&str, &str)], holds: &[&str]) {
    let list =
        |(key, language): &(&str, &str)| style(key, &format!("Ours {key}"), language, &[], &[("tone", "Be brief.")]);
    world.want(lists.iter().map(list).collect());
    let wanted = profile("web", "Ours web", holds, &[]);
    world.desired = std::mem::take(&mut world.desired).with_style_profiles(vec![wanted]).unwrap();
}

/// What is left of a plan when what is stopped was set aside.
fn left(world: &World, mut plan: Plan) -> Vec<String> {
    plan.set_stopped_aside(&world.disk.state());
    plan.items.iter().map(|item| item.address.to_string()).collect()
}

#[test]
fn a_profile_of_a_stopped_list_is_stopped_as_well() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.options.keep_going = true;
        // Somebody else has a list of this name, so the profile would hold one that is not made.
        world.plant("Ours a", "de");
        want_profile(&mut world, &[("a", "de"), ("b", "en")], &["a"]);
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::Unmanaged]);
        assert_eq!(left(&world, plan), ["style/b"]);
    });
}

#[test]
fn a_list_stays_where_a_stopped_profile_holds_it() {
    paused(async {
        let mut world = World::new(1, |_| {});
        want_profile(&mut world, &[("a", "de"), ("b", "en"), ("c", "fr")], &["a", "b"]);
        applied(&mut world).await;
        // Somebody renamed the profile, which goes on holding the list that would go.
        let held = world.emulator.style_profiles(ACCOUNT).remove(0);
        patch(&world, &held, &serde_json::json!({"name": "Theirs"}));
        want_profile(&mut world, &[("b", "en")], &["b"]);
        world.options.keep_going = true;
        world.options.unseen = true;
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::Drift]);
        assert_eq!(left(&world, plan), ["style/c"]);
    });
}

#[test]
fn a_name_that_another_has_already_is_not_given() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![style("a", "Ours", "de", &[], &[])]);
        applied(&mut world).await;
        world.plant("Theirs", "de");
        assert!(world.plan().await.unwrap().notes.is_empty());
        world.want(vec![style("a", "Theirs", "de", &[], &[])]);
        let plan = world.plan().await.unwrap();
        let other = world.lists().iter().find(|list| list.name == "Theirs").unwrap().style_id.to_string();
        assert_eq!(safeguards(&plan), [Safeguard::Unmanaged]);
        assert!(plan.blockers[0].message.contains(&other) && plan.blockers[0].help.contains(&other), "{plan:?}");
        // Whoever knows of the other one has both.
        let mut state = world.disk.state();
        state.acknowledged.insert(Id::new(&other).unwrap());
        world.disk.replace(&state);
        applied(&mut world).await;
        assert_eq!(world.lists().iter().filter(|list| list.name == "Theirs").count(), 2);
    });
}

#[test]
fn what_stops_a_plan_as_a_whole_stops_all_of_it() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(vec![style("a", "Ours", "de", &[], &[])]);
        applied(&mut world).await;
        world.disk.replace(&State { origin: "elsewhere".to_owned(), ..world.disk.state() });
        world.options.keep_going = true;
        let mut plan = world.plan().await.unwrap();
        plan.set_stopped_aside(&world.disk.state());
        assert_eq!(safeguards(&plan), [Safeguard::OtherOrigin]);
    });
}

#[test]
fn a_note_that_somebody_has_read_is_not_written_again() {
    let clones = Clones::new();
    let files = clones.open("a");
    files.write("Be brief.");
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    let emulator = &clones.site.emulator;
    let ours = emulator.style_lists(ACCOUNT).remove(0);
    let mut twins = Vec::new();
    for _ in 0..2 {
        let style_id = emulator.new_id();
        emulator.insert_style_list(ACCOUNT, housestyle::emulator::StoredStyleList { style_id, ..(*ours).clone() });
        twins.push(style_id.to_string());
    }
    let noted = |command: &str| files.succeeds(&[command]);
    assert!(twins.iter().all(|id| noted("plan").contains(id) && noted("drift").contains(id)));
    files.succeeds(&["state", "acknowledge", &twins[0]]);
    for command in ["plan", "drift"] {
        let said = noted(command);
        assert!(!said.contains(&twins[0]) && said.contains(&twins[1]), "{said}");
    }
    files.append_settings(&format!("[[acknowledged]]\nid = \"{}\"\nreason = \"of the web team\"\n", twins[1]));
    for command in ["plan", "drift"] {
        let said = noted(command);
        assert!(twins.iter().all(|id| !said.contains(id)), "{said}");
    }
    for list in emulator.style_lists(ACCOUNT) {
        if list.style_id.to_string() == twins[1] {
            emulator.remove_record(ACCOUNT, list.style_id);
        }
    }
    let said = noted("plan");
    assert!(said.contains("[[acknowledged]] names") && said.contains("remove the block"), "{said}");
    let (code, said) = files.run(&["state", "acknowledge", &ours.style_id.to_string()]);
    assert!(code == 5 && said.contains("style/a"), "{said}");
}
