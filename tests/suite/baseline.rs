//! A baseline hides what was there, never what is new, and lets nothing invalid through to a plan; what changed since a
//! revision is told with all that rests on it.

use std::path::Path;

use crate::playground::{git, run, run_in_shell, write};

/// Exit code and the lines of findings.
fn validate(folder: &Path, arguments: &[&str]) -> (i32, Vec<String>) {
    let (code, text, _) = run_in_shell(folder, &[&["validate", "-o", "plain"], arguments].concat());
    let findings = text.lines().filter(|line| line.contains("]: ")).map(str::to_owned).collect();
    (code, findings)
}

#[test]
fn what_is_known_is_hidden_wherever_it_moves_and_what_is_new_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, "housestyle.toml", "");
    let rules = |more: &str| format!("name: A\nlanguage: de\nconfigured_rules:\n  numbers:\n{more}    nonsense: x\n");
    write(at, "styles/a.yaml", &rules(""));
    assert_eq!(validate(at, &[]).0, 3);
    assert_eq!(validate(at, &["--write-baseline"]), (0, Vec::new()));
    assert_eq!(validate(at, &[]), (0, Vec::new()));
    write(at, "styles/a.yaml", &rules("    decimal_separator: use_comma_as_decimal_separator\n"));
    assert_eq!(validate(at, &[]), (0, Vec::new()));
    write(at, "styles/a.yaml", &rules("    other: x\n"));
    let (exit, found) = validate(at, &[]);
    assert_eq!((exit, found.len()), (3, 1), "{found:?}");
    assert!(found[0].contains("`other`"), "{found:?}");
    // The files are as invalid as they were: nothing is planned from them.
    write(at, "styles/a.yaml", &rules(""));
    assert_eq!(run(at, &["plan"]).0, 3);
    // One file alone says nothing about what was corrected elsewhere.
    assert_eq!(validate(at, &["styles/a.yaml"]), (0, Vec::new()));
    assert!(!run(at, &["validate", "styles/a.yaml"]).2.contains("corrected"));
}

#[test]
fn a_change_is_told_with_everything_that_rests_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, "housestyle.toml", "");
    write(at, "house/a.yaml", "kind: base_style\n");
    write(at, "house/b.yaml", "kind: base_style\nkey: named\nextends: [house/a]\n");
    write(at, "styles/one.yaml", "name: 'One '\nlanguage: de\nextends: [named]\n");
    write(at, "styles/two.yaml", "name: 'Two '\nlanguage: de\n");
    write(at, "styles/three.yaml", "name: Three\nlanguage: de\n");
    git(at, &["init", "-q"]);
    git(at, &["add", "."]);
    git(at, &["commit", "-q", "-m", "lists"]);
    let since = || {
        let mut files: Vec<String> = validate(at, &["--changed-since", "main"])
            .1
            .iter()
            .map(|line| line.split(':').next().unwrap().to_owned())
            .collect();
        files.dedup();
        files
    };
    assert_eq!(since(), Vec::<String>::new());
    write(at, "house/a.yaml", "kind: base_style\ndescription: more\n");
    assert_eq!(since(), ["styles/one.yaml"]);
    // Line ends alone are no change.
    write(at, "styles/two.yaml", "name: 'Two '\r\nlanguage: de\r\n");
    assert_eq!(since(), ["styles/one.yaml"]);
    // What holds between files is told wherever it is found.
    std::fs::remove_file(at.join("house/b.yaml")).unwrap();
    assert!(since().contains(&"styles/one.yaml".to_owned()));
    git(at, &["checkout", "-q", "."]);
    write(at, "styles/new.yaml", "name: Three\nlanguage: de\n");
    assert_eq!(since(), ["styles/new.yaml"]);
    std::fs::remove_file(at.join("styles/new.yaml")).unwrap();
    // The project file decides about every file.
    write(at, "housestyle.toml", "exclude = []\n");
    assert_eq!(since(), ["styles/one.yaml", "styles/two.yaml"]);
}
