//! What the repository shows is true: every example is valid without a warning and applies, and every base style of
//! `styles/` can be extended.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::playground::{housestyle, outcome, root};

/// Runs the program in a folder; what it prints on stdout, then its exit code.
fn run(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let (code, out, said) = outcome(&mut housestyle(folder, arguments));
    assert!((0..100).contains(&code), "{arguments:?}: {said}");
    (out, code)
}

pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            if entry.file_name() != ".housestyle" {
                copy(&entry.path(), &target);
            }
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(of).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.is_dir());
    found.sort();
    assert!(!found.is_empty(), "nothing in {}", of.display());
    found
}

#[test]
fn examples_are_valid_apply_and_then_leave_nothing_to_do() {
    for example in folders(&root().join("examples")) {
        let folder = tempfile::tempdir().unwrap();
        copy(&example, folder.path());
        let (findings, code) = run(folder.path(), &["validate"]);
        assert_eq!(code, 0, "{findings}");
        assert!(findings.starts_with("no findings in "), "{findings}");
        let (plan, code) = run(folder.path(), &["plan", "--detailed-exitcode"]);
        assert_eq!(code, 2, "{plan}");
        let (_, code) = run(folder.path(), &["apply", "--auto-approve"]);
        assert_eq!(code, 0);
        let (plan, code) = run(folder.path(), &["plan", "--detailed-exitcode"]);
        assert_eq!(code, 0, "{plan}");
        let tracked: BTreeSet<PathBuf> = files(&example);
        assert_eq!(files(folder.path()), tracked, "an apply leaves files behind that git would see");
    }
}

/// Every file below a folder but what git ignores everywhere.
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    fn walk(folder: &Path, root: &Path, found: &mut BTreeSet<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !path.ends_with(".housestyle") {
                    walk(&path, root, found);
                }
            } else {
                found.insert(path.strip_prefix(root).unwrap().to_owned());
            }
        }
    }
    let mut found = BTreeSet::new();
    walk(folder, folder, &mut found);
    found
}

#[test]
fn the_company_shows_what_there_is_to_show() {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("examples/almwind"), folder.path());
    let (plan, code) = run(folder.path(), &["plan", "--format", "json"]);
    assert_eq!(code, 0);
    let plan: serde_json::Value = serde_json::from_str(&plan).unwrap();
    let items = plan["items"].as_array().unwrap();
    let languages: BTreeSet<&str> = items.iter().map(|item| item["language"].as_str().unwrap()).collect();
    let rules: BTreeSet<&str> = items
        .iter()
        .flat_map(|item| item["changes"].as_array().unwrap())
        .map(|change| change["field"].as_str().unwrap())
        .filter(|field| field.contains('.') && !field.contains(' '))
        .collect();
    assert!(languages.len() >= 6, "{languages:?}");
    assert!(rules.len() >= 30, "{} rules: {rules:?}", rules.len());
    assert!(folder.path().join("styles/fr-shop.toml").is_file());
}

#[test]
fn every_base_style_can_be_extended() {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("styles"), &folder.path().join("house"));
    let mut bases: Vec<PathBuf> = files(&folder.path().join("house")).into_iter().collect();
    bases.retain(|path| path.extension().is_some_and(|ending| ending == "yaml" || ending == "toml"));
    assert!(bases.len() >= 8, "{bases:?}");
    std::fs::write(folder.path().join("housestyle.toml"), "").unwrap();
    std::fs::create_dir(folder.path().join("styles")).unwrap();
    for base in &bases {
        let stem = base.file_stem().unwrap().to_str().unwrap();
        let language = stem.split('-').next().unwrap();
        let style = format!("name: {stem}\nlanguage: {language}\nextends: [house/{stem}]\n");
        std::fs::write(folder.path().join("styles").join(format!("{stem}.yaml")), style).unwrap();
    }
    let (findings, code) = run(folder.path(), &["validate"]);
    assert_eq!((findings, code), (format!("no findings in {} files\n", bases.len() * 2), 0));
    let (_, code) = run(folder.path(), &["apply", "--auto-approve", "--quiet"]);
    assert_eq!(code, 0);
    let (plan, code) = run(folder.path(), &["plan", "--detailed-exitcode"]);
    assert_eq!(code, 0, "{plan}");
}

#[test]
fn a_new_project_of_every_language_is_valid_and_applies() {
    for language in ["de", "en", "es", "fr", "it", "ja", "ko", "zh"] {
        let folder = tempfile::tempdir().unwrap();
        let (_, code) = run(folder.path(), &["init", "new", "--language", language]);
        assert_eq!(code, 0);
        let project = folder.path().join("new");
        assert_eq!(run(&project, &["validate"]), ("no findings in 2 files\n".to_owned(), 0));
        assert_eq!(run(&project, &["schema", "--check", "schema"]).1, 0);
        assert_eq!(run(&project, &["apply", "--auto-approve"]).1, 0);
        let (plan, code) = run(&project, &["plan", "--detailed-exitcode"]);
        assert_eq!(code, 0, "{plan}");
    }
}

#[test]
fn a_new_project_leaves_what_is_there_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(".gitignore"), "target").unwrap();
    std::fs::write(folder.path().join(".pre-commit-config.yaml"), "repos: []\n").unwrap();
    assert_eq!(run(folder.path(), &["init"]).1, 0);
    let text = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
    assert_eq!(text(".gitignore"), "target\n.housestyle/\n");
    assert_eq!(text(".pre-commit-config.yaml"), "repos: []\n");
    std::fs::remove_file(folder.path().join("housestyle.toml")).unwrap();
    std::fs::write(folder.path().join("styles/website.yaml"), "mine").unwrap();
    assert_eq!(run(folder.path(), &["init"]).1, 5);
    assert_eq!(text("styles/website.yaml"), "mine");
    assert!(!folder.path().join("housestyle.toml").exists());
}

#[test]
fn what_a_new_project_does_not_write_is_said_so_that_somebody_does() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join(".git")).unwrap();
    std::fs::write(folder.path().join(".pre-commit-config.yaml"), "repos: []\n").unwrap();
    let said = |arguments: &[&str]| {
        let (code, _, said) = outcome(&mut housestyle(folder.path(), arguments));
        assert_eq!(code, 0);
        said
    };
    let first = said(&["init", "shop's texts"]);
    assert!(first.contains(".pre-commit-config.yaml is there already") && first.contains("--changed --`"), "{first}");
    assert!(first.contains(r"next: housestyle -C 'shop'\''s texts' validate"), "{first}");
    // The hook of the first project is that of all; its job is not.
    std::fs::remove_file(folder.path().join(".pre-commit-config.yaml")).unwrap();
    let second = said(&["init", "b"]);
    let next = second.lines().position(|line| line.starts_with("next: ")).unwrap();
    assert_eq!((next, second.lines().count()), (1, 4), "{second}");
    let third = said(&["init", "c"]);
    assert!(!third.contains("pre-commit") && third.contains("housestyle.yml is there already"), "{third}");
}
