//! Lines of a text: where they begin and end, and which comments belong to what stands below them.

/// Offset of the first byte of the line that holds `at`, behind a byte order mark.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    if start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8().min(at) } else { start }
}

/// Offset behind the line end of the line that holds `at`, or of the end of the text.
pub(crate) fn next_line_start(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

/// The line end that the text has, at its first line.
pub(crate) fn line_ending(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

/// What stands before `at` on its line.
pub(super) fn line_prefix(text: &str, at: usize) -> &str {
    &text[line_start(text, at)..at]
}

/// The first byte of the comment lines that belong to what begins on the line at `first`: those right above it, in the same
/// column. Comments at the top of a file belong to the file.
pub(super) fn start_with_comments(text: &str, first: usize, column: usize) -> usize {
    let mut begins = first;
    while begins > 0 {
        let above = line_start(text, begins - 1);
        let line = text[above..begins].trim_end_matches(['\n', '\r']);
        let bare = line.trim_start_matches([' ', '\t']);
        if !bare.starts_with('#') || line.len() - bare.len() != column {
            break;
        }
        if line_start(text, above) == above
            && above <= '\u{feff}'.len_utf8()
            && text[..above].trim_matches('\u{feff}').is_empty()
        {
            // The first line of the file: a schema, a licence, a title.
            return first;
        }
        begins = above;
    }
    begins
}

/// Whether the line that begins at `at` says nothing; also where the text ends.
pub(super) fn is_blank_line(text: &str, at: usize) -> bool {
    text[at..next_line_start(text, at)].trim().is_empty()
}

/// Whole lines that go, and with them an empty line that would stand beside another.
pub(super) fn removal_range(text: &str, from: usize, to: usize) -> (usize, usize) {
    if from > 0 && is_blank_line(text, to) {
        let above = line_start(text, from - 1);
        if above < from && above > 0 && is_blank_line(text, above) {
            return (above, to);
        }
    }
    (from, to)
}
