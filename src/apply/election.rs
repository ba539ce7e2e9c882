//! An election for runs that share no store: two runs of one stack that create the same resource leave one of it.
//!
//! Each creates under a tag, and looks through one stable listing before it gives names. Whoever finds that another has
//! given the name, or created first (or at the same time: both then withdraw), takes its own attempt back. So nobody gives
//! a name while an older attempt is in sight, and no name is given twice. Whoever withdrew stops with exit code 6: the next
//! run imports what the other made, or removes what a dead one left, and creates anew.
//!
//! What was there when the plan was made, and has the name that it had, is no rival: the plan has judged it. What it found
//! left over from a dead run is removed before anything is named in its place.

use std::collections::{BTreeMap, BTreeSet};

use crate::apply::create::UnnamedCreation;
use crate::apply::event::{ItemFailure, Outcome};
use crate::apply::refresh::LOOKUP_PAUSES;
use crate::apply::run::{ApplyRun, fail_item};
use crate::apply::run_end::FailureCause;
use crate::model::tag::Tag;
use crate::model::{Id, Kind};
use crate::plan::live_fingerprint;
use crate::service::account::{self, AccountReadError};
use crate::service::listed_resource::ListedResource;
use crate::service::{Transport, resource};
use crate::state::{Journal, JournalEntry};

/// A resource that another run made for the same address.
#[derive(Clone, Debug)]
pub(crate) struct Rival {
    id: Id,
    /// Whether it has its name already.
    named: bool,
}

/// Looks for rivals of every creation, with one stable listing for each kind. In the order of the creations.
pub(crate) async fn find_rivals<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    creations: &[(usize, Box<UnnamedCreation<'_>>)],
) -> Result<Vec<Vec<Rival>>, AccountReadError> {
    let kinds: BTreeSet<Kind> = creations.iter().map(|(_, creation)| creation.item.address.kind).collect();
    let mut listings = BTreeMap::new();
    for kind in kinds {
        let expected = run.seen.len() + creations.len();
        let mut listing = account::list_stable_names(run.client, kind, expected).await?;
        // A listing that lags behind our own creations may hide older ones too.
        for pause in &LOOKUP_PAUSES[..2] {
            let shows_own = {
                let shown: BTreeSet<&Id> = listing.iter().map(|listed| &listed.id).collect();
                let mut own = creations.iter().filter(|(_, creation)| creation.item.address.kind == kind);
                own.all(|(_, creation)| shown.contains(&creation.id))
            };
            if shows_own {
                break;
            }
            if run.client.wait_for(*pause, "the listing does not show yet what was created").await.is_err() {
                break;
            }
            listing = account::list_stable_names(run.client, kind, expected).await?;
        }
        listings.insert(kind, listing);
    }
    let store = run.store.borrow();
    let bound: BTreeSet<&Id> = store.state().bindings.values().map(|binding| &binding.id).collect();
    let strangers: BTreeMap<Kind, Vec<&ListedResource>> = listings
        .iter()
        .map(|(kind, listing)| {
            let appeared = |listed: &&ListedResource| {
                !bound.contains(&listed.id) && run.seen.get(&listed.id) != Some(&listed.name)
            };
            (*kind, listing.iter().filter(appeared).collect())
        })
        .collect();
    let rivals = |(_, creation): &(usize, Box<UnnamedCreation<'_>>)| {
        let kind = creation.item.address.kind;
        // A listing is sorted by id.
        let listing = &listings[&kind];
        let own = listing.binary_search_by(|listed| listed.id.cmp(&creation.id)).ok().map(|at| &listing[at]);
        let own_time = own.and_then(|own| own.creation_time.as_deref());
        let others = strangers[&kind].iter();
        others.filter_map(|listed| judge_rival(run, creation, own_time, &store.state().stack, listed)).collect()
    };
    Ok(creations.iter().map(rivals).collect())
}

/// Whether a resource that appeared since the plan was made forbids to give a name.
fn judge_rival<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    creation: &UnnamedCreation<'_>,
    own_time: Option<&str>,
    stack: &str,
    listed: &ListedResource,
) -> Option<Rival> {
    let address = &creation.item.address;
    let Some(tag) = Tag::from_name(&listed.name) else {
        let language = creation.language.as_ref();
        let same = listed.name == creation.content.name()
            && (listed.language.is_none() || listed.language.as_ref() == language || language.is_none());
        return same.then(|| Rival { id: listed.id.clone(), named: true });
    };
    let same = tag.stack == stack && tag.key == Tag::hash_address(address);
    if !same || run.own_nonces.borrow().contains(&tag.nonce) {
        return None;
    }
    // As text `37.5Z` would be later than `37.512Z`; what cannot be compared counts as a tie.
    let moment = |time: Option<&str>| time.and_then(|time| time.parse::<jiff::Timestamp>().ok());
    let times = (moment(listed.creation_time.as_deref()), moment(own_time));
    let younger = matches!(times, (Some(theirs), Some(ours)) if theirs > ours);
    (!younger).then(|| Rival { id: listed.id.clone(), named: false })
}

/// Takes an attempt back: deletes it while it is as we made it, and remembers what was remembered before.
pub(crate) async fn withdraw<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    creation: &UnnamedCreation<'_>,
    rivals: &[Rival],
) -> Outcome {
    let (act, id, kind) = (creation.act(), &creation.id, creation.item.address.kind);
    let theirs: Vec<String> = rivals
        .iter()
        .map(|rival| format!("{}{}", rival.id, if rival.named { "" } else { " (under a temporary name)" }))
        .collect();
    let other = format!("another run created {} at the same time: {}", creation.item.address, theirs.join(", "));
    match resource::get_resource(run.client, kind, id, None).await {
        Ok(now) if live_fingerprint(now.as_resource_ref()) != creation.as_verified => {
            let message = format!("{other}; {id} was edited meanwhile and stays as it is");
            return fail_item(&act, message, &creation.done, FailureCause::Stale);
        }
        Ok(_) => {
            let begun = JournalEntry::DeletionStarted(id.clone(), creation.item.address.clone());
            if let Err(why) = run.record_entries(&[begun]) {
                return fail_item(&act, why, &creation.done, FailureCause::NotRecorded);
            }
            if let Err(error) = resource::delete_resource(run.client, kind, id).await {
                return run.fail_call(&act, &error, &creation.done);
            }
        }
        Err(error) if error.is_not_found() => {}
        Err(error) => return run.fail_call(&act, &error, &creation.done),
    }
    let mut facts = vec![JournalEntry::Deleted(id.clone())];
    let previous = creation.previous.clone();
    facts.extend(previous.map(|binding| JournalEntry::Bound(creation.item.address.clone(), binding)));
    if let Err(why) = run.record_entries(&facts) {
        return fail_item(&act, why, &creation.done, FailureCause::NotRecorded);
    }
    let mut done = creation.done.clone();
    done.push(format!("withdrew {id}"));
    let message = format!("{other}; {id} was withdrawn, run apply again");
    Outcome::Withdrawn(ItemFailure { act, message, trace: None, done, cause: FailureCause::Stale })
}
