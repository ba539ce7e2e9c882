//! What the emulator keeps between runs.

use std::fs;
use std::path::Path;

use housestyle::emulator::{Emulator, EmulatorOptions, PersistError};
use serde_json::json;

use super::{make, names, send};

fn open(path: &Path) -> Emulator {
    Emulator::open(EmulatorOptions::default(), path).unwrap()
}

#[test]
fn lists_and_ids_go_on_where_they_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deeper/emulator.jsonl");
    let emulator = open(&path);
    let first = make(&emulator, "A");
    let second = make(&emulator, "B");
    send(&emulator, "PATCH", &first, Some(json!({ "name": "A2" })));
    send(&emulator, "DELETE", &second, None);
    let before = emulator.style_lists("default");
    drop(emulator);
    let emulator = open(&path);
    assert_eq!(emulator.style_lists("default"), before);
    let third = make(&emulator, "C");
    assert!(third != first && third != second, "an id is given out once");
    assert_eq!(names(&emulator, ""), ["A2", "C"]);
}

#[test]
fn a_torn_last_line_is_dropped_and_the_next_one_holds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("emulator.jsonl");
    let emulator = open(&path);
    make(&emulator, "A");
    make(&emulator, "B");
    drop(emulator);
    let whole = fs::read(&path).unwrap();
    let second = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).nth(1).unwrap();
    for length in second..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let emulator = open(&path);
        assert_eq!(names(&emulator, ""), ["A"], "cut after {length} bytes");
        make(&emulator, "C");
        drop(emulator);
        assert_eq!(names(&open(&path), ""), ["A", "C"]);
    }
}

#[test]
fn what_it_cannot_understand_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("emulator.jsonl");
    let newer = "{\"format\":\"housestyle-emulator\",\"version\":5}\n{\"something\":\"else\"}\n";
    let broken = "{\"format\":\"housestyle-emulator\",\"version\":1,\"made\":0}\nnonsense\n{}\n";
    for (text, wanted) in [(newer, "newer"), ("{\"name\":1}\n", "line 1"), (broken, "line 2"), ("\u{0}", "line 1")] {
        fs::write(&path, text).unwrap();
        let error = Emulator::open(EmulatorOptions::default(), &path).unwrap_err();
        assert!(error.to_string().contains(wanted), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn one_process_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("emulator.jsonl");
    let first = open(&path);
    let second = Emulator::open(EmulatorOptions::default(), &path);
    assert!(matches!(second, Err(PersistError::InUse { .. })));
    drop(first);
    open(&path);
}

#[test]
fn history_is_not_kept_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("emulator.jsonl");
    let emulator = open(&path);
    let list = make(&emulator, "A");
    for at in 0..2500 {
        send(&emulator, "PATCH", &list, Some(json!({ "name": format!("A{at}") })));
    }
    let lines = fs::read_to_string(&path).unwrap().lines().count();
    assert!(lines < 1100, "{lines} lines");
    drop(emulator);
    assert_eq!(names(&open(&path), ""), ["A2499"]);
}

#[cfg(unix)]
#[test]
fn files_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("emulator.jsonl");
    make(&open(&path), "A");
    for entry in fs::read_dir(folder.path()).unwrap() {
        assert_eq!(entry.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
