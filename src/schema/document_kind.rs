//! Which kinds of documents there are.

use crate::source::test_files::TEST_KIND;

/// The kinds of documents. The project file is none: there is one of it.
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
    /// A style profile.
    StyleProfile,
    /// A translation profile.
    Profile,
    /// A file of style tests: its place says so, no field does.
    StyleTest,
    /// A catalogue file: the project file names it, no field does.
    Catalogue,
}

impl DocumentKind {
    /// Every kind that a field `kind` can name.
    pub const ALL: [Self; 6] =
        [Self::Style, Self::Base, Self::Glossary, Self::SpokenTerms, Self::StyleProfile, Self::Profile];

    /// Every kind, those first that a field `kind` can name.
    pub const EVERY: [Self; 8] = [
        Self::Style,
        Self::Base,
        Self::Glossary,
        Self::SpokenTerms,
        Self::StyleProfile,
        Self::Profile,
        Self::StyleTest,
        Self::Catalogue,
    ];

    /// The word of the field `kind`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Style => "style",
            Self::Base => "base_style",
            Self::Glossary => "glossary",
            Self::SpokenTerms => "spoken_terms",
            Self::StyleProfile => "style_profile",
            Self::Profile => "translation_profile",
            Self::StyleTest => TEST_KIND,
            Self::Catalogue => "catalogue",
        }
    }

    /// Its fields at the top, as its schema has them (a test compares): what a file is, is asked of files that are none of ours.
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
                "shared",
            ],
            Self::Base => &[
                "kind",
                "key",
                "language",
                "description",
                "extends",
                "without_rules",
                "configured_rules",
                "custom_instructions",
            ],
            Self::Glossary => &["kind", "key", "name", "dictionaries", "protected", "shared"],
            Self::SpokenTerms => &["kind", "key", "name", "term_lists", "protected", "shared"],
            Self::StyleProfile => &[
                "kind",
                "key",
                "name",
                "description",
                "industry",
                "styles",
                "glossaries",
                "glossary_priority",
                "translation_memories",
                "protected",
                "shared",
            ],
            Self::Profile => &[
                "kind",
                "key",
                "description",
                "target_language",
                "source_language",
                "style_profile",
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
            Self::StyleTest => &["style", "profile", "from", "to", "tags", "tests"],
            Self::Catalogue => &["categories", "languages", "contradictions"],
        }
    }

    /// The words for parts of it that can be shared with people.
    #[must_use]
    pub fn shared_words(self) -> &'static [&'static str] {
        match self {
            Self::Style => &["configured_rules", "custom_instructions"],
            Self::Glossary => &["entries"],
            Self::SpokenTerms => &["terms"],
            Self::StyleProfile => &["links"],
            Self::Base | Self::Profile | Self::StyleTest | Self::Catalogue => &[],
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
            Self::StyleProfile => "style profile",
            Self::Profile => "profile",
            Self::StyleTest => "file of style tests",
            Self::Catalogue => "catalogue",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DocumentKind;
    use crate::catalogue::load::{Edition, parsed_catalogue};
    use crate::schema::schema_of_kind;

    #[test]
    fn each_kind_has_the_fields_of_its_schema() {
        for (index, kind) in DocumentKind::EVERY.into_iter().enumerate() {
            let schema = schema_of_kind(kind, parsed_catalogue(Edition::Core));
            let fields: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
            assert_eq!(fields, kind.fields(), "{kind:?}");
            assert_eq!(kind as usize, index);
        }
    }
}
