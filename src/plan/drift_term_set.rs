//! What changed in glossaries and spoken terms since they were last applied, and what of it belongs into the files.
//!
//! The memory has digests of entries, not the entries. Those that were applied are known where the files have them still,
//! and, where the files changed too, among a few differing ones by their sum. Then each entry is judged by itself. Where they
//! are not known, a part is judged as a whole: what both sides changed is a conflict.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::Place;
use crate::model::SharedText;
use crate::model::term_set::{LiveTermSet, TermEntries, TermSet, TermSetPart, digest_of_entries};
use crate::plan::desired_resource::DesiredTermSet;
use crate::plan::drift_verdict::DriftVerdict;
use crate::plan::term_set::find_applied_entries;
use crate::plan::{Cause, Change, ChangedField};
use crate::state::applied::AppliedPart;
use crate::state::{Applied, Binding};

/// Entries of one part that are named one by one; more are counted.
const MAX_NAMED_ENTRIES: usize = 50;

/// Entries that are quoted of each side where a part is a conflict as a whole.
const MAX_QUOTED_ENTRIES: usize = 3;

/// One thing that the service changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermSetDelta {
    /// The display name.
    Name {
        /// As held.
        after: String,
    },
    /// One entry of a part that stays.
    Entry {
        /// Of which part.
        part: TermSetPart,
        /// Its source phrase, or the term.
        source: String,
        /// As held.
        after: Option<String>,
    },
    /// A part came or went, or it is not told entry by entry.
    Part {
        /// Which.
        part: TermSetPart,
        /// As held.
        after: Option<TermEntries>,
    },
}

/// A change and what it means for the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassifiedDelta {
    /// What the service changed.
    pub delta: TermSetDelta,
    /// What it means for the files.
    pub verdict: DriftVerdict,
    /// The change for people: `before` as last applied, `after` as held.
    pub change: Change,
}

/// What was last applied to a part.
enum AppliedBase {
    /// There was none.
    Absent,
    /// These entries.
    Entries(TermEntries),
    /// Something that neither the files nor its sum tell.
    Unknown,
}

impl AppliedBase {
    fn reconstruct_applied(last: Option<&AppliedPart>, own: Option<&TermEntries>, now: Option<&TermEntries>) -> Self {
        match (last, own) {
            (None, _) => Self::Absent,
            (Some(last), Some(own)) if last.matches_entries(&digest_of_entries(own)) => Self::Entries(own.clone()),
            (Some(last), Some(own)) => {
                let Some(now) = now else { return Self::Unknown };
                let Some(among) = find_applied_entries(last, now, own) else { return Self::Unknown };
                let common = now.iter().filter(|(source, target)| own.get(*source) == Some(target));
                let common = common.map(|(source, target)| (source.clone(), target.clone()));
                let told = among.into_iter().map(|(source, target)| (source.to_owned(), target.to_owned()));
                Self::Entries(Arc::new(common.chain(told).collect()))
            }
            (Some(_), None) => Self::Unknown,
        }
    }
}

/// Everything in which a live term set differs from what we made it say.
#[must_use]
pub fn term_set_deltas(
    binding: &Binding,
    live: &LiveTermSet,
    wanted: Option<DesiredTermSet<'_>>,
) -> Vec<ClassifiedDelta> {
    let said = live.content();
    let own = wanted.map(DesiredTermSet::content);
    let mut judged = Vec::new();
    if !binding.wrote_name(&said.name) {
        let before = binding.applied.name().into();
        let unchanged = own.as_ref().is_some_and(|own| binding.applied.has_name(&own.name));
        let verdict = choose_verdict(own.as_ref().is_some_and(|own| own.name == said.name), unchanged);
        let place = wanted.map(|wanted| wanted.name_place().clone());
        let change = drifted_change(ChangedField::Name, Some(before), Some((&said.name).into()), place);
        judged.push(ClassifiedDelta { delta: TermSetDelta::Name { after: said.name.clone() }, verdict, change });
    }
    let last = binding.applied.term_set().map(|applied| &applied.parts);
    let parts: BTreeSet<&TermSetPart> = last.into_iter().flat_map(BTreeMap::keys).chain(said.parts.keys()).collect();
    for part in parts {
        let now = said.parts.get(part);
        let (last, own) = (last.and_then(|last| last.get(part)), own.as_ref().and_then(|own| own.parts.get(part)));
        let is_ours = binding.wrote_part(part, now);
        if is_ours && last.is_none_or(|last| now.is_some_and(|now| last.matches_entries(&digest_of_entries(now)))) {
            continue;
        }
        let mut of_part = Vec::new();
        classify_part(&mut of_part, part, last, own, now, wanted);
        judged.extend(of_part.into_iter().filter(|judged| !is_ours || is_missed(judged, own, now)));
    }
    judged
}

/// Whether something is gone that was applied and is wanted. Where only a run that did not end explains it, people may have taken it
/// away, and a plan calls it drift; the rest is that run's.
fn is_missed(judged: &ClassifiedDelta, own: Option<&TermEntries>, now: Option<&TermEntries>) -> bool {
    let Some(own) = own else { return false };
    match &judged.delta {
        TermSetDelta::Entry { source, .. } => {
            now.is_some_and(|now| !now.contains_key(source)) && own.contains_key(source)
        }
        TermSetDelta::Part { after: None, .. } => true,
        TermSetDelta::Part { after: Some(after), .. } => {
            judged.verdict == DriftVerdict::WriteToFiles && own.keys().any(|source| !after.contains_key(source))
        }
        TermSetDelta::Name { .. } => false,
    }
}

fn classify_part(
    judged: &mut Vec<ClassifiedDelta>,
    part: &TermSetPart,
    last: Option<&AppliedPart>,
    own: Option<&TermEntries>,
    now: Option<&TermEntries>,
    wanted: Option<DesiredTermSet<'_>>,
) {
    let whole = |verdict| {
        let place = wanted.and_then(|wanted| wanted.part_place(part)).cloned();
        let before = last.map(|last| part.count_entries(usize::try_from(last.count).unwrap_or(usize::MAX)));
        let after = now.map(|now| match own.filter(|_| verdict == DriftVerdict::Conflict) {
            Some(own) => quote_entries(part, now, own, "not in the file"),
            None if before.as_ref() == Some(&part.count_entries(now.len())) => {
                format!("{}, others", part.count_entries(now.len()))
            }
            None => part.count_entries(now.len()),
        });
        let delta = TermSetDelta::Part { part: part.clone(), after: now.cloned() };
        ClassifiedDelta {
            delta,
            verdict,
            change: drifted_change(
                ChangedField::Part(part.clone()),
                before.map(Into::into),
                after.map(Into::into),
                place,
            ),
        }
    };
    if wanted.is_some() && own == now {
        return judged.push(whole(DriftVerdict::AlreadyInFiles));
    }
    let none = TermEntries::default();
    let base = match (AppliedBase::reconstruct_applied(last, own, now), own, now) {
        (AppliedBase::Absent, None, Some(_)) => return judged.push(whole(DriftVerdict::WriteToFiles)),
        (AppliedBase::Absent, Some(_), Some(_)) => none,
        (AppliedBase::Entries(base), Some(_), Some(_)) => base,
        (AppliedBase::Entries(base), Some(own), None) if base == *own => {
            return judged.push(whole(DriftVerdict::WriteToFiles));
        }
        (AppliedBase::Absent | AppliedBase::Entries(_) | AppliedBase::Unknown, _, _) => {
            return judged.push(whole(DriftVerdict::Conflict));
        }
    };
    let (Some(own), Some(now)) = (own, now) else { return };
    let sources: BTreeSet<&String> = base.keys().chain(now.keys()).collect();
    let differ: Vec<&String> = sources.into_iter().filter(|source| base.get(*source) != now.get(*source)).collect();
    if differ.len() > MAX_NAMED_ENTRIES {
        return judged.push(whole(if base == *own { DriftVerdict::WriteToFiles } else { DriftVerdict::Conflict }));
    }
    for source in differ {
        let (before, ours, after) = (base.get(source), own.get(source), now.get(source));
        let place = wanted.and_then(|wanted| wanted.entry_place(part, source)).cloned();
        let text = |target: Option<&String>| target.map(|target| describe_entry(part, source, target).into());
        let field = ChangedField::Entry(part.clone(), source.clone());
        judged.push(ClassifiedDelta {
            delta: TermSetDelta::Entry { part: part.clone(), source: source.clone(), after: after.cloned() },
            verdict: choose_verdict(ours == after, ours == before),
            change: drifted_change(field, text(before), text(after), place),
        });
    }
}

fn choose_verdict(agreed: bool, unchanged: bool) -> DriftVerdict {
    match (agreed, unchanged) {
        (true, _) => DriftVerdict::AlreadyInFiles,
        (false, true) => DriftVerdict::WriteToFiles,
        (false, false) => DriftVerdict::Conflict,
    }
}

/// There is one cause here, which is that the service changed: saying it at every change would say nothing.
fn drifted_change(
    field: ChangedField,
    before: Option<SharedText>,
    after: Option<SharedText>,
    place: Option<Place>,
) -> Change {
    Change { field, before, after, cause: Cause::Unknown, place }
}

/// What an entry says, for people. A spoken term stands for itself.
fn describe_entry(part: &TermSetPart, source: &str, target: &str) -> String {
    match part {
        TermSetPart::Dictionary { .. } => target.to_owned(),
        TermSetPart::Terms(_) => source.to_owned(),
    }
}

/// How many entries one side has, and the first of those that the other has not.
fn quote_entries(part: &TermSetPart, one: &TermEntries, other: &TermEntries, lacking: &str) -> String {
    let alone: Vec<(&String, &String)> =
        one.iter().filter(|(source, target)| other.get(*source) != Some(target)).collect();
    let mut text = part.count_entries(one.len());
    if alone.is_empty() {
        return text;
    }
    let some: Vec<String> = alone
        .iter()
        .take(MAX_QUOTED_ENTRIES)
        .map(|(source, target)| match part {
            TermSetPart::Dictionary { .. } => format!("\"{source}\": \"{target}\""),
            TermSetPart::Terms(_) => format!("\"{source}\""),
        })
        .collect();
    text.push_str(&format!("; {lacking}: {}", some.join(", ")));
    if alone.len() > MAX_QUOTED_ENTRIES {
        text.push_str(&format!(" and {} more", alone.len() - MAX_QUOTED_ENTRIES));
    }
    text
}

/// What the files say of what a change is about.
#[must_use]
pub fn desired_text(ClassifiedDelta { delta, verdict, .. }: &ClassifiedDelta, wanted: &TermSet) -> Option<String> {
    match delta {
        TermSetDelta::Name { .. } => Some(wanted.name.clone()),
        TermSetDelta::Entry { part, source, .. } => {
            wanted.parts.get(part)?.get(source).map(|target| describe_entry(part, source, target))
        }
        TermSetDelta::Part { part, after } => {
            let own = wanted.parts.get(part)?;
            Some(match after.as_ref().filter(|_| *verdict == DriftVerdict::Conflict) {
                Some(after) => quote_entries(part, own, after, "not on the service"),
                None => part.count_entries(own.len()),
            })
        }
    }
}

/// Whether the files say what the service says.
#[must_use]
pub fn is_in_files(delta: &TermSetDelta, wanted: &TermSet) -> bool {
    match delta {
        TermSetDelta::Name { after } => wanted.name == *after,
        TermSetDelta::Entry { part, source, after } => {
            wanted.parts.get(part).and_then(|entries| entries.get(source)) == after.as_ref()
        }
        TermSetDelta::Part { part, after } => wanted.parts.get(part) == after.as_ref(),
    }
}

/// What is remembered once these changes are settled: for them, what the service holds; for the rest, what was applied.
/// `wanted` is what the files said when the changes were judged.
#[must_use]
pub fn settled_term_set_binding(
    binding: &Binding,
    live: &LiveTermSet,
    wanted: Option<&TermSet>,
    settled: &[&TermSetDelta],
) -> Binding {
    let said = live.content();
    let mut binding = Binding { sealed: true, ..binding.clone() };
    let Applied::TermSet(applied) = &mut binding.applied else { return binding };
    let shared = applied.parts.values().any(|part| part.sources.is_some());
    let remember = |entries: &TermEntries| AppliedPart {
        sources: shared.then(|| entries.keys().map(|source| AppliedPart::source_digest(source)).collect()),
        ..AppliedPart::from_entries(entries)
    };
    let mut entries_of: BTreeMap<&TermSetPart, BTreeMap<String, String>> = BTreeMap::new();
    for delta in settled {
        match delta {
            TermSetDelta::Name { after } => {
                applied.name.clone_from(after);
                applied.stored_name = None;
            }
            TermSetDelta::Part { part, after: Some(after) } => {
                applied.parts.insert(part.clone(), remember(after));
            }
            TermSetDelta::Part { part, after: None } => {
                applied.parts.remove(part);
            }
            TermSetDelta::Entry { part, source, after } => {
                let entries = entries_of.entry(part).or_insert_with(|| {
                    let own = wanted.and_then(|wanted| wanted.parts.get(part));
                    match AppliedBase::reconstruct_applied(applied.parts.get(part), own, said.parts.get(part)) {
                        AppliedBase::Entries(base) => BTreeMap::clone(&base),
                        AppliedBase::Absent | AppliedBase::Unknown => BTreeMap::new(),
                    }
                });
                match after {
                    Some(after) => drop(entries.insert(source.clone(), after.clone())),
                    None => drop(entries.remove(source)),
                }
            }
        }
    }
    for (part, entries) in entries_of {
        applied.parts.insert(part.clone(), remember(&Arc::new(entries)));
    }
    binding
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Id;
    use crate::model::resource::ResourceContent;
    use crate::model::term_set::TermSetKind;

    #[test]
    fn what_is_settled_is_remembered_as_written_by_this_tool() {
        let id = || Id::new("g-1").unwrap();
        let said = |name: &str| {
            let term_set = TermSet { kind: TermSetKind::Glossary, name: name.to_owned(), parts: BTreeMap::new() };
            ResourceContent::TermSet(term_set)
        };
        let held = LiveTermSet {
            kind: TermSetKind::Glossary,
            id: id(),
            name: "Shop".to_owned(),
            creation_time: String::new(),
            parts: BTreeMap::new(),
        };
        let applied = Applied::new(&said("Terms"), &said("Terms"));
        let by_hand = Binding {
            id: id(),
            version: 0,
            protected: false,
            applied,
            attempted: Vec::new(),
            imported: false,
            sealed: false,
        };
        let delta = TermSetDelta::Name { after: "Shop".to_owned() };
        let settled = settled_term_set_binding(&by_hand, &held, None, &[&delta]);
        assert_eq!(settled.applied, Applied::new(&said("Shop"), &said("Shop")));
        assert!(settled.sealed);
    }
}
