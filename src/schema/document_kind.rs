//! Which kinds of documents there are.

use crate::source::test_files::TEST_KIND;

/// The kinds of documents. The project file and catalogue files are none: there is one of the former, and no `kind` in them.
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
}

impl DocumentKind {
    /// Every kind that a field `kind` can name.
    pub const ALL: [Self; 6] =
        [Self::Style, Self::Base, Self::Glossary, Self::SpokenTerms, Self::StyleProfile, Self::Profile];

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
            Self::Base | Self::Profile | Self::StyleTest => &[],
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
        }
    }
}
