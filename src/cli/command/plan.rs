//! `housestyle plan`: what would change. Reads the service, writes nothing but the file of `--out`.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::environments;
use crate::cli::arguments::format::PlanFormat;
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::command::environment_runs::{self, EnvironmentRun};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::output_files::{CommentArgs, OutputTargets, WriteArgs};
use crate::cli::planning::next_step::exit_for_plan;
use crate::cli::planning::plan_from_snapshot::{self, SnapshotSet};
use crate::cli::planning::prepare::{self, ReadyProject};
use crate::cli::planning::saved_plan;
use crate::cli::screen::terminal::Screen;
use crate::cli::valid_project;
use crate::plan::commands::shell_word;
use crate::plan::{Plan, document};
use crate::project;
use crate::report;
use crate::report::heading::Heading;

/// What `plan --help` teaches.
pub const HELP: &str = "Show what would change on the service, and why. Nothing is changed.\n\n\
    Formats: human, json (schema: housestyle schema plan), markdown (for a pull request comment), html (a page). \
    --write FORMAT=FILE writes further formats of the same plan to files. The exit code is 0 with or without changes; 2 \
    with changes if --detailed-exitcode is passed; 4 if it leaves something out, as apply then does; 5 if a safeguard \
    blocks it.\n\n\
    Examples:\n\
    \x20 housestyle plan\n\
    \x20 housestyle plan --detailed-exitcode              exit 2 if there are changes\n\
    \x20 housestyle plan --out plan.json                  to apply later: housestyle apply plan.json\n\
    \x20 housestyle plan --target support-de --prune      one list; deleted if its file is gone\n\
    \x20 housestyle plan --write markdown=plan.md         also write a file for the comment\n\
    \x20 housestyle plan --against snapshot.json          offline: compare with a snapshot of the account\n\
    \x20 housestyle plan --env staging --env production   both, and side by side what each lacks\n\
    \x20 housestyle plan --undo                           what undoing the last apply changes";

/// Arguments of `plan`.
#[derive(Debug, clap::Args)]
pub struct PlanArgs {
    /// Planning options
    #[command(flatten)]
    pub planning: PlanningArgs,
    /// Plan against a snapshot instead of the service: no key, no network. Once for each environment
    #[arg(long, value_name = "SNAPSHOT", env = "HOUSESTYLE_AGAINST", conflicts_with = "undo")]
    pub against: Vec<Utf8PathBuf>,
    /// Save the plan for `apply PLAN`
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_OUT")]
    pub out: Option<Utf8PathBuf>,
    /// Further formats
    #[command(flatten)]
    pub writes: WriteArgs,
    /// How long a comment may be
    #[command(flatten)]
    pub comment: CommentArgs,
    /// Exit with 2 if there are changes
    #[arg(long, env = "HOUSESTYLE_DETAILED_EXITCODE", value_parser = clap::builder::FalseyValueParser::new())]
    pub detailed_exitcode: bool,
}

/// Plans and shows.
///
/// # Errors
/// Where files are invalid, or the account cannot be read, or the plan cannot be saved.
pub async fn run(args: &PlanArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    if args.out.as_ref().is_some_and(|out| out == "-") {
        return Err(CliError::usage_error("--out saves a file, and `-` is none")
            .with_help("to print the plan: -o json, or --write json=-"));
    }
    let opened = Arc::new(project::open_project(here)?);
    let names = valid_project::select_environments(&opened, global, screen)?;
    let saved = args.out.as_ref().map(|out| here.join(out));
    let snapshots = SnapshotSet::read(&args.against, &names, here)?;
    if names.len() > 1 {
        environments::reject_single(matches!(args.planning.undo, Some(Some(_))), "--undo FILE", &names)?;
        let outputs = OutputTargets::resolve_targets(&args.writes, saved.as_deref(), "plan", global, here)?;
        let project = ReadyProject::check_files(opened, &args.planning, here, screen)?;
        let run = EnvironmentRun { project: &project, planning: &args.planning, names: &names, invocation };
        let limit = args.comment.markdown_limit;
        let exit = environment_runs::plan_environments(
            run,
            &outputs,
            limit,
            args.detailed_exitcode,
            saved.as_deref(),
            snapshots.as_ref(),
        )
        .await?;
        if let Some(out) = &args.out {
            print_saved(out, &args.planning, global, screen);
        }
        return Ok(exit);
    }
    let limit = args.comment.markdown_limit;
    let outputs = OutputTargets::resolve_targets(&args.writes, saved.as_deref(), "plan", global, here)?;
    let project = ReadyProject::check_files(opened, &args.planning, here, screen)?;
    let plan = match &snapshots {
        Some(snapshots) => {
            let snapshot = snapshots.of_environment(&names[0])?;
            plan_from_snapshot::make_plan(snapshot, &project, &args.planning, invocation)?
        }
        None => {
            let prepared = project.connect(&args.planning, invocation)?;
            prepared.plan_beside().await?
        }
    };
    prepare::list_additions(&plan, screen);
    let next = next_command(&plan, &args.planning.command_line("apply", global));
    let exit = exit_for_plan(&plan, args.detailed_exitcode);
    outputs.write_outputs(screen, exit, |format, look| match format {
        PlanFormat::Json => report::json::to_pretty_json(&document::plan_document(&plan)),
        PlanFormat::Markdown => report::markdown::render_plan(&Heading::for_plan(&plan), &plan, &next, limit),
        PlanFormat::Html => report::html::render_plan_page(&Heading::for_plan(&plan), &plan, &next),
        PlanFormat::Human => report::plan_report::render_human(&plan, &next, look),
    })?;
    if let (Some(out), Some(path)) = (&args.out, &saved) {
        saved_plan::write_plan(path, &document::plan_document(&plan))?;
        print_saved(out, &args.planning, global, screen);
    }
    Ok(exit)
}

fn next_command(plan: &Plan, apply: &str) -> String {
    if plan.could_keep_going() {
        return format!("# what no safeguard stops:\n{apply} --keep-going");
    }
    if plan.is_empty() || !plan.blockers.is_empty() {
        return String::new();
    }
    format!("{apply}\n# exactly this plan:\n{apply} --approve {}", document::plan_digest(plan))
}

fn print_saved(out: &Utf8Path, planning: &PlanningArgs, global: &GlobalArgs, screen: &Screen) {
    let apply = planning.command_line("apply", global);
    screen.print_status(&format!("saved as {out}; to apply it: {apply} {}", shell_word(out.as_str())));
}
