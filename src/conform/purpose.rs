//! What the key of a text says that it is for: to be read, to show what a field takes, or to be searched for.
//!
//! Invariant: a key alone takes nothing out: what is a sentence is a text for people, whatever its key.

use crate::conform::character::{is_han_or_kana, is_hangul, is_space};

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// People read it.
    Reading,
    /// It shows values that a field takes, in the form that a program reads.
    Values,
    /// People search for it, in any spelling.
    Search,
}

/// Ends of the names of texts that show what a field takes, in small letters.
const OF_FIELDS: &[&str] = &["placeholder", "hint", "example"];

/// Names of words that people search for, in small letters and without what joins their parts.
const OF_SEARCHES: &[&str] =
    &["terms", "keywords", "aliases", "synonyms", "tags", "searchterms", "searchkeywords", "searchwords"];

/// What the key of a text says that it is for.
#[must_use]
pub fn purpose_of(key: &str, text: &str) -> Purpose {
    // A text of a list has the name of the list.
    let of_list = key.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('.');
    let is_in_list = of_list.is_some_and(|list| list.len() + 1 < key.len());
    let path = of_list.filter(|_| is_in_list).unwrap_or(key);
    let name = path.rsplit('.').next().unwrap_or(path);
    let ends = |end: &&str| {
        name.len()
            .checked_sub(end.len())
            .and_then(|at| name.get(at..))
            .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
    };
    if OF_FIELDS.iter().any(ends) {
        return if is_values(text) { Purpose::Values } else { Purpose::Reading };
    }
    if !ends(&"s") || name.len() > LONGEST_NAME {
        return Purpose::Reading;
    }
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let is_search =
        OF_SEARCHES.contains(&plain.as_str()) && if is_in_list { is_phrase(text) } else { is_list_of_words(text) };
    if is_search { Purpose::Search } else { Purpose::Reading }
}

/// Longest name of words to search for, in bytes.
const LONGEST_NAME: usize = 16;

/// Most words of a phrase that people search for.
const LONGEST_PHRASE: usize = 6;

/// Whether a text is a few words and no sentence.
fn is_phrase(text: &str) -> bool {
    !text.trim_end().ends_with(['.', '!', '?', '。', '！', '？'])
        && text.split_whitespace().nth(LONGEST_PHRASE).is_none()
}

/// Whether a text is a list of phrases, of which none is joined to the others by a conjunction.
fn is_list_of_words(text: &str) -> bool {
    const JOINED: &[&str] = &["and", "or", "und", "oder", "y", "o", "et", "ou", "e"];
    let mut count = 0;
    let plain = |phrase: &str| {
        count += 1;
        let first = phrase.split_whitespace().next().unwrap_or_default();
        is_phrase(phrase) && !JOINED.contains(&first) && !phrase.contains(" and ") && !phrase.contains(" und ")
    };
    text.split([',', ';', '\n', '、', '，']).all(plain) && count > 2
}

/// Longest words of values: units, codes of currencies, days of the week.
const LONGEST_WORD: usize = 3;
/// The same in characters that are words.
const LONGEST_EAST_ASIAN_WORD: usize = 2;

/// Whether a text is values and their units alone, or says that an example follows.
fn is_values(text: &str) -> bool {
    // Without white space and in small letters.
    const HEADS: &[&str] = &[
        "e.g.",
        "eg.",
        "eg:",
        "ex.",
        "ex:",
        "forexample",
        "example:",
        "z.b.",
        "bsp.",
        "beispiel:",
        "zumbeispiel",
        "p.ej.",
        "ej.",
        "ej:",
        "ejemplo:",
        "porejemplo",
        "p.ex.",
        "parex.",
        "parexemple",
        "exemple:",
        "es.",
        "ades.",
        "adesempio",
        "peresempio",
        "esempio:",
        "例:",
        "例：",
        "例えば",
        "例如",
        "如:",
        "如：",
        "예:",
        "예시:",
    ];
    const LONGEST_HEAD: usize = 12;
    let head: String = text.chars().filter(|c| !is_space(*c)).take(LONGEST_HEAD).flat_map(char::to_lowercase).collect();
    if HEADS.iter().any(|start| head.starts_with(start)) {
        return true;
    }
    let (mut figures, mut words) = (0, 0);
    for part in text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '、' | '，' | '；')) {
        if part.contains('@') || part.contains("://") {
            figures += 1;
            continue;
        }
        for word in part.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
            let longest = if word.contains(|c| is_han_or_kana(c) || is_hangul(c)) {
                LONGEST_EAST_ASIAN_WORD
            } else {
                LONGEST_WORD
            };
            if word.chars().nth(longest).is_some() {
                return false;
            }
            words += 1;
        }
        figures += part.split(|c: char| !c.is_ascii_digit()).filter(|figure| !figure.is_empty()).count();
    }
    figures > 0 && words <= figures * 2
}

/// Whether a rule is about values: how they are written is up to what reads them. Signs between them are for people.
#[must_use]
pub fn is_about_values(rule: &str) -> bool {
    ["dates_and_times.", "numbers.", "formatting."].iter().any(|category| rule.starts_with(category))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::findings::{TextChecks, check_text_file};
    use crate::conform::lint::StyleChecks;
    use crate::conform::passage::Tongue;
    use crate::conform::reader::TextFormat;
    use crate::conform::table::detectors_of;
    use crate::diagnostic::SourceFile;

    #[test]
    fn values_of_a_field_are_told_by_key_and_text() {
        for (key, text) in [
            ("fields.charge.placeholder", "1 EUR, 5 USD, 10 JPY…"),
            ("duration.placeholder", "00:00"),
            ("circumference.placeholder", "1 m、20 cm、30\"…"),
            ("opening_hours.placeholder", "Mo-Fr 09:00-18:00"),
            ("phonePlaceholder", "+1-555-555-0100"),
            ("mail_placeholder", "max@example.com"),
            ("date-hint", "24.12."),
            ("runway.placeholder", "z.\u{a0}B. 01L/19R"),
            ("runway.placeholder", "es. 01L/19R"),
            ("field.placeholder.0", "500 MW"),
        ] {
            assert_eq!(purpose_of(key, text), Purpose::Values, "{key}: {text}");
        }
        for (key, text) in [
            ("fields.charge.label", "1 EUR, 5 USD"),
            ("weight.placeholder", "Bis zu 5kg eingeben"),
            ("days.placeholder", "5 Tage"),
            ("search.placeholder", "Suche"),
            ("mode.placeholder", "Nein, Ja…"),
            ("count.hint", "{count} km"),
            ("Enter a placeholder", "Einen Platzhalter für 5kg eingeben"),
        ] {
            assert_eq!(purpose_of(key, text), Purpose::Reading, "{key}: {text}");
        }
    }

    #[test]
    fn words_that_people_search_for_are_told_by_key_and_text() {
        for (key, text) in [
            ("presets.fish.terms.1", "fish & chips stand"),
            ("shop.terms.11", "100円"),
            ("studio.keywords", "chaine tv,chaîne tv,studio tv"),
            ("studio.searchTerms", "chaine tv, chaîne tv, studio tv"),
            ("studio.aliases", "chaine tv\nchaîne tv\nstudio"),
        ] {
            assert_eq!(purpose_of(key, text), Purpose::Search, "{key}: {text}");
        }
        for (key, text) in [
            ("footer.terms", "AGB & Datenschutz"),
            ("footer.terms", "Terms, conditions and privacy"),
            ("page.terms.0", "You must be 18 or older to use this."),
            ("list.0", "fish & chips"),
            ("page.tags", "Tags"),
        ] {
            assert_eq!(purpose_of(key, text), Purpose::Reading, "{key}: {text}");
        }
    }

    /// What is found in a German file under the last value of every rule.
    fn find_places(json: &str) -> Vec<String> {
        let rules = detectors_of(Tongue::De).iter().filter_map(|detector| {
            let (category, rule) = detector.parts();
            Some((category, rule, detector.values.last()?.name))
        });
        let style = StyleChecks::from_rules(Tongue::De, rules, false);
        let file = SourceFile::new("de.json", json);
        let report = check_text_file(&file, TextFormat::Json, &TextChecks { style, terms: Vec::new() });
        report.findings.iter().map(|finding| file.slice(finding.primary.span).to_owned()).collect()
    }

    #[test]
    fn values_are_judged_by_rules_of_signs_alone_and_words_to_search_for_by_none() {
        assert_eq!(find_places(r#"{ "a": { "placeholder": "5 USD, 1-18" } }"#), ["1-18"]);
        assert_eq!(find_places(r#"{ "a": { "text": "5 USD, 1-18" } }"#), ["5 USD", "1-18"]);
        assert!(find_places(r#"{ "a": { "terms": ["fish & chips"] } }"#).is_empty());
        assert_eq!(find_places(r#"{ "a": { "names": ["fish & chips"] } }"#), ["&"]);
    }
}
