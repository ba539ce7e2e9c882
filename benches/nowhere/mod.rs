//! A memory for benches that apply: what is written to it is gone.

use housestyle::state::snapshot::Snapshot;
use housestyle::state::{Fact, Journal, State};

/// Memory that nobody keeps.
pub(crate) struct Nowhere;

impl Journal for Nowhere {
    fn append(&mut self, _facts: &[Fact]) -> std::io::Result<()> {
        Ok(())
    }

    fn fold(&mut self, _state: &State) -> std::io::Result<()> {
        Ok(())
    }

    fn keep(&mut self, _snapshot: &Snapshot) -> std::io::Result<()> {
        Ok(())
    }
}
