//! Identifiers as sentences: `use_24_hour_clock` reads "Use 24 hour clock."
//!
//! What reads badly this way has a hand-written sentence in the data.

/// An identifier as a sentence.
#[must_use]
pub(super) fn sentence(identifier: &str) -> String {
    let text = identifier.replace('_', " ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn an_identifier_becomes_a_sentence() {
        assert_eq!(sentence("use_24_hour_clock"), "Use 24 hour clock.");
        assert_eq!(sentence(""), "");
    }
}
