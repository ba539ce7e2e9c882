//! Findings about tables: of many rows that are wrong in one way, the first few are shown and the rest is counted.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};

/// Most findings of one code about one dictionary or list.
const MAX_PER_CODE: usize = 5;

/// Findings about one dictionary or list.
#[derive(Default)]
pub(super) struct FindingCap {
    kept: Vec<Diagnostic>,
    count: BTreeMap<Code, usize>,
}

impl FindingCap {
    /// Adds a finding; beyond the first few of its code it is not even made.
    pub(super) fn add(&mut self, code: Code, finding: impl FnOnce() -> Diagnostic) {
        let count = self.count.entry(code).or_default();
        *count += 1;
        if *count <= MAX_PER_CODE {
            self.kept.push(finding());
        }
    }

    /// The findings that are shown; the last of each code says how many more there are.
    pub(super) fn into_findings(mut self) -> Vec<Diagnostic> {
        for (code, count) in &self.count {
            let more = count.saturating_sub(MAX_PER_CODE);
            if more > 0
                && let Some(last) = self.kept.iter_mut().rev().find(|finding| finding.code == *code)
            {
                last.notes.push(format!("{more} more like this are not shown"));
            }
        }
        self.kept
    }
}
