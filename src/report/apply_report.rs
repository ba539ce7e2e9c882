//! What came of applying a plan: what was done with its ids, then failures in full, the counts last.
//!
//! Always holds: every resource of the plan is in the counts; nothing that may have happened is reported as not done.

use schemars::JsonSchema;
use serde::Serialize;

use crate::apply::{ApplyReport, FailureCause, ItemFailure, Outcome, RunEnd};
use crate::model::{Address, Id};
use crate::plan::{Basis, Operation};
use crate::report::json::to_pretty_json;
use crate::report::plan_report::{OPERATIONS, operation_sign, operation_word, write_next_command};
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};

/// Steps done before a failure that are listed; the rest is counted.
const MAX_STEPS: usize = 8;

/// The closing report, and `next`: what to run now, said last (nothing where empty).
#[must_use]
pub fn render_human(report: &ApplyReport, next: &str, options: &RenderOptions) -> String {
    let ApplyReport { origin: _, environment: _, outcomes, state_error: trouble, end } = report;
    let mut out = String::new();
    for (address, verb, outcome) in outcomes {
        if let Outcome::Done { .. } = outcome {
            write_outcome(&mut out, address, *verb, outcome, options);
        }
    }
    for (address, verb, outcome) in outcomes {
        match outcome {
            Outcome::Done { .. } => {}
            Outcome::Failed(_)
            | Outcome::Stopped(_)
            | Outcome::Unverified(_)
            | Outcome::Unknown(_)
            | Outcome::Withdrawn(_)
            | Outcome::Skipped => {
                write_outcome(&mut out, address, *verb, outcome, options);
            }
        }
    }
    if let Some(trouble) = trouble {
        let pieces = [
            TextPiece::new(TextTone::Error, "error:"),
            TextPiece::new(TextTone::Plain, format!(" {}", Sanitized(trouble))),
        ];
        write_wrapped(&mut out, options, "", "  ", &pieces);
    }
    let counts = OutcomeCounts::count_outcomes(outcomes);
    let tone = if counts.failed + counts.withdrawn + counts.unknown > 0 || trouble.is_some() {
        TextTone::Error
    } else if counts.skipped + counts.stopped + counts.unverified > 0 {
        TextTone::Warning
    } else {
        TextTone::Success
    };
    let stopped = if *end == RunEnd::Failed(FailureCause::Interrupted) { "Interrupted. " } else { "" };
    write_wrapped(&mut out, options, "", "  ", &[TextPiece::new(tone, format!("{stopped}{}", summary_line(outcomes)))]);
    write_next_command(&mut out, next, options);
    out
}

/// Version of the JSON form.
const VERSION: u32 = 1;

/// The exit code of an end, as `cli` decides it.
pub type ExitCodes = fn(RunEnd) -> u8;

/// The closing report as JSON, in the order of the plan.
#[must_use]
pub fn render_json(report: &ApplyReport, exit_code: ExitCodes) -> String {
    to_pretty_json(&apply_document(report, exit_code))
}

/// The closing report as JSON of a run that came to no resource: what it was about, where that was known, an error where
/// there is one, and the exit code.
#[must_use]
pub fn render_json_without_outcomes(basis: Option<&Basis>, error: Option<&str>, exit: u8) -> String {
    to_pretty_json(&ApplyDocument {
        housestyle_apply: VERSION,
        origin: basis.map(|basis| basis.origin.as_str()),
        environment: basis.map(|basis| basis.environment.as_str()),
        outcomes: Vec::new(),
        error,
        summary: summarize_outcomes(&[]),
        exit,
    })
}

/// The report as a document.
pub(crate) fn apply_document(report: &ApplyReport, exit_code: ExitCodes) -> ApplyDocument<'_> {
    let ApplyReport { origin, environment, outcomes, state_error: trouble, end } = report;
    ApplyDocument {
        housestyle_apply: VERSION,
        origin: Some(origin),
        environment: Some(environment),
        outcomes: outcomes
            .iter()
            .map(|(address, verb, outcome)| outcome_document(address, *verb, outcome, exit_code))
            .collect(),
        error: trouble.as_deref(),
        summary: summarize_outcomes(outcomes),
        exit: exit_code(*end),
    }
}

/// What came of applying a plan.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct ApplyDocument<'a> {
    /// Version of this format.
    #[schemars(extend("enum" = [VERSION]))]
    housestyle_apply: u32,
    /// Base address of the service, or `emulator`; null where the run ended before it was known.
    origin: Option<&'a str>,
    /// Name of the environment; null where the run ended before it was known.
    environment: Option<&'a str>,
    /// Every resource of the plan, in its order.
    outcomes: Vec<OutcomeDocument<'a>>,
    /// What went wrong beside single resources.
    error: Option<&'a str>,
    /// Totals.
    summary: ApplySummary,
    /// Exit code of the run, before an interruption is taken into account.
    exit: u8,
}

/// Totals of a run.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct ApplySummary {
    /// Resources that are as planned.
    done: usize,
    /// Resources that are not.
    failed: usize,
    /// Resources that were begun, before the run stopped: the next run continues.
    stopped: usize,
    /// Resources that were written and not read back, because the run stopped: the next run does.
    unverified: usize,
    /// Resources that were taken back, because another run creates the same.
    withdrawn: usize,
    /// Resources with an unknown outcome.
    unknown: usize,
    /// Resources that were not started.
    skipped: usize,
}

/// How many resources ended in which way.
pub(crate) fn summarize_outcomes(outcomes: &[(Address, Operation, Outcome)]) -> ApplySummary {
    let OutcomeCounts { failed, stopped, unverified, withdrawn, unknown, skipped } =
        OutcomeCounts::count_outcomes(outcomes);
    let done = outcomes.len() - failed - stopped - unverified - withdrawn - unknown - skipped;
    ApplySummary { done, failed, stopped, unverified, withdrawn, unknown, skipped }
}

/// One object in JSON, in the closing report and in the stream of events.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct OutcomeDocument<'a> {
    /// `style/support-de`
    address: String,
    /// What was to happen.
    #[schemars(extend("enum" = OPERATIONS.map(Operation::name)))]
    operation: &'static str,
    /// How it ended: `stopped` where the run stopped in the middle of it, `unverified` where it was written and the run stopped before it was read back, `withdrawn` where another
    /// run creates the same, `unknown` where a call may have been carried out and that could not be confirmed.
    #[schemars(extend("enum" = ["done", "failed", "stopped", "unverified", "withdrawn", "unknown", "skipped"]))]
    outcome: &'static str,
    /// Id from now on.
    id: Option<&'a str>,
    /// Id that is gone.
    old_id: Option<&'a str>,
    /// What the service made of it, where that is not what was asked for.
    remarks: &'a [String],
    /// Why it was not done.
    failure: Option<FailureDocument<'a>>,
}

/// Why a resource was not done.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct FailureDocument<'a> {
    /// The act that failed.
    act: &'a str,
    /// What happened.
    message: &'a str,
    /// Trace id that the service gave.
    trace: Option<&'a str>,
    /// Steps that were done before.
    done: &'a [String],
    /// Exit code that it stands for.
    exit: u8,
}

pub(crate) fn outcome_document<'a>(
    address: &Address,
    operation: Operation,
    outcome: &'a Outcome,
    exit_code: ExitCodes,
) -> OutcomeDocument<'a> {
    let failure = |failure: &'a ItemFailure| {
        let ItemFailure { act, message, trace, done, cause } = failure;
        let exit = exit_code(RunEnd::Failed(*cause));
        FailureDocument { act, message, trace: trace.as_deref(), done, exit }
    };
    let bare = OutcomeDocument {
        address: address.to_string(),
        operation: operation.name(),
        outcome: "skipped",
        id: None,
        old_id: None,
        remarks: &[],
        failure: None,
    };
    match outcome {
        Outcome::Done { id, old, remarks } => OutcomeDocument {
            outcome: "done",
            id: id.as_ref().map(Id::as_str),
            old_id: old.as_ref().map(Id::as_str),
            remarks,
            ..bare
        },
        Outcome::Failed(why) => OutcomeDocument { outcome: "failed", failure: Some(failure(why)), ..bare },
        Outcome::Stopped(why) => OutcomeDocument { outcome: "stopped", failure: Some(failure(why)), ..bare },
        Outcome::Unverified(why) => OutcomeDocument { outcome: "unverified", failure: Some(failure(why)), ..bare },
        Outcome::Withdrawn(why) => OutcomeDocument { outcome: "withdrawn", failure: Some(failure(why)), ..bare },
        Outcome::Unknown(why) => OutcomeDocument { outcome: "unknown", failure: Some(failure(why)), ..bare },
        Outcome::Skipped => bare,
    }
}

/// The line that counts: `Applied: 2 created, 1 changed; 1 failed, 1 unknown, 3 not started`.
#[must_use]
pub fn summary_line(outcomes: &[(Address, Operation, Outcome)]) -> String {
    let done = |verb: Operation| {
        outcomes.iter().filter(|(_, of, outcome)| *of == verb && matches!(outcome, Outcome::Done { .. })).count()
    };
    let said: Vec<String> = OPERATIONS
        .into_iter()
        .map(|verb| (verb, done(verb)))
        .filter(|(_, n)| *n > 0)
        .map(|(verb, n)| format!("{n} {}", past_tense(verb)))
        .collect();
    let OutcomeCounts { failed, stopped, unverified, withdrawn, unknown, skipped } =
        OutcomeCounts::count_outcomes(outcomes);
    let begun = |outcome: &Outcome| matches!(outcome, Outcome::Failed(failure) if !failure.done.is_empty());
    let partly = outcomes.iter().filter(|(_, _, outcome)| begun(outcome)).count();
    let halfway = |outcome: &Outcome| matches!(outcome, Outcome::Stopped(stop) if !stop.done.is_empty());
    let halfway = outcomes.iter().filter(|(_, _, outcome)| halfway(outcome)).count();
    let rest: Vec<String> = [
        (failed - partly, "failed"),
        (partly, "failed after some of its writes"),
        (halfway, "stopped after some of its writes"),
        (stopped - halfway, "stopped before its first write"),
        (unverified, "written and not read back"),
        (withdrawn, "withdrawn, as another run creates the same"),
        (unknown, "unknown"),
        (skipped, "not started"),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, what)| format!("{n} {what}"))
    .collect();
    let nothing = if partly + halfway + unverified + unknown > 0 { "nothing completed" } else { "nothing done" };
    let said = if said.is_empty() { nothing.to_owned() } else { said.join(", ") };
    if rest.is_empty() { format!("Applied: {said}") } else { format!("Applied: {said}; {}", rest.join(", ")) }
}

struct OutcomeCounts {
    failed: usize,
    stopped: usize,
    unverified: usize,
    withdrawn: usize,
    unknown: usize,
    skipped: usize,
}

impl OutcomeCounts {
    fn count_outcomes(outcomes: &[(Address, Operation, Outcome)]) -> Self {
        let mut counts = Self { failed: 0, stopped: 0, unverified: 0, withdrawn: 0, unknown: 0, skipped: 0 };
        for (_, _, outcome) in outcomes {
            match outcome {
                Outcome::Done { .. } => {}
                Outcome::Failed(_) => counts.failed += 1,
                Outcome::Stopped(_) => counts.stopped += 1,
                Outcome::Unverified(_) => counts.unverified += 1,
                Outcome::Withdrawn(_) => counts.withdrawn += 1,
                Outcome::Unknown(_) => counts.unknown += 1,
                Outcome::Skipped => counts.skipped += 1,
            }
        }
        counts
    }
}

/// The verb once it is done.
pub(crate) fn past_tense(operation: Operation) -> &'static str {
    match operation {
        Operation::Delete => "deleted",
        Operation::Replace => "replaced",
        Operation::Create => "created",
        Operation::Update => "changed",
        Operation::Import => "imported",
        Operation::Forget => "forgotten",
        Operation::Sweep => "cleaned up",
    }
}

/// How work on one resource ended.
pub(crate) fn write_outcome(
    out: &mut String,
    address: &Address,
    operation: Operation,
    outcome: &Outcome,
    options: &RenderOptions,
) {
    match outcome {
        Outcome::Done { id, old, remarks } => {
            let (sign, tone) = operation_sign(operation);
            let mut pieces = vec![
                TextPiece::new(tone, format!("{sign} ")),
                TextPiece::new(TextTone::Strong, address.to_string()),
                TextPiece::new(TextTone::Plain, format!(" {}", past_tense(operation))),
            ];
            match (old, id) {
                (Some(old), Some(id)) => {
                    let arrow = options.pick_glyph("→", "->");
                    pieces.push(TextPiece::new(TextTone::Strong, format!("  id {old} {arrow} {id}")));
                }
                (None, Some(id)) => pieces.push(TextPiece::new(TextTone::Faint, format!("  id {id}"))),
                (Some(old), None) => pieces.push(TextPiece::new(TextTone::Faint, format!("  id {old} is gone"))),
                (None, None) => {}
            }
            write_wrapped(out, options, "", "      ", &pieces);
            for remark in remarks {
                write_wrapped(
                    out,
                    options,
                    "    ! ",
                    "      ",
                    &[TextPiece::new(TextTone::Warning, Sanitized(remark).to_string())],
                );
            }
        }
        Outcome::Failed(failure) => write_failure(out, address, operation, ("failed", FAILED_AFTER), failure, options),
        Outcome::Stopped(failure) => {
            write_failure(out, address, operation, ("stopped", "done before"), failure, options)
        }
        Outcome::Unverified(failure) => {
            let how = "written, not read back: the next run does";
            write_failure(out, address, operation, (how, "done"), failure, options);
        }
        Outcome::Withdrawn(failure) => {
            write_failure(out, address, operation, ("withdrawn", FAILED_AFTER), failure, options)
        }
        Outcome::Unknown(failure) => {
            write_failure(out, address, operation, ("outcome unknown", FAILED_AFTER), failure, options);
        }
        Outcome::Skipped => {
            let pieces = [
                TextPiece::new(TextTone::Strong, address.to_string()),
                TextPiece::new(TextTone::Plain, format!(" not started ({})", operation_word(operation))),
            ];
            write_wrapped(out, options, "  ", "      ", &pieces);
        }
    }
}

/// What is said before the steps that came before a failure.
const FAILED_AFTER: &str = "done before the failure";

fn write_failure(
    out: &mut String,
    address: &Address,
    operation: Operation,
    (how, before): (&str, &str),
    failure: &ItemFailure,
    options: &RenderOptions,
) {
    let ItemFailure { act, message, trace, done, cause: _ } = failure;
    let pieces = [
        TextPiece::new(TextTone::Error, "! "),
        TextPiece::new(TextTone::Strong, address.to_string()),
        TextPiece::new(TextTone::Error, format!(" {how}")),
        TextPiece::new(TextTone::Plain, format!(" ({})", operation_word(operation))),
    ];
    write_wrapped(out, options, "", "      ", &pieces);
    write_wrapped(
        out,
        options,
        "    ",
        "      ",
        &[TextPiece::new(TextTone::Plain, format!("{}: {}", Sanitized(act), Sanitized(message)))],
    );
    if let Some(trace) = trace {
        write_wrapped(
            out,
            options,
            "    ",
            "      ",
            &[TextPiece::new(TextTone::Faint, format!("trace id {}", Sanitized(trace)))],
        );
    }
    if !done.is_empty() {
        let mut steps: Vec<String> = done.iter().take(MAX_STEPS).map(|step| Sanitized(step).to_string()).collect();
        if done.len() > MAX_STEPS {
            steps.push(format!("and {} more", done.len() - MAX_STEPS));
        }
        let text = format!("{before}: {}", steps.join("; "));
        write_wrapped(out, options, "    ", "      ", &[TextPiece::new(TextTone::Plain, text)]);
    }
}
