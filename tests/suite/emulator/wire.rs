//! Frozen pairs of requests and answers: what both sides believe about the service. `HOUSESTYLE_BLESS=1` writes the
//! answers anew.

use std::sync::Arc;

use housestyle::emulator::{
    Emulator, EmulatorKey, EmulatorLimits, EmulatorOptions, FaultFile, RateLimit, RawReply, RawRequest, WireOutcome,
};
use serde_json::{Map, Value, json};

#[test]
fn every_frozen_exchange_is_answered_as_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/wire");
    let bless = std::env::var_os("HOUSESTYLE_BLESS").is_some();
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let case: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let played = play(&case);
        if bless {
            std::fs::write(&path, serde_json::to_string_pretty(&played).unwrap() + "\n").unwrap();
        }
        for (at, (wanted, got)) in exchanges(&case).iter().zip(exchanges(&played)).enumerate() {
            // As text, so that the order of keys counts.
            let (wanted, got) = (format!("{wanted:#}"), format!("{got:#}"));
            assert!(bless || wanted == got, "{name}: exchange {at}\nwanted {wanted}\ngot {got}");
            seen += 1;
        }
    }
    assert!(seen > 80, "{seen} exchanges");
}

fn exchanges(case: &Value) -> &Vec<Value> {
    case["exchanges"].as_array().unwrap()
}

/// The case with the answers that are given now.
fn play(case: &Value) -> Value {
    let emulator = Emulator::new(options(&case["setup"]));
    let mut played = case.clone();
    for exchange in played["exchanges"].as_array_mut().unwrap() {
        let request = request(&exchange["request"]);
        exchange["response"] = match emulator.handle_request(request).wire {
            WireOutcome::Complete(reply) => response(&reply),
            WireOutcome::Truncated(reply, keep) => {
                let head = RawReply { body: reply.body[..keep].to_vec(), ..reply };
                let mut shown = response(&head);
                shown["cut"] = json!(true);
                shown
            }
            WireOutcome::Refused => json!({ "broken": "refused" }),
            WireOutcome::Dropped => json!({ "broken": "dropped" }),
            WireOutcome::Silent => json!({ "broken": "silent" }),
        };
    }
    played
}

fn request(written: &Value) -> RawRequest {
    let mut headers = Vec::new();
    match written.get("key") {
        Some(Value::String(key)) => headers.push(("Authorization".to_owned(), format!("Service-Auth-Key {key}"))),
        Some(_) => {}
        None => headers.push(("Authorization".to_owned(), "Service-Auth-Key key".to_owned())),
    }
    for (name, value) in written["headers"].as_object().unwrap_or(&Map::new()) {
        headers.push((name.clone(), value.as_str().unwrap().to_owned()));
    }
    let body = match (written.get("body"), written.get("raw")) {
        (Some(body), _) => body.to_string(),
        (None, Some(raw)) => raw.as_str().unwrap().to_owned(),
        (None, None) => String::new(),
    };
    if !body.is_empty() && !headers.iter().any(|(name, _)| name == "Content-Type") {
        headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
    }
    let text = |name: &str| written[name].as_str().unwrap().to_owned();
    RawRequest { method: text("method"), target: text("target"), headers, body: body.into_bytes() }
}

fn response(reply: &RawReply) -> Value {
    let headers: Map<String, Value> =
        reply.headers.iter().map(|(name, value)| (name.clone(), Value::String(value.clone()))).collect();
    let mut shown = json!({ "status": reply.status, "headers": headers });
    if !reply.body.is_empty() {
        let text = String::from_utf8_lossy(&reply.body).into_owned();
        shown["body"] = serde_json::from_str(&text).unwrap_or(Value::String(text));
    }
    shown
}

fn options(setup: &Value) -> EmulatorOptions {
    let texts = |name: &str| -> Vec<String> {
        let items = setup[name].as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item.as_str().unwrap().to_owned()).collect()
    };
    let count = |value: &Value| value.as_u64().map(|number| usize::try_from(number).unwrap());
    let limits = &setup["limits"];
    let standard = EmulatorLimits::default();
    let rate = setup["rate"].as_object().map(|rate| {
        let number = |name: &str| u32::try_from(rate[name].as_u64().unwrap()).unwrap();
        RateLimit { per_second: number("per_second"), burst: number("burst") }
    });
    EmulatorOptions {
        seed: 1,
        keys: texts("keys").iter().map(|key| EmulatorKey::parse(key).unwrap()).collect(),
        accept_schemes: texts("accept_schemes"),
        limits: EmulatorLimits {
            style_lists: count(&limits["lists"]),
            custom_instructions: count(&limits["custom_instructions"]).unwrap_or(standard.custom_instructions),
            ..standard
        },
        rate,
        document_time: std::time::Duration::from_secs(1),
        faults: setup.get("faults").map(|faults| FaultFile::parse(&faults.to_string()).unwrap().into_script()),
        capabilities: Arc::clone(&EmulatorOptions::default().capabilities),
        ..EmulatorOptions::default()
    }
}
