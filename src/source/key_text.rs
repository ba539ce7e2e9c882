//! Of what the keys of documents consist: letters and digits of any script, and a few marks between them.

use unicode_normalization::char::is_combining_mark;

/// What a key may look like, in words.
pub const KEY_RULE: &str = "letters and digits of any script, `.`, `_`, `-` or `/`, and begins with a letter or digit";

/// Whether a key may have this character.
#[must_use]
pub fn is_key_char(c: char) -> bool {
    is_key_letter(c) || is_combining_mark(c) || matches!(c, '.' | '_' | '-' | '/')
}

/// The nearest key to a text: each run of other characters is one `-`, and none stands at an end.
#[must_use]
pub fn fitting_key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for c in text.chars() {
        match is_key_char(c) {
            true => key.push(c),
            false if key.ends_with('-') => {}
            false => key.push('-'),
        }
    }
    key.trim_matches(['-', '.', '/', '_']).to_owned()
}

/// Whether a key may begin with this character.
#[must_use]
pub fn is_key_letter(c: char) -> bool {
    // Letters that are marks, such as vowels of Indic scripts, do not begin a word.
    c.is_alphanumeric() && !is_combining_mark(c) && !matches!(c, '\u{2000}'..='\u{2bff}' | '\u{e000}'..='\u{f8ff}')
}
