//! The emulator's contract: every endpoint, every refusal, every limit, every fault.

use housestyle::emulator::{Emulator, Options, RawReply, RawRequest};
use serde_json::{Value, json};

/// Sends one request with a key and a JSON body.
fn send(emulator: &Emulator, method: &str, target: &str, body: Option<&Value>) -> RawReply {
    let mut headers = vec![("Authorization".to_owned(), "Service-Auth-Key key".to_owned())];
    if body.is_some() {
        headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
    }
    let body = body.map(|body| body.to_string().into_bytes()).unwrap_or_default();
    let request = RawRequest { method: method.to_owned(), target: target.to_owned(), headers, body };
    emulator.handle(request).reply().unwrap()
}

fn json(reply: &RawReply) -> Value {
    serde_json::from_slice(&reply.body).unwrap()
}

#[test]
fn a_list_lives_and_dies() {
    let emulator = Emulator::new(Options::default());
    let made = send(&emulator, "POST", "/v3/style_rules", Some(&json!({ "name": "Support", "language": "DE" })));
    assert_eq!(made.status, 201);
    let list = json(&made);
    assert_eq!(list["version"], 1);
    assert_eq!(list["language"], "de");
    let path = format!("/v3/style_rules/{}", list["style_id"].as_str().unwrap());
    assert_eq!(json(&send(&emulator, "GET", &path, None)), list);
    assert_eq!(json(&send(&emulator, "PATCH", &path, Some(&json!({ "name": "Hilfe" }))))["version"], 2);
    assert_eq!(send(&emulator, "DELETE", &path, None).status, 204);
    assert_eq!(send(&emulator, "DELETE", &path, None).status, 404);
    assert_eq!(emulator.writes(), 3);
}
