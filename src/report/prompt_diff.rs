//! Prompts: as they read, and how their words changed.
//!
//! Words are those of Unicode, so that Chinese, Japanese and Korean compare by what a reader takes for words; nothing that
//! a reader takes for one character is ever split. White space at the edge of what comes or goes is shown as `·`, line
//! ends as `↵`. Without colour, what goes stands in `[-…-]` and what comes in `{+…+}`.

use std::collections::BTreeSet;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::TextPiece;

/// A prompt in one tone, ready to be wrapped.
#[must_use]
pub fn prompt_pieces(text: &str, tone: TextTone, look: &RenderOptions) -> Vec<TextPiece> {
    vec![TextPiece::new(tone, mark_line_ends(text, look))]
}

/// What became of the words of a prompt, ready to be wrapped.
#[must_use]
pub fn changed_prompt_pieces(before: &str, after: &str, look: &RenderOptions) -> Vec<TextPiece> {
    let mut pieces = Vec::new();
    for run in diff_runs(before, after) {
        match run {
            PromptRun::Same(text) => pieces.push(TextPiece::new(TextTone::Plain, mark_line_ends(&text, look))),
            PromptRun::Changed { gone, come } => {
                push_marked(&mut pieces, &gone, TextTone::Removed, ("[-", "-]"), look);
                push_marked(&mut pieces, &come, TextTone::Added, ("{+", "+}"), look);
            }
        }
    }
    pieces
}

fn push_marked(
    pieces: &mut Vec<TextPiece>,
    text: &str,
    tone: TextTone,
    (open, close): (&str, &str),
    look: &RenderOptions,
) {
    if text.is_empty() {
        return;
    }
    let core = text.trim_matches(' ');
    let lead = text.len() - text.trim_start_matches(' ').len();
    let dot = look.pick_glyph("·", "\\u{20}");
    let (before, behind) = if core.is_empty() { (text.len(), 0) } else { (lead, text.len() - lead - core.len()) };
    let shown = format!("{}{}{}", dot.repeat(before), mark_line_ends(core, look), dot.repeat(behind));
    let text = if look.color { shown } else { format!("{open}{shown}{close}") };
    pieces.push(TextPiece::new(tone, text));
}

/// Shown text with a visible mark and a new line for every line end.
fn mark_line_ends(text: &str, look: &RenderOptions) -> String {
    let mark = look.pick_glyph("↵", "\\n");
    text.split('\n').map(|line| Sanitized(line).to_string()).collect::<Vec<_>>().join(&format!("{mark}\n"))
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
    for op in capture_diff_slices(Algorithm::Patience, &old, &new) {
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
            ("Use short sentences.", "Use very short sentences.", "Use {+very·+}short sentences."),
            ("Keep it short. ", "Keep it short.", "Keep it short.[-·-]"),
            ("one two three four five", "one 2 3 four five", "one [-two three-]{+2 3+} four five"),
            ("敬語は使わない。", "敬語は使う。", "敬語は使[-わない-]{+う+}。"),
            ("존댓말을 사용하세요.", "반말을 사용하세요.", "[-존댓말을-]{+반말을+} 사용하세요."),
            ("First line.\nSecond one.", "First line.\nThird one.", "First line.↵\n[-Second-]{+Third+} one."),
            ("completely other", "nichts davon gleich", "[-completely other-]{+nichts davon gleich+}"),
            ("a b", "a\u{a0}b", "a[-·-]{+\\u{a0}+}b"),
        ] {
            assert_eq!(diff(before, after), wanted);
        }
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

    proptest! {
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
