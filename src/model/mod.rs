//! What a file means, and what the service holds.
//!
//! Wanted and held are brought to one normal form when they are made (language in lower case, rules without empty
//! categories), so that `plan` compares with `==`.

pub mod digest;
pub mod glossary;
pub mod term_set;
pub mod translation_memory;
pub mod resource;
pub mod profile;
pub mod capabilities;
pub mod project;
pub mod reference;
pub mod request;
pub mod reviewed;
pub mod shared_parts;
pub mod shared_text;
pub mod spoken_terms;
pub mod style;
pub mod style_profile;
pub mod tag;
pub mod usage;
pub mod wire;
pub mod document_tree;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as model;
use housestyle_catalogue as catalogue;
use housestyle_diagnostic as diagnostic;
use housestyle_source as source;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

pub use resource::LiveAccount;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
pub use shared_text::SharedText;
use unicode_normalization::UnicodeNormalization;

use crate::diagnostic::Place;
use crate::source::key_text::{KEY_RULE, is_key_char, is_key_letter};

/// A kind of thing that files describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A style rule list.
    Style,
    /// A glossary.
    Glossary,
    /// A collection of spoken terms.
    SpokenTerms,
    /// A style profile.
    StyleProfile,
    /// A translation profile: it exists in files alone, never on the service.
    TranslationProfile,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] =
        [Self::Style, Self::Glossary, Self::SpokenTerms, Self::StyleProfile, Self::TranslationProfile];

    /// The kinds that the service holds, what is named by others first: in this order they are written.
    pub const ON_SERVICE: [Self; 4] = [Self::Style, Self::Glossary, Self::SpokenTerms, Self::StyleProfile];

    /// The word in files, addresses and JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Style => "style",
            Self::Glossary => "glossary",
            Self::SpokenTerms => "spoken_terms",
            Self::StyleProfile => "style_profile",
            Self::TranslationProfile => "translation_profile",
        }
    }

    /// The kind of this word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// What people call one of it.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::Style => "list",
            Self::Glossary => "glossary",
            Self::SpokenTerms => "collection of spoken terms",
            Self::StyleProfile => "style profile",
            Self::TranslationProfile => "profile",
        }
    }

    /// What people call several.
    #[must_use]
    pub fn plural(self) -> &'static str {
        match self {
            Self::Style => "lists",
            Self::Glossary => "glossaries",
            Self::SpokenTerms => "collections of spoken terms",
            Self::StyleProfile => "style profiles",
            Self::TranslationProfile => "profiles",
        }
    }
}

/// The stable name of a thing inside its project. Letters and digits of any script and `. _ - /`, beginning with a letter
/// or digit; composed (NFC), so that it is one name however a disk or an editor composes letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Arc<str>);

impl Key {
    /// Longest key, in characters.
    pub const MAX: usize = 128;

    /// A key of this text.
    ///
    /// # Errors
    /// Says what a key may look like, where the text cannot be one.
    pub fn new(text: &str) -> Result<Self, String> {
        let composed: Cow<'_, str> = if text.is_ascii() { text.into() } else { text.nfc().collect::<String>().into() };
        let text = &*composed;
        let begins = text.starts_with(is_key_letter);
        let parts = text.split('/').all(|part| !part.is_empty() && !part.chars().all(|c| c == '.'));
        if begins && parts && text.chars().count() <= Self::MAX && text.chars().all(is_key_char) {
            Ok(Self(text.into()))
        } else {
            Err(format!("a key has 1 to {} {KEY_RULE}", Self::MAX))
        }
    }

    /// The text of the key.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What people and flags call a thing: `style/support-de`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    /// Its kind.
    pub kind: Kind,
    /// Its key.
    pub key: Key,
}

impl Address {
    /// The address of a thing of this kind.
    #[must_use]
    pub fn new(kind: Kind, key: Key) -> Self {
        Self { kind, key }
    }

    /// The address of a style.
    #[must_use]
    pub fn style(key: Key) -> Self {
        Self::new(Kind::Style, key)
    }

    /// Reads `style/support-de` or `glossary/terms-de`; a bare key counts as a style's.
    ///
    /// # Errors
    /// Says what an address looks like.
    pub fn parse(text: &str) -> Result<Self, String> {
        let of_kind = text.split_once('/').and_then(|(kind, key)| Some((Kind::from_name(kind)?, key)));
        match of_kind {
            Some((kind, key)) => Ok(Self::new(kind, Key::new(key)?)),
            None => Ok(Self::style(Key::new(text)?)),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind.as_str(), self.key)
    }
}

/// An id that the service chose. Letters, digits and hyphens: it goes into paths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(Arc<str>);

impl Id {
    /// An id of this text, if it could be one (1 to 64 of `[A-Za-z0-9-]`).
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let good = !text.is_empty()
            && text.len() <= 64
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        good.then(|| Self(text.into()))
    }

    /// The text of the id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A language code, lower-case: `de`, `pt-br`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(SharedText);

impl Language {
    /// The language of this code, whatever its case.
    #[must_use]
    pub fn new(code: &str) -> Self {
        if code.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Self(SharedText::of_word(&code.to_ascii_lowercase()));
        }
        Self(SharedText::of_word(code))
    }

    /// The code, lower-case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(out)
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        shared_text::deserialize_text(from, |code| Ok(Self::new(code)))
    }
}

impl From<&Language> for SharedText {
    fn from(language: &Language) -> Self {
        language.0.clone()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A wanted value and where it was written (in the base style that gave it, where one did).
#[derive(Clone, Debug)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub place: Place,
}

impl<T> Placed<T> {
    /// A value at its place.
    pub fn new(value: T, place: Place) -> Self {
        Self { value, place }
    }
}
