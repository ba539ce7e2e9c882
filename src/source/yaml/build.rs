//! From events to trees: every event is represented or refused.
//!
//! The stack of open collections is our own, so nesting costs no call stack and ends at [`limit::DEPTH`]. Aliases are
//! copies within [`limit::ALIAS_NODES`]. What could not be read is left out, and the tree says so by `incomplete`.

use std::ops::Range;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};

use crate::diagnostic::cap::CappedFindings;
use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::yaml::anchor::Anchors;
use crate::source::yaml::entry::{OpenCollection, YamlKey, YamlKeyKind};
use crate::source::yaml::offset_map::OffsetMap;
use crate::source::yaml::property::{self, NodeProperties};
use crate::source::yaml::{directive, fault, findings, scalar};
use crate::source::{Node, Value, limit};

/// What came of one pass over a text.
pub(super) struct YamlPass {
    /// Documents, the last one perhaps cut short.
    pub(super) documents: Vec<Node>,
    /// Findings, without that of `stop`.
    pub(super) findings: Vec<Diagnostic>,
    /// Whether something was left out.
    pub(super) incomplete: bool,
    /// Why the pass ended before the text did.
    pub(super) stop: Option<YamlStop>,
}

impl YamlPass {
    /// The same where a tab behind a colon is not read around.
    pub(super) fn with_tabs_as_faults(mut self) -> Self {
        self.stop = match self.stop {
            Some(YamlStop::TabAfterColon { finding, blanks: _ }) => Some(YamlStop::Syntax(finding)),
            stop => stop,
        };
        self
    }
}

/// Why a pass ended early.
pub(super) enum YamlStop {
    /// The text is not YAML.
    Syntax(Box<Diagnostic>),
    /// A tab indents a line.
    TabIndent,
    /// A tab stands between a colon and its value, which is legal and which the reader refuses.
    TabAfterColon {
        /// The blanks, in the parsed text.
        blanks: Range<usize>,
        /// What is said where the text cannot be read again without them.
        finding: Box<Diagnostic>,
    },
    /// Deeper than is read; the finding is made.
    TooDeep,
}

/// Reads the events of `text`, the whole or a repair of `file` behind its byte order mark.
pub(super) fn build_documents(file: &Arc<SourceFile>, text: &str, marks: &OffsetMap) -> YamlPass {
    let mut builder = YamlBuilder {
        file,
        text,
        marks,
        tabs: text.contains('\t'),
        open: Vec::new(),
        root: None,
        document_start: 0,
        documents: Vec::new(),
        findings: CappedFindings::default(),
        incomplete: false,
        anchors: Anchors::default(),
    };
    let stop = builder.read_events().err();
    if stop.is_some() {
        builder.close_all();
    }
    let YamlBuilder { documents, findings, incomplete, .. } = builder;
    YamlPass { documents, findings: findings.into_findings(), incomplete: incomplete || stop.is_some(), stop }
}

struct YamlBuilder<'a> {
    file: &'a Arc<SourceFile>,
    text: &'a str,
    marks: &'a OffsetMap<'a>,
    tabs: bool,
    open: Vec<OpenCollection>,
    root: Option<Node>,
    document_start: usize,
    documents: Vec<Node>,
    findings: CappedFindings,
    incomplete: bool,
    anchors: Anchors,
}

/// A finished value on its way into its parent.
struct FinishedValue {
    /// Nothing where it was refused.
    node: Option<Node>,
    /// End in the parsed text.
    end: usize,
    /// For an alias, the anchor.
    anchor: Option<Span>,
}

impl YamlBuilder<'_> {
    fn read_events(&mut self) -> Result<(), YamlStop> {
        let text = directive::mask_directives(self.text);
        let mut parser = Parser::new_from_str(&text);
        while let Some(event) = parser.next_event() {
            let (event, span) = match event {
                Ok(event) => event,
                // The alias was consumed, so that reading goes on behind it.
                Err(error) if fault::is_unknown_anchor(&error) => {
                    self.add_unknown_anchor(&error);
                    continue;
                }
                Err(error) => return Err(self.stop_at_fault(&error)),
            };
            let start = self.marks.byte_offset(span.start.index());
            let end = self.marks.byte_offset(span.end.index());
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
                    self.check_tab_indent(start)?;
                    let end = property::name_end(self.text, start + 1).min(end.max(start + 1));
                    self.add_alias(id, start, end)?;
                }
                Event::Scalar(value, style, id, tag) => {
                    let properties = self.read_properties(start, end, id > 0 || tag.is_some());
                    if value.is_empty() && style == ScalarStyle::Plain {
                        let text =
                            tag.is_some_and(|tag| property::YamlTag::from_parser(&tag) == property::YamlTag::Text);
                        self.add_empty(start, end, id, text, &properties);
                    } else {
                        if !self.is_indented_value(start) {
                            self.check_tab_indent(start)?;
                        }
                        let tag = tag.map(|tag| property::YamlTag::from_parser(&tag));
                        let mut value = value.into_owned();
                        value.shrink_to_fit();
                        let several = style == ScalarStyle::Plain && self.text[properties.content..end].contains('\n');
                        let fault = if several { parser.peek().and_then(Result::err) } else { None };
                        let cut = fault.and_then(|error| self.end_before_fault(properties.content, end, &error));
                        let (value, end) = cut.unwrap_or((value, end));
                        self.add_scalar(value, style, id, tag, &properties, end);
                    }
                }
                Event::SequenceStart(id, tag) => {
                    let properties = self.read_properties(start, end, id > 0 || tag.is_some());
                    if let Some(tag) = tag {
                        self.check_collection_tag(
                            &property::YamlTag::from_parser(&tag),
                            property::YamlTag::Sequence,
                            &properties,
                        );
                    }
                    self.anchors.record_anchor(id, self.text, &properties, self.marks);
                    self.open_collection(OpenCollection::new_sequence(properties.content, end), id, start)?;
                }
                Event::MappingStart(id, tag) => {
                    let properties = self.read_properties(start, end, id > 0 || tag.is_some());
                    if let Some(tag) = tag {
                        self.check_collection_tag(
                            &property::YamlTag::from_parser(&tag),
                            property::YamlTag::Mapping,
                            &properties,
                        );
                    }
                    self.anchors.record_anchor(id, self.text, &properties, self.marks);
                    self.open_collection(OpenCollection::new_mapping(properties.content, end), id, start)?;
                }
                Event::SequenceEnd | Event::MappingEnd => self.close_collection(self.collection_end(start, end)),
            }
        }
        Ok(())
    }

    /// A text without quotes whose last line has a fault behind it: what stands above that line, and where it ends.
    fn end_before_fault(&self, start: usize, end: usize, error: &ScanError) -> Option<(String, usize)> {
        let end = self.scalar_end(ScalarStyle::Plain, start, end);
        let behind = self.text.get(end..self.marks.byte_offset(error.marker().index()))?;
        let above = self.text.get(start..end)?.rsplit_once('\n').filter(|_| !behind.contains('\n'))?.0.trim_end();
        let lines: Vec<&str> = above.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        Some((lines.join(" "), start + above.len()))
    }

    fn stop_at_fault(&mut self, error: &ScanError) -> YamlStop {
        let at = self.marks.byte_offset(error.marker().index());
        if fault::is_too_deep(error) {
            let finding = findings::too_deep(self.file, self.marks.file_span(at, at + 1));
            self.findings.push(finding);
            return YamlStop::TooDeep;
        }
        let finding = Box::new(fault::explain_error(self.file, self.text, self.marks, error.info(), at));
        match fault::blanks_after_colon(error, self.text, at) {
            Some(blanks) => YamlStop::TabAfterColon { blanks, finding },
            None => YamlStop::Syntax(finding),
        }
    }

    /// Closes what is open, so that the fields before a fault can be checked.
    fn close_all(&mut self) {
        while !self.open.is_empty() {
            let end = self.open.last().map_or(0, |open| open.last_end);
            self.close_collection(end);
        }
        self.documents.extend(self.root.take());
    }

    /// Stops at a value in block style whose line is indented with a tab.
    fn check_tab_indent(&self, start: usize) -> Result<(), YamlStop> {
        if !self.tabs || self.open.last().is_some_and(|open| open.flow) {
            return Ok(());
        }
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let before = &self.text[line..start];
        let indents = before.contains('\t') && before.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        // Before a bracket, a tab separates and does not indent.
        let indents = indents && !self.text[start..].starts_with(['[', '{']);
        if indents { Err(YamlStop::TabIndent) } else { Ok(()) }
    }

    /// Whether a value stands deeper than its key by spaces alone: a tab behind them separates.
    fn is_indented_value(&self, start: usize) -> bool {
        let Some(open) = self.open.last().filter(|open| !open.flow && !open.wants_key()) else { return false };
        let line = |at: usize| self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let spaces = self.text[line(start)..start].bytes().take_while(|byte| *byte == b' ').count();
        line(open.start) < line(start) && spaces > open.start - line(open.start)
    }

    fn read_properties(&mut self, start: usize, end: usize, any: bool) -> NodeProperties {
        if any { NodeProperties::read_at(self.text, start, end) } else { NodeProperties::none(start) }
    }

    /// Whether the open mapping holds phrases of a dictionary.
    fn is_in_phrases(&self) -> bool {
        self.open.iter().rev().nth(1).is_some_and(|above| above.is_at_key("entries"))
    }

    fn open_collection(&mut self, mut open: OpenCollection, id: usize, start: usize) -> Result<(), YamlStop> {
        self.check_tab_indent(start)?;
        if self.open.len() >= limit::DEPTH {
            self.findings.push(findings::too_deep(self.file, self.marks.file_span(open.start, open.start + 1)));
            return Err(YamlStop::TooDeep);
        }
        open.is_key = self.open.last().is_some_and(OpenCollection::wants_key);
        // A key inside of a key is the same fault.
        if open.is_key && !self.open.iter().any(|open| open.is_key) {
            let what = if open.is_mapping() { "a mapping" } else { "a list" };
            self.findings.push(findings::complex_key(
                self.file,
                self.marks.file_span(open.start, open.start + 1),
                what,
            ));
            self.incomplete = true;
        }
        // In a flow collection, the start is the bracket.
        open.flow = matches!(self.text.as_bytes().get(open.start), Some(b'{' | b'[')) && open.last_end > open.start;
        open.anchor = id;
        self.open.push(open);
        Ok(())
    }

    /// Behind a closing bracket, marks reach to the end of a comment as well.
    fn collection_end(&self, start: usize, end: usize) -> usize {
        let closes = self.text.get(start..end).is_some_and(|text| text.starts_with([']', '}']));
        if closes { start + 1 } else { end }
    }

    fn close_collection(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        let end = if open.flow { end.max(open.last_end) } else { open.last_end };
        let span = self.marks.file_span(open.start, end);
        let id = open.anchor;
        let node = Node { value: open.into_value(), span };
        self.anchors.define_anchor(id, &node);
        self.attach_value(FinishedValue { node: Some(node), end, anchor: None });
    }

    fn add_scalar(
        &mut self,
        value: String,
        style: ScalarStyle,
        id: usize,
        tag: Option<property::YamlTag>,
        properties: &NodeProperties,
        end: usize,
    ) {
        self.anchors.record_anchor(id, self.text, properties, self.marks);
        let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) && !properties.any;
        let start = if block { self.block_start(properties.content) } else { properties.content };
        let end = self.scalar_end(style, start, end);
        let span = self.marks.file_span(start, end);
        let plain = style == ScalarStyle::Plain;
        if !matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted)
            && self.open.last().is_some_and(|open| open.flow)
            && self.file.slice(span).starts_with(['|', '>'])
        {
            self.findings.push(findings::block_scalar_in_brackets(self.file, span));
            self.incomplete = true;
        }
        if self.open.last().is_some_and(OpenCollection::wants_key) {
            let key = self.resolve_key(value, plain && tag.is_none(), span);
            if id > 0 {
                self.anchors.define_anchor(id, &Node { value: Value::Text(key.text.clone()), span });
            }
            self.open_key(key, end);
            return;
        }
        let value = match tag {
            Some(tag) => match tag.resolve_scalar(&value, plain) {
                Ok(value) => value,
                Err(finding) => {
                    self.findings.push(finding.tag_finding(self.file, self.tag_span(properties), span, &value));
                    Value::Text(value)
                }
            },
            None if plain => {
                if let Some(reading) = scalar::yaml_1_1_reading(&value) {
                    self.findings.push(findings::ambiguous_scalar(self.file, span, &value, reading));
                }
                plain_value(value)
            }
            None => Value::Text(value),
        };
        let node = Node { value, span };
        self.anchors.define_anchor(id, &node);
        self.attach_value(FinishedValue { node: Some(node), end, anchor: None });
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

    /// A value that was left out: nothing is written where it would stand. `text` where a tag says that it is text.
    fn add_empty(&mut self, start: usize, end: usize, id: usize, text: bool, properties: &NodeProperties) {
        self.anchors.record_anchor(id, self.text, properties, self.marks);
        let at = match self.open.last() {
            None => start,
            Some(open) if open.wants_key() => {
                // Legal, and a key that no document has.
                let at = if properties.any { end.min(self.text.len()) } else { start };
                let span = self.marks.file_span(at, at);
                self.open_key(YamlKey { text: String::new(), span, kind: YamlKeyKind::Named }, at);
                return;
            }
            Some(_) if properties.any => end.min(self.text.len()),
            Some(open) if open.is_mapping() => property::after_colon(self.text, open.last_end),
            Some(_) => end,
        };
        // A document of nothing is none.
        if self.open.is_empty() && !properties.any {
            return;
        }
        let mut value = if text { Value::Text(String::new()) } else { Value::Null };
        if text && property::is_lone_mark(self.text, at) {
            self.findings.push(findings::lone_mark(self.file, self.marks.file_span(at - 1, at)));
            value = Value::Text("!".to_owned());
        }
        let node = Node { value, span: self.marks.file_span(at, at) };
        self.anchors.define_anchor(id, &node);
        self.attach_value(FinishedValue { node: Some(node), end: at, anchor: None });
    }

    fn resolve_key(&mut self, text: String, plain: bool, span: Span) -> YamlKey {
        if !plain {
            return YamlKey { text, span, kind: YamlKeyKind::Named };
        }
        if text == "<<" {
            return YamlKey { text, span, kind: YamlKeyKind::Merge };
        }
        if let Some(finding) = findings::decimal_comma(self.file, span).filter(|_| !self.is_in_phrases()) {
            self.findings.push(finding);
            return YamlKey { text, span, kind: YamlKeyKind::Rejected };
        }
        if self.file.slice(span).contains('\n') {
            self.findings.push(findings::key_of_lines(self.file, span));
            self.incomplete = true;
        }
        if let Some(reading) = scalar::yaml_1_1_reading(&text) {
            self.findings.push(findings::ambiguous_scalar(self.file, span, &text, reading));
        } else {
            let node = Node { value: scalar::resolve_plain(&text), span };
            if node.text().is_none() {
                self.findings.push(findings::non_text_key(self.file, &node, &text, self.is_in_phrases()));
            }
        }
        YamlKey { text, span, kind: YamlKeyKind::Named }
    }

    fn open_key(&mut self, key: YamlKey, end: usize) {
        if let Some(open) = self.open.last_mut() {
            open.last_end = end;
            open.key = Some(key);
        }
    }

    fn add_alias(&mut self, id: usize, start: usize, end: usize) -> Result<(), YamlStop> {
        let span = self.marks.file_span(start, end);
        let name = self.text.get(start..end).unwrap_or_default().trim_start_matches('*');
        let part = match self.anchors.copy_aliased(id, span, self.open.len()) {
            Ok((node, anchor)) => FinishedValue { node: Some(node), end, anchor: Some(anchor) },
            Err(refusal) => {
                self.findings.extend(refusal.alias_finding(self.file, span, name));
                self.incomplete = true;
                FinishedValue { node: None, end, anchor: None }
            }
        };
        self.attach_value(part);
        Ok(())
    }

    fn add_unknown_anchor(&mut self, error: &ScanError) {
        let start = self.marks.byte_offset(error.marker().index());
        let end = property::name_end(self.text, start + 1);
        let span = self.marks.file_span(start, end);
        let name = self.text.get(start..end).unwrap_or_default().trim_start_matches('*');
        self.findings.push(findings::undefined_alias(self.file, span, name, &self.anchors.known_anchors()));
        self.incomplete = true;
        self.attach_value(FinishedValue { node: None, end, anchor: None });
    }

    fn check_collection_tag(
        &mut self,
        tag: &property::YamlTag,
        wanted: property::YamlTag,
        properties: &NodeProperties,
    ) {
        if *tag != wanted {
            self.findings.push(findings::unsupported_tag(self.file, self.tag_span(properties)));
        }
    }

    fn tag_span(&self, properties: &NodeProperties) -> Span {
        properties.tag.clone().map_or_else(Span::default, |tag| self.marks.file_span(tag.start, tag.end))
    }

    /// Puts a value where it belongs: into the open collection, as its key, or as the document.
    fn attach_value(&mut self, part: FinishedValue) {
        let FinishedValue { node, end, anchor } = part;
        let Some(open) = self.open.last_mut() else {
            self.root = node;
            return;
        };
        if open.wants_key() {
            // A collection, or an alias: of text, or refused.
            let span = node.as_ref().map_or(self.marks.file_span(end, end), |node| node.span);
            let key = match node {
                Some(Node { value: Value::Text(text), .. }) => YamlKey { text, span, kind: YamlKeyKind::Named },
                Some(node) if anchor.is_some() => {
                    self.findings.push(findings::complex_key(self.file, span, node.describe_type()));
                    self.incomplete = true;
                    YamlKey { text: String::new(), span, kind: YamlKeyKind::Rejected }
                }
                Some(_) | None => YamlKey { text: String::new(), span, kind: YamlKeyKind::Rejected },
            };
            self.open_key(key, end);
            return;
        }
        let finding = open.push_value(self.file, node, end, anchor);
        if let Some(finding) = finding {
            self.incomplete |= finding.code == Code::MergeKey;
            self.findings.push(finding);
        }
    }
}

fn plain_value(text: String) -> Value {
    match scalar::resolve_non_text(&text) {
        Some(value) => value,
        None => Value::Text(text),
    }
}
