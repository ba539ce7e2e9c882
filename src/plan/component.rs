//! What state and account know of the components of style profiles: ids and keys of each other, names for people, and which
//! links are somebody else's.
//!
//! Always holds: a component is taken for one of this project only where the state binds its id; what a file cannot name is
//! never taken away, unless this project put it there.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Desired;
use crate::model::style_profile::{
    Component, FieldForm, LiveStyleProfile, ProfileContent, ProfileField, ProfileValue, StyleProfile,
};
use crate::model::translation_memory::TranslationMemory;
use crate::model::{Id, Kind, Language, LiveAccount};
use crate::plan::Additions;
use crate::state::{Binding, State};

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

    /// What a profile holds that files cannot name and that this project did not put there, by field. `wanted` is what the
    /// files say, with ids; where a language takes one list alone, theirs comes in the place of another's.
    #[must_use]
    pub fn foreign_links(
        &self,
        held: &LiveStyleProfile,
        binding: Option<&Binding>,
        wanted: Option<(&ProfileContent, &BTreeSet<Language>)>,
    ) -> BTreeMap<ProfileField, Vec<Component>> {
        let mut foreign: BTreeMap<ProfileField, Vec<Component>> = BTreeMap::new();
        for (field, link) in held.content.links() {
            let Some(id) = link.id() else { continue };
            let is_wanted = wanted.is_some_and(|(content, _)| content.links().any(|(_, wanted)| wanted == link));
            let is_ours = binding.is_some_and(|binding| binding.linked(field, link));
            let gives_way = wanted.is_some_and(|(_, languages)| {
                field == ProfileField::Styles
                    && self.live.styles.get(id).is_some_and(|list| languages.contains(&list.language))
            });
            if !is_wanted && !is_ours && !gives_way && self.in_files(link) == *link {
                foreign.entry(field).or_default().push(link.clone());
            }
        }
        foreign
    }

    /// Languages of the lists that a profile wants.
    #[must_use]
    pub fn wanted_languages(&self, wanted: &StyleProfile, desired: &Desired) -> BTreeSet<Language> {
        let content = wanted.content();
        let links = content.links().filter(|(field, _)| *field == ProfileField::Styles);
        links
            .filter_map(|(_, link)| match self.in_files(link) {
                Component::Managed(address) => {
                    desired.styles().get(&address.key).map(|style| style.language.value.clone())
                }
                Component::Id(id) => self.live.styles.get(&id).map(|list| list.language.clone()),
                Component::Memory(_) => None,
            })
            .collect()
    }

    /// A value without links to what the account does not have any more: what vanished with a component is nobody's edit.
    #[must_use]
    pub fn without_vanished(&self, field: ProfileField, value: &ProfileValue) -> Option<ProfileValue> {
        let (ProfileValue::Links(links), FieldForm::Links(Some(kind))) = (value, field.form()) else {
            return Some(value.clone());
        };
        let is_there = |link: &&Component| {
            let Some(id) = link.id() else { return true };
            let bound = self.state.bindings.values().any(|binding| binding.id == *id);
            !self.live.missing.contains(id) && (bound || self.live.get(kind, id).is_some() || !self.was_read(kind))
        };
        let rest: Vec<Component> = links.iter().filter(is_there).cloned().collect();
        (!rest.is_empty()).then_some(ProfileValue::Links(rest))
    }

    /// Whether the account was read as far as this kind, and has any of it.
    fn was_read(&self, kind: Kind) -> bool {
        self.live.resources_of_kind(kind).next().is_some()
    }

    /// Whether it was us who made a field say this, or nothing but a component that is gone lies between.
    #[must_use]
    pub fn wrote_field(&self, binding: &Binding, field: ProfileField, held: Option<&ProfileValue>) -> bool {
        binding.wrote_field(field, held)
            || binding
                .written_values(field)
                .any(|written| written.and_then(|written| self.without_vanished(field, written)).as_ref() == held)
    }
}
