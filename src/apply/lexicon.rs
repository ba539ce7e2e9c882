//! Writing to a lexicon: its parts, each as a whole, and its name.
//!
//! Every call may be repeated. What the service counts in its answer is held against what was sent, and everything is read
//! back: rows that it drops are dropped silently.

use std::collections::BTreeMap;

use crate::apply::lane::{Written, alike};
use crate::apply::{Outcome, Run};
use crate::model::Id;
use crate::model::lexicon::{Entries, Lexicon, LiveLexicon, Part};
use crate::plan::{Action, Item};
use crate::service::error::{Error, Trouble};
use crate::service::{Transport, lexicon};
use crate::state::Journal;

/// Entries that a failure names; the rest is counted.
const NAMED: usize = 5;

/// Carries out the writing steps of an item.
pub(super) async fn write<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    item: &Item,
    id: &Id,
    act: &str,
    done: &mut Vec<String>,
) -> Result<Written, Outcome> {
    let mut written = Written::default();
    for step in &item.steps {
        let (what, unseen) = match &step.action {
            Action::Bind { .. } => continue,
            Action::RenameLexicon { which, name } => {
                let answer = lexicon::rename(run.client, *which, id, name).await;
                let answer = answer.map_err(|error| run.failed(act, &error, done))?;
                ("renamed".to_owned(), answer.unsure)
            }
            Action::ReplacePart { part, entries } => {
                let (unsure, remark) = replace(run, id, part, entries, act, done).await?;
                written.remarks.extend(remark);
                (format!("{} {part} replaced", part.noun()), unsure)
            }
            Action::RemovePart { part } => {
                let removed = lexicon::remove(run.client, id, part).await;
                let unsure = removed.map_err(|error| run.failed(act, &error, done))?;
                (format!("{} {part} removed", part.noun()), unsure)
            }
            Action::CreateStyle { .. }
            | Action::RenameStyle { .. }
            | Action::ReplaceRules { .. }
            | Action::AddInstruction { .. }
            | Action::ReplaceInstruction { .. }
            | Action::RemoveInstruction { .. }
            | Action::DeleteStyle { .. }
            | Action::CreateLexicon { .. }
            | Action::DeleteLexicon { .. }
            | Action::Unbind => unreachable!("no part of an update of a lexicon"),
        };
        written.sure += 1;
        written.unsure += u64::from(unseen);
        run.step_done(item, &what);
        done.push(what);
    }
    Ok(written)
}

/// Writes the parts that the call did not carry which created the lexicon.
pub(super) async fn complete<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    item: &Item,
    content: &Lexicon,
    held: &LiveLexicon,
    act: &str,
    done: &mut Vec<String>,
) -> Result<(), Outcome> {
    for (part, entries) in content.parts.iter().filter(|(part, _)| !held.parts.contains_key(*part)) {
        replace(run, &held.id, part, entries, act, done).await?;
        done.push(format!("added {} {part}", part.noun()));
        run.step_done(item, &format!("{} {part} added", part.noun()));
    }
    Ok(())
}

/// Replaces a part. How often that may have happened unseen, and what is odd about the answer.
async fn replace<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    id: &Id,
    part: &Part,
    entries: &Entries,
    act: &str,
    done: &[String],
) -> Result<(u32, Option<String>), Outcome> {
    let (answer, counted) = match lexicon::replace(run.client, id, part, entries).await {
        Ok(answered) => answered,
        // It succeeded by its status; what is held is read back in any case.
        Err(Error { trouble: Trouble::Unreadable(_), .. }) => return Ok((1, None)),
        Err(error) => return Err(run.failed(act, &error, done)),
    };
    let sent = entries.len() as u64;
    let odd = counted.filter(|counted| *counted != sent);
    let remark =
        odd.map(|counted| format!("of {} sent for {part} the service counted {counted}", part.count(entries.len())));
    Ok((answer.unsure, remark))
}

/// A live lexicon without the parts that an item writes: what may be taken as known when it is read again.
pub(super) fn unwritten(item: &Item, held: &LiveLexicon) -> LiveLexicon {
    let mut held = held.clone();
    for step in &item.steps {
        if let Action::ReplacePart { part, .. } | Action::RemovePart { part } = &step.action {
            held.parts.remove(part);
        }
    }
    held
}

/// What the service merely writes differently, and what is not as it was wanted.
pub(super) fn verify(wanted: &Lexicon, held: &LiveLexicon) -> (Vec<String>, Vec<String>) {
    let said = held.content();
    let (mut remarks, mut wrong) = (Vec::new(), Vec::new());
    if said.name != wanted.name {
        let remark = format!("name {:?} is stored as {:?}", wanted.name, said.name);
        if alike(&said.name, &wanted.name) { remarks.push(remark) } else { wrong.push(remark) }
    }
    for (part, entries) in &wanted.parts {
        match said.parts.get(part) {
            None => wrong.push(format!("the {} {part} is absent", part.noun())),
            Some(stored) if stored == entries => {}
            Some(stored) => verify_part(part, entries, stored, &mut remarks, &mut wrong),
        }
    }
    for part in said.parts.keys().filter(|part| !wanted.parts.contains_key(*part)) {
        wrong.push(format!("the {} {part} is there although it was not sent", part.noun()));
    }
    (remarks, wrong)
}

fn verify_part(part: &Part, sent: &Entries, stored: &Entries, remarks: &mut Vec<String>, wrong: &mut Vec<String>) {
    let (mut lacking, mut other, mut differently) = (Vec::new(), Vec::new(), 0);
    let mut left: BTreeMap<String, &String> = stored.iter().map(|(source, target)| (normal(source), target)).collect();
    for (source, target) in sent.iter() {
        match left.remove(&normal(source)) {
            None => lacking.push(source),
            Some(held) if !alike(held, target) => other.push(source),
            Some(_) if stored.get(source) != Some(target) => differently += 1,
            Some(_) => {}
        }
    }
    if differently > 0 {
        remarks.push(format!("{} of {part} stored differently", part.count(differently)));
    }
    let unasked: Vec<&String> = stored.keys().filter(|source| left.contains_key(&normal(source))).collect();
    for (entries, what) in [(lacking, "absent"), (other, "another"), (unasked, "there although not sent")] {
        if !entries.is_empty() {
            wrong.push(format!("{} of {part} {what}: {}", part.count(entries.len()), named(&entries)));
        }
    }
}

fn normal(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    text.trim().nfc().collect()
}

fn named(entries: &[&String]) -> String {
    let mut names: Vec<String> = entries.iter().take(NAMED).map(|entry| format!("{entry:?}")).collect();
    if entries.len() > NAMED {
        names.push("…".to_owned());
    }
    names.join(", ")
}
