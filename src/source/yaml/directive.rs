//! Lines that begin with `%`, as the event parser can count them.
//!
//! It counts the bytes of words on such lines where it counts characters elsewhere, so that every place behind them would
//! be wrong. What it is given has one byte for each of their characters; nothing of a document is touched.

use std::borrow::Cow;

/// The text with `_` for every character on a line of directives that is not ASCII: as many characters as before.
pub(super) fn mask_directives(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let (mut taken, mut at) = (0, 0);
    // Directives stand before a document alone: at the start, and behind `...`.
    let mut outside = true;
    for line in text.split_inclusive(['\n', '\r']) {
        if outside && line.starts_with('%') && !line.is_ascii() {
            out.push_str(&text[taken..at]);
            out.extend(line.chars().map(|c| if c.is_ascii() { c } else { '_' }));
            taken = at + line.len();
        }
        let between = line.starts_with(['%', '#', '\n', '\r']) || line.trim().is_empty();
        outside = line.starts_with("...") || outside && between;
        at += line.len();
    }
    if taken == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[taken..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_alone_are_made_countable() {
        for same in ["", "a: %日\n", "# 日本\n%FOO x\n---\na: 日\n", "a: b\n%日本\n", "---\n%日: |\n"] {
            assert!(matches!(mask_directives(same), Cow::Borrowed(text) if text == same), "{same:?}");
        }
        assert_eq!(mask_directives("# 年\n\n%F 日本\n---\na: 日\n"), "# 年\n\n%F __\n---\na: 日\n");
        assert_eq!(mask_directives("%😀\r&,,\n"), "%_\r&,,\n");
        assert_eq!(mask_directives("a: 日\n...\n%é x\r\n--- 日"), "a: 日\n...\n%_ x\r\n--- 日");
    }
}
