//! From the tables of the parser to nodes. Line ends are `\n`, whatever the file has. Depth is bounded by the parser and by [`limit::DEPTH`].

use std::ops::Range;
use std::sync::Arc;

use toml_edit::{Array, InlineTable, Item, Key, Table, Value as Toml};

use crate::diagnostic::{Code, Diagnostic, Located, SourceFile, Span};
use crate::source::toml::fault;
use crate::source::{Entry, Node, Value, duplicate, limit};

/// A key that its table has already.
pub(super) struct RepeatedKey {
    /// Where it is set again.
    pub(super) span: Span,
    /// Its name as written, unescaped.
    pub(super) name: String,
}

/// A conversion under way.
pub(super) struct TomlTreeBuilder<'a> {
    /// The file of all places.
    pub(super) file: &'a Arc<SourceFile>,
    /// Length of its byte order mark.
    pub(super) base: usize,
    /// Keys that were set before, and were given another name so that reading could go on.
    pub(super) repeated: &'a [RepeatedKey],
    /// Findings about depth and repeated keys.
    pub(super) findings: Vec<Diagnostic>,
}

impl TomlTreeBuilder<'_> {
    /// The whole document.
    pub(super) fn convert_document(&mut self, table: &Table) -> Node {
        self.convert_table(table, 1)
    }

    fn convert_table(&mut self, table: &Table, depth: usize) -> Node {
        let entries =
            self.convert_entries(table.iter().filter_map(|(name, item)| Some((table.key(name)?, item))), depth);
        // A header stands apart from what it heads, so that the entries give the place.
        let header = self.file_span(table.span());
        let span = entries.iter().map(Entry::span).reduce(Span::to).unwrap_or(header);
        Node { value: Value::Mapping(entries), span }
    }

    fn convert_entries<'t>(&mut self, items: impl Iterator<Item = (&'t Key, &'t Item)>, depth: usize) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut again = Vec::new();
        for (key, item) in items {
            let span = self.file_span(key.span());
            if depth >= limit::DEPTH && !item.is_value() {
                self.report_too_deep(span);
                continue;
            }
            let value = match item {
                Item::None => continue,
                Item::Value(value) => self.convert_value(value, depth),
                Item::Table(table) => Some(self.convert_table(table, depth + 1)),
                Item::ArrayOfTables(tables) => {
                    let nodes: Vec<Node> = tables.iter().map(|table| self.convert_table(table, depth + 2)).collect();
                    let span = nodes.iter().map(|node| node.span).reduce(Span::to).unwrap_or(span);
                    Some(Node { value: Value::Sequence(nodes), span })
                }
            };
            self.add_entry(&mut entries, &mut again, key, span, value);
        }
        self.report_repeated(&entries, again, false);
        entries
    }

    /// Puts an entry among the others, or, if its key is a repeated one, aside.
    fn add_entry(&self, entries: &mut Vec<Entry>, again: &mut Vec<Entry>, key: &Key, span: Span, value: Option<Node>) {
        let Some(value) = value else { return };
        match self.repeated.iter().find(|repeated| repeated.span == span) {
            Some(repeated) => again.push(Entry { key: Located { value: repeated.name.clone(), span }, value }),
            None => entries.push(Entry { key: Located { value: key.get().to_owned(), span }, value }),
        }
    }

    fn report_repeated(&mut self, entries: &[Entry], again: Vec<Entry>, inline: bool) {
        // Several fields that an entry of a list has already are the next entry.
        let next = again.iter().map(|entry| entry.key.span).min_by_key(|span| span.start).filter(|_| again.len() > 1);
        if let Some(finding) = next.filter(|_| !inline).and_then(|span| duplicate::missing_header(self.file, span)) {
            self.findings.push(finding);
            return;
        }
        for second in again {
            let finding = match entries.iter().find(|entry| entry.key.value == second.key.value) {
                Some(first) if duplicate::is_below_single_header(self.file, first.key.span, second.key.span) => {
                    continue;
                }
                Some(first) => {
                    let before = entries.iter().filter(|entry| entry.span().end <= second.key.span.start);
                    let before = before.map(Entry::span).max_by_key(|span| span.end).unwrap_or_default();
                    duplicate::duplicate_key_finding(self.file, first, &second, before, inline)
                }
                None => fault::duplicate_key(self.file, second.key.span, &second.key.value),
            };
            self.findings.push(finding);
        }
    }

    fn convert_value(&mut self, value: &Toml, depth: usize) -> Option<Node> {
        let span = self.file_span(value.span());
        let value = match value {
            Toml::String(text) => Value::Text(self.normalize_line_ends(text.value(), span)),
            Toml::Integer(number) => Value::Integer(*number.value()),
            Toml::Float(number) => Value::Float(*number.value()),
            Toml::Boolean(value) => Value::Bool(*value.value()),
            Toml::Datetime(_) => Value::Date(self.file.slice(span).to_owned()),
            Toml::Array(_) | Toml::InlineTable(_) if depth >= limit::DEPTH => {
                self.report_too_deep(span);
                return None;
            }
            Toml::Array(array) => self.convert_array(array, depth + 1),
            Toml::InlineTable(table) => return Some(self.convert_inline_table(table, span, depth + 1)),
        };
        Some(Node { value, span })
    }

    /// A text. The line ends of the file are not part of what a text of several lines says, as in YAML: a checkout that
    /// writes them in the other way means the same.
    fn normalize_line_ends(&self, value: &str, span: Span) -> String {
        let written = self.file.slice(span);
        let lines = written.starts_with("\"\"\"") || written.starts_with("'''");
        if lines && written.contains("\r\n") { value.replace("\r\n", "\n") } else { value.to_owned() }
    }

    fn convert_array(&mut self, array: &Array, depth: usize) -> Value {
        Value::Sequence(array.iter().filter_map(|item| self.convert_value(item, depth)).collect())
    }

    fn convert_inline_table(&mut self, table: &InlineTable, span: Span, depth: usize) -> Node {
        let mut entries = Vec::new();
        let mut again = Vec::new();
        for (name, value) in table.iter() {
            let Some(key) = table.key(name) else { continue };
            let span = self.file_span(key.span());
            let value = self.convert_value(value, depth);
            self.add_entry(&mut entries, &mut again, key, span, value);
        }
        self.report_repeated(&entries, again, !table.is_dotted());
        // The inner tables of dotted keys have no brackets of their own.
        let inner = entries.iter().map(Entry::span).reduce(Span::to);
        let span = if table.is_dotted() { inner.unwrap_or(span) } else { span };
        Node { value: Value::Mapping(entries), span }
    }

    fn report_too_deep(&mut self, span: Span) {
        // Once is enough: a file that is too deep once is so often.
        if !self.findings.iter().any(|finding| finding.code == Code::TooDeep) {
            self.findings.push(fault::too_deep(self.file, span));
        }
    }

    fn file_span(&self, range: Option<Range<usize>>) -> Span {
        range.map_or_else(Span::default, |range| Span::new(self.base + range.start, self.base + range.end))
    }
}
