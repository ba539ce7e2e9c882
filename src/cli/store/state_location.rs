//! Where the state of a project and environment is kept, and opening it.
//!
//! Always holds: the kind of store comes from the project file, its address never: a file lies below the project or is named
//! by the person, as an address of object storage is; a reference is one of a remote that the checkout knows. A store that is empty while another one of the
//! project holds the state is refused, so that no run begins anew beside it.

use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use tokio::time::Instant;

use crate::cli::access::settings::{self, RunSettings};
use crate::cli::arguments::args::{GlobalArgs, StateArg};
use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::screen::interrupt::Interrupt;
use crate::cli::screen::terminal::Screen;
use crate::cli::store::run_identity;
use crate::cli::store::stack::{self, StackIdentity};
use crate::cli::store::state_home::{self, StateHome};
use crate::cli::valid_project;
use crate::fence::Fence;
use crate::model::project::Environment;
use crate::plan::{Blocker, Safeguard};
use crate::project::{self, OpenedProject};
use crate::report::Sanitized;
use crate::state::backend::{RunRecord, StateBackend};
use crate::state::file::{self, FileJournal, StateFile, StateFileError};
use crate::state::git_backend::{self, GitBackend};
use crate::state::git_command;
use crate::state::lease::{self, LeaseError, LeaseRequest};
use crate::state::leased_journal::Renewals;
use crate::state::{Journal, JournalEntry, State, StateStore, format};

/// Folder below the project for what belongs to this machine alone: locks, journals, the emulator's account.
pub const WORK_DIR: &str = ".housestyle";

/// The state of a run, whatever store it is kept in.
pub type OpenedState = StateStore<Box<dyn Journal>>;

/// How long a run waits for another one where no flag says so.
const DEFAULT_LOCK_TIMEOUT: u64 = 300;
/// How often a run that waits for a state file looks again.
const FILE_POLL: Duration = Duration::from_millis(250);

/// Where the state of one project and environment is kept.
#[derive(Clone, Debug)]
pub struct StateLocation {
    /// The folder for what belongs to this machine alone.
    pub work_dir: Utf8PathBuf,
    /// The state file, of the kind `file`.
    pub state_file: Utf8PathBuf,
    /// Environment of the project.
    pub environment: String,
    /// Where it is.
    pub home: StateHome,
    /// Where it would be if the person named no address.
    pub configured_home: StateHome,
    /// Whether the file would be ignored by git though the service is one that others use too.
    is_hidden: bool,
    is_default: bool,
    root: Utf8PathBuf,
    configured_stack: Option<String>,
    remote: String,
    ca_file: Option<Utf8PathBuf>,
    lock_timeout: Duration,
    run_timeout: Duration,
    fence: Fence,
    variables: EnvVariables,
}

impl StateLocation {
    /// The state of a project with these settings.
    ///
    /// # Errors
    /// Exit 64 where the project keeps it in object storage and nobody gives an address.
    pub fn new(global: &GlobalArgs, opened: &OpenedProject, settings: &RunSettings) -> Result<Self, CliError> {
        let store = settings.environment.store;
        // A file that the person names is a file, whatever the project keeps its state in.
        let configured_home = match &global.state {
            Some(StateArg::File(_)) => StateHome::File,
            Some(StateArg::Objects(address)) => StateHome::from_kind(store, Some(address))?,
            None => StateHome::from_kind(store, None)?,
        };
        let home = match &global.state {
            Some(StateArg::Objects(address)) => StateHome::Objects(address.clone()),
            Some(StateArg::File(_)) | None => configured_home.clone(),
        };
        let work_dir = opened.root.join(WORK_DIR);
        let origin = settings::service_origin(global, &settings.environment);
        let is_local = origin.is_ok_and(|origin| origin.as_deref() == Some(settings::EMULATOR_ORIGIN));
        Ok(Self {
            is_hidden: global.state.is_none() && !is_local && settings.state_file.starts_with(&work_dir),
            is_default: settings.environment.name == opened.project.default_environment,
            work_dir,
            state_file: settings.state_file.clone(),
            environment: settings.environment.name.clone(),
            home,
            configured_home,
            root: opened.root.clone(),
            configured_stack: opened.project.stack.clone(),
            remote: global.state_remote.clone().unwrap_or_else(|| "origin".to_owned()),
            ca_file: settings.ca_file.clone(),
            lock_timeout: Duration::from_secs(global.lock_timeout.unwrap_or(DEFAULT_LOCK_TIMEOUT)),
            run_timeout: settings.timeout,
            fence: Fence::default(),
            variables: EnvVariables::from_process(),
        })
    }

    /// The state of the project around `here`; its style files are not read.
    ///
    /// # Errors
    /// Where there is no project, its file is invalid, or the environment is none of it.
    pub fn for_project(invocation: &Invocation<'_>) -> Result<Self, CliError> {
        let Invocation { global, here, screen, .. } = *invocation;
        let opened = project::open_project(here)?;
        valid_project::stop_on_errors(&opened.findings, 1, screen)?;
        let settings = settings::resolve_settings(global, &opened.project, &opened.root, here)?;
        Self::new(global, &opened, &settings)
    }

    /// The folder of the project.
    #[must_use]
    pub fn root(&self) -> &Utf8Path {
        &self.root
    }

    /// The environment of the process.
    #[must_use]
    pub fn variables(&self) -> &EnvVariables {
        &self.variables
    }

    /// The same project with its state elsewhere.
    #[must_use]
    pub fn with_home(&self, home: StateHome) -> Self {
        Self { home, fence: Fence::default(), ..self.clone() }
    }

    /// What a run that takes the lease of this state has to pass with every request that writes.
    #[must_use]
    pub fn fence(&self) -> Fence {
        self.fence.clone()
    }

    /// The place in words.
    #[must_use]
    pub fn describe_store(&self) -> String {
        match &self.home {
            StateHome::File => self.state_file.strip_prefix(&self.root).unwrap_or(&self.state_file).as_str().to_owned(),
            StateHome::Git => match self.shared_backend() {
                Ok((backend, _)) => backend.place(),
                Err(_) => format!("the remote `{}`", self.remote),
            },
            StateHome::Objects(address) => address.to_string(),
        }
    }

    /// What is remembered, without locking or changing anything.
    ///
    /// # Errors
    /// Where it cannot be read or is none of ours.
    pub fn read_state(&self) -> Result<State, CliError> {
        Ok(self.read_with_stack()?.0)
    }

    /// The state, and the run that holds the lease of a shared one.
    ///
    /// # Errors
    /// As [`Self::read_state`].
    pub fn read_with_holder(&self) -> Result<(State, Option<RunRecord>), CliError> {
        match self.home {
            StateHome::File => Ok((self.read_state()?, None)),
            StateHome::Git | StateHome::Objects(_) => {
                let (state, _, holder) = self.read_shared_state()?;
                Ok((state, holder))
            }
        }
    }

    fn read_shared_state(&self) -> Result<(State, StackIdentity, Option<RunRecord>), CliError> {
        let (mut backend, stack) = self.shared_backend()?;
        let (state, holder) = lease::read_shared(backend.as_mut(), stack.name(), &self.environment)
            .map_err(|error| self.home.error_from_lease(error))?;
        self.check_not_beside(&state)?;
        Ok((state, stack, holder))
    }

    /// The state, and the stack that it belongs to; none where nothing names one yet.
    ///
    /// # Errors
    /// As [`Self::read_state`].
    pub fn read_with_stack(&self) -> Result<(State, Option<StackIdentity>), CliError> {
        match self.home {
            StateHome::File => {
                let mut state = file::read_state(&self.file()).map_err(|error| cli_error_from_state(&error))?;
                let stack = self.settle_stack(&mut state)?;
                Ok((state, stack))
            }
            StateHome::Git | StateHome::Objects(_) => {
                let (state, stack, _) = self.read_shared_state()?;
                Ok((state, Some(stack)))
            }
        }
    }

    /// The state, locked, for a run that changes it. A run that waits for another one tells so; one that loses its lease
    /// asks `interrupt` to stop.
    ///
    /// # Errors
    /// Exit 9 where another run holds it; 1 where it cannot be read.
    pub async fn open_store(
        &self,
        screen: &Arc<Screen>,
        interrupt: Option<&Interrupt>,
    ) -> Result<OpenedState, CliError> {
        match self.home {
            StateHome::File => {
                if let Some(Blocker { message, help, .. }) = self.ignored_state_blocker() {
                    return Err(CliError::new(Exit::Blocked, message).with_help(help));
                }
                let mut store = self.wait_for_file(screen, interrupt).await?;
                let mut state = store.state().clone();
                if let Some(stack) = self.settle_stack(&mut state)? {
                    store.initialize("", stack.name());
                }
                Ok(store.map_journal(|journal| -> Box<dyn Journal> { Box::new(journal) }))
            }
            StateHome::Git | StateHome::Objects(_) => {
                let (backend, stack) = self.shared_backend()?;
                let run = RunRecord {
                    holder: run_identity::random_holder(),
                    who: run_identity::describe_run(&self.variables),
                    since: run_identity::current_time(),
                    environment: self.environment.clone(),
                    beat: 0,
                };
                let request = LeaseRequest {
                    run,
                    stack: stack.name().to_owned(),
                    patience: self.lock_timeout,
                    work: self.work_dir.clone(),
                    renewals: Renewals::every(lease::BEAT),
                    expiry: lease::EXPIRY,
                    fence: self.fence.clone(),
                };
                let told = std::cell::RefCell::new(None);
                let on_wait = |holder: &RunRecord, _waited: Duration| {
                    if told.replace(Some(holder.holder.clone())).as_ref() != Some(&holder.holder) {
                        screen.print_status(&format!(
                            "waiting for the state: locked by {} since {}",
                            Sanitized(&holder.who),
                            Sanitized(&holder.since)
                        ));
                    }
                };
                let stop = interrupt.cloned();
                let lost_screen = screen.clone();
                let on_lost = Box::new(move |why: &str| {
                    lost_screen.print_always(&format!(
                        "error: the lease on the state was lost, so nothing more is sent: {}",
                        Sanitized(why)
                    ));
                    if let Some(stop) = &stop {
                        stop.request_stop(Exit::TimedOut);
                    }
                });
                let acquiring = lease::acquire_lease(backend, &request, &on_wait, on_lost);
                let store = self
                    .wait_for_state(interrupt, acquiring)
                    .await?
                    .map_err(|error| self.home.error_from_lease(error))?;
                self.check_not_beside(store.state())?;
                Ok(store)
            }
        }
    }

    /// What blocks every run that would write this state, known without writing: git ignores the file though the service is one
    /// that others use too.
    #[must_use]
    pub fn ignored_state_blocker(&self) -> Option<Blocker> {
        if !self.is_hidden || self.home != StateHome::File {
            return None;
        }
        let message = format!(
            "the state of `{}` would be {}, which git ignores: no other clone would know what is managed",
            self.environment,
            self.describe_store()
        );
        let help = format!(
            "take the line `state = …` out of housestyle.toml, so that it is {}, and commit that file; or share it: \
             state = {{ store = \"git\" }}",
            Environment::with_defaults(&self.environment, self.is_default).state
        );
        Some(Blocker { safeguard: Safeguard::IgnoredState, address: None, message, help })
    }

    /// Opens the state file; while another run of this machine holds it, waits as long as `--lock-timeout` says.
    ///
    /// # Errors
    /// 9 where the other one still holds it then.
    pub async fn wait_for_file(
        &self,
        screen: &Screen,
        interrupt: Option<&Interrupt>,
    ) -> Result<StateStore<FileJournal>, CliError> {
        let started = Instant::now();
        loop {
            let locked = match file::open_state(&self.file()) {
                Err(locked @ StateFileError::Locked(_)) => locked,
                opened => return opened.map_err(|error| cli_error_from_state(&error)),
            };
            let waited = started.elapsed();
            if waited >= self.lock_timeout {
                return Err(cli_error_from_state(&locked));
            }
            if waited < FILE_POLL {
                screen.print_status(&format!("waiting for the state: another run holds {}", self.describe_store()));
            }
            let pause = tokio::time::sleep(FILE_POLL.min(self.lock_timeout.saturating_sub(waited)));
            self.wait_for_state(interrupt, pause).await?;
        }
    }

    /// Waits for the state, until somebody asks to stop or the time of the run is up.
    async fn wait_for_state<W: Future>(
        &self,
        interrupt: Option<&Interrupt>,
        waiting: W,
    ) -> Result<W::Output, CliError> {
        let interrupted = async {
            match interrupt {
                Some(interrupt) => {
                    interrupt.wait().await;
                    CliError::new(interrupt.exit(), "interrupted, nothing was sent")
                }
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            ended = waiting => Ok(ended),
            stop = interrupted => Err(stop),
            () = tokio::time::sleep(self.run_timeout) => {
                let place = self.describe_store();
                let message = format!("the time for this run (`--timeout`) is up while it waits for the state {place}");
                Err(CliError::new(Exit::TimedOut, message)
                    .with_help("give it longer: --timeout SECONDS; nothing was sent"))
            }
        }
    }

    /// The backend of a shared home, and the stack that it belongs to.
    ///
    /// # Errors
    /// Exit 64 where the project has no stack and none can be derived, or where this program cannot reach the home.
    pub fn shared_backend(&self) -> Result<(Box<dyn StateBackend>, StackIdentity), CliError> {
        let stack = match stack::find_stack(self.configured_stack.as_deref(), None, &self.root, &self.variables) {
            Some(stack) => stack,
            None => {
                let message = format!(
                    "the state store `{}` needs the stack of this project, and none can be derived here",
                    self.home.as_str()
                );
                let suggested = stack::random_stack();
                return Err(CliError::usage_error(message)
                    .with_help(format!("write it into housestyle.toml and commit it: stack = \"{suggested}\"")));
            }
        };
        let backend = match &self.home {
            StateHome::Objects(address) => {
                let names = (stack.name(), self.environment.as_str());
                state_home::open_objects(address, names, self.ca_file.as_deref(), &self.variables)?
            }
            StateHome::File | StateHome::Git => Box::new(self.git_backend(&stack)),
        };
        Ok((backend, stack))
    }

    fn git_backend(&self, stack: &StackIdentity) -> GitBackend {
        let passed = git_command::BASE_VARIABLES.iter().chain(git_backend::REMOTE_VARIABLES);
        let variables =
            passed.filter_map(|name| Some(((*name).to_owned(), self.variables.get(name)?.to_owned()))).collect();
        GitBackend::new(self.root.clone(), variables, &self.remote, stack.name(), &self.environment)
    }

    /// The stack of a state, and where it comes from.
    ///
    /// # Errors
    /// Exit 5 where the state belongs to another project than this.
    pub fn settle_stack(&self, state: &mut State) -> Result<Option<StackIdentity>, CliError> {
        let existing = (!state.stack.is_empty()).then_some(state.stack.as_str());
        let stack = stack::find_stack(self.configured_stack.as_deref(), existing, &self.root, &self.variables);
        if let Some(stack) = &stack {
            if existing.is_some_and(|existing| existing != stack.name()) {
                let message = format!(
                    "the state {} belongs to the stack `{}`, housestyle.toml names the stack `{}`",
                    self.describe_store(),
                    Sanitized(&state.stack),
                    stack.name()
                );
                return Err(CliError::new(Exit::Blocked, message).with_help(format!(
                    "name the stack of the state in housestyle.toml (stack = \"{}\"), or another state",
                    Sanitized(&state.stack)
                )));
            }
            stack.name().clone_into(&mut state.stack);
        }
        Ok(stack)
    }

    /// The state file of this location.
    #[must_use]
    pub fn file(&self) -> StateFile {
        StateFile::new(self.state_file.clone(), self.work_dir.clone(), &self.environment)
    }

    /// A shared store that is empty while another one of the project holds a state: the state was not moved yet.
    fn check_not_beside(&self, state: &State) -> Result<(), CliError> {
        if state.serial > 0 || !state.bindings.is_empty() {
            return Ok(());
        }
        let is_beside_git = self.configured_home == StateHome::Git && self.home != StateHome::Git;
        let beside = if is_beside_git { self.find_state_in_git()? } else { self.find_state_in_file() };
        let Some(place) = beside else { return Ok(()) };
        Err(CliError::new(
            Exit::Blocked,
            format!("the store {} is empty, but {place} contains the state of this project", self.describe_store()),
        )
        .with_help(format!("move it: housestyle state migrate --to {}", self.home.migration_target())))
    }

    /// The file of the project, where it holds a state.
    fn find_state_in_file(&self) -> Option<String> {
        let state = file::read_state(&self.file()).ok()?;
        (!state.bindings.is_empty()).then(|| self.with_home(StateHome::File).describe_store())
    }

    /// The reference of the project, where it holds a state that was not moved.
    fn find_state_in_git(&self) -> Result<Option<String>, CliError> {
        let git = self.with_home(StateHome::Git);
        let (mut backend, stack) = git.shared_backend()?;
        match lease::read_shared(backend.as_mut(), stack.name(), &self.environment) {
            Ok((state, _)) => Ok((!state.bindings.is_empty()).then(|| backend.place())),
            Err(LeaseError::Moved { .. }) => Ok(None),
            Err(error) => Err(git.home.error_from_lease(error)),
        }
    }
}

/// Makes a change of the state and closes it.
///
/// # Errors
/// Where the store fails.
pub fn commit_entries(store: &mut OpenedState, command: &str, facts: &[JournalEntry]) -> Result<(), CliError> {
    command.clone_into(&mut store.summary_mut().command);
    store.record_entries(facts).and_then(|()| store.checkpoint()).map_err(|error| {
        let exit = if lease::is_lease_lost(&error) { Exit::TimedOut } else { Exit::Error };
        CliError::new(exit, format!("cannot write the state: {error}"))
    })
}

/// Why the state cannot be used, as a way out.
#[must_use]
pub fn cli_error_from_state(error: &StateFileError) -> CliError {
    match error {
        StateFileError::Locked(_) => {
            CliError::new_sanitized(Exit::TimedOut, error)
                .with_help("run again when it has ended, or wait longer with --lock-timeout; nobody has to unlock it")
        }
        StateFileError::Format { source: format::StateFormatError::Moved(to), .. } => {
            CliError::new_sanitized(Exit::Blocked, error).with_help(state_home::moved_help(to).unwrap_or_else(|| {
                "name the store at the top of housestyle.toml: state = { store = \"git\" }; or move it back: housestyle state migrate --to file"
                    .to_owned()
            }))
        }
        StateFileError::Format { .. } => CliError::new_sanitized(Exit::Error, error).with_help(
            "take its last good version from git or a backup, then plan: resources created since are found by their names",
        ),
        StateFileError::Journal { .. } => CliError::new_sanitized(Exit::Error, error)
            .with_help("move it away and plan again: the plan shows unfinished lists by their tag"),
        StateFileError::ForeignJournal { .. } => CliError::new_sanitized(Exit::Blocked, error)
            .with_help("run apply in the project and environment that wrote it, or move it away and plan again"),
        StateFileError::Link { .. } => CliError::new_sanitized(Exit::Blocked, error)
            .with_help("name a file below the project folder, through no link"),
        StateFileError::Disk { act, path, source } => {
            CliError::disk_error(act, path, source, "check the path and the permissions of the state file (--state, or `state` in housestyle.toml)")
        }
    }
}
