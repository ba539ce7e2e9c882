//! One spelling for all ways to write a name, and how many edits are between two of them.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::catalogue::nearest::synonyms::{alias_row, to_american_words};

/// A name in lower case, composed, cut into words.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    /// The words, joined by `_`.
    pub(super) text: String,
    /// The words.
    pub(super) words: Vec<Vec<char>>,
    /// The letters of all words, without what separates them.
    letters: Vec<char>,
    /// Pairs of neighbouring letters, sorted.
    pub(super) pairs: Vec<(char, char)>,
    /// For each word, the row of words that people write for each other.
    pub(super) alias_rows: Vec<Option<usize>>,
}

impl Spelling {
    pub(super) fn new(name: &str) -> Self {
        let mut words: Vec<Vec<char>> = Vec::new();
        let mut before = CharClass::Gap;
        let composed: Vec<char> = if name.is_ascii() { name.chars().collect() } else { name.nfc().collect() };
        for (at, c) in composed.iter().enumerate() {
            let next = composed.get(at + 1).copied();
            let kind = CharClass::from_char(*c);
            let hump = kind == CharClass::Upper
                && (before == CharClass::Other || (before == CharClass::Upper && next.is_some_and(char::is_lowercase)));
            if kind != CharClass::Gap {
                if before == CharClass::Gap || hump {
                    words.push(Vec::new());
                }
                if let Some(word) = words.last_mut() {
                    word.extend(c.to_lowercase());
                }
            }
            before = kind;
        }
        Self::of_words(words)
    }

    fn of_words(words: Vec<Vec<char>>) -> Self {
        let words = to_american_words(words);
        let text = words.iter().map(|word| word.iter().collect::<String>()).collect::<Vec<_>>().join("_");
        let letters: Vec<char> = words.iter().flatten().copied().collect();
        let mut pairs: Vec<(char, char)> = letters.windows(2).map(|pair| (pair[0], pair[1])).collect();
        pairs.sort_unstable();
        let rows = text.split('_').map(alias_row).collect();
        Self { text, words, letters, pairs, alias_rows: rows }
    }

    /// The same name as a keyboard without accents and without other scripts would give it.
    pub(super) fn to_plain(&self) -> Self {
        let plain = |word: &Vec<char>| -> Vec<char> {
            word.iter().copied().nfd().filter(|c| !is_combining_mark(*c) && c.is_ascii()).collect()
        };
        Self::of_words(self.words.iter().map(plain).filter(|word| !word.is_empty()).collect())
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.text.is_ascii()
    }

    /// The letters of all words, without what separates them.
    pub(super) fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Whether both have the same words in another order.
    pub(super) fn is_shuffled(&self, other: &Self) -> bool {
        self.words.len() == other.words.len() && self.words != other.words && self.count_differing_words(other) == 0
    }

    /// How many words one has and the other has not.
    pub(super) fn count_differing_words(&self, other: &Self) -> usize {
        let mut left: Vec<&Vec<char>> = other.words.iter().collect();
        let mut alone = 0;
        for word in &self.words {
            match left.iter().position(|candidate| *candidate == word) {
                Some(at) => drop(left.swap_remove(at)),
                None => alone += 1,
            }
        }
        alone + left.len()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CharClass {
    Gap,
    Upper,
    Other,
}

impl CharClass {
    fn from_char(c: char) -> Self {
        if c.is_uppercase() {
            Self::Upper
        } else if c.is_alphanumeric() || is_combining_mark(c) {
            Self::Other
        } else {
            Self::Gap
        }
    }
}

/// Edits from one to the other: letters inserted, dropped, replaced, or two neighbours swapped.
pub(super) fn edit_distance(a: &[char], b: &[char]) -> usize {
    edit_distance_within(a, b, a.len().max(b.len()))
}

/// The same, where nobody asks how far beyond `limit` two names are: anything above it says so.
pub(super) fn edit_distance_within(a: &[char], b: &[char], limit: usize) -> usize {
    let far = limit + 1;
    if a.len().abs_diff(b.len()) > limit {
        return far;
    }
    let (mut before, mut last): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=b.len()).collect());
    for (i, x) in a.iter().enumerate() {
        // Away from the diagonal by more than the limit, nothing can come back within it.
        let (from, to) = (i.saturating_sub(limit), b.len().min(i + limit + 1));
        let mut row = vec![far; b.len() + 1];
        row[0] = i + 1;
        for j in from..to {
            let y = b[j];
            let mut best = (last[j + 1] + 1).min(row[j] + 1).min(last[j] + usize::from(*x != y));
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == y {
                best = best.min(before[j - 1] + 1);
            }
            row[j + 1] = best;
        }
        if row[from..=to].iter().all(|edits| *edits > limit) {
            return far;
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_write_a_name_give_one_spelling() {
        for written in ["time_format", "timeFormat", "TimeFormat", "TIME-FORMAT", "time format", " Time.Format "] {
            assert_eq!(Spelling::new(written).text, "time_format", "{written}");
        }
        assert_eq!(Spelling::new("ce\u{301}der").text, "c\u{e9}der");
        assert_eq!(Spelling::new("\u{1112}\u{1161}\u{11ab}").text, "\u{d55c}");
        assert_eq!(Spelling::new("c\u{e9}der_\u{5e74}").to_plain().text, "ceder");
    }

    #[test]
    fn british_words_are_the_same_words() {
        for (british, american) in [
            ("use_full_stop", "use_period"),
            ("capitalise_titles", "capitalize_titles"),
            ("inverted_commas", "quotation_marks"),
            ("centre", "center"),
        ] {
            assert_eq!(Spelling::new(british).text, Spelling::new(american).text);
        }
        assert_ne!(Spelling::new("precise").text, "precize");
    }

    #[test]
    fn neighbours_swapped_are_one_edit() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(edit_distance(&chars("calender"), &chars("calendar")), 1);
        assert_eq!(edit_distance(&chars("tiem"), &chars("time")), 1);
        assert_eq!(edit_distance(&chars(""), &chars("abc")), 3);
        assert_eq!(edit_distance_within(&chars("abcdef"), &chars("uvwxyz"), 2), 3);
        assert_eq!(edit_distance_within(&chars("abcdef"), &chars("abcxef"), 2), 1);
    }
}
