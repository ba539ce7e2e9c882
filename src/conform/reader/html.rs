//! HTML: the text of blocks, inline tags as code.
//!
//! Invariant: scripts, styles and code are never read.

use crate::conform::reader::decoded::{Decoded, Escape};
use crate::conform::reader::markup::{MarkupToken, push_entities, tokens};
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

/// Elements whose content nobody reads as prose.
const SILENT: &[&str] =
    &["script", "style", "code", "pre", "kbd", "samp", "var", "template", "svg", "math", "textarea"];

/// Elements that stand inside a line.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small",
    "span", "strong", "sub", "sup", "time", "u", "var", "wbr", "img", "font",
];

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut current = Decoded::new(Escape::Xml);
    let mut silent: Option<String> = None;
    let mut number = 0;
    let mut comments: Vec<SegmentComment> = Vec::new();
    let mut flush =
        |current: &mut Decoded<'a>, comments: &mut Vec<SegmentComment>, take: &mut dyn FnMut(Segment<'a>)| {
            let done = std::mem::replace(current, Decoded::new(Escape::Xml));
            if done.text().contains(char::is_alphanumeric) {
                number += 1;
                let comments = std::mem::take(comments);
                take(Segment { key: format!("block {number}").into(), target: done, comments, ..Segment::default() });
            }
        };
    for token in tokens(text) {
        match &token {
            MarkupToken::Close { name, range }
                if silent.as_deref().is_some_and(|open| open.eq_ignore_ascii_case(name)) =>
            {
                silent = None;
                current.push_masked("\u{1a}", range.start, range.len());
            }
            _ if silent.is_some() => {}
            MarkupToken::Text(range) => push_entities(&mut current, &text[range.clone()], range.start),
            MarkupToken::Open { name, range, closed } => {
                let lower = name.to_ascii_lowercase();
                if !INLINE.contains(&lower.as_str()) {
                    flush(&mut current, &mut comments, take);
                }
                if SILENT.contains(&lower.as_str()) && !closed {
                    silent = Some(lower);
                } else {
                    current.push_masked("\u{1a}", range.start, range.len());
                }
            }
            MarkupToken::Close { name, range } => {
                if INLINE.contains(&name.to_ascii_lowercase().as_str()) {
                    current.push_masked("\u{1a}", range.start, range.len());
                } else {
                    flush(&mut current, &mut comments, take);
                }
            }
            MarkupToken::Aside(range) => collect_comments(&text[range.clone()], range.start, &mut comments),
            MarkupToken::Literal(_) => {}
        }
    }
    flush(&mut current, &mut comments, take);
    Vec::new()
}
