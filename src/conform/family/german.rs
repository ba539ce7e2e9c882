//! German: ß, umlauts, and whether the reader is a capital *Du*.
//!
//! Invariant: a spelling without ß or umlaut is told by a closed list; `Neue`, `Poesie` and `Duell` are no umlauts.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::detector::{Finder, Occasion, ValueSet};
use crate::conform::ingredient;
use crate::conform::passage::{MASKED, Passage};

/// Words in lower case: whole ones, and what others begin or end with.
struct WordList {
    whole: HashSet<&'static str>,
    starts: Vec<&'static str>,
    ends: Vec<&'static str>,
}

impl WordList {
    fn new(whole: &'static str, starts: &'static str, ends: &'static str) -> Self {
        let words = str::split_ascii_whitespace;
        Self { whole: words(whole).collect(), starts: words(starts).collect(), ends: words(ends).collect() }
    }

    fn contains(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        self.whole.contains(word.as_str())
            || self.starts.iter().any(|start| word.starts_with(start))
            || self.ends.iter().any(|end| word.ends_with(end))
    }
}

/// Words that are written with an eszett where there is one.
static SWISS: LazyLock<WordList> = LazyLock::new(|| {
    WordList::new(
        "aussen ausser ausserdem ausserhalb bloss draussen dreissig fuss fussball füsse gemäss gross grosse \
        grossem grossen grosser grosses gruss grüsse heiss heisse heissen heisser heisst liess liessen massnahme \
        massnahmen massstab spass weiss weisse weissen weisser weisses weisst äusser äussern",
        "abschliess anschliess ausschliess ausserordentlich einschliess fliess geniess grösse regelmässig schiess \
        schliess stoss strassen süss verstoss",
        "strasse strassen",
    )
});

/// `spelling_and_grammar.eszett`.
pub const ESZETT: Finder = Finder::new(ingredient::DOUBLE_S, find_eszett).rewritten_by(rewrite_eszett);

fn find_eszett(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (range, word) in passage.words() {
        let has_eszett = !word.is_ascii() && word.contains(['ß', 'ẞ']);
        let shows = if has_eszett { ValueSet::NONE } else { ValueSet::of(&[1]) };
        if (has_eszett || word.contains("ss") && SWISS.contains(word)) && !is_part_of_name(passage, &range) {
            found.push(Occasion::new(range, shows));
        }
    }
}

/// Whether a word stands in an address or a name that somebody registered: `größe@köln.de`, `@größe`, `#größe`.
fn is_part_of_name(passage: &Passage<'_>, word: &Range<usize>) -> bool {
    let end = |c: char| c.is_whitespace() || c == MASKED;
    let before = passage.near_before(word.start);
    let before = before.rfind(end).map_or(before, |at| &before[at..]);
    let behind = passage.near_after(word.end);
    let behind = behind.find(end).map_or(behind, |at| &behind[..at]);
    let own = before.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '@' | '#'));
    let first = passage.text[word.clone()].chars().next();
    let second = own.chars().nth(1).or(first);
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    own.starts_with(['@', '#']) && second.is_some_and(char::is_alphabetic)
        || own.split_once('@').is_some_and(|(user, _)| letter(user.chars().next_back()))
        || behind.split_once('@').is_some_and(|(user, host)| {
            user.chars().all(|c| c.is_alphanumeric() || ".-_+".contains(c)) && letter(host.chars().next())
        })
}

/// Writes ss.
fn rewrite_eszett(passage: &Passage<'_>, occasion: &Occasion, _: usize) -> Option<Vec<(Range<usize>, String)>> {
    let word = passage.text.get(occasion.range.clone())?;
    Some(vec![(occasion.range.clone(), word.replace('ß', "ss").replace('ẞ', "SS"))])
}

/// Words that are written with an umlaut where there is one.
static ASCII_UMLAUT: LazyLock<WordList> = LazyLock::new(|| {
    WordList::new(
        "enthaelt erhaelt fuer geaendert geloescht gemaess geoeffnet geprueft hoehe koenne koennen laenge laeuft \
        maennlich muessen regelmaessig schluessel spaeter waehrend",
        "aender ausfuehr ausgewaehlt bestaetig einfueg erklaer fuehr gewaehlt groess gueltig hinzufueg koennte \
        loesch moecht moeglich muesste naechst oeffn pruef rueck stueck ueber ungueltig unterstuetz verfuegbar \
        verschluessel waehl zurueck",
        "",
    )
});

/// `spelling_and_grammar.umlauts`: words spelled without, and the first word with one (each further tells nothing new).
pub const UMLAUTS: Finder = Finder::new(ingredient::UMLAUT, find_umlauts);

fn find_umlauts(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    let mut first = true;
    for (range, word) in passage.words() {
        if !word.is_ascii() && word.contains(['ä', 'ö', 'ü', 'Ä', 'Ö', 'Ü']) {
            if first && !is_part_of_name(passage, &range) {
                found.push(Occasion::new(range, ValueSet::NONE));
                first = false;
            }
        } else if has_digraph(word) && ASCII_UMLAUT.contains(word) && !is_part_of_name(passage, &range) {
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
pub const INFORMAL_PRONOUNS: Finder =
    Finder::new(ingredient::SMALL, find_informal_pronouns).rewritten_by(rewrite_informal_pronouns);

fn find_informal_pronouns(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
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
fn rewrite_informal_pronouns(
    passage: &Passage<'_>,
    occasion: &Occasion,
    value: usize,
) -> Option<Vec<(Range<usize>, String)>> {
    let first = passage.text.get(occasion.range.start..occasion.range.start + 1)?;
    let new = if value == 0 { first.to_uppercase() } else { first.to_lowercase() };
    Some(vec![(occasion.range.start..occasion.range.start + 1, new)])
}
