//! JSON as it is written: two spaces, and nothing in it that a terminal or a build system would obey.
//!
//! Characters that `shown` would not show are written as `\uXXXX`: any reader of JSON gets the exact text back, and
//! whoever prints the file to a terminal gets no more than letters.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

use crate::report::sanitize::{SanitizedChar, classify_chars};

/// The value over several lines, with a line end behind it.
#[must_use]
pub fn to_pretty_json<T: Serialize>(value: &T) -> String {
    serialize_escaped(value, EscapingFormatter(PrettyFormatter::new()))
}

/// The value on one line, with a line end behind it.
#[must_use]
pub fn to_json_line<T: Serialize>(value: &T) -> String {
    serialize_escaped(value, EscapingFormatter(CompactFormatter))
}

fn serialize_escaped<T: Serialize, F: Formatter>(value: &T, formatter: F) -> String {
    let mut bytes = Vec::new();
    value
        .serialize(&mut Serializer::with_formatter(&mut bytes, formatter))
        .expect("a report has text keys only and memory does not fail to take it");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("the writer writes UTF-8")
}

/// A formatter that escapes what cannot be seen and is otherwise like the one inside.
struct EscapingFormatter<F>(F);

macro_rules! pass_on {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        $(fn $name<W: ?Sized + Write>(&mut self, writer: &mut W $(, $argument: $type)*) -> io::Result<()> {
            self.0.$name(writer $(, $argument)*)
        })*
    };
}

impl<F: Formatter> Formatter for EscapingFormatter<F> {
    pass_on! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        for (_, seen) in classify_chars(fragment) {
            match seen {
                SanitizedChar::Plain(c) => write!(writer, "{c}")?,
                SanitizedChar::Hidden(c) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        write!(writer, "\\u{unit:04x}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_read_back_as_they_were() {
        let text = "a\u{9b}b\u{202e}c\u{e0041}::error ##vso[x";
        let written = to_json_line(&text);
        assert_eq!(written, "\"a\\u009bb\\u202ec\\udb40\\udc41:\\u003aerror #\\u0023vso[x\"\n");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }

    proptest! {
        #[test]
        fn any_text_survives(text in any::<String>()) {
            let written = to_pretty_json(&[&text]);
            prop_assert!(written.chars().all(|c| c == '\n' || !c.is_control()));
            prop_assert_eq!(serde_json::from_str::<Vec<String>>(&written).unwrap(), vec![text]);
        }
    }
}
