//! TOML catalogues (go-i18n and others): every text value, by the path of its keys.
//!
//! Invariant: as for YAML, a text whose places cannot be told character by character is judged as a whole and never rewritten.

use std::borrow::Cow;

use crate::conform::reader::decoded::{Decoded, Escape, push_backslashed};
use crate::conform::reader::yaml::read_tree;
use crate::conform::reader::{ReadFault, Segment};
use crate::source::{Format, Node};

/// What stands around a text, and how it is written in there.
const MARKS: &[(&str, Escape)] =
    &[("\"\"\"", Escape::Backslash), ("'''", Escape::Verbatim), ("\"", Escape::Backslash), ("'", Escape::Verbatim)];

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    read_tree(text, Format::Toml, decode, take)
}

/// A text with the bytes that each of its characters stands in.
fn decode<'a>(file: &'a str, node: &Node, text: &str) -> Decoded<'a> {
    let (start, end) = (node.span.start as usize, node.span.end as usize);
    let raw = file.get(start..end).unwrap_or_default();
    let inside = MARKS.iter().find_map(|(mark, escape)| {
        let body = raw.strip_prefix(mark)?.strip_suffix(mark)?;
        // The first line break of a text of several lines is none of it.
        let own = if mark.len() == 3 { body.strip_prefix("\r\n").or_else(|| body.strip_prefix('\n')) } else { None };
        let own = own.unwrap_or(body);
        let mut decoded = Decoded::new(*escape);
        let at = start + mark.len() + body.len() - own.len();
        if *escape == Escape::Backslash {
            push_backslashed(&mut decoded, own, at);
        } else {
            decoded.push_plain(own, at);
        }
        Some(decoded)
    });
    inside
        .filter(|decoded| decoded.text() == text)
        .unwrap_or_else(|| Decoded::opaque(Cow::Owned(text.to_owned()), start..end))
}
