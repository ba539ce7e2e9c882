//! Snapshots as files: who may read them, what refuses them, and an undo where the files of the project are broken.

use std::path::Path;

use crate::playground::{housestyle, outcome, write};

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

/// A project with one list that was applied, then edited and applied again.
fn applied_twice() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "housestyle.toml", "[environments.production]\n");
    for name in ["Shop", "Web shop"] {
        write(folder.path(), "styles/shop.yaml", &format!("name: {name}\nlanguage: de\n"));
        let (code, _, said) = outcome(&mut housestyle(folder.path(), &["apply", "--auto-approve"]));
        assert_eq!(code, 0, "{said}");
    }
    folder
}

fn live_names(folder: &Path) -> Vec<String> {
    let (code, out, said) = outcome(&mut housestyle(folder, &["snapshot", "--out", "-"]));
    assert_eq!((code, said.as_str()), (0, ""));
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    json["styles"].as_array().unwrap().iter().map(|list| list["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_undo_does_without_the_files() {
    let folder = applied_twice();
    write(folder.path(), "styles/shop.yaml", "name: [broken\n");
    let (code, _, said) = outcome(&mut housestyle(folder.path(), &["apply", "--undo", "--auto-approve"]));
    assert_eq!(code, 0, "{said}");
    assert_eq!(live_names(folder.path()), ["Shop"]);
}

#[test]
fn what_was_reviewed_is_what_is_undone() {
    let folder = applied_twice();
    let (_, out, _) =
        outcome(&mut housestyle(folder.path(), &["plan", "--undo", "--format", "json", "--out", "plan.json"]));
    let plan: serde_json::Value = serde_json::from_str(&out).unwrap();
    let digest = plan["digest"].as_str().unwrap();
    assert!(plan["basis"]["options"]["undo"][0].as_str().unwrap().starts_with("sha256:"));
    assert_eq!(
        outcome(&mut housestyle(folder.path(), &["apply", "plan.json"])).0,
        6,
        "without --undo it is another plan"
    );
    assert_eq!(outcome(&mut housestyle(folder.path(), &["apply", "--approve", digest])).0, 6);
    assert_eq!(live_names(folder.path()), ["Web shop"]);
    assert_eq!(outcome(&mut housestyle(folder.path(), &["apply", "--undo", "--approve", digest])).0, 0);
    assert_eq!(live_names(folder.path()), ["Shop"]);
}

#[cfg(unix)]
#[test]
fn snapshots_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = applied_twice();
    assert_eq!(outcome(&mut housestyle(folder.path(), &["snapshot"])).0, 0);
    for file in [".housestyle/undo/default/1.json", ".housestyle/undo/default/2.json", ".housestyle/snapshot.json"] {
        let mode = std::fs::metadata(folder.path().join(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}

#[test]
fn nothing_is_sent_where_nothing_can_be_saved() {
    let folder = applied_twice();
    std::fs::remove_dir_all(folder.path().join(".housestyle/undo")).unwrap();
    write(folder.path(), ".housestyle/undo", "in the way");
    write(folder.path(), "styles/shop.yaml", "name: Third shop\nlanguage: de\n");
    let (code, out, said) = outcome(&mut housestyle(folder.path(), &["apply", "--auto-approve"]));
    assert_eq!(code, 1, "{out}{said}");
    assert!(out.contains("nothing was sent"), "{out}{said}");
    assert_eq!(live_names(folder.path()), ["Web shop"]);
    assert_eq!(read(folder.path(), ".housestyle/undo"), "in the way");
}

#[test]
fn a_snapshot_of_something_else_is_refused() {
    let folder = applied_twice();
    let snapshot = read(folder.path(), ".housestyle/undo/default/2.json");
    let cases = [
        ("\"origin\": \"emulator\"", "\"origin\": \"https://elsewhere.example\"", 5, "elsewhere.example"),
        ("\"environment\": \"default\"", "\"environment\": \"production\"", 5, "--env production"),
        ("\"housestyle_snapshot\": 1", "\"housestyle_snapshot\": 2", 1, "newer"),
        ("\"housestyle_snapshot\"", "\"housestyle_plan\"", 1, "not a snapshot"),
        ("\"style/shop\"", "null", 5, "no resource of this project"),
        ("\"style/shop\"", "\"style/../shop\"", 1, "no address"),
    ];
    for (from, to, wanted, why) in cases {
        assert!(snapshot.contains(from), "{snapshot}");
        write(folder.path(), "other.json", &snapshot.replace(from, to));
        let (code, _, said) =
            outcome(&mut housestyle(folder.path(), &["apply", "--auto-approve", "--undo", "other.json"]));
        assert!(code == wanted && said.contains(why), "{to}: {code} {said}");
    }
    let (code, _, said) =
        outcome(&mut housestyle(folder.path(), &["apply", "--env", "production", "--undo", "--auto-approve"]));
    assert!(code == 1 && said.contains("nothing to undo"), "each environment has its own: {code} {said}");
    assert_eq!(live_names(folder.path()), ["Web shop"]);
}
