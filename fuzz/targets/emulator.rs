//! Entries of a glossary, through the emulator that reads them: what it takes, it holds and gives back.

use housestyle::emulator::{Emulator, EmulatorOptions, RawReply, RawRequest};
use serde_json::{Value, json};

/// The first byte says tab-separated or comma-separated, the rest are the entries.
pub(crate) fn entries(data: &[u8]) {
    let Some((first, data)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(data) else { return };
    let format = if first % 2 == 0 { "tsv" } else { "csv" };
    let emulator = Emulator::new(EmulatorOptions::default());
    let made = send(&emulator, "POST", "/v3/glossaries", &body(format, text));
    assert!(matches!(made.status, 201 | 400 | 413), "{}", made.status);
    if made.status != 201 {
        assert!(emulator.glossaries("default").is_empty(), "what was refused is held");
        return;
    }
    let id = read(&made)["glossary_id"].as_str().expect("a glossary has an id").to_owned();
    let path = format!("/v3/glossaries/{id}/entries?source_lang=en&target_lang=de");
    let held = read(&send(&emulator, "GET", &path, &Value::Null));
    let held = held["dictionaries"][0]["entries"].as_str().expect("entries are text");
    let again = send(&emulator, "POST", "/v3/glossaries", &body("tsv", held));
    assert_eq!(again.status, 201, "what was given out is refused");
    let both = emulator.glossaries("default");
    assert_eq!(both[0].dictionaries, both[1].dictionaries, "what was given out means something else");
}

fn body(format: &str, entries: &str) -> Value {
    let pair = json!({ "source_lang": "en", "target_lang": "de", "entries": entries, "entries_format": format });
    json!({ "name": "A", "dictionaries": [pair] })
}

fn send(emulator: &Emulator, method: &str, target: &str, body: &Value) -> RawReply {
    let headers = [("authorization", "Service-Auth-Key key"), ("content-type", "application/json")];
    let request = RawRequest {
        method: method.to_owned(),
        target: target.to_owned(),
        headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        body: if body.is_null() { Vec::new() } else { body.to_string().into_bytes() },
    };
    emulator.handle_request(request).into_reply().expect("no fault was asked for")
}

fn read(reply: &RawReply) -> Value {
    serde_json::from_slice(&reply.body).expect("an answer is JSON")
}
