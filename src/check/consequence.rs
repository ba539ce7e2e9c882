//! One cause is one finding: what is not found once the edit of another finding is made follows from that other one.
//!
//! Only what relates two places is looked at, and only where it has no edit of its own. Nothing is silenced for good: where the
//! cause is mended otherwise, the next run tells what is left. An error is not dropped for a warning, which blocks nothing: it
//! says where to begin.

use std::collections::HashSet;
use std::sync::Arc;

use crate::check::behind_fault::ChangedFiles;
use crate::check::follow_fix::MAX_REREAD_BYTES;
use crate::diagnostic::{Code, Diagnostic, SourceFile};
use crate::source::edit::apply_text_edits;

/// Codes of what relates two places, of which another finding may tell the one that is wrong.
const RELATIONS: &[Code] = &[
    Code::MissingField,
    Code::UnknownBase,
    Code::BaseLanguage,
    Code::UnknownReference,
    Code::WrongReference,
    Code::DuplicateStyleLanguage,
    Code::StyleLanguage,
    Code::MissingPair,
    Code::ReversedPair,
    Code::MissingTermList,
    Code::MissingSourceLanguage,
    Code::NoFiles,
    Code::UnknownAddress,
];
/// Most findings whose edits are tried; each costs a reading of the project.
const MAX_CAUSES: usize = 6;
/// Most findings of a project that are looked at: whoever has more begins anywhere.
const MAX_FINDINGS: usize = 100;

/// Drops what follows from other findings. `find_again` tells what is found where some files read as these do.
pub fn drop_consequences(findings: &mut Vec<Diagnostic>, find_again: &dyn Fn(&ChangedFiles) -> Vec<Diagnostic>) {
    if findings.len() > MAX_FINDINGS {
        return;
    }
    let may_follow = |finding: &Diagnostic| RELATIONS.contains(&finding.code) && finding.fix.is_none();
    let mut open: Vec<usize> = (0..findings.len()).filter(|at| may_follow(&findings[*at])).collect();
    let ignores = [Code::InvalidIgnore, Code::UnusedIgnore];
    let causes = findings.iter().filter(|finding| finding.fix.is_some() && !ignores.contains(&finding.code));
    let causes: Vec<Diagnostic> = causes.take(MAX_CAUSES).cloned().collect();
    let mut dropped = vec![false; findings.len()];
    for cause in causes {
        if open.is_empty() {
            break;
        }
        let Some(changed) = make_edits(&cause) else { continue };
        let again = find_again(&changed);
        if again.iter().any(|next| next.code == Code::Syntax) {
            continue;
        }
        // What is said of another place in the file may be the same fault in other words.
        let left: HashSet<(Code, &str)> = again.iter().map(code_in_file).collect();
        open.retain(|at| {
            let finding = &mut findings[*at];
            let stays = left.contains(&code_in_file(finding));
            if !stays {
                dropped[*at] = cause.severity <= finding.severity;
                let place = cause.primary_place();
                finding.help = Some(format!("mend {place} first, which this follows from"));
            }
            stays
        });
    }
    let mut kept = dropped.iter().map(|dropped| !dropped);
    findings.retain(|_| kept.next() == Some(true));
}

fn code_in_file(finding: &Diagnostic) -> (Code, &str) {
    (finding.code, finding.file.path())
}

/// The file of a finding as it reads with the finding's edit.
fn make_edits(finding: &Diagnostic) -> Option<ChangedFiles> {
    let (file, fix) = (&finding.file, finding.fix.as_ref()?);
    let changed = (file.text().len() <= MAX_REREAD_BYTES).then(|| apply_text_edits(file.text(), &fix.edits))??;
    let changed = SourceFile::new(file.path().clone(), changed);
    Some(ChangedFiles::from([(Arc::clone(changed.path()), changed)]))
}
