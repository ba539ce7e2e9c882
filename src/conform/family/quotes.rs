//! Quotation marks and apostrophes: which mark opens, which closes, how deep it is nested.
//!
//! Invariant: a mark that has no partner in its paragraph is no quotation; a mark between two letters is an apostrophe.

use std::cell::OnceCell;
use std::ops::Range;

use crate::conform::character::{is_han_or_kana, is_space};
use crate::conform::detector::{Finder, Occasion, ValueSet};
use crate::conform::ingredient;
use crate::conform::mark::{MarkPair, Marks, Quotation};
use crate::conform::passage::{MASKED, Passage, Tongue};
use crate::conform::witness::is_quote;

/// Deeper than this, marks are noise.
const DEEPEST: usize = 6;

struct OpenMark {
    range: Range<usize>,
    mark: char,
}

/// All marks of a passage, read once.
#[must_use]
pub fn read_marks<'p>(passage: &'p Passage<'_>) -> &'p Marks {
    passage.marks(find_marks)
}

fn find_marks(passage: &Passage<'_>) -> Marks {
    let text: &str = &passage.text;
    let mut marks = Marks::default();
    let mut stack: Vec<OpenMark> = Vec::new();
    let mut before: Option<char> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c.is_ascii_alphanumeric() || c == ' ' {
            before = Some(c);
            continue;
        }
        let after = chars.peek().map(|(_, c)| *c);
        let range = at..at + c.len_utf8();
        let in_word = || before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric);
        match c {
            '\n' if after == Some('\n') => stack.clear(),
            '„' | '‚' | '「' | '『' => push(&mut stack, range, c),
            '“' => close_or_open(&mut stack, &mut marks, range, c, "„"),
            '”' => {
                close(&mut stack, &mut marks, &range, "“„");
            }
            '‘' if !in_word() || before.is_some_and(is_caseless) => {
                close_or_open(&mut stack, &mut marks, range, c, "‚");
            }
            '’' => {
                let open = stack.last().is_some_and(|opened| opened.mark == '‘');
                let east = before.is_some_and(is_caseless);
                if (in_word() && !east) || !open || !close(&mut stack, &mut marks, &range, "‘") {
                    marks.apostrophes.push((range, true));
                }
            }
            '»' => close_or_open(&mut stack, &mut marks, range, c, "«"),
            '«' => close_or_open(&mut stack, &mut marks, range, c, "»"),
            '›' => close_or_open(&mut stack, &mut marks, range, c, "‹"),
            '‹' => close_or_open(&mut stack, &mut marks, range, c, "›"),
            '」' => {
                close(&mut stack, &mut marks, &range, "「");
            }
            '』' => {
                close(&mut stack, &mut marks, &range, "『");
            }
            // Feet, minutes and thousands stand between digits, and the name of a mailbox is no prose.
            '\'' if in_word() && (between_digits(before, after) || is_in_address(&text[at..])) => {}
            '"' => read_straight_double(&mut stack, &mut marks, range, before, after),
            '\'' => read_straight_single(&mut stack, &mut marks, range, before, after),
            _ => {}
        }
        before = Some(c);
    }
    if passage.tongue == Tongue::En {
        part_clipped_and(text, &mut marks);
    }
    // A part of a message is a text of its own: no quotation begins in one and ends in another.
    let within = |quotation: &Quotation| passage.written.get(quotation.open.end..quotation.close.start);
    marks.quotations.retain(|quotation| within(quotation).is_none_or(has_whole_parts));
    settle(&mut marks);
    marks
}

/// Whether every brace of a text has its partner in it.
fn has_whole_parts(text: &str) -> bool {
    let mut depth = 0_usize;
    for byte in text.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return false,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// A letter of a script without capitals, in which words may stand without blanks between them.
fn is_caseless(c: char) -> bool {
    c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase()
}

fn between_digits(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(|c| c.is_ascii_digit()) && after.is_some_and(|c| c.is_ascii_digit())
}

/// Longest name of a mailbox, in bytes (RFC 5321).
const LONGEST_MAILBOX: usize = 64;

/// Whether an apostrophe at the start of a text stands in a mail address.
fn is_in_address(text: &str) -> bool {
    let rest = &text[1..text.floor_char_boundary(LONGEST_MAILBOX)];
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || ".-_+'".contains(c))).unwrap_or(rest.len());
    rest[end..].starts_with('@')
}

/// `rock 'n' roll` has two apostrophes and no quotation.
fn part_clipped_and(text: &str, marks: &mut Marks) {
    let Marks { quotations, apostrophes, outer: _ } = marks;
    quotations.retain(|quotation| {
        let clipped = matches!(text.get(quotation.open.end..quotation.close.start), Some("n" | "N"));
        if clipped {
            let curly = !quotation.pair.is_straight();
            apostrophes.extend([(quotation.open.clone(), curly), (quotation.close.clone(), curly)]);
        }
        !clipped
    });
}

fn read_straight_double(
    stack: &mut Vec<OpenMark>,
    marks: &mut Marks,
    range: Range<usize>,
    before: Option<char>,
    after: Option<char>,
) {
    if close(stack, marks, &range, "\"") {
        return;
    }
    // Inches, and a mark in the middle of nothing. Behind a letter it opens only where no blanks part words.
    let inches = before.is_some_and(|c| c.is_ascii_digit());
    let inside = before.is_some_and(|c| c.is_lowercase() || c.is_uppercase());
    if !inches && !inside && after.is_some_and(|c| !c.is_whitespace()) {
        push(stack, range, '"');
    }
}

fn read_straight_single(
    stack: &mut Vec<OpenMark>,
    marks: &mut Marks,
    range: Range<usize>,
    before: Option<char>,
    after: Option<char>,
) {
    let letter_before = before.is_some_and(|c| c.is_alphanumeric() || c == MASKED);
    let letter_after = after.is_some_and(char::is_alphanumeric);
    let open = stack.iter().any(|opened| opened.mark == '\'');
    let east = before.is_some_and(is_caseless);
    if letter_before && letter_after && !(east && open) {
        marks.apostrophes.push((range, false));
    } else if open && before.is_some_and(|c| !c.is_whitespace()) {
        close(stack, marks, &range, "'");
    } else if letter_before && !letter_after {
        marks.apostrophes.push((range, false));
    } else if after.is_some_and(|c| !c.is_whitespace()) {
        push(stack, range, '\'');
    }
}

fn push(stack: &mut Vec<OpenMark>, range: Range<usize>, mark: char) {
    if stack.len() < DEEPEST {
        stack.push(OpenMark { range, mark });
    }
}

fn close_or_open(stack: &mut Vec<OpenMark>, marks: &mut Marks, range: Range<usize>, mark: char, partners: &str) {
    if !close(stack, marks, &range, partners) {
        push(stack, range, mark);
    }
}

/// Closes the innermost quotation that one of `partners` opened; what was opened inside and never closed is dropped.
fn close(stack: &mut Vec<OpenMark>, marks: &mut Marks, range: &Range<usize>, partners: &str) -> bool {
    let Some(at) = stack.iter().rposition(|opened| partners.contains(opened.mark)) else { return false };
    let opened = stack.swap_remove(at);
    stack.truncate(at);
    let pair = match (opened.mark, range.len()) {
        ('“', _) => MarkPair::DoubleCurly,
        ('„', _) => MarkPair::DoubleGerman,
        ('‘', _) => MarkPair::SingleCurly,
        ('‚', _) => MarkPair::SingleGerman,
        ('«', _) => MarkPair::Guillemets,
        ('»', _) => MarkPair::ReversedGuillemets,
        ('‹', _) => MarkPair::SingleGuillemets,
        ('›', _) => MarkPair::ReversedSingleGuillemets,
        ('「', _) => MarkPair::Corner,
        ('『', _) => MarkPair::DoubleCorner,
        ('"', _) => MarkPair::DoubleStraight,
        _ => MarkPair::SingleStraight,
    };
    let pair = if pair == MarkPair::DoubleGerman && partners.starts_with('“') { MarkPair::Mixed } else { pair };
    marks.quotations.push(Quotation { open: opened.range, close: range.clone(), pair, depth: 0 });
    true
}

/// Orders quotations by place and counts what encloses each. They are nested properly, so a stack of ends suffices.
fn settle(marks: &mut Marks) {
    marks.quotations.sort_by_key(|quotation| quotation.open.start);
    let mut ends: Vec<usize> = Vec::new();
    for quotation in &mut marks.quotations {
        ends.retain(|end| *end > quotation.open.start);
        quotation.depth = ends.len();
        if ends.is_empty() {
            marks.outer.push(quotation.open.start..quotation.close.end);
        }
        ends.push(quotation.close.end);
    }
}

fn push_quotation(passage: &Passage<'_>, found: &mut Vec<Occasion>, quotation: &Quotation, shows: &[u32]) {
    let inside = passage.text.get(quotation.open.end..quotation.close.start).unwrap_or_default();
    // Marks with nothing between them are what is spoken of, and a name of a program has its own: `['your_channel_id']`.
    let is_code = !inside.contains(is_space) && inside.contains('_');
    if !inside.is_empty() && !is_code && !inside.starts_with("http") {
        found.push(Occasion::between(quotation.open.clone(), quotation.close.clone(), ValueSet::of(shows)));
    }
}

/// `punctuation.quotation_style` in every language.
pub const QUOTATION_STYLE: Finder =
    Finder::new(ingredient::APOSTROPHE | ingredient::QUOTE | ingredient::TYPOGRAPHY, find_quotation_style)
        .rewritten_by(rewrite_quotation_style);

fn find_quotation_style(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for quotation in &read_marks(passage).quotations {
        if is_pattern(passage, quotation) {
            continue;
        }
        if let Some(shows) = quotation_style(passage.tongue, quotation.pair, quotation.depth) {
            push_quotation(passage, found, quotation, shows);
        } else if quotation.depth == 0 && quotation.pair.is_single() && quotes_words(passage, quotation) {
            push_quotation(passage, found, quotation, &[]);
        }
    }
}

/// Whether straight single marks keep words of a date apart from its pattern: `'Yesterday'`, `{date} 'at' {time}`.
fn is_pattern(passage: &Passage<'_>, quotation: &Quotation) -> bool {
    let outside = [&passage.text[..quotation.open.start], &passage.text[quotation.close.end..]];
    quotation.pair == MarkPair::SingleStraight
        && outside.iter().all(|part| part.chars().all(|c| c == MASKED || c.is_whitespace()))
        && !passage.text[quotation.open.end..quotation.close.start].contains(MASKED)
}

/// Whether all that no quotation has is a pattern of dates: `'Hier' 'à' HH:mm`, `'Dernier' EEEE`.
fn is_pattern_around(passage: &Passage<'_>) -> bool {
    const LETTERS: &str = "EdmMyYHhsSaLcqQwzZ";
    let mut end = 0;
    let plain = |part: &str| part.chars().all(|c| !c.is_alphabetic() || LETTERS.contains(c));
    let between = read_marks(passage).outer.iter().all(|outer| {
        let part = passage.text.get(end..outer.start).unwrap_or_default();
        end = outer.end;
        plain(part)
    });
    between && plain(passage.text.get(end..).unwrap_or_default())
}

/// Whether single marks by themselves quote words, where no apostrophe may be taken for one.
fn quotes_words(passage: &Passage<'_>, quotation: &Quotation) -> bool {
    let inside = passage.text.get(quotation.open.end..quotation.close.start).unwrap_or_default();
    match passage.tongue {
        Tongue::Es | Tongue::Fr => {
            let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
            // A small word of plain letters may be one of a program (`'auto'`); French has its apostrophe besides.
            let is_prose = passage.tongue == Tongue::Es || inside.contains(|c: char| c.is_uppercase() || !c.is_ascii());
            is_prose
                && letter(inside.chars().next())
                && letter(inside.chars().next_back())
                && inside.contains(char::is_lowercase)
                && inside.chars().all(|c| c.is_alphabetic() || is_space(c) || c == ',')
        }
        Tongue::Ja | Tongue::Zh => !inside.is_empty() && inside.chars().all(is_han_or_kana),
        Tongue::De | Tongue::En | Tongue::It | Tongue::Ko => false,
    }
}

fn quotation_style(tongue: Tongue, pair: MarkPair, depth: usize) -> Option<&'static [u32]> {
    use MarkPair as P;
    let even = depth.is_multiple_of(2);
    // The values of the others speak of two levels.
    if depth > 1 && !matches!(tongue, Tongue::En | Tongue::Es) {
        return None;
    }
    let shows: &[u32] = match (tongue, depth, pair) {
        (Tongue::De, 0, P::DoubleGerman) | (Tongue::De, 1.., P::SingleGerman) => &[1],
        (Tongue::De, 0, P::Guillemets) | (Tongue::De, 1.., P::SingleGuillemets) => &[2],
        (Tongue::De, 0, P::ReversedGuillemets) | (Tongue::De, 1.., P::ReversedSingleGuillemets) => &[3],
        // English alternates, however deep.
        (Tongue::En, _, P::DoubleCurly | P::DoubleStraight) => {
            if even {
                &[1]
            } else {
                &[2]
            }
        }
        (Tongue::En, _, P::SingleCurly | P::SingleStraight) => {
            if even {
                &[2]
            } else {
                &[1]
            }
        }
        // So do two of the three Spanish values; the third names what is inside of the second.
        (Tongue::Es, _, P::DoubleCurly) if even => &[1],
        (Tongue::Es, 1, P::SingleCurly) => &[1],
        (Tongue::Es, 2.., P::SingleCurly) => {
            if even {
                &[3]
            } else {
                &[1, 3]
            }
        }
        (Tongue::Es, _, P::DoubleStraight) if even => &[2],
        (Tongue::Es, _, P::SingleStraight) if !even => &[2],
        (Tongue::Es, 0, P::Guillemets) | (Tongue::Es, 1, P::DoubleCurly) => &[3],
        (Tongue::It, 0, P::DoubleCurly) | (Tongue::It, 1.., P::SingleCurly) => &[1],
        (Tongue::It, 0, P::DoubleStraight) | (Tongue::It, 1.., P::SingleStraight) => &[2],
        (Tongue::It, 0, P::Guillemets) => &[3, 4, 5],
        (Tongue::It, 1.., P::DoubleCurly) => &[3],
        (Tongue::It, 1.., P::DoubleStraight) => &[4],
        (Tongue::It, 1.., P::SingleGuillemets) => &[5],
        (Tongue::Ja, 0, P::Corner) | (Tongue::Ja, 1.., P::DoubleCorner) => &[1],
        // Titles stand in double corner brackets by themselves.
        (Tongue::Ja, 0, P::DoubleCorner) => return None,
        (Tongue::Ko, 0, P::DoubleCurly | P::DoubleStraight) | (Tongue::Ko, 1.., P::SingleCurly | P::SingleStraight) => {
            &[1]
        }
        // Single marks emphasize in Korean, and are no quotation.
        (Tongue::Ko, 0, P::SingleCurly | P::SingleStraight) => return None,
        (Tongue::Zh, 0, P::DoubleStraight) | (Tongue::Zh, 1.., P::SingleStraight) => &[1],
        (Tongue::Fr, _, _) => return None,
        (_, 0, P::SingleStraight | P::SingleCurly) if tongue != Tongue::De => return None,
        _ => &[],
    };
    Some(shows)
}

/// The marks that a value of `quotation_style` wants at a depth.
fn wanted_pair(tongue: Tongue, value: usize, depth: usize) -> Option<MarkPair> {
    let even = depth.is_multiple_of(2);
    use MarkPair as P;
    Some(match (tongue, value, depth) {
        (Tongue::De, 0, 0) => P::DoubleGerman,
        (Tongue::De, 0, _) => P::SingleGerman,
        (Tongue::De, 1, 0) | (Tongue::Es, 2, 0) | (Tongue::It, 2..=4, 0) => P::Guillemets,
        (Tongue::De, 1, _) | (Tongue::It, 4, _) => P::SingleGuillemets,
        (Tongue::De, 2, 0) => P::ReversedGuillemets,
        (Tongue::De, 2, _) => P::ReversedSingleGuillemets,
        (Tongue::Es | Tongue::It, 0, 0) | (Tongue::Es, 2, 1) | (Tongue::It, 2, _) => P::DoubleCurly,
        (Tongue::Es, 0, _) if even => P::DoubleCurly,
        (Tongue::Es, 1, _) if even => P::DoubleStraight,
        (Tongue::Es | Tongue::It, 0, _) | (Tongue::Es, 2, _) => P::SingleCurly,
        (Tongue::Es | Tongue::It | Tongue::Zh, 1, 0) | (Tongue::Zh, 0, 0) | (Tongue::It, 3, _) => P::DoubleStraight,
        (Tongue::Es | Tongue::It | Tongue::Zh, 1, _) | (Tongue::Zh, 0, _) => P::SingleStraight,
        (Tongue::Ja, 0, 0) => P::Corner,
        (Tongue::Ja, 0, _) => P::DoubleCorner,
        _ => return None,
    })
}

/// Swaps both marks; what they enclose stays.
fn rewrite_quotation_style(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let depth = read_marks(passage).quotation_at(occasion.range.start)?.depth;
    swap_marks(occasion, wanted_pair(passage.tongue, value, depth)?)
}

fn swap_marks(occasion: &Occasion, pair: MarkPair) -> Option<Vec<(Range<usize>, String)>> {
    let [open, close] = occasion.marks.clone()?;
    let (start, end) = pair.marks();
    Some(vec![(open, start.to_owned()), (close, end.to_owned())])
}

/// `punctuation.quotation_mark` in Spanish, French and Korean.
pub const QUOTATION_MARK: Finder =
    Finder::new(ingredient::APOSTROPHE | ingredient::QUOTE | ingredient::TYPOGRAPHY, find_quotation_mark)
        .rewritten_by(rewrite_quotation_mark);

fn find_quotation_mark(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let pattern = OnceCell::new();
    let is_prose = || !*pattern.get_or_init(|| is_pattern_around(passage));
    for quotation in &read_marks(passage).quotations {
        let inside = &passage.text[quotation.open.end..quotation.close.start];
        // A mark that is spoken of: `“"”`.
        if !inside.is_empty() && inside.chars().all(is_quote) {
            continue;
        }
        let shows: &[u32] = match (passage.tongue, quotation.pair) {
            (Tongue::Ko, pair) if pair.is_curly() => &[1],
            (Tongue::Ko, pair) if pair.is_straight() => &[2],
            (Tongue::Ko, _) => continue,
            (_, _) if quotation.depth > 0 => continue,
            (_, MarkPair::DoubleCurly) => &[1],
            (_, MarkPair::DoubleStraight) => &[2],
            (_, MarkPair::Guillemets) => &[3],
            (Tongue::Fr, pair) if pair.is_single() && quotes_words(passage, quotation) && is_prose() => &[],
            (_, pair) if pair.is_single() => continue,
            _ => &[],
        };
        push_quotation(passage, found, quotation, shows);
    }
}

/// Swaps both marks of a quotation.
fn rewrite_quotation_mark(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let single = read_marks(passage).quotation_at(occasion.range.start)?.pair.is_single();
    let pair = match (passage.tongue, value, single) {
        (Tongue::Ko, 0, true) => MarkPair::SingleCurly,
        (Tongue::Ko, 1, true) => MarkPair::SingleStraight,
        (_, 0, false) => MarkPair::DoubleCurly,
        (_, 1, false) => MarkPair::DoubleStraight,
        // French guillemets keep a space inside, Spanish ones none.
        (Tongue::Es, 2, false) => MarkPair::Guillemets,
        _ => return None,
    };
    swap_marks(occasion, pair)
}

/// `punctuation.quotation_mark_and_apostrophe` in English and Italian.
pub const QUOTATION_AND_APOSTROPHE: Finder =
    Finder::new(ingredient::APOSTROPHE | ingredient::QUOTE | ingredient::TYPOGRAPHY, find_quotation_and_apostrophe)
        .rewritten_by(rewrite_quotation_and_apostrophe);

fn find_quotation_and_apostrophe(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let marks = read_marks(passage);
    let italian = passage.tongue == Tongue::It;
    let mut guarded: Vec<Range<usize>> = Vec::new();
    for quotation in &marks.quotations {
        let inside = guarded.iter().any(|range| range.contains(&quotation.open.start));
        let shows: &[u32] = match quotation.pair {
            MarkPair::DoubleCurly | MarkPair::SingleCurly => &[1],
            MarkPair::DoubleStraight | MarkPair::SingleStraight => &[2],
            MarkPair::Guillemets if italian => &[3, 4],
            MarkPair::DoubleGerman
            | MarkPair::SingleGerman
            | MarkPair::Guillemets
            | MarkPair::ReversedGuillemets
            | MarkPair::SingleGuillemets
            | MarkPair::ReversedSingleGuillemets
            | MarkPair::Corner
            | MarkPair::DoubleCorner
            | MarkPair::Mixed => {
                if italian {
                    continue;
                }
                &[]
            }
        };
        if quotation.pair == MarkPair::Guillemets {
            guarded.push(quotation.open.start..quotation.close.end);
        }
        if !(italian && inside) {
            push_quotation(passage, found, quotation, shows);
        }
    }
    for (range, curly) in marks.apostrophes.iter().cloned() {
        let shows: &[u32] = match (italian, curly) {
            (true, true) => &[1, 3],
            (true, false) => &[2, 4],
            (false, true) => &[1],
            (false, false) => &[2],
        };
        found.push(Occasion::new(range, ValueSet::of(shows)));
    }
}

/// Swaps straight for curly marks and back; guillemets are another decision.
fn rewrite_quotation_and_apostrophe(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let curly = matches!((passage.tongue, value), (_, 0) | (Tongue::It, 2));
    if occasion.marks.is_none() {
        return Some(vec![(occasion.range.clone(), if curly { "’" } else { "'" }.to_owned())]);
    }
    let single = read_marks(passage).quotation_at(occasion.range.start)?.pair.is_single();
    let pair = match (value, single) {
        (0, false) => MarkPair::DoubleCurly,
        (0, true) => MarkPair::SingleCurly,
        (1, false) => MarkPair::DoubleStraight,
        (1, true) => MarkPair::SingleStraight,
        _ => return None,
    };
    swap_marks(occasion, pair)
}

/// `punctuation.apostrophe` in German and French: those between two letters.
pub const APOSTROPHE: Finder =
    Finder::new(ingredient::APOSTROPHE | ingredient::TYPOGRAPHY, find_apostrophe).rewritten_by(rewrite_apostrophe);

fn find_apostrophe(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (at, mark) in passage.text.match_indices(['\'', '’']) {
        let range = at..at + mark.len();
        let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        let inside = letter(passage.char_before(range.start)) && letter(passage.char_at(range.end));
        if !inside && !is_genitive(passage, &range) || mark == "'" && opens_code(passage, range.end) {
            continue;
        }
        let shows: &[u32] = match (mark, passage.tongue) {
            ("’", _) => &[1],
            (_, Tongue::Fr) => &[2],
            _ => &[],
        };
        found.push(Occasion::new(range, ValueSet::of(shows)));
    }
}

/// Whether the mark before `at` opens what another closes, without a blank before it: `als'pick_override' ist`.
fn opens_code(passage: &Passage<'_>, at: usize) -> bool {
    let rest = &passage.text[at..];
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    rest[..word].contains('_') && rest[word..].starts_with('\'')
}

/// Whether an apostrophe stands for the s of a German genitive: `Max' Auto`, `Marx’ Werke`.
fn is_genitive(passage: &Passage<'_>, range: &Range<usize>) -> bool {
    let owner = passage.word_before(range.start);
    passage.tongue == Tongue::De
        && owner.ends_with(['s', 'x', 'z', 'ß'])
        && owner.starts_with(char::is_uppercase)
        && passage.text[..range.start].ends_with(owner)
        && passage.char_at(range.end) == Some(' ')
        && passage.word_after(range.end).starts_with(char::is_uppercase)
        && passage.text[range.end + 1..].starts_with(passage.word_after(range.end))
        && read_marks(passage).apostrophes.iter().any(|(apostrophe, _)| apostrophe == range)
        && !passage.text[..range.start].contains(['\'', '‚', '‘', '’'])
}

/// Swaps the apostrophe.
fn rewrite_apostrophe(_: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    Some(vec![(occasion.range.clone(), if value == 0 { "’" } else { "'" }.to_owned())])
}

/// `punctuation.periods_in_direct_quotes` in Korean: a quotation that a particle of saying follows.
pub const PERIOD_IN_QUOTE: Finder = Finder::new(ingredient::QUOTE | ingredient::TYPOGRAPHY, find_period_in_quote);

fn find_period_in_quote(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for quotation in &read_marks(passage).quotations {
        let after = passage.text.get(quotation.close.end..).unwrap_or_default();
        let said =
            ["라고", "이라고", "고 ", "하고", "라는", "라며", "며 "].iter().any(|particle| after.starts_with(particle));
        let end = quotation.close.start;
        let inside = passage.text.get(quotation.open.end..end).unwrap_or_default();
        let Some(last) = inside.trim_end_matches('.').chars().next_back().filter(|c| "다요까죠네".contains(*c))
        else {
            continue;
        };
        if said && !quotation.pair.is_single() {
            let start = inside.trim_end_matches('.').len() + quotation.open.end - last.len_utf8();
            found.push(Occasion::new(start..end, ValueSet::of(if inside.ends_with('.') { &[2] } else { &[1] })));
        }
    }
}

/// `punctuation.corner_bracket_and_periods` in Japanese: what follows a quotation that ends the text or the sentence.
pub const PERIOD_AFTER_CORNER: Finder = Finder::new(ingredient::TYPOGRAPHY, find_period_after_corner);

fn find_period_after_corner(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (at, mark) in passage.text.match_indices('」') {
        if passage.char_at(at + mark.len()) == Some('。') {
            found.push(Occasion::new(at..at + mark.len() + '。'.len_utf8(), ValueSet::of(&[1])));
        }
    }
}
