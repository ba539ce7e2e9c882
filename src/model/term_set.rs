//! Term sets: what glossaries and collections of spoken terms have in common. A name, and parts that are written one by
//! one: the dictionary of a pair of languages, the term list of a language.
//!
//! One form for what is wanted and what is held, so that `plan` compares with `==`. The service keeps neither a version
//! nor a time of change of a term set, so a difference is seen in the entries alone. The two kinds differ in what a part
//! and an entry are, and nowhere else: [`TermSetKind`] says it, and the wire forms live in `service`.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::{Id, Kind, Language, digest};

/// The two kinds of term set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TermSetKind {
    /// Dictionaries by language pair.
    Glossary,
    /// Term lists by language.
    SpokenTerms,
}

impl TermSetKind {
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

    /// The term set that a kind is, if it is one.
    #[must_use]
    pub fn from_kind(kind: Kind) -> Option<Self> {
        match kind {
            Kind::Glossary => Some(Self::Glossary),
            Kind::SpokenTerms => Some(Self::SpokenTerms),
            Kind::Style | Kind::StyleProfile | Kind::TranslationProfile => None,
        }
    }
}

/// What is written in one piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TermSetPart {
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

impl TermSetPart {
    /// The part that this text (as [`std::fmt::Display`] writes it) names in a term set.
    #[must_use]
    pub fn parse(kind: TermSetKind, text: &str) -> Option<Self> {
        match kind {
            TermSetKind::Glossary => {
                let (source, target) = text.split_once(" > ")?;
                Some(Self::Dictionary { source: Language::new(source), target: Language::new(target) })
            }
            TermSetKind::SpokenTerms => Some(Self::Terms(Language::new(text))),
        }
    }
}

impl TermSetPart {
    /// The kind of term set that has such parts.
    #[must_use]
    pub fn term_set_kind(&self) -> TermSetKind {
        match self {
            Self::Dictionary { .. } => TermSetKind::Glossary,
            Self::Terms(_) => TermSetKind::SpokenTerms,
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
    pub fn count_entries(&self, n: usize) -> String {
        let plural = match self {
            Self::Dictionary { .. } => "entries",
            Self::Terms(_) => "terms",
        };
        if n == 1 { format!("1 {}", self.entry_noun()) } else { format!("{n} {plural}") }
    }
}

impl std::fmt::Display for TermSetPart {
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
pub type TermEntries = Arc<BTreeMap<String, String>>;

/// What a term set says: what is compared, digested and sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermSet {
    /// Glossary or spoken terms.
    pub kind: TermSetKind,
    /// Display name.
    pub name: String,
    /// Its parts.
    pub parts: BTreeMap<TermSetPart, TermEntries>,
}

/// A term set as the service holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveTermSet {
    /// Glossary or spoken terms.
    pub kind: TermSetKind,
    /// The service's id.
    pub id: Id,
    /// Display name.
    pub name: String,
    /// When it was created, as the service says it.
    pub creation_time: String,
    /// Its parts.
    pub parts: BTreeMap<TermSetPart, LiveTermSetPart>,
}

/// A part as the service holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveTermSetPart {
    /// How many entries the service counts.
    pub entry_count: u64,
    /// The entries, where they were read: each part takes a call of its own.
    pub entries: Option<TermEntries>,
}

/// Bytes of entries that a creation carries beyond its first part: requests are documented to be limited to 128 KiB.
const MAX_CREATE_BYTES: usize = 96 * 1024;

impl TermSet {
    /// What the call carries that creates it: its first part, and others as long as they are small. The rest follows part
    /// by part.
    #[must_use]
    pub fn initial_parts(&self) -> Self {
        let mut bytes = 0;
        let size = |entries: &TermEntries| {
            entries.iter().map(|(source, target)| source.len() + target.len() + 2).sum::<usize>()
        };
        let parts = self.parts.iter().enumerate().take_while(|(at, (_, entries))| {
            bytes += size(entries);
            *at == 0 || bytes <= MAX_CREATE_BYTES
        });
        let parts = parts.map(|(_, (part, entries))| (part.clone(), entries.clone())).collect();
        Self { kind: self.kind, name: self.name.clone(), parts }
    }

    /// Four digits that tell its entries, whatever its name: part of the nonce that it is created under, so that the rest
    /// of an interrupted creation is known to be as we left it. (A list has a version for that.)
    #[must_use]
    pub fn fingerprint(&self) -> String {
        digest::short_digest(digest_of_term_set(&Self { name: String::new(), ..self.clone() }), 4)
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

impl LiveTermSet {
    /// What it says. A part whose entries were not read has none here: whoever compares has them read first.
    #[must_use]
    pub fn content(&self) -> TermSet {
        let said = |part: &LiveTermSetPart| part.entries.clone().unwrap_or_default();
        TermSet {
            kind: self.kind,
            name: self.name.clone(),
            parts: self.parts.iter().map(|(name, part)| (name.clone(), said(part))).collect(),
        }
    }

    /// Whether the entries of all parts were read.
    #[must_use]
    pub fn has_all_entries(&self) -> bool {
        self.parts.values().all(|part| part.entries.is_some())
    }
}

/// The digest of what a term set says.
#[must_use]
pub fn digest_of_term_set(term_set: &TermSet) -> String {
    let TermSet { kind: which, name, parts } = term_set;
    let mut text = format!("{};{}:{name};", which.kind().as_str(), name.len());
    for (part, entries) in parts {
        text.push_str(&format!("{part}={};", digest_of_entries(entries)));
    }
    digest::digest_of_bytes(text)
}

/// The digest of the entries of a part.
#[must_use]
pub fn digest_of_entries(entries: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    for (source, target) in entries {
        text.push_str(&frame_entry(source, target));
    }
    digest::digest_of_bytes(text)
}

/// The sum of the digests of the single entries. Unlike a digest of all, it can be taken apart: what is left of it when
/// known entries are taken away is the sum of the others.
#[must_use]
pub fn sum_of_entries<'a>(entries: impl IntoIterator<Item = (&'a String, &'a String)>) -> u128 {
    entries.into_iter().fold(0, |sum, (source, target)| sum.wrapping_add(entry_digest_number(source, target)))
}

/// What one entry adds to a sum.
#[must_use]
pub fn entry_digest_number(source: &str, target: &str) -> u128 {
    digest::digest_number(frame_entry(source, target))
}

/// An entry with the lengths of its halves, so that no two different ones give the same text.
fn frame_entry(source: &str, target: &str) -> String {
    format!("{}:{source};{}:{target};", source.len(), target.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_read_as_it_is_written() {
        let pair = TermSetPart::Dictionary { source: Language::new("DE"), target: Language::new("pt-br") };
        assert_eq!(pair.to_string(), "de > pt-br");
        assert_eq!(TermSetPart::parse(TermSetKind::Glossary, "de > pt-br"), Some(pair));
        assert_eq!(TermSetPart::parse(TermSetKind::Glossary, "de"), None);
        assert_eq!(TermSetPart::parse(TermSetKind::SpokenTerms, "DE"), Some(TermSetPart::Terms(Language::new("de"))));
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
