//! Files that are older than those that were applied last: what a plan would take back of them.
//!
//! Whether they are older is found out where git is asked; this file knows which resources it matters for. Always holds: a
//! resource that the files want as it was applied last is not concerned, however old they are.

use std::collections::BTreeSet;

use crate::model::Address;
use crate::plan::{Blocker, Cause, Hazard, Operation, Plan, PlanItem, PlanOptions, Safeguard};
use crate::state::State;

/// Why files are older than those that were applied last, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OlderFiles {
    /// What was applied from where, as a sentence about the resource.
    pub reason: String,
    /// The way to newer files.
    pub remedy: String,
}

impl Plan {
    /// Resources that these files want otherwise than they were applied last, and not because of what people did on the
    /// service. For each, the address under which the state knows it.
    #[must_use]
    pub fn changed_by_files(&self, state: &State) -> Vec<(Address, Address)> {
        let concerned = |item: &&PlanItem| match item.operation {
            Operation::Update => {
                item.changes.iter().any(|change| matches!(change.cause, Cause::Edited | Cause::Conflict))
            }
            Operation::Delete | Operation::Replace => true,
            Operation::Create => state.bindings.contains_key(&item.address) || state.was_managed(&item.address),
            Operation::Import | Operation::Forget | Operation::Sweep => false,
        };
        let known_as = |item: &PlanItem| item.moved_from.clone().unwrap_or_else(|| item.address.clone());
        let concerned = self.items.iter().filter(concerned);
        concerned.map(|item| (item.address.clone(), known_as(item))).collect()
    }

    /// Says of these resources that newer files made them what they are. In a plan that nobody sees, that blocks.
    pub fn mark_older(&mut self, addresses: &BTreeSet<Address>, older: &OlderFiles) {
        let OlderFiles { reason, remedy } = older;
        for item in self.items.iter_mut().filter(|item| addresses.contains(&item.address)) {
            item.hazards.push(Hazard::OlderFiles);
        }
        let named: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        if named.is_empty() {
            return;
        }
        if !self.basis.options.unseen {
            self.notes
                .push(format!("these files are older than the service for {}: {reason}; {remedy}", named.join(", ")));
            return;
        }
        let undo = if self.basis.options.undo.is_some() { " --undo" } else { "" };
        self.blockers.extend(addresses.iter().map(|address| Blocker {
            safeguard: Safeguard::OlderFiles,
            address: Some(address.clone()),
            message: format!("{reason}, and would be taken back unseen"),
            help: format!(
                "{remedy}; to go back on purpose, look at `housestyle plan{undo}` and pass `apply{undo} --approve DIGEST`"
            ),
        }));
        self.blockers.sort_by(|a, b| (&a.address, a.safeguard).cmp(&(&b.address, b.safeguard)));
    }

    /// Whether the plan passes over any of what the files and the state say: then its files may lack what newer ones have,
    /// and nothing of it shows.
    #[must_use]
    pub fn leaves_something_out(&self) -> bool {
        let PlanOptions { targets, skip_kinds, .. } = &self.basis.options;
        !targets.is_empty() || !skip_kinds.is_empty() || self.has_older_files() || !self.kept.is_empty()
    }

    /// Whether any of it goes back behind newer files.
    #[must_use]
    pub fn has_older_files(&self) -> bool {
        self.items.iter().any(|item| item.hazards.contains(&Hazard::OlderFiles))
    }
}
