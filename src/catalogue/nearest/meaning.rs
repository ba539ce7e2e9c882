//! What words mean, as far as a suggestion must know: which are written for each other, and which turn a meaning around.
//!
//! A name that says the opposite of what was written is no suggestion, however few letters are between the two.

use crate::catalogue::nearest::spelling::{Spelling, edit_distance, edit_distance_within};

/// Words that people write for each other; the first of each row stands for all.
const ALIASES: &[&[&str]] = &[
    &["period", "dot", "fullstop", "point"],
    &["periods", "dots", "fullstops", "points"],
    &["hyphen", "dash", "minus"],
    &["numerals", "numbers", "digits", "figures"],
    &["format", "style", "form"],
    &["separator", "delimiter", "sep"],
    &["straight", "plain", "typewriter"],
    &["curly", "smart", "typographic"],
    &["uppercase", "capital", "capitalized", "upper"],
    &["lowercase", "small", "lower"],
    &["parentheses", "parens", "brackets"],
    &["spell", "write"],
    &["symbol", "sign"],
    &["percentage", "percent"],
    &["temperature", "temp"],
    &["abbreviate", "shorten", "abbrev"],
    &["currency", "money"],
    &["quotation", "quote", "quotes"],
    &["without", "no"],
    &["space", "blank", "whitespace"],
];

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
/// Words with two spellings, British first.
const BRITISH_WORDS: &[(&str, &str)] = &[
    ("centre", "center"),
    ("centred", "centered"),
    ("colour", "color"),
    ("favour", "favor"),
    ("behaviour", "behavior"),
    ("honour", "honor"),
    ("metre", "meter"),
    ("metres", "meters"),
    ("litre", "liter"),
    ("grey", "gray"),
    ("catalogue", "catalog"),
    ("dialogue", "dialog"),
    ("licence", "license"),
    ("defence", "defense"),
    ("labelled", "labeled"),
    ("cancelled", "canceled"),
    ("analyse", "analyze"),
];
/// Endings with two spellings, British first.
const BRITISH_ENDINGS: &[(&str, &str)] = &[
    ("isation", "ization"),
    ("isations", "izations"),
    ("alise", "alize"),
    ("alised", "alized"),
    ("alising", "alizing"),
    ("ulise", "ulize"),
    ("olise", "olize"),
    ("olised", "olized"),
    ("olising", "olizing"),
    ("ivise", "ivize"),
    ("ivising", "ivizing"),
    ("imise", "imize"),
    ("inise", "inize"),
    ("onise", "onize"),
    ("rise", "rize"),
];
/// Pairs of words that are another pair, or one word, on the other side of the Atlantic.
const BRITISH_PAIRS: &[(&str, &str, &[&str])] = &[
    ("full", "stop", &["period"]),
    ("full", "stops", &["periods"]),
    ("inverted", "commas", &["quotation", "marks"]),
    ("inverted", "comma", &["quotation", "mark"]),
    ("don", "t", &["dont"]),
];

/// The row of words that people write for each other that holds this one.
pub(super) fn alias_row(word: &str) -> Option<usize> {
    ALIASES.iter().position(|row| row.contains(&word))
}

/// The same words as the catalogue spells them: in American English.
pub(super) fn to_american_words(words: Vec<Vec<char>>) -> Vec<Vec<char>> {
    let mut out: Vec<Vec<char>> = Vec::with_capacity(words.len());
    let mut rest = words.into_iter().peekable();
    while let Some(word) = rest.next() {
        let pair = rest.peek().and_then(|next| {
            BRITISH_PAIRS.iter().find(|(first, second, _)| is_word(&word, first) && is_word(next, second))
        });
        if let Some((_, _, american)) = pair {
            rest.next();
            out.extend(american.iter().map(|word| word.chars().collect()));
            continue;
        }
        out.push(to_american_word(word));
    }
    out
}

fn to_american_word(word: Vec<char>) -> Vec<char> {
    if let Some((_, american)) = BRITISH_WORDS.iter().find(|(british, _)| is_word(&word, british)) {
        return american.chars().collect();
    }
    let ending = BRITISH_ENDINGS.iter().find(|(british, _)| {
        let letters = british.chars().count();
        word.len() > letters + 2 && is_word(&word[word.len() - letters..], british)
    });
    match ending {
        Some((british, american)) => {
            let stem = word.len() - british.chars().count();
            word[..stem].iter().copied().chain(american.chars()).collect()
        }
        None => word,
    }
}

fn is_word(word: &[char], known: &str) -> bool {
    word.iter().copied().eq(known.chars())
}

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
    fn core(words: &[Vec<char>]) -> impl Iterator<Item = &Vec<char>> {
        words.iter().filter(|word| !is_one_of(word, NEGATING_WORDS) && !is_one_of(word, FILLING_WORDS))
    }
    let negates = |spelling: &Spelling| spelling.words.iter().any(|word| is_one_of(word, NEGATING_WORDS));
    negates(written) && negates(name) && core(&written.words).eq(core(&name.words))
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
}
