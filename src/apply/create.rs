//! Making a list that did not exist: under a tag, bound as soon as it is known, filled, verified, then revealed.
//!
//! A creation whose answer is lost is never sent again under the same tag. It is looked for; only when it cannot be found
//! is another one sent, under a new nonce, so that a late twin is recognised and removed by the next run.

use std::time::Duration;

use crate::apply::survey::PAUSES;
use crate::apply::{Failure, Outcome, Run, lane, lexicon, nonce, style};
use crate::model::object::{Content, Object};
use crate::model::tag::Tag;
use crate::model::{Id, Kind};
use crate::plan::Item;
use crate::service::error::Error;
use crate::service::{Transport, account, object};
use crate::state::{Applied, Binding, Creating, Fact, Journal};

pub(super) const ATTEMPTS: u32 = 3;

/// Unfinished contents of one list that are remembered.
const MOST_ATTEMPTS: usize = 8;

/// Creates a list for an item. On success its id, and what the service stored differently.
///
/// `goes` is the list that is to be deleted once this one stands (a change of language).
pub(crate) async fn create<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    item: &Item,
    content: &Content,
    goes: Option<&Id>,
    done: &mut Vec<String>,
) -> Result<(Id, Vec<String>), Outcome> {
    let act = format!("create {}", item.address);
    let created = make(run, item, content, &act).await?;
    let id = created.found().id().clone();

    let begun = begun(item, &created, content, Vec::new());
    let mut facts = vec![Fact::Bound(item.address.clone(), begun)];
    facts.extend(goes.map(|old| Fact::Deleting(old.clone(), item.address.clone())));
    let recorded = run.record(&facts);
    recorded.map_err(|why| {
        let message = format!("{why}. The list {id} was created and carries our tag: the next run takes it up");
        Outcome::Failed(Failure { act: act.clone(), message, trace: None, done: done.clone(), exit: 1 })
    })?;
    done.push(format!("created {id} under a temporary name"));
    run.step_done(item, "created");

    match (content, created) {
        (Content::Style(content), Object::Style(held)) => style::complete(run, item, content, held, &act, done).await?,
        (Content::Lexicon(content), Object::Lexicon(held)) => {
            lexicon::complete(run, item, content, &held, &act, done).await?;
        }
        (Content::Style(_), Object::Lexicon(_)) | (Content::Lexicon(_), Object::Style(_)) => {
            unreachable!("what was made is of the kind that was asked for")
        }
    }

    let kind = item.address.kind;
    let renamed = object::rename(run.client, kind, &id, content.name()).await;
    renamed.map_err(|error| run.failed(&act, &error, done))?;
    done.push("gave it its name".to_owned());
    let after = object::get(run.client, kind, &id, None).await.map_err(|error| run.failed(&act, &error, done))?;
    let remarks = lane::verify(content, &after).map_err(|message| {
        Outcome::Failed(Failure { act: act.clone(), message, trace: None, done: done.clone(), exit: 4 })
    })?;
    let bound = Fact::Bound(item.address.clone(), finished(item, &after, content));
    run.record(&[bound]).map_err(|message| {
        Outcome::Failed(Failure { act: act.clone(), message, trace: None, done: done.clone(), exit: 1 })
    })?;
    Ok((id, remarks))
}

/// Sends creations until one is known to stand.
async fn make<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    item: &Item,
    content: &Content,
    act: &str,
) -> Result<Object, Outcome> {
    for attempt in 1..=ATTEMPTS {
        let tag = {
            let memory = run.memory.borrow();
            let state = memory.state();
            let creating = state.creating.get(&item.address).expect("claimed before the first call");
            Tag::new(&state.stack, &item.address, &creating.nonce)
        };
        let name = match content {
            Content::Style(content) => tag.dress(&content.name),
            Content::Lexicon(content) => tag.dress_in_bytes(&content.name),
        };
        let error = match object::create(run.client, &name, content).await {
            Ok(created) => return Ok(created),
            Err(error) => error,
        };
        if !error.may_have_happened() {
            // Nothing was made, so nothing is left to look for.
            let _ = run.record(&[Fact::NotCreated(item.address.clone())]);
            return Err(run.failed(act, &error, &[]));
        }
        if let Some(found) = look_for(run, item.address.kind, &tag, &error, act).await? {
            return Ok(found);
        }
        if attempt == ATTEMPTS {
            return Err(run.failed(act, &error, &[]));
        }
        let next = Creating { nonce: nonce(run.client, content), digest: content.digest(), since: run.client.clock() };
        run.record(&[Fact::Creating(item.address.clone(), next)]).map_err(|message| {
            Outcome::Unknown(Failure { act: act.to_owned(), message, trace: error.trace, done: Vec::new(), exit: 7 })
        })?;
    }
    unreachable!("the last attempt returns")
}

/// Looks for a list under exactly this tag, as long as it may still appear.
async fn look_for<T: Transport, J: Journal>(
    run: &Run<'_, T, J>,
    kind: Kind,
    tag: &Tag,
    lost: &Error,
    act: &str,
) -> Result<Option<Object>, Outcome> {
    let unknown = |why: String| {
        let message = format!("{lost}; looking for it failed: {why}");
        Outcome::Unknown(Failure { act: act.to_owned(), message, trace: lost.trace.clone(), done: Vec::new(), exit: 7 })
    };
    let mut waited = Duration::ZERO;
    let mut pauses = PAUSES.iter();
    loop {
        let names = account::stable_names(run.client, kind).await.map_err(|error| unknown(error.to_string()))?;
        if let Some(found) = names.iter().find(|list| Tag::of(&list.name).as_ref() == Some(tag)) {
            return match object::get(run.client, kind, &found.id, None).await {
                Ok(list) => Ok(Some(list)),
                Err(error) => Err(unknown(error.to_string())),
            };
        }
        let Some(pause) = pauses.next().filter(|_| waited < run.client.manners().settle) else { return Ok(None) };
        waited += *pause;
        let waiting = run.client.wait(*pause, "an answer was lost: looking whether what it made appears").await;
        waiting.map_err(|trouble| unknown(trouble.to_string()))?;
    }
}

/// The binding of an item to a list that says what was wanted.
pub(crate) fn finished(item: &Item, held: &Object, sent: &Content) -> Binding {
    let held = held.found();
    Binding {
        id: held.id().clone(),
        version: held.version().unwrap_or(0),
        protected: item.protected,
        applied: Applied::new(&item.without_kept(sent), &held.content()),
        attempted: Vec::new(),
        sealed: true,
    }
}

/// The binding of an item to a list before the first write that is to make it say what is wanted. What it says now is the
/// ground: whatever was applied, begun or edited before, the plan has seen it.
///
/// `before` is what earlier runs began and did not finish: an instruction that they sent may arrive late.
pub(crate) fn begun(item: &Item, held: &Object, wanted: &Content, before: Vec<Applied>) -> Binding {
    let as_is = held.found().content();
    let wanted = item.without_kept(wanted);
    let mut attempted = before;
    attempted.push(Applied::new(&wanted, &wanted));
    attempted.dedup();
    let surplus = attempted.len().saturating_sub(MOST_ATTEMPTS);
    attempted.drain(..surplus);
    Binding { attempted, ..finished(item, held, &as_is) }
}
