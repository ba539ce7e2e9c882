//! Punctuation that several languages decide: ellipses, ranges, dashes, slashes, ampersands, salutations.
//!
//! Invariant: a mark between two numbers is a range only where the second is larger and nothing makes them a date, a score
//! or a name.

use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::beside_digits::ByteSet;
use crate::conform::character::is_space;
use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::family::figures::is_in_list_of_values;
use crate::conform::family::quotes::read_marks;
use crate::conform::ingredient;
use crate::conform::passage::{MASKED, Passage, Tongue};
use crate::conform::pattern::{Pattern, pattern};

static ELLIPSIS: LazyLock<Pattern> = LazyLock::new(|| pattern(r"…+|⋯+|\.(?:[ \u{a0}]?\.){2,}"));

/// `punctuation.ellipsis`.
pub const ELLIPSES: Finder = Finder::new(ingredient::ELLIPSIS, find_ellipses).rewritten_by(rewrite_ellipses);

fn find_ellipses(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for dots in ELLIPSIS.find_iter(&passage.text) {
        let text = dots.as_str();
        let before = passage.char_before(dots.start());
        // In an address, and behind an assignment, they stand for what is left out: `KEY1=VALUE1,KEY2=VALUE2...`.
        let word = passage.written.get(..dots.start()).and_then(|before| before.rsplit(char::is_whitespace).next());
        let code = before.is_some_and(|c| matches!(c, '/' | '\\' | '[' | '<' | '=' | ','))
            || word.is_some_and(|word| word.ends_with('/') || word.contains('='));
        // Behind a placeholder or a tag they end a sentence, and between two of them they may be anything.
        let ends = passage.char_at(dots.end()).is_none_or(|c| c.is_whitespace() || "\"'”’»)".contains(c));
        if code
            || is_of_program(passage, &dots.range())
            || is_statement(passage, &dots.range())
            || before == Some(MASKED) && !ends
            || passage.char_at(dots.end()).is_some_and(|c| matches!(c, '/' | '\\' | ']' | '>'))
                && text.starts_with("...")
        {
            continue;
        }
        let spaced = text.contains([' ', '\u{a0}']);
        let shows: &[u32] = match (passage.tongue, text) {
            (Tongue::De | Tongue::En | Tongue::Fr | Tongue::Ja, "…") => &[1],
            (Tongue::De | Tongue::Fr, "...") => &[2],
            (Tongue::En, _) if spaced && text.matches('.').count() == 3 => &[2],
            (Tongue::Ja, "………") => &[2],
            (Tongue::Ja, "……") => &[3],
            (Tongue::Ko, "......") => &[1],
            (Tongue::Ko, "……" | "⋯⋯") => &[2],
            (Tongue::Ko, "...") => &[3],
            (Tongue::Ko, "…" | "⋯") => &[4],
            _ => &[],
        };
        push_occasion(found, dots.range(), shows);
    }
}

/// Whether dots stand for a range of numbers (`1...5`), or spread a list of a program: `...args`, `...someNames`.
fn is_of_program(passage: &Passage<'_>, dots: &Range<usize>) -> bool {
    const SPREAD: &[&str] = &["args", "argv", "kwargs", "props", "params", "opts", "arr", "obj", "items"];
    let before = passage.char_before(dots.start);
    let after = passage.near_after(dots.end);
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    if digit(before) && digit(after.chars().next()) {
        return true;
    }
    let len = after.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let name = &after[..len];
    let is_lower = name.starts_with(|c: char| c.is_ascii_lowercase());
    let has_hump = name.contains('_') || name.contains(|c: char| c.is_ascii_uppercase());
    !before.is_some_and(char::is_alphanumeric) && is_lower && (has_hump || SPREAD.contains(&name))
}

/// Whether dots join two words between quotation marks, as in the name of a statement: `'for...in'`.
fn is_statement(passage: &Passage<'_>, dots: &Range<usize>) -> bool {
    let small = |c: char| c.is_ascii_lowercase();
    let quote = |c: Option<char>| c.is_some_and(|c| "\"'“”„«»‘’「」".contains(c));
    let (before, after) = (&passage.text[..dots.start], &passage.text[dots.end..]);
    let (head, tail) = (before.trim_end_matches(small), after.trim_start_matches(small));
    head.len() < before.len()
        && tail.len() < after.len()
        && quote(head.trim_end_matches(is_space).chars().next_back())
        && quote(tail.trim_start_matches(is_space).chars().next())
}

/// Writes the dots anew.
fn rewrite_ellipses(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let text = passage.text.get(occasion.range.clone())?;
    // Two points or seven are a slip that nobody can read for sure.
    if !matches!(text, "…" | "..." | "……" | "………" | "......" | ". . ." | "⋯" | "⋯⋯") {
        return None;
    }
    let new = match (passage.tongue, value) {
        (Tongue::De | Tongue::En | Tongue::Fr | Tongue::Ja, 0) | (Tongue::Ko, 3) => "…",
        (Tongue::De | Tongue::Fr, 1) | (Tongue::Ko, 2) => "...",
        (Tongue::En, 1) => ".\u{a0}.\u{a0}.",
        (Tongue::Ja, 1) => "………",
        (Tongue::Ja, 2) | (Tongue::Ko, 1) => "……",
        (Tongue::Ko, 0) => "......",
        _ => return None,
    };
    Some(vec![(occasion.range.clone(), new.to_owned())])
}

static RANGE: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(r"([0-9]{1,4}(?:[.,][0-9]{1,2})?)([ \u{a0}]?)([-–—－‐～〜~∼])([ \u{a0}]?)([0-9]{1,4}(?:[.,][0-9]{1,2})?)")
});
static RANGE_WORDS: LazyLock<Pattern> = LazyLock::new(|| {
    let words =
        r"(N)[ \u{a0}](bis|to)[ \u{a0}](N)|\b(de|da)[ \u{a0}](N)[ \u{a0}]a[ \u{a0}](N)|(N)(から)(N)|(N)(부터) (N)까지";
    pattern(&words.replace('N', "[0-9]{1,6}(?:[.,][0-9]{1,2})?"))
});

/// A number of a range, in thousandths, so that `0.5` is less than `1`.
fn thousandths(number: &str) -> Option<u32> {
    let (whole, part) = number.split_once(['.', ',']).unwrap_or((number, ""));
    Some(whole.parse::<u32>().ok()? * 1_000 + format!("{part:0<3}").parse::<u32>().ok()?)
}

/// A range in digits: bytes, sign, and whether spaces stand around it.
fn read_ranges(passage: &Passage<'_>) -> Vec<(Range<usize>, char, bool, bool)> {
    let range = |captures: regex::Captures<'_>| {
        let whole = captures.get(0)?;
        let number = |at: usize| thousandths(captures.get(at)?.as_str());
        let joined = |c: Option<char>| {
            c.is_some_and(|c| {
                c.is_ascii_alphanumeric()
                    || matches!(c, '-' | '–' | '.' | ',' | '/' | ':' | '_' | '+' | '(' | ')' | '#' | MASKED)
            })
        };
        let after = passage.char_at(whole.end());
        let closed = !(after.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '–' | '/' | ':' | '_'))
            || matches!(after, Some('.' | ','))
                && passage.char_at(whole.end() + 1).is_some_and(|c| c.is_ascii_digit()));
        // `0'0-8'0` are decimals behind apostrophes.
        let apostrophe = |c: Option<char>| c.is_some_and(|c| matches!(c, '\'' | '’'));
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let cut = apostrophe(passage.char_before(whole.start()))
            && digit(passage.text[..whole.start()].trim_end_matches(['\'', '’']).chars().next_back())
            || apostrophe(after) && digit(passage.text[whole.end()..].chars().nth(1));
        let open =
            !cut && (!joined(passage.char_before(whole.start())) || passage.char_before(whole.start()) == Some('('));
        let named = matches!(
            passage.word_before(whole.start()).to_lowercase().as_str(),
            "iso" | "rfc" | "utf" | "covid" | "python" | "version"
        );
        let code = passage.text.get(..whole.start())?.trim_end_matches(is_space).ends_with("Nr.");
        // `A-Z 0-9 _` names characters, and beside a sign of equality a hyphen is a minus.
        let class = whole.as_str() == "0-9";
        let zero = class
            || captures.get(1)?.as_str().as_bytes().starts_with(b"0")
                && captures.get(1)?.as_str().as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        // `Excel 97-2003` is a name.
        let years = captures.get(1)?.len() == 2 && captures.get(5)?.len() == 4;
        let equation = |text: &str, side: fn(&str) -> Option<char>| side(text.trim_matches(is_space)) == Some('=');
        let computed = equation(passage.text.get(..whole.start())?, |text| text.chars().next_back())
            || equation(passage.text.get(whole.end()..)?, |text| text.chars().next());
        let sign = captures.get(3)?.as_str().chars().next()?;
        let listed = is_in_list_of_values(&passage.text, &whole.range());
        (open && closed && !listed && !named && !code && !zero && !years && !computed && number(1)? < number(5)?).then(
            || {
                (
                    whole.range(),
                    sign,
                    !captures.get(2).is_none_or(|gap| gap.is_empty()),
                    !captures.get(4).is_none_or(|gap| gap.is_empty()),
                )
            },
        )
    };
    RANGE.captures_behind(passage, ByteSet::of("-–~")).filter_map(range).collect()
}

/// `punctuation.range_indicator`, and `punctuation.dash` in Chinese.
pub const RANGES: Finder = Finder::new(ingredient::DIGIT, find_ranges).rewritten_by(rewrite_ranges);

fn find_ranges(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (range, sign, left, right) in read_ranges(passage) {
        let (spaced, tight) = (left && right, !left && !right);
        let shows: &[u32] = match (passage.tongue, sign) {
            (Tongue::De | Tongue::En, '–') if tight => &[1],
            (Tongue::En, '-') if spaced => &[3],
            (Tongue::En, '-') if tight => &[4],
            (Tongue::Es, '–') if spaced => &[1],
            (Tongue::Es, '–') if tight => &[2],
            (Tongue::Es, '-') if spaced => &[3],
            (Tongue::Es, '-') if tight => &[4],
            (Tongue::It, '-') if spaced => &[1],
            (Tongue::It, '-') if tight => &[2],
            (Tongue::Ja, '－') => &[1],
            (Tongue::Ja, '～' | '〜') => &[2],
            (Tongue::Ja, '-') => &[3],
            (Tongue::Ko, '-') if tight => &[1],
            (Tongue::Ko, '~' | '∼' | '～') if tight => &[3],
            (Tongue::Zh, '—') => &[1],
            (Tongue::Zh, '-') => &[2],
            (Tongue::Zh, '～' | '~') => &[3],
            _ => &[],
        };
        push_occasion(found, range, shows);
    }
    if passage.tongue == Tongue::Zh {
        return;
    }
    for captures in RANGE_WORDS.captures_behind(passage, ByteSet::of("btaか")) {
        let Some(whole) =
            captures.get(0).filter(|whole| passage.stands_alone(&whole.range()) || passage.tongue.is_east_asian())
        else {
            continue;
        };
        let word = [2, 4, 8, 11].iter().find_map(|at| captures.get(*at)).map(|word| word.as_str());
        let digits = |c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',');
        let numbers: Vec<u32> = whole.as_str().split(digits).filter_map(thousandths).collect();
        let half = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | '−'));
        let parted = passage.char_at(whole.end()).is_some_and(|c| c.is_ascii_digit());
        if half(passage.char_before(whole.start())) || parted || is_asked_for(passage, whole.start()) {
            continue;
        }
        let shows: &[u32] = match (passage.tongue, word) {
            _ if numbers.len() != 2 || numbers[0] >= numbers[1] => continue,
            (Tongue::De, Some("bis")) | (Tongue::En, Some("to")) | (Tongue::Ko, Some("부터")) => &[2],
            (Tongue::Es, Some("de")) => &[5],
            (Tongue::It, Some("da")) => &[3],
            (Tongue::Ja, Some("から")) => &[4],
            _ => continue,
        };
        // A date is no range: `de 5 a 10` is, `del 5 de mayo` is not.
        push_occasion(found, whole.range(), shows);
    }
}

/// Whether a preposition or a verb asks for the words of a range: `from 3 to 63`, `values vary 0 to 1`.
fn is_asked_for(passage: &Passage<'_>, start: usize) -> bool {
    let verb = passage.word_before(start).to_lowercase();
    match passage.tongue {
        Tongue::En => {
            ["from", "range", "ranges", "ranging", "ranged", "vary", "varies", "goes", "go"].contains(&verb.as_str())
        }
        Tongue::It => ["va", "vanno", "varia", "variano", "variare", "andare"].contains(&verb.as_str()),
        Tongue::Es => ["va", "van", "varía", "varían", "oscila", "oscilan"].contains(&verb.as_str()),
        Tongue::De | Tongue::Fr | Tongue::Ja | Tongue::Ko | Tongue::Zh => false,
    }
}

/// Swaps the sign between two numbers; words are another decision.
fn rewrite_ranges(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let new = match (passage.tongue, value) {
        (Tongue::De | Tongue::En, 0) | (Tongue::Es, 1) => "–",
        (Tongue::En | Tongue::Es, 2) | (Tongue::It, 0) => " - ",
        (Tongue::En | Tongue::Es, 3) | (Tongue::It | Tongue::Zh, 1) | (Tongue::Ja, 2) | (Tongue::Ko, 0) => "-",
        (Tongue::Es, 0) => " – ",
        (Tongue::Ja, 0) => "－",
        (Tongue::Ja, 1) => "～",
        (Tongue::Ko, 2) => "~",
        (Tongue::Zh, 0) => "—",
        (Tongue::Zh, 2) => "～",
        _ => return None,
    };
    if !read_ranges(passage).iter().any(|(range, ..)| *range == occasion.range) {
        return None;
    }
    let text = passage.text.get(occasion.range.clone())?;
    let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let start = text.find(|c: char| !number(c))?;
    let end = start + text[start..].find(number)?;
    Some(vec![(occasion.range.start + start..occasion.range.start + end, new.to_owned())])
}

/// `punctuation.sentence_break_indicator` in German and English.
pub const BREAKS: Finder =
    Finder::new(ingredient::HYPHEN | ingredient::TYPOGRAPHY, find_breaks).rewritten_by(rewrite_breaks);

fn find_breaks(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let text: &str = &passage.text;
    // `Page - Section - Site` is a title in parts.
    let dashes = text.matches(" - ").count();
    let title = dashes > 1 && !text.trim_end().ends_with(['.', '!', '?', '…']);
    for (at, sign) in text.match_indices(['–', '—', '-']) {
        let end = at + sign.len();
        let (before, after) = (passage.char_before(at), passage.char_at(end));
        let spaced = before.is_some_and(is_space) && after.is_some_and(is_space);
        let letter =
            |c: char| c.is_alphabetic() || matches!(c, ')' | '"' | '”' | '“' | '’' | '\'' | '»' | '«' | ',' | '.');
        let tight = before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic);
        let left = text[..at].trim_end_matches(is_space).chars().next_back();
        let right = text[end..].trim_start_matches(is_space).chars().next();
        let words =
            left.is_some_and(letter) && right.is_some_and(|c| c.is_alphabetic() || matches!(c, '"' | '“' | '„'));
        // `x - y` is a difference.
        let letter_alone = |word: &str| word.chars().count() == 1;
        let difference = spaced && letter_alone(passage.word_before(at)) && letter_alone(passage.word_after(end));
        // `letters, numbers, - and _` speaks of the sign, and `0-9 and - are allowed` does.
        let joins = |word: &str| matches!(word, "and" | "or" | "und" | "oder");
        let spoken_of = spaced
            && (left == Some(',') && joins(passage.word_after(end))
                || sign == "-" && joins(passage.word_before(at)) && dashes == 1);
        if !(words && (spaced || tight)) || difference || spoken_of {
            continue;
        }
        let shows: &[u32] = match (passage.tongue, sign, spaced) {
            (_, "-", true) if title || !right.is_some_and(char::is_lowercase) => continue,
            (_, "-", false) | (Tongue::De | Tongue::En, "–", false) => continue,
            (Tongue::De, "–", true) => &[1],
            (Tongue::En, "—", true) => &[1],
            (Tongue::En, "—", false) => &[2],
            (Tongue::En, "–", true) => &[3],
            _ => &[],
        };
        // `'House - upper floor'` is a name that has it.
        if sign != "-" || !read_marks(passage).is_quoted(at) {
            push_occasion(found, at..end, shows);
        }
    }
}

/// Swaps dash and spaces.
fn rewrite_breaks(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let new = match (passage.tongue, value) {
        (Tongue::De, 0) | (Tongue::En, 2) => " – ",
        (Tongue::En, 0) => " — ",
        (Tongue::En, 1) => "—",
        _ => return None,
    };
    let text: &str = &passage.text;
    let start = text[..occasion.range.start].trim_end_matches(is_space).len();
    let end = text.len() - text[occasion.range.end..].trim_start_matches(is_space).len();
    Some(vec![(start..end, new.to_owned())])
}

/// `punctuation.ampersand_abbreviation_spacing` in German and English.
pub const AMPERSAND_ABBREVIATIONS: Finder =
    Finder::new(ingredient::AMPERSAND, find_ampersand_abbreviations).rewritten_by(rewrite_ampersand_abbreviations);

fn find_ampersand_abbreviations(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static SHORT: LazyLock<Pattern> = LazyLock::new(|| pattern(r"([A-Z]{1,2})([ \u{a0}]?)&([ \u{a0}]?)([A-Z])"));
    for captures in SHORT.captures_iter(&passage.text) {
        let (Some(whole), Some(left), Some(right)) = (captures.get(0), captures.get(2), captures.get(3)) else {
            continue;
        };
        if passage.stands_alone(&whole.range()) {
            let shows: &[u32] = match (left.is_empty(), right.is_empty()) {
                (true, true) => &[1],
                (false, false) => &[2],
                _ => &[],
            };
            push_occasion(found, whole.range(), shows);
        }
    }
}

/// Puts in or takes out the spaces.
fn rewrite_ampersand_abbreviations(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let letters: String = passage.text.get(occasion.range.clone())?.chars().filter(|c| !is_space(*c)).collect();
    let new = if value == 0 { letters } else { letters.replace('&', "\u{a0}&\u{a0}") };
    Some(vec![(occasion.range.clone(), new)])
}

/// `punctuation.ampersand_usage`: the sign between ordinary words, or the word in a heading of two to four words.
pub const AMPERSANDS: Finder =
    Finder::new(ingredient::AMPERSAND | ingredient::AND | ingredient::TYPOGRAPHY, find_ampersands)
        .rewritten_by(rewrite_ampersands);

fn find_ampersands(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    if passage.tongue == Tongue::Ja {
        for (at, sign) in passage.text.match_indices(['&', '＆']) {
            // `&u` stands for a value.
            let end = at + sign.len();
            let (before, after) = (passage.char_before(at), passage.char_at(end));
            // One among other signs is spoken of, one between words in Latin letters is theirs: `Force & Acceleration`.
            let signs = [before, after].iter().all(|c| c.is_some_and(|c| c.is_ascii_punctuation()));
            let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
            // `編集(&E)` names a key, and `&&` joins commands.
            let key = before == Some('(') && passage.char_at(end + 1) == Some(')');
            let operator = [before, after].contains(&Some('&'));
            let foreign = before == Some(' ')
                && after == Some(' ')
                && latin(passage.text[..at].trim_end().chars().next_back())
                && latin(passage.text[end..].trim_start().chars().next());
            if after.is_some_and(|c| c.is_ascii_lowercase()) || signs || foreign || key || operator {
                continue;
            }
            push_occasion(found, at..at + sign.len(), if sign == "＆" { &[1] } else { &[2] });
        }
        return;
    }
    for (at, sign) in passage.text.match_indices('&') {
        let end = at + sign.len();
        let spaced = passage.char_before(at).is_some_and(is_space) && passage.char_at(end).is_some_and(is_space);
        let (before, after) = (passage.word_before(at), passage.word_after(end));
        // With two capitals it may be a company, and a capital within the second (`eCommerce`) has a name, too.
        let lower = after.starts_with(char::is_lowercase) && !after.contains(char::is_uppercase);
        let copied = || {
            passage
                .searched_source()
                .is_some_and(|source| source.contains(&passage.text[at - before.len() - 1..end + 1 + after.len()]))
        };
        if spaced && lower && !before.is_empty() && !(before.starts_with(char::is_uppercase) && copied()) {
            push_occasion(found, at..end, &[]);
        }
    }
    let text: &str = &passage.text;
    let (word, spaced) = if passage.tongue == Tongue::De { ("und", " und ") } else { ("and", " and ") };
    let words = text.split_whitespace();
    // One more than the longest that counts.
    let count = words.clone().take(5).count();
    if (3..=4).contains(&count)
        && words.skip(1).take(count - 2).any(|inner| inner == word)
        && !text.contains(['.', ',', '\n', MASKED])
        && let Some(at) = text.find(spaced)
    {
        push_occasion(found, at + 1..at + 1 + word.len(), &[1]);
    }
}

/// Writes the word; in Japanese, swaps the width.
fn rewrite_ampersands(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let new = match (passage.tongue, value) {
        (Tongue::De, 0) => "und",
        (Tongue::En, 0) => "and",
        (Tongue::Ja, 0) => "＆",
        (Tongue::Ja, 1) => "&",
        _ => return None,
    };
    (passage.tongue == Tongue::Ja).then(|| vec![(occasion.range.clone(), new.to_owned())])
}

/// `punctuation.salutation` in German, English and Spanish: the first line of a letter.
pub const SALUTATION: Finder = Finder::new(ingredient::NEWLINE, find_salutation);

fn find_salutation(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static START: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"^\s*(?:Sehr geehrte[rs]?|Liebe[rs]?|Guten Tag|Hallo|Dear|Hello|Hi|Estimad[oa]s?|Querid[oa]s?|Hola|Apreciad[oa]s?)",
            r"((?: [\p{L}.\x1a{}-]+){1,6})([,:!]?)[ ]?\r?\n"
        ))
    });
    let Some(captures) = START.captures(&passage.text) else { return };
    let (Some(whole), Some(name), Some(mark)) = (captures.get(0), captures.get(1), captures.get(2)) else { return };
    // A greeting from somebody is none to the reader.
    if [" von ", " from ", " desde "].iter().any(|from| name.as_str().starts_with(from)) {
        return;
    }
    let shows: &[u32] = match (passage.tongue, mark.as_str()) {
        (Tongue::De, "") => &[1],
        (Tongue::De | Tongue::En | Tongue::Es, ",") => &[2],
        (Tongue::De, "!") => &[3],
        (Tongue::En | Tongue::Es, ":") => &[1],
        _ => &[],
    };
    let start = whole.start() + whole.as_str().len() - whole.as_str().trim_start().len();
    push_occasion(found, start..mark.end(), shows);
}
