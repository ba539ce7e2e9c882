//! A memory for benches that apply: what is written to it is gone.

use housestyle::state::snapshot::Snapshot;
use housestyle::state::{Journal, JournalEntry, State};

/// Memory that nobody keeps.
pub(crate) struct Nowhere;

impl Journal for Nowhere {
    fn append(&mut self, _facts: &[JournalEntry]) -> std::io::Result<()> {
        Ok(())
    }

    fn checkpoint(&mut self, _state: &State) -> std::io::Result<()> {
        Ok(())
    }

    fn save_snapshot(&mut self, _snapshot: &Snapshot) -> std::io::Result<()> {
        Ok(())
    }
}
