//! Style profiles as code: what is planned, in which order it is written, and what must hold at every request.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use housestyle::emulator::{Emulator, InjectedFault, RawRequest, StoredStyleProfile};
use housestyle::model::glossary::Glossary;
use housestyle::model::style::Style;
use housestyle::model::style_profile::{Component, ProfileField, ProfileValue, StyleProfile};
use housestyle::model::{Address, Key, Kind, Placed};
use housestyle::plan::{Agreement, Cause, Operation, Plan, Safeguard};
use housestyle::service::Call;
use serde_json::json;

use crate::simulated_world::{
    ACCOUNT, Ended, GERMAN, KEY, World, applied, nowhere, operations, paused, safeguards, style,
};
use crate::term_sets::held::plant_glossary;
use crate::term_sets::made::{glossary, want};

/// A profile that names these.
pub(crate) fn profile(key: &str, name: &str, styles: &[&str], glossaries: &[&str]) -> StyleProfile {
    let links = |kind, keys: &[&str]| {
        let keys = keys.iter().map(|key| Component::Managed(Address::new(kind, Key::new(key).unwrap())));
        Placed::new(ProfileValue::Links(keys.collect()), nowhere())
    };
    StyleProfile {
        key: Key::new(key).unwrap(),
        name: Placed::new(name.to_owned(), nowhere()),
        fields: BTreeMap::from([
            (ProfileField::Styles, links(Kind::Style, styles)),
            (ProfileField::Glossaries, links(Kind::Glossary, glossaries)),
        ]),
        protected: false,
        place: nowhere(),
    }
}

pub(crate) fn with_text(mut wanted: StyleProfile, field: ProfileField, text: &str) -> StyleProfile {
    wanted.fields.insert(field, Placed::new(ProfileValue::Text(text.to_owned()), nowhere()));
    wanted
}

pub(crate) fn want_all(world: &mut World, styles: Vec<Style>, glossaries: Vec<Glossary>, profiles: Vec<StyleProfile>) {
    want(world, styles, glossaries, Vec::new());
    world.desired = std::mem::take(&mut world.desired).with_style_profiles(profiles).unwrap();
}

pub(crate) fn german(key: &str) -> Style {
    style(key, &format!("Ours {key}"), "de", &GERMAN[..1], &[])
}

pub(crate) fn terms(key: &str) -> Glossary {
    glossary(key, &format!("Ours {key}"), &[("de", "en", &[("Haus", "house")])])
}

pub(crate) fn at(key: &str) -> Address {
    Address::new(Kind::StyleProfile, Key::new(key).unwrap())
}

pub(crate) fn held(world: &World) -> Vec<Arc<StoredStyleProfile>> {
    world.emulator.style_profiles(ACCOUNT)
}

fn calls_since(world: &World, before: usize) -> Vec<&'static str> {
    world.emulator.log_entries().iter().skip(before).filter_map(|entry| entry.call).collect()
}

fn position(calls: &[&str], call: &str) -> usize {
    calls.iter().position(|known| *known == call).unwrap_or_else(|| panic!("{call} is not among {calls:?}"))
}

fn texts(plan: &Plan) -> Vec<String> {
    let changes =
        plan.items.iter().filter(|item| item.address.kind == Kind::StyleProfile).flat_map(|item| &item.changes);
    changes
        .map(|change| {
            let text = |value: &Option<housestyle::model::SharedText>| value.as_deref().unwrap_or("-").to_owned();
            format!("{}: {} > {}", change.field, text(&change.before), text(&change.after))
        })
        .collect()
}

#[test]
fn a_profile_comes_after_what_it_names_and_goes_before_it() {
    paused(async {
        let mut world = World::new(1, |_| {});
        let wanted = profile("web", "Ours web", &["de"], &["gear"]);
        want_all(&mut world, vec![german("de")], vec![terms("gear")], vec![wanted]);
        let plan = applied(&mut world).await;
        assert_eq!(
            texts(&plan),
            ["styles: - > de (id known after apply)", "glossaries: - > gear (id known after apply)"]
        );
        let stored = &held(&world)[0];
        assert_eq!((stored.name.as_str(), stored.style_rule_ids.len(), stored.glossary_ids.len()), ("Ours web", 1, 1));
        let calls = calls_since(&world, 0);
        assert!(position(&calls, "create-style-profile") > position(&calls, "create-style"), "{calls:?}");
        assert!(matches!(world.apply().await, Ended::Nothing(_)));

        let before = world.emulator.log_entries().len();
        want_all(&mut world, vec![german("other")], Vec::new(), Vec::new());
        world.options.agreed[Agreement::Delete] = world.disk.state().bindings.keys().cloned().collect();
        applied(&mut world).await;
        let calls = calls_since(&world, before);
        let gone = position(&calls, "delete-style-profile");
        assert!(gone < position(&calls, "delete-style") && gone < position(&calls, "delete-glossary"), "{calls:?}");
        assert_eq!(held(&world).len(), 0);
    });
}

#[test]
fn one_patch_names_only_what_differs_and_what_nobody_here_knows_stays() {
    paused(async {
        let mut world = World::new(2, |_| {});
        let wanted = profile("web", "Ours web", &["de"], &["gear"]);
        want_all(&mut world, vec![german("de")], vec![terms("gear")], vec![wanted.clone()]);
        applied(&mut world).await;
        let before = world.emulator.log_entries().len();
        let changed = with_text(with_text(wanted, ProfileField::Description, "Shop"), ProfileField::Industry, "Retail");
        want_all(&mut world, vec![german("de")], vec![terms("gear")], vec![changed]);
        let plan = applied(&mut world).await;
        assert_eq!(texts(&plan), ["description: - > Shop", "industry: - > Retail"]);
        let writes = calls_since(&world, before);
        assert_eq!(writes.iter().filter(|call| **call == "patch-style-profile").count(), 1, "{writes:?}");
        assert_eq!(held(&world)[0].industry.as_deref(), Some("Retail"));
    });
}

/// How a creation is answered and which further members a profile has, no description says: with either, a plan converges,
/// and what is unknown is never sent.
#[test]
fn what_no_description_says_of_profiles_changes_nothing() {
    for (created, unknown) in [(false, false), (false, true), (true, false), (true, true)] {
        paused(async {
            let mut world = World::new(4, |setup| {
                setup.quirks.create_profile_with_200 = created;
                setup.quirks.unknown_profile_members = unknown;
                setup.log_bodies = true;
            });
            let wanted = profile("web", "Ours web", &["de"], &["gear"]);
            want_all(&mut world, vec![german("de")], vec![terms("gear")], vec![wanted.clone()]);
            applied(&mut world).await;
            assert!(matches!(world.apply().await, Ended::Nothing(_)), "{created} {unknown}");
            let changed = with_text(wanted, ProfileField::Industry, "Retail");
            want_all(&mut world, vec![german("de")], vec![terms("gear")], vec![changed]);
            assert_eq!(texts(&applied(&mut world).await), ["industry: - > Retail"], "{created} {unknown}");
            assert!(matches!(world.apply().await, Ended::Nothing(_)), "{created} {unknown}");
            for entry in world.emulator.log_entries() {
                let body = entry.body.as_deref().unwrap_or_default();
                assert!(!body.contains("example_document_ids") && !body.contains("spoken_terms_id"), "{body}");
            }
        });
    }
}

#[test]
fn a_list_that_is_replaced_is_pointed_to_anew_before_the_old_one_goes() {
    for refuse in [false, true] {
        paused(async {
            let mut world = World::new(3, |setup| setup.quirks.refuse_linked_deletion = refuse);
            let profiles = || vec![profile("web", "Ours web", &["de"], &[]), profile("app", "Ours app", &["de"], &[])];
            want_all(&mut world, vec![german("de")], Vec::new(), profiles());
            applied(&mut world).await;
            let old = held(&world)[0].style_rule_ids.clone();
            want_all(&mut world, vec![style("de", "Ours de", "fr", &[], &[])], Vec::new(), profiles());
            world.options.agreed[Agreement::Replace].insert(Address::style(Key::new("de").unwrap()));
            let before = world.emulator.log_entries().len();
            let plan = applied(&mut world).await;
            assert_eq!(operations(&plan), [Operation::Replace, Operation::Update, Operation::Update]);
            assert_eq!(texts(&plan), vec!["styles: de > de (id known after apply)"; 2]);
            let calls = calls_since(&world, before);
            let last = calls.iter().rposition(|call| *call == "patch-style-profile").unwrap();
            assert!(last < position(&calls, "delete-style"), "{calls:?}");
            for stored in held(&world) {
                assert!(stored.style_rule_ids.len() == 1 && stored.style_rule_ids != old, "{stored:?}");
            }
            assert!(matches!(world.apply().await, Ended::Nothing(_)));
        });
    }
}

#[test]
fn a_list_whose_language_goes_back_before_its_replacement_ended_is_taken_up_again() {
    paused(async {
        let mut world = World::new(9, |_| {});
        let want = |world: &mut World, language: &str, rules: usize| {
            let rules = if language == "de" { &GERMAN[..rules] } else { &[] };
            want_all(world, vec![style("de", "Ours de", language, rules, &[])], Vec::new(), Vec::new());
            world.options.agreed[Agreement::Replace].insert(Address::style(Key::new("de").unwrap()));
        };
        want(&mut world, "de", 1);
        applied(&mut world).await;
        let first = world.lists()[0].style_id;
        let refuse_deletions = |world: &World| {
            world.faults(Some(Box::new(|seen| {
                let deletes = seen.call.client_call() == Some(Call::DeleteStyle);
                deletes.then(|| InjectedFault::with_status(403))
            })));
        };
        want(&mut world, "fr", 0);
        refuse_deletions(&world);
        let Ended::Applied(_, report) = world.apply().await else { panic!("it is carried out") };
        assert!(!report.end.is_done() && world.lists().len() == 2, "{report:?}");
        // Back, and with something else to say: the list that was to go has not gone.
        want(&mut world, "de", 2);
        let Ended::Applied(plan, report) = world.apply().await else { panic!("it is carried out") };
        assert!(!report.end.is_done(), "the other one cannot go yet");
        assert!(plan.notes.iter().any(|note| note.contains("goes back to it")), "{:?}", plan.notes);
        world.faults(None);
        // The one that a dead run has begun to delete is not forgotten.
        applied(&mut world).await;
        let lists = world.lists();
        assert_eq!((lists.len(), lists[0].style_id), (1, first), "{lists:?}");
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
    });
}

#[test]
fn what_a_profile_goes_on_holding_is_not_deleted() {
    paused(async {
        let mut world = World::new(4, |_| {});
        want_all(
            &mut world,
            vec![german("de"), german("other")],
            Vec::new(),
            vec![profile("web", "Ours web", &["de"], &[])],
        );
        applied(&mut world).await;
        // Only the list is targeted: the profile would not let go.
        want_all(&mut world, vec![german("other")], Vec::new(), Vec::new());
        world.options.targets.insert(Address::style(Key::new("de").unwrap()));
        let plan = world.plan().await.unwrap();
        assert_eq!(safeguards(&plan), [Safeguard::ProfileComponent]);
        assert!(plan.blockers[0].help.contains("--target style_profile/web"), "{:?}", plan.blockers);
        world.options.targets.insert(at("web"));
        applied(&mut world).await;
        assert_eq!((held(&world).len(), world.lists().len()), (0, 1));
    });
}

#[test]
fn a_profile_that_could_not_be_written_keeps_what_it_holds() {
    paused(async {
        let mut world = World::new(5, |_| {});
        want_all(
            &mut world,
            vec![german("de"), german("other")],
            Vec::new(),
            vec![profile("web", "Ours web", &["de"], &[])],
        );
        applied(&mut world).await;
        want_all(&mut world, vec![german("other")], Vec::new(), vec![profile("web", "Ours web", &[], &[])]);
        world.faults(Some(Box::new(|seen| {
            let refused = seen.call.client_call() == Some(Call::PatchStyleProfile);
            refused.then(|| InjectedFault::with_status(400))
        })));
        let Ended::Applied(_, report) = world.apply().await else { panic!("it is carried out") };
        assert!(!report.end.is_done());
        assert_eq!(world.lists().len(), 2, "nothing goes that is held");
        world.faults(None);
        applied(&mut world).await;
        assert_eq!(world.lists().len(), 1);
    });
}

#[test]
fn a_link_of_people_is_drift_and_one_that_no_file_can_name_stays() {
    paused(async {
        let mut world = World::new(6, |_| {});
        let wanted = || vec![profile("web", "Ours web", &["de"], &[])];
        want_all(&mut world, vec![german("de")], vec![terms("gear")], wanted());
        applied(&mut world).await;
        plant_glossary(&world, "Theirs", &[("de", "en", &[("Haus", "house")])]);
        let stored = held(&world)[0].clone();
        let glossaries: Vec<String> =
            world.emulator.glossaries(ACCOUNT).iter().map(|glossary| glossary.glossary_id.to_string()).collect();
        patch(&world, &stored, &json!({"glossary_ids": glossaries}));
        let plan = world.plan().await.unwrap();
        let item = plan.items.iter().find(|item| item.address == at("web")).unwrap();
        assert_eq!(item.changes[0].cause, Cause::Drifted);
        assert_eq!(plan.additions.len(), 1, "{:?}", plan.additions);
        assert!(plan.additions[0].names[0].contains("\"Theirs\""), "{:?}", plan.additions);
        applied(&mut world).await;
        assert_eq!(held(&world)[0].glossary_ids.len(), 1, "theirs stays, ours is as the file says");
        assert!(matches!(world.apply().await, Ended::Nothing(_)));
        // What the file changes beside it keeps it.
        want_all(
            &mut world,
            vec![german("de")],
            vec![terms("gear")],
            vec![profile("web", "Ours web", &["de"], &["gear"])],
        );
        applied(&mut world).await;
        assert_eq!(held(&world)[0].glossary_ids.len(), 2);
    });
}

/// Somebody changes a profile in the web form.
pub(crate) fn patch(world: &World, stored: &StoredStyleProfile, members: &serde_json::Value) {
    patch_on(&world.emulator, stored, members, KEY);
}

/// Somebody who has this key does.
pub(crate) fn patch_on(emulator: &Emulator, stored: &StoredStyleProfile, members: &serde_json::Value, key: &str) {
    let headers = [("Authorization", format!("DeepL-Auth-Key {key}")), ("Content-Type", "application/json".to_owned())];
    let request = RawRequest {
        method: "PATCH".to_owned(),
        target: format!("/v3/style_profiles/{}", stored.style_profile_id),
        headers: headers.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        body: members.to_string().into_bytes(),
    };
    assert_eq!(emulator.handle_request(request).into_reply().unwrap().status, 200);
}

#[test]
fn a_service_without_profiles_stops_nothing_but_them() {
    paused(async {
        let mut world = World::new(7, |_| {});
        world.faults(Some(Box::new(|seen| {
            let listed = seen.call.client_call() == Some(Call::ListStyleProfiles);
            listed.then(|| InjectedFault::with_status(404))
        })));
        want_all(&mut world, vec![german("de")], Vec::new(), Vec::new());
        let before = world.emulator.log_entries().len();
        applied(&mut world).await;
        assert!(!calls_since(&world, before).contains(&"list-style-profiles"), "nobody asks without profiles");
        want_all(
            &mut world,
            vec![german("de"), german("more")],
            Vec::new(),
            vec![profile("web", "Ours web", &["de"], &[])],
        );
        let plan = applied(&mut world).await;
        assert_eq!(plan.kept.len(), 1);
        assert!(plan.kept[0].reason.contains("has no style profiles"), "{:?}", plan.kept);
        assert_eq!(world.lists().len(), 2);
    });
}

#[test]
fn an_undo_brings_back_what_a_profile_held_under_its_new_id() {
    paused(async {
        let mut world = World::new(8, |_| {});
        let first = || vec![profile("web", "Ours web", &["de"], &[])];
        want_all(&mut world, vec![german("de"), german("other")], Vec::new(), first());
        applied(&mut world).await;
        want_all(&mut world, vec![german("other")], Vec::new(), vec![profile("web", "Ours web", &[], &[])]);
        applied(&mut world).await;
        assert_eq!(held(&world)[0].style_rule_ids.len(), 0);
        let snapshot = world.disk.snapshots().pop().unwrap();
        match world.undo(&snapshot).await {
            Ended::Applied(_, report) => assert!(report.end.is_done(), "{report:?}"),
            Ended::Refused(plan) => panic!("{:?}", plan.blockers),
            Ended::Nothing(_) | Ended::Unread(_) | Ended::Killed => panic!("it is carried out"),
        }
        assert_eq!((world.lists().len(), held(&world)[0].style_rule_ids.len()), (2, 1));
    });
}

/// Two profiles of one clean name of ours, or one that holds what is not there.
pub(crate) fn violation(emulator: &Emulator) -> Option<String> {
    let profiles = emulator.style_profiles(ACCOUNT);
    let ours = || profiles.iter().filter(|held| held.name.starts_with("Ours"));
    let mut seen = BTreeSet::new();
    let twin = ours().filter(|held| !held.name.ends_with(']')).find(|held| !seen.insert(&held.name));
    if let Some(twin) = twin {
        return Some(format!("twins of {:?}", twin.name));
    }
    let lists: Vec<_> = emulator.style_lists(ACCOUNT).iter().map(|list| list.style_id).collect();
    let dangling = ours().find(|held| held.style_rule_ids.iter().any(|id| !lists.contains(id)));
    if let Some(dangling) = dangling {
        return Some(format!("{:?} holds a list that is not there", dangling.name));
    }
    let glossaries: Vec<_> = emulator.glossaries(ACCOUNT).iter().map(|glossary| glossary.glossary_id).collect();
    let dangling = ours().find(|held| held.glossary_ids.iter().any(|id| !glossaries.contains(id)));
    dangling.map(|held| format!("{:?} holds a glossary that is not there", held.name))
}

/// Whether a request deletes what a profile of ours holds.
pub(crate) fn deletes_held(emulator: &Emulator, method: &str, target: &str) -> Option<String> {
    let id = target.strip_prefix("/v3/style_rules/").or_else(|| target.strip_prefix("/v3/glossaries/"))?;
    if method != "DELETE" || id.contains(['/', '?']) {
        return None;
    }
    let profiles = emulator.style_profiles(ACCOUNT);
    let holder = profiles
        .iter()
        .filter(|held| held.name.starts_with("Ours"))
        .find(|held| held.style_rule_ids.iter().chain(&held.glossary_ids).any(|held| held.to_string() == id))?;
    Some(format!("{id} is deleted while {:?} holds it", holder.name))
}
