//! The emulator's contract: every endpoint, every refusal, every limit, every fault.

use std::time::Duration;

use housestyle::emulator::{Emulator, EmulatorKey, EmulatorLatency, EmulatorOptions, RawReply, RawRequest};
use serde_json::{Value, json};

mod chaos;
mod control;
mod double;
mod fault;
mod glossary;
mod language;
mod limit;
mod memory_jobs;
mod persist;
mod socket;
mod spoken_terms;
mod style_profiles;
mod translate;
mod wire;

const LISTS: &str = "/v3/style_rules";

/// A request with a key and, where there is a body, its media type.
fn raw(method: &str, target: &str, body: Option<&Value>) -> RawRequest {
    let mut headers = vec![("Authorization".to_owned(), "Service-Auth-Key key".to_owned())];
    if body.is_some() {
        headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
    }
    let body = body.map(|body| body.to_string().into_bytes()).unwrap_or_default();
    RawRequest { method: method.to_owned(), target: target.to_owned(), headers, body }
}

/// Sends one request that is answered.
fn send(emulator: &Emulator, method: &str, target: &str, body: Option<Value>) -> RawReply {
    emulator.handle_request(raw(method, target, body.as_ref())).into_reply().unwrap()
}

fn parsed(reply: &RawReply) -> Value {
    serde_json::from_slice(&reply.body).unwrap_or_else(|_| panic!("{reply:?}"))
}

/// Makes a list and says its path.
fn make(emulator: &Emulator, name: &str) -> String {
    let reply = send(emulator, "POST", LISTS, Some(json!({ "name": name, "language": "de" })));
    assert_eq!(reply.status, 201, "{reply:?}");
    format!("{LISTS}/{}", parsed(&reply)["style_id"].as_str().unwrap())
}

fn names(emulator: &Emulator, query: &str) -> Vec<String> {
    let reply = send(emulator, "GET", &format!("{LISTS}{query}"), None);
    let lists = parsed(&reply)["style_rules"].as_array().unwrap().clone();
    lists.iter().map(|list| list["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_write_raises_the_version_also_one_that_changes_nothing() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make(&emulator, "A");
    let added = parsed(&send(
        &emulator,
        "POST",
        &format!("{path}/custom_instructions"),
        Some(json!({ "label": "L", "prompt": "P" })),
    ));
    let instruction = format!("{path}/custom_instructions/{}", added["id"].as_str().unwrap());
    let version = || parsed(&send(&emulator, "GET", &path, None))["version"].as_u64().unwrap();
    assert_eq!(version(), 2);
    send(&emulator, "PATCH", &path, Some(json!({ "name": "A" })));
    assert_eq!(version(), 3);
    send(&emulator, "PUT", &format!("{path}/configured_rules"), Some(json!({})));
    assert_eq!(version(), 4);
    send(&emulator, "PUT", &instruction, Some(json!({ "label": "L", "prompt": "P" })));
    assert_eq!(version(), 5);
    send(&emulator, "DELETE", &instruction, None);
    assert_eq!(version(), 6);
    // What is refused is no write.
    send(&emulator, "DELETE", &instruction, None);
    send(&emulator, "PATCH", &path, Some(json!({ "name": "" })));
    assert_eq!(version(), 6);
    assert_eq!(emulator.write_count(), 6);
}

#[test]
fn times_differ_from_the_start_and_only_the_second_moves() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make(&emulator, "A");
    let made = parsed(&send(&emulator, "GET", &path, None));
    assert_ne!(made["creation_time"], made["updated_time"]);
    let renamed = parsed(&send(&emulator, "PATCH", &path, Some(json!({ "name": "B" }))));
    assert_eq!(made["creation_time"], renamed["creation_time"]);
    assert!(made["updated_time"].as_str() < renamed["updated_time"].as_str());
}

#[test]
fn pages_hold_every_list_once_and_a_short_one_ends_them() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let all: Vec<String> = (0..51).map(|at| format!("list {at}")).collect();
    for name in &all {
        make(&emulator, name);
    }
    assert_eq!(names(&emulator, "").len(), 10);
    for size in [1, 10, 24, 25] {
        let mut seen = Vec::new();
        for page in 0.. {
            let found = names(&emulator, &format!("?page={page}&page_size={size}"));
            let short = found.len() < size;
            seen.extend(found);
            if short {
                break;
            }
        }
        assert_eq!(seen, all, "pages of {size}");
    }
    assert!(names(&emulator, "?page=2147483647&page_size=25").is_empty());
    assert_eq!(send(&emulator, "GET", &format!("{LISTS}?page=2147483648"), None).status, 400);
}

#[test]
fn the_same_seed_and_requests_give_the_same_bytes() {
    let run = |seed| {
        let emulator = Emulator::new(EmulatorOptions { seed, ..EmulatorOptions::default() });
        let mut answers = Vec::new();
        for at in 0..20 {
            let body = json!({ "name": format!("n{at}"), "language": "en",
                "custom_instructions": [{ "label": "a", "prompt": "b" }] });
            answers.push(send(&emulator, "POST", LISTS, Some(body)));
            answers.push(send(&emulator, "GET", &format!("{LISTS}?detailed=true&page_size=25"), None));
        }
        answers
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}

#[test]
fn every_answer_has_a_date_and_a_trace_of_its_own() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let mut traces = std::collections::BTreeSet::new();
    for target in [LISTS, "/", "/v3/style_rules/x", "/v3/style_rules?page=x"] {
        for method in ["GET", "POST", "BREW"] {
            let reply = send(&emulator, method, target, None);
            assert!(reply.header("date").is_some());
            assert!(traces.insert(reply.header("x-trace-id").unwrap().to_owned()));
        }
    }
}

#[test]
fn what_somebody_else_plants_is_seen_and_not_counted() {
    let emulator = Emulator::new(EmulatorOptions::default());
    make(&emulator, "ours");
    let mut copy = emulator.style_lists("default")[0].as_ref().clone();
    copy.style_id = emulator.new_id();
    copy.name = "theirs".to_owned();
    emulator.insert_style_list("default", copy.clone());
    assert_eq!(names(&emulator, ""), ["ours", "theirs"]);
    emulator.remove_record("default", copy.style_id);
    assert_eq!(names(&emulator, ""), ["ours"]);
    assert_eq!(emulator.write_count(), 1);
}

#[test]
fn the_log_tells_what_happened_and_never_a_key() {
    let lines = Shared::default();
    let emulator = Emulator::new(EmulatorOptions { log: Some(Box::new(lines.clone())), ..EmulatorOptions::default() });
    let path = make(&emulator, "A");
    send(&emulator, "GET", &path, None);
    send(&emulator, "GET", "/nowhere", None);
    send(&emulator, "GET", "/v3/style_rules?page=0&%61uth_key=secret", None);
    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let written: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kept: Vec<Value> = emulator.log_entries().iter().map(|entry| serde_json::to_value(entry).unwrap()).collect();
    assert_eq!(written, kept);
    assert_eq!(written[0]["wrote"], true);
    assert_eq!(written[1]["call"], "get-style");
    assert_eq!(written[2]["status"], 404);
    assert!(written[2]["call"].is_null());
    assert!(!text.contains("Auth") && !text.contains("secret"), "{text}");
}

#[test]
fn a_source_language_may_be_filled_in() {
    let mut options = EmulatorOptions::default();
    options.quirks.fill_source_language = true;
    let emulator = Emulator::new(options);
    let path = make(&emulator, "A");
    let body = json!({ "label": "L", "prompt": "P" });
    let added = send(&emulator, "POST", &format!("{path}/custom_instructions"), Some(body));
    assert_eq!(parsed(&added)["source_language"], "de");
}

#[test]
fn calls_take_as_long_as_they_are_told_to() {
    let latency = EmulatorLatency { least: SECOND, most: 2 * SECOND };
    let emulator = Emulator::new(EmulatorOptions { latency: Some(latency), ..EmulatorOptions::default() });
    let waits: Vec<Duration> = (0..100).map(|_| emulator.handle_request(raw("GET", LISTS, None)).delay).collect();
    assert!(waits.iter().all(|wait| (SECOND..=2 * SECOND).contains(wait)), "{waits:?}");
    assert!(waits.iter().max() > waits.iter().min());
}

#[test]
fn keys_are_read_with_their_account_and_scopes() {
    let read =
        |written| EmulatorKey::parse(written).map(|key| (key.key, key.account, key.scopes.map(|scopes| scopes.len())));
    let key = |key: &str, account: &str, scopes| Ok((key.to_owned(), account.to_owned(), scopes));
    assert_eq!(read("abc"), key("abc", "abc", None));
    assert_eq!(read("acme.reader=style_rules:read"), key("acme.reader", "acme", Some(1)));
    assert_eq!(read("k:fx@shared=a, b"), key("k:fx", "shared", Some(2)));
    assert_eq!(read("k:fx"), key("k:fx", "k", None));
    for wrong in ["", "=a", "@b", "a b", "ä"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

/// A log that the test can read.
#[derive(Clone, Default)]
struct Shared(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

const SECOND: Duration = Duration::from_secs(1);
