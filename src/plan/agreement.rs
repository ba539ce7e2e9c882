//! Agreements that people pass as flags, where what they allow is done already, or contradicts the files or the state.
//!
//! Always holds: a run that was interrupted after it did what was agreed to can be repeated with the same command. What the
//! history of the state proves to be done is noted and does nothing; nothing is ignored unsaid.

use crate::model::Address;
use crate::plan::desired_resource::is_desired;
use crate::plan::planner::Planner;
use crate::plan::{AllowedDrift, PlanOptions, Safeguard};

impl Planner<'_> {
    /// Which bindings move to another address.
    pub(super) fn apply_accepted_renames(&mut self) {
        for (new, old) in self.options.accept_rename.clone() {
            let bindings = &self.state.bindings;
            match (bindings.contains_key(&old), bindings.get(&new)) {
                (true, _) if is_desired(self.desired, &old) => {
                    let message = format!("--accept-rename names {old}, which a file still defines");
                    let help = format!("remove that file, or leave out `--accept-rename {new}={old}`");
                    self.block(Safeguard::RenamedKey, Some(&old), message, help);
                }
                (true, Some(_)) => {
                    let message = format!("--accept-rename is from {old} to {new}, but both are managed");
                    let help = format!("leave it out, or run `housestyle state rm {new}` first");
                    self.block(Safeguard::RenamedKey, Some(&new), message, help);
                }
                (true, None) => {
                    self.moved_addresses.insert(old, new);
                }
                (false, Some(binding)) if self.state.renamed_to(&old) == Some(&new) => {
                    self.plan.notes.push(format!("--accept-rename {new}={old} is done: {new} is {}", binding.id));
                }
                // The command line has refused what names nothing.
                (false, _) => {}
            }
        }
    }

    /// Says which agreements have nothing left to do. An undo restores a snapshot, whose addresses are its own.
    pub(super) fn note_done_agreements(&mut self) {
        if self.options.undo.is_some() {
            return;
        }
        self.settle_imports();
        let PlanOptions {
            undo: _,
            targets,
            prune: _,
            // Judged above.
            import: _,
            import_by_name: _,
            allow_replace,
            allow_delete,
            allow_shrink,
            allow_takeover,
            recreate,
            // Judged where bindings move.
            accept_rename: _,
            take_mine,
            drop_unknown,
            protect,
            skip_kinds: _,
            allow_drift: AllowedDrift { all: _, addresses: allow_drift },
            unseen: _,
            keep_going: _,
            // Blocks tell of themselves.
            reviewed: _,
            other_run: _,
            without_history: _,
            max_delete: _,
            max_delete_percent: _,
            max_shrink_percent: _,
        } = &self.plan.basis.options;
        let named = [
            ("--target", targets),
            ("--allow-replace", allow_replace),
            ("--allow-delete", allow_delete),
            ("--allow-shrink", allow_shrink),
            ("--allow-takeover", allow_takeover),
            ("--recreate", recreate),
            ("--take mine", take_mine),
            ("--allow-drift", allow_drift),
            ("--drop-unknown", drop_unknown),
            ("`protect` in housestyle.toml", protect),
        ];
        let mut notes = Vec::new();
        for (option, addresses) in named {
            let over = |address: &&Address| self.state.was_managed(address) && !is_desired(self.desired, address);
            for address in addresses.iter().filter(over) {
                let now = self.state.renamed_to(address).map(|now| format!(", it is {now} now")).unwrap_or_default();
                notes.push(format!("{address} is not managed any more{now}: {option} has nothing left to do for it"));
            }
        }
        for address in recreate {
            let held = self.state.bindings.get(address).and_then(|binding| self.live.get(address.kind, &binding.id));
            if let Some(held) = held {
                notes.push(format!("{address} exists ({}): --recreate has nothing to do for it", held.id()));
            }
        }
        self.plan.notes.extend(notes);
    }

    /// An import of what is managed already is done, or cannot be done.
    fn settle_imports(&mut self) {
        for (address, id) in self.plan.basis.options.import.clone() {
            let Some(binding) = self.state.bindings.get(&address) else { continue };
            match id {
                Some(id) if id != binding.id => {
                    let message = format!("{address} is managed as {}, so {id} cannot be imported as it", binding.id);
                    let help =
                        format!("leave out `--import {address}={id}`, or run `housestyle state rm {address}` first");
                    self.block(Safeguard::Ambiguous, Some(&address), message, help);
                }
                Some(_) | None => {
                    self.plan.notes.push(format!("--import {address} is done: it is managed as {}", binding.id));
                }
            }
        }
    }
}
