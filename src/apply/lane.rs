//! The work on one object: read, check that it is as planned, write step by step, read back, remember.

use crate::apply::create::{add, begun, create, finished};
use crate::apply::{Failure, Outcome, Run};
use crate::model::Id;
use crate::model::digest;
use crate::model::style::{Content, Instruction, LiveStyle};
use crate::plan::{Action, Item, Seen, Verb};
use crate::service::account::SECOND_LOOK;
use crate::service::error::Error;
use crate::service::{Transport, style};
use crate::state::{Applied, Binding, Fact, Journal};

/// Does what the plan says about one object.
pub(crate) async fn work<T: Transport, J: Journal>(run: &Run<'_, T, J>, item: &Item) -> Outcome {
    let ended = match item.verb {
        Verb::Create => replace(run, item, None).await,
        Verb::Replace => replace(run, item, item.id.as_ref()).await,
        Verb::Update | Verb::Adopt => update(run, item).await,
        Verb::Delete | Verb::Sweep => delete(run, item).await,
        Verb::Forget => local(run, item, &[Fact::Unbound(item.address.clone())]),
    };
    ended.unwrap_or_else(|stopped| stopped)
}

/// A new list, and the end of the one it replaces.
async fn replace<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    item: &Item,
    old: Option<&Id>,
) -> Result<Outcome, Outcome> {
    let mut done = Vec::new();
    let content = item.wanted.as_ref().expect("a list that comes says something");
    if let Some(old) = old {
        unchanged_since_planned(run, item, old, &done).await?;
    }
    let (id, mut remarks) = create(run, item, content, old, &mut done).await?;
    if let Some(old) = old {
        remarks.extend(remove(run, item, old, &mut done).await?);
    }
    let old = old.cloned().or_else(|| run.was(&item.address));
    Ok(Outcome::Done { id: Some(id), old, remarks })
}

async fn update<T: Transport, J: Journal>(run: &Run<'_, T, J>, item: &Item) -> Result<Outcome, Outcome> {
    let act = format!("{} {}", item.verb.name(), item.address);
    let id = item.id.as_ref().expect("a list that changes has an id");
    let wanted = item.wanted.as_ref().expect("a list that changes says something");
    let moved = item.moved_from.iter().map(|old| Fact::Unbound(old.clone()));
    if item.steps.iter().all(|step| matches!(step.action, Action::Bind { .. })) {
        return local(run, item, &rebound(run, item, id, wanted).into_iter().chain(moved).collect::<Vec<_>>());
    }

    let mut done = Vec::new();
    let before = unchanged_since_planned(run, item, id, &done).await?;
    // Before the first write it is written down what is begun: should this run die, the next one knows its own writes.
    let unfinished = remembered(run, item, id).map_or_else(Vec::new, |binding| binding.attempted);
    let mut facts = vec![Fact::Bound(item.address.clone(), begun(item, &before, wanted, unfinished))];
    facts.extend(moved);
    run.record(&facts).map_err(|why| stop(&act, why, &done, 1))?;

    let mut held = before.clone();
    let (mut sure, mut unsure) = (0, 0);
    for step in &item.steps {
        let (what, unseen) = match &step.action {
            Action::Bind { .. } => continue,
            Action::RenameStyle { name } => {
                let answer = style::rename(run.client, id, name).await;
                ("renamed".to_owned(), answer.map(|answer| u64::from(answer.unsure)))
            }
            Action::ReplaceRules { rules, strange } => {
                let answer = style::replace_rules(run.client, id, rules, strange).await;
                ("rules replaced".to_owned(), answer.map(|answer| u64::from(answer.unsure)))
            }
            Action::AddInstruction { instruction } => {
                let unseen = add(run, id, instruction, &mut held, &act, &done).await?;
                (format!("instruction {:?} added", instruction.label), Ok(unseen))
            }
            Action::ReplaceInstruction { id: instruction_id, instruction } => {
                let answer = style::replace_instruction(run.client, id, instruction_id, instruction).await;
                (format!("instruction {:?} replaced", instruction.label), answer.map(|answer| u64::from(answer.unsure)))
            }
            Action::RemoveInstruction { id: instruction_id, label } => {
                let answer = style::remove_instruction(run.client, id, instruction_id).await;
                (format!("instruction {label:?} removed"), answer.map(u64::from))
            }
            Action::CreateStyle { .. } | Action::DeleteStyle { .. } | Action::Unbind => {
                unreachable!("no part of an update")
            }
        };
        let unseen = unseen.map_err(|error| run.failed(&act, &error, &done))?;
        sure += 1;
        unsure += unseen;
        run.step_done(item, &what);
        done.push(what);
    }

    let after = style::get(run.client, id).await.map_err(|error| run.failed(&act, &error, &done))?;
    let others = after.version.saturating_sub(before.version) > sure + unsure;
    let mut remarks = match verify(wanted, &after) {
        Ok(remarks) => remarks,
        Err(why) if others => {
            let message = format!(
                "somebody else wrote meanwhile (version {} became {}, our writes explain {sure}): {why}",
                before.version, after.version
            );
            return Err(stop(&act, message, &done, 6));
        }
        Err(why) => return Err(stop(&act, why, &done, 4)),
    };
    if others {
        remarks.push(format!(
            "somebody else wrote meanwhile (version {} became {}, our writes explain {sure}), and what is held is as wanted",
            before.version, after.version
        ));
    }
    let bound = Fact::Bound(item.address.clone(), finished(item, &after, wanted));
    run.record(&[bound]).map_err(|why| stop(&act, why, &done, 1))?;
    Ok(Outcome::Done { id: Some(id.clone()), old: None, remarks })
}

async fn delete<T: Transport, J: Journal>(run: &Run<'_, T, J>, item: &Item) -> Result<Outcome, Outcome> {
    let id = item.id.as_ref().expect("a list that goes has an id");
    let mut done = Vec::new();
    let remarks = remove(run, item, id, &mut done).await?;
    Ok(Outcome::Done { id: None, old: Some(id.clone()), remarks })
}

/// Deletes a list that is as it was planned, and makes sure that it is gone.
async fn remove<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    item: &Item,
    id: &Id,
    done: &mut Vec<String>,
) -> Result<Vec<String>, Outcome> {
    let act = format!("delete {} of {}", id, item.address);
    let gone = Fact::Deleted(id.clone());
    let mut held = style::get(run.client, id).await;
    if held.as_ref().is_err_and(Error::is_absent) {
        // A replica that lags does not know yet what was just made: "not found" is believed when it is said twice.
        let waited = run.client.wait(SECOND_LOOK, "looking a second time for a list that seems to be gone").await;
        waited.map_err(|trouble| stop(&act, trouble.to_string(), done, 9))?;
        held = style::get(run.client, id).await;
    }
    match held {
        Err(error) if error.is_absent() => {
            run.record(&[gone]).map_err(|why| stop(&act, why, done, 1))?;
            return Ok(vec![format!("{id} was already gone")]);
        }
        Err(error) => return Err(run.failed(&act, &error, done)),
        Ok(held) => as_planned(item, &held).map_err(|why| stop(&act, why, done, 6))?,
    }
    run.record(&[Fact::Deleting(id.clone(), item.address.clone())]).map_err(|why| stop(&act, why, done, 1))?;
    style::delete(run.client, id).await.map_err(|error| run.failed(&act, &error, done))?;
    match style::get(run.client, id).await {
        Err(error) if error.is_absent() => {}
        Err(error) => return Err(run.failed(&act, &error, done)),
        Ok(_) => {
            let message = format!("the service said that {id} is deleted, and still has it");
            return Err(stop(&act, message, done, 4));
        }
    }
    run.record(&[gone]).map_err(|why| stop(&act, why, done, 1))?;
    done.push(format!("deleted {id}"));
    run.step_done(item, "deleted");
    Ok(Vec::new())
}

/// An item that only changes what is remembered.
fn local<T: Transport, J: Journal>(run: &Run<'_, T, J>, item: &Item, facts: &[Fact]) -> Result<Outcome, Outcome> {
    let act = format!("{} {}", item.verb.name(), item.address);
    run.record(facts).map_err(|why| stop(&act, why, &[], 1))?;
    let old = (item.verb == Verb::Forget).then(|| item.id.clone()).flatten();
    let id = if old.is_some() { None } else { item.id.clone() };
    Ok(Outcome::Done { id, old, remarks: Vec::new() })
}

/// The binding of a list that is as wanted: what is remembered of it stays, where something is.
fn rebound<T: Transport, J: Journal>(run: &Run<'_, T, J>, item: &Item, id: &Id, wanted: &Content) -> Vec<Fact> {
    let binding = match remembered(run, item, id) {
        Some(binding) => Binding { protected: item.protected, sealed: true, ..binding },
        None => Binding {
            id: id.clone(),
            version: item.seen.as_ref().map_or(0, |seen| seen.version),
            protected: item.protected,
            applied: Applied::new(wanted, wanted),
            attempted: Vec::new(),
            sealed: true,
        },
    };
    vec![Fact::Bound(item.address.clone(), binding)]
}

fn remembered<T: Transport, J: Journal>(run: &Run<'_, T, J>, item: &Item, id: &Id) -> Option<Binding> {
    let memory = run.memory.borrow();
    let from = item.moved_from.as_ref().unwrap_or(&item.address);
    memory.state().bindings.get(from).filter(|binding| binding.id == *id).cloned()
}

async fn unchanged_since_planned<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    item: &Item,
    id: &Id,
    done: &[String],
) -> Result<LiveStyle, Outcome> {
    let act = format!("{} {}", item.verb.name(), item.address);
    let held = style::get(run.client, id).await.map_err(|error| run.failed(&act, &error, done))?;
    as_planned(item, &held).map_err(|why| stop(&act, why, done, 6))?;
    Ok(held)
}

fn as_planned(item: &Item, held: &LiveStyle) -> Result<(), String> {
    let Some(Seen { version, digest }) = &item.seen else { return Ok(()) };
    if held.version == *version && digest::of_content(&held.content()) == *digest {
        return Ok(());
    }
    Err(format!(
        "{} was changed by somebody else since it was planned (version {version} became {}); nothing was written to it",
        held.id, held.version
    ))
}

/// Compares what is held with what was wanted. What the service merely writes differently is a remark.
pub(crate) fn verify(wanted: &Content, held: &LiveStyle) -> Result<Vec<String>, String> {
    let said = held.content();
    if said.same(wanted) {
        return Ok(Vec::new());
    }
    let mut remarks = Vec::new();
    let mut wrong = Vec::new();
    if said.name != wanted.name {
        let remark = format!("name {:?} is stored as {:?}", wanted.name, said.name);
        if alike(&said.name, &wanted.name) { remarks.push(remark) } else { wrong.push(remark) }
    }
    if said.language != wanted.language {
        wrong.push(format!("language {} is stored as {}", wanted.language, said.language));
    }
    for (key, value) in &wanted.rules {
        let stored = said.rules.get(key);
        if stored != Some(value) {
            wrong.push(format!("rule {key} was sent as {value} and is {}", stored.map_or("absent", String::as_str)));
        }
    }
    for key in said.rules.keys().filter(|key| !wanted.rules.contains_key(*key)) {
        wrong.push(format!("rule {key} is set although it was not sent"));
    }
    let mut unmatched: Vec<&Instruction> = said.instructions.iter().collect();
    for instruction in &wanted.instructions {
        let Some(at) = unmatched.iter().position(|held| held.label == instruction.label) else {
            wrong.push(format!("instruction {:?} is absent", instruction.label));
            continue;
        };
        let held = unmatched.remove(at);
        if held.source_language != instruction.source_language {
            wrong.push(format!("the source language of instruction {:?} is another", instruction.label));
        }
        if held.prompt != instruction.prompt {
            let remark = format!("the prompt of instruction {:?} is stored differently", instruction.label);
            if alike(&held.prompt, &instruction.prompt) { remarks.push(remark) } else { wrong.push(remark) }
        }
    }
    wrong
        .extend(unmatched.iter().map(|held| format!("instruction {:?} is there although it was not sent", held.label)));
    if wrong.is_empty() { Ok(remarks) } else { Err(format!("the service holds something else: {}", wrong.join("; "))) }
}

/// Equal but for white space at the edges and the Unicode normal form.
pub(crate) fn alike(a: &str, b: &str) -> bool {
    use unicode_normalization::UnicodeNormalization as _;
    a.trim().nfc().eq(b.trim().nfc())
}

fn stop(act: &str, message: String, done: &[String], exit: u8) -> Outcome {
    Outcome::Failed(Failure { act: act.to_owned(), message, trace: None, done: done.to_vec(), exit })
}
