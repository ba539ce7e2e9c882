//! The history of a shared state, and moving a state from one store to another.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::cli::run_identity;
use crate::cli::screen::Screen;
use crate::cli::state_location::{self, StateLocation};
use crate::disk::{self, FileMode, Overwrite};
use crate::model::project::StateStoreKind;
use crate::report::Sanitized;
use crate::report::humanize::count_noun;
use crate::state::backend::{CommitNote, HistoryEntry, StateBackend as _, StoreDocuments};
use crate::state::lease::LeaseError;
use crate::state::{file, format};

/// Shows the last runs that wrote the state, newest first; with `details` what each did.
///
/// # Errors
/// Exit 64 where the store keeps no history of its own.
pub fn show_log(place: &StateLocation, details: bool, limit: usize, screen: &Screen) -> Result<(), CliError> {
    if place.store == StateStoreKind::File {
        let path = place.describe_store();
        return Err(CliError::usage_error(format!("the state is the file {path}, which keeps no history of its own"))
            .with_help(format!("where it is committed, git has its history: git log -p -- {path}")));
    }
    let (mut backend, _) = place.git_backend()?;
    let entries =
        backend.history(limit).map_err(|error| state_location::cli_error_from_lease(LeaseError::Backend(error)))?;
    screen.print_output(&render_log(&entries, details))
}

fn render_log(entries: &[HistoryEntry], details: bool) -> String {
    let mut text = String::new();
    for HistoryEntry { revision, time, message } in entries {
        let short: String = revision.0.chars().take(10).collect();
        let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
        let _fits = writeln!(text, "{short}  {}  {}", Sanitized(time), Sanitized(first));
        for line in rest.lines().filter(|line| !line.is_empty()) {
            let who = line.starts_with("by: ");
            if details || who {
                let _fits = writeln!(text, "    {}", Sanitized(line));
            }
        }
    }
    if entries.is_empty() {
        text.push_str("no run has written this state yet\n");
    }
    text
}

/// Moves the state into a store of another kind, and leaves a pointer where it was.
///
/// # Errors
/// Exit 5 where the other store already has a state; 9 where a run works with one of them.
pub async fn migrate_state(place: &StateLocation, to: StateStoreKind, screen: &Arc<Screen>) -> Result<(), CliError> {
    match to {
        StateStoreKind::Git => migrate_to_git(&place.with_store(StateStoreKind::File), screen),
        StateStoreKind::File => migrate_to_file(&place.with_store(StateStoreKind::Git), screen).await,
    }
}

fn migrate_to_git(place: &StateLocation, screen: &Screen) -> Result<(), CliError> {
    let source = place.file();
    let store = file::open_state(&source).map_err(|error| state_location::cli_error_from_state(&error))?;
    let mut state = store.state().clone();
    let (mut backend, stack) = place.git_backend()?;
    let failed = |error| state_location::cli_error_from_lease(LeaseError::Backend(error));
    let (revision, documents) = backend.read().map_err(failed)?;
    let holds_state = documents.state.is_some() && documents.moved_to.is_none();
    if holds_state || documents.run.is_some() {
        return Err(CliError::new(Exit::Blocked, format!("{} already has a state", backend.place()))
            .with_help("look at it first: housestyle state log"));
    }
    // The seals of its bindings are those of the stack.
    stack.tag().clone_into(&mut state.stack);
    let count = count_noun(state.bindings.len(), "resource");
    let who = run_identity::describe_run(&EnvVariables::from_process());
    let note = CommitNote {
        message: format!("state migrate: {count} from {}\n\nby: {who}\n", place.describe_store()),
        ends_run: true,
    };
    let documents = StoreDocuments { state: Some(format::render_state(&state)), ..StoreDocuments::default() };
    backend.replace_if(revision.as_ref(), &documents, &note).map_err(failed)?;
    let pointer = format::render_pointer(&backend.place());
    disk::replace(source.path(), pointer.as_bytes(), FileMode::Shared, Overwrite::Replace)
        .map_err(|error| CliError::io_error(format!("cannot write {}", source.path()), &error))?;
    drop(store);
    screen.print_status(&format!("moved {count} from {} to {}", place.describe_store(), backend.place()));
    screen.print_status("next: write [state] store = \"git\" into housestyle.toml, and commit both files");
    Ok(())
}

async fn migrate_to_file(place: &StateLocation, screen: &Arc<Screen>) -> Result<(), CliError> {
    let target = place.file();
    match file::read_state(&target) {
        Ok(state) if state.bindings.is_empty() => {}
        Err(file::StateFileError::Format { source: format::StateFormatError::Moved(_), .. }) => {}
        Ok(_) => {
            return Err(CliError::new(Exit::Blocked, format!("{} already has a state", target.path()))
                .with_help("move it away first, or name another file with --state"));
        }
        Err(error) => return Err(state_location::cli_error_from_state(&error)),
    }
    let (mut backend, _) = place.git_backend()?;
    let failed = |error| state_location::cli_error_from_lease(LeaseError::Backend(error));
    // Taken and given back: no run is under way.
    let store = place.open_store(screen, None).await?;
    let state = store.state().clone();
    drop(store);
    let (revision, documents) = backend.read().map_err(failed)?;
    if documents.run.is_some() || revision.is_none() {
        return Err(CliError::new(Exit::Blocked, format!("{} has no state that is not in use", backend.place())));
    }
    disk::create_parent(target.path())
        .and_then(|()| {
            disk::replace(target.path(), format::render_state(&state).as_bytes(), FileMode::Shared, Overwrite::Replace)
        })
        .map_err(|error| CliError::io_error(format!("cannot write {}", target.path()), &error))?;
    let file = place.with_store(StateStoreKind::File).describe_store();
    let note = CommitNote { message: format!("state migrate: to {file}\n"), ends_run: true };
    let documents = StoreDocuments { moved_to: Some(file.clone()), ..documents };
    backend.replace_if(revision.as_ref(), &documents, &note).map_err(failed)?;
    let count = count_noun(state.bindings.len(), "resource");
    screen.print_status(&format!("moved {count} from {} to {file}", backend.place()));
    screen.print_status("next: take [state] out of housestyle.toml, and commit both files");
    Ok(())
}
