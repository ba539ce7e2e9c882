//! What a run did to the state, for its history: the command, the plan, and each resource once.

use std::collections::BTreeMap;

use crate::model::{Address, Id};
use crate::state::backend::RunRecord;
use crate::state::{AppliedFiles, JournalEntry, State};

/// How a plan was approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovedBy {
    /// Unseen: what the files ask for.
    AutoApprove,
    /// By the digest of the reviewed plan.
    Digest,
    /// As a plan that was saved.
    SavedPlan,
    /// By a person at a terminal.
    Terminal,
}

impl ApprovedBy {
    /// In words for the history.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AutoApprove => "beforehand, with --auto-approve",
            Self::Digest => "by its digest",
            Self::SavedPlan => "as a saved plan",
            Self::Terminal => "on a terminal",
        }
    }
}

/// What the history of a shared state tells about a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// The command: `apply`, `pull`, `state mv`.
    pub command: String,
    /// Digest of the plan that was carried out.
    pub plan: Option<String>,
    /// How the plan was approved.
    pub approved: Option<ApprovedBy>,
    /// Why it was approved, in the words of whoever did.
    pub reason: Option<String>,
    /// Exit code as the edge gave it, where the run knew its end when it wrote the state.
    pub exit_code: Option<u8>,
    /// The files that were applied.
    pub files: Option<AppliedFiles>,
    /// Ids before the run and now, by address.
    touched: BTreeMap<Address, (Option<Id>, Option<Id>)>,
}

impl RunSummary {
    /// Takes in a fact, given the state before it.
    pub(super) fn note_entry(&mut self, before: &State, entry: &JournalEntry) {
        let bound = |address: &Address| before.bindings.get(address).map(|binding| binding.id.clone());
        let mut note = |address: &Address, now: Option<Id>| {
            self.touched.entry(address.clone()).or_insert_with(|| (bound(address), None)).1 = now;
        };
        match entry {
            JournalEntry::Bound(address, binding) => note(address, Some(binding.id.clone())),
            JournalEntry::Moved(from, to, binding) => {
                note(from, None);
                note(to, Some(binding.id.clone()));
            }
            JournalEntry::Unbound(address) => note(address, None),
            JournalEntry::Deleted(id) => {
                if let Some(address) = before.address_of(id) {
                    note(address, None);
                }
            }
            JournalEntry::FilesApplied(files, _) => self.files = Some(files.clone()),
            JournalEntry::CreationStarted(..)
            | JournalEntry::CreationAbandoned(_)
            | JournalEntry::DeletionStarted(..)
            | JournalEntry::Acknowledged(_) => {}
        }
    }

    /// The message of the run in the history: one line of counts, then who and what.
    #[must_use]
    pub fn render(&self, run: &RunRecord) -> String {
        let Self { command, plan, approved, reason, exit_code, files, touched } = self;
        let (mut added, mut changed, mut removed) = (0, 0, 0);
        for ends in touched.values() {
            match ends {
                (None, Some(_)) => added += 1,
                (Some(_), Some(_)) => changed += 1,
                (Some(_), None) => removed += 1,
                (None, None) => {}
            }
        }
        let command = if command.is_empty() { "run" } else { command.as_str() };
        let mut text = format!("{command}: {added} added, {changed} changed, {removed} removed\n\n");
        let one_line = |text: &str| text.replace(char::is_control, " ");
        text.push_str(&format!("by: {}\nsince: {}\nenvironment: {}\n", one_line(&run.who), run.since, run.environment));
        if let Some(AppliedFiles { commit, dirty, .. }) = files {
            let dirty = if *dirty { " and changes that were not committed" } else { "" };
            text.push_str(&format!("commit: {commit}{dirty}\n"));
        }
        if let Some(plan) = plan {
            text.push_str(&format!("plan: {plan}\n"));
        }
        if let Some(approved) = approved {
            text.push_str(&format!("approved: {}\n", approved.as_str()));
        }
        if let Some(reason) = reason {
            text.push_str(&format!("reason: {}\n", one_line(reason)));
        }
        if let Some(exit) = exit_code {
            text.push_str(&format!("exit code: {exit}\n"));
        }
        text.push_str(&self.render_lines());
        text
    }

    /// A line for each resource, after an empty one; nothing where there is none.
    pub(super) fn render_lines(&self) -> String {
        let line = |(address, ends): (&Address, &(Option<Id>, Option<Id>))| match ends {
            (None, Some(id)) => Some(added_line(address, id)),
            (Some(old), Some(id)) if old == id => Some(format!("changed {address} {id}")),
            (Some(old), Some(id)) => Some(format!("replaced {address} {old} by {id}")),
            (Some(old), None) => Some(format!("removed {address} {old}")),
            (None, None) => None,
        };
        let lines: Vec<String> = self.touched.iter().filter_map(line).collect();
        if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join("\n")) }
    }
}

/// The line of a resource that is managed from now on.
#[must_use]
pub fn added_line(address: &Address, id: &Id) -> String {
    format!("added {address} {id}")
}

/// The ids that the message of a run tells to have been managed. That an entry was removed tells nothing: it may have been
/// forged.
pub fn managed_ids(message: &str) -> impl Iterator<Item = Id> {
    message.lines().filter_map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["added" | "changed", _, id] | ["replaced", _, _, "by", id] => Id::new(id),
            _ => None,
        }
    })
}
