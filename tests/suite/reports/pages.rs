//! Pages of codes, rules, values and fields.

use housestyle::catalogue::load::builtin;
use housestyle::report::Look;
use housestyle::report::explain::explain;

use super::{HOSTILE, golden, harmless, looks};

fn page(word: &str) -> String {
    explain(word, &builtin(false), &Look::default()).unwrap_or_else(|error| format!("{error}\n"))
}

#[test]
fn pages_for_people() {
    golden("explain-rule.txt", &page("dates_and_times.date_format"));
    golden("explain-category.txt", &page("numbers"));
    golden(
        "explain-field.txt",
        &format!("{}----\n{}----\n{}", page("custom_instructions"), page("language"), page("guards")),
    );
    golden("explain-fields.txt", &page("fields"));
    golden("explain-unknown.txt", &["calender_era", "unknwon-rule", "custom_instruction", "xyzzy"].map(page).concat());
}

#[test]
fn everything_that_can_be_named_has_a_page() {
    let catalogue = builtin(true);
    let look = Look::default();
    for category in catalogue.categories.values() {
        assert!(explain(&category.name, &catalogue, &look).is_ok(), "{}", category.name);
    }
    for rule in catalogue.rules() {
        let page = explain(&rule.name, &catalogue, &look).unwrap();
        for value in rule.values.values() {
            assert!(page.contains(&value.name), "{} of {}", value.name, rule.name);
        }
    }
    for value in catalogue.rules().flat_map(|rule| rule.values.values()).step_by(7) {
        assert!(explain(&value.name, &catalogue, &look).is_ok(), "{}", value.name);
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
        "guards.protect",
    ] {
        assert!(explain(word, &catalogue, &look).is_ok(), "{word}");
    }
}

#[test]
fn names_are_found_in_any_unicode_normal_form() {
    let catalogue = builtin(false);
    let name = "accents_in_verbs_conjugated_like_french_word_c\u{e9}der";
    assert!(catalogue.rules().any(|rule| rule.name == name));
    let decomposed = name.replace('\u{e9}', "e\u{301}");
    assert!(explain(&decomposed, &catalogue, &Look::default()).is_ok());
}

#[test]
fn no_look_lets_hostile_words_through() {
    for look in looks() {
        let error = explain(HOSTILE, &builtin(false), &look).unwrap_err();
        harmless(&error.to_string(), &look);
        for word in ["codes", "rules", "fields", "tab-indent", "hidden-text", "time_format"] {
            harmless(&explain(word, &builtin(true), &look).unwrap(), &look);
        }
    }
}
