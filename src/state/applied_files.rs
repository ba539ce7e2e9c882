//! Which files the runs of a state applied: the commit that was checked out, whether they wanted something else than it does,
//! and a digest of what they want.
//!
//! Always holds: the run that wrote last stands last. What a run had not in its own history stays open until a run has it,
//! so that no checkout goes back behind the files of another one unseen. Deliberately absent: files of folders that are in
//! no repository, of which nothing tells which is the older.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The files of one run, an object of these fields in a state file and its journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppliedFiles {
    /// Object id of the commit that was checked out.
    pub commit: String,
    /// Digest of what the files want.
    pub desired: String,
    /// Whether the files wanted something else than those of the commit.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dirty: bool,
    /// Whether a later run had these files in its own history.
    #[serde(default, skip_serializing_if = "is_false")]
    pub superseded: bool,
}

/// The files of the last runs, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilesHistory {
    runs: Vec<AppliedFiles>,
}

/// The files of a run, where they can be told, and the commits of other runs that its own history lacks.
pub type OpenFiles = Option<(AppliedFiles, BTreeSet<String>)>;

/// Runs that are remembered; of more, the oldest are forgotten, those first that others superseded.
const MAX_RUNS: usize = 32;

impl FilesHistory {
    /// Runs as a state file holds them.
    #[must_use]
    pub fn new(runs: Vec<AppliedFiles>) -> Self {
        Self { runs }
    }

    /// All of them.
    #[must_use]
    pub fn runs(&self) -> &[AppliedFiles] {
        &self.runs
    }

    /// The files that a checkout has to contain in order to be no older than what was applied.
    pub fn open_runs(&self) -> impl Iterator<Item = &AppliedFiles> {
        self.runs.iter().filter(|run| !run.superseded)
    }

    /// Whether these files were applied before, and others since.
    #[must_use]
    pub fn was_replaced(&self, commit: Option<&str>, desired: &str) -> bool {
        let Some((last, before)) = self.runs.split_last() else { return false };
        let is_last = Some(last.commit.as_str()) == commit && !last.dirty || last.desired == desired;
        let same = |run: &AppliedFiles| !run.dirty && Some(run.commit.as_str()) == commit || run.desired == desired;
        !is_last && before.iter().any(same)
    }

    /// Takes in the files of a run, which has every other one in its history but those of these commits.
    pub(super) fn record_run(&mut self, files: AppliedFiles, lacking: &BTreeSet<String>) {
        for run in &mut self.runs {
            run.superseded = run.superseded || !lacking.contains(&run.commit);
        }
        self.runs.retain(|run| (&run.commit, run.dirty, &run.desired) != (&files.commit, files.dirty, &files.desired));
        self.runs.push(files);
        while self.runs.len() > MAX_RUNS {
            let oldest = self.runs.iter().position(|run| run.superseded).unwrap_or(0);
            self.runs.remove(oldest);
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_false(value: &bool) -> bool {
    !*value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(commit: &str, desired: &str) -> AppliedFiles {
        AppliedFiles { commit: commit.to_owned(), desired: desired.to_owned(), dirty: false, superseded: false }
    }

    fn open(history: &FilesHistory) -> Vec<&str> {
        history.open_runs().map(|run| run.commit.as_str()).collect()
    }

    #[test]
    fn what_a_run_lacked_stays_open_until_one_has_it() {
        let mut history = FilesHistory::default();
        history.record_run(files("1", "a"), &BTreeSet::new());
        history.record_run(files("2", "b"), &BTreeSet::new());
        assert_eq!(open(&history), ["2"]);
        history.record_run(files("1b", "c"), &BTreeSet::from(["2".to_owned()]));
        assert_eq!(open(&history), ["2", "1b"]);
        history.record_run(files("3", "d"), &BTreeSet::new());
        assert_eq!(open(&history), ["3"]);
    }

    #[test]
    fn what_others_replaced_is_known_by_its_commit_or_by_what_it_wants() {
        let mut history = FilesHistory::default();
        for (commit, desired) in [("1", "a"), ("2", "b"), ("3", "c")] {
            history.record_run(files(commit, desired), &BTreeSet::new());
        }
        let replaced = [(Some("1"), "x"), (Some("9"), "b"), (None, "a")];
        assert!(replaced.iter().all(|(commit, desired)| history.was_replaced(*commit, desired)));
        let current = [(Some("3"), "c"), (Some("9"), "c"), (Some("9"), "x"), (None, "x")];
        assert!(!current.iter().any(|(commit, desired)| history.was_replaced(*commit, desired)));
    }

    #[test]
    fn of_many_runs_the_open_ones_stay() {
        let mut history = FilesHistory::default();
        history.record_run(files("open", "o"), &BTreeSet::new());
        for n in 0..2 * MAX_RUNS {
            history.record_run(files(&n.to_string(), &n.to_string()), &BTreeSet::from(["open".to_owned()]));
        }
        assert_eq!((history.runs().len(), open(&history).first().copied()), (MAX_RUNS, Some("open")));
    }
}
