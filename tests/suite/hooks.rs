//! Hooks: what the manifest promises to pre-commit, and what the program does with the names of changed files. The real
//! pre-commit plays them in `tests/hooks/run`.

use std::path::Path;

use serde_yaml::Value;

use crate::playground::{git, root, run_in_one, write};

/// A repository with two projects and a file of another tool.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for project in ["site", "shop"] {
        write(folder.path(), &format!("{project}/housestyle.toml"), "exclude = [\"styles/drafts/**\"]\n");
        write(folder.path(), &format!("{project}/styles/de.yaml"), "name: Texts\nlanguage: de\n");
    }
    write(folder.path(), "other.yaml", "on: push\n");
    folder
}

fn hooks() -> Vec<Value> {
    let text = std::fs::read_to_string(root().join(".pre-commit-hooks.yaml")).unwrap();
    serde_yaml::from_str(&text).unwrap()
}

#[test]
fn every_hook_names_a_command_that_there_is() {
    let hooks = hooks();
    let ids: Vec<&str> = hooks.iter().map(|hook| hook["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["housestyle-validate", "housestyle-fix", "housestyle-lint", "housestyle-schema"]);
    for hook in &hooks {
        let mut words: Vec<&str> = hook["entry"].as_str().unwrap().split(' ').collect();
        if let Some(arguments) = hook["args"].as_sequence() {
            words.extend(arguments.iter().map(|word| word.as_str().unwrap()));
        }
        if hook["pass_filenames"].as_bool() != Some(false) {
            // As it stands in the root of a repository: pre-commit hands names over as they are.
            words.push("-draft.yaml");
        }
        let read = housestyle::cli::build_command().try_get_matches_from(&words);
        assert!(read.is_ok(), "{words:?}: {}", read.unwrap_err());
        assert_eq!(hook["language"], "rust");
    }
}

#[test]
fn files_of_no_project_and_excluded_files_are_passed_over() {
    let folder = repository();
    write(folder.path(), "site/styles/drafts/idea.yaml", "name: [\n");
    write(folder.path(), "elsewhere/styles/x.yaml", "name: [\n");
    let named =
        ["validate", "--changed", "other.yaml", "site/styles/drafts/idea.yaml", "elsewhere/styles/x.yaml", "gone"];
    let (code, shown) = run_in_one(folder.path(), &named);
    assert_eq!(code, 0, "{shown}");
    assert_eq!(
        shown,
        "none of 4 files is a document of a project, a table beside one, or housestyle.toml: nothing to check\n"
    );
}

#[test]
fn only_projects_with_a_changed_file_are_read() {
    let folder = repository();
    write(folder.path(), "shop/styles/de.yaml", "name: [\n");
    let (code, shown) = run_in_one(folder.path(), &["validate", "--changed", "site/styles/de.yaml", "other.yaml"]);
    assert_eq!((code, shown.as_str()), (0, "no findings in 1 file\n"));
    let (code, shown) =
        run_in_one(folder.path(), &["validate", "--changed", "shop/styles/de.yaml", "site/styles/de.yaml"]);
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("shop/styles/de.yaml:1:7") && shown.contains("in 1 of 2 files"), "{shown}");
}

#[test]
fn paths_are_validated_in_the_projects_that_they_belong_to() {
    let folder = repository();
    write(folder.path(), "shop/styles/de.yaml", "name: [\n");
    write(folder.path(), "elsewhere/styles/x.yaml", "name: [\n");
    for path in ["shop", "shop/styles", "shop/styles/de.yaml", "."] {
        let (code, shown) = run_in_one(folder.path(), &["validate", path, "-o", "plain"]);
        assert!(code == 3 && shown.starts_with("shop/styles/de.yaml:1:7: error"), "{path}: {shown}");
    }
    let (code, shown) = run_in_one(folder.path(), &["validate", "elsewhere"]);
    assert!(code == 64 && shown.contains("there is no housestyle.toml in elsewhere, above or below it"), "{shown}");
}

#[test]
fn a_changed_file_that_breaks_another_is_found_out() {
    let folder = repository();
    // Keys are unique in a project, and the second file of a key is the one that is told.
    for file in ["a", "b"] {
        write(folder.path(), &format!("site/styles/{file}.yaml"), "key: shop\nname: Other texts\nlanguage: de\n");
    }
    let (code, shown) = run_in_one(folder.path(), &["validate", "--changed", "site/styles/a.yaml", "-o", "plain"]);
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("styles/b.yaml:1:6"), "{shown}");
}

#[test]
fn a_changed_project_file_is_read() {
    let folder = repository();
    write(folder.path(), "site/housestyle.toml", "filez = []\n");
    let (code, shown) = run_in_one(folder.path(), &["validate", "--changed", "site/housestyle.toml", "-o", "plain"]);
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("housestyle.toml:1:1"), "{shown}");
}

#[test]
fn only_changed_files_are_fixed() {
    let folder = repository();
    let wrong = "name: Texts\nlanguage: de\nconfigured_rules:\n  numbers:\n    \
                 decimal_seperator: use_comma_as_decimal_separator\n";
    write(folder.path(), "site/styles/a.yaml", &wrong.replace("Texts", "A"));
    write(folder.path(), "site/styles/b.yaml", &wrong.replace("Texts", "B"));
    let (code, shown) = run_in_one(folder.path(), &["validate", "--changed", "--fix", "site/styles/a.yaml"]);
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("made 1 safe edit") && shown.contains("styles/b.yaml"), "{shown}");
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(read("site/styles/a.yaml").contains("decimal_separator:"));
    assert!(read("site/styles/b.yaml").contains("decimal_seperator:"));
}

#[test]
fn what_a_hook_says_fits_the_terminal_of_a_commit() {
    let folder = repository();
    let text = "name: Texts\nlanguage: de\nconfigured_rules:\n  numbers:\n    decimal_seperator: comma\n  no_such_category: {}\n";
    write(folder.path(), "site/styles/a.yaml", text);
    let (code, shown) = run_in_one(folder.path(), &["validate", "--changed", "site/styles/a.yaml"]);
    assert_eq!(code, 3);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

#[test]
fn what_is_known_stops_no_commit() {
    let folder = repository();
    write(folder.path(), "site/styles/a.yaml", "name: A\nlanguage: de\nnamed: x\n");
    let named = ["validate", "--changed", "site/styles/a.yaml"];
    assert_eq!(run_in_one(folder.path(), &named).0, 3);
    let (code, shown) = run_in_one(folder.path(), &["-C", "site", "validate", "--write-baseline"]);
    assert_eq!(code, 0, "{shown}");
    let (code, shown) = run_in_one(folder.path(), &named);
    assert_eq!(code, 0, "{shown}");
    assert_eq!(run_in_one(folder.path(), &["validate", "--changed", "--prune-baseline", "other.yaml"]).0, 64);
}

#[test]
fn names_are_needed_and_formats_for_machines_name_paths_of_the_repository() {
    let folder = repository();
    write(folder.path(), ".git/HEAD", "ref: refs/heads/main\n");
    assert_eq!(run_in_one(folder.path(), &["validate", "--changed"]).0, 64);
    write(folder.path(), "shop/styles/de.yaml", "name: [\n");
    let (code, shown) = run_in_one(folder.path(), &["validate", "--changed", "shop/styles/de.yaml", "-o", "sarif"]);
    assert!(code == 3 && shown.contains("shop/styles/de.yaml"), "{shown}");
    let (code, shown) = run_in_one(folder.path(), &["validate", "--changed", "--write"]);
    assert!(code == 64, "{shown}");
    let (code, shown) = run_in_one(folder.path(), &["validate", "--changed"]);
    assert!(code == 64 && shown.contains("needs `PATH`"), "{shown}");
}

#[test]
fn changed_files_are_written_in_further_formats() {
    let folder = repository();
    write(folder.path(), "shop/styles/de.yaml", "name: [\n");
    let files = ["validate", "--changed", "shop/styles/de.yaml", "other.yaml", "--write", "json=found.json"];
    let (code, shown) = run_in_one(folder.path(), &files);
    let written = std::fs::read_to_string(folder.path().join("found.json")).unwrap();
    assert!(code == 3 && shown.contains("shop/styles/de.yaml:1:7"), "{shown}");
    assert!(written.contains("\"path\": \"shop/styles/de.yaml\""), "{written}");
    // Machines get a document where there is nothing to check, too.
    for (format, start) in [("sarif", "{"), ("json", "{"), ("gitlab", "["), ("junit", "<?xml")] {
        let file = format!("{format}=nothing.{format}");
        let (code, shown) = run_in_one(folder.path(), &["validate", "--changed", "other.yaml", "--write", &file]);
        let written = std::fs::read_to_string(folder.path().join(format!("nothing.{format}"))).unwrap();
        assert_eq!(code, 0, "{shown}");
        assert!(written.starts_with(start), "{format}: {written}");
    }
}

#[test]
fn files_of_two_projects_are_told_apart_where_there_is_no_repository() {
    let folder = repository();
    write(folder.path(), "shop/styles/de.yaml", "name: [\n");
    write(folder.path(), "site/styles/de.yaml", "name: [\n");
    for format in ["human", "plain", "json", "sarif", "github", "gitlab", "junit"] {
        let (code, shown) = run_in_one(folder.path(), &["validate", "shop", "site", "-o", format]);
        assert_eq!(code, 3, "{shown}");
        for path in ["shop/styles/de.yaml", "site/styles/de.yaml"] {
            assert!(shown.contains(path), "{format}: {shown}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_no_empty_project() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "housestyle.toml", "");
    std::fs::create_dir_all(folder.path().join("styles")).unwrap();
    crate::playground::symlink(Path::new("gone.yaml"), &folder.path().join("styles/de.yaml"));
    let (code, shown) = run_in_one(folder.path(), &["validate", "-o", "plain"]);
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("error[unreadable-file]") && !shown.contains("no-files"), "{shown}");
}

#[test]
fn more_fixes_than_are_shown_are_made() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "housestyle.toml", "");
    let list: String = (0..1_500).map(|n| format!("  - {{label: \"l{n} \", prompt: p}}\n")).collect();
    let text = format!("name: A\nlanguage: de\ncustom_instructions:\n{list}");
    write(folder.path(), "housestyle.toml", "[limits]\ncustom_instructions = 2000\n");
    write(folder.path(), "styles/a.yaml", &text);
    let (code, shown) = run_in_one(folder.path(), &["validate", "-o", "json"]);
    // JSON keeps every finding, with its place and its fix: a program reads them all. Each takes under a kilobyte.
    assert!(code == 0 && shown.contains("\"warnings\": 1500") && shown.len() < 1_500 * 1_000, "{} bytes", shown.len());
    let (code, shown) = run_in_one(folder.path(), &["validate", "--fix"]);
    assert!(code == 0 && shown.contains("made 1500 safe edits"), "{shown}");
    assert_eq!(std::fs::read_to_string(folder.path().join("styles/a.yaml")).unwrap(), text.replace(" \",", "\","));
}

/// The check of commit messages that `.ci/run` and the hook of CONTRIBUTING run.
#[cfg(unix)]
#[test]
fn a_commit_of_more_than_twenty_lines_needs_a_reason_and_each_a_short_subject() {
    let folder = tempfile::tempdir().unwrap();
    let commit = |lines: usize, message: &str| {
        write(folder.path(), "notes.txt", &"line\n".repeat(lines));
        git(folder.path(), &["add", "."]);
        git(folder.path(), &["commit", "-q", "-m", message]);
    };
    git(folder.path(), &["init", "-q"]);
    commit(1, "start");
    let check = || {
        let script = root().join(".ci/commits");
        let range = format!("{}..HEAD", git(folder.path(), &["rev-list", "--max-parents=0", "HEAD"]).trim());
        let done = std::process::Command::new(script).arg(range).current_dir(folder.path()).output().unwrap();
        (done.status.success(), String::from_utf8(done.stderr).unwrap())
    };
    commit(2, "notes: one more");
    commit(40, "notes: many more\n\nThey are read aloud.");
    assert_eq!(check(), (true, String::new()));
    commit(80, "notes: more");
    commit(81, "more and more");
    commit(82, &format!("notes: {}; twice", "x".repeat(70)));
    let (passed, said) = check();
    let faults: Vec<&str> = said.lines().filter_map(|line| line.split_once(": ")).map(|(_, fault)| fault).collect();
    assert!(!passed);
    assert_eq!(
        faults,
        [
            "its subject has 84 characters, at most 72 fit",
            "its subject holds two thoughts (;): make two commits",
            "its subject begins with no folder, as in `plan: keep resources until --prune`",
            "it changes 40 lines and gives no reason in its body",
        ]
    );
}
