//! Phrases that are answered as a table says, so that a test can assert texts.
//!
//! Always: a phrase is a whole text; everything else is answered by the stand-in with its label. Unknown members of the file
//! are refused.
//!
//! ```json
//! { "translations": [
//!   { "source_lang": "en", "target_lang": "de", "phrases": { "Hello, world!": "Hallo, Welt!" } }
//! ] }
//! ```
//!
//! Without `source_lang` a row is for every source language; a `target_lang` without a variant is for all of its variants.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::emulator::language_table;

/// The table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PhraseTable {
    /// One entry for each pair of languages; the first that has a phrase answers it.
    pub translations: Vec<PhraseList>,
}

/// The phrases of a pair of languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PhraseList {
    /// Language of the texts; every language when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_lang: Option<String>,
    /// Language of the translations.
    pub target_lang: String,
    /// Translation by text.
    pub phrases: BTreeMap<String, String>,
}

impl PhraseTable {
    /// Reads a table.
    ///
    /// # Errors
    /// Says in words what is wrong with it, and where.
    pub fn parse(json: &str) -> Result<Self, String> {
        let table: Self = serde_json::from_str(json).map_err(|error| format!("not a table of phrases: {error}"))?;
        for (at, list) in table.translations.iter().enumerate() {
            let codes = list.source_lang.iter().chain([&list.target_lang]);
            if let Some(unknown) = codes.into_iter().find(|code| language_table::find_language(code).is_none()) {
                return Err(format!("translations[{at}]: `{unknown}` is no language of the service"));
            }
        }
        Ok(table)
    }

    /// The language that the table says a whole text is in.
    pub(crate) fn language_of(&self, text: &str) -> Option<&str> {
        let said = self.translations.iter().find(|list| list.source_lang.is_some() && list.phrases.contains_key(text));
        said?.source_lang.as_deref()
    }

    /// The translation of a whole text, and the language that the table says it is in. A row for the variant that was asked
    /// for is looked at before one for its root.
    pub(crate) fn find_phrase(&self, source: Option<&str>, target: &str, text: &str) -> Option<(Option<&str>, &str)> {
        let is_root = |code: &str| language_table::root_code(target).eq_ignore_ascii_case(code);
        let fits_source = |list: &PhraseList| match (&list.source_lang, source) {
            (Some(wanted), Some(source)) => {
                language_table::root_code(wanted).eq_ignore_ascii_case(language_table::root_code(source))
            }
            (None, _) | (_, None) => true,
        };
        let exact = self.translations.iter().filter(|list| list.target_lang.eq_ignore_ascii_case(target));
        let root = self.translations.iter().filter(|list| is_root(&list.target_lang));
        exact.chain(root).filter(|list| fits_source(list)).find_map(|list| {
            let translation = list.phrases.get(text)?;
            Some((list.source_lang.as_deref(), translation.as_str()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::PhraseTable;

    #[test]
    fn the_nearest_row_answers_a_whole_text() {
        let table = PhraseTable::parse(
            r#"{ "translations": [
                { "target_lang": "pt", "phrases": { "Bus": "autocarro" } },
                { "source_lang": "en", "target_lang": "PT-BR", "phrases": { "Bus": "ônibus" } } ] }"#,
        )
        .unwrap();
        assert_eq!(table.find_phrase(None, "pt-BR", "Bus"), Some((Some("en"), "ônibus")));
        assert_eq!(table.find_phrase(Some("de"), "pt-BR", "Bus"), Some((None, "autocarro")));
        assert_eq!(table.find_phrase(Some("en"), "pt-PT", "Bus"), Some((None, "autocarro")));
        assert_eq!(table.find_phrase(Some("en"), "pt-PT", "Bus "), None);
        assert_eq!(table.find_phrase(Some("en"), "de", "Bus"), None);
    }

    #[test]
    fn a_mistake_is_named_with_its_place() {
        for (file, wanted) in [
            (r#"{ "translations": [{ "target_lang": "xx", "phrases": {} }] }"#, "translations[0]: `xx`"),
            ("{\"translations\": [],\n \"more\": 1}", "unknown field `more`, expected `translations` at line 2"),
        ] {
            let error = PhraseTable::parse(file).unwrap_err();
            assert!(error.contains(wanted), "{error}");
        }
    }
}
