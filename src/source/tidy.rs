//! The layout of a file, tidied: no blanks at the ends of lines, no run of empty lines, one line end at the end of the file,
//! every line end of the file's own kind.
//!
//! Always holds: the file means the same afterwards, with the same findings, or nothing is edited. Lines of texts that span
//! several lines stay as they are. Deliberately absent: order, indentation and quotes, which people choose.

use std::ops::Range;

use crate::diagnostic::{Code, Edit, SourceFile, Span};
use crate::source::edit::apply_text_edits;
use crate::source::{Format, Node, ParsedFile, Value, parse_source};

/// Most empty lines in a row.
const MAX_EMPTY_LINES: usize = 1;

/// The edits that tidy a file, in order of place; none where it cannot be read to its end.
#[must_use]
pub fn tidy_layout(parsed: &ParsedFile, format: Format) -> Vec<Edit> {
    let text = parsed.file.text();
    if parsed.incomplete || parsed.documents.is_empty() {
        return Vec::new();
    }
    let mut texts = Vec::new();
    parsed.documents.iter().for_each(|document| collect_texts(document, text, &mut texts));
    texts.sort_by_key(|range| range.start);
    let edits = layout_edits(text, &texts);
    let same = apply_text_edits(text, &edits).is_some_and(|tidied| {
        let again = parse_source(&SourceFile::new(parsed.file.path().clone(), tidied), format);
        let codes = |parsed: &ParsedFile| parsed.findings.iter().map(|finding| finding.code).collect::<Vec<Code>>();
        let trees = |parsed: &ParsedFile| parsed.documents.iter().map(Node::to_json).collect::<Vec<_>>();
        !again.incomplete && codes(&again) == codes(parsed) && trees(&again) == trees(parsed)
    });
    if same { edits } else { Vec::new() }
}

/// Texts that span several lines, each to the end of its last line.
fn collect_texts(node: &Node, text: &str, texts: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::Mapping(entries) => entries.iter().for_each(|entry| {
            collect_span(entry.key.span, text, texts);
            collect_texts(&entry.value, text, texts);
        }),
        Value::Sequence(items) => items.iter().for_each(|item| collect_texts(item, text, texts)),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => {
            collect_span(node.span, text, texts);
        }
    }
}

fn collect_span(span: Span, text: &str, texts: &mut Vec<Range<usize>>) {
    if text.get(span.range()).is_some_and(|written| written.contains('\n')) {
        let end = text[span.end as usize..].find('\n').map_or(text.len(), |at| span.end as usize + at);
        texts.push(span.start as usize..end);
    }
}

fn layout_edits(text: &str, texts: &[Range<usize>]) -> Vec<Edit> {
    let end = if text.find('\n').is_some_and(|at| text[..at].ends_with('\r')) { "\r\n" } else { "\n" };
    let mut edits: Vec<Edit> = Vec::new();
    let mut edit = |start: usize, end: usize, new: &str| {
        if &text[start..end] != new {
            edits.push(Edit { span: Span::new(start, end), text: new.to_owned() });
        }
    };
    let (mut at, mut empty, mut nothing_yet) = (0, 0, true);
    let mut upcoming = texts.iter().peekable();
    // Where the last line that says something ends, blanks aside.
    let mut last = 0;
    for line in text.split_inclusive('\n') {
        let (start, line_end) = (at, at + line.len());
        at = line_end;
        let body = start + line.trim_end_matches(['\n', '\r']).len();
        while upcoming.peek().is_some_and(|range| range.end < body) {
            upcoming.next();
        }
        // A line of a text is left alone, its first one included: what stands before a text is no blank at the end.
        if upcoming.peek().is_some_and(|range| range.start < line_end && body <= range.end) {
            (empty, nothing_yet, last) = (0, false, line_end);
            continue;
        }
        let said = start + text[start..body].trim_end_matches([' ', '\t']).len();
        if text[start..said].trim_start_matches('\u{feff}').is_empty() {
            empty += 1;
            if nothing_yet || empty > MAX_EMPTY_LINES {
                edit(said, line_end, "");
                continue;
            }
        } else {
            (empty, nothing_yet, last) = (0, false, line_end);
        }
        edit(said, line_end, if body == line_end { "" } else { end });
    }
    // Empty lines at the end, and the line end that is missing there.
    edits.retain(|edit| (edit.span.start as usize) < last);
    if last > 0 && last < text.len() {
        edits.push(Edit { span: Span::new(last, text.len()), text: String::new() });
    } else if !text.ends_with('\n') && texts.last().is_none_or(|range| range.end < text.len()) {
        edits.push(Edit { span: Span::empty_at(text.len()), text: end.to_owned() });
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tidied(path: &str, text: &str) -> String {
        let format = Format::from_path(path).unwrap();
        let parsed = parse_source(&SourceFile::new(path, text), format);
        apply_text_edits(text, &tidy_layout(&parsed, format)).unwrap()
    }

    #[test]
    fn blanks_go_and_texts_stay() {
        for (path, text, wanted) in [
            ("a.yaml", "\n\na: 1  \n\n\n\nb: 2\t# c  \n\n", "a: 1\n\nb: 2\t# c\n"),
            ("a.yaml", "a: 1", "a: 1\n"),
            ("a.yaml", "a: 1\r\nb: 2 \n\n\nc: 3", "a: 1\r\nb: 2\r\n\r\nc: 3\r\n"),
            ("a.yaml", "a: |\n  x  \n\n\n  y\nb: 1 \n", "a: |\n  x  \n\n\n  y\nb: 1\n"),
            ("a.yaml", "a: |+\n  x\n\n\n", "a: |+\n  x\n\n\n"),
            ("a.yaml", "a: \"x  \n\n\n  y\" \n", "a: \"x  \n\n\n  y\" \n"),
            (
                "a.toml",
                "a = \"\"\"x  \n\n\ny\"\"\"\nb = 1  \n\n\n\n[c]\nd = 2",
                "a = \"\"\"x  \n\n\ny\"\"\"\nb = 1\n\n[c]\nd = 2\n",
            ),
            ("a.yaml", "\u{feff}a: 1 \n", "\u{feff}a: 1\n"),
            ("a.yaml", "a: [\n", "a: [\n"),
        ] {
            let new = tidied(path, text);
            assert_eq!(new, wanted, "{text:?}");
            assert_eq!(tidied(path, &new), new, "{text:?} again");
        }
    }
}
