//! Writing to a lexicon: its parts, each as a whole, and its name.
//!
//! Every call may be repeated. What the service counts in its answer is held against what was sent, and everything is read
//! back: rows that it drops are dropped silently.

use std::collections::BTreeMap;

use crate::apply::item::{WriteTally, is_equal_normalized};
use crate::apply::{ApplyRun, Outcome};
use crate::model::Id;
use crate::model::term_set::{LiveTermSet, TermEntries, TermSet, TermSetPart};
use crate::plan::{PlanItem, TermSetAction};
use crate::service::error::{ErrorKind, ServiceError};
use crate::service::{Transport, term_set};
use crate::state::Journal;

/// Entries that a failure names; the rest is counted.
const MAX_NAMED_ENTRIES: usize = 5;

/// Carries out the writing steps of an item.
pub(super) async fn write_term_set<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    id: &Id,
    act: &str,
    done: &mut Vec<String>,
) -> Result<WriteTally, Outcome> {
    let mut written = WriteTally::default();
    for action in item.steps.iter().filter_map(|step| step.action.as_term_set()) {
        let (what, unseen) = match action {
            TermSetAction::Rename { kind: which, name } => {
                let answer = term_set::rename_term_set(run.client, *which, id, name).await;
                let answer = answer.map_err(|error| run.fail_call(act, &error, done))?;
                ("renamed".to_owned(), answer.unknown_attempts)
            }
            TermSetAction::ReplacePart { part, entries } => {
                let (unsure, remark) = replace_part(run, id, part, entries, act, done).await?;
                written.remarks.extend(remark);
                (format!("{} {part} replaced", part.noun()), unsure)
            }
            TermSetAction::RemovePart { part } => {
                let removed = term_set::remove_part(run.client, id, part).await;
                let unsure = removed.map_err(|error| run.fail_call(act, &error, done))?;
                (format!("{} {part} removed", part.noun()), unsure)
            }
        };
        written.confirmed += 1;
        written.unconfirmed += u64::from(unseen);
        run.step_done(item, &what);
        done.push(what);
    }
    Ok(written)
}

/// Writes the parts that the call did not carry which created the lexicon.
pub(super) async fn complete_term_set<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    item: &PlanItem,
    content: &TermSet,
    held: &LiveTermSet,
    act: &str,
    done: &mut Vec<String>,
) -> Result<(), Outcome> {
    for (part, entries) in content.parts.iter().filter(|(part, _)| !held.parts.contains_key(*part)) {
        replace_part(run, &held.id, part, entries, act, done).await?;
        done.push(format!("added {} {part}", part.noun()));
        run.step_done(item, &format!("{} {part} added", part.noun()));
    }
    Ok(())
}

/// Replaces a part. How often that may have happened unseen, and what is odd about the answer.
async fn replace_part<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    id: &Id,
    part: &TermSetPart,
    entries: &TermEntries,
    act: &str,
    done: &[String],
) -> Result<(u32, Option<String>), Outcome> {
    let (answer, counted) = match term_set::replace_part(run.client, id, part, entries).await {
        Ok(answered) => answered,
        // It succeeded by its status; what is held is read back in any case.
        Err(ServiceError { kind: ErrorKind::Unreadable(_), .. }) => return Ok((1, None)),
        Err(error) => return Err(run.fail_call(act, &error, done)),
    };
    let sent = entries.len() as u64;
    let odd = counted.filter(|counted| *counted != sent);
    let remark = odd.map(|counted| {
        format!("of {} sent for {part} the service counted {counted}", part.count_entries(entries.len()))
    });
    Ok((answer.unknown_attempts, remark))
}

/// A live lexicon without the parts that an item writes: what may be taken as known when it is read again.
pub(super) fn without_written_parts(item: &PlanItem, held: &LiveTermSet) -> LiveTermSet {
    let mut held = held.clone();
    for action in item.steps.iter().filter_map(|step| step.action.as_term_set()) {
        match action {
            TermSetAction::ReplacePart { part, .. } | TermSetAction::RemovePart { part } => {
                held.parts.remove(part);
            }
            TermSetAction::Rename { .. } => {}
        }
    }
    held
}

/// What the service merely writes differently, and what is not as it was wanted.
pub(super) fn verify_term_set(wanted: &TermSet, held: &LiveTermSet) -> (Vec<String>, Vec<String>) {
    let said = held.content();
    let (mut remarks, mut wrong) = (Vec::new(), Vec::new());
    if said.name != wanted.name {
        let remark = format!("name {:?} is stored as {:?}", wanted.name, said.name);
        if is_equal_normalized(&said.name, &wanted.name) { remarks.push(remark) } else { wrong.push(remark) }
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

fn verify_part(
    part: &TermSetPart,
    sent: &TermEntries,
    stored: &TermEntries,
    remarks: &mut Vec<String>,
    wrong: &mut Vec<String>,
) {
    let (mut lacking, mut other, mut differently) = (Vec::new(), Vec::new(), 0);
    let mut left: BTreeMap<String, &String> =
        stored.iter().map(|(source, target)| (normalize_text(source), target)).collect();
    for (source, target) in sent.iter() {
        match left.remove(&normalize_text(source)) {
            None => lacking.push(source),
            Some(held) if !is_equal_normalized(held, target) => other.push(source),
            Some(_) if stored.get(source) != Some(target) => differently += 1,
            Some(_) => {}
        }
    }
    if differently > 0 {
        remarks.push(format!("{} of {part} stored differently", part.count_entries(differently)));
    }
    let unasked: Vec<&String> = stored.keys().filter(|source| left.contains_key(&normalize_text(source))).collect();
    for (entries, what) in [(lacking, "absent"), (other, "another"), (unasked, "there although not sent")] {
        if !entries.is_empty() {
            wrong.push(format!("{} of {part} {what}: {}", part.count_entries(entries.len()), quote_entries(&entries)));
        }
    }
}

fn normalize_text(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    text.trim().nfc().collect()
}

fn quote_entries(entries: &[&String]) -> String {
    let mut names: Vec<String> = entries.iter().take(MAX_NAMED_ENTRIES).map(|entry| format!("{entry:?}")).collect();
    if entries.len() > MAX_NAMED_ENTRIES {
        names.push("…".to_owned());
    }
    names.join(", ")
}
