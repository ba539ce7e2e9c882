//! One style profile, wanted against live: a change for each field, and one PATCH with what differs.
//!
//! Keys become ids before anything is compared, after every other resource was planned: what the same plan creates or
//! replaces has none yet and is known after apply. Always holds: nothing is deleted that a profile of this project goes on
//! holding.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::resource::{LiveResource, LiveResourceRef, ResourceContent};
use crate::model::style_profile::{
    Component, LiveStyleProfile, ProfileContent, ProfileField, ProfilePatch, ProfileValue, StyleProfile,
};
use crate::model::{Address, Id, Language};
use crate::plan::component::{ComponentIndex, Heir};
use crate::plan::desired_resource::DesiredResource;
use crate::plan::planner::Planner;
use crate::plan::resource_diff::{ResourceDiff, build_change, classify_cause, classify_return};
use crate::plan::translation_memory::{MismatchReason, find_memory};
use crate::plan::{Action, Additions, Cause, Change, ChangedField, Operation, PlanItem, Safeguard, Step};
use crate::state::Binding;

/// What is known of a component when profiles are planned.
enum ComponentFate {
    /// It has this id and keeps it.
    Known(Id),
    /// The plan creates or replaces it.
    AfterApply,
    /// It is not on the service, and this plan does not bring it there.
    Absent,
}

impl<'a> Planner<'a> {
    /// What is known of components.
    pub(super) fn components(&self) -> ComponentIndex<'a> {
        ComponentIndex::new(self.state, self.live)
    }

    /// Plans a profile, once everything that it may name is planned.
    pub(super) fn plan_style_profile(&mut self, address: &Address, wanted: &StyleProfile) {
        let restored = self.restore_links(wanted);
        let resolved = restored.resolved(|component| match component {
            Component::Managed(of) => match self.component_fate(of) {
                ComponentFate::Known(id) => Some(id),
                ComponentFate::AfterApply | ComponentFate::Absent => None,
            },
            Component::Id(_) | Component::Memory(_) => self.components().resolve(component),
        });
        let blocked = self.plan.blockers.len();
        self.block_absent_components(address, &resolved);
        self.block_memories(address, &resolved);
        if self.plan.blockers.len() == blocked {
            self.plan_desired(address, DesiredResource::StyleProfile(&resolved));
        } else {
            // It is not wanted otherwise, it cannot be told yet.
            self.claimed.extend(self.state.bindings.get(address).map(|binding| binding.id.clone()));
        }
    }

    /// A snapshot names ids: what has got another one since is named by its address.
    fn restore_links(&self, wanted: &StyleProfile) -> StyleProfile {
        let Some(undo) = &self.options.undo else { return wanted.clone() };
        let mut restored = wanted.clone();
        for placed in restored.fields.values_mut() {
            let ProfileValue::Links(links) = &mut placed.value else { continue };
            for link in links {
                let was = link.id().and_then(|id| undo.resources.iter().find(|(_, target)| target.id == *id));
                if let Some((address, _)) = was {
                    *link = Component::Managed(address.clone());
                }
            }
        }
        restored
    }

    fn component_fate(&self, address: &Address) -> ComponentFate {
        for item in self.plan.items.iter().filter(|item| item.address == *address) {
            match (item.operation, &item.id) {
                (Operation::Create | Operation::Replace, _) => return ComponentFate::AfterApply,
                (Operation::Update | Operation::Import, Some(id)) => return ComponentFate::Known(id.clone()),
                (
                    Operation::Update | Operation::Import | Operation::Delete | Operation::Forget | Operation::Sweep,
                    _,
                ) => {}
            }
        }
        let old = self.moved_addresses.iter().find(|(_, new)| *new == address).map(|(old, _)| old);
        if let Some(binding) = self.state.bindings.get(old.unwrap_or(address)) {
            return ComponentFate::Known(binding.id.clone());
        }
        // Why it is not planned is told where it is.
        let stopped = self.plan.blockers.iter().any(|blocker| blocker.address.as_ref() == Some(address));
        if stopped { ComponentFate::AfterApply } else { ComponentFate::Absent }
    }

    /// A component that neither is there nor comes.
    fn block_absent_components(&mut self, address: &Address, resolved: &StyleProfile) {
        let content = resolved.content();
        for (_, link) in content.links() {
            let Component::Managed(of) = link else { continue };
            if !matches!(self.component_fate(of), ComponentFate::Absent) {
                continue;
            }
            let message = format!("it names {of}, which is not on the service, and this plan does not create it");
            let help = if self.is_targeted(of) {
                format!("plan {of} first, or take it out of the profile")
            } else {
                format!("pass `--target {of}` as well")
            };
            self.block(Safeguard::ProfileComponent, Some(address), message, help);
        }
    }

    /// Memories that are not there, are meant by several, or of which the profile wants two of one source language.
    fn block_memories(&mut self, address: &Address, resolved: &StyleProfile) {
        let content = resolved.content();
        let links = content.fields.get(&ProfileField::TranslationMemories).map(ProfileValue::links).unwrap_or_default();
        if links.is_empty() {
            return;
        }
        let (components, live) = (self.components(), self.live);
        let Some(memories) = components.memories() else {
            if links.iter().all(|link| link.id().is_some()) {
                return;
            }
            let why = match &live.translation_memories {
                Some(Err(why)) => why.as_str(),
                Some(Ok(_)) | None => "the snapshot does not tell them",
            };
            let message = format!("the translation memories that it names cannot be looked up: {why}");
            let help = "use a key that may list them, or take `translation_memories` out of the profile";
            self.block(Safeguard::UnknownTranslationMemory, Some(address), message, help);
            return;
        };
        let mut sources: BTreeSet<&Language> = BTreeSet::new();
        for link in links {
            match link {
                Component::Memory(name) => {
                    if let Err(unfit) = find_memory(name, memories) {
                        let safeguard = match unfit.reason {
                            MismatchReason::Ambiguous => Safeguard::AmbiguousTranslationMemory,
                            MismatchReason::Unknown | MismatchReason::Languages => Safeguard::UnknownTranslationMemory,
                        };
                        self.block(safeguard, Some(address), unfit.message, unfit.help);
                    }
                }
                Component::Id(id) => {
                    let Some(memory) = memories.iter().find(|memory| memory.id == *id) else { continue };
                    if !sources.insert(&memory.source_language) {
                        let message = format!(
                            "it names two translation memories of the source language `{}`: a profile takes one",
                            memory.source_language
                        );
                        let help = format!("take one of them out, `{}` for example", memory.name);
                        self.block(Safeguard::TranslationMemoryLanguages, Some(address), message, help);
                    }
                }
                Component::Managed(_) => {}
            }
        }
    }

    /// A live profile without what people put there and what stays, and that. A snapshot names their links of then, which stay
    /// theirs.
    pub(super) fn split_style_profile(
        &self,
        address: &Address,
        wanted: &StyleProfile,
        live: &LiveStyleProfile,
        binding: Option<&Binding>,
    ) -> Option<(LiveResource, Additions)> {
        let components = self.components();
        let mut asked = components.asked_links(wanted, self.desired);
        asked.departing = self.departing_components();
        if self.options.undo.is_some() {
            asked.content = ProfileContent::default();
            asked.languages.clear();
        }
        let links = components.added_links(live, binding, Some(&asked), self.shared_parts(address).links);
        split_links(live, links).map(|(own, additions)| (LiveResource::StyleProfile(own), additions))
    }

    /// Ids that this plan takes from the service, as far as it is made when profiles are planned, and what comes in their place.
    pub(super) fn departing_components(&self) -> BTreeMap<Id, Option<Heir>> {
        let heir = |item: &PlanItem| {
            let language = item.language.clone().filter(|_| item.operation == Operation::Replace)?;
            Some(Heir { address: item.address.clone(), language })
        };
        let items = self.plan.items.iter();
        let planned = items.flat_map(|item| item.deleted_ids().into_iter().map(move |id| (id.clone(), heir(item))));
        let begun = self.state.pending_deletions.keys().filter(|id| !self.claimed.contains(*id));
        begun.map(|id| (id.clone(), None)).chain(planned).collect()
    }

    /// What is deleted or replaced while a profile of this project goes on holding it, is not.
    pub(super) fn block_held_components(&mut self) {
        let mut held = Vec::new();
        for (address, id) in
            self.plan.items.iter().flat_map(|item| item.deleted_ids().into_iter().map(|id| (&item.address, id)))
        {
            held.extend(self.profiles_that_keep(id).map(|profile| (address.clone(), id.clone(), profile.clone())));
        }
        for (address, id, profile) in held {
            let message = format!("{id} would be deleted while {profile} holds it");
            let help = if self.is_targeted(&profile) {
                format!(
                    "take it out of {profile}, or delete {profile} too: a profile lets go before what it holds goes"
                )
            } else {
                format!("pass `--target {profile}` as well, so that it lets go first")
            };
            self.block(Safeguard::ProfileComponent, Some(&address), message, help);
        }
    }

    /// Managed profiles that hold an id and that this plan does not make let go of it.
    fn profiles_that_keep(&self, id: &Id) -> impl Iterator<Item = &'a Address> {
        let component = Component::Id(id.clone());
        let lets_go = |address: &Address, binding: &Binding| {
            self.plan.items.iter().any(|item| {
                let same = item.address == *address || item.moved_from.as_ref() == Some(address);
                same && item.id.as_ref() == Some(&binding.id)
                    && !item.desired.as_deref().is_some_and(|content| holds(content, &component))
            })
        };
        let (state, live) = (self.state, self.live);
        let profiles = state.bindings.iter().filter(|(_, binding)| match live.style_profiles.get(&binding.id) {
            Some(profile) => profile.holds(id),
            None => binding.links_anywhere(&component) && !live.missing.contains(&binding.id),
        });
        let kept: Vec<&'a Address> =
            profiles.filter(|(address, binding)| !lets_go(address, binding)).map(|(address, _)| address).collect();
        kept.into_iter()
    }
}

/// A live profile without these links, and them; nothing where there are none.
pub(super) fn split_links(
    live: &LiveStyleProfile,
    links: BTreeMap<ProfileField, Vec<Component>>,
) -> Option<(LiveStyleProfile, Additions)> {
    if links.is_empty() {
        return None;
    }
    let additions = Additions { links, ..Additions::default() };
    let mut content = ResourceContent::StyleProfile(live.content.clone());
    additions.remove_from(&mut content);
    let ResourceContent::StyleProfile(content) = content else { return None };
    Some((LiveStyleProfile { content, ..live.clone() }, additions))
}

/// Compares. `binding` tells what was last applied, and so why things differ.
pub(super) fn compare_style_profiles(
    wanted: &StyleProfile,
    live: &LiveStyleProfile,
    binding: Option<&Binding>,
    components: &ComponentIndex<'_>,
    departing: &BTreeMap<Id, Option<Heir>>,
    additions: &Additions,
) -> ResourceDiff {
    let content = wanted.content();
    let links = live.content.links().count();
    let mut difference = ResourceDiff::new(links, ResourceContent::StyleProfile(content.clone()));
    let mut patch = ProfilePatch::default();
    let cause = |ours: bool, last: bool| classify_cause(binding.is_some(), ours, last);
    for field in ProfileField::ALL {
        let (before, after) = (live.content.fields.get(&field), content.fields.get(&field));
        if before == after || binding.is_some_and(|binding| binding.stored_differently(field, before, after)) {
            continue;
        }
        let ours =
            binding.is_some_and(|binding| components.wrote_rest_of_field(binding, field, before, after, departing));
        let last = binding.is_some_and(|binding| binding.applied_value(field) == after);
        let was = binding.and_then(|binding| components.without_vanished(field, binding.applied_value(field)?));
        let returns = is_missed(was.as_ref(), before, after);
        let text = |value: &ProfileValue| components.describe_value(value).into();
        let place = wanted.field_place(field);
        difference.removed += before
            .map(ProfileValue::links)
            .unwrap_or_default()
            .iter()
            .filter(|link| !after.is_some_and(|after| after.links().contains(link)))
            .count();
        difference.changes.push(build_change(
            ChangedField::Profile(field),
            before.map(text),
            after.map(text),
            classify_return(binding.is_some(), ours, returns, last),
            Some(place),
        ));
        patch.fields.insert(field, after.cloned());
    }
    // Where order meant nothing until now, nobody knows which there is.
    let glossaries = ProfileField::Glossaries;
    if patch.fields.get(&ProfileField::GlossaryPriority).is_some_and(Option::is_some)
        && (content.fields.contains_key(&glossaries) || additions.links.contains_key(&glossaries))
    {
        patch.fields.insert(glossaries, content.fields.get(&glossaries).cloned());
    }
    let (name, held) = (&content.name, &live.content.name);
    let last = binding.is_some_and(|binding| binding.applied.name() == name);
    let stored_differently = last && binding.is_some_and(|binding| binding.applied.has_name(held));
    if held != name && !stored_differently {
        let ours = binding.is_some_and(|binding| binding.wrote_name(held));
        let (before, after) = (Some(held.into()), Some(name.into()));
        let place = Some(&wanted.name.place);
        difference.changes.push(build_change(ChangedField::Name, before, after, cause(ours, last), place));
        patch.name = Some(name.clone());
    }
    if !difference.changes.is_empty() {
        let changes = (0..difference.changes.len()).collect();
        difference.steps.push(Step { action: Action::StyleProfile(patch), changes });
    }
    difference
}

/// Whether something that was applied and is wanted is not there: a link, or all that a field said.
pub(super) fn is_missed(
    applied: Option<&ProfileValue>,
    live: Option<&ProfileValue>,
    wanted: Option<&ProfileValue>,
) -> bool {
    let has = |value: Option<&ProfileValue>, link: &Component| value.is_some_and(|value| value.links().contains(link));
    applied.is_some_and(|applied| match applied {
        ProfileValue::Links(links) => links.iter().any(|link| !has(live, link) && has(wanted, link)),
        ProfileValue::Text(_) | ProfileValue::On => live.is_none() && wanted.is_some(),
    })
}

/// Fields that hold additions and are not written stay in the order that they have.
pub(super) fn keep_unwritten_links(difference: &mut ResourceDiff, live: LiveResourceRef<'_>, additions: &Additions) {
    let (ResourceContent::StyleProfile(content), LiveResourceRef::StyleProfile(live)) =
        (&mut difference.desired_content, live)
    else {
        return;
    };
    let is_written = |field| {
        difference
            .steps
            .iter()
            .any(|step| step.action.as_style_profile().is_some_and(|patch| patch.fields.contains_key(field)))
    };
    for field in additions.links.keys().filter(|field| !is_written(*field)) {
        content.fields.extend(live.content.fields.get(field).map(|value| (*field, value.clone())));
    }
}

/// The changes that a new profile brings, all of them coming.
pub(super) fn style_profile_creation(wanted: &StyleProfile, components: &ComponentIndex<'_>) -> Vec<Change> {
    let content = wanted.content();
    let fields = content.fields.iter().map(|(field, value)| {
        let after = Some(components.describe_value(value).into());
        build_change(ChangedField::Profile(*field), None, after, Cause::Unknown, Some(wanted.field_place(*field)))
    });
    fields.collect()
}

fn holds(content: &ResourceContent, component: &Component) -> bool {
    match content {
        ResourceContent::StyleProfile(content) => content.links().any(|(_, link)| link == component),
        ResourceContent::Style(_) | ResourceContent::TermSet(_) => false,
    }
}
