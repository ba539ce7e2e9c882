//! Findings that follow from others by their codes and how near they are: they are not told.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Label, Span};

/// How near a finding is to what it follows from.
#[derive(Clone, Copy)]
enum Near {
    Span,
    Line,
    /// The cause is on the line behind.
    LineBehind,
    /// The cause is where a text of several lines goes on.
    WithinText,
    File,
}

impl Near {
    /// What two findings have in common that are so near.
    fn place_of(self, finding: &Diagnostic) -> (Arc<str>, Span) {
        let span = match self {
            Self::Span => finding.primary.span,
            Self::Line => Span::empty_at(finding.primary_place().line as usize),
            Self::LineBehind => Span::empty_at(finding.primary_place().line as usize + 1),
            Self::WithinText if finding.file.slice(finding.primary.span).contains('\n') => {
                Span::empty_at(finding.file.position_at(finding.primary.span.end).line as usize)
            }
            Self::WithinText => Span::empty_at(u32::MAX as usize),
            Self::File => Span::empty_at(0),
        };
        (finding.file.path().clone(), span)
    }

    /// The same of a cause, which may be found on several lines at once.
    fn places_of(self, finding: &Diagnostic) -> Vec<(Arc<str>, Span)> {
        if matches!(self, Self::LineBehind | Self::WithinText) {
            return vec![Self::Line.place_of(finding)];
        }
        let mut places = vec![self.place_of(finding)];
        if matches!(self, Self::Line) {
            let line = |label: &Label| Span::empty_at(finding.file.position_at(label.span.start).line as usize);
            places.extend(finding.secondary.iter().map(|label| (finding.file.path().clone(), line(label))));
        }
        places
    }
}

/// Findings that follow from others: a code, how near, and the codes of the cause; none is any other code.
const FOLLOWERS: &[(Code, Near, Option<Code>)] = &[
    // What a plain scalar means elsewhere does not matter where something else is found, nor that of a field that nobody reads.
    (Code::AmbiguousScalar, Near::Span, None),
    (Code::AmbiguousScalar, Near::Line, Some(Code::UnknownField)),
    (Code::AmbiguousScalar, Near::Line, Some(Code::UnknownRule)),
    // What is set again below says itself what to do with the empty one.
    (Code::EmptyValue, Near::Line, Some(Code::DuplicateKey)),
    (Code::EmptyValue, Near::Line, Some(Code::UnknownField)),
    // What a language is meant to be, where that is known.
    (Code::UnknownLanguage, Near::Span, Some(Code::UnlikelyLanguage)),
    (Code::UnknownLanguage, Near::Span, Some(Code::BaseLanguage)),
    (Code::UnknownLanguage, Near::Span, Some(Code::StyleLanguage)),
    // A language that is offered as a target only, where it is one that stands in the place of the source.
    (Code::UnlistedLanguage, Near::Line, Some(Code::ReversedPair)),
    (Code::UnlistedLanguage, Near::Line, Some(Code::StyleLanguage)),
    // What a profile asks for that the language lacks, where that is another one.
    (Code::FeatureNotOffered, Near::File, Some(Code::StyleLanguage)),
    // What stands behind a sign that begins no text, or that another tool fills in.
    (Code::UnknownLanguage, Near::Line, Some(Code::Syntax)),
    (Code::UnknownLanguage, Near::Line, Some(Code::WrongType)),
    (Code::MalformedLanguage, Near::Line, Some(Code::Syntax)),
    (Code::ForeignNotation, Near::Line, Some(Code::WrongType)),
    // What a line should hold that is not laid out as it must be.
    (Code::EmptyValue, Near::LineBehind, Some(Code::Syntax)),
    (Code::EmptyValue, Near::LineBehind, Some(Code::TabIndent)),
    // A line that was read as the end of the text above.
    (Code::UnknownBase, Near::WithinText, Some(Code::Syntax)),
    (Code::UnknownBase, Near::WithinText, Some(Code::TabIndent)),
    (Code::UnknownLanguage, Near::WithinText, Some(Code::Syntax)),
    (Code::UnknownLanguage, Near::WithinText, Some(Code::TabIndent)),
    // A pattern that is wrong matches nothing.
    (Code::NoFiles, Near::Span, None),
    // What cannot be a key names nothing.
    (Code::UnknownBase, Near::Span, Some(Code::InvalidKey)),
    // What is merged stands below a name of its own.
    (Code::UnknownField, Near::Line, Some(Code::MergeKey)),
    // A refused character that is hidden as well is one fault.
    (Code::HiddenText, Near::Span, Some(Code::EntryCharacter)),
];

/// What is said because something else is absent, which a fault of the same file may hide. What is found behind the fault is told
/// beside it all the same.
const ABSENCES: &[(Code, Near, Option<Code>)] = &[
    (Code::WithoutEffect, Near::File, Some(Code::Syntax)),
    (Code::WithoutEffect, Near::File, Some(Code::UnknownField)),
];

/// One fault is one finding: what follows from a fault is not said.
pub(super) fn drop_followers(findings: &mut Vec<Diagnostic>) {
    drop_those(FOLLOWERS, findings);
}

/// What is absent may stand where a fault is: that it is, is not said.
pub(super) fn drop_absences(findings: &mut Vec<Diagnostic>) {
    drop_those(ABSENCES, findings);
}

/// What the same edits mend is one cause: of such findings of a file the heaviest is told, or the first.
pub(super) fn drop_same_edits(findings: &mut Vec<Diagnostic>) {
    let mut told: BTreeMap<(Arc<str>, Vec<Edit>), usize> = BTreeMap::new();
    let mut dropped = vec![false; findings.len()];
    for (at, finding) in findings.iter().enumerate() {
        let edits = finding.fix.as_ref().map(|fix| fix.edits.clone());
        let Some(mut edits) = edits.filter(|edits| !edits.is_empty()) else { continue };
        edits.sort_unstable();
        let other = told.entry((finding.file.path().clone(), edits)).or_insert(at);
        if *other != at {
            let lighter = if finding.severity < findings[*other].severity { std::mem::replace(other, at) } else { at };
            dropped[lighter] = true;
        }
    }
    let mut dropped = dropped.into_iter();
    findings.retain(|_| dropped.next() != Some(true));
}

fn drop_those(followers: &[(Code, Near, Option<Code>)], findings: &mut Vec<Diagnostic>) {
    for (follower, near, cause) in followers {
        if !findings.iter().any(|finding| finding.code == *follower) {
            continue;
        }
        let is_cause = |finding: &&Diagnostic| cause.map_or(finding.code != *follower, |cause| finding.code == cause);
        let causes: HashSet<(Arc<str>, Span)> =
            findings.iter().filter(is_cause).flat_map(|finding| near.places_of(finding)).collect();
        findings.retain(|finding| finding.code != *follower || !causes.contains(&near.place_of(finding)));
    }
}
