//! Values of rules that were written as what they make of a text: `","`, `24`, `„…“`, or as two at once.

use crate::catalogue::{Rule, RuleValue, nearest};

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

/// Whether a list of this language has a rule at all: one of its values is offered, or it is not known to have any.
pub(super) fn has_rule(rule: &Rule, language: Option<&str>) -> bool {
    rule.values.is_empty() || rule.values.values().any(|value| is_offered(value, language))
}

/// The value that makes what was written: a sign, a pair of quotes, a number of hours, a switch.
pub(super) fn value_of_sign<'r>(rule: &'r Rule, written: &str, language: Option<&str>) -> Option<&'r RuleValue> {
    let written = if written == " " { "\u{2423}" } else { written.trim() };
    match written.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => return rule.values.get("use"),
        "false" => return rule.values.get("do_not_use"),
        _ => {}
    }
    // Of a pair of quotes, the first one says which.
    let first = written.chars().next()?.to_string();
    let pair = written.chars().count() <= 5 && !written.contains(char::is_alphanumeric);
    let sign = |text: &str| SIGNS.iter().find(|(sign, _)| *sign == text).map(|(_, word)| *word);
    let word = sign(written).or_else(|| sign(&first).filter(|_| pair)).map(str::to_owned);
    let pattern = clock_of_pattern(written);
    let word = word.or_else(|| clock_of_time(written)).or_else(|| pattern.map(str::to_owned))?;
    // Only what the language is offered is a reading: others have values that are patterns themselves, or hours of their own.
    let of_hours = pattern.is_some() || word.ends_with("_hour");
    value_that_says(rule, &word, language).filter(|value| !of_hours || is_offered(value, language))
}

/// Values whose example looks like what was written, whatever its numbers are: `14:30 Uhr` as `15:05 Uhr`, `10 %` as `5 %`. A
/// date, or a pattern of one, is compared by its parts. What fits closest is all that counts.
pub(super) fn values_by_example<'r>(rule: &'r Rule, written: &str, language: Option<&str>) -> Vec<&'r RuleValue> {
    let asked = form_of_date(written);
    let forms: &[fn(&str) -> String] = match asked {
        Some(_) => &[str::to_owned, without_leading_zeros],
        None if written.contains(|c: char| c.is_ascii_digit()) => &[form_of_digits, form_of_numbers],
        None => return Vec::new(),
    };
    let offered = rule.values.values().filter(|value| is_offered(value, language));
    let shown: Vec<(String, &RuleValue)> = offered
        .filter_map(|value| {
            let example = value.illustration(language);
            Some((if asked.is_some() { form_of_sample(&example)? } else { example.into_owned() }, value))
        })
        .collect();
    let asked = asked.unwrap_or_else(|| written.to_owned());
    let same = |form: &fn(&str) -> String| -> Vec<&'r RuleValue> {
        let asked = form(&asked);
        // Numbers alone look like all others.
        let says = asked.contains(|c: char| c != '0');
        shown.iter().filter(|(shown, _)| says && form(shown) == asked).map(|(_, value)| *value).collect()
    };
    forms.iter().map(same).find(|found| !found.is_empty()).unwrap_or_default()
}

fn without_leading_zeros(form: &str) -> String {
    form.replace("dd", "d").replace("mm", "m")
}

/// A text with one digit for all.
fn form_of_digits(text: &str) -> String {
    text.trim().chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect()
}

/// A text with one digit for each of its numbers, and one sign for all currencies.
fn form_of_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in form_of_digits(text).to_lowercase().chars() {
        match c {
            '0' if out.ends_with('0') => {}
            '$' | '£' | '¥' | '₩' => out.push('€'),
            c => out.push(c),
        }
    }
    out
}

/// The one value that a single word names: `comma` where just one value that the language is offered speaks of it, and `always`
/// where a rule is used or not.
pub(super) fn value_of_word<'r>(rule: &'r Rule, written: &str, language: Option<&str>) -> Option<&'r RuleValue> {
    let word = written.trim().to_lowercase();
    let switch = match &*word {
        "always" | "required" | "mandatory" | "enabled" | "yes" | "on" => Some("use"),
        "avoid" | "disabled" | "forbidden" => Some("do_not_use"),
        _ => None,
    };
    if let Some(value) = switch.and_then(|switch| rule.values.get(switch)).filter(|value| is_offered(value, language)) {
        return Some(value);
    }
    let says_nothing = matches!(&*word, "use" | "not") || rule.name.split('_').any(|known| known == word);
    if word.len() < 3 || !word.chars().all(char::is_alphabetic) || says_nothing {
        return None;
    }
    let says = |value: &&RuleValue| is_offered(value, language) && value.name.split('_').any(|part| part == word);
    let mut saying = rule.values.values().filter(says);
    saying.next().filter(|_| saying.next().is_none())
}

/// The one value that is meant, whatever is written of it: its name, an example of it, its sign, or a word of its name.
pub(super) fn value_meant<'r>(rule: &'r Rule, written: &str, language: Option<&str>) -> Option<&'r RuleValue> {
    let by_example = || match values_by_example(rule, written, language).as_slice() {
        [only] => Some(*only),
        _ => None,
    };
    let named = rule.values.get(written).or_else(by_example).or_else(|| value_of_sign(rule, written, language));
    named.or_else(|| value_of_word(rule, written, language))
}

/// The value with the signs around it of which another notation makes parts: `do_not_use,` in a copy of an object.
pub(super) fn value_before_sign<'r>(rule: &'r Rule, written: &str) -> Option<(&'r RuleValue, char)> {
    const SIGNS: &[char] = &[',', ';', '.', '"', '\'', '`', '“', '”', '„', '‘', '’'];
    let sign = written.chars().rev().find(|c| SIGNS.contains(c))?;
    let bare = written.trim_matches(|c: char| SIGNS.contains(&c) || c.is_whitespace());
    rule.values.get(bare).map(|value| (value, sign))
}

/// The one value that the language is offered which begins with most of the words that were written.
pub(super) fn value_begun<'r>(rule: &'r Rule, written: &str, language: Option<&str>) -> Option<&'r RuleValue> {
    /// Least words that say more than that something is to be used.
    const LEAST: usize = 3;
    let words: Vec<&str> = written.split('_').collect();
    let shared = |name: &str| name.split('_').zip(&words).take_while(|(known, word)| known == *word).count();
    let begins = |value: &&RuleValue| {
        let begun = shared(&value.name);
        begun >= LEAST && begun * 2 > words.len() && is_offered(value, language)
    };
    let mut begun = rule.values.values().filter(begins);
    let value = begun.next().filter(|_| begun.next().is_none())?;
    (!nearest::says_opposite(written, &value.name)).then_some(value)
}

/// The values that the language is offered which go on from all that was written: what stands there says as much of each. None where
/// just one of them adds no more than the name of its rule, as `use_comma_as_decimal_separator` to `use_comma`.
pub(super) fn values_begun<'r>(rule: &'r Rule, written: &str, language: Option<&str>) -> Vec<&'r RuleValue> {
    let begun = format!("{}_", written.trim().to_lowercase().replace(['-', ' '], "_"));
    let goes_on = |value: &&RuleValue| value.name.starts_with(&begun);
    let of_rule = |word: &str| word == "as" || rule.name.split('_').any(|known| known == word);
    let is_plain = |value: &&&RuleValue| value.name[begun.len()..].split('_').all(of_rule);
    let all: Vec<&RuleValue> =
        rule.values.values().filter(|value| is_offered(value, language)).filter(goes_on).collect();
    if all.iter().filter(is_plain).count() == 1 { Vec::new() } else { all }
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

/// The parts of a date, or of a pattern of one, as they follow each other: `dd.mm.yyyy` for `TT.MM.JJJJ`, `%d.%m.%Y` and
/// `31.12.2026`, `n d, yyyy` for `MMMM d, yyyy` and `May 4, 2025`. Nothing where it has not just a day, a month and a year.
fn form_of_date(written: &str) -> Option<String> {
    let word = written.to_ascii_lowercase().replace(['_', '-', ' '], "");
    let written = if matches!(&*word, "iso" | "iso8601" | "rfc3339") { "yyyy-mm-dd" } else { written.trim() };
    let pattern = letters_of_date(&letters_of_directives(written)).replace(['\'', '[', ']'], "");
    // The letters of other languages: `TT.MM.JJJJ`, `GG/MM/AAAA`, `JJ/MM/AAAA`.
    let year = if pattern.contains(['A', 'a']) { 'a' } else { 'j' };
    let kind = |c: char| match c.to_ascii_lowercase() {
        'd' | 't' | 'g' => 'd',
        'j' if year == 'a' => 'd',
        'y' => 'y',
        c if c == year => 'y',
        c if is_letter(c) && c != 'm' => 'n',
        c if c.is_ascii_digit() => '0',
        c => c,
    };
    let chars: Vec<char> = pattern.chars().collect();
    let month_by_name = chars.chunk_by(|one, next| is_letter(*one) && is_letter(*next)).any(|part| {
        part.len() > 2 && part.iter().all(|c| is_letter(*c)) && part.iter().any(|c| kind(*c) != kind(part[0]))
    });
    let (mut out, mut days, mut months, mut years) = (String::new(), 0, 0, 0);
    let same = |one: &char, next: &char| match month_by_name {
        true => is_letter(*one) && is_letter(*next) || one.is_ascii_digit() && next.is_ascii_digit(),
        false => kind(*one) == kind(*next),
    };
    for part in chars.chunk_by(same) {
        let (first, length) = (if month_by_name && is_letter(part[0]) { 'n' } else { kind(part[0]) }, part.len());
        let (count, form) = match (first, length) {
            ('d', 1) | ('0', 1) => (&mut days, "d"),
            ('d', 2) => (&mut days, "dd"),
            ('0', 2) => (&mut days, if part[0] == '0' { "dd" } else { "d" }),
            ('m', 1) => (&mut months, "m"),
            ('m', 2) => (&mut months, "mm"),
            ('m', 3) => (&mut months, "n."),
            ('m', 4) => (&mut months, "n"),
            ('n', 3..) if month_by_name => (&mut months, "n"),
            ('y', 2) => (&mut years, "yy"),
            ('y', 4) | ('0', 4) => (&mut years, "yyyy"),
            ('d' | 'm' | 'y' | 'n' | '0', _) => return None,
            _ => {
                out.extend(part);
                continue;
            }
        };
        *count += 1;
        out.push_str(form);
    }
    ((days, months, years) == (1, 1, 1)).then(|| out.replace("n..", "n."))
}

/// The same of an example of the catalogue: all of them show the 5th of March of 2026, or another month by its name.
fn form_of_sample(example: &str) -> Option<String> {
    let example = example.split(" (").next().unwrap_or_default();
    let numbers = [("2026", "yyyy"), ("26", "yy"), ("05", "dd"), ("03", "mm"), ("5", "d"), ("3", "m")];
    let mut out = String::new();
    for part in example
        .chars()
        .collect::<Vec<char>>()
        .chunk_by(|one, next| one.is_ascii_digit() && next.is_ascii_digit() || is_letter(*one) && is_letter(*next))
    {
        let text: String = part.iter().collect();
        match numbers.iter().find(|(number, _)| *number == text) {
            Some((_, form)) => out.push_str(form),
            None if part.len() > 2 && is_letter(part[0]) => out.push('n'),
            None if part[0].is_ascii_digit() => return None,
            None => out.push_str(&text),
        }
    }
    Some(out)
}

/// Whether a sign is a letter of words that stand by themselves, which those of Chinese, Japanese and Korean do not.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && c < '\u{1100}'
}

/// The directives of C with the letters that other patterns have.
fn letters_of_directives(written: &str) -> String {
    let directives = [
        ("%-d", "d"),
        ("%-m", "m"),
        ("%d", "dd"),
        ("%e", "d"),
        ("%m", "mm"),
        ("%B", "MMMM"),
        ("%b", "MMM"),
        ("%Y", "yyyy"),
        ("%y", "yy"),
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
    fn a_date_and_its_pattern_have_one_form_where_day_and_month_can_be_told_apart() {
        for (written, form) in [
            ("31.12.2026", Some("dd.mm.yyyy")),
            ("2026-12-31", Some("yyyy-mm-dd")),
            ("%d/%m/%Y", Some("dd/mm/yyyy")),
            ("%B %-d, %Y", Some("n d, yyyy")),
            ("MMMM d, yyyy", Some("n d, yyyy")),
            ("MMMM D, YYYY", Some("n d, yyyy")),
            ("May 14, 2025", Some("n d, yyyy")),
            ("14. Juli 2025", Some("d. n yyyy")),
            ("d. MMM yyyy", Some("d. n. yyyy")),
            ("TT.MM.JJJJ", Some("dd.mm.yyyy")),
            ("JJ/MM/AAAA", Some("dd/mm/yyyy")),
            ("GG/MM/AAAA", Some("dd/mm/yyyy")),
            ("yyyy年M月d日", Some("yyyy年m月d日")),
            ("01.02.2026", None),
            ("99.12.2026", None),
            ("HH:mm", None),
            ("invoice date", None),
            ("use_dd_period_mm_period_yyyy", None),
        ] {
            assert_eq!(form_of_date(written).as_deref(), form, "{written}");
        }
        assert_eq!(form_of_sample("05/03/2026 (5 March)").as_deref(), Some("dd/mm/yyyy"));
        assert_eq!(form_of_sample("5. Sept. 2026").as_deref(), Some("d. n. yyyy"));
    }

    #[test]
    fn all_values_that_go_on_from_what_was_written_are_equals() {
        let catalogue = builtin_catalogue(Edition::Core);
        let rule = catalogue.find_rule("punctuation", "quotation_style").unwrap();
        for written in ["use_guillemets", "Use-guillemets"] {
            let begun = values_begun(rule, written, Some("it"));
            assert_eq!(begun.len(), 3, "{begun:?}");
            assert!(begun.iter().all(|value| value.name.starts_with("use_guillemets_")));
        }
        assert!(values_begun(rule, "use_guille", Some("it")).is_empty());
        let separator = catalogue.find_rule("numbers", "decimal_separator").unwrap();
        assert!(values_begun(separator, "use_comma", None).is_empty());
        let whole = &values_begun(rule, "use_guillemets", Some("it"))[0].name;
        assert!(values_begun(rule, whole, Some("it")).is_empty());
    }

    #[test]
    fn an_example_and_a_single_word_name_their_values() {
        let catalogue = builtin_catalogue(Edition::Core);
        let rule = catalogue.find_rule("dates_and_times", "time_format").unwrap();
        let found = values_by_example(rule, "14:30 Uhr", Some("de"));
        assert!(!found.is_empty() && found.iter().all(|value| value.name.contains("uhr")), "{found:?}");
        assert!(values_by_example(rule, "1430", Some("de")).is_empty());
        for (category, rule, written, language, name) in [
            ("numbers", "percentage_format", "10 %", "it", "use_numerals_followed_by_space_then_percent_symbol"),
            ("numbers", "percentage_format", "10%", "it", "use_numerals_followed_by_percent_symbol"),
            (
                "dates_and_times",
                "date_format",
                "D/M/YYYY",
                "en",
                "use_dd_slash_mm_slash_yyyy_with_leading_zeros_for_single_digit_days_and_months",
            ),
        ] {
            let rule = catalogue.find_rule(category, rule).unwrap();
            let found: Vec<&str> =
                values_by_example(rule, written, Some(language)).iter().map(|value| &*value.name).collect();
            assert_eq!(found, [name], "{written}");
        }
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
