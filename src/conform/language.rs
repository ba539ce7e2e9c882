//! Whether a text is written in the language that it is meant to be in.
//!
//! Invariant: doubt means yes, for short texts: a button of one word has no language that its letters would tell. Two words
//! tell that they are English where their letters do and nothing in them is of the other language.

use std::sync::LazyLock;

use foldhash::{HashMap, HashMapExt};

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

/// More words of English that the other languages have not even borrowed.
const MORE_ENGLISH: &[&str] = &[
    "at", "by", "if", "when", "than", "there", "which", "who", "what", "how", "our", "their", "its", "but", "into",
    "about", "after", "before", "only", "must", "should", "could", "would", "does", "these", "those", "other", "she",
    "they", "we", "them", "his", "any", "some", "each", "every", "both", "either", "while", "because", "until", "then",
    "where", "why", "being", "had", "did", "click", "here", "add", "new", "save", "delete", "remove", "enter",
    "select", "choose", "create", "created", "update", "updated", "show", "hide", "view", "edit", "search", "find",
    "get", "make", "sure", "used", "using", "use", "allow", "enable", "disable", "try", "again", "failed", "unable",
    "events", "more", "less", "between", "within", "without", "through", "day", "days", "week", "weeks", "month",
    "months", "year", "years", "january", "february", "march", "june", "july", "october", "didn", "doesn", "isn",
    "aren", "wasn", "couldn", "wouldn", "shouldn", "hasn", "haven", "monday", "tuesday", "thursday", "friday", "time",
    "times", "people", "person", "user", "users", "names", "value", "values", "files",
];

/// The bit of [`MORE_ENGLISH`], beside those of the languages.
const MORE: u16 = 1 << 15;

fn bit(tongue: Tongue) -> u16 {
    1 << (tongue as u16)
}

/// The languages that have a word for a function word, a bit each.
static LANGUAGES_OF_WORD: LazyLock<HashMap<&'static str, u16>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for tongue in Tongue::ALL {
        for word in function_words(tongue) {
            *all.entry(*word).or_insert(0) |= bit(tongue);
        }
    }
    for word in MORE_ENGLISH {
        *all.entry(*word).or_insert(0) |= MORE;
    }
    all
});

/// Longest word that is known, in bytes.
const LONGEST_KNOWN: usize = 12;

/// The languages of a word, whatever its case.
fn languages_of(word: &str) -> u16 {
    let known = |word: &str| LANGUAGES_OF_WORD.get(word).copied().unwrap_or(0);
    let mut lower = [0; LONGEST_KNOWN];
    match lower.get_mut(..word.len()) {
        None => 0,
        Some(_) if !word.is_ascii() => known(&word.to_lowercase()),
        Some(lower) => {
            lower.copy_from_slice(word.as_bytes());
            lower.make_ascii_lowercase();
            std::str::from_utf8(lower).map_or(0, known)
        }
    }
}

/// Whether a passage may be in its language.
#[must_use]
pub fn is_in_its_language(passage: &Passage<'_>) -> bool {
    match passage.tongue {
        Tongue::Ko => is_long_without(without_note(&passage.text), is_hangul),
        Tongue::Ja | Tongue::Zh => is_long_without(without_note(&passage.text), is_han_or_kana),
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

/// A text without what stands in brackets at its end, such as a note that it is not translated yet.
fn without_note(text: &str) -> &str {
    let whole = text.trim_end();
    let note = whole.ends_with([')', '）']).then(|| whole.rfind(['(', '（'])).flatten();
    note.map_or(whole, |at| &whole[..at])
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
    (count < 3 || most < 2 || own >= most) && (own > 0 || count < 2 || !is_plain_english(passage))
}

/// Longest word whose letters are looked at, in bytes.
const LONGEST: usize = 24;

/// Whether a text without a function word of its language is English by its letters: `Creativity Circle`, `Add new record`.
fn is_plain_english(passage: &Passage<'_>) -> bool {
    if passage.tongue == Tongue::En {
        return false;
    }
    let (mut count, mut known, mut shaped, mut ending, mut own) = (0, 0, 0, 0, 0);
    for (_, word) in passage.words().take(60) {
        if !word.is_ascii() {
            return false;
        }
        count += usize::from(word.len() > 1);
        let mut lower = [0; LONGEST];
        let Some(lower) = lower.get_mut(..word.len()) else { continue };
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        let Ok(lower) = std::str::from_utf8(lower) else { continue };
        if languages_of(lower) & (bit(Tongue::En) | MORE) != 0 {
            known += 1;
            continue;
        }
        own += usize::from(has_own_letters(passage.tongue, lower));
        if lower.len() >= 3
            && has_english_letters(passage.tongue, lower)
            && word.bytes().any(|b| b.is_ascii_lowercase())
        {
            shaped += 1;
            ending += usize::from(ends(lower, &["tion", "ity", "ing"]));
        }
    }
    let evidence = known + shaped;
    let romance = matches!(passage.tongue, Tongue::Es | Tongue::It);
    // German and French have taken over too many words for letters alone.
    let sure = known > 0 || romance && shaped * 3 >= count * 2;
    own == 0 && (evidence >= 2 && evidence * 2 >= count && sure || romance && count == 2 && shaped == 1 && ending == 1)
        || known >= 3 && own * 4 < known
}

fn ends(word: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| word.ends_with(ending))
}

/// Whether a word of small ASCII letters ends as those of a language do.
fn has_own_letters(tongue: Tongue, word: &str) -> bool {
    let long = word.len() > 3;
    match tongue {
        Tongue::De => {
            let endings = ["en", "ung", "heit", "keit", "lich", "isch", "ern", "eln", "cht", "tz", "ck", "sch", "pf"];
            long && ends(word, &endings)
        }
        Tongue::Es => long && ends(word, &["a", "o", "as", "os", "ar", "ir", "ones", "ales", "dad"]),
        Tongue::Fr => {
            let endings = [
                "er", "ez", "eur", "eux", "ment", "que", "aire", "oir", "elle", "ette", "aux", "ois", "ais", "ant",
                "ent", "ir", "ion", "ee", "ees", "sse",
            ];
            long && ends(word, &endings)
        }
        Tongue::It => long && ends(word, &["a", "o"]) || word.ends_with('i') || word.len() > 4 && word.ends_with("re"),
        Tongue::En | Tongue::Ja | Tongue::Ko | Tongue::Zh => false,
    }
}

/// Whether a word of small ASCII letters has some together that English has and a language has not.
fn has_english_letters(tongue: Tongue, word: &str) -> bool {
    let has = |parts: &[&str]| parts.iter().any(|part| word.contains(part));
    let last = word.as_bytes().last().copied().unwrap_or_default();
    let before = word.as_bytes().iter().rev().nth(1).copied().unwrap_or_default();
    let vowel = |byte: u8| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u');
    match tongue {
        Tongue::De => {
            let endings = ["ing", "ity", "ly", "ness", "ful", "w", "y", "ws", "ys", "ed", "ies", "th"];
            has(&["ght", "oo", "ou", "ea"]) || ends(word, &endings) || word.starts_with("wh") || word.starts_with("th")
        }
        Tongue::Es => {
            has(&["th", "sh", "ck", "wh", "ph", "dg", "tion", "oo", "w", "k"])
                || matches!(last, b't' | b'p' | b'g' | b'm' | b'b' | b'f' | b'v' | b'q' | b'h')
                || matches!(last, b's' | b'n' | b'r' | b'l' | b'd') && !vowel(before)
                || ends(word, &["ity", "ly", "ed"])
        }
        Tongue::Fr => {
            has(&["sh", "ght", "oo", "w"])
                || ends(word, &["ck", "ing", "ty", "ly", "ness", "ful", "y", "ys", "ed", "ies"])
                || word.starts_with("kn")
        }
        Tongue::It => {
            has(&["th", "sh", "ck", "wh", "ph", "dg", "tion", "oo", "w", "k"])
                || !vowel(last) && !matches!(last, b'l' | b'n' | b'r')
        }
        Tongue::En | Tongue::Ja | Tongue::Ko | Tongue::Zh => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_that_is_known_is_longer_than_what_is_looked_up() {
        assert!(LANGUAGES_OF_WORD.keys().all(|word| word.len() <= LONGEST_KNOWN && languages_of(word) != 0));
        assert_eq!(languages_of("Für"), bit(Tongue::De));
    }

    #[test]
    fn english_is_told_by_its_letters_where_nothing_is_of_the_other_language() {
        for (tongue, text, own) in [
            (Tongue::Es, "Creativity Circle — $1,000,000+", false),
            (Tongue::Es, "Imagination Circle — $50,000+", false),
            (Tongue::Es, "Scratch Day grows to 1,100 events in 60 countries", false),
            (Tongue::Es, "Círculo de creatividad — $1,000,000+", true),
            (Tongue::Es, "Envíe 1,000 archivos", true),
            (Tongue::Es, "Token JWT: 1,000 usos", true),
            (Tongue::Es, "Total general: 1,000", true),
            (Tongue::Ja, "View the differences below. (未翻訳)", false),
            (Tongue::Ja, "差分を表示 (View)", true),
            (Tongue::It, "Add new record", false),
            (Tongue::It, "Waiting for 1,000 users", false),
            (Tongue::It, "Policy dei cookie", true),
            (Tongue::It, "Backup online 1,5 GB", true),
            (Tongue::Fr, "Create new file: 5%", false),
            (Tongue::Fr, "Menu principal: 5%", true),
            (Tongue::Fr, "Limite maximum", true),
            (Tongue::Fr, "Adresse \"Reply to\"", true),
            (Tongue::Fr, "Widgets : widget HTML", true),
            (Tongue::De, "Add new record", false),
            (Tongue::De, "Imagination Circle – $ 50.000+", true),
            (Tongue::De, "Marketing Kommunikation", true),
            (Tongue::De, "Update verfügbar", true),
            (Tongue::De, "I didn't install the extension", false),
            (Tongue::Es, "July 26-28, 2018 | Cambridge, MA, USA", false),
        ] {
            assert_eq!(is_in_its_language(&Passage::new(text, tongue, &[])), own, "{text}");
        }
    }
}
