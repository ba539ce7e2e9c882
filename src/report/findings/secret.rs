//! Keys of a service that stand in a file by mistake: what is printed of such a line has none, since logs are read by many.

use std::ops::Range;

/// Names of settings that hold a key, whatever stands before them in the name.
const NAMES: &[&str] = &["auth_key", "api_key", "authorization"];

/// Names that are words of glossaries as well: there, `password: Passwort` is shown.
const WORDS: &[&str] = &["password", "secret", "token"];

/// Fewest characters of a key behind such a word.
const SHORTEST: usize = 12;

/// The value of a line that sets a key, quotes aside.
pub(super) fn key_in_line(line: &str) -> Option<Range<usize>> {
    let at = line.find(['=', ':'])?;
    let name = line[..at].trim_matches([' ', '\t', '-', '"', '\'', '#']).to_ascii_lowercase().replace('-', "_");
    let value = line[at + 1..].trim_matches([' ', '\t', '"', '\'', ',']);
    let start = at + 1 + line[at + 1..].find(value)?;
    let called = |names: &[&str]| names.iter().any(|known| name.ends_with(known));
    let is_no_word =
        value.len() >= SHORTEST && value.contains(|c: char| c.is_ascii_digit()) && !value.contains(char::is_whitespace);
    let is_key = called(NAMES) || called(WORDS) && is_no_word || looks_like_key(value);
    (is_key && !value.is_empty()).then_some(start..start + value.len())
}

/// Whether a value is a key of the free plan, which ends with `:fx`.
fn looks_like_key(value: &str) -> bool {
    let parts: Vec<&str> = value.strip_suffix(":fx").map(|id| id.split('-').collect()).unwrap_or_default();
    parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_and_other_values_are_left_alone() {
        let found = |line: &'static str| key_in_line(line).map(|range| &line[range]);
        assert_eq!(found("auth_key = \"f63c02c5-0000:fx\""), Some("f63c02c5-0000:fx"));
        assert_eq!(found("  - deepl-auth-key: abc"), Some("abc"));
        assert_eq!(found("# token = 'f63c02c5-0000'"), Some("f63c02c5-0000"));
        assert_eq!(
            found("key: f63c02c5-0000-4444-8888-00d56e2e6f1a:fx"),
            Some("f63c02c5-0000-4444-8888-00d56e2e6f1a:fx")
        );
        for line in [
            "key: support-de",
            "id = \"f63c02c5-0000-4444-8888-00d56e2e6f1a\"",
            "auth_key =",
            "prompt: Use a token",
            "password: Passwort",
            "access token: Zugriffstoken der Version 2",
        ] {
            assert_eq!(found(line), None, "{line}");
        }
    }
}
