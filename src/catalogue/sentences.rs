//! What a value asks for, as a sentence in the language that it is about, for guides that people read in their own language.
//!
//! The sentences are data, one file a language. A value that has none there is told in English ([`super::RuleValue::meaning`]).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The sentences of one language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentenceFile {
    /// Headings, by category.
    pub categories: BTreeMap<String, String>,
    /// Sentences, by `category.rule` and value.
    pub sentences: BTreeMap<String, BTreeMap<String, String>>,
}

static FILES: LazyLock<BTreeMap<&str, SentenceFile>> = LazyLock::new(|| {
    let read = |text| serde_json::from_str(text).expect("a test reads every file");
    SOURCES.iter().map(|(code, text)| (*code, read(*text))).collect()
});

const SOURCES: &[(&str, &str)] = &[
    ("de", include_str!("data/sentences/de.json")),
    ("es", include_str!("data/sentences/es.json")),
    ("fr", include_str!("data/sentences/fr.json")),
    ("it", include_str!("data/sentences/it.json")),
    ("ja", include_str!("data/sentences/ja.json")),
    ("ko", include_str!("data/sentences/ko.json")),
    ("zh", include_str!("data/sentences/zh.json")),
];

/// What a language calls a category.
#[must_use]
pub fn find_category_title(language: &str, category: &str) -> Option<&'static str> {
    FILES.get(language)?.categories.get(category).map(String::as_str)
}

/// The category that some language calls so.
#[must_use]
pub fn find_titled_category(title: &str) -> Option<&'static str> {
    let title = title.trim().to_lowercase().replace('_', " ");
    let titled = |file: &'static SentenceFile| file.categories.iter().find(|(_, own)| own.to_lowercase() == title);
    FILES.values().find_map(titled).map(|(category, _)| category.as_str())
}

/// What a value asks for, in a language.
#[must_use]
pub fn find_sentence(language: &str, category: &str, rule: &str, value: &str) -> Option<&'static str> {
    let of_rule = FILES.get(language)?.sentences.get(&format!("{category}.{rule}"))?;
    of_rule.get(value).map(String::as_str)
}

/// Whether there are sentences in a language.
#[must_use]
pub fn has_sentences(language: &str) -> bool {
    SOURCES.iter().any(|(code, _)| *code == language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::load::{Edition, parsed_catalogue};

    #[test]
    fn a_language_with_sentences_has_one_for_every_value_that_it_is_offered_and_no_other() {
        let catalogue = parsed_catalogue(Edition::Public);
        for (language, file) in FILES.iter() {
            assert_eq!(file.categories.len(), catalogue.categories.len(), "{language}");
            let mut known = 0;
            for rule in catalogue.iter_rules() {
                for value in rule.values.values().filter(|value| value.languages.iter().any(|code| code == language)) {
                    let sentence = find_sentence(language, &rule.category, &rule.name, &value.name);
                    let sentence = sentence.unwrap_or_else(|| panic!("{language}: {} {}", rule.name, value.name));
                    // Characters of Chinese and Japanese say as much as words do.
                    let least = if sentence.ends_with('。') { 4 } else { 8 };
                    assert!(sentence.ends_with(['.', '。']) && sentence.chars().count() > least, "{sentence}");
                    known += 1;
                }
            }
            assert_eq!(known, file.sentences.values().map(BTreeMap::len).sum::<usize>(), "{language}");
        }
    }

    #[test]
    fn every_value_has_a_sentence_in_english() {
        for rule in parsed_catalogue(Edition::Public).iter_rules() {
            for value in rule.values.values() {
                let meaning = value.meaning();
                assert!(meaning.ends_with('.') && !meaning.starts_with(char::is_lowercase), "{meaning}");
            }
        }
    }
}
