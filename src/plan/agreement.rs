//! Agreements that people pass as flags, where what they allow is done already, or contradicts the files or the state.
//!
//! Always holds: a run that was interrupted after it did what was agreed to can be repeated with the same command. What the
//! history of the state proves to be done is noted and does nothing; nothing is ignored unsaid.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Index, IndexMut};

use crate::model::Address;
use crate::plan::Safeguard;
use crate::plan::desired_resource::is_desired;
use crate::plan::planner::Planner;

/// What a safeguard or a question leaves to people, agreed to for one resource at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// Another id instead of this one.
    Replace,
    /// A deletion beyond protection or thresholds.
    Delete,
    /// A loss of content beyond the threshold.
    Shrink,
    /// A change although the resource is not as last applied, or its binding was changed by hand.
    Takeover,
    /// Another creation of what the service lost, although something of that name is there.
    Recreate,
    /// The file wins where file and service changed the same thing differently.
    TakeMine,
    /// Edits on the service are taken back unseen.
    Drift,
    /// Rules of the service that this version does not know are removed.
    DropUnknown,
}

impl Agreement {
    /// Every agreement, in the order of their flags.
    pub const ALL: &'static [Self] = &[
        Self::Replace,
        Self::Delete,
        Self::Shrink,
        Self::Takeover,
        Self::Recreate,
        Self::TakeMine,
        Self::Drift,
        Self::DropUnknown,
    ];

    /// The name of its flag, without the hyphens before it.
    #[must_use]
    pub const fn flag(self) -> &'static str {
        match self {
            Self::Replace => "allow-replace",
            Self::Delete => "allow-delete",
            Self::Shrink => "allow-shrink",
            Self::Takeover => "allow-takeover",
            Self::Recreate => "recreate",
            Self::TakeMine => "take",
            Self::Drift => "allow-drift",
            Self::DropUnknown => "drop-unknown",
        }
    }

    /// Whatever stands before the address in the value of its flag.
    #[must_use]
    pub const fn value_prefix(self) -> &'static str {
        if matches!(self, Self::TakeMine) { "mine=" } else { "" }
    }
}

/// As people pass it, without the address.
impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.value_prefix().trim_end_matches('=');
        write!(f, "--{}{}{side}", self.flag(), if side.is_empty() { "" } else { " " })
    }
}

/// The resources that each agreement was given for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreements([BTreeSet<Address>; Agreement::ALL.len()]);

impl Index<Agreement> for Agreements {
    type Output = BTreeSet<Address>;

    fn index(&self, agreement: Agreement) -> &BTreeSet<Address> {
        &self.0[agreement as usize]
    }
}

impl IndexMut<Agreement> for Agreements {
    fn index_mut(&mut self, agreement: Agreement) -> &mut BTreeSet<Address> {
        &mut self.0[agreement as usize]
    }
}

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
        let mut notes = Vec::new();
        let options = &self.plan.basis.options;
        for (option, addresses) in options.named_addresses() {
            let over = |address: &&Address| self.state.was_managed(address) && !is_desired(self.desired, address);
            for address in addresses.iter().filter(over) {
                let now = self.state.renamed_to(address).map(|now| format!(", it is {now} now")).unwrap_or_default();
                notes.push(format!("{address} is not managed any more{now}: {option} has nothing left to do for it"));
            }
        }
        for address in &options.agreed[Agreement::Recreate] {
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
