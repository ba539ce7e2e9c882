//! What the blocks `[[import]]`, `[[moved]]` and `[[removed]]` of the project file mean for a plan.
//!
//! A block acts like the flag of its kind, for its one address. One that is done is told as such and does nothing; one
//! that contradicts the files or the state blocks the plan.

use crate::diagnostic::Place;
use crate::model::Address;
use crate::model::resource::LiveResourceRef;
use crate::model::reviewed::{AcknowledgedBlock, ImportBlock, MovedBlock, RemovedBlock};
use crate::plan::desired_resource::is_desired;
use crate::plan::planner::{Planner, live_fingerprint};
use crate::plan::{Action, Agreement, Operation, Safeguard, Step, removal};
use crate::state::Binding;

impl Planner<'_> {
    /// Takes every block into account. An undo restores a snapshot, to which the blocks say nothing.
    pub(super) fn apply_reviewed_changes(&mut self) {
        if self.options.undo.is_some() {
            return;
        }
        let reviewed = self.options.reviewed.clone();
        for block in &reviewed.imports {
            self.apply_import_block(block);
        }
        for block in &reviewed.moves {
            self.apply_moved_block(block);
        }
        for block in &reviewed.removals {
            self.apply_removed_block(block);
        }
    }

    fn apply_import_block(&mut self, block: &ImportBlock) {
        let ImportBlock { to, id, reason, place } = block;
        if !self.is_targeted(to) {
            return;
        }
        match self.state.bindings.get(to) {
            Some(binding) if binding.id == *id => self.note_done("[[import]]", place, &format!("{to} is {id}")),
            Some(binding) => {
                let message = format!("[[import]] names {id}, but {to} is managed as {}", binding.id);
                let help = format!("remove the block ({place}), or run `housestyle state rm {to}` first");
                self.block(Safeguard::ReviewedChange, Some(to), message, help);
            }
            None if !is_desired(self.desired, to) => self.block_undefined("[[import]]", to, place),
            None => {
                self.options.import.insert(to.clone(), Some(id.clone()));
                self.note_reason("[[import]]", place, to, reason.as_deref());
            }
        }
    }

    fn apply_moved_block(&mut self, block: &MovedBlock) {
        let MovedBlock { from, to, reason, place } = block;
        if !self.is_targeted(to) {
            return;
        }
        let bindings = &self.state.bindings;
        match (bindings.contains_key(from), bindings.contains_key(to)) {
            (true, _) if is_desired(self.desired, from) => {
                let message = format!("[[moved]] names {from}, which a file still defines");
                let help = format!("remove the block ({place}) or that file");
                self.block(Safeguard::ReviewedChange, Some(from), message, help);
            }
            (true, true) => {
                let message = format!("[[moved]] is from {from} to {to}, but both are managed");
                let help = format!("remove the block ({place}), or run `housestyle state rm {to}` first");
                self.block(Safeguard::ReviewedChange, Some(to), message, help);
            }
            (true, false) if !is_desired(self.desired, to) => self.block_undefined("[[moved]]", to, place),
            (true, false) => {
                self.moved_addresses.insert(from.clone(), to.clone());
                self.note_reason("[[moved]]", place, to, reason.as_deref());
            }
            (false, _) => self.note_gone("[[moved]]", place, from),
        }
    }

    fn apply_removed_block(&mut self, block: &RemovedBlock) {
        let RemovedBlock { address, delete, reason, place } = block;
        if !self.is_targeted(address) {
            return;
        }
        if is_desired(self.desired, address) {
            let message = format!("[[removed]] names {address}, which a file still defines");
            let help = format!("remove the block ({place}) or that file");
            self.block(Safeguard::ReviewedChange, Some(address), message, help);
        } else if !self.state.bindings.contains_key(address) {
            self.note_gone("[[removed]]", place, address);
        } else {
            if *delete {
                self.options.agreed[Agreement::Delete].insert(address.clone());
            }
            self.reviewed_removals.insert(address.clone(), *delete);
            self.note_reason("[[removed]]", place, address, reason.as_deref());
        }
    }

    /// Blocks `[[acknowledged]]` that nothing is left of.
    pub(super) fn note_acknowledged(&mut self) {
        for AcknowledgedBlock { id, reason: _, place } in self.options.reviewed.acknowledged.clone() {
            if let Some(address) = self.state.address_of(&id) {
                self.note_done("[[acknowledged]]", &place, &format!("{id} is managed as {address}"));
            } else if !self.live.all_resources().any(|held| *held.id() == id)
                && !self.state.former_ids.contains_key(&id)
            {
                self.plan.notes.push(format!(
                    "{place}: [[acknowledged]] names {id}, which was not found: if it is gone, remove the block"
                ));
            }
        }
    }

    /// A managed resource that stays on the service and is not managed any more.
    pub(super) fn plan_forget(&mut self, address: &Address, binding: &Binding, live: LiveResourceRef<'_>) {
        let step = Step { action: Action::Unbind, changes: Vec::new() };
        let mut item = removal::removal_item(address, binding, Operation::Forget, vec![step]);
        live.name().clone_into(&mut item.name);
        item.live = Some(live_fingerprint(live));
        self.plan.items.push(item);
    }

    /// A block about an address without a binding: it is done, unless this state never knew the address.
    fn note_gone(&mut self, block: &str, place: &Place, address: &Address) {
        match (self.state.renamed_to(address), self.state.was_managed(address)) {
            (Some(now), _) => self.note_done(block, place, &format!("{address} is {now} now")),
            (None, true) => self.note_done(block, place, &format!("{address} is not managed any more")),
            (None, false) => {
                self.plan.notes.push(format!("{place}: {block} does nothing here ({address} was never managed here)"));
            }
        }
    }

    fn note_done(&mut self, block: &str, place: &Place, why: &str) {
        self.plan.notes.push(format!("{place}: {block} is done, can be removed ({why})"));
    }

    fn note_reason(&mut self, block: &str, place: &Place, address: &Address, reason: Option<&str>) {
        let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        self.plan.notes.push(format!("{place}: {block} {address}{reason}"));
    }

    fn block_undefined(&mut self, block: &str, address: &Address, place: &Place) {
        let message = format!("{block} names {address}, which no file defines");
        let help = format!("add the file of {address}, or remove the block ({place})");
        self.block(Safeguard::ReviewedChange, Some(address), message, help);
    }
}
