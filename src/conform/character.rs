//! Characters by what they are in a text.

/// A space on a line, of any width.
#[must_use]
pub fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{3000}')
}

/// Characters of Chinese and Japanese: ideographs and kana.
#[must_use]
pub fn is_han_or_kana(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '々' | '〇')
}

/// Ideographs alone.
#[must_use]
pub fn is_han(c: char) -> bool {
    is_han_or_kana(c) && !matches!(c, '\u{3040}'..='\u{30ff}')
}

/// Korean syllables.
#[must_use]
pub fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}')
}
