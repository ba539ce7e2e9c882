//! One lexicon, wanted against live: changes by entry for people, steps by part for the machine.
//!
//! A part that is as wanted is never sent again. One that differs is replaced as a whole, because a merge cannot take an
//! entry away. Entries are not remembered between runs, only digests of them; where file and service both changed, the sum
//! of the entries that were applied tells, for a few differing ones, which side changed each.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::lexicon::{Entries, Lexicon, LiveLexicon, Part, digest_of_entries, sum_of, weight};
use crate::model::object::Content;
use crate::plan::difference::{Difference, cause, change};
use crate::plan::wanted::WantedLexicon;
use crate::plan::{Action, Cause, Change, Field, Step};
use crate::state::Binding;
use crate::state::applied::AppliedPart;

/// Differing entries among which those that were applied are sought.
const MOST_SOUGHT: usize = 18;

/// Compares. `binding` tells what was last applied, and so why things differ.
pub(super) fn compare(wanted: WantedLexicon<'_>, live: &LiveLexicon, binding: Option<&Binding>) -> Difference {
    let content = wanted.content();
    let held = live.content();
    let mut difference = Difference::new(held.len(), Content::Lexicon(content.clone()));
    let parts: BTreeSet<&Part> = held.parts.keys().chain(content.parts.keys()).collect();
    let (going, others): (Vec<&Part>, Vec<&Part>) =
        parts.into_iter().partition(|part| !content.parts.contains_key(part));
    // What goes makes room for what comes.
    for part in going.into_iter().chain(others) {
        compare_part(&mut difference, wanted, part, held.parts.get(part), content.parts.get(part), binding);
    }
    let name = &content.name;
    let last = binding.is_some_and(|binding| binding.applied.name() == name);
    let stored_differently = last && binding.is_some_and(|binding| binding.applied.named(&live.name));
    if live.name != *name && !stored_differently {
        let ours = binding.is_some_and(|binding| binding.wrote_name(&live.name));
        let cause = cause(binding.is_some(), ours, last);
        let index = difference.changes.len();
        let (before, after) = (Some(live.name.clone()), Some(name.clone()));
        difference.changes.push(change(Field::Name, before, after, cause, Some(wanted.name_place())));
        let action = Action::RenameLexicon { which: live.which, name: name.clone() };
        difference.steps.push(Step { action, changes: vec![index] });
    }
    difference
}

/// The changes that a new lexicon brings, all of them coming.
pub(super) fn creation(wanted: WantedLexicon<'_>) -> Vec<Change> {
    let Lexicon { which: _, name: _, parts } = wanted.content();
    let entries =
        parts.iter().flat_map(|(part, entries)| entries.iter().map(move |(source, target)| (part, source, target)));
    entries
        .map(|(part, source, target)| {
            let place = wanted.entry_place(part, source);
            change(
                Field::Entry(part.clone(), source.clone()),
                None,
                Some(said(part, source, target)),
                Cause::Unknown,
                place,
            )
        })
        .collect()
}

fn compare_part(
    difference: &mut Difference,
    wanted: WantedLexicon<'_>,
    part: &Part,
    before: Option<&Entries>,
    after: Option<&Entries>,
    binding: Option<&Binding>,
) {
    let applied = binding.and_then(|binding| binding.applied.lexicon()).and_then(|applied| applied.parts.get(part));
    if before == after || stored_differently(applied, before, after) {
        return;
    }
    let ours = binding.is_some_and(|binding| binding.wrote_part(part, before));
    let last = match (applied, after) {
        (None, None) => true,
        (Some(applied), Some(after)) => applied.entries == digest_of_entries(after),
        (None, Some(_)) | (Some(_), None) => false,
    };
    let overall = cause(binding.is_some(), ours, last);
    let none = Entries::default();
    let (held, asked) = (before.unwrap_or(&none), after.unwrap_or(&none));
    let known = (overall == Cause::Conflict).then(|| applied_among(applied?, held, asked)).flatten();

    let first = difference.changes.len();
    if before.is_none() || after.is_none() {
        let counted = |entries: &Entries| part.count(entries.len());
        let field = Field::Part(part.clone());
        let place = wanted.part_place(part);
        difference.changes.push(change(field, before.map(counted), after.map(counted), overall, place));
    }
    for source in differing(held, asked) {
        let (was, is) = (held.get(source), asked.get(source));
        let cause = match &known {
            None => overall,
            Some(known) if known.get(source.as_str()).copied() == was.map(String::as_str) => Cause::Edited,
            Some(known) if known.get(source.as_str()).copied() == is.map(String::as_str) => Cause::Drifted,
            Some(_) => Cause::Conflict,
        };
        difference.removed += usize::from(is.is_none());
        let text = |target: &String| said(part, source, target);
        let field = Field::Entry(part.clone(), source.clone());
        difference.changes.push(change(field, was.map(text), is.map(text), cause, wanted.entry_place(part, source)));
    }
    let action = match after {
        Some(entries) => Action::ReplacePart { part: part.clone(), entries: entries.clone() },
        None => Action::RemovePart { part: part.clone() },
    };
    difference.steps.push(Step { action, changes: (first..difference.changes.len()).collect() });
}

/// Whether a part is as wanted, but for how the service keeps it.
fn stored_differently(applied: Option<&AppliedPart>, before: Option<&Entries>, after: Option<&Entries>) -> bool {
    let (Some(applied), Some(before), Some(after)) = (applied, before, after) else { return false };
    applied.stored.is_some()
        && applied.stored == Some(digest_of_entries(before))
        && applied.entries == digest_of_entries(after)
}

/// The source phrases that are not the same on both sides.
fn differing<'a>(held: &'a Entries, asked: &'a Entries) -> Vec<&'a String> {
    let gone_or_other = held.iter().filter(|(source, target)| asked.get(*source) != Some(target));
    let new = asked.keys().filter(|source| !held.contains_key(*source));
    let mut all: Vec<&String> = gone_or_other.map(|(source, _)| source).chain(new).collect();
    all.sort();
    all
}

/// Which of the differing entries were among those that were last applied, where their sum tells.
pub(super) fn applied_among<'a>(
    applied: &AppliedPart,
    held: &'a Entries,
    asked: &'a Entries,
) -> Option<BTreeMap<&'a str, &'a str>> {
    let one_sided = |one: &'a Entries, other: &'a Entries| {
        one.iter().filter(move |(source, target)| other.get(*source) != Some(target))
    };
    let sought: Vec<(&String, &String)> = one_sided(held, asked).chain(one_sided(asked, held)).collect();
    if sought.len() > MOST_SOUGHT {
        return None;
    }
    let common = held.iter().filter(|(source, target)| asked.get(*source) == Some(target));
    let rest = applied.sum.wrapping_sub(sum_of(common));
    let weights: Vec<u128> = sought.iter().map(|(source, target)| weight(source, target)).collect();
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
fn said(part: &Part, source: &str, target: &str) -> String {
    match part {
        Part::Dictionary { .. } => target.to_owned(),
        Part::Terms(_) => source.to_owned(),
    }
}
