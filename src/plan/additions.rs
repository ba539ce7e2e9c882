//! What people added to parts that the files share with them: kept, counted, and never compared.
//!
//! An addition is what stands on the service in a shared part, is not named by the files, and was not put there by us.
//! Always holds: what the files name is enforced as ever; what was applied and left the files goes once, and never takes
//! with it what people added. A live resource is split into what is ours to compare and the additions; what is written as a
//! whole (rules, the entries of a part) is written with them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::model::glossary::Glossary;
use crate::model::resource::{LiveResource, LiveResourceRef, ResourceContent};
use crate::model::shared_parts::SharedParts;
use crate::model::spoken_terms::SpokenTerms;
use crate::model::style::{Instruction, LiveStyle, RuleKey, Style};
use crate::model::style_profile::{Component, ProfileField, ProfileValue, StyleProfile};
use crate::model::term_set::{LiveTermSet, LiveTermSetPart, TermEntries, TermSet, TermSetPart, digest_of_entries};
use crate::model::{Address, Id, SharedText};
use crate::plan::desired_resource::{DesiredResource, DesiredTermSet};
use crate::plan::term_set::find_applied_entries;
use crate::plan::{Action, Step, StyleAction, TermSetAction};
use crate::state::Binding;
use crate::state::applied::AppliedPart;

/// What people added to a resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// Rules of a list.
    pub rules: BTreeMap<RuleKey, SharedText>,
    /// Instructions of a list.
    pub instructions: Vec<Instruction>,
    /// Entries of a term set, by part.
    pub entries: BTreeMap<TermSetPart, BTreeMap<String, String>>,
    /// Links of a style profile: those that files cannot name, and those that they share.
    pub links: BTreeMap<ProfileField, Vec<Component>>,
}

/// Additions of one resource, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAdditions {
    /// The resource.
    pub address: Address,
    /// What they are, each in a few words.
    pub names: Vec<String>,
}

impl KeptAdditions {
    /// The resource and how many they are.
    #[must_use]
    pub fn describe(&self) -> String {
        format!("{}: {} more on the service, kept (-v lists them)", self.address, self.names.len())
    }
}

/// Additions that a line names; more are counted.
const MAX_NAMED: usize = 5;

impl KeptAdditions {
    /// The same with the names of the first.
    #[must_use]
    pub fn describe_named(&self) -> String {
        let names = self.names.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(", ");
        let more = if self.names.len() > MAX_NAMED { ", …" } else { "" };
        format!("{}: {} more on the service, kept: {names}{more}", self.address, self.names.len())
    }
}

impl Additions {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { rules, instructions, entries, links } = self;
        rules.is_empty() && instructions.is_empty() && entries.is_empty() && links.is_empty()
    }

    /// What is held in shared parts beside a content.
    #[must_use]
    pub fn beside(shared: SharedParts, content: &ResourceContent, live: &ResourceContent) -> Self {
        let mut additions = Self::default();
        match (content, live) {
            (ResourceContent::Style(content), ResourceContent::Style(live)) => {
                let rules = live.rules.iter().filter(|(key, _)| shared.rules && !content.rules.contains_key(*key));
                additions.rules.extend(rules.map(|(key, value)| (key.clone(), value.clone())));
                let named = |live: &Instruction| content.instructions.iter().any(|own| own.label == live.label);
                let said = live.instructions.iter().filter(|live| shared.instructions && !named(live));
                additions.instructions.extend(said.cloned());
            }
            (ResourceContent::TermSet(content), ResourceContent::TermSet(live)) if shared.has_entries() => {
                for (part, entries) in &live.parts {
                    let own = content.parts.get(part);
                    let added = entries.iter().filter(|(source, _)| !own.is_some_and(|own| own.contains_key(*source)));
                    let added: BTreeMap<_, _> =
                        added.map(|(source, target)| (source.clone(), target.clone())).collect();
                    if !added.is_empty() {
                        additions.entries.insert(part.clone(), added);
                    }
                }
            }
            (ResourceContent::StyleProfile(content), ResourceContent::StyleProfile(live)) if shared.links => {
                for (field, link) in live.links() {
                    if !content.links().any(|own| own == (field, link)) {
                        additions.links.entry(field).or_default().push(link.clone());
                    }
                }
            }
            (ResourceContent::Style(_) | ResourceContent::TermSet(_) | ResourceContent::StyleProfile(_), _) => {}
        }
        additions
    }

    /// Those that a content does not name.
    #[must_use]
    pub fn not_in(mut self, content: &ResourceContent) -> Self {
        let Self { rules, instructions, entries, links } = &mut self;
        match content {
            ResourceContent::Style(style) => {
                rules.retain(|key, _| !style.rules.contains_key(key));
                instructions.retain(|said| !style.instructions.iter().any(|own| own.label == said.label));
            }
            ResourceContent::TermSet(term_set) => {
                for (part, added) in entries.iter_mut() {
                    let own = term_set.parts.get(part);
                    added.retain(|source, _| !own.is_some_and(|own| own.contains_key(source)));
                }
                entries.retain(|_, added| !added.is_empty());
            }
            ResourceContent::StyleProfile(profile) => {
                for (field, added) in links.iter_mut() {
                    added.retain(|link| !profile.links().any(|own| own == (*field, link)));
                }
                links.retain(|_, added| !added.is_empty());
            }
        }
        self
    }

    /// The same with the ids of components that `find` knows.
    #[must_use]
    pub fn resolved(&self, find: impl Fn(&Component) -> Option<Id>) -> Self {
        let mut resolved = self.clone();
        for link in resolved.links.values_mut().flatten() {
            if let Some(id) = find(link) {
                *link = Component::Id(id);
            }
        }
        resolved
    }

    /// Each of them in a few words.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let Self { rules, instructions, entries, links } = self;
        let rules = rules.iter().map(|(key, value)| format!("{key}: {value}"));
        let instructions = instructions.iter().map(|said| format!("instruction {:?}", said.label));
        let entries = entries.iter().flat_map(|(part, entries)| {
            entries.keys().map(move |source| format!("{} {source:?} of {part}", part.entry_noun()))
        });
        let links = links.iter().flat_map(|(field, links)| links.iter().map(move |link| format!("{field}: {link}")));
        rules.chain(instructions).chain(entries).chain(links).collect()
    }

    /// A content with the additions.
    pub fn add_to(&self, content: &mut ResourceContent) {
        let Self { rules, instructions, entries, links } = self;
        match content {
            ResourceContent::StyleProfile(profile) => {
                for field in links.keys() {
                    let all = self.links_with(*field, profile.fields.get(field));
                    profile.fields.extend(all.map(|all| (*field, all)));
                }
                *profile = std::mem::take(profile).normalized();
            }
            ResourceContent::Style(style) => {
                style.rules.extend(rules.iter().map(|(key, value)| (key.clone(), value.clone())));
                style.instructions.extend(instructions.iter().cloned());
            }
            ResourceContent::TermSet(term_set) => {
                for part in entries.keys() {
                    let all = self.entries_with(part, term_set.parts.get(part));
                    term_set.parts.extend(all.map(|all| (part.clone(), all)));
                }
            }
        }
    }

    /// The entries of a part with the additions to it; nothing where there are neither.
    #[must_use]
    pub fn entries_with(&self, part: &TermSetPart, own: Option<&TermEntries>) -> Option<TermEntries> {
        let Some(added) = self.entries.get(part) else { return own.cloned() };
        let mut all = own.map(|own| BTreeMap::clone(own)).unwrap_or_default();
        for (source, target) in added {
            all.entry(source.clone()).or_insert_with(|| target.clone());
        }
        Some(Arc::new(all))
    }

    /// The links of a field with the additions to it; nothing where there are neither.
    fn links_with(&self, field: ProfileField, own: Option<&ProfileValue>) -> Option<ProfileValue> {
        let Some(added) = self.links.get(&field) else { return own.cloned() };
        let own = own.map(ProfileValue::links).unwrap_or_default().iter();
        let added = added.iter().filter(|link| !own.clone().any(|own| own == *link));
        Some(ProfileValue::Links(own.clone().chain(added).cloned().collect()))
    }

    /// Steps that write a part as a whole, and so write the additions to it again.
    pub fn carry_along(&self, steps: &mut [Step]) {
        for Step { action, changes: _ } in steps {
            let whole = match action {
                Action::Style(StyleAction::ReplaceRules { rules, opaque_rules: _ }) => {
                    rules.extend(self.rules.iter().map(|(key, value)| (key.clone(), value.clone())));
                    continue;
                }
                Action::TermSet(TermSetAction::ReplacePart { part, entries }) => (part.clone(), Some(entries.clone())),
                Action::TermSet(TermSetAction::RemovePart { part }) => (part.clone(), None),
                Action::StyleProfile(patch) => {
                    for (field, value) in &mut patch.fields {
                        *value = self.links_with(*field, value.as_ref());
                    }
                    continue;
                }
                Action::Style(
                    StyleAction::Rename { .. }
                    | StyleAction::AddInstruction { .. }
                    | StyleAction::ReplaceInstruction { .. }
                    | StyleAction::RemoveInstruction { .. },
                )
                | Action::TermSet(TermSetAction::Rename { .. })
                | Action::Bind { .. }
                | Action::Create(_)
                | Action::Delete { .. }
                | Action::Unbind => continue,
            };
            let (part, own) = whole;
            if let (true, Some(entries)) = (self.entries.contains_key(&part), self.entries_with(&part, own.as_ref())) {
                *action = Action::TermSet(TermSetAction::ReplacePart { part, entries });
            }
        }
    }

    /// What is wanted without them: a snapshot names additions of then, which nobody has to write.
    #[must_use]
    pub fn leave_out(&self, wanted: DesiredResource<'_>) -> WantedWithout {
        match wanted {
            DesiredResource::Style(style) => {
                let mut style = style.clone();
                style.rules.retain(|key, _| !self.rules.contains_key(key));
                style
                    .instructions
                    .retain(|placed| !self.instructions.iter().any(|said| said.label == placed.value.label));
                WantedWithout::Style(Box::new(style))
            }
            DesiredResource::TermSet(DesiredTermSet::Glossary(glossary)) => {
                let mut glossary = glossary.clone();
                for (pair, dictionary) in &mut glossary.dictionaries {
                    let added = self.entries.get(&pair.to_part());
                    dictionary.entries.retain(|source, _| !added.is_some_and(|added| added.contains_key(source)));
                }
                glossary.dictionaries.retain(|_, dictionary| !dictionary.entries.is_empty());
                WantedWithout::Glossary(Box::new(glossary))
            }
            DesiredResource::TermSet(DesiredTermSet::SpokenTerms(terms)) => {
                let mut terms = terms.clone();
                for (language, list) in &mut terms.term_lists {
                    let added = self.entries.get(&TermSetPart::Terms(language.clone()));
                    list.terms.retain(|term, _| !added.is_some_and(|added| added.contains_key(term)));
                }
                terms.term_lists.retain(|_, list| !list.terms.is_empty());
                WantedWithout::SpokenTerms(Box::new(terms))
            }
            DesiredResource::StyleProfile(profile) => {
                let mut profile = profile.clone();
                for (field, placed) in &mut profile.fields {
                    let added = self.links.get(field);
                    if let ProfileValue::Links(links) = &mut placed.value {
                        links.retain(|link| !added.is_some_and(|added| added.contains(link)));
                    }
                }
                WantedWithout::StyleProfile(Box::new(profile))
            }
        }
    }

    /// A content without them.
    pub fn remove_from(&self, content: &mut ResourceContent) {
        let Self { rules, instructions, entries, links } = self;
        match content {
            ResourceContent::StyleProfile(profile) => {
                for (field, added) in links {
                    if let Some(ProfileValue::Links(all)) = profile.fields.get_mut(field) {
                        all.retain(|link| !added.contains(link));
                    }
                }
                *profile = std::mem::take(profile).normalized();
            }
            ResourceContent::Style(style) => {
                style.rules.retain(|key, _| !rules.contains_key(key));
                style.instructions.retain(|said| !instructions.contains(said));
            }
            ResourceContent::TermSet(term_set) => {
                for (part, added) in entries {
                    let Some(all) = term_set.parts.get_mut(part) else { continue };
                    let own = all.iter().filter(|(source, _)| !added.contains_key(*source));
                    let own: BTreeMap<String, String> = own.map(|(a, b)| (a.clone(), b.clone())).collect();
                    if own.is_empty() {
                        term_set.parts.remove(part);
                    } else {
                        *all = Arc::new(own);
                    }
                }
            }
        }
    }
}

/// What is wanted, but for additions.
#[derive(Debug)]
pub enum WantedWithout {
    /// Of a list.
    Style(Box<Style>),
    /// Of a glossary.
    Glossary(Box<Glossary>),
    /// Of spoken terms.
    SpokenTerms(Box<SpokenTerms>),
    /// Of a style profile.
    StyleProfile(Box<StyleProfile>),
}

impl WantedWithout {
    /// The same as anything that is wanted.
    #[must_use]
    pub fn as_desired(&self) -> DesiredResource<'_> {
        match self {
            Self::Style(style) => DesiredResource::Style(style),
            Self::Glossary(glossary) => DesiredResource::TermSet(DesiredTermSet::Glossary(glossary)),
            Self::SpokenTerms(terms) => DesiredResource::TermSet(DesiredTermSet::SpokenTerms(terms)),
            Self::StyleProfile(profile) => DesiredResource::StyleProfile(profile),
        }
    }
}

/// Splits a live resource into what is compared and what people added to its shared parts; nothing where they added nothing.
#[must_use]
pub fn split_resource(
    shared: SharedParts,
    wanted: DesiredResource<'_>,
    live: LiveResourceRef<'_>,
    binding: Option<&Binding>,
    restored: bool,
) -> Option<(LiveResource, Additions)> {
    if shared.is_empty() {
        return None;
    }
    let (own, additions) = match (wanted, live) {
        (DesiredResource::Style(wanted), LiveResourceRef::Style(live)) => {
            let (own, additions) = split_style(shared, wanted, live, binding, restored);
            (LiveResource::Style(own), additions)
        }
        (DesiredResource::TermSet(wanted), LiveResourceRef::TermSet(live)) => {
            let (own, additions) = split_term_set(shared, &wanted.content(), live, binding, restored);
            (LiveResource::TermSet(own), additions)
        }
        (DesiredResource::Style(_) | DesiredResource::TermSet(_) | DesiredResource::StyleProfile(_), _) => return None,
    };
    (!additions.is_empty()).then_some((own, additions))
}

/// Splits a live list into what is compared and what people added to its shared parts. `restored` says that what is wanted is a
/// snapshot, which names additions of then: those that are there stay additions.
#[must_use]
pub fn split_style(
    shared: SharedParts,
    wanted: &Style,
    live: &LiveStyle,
    binding: Option<&Binding>,
    restored: bool,
) -> (LiveStyle, Additions) {
    let mut additions = Additions::default();
    let mut own = live.clone();
    let applied = binding.and_then(|binding| binding.applied.style());
    if shared.rules {
        own.rules.retain(|key, value| {
            let named = !restored && wanted.rules.contains_key(key);
            let ours = applied.is_some_and(|applied| applied.rules.contains_key(key))
                || binding.is_some_and(|binding| binding.began_rule(key));
            if !named && !ours {
                additions.rules.insert(key.clone(), value.clone());
            }
            named || ours
        });
    }
    if shared.instructions {
        let labels: BTreeSet<SharedText> =
            live.instructions.iter().map(|held| held.instruction.label.clone()).collect();
        own.instructions.retain(|held| {
            let said = held.instruction.clone().normalized_for(&live.language);
            let named = !restored && wanted.instructions.iter().any(|placed| placed.value.label == said.label);
            let ours = applied.is_some_and(|applied| applied.instructions.contains_key(&said.label))
                || binding.is_some_and(|binding| binding.began_label(&said.label));
            // What was ours under another label that is gone is renamed, not added.
            let renamed = applied.is_some_and(|applied| {
                applied.instructions.iter().any(|(label, last)| {
                    !labels.contains(label)
                        && last.matches_prompt(&said.prompt)
                        && last.source_language == said.source_language
                })
            });
            if !named && !ours && !renamed {
                additions.instructions.push(said);
            }
            named || ours || renamed
        });
    }
    (own, additions)
}

/// The same of a term set.
#[must_use]
pub fn split_term_set(
    shared: SharedParts,
    wanted: &TermSet,
    live: &LiveTermSet,
    binding: Option<&Binding>,
    restored: bool,
) -> (LiveTermSet, Additions) {
    let mut additions = Additions::default();
    let mut own = live.clone();
    if !shared.has_entries() {
        return (own, additions);
    }
    let applied = binding.and_then(|binding| binding.applied.term_set());
    let begun = binding.map(|binding| binding.attempted.as_slice()).unwrap_or_default();
    for (part, held) in live.content().parts {
        let none = TermEntries::default();
        let asked = wanted.parts.get(&part).unwrap_or(&none);
        let last = applied.and_then(|applied| applied.parts.get(&part));
        let begun = begun.iter().filter_map(|begun| begun.term_set()?.parts.get(&part));
        let ours: Vec<OursEntries<'_>> =
            last.into_iter().chain(begun).map(|last| OursEntries::of(last, &held, asked)).collect();
        let added: BTreeMap<String, String> = held
            .iter()
            .filter(|(source, _)| restored || !asked.contains_key(*source))
            .filter(|(source, _)| !ours.iter().any(|ours| ours.contains(source)))
            .map(|(source, target)| (source.clone(), target.clone()))
            .collect();
        if added.is_empty() {
            continue;
        }
        let rest: BTreeMap<String, String> = held
            .iter()
            .filter(|(source, _)| !added.contains_key(*source))
            .map(|(source, target)| (source.clone(), target.clone()))
            .collect();
        if rest.is_empty() && last.is_none() {
            own.parts.remove(&part);
        } else {
            let (entry_count, entries) = (rest.len() as u64, Some(Arc::new(rest)));
            own.parts.insert(part.clone(), LiveTermSetPart { entry_count, entries });
        }
        additions.entries.insert(part, added);
    }
    (own, additions)
}

/// Which entries of a part were applied, as far as its record tells.
enum OursEntries<'a> {
    /// Every one that is held.
    All,
    /// Those of these digests.
    Digests(&'a BTreeSet<u64>),
    /// These.
    Sources(BTreeSet<String>),
    /// Nothing tells: people's work is not guessed to be ours.
    Unknown,
}

impl<'a> OursEntries<'a> {
    fn of(last: &'a AppliedPart, live: &TermEntries, asked: &'a TermEntries) -> Self {
        if let Some(sources) = &last.sources {
            return Self::Digests(sources);
        }
        // The part was not shared when it was applied.
        if last.matches_entries(&digest_of_entries(live)) {
            return Self::All;
        }
        let Some(among) = find_applied_entries(last, live, asked) else { return Self::Unknown };
        let common = live.iter().filter(|(source, target)| asked.get(*source) == Some(target));
        let sources = among.into_keys().map(str::to_owned).chain(common.map(|(source, _)| source.clone()));
        Self::Sources(sources.collect())
    }

    fn contains(&self, source: &str) -> bool {
        match self {
            Self::All => true,
            Self::Digests(digests) => digests.contains(&AppliedPart::source_digest(source)),
            Self::Sources(sources) => sources.contains(source),
            Self::Unknown => false,
        }
    }
}
