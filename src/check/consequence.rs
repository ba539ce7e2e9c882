//! One cause is one finding: what is not found once the edit of another finding is made follows from that other one.
//!
//! Only what relates two places is looked at, and only where it has no edit of its own, or one that guesses at another name while
//! the name itself is there once something else is mended; of a file in which the line between two documents is lost, all is.
//! Nothing is silenced for good: where the cause is mended otherwise, the next run tells what is left. A warning that an error
//! follows from is an error itself, unless the project says that it is none: then both are told.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::check::behind_fault::{ChangedFiles, FindAgain, by_file, divides, make_together};
use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile};
use crate::model::project::Project;

/// Codes of what relates two places, of which another finding may tell the one that is wrong.
const RELATIONS: &[Code] = &[
    Code::MissingField,
    Code::UnknownBase,
    Code::BaseLanguage,
    Code::UnknownReference,
    Code::WrongReference,
    Code::DuplicateStyleLanguage,
    Code::StyleLanguage,
    Code::ValueNotOffered,
    Code::MissingPair,
    Code::ReversedPair,
    Code::MissingTermList,
    Code::MissingSourceLanguage,
    Code::NoFiles,
    Code::UnknownAddress,
    Code::EmptyValue,
    Code::WithoutEffect,
];
/// Those about a name that nothing has.
const NAMES: &[Code] = &[Code::UnknownBase, Code::UnknownReference];
/// Most findings whose edits are tried; each costs a reading of the project.
const MAX_CAUSES: usize = 6;
/// Most findings of a project that are looked at: whoever has more begins anywhere.
const MAX_FINDINGS: usize = 100;
/// What a note says of a place behind which what follows is told.
const FOLLOWS: &str = " follows from it:";
/// Most of what follows that a cause names.
const MAX_NAMED: usize = 3;

/// Findings by file, code and place.
pub(super) type FoundPlaces = HashSet<(Arc<str>, Code, u32)>;

fn place_of(finding: &Diagnostic) -> (Arc<str>, Code, u32) {
    (finding.file.path().clone(), finding.code, finding.primary.span.start)
}

/// Names that nothing has, for which another one is guessed, in files as they are: of what faults hide, nothing is left to find
/// where only one of them is mended.
pub(super) fn guessed_names(findings: &[Diagnostic]) -> FoundPlaces {
    let guessed = findings.iter().filter(|finding| finding.fix.is_some() && NAMES.contains(&finding.code));
    guessed.map(place_of).collect()
}

/// Drops what follows from other findings. `guessed` are names that may be there once something else is mended.
pub(super) fn drop_consequences(
    findings: &mut Vec<Diagnostic>,
    guessed: &FoundPlaces,
    project: &Project,
    find_again: &FindAgain<'_>,
) {
    if findings.len() > MAX_FINDINGS {
        return;
    }
    let divided: HashSet<&Arc<str>> =
        findings.iter().filter(|finding| divides(finding)).map(|finding| finding.file.path()).collect();
    let relates = |finding: &Diagnostic| {
        // What a base sets is another place, and a value of one's own is none.
        let own = finding.code == Code::ValueNotOffered && finding.pointer.as_deref() != Some("/extends");
        RELATIONS.contains(&finding.code) && !own && (finding.fix.is_none() || guessed.contains(&place_of(finding)))
    };
    let may_follow =
        |finding: &Diagnostic| relates(finding) || divided.contains(finding.file.path()) && !divides(finding);
    let mut open: Vec<usize> = (0..findings.len()).filter(|at| may_follow(&findings[*at])).collect();
    let ignores = [Code::InvalidIgnore, Code::UnusedIgnore];
    let causes = findings.iter().filter(|finding| finding.fix.is_some() && !ignores.contains(&finding.code));
    let causes: Vec<Diagnostic> = causes.take(MAX_CAUSES).cloned().collect();
    let all: Vec<&Diagnostic> = causes.iter().collect();
    // Mostly nothing follows, which one reading shows.
    let left = open_after(findings, &open, &all, find_again);
    open.retain(|at| !left.contains(at) || findings[*at].fix.is_some());
    let mut dropped = vec![false; findings.len()];
    for cause in &causes {
        // Of two names that are not the same, either may be the wrong one.
        let guesses = RELATIONS.contains(&cause.code);
        let weight = project.lints.get(&cause.code).copied().flatten();
        let stays_lighter = |at: &usize| weight.is_some_and(|weight| weight > findings[*at].severity);
        let may_be = |at: &usize| match divides(cause) {
            true => findings[*at].file.path() == cause.file.path() || relates(&findings[*at]),
            false => relates(&findings[*at]) && !(guesses && findings[*at].fix.is_some()) && !stays_lighter(at),
        };
        let tried: Vec<usize> = open.iter().copied().filter(may_be).collect();
        let left = open_after(findings, &tried, &[cause], find_again);
        for at in tried.into_iter().filter(|at| !left.contains(at)) {
            open.retain(|other| *other != at);
            dropped[at] = true;
            tell_with(findings, cause, at);
        }
    }
    let mut kept = dropped.iter().map(|dropped| !dropped);
    findings.retain(|_| kept.next() == Some(true));
}

/// Names what weighs more at the warning that it follows from, which then weighs as much.
fn tell_with(findings: &mut [Diagnostic], cause: &Diagnostic, at: usize) {
    let severity = findings[at].severity;
    let note = format!("{}{FOLLOWS} {}", findings[at].primary_place(), findings[at].message);
    let is_cause = |finding: &&mut Diagnostic| place_of(finding) == place_of(cause) && severity < cause.severity;
    for told in findings.iter_mut().filter(is_cause) {
        told.severity = severity;
        if told.notes.iter().filter(|note| note.contains(FOLLOWS)).count() < MAX_NAMED {
            told.notes.push(note.clone());
        }
    }
}

/// Those of some findings, by their numbers, that are found also where the edits of these causes are made.
fn open_after(
    findings: &[Diagnostic],
    open: &[usize],
    causes: &[&Diagnostic],
    find_again: &FindAgain<'_>,
) -> BTreeSet<usize> {
    let everything = || open.iter().copied().collect();
    let changed = make_edits(causes);
    if open.is_empty() || changed.is_empty() {
        return everything();
    }
    let again = find_again(&changed);
    if again.iter().any(|next| next.code == Code::Syntax) {
        return everything();
    }
    // What is said of another place in the file may be the same fault in other words.
    let code_in_file = |finding: &Diagnostic| (finding.code, finding.file.path().clone());
    let left: HashSet<(Code, Arc<str>)> = again.iter().map(code_in_file).collect();
    let told: HashSet<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
    let is_reworded = |next: &&Diagnostic| RELATIONS.contains(&next.code) && !told.contains(next.message.as_str());
    let reworded: HashSet<&Arc<str>> = again.iter().filter(is_reworded).map(|next| next.file.path()).collect();
    let stays = |at: &usize| {
        let finding = &findings[*at];
        left.contains(&code_in_file(finding))
            || RELATIONS.contains(&finding.code) && reworded.contains(finding.file.path())
            || causes.iter().any(|cause| replaces(cause, finding) && !writes_same(cause, finding))
    };
    open.iter().copied().filter(stays).collect()
}

/// Whether the edit of a finding replaces what another one is about: then nothing is left to find there.
fn replaces(cause: &Diagnostic, finding: &Diagnostic) -> bool {
    let (edits, span) = (cause.fix.iter().flat_map(|fix| &fix.edits), finding.primary.span);
    let touches = |edit: &Edit| edit.span.start < span.end && span.start < edit.span.end;
    cause.file.path() == finding.file.path() && edits.into_iter().any(touches)
}

/// Whether the edit of a finding writes what another one offers as the name, among more.
fn writes_same(cause: &Diagnostic, finding: &Diagnostic) -> bool {
    let (Some(whole), Some(offered)) = (&cause.fix, &finding.fix) else { return false };
    let is_written = |edit: &Edit| {
        let name = edit.text.trim_matches(['"', '\'']);
        let writes = |whole: &Edit| whole.span == edit.span && whole.text.contains(name);
        !name.is_empty() && whole.edits.iter().any(writes)
    };
    !offered.edits.is_empty() && offered.edits.iter().all(is_written)
}

/// The files of findings as they read with those edits that go together.
fn make_edits(causes: &[&Diagnostic]) -> ChangedFiles {
    let changed = by_file(causes.iter().copied()).into_iter().filter_map(|(path, causes)| {
        let (_, changed) = make_together(&causes[0].file, causes.iter().filter_map(|cause| cause.fix.as_ref()))?;
        Some((path.clone(), SourceFile::new(path.clone(), changed)))
    });
    changed.collect()
}
