//! What the service offers: languages, and rules and values per language.
//!
//! Always: taken from the catalogue, as data. A value of which no language is known is offered for every language.

use std::collections::BTreeMap;

use crate::catalogue::Catalogue;
use crate::emulator::held::Rules;
use crate::emulator::refusal::Refusal;

/// What lists may be kept for and may hold.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    languages: Vec<String>,
    /// Category, rule, value, languages.
    rules: BTreeMap<String, BTreeMap<String, BTreeMap<String, Vec<String>>>>,
}

impl Offer {
    /// What a catalogue knows.
    #[must_use]
    pub fn of(catalogue: &Catalogue) -> Self {
        let mut offer = Self {
            languages: catalogue.languages.iter().map(|language| language.code.to_lowercase()).collect(),
            rules: BTreeMap::new(),
        };
        for rule in catalogue.rules() {
            let category = offer.rules.entry(rule.category.clone()).or_default();
            let values = rule.values.values().map(|value| (value.name.clone(), value.languages.clone()));
            category.insert(rule.name.clone(), values.collect());
        }
        offer
    }

    /// The same with further languages that lists are kept for, as the service has added some over time.
    #[must_use]
    pub fn and_languages(mut self, codes: &[&str]) -> Self {
        self.languages.extend(codes.iter().map(|code| code.to_lowercase()));
        self
    }

    /// The (lower-case) languages that lists are kept for.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.languages.iter().map(String::as_str)
    }

    /// Whether lists are kept for a (lower-case) language.
    #[must_use]
    pub fn keeps(&self, language: &str) -> bool {
        self.languages.iter().any(|known| known == language)
    }

    /// Refuses rules that are not offered; with `strict`, also values that are offered for other languages only.
    pub(crate) fn check(&self, rules: &Rules, language: &str, strict: bool) -> Result<(), Refusal> {
        for (category, set) in rules {
            let known = self
                .rules
                .get(category)
                .ok_or_else(|| Refusal::bad(format!("Unknown configured rule category: {category}")))?;
            for (rule, value) in set {
                let values = known
                    .get(rule)
                    .ok_or_else(|| Refusal::bad(format!("Unknown configured rule: {category}.{rule}")))?;
                let languages = values
                    .get(value)
                    .ok_or_else(|| Refusal::bad(format!("Invalid value for {category}.{rule}: {value}")))?;
                if strict && !languages.is_empty() && !languages.iter().any(|offered| offered == language) {
                    return Err(Refusal::bad(format!(
                        "Value of {category}.{rule} is not available for language {language}: {value}"
                    )));
                }
            }
        }
        Ok(())
    }
}
