//! The key. It has no `Debug` and no `Display`; the transport takes it out, everything else carries it closed.

use std::sync::Arc;

/// A key of the service.
#[derive(Clone)]
pub struct Secret(Arc<str>);

impl Secret {
    /// Closes a key in, white space around it removed.
    #[must_use]
    pub fn new(key: &str) -> Self {
        Self(key.trim().into())
    }

    /// The key itself: for the header of a request, for nothing else.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether the key is one of a free plan: those end in `:fx`.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.0.ends_with(":fx")
    }

    /// Text without the key, should somebody (a proxy, the service) have put it there: each of its characters as it is or
    /// escaped for an address, JSON or HTML, in any mixture; all of it in hexadecimal or in base64 (alone or behind other
    /// text).
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        // Keys shorter than this are words; replacing them would garble ordinary text.
        if self.0.len() < 8 {
            return text.to_owned();
        }
        let text = self.encoded_forms().iter().fold(text.to_owned(), |text, form| {
            if text.contains(form.as_str()) { text.replace(form.as_str(), "[key]") } else { text }
        });
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        let begins = |c: char| matches!(c, '&' | '%' | '\\') || self.0.starts_with(c);
        while let Some(at) = rest.find(begins) {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            let first = rest.chars().next().unwrap_or_default();
            match self.written_length(rest) {
                Some(length) => {
                    out.push_str("[key]");
                    rest = &rest[length..];
                }
                None => {
                    out.push(first);
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        out.push_str(rest);
        out
    }

    /// Bytes at the beginning of a text that write the whole key, however each of its characters is escaped.
    fn written_length(&self, text: &str) -> Option<usize> {
        self.0.chars().try_fold(0, |read, expected| Some(read + escaped_length(&text[read..], expected)?))
    }

    fn encoded_forms(&self) -> Vec<String> {
        let bytes = self.0.as_bytes();
        let of_each = |form: fn(u8) -> String| bytes.iter().map(|byte| form(*byte)).collect::<String>();
        let mut forms = vec![of_each(|byte| format!("{byte:02x}")), of_each(|byte| format!("{byte:02X}"))];
        // What stands before the key decides how its bits fall: the digits that hold nothing but the key are looked for.
        for before in 0..3 {
            let digits = encode_base64(&[&b"\0\0"[..before], bytes].concat());
            let own = &digits[(before * 8).div_ceil(6)..(before + bytes.len()) * 8 / 6];
            forms.extend([own.to_owned(), own.replace('+', "-").replace('/', "_")]);
        }
        forms
    }
}

/// Backslashes before one character: enough for six escapes around each other, and few enough that a text of nothing else is
/// read in linear time.
const MAX_BACKSLASHES: usize = 64;

/// Bytes at the beginning of a text that write this character: itself, `%2d`, `\\-`, `\\x2d`, `\\u002d`, `&#45;`, `&#x2d;`. An
/// escape that was escaped again, as where a message is quoted in a document, has several backslashes.
fn escaped_length(text: &str, expected: char) -> Option<usize> {
    if text.starts_with(expected) {
        return Some(expected.len_utf8());
    }
    let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok() == Some(u32::from(expected));
    if let Some(after) = text.strip_prefix("&#") {
        let end = after.find(';').filter(|end| *end <= 10)?;
        let digits = &after[..end];
        let same = match digits.strip_prefix(['x', 'X']) {
            Some(digits) => number(digits, 16),
            None => number(digits, 10),
        };
        return same.then_some(2 + end + 1);
    }
    if text.starts_with('%') {
        let mut utf8 = [0; 4];
        let bytes = expected.encode_utf8(&mut utf8).as_bytes();
        let same = bytes.iter().enumerate().all(|(at, byte)| {
            let digits = text.get(at * 3..at * 3 + 3).and_then(|escape| escape.strip_prefix('%'));
            digits.is_some_and(|digits| u8::from_str_radix(digits, 16) == Ok(*byte))
        });
        return same.then_some(bytes.len() * 3);
    }
    let slashes = text.bytes().take(MAX_BACKSLASHES).take_while(|byte| *byte == b'\\').count();
    if slashes == 0 {
        return None;
    }
    let after = &text[slashes..];
    for (sign, digits) in [('u', 4), ('U', 8), ('x', 2)] {
        if let Some(hex) = after.strip_prefix(sign).and_then(|after| after.get(..digits))
            && number(hex, 16)
        {
            return Some(slashes + 1 + digits);
        }
    }
    after.starts_with(expected).then(|| slashes + expected.len_utf8())
}

/// Base64 without padding.
fn encode_base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |at: usize| {
        let pair =
            (0..2).fold(0, |pair, next| pair << 8 | usize::from(bytes.get(at * 6 / 8 + next).copied().unwrap_or(0)));
        char::from(DIGITS[pair >> (10 - at * 6 % 8) & 63])
    };
    (0..(bytes.len() * 8).div_ceil(6)).map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_taken_out_in_every_form_it_is_met_in() {
        let key = Secret::new("abc/def+g:fx");
        for told in [
            "said abc/def+g:fx again",
            "said abc\\/def+g:fx again",
            "said abc%2fdef%2Bg:fx again",
            "said %61%62%63%2f%64%65%66%2b%67%3a%66%78 again",
            "said abc\\u002fdef\\u002Bg\\u003afx again",
            "said abc\\x2fdef+g:fx again",
            "said abc\\\\/def+g:fx again",
            "said abc\\\\u002fdef\\\\\\\\u002Bg:fx again",
            "said abc&#47;def&#43;g&#x3a;fx again",
            "said abc&#0047;def&#X2B;g:fx again",
            "said abc%2Fdef%2Bg%3Afx again",
            "said 6162632f6465662b673a6678 again",
            "said 6162632F6465662B673A6678 again",
            "said YWJjL2RlZitnOmZ4 again",
        ] {
            assert_eq!(key.redact(told), "said [key] again");
        }
        for before in ["", "K ", "Key ", "Service-Auth-Key "] {
            let header = encode_base64(format!("{before}abc/def+g:fx").as_bytes());
            assert!(key.redact(&header).contains("[key]"), "{header}");
        }
        assert_eq!(Secret::new("fx").redact("fx"), "fx", "a word is no key");
    }

    #[test]
    fn a_text_of_backslashes_is_read_in_linear_time() {
        let text = "\\".repeat(500_000);
        assert_eq!(Secret::new("abc/def+g:fx").redact(&text), text);
    }

    #[test]
    fn base64_is_base64() {
        for (bytes, digits) in
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("\u{ff}?", "w78/")]
        {
            assert_eq!(encode_base64(bytes.as_bytes()), digits);
        }
    }
}
