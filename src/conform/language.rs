//! Whether a text is written in the language that it is meant to be in.
//!
//! Invariant: doubt means yes, for short texts: a button of one word has no language that its letters would tell.

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

/// Longest function word, in bytes.
const LONGEST: usize = 8;

/// Places of the table, far more than function words.
const SLOTS: usize = 1024;

/// The languages that have a word for a function word, a bit each, at a place that its bytes tell; or in the next free one.
static LANGUAGES_OF_WORD: LazyLock<Box<[(u64, u8)]>> = LazyLock::new(|| {
    let mut all = vec![(0, 0); SLOTS].into_boxed_slice();
    for tongue in Tongue::ALL {
        for word in function_words(tongue) {
            let mut bytes = [0; LONGEST];
            bytes[..word.len()].copy_from_slice(word.as_bytes());
            let key = u64::from_le_bytes(bytes);
            let slot = slot_of(&all, key);
            all[slot] = (key, all[slot].1 | bit(tongue));
        }
    }
    all
});

/// Where a word stands in the table, or would.
fn slot_of(all: &[(u64, u8)], key: u64) -> usize {
    let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize % SLOTS;
    while all[slot].0 != key && all[slot].0 != 0 {
        slot = (slot + 1) % SLOTS;
    }
    slot
}

/// The languages of a word, whatever its case.
fn languages_of(all: &[(u64, u8)], word: &str) -> u8 {
    if word.is_empty() || word.len() > LONGEST {
        return 0;
    }
    let mut bytes = [0; LONGEST];
    if word.is_ascii() {
        bytes[..word.len()].copy_from_slice(word.as_bytes());
        // What is no letter of the word stays 0.
        let small = u64::from_le_bytes([0x20; LONGEST]) >> (8 * (LONGEST - word.len()));
        return all[slot_of(all, u64::from_le_bytes(bytes) | small)].1;
    } else {
        let mut at = 0;
        for c in word.chars().flat_map(char::to_lowercase) {
            let Some(room) = bytes.get_mut(at..at + c.len_utf8()) else { return 0 };
            at += c.encode_utf8(room).len();
        }
    }
    all[slot_of(all, u64::from_le_bytes(bytes))].1
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
    let all = &**LANGUAGES_OF_WORD;
    passage.words().filter(|(_, word)| languages_of(all, word) & bit(Tongue::En) != 0).count()
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
    let all = &**LANGUAGES_OF_WORD;
    // The first sixty words tell.
    for (_, word) in passage.words().take(60) {
        count += 1;
        let languages = languages_of(all, word);
        own += usize::from(languages & bit(passage.tongue) != 0);
        for (count, other) in foreign.iter_mut().zip(others) {
            *count += usize::from(languages & bit(*other) != 0);
        }
    }
    let most = foreign.iter().copied().max().unwrap_or(0);
    count < 3 || most < 2 || own >= most
}
