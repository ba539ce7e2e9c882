//! Two blocks of YAML under one key, joined: what stands below the second moves below what the first has.

use crate::diagnostic::{Edit, SourceFile, Span};
use crate::source::duplicate::{Values, same_value};
use crate::source::edit::line;
use crate::source::{Entry, Value};

/// The lines of a block: where its header begins, with the comments right above that, where what it holds begins and ends, the
/// column of that, and what the line of the header says behind its colon.
struct BlockLines<'t> {
    above: usize,
    header: usize,
    begin: usize,
    end: usize,
    column: usize,
    comment: &'t str,
}

/// The end of the last line of something that ends at a byte, or right behind the end of its last line.
fn end_of_lines(text: &str, end: usize) -> usize {
    let end = end.min(text.len());
    line::next_line_start(text, text[..end].trim_end().len())
}

fn depth_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Where the comments begin that stand right above a line and as deep.
pub(super) fn comments_above(text: &str, header: usize) -> usize {
    let depth = depth_of(&text[header..]);
    let is_own = |line: &&str| line.trim_start().starts_with('#') && depth_of(line) == depth;
    header - text[..header].split_inclusive('\n').rev().take_while(is_own).map(str::len).sum::<usize>()
}

impl<'t> BlockLines<'t> {
    /// The lines of an entry whose key stands alone on its line.
    fn new(text: &'t str, entry: &Entry) -> Option<Self> {
        let (start, end) = (entry.key.span.start as usize, entry.key.span.end as usize);
        let header = line::line_start(text, start);
        let begin = line::next_line_start(text, end);
        let behind = text.get(end..begin)?.trim_start_matches(['"', '\'']).trim_start().strip_prefix(':')?;
        let comment = behind.trim();
        let alone = text[header..start].trim_matches([' ', '"', '\'']).is_empty()
            && (comment.is_empty() || behind.starts_with(' ') && comment.starts_with('#'));
        let end = end_of_lines(text, entry.value.span.end as usize);
        let said = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let column = depth_of(text.get(begin..end)?.lines().find(said)?);
        let above = comments_above(text, header);
        (alone && column >= depth_of(&text[header..])).then_some(Self { above, header, begin, end, column, comment })
    }
}

/// Lines at another column: what stands further left than the first of them stays at the new one.
fn moved_lines(lines: &str, from: usize, to: usize) -> String {
    let shift = |line: &str| match line.trim().is_empty() {
        true => line.to_owned(),
        false => {
            let depth = depth_of(line);
            format!("{}{}", " ".repeat(to + depth.saturating_sub(from)), &line[depth..])
        }
    };
    lines.split_inclusive('\n').map(shift).collect()
}

/// What moves out of the second of two blocks, but for what both set, with the edits in the first.
fn moved_entries(
    file: &SourceFile,
    (first, second): (&Entry, &Entry),
    block: &BlockLines<'_>,
    values: Values,
) -> Option<(String, Vec<Edit>)> {
    let text = file.text();
    let (mut moved, mut at, mut edits) = (String::new(), block.begin, Vec::new());
    for entry in second.value.entries() {
        let start = line::line_start(text, entry.key.span.start as usize);
        let end = end_of_lines(text, entry.span().end as usize);
        // One entry on each line.
        if start < at {
            return None;
        }
        match first.value.get(&entry.key.value) {
            None => moved.push_str(text.get(at..end)?),
            Some(set) if same_value(set, &entry.value) => moved.push_str(text.get(at..start)?),
            Some(set) => {
                let [one, other] = [set.span, entry.value.span].map(|span| file.slice(span));
                if values == Values::Alike || one.contains('\n') || other.contains('\n') || other.is_empty() {
                    return None;
                }
                moved.push_str(text.get(at..start)?);
                edits.extend((values == Values::Second).then(|| Edit { span: set.span, text: other.to_owned() }));
            }
        }
        at = end;
    }
    moved.push_str(text.get(at..block.end)?);
    Some((moved, edits))
}

/// Edits that move what stands below the second of two keys of a mapping to the end of what stands below the first, with its
/// comments; nothing where one of them is not written in lines of its own, or they differ in a field that neither is to keep.
pub(super) fn join_blocks(file: &SourceFile, first: &Entry, second: &Entry, values: Values) -> Option<Vec<Edit>> {
    let text = file.text();
    let (one, other) = (BlockLines::new(text, first)?, BlockLines::new(text, second)?);
    let (body, mut edits) = match (&first.value.value, &second.value.value) {
        (Value::Mapping(_), Value::Mapping(_)) => moved_entries(file, (first, second), &other, values)?,
        (Value::Sequence(_), Value::Sequence(_)) if values == Values::Alike => {
            (text.get(other.begin..other.end)?.to_owned(), Vec::new())
        }
        _ => return None,
    };
    let end = line::line_ending(text);
    let comment = |line: &str| format!("{}{}{end}", " ".repeat(one.column), line.trim());
    let above = text.get(other.above.max(one.end)..other.header)?;
    let mut moved: String =
        above.lines().chain(Some(other.comment)).filter(|line| !line.is_empty()).map(comment).collect();
    moved.push_str(&moved_lines(&body, other.column, one.column));
    if !moved.is_empty() && !moved.ends_with('\n') {
        moved.push_str(end);
    }
    let from = end_of_lines(text, other.above.max(one.end));
    let edit = |start: usize, end: usize, text: String| Edit { span: Span::new(start, end), text };
    match one.end >= from {
        true => edits.push(edit(one.end, other.end, moved)),
        false => edits.extend([edit(one.end, one.end, moved), edit(from, other.end, String::new())]),
    }
    // A last line without its end.
    (text[..one.end].ends_with('\n')).then_some(edits)
}
