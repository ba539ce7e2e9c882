//! Validating a project, beside merely reading its bytes and beside parsing it, with a typed reader and with ours.
//!
//! `cargo bench --bench validate`. The files are the same on every machine; the second run of each finds them in the cache
//! of the system, as an editor or a pipeline after its checkout does.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a bench stands at the edge and fails by panicking"
)]

mod styles;

use std::fs;
use std::sync::LazyLock;

use camino::{Utf8Path, Utf8PathBuf};
use divan::Bencher;
use divan::counter::BytesCount;
use housestyle::catalogue::Catalogue;
use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::check;
use housestyle::model::project::Project as Settings;
use housestyle::source::discover::{discover_files, load_files};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

const COUNTS: [usize; 2] = [1_000, 10_000];

/// That of the program, for every contestant.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| builtin_catalogue(Edition::Core));

fn main() {
    divan::main();
}

/// Style files of about 2.7 KB each in a folder of their own.
struct Project {
    folder: tempfile::TempDir,
    files: Vec<Utf8PathBuf>,
    bytes: usize,
}

impl Project {
    fn new(count: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut bytes = 0;
        let mut files = Vec::new();
        for number in 0..count {
            let path = Utf8PathBuf::from(format!("styles/{:02}/style-{number:05}.yaml", number % 100));
            let full = folder.path().join(path.as_std_path());
            fs::create_dir_all(full.parent().unwrap()).unwrap();
            let text = styles::style_text(number, false, &CATALOGUE);
            bytes += text.len();
            fs::write(full, text).unwrap();
            files.push(path);
        }
        Self { folder, files, bytes }
    }

    fn root(&self) -> &Utf8Path {
        Utf8Path::from_path(self.folder.path()).unwrap()
    }

    fn counter(&self) -> BytesCount {
        BytesCount::new(self.bytes)
    }
}

/// (a) The bytes alone, one after the other.
#[divan::bench(args = COUNTS, sample_count = 7, sample_size = 1)]
fn a_bytes(bencher: Bencher, count: usize) {
    let project = Project::new(count);
    bencher.counter(project.counter()).bench(|| {
        let read = |path: &Utf8PathBuf| fs::read(project.root().join(path)).unwrap().len();
        project.files.iter().map(read).sum::<usize>()
    });
}

/// (a) The bytes alone, in parallel.
#[divan::bench(args = COUNTS, sample_count = 7, sample_size = 1)]
fn a_bytes_in_parallel(bencher: Bencher, count: usize) {
    let project = Project::new(count);
    bencher.counter(project.counter()).bench(|| {
        let read = |path: &Utf8PathBuf| fs::read(project.root().join(path)).unwrap().len();
        project.files.par_iter().map(read).sum::<usize>()
    });
}

/// (b) A typed reader without places, one after the other.
#[divan::bench(args = COUNTS, sample_count = 7, sample_size = 1)]
fn b_serde_yaml(bencher: Bencher, count: usize) {
    let project = Project::new(count);
    bencher
        .counter(project.counter())
        .bench(|| project.files.iter().map(|path| typed(&project, path)).collect::<Vec<_>>());
}

/// (b) A typed reader without places, in parallel.
#[divan::bench(args = COUNTS, sample_count = 7, sample_size = 1)]
fn b_serde_yaml_in_parallel(bencher: Bencher, count: usize) {
    let project = Project::new(count);
    bencher
        .counter(project.counter())
        .bench(|| project.files.par_iter().map(|path| typed(&project, path)).collect::<Vec<_>>());
}

fn typed(project: &Project, path: &Utf8Path) -> serde_json::Value {
    serde_yaml::from_str(&fs::read_to_string(project.root().join(path)).unwrap()).unwrap()
}

/// (c) Ours, as it is used: in parallel.
#[divan::bench(args = COUNTS, sample_count = 7, sample_size = 1)]
fn c_load(bencher: Bencher, count: usize) {
    let project = Project::new(count);
    assert!(load_files(project.root(), &project.files).iter().all(|parsed| parsed.findings.is_empty()));
    bencher.counter(project.counter()).bench(|| load_files(project.root(), &project.files));
}

/// (c) Ours on one thread.
#[divan::bench(args = COUNTS, sample_count = 7, sample_size = 1)]
fn c_load_alone(bencher: Bencher, count: usize) {
    let project = Project::new(count);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    bencher.counter(project.counter()).bench(|| alone.install(|| load_files(project.root(), &project.files)));
}

/// Finding the files by patterns.
#[divan::bench(args = COUNTS, sample_count = 7, sample_size = 1)]
fn d_discover(bencher: Bencher, count: usize) {
    let project = Project::new(count);
    let include = ["styles/**/*.{yaml,yml,toml}".to_owned()];
    assert_eq!(discover_files(project.root(), &include, &[], &[]).files.len(), count);
    bencher.bench(|| discover_files(project.root(), &include, &[], &[]));
}

/// (d) Ours, read, parsed and checked: what `validate` does, in parallel.
#[divan::bench(args = COUNTS, sample_count = 7, sample_size = 1)]
fn d_validate(bencher: Bencher, count: usize) {
    let project = Project::new(count);
    let validate =
        || check::check_project(&load_files(project.root(), &project.files), &Settings::default(), &CATALOGUE);
    assert!(validate().findings.is_empty(), "{:?}", validate().findings.first());
    bencher.counter(project.counter()).bench(validate);
}

/// (d) The checks alone, of files that were read and parsed before.
#[divan::bench(args = COUNTS, sample_count = 7, sample_size = 1)]
fn d_check(bencher: Bencher, count: usize) {
    let project = Project::new(count);
    let parsed = load_files(project.root(), &project.files);
    bencher.counter(project.counter()).bench(|| check::check_project(&parsed, &Settings::default(), &CATALOGUE));
}
