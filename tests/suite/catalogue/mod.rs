//! The catalogue is whole, exact and free of contradictions in itself; suggestions hit what was meant.

use std::collections::BTreeSet;
use std::sync::Arc;

use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::catalogue::{Catalogue, CatalogueMatch, CatalogueSource, Contradiction, Rule};

mod fixes;
mod slips;
mod styles;
mod unrelated;

fn counts(catalogue: &Catalogue) -> (usize, usize, usize) {
    let values = catalogue.iter_rules().map(|rule| rule.values.len()).sum();
    (catalogue.categories.len(), catalogue.iter_rules().count(), values)
}

#[test]
fn every_category_rule_and_value_is_there() {
    assert_eq!(counts(&builtin_catalogue(Edition::Core)), (5, 124, 444));
    assert_eq!(counts(&builtin_catalogue(Edition::Public)), (7, 159, 518));
    let distinct: BTreeSet<_> =
        builtin_catalogue(Edition::Core).iter_rules().flat_map(|rule| rule.values.keys().map(str::to_owned)).collect();
    assert_eq!(distinct.len(), 392);
}

#[test]
fn extras_are_marked_and_off_by_default() {
    let whole = builtin_catalogue(Edition::Public);
    let extra = |rule: &&Rule| rule.source == CatalogueSource::Public;
    assert!(whole.iter_rules().filter(extra).all(|rule| ["style_and_tone", "vocabulary"].contains(&&*rule.category)));
    let loanwords = whole.find_rule("spelling_and_grammar", "unestablished_loanwords").unwrap();
    assert_eq!(loanwords.values["use_as_is_with_explanation_in_parentheses"].source, CatalogueSource::Public);
    assert_eq!(loanwords.values["use_as_is"].source, CatalogueSource::Core);
    let seed = builtin_catalogue(Edition::Core);
    assert!(seed.iter_rules().all(|rule| rule.source == CatalogueSource::Core));
    assert!(seed.iter_rules().flat_map(|rule| rule.values.values()).all(|value| value.source == CatalogueSource::Core));
}

#[test]
fn identifiers_with_spaces_and_other_scripts_are_exact() {
    let seed = builtin_catalogue(Edition::Core);
    let dates = &seed.find_rule("dates_and_times", "date_format").unwrap().values;
    let korean = "use_yyyy_korean word_년_space_mm_korean word_월_space_dd_korean word_일_without_leading_zero_for_single_digit_days_and_months";
    assert!(dates.contains_key(korean));
    assert_eq!(dates.keys().filter(|name| name.contains(' ')).count(), 1);
    assert!(
        seed.find_rule("spelling_and_grammar", "accents_in_verbs_conjugated_like_french_word_c\u{e9}der").is_some()
    );
    for rule in seed.iter_rules() {
        for name in rule.values.keys().chain([&*rule.name]) {
            use unicode_normalization::is_nfc;
            assert!(is_nfc(name), "{name}");
        }
    }
}

#[test]
fn everything_says_what_it_is() {
    for catalogue in [builtin_catalogue(Edition::Core), builtin_catalogue(Edition::Public)] {
        let known: BTreeSet<_> = catalogue.languages.iter().map(|language| language.code.clone()).collect();
        assert_eq!(
            known.iter().map(String::as_str).collect::<Vec<_>>(),
            ["de", "en", "es", "fr", "it", "ja", "ko", "zh"]
        );
        for category in catalogue.categories.values() {
            sentence(&category.summary, &category.name);
        }
        for rule in catalogue.iter_rules() {
            sentence(&rule.summary, &rule.name);
            let derived = rule.name.replace('_', " ").to_lowercase();
            assert_ne!(rule.summary.to_lowercase().trim_end_matches('.'), derived, "only repeats its name");
            for value in rule.values.values() {
                sentence(&value.meaning(), &value.name);
                assert!(!value.languages.is_empty(), "{}: {}", rule.name, value.name);
                assert!(
                    value.example.is_some() || value.summary.is_some(),
                    "{}: says nothing but its name",
                    value.name
                );
                assert!(value.languages.iter().all(|code| known.contains(code)), "{}", value.name);
                assert!(value.example.as_ref().is_none_or(|text| !text.trim().is_empty()), "{}", value.name);
            }
        }
    }
}

fn sentence(text: &str, of: &str) {
    assert!(text.ends_with(['.', '?']) && text.chars().count() > 5, "{of}: {text:?}");
    assert!(!text.contains(['_', '\n']) && !text.contains("  "), "{of}: {text:?}");
    assert!(!text.starts_with(char::is_lowercase), "{of}: {text:?}");
}

#[test]
fn contradictions_name_existing_values_of_two_rules_once() {
    let seed = builtin_catalogue(Edition::Core);
    let pairs = || seed.contradictions.iter().flat_map(Contradiction::pairs);
    assert!(pairs().count() > 100);
    let mut seen = BTreeSet::new();
    for (one, other) in pairs() {
        for (category, rule, value) in [one, other] {
            let rule = seed.find_rule(category, rule).unwrap_or_else(|| panic!("{category}.{rule}"));
            assert!(rule.values.contains_key(value), "{}: {value}", rule.name);
        }
        assert_ne!(one.1, other.1, "one rule takes one value anyway: {one:?}");
        assert!(seen.insert((one, other)) && !seen.contains(&(other, one)), "{one:?}, {other:?}");
    }
    seed.contradictions.iter().for_each(|clash| sentence(&clash.reason, "contradiction"));
    let clash = |one: &str, other: &str| pairs().any(|pair| pair.0.2 == one && pair.1.2 == other);
    assert!(clash("use_comma_and_do_not_use_thousands_separator", "use_period"));
    assert!(clash("use_24_00", "use_12_hour_clock_and_uppercase_am_or_pm_with_periods"));
    assert!(!clash("use_24_00", "use_24_hour_clock"));
}

#[test]
fn every_pattern_of_a_contradiction_stands_for_something() {
    let data: serde_json::Value =
        serde_json::from_str(include_str!("../../../src/catalogue/data/contradictions.json")).unwrap();
    let seed = builtin_catalogue(Edition::Core);
    for side in data.as_array().unwrap().iter().flat_map(|pair| [&pair["one"], &pair["other"]]) {
        let rule = seed.find_rule(side["category"].as_str().unwrap(), side["rule"].as_str().unwrap()).unwrap();
        for pattern in side["values"].as_array().unwrap() {
            let parts: Vec<&str> = pattern.as_str().unwrap().split('*').collect();
            let hit = rule.values.keys().any(|name| parts.iter().all(|part| name.contains(part)));
            assert!(hit, "{}: {pattern}", rule.name);
        }
    }
}

#[test]
fn an_identifier_finds_everything_that_bears_it() {
    let whole = builtin_catalogue(Edition::Public);
    assert!(matches!(whole.find_identifier("numbers")[..], [CatalogueMatch::Category(_)]));
    assert!(matches!(whole.find_identifier("time_format")[..], [CatalogueMatch::Rule(_)]));
    assert_eq!(whole.find_identifier("abbreviations").len(), 3);
    assert_eq!(whole.find_identifier("vocabulary.abbreviations").len(), 1);
    assert!(whole.find_identifier("do_not_use").len() > 5);
    assert_eq!(whole.find_identifier("serial_comma.do_not_use").len(), 1);
    assert!(whole.find_identifier("no_such_thing").is_empty());
}

#[test]
fn the_digest_follows_what_is_valid_and_nothing_else() {
    let seed = builtin_catalogue(Edition::Core);
    assert_eq!(seed.digest(), builtin_catalogue(Edition::Core).digest());
    assert!(seed.digest().starts_with("sha256:") && seed.digest().len() == 71);
    assert_ne!(seed.digest(), builtin_catalogue(Edition::Public).digest());
    let mut other = seed.clone();
    Arc::make_mut(&mut other.categories).values_mut().next().unwrap().summary = "Other words.".into();
    assert_eq!(seed.digest(), other.digest());
    other.limits.custom_instructions = 100;
    assert_ne!(seed.digest(), other.digest());
}
