//! An edit is followed to its end: what it would leave wrong on its own lines is mended with it, so that whoever makes it is done.
//!
//! Law: where an offered edit was made, nothing new is found on its lines that has one edit of its own.

use std::collections::HashSet;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::edits;
use crate::source::edit::apply_text_edits;
use crate::source::emit::is_bare_key;

/// Most bytes of changed files that are read again for the findings of one file.
pub(super) const MAX_REREAD_BYTES: usize = 1 << 16;
/// Most changed files that are read again for the findings of one file: each may take as long as the file itself.
const MAX_REREADS: usize = 8;
/// Longest stretch of a file that an edit may change to be followed: some lines.
const MAX_FOLLOWED_BYTES: usize = 1 << 9;
/// Most edits that are made one.
const MAX_STEPS: usize = 3;

/// Joins each edit with those that would be offered for its lines afterwards. `find_again` tells the findings of a changed file.
pub(super) fn follow_fixes(
    file: &Arc<SourceFile>,
    findings: &mut [Diagnostic],
    find_again: impl Fn(&Arc<SourceFile>) -> Vec<Diagnostic>,
) {
    let known: HashSet<(Code, String)> =
        findings.iter().map(|finding| (finding.code, finding.message.clone())).collect();
    let mut budget = MAX_REREAD_BYTES.min(MAX_REREADS * file.text().len());
    for finding in findings.iter_mut().filter(|finding| finding.code == Code::UndefinedAlias) {
        let Some((other, _)) = finding.help.as_deref().unwrap_or_default().split_once(", or quote `") else { continue };
        let text = format!("\"{}\"", file.slice(finding.primary.span));
        let quoted = edits::replace_span(finding.primary.span, text, "quote it", Safety::Unsafe);
        let Some(left) = budget.checked_sub(file.text().len()) else { return };
        let Some(made) = make_edits(file, &quoted) else { continue };
        budget = left;
        let wrong = |next: &Diagnostic| next.code == Code::WrongType && made.contains(next.primary.span);
        if find_again(&made.file).iter().any(wrong) {
            finding.help = Some(format!("{other}: no text is due here"));
        }
    }
    for finding in findings.iter_mut().filter(|finding| Arc::ptr_eq(&finding.file, file)) {
        for _ in 0..MAX_STEPS {
            let Some(left) = budget.checked_sub(file.text().len()) else { return };
            let Some(made) = finding.fix.as_ref().and_then(|fix| make_edits(file, fix)) else { break };
            budget = left;
            let again = find_again(&made.file);
            let new = |next: &&Diagnostic| {
                made.contains(next.primary.span) && !known.contains(&(next.code, next.message.clone()))
            };
            let mut new = again.iter().filter(new);
            let (Some(next), None) = (new.next(), new.next()) else { break };
            if !join_next(file, finding, &made, next) {
                break;
            }
        }
    }
}

/// A file with the edits of a fix made in it.
struct MadeEdits {
    file: Arc<SourceFile>,
    /// The whole lines that the edits touch, in the file as it is.
    before: Span,
    /// The same lines afterwards.
    after: Span,
}

impl MadeEdits {
    fn contains(&self, span: Span) -> bool {
        self.after.start <= span.start && span.end <= self.after.end
    }
}

/// Makes the edits of a fix; nothing where they are far apart, or move and remove what stands there.
fn make_edits(file: &Arc<SourceFile>, fix: &Fix) -> Option<MadeEdits> {
    if fix.edits.iter().any(|edit| edit.text.trim().is_empty()) {
        return None;
    }
    let first = fix.edits.iter().map(|edit| edit.span.start as usize).min()?;
    let last = fix.edits.iter().map(|edit| edit.span.end as usize).max()?;
    let text = file.text();
    let start = text.get(..first)?.rfind('\n').map_or(0, |at| at + 1);
    let rest = text.get(last..)?;
    let end = last + rest.find('\n').unwrap_or(rest.len());
    if end - start > MAX_FOLLOWED_BYTES {
        return None;
    }
    let changed = apply_text_edits(text, &fix.edits)?;
    let after = Span::new(start, (changed.len() + end).checked_sub(text.len())?);
    let file = SourceFile::new(file.path().clone(), changed);
    Some(MadeEdits { file, before: Span::new(start, end), after })
}

/// Puts the edits of what is found next into the fix; whether that could be done.
fn join_next(file: &SourceFile, finding: &mut Diagnostic, made: &MadeEdits, next: &Diagnostic) -> bool {
    if let Some(meant) = name_meant(file, finding, next) {
        *finding = meant;
        return true;
    }
    let (Some(fix), Some(more)) = (finding.fix.as_mut(), &next.fix) else { return false };
    // What is made unasked stays so.
    let keeps = more.safety == Safety::Safe || fix.safety == Safety::Unsafe;
    let inside = more.edits.iter().all(|edit| made.contains(edit.span));
    let removes = more.edits.iter().all(|edit| edit.text.is_empty());
    if !keeps || !inside || removes {
        return false;
    }
    let Some(changed) = apply_text_edits(made.file.text(), &more.edits) else { return false };
    let before = file.slice(made.before);
    let end = (changed.len() + made.after.end as usize).saturating_sub(made.file.text().len());
    let Some(after) = changed.get(made.after.start as usize..end) else { return false };
    let title = whole_value(fix, made, before, after).map(|(was, value)| (was, format!("write `{value}`")));
    if let Some((was, title)) = title.filter(|(was, _)| finding.help.as_ref() == Some(was)) {
        fix.title = fix.title.replace(&was, &title);
        finding.help = next.help.clone().filter(|help| help.starts_with(&title)).or(Some(title));
        // What was to be in quotes is no text at all.
        if next.code == Code::WrongType {
            finding.message.clone_from(&next.message);
        }
    }
    // Of a name whose value is another one as well, the line says both.
    if let [edit] = fix.edits.as_slice()
        && finding.code == Code::UnknownRule
        && finding.help.as_ref() == Some(&format!("did you mean `{}`?", edit.text))
        && !after.contains(['\n', '#'])
    {
        let why = next.help.as_ref().and_then(|help| help.split_once(": ")).map(|(_, why)| format!(" {why}"));
        let line = after.trim();
        fix.title = format!("write `{line}`");
        finding.help = Some(format!("did you mean `{line}`?{}", why.unwrap_or_default()));
    }
    fix.edits = vec![smallest_edit(before, after, made.before.start as usize)];
    if finding.message != next.message && !finding.notes.contains(&next.message) {
        finding.notes.insert(0, next.message.clone());
    }
    true
}

/// Of a key that was to be in quotes and that nothing knows: the name that is meant, which needs none.
fn name_meant(file: &SourceFile, finding: &Diagnostic, next: &Diagnostic) -> Option<Diagnostic> {
    let ([edit], [named]) = (finding.fix.as_ref()?.edits.as_slice(), next.fix.as_ref()?.edits.as_slice()) else {
        return None;
    };
    let quoted = edit.text == format!("\"{}\"", file.slice(edit.span)) && named.span.start == edit.span.start;
    let name = named.text.strip_prefix('"')?.strip_suffix('"').filter(|name| quoted && is_bare_key(name))?;
    if next.code != Code::UnknownField || !next.secondary.is_empty() {
        return None;
    }
    let mut meant = Diagnostic { file: finding.file.clone(), ..next.clone() };
    meant.primary.span = edit.span;
    let edits = vec![Edit { span: edit.span, text: name.to_owned() }];
    Some(meant.with_fix(Fix { title: format!("write `{name}`"), safety: Safety::Unsafe, edits }))
}

/// What a fix that writes one value says it writes, and the value that stands there once the next edits are made.
fn whole_value<'t>(fix: &Fix, made: &MadeEdits, before: &str, after: &'t str) -> Option<(String, &'t str)> {
    let [edit] = fix.edits.as_slice() else { return None };
    let (head, tail) = (edit.span.start - made.before.start, made.before.end.checked_sub(edit.span.end)?);
    let (head, tail) = (head as usize, tail as usize);
    let value = after.get(head..after.len().checked_sub(tail)?)?;
    let kept = after.starts_with(before.get(..head)?) && after.ends_with(&before[before.len() - tail..]);
    (kept && !value.contains('\n')).then(|| (format!("write `{}`", edit.text), value))
}

/// The edit that makes one text another, without what both begin and end with.
fn smallest_edit(before: &str, after: &str, at: usize) -> Edit {
    let same = |(one, other): &(char, char)| one == other;
    let start: usize = before.chars().zip(after.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (rest, new) = (&before[start..], &after[start..]);
    let end: usize = rest.chars().rev().zip(new.chars().rev()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let span = Span::new(at + start, at + before.len() - end);
    Edit { span, text: new[..new.len() - end].to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_changes_no_more_than_differs() {
        for (before, after, edit) in [
            ("a: b", "a: c", (3, 4, "c")),
            ("a: b", "aa: b", (1, 1, "a")),
            ("x-y: ä", "x_y: ö", (1, 7, "_y: ö")),
            ("a", "a", (1, 1, "")),
        ] {
            let made = smallest_edit(before, after, 0);
            assert_eq!((made.span.start, made.span.end, &*made.text), edit, "{before}");
            assert_eq!(apply_text_edits(before, &[made]).unwrap(), after);
        }
    }
}
