//! Documents of ours that no pattern of the project reaches: nothing that looks over them is green.

use crate::playground::{git, run, run_in_one, write};

const WRONG: &str = "name: Shop\nlanguage: de\nconfigured_rules:\n  numbers:\n    decimal_seperator: x\n";

/// A project with one good list, and a wrong one where no pattern reaches it.
fn misplaced() -> tempfile::TempDir {
    let folder = crate::playground::project();
    write(folder.path(), "lists/shop-de.yaml", WRONG);
    folder
}

#[test]
fn a_list_that_no_pattern_reaches_is_found_however_the_files_are_named() {
    let folder = misplaced();
    for arguments in [
        &["validate"] as &[&str],
        &["validate", "lists"],
        &["validate", "lists/shop-de.yaml"],
        &["validate", "--changed", "lists/shop-de.yaml"],
        &["plan"],
        &["apply", "--auto-approve"],
    ] {
        let (code, told) = run_in_one(folder.path(), arguments);
        assert_eq!(code, 3, "{arguments:?}: {told}");
        assert!(told.contains("error[outside-files]") && told.contains("lists/shop-de.yaml"), "{arguments:?}: {told}");
        // One pattern alone would switch the others off.
        let told: Vec<&str> = told.split_whitespace().collect();
        let told = told.join(" ");
        let remedies = ["move it to `styles/shop-de.yaml`", "to these patterns and", "`lists/**/*.yaml`"];
        assert!(remedies.iter().all(|remedy| told.contains(remedy)), "{arguments:?}: {told}");
    }
}

#[test]
fn a_slip_in_the_one_field_that_tells_does_not_make_a_document_invisible() {
    for (name, text) in [
        ("list", "name: Shop\nlanguage: de\n"),
        ("instruction", "name: Shop\nlanguage: de\ncustom_instruction:\n  - label: x\n    prompt: y\n"),
        ("rule", "name: Shop\nlanguage: de\nconfigured_rule:\n  numbers: {}\n"),
        ("glossary", "kind: glosary\nname: Shop\ndictionaries: []\n"),
    ] {
        let folder = crate::playground::project();
        let path = format!("lists/{name}.yaml");
        write(folder.path(), &path, text);
        for arguments in [&["validate"] as &[&str], &["validate", "--changed", &path], &["validate", &path]] {
            let (code, told) = run_in_one(folder.path(), arguments);
            assert_eq!(code, 3, "{arguments:?}: {told}");
            assert!(told.contains("error[outside-files]") && told.contains(&path), "{arguments:?}: {told}");
        }
    }
}

#[test]
fn a_document_is_found_whose_name_keeps_it_from_being_read() {
    for (path, told_name) in [
        ("styles/a.YAML", "rename it to `a.yaml`, or add it to `exclude`"),
        ("styles/.d.yaml", "rename it to `d.yaml`, or add it to `exclude`"),
        ("styles/c.yaml.txt", "rename it to `c.yaml`, or add it to `exclude`"),
        ("lists/e.YML", "rename it to `e.yml` and add `lists/**/*.yml` to `files`"),
    ] {
        let folder = crate::playground::project();
        write(folder.path(), path, WRONG);
        for arguments in [&["validate"] as &[&str], &["validate", "--changed", path], &["plan"]] {
            let (code, told) = run_in_one(folder.path(), arguments);
            assert_eq!(code, 3, "{arguments:?}: {told}");
            assert!(told.contains("error[outside-files]") && told.contains(told_name), "{arguments:?}: {told}");
        }
        assert_eq!(run(folder.path(), &["validate", path]).0, 3);
    }
    let folder = crate::playground::project();
    write(folder.path(), ".gitlab-ci.yml", "lint:\n  script: housestyle validate\n");
    write(folder.path(), "notes.yaml.txt", "language: python\n");
    assert_eq!(run(folder.path(), &["validate"]).0, 0);
}

#[test]
fn files_that_no_pattern_reaches_count_among_those_that_were_looked_at() {
    let folder = misplaced();
    let in_project = std::fs::read_dir(folder.path().join("styles")).unwrap().count();
    write(folder.path(), "lists/two.yaml", WRONG);
    let (_, told) = run_in_one(folder.path(), &["validate"]);
    assert!(told.contains(&format!("2 errors in 2 of {} files", in_project + 2)), "{told}");
    let (_, told) = run_in_one(folder.path(), &["validate", "lists"]);
    assert!(told.contains("2 errors in 2 files") || told.contains("2 errors in 2 of 2 files"), "{told}");
}

#[test]
fn what_is_excluded_ignored_or_of_another_project_is_left_alone() {
    let folder = misplaced();
    write(folder.path(), "housestyle.toml", "exclude = [\"lists/**\"]\n");
    assert_eq!(run(folder.path(), &["validate"]).0, 0);
    assert_eq!(run(folder.path(), &["validate", "--changed", "lists/shop-de.yaml"]).0, 0);
    write(folder.path(), "housestyle.toml", "[lints]\noutside-files = \"off\"\n");
    assert_eq!(run(folder.path(), &["validate"]).0, 0);
    write(folder.path(), "housestyle.toml", "");
    write(folder.path(), "lists/housestyle.toml", "files = [\"other/*.yaml\"]\nexclude = [\"*.yaml\"]\n");
    assert_eq!(run(folder.path(), &["validate"]).0, 0);
    std::fs::remove_file(folder.path().join("lists/housestyle.toml")).unwrap();
    git(folder.path(), &["init", "--quiet"]);
    write(folder.path(), ".gitignore", "/lists/\n");
    assert_eq!(run(folder.path(), &["validate"]).0, 0);
}

#[test]
fn a_named_folder_without_files_is_a_wrong_argument() {
    let folder = crate::playground::project();
    write(folder.path(), "notes/readme.md", "nothing of ours\n");
    for arguments in [&["validate", "notes"] as &[&str], &["validate", "styles", "notes"]] {
        let (code, told) = run_in_one(folder.path(), arguments);
        assert_eq!(code, 64, "{told}");
        assert!(told.contains("no file of the project is in notes") && told.contains("styles/**/*"), "{told}");
    }
    assert_eq!(run(folder.path(), &["validate", "styles"]).0, 0);
}

#[test]
fn a_hook_is_told_the_truth_about_files_of_a_project_that_are_no_documents() {
    let folder = crate::playground::project();
    write(folder.path(), "other.yaml", "on: push\n");
    let (code, told) = run_in_one(folder.path(), &["validate", "--changed", "other.yaml"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("none of 1 file is a document of a project"), "{told}");
}
