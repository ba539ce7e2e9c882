//! Java's `.properties`: `key = value`, comments with `#` and `!`, lines that go on behind a backslash.
//!
//! Invariant: a file that writes every letter beyond ASCII as `\uXXXX` keeps doing so where a text of it is rewritten.

use crate::conform::reader::decoded::{Decoded, Escape, push_backslashed};
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let escape = if text.is_ascii() && text.contains("\\u") { Escape::PropertiesAscii } else { Escape::Properties };
    let mut faults = Vec::new();
    let mut comments: Vec<SegmentComment> = Vec::new();
    let mut at = 0;
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        let start = at;
        at += line.len();
        let trimmed = line.trim_start_matches([' ', '\t', '\u{c}', '\u{feff}']);
        let here = start + line.len() - trimmed.len();
        if trimmed.starts_with(['#', '!']) {
            collect_comments(trimmed.trim_end(), here, &mut comments);
            continue;
        }
        if trimmed.trim_end().is_empty() {
            continue;
        }
        let body = trimmed.trim_end_matches(['\n', '\r']);
        faults.extend(find_broken_escape(body, here));
        let (key, value) = split_pair(body);
        let mut target = Decoded::new(escape);
        let mut part = value;
        let mut part_at = here + body.len() - value.len();
        loop {
            let goes_on = ends_with_escape(part);
            let own = if goes_on { &part[..part.len() - 1] } else { part };
            push_backslashed(&mut target, own, part_at);
            let Some(next) = goes_on.then(|| lines.next()).flatten() else { break };
            let next_at = at;
            at += next.len();
            let body = next.trim_end_matches(['\n', '\r']);
            faults.extend(find_broken_escape(body, next_at));
            part = body.trim_start_matches([' ', '\t', '\u{c}']);
            part_at = next_at + body.len() - part.len();
        }
        let comments = std::mem::take(&mut comments);
        if !target.is_blank() {
            take(Segment { key: key.into(), target, comments, ..Segment::default() });
        }
    }
    faults
}

/// `\u` without four hexadecimal digits behind it, for which Java reads no file.
fn find_broken_escape(line: &str, at: usize) -> Option<ReadFault> {
    let bytes = line.as_bytes();
    let mut here = 0;
    while let Some(found) = memchr::memchr(b'\\', bytes.get(here..)?) {
        let start = here + found;
        let digits = || bytes.get(start + 2..start + 6).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        if bytes.get(start + 1) == Some(&b'u') && !digits() {
            let message = "`\\u` is followed by four hexadecimal digits: `\\u00e9` (a backslash by itself is `\\\\`)";
            return Some(ReadFault { offset: at + start, message: message.to_owned() });
        }
        here = start + 2;
    }
    None
}

/// Whether the last backslash of a line stands alone: an even number of them are escapes.
fn ends_with_escape(line: &str) -> bool {
    (line.len() - line.trim_end_matches('\\').len()) % 2 == 1
}

/// The key, and the value behind `=`, `:` or blanks.
fn split_pair(body: &str) -> (&str, &str) {
    let mut escaped = false;
    let end = body.find(|c: char| {
        let ends = !escaped && matches!(c, '=' | ':' | ' ' | '\t');
        escaped = !escaped && c == '\\';
        ends
    });
    let (key, rest) = body.split_at(end.unwrap_or(body.len()));
    let rest = rest.trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix(['=', ':']).unwrap_or(rest);
    (key, rest.trim_start_matches([' ', '\t']))
}
