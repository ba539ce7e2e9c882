//! From a folder to everything that a plan needs: files checked, service chosen, account reachable.
//!
//! Invariant: nothing is sent before every file is valid.

use std::sync::Arc;
use std::time::Duration;

use camino::Utf8Path;

use crate::apply::{self, ApplyEvent};
use crate::check::{Desired, DesiredDigest};
use crate::cli::access::service_error;
use crate::cli::access::settings::{self, RunSettings, ServiceEndpoint};
use crate::cli::access::transport::{self, SelectedTransport};
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::planning::older_files;
use crate::cli::planning::undo::UndoSource;
use crate::cli::screen::interrupt::Interrupt;
use crate::cli::screen::progress::ProgressReporter;
use crate::cli::screen::terminal::Screen;
use crate::cli::store::managed_history;
use crate::cli::store::state_location::{StateLocation, WORK_DIR};
use crate::cli::valid_project;
use crate::diagnostic::Diagnostic;
use crate::disk;
use crate::model::project::Environment;
use crate::plan::known_addresses;
use crate::plan::{Basis, KeptAdditions, Plan};
use crate::project::texts::style_tests;
use crate::project::{self, OpenedProject};
use crate::report::{RenderOptions, Sanitized, heading, humanize};
use crate::service::account::AccountReadError;
use crate::service::client::{Client, ClientConfig};
use crate::service::error::ServiceError;
use crate::state::State;

/// Everything that a plan needs.
pub struct PreparedRun {
    /// What the run works with.
    pub settings: RunSettings,
    /// What the files want.
    pub desired: Arc<Desired>,
    /// Warnings of the files, as notes of a plan.
    pub warnings: Vec<String>,
    /// The snapshot that is wanted instead, where one is.
    pub undo: Option<UndoSource>,
    /// The project.
    pub opened: Arc<OpenedProject>,
    /// The service.
    pub client: Client<SelectedTransport>,
    /// What the plan will be made from.
    pub basis: Basis,
    /// Where the memory lies.
    pub state_location: StateLocation,
    /// What is said while the run goes on.
    pub progress: Arc<ProgressReporter>,
    /// Whether somebody asked to stop.
    pub interrupt: Interrupt,
}

/// A project that was opened, and its files checked, once: for a run on one or several of its environments.
pub struct ReadyProject {
    /// The project.
    pub opened: Arc<OpenedProject>,
    /// What its files want.
    pub desired: Arc<Desired>,
    /// Warnings of its files, as notes of a plan.
    pub warnings: Vec<String>,
    catalogue_digest: String,
}

impl ReadyProject {
    /// A project whose files must be valid. An undo does without them.
    ///
    /// # Errors
    /// Exit 3 for invalid files.
    pub fn check_files(
        opened: Arc<OpenedProject>,
        args: &PlanningArgs,
        here: &Utf8Path,
        screen: &Screen,
    ) -> Result<Self, CliError> {
        if args.undo.is_some() {
            return Self::without_files(opened, screen);
        }
        let (desired, warnings) = read_desired(&opened, here, screen)?;
        Ok(Self { warnings, ..Self::new(opened, desired) })
    }

    /// A project whose style files are not read, so nothing is wanted yet.
    ///
    /// # Errors
    /// Exit 3 for an invalid project file.
    pub fn without_files(opened: Arc<OpenedProject>, screen: &Screen) -> Result<Self, CliError> {
        valid_project::stop_on_errors(&opened.findings, 1, screen)?;
        Ok(Self::new(opened, Desired::default()))
    }

    fn new(opened: Arc<OpenedProject>, desired: Desired) -> Self {
        let catalogue_digest = opened.catalogue.digest();
        Self { opened, desired: Arc::new(desired), warnings: Vec::new(), catalogue_digest }
    }

    /// What a plan for an environment is made from.
    #[must_use]
    pub fn basis(&self, origin: String, environment: &Environment, args: &PlanningArgs) -> Basis {
        Basis {
            origin,
            environment: environment.name.clone(),
            desired: DesiredDigest::of(&self.desired),
            catalogue: self.catalogue_digest.clone(),
            options: args.plan_options(environment),
        }
    }

    /// Opens the way to the service of the environment that `global` names.
    ///
    /// # Errors
    /// Exit 64 for settings that contradict each other, 8 for keys.
    pub fn connect(&self, args: &PlanningArgs, invocation: &Invocation<'_>) -> Result<PreparedRun, CliError> {
        connect_service(self, args, invocation)
    }
}

/// Opens the project around a folder, checks its files, and opens the way to the service.
///
/// # Errors
/// Exit 3 for invalid files, 64 for settings that contradict each other, 8 for keys.
pub fn prepare_run(args: &PlanningArgs, invocation: &Invocation<'_>) -> Result<PreparedRun, CliError> {
    let Invocation { here, screen, .. } = *invocation;
    let checked = ReadyProject::check_files(Arc::new(project::open_project(here)?), args, here, screen)?;
    checked.connect(args, invocation)
}

/// What the files of a project want, and what they are warned of.
fn read_desired(opened: &OpenedProject, here: &Utf8Path, screen: &Screen) -> Result<(Desired, Vec<String>), CliError> {
    let (desired, findings) = valid_project::read_desired(opened, here, screen)?;
    Ok((desired, warning_notes(&findings)))
}

/// Warnings of the files in a plan; the others are counted.
const MAX_WARNINGS: usize = 20;

/// What the files are warned of, in the words of `validate`: whoever approves a plan approves them, too.
fn warning_notes(findings: &[Diagnostic]) -> Vec<String> {
    let note =
        |finding: &Diagnostic| format!("{}: warning[{}]: {}", finding.primary_place(), finding.code, finding.message);
    let mut notes: Vec<String> = findings.iter().take(MAX_WARNINGS).map(note).collect();
    if findings.len() > MAX_WARNINGS {
        let more = humanize::count_noun(findings.len() - MAX_WARNINGS, "more warning");
        notes.push(format!("{more} in the files: housestyle validate shows all"));
    }
    notes
}

/// Opens the way to the service; the style files are not read, so nothing is wanted yet.
///
/// # Errors
/// Exit 3 for an invalid project file, 64 for settings that contradict each other, 8 for keys.
pub fn prepare_without_files(args: &PlanningArgs, invocation: &Invocation<'_>) -> Result<PreparedRun, CliError> {
    let Invocation { here, screen, .. } = *invocation;
    let checked = ReadyProject::without_files(Arc::new(project::open_project(here)?), screen)?;
    checked.connect(args, invocation)
}

fn connect_service(
    checked: &ReadyProject,
    args: &PlanningArgs,
    invocation: &Invocation<'_>,
) -> Result<PreparedRun, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let ReadyProject { opened, desired, warnings, catalogue_digest: _ } = checked;
    let settings = settings::resolve_settings(global, &opened.project, &opened.root, here)?;
    let service = settings::resolve_endpoint(&settings.environment, invocation)?;
    if let ServiceEndpoint::Http(http) = &service {
        screen.register_secret(&http.key);
    }
    let work = opened.root.join(WORK_DIR);
    let account = work.join(emulator_account_file(&settings, &opened.project.default_environment));
    if matches!(service, ServiceEndpoint::Emulator { .. })
        && let Ok(inner) = account.strip_prefix(&opened.root)
    {
        disk::resolve_inside(&opened.root, inner)
            .map_err(|why| CliError::new(Exit::Blocked, format!("the account of the emulator, {account}, {why}")))?;
    }
    let (outside, origin) = SelectedTransport::open(service, &account, opened.project.edition())?;
    let interrupt = Interrupt::listen()?;
    let progress = Arc::new(ProgressReporter::new(screen));
    let told = progress.clone();
    let on_wait = Box::new(move |wait: Duration, why: &str| {
        told.handle_event(&ApplyEvent::Waiting { wait, reason: why.to_owned() })
    });
    let state_location = StateLocation::new(global, opened, &settings)?;
    let manners = ClientConfig {
        max_rps: settings.max_rps,
        run_timeout: Some(settings.timeout),
        settle_time: settings.settle,
        seed: transport::random_seed(),
        in_flight: interrupt.in_flight(),
        fence: state_location.fence(),
        ..ClientConfig::default()
    };
    let basis = checked.basis(origin, &settings.environment, args);
    Ok(PreparedRun {
        client: Client::new(outside, manners, interrupt.stop_signal(), on_wait),
        state_location,
        opened: opened.clone(),
        undo: UndoSource::from_flag(args.undo.as_ref(), here),
        settings,
        desired: desired.clone(),
        warnings: warnings.clone(),
        basis,
        progress,
        interrupt,
    })
}

impl PreparedRun {
    /// The line of a result for people that names the service.
    #[must_use]
    pub fn service_line(&self, options: &RenderOptions) -> String {
        heading::service_line(&self.basis.environment, &self.basis.origin, options)
    }

    /// The way out after a call that failed.
    #[must_use]
    pub fn call_error(&self, error: &ServiceError) -> CliError {
        service_error::cli_error_from_call(error, &self.interrupt)
    }

    /// The way out where a listing could not be read.
    #[must_use]
    pub fn listing_error(&self, unread: &AccountReadError) -> CliError {
        service_error::cli_error_from_read(unread, &self.interrupt)
    }

    /// Reads state and account and decides what to do, beside whatever run writes now.
    ///
    /// # Errors
    /// Where the state or the account cannot be read.
    pub async fn plan_beside(mut self) -> Result<Plan, CliError> {
        let (state, holder) = self.state_location.read_with_holder()?;
        self.basis.options.other_run = holder.map(|run| format!("{}, since {}", run.who, run.since));
        // What apply would refuse, a plan says.
        let refused = self.state_location.ignored_state_blocker();
        let mut plan = self.make_plan(&state).await?;
        plan.blockers.extend(refused);
        Ok(plan)
    }

    /// Reads the account and decides what to do.
    ///
    /// # Errors
    /// Where the account cannot be read.
    pub async fn make_plan(&self, state: &State) -> Result<Plan, CliError> {
        let Self { client, desired, undo, opened, basis, state_location: place, interrupt, .. } = self;
        let undone = undo.as_ref().map(|asked| asked.resolve_desired(basis, state, &place.work_dir)).transpose()?;
        let (desired, basis) = undone.as_ref().map_or((&**desired, basis), |(desired, basis)| (desired, basis));
        let mut known = known_addresses::known_addresses(desired, state);
        known.extend(basis.options.undo.iter().flat_map(|undo| undo.created.iter().cloned()));
        known_addresses::check_option_addresses(&basis.options, desired, state, &known)?;
        let unknown = managed_history::find_unknown(place, desired, state, &basis.options)?;
        let basis = &Basis { options: managed_history::with_unknown(&basis.options, &unknown), ..basis.clone() };
        let work = apply::refresh_and_plan(client, desired, state, &opened.catalogue, basis, true);
        let read = self.progress.while_reading(|| client.resources_read(), state.bindings.len(), work).await;
        let mut plan = read.map_err(|unread| service_error::cli_error_from_read(&unread, interrupt))?;
        plan.notes.extend(managed_history::note_for_plan(&plan, unknown));
        older_files::judge_plan(place, basis, state, &mut plan)?;
        plan.set_stopped_aside(state);
        plan.notes.extend(style_tests::changed_tests_note(&opened.root, desired, &plan));
        plan.notes.extend(self.warnings.iter().cloned());
        plan.name_environment();
        Ok(plan)
    }
}

/// Lists what people added to shared parts, where somebody wants to see more than their number.
pub fn list_additions(plan: &Plan, screen: &Screen) {
    if screen.verbose > 0 {
        for KeptAdditions { address, names } in &plan.additions {
            names.iter().for_each(|name| screen.print_status(&format!("{address} keeps {}", Sanitized(name))));
        }
    }
}

/// Each environment that uses the emulator has an account of its own.
fn emulator_account_file(settings: &RunSettings, default: &str) -> String {
    let name = &settings.environment.name;
    if name == default { "emulator.json".to_owned() } else { format!("emulator.{name}.json") }
}
