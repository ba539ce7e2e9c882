//! What a pull did: as a report, and as facts for the state.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::check::Desired;
use crate::cli::exit::CliError;
use crate::cli::planning::older_files;
use crate::cli::planning::prepare::PreparedRun;
use crate::cli::store::state_location::{self, OpenedState};
use crate::model::{Address, LiveAccount, digest};
use crate::plan::Basis;
use crate::plan::drift::{Drift, ResourceDeltas};
use crate::plan::settled_drift;
use crate::project::rewriting::import::{ImportedResource, SkippedImport};
use crate::project::rewriting::merge::{MergedChange, MergedResource};
use crate::project::rewriting::project_files::ProjectFiles;
use crate::report::pull::{PullOutcome, PullReport, PulledChange, PulledImport, PulledResource};
use crate::state::{JournalEntry, State};

/// What is shown of a pull.
#[must_use]
pub fn build_report(
    basis: &Basis,
    files: &ProjectFiles<'_>,
    drift: &Drift,
    lists: &[MergedResource<'_>],
    imported: &[ImportedResource],
    left: &[SkippedImport],
    dry: bool,
) -> PullReport {
    let line = |list: &MergedResource<'_>, merged: &MergedChange| {
        let mut change = list.drifted.changes[merged.index].clone();
        change.place.clone_from(&merged.place);
        PulledChange { change, file_value: merged.ours.clone(), outcome: merged.became.clone() }
    };
    PullReport {
        origin: basis.origin.clone(),
        environment: basis.environment.clone(),
        resources: lists
            .iter()
            .map(|list| PulledResource {
                address: list.drifted.address.clone(),
                file: list.file.clone(),
                changes: list.changes.iter().map(|merged| line(list, merged)).collect(),
            })
            .collect(),
        imported: imported
            .iter()
            .map(|list| PulledImport {
                address: list.address.clone(),
                id: list.binding.id.clone(),
                name: list.binding.applied.name().to_owned(),
                file: list.file.clone(),
                tables: list.tables.clone(),
                unknown: list.omitted.clone(),
            })
            .collect(),
        unmanaged: left.iter().map(|left| (left.id.clone(), left.name.clone(), left.reason.clone())).collect(),
        deleted: drift.resources.iter().filter(|list| list.live.is_none()).map(|list| list.address.clone()).collect(),
        files: files.changed_files().iter().map(|changed| changed.path.to_owned()).collect(),
        dry_run: dry,
    }
}

/// What is remembered from now on of resources that are managed already.
#[must_use]
pub fn merged_entries(
    state: &State,
    live: &LiveAccount,
    desired: &Desired,
    drift: &Drift,
    lists: &[MergedResource<'_>],
) -> Vec<JournalEntry> {
    let mut settled: BTreeMap<&Address, ResourceDeltas> =
        drift.already_in_files.iter().map(|(address, deltas)| (address, deltas.clone())).collect();
    for list in lists {
        let done = list.changes.iter().filter(|merged| match merged.became {
            PullOutcome::Written { .. } | PullOutcome::InSync | PullOutcome::Kept => true,
            PullOutcome::Conflict | PullOutcome::Unknown | PullOutcome::Manual { .. } => false,
        });
        let done: Vec<usize> = done.map(|merged| merged.index).collect();
        let done = list.drifted.deltas.select(&done);
        match settled.entry(&list.drifted.address) {
            Entry::Occupied(mut known) => known.get_mut().append(done),
            Entry::Vacant(free) => drop(free.insert(done)),
        }
    }
    let merged = settled.into_iter().filter(|(_, deltas)| !deltas.is_empty()).filter_map(|(address, deltas)| {
        let binding = state.bindings.get(address)?;
        Some(JournalEntry::Bound(
            address.clone(),
            settled_drift::settled_binding(address, binding, live, desired, &deltas)?,
        ))
    });
    merged.collect()
}

/// What is remembered of resources that are managed from now on.
pub fn imported_entries(imported: &[ImportedResource]) -> impl Iterator<Item = JournalEntry> {
    imported.iter().map(|list| JournalEntry::Bound(list.address.clone(), list.binding.clone()))
}

/// Writes the facts into the state. The files are written before.
///
/// # Errors
/// Where the store fails; the next pull makes up for it.
pub fn record_entries_of(
    store: &mut OpenedState,
    prepared: &PreparedRun,
    facts: &[JournalEntry],
    command: &str,
) -> Result<(), CliError> {
    if facts.is_empty() {
        return Ok(());
    }
    let PreparedRun { client, basis, .. } = prepared;
    let stack = digest::short_digest(format!("{} {}", client.next_random(), client.next_random()), 6);
    store.initialize(&basis.origin, &stack);
    if let Some((files, lacking)) = older_files::files_of_pull(prepared, store.state())? {
        store.set_files(files, lacking);
    }
    state_location::commit_entries(store, command, facts).map_err(|stop| CliError {
        message: format!("{}; the files are written, run housestyle pull --all again", stop.message),
        ..stop
    })
}
