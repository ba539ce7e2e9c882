//! Dates, years, decades, centuries and eras.
//!
//! Invariant: three numbers are a date only where day and month are possible and the year has two or four digits.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Captures;

use crate::conform::beside_digits::ByteSet;
use crate::conform::character::is_space;
use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::ingredient;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::pattern::{Pattern, pattern};

/// A date in digits.
struct NumericDate {
    range: Range<usize>,
    parts: [u32; 3],
    lengths: [usize; 3],
    sep: char,
    year_first: bool,
}

static NUMERIC: LazyLock<Pattern> = LazyLock::new(|| pattern(r"([0-9]{1,4})([./-])([0-9]{1,2})([./-])([0-9]{2,4})"));

fn read_numeric(passage: &Passage<'_>) -> Vec<NumericDate> {
    let date = |captures: Captures<'_>| {
        let range = captures.get(0)?.range();
        let text = |at: usize| captures.get(at).map(|part| part.as_str());
        let sep = text(2)?.chars().next()?;
        if text(2) != text(4) {
            return None;
        }
        let lengths = [text(1)?.len(), text(3)?.len(), text(5)?.len()];
        let number = |at: usize| text(at)?.parse::<u32>().ok();
        let parts = [number(1)?, number(3)?, number(5)?];
        let year_first = lengths[0] == 4;
        let (day, month, year_length) =
            if year_first { (parts[2], parts[1], lengths[0]) } else { (parts[0], parts[1], lengths[2]) };
        let possible = (1..=31).contains(&day) && (1..=12).contains(&month);
        let swapped = sep == '/' && (1..=12).contains(&day) && (1..=31).contains(&month);
        let lengths_fit =
            if year_first { lengths[2] <= 2 } else { lengths[0] <= 2 && (year_length == 4 || year_length == 2) };
        let edge = |c: Option<char>| !c.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '/' | '-'));
        // Between commas without blanks it is a cell of a table.
        if passage.char_before(range.start) == Some(',') {
            return None;
        }
        let closed = edge(passage.char_before(range.start))
            && edge(passage.char_at(range.end))
            && !(passage.char_at(range.end) == Some('.')
                && passage.char_at(range.end + 1).is_some_and(|c| c.is_ascii_digit()))
            && (passage.char_before(range.start) != Some('.'));
        // Two digits for a year are a date only where day and month have two digits, too.
        let short = year_length == 2 && (lengths[0] != 2 || lengths[1] != 2) && sep == '.';
        ((possible || swapped) && lengths_fit && closed && !short).then_some(NumericDate {
            range,
            parts,
            lengths,
            sep,
            year_first,
        })
    };
    if !passage.beside_digits().may_part(ByteSet::of("./-")) {
        return Vec::new();
    }
    let found: Vec<NumericDate> = NUMERIC.captures_iter(&passage.text).filter_map(date).collect();
    // Beside the name of a format, a date is how that looks.
    let names_format = || ["YYYY", "yyyy", "AAAA", "JJJJ", "%Y"].iter().any(|year| passage.text.contains(year));
    if found.is_empty() || names_format() { Vec::new() } else { found }
}

/// A date with its month in words.
struct SpelledDate {
    range: Range<usize>,
    day: String,
    month: String,
    month_first: bool,
    /// What stands between day and month apart from a space: `.`, `de`, `st`.
    joint: String,
    year: String,
}

/// Spelled dates of a language, and what stands behind the digits of each.
fn spelled_pattern(tongue: Tongue) -> Option<(&'static Pattern, ByteSet)> {
    static DE: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?P<day>[0-9]{1,2})(?P<joint>\.)[ \u{a0}](?P<month>Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November",
            r"|Dezember|Jan\.|Febr\.|Feb\.|Mrz\.|Apr\.|Jun\.|Jul\.|Jun|Jul|Aug\.|Sept\.|Sep\.|Okt\.|Nov\.|Dez\.)[ \u{a0}](?P<year>[0-9]{4})"
        ))
    });
    static EN: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?P<day>[0-9]{1,2})(?P<joint>st|nd|rd|th)?[ \u{a0}](?P<month>January|February|March|April|May|June|July|August|September|October",
            r"|November|December),?[ \u{a0}](?P<year>[0-9]{4})",
            r"|(?P<month2>January|February|March|April|May|June|July|August|September|October|November|December)[ \u{a0}]",
            r"(?P<day2>[0-9]{1,2})(?P<joint2>st|nd|rd|th)?,?[ \u{a0}](?P<year2>[0-9]{4})"
        ))
    });
    static ES: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?P<day>[0-9]{1,2})[ \u{a0}]de[ \u{a0}](?P<month>enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre",
            r"|noviembre|diciembre)[ \u{a0}]del?[ \u{a0}](?P<year>[0-9]{4})",
            r"|(?P<month2>enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)[ \u{a0}]",
            r"(?P<day2>[0-9]{1,2}),[ \u{a0}](?P<year2>[0-9]{4})"
        ))
    });
    static FR: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?P<day>[0-9]{1,2})(?P<joint>er)?[ \u{a0}](?P<month>janvier|février|mars|avril|mai|juin|juillet|août|aout|septembre|octobre|novembre",
            r"|décembre)[ \u{a0}](?P<year>[0-9]{4})"
        ))
    });
    static IT: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?P<day>[0-9]{1,2})(?P<joint>º|°)?[ \u{a0}](?P<month>gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre",
            r"|novembre|dicembre)[ \u{a0}](?P<year>[0-9]{4}|[’'][0-9]{2})"
        ))
    });
    match tongue {
        Tongue::De => Some((&DE, ByteSet::of("."))),
        // Ordinals, months, and a year behind the day.
        Tongue::En => Some((&EN, ByteSet::of("snrtJFMASOND,0123456789"))),
        Tongue::Es => Some((&ES, ByteSet::of("d,"))),
        Tongue::Fr => Some((&FR, ByteSet::of("ejfmasond"))),
        Tongue::It => Some((&IT, ByteSet::of("º°gfmalsond"))),
        Tongue::Ja | Tongue::Ko | Tongue::Zh => None,
    }
}

fn read_spelled(passage: &Passage<'_>) -> Vec<SpelledDate> {
    let Some((pattern, behind)) = spelled_pattern(passage.tongue) else { return Vec::new() };
    let date = |captures: Captures<'_>| {
        let range = captures.get(0)?.range();
        let part = |one: &str, other: &str| {
            captures.name(one).or_else(|| captures.name(other)).map(|part| part.as_str().to_owned()).unwrap_or_default()
        };
        passage.stands_alone(&range).then(|| SpelledDate {
            month_first: captures.name("month2").is_some(),
            day: part("day", "day2"),
            month: part("month", "month2"),
            joint: part("joint", "joint2"),
            year: part("year", "year2"),
            range,
        })
    };
    pattern.captures_behind(passage, behind).filter_map(date).collect()
}

/// `dates_and_times.date_format` in German, English, Spanish and French.
pub const DATES: Finder = Finder::new(ingredient::DIGIT, find_dates);

fn find_dates(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for date in read_numeric(passage) {
        let leading = date.lengths[0] == 2 && date.lengths[1] == 2;
        let shows: &[u32] = match (passage.tongue, date.sep, date.year_first) {
            (Tongue::De, '.', false) if leading => {
                if date.lengths[2] == 2 {
                    &[1]
                } else {
                    &[2]
                }
            }
            (Tongue::En, '/', false) if leading && date.lengths[2] == 4 => slashes(&date),
            (Tongue::En, '-', true) if date.lengths == [4, 2, 2] => &[5],
            (Tongue::Es, _, false) => spanish_digits(&date),
            (Tongue::Fr, '.', false) if leading && date.lengths[2] == 4 => &[1],
            (Tongue::Fr, '/', false) if leading && date.lengths[2] == 4 => &[2],
            (Tongue::Fr, '.', true) if date.lengths == [4, 2, 2] => &[4],
            (Tongue::Fr, '/', true) if date.lengths == [4, 2, 2] => &[5],
            _ => &[],
        };
        push_occasion(found, date.range, shows);
    }
    for date in read_spelled(passage) {
        let leading = date.day.starts_with('0');
        let shows: &[u32] = match passage.tongue {
            Tongue::De if leading => &[],
            Tongue::De => german_month(&date.month),
            Tongue::En if leading || !date.joint.is_empty() => &[],
            Tongue::En => {
                if date.month_first {
                    if date.range_has_comma(passage) { &[4] } else { &[] }
                } else {
                    &[2]
                }
            }
            Tongue::Es => spanish_month(&date, leading),
            Tongue::Fr if !leading => &[3],
            Tongue::Fr | Tongue::It | Tongue::Ja | Tongue::Ko | Tongue::Zh => &[],
        };
        push_occasion(found, date.range, shows);
    }
}

impl SpelledDate {
    fn range_has_comma(&self, passage: &Passage<'_>) -> bool {
        passage.text.get(self.range.clone()).is_some_and(|text| text.contains(','))
    }
}

fn slashes(date: &NumericDate) -> &'static [u32] {
    match (date.parts[0] <= 12, date.parts[1] <= 12) {
        (true, true) => &[1, 3],
        (false, true) => &[1],
        (true, false) => &[3],
        (false, false) => &[],
    }
}

fn spanish_digits(date: &NumericDate) -> &'static [u32] {
    let single = |at: usize| date.parts[at] < 10;
    if !single(0) && !single(1) {
        return &[3, 4];
    }
    let led = |at: usize| single(at) && date.lengths[at] == 2;
    let bare = |at: usize| single(at) && date.lengths[at] == 1;
    match ((0..2).any(led), (0..2).any(bare)) {
        (true, false) => &[3],
        (false, true) => &[4],
        _ => &[],
    }
}

fn german_month(month: &str) -> &'static [u32] {
    match month {
        "Mai" => &[3, 4, 5],
        "März" | "Juni" | "Juli" => &[4, 5],
        "Jan." | "Apr." | "Aug." | "Okt." | "Nov." | "Dez." => &[3, 4],
        "Feb." | "Mrz." | "Jun" | "Jul" | "Jun." | "Jul." | "Sep." => &[3],
        "Febr." | "Sept." => &[4],
        _ => &[5],
    }
}

fn spanish_month(date: &SpelledDate, leading: bool) -> &'static [u32] {
    match (date.month_first, leading, date.month.as_str()) {
        (_, true, _) | (true, _, "setiembre") => &[],
        (true, false, _) => &[5],
        (false, false, "septiembre") => &[1],
        (false, false, "setiembre") => &[2],
        (false, false, _) => &[1, 2],
    }
}

/// `dates_and_times.dates_in_numerical_form` in Spanish and Italian.
pub const NUMERIC_DATES: Finder =
    Finder::new(ingredient::DIGIT, find_numeric_dates).rewritten_by(rewrite_numeric_dates);

fn find_numeric_dates(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for date in read_numeric(passage) {
        let shows: &[u32] = match (date.sep, date.year_first) {
            ('-', false) => &[1],
            ('.', false) => &[2],
            ('/', false) => &[3],
            _ => &[],
        };
        push_occasion(found, date.range, shows);
    }
}

/// Swaps the separators of a numeric date.
fn rewrite_numeric_dates(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let date = read_numeric(passage).into_iter().find(|date| date.range == occasion.range && !date.year_first)?;
    let sep = ["-", ".", "/"].get(value)?;
    let text = passage.text.get(date.range.clone())?;
    let places = text.match_indices(['-', '.', '/']).map(|(at, _)| date.range.start + at);
    Some(places.map(|at| (at..at + 1, (*sep).to_owned())).collect())
}

/// `dates_and_times.single_digit_days_and_months` in Italian.
pub const LEADING_ZEROS: Finder = Finder::new(ingredient::DIGIT, find_leading_zeros);

fn find_leading_zeros(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for date in read_numeric(passage).into_iter().filter(|date| !date.year_first) {
        match spanish_digits(&date) {
            [3, 4] => {}
            [3] => push_occasion(found, date.range, &[2]),
            [4] => push_occasion(found, date.range, &[1]),
            _ => push_occasion(found, date.range, &[]),
        }
    }
    // An ordinal takes no zero: `1° gennaio`.
    let ordinal = |range: &Range<usize>| passage.text[range.clone()].contains(['°', 'º']);
    for date in read_spelled(passage).into_iter().filter(|date| !ordinal(&date.range)) {
        match (date.day.len(), date.day.starts_with('0')) {
            (1, _) => push_occasion(found, date.range, &[1]),
            (_, true) => push_occasion(found, date.range, &[2]),
            _ => {}
        }
    }
}

/// `dates_and_times.writing_dates` in Italian.
pub const WRITTEN_DATES: Finder = Finder::new(ingredient::DIGIT, find_written_dates);

fn find_written_dates(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for date in read_numeric(passage) {
        push_occasion(found, date.range, &[2]);
    }
    for date in read_spelled(passage) {
        push_occasion(found, date.range, &[1]);
    }
}

/// `dates_and_times.years` in Italian.
pub const ITALIAN_YEARS: Finder = Finder::new(ingredient::ANYTHING, find_italian_years);

fn find_italian_years(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static YEAR: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(r"(?:[Nn]el|[Dd]al|[Dd]el|[Aa]l|[Ii]l|anno)[ \u{a0}]((?:19|20)[0-9]{2}|[’'][0-9]{2})")
    });
    for captures in YEAR.captures_iter(&passage.text) {
        let (Some(whole), Some(year)) = (captures.get(0), captures.get(1)) else { continue };
        if passage.stands_alone(&whole.range())
            && !passage.char_at(year.end()).is_some_and(|c| {
                matches!(c, '/' | '.' | '-') && passage.char_at(year.end() + 1).is_some_and(|c| c.is_ascii_digit())
            })
        {
            push_occasion(
                found,
                year.range(),
                if year.as_str().len() == 4 && !year.as_str().starts_with('’') && !year.as_str().starts_with('\'') {
                    &[2]
                } else {
                    &[1]
                },
            );
        }
    }
    for date in read_spelled(passage) {
        let start = date.range.end - date.year.len();
        push_occasion(
            found,
            start..date.range.end,
            if date.year.starts_with(|c: char| c.is_ascii_digit()) { &[2] } else { &[1] },
        );
    }
}

/// `dates_and_times.years` in Japanese.
pub const JAPANESE_YEARS: Finder = Finder::new(ingredient::ANYTHING, find_japanese_years);

fn find_japanese_years(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static YEAR: LazyLock<Pattern> =
        LazyLock::new(|| pattern("(明治|大正|昭和|平成|令和)(?:[0-9０-９]{1,2}|元)年|(?:1[89]|20)[0-9]{2}年"));
    for captures in YEAR.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        if !passage.char_before(whole.start()).is_some_and(|c| c.is_ascii_digit())
            && !passage.char_at(whole.end()).is_some_and(|c| "間前後".contains(c))
            && !passage
                .searched_source()
                .is_some_and(|source| names_a_law(source, whole.as_str().trim_end_matches('年')))
        {
            push_occasion(found, whole.range(), if captures.get(1).is_some() { &[2] } else { &[1] });
        }
    }
}

/// Whether a year belongs to the name of a law: `Data Protection Acts 1988 and 2003`.
fn names_a_law(source: &str, year: &str) -> bool {
    source.match_indices(year).any(|(at, _)| {
        let mut before = source[..at].split_whitespace().rev();
        let last =
            before.find(|word| !matches!(*word, "of" | "and") && !word.starts_with(|c: char| c.is_ascii_digit()));
        matches!(last, Some("Act" | "Acts" | "Law" | "Directive" | "Regulation" | "Regulations" | "Convention"))
    })
}

/// `dates_and_times.decades` in French and Italian.
pub const DECADES: Finder = Finder::new(ingredient::SMALL, find_decades);

fn find_decades(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static FR: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(
            r"[Aa]nnées[ \u{a0}]([0-9]{4}|[0-9]{2}|vingt|trente|quarante|cinquante|soixante-dix|soixante|quatre-vingt-dix|quatre-vingts?)",
        )
    });
    static IT: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(
            r"[Aa]nni[ \u{a0}]([0-9]{4}|[’'][0-9]{2}|[0-9]0|venti|[Tt]renta|[Qq]uaranta|[Cc]inquanta|[Ss]essanta|[Ss]ettanta|[Oo]ttanta|[Nn]ovanta)",
        )
    });
    let french = passage.tongue == Tongue::Fr;
    for captures in if french { &FR } else { &IT }.captures_iter(&passage.text) {
        let (Some(whole), Some(what)) = (captures.get(0), captures.get(1)) else { continue };
        if !passage.stands_alone(&whole.range()) {
            continue;
        }
        let first = what.as_str().chars().next();
        let digits = what.as_str().chars().filter(char::is_ascii_digit).count();
        let shows: &[u32] = match (french, digits, first) {
            (_, 0, _) => &[1],
            (true, 2, _) => &[2],
            (true, 4, _) if !what.as_str().starts_with("19") => &[2, 3],
            (true, 4, _) => &[3],
            (false, 2, Some('’' | '\'')) => &[2],
            (false, 2, _) => &[3],
            _ => &[],
        };
        push_occasion(found, whole.range(), shows);
    }
}

/// `dates_and_times.centuries` in French and Italian.
pub const CENTURIES: Finder = Finder::new(ingredient::SMALL, find_centuries);

fn find_centuries(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static FR: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(r"(?:([IVX]+)(?:e|ᵉ|ème|er)|([0-9]{1,2})(?:e|ᵉ|ème|er)|([\p{L}-]+(?:ième|premier)))[ \u{a0}]siècles?")
    });
    static IT: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(
            r"(?:([IVX]+)|([0-9]{1,2}[°º])|([\p{L}]+(?:esimo|primo|secondo|terzo|quarto|quinto|sesto|settimo|ottavo|nono|decimo)))[ \u{a0}]secolo",
        )
    });
    let french = passage.tongue == Tongue::Fr;
    for captures in if french { &FR } else { &IT }.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        if passage.char_before(whole.start()).is_some_and(char::is_alphanumeric) {
            continue;
        }
        let shows: &[u32] = match (french, captures.get(1).is_some(), captures.get(2).is_some()) {
            (true, true, _) => &[3],
            (_, _, true) | (false, true, _) => &[2],
            (_, false, false) => &[1],
        };
        push_occasion(found, whole.range(), shows);
    }
}

/// `dates_and_times.calendar_era` in English.
pub const ERAS: Finder = Finder::new(ingredient::DIGIT, find_eras);

fn find_eras(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static ERA: LazyLock<Pattern> =
        LazyLock::new(|| pattern(r"[0-9]{1,4}[ \u{a0}](BCE|BC|CE|AD)|AD[ \u{a0}][0-9]{1,4}"));
    for captures in ERA.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0).filter(|whole| passage.stands_alone(&whole.range())) else { continue };
        let common = captures.get(1).is_some_and(|era| era.as_str().ends_with("CE"));
        push_occasion(found, whole.range(), if common { &[2] } else { &[1] });
    }
}

/// `dates_and_times.date_format` in Korean and Chinese.
pub const EASTERN_DATES: Finder = Finder::new(ingredient::DIGIT | ingredient::EAST, find_eastern_dates);

fn find_eastern_dates(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static KO: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(r"([0-9]{4})년 ?([0-9]{1,2})월 ?([0-9]{1,2})일|([0-9]{4})\. ?([0-9]{1,2})\. ?([0-9]{1,2})(\.?)")
    });
    static ZH: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            "[0-9]{4}年([0-9]{1,2})月([0-9]{1,2})[日号]|([〇零一二三四五六七八九]{4})年[一二三四五六七八九十]{1,3}月[一二三四五六七八九十]{1,3}[日号]",
            "|(农历[正一二三四五六七八九十冬腊]{1,2}月[初一二三四五六七八九十廿]{1,3})",
            r"|(\p{Han}{2}[元一二三四五六七八九十]{1,4}年（公元前?[0-9]{1,4}年）)"
        ))
    });
    let korean = passage.tongue == Tongue::Ko;
    for date in read_numeric(passage).into_iter().filter(|date| date.year_first) {
        let shows: &[u32] = match (korean, date.sep, date.lengths) {
            (true, '-', [4, 2, 2]) => &[1],
            (true, '/', [4, 2, 2]) => &[4],
            (false, '-', [4, 2, 2]) => &[5],
            _ => &[],
        };
        push_occasion(found, date.range, shows);
    }
    for captures in if korean { &KO } else { &ZH }.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        let text = whole.as_str();
        let zero = |at: usize| captures.get(at).is_some_and(|part| part.as_str().starts_with('0'));
        let shows: &[u32] = if korean {
            match (captures.get(1).is_some(), zero(2) || zero(3) || zero(5) || zero(6)) {
                (_, true) => &[],
                (true, false) if text.matches(is_space).count() == 2 => &[2],
                (false, false) if text.matches(' ').count() == 2 && text.ends_with('.') => &[3],
                _ => &[],
            }
        } else if captures.get(5).is_some() {
            &[1]
        } else if captures.get(4).is_some() {
            &[2]
        } else if captures.get(3).is_some() {
            &[3]
        } else if zero(1) || zero(2) {
            &[]
        } else {
            &[4]
        };
        // `2024.3.5` without a full stop behind it may be a version.
        if !(korean && captures.get(4).is_some() && !text.contains(' ')) {
            push_occasion(found, whole.range(), shows);
        }
    }
}
