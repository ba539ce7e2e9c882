//! Glossaries: as wanted by files, as held by the service.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Place;
use crate::model::term_set::{LiveTermSet, TermSet, TermSetKind, TermSetPart};
use crate::model::{Key, Language, Placed};

/// A glossary as the files want it.
#[derive(Clone, Debug)]
pub struct Glossary {
    /// Its stable name in the project.
    pub key: Key,
    /// Display name.
    pub name: Placed<String>,
    /// Dictionaries by language pair.
    pub dictionaries: BTreeMap<LanguagePair, Dictionary>,
    /// Whether deleting it is refused.
    pub protected: bool,
    /// Where its document begins.
    pub place: Place,
}

/// A pair of languages, one direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LanguagePair {
    /// Language of the source phrases.
    pub source: Language,
    /// Language of the target phrases.
    pub target: Language,
}

/// The dictionary of a pair.
#[derive(Clone, Debug)]
pub struct Dictionary {
    /// Target phrase by source phrase, each where it is written.
    pub entries: BTreeMap<String, Placed<String>>,
    /// Where the dictionary is written.
    pub place: Place,
}

/// A glossary as the service holds it.
pub type LiveGlossary = LiveTermSet;

impl LanguagePair {
    /// The pair of the opposite direction.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self { source: self.target.clone(), target: self.source.clone() }
    }

    /// The part of a term set that its dictionary is.
    #[must_use]
    pub fn to_part(&self) -> TermSetPart {
        TermSetPart::Dictionary { source: self.source.clone(), target: self.target.clone() }
    }
}

impl std::fmt::Display for LanguagePair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} > {}", self.source, self.target)
    }
}

impl Glossary {
    /// What the glossary should say.
    #[must_use]
    pub fn content(&self) -> TermSet {
        let entries = |dictionary: &Dictionary| {
            dictionary.entries.iter().map(|(source, target)| (source.clone(), target.value.clone())).collect()
        };
        TermSet {
            kind: TermSetKind::Glossary,
            name: self.name.value.clone(),
            parts: self
                .dictionaries
                .iter()
                .map(|(pair, dictionary)| (pair.to_part(), Arc::new(entries(dictionary))))
                .collect(),
        }
    }
}
