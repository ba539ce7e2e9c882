//! What a fault hides is told beside it: what is found only when the edits are made that say the same in the right form.
//!
//! Law: where such edits were made, what is then found outside of them was told before, in whichever file it stands. A word
//! that is offered for another one is a guess, but for what hides all that it leads to, and what leaves something out says
//! less: nothing is read as if these were made.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::catalogue::nearest;
use crate::check::follow_fix::MAX_REREAD_BYTES;
use crate::check::follower;
use crate::check::mended_file::MendedFile;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::schema::edits;
use crate::source::edit::{apply_text_edits, edits_together};

/// Most times that files are read again: what was hidden may hide something itself.
const MAX_LEVELS: usize = 2;
/// Most bytes of changed files that are read again at once.
const MAX_BYTES_AT_ONCE: usize = 1 << 22;

/// Files as they would read, by path.
pub type ChangedFiles = BTreeMap<Arc<str>, Arc<SourceFile>>;
/// Tells what is found where some files read as these do.
pub type FindAgain<'f> = dyn Fn(&ChangedFiles) -> Vec<Diagnostic> + 'f;

/// Adds what is found behind the faults of files, in order of file and place. `find_again` tells what is found where some
/// files read as these do.
///
/// A file without an error hides nothing: it says what it is read as.
pub(super) fn add_hidden(findings: &mut Vec<Diagnostic>, find_again: &FindAgain<'_>) {
    let hidden = find_on_level(findings, &ChangedFiles::new(), find_again, MAX_LEVELS);
    if !hidden.is_empty() {
        // Who is told the right name of a key needs no other way to write the wrong one.
        let place = |finding: &Diagnostic| (finding.file.path().clone(), finding.primary.span);
        let named: HashSet<(Arc<str>, Span)> = hidden.iter().filter(|hidden| hidden.fix.is_some()).map(place).collect();
        findings.retain(|finding| finding.code != Code::Syntax || !named.contains(&place(finding)));
        findings.extend(hidden);
        follower::drop_followers(findings);
        findings.sort_by_cached_key(Diagnostic::sort_key);
    }
}

fn find_on_level(
    findings: &[Diagnostic],
    above: &ChangedFiles,
    find_again: &FindAgain<'_>,
    levels: usize,
) -> Vec<Diagnostic> {
    let mut mended = if levels == 0 { BTreeMap::new() } else { mend_files(findings) };
    let broken = files_of_code(findings, Code::Syntax);
    let (changed, mut again) = loop {
        if mended.is_empty() {
            return Vec::new();
        }
        let mut changed = above.clone();
        changed.extend(mended.iter().map(|(path, mended)| (path.clone(), mended.changed.clone())));
        let again = find_again(&changed);
        // Edits that do not go together prove nothing.
        let before = mended.len();
        let newly_broken = files_of_code(&again, Code::Syntax);
        mended.retain(|path, _| broken.contains(path) || !newly_broken.contains(path));
        if mended.len() == before {
            break (changed, again);
        }
    };
    let known: HashSet<(&str, Code, &str)> =
        findings.iter().map(|finding| (&**finding.file.path(), finding.code, finding.message.as_str())).collect();
    let is_new = |finding: &Diagnostic| {
        finding.code != Code::UnusedIgnore
            && !known.contains(&(&**finding.file.path(), finding.code, finding.message.as_str()))
    };
    if !again.iter().any(is_new) {
        return Vec::new();
    }
    let deeper = find_on_level(&again, &changed, find_again, levels - 1);
    again.extend(deeper);
    let place = |finding: &Diagnostic| (finding.file.path().clone(), finding.code, finding.primary.span.start);
    let told: HashSet<(Arc<str>, Code, u32)> = findings.iter().map(place).collect();
    let new = again.into_iter().filter(is_new).filter_map(|next| match mended.get(next.file.path()) {
        Some(mended) => mended.place(next),
        None => Some(next),
    });
    new.filter(|next| !told.contains(&place(next))).collect()
}

fn files_of_code(findings: &[Diagnostic], code: Code) -> HashSet<Arc<str>> {
    findings.iter().filter(|finding| finding.code == code).map(|finding| finding.file.path().clone()).collect()
}

/// The files with errors, with all edits made in them that say the same in the right form; none in which more is wrong than is
/// told.
fn mend_files(findings: &[Diagnostic]) -> BTreeMap<Arc<str>, MendedFile> {
    let mut by_file = by_file(findings.iter().filter(|finding| finding.severity == Severity::Error));
    by_file.retain(|_, findings| findings.iter().all(|finding| finding.omitted == 0));
    let mut left = MAX_BYTES_AT_ONCE;
    let mended = by_file.into_iter().filter_map(|(path, findings)| {
        let file = &findings[0].file;
        let restoring = findings.iter().filter_map(|one| one.fix.as_ref().filter(|fix| restores(one, fix)));
        let (edits, changed) = make_together(file, restoring)?;
        left = left.checked_sub(changed.len())?;
        Some((path.clone(), MendedFile::new(file.clone(), &edits, changed)))
    });
    mended.collect()
}

/// Findings by the path of their file.
pub(super) fn by_file<'f>(
    findings: impl IntoIterator<Item = &'f Diagnostic>,
) -> BTreeMap<&'f Arc<str>, Vec<&'f Diagnostic>> {
    let mut by_file: BTreeMap<&Arc<str>, Vec<&Diagnostic>> = BTreeMap::new();
    for finding in findings {
        by_file.entry(finding.file.path()).or_default().push(finding);
    }
    by_file
}

/// The edits of fixes that do not touch each other, in the order of the file, and the text with them; nothing where there are
/// none, or where the file is too long to be read again.
pub(super) fn make_together<'f>(
    file: &SourceFile,
    fixes: impl IntoIterator<Item = &'f Fix>,
) -> Option<(Vec<Edit>, String)> {
    if file.text().len() > MAX_REREAD_BYTES {
        return None;
    }
    let edits = edits_together(fixes);
    let changed = apply_text_edits(file.text(), &edits).filter(|_| !edits.is_empty())?;
    Some((edits, changed))
}

/// Whether a fix says what the file says, in the form that is read.
fn restores(finding: &Diagnostic, fix: &Fix) -> bool {
    let file = &finding.file;
    let changes = |edit: &Edit| {
        let (old, new) = (letters_of(file.slice(edit.span)), letters_of(&edit.text));
        (!old.is_empty() && old != new).then_some(new)
    };
    let guess = |edit: &Edit| changes(edit).is_some_and(|new| !new.is_empty() && !edit.text.contains('\n'));
    let removes = |edit: &Edit| changes(edit).is_some_and(|new| new.is_empty());
    let known = |edit: &Edit| leads_to_what_is_there(finding, edit);
    let sure = fix.safety == Safety::Safe || !fix.edits.iter().any(guess) || fix.edits.iter().all(known);
    // What a separator of lines parts is no one word, and what another tool fills in is not known.
    let joins =
        |edit: &Edit| edit.text.is_empty() && file.slice(edit.span).contains(['\u{2028}', '\u{2029}', '\u{85}']);
    let fills_in = |edit: &Edit| edit.text.contains("{{") || file.slice(edit.span).contains("{{");
    let proves_nothing = |edit: &Edit| joins(edit) || fills_in(edit);
    // Of two documents in place of one, each wants a key.
    sure && !divides(finding) && !fix.edits.iter().any(proves_nothing) && !fix.edits.iter().all(removes)
}

/// Whether a finding is that one document begins within another: what the fields of both mean together says nothing.
pub(super) fn divides(finding: &Diagnostic) -> bool {
    finding.fix.as_ref().is_some_and(|fix| fix.edits.iter().any(|edit| edit.text.trim_end() == "---"))
}

fn letters_of(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether an edit names what hides the rest while it is misspelt: a field or kind that is nearly called so, the header of a
/// table, a file that is there.
fn leads_to_what_is_there(finding: &Diagnostic, edit: &Edit) -> bool {
    let file = &finding.file;
    let (old, new) = (file.slice(edit.span).trim(), edit.text.trim());
    let in_header = || {
        let start = edits::line_start(file, edit.span.start as usize);
        file.text()[start..].starts_with('[') && !new.is_empty() && !new.contains('\n')
    };
    let is_near = || {
        let ((old, value), (new, new_value)) = (split_name(old), split_name(new));
        let is_name = !new.is_empty() && new.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        is_name && letters_of(value) == letters_of(new_value) && !nearest::nearest_words(old, [new]).is_empty()
    };
    let is = |code: Code| finding.code == code;
    is(Code::UnknownField) && in_header()
        || (is(Code::UnknownField) || is(Code::UnknownKind)) && is_near()
        || is(Code::UnreadableFile)
        || is(Code::OutsideFiles)
}

/// The name that a text begins with, and what stands behind it.
fn split_name(text: &str) -> (&str, &str) {
    let bare = text.trim_start_matches(['"', '\'', '[']);
    bare.split_at(bare.find(|c: char| !(c.is_alphanumeric() || "_- ".contains(c))).unwrap_or(bare.len()))
}
