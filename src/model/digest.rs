//! Digests of what files and the service say: SHA-256, written `sha256:` and 64 hexadecimal digits.

use std::fmt::{self, Write as _};
use std::io::{self, BufWriter, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::model::shared_text::deserialize_text;
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
    TextDigest(hashed.finalize().into()).to_string()
}

/// What a digest is written with before its digits.
const PREFIX: &str = "sha256:";

/// The digest of a text, in as little room as it needs: a state has one for every prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextDigest([u8; 32]);

impl TextDigest {
    /// The digest of this text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }
}

impl fmt::Display for TextDigest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [0; 64];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&[byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]));
        }
        out.write_str(PREFIX)?;
        out.write_str(std::str::from_utf8(&digits).unwrap_or_default())
    }
}

impl FromStr for TextDigest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Self, NotADigest> {
        let digits = text.strip_prefix(PREFIX).filter(|digits| digits.len() == 64).ok_or(NotADigest)?;
        let value = |digit: u8| match digit {
            b'0'..=b'9' => Ok(digit - b'0'),
            b'a'..=b'f' => Ok(digit - b'a' + 10),
            _ => Err(NotADigest),
        };
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
            *byte = value(pair[0])? << 4 | value(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

/// A text that is no digest.
#[derive(Debug, thiserror::Error)]
#[error("no digest: `sha256:` and 64 hexadecimal digits are expected")]
pub struct NotADigest;

impl Serialize for TextDigest {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TextDigest {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        deserialize_text(from, |text| text.parse().map_err(|error: NotADigest| error.to_string()))
    }
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
