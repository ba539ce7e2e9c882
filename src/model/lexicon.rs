//! Lexicons: what glossaries and collections of spoken terms have in common. A name, and parts that are written one by
//! one: the dictionary of a pair of languages, the term list of a language.
//!
//! One form for what is wanted and what is held, so that `plan` compares with `==`. The service keeps neither a version
//! nor a time of change of a lexicon, so a difference is seen in the entries alone. The two kinds differ in what a part
//! and an entry are, and nowhere else: [`Which`] says it, and the wire forms live in `service`.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::{Id, Kind, Language, digest};

/// The two kinds of lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Which {
    /// Dictionaries by language pair.
    Glossary,
    /// Term lists by language.
    SpokenTerms,
}

impl Which {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Glossary, Self::SpokenTerms];

    /// Its kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Glossary => Kind::Glossary,
            Self::SpokenTerms => Kind::SpokenTerms,
        }
    }

    /// The lexicon that a kind is, if it is one.
    #[must_use]
    pub fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::Glossary => Some(Self::Glossary),
            Kind::SpokenTerms => Some(Self::SpokenTerms),
            Kind::Style | Kind::TranslationProfile => None,
        }
    }
}

/// What is written in one piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The dictionary of a pair of languages, one direction.
    Dictionary {
        /// Language of the source phrases.
        source: Language,
        /// Language of the target phrases.
        target: Language,
    },
    /// The term list of a language.
    Terms(Language),
}

impl Part {
    /// The part that this text (as [`std::fmt::Display`] writes it) names in a lexicon.
    #[must_use]
    pub fn parse(which: Which, text: &str) -> Option<Self> {
        match which {
            Which::Glossary => {
                let (source, target) = text.split_once(" > ")?;
                Some(Self::Dictionary { source: Language::new(source), target: Language::new(target) })
            }
            Which::SpokenTerms => Some(Self::Terms(Language::new(text))),
        }
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Dictionary { source, target } => write!(f, "{source} > {target}"),
            Self::Terms(language) => write!(f, "{language}"),
        }
    }
}

/// The entries of a part: source phrase to target phrase. A spoken term stands alone, with nothing behind it.
///
/// Shared, because tens of thousands of them pass from the files through plan and apply.
pub type Entries = Arc<BTreeMap<String, String>>;

/// What a lexicon says: what is compared, digested and sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicon {
    /// Glossary or spoken terms.
    pub which: Which,
    /// Display name.
    pub name: String,
    /// Its parts.
    pub parts: BTreeMap<Part, Entries>,
}

/// A lexicon as the service holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveLexicon {
    /// Glossary or spoken terms.
    pub which: Which,
    /// The service's id.
    pub id: Id,
    /// Display name.
    pub name: String,
    /// When it was created, as the service says it.
    pub creation_time: String,
    /// Its parts.
    pub parts: BTreeMap<Part, LivePart>,
}

/// A part as the service holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LivePart {
    /// How many entries the service counts.
    pub entry_count: u64,
    /// The entries, where they were read: each part takes a call of its own.
    pub entries: Option<Entries>,
}

impl Lexicon {
    /// How many entries there are in all parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.values().map(|entries| entries.len()).sum()
    }

    /// Whether it has no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl LiveLexicon {
    /// What it says. A part whose entries were not read has none here: whoever compares has them read first.
    #[must_use]
    pub fn content(&self) -> Lexicon {
        let said = |part: &LivePart| part.entries.clone().unwrap_or_default();
        Lexicon {
            which: self.which,
            name: self.name.clone(),
            parts: self.parts.iter().map(|(name, part)| (name.clone(), said(part))).collect(),
        }
    }

    /// Whether the entries of all parts were read.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.parts.values().all(|part| part.entries.is_some())
    }
}

/// The digest of what a lexicon says.
#[must_use]
pub fn digest_of(lexicon: &Lexicon) -> String {
    let Lexicon { which, name, parts } = lexicon;
    let mut text = format!("{};{}:{name};", which.kind().as_str(), name.len());
    for (part, entries) in parts {
        text.push_str(&format!("{part}={};", digest_of_entries(entries)));
    }
    digest::of(text)
}

/// The digest of the entries of a part.
#[must_use]
pub fn digest_of_entries(entries: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    for (source, target) in entries {
        text.push_str(&framed(source, target));
    }
    digest::of(text)
}

/// An entry with the lengths of its halves, so that no two different ones give the same text.
pub(crate) fn framed(source: &str, target: &str) -> String {
    format!("{}:{source};{}:{target};", source.len(), target.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_read_as_it_is_written() {
        let pair = Part::Dictionary { source: Language::new("DE"), target: Language::new("pt-br") };
        assert_eq!(pair.to_string(), "de > pt-br");
        assert_eq!(Part::parse(Which::Glossary, "de > pt-br"), Some(pair));
        assert_eq!(Part::parse(Which::Glossary, "de"), None);
        assert_eq!(Part::parse(Which::SpokenTerms, "DE"), Some(Part::Terms(Language::new("de"))));
    }

    #[test]
    fn a_digest_tells_entries_apart_wherever_the_border_between_them_lies() {
        let of = |entries: &[(&str, &str)]| {
            digest_of_entries(&entries.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect())
        };
        assert_eq!(of(&[("a", "b"), ("c", "d")]), of(&[("c", "d"), ("a", "b")]));
        assert_ne!(of(&[("a", "bc")]), of(&[("ab", "c")]));
        assert_ne!(of(&[("a", "b"), ("c", "")]), of(&[("a", "b")]));
    }
}
