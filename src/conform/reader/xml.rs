//! Catalogues in XML: XLIFF 1.2 and 2.x, TMX, Android.
//!
//! Invariant: inline elements are code; where they hold native code themselves (`ph`, `bpt`, `ept`, `it`), all of it is.

use std::borrow::Cow;
use std::ops::Range;

use crate::conform::reader::decoded::{Decoded, Escape, push_backslashed};
use crate::conform::reader::markup::{MarkupToken, attribute, push_entities, tokens};
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

/// Elements whose content is native code, not text.
const NATIVE: &[&str] = &["ph", "bpt", "ept", "it", "ut", "hi-code", "x", "bx", "ex"];

/// The element that is being read: its text so far and what is open inside.
struct InlineBody<'a> {
    decoded: Decoded<'a>,
    native: usize,
}

impl<'a> InlineBody<'a> {
    fn new(escape: Escape) -> Self {
        Self { decoded: Decoded::new(escape), native: 0 }
    }

    /// Takes a token inside of the element.
    fn take(&mut self, text: &'a str, token: &MarkupToken<'_>) {
        match token {
            MarkupToken::Text(range) if self.native > 0 => {
                self.decoded.push_masked(&text[range.clone()], range.start, range.len())
            }
            MarkupToken::Text(range) => push_entities(&mut self.decoded, &text[range.clone()], range.start),
            MarkupToken::Literal(range) => {
                let start = self.decoded.text().len();
                self.decoded.push_plain(&text[range.clone()], range.start);
                self.decoded.mark_literal(start, Escape::Literal);
            }
            MarkupToken::Open { name, range, closed } => {
                self.decoded.push_masked("\u{1a}", range.start, range.len());
                self.native += usize::from(!closed && NATIVE.contains(name));
            }
            MarkupToken::Close { name, range } => {
                self.decoded.push_masked("\u{1a}", range.start, range.len());
                self.native -= usize::from(self.native > 0 && NATIVE.contains(name));
            }
            MarkupToken::Aside(_) => {}
        }
    }
}

/// `trans-unit` or `segment`, with `source` and `target`.
pub(super) fn read_xliff<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut faults = Vec::new();
    let mut language = None;
    let mut key: Cow<'a, str> = Cow::default();
    let mut source: Option<Cow<'a, str>> = None;
    let mut body: Option<(InlineBody, bool)> = None;
    let mut open: Vec<(&str, usize)> = Vec::new();
    // Notes may stand behind the target that they are about.
    let mut unit: Vec<Segment> = Vec::new();
    let mut comments: Vec<SegmentComment> = Vec::new();
    for token in tokens(text) {
        match &token {
            MarkupToken::Aside(range) => collect_comments(&text[range.clone()], range.start, &mut comments),
            MarkupToken::Text(range) if body.is_none() => {
                if open.last().is_some_and(|(name, _)| *name == "note") {
                    collect_comments(&text[range.clone()], range.start, &mut comments);
                }
            }
            MarkupToken::Open { name: "source" | "target", closed: true, .. } => {}
            MarkupToken::Open { name: name @ ("source" | "target"), .. } if body.is_none() => {
                body = Some((InlineBody::new(Escape::Xml), *name == "target"))
            }
            MarkupToken::Close { name: "source" | "target", .. } => {
                if let Some((done, is_target)) = body.take() {
                    if !is_target {
                        source = Some(done.decoded.into_text());
                    } else if !done.decoded.is_blank() {
                        let key = key.clone();
                        let (source, language) = (source.clone(), language.clone());
                        unit.push(Segment { key, source, target: done.decoded, language, ..Segment::default() });
                    }
                }
            }
            MarkupToken::Open { name, range, closed } if body.is_none() => {
                let tag = &text[range.clone()];
                match *name {
                    "file" | "xliff" => {
                        language = attribute(tag, "target-language")
                            .or_else(|| attribute(tag, "trgLang"))
                            .map(str::to_owned)
                            .or(language);
                    }
                    "trans-unit" | "unit" => {
                        key = attribute(tag, "id").unwrap_or_default().into();
                        source = None;
                    }
                    _ => {}
                }
                if !closed {
                    open.push((name, range.start));
                }
            }
            MarkupToken::Close { name, range } if body.is_none() => {
                close(&mut open, name, range, &mut faults);
                if matches!(*name, "trans-unit" | "unit") {
                    hand_unit(&mut unit, &mut comments, take);
                }
            }
            MarkupToken::Open { .. } | MarkupToken::Close { .. } | MarkupToken::Text(_) | MarkupToken::Literal(_) => {
                if let Some((body, _)) = &mut body {
                    body.take(text, &token);
                }
            }
        }
    }
    hand_unit(&mut unit, &mut comments, take);
    unclosed(text, &open, body.is_some(), &mut faults);
    faults
}

fn hand_unit<'a>(unit: &mut Vec<Segment<'a>>, comments: &mut Vec<SegmentComment>, take: &mut dyn FnMut(Segment<'a>)) {
    let comments = std::mem::take(comments);
    for segment in unit.drain(..) {
        take(Segment { comments: comments.clone(), ..segment });
    }
}

pub(super) fn close(open: &mut Vec<(&str, usize)>, name: &str, range: &Range<usize>, faults: &mut Vec<ReadFault>) {
    match open.pop() {
        Some((last, _)) if last == name => {}
        Some(_) | None => {
            if faults.is_empty() {
                faults.push(ReadFault {
                    offset: range.start,
                    message: format!("`</{name}>` closes nothing that is open"),
                });
            }
        }
    }
}

pub(super) fn unclosed(text: &str, open: &[(&str, usize)], inside: bool, faults: &mut Vec<ReadFault>) {
    if faults.is_empty() && (inside || !open.is_empty()) {
        let name = open.last().map_or("target", |(name, _)| name);
        let offset = if inside { text.len() } else { open.last().map_or(0, |(_, at)| *at) };
        faults.push(ReadFault { offset, message: format!("`<{name}>` is never closed") });
    }
}

/// `tu` with one `tuv` a language. The first is taken for the source of the others.
pub(super) fn read_tmx<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut faults = Vec::new();
    let mut number = 0;
    let mut key: Cow<'a, str> = Cow::default();
    let mut language: Option<String> = None;
    let mut source: Option<Cow<'a, str>> = None;
    let mut body: Option<InlineBody> = None;
    let mut open: Vec<(&str, usize)> = Vec::new();
    let mut comments: Vec<SegmentComment> = Vec::new();
    for token in tokens(text) {
        match &token {
            MarkupToken::Aside(range) => collect_comments(&text[range.clone()], range.start, &mut comments),
            MarkupToken::Text(range) if body.is_none() => {
                if open.last().is_some_and(|(name, _)| *name == "note") {
                    collect_comments(&text[range.clone()], range.start, &mut comments);
                }
            }
            MarkupToken::Open { name: "seg", closed: false, .. } if body.is_none() => {
                body = Some(InlineBody::new(Escape::Xml))
            }
            MarkupToken::Close { name: "seg", .. } => {
                if let Some(done) = body.take().filter(|body| !body.decoded.is_blank()) {
                    let first = source.is_none();
                    let own = done.decoded.text_again();
                    take(Segment {
                        key: key.clone(),
                        source: source.clone(),
                        target: done.decoded,
                        language: language.clone(),
                        comments: comments.clone(),
                        ..Segment::default()
                    });
                    if first {
                        source = Some(own);
                    }
                }
            }
            MarkupToken::Open { name, range, closed } if body.is_none() => {
                let tag = &text[range.clone()];
                if *name == "tu" {
                    number += 1;
                    key = attribute(tag, "tuid").map_or_else(|| number.to_string().into(), Cow::Borrowed);
                    source = None;
                } else if *name == "tuv" {
                    language = attribute(tag, "xml:lang").or_else(|| attribute(tag, "lang")).map(str::to_owned);
                }
                if !closed {
                    open.push((name, range.start));
                }
            }
            MarkupToken::Close { name, range } if body.is_none() => {
                close(&mut open, name, range, &mut faults);
                if *name == "tu" {
                    comments.clear();
                }
            }
            MarkupToken::Open { .. } | MarkupToken::Close { .. } | MarkupToken::Text(_) | MarkupToken::Literal(_) => {
                if let Some(body) = &mut body {
                    body.take(text, &token);
                }
            }
        }
    }
    unclosed(text, &open, body.is_some(), &mut faults);
    faults
}

/// `string`, and `item` of arrays and plurals.
pub(super) fn read_android<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut faults = Vec::new();
    let mut key: Cow<'a, str> = Cow::default();
    let mut body: Option<InlineBody> = None;
    let mut index = 0;
    let mut quantity = None;
    let mut open: Vec<(&str, usize)> = Vec::new();
    let mut comments: Vec<SegmentComment> = Vec::new();
    // Those before a group are about each of its items.
    let mut of_group: Vec<SegmentComment> = Vec::new();
    for token in tokens(text) {
        match &token {
            MarkupToken::Aside(range) => collect_comments(&text[range.clone()], range.start, &mut comments),
            MarkupToken::Open { name: "string" | "item", range, closed: false } if body.is_none() => {
                let tag = &text[range.clone()];
                if let Some(name) = attribute(tag, "name") {
                    key = name.into();
                }
                quantity = attribute(tag, "quantity");
                let hidden = attribute(tag, "translatable") == Some("false");
                body = Some(InlineBody { native: usize::from(hidden), ..InlineBody::new(Escape::Android) });
            }
            MarkupToken::Close { name: name @ ("string" | "item"), .. } => {
                let own = std::mem::take(&mut comments);
                if let Some(done) = body.take().filter(|body| body.native == 0 && !body.decoded.is_blank()) {
                    index += 1;
                    let comments = own.into_iter().chain(of_group.iter().cloned()).collect();
                    let key = match (*name, quantity.take()) {
                        ("item", Some(quantity)) => format!("{key}[{quantity}]").into(),
                        ("item", None) => format!("{key}[{index}]").into(),
                        _ => key.clone(),
                    };
                    take(Segment { key, target: done.decoded, comments, ..Segment::default() });
                }
            }
            MarkupToken::Open { name, range, closed } if body.is_none() => {
                if matches!(*name, "plurals" | "string-array") {
                    key = attribute(&text[range.clone()], "name").unwrap_or_default().into();
                    index = 0;
                    of_group = std::mem::take(&mut comments);
                }
                if !closed {
                    open.push((name, range.start));
                }
            }
            MarkupToken::Close { name, range } if body.is_none() => {
                close(&mut open, name, range, &mut faults);
                if matches!(*name, "plurals" | "string-array") {
                    of_group.clear();
                }
            }
            MarkupToken::Text(range) => {
                if let Some(body) = &mut body {
                    push_android(body, &text[range.clone()], range.start, AndroidText::Prose);
                }
            }
            MarkupToken::Literal(range) => {
                if let Some(body) = &mut body {
                    let start = body.decoded.text().len();
                    push_android(body, &text[range.clone()], range.start, AndroidText::Literal);
                    body.decoded.mark_literal(start, Escape::AndroidLiteral);
                }
            }
            MarkupToken::Open { .. } | MarkupToken::Close { .. } => {
                if let Some(body) = &mut body {
                    body.take(text, &token);
                }
            }
        }
    }
    unclosed(text, &open, body.is_some(), &mut faults);
    faults
}

/// What stands for itself in a text of Android's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AndroidText {
    /// All but entities.
    Prose,
    /// Ampersands, too: a CDATA section.
    Literal,
}

/// Characters with backslashes, and entities between them. A quotation mark without a backslash keeps the spaces behind it
/// and is not shown: it is code. So are references to other resources.
fn push_android<'a>(body: &mut InlineBody<'a>, text: &'a str, at: usize, kind: AndroidText) {
    if body.decoded.text().is_empty() && is_android_reference(text) {
        body.decoded.push_masked(text, at, text.len());
        return;
    }
    let mut here = at;
    let mut rest = text;
    let push = |body: &mut InlineBody<'a>, part: &'a str, at: usize| match kind {
        AndroidText::Prose => push_entities(&mut body.decoded, part, at),
        AndroidText::Literal => body.decoded.push_plain(part, at),
    };
    while let Some(found) = memchr::memchr2(b'\\', b'"', rest.as_bytes()) {
        push(body, &rest[..found], here);
        let end = if rest[found..].starts_with('"') {
            body.decoded.push_masked("\u{1a}", here + found, 1);
            found + 1
        } else {
            let end = found + escape_len(&rest[found..]);
            push_backslashed(&mut body.decoded, &rest[found..end], here + found);
            end
        };
        here += end;
        rest = &rest[end..];
    }
    push(body, rest, here);
}

/// Bytes of the escape at the start of a text: `\n`, `\u0027`.
fn escape_len(text: &str) -> usize {
    let unicode = text.starts_with("\\u") && text.get(2..6).is_some_and(|hex| u32::from_str_radix(hex, 16).is_ok());
    if unicode { 6 } else { 1 + text[1..].chars().next().map_or(0, char::len_utf8) }
}

/// `@string/name`, `?attr/name`: the name of another text.
fn is_android_reference(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(['@', '?']) && text.contains('/') && !text.contains(char::is_whitespace)
}
