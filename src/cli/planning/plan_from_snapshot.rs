//! A plan against a snapshot: the same files, memory and planner, with what the account said then in the place of the
//! service. No key is read and no socket opened, so that it can be made for the pull request of a stranger.
//!
//! Always holds: a snapshot of another account or environment is refused, and one that is older than the last apply too,
//! because the memory would take our own writes for somebody else's.

use camino::{Utf8Path, Utf8PathBuf};

use crate::apply;
use crate::cli::access::settings;
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::named_file;
use crate::cli::planning::prepare::ReadyProject;
use crate::cli::planning::undo;
use crate::cli::store::managed_history;
use crate::cli::store::state_location::StateLocation;
use crate::plan::known_addresses;
use crate::plan::{self, Basis, Plan};
use crate::report::Sanitized;
use crate::state::snapshot::{Snapshot, SnapshotCapabilities};
use crate::state::{State, snapshot_store};

/// A snapshot, and the file that it was read from.
pub struct NamedSnapshot {
    name: String,
    snapshot: Snapshot,
}

/// The snapshots of a run, one for each environment.
pub struct SnapshotSet {
    snapshots: Vec<NamedSnapshot>,
    /// Whether one was named for one environment: that it is of another one is told where the plan is made.
    single: bool,
}

impl SnapshotSet {
    /// Reads the files that were named; nothing where none was.
    ///
    /// # Errors
    /// Exit 1 for what is no snapshot, 64 for one of an environment that was not selected, and for two of one.
    pub fn read(files: &[Utf8PathBuf], selected: &[String], here: &Utf8Path) -> Result<Option<Self>, CliError> {
        if files.is_empty() {
            return Ok(None);
        }
        let read = |file: &Utf8PathBuf| {
            let snapshot = snapshot_store::read_snapshot(&here.join(file), named_file::read_text_bytes);
            let snapshot = snapshot.map_err(|error| undo::cli_error_from_snapshot(&error))?;
            Ok(NamedSnapshot { name: Sanitized(file.as_str()).to_string(), snapshot })
        };
        let all: Vec<NamedSnapshot> = files.iter().map(read).collect::<Result<_, CliError>>()?;
        let single = selected.len() == 1 && all.len() == 1;
        if !single {
            for (at, NamedSnapshot { name, snapshot }) in all.iter().enumerate() {
                let environment = &snapshot.environment;
                let shown = Sanitized(environment);
                if !selected.contains(environment) {
                    let message = format!("{name} is of environment {shown}, which was not selected");
                    return Err(CliError::usage_error(message)
                        .with_help(format!("select it too: --env {shown}; or leave out that snapshot")));
                }
                if let Some(first) = all[..at].iter().find(|first| first.snapshot.environment == *environment) {
                    let message = format!("{} and {name} are both of environment {shown}", first.name);
                    return Err(CliError::usage_error(message).with_help("name one snapshot for each environment"));
                }
            }
        }
        Ok(Some(Self { snapshots: all, single }))
    }

    /// The snapshot of an environment.
    ///
    /// # Errors
    /// Exit 5 where none is of it.
    pub fn of_environment(&self, environment: &str) -> Result<&NamedSnapshot, CliError> {
        let mut fitting =
            self.snapshots.iter().filter(|named| self.single || named.snapshot.environment == environment);
        fitting.next().ok_or_else(|| {
            CliError::new(Exit::Blocked, "no snapshot of this environment was named").with_help(format!(
                "take one, and name it with another --against: housestyle snapshot --env {environment} --out FILE"
            ))
        })
    }
}

/// Plans.
///
/// # Errors
/// Exit 3 for invalid files, 5 for a snapshot of another account or environment, 6 for one that is too old, 1 for what is
/// none.
pub fn make_plan(
    NamedSnapshot { name, snapshot }: &NamedSnapshot,
    project: &ReadyProject,
    args: &PlanningArgs,
    invocation: &Invocation<'_>,
) -> Result<Plan, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let ReadyProject { opened, desired, .. } = project;
    let settings = settings::resolve_settings(global, &opened.project, &opened.root, here)?;
    let place = StateLocation::new(global, opened, &settings)?;
    let state = place.read_state()?;
    let origin = settings::service_origin(global, &settings.environment)?.unwrap_or_else(|| snapshot.origin.clone());
    let environment = settings.environment.name.clone();
    check_snapshot_fits(snapshot, name, &origin, &environment, &state)?;
    if let Some(taken) = &snapshot.taken {
        screen.print_status(&format!("against {name}, taken {}", Sanitized(taken)));
    }
    let basis = project.basis(origin, &settings.environment, args);
    let known = known_addresses::known_addresses(desired, &state);
    known_addresses::check_option_addresses(&basis.options, desired, &state, &known)?;
    let unknown = managed_history::find_unknown(&place, desired, &state, &basis.options)?;
    let basis = Basis { options: managed_history::with_unknown(&basis.options, &unknown), ..basis };
    // What a plan against the service would read, and nothing else.
    let reach = apply::refresh_scope(desired, &state, &basis.options);
    let mut live = snapshot
        .to_live_account(&reach.kinds.keys().copied().collect(), &reach.managed)
        .map_err(|error| CliError::new_sanitized(Exit::Error, format!("{name}: {error}")))?;
    live.unread_kinds.extend(reach.unread_kinds());
    let offers = snapshot.capabilities.as_ref().map(SnapshotCapabilities::to_capabilities).transpose();
    let offers =
        offers.map_err(|error| CliError::new_sanitized(Exit::Error, format!("{name}: {error}")))?.unwrap_or_default();
    let mut plan = plan::make_plan(desired, &state, &live, &opened.catalogue, basis);
    plan::capabilities::check_capabilities(&mut plan, desired, &opened.catalogue, &offers);
    // What apply would refuse, a plan says, whatever it is made against.
    plan.blockers.extend(place.ignored_state_blocker());
    plan.notes.extend(managed_history::note_for_plan(&plan, unknown));
    plan.notes.extend(project.warnings.iter().cloned());
    plan.name_environment();
    Ok(plan)
}

fn check_snapshot_fits(
    snapshot: &Snapshot,
    name: &str,
    origin: &str,
    environment: &str,
    state: &State,
) -> Result<(), CliError> {
    const NEW_SNAPSHOT_HELP: &str = "take a snapshot of this account: housestyle snapshot";
    if snapshot.origin != origin {
        let message =
            format!("{name} is of {}, but this run is about {}", Sanitized(&snapshot.origin), Sanitized(origin));
        return Err(CliError::new(Exit::Blocked, message).with_help(NEW_SNAPSHOT_HELP));
    }
    if snapshot.environment != environment {
        let (of, about) = (Sanitized(&snapshot.environment), Sanitized(environment));
        let message = format!("{name} is of environment {of}, but this run is about {about}");
        return Err(CliError::new(Exit::Blocked, message).with_help(NEW_SNAPSHOT_HELP));
    }
    let older = state.bindings.iter().find(|(_, binding)| {
        let styles = snapshot.styles.iter().map(|saved| (&saved.id, saved.version));
        let others = snapshot.glossaries.iter().map(|saved| &saved.id);
        let others = others.chain(snapshot.spoken_terms.iter().map(|saved| &saved.id)).map(|id| (id, u64::MAX));
        let saved = styles.chain(others).find(|(id, _)| id.as_str() == binding.id.as_str());
        // What it lacks is gone, or was made after it.
        saved.map_or(snapshot.serial < state.serial, |(_, version)| version < binding.version)
    });
    match older {
        Some((address, _)) => {
            let message = format!("{name} is older than the last apply, which changed {address}");
            Err(CliError::new(Exit::Stale, message).with_help("take a new one: housestyle snapshot"))
        }
        None => Ok(()),
    }
}
