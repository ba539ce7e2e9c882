//! Files of style tests: where they stand, and which of a folder `tests` are ours.

use camino::{Utf8Path, Utf8PathBuf};

use crate::source::discover::{list_folder, read_source_file};

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
    // A folder that cannot be listed is told by whoever runs the tests.
    let names = list_folder(root, Utf8Path::new(TESTS_FOLDER));
    let paths = names.into_iter().map(|name| Utf8Path::new(TESTS_FOLDER).join(name));
    let mut files: Vec<Utf8PathBuf> = paths.filter(|path| is_test_file(path.as_str())).collect();
    files.retain(|path| {
        let (file, unread) = read_source_file(root, path);
        !unread.is_empty() || looks_like_tests(file.text())
    });
    files.sort();
    files
}

/// Whether a file in the folder of tests would hold some, in a notation in which they are not read.
#[must_use]
pub fn holds_unread_tests(path: &str, text: &str) -> bool {
    let inside = path.strip_prefix(TESTS_FOLDER).is_some_and(|rest| rest.starts_with('/'));
    let begins = |field: &str| text.lines().any(|line| line.starts_with(field));
    let named = begins("style") || begins("profile");
    let other = || OTHER_WORDS.iter().any(|word| begins(&format!("[[{word}]]"))) && begins("expect");
    inside && path.ends_with(".toml") && named && (begins("[[tests]]") || other())
}

/// What people call `tests`: it is told where the rest of the file leaves no doubt.
const OTHER_WORDS: &[&str] = &["test", "cases", "test_cases", "testcases", "scenarios"];

fn looks_like_tests(text: &str) -> bool {
    let begins = |fields: &[&str]| {
        // JSON and others have keys in quotes.
        let bare = |field: &str| field.trim_matches(['"', '\'', ' ']).to_ascii_lowercase();
        let field = |line: &str| line.split_once(':').map(|(field, _)| bare(field));
        let mut written = text.lines().filter_map(|line| field(line.trim_start_matches([' ', '-'])));
        written.any(|written| fields.contains(&written.as_str()))
    };
    let named = begins(&["style", "profile"]);
    begins(&["tests"]) && (named || begins(&["expect"])) || begins(OTHER_WORDS) && named && begins(&["expect"])
}
