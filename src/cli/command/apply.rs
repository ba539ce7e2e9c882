//! `housestyle apply`: makes the service match the files, after the plan that was shown is approved.

use std::sync::Arc;

use camino::Utf8PathBuf;

use crate::apply::{self, ApplyEvent, ApplyReport, RunEnd};
use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::environments;
use crate::cli::arguments::format::{ApplyFormat, choose_format};
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::command::environment_runs::{self, Approval, EnvironmentRun};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::planning::next_step::next_command;
use crate::cli::planning::older_files;
use crate::cli::planning::prepare::{self, PreparedRun, ReadyProject};
use crate::cli::planning::saved_plan;
use crate::cli::screen::confirm::{ApprovalRequest, request_approval};
use crate::cli::screen::event_stream::EventStream;
use crate::cli::screen::terminal::Screen;
use crate::cli::store::state_history::{self, PastRun};
use crate::cli::store::state_home::StateHome;
use crate::cli::store::state_location::StateLocation;
use crate::cli::valid_project;
use crate::plan::Plan;
use crate::plan::document::{self, PlanDocument};
use crate::project::{self, OpenedProject};
use crate::report::render_options::TextTone;
use crate::report::{self, event};
use crate::state::ApprovedBy;

/// What `apply --help` teaches.
pub const HELP: &str = "Make the service match the files.\n\n\
    On a terminal, the plan is shown and approval asked for. Elsewhere, approve beforehand: with a saved plan, the digest \
    of a reviewed plan, or --auto-approve. A saved plan or digest is compared with the current plan; if anything differs, \
    nothing is sent and the exit code is 6.\n\n\
    --auto-approve covers what the files ask for. Edits that somebody made on the service since the last apply are not \
    reverted unseen: the plan is blocked (exit code 5) unless --allow-drift allows it.\n\n\
    Before the first write, the content of what changes is saved under .housestyle/undo. --undo restores it (or a file of \
    `snapshot`) through the same plan, safeguards and approval: deleted resources come back with a new id, resources that \
    the undone run created are deleted. The files stay as they are.\n\n\
    Formats: human, json (the report at the end; schema: housestyle schema apply), ndjson (one event per line while it \
    happens, the last one with the totals; housestyle schema event). --events FILE writes events beside any format.\n\n\
    Ctrl-C finishes the requests in flight and records progress; running apply again continues.\n\n\
    Examples:\n\
    \x20 housestyle apply\n\
    \x20 housestyle apply --auto-approve\n\
    \x20 housestyle apply plan.json                    the plan saved by `plan --out plan.json`\n\
    \x20 housestyle apply --approve sha256:4f2a…       the reviewed plan of this digest\n\
    \x20 housestyle apply --undo                       undo the last apply";

/// Arguments of `apply`.
#[derive(Debug, clap::Args)]
pub struct ApplyArgs {
    /// Plan saved by `plan --out`; pass the same planning options
    #[arg(value_name = "PLAN")]
    pub plan: Option<Utf8PathBuf>,
    /// Planning options
    #[command(flatten)]
    pub planning: PlanningArgs,
    /// Apply what the files ask for without asking for approval; edits on the service that nobody has seen stay
    #[arg(long, env = "HOUSESTYLE_AUTO_APPROVE", value_parser = clap::builder::FalseyValueParser::new())]
    pub auto_approve: bool,
    /// Apply only the plan of this digest
    #[arg(long, value_name = "DIGEST", env = "HOUSESTYLE_APPROVE", value_parser = parse_digest, conflicts_with_all = ["auto_approve", "plan"])]
    pub approve: Option<String>,
    /// Why the plan is approved: kept in the history of the state, which `state log` shows
    #[arg(long, value_name = "TEXT", env = "HOUSESTYLE_REASON", requires = "approve", conflicts_with = "auto_approve", value_parser = parse_reason)]
    pub reason: Option<String>,
    /// Write events to this file, one JSON object per line
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_EVENTS")]
    pub events: Option<Utf8PathBuf>,
}

/// Longest reason, in characters.
const MAX_REASON_CHARACTERS: usize = 500;

/// A reason is one line of text that is not empty.
fn parse_reason(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_REASON_CHARACTERS || text.contains(char::is_control) {
        return Err(format!("a reason is one line of 1 to {MAX_REASON_CHARACTERS} characters"));
    }
    Ok(text.to_owned())
}

/// Digits of the digest of a plan.
const DIGEST_DIGITS: usize = 64;

/// A digest as `plan` shows it: what is none is a wrong argument, not a plan that changed.
fn parse_digest(text: &str) -> Result<String, String> {
    let digits = text.strip_prefix("sha256:").unwrap_or_default();
    let good = digits.len() == DIGEST_DIGITS && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    good.then(|| text.to_owned())
        .ok_or_else(|| format!("a digest is sha256: and {DIGEST_DIGITS} hexadecimal digits, as the plan shows it"))
}

/// Plans, asks and carries out.
///
/// # Errors
/// Exit 5 where a safeguard blocks, 6 for a stale plan, 64 without approval and terminal.
pub async fn run(args: &ApplyArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let opened = Arc::new(project::open_project(here)?);
    let names = valid_project::select_environments(&opened, global, screen)?;
    if names.len() > 1 {
        environments::reject_single(args.events.is_some(), "--events", &names)?;
        environments::reject_single(matches!(args.planning.undo, Some(Some(_))), "--undo FILE", &names)?;
        let reviewed = args.plan.as_ref().map(|path| saved_plan::read_plan_set(&here.join(path))).transpose()?;
        let approval = match (&reviewed, &args.approve) {
            (Some(reviewed), _) => Approval::Saved(reviewed),
            (None, Some(digest)) => Approval::Digest(digest, args.reason.as_deref()),
            (None, None) if args.auto_approve => Approval::Given,
            (None, None) => Approval::Asked,
        };
        let project = ReadyProject::check_files(opened, &args.planning, here, screen)?;
        let run = EnvironmentRun { project: &project, planning: &args.planning, names: &names, invocation };
        return environment_runs::apply_environments(run, approval).await;
    }
    let format = choose_format(global, "apply")?;
    let file = args.events.as_ref().map(|file| here.join(file));
    let stream = Arc::new(EventStream::open(screen, format == ApplyFormat::Ndjson, file.as_deref())?);
    stream.write_line(&event::render_started());
    let ended = execute_apply(args, opened, format, &stream, invocation).await;
    stream.write_line(&match &ended {
        Ok((exit, report)) => event::render_finished(report.as_ref(), None, exit.code()),
        Err(stop) => event::render_finished(None, Some(&stop.message), stop.exit.code()),
    });
    if let Some(why) = stream.failure_reason() {
        screen.print_always(&format!("warning: events were lost, as they could not be written: {why}"));
    }
    if let (ApplyFormat::Json, Some((message, exit))) = (format, stopped_before_sending(&ended)) {
        screen.print_output(&report::apply_report::render_json_without_outcomes(None, Some(message), exit.code()))?;
    }
    ended.map(|(exit, _)| exit)
}

/// Why a run ended before its first request, where it did: programs get a document then, too.
fn stopped_before_sending(ended: &Result<(Exit, Option<ApplyReport>), CliError>) -> Option<(&str, Exit)> {
    match ended {
        Err(stop) => Some((&stop.message, stop.exit)),
        Ok((exit @ Exit::Error, None)) => Some((CANCELLED, *exit)),
        Ok(_) => None,
    }
}

/// What is said where somebody did not approve.
const CANCELLED: &str = "apply was cancelled, nothing was sent";

/// Plans, asks and carries out, and gives what came of it where anything was begun.
async fn execute_apply(
    args: &ApplyArgs,
    opened: Arc<OpenedProject>,
    format: ApplyFormat,
    stream: &Arc<EventStream>,
    invocation: &Invocation<'_>,
) -> Result<(Exit, Option<ApplyReport>), CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    // What happens is the product; as JSON the plan is left out, which `plan --format json` shows.
    let show = |exit: Exit, plan: &Plan| {
        if matches!(format, ApplyFormat::Json | ApplyFormat::Ndjson) || !screen.shows_report(exit) {
            return Ok(());
        }
        screen.print_output(&report::plan_report::render_human(plan, "", &screen.stdout_look()))
    };
    let reviewed = args.plan.as_ref().map(|path| saved_plan::read_plan(&here.join(path))).transpose()?;
    let project = ReadyProject::check_files(opened, &args.planning, here, screen)?;
    let mut prepared = project.connect(&args.planning, invocation)?;
    prepared.basis.options.unseen = args.auto_approve && reviewed.is_none();
    let progress = &prepared.progress;
    progress.forward_to(stream);
    let mut store = prepared.state_location.open_store(screen, Some(&prepared.interrupt)).await?;
    let plan = stream.with_heartbeat(|| progress.report_idle(), prepared.make_plan(store.state())).await?;
    prepare::list_additions(&plan, screen);
    let digest = document::plan_digest(&plan);
    if args.reason.is_some() && matches!(prepared.state_location.home, StateHome::File) {
        screen.print_status("note: a state file has no history of runs: the reason is not kept");
    }
    stream.write_line(&event::render_planned(&plan, &digest));

    if !plan.blockers.is_empty() {
        show(Exit::Blocked, &plan)?;
        return Err(blocked_error(&plan, &args.planning, global));
    }
    let wanted = reviewed.as_ref().map(|reviewed| reviewed.digest.as_str()).or(args.approve.as_deref());
    let agreed = is_approved(args, global, reviewed.as_ref(), &plan, &digest)
        .map_err(|stop| tell_if_applied(stop, wanted, &plan, &prepared.state_location))?;
    if plan.is_empty() {
        apply::apply_nothing(&plan, &mut store)
            .map_err(|error| CliError::io_error("cannot write the state", &error))?;
        show(Exit::Success, &plan)?;
        if format == ApplyFormat::Json {
            screen.print_output(&report::apply_report::render_json_without_outcomes(
                Some(&plan.basis),
                None,
                Exit::Success.code(),
            ))?;
        }
        return Ok((complete(&plan, Exit::Success), None));
    }
    // What somebody is asked to approve is shown, quiet or not.
    show(if agreed { Exit::Success } else { Exit::Usage }, &plan)?;
    if !agreed {
        if !ask_approval(screen, &prepared, &plan, format).await? {
            screen.print_always("Apply cancelled. Nothing was sent.");
            return Ok((Exit::Error, None));
        }
        // People take their time: what they approved must still be what would be done.
        prepared.client.restart_deadline();
        let then = stream.with_heartbeat(|| progress.report_idle(), prepared.make_plan(store.state())).await?;
        if document::plan_digest(&then) != digest {
            return Err(CliError::new(
                Exit::Stale,
                "the account changed before the plan was approved, nothing was sent",
            )
            .with_help(format!("review the new plan: {}", args.planning.command_line("apply", global))));
        }
    }
    // What the files want is in the plan: of ten thousand lists, nobody needs it twice.
    drop(project);
    prepared.desired = Arc::default();
    "apply".clone_into(&mut store.summary_mut().command);
    store.summary_mut().plan = Some(digest.clone());
    let summary = store.summary_mut();
    summary.approved = Some(match (&reviewed, &args.approve) {
        (Some(_), _) => ApprovedBy::SavedPlan,
        (None, Some(_)) => ApprovedBy::Digest,
        (None, None) if args.auto_approve => ApprovedBy::AutoApprove,
        (None, None) => ApprovedBy::Terminal,
    });
    summary.reason.clone_from(&args.reason);
    if let Some((files, lacking)) = older_files::files_of_run(&prepared, store.state(), &plan)? {
        store.set_files(files, lacking);
    }
    progress.start_bar();
    let listener = |event: ApplyEvent| progress.handle_event(&event);
    let exit_of = |end: RunEnd| complete(&plan, prepared.interrupt.exit_for(end));
    let (parallelism, code) = (prepared.settings.parallelism, |end: RunEnd| exit_of(end).code());
    let work = apply::apply_plan(&prepared.client, &plan, &mut store, parallelism, &listener, &code);
    let done = stream.with_heartbeat(|| progress.report_idle(), work).await;
    progress.clear_bar();
    state_history::note_applied_plan(&prepared.state_location, &digest);
    let exit = exit_of(done.end);
    let text = match format {
        ApplyFormat::Json => report::apply_report::render_json(&done, Exit::code_of_run),
        ApplyFormat::Ndjson => String::new(),
        ApplyFormat::Human => {
            format!(
                "\n{}",
                report::apply_report::render_human(
                    &done,
                    &next_command(exit, &done, &args.planning, global),
                    &screen.stdout_look()
                )
            )
        }
    };
    screen.print_report(exit, &text)?;
    Ok((exit, Some(done)))
}

/// The way out of a run with this plan: a plan that left something out ends partly applied.
#[must_use]
pub fn complete(plan: &Plan, exit: Exit) -> Exit {
    if exit == Exit::Success && plan.is_incomplete() { Exit::Partial } else { exit }
}

/// Why nothing is sent, with both ways to carry out the rest where there is one.
#[must_use]
pub fn blocked_error(plan: &Plan, planning: &PlanningArgs, global: &GlobalArgs) -> CliError {
    let stop = CliError::new(Exit::Blocked, "the plan is blocked by a safeguard, nothing was sent");
    if !plan.could_keep_going() {
        return stop;
    }
    let again = planning.command_line("apply", global);
    stop.with_help(format!("carry out the rest: {again} --keep-going, or name it with --target ADDRESS"))
}

/// Shows what is decided on and asks. Where the output is for a machine, the plan is shown beside it: nobody approves
/// what was not shown.
async fn ask_approval(
    screen: &Arc<Screen>,
    prepared: &PreparedRun,
    plan: &Plan,
    format: ApplyFormat,
) -> Result<bool, CliError> {
    let look = screen.stderr_look();
    if screen.interactive && matches!(format, ApplyFormat::Json | ApplyFormat::Ndjson) {
        screen.print_always(&report::plan_report::render_human(plan, "", &look));
    }
    let environment = look.paint(TextTone::Strong, &plan.basis.environment);
    let request = ApprovalRequest {
        summary: &report::approval::render_approval(plan, &look),
        question: &format!("\nApply these changes to {environment}?"),
        subject: "this plan",
        instead: "pass --auto-approve, --approve DIGEST or a saved plan",
    };
    request_approval(screen, &prepared.interrupt, request).await
}

/// A plan is stale also because it was carried out: then that is said, and not what differs since.
fn tell_if_applied(stop: CliError, wanted: Option<&str>, now: &Plan, place: &StateLocation) -> CliError {
    let Some(wanted) = wanted.filter(|_| stop.exit == Exit::Stale) else { return stop };
    match state_history::find_run_of_plan(place, wanted) {
        Some(PastRun { time, who }) => {
            CliError::new_sanitized(Exit::Stale, format!("this plan was applied at {time} by {who}"))
                .with_help("what is to be done since then: housestyle plan")
        }
        None if now.is_empty() => {
            CliError::new(Exit::Stale, "with these flags, there is nothing to do: the service is as the files want it")
                .with_help(
                    "an approved plan is applied with the flags that it was made with; to look at it: housestyle plan",
                )
        }
        None => stop,
    }
}

/// Whether the current plan was approved beforehand.
fn is_approved(
    args: &ApplyArgs,
    global: &GlobalArgs,
    reviewed: Option<&PlanDocument>,
    now: &Plan,
    digest: &str,
) -> Result<bool, CliError> {
    if let Some(reviewed) = reviewed {
        return saved_plan::stale_reason(reviewed, &document::plan_document(now)).map_or(Ok(true), Err);
    }
    match &args.approve {
        Some(approved) if approved == digest => Ok(true),
        // The digest of a plan is learned by reading it.
        Some(_) => Err(CliError::new(Exit::Stale, "the current plan differs from the approved one, nothing was sent")
            .with_help(format!(
                "review it; its digest is shown with it: {}",
                args.planning.command_line("plan", global)
            ))),
        None => Ok(args.auto_approve),
    }
}
