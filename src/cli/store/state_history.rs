//! The history of a shared state, and moving a state from one store to another.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::terminal::Screen;
use crate::cli::store::managed_history;
use crate::cli::store::run_identity;
use crate::cli::store::state_home::StateHome;
use crate::cli::store::state_location::{self, StateLocation};
use crate::disk::{self, FileMode, Overwrite};
use crate::model::{Address, Id};
use crate::report::Sanitized;
use crate::report::humanize::count_noun;
use crate::state::backend::{BackendError, CommitNote, HistoryEntry, Revision, StateBackend, StoreDocuments};
use crate::state::lease::LeaseError;
use crate::state::run_summary::added_line;
use crate::state::{State, file, format};

/// Shows the last runs that wrote the state, newest first; with `details` what each did.
///
/// # Errors
/// Exit 64 where the store keeps no history of its own.
pub fn show_log(location: &StateLocation, details: bool, limit: usize, screen: &Screen) -> Result<(), CliError> {
    if location.home == StateHome::File {
        let path = location.describe_store();
        return Err(CliError::usage_error(format!("the state is the file {path}, which keeps no history of its own"))
            .with_help(format!("where it is committed, git has its history: git log -p -- {path}")));
    }
    let (mut backend, _) = location.shared_backend()?;
    let entries = backend.history(limit).map_err(|error| backend_error(location, error))?;
    screen.print_output(&render_log(&entries, details))
}

/// A run of the history.
pub struct PastRun {
    /// When it ended, as the store tells it.
    pub time: String,
    /// Person and machine, or the address of a pipeline's run.
    pub who: String,
}

/// Most runs that are looked through for one plan.
const MAX_RUNS_SEARCHED: usize = 200;

/// Name of the file of the work folder that tells which plans were applied from here: a line each, the last ones.
const APPLIED_PLANS_FILE: &str = "applied-plans";
/// Largest such file that is read, in bytes.
const APPLIED_PLANS_BYTES: u64 = 1 << 20;

/// Notes that a plan was applied, where the store keeps no history that would tell. Nothing depends on it, so that a disk that
/// takes no more keeps nobody.
pub fn note_applied_plan(location: &StateLocation, digest: &str) {
    if location.home != StateHome::File {
        return;
    }
    let who = run_identity::describe_run(&EnvVariables::from_process());
    let line = format!("{digest} {} {}", run_identity::current_time(), Sanitized(&who));
    let before = read_applied_plans(location);
    let last = before.lines().rev().take(MAX_RUNS_SEARCHED - 1).collect::<Vec<_>>();
    let lines: String = last.into_iter().rev().chain([line.as_str()]).map(|line| format!("{line}\n")).collect();
    let path = location.work_dir.join(APPLIED_PLANS_FILE);
    let _untold = disk::replace(path, lines.as_bytes(), FileMode::Private, Overwrite::Replace);
}

fn read_applied_plans(location: &StateLocation) -> String {
    let Some(root) = location.work_dir.parent() else { return String::new() };
    let path = location.work_dir.strip_prefix(root).unwrap_or(&location.work_dir).join(APPLIED_PLANS_FILE);
    let read = disk::read_inside(root, &path, APPLIED_PLANS_BYTES);
    read.ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

fn find_applied_plan(location: &StateLocation, digest: &str) -> Option<PastRun> {
    let noted = read_applied_plans(location);
    let line = noted.lines().rev().find_map(|line| line.strip_prefix(digest)?.strip_prefix(' '))?;
    let (time, who) = line.split_once(' ')?;
    Some(PastRun { time: time.to_owned(), who: who.to_owned() })
}

/// The last run that carried out the plan of this digest; nothing where no history has it.
#[must_use]
pub fn find_run_of_plan(location: &StateLocation, digest: &str) -> Option<PastRun> {
    if location.home == StateHome::File {
        return find_applied_plan(location, digest);
    }
    let (mut backend, _) = location.shared_backend().ok()?;
    let line = format!("plan: {digest}");
    let entries = backend.history(MAX_RUNS_SEARCHED).ok()?;
    let found = entries.into_iter().find(|entry| entry.message.lines().any(|said| said == line))?;
    let who = found.message.lines().find_map(|said| said.strip_prefix("by: ")).unwrap_or("somebody").to_owned();
    Some(PastRun { time: found.time, who })
}

fn render_log(entries: &[HistoryEntry], details: bool) -> String {
    let mut text = String::new();
    for HistoryEntry { revision, time, message } in entries {
        let short: String = revision.0.chars().take(10).collect();
        let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
        let _fits = writeln!(text, "{short}  {}  {}", Sanitized(time), Sanitized(first));
        for line in rest.lines().filter(|line| !line.is_empty()) {
            let who = line.starts_with("by: ") || line.starts_with("commit: ");
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

/// Moves the state into another home, and leaves a pointer where it was.
///
/// # Errors
/// Exit 5 where the other home already has a state; 9 where a run works with one of them.
pub async fn migrate_state(location: &StateLocation, to: &StateHome, screen: &Arc<Screen>) -> Result<(), CliError> {
    let source = match (&location.home, to) {
        // The person names another address than that of the target: it is there.
        (StateHome::Objects(_), _) if location.home != *to => location.home.clone(),
        (_, StateHome::Objects(_)) if location.configured_home != *to => location.configured_home.clone(),
        (_, StateHome::Objects(_)) => StateHome::File,
        (_, StateHome::Git) => StateHome::File,
        (_, StateHome::File) => StateHome::Git,
    };
    let (source, target) = (location.with_home(source), location.with_home(to.clone()));
    match (&source.home, &target.home) {
        (StateHome::File, _) => migrate_from_file(&source, &target, screen).await,
        (_, StateHome::File) => migrate_to_file(&source, &target, screen).await,
        _ => migrate_between_shared(&source, &target, screen).await,
    }
}

fn backend_error(location: &StateLocation, error: BackendError) -> CliError {
    location.home.error_from_lease(LeaseError::Backend(error))
}

async fn migrate_from_file(source: &StateLocation, target: &StateLocation, screen: &Screen) -> Result<(), CliError> {
    let file = source.file();
    let store = source.wait_for_file(screen, None).await?;
    let mut state = store.state().clone();
    let known = managed_history::known_bindings(source, store.state())?;
    let mut receiver = Receiver::open(target)?;
    // The seals of its bindings are those of the stack.
    receiver.tag.clone_into(&mut state.stack);
    receiver.write(&state, &known, &source.describe_store())?;
    let pointer = format::render_pointer(&receiver.pointer());
    disk::replace(file.path(), pointer.as_bytes(), FileMode::Shared, Overwrite::Replace)
        .map_err(|error| CliError::io_error(format!("cannot write {}", file.path()), &error))?;
    drop(store);
    tell_moved(&state, &source.describe_store(), &receiver.pointer(), screen);
    screen.print_status(match &target.home {
        StateHome::Objects(_) => {
            "next: set HOUSESTYLE_STATE to this address wherever the project is applied, write state = { store = \"object\" } \
             into housestyle.toml, so that no run does without it, and commit both files"
        }
        StateHome::File | StateHome::Git => {
            "next: write state = { store = \"git\" } at the top of housestyle.toml, and commit both files"
        }
    });
    Ok(())
}

async fn migrate_to_file(source: &StateLocation, target: &StateLocation, screen: &Arc<Screen>) -> Result<(), CliError> {
    let path = target.file();
    match file::read_state(&path) {
        Ok(state) if state.bindings.is_empty() => {}
        Err(file::StateFileError::Format { source: format::StateFormatError::Moved(_), .. }) => {}
        Ok(_) => {
            return Err(CliError::new(Exit::Blocked, format!("{} already has a state", path.path()))
                .with_help("move it away first, or name another file with --state"));
        }
        Err(error) => return Err(state_location::cli_error_from_state(&error)),
    }
    let mut giver = Giver::open(source, screen).await?;
    disk::create_parent(path.path())
        .and_then(|()| {
            let text = format::render_state(&giver.state);
            disk::replace(path.path(), text.as_bytes(), FileMode::Shared, Overwrite::Replace)
        })
        .map_err(|error| CliError::io_error(format!("cannot write {}", path.path()), &error))?;
    let known = managed_history::known_bindings(source, &giver.state)?;
    file::record_managed_ids(&path, known.into_values())
        .map_err(|error| CliError::io_error(format!("cannot write {}", path.managed_path()), &error))?;
    let file = target.describe_store();
    giver.leave_pointer(&file)?;
    tell_moved(&giver.state, &giver.backend.place(), &file, screen);
    screen.print_status(match &source.home {
        StateHome::Objects(_) => "next: pass no --state and no HOUSESTYLE_STATE any more, and commit the file",
        StateHome::File | StateHome::Git => "next: take [state] out of housestyle.toml, and commit both files",
    });
    Ok(())
}

async fn migrate_between_shared(
    source: &StateLocation,
    target: &StateLocation,
    screen: &Arc<Screen>,
) -> Result<(), CliError> {
    let mut giver = Giver::open(source, screen).await?;
    let mut receiver = Receiver::open(target)?;
    let known = managed_history::known_bindings(source, &giver.state)?;
    let written = receiver.write(&giver.state, &known, &giver.backend.place())?;
    if let Err(error) = giver.leave_pointer(&receiver.pointer()) {
        // A run began there meanwhile: the state stays where it was.
        let Receiver { backend, revision, documents, .. } = &mut receiver;
        let _undone = backend.restore(&written, revision.as_ref(), documents);
        return Err(error);
    }
    tell_moved(&giver.state, &giver.backend.place(), &receiver.pointer(), screen);
    screen.print_status(match &target.home {
        StateHome::Objects(_) => {
            "next: set HOUSESTYLE_STATE to this address wherever the project is applied, and write \
             state = { store = \"object\" } into housestyle.toml, so that no run does without it"
        }
        StateHome::File | StateHome::Git => {
            "next: write state = { store = \"git\" } at the top of housestyle.toml, and pass no --state and no HOUSESTYLE_STATE any more"
        }
    });
    Ok(())
}

fn tell_moved(state: &State, from: &str, to: &str, screen: &Screen) {
    let count = count_noun(state.bindings.len(), "resource");
    screen.print_status(&format!("moved {count} from {from} to {to}"));
}

/// A shared home that takes a state in: it has none.
struct Receiver<'a> {
    place: &'a StateLocation,
    backend: Box<dyn StateBackend>,
    tag: String,
    revision: Option<Revision>,
    documents: StoreDocuments,
}

impl<'a> Receiver<'a> {
    fn open(location: &'a StateLocation) -> Result<Self, CliError> {
        let (mut backend, stack) = location.shared_backend()?;
        let (revision, documents) = backend.read().map_err(|error| backend_error(location, error))?;
        let holds_state = documents.state.is_some() && documents.moved_to.is_none();
        if holds_state || documents.run.is_some() {
            return Err(CliError::new(Exit::Blocked, format!("{} already has a state", backend.place()))
                .with_help("look at it first: housestyle state log"));
        }
        Ok(Self { place: location, backend, tag: stack.name().to_owned(), revision, documents })
    }

    /// Writes a state, and into the history what that of its former store shows to have been managed.
    fn write(&mut self, state: &State, known: &BTreeMap<&Address, &Id>, from: &str) -> Result<Revision, CliError> {
        let who = run_identity::describe_run(&EnvVariables::from_process());
        let count = count_noun(state.bindings.len(), "resource");
        let lines: String = known.iter().map(|(address, id)| format!("{}\n", added_line(address, id))).collect();
        let message = format!("state migrate: {count} from {from}\n\nby: {who}\n\n{lines}");
        let note = CommitNote { message, ends_run: true };
        let documents = StoreDocuments { state: Some(format::render_state(state)), ..StoreDocuments::default() };
        self.backend
            .replace_if(self.revision.as_ref(), &documents, &note)
            .map_err(|error| backend_error(self.place, error))
    }

    /// What a pointer to it says: what a person can pass on, where there is such a thing.
    fn pointer(&self) -> String {
        match &self.place.home {
            StateHome::Objects(address) => address.to_string(),
            StateHome::File | StateHome::Git => self.backend.place(),
        }
    }
}

/// A shared home that gives its state away: no run works with it.
struct Giver<'a> {
    place: &'a StateLocation,
    backend: Box<dyn StateBackend>,
    revision: Revision,
    documents: StoreDocuments,
    state: State,
}

impl<'a> Giver<'a> {
    async fn open(location: &'a StateLocation, screen: &Arc<Screen>) -> Result<Self, CliError> {
        let (mut backend, _) = location.shared_backend()?;
        // Taken and given back: no run is under way.
        let store = location.open_store(screen, None).await?;
        let state = store.state().clone();
        drop(store);
        let (revision, documents) = backend.read().map_err(|error| backend_error(location, error))?;
        let unused = documents.run.is_none() && documents.state.is_some();
        let Some(revision) = revision.filter(|_| unused) else {
            return Err(CliError::new(Exit::Blocked, format!("{} has no state that is not in use", backend.place())));
        };
        Ok(Self { place: location, backend, revision, documents, state })
    }

    fn leave_pointer(&mut self, to: &str) -> Result<(), CliError> {
        let note = CommitNote { message: format!("state migrate: to {to}\n"), ends_run: true };
        let documents = StoreDocuments { moved_to: Some(to.to_owned()), ..self.documents.clone() };
        let left = self.backend.replace_if(Some(&self.revision), &documents, &note);
        left.map(|_| ()).map_err(|error| backend_error(self.place, error))
    }
}
