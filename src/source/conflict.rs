//! Merge markers that were left in a file.
//!
//! The file is read on as if our side had won: the marker lines and the other side become spaces of the same length, so
//! that every offset stays. Whoever reads such a file must not report what follows from the merge.

use std::collections::HashSet;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::edit::apply_text_edits;
use crate::source::shorten::shorten_line;
use crate::source::table::{Notation, TableCell, parse_table};
use crate::source::{Format, parse_source};

/// The finding, and the text as if our side had won; nothing where no merge was left.
pub(super) fn resolve_conflict_markers(file: &Arc<SourceFile>) -> Option<(Diagnostic, String)> {
    let text = file.text();
    // Nearly every file ends here.
    if !text.contains("<<<<<<<") && !text.contains(">>>>>>>") {
        return resolve_middle_part(file);
    }
    let mut markers = Vec::new();
    let mut settled = String::with_capacity(text.len());
    let mut theirs = false;
    let mut at = 0;
    let read = |line| (line, ConflictMarker::from_line(bare_line(line)));
    let mut lines: Vec<(&str, Option<ConflictMarker>)> = text.split_inclusive('\n').map(read).collect();
    for (line, marker) in lines.iter().copied() {
        let words = bare_line(line);
        if marker.is_some() {
            markers.push((at + line.find(words).unwrap_or_default(), words.len().min(7), marker));
        }
        match marker {
            Some(ConflictMarker::Ours) => theirs = false,
            Some(ConflictMarker::Base | ConflictMarker::Theirs) => theirs = true,
            Some(ConflictMarker::End) | None => {}
        }
        if marker.is_some() || theirs {
            settled.extend(line.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' }));
        } else {
            settled.push_str(line);
        }
        if marker == Some(ConflictMarker::End) {
            theirs = false;
        }
        at += line.len();
    }
    let is_edge = |marker: &Option<ConflictMarker>| matches!(marker, Some(ConflictMarker::Ours | ConflictMarker::End));
    if !markers.iter().any(|(_, _, marker)| is_edge(marker)) {
        return None;
    }
    let mut places = markers.iter().map(|(start, length, marker)| (Span::new(*start, start + length), *marker));
    let (first, of) = places.next()?;
    if markers.len() == 1 {
        return Some((lone_marker(file, first, of == Some(ConflictMarker::End)), settled));
    }
    let label = if of == Some(ConflictMarker::Theirs) { "the `<<<<<<<` above this is gone" } else { "first marker" };
    let mut finding =
        Diagnostic::new(Code::ConflictMarker, file, first, "a merge left its conflict markers in this file")
            .with_label(label)
            .with_help("decide between the two sides and delete the marker lines");
    if let Some(start) = lost_start(&lines) {
        lines.insert(start, ("", Some(ConflictMarker::Ours)));
    }
    for (span, marker) in places.take(4) {
        finding = finding.with_secondary(
            span,
            match marker {
                Some(ConflictMarker::Ours) => "another conflict starts here",
                Some(ConflictMarker::Base) => "what both sides started from",
                Some(ConflictMarker::Theirs) => "the other side starts here",
                Some(ConflictMarker::End) | None => "and ends here",
            },
        );
    }
    Some((offer_sides(finding, &lines), settled))
}

/// The middle part of a conflict whose other markers were deleted: what both sides started from, down to the line that parts
/// them, as `merge.conflictstyle = diff3` shows it. Nothing of a file without both lines.
fn resolve_middle_part(file: &Arc<SourceFile>) -> Option<(Diagnostic, String)> {
    let text = file.text();
    if !text.contains("|||||||") || !text.contains(SEPARATOR) {
        return None;
    }
    let (mut at, mut begin) = (0, None);
    for line in text.split_inclusive('\n') {
        let (start, words) = (at, bare_line(line));
        at += line.len();
        match (ConflictMarker::from_line(words), begin) {
            (Some(ConflictMarker::Base), _) => begin = Some(start + line.find(words).unwrap_or_default()),
            (Some(ConflictMarker::Theirs), Some(begin)) => {
                let part = Span::new(begin, at);
                let blank = |byte: u8| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' };
                let settled = text[part.range()].bytes().map(blank).collect::<String>();
                let settled = format!("{}{settled}{}", &text[..begin], &text[at..]);
                return Some((middle_part(file, part, start), settled));
            }
            _ => {}
        }
    }
    None
}

/// The finding about such a part, and its last line, which begins at `end`.
fn middle_part(file: &Arc<SourceFile>, part: Span, end: usize) -> Diagnostic {
    let begin = part.start as usize;
    let line = |at: Span| file.position_at(at.start).line;
    let (first, last) = (line(part), line(Span::empty_at(end)));
    let title = format!("delete lines {first} to {last}");
    Diagnostic::new(Code::ConflictMarker, file, Span::new(begin, begin + 7), LEFT_PART)
        .with_label("what both sides started from")
        .with_secondary(Span::new(end, end + SEPARATOR.len()), "and ends here")
        .with_help(format!("{title}, after a look whether what is meant stands above them"))
        .with_fix(Fix { title, safety: Safety::Unsafe, edits: vec![Edit { span: part, text: String::new() }] })
}

/// What is said of the middle part of a conflict.
const LEFT_PART: &str = "a merge left the middle part of a conflict in this file";

/// The first line of a conflict whose opening marker was deleted: its two sides set the same keys, line by line.
fn lost_start(lines: &[(&str, Option<ConflictMarker>)]) -> Option<usize> {
    let is_marker = |(_, marker): &(&str, Option<ConflictMarker>)| marker.is_some();
    let parts = lines.iter().position(is_marker).filter(|at| lines[*at].1 == Some(ConflictMarker::Theirs))?;
    let length = lines[parts + 1..].iter().position(is_marker).filter(|length| *length > 0)?;
    let key = |at: usize| lines[at].0.split_once([':', '=']).map(|(key, _)| key);
    let is_same = |at: usize| key(at).is_some() && key(at) == key(at + length + 1);
    parts.checked_sub(length).filter(|start| (*start..parts).all(is_same))
}

/// Offers the first side of each conflict, the second one, and both where they can stand together.
fn offer_sides(finding: Diagnostic, lines: &[(&str, Option<ConflictMarker>)]) -> Diagnostic {
    let file = finding.file.clone();
    let branch = |sign| {
        let (line, _) = lines.iter().find(|(_, marker)| *marker == Some(sign))?;
        let name = bare_line(line).get(7..)?.trim();
        (!name.is_empty()).then(|| format!(", of `{}`", shorten_line(name)))
    };
    let kept = [
        (Sides { ours: true, theirs: false }, "keep the first side", branch(ConflictMarker::Ours)),
        (Sides { ours: false, theirs: true }, "keep the second side", branch(ConflictMarker::End)),
        (Sides { ours: true, theirs: true }, "keep both sides", None),
    ];
    // New rows of a table have nothing to do with each other: what is likeliest then takes no word away.
    let both = || Sides { ours: true, theirs: true }.keep(lines).filter(|edits| is_table_read(&file, edits));
    let finding = match Notation::from_path(file.path()).and_then(|_| both()) {
        Some(edits) => finding
            .with_help("delete the marker lines: the two sides hold different phrases, and both can stay")
            .or_offering("keep both sides, without the marker lines", edits),
        None => finding,
    };
    kept.into_iter().fold(finding, |finding, (sides, title, of)| {
        let is_one = !(sides.ours && sides.theirs);
        match sides.keep(lines).filter(|edits| is_one || is_read(&file, edits)) {
            Some(edits) => finding.or_offering(format!("{title}{}", of.unwrap_or_default()), edits),
            None => finding,
        }
    })
}

/// A line without its end, and without a mark of byte order.
fn bare_line(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}')
}

/// Whether nothing is wrong with the form of a file that has edits made in it: two entries beside each other may be one.
fn is_read(file: &SourceFile, edits: &[Edit]) -> bool {
    let Some((text, format)) = apply_text_edits(file.text(), edits).zip(Format::from_path(file.path())) else {
        return false;
    };
    parse_source(&SourceFile::new(file.path().clone(), text), format).findings.is_empty()
}

/// Whether each row of a table that has edits made in it is the only one for its source phrase and its languages.
fn is_table_read(file: &SourceFile, edits: &[Edit]) -> bool {
    let Some((text, notation)) = apply_text_edits(file.text(), edits).zip(Notation::from_path(file.path())) else {
        return false;
    };
    let table = parse_table(&SourceFile::new(file.path().clone(), text), notation);
    let mut known = HashSet::new();
    let is_new = |cells: &[TableCell]| {
        let said = cells.iter().enumerate().filter(|(at, _)| *at != 1);
        let said: Vec<String> = said.map(|(_, cell)| table.cell_text(*cell).trim().to_owned()).collect();
        cells.len() > 1 && known.insert(said)
    };
    table.faults.is_empty() && table.rows().all(is_new)
}

/// Which sides of each conflict stay.
#[derive(Clone, Copy)]
struct Sides {
    ours: bool,
    theirs: bool,
}

impl Sides {
    /// The edits that delete the markers and what does not stay; nothing where the markers do not come in their order.
    fn keep(self, lines: &[(&str, Option<ConflictMarker>)]) -> Option<Vec<Edit>> {
        use ConflictMarker::{Base, End, Ours, Theirs};
        let mut edits: Vec<Edit> = Vec::new();
        let (mut side, mut at) = (None, 0);
        for (line, marker) in lines.iter().copied() {
            let stays = match (side, marker) {
                (None, None) => true,
                (Some(Ours), None) => self.ours,
                (Some(Theirs), None) => self.theirs,
                (Some(Base), None) | (None, Some(Ours)) | (Some(Ours), Some(Base)) => false,
                (Some(Ours | Base), Some(Theirs)) | (Some(Theirs), Some(End)) => false,
                _ => return None,
            };
            if marker.is_some() {
                side = marker.filter(|marker| *marker != End);
            }
            let end = at + line.len();
            match edits.last_mut().filter(|edit| edit.span.end as usize == at) {
                _ if stays => {}
                Some(edit) => edit.span = Span::new(edit.span.start as usize, end),
                None => edits.push(Edit { span: Span::new(at, end), text: String::new() }),
            }
            at = end;
        }
        side.is_none().then_some(edits)
    }
}

/// The finding about a line that begins a conflict or ends it, where the other lines of the conflict were deleted.
fn lone_marker(file: &Arc<SourceFile>, span: Span, ends: bool) -> Diagnostic {
    let (label, side) =
        if ends { ("the end of a conflict", "above") } else { ("the beginning of a conflict", "below") };
    let (start, rest) = (span.start as usize, &file.text()[span.start as usize..]);
    let line = Span::new(start, start + rest.find('\n').map_or(rest.len(), |end| end + 1));
    let edits = vec![Edit { span: line, text: String::new() }];
    Diagnostic::new(Code::ConflictMarker, file, span, LEFT_LINE)
        .with_label(label)
        .with_help(format!("delete the line, after a look whether both sides still stand {side} it"))
        .with_fix(Fix { title: "delete the line".to_owned(), safety: Safety::Unsafe, edits })
}

/// What is said of one line that is left of a conflict.
const LEFT_LINE: &str = "a merge left this line in the file";

/// A line of `=======` whose markers above and below were deleted, where a text cannot be read on from that line: the finding,
/// and the text without the line. `fault` is what the parser says: at the line, or at what stands below it.
pub(super) fn resolve_lone_separator(file: &Arc<SourceFile>, fault: &Diagnostic) -> Option<(Diagnostic, String)> {
    let text = file.text();
    let says = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let is_separator = |line: &str| line.trim_end_matches(['\n', '\r']) == SEPARATOR;
    let (before, behind) = text.split_at_checked(fault.primary.span.start as usize)?;
    let until = behind.find('\n').map_or(text.len(), |end| before.len() + end + 1);
    let separator = text[..until].split_inclusive('\n').rev().filter(says).take(2).find(|line| is_separator(line))?;
    let start = separator.as_ptr() as usize - text.as_ptr() as usize;
    let span = Span::new(start, start + SEPARATOR.len());
    let finding = explain_separator(file, span)?;
    let mut settled = text.to_owned();
    settled.replace_range(span.range(), &" ".repeat(SEPARATOR.len()));
    Some((finding, settled))
}

/// The finding about a line of `=======`, where a span is one.
pub(super) fn explain_separator(file: &Arc<SourceFile>, span: Span) -> Option<Diagnostic> {
    (file.slice(span) == SEPARATOR).then(|| {
        Diagnostic::new(Code::ConflictMarker, file, span, LEFT_LINE)
            .with_label("parted its two sides")
            .with_help("decide between what stands above and below it, and delete the line")
    })
}

/// What stands between the two sides of a merge.
const SEPARATOR: &str = "=======";

#[derive(Clone, Copy, PartialEq, Eq)]
enum ConflictMarker {
    Ours,
    Base,
    Theirs,
    End,
}

impl ConflictMarker {
    fn from_line(line: &str) -> Option<Self> {
        let (sign, rest) = line.split_at_checked(7)?;
        let named = rest.is_empty() || rest.starts_with(' ');
        match sign {
            "<<<<<<<" if named => Some(Self::Ours),
            "|||||||" if named => Some(Self::Base),
            SEPARATOR if named => Some(Self::Theirs),
            ">>>>>>>" if named => Some(Self::End),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_side_is_read_on_at_its_old_offsets() {
        let text = "a: 1\r\n<<<<<<< HEAD\nb: 2\n=======\nb: ü\n>>>>>>> theirs\nc: 3\n";
        let (finding, settled) = resolve_conflict_markers(&SourceFile::new("a.yaml", text)).expect("a conflict");
        assert_eq!(settled.len(), text.len());
        assert_eq!(settled.split_whitespace().collect::<Vec<_>>(), ["a:", "1", "b:", "2", "c:", "3"]);
        assert_eq!(settled.find("c: 3"), text.find("c: 3"));
        assert_eq!(finding.primary_place().to_string(), "a.yaml:2:1");
        assert_eq!(finding.secondary.len(), 2);
    }

    #[test]
    fn an_underline_is_no_conflict() {
        for text in ["a: |\n  Title\n=======\n", "a: '<<<<<<<'\n", "=======\n", "<<<<<<<x\n"] {
            assert!(resolve_conflict_markers(&SourceFile::new("a.yaml", text)).is_none(), "{text}");
        }
    }

    #[test]
    fn the_middle_part_that_is_left_of_a_conflict_goes_as_a_whole() {
        let text = "q = 1\r\n||||||| 41d20be\r\nq = 2\r\n=======\r\nr = 3\r\n";
        let (finding, settled) = resolve_conflict_markers(&SourceFile::new("a.toml", text)).expect("a conflict");
        assert_eq!(settled.len(), text.len());
        assert_eq!(settled.split_whitespace().collect::<Vec<_>>(), ["q", "=", "1", "r", "=", "3"]);
        assert_eq!(finding.message, LEFT_PART);
        let mended = finding.fix.and_then(|fix| apply_text_edits(text, &fix.edits));
        assert_eq!(mended.as_deref(), Some("q = 1\r\nr = 3\r\n"));
        for text in ["a: |\n  Title\n=======\n", "||||||| a\n", "=======\n||||||| a\n", "|||||||||\n=======\n"] {
            assert!(resolve_conflict_markers(&SourceFile::new("a.yaml", text)).is_none(), "{text}");
        }
    }

    #[test]
    fn both_sides_of_a_table_are_offered_where_their_phrases_differ() {
        let ways = |path: &str, sides: [&str; 2]| {
            let text = format!("a,b\n<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n", sides[0], sides[1]);
            let (finding, _) = resolve_conflict_markers(&SourceFile::new(path, text.clone())).expect("a conflict");
            finding.offered().map(|way| apply_text_edits(&text, &way.edits).expect("edits apart")).collect::<Vec<_>>()
        };
        assert_eq!(ways("a.csv", ["c,d", "e,f"]), ["a,b\nc,d\ne,f\n", "a,b\nc,d\n", "a,b\ne,f\n"]);
        assert_eq!(ways("a.csv", ["c,d", "c,f"]).len(), 2, "one phrase with two translations");
        assert_eq!(ways("a.csv", ["c;d", "c;f"]).len(), 2, "not the columns of this notation");
    }
}
