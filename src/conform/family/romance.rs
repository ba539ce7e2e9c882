//! Spanish and Italian: abbreviations in letters, *sólo*, and how the reader is addressed.
//!
//! Invariant: word lists are closed; a word that is not on one is no occasion.

use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::family::capitals::{capital_words, is_beside_capitals, shouts};
use crate::conform::family::figures::is_numbered;
use crate::conform::ingredient;
use crate::conform::passage::{LONGEST_SEARCHED, Passage};
use crate::conform::pattern::{Pattern, pattern};

/// `punctuation.abbreviations` in Spanish: doubled letters of a plural.
pub const DOUBLED: Finder = Finder::new(ingredient::CAPITALS, find_doubled);

fn find_doubled(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static DOUBLED: LazyLock<Pattern> =
        LazyLock::new(|| pattern(r"\b(EE|RR|FF|JJ|CC|DD)(\.?)([ \u{a0}]?)(UU|HH|AA|OO|MM)(\.?)"));
    for captures in DOUBLED.captures_iter(&passage.text) {
        let (Some(whole), Some(dot), Some(space), Some(last)) =
            (captures.get(0), captures.get(2), captures.get(3), captures.get(5))
        else {
            continue;
        };
        // `YYYY-MM-DD HH:MM` is a pattern of dates.
        let joined = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | ':' | '/'));
        if joined(passage.char_at(whole.end())) || joined(passage.char_before(whole.start())) {
            continue;
        }
        let dots = !dot.is_empty() && !last.is_empty();
        let shows: &[u32] = match (dots, !dot.is_empty(), space.is_empty()) {
            (true, _, false) => &[2],
            (true, _, true) => &[3],
            (false, false, true) => &[1],
            (false, false, false) => &[4],
            (false, true, _) => &[],
        };
        // The last full stop may be that of the sentence.
        let end = if dots || dot.is_empty() && last.is_empty() { whole.end() } else { last.start() };
        push_occasion(found, whole.start()..end, shows);
    }
}

/// `spelling_and_grammar.spanish_word_solo`: as an adverb.
pub const SOLO: Finder = Finder::new(ingredient::CAPITAL | ingredient::SMALL, find_solo).rewritten_by(rewrite_solo);

fn find_solo(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    const NEXT: &[&str] = &[
        "lectura", "se", "puede", "pueden", "para", "si", "cuando", "quiero", "falta", "tiene", "es", "con", "los",
        "las", "uno", "una",
    ];
    for (range, word) in passage.words() {
        match word.to_lowercase().as_str() {
            "sólo" => push_occasion(found, range, &[2]),
            "solo" => {
                let before = passage.word_before(range.start).to_lowercase();
                let adverb = matches!(before.as_str(), "no" | "tan")
                    || (NEXT.contains(&passage.word_after(range.end))
                        && !matches!(before.as_str(), "un" | "está" | "estar"));
                if adverb {
                    push_occasion(found, range, &[1]);
                }
            }
            _ => {}
        }
    }
}

/// Takes the accent away.
fn rewrite_solo(passage: &Passage<'_>, occasion: &Occasion, value: usize) -> Option<Vec<(Range<usize>, String)>> {
    let word = passage.text.get(occasion.range.clone())?;
    (value == 0).then(|| vec![(occasion.range.clone(), word.replace('ó', "o"))])
}

static DOTTED: LazyLock<Pattern> = LazyLock::new(|| pattern(r"\b[A-Z]\.(?:[ ]?[A-Z]\.)+"));

/// `punctuation.acronyms` in Italian.
pub const ACRONYMS: Finder = Finder::new(ingredient::CAPITALS | ingredient::INITIAL, find_acronyms);

fn find_acronyms(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for dotted in DOTTED.find_iter(&passage.text) {
        if is_acronym(passage, &dotted.range()) {
            push_occasion(found, dotted.range(), &[]);
        }
    }
    for (range, word) in plain_acronyms(passage) {
        push_occasion(found, range, if word.is_empty() { &[] } else { &[1] });
    }
}

/// Letters with full stops are initials of a person where a surname follows.
fn is_acronym(passage: &Passage<'_>, range: &Range<usize>) -> bool {
    let letters = passage.text[range.clone()].chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3 || !passage.word_after(range.end).starts_with(char::is_uppercase)
}

fn plain_acronyms<'a>(passage: &'a Passage<'_>) -> impl Iterator<Item = (Range<usize>, &'a str)> {
    // Words with a capital are names: `GNU Mailman`.
    let is_named = |range: &Range<usize>| {
        passage.char_at(range.end) == Some(' ') && passage.word_after(range.end).starts_with(char::is_uppercase)
    };
    capital_words(passage).filter(move |(range, word)| {
        shouts(word) == Some(false)
            && word.chars().count() <= 5
            && !is_numbered(passage, range.start)
            && !is_beside_capitals(passage, range)
            && !is_named(range)
            && !is_extension(passage, range.start)
    })
}

/// Whether the word at `at` is the extension of a file, or stands in a list of them: `estensione MTS o CTS`.
fn is_extension(passage: &Passage<'_>, at: usize) -> bool {
    const REACH: usize = 40;
    let before = &passage.text[passage.text.ceil_char_boundary(at.saturating_sub(REACH))..at];
    let other = |word: &str| {
        word.is_empty() || ["o", "e", "ed"].contains(&word) || word.chars().all(|c| c.is_uppercase() || c.is_numeric())
    };
    before.rfind("estension").is_some_and(|start| {
        before[start + "estension".len()..].split(|c: char| !c.is_alphanumeric()).skip(1).all(other)
    })
}

/// `punctuation.uppercase_acronyms` in Italian: spaces between the letters.
pub const ACRONYM_SPACES: Finder = Finder::new(ingredient::CAPITALS | ingredient::INITIAL, find_acronym_spaces);

fn find_acronym_spaces(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for dotted in DOTTED.find_iter(&passage.text) {
        if is_acronym(passage, &dotted.range()) {
            push_occasion(found, dotted.range(), if dotted.as_str().contains(' ') { &[2] } else { &[1] });
        }
    }
    for (range, _) in plain_acronyms(passage) {
        push_occasion(found, range, &[1]);
    }
}

/// `style_and_tone.addressing_the_reader` in Italian.
pub const ITALIAN_ADDRESS: Finder = Finder::new(ingredient::CAPITAL | ingredient::SMALL, find_italian_address);

fn find_italian_address(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    const INFORMAL: &[&str] = &["tu", "tuo", "tua", "tuoi", "tue", "ti", "te"];
    // Imperatives that no noun and no command of a menu is: each begins a sentence that goes on.
    const FORMAL_VERBS: &[&str] = &[
        "Selezioni",
        "Inserisca",
        "Clicchi",
        "Prema",
        "Scelga",
        "Verifichi",
        "Riprovi",
        "Attenda",
        "Apra",
        "Chiuda",
        "Immetta",
        "Digiti",
        "Confermi",
        "Elimini",
        "Specifichi",
        "Fornisca",
        "Legga",
        "Compili",
        "Rimuova",
        "Aggiunga",
        "Installi",
        "Riavvii",
        "Acceda",
        "Esegua",
        "Ricarichi",
        "Consulti",
        "Tocchi",
        "Faccia",
    ];
    const INFORMAL_VERBS: &[&str] = &["Inserisci", "Scegli", "Immetti", "Attendi", "Fornisci"];
    for (range, word) in passage.words() {
        let inside = !passage.starts_sentence(range.start);
        match word {
            "Lei" | "Suo" | "Sua" | "Suoi" | "Sue" if inside => push_occasion(found, range, &[1]),
            "La" if inside
                && matches!(
                    passage.word_after(range.end),
                    "preghiamo" | "invitiamo" | "ringraziamo" | "informiamo" | "aspettiamo"
                ) =>
            {
                let end = passage.text[range.end..]
                    .find(|c: char| !c.is_alphabetic() && c != ' ')
                    .map_or(passage.text.len(), |at| range.end + at);
                let verb = passage.word_after(range.end).len();
                push_occasion(found, range.start..end.min(range.end + 1 + verb), &[1]);
            }
            _ if !inside && FORMAL_VERBS.contains(&word) && is_sentence(passage, range.end) => {
                push_occasion(found, range, &[1])
            }
            _ if !inside && INFORMAL_VERBS.contains(&word) && is_sentence(passage, range.end) => {
                push_occasion(found, range, &[2])
            }
            _ if INFORMAL.contains(&word.to_lowercase().as_str()) && passage.stands_alone(&range) => {
                push_occasion(found, range, &[2])
            }
            _ => {}
        }
    }
}

/// Whether what goes on here is a sentence of three words or more that ends in a mark, and no command of a menu.
fn is_sentence(passage: &Passage<'_>, at: usize) -> bool {
    let rest = &passage.text[at..];
    let sentence = rest[..rest.floor_char_boundary(LONGEST_SEARCHED)].split_inclusive(['.', '!', '\n']).next();
    let words = sentence.and_then(|sentence| sentence.strip_suffix(['.', '!']));
    words.is_some_and(|words| words.starts_with(' ') && words.split_whitespace().nth(1).is_some())
}
