//! Separators of thousands and decimals, and large numbers in words.
//!
//! Invariant: a separator is judged only where its figure leaves one reading (see [`figures`](super::figures)).

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::beside_digits::ByteSet;
use crate::conform::character::is_space;
use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::family::figures::{is_counted, is_numbered, read_figures};
use crate::conform::family::units::is_measured;
use crate::conform::figure::Figure;
use crate::conform::ingredient;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::pattern::{Pattern, pattern};

/// Whether the thousands of a figure are grouped beyond doubt.
fn is_grouped(passage: &Passage<'_>, figure: &Figure) -> bool {
    // In a source, which mostly is English, `5.345` is a decimal.
    let written = passage.text.get(figure.range.clone()).unwrap_or_default();
    let is_copied = || passage.searched_source().is_some_and(|source| source.contains(written));
    if figure.ambiguous && figure.grouped_by == Some('.') && !written.ends_with("000") && is_copied() {
        return false;
    }
    // `第194,196条` are two articles, and `1,234*10^3` is how a program writes a number.
    if passage.char_before(figure.range.start) == Some('第') || passage.text[figure.range.end..].starts_with("*10") {
        return false;
    }
    figure.grouped_by.is_some_and(|sep| {
        !figure.ambiguous
            || (natural_group(passage.tongue, sep)
                && (is_measured(passage, &figure.range) || is_counted(passage, &figure.range)))
            || (natural_group(passage.tongue, sep) && sep == ',' && !is_numbered(passage, figure.range.start))
    })
}

/// Whether one group of three behind this separator is a thousand to readers of the language.
fn natural_group(tongue: Tongue, sep: char) -> bool {
    match tongue {
        Tongue::De | Tongue::It | Tongue::Fr => sep == '.',
        Tongue::Es => sep == '.' || sep == ',',
        Tongue::En | Tongue::Ja | Tongue::Ko | Tongue::Zh => sep == ',',
    }
}

/// The decimal separator of a figure that has decimals beyond doubt and is an amount.
fn decimal(passage: &Passage<'_>, figure: &Figure) -> Option<char> {
    figure.decimal.filter(|_| is_measured(passage, &figure.range) && !is_numbered(passage, figure.range.start))
}

/// `numbers.decimal_numbers_less_than_one`.
pub const BELOW_ONE: Finder = Finder::new(ingredient::DIGIT, find_below_one).rewritten_by(rewrite_below_one);

fn find_below_one(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for figure in read_figures(passage) {
        let written = figure.bare || figure.decimal.is_some();
        if figure.below_one && written && is_measured(passage, &figure.range) {
            push_occasion(found, figure.range.clone(), if figure.bare { &[] } else { &[1] });
        }
    }
}

/// Writes the zero.
fn rewrite_below_one(_: &Passage<'_>, occasion: &Occasion, _: usize) -> Option<Vec<(Range<usize>, String)>> {
    Some(vec![(occasion.range.start..occasion.range.start, "0".to_owned())])
}

/// `numbers.decimal_separator` in German.
pub const GERMAN_DECIMALS: Finder =
    Finder::new(ingredient::DIGIT, find_german_decimals).rewritten_by(rewrite_german_decimals);

fn find_german_decimals(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for figure in read_figures(passage) {
        if let Some(sep) = decimal(passage, figure) {
            push_occasion(found, figure.range.clone(), if sep == ',' { &[1] } else { &[2] });
        }
    }
}

/// Swaps the decimal separator of a figure without thousands.
fn rewrite_german_decimals(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let at = occasion.range.start + text.find(['.', ','])?;
    (text.matches(['.', ',', ' ', '\'']).count() == 1)
        .then(|| vec![(at..at + 1, if value == 0 { "," } else { "." }.to_owned())])
}

/// `numbers.thousands_separator` in German, English, Italian and Korean.
pub const THOUSANDS: Finder = Finder::new(ingredient::DIGIT, find_thousands).rewritten_by(rewrite_thousands);

fn find_thousands(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for figure in read_figures(passage) {
        if is_grouped(passage, figure) {
            let shows: &[u32] = match (passage.tongue, figure.grouped_by) {
                (Tongue::De, Some('.')) => &[2],
                (Tongue::De, Some(' ')) => &[3],
                (Tongue::De, Some('\'')) => &[4],
                (Tongue::En, Some(',')) | (Tongue::It, Some('.')) => &[1],
                (Tongue::En | Tongue::It, Some(' ')) | (Tongue::Ko, Some(',')) => &[2],
                _ => &[],
            };
            push_occasion(found, figure.range.clone(), shows);
        } else if figure.grouped_by.is_none() && figure.whole_digits >= 5 && is_amount(passage, figure) {
            let none = matches!(passage.tongue, Tongue::De | Tongue::Ko);
            push_occasion(found, figure.range.clone(), if none { &[1] } else { &[] });
        }
    }
}

/// A long figure without separators that a unit, a currency or a counter makes an amount.
fn is_amount(passage: &Passage<'_>, figure: &Figure) -> bool {
    is_measured(passage, &figure.range) || is_counter_after(passage, figure.range.end)
}

/// Counters of East Asia right behind a figure.
fn is_counter_after(passage: &Passage<'_>, at: usize) -> bool {
    const COUNTERS: &[&str] =
        &["人", "名", "명", "개", "회", "个", "件", "部", "本", "台", "枚", "次", "张", "份", "円", "원"];
    let rest = passage.text.get(at..).unwrap_or_default();
    COUNTERS.iter().any(|counter| rest.starts_with(counter))
}

/// Writes the separators of thousands anew; decimals stay.
fn rewrite_thousands(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let sep = match (passage.tongue, value) {
        (Tongue::De, 0) | (Tongue::Ko, 0) => "",
        (Tongue::De, 1) | (Tongue::It, 0) => ".",
        (Tongue::De, 2) | (Tongue::En | Tongue::It, 1) => "\u{a0}",
        (Tongue::De, 3) => "'",
        (Tongue::En, 0) | (Tongue::Ko, 1) => ",",
        _ => return None,
    };
    let figure = read_figures(passage).iter().find(|figure| figure.range == occasion.range)?;
    if figure.decimal.is_some() {
        return None;
    }
    let digits: String = passage.text.get(occasion.range.clone())?.chars().filter(char::is_ascii_digit).collect();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push_str(sep);
        }
        out.push(digit);
    }
    Some(vec![(occasion.range.clone(), out)])
}

static RADIO: LazyLock<Pattern> = LazyLock::new(|| pattern(r"([0-9]{2,3})([.,])([0-9]{1,2})[ \u{a0}]?(?:FM|MHz)"));

/// Frequencies of stations: bytes, and their separator.
fn stations(passage: &Passage<'_>) -> Vec<(Range<usize>, char)> {
    let station = |found: regex::Captures<'_>| {
        let whole = found.get(0)?;
        let sep = found.get(2)?.as_str().chars().next()?;
        passage.stands_alone(&whole.range()).then(|| (whole.range(), sep))
    };
    RADIO.captures_behind(passage, ByteSet::of("FM")).filter_map(station).collect()
}

/// `numbers.decimal_separator` in Spanish, which forbids separators of thousands in the same breath.
pub const SPANISH_DECIMALS: Finder = Finder::new(ingredient::DIGIT, find_spanish_decimals);

fn find_spanish_decimals(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let stations = stations(passage);
    for (range, sep) in &stations {
        push_occasion(found, range.clone(), if *sep == '.' { &[2, 3] } else { &[1] });
    }
    for figure in read_figures(passage) {
        if stations.iter().any(|(range, _)| range.contains(&figure.range.start)) {
            continue;
        }
        if is_grouped(passage, figure) {
            push_occasion(found, figure.range.clone(), &[]);
        } else if let Some(sep) = decimal(passage, figure) {
            push_occasion(found, figure.range.clone(), if sep == ',' { &[1, 2] } else { &[3] });
        } else if figure.grouped_by.is_none() && figure.whole_digits >= 5 && is_amount(passage, figure) {
            push_occasion(found, figure.range.clone(), &[1, 2, 3]);
        }
    }
}

/// `numbers.numbers_up_to_4_digits` in Spanish.
pub const SPANISH_SHORT: Finder = Finder::new(ingredient::DIGIT, find_spanish_short);

fn find_spanish_short(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    find_spanish_grouping(passage, found, |digits| digits <= 4);
}

/// `numbers.numbers_of_5_digits_or_more` in Spanish.
pub const SPANISH_LONG: Finder = Finder::new(ingredient::DIGIT, find_spanish_long);

fn find_spanish_long(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    find_spanish_grouping(passage, found, |digits| digits >= 5);
}

fn find_spanish_grouping(passage: &Passage<'_>, found: &mut Vec<Occasion>, concerns: fn(usize) -> bool) {
    let stations = stations(passage);
    for (range, sep) in &stations {
        push_occasion(found, range.clone(), if *sep == '.' { &[3, 4, 5, 6] } else { &[1, 2] });
    }
    for figure in read_figures(passage) {
        let station = stations.iter().any(|(range, _)| range.contains(&figure.range.start));
        if station || !concerns(figure.whole_digits) {
            continue;
        }
        if is_grouped(passage, figure) {
            let shows: &[u32] = match (figure.grouped_by, figure.decimal) {
                (Some('.'), None | Some(',')) => &[1, 3],
                (Some(','), None | Some('.')) => &[5],
                (Some(' '), None) => &[2, 4, 6],
                (Some(' '), Some(',')) => &[2, 4],
                (Some(' '), Some('.')) => &[6],
                _ => &[],
            };
            push_occasion(found, figure.range.clone(), shows);
        } else if let Some(sep) = decimal(passage, figure) {
            push_occasion(found, figure.range.clone(), if sep == ',' { &[1, 2, 3, 4] } else { &[5, 6] });
        } else if figure.grouped_by.is_none() && figure.whole_digits >= 5 && is_amount(passage, figure) {
            push_occasion(found, figure.range.clone(), &[]);
        }
    }
}

/// `numbers.number_format` in Japanese.
pub const JAPANESE_FORMAT: Finder = Finder::new(ingredient::DIGIT, find_japanese_format);

fn find_japanese_format(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for figure in read_figures(passage) {
        if is_grouped(passage, figure) {
            push_occasion(found, figure.range.clone(), if figure.grouped_by == Some(',') { &[1] } else { &[] });
        } else if figure.decimal == Some('.') && is_measured(passage, &figure.range) {
            push_occasion(found, figure.range.clone(), &[1]);
        } else if figure.grouped_by.is_none() && figure.whole_digits >= 5 && is_amount(passage, figure) {
            push_occasion(found, figure.range.clone(), &[]);
        }
    }
    static WIDE: LazyLock<Pattern> = LazyLock::new(|| pattern(r"[０-９]{1,3}(?:，[０-９]{3})+|[０-９]+．[０-９]+"));
    for wide in WIDE.find_iter(&passage.text) {
        push_occasion(found, wide.range(), &[]);
    }
}

static GERMAN_LARGE_PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(r"[0-9][0-9.,]*[ \u{a0}\u{202f}](Millionen|Million|Milliarden|Milliarde|Mio\.|Mrd\.|Tsd\.|Mio|Mrd)")
});

/// `numbers.large_number_format` in German.
pub const GERMAN_LARGE: Finder = Finder::new(ingredient::DIGIT, find_german_large);

fn find_german_large(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for captures in GERMAN_LARGE_PATTERN.captures_behind(passage, ByteSet::of("MT.,")) {
        let (Some(whole), Some(word)) = (captures.get(0), captures.get(1)) else { continue };
        if passage.char_at(whole.end()).is_some_and(char::is_alphabetic) {
            continue;
        }
        push_occasion(found, whole.range(), if word.as_str().starts_with("Mill") { &[1] } else { &[2] });
    }
}

static EAST_LARGE: LazyLock<Pattern> =
    LazyLock::new(|| pattern(r"[0-9][0-9,.]*[ \u{a0}]?[万亿億兆만억조](?:( ?)[0-9][0-9,]*[千천]?[万亿億兆만억조]?)?"));

/// `numbers.large_number_format` in Japanese, Korean and Chinese.
pub const EASTERN_LARGE: Finder = Finder::new(ingredient::DIGIT, find_eastern_large);

fn find_eastern_large(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for captures in EAST_LARGE.captures_behind(passage, ByteSet::of("万,")) {
        let Some(whole) = captures.get(0) else { continue };
        if passage.tongue == Tongue::Ko && !counts(passage, &whole) {
            continue;
        }
        let shows: &[u32] = match (passage.tongue, captures.get(1).map(|space| space.as_str())) {
            (Tongue::Ja, _) => &[2],
            (Tongue::Ko, Some(" ")) => &[2],
            (Tongue::Ko, Some(_)) => &[3],
            (Tongue::Ko, None) => &[2, 3],
            _ => &[1],
        };
        push_occasion(found, whole.range(), shows);
    }
    let large = LazyCell::new(|| EAST_LARGE.find_iter(&passage.text).map(|large| large.range()).collect::<Vec<_>>());
    let is_in_large =
        |at: usize| large.get(large.partition_point(|range| range.end <= at)).is_some_and(|range| range.start <= at);
    for figure in read_figures(passage) {
        let next = passage.char_at(figure.range.end);
        if next.is_some_and(|c| "万亿億兆만억조".contains(c)) || figure.decimal.is_some() {
            continue;
        }
        let behind_large = passage.char_before(figure.range.start).is_some_and(|c| "万亿億兆만억조 ".contains(c));
        if behind_large && is_in_large(figure.range.start) {
            continue;
        }
        let grouped = is_grouped(passage, figure);
        let long = figure.grouped_by.is_none() && figure.whole_digits >= 5 && is_amount(passage, figure);
        match passage.tongue {
            Tongue::Ja if grouped => push_occasion(found, figure.range.clone(), &[1]),
            Tongue::Ja if long => push_occasion(found, figure.range.clone(), &[]),
            Tongue::Ko if (grouped && figure.whole_digits >= 5) || long => {
                push_occasion(found, figure.range.clone(), &[1])
            }
            Tongue::Zh if (grouped && figure.whole_digits >= 5) || long => {
                push_occasion(found, figure.range.clone(), &[])
            }
            Tongue::De | Tongue::En | Tongue::Es | Tongue::Fr | Tongue::It | Tongue::Ja | Tongue::Ko | Tongue::Zh => {}
        }
    }
}

/// Whether `만`, `억` and `조` count something, and are no particle (`10만큼`), paragraph, team or group of that number.
fn counts(passage: &Passage<'_>, large: &regex::Match<'_>) -> bool {
    const COUNTED: &[&str] = &[
        "원", "달러", "엔", "유로", "위안", "개", "명", "건", "회", "대", "권", "장", "마리", "부", "톤", "년", "시간",
        "여", "이상", "이하", "가구", "곳", "쪽", "번", "자", "점", "줄", "행", "단어", "토큰", "픽셀", "km", "m",
    ];
    let text = large.as_str();
    let rest = passage.text[large.end()..].trim_start_matches(' ');
    let counted = || COUNTED.iter().any(|word| rest.starts_with(word));
    let followed = text.ends_with(|c: char| c.is_ascii_digit()) || text.contains('천');
    let paragraph = passage.text[..large.start()].trim_end_matches(' ').ends_with('제');
    match text.chars().find(|c| "만억조".contains(*c)) {
        Some('조') => !paragraph && (text.contains(['만', '억']) || !followed && counted() && !rest.starts_with("번")),
        _ => followed || counted(),
    }
}

static SUMS: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(r"[$€£¥][ \u{a0}]?[0-9][0-9.,]*([ \u{a0}\u{202f}]?)(million|billion|trillion|[Mm]n?|[Bb]n?|k|K)\b")
});

/// `numbers.large_sums_of_money_format` in English.
pub const ENGLISH_SUMS: Finder = Finder::new(ingredient::DIGIT, find_english_sums);

fn find_english_sums(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for captures in SUMS.captures_behind(passage, ByteSet::of("mMbBtkK.,")) {
        let (Some(whole), Some(space), Some(word)) = (captures.get(0), captures.get(1), captures.get(2)) else {
            continue;
        };
        let spelled = word.as_str().len() > 3;
        let shows: &[u32] = match (spelled, space.is_empty()) {
            (false, true) => &[1],
            (false, false) => &[2],
            (true, false) => &[3],
            (true, true) => &[],
        };
        push_occasion(found, whole.range(), shows);
    }
}

static ITALIAN_SUMS_PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(
        r"[0-9][0-9.,]*[ \u{a0}](milioni|milione|miliardi|miliardo|mio|mrd|mln|mld)\.?[ \u{a0}](?:di )?(?:euro|dollari|€|\$|sterline|EUR|USD)",
    )
});

/// `numbers.large_sums_of_money` in Italian.
pub const ITALIAN_SUMS: Finder = Finder::new(ingredient::DIGIT, find_italian_sums);

fn find_italian_sums(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for captures in ITALIAN_SUMS_PATTERN.captures_behind(passage, ByteSet::of("m.,")) {
        let (Some(whole), Some(word)) = (captures.get(0), captures.get(1)) else { continue };
        let shows: &[u32] = match word.as_str() {
            "mio" | "mrd" => &[2],
            "mln" | "mld" => &[],
            _ => &[1],
        };
        push_occasion(found, whole.range(), shows);
    }
}

static MATH_PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(
        r"(?:[0-9]+|[a-z])([ \u{a0}]?)[+−–·×*÷]([ \u{a0}]?)(?:[0-9]+|[a-z])([ \u{a0}]?)=([ \u{a0}]?)(?:[0-9]+|[a-z])",
    )
});

/// `numbers.mathematical_expression_spacing`.
pub const MATH: Finder = Finder::new(ingredient::EQUALS, find_math).rewritten_by(rewrite_math);

fn find_math(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for captures in MATH_PATTERN.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        if passage.stands_alone(&whole.range()) {
            let spaced = (1..=4).all(|at| captures.get(at).is_some_and(|space| !space.is_empty()));
            push_occasion(found, whole.range(), if spaced { &[1] } else { &[] });
        }
    }
}

/// Puts a space on either side of each sign.
fn rewrite_math(passage: &Passage<'_>, occasion: &Occasion, _: usize) -> Option<Vec<(Range<usize>, String)>> {
    let mut out = String::new();
    for c in passage.text.get(occasion.range.clone())?.chars().filter(|c| !is_space(*c)) {
        if c.is_alphanumeric() { out.push(c) } else { out.extend([' ', c, ' ']) }
    }
    Some(vec![(occasion.range.clone(), out)])
}
