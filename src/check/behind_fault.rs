//! What a fault hides is told beside it: what is read only when the edits are made that say the same in the right form.
//!
//! Law: where such edits were made, what is then found outside of them was told before. A word that is offered for another one
//! is a guess, and what leaves something out says less: nothing is read as if these were made.

use std::collections::HashSet;
use std::sync::Arc;

use crate::check::follow_fix::MAX_REREAD_BYTES;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::edits;
use crate::source::edit::{apply_text_edits, compatible_fixes};

/// Most times that a file is read again: what was hidden may hide something itself.
const MAX_LEVELS: usize = 2;

/// What is found behind the faults of a file. `find_again` tells the findings of a changed file.
pub(super) fn find_hidden(
    file: &Arc<SourceFile>,
    findings: &[Diagnostic],
    find_again: &dyn Fn(&Arc<SourceFile>) -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    find_on_level(file, findings, find_again, MAX_LEVELS)
}

fn find_on_level(
    file: &Arc<SourceFile>,
    findings: &[Diagnostic],
    find_again: &dyn Fn(&Arc<SourceFile>) -> Vec<Diagnostic>,
    levels: usize,
) -> Vec<Diagnostic> {
    let text = file.text();
    let edits = if levels == 0 || text.len() > MAX_REREAD_BYTES { Vec::new() } else { restoring_edits(file, findings) };
    let Some(changed) = apply_text_edits(text, &edits).filter(|_| !edits.is_empty()) else { return Vec::new() };
    let mended = Mended::new(file, &edits, changed);
    let mut again = find_again(&mended.changed);
    // Edits that do not go together prove nothing.
    let is_syntax = |finding: &Diagnostic| finding.code == Code::Syntax;
    if again.iter().any(is_syntax) && !findings.iter().any(is_syntax) {
        return Vec::new();
    }
    let known: HashSet<(Code, &str)> =
        findings.iter().map(|finding| (finding.code, finding.message.as_str())).collect();
    let is_new = |finding: &Diagnostic| !known.contains(&(finding.code, finding.message.as_str()));
    if !again.iter().any(is_new) {
        return Vec::new();
    }
    let deeper = find_on_level(&mended.changed, &again, find_again, levels - 1);
    again.extend(deeper);
    let place = |finding: &Diagnostic| (finding.code, finding.primary.span.start);
    let told: HashSet<(Code, u32)> = findings.iter().map(place).collect();
    let new = again.into_iter().filter(is_new).filter_map(|next| mended.place(next));
    new.filter(|next| !told.contains(&place(next))).collect()
}

/// The edits that say the same in the right form, as far as they do not touch each other, in the order of the file.
fn restoring_edits(file: &Arc<SourceFile>, findings: &[Diagnostic]) -> Vec<Edit> {
    let own = findings.iter().filter(|finding| Arc::ptr_eq(&finding.file, file));
    let fixes = own.filter_map(|finding| finding.fix.as_ref().filter(|fix| restores(finding, fix)));
    let mut edits: Vec<Edit> = compatible_fixes(fixes).0.into_iter().cloned().collect();
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// Whether a fix says what the file says, in the form that is read.
fn restores(finding: &Diagnostic, fix: &Fix) -> bool {
    let file = &finding.file;
    let words = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let changes = |edit: &Edit| {
        let (old, new) = (words(file.slice(edit.span)), words(&edit.text));
        (!old.is_empty() && old != new).then_some(new)
    };
    let guess = |edit: &Edit| changes(edit).is_some_and(|new| !new.is_empty() && !edit.text.contains('\n'));
    let removes = |edit: &Edit| changes(edit).is_some_and(|new| new.is_empty());
    // What stands below a header that is misspelt, nothing else reads.
    let in_header = |edit: &Edit| {
        let start = edits::line_start(file, edit.span.start as usize);
        file.text()[start..].starts_with('[') && !edit.text.is_empty() && !edit.text.contains('\n')
    };
    let header = finding.code == Code::UnknownField && fix.edits.iter().all(in_header);
    let sure = fix.safety == Safety::Safe || header || !fix.edits.iter().any(guess);
    // Of two documents in place of one, each wants a key.
    let divides = fix.edits.iter().any(|edit| edit.text.trim_end() == "---");
    sure && !divides && !fix.edits.iter().all(removes)
}

/// A file with edits made in it.
struct Mended<'a> {
    file: &'a Arc<SourceFile>,
    changed: Arc<SourceFile>,
    /// What each edit wrote: where that begins and ends in the changed file, and where what it replaced ends in the file.
    written: Vec<[usize; 3]>,
}

impl<'a> Mended<'a> {
    fn new(file: &'a Arc<SourceFile>, edits: &[Edit], changed: String) -> Self {
        let (mut from, mut to) = (0, 0);
        let mut written = Vec::with_capacity(edits.len());
        for Edit { span, text } in edits {
            let start = to + span.start as usize - from;
            (from, to) = (span.end as usize, start + text.len());
            written.push([start, to, from]);
        }
        Self { file, changed: SourceFile::new(file.path().clone(), changed), written }
    }

    /// Where something stood before the edits; nothing of what they wrote.
    fn position(&self, at: u32) -> Option<usize> {
        let at = at as usize;
        match self.written[..self.written.partition_point(|[start, ..]| *start < at)].last() {
            None => Some(at),
            Some([_, end, original]) => Some(at.checked_sub(*end)? + original),
        }
    }

    fn span(&self, span: Span) -> Option<Span> {
        Some(Span::new(self.position(span.start)?, self.position(span.end)?))
    }

    /// A finding of the changed file where it stands in the file as it is, with an edit where that fits here as it does there.
    fn place(&self, mut finding: Diagnostic) -> Option<Diagnostic> {
        if !Arc::ptr_eq(&finding.file, &self.changed) {
            return None;
        }
        finding.primary.span = self.span(finding.primary.span)?;
        for label in &mut finding.secondary {
            label.span = self.span(label.span)?;
        }
        let fix = finding.fix.take().and_then(|fix| {
            let edits = fix.edits.into_iter().map(|edit| {
                let span = self.span(edit.span)?;
                let in_line = !span.is_empty() && !edit.text.contains('\n');
                let same = self.file.slice(span) == self.changed.slice(edit.span);
                (in_line && same).then_some(Edit { span, ..edit })
            });
            Some(Fix { edits: edits.collect::<Option<_>>()?, safety: Safety::Unsafe, ..fix })
        });
        Some(Diagnostic { file: self.file.clone(), fix, pointer: None, ..finding })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_behind_edits_is_found_before_them() {
        let text = "name：S\nkey: a\n";
        let edits = [
            Edit { span: Span::new(4, 7), text: ": ".to_owned() },
            Edit { span: Span::empty_at(9), text: "kind: style\n".to_owned() },
        ];
        let changed = apply_text_edits(text, &edits).unwrap();
        let file = SourceFile::new("a.yaml", text);
        let mended = Mended::new(&file, &edits, changed.clone());
        let place = |word: &str| mended.position(u32::try_from(changed.find(word).unwrap()).unwrap());
        assert_eq!((place("name"), place("S\n"), place("key")), (Some(0), text.find('S'), text.find("key")));
        // What an edit wrote stood nowhere.
        assert_eq!((place(" S"), place("style")), (None, None));
    }
}
