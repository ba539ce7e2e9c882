//! Messages in programs: objects of JavaScript and TypeScript, arrays of PHP.
//!
//! Invariant: a text is a literal that stands alone as a value. Everything else (concatenations, calls, names) is passed over and
//! handed out as one piece of code, so that it is counted and never rewritten. One pass without recursion.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use crate::conform::reader::decoded::{Decoded, Escape, push_backslashed};
use crate::conform::reader::yaml::is_language;
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

/// The language of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// JavaScript and TypeScript.
    Js,
    /// PHP.
    Php,
}

/// `:name`, which PHP's frameworks put a value in for.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s(\x22'„“«\[/])(?P<name>:[A-Za-z_][A-Za-z0-9_]*)")
        .expect("a pattern of this file, and a test compiles it")
});

/// Deeper than any object of messages.
const DEEPEST: usize = 64;

/// Fields of a message that has `defaultMessage`: what it is called, and who it is explained to.
const ABOUT: &[&str] = &["id", "description"];

pub(super) fn read<'a>(text: &'a str, script: Script, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut reader = ScriptReader { text, script, at, comments: Vec::new() };
    match reader.run(take) {
        Ok(()) => Vec::new(),
        Err(fault) => vec![fault],
    }
}

struct ScriptReader<'a> {
    text: &'a str,
    script: Script,
    at: usize,
    comments: Vec<SegmentComment>,
}

/// An object or an array that is open.
struct OpenValue<'a> {
    key: Cow<'a, str>,
    /// The number of the next value without a key.
    next: usize,
    close: u8,
    /// Whether values have keys.
    keyed: bool,
    /// Texts that are none where the object has a `defaultMessage`.
    about: Vec<Segment<'a>>,
    is_message: bool,
}

impl<'a> ScriptReader<'a> {
    fn fault(&self, offset: usize, message: &str) -> ReadFault {
        ReadFault { offset: offset.min(self.text.len()), message: message.to_owned() }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character that is neither space nor comment.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let hash = self.script == Script::Php && trimmed.starts_with('#') && !trimmed.starts_with("#[");
            let end = if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else if trimmed.starts_with("//") || hash {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else {
                return trimmed.chars().next();
            };
            collect_comments(&trimmed[..end], self.at, &mut self.comments);
            self.at += end;
        }
    }

    /// Looks for objects of messages between statements.
    fn run(&mut self, take: &mut dyn FnMut(Segment<'a>)) -> Result<(), ReadFault> {
        if self.script == Script::Php {
            let Some(start) = self.text.find("<?php") else {
                return Err(self.fault(0, "no `<?php` begins the file"));
            };
            self.at = start + "<?php".len();
        }
        // What was read last: a word or a sign.
        let mut before = "";
        let mut opener = "";
        let mut has_value = false;
        while let Some(c) = self.peek() {
            let start = self.at;
            match c {
                '\'' | '"' | '`' => {
                    self.skip_quoted(c)?;
                    before = "\"";
                }
                '{' | '[' if self.is_value(before, opener, c) => {
                    self.read_value(take)?;
                    has_value = true;
                    before = "}";
                }
                '{' => {
                    self.skip_balanced()?;
                    before = "}";
                }
                '(' => {
                    let is_array = self.script == Script::Php && before == "array";
                    if is_array {
                        self.read_value(take)?;
                        has_value = true;
                        before = ")";
                        continue;
                    }
                    opener = before;
                    self.at += 1;
                    before = "(";
                }
                _ if c.is_alphabetic() || matches!(c, '_' | '$') => {
                    let rest = self.rest();
                    let end = rest
                        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')))
                        .unwrap_or(rest.len());
                    self.at += end;
                    before = &rest[..end];
                }
                _ => {
                    self.at += c.len_utf8();
                    before = &self.text[start..self.at];
                }
            }
            self.comments.clear();
        }
        match self.script {
            Script::Php if !has_value => Err(self.fault(0, "no array of texts: write `return ['key' => 'text'];`")),
            Script::Php | Script::Js => Ok(()),
        }
    }

    /// Whether a bracket behind this word or sign begins an object of messages.
    fn is_value(&self, before: &str, opener: &str, c: char) -> bool {
        match self.script {
            Script::Php => c == '[' && matches!(before, "return" | "="),
            Script::Js => {
                let wraps =
                    opener.starts_with("define") || opener.ends_with("freeze") || matches!(opener, "" | "=" | ">");
                c == '{' && (matches!(before, "=" | "default" | "return") || before == "(" && wraps)
            }
        }
    }

    /// Passes over a text in quotation marks of this kind.
    fn skip_quoted(&mut self, mark: char) -> Result<&'a str, ReadFault> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'\n' if self.script == Script::Js && mark != '`' => break,
                b'$' if mark == '`' && bytes.get(at + 1) == Some(&b'{') => {
                    at = expression_end(bytes, at + 2).ok_or_else(|| self.fault(at, "this brace is never closed"))?;
                }
                byte if char::from(*byte) == mark => {
                    self.at = at + 1;
                    return Ok(self.text.get(start + 1..at).unwrap_or_default());
                }
                _ => {}
            }
            at += 1;
        }
        Err(self.fault(start, "the quotation mark is never closed"))
    }

    /// Passes over brackets and what is in them.
    fn skip_balanced(&mut self) -> Result<(), ReadFault> {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(c) = self.peek() {
            match c {
                '\'' | '"' | '`' => {
                    self.skip_quoted(c)?;
                    continue;
                }
                '{' | '[' | '(' => depth += 1,
                '}' | ']' | ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += c.len_utf8();
            if depth == 0 {
                return Ok(());
            }
        }
        Err(self.fault(start, "this bracket is never closed"))
    }

    /// Passes over the rest of an expression, to the comma or the bracket behind it.
    fn skip_expression(&mut self) -> Result<(), ReadFault> {
        while let Some(c) = self.peek() {
            match c {
                ',' | ';' | '}' | ']' | ')' => return Ok(()),
                '{' | '[' | '(' => self.skip_balanced()?,
                '\'' | '"' | '`' => drop(self.skip_quoted(c)?),
                _ => self.at += c.len_utf8(),
            }
        }
        Ok(())
    }

    /// Reads the object or the array that begins here, and all in it.
    fn read_value(&mut self, take: &mut dyn FnMut(Segment<'a>)) -> Result<(), ReadFault> {
        let mut open: Vec<OpenValue<'a>> = Vec::new();
        let start = self.at;
        self.open(&mut open)?;
        while let Some(last) = open.len().checked_sub(1) {
            let Some(c) = self.peek() else { return Err(self.fault(start, "this bracket is never closed")) };
            if c == ',' {
                self.at += 1;
                continue;
            }
            if c.is_ascii() && c as u8 == open[last].close {
                self.at += 1;
                let Some(done) = open.pop() else { break };
                done.about.into_iter().filter(|_| !done.is_message).for_each(&mut *take);
                continue;
            }
            if matches!(c, '}' | ']' | ')' | ';') {
                return Err(self.fault(self.at, "a comma or a closing bracket is missing"));
            }
            if open[last].keyed && !self.read_key(&mut open[last])? {
                continue;
            }
            match self.peek() {
                Some('{' | '[') => self.open(&mut open)?,
                None => {}
                Some(_) if self.is_array_word() => {
                    self.at += "array".len();
                    let _paren = self.peek();
                    self.open(&mut open)?;
                }
                Some(_) => self.read_text(&mut open, take)?,
            }
        }
        Ok(())
    }

    /// `array` of PHP, before its bracket.
    fn is_array_word(&self) -> bool {
        let behind = self.rest().strip_prefix("array").map(str::trim_start);
        self.script == Script::Php && behind.is_some_and(|behind| behind.starts_with('('))
    }

    fn open(&mut self, open: &mut Vec<OpenValue<'a>>) -> Result<(), ReadFault> {
        if open.len() >= DEEPEST {
            return Err(self.fault(self.at, "nested too deep"));
        }
        let (close, keyed) = match self.text.as_bytes().get(self.at) {
            Some(b'{') => (b'}', true),
            Some(b'(') => (b')', true),
            _ => (b']', self.script == Script::Php),
        };
        self.at += 1;
        open.push(OpenValue { key: Cow::Borrowed(""), next: 0, close, keyed, about: Vec::new(), is_message: false });
        if !keyed && let Some(last) = open.last_mut() {
            last.key = Cow::Borrowed("0");
        }
        Ok(())
    }

    /// Reads the key before a value. Nothing is there for a value that has none: it is passed over.
    fn read_key(&mut self, own: &mut OpenValue<'a>) -> Result<bool, ReadFault> {
        let start = self.at;
        let sign = if self.script == Script::Js { ":" } else { "=>" };
        let key: Option<&'a str> = match self.peek() {
            Some(mark @ ('\'' | '"')) => Some(self.skip_quoted(mark)?),
            Some(c) if c.is_alphanumeric() || matches!(c, '_' | '$') => {
                let rest = self.rest();
                let end =
                    rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | ':'))).unwrap_or(rest.len());
                let end = if self.script == Script::Js { rest[..end].find(':').unwrap_or(end) } else { end };
                self.at += end;
                Some(&rest[..end])
            }
            _ => None,
        };
        let _next = self.peek();
        if let Some(key) = key.filter(|_| self.rest().starts_with(sign)) {
            self.at += sign.len();
            own.key = Cow::Borrowed(key);
            return Ok(true);
        }
        if self.script == Script::Php && key.is_some() {
            // An element of a list.
            self.at = start;
            own.key = Cow::Owned(own.next.to_string());
            own.next += 1;
            return Ok(true);
        }
        self.skip_expression()?;
        Ok(false)
    }

    /// Reads a value that is neither an object nor an array.
    fn read_text(&mut self, open: &mut [OpenValue<'a>], take: &mut dyn FnMut(Segment<'a>)) -> Result<(), ReadFault> {
        let start = self.at;
        let mut target = None;
        if let Some(mark @ ('\'' | '"' | '`')) = self.peek() {
            let body = self.skip_quoted(mark)?;
            let end = self.at;
            let behind = self.peek();
            let constant = self.rest().starts_with("as const");
            if matches!(behind, None | Some(',' | '}' | ']' | ')')) || constant {
                target = decode(self.script, mark, body, start + 1);
            }
            self.at = end;
        }
        self.skip_expression()?;
        let raw = self.text.get(start..self.at).unwrap_or_default().trim_end();
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+');
        if target.is_none() && raw.chars().all(plain) {
            // A number, a name, true or false.
            self.count(open);
            return Ok(());
        }
        let target = target.unwrap_or_else(|| {
            let mut code = Decoded::new(Escape::None);
            code.push_masked("\u{1a}", start, raw.len().max(1));
            code
        });
        let mut names: Vec<&str> = open.iter().map(|one| &*one.key).filter(|key| !key.is_empty()).collect();
        // Texts of several languages stand in one file below their codes.
        let language =
            names.first().filter(|first| names.len() > 1 && is_language(first)).map(|first| (*first).to_owned());
        names.drain(..usize::from(language.is_some()));
        let segment = Segment {
            key: names.join(".").into(),
            language,
            comments: std::mem::take(&mut self.comments),
            target,
            ..Segment::default()
        };
        if let Some(own) = open.last_mut() {
            own.is_message |= own.key == "defaultMessage";
            if ABOUT.contains(&&*own.key) {
                own.about.push(segment);
            } else if !segment.target.is_blank() {
                take(segment);
            }
        }
        self.count(open);
        Ok(())
    }

    /// Goes on to the next value of an array.
    fn count(&self, open: &mut [OpenValue<'a>]) {
        if let Some(own) = open.last_mut().filter(|own| !own.keyed) {
            own.next += 1;
            own.key = Cow::Owned(own.next.to_string());
        }
    }
}

/// The last brace of the expression in a template that begins at `at`, whatever texts and templates it has.
fn expression_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut open = vec![b'{'];
    while let Some(inside) = open.last() {
        match (*inside, *bytes.get(at)?) {
            (b'{', b'}') | (b'`', b'`') | (b'"', b'"') | (b'\'', b'\'') => drop(open.pop()),
            (b'{', sign @ (b'{' | b'`' | b'"' | b'\'')) => open.push(sign),
            (b'`', b'$') if bytes.get(at + 1) == Some(&b'{') => {
                open.push(b'{');
                at += 1;
            }
            (b'`' | b'"' | b'\'', b'\\') => at += 1,
            _ => {}
        }
        at += 1;
    }
    Some(at - 1)
}

/// The same for an expression that has no text in it.
fn plain_expression_end(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let end = rest.find(['{', '}', '`', '\'', '"'])?;
    rest[end..].starts_with('}').then_some(at + end)
}

/// The text of a literal; none where it has escapes or parts whose characters cannot be told.
fn decode<'a>(script: Script, mark: char, body: &'a str, at: usize) -> Option<Decoded<'a>> {
    let single = script == Script::Php && mark == '\'';
    let mut decoded = Decoded::new(match (script, mark) {
        (Script::Js, '"') => Escape::Backslash,
        (Script::Js, '\'') => Escape::Quoted,
        (Script::Js, _) => Escape::Template,
        (Script::Php, '\'') => Escape::Quoted,
        (Script::Php, _) => Escape::Dollar,
    });
    let known = |sign: Option<u8>| match sign {
        Some(b'\\') => true,
        _ if single => sign == Some(b'\''),
        Some(b'n' | b't' | b'r' | b'\'' | b'"' | b'`') => true,
        Some(b'$') => true,
        Some(b'u') => script == Script::Js,
        _ => false,
    };
    let bytes = body.as_bytes();
    let (mut start, mut here) = (0, 0);
    while let Some(byte) = bytes.get(here) {
        match byte {
            b'\\' if single && bytes.get(here + 1).is_some_and(|next| !matches!(next, b'\\' | b'\'')) => here += 1,
            b'\\' if !known(bytes.get(here + 1).copied()) || body[here..].starts_with("\\u{") => return None,
            b'\\' => here += 2,
            b'$' if mark == '`' && bytes.get(here + 1) == Some(&b'{') => {
                push_backslashed(&mut decoded, &body[start..here], at + start);
                let end = plain_expression_end(body, here + 2)? + 1;
                decoded.push_masked(&body[here..end], at + here, end - here);
                (start, here) = (end, end);
            }
            // A variable is put in.
            b'$' if script == Script::Php && mark == '"' => return None,
            b'{' if script == Script::Php && mark == '"' && bytes.get(here + 1) == Some(&b'$') => return None,
            _ => here += 1,
        }
    }
    if single {
        push_single(&mut decoded, body, at);
    } else {
        push_backslashed(&mut decoded, &body[start..], at + start);
    }
    if script == Script::Php {
        let names: Vec<_> =
            NAMED.captures_iter(decoded.text()).filter_map(|parts| Some(parts.name("name")?.range())).collect();
        names.into_iter().for_each(|name| decoded.mask(name));
    }
    Some(decoded)
}

/// A text between apostrophes of PHP, where a backslash means something before an apostrophe and itself alone.
fn push_single<'a>(decoded: &mut Decoded<'a>, body: &'a str, at: usize) {
    let (mut rest, mut here) = (body, at);
    loop {
        let found = rest.match_indices('\\').find(|(at, _)| matches!(rest.as_bytes().get(at + 1), Some(b'\\' | b'\'')));
        let Some((start, _)) = found else { break };
        decoded.push_plain(&rest[..start], here);
        decoded.push_escape(&rest[start + 1..start + 2], here + start, 2);
        here += start + 2;
        rest = &rest[start + 2..];
    }
    decoded.push_plain(rest, here);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(script: Script, file: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let faults = read(file, script, &mut |segment| {
            let text = if segment.target.is_all_masked() { "(code)" } else { segment.target.text() };
            found.push((segment.key.to_string(), text.to_owned()));
        });
        found.extend(faults.into_iter().map(|fault| ("fault".to_owned(), fault.message)));
        found
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn literals_of_javascript_are_texts_and_expressions_are_counted() {
        let file = "import { x } from './x';\nconst plural = (n) => { return n > 1 ? 'a' : 'b' };\n\
            export default {\n  save: 'L\\'eau',\n  \"two words\": \"Er \\\"so\\\"\", // why\n  nested: { deep: [`eins`, 'zwei'] },\n  \
            joined: 'a' + name,\n  call: t('x'),\n  count: 3,\n  flag: true,\n  half: `Hallo ${name}, da`,\n  \
            hard: `${a ? 'x' : `y`}`,\n  odd: '\\x41',\n  method() { return 'no'; },\n  ...others,\n  short,\n  fn: (n) => `${n} da`,\n} as const;\n";
        assert_eq!(
            texts(Script::Js, file),
            pairs(&[
                ("save", "L'eau"),
                ("two words", "Er \"so\""),
                ("nested.deep.0", "eins"),
                ("nested.deep.1", "zwei"),
                ("joined", "(code)"),
                ("call", "(code)"),
                ("half", "Hallo ${name}, da"),
                ("hard", "(code)"),
                ("odd", "(code)"),
                ("fn", "(code)"),
            ])
        );
        assert_eq!(
            texts(Script::Js, "export default { de: { a: 'A' }, en: { a: 'B' } }"),
            pairs(&[("a", "A"), ("a", "B")])
        );
        assert_eq!(
            texts(Script::Js, "export default { a: 'A', b: `${x"),
            pairs(&[("a", "A"), ("fault", "this brace is never closed")])
        );
        assert_eq!(
            texts(
                Script::Js,
                "module.exports = defineMessages({ hi: { id: 'hi', defaultMessage: 'Hallo', description: 'x' }, b: { id: 'B' } });"
            ),
            pairs(&[("hi.defaultMessage", "Hallo"), ("b.id", "B")])
        );
        assert_eq!(
            texts(
                Script::Js,
                "const de: Record<string, string> = { a: 'A' };\nexport const en = { b: 'B' } satisfies X;\n"
            ),
            pairs(&[("a", "A"), ("b", "B")])
        );
        assert!(texts(Script::Js, "useState({ a: 'A' }); if (x) { y = 'z' }").is_empty());
    }

    #[test]
    fn literals_of_php_are_texts_and_what_puts_variables_in_is_counted() {
        let file = "<?php\n// Texts\nuse Foo\\Bar;\nreturn [\n    'save' => 'L\\'eau \\d :name',\n    \"quote\" => \"Er \\\"so\\\"\\n\",\n    \
            'list' => ['eins', 'zwei'],\n    'old' => array('a' => 'A', 'b' => 'B'),\n    'var' => \"Hallo $name\",\n    'sum' => 'a' . 'b',\n    3 => 'drei',\n];\n";
        assert_eq!(
            texts(Script::Php, file),
            pairs(&[
                ("save", "L'eau \\d :name"),
                ("quote", "Er \"so\"\n"),
                ("list.0", "eins"),
                ("list.1", "zwei"),
                ("old.a", "A"),
                ("old.b", "B"),
                ("var", "(code)"),
                ("sum", "(code)"),
                ("3", "drei"),
            ])
        );
        assert_eq!(texts(Script::Php, "<?php $lang = array('a' => 'A');"), pairs(&[("a", "A")]));
        assert_eq!(
            texts(Script::Php, "<?php return ['a' => 'A'"),
            pairs(&[("a", "A"), ("fault", "this bracket is never closed")])
        );
    }
}
