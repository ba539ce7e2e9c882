//! What changed in style profiles since they were last applied, and what of it belongs into the files: field by field.
//!
//! What files cannot name, or share with people, is left out before anything is compared: it stays on the service, and is told.
//! A link that vanished with what it led to is nobody's edit.

use std::collections::BTreeMap;

use crate::check::Desired;
use crate::model::style_profile::{LiveStyleProfile, ProfileContent, ProfileField, ProfileValue, StyleProfile};
use crate::model::{Address, LiveAccount};
use crate::plan::component::ComponentIndex;
use crate::plan::drift_verdict::DriftVerdict;
use crate::plan::style_profile::{is_missed, split_links};
use crate::plan::{Cause, Change, ChangedField};
use crate::state::{Applied, Binding, State};

/// One field that the service changed, and what it means for the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileDelta {
    /// Which; nothing for the name.
    pub field: Option<ProfileField>,
    /// As held, in the words of files where they have any.
    pub after: Option<ProfileValue>,
    /// As held, by ids, without what people added.
    pub held: Option<ProfileValue>,
    /// What it means for the files.
    pub verdict: DriftVerdict,
    /// The change for people: `before` as last applied, `after` as held.
    pub change: Change,
}

/// A live profile against what was last applied.
pub(super) struct JudgedProfile {
    /// What the service changed and the files say already.
    pub(super) accepted: Vec<ProfileDelta>,
    /// What else it changed.
    pub(super) open: Vec<ProfileDelta>,
    /// Links of people, for people: they stay.
    pub(super) added: Vec<String>,
}

/// Compares a managed profile with what was last applied, and judges what it means for the files.
pub(super) fn judge_style_profile(
    state: &State,
    live: &LiveAccount,
    desired: Option<&Desired>,
    address: &Address,
    held: &LiveStyleProfile,
    shared: bool,
) -> JudgedProfile {
    let none = JudgedProfile { accepted: Vec::new(), open: Vec::new(), added: Vec::new() };
    let Some(binding) = state.bindings.get(address) else { return none };
    let wanted = desired.and_then(|desired| desired.style_profiles().get(&address.key));
    let components = ComponentIndex::new(state, live);
    let asked = wanted.zip(desired).map(|(wanted, desired)| {
        let resolved = wanted.resolved(|component| components.resolve(component));
        components.asked_links(&resolved, desired)
    });
    let split = split_links(held, components.added_links(held, Some(binding), asked.as_ref(), shared));
    let added = split.as_ref().map(|(_, additions)| components.describe_links(additions)).unwrap_or_default();
    let own = split.as_ref().map_or(held, |(own, _)| own);
    let deltas = style_profile_deltas(binding, own, wanted, &components).into_iter();
    let (accepted, open) = deltas.partition(|delta| delta.verdict == DriftVerdict::AlreadyInFiles);
    JudgedProfile { accepted, open, added }
}

/// Everything in which a live profile, but for what people added, differs from what we made it say.
#[must_use]
pub fn style_profile_deltas(
    binding: &Binding,
    live: &LiveStyleProfile,
    wanted: Option<&StyleProfile>,
    components: &ComponentIndex<'_>,
) -> Vec<ProfileDelta> {
    let own = wanted.map(|wanted| wanted.resolved(|component| components.resolve(component)).content());
    let said = &live.content;
    let mut deltas = Vec::new();
    if !binding.wrote_name(&said.name) {
        let agreed = own.as_ref().is_some_and(|own| own.name == said.name);
        let unchanged = own.as_ref().is_some_and(|own| binding.applied.has_name(&own.name));
        deltas.push(ProfileDelta {
            field: None,
            after: Some(ProfileValue::Text(said.name.clone())),
            held: Some(ProfileValue::Text(said.name.clone())),
            verdict: choose_verdict(agreed, unchanged),
            change: Change {
                field: ChangedField::Name,
                before: Some(binding.applied.name().into()),
                after: Some((&said.name).into()),
                cause: Cause::Unknown,
                place: wanted.map(|wanted| wanted.name.place.clone()),
            },
        });
    }
    for field in ProfileField::ALL {
        let now = said.fields.get(&field);
        let last = binding.applied_value(field);
        let own_value = own.as_ref().and_then(|own| own.fields.get(&field));
        let there = last.and_then(|last| components.without_vanished(field, last));
        // Also where a run that did not end was to take it away: people may have, and a plan calls it drift.
        let is_missed = is_missed(there.as_ref(), now, own_value);
        if !is_missed && components.wrote_field(binding, field, now) {
            continue;
        }
        let text = |value: &ProfileValue| components.describe_value(value).into();
        let agreed = own_value == now
            || (!is_missed && components.wrote_rest_of_field(binding, field, now, own_value, &BTreeMap::new()));
        deltas.push(ProfileDelta {
            field: Some(field),
            after: now.map(|value| components.value_in_files(value)),
            held: now.cloned(),
            verdict: choose_verdict(own.is_some() && agreed, own_value == last),
            change: Change {
                field: ChangedField::Profile(field),
                before: last.map(text),
                after: now.map(text),
                cause: Cause::Unknown,
                place: wanted.map(|wanted| wanted.field_place(field).clone()),
            },
        });
    }
    deltas
}

fn choose_verdict(agreed: bool, unchanged: bool) -> DriftVerdict {
    match (agreed, unchanged) {
        (true, _) => DriftVerdict::AlreadyInFiles,
        (false, true) => DriftVerdict::WriteToFiles,
        (false, false) => DriftVerdict::Conflict,
    }
}

impl ProfileDelta {
    /// Whether files say what the service says.
    #[must_use]
    pub fn is_in_files(&self, wanted: &StyleProfile) -> bool {
        let said = wanted.content();
        let Some(field) = self.field else {
            return self.after == Some(ProfileValue::Text(said.name));
        };
        // Whether order counts, the files say.
        let priority = said.fields.get(&ProfileField::GlossaryPriority).cloned();
        let priority = priority.map(|on| (ProfileField::GlossaryPriority, on));
        let fields = priority.into_iter().chain(self.after.clone().map(|after| (field, after))).collect();
        let held = ProfileContent { name: String::new(), fields }.normalized();
        held.fields.get(&field) == said.fields.get(&field)
    }

    /// What the files say of it, for people.
    #[must_use]
    pub fn desired_text(&self, wanted: &StyleProfile, components: &ComponentIndex<'_>) -> Option<String> {
        match self.field {
            None => Some(wanted.name.value.clone()),
            Some(field) => {
                let said = wanted.resolved(|component| components.resolve(component)).content();
                said.fields.get(&field).map(|value| components.describe_value(value))
            }
        }
    }
}

/// What is remembered once these changes are settled: for them, what the service holds; for the rest, what was applied.
pub(super) fn settled_style_profile_binding(binding: &Binding, settled: &[ProfileDelta]) -> Binding {
    let mut binding = Binding { sealed: true, ..binding.clone() };
    let Applied::StyleProfile(applied) = &mut binding.applied else { return binding };
    for delta in settled {
        match (delta.field, &delta.held) {
            (None, Some(ProfileValue::Text(name))) => applied.sent.name.clone_from(name),
            (None, _) => {}
            (Some(field), Some(value)) => drop(applied.sent.fields.insert(field, value.clone())),
            (Some(field), None) => drop(applied.sent.fields.remove(&field)),
        }
    }
    applied.sent = std::mem::take(&mut applied.sent).normalized();
    applied.stored = None;
    binding
}
