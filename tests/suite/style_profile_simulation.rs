//! Style profiles under faults, full disks, kills and people who edit: they converge, hold what is there, and lose no link that
//! somebody made.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use housestyle::apply::Outcome;
use housestyle::emulator::{EmulatedId, FaultScript, InjectedFault, StoredStyleProfile};
use housestyle::model::glossary::Glossary;
use housestyle::model::shared_parts::SharedParts;
use housestyle::model::style::Style;
use housestyle::model::style_profile::{Component, ProfileField, ProfileValue, StyleProfile};
use housestyle::model::{Address, Placed};
use housestyle::plan::Agreement;
use housestyle::plan::desired_resource::{DesiredResource, desired_resources};
use housestyle::service::Call;
use serde_json::json;

use crate::simulated_world::{ACCOUNT, Dice, Ended, World, nowhere, paused, random_fault, random_style, seeds};
use crate::simulation::settles;
use crate::style_profiles::{at, held, patch, profile, want_all, with_text};
use crate::term_sets::held::plant_glossary;
use crate::term_sets::made::random_glossary;

const SCHEDULES: u64 = 600;

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
        let [refuse, sort, created, unknown] = [50; 4].map(|percent| dice.chance(percent));
        let mut world = World::new(seed, |setup| {
            setup.quirks.refuse_linked_deletion = refuse;
            setup.quirks.sort_profile_glossaries = sort;
            setup.quirks.create_profile_with_200 = created;
            setup.quirks.unknown_profile_members = unknown;
        });
        let theirs = json!({"style_profiles": [{"name": "Theirs", "description": "of others"}]});
        world.emulator.apply_seed(&theirs.to_string()).unwrap();
        let theirs = held(&world)[0].clone();
        plant_glossary(&world, "Theirs", &[("de", "en", &[("Haus", "house")])]);
        let shared = dice.chance(50);
        let mut linked = Links::default();
        let late_write = Arc::new(AtomicBool::new(false));
        let mut languages = BTreeMap::new();
        for generation in 0..4 {
            let (styles, glossaries, profiles) = random_files(&mut dice, &mut languages, generation);
            world.faults(None);
            // What has no name yet is all of our own making.
            for profile in held(&world).iter().filter(|it| it.name.starts_with("Ours") && !it.name.ends_with(']')) {
                if dice.chance(30) {
                    linked.add(&world, link_something(&world, profile, &mut dice, shared));
                }
            }
            linked.forget_named(&world, &profiles);
            linked.forget_departing(&world, &glossaries);
            want_all(&mut world, styles, glossaries, profiles);
            if shared {
                share_links(&mut world);
            }
            let all = all_addresses(&world);
            world.options.agreed[Agreement::Replace] = all.iter().cloned().collect();
            world.options.agreed[Agreement::Delete] = all.into_iter().collect();
            world.options.agreed[Agreement::Takeover] = ["p", "q"].map(at).into();
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
            world.options.agreed[Agreement::Takeover] = all.iter().cloned().collect();
            world.options.agreed[Agreement::TakeMine] = all.into_iter().collect();
            // What arrives after somebody's edit takes it back: the service keeps no version of a profile.
            linked.named.append(&mut linked.kept);
        }
        settles(&mut world).await?;
        as_wanted_beside(&world, &linked)?;
        if !held(&world).contains(&theirs) {
            return Err("a profile of others was written to".to_owned());
        }
        Ok(world.calls)
    })
}

/// A glossary that somebody added to a profile: ids of both.
type Linked = (EmulatedId, EmulatedId);

/// Somebody adds a glossary to a profile in the web form: one of nobody here or, where links are shared, any.
fn link_something(world: &World, profile: &StoredStyleProfile, dice: &mut Dice, shared: bool) -> Option<Linked> {
    let all = world.emulator.glossaries(ACCOUNT);
    let may = |name: &str| name == "Theirs" || (shared && name.starts_with("Ours") && !name.ends_with(']'));
    let ids: Vec<EmulatedId> = all.iter().filter(|it| may(&it.name)).map(|it| it.glossary_id).collect();
    let id = *dice.pick(&ids);
    if profile.glossary_ids.contains(&id) {
        return None;
    }
    let ids: Vec<String> = profile.glossary_ids.iter().chain([&id]).map(ToString::to_string).collect();
    patch(world, profile, &json!({ "glossary_ids": ids }));
    Some((profile.style_profile_id, id))
}

/// What people added to profiles.
#[derive(Default)]
struct Links {
    /// What stays as long as there is what it links.
    kept: BTreeSet<Linked>,
    /// What files named or took away since: it may have become theirs, and gone with them.
    named: BTreeSet<Linked>,
}

impl Links {
    /// What a run that died was to link may arrive late: nobody knows who made that link.
    fn add(&mut self, world: &World, link: Option<Linked>) {
        let Some((profile, glossary)) = link else { return };
        let component = Component::parse(&glossary.to_string()).unwrap();
        let state = world.disk.state();
        let binding = state.bindings.values().find(|binding| binding.id.as_str() == profile.to_string());
        let begun = binding.is_some_and(|binding| binding.linked(ProfileField::Glossaries, &component));
        let links = if begun { &mut self.named } else { &mut self.kept };
        links.insert((profile, glossary));
    }

    fn forget_named(&mut self, world: &World, profiles: &[StyleProfile]) {
        let state = world.disk.state();
        for wanted in profiles {
            let Some(binding) = state.bindings.get(&at(wanted.key.as_str())) else { continue };
            let content = wanted.content();
            let named = content.links().filter_map(|(_, link)| match link {
                Component::Managed(address) => Some(state.bindings.get(address)?.id.as_str().to_owned()),
                Component::Id(_) | Component::Memory(_) => None,
            });
            let named: Vec<String> = named.collect();
            let is_named =
                |(profile, id): &Linked| profile.to_string() == binding.id.as_str() && named.contains(&id.to_string());
            let (gone, kept) = std::mem::take(&mut self.kept).into_iter().partition(is_named);
            self.kept = kept;
            self.named.extend::<BTreeSet<Linked>>(gone);
        }
    }

    /// A link goes before its glossary does, and a run that dies in between has taken it from what is still there.
    fn forget_departing(&mut self, world: &World, wanted: &[Glossary]) {
        let state = world.disk.state();
        let theirs = world.emulator.glossaries(ACCOUNT).into_iter().find(|glossary| glossary.name == "Theirs").unwrap();
        let stays = |id: EmulatedId| {
            let address = state.bindings.iter().find(|(_, binding)| binding.id.as_str() == id.to_string());
            id == theirs.glossary_id
                || address.is_some_and(|(address, _)| wanted.iter().any(|it| it.key == address.key))
        };
        let (kept, gone) = std::mem::take(&mut self.kept).into_iter().partition(|(_, id)| stays(*id));
        self.kept = kept;
        self.named.extend::<BTreeSet<Linked>>(gone);
    }

    fn is_of_people(&self, link: &Linked) -> bool {
        self.kept.contains(link) || self.named.contains(link)
    }
}

/// The links of every profile are shared.
fn share_links(world: &mut World) {
    let shared = SharedParts { links: true, ..SharedParts::default() };
    let profiles = world.desired.style_profiles().keys().map(|key| (at(key.as_str()), shared)).collect();
    world.desired = std::mem::take(&mut world.desired).with_shared(profiles);
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
            if generation > 0 && dice.chance(40) {
                // Back to one that it had, too: what waits for its deletion has that name and language still.
                *now = *dice.pick(&languages_of(key));
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

/// Whether every wanted profile is there under its name and holds exactly what the files name, and what people added.
fn as_wanted_beside(world: &World, linked: &Links) -> Result<(), String> {
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
            let of_people = |id: &EmulatedId| linked.is_of_people(&(held.style_profile_id, *id));
            let mut theirs: Vec<String> = ids
                .iter()
                .filter(|id| ours.contains(&id.to_string()) || !of_people(id))
                .map(ToString::to_string)
                .collect();
            if field != ProfileField::Glossaries || !held.glossary_priority_order_enabled {
                ours.sort();
                theirs.sort();
            }
            if ours != theirs {
                return Err(format!("{address} holds {theirs:?} in {field} instead of {ours:?}"));
            }
        }
    }
    let glossaries: Vec<EmulatedId> = world.emulator.glossaries(ACCOUNT).iter().map(|it| it.glossary_id).collect();
    for held in held(world) {
        let lost = linked.kept.iter().find(|(profile, id)| {
            *profile == held.style_profile_id && glossaries.contains(id) && !held.glossary_ids.contains(id)
        });
        if let Some((_, id)) = lost {
            return Err(format!("{:?} lost {id}, which somebody had added", held.name));
        }
    }
    let left = held(world).into_iter().find(|held| held.name.contains("[hs!"));
    left.map_or(Ok(()), |held| Err(format!("{} is left over: {:?}", held.style_profile_id, held.name)))
}
