//! Which kinds of documents there are, and which fields stand where in them.

/// The document shapes that this module validates. The project file and catalogue files have readers of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentKind {
    /// A style rule list.
    Style,
    /// A base that lists extend.
    Base,
    /// A glossary.
    Glossary,
    /// A collection of spoken terms.
    SpokenTerms,
    /// A translation profile.
    Profile,
}

/// Fields of a custom instruction.
pub(super) const INSTRUCTION_FIELDS: &[&str] = &["label", "prompt", "source_language"];

impl DocumentKind {
    /// Every shape.
    pub const ALL: [Self; 5] = [Self::Style, Self::Base, Self::Glossary, Self::SpokenTerms, Self::Profile];

    /// The word of the field `kind`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Style => "style",
            Self::Base => "base_style",
            Self::Glossary => "glossary",
            Self::SpokenTerms => "spoken_terms",
            Self::Profile => "translation_profile",
        }
    }

    /// The shape of this word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.as_str() == name)
    }

    /// What such a document is called in a message.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::Style => "list",
            Self::Base => "base",
            Self::Glossary => "glossary",
            Self::SpokenTerms => "collection of spoken terms",
            Self::Profile => "profile",
        }
    }

    /// Every field of such a document, in the order in which people write them.
    #[must_use]
    pub fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Style => &[
                "kind",
                "key",
                "name",
                "language",
                "extends",
                "without_rules",
                "configured_rules",
                "custom_instructions",
                "protected",
            ],
            Self::Base => &[
                "kind",
                "key",
                "description",
                "language",
                "extends",
                "without_rules",
                "configured_rules",
                "custom_instructions",
            ],
            Self::Glossary => &["kind", "key", "name", "dictionaries", "protected"],
            Self::SpokenTerms => &["kind", "key", "name", "term_lists", "protected"],
            Self::Profile => &[
                "kind",
                "key",
                "description",
                "target_language",
                "source_language",
                "style",
                "glossary",
                "glossaries",
                "translation_memory",
                "translation_memory_threshold",
                "spoken_terms",
                "formality",
                "model_type",
                "tag_handling",
                "tag_handling_version",
                "context",
                "custom_instructions",
                "show_billed_characters",
                "enable_beta_languages",
                "document",
                "voice",
                "writing_style",
                "tone",
            ],
        }
    }

    /// Every field of the mapping at this path; none where names are free or rules are meant.
    #[must_use]
    pub fn fields_at(self, parts: &[&str]) -> &'static [&'static str] {
        match (self, parts) {
            (_, []) => self.fields(),
            (Self::Style | Self::Base, ["custom_instructions", _]) => INSTRUCTION_FIELDS,
            (Self::Glossary, ["dictionaries", _]) => &["source_language", "target_language", "entries", "file"],
            (Self::SpokenTerms, ["term_lists", _]) => &["language", "terms"],
            (Self::Profile, ["document"]) => &["output_format", "enable_watermark"],
            (Self::Profile, ["voice"]) => &["target_languages", "content_type", "voice"],
            (Self::Style | Self::Base | Self::Glossary | Self::SpokenTerms | Self::Profile, _) => &[],
        }
    }

    /// What the mapping at this path is called in a message, with its article.
    pub(super) fn describe_owner(self, parts: &[&str]) -> String {
        let number = |index: &str| index.parse::<usize>().unwrap_or(0) + 1;
        match (self, parts) {
            (_, []) => format!("the {}", self.noun()),
            (Self::Style | Self::Base, ["custom_instructions", index]) => format!("instruction {}", number(index)),
            (Self::Glossary, ["dictionaries", index]) => format!("dictionary {}", number(index)),
            (Self::SpokenTerms, ["term_lists", index]) => format!("term list {}", number(index)),
            (Self::Profile, [name @ ("document" | "voice")]) => format!("`{name}`"),
            (Self::Style | Self::Base | Self::Glossary | Self::SpokenTerms | Self::Profile, _) => {
                "the mapping".to_owned()
            }
        }
    }

    /// The same of any such mapping.
    pub(super) fn describe_any_owner(self, parts: &[&str]) -> String {
        match (self, parts) {
            (_, []) => format!("a {}", self.noun()),
            (Self::Style | Self::Base, ["custom_instructions", _]) => "an instruction".to_owned(),
            (Self::Glossary, ["dictionaries", _]) => "a dictionary".to_owned(),
            (Self::SpokenTerms, ["term_lists", _]) => "a term list".to_owned(),
            (Self::Profile, [name @ ("document" | "voice")]) => format!("`{name}`"),
            (Self::Style | Self::Base | Self::Glossary | Self::SpokenTerms | Self::Profile, _) => {
                "this mapping".to_owned()
            }
        }
    }
}
