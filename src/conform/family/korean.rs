//! Korean: sentence endings, brackets, colons of headings, and how the reader is named.
//!
//! Invariant: an ending counts at the end of a sentence alone, and an imperative is no declarative.

use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::character::is_hangul;
use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::family::quotes::read_marks;
use crate::conform::ingredient;
use crate::conform::passage::Passage;
use crate::conform::pattern::{Pattern, pattern};

/// `style_and_tone.declarative_endings`.
pub const ENDINGS: Finder = Finder::new(ingredient::PERIOD, find_endings);

fn find_endings(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static END: LazyLock<Pattern> = LazyLock::new(|| pattern(r"([\p{Hangul}0-9%-]+)\.(?:[ \n\x1a]|$)"));
    for captures in END.captures_iter(&passage.text) {
        let (Some(whole), Some(word)) = (captures.get(0), captures.get(1)) else { continue };
        let inside = read_marks(passage).is_quoted(whole.start());
        let text = word.as_str();
        if inside
            || ["세요", "시오", "시요", "까요", "라", "자", "나요", "니까"].iter().any(|ending| text.ends_with(ending))
        {
            continue;
        }
        let shows: &[u32] = if text.ends_with("니다") {
            &[1, 4]
        } else if text.ends_with("시다") || is_noun(text) {
            // `합시다` proposes, as politely as `합니다` states.
            continue;
        } else if text.ends_with('요') {
            &[1, 3]
        } else if text.ends_with('다') {
            &[5]
        } else if is_plain_speech(text) {
            &[2]
        } else {
            continue;
        };
        push_occasion(found, word.start()..word.end() + 1, shows);
    }
}

/// Whether a word that stands before a full stop is a noun which ends like a verb.
fn is_noun(word: &str) -> bool {
    const NOUNS: &[&str] = &[
        "필요",
        "중요",
        "개요",
        "수요",
        "소요",
        "주요",
        "동요",
        "캐나다",
        "바다",
        "판다",
        "람다",
        "소다",
        "우간다",
        "르완다",
        "어젠다",
        "마다",
    ];
    NOUNS.iter().any(|noun| word.ends_with(noun)) || word == "다" || word == "요"
}

/// Whether a word ends as verbs do in plain speech, where nouns seldom do: `언어` and `이미지` are none.
fn is_plain_speech(word: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "있어",
        "없어",
        "었어",
        "았어",
        "였어",
        "했어",
        "겠어",
        "됐어",
        "싶어",
        "졌어",
        "렸어",
        "났어",
        "왔어",
        "갔어",
        "봤어",
        "줬어",
        "괜찮아",
        "않아",
        "좋아",
        "같아",
        "많아",
        "맞아",
        "알아",
        "이야",
        "거야",
        "하지",
        "이지",
        "그렇지",
        "있지",
        "없지",
        "았지",
        "었지",
        "했지",
        "겠지",
    ];
    const OBJECTS: &[&str] = &[
        "이해",
        "올해",
        "피해",
        "손해",
        "방해",
        "침해",
        "오해",
        "장해",
        "북해",
        "동해",
        "서해",
        "남해",
        "지중해",
        "공해",
        "위해",
        "통해",
        "대해",
        "의해",
        "인해",
        "관해",
    ];
    ENDINGS.iter().any(|ending| word.ends_with(ending))
        || word.ends_with('해') && word.chars().count() >= 2 && !OBJECTS.iter().any(|noun| word.ends_with(noun))
}

/// `style_and_tone.default_second_person_pronoun`.
pub const SECOND_PERSON: Finder = Finder::new(ingredient::WIDE, find_second_person);

fn find_second_person(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static PERSON: LazyLock<Pattern> = LazyLock::new(|| pattern("(당신|여러분|귀하)|(고객님)"));
    for captures in PERSON.captures_iter(&passage.text) {
        let Some(whole) = captures.get(0) else { continue };
        if !passage.char_before(whole.start()).is_some_and(is_hangul) {
            push_occasion(found, whole.range(), if captures.get(1).is_some() { &[2] } else { &[1] });
        }
    }
}

/// `punctuation.parentheses_for_supplementary_information`.
pub const BRACKETS: Finder = Finder::new(ingredient::BRACKET, find_brackets).rewritten_by(rewrite_brackets);

fn find_brackets(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static PAIR: LazyLock<Pattern> = LazyLock::new(|| pattern(r"[\p{Hangul}A-Za-z0-9]+( ?)\([^()\n]{1,80}\)"));
    for captures in PAIR.captures_iter(&passage.text) {
        let (Some(whole), Some(space)) = (captures.get(0), captures.get(1)) else { continue };
        // `(i)` counts, and `("+")` names a sign: neither adds anything to the word before it.
        let inside = whole.as_str().rsplit_once('(').map_or("", |(_, inside)| inside.trim_end_matches(')'));
        let counts = (1..=3).contains(&inside.len()) && inside.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x'));
        let sign = inside.starts_with(['"', '\'', '“', '‘']) && !inside.contains(char::is_alphanumeric);
        if whole.as_str().starts_with(is_hangul) && !counts && !sign {
            push_occasion(found, whole.range(), if space.is_empty() { &[1] } else { &[] });
        }
    }
}

/// Takes the space out.
fn rewrite_brackets(passage: &Passage<'_>, occasion: &Occasion, _: usize) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let at = occasion.range.start + text.find(" (")?;
    Some(vec![(at..at + 1, String::new())])
}

/// `punctuation.colon_in_heading`: a short line of a term, a colon and its explanation.
pub const HEADING_COLONS: Finder =
    Finder::new(ingredient::COLON, find_heading_colons).rewritten_by(rewrite_heading_colons);

fn find_heading_colons(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static COLON: LazyLock<Pattern> =
        LazyLock::new(|| pattern(r"^(\p{Hangul}[\p{Hangul} ]{0,12}?)( ?):( ?)(\p{Hangul}|\x1a|$)"));
    let Some(captures) = COLON.captures(&passage.text) else { return };
    let (Some(head), Some(left), Some(right)) = (captures.get(1), captures.get(2), captures.get(3)) else { return };
    let end = left.end() + 1;
    let bare = captures.get(4).is_some_and(|next| next.is_empty());
    // A sentence, or a part of one, is no heading.
    if bare && left.is_empty() || head.as_str().ends_with(['다', '요']) || passage.text.trim_end().ends_with('.') {
        return;
    }
    push_occasion(found, head.start()..end, if left.is_empty() && !right.is_empty() { &[1] } else { &[] });
}

/// Writes `: `.
fn rewrite_heading_colons(passage: &Passage<'_>, occasion: &Occasion, _: usize) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    let head = text.trim_end_matches(':').trim_end();
    let start = occasion.range.start + head.len();
    let rest = &passage.text[occasion.range.end..];
    let end = occasion.range.end + rest.len() - rest.trim_start_matches(' ').len();
    Some(vec![(start..end, if rest.trim().is_empty() { ":" } else { ": " }.to_owned())])
}
