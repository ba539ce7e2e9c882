//! Translation memories in and out as files, the way the public service's clients go.

use std::time::Duration;

use housestyle::emulator::clock::DEFAULT_START;
use housestyle::emulator::{Clock, Emulator, EmulatorOptions, RawReply, RawRequest};
use serde_json::{Value, json};

use super::{parsed, send};

const MEMORIES: &str = "/v3/translation_memories";
const TMX: &str = r#"<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>
    <tu><tuv xml:lang="en"><seg>Log in &amp; stay</seg></tuv><tuv xml:lang="de"><seg>Anmelden</seg></tuv></tu>
    <tu><tuv xml:lang="en"><seg>Alone</seg></tuv></tu></body></tmx>"#;

/// Sends a request to an address that a job gave, without a key.
fn by_address(emulator: &Emulator, method: &str, address: &Value, body: &[u8]) -> RawReply {
    let target = address.as_str().unwrap().strip_prefix("http://localhost").unwrap().to_owned();
    let request = RawRequest { method: method.to_owned(), target, headers: Vec::new(), body: body.to_vec() };
    emulator.handle_request(request).into_reply().unwrap()
}

fn import(emulator: &Emulator, length: usize) -> Value {
    let body = json!({ "source_file": { "file_name": "legal.tmx", "content_length": length } });
    let made = send(emulator, "POST", &format!("{MEMORIES}/import"), Some(body));
    assert_eq!(made.status, 201, "{made:?}");
    parsed(&made)
}

fn job(emulator: &Emulator, made: &Value) -> Value {
    parsed(&send(emulator, "GET", &format!("{MEMORIES}/jobs/{}", made["job_id"].as_str().unwrap()), None))
}

#[test]
fn a_file_becomes_a_memory_and_a_memory_a_file() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let made = import(&emulator, TMX.len());
    let waiting = job(&emulator, &made);
    assert_eq!((&waiting["operation"], &waiting["results"][0]["status"]), (&json!("import"), &json!("awaiting_input")));
    assert_eq!(by_address(&emulator, "PUT", &made["upload_url"], TMX.as_bytes()).status, 200);
    assert_eq!(by_address(&emulator, "PUT", &made["upload_url"], TMX.as_bytes()).status, 409);
    let done = job(&emulator, &made);
    let result = &done["results"][0];
    assert_eq!((&result["status"], &result["skipped_segment_count"]), (&json!("completed"), &json!(1)));
    let id = result["translation_memory_id"].as_str().unwrap();
    let memory = parsed(&send(&emulator, "GET", &format!("{MEMORIES}/{id}"), None));
    assert_eq!(
        (&memory["name"], &memory["source_language"], &memory["target_languages"], &memory["segment_count"]),
        (&json!("legal.tmx"), &json!("en"), &json!(["de"]), &json!(1))
    );
    let segments = parsed(&send(&emulator, "GET", &format!("{MEMORIES}/{id}/segments"), None));
    assert_eq!(segments["segments"][0]["source_text"], "Log in & stay");

    let exported = send(&emulator, "POST", &format!("{MEMORIES}/{id}/export"), None);
    assert_eq!(exported.status, 202);
    let again = send(&emulator, "POST", &format!("{MEMORIES}/{id}/export"), None);
    assert_eq!((again.status, &parsed(&again)), (200, &parsed(&exported)), "the same export is given again");
    let ready = job(&emulator, &parsed(&exported));
    assert_eq!((&ready["operation"], &ready["results"][0]["status"]), (&json!("export"), &json!("completed")));
    let file = by_address(&emulator, "GET", &ready["results"][0]["download_url"], b"");
    let text = String::from_utf8(file.body).unwrap();
    assert!(file.status == 200 && text.contains("<seg>Log in &amp; stay</seg>"), "{text}");
    assert_eq!(job(&emulator, &parsed(&exported))["results"][0]["status"], "downloaded");
    // What was written is read again.
    let second = import(&emulator, text.len());
    by_address(&emulator, "PUT", &second["upload_url"], text.as_bytes());
    assert_eq!(job(&emulator, &second)["results"][0]["skipped_segment_count"], 0);
}

#[test]
fn what_is_wrong_is_refused_or_told_by_the_job() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let post = |body: Value| send(&emulator, "POST", &format!("{MEMORIES}/import"), Some(body)).status;
    assert_eq!(post(json!({})), 400);
    assert_eq!(post(json!({ "source_file": { "file_name": "a.tmx", "content_length": 0 } })), 400);
    let made = import(&emulator, 4);
    assert_eq!(by_address(&emulator, "PUT", &made["upload_url"], b"too long").status, 400);
    assert_eq!(by_address(&emulator, "GET", &made["upload_url"], b"").status, 405);
    let forged = json!(format!("{}x", made["upload_url"].as_str().unwrap()));
    assert_eq!(by_address(&emulator, "PUT", &forged, b"<a/>").status, 403);
    assert_eq!(by_address(&emulator, "PUT", &made["upload_url"], b"<a/>").status, 200);
    let failed = job(&emulator, &made);
    let result = &failed["results"][0];
    assert_eq!((&result["status"], &result["error"]["message"]), (&json!("failed"), &json!("The file is not TMX")));
    assert!(emulator.translation_memories("default").is_empty());
    let unknown = "8a9f1b9e-1111-4222-8333-444455556666";
    assert_eq!(send(&emulator, "GET", &format!("{MEMORIES}/jobs/{unknown}"), None).status, 404);
    assert_eq!(send(&emulator, "POST", &format!("{MEMORIES}/{unknown}/export"), None).status, 404);
    // Signatures are as good as keys: the log holds none.
    let log: String = emulator.log_entries().iter().map(|entry| entry.path.clone()).collect();
    assert!(!log.contains("signature"), "{log}");
}

#[test]
fn jobs_take_as_long_as_documents_and_an_upload_is_seen_late() {
    let (clock, hand) = Clock::manual(DEFAULT_START);
    let document_time = Duration::from_secs(4);
    let emulator = Emulator::new(EmulatorOptions { clock, document_time, ..EmulatorOptions::default() });
    let made = import(&emulator, TMX.len());
    by_address(&emulator, "PUT", &made["upload_url"], TMX.as_bytes());
    assert_eq!(job(&emulator, &made)["results"][0]["status"], "awaiting_input");
    hand.advance(document_time);
    let done = job(&emulator, &made);
    let id = done["results"][0]["translation_memory_id"].as_str().unwrap();
    let exported = parsed(&send(&emulator, "POST", &format!("{MEMORIES}/{id}/export"), None));
    assert_eq!(job(&emulator, &exported)["results"][0]["status"], "processing");
    hand.advance(document_time);
    assert_eq!(job(&emulator, &exported)["results"][0]["status"], "completed");
    let late = import(&emulator, TMX.len());
    hand.advance(Duration::from_secs(3601));
    assert_eq!(job(&emulator, &late)["results"][0]["status"], "expired");
}
