//! What a plain scalar means: the core schema of YAML 1.2, and where older readers see something else.
//!
//! Decision: a whole number that does not fit 64 bits becomes a float, as in JSON readers. It never becomes text: what
//! is written like a number must not pass for a name. Quoted scalars do not come here; they are text.

use crate::source::Value;

/// The value of a plain scalar.
pub(super) fn resolve_plain(text: &str) -> Value {
    resolve_non_text(text).unwrap_or_else(|| Value::Text(text.to_owned()))
}

/// The value of a plain scalar that is not text.
pub(crate) fn resolve_non_text(text: &str) -> Option<Value> {
    parse_null(text).or_else(|| parse_bool(text)).or_else(|| parse_integer(text)).or_else(|| parse_float(text))
}

/// The null of the core schema.
pub(super) fn parse_null(text: &str) -> Option<Value> {
    matches!(text, "" | "~" | "null" | "Null" | "NULL").then_some(Value::Null)
}

/// A boolean of the core schema.
pub(super) fn parse_bool(text: &str) -> Option<Value> {
    match text {
        "true" | "True" | "TRUE" => Some(Value::Bool(true)),
        "false" | "False" | "FALSE" => Some(Value::Bool(false)),
        _ => None,
    }
}

/// A whole number of the core schema: decimal with a sign, `0o` octal, `0x` hexadecimal.
pub(super) fn parse_integer(text: &str) -> Option<Value> {
    if !text.as_bytes().first().is_some_and(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-')) {
        return None;
    }
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'o', ..] => (&text[2..], 8),
        [b'0', b'x', ..] => (&text[2..], 16),
        [b'+' | b'-', ..] => (&text[1..], 10),
        _ => (text, 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let signed = if radix == 10 { text } else { digits };
    Some(
        i64::from_str_radix(signed, radix)
            .map_or_else(|_| Value::Float(large_number(digits, radix, text)), Value::Integer),
    )
}

/// A float of the core schema: digits with a point or an exponent, `.inf`, `.nan`.
pub(super) fn parse_float(text: &str) -> Option<Value> {
    let (unsigned, negative) = match text.as_bytes().first()? {
        b'-' => (&text[1..], true),
        b'+' => (&text[1..], false),
        b'.' | b'0'..=b'9' => (text, false),
        _ => return None,
    };
    let value = match unsigned {
        ".inf" | ".Inf" | ".INF" => f64::INFINITY,
        ".nan" | ".NaN" | ".NAN" if unsigned.len() == text.len() => f64::NAN,
        _ if is_decimal(unsigned) => unsigned.parse().ok()?,
        _ => return None,
    };
    Some(Value::Float(if negative { -value } else { value }))
}

/// What readers of YAML 1.1 make of a plain scalar, where it is not what the core schema makes of it.
pub(crate) fn yaml_1_1_reading(text: &str) -> Option<&'static str> {
    let first = *text.as_bytes().first()?;
    match first {
        b'y' | b'Y' if matches!(text, "y" | "Y" | "yes" | "Yes" | "YES") => Some("true"),
        b'o' | b'O' if matches!(text, "on" | "On" | "ON") => Some("true"),
        b'n' | b'N' if matches!(text, "n" | "N" | "no" | "No" | "NO") => Some("false"),
        b'o' | b'O' if matches!(text, "off" | "Off" | "OFF") => Some("false"),
        b'0'..=b'9' | b'+' | b'-' => yaml_1_1_number(text),
        _ => None,
    }
}

fn yaml_1_1_number(text: &str) -> Option<&'static str> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let bytes = unsigned.as_bytes();
    if !bytes.first().is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let all = |rest: &[u8], allowed: fn(&u8) -> bool| !rest.is_empty() && rest.iter().all(|b| *b == b'_' || allowed(b));
    if bytes.len() > 1 && bytes[0] == b'0' {
        match bytes[1] {
            b'b' if all(&bytes[2..], |b| matches!(b, b'0' | b'1')) => return Some("a number in base two"),
            b'x' if unsigned.contains('_') && all(&bytes[2..], u8::is_ascii_hexdigit) => return Some("a number"),
            b'o' if parse_integer(text).is_some() => return Some("text"),
            _ if all(&bytes[1..], |b| matches!(b, b'0'..=b'7')) => return Some("an octal number"),
            _ => {}
        }
    }
    if unsigned.contains('_') && unsigned.bytes().all(|b| b == b'_' || b == b'.' || b.is_ascii_digit()) {
        return Some("a number");
    }
    if is_sexagesimal(unsigned) {
        return Some("a number in base sixty");
    }
    (unsigned.len() == text.len() && is_date(bytes)).then_some("a date")
}

/// `12:30`, `190:20:30`, `1:30.5`: at most two digits below 60 behind each colon.
fn is_sexagesimal(text: &str) -> bool {
    let whole = text.split_once('.').map_or(
        text,
        |(whole, rest)| {
            if rest.bytes().all(|b| b.is_ascii_digit()) { whole } else { "" }
        },
    );
    let mut parts = whole.split(':');
    let first = parts.next().unwrap_or_default();
    let mut more = false;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let fits = digits(first)
        && parts.all(|part| {
            more = true;
            digits(part) && part.len() <= 2 && (part.len() < 2 || part.as_bytes()[0] < b'6')
        });
    fits && more
}

/// `2024-01-31` alone, or followed by a time.
fn is_date(bytes: &[u8]) -> bool {
    let shape = |pattern: &[u8]| {
        bytes.len() >= pattern.len()
            && bytes.iter().zip(pattern).all(|(b, p)| if *p == b'0' { b.is_ascii_digit() } else { b == p })
    };
    shape(b"0000-00-00") && (bytes.len() == 10 || (matches!(bytes[10], b'T' | b't' | b' ') && bytes.contains(&b':')))
}

fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    digits(whole)
        && digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.is_none_or(|exponent| {
            let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            !exponent.is_empty() && digits(exponent)
        })
}

fn large_number(digits: &str, radix: u32, text: &str) -> f64 {
    if radix == 10 {
        return text.parse().unwrap_or(f64::NAN);
    }
    digits.chars().filter_map(|c| c.to_digit(radix)).fold(0.0, |sum, digit| sum * f64::from(radix) + f64::from(digit))
}

/// Where a quoted text ends, from its opening quote: behind the closing one.
pub(super) fn closing_quote(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut signs = text.char_indices().skip(1).peekable();
    while let Some((at, sign)) = signs.next() {
        let escapes = match quote {
            '"' => sign == '\\',
            _ => sign == quote && signs.peek().is_some_and(|(_, next)| *next == quote),
        };
        if escapes {
            signs.next();
        } else if sign == quote {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_resolve_by_the_core_schema() {
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(resolve_plain(text), Value::Null, "{text}");
        }
        assert_eq!(resolve_plain("True"), Value::Bool(true));
        assert_eq!(resolve_plain("FALSE"), Value::Bool(false));
        for (text, value) in
            [("0", 0), ("-17", -17), ("+3", 3), ("0o17", 15), ("0xFf", 255), ("0123", 123), ("2024", 2024)]
        {
            assert_eq!(resolve_plain(text), Value::Integer(value), "{text}");
        }
        for (text, value) in [("1.5", 1.5), ("-.5", -0.5), ("1.", 1.0), ("1e3", 1000.0), ("+.inf", f64::INFINITY)] {
            assert_eq!(resolve_plain(text), Value::Float(value), "{text}");
        }
        assert_eq!(resolve_plain("9223372036854775808"), Value::Float(9_223_372_036_854_775_808.0));
        assert_eq!(resolve_plain("0xffffffffffffffffff"), Value::Float(4_722_366_482_869_645_213_695.0));
        assert!(matches!(resolve_plain(".nan"), Value::Float(nan) if nan.is_nan()));
        for text in [
            "yes", "no", "tRUE", "nULL", "1_000", "0b1", "-0x1", "1e", ".", "-", "+", "1.2.3", "12:30", "-.nan", "de",
            "e3",
        ] {
            assert_eq!(resolve_plain(text), Value::Text(text.to_owned()), "{text}");
        }
    }

    #[test]
    fn older_readers_see_something_else() {
        for text in [
            "y",
            "Yes",
            "ON",
            "no",
            "Off",
            "12:30",
            "190:20:30",
            "1:30.5",
            "017",
            "0o17",
            "0b11",
            "1_000",
            "2024-01-31",
            "2024-01-31 10:00:00",
        ] {
            assert!(yaml_1_1_reading(text).is_some(), "{text}");
        }
        for text in [
            "",
            "true",
            "null",
            "yess",
            "12",
            "0",
            "1.5",
            "12:60",
            "1:2:345",
            "089",
            "2024-01",
            "de-CH",
            "-",
            "no-op",
            "0x1f",
            "oN",
            "+2024-01-31",
        ] {
            assert_eq!(yaml_1_1_reading(text), None, "{text}");
        }
    }

    #[test]
    fn a_quoted_text_ends_behind_its_closing_quote() {
        for (text, end) in [("'B ' # 'c'", 4), ("'it''s' #", 7), ("\"a\\\"b\" # \"", 6), ("\"é\"", 4)] {
            assert_eq!(closing_quote(text), Some(end), "{text}");
        }
        assert_eq!(closing_quote("'open"), None);
        assert_eq!(closing_quote("plain"), None);
    }
}
