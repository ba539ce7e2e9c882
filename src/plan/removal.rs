//! What goes: bound lists that no file wants any more, and rests of interrupted runs.
//!
//! Deletion is only ever of a binding, of a deletion that was begun, or of an attempt under our own tag that nobody
//! touched. Everything else that no file names is counted and left alone.

use crate::model::resource::LiveResourceRef;
use crate::model::tag::Tag;
use crate::model::{Address, Key, Kind};
use crate::plan::desired_resource::{self, DesiredResource};
use crate::plan::planner::{Planner, live_fingerprint};
use crate::plan::{Action, DeferredDeletion, Hazard, Operation, PlanItem, Safeguard, Step};
use crate::state::Binding;

impl Planner<'_> {
    /// A bound list that no file wants.
    pub(super) fn plan_removal(&mut self, address: &Address, binding: &Binding) {
        let live = self.live;
        let Some(held) = live.get(address.kind, &binding.id) else {
            let step = Step { action: Action::Unbind, changes: Vec::new() };
            self.plan.items.push(removal_item(address, binding, Operation::Forget, vec![step]));
            return;
        };
        if self.renamed_addresses.contains(address) {
            return;
        }
        let protected = binding.protected || self.options.protect.contains(address);
        // What an undo deletes was made by the run that it undoes: that is no pruning.
        let undone = self.options.undo.is_some();
        if !self.options.prune && !undone && !protected {
            self.plan.kept.push(DeferredDeletion {
                address: address.clone(),
                id: Some(binding.id.clone()),
                name: held.name().to_owned(),
                effect: "delete".to_owned(),
                reason:
                    "no file wants it any more; delete it with `--prune` (or `deletion = \"plan\"` in housestyle.toml)"
                        .to_owned(),
            });
            return;
        }
        self.block_protected(address, protected, &binding.id);
        if self.desired.is_empty() && !undone {
            let message = "the files want nothing at all, although objects are bound: is the checkout complete?";
            let help = format!(
                "check `files` in housestyle.toml; if everything is meant to go, name each with `--allow-delete {address}`"
            );
            if !self.options.allow_delete.contains(address) {
                self.block(Safeguard::EmptyInput, Some(address), message.to_owned(), help);
            }
        }
        let drifted = !binding.explains_content(&held.content());
        if (drifted || !binding.sealed) && !self.options.allow_takeover.contains(address) {
            let message = format!(
                "{} is not as it was last applied: somebody edited it, or the binding was changed by hand",
                binding.id
            );
            let help = format!("look at it, then agree with `--allow-takeover {address}`");
            self.block(Safeguard::Takeover, Some(address), message, help);
        }
        let step = Step { action: delete_action(held), changes: Vec::new() };
        let item = PlanItem {
            name: held.name().to_owned(),
            language: held.language().cloned(),
            live: Some(live_fingerprint(held)),
            before: Some(held.to_live_resource()),
            hazards: vec![Hazard::Deletes],
            ..removal_item(address, binding, Operation::Delete, vec![step])
        };
        self.plan.items.push(item);
    }

    /// Rests of interrupted runs: lists under our tag, deletions that were begun.
    pub(super) fn plan_orphaned(&mut self) {
        let (live, state) = (self.live, self.state);
        for held in live.all_resources().filter(|held| !self.claimed.contains(held.id())) {
            let owner = match (state.pending_deletions.get(held.id()), Tag::from_name(held.name())) {
                (Some(address), _) => Some((address.clone(), true)),
                (None, Some(tag)) if tag.stack == state.stack => {
                    Some((self.address_of_attempt(held.kind(), &tag), is_untouched_attempt(held, &tag)))
                }
                (None, _) => None,
            };
            match owner {
                Some((address, true)) if self.is_targeted(&address) => {
                    let step = Step { action: delete_action(held), changes: Vec::new() };
                    self.plan.items.push(PlanItem {
                        id: Some(held.id().clone()),
                        live: Some(live_fingerprint(held)),
                        before: Some(held.to_live_resource()),
                        steps: vec![step],
                        ..PlanItem::new(address, held.name(), held.language(), Operation::Sweep)
                    });
                }
                Some((address, false)) => self.plan.notes.push(format!(
                    "{} is left over from an interrupted creation of {address}, but somebody edited it: it is not touched",
                    held.id()
                )),
                Some(_) => {}
                None => *self.plan.unmanaged.entry(held.kind()).or_default() += 1,
            }
        }
    }

    /// The key that an attempt was made for; a name of its own where no key of today has that hash.
    fn address_of_attempt(&self, kind: Kind, tag: &Tag) -> Address {
        let state = self.state;
        let wanted = desired_resource::desired_resources(self.desired).map(DesiredResource::address);
        let mut known = wanted.chain(state.bindings.keys().cloned()).chain(state.pending_creations.keys().cloned());
        known
            .find(|address| Tag::hash_address(address) == tag.key)
            .unwrap_or_else(|| Address::new(kind, Key::new("left-over").expect("letters and a hyphen")))
    }

    /// More deletions than go without agreement are refused, naming those that were not agreed to.
    pub(super) fn block_excess_deletions(&mut self) {
        let going: Vec<Address> = self
            .plan
            .items
            .iter()
            .filter(|item| item.operation == Operation::Delete && !self.options.allow_delete.contains(&item.address))
            .map(|item| item.address.clone())
            .collect();
        let share = self.state.bindings.len() * self.options.max_delete_percent / 100;
        let most = self.options.max_delete.max(share);
        if going.len() > most {
            let named: Vec<String> = going.iter().take(5).map(ToString::to_string).collect();
            let more = if going.len() > 5 { ", …" } else { "" };
            let message = format!(
                "{} deletions are more than the {most} that go without agreement: {}{more}",
                going.len(),
                named.join(", ")
            );
            let help = "name what may go with `--allow-delete ADDRESS`, or raise `max_delete` under [guards]";
            self.block(Safeguard::TooManyDeletions, None, message, help);
        }
    }
}

/// An item about a bound object that no file wants.
fn removal_item(address: &Address, binding: &Binding, verb: Operation, steps: Vec<Step>) -> PlanItem {
    PlanItem {
        id: Some(binding.id.clone()),
        steps,
        protected: binding.protected,
        ..PlanItem::new(address.clone(), binding.applied.name(), binding.applied.language(), verb)
    }
}

/// The end of a live object.
fn delete_action(held: LiveResourceRef<'_>) -> Action {
    Action::Delete { kind: held.kind(), id: held.id().clone() }
}

/// Whether an unbound attempt is as it was created. It is bound before anything is added to it, so what is there was sent
/// in one call: a list that nobody touched is at its first version, a lexicon fits the print in its nonce.
fn is_untouched_attempt(held: LiveResourceRef<'_>, tag: &Tag) -> bool {
    match held {
        LiveResourceRef::Style(held) => held.version == 1 && held.opaque_rules.is_empty(),
        LiveResourceRef::TermSet(held) => held.has_all_entries() && tag.nonce.ends_with(&held.content().fingerprint()),
    }
}
