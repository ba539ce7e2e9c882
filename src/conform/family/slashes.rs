//! Slashes between words, and the spaces around them.
//!
//! Invariant: a slash of a path, of a unit or of an ending decides nothing.

use std::sync::LazyLock;

use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::ingredient;
use crate::conform::passage::{MASKED, Passage, Tongue};
use crate::conform::pattern::{Pattern, pattern};

/// `punctuation.slash` in German and French.
pub const SLASHES: Finder = Finder::new(ingredient::SLASH, find_slashes);

fn find_slashes(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static SLASH: LazyLock<Pattern> = LazyLock::new(|| pattern(r"(\p{L}+)([ \u{a0}]?)/([ \u{a0}]?)(\p{L}+)"));
    for captures in SLASH.captures_iter(&passage.text) {
        let (Some(whole), Some(left), Some(one), Some(right), Some(other)) =
            (captures.get(0), captures.get(2), captures.get(1), captures.get(3), captures.get(4))
        else {
            continue;
        };
        let joined = |c: Option<char>| {
            c.is_some_and(|c| matches!(c, '/' | '.' | '_' | '-' | ':' | '\\' | MASKED) || c.is_ascii_digit())
        };
        let after = passage.char_at(whole.end());
        let path = joined(passage.char_before(whole.start()))
            || (joined(after)
                && (after != Some('.') || passage.char_at(whole.end() + 1).is_some_and(char::is_alphanumeric))
                && after != Some(':')
                && after != Some('-'));
        let caps = |text: &str| text.chars().all(char::is_uppercase) || text.chars().count() < 2;
        let short =
            |text: &str| text.chars().count() <= 2 && text != "le" && text != "la" && text != "et" && text != "ou";
        if path
            || (caps(one.as_str()) && caps(other.as_str()))
            || (short(one.as_str()) && short(other.as_str()))
            || (one.as_str() == "km" || other.as_str() == "h")
            || (left.is_empty() && right.is_empty() && is_no_choice(passage.tongue, one.as_str(), other.as_str()))
        {
            continue;
        }
        let shows: &[u32] = match (left.is_empty(), right.is_empty()) {
            (true, true) => &[1, 3],
            (false, false) => &[2, 3],
            _ => &[],
        };
        push_occasion(found, whole.range(), shows);
    }
}

/// Whether words around a slash are no two words of the language: one has another ending behind it (`Tag/en`,
/// `Benutzer/innen`), or they are values of English.
fn is_no_choice(tongue: Tongue, one: &str, other: &str) -> bool {
    const ENDINGS: &[&str] = &["e", "en", "n", "r", "er", "s", "es", "in", "innen"];
    const ENGLISH: &[(&str, &str)] = &[("true", "false"), ("yes", "no")];
    // `Amerika/Bogota` is the name of a time zone.
    const CONTINENTS: &[&str] = &[
        "Africa", "Afrika", "Afriq", "África", "Ameri", "Améri", "Antar", "Arctic", "Arktis", "Asia", "Asie", "Atlant",
        "Atlánt", "Austral", "Europ", "Indian", "Indisch", "Pacif", "Pacíf", "Pazif",
    ];
    let ending = tongue == Tongue::De
        && one.chars().count() > 2
        && one.starts_with(char::is_uppercase)
        && ENDINGS.contains(&other);
    let is = |word: &str, english: &str| word.eq_ignore_ascii_case(english);
    let zone = CONTINENTS.iter().any(|head| one.starts_with(head)) && other.starts_with(char::is_uppercase);
    ending || zone || ENGLISH.iter().any(|(first, second)| is(one, first) && is(other, second))
}
