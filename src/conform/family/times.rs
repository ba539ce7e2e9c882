//! Times of day: the clock, the separator, the leading zero, noon and midnight.
//!
//! Invariant: two numbers are a time only with a witness (`Uhr`, `h`, `p.m.`, a word for the hour) or where nothing else is
//! written so: `09:05`, `21:30`. A score (`3:2`) or a ratio (`16:9`) is none.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Captures;

use crate::conform::beside_digits::ByteSet;
use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::ingredient;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::pattern::{Pattern, pattern};

fn number(captures: &Captures<'_>, at: usize) -> Option<u32> {
    captures.get(at)?.as_str().parse().ok()
}

/// `dates_and_times.time_format` in German.
pub const GERMAN_TIMES: Finder = Finder::new(ingredient::DIGIT, find_german_times).rewritten_by(rewrite_german_times);

fn find_german_times(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static TIME: LazyLock<Pattern> =
        LazyLock::new(|| pattern(r"([0-9]{1,2})(?:([:.])([0-9]{2}))?[ \u{a0}\u{202f}]Uhr"));
    for captures in TIME.captures_behind(passage, ByteSet::of("U")) {
        let (Some(whole), Some(hour)) = (captures.get(0), number(&captures, 1)) else { continue };
        if !passage.stands_alone(&whole.range()) || hour > 24 || number(&captures, 3).is_some_and(|minute| minute > 59)
        {
            continue;
        }
        let single = hour < 10;
        let led = whole.as_str().starts_with('0') && captures.get(1).is_some_and(|hour| hour.len() == 2);
        let shows: &[u32] = match (captures.get(2).map(|sep| sep.as_str()), single, led) {
            (Some(":"), true, true) => &[1],
            (Some(":"), true, false) => &[2],
            (Some(":"), false, _) => &[1, 2],
            (Some("."), true, true) => &[3],
            (Some("."), true, false) if number(&captures, 3) == Some(0) => &[4],
            (Some("."), true, false) => &[4, 5],
            (Some("."), false, _) if number(&captures, 3) == Some(0) => &[3, 4],
            (Some("."), false, _) => &[3, 4, 5],
            (None, _, false) => &[5],
            _ => &[],
        };
        push_occasion(found, whole.range(), shows);
    }
}

/// Swaps the separator, or writes and takes away the leading zero.
fn rewrite_german_times(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let sep = text.find([':', '.'])?;
    let hour = text[..sep].trim_start_matches('0');
    let hour = if hour.is_empty() { "0" } else { hour };
    let hour = if matches!(value, 0 | 2) && hour.len() == 1 { format!("0{hour}") } else { hour.to_owned() };
    let sign = if value < 2 { ":" } else { "." };
    let start = occasion.range.start;
    Some(vec![(start..start + sep + 1, format!("{hour}{sign}"))])
}

/// `dates_and_times.time_format` in English.
pub const ENGLISH_TIMES: Finder =
    Finder::new(ingredient::ANYTHING, find_english_times).rewritten_by(rewrite_english_times);

fn find_english_times(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static TWELVE: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(r"([0-9]{1,2})(?:[:.]([0-9]{2}))?[ \u{a0}\u{202f}]?(a\.m\.|p\.m\.|A\.M\.|P\.M\.|am|pm|AM|PM)")
    });
    static NAMED: LazyLock<Pattern> =
        LazyLock::new(|| pattern(r"\b(?:at|until|before|after|from|by|around|till) (noon|midnight)\b"));
    for captures in TWELVE.captures_behind(passage, ByteSet::of("apAP")) {
        let (Some(whole), Some(half)) = (captures.get(0), captures.get(3)) else { continue };
        let hour = number(&captures, 1).unwrap_or(99);
        let dotted = half.as_str().contains('.');
        if hour > 12
            || passage.char_before(whole.start()).is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_'))
            || (!dotted && passage.char_at(whole.end()).is_some_and(char::is_alphanumeric))
        {
            continue;
        }
        let twelve = hour == 12 && captures.get(2).is_none_or(|minute| minute.as_str() == "00");
        let shows: &[u32] = match (half.as_str().starts_with(['a', 'p']), dotted, twelve) {
            (true, true, true) => &[1],
            (true, true, false) => &[1, 2],
            (true, false, true) => &[3],
            (true, false, false) => &[3, 4],
            (false, true, true) => &[5],
            (false, true, false) => &[5, 6],
            (false, false, true) => &[7],
            (false, false, false) => &[7, 8],
        };
        push_occasion(found, whole.range(), shows);
    }
    for captures in NAMED.captures_iter(&passage.text) {
        if let Some(name) = captures.get(1) {
            push_occasion(found, name.range(), &[2, 4, 6, 8, 9]);
        }
    }
    for time in read_clock(passage) {
        let taken = found
            .iter()
            .any(|occasion| occasion.range.start <= time.range.start && time.range.end <= occasion.range.end);
        if !taken && time.sep == ':' && (time.hour >= 13 || time.led) {
            push_occasion(found, time.range, &[9]);
        }
    }
}

/// Rewrites the marker of the half of the day; the clock itself stays.
fn rewrite_english_times(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let at = text.find(['a', 'p', 'A', 'P'])?;
    let half = match (value, text[at..].starts_with(['a', 'A'])) {
        (0 | 1, true) => "a.m.",
        (0 | 1, false) => "p.m.",
        (2 | 3, true) => "am",
        (2 | 3, false) => "pm",
        (4 | 5, true) => "A.M.",
        (4 | 5, false) => "P.M.",
        (6 | 7, true) => "AM",
        (6 | 7, false) => "PM",
        _ => return None,
    };
    // A full stop that also ends the sentence would be lost or doubled.
    let ends = passage.char_at(occasion.range.end).is_none_or(|c| c == '\n')
        || text.ends_with('.') && passage.text[occasion.range.end..].trim_start().starts_with(char::is_uppercase);
    (!ends).then(|| vec![(occasion.range.start + at..occasion.range.end, half.to_owned())])
}

/// A time of hours and minutes.
struct ClockTime {
    range: Range<usize>,
    hour: u32,
    minute: u32,
    sep: char,
    led: bool,
    seconds: bool,
}

static CLOCK: LazyLock<Pattern> = LazyLock::new(|| pattern(r"([0-9]{1,2})([:.])([0-9]{2})(?:([:.])([0-9]{2}))?"));

fn read_clock(passage: &Passage<'_>) -> Vec<ClockTime> {
    let clock = |captures: Captures<'_>| {
        let range = captures.get(0)?.range();
        let (hour, minute) = (number(&captures, 1)?, number(&captures, 3)?);
        let before = passage.char_before(range.start);
        let after = passage.char_at(range.end);
        let joined_before =
            before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '.' | ',' | '-' | '/' | '_' | '+'));
        let joined_after = after.is_some_and(|c| c.is_ascii_digit() || matches!(c, ':' | '/' | '-' | '_'));
        let goes_on =
            matches!(after, Some('.' | ',')) && passage.char_at(range.end + 1).is_some_and(|c| c.is_ascii_digit());
        let free = !joined_before && !joined_after && !goes_on;
        let sep = captures.get(2)?.as_str().chars().next()?;
        let even = captures.get(4).is_none_or(|second| second.as_str().starts_with(sep));
        (free && even && hour <= 24 && minute < 60).then(|| ClockTime {
            hour,
            minute,
            sep,
            led: captures.get(1).is_some_and(|hour| hour.as_str().len() == 2 && hour.as_str().starts_with('0')),
            seconds: captures.get(5).is_some(),
            range,
        })
    };
    if !passage.beside_digits().may_part(ByteSet::of(":.")) {
        return Vec::new();
    }
    CLOCK.captures_iter(&passage.text).filter_map(clock).collect()
}

/// `dates_and_times.time_format` in Spanish.
pub const SPANISH_TIMES: Finder = Finder::new(ingredient::ANYTHING, find_spanish_times);

fn find_spanish_times(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static HALF: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(r"([0-9]{1,2})(?:([:.])([0-9]{2}))?[ \u{a0}\u{202f}]?(p\. ?m\.|a\. ?m\.|pm|am|PM|AM)")
    });
    static WORDS: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"\b(?:las|la) (?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?: (?:y|menos) (?:media|cuarto|cinco|diez|veinte",
            r"|veinticinco)| en punto)?(?: de la (?:mañana|tarde|noche|madrugada))?"
        ))
    });
    for captures in HALF.captures_behind(passage, ByteSet::of("apAP")) {
        let (Some(whole), Some(half)) = (captures.get(0), captures.get(4)) else { continue };
        if passage.char_before(whole.start()).is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | ':'))
            || passage.char_at(whole.end()).is_some_and(char::is_alphanumeric)
            || number(&captures, 1).is_none_or(|hour| hour > 12)
        {
            continue;
        }
        let led = whole.as_str().starts_with('0');
        let full = captures.get(3).is_some_and(|minute| minute.as_str() == "00");
        let sep = captures.get(2).map(|sep| sep.as_str());
        let shows: &[u32] = match (half.as_str(), sep) {
            _ if led => &[],
            ("pm" | "am", None) => &[2],
            ("pm" | "am", Some(":")) if !full => &[2],
            ("PM" | "AM", None) => &[3],
            ("PM" | "AM", Some(":")) if !full => &[3],
            ("p. m." | "a. m.", Some(".")) => &[4],
            _ => &[],
        };
        push_occasion(found, whole.range(), shows);
    }
    for whole in WORDS.find_iter(&passage.text) {
        // `las dos` alone may be two of anything.
        let preceded = matches!(passage.word_before(whole.start()), "a" | "desde" | "hasta" | "sobre");
        if (preceded || whole.as_str().contains(" de la ") || whole.as_str().contains(" y "))
            && passage.stands_alone(&whole.range())
        {
            push_occasion(found, whole.range(), &[1]);
        }
    }
    for time in read_clock(passage) {
        let taken = found
            .iter()
            .any(|occasion| occasion.range.start <= time.range.start && time.range.end <= occasion.range.end);
        let witness = matches!(passage.word_after(time.range.end), "h" | "hs" | "horas");
        match time.sep {
            _ if taken => {}
            ':' => push_occasion(found, time.range, &[5]),
            _ if witness => push_occasion(found, time.range, &[6]),
            _ => {}
        }
    }
}

/// A French time, with what follows it.
struct FrenchTime {
    range: Range<usize>,
    hour: u32,
    led: bool,
    separator: Option<&'static [u32]>,
    half: Option<usize>,
}

static FRENCH: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(concat!(
        r"([0-9]{1,2})(?:(:)([0-9]{2})|([ \u{a0}\u{202f}]?)h(?:([ \u{a0}\u{202f}]?)([0-9]{2})|\b)|[ \u{a0}](heures?))",
        r"(?: ([0-9]{2}))?([ \u{a0}](?:du matin|de l[’']après-midi|du soir))?"
    ))
});

fn read_french(passage: &Passage<'_>) -> Vec<FrenchTime> {
    let time = |captures: Captures<'_>| {
        let whole = captures.get(0)?;
        let hour = number(&captures, 1)?;
        let half = captures.get(9);
        let tail = captures.get(8);
        let words = captures.get(7).is_some();
        // A number behind the time that is not its minutes.
        let end = match (half, tail) {
            (Some(_), _) => whole.end(),
            (None, Some(tail)) => tail.start() - 1,
            (None, None) => whole.end(),
        };
        let range = whole.start()..end;
        let free = !passage
            .char_before(range.start)
            .is_some_and(|c| c.is_alphanumeric() || matches!(c, ':' | '.' | ',' | '-' | '/'))
            && !passage.char_at(end).is_some_and(|c| c.is_alphanumeric() || c == ':');
        let minutes = captures.get(3).or_else(|| captures.get(6));
        // Without minutes, `h` may stand for hours that pass, and `heures` does unless a half of the day is named.
        let plain = minutes.is_none() && half.is_none();
        let separator: Option<&'static [u32]> = match (captures.get(2), captures.get(4), captures.get(5)) {
            (Some(_), _, _) => Some(&[1]),
            (_, Some(left), Some(right)) if !left.is_empty() && !right.is_empty() => Some(&[2]),
            (_, Some(left), Some(right)) if left.is_empty() && right.is_empty() => Some(&[3]),
            (_, Some(_), Some(_)) => Some(&[]),
            _ => None,
        };
        let led = captures.get(1)?.as_str().len() == 2 && captures.get(1)?.as_str().starts_with('0');
        let minute = minutes.and_then(|minutes| minutes.as_str().parse::<u32>().ok()).unwrap_or(0);
        (free && hour <= 24 && minute < 60 && !plain && !(words && half.is_none())).then_some(FrenchTime {
            range,
            hour,
            led,
            separator,
            half: half.map(|half| half.end()),
        })
    };
    FRENCH.captures_behind(passage, ByteSet::of(":h")).filter_map(time).collect()
}

/// `dates_and_times.hours_minutes_separator` in French.
pub const FRENCH_SEPARATOR: Finder =
    Finder::new(ingredient::DIGIT, find_french_separator).rewritten_by(rewrite_french_separator);

fn find_french_separator(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for time in read_french(passage) {
        if let Some(shows) = time.separator {
            push_occasion(found, time.range, shows);
        }
    }
}

/// Writes the separator anew.
fn rewrite_french_separator(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let hour = text.find(|c: char| !c.is_ascii_digit())?;
    let minutes = hour + text[hour..].find(|c: char| c.is_ascii_digit())?;
    let sep = [":", "\u{a0}h\u{a0}", "h"].get(value)?;
    Some(vec![(occasion.range.start + hour..occasion.range.start + minutes, (*sep).to_owned())])
}

/// `dates_and_times.time_format` in French.
pub const FRENCH_CLOCK: Finder = Finder::new(ingredient::DIGIT, find_french_clock);

fn find_french_clock(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for time in read_french(passage) {
        let shows: &[u32] = match (time.half, time.hour) {
            (Some(_), 0..=12) => &[2],
            (Some(_), _) => &[],
            (None, 1..=12) => &[1, 3],
            (None, _) => &[3],
        };
        push_occasion(found, time.range, shows);
    }
}

/// `dates_and_times.single_digit_hours` in French and Italian.
pub const LEADING_HOUR: Finder = Finder::new(ingredient::DIGIT, find_leading_hour).rewritten_by(rewrite_leading_hour);

fn find_leading_hour(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    if passage.tongue == Tongue::Fr {
        for time in read_french(passage).into_iter().filter(|time| time.hour < 10) {
            push_occasion(found, time.range, if time.led { &[2] } else { &[1] });
        }
        return;
    }
    for time in read_italian(passage).into_iter().filter(|time| time.hour < 10 && !(time.hour == 0 && time.led)) {
        push_occasion(found, time.range, if time.led { &[2] } else { &[1] });
    }
}

/// Writes or takes away the leading zero.
fn rewrite_leading_hour(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let start = occasion.range.start;
    match (value, passage.text.get(occasion.range.clone())?.starts_with('0')) {
        (0, true) => Some(vec![(start..start + 1, String::new())]),
        (1, false) => Some(vec![(start..start, "0".to_owned())]),
        _ => None,
    }
}

/// Italian times: a colon tells, a full stop needs a word for the hour before it.
fn read_italian(passage: &Passage<'_>) -> Vec<ClockTime> {
    const HEADS: &[&str] = &["alle", "dalle", "ore", "delle", "le", "all", "entro", "verso", "tra"];
    let witness = |clock: &ClockTime| {
        HEADS.contains(&passage.word_before(clock.range.start).to_lowercase().as_str())
            || passage.word_after(clock.range.end) == "ore"
    };
    read_clock(passage).into_iter().filter(|clock| clock.sep == ':' || witness(clock)).collect()
}

/// `dates_and_times.hours_minutes_seconds_separator` in Italian.
pub const ITALIAN_SEPARATOR: Finder =
    Finder::new(ingredient::DIGIT, find_italian_separator).rewritten_by(rewrite_italian_separator);

fn find_italian_separator(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for time in read_italian(passage) {
        push_occasion(found, time.range, if time.sep == ':' { &[1] } else { &[2] });
    }
}

/// Swaps the separators.
fn rewrite_italian_separator(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    // A full stop is a time by the word before it; the colon loses that need, so only this way is free of doubt.
    let text = passage.text.get(occasion.range.clone())?;
    let sign = if value == 0 { ":" } else { "." };
    let places = text.match_indices([':', '.']).map(|(at, _)| occasion.range.start + at);
    Some(places.map(|at| (at..at + 1, sign.to_owned())).collect())
}

/// `dates_and_times.midnight_in_numerals` in Italian.
pub const MIDNIGHT: Finder = Finder::new(ingredient::DIGIT, find_midnight);

fn find_midnight(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for time in read_italian(passage).into_iter().filter(|time| time.minute == 0 && !time.seconds) {
        match time.hour {
            0 => push_occasion(found, time.range, &[1]),
            24 => push_occasion(found, time.range, &[2]),
            _ => {}
        }
    }
}

/// `dates_and_times.time_format` in Korean.
pub const KOREAN_TIMES: Finder = Finder::new(ingredient::DIGIT, find_korean_times);

fn find_korean_times(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static TIME: LazyLock<Pattern> =
        LazyLock::new(|| pattern(r"(오전 |오후 )?([0-9]{1,2})(?:(:)([0-9]{2})|시(?: ?([0-9]{1,2})분)?)"));
    for captures in TIME.captures_behind(passage, ByteSet::of(":시")) {
        let (Some(whole), Some(hour)) = (captures.get(0), number(&captures, 2)) else { continue };
        let half = captures.get(1).is_some();
        let colon = captures.get(3).is_some();
        let after = passage.char_at(whole.end());
        let before = passage.char_before(whole.start());
        let joined = before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '.' | ','))
            || after.is_some_and(|c| c.is_ascii_digit() || c == ':');
        // `시간` counts hours, and `시` begins many words.
        let words = !colon && captures.get(5).is_none() && !half;
        if joined
            || hour > 24
            || words
            || number(&captures, 4).is_some_and(|minute| minute > 59)
            || (!colon && after == Some('간'))
        {
            continue;
        }
        let shows: &[u32] = match (half, colon) {
            (true, true) => &[1],
            (true, false) => &[2],
            (false, true) => &[3],
            (false, false) => &[4],
        };
        push_occasion(found, whole.range(), shows);
    }
}

/// `dates_and_times.time_format` in Chinese.
pub const CHINESE_TIMES: Finder = Finder::new(ingredient::ANYTHING, find_chinese_times);

fn find_chinese_times(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static TIME: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?:上午|下午|早上|晚上|凌晨|中午)(?:([0-9]{1,2}):[0-9]{2}|([0-9]{1,2})点(?:[0-9]{1,2}分|半)?|([0-9]{1,2})时(?:[0-9]{1,2}分)?",
            r"|([一二三四五六七八九十两]{1,3})时(?:[一二三四五六七八九十]{1,3}分)?|([一二三四五六七八九十两]{1,3})点(?:[一二三四五六七八九十]{1,3}分|半)?)",
            r"|([0-9]{1,2})时[0-9]{1,2}分"
        ))
    });
    // `中午12点` beside `凌晨12点` tells how the clock of twelve hours is read.
    let tells_of_twelve = passage.text.matches("12点").nth(1).is_some();
    for captures in TIME.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        if tells_of_twelve && whole.as_str().ends_with("12点") {
            continue;
        }
        let which = (1..=6).find(|at| captures.get(*at).is_some());
        let shows: &[u32] = match which {
            Some(1) => &[1],
            Some(2) => &[2],
            Some(3) => &[3],
            Some(4) => &[4],
            Some(6) => &[5],
            _ => &[],
        };
        push_occasion(found, whole.range(), shows);
    }
    for time in read_clock(passage).into_iter().filter(|time| time.sep == ':' && (time.hour >= 13 || time.led)) {
        if !found.iter().any(|occasion| occasion.range.contains(&time.range.start)) {
            push_occasion(found, time.range, &[5]);
        }
    }
}

/// `punctuation.colon_between_hours_and_minutes_or_chapters_and_verses` in Korean.
pub const KOREAN_COLON: Finder = Finder::new(ingredient::DIGIT, find_korean_colon).rewritten_by(rewrite_korean_colon);

fn find_korean_colon(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static TIME: LazyLock<Pattern> = LazyLock::new(|| pattern(r"([0-9]{1,2})( ?):( ?)([0-9]{2})"));
    for captures in TIME.captures_behind(passage, ByteSet::of(":")) {
        let (Some(whole), Some(left), Some(right)) = (captures.get(0), captures.get(2), captures.get(3)) else {
            continue;
        };
        let possible = number(&captures, 1).is_some_and(|hour| hour <= 24)
            && number(&captures, 4).is_some_and(|minute| minute < 60);
        let edge = |c: Option<char>| !c.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '.'));
        if possible && edge(passage.char_before(whole.start())) && edge(passage.char_at(whole.end())) {
            push_occasion(found, whole.range(), if left.is_empty() && right.is_empty() { &[1] } else { &[] });
        }
    }
}

/// Takes the spaces out.
fn rewrite_korean_colon(passage: &Passage<'_>, occasion: &Occasion, _: usize) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    Some(vec![(occasion.range.clone(), text.replace(' ', ""))])
}
