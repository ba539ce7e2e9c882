//! Apple `.strings`: `"key" = "value";`, comments aside.
//!
//! Invariant: a fault costs its own line; reading goes on at the next one.

use crate::conform::reader::decoded::{Decoded, Escape, push_backslashed};
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut faults = Vec::new();
    let mut at = 0;
    let mut comments: Vec<SegmentComment> = Vec::new();
    while at < text.len() {
        let rest = &text[at..];
        let skipped =
            rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == ';').len();
        if skipped > 0 {
            at += skipped;
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            collect_comments(&rest[..end], at, &mut comments);
            at += end;
        } else if rest.starts_with("//") {
            let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
            collect_comments(&rest[..end], at, &mut comments);
            at += end;
        } else if let Some((mut segment, end)) = pair(text, at) {
            segment.comments = std::mem::take(&mut comments);
            if !segment.target.is_blank() {
                take(segment);
            }
            at = end;
            let next = behind_blanks_and_comments(text, end);
            if !text[next..].starts_with(';') {
                let message = "a semicolon is missing behind the value".to_owned();
                faults.push(ReadFault { offset: end.saturating_sub(1), message });
            }
        } else {
            faults.push(ReadFault { offset: at, message: "no pair of a key and a value".to_owned() });
            at += rest.find('\n').map_or(rest.len(), |end| end + 1);
        }
    }
    faults
}

fn behind_blanks_and_comments(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let words = rest.trim_start();
        at += rest.len() - words.len();
        let end = match words.get(..2) {
            Some("/*") => words.find("*/").map(|end| end + 2),
            Some("//") => words.find('\n'),
            Some(_) | None => None,
        };
        match end {
            Some(end) => at += end,
            None => return at,
        }
    }
}

fn pair(text: &str, at: usize) -> Option<(Segment<'_>, usize)> {
    let (key, behind) = token(text, at)?;
    let rest = &text[behind..];
    let equals = rest.trim_start().strip_prefix('=')?;
    let value_at = text.len() - equals.trim_start().len();
    let (value, end) = token(text, value_at)?;
    let key = key.into_text();
    let source = Some(key.clone());
    Some((Segment { key, source, target: value, ..Segment::default() }, end))
}

/// A text in quotation marks, or a bare word; and where it ends.
fn token(text: &str, at: usize) -> Option<(Decoded<'_>, usize)> {
    let rest = text.get(at..)?;
    let mut decoded = Decoded::new(Escape::Backslash);
    let Some(body) = rest.strip_prefix('"') else {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '-')))?;
        decoded.push_plain(&rest[..end], at);
        return (end > 0).then_some((decoded, at + end));
    };
    let bytes = body.as_bytes();
    let mut end = 0;
    loop {
        match bytes.get(end)? {
            b'\\' => end += 2,
            b'"' => break,
            _ => end += 1,
        }
    }
    push_backslashed(&mut decoded, body.get(..end)?, at + 1);
    Some((decoded, at + 2 + end))
}
