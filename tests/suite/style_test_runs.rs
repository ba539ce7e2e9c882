//! Runs of style tests: what is recorded, what counts as an answer, and how many may fail.

use std::path::Path;

use serde_json::Value;

use crate::playground::{run, write};

fn recorded(at: &Path) {
    write(at, "housestyle.toml", "");
    write(
        at,
        "styles/app.yaml",
        "name: App\nlanguage: de\nconfigured_rules:\n  punctuation:\n    ellipsis: use_ellipsis_character\n",
    );
    write(
        at,
        "tests/buttons.yaml",
        "style: app\nfrom: en\ntests:\n  - name: save\n    text: Click Save.\n    expect: { contains: Save }\n  \
         - name: gone\n    text: Click Open.\n    expect: { contains: Anmelden }\n",
    );
    let (code, out, said) = run(at, &["apply", "--auto-approve"]);
    assert_eq!(code, 0, "{out}{said}");
    let (code, out, said) = run(at, &["test", "--record", "--auto-approve"]);
    assert_eq!(code, 3, "{out}{said}");
}

#[test]
fn json_has_every_test_with_its_answer() {
    let folder = tempfile::tempdir().unwrap();
    recorded(folder.path());
    let (_, out, _) = run(folder.path(), &["test", "-o", "json"]);
    let document: Value = serde_json::from_str(&out).unwrap();
    let tests = document["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 2, "{out}");
    assert_eq!((&tests[0]["id"], &tests[0]["passed"]), (&"buttons/save".into(), &true.into()));
    assert!(tests[0]["answer"].as_str().unwrap().ends_with("Click Save."), "{out}");
    assert_eq!((&tests[1]["path"], &tests[1]["passed"]), (&"tests/buttons.yaml".into(), &false.into()));
    assert_eq!(document["findings"].as_array().unwrap().len(), 1);
    let (_, out, _) = run(folder.path(), &["validate", "-o", "json"]);
    assert!(!out.contains("\"tests\""), "{out}");
}

#[test]
fn a_recording_that_was_edited_by_hand_is_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    recorded(at);
    let recordings = at.join("tests/recordings");
    let path = std::fs::read_dir(&recordings)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| std::fs::read_to_string(path).unwrap().contains("Click Open."))
        .unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("] Click Open.", "] Anmelden")).unwrap();
    let (code, out, said) = run(at, &["test"]);
    assert_eq!(code, 3, "{out}{said}");
    assert!(out.contains("buttons/gone: its recording was edited by hand, so it is no answer"), "{out}");
    assert!(out.contains("take it back from git, or record it again: housestyle test --record"), "{out}");
    let (_, out, _) = run(at, &["test", "--record", "--auto-approve"]);
    assert!(out.contains("does not contain `Anmelden`") && !out.contains("by hand"), "{out}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_share_of_the_tests_may_be_enough_and_broken_files_never_are() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    recorded(at);
    for (share, expected) in [("50", 0), ("51", 3), ("100", 3)] {
        let (code, out, said) = run(at, &["test", "--passing", share]);
        assert_eq!(code, expected, "{share}: {out}{said}");
        assert!(said.contains(&format!("1 of 2 tests passed; {share} % have to")), "{said}");
        assert!(out.contains("buttons/gone: does not contain `Anmelden`"), "{out}");
    }
    write(at, "tests/other.yaml", "style: nowhere\ntests:\n  - { name: a, text: A, expect: { contains: A } }\n");
    let (code, out, said) = run(at, &["test", "--passing", "1"]);
    assert_eq!(code, 3, "{out}{said}");
}
