//! MessageFormat 2: declarations and variants around texts in double braces (Unicode Technical Standard 35, part 9).
//!
//! Invariant: of a message with declarations, the patterns in double braces are text and all else is syntax. What cannot be
//! read to its end has no text at all: it is neither judged nor rewritten.

use std::collections::BTreeSet;
use std::ops::Range;

/// A message that begins with a declaration or a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message2 {
    /// What stands between double braces.
    pub patterns: Vec<Range<usize>>,
    /// Expressions and markup in them, in single braces.
    pub expressions: Vec<Range<usize>>,
    /// Names of variables, without `$`.
    pub variables: BTreeSet<String>,
}

/// Whether a text is one: it begins with a keyword that only such messages have.
#[must_use]
pub fn is_message2(text: &str) -> bool {
    let start = text.trim_start();
    [".input", ".local", ".match"].iter().any(|keyword| {
        start.strip_prefix(keyword).is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == '{'))
    })
}

/// Reads a message; nothing where braces do not match, or no pattern is there.
#[must_use]
pub fn read_message2(text: &str) -> Option<Message2> {
    let bytes = text.as_bytes();
    let mut message = Message2::default();
    let mut open: Option<usize> = None;
    let mut expression: Option<usize> = None;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let double = bytes.get(at + 1) == Some(byte);
        match byte {
            b'\\' if open.is_some() => at += 1,
            // A literal between bars, in which nothing means anything.
            b'|' if expression.is_some() || open.is_none() => at = literal_end(bytes, at)?,
            b'{' if expression.is_some() => return None,
            b'{' if open.is_none() && double => {
                open = Some(at + 2);
                at += 1;
            }
            b'{' => expression = Some(at),
            b'}' if expression.is_some() => {
                let whole = expression.take()?..at + 1;
                message.expressions.extend(open.is_some().then_some(whole));
            }
            b'}' if double => {
                message.patterns.push(open.take()?..at);
                at += 1;
            }
            b'}' => return None,
            b'$' if expression.is_some() || open.is_none() => {
                let name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
                let rest = &text[at + 1..];
                let end = rest.find(|c| !name(c)).unwrap_or(rest.len());
                message.variables.insert(rest[..end].to_owned());
            }
            _ => {}
        }
        at += 1;
    }
    (open.is_none() && expression.is_none() && !message.patterns.is_empty()).then_some(message)
}

/// Where the literal ends that begins with the bar at `at`.
fn literal_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = at + 1;
    loop {
        match bytes.get(end)? {
            b'\\' => end += 2,
            b'|' => return Some(end),
            _ => end += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::passage::{Passage, Tongue};

    #[test]
    fn patterns_are_text_and_all_else_is_syntax() {
        let text = ".input {$count :number}\n.match $count\none {{Sie haben {$count} Datei.}}\n* {{Alle {$count :number style=|a}b|} \\} da...}}";
        let message = read_message2(text).unwrap();
        assert_eq!(message.patterns.len(), 2);
        assert_eq!(message.variables, BTreeSet::from(["count".to_owned()]));
        let passage = Passage::new(text, Tongue::De, &[]);
        let words: Vec<&str> = passage.words().map(|(_, word)| word).collect();
        assert_eq!(words, ["Sie", "haben", "Datei", "Alle", "da"]);
        for broken in [".match $count one {{Eine", ".input {$a {$b}} {{x}}", ".match $n", ".local $a = {|x} {{y}}"] {
            assert!(is_message2(broken));
            assert_eq!(read_message2(broken), None, "{broken}");
            assert_eq!(Passage::new(broken, Tongue::De, &[]).words().count(), 0, "{broken}");
        }
        for other in ["{{name}} ist da", ".matching", "a .match b", "{$x} Dateien"] {
            assert!(!is_message2(other), "{other}");
        }
    }
}
