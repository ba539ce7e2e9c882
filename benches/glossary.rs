//! Validating and planning a glossary of 50,000 entries, beside what any reader of its table has to do: time and memory.
//!
//! `cargo bench --bench glossary`. `max alloc` is what was held at most beside what was there before.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a bench stands at the edge and fails by panicking"
)]

mod nowhere;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::sync::LazyLock;

use camino::{Utf8Path, Utf8PathBuf};
use divan::counter::BytesCount;
use divan::{AllocProfiler, Bencher};
use housestyle::apply::{self, refresh_and_plan};
use housestyle::catalogue::Catalogue;
use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::check::{self, CheckedProject, Desired};
use housestyle::emulator::{EmbeddedTransport, Emulator, EmulatorOptions as Setup};
use housestyle::model::LiveAccount;
use housestyle::model::project::Project as Settings;
use housestyle::plan::{Basis, PlanOptions, make_plan};
use housestyle::service::account::{self, ReadScope};
use housestyle::service::client::{Client, ClientConfig};
use housestyle::source::discover::load_files;
use housestyle::state::{State, StateStore};
use tokio::sync::watch;

use crate::nowhere::Nowhere;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| builtin_catalogue(Edition::Core));

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

    fn validate(&self) -> CheckedProject {
        let parsed = load_files(self.root(), &[Utf8PathBuf::from("glossaries/parts.yaml")]);
        check::check_project(&parsed, &Settings::default(), &CATALOGUE)
    }

    fn desired(&self) -> Desired {
        let checked = self.validate();
        checked.desired.unwrap_or_else(|| panic!("{:?}", checked.findings.first()))
    }

    fn bench(&self, bencher: Bencher) {
        drop(self.desired());
        bencher.counter(BytesCount::new(self.bytes)).bench(|| self.validate());
    }
}

/// A glossary that was applied, and files in which one entry was added since.
struct Applied {
    runtime: tokio::runtime::Runtime,
    client: Client<EmbeddedTransport>,
    desired: Desired,
    state: State,
    live: LiveAccount,
    basis: Basis,
    _running: watch::Sender<bool>,
}

impl Applied {
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let (running, stop) = watch::channel(false);
        let embedded = EmbeddedTransport::new(Emulator::new(Setup::default()), "bench-key");
        let client = Client::new(embedded, ClientConfig::default(), stop, Box::new(|_, _| {}));
        let project = Project::tsv();
        let desired = project.desired();
        let mut memory = StateStore::new(State::default(), Nowhere);
        runtime.block_on(async {
            let basis = basis(&desired);
            let plan = refresh_and_plan(&client, &desired, memory.state(), &CATALOGUE, &basis, false).await.unwrap();
            assert!(apply::apply_plan(&client, &plan, &mut memory, 8, &|_| {}, &|_| 0).await.end.is_done());
        });
        let table = project.root().join(&project.table);
        let rows = fs::read_to_string(&table).unwrap();
        fs::write(&table, format!("a new part\tein neues Teil\n{rows}")).unwrap();
        let desired = project.desired();
        let reach = ReadScope::default().with_everything();
        let live = runtime.block_on(account::read_account(&client, &reach)).unwrap();
        let (state, basis) = (memory.state().clone(), basis(&desired));
        Self { runtime, client, desired, state, live, basis, _running: running }
    }
}

fn basis(desired: &Desired) -> Basis {
    Basis {
        origin: "emulator".to_owned(),
        environment: "default".to_owned(),
        desired: desired.digest().into(),
        catalogue: CATALOGUE.digest(),
        options: PlanOptions {
            max_delete: 3,
            max_delete_percent: 10,
            max_shrink_percent: 50,
            ..PlanOptions::default()
        },
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

/// One entry of 50,000 was added: what is decided is one change.
#[divan::bench(sample_count = 15, sample_size = 1)]
fn e_plan(bencher: Bencher) {
    let applied = Applied::new();
    let Applied { desired, state, live, basis, .. } = &applied;
    let decided = || make_plan(desired, state, live, &CATALOGUE, basis.clone());
    assert_eq!(decided().items.iter().map(|item| item.changes.len()).sum::<usize>(), 1);
    bencher.bench_local(decided);
}

/// The same, with reading the account from the embedded service first.
#[divan::bench(sample_count = 15, sample_size = 1)]
fn f_read_and_plan(bencher: Bencher) {
    let applied = Applied::new();
    let Applied { runtime, client, desired, state, basis, .. } = &applied;
    bencher
        .bench_local(|| runtime.block_on(refresh_and_plan(client, desired, state, &CATALOGUE, basis, false)).unwrap());
}
