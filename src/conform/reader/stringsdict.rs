//! Apple's `.stringsdict`: a property list with the plural forms of texts, and their widths.
//!
//! Invariant: of each text the format with its variables and the forms of each variable are read; names of types are none.

use crate::conform::reader::decoded::{Decoded, Escape};
use crate::conform::reader::markup::{MarkupToken, push_entities, tokens};
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

/// A text of these keys is a name of the format.
const NAMES: &[&str] = &["NSStringFormatSpecTypeKey", "NSStringFormatValueTypeKey"];

/// The key of the text that holds the variables.
const FORMAT: &str = "NSStringLocalizedFormatKey";

/// The dictionary in which keys are widths.
const WIDTHS: &str = "NSStringVariableWidthRuleType";

/// Deeper than any of these files.
const DEEPEST: usize = 32;

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut comments: Vec<SegmentComment> = Vec::new();
    // The key at hand of each open dictionary.
    let mut open: Vec<&'a str> = Vec::new();
    let mut key_at: Option<usize> = None;
    let mut body: Option<Decoded<'a>> = None;
    for token in tokens(text) {
        match &token {
            MarkupToken::Aside(range) => collect_comments(&text[range.clone()], range.start, &mut comments),
            MarkupToken::Open { name: "dict", range, closed: false } => {
                if open.len() >= DEEPEST {
                    return vec![ReadFault { offset: range.start, message: "nested too deep".to_owned() }];
                }
                open.push("");
            }
            MarkupToken::Close { name: "dict", .. } => {
                open.pop();
                // A comment is about all forms of the text behind it.
                if open.len() <= 1 {
                    comments.clear();
                }
            }
            MarkupToken::Open { name: "key", range, closed: false } => key_at = Some(range.end),
            MarkupToken::Close { name: "key", range } => {
                if let (Some(start), Some(last)) = (key_at.take(), open.last_mut()) {
                    *last = text[start..range.start].trim();
                }
            }
            MarkupToken::Open { name: "string", closed: false, .. } => body = Some(Decoded::new(Escape::Xml)),
            MarkupToken::Close { name: "string", .. } => {
                if let Some(target) = body.take().filter(|body| !body.is_blank())
                    && let Some(key) = key_of(&open)
                {
                    take(Segment { key: key.into(), target, comments: comments.clone(), ..Segment::default() });
                }
            }
            MarkupToken::Text(range) => {
                if let Some(body) = &mut body {
                    push_variables(body, &text[range.clone()], range.start);
                }
            }
            MarkupToken::Literal(range) => {
                if let Some(body) = &mut body {
                    let start = body.text().len();
                    body.push_plain(&text[range.clone()], range.start);
                    body.mark_literal(start, Escape::Literal);
                }
            }
            MarkupToken::Open { range, .. } | MarkupToken::Close { range, .. } => {
                if let Some(body) = &mut body {
                    body.push_masked("\u{1a}", range.start, range.len());
                }
            }
        }
    }
    let is_open = body.is_some() || !open.is_empty();
    let message = "`<dict>` is never closed".to_owned();
    is_open.then_some(ReadFault { offset: text.len(), message }).into_iter().collect()
}

/// `files`, `files#count[one]`, `files[20]`: the text, its variable, and the class or the width.
fn key_of(open: &[&str]) -> Option<String> {
    match open {
        [text] => Some((*text).to_owned()),
        [text, name] => (*name == FORMAT).then(|| (*text).to_owned()),
        [text, WIDTHS, width] => Some(format!("{text}[{width}]")),
        [text, variable, class] if !NAMES.contains(class) => Some(format!("{text}#{variable}[{class}]")),
        _ => None,
    }
}

/// Characters with entities; `%#@name@` stands for the forms of a variable and is code.
fn push_variables<'a>(decoded: &mut Decoded<'a>, text: &'a str, at: usize) {
    let (mut rest, mut here) = (text, at);
    while let Some(start) = rest.find("%#@") {
        let Some(len) = rest[start + 3..].find('@').map(|end| start + 3 + end + 1 - start) else { break };
        push_entities(decoded, &rest[..start], here);
        decoded.push_masked(&rest[start..start + len], here + start, len);
        here += start + len;
        rest = &rest[start + len..];
    }
    push_entities(decoded, rest, here);
}
