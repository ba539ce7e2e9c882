//! Glossaries: every endpoint, every refusal, every limit.

use housestyle::emulator::{Emulator, EmulatorKey, EmulatorLimits, EmulatorOptions, RawReply, RawRequest};
use serde_json::{Value, json};

use super::{parsed, send};

const GLOSSARIES: &str = "/v3/glossaries";

fn dictionary(source: &str, target: &str, entries: &str) -> Value {
    json!({ "source_lang": source, "target_lang": target, "entries": entries, "entries_format": "tsv" })
}

fn create(emulator: &Emulator, dictionaries: &[Value]) -> RawReply {
    send(emulator, "POST", GLOSSARIES, Some(json!({ "name": "Terms", "dictionaries": dictionaries })))
}

/// Makes a glossary with one entry and says its path.
fn make_glossary(emulator: &Emulator) -> String {
    let reply = create(emulator, &[dictionary("en", "de", "house\tHaus")]);
    assert_eq!(reply.status, 201, "{reply:?}");
    format!("{GLOSSARIES}/{}", parsed(&reply)["glossary_id"].as_str().unwrap())
}

fn entries(emulator: &Emulator, path: &str, source: &str, target: &str) -> RawReply {
    send(emulator, "GET", &format!("{path}/entries?source_lang={source}&target_lang={target}"), None)
}

fn text(emulator: &Emulator, path: &str) -> String {
    let answer = parsed(&entries(emulator, path, "en", "de"));
    assert_eq!(answer["dictionaries"][0]["entries_format"], "tsv");
    answer["dictionaries"][0]["entries"].as_str().unwrap().to_owned()
}

fn put(emulator: &Emulator, path: &str, dictionary: Value) -> RawReply {
    send(emulator, "PUT", &format!("{path}/dictionaries"), Some(dictionary))
}

fn detail(reply: &RawReply) -> String {
    let body = parsed(reply);
    assert!(body["message"].is_string(), "{body}");
    body["detail"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_glossary_lives_from_its_creation_to_its_end() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let made = create(&emulator, &[dictionary("EN", "De", "a\tb\nc\td\n"), dictionary("de", "en", "b\ta")]);
    let made = (made.status, parsed(&made));
    assert_eq!(made.0, 201);
    assert_eq!(made.1["name"], "Terms");
    let counts = json!([
        { "source_lang": "en", "target_lang": "de", "entry_count": 2 },
        { "source_lang": "de", "target_lang": "en", "entry_count": 1 },
    ]);
    assert_eq!(made.1["dictionaries"], counts);
    assert!(made.1["creation_time"].is_string());
    let path = format!("{GLOSSARIES}/{}", made.1["glossary_id"].as_str().unwrap());
    assert_eq!(parsed(&send(&emulator, "GET", &path, None)), made.1);
    assert_eq!(parsed(&send(&emulator, "GET", GLOSSARIES, None)), json!({ "glossaries": [made.1] }));
    assert_eq!(text(&emulator, &path), "a\tb\nc\td");

    let renamed = send(&emulator, "PATCH", &path, Some(json!({ "name": "Words" })));
    assert_eq!((renamed.status, parsed(&renamed)["name"].as_str()), (200, Some("Words")));
    assert_eq!(parsed(&renamed)["dictionaries"], counts);

    let one = format!("{path}/dictionaries?source_lang=DE&target_lang=EN");
    assert_eq!(send(&emulator, "DELETE", &one, None).status, 204);
    assert_eq!(send(&emulator, "DELETE", &one, None).status, 404);
    assert_eq!(entries(&emulator, &path, "de", "en").status, 404);
    let last = format!("{path}/dictionaries?source_lang=en&target_lang=de");
    assert_eq!(send(&emulator, "DELETE", &last, None).status, 204);
    assert_eq!(parsed(&send(&emulator, "GET", &path, None))["dictionaries"], json!([]));

    assert_eq!(send(&emulator, "DELETE", &path, None).status, 204);
    assert_eq!(send(&emulator, "DELETE", &path, None).status, 404);
    assert_eq!(parsed(&send(&emulator, "GET", GLOSSARIES, None)), json!({ "glossaries": [] }));
}

#[test]
fn a_patch_merges_and_a_put_replaces() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make_glossary(&emulator);
    let patched = |entries| json!({ "dictionaries": [dictionary("en", "de", entries)] });
    assert_eq!(send(&emulator, "PATCH", &path, Some(patched("roof\tDach\nhouse\tHeim"))).status, 200);
    assert_eq!(text(&emulator, &path), "house\tHeim\nroof\tDach");
    let replaced = put(&emulator, &path, dictionary("en", "de", "door\tTür"));
    assert_eq!(
        (replaced.status, parsed(&replaced)),
        (200, json!({ "source_lang": "en", "target_lang": "de", "entry_count": 1 }))
    );
    assert_eq!(text(&emulator, &path), "door\tTür");
    assert_eq!(put(&emulator, &path, dictionary("en", "fr", "door\tporte")).status, 200);
    assert_eq!(parsed(&send(&emulator, "GET", &path, None))["dictionaries"].as_array().unwrap().len(), 2);
    let two = json!({ "dictionaries": [dictionary("en", "de", "a\tb"), dictionary("en", "fr", "a\tb")] });
    assert_eq!(detail(&send(&emulator, "PATCH", &path, Some(two))), "dictionaries must hold at most 1");
    assert_eq!(send(&emulator, "PATCH", &path, Some(json!({}))).status, 400);
}

#[test]
fn rows_of_another_pair_are_dropped_without_a_word() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make_glossary(&emulator);
    let csv = "a,b,en,de\nc,d,en,fr\n\"e \"\"f\"\"\",g\n";
    let body = json!({ "source_lang": "en", "target_lang": "de", "entries": csv, "entries_format": "csv" });
    assert_eq!(parsed(&put(&emulator, &path, body))["entry_count"], 2);
    assert_eq!(text(&emulator, &path), "a\tb\ne \"f\"\tg");
}

#[test]
fn what_does_not_hold_is_refused_with_a_detail_and_changes_nothing() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make_glossary(&emulator);
    let before = emulator.glossaries("default");
    for (wrong, why) in [
        (dictionary("en-US", "de", "a\tb"), "source_lang must be a root language"),
        (dictionary("en", "zh-Hant", "a\tb"), "target_lang must be a root language"),
        (dictionary("en", "xx", "a\tb"), "target_lang is not a language"),
        (dictionary("en", "EN", "a\tb"), "same language"),
        (dictionary("en", "de", ""), "no entries"),
        (dictionary("en", "de", "a\tb\na\tc"), "Row 2"),
        (dictionary("en", "de", "a\tb \n"), "Row 1: the target text begins or ends"),
        (dictionary("en", "de", "a\tb\u{2029}c"), "U+2029"),
        (json!({ "source_lang": "en", "target_lang": "de", "entries": "a\tb" }), "entries_format is required"),
        (
            json!({ "source_lang": "en", "target_lang": "de", "entries": "a\tb", "entries_format": "xls" }),
            "entries_format must be",
        ),
        (json!({ "source_lang": 1, "target_lang": "de", "entries": "", "entries_format": "tsv" }), "source_lang must"),
        (
            json!({ "source_lang": "en", "target_lang": "de", "entries": [], "entries_format": "tsv" }),
            "entries must be a string",
        ),
    ] {
        for reply in [
            put(&emulator, &path, wrong.clone()),
            create(&emulator, std::slice::from_ref(&wrong)),
            send(&emulator, "PATCH", &path, Some(json!({ "name": "Other", "dictionaries": [wrong] }))),
        ] {
            assert_eq!(reply.status, 400, "{wrong}");
            assert!(detail(&reply).contains(why), "{wrong}: {}", detail(&reply));
        }
    }
    let pair = dictionary("en", "de", "a\tb");
    assert!(detail(&create(&emulator, &[pair.clone(), pair])).contains("more than once"));
    assert_eq!(create(&emulator, &[]).status, 400);
    for body in [json!({ "name": "A" }), json!({ "name": "A", "dictionaries": {} }), json!({ "dictionaries": [1] })] {
        assert_eq!(send(&emulator, "POST", GLOSSARIES, Some(body)).status, 400);
    }
    assert_eq!(emulator.glossaries("default"), before);
}

#[test]
fn identifiers_are_valid_and_known_or_refused() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let reply = send(&emulator, "GET", &format!("{GLOSSARIES}/1"), None);
    assert_eq!((reply.status, parsed(&reply)["message"].as_str()), (400, Some("Invalid glossary_id")));
    let unknown = format!("{GLOSSARIES}/{}", emulator.new_id());
    for (method, path, body) in [
        ("GET", unknown.clone(), None),
        ("GET", format!("{unknown}/entries?source_lang=en&target_lang=de"), None),
        ("PATCH", unknown.clone(), Some(json!({ "name": "A" }))),
        ("PUT", format!("{unknown}/dictionaries"), Some(dictionary("en", "de", "a\tb"))),
        ("DELETE", format!("{unknown}/dictionaries?source_lang=en&target_lang=de"), None),
        ("DELETE", unknown.clone(), None),
    ] {
        assert_eq!(send(&emulator, method, &path, body).status, 404, "{method} {path}");
    }
    let path = make_glossary(&emulator);
    for query in
        ["", "?source_lang=en", "?source_lang=en&source_lang=de&target_lang=fr", "?source_lang=en&target_lang=en-GB"]
    {
        assert_eq!(send(&emulator, "GET", &format!("{path}/entries{query}"), None).status, 400, "{query}");
    }
}

#[test]
fn forms_say_the_same_as_json() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let form = |method: &str, target: &str, body: &str| {
        let headers = vec![
            ("Authorization".to_owned(), "Service-Auth-Key key".to_owned()),
            ("Content-Type".to_owned(), "application/x-www-form-urlencoded; charset=utf-8".to_owned()),
        ];
        let request = RawRequest {
            method: method.to_owned(),
            target: target.to_owned(),
            headers,
            body: body.as_bytes().to_vec(),
        };
        emulator.handle_request(request).into_reply().unwrap()
    };
    let made = form(
        "POST",
        GLOSSARIES,
        "name=A+%26+B&dictionaries[0].source_lang=en&dictionaries[0].target_lang=de\
         &dictionaries[0].entries=house%09Haus&dictionaries[0].entries_format=tsv",
    );
    assert_eq!((made.status, parsed(&made)["name"].as_str()), (201, Some("A & B")));
    let path = format!("{GLOSSARIES}/{}", parsed(&made)["glossary_id"].as_str().unwrap());
    let pair = "source_lang=en&target_lang=de&entries_format=csv&entries=roof,Dach";
    assert_eq!(form("PUT", &format!("{path}/dictionaries"), pair).status, 200);
    assert_eq!(text(&emulator, &path), "roof\tDach");
    assert_eq!(form("PATCH", &path, "name=C").status, 200);
    assert_eq!(form("PATCH", &path, "").status, 400);
    assert_eq!(form("PATCH", &path, "name=C&name=D").status, 400);
}

#[test]
fn phrases_and_names_have_at_most_1024_bytes() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make_glossary(&emulator);
    let statuses = |body: &dyn Fn(String) -> (&'static str, String, Value)| {
        ["ä".repeat(512), format!("{}x", "ä".repeat(512))].map(|phrase| {
            let (method, target, body) = body(phrase);
            send(&emulator, method, &target, Some(body)).status
        })
    };
    assert_eq!(statuses(&|name| ("PATCH", path.clone(), json!({ "name": name }))), [200, 400]);
    let all = format!("{path}/dictionaries");
    let source = |phrase| ("PUT", all.clone(), dictionary("en", "de", &format!("{phrase}\tb")));
    assert_eq!(statuses(&source), [200, 400]);
    let target = |phrase| ("PUT", all.clone(), dictionary("en", "de", &format!("a\t{phrase}")));
    assert_eq!(statuses(&target), [200, 400]);
}

#[test]
fn a_glossary_holds_ten_mebibytes_and_a_body_may_bring_them() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make_glossary(&emulator);
    // Each entry weighs 1024 bytes.
    let entries =
        |count: usize| -> String { (0..count).map(|at| format!("{at:08}\t{}\n", "x".repeat(1014))).collect() };
    assert_eq!(put(&emulator, &path, dictionary("en", "de", &entries(10 * 1024))).status, 200);
    assert_eq!(put(&emulator, &path, dictionary("en", "de", &(entries(10 * 1024) + "a\tb"))).status, 413);
    assert_eq!(put(&emulator, &path, dictionary("en", "fr", "a\tb")).status, 413);
    let small = Emulator::new(EmulatorOptions {
        limits: EmulatorLimits { glossary_body_bytes: 1000, ..EmulatorLimits::default() },
        ..EmulatorOptions::default()
    });
    let path = make_glossary(&small);
    assert_eq!(put(&small, &path, dictionary("en", "de", &entries(1))).status, 413);
}

#[test]
fn an_account_holds_as_many_glossaries_as_its_plan_allows() {
    let emulator = Emulator::new(EmulatorOptions {
        limits: EmulatorLimits { glossaries: 2, ..EmulatorLimits::default() },
        keys: vec![EmulatorKey::parse("paid").unwrap(), EmulatorKey::parse("free:fx").unwrap()],
        ..EmulatorOptions::default()
    });
    let create = |key: &str| {
        let body = json!({ "name": "A", "dictionaries": [dictionary("en", "de", "a\tb")] });
        let mut request = super::raw("POST", GLOSSARIES, Some(&body));
        request.headers[0].1 = format!("Service-Auth-Key {key}");
        emulator.handle_request(request).into_reply().unwrap().status
    };
    assert_eq!([0; 3].map(|_| create("paid")), [201, 201, 456]);
    assert_eq!([0; 2].map(|_| create("free:fx")), [201, 456]);
}

#[test]
fn glossaries_outlive_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("emulator.jsonl");
    let emulator = Emulator::open(EmulatorOptions::default(), &file).unwrap();
    let path = make_glossary(&emulator);
    let gone = make_glossary(&emulator);
    super::make(&emulator, "A list");
    send(&emulator, "DELETE", &gone, None);
    let before = emulator.glossaries("default");
    drop(emulator);
    let emulator = Emulator::open(EmulatorOptions::default(), &file).unwrap();
    assert_eq!(emulator.glossaries("default"), before);
    assert_eq!(emulator.style_lists("default").len(), 1);
    assert_eq!(text(&emulator, &path), "house\tHaus");
}
