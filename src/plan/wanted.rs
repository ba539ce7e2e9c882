//! What the files want, of any kind that the service holds.

use crate::check::Desired;
use crate::diagnostic::Place;
use crate::model::glossary::{Glossary, Pair};
use crate::model::lexicon::{Lexicon, Part};
use crate::model::object::Content;
use crate::model::spoken_terms::SpokenTerms;
use crate::model::style::Style;
use crate::model::{Address, Kind, Language};
use crate::plan::decide::named;

/// One wanted object.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'a> {
    /// A style rule list.
    Style(&'a Style),
    /// A glossary or a collection of spoken terms.
    Lexicon(WantedLexicon<'a>),
}

/// One wanted lexicon.
#[derive(Clone, Copy, Debug)]
pub enum WantedLexicon<'a> {
    /// A glossary.
    Glossary(&'a Glossary),
    /// A collection of spoken terms.
    SpokenTerms(&'a SpokenTerms),
}

/// Everything that is wanted, by address.
pub fn all(desired: &Desired) -> impl Iterator<Item = Wanted<'_>> {
    let styles = desired.styles().values().map(Wanted::Style);
    let glossaries = desired.glossaries().values().map(WantedLexicon::Glossary);
    let spoken_terms = desired.spoken_terms().values().map(WantedLexicon::SpokenTerms);
    styles.chain(glossaries.chain(spoken_terms).map(Wanted::Lexicon))
}

/// Whether an address is wanted.
#[must_use]
pub fn wants(desired: &Desired, address: &Address) -> bool {
    let Address { kind, key } = address;
    match kind {
        Kind::Style => desired.styles().contains_key(key),
        Kind::Glossary => desired.glossaries().contains_key(key),
        Kind::SpokenTerms => desired.spoken_terms().contains_key(key),
        Kind::TranslationProfile => false,
    }
}

impl<'a> Wanted<'a> {
    /// Its address.
    #[must_use]
    pub fn address(self) -> Address {
        match self {
            Self::Style(style) => Address::style(style.key.clone()),
            Self::Lexicon(WantedLexicon::Glossary(glossary)) => Address::new(Kind::Glossary, glossary.key.clone()),
            Self::Lexicon(WantedLexicon::SpokenTerms(terms)) => Address::new(Kind::SpokenTerms, terms.key.clone()),
        }
    }

    /// Its kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Style(_) => Kind::Style,
            Self::Lexicon(WantedLexicon::Glossary(_)) => Kind::Glossary,
            Self::Lexicon(WantedLexicon::SpokenTerms(_)) => Kind::SpokenTerms,
        }
    }

    /// Display name.
    #[must_use]
    pub fn name(self) -> &'a str {
        match self {
            Self::Style(style) => &style.name.value,
            Self::Lexicon(WantedLexicon::Glossary(glossary)) => &glossary.name.value,
            Self::Lexicon(WantedLexicon::SpokenTerms(terms)) => &terms.name.value,
        }
    }

    /// Root language, where its kind has one.
    #[must_use]
    pub fn language(self) -> Option<&'a Language> {
        match self {
            Self::Style(style) => Some(&style.language.value),
            Self::Lexicon(_) => None,
        }
    }

    /// What it is told apart by where nothing is remembered.
    #[must_use]
    pub fn told_apart_by(self) -> (Kind, &'a str, &'a str) {
        named(self.kind(), self.name(), self.language())
    }

    /// Whether deleting it is refused.
    #[must_use]
    pub fn protected(self) -> bool {
        match self {
            Self::Style(style) => style.protected,
            Self::Lexicon(WantedLexicon::Glossary(glossary)) => glossary.protected,
            Self::Lexicon(WantedLexicon::SpokenTerms(terms)) => terms.protected,
        }
    }

    /// Where its document begins.
    #[must_use]
    pub fn place(self) -> &'a Place {
        match self {
            Self::Style(style) => &style.place,
            Self::Lexicon(WantedLexicon::Glossary(glossary)) => &glossary.place,
            Self::Lexicon(WantedLexicon::SpokenTerms(terms)) => &terms.place,
        }
    }

    /// What it should say.
    #[must_use]
    pub fn content(self) -> Content {
        match self {
            Self::Style(style) => Content::Style(style.content()),
            Self::Lexicon(lexicon) => Content::Lexicon(lexicon.content()),
        }
    }
}

impl<'a> WantedLexicon<'a> {
    /// The one of this address, if the files want it.
    #[must_use]
    pub fn of(desired: &'a Desired, Address { kind, key }: &Address) -> Option<Self> {
        match kind {
            Kind::Glossary => desired.glossaries().get(key).map(Self::Glossary),
            Kind::SpokenTerms => desired.spoken_terms().get(key).map(Self::SpokenTerms),
            Kind::Style | Kind::TranslationProfile => None,
        }
    }

    /// What it should say.
    #[must_use]
    pub fn content(self) -> Lexicon {
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
    pub fn part_place(self, part: &Part) -> Option<&'a Place> {
        match (self, part) {
            (Self::Glossary(glossary), Part::Dictionary { source, target }) => {
                let pair = Pair { source: source.clone(), target: target.clone() };
                glossary.dictionaries.get(&pair).map(|dictionary| &dictionary.place)
            }
            (Self::SpokenTerms(terms), Part::Terms(language)) => terms.term_lists.get(language).map(|list| &list.place),
            (Self::Glossary(_), Part::Terms(_)) | (Self::SpokenTerms(_), Part::Dictionary { .. }) => None,
        }
    }

    /// Where an entry is written.
    #[must_use]
    pub fn entry_place(self, part: &Part, entry: &str) -> Option<&'a Place> {
        match (self, part) {
            (Self::Glossary(glossary), Part::Dictionary { source, target }) => {
                let pair = Pair { source: source.clone(), target: target.clone() };
                glossary.dictionaries.get(&pair)?.entries.get(entry).map(|target| &target.place)
            }
            (Self::SpokenTerms(terms), Part::Terms(language)) => terms.term_lists.get(language)?.terms.get(entry),
            (Self::Glossary(_), Part::Terms(_)) | (Self::SpokenTerms(_), Part::Dictionary { .. }) => None,
        }
    }
}
