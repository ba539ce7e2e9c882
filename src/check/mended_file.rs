//! A file with edits made in it, and where what stands there stood before them.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::emit::is_bare_key;

/// What an edit writes, and in place of what: where it keeps all that was there, what it writes before and behind that.
fn without_kept<'e>(file: &SourceFile, Edit { span, text }: &'e Edit) -> Vec<(Span, &'e str)> {
    match text.split_once(file.slice(*span)) {
        Some((before, behind)) if !span.is_empty() => {
            vec![(Span::empty_at(span.start as usize), before), (Span::empty_at(span.end as usize), behind)]
        }
        _ => vec![(*span, text)],
    }
}

/// A file with edits made in it.
pub(super) struct MendedFile {
    pub(super) file: Arc<SourceFile>,
    pub(super) changed: Arc<SourceFile>,
    /// What each edit wrote: where that begins and ends in the changed file, and where what it replaced ends in the file.
    written: Vec<[usize; 3]>,
}

impl MendedFile {
    pub(super) fn new(file: Arc<SourceFile>, edits: &[Edit], changed: String) -> Self {
        let (mut from, mut to) = (0, 0);
        let mut written = Vec::with_capacity(edits.len());
        for (span, text) in edits.iter().flat_map(|edit| without_kept(&file, edit)) {
            let start = to + span.start as usize - from;
            (from, to) = (span.end as usize, start + text.len());
            written.push([start, to, from]);
        }
        let changed = SourceFile::new(file.path().clone(), changed);
        Self { file, changed, written }
    }

    /// Where something stood before the edits; nothing of what they wrote.
    pub(super) fn position(&self, at: u32) -> Option<usize> {
        let at = at as usize;
        match self.written[..self.written.partition_point(|[start, ..]| *start < at)].last() {
            None => Some(at),
            Some([_, end, original]) => Some(at.checked_sub(*end)? + original),
        }
    }

    pub(super) fn span(&self, span: Span) -> Option<Span> {
        // What follows lines that were deleted does not begin before them.
        let is_behind = |[start, end, behind]: &&[usize; 3]| {
            [*start, *end] == [span.start as usize; 2] && self.file.text()[..*behind].ends_with('\n')
        };
        let deleted = self.written.iter().rfind(is_behind).filter(|_| !span.is_empty());
        let start = deleted.map(|[.., behind]| *behind).or_else(|| self.position(span.start))?;
        Some(Span::new(start, self.position(span.end)?))
    }

    /// A finding of the changed file whose edits write whole lines, where both stand in the file as it is.
    pub(super) fn place_line(&self, mut finding: Diagnostic) -> Option<Diagnostic> {
        finding.primary.span = self.span(finding.primary.span)?;
        finding.secondary.retain_mut(|label| self.span(label.span).map(|span| label.span = span).is_some());
        finding.alternatives.retain_mut(|way| self.place_edits(way).is_some());
        if let Some(fix) = &mut finding.fix {
            self.place_edits(fix)?;
        }
        Some(Diagnostic { file: self.file.clone(), pointer: None, ..finding })
    }

    /// Edits where they stand in the file as it is; nothing where one is of what was written.
    fn place_edits(&self, fix: &mut Fix) -> Option<()> {
        for edit in &mut fix.edits {
            let span = self.span(edit.span)?;
            if self.file.slice(span) != self.changed.slice(edit.span) {
                return None;
            }
            edit.span = span;
        }
        Some(())
    }

    /// A finding of the changed file where it stands in the file as it is, with an edit where that fits here as it does there.
    pub(super) fn place(&self, mut finding: Diagnostic) -> Option<Diagnostic> {
        finding.primary.span = self.span(finding.primary.span)?;
        for label in &mut finding.secondary {
            label.span = self.span(label.span)?;
        }
        let fix = finding.fix.take().and_then(|fix| {
            let edits = fix.edits.into_iter().map(|edit| {
                let span = self.span(edit.span)?;
                let in_line = !span.is_empty() && !edit.text.contains('\n');
                let (here, there) = (self.file.slice(span), self.changed.slice(edit.span));
                // The quotes that made a key of it are not needed around the right name.
                let name = edit.text.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
                let text = match name.filter(|name| *there == format!("\"{here}\"") && is_bare_key(name)) {
                    Some(name) => name.to_owned(),
                    None if here == there => edit.text,
                    None => return None,
                };
                in_line.then_some(Edit { span, text })
            });
            Some(Fix { edits: edits.collect::<Option<_>>()?, safety: Safety::Unsafe, ..fix })
        });
        finding.alternatives.retain_mut(|way| self.place_edits(way).is_some());
        Some(Diagnostic { file: self.file.clone(), fix, pointer: None, ..finding })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::edit::apply_text_edits;

    #[test]
    fn a_place_behind_edits_is_found_before_them() {
        let text = "name：S\nkey: a\n";
        let edits = [
            Edit { span: Span::new(4, 7), text: ": ".to_owned() },
            Edit { span: Span::empty_at(9), text: "kind: style\n".to_owned() },
        ];
        let changed = apply_text_edits(text, &edits).unwrap();
        let file = SourceFile::new("a.yaml", text);
        let mended = MendedFile::new(file, &edits, changed.clone());
        let place = |word: &str| mended.position(u32::try_from(changed.find(word).unwrap()).unwrap());
        assert_eq!((place("name"), place("S\n"), place("key")), (Some(0), text.find('S'), text.find("key")));
        // What an edit wrote stood nowhere.
        assert_eq!((place(" S"), place("style")), (None, None));
    }
}
