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

impl Part {
    /// The kind of lexicon that has such parts.
    #[must_use]
    pub fn which(&self) -> Which {
        match self {
            Self::Dictionary { .. } => Which::Glossary,
            Self::Terms(_) => Which::SpokenTerms,
        }
    }

    /// What people call it.
    #[must_use]
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Dictionary { .. } => "dictionary",
            Self::Terms(_) => "term list",
        }
    }

    /// What people call one of its entries.
    #[must_use]
    pub fn entry_noun(&self) -> &'static str {
        match self {
            Self::Dictionary { .. } => "entry",
            Self::Terms(_) => "term",
        }
    }

    /// So many of its entries, in words.
    #[must_use]
    pub fn count(&self, n: usize) -> String {
        let plural = match self {
            Self::Dictionary { .. } => "entries",
            Self::Terms(_) => "terms",
        };
        if n == 1 { format!("1 {}", self.entry_noun()) } else { format!("{n} {plural}") }
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

/// Bytes of entries that a creation carries beyond its first part: requests are documented to be limited to 128 KiB.
const FIRST_BYTES: usize = 96 * 1024;

impl Lexicon {
    /// What the call carries that creates it: its first part, and others as long as they are small. The rest follows part
    /// by part.
    #[must_use]
    pub fn beginning(&self) -> Self {
        let mut bytes = 0;
        let size =
            |entries: &Entries| entries.iter().map(|(source, target)| source.len() + target.len() + 2).sum::<usize>();
        let parts = self.parts.iter().enumerate().take_while(|(at, (_, entries))| {
            bytes += size(entries);
            *at == 0 || bytes <= FIRST_BYTES
        });
        let parts = parts.map(|(_, (part, entries))| (part.clone(), entries.clone())).collect();
        Self { which: self.which, name: self.name.clone(), parts }
    }

    /// Four digits that tell its entries, whatever its name: part of the nonce that it is created under, so that the rest
    /// of an interrupted creation is known to be as we left it. (A list has a version for that.)
    #[must_use]
    pub fn print(&self) -> String {
        digest::short(digest_of(&Self { name: String::new(), ..self.clone() }), 4)
    }

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

/// The sum of the digests of the single entries. Unlike a digest of all, it can be taken apart: what is left of it when
/// known entries are taken away is the sum of the others.
#[must_use]
pub fn sum_of<'a>(entries: impl IntoIterator<Item = (&'a String, &'a String)>) -> u128 {
    entries.into_iter().fold(0, |sum, (source, target)| sum.wrapping_add(weight(source, target)))
}

/// What one entry adds to a sum.
#[must_use]
pub fn weight(source: &str, target: &str) -> u128 {
    digest::number(framed(source, target))
}

/// An entry with the lengths of its halves, so that no two different ones give the same text.
fn framed(source: &str, target: &str) -> String {
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
