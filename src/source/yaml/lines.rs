//! The YAML that people mostly write, read line by line: keys and items by their indentation, values on one line, block
//! scalars, lists of words in brackets, comments.
//!
//! A part of the grammar, many times as fast as the events of a parser. Law: where it reads a document, the events give the
//! same tree with the same places, and no finding. What it does not know, and whatever could be one, it leaves to them.

use memchr::{memchr, memchr2};

use crate::diagnostic::{Located, Span};
use crate::source::plain_characters::has_only_plain_characters;
use crate::source::yaml::scalar;
use crate::source::{Entry, Node, Value};

/// Deepest nesting of mappings that is read here; a style has three levels.
const MAX_DEPTH: usize = 12;
/// Most keys of one mapping: each is compared with all before it.
const MAX_KEYS: usize = 64;
/// Longest key; the parser has a bound of its own.
const MAX_KEY_LENGTH: usize = 200;
/// Words that may mean something else than text are no longer than this, but for numbers and dates.
const MAX_SPECIAL_WORD: usize = 5;

/// The document, a mapping, where the text has just one and all of it is understood.
pub(super) fn read_document(text: &str) -> Option<Node> {
    if !text.ends_with('\n') || !has_only_plain_characters(text) {
        return None;
    }
    let mut reader = YamlLineReader { text, bytes: text.as_bytes(), next: 0, line: None };
    reader.read_line();
    if reader.line.is_some_and(|line| line.indent == 0 && &text[line.start..line.end] == "---") {
        reader.read_line();
    }
    let first = reader.line?;
    let node = reader.read_mapping(first, MAX_DEPTH)?;
    reader.line.is_none().then_some(node)
}

/// A line that says something, or what stands behind the dash of one.
#[derive(Clone, Copy)]
struct TextLine {
    /// Columns before it.
    indent: usize,
    /// Its first byte that is no blank.
    start: usize,
    /// Its line end.
    end: usize,
}

struct YamlLineReader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// Where the line behind `line` begins.
    next: usize,
    /// The line to be read; none at the end of the text.
    line: Option<TextLine>,
}

impl YamlLineReader<'_> {
    /// Goes on to the next line that is neither empty nor a comment.
    fn read_line(&mut self) {
        self.line = loop {
            let Some(line) = self.line_at(self.next) else { break None };
            self.next = line.end + 1;
            if line.start < line.end && self.bytes[line.start] != b'#' {
                break Some(line);
            }
        };
    }

    /// The line that begins here, whatever it says.
    fn line_at(&self, begin: usize) -> Option<TextLine> {
        let rest = self.text.get(begin..).filter(|rest| !rest.is_empty())?;
        let end = begin + memchr(b'\n', rest.as_bytes())?;
        let start = begin + blanks(&self.bytes[begin..end]);
        Some(TextLine { indent: start - begin, start, end })
    }

    /// The mapping whose first key stands in `first`.
    fn read_mapping(&mut self, first: TextLine, depth: usize) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        let mut entries: Vec<Entry> = Vec::new();
        let mut line = first;
        let end = loop {
            let key = self.key_at(line)?;
            let text = &self.text[key.range()];
            if entries.len() >= MAX_KEYS || entries.iter().any(|entry| entry.key.value == text) {
                return None;
            }
            let behind = key.end as usize + 1;
            let value = match self.is_ended(behind, line.end) {
                true => self.read_block(first.indent, depth)?,
                false => self.read_value(behind, line.end, first.indent)?,
            };
            let end = value.span.end;
            entries.push(Entry { key: Located { value: text.to_owned(), span: key }, value });
            match self.line {
                Some(next) if next.indent == first.indent => line = next,
                Some(_) | None => break end,
            }
        };
        entries.shrink_to_fit();
        Some(Node { value: Value::Mapping(entries), span: Span::new(first.start, end as usize) })
    }

    /// The list or mapping in the lines below a key of this indentation.
    fn read_block(&mut self, indent: usize, depth: usize) -> Option<Node> {
        self.read_line();
        let line = self.line?;
        if self.is_item(line) {
            let list = if line.indent >= indent { self.read_sequence(line, depth)? } else { return None };
            // Of a list whose dashes stand below the key's first letter, the parser tells where its first item begins.
            let start = if line.indent > indent { line.start } else { list.items().first()?.span.start as usize };
            return Some(Node { span: Span::new(start, list.span.end as usize), ..list });
        }
        if line.indent > indent { self.read_mapping(line, depth) } else { None }
    }

    /// The list whose first dash stands in `first`.
    fn read_sequence(&mut self, first: TextLine, depth: usize) -> Option<Node> {
        let mut items = Vec::new();
        let mut line = first;
        let end = loop {
            let start = line.start + 1 + blanks(&self.bytes[line.start + 1..line.end]);
            let item = TextLine { indent: line.indent + (start - line.start), start, end: line.end };
            let node = if self.key_at(item).is_some() {
                self.read_mapping(item, depth)?
            } else {
                self.read_value(line.start + 1, line.end, line.indent)?
            };
            let end = node.span.end;
            items.push(node);
            match self.line {
                Some(next) if next.indent == first.indent && self.is_item(next) => line = next,
                Some(_) | None => break end,
            }
        };
        items.shrink_to_fit();
        Some(Node { value: Value::Sequence(items), span: Span::new(first.start, end as usize) })
    }

    fn is_item(&self, line: TextLine) -> bool {
        self.bytes[line.start..line.end].starts_with(b"- ")
    }

    /// The key that a line begins with: a word of ASCII with a colon behind it.
    fn key_at(&self, line: TextLine) -> Option<Span> {
        let bytes = &self.bytes[line.start..line.end];
        let length = word_length(bytes);
        let colon = bytes.get(length) == Some(&b':') && matches!(bytes.get(length + 1), None | Some(b' '));
        let text = &self.text[line.start..line.start + length];
        (colon && length <= MAX_KEY_LENGTH && is_surely_text(text)).then(|| Span::new(line.start, line.start + length))
    }

    /// Whether nothing but a comment stands between two places of a line.
    fn is_ended(&self, from: usize, end: usize) -> bool {
        let rest = &self.bytes[from..end];
        let blanks = blanks(rest);
        blanks == rest.len() || (blanks > 0 && rest[blanks] == b'#')
    }

    /// The value that stands in a line behind a colon or dash, and in the lines below if it is a block scalar. `indent` is
    /// that of the key or dash.
    fn read_value(&mut self, from: usize, end: usize, indent: usize) -> Option<Node> {
        let start = from + blanks(&self.bytes[from..end]);
        let node = match *self.bytes.get(start)? {
            b'|' | b'>' => return self.read_block_scalar(start, end, indent),
            // What stands behind a list in brackets, the parser counts as part of it.
            b'[' => self.read_flow_sequence(start, end).filter(|list| list.span.end as usize == end)?,
            b'"' | b'\'' => self.quoted(start, end)?,
            _ => return self.read_plain(start, end),
        };
        if !self.is_ended(node.span.end as usize, end) {
            return None;
        }
        self.read_line();
        Some(node)
    }

    fn read_plain(&mut self, start: usize, end: usize) -> Option<Node> {
        let bytes = &self.bytes[start..end];
        let first = *bytes.first()?;
        if !(first.is_ascii_alphanumeric() || !first.is_ascii() || matches!(first, b'~' | b'_' | b'.' | b'/' | b'(')) {
            return None;
        }
        let mut length = bytes.len();
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b':' if matches!(bytes.get(at + 1), None | Some(b' ')) => return None,
                b'#' if at > 0 && bytes[at - 1] == b' ' => {
                    length = at;
                    break;
                }
                _ => {}
            }
        }
        let text = self.text[start..start + length].trim_end_matches(' ');
        let value = if is_surely_text(text) {
            Value::Text(text.to_owned())
        } else if scalar::yaml_1_1_reading(text).is_some() {
            return None;
        } else {
            scalar::resolve_plain(text)
        };
        self.read_line();
        Some(Node { value, span: Span::new(start, start + text.len()) })
    }

    /// A text in quotes on one line, without escapes other than a doubled quote.
    fn quoted(&self, start: usize, end: usize) -> Option<Node> {
        let inner = &self.text[start + 1..end];
        let (text, length) = if self.bytes[start] == b'"' {
            let length = memchr2(b'"', b'\\', inner.as_bytes()).filter(|at| inner[*at..].starts_with('"'))?;
            let text = &inner[..length];
            (text.to_owned(), length)
        } else {
            let mut length = memchr(b'\'', inner.as_bytes())?;
            let mut doubled = false;
            while inner[length + 1..].starts_with('\'') {
                doubled = true;
                length += 2 + inner[length + 2..].find('\'')?;
            }
            let text = &inner[..length];
            (if doubled { text.replace("''", "'") } else { text.to_owned() }, length)
        };
        Some(Node { value: Value::Text(text), span: Span::new(start, start + length + 2) })
    }

    /// Words and texts in quotes between brackets, on one line.
    fn read_flow_sequence(&self, start: usize, end: usize) -> Option<Node> {
        let mut items = Vec::new();
        let mut at = start + 1;
        loop {
            at += blanks(&self.bytes[at..end]);
            let item = match *self.bytes[at..end].first()? {
                b']' => break,
                b'"' | b'\'' => self.quoted(at, end)?,
                byte if byte.is_ascii_alphabetic() => {
                    let length = word_length(&self.bytes[at..end]);
                    let text = &self.text[at..at + length];
                    let node = Node { value: Value::Text(text.to_owned()), span: Span::new(at, at + length) };
                    is_surely_text(text).then_some(node)?
                }
                _ => return None,
            };
            at = item.span.end as usize;
            items.push(item);
            at += blanks(&self.bytes[at..end]);
            match *self.bytes[at..end].first()? {
                b']' => break,
                b',' => at += 1,
                _ => return None,
            }
        }
        items.shrink_to_fit();
        Some(Node { value: Value::Sequence(items), span: Span::new(start, at + 1) })
    }

    /// The lines below `|` or `>`, all indented alike where they are folded.
    fn read_block_scalar(&mut self, start: usize, end: usize, indent: usize) -> Option<Node> {
        let header = self.text[start..end].trim_end_matches(' ');
        let folded = header.starts_with('>');
        let keeps_break = match &header[1..] {
            "" => true,
            "-" => false,
            _ => return None,
        };
        let mut value = String::new();
        let mut content_indent = 0;
        let mut empty_lines = 0;
        let mut last_end = end;
        while let Some(line) = self.line_at(self.next) {
            let begin = line.start - line.indent;
            if begin == line.end {
                // How many empty lines a scalar begins with is for the events to say.
                if value.is_empty() {
                    return None;
                }
                empty_lines += 1;
                self.next = line.end + 1;
                continue;
            }
            // A line of blanks alone.
            if line.start == line.end {
                return None;
            }
            if value.is_empty() {
                content_indent = line.indent;
            }
            if line.indent <= indent {
                break;
            }
            let text = &self.text[begin + content_indent.min(line.indent)..line.end];
            if line.indent < content_indent || (folded && line.indent > content_indent) {
                return None;
            }
            if !value.is_empty() {
                match (folded, empty_lines) {
                    (true, 0) => value.push(' '),
                    (true, many) => value.extend(std::iter::repeat_n('\n', many)),
                    (false, many) => value.extend(std::iter::repeat_n('\n', many + 1)),
                }
            }
            value.push_str(text);
            empty_lines = 0;
            last_end = line.start + self.text[line.start..line.end].trim_end_matches(' ').len();
            self.next = line.end + 1;
        }
        if value.is_empty() {
            return None;
        }
        if keeps_break {
            value.push('\n');
        }
        value.shrink_to_fit();
        self.read_line();
        Some(Node { value: Value::Text(value), span: Span::new(start, last_end) })
    }
}

/// Length of the word that bytes begin with: what keys, and items in brackets, are made of here.
fn word_length(bytes: &[u8]) -> usize {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/');
    bytes.iter().take_while(is_word).count()
}

/// Blanks that bytes begin with.
fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte == b' ').count()
}

/// Whether a plain scalar is text to every reader: neither null, boolean, number nor date, in YAML 1.2 or 1.1.
fn is_surely_text(text: &str) -> bool {
    let first = text.as_bytes().first();
    text.len() > MAX_SPECIAL_WORD && first.is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii())
        || (scalar::resolve_non_text(text).is_none() && scalar::yaml_1_1_reading(text).is_none())
}
