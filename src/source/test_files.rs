//! Files of style tests: where they stand, and which of a folder `tests` are ours.

use camino::{Utf8Path, Utf8PathBuf};

use crate::source::discover::read_source_file;

/// The word for files of style tests, which have no field `kind`.
pub const TEST_KIND: &str = "style_test";
/// The folder of style tests.
pub const TESTS_FOLDER: &str = "tests";

/// Whether a file of the project, by its path, holds style tests.
#[must_use]
pub fn is_test_file(path: &str) -> bool {
    let name = path.strip_prefix(TESTS_FOLDER).and_then(|rest| rest.strip_prefix('/'));
    name.is_some_and(|name| !name.contains('/') && (name.ends_with(".yaml") || name.ends_with(".yml")))
}

/// The files of style tests, in order of name. Other tools have folders of this name too: what says nothing of tests, styles
/// and expectations is none of ours.
#[must_use]
pub fn style_test_files(root: &Utf8Path) -> Vec<Utf8PathBuf> {
    let entries = root.join(TESTS_FOLDER).read_dir_utf8().into_iter().flatten().flatten();
    let path = |entry: camino::Utf8DirEntry| Utf8Path::new(TESTS_FOLDER).join(entry.file_name());
    let mut files: Vec<Utf8PathBuf> = entries.map(path).filter(|path| is_test_file(path.as_str())).collect();
    files.retain(|path| looks_like_tests(read_source_file(root, path).0.text()));
    files.sort();
    files
}

fn looks_like_tests(text: &str) -> bool {
    let begins = |field: &str| text.lines().any(|line| line.trim_start_matches([' ', '-']).starts_with(field));
    begins("tests:") && (begins("style:") || begins("profile:") || begins("expect:"))
}
