//! What a plan or an apply ends with: its exit code, and the command to run next.

use crate::apply::ApplyReport;
use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::exit::Exit;
use crate::plan::{Operation, Plan};

/// The exit code of a plan.
pub fn exit_for_plan(plan: &Plan, detailed: bool) -> Exit {
    if !plan.blockers.is_empty() {
        Exit::Blocked
    } else if plan.is_incomplete() {
        // As an apply of it would end.
        Exit::Partial
    } else if detailed && !plan.is_empty() {
        Exit::Changes
    } else {
        Exit::Success
    }
}

/// What to run after a run that ended like this and made what is in `report`.
pub fn next_command(exit: Exit, report: &ApplyReport, args: &PlanningArgs, global: &GlobalArgs) -> String {
    match exit {
        Exit::Success if args.undo.is_some() => {
            "revert the files, which now differ from the service; as they are, the next apply makes the same changes"
                .to_owned()
        }
        // Applications need what is new; of a change they notice nothing.
        Exit::Success if has_new_ids(report) => global.command("outputs"),
        Exit::Success => String::new(),
        // What is left was left out of the plan, which says why: the same run would leave it out again.
        Exit::Partial if report.end.is_done() => String::new(),
        Exit::Stale => args.command_line("plan", global),
        Exit::Partial | Exit::Unknown | Exit::TimedOut | Exit::Interrupted | Exit::Terminated => {
            args.command_line("apply", global)
        }
        Exit::Error | Exit::Changes | Exit::Invalid | Exit::Blocked | Exit::Auth | Exit::Usage => String::new(),
    }
}

/// Whether there are ids that applications do not know yet.
fn has_new_ids(report: &ApplyReport) -> bool {
    let new = |verb: Operation| match verb {
        Operation::Create | Operation::Replace | Operation::Import => true,
        Operation::Update | Operation::Delete | Operation::Forget | Operation::Sweep => false,
    };
    report.outcomes.iter().any(|(_, verb, _)| new(*verb))
}
