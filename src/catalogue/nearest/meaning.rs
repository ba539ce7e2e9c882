//! What words mean, as far as a suggestion must know: which of them turn a meaning around.
//!
//! A name that says the opposite of what was written is no suggestion, however few letters are between the two.

use crate::catalogue::nearest::spelling::{Spelling, edit_distance, edit_distance_within};
use crate::catalogue::nearest::synonyms::is_word;

/// Words that turn a meaning around.
const NEGATING_WORDS: &[&str] =
    &["not", "without", "never", "no", "avoid", "non", "omit", "dont", "cannot", "disallow", "disable", "forbid", "wo"];
/// Words that take a part out of what was said.
const EXCLUDING_WORDS: &[&str] = &["except", "unless"];
/// Words of which each means the opposite of the other.
const OPPOSITES: &[(&str, &str)] = &[
    ("12", "24"),
    ("full", "half"),
    ("before", "after"),
    ("uppercase", "lowercase"),
    ("single", "double"),
    ("formal", "informal"),
    ("active", "passive"),
    ("first", "last"),
    ("curly", "straight"),
    ("masculine", "feminine"),
    ("open", "closed"),
    ("positive", "negative"),
    ("leading", "trailing"),
    ("add", "omit"),
    ("always", "never"),
    ("short", "long"),
];
/// Words beside a negation that say nothing more.
const FILLING_WORDS: &[&str] = &["do", "use", "be", "should", "must", "with", "t"];
/// Words between two things whose order is what the name says.
const ORDERING_WORDS: &[&str] = &["followed", "then", "before", "after", "instead", "to"];
/// Words that only join others.
const JOINING_WORDS: &[&str] =
    &["and", "or", "of", "in", "the", "a", "for", "to", "with", "as", "on", "at", "use", "by"];

fn is_one_of(word: &[char], known: &[&str]) -> bool {
    known.iter().any(|known| is_word(word, known))
}

/// Whether a name means the opposite of what was written.
pub(super) fn is_contradiction(written: &Spelling, name: &Spelling) -> bool {
    let letters = written.letters();
    if letters == name.letters() {
        return false;
    }
    // Of a name that was cut short, only what was written of it counts.
    let shown = if name.letters().starts_with(letters) { written.words.len() } else { name.words.len() };
    let shown = &name.words[..shown.min(name.words.len())];
    if shown.len() == name.words.len() || !name.letters().starts_with(letters) {
        // A name with `do` is one with `not`, whatever became of that word.
        let has = |words: &[Vec<char>], known: &str| words.iter().any(|word| is_word(word, known));
        return (has(&written.words, "do")
            && !has(shown, "do")
            && !shown.iter().any(|word| is_one_of(word, NEGATING_WORDS)))
            || differs_in(NEGATING_WORDS, written, shown)
            || differs_in(EXCLUDING_WORDS, written, shown)
            || has_opposite(&written.words, shown);
    }
    false
}

/// Whether a word is the `use` that most values begin with.
pub(super) fn is_verb(word: &[char]) -> bool {
    is_word(word, "use")
}

/// Whether a word only joins others.
pub(super) fn is_joining(word: &[char]) -> bool {
    is_one_of(word, JOINING_WORDS)
}

/// Whether both say the same of two things and each has the other one first: `amount_followed_by_symbol` and
/// `symbol_followed_by_amount`.
pub(super) fn exchanges_sides(written: &Spelling, name: &Spelling) -> bool {
    ORDERING_WORDS.iter().any(|order| {
        let place = |spelling: &Spelling| spelling.words.iter().position(|word| is_word(word, order));
        let (Some(here), Some(there)) = (place(written), place(name)) else { return false };
        let side = |spelling: &Spelling, word: &Vec<char>, middle: usize| {
            let mut places =
                spelling.words.iter().enumerate().filter(|(_, other)| *other == word).map(|(at, _)| at < middle);
            places.next().filter(|_| places.next().is_none())
        };
        let moves = |before: bool| {
            written
                .words
                .iter()
                .filter(|word| !is_joining(word))
                .any(|word| side(written, word, here) == Some(before) && side(name, word, there) == Some(!before))
        };
        moves(true) && moves(false)
    })
}

/// Whether one has a word of these that the other has not, slips of the fingers aside.
fn differs_in(kind: &[&str], written: &Spelling, name: &[Vec<char>]) -> bool {
    let here = written.words.iter().filter(|word| is_one_of(word, kind)).count();
    let there = name.iter().filter(|word| is_one_of(word, kind)).count();
    if here >= there {
        // `on` with its letters swapped.
        let swapped = written.words.iter().any(|word| is_word(word, "no"))
            && name.iter().any(|word| is_word(word, "on"))
            && !written.words.iter().any(|word| is_word(word, "on"));
        return here > there + usize::from(swapped);
    }
    let wanted = there - here;
    let strange = || written.words.iter().filter(|word| !name.contains(*word) && !is_one_of(word, kind));
    let slips = strange().filter(|word| kind.iter().any(|known| is_slip_of(word, known))).count();
    if slips >= wanted {
        return false;
    }
    // Two slips cannot take away a word of three letters.
    let all: Vec<char> = name.iter().flatten().copied().collect();
    let long = name.iter().filter(|word| is_one_of(word, kind)).all(|word| word.len() > 2);
    if long && edit_distance_within(written.letters(), &all, 2) <= 2 {
        return false;
    }
    // Words that lost their separator.
    let joined: String = strange().flatten().collect();
    let missing: Vec<String> =
        name.iter().filter(|word| is_one_of(word, kind)).map(|word| word.iter().collect()).collect();
    !missing.iter().all(|word| joined.len() > word.len() + 2 && joined.contains(word.as_str()))
}

/// Whether one has a word and the other its opposite.
fn has_opposite(written: &[Vec<char>], name: &[Vec<char>]) -> bool {
    let has = |words: &[Vec<char>], known: &str| words.iter().any(|word| is_word(word, known));
    let only = |known: &str| has(written, known) && !has(name, known);
    let lacks = |known: &str| has(name, known) && !has(written, known);
    OPPOSITES.iter().any(|(one, other)| (only(one) && lacks(other)) || (only(other) && lacks(one)))
}

/// Whether both negate the same: `no_contractions` and `do_not_use_contractions`.
pub(super) fn has_same_core(written: &Spelling, name: &Spelling) -> bool {
    negates(written) && negates(name) && core(written).eq(core(name))
}

/// Whether one negates just what the other says: `use` and `do_not_use`.
pub(super) fn says_opposite(written: &Spelling, name: &Spelling) -> bool {
    negates(written) != negates(name) && core(written).eq(core(name))
}

fn core(spelling: &Spelling) -> impl Iterator<Item = &Vec<char>> {
    spelling.words.iter().filter(|word| !is_one_of(word, NEGATING_WORDS) && !is_one_of(word, FILLING_WORDS))
}

fn negates(spelling: &Spelling) -> bool {
    spelling.words.iter().any(|word| is_one_of(word, NEGATING_WORDS))
}

/// Whether both are alike but for one word, and what was written there is a word of other names: written right, and no slip.
/// `use_comma_as_separator` does not mean `use_space_as_separator`.
pub(super) fn replaces_known_word(written: &Spelling, name: &Spelling, is_known: impl Fn(&str) -> bool) -> bool {
    let missing = |of: &Spelling, at: usize, other: &Spelling| {
        let (word, row) = (&of.words[at], of.alias_rows[at]);
        !is_joining(word) && !other.words.contains(word) && (row.is_none() || !other.alias_rows.contains(&row))
    };
    let own: Vec<&Vec<char>> =
        (0..written.words.len()).filter(|at| missing(written, *at, name)).map(|at| &written.words[at]).collect();
    let others: Vec<&Vec<char>> =
        (0..name.words.len()).filter(|at| missing(name, *at, written)).map(|at| &name.words[at]).collect();
    if has_same_core(written, name) {
        return false;
    }
    let slip = |word: &[char]| others.iter().any(|other| edit_distance_within(word, other, 2) <= 2);
    let [word] = own.as_slice() else { return false };
    matches!(others.len(), 1 | 2) && !slip(word) && is_known(&word.iter().collect::<String>())
}

/// The words that turn a meaning around, and the numbers, in order.
pub(super) fn deciding_words(spelling: &Spelling) -> Vec<String> {
    let mut found = Vec::new();
    for word in &spelling.words {
        if word.iter().any(char::is_ascii_digit) {
            found.push(word.iter().collect());
        } else if let Some(known) = NEGATING_WORDS
            .iter()
            .chain(EXCLUDING_WORDS)
            .find(|known| is_word(word, known) || (known.len() > 4 && is_slip_of(word, known)))
        {
            found.push((*known).to_owned());
        }
    }
    found.sort();
    found
}

/// Whether a word is a known one with a slip or, where it is long, two.
fn is_slip_of(word: &[char], known: &str) -> bool {
    let known: Vec<char> = known.chars().collect();
    let most = if known.len() > 5 { 2 } else { 1 };
    edit_distance(word, &known) <= most || (word.len() > 2 && known.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_negates_the_other_where_nothing_else_differs() {
        for (written, name, opposite) in [
            ("use", "do_not_use", true),
            ("do_not_replace_a_with_b", "replace_a_with_b", true),
            ("warn", "do_not_use_latin_abbreviations", false),
            ("use_a", "use_b", false),
        ] {
            assert_eq!(says_opposite(&Spelling::new(written), &Spelling::new(name)), opposite, "{written} {name}");
        }
    }

    #[test]
    fn names_that_mean_the_opposite_contradict() {
        for (written, name) in [
            ("no_contractions", "use_contractions"),
            ("use_12_hour_clock", "use_24_hour_clock"),
            ("use_space", "do_not_use_space"),
            ("full_width", "half_width"),
            ("write_x_except_y", "write_x_y"),
        ] {
            assert!(is_contradiction(&Spelling::new(written), &Spelling::new(name)), "{written} {name}");
        }
        let known = |word: &str| ["comma", "space", "curly", "avoid"].contains(&word);
        for (written, name, replaces) in [
            ("use_comma_as_separator", "use_space_as_separator", true),
            ("use_comma_as_separator", "use_curly_mark_as_separator", true),
            ("avoid_comma", "do_not_use_comma", false),
            ("use_blank_as_separator", "use_space_as_separator", false),
            ("use_spave_as_separator", "use_space_as_separator", false),
            ("use_oxford_comma", "use_serial_comma", false),
        ] {
            let (one, other) = (Spelling::new(written), Spelling::new(name));
            assert_eq!(replaces_known_word(&one, &other, known), replaces, "{written} {name}");
        }
        for (written, name) in [
            ("no_contractions", "do_not_use_contractions"),
            ("use_period_withuot_space", "use_period_without_space"),
            ("add_space_no_either_side", "add_space_on_either_side"),
            ("donotuse_space", "do_not_use_space"),
            ("use_contr", "use_contractions_without_apostrophe"),
        ] {
            assert!(!is_contradiction(&Spelling::new(written), &Spelling::new(name)), "{written} {name}");
        }
    }
}
