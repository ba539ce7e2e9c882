//! Subtitles, SubRip and WebVTT: the words of each cue.
//!
//! Invariant: numbers, times, notes, styles and settings are no texts.

use crate::conform::reader::decoded::Decoded;
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut comments: Vec<SegmentComment> = Vec::new();
    let mut at = 0;
    let mut block = 0;
    for line in text.split_inclusive('\n').chain(std::iter::once("\n")) {
        if line.trim().is_empty() {
            read_block(&text[block.min(text.len())..at.min(text.len())], block, &mut comments, take);
            block = at + line.len();
        }
        at += line.len();
    }
    Vec::new()
}

fn read_block<'a>(body: &'a str, at: usize, comments: &mut Vec<SegmentComment>, take: &mut dyn FnMut(Segment<'a>)) {
    if body.trim_start_matches('\u{feff}').starts_with("NOTE") {
        collect_comments(body, at, comments);
        return;
    }
    // The time of a cue stands in its first line, or below its number or name.
    let mut time_end = 0;
    let mut name = "";
    for line in body.split_inclusive('\n').take(2) {
        time_end += line.len();
        if line.contains("-->") {
            let words = body[time_end..].trim_end();
            let key = if name.is_empty() { line.split("-->").next().unwrap_or_default().trim() } else { name };
            let comments = std::mem::take(comments);
            if !words.is_empty() {
                let target = Decoded::verbatim(words, at + time_end);
                take(Segment { key: key.into(), target, comments, ..Segment::default() });
            }
            return;
        }
        name = line.trim_matches(['\u{feff}', '\n', '\r', ' ']);
    }
}
