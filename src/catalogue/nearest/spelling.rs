//! One spelling for all ways to write a name, and how alike two names are in it.
//!
//! The numbers were tuned on slips over the whole catalogue; a test says what they reach.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::catalogue::nearest::meaning;

/// The most that a likeness by chance counts: too little by itself, enough with a value that says the same.
const MAX_CHANCE_LIKENESS: f64 = 0.6;

/// How alike two names are that negate the same in other words.
const SAME_CORE_LIKENESS: f64 = 0.96;

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
    pairs: Vec<(char, char)>,
    /// For each word, the row of words that people write for each other.
    alias_rows: Vec<Option<usize>>,
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
        let words = meaning::to_american_words(words);
        let text = words.iter().map(|word| word.iter().collect::<String>()).collect::<Vec<_>>().join("_");
        let letters: Vec<char> = words.iter().flatten().copied().collect();
        let mut pairs: Vec<(char, char)> = letters.windows(2).map(|pair| (pair[0], pair[1])).collect();
        pairs.sort_unstable();
        let rows = text.split('_').map(meaning::alias_row).collect();
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

    /// A cheap first look, from 0 to 1: how many pairs of letters both have, plus a little for a beginning.
    pub(super) fn rough_likeness(&self, other: &Self) -> f64 {
        let (mut here, mut there, mut both) = (0, 0, 0_usize);
        while let (Some(a), Some(b)) = (self.pairs.get(here), other.pairs.get(there)) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => here += 1,
                std::cmp::Ordering::Greater => there += 1,
                std::cmp::Ordering::Equal => {
                    both += 1;
                    here += 1;
                    there += 1;
                }
            }
        }
        let begins = if other.letters.starts_with(&self.letters) { 0.5 } else { 0.0 };
        share_of_whole(2 * both, self.pairs.len() + other.pairs.len()) + begins
    }

    /// How alike two names are, from 0 (not at all) to 1 (the same).
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        if self.is_ascii() && !other.is_ascii() {
            return self.likeness_as_written(&other.to_plain());
        }
        self.likeness_as_written(other)
    }

    fn likeness_as_written(&self, other: &Self) -> f64 {
        if self.text == other.text {
            return 1.0;
        }
        if meaning::is_contradiction(self, other) {
            return 0.0;
        }
        if meaning::has_same_core(self, other) {
            return SAME_CORE_LIKENESS;
        }
        let longest = self.letters.len().max(other.letters.len());
        let edits = edit_distance(&self.letters, &other.letters);
        let letters = 1.0 - share_of_whole(edits, longest);
        let words = self.words_likeness(other);
        let begins = self.prefix_likeness(other);
        if self.words.len() == 1 && other.words.len() == 1 {
            // Single words are short and look alike by chance (`rocket`, `bracket`): without the first letter, more of
            // the others must hold.
            let chance = self.letters.first() != other.letters.first() && edits > 1 && letters < 0.72;
            return if chance { letters.min(MAX_CHANCE_LIKENESS) } else { letters.max(begins) };
        }
        (0.99 * letters)
            .max(0.45 * letters + 0.55 * words)
            .max(0.92 * words)
            .max(begins)
            .max(self.containment_likeness(other))
    }

    /// Words were left out, put in, or put in another order.
    fn containment_likeness(&self, other: &Self) -> f64 {
        if self.is_shuffled(other) {
            return 0.97;
        }
        let (few, many) = if self.words.len() < other.words.len() { (self, other) } else { (other, self) };
        let missing = few.count_differing_words(many) + few.words.len() - many.words.len();
        let enough = few.words.len() > 1 || std::ptr::eq(few, other);
        if missing > 0 || !enough {
            return 0.0;
        }
        let kept = share_of_whole(few.letters.len(), many.letters.len());
        if std::ptr::eq(few, self) { 0.75 + 0.24 * kept } else { 0.62 + 0.3 * kept }
    }

    /// Names are often cut short; a beginning of some length counts more than its share of the letters.
    fn prefix_likeness(&self, other: &Self) -> f64 {
        if self.letters.len() < 4 || self.letters == other.letters || !other.letters.starts_with(&self.letters) {
            return 0.0;
        }
        let whole = share_of_whole(self.letters.len(), other.letters.len());
        if other.text.starts_with(&self.text) { 0.85 + 0.15 * whole } else { 0.6 + 0.4 * whole }
    }

    /// Words of one found in the other, in any order, weighed by their length.
    fn words_likeness(&self, other: &Self) -> f64 {
        let total: usize = self.words.iter().chain(&other.words).map(|word| word_weight(word)).sum();
        let mut taken = vec![false; other.words.len()];
        let mut found = 0.0;
        for (word, row) in self.words.iter().zip(&self.alias_rows) {
            let alike = |at: usize| {
                let other_name = row.is_some() && *row == other.alias_rows[at] && *word != other.words[at];
                if other_name { 0.95 } else { word_likeness(word, &other.words[at]) }
            };
            let free = (0..other.words.len()).filter(|at| !taken[*at]);
            let best = free.map(|at| (alike(at), at)).max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((alike, at)) = best
                && alike >= 0.6
            {
                taken[at] = true;
                found += alike * share_of_whole(word_weight(word) + word_weight(&other.words[at]), total);
            }
        }
        found
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

fn word_weight(word: &[char]) -> usize {
    word.len() + 2
}

fn word_likeness(a: &[char], b: &[char]) -> f64 {
    if a == b {
        return 1.0;
    }
    let longest = a.len().max(b.len());
    if longest > 2 * a.len().min(b.len()) {
        return 0.0;
    }
    1.0 - share_of_whole(edit_distance(a, b), longest)
}

#[expect(clippy::cast_precision_loss, reason = "names are shorter than 2^52 letters")]
fn share_of_whole(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
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
    fn neighbours_swapped_are_one_edit() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(edit_distance(&chars("calender"), &chars("calendar")), 1);
        assert_eq!(edit_distance(&chars("tiem"), &chars("time")), 1);
        assert_eq!(edit_distance(&chars(""), &chars("abc")), 3);
        assert_eq!(edit_distance_within(&chars("abcdef"), &chars("uvwxyz"), 2), 3);
        assert_eq!(edit_distance_within(&chars("abcdef"), &chars("abcxef"), 2), 1);
    }
}
