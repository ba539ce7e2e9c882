//! Words in capitals: those that shout, acronyms, and names that are neither.
//!
//! Invariant: a word that may be a name is judged only where something beside it says that it is prose.

use std::ops::Range;

use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::family::figures::{CODES, is_numbered};
use crate::conform::family::quotes::read_marks;
use crate::conform::ingredient;
use crate::conform::passage::{MASKED, Passage};

/// `spelling_and_grammar.all_caps`: capitals that shout, and acronyms that may.
pub const CAPITALS: Finder = Finder::new(ingredient::CAPITALS, find_capitals);

fn find_capitals(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for (range, word) in capital_words(passage) {
        match shouts(word) {
            // What stands in quotation marks is told as it is written elsewhere.
            Some(true)
                if is_called(passage, &range)
                    && !is_operator(passage, &range)
                    && !read_marks(passage).is_quoted(range.start) =>
            {
                push_occasion(found, range, &[]);
            }
            Some(false) if !is_numbered(passage, range.start) => push_occasion(found, range, &[1]),
            Some(_) | None => {}
        }
    }
}

/// Whether a word in capitals is the name of a level of a log (`ERROR logs`, or nothing else), of an operator of logic, which a
/// text calls one, or of a command of a database.
fn is_operator(passage: &Passage<'_>, range: &Range<usize>) -> bool {
    const QUERY: &[&str] = &[
        "CREATE", "TABLE", "VIEW", "SELECT", "FROM", "WHERE", "INSERT", "INTO", "UPDATE", "DELETE", "DROP", "ALTER",
        "JOIN", "ORDER", "GROUP", "HAVING", "COLUMN", "INDEX",
    ];
    const LEVELS: &[&str] = &["ERROR", "WARNING", "WARN", "INFO", "DEBUG", "TRACE", "CRITICAL", "FATAL"];
    let query = |word: &str| QUERY.contains(&word);
    let next = passage.word_after(range.end);
    let is_level = |word: &str| LEVELS.contains(&word);
    let is_alone = range.len() == passage.text.trim().len();
    let source = passage.searched_source().map_or(&passage.text[range.clone()], str::trim);
    if is_alone && is_level(source)
        || is_level(&passage.text[range.clone()]) && (next.starts_with("log") || next.starts_with("level"))
    {
        return true;
    }
    if query(&passage.text[range.clone()]) {
        return query(passage.word_before(range.start)) || query(passage.word_after(range.end));
    }
    let names_logic = |near: &str| near.contains("oole") || near.contains("ogical") || near.contains("perator");
    matches!(&passage.text[range.clone()], "NOT" | "AND" | "OR" | "XOR")
        && (names_logic(passage.near_before(range.start)) || names_logic(passage.near_after(range.end)))
}

/// Whether a word in capitals that may be a name (`GEDCOM`) is prose: it is known as such, or a word beside it is in capitals.
fn is_called(passage: &Passage<'_>, range: &Range<usize>) -> bool {
    CALLED.contains(&&passage.text[range.clone()]) || is_beside_capitals(passage, range)
}

/// Whether a word beside this one is in capitals and no acronym.
pub(crate) fn is_beside_capitals(passage: &Passage<'_>, range: &Range<usize>) -> bool {
    let vowels = |word: &str| word.chars().any(is_capital_vowel);
    let loud = |word: &str| {
        word.chars().count() >= 2
            && word.chars().all(char::is_uppercase)
            && vowels(word)
            && shouts(word) != Some(false)
            && !TRADEMARKS.contains(&word)
            || CALLED.contains(&word)
    };
    loud(passage.word_before(range.start)) || loud(passage.word_after(range.end))
}

/// Words of capitals alone that touch no digit, letter or underscore.
pub(crate) fn capital_words<'a>(passage: &'a Passage<'_>) -> impl Iterator<Item = (Range<usize>, &'a str)> {
    passage.words().filter(|(range, word)| {
        // Nearly every word ends here, at its second letter.
        !word.bytes().any(|byte| byte.is_ascii_lowercase())
            && word.chars().count() >= 3
            && word.chars().all(char::is_uppercase)
            && !TRADEMARKS.contains(word)
            && passage.stands_alone(range)
            // `[NOTE]` is a place that a program fills.
            && !(passage.char_at(range.end) == Some(']') && passage.char_before(range.start) == Some('['))
            && !passage.char_at(range.end).is_some_and(|c| {
                matches!(c, '.' | '-')
                    && passage.char_at(range.end + 1).is_some_and(|c| c.is_ascii_digit() || c.is_uppercase())
            })
            && !passage
                .char_before(range.start)
                .is_some_and(|c| matches!(c, '.' | '$' | '%' | '-' | '/' | ':' | '#' | MASKED))
    })
}

/// Names of products that are written in capitals.
const TRADEMARKS: &[&str] =
    &["LEGO", "MINDSTORMS", "IKEA", "NVIDIA", "YAMAHA", "SAMSUNG", "EPSON", "CASIO", "ASUS", "SEGA"];

/// Words that are in capitals to be heard.
const CALLED: &[&str] = &[
    "NOT",
    "NEVER",
    "ALWAYS",
    "MUST",
    "ALL",
    "ONLY",
    "NOTE",
    "ERROR",
    "PLEASE",
    "WARNING",
    "IMPORTANT",
    "ATTENTION",
    "CAUTION",
    "DANGER",
    "REQUIRED",
    "NICHT",
    "NIE",
    "ACHTUNG",
    "NUR",
    "IMMER",
    "WICHTIG",
    "WARNUNG",
    "HINWEIS",
    "FEHLER",
    "HILFE",
    "NUNCA",
    "NO",
    "NON",
    "MAI",
    "SOLO",
    "NOTA",
    "AVISO",
    "ATENCIÓN",
    "IMPORTANTE",
    "ADVERTENCIA",
    "SIEMPRE",
    "GRATIS",
    "ÚLTIMA",
    "STOP",
    "FREE",
    "NEW",
    "NEU",
    "NUEVO",
    "NUOVO",
    "ATTENZIONE",
    "ERRORE",
    "AVVISO",
    "SEMPRE",
    "SOLTANTO",
    "JAMAIS",
    "TOUJOURS",
];

/// Whether a word in capitals shouts; nothing where it is neither a shout nor an acronym.
pub(crate) fn shouts(word: &str) -> Option<bool> {
    const ACRONYMS: &[&str] = &[
        "UNESCO", "UNICEF", "ASCII", "JSON", "HTTPS", "LASER", "NATO", "OPEC", "WYSIWYG", "POSIX", "UNIX", "ISBN",
        "JAVA", "MIME", "README", "LICENSE", "SQLITE", "MYSQL", "ORACLE", "CORBA", "ASEAN", "NASA", "OTAN", "FIFA",
        "UEFA", "AIDS", "SIDA", "FIAT", "INPS", "JJOO", "IBAN", "IEEE", "ANSI", "IATA", "UUID", "BIOS", "JPEG", "OCDE",
        "OECD", "DSGVO", "SEPA", "ISIN", "ONLUS", "INSEE", "ARIA",
    ];
    // Ordinals, and days of the week in Italian.
    const NEITHER: &[&str] = &[
        "BCE", "MBA", "III", "VII", "VIII", "XII", "XIII", "XIV", "XVI", "XVII", "XVIII", "XIX", "XXI", "XXX", "LUN",
        "MAR", "MER", "GIO", "VEN", "SAB", "DOM",
    ];
    // An accent on the last letter makes a word: `PIÙ`.
    let accent = word.ends_with(['À', 'È', 'É', 'Ì', 'Ò', 'Ù']);
    if accent || NEITHER.contains(&word) || CODES.contains(&word) {
        return None;
    }
    if CALLED.contains(&word) {
        return Some(true);
    }
    let length = word.chars().count();
    if length <= 3 || ACRONYMS.contains(&word) {
        return Some(false);
    }
    let vowel = word.chars().any(is_capital_vowel);
    // `HILFE` is a word and `DSGVO` none, and nothing in their letters says so for sure.
    if length <= 5 && vowel { None } else { Some(vowel) }
}

fn is_capital_vowel(c: char) -> bool {
    "AEIOUÄÖÜÁÉÍÓÚÀÈÌÒÙ".contains(c)
}
