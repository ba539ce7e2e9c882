//! What a difference between state and service means for the files.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::style::{Instruction, LiveStyle};

/// What a change of the service means for the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriftVerdict {
    /// The files say what was last applied: the change is to be written.
    WriteToFiles,
    /// The files say the same already.
    AlreadyInFiles,
    /// The files were changed too, to something else.
    Conflict,
    /// The files cannot say it: nobody here knows the rule or its value.
    Unknown,
}

/// The service's own words about a list that drifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveRevision {
    /// Its version, where its kind has one.
    pub version: Option<u64>,
    /// When it was last modified, as the service says it; empty where it does not.
    pub updated: String,
}

/// Labels that a live list has twice, with different words: nobody can say which one is meant.
#[must_use]
pub fn ambiguous_labels(live: &LiveStyle) -> BTreeSet<&str> {
    let mut first: BTreeMap<&str, &Instruction> = BTreeMap::new();
    let mut twice = BTreeSet::new();
    for live in &live.instructions {
        let instruction = &live.instruction;
        if first.insert(&instruction.label, instruction).is_some_and(|first| first != instruction) {
            twice.insert(instruction.label.as_str());
        }
    }
    twice
}
