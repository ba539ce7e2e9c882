//! What state and account know of the components of style profiles: ids and keys of each other, names for people, and which
//! links are somebody else's.
//!
//! Always holds: a component is taken for one of this project only where the state binds its id; what a file cannot name, or
//! shares with people, is never taken away, unless this project put it there or it goes itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Desired;
use crate::model::style_profile::{
    Component, FieldForm, LiveStyleProfile, ProfileContent, ProfileField, ProfileValue, StyleProfile,
};
use crate::model::translation_memory::TranslationMemory;
use crate::model::{Address, Id, Kind, Language, LiveAccount};
use crate::plan::Additions;
use crate::state::{Binding, State};

/// What files say of the links of a profile.
#[derive(Clone, Debug, Default)]
pub struct AskedLinks {
    /// All that they say of it, with ids.
    pub content: ProfileContent,
    /// Fields that take one component of a language, and the languages that are taken.
    pub languages: BTreeSet<(ProfileField, Language)>,
    /// Ids that the same plan takes from the service, and what comes in their place.
    pub departing: BTreeMap<Id, Option<Heir>>,
}

/// What comes in the place of a list.
#[derive(Clone, Debug)]
pub struct Heir {
    /// Its address.
    pub address: Address,
    /// Its language.
    pub language: Language,
}

/// What is known of components.
#[derive(Clone, Copy)]
pub struct ComponentIndex<'a> {
    state: &'a State,
    live: &'a LiveAccount,
}

impl<'a> ComponentIndex<'a> {
    /// What this state and this account know.
    #[must_use]
    pub fn new(state: &'a State, live: &'a LiveAccount) -> Self {
        Self { state, live }
    }

    /// What is managed.
    #[must_use]
    pub fn state(&self) -> &'a State {
        self.state
    }

    /// The translation memories, where they were listed.
    pub(super) fn memories(&self) -> Option<&'a [TranslationMemory]> {
        self.live.translation_memories.as_ref()?.as_ref().ok().map(Vec::as_slice)
    }

    /// The id of a component as far as the state binds it, or exactly one translation memory has its name.
    #[must_use]
    pub fn resolve(&self, component: &Component) -> Option<Id> {
        match component {
            Component::Id(id) => Some(id.clone()),
            Component::Managed(address) => self.state.bindings.get(address).map(|binding| binding.id.clone()),
            Component::Memory(name) => {
                let mut named = self.memories()?.iter().filter(|memory| memory.name == *name);
                named.next().filter(|_| named.next().is_none()).map(|memory| memory.id.clone())
            }
        }
    }

    /// A component as files name it, where they can.
    #[must_use]
    pub fn in_files(&self, component: &Component) -> Component {
        let Component::Id(id) = component else { return component.clone() };
        if let Some(address) = self.state.address_of(id) {
            return Component::Managed(address.clone());
        }
        let memory = self.memories().and_then(|all| all.iter().find(|memory| memory.id == *id));
        let named = memory.map(|memory| Component::Memory(memory.name.clone()));
        named.filter(|named| self.resolve(named).as_ref() == Some(id)).unwrap_or_else(|| component.clone())
    }

    /// A value as files say it.
    #[must_use]
    pub fn value_in_files(&self, value: &ProfileValue) -> ProfileValue {
        match value {
            ProfileValue::Links(links) => ProfileValue::Links(links.iter().map(|link| self.in_files(link)).collect()),
            ProfileValue::Text(_) | ProfileValue::On => value.clone(),
        }
    }

    /// A component for people: its key, or its name and id.
    #[must_use]
    pub fn describe(&self, component: &Component) -> String {
        match self.in_files(component) {
            Component::Managed(address) if component.id().is_none() => {
                format!("{} (id known after apply)", address.key)
            }
            Component::Managed(address) => address.key.to_string(),
            Component::Memory(name) => format!("{name:?}"),
            Component::Id(id) => {
                let held = Kind::ON_SERVICE.into_iter().find_map(|kind| self.live.get(kind, &id));
                match held {
                    Some(held) => format!("{:?} ({id})", held.name()),
                    None => id.to_string(),
                }
            }
        }
    }

    /// A value for people.
    #[must_use]
    pub fn describe_value(&self, value: &ProfileValue) -> String {
        match value {
            ProfileValue::Text(text) => text.clone(),
            ProfileValue::On => "true".to_owned(),
            ProfileValue::Links(links) => links.iter().map(|link| self.describe(link)).collect::<Vec<_>>().join(", "),
        }
    }

    /// Links that somebody else made, for people.
    #[must_use]
    pub fn describe_links(&self, additions: &Additions) -> Vec<String> {
        let links = additions.links.iter();
        links
            .flat_map(|(field, links)| links.iter().map(move |link| format!("{field}: {}", self.describe(link))))
            .collect()
    }

    /// What people put into a profile and what stays there, by field: what files cannot name and, where `shared` says so, the
    /// rest. `asked` is what the files say of it. Where a language takes one component alone, theirs makes room for another's.
    #[must_use]
    pub fn added_links(
        &self,
        live: &LiveStyleProfile,
        binding: Option<&Binding>,
        asked: Option<&AskedLinks>,
        shared: bool,
    ) -> BTreeMap<ProfileField, Vec<Component>> {
        let mut added: BTreeMap<ProfileField, Vec<Component>> = BTreeMap::new();
        let mut taken = asked.map(|asked| asked.languages.clone()).unwrap_or_default();
        for (field, link) in live.content.links() {
            let Some(id) = link.id() else { continue };
            let is_wanted = asked.is_some_and(|asked| asked.content.links().any(|(_, wanted)| wanted == link));
            let is_ours = binding.is_some_and(|binding| binding.linked(field, link));
            let is_nameable = self.in_files(link) != *link;
            if is_wanted || is_ours || (is_nameable && !shared) {
                continue;
            }
            let stays = match asked.and_then(|asked| asked.departing.get(id)) {
                None => Some((link.clone(), self.language_of(field, id))),
                Some(Some(heir)) => {
                    Some((Component::Managed(heir.address.clone()), Some((field, heir.language.clone()))))
                }
                Some(None) => None,
            };
            let Some((link, language)) = stays else { continue };
            if language.is_none_or(|language| taken.insert(language)) {
                added.entry(field).or_default().push(link);
            }
        }
        added
    }

    /// What a field takes one component of, where it does and the account tells.
    fn language_of(&self, field: ProfileField, id: &Id) -> Option<(ProfileField, Language)> {
        let language = match field {
            ProfileField::Styles => &self.live.styles.get(id)?.language,
            ProfileField::TranslationMemories => {
                &self.memories()?.iter().find(|memory| memory.id == *id)?.source_language
            }
            ProfileField::Description
            | ProfileField::Industry
            | ProfileField::Glossaries
            | ProfileField::GlossaryPriority => return None,
        };
        Some((field, language.clone()))
    }

    /// What the files say of the links of a profile whose keys are ids where they have any.
    #[must_use]
    pub fn asked_links(&self, wanted: &StyleProfile, desired: &Desired) -> AskedLinks {
        let content = wanted.content();
        let language = |(field, link): (ProfileField, &Component)| match self.in_files(link) {
            Component::Managed(address) if field == ProfileField::Styles => {
                let style = desired.styles().get(&address.key);
                style.map(|style| (field, style.language.value.clone()))
            }
            Component::Id(id) => self.language_of(field, &id),
            Component::Memory(_) => self.language_of(field, &self.resolve(link)?),
            Component::Managed(_) => None,
        };
        let languages = content.links().filter_map(language).collect();
        AskedLinks { content, languages, departing: BTreeMap::new() }
    }

    /// A value without links to what the account does not have any more: what vanished with a component is nobody's edit.
    #[must_use]
    pub fn without_vanished(&self, field: ProfileField, value: &ProfileValue) -> Option<ProfileValue> {
        let FieldForm::Links(Some(kind)) = field.form() else { return Some(value.clone()) };
        value.without(|link| {
            let Some(id) = link.id() else { return false };
            let bound = self.state.bindings.values().any(|binding| binding.id == *id);
            let is_there = bound || self.live.get(kind, id).is_some() || !self.was_read(kind);
            self.live.missing.contains(id) || !is_there
        })
    }

    /// Whether the account was read as far as this kind, and has any of it.
    fn was_read(&self, kind: Kind) -> bool {
        self.live.resources_of_kind(kind).next().is_some()
    }

    /// Whether it was us who made a field say this, but for links of people that are no reason to stop: those to what the same
    /// plan takes from the service (`departing`), and those that the files name as well by now.
    #[must_use]
    pub fn wrote_rest_of_field(
        &self,
        binding: &Binding,
        field: ProfileField,
        live: Option<&ProfileValue>,
        wanted: Option<&ProfileValue>,
        departing: &BTreeMap<Id, Option<Heir>>,
    ) -> bool {
        let named = wanted.map(ProfileValue::links).unwrap_or_default();
        let rest = live.and_then(|value| {
            value.without(|link| {
                let goes = link.id().is_some_and(|id| departing.contains_key(id));
                (goes || named.contains(link)) && !binding.linked(field, link)
            })
        });
        self.wrote_field(binding, field, live) || self.wrote_field(binding, field, rest.as_ref())
    }

    /// Whether it was us who made a field say this, or nothing but a component that is gone lies between.
    #[must_use]
    pub fn wrote_field(&self, binding: &Binding, field: ProfileField, live: Option<&ProfileValue>) -> bool {
        binding.wrote_field(field, live)
            || binding
                .written_values(field)
                .any(|written| written.and_then(|written| self.without_vanished(field, written)).as_ref() == live)
    }
}
