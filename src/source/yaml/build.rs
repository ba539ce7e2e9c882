//! From events to trees: every event is represented or refused.
//!
//! The stack of open collections is our own, so nesting costs no call stack and ends at [`limit::DEPTH`]. Aliases are
//! copies within [`limit::ALIAS_NODES`]. What could not be read is left out, and the tree says so by `incomplete`.

use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::yaml::anchor::Anchors;
use crate::source::yaml::entry::{Key, KeyKind, Open};
use crate::source::yaml::marks::Marks;
use crate::source::yaml::property::{self, Properties};
use crate::source::yaml::{directive, fault, refuse, scalar};
use crate::source::{Node, Value, limit};

/// What came of one pass over a text.
pub(super) struct Built {
    /// Documents, the last one perhaps cut short.
    pub(super) documents: Vec<Node>,
    /// Findings, without that of `stop`.
    pub(super) findings: Vec<Diagnostic>,
    /// Whether something was left out.
    pub(super) incomplete: bool,
    /// Why the pass ended before the text did.
    pub(super) stop: Option<Stop>,
}

/// Why a pass ended early.
pub(super) enum Stop {
    /// The text is not YAML.
    Fault(Box<Diagnostic>),
    /// A tab indents a line.
    Tab,
    /// Deeper than is read; the finding is made.
    Deep,
}

/// Reads the events of `text`, the whole or a repair of `file` behind its byte order mark.
pub(super) fn build(file: &Arc<SourceFile>, text: &str, marks: &Marks) -> Built {
    let mut builder = Builder {
        file,
        text,
        marks,
        tabs: text.contains('\t'),
        open: Vec::new(),
        root: None,
        document_start: 0,
        documents: Vec::new(),
        findings: Vec::new(),
        incomplete: false,
        anchors: Anchors::default(),
    };
    let stop = builder.run().err();
    if stop.is_some() {
        builder.cut_short();
    }
    let Builder { documents, findings, incomplete, .. } = builder;
    Built { documents, findings, incomplete: incomplete || stop.is_some(), stop }
}

struct Builder<'a> {
    file: &'a Arc<SourceFile>,
    text: &'a str,
    marks: &'a Marks<'a>,
    tabs: bool,
    open: Vec<Open>,
    root: Option<Node>,
    document_start: usize,
    documents: Vec<Node>,
    findings: Vec<Diagnostic>,
    incomplete: bool,
    anchors: Anchors,
}

/// A finished value on its way into its parent.
struct Part {
    /// Nothing where it was refused.
    node: Option<Node>,
    /// End in the parsed text.
    end: usize,
    /// For an alias, the anchor.
    anchor: Option<Span>,
}

impl Builder<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        let text = directive::countable(self.text);
        let mut parser = Parser::new_from_str(&text);
        while let Some(event) = parser.next_event() {
            let (event, span) = match event {
                Ok(event) => event,
                // The alias was consumed, so that reading goes on behind it.
                Err(error) if fault::is_unknown_anchor(&error) => {
                    self.unknown_anchor(&error);
                    continue;
                }
                Err(error) => return Err(self.fault(&error)),
            };
            let start = self.marks.byte(span.start.index());
            let end = self.marks.byte(span.end.index());
            match event {
                Event::Nothing | Event::StreamStart => {}
                Event::StreamEnd => break,
                Event::DocumentStart(explicit) => {
                    self.document_start = if explicit { end } else { start };
                    self.root = None;
                }
                Event::DocumentEnd => {
                    self.documents.extend(self.root.take());
                    self.anchors.end_document();
                }
                Event::Alias(id) => {
                    self.indented(start)?;
                    let end = property::name_end(self.text, start + 1).min(end.max(start + 1));
                    self.alias(id, start, end)?;
                }
                Event::Scalar(value, style, id, tag) => {
                    let properties = self.properties(start, end, id > 0 || tag.is_some());
                    if value.is_empty() && style == ScalarStyle::Plain {
                        self.empty(start, end, id, &properties);
                    } else {
                        self.indented(start)?;
                        let tag = tag.map(|tag| property::Tag::of(&tag));
                        let mut value = value.into_owned();
                        value.shrink_to_fit();
                        self.scalar(value, style, id, tag, &properties, end);
                    }
                }
                Event::SequenceStart(id, tag) => {
                    let properties = self.properties(start, end, id > 0 || tag.is_some());
                    if let Some(tag) = tag {
                        self.collection_tag(&property::Tag::of(&tag), property::Tag::Sequence, &properties);
                    }
                    self.anchors.name(id, self.text, &properties, self.marks);
                    self.begin(Open::sequence(properties.content, end), id, start)?;
                }
                Event::MappingStart(id, tag) => {
                    let properties = self.properties(start, end, id > 0 || tag.is_some());
                    if let Some(tag) = tag {
                        self.collection_tag(&property::Tag::of(&tag), property::Tag::Mapping, &properties);
                    }
                    self.anchors.name(id, self.text, &properties, self.marks);
                    self.begin(Open::mapping(properties.content, end), id, start)?;
                }
                Event::SequenceEnd | Event::MappingEnd => self.end(end),
            }
        }
        Ok(())
    }

    fn fault(&mut self, error: &ScanError) -> Stop {
        let at = self.marks.byte(error.marker().index());
        if fault::is_too_deep(error) {
            let finding = refuse::too_deep(self.file, self.marks.span(at, at + 1));
            self.findings.push(finding);
            return Stop::Deep;
        }
        Stop::Fault(Box::new(fault::explain(self.file, self.text, self.marks, error.info(), at)))
    }

    /// Closes what is open, so that the fields before a fault can be checked.
    fn cut_short(&mut self) {
        while !self.open.is_empty() {
            let end = self.open.last().map_or(0, |open| open.last_end);
            self.end(end);
        }
        self.documents.extend(self.root.take());
    }

    /// Stops at a value in block style whose line is indented with a tab.
    fn indented(&self, start: usize) -> Result<(), Stop> {
        if !self.tabs || self.open.last().is_some_and(|open| open.flow) {
            return Ok(());
        }
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let before = &self.text[line..start];
        let indents = before.contains('\t') && before.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        if indents { Err(Stop::Tab) } else { Ok(()) }
    }

    fn properties(&mut self, start: usize, end: usize, any: bool) -> Properties {
        if any { Properties::read(self.text, start, end) } else { Properties::none(start) }
    }

    fn begin(&mut self, mut open: Open, id: usize, start: usize) -> Result<(), Stop> {
        self.indented(start)?;
        if self.open.len() >= limit::DEPTH {
            self.findings.push(refuse::too_deep(self.file, self.marks.span(open.start, open.start + 1)));
            return Err(Stop::Deep);
        }
        open.is_key = self.open.last().is_some_and(Open::wants_key);
        // A key inside of a key is the same fault.
        if open.is_key && !self.open.iter().any(|open| open.is_key) {
            let what = if open.is_mapping() { "a mapping" } else { "a list" };
            self.findings.push(refuse::complex_key(self.file, self.marks.span(open.start, open.start + 1), what));
            self.incomplete = true;
        }
        // In a flow collection, the start is the bracket.
        open.flow = matches!(self.text.as_bytes().get(open.start), Some(b'{' | b'[')) && open.last_end > open.start;
        open.anchor = id;
        self.open.push(open);
        Ok(())
    }

    fn end(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        let end = if open.flow { end.max(open.last_end) } else { open.last_end };
        let span = self.marks.span(open.start, end);
        let id = open.anchor;
        let node = Node { value: open.into_value(), span };
        self.anchors.define(id, &node);
        self.attach(Part { node: Some(node), end, anchor: None });
    }

    fn scalar(
        &mut self,
        value: String,
        style: ScalarStyle,
        id: usize,
        tag: Option<property::Tag>,
        properties: &Properties,
        end: usize,
    ) {
        self.anchors.name(id, self.text, properties, self.marks);
        let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) && !properties.any;
        let start = if block { self.block_start(properties.content) } else { properties.content };
        let end = self.scalar_end(style, start, end);
        let span = self.marks.span(start, end);
        let plain = style == ScalarStyle::Plain;
        if self.open.last().is_some_and(Open::wants_key) {
            let key = self.key(value, plain && tag.is_none(), span);
            if id > 0 {
                self.anchors.define(id, &Node { value: Value::Text(key.text.clone()), span });
            }
            self.open_key(key, end);
            return;
        }
        let value = match tag {
            Some(tag) => match tag.resolve(&value, plain) {
                Ok(value) => value,
                Err(finding) => {
                    self.findings.push(finding.about(self.file, self.tag_span(properties), span, &value));
                    Value::Text(value)
                }
            },
            None if plain => {
                if let Some(reading) = scalar::elsewhere(&value) {
                    self.findings.push(refuse::ambiguous(self.file, span, &value, reading));
                }
                plain_value(value)
            }
            None => Value::Text(value),
        };
        let node = Node { value, span };
        self.anchors.define(id, &node);
        self.attach(Part { node: Some(node), end, anchor: None });
    }

    /// The `|` or `>` of a block scalar, whose mark is that of its first line.
    fn block_start(&self, start: usize) -> usize {
        let from = self.open.last().map_or(self.document_start, |open| open.last_end);
        property::block_sign(self.text, from.min(start)).filter(|at| *at < start).unwrap_or(start)
    }

    /// Marks may reach past the last character that says something: to the end of white space, and behind quotes to the
    /// end of a comment.
    fn scalar_end(&self, style: ScalarStyle, start: usize, end: usize) -> usize {
        match style {
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                let text = self.text.get(start..end).unwrap_or_default();
                scalar::closing_quote(text).map_or(end, |at| start + at)
            }
            ScalarStyle::Plain | ScalarStyle::Literal | ScalarStyle::Folded => {
                let text = self.text.get(start..end).unwrap_or_default();
                start + text.trim_end_matches([' ', '\t', '\n', '\r']).len()
            }
        }
    }

    /// A value that was left out: nothing is written where it would stand.
    fn empty(&mut self, start: usize, end: usize, id: usize, properties: &Properties) {
        self.anchors.name(id, self.text, properties, self.marks);
        let at = match self.open.last() {
            None => start,
            Some(_) if properties.any => end.min(self.text.len()),
            Some(open) if open.wants_key() => {
                let span = self.marks.span(start, start);
                self.findings.push(refuse::no_key(self.file, span));
                self.incomplete = true;
                self.open_key(Key { text: String::new(), span, kind: KeyKind::Lost }, start);
                return;
            }
            Some(open) if open.is_mapping() => property::after_colon(self.text, open.last_end),
            Some(_) => end,
        };
        // A document of nothing is none.
        if self.open.is_empty() && !properties.any {
            return;
        }
        let node = Node { value: Value::Null, span: self.marks.span(at, at) };
        self.anchors.define(id, &node);
        self.attach(Part { node: Some(node), end: at, anchor: None });
    }

    fn key(&mut self, text: String, plain: bool, span: Span) -> Key {
        if !plain {
            return Key { text, span, kind: KeyKind::Named };
        }
        if text == "<<" {
            return Key { text, span, kind: KeyKind::Merge };
        }
        if let Some(reading) = scalar::elsewhere(&text) {
            self.findings.push(refuse::ambiguous(self.file, span, &text, reading));
        } else {
            let node = Node { value: scalar::resolve(&text), span };
            if node.text().is_none() {
                self.findings.push(refuse::key_type(self.file, &node, &text));
            }
        }
        Key { text, span, kind: KeyKind::Named }
    }

    fn open_key(&mut self, key: Key, end: usize) {
        if let Some(open) = self.open.last_mut() {
            open.last_end = end;
            open.key = Some(key);
        }
    }

    fn alias(&mut self, id: usize, start: usize, end: usize) -> Result<(), Stop> {
        let span = self.marks.span(start, end);
        let name = self.text.get(start..end).unwrap_or_default().trim_start_matches('*');
        let part = match self.anchors.copy(id, span, self.open.len()) {
            Ok((node, anchor)) => Part { node: Some(node), end, anchor: Some(anchor) },
            Err(refusal) => {
                self.findings.extend(refusal.finding(self.file, span, name, &self.anchors));
                self.incomplete = true;
                Part { node: None, end, anchor: None }
            }
        };
        self.attach(part);
        Ok(())
    }

    fn unknown_anchor(&mut self, error: &ScanError) {
        let start = self.marks.byte(error.marker().index());
        let end = property::name_end(self.text, start + 1);
        let span = self.marks.span(start, end);
        let name = self.text.get(start..end).unwrap_or_default().trim_start_matches('*');
        self.findings.push(refuse::undefined_alias(self.file, span, name, &self.anchors));
        self.incomplete = true;
        self.attach(Part { node: None, end, anchor: None });
    }

    fn collection_tag(&mut self, tag: &property::Tag, wanted: property::Tag, properties: &Properties) {
        if *tag != wanted {
            self.findings.push(refuse::unsupported_tag(self.file, self.tag_span(properties)));
        }
    }

    fn tag_span(&self, properties: &Properties) -> Span {
        properties.tag.clone().map_or_else(Span::default, |tag| self.marks.span(tag.start, tag.end))
    }

    /// Puts a value where it belongs: into the open collection, as its key, or as the document.
    fn attach(&mut self, part: Part) {
        let Part { node, end, anchor } = part;
        let Some(open) = self.open.last_mut() else {
            self.root = node;
            return;
        };
        if open.wants_key() {
            // A collection, or an alias: of text, or refused.
            let span = node.as_ref().map_or(self.marks.span(end, end), |node| node.span);
            let key = match node {
                Some(Node { value: Value::Text(text), .. }) => Key { text, span, kind: KeyKind::Named },
                Some(node) if anchor.is_some() => {
                    self.findings.push(refuse::complex_key(self.file, span, node.describe()));
                    self.incomplete = true;
                    Key { text: String::new(), span, kind: KeyKind::Lost }
                }
                Some(_) | None => Key { text: String::new(), span, kind: KeyKind::Lost },
            };
            self.open_key(key, end);
            return;
        }
        let finding = open.push(self.file, node, end, anchor);
        if let Some(finding) = finding {
            self.incomplete |= finding.code == Code::MergeKey;
            self.findings.push(finding);
        }
    }
}

fn plain_value(text: String) -> Value {
    match scalar::resolve_other(&text) {
        Some(value) => value,
        None => Value::Text(text),
    }
}
