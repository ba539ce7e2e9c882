//! Pages of codes, rules, values and fields.

use std::sync::Arc;

use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::catalogue::{Catalogue, CatalogueSource, Category, Rule, RuleValue};
use housestyle::plan::Safeguard;
use housestyle::report::RenderOptions;
use housestyle::report::explain::explain_topic;

use super::{HOSTILE, golden, harmless, looks};

/// A catalogue that stays as it is when the real one grows.
fn small() -> Catalogue {
    let value = |name: &str, summary: &str, example: Option<&str>, languages: &[&str], source| RuleValue {
        name: name.to_owned().into(),
        summary: Some(summary.to_owned().into()),
        example: example.map(|text| text.to_owned().into()),
        examples: Vec::new(),
        languages: Arc::new(languages.iter().map(|code| (*code).to_owned()).collect()),
        source,
    };
    let rule = |name: &str, summary: &str, values: Vec<RuleValue>, source| Rule {
        name: name.to_owned().into(),
        category: "dates_and_times".into(),
        summary: summary.to_owned().into(),
        values: values.into_iter().collect(),
        source,
    };
    let long =
        "use_24_hour_clock_with_colon_as_separator_and_with_a_leading_zero_for_hours_below_ten_and_no_word_behind_it";
    let rules = vec![
        rule(
            "time_format",
            "How times of day are written.",
            vec![
                value("use_12_hour_clock", "Hours count to twelve.", Some("3:05 p.m."), &["en"], CatalogueSource::Core),
                value(long, "", None, &["de", "fr"], CatalogueSource::Core),
                value(
                    "use_24_hour_clock_with_korean_words_시_and_분",
                    "Hours and minutes in words.",
                    None,
                    &[],
                    CatalogueSource::Public,
                ),
            ],
            CatalogueSource::Core,
        ),
        rule(
            "calendar_era",
            "Calendar era.",
            vec![value("use_bc_and_ad", "Use bc and ad.", None, &["en"], CatalogueSource::Project)],
            CatalogueSource::Project,
        ),
    ];
    let category = Category {
        name: "dates_and_times".into(),
        summary: "How dates, times and spans of time are written.".into(),
        rules: rules.into_iter().map(Arc::new).collect(),
    };
    let Catalogue { languages, limits, .. } = builtin_catalogue(Edition::Core);
    let categories = Arc::new([category].into_iter().collect());
    Catalogue { categories, languages, contradictions: Arc::default(), limits }
}

fn page(word: &str) -> String {
    explain_topic(word, &small(), &[], &RenderOptions::default())
        .unwrap_or_else(|error| format!("{error}\n{}\n", error.suggestion()))
}

#[test]
fn pages_for_people() {
    let words = ["time_format", "dates_and_times", "dates_and_times.calendar_era", "use_bc_and_ad", "rules"];
    let missing = ["calender_era", "unknwon-rule", "custom_instruction", "use_12_hours_clock", "xyzzy"];
    golden("explain.txt", &words.into_iter().chain(missing).map(page).collect::<Vec<_>>().join("----\n"));
}

#[test]
fn fields_are_explained_from_the_schemas() {
    let instructions = page("custom_instructions");
    for said in [
        "field of a style document and a base style document",
        "type: list of mappings",
        "maximum number of entries: 200",
        "Its fields:",
        "  prompt  ",
    ] {
        assert!(instructions.contains(said), "{said} in {instructions}");
    }
    assert!(page("language").contains("one of: de, en, es, fr, it, ja, ko, zh"));
    assert!(page("language").contains("required: yes"));
    assert!(page("safeguards").contains("environments.*.safeguards: field of housestyle.toml"));
    let fields = page("fields");
    assert!(fields.contains("\nhousestyle.toml\n") && fields.contains("  custom_instructions.label  "), "{fields}");
    assert!(page("configured_rules").contains("housestyle explain rules"));
}

#[test]
fn kinds_are_explained_with_their_fields_and_beside_fields_of_their_name() {
    let index = page("kinds");
    for kind in ["style", "base_style", "glossary", "spoken_terms", "translation_profile"] {
        let told = page(kind);
        assert!(told.starts_with(&format!("{kind}: kind of document")), "{told}");
        assert!(told.contains(&format!("`kind: {kind}`")) && told.contains("Its fields:"), "{told}");
        assert!(index.contains(&format!("  {kind}  ")), "{index}");
    }
    let glossary = page("glossary");
    assert!(glossary.contains("glossary: field of a translation profile document"), "{glossary}");
    assert!(glossary.contains("  dictionaries  ") && glossary.contains("Required."), "{glossary}");
    assert!(page("spoken-terms").starts_with("spoken_terms: kind"));
    assert!(page("glosary").contains("near to it: `glossary`"), "{}", page("glosary"));
}

#[test]
fn everything_that_can_be_named_has_a_page() {
    let catalogue = builtin_catalogue(Edition::Public);
    let look = RenderOptions::default();
    for category in catalogue.categories.values() {
        assert!(explain_topic(&category.name, &catalogue, &[], &look).is_ok(), "{}", category.name);
    }
    for rule in catalogue.iter_rules() {
        let page = explain_topic(&rule.name, &catalogue, &[], &look).unwrap();
        for value in rule.values.values() {
            assert!(page.contains(&*value.name), "{} of {}", value.name, rule.name);
        }
    }
    for value in catalogue.iter_rules().flat_map(|rule| rule.values.values()).step_by(31) {
        assert!(explain_topic(&value.name, &catalogue, &[], &look).is_ok(), "{}", value.name);
    }
    for word in [
        "name",
        "key",
        "kind",
        "label",
        "prompt",
        "source_language",
        "extends",
        "protected",
        "deletion",
        "safeguards.protect",
    ] {
        assert!(explain_topic(word, &catalogue, &[], &look).is_ok(), "{word}");
    }
}

#[test]
fn every_guard_has_a_page_that_says_what_to_do() {
    let (catalogue, look) =
        (builtin_catalogue(Edition::Core), RenderOptions { width: 1000, ..RenderOptions::default() });
    let index = explain_topic("safeguards", &catalogue, &[], &look).unwrap();
    for (at, safeguard) in Safeguard::ALL.iter().enumerate() {
        assert_eq!(*safeguard as usize, at, "in the order of the definition, and none left out");
        let page = explain_topic(safeguard.name(), &catalogue, &[], &look).unwrap();
        let remedy = safeguard.suggest_remedy();
        assert!(page.contains(safeguard.describe()) && page.contains(remedy) && remedy.ends_with('.'), "{page}");
        assert!(index.contains(safeguard.name()) && index.contains(safeguard.describe()), "{index}");
    }
    assert_eq!(Safeguard::ALL.last(), Some(&Safeguard::ProfileComponent));
    let page = explain_topic("protected", &catalogue, &[], &look).unwrap();
    assert!(page.contains("protected: safeguard") && page.contains("protected: field"), "{page}");
    let said = explain_topic("unmanagd", &catalogue, &[], &look).unwrap_err().suggestion();
    assert!(said.contains("`unmanaged`"), "{said}");
}

#[test]
fn names_are_found_in_any_unicode_normal_form() {
    let catalogue = builtin_catalogue(Edition::Core);
    let name = "accents_in_verbs_conjugated_like_french_word_c\u{e9}der";
    assert!(catalogue.iter_rules().any(|rule| rule.name == name));
    let decomposed = name.replace('\u{e9}', "e\u{301}");
    assert!(explain_topic(&decomposed, &catalogue, &[], &RenderOptions::default()).is_ok());
}

#[test]
fn no_look_lets_hostile_words_through() {
    for look in looks() {
        let error = explain_topic(HOSTILE, &builtin_catalogue(Edition::Core), &[], &look).unwrap_err();
        harmless(&error.to_string(), &look);
        for word in ["codes", "safeguards", "rules", "fields", "shrinks", "tab-indent", "hidden-text", "time_format"] {
            harmless(&explain_topic(word, &builtin_catalogue(Edition::Public), &[], &look).unwrap(), &look);
        }
    }
}
