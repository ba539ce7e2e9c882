//! How alike two names are.
//!
//! The numbers were tuned on slips over the whole catalogue; a test says what they reach.

use crate::catalogue::nearest::meaning;
use crate::catalogue::nearest::spelling::{Spelling, edit_distance, edit_distance_within};

/// The most that a likeness by chance counts: too little by itself, enough with a value that says the same.
const MAX_CHANCE_LIKENESS: f64 = 0.6;

/// How alike a value is that is as written but for the `use` at its beginning.
const LACKS_VERB_LIKENESS: f64 = 0.999;

/// How alike two names are that negate the same in other words.
const SAME_CORE_LIKENESS: f64 = 0.96;

impl Spelling {
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
        let begins = if other.letters().starts_with(self.letters()) { 0.5 } else { 0.0 };
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
        if self.lacks_only_verb(other) {
            return LACKS_VERB_LIKENESS;
        }
        if meaning::is_contradiction(self, other) || meaning::exchanges_sides(self, other) {
            return 0.0;
        }
        if meaning::has_same_core(self, other) {
            return SAME_CORE_LIKENESS;
        }
        let longest = self.letters().len().max(other.letters().len());
        let edits = edit_distance(self.letters(), other.letters());
        let letters = 1.0 - share_of_whole(edits, longest);
        let words = self.words_likeness(other);
        let begins = self.prefix_likeness(other);
        if self.words.len() == 1 && other.words.len() == 1 {
            // Single words are short and look alike by chance (`rocket`, `bracket`): without the first letter, more of
            // the others must hold.
            let chance = self.letters().first() != other.letters().first() && edits > 1 && letters < 0.72;
            return if chance { letters.min(MAX_CHANCE_LIKENESS) } else { letters.max(begins) };
        }
        (0.99 * letters)
            .max(0.45 * letters + 0.55 * words)
            .max(0.92 * words)
            .max(begins)
            .max(self.containment_likeness(other))
    }

    /// Whether the other name is this one with `use` before it.
    pub(super) fn lacks_only_verb(&self, other: &Self) -> bool {
        matches!(other.words.as_slice(), [first, rest @ ..] if meaning::is_verb(first) && rest == self.words.as_slice())
    }

    /// Whether two names have so much in common that one may be meant by the other: they are a slip apart, one is the
    /// beginning of the other, or they share more than one word that says something.
    pub(super) fn shares_enough(&self, other: &Self) -> bool {
        let plain;
        let other = if self.is_ascii() && !other.is_ascii() {
            plain = other.to_plain();
            &plain
        } else {
            other
        };
        let (written, name) = (self.letters(), other.letters());
        let slip = if written.len().min(name.len()) < 6 { 1 } else { 2 };
        let begins = name.starts_with(written) && 2 * written.len() >= name.len();
        begins
            || edit_distance_within(written, name, slip) <= slip
            || self.lacks_only_verb(other)
            || meaning::has_same_core(self, other)
            || self.count_shared_stems(other) > usize::from(other.words.len() > 1)
    }

    /// Whether three words or more of this name say something.
    pub(super) fn says_much(&self) -> bool {
        self.words.iter().filter(|word| !meaning::is_joining(word)).count() > 2
    }

    /// Whether all that this name speaks of stands in the other.
    pub(super) fn stands_in(&self, other: &Self) -> bool {
        self.words.iter().filter(|word| !meaning::is_joining(word)).all(|word| other.words.contains(word))
    }

    /// Words of one that stand in the other too, in whatever form; those that only join others do not count.
    fn count_shared_stems(&self, other: &Self) -> usize {
        let mut free: Vec<usize> = (0..other.words.len()).collect();
        let mut shared = 0;
        for (word, row) in self.words.iter().zip(&self.alias_rows).filter(|(word, _)| !meaning::is_joining(word)) {
            let same =
                |at: &usize| is_same_stem(word, &other.words[*at]) || (row.is_some() && *row == other.alias_rows[*at]);
            if let Some(at) = free.iter().position(same) {
                free.swap_remove(at);
                shared += 1;
            }
        }
        shared
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
        let kept = share_of_whole(few.letters().len(), many.letters().len());
        if std::ptr::eq(few, self) { 0.75 + 0.24 * kept } else { 0.62 + 0.3 * kept }
    }

    /// Names are often cut short; a beginning of some length counts more than its share of the letters.
    fn prefix_likeness(&self, other: &Self) -> f64 {
        if self.letters().len() < 4 || self.letters() == other.letters() || !other.letters().starts_with(self.letters())
        {
            return 0.0;
        }
        let whole = share_of_whole(self.letters().len(), other.letters().len());
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

/// Whether two words are forms of one, or a slip apart.
fn is_same_stem(a: &[char], b: &[char]) -> bool {
    let shorter = a.len().min(b.len());
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    a == b
        || (shorter >= 5 && (edit_distance_within(a, b, 1) <= 1 || common >= 6 || (common == shorter && common >= 4)))
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
