//! What the service offers: languages, and rules and values per language.
//!
//! Always: taken from the catalogue, as data. A value of which no language is known is offered for every language.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::catalogue::Catalogue;
use crate::catalogue::load::{Edition, builtin_catalogue};
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::records::StoredRules;

/// What lists may be kept for and may hold.
#[derive(Clone, Debug, Default)]
pub struct EmulatedCapabilities {
    languages: Vec<String>,
    /// By category and rule.
    rules: BTreeMap<String, BTreeMap<String, OfferedValues>>,
}

/// The languages that each value of a rule is offered for.
type OfferedValues = BTreeMap<String, Arc<Vec<String>>>;

impl EmulatedCapabilities {
    /// What services of an edition offer.
    #[must_use]
    pub fn of_edition(edition: Edition) -> Arc<Self> {
        fn of(edition: Edition) -> Arc<EmulatedCapabilities> {
            Arc::new(EmulatedCapabilities::from_catalogue(&builtin_catalogue(edition)))
        }
        static CORE: LazyLock<Arc<EmulatedCapabilities>> = LazyLock::new(|| of(Edition::Core));
        static PUBLIC: LazyLock<Arc<EmulatedCapabilities>> = LazyLock::new(|| of(Edition::Public));
        match edition {
            Edition::Core => Arc::clone(&CORE),
            Edition::Public => Arc::clone(&PUBLIC),
        }
    }

    /// What a catalogue knows.
    #[must_use]
    pub fn from_catalogue(catalogue: &Catalogue) -> Self {
        let mut offer = Self {
            languages: catalogue.languages.iter().map(|language| language.code.to_lowercase()).collect(),
            rules: BTreeMap::new(),
        };
        for rule in catalogue.iter_rules() {
            let category = offer.rules.entry(rule.category.to_string()).or_default();
            let values = rule.values.values().map(|value| (value.name.to_string(), value.languages.clone()));
            category.insert(rule.name.to_string(), values.collect());
        }
        offer
    }

    /// The same with further languages that lists are kept for, as the service has added some over time.
    #[must_use]
    pub fn with_languages(mut self, codes: &[&str]) -> Self {
        self.languages.extend(codes.iter().map(|code| code.to_lowercase()));
        self
    }

    /// The (lower-case) languages that lists are kept for.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.languages.iter().map(String::as_str)
    }

    /// Whether lists are kept for a (lower-case) language.
    #[must_use]
    pub fn supports_language(&self, language: &str) -> bool {
        self.languages.iter().any(|known| known == language)
    }

    /// Refuses rules that are not offered; with `strict`, also values that are offered for other languages only.
    pub(crate) fn check_rules(&self, rules: &StoredRules, language: &str, strict: bool) -> Result<(), ErrorResponse> {
        for (category, set) in rules {
            let known = self
                .rules
                .get(category)
                .ok_or_else(|| ErrorResponse::bad_request(format!("Unknown configured rule category: {category}")))?;
            for (rule, value) in set {
                let values = known
                    .get(rule)
                    .ok_or_else(|| ErrorResponse::bad_request(format!("Unknown configured rule: {category}.{rule}")))?;
                let languages = values.get(value).ok_or_else(|| {
                    ErrorResponse::bad_request(format!("Invalid value for {category}.{rule}: {value}"))
                })?;
                if strict && !languages.is_empty() && !languages.iter().any(|offered| offered == language) {
                    return Err(ErrorResponse::bad_request(format!(
                        "Value of {category}.{rule} is not available for language {language}: {value}"
                    )));
                }
            }
        }
        Ok(())
    }
}
