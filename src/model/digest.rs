//! Digests of what files and the service say: SHA-256, written `sha256:` and 64 hexadecimal digits.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::model::style::{Instruction, StyleContent};

/// The digest of these bytes.
#[must_use]
pub fn digest_of_bytes(bytes: impl AsRef<[u8]>) -> String {
    format_digest(Sha256::new_with_prefix(bytes))
}

/// The digest of a value as JSON, whose text is never held as a whole.
///
/// # Panics
/// Where a value cannot be JSON: a mapping with keys that are no text.
#[must_use]
pub fn digest_of_json(value: &impl Serialize) -> String {
    /// Takes what is written.
    struct Taking<'a>(&'a mut Sha256);
    impl io::Write for Taking<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.update(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut hashed = Sha256::new();
    let mut taking = BufWriter::new(Taking(&mut hashed));
    serde_json::to_writer(&mut taking, value).expect("text and numbers serialise, and a digest takes everything");
    taking.flush().expect("a digest takes everything");
    drop(taking);
    format_digest(hashed)
}

fn format_digest(hashed: Sha256) -> String {
    let mut text = String::with_capacity(71);
    text.push_str("sha256:");
    for byte in hashed.finalize() {
        text.extend([byte >> 4, byte & 15].map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])));
    }
    text
}

/// `digits` characters of base32 (`a-z2-7`) from the digest of these bytes: short names that do not collide by chance.
#[must_use]
pub fn short_digest(bytes: impl AsRef<[u8]>, digits: usize) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    Sha256::digest(bytes.as_ref())
        .iter()
        .take(digits)
        .map(|byte| char::from(ALPHABET[usize::from(byte & 31)]))
        .collect()
}

/// The first 128 bits of the digest of these bytes, as a number.
#[must_use]
pub fn digest_number(bytes: impl AsRef<[u8]>) -> u128 {
    Sha256::digest(bytes.as_ref()).iter().take(16).fold(0, |number, byte| number << 8 | u128::from(*byte))
}

/// The digest of what a list says. The order of instructions does not count: the service does not promise to keep it.
#[must_use]
pub fn digest_of_style(content: &StyleContent) -> String {
    let StyleContent { name, language, rules, instructions } = content;
    let mut text = String::new();
    let mut push = |part: &str| {
        let _ = write!(text, "{}:{part};", part.len());
    };
    push(name);
    push(language.as_str());
    for (key, value) in rules {
        push(&key.category);
        push(&key.rule);
        push(value);
    }
    let mut sorted: Vec<&Instruction> = instructions.iter().collect();
    sorted.sort();
    for Instruction { label, prompt, source_language } in sorted {
        push("instruction");
        push(label);
        push(prompt);
        push(source_language.as_ref().map_or("", |language| language.as_str()));
    }
    digest_of_bytes(text)
}
