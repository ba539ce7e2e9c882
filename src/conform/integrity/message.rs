//! A message of ICU's MessageFormat, as its parser reads it: arguments, choices and their keywords, and what is wrong.
//!
//! Invariant: bounded depth, one pass; the first fault ends the reading.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// Deeper than any message.
const DEEPEST: usize = 16;

/// Keywords of plural classes.
const PLURAL_CLASSES: &[&str] = &["zero", "one", "two", "few", "many", "other"];

static CHOICE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\{\s*[A-Za-z0-9_.-]+\s*,\s*(?:plural|select|selectordinal)\s*,")
        .expect("a pattern of this file, and a test compiles it")
});

/// Whether a text has a plural or a choice, so that nothing but MessageFormat can read it.
#[must_use]
pub fn has_choices(text: &str) -> bool {
    text.contains('{') && text.contains(',') && CHOICE.is_match(text)
}

/// What a message consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Arguments and the types that they are used as; a bare one has none.
    pub arguments: BTreeMap<String, BTreeSet<String>>,
    /// Keywords of `select` by argument.
    pub selected: BTreeMap<String, Vec<String>>,
    /// The forms of every `plural`, in order of its end.
    pub plurals: Vec<Vec<ChoiceForm>>,
}

/// One form of a `plural`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceForm {
    /// The name of its class, or `=1`.
    pub keyword: Range<usize>,
    /// What stands in its braces.
    pub body: Range<usize>,
}

/// Why a text is no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageFault {
    /// Byte of the text.
    pub offset: usize,
    /// Bytes that are wrong.
    pub len: usize,
    /// What is wrong, in words.
    pub message: String,
}

/// Reads a message.
///
/// # Errors
/// The first thing that MessageFormat does not accept.
pub fn read_message(text: &str) -> Result<Message, MessageFault> {
    let mut reader = MessageReader { text, at: 0, message: Message::default() };
    reader.read_text(0)?;
    Ok(reader.message)
}

struct MessageReader<'a> {
    text: &'a str,
    at: usize,
    message: Message,
}

impl<'a> MessageReader<'a> {
    fn fault<T>(&self, offset: usize, len: usize, message: impl Into<String>) -> Result<T, MessageFault> {
        Err(MessageFault { offset, len, message: message.into() })
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Text up to the end of its branch; at depth 0, of the message.
    fn read_text(&mut self, depth: usize) -> Result<(), MessageFault> {
        let start = self.at;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let Some(found) = memchr::memchr3(b'{', b'}', b'\'', rest) else {
                self.at = self.text.len();
                return if depth == 0 {
                    Ok(())
                } else {
                    self.fault(start.saturating_sub(1), 1, "this brace is never closed")
                };
            };
            self.at += found;
            match rest[found] {
                b'\'' => self.skip_quoted(),
                b'{' => self.read_argument(depth)?,
                _ if depth > 0 => return Ok(()),
                _ => return self.fault(self.at, 1, "this brace closes nothing"),
            }
        }
    }

    /// An apostrophe quotes where syntax follows it.
    fn skip_quoted(&mut self) {
        let bytes = self.text.as_bytes();
        self.at += 1;
        match bytes.get(self.at) {
            Some(b'\'') => self.at += 1,
            Some(b'{' | b'}' | b'|' | b'#') => {
                let rest = &bytes[self.at..];
                self.at += memchr::memchr(b'\'', rest).map_or(rest.len(), |end| end + 1);
            }
            Some(_) | None => {}
        }
    }

    fn read_word(&mut self) -> (&'a str, usize) {
        self.skip_blanks();
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | '\'')).unwrap_or(rest.len());
        self.at = start + end;
        self.skip_blanks();
        (&rest[..end], start)
    }

    fn read_argument(&mut self, depth: usize) -> Result<(), MessageFault> {
        let open = self.at;
        if depth >= DEEPEST {
            return self.fault(open, 1, "nested too deep");
        }
        self.at += 1;
        let (name, name_at) = self.read_word();
        match self.peek() {
            Some(b'}') if name.is_empty() => return self.fault(open, 2, "an argument without a name"),
            Some(b'}') => {
                self.message.arguments.entry(name.to_owned()).or_default();
                self.at += 1;
                return Ok(());
            }
            Some(b',') => self.at += 1,
            Some(_) => {
                return self.fault(name_at, name.len().max(1), "`}` or `,` has to follow the name of an argument");
            }
            None => return self.fault(open, 1, "this brace is never closed"),
        }
        let (kind, kind_at) = self.read_word();
        self.message.arguments.entry(name.to_owned()).or_default().insert(kind.to_owned());
        match self.peek() {
            Some(b'}') if !matches!(kind, "plural" | "select" | "selectordinal") => {
                self.at += 1;
                return Ok(());
            }
            Some(b',') => self.at += 1,
            Some(_) => return self.fault(kind_at, kind.len().max(1), format!("`{kind}` needs its choices")),
            None => return self.fault(open, 1, "this brace is never closed"),
        }
        match kind {
            "plural" | "select" | "selectordinal" => self.read_choices(name, kind, open, depth),
            _ => self.skip_style(open),
        }
    }

    fn skip_style(&mut self, open: usize) -> Result<(), MessageFault> {
        let mut depth = 1;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
        self.fault(open, 1, "this brace is never closed")
    }

    fn read_choices(&mut self, name: &str, kind: &str, open: usize, depth: usize) -> Result<(), MessageFault> {
        let mut has_other = false;
        let mut keywords = Vec::new();
        let mut forms = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'}') => {
                    self.at += 1;
                    break;
                }
                None => return self.fault(open, 1, "this brace is never closed"),
                Some(_) => {}
            }
            let (keyword, at) = self.read_word();
            if keyword.starts_with("offset:") && kind != "select" {
                if keyword == "offset:" {
                    let _number = self.read_word();
                }
                continue;
            }
            if keyword.is_empty() {
                return self.fault(at, 1, "a keyword is missing before this");
            }
            let number = keyword.strip_prefix('=').is_some_and(|number| number.parse::<f64>().is_ok());
            if kind != "select" && !number && !PLURAL_CLASSES.contains(&keyword) {
                return self.fault(
                    at,
                    keyword.len(),
                    format!("`{keyword}` is no plural class; there are {}", PLURAL_CLASSES.join(", ")),
                );
            }
            has_other |= keyword == "other";
            keywords.push(keyword.to_owned());
            if self.peek() != Some(b'{') {
                return self.fault(at, keyword.len(), format!("`{{` has to follow `{keyword}`"));
            }
            self.at += 1;
            let start = self.at;
            self.read_text(depth + 1)?;
            forms.push(ChoiceForm { keyword: at..at + keyword.len(), body: start..self.at });
            self.at += 1;
        }
        if !has_other {
            return self.fault(open, 1, format!("`other` is missing among the choices of `{name}`"));
        }
        match kind {
            "select" => drop(self.message.selected.entry(name.to_owned()).or_insert(keywords)),
            "plural" => self.message.plurals.push(forms),
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_icu_reads_them() {
        for text in [
            "plain, with ' and '{' quoted",
            "{n, plural, =0 {none} one {# file} other {# files in {folder}}}",
            "{n, plural, offset:1 one {a} other {b}}",
            "{g, select, male {He} female {She} other {They}} came {d, date, ::yMMMd}",
            "{n, selectordinal, one {#st} other {#th}}",
            "{a, plural, other{{b, plural, other{x}}}}",
        ] {
            assert!(read_message(text).is_ok(), "{text}: {:?}", read_message(text));
        }
        for (text, at, words) in [
            ("{n, plural, eins {a} other {b}}", 12, "`eins` is no plural class"),
            ("{n, plural, one {a} andere {b}}", 20, "`andere` is no plural class"),
            ("{n, plural, one {a}}", 0, "`other` is missing"),
            ("{n, plural, other {a}", 0, "never closed"),
            ("{n, plural, other {a}}}", 22, "closes nothing"),
            ("{n, plural, other a}", 12, "has to follow `other`"),
            ("{n m}", 1, "has to follow the name"),
        ] {
            let fault = read_message(text).unwrap_err();
            assert_eq!(fault.offset, at, "{text}: {fault:?}");
            assert!(fault.message.contains(words), "{text}: {fault:?}");
        }
    }
}
