//! Prompts: as they read, and how their words changed.
//!
//! Words are those of Unicode, so that Chinese, Japanese and Korean compare by what a reader takes for words; nothing that
//! a reader takes for one character is ever split. White space at the edge of what comes or goes is shown as `␣`, line
//! ends as `↵`. Without colour, what goes stands in `[-…-]` and what comes in `{+…+}`. What is read from right to left stands
//! between U+2068 and U+2069, so that it turns nothing around that stands beside it.

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::{SanitizedChar, classify_chars};
use crate::report::sequence_diff::{Algorithm, DiffOp, diff_sequences};
use crate::report::wrap::TextPiece;

/// A prompt in one tone, ready to be wrapped.
#[must_use]
pub fn prompt_pieces(text: &str, tone: TextTone, options: &RenderOptions) -> Vec<TextPiece> {
    let text = ExactText { starts: true, ends: true, ..ExactText::of_block(text, options) }.to_text();
    isolate_pieces(vec![TextPiece::new(tone, text)], options)
}

/// Whether a terminal or browser would set some of it from right to left.
#[must_use]
pub(crate) fn reads_right_to_left(text: &str) -> bool {
    let strong = |c: char| {
        matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
            || matches!(c, '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
    };
    !text.is_ascii() && text.chars().any(strong)
}

/// Text that was made inert already, set apart where its direction could reach what stands beside it.
#[must_use]
pub(crate) fn isolate(shown: String, options: &RenderOptions) -> String {
    if marks_direction(options) && reads_right_to_left(&shown) { format!("\u{2068}{shown}\u{2069}") } else { shown }
}

fn marks_direction(options: &RenderOptions) -> bool {
    options.unicode && options.direction_marks
}

/// The same for the pieces of one text.
fn isolate_pieces(mut pieces: Vec<TextPiece>, options: &RenderOptions) -> Vec<TextPiece> {
    if marks_direction(options) && pieces.iter().any(|piece| reads_right_to_left(&piece.text)) {
        if let Some(first) = pieces.first_mut() {
            first.text.insert(0, '\u{2068}');
        }
        if let Some(last) = pieces.last_mut() {
            last.text.push('\u{2069}');
        }
    }
    pieces
}

/// A text on one line: line ends as `↵`, spaces that nobody would see as `␣`.
#[must_use]
pub fn inline_text(text: &str, options: &RenderOptions) -> String {
    let exact = ExactText { starts: true, ends: true, ..ExactText::of_block(text, options) };
    isolate(ExactText { line_end: options.pick_glyph("↵", "\\n"), ..exact }.to_text(), options)
}

/// What became of the words of a prompt, ready to be wrapped.
#[must_use]
pub fn changed_prompt_pieces(before: &str, after: &str, options: &RenderOptions) -> Vec<TextPiece> {
    let mut pieces = Vec::new();
    let runs = diff_runs(before, after);
    for (index, run) in runs.iter().enumerate() {
        match run {
            PromptRun::Same(text) => {
                let exact = ExactText::of_block(text, options);
                let exact =
                    ExactText { starts: index == 0, ends: index + 1 == runs.len(), marked: !options.color, ..exact };
                pieces.push(TextPiece::new(TextTone::Plain, exact.to_text()));
            }
            PromptRun::Changed { gone, come } => {
                push_marked(&mut pieces, gone, TextTone::Removed, ("[-", "-]"), options);
                push_marked(&mut pieces, come, TextTone::Added, ("{+", "+}"), options);
            }
        }
    }
    isolate_pieces(pieces, options)
}

fn push_marked(
    pieces: &mut Vec<TextPiece>,
    text: &str,
    tone: TextTone,
    (open, close): (&str, &str),
    options: &RenderOptions,
) {
    if text.is_empty() {
        return;
    }
    let exact = ExactText { starts: true, ends: true, marked: !options.color, ..ExactText::of_block(text, options) };
    let shown = exact.to_text();
    let text = if options.color { shown } else { format!("{open}{shown}{close}") };
    pieces.push(TextPiece::new(tone, text));
}

/// A text shown so that no two texts look the same: line ends have a mark, and so have spaces at an edge or beside
/// another one; what could pass for a mark is escaped.
#[derive(Clone, Copy)]
struct ExactText<'a> {
    text: &'a str,
    unicode: bool,
    /// What a line end becomes.
    line_end: &'static str,
    /// Whether the text begins here, or something else stands before it.
    starts: bool,
    /// Whether the text ends here.
    ends: bool,
    /// Whether changes are marked by brackets around them.
    marked: bool,
}

impl<'a> ExactText<'a> {
    fn of_block(text: &'a str, options: &RenderOptions) -> Self {
        let line_end = options.pick_glyph("↵\n", "\\n\n");
        Self { text, unicode: options.unicode, line_end, starts: false, ends: false, marked: false }
    }

    fn to_text(self) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut before = None;
        for (at, seen) in classify_chars(self.text) {
            match seen {
                SanitizedChar::Hidden('\n') => {
                    out.push_str(self.line_end);
                    before = Some('\n');
                }
                SanitizedChar::Plain(c) => {
                    let rest = &self.text[at + c.len_utf8()..];
                    if c == ' ' && self.is_unseen_space(before, rest) {
                        out.push_str(if self.unicode { "␣" } else { "\\u{20}" });
                    } else if self.passes_for_mark(c, before, rest) {
                        out.push_str(&c.escape_unicode().to_string());
                    } else {
                        out.push(c);
                    }
                    before = Some(c);
                }
                SanitizedChar::Hidden(c) => {
                    out.push_str(&c.escape_unicode().to_string());
                    before = Some(c);
                }
            }
        }
        out
    }

    /// Whether a reader would not see a space here.
    fn is_unseen_space(self, before: Option<char>, rest: &str) -> bool {
        let after = rest.chars().next();
        before.map_or(self.starts, |c| matches!(c, ' ' | '\n')) || after.map_or(self.ends, |c| matches!(c, ' ' | '\n'))
    }

    /// Whether a reader could take this character for one of our marks.
    fn passes_for_mark(self, c: char, before: Option<char>, rest: &str) -> bool {
        match (c, before) {
            ('↵' | '␣', _) => self.unicode,
            ('\\', _) => rest.starts_with("u{") || (!self.unicode && rest.starts_with('n')),
            ('-', Some('[')) | (']', Some('-')) | ('+', Some('{')) | ('}', Some('+')) => self.marked,
            _ => false,
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum PromptRun {
    Same(String),
    Changed { gone: String, come: String },
}

/// Share of a prompt that must stay for its words to be compared at all, in percent.
const MIN_SIMILARITY_PERCENT: usize = 30;

fn diff_runs(before: &str, after: &str) -> Vec<PromptRun> {
    let (old, new) = (split_words(before), split_words(after));
    let mut runs: Vec<PromptRun> = Vec::new();
    for op in diff_sequences(Algorithm::Patience, &old, &new) {
        match op {
            DiffOp::Equal { old_index, len, .. } => {
                runs.push(PromptRun::Same(old[old_index..old_index + len].concat()))
            }
            DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                let (gone, come) = (old[op.old_range()].concat(), new[op.new_range()].concat());
                push_change(&mut runs, gone, come);
            }
        }
    }
    let same: usize =
        runs.iter().map(|run| if let PromptRun::Same(text) = run { text.trim().chars().count() } else { 0 }).sum();
    if same * 100 < MIN_SIMILARITY_PERCENT * before.chars().count().max(after.chars().count()) {
        return vec![PromptRun::Changed { gone: before.to_owned(), come: after.to_owned() }];
    }
    runs
}

/// Adds a change. One that only a space parts from the change before is one with it, where words both go and come.
fn push_change(runs: &mut Vec<PromptRun>, gone: String, come: String) {
    let narrow = |gap: &str| !gap.is_empty() && gap.bytes().all(|byte| byte == b' ');
    if let [.., PromptRun::Changed { gone: first, come: other }, PromptRun::Same(gap)] = runs.as_mut_slice()
        && narrow(gap)
        && !(first.is_empty() && gone.is_empty())
        && !(other.is_empty() && come.is_empty())
    {
        *first = format!("{first}{gap}{gone}");
        *other = format!("{other}{gap}{come}");
        runs.pop();
    } else {
        runs.push(PromptRun::Changed { gone, come });
    }
}

/// The words of a text, spaces and punctuation as words of their own, cut only where a character ends for a reader.
fn split_words(text: &str) -> Vec<&str> {
    let ends: BTreeSet<usize> = text.grapheme_indices(true).map(|(at, cluster)| at + cluster.len()).collect();
    let mut words = Vec::new();
    let mut start = 0;
    for (at, word) in text.split_word_bound_indices() {
        let end = at + word.len();
        if ends.contains(&end) {
            words.push(&text[start..end]);
            start = end;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::*;

    fn diff(before: &str, after: &str) -> String {
        changed_prompt_pieces(before, after, &RenderOptions::default()).into_iter().map(|piece| piece.text).collect()
    }

    #[test]
    fn words_that_change_are_marked() {
        for (before, after, wanted) in [
            ("Address the reader with du.", "Address the reader with Sie.", "Address the reader with [-du-]{+Sie+}."),
            ("Use short sentences.", "Use very short sentences.", "Use {+very␣+}short sentences."),
            ("Keep it short. ", "Keep it short.", "Keep it short.[-␣-]"),
            ("one two three four five", "one 2 3 four five", "one [-two three-]{+2 3+} four five"),
            ("敬語は使わない。", "敬語は使う。", "敬語は使[-わない-]{+う+}。"),
            ("존댓말을 사용하세요.", "반말을 사용하세요.", "[-존댓말을-]{+반말을+} 사용하세요."),
            ("First line.\nSecond one.", "First line.\nThird one.", "First line.↵\n[-Second-]{+Third+} one."),
            ("completely other", "nichts davon gleich", "[-completely other-]{+nichts davon gleich+}"),
            ("a b", "a\u{a0}b", "a[-␣-]{+\\u{a0}+}b"),
            ("one [-two-] three", "one [-two-] four", "one [\\u{2d}two-\\u{5d} [-three-]{+four+}"),
            ("l␣l  x", "l␣l x", "l\\u{2423}l[-␣␣-]{+␣+}x"),
        ] {
            assert_eq!(diff(before, after), wanted);
        }
    }

    #[test]
    fn what_is_read_from_right_to_left_turns_nothing_else_around() {
        let look = RenderOptions::default();
        for (text, apart) in [
            ("שלום", true),
            ("مرحبا بالعالم", true),
            ("سلام ۱۲۳", true),
            ("OK שלום 12", true),
            ("Grüße, 你好, 3 → 4", false),
        ] {
            let shown = inline_text(text, &look);
            let wanted = if apart { format!("\u{2068}{text}\u{2069}") } else { text.to_owned() };
            assert_eq!(shown, wanted);
            let whole: String =
                prompt_pieces(text, TextTone::Plain, &look).into_iter().map(|piece| piece.text).collect();
            assert_eq!(whole, wanted);
            assert_eq!(inline_text(text, &RenderOptions { unicode: false, ..look }), text);
        }
        assert_eq!(diff("כתוב קצר ברור", "כתוב ארוך ברור"), "\u{2068}כתוב [-קצר-]{+ארוך+} ברור\u{2069}");
    }

    #[test]
    fn letters_and_their_marks_stay_together() {
        for text in ["e\u{301}te\u{301}", "ำน้ำ", "हिन्दी", "👩‍🚀👍🏽", "\u{600}1"] {
            let whole: Vec<&str> = text.graphemes(true).collect();
            for word in split_words(text) {
                assert!(word.graphemes(true).all(|cluster| whole.contains(&cluster)), "{word:?} of {text:?}");
            }
        }
    }

    #[test]
    fn what_nobody_would_see_is_marked() {
        let look = RenderOptions::default();
        for (text, wanted) in [
            (" a", "␣a"),
            ("a ", "a␣"),
            ("a  b", "a␣␣b"),
            ("a\nb", "a↵b"),
            ("a \n", "a␣↵"),
            ("l·l", "l·l"),
            ("·a Mitarbeiter·innen", "·a Mitarbeiter·innen"),
            ("␣a", "\\u{2423}a"),
            ("a↵b", "a\\u{21b5}b"),
            ("a\\u{20}", "a\\u{5c}u{20}"),
            ("\u{200b}", "\\u{200b}"),
        ] {
            assert_eq!(inline_text(text, &look), wanted, "{text:?}");
        }
        assert_eq!(inline_text("a\nb \\n", &RenderOptions { unicode: false, ..look }), "a\\nb \\u{5c}n");
        assert_eq!(prompt_pieces("a\nb", TextTone::Plain, &look)[0].text, "a↵\nb");
    }

    proptest! {
        #[test]
        fn two_texts_never_look_the_same(one in "[ab \n␣↵\\\\u{}\u{200b}]{0,6}", other in "[ab \n␣↵\\\\u{}\u{200b}]{0,6}") {
            for unicode in [true, false] {
                let look = RenderOptions { unicode, ..RenderOptions::default() };
                prop_assert_eq!(one == other, inline_text(&one, &look) == inline_text(&other, &look));
            }
        }

        #[test]
        fn both_sides_can_be_read_from_a_comparison(before in "[ab.語 ]{0,12}", after in "[ab.語 ]{0,12}") {
            let (mut old, mut new) = (String::new(), String::new());
            for run in diff_runs(&before, &after) {
                match run {
                    PromptRun::Same(text) => { old += &text; new += &text; }
                    PromptRun::Changed { gone, come } => { old += &gone; new += &come; }
                }
            }
            prop_assert_eq!((old, new), (before, after));
        }

        #[test]
        fn words_are_the_text(text in proptest::prelude::any::<String>()) {
            prop_assert!(split_words(&text).concat() == text);
        }
    }
}
