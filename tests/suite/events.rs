//! The stream of an apply: whole lines as its schema says, from the first to the one that says how it ended, whatever comes.

use std::path::Path;

use serde_json::Value;

use crate::playground::run;

/// The events of a text; fails where one is not as its schema says, or the first or last is not what it should be.
fn events(text: &str) -> Vec<Value> {
    let schema = std::fs::read_to_string(format!("{}/schema/event.schema.json", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("event.json", serde_json::from_str(&schema).unwrap()).unwrap();
    let mut schemas = boon::Schemas::new();
    let at = compiler.compile("event.json", &mut schemas).unwrap();
    assert!(text.ends_with('\n'), "{text}");
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for event in &events {
        if let Err(error) = schemas.validate(event, at) {
            panic!("{event} is not as its schema says: {error:#}");
        }
    }
    assert_eq!(events[0]["event"], "begun");
    assert_eq!(events[0]["housestyle_events"], 1);
    assert_eq!(events.last().unwrap()["event"], "finished");
    assert_eq!(events.iter().filter(|event| event["event"] == "finished").count(), 1);
    events
}

fn streamed(folder: &Path, arguments: &[&str]) -> (i32, Vec<Value>) {
    let (exit, printed, _) =
        run(folder, &[&["apply", "-o", "ndjson", "--events", "events.ndjson"], arguments].concat());
    assert_eq!(printed, std::fs::read_to_string(folder.join("events.ndjson")).unwrap());
    let events = events(&printed);
    assert_eq!(events.last().unwrap()["exit"], exit);
    (exit, events)
}

fn names(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["event"].as_str().unwrap()).collect()
}

#[test]
fn a_run_is_told_from_its_plan_to_its_totals() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("housestyle.toml"), "").unwrap();
    std::fs::create_dir(at.join("styles")).unwrap();
    std::fs::write(at.join("styles/a.yaml"), "name: A\nlanguage: de\n").unwrap();
    std::fs::write(at.join("styles/b.yaml"), "name: B\nlanguage: en\n").unwrap();
    let plan: Value = serde_json::from_str(&run(at, &["plan", "-o", "json"]).1).unwrap();
    let (exit, events) = streamed(at, &["--auto-approve"]);
    assert_eq!(exit, 0);
    assert_eq!(names(&events)[..3], ["begun", "planned", "started"]);
    assert_eq!(events[1]["digest"], plan["digest"]);
    let ended: Vec<&Value> = events.iter().filter(|event| event["event"] == "item_ended").collect();
    assert_eq!(ended.len(), 2);
    assert!(ended.iter().all(|event| event["resource"]["outcome"] == "done" && event["resource"]["id"].is_string()));
    assert_eq!(events.last().unwrap()["summary"]["done"], 2);
    // Nothing to do, nobody agreed, a safeguard, invalid files: each ends with how it ended.
    assert_eq!(names(&streamed(at, &["--auto-approve"]).1), ["begun", "planned", "finished"]);
    std::fs::write(at.join("styles/b.yaml"), "name: C\nlanguage: en\n").unwrap();
    let (exit, events) = streamed(at, &[]);
    assert_eq!((exit, names(&events)), (64, vec!["begun", "planned", "finished"]));
    assert!(events[2]["error"].as_str().unwrap().starts_with("approval required"));
    std::fs::write(at.join("styles/b.yaml"), "name: B\nlanguage: fr\n").unwrap();
    let (exit, events) = streamed(at, &["--auto-approve"]);
    assert_eq!((exit, events[1]["blockers"][0]["safeguard"].as_str().unwrap()), (5, "changes-id"));
    std::fs::write(at.join("styles/b.yaml"), "nonsense\n").unwrap();
    assert_eq!(names(&streamed(at, &["--auto-approve"]).1), ["begun", "finished"]);
}

#[test]
fn the_file_of_a_stream_replaces_nothing_that_people_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("housestyle.toml"), "").unwrap();
    std::fs::create_dir(at.join("styles")).unwrap();
    std::fs::write(at.join("styles/a.yaml"), "name: A\nlanguage: de\n").unwrap();
    assert_eq!(run(at, &["apply", "--auto-approve", "--events", "styles/a.yaml"]).0, 5);
    assert_eq!(run(at, &["apply", "--auto-approve", "--events", "none/a.ndjson"]).0, 1);
    assert_eq!(run(at, &["apply", "--auto-approve"]).0, 0);
    assert_eq!(run(at, &["apply", "--auto-approve", "--events", "housestyle.lock.json"]).0, 5);
}
