//! What one style file in a hundred means differently, between two revisions and two folders, beside `git diff --stat` of the
//! same two trees.
//!
//! `cargo bench --bench diff`. The program is run as a person runs it; git compares bytes by their ids and so reads only
//! what differs, we read everything of both sides, because a file may rest on any other.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a bench stands at the edge and fails by panicking"
)]

mod binary;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use divan::Bencher;

use crate::binary::program_path;

const COUNTS: [usize; 2] = [2_000, 5_000];

fn main() {
    divan::main();
}

/// A repository of two commits, and the same two trees as folders.
struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    fn new(count: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (at, one, two) = (folder.path(), folder.path().join("one"), folder.path().join("two"));
        git(at, &["init", "-q", "-b", "main"]);
        for (root, edited) in [(at, false), (&one, false), (&two, true), (at, true)] {
            fs::create_dir_all(root).unwrap();
            fs::write(root.join("housestyle.toml"), "").unwrap();
            for number in 0..count {
                let path = root.join(format!("styles/{:02}/style-{number:05}.yaml", number % 100));
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, style(number, edited && number % 100 == 0)).unwrap();
            }
            if root == at {
                git(at, &["add", "housestyle.toml", "styles"]);
                git(at, &["commit", "-q", "-m", if edited { "edits" } else { "lists" }]);
            }
        }
        Self { folder }
    }

    fn ours(&self, arguments: &[&str]) {
        let mut command = Command::new(program_path());
        let told = command.arg("diff").args(arguments).current_dir(self.folder.path()).output().unwrap();
        assert!(told.status.success() && told.stdout.starts_with(b"Diff: 0 to create"), "{told:?}");
    }

    fn theirs(&self, arguments: &[&str]) {
        let mut command = Command::new("git");
        let told = command.args(["diff", "--stat"]).args(arguments).current_dir(self.folder.path()).output().unwrap();
        assert!(!told.stdout.is_empty() && told.stderr.is_empty(), "{told:?}");
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=Bench", "-c", "user.email=bench@localhost"]).args(arguments);
    assert!(command.current_dir(folder).stdout(Stdio::null()).status().unwrap().success());
}

/// A list of about a kilobyte.
fn style(number: usize, edited: bool) -> String {
    let mut text = format!(
        "name: House style {number:05}\nlanguage: de\nconfigured_rules:\n  numbers:\n    \
         decimal_separator: use_comma_as_decimal_separator # as in print\ncustom_instructions:\n"
    );
    for instruction in 0..8 {
        let tone = if edited && instruction == 3 { "Write briefly and warmly." } else { "Write briefly." };
        writeln!(
            text,
            "  # Agreed with the reviewers\n  - label: Instruction {instruction} of list {number}\n    prompt: >-\n      {tone}\n      \
             Keep the order of the steps."
        )
        .unwrap();
    }
    text
}

#[divan::bench(args = COUNTS, sample_count = 5, sample_size = 1)]
fn revisions(bencher: Bencher<'_, '_>, count: usize) {
    let repository = Repository::new(count);
    bencher.bench_local(|| repository.ours(&["HEAD~1..HEAD"]));
}

#[divan::bench(args = COUNTS, sample_count = 5, sample_size = 1)]
fn revisions_by_git(bencher: Bencher<'_, '_>, count: usize) {
    let repository = Repository::new(count);
    bencher.bench_local(|| repository.theirs(&["HEAD~1..HEAD"]));
}

#[divan::bench(args = COUNTS, sample_count = 5, sample_size = 1)]
fn folders(bencher: Bencher<'_, '_>, count: usize) {
    let repository = Repository::new(count);
    bencher.bench_local(|| repository.ours(&["--folders", "one", "two"]));
}

#[divan::bench(args = COUNTS, sample_count = 5, sample_size = 1)]
fn folders_by_git(bencher: Bencher<'_, '_>, count: usize) {
    let repository = Repository::new(count);
    bencher.bench_local(|| repository.theirs(&["--no-index", "one", "two"]));
}
