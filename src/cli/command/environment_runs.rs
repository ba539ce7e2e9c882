//! `plan` and `apply` on several environments in one run.
//!
//! Always holds: each environment has its own state, lock, safeguards and service; one that fails does not stop the
//! others; one digest and one question cover all of them; the exit code is the gravest.

use std::sync::Arc;

use camino::Utf8Path;

use crate::apply::{self, ApplyEvent, ApplyReport, RunEnd};
use crate::cli::arguments::environments::{self, most_severe_exit};
use crate::cli::arguments::format::{ApplyFormat, PlanFormat, choose_format};
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::command::apply::blocked_error;
use crate::cli::command::apply::complete;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::output_files::OutputTargets;
use crate::cli::planning::next_step::{exit_for_plan, next_command};
use crate::cli::planning::older_files;
use crate::cli::planning::plan_from_snapshot::{self, SnapshotSet};
use crate::cli::planning::prepare::{PreparedRun, ReadyProject};
use crate::cli::planning::saved_plan;
use crate::cli::screen::confirm::{ApprovalRequest, request_approval};
use crate::cli::screen::terminal::Screen;
use crate::cli::store::state_history;
use crate::cli::store::state_location::OpenedState;
use crate::plan::{Plan, document};
use crate::report::environment_set::{self, EnvironmentExit};
use crate::report::plan_set::{self, EnvironmentPlan, PlanSetDocument};
use crate::report::{self, RenderOptions};
use crate::state::{ApprovedBy, RunSummary};

/// What every environment of a run has in common.
#[derive(Clone, Copy)]
pub struct EnvironmentRun<'a> {
    /// The project, opened and checked once for all of them.
    pub project: &'a ReadyProject,
    /// Planning options.
    pub planning: &'a PlanningArgs,
    /// The selected environments.
    pub names: &'a [String],
    /// The call of the program, with the global options as given.
    pub invocation: &'a Invocation<'a>,
}

/// How the plans are approved.
#[derive(Clone, Copy, Debug)]
pub enum Approval<'a> {
    /// Beforehand and unseen: what the files ask for, whatever it is.
    Given,
    /// Beforehand, for the plans of this digest; with the reason that was given.
    Digest(&'a str, Option<&'a str>),
    /// Beforehand, for the plans that were saved.
    Saved(&'a PlanSetDocument),
    /// On a terminal.
    Asked,
}

impl Approval<'_> {
    /// Enters into the history of a run how its plan was approved, and why.
    pub fn record(self, summary: &mut RunSummary) {
        let (approved, reason) = match self {
            Self::Given => (ApprovedBy::AutoApprove, None),
            Self::Digest(_, reason) => (ApprovedBy::Digest, reason),
            Self::Saved(_) => (ApprovedBy::SavedPlan, None),
            Self::Asked => (ApprovedBy::Terminal, None),
        };
        summary.approved = Some(approved);
        summary.reason = reason.map(ToOwned::to_owned);
    }
}

/// An environment, and how work on it ended.
type EnvironmentEnd = (String, Result<(Exit, Option<ApplyReport>), CliError>);

/// An environment that is planned and locked.
struct ReadyEnvironment {
    name: String,
    prepared: PreparedRun,
    store: OpenedState,
    plan: Plan,
}

/// Plans every environment and shows all plans as one.
///
/// # Errors
/// Exit 64 for what belongs to one environment; those of writing outputs.
pub async fn plan_environments(
    run: EnvironmentRun<'_>,
    outputs: &OutputTargets<PlanFormat>,
    markdown_limit: usize,
    detailed: bool,
    saved: Option<&Utf8Path>,
    snapshots: Option<&SnapshotSet>,
) -> Result<Exit, CliError> {
    let EnvironmentRun { planning, names, invocation: &Invocation { global, screen, .. }, .. } = run;
    let mut planned = Vec::new();
    let mut stopped = None;
    for name in names {
        let plan = match stopped {
            Some(exit) => Err(interrupted_before(exit)),
            None => plan_environment(run, name, snapshots).await,
        };
        stopped = stopped.or(plan.as_ref().err().and_then(|stop| interruption(stop.exit)));
        planned.push((name.as_str(), plan));
    }
    let plans: Vec<EnvironmentPlan<'_>> =
        planned.iter().map(|(name, plan)| environment_plan(name, plan.as_ref())).collect();
    let document = plan_set::plan_set_document(&plans);
    let digest = &document.digest;
    let apply = planning.command_line("apply", global);
    let something = planned.iter().any(|(_, plan)| plan.as_ref().is_ok_and(|plan| !plan.is_empty()));
    // What would be refused is not offered.
    let refused = planned.iter().any(|(_, plan)| plan.as_ref().is_ok_and(|plan| !plan.blockers.is_empty()));
    let next = if something && !refused {
        format!("{apply}\n# exactly these plans:\n{apply} --approve {digest}")
    } else {
        String::new()
    };
    let exit = most_severe_exit(planned.iter().map(|(_, plan)| match plan {
        Ok(plan) => exit_for_plan(plan, detailed),
        Err(stop) => stop.exit,
    }));
    outputs.write_outputs(screen, exit, |format, look| match format {
        PlanFormat::Json => plan_set::render_json(&plans),
        PlanFormat::Markdown => plan_set::render_markdown(&plans, &next, markdown_limit),
        PlanFormat::Html => report::html::render_plan_set_page(&plans, &next),
        PlanFormat::Human => plan_set::render_human(&plans, &next, look),
    })?;
    for (name, plan) in &planned {
        if let Err(stop) = plan {
            print_environment_error(screen, name, stop);
        }
    }
    if let Some(path) = saved {
        saved_plan::write_plan_set(path, &document)?;
    }
    Ok(exit)
}

async fn plan_environment(
    run: EnvironmentRun<'_>,
    name: &str,
    snapshots: Option<&SnapshotSet>,
) -> Result<Plan, CliError> {
    let EnvironmentRun { project, planning, invocation, .. } = run;
    let invocation = &Invocation { global: &invocation.global.for_environment(name), ..*invocation };
    if let Some(snapshots) = snapshots {
        return plan_from_snapshot::make_plan(snapshots.of_environment(name)?, project, planning, invocation);
    }
    let prepared = project.connect(planning, invocation)?;
    prepared.plan_beside().await
}

/// Plans every environment, asks once, and applies one after the other.
///
/// # Errors
/// Exit 6 where the plans are not the approved ones, 64 without approval and terminal and for what belongs to one
/// environment.
pub async fn apply_environments(run: EnvironmentRun<'_>, approval: Approval<'_>) -> Result<Exit, CliError> {
    let EnvironmentRun { planning, names, invocation: &Invocation { global, screen, .. }, .. } = run;
    let format: ApplyFormat = choose_format(global, "apply")?;
    environments::reject_single(format == ApplyFormat::Ndjson, "--format ndjson", names)?;
    let mut planned = Vec::new();
    let mut stopped = None;
    for name in names {
        let ready = match stopped {
            Some(exit) => Err(interrupted_before(exit)),
            None => ready_environment(run, name, matches!(approval, Approval::Given)).await,
        };
        stopped = stopped.or(ready.as_ref().err().and_then(|stop| interruption(stop.exit)));
        planned.push((name.as_str(), ready));
    }
    let plans: Vec<EnvironmentPlan<'_>> =
        planned.iter().map(|(name, ready)| environment_plan(name, ready.as_ref().map(|ready| &ready.plan))).collect();
    let document = plan_set::plan_set_document(&plans);
    let digest = document.digest.clone();
    if format == ApplyFormat::Human {
        screen.print_report(Exit::Success, &plan_set::render_human(&plans, "", &screen.stdout_look()))?;
    }
    let approved = match approval {
        Approval::Digest(approved, _) if *approved == digest => true,
        Approval::Digest(_, _) => {
            let plan = planning.command_line("plan", global);
            return Err(CliError::new(
                Exit::Stale,
                "the current plans differ from the approved ones, nothing was sent",
            )
            .with_help(format!("review them: {plan}, then pass --approve {digest}")));
        }
        Approval::Saved(reviewed) => {
            saved_plan::stale_set_reason(reviewed, &document).map_or(Ok(()), Err)?;
            true
        }
        Approval::Given => true,
        Approval::Asked => false,
    };
    let open = |ready: &ReadyEnvironment| ready.plan.blockers.is_empty() && !ready.plan.is_empty();
    if !approved && planned.iter().any(|(_, ready)| ready.as_ref().is_ok_and(open)) {
        let opened: Vec<&ReadyEnvironment> =
            planned.iter().filter_map(|(_, ready)| ready.as_ref().ok()).filter(|ready| open(ready)).collect();
        let full = (format == ApplyFormat::Json).then(|| plan_set::render_human(&plans, "", &screen.stderr_look()));
        if !ask_approval(screen, &opened, full).await? {
            screen.print_always("Apply cancelled. Nothing was sent.");
            return Ok(Exit::Error);
        }
    }
    let mut ended: Vec<EnvironmentEnd> = Vec::new();
    let mut stopped = None;
    for (name, ready) in planned {
        let outcome = match (ready, stopped) {
            (Err(stop), _) => Err(stop),
            (Ok(_), Some(exit)) => Err(interrupted_before(exit)),
            (Ok(ready), None) => apply_environment(run, ready, approval, format).await,
        };
        stopped = stopped.or(interruption(outcome.as_ref().map_or_else(|stop| stop.exit, |(exit, _)| *exit)));
        if let Err(stop) = &outcome {
            print_environment_error(screen, name, stop);
        }
        ended.push((name.to_owned(), outcome));
    }
    let exit = most_severe_exit(ended.iter().map(|(_, outcome)| match outcome {
        Ok((exit, _)) => *exit,
        Err(stop) => stop.exit,
    }));
    if format == ApplyFormat::Json {
        screen.print_output(&render_reports(&ended, exit))?;
    }
    Ok(exit)
}

/// Whether work on an environment was interrupted: that ends the whole run, whichever of them was told.
#[must_use]
pub fn interruption(exit: Exit) -> Option<Exit> {
    matches!(exit, Exit::Interrupted | Exit::Terminated).then_some(exit)
}

/// The end of an environment that was not begun any more.
#[must_use]
pub fn interrupted_before(exit: Exit) -> CliError {
    CliError::new(exit, "interrupted before, nothing was sent")
}

async fn ready_environment(run: EnvironmentRun<'_>, name: &str, unseen: bool) -> Result<ReadyEnvironment, CliError> {
    let EnvironmentRun { project, planning, invocation, .. } = run;
    let of_environment = Invocation { global: &invocation.global.for_environment(name), ..*invocation };
    let mut prepared = project.connect(planning, &of_environment)?;
    prepared.basis.options.unseen = unseen;
    let store = prepared.state_location.open_store(invocation.screen, Some(&prepared.interrupt)).await?;
    let plan = prepared.make_plan(store.state()).await?;
    Ok(ReadyEnvironment { name: name.to_owned(), prepared, store, plan })
}

async fn ask_approval(
    screen: &Arc<Screen>,
    opened: &[&ReadyEnvironment],
    full: Option<String>,
) -> Result<bool, CliError> {
    let look: RenderOptions = screen.stderr_look();
    let mut summary = full.unwrap_or_default();
    let mut names = Vec::new();
    for ready in opened {
        summary.push_str(&report::approval::render_approval(&ready.plan, &look));
        names.push(look.paint(report::render_options::TextTone::Strong, &ready.name).to_string());
    }
    let request = ApprovalRequest {
        summary: &summary,
        question: &format!("\nApply these changes to {}?", names.join(", ")),
        subject: "these plans",
        instead: "pass --auto-approve or --approve DIGEST",
    };
    let Some(first) = opened.first() else { return Ok(true) };
    request_approval(screen, &first.prepared.interrupt, request).await
}

async fn apply_environment(
    run: EnvironmentRun<'_>,
    ready: ReadyEnvironment,
    approval: Approval<'_>,
    format: ApplyFormat,
) -> Result<(Exit, Option<ApplyReport>), CliError> {
    let EnvironmentRun { planning, invocation: &Invocation { global, screen, .. }, .. } = run;
    let ReadyEnvironment { name, prepared, mut store, plan } = ready;
    if !plan.blockers.is_empty() {
        return Err(blocked_error(&plan, planning, &global.for_environment(&name)));
    }
    if plan.is_empty() {
        apply::apply_nothing(&plan, &mut store)
            .map_err(|error| CliError::io_error("cannot write the state", &error))?;
        return Ok((complete(&plan, Exit::Success), None));
    }
    "apply".clone_into(&mut store.summary_mut().command);
    let digest = document::plan_digest(&plan);
    store.summary_mut().plan = Some(digest.clone());
    approval.record(store.summary_mut());
    if let Some((files, lacking)) = older_files::files_of_run(&prepared, store.state(), &plan)? {
        store.set_files(files, lacking);
    }
    prepared.client.restart_deadline();
    if matches!(approval, Approval::Asked) {
        // People take their time: what they approved must still be what would be done.
        let then = prepared.make_plan(store.state()).await?;
        if document::plan_digest(&then) != digest {
            return Err(CliError::new(
                Exit::Stale,
                "the account changed before the plan was approved, nothing was sent",
            ));
        }
    }
    let progress = &prepared.progress;
    progress.start_bar();
    let listener = |event: ApplyEvent| progress.handle_event(&event);
    let exit_of = |end: RunEnd| complete(&plan, prepared.interrupt.exit_for(end));
    let (parallelism, code) = (prepared.settings.parallelism, |end: RunEnd| exit_of(end).code());
    let done = apply::apply_plan(&prepared.client, &plan, &mut store, parallelism, &listener, &code).await;
    progress.clear_bar();
    state_history::note_applied_plan(&prepared.state_location, &digest);
    let exit = exit_of(done.end);
    if format == ApplyFormat::Human {
        let next = if exit == Exit::Success {
            String::new()
        } else {
            next_command(exit, &done, planning, &global.for_environment(&name))
        };
        let report = report::apply_report::render_human(&done, &next, &screen.stdout_look());
        screen.print_report(exit, &format!("\nenvironment {name}\n{report}"))?;
    }
    Ok((exit, Some(done)))
}

fn environment_plan<'a>(name: &'a str, planned: Result<&'a Plan, &'a CliError>) -> EnvironmentPlan<'a> {
    EnvironmentPlan { environment: name, planned: planned.map_err(|stop| (stop.message.as_str(), stop.exit.code())) }
}

/// Every report as JSON.
fn render_reports(ended: &[EnvironmentEnd], exit: Exit) -> String {
    let entries: Vec<(EnvironmentExit<'_>, Option<&ApplyReport>)> = ended
        .iter()
        .map(|(name, outcome)| {
            let (exit, error, report) = match outcome {
                Ok((exit, report)) => (*exit, None, report.as_ref()),
                Err(stop) => (stop.exit, Some(stop.message.as_str()), None),
            };
            (EnvironmentExit { environment: name, exit_code: exit.code(), error }, report)
        })
        .collect();
    environment_set::render_applies(&entries, exit.code(), Exit::code_of_run)
}

/// Shows an error of one environment of several.
pub fn print_environment_error(screen: &Screen, name: &str, stop: &CliError) {
    screen.print_error(&stop.clone().in_environment(name));
}
