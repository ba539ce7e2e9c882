//! One term set, wanted against live: changes by entry for people, steps by part for the machine.
//!
//! A part that is as wanted is never sent again. One that differs is replaced as a whole, because a merge cannot take an
//! entry away. Entries are not remembered between runs, only digests of them; where file and service both changed, the sum
//! of the entries that were applied tells, for a few differing ones, which side changed each.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::resource::ResourceContent;
use crate::model::term_set::{
    LiveTermSet, TermEntries, TermSet, TermSetPart, digest_of_entries, entry_digest_number, sum_of_entries,
};
use crate::plan::desired_resource::DesiredTermSet;
use crate::plan::resource_diff::{ResourceDiff, build_change, classify_cause, classify_return};
use crate::plan::{Action, Cause, Change, ChangedField, Step, TermSetAction};
use crate::state::Binding;
use crate::state::applied::AppliedPart;

/// Differing entries among which those that were applied are sought.
const MAX_SEARCHED_ENTRIES: usize = 18;

/// Compares. `binding` tells what was last applied, and so why things differ.
pub(super) fn compare_term_sets(
    wanted: DesiredTermSet<'_>,
    live: &LiveTermSet,
    binding: Option<&Binding>,
) -> ResourceDiff {
    let content = wanted.content();
    let held = live.content();
    let mut difference = ResourceDiff::new(held.len(), ResourceContent::TermSet(content.clone()));
    let parts: BTreeSet<&TermSetPart> = held.parts.keys().chain(content.parts.keys()).collect();
    let (going, others): (Vec<&TermSetPart>, Vec<&TermSetPart>) =
        parts.into_iter().partition(|part| !content.parts.contains_key(part));
    // What goes makes room for what comes.
    for part in going.into_iter().chain(others) {
        compare_part(&mut difference, wanted, part, held.parts.get(part), content.parts.get(part), binding);
    }
    let name = &content.name;
    let last = binding.is_some_and(|binding| binding.applied.name() == name);
    let stored_differently = last && binding.is_some_and(|binding| binding.applied.has_name(&live.name));
    if live.name != *name && !stored_differently {
        let ours = binding.is_some_and(|binding| binding.wrote_name(&live.name));
        let cause = classify_cause(binding.is_some(), ours, last);
        let index = difference.changes.len();
        let (before, after) = (Some((&live.name).into()), Some(name.into()));
        difference.changes.push(build_change(ChangedField::Name, before, after, cause, Some(wanted.name_place())));
        let action = Action::TermSet(TermSetAction::Rename { kind: live.kind, name: name.clone() });
        difference.steps.push(Step { action, changes: vec![index] });
    }
    difference
}

/// The changes that a new term set brings, all of them coming.
pub(super) fn term_set_creation(wanted: DesiredTermSet<'_>) -> Vec<Change> {
    let TermSet { kind: _, name: _, parts } = wanted.content();
    let entries =
        parts.iter().flat_map(|(part, entries)| entries.iter().map(move |(source, target)| (part, source, target)));
    entries
        .map(|(part, source, target)| {
            let place = wanted.entry_place(part, source);
            build_change(
                ChangedField::Entry(part.clone(), source.clone()),
                None,
                Some(describe_entry(part, source, target).into()),
                Cause::Unknown,
                place,
            )
        })
        .collect()
}

fn compare_part(
    difference: &mut ResourceDiff,
    wanted: DesiredTermSet<'_>,
    part: &TermSetPart,
    before: Option<&TermEntries>,
    after: Option<&TermEntries>,
    binding: Option<&Binding>,
) {
    let applied = binding.and_then(|binding| binding.applied.term_set()).and_then(|applied| applied.parts.get(part));
    if before == after || is_stored_differently(applied, before, after) {
        return;
    }
    let ours = binding.is_some_and(|binding| binding.wrote_part(part, before));
    let last = match (applied, after) {
        (None, None) => true,
        (Some(applied), Some(after)) => applied.entries == digest_of_entries(after),
        (None, Some(_)) | (Some(_), None) => false,
    };
    let overall = classify_cause(binding.is_some(), ours, last);
    let none = TermEntries::default();
    let (held, asked) = (before.unwrap_or(&none), after.unwrap_or(&none));
    // Only a run that did not end explains what is there.
    let begun = ours
        && applied.is_some_and(|applied| before.is_none_or(|held| !applied.matches_entries(&digest_of_entries(held))));
    let known = (begun || overall == Cause::Conflict).then(|| find_applied_entries(applied?, held, asked)).flatten();
    let overall =
        if before.is_none() { classify_return(binding.is_some(), ours, applied.is_some(), last) } else { overall };

    let first = difference.changes.len();
    if before.is_none() || after.is_none() {
        let counted = |entries: &TermEntries| part.count_entries(entries.len()).into();
        let field = ChangedField::Part(part.clone());
        let place = wanted.part_place(part);
        difference.changes.push(build_change(field, before.map(counted), after.map(counted), overall, place));
    }
    for source in differing_entries(held, asked) {
        let (was, is) = (held.get(source), asked.get(source));
        let cause = match &known {
            None => overall,
            Some(known) if begun => {
                classify_return(true, true, was.is_none() && known.contains_key(source.as_str()), last)
            }
            Some(known) if known.get(source.as_str()).copied() == was.map(String::as_str) => Cause::Edited,
            Some(known) if known.get(source.as_str()).copied() == is.map(String::as_str) => Cause::Drifted,
            Some(_) => Cause::Conflict,
        };
        difference.removed += usize::from(is.is_none());
        let text = |target: &String| describe_entry(part, source, target).into();
        let field = ChangedField::Entry(part.clone(), source.clone());
        difference.changes.push(build_change(
            field,
            was.map(text),
            is.map(text),
            cause,
            wanted.entry_place(part, source),
        ));
    }
    let action = match after {
        Some(entries) => Action::TermSet(TermSetAction::ReplacePart { part: part.clone(), entries: entries.clone() }),
        None => Action::TermSet(TermSetAction::RemovePart { part: part.clone() }),
    };
    difference.steps.push(Step { action, changes: (first..difference.changes.len()).collect() });
}

/// Whether a part is as wanted, but for how the service keeps it.
fn is_stored_differently(
    applied: Option<&AppliedPart>,
    before: Option<&TermEntries>,
    after: Option<&TermEntries>,
) -> bool {
    let (Some(applied), Some(before), Some(after)) = (applied, before, after) else { return false };
    applied.stored.is_some()
        && applied.stored == Some(digest_of_entries(before))
        && applied.entries == digest_of_entries(after)
}

/// The source phrases that are not the same on both sides.
fn differing_entries<'a>(live: &'a TermEntries, asked: &'a TermEntries) -> Vec<&'a String> {
    let gone_or_other = live.iter().filter(|(source, target)| asked.get(*source) != Some(target));
    let new = asked.keys().filter(|source| !live.contains_key(*source));
    let mut all: Vec<&String> = gone_or_other.map(|(source, _)| source).chain(new).collect();
    all.sort();
    all
}

/// Which of the differing entries were among those that were last applied, where what is asked for is that, or their sum tells.
pub(super) fn find_applied_entries<'a>(
    applied: &AppliedPart,
    live: &'a TermEntries,
    asked: &'a TermEntries,
) -> Option<BTreeMap<&'a str, &'a str>> {
    let one_sided = |one: &'a TermEntries, other: &'a TermEntries| {
        one.iter().filter(move |(source, target)| other.get(*source) != Some(target))
    };
    if applied.entries == digest_of_entries(asked) {
        return Some(one_sided(asked, live).map(|(source, target)| (source.as_str(), target.as_str())).collect());
    }
    let sought: Vec<(&String, &String)> = one_sided(live, asked).chain(one_sided(asked, live)).collect();
    if sought.len() > MAX_SEARCHED_ENTRIES {
        return None;
    }
    let common = live.iter().filter(|(source, target)| asked.get(*source) == Some(target));
    let rest = applied.sum.wrapping_sub(sum_of_entries(common));
    let weights: Vec<u128> = sought.iter().map(|(source, target)| entry_digest_number(source, target)).collect();
    let (mut sum, mut chosen) = (0_u128, 0_u32);
    for step in 0..1_u32 << sought.len() {
        if step > 0 {
            // Gray code: from one choice to the next, one entry comes or goes.
            let at = step.trailing_zeros();
            chosen ^= 1 << at;
            let weight = weights[at as usize];
            sum = if chosen & 1 << at == 0 { sum.wrapping_sub(weight) } else { sum.wrapping_add(weight) };
        }
        if sum == rest {
            let among = sought.iter().enumerate().filter(|(at, _)| chosen & 1 << at != 0);
            return Some(among.map(|(_, (source, target))| (source.as_str(), target.as_str())).collect());
        }
    }
    None
}

/// What an entry says, for people: the target phrase, or the term itself.
fn describe_entry(part: &TermSetPart, source: &str, target: &str) -> String {
    match part {
        TermSetPart::Dictionary { .. } => target.to_owned(),
        TermSetPart::Terms(_) => source.to_owned(),
    }
}
