//! The lines of a file that a finding is about, made safe to look at.
//!
//! Always holds: every line is inert ([`crate::report::sanitize`]), shows no key of a service, and fits the width, cut around its
//! label where it is longer.
//! Labels are carried along to their new places. `miette` draws from this copy and never sees the file itself.

use std::fmt::Write;
use std::ops::Range;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::diagnostic::{Diagnostic, Label, SourceFile};
use crate::report::findings::secret::key_in_line;
use crate::report::render_options::RenderOptions;
use crate::report::sanitize::{SanitizedChar, classify_chars, display_width};

/// Lines between two labels that are shown so that both stand in one frame.
const MAX_GAP_LINES: u32 = 2;
/// Labels of one finding that are drawn.
const MAX_LABELS: usize = 6;

/// A safe copy of the lines with labels.
#[derive(Debug)]
pub(super) struct Excerpt {
    text: String,
    lines: Vec<ExcerptLine>,
    /// What each run of neighbouring lines is headed by.
    frames: Vec<String>,
    labels: Vec<(SourceSpan, String, bool)>,
}

#[derive(Debug)]
struct ExcerptLine {
    number: u32,
    bytes: Range<usize>,
    frame: usize,
}

/// A label on one line of the file, in bytes of the file.
struct LabelMark<'a> {
    line: u32,
    bytes: Range<usize>,
    label: &'a Label,
    primary: bool,
}

impl Excerpt {
    /// The lines of a finding.
    pub(super) fn from_finding(finding: &Diagnostic, options: &RenderOptions) -> Self {
        let file = &finding.file;
        let mut marks: Vec<_> = std::iter::once((&finding.primary, true))
            .chain(finding.secondary.iter().take(MAX_LABELS - 1).map(|label| (label, false)))
            .map(|(label, primary)| label_mark(file, label, primary))
            .collect();
        marks.sort_by_key(|mark| (mark.line, mark.bytes.start, mark.bytes.end));
        let mut excerpt = Self { text: String::new(), lines: Vec::new(), frames: Vec::new(), labels: Vec::new() };
        let last = marks.last().map_or(0, |mark| mark.line);
        let room = options.width.saturating_sub(last.to_string().len() + 5).max(20);
        let mut before: Option<u32> = None;
        for number in marks.iter().map(|mark| mark.line) {
            let from = match before {
                Some(shown) if number <= shown => continue,
                Some(shown) if number - shown <= MAX_GAP_LINES + 1 => shown + 1,
                _ => {
                    excerpt.frames.push(frame_title(finding, number, options));
                    number
                }
            };
            if from <= finding.primary_place().line
                && finding.primary_place().line <= number
                && let Some(frame) = excerpt.frames.last_mut()
            {
                *frame = frame_title(finding, finding.primary_place().line, options);
            }
            for line in from..=number {
                excerpt.add_line(file, line, &marks, room, options);
            }
            before = Some(number);
        }
        excerpt
    }

    /// The labels in order of place: where, the words, whether it is the primary one.
    pub(super) fn labeled_spans(&self) -> impl Iterator<Item = LabeledSpan> {
        self.labels.iter().map(|(span, text, primary)| {
            let text = (!text.is_empty()).then(|| text.clone());
            if *primary {
                LabeledSpan::new_primary_with_span(text, *span)
            } else {
                LabeledSpan::new_with_span(text, *span)
            }
        })
    }

    /// Whether each label, in the same order, is the primary one.
    pub(super) fn primary_flags(&self) -> impl Iterator<Item = bool> {
        self.labels.iter().map(|(_, _, primary)| *primary)
    }

    fn add_line(
        &mut self,
        file: &SourceFile,
        number: u32,
        marks: &[LabelMark<'_>],
        room: usize,
        options: &RenderOptions,
    ) {
        let begins = self.text.len();
        let text = file.line_text(number);
        let origin = start_of_line(file, number);
        let here: Vec<_> = marks.iter().filter(|mark| mark.line == number).collect();
        let focus = here.iter().find(|mark| mark.primary).or(here.first());
        let focus = focus.map_or(0..0, |mark| clip_to_line(&mark.bytes, origin, text.len()));
        let view = VisibleLine::fit_line(text, &focus, room, options);
        self.text.push_str(&view.text);
        for mark in &here {
            let span = clip_to_line(&mark.bytes, origin, text.len());
            let (start, end) = (view.visible_offset(span.start), view.visible_offset(span.end));
            // A line end that is underlined has nothing to show: it becomes a place.
            let length = end.saturating_sub(start);
            let words = options
                .truncate_text(&mark.label.text, room.saturating_sub(display_width(&view.text[..start]) + 8).max(24));
            self.labels.push(((begins + start, length).into(), words, mark.primary));
        }
        self.text.push('\n');
        self.lines.push(ExcerptLine { number, bytes: begins..self.text.len(), frame: self.frames.len() - 1 });
    }
}

/// Path, line, and the column where this is the line of the primary label.
fn frame_title(finding: &Diagnostic, line: u32, options: &RenderOptions) -> String {
    let path = options.truncate_text(finding.file.shown_path(), options.width.saturating_sub(24).max(24));
    let place = finding.primary_place();
    if place.line == line { format!("{path}:{line}:{}", place.column) } else { format!("{path}:{line}") }
}

fn label_mark<'a>(file: &SourceFile, label: &'a Label, primary: bool) -> LabelMark<'a> {
    let line = file.position_at(label.span.start).line;
    LabelMark { line, bytes: label.span.range(), label, primary }
}

/// Offset of a line's first byte, a byte order mark aside.
fn start_of_line(file: &SourceFile, number: u32) -> usize {
    let line = file.line_text(number);
    // `line` is a slice of the file's text, so the distance of the two is its offset.
    (line.as_ptr() as usize).saturating_sub(file.text().as_ptr() as usize)
}

/// The part of `bytes` that lies on the line of `length` bytes at `origin`, counted from there.
fn clip_to_line(bytes: &Range<usize>, origin: usize, length: usize) -> Range<usize> {
    let start = bytes.start.saturating_sub(origin).min(length);
    start..bytes.end.saturating_sub(origin).clamp(start, length)
}

/// One line as it is shown, and the way from its bytes to those shown.
pub(super) struct VisibleLine {
    pub(super) text: String,
    /// Byte of the line, byte of the shown text; rising.
    places: Vec<(usize, usize)>,
}

impl VisibleLine {
    /// The line, cut to `room` columns so that the focus is seen.
    pub(super) fn fit_line(line: &str, focus: &Range<usize>, room: usize, options: &RenderOptions) -> Self {
        // Far more than can be shown, so that a line of a megabyte costs no more than others.
        let reach = room * 32;
        let from = line.floor_char_boundary(focus.start.saturating_sub(reach));
        let to = line.floor_char_boundary(focus.start.saturating_add(reach));
        let key = key_in_line(line).unwrap_or_default();
        let mut cells = Vec::new();
        let mut column = 0;
        for (at, seen) in classify_chars(&line[from..to]).map(|(at, seen)| (from + at, seen)) {
            let text = match seen {
                SanitizedChar::Plain(_) if key.contains(&at) => "*".to_owned(),
                SanitizedChar::Plain(c) => c.to_string(),
                SanitizedChar::Hidden('\t') => {
                    let width = 4 - column % 4;
                    format!("{}{}", options.pick_glyph("→", ">"), " ".repeat(width - 1))
                }
                SanitizedChar::Hidden(c) => c.escape_unicode().to_string(),
            };
            let width = display_width(&text);
            column += width;
            cells.push((at, text, width));
        }
        let window = visible_window(&cells, column, focus, room);
        let mut view = Self { text: String::new(), places: Vec::new() };
        if window.start > 0 || from > 0 {
            view.text.push_str(options.pick_glyph("…", "..."));
        }
        for (at, text, _) in &cells[window.clone()] {
            view.places.push((*at, view.text.len()));
            view.text.push_str(text);
        }
        let behind = cells.get(window.end).map_or(to, |(at, _, _)| *at);
        view.places.push((behind, view.text.len()));
        if window.end < cells.len() || to < line.len() {
            let _ = write!(view.text, "{}", options.pick_glyph("…", "..."));
        }
        view
    }

    fn visible_offset(&self, byte: usize) -> usize {
        let index = self.places.partition_point(|(at, _)| *at < byte);
        self.places.get(index).or(self.places.last()).map_or(0, |(_, place)| *place)
    }
}

/// Which cells of a line of `total` columns are shown so that the focus is seen.
fn visible_window(cells: &[(usize, String, usize)], total: usize, focus: &Range<usize>, room: usize) -> Range<usize> {
    if total <= room {
        return 0..cells.len();
    }
    let room = room.saturating_sub(6);
    let first = cells.partition_point(|(at, _, _)| *at < focus.start);
    let last = cells.partition_point(|(at, _, _)| *at < focus.end);
    let width = |range: Range<usize>| cells[range].iter().map(|(_, _, width)| width).sum::<usize>();
    let lead = room.saturating_sub(width(first..last)).max(room / 4) * 2 / 3;
    let mut start = 0;
    if width(0..last) > room {
        start = first;
        let mut used = 0;
        while start > 0 && used + cells[start - 1].2 <= lead {
            start -= 1;
            used += cells[start].2;
        }
    }
    let mut end = start;
    let mut used = 0;
    while end < cells.len() && used + cells[end].2 <= room {
        used += cells[end].2;
        end += 1;
    }
    start..end
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let end = span.offset() + span.len();
        let holds = |line: &ExcerptLine, at: usize| line.bytes.start <= at && at < line.bytes.end;
        let first = self.lines.iter().find(|line| holds(line, span.offset())).ok_or(MietteError::OutOfBounds)?;
        let last = self.lines.iter().find(|line| holds(line, end)).ok_or(MietteError::OutOfBounds)?;
        if first.frame != last.frame {
            return Err(MietteError::OutOfBounds);
        }
        // The whole frame, so that its labels are drawn together.
        let begins = self.lines.partition_point(|line| line.frame < first.frame);
        let ends = self.lines.partition_point(|line| line.frame <= first.frame);
        let lines = &self.lines[begins..ends];
        let (start, end) = (lines[0].bytes.start, lines[lines.len() - 1].bytes.end);
        let name = self.frames[lines[0].frame].clone();
        let line = lines[0].number as usize - 1;
        let data = &self.text.as_bytes()[start..end];
        let span = (start, end - start).into();
        Ok(Box::new(MietteSpanContents::new_named(name, data, span, line, 0, lines.len())))
    }
}
