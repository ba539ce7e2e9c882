//! Resources of any kind that the service holds: what they say, and as they are held.
//!
//! Closed enums, so that a kind which is forgotten somewhere does not compile. Translation profiles are not among them:
//! they exist in files alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::style::{self, LiveStyle};
use crate::model::style_profile::{LiveStyleProfile, ProfileContent};
use crate::model::term_set::{self, LiveTermSet, TermSet, TermSetKind};
use crate::model::translation_memory::TranslationMemory;
use crate::model::{Id, Kind, Language, digest};

/// What a resource says, places and ids aside: what is compared, digested and sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceContent {
    /// A style rule list.
    Style(style::StyleContent),
    /// A glossary or a collection of spoken terms.
    TermSet(TermSet),
    /// A style profile.
    StyleProfile(ProfileContent),
}

/// A resource as the service holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveResource {
    /// A style rule list.
    Style(LiveStyle),
    /// A glossary or a collection of spoken terms.
    TermSet(LiveTermSet),
    /// A style profile.
    StyleProfile(LiveStyleProfile),
}

/// A resource of the account as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveResourceRef<'a> {
    /// A style rule list.
    Style(&'a LiveStyle),
    /// A glossary or a collection of spoken terms.
    TermSet(&'a LiveTermSet),
    /// A style profile.
    StyleProfile(&'a LiveStyleProfile),
}

impl ResourceContent {
    /// Display name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Style(style) => &style.name,
            Self::TermSet(term_set) => &term_set.name,
            Self::StyleProfile(profile) => &profile.name,
        }
    }

    /// Equal but for the order of instructions, which the service does not promise to keep.
    #[must_use]
    pub fn same_content(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Style(one), Self::Style(other)) => one.same_content(other),
            (Self::TermSet(one), Self::TermSet(other)) => one == other,
            (Self::StyleProfile(one), Self::StyleProfile(other)) => one == other,
            (Self::Style(_) | Self::TermSet(_) | Self::StyleProfile(_), _) => false,
        }
    }

    /// The same under another name.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        match &mut self {
            Self::Style(style) => name.clone_into(&mut style.name),
            Self::TermSet(term_set) => name.clone_into(&mut term_set.name),
            Self::StyleProfile(profile) => name.clone_into(&mut profile.name),
        }
        self
    }

    /// Whether it says nothing beside its name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Style(style) => style.rules.is_empty() && style.instructions.is_empty(),
            Self::TermSet(term_set) => term_set.parts.values().all(|entries| entries.is_empty()),
            Self::StyleProfile(profile) => profile.fields.is_empty(),
        }
    }

    /// Digest of all of it.
    #[must_use]
    pub fn digest(&self) -> String {
        match self {
            Self::Style(style) => digest::digest_of_style(style),
            Self::TermSet(term_set) => term_set::digest_of_term_set(term_set),
            Self::StyleProfile(profile) => profile.digest(),
        }
    }
}

impl LiveResource {
    /// Borrowed.
    #[must_use]
    pub fn as_resource_ref(&self) -> LiveResourceRef<'_> {
        match self {
            Self::Style(style) => LiveResourceRef::Style(style),
            Self::TermSet(term_set) => LiveResourceRef::TermSet(term_set),
            Self::StyleProfile(profile) => LiveResourceRef::StyleProfile(profile),
        }
    }
}

impl<'a> LiveResourceRef<'a> {
    /// Its kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Style(_) => Kind::Style,
            Self::TermSet(term_set) => term_set.kind.kind(),
            Self::StyleProfile(_) => Kind::StyleProfile,
        }
    }

    /// The service's id.
    #[must_use]
    pub fn id(self) -> &'a Id {
        match self {
            Self::Style(style) => &style.id,
            Self::TermSet(term_set) => &term_set.id,
            Self::StyleProfile(profile) => &profile.id,
        }
    }

    /// Display name.
    #[must_use]
    pub fn name(self) -> &'a str {
        match self {
            Self::Style(style) => &style.name,
            Self::TermSet(term_set) => &term_set.name,
            Self::StyleProfile(profile) => &profile.content.name,
        }
    }

    /// Root language, where its kind has one.
    #[must_use]
    pub fn language(self) -> Option<&'a Language> {
        match self {
            Self::Style(style) => Some(&style.language),
            Self::TermSet(_) | Self::StyleProfile(_) => None,
        }
    }

    /// The service's version, where its kind has one.
    #[must_use]
    pub fn version(self) -> Option<u64> {
        match self {
            Self::Style(style) => Some(style.version),
            Self::TermSet(_) | Self::StyleProfile(_) => None,
        }
    }

    /// When it was last touched, as far as the service tells: the time of its last change, or of its creation.
    #[must_use]
    pub fn touched_time(self) -> &'a str {
        match self {
            Self::Style(style) => &style.updated_time,
            Self::TermSet(terms) => &terms.creation_time,
            Self::StyleProfile(profile) => &profile.updated_time,
        }
    }

    /// What it says.
    #[must_use]
    pub fn content(self) -> ResourceContent {
        match self {
            Self::Style(style) => ResourceContent::Style(style.content()),
            Self::TermSet(term_set) => ResourceContent::TermSet(term_set.content()),
            Self::StyleProfile(profile) => ResourceContent::StyleProfile(profile.content.clone()),
        }
    }

    /// A copy of all of it.
    #[must_use]
    pub fn to_live_resource(self) -> LiveResource {
        match self {
            Self::Style(style) => LiveResource::Style(style.clone()),
            Self::TermSet(term_set) => LiveResource::TermSet(term_set.clone()),
            Self::StyleProfile(profile) => LiveResource::StyleProfile(profile.clone()),
        }
    }
}

/// Why the resources of a kind were not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadKind {
    /// The service refused to list them, with this status: 404 where it knows no such thing at all.
    Refused(u16),
    /// The project file leaves them out of this environment (`skip_kinds`).
    Skipped,
}

/// The account as it was read.
#[derive(Clone, Debug, Default)]
pub struct LiveAccount {
    /// Every list of the account, with its content.
    pub styles: BTreeMap<Id, LiveStyle>,
    /// Lists that were recognised, as they were read, as what was applied last and is wanted still: of their content nothing
    /// was kept.
    pub untouched: BTreeSet<Id>,
    /// Every glossary of the account, where one is wanted or bound; with the entries of those that something rests on.
    pub glossaries: BTreeMap<Id, LiveTermSet>,
    /// Every collection of spoken terms, likewise.
    pub spoken_terms: BTreeMap<Id, LiveTermSet>,
    /// Every style profile of the account, where one is wanted or bound.
    pub style_profiles: BTreeMap<Id, LiveStyleProfile>,
    /// The translation memories of the account, where a style profile holds or wants one; or why they could not be listed.
    pub translation_memories: Option<Result<Vec<TranslationMemory>, String>>,
    /// Bound ids that the service says it does not have.
    pub missing: BTreeSet<Id>,
    /// Bound ids that exist although the listing lacks them: the listing cannot be trusted for absence.
    pub unlisted: BTreeSet<Id>,
    /// Kinds of which two listings agreed (with other page borders, where there are pages): only then may absence decide
    /// anything.
    pub stable_listings: BTreeSet<Kind>,
    /// Kinds that were not read although something is of them, and why.
    pub unread_kinds: BTreeMap<Kind, UnreadKind>,
    /// Resources under a tag of this stack that are so young, and of which this state knows so little, that another run is
    /// likely to be making them.
    pub in_progress: BTreeSet<Id>,
}

impl LiveAccount {
    /// The term sets of one kind.
    #[must_use]
    pub fn term_sets(&self, kind: TermSetKind) -> &BTreeMap<Id, LiveTermSet> {
        match kind {
            TermSetKind::Glossary => &self.glossaries,
            TermSetKind::SpokenTerms => &self.spoken_terms,
        }
    }

    /// The term sets of one kind, to be added to.
    pub fn term_sets_mut(&mut self, kind: TermSetKind) -> &mut BTreeMap<Id, LiveTermSet> {
        match kind {
            TermSetKind::Glossary => &mut self.glossaries,
            TermSetKind::SpokenTerms => &mut self.spoken_terms,
        }
    }

    /// Every resource of a kind.
    pub fn resources_of_kind(&self, kind: Kind) -> impl Iterator<Item = LiveResourceRef<'_>> {
        let styles = (kind == Kind::Style).then(|| self.styles.values().map(LiveResourceRef::Style));
        let term_sets =
            TermSetKind::from_kind(kind).map(|which| self.term_sets(which).values().map(LiveResourceRef::TermSet));
        let profiles =
            (kind == Kind::StyleProfile).then(|| self.style_profiles.values().map(LiveResourceRef::StyleProfile));
        let profiles = profiles.into_iter().flatten();
        styles.into_iter().flatten().chain(term_sets.into_iter().flatten()).chain(profiles)
    }

    /// Every resource.
    pub fn all_resources(&self) -> impl Iterator<Item = LiveResourceRef<'_>> {
        Kind::ALL.into_iter().flat_map(|kind| self.resources_of_kind(kind))
    }

    /// The resource of a kind that has this id.
    #[must_use]
    pub fn get(&self, kind: Kind, id: &Id) -> Option<LiveResourceRef<'_>> {
        match kind {
            Kind::Style => self.styles.get(id).map(LiveResourceRef::Style),
            Kind::Glossary => self.glossaries.get(id).map(LiveResourceRef::TermSet),
            Kind::SpokenTerms => self.spoken_terms.get(id).map(LiveResourceRef::TermSet),
            Kind::StyleProfile => self.style_profiles.get(id).map(LiveResourceRef::StyleProfile),
            Kind::TranslationProfile => None,
        }
    }

    /// Takes a resource in.
    pub fn insert(&mut self, object: LiveResource) {
        match object {
            LiveResource::Style(style) => {
                self.untouched.remove(&style.id);
                self.styles.insert(style.id.clone(), style);
            }
            LiveResource::TermSet(term_set) => {
                self.term_sets_mut(term_set.kind).insert(term_set.id.clone(), term_set);
            }
            LiveResource::StyleProfile(profile) => {
                self.style_profiles.insert(profile.id.clone(), profile);
            }
        }
    }
}
