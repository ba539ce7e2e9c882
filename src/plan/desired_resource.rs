//! What the files want, of any kind that the service holds.

use crate::check::Desired;
use crate::diagnostic::Place;
use crate::model::glossary::{Glossary, LanguagePair};
use crate::model::resource::ResourceContent;
use crate::model::spoken_terms::SpokenTerms;
use crate::model::style::Style;
use crate::model::style_profile::StyleProfile;
use crate::model::term_set::{TermSet, TermSetPart};
use crate::model::{Address, Kind, Language};

/// One wanted resource.
#[derive(Clone, Copy, Debug)]
pub enum DesiredResource<'a> {
    /// A style rule list.
    Style(&'a Style),
    /// A glossary or a collection of spoken terms.
    TermSet(DesiredTermSet<'a>),
    /// A style profile.
    StyleProfile(&'a StyleProfile),
}

/// One wanted term set.
#[derive(Clone, Copy, Debug)]
pub enum DesiredTermSet<'a> {
    /// A glossary.
    Glossary(&'a Glossary),
    /// A collection of spoken terms.
    SpokenTerms(&'a SpokenTerms),
}

/// Everything that is wanted, by kind and key: style profiles last, because they name the others.
pub fn desired_resources(desired: &Desired) -> impl Iterator<Item = DesiredResource<'_>> {
    let styles = desired.styles().values().map(DesiredResource::Style);
    let glossaries = desired.glossaries().values().map(DesiredTermSet::Glossary);
    let spoken_terms = desired.spoken_terms().values().map(DesiredTermSet::SpokenTerms);
    let profiles = desired.style_profiles().values().map(DesiredResource::StyleProfile);
    styles.chain(glossaries.chain(spoken_terms).map(DesiredResource::TermSet)).chain(profiles)
}

/// Whether an address is wanted.
#[must_use]
pub fn is_desired(desired: &Desired, address: &Address) -> bool {
    let Address { kind, key } = address;
    match kind {
        Kind::Style => desired.styles().contains_key(key),
        Kind::Glossary => desired.glossaries().contains_key(key),
        Kind::SpokenTerms => desired.spoken_terms().contains_key(key),
        Kind::StyleProfile => desired.style_profiles().contains_key(key),
        Kind::TranslationProfile => false,
    }
}

impl<'a> DesiredResource<'a> {
    /// Its address.
    #[must_use]
    pub fn address(self) -> Address {
        match self {
            Self::Style(style) => Address::style(style.key.clone()),
            Self::TermSet(DesiredTermSet::Glossary(glossary)) => Address::new(Kind::Glossary, glossary.key.clone()),
            Self::TermSet(DesiredTermSet::SpokenTerms(terms)) => Address::new(Kind::SpokenTerms, terms.key.clone()),
            Self::StyleProfile(profile) => Address::new(Kind::StyleProfile, profile.key.clone()),
        }
    }

    /// Its kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Style(_) => Kind::Style,
            Self::TermSet(DesiredTermSet::Glossary(_)) => Kind::Glossary,
            Self::TermSet(DesiredTermSet::SpokenTerms(_)) => Kind::SpokenTerms,
            Self::StyleProfile(_) => Kind::StyleProfile,
        }
    }

    /// Display name.
    #[must_use]
    pub fn name(self) -> &'a str {
        match self {
            Self::Style(style) => &style.name.value,
            Self::TermSet(DesiredTermSet::Glossary(glossary)) => &glossary.name.value,
            Self::TermSet(DesiredTermSet::SpokenTerms(terms)) => &terms.name.value,
            Self::StyleProfile(profile) => &profile.name.value,
        }
    }

    /// Root language, where its kind has one.
    #[must_use]
    pub fn language(self) -> Option<&'a Language> {
        match self {
            Self::Style(style) => Some(&style.language.value),
            Self::TermSet(_) | Self::StyleProfile(_) => None,
        }
    }

    /// What it is told apart by where nothing is remembered.
    #[must_use]
    pub fn identity_key(self) -> (Kind, &'a str, &'a str) {
        identity_key(self.kind(), self.name(), self.language())
    }

    /// Whether deleting it is refused.
    #[must_use]
    pub fn is_protected(self) -> bool {
        match self {
            Self::Style(style) => style.protected,
            Self::TermSet(DesiredTermSet::Glossary(glossary)) => glossary.protected,
            Self::TermSet(DesiredTermSet::SpokenTerms(terms)) => terms.protected,
            Self::StyleProfile(profile) => profile.protected,
        }
    }

    /// Where its document begins.
    #[must_use]
    pub fn place(self) -> &'a Place {
        match self {
            Self::Style(style) => &style.place,
            Self::TermSet(DesiredTermSet::Glossary(glossary)) => &glossary.place,
            Self::TermSet(DesiredTermSet::SpokenTerms(terms)) => &terms.place,
            Self::StyleProfile(profile) => &profile.place,
        }
    }

    /// What it should say.
    #[must_use]
    pub fn content(self) -> ResourceContent {
        match self {
            Self::Style(style) => ResourceContent::Style(style.content()),
            Self::TermSet(term_set) => ResourceContent::TermSet(term_set.content()),
            Self::StyleProfile(profile) => ResourceContent::StyleProfile(profile.content()),
        }
    }
}

impl<'a> DesiredTermSet<'a> {
    /// The one of this address, if the files want it.
    #[must_use]
    pub fn find(desired: &'a Desired, Address { kind, key }: &Address) -> Option<Self> {
        match kind {
            Kind::Glossary => desired.glossaries().get(key).map(Self::Glossary),
            Kind::SpokenTerms => desired.spoken_terms().get(key).map(Self::SpokenTerms),
            Kind::Style | Kind::StyleProfile | Kind::TranslationProfile => None,
        }
    }

    /// What it should say.
    #[must_use]
    pub fn content(self) -> TermSet {
        match self {
            Self::Glossary(glossary) => glossary.content(),
            Self::SpokenTerms(terms) => terms.content(),
        }
    }

    /// Where its document begins.
    #[must_use]
    pub fn place(self) -> &'a Place {
        match self {
            Self::Glossary(glossary) => &glossary.place,
            Self::SpokenTerms(terms) => &terms.place,
        }
    }

    /// Where its name is written.
    #[must_use]
    pub fn name_place(self) -> &'a Place {
        match self {
            Self::Glossary(glossary) => &glossary.name.place,
            Self::SpokenTerms(terms) => &terms.name.place,
        }
    }

    /// Where a part is written.
    #[must_use]
    pub fn part_place(self, part: &TermSetPart) -> Option<&'a Place> {
        match (self, part) {
            (Self::Glossary(glossary), TermSetPart::Dictionary { source, target }) => {
                let pair = LanguagePair { source: source.clone(), target: target.clone() };
                glossary.dictionaries.get(&pair).map(|dictionary| &dictionary.place)
            }
            (Self::SpokenTerms(terms), TermSetPart::Terms(language)) => {
                terms.term_lists.get(language).map(|list| &list.place)
            }
            (Self::Glossary(_), TermSetPart::Terms(_)) | (Self::SpokenTerms(_), TermSetPart::Dictionary { .. }) => None,
        }
    }

    /// Where an entry is written.
    #[must_use]
    pub fn entry_place(self, part: &TermSetPart, entry: &str) -> Option<&'a Place> {
        match (self, part) {
            (Self::Glossary(glossary), TermSetPart::Dictionary { source, target }) => {
                let pair = LanguagePair { source: source.clone(), target: target.clone() };
                glossary.dictionaries.get(&pair)?.entries.get(entry).map(|target| &target.place)
            }
            (Self::SpokenTerms(terms), TermSetPart::Terms(language)) => {
                terms.term_lists.get(language)?.terms.get(entry)
            }
            (Self::Glossary(_), TermSetPart::Terms(_)) | (Self::SpokenTerms(_), TermSetPart::Dictionary { .. }) => None,
        }
    }
}

/// What resources are told apart by where the state knows nothing of them.
pub(super) fn identity_key<'a>(kind: Kind, name: &'a str, language: Option<&'a Language>) -> (Kind, &'a str, &'a str) {
    (kind, name, language.map_or("", Language::as_str))
}
