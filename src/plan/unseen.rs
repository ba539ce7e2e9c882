//! What nobody has seen is not overwritten: approval covers what somebody looked at, and `--auto-approve` covers what the
//! files ask for.
//!
//! Always holds: in a plan that nobody sees before it is carried out, what people changed on the service since the last
//! apply is taken back only where that was allowed, for all resources by the project or for one by name. A plan that
//! somebody sees shows it as drift, and their approval covers it.

use crate::plan::planner::Planner;
use crate::plan::{Agreement, Blocker, Cause, Hazard, Operation, PlanItem, PlanOptions, Safeguard};

/// Edits that are named in a message; more are counted.
const MAX_NAMED_EDITS: usize = 5;

impl Planner<'_> {
    /// Blocks what would be taken back of people's work without anybody having seen it.
    pub(super) fn block_unseen(&mut self) {
        let PlanOptions { unseen, allow_any_drift, agreed, .. } = &self.options;
        if *unseen && !allow_any_drift {
            let items = self.plan.items.iter().filter(|item| !agreed[Agreement::Drift].contains(&item.address));
            self.plan.blockers.extend(items.filter_map(describe_reverted));
        }
    }
}

/// What a resource would lose of what people did on the service since the last apply, and who has to do what.
fn describe_reverted(item: &PlanItem) -> Option<Blocker> {
    if !item.hazards.contains(&Hazard::OverwritesDrift) {
        return None;
    }
    let address = &item.address;
    let edits: Vec<String> = item
        .changes
        .iter()
        .filter(|change| change.cause == Cause::Drifted)
        .map(|change| change.field.to_string())
        .collect();
    let id = item.id.as_ref().map(ToString::to_string).unwrap_or_default();
    let message = match item.operation {
        Operation::Create => {
            format!("{} was deleted on the service, and would be created again with a new id", item.name)
        }
        Operation::Replace => format!("{id} was edited on the service since the last apply, and would be deleted"),
        Operation::Update | Operation::Import | Operation::Delete | Operation::Forget | Operation::Sweep => {
            // What both sides changed is a conflict, which has a safeguard of its own.
            if edits.is_empty() {
                return None;
            }
            let named = edits.iter().take(MAX_NAMED_EDITS).cloned().collect::<Vec<_>>().join(", ");
            let more = match edits.len().saturating_sub(MAX_NAMED_EDITS) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("edited on the service since the last apply, and would be reverted unseen: {named}{more}")
        }
    };
    let help = if item.operation == Operation::Create {
        format!("remove its file, or create it again with `--recreate {address}`")
    } else {
        format!(
            "take it over with `housestyle pull {}` (or `drift --patch`), or look at `housestyle plan` and approve it with `apply --approve DIGEST`; `--allow-drift={address}` reverts it unseen",
            address.key
        )
    };
    Some(Blocker { safeguard: Safeguard::Drift, address: Some(address.clone()), message, help })
}
