//! Whether a text is written in the language that it is meant to be in.
//!
//! Invariant: doubt means yes, for short texts: a button of one word has no language that its letters would tell.

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
        let lower = word.to_lowercase();
        own += usize::from(function_words(tongue).contains(&lower.as_str()));
        for (count, other) in foreign.iter_mut().zip(others) {
            *count += usize::from(function_words(*other).contains(&lower.as_str()));
        }
        // The first sixty words tell.
        if words >= 60 {
            break;
        }
    }
    let most = foreign.iter().copied().max().unwrap_or(0);
    words < 3 || most < 2 || own >= most
}
