//! The fingerprint of a catalogue: what was allowed when a plan was made.
//!
//! Summaries and examples are words for people and do not count; names, languages, limits and contradictions do.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::catalogue::{Catalogue, Contradiction, Limits};

impl Catalogue {
    /// `sha256:` and 64 hexadecimal digits over everything that decides what is valid.
    #[must_use]
    pub fn digest(&self) -> String {
        let Self { categories, languages, contradictions, limits } = self;
        let mut hash = Sha256::new();
        let mut line = |parts: &[&str]| {
            for part in parts {
                hash.update(part.len().to_le_bytes());
                hash.update(part.as_bytes());
            }
            hash.update(b"\n");
        };
        for category in categories.values() {
            line(&["category", &category.name]);
            for rule in category.rules.values() {
                line(&["rule", &rule.name]);
                for value in rule.values.values() {
                    line(&["value", &value.name, &value.languages.join(",")]);
                }
            }
        }
        for language in languages {
            line(&["language", &language.code]);
        }
        for (one, other) in contradictions.iter().flat_map(Contradiction::pairs) {
            line(&["contradiction", one.0, one.1, one.2, other.0, other.1, other.2]);
        }
        let Limits { name, label, prompt, custom_instructions } = limits;
        line(&["limits", &[name, label, prompt, custom_instructions].map(ToString::to_string).join(",")]);
        hash.finalize().iter().fold("sha256:".to_owned(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("writing to a string cannot fail");
            text
        })
    }
}
