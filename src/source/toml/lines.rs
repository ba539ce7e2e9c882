//! The TOML that people mostly write, read line by line: tables and arrays of tables by their headers, bare keys, texts without
//! escapes, whole numbers, booleans, arrays on one line, comments.
//!
//! A part of the grammar, many times as fast as the parser. Law: where it reads a document, the parser gives the same tree with
//! the same places, and nothing is found. What it does not know, and whatever could be a finding, it leaves to that.

use crate::diagnostic::{Located, Span};
use crate::source::plain_characters::has_only_plain_characters;
use crate::source::{Entry, Node, Value};

/// Most keys of one table: each is compared with all before it.
const MAX_KEYS: usize = 64;

/// The document, where all of it is understood.
pub(super) fn read_document(text: &str) -> Option<Node> {
    if !has_only_plain_characters(text) {
        return None;
    }
    let mut reader = TomlLineReader { text, bytes: text.as_bytes(), at: 0 };
    let mut root: Vec<Entry> = Vec::new();
    let mut header: Option<TableHeader> = None;
    while reader.skip_to_content() {
        if reader.bytes[reader.at] == b'[' {
            if !is_filled(&mut root, header.as_ref(), text) {
                return None;
            }
            let read = reader.read_header()?;
            open_table(&mut root, &read, text)?;
            header = Some(read);
        } else {
            let entry = reader.read_entry()?;
            add_entry(table_of(&mut root, header.as_ref(), text)?, entry)?;
        }
    }
    if root.is_empty() || !is_filled(&mut root, header.as_ref(), text) {
        return None;
    }
    let mut node = Node { value: Value::Mapping(root), span: Span::default() };
    place_tables(&mut node);
    Some(node)
}

/// The line above a table.
struct TableHeader {
    /// Where the names in its brackets stand: one or two.
    names: Vec<Span>,
    /// Whether it is one of an array of tables.
    of_array: bool,
}

struct TomlLineReader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl TomlLineReader<'_> {
    /// Goes on to what is neither blank nor a comment; whether there is any.
    fn skip_to_content(&mut self) -> bool {
        loop {
            match self.bytes.get(self.at) {
                None => return false,
                Some(b' ' | b'\n') => self.at += 1,
                Some(b'#') => self.at += self.text[self.at..].find('\n').unwrap_or(self.bytes.len() - self.at),
                Some(_) => return true,
            }
        }
    }

    fn skip_blanks(&mut self) {
        while self.bytes.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
    }

    /// Goes behind a byte that has to be here.
    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.bytes.get(self.at) == Some(&byte)).then(|| self.at += 1)
    }

    /// Goes behind the line, of which nothing but a comment may be left.
    fn end_line(&mut self) -> Option<()> {
        self.skip_blanks();
        match self.bytes.get(self.at) {
            None | Some(b'\n') => Some(()),
            Some(b'#') => {
                self.skip_to_content();
                Some(())
            }
            Some(_) => None,
        }
    }

    fn read_name(&mut self) -> Option<Span> {
        let is_bare = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let length = self.bytes[self.at..].iter().take_while(is_bare).count();
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        (length > 0).then_some(span)
    }

    /// `[name]`, `[name.name]` or `[[name]]`.
    fn read_header(&mut self) -> Option<TableHeader> {
        self.expect(b'[')?;
        let of_array = self.expect(b'[').is_some();
        let mut names = vec![self.read_name()?];
        if !of_array && self.expect(b'.').is_some() {
            names.push(self.read_name()?);
        }
        self.expect(b']')?;
        if of_array {
            self.expect(b']')?;
        }
        self.end_line()?;
        Some(TableHeader { names, of_array })
    }

    fn read_entry(&mut self) -> Option<Entry> {
        let key = self.read_name()?;
        self.skip_blanks();
        self.expect(b'=')?;
        self.skip_blanks();
        let value = self.read_value()?;
        self.end_line()?;
        Some(Entry { key: Located { value: self.text[key.range()].to_owned(), span: key }, value })
    }

    fn read_value(&mut self) -> Option<Node> {
        let start = self.at;
        let rest = &self.text[start..];
        let value = match *self.bytes.get(start)? {
            b'"' | b'\'' => self.read_text()?,
            b'[' => self.read_array()?,
            b't' if rest.starts_with("true") => self.take(4, Value::Bool(true)),
            b'f' if rest.starts_with("false") => self.take(5, Value::Bool(false)),
            b'0'..=b'9' => {
                let length = rest.bytes().take_while(u8::is_ascii_digit).count();
                let number = rest[..length].parse().ok()?;
                let plain = length == 1 || !rest.starts_with('0');
                plain.then(|| self.take(length, Value::Integer(number)))?
            }
            _ => return None,
        };
        Some(Node { value, span: Span::new(start, self.at) })
    }

    fn take(&mut self, length: usize, value: Value) -> Value {
        self.at += length;
        value
    }

    /// A text in quotes, on one line or, in three quotes, on several; without escapes.
    fn read_text(&mut self) -> Option<Value> {
        let rest = &self.text[self.at..];
        let basic = rest.starts_with('"');
        let three = if basic { "\"\"\"" } else { "'''" };
        let (text, length) = match rest.strip_prefix(three) {
            Some(inner) => {
                let end = inner.find(three)?;
                (inner[..end].strip_prefix('\n').unwrap_or(&inner[..end]), end + 6)
            }
            None => {
                let inner = &rest[1..];
                let end = inner.find(['\n', if basic { '"' } else { '\'' }])?;
                if inner[end..].starts_with('\n') {
                    return None;
                }
                (&inner[..end], end + 2)
            }
        };
        if basic && text.contains('\\') {
            return None;
        }
        let text = Value::Text(text.to_owned());
        Some(self.take(length, text))
    }

    /// Texts between brackets on one line.
    fn read_array(&mut self) -> Option<Value> {
        self.expect(b'[')?;
        let mut items = Vec::new();
        loop {
            self.skip_blanks();
            if self.expect(b']').is_some() {
                break;
            }
            let start = self.at;
            if !matches!(self.bytes.get(start), Some(b'"' | b'\'')) {
                return None;
            }
            let value = self.read_text()?;
            items.push(Node { value, span: Span::new(start, self.at) });
            self.skip_blanks();
            if self.expect(b']').is_some() {
                break;
            }
            self.expect(b',')?;
        }
        Some(Value::Sequence(items))
    }
}

/// Adds the table of a header. Nothing where one of that name is there, or where the name is taken.
fn open_table(root: &mut Vec<Entry>, header: &TableHeader, text: &str) -> Option<()> {
    let new = |name: Span, value: Value| Entry {
        key: Located { value: text[name.range()].to_owned(), span: name },
        value: Node { value, span: Span::default() },
    };
    let (outer, inner) = (*header.names.first()?, header.names.get(1));
    let known = root.iter().position(|entry| entry.key.value == text[outer.range()]);
    match (known, inner) {
        (None, None) if header.of_array => {
            let first = Node { value: Value::Mapping(Vec::new()), span: Span::default() };
            add_entry(root, new(outer, Value::Sequence(vec![first])))
        }
        (None, None) => add_entry(root, new(outer, Value::Mapping(Vec::new()))),
        (Some(at), None) if header.of_array => match &mut root[at].value {
            // An array that is written as a value takes no tables; its place tells.
            Node { value: Value::Sequence(items), span } if *span == Span::default() => {
                items.push(Node { value: Value::Mapping(Vec::new()), span: Span::default() });
                Some(())
            }
            Node { .. } => None,
        },
        (Some(_), None) => None,
        (_, Some(inner)) => {
            if known.is_none() {
                add_entry(root, new(outer, Value::Mapping(Vec::new())))?;
            }
            let at = known.unwrap_or(root.len() - 1);
            match &mut root[at].value.value {
                Value::Mapping(entries) => add_entry(entries, new(*inner, Value::Mapping(Vec::new()))),
                Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) => None,
                Value::Date(_) | Value::Text(_) | Value::Sequence(_) => None,
            }
        }
    }
}

/// The entries that the lines below a header belong to.
fn table_of<'t>(root: &'t mut Vec<Entry>, header: Option<&TableHeader>, text: &str) -> Option<&'t mut Vec<Entry>> {
    let mut entries = root;
    for name in header.iter().flat_map(|header| &header.names) {
        let entry = entries.iter_mut().find(|entry| entry.key.value == text[name.range()])?;
        let value = &mut entry.value.value;
        let table = if let Value::Sequence(tables) = value { &mut tables.last_mut()?.value } else { value };
        let Value::Mapping(inner) = table else { return None };
        entries = inner;
    }
    Some(entries)
}

/// A table that says nothing has its place elsewhere: the parser knows where.
fn is_filled(root: &mut Vec<Entry>, header: Option<&TableHeader>, text: &str) -> bool {
    header.is_none() || table_of(root, header, text).is_some_and(|entries| !entries.is_empty())
}

fn add_entry(entries: &mut Vec<Entry>, entry: Entry) -> Option<()> {
    let new = entries.len() < MAX_KEYS && entries.iter().all(|before| before.key.value != entry.key.value);
    new.then(|| entries.push(entry))
}

/// Gives tables, and arrays of them, the place from the first to the last thing in them.
fn place_tables(node: &mut Node) {
    if node.span != Span::default() {
        return;
    }
    let inside: Option<Span> = match &mut node.value {
        Value::Mapping(entries) => {
            entries.iter_mut().for_each(|entry| place_tables(&mut entry.value));
            entries.iter().map(Entry::span).reduce(Span::to)
        }
        Value::Sequence(items) => {
            items.iter_mut().for_each(place_tables);
            items.iter().map(|item| item.span).reduce(Span::to)
        }
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => None,
    };
    node.span = inside.unwrap_or_default();
}
