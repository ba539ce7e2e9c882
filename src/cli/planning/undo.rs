//! The snapshot behind `--undo`: found, read, and held against the service and environment of this run.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use crate::check::Desired;
use crate::cli::exit::{CliError, Exit};
use crate::cli::named_file;
use crate::model::{Address, Id};
use crate::plan::known_addresses;
use crate::plan::undo::{self, UndoError};
use crate::plan::{Basis, PlanOptions, Undo};
use crate::project::nearest_path;
use crate::state::State;
use crate::state::snapshot::Snapshot;
use crate::state::snapshot_store;

/// What `--undo` asks for.
#[derive(Clone, Debug)]
pub enum UndoSource {
    /// What was said before the last run that was no undo itself.
    Newest,
    /// What this file says.
    File(Utf8PathBuf),
}

impl UndoSource {
    /// What a flag with an optional file asks for.
    #[must_use]
    pub fn from_flag(flag: Option<&Option<Utf8PathBuf>>, here: &Utf8Path) -> Option<Self> {
        flag.map(|file| file.as_ref().map_or(Self::Newest, |file| Self::File(here.join(file))))
    }

    /// What is wanted by the snapshot, and what a plan for it is made from.
    ///
    /// # Errors
    /// Exit 5 where it belongs to another service or environment or cannot be asked for; 1 where it cannot be read.
    pub fn resolve_desired(&self, basis: &Basis, state: &State, work: &Utf8Path) -> Result<(Desired, Basis), CliError> {
        let (path, snapshot) = self.find_snapshot(work, &basis.environment)?;
        let refused = |why: String| CliError::new_sanitized(Exit::Blocked, why);
        let Snapshot { origin, environment, .. } = &snapshot;
        if *origin != basis.origin {
            let (taken, now) = (origin.escape_debug(), &basis.origin);
            return Err(refused(format!("{path} was taken from {taken}, but this run uses {now}"))
                .with_help("choose that service with --env or --service"));
        }
        if *environment != basis.environment {
            let (taken, now) = (environment.escape_debug(), &basis.environment);
            return Err(refused(format!("{path} is of environment {taken}, but this run uses {now}"))
                .with_help(format!("pass --env {taken}")));
        }
        check_targets(&snapshot, state, &basis.options.targets)?;
        if !state.stack.is_empty() && snapshot.stack != state.stack {
            let taken = if snapshot.stack.is_empty() {
                "no stack".to_owned()
            } else {
                format!("`{}`", snapshot.stack.escape_debug())
            };
            return Err(refused(format!(
                "{path} was taken of another project (stack {taken}, this one is `{}`)",
                state.stack.escape_debug()
            ))
            .with_help("undo it in the project that took it"));
        }
        let name = path.file_name().unwrap_or(path.as_str());
        let (desired, undo) = undo::desired_from_snapshot(&snapshot, name, state, &basis.options.targets).map_err(
            |error| match error {
                UndoError::Snapshot(_) => {
                    CliError::new_sanitized(Exit::Error, format!("{path} cannot be used: {error}"))
                }
                UndoError::Unfit(_) | UndoError::Nothing => refused(format!("{path} cannot be restored: {error}")),
            },
        )?;
        if let Some((address, id)) = never_managed(&undo, state, basis) {
            return Err(refused(format!("{path} names the id {id} for {address}, which this project never managed"))
                .with_help(format!(
                    "look at it on the service; if it is to be taken over, name it: --import {address}"
                )));
        }
        let options = PlanOptions { undo: Some(undo), ..basis.options.clone() };
        let basis = Basis { desired: desired.digest().into(), options, ..basis.clone() };
        Ok((desired, basis))
    }

    fn find_snapshot(&self, work: &Utf8Path, environment: &str) -> Result<(Utf8PathBuf, Snapshot), CliError> {
        match self {
            Self::File(path) => snapshot_store::read_snapshot(path, named_file::read_text_bytes)
                .map(|snapshot| (path.clone(), snapshot))
                .map_err(|error| cli_error_from_snapshot(&error)),
            Self::Newest => snapshot_store::find_newest_snapshot(work, environment)
                .map_err(|error| cli_error_from_snapshot(&error))?
                .ok_or_else(|| {
                    CliError::new(
                        Exit::Error,
                        "nothing to undo: no apply of this environment changed anything from this folder",
                    )
                    .with_help("pass a snapshot: --undo FILE")
                }),
        }
    }
}

/// A target of an undo is a resource of the snapshot or of the state.
fn check_targets(snapshot: &Snapshot, state: &State, targets: &BTreeSet<Address>) -> Result<(), CliError> {
    let desired = Desired::default();
    let mut known = known_addresses::known_addresses(&desired, state);
    known.extend(snapshot.resources().filter_map(|saved| saved.ok()?.0));
    known.extend(snapshot.created_addresses().into_iter().flatten());
    match targets.iter().find(|target| !known.contains(*target) && !state.was_managed(target)) {
        Some(unknown) => Err(known_addresses::unknown_address("--target", unknown, &desired, &known).into()),
        None => Ok(()),
    }
}

/// The first resource of a snapshot whose id this project never managed and that nobody named.
fn never_managed<'a>(undo: &'a Undo, state: &State, basis: &Basis) -> Option<(&'a Address, &'a Id)> {
    let known = |id: &Id| state.address_of(id).is_some() || state.former_ids.contains_key(id);
    let pending = |id: &Id| state.pending_deletions.contains_key(id);
    undo.resources
        .iter()
        .map(|(address, was)| (address, &was.id))
        .find(|(address, id)| !known(id) && !pending(id) && !basis.options.import.contains_key(*address))
}

/// Why a snapshot could not be read or written, as a way out.
#[must_use]
pub fn cli_error_from_snapshot(error: &snapshot_store::SnapshotStoreError) -> CliError {
    let near = match error {
        snapshot_store::SnapshotStoreError::Disk { act: "write", .. } => None,
        snapshot_store::SnapshotStoreError::Disk { path, .. } => {
            path.parent().and_then(|from| nearest_path::suggest_path(path, from))
        }
        snapshot_store::SnapshotStoreError::Format { .. } | snapshot_store::SnapshotStoreError::InTheWay { .. } => None,
    };
    if let Some(near) = near {
        return CliError::new_sanitized(Exit::Error, error).with_help(near);
    }
    match error {
        snapshot_store::SnapshotStoreError::InTheWay { .. } => {
            CliError::new(Exit::Blocked, error.to_string()).with_help("choose another name for --out")
        }
        snapshot_store::SnapshotStoreError::Disk { act: act @ "write", path, source } => {
            CliError::disk_error(act, path, source, "choose another name for --out")
        }
        snapshot_store::SnapshotStoreError::Format { .. } | snapshot_store::SnapshotStoreError::Disk { .. } => {
            CliError::new_sanitized(Exit::Error, error)
                .with_help("name a file that `housestyle snapshot` wrote, or one below .housestyle/undo")
        }
    }
}
