//! Validating a glossary of 50,000 entries, beside what any reader of its table has to do: time and memory.
//!
//! `cargo bench --bench glossary`. `max alloc` is what was held at most beside what was there before.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a bench stands at the edge and fails by panicking"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::sync::LazyLock;

use camino::{Utf8Path, Utf8PathBuf};
use divan::counter::BytesCount;
use divan::{AllocProfiler, Bencher};
use housestyle::catalogue::Catalogue;
use housestyle::catalogue::load::builtin;
use housestyle::check::{self, Checked};
use housestyle::model::project::Project as Settings;
use housestyle::source::discover::load;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| builtin(false));

/// Entries of a table.
const ENTRIES: usize = 50_000;
/// Entries of a document: what fits into a file that is written by hand.
const INLINE: usize = 20_000;

fn main() {
    divan::main();
}

/// A project of one glossary.
struct Project {
    folder: tempfile::TempDir,
    table: String,
    bytes: usize,
}

impl Project {
    fn new(document: &str, table: &str, row: impl Fn(usize) -> String, entries: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("glossaries");
        fs::create_dir_all(&root).unwrap();
        let head = "kind: glossary\nname: Parts\ndictionaries:\n  - source_language: en\n    target_language: de\n";
        let mut text = format!("{head}{document}");
        let mut rows = String::new();
        (0..entries).for_each(|n| rows.push_str(&row(n)));
        let bytes = rows.len();
        if table.is_empty() {
            write!(text, "{rows}").unwrap();
        } else {
            fs::write(root.join(table), rows).unwrap();
        }
        fs::write(root.join("parts.yaml"), text).unwrap();
        Self { folder, table: format!("glossaries/{table}"), bytes }
    }

    fn tsv() -> Self {
        let row = |n| format!("part {n} of the wind turbine\tTeil {n} des Windrads\n");
        Self::new("    file: parts.tsv\n", "parts.tsv", row, ENTRIES)
    }

    fn csv() -> Self {
        let row = |n| format!("part {n} of the wind turbine,\"Teil {n} des Windrads, groß\",en,de\n");
        Self::new("    file: parts.csv\n", "parts.csv", row, ENTRIES)
    }

    fn inline() -> Self {
        let row = |n| format!("      part {n} of the turbine: Teil {n} des Rads\n");
        Self::new("    entries:\n", "", row, INLINE)
    }

    fn root(&self) -> &Utf8Path {
        Utf8Path::from_path(self.folder.path()).unwrap()
    }

    fn validate(&self) -> Checked {
        let parsed = load(self.root(), &[Utf8PathBuf::from("glossaries/parts.yaml")]);
        check::read(&parsed, &Settings::default(), &CATALOGUE)
    }

    fn bench(&self, bencher: Bencher) {
        let checked = self.validate();
        assert!(checked.desired.is_some(), "{:?}", checked.findings.first());
        bencher.counter(BytesCount::new(self.bytes)).bench(|| self.validate());
    }
}

/// What cannot be less: the bytes, cut at tabs and put in order.
#[divan::bench(sample_count = 15, sample_size = 1)]
fn a_table_without_checks(bencher: Bencher) {
    let project = Project::tsv();
    let path = project.root().join(&project.table);
    bencher.counter(BytesCount::new(project.bytes)).bench(|| {
        let text = fs::read_to_string(&path).unwrap();
        let pairs = text.lines().filter_map(|line| line.split_once('\t'));
        pairs.map(|(source, target)| (source.to_owned(), target.to_owned())).collect::<BTreeMap<_, _>>()
    });
}

/// 50,000 entries between tabs.
#[divan::bench(sample_count = 15, sample_size = 1)]
fn b_tabs(bencher: Bencher) {
    Project::tsv().bench(bencher);
}

/// 50,000 entries between commas, in quotes, with languages.
#[divan::bench(sample_count = 15, sample_size = 1)]
fn c_commas(bencher: Bencher) {
    Project::csv().bench(bencher);
}

/// 20,000 entries in the document itself.
#[divan::bench(sample_count = 15, sample_size = 1)]
fn d_document(bencher: Bencher) {
    Project::inline().bench(bencher);
}
