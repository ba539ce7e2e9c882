//! Units, percentages and dimensions: what stands behind a figure, and with what space between.
//!
//! Invariant: a unit counts only behind a figure, or as a word that means nothing else.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::beside_digits::ByteSet;
use crate::conform::character::is_space;
use crate::conform::detector::{Finder, Occasion, ValueSet, push_occasion};
use crate::conform::family::figures::{CODES, UNIT_STARTS, currency_before, currency_names, unit_after};
use crate::conform::ingredient;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::pattern::{Pattern, pattern};

/// Where runs of digits with separators stand that begin no longer word, and that something which begins so follows.
fn amounts<'p>(passage: &'p Passage<'_>, behind: ByteSet) -> impl Iterator<Item = Range<usize>> + use<'p> {
    let all = if passage.beside_digits().may_follow(behind) { passage.amounts(read_amounts) } else { &[] };
    let text: &'p str = &passage.text;
    all.iter().filter(move |amount| behind.follows(text, amount.end)).cloned()
}

fn read_amounts(passage: &Passage<'_>) -> Vec<Range<usize>> {
    static AMOUNT: LazyLock<Pattern> = LazyLock::new(|| pattern(r"[.,]?[0-9]+(?:[.,'’ \u{a0}\u{202f}][0-9]+)*"));
    let free = |range: &Range<usize>| {
        let by = matches!(passage.char_before(range.start), Some('x' | '×'))
            && passage.text[..range.start].trim_end_matches(['x', '×']).ends_with(|c: char| c.is_ascii_digit());
        by || !passage
            .char_before(range.start)
            .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '#' | '\u{1a}'))
    };
    AMOUNT.find_iter(&passage.text).map(|found| found.range()).filter(free).collect()
}

/// Units in words, by language: singular, plural and the usual spellings.
const fn spelled_units(tongue: Tongue) -> &'static [&'static str] {
    match tongue {
        Tongue::De => &[
            "Kilogramm",
            "Gramm",
            "Milligramm",
            "Kilometer",
            "Kilometern",
            "Meter",
            "Metern",
            "Zentimeter",
            "Zentimetern",
            "Millimeter",
            "Millimetern",
            "Quadratmeter",
            "Liter",
            "Litern",
            "Milliliter",
            "Watt",
            "Kilowatt",
            "Gigabyte",
            "Megabyte",
            "Hertz",
        ],
        Tongue::En => &[
            "kilograms",
            "kilogram",
            "grams",
            "gram",
            "milligrams",
            "kilometers",
            "kilometer",
            "kilometres",
            "kilometre",
            "meters",
            "metres",
            "centimeters",
            "centimetres",
            "centimeter",
            "millimeters",
            "millimetres",
            "liters",
            "litres",
            "liter",
            "litre",
            "milliliters",
            "watts",
            "kilowatts",
            "gigabytes",
            "megabytes",
            "pounds",
            "ounces",
            "miles",
            "feet",
        ],
        Tongue::Es => &[
            "kilogramos",
            "kilogramo",
            "gramos",
            "gramo",
            "kilómetros",
            "kilómetro",
            "metros",
            "metro",
            "centímetros",
            "centímetro",
            "milímetros",
            "milímetro",
            "litros",
            "litro",
            "mililitros",
            "vatios",
            "gigabytes",
            "megabytes",
        ],
        Tongue::Fr => &[
            "kilogrammes",
            "kilogramme",
            "grammes",
            "gramme",
            "kilomètres",
            "kilomètre",
            "mètres",
            "mètre",
            "centimètres",
            "centimètre",
            "millimètres",
            "millimètre",
            "litres",
            "litre",
            "millilitres",
            "watts",
        ],
        Tongue::It => &[
            "chilogrammi",
            "chilogrammo",
            "grammi",
            "grammo",
            "chilometri",
            "chilometro",
            "metri",
            "metro",
            "centimetri",
            "centimetro",
            "millimetri",
            "millimetro",
            "litri",
            "litro",
            "millilitri",
            "watt",
            "gigabyte",
            "megabyte",
        ],
        Tongue::Ja => &[
            "キログラム",
            "グラム",
            "ミリグラム",
            "キロメートル",
            "メートル",
            "センチメートル",
            "ミリメートル",
            "リットル",
            "ミリリットル",
            "キロワット",
            "ワット",
            "平方メートル",
            "立方メートル",
            "メガバイト",
            "ギガバイト",
            "ヘルツ",
        ],
        Tongue::Ko => &[
            "킬로그램",
            "그램",
            "밀리그램",
            "킬로미터",
            "미터",
            "센티미터",
            "밀리미터",
            "리터",
            "밀리리터",
            "킬로와트",
            "와트",
            "메가바이트",
            "기가바이트",
            "제곱미터",
        ],
        Tongue::Zh => &["公斤", "千克", "克", "公里", "千米", "米", "厘米", "毫米", "升", "毫升"],
    }
}

/// What units begin with, as symbols and in words.
fn unit_starts(tongue: Tongue) -> ByteSet {
    const STARTS: [ByteSet; Tongue::ALL.len()] = {
        let mut starts = [UNIT_STARTS; Tongue::ALL.len()];
        let mut at = 0;
        while at < starts.len() {
            starts[at] = UNIT_STARTS.and(ByteSet::of_first(spelled_units(Tongue::ALL[at])));
            at += 1;
        }
        starts
    };
    STARTS[tongue as usize]
}

/// Shortest of [`plain_units`], in bytes.
const SHORTEST_PLAIN_UNIT: usize = 8;

/// Units in words that are plain without a figure, too: a metre may be a metro.
fn plain_units(tongue: Tongue) -> &'static [&'static str] {
    match tongue {
        Tongue::De => {
            &["Kilogramm", "Kilometer", "Kilometern", "Zentimeter", "Zentimetern", "Millimeter", "Quadratmeter"]
        }
        Tongue::En => {
            &["kilogram", "kilograms", "kilometers", "kilometres", "centimeters", "centimetres", "millimeters"]
        }
        Tongue::Fr => &["kilogramme", "kilogrammes", "kilomètres", "centimètres", "millimètres"],
        Tongue::Es => &["kilogramo", "kilogramos", "kilómetros", "centímetros", "milímetros"],
        Tongue::It => &["chilogrammo", "chilogrammi", "chilometri", "centimetri", "millimetri"],
        Tongue::Ja | Tongue::Ko | Tongue::Zh => &[],
    }
}

/// The unit in words behind `at`.
#[must_use]
pub fn spelled_unit_after(passage: &Passage<'_>, at: usize) -> Option<Range<usize>> {
    let rest = passage.text.get(at..)?;
    let trimmed = rest.trim_start_matches(is_space);
    let start = at + rest.len() - trimmed.len();
    let east = passage.tongue.is_east_asian();
    let fits = |unit: &&&str| {
        trimmed.strip_prefix(**unit).is_some_and(|after| east || !after.starts_with(char::is_alphanumeric))
    };
    let unit = spelled_units(passage.tongue).iter().filter(fits).max_by_key(|unit| unit.len())?;
    Some(start..start + unit.len())
}

/// Whether something behind `at` says that the figure before it is an amount: unit, percent sign, currency, large-number word.
#[must_use]
pub fn is_measured(passage: &Passage<'_>, range: &Range<usize>) -> bool {
    let rest = passage.text.get(range.end..).unwrap_or_default();
    let trimmed = rest.trim_start_matches(is_space);
    if trimmed.starts_with(['%', '％', '€', '£', '¥', '$', '°', '℃', '₩', '‰']) || currency_before(passage, range.start)
    {
        return true;
    }
    if unit_after(passage, range.end).is_some() {
        return true;
    }
    let word = passage.word_after(range.end);
    const LARGE: &[&str] = &[
        "Millionen",
        "Million",
        "Milliarden",
        "Mio",
        "Mrd",
        "Prozent",
        "million",
        "billion",
        "percent",
        "millones",
        "millions",
        "milliards",
        "milioni",
        "miliardi",
        "FM",
        "MHz",
        "リットル",
    ];
    CODES.contains(&word)
        || LARGE.contains(&word)
        || currency_names(passage.tongue)
            .iter()
            .any(|name| if name.is_ascii() { word == *name } else { trimmed.starts_with(name) })
        || spelled_unit_after(passage, range.end).is_some()
}

/// Numbers in words right before a unit, in Spanish and Italian.
const NUMBER_WORDS: &[&str] = &[
    "un", "una", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce",
    "veinte", "treinta", "cien", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici",
    "dodici", "venti", "trenta", "cento", "mille", "mil",
];

/// `numbers.spelling_out_units`.
pub const UNIT_WORDS: Finder = Finder::new(ingredient::DIGIT | ingredient::MEASURE, find_unit_words);

fn find_unit_words(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let east = passage.tongue.is_east_asian();
    let four = matches!(passage.tongue, Tongue::Es | Tongue::It);
    for amount in amounts(passage, unit_starts(passage.tongue)) {
        if let Some(unit) = unit_after(passage, amount.end) {
            if currency_before(passage, amount.start) {
                continue;
            }
            let shows: &[u32] = if east {
                &[2]
            } else if four {
                &[1, 2, 4]
            } else {
                &[1, 2]
            };
            push_occasion(found, amount.start..unit.range.end, shows);
        } else if let Some(unit) =
            spelled_unit_after(passage, amount.end).filter(|_| !currency_before(passage, amount.start))
        {
            push_occasion(found, amount.start..unit.end, if east { &[1] } else { &[3] });
        }
    }
    if east || passage.ingredients & ingredient::MEASURE == 0 {
        return;
    }
    for (range, word) in passage.words().filter(|(_, word)| word.len() == 2 || word.len() >= SHORTEST_PLAIN_UNIT) {
        let symbol = matches!(word, "kg" | "km" | "cm" | "mm");
        let behind_figure =
            || passage.text[..range.start].trim_end_matches(is_space).ends_with(|c: char| c.is_ascii_digit());
        if !(symbol || plain_units(passage.tongue).contains(&word)) || behind_figure() {
            continue;
        }
        let before = passage.word_before(range.start);
        let counted = four && NUMBER_WORDS.contains(&before);
        // The last value of Spanish and Italian tells how units are written beside numbers, and nothing of `in centimetri`;
        // a price `al chilogrammo` is one for one.
        let rate = ["al", "per", "por"].contains(&before);
        let among = if four && !counted && (symbol || !rate) { ValueSet::of(&[1, 2, 3]) } else { ValueSet::ALL };
        if symbol {
            let prose = before.chars().count() >= 2 && passage.char_before(range.start).is_some_and(is_space);
            if prose && passage.stands_alone(&range) && passage.char_at(range.end) != Some('/') {
                let start = if counted { range.start - before.len() - 1 } else { range.start };
                found.push(Occasion::new(start..range.end, ValueSet::of(&[2])).among(among));
            }
        } else if counted {
            push_occasion(found, range.start - before.len() - 1..range.end, &[1, 3, 4]);
        } else {
            found.push(Occasion::new(range, ValueSet::of(&[1, 3])).among(among));
        }
    }
}

/// `numbers.units_of_measure_spacing`: German knows the spaced way alone.
pub const UNIT_SPACING: Finder = Finder::new(ingredient::DIGIT, find_unit_spacing).rewritten_by(rewrite_unit_spacing);

fn find_unit_spacing(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let german = passage.tongue == Tongue::De;
    for amount in amounts(passage, UNIT_STARTS) {
        let unit = unit_after(passage, amount.end).filter(|_| !currency_before(passage, amount.start));
        if let Some(unit) = unit.filter(|unit| !joins_word(passage, unit.range.end)) {
            let shows: &[u32] = match (german, unit.spaces == 0) {
                (true, true) => &[],
                (true, false) | (false, true) => &[1],
                (false, false) => &[2],
            };
            push_occasion(found, range_start(passage, amount.start)..unit.range.end, shows);
        }
    }
}

/// Whether a hyphen joins a unit to a word, as in `16GB-Speicher`: then hyphens take the place of the space, or should.
fn joins_word(passage: &Passage<'_>, end: usize) -> bool {
    let rest = passage.near_after(end).strip_prefix(['-', '\u{2011}']);
    rest.is_some_and(|rest| rest.starts_with(char::is_alphabetic))
}

/// Where a range begins whose last number begins here: `10-20 °C` is one thing, and its hyphen no minus.
pub(super) fn range_start(passage: &Passage<'_>, start: usize) -> usize {
    static FIRST: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(
            r"[0-9]{1,9}(?:[.,][0-9]{1,9})?[ \u{a0}\u{202f}]?(?:[-−–—~～〜]|bis|to|a|à|から|부터)?[ \u{a0}\u{202f}]?$",
        )
    });
    const LONGEST_FIRST: usize = 40;
    let before = &passage.text[passage.text.ceil_char_boundary(start.saturating_sub(LONGEST_FIRST))..start];
    let sign = passage.char_at(start).is_some_and(|c| matches!(c, '-' | '−'));
    let by_word = before.trim_end_matches(is_space).ends_with(|c: char| !c.is_ascii_digit());
    if !(sign || by_word) {
        return start;
    }
    FIRST
        .find_iter(before)
        .map(|first| start - before.len() + first.start()..start)
        .find(|first| {
            !passage.char_before(first.start).is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | ',' | '-' | '_'))
        })
        .map_or(start, |first| first.start)
}

/// Puts in or takes out the space before the unit.
fn rewrite_unit_spacing(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let spaced = passage.tongue == Tongue::De || value == 1;
    respace(passage, occasion, if spaced { "\u{a0}" } else { "" })
}

/// Replaces what stands between the last digit of an occasion and what follows it.
pub(super) fn respace(passage: &Passage<'_>, occasion: &Occasion, space: &str) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let start = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let gap = text[start..].chars().take_while(|c| is_space(*c)).map(char::len_utf8).sum::<usize>();
    let at = occasion.range.start + start;
    Some(vec![(at..at + gap, space.to_owned())])
}

static PERCENT: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(concat!(
        r"[0-9](?:[0-9.,]*[0-9])?([ \u{a0}\u{202f}]?)(%|％|Prozent|per cento|percento|per cent|percent|por ciento|por cien",
        r"|パーセント|퍼센트)"
    ))
});

/// `numbers.percentage_format`.
pub const PERCENTAGES: Finder =
    Finder::new(ingredient::DIGIT | ingredient::EAST, find_percentages).rewritten_by(rewrite_percentages);

fn find_percentages(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let names_pixels = LazyCell::new(|| names_pixels(&passage.text));
    for captures in PERCENT.captures_behind(passage, ByteSet::of("%％Pp")) {
        let (Some(whole), Some(space), Some(sign)) = (captures.get(0), captures.get(1), captures.get(2)) else {
            continue;
        };
        let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        let next = passage.char_at(whole.end());
        // `0000%` and `'.1%'` are patterns of numbers, and `100% or 400px` values of a setting.
        let of_format = passage.text[..whole.start()]
            .strip_suffix('.')
            .is_some_and(|before| before.ends_with(['\'', '"', '“', '”', '„', '«', '‘', '「']));
        // `1%` from `%1` is a placeholder that was turned round.
        let turned = sign.as_str() == "%"
            && passage.searched_source().is_some_and(|source| {
                source.contains(&format!("%{}", whole.as_str().trim_end_matches('%')))
                    && !source.contains(whole.as_str())
            });
        // `expressions like 70%` match names of accounts.
        let of_pattern =
            || ["xpression", "spression"].iter().any(|word| passage.near_before(whole.start()).contains(word));
        if whole.as_str().starts_with("00") || of_format || turned || *names_pixels || of_pattern() {
            continue;
        }
        let word = sign.as_str().len() > 3 || sign.as_str().is_ascii() && sign.as_str() != "%";
        if (sign.as_str() == "%" && (latin(next) || next == Some('%')))
            || (word && next.is_some_and(char::is_alphabetic) && !passage.tongue.is_east_asian())
        {
            continue;
        }
        let tight = space.is_empty();
        let shows: &[u32] = match (passage.tongue, sign.as_str(), tight) {
            (Tongue::De | Tongue::En | Tongue::Es | Tongue::It | Tongue::Zh, "%", true) => &[1],
            (Tongue::De, "%", false) => &[3],
            (Tongue::De, "Prozent", false) => &[2],
            (Tongue::En | Tongue::Es, "%", false) => &[2],
            (Tongue::En, "per cent", false) => &[3],
            (Tongue::En, "percent", false) => &[4],
            (Tongue::Es, "por cien", false) => &[3],
            (Tongue::Es, "por ciento", false) => &[4],
            (Tongue::It, "per cento", false) => &[2],
            (Tongue::It, "percento", false) => &[3],
            (Tongue::It, "%", false) => &[4],
            (Tongue::Ja, "％", true) => &[1],
            (Tongue::Ja, "パーセント", true) => &[2],
            (Tongue::Ja, "%", false) => &[3],
            (Tongue::Ko, "퍼센트", true) => &[1],
            (Tongue::Ko, "%", true) => &[2],
            (Tongue::Ko, "퍼센트", false) => &[3],
            (Tongue::Ko, "%", false) => &[4],
            (_, "%" | "％", _) => &[],
            _ => continue,
        };
        push_occasion(found, range_start(passage, whole.start())..whole.end(), shows);
    }
    if passage.tongue == Tongue::Zh {
        static HUNDREDTHS: LazyLock<Pattern> = LazyLock::new(|| pattern("百分之[零〇一二三四五六七八九十百点]+"));
        for whole in HUNDREDTHS.find_iter(&passage.text) {
            push_occasion(found, whole.range(), &[2]);
        }
    }
}

/// Whether a text tells values of a style sheet.
fn names_pixels(text: &str) -> bool {
    let behind_digit = |at: usize| text[..at].ends_with(|c: char| c.is_ascii_digit());
    text.match_indices("px").any(|(at, _)| behind_digit(at))
}

/// Puts in or takes out the space before a percent sign, and swaps the width of the sign; words are another decision.
fn rewrite_percentages(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let (space, sign) = match (passage.tongue, value) {
        (Tongue::De | Tongue::En | Tongue::Es | Tongue::It | Tongue::Zh, 0) | (Tongue::Ko, 1) => ("", "%"),
        (Tongue::De, 2) | (Tongue::En | Tongue::Es, 1) | (Tongue::It | Tongue::Ko, 3) | (Tongue::Ja, 2) => {
            ("\u{a0}", "%")
        }
        (Tongue::Ja, 0) => ("", "％"),
        _ => return None,
    };
    let text = passage.text.get(occasion.range.clone())?;
    let start = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    text.ends_with(['%', '％'])
        .then(|| vec![(occasion.range.start + start..occasion.range.end, format!("{space}{sign}"))])
}

static DIMENSIONS_PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(r"[0-9]+(?:[.,][0-9]+)?([ \u{a0}\u{202f}]?)([x×])([ \u{a0}\u{202f}]?)[0-9]+(?:[.,][0-9]+)?")
});

/// `numbers.dimensions_separator`.
pub const DIMENSIONS: Finder = Finder::new(ingredient::DIGIT, find_dimensions).rewritten_by(rewrite_dimensions);

fn find_dimensions(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for captures in DIMENSIONS_PATTERN.captures_behind(passage, ByteSet::of("x×")) {
        let (Some(whole), Some(left), Some(sign), Some(right)) =
            (captures.get(0), captures.get(1), captures.get(2), captures.get(3))
        else {
            continue;
        };
        let text = whole.as_str();
        let hexadecimal = text.starts_with('0') || text.as_bytes().windows(2).any(|pair| pair == b"x0");
        // Two bare figures between quotation marks are what a program shows.
        let quote = |c: Option<char>| c.is_some_and(|c| "\"“”„«»「」".contains(c));
        let shown = quote(passage.char_before(whole.start())) && quote(passage.char_at(whole.end()));
        // `10,000 x 10,000px`, with the sign of a style sheet.
        let grouped = text.contains(['.', ',']) && passage.text[whole.end()..].starts_with("px");
        let end = whole.end() + if grouped { "px".len() } else { 0 };
        if hexadecimal || shown || !passage.stands_alone(&(whole.start()..end)) {
            continue;
        }
        let shows: &[u32] = match (sign.as_str(), left.is_empty(), right.is_empty()) {
            ("×", false, false) => &[1],
            ("×", true, true) => &[2],
            ("x", false, false) => &[3],
            ("x", true, true) => &[4],
            _ => &[],
        };
        push_occasion(found, whole.range(), shows);
    }
}

/// Writes sign and spaces anew.
fn rewrite_dimensions(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let sign = text.find(['x', '×'])?;
    let width = text[sign..].chars().next()?.len_utf8();
    let start = text[..sign].trim_end_matches(is_space).len();
    let end =
        sign + width + text[sign + width..].chars().take_while(|c| is_space(*c)).map(char::len_utf8).sum::<usize>();
    let new = ["\u{a0}×\u{a0}", "×", "\u{a0}x\u{a0}", "x"].get(value)?;
    Some(vec![(occasion.range.start + start..occasion.range.start + end, (*new).to_owned())])
}
