//! Fluent: values, attributes and variants of messages and terms.
//!
//! Invariant: a line is a text, or part of the one above it where it is indented; the frame of a selector is none. Placeables
//! stay as they are: they are masked as placeholders.

use crate::conform::reader::decoded::{Decoded, Escape};
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

struct FluentText<'a> {
    key: String,
    target: Decoded<'a>,
    comments: Vec<SegmentComment>,
}

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut faults = Vec::new();
    let mut comments: Vec<SegmentComment> = Vec::new();
    let mut open: Option<FluentText<'a>> = None;
    let (mut message, mut attribute) = (String::new(), String::new());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let body = line.trim_end_matches(['\n', '\r', ' ']);
        let words = body.trim_start_matches([' ', '\u{feff}']);
        let here = start + body.len() - words.len();
        let indented = body.starts_with([' ', '\t']);
        if words.is_empty() {
            continue;
        }
        if words.starts_with('#') && !indented {
            hand(&mut open, take);
            collect_comments(words, here, &mut comments);
        } else if !indented && words != "}" {
            hand(&mut open, take);
            let Some((name, value)) = words.split_once('=').filter(|(name, _)| is_name(name.trim())) else {
                faults.push(ReadFault { offset: here, message: "neither a message nor a comment".to_owned() });
                continue;
            };
            message = name.trim().to_owned();
            attribute.clear();
            open = Some(begin(message.clone(), value, here + words.len() - value.len(), &comments));
            comments.clear();
        } else if let Some((name, value)) = words.strip_prefix('.').and_then(|rest| rest.split_once('=')) {
            let own = hand(&mut open, take);
            attribute = format!(".{}", name.trim());
            let key = format!("{message}{attribute}");
            open = Some(begin(key, value, here + words.len() - value.len(), &own));
        } else if let Some((name, value)) = read_variant(words) {
            let own = hand(&mut open, take);
            let key = format!("{message}{attribute}[{name}]");
            open = Some(begin(key, value, here + words.len() - value.len(), &own));
        } else if words.starts_with('}') || words.ends_with("->") {
            // The frame of a selector; its comments are about the variants, too.
            let own = open.as_ref().map(|text| text.comments.clone()).unwrap_or_default();
            hand(&mut open, take);
            open = Some(FluentText { key: String::new(), target: Decoded::new(Escape::None), comments: own });
        } else if let Some(text) = &mut open {
            if !text.target.text().is_empty() {
                text.target.push_plain("\n", start - 1);
            }
            text.target.push_plain(words, here);
        }
    }
    hand(&mut open, take);
    faults
}

fn is_name(name: &str) -> bool {
    let name = name.strip_prefix('-').unwrap_or(name);
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// `[one] text`, `*[other] text`
fn read_variant(words: &str) -> Option<(&str, &str)> {
    words.strip_prefix('*').unwrap_or(words).strip_prefix('[')?.split_once(']')
}

fn begin<'a>(key: String, value: &'a str, at: usize, comments: &[SegmentComment]) -> FluentText<'a> {
    let words = value.trim_start_matches(' ');
    let mut target = Decoded::new(Escape::None);
    if !words.ends_with("->") {
        target.push_plain(words, at + value.len() - words.len());
    }
    FluentText { key, target, comments: comments.to_vec() }
}

/// Hands out the text at hand; its comments are also about what belongs to the same message.
fn hand<'a>(open: &mut Option<FluentText<'a>>, take: &mut dyn FnMut(Segment<'a>)) -> Vec<SegmentComment> {
    let Some(FluentText { key, target, comments }) = open.take() else { return Vec::new() };
    if !target.is_blank() {
        take(Segment { key: key.into(), target, comments: comments.clone(), ..Segment::default() });
    }
    comments
}
