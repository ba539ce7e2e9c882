//! The tag that a list wears while it is being made: ` [hs!SSSSSSSS.KKKKKK.NNNNNNNN]` at the end of its name.
//!
//! The stack is the whole name of the project, the key is a hash, the nonce is random: whoever finds a tagged list knows whose attempt it is, and a copy
//! (`… (copy)`) does not match because the tag is anchored at the end. A list never keeps its tag once it is complete.

use crate::catalogue::Limits;
use crate::model::{Address, digest};

/// One attempt to create one resource with one state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag {
    /// Name of the project: 6 to 8 base32 digits, all of which count.
    pub stack: String,
    /// Hash of the address: 6 base32 digits.
    pub key: String,
    /// The attempt: 8 base32 digits.
    pub nonce: String,
}

const OPEN: &str = " [hs!";
/// Digits of a stack.
const STACK_DIGITS: std::ops::RangeInclusive<usize> = 6..=8;
/// The most that a tag adds to a name, in characters.
pub const LENGTH: usize = OPEN.len() + *STACK_DIGITS.end() + 1 + 6 + 1 + 8 + 1;

impl Tag {
    /// The tag of an attempt.
    #[must_use]
    pub fn new(stack: &str, address: &Address, nonce: &str) -> Self {
        Self { stack: stack.to_owned(), key: Self::hash_address(address), nonce: nonce.to_owned() }
    }

    /// What stands for an address in tags.
    #[must_use]
    pub fn hash_address(address: &Address) -> String {
        digest::short_digest(address.to_string(), 6)
    }

    /// A name that wears this tag. A name that would be too long with it is cut: it is only worn for a moment.
    #[must_use]
    pub fn tagged_name(&self, name: &str) -> String {
        let room = Limits::default().name - LENGTH;
        let name: String = name.chars().take(room).collect();
        let Self { stack, key, nonce } = self;
        format!("{name}{OPEN}{stack}.{key}.{nonce}]")
    }

    /// A name that wears this tag, for what counts its name in bytes.
    #[must_use]
    pub fn tagged_name_within_bytes(&self, name: &str) -> String {
        let room = Limits::default().name - LENGTH;
        let end = (0..=room.min(name.len())).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
        self.tagged_name(&name[..end])
    }

    /// The tag that a name wears, if it wears one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let start = name.rfind(OPEN)?;
        let inner = name[start + OPEN.len()..].strip_suffix(']')?;
        let mut parts = inner.split('.');
        let mut part = |lengths: std::ops::RangeInclusive<usize>| {
            let part = parts.next()?;
            let digits = part.bytes().all(|b| b.is_ascii_lowercase() || (b'2'..=b'7').contains(&b));
            (lengths.contains(&part.len()) && digits).then(|| part.to_owned())
        };
        let tag = Self { stack: part(STACK_DIGITS)?, key: part(6..=6)?, nonce: part(8..=8)? };
        parts.next().is_none().then_some(tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Key;

    #[test]
    fn a_name_wears_its_tag_at_the_end_and_nowhere_else() {
        let address = Address::style(Key::new("support-de").unwrap());
        let tag = Tag::new("abcdefgh", &address, "aaaa2222");
        let worn = tag.tagged_name("Support, German");
        assert_eq!(Tag::from_name(&worn), Some(tag.clone()));
        assert_eq!(Tag::from_name(&format!("{worn} (copy)")), None);
        assert_eq!(Tag::from_name("Support, German"), None);
        assert_eq!(Tag::from_name(" [hs!abcdef.abcdef.aaaa222]"), None);
        assert_eq!(tag.tagged_name(&"長".repeat(1024)).chars().count(), 1024);
        let counted = tag.tagged_name_within_bytes(&"長".repeat(1024));
        assert!((1020..=1024).contains(&counted.len()) && Tag::from_name(&counted) == Some(tag.clone()));
        for (stack, reads) in [("abcde", false), ("abcdef", true), ("abcdefg", true), ("abcdefghi", false)] {
            let other = Tag { stack: stack.to_owned(), ..tag.clone() };
            assert_eq!(Tag::from_name(&other.tagged_name("x")), reads.then_some(other), "{stack}");
        }
    }
}
