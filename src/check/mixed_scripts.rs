//! Words in letters of two scripts of which some only look alike: `Nоrdhof` with an `о` of Cyrillic is found in no text.

use crate::check::left_over::LeftPart;

/// Letters of Cyrillic and Greek that look like those of Latin, in the order of these.
const LOOKALIKES: &str = "аеорсухіјѕАВЕКМНОРСТУХІЈЅονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";

/// The letters of Latin that they look like.
const LATIN: &str = "aeopcyxijsABEKMHOPCTYXIJSovABEZHIKMNOPTYX";

/// Both of each.
fn lookalikes() -> impl Iterator<Item = (char, char)> {
    LOOKALIKES.chars().zip(LATIN.chars())
}

/// Whether a letter is one of Latin, that with accents included; `µ` and the like are of no script.
fn is_latin(c: char) -> bool {
    c.is_alphabetic() && matches!(c, 'A'..='Z' | 'a'..='z' | 'À'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

fn is_cyrillic(c: char) -> bool {
    c.is_alphabetic() && matches!(c, '\u{400}'..='\u{52f}')
}

fn is_greek(c: char) -> bool {
    c.is_alphabetic() && matches!(c, '\u{370}'..='\u{3ff}')
}

/// The words of a text in which letters of another script stand, each with the letters that were meant.
pub(super) fn find_mixed_words(text: &str) -> Vec<LeftPart> {
    if !text.chars().any(|c| is_cyrillic(c) || is_greek(c)) {
        return Vec::new();
    }
    let words = text.split(|c: char| !c.is_alphabetic()).filter_map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        Some(LeftPart { range: start..start + word.len(), instead: Some(write_in_one_script(word)?) })
    });
    words.collect()
}

/// A word in the script of most of its letters; nothing where it is, or where the others look like none of that.
fn write_in_one_script(word: &str) -> Option<String> {
    let other: fn(char) -> bool = if word.chars().any(is_cyrillic) { is_cyrillic } else { is_greek };
    let (latin, foreign) = (word.chars().filter(|c| is_latin(*c)).count(), word.chars().filter(|c| other(*c)).count());
    // Of an abbreviation, three letters tell.
    let least = if word.chars().any(char::is_lowercase) { 4 } else { 3 };
    if latin == 0 || foreign == 0 || latin + foreign < least || latin + foreign < word.chars().count() {
        return None;
    }
    // `SMSа`: an ending that a language puts behind a name of capitals.
    let ending = word.trim_start_matches(|c: char| is_latin(c) && c.is_uppercase());
    if latin > foreign && !ending.chars().all(other) {
        let as_latin = |c: char| {
            if is_latin(c) { Some(c) } else { lookalikes().find(|(like, _)| *like == c).map(|(_, latin)| latin) }
        };
        return word.chars().map(as_latin).collect();
    }
    // Of a letter that Cyrillic and Greek both have, that of the word's own script.
    let as_other = |c: char| {
        let meant =
            lookalikes().find(|(like, latin)| *latin == c && other(*like) && !matches!(c, 's' | 'S' | 'j' | 'J'));
        if other(c) { Some(c) } else { meant.map(|(like, _)| like) }
    };
    let name = word.trim_end_matches(other);
    let inflected = latin > 1 && name.chars().all(|c| is_latin(c) && c.is_uppercase());
    if foreign > latin && !inflected { word.chars().map(as_other).collect() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_letter_has_one_of_latin() {
        assert_eq!(LOOKALIKES.chars().count(), LATIN.chars().count());
        assert!(LOOKALIKES.chars().all(|c| is_cyrillic(c) || is_greek(c)) && LATIN.is_ascii());
    }

    #[test]
    fn letters_of_another_script_are_found_and_written() {
        for (text, meant) in [
            ("Nоrdhof", "Nordhof"),
            ("Рaris Nord", "Paris"),
            ("Мoсkwa", "Mockwa"),
            ("Αthen", "Athen"),
            ("Мoсква", "Москва"),
            ("das Bοot", "Boot"),
            ("СRM record", "CRM"),
        ] {
            assert_eq!(
                find_mixed_words(text).first().and_then(|found| found.instead.as_deref()),
                Some(meant),
                "{text}"
            );
        }
    }

    #[test]
    fn words_of_one_script_and_units_are_left_alone() {
        for text in [
            "5 µm",
            "5 μm",
            "kΩ",
            "ΔT",
            "TNFα",
            "ΔHf",
            "Москва",
            "Αθήνα",
            "USB-порт",
            "SMSками",
            "PDFа",
            "iPhone Москва",
            "KoЯn",
            "NF-κB",
            "Wi‑Fi сеть",
            "β-Carotin",
            "Größe",
            "χ²",
            "IFNγ",
            "VIPом",
            "Hα",
        ] {
            assert_eq!(find_mixed_words(text), Vec::new(), "{text}");
        }
    }
}
