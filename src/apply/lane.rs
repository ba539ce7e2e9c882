//! The work on one object: read, check that it is as planned, write step by step, read back, remember.

use crate::apply::create::{begun, create, finished};
use crate::apply::{Failure, Outcome, Run, lexicon, style};
use crate::model::Id;
use crate::model::object::{Content, Object};
use crate::plan::{Action, Item, Seen, Verb};
use crate::service::account::SECOND_LOOK;
use crate::service::error::Error;
use crate::service::{Transport, object};
use crate::state::{Applied, Binding, Fact, Journal};

/// What came of the writing steps of an item.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// Writes that were answered.
    pub(crate) sure: u64,
    /// Writes that may have been carried out once more, unseen.
    pub(crate) unsure: u64,
    /// What was odd about the answers.
    pub(crate) remarks: Vec<String>,
}

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

    let Written { sure, unsure, remarks: counted } = match &before {
        Object::Style(held) => style::write(run, item, held, &act, &mut done).await?,
        Object::Lexicon(_) => lexicon::write(run, item, id, &act, &mut done).await?,
    };

    let after = read(run, item, id, Some(&before)).await.map_err(|error| run.failed(&act, &error, &done))?;
    let (was, is) = (before.found().version().unwrap_or(0), after.found().version().unwrap_or(0));
    let others = is.saturating_sub(was) > sure + unsure;
    let mut remarks = match verify(wanted, &after) {
        Ok(remarks) => remarks,
        Err(why) if others => {
            let message =
                format!("somebody else wrote meanwhile (version {was} became {is}, our writes explain {sure}): {why}");
            return Err(stop(&act, message, &done, 6));
        }
        Err(why) => return Err(stop(&act, why, &done, 4)),
    };
    if others {
        remarks.push(format!(
            "somebody else wrote meanwhile (version {was} became {is}, our writes explain {sure}), and what is held is as wanted"
        ));
    }
    remarks.extend(counted);
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
    let mut held = read(run, item, id, None).await;
    if held.as_ref().is_err_and(Error::is_absent) {
        // A replica that lags does not know yet what was just made: "not found" is believed when it is said twice.
        let waited = run.client.wait(SECOND_LOOK, "looking a second time for what seems to be gone").await;
        waited.map_err(|trouble| stop(&act, trouble.to_string(), done, 9))?;
        held = read(run, item, id, None).await;
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
    object::delete(run.client, item.address.kind, id).await.map_err(|error| run.failed(&act, &error, done))?;
    match object::get(run.client, item.address.kind, id, None).await {
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
            version: item.seen.as_ref().and_then(|seen| seen.version).unwrap_or(0),
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

/// An object with everything it says. Of a lexicon, parts that the item does not write are taken as they were known.
async fn read<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    item: &Item,
    id: &Id,
    known: Option<&Object>,
) -> Result<Object, Error> {
    let known = match known {
        Some(Object::Lexicon(held)) => Some(lexicon::unwritten(item, held)),
        Some(Object::Style(_)) | None => None,
    };
    object::get(run.client, item.address.kind, id, known.as_ref()).await
}

async fn unchanged_since_planned<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    item: &Item,
    id: &Id,
    done: &[String],
) -> Result<Object, Outcome> {
    let act = format!("{} {}", item.verb.name(), item.address);
    let held = read(run, item, id, item.before.as_ref()).await.map_err(|error| run.failed(&act, &error, done))?;
    as_planned(item, &held).map_err(|why| stop(&act, why, done, 6))?;
    Ok(held)
}

fn as_planned(item: &Item, held: &Object) -> Result<(), String> {
    let Some(Seen { version, digest }) = &item.seen else { return Ok(()) };
    let held = held.found();
    if held.version() == *version && held.content().digest() == *digest {
        return Ok(());
    }
    let versions = match (version, held.version()) {
        (Some(version), Some(now)) => format!(" (version {version} became {now})"),
        (None, _) | (_, None) => String::new(),
    };
    Err(format!("{} was changed by somebody else since it was planned{versions}; nothing was written to it", held.id()))
}

/// Compares what is held with what was wanted. What the service merely writes differently is a remark.
pub(crate) fn verify(wanted: &Content, held: &Object) -> Result<Vec<String>, String> {
    let (remarks, wrong) = match (wanted, held) {
        (Content::Style(wanted), Object::Style(held)) => style::verify(wanted, held),
        (Content::Lexicon(wanted), Object::Lexicon(held)) => lexicon::verify(wanted, held),
        (Content::Style(_), Object::Lexicon(_)) | (Content::Lexicon(_), Object::Style(_)) => {
            unreachable!("an object is read by the kind of its address")
        }
    };
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
