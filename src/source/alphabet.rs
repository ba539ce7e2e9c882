//! The letters beyond ASCII that languages are written in, as far as a few letters tell one language from another.

/// Small letters by the code of the language. What only words of other languages have is left out.
const LETTERS: &[(&str, &str)] = &[
    ("bs", "čćđšž"),
    ("ca", "àçèéíïòóúü"),
    ("cs", "áčďéěíňóřšťúůýž"),
    ("da", "åæøé"),
    ("de", "äöüß"),
    ("en", ""),
    ("es", "áéíñóúü"),
    ("et", "äõöüšž"),
    ("fi", "äöåšž"),
    ("fr", "àâæçéèêëîïôœùûüÿ"),
    ("hr", "čćđšž"),
    ("hu", "áéíóöőúüű"),
    ("is", "áðéíóúýþæö"),
    ("it", "àèéìîòóù"),
    ("lt", "ąčęėįšųūž"),
    ("lv", "āčēģīķļņšūž"),
    ("nb", "åæøéèêòóô"),
    ("nl", "áéèëïóöü"),
    ("pl", "ąćęłńóśźż"),
    ("pt", "àáâãçéêíóôõúü"),
    ("ro", "ăâîșțşţ"),
    ("sk", "áäčďéíĺľňóôŕšťúýž"),
    ("sl", "čšž"),
    ("sv", "åäöé"),
    ("tr", "çğıiöşüâîû"),
];

/// Languages of a script that has its letters in one range, and the range.
const RANGES: &[(&str, char, char)] = &[
    ("be bg kk mk mn ru sr uk", '\u{400}', '\u{4ff}'),
    ("el", '\u{370}', '\u{3ff}'),
    ("he yi", '\u{5d0}', '\u{5ea}'),
    ("ar fa ur", '\u{600}', '\u{6ff}'),
];

/// The letters of a language of Latin script beyond ASCII; nothing of one that is not known.
#[must_use]
pub fn accented_letters(language: &str) -> Option<&'static str> {
    LETTERS.iter().find(|(code, _)| *code == language).map(|(_, letters)| *letters)
}

/// Whether a letter beyond ASCII is one that texts of a language are written in.
pub(super) fn is_letter_of(language: &str, c: char) -> bool {
    let small = c.to_lowercase().next().unwrap_or(c);
    let in_range = |(codes, first, last): &(&str, char, char)| {
        codes.split(' ').any(|code| code == language) && (*first..=*last).contains(&c)
    };
    accented_letters(language).is_some_and(|letters| letters.contains(small)) || RANGES.iter().any(in_range)
}
