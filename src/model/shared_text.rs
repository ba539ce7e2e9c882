//! Texts that many things say: held once, however many name them.
//!
//! A project of ten thousand lists says the same few hundred words of the catalogue a hundred thousand times, and its files,
//! the state, the plan and the requests each say every prompt.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use foldhash::fast::{FixedState, RandomState};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::catalogue::load::{Edition, parsed_catalogue};

/// A text that nobody changes. Copies share it.
#[derive(Clone)]
pub struct SharedText(Held);

#[derive(Clone)]
enum Held {
    /// A word of the built-in catalogue: an entry of [`SORTED`].
    Word(&'static &'static str),
    Text(Arc<str>),
}

/// The words of the built-in catalogue, each once and in order: so two of them compare as their places do.
static SORTED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let catalogue = parsed_catalogue(Edition::Public);
    let codes = catalogue.languages.iter().map(|language| language.code.as_str());
    let mut words: Vec<&str> = catalogue.iter_names().chain(codes).collect();
    words.sort_unstable();
    words.dedup();
    words
});

impl SharedText {
    /// A text that is likely a word of the catalogue: a category, a rule, a value, a language.
    #[must_use]
    pub fn of_word(text: &str) -> Self {
        // What is looked up may be anybody's, what is in the table is ours: the hash need not resist an attack.
        static WORDS: LazyLock<HashMap<&str, &'static &'static str, FixedState>> =
            LazyLock::new(|| SORTED.iter().map(|word| (*word, word)).collect());
        WORDS.get(text).map_or_else(|| Self::from(text), |word| Self(Held::Word(word)))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Held::Word(word) => word,
            Held::Text(text) => text,
        }
    }
}

/// Texts that were met: of equal ones only the first is held.
#[derive(Debug, Default)]
pub struct TextPool(Mutex<HashSet<Arc<str>, RandomState>>);

impl TextPool {
    /// The same text, held once with those that were met before.
    #[must_use]
    pub fn share(&self, text: SharedText) -> SharedText {
        let Held::Text(text) = text.0 else { return text };
        let mut met = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(first) = met.get(&text) {
            return SharedText(Held::Text(first.clone()));
        }
        met.insert(text.clone());
        SharedText(Held::Text(text))
    }
}

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for SharedText {
    fn as_ref(&self) -> &str {
        self
    }
}

impl AsRef<[u8]> for SharedText {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Borrow<str> for SharedText {
    fn borrow(&self) -> &str {
        self
    }
}

impl From<&str> for SharedText {
    fn from(text: &str) -> Self {
        Self(Held::Text(text.into()))
    }
}

impl From<String> for SharedText {
    fn from(text: String) -> Self {
        Self(Held::Text(text.into()))
    }
}

impl From<&String> for SharedText {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<&SharedText> for String {
    fn from(text: &SharedText) -> Self {
        text.as_str().to_owned()
    }
}

impl From<SharedText> for String {
    fn from(text: SharedText) -> Self {
        text.as_str().to_owned()
    }
}

impl PartialEq for SharedText {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Held::Word(one), Held::Word(two)) => std::ptr::eq(*one, *two),
            (Held::Word(_) | Held::Text(_), Held::Word(_) | Held::Text(_)) => self.as_str() == other.as_str(),
        }
    }
}

impl Eq for SharedText {}

impl PartialEq<str> for SharedText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for SharedText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<SharedText> for str {
    fn eq(&self, other: &SharedText) -> bool {
        self == other.as_str()
    }
}

impl PartialEq<SharedText> for String {
    fn eq(&self, other: &SharedText) -> bool {
        self == other.as_str()
    }
}

impl PartialEq<String> for SharedText {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl PartialOrd for SharedText {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SharedText {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (&self.0, &other.0) {
            (Held::Word(one), Held::Word(two)) => std::ptr::from_ref(*one).cmp(&std::ptr::from_ref(*two)),
            (Held::Word(_) | Held::Text(_), Held::Word(_) | Held::Text(_)) => self.as_str().cmp(other),
        }
    }
}

impl std::hash::Hash for SharedText {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for SharedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Debug for SharedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl Serialize for SharedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for SharedText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_text(deserializer, |text| Ok(Self::of_word(text)))
    }
}

/// Reads a text with no copy of it in between.
pub fn deserialize_text<'de, D: Deserializer<'de>, T>(
    from: D,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    struct TextVisitor<F>(F);
    impl<T, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for TextVisitor<F> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
            (self.0)(text).map_err(E::custom)
        }
    }
    from.deserialize_str(TextVisitor(read))
}

impl schemars::JsonSchema for SharedText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_of_a_pool_are_held_once() {
        let pool = TextPool::default();
        let texts = ["Be brief.", "Be brief.", "Be kind."].map(|text| pool.share(text.into()));
        assert_eq!(texts.each_ref().map(SharedText::as_str), ["Be brief.", "Be brief.", "Be kind."]);
        assert_eq!(texts[0].as_ptr(), texts[1].as_ptr());
        assert_ne!(SharedText::from("Be brief.").as_ptr(), texts[0].as_ptr());
    }

    #[test]
    fn words_of_the_catalogue_are_held_once() {
        let texts =
            [SharedText::of_word("time_format"), SharedText::from("time_format"), "time_format".to_owned().into()];
        assert!(matches!(texts[0].0, Held::Word(_)));
        assert!(matches!(SharedText::of_word("of_nobody").0, Held::Text(_)));
        assert!(texts.iter().all(|text| *text == texts[0] && text.cmp(&texts[0]).is_eq() && *text == "time_format"));
        assert_eq!(format!("{} {:?}", texts[0], texts[1]), "time_format \"time_format\"");
        assert_eq!(size_of::<SharedText>(), 16);
    }
}
