//! Objects of any kind that the service holds: what they say, and as they are held.
//!
//! Closed enums, so that a kind which is forgotten somewhere does not compile. Translation profiles are not among them:
//! they exist in files alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::lexicon::{self, Lexicon, LiveLexicon, Which};
use crate::model::style::{self, LiveStyle};
use crate::model::{Id, Kind, Language, digest};

/// What an object says, places and ids aside: what is compared, digested and sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A style rule list.
    Style(style::Content),
    /// A glossary or a collection of spoken terms.
    Lexicon(Lexicon),
}

/// An object as the service holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// A style rule list.
    Style(LiveStyle),
    /// A glossary or a collection of spoken terms.
    Lexicon(LiveLexicon),
}

/// An object of the account as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// A style rule list.
    Style(&'a LiveStyle),
    /// A glossary or a collection of spoken terms.
    Lexicon(&'a LiveLexicon),
}

impl Content {
    /// Display name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Style(style) => &style.name,
            Self::Lexicon(lexicon) => &lexicon.name,
        }
    }

    /// Equal but for the order of instructions, which the service does not promise to keep.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Style(one), Self::Style(other)) => one.same(other),
            (Self::Lexicon(one), Self::Lexicon(other)) => one == other,
            (Self::Style(_), Self::Lexicon(_)) | (Self::Lexicon(_), Self::Style(_)) => false,
        }
    }

    /// Digest of all of it.
    #[must_use]
    pub fn digest(&self) -> String {
        match self {
            Self::Style(style) => digest::of_content(style),
            Self::Lexicon(lexicon) => lexicon::digest_of(lexicon),
        }
    }
}

impl Object {
    /// Borrowed.
    #[must_use]
    pub fn found(&self) -> Found<'_> {
        match self {
            Self::Style(style) => Found::Style(style),
            Self::Lexicon(lexicon) => Found::Lexicon(lexicon),
        }
    }
}

impl<'a> Found<'a> {
    /// Its kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Style(_) => Kind::Style,
            Self::Lexicon(lexicon) => lexicon.which.kind(),
        }
    }

    /// The service's id.
    #[must_use]
    pub fn id(self) -> &'a Id {
        match self {
            Self::Style(style) => &style.id,
            Self::Lexicon(lexicon) => &lexicon.id,
        }
    }

    /// Display name.
    #[must_use]
    pub fn name(self) -> &'a str {
        match self {
            Self::Style(style) => &style.name,
            Self::Lexicon(lexicon) => &lexicon.name,
        }
    }

    /// Root language, where its kind has one.
    #[must_use]
    pub fn language(self) -> Option<&'a Language> {
        match self {
            Self::Style(style) => Some(&style.language),
            Self::Lexicon(_) => None,
        }
    }

    /// The service's version, where its kind has one.
    #[must_use]
    pub fn version(self) -> Option<u64> {
        match self {
            Self::Style(style) => Some(style.version),
            Self::Lexicon(_) => None,
        }
    }

    /// What it says.
    #[must_use]
    pub fn content(self) -> Content {
        match self {
            Self::Style(style) => Content::Style(style.content()),
            Self::Lexicon(lexicon) => Content::Lexicon(lexicon.content()),
        }
    }

    /// A copy of all of it.
    #[must_use]
    pub fn owned(self) -> Object {
        match self {
            Self::Style(style) => Object::Style(style.clone()),
            Self::Lexicon(lexicon) => Object::Lexicon(lexicon.clone()),
        }
    }
}

/// The account as it was read.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// Every list of the account, with its content.
    pub styles: BTreeMap<Id, LiveStyle>,
    /// Every glossary of the account, where one is wanted or bound; with the entries of those that something rests on.
    pub glossaries: BTreeMap<Id, LiveLexicon>,
    /// Every collection of spoken terms, likewise.
    pub spoken_terms: BTreeMap<Id, LiveLexicon>,
    /// Bound ids that the service says it does not have.
    pub gone: BTreeSet<Id>,
    /// Bound ids that exist although the listing lacks them: the listing cannot be trusted for absence.
    pub unlisted: BTreeSet<Id>,
    /// Kinds of which two listings agreed (with other page borders, where there are pages): only then may absence decide
    /// anything.
    pub stable: BTreeSet<Kind>,
    /// Kinds that could do without being read, and that the service refused to list, with its status: 404 where it knows no
    /// such thing at all.
    pub closed: BTreeMap<Kind, u16>,
}

impl Live {
    /// The lexicons of one kind.
    #[must_use]
    pub fn lexicons(&self, which: Which) -> &BTreeMap<Id, LiveLexicon> {
        match which {
            Which::Glossary => &self.glossaries,
            Which::SpokenTerms => &self.spoken_terms,
        }
    }

    /// The lexicons of one kind, to be added to.
    pub fn lexicons_mut(&mut self, which: Which) -> &mut BTreeMap<Id, LiveLexicon> {
        match which {
            Which::Glossary => &mut self.glossaries,
            Which::SpokenTerms => &mut self.spoken_terms,
        }
    }

    /// Every object of a kind.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = Found<'_>> {
        let styles = (kind == Kind::Style).then(|| self.styles.values().map(Found::Style));
        let lexicons = Which::of(kind).map(|which| self.lexicons(which).values().map(Found::Lexicon));
        styles.into_iter().flatten().chain(lexicons.into_iter().flatten())
    }

    /// Every object.
    pub fn all(&self) -> impl Iterator<Item = Found<'_>> {
        Kind::ALL.into_iter().flat_map(|kind| self.of(kind))
    }

    /// The object of a kind that has this id.
    #[must_use]
    pub fn get(&self, kind: Kind, id: &Id) -> Option<Found<'_>> {
        match Which::of(kind) {
            Some(which) => self.lexicons(which).get(id).map(Found::Lexicon),
            None => self.styles.get(id).filter(|_| kind == Kind::Style).map(Found::Style),
        }
    }

    /// Takes an object in.
    pub fn take(&mut self, object: Object) {
        match object {
            Object::Style(style) => {
                self.styles.insert(style.id.clone(), style);
            }
            Object::Lexicon(lexicon) => {
                self.lexicons_mut(lexicon.which).insert(lexicon.id.clone(), lexicon);
            }
        }
    }
}
