//! Japanese: full stops and commas, brackets, numbers in words, and the style of sentence endings.
//!
//! Invariant: a mark is judged beside Japanese characters alone; ASCII in ASCII is code or English.

use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::character::{is_han, is_han_or_kana};
use crate::conform::detector::{Finder, Occasion, ValueSet, push_occasion};
use crate::conform::family::quotes::read_marks;
use crate::conform::ingredient;
use crate::conform::passage::Passage;
use crate::conform::pattern::{Pattern, pattern};

/// `punctuation.periods_and_commas`.
pub const PERIODS_AND_COMMAS: Finder =
    Finder::new(ingredient::TYPOGRAPHY | ingredient::PERIOD | ingredient::COMMA, find_periods_and_commas)
        .rewritten_by(rewrite_periods_and_commas);

fn find_periods_and_commas(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (at, mark) in passage.text.match_indices(['。', '、', '．', '，', '.', ',']) {
        if mark.is_ascii() && !is_half_width_mark(passage, at) {
            continue;
        }
        let shows: &[u32] = match mark {
            "。" => &[1, 2],
            "、" => &[1, 3],
            "．" => &[3, 4],
            "，" => &[2, 4],
            _ => &[],
        };
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || ('０'..='９').contains(&c));
        let end = at + mark.len();
        if !(digit(passage.char_before(at)) && digit(passage.char_at(end))) {
            push_occasion(found, at..end, shows);
        }
    }
}

/// Whether a full stop or comma of ASCII ends Japanese: not in the name of a file, and no part of an ellipsis.
fn is_half_width_mark(passage: &Passage<'_>, at: usize) -> bool {
    passage.char_before(at).is_some_and(is_han_or_kana)
        && passage.char_at(at + 1).is_none_or(|next| next.is_whitespace() || is_han_or_kana(next))
}

/// Swaps the mark; the space behind one of ASCII goes.
fn rewrite_periods_and_commas(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let mark = passage.text.get(occasion.range.clone())?;
    let new = match (mark, value) {
        ("。" | "．" | ".", 0 | 1) => "。",
        ("。" | "．" | ".", _) => "．",
        (_, 0 | 2) => "、",
        _ => "，",
    };
    let end = occasion.range.end;
    let space =
        mark.is_ascii() && passage.char_at(end) == Some(' ') && passage.char_at(end + 1).is_some_and(is_han_or_kana);
    Some(vec![(occasion.range.start..end + usize::from(space), new.to_owned())])
}

/// `punctuation.round_brackets`: beside or around Japanese.
pub const ROUND_BRACKETS: Finder =
    Finder::new(ingredient::BRACKET | ingredient::TYPOGRAPHY, find_round_brackets).rewritten_by(rewrite_round_brackets);

fn find_round_brackets(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static PAIR: LazyLock<Pattern> = LazyLock::new(|| pattern(r"（[^（）()\n]{1,200}）|\([^（）()\n]{1,200}\)"));
    for pair in PAIR.find_iter(&passage.text) {
        let wide = pair.as_str().starts_with('（');
        let inside = pair.as_str().chars().any(is_han_or_kana);
        let called = passage.char_before(pair.start()).is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        // A half-width pair without Japanese inside may belong to a formula, a unit or a name; behind a letter, to a call.
        if wide || (inside && !called) {
            let width = if wide { '（'.len_utf8() } else { 1 };
            let open = pair.start()..pair.start() + width;
            let close = pair.end() - width..pair.end();
            found.push(Occasion::between(open, close, ValueSet::of(if wide { &[1] } else { &[2] })));
        }
    }
}

/// Swaps both brackets; full-width ones have their space within, so that those between them and Japanese go.
fn rewrite_round_brackets(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let [mut open, mut close] = occasion.marks.clone()?;
    if value == 0 {
        let japanese = |c: Option<char>| c.is_some_and(is_han_or_kana);
        let space_before = passage.char_before(open.start) == Some(' ');
        open.start -= usize::from(space_before && japanese(passage.char_before(open.start - 1)));
        close.end += usize::from(passage.char_at(close.end) == Some(' ') && japanese(passage.char_at(close.end + 1)));
    }
    let (start, end) = if value == 0 { ("（", "）") } else { ("(", ")") };
    Some(vec![(open, start.to_owned()), (close, end.to_owned())])
}

const COUNTERS: &str = "時間|日間|年間|分間|人|個|回|件|年|月|日|時|分|冊|本|台|枚|円|名|章|版|社|部|歳|か所|か月|ヶ所|ヶ月|カ所|カ月|箇所|箇月";

/// `numbers.writing_numbers`: figures before a counter.
pub const NUMBERS: Finder = Finder::new(ingredient::WIDE, find_numbers);

fn find_numbers(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static NUMBER: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(&format!("(?:([0-9][0-9,]*(?:[万億兆][0-9,]*)*)|([０-９]+)|([二三四五六七八九十百千]+))(?:{COUNTERS})"))
    });
    for captures in NUMBER.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        let before = passage.char_before(whole.start());
        let joined = before.is_some_and(|c| {
            c.is_ascii_alphanumeric()
                || matches!(c, '.' | ',' | '/' | ':' | '¥' | '￥' | '$' | '摂' | '氏' | '一' | '第')
        });
        let shows: &[u32] = match (captures.get(1), captures.get(2)) {
            (Some(_), _) => &[3],
            (_, Some(_)) => &[2],
            // `十分`, `千人力`, `三日月` and their like are words.
            _ if ["十分", "千本", "百年", "二人", "三日", "四月", "五月", "七月", "十日", "二日"]
                .iter()
                .any(|word| whole.as_str().starts_with(word)) =>
            {
                continue;
            }
            _ => &[1],
        };
        // `三分割法`, `百分率`, `三人称`: a word of which number and counter are but the beginning.
        let next = passage.char_at(whole.end());
        let fixed = captures.get(3).is_some()
            && (next.is_some_and(|c| is_han(c) && !"間目以前後未中半程毎分".contains(c))
                || whole.as_str().ends_with('分') && passage.text[whole.end()..].starts_with("の"));
        if fixed {
            continue;
        }
        // `何百人`, `数十年`: nobody counted them.
        let uncertain = whole.as_str().starts_with(['十', '百', '千'])
            && before.is_some_and(|c| matches!(c, '何' | '数' | '數' | '幾'));
        // A decimal is a measure, `1〜3` a range that its first number tells, too.
        if !joined && !uncertain {
            push_occasion(found, whole.range(), shows);
        }
    }
}

/// `numbers.use_of_hiragana_and_kanji`.
pub const COUNTER_KA: Finder = Finder::new(ingredient::WIDE, find_counter_ka).rewritten_by(rewrite_counter_ka);

fn find_counter_ka(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static KA: LazyLock<Pattern> =
        LazyLock::new(|| pattern("([0-9０-９]+|[一二三四五六七八九十数]+)(か|ヶ|ケ|カ|ヵ|箇|個)(所|月)"));
    for captures in KA.captures_iter(&passage.text) {
        let (Some(whole), Some(number), Some(ka)) = (captures.get(0), captures.get(1), captures.get(2)) else {
            continue;
        };
        let digits = number.as_str().starts_with(|c: char| c.is_numeric() && !is_han_or_kana(c));
        let shows: &[u32] = match (digits, ka.as_str()) {
            (true, "か") | (false, "箇") => &[1],
            (_, "個") => continue,
            _ => &[],
        };
        push_occasion(found, whole.range(), shows);
    }
}

/// Writes か after figures and 箇 after numbers in words.
fn rewrite_counter_ka(passage: &Passage<'_>, occasion: &Occasion, _: usize) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let digits = text.starts_with(|c: char| c.is_numeric() && !is_han_or_kana(c));
    let (at, ka) = text.char_indices().rev().nth(1)?;
    let place = occasion.range.start + at;
    Some(vec![(place..place + ka.len_utf8(), if digits { "か" } else { "箇" }.to_owned())])
}

/// How a sentence ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SentenceEnding {
    Plain,
    Polite,
}

/// Endings of sentences, outside of quotations.
fn endings(passage: &Passage<'_>) -> Vec<(Range<usize>, SentenceEnding)> {
    static END: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            "(?:(です|でした|でしょう|ます|ました|ません|ませんでした|ましょう|ください|下さい)",
            "|(である|であった|ではない|だった|だ))(?:[。．！？!?]|$|\n\n)",
            "|((?:し|さ|でき|な|あ|い|れ|られ|せ|使|行|返|示)(?:する|した|しない|れる|れた|れない|る|た|ない|った|らない|う|す|わない|さない)|する|ない|なかった)[。．]"
        ))
    });
    let outside = |at: usize| !read_marks(passage).is_quoted(at);
    let mut found = Vec::new();
    for captures in END.captures_iter(&passage.text) {
        let (Some(whole), polite) = (captures.get(0), captures.get(1)) else { continue };
        // `ただ。`, `まだ。`, `んだ。` end in だ and are no copula of their own.
        let plain = captures.get(2).or(captures.get(3)).map(|ending| ending.as_str());
        let word =
            passage.char_before(whole.start()).is_some_and(|c| matches!(c, 'た' | 'ま' | 'ん' | 'い' | 'く' | 'は'))
                && plain == Some("だ");
        if outside(whole.start()) && !word {
            found.push((whole.range(), if polite.is_some() { SentenceEnding::Polite } else { SentenceEnding::Plain }));
        }
    }
    found
}

/// `style_and_tone.tone`.
pub const TONE: Finder = Finder::new(ingredient::WIDE, find_tone);

fn find_tone(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (range, ending) in endings(passage) {
        push_occasion(found, range, if ending == SentenceEnding::Plain { &[1] } else { &[2] });
    }
}

/// `style_and_tone.mixing_styles`: texts of two sentences or more.
pub const MIXTURE: Finder = Finder::new(ingredient::TYPOGRAPHY, find_mixture);

fn find_mixture(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let endings = endings(passage);
    let (Some((first, kind)), true) = (endings.first(), endings.len() >= 2) else { return };
    let polite = endings.iter().filter(|(_, ending)| *ending == SentenceEnding::Polite).count();
    if endings.iter().all(|(_, ending)| ending == kind) {
        push_occasion(found, first.clone(), &[1]);
        return;
    }
    let minority = if polite * 2 > endings.len() { SentenceEnding::Plain } else { SentenceEnding::Polite };
    let minority = if polite * 2 == endings.len() { SentenceEnding::Plain } else { minority };
    for (range, _) in endings.iter().filter(|(_, ending)| *ending == minority) {
        push_occasion(found, range.clone(), &[]);
    }
}
