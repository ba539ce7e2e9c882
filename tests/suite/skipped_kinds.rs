//! Kinds of resources that a service does not have: plan, drift and apply say one thing about them, and a line of the project
//! file that leaves them out makes all of them end well.

use std::path::Path;

use serde_json::Value;

use crate::playground::{Served, housestyle, outcome, run, write};

/// A service without spoken terms.
const WITHOUT: &str = r#"{"rules": [
    {"calls": ["list-spoken-terms", "create-spoken-terms"], "fault": {"kind": "status", "status": 404}}]}"#;

/// A project with a list and a collection of spoken terms.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("housestyle.toml", ""),
        ("styles/shop.yaml", "name: Shop\nlanguage: de\n"),
        (
            "spoken-terms/names.yaml",
            "kind: spoken_terms\nname: Names\nterm_lists:\n  - language: de\n    terms: [Kiel]\n",
        ),
        ("without.json", WITHOUT),
        ("refused.json", &WITHOUT.replace("404", "403")),
    ] {
        write(folder.path(), path, text);
    }
    folder
}

/// What is told when a command speaks to this service.
fn tell(folder: &Path, service: &Served, arguments: &[&str]) -> (i32, String) {
    let settings = [("HOUSESTYLE_BASE_URL", service.address.as_str()), ("HOUSESTYLE_AUTH_KEY", "any")];
    let (code, out, said) = outcome(housestyle(folder, arguments).envs(settings));
    (code, (out + &said).split_whitespace().collect::<Vec<_>>().join(" "))
}

const LEAVE_OUT: &str = "skip_kinds = [\"spoken_terms\"]\n";
const APPLY: &[&str] = &["apply", "--auto-approve", "--settle", "0"];
const COMMANDS: [&[&str]; 4] = [&["plan"], &["plan", "--detailed-exitcode"], &["drift"], APPLY];

#[test]
fn what_a_service_does_not_have_ends_every_command_alike_until_the_files_leave_it_out() {
    for (faults, why) in [("without.json", "this service has no"), ("refused.json", "rejected the listing of")] {
        let project = project();
        let folder = project.path();
        let service = Served::new(folder, &["--faults", faults, "--log", "log.ndjson"]);
        assert_eq!(tell(folder, &service, APPLY).0, 4);
        for arguments in COMMANDS {
            let (code, said) = tell(folder, &service, arguments);
            assert_eq!(code, 4, "{arguments:?}: {said}");
            for part in ["spoken_terms/names", why, "collections of spoken terms", LEAVE_OUT.trim()] {
                assert!(said.contains(part), "{arguments:?} lacks {part:?}: {said}");
            }
            assert!(!said.contains("next: housestyle apply"), "the same run would leave it out again: {said}");
        }
        write(folder, "housestyle.toml", LEAVE_OUT);
        let asked = || std::fs::read_to_string(folder.join("log.ndjson")).unwrap().matches("spoken-terms").count();
        let before = asked();
        for arguments in COMMANDS {
            let (code, said) = tell(folder, &service, arguments);
            assert_eq!(code, 0, "{arguments:?}: {said}");
            let told = said.contains("left out, as `skip_kinds` of this environment says: spoken_terms/names");
            assert!(told || arguments == ["drift"], "{arguments:?}: {said}");
        }
        assert_eq!(asked(), before, "what is left out is not asked for");
        let (code, out, _) = outcome(
            housestyle(folder, &["plan", "-o", "json"])
                .envs([("HOUSESTYLE_BASE_URL", service.address.as_str()), ("HOUSESTYLE_AUTH_KEY", "any")]),
        );
        let plan: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, &plan["basis"]["options"]["skip-kinds"][0]), (0, &Value::from("spoken_terms")));
    }
}

#[test]
fn what_is_managed_stays_while_its_kind_is_left_out() {
    let project = project();
    let folder = project.path();
    let service = Served::new(folder, &["--log", "log.ndjson"]);
    assert_eq!(tell(folder, &service, APPLY).0, 0);
    let state = || std::fs::read_to_string(folder.join("housestyle.lock.json")).unwrap();
    let managed = state();
    assert!(managed.contains("spoken_terms/names"));
    // The environment leaves it out, and so does a snapshot of it; a file that is gone deletes nothing.
    write(folder, "housestyle.toml", &format!("deletion = \"prune\"\n{LEAVE_OUT}"));
    std::fs::remove_file(folder.join("spoken-terms/names.yaml")).unwrap();
    assert_eq!(tell(folder, &service, &["snapshot", "--out", "s.json"]).0, 0);
    let told = "left out, as `skip_kinds` of this environment says: spoken_terms/names";
    for arguments in [&["plan"][..], &["plan", "--against", "s.json"], &["drift"], APPLY] {
        let (code, said) = tell(folder, &service, arguments);
        assert!(code == 0 && said.contains(told), "{arguments:?}: {code} {said}");
        assert!(!said.contains("1 to delete"), "{said}");
    }
    assert_eq!(state(), managed);
    let log = std::fs::read_to_string(folder.join("log.ndjson")).unwrap();
    assert!(!log.contains("DELETE"), "{log}");
    // Without the line, it goes.
    write(folder, "housestyle.toml", "deletion = \"prune\"\n");
    let (code, said) = tell(folder, &service, &["plan"]);
    assert!(code == 0 && said.contains("1 to delete"), "{code} {said}");
}

#[test]
fn any_kind_of_the_service_can_be_left_out_and_a_word_that_is_none_is_told() {
    let project = project();
    let folder = project.path();
    for kind in ["style", "glossary", "spoken_terms"] {
        write(folder, "housestyle.toml", &format!("[environments.free]\nskip_kinds = [\"{kind}\"]\n"));
        let (code, out, said) = run(folder, &["plan", "--env", "free"]);
        assert_eq!(code, 0, "{kind}: {out}{said}");
        assert_eq!(out.contains("left out, as `skip_kinds`"), kind != "glossary", "{kind}: {out}");
    }
    write(folder, "housestyle.toml", "skip_kinds = [\"spoken_term\", \"translation_profile\"]\n");
    let (code, out, _) = run(folder, &["validate"]);
    assert!(code == 3 && out.contains("`skip_kinds` does not take `spoken_term`"), "{out}");
    assert!(
        out.contains("did you mean `spoken_terms`?") && out.contains("does not take `translation_profile`"),
        "{out}"
    );
}
