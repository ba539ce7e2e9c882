//! Reading back what got its name: nothing counts as created that was not read under its name.
//!
//! Lists are read a page at a time where that takes fewer calls than asking for each, and nothing of a page is kept but
//! what is recorded of it. A listing is not a snapshot, and a replica may lag: what it lacks, or shows otherwise than
//! wanted, is asked for by itself, and that answer decides.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::apply::binding::finished_binding;
use crate::apply::create::UnnamedCreation;
use crate::apply::event::Outcome;
use crate::apply::run::{ApplyRun, fail_item};
use crate::apply::run_end::FailureCause;
use crate::apply::verify::verify_resource;
use crate::model::resource::LiveResource;
use crate::model::style::LiveStyle;
use crate::model::{Id, Kind};
use crate::service::{Transport, account, resource};
use crate::state::{Journal, JournalEntry};

/// Reads lists that got their names through one listing, where that is the shorter way, and records those that are as
/// wanted. What is not among them is to be asked for by itself.
pub(crate) async fn read_listed<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    creations: &[(usize, Box<UnnamedCreation<'_>>)],
) -> BTreeMap<Id, Vec<String>> {
    let lists = creations.iter().filter(|(_, creation)| creation.item.address.kind == Kind::Style);
    let wanted: BTreeMap<&Id, &UnnamedCreation<'_>> = lists.map(|(_, creation)| (&creation.id, &**creation)).collect();
    let expected = run.seen.len() + creations.len();
    if wanted.len() <= account::count_pages(expected) {
        return BTreeMap::new();
    }
    let (waiting, recorded) = (RefCell::new(Vec::new()), Cell::new(true));
    let judge = |list: LiveStyle| {
        let creation = wanted.get(&list.id)?;
        let (entry, remarks) = judge_read(creation, &LiveResource::Style(list)).ok()?;
        let mut waiting = waiting.borrow_mut();
        waiting.push(entry);
        if waiting.len() == RECORDED_AT_ONCE {
            recorded.set(recorded.get() && run.record_entries(&std::mem::take(&mut *waiting)).is_ok());
        }
        Some(remarks)
    };
    // Of a listing that fails, nothing is known: each list is asked for, and that failure is told.
    let read = account::read_styles(run.client, expected, judge).await.unwrap_or_default();
    if !recorded.get() || run.record_entries(&waiting.into_inner()).is_err() {
        // What cannot be recorded fails where it is recorded by itself.
        return BTreeMap::new();
    }
    read.into_iter().collect()
}

/// Bindings that are written to the journal at once: few enough to be held as text, and enough for few waits on the disk.
const RECORDED_AT_ONCE: usize = 256;

/// Reads one resource that got its name, and records it. On success what the service stored differently.
pub(crate) async fn read_named<T: Transport, J: Journal>(
    run: &ApplyRun<'_, T, J>,
    creation: &UnnamedCreation<'_>,
) -> Result<Vec<String>, Outcome> {
    let (act, done) = (creation.act(), &creation.done);
    let (kind, known) = (creation.item.address.kind, creation.known_entries.as_ref());
    let read = resource::get_resource(run.client, kind, &creation.id, known).await;
    let after = read.map_err(|error| run.fail_read_back(&act, &error, done))?;
    let (entry, remarks) =
        judge_read(creation, &after).map_err(|why| fail_item(&act, why, done, FailureCause::NotAsSent))?;
    run.record_entries(&[entry]).map_err(|why| fail_item(&act, why, done, FailureCause::NotRecorded))?;
    Ok(remarks)
}

/// What is recorded of a created resource if it is as wanted, and what the service stored differently.
fn judge_read(creation: &UnnamedCreation<'_>, read: &LiveResource) -> Result<(JournalEntry, Vec<String>), String> {
    let remarks = verify_resource(creation.content, read)?;
    let binding = finished_binding(creation.item, read, creation.content);
    Ok((JournalEntry::Bound(creation.item.address.clone(), binding), remarks))
}
