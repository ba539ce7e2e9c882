//! Style profiles as code: what is planned, in which order it is written, and the laws under faults and kills.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use housestyle::apply::Outcome;
use housestyle::emulator::{Emulator, FaultScript, InjectedFault, RawRequest, StoredStyleProfile};
use housestyle::model::glossary::Glossary;
use housestyle::model::style::Style;
use housestyle::model::style_profile::{Component, ProfileField, ProfileValue, StyleProfile};
use housestyle::model::{Address, Key, Kind, Placed};
use housestyle::plan::desired_resource::{DesiredResource, desired_resources};
use housestyle::plan::{Cause, Operation, Plan, Safeguard};
use housestyle::service::Call;
use serde_json::json;

use crate::simulation::settles;
use crate::term_sets::made::{glossary, random_glossary, want};
use crate::world::{
    ACCOUNT, Dice, Ended, GERMAN, KEY, World, applied, nowhere, operations, paused, random_fault, random_style,
    safeguards, seeds, style,
};

const SCHEDULES: u64 = 600;

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

fn with_text(mut wanted: StyleProfile, field: ProfileField, text: &str) -> StyleProfile {
    wanted.fields.insert(field, Placed::new(ProfileValue::Text(text.to_owned()), nowhere()));
    wanted
}

fn want_all(world: &mut World, styles: Vec<Style>, glossaries: Vec<Glossary>, profiles: Vec<StyleProfile>) {
    want(world, styles, glossaries, Vec::new());
    world.desired = std::mem::take(&mut world.desired).with_style_profiles(profiles).unwrap();
}

fn german(key: &str) -> Style {
    style(key, &format!("Ours {key}"), "de", &GERMAN[..1], &[])
}

fn terms(key: &str) -> Glossary {
    glossary(key, &format!("Ours {key}"), &[("de", "en", &[("Haus", "house")])])
}

fn at(key: &str) -> Address {
    Address::new(Kind::StyleProfile, Key::new(key).unwrap())
}

fn held(world: &World) -> Vec<Arc<StoredStyleProfile>> {
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
        world.options.allow_delete = world.disk.state().bindings.keys().cloned().collect();
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
            world.options.allow_replace.insert(Address::style(Key::new("de").unwrap()));
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
        crate::term_sets::held::plant_glossary(&world, "Theirs", &[("de", "en", &[("Haus", "house")])]);
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
fn patch(world: &World, stored: &StoredStyleProfile, members: &serde_json::Value) {
    let headers = [("Authorization", format!("DeepL-Auth-Key {KEY}")), ("Content-Type", "application/json".to_owned())];
    let request = RawRequest {
        method: "PATCH".to_owned(),
        target: format!("/v3/style_profiles/{}", stored.style_profile_id),
        headers: headers.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        body: members.to_string().into_bytes(),
    };
    assert_eq!(world.emulator.handle_request(request).into_reply().unwrap().status, 200);
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

#[test]
fn whatever_happens_profiles_converge_and_hold_what_is_there() {
    let seeds = seeds(0, "HOUSESTYLE_SCHEDULES", SCHEDULES);
    let mut calls = 0;
    for seed in seeds.clone() {
        calls += schedule(seed).unwrap_or_else(|why| panic!("HOUSESTYLE_SEED={seed}: {why}"));
    }
    println!("{} schedules, {calls} calls", seeds.end - seeds.start);
}

fn schedule(seed: u64) -> Result<u64, String> {
    paused(async {
        let mut dice = Dice::new(seed);
        let (refuse, sort) = (dice.chance(50), dice.chance(50));
        let mut world = World::new(seed, |setup| {
            setup.quirks.refuse_linked_deletion = refuse;
            setup.quirks.sort_profile_glossaries = sort;
        });
        let theirs = json!({"style_profiles": [{"name": "Theirs", "description": "of others"}]});
        world.emulator.apply_seed(&theirs.to_string()).unwrap();
        let theirs = held(&world)[0].clone();
        let late_write = Arc::new(AtomicBool::new(false));
        let mut languages = BTreeMap::new();
        for generation in 0..3 {
            let (styles, glossaries, profiles) = random_files(&mut dice, &mut languages, generation);
            want_all(&mut world, styles, glossaries, profiles);
            let all = all_addresses(&world);
            world.options.allow_replace = all.iter().cloned().collect();
            world.options.allow_delete = all.into_iter().collect();
            let percent = *dice.pick(&[0, 6, 15, 40]);
            world.faults(Some(faults(dice.roll(), percent, &late_write)));
            world.disk.full_after(dice.chance(10).then(|| dice.below(8)));
            let kill = dice.chance(50).then(|| (1 + dice.below(40), dice.chance(50)));
            check_truth(&world.apply_killed(kill).await)?;
        }
        world.faults(None);
        world.disk.full_after(None);
        world.emulator.process_all_delayed();
        if late_write.load(Ordering::SeqCst) {
            let all = all_addresses(&world);
            world.options.allow_takeover = all.iter().cloned().collect();
            world.options.take_mine = all.into_iter().collect();
        }
        settles(&mut world).await?;
        as_wanted(&world)?;
        if !held(&world).contains(&theirs) {
            return Err("a profile of others was written to".to_owned());
        }
        Ok(world.calls)
    })
}

/// What is managed or wanted.
fn all_addresses(world: &World) -> Vec<Address> {
    let wanted = desired_resources(&world.desired).map(DesiredResource::address);
    world.disk.state().bindings.into_keys().chain(wanted).collect()
}

fn languages_of(key: &str) -> [&'static str; 3] {
    if key == "a" { ["de", "fr", "es"] } else { ["en", "ja", "it"] }
}

/// Two lists, which change their language now and then, a glossary, and profiles of some of them.
fn random_files(
    dice: &mut Dice,
    languages: &mut BTreeMap<&'static str, &'static str>,
    generation: u64,
) -> (Vec<Style>, Vec<Glossary>, Vec<StyleProfile>) {
    let mut styles = Vec::new();
    for (key, language) in [("a", "de"), ("b", "en")] {
        if key == "a" || generation == 0 || dice.chance(70) {
            let now = languages.entry(key).or_insert(language);
            if generation > 0 && dice.chance(25) {
                // Never back to one that it had: what waits for its deletion has that name and language still.
                *now = languages_of(key)[usize::try_from(generation).unwrap()];
            }
            let mut made = random_style(dice, key);
            made.rules.clear();
            made.language.value = housestyle::model::Language::new(now);
            styles.push(made);
        }
    }
    let mut glossaries: Vec<Glossary> = Vec::new();
    for key in ["g", "h"] {
        if dice.chance(70) {
            glossaries.push(random_glossary(dice, key));
        }
    }
    let mut profiles = Vec::new();
    for key in ["p", "q"] {
        if dice.chance(80) {
            let styles: Vec<&str> = styles.iter().map(|style| style.key.as_str()).filter(|_| dice.chance(70)).collect();
            let glossaries: Vec<&str> =
                glossaries.iter().map(|glossary| glossary.key.as_str()).filter(|_| dice.chance(70)).collect();
            let mut made = profile(key, &format!("Ours {key}"), &styles, &glossaries);
            if dice.chance(50) {
                let text: &str = dice.pick::<&str>(&["Shop", "Help"]);
                made = with_text(made, ProfileField::Description, text);
            }
            if dice.chance(50) {
                let on = Placed::new(ProfileValue::On, nowhere());
                made.fields.insert(ProfileField::GlossaryPriority, on);
            }
            profiles.push(made);
        }
    }
    (styles, glossaries, profiles)
}

fn faults(seed: u64, percent: u64, late_write: &Arc<AtomicBool>) -> FaultScript {
    let mut dice = Dice::new(seed);
    let late_write = late_write.clone();
    Box::new(move |seen| {
        let fault = dice.chance(percent).then(|| random_fault(&mut dice));
        let creates = matches!(
            seen.call.client_call(),
            Some(Call::CreateStyle | Call::AddInstruction | Call::CreateGlossary | Call::CreateStyleProfile)
        );
        if matches!(fault, Some(InjectedFault::Late { .. })) && !creates {
            late_write.store(true, Ordering::SeqCst);
        }
        fault
    })
}

/// Exit 0 only where everything was done.
fn check_truth(ended: &Ended) -> Result<(), String> {
    let Ended::Applied(_, report) = ended else { return Ok(()) };
    let all = report.outcomes.iter().all(|(_, _, outcome)| matches!(outcome, Outcome::Done { .. }));
    if report.end.is_done() != (all && report.state_error.is_none()) {
        return Err(format!("{:?} does not fit {:?}", report.end, report.outcomes));
    }
    Ok(())
}

/// Whether every wanted profile is there under its name and holds exactly what the files name.
pub(crate) fn as_wanted(world: &World) -> Result<(), String> {
    let state = world.disk.state();
    for wanted in world.desired.style_profiles().values() {
        let address = at(wanted.key.as_str());
        let binding = state.bindings.get(&address).ok_or_else(|| format!("{address} is not bound"))?;
        let held = held(world).into_iter().find(|held| held.style_profile_id.to_string() == binding.id.as_str());
        let held = held.ok_or_else(|| format!("{address} is bound to nothing"))?;
        if held.name != wanted.name.value {
            return Err(format!("{address} is called {:?}", held.name));
        }
        for (field, ids) in
            [(ProfileField::Styles, &held.style_rule_ids), (ProfileField::Glossaries, &held.glossary_ids)]
        {
            let links = wanted.fields.get(&field).map(|placed| placed.value.links().to_vec()).unwrap_or_default();
            let mut ours: Vec<String> = links
                .iter()
                .map(|link| match link {
                    Component::Managed(address) => state.bindings.get(address).map(|binding| binding.id.to_string()),
                    Component::Id(_) | Component::Memory(_) => None,
                })
                .collect::<Option<_>>()
                .ok_or_else(|| format!("{address} names what is not bound"))?;
            let mut theirs: Vec<String> = ids.iter().map(ToString::to_string).collect();
            if field != ProfileField::Glossaries || !held.glossary_priority_order_enabled {
                ours.sort();
                theirs.sort();
            }
            if ours != theirs {
                return Err(format!("{address} holds {theirs:?} in {field} instead of {ours:?}"));
            }
        }
    }
    let left = held(world).into_iter().find(|held| held.name.contains("[hs!"));
    left.map_or(Ok(()), |held| Err(format!("{} is left over: {:?}", held.style_profile_id, held.name)))
}

/// Two profiles of one clean name of ours, or one that holds what is not there.
pub(crate) fn violation(emulator: &Emulator) -> Option<String> {
    let profiles = emulator.style_profiles(ACCOUNT);
    let ours = || profiles.iter().filter(|held| held.name.starts_with("Ours"));
    let mut seen = std::collections::BTreeSet::new();
    let twin = ours().filter(|held| !held.name.ends_with(']')).find(|held| !seen.insert(&held.name));
    if let Some(twin) = twin {
        return Some(format!("twins of {:?}", twin.name));
    }
    let lists: Vec<_> = emulator.style_lists(ACCOUNT).iter().map(|list| list.style_id).collect();
    let dangling = ours().find(|held| held.style_rule_ids.iter().any(|id| !lists.contains(id)));
    dangling.map(|held| format!("{:?} holds a list that is not there", held.name))
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
