//! Values of rules that were written as what they make of a text: `","`, `24`, `„…“`, or as two at once.

use crate::catalogue::{Rule, RuleValue};

/// Signs and numbers with the word that values have for them.
const SIGNS: &[(&str, &str)] = &[
    ("\u{2423}", "space"),
    (",", "comma"),
    (".", "period"),
    (":", "colon"),
    (";", "semicolon"),
    ("/", "slash"),
    ("-", "hyphen"),
    ("–", "en_dash"),
    ("—", "em_dash"),
    ("…", "ellipsis_character"),
    ("...", "three"),
    ("’", "curly"),
    ("'", "straight"),
    ("`", "grave"),
    ("\"", "straight"),
    ("“", "curly"),
    ("„", "german"),
    ("«", "guillemets"),
    ("»", "guillemets"),
    ("「", "corner"),
    ("%", "percent"),
    ("ß", "eszett"),
    ("12", "12_hour"),
    ("24", "24_hour"),
    ("12h", "12_hour"),
    ("24h", "24_hour"),
];

/// Whether a value is offered for a list of this language, as far as that is known.
pub(super) fn is_offered(value: &RuleValue, language: Option<&str>) -> bool {
    language.is_none_or(|language| {
        value.languages.is_empty() || value.languages.iter().any(|known| known.eq_ignore_ascii_case(language))
    })
}

/// The value that makes what was written: a sign, a pair of quotes, a number of hours, a switch.
pub(super) fn value_of_sign<'r>(rule: &'r Rule, written: &str, language: Option<&str>) -> Option<&'r RuleValue> {
    let written = if written == " " { "\u{2423}" } else { written.trim() };
    if written == "true" || written == "false" {
        return rule.values.get(if written == "true" { "use" } else { "do_not_use" });
    }
    // Of a pair of quotes, the first one says which.
    let first = written.chars().next()?.to_string();
    let pair = written.chars().count() <= 5 && !written.contains(char::is_alphanumeric);
    let sign = |text: &str| SIGNS.iter().find(|(sign, _)| *sign == text).map(|(_, word)| *word);
    let word = sign(written).or_else(|| sign(&first).filter(|_| pair))?;
    let says = |value: &&RuleValue| format!("_{}_", value.name).contains(&format!("_{word}"));
    let mut fitting: Vec<&RuleValue> =
        rule.values.values().filter(says).filter(|value| !value.name.starts_with("do_not")).collect();
    fitting.sort_by_key(|value| {
        let second = value.name.strip_prefix("use_").is_some_and(|rest| !rest.starts_with(word));
        (!is_offered(value, language), second, value.name.len())
    });
    fitting.first().copied()
}

/// The values of a rule that were written as one: `a or b`.
pub(super) fn joined_values<'t>(rule: &Rule, written: &'t str) -> Vec<&'t str> {
    let words = written.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '|' | '&' | '+'));
    words.filter(|word| rule.values.contains_key(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::load::{Edition, builtin_catalogue};

    #[test]
    fn a_sign_names_the_value_that_writes_it() {
        let catalogue = builtin_catalogue(Edition::Core);
        for (category, rule, written, language, wanted) in [
            ("numbers", "decimal_separator", ",", "de", "use_comma_as_decimal_separator"),
            ("dates_and_times", "time_format", "24", "en", "use_24_hour_clock"),
            ("punctuation", "serial_comma", "true", "en", "use"),
        ] {
            let found = catalogue.find_rule(category, rule).unwrap();
            let value = value_of_sign(found, written, Some(language)).map(|value| &*value.name);
            assert_eq!(value, Some(wanted), "{rule}");
        }
        let rule = catalogue.find_rule("punctuation", "salutation").unwrap();
        assert!(value_of_sign(rule, "invoice", None).is_none());
    }
}
