//! What a style and glossaries of the project ask of the texts of a product.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::nearest;
use crate::check::Desired;
use crate::conform::findings::TextChecks;
use crate::conform::lint::{StyleChecks, Unchecked};
use crate::conform::passage::Tongue;
use crate::diagnostic::AskingStyle;
use crate::model::glossary::{Glossary, LanguagePair};
use crate::model::style::{RuleKey, Style};
use crate::model::{Key, Language};

/// What terms are called among rules that are not checked.
const TERMS: &str = "terms of glossaries";

/// Why texts cannot be checked as was asked, in one line, with what can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChecksError {
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

/// What a style and glossaries, given by key or address, ask of texts in a language. `all` also takes what is off by default:
/// some detectors, and terms in languages that change the endings of words.
///
/// # Errors
/// Where one of them is none of the project, the style is for another language, or no detector knows the language.
pub fn find_text_checks(
    desired: &Desired,
    language: &Language,
    style: &str,
    glossaries: &[String],
    all: bool,
) -> Result<TextChecks, TextChecksError> {
    let bare = style.strip_prefix("style/").unwrap_or(style);
    let found = desired.styles().values().find(|own| own.key.as_str() == bare).ok_or_else(|| {
        let help = nearest::suggest_key(style, desired.styles().keys().map(Key::as_str));
        TextChecksError { message: format!("the project has no style `{style}`"), help }
    })?;
    let tongue = Tongue::parse(language.as_str()).ok_or_else(|| TextChecksError {
        message: format!("no detector knows the language `{language}`"),
        help: "texts are checked in de, en, es, fr, it, ja, ko and zh".to_owned(),
    })?;
    if Tongue::parse(found.language.value.as_str()) != Some(tongue) {
        let own = &found.language.value;
        let message = format!("the style `{style}` is for {own}, the texts are in {language}");
        return Err(TextChecksError { message, help: format!("name a style for {language}, or texts in {own}") });
    }
    let mut named = Vec::new();
    for key in glossaries {
        let bare = key.strip_prefix("glossary/").unwrap_or(key);
        let glossary = desired.glossaries().values().find(|own| own.key.as_str() == bare);
        named.push(glossary.ok_or_else(|| {
            let help = nearest::suggest_key(bare, desired.glossaries().keys().map(Key::as_str));
            TextChecksError { message: format!("the project has no glossary `{key}`"), help }
        })?);
    }
    let mut style = check_style(tongue, found, all);
    let mut terms = list_terms(tongue, &named);
    if !terms.is_empty() && !all && !tongue.is_east_asian() {
        terms.clear();
        style.unchecked.insert((String::new(), TERMS.to_owned()), Unchecked::BelowPrecision);
    }
    Ok(TextChecks { style, terms: terms.into_iter().collect() })
}

/// Source and target terms of glossaries into a language.
fn list_terms(tongue: Tongue, glossaries: &[&Glossary]) -> BTreeMap<String, String> {
    let dictionaries = glossaries.iter().flat_map(|glossary| &glossary.dictionaries);
    let of_language =
        dictionaries.filter(|(LanguagePair { source: _, target }, _)| Tongue::parse(target.as_str()) == Some(tongue));
    let entries = of_language.flat_map(|(_, dictionary)| &dictionary.entries);
    entries.map(|(source, target)| (source.clone(), target.value.clone())).collect()
}

/// What the rules of a style ask of texts, each with its place in the style. `all` also takes detectors that are off by default.
#[must_use]
pub fn check_style(tongue: Tongue, style: &Style, all: bool) -> StyleChecks {
    let rules =
        style.rules.iter().map(|(rule, value)| (rule.category.as_str(), rule.rule.as_str(), value.value.as_str()));
    let mut checks = StyleChecks::from_rules(tongue, rules, all);
    let address: Arc<str> = format!("style/{}", style.key).into();
    for checked in &checks.rules {
        let (category, rule) = checked.detector.parts();
        if let Some(value) = style.rules.get(&RuleKey::new(category, rule)) {
            let asking = AskingStyle { address: address.clone(), place: value.place.clone() };
            checks.asked_at.insert(checked.detector.rule, asking);
        }
    }
    checks
}
