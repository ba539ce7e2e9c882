//! Figures in a text, and what stands around them: the ground on which rules about numbers are decided.
//!
//! Invariant: a figure that is part of a version, a date, a time, a name or a path is none. What a separator means is said
//! only where the figure itself or a witness (unit, currency, percent sign, counted noun) leaves one reading.

use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::beside_digits::ByteSet;
use crate::conform::character::{is_han_or_kana, is_hangul, is_space};
use crate::conform::figure::Figure;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::pattern::{Pattern, pattern};

/// Every figure of a passage, read once.
#[must_use]
pub fn read_figures<'p>(passage: &'p Passage<'_>) -> &'p [Figure] {
    passage.figures(find_figures)
}

fn find_figures(passage: &Passage<'_>) -> Vec<Figure> {
    let text: &str = &passage.text;
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = figure_end(text, at);
        let bare = at > 0 && matches!(bytes[at - 1], b'.' | b',') && starts_bare(text, at - 1);
        let start = if bare { at - 1 } else { at };
        if let Some(figure) = figure(text, start..end, bare).filter(|figure| stands_free(text, &figure.range)) {
            found.push(figure);
        }
        at = end;
    }
    found
}

fn starts_bare(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_none_or(|c| is_space(c) || c == '(' || c == '\n')
}

fn figure_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    let run = |mut at: usize| {
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            at += 1;
        }
        at
    };
    end = run(end);
    let mut first = end - start;
    loop {
        let Some(c) = text[end..].chars().next() else { return end };
        let next = end + c.len_utf8();
        let digits = run(next) - next;
        let joins = match c {
            '.' | ',' => digits > 0,
            '\'' | '’' | '\u{a0}' | '\u{202f}' | '\u{2009}' => digits == 3 && first <= 3,
            ' ' => digits == 3 && first <= 3 && text.as_bytes()[start] != b'0',
            _ => false,
        };
        if !joins {
            return end;
        }
        // Behind a separator of thousands, three digits go on.
        first = digits;
        end = next + digits;
    }
}

fn figure(text: &str, range: Range<usize>, bare: bool) -> Option<Figure> {
    let slice = &text[range.clone()];
    let seps: Vec<(usize, char)> = slice.char_indices().filter(|(_, c)| !c.is_ascii_digit()).collect();
    let lengths: Vec<usize> = slice.split(|c: char| !c.is_ascii_digit()).map(str::len).collect();
    let whole = lengths.first().copied().unwrap_or(0);
    let below_one = bare || (slice.starts_with('0') && whole == 1);
    let mut figure =
        Figure { range, grouped_by: None, decimal: None, ambiguous: false, whole_digits: whole, below_one, bare };
    let can_group = |lengths: &[usize]| {
        (1..=3).contains(&lengths[0]) && !slice.starts_with('0') && lengths[1..].iter().all(|length| *length == 3)
    };
    match seps.as_slice() {
        [] => {}
        [(_, c)] => match (c, can_group(&lengths)) {
            ('.' | ',', true) => {
                figure.ambiguous = true;
                figure.grouped_by = Some(*c);
                figure.whole_digits = whole + 3;
            }
            ('.' | ',', false) => figure.decimal = Some(*c),
            (_, true) => {
                figure.grouped_by = Some(space_as_one(*c));
                figure.whole_digits = whole + 3;
            }
            (_, false) => return None,
        },
        [heads @ .., (_, last)] => {
            let head = space_as_one(heads[0].1);
            if heads.iter().any(|(_, c)| space_as_one(*c) != head) {
                return None;
            }
            let all = space_as_one(*last) == head;
            let groups = if all { &lengths[..] } else { &lengths[..lengths.len() - 1] };
            if !can_group(groups) || (!all && !matches!(last, '.' | ',')) {
                return None;
            }
            figure.grouped_by = Some(head);
            figure.decimal = (!all).then_some(*last);
            figure.whole_digits = groups.iter().sum();
        }
    }
    Some(figure)
}

fn space_as_one(c: char) -> char {
    match c {
        '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
        '’' => '\'',
        other => other,
    }
}

/// Whether nothing around a figure makes it part of something else.
fn stands_free(text: &str, range: &Range<usize>) -> bool {
    let before = text[..range.start].chars().next_back();
    let mut after = text[range.end..].chars();
    let (next, then) = (after.next(), after.next());
    let east = |c: char| is_han_or_kana(c) || is_hangul(c);
    let joined_before = before.is_some_and(|c| {
        (c.is_alphanumeric() && !east(c))
            || matches!(c, '_' | '#' | '/' | ':' | '.' | ',' | '+' | '\u{1a}' | '=' | '\'')
            || (c == '-' && text[..range.start - 1].chars().next_back().is_some_and(char::is_alphanumeric))
    });
    let joined_after = match next {
        Some('_' | '#' | '\u{1a}' | '@') => true,
        Some(':' | '/' | '-' | '.') => then.is_some_and(|c| c.is_ascii_digit()),
        Some('x' | '×' | '*') => false,
        Some(_) | None => false,
    };
    // Three groups and a fourth that does not fit are a telephone number.
    let grouped = text[range.clone()].contains([' ', '\u{a0}']);
    let digit_before = text[..range.start]
        .strip_suffix([' ', '\u{a0}'])
        .is_some_and(|head| head.ends_with(|c: char| c.is_ascii_digit()));
    let phone = grouped && (digit_before || (next.is_some_and(is_space) && then.is_some_and(|c| c.is_ascii_digit())));
    !joined_before && !joined_after && !phone
}

/// What stands behind a figure, when it is a unit in symbols.
#[derive(Clone, Debug)]
pub struct UnitAfter {
    /// Bytes of the unit.
    pub range: Range<usize>,
    /// Spaces between figure and unit.
    pub spaces: usize,
}

/// Units written as symbols that are not taken for anything else.
const UNITS: &[&str] = &[
    "km", "m", "cm", "mm", "nm", "kg", "g", "mg", "l", "L", "ml", "mL", "cl", "dl", "hl", "kW", "kWh", "MW", "W", "Hz",
    "kHz", "MHz", "GHz", "kB", "KB", "MB", "GB", "TB", "PB", "KiB", "MiB", "GiB", "TiB", "kbit", "Mbit", "Gbit",
    "kbps", "Mbps", "Gbps", "dB", "mV", "kV", "mA", "mAh", "lb", "lbs", "oz", "ft", "mph", "km/h", "m/s", "Mbit/s",
    "Gbit/s", "MB/s", "GB/s", "ha", "hPa", "kPa", "kJ", "kcal", "m²", "m³", "km²", "cm²", "cm³", "mm²", "µm", "μm",
    "µg", "dpi", "ms",
];

/// What they begin with.
pub(crate) const UNIT_STARTS: ByteSet = ByteSet::of_first(UNITS);

/// Longest of [`UNITS`], in bytes.
const LONGEST_UNIT: usize = 6;

/// The unit in symbols behind `at`.
#[must_use]
pub fn unit_after(passage: &Passage<'_>, at: usize) -> Option<UnitAfter> {
    let rest = passage.text.get(at..)?;
    let trimmed = rest.trim_start_matches(is_space);
    let spaces = rest[..rest.len() - trimmed.len()].chars().count();
    if spaces > 1 {
        return None;
    }
    let sign = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '²' | '³' | 'µ' | 'μ');
    let length = trimmed.find(|c: char| !sign(c)).unwrap_or(trimmed.len());
    let unit = trimmed[..length].trim_end_matches('/');
    if unit.is_empty() || unit.len() > LONGEST_UNIT {
        return None;
    }
    let next = trimmed[unit.len()..].chars().next();
    let ends = !next.is_some_and(|c| {
        matches!(c, '\'' | '’' | '_' | '(' | '=')
            || c.is_ascii_alphanumeric()
            || (c.is_alphabetic() && !is_han_or_kana(c) && !is_hangul(c))
            || (c == '-' && trimmed[unit.len() + 1..].starts_with(char::is_alphanumeric) && unit.len() == 1)
    });
    let start = at + rest.len() - trimmed.len();
    let verb = unit == "ha" && is_verb_of_romance(passage, trimmed[unit.len()..].trim_start());
    let letter = unit.len() == 1 && (spaces == 0 && is_letter(passage, at, unit) || is_other_letter(passage, at, unit));
    (ends && !verb && !letter && UNITS.contains(&unit)).then(|| UnitAfter { range: start..start + unit.len(), spaces })
}

/// The digits that a text ends with.
fn digits_before(text: &str) -> &str {
    &text[text.trim_end_matches(|c: char| c.is_ascii_digit()).len()..]
}

/// Whether the source has another letter behind the same digits, so that a word was shortened: `60 g.` from `60 d.`, days.
fn is_other_letter(passage: &Passage<'_>, at: usize, unit: &str) -> bool {
    let digits = digits_before(&passage.text[..at]);
    let Some(source) = passage.searched_source().filter(|_| !digits.is_empty()) else { return false };
    source.match_indices(digits).any(|(start, _)| {
        let rest = source[start + digits.len()..].trim_start_matches(is_space);
        let letters = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
        letters.len() == 1 && letters != unit && !source[..start].ends_with(|c: char| c.is_ascii_digit())
    })
}

/// Whether a letter right behind the digits before `at` is no unit: it belongs to a name (`01L`), or is a minute or a
/// month beside other durations (`10d, 3m or 2y`), or in a text of its own (`15m`).
fn is_letter(passage: &Passage<'_>, at: usize, unit: &str) -> bool {
    static DURATION: LazyLock<Pattern> = LazyLock::new(|| pattern(r"[0-9][dhwy](?-u:\b)"));
    const REACH: usize = 48;
    let text: &str = &passage.text;
    let before = &text[text.ceil_char_boundary(at.saturating_sub(REACH))..at];
    let digits = digits_before(before);
    let head = before[..before.len() - digits.len()].chars().next_back();
    let is_name = digits.len() > 1 && digits.starts_with('0') && !matches!(head, Some('.' | ','));
    let is_alone = text.len() == digits.len() + unit.len();
    let is_beside_durations = || DURATION.is_match(&text[at - before.len()..text.floor_char_boundary(at + REACH)]);
    is_name || unit == "m" && (is_alone || is_beside_durations())
}

/// Whether `ha` is no hectare but the verb, in Spanish and Italian: `Scratch 3.0 ha portato`. What measures is at an end, or
/// says of what (`3 ha di bosco`).
fn is_verb_of_romance(passage: &Passage<'_>, after: &str) -> bool {
    let word = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    matches!(passage.tongue, Tongue::Es | Tongue::It)
        && after.starts_with(char::is_alphabetic)
        && !["di", "d", "de", "e", "y", "o", "per", "por", "a"].contains(&word)
}

/// Whether a currency sign or code stands right before `at`.
#[must_use]
pub fn currency_before(passage: &Passage<'_>, at: usize) -> bool {
    let before = passage.text.get(..at).unwrap_or_default().trim_end_matches(is_space);
    before.ends_with(['$', '€', '£', '¥', '￥', '₩', '₹']) || code_at_end(before).is_some()
}

/// The code of a currency that a text ends with.
#[must_use]
pub fn code_at_end(text: &str) -> Option<&'static str> {
    let tail = text.as_bytes().last_chunk::<3>()?;
    // All of them are three capitals.
    tail[0].is_ascii_uppercase().then(|| CODES.iter().copied().find(|code| code.as_bytes() == tail)).flatten()
}

/// ISO codes of currencies that texts name.
pub const CODES: &[&str] = &[
    "EUR", "USD", "GBP", "CHF", "JPY", "CNY", "KRW", "MXN", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "INR",
    "BRL", "ARS",
];

/// Names of currencies in a language, as they stand behind an amount.
#[must_use]
pub const fn currency_names(tongue: Tongue) -> &'static [&'static str] {
    match tongue {
        Tongue::De => &["Euro", "Dollar", "Franken", "Pfund", "Yen", "Cent"],
        Tongue::En => &["dollars", "dollar", "euros", "euro", "pounds", "yen", "francs", "pesos", "cents"],
        Tongue::Es => &["euros", "euro", "dólares", "dólar", "pesos", "peso", "libras", "yenes", "francos"],
        Tongue::Fr => &["euros", "euro", "dollars", "dollar", "livres", "yens"],
        Tongue::It => &["euro", "dollari", "dollaro", "sterline", "yen", "franchi"],
        Tongue::Ja => &["円", "ドル", "ユーロ", "ポンド", "元", "ウォン"],
        Tongue::Ko => &["원", "달러", "유로", "엔", "위안"],
        Tongue::Zh => &["元", "美元", "欧元", "日元", "英镑"],
    }
}

/// Whether a counted noun stands behind a figure: `12.500 Bilder`.
#[must_use]
pub fn is_counted(passage: &Passage<'_>, range: &Range<usize>) -> bool {
    let rest = passage.text.get(range.end..).unwrap_or_default();
    let spaced = rest.starts_with(is_space);
    spaced && passage.word_after(range.end).chars().count() >= 3 && !is_numbered(passage, range.start)
}

/// Whether the word before says that the figure is a name: of a version, chapter, page.
#[must_use]
pub fn is_numbered(passage: &Passage<'_>, start: usize) -> bool {
    const HEADS: &[&str] = &[
        "version",
        "kapitel",
        "abschnitt",
        "artikel",
        "seite",
        "nummer",
        "nr",
        "teil",
        "punkt",
        "section",
        "chapter",
        "page",
        "number",
        "release",
        "part",
        "port",
        "rfc",
        "iso",
        "capítulo",
        "sección",
        "apartado",
        "versión",
        "página",
        "puerto",
        "norma",
        "número",
        "capitolo",
        "sezione",
        "versione",
        "pagina",
        "porto",
        "porta",
        "numero",
        "chapitre",
        "python",
        "django",
        "unicode",
        "http",
        "tls",
        "build",
        "no",
        "id",
        "code",
        "error",
        "fehler",
        "errore",
        "erreur",
    ];
    let word = passage.word_before(start).to_lowercase();
    let mark = passage.text.get(..start).unwrap_or_default().trim_end_matches(is_space);
    HEADS.contains(&word.as_str()) || mark.ends_with(['§', '№', '#']) || mark.ends_with("Nr.") || mark.ends_with("No.")
}

/// Whether a range stands between quotation marks beside one that is open at an end: `"1, 34-45, -50, -59-"` is what to
/// type.
#[must_use]
pub fn is_in_list_of_values(text: &str, range: &Range<usize>) -> bool {
    let sign = |c: char| c.is_ascii_digit() || matches!(c, ' ' | ',' | '-');
    let quote = |c: Option<char>| c.is_some_and(|c| "\"“”„«»".contains(c));
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let (head, tail) = (before.trim_end_matches(sign), after.trim_start_matches(sign));
    let list = &text[head.len()..text.len() - tail.len()];
    quote(head.chars().next_back())
        && quote(tail.chars().next())
        && list.split(',').any(|value| value.trim().starts_with('-') || value.trim().ends_with('-'))
}
