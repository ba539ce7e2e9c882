//! What goes: bound lists that no file wants any more, and rests of interrupted runs.
//!
//! Deletion is only ever of a binding, of a deletion that was begun, or of an attempt under our own tag that nobody
//! touched. Everything else that no file names is counted and left alone.

use crate::model::resource::LiveResourceRef;
use crate::model::tag::Tag;
use crate::model::{Address, Id, Key, Kind};
use crate::plan::desired_resource::{self, DesiredResource};
use crate::plan::planner::{Planner, live_fingerprint};
use crate::plan::{Action, Agreement, DeferredDeletion, Hazard, Operation, PlanItem, PlanOptions, Safeguard, Step};
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
        // A merge of two states can leave an id under two addresses: it stays while either is wanted.
        let other = self.state.bindings.iter().find(|(of, other)| *of != address && other.id == binding.id);
        if let Some((other, _)) = other.filter(|(other, _)| desired_resource::is_desired(self.desired, other)) {
            self.plan
                .notes
                .push(format!("{address} and {other} are managed as {}: it is {other} from now on", binding.id));
            self.plan_forget(address, binding, held);
            return;
        }
        if self.reviewed_removals.get(address) == Some(&false) {
            self.plan.notes.push(format!("{address}: {} stays on the service, unmanaged", binding.id));
            self.plan_forget(address, binding, held);
            return;
        }
        let protected = binding.protected || self.options.protect.contains(address);
        // What an undo deletes was made by the run that it undoes: that is no pruning.
        let undone = self.options.undo.is_some();
        let reviewed = self.reviewed_removals.contains_key(address);
        if !self.options.prune && !undone && !reviewed {
            let reason = if protected {
                format!(
                    "its file is gone and it is protected; pass `--prune` and `--allow-delete {address}` to delete it, or run `housestyle state rm {address}` to stop managing it"
                )
            } else {
                "its file is gone; pass `--prune` to delete it (or set `deletion = \"prune\"` in housestyle.toml)"
                    .to_owned()
            };
            self.plan.kept.push(DeferredDeletion {
                address: address.clone(),
                id: Some(binding.id.clone()),
                name: held.name().to_owned(),
                effect: "delete".to_owned(),
                reason,
            });
            return;
        }
        self.block_unnamed_deletion(address, binding, protected);
        if self.desired.is_empty() && !undone {
            let message = "the files define nothing although resources are managed: is the checkout complete?";
            let help = format!(
                "check `files` in housestyle.toml; to delete everything, pass `--allow-delete {address}` and so on for each"
            );
            if !self.options.agreed[Agreement::Delete].contains(address) {
                self.block(Safeguard::EmptyInput, Some(address), message.to_owned(), help);
            }
        }
        let drifted = !binding.explains_content(&held.content());
        if (drifted || !binding.sealed) && !self.options.agreed[Agreement::Takeover].contains(address) {
            let message = format!(
                "{} is not as last applied: it was edited on the service, or its state entry was edited by hand",
                binding.id
            );
            let help = format!("check it on the service, then pass `--allow-takeover {address}`");
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

    /// What is protected, and what no run of this project created, is deleted only by name.
    fn block_unnamed_deletion(&mut self, address: &Address, binding: &Binding, protected: bool) {
        if self.options.agreed[Agreement::Delete].contains(address) {
            return;
        }
        let ways = format!(
            "to delete it, pass `--allow-delete {address}`; to stop managing it, run `housestyle state rm {address}`"
        );
        if protected {
            let message = format!("{address} is protected, and {} would be deleted", binding.id);
            self.block(Safeguard::Protected, Some(address), message, format!("restore its file; {ways}"));
        }
        if binding.imported && self.options.undo.is_none() {
            let message =
                format!("{} was imported because it was equal: nobody in this project created it", binding.id);
            self.block(Safeguard::Imported, Some(address), message, ways);
        } else {
            self.block_without_history(address, &binding.id);
        }
    }

    /// What only its entry in the state calls ours is deleted by name alone: whoever can write the state can write an entry.
    fn block_without_history(&mut self, address: &Address, id: &Id) {
        let PlanOptions { without_history, agreed, .. } = &self.options;
        if !without_history.contains(id) || agreed[Agreement::Delete].contains(address) {
            return;
        }
        let message = format!(
            "{id} would be deleted, but no history shows that this project ever managed it: its entry in the state may be forged"
        );
        let help = format!(
            "check it on the service; to delete it, pass `--allow-delete {address}`; to stop managing it, run `housestyle state rm {address}`"
        );
        self.block(Safeguard::NeverManaged, Some(address), message, help);
    }

    /// Rests of interrupted runs: lists under our tag, deletions that were begun.
    pub(super) fn plan_orphaned(&mut self) {
        let (live, state) = (self.live, self.state);
        let mut begun = Vec::new();
        for held in live.all_resources().filter(|held| !self.claimed.contains(held.id())) {
            let owner = match (state.pending_deletions.get(held.id()), Tag::from_name(held.name())) {
                (Some(address), _) => Some((address.clone(), true)),
                (None, Some(tag)) if tag.stack == state.stack => {
                    let known = state.bindings.values().find(|binding| binding.id == *held.id());
                    let ours = known.is_some_and(|binding| binding.explains_content(&held.content()));
                    Some((self.address_of_attempt(held.kind(), &tag), ours || is_untouched_attempt(held, &tag)))
                }
                (None, _) => None,
            };
            match owner {
                Some((address, _)) if live.in_progress.contains(held.id()) => self.plan.notes.push(format!(
                    "{} is being made for {address} by another run: it is not touched",
                    held.id()
                )),
                Some((address, true)) if self.is_targeted(&address) => {
                    if state.pending_deletions.contains_key(held.id()) {
                        begun.push((address.clone(), held.id()));
                    }
                    let step = Step { action: delete_action(held), changes: Vec::new() };
                    self.plan.items.push(PlanItem {
                        id: Some(held.id().clone()),
                        live: Some(live_fingerprint(held)),
                        before: Some(held.to_live_resource()),
                        steps: vec![step],
                        ..PlanItem::new(address, held.name(), held.language(), Operation::Sweep)
                    });
                }
                Some((_, false)) if state.acknowledged.contains(held.id()) => {}
                Some((address, false)) => self.plan.notes.push(format!(
                    "{} is orphaned: left over from an interrupted creation of {address}; it was edited since, so it is not touched",
                    held.id()
                )),
                Some(_) => {}
                None => *self.plan.unmanaged.entry(held.kind()).or_default() += 1,
            }
        }
        for (address, id) in begun {
            self.block_without_history(&address, id);
        }
    }

    /// The key that an attempt was made for; a name of its own where no key of today has that hash.
    fn address_of_attempt(&self, kind: Kind, tag: &Tag) -> Address {
        let state = self.state;
        let wanted = desired_resource::desired_resources(self.desired).map(DesiredResource::address);
        let mut known = wanted.chain(state.bindings.keys().cloned()).chain(state.pending_creations.keys().cloned());
        known
            .find(|address| Tag::hash_address(address) == tag.key)
            .unwrap_or_else(|| Address::new(kind, Key::new("orphaned").expect("letters and a hyphen")))
    }

    /// More deletions than go without agreement are refused, naming those that were not agreed to.
    pub(super) fn block_excess_deletions(&mut self) {
        // What a replacement deletes was agreed to with it.
        let counts = |item: &&PlanItem| {
            item.operation == Operation::Delete
                && !self.options.agreed[Agreement::Delete].contains(&item.address)
                && !desired_resource::is_desired(self.desired, &item.address)
        };
        let going: Vec<Address> = self.plan.items.iter().filter(counts).map(|item| item.address.clone()).collect();
        let share = self.state.bindings.len() * self.options.max_delete_percent / 100;
        let most = self.options.max_delete.max(share);
        if going.len() > most {
            // Somebody agrees to each by what is written here: none is left out.
            let named: Vec<String> = going.iter().map(ToString::to_string).collect();
            let message = format!("{} deletions exceed the limit of {most}: {}", going.len(), named.join(", "));
            let help = format!(
                "pass `--allow-delete {}` if all of them are meant, or raise `max_delete` under [safeguards]",
                named.join(",")
            );
            self.block(Safeguard::TooManyDeletions, None, message, help);
        }
    }
}

/// An item about a managed resource that no file wants.
pub(super) fn removal_item(address: &Address, binding: &Binding, operation: Operation, steps: Vec<Step>) -> PlanItem {
    PlanItem {
        id: Some(binding.id.clone()),
        steps,
        protected: binding.protected,
        ..PlanItem::new(address.clone(), binding.applied.name(), binding.applied.language(), operation)
    }
}

/// The end of a live resource.
fn delete_action(live: LiveResourceRef<'_>) -> Action {
    Action::Delete { kind: live.kind(), id: live.id().clone() }
}

/// Whether an unbound attempt is as it was created. It is bound before anything is added to it, so what is there was sent
/// in one call: a list that nobody touched is at its first version, a term set fits the print in its nonce.
fn is_untouched_attempt(live: LiveResourceRef<'_>, tag: &Tag) -> bool {
    match live {
        LiveResourceRef::Style(live) => live.version == 1 && live.opaque_rules.is_empty(),
        // It was sent in one call, and every later write would show.
        LiveResourceRef::StyleProfile(live) => live.updated_time == live.creation_time,
        LiveResourceRef::TermSet(live) => live.has_all_entries() && tag.nonce.ends_with(&live.content().fingerprint()),
    }
}
