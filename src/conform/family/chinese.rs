//! Chinese: spaces between scripts, colons, numbers in characters, commas of lists.
//!
//! Invariant: a mark or a space is judged beside Chinese characters alone.

use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::character::is_han_or_kana;
use crate::conform::detector::{Finder, Occasion, ValueSet, push_occasion};
use crate::conform::family::figures::unit_after;
use crate::conform::ingredient;
use crate::conform::passage::Passage;
use crate::conform::pattern::{Pattern, pattern};

/// What touches a run on either side: whether Chinese does, and whether a space stands between.
fn touch(passage: &Passage<'_>, range: &Range<usize>) -> (bool, bool) {
    let mut tight = false;
    let mut spaced = false;
    let before = passage.text.get(..range.start).unwrap_or_default();
    let after = passage.text.get(range.end..).unwrap_or_default();
    for (near, far) in
        [(before.chars().next_back(), before.chars().rev().nth(1)), (after.chars().next(), after.chars().nth(1))]
    {
        tight |= near.is_some_and(is_han_or_kana);
        spaced |= matches!(near, Some(' ' | '\u{a0}')) && far.is_some_and(is_han_or_kana);
    }
    (tight, spaced)
}

fn judge(passage: &Passage<'_>, found: &mut Vec<Occasion>, range: Range<usize>) {
    match touch(passage, &range) {
        (_, true) => push_occasion(found, range, &[]),
        (true, false) => push_occasion(found, range, &[1]),
        (false, false) => {}
    }
}

/// `formatting.space_between_chinese_and_english`.
pub const ENGLISH_SPACES: Finder =
    Finder::new(ingredient::CAPITAL | ingredient::SMALL, find_english_spaces).rewritten_by(rewrite_spaces);

fn find_english_spaces(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static WORD: LazyLock<Pattern> =
        LazyLock::new(|| pattern(r"[A-Za-z][A-Za-z0-9+#.-]*(?: [A-Za-z][A-Za-z0-9+#.-]*)*"));
    for word in WORD.find_iter(&passage.text) {
        let unit = passage.char_before(word.start()).is_some_and(|c| {
            c.is_ascii_digit() || c == ' ' && passage.text[..word.start() - 1].ends_with(|c: char| c.is_ascii_digit())
        });
        let code = CODES_IN_FRONT.iter().any(|code| word.as_str() == *code)
            && passage.char_at(word.end()).is_some_and(|c| c == ' ');
        // `％s` is a conversion that has grown wide.
        let name = |c: Option<char>| c.is_some_and(|c| matches!(c, '_' | '.' | '\u{1a}' | '/' | '-' | '％'));
        let identifier = name(passage.char_before(word.start())) || passage.char_at(word.end()) == Some('_');
        if !unit && !code && !identifier {
            judge(passage, found, word.range());
        }
    }
}

const CODES_IN_FRONT: &[&str] = &["CNY", "USD", "EUR", "JPY", "HKD", "GBP"];

/// `formatting.space_between_chinese_characters_and_arabic_numerals`.
pub const NUMERAL_SPACES: Finder = Finder::new(ingredient::DIGIT, find_numeral_spaces).rewritten_by(rewrite_spaces);

fn find_numeral_spaces(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static NUMBER: LazyLock<Pattern> = LazyLock::new(|| pattern(r"[0-9]+(?:[.,:—～~/-][0-9]+)*"));
    for number in NUMBER.find_iter(&passage.text) {
        let joined =
            |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '-' | '¥' | '$' | '.'));
        let behind_code = passage.char_before(number.start()) == Some(' ')
            && passage.text[..number.start() - 1].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '¥');
        // `2U` is a name, `2GB` an amount.
        let name = passage.char_at(number.end()).is_some_and(|c| c.is_ascii_alphabetic())
            && unit_after(passage, number.end()).is_none();
        if !joined(passage.char_before(number.start())) && !behind_code && !name {
            judge(passage, found, number.range());
        }
    }
}

/// Takes the spaces out on both sides.
fn rewrite_spaces(passage: &Passage<'_>, occasion: &Occasion, _: usize) -> Option<Vec<(Range<usize>, String)>> {
    let Range { start, end } = occasion.range.clone();
    let mut edits = Vec::new();
    let before: Vec<char> = passage.text[..start].chars().rev().take(2).collect();
    if let [space @ (' ' | '\u{a0}'), far] = before.as_slice()
        && is_han_or_kana(*far)
    {
        edits.push((start - space.len_utf8()..start, String::new()));
    }
    let after: Vec<char> = passage.text[end..].chars().take(2).collect();
    if let [space @ (' ' | '\u{a0}'), far] = after.as_slice()
        && is_han_or_kana(*far)
    {
        edits.push((end..end + space.len_utf8(), String::new()));
    }
    (!edits.is_empty()).then_some(edits)
}

/// `formatting.space_between_arabic_numerals_and_unit`.
pub const UNIT_SPACES: Finder = Finder::new(ingredient::DIGIT, find_unit_spaces).rewritten_by(rewrite_unit_spaces);

fn find_unit_spaces(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static NUMBER: LazyLock<Pattern> = LazyLock::new(|| pattern(r"[0-9]+(?:[.,][0-9]+)*"));
    for number in NUMBER.find_iter(&passage.text) {
        if let Some(unit) = unit_after(passage, number.end()) {
            push_occasion(found, number.start()..unit.range.end, if unit.spaces == 0 { &[1] } else { &[] });
        }
    }
}

/// Takes the space before the unit out.
fn rewrite_unit_spaces(passage: &Passage<'_>, occasion: &Occasion, _: usize) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let (at, space) = text.char_indices().find(|(_, c)| crate::conform::character::is_space(*c))?;
    let place = occasion.range.start + at;
    Some(vec![(place..place + space.len_utf8(), String::new())])
}

/// `punctuation.colon`: behind a Chinese character.
pub const COLONS: Finder =
    Finder::new(ingredient::COLON | ingredient::TYPOGRAPHY, find_colons).rewritten_by(rewrite_colons);

fn find_colons(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (at, sign) in passage.text.match_indices([':', '：']) {
        let beside = passage.char_before(at).is_some_and(|c| is_han_or_kana(c) || matches!(c, '”' | '」' | '）'));
        // `::` begins a block of reStructuredText.
        let double = sign == ":" && (passage.char_before(at) == Some(':') || passage.char_at(at + 1) == Some(':'));
        if sign == "：" || beside && !double && !is_pair(passage, at) {
            push_occasion(found, at..at + sign.len(), if sign == "：" { &[1] } else { &[2] });
        }
    }
}

/// Whether the source has a colon between two words, and so has the translation here: `主机名:端口号`, `hostname:port`.
fn is_pair(passage: &Passage<'_>, colon: usize) -> bool {
    let joined = |before: Option<char>, after: Option<char>| {
        before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic)
    };
    joined(passage.char_before(colon), passage.char_at(colon + 1))
        && passage.searched_source().is_some_and(|source| {
            source
                .match_indices(':')
                .any(|(at, _)| joined(source[..at].chars().next_back(), source[at + 1..].chars().next()))
        })
}

/// Swaps the width; the space behind a half-width colon goes with it.
fn rewrite_colons(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let mut range = occasion.range.clone();
    if value == 0 && passage.char_at(range.end) == Some(' ') {
        range.end += 1;
    }
    Some(vec![(range, if value == 0 { "：" } else { ":" }.to_owned())])
}

const MEASURES: &str = "个|人|天|次|本|件|张|台|岁|名|位|条|页|项|种|米|公里|分钟|小时|步|份";

/// `numbers.writing_numbers`: numbers before a measure word.
pub const NUMBERS: Finder = Finder::new(ingredient::WIDE, find_numbers);

fn find_numbers(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static NUMBER: LazyLock<Pattern> =
        LazyLock::new(|| pattern(&format!("(?:([0-9][0-9,]*) ?|([一二三四五六七八九十百千零两]+))(?:{MEASURES})")));
    for captures in NUMBER.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        let digits = captures.get(1).is_some();
        let characters = captures.get(2).map_or(0, |number| number.as_str().chars().count());
        let before = passage.char_before(whole.start());
        // A sum of two neighbouring numbers is an estimate, an ordinal a name.
        let one = captures.get(2).is_some_and(|number| number.as_str() == "一");
        let ordinal = passage.text[..whole.start()]
            .trim_end_matches(|c: char| c.is_ascii_digit() || "—-～~".contains(c))
            .ends_with('第');
        let idiom = one
            || ordinal
            || !digits && is_of_no_certain_size(passage, whole.start())
            || !digits && is_term(whole.as_str(), &passage.text[whole.end()..])
            || !digits
                && (whole.as_str().starts_with('两')
                    || (characters == 2 && !whole.as_str().contains(['十', '百', '千']))
                    // `二三十个` is an estimate, too.
                    || (characters == 3 && number_of_digits(whole.as_str()) == 2));
        let joined = before.is_some_and(|c| {
            c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '—' | '、' | '第' | '多' | '到' | '至' | '双' | '雙')
        });
        if !idiom && !(joined && !(digits && before == Some('—'))) {
            let measure = whole.as_str().ends_with('米') || whole.as_str().ends_with("公里");
            if !(measure && digits) {
                push_occasion(found, whole.range(), if digits { &[1] } else { &[] });
            }
        }
    }
}

/// Whether a number in characters tells no certain size: `数百名`, `几十个`, `上千人`. An exact one has a digit before its
/// hundreds and thousands: `一百人`.
fn is_of_no_certain_size(passage: &Passage<'_>, start: usize) -> bool {
    match passage.char_at(start) {
        Some('百' | '千') => true,
        Some('十') => passage.char_before(start).is_some_and(|c| matches!(c, '数' | '數' | '几' | '幾')),
        _ => false,
    }
}

/// Whether number and measure word begin a term: `千位分隔符`, `三次样条`, `二次确认`, `三位数`.
fn is_term(number: &str, rest: &str) -> bool {
    let alone = number
        .strip_suffix(['位', '次', '人', '个', '条', '种'])
        .is_some_and(|number| matches!(number, "十" | "百" | "千" | "二"));
    let followed = |measure: char, tails: &str| number.ends_with(measure) && rest.starts_with(|c| tails.contains(c));
    alone || followed('位', "数元小") || followed('次', "样方函曲贝插多项幂根式元") || followed('人', "帮称组制")
}

/// How many digits stand at the start of a number before a multiple of ten.
fn number_of_digits(text: &str) -> usize {
    text.chars().take_while(|c| "一二三四五六七八九".contains(*c)).count()
}

/// `numbers.zero_format`: 〇 in numbering, 零 in measures. Each value speaks to its own.
pub const ZEROS: Finder = Finder::new(ingredient::WIDE, find_zeros).rewritten_by(rewrite_zeros);

fn find_zeros(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static NUMBERING: LazyLock<Pattern> = LazyLock::new(|| pattern("[〇零一二三四五六七八九]{4}"));
    static MEASURE: LazyLock<Pattern> =
        LazyLock::new(|| pattern("[一二三四五六七八九][百千万][零〇][一二三四五六七八九]"));
    for number in NUMBERING.find_iter(&passage.text) {
        if number.as_str().contains(['〇', '零']) {
            let shows = if number.as_str().contains('零') { ValueSet::NONE } else { ValueSet::of(&[1]) };
            found.push(Occasion::new(number.range(), shows).among(ValueSet::of(&[1])));
        }
    }
    for number in MEASURE.find_iter(&passage.text) {
        let shows = if number.as_str().contains('〇') { ValueSet::NONE } else { ValueSet::of(&[2]) };
        found.push(Occasion::new(number.range(), shows).among(ValueSet::of(&[2])));
    }
}

/// Swaps the character for zero.
fn rewrite_zeros(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let new = if value == 0 { text.replace('零', "〇") } else { text.replace('〇', "零") };
    Some(vec![(occasion.range.clone(), new)])
}

/// `numbers.number_separator`: estimates such as 三四天.
pub const ESTIMATES: Finder = Finder::new(ingredient::WIDE, find_estimates);

fn find_estimates(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static ESTIMATE: LazyLock<Pattern> = LazyLock::new(|| {
        pattern("([一二两三四五六七八])(、?)([二三四五六七八九])(?:天|个|人|次|年|岁|点|件|本|位|分钟|小时)")
    });
    for captures in ESTIMATE.captures_iter(&passage.text) {
        let (Some(whole), Some(one), Some(comma), Some(other)) =
            (captures.get(0), captures.get(1), captures.get(2), captures.get(3))
        else {
            continue;
        };
        let digit = |c: &str| {
            "零一二三四五六七八九".chars().position(|digit| c.starts_with(digit)).or(c.starts_with('两').then_some(2))
        };
        let joined = passage
            .char_before(whole.start())
            .is_some_and(|c| "第、十百千〇零".contains(c) || "一二三四五六七八九".contains(c));
        if !joined && digit(one.as_str()).zip(digit(other.as_str())).is_some_and(|(one, other)| one + 1 == other) {
            let shows = if comma.is_empty() { ValueSet::of(&[1]) } else { ValueSet::NONE };
            found.push(Occasion::new(whole.range(), shows).among(ValueSet::of(&[1])));
        }
    }
}

/// `punctuation.serial_comma` in lists with the Chinese comma.
pub const SERIAL_COMMAS: Finder = Finder::new(ingredient::TYPOGRAPHY, find_serial_commas);

fn find_serial_commas(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static LIST: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(
            r"[\p{Han}A-Za-z]{1,6}(?:、[\p{Han}A-Za-z]{1,8}?)*、[\p{Han}A-Za-z]{1,8}?(、?)[和及与或][\p{Han}A-Za-z]{1,6}",
        )
    });
    for captures in LIST.captures_iter(&passage.text) {
        let (Some(whole), Some(comma)) = (captures.get(0), captures.get(1)) else { continue };
        let shows = if comma.is_empty() { ValueSet::of(&[1]) } else { ValueSet::NONE };
        found.push(Occasion::new(whole.range(), shows).among(ValueSet::of(&[1])));
    }
}
