//! Whether a translation uses the terms of a glossary.
//!
//! Invariant: a term is asked for only where its source stands as a whole word in the source text. Chinese, Japanese and
//! Korean are compared exactly; elsewhere a word counts as used where its stem is, so that endings may change.

use crate::conform::passage::Tongue;

/// A term that the source asks for and the translation does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingTerm<'a> {
    /// The source term.
    pub source: &'a str,
    /// The target term.
    pub target: &'a str,
}

/// Terms of `entries` (source, target) that a translation ought to use and does not.
#[must_use]
pub fn find_missing_terms<'a>(
    entries: &'a [(String, String)],
    source: &str,
    text: &str,
    tongue: Tongue,
) -> Vec<MissingTerm<'a>> {
    let (source_lower, text_lower) = (source.to_lowercase(), text.to_lowercase());
    let mut asked: Vec<(&'a String, &'a String)> = Vec::new();
    for (term, target) in entries {
        if stands_as_word(&source_lower, &term.to_lowercase()) {
            asked.push((term, target));
        }
    }
    // A longer term rules a shorter one inside it.
    let covers = |term: &str| {
        asked
            .iter()
            .any(|(other, _)| other.len() > term.len() && stands_as_word(&other.to_lowercase(), &term.to_lowercase()))
    };
    let missing =
        asked.iter().filter(|(term, target)| !covers(term) && !uses_term(&text_lower, &target.to_lowercase(), tongue));
    missing.map(|(source, target)| MissingTerm { source, target }).collect()
}

fn stands_as_word(text: &str, term: &str) -> bool {
    if term.is_empty() {
        return false;
    }
    let east = term.chars().any(|c| !c.is_ascii() && c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase());
    text.match_indices(term).any(|(at, found)| {
        let free = |c: Option<char>| east || !c.is_some_and(char::is_alphanumeric);
        free(text[..at].chars().next_back()) && free(text[at + found.len()..].chars().next())
    })
}

/// Longest word that may change more than its ending: `schreiben`, `schrieb`; `city`, `cities`.
const SHORT_WORD: usize = 9;

/// Whether a text uses a term, both in lower case. Where words change their endings, a word of the term counts as used where a
/// word of the text has its stem, or begins as it does: a false alarm costs more than a term that is not asked for.
#[must_use]
pub fn uses_term(text: &str, term: &str, tongue: Tongue) -> bool {
    if text.contains(term) {
        return true;
    }
    if tongue.is_east_asian() {
        return false;
    }
    let words = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold).collect::<Vec<_>>()
    };
    let own = words(text);
    words(term).iter().all(|word| {
        let length = word.chars().count();
        let stem: String = word.chars().take(if length <= 4 { length } else { (length - 2).max(4) }).collect();
        let head: String = word.chars().take(if length <= 3 { 2 } else { 3 }).collect();
        own.iter().any(|candidate| candidate.contains(&stem) || (length <= SHORT_WORD && candidate.starts_with(&head)))
    })
}

/// Umlauts change with the ending (`Haus`, `Häuser`).
fn fold(word: &str) -> String {
    word.chars()
        .map(|c| match c {
            'ä' => 'a',
            'ö' => 'o',
            'ü' => 'u',
            'á' => 'a',
            'é' | 'è' | 'ê' => 'e',
            'ç' => 'c',
            'í' => 'i',
            'ó' => 'o',
            'ú' => 'u',
            other => other,
        })
        .collect()
}
