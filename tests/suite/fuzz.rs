//! The committed corpus of the fuzzer, replayed: what was once found stays found.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::playground::root;

#[path = "../../fuzz/targets/mod.rs"]
pub(crate) mod targets;

fn corpus() -> PathBuf {
    root().join("fuzz/corpus")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

#[test]
fn every_target_holds_its_promises_over_its_corpus() {
    for (name, target) in targets::TARGETS {
        let inputs = entries(&corpus().join(name));
        assert!(inputs.len() >= 3, "{name} has hardly any corpus");
        target(&[]);
        for input in inputs {
            let data = std::fs::read(&input).unwrap();
            let held = std::panic::catch_unwind(|| target(&data));
            assert!(held.is_ok(), "{} breaks a promise", input.display());
        }
    }
}

#[test]
fn the_corpus_is_small_and_every_folder_has_its_target() {
    let folders: BTreeSet<String> =
        entries(&corpus()).iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    let known: BTreeSet<String> = targets::TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(folders, known);
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| entries(&corpus().join(folder))).collect();
    let bytes: u64 = files.iter().map(|file| file.metadata().unwrap().len()).sum();
    assert!(files.len() <= 300 && bytes <= 300 * 1024, "{} files, {bytes} bytes", files.len());
}
