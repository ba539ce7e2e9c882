//! `housestyle drift`: what somebody changed on the service since the last apply. Reads, and writes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::catalogue::load;
use crate::check::Desired;
use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::environments;
use crate::cli::arguments::format::PlanFormat;
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::command::environment_runs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::git::patch_output;
use crate::cli::invocation::Invocation;
use crate::cli::output_files::{CommentArgs, OutputTargets, WriteArgs};
use crate::cli::planning::prepare::{PreparedRun, ReadyProject};
use crate::cli::pull;
use crate::cli::valid_project;
use crate::model::{Address, Kind, LiveAccount};
use crate::plan::commands;
use crate::plan::desired_resource;
use crate::plan::drift::{self, Drift};
use crate::plan::known_addresses;
use crate::project;
use crate::project::rewriting::merge;
use crate::project::rewriting::project_files::ProjectFiles;
use crate::report::environment_set::{self, EndedDrift, EnvironmentExit};
use crate::report::pull::PullOutcome;
use crate::report::{self, Sanitized};
use crate::state::State;

/// What `drift --help` teaches.
pub const HELP: &str = "Show what changed on the service since the last apply. Nothing is changed.\n\n\
    Unapplied edits in the files are not drift, nor are changes on the service that the files already contain. The \
    exit code is 2 if there is drift, 0 if there is none, 4 if something could not be compared. With --patch, standard output is a patch for git apply that \
    brings the drift into the files. The patch is blocked (5) if files and service changed the same value.\n\n\
    Formats: human, json (schema: housestyle schema drift), markdown, html.\n\n\
    Examples:\n\
    \x20 housestyle drift\n\
    \x20 housestyle drift support-de --format json\n\
    \x20 housestyle drift --write markdown=drift.md    the screen for the log, a file for the issue\n\
    \x20 housestyle drift --patch | git apply          take it all into the files";

/// Arguments of `drift`.
#[derive(Debug, clap::Args)]
pub struct DriftArgs {
    /// Only these lists
    #[arg(value_name = "NAME", value_parser = Address::parse)]
    pub names: Vec<Address>,
    /// Print a patch for git that accepts the drift into the files
    #[arg(long, env = "HOUSESTYLE_PATCH", value_parser = clap::builder::FalseyValueParser::new(), conflicts_with = "write")]
    pub patch: bool,
    /// Further forms
    #[command(flatten)]
    pub writes: WriteArgs,
    /// How long a comment may be
    #[command(flatten)]
    pub comment: CommentArgs,
}

/// Compares and shows.
///
/// # Errors
/// Where the account cannot be read; with a patch, exit 3 for invalid files and 5 where it cannot be made.
pub async fn run(args: &DriftArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, variables, screen } = *invocation;
    let opened = Arc::new(project::open_project(here)?);
    let names = valid_project::select_environments(&opened, global, screen)?;
    let outputs = OutputTargets::resolve_targets(&args.writes, None, "drift", global, here)?;
    let project = ReadyProject::without_files(opened, screen)?;
    let mut files = ProjectFiles::read_project(&project.opened);
    let (desired, errors) = files.check_project();
    if args.patch {
        valid_project::stop_on_errors(&errors, files.parsed.len(), screen)?;
    }
    let comparing = DriftRun { args, project: &project, desired: desired.as_ref(), invocation };
    if names.len() > 1 {
        return compare_environments(comparing, &names, &outputs, !errors.is_empty()).await;
    }
    let compared = compare_environment(comparing, global, !errors.is_empty()).await?;
    let CompareResult { prepared, state, live, drift } = &compared;
    let exit = compared.exit();
    if args.patch && drift.unread.is_empty() {
        let desired = desired.unwrap_or_default();
        let lists = merge::merge_drift(&mut files, &desired, drift, state, live, &BTreeMap::new());
        check_patchable(drift, &lists)?;
        patch_output::print_patch(screen, variables, &files.render_patch())?;
        return Ok(exit);
    }
    let (environment, origin) = (&prepared.basis.environment, &prepared.basis.origin);
    let next = if drift.resources.is_empty() { String::new() } else { next_commands(global) };
    outputs.write_outputs(screen, exit, |format, look| match format {
        PlanFormat::Json => report::drift::render_json(drift, environment, origin),
        PlanFormat::Markdown => {
            report::drift::render_markdown(drift, environment, origin, &next, args.comment.markdown_limit)
        }
        PlanFormat::Html => report::drift::render_html(drift, environment, origin, &next),
        PlanFormat::Human => report::drift::render_human(drift, environment, origin, &next, look),
    })?;
    stop_on_unread(drift)?;
    Ok(exit)
}

/// What to run now: the drift is taken into the files, as a patch too, or undone on the service.
fn next_commands(global: &GlobalArgs) -> String {
    let [pull, drift, apply] = ["pull", "drift --patch", "apply"].map(|verb| global.command(verb));
    format!(
        "# take the drift into the files\n{pull}\n# the same, as a patch\n{drift} | git apply\n\
         # undo it on the service\n{apply}"
    )
}

/// What the comparisons of a run have in common.
#[derive(Clone, Copy)]
struct DriftRun<'a> {
    args: &'a DriftArgs,
    project: &'a ReadyProject,
    desired: Option<&'a Desired>,
    invocation: &'a Invocation<'a>,
}

/// An environment that was compared.
struct CompareResult {
    prepared: PreparedRun,
    state: State,
    live: LiveAccount,
    drift: Drift,
}

impl CompareResult {
    fn exit(&self) -> Exit {
        if self.drift.resources.is_empty() { Exit::Success } else { Exit::Changes }
    }
}

/// Several environments, one after the other: one that fails does not stop the others.
async fn compare_environments(
    run: DriftRun<'_>,
    names: &[String],
    outputs: &OutputTargets<PlanFormat>,
    invalid_files: bool,
) -> Result<Exit, CliError> {
    let DriftRun { args, invocation: &Invocation { global, screen, .. }, .. } = run;
    environments::reject_single(args.patch, "--patch", names)?;
    let (mut ended, mut stopped) = (Vec::new(), None);
    for name in names {
        let compared = match stopped {
            Some(exit) => Err(environment_runs::interrupted_before(exit)),
            None => compare_environment(run, &global.for_environment(name), invalid_files).await,
        };
        stopped = stopped.or(compared.as_ref().err().and_then(|stop| environment_runs::interruption(stop.exit)));
        let stop = match &compared {
            Ok(found) => stop_on_unread(&found.drift).err(),
            Err(stop) => Some(stop.clone()),
        };
        ended.push((name, compared.ok(), stop));
    }
    let exit_of = |compared: &Option<CompareResult>, stop: &Option<CliError>| match (stop, compared) {
        (Some(stop), _) => stop.exit,
        (None, Some(found)) => found.exit(),
        (None, None) => Exit::Error,
    };
    let exit = environments::most_severe_exit(ended.iter().map(|(_, compared, stop)| exit_of(compared, stop)));
    let told: Vec<EndedDrift<'_>> = ended
        .iter()
        .map(|(name, compared, stop)| {
            let told = EnvironmentExit {
                environment: name,
                exit_code: exit_of(compared, stop).code(),
                error: stop.as_ref().map(|stop| stop.message.as_str()),
            };
            (told, compared.as_ref().map(|found| (&found.drift, found.prepared.basis.origin.as_str())))
        })
        .collect();
    // Files are merged with one environment at a time.
    let drifted = told.iter().filter(|(_, found)| found.is_some_and(|(found, _)| !found.resources.is_empty()));
    let pulls = drifted.map(|(ended, _)| global.for_environment(ended.environment).command("pull"));
    let next = pulls.reduce(|before, pull| format!("{before}\n{pull}")).map_or_else(String::new, |pulls| {
        format!("# take the drift into the files\n{pulls}\n# undo it on the service\n{}", global.command("apply"))
    });
    outputs.write_outputs(screen, exit, |format, look| match format {
        PlanFormat::Json => environment_set::render_drifts_json(&told, exit.code()),
        PlanFormat::Markdown => environment_set::render_drifts_markdown(&told, &next, args.comment.markdown_limit),
        PlanFormat::Html => environment_set::render_drifts_html(&told, &next),
        PlanFormat::Human => environment_set::render_drifts_human(&told, &next, look),
    })?;
    for (name, _, stop) in &ended {
        if let Some(stop) = stop {
            environment_runs::print_environment_error(screen, name, stop);
        }
    }
    Ok(exit)
}

async fn compare_environment(
    run: DriftRun<'_>,
    global: &GlobalArgs,
    invalid_files: bool,
) -> Result<CompareResult, CliError> {
    let DriftRun { args, project, desired, invocation } = run;
    let of_environment = Invocation { global, ..*invocation };
    let prepared = project.connect(&PlanningArgs::default(), &of_environment)?;
    let mut state = prepared.state_location.read_state()?;
    let known = prepared.settings.environment.reviewed.acknowledged.iter().map(|block| block.id.clone());
    state.acknowledged.extend(known);
    if let Some(unbound) = args.names.iter().find(|name| !state.bindings.contains_key(*name)) {
        let managed = state.bindings.keys().cloned().collect();
        return Err(CliError::usage_error(format!("`{unbound}` is not managed"))
            .with_help(known_addresses::suggest_address(&unbound.to_string(), &managed)));
    }
    let targets: BTreeSet<Address> = args.names.iter().cloned().collect();
    let wanted = desired.filter(|_| targets.is_empty()).into_iter().flat_map(desired_resource::desired_resources);
    let wanted: BTreeSet<Kind> = wanted.map(|wanted| wanted.kind()).collect();
    let live = pull::read_live_and_list(&prepared, &state, None, &wanted, &targets).await?;
    let mut drift = drift::detect_drift(&state, &live, desired, &project.opened.catalogue, &targets);
    if invalid_files {
        drift.notes.push("the files are invalid and were not compared; run housestyle validate".to_owned());
    }
    let environment = &prepared.basis.environment;
    drift.notes.iter_mut().for_each(|note| *note = commands::name_environment(note, environment).into_owned());
    Ok(CompareResult { prepared, state, live, drift })
}

/// What could not be compared may have drifted: such a run is no success.
fn stop_on_unread(drift: &Drift) -> Result<(), CliError> {
    let Some(reason) = drift.unread.values().next() else { return Ok(()) };
    let named: Vec<String> = drift.unread.keys().map(ToString::to_string).collect();
    Err(CliError::new_sanitized(Exit::Partial, format!("could not compare {}: {reason}", named.join(", ")))
        .with_help("name the resources to compare: housestyle drift ADDRESS"))
}

/// A patch accepts all of the drift or is none.
fn check_patchable(drift: &Drift, lists: &[merge::MergedResource<'_>]) -> Result<(), CliError> {
    let mut reasons: Vec<String> = Vec::new();
    for deleted in drift.resources.iter().filter(|drifted| drifted.live.is_none()) {
        reasons.push(format!("{} was deleted on the service", deleted.address));
    }
    for list in lists {
        for merged in &list.changes {
            let field = Sanitized(&list.drifted.changes[merged.index].field.to_string()).to_string();
            let address = &list.drifted.address;
            match &merged.became {
                PullOutcome::Written { .. } | PullOutcome::InSync => {}
                PullOutcome::Kept | PullOutcome::Conflict => {
                    let place = merged.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
                    reasons.push(format!("{address}: {field} was edited in the file too{}", Sanitized(&place)));
                }
                PullOutcome::Unknown => {
                    let change = &list.drifted.changes[merged.index];
                    let (what, hint) = load::explain_unmanageable(change.is_public_alone());
                    reasons.push(format!("{address}: {field} has a value that is {what}{hint}"));
                }
                PullOutcome::Manual { place, why } => {
                    let place = place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
                    reasons.push(format!("{address}: {field}: {}{}", Sanitized(why), Sanitized(&place)));
                }
            }
        }
    }
    if reasons.is_empty() {
        return Ok(());
    }
    Err(CliError::new(Exit::Blocked, format!("this drift cannot be written as a patch:\n  {}", reasons.join("\n  ")))
        .with_help(
            "run housestyle pull, which takes the rest and resolves conflicts: --take mine=ADDRESS or theirs=ADDRESS",
        ))
}
