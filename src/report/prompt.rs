//! Prompts: as they read, and how their words changed.
//!
//! Words are those of Unicode, so that Chinese, Japanese and Korean compare by what a reader takes for words; nothing that
//! a reader takes for one character is ever split. White space at the edge of what comes or goes is shown as `·`, line
//! ends as `↵`. Without colour, what goes stands in `[-…-]` and what comes in `{+…+}`.

use std::collections::BTreeSet;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

use crate::report::look::{Look, Tone};
use crate::report::shown::Shown;
use crate::report::wrap::Piece;

/// A prompt in one tone, ready to be wrapped.
#[must_use]
pub fn prompt(text: &str, tone: Tone, look: &Look) -> Vec<Piece> {
    vec![Piece::new(tone, lines(text, look))]
}

/// What became of the words of a prompt, ready to be wrapped.
#[must_use]
pub fn changed(before: &str, after: &str, look: &Look) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for run in runs(before, after) {
        match run {
            Run::Same(text) => pieces.push(Piece::new(Tone::Plain, lines(&text, look))),
            Run::Changed { gone, come } => {
                marked(&mut pieces, &gone, Tone::Gone, ("[-", "-]"), look);
                marked(&mut pieces, &come, Tone::Come, ("{+", "+}"), look);
            }
        }
    }
    pieces
}

fn marked(pieces: &mut Vec<Piece>, text: &str, tone: Tone, (open, close): (&str, &str), look: &Look) {
    if text.is_empty() {
        return;
    }
    let core = text.trim_matches(' ');
    let lead = text.len() - text.trim_start_matches(' ').len();
    let dot = look.pick("·", "\\u{20}");
    let (before, behind) = if core.is_empty() { (text.len(), 0) } else { (lead, text.len() - lead - core.len()) };
    let shown = format!("{}{}{}", dot.repeat(before), lines(core, look), dot.repeat(behind));
    let text = if look.color { shown } else { format!("{open}{shown}{close}") };
    pieces.push(Piece::new(tone, text));
}

/// Shown text with a visible mark and a new line for every line end.
fn lines(text: &str, look: &Look) -> String {
    let mark = look.pick("↵", "\\n");
    text.split('\n').map(|line| Shown(line).to_string()).collect::<Vec<_>>().join(&format!("{mark}\n"))
}

#[derive(Debug, PartialEq, Eq)]
enum Run {
    Same(String),
    Changed { gone: String, come: String },
}

/// Share of a prompt that must stay for its words to be compared at all, in percent.
const ALIKE: usize = 30;

fn runs(before: &str, after: &str) -> Vec<Run> {
    let (old, new) = (words(before), words(after));
    let mut runs: Vec<Run> = Vec::new();
    for op in capture_diff_slices(Algorithm::Patience, &old, &new) {
        match op {
            DiffOp::Equal { old_index, len, .. } => runs.push(Run::Same(old[old_index..old_index + len].concat())),
            DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                let (gone, come) = (old[op.old_range()].concat(), new[op.new_range()].concat());
                change(&mut runs, gone, come);
            }
        }
    }
    let same: usize =
        runs.iter().map(|run| if let Run::Same(text) = run { text.trim().chars().count() } else { 0 }).sum();
    if same * 100 < ALIKE * before.chars().count().max(after.chars().count()) {
        return vec![Run::Changed { gone: before.to_owned(), come: after.to_owned() }];
    }
    runs
}

/// Adds a change. One that only a space parts from the change before is one with it, where words both go and come.
fn change(runs: &mut Vec<Run>, gone: String, come: String) {
    let narrow = |gap: &str| !gap.is_empty() && gap.bytes().all(|byte| byte == b' ');
    if let [.., Run::Changed { gone: first, come: other }, Run::Same(gap)] = runs.as_mut_slice()
        && narrow(gap)
        && !(first.is_empty() && gone.is_empty())
        && !(other.is_empty() && come.is_empty())
    {
        *first = format!("{first}{gap}{gone}");
        *other = format!("{other}{gap}{come}");
        runs.pop();
    } else {
        runs.push(Run::Changed { gone, come });
    }
}

/// The words of a text, spaces and punctuation as words of their own, cut only where a character ends for a reader.
fn words(text: &str) -> Vec<&str> {
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
        changed(before, after, &Look::default()).into_iter().map(|piece| piece.text).collect()
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
            for word in words(text) {
                assert!(word.graphemes(true).all(|cluster| whole.contains(&cluster)), "{word:?} of {text:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn both_sides_can_be_read_from_a_comparison(before in "[ab.語 ]{0,12}", after in "[ab.語 ]{0,12}") {
            let (mut old, mut new) = (String::new(), String::new());
            for run in runs(&before, &after) {
                match run {
                    Run::Same(text) => { old += &text; new += &text; }
                    Run::Changed { gone, come } => { old += &gone; new += &come; }
                }
            }
            prop_assert_eq!((old, new), (before, after));
        }

        #[test]
        fn words_are_the_text(text in proptest::prelude::any::<String>()) {
            prop_assert!(words(&text).concat() == text);
        }
    }
}
