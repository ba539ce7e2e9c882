//! What changed in glossaries and spoken terms since they were last applied, and what of it belongs into the files.
//!
//! The memory has digests of entries, not the entries. Those that were applied are known where the files have them still,
//! and, where the files changed too, among a few differing ones by their sum. Then each entry is judged by itself. Where they
//! are not known, a part is judged as a whole: what both sides changed is a conflict.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::Place;
use crate::model::lexicon::{Entries, Lexicon, LiveLexicon, Part, digest_of_entries};
use crate::plan::drift::Verdict;
use crate::plan::lexicon::applied_among;
use crate::plan::wanted::WantedLexicon;
use crate::plan::{Cause, Change, Field};
use crate::state::applied::AppliedPart;
use crate::state::{Applied, Binding};

/// Entries of one part that are named one by one; more are counted.
const NAMED: usize = 50;

/// Entries that are quoted of each side where a part is a conflict as a whole.
const QUOTED: usize = 3;

/// One thing that the service changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    /// The display name.
    Name {
        /// As held.
        after: String,
    },
    /// One entry of a part that stays.
    Entry {
        /// Of which part.
        part: Part,
        /// Its source phrase, or the term.
        source: String,
        /// As held.
        after: Option<String>,
    },
    /// A part came or went, or it is not told entry by entry.
    Part {
        /// Which.
        part: Part,
        /// As held.
        after: Option<Entries>,
    },
}

/// A change and what it means for the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// What the service changed.
    pub delta: Delta,
    /// What it means for the files.
    pub verdict: Verdict,
    /// The change for people: `before` as last applied, `after` as held.
    pub change: Change,
}

/// What was last applied to a part.
enum Base {
    /// There was none.
    Absent,
    /// These entries.
    Entries(Entries),
    /// Something that neither the files nor its sum tell.
    Unknown,
}

impl Base {
    fn of(last: Option<&AppliedPart>, own: Option<&Entries>, now: Option<&Entries>) -> Self {
        match (last, own) {
            (None, _) => Self::Absent,
            (Some(last), Some(own)) if last.holds(&digest_of_entries(own)) => Self::Entries(own.clone()),
            (Some(last), Some(own)) => {
                let Some(now) = now else { return Self::Unknown };
                let Some(among) = applied_among(last, now, own) else { return Self::Unknown };
                let common = now.iter().filter(|(source, target)| own.get(*source) == Some(target));
                let common = common.map(|(source, target)| (source.clone(), target.clone()));
                let told = among.into_iter().map(|(source, target)| (source.to_owned(), target.to_owned()));
                Self::Entries(Arc::new(common.chain(told).collect()))
            }
            (Some(_), None) => Self::Unknown,
        }
    }
}

/// Everything in which a live lexicon differs from what we made it say.
#[must_use]
pub fn deltas(binding: &Binding, held: &LiveLexicon, wanted: Option<WantedLexicon<'_>>) -> Vec<Judged> {
    let said = held.content();
    let own = wanted.map(WantedLexicon::content);
    let mut judged = Vec::new();
    if !binding.wrote_name(&said.name) {
        let before = binding.applied.name().to_owned();
        let unchanged = own.as_ref().is_some_and(|own| binding.applied.named(&own.name));
        let verdict = decide(own.as_ref().is_some_and(|own| own.name == said.name), unchanged);
        let place = wanted.map(|wanted| wanted.name_place().clone());
        let change = change(Field::Name, Some(before), Some(said.name.clone()), place);
        judged.push(Judged { delta: Delta::Name { after: said.name.clone() }, verdict, change });
    }
    let last = binding.applied.lexicon().map(|applied| &applied.parts);
    let parts: BTreeSet<&Part> = last.into_iter().flat_map(BTreeMap::keys).chain(said.parts.keys()).collect();
    for part in parts {
        let now = said.parts.get(part);
        if !binding.wrote_part(part, now) {
            let own = own.as_ref().and_then(|own| own.parts.get(part));
            of_part(&mut judged, part, last.and_then(|last| last.get(part)), own, now, wanted);
        }
    }
    judged
}

fn of_part(
    judged: &mut Vec<Judged>,
    part: &Part,
    last: Option<&AppliedPart>,
    own: Option<&Entries>,
    now: Option<&Entries>,
    wanted: Option<WantedLexicon<'_>>,
) {
    let whole = |verdict| {
        let place = wanted.and_then(|wanted| wanted.part_place(part)).cloned();
        let before = last.map(|last| part.count(usize::try_from(last.count).unwrap_or(usize::MAX)));
        let after = now.map(|now| match own.filter(|_| verdict == Verdict::Conflict) {
            Some(own) => quoted(part, now, own, "not in the file"),
            None if before.as_ref() == Some(&part.count(now.len())) => format!("{}, others", part.count(now.len())),
            None => part.count(now.len()),
        });
        let delta = Delta::Part { part: part.clone(), after: now.cloned() };
        Judged { delta, verdict, change: change(Field::Part(part.clone()), before, after, place) }
    };
    if wanted.is_some() && own == now {
        return judged.push(whole(Verdict::Agreed));
    }
    let none = Entries::default();
    let base = match (Base::of(last, own, now), own, now) {
        (Base::Absent, None, Some(_)) => return judged.push(whole(Verdict::Write)),
        (Base::Absent, Some(_), Some(_)) => none,
        (Base::Entries(base), Some(_), Some(_)) => base,
        (Base::Entries(base), Some(own), None) if base == *own => return judged.push(whole(Verdict::Write)),
        (Base::Absent | Base::Entries(_) | Base::Unknown, _, _) => return judged.push(whole(Verdict::Conflict)),
    };
    let (Some(own), Some(now)) = (own, now) else { return };
    let sources: BTreeSet<&String> = base.keys().chain(now.keys()).collect();
    let differ: Vec<&String> = sources.into_iter().filter(|source| base.get(*source) != now.get(*source)).collect();
    if differ.len() > NAMED {
        return judged.push(whole(if base == *own { Verdict::Write } else { Verdict::Conflict }));
    }
    for source in differ {
        let (before, ours, after) = (base.get(source), own.get(source), now.get(source));
        let place = wanted.and_then(|wanted| wanted.entry_place(part, source)).cloned();
        let text = |target: Option<&String>| target.map(|target| part_says(part, source, target));
        let field = Field::Entry(part.clone(), source.clone());
        judged.push(Judged {
            delta: Delta::Entry { part: part.clone(), source: source.clone(), after: after.cloned() },
            verdict: decide(ours == after, ours == before),
            change: change(field, text(before), text(after), place),
        });
    }
}

fn decide(agreed: bool, unchanged: bool) -> Verdict {
    match (agreed, unchanged) {
        (true, _) => Verdict::Agreed,
        (false, true) => Verdict::Write,
        (false, false) => Verdict::Conflict,
    }
}

/// There is one cause here, which is that the service changed: saying it at every change would say nothing.
fn change(field: Field, before: Option<String>, after: Option<String>, place: Option<Place>) -> Change {
    Change { field, before, after, cause: Cause::Unknown, place }
}

/// What an entry says, for people. A spoken term stands for itself.
fn part_says(part: &Part, source: &str, target: &str) -> String {
    match part {
        Part::Dictionary { .. } => target.to_owned(),
        Part::Terms(_) => source.to_owned(),
    }
}

/// How many entries one side has, and the first of those that the other has not.
fn quoted(part: &Part, one: &Entries, other: &Entries, lacking: &str) -> String {
    let alone: Vec<(&String, &String)> =
        one.iter().filter(|(source, target)| other.get(*source) != Some(target)).collect();
    let mut text = part.count(one.len());
    if alone.is_empty() {
        return text;
    }
    let some: Vec<String> = alone
        .iter()
        .take(QUOTED)
        .map(|(source, target)| match part {
            Part::Dictionary { .. } => format!("\"{source}\": \"{target}\""),
            Part::Terms(_) => format!("\"{source}\""),
        })
        .collect();
    text.push_str(&format!("; {lacking}: {}", some.join(", ")));
    if alone.len() > QUOTED {
        text.push_str(&format!(" and {} more", alone.len() - QUOTED));
    }
    text
}

/// What the files say of what a change is about.
#[must_use]
pub fn ours(Judged { delta, verdict, .. }: &Judged, wanted: &Lexicon) -> Option<String> {
    match delta {
        Delta::Name { .. } => Some(wanted.name.clone()),
        Delta::Entry { part, source, .. } => {
            wanted.parts.get(part)?.get(source).map(|target| part_says(part, source, target))
        }
        Delta::Part { part, after } => {
            let own = wanted.parts.get(part)?;
            Some(match after.as_ref().filter(|_| *verdict == Verdict::Conflict) {
                Some(after) => quoted(part, own, after, "not on the service"),
                None => part.count(own.len()),
            })
        }
    }
}

/// Whether the files say what the service says.
#[must_use]
pub fn agrees(delta: &Delta, wanted: &Lexicon) -> bool {
    match delta {
        Delta::Name { after } => wanted.name == *after,
        Delta::Entry { part, source, after } => {
            wanted.parts.get(part).and_then(|entries| entries.get(source)) == after.as_ref()
        }
        Delta::Part { part, after } => wanted.parts.get(part) == after.as_ref(),
    }
}

/// What is remembered once these changes are settled: for them, what the service holds; for the rest, what was applied.
/// `wanted` is what the files said when the changes were judged.
#[must_use]
pub fn remembered(binding: &Binding, held: &LiveLexicon, wanted: Option<&Lexicon>, settled: &[&Delta]) -> Binding {
    let said = held.content();
    let mut binding = Binding { sealed: true, ..binding.clone() };
    let Applied::Lexicon(applied) = &mut binding.applied else { return binding };
    let mut entries_of: BTreeMap<&Part, BTreeMap<String, String>> = BTreeMap::new();
    for delta in settled {
        match delta {
            Delta::Name { after } => {
                applied.name.clone_from(after);
                applied.stored_name = None;
            }
            Delta::Part { part, after: Some(after) } => {
                applied.parts.insert(part.clone(), AppliedPart::of(after));
            }
            Delta::Part { part, after: None } => {
                applied.parts.remove(part);
            }
            Delta::Entry { part, source, after } => {
                let entries = entries_of.entry(part).or_insert_with(|| {
                    let own = wanted.and_then(|wanted| wanted.parts.get(part));
                    match Base::of(applied.parts.get(part), own, said.parts.get(part)) {
                        Base::Entries(base) => BTreeMap::clone(&base),
                        Base::Absent | Base::Unknown => BTreeMap::new(),
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
        applied.parts.insert(part.clone(), AppliedPart::of(&Arc::new(entries)));
    }
    binding
}
