//! Two more catalogues in XML: Qt's `.ts` and .NET's `.resx`.
//!
//! Invariant: what is unfinished, vanished or no text (images, types) is not read.

use std::borrow::Cow;

use crate::conform::reader::decoded::{Decoded, Escape};
use crate::conform::reader::markup::{MarkupToken, attribute, push_entities, tokens};
use crate::conform::reader::xml::{close, unclosed};
use crate::conform::reader::{ReadFault, Segment, SegmentComment, SourceForms, collect_comments};

/// Adds a token to the text of an element.
fn push<'a>(decoded: &mut Decoded<'a>, text: &'a str, token: &MarkupToken<'_>) {
    match token {
        MarkupToken::Text(range) => push_entities(decoded, &text[range.clone()], range.start),
        MarkupToken::Literal(range) => {
            let start = decoded.text().len();
            decoded.push_plain(&text[range.clone()], range.start);
            decoded.mark_literal(start, Escape::Literal);
        }
        MarkupToken::Open { range, .. } | MarkupToken::Close { range, .. } => {
            decoded.push_masked("\u{1a}", range.start, range.len());
        }
        MarkupToken::Aside(_) => {}
    }
}

/// Whether elements are closed and signs are written as entities, as programs want it that read these files.
#[derive(Default)]
struct Nesting<'a> {
    open: Vec<(&'a str, usize)>,
    /// The first fault: those behind it may be its consequences.
    faults: Vec<ReadFault>,
}

impl<'a> Nesting<'a> {
    fn take(&mut self, text: &str, token: &MarkupToken<'a>) {
        if !self.faults.is_empty() {
            return;
        }
        match token {
            MarkupToken::Open { name, range, closed: false } => self.open.push((name, range.start)),
            MarkupToken::Close { name, range } => close(&mut self.open, name, range, &mut self.faults),
            MarkupToken::Text(range) => {
                let own = &text[range.clone()];
                if own.starts_with('<') {
                    let message = "the tag is cut off, or `<` is to be written as `&lt;`".to_owned();
                    self.faults.push(ReadFault { offset: range.start, message });
                } else if let Some(at) = find_bare_ampersand(own) {
                    let message = "`&` begins no entity: write `&amp;`".to_owned();
                    self.faults.push(ReadFault { offset: range.start + at, message });
                }
            }
            MarkupToken::Open { closed: true, .. } | MarkupToken::Literal(_) | MarkupToken::Aside(_) => {}
        }
    }

    fn end(mut self, text: &str, root: &str) -> Vec<ReadFault> {
        if self.faults.is_empty() && !text.contains(&format!("<{root}")) {
            self.faults.push(ReadFault { offset: 0, message: format!("`<{root}>` is missing, the frame of the file") });
        }
        unclosed(text, &self.open, false, &mut self.faults);
        self.faults
    }
}

fn find_bare_ampersand(text: &str) -> Option<usize> {
    memchr::memchr_iter(b'&', text.as_bytes()).find(|at| {
        let rest = &text[at + 1..];
        let name = rest.strip_prefix('#').unwrap_or(rest);
        let len = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
        len == 0 || name.as_bytes().get(len) != Some(&b';')
    })
}

/// `message` with `source` and `translation`, of which a plural has several.
pub(super) fn read_ts<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let (mut context, mut language) = (String::new(), None);
    let mut source: Option<Cow<'a, str>> = None;
    let mut comments: Vec<SegmentComment> = Vec::new();
    let mut body: Option<(&str, Decoded<'a>)> = None;
    let mut forms: Vec<Decoded<'a>> = Vec::new();
    let mut finished = true;
    let mut nesting = Nesting::default();
    for token in tokens(text) {
        nesting.take(text, &token);
        match &token {
            MarkupToken::Open { name: "TS", range, .. } => {
                language = attribute(&text[range.clone()], "language").map(str::to_owned);
            }
            MarkupToken::Open { name: "message", .. } => (source, finished) = (None, true),
            MarkupToken::Open { name: "translation", range, closed } => {
                finished = attribute(&text[range.clone()], "type").is_none();
                body = (!closed).then(|| ("translation", Decoded::new(Escape::Xml)));
            }
            MarkupToken::Open {
                name: name @ ("name" | "source" | "numerusform" | "translatorcomment"),
                closed: false,
                ..
            } => {
                body = Some((name, Decoded::new(Escape::Xml)));
            }
            MarkupToken::Close { name: "name", .. } => {
                context = body.take().map(|(_, body)| body.into_text().into_owned()).unwrap_or_default();
            }
            MarkupToken::Close { name: "source", .. } => source = body.take().map(|(_, body)| body.into_text()),
            MarkupToken::Close { name: "translatorcomment", range } => {
                if let Some((_, body)) = body.take().filter(|(_, body)| !body.text().is_empty()) {
                    let at = body.place(&(0..body.text().len())).start;
                    collect_comments(&text[at..range.start], at, &mut comments);
                }
            }
            MarkupToken::Close { name: "numerusform", .. } => forms.extend(body.take().map(|(_, body)| body)),
            MarkupToken::Close { name: "translation", .. } => {
                let whole = body.take().map(|(_, body)| body);
                let plural = !forms.is_empty();
                let count = forms.len();
                let texts = if plural { std::mem::take(&mut forms) } else { whole.into_iter().collect() };
                for (index, target) in
                    texts.into_iter().enumerate().filter(|(_, target)| finished && !target.is_blank())
                {
                    let own = source.clone().unwrap_or_default();
                    let key = if index > 0 { format!("{context}|{own}[{index}]") } else { format!("{context}|{own}") };
                    let forms = plural.then(|| SourceForms {
                        one: own.clone(),
                        other: own.clone(),
                        is_singular: index == 0 && count > 1,
                        number: None,
                    });
                    take(Segment {
                        key: key.into(),
                        source: Some(own),
                        target,
                        language: language.clone(),
                        forms,
                        comments: comments.clone(),
                        is_part: false,
                        is_linked: false,
                    });
                }
            }
            MarkupToken::Close { name: "message", .. } => comments.clear(),
            MarkupToken::Open { .. } | MarkupToken::Close { .. } | MarkupToken::Text(_) | MarkupToken::Literal(_) => {
                if let Some((_, body)) = &mut body {
                    push(body, text, &token);
                }
            }
            MarkupToken::Aside(range) => collect_comments(&text[range.clone()], range.start, &mut comments),
        }
    }
    nesting.end(text, "TS")
}

/// `data` with `value`; what has a type is no text.
pub(super) fn read_resx<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut key: Option<&str> = None;
    let mut comments: Vec<SegmentComment> = Vec::new();
    let mut body: Option<(&str, Decoded<'a>)> = None;
    let mut found: Option<Decoded<'a>> = None;
    let mut nesting = Nesting::default();
    for token in tokens(text) {
        nesting.take(text, &token);
        if let (MarkupToken::Open { name, range, .. }, Some(("value", _))) = (&token, &body)
            && nesting.faults.is_empty()
        {
            let message = format!("a value holds no element: write `<{name}>` as `&lt;{name}&gt;`");
            nesting.faults.push(ReadFault { offset: range.start, message });
        }
        match &token {
            MarkupToken::Open { name: "data", range, .. } => {
                let tag = &text[range.clone()];
                let typed = attribute(tag, "type").is_some() || attribute(tag, "mimetype").is_some();
                key = attribute(tag, "name").filter(|name| !typed && !name.starts_with(['>', '$']));
            }
            MarkupToken::Open { name: name @ ("value" | "comment"), closed: false, .. } if key.is_some() => {
                body = Some((name, Decoded::new(Escape::Xml)));
            }
            MarkupToken::Close { name: "value", .. } => found = body.take().map(|(_, body)| body),
            MarkupToken::Close { name: "comment", range } => {
                if let Some((_, body)) = body.take().filter(|(_, body)| !body.text().is_empty()) {
                    let at = body.place(&(0..body.text().len())).start;
                    collect_comments(&text[at..range.start], at, &mut comments);
                }
            }
            MarkupToken::Close { name: "data", .. } => {
                let comments = std::mem::take(&mut comments);
                if let (Some(key), Some(target)) = (key.take(), found.take().filter(|target| !target.is_blank())) {
                    take(Segment { key: key.into(), target, comments, ..Segment::default() });
                }
            }
            MarkupToken::Open { .. } | MarkupToken::Close { .. } | MarkupToken::Text(_) | MarkupToken::Literal(_) => {
                if let Some((_, body)) = &mut body {
                    push(body, text, &token);
                }
            }
            MarkupToken::Aside(range) => collect_comments(&text[range.clone()], range.start, &mut comments),
        }
    }
    nesting.end(text, "root")
}
