//! Identifiers: UUIDs that a seed and a counter decide.
//!
//! Always: the same seed gives the same ids in the same order. Absent: randomness.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An identifier of a list or of an instruction, printed as a lower-case UUID.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmulatedId(u128);

impl EmulatedId {
    /// Of what there is one of in an account, such as its usage.
    pub(crate) const NONE: Self = Self(0);

    /// The identifier that a seed gives its `count`-th thing.
    #[must_use]
    pub fn generate(seed: u64, count: u64) -> Self {
        let high = mix_bits(seed ^ mix_bits(count));
        let low = mix_bits(high ^ count.rotate_left(32));
        let bits = (u128::from(high) << 64) | u128::from(low);
        Self(bits & !(0xf << 76) & !(0b11 << 62) | (0x4 << 76) | (0b10 << 62))
    }

    /// The 32 upper-case digits that identify a document.
    pub(crate) fn to_document_id(self) -> String {
        format!("{:032X}", self.0)
    }

    /// Reads what [`Self::to_document_id`] writes, in any case.
    pub(crate) fn parse_document_id(written: &str) -> Option<Self> {
        let is_hex = written.len() == 32 && written.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then(|| u128::from_str_radix(written, 16).ok().map(Self)).flatten()
    }

    /// Reads a UUID in its usual form, upper or lower case. Nothing else is an identifier.
    #[must_use]
    pub fn parse(written: &str) -> Option<Self> {
        if written.len() != 36 {
            return None;
        }
        let mut bits: u128 = 0;
        for (at, byte) in written.bytes().enumerate() {
            if matches!(at, 8 | 13 | 18 | 23) {
                if byte != b'-' {
                    return None;
                }
            } else {
                bits = (bits << 4) | u128::from(char::from(byte).to_digit(16)?);
            }
        }
        Some(Self(bits))
    }
}

impl fmt::Display for EmulatedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = b"0123456789abcdef";
        let mut text = [b'-'; 36];
        let mut shift = 128;
        for (at, place) in text.iter_mut().enumerate() {
            if !matches!(at, 8 | 13 | 18 | 23) {
                shift -= 4;
                *place = digits[usize::try_from((self.0 >> shift) & 0xf).unwrap_or(0)];
            }
        }
        f.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl fmt::Debug for EmulatedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for EmulatedId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EmulatedId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = String::deserialize(deserializer)?;
        Self::parse(&written).ok_or_else(|| de::Error::custom("not an identifier"))
    }
}

impl JsonSchema for EmulatedId {
    fn schema_name() -> Cow<'static, str> {
        "EmulatedId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$" })
    }
}

/// Spreads the bits of a number: the finishing step of the splitmix64 generator.
#[must_use]
pub(crate) fn mix_bits(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_lower_case_uuids_that_read_back() {
        for count in 0..1000 {
            let id = EmulatedId::generate(3, count);
            let written = id.to_string();
            assert_eq!(written, written.to_lowercase());
            assert_eq!(&written[14..15], "4");
            assert_eq!(EmulatedId::parse(&written), Some(id));
            assert_eq!(EmulatedId::parse(&written.to_uppercase()), Some(id));
        }
        assert_ne!(EmulatedId::generate(1, 1), EmulatedId::generate(2, 1));
    }

    #[test]
    fn other_text_is_no_id() {
        for written in [
            "",
            "1",
            "g0000000-0000-4000-8000-000000000000",
            "00000000-0000-4000-8000-00000000000",
            "00000000004000-8000-000000000000-0000",
            "０0000000-0000-4000-8000-0000000000",
        ] {
            assert_eq!(EmulatedId::parse(written), None, "{written}");
        }
    }
}
