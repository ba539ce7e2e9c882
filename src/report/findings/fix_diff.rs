//! A fix as the lines that it changes: `5 - …` above `5 + …`.
//!
//! Bounded: a few lines, each cut to the width around the first place where old and new differ.

use std::borrow::Cow;

use crate::diagnostic::{Edit, SourceFile};
use crate::report::findings::excerpt::VisibleLine;
use crate::report::render_options::{RenderOptions, TextTone};

/// Lines of one fix that are shown.
const MAX_LINES: usize = 8;

/// Appends the edits as changed lines.
pub(super) fn write_fix_diff(out: &mut String, file: &SourceFile, edits: &[Edit], options: &RenderOptions) {
    let text = file.text();
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| edit.span.start);
    let mut lines = Vec::new();
    let mut shift: i64 = 0;
    let mut at = 0;
    while at < edits.len() {
        let start = text[..floor_char_boundary(text, edits[at].span.start)].rfind('\n').map_or(0, |end| end + 1);
        let mut end = line_end(text, floor_char_boundary(text, edits[at].span.end));
        let mut after = at + 1;
        while after < edits.len() && edits[after].span.start as usize <= end {
            end = end.max(line_end(text, floor_char_boundary(text, edits[after].span.end)));
            after += 1;
        }
        let old = &text[start..end];
        let new = apply_edits(text, start, end, &edits[at..after]);
        let number = i64::from(file.position_at(u32::try_from(start).unwrap_or(u32::MAX)).line);
        // Of lines that are alike, those go that the edit names.
        let goes_whole = edits[at].text.is_empty() && edits[at].span.start as usize == start;
        shift += push_hunk(&mut lines, (number, shift), (old, &new), goes_whole);
        at = after;
    }
    let digits = lines.iter().map(|line| line.number).max().unwrap_or(0).to_string().len();
    let more = lines.len().saturating_sub(MAX_LINES);
    for line in lines.iter().take(MAX_LINES) {
        let room = options.width.saturating_sub(digits + 8).max(20);
        let text = mark_blanks_at_end(&line.text, options);
        let shown = VisibleLine::fit_line(&text, &(line.differs..line.differs), room, options).text;
        let tone = if line.sign == '+' { TextTone::Success } else { TextTone::Error };
        let changed = format!("{} {}", line.sign, shown);
        let number = options.paint(TextTone::Faint, format!("{:>digits$}", line.number));
        out.push_str(&format!("    {number} {}\n", options.paint(tone, changed.trim_end())));
    }
    if more > 0 {
        out.push_str(&format!("    {:>digits$} {} {more} more\n", "", options.pick_glyph("…", "...")));
    }
}

struct FixDiffLine {
    number: i64,
    sign: char,
    text: String,
    /// Byte of the first difference to the line on the other side.
    differs: usize,
}

/// A line whose spaces at its end can be seen, as a tab and other white space can.
fn mark_blanks_at_end<'t>(line: &'t str, options: &RenderOptions) -> Cow<'t, str> {
    let said = line.trim_end_matches(' ');
    match line.len() - said.len() {
        0 => Cow::Borrowed(line),
        blanks => Cow::Owned(format!("{said}{}", options.pick_glyph("·", "\\u{20}").repeat(blanks))),
    }
}

/// Adds the lines that differ, from a number and by how many lines they have moved, and says by how many the rest of the file
/// moves. The first line is one of them where it `goes_whole`.
fn push_hunk(
    lines: &mut Vec<FixDiffLine>,
    (number, shift): (i64, i64),
    (old, new): (&str, &str),
    goes_whole: bool,
) -> i64 {
    // Both end before a line feed: what stands before it on both sides is the ending of the line.
    let (old, new) = old.strip_suffix('\r').zip(new.strip_suffix('\r')).unwrap_or((old, new));
    let split =
        |text: &str| text.lines().map(|line| line.trim_start_matches('\u{feff}').to_owned()).collect::<Vec<_>>();
    let (old, new) = (split(old), split(new));
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new && !goes_whole).count();
    let behind = |old: &[String], new: &[String]| {
        old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count()
    };
    let tail = behind(&old[same..], &new[same..]);
    let (goes, comes) = (&old[same..old.len() - tail], &new[same..new.len() - tail]);
    let first = number + i64::try_from(same).unwrap_or(0);
    for (sign, side, other, from) in [('-', goes, comes, first), ('+', comes, goes, first + shift)] {
        for (index, text) in side.iter().enumerate() {
            let twin = other.get(index).map_or("", String::as_str);
            let differs = text.char_indices().zip(twin.chars()).take_while(|((_, a), b)| a == b).count();
            let differs = text.char_indices().nth(differs).map_or(text.len(), |(at, _)| at);
            lines.push(FixDiffLine {
                number: from + i64::try_from(index).unwrap_or(0),
                sign,
                text: text.clone(),
                differs,
            });
        }
    }
    i64::try_from(new.len()).unwrap_or(0) - i64::try_from(old.len()).unwrap_or(0)
}

fn apply_edits(text: &str, start: usize, end: usize, edits: &[Edit]) -> String {
    let mut new = String::new();
    let mut from = start;
    for edit in edits {
        let begins = floor_char_boundary(text, edit.span.start).max(from);
        new.push_str(&text[from..begins]);
        new.push_str(&edit.text);
        from = floor_char_boundary(text, edit.span.end).max(begins);
    }
    if from < end {
        new.push_str(&text[from..end]);
    }
    new
}

fn floor_char_boundary(text: &str, offset: u32) -> usize {
    text.floor_char_boundary(offset as usize)
}

fn line_end(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |end| from + end)
}
