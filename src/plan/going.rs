//! What goes: bound lists that no file wants any more, and rests of interrupted runs.
//!
//! Deletion is only ever of a binding, of a deletion that was begun, or of an attempt under our own tag that nobody
//! touched. Everything else that no file names is counted and left alone.

use crate::model::object::Found;
use crate::model::tag::Tag;
use crate::model::{Address, Key, Kind};
use crate::plan::decide::{Decision, seen};
use crate::plan::wanted::{self, Wanted};
use crate::plan::{Action, Guard, Hazard, Held, Item, Step, Verb};
use crate::state::Binding;

impl Decision<'_> {
    /// A bound list that no file wants.
    pub(super) fn orphan(&mut self, address: &Address, binding: &Binding) {
        let live = self.live;
        let Some(held) = live.get(address.kind, &binding.id) else {
            let step = Step { action: Action::Unbind, changes: Vec::new() };
            self.plan.items.push(gone(address, binding, Verb::Forget, vec![step]));
            return;
        };
        if self.renamed.contains(address) {
            return;
        }
        let protected = binding.protected || self.options.protect.contains(address);
        // What an undo deletes was made by the run that it undoes: that is no pruning.
        let undone = self.options.undo.is_some();
        if !self.options.prune && !undone && !protected {
            self.plan.held.push(Held {
                address: address.clone(),
                id: Some(binding.id.clone()),
                name: held.name().to_owned(),
                what: "delete".to_owned(),
                why:
                    "no file wants it any more; delete it with `--prune` (or `deletion = \"plan\"` in housestyle.toml)"
                        .to_owned(),
            });
            return;
        }
        self.refuse_protected(address, protected, &binding.id);
        if self.desired.is_empty() && !undone {
            let message = "the files want nothing at all, although objects are bound: is the checkout complete?";
            let help = format!(
                "check `files` in housestyle.toml; if everything is meant to go, name each with `--allow-delete {address}`"
            );
            if !self.options.allow_delete.contains(address) {
                self.refuse(Guard::EmptyInput, Some(address), message.to_owned(), help);
            }
        }
        let drifted = !binding.explains(&held.content());
        if (drifted || !binding.sealed) && !self.options.allow_takeover.contains(address) {
            let message = format!(
                "{} is not as it was last applied: somebody edited it, or the binding was changed by hand",
                binding.id
            );
            let help = format!("look at it, then agree with `--allow-takeover {address}`");
            self.refuse(Guard::Takeover, Some(address), message, help);
        }
        let step = Step { action: deletion(held), changes: Vec::new() };
        let item = Item {
            name: held.name().to_owned(),
            language: held.language().cloned(),
            seen: Some(seen(held)),
            before: Some(held.owned()),
            hazards: vec![Hazard::Deletes],
            ..gone(address, binding, Verb::Delete, vec![step])
        };
        self.plan.items.push(item);
    }

    /// Rests of interrupted runs: lists under our tag, deletions that were begun.
    pub(super) fn leftovers(&mut self) {
        let (live, state) = (self.live, self.state);
        for held in live.all().filter(|held| !self.claimed.contains(held.id())) {
            let owner = match (state.deleting.get(held.id()), Tag::of(held.name())) {
                (Some(address), _) => Some((address.clone(), true)),
                (None, Some(tag)) if tag.stack == state.stack => {
                    Some((self.attempted(held.kind(), &tag), is_as_created(held, &tag)))
                }
                (None, _) => None,
            };
            match owner {
                Some((address, true)) if self.targeted(&address) => {
                    let step = Step { action: deletion(held), changes: Vec::new() };
                    self.plan.items.push(Item {
                        id: Some(held.id().clone()),
                        seen: Some(seen(held)),
                        before: Some(held.owned()),
                        steps: vec![step],
                        ..Item::about(address, held.name(), held.language(), Verb::Sweep)
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
    fn attempted(&self, kind: Kind, tag: &Tag) -> Address {
        let state = self.state;
        let wanted = wanted::all(self.desired).map(Wanted::address);
        let mut known = wanted.chain(state.bindings.keys().cloned()).chain(state.creating.keys().cloned());
        known
            .find(|address| Tag::key(address) == tag.key)
            .unwrap_or_else(|| Address::new(kind, Key::new("left-over").expect("letters and a hyphen")))
    }

    /// More deletions than go without agreement are refused, naming those that were not agreed to.
    pub(super) fn count_deletions(&mut self) {
        let going: Vec<Address> = self
            .plan
            .items
            .iter()
            .filter(|item| item.verb == Verb::Delete && !self.options.allow_delete.contains(&item.address))
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
            self.refuse(Guard::TooManyDeletions, None, message, help);
        }
    }
}

/// An item about a bound object that no file wants.
fn gone(address: &Address, binding: &Binding, verb: Verb, steps: Vec<Step>) -> Item {
    Item {
        id: Some(binding.id.clone()),
        steps,
        protected: binding.protected,
        ..Item::about(address.clone(), binding.applied.name(), binding.applied.language(), verb)
    }
}

/// The end of a live object.
fn deletion(held: Found<'_>) -> Action {
    match held {
        Found::Style(held) => Action::DeleteStyle { id: held.id.clone() },
        Found::Lexicon(held) => Action::DeleteLexicon { which: held.which, id: held.id.clone() },
    }
}

/// Whether an unbound attempt is as it was created. It is bound before anything is added to it, so what is there was sent
/// in one call: a list that nobody touched is at its first version, a lexicon fits the print in its nonce.
fn is_as_created(held: Found<'_>, tag: &Tag) -> bool {
    match held {
        Found::Style(held) => held.version == 1 && held.strange.is_empty(),
        Found::Lexicon(held) => held.is_read() && tag.nonce.ends_with(&held.content().print()),
    }
}
