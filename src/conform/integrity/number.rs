//! Figures of a translation that are not those of its source.
//!
//! Invariant: languages write the same number in many ways (separators, words, myriads, clocks, measures), so that one figure
//! that took the place of another is told, and one that only came or went is not.

use std::ops::Range;
use std::sync::LazyLock;

use foldhash::{HashMap, HashMapExt};
use regex::Regex;

use crate::conform::passage::{Passage, Tongue};

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    // Groups of thousands belong together; parts of dates and times stand alone, as their order is free.
    Regex::new(
        r"[0-9０-９]{1,3}(?:[,.'’\u{a0}\u{202f} ][0-9０-９]{3})+(?:[.,][0-9０-９]+)?|[0-9０-９]+(?:[.,][0-9０-９]+)*",
    )
    .expect("a pattern of this file, and a test compiles it")
});

/// What is written with other figures in another language: hours, measures, large numbers, ordinals, examples.
static REWRITTEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)[0-9]\s?(?:am|pm|a\.m|p\.m|k|m|bn|st|nd|rd|th|s|in)(?-u:\b)|°|['′″]\s?[0-9]|[0-9]\s?['′″\x22]",
        r"|(?-u:\b)(?:thousand|million|billion|trillion|dozen|hundred|half|quarter|e\.g|example|such as|inch(?:es)?|f(?:oo|ee)t|ft|miles?|mph|yards?",
        r"|pounds?|lbs?|ounces?|oz|gallons?|fahrenheit|century|decade|noon|midnight|percent of|score)(?-u:\b)|[A-Za-z][0-9]+[A-Za-z]",
    ))
    .expect("a pattern of this file, and a test compiles it")
});

/// A figure of a translation that took the place of another: its bytes, and what the source has.
#[must_use]
pub fn find_changed_number(source: &str, passage: &Passage<'_>) -> Option<(Range<usize>, String)> {
    let target = passage.written;
    // Where one text has no digits of its own, no figure took the place of another. A number alone may be the name of a text.
    if !differ_both_ways(&read_digits(source), &read_digits(target)) && !target.contains(is_wide_digit)
        || !source.contains(char::is_alphabetic)
    {
        return None;
    }
    if REWRITTEN.is_match(source) || target.chars().any(is_myriad) || source.contains('=') {
        return None;
    }
    let found = read_numbers(&passage.text);
    let own = read_numbers(&Passage::new(source, Tongue::En, &[]).text);
    let only = |these: &[Number], those: &[Number]| -> Vec<Number> {
        let mut left: HashMap<&str, usize> = HashMap::new();
        for number in those {
            *left.entry(&number.value).or_default() += 1;
        }
        let is_alone = |number: &&Number| match left.get_mut(number.value.as_str()) {
            Some(count @ 1..) => {
                *count -= 1;
                false
            }
            Some(0) | None => true,
        };
        these.iter().filter(is_alone).cloned().collect()
    };
    let (lost, new) = (only(&own, &found), only(&found, &own));
    match (lost.as_slice(), new.as_slice()) {
        ([lost], [new])
            if own.len() == found.len()
                && !is_repeated(lost, &found)
                && !is_repeated(new, &own)
                && !is_same_time(source, lost, new) =>
        {
            Some((new.range.clone(), source[lost.range.clone()].to_owned()))
        }
        _ => None,
    }
}

/// Whether two numbers may be the same time in other units: `1 day` is `24` hours.
fn is_same_time(source: &str, one: &Number, other: &Number) -> bool {
    const UNITS: &[&str] = &["second", "minute", "hour", "day", "week", "month", "year"];
    const RATIOS: &[u64] = &[7, 12, 24, 30, 52, 60, 365];
    let value = |number: &Number| number.value.parse::<u64>().ok();
    let (Some(one), Some(other)) = (value(one), value(other)) else { return false };
    let (less, more) = (one.min(other), one.max(other));
    RATIOS.iter().any(|ratio| less.checked_mul(*ratio) == Some(more)) && UNITS.iter().any(|unit| source.contains(unit))
}

/// Every run of digits, in the order of their size.
fn read_digits(text: &str) -> Vec<&str> {
    let mut digits = Vec::new();
    let mut start = None;
    for (at, byte) in text.bytes().chain([b' ']).enumerate() {
        match (start, byte.is_ascii_digit()) {
            (None, true) => start = Some(at),
            (Some(first), false) => {
                digits.push(&text[first..at]);
                start = None;
            }
            (Some(_), true) | (None, false) => {}
        }
    }
    digits.sort_unstable();
    digits
}

/// Whether each of two sorted lists has what the other has not, or has less often.
fn differ_both_ways(one: &[&str], other: &[&str]) -> bool {
    let (mut at, mut beside, mut of_one, mut of_other) = (0, 0, false, false);
    loop {
        match (one.get(at), other.get(beside)) {
            (None, None) => return of_one && of_other,
            (Some(first), Some(second)) if first == second => (at, beside) = (at + 1, beside + 1),
            (Some(first), second) if second.is_none_or(|second| first < second) => (at, of_one) = (at + 1, true),
            (_, _) => (beside, of_other) = (beside + 1, true),
        }
    }
}

const fn is_wide_digit(c: char) -> bool {
    matches!(c, '０'..='９')
}

/// Whether a number stands in the other text at another place, so that it was left out or said twice.
fn is_repeated(number: &Number, others: &[Number]) -> bool {
    others.iter().any(|other| other.value == number.value)
}

/// Signs of ten thousand and its powers: figures before them are others.
fn is_myriad(c: char) -> bool {
    matches!(c, '万' | '萬' | '億' | '亿' | '兆' | '만' | '억' | '조' | '千' | '천' | '百' | '백')
}

/// A figure of a text.
#[derive(Clone, Debug)]
struct Number {
    /// Its digits, without separators.
    value: String,
    range: Range<usize>,
}

/// The figures of a text that are no part of a word.
fn read_numbers(text: &str) -> Vec<Number> {
    let whole = |found: regex::Match<'_>| {
        let before = text[..found.start()].chars().next_back();
        let starts_line = text[..found.start()].trim_end_matches([' ', '\t']).ends_with('\n');
        let rest = &text[found.end()..];
        // The number of an item of a list: both texts have those of their own.
        let is_enumerator = starts_line && (rest.starts_with(". ") || rest.starts_with(") "));
        if is_enumerator
            || before.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '#' | '$' | '%' | '\\' | '+'))
        {
            return None;
        }
        let digits = found.as_str().chars().filter_map(|c| match c {
            '0'..='9' => Some(c),
            // Full-width digits stand in the same order.
            '０'..='９' => char::from_digit(c as u32 - '０' as u32, 10),
            _ => None,
        });
        let digits: String = digits.collect();
        // `3.0` is `3`.
        let written = found.as_str();
        let decimals = written.rfind(['.', ',']).map_or(0, |at| written.len() - at - 1);
        let zeros = if decimals > 0 && decimals < 3 { digits.len() - digits.trim_end_matches('0').len() } else { 0 };
        let digits = &digits[..digits.len() - zeros.min(decimals)];
        let value = digits.trim_start_matches('0');
        let value = if value.is_empty() { "0" } else { value };
        Some(Number { value: value.to_owned(), range: found.range() })
    };
    NUMBER.find_iter(text).filter_map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_that_took_the_place_of_another_is_told_and_another_way_to_write_it_is_not() {
        for (source, target, fault) in [
            ("Use at least 8 characters.", "Verwenden Sie mindestens 6 Zeichen.", Some("6")),
            ("Files up to 1,000 KB", "Dateien bis 10.000 KB", Some("10.000")),
            ("Between 2 and 5 files", "Zwischen 2 und 6 Dateien", Some("6")),
            ("Do it:\n1. a\n2. b\n4. c", "Tun:\n1. a\n2. b\n3. c", None),
            ("Files up to 1,000 KB", "Dateien bis 1.000 KB", None),
            ("It weighs 1.5 kg", "Es wiegt 1,5 kg", None),
            ("On 10/20/2024", "Am 20.10.2024", None),
            ("2024-01-05", "5.1.2024", None),
            ("Open at 5 pm", "Ab 17 Uhr", None),
            ("within 1 day", "in 24 Stunden", None),
            ("within 2 days", "in 3 Tagen", Some("3")),
            ("Up to 5 inches", "Bis 13 cm", None),
            ("Use 2 files", "Verwenden Sie zwei Dateien", None),
            ("Two of 5", "2 von 5", None),
            ("The 1990s", "Die 90er", None),
            ("{0} of 5", "{1} von 5", None),
            ("Your number (e.g. 1 23)", "Ihre Nummer (z. B. 49 23)", None),
            ("From version 3.0 on", "Ab Version 3", None),
            ("nplurals=2; plural=(n != 1);", "nplurals=1; plural=0;", None),
            ("6", "Es dauert 5 s", None),
            ("Begin with +1", "Beginnen Sie mit +49", None),
            ("H264 and 5", "H265 und 5", None),
            ("See https://example.com/1", "Siehe https://example.com/2", None),
        ] {
            let found = find_changed_number(source, &Passage::new(target, Tongue::De, &[]));
            assert_eq!(found.map(|(range, _)| &target[range]), fault, "{source} → {target}");
        }
        let in_japanese = |text| Passage::new(text, Tongue::Ja, &[]);
        assert!(find_changed_number("10,000 people", &in_japanese("1万人")).is_none());
        assert!(find_changed_number("Use 8 characters", &in_japanese("８文字")).is_none());
        assert!(find_changed_number("Use 8 characters", &in_japanese("６文字")).is_some());
    }
}
