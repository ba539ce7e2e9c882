//! German: ß, umlauts, and whether the reader is a capital *Du*.
//!
//! Invariant: a spelling without ß or umlaut is told by a closed list; `Neue`, `Poesie` and `Duell` are no umlauts.

use std::sync::LazyLock;

use crate::conform::detector::{Occasion, ValueSet};
use crate::conform::passage::Passage;
use crate::conform::pattern::{Pattern, pattern};

static SWISS: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)^(?:\p{L}*(?:strasse|strassen)|gross(?:e|er|es|en|em)?|grösse\p{L}*|grösser\p{L}*|heiss(?:t|en|e|er)?|weiss(?:e|er|es|en|t)?|aus(?:ser)(?:dem|halb)?",
        r"|schliess\p{L}*|abschliess\p{L}*|anschliess\p{L}*|ausschliess\p{L}*|einschliess\p{L}*|grüsse|gruss|fuss|füsse|fussball|spass|gemäss|regelmässig\p{L}*|mass(?:stab|nahme|nahmen)",
        r"|liess(?:en)?|fliess\p{L}*|geniess\p{L}*|schiess\p{L}*|strassen\p{L}*|draussen|aussen|äussern?|süss\p{L}*|stoss\p{L}*|ausserordentlich\p{L}*|verstoss\p{L}*|bloss|dreissig)$"
    ))
});

/// `spelling_and_grammar.eszett`.
pub fn find_eszett(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (range, word) in passage.words() {
        if !word.is_ascii() && word.contains(['ß', 'ẞ']) {
            found.push(Occasion::new(range, ValueSet::NONE));
        } else if word.contains("ss") && SWISS.is_match(word) {
            found.push(Occasion::new(range, ValueSet::of(&[1])));
        }
    }
}

/// Writes ss.
pub fn rewrite_eszett(
    passage: &Passage<'_>,
    occasion: &Occasion,
    _: usize,
) -> Option<Vec<(std::ops::Range<usize>, String)>> {
    let word = passage.text.get(occasion.range.clone())?;
    Some(vec![(occasion.range.clone(), word.replace('ß', "ss").replace('ẞ', "SS"))])
}

static ASCII_UMLAUT: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)^(?:fuer|ueber\p{L}*|koennen?|koennte\p{L}*|moecht\p{L}*|moeglich\p{L}*|muessen|muesste\p{L}*|aender\p{L}*|geaendert|verfuegbar\p{L}*|oeffn\p{L}*|geoeffnet|zurueck\p{L}*",
        r"|groess\p{L}*|loesch\p{L}*|geloescht|schluessel|pruef\p{L}*|geprueft|waehl\p{L}*|gewaehlt\p{L}*|ausgewaehlt\p{L}*|naechst\p{L}*|rueck\p{L}*|gueltig\p{L}*|ungueltig\p{L}*|laenge|hoehe|maennlich",
        r"|erhaelt|enthaelt|laeuft|spaeter|waehrend|fuehr\p{L}*|ausfuehr\p{L}*|stueck\p{L}*|gemaess|regelmaessig|bestaetig\p{L}*|verschluessel\p{L}*|unterstuetz\p{L}*|erklaer\p{L}*|einfueg\p{L}*|hinzufueg\p{L}*)$"
    ))
});

/// `spelling_and_grammar.umlauts`: words spelled without, and the first word with one (each further tells nothing new).
pub fn find_umlauts(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let mut first = true;
    for (range, word) in passage.words() {
        if !word.is_ascii() && word.contains(['ä', 'ö', 'ü', 'Ä', 'Ö', 'Ü']) {
            if first {
                found.push(Occasion::new(range, ValueSet::NONE));
            }
            first = false;
        } else if has_digraph(word) && ASCII_UMLAUT.is_match(word) {
            found.push(Occasion::new(range, ValueSet::of(&[1])));
        }
    }
}

/// Whether a word has `ae`, `oe` or `ue`, which few have.
fn has_digraph(word: &str) -> bool {
    let digraph = |pair: &[u8]| matches!(pair[0] | 0x20, b'a' | b'o' | b'u') && pair[1] | 0x20 == b'e';
    word.as_bytes().windows(2).any(digraph)
}

/// `spelling_and_grammar.informal_address_pronouns`: inside a sentence, where a capital is a choice.
pub fn find_informal_pronouns(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    const PRONOUNS: &[&str] = &[
        "du", "dich", "dir", "dein", "deine", "deinen", "deinem", "deiner", "deines", "euch", "euer", "eure", "euren",
        "eurem", "eurer",
    ];
    for (range, word) in passage.words() {
        // All of them begin so, and are short.
        if word.len() > 6 || !word.starts_with(['d', 'D', 'e', 'E']) {
            continue;
        }
        let known = PRONOUNS.iter().any(|pronoun| pronoun.eq_ignore_ascii_case(word));
        if known && passage.stands_alone(&range) && !passage.starts_sentence(range.start) {
            // `DU` shouts, and `du.` may be a country code.
            let rest = &word[1..];
            if rest == rest.to_lowercase() && passage.char_before(range.start) != Some('.') {
                found.push(Occasion::new(
                    range,
                    ValueSet::of(if word.starts_with(char::is_uppercase) { &[1] } else { &[2] }),
                ));
            }
        }
    }
}

/// Swaps the first letter.
pub fn rewrite_informal_pronouns(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(std::ops::Range<usize>, String)>> {
    let first = passage.text.get(occasion.range.start..occasion.range.start + 1)?;
    let new = if value == 0 { first.to_uppercase() } else { first.to_lowercase() };
    Some(vec![(occasion.range.start..occasion.range.start + 1, new)])
}
