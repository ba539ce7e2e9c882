//! Two sets of files, compared as if the first had been applied: the same planner, with a memory and an account that say
//! exactly what the first set wants.
//!
//! Always holds: nothing is refused and nothing held back, because nothing is about to be done; what apply would ask
//! agreement for is a hazard or a note. A key that changed while the name (and language) stayed is a rename, as apply takes it
//! once it is agreed to. No id of this comparison leaves it: they stand for resources that nobody made.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::profile::Profile;
use crate::model::resource::{LiveResource, ResourceContent};
use crate::model::style::{self, LiveInstruction, LiveStyle};
use crate::model::style_profile::{Component, LiveStyleProfile, ProfileContent, StyleProfile};
use crate::model::term_set::{LiveTermSet, LiveTermSetPart, TermEntries, TermSet};
use crate::model::translation_memory::TranslationMemory;
use crate::model::{Address, Id, Key, Kind, Language, LiveAccount, digest};
use crate::plan::desired_resource::{self, DesiredResource};
use crate::plan::{Agreement, Agreements, Basis, Cause, Operation, Plan, PlanOptions, make_plan};
use crate::state::{Applied, Binding, State};

/// What apply would make different, had `base` been applied just now. `protect` names what the project file protects;
/// `prune` says whether apply deletes resources whose files are gone, or keeps them.
#[must_use]
pub fn diff_revisions(
    base: &Desired,
    head: &Desired,
    catalogue: &Catalogue,
    protect: &BTreeSet<Address>,
    prune: bool,
) -> Plan {
    let (state, mut live) = assume_applied(base, protect);
    live.translation_memories = Some(Ok(placeholder_memories(base, head)));
    let known: BTreeSet<Address> = state.bindings.keys().cloned().chain(desired_addresses(head)).collect();
    let mut agreed = Agreements::default();
    for agreement in [Agreement::Replace, Agreement::Delete, Agreement::Shrink] {
        agreed[agreement].clone_from(&known);
    }
    let options = PlanOptions {
        prune,
        agreed,
        accept_rename: find_renames(base, head),
        protect: protect.clone(),
        max_delete: usize::MAX,
        max_delete_percent: 100,
        max_shrink_percent: 100,
        ..PlanOptions::default()
    };
    let basis = Basis {
        origin: ORIGIN.to_owned(),
        environment: String::new(),
        desired: head.digest().into(),
        catalogue: catalogue.digest(),
        options,
    };
    let mut plan = make_plan(head, &state, &live, catalogue, basis);
    note_protected_deletions(&mut plan, &state);
    for item in &mut plan.items {
        (item.id, item.live, item.before) = (None, None, None);
        item.steps.clear();
        for change in &mut item.changes {
            // There is one cause here, which is that the files differ: saying it at every change would say nothing.
            change.cause = Cause::Unknown;
        }
    }
    for kept in &mut plan.kept {
        kept.id = None;
    }
    plan.calls = 0;
    plan
}

/// Characters of a value that is named; of a longer one, only the field is.
const MAX_QUOTED_CHARACTERS: usize = 60;

/// What is different in translation profiles, a sentence for each. They exist in files alone, so that no plan has them,
/// but what `render` and `try` make of them differs.
#[must_use]
pub fn diff_profiles(base: &Desired, head: &Desired) -> Vec<String> {
    let (base, head) = (base.profiles(), head.profiles());
    let keys: BTreeSet<&Key> = base.keys().chain(head.keys()).collect();
    let told = keys.into_iter().filter_map(|key| {
        let what = match (base.get(key), head.get(key)) {
            (None, None) => return None,
            (None, Some(_)) => "is new".to_owned(),
            (Some(_), None) => "removed".to_owned(),
            (Some(was), Some(is)) => format!("changes: {}", describe_profile_changes(was, is)?),
        };
        let address = Address { kind: Kind::TranslationProfile, key: key.clone() };
        Some(format!("{address} {what}; nothing is sent, but requests that are rendered from it differ"))
    });
    told.collect()
}

/// The fields that two profiles say differently, with their values where those are short; nothing where there is none.
fn describe_profile_changes(was: &Profile, is: &Profile) -> Option<String> {
    let (was, is): (BTreeMap<String, String>, BTreeMap<String, String>) =
        (was.list_fields().into_iter().collect(), is.list_fields().into_iter().collect());
    let names: BTreeSet<&String> = was.keys().chain(is.keys()).filter(|name| was.get(*name) != is.get(*name)).collect();
    let short = |value: Option<&String>| value.is_none_or(|value| value.chars().count() <= MAX_QUOTED_CHARACTERS);
    let value = |value: Option<&String>| value.map_or("none", String::as_str).to_owned();
    let told: Vec<String> = names
        .into_iter()
        .map(|name| match (was.get(name), is.get(name)) {
            (was, is) if short(was) && short(is) => format!("{name} {} -> {}", value(was), value(is)),
            (_, _) => name.clone(),
        })
        .collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// What the account of a comparison is called.
const ORIGIN: &str = "files";

/// A memory and an account that say what these files want and nothing else.
fn assume_applied(desired: &Desired, protect: &BTreeSet<Address>) -> (State, LiveAccount) {
    let mut state = State { origin: ORIGIN.to_owned(), ..State::default() };
    let mut live = LiveAccount::default();
    for wanted in desired_resource::desired_resources(desired) {
        let address = wanted.address();
        let id = placeholder_id(&address.to_string());
        let content = match wanted.content() {
            ResourceContent::StyleProfile(content) => ResourceContent::StyleProfile(
                content.resolved(|component| Some(placeholder_id(&component.to_string()))),
            ),
            content @ (ResourceContent::Style(_) | ResourceContent::TermSet(_)) => content,
        };
        let binding = Binding {
            id: id.clone(),
            version: 1,
            protected: wanted.is_protected() || protect.contains(&address),
            applied: Applied::new(&content, &content),
            attempted: Vec::new(),
            imported: false,
            sealed: true,
        };
        live.insert(placeholder_resource(id, content));
        state.bindings.insert(address, binding);
    }
    (state, live)
}

fn placeholder_resource(id: Id, content: ResourceContent) -> LiveResource {
    match content {
        ResourceContent::Style(content) => LiveResource::Style(placeholder_style(id, content)),
        ResourceContent::StyleProfile(content) => LiveResource::StyleProfile(LiveStyleProfile {
            id,
            content,
            creation_time: String::new(),
            updated_time: String::new(),
            unknown: BTreeMap::new(),
        }),
        ResourceContent::TermSet(TermSet { kind: which, name, parts }) => {
            let part =
                |entries: TermEntries| LiveTermSetPart { entry_count: entries.len() as u64, entries: Some(entries) };
            let parts = parts.into_iter().map(|(name, entries)| (name, part(entries))).collect();
            LiveResource::TermSet(LiveTermSet { kind: which, id, name, creation_time: String::new(), parts })
        }
    }
}

/// Every translation memory that style profiles name, as if the account had it.
fn placeholder_memories(base: &Desired, head: &Desired) -> Vec<TranslationMemory> {
    let profiles = base.style_profiles().values().chain(head.style_profiles().values());
    let contents: Vec<ProfileContent> = profiles.map(StyleProfile::content).collect();
    let links = contents.iter().flat_map(ProfileContent::links);
    let memories: BTreeMap<Id, TranslationMemory> = links
        .filter_map(|(_, link)| match link {
            Component::Memory(name) => {
                let id = placeholder_id(&link.to_string());
                // Of which language it is, only the service knows: each is of its own.
                let source_language = Language::new(id.as_str());
                let memory = TranslationMemory {
                    id: id.clone(),
                    name: name.clone(),
                    source_language,
                    target_languages: Vec::new(),
                    segment_count: 0,
                };
                Some((id, memory))
            }
            Component::Id(_) | Component::Managed(_) => None,
        })
        .collect();
    memories.into_values().collect()
}

fn placeholder_style(id: Id, content: style::StyleContent) -> LiveStyle {
    let instruction = |instruction: style::Instruction| LiveInstruction {
        id: placeholder_id(&format!("{id} {}", instruction.label)),
        instruction,
    };
    LiveStyle {
        name: content.name,
        language: content.language,
        version: 1,
        rules: content.rules,
        opaque_rules: BTreeMap::new(),
        instructions: content.instructions.into_iter().map(instruction).collect(),
        updated_time: String::new(),
        id,
    }
}

/// An id for something that nobody made.
fn placeholder_id(of: &str) -> Id {
    Id::new(&digest::short_digest(of, 26)).expect("digits of base32 can be an id")
}

fn desired_addresses(desired: &Desired) -> impl Iterator<Item = Address> {
    desired_resource::desired_resources(desired).map(DesiredResource::address)
}

/// Keys that are new and have what tells a key that is gone apart: new to old.
fn find_renames(base: &Desired, head: &Desired) -> BTreeMap<Address, Address> {
    let of = |wanted: DesiredResource<'_>| wanted.address();
    let gone =
        desired_resource::desired_resources(base).filter(|wanted| !desired_resource::is_desired(head, &of(*wanted)));
    let mut gone: BTreeMap<(Kind, &str, &str), Address> =
        gone.map(|wanted| (wanted.identity_key(), of(wanted))).collect();
    desired_resource::desired_resources(head)
        .filter(|wanted| !desired_resource::is_desired(base, &of(*wanted)))
        .filter_map(|wanted| Some((of(wanted), gone.remove(&wanted.identity_key())?)))
        .collect()
}

/// What goes although it was protected: apply refuses that until somebody agrees to it by name.
fn note_protected_deletions(plan: &mut Plan, state: &State) {
    let protected = |address: &Address| state.bindings.get(address).is_some_and(|binding| binding.protected);
    let goes = plan.items.iter().filter(|item| matches!(item.operation, Operation::Delete | Operation::Replace));
    let notes: Vec<String> = goes
        .filter(|item| protected(&item.address))
        .map(|item| format!("{0} is protected: apply is blocked until --allow-delete {0} is passed", item.address))
        .collect();
    plan.notes.extend(notes);
}
