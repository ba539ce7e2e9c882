//! What was last applied, small enough to be reviewed: rules in full, prompts and entries as digests.
//!
//! It tells our own writes from those of others: a live resource, or a piece of one, is *ours* where it is as it was last
//! applied, or as a run began to make it that did not finish.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::digest::{self, TextDigest};
use crate::model::resource::{LiveResourceRef, ResourceContent};
use crate::model::shared_parts::SharedParts;
use crate::model::style::{self, Instruction, RuleKey};
use crate::model::style_profile::{Component, ProfileContent, ProfileField, ProfileValue};
use crate::model::tag::Tag;
use crate::model::term_set::{TermEntries, TermSet, TermSetPart, digest_of_entries, sum_of_entries};
use crate::model::{Kind, Language, SharedText};
use crate::state::Binding;

/// What was last applied to a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Applied {
    /// To a style rule list.
    Style(AppliedStyle),
    /// To a glossary or a collection of spoken terms.
    TermSet(AppliedTermSet),
    /// To a style profile.
    StyleProfile(AppliedStyleProfile),
}

/// A list as last applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedStyle {
    /// Display name.
    pub name: String,
    /// The name as the service keeps it, where that differs from what was sent.
    pub stored_name: Option<String>,
    /// Root language.
    pub language: Language,
    /// Configured rules. What was begun says mostly what is there, so that both can name the same.
    pub rules: Arc<BTreeMap<RuleKey, SharedText>>,
    /// Instructions by label.
    pub instructions: Arc<BTreeMap<SharedText, AppliedInstruction>>,
    /// Parts that were shared with people.
    pub shared: SharedParts,
}

/// An instruction as last applied: in a state file, an object of these fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppliedInstruction {
    /// Digest of the prompt that was sent.
    pub prompt: TextDigest,
    /// Digest of the prompt as the service keeps it, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored_prompt: Option<Box<TextDigest>>,
    /// Language of the source text, where it is not the list's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_language: Option<Language>,
}

/// A term set as last applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedTermSet {
    /// Display name.
    pub name: String,
    /// The name as the service keeps it, where that differs from what was sent.
    pub stored_name: Option<String>,
    /// Its parts. Their entries are not remembered: they are many, and may be confidential.
    pub parts: BTreeMap<TermSetPart, AppliedPart>,
}

/// A style profile as last applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedStyleProfile {
    /// What was sent.
    pub sent: ProfileContent,
    /// What the service made of it, where that differs.
    pub stored: Option<ProfileContent>,
    /// Whether its links were shared with people.
    pub shared: bool,
}

/// A part as last applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedPart {
    /// How many entries were sent.
    pub count: u64,
    /// Digest of the entries that were sent.
    pub entries: String,
    /// Sum of the digests of the single entries: tells which of a few differing entries were among those sent.
    pub sum: u128,
    /// Digest of the entries as the service keeps them, where that differs.
    pub stored: Option<String>,
    /// Of a part that is shared with people: digests of the source phrases, to tell ours from what they added.
    pub sources: Option<BTreeSet<u64>>,
}

impl Applied {
    /// The same, with what it takes to know what people add to these parts.
    #[must_use]
    pub fn sharing_parts(mut self, shared: SharedParts, sent: &ResourceContent) -> Self {
        match (&mut self, sent) {
            (Self::Style(style), _) => style.shared = shared.of_kind(Kind::Style),
            (Self::TermSet(applied), ResourceContent::TermSet(sent)) if shared.has_entries() => {
                for (part, applied) in &mut applied.parts {
                    let entries = sent.parts.get(part).into_iter().flat_map(|entries| entries.keys());
                    applied.sources = Some(entries.map(|source| AppliedPart::source_digest(source)).collect());
                }
            }
            (Self::StyleProfile(profile), _) => profile.shared = shared.links,
            (Self::TermSet(_), _) => {}
        }
        self
    }

    /// Parts that were shared with people.
    #[must_use]
    pub fn shared_parts(&self) -> SharedParts {
        match self {
            Self::Style(style) => style.shared,
            Self::StyleProfile(profile) => SharedParts { links: profile.shared, ..SharedParts::default() },
            Self::TermSet(term_set) => {
                let shared = term_set.parts.values().any(|part| part.sources.is_some());
                SharedParts { entries: shared, terms: shared, ..SharedParts::default() }
            }
        }
    }

    /// What was sent, with what the service made of it where `stored` says so.
    #[must_use]
    pub fn new(sent: &ResourceContent, stored: &ResourceContent) -> Self {
        match (sent, stored) {
            (ResourceContent::Style(sent), ResourceContent::Style(stored)) => {
                Self::Style(AppliedStyle::new(sent, stored))
            }
            (ResourceContent::TermSet(sent), ResourceContent::TermSet(stored)) => {
                Self::TermSet(AppliedTermSet::new(sent, stored))
            }
            (ResourceContent::StyleProfile(sent), ResourceContent::StyleProfile(stored)) => {
                Self::StyleProfile(AppliedStyleProfile::new(sent, stored))
            }
            // A resource does not change its kind.
            (ResourceContent::Style(sent), _) => Self::Style(AppliedStyle::new(sent, sent)),
            (ResourceContent::TermSet(sent), _) => Self::TermSet(AppliedTermSet::new(sent, sent)),
            (ResourceContent::StyleProfile(sent), _) => Self::StyleProfile(AppliedStyleProfile::new(sent, sent)),
        }
    }

    /// Whether this is what was sent, whatever the service made of it.
    #[must_use]
    pub fn was_made_of(&self, sent: &ResourceContent) -> bool {
        let mut own = self.clone();
        match &mut own {
            Self::Style(AppliedStyle { stored_name, instructions, shared, .. }) => {
                *stored_name = None;
                *shared = SharedParts::default();
                Arc::make_mut(instructions).values_mut().for_each(|instruction| instruction.stored_prompt = None);
            }
            Self::TermSet(AppliedTermSet { stored_name, parts, .. }) => {
                *stored_name = None;
                parts.values_mut().for_each(|part| (part.stored, part.sources) = (None, None));
            }
            Self::StyleProfile(profile) => (profile.stored, profile.shared) = (None, false),
        }
        own == Self::new(sent, sent)
    }

    /// The same, holding what it says in the same words as `other` once with it.
    #[must_use]
    pub fn sharing_with(mut self, other: &Self) -> Self {
        if let (Self::Style(own), Self::Style(other)) = (&mut self, other) {
            if own.rules == other.rules {
                own.rules = other.rules.clone();
            }
            if own.instructions == other.instructions {
                own.instructions = other.instructions.clone();
            }
        }
        self
    }

    /// Display name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Style(style) => &style.name,
            Self::TermSet(term_set) => &term_set.name,
            Self::StyleProfile(profile) => &profile.sent.name,
        }
    }

    /// Root language, where the kind has one.
    #[must_use]
    pub fn language(&self) -> Option<&Language> {
        match self {
            Self::Style(style) => Some(&style.language),
            Self::TermSet(_) | Self::StyleProfile(_) => None,
        }
    }

    /// What was applied, of a list.
    #[must_use]
    pub fn style(&self) -> Option<&AppliedStyle> {
        match self {
            Self::Style(style) => Some(style),
            Self::TermSet(_) | Self::StyleProfile(_) => None,
        }
    }

    /// What was applied, of a term set.
    #[must_use]
    pub fn term_set(&self) -> Option<&AppliedTermSet> {
        match self {
            Self::TermSet(term_set) => Some(term_set),
            Self::Style(_) | Self::StyleProfile(_) => None,
        }
    }

    /// What was applied, of a style profile.
    #[must_use]
    pub fn style_profile(&self) -> Option<&AppliedStyleProfile> {
        match self {
            Self::StyleProfile(profile) => Some(profile),
            Self::Style(_) | Self::TermSet(_) => None,
        }
    }

    /// Whether this is its name, or what the service made of it.
    #[must_use]
    pub fn has_name(&self, name: &str) -> bool {
        let stored_name = match self {
            Self::Style(AppliedStyle { stored_name, .. }) | Self::TermSet(AppliedTermSet { stored_name, .. }) => {
                stored_name.as_deref()
            }
            Self::StyleProfile(profile) => profile.stored.as_ref().map(|stored| stored.name.as_str()),
        };
        self.name() == name || stored_name == Some(name)
    }

    fn set_name(&mut self, to: &str) {
        match self {
            Self::Style(AppliedStyle { name, stored_name, .. })
            | Self::TermSet(AppliedTermSet { name, stored_name, .. }) => {
                to.clone_into(name);
                *stored_name = None;
            }
            Self::StyleProfile(AppliedStyleProfile { sent, stored, shared: _ }) => {
                for content in std::iter::once(sent).chain(stored) {
                    to.clone_into(&mut content.name);
                }
            }
        }
    }

    /// Whether nothing but a name was applied.
    #[must_use]
    pub fn has_only_name(&self) -> bool {
        match self {
            Self::Style(style) => style.rules.is_empty() && style.instructions.is_empty(),
            Self::TermSet(term_set) => term_set.parts.is_empty(),
            Self::StyleProfile(profile) => profile.sent.fields.is_empty(),
        }
    }
}

impl AppliedStyle {
    fn new(sent: &style::StyleContent, stored: &style::StyleContent) -> Self {
        let style::StyleContent { name, language, rules, instructions } = sent;
        let instructions: BTreeMap<SharedText, AppliedInstruction> = instructions
            .iter()
            .map(|instruction| {
                let held = stored.instructions.iter().find(|held| held.label == instruction.label);
                let stored_prompt = held
                    .filter(|held| held.prompt != instruction.prompt)
                    .map(|held| Box::new(TextDigest::of(&held.prompt)));
                let applied = AppliedInstruction {
                    prompt: TextDigest::of(&instruction.prompt),
                    stored_prompt,
                    source_language: instruction.source_language.clone(),
                };
                (instruction.label.clone(), applied)
            })
            .collect();
        Self {
            name: name.clone(),
            stored_name: (stored.name != *name).then(|| stored.name.clone()),
            language: language.clone(),
            rules: Arc::new(rules.clone()),
            instructions: Arc::new(instructions),
            shared: SharedParts::default(),
        }
    }
}

impl AppliedInstruction {
    /// Whether this prompt is the one that was applied, or what the service made of it.
    #[must_use]
    pub fn matches_prompt(&self, prompt: &str) -> bool {
        let digest = TextDigest::of(prompt);
        self.prompt == digest || self.stored_prompt.as_deref() == Some(&digest)
    }
}

impl AppliedTermSet {
    fn new(sent: &TermSet, stored: &TermSet) -> Self {
        let TermSet { kind: _, name, parts } = sent;
        let part = |(part, entries): (&TermSetPart, &TermEntries)| {
            let held = stored.parts.get(part).filter(|held| *held != entries);
            let stored = held.map(|held| digest_of_entries(held));
            (part.clone(), AppliedPart { stored, ..AppliedPart::from_entries(entries) })
        };
        Self {
            name: name.clone(),
            stored_name: (stored.name != *name).then(|| stored.name.clone()),
            parts: parts.iter().map(part).collect(),
        }
    }
}

impl AppliedStyleProfile {
    fn new(sent: &ProfileContent, stored: &ProfileContent) -> Self {
        Self { sent: sent.clone(), stored: (stored != sent).then(|| stored.clone()), shared: false }
    }

    /// What a field was made to say: as it was sent, and as the service keeps it.
    fn values(&self, field: ProfileField) -> impl Iterator<Item = Option<&ProfileValue>> {
        let stored = self.stored.as_ref().map(|stored| stored.fields.get(&field));
        std::iter::once(self.sent.fields.get(&field)).chain(stored)
    }
}

impl AppliedPart {
    /// These entries, kept by the service as they were sent.
    #[must_use]
    pub fn from_entries(entries: &TermEntries) -> Self {
        Self {
            count: entries.len() as u64,
            entries: digest_of_entries(entries),
            sum: sum_of_entries(entries.iter()),
            stored: None,
            sources: None,
        }
    }

    /// The digest by which a source phrase is known.
    #[must_use]
    pub fn source_digest(source: &str) -> u64 {
        let digest = digest::short_digest(source, 13);
        digest.bytes().fold(0, |sum: u64, digit| sum.rotate_left(5) ^ u64::from(digit))
    }

    /// Whether entries of this digest are those that were applied, or what the service made of them.
    #[must_use]
    pub fn matches_entries(&self, digest: &str) -> bool {
        self.entries == digest || self.stored.as_deref() == Some(digest)
    }
}

impl Binding {
    /// Whether the resource never got its name, as far as is known: then another run may have made it instead.
    #[must_use]
    pub fn was_never_named(&self) -> bool {
        Tag::from_name(self.applied.name()).is_some()
    }

    /// The name to call it by: that of what was begun, where it is not known to have got one.
    #[must_use]
    pub fn display_name(&self) -> &str {
        self.attempted.last().filter(|_| self.was_never_named()).unwrap_or(&self.applied).name()
    }

    /// The binding once a live resource was read that says what is wanted. `None` where that is remembered already: what a run
    /// began that is something else stays, it may still arrive.
    #[must_use]
    pub fn read_back(&self, wanted: &ResourceContent, live: LiveResourceRef<'_>, shared: SharedParts) -> Option<Self> {
        let mut read = self.clone();
        if read
            .attempted
            .last()
            .is_some_and(|begun| *begun == Applied::new(wanted, wanted).sharing_parts(shared, wanted))
        {
            read.attempted.clear();
        }
        read.applied = Applied::new(wanted, &live.content()).sharing_parts(shared, wanted);
        (read != *self).then(|| Self { version: live.version().unwrap_or(0), ..read })
    }

    /// The same, knowing that it has this name, where it is one that a run of ours began to give it: what has got its name is
    /// missed when it is gone.
    #[must_use]
    pub fn with_name_of(mut self, name: &str) -> Self {
        if self.wrote_name(name) && !self.applied.has_name(name) {
            self.applied.set_name(name);
        }
        self
    }

    /// Whether what a run began to write to it was never read back: all of it may be there, a part or nothing.
    #[must_use]
    pub fn is_unverified(&self) -> bool {
        !self.attempted.is_empty()
    }

    /// Whether a live resource says nothing but what we wrote: what was last applied, or part of what was begun after it.
    #[must_use]
    pub fn explains_content(&self, live: &ResourceContent) -> bool {
        self.wrote_name(live.name())
            && match live {
                ResourceContent::Style(live) => self.explains_style(live),
                ResourceContent::TermSet(live) => {
                    let written = self.applied_term_sets().flat_map(|applied| applied.parts.keys());
                    written.chain(live.parts.keys()).all(|part| self.wrote_part(part, live.parts.get(part)))
                }
                ResourceContent::StyleProfile(live) => {
                    ProfileField::ALL.into_iter().all(|field| self.wrote_field(field, live.fields.get(&field)))
                }
            }
    }

    fn explains_style(&self, live: &style::StyleContent) -> bool {
        let style::StyleContent { name: _, language, rules, instructions } = live;
        let held: BTreeMap<&SharedText, &Instruction> = instructions.iter().map(|held| (&held.label, held)).collect();
        let rule_keys = self.applied_styles().flat_map(|applied| applied.rules.keys()).chain(rules.keys());
        let labels = self.applied_styles().flat_map(|applied| applied.instructions.keys()).chain(held.keys().copied());
        self.applied.language() == Some(language)
            && held.len() == instructions.len()
            && rule_keys.into_iter().all(|key| self.wrote_rule(key, rules.get(key)))
            && labels.into_iter().all(|label| self.wrote_instruction(label, held.get(label).copied()))
    }

    /// Whether this name is one that we gave it, or what the service made of one.
    #[must_use]
    pub fn wrote_name(&self, name: &str) -> bool {
        self.applied_versions().any(|applied| applied.has_name(name))
    }

    /// Whether it was us who set a rule to this value (or to nothing).
    #[must_use]
    pub fn wrote_rule(&self, key: &RuleKey, value: Option<&SharedText>) -> bool {
        self.applied_styles().any(|applied| applied.rules.get(key) == value)
    }

    /// Whether it was us who made the instruction of this label say this (or not be there).
    #[must_use]
    pub fn wrote_instruction(&self, label: &str, live: Option<&Instruction>) -> bool {
        self.applied_styles().any(|applied| match (applied.instructions.get(label), live) {
            (None, None) => true,
            (Some(applied), Some(live)) => {
                applied.matches_prompt(&live.prompt) && applied.source_language == live.source_language
            }
            (None, Some(_)) | (Some(_), None) => false,
        })
    }

    /// Whether an unfinished run of ours may have sent an instruction of this label, whatever somebody made of it since.
    #[must_use]
    pub fn began_label(&self, label: &str) -> bool {
        self.attempted.iter().filter_map(Applied::style).any(|attempt| attempt.instructions.contains_key(label))
    }

    /// Whether an unfinished run of ours may have set a rule, whatever somebody made of it since.
    #[must_use]
    pub fn began_rule(&self, key: &RuleKey) -> bool {
        self.attempted.iter().filter_map(Applied::style).any(|attempt| attempt.rules.contains_key(key))
    }

    /// Whether an unfinished run of ours may have sent this instruction.
    #[must_use]
    pub fn began_instruction(&self, said: &Instruction) -> bool {
        let begun = self.attempted.iter().filter_map(Applied::style);
        let mut sent = begun.filter_map(|attempt| attempt.instructions.get(&said.label));
        sent.any(|sent| sent.matches_prompt(&said.prompt) && sent.source_language == said.source_language)
    }

    /// Whether it was us who gave a part these entries (or made it be absent).
    #[must_use]
    pub fn wrote_part(&self, part: &TermSetPart, live: Option<&TermEntries>) -> bool {
        let digest = live.map(|live| digest_of_entries(live));
        self.applied_term_sets().any(|applied| match (applied.parts.get(part), &digest) {
            (None, None) => true,
            (Some(applied), Some(digest)) => applied.matches_entries(digest),
            (None, Some(_)) | (Some(_), None) => false,
        })
    }

    /// Whether it was us who made a field of a profile say this (or nothing).
    #[must_use]
    pub fn wrote_field(&self, field: ProfileField, live: Option<&ProfileValue>) -> bool {
        self.written_values(field).any(|written| written == live)
    }

    /// What we made a field of a profile say, last or in a run that did not finish.
    pub fn written_values(&self, field: ProfileField) -> impl Iterator<Item = Option<&ProfileValue>> {
        self.applied_style_profiles().flat_map(move |applied| applied.values(field))
    }

    /// What was last applied to a field of a profile.
    #[must_use]
    pub fn applied_value(&self, field: ProfileField) -> Option<&ProfileValue> {
        self.applied.style_profile()?.sent.fields.get(&field)
    }

    /// Whether a field is as it was sent, but for how the service keeps it.
    #[must_use]
    pub fn stored_differently(
        &self,
        field: ProfileField,
        live: Option<&ProfileValue>,
        wanted: Option<&ProfileValue>,
    ) -> bool {
        let stored = self.applied.style_profile().and_then(|applied| applied.stored.as_ref());
        stored.is_some_and(|stored| stored.fields.get(&field) == live) && self.applied_value(field) == wanted
    }

    /// Whether it was us who put a component into a field of a profile.
    #[must_use]
    pub fn linked(&self, field: ProfileField, component: &Component) -> bool {
        self.written_values(field).flatten().any(|written| written.links().contains(component))
    }

    /// Whether it was us who put a component into a profile.
    #[must_use]
    pub fn links_anywhere(&self, component: &Component) -> bool {
        ProfileField::ALL.into_iter().any(|field| self.linked(field, component))
    }

    fn applied_style_profiles(&self) -> impl Iterator<Item = &AppliedStyleProfile> {
        self.applied_versions().filter_map(Applied::style_profile)
    }

    fn applied_styles(&self) -> impl Iterator<Item = &AppliedStyle> {
        self.applied_versions().filter_map(Applied::style)
    }

    fn applied_term_sets(&self) -> impl Iterator<Item = &AppliedTermSet> {
        self.applied_versions().filter_map(Applied::term_set)
    }

    fn applied_versions(&self) -> impl Iterator<Item = &Applied> {
        std::iter::once(&self.applied).chain(&self.attempted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Address, Id, Key};

    /// A list of which nothing but its name was said.
    fn named(name: &str) -> Applied {
        let (rules, instructions) = (BTreeMap::new(), Vec::new());
        let style = style::StyleContent { name: name.to_owned(), language: Language::new("de"), rules, instructions };
        let content = ResourceContent::Style(style);
        Applied::new(&content, &content)
    }

    #[test]
    fn what_still_wears_its_tag_is_called_by_the_name_that_it_was_to_get() {
        let tag = Tag::new("abcdef", &Address::style(Key::new("shop").unwrap()), "aaaa2222");
        let worn = tag.tagged_name("Shop");
        for (applied, attempted, unnamed, called) in [
            (worn.as_str(), vec![named("Shop")], true, "Shop"),
            (&worn, Vec::new(), true, worn.as_str()),
            ("Shop", vec![named("Laden")], false, "Shop"),
        ] {
            let id = Id::new("s-1").unwrap();
            let applied = named(applied);
            let binding =
                Binding { id, version: 1, protected: false, applied, attempted, imported: false, sealed: true };
            assert_eq!((binding.was_never_named(), binding.display_name()), (unnamed, called));
        }
    }
}
