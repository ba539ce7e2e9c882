//! Which managed ids the history of a state shows to have been managed: what a deletion needs beside an entry in the state.
//!
//! The seal of an entry has no key, so whoever can write the state can write an entry that binds somebody else's resource. A
//! shared store keeps its own history. A file has two: the record of what runs on this machine bound, and the commits of the
//! project, where one holds the file of an address together with its entry.
//!
//! Deliberately absent: proof. Whoever may write a store can write its history too, and whoever gets a file and its entry
//! into one commit and takes the file out in a later one is believed.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8Path;

use crate::check::Desired;
use crate::cli::exit::CliError;
use crate::cli::git::repository::Git;
use crate::cli::store::state_home::StateHome;
use crate::cli::store::state_location::StateLocation;
use crate::model::{Address, Id};
use crate::plan::desired_resource::is_desired;
use crate::plan::{Agreement, Plan, PlanOptions, Safeguard};
use crate::state::lease::LeaseError;
use crate::state::run_summary::managed_ids;
use crate::state::{State, file, format};

/// How many of the last runs of a shared store are looked at: more only where fewer do not say enough.
const RUNS: [usize; 3] = [20, 200, 2_000];

/// What of a plan's managed ids no history knows.
#[derive(Clone, Debug, Default)]
pub struct UnknownIds {
    /// The ids.
    pub ids: BTreeSet<Id>,
    /// Why the history may say less than it could, as a way out.
    pub note: Option<String>,
}

/// Of what a plan could delete without being told its name: what no history shows to have been managed.
///
/// # Errors
/// Where the history of a shared store cannot be read.
pub fn find_unknown(
    location: &StateLocation,
    desired: &Desired,
    state: &State,
    options: &PlanOptions,
) -> Result<UnknownIds, CliError> {
    unknown_among(location, deletable_ids(desired, state, options))
}

/// Of a state that moves to another store: what the history of its own shows to have been managed.
///
/// # Errors
/// Where the history of a shared store cannot be read.
pub fn known_bindings<'a>(
    location: &StateLocation,
    state: &'a State,
) -> Result<BTreeMap<&'a Address, &'a Id>, CliError> {
    let bound = || state.bindings.iter().map(|(address, binding)| (address, &binding.id));
    let unknown = unknown_among(location, bound().map(|(address, id)| (id.clone(), address.clone())).collect())?;
    Ok(bound().filter(|(_, id)| !unknown.ids.contains(*id)).collect())
}

fn unknown_among(location: &StateLocation, mut ids: BTreeMap<Id, Address>) -> Result<UnknownIds, CliError> {
    let mut note = None;
    if !ids.is_empty() {
        match location.home {
            StateHome::File => note = take_known_by_file(location, &mut ids)?,
            StateHome::Git | StateHome::Objects(_) => take_known_by_runs(location, &mut ids)?,
        }
    }
    Ok(UnknownIds { ids: ids.into_keys().collect(), note })
}

/// Puts what is unknown into the options of a plan.
#[must_use]
pub fn with_unknown(options: &PlanOptions, unknown: &UnknownIds) -> PlanOptions {
    PlanOptions { without_history: unknown.ids.clone(), ..options.clone() }
}

/// The note of a plan that is blocked because of a history that says too little.
#[must_use]
pub fn note_for_plan(plan: &Plan, unknown: UnknownIds) -> Option<String> {
    let blocks = plan.blockers.iter().any(|blocker| blocker.safeguard == Safeguard::NeverManaged);
    unknown.note.filter(|_| blocks)
}

/// What a plan could delete although nobody named it.
fn deletable_ids(desired: &Desired, state: &State, options: &PlanOptions) -> BTreeMap<Id, Address> {
    let PlanOptions { undo, prune, agreed, .. } = options;
    let may_go = |address: &Address| match undo {
        Some(undo) => undo.names_address(address),
        None => *prune && !is_desired(desired, address),
    };
    let bound = state.bindings.iter().filter(|(address, _)| may_go(address));
    let bound = bound.map(|(address, binding)| (binding.id.clone(), address.clone()));
    let begun = state.pending_deletions.iter().map(|(id, address)| (id.clone(), address.clone()));
    bound.chain(begun).filter(|(_, address)| !agreed[Agreement::Delete].contains(address)).collect()
}

/// Takes out what runs that wrote a shared store told of.
fn take_known_by_runs(location: &StateLocation, ids: &mut BTreeMap<Id, Address>) -> Result<(), CliError> {
    let (mut backend, _) = location.shared_backend()?;
    for runs in RUNS {
        let history =
            backend.history(runs).map_err(|error| location.home.error_from_lease(LeaseError::Backend(error)))?;
        for id in history.iter().flat_map(|entry| managed_ids(&entry.message)) {
            ids.remove(&id);
        }
        if ids.is_empty() || history.len() < runs {
            break;
        }
    }
    Ok(())
}

/// Takes out what the record of this machine or the commits of the project show.
fn take_known_by_file(location: &StateLocation, ids: &mut BTreeMap<Id, Address>) -> Result<Option<String>, CliError> {
    let file = location.file();
    let git = Git::discover_repository(location.root(), location.variables()).ok();
    let inside = |path: &Utf8Path| path.strip_prefix(location.root()).ok().map(ToOwned::to_owned);
    // A record that came with the checkout is none of this machine.
    let came_along = |git: &Git| inside(&file.managed_path()).is_none_or(|path| git.tracks(&path));
    if !git.as_ref().is_some_and(came_along) {
        let known = file::read_managed_ids(&file)
            .map_err(|error| CliError::io_error(format!("cannot read {}", file.managed_path()), &error))?;
        ids.retain(|id, _| !known.contains(id));
    }
    let (Some(git), Some(path)) = (git, inside(file.path())) else { return Ok(None) };
    if ids.is_empty() {
        return Ok(None);
    }
    take_known_by_commits(&git, &path, ids)?;
    let shallow = git.is_shallow().then(|| {
        "this clone is shallow: its history says less of what was managed than that of a full clone (git fetch \
         --unshallow; `fetch-depth: 0` of a checkout on GitHub, `GIT_DEPTH: 0` on GitLab)"
            .to_owned()
    });
    Ok(shallow)
}

/// Takes out the ids that a commit binds to an address whose file it holds. Asked are the commits that the branch itself was
/// at: of what was merged, those who review see the whole.
fn take_known_by_commits(git: &Git, path: &Utf8Path, ids: &mut BTreeMap<Id, Address>) -> Result<(), CliError> {
    let keys: BTreeSet<&str> = ids.values().map(|address| address.key.as_str()).collect();
    let commits = git.commits_with_files(|file| keys.contains(file_key(file).unwrap_or_default()), path)?;
    let mut states: BTreeMap<String, Option<State>> = BTreeMap::new();
    for commit in commits {
        let Some((object, files)) = git.files_beside(&commit, path)? else { continue };
        let state = states.entry(object).or_insert_with_key(|object| {
            let text = git.read_text(object)?;
            format::parse_state(&text).ok()
        });
        let Some(state) = state else { continue };
        let held: BTreeSet<&str> = files.iter().filter_map(|file| file_key(file)).collect();
        let shown = state.bindings.iter().filter(|(address, _)| held.contains(address.key.as_str()));
        for (_, binding) in shown {
            ids.remove(&binding.id);
        }
        if ids.is_empty() {
            break;
        }
    }
    Ok(())
}

/// The key of what a file defines: its name without the ending.
fn file_key(path: &Utf8Path) -> Option<&str> {
    matches!(path.extension(), Some("yaml" | "yml" | "toml")).then(|| path.file_stem()).flatten()
}
