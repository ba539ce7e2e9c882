//! Whether a text is written in the language that it is meant to be in.
//!
//! Invariant: doubt means yes, for short texts: a button of one word has no language that its letters would tell.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::conform::character::{is_han_or_kana, is_hangul};
use crate::conform::ingredient;
use crate::conform::passage::{Passage, Tongue};

/// Words that a language cannot do without and the others hardly have.
fn function_words(tongue: Tongue) -> &'static [&'static str] {
    match tongue {
        Tongue::De => &[
            "der", "die", "das", "und", "nicht", "ist", "sie", "ein", "eine", "mit", "für", "zu", "auf", "wird",
            "werden", "von", "dem", "den", "im", "sich", "oder", "kann", "bitte", "ihre",
        ],
        Tongue::En => &[
            "the", "and", "is", "not", "this", "that", "of", "to", "for", "with", "are", "be", "was", "your", "you",
            "from", "has", "have", "will", "been", "an", "it", "cannot", "please",
        ],
        Tongue::Es => &[
            "el", "la", "los", "las", "de", "que", "no", "una", "para", "con", "por", "se", "del", "su", "al", "este",
            "esta", "es", "un", "en", "o", "y",
        ],
        Tongue::Fr => &[
            "le", "la", "les", "des", "une", "est", "pas", "pour", "dans", "que", "vous", "votre", "du", "sur", "avec",
            "ne", "ce", "cette", "un", "de", "et", "ou", "au",
        ],
        Tongue::It => &[
            "il", "la", "gli", "che", "di", "non", "una", "per", "con", "del", "della", "è", "questo", "questa",
            "sono", "un", "nel", "le", "si", "da", "e", "al",
        ],
        Tongue::Ja | Tongue::Ko | Tongue::Zh => &[],
    }
}

fn bit(tongue: Tongue) -> u8 {
    1 << (tongue as u8)
}

/// The languages that have a word for a function word, a bit each.
static LANGUAGES_OF_WORD: LazyLock<HashMap<&'static str, u8>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for tongue in Tongue::ALL {
        for word in function_words(tongue) {
            *all.entry(*word).or_insert(0) |= bit(tongue);
        }
    }
    all
});

/// The languages of a word, whatever its case.
fn languages_of(word: &str) -> u8 {
    let known = |word: &str| LANGUAGES_OF_WORD.get(word).copied().unwrap_or(0);
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) { known(word) } else { known(&word.to_lowercase()) }
}

/// Whether a passage may be in its language.
#[must_use]
pub fn is_in_its_language(passage: &Passage<'_>) -> bool {
    match passage.tongue {
        Tongue::Ko => is_long_without(&passage.text, is_hangul),
        Tongue::Ja | Tongue::Zh => is_long_without(&passage.text, is_han_or_kana),
        Tongue::En => {
            !is_east_asian_text(passage) && reads_as(passage, &[Tongue::De, Tongue::Fr, Tongue::Es, Tongue::It])
        }
        Tongue::De | Tongue::Es | Tongue::Fr | Tongue::It => {
            !is_east_asian_text(passage) && reads_as(passage, &[Tongue::En])
        }
    }
}

/// How many words of a passage are those that English cannot do without.
#[must_use]
pub fn count_english_words(passage: &Passage<'_>) -> usize {
    passage.words().filter(|(_, word)| languages_of(word) & bit(Tongue::En) != 0).count()
}

/// A text of words needs a letter of its script; one of a few characters does not.
fn is_long_without(text: &str, own: fn(char) -> bool) -> bool {
    text.chars().any(own) || text.chars().filter(|c| c.is_ascii_alphabetic()).count() < 4
}

fn is_east_asian_text(passage: &Passage<'_>) -> bool {
    if passage.ingredients & ingredient::EAST == 0 {
        return false;
    }
    let text = &passage.text;
    let east = text.chars().filter(|c| is_han_or_kana(*c) || is_hangul(*c)).count();
    east > 0 && east * 2 > text.chars().filter(|c| c.is_alphabetic()).count()
}

fn reads_as(passage: &Passage<'_>, others: &[Tongue]) -> bool {
    let mut count = 0;
    let mut own = 0;
    let mut foreign = [0_usize; 4];
    // The first sixty words tell.
    for (_, word) in passage.words().take(60) {
        count += 1;
        let languages = languages_of(word);
        own += usize::from(languages & bit(passage.tongue) != 0);
        for (count, other) in foreign.iter_mut().zip(others) {
            *count += usize::from(languages & bit(*other) != 0);
        }
    }
    let most = foreign.iter().copied().max().unwrap_or(0);
    count < 3 || most < 2 || own >= most
}
