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

/// The answers of the tests, by name.
fn told(at: &Path, arguments: &[&str]) -> (u8, Vec<(String, Value)>, String) {
    let (code, out, said) = run(at, &[&["test", "-o", "json"][..], arguments].concat());
    let document: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{said}"));
    let tests = document["tests"].as_array().unwrap().iter();
    let tests = tests.map(|test| (test["id"].as_str().unwrap().to_owned(), test.clone())).collect();
    (u8::try_from(code).unwrap(), tests, said)
}

#[test]
fn an_answer_that_still_passes_is_accepted_for_a_changed_style_and_nothing_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    recorded(at);
    let changed = "name: App\nlanguage: de\nconfigured_rules:\n  punctuation:\n    ellipsis: use_ellipsis_character\n\
                   custom_instructions:\n  - label: A\n    prompt: Be brief.\n";
    write(at, "styles/app.yaml", changed);
    let before = std::fs::read(at.join(".housestyle/emulator.json")).unwrap();
    let (code, tests, said) = told(at, &["--accept"]);
    // The one that failed with its earlier answer is not accepted.
    assert_eq!((code, said.contains("1 earlier answer accepted; nothing was sent")), (3, true), "{said}");
    assert_eq!((&tests[0].1["passed"], &tests[0].1["accepted"]), (&true.into(), &true.into()));
    assert_eq!((&tests[1].1["passed"], &tests[1].1["answer"]), (&false.into(), &Value::Null));
    assert_eq!(std::fs::read(at.join(".housestyle/emulator.json")).unwrap(), before);
    // It stays accepted, says so, and is sealed as what it is.
    let (_, tests, _) = told(at, &["buttons/save"]);
    assert_eq!((&tests[0].1["passed"], &tests[0].1["accepted"]), (&true.into(), &true.into()));
    let path = std::fs::read_dir(at.join("tests/recordings"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| std::fs::read_to_string(path).unwrap().contains("accepted_from"))
        .unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let mut recording: Value = serde_json::from_str(&text).unwrap();
    recording.as_object_mut().unwrap().remove("accepted_from").unwrap();
    std::fs::write(&path, recording.to_string()).unwrap();
    let (_, out, _) = run(at, &["test", "buttons/save"]);
    assert!(out.contains("edited by hand"), "{out}");
    std::fs::write(&path, text).unwrap();
    // Another text is another question.
    let tests = std::fs::read_to_string(at.join("tests/buttons.yaml")).unwrap();
    write(at, "tests/buttons.yaml", &tests.replace("Click Save.", "Click Save now."));
    let (code, _, said) = told(at, &["--accept"]);
    assert_eq!((code, said.contains("0 earlier answers accepted")), (3, true), "{said}");
}

#[test]
fn a_table_makes_a_test_of_each_row_and_several_styles_one_of_each() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    recorded(at);
    write(at, "styles/shop.yaml", "name: Shop\nlanguage: de\n");
    write(at, "tests/names.csv", "case,button,other\nsave,Save,\"a, b\"\nopen,Open,none\n");
    write(
        at,
        "tests/buttons.yaml",
        "style: [app, shop]\nfrom: en\ntests:\n  - name: click\n    cases: names.csv\n    \
         text: Click \"${{ button }}\"...\n    expect: { contains: \"${{button}}\", not_contains: \"${{ other }}\" }\n",
    );
    let (code, out, said) = run(at, &["validate"]);
    assert_eq!(code, 0, "{out}{said}");
    run(at, &["apply", "--auto-approve"]);
    run(at, &["test", "--record", "--auto-approve"]);
    let (code, tests, said) = told(at, &["--matrix", "m.html"]);
    let ids: Vec<&str> = tests.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "buttons/click[save][app]",
            "buttons/click[save][shop]",
            "buttons/click[open][app]",
            "buttons/click[open][shop]"
        ]
    );
    assert_eq!(code, 0, "{said}");
    assert!(tests[0].1["answer"].as_str().unwrap().contains("Save"), "{tests:?}");
    let page = std::fs::read_to_string(at.join("m.html")).unwrap();
    assert_eq!(page.matches("<tr><th scope=\"row\">").count(), 2, "{page}");
    for part in ["style/app</th>", "style/shop</th>", "Click &quot;Save&quot;...", "Save&quot;…", "Save&quot;..."] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let (code, _, _) = run(at, &["test", "buttons/click[open][shop]"]);
    assert_eq!(code, 0);
    // What is wrong with a table is said where it stands, by `validate` and by `test`.
    for (table, message) in [
        (Some("case,other\na,b\n"), "`button` is no column of `names.csv`; there are case, other"),
        (Some("case,button,other\na,b\n"), "this row has 2 cells, the line of names 3"),
        (Some("case,button,other\na,b,c\na,d,e\n"), "two rows have the name `a`; the first stands in line 2"),
        (Some("case,button,other\n"), "this table has no row below its line of names"),
        (Some("case;button;other\na;b;c\n"), "semicolons divide the columns of this table"),
        (None, "`names.csv` cannot be read"),
    ] {
        match table {
            Some(table) => write(at, "tests/names.csv", table),
            None => std::fs::remove_file(at.join("tests/names.csv")).unwrap(),
        }
        for command in ["validate", "test"] {
            let (code, out, _) = run(at, &[command]);
            assert!(code == 3 && out.contains(message), "{command} {message}: {out}");
            // Each place that names the column is marked.
            assert_eq!(out.matches(message).count(), 1, "{out}");
            assert_eq!(out.contains("and this one"), message.contains("is no column"), "{out}");
        }
    }
}
