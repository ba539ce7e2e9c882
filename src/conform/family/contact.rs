//! Addresses of mail and telephone numbers.
//!
//! Invariant: digits are a telephone number only with a witness: a country code, an area code in brackets, or a word for the
//! telephone in the same sentence.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use crate::conform::detector::{Finder, Occasion, push_occasion};
use crate::conform::ingredient;
use crate::conform::passage::{Passage, Tongue};
use crate::conform::pattern::{Pattern, pattern};

static MAIL_PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(concat!(
        r"[A-Za-z0-9._%+-]+(@|\[at\]| \[at\] | ?\(at\) ?| at )[A-Za-z0-9-]+((?:\.|\[dot\]| \[dot\] )[A-Za-z0-9-]+)*",
        r"(?:\.|\[dot\]| \[dot\] )(?:com|org|net|edu|info|example|de|at|ch|fr|it|es|eu|uk|io)\b"
    ))
});

/// `formatting.email_address_format` in German and English.
pub const MAIL: Finder = Finder::new(ingredient::AT | ingredient::PERIOD, find_mail);

fn find_mail(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    if passage.ingredients & (ingredient::AT | ingredient::BRACKET) == 0 && !passage.text.contains(" at ") {
        return;
    }
    let german = passage.tongue == Tongue::De;
    let is_list = LazyCell::new(|| is_list_of_addresses(&passage.text));
    for captures in MAIL_PATTERN.captures_iter(&passage.text) {
        let (Some(whole), Some(at)) = (captures.get(0), captures.get(1)) else { continue };
        let dots = whole.as_str().contains("[dot]");
        // As the whole of a text it shows what to type into a field, which takes no other form.
        if at.as_str() == "@" && (*is_list || is_example(passage, whole.start())) {
            continue;
        }
        // `look at example.com` is prose: somebody has to write, mail or answer.
        let near = passage.near_before(whole.start()).to_lowercase();
        let asked = ["mail", "write", "contact", "reply", "schreib", "gehen an", "antwort", "kontakt"]
            .iter()
            .any(|word| near.contains(word));
        let shows: &[u32] = match (german, at.as_str(), dots) {
            (true, "@", _) => &[4],
            (true, " [at] ", false) => &[1],
            (true, " (at) ", _) => &[2],
            (_, " at ", _) if !asked => continue,
            (true, " at ", _) => &[3],
            (false, "@", _) => &[5],
            (false, "[at]", true) => &[2],
            (false, " [at] ", false) => &[3],
            (false, " at ", _) => &[4],
            _ => &[],
        };
        push_occasion(found, whole.range(), shows);
    }
}

/// Whether a text is addresses alone.
fn is_list_of_addresses(text: &str) -> bool {
    let mut parts = text.split([' ', ',', ';', '\n', '\r', '\t']).filter(|part| !part.is_empty());
    parts.all(|part| part.contains('@') && !part.contains("..."))
}

/// Whether the words before `at` say that an example follows of what to type: `z. B. max oder max@example.com`.
fn is_example(passage: &Passage<'_>, at: usize) -> bool {
    const REACH: usize = 40;
    let before = &passage.text[passage.text.ceil_char_boundary(at.saturating_sub(REACH))..at];
    const WORDS: &[&str] = &["e.g.", "z. B.", "z.B.", "z.\u{a0}B.", "or example", "um Beispiel", "format", "Format"];
    WORDS.iter().any(|words| before.contains(words))
}

/// A telephone number.
struct PhoneNumber {
    range: Range<usize>,
    text: String,
}

static PHONE: LazyLock<Pattern> = LazyLock::new(|| {
    pattern(
        r"(?:\+[0-9]|\([0-9]{2,5}\)|[0-9])(?:[ \u{a0}./-]?[0-9]|[ \u{a0}./-]?\([0-9]{1,5}\)){6,16}|\([0-9]{2,5}\)[ ]?[0-9][0-9 -]{4,12}[0-9]",
    )
});

/// Fewest digits of a telephone number.
const FEWEST_DIGITS: usize = 7;

fn read_phones(passage: &Passage<'_>) -> Vec<PhoneNumber> {
    if passage.text.bytes().filter(u8::is_ascii_digit).count() < FEWEST_DIGITS {
        return Vec::new();
    }
    let phone = |found: regex::Match<'_>| {
        let text = found.as_str();
        let before = passage.char_before(found.start());
        let digits = text.chars().filter(char::is_ascii_digit).count();
        let free = !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '/' | '-' | '−' | '#'))
            && !passage.char_at(found.end()).is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '/'));
        let abroad = text.starts_with('+') && !LIMITS.iter().any(|limit| text.ends_with(limit));
        let area = text.starts_with("(0") || text.starts_with('(') && text.contains(") ") && text.contains('-');
        let leads = text.starts_with(['0', '+', '(']) || matches!(passage.tongue, Tongue::Es | Tongue::It | Tongue::En);
        let range = text.split_once('-').is_some_and(|(one, other)| one.len() >= 5 && one.len() == other.len());
        let counted = !passage.word_after(found.end()).is_empty()
            && passage.char_at(found.end()) == Some(' ')
            && !text.contains([' ', '-', '/', '(', '+', '.'])
            && !text.starts_with('0')
            && !is_joined(passage.word_after(found.end()));
        // `im Format +49 …` says what a program accepts.
        let form = ["format", "formato", "form"].contains(&passage.word_before(found.start()).to_lowercase().as_str());
        (free && leads && !range && !form && (FEWEST_DIGITS..=15).contains(&digits))
            .then_some(())
            .filter(|()| abroad || area || (!counted && is_called(passage, found.start())))
            .map(|()| PhoneNumber { range: found.range(), text: text.to_owned() })
    };
    PHONE.find_iter(&passage.text).filter_map(phone).collect()
}

/// Largest and smallest integers of common widths.
const LIMITS: &[&str] = &["2147483647", "2147483648", "4294967295", "4294967296"];

/// Words that go on behind a telephone number without being counted by it.
fn is_joined(word: &str) -> bool {
    ["o", "oder", "or", "and", "und", "y", "e", "oppure", "for", "from", "aus", "für", "desde", "dall", "per", "para"]
        .contains(&word)
}

/// Whether a word for the telephone stands before a number, in the same sentence.
fn is_called(passage: &Passage<'_>, at: usize) -> bool {
    static HEADS: LazyLock<Pattern> = LazyLock::new(|| {
        pattern(concat!(
            r"(?i)\b(?:tel|fon|phone|telephone|telefon|teléfono|telefono|fax|rufnummer|telefonnummer|hotline|mobil|mobile|handy|móvil",
            r"|cellulare|anruf|anrufen|call us|call|our number is|llame|llame al|llama al|llámenos|marque|chiama|chiamate|chiami)\b\.?",
            r"[^.!?\n]{0,40}$"
        ))
    });
    let before = &passage.text[..at];
    let near = &before[before.ceil_char_boundary(at.saturating_sub(NEAR))..];
    HEADS.is_match(near)
}

/// How far before a telephone number the word for it stands, in bytes.
const NEAR: usize = 80;

/// `formatting.phone_number_country_code_format` in English.
pub const COUNTRY_CODES: Finder = Finder::new(ingredient::DIGIT, find_country_codes);

fn find_country_codes(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    for phone in read_phones(passage) {
        if phone.text.starts_with('+') {
            push_occasion(found, phone.range, &[2]);
        } else if phone.text.starts_with("00") {
            push_occasion(found, phone.range, &[1]);
        }
    }
}

/// `formatting.phone_number_format`.
pub const PHONES: Finder = Finder::new(ingredient::DIGIT, find_phones);

fn find_phones(passage: &Passage<'_>, found: &mut Vec<Occasion>) {
    static GERMAN_SPACED: LazyLock<Pattern> =
        LazyLock::new(|| pattern(r"^(?:\+[0-9]{2} [1-9][0-9]{1,4}|0[0-9]{2,5}) [0-9]+$"));
    static AMERICAN: LazyLock<Pattern> = LazyLock::new(|| pattern(r"^(?:\+?1[ -])?\([0-9]{3}\) [0-9]{3}-[0-9]{4}$"));
    static SPACED_CODE: LazyLock<Pattern> = LazyLock::new(|| pattern(r"^(?:\+|00)39 [0-9]+$"));
    for phone in read_phones(passage) {
        let seps: Vec<char> = phone.text.chars().filter(|c| !c.is_ascii_digit() && *c != '+').collect();
        let only = |sep: char| !seps.is_empty() && seps.iter().all(|c| *c == sep);
        let bare = seps.is_empty();
        let shows: &[u32] = match passage.tongue {
            Tongue::De if bare => &[1],
            Tongue::De if phone.text.starts_with('(') && phone.text.contains(") ") && seps.len() == 3 => &[2],
            Tongue::De if seps == ['/'] => &[3],
            Tongue::De if GERMAN_SPACED.is_match(&phone.text) => &[4],
            Tongue::En if bare => &[1],
            Tongue::En if AMERICAN.is_match(&phone.text) => &[5],
            Tongue::En if only('-') => &[2],
            Tongue::En if only('.') => &[3],
            Tongue::En if only(' ') => &[4],
            Tongue::Es if bare => &[1],
            Tongue::It if bare => &[1],
            Tongue::It if SPACED_CODE.is_match(&phone.text) => &[2],
            Tongue::De | Tongue::En | Tongue::Es | Tongue::Fr | Tongue::It | Tongue::Ja | Tongue::Ko | Tongue::Zh => {
                &[]
            }
        };
        push_occasion(found, phone.range, shows);
    }
}
