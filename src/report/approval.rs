//! What stands right above the question of `apply`: environment, service, totals, and by name every resource that is
//! deleted or gets a new id. A long plan scrolls away; this does not, and nothing of it is cut.

use crate::plan::{Hazard, Operation, Plan, PlanItem};
use crate::report::heading::Heading;
use crate::report::plan_report::{operation_sign, operation_word, sort_by_severity, summary_line};
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};

/// The summary that is approved.
#[must_use]
pub fn render_approval(plan: &Plan, options: &RenderOptions) -> String {
    let heading = Heading::for_plan(plan);
    let mut out = String::from("\n");
    write_wrapped(&mut out, options, "", "  ", &[TextPiece::new(TextTone::Strong, heading.about.as_str())]);
    write_wrapped(&mut out, options, "", "  ", &[TextPiece::new(TextTone::Plain, summary_line(&heading, plan))]);
    for item in sort_by_severity(&plan.items).filter(|item| loses_id(item)) {
        write_item(&mut out, item, options);
    }
    out
}

/// Whether a resource is deleted, or applications have to learn a new id of it.
fn loses_id(item: &PlanItem) -> bool {
    match item.operation {
        Operation::Delete | Operation::Replace | Operation::Sweep => true,
        Operation::Create | Operation::Update | Operation::Import | Operation::Forget => {
            item.hazards.contains(&Hazard::ChangesId)
        }
    }
}

fn write_item(out: &mut String, item: &PlanItem, options: &RenderOptions) {
    let (sign, tone) = operation_sign(item.operation);
    let changes_id = item.hazards.contains(&Hazard::ChangesId);
    let id = match (&item.id, changes_id) {
        (Some(id), true) => format!("  id {id} changes"),
        (Some(id), false) => format!("  id {id}"),
        (None, true) => "  gets a new id".to_owned(),
        (None, false) => String::new(),
    };
    let pieces = [
        TextPiece::new(tone, format!("{sign} {}", operation_word(item.operation))),
        TextPiece::new(TextTone::Strong, format!(" {}", item.address)),
        TextPiece::new(TextTone::Plain, format!("  \"{}\"", Sanitized(&item.name))),
        TextPiece::new(TextTone::Plain, id),
    ];
    write_wrapped(out, options, "  ", "      ", &pieces);
}
