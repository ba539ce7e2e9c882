//! Whether a text is written in the language that it is meant to be in.
//!
//! Invariant: doubt means yes, for short texts: a button of one word has no language that its letters would tell.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::conform::passage::{Tongue, is_han_or_kana, is_hangul};

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

/// The languages that have a word for a function word, a bit each.
static LANGUAGES_OF_WORD: LazyLock<HashMap<&'static str, u8>> = LazyLock::new(|| {
    let mut all: HashMap<&'static str, u8> = HashMap::new();
    for tongue in Tongue::ALL {
        for word in function_words(tongue) {
            *all.entry(word).or_default() |= bit(tongue);
        }
    }
    all
});

fn bit(tongue: Tongue) -> u8 {
    1 << (tongue as u8)
}

/// Longest function word, in bytes.
const LONGEST: usize = 8;

/// The languages of a word, whatever its case.
fn languages_of(word: &str) -> u8 {
    if word.len() > LONGEST {
        return 0;
    }
    let mut lower = [0_u8; LONGEST];
    let known = |word: &str| LANGUAGES_OF_WORD.get(word).copied().unwrap_or(0);
    if !word.is_ascii() {
        return known(&word.to_lowercase());
    }
    let lower = &mut lower[..word.len()];
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    std::str::from_utf8(lower).map_or(0, known)
}

/// Whether a text may be in this language.
#[must_use]
pub fn is_readable_as(text: &str, tongue: Tongue) -> bool {
    match tongue {
        Tongue::Ko => is_long_without(text, is_hangul),
        Tongue::Ja | Tongue::Zh => is_long_without(text, is_han_or_kana),
        Tongue::En => {
            !is_east_asian_text(text) && reads_as(text, tongue, &[Tongue::De, Tongue::Fr, Tongue::Es, Tongue::It])
        }
        Tongue::De | Tongue::Es | Tongue::Fr | Tongue::It => {
            !is_east_asian_text(text) && reads_as(text, tongue, &[Tongue::En])
        }
    }
}

/// A text of words needs a letter of its script; one of a few characters does not.
fn is_long_without(text: &str, own: fn(char) -> bool) -> bool {
    text.chars().any(own) || text.chars().filter(|c| c.is_ascii_alphabetic()).count() < 4
}

fn is_east_asian_text(text: &str) -> bool {
    let east = text.chars().filter(|c| is_han_or_kana(*c) || is_hangul(*c)).count();
    east > 0 && east * 2 > text.chars().filter(|c| c.is_alphabetic()).count()
}

fn reads_as(text: &str, tongue: Tongue, others: &[Tongue]) -> bool {
    let mut words = 0;
    let mut own = 0;
    let mut foreign = [0_usize; 4];
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        words += 1;
        let languages = languages_of(word);
        own += usize::from(languages & bit(tongue) != 0);
        for (count, other) in foreign.iter_mut().zip(others) {
            *count += usize::from(languages & bit(*other) != 0);
        }
        // The first sixty words tell.
        if words >= 60 {
            break;
        }
    }
    let most = foreign.iter().copied().max().unwrap_or(0);
    words < 3 || most < 2 || own >= most
}
