//! Style profiles whose links are shared with people: what they add stays, what the files name is enforced, and what leaves
//! the files goes once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use housestyle::emulator::{EmulatedId, InjectedFault};
use housestyle::model::glossary::Glossary;
use housestyle::model::shared_parts::SharedParts;
use housestyle::model::style::Style;
use housestyle::model::style_profile::StyleProfile;
use housestyle::model::{Address, Key, Kind};
use housestyle::plan::{Agreement, Cause, Safeguard};
use housestyle::service::Call;
use serde_json::json;

use crate::people::hands::Clones;
use crate::simulated_world::{ACCOUNT, Ended, KEY, World, applied, paused, safeguards, style};
use crate::style_profiles::{at, german, held, patch, patch_on, profile, terms, want_all};

/// The files want all of these, and share the links of the profiles.
fn want_shared(world: &mut World, styles: Vec<Style>, glossaries: Vec<Glossary>, profiles: Vec<StyleProfile>) {
    let shared = SharedParts { links: true, ..SharedParts::default() };
    let shared = profiles.iter().map(|profile| (at(profile.key.as_str()), shared)).collect::<BTreeMap<_, _>>();
    want_all(world, styles, glossaries, profiles);
    world.desired = std::mem::take(&mut world.desired).with_shared(shared);
}

fn list_id(world: &World, name: &str) -> EmulatedId {
    world.emulator.style_lists(ACCOUNT).iter().find(|list| list.name == name).unwrap().style_id
}

fn glossary_id(world: &World, name: &str) -> EmulatedId {
    world.emulator.glossaries(ACCOUNT).iter().find(|glossary| glossary.name == name).unwrap().glossary_id
}

/// Somebody adds a glossary to the only profile in the web form.
fn link_glossary(world: &World, id: EmulatedId) {
    let stored = held(world)[0].clone();
    let all: Vec<String> = stored.glossary_ids.iter().chain([&id]).map(ToString::to_string).collect();
    patch(world, &stored, &json!({ "glossary_ids": all }));
}

/// Somebody adds a list to it.
fn link_list(world: &World, id: EmulatedId) {
    let stored = held(world)[0].clone();
    let all: Vec<String> = stored.style_rule_ids.iter().chain([&id]).map(ToString::to_string).collect();
    patch(world, &stored, &json!({ "style_rule_ids": all }));
}

async fn nothing_to_do(world: &mut World) -> Vec<String> {
    let plan = world.plan().await.unwrap();
    assert!(plan.is_empty() && plan.blockers.is_empty(), "{:?} {:?}", plan.items, plan.blockers);
    plan.additions.into_iter().flat_map(|kept| kept.names).collect()
}

fn web(styles: &[&str], glossaries: &[&str]) -> Vec<StyleProfile> {
    vec![profile("web", "Ours web", styles, glossaries)]
}

#[test]
fn links_that_people_add_stay_and_what_leaves_the_files_goes_once() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let all = || (vec![german("de")], vec![terms("gear"), terms("more")]);
        want_shared(&mut world, all().0, all().1, web(&["de"], &["gear"]));
        applied(&mut world).await;
        link_glossary(&world, glossary_id(&world, "Ours more"));
        assert_eq!(nothing_to_do(&mut world).await, ["glossaries: more"]);
        // It is sent along with what the file takes out.
        want_shared(&mut world, all().0, all().1, web(&["de"], &[]));
        world.options.unseen = true;
        applied(&mut world).await;
        assert_eq!(held(&world)[0].glossary_ids, [glossary_id(&world, "Ours more")]);
        // What left the file is somebody's own where it comes back.
        link_glossary(&world, glossary_id(&world, "Ours gear"));
        assert_eq!(nothing_to_do(&mut world).await, ["glossaries: gear", "glossaries: more"]);
        // What the file names is enforced, and goes with it once more.
        want_shared(&mut world, all().0, all().1, web(&["de"], &["gear", "more"]));
        assert!(nothing_to_do(&mut world).await.is_empty());
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
        want_shared(&mut world, all().0, all().1, web(&["de"], &["gear"]));
        applied(&mut world).await;
        assert_eq!(held(&world)[0].glossary_ids, [glossary_id(&world, "Ours gear")]);
    });
}

#[test]
fn a_link_that_people_make_while_a_run_writes_stays_theirs() {
    paused(async {
        let mut world = World::new(2, |_| {});
        let all = || (vec![german("de")], vec![terms("gear"), terms("more")]);
        want_shared(&mut world, all().0, all().1, web(&["de"], &["gear"]));
        applied(&mut world).await;
        let theirs = glossary_id(&world, "Ours more").to_string();
        let added = Arc::new(AtomicBool::new(false));
        world.tamper(move |request, emulator, _| {
            if request.call == Call::PatchStyleProfile && !added.swap(true, Ordering::SeqCst) {
                let stored = emulator.style_profiles(ACCOUNT).remove(0);
                let all: Vec<String> = stored.glossary_ids.iter().map(ToString::to_string).collect();
                let all: Vec<&String> = all.iter().chain([&theirs]).collect();
                patch_on(emulator, &stored, &json!({ "glossary_ids": all }), KEY);
            }
        });
        want_shared(&mut world, all().0, all().1, vec![profile("web", "Ours, for the web", &["de"], &["gear"])]);
        applied(&mut world).await;
        assert_eq!(held(&world)[0].glossary_ids.len(), 2);
        assert_eq!(nothing_to_do(&mut world).await, ["glossaries: more"]);
    });
}

#[test]
fn what_a_lost_request_was_to_take_out_is_nobodys_addition() {
    paused(async {
        let mut world = World::new(3, |_| {});
        let all = || (vec![german("de")], vec![terms("gear"), terms("more")]);
        want_shared(&mut world, all().0, all().1, web(&["de"], &["gear", "more"]));
        applied(&mut world).await;
        world.faults(Some(Box::new(|seen| {
            let lost = seen.call.client_call() == Some(Call::PatchStyleProfile);
            lost.then_some(InjectedFault::LostBefore { hang: false })
        })));
        want_shared(&mut world, all().0, all().1, web(&["de"], &["gear"]));
        let Ended::Applied(_, report) = world.apply().await else { panic!("it is carried out") };
        assert!(!report.end.is_done(), "{report:?}");
        world.faults(None);
        applied(&mut world).await;
        assert_eq!(held(&world)[0].glossary_ids, [glossary_id(&world, "Ours gear")]);
    });
}

#[test]
fn an_undo_keeps_the_links_of_people() {
    paused(async {
        let mut world = World::new(4, |_| {});
        let all = || (vec![german("de")], vec![terms("gear"), terms("more"), terms("last")]);
        want_shared(&mut world, all().0, all().1, web(&["de"], &["gear"]));
        applied(&mut world).await;
        link_glossary(&world, glossary_id(&world, "Ours more"));
        crate::term_sets::held::plant_glossary(&world, "Theirs", &[("de", "en", &[("Haus", "house")])]);
        link_glossary(&world, glossary_id(&world, "Theirs"));
        want_shared(&mut world, all().0, all().1, web(&["de"], &[]));
        applied(&mut world).await;
        link_glossary(&world, glossary_id(&world, "Ours last"));
        let snapshot = world.disk.snapshots().pop().unwrap();
        let Ended::Applied(_, report) = world.undo(&snapshot).await else { panic!("not applied") };
        assert!(report.end.is_done(), "{report:?}");
        assert_eq!(held(&world)[0].glossary_ids.len(), 4);
        // None of it became ours.
        applied(&mut world).await;
        assert_eq!(nothing_to_do(&mut world).await.len(), 3);
        assert_eq!(held(&world)[0].glossary_ids.len(), 3);
    });
}

#[test]
fn what_people_linked_goes_with_its_resource_and_follows_it_to_another_id() {
    for refuse in [false, true] {
        paused(async {
            let mut world = World::new(5, |setup| setup.quirks.refuse_linked_deletion = refuse);
            let lists = || vec![german("de"), style("fr", "Ours fr", "fr", &[], &[])];
            want_shared(&mut world, lists(), vec![terms("gear"), terms("more")], web(&["de"], &["gear"]));
            applied(&mut world).await;
            link_glossary(&world, glossary_id(&world, "Ours more"));
            link_list(&world, list_id(&world, "Ours fr"));
            assert_eq!(nothing_to_do(&mut world).await, ["styles: fr", "glossaries: more"]);
            let lists = || vec![german("de"), style("fr", "Ours fr", "es", &[], &[])];
            want_shared(&mut world, lists(), vec![terms("gear")], web(&["de"], &["gear"]));
            world.options.agreed[Agreement::Delete].insert(Address::new(Kind::Glossary, Key::new("more").unwrap()));
            world.options.agreed[Agreement::Replace].insert(Address::style(Key::new("fr").unwrap()));
            world.options.unseen = true;
            let plan = applied(&mut world).await;
            let item = plan.items.iter().find(|item| item.address == at("web")).unwrap();
            assert!(item.changes.iter().all(|change| change.cause == Cause::Edited), "{:?}", item.changes);
            assert_eq!(held(&world)[0].glossary_ids, [glossary_id(&world, "Ours gear")]);
            let lists = [list_id(&world, "Ours de"), list_id(&world, "Ours fr")];
            let linked = held(&world)[0].style_rule_ids.clone();
            assert!(linked.len() == 2 && lists.iter().all(|id| linked.contains(id)), "{linked:?} {lists:?}");
            assert_eq!(nothing_to_do(&mut world).await, ["styles: fr"]);
            // A list of a language that the files take makes room, once somebody has decided it.
            let lists =
                vec![german("de"), style("fr", "Ours fr", "es", &[], &[]), style("es", "Ours es", "es", &[], &[])];
            want_shared(&mut world, lists, vec![terms("gear")], web(&["de", "es"], &["gear"]));
            let Ended::Refused(plan) = world.apply().await else { panic!("not refused") };
            assert_eq!(safeguards(&plan), [Safeguard::Conflict]);
            world.options.agreed[Agreement::TakeMine].insert(at("web"));
            applied(&mut world).await;
            let linked = held(&world)[0].style_rule_ids.clone();
            assert!(linked.len() == 2 && !linked.contains(&list_id(&world, "Ours fr")), "{linked:?}");
        });
    }
}

#[test]
fn a_whole_project_shares_links_and_pull_takes_over_what_somebody_asks_for() {
    let clones = Clones::new();
    let files = clones.open("a");
    files.append_settings("[defaults]\nshared = [\"links\"]\n");
    files.write("Be brief.");
    files.write_glossary(&[("wind farm", "Windpark")]);
    let profile = "kind: style_profile\nname: Website\nstyles: [a]\n";
    crate::playground::write(&files.folder, "style-profiles/web.yaml", profile);
    files.commit("first");
    files.succeeds(&["apply", "--auto-approve"]);
    let emulator = clones.emulator();
    let stored = emulator.style_profiles(ACCOUNT).remove(0);
    let id = emulator.glossaries(ACCOUNT)[0].glossary_id.to_string();
    patch_on(emulator, &stored, &json!({ "glossary_ids": [id] }), KEY);
    let said = files.succeeds(&["plan"]);
    assert!(
        said.contains("nothing to do") && said.contains("style_profile/web: 1 more on the service, kept"),
        "{said}"
    );
    assert!(files.succeeds(&["plan", "-v"]).contains("style_profile/web keeps glossaries: terms"));
    for format in ["markdown", "html"] {
        let said = files.succeeds(&["plan", "--format", format]);
        assert!(said.contains("1 more on the service"), "{format}: {said}");
    }
    let said = files.succeeds(&["drift"]);
    assert!(said.contains("none") && said.contains("kept: glossaries: terms"), "{said}");
    assert!(files.succeeds(&["pull"]).contains("nothing to pull"));
    files.succeeds(&["pull", "--take", "theirs=style_profile/web"]);
    let text = std::fs::read_to_string(files.folder.join("style-profiles/web.yaml")).unwrap();
    assert!(text.contains("glossaries:") && text.contains("terms"), "{text}");
    let said = files.succeeds(&["plan"]);
    assert!(said.contains("nothing to do") && !said.contains("more on the service"), "{said}");
    // A profile may say otherwise, and nothing else than its links is shared.
    crate::playground::write(&files.folder, "style-profiles/web.yaml", &format!("{profile}shared: []\n"));
    let (code, said) = files.run(&["apply", "--auto-approve"]);
    assert_eq!(code, 0, "what left the file goes: {said}");
    crate::playground::write(&files.folder, "style-profiles/web.yaml", &format!("{profile}shared: [entries]\n"));
    let (code, said) = files.run(&["validate"]);
    assert!(code == 3 && said.contains("links"), "{code} {said}");
}
