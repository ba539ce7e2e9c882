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
    language.is_none_or(|language| value.is_offered_for(&language.to_ascii_lowercase()))
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
    let word = sign(written).or_else(|| sign(&first).filter(|_| pair)).map(str::to_owned);
    let pattern = clock_of_pattern(written);
    let word = word.or_else(|| clock_of_time(written)).or_else(|| pattern.map(str::to_owned))?;
    // Of a pattern, only what the language is offered is a reading: some languages have values that are patterns themselves.
    value_that_says(rule, &word, language).filter(|value| pattern.is_none() || is_offered(value, language))
}

/// Values whose example looks like what was written, digits aside: `14:30 Uhr` as `15:05 Uhr`.
pub(super) fn values_by_example<'r>(rule: &'r Rule, written: &str, language: Option<&str>) -> Vec<&'r RuleValue> {
    let form =
        |text: &str| -> String { text.trim().chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect() };
    let asked = form(written);
    if !asked.contains('0') || asked.chars().all(|c| c == '0') {
        return Vec::new();
    }
    let offered: Vec<&RuleValue> = rule.values.values().filter(|value| is_offered(value, language)).collect();
    let shown = |same: &dyn Fn(&str) -> bool| -> Vec<&'r RuleValue> {
        offered.iter().copied().filter(|value| same(&form(&value.illustration(language)))).collect()
    };
    let exact = shown(&|example| example == asked);
    if exact.is_empty() { shown(&|example| example.to_lowercase() == asked.to_lowercase()) } else { exact }
}

/// The one value that a single word names: `comma` where just one value that the language is offered speaks of it.
pub(super) fn value_of_word<'r>(rule: &'r Rule, written: &str, language: Option<&str>) -> Option<&'r RuleValue> {
    let word = written.trim().to_lowercase();
    let says_nothing = matches!(&*word, "use" | "not") || rule.name.split('_').any(|known| known == word);
    if word.len() < 3 || !word.chars().all(char::is_alphabetic) || says_nothing {
        return None;
    }
    let says = |value: &&RuleValue| is_offered(value, language) && value.name.split('_').any(|part| part == word);
    let mut saying = rule.values.values().filter(says);
    saying.next().filter(|_| saying.next().is_none())
}

/// The value and those that differ from it in one sign alone (`…_with_colon…`, `…_with_period…`): of these, nobody knows which one
/// is meant.
pub(super) fn values_but_for_sign<'r>(
    rule: &'r Rule,
    value: &'r RuleValue,
    language: Option<&str>,
) -> Vec<&'r RuleValue> {
    let is_sign = |word: &str| matches!(word, "colon" | "period" | "comma" | "space" | "hyphen" | "slash");
    let alike = |other: &&RuleValue| {
        let (one, two): (Vec<&str>, Vec<&str>) = (value.name.split('_').collect(), other.name.split('_').collect());
        let mut pairs = one.iter().zip(&two);
        one.len() == two.len() && pairs.all(|(one, two)| one == two || is_sign(one) && is_sign(two))
    };
    rule.values.values().filter(|other| is_offered(other, language)).filter(alike).collect()
}

/// The value that the name of a rule says, as somebody made it up: `decimal_comma`.
pub(super) fn value_of_name<'r>(rule: &'r Rule, written: &str, language: Option<&str>) -> Option<&'r RuleValue> {
    let of_rule = |word: &&str| !word.is_empty() && !rule.name.split('_').any(|known| known == *word);
    let mut words = written.split(['_', '-', ' ']).filter(of_rule);
    let word = words.next().filter(|_| words.next().is_none())?;
    value_that_says(rule, &format!("{word}_"), language)
}

/// The value with this word in its name: what the language is offered comes first, then the shortest.
fn value_that_says<'r>(rule: &'r Rule, word: &str, language: Option<&str>) -> Option<&'r RuleValue> {
    let says = |value: &&RuleValue| format!("_{}_", value.name).contains(&format!("_{word}"));
    let mut fitting: Vec<&RuleValue> =
        rule.values.values().filter(says).filter(|value| !value.name.starts_with("do_not")).collect();
    fitting.sort_by_key(|value| {
        let second = value.name.strip_prefix("use_").is_some_and(|rest| !rest.starts_with(word));
        (!is_offered(value, language), second, value.name.len())
    });
    fitting.first().copied()
}

/// A pattern or an example of a date or a time in the words of the service: `use_dd_period_mm_period_yyyy` for `DD.MM.YYYY`,
/// `%d.%m.%Y` and `31.12.2026`.
pub(super) fn words_of_pattern(written: &str) -> Option<String> {
    let word = written.to_ascii_lowercase().replace(['_', '-', ' '], "");
    let written = if matches!(&*word, "iso" | "iso8601" | "rfc3339") { "yyyy-mm-dd" } else { written };
    let pattern = letters_of_date(&letters_of_directives(written));
    let mut words = Vec::new();
    for part in pattern.chars().collect::<Vec<char>>().chunk_by(|one, next| one == next) {
        let letter = part[0].to_ascii_lowercase();
        words.push(match letter {
            'd' | 'm' | 'y' | 'h' | 's' => letter.to_string().repeat(part.len()),
            '.' => "period".to_owned(),
            '/' => "slash".to_owned(),
            '-' => "hyphen".to_owned(),
            ':' => "colon".to_owned(),
            ' ' => "space".to_owned(),
            _ => return None,
        });
    }
    (words.len() > 2).then(|| format!("use_{}", words.join("_")))
}

/// The directives of C with the letters that other patterns have.
fn letters_of_directives(written: &str) -> String {
    let directives = [
        ("%d", "dd"),
        ("%m", "mm"),
        ("%Y", "yyyy"),
        ("%y", "yy"),
        ("%H", "hh"),
        ("%I", "hh"),
        ("%M", "mm"),
        ("%S", "ss"),
    ];
    directives.iter().fold(written.to_owned(), |text, (directive, letters)| text.replace(directive, letters))
}

/// A date with letters for its digits, where its numbers tell the day from the month.
fn letters_of_date(written: &str) -> String {
    let numbers: Vec<&str> = written.split(['.', '/', '-']).collect();
    let day = |number: &&str| number.len() < 3 && number.parse().is_ok_and(|day: u8| (13..=31).contains(&day));
    let month = |number: &&str| number.len() < 3 && number.parse().is_ok_and(|month: u8| (1..=12).contains(&month));
    let year = |number: &&str| number.len() == 4 && number.parse::<u16>().is_ok();
    let once = |is: &dyn Fn(&&str) -> bool| numbers.iter().filter(|number| is(number)).count() == 1;
    if numbers.len() != 3 || !once(&day) || !once(&month) || !once(&year) {
        return written.to_owned();
    }
    let letters = |number: &str| {
        let letter = if day(&number) {
            "d"
        } else if month(&number) {
            "m"
        } else {
            "y"
        };
        letter.repeat(number.len())
    };
    let mut out = String::new();
    for part in written.split_inclusive(['.', '/', '-']) {
        let number = part.trim_end_matches(['.', '/', '-']);
        out.push_str(&letters(number));
        out.push_str(&part[number.len()..]);
    }
    out
}

/// What the values say of a clock by which a time was written, where it tells: `14:30`, `2:30 p.m.`.
fn clock_of_time(written: &str) -> Option<String> {
    let (hour, rest) = written.split_once(':')?;
    let hour: u8 = hour.parse().ok()?;
    let minutes = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic() || matches!(c, '.' | ' '));
    let half = rest[minutes.len()..].trim();
    let letters = half.replace('.', "");
    let periods = if half == letters { "without" } else { "with" };
    let case = if letters.starts_with(['A', 'P']) { "uppercase" } else { "lowercase" };
    match (minutes.bytes().all(|byte| byte.is_ascii_digit() || byte == b':'), &*letters.to_ascii_lowercase()) {
        (true, "am" | "pm") if hour <= 12 => Some(format!("12_hour_clock_and_{case}_am_or_pm_{periods}_periods")),
        (true, "") if (13..24).contains(&hour) => Some("24_hour".to_owned()),
        _ => None,
    }
}

/// The clock of a pattern of a time: `%H:%M`, `HH:mm`, `h:mm a`.
fn clock_of_pattern(written: &str) -> Option<&'static str> {
    let (hour, rest) = written.split_once(':')?;
    let hours = matches!(hour, "%H" | "%I" | "%k" | "%l" | "HH" | "H" | "hh" | "h" | "G" | "g" | "kk");
    let minutes = rest.trim_start_matches('%').starts_with(['M', 'm', 'i']);
    let letters = rest.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '%' | ':' | ' ' | '.'));
    let half = rest.ends_with(['a', 'A', 'p', 'P', 't']) || matches!(hour, "%I" | "%l");
    (hours && minutes && letters).then_some(if half { "12_hour" } else { "24_hour" })
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
    fn a_date_is_a_pattern_where_its_numbers_tell_day_and_month_apart() {
        for (written, words) in [
            ("31.12.2026", Some("use_dd_period_mm_period_yyyy")),
            ("2026-12-31", Some("use_yyyy_hyphen_mm_hyphen_dd")),
            ("%d/%m/%Y", Some("use_dd_slash_mm_slash_yyyy")),
            ("01.02.2026", None),
            ("99.12.2026", None),
        ] {
            assert_eq!(words_of_pattern(written).as_deref(), words, "{written}");
        }
    }

    #[test]
    fn an_example_and_a_single_word_name_their_values() {
        let catalogue = builtin_catalogue(Edition::Core);
        let rule = catalogue.find_rule("dates_and_times", "time_format").unwrap();
        let found = values_by_example(rule, "14:30 Uhr", Some("de"));
        assert!(!found.is_empty() && found.iter().all(|value| value.name.contains("uhr")), "{found:?}");
        assert!(values_by_example(rule, "1430", Some("de")).is_empty());
        let rule = catalogue.find_rule("numbers", "decimal_separator").unwrap();
        let comma = value_of_word(rule, "comma", Some("de")).map(|value| &*value.name);
        assert_eq!(comma, Some("use_comma_as_decimal_separator"));
        assert!(value_of_word(rule, "separator", Some("de")).is_none());
    }

    #[test]
    fn a_sign_names_the_value_that_writes_it() {
        let catalogue = builtin_catalogue(Edition::Core);
        for (category, rule, written, language, wanted) in [
            ("numbers", "decimal_separator", ",", "de", "use_comma_as_decimal_separator"),
            ("dates_and_times", "time_format", "24", "en", "use_24_hour_clock"),
            ("dates_and_times", "time_format", "14:30", "en", "use_24_hour_clock"),
            ("dates_and_times", "time_format", "%H:%M", "en", "use_24_hour_clock"),
            ("dates_and_times", "time_format", "HH:mm", "en", "use_24_hour_clock"),
            (
                "dates_and_times",
                "time_format",
                "2:30 p.m.",
                "en",
                "use_12_hour_clock_and_lowercase_am_or_pm_with_periods",
            ),
            ("punctuation", "serial_comma", "true", "en", "use"),
        ] {
            let found = catalogue.find_rule(category, rule).unwrap();
            let value = value_of_sign(found, written, Some(language)).map(|value| &*value.name);
            assert_eq!(value, Some(wanted), "{rule}");
        }
        let rule = catalogue.find_rule("punctuation", "salutation").unwrap();
        assert!(value_of_sign(rule, "invoice", None).is_none());
        let rule = catalogue.find_rule("dates_and_times", "time_format").unwrap();
        assert!(value_of_sign(rule, "10:30", None).is_none());
    }
}
