//! Parts of a resource that its files share with people: additions on the service are kept there.

use crate::model::Kind;

/// Which parts of a resource are shared. None for most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SharedParts {
    /// Configured rules of a style rule list.
    pub rules: bool,
    /// Custom instructions of a style rule list.
    pub instructions: bool,
    /// Entries of a glossary.
    pub entries: bool,
    /// Terms of a collection of spoken terms.
    pub terms: bool,
    /// Lists, glossaries and translation memories of a style profile.
    pub links: bool,
}

impl SharedParts {
    /// The parts of these words; others are passed over.
    #[must_use]
    pub fn from_words<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut parts = Self::default();
        for word in words {
            match word {
                "configured_rules" => parts.rules = true,
                "custom_instructions" => parts.instructions = true,
                "entries" => parts.entries = true,
                "terms" => parts.terms = true,
                "links" => parts.links = true,
                _ => {}
            }
        }
        parts
    }

    /// Those that a kind has.
    #[must_use]
    pub fn of_kind(self, kind: Kind) -> Self {
        let Self { rules, instructions, entries, terms, links } = self;
        let none = Self::default();
        match kind {
            Kind::Style => Self { rules, instructions, ..none },
            Kind::Glossary => Self { entries, ..none },
            Kind::SpokenTerms => Self { terms, ..none },
            Kind::StyleProfile => Self { links, ..none },
            Kind::TranslationProfile => none,
        }
    }

    /// Whether the entries of a term set are shared, whichever of the two it is.
    #[must_use]
    pub fn has_entries(self) -> bool {
        self.entries || self.terms
    }

    /// Whether nothing is shared.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}
