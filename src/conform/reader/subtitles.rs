//! Subtitles, SubRip and WebVTT: the words of each cue.
//!
//! Invariant: numbers, times, notes, styles and settings are no texts.

use crate::conform::reader::decoded::Decoded;
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut comments: Vec<SegmentComment> = Vec::new();
    let mut at = 0;
    let mut block = 0;
    let mut faults = Vec::new();
    let mut cues = 0;
    for line in text.split_inclusive('\n').chain(std::iter::once("\n")) {
        if line.trim().is_empty() {
            let body = &text[block.min(text.len())..at.min(text.len())];
            match read_block(body, block, &mut comments, take) {
                SubtitleBlock::Cue => cues += 1,
                SubtitleBlock::BrokenTime(offset) => {
                    let message = "a time of a cue is written `00:00:01,000 --> 00:00:02,000`".to_owned();
                    faults.push(ReadFault { offset, message });
                }
                SubtitleBlock::Other => {}
            }
            block = at + line.len();
        }
        at += line.len();
    }
    let head = text.trim_start_matches('\u{feff}');
    if cues == 0 && faults.is_empty() && !head.trim().is_empty() && !head.starts_with("WEBVTT") {
        let offset = text.len() - head.trim_start().len();
        let message = "no cue has a time: write `00:00:01,000 --> 00:00:02,000` above its words".to_owned();
        faults.push(ReadFault { offset, message });
    }
    faults
}

/// What a block of lines is.
enum SubtitleBlock {
    /// Words with their time.
    Cue,
    /// A time that no player reads, at this byte of the file.
    BrokenTime(usize),
    /// A note, a style, or the end of a cue with an empty line in it.
    Other,
}

/// Whether a line is a time of which the arrow was spoilt: `00:00:01,000 -> 00:00:02,000`.
fn is_broken_time(line: &str) -> bool {
    let time = |part: &str| {
        let part = part.trim_matches([' ', '-', '\r', '\n']);
        part.matches(':').count() > 0 && part.bytes().all(|byte| byte.is_ascii_digit() || b":,. ".contains(&byte))
    };
    line.split_once("->").or_else(|| line.split_once('→')).is_some_and(|(from, to)| time(from) && time(to))
}

fn read_block<'a>(
    body: &'a str,
    at: usize,
    comments: &mut Vec<SegmentComment>,
    take: &mut dyn FnMut(Segment<'a>),
) -> SubtitleBlock {
    if body.trim_start_matches('\u{feff}').starts_with("NOTE") {
        collect_comments(body, at, comments);
        return SubtitleBlock::Other;
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
            return SubtitleBlock::Cue;
        }
        if is_broken_time(line) {
            return SubtitleBlock::BrokenTime(at + time_end - line.len());
        }
        name = line.trim_matches(['\u{feff}', '\n', '\r', ' ']);
    }
    SubtitleBlock::Other
}
