//! Spoken terms: every endpoint, every refusal, every limit.

use housestyle::emulator::{Emulator, EmulatorLimits, EmulatorOptions, RawReply};
use serde_json::{Value, json};

use super::{parsed, send};

const ALL: &str = "/v3/spoken-terms";

fn list(lang: &str, entries: &str) -> Value {
    json!({ "lang": lang, "entries": entries })
}

fn create(emulator: &Emulator, lists: &[Value]) -> RawReply {
    send(emulator, "POST", ALL, Some(json!({ "name": "Names", "term_lists": lists })))
}

fn make_terms(emulator: &Emulator) -> String {
    let reply = create(emulator, &[list("de", "Anna\nanna")]);
    assert_eq!(reply.status, 201, "{reply:?}");
    format!("{ALL}/{}", parsed(&reply)["spoken_terms_id"].as_str().unwrap())
}

fn entries(emulator: &Emulator, path: &str, lang: &str) -> Value {
    let reply = send(emulator, "GET", &format!("{path}/entries?lang={lang}"), None);
    assert_eq!(reply.status, 200, "{reply:?}");
    parsed(&reply)
}

fn put(emulator: &Emulator, path: &str, list: Value) -> RawReply {
    send(emulator, "PUT", &format!("{path}/term-lists"), Some(list))
}

#[test]
fn a_collection_lives_from_its_creation_to_its_end() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let made = create(&emulator, &[list("EN", "Zoe\nAnna\n"), list("de", "Ä")]);
    assert_eq!(made.status, 201);
    let made = parsed(&made);
    assert_eq!(made["name"], "Names");
    assert_eq!(made["term_lists"], json!([{ "lang": "de", "entry_count": 1 }, { "lang": "en", "entry_count": 2 }]));
    let path = format!("{ALL}/{}", made["spoken_terms_id"].as_str().unwrap());
    assert_eq!(parsed(&send(&emulator, "GET", &path, None)), made);
    assert_eq!(parsed(&send(&emulator, "GET", ALL, None)), json!({ "spoken_terms": [made] }));
    assert_eq!(entries(&emulator, &path, "en"), json!({ "lang": "en", "entries": "Zoe\nAnna" }));

    let patched = json!({ "name": "People", "term_lists": [list("en", "Anna\nBen"), list("fr", "Léa")] });
    let patched = send(&emulator, "PATCH", &path, Some(patched));
    assert_eq!((patched.status, parsed(&patched)["name"].as_str()), (200, Some("People")));
    assert_eq!(entries(&emulator, &path, "en")["entries"], "Zoe\nAnna\nBen");
    let replaced = put(&emulator, &path, list("en", "Cem"));
    assert_eq!((replaced.status, parsed(&replaced)), (200, json!({ "lang": "en", "entry_count": 1 })));
    assert_eq!(entries(&emulator, &path, "EN")["entries"], "Cem");

    for lang in ["en", "de", "fr"] {
        let one = format!("{path}/term-lists?lang={lang}");
        assert_eq!(send(&emulator, "DELETE", &one, None).status, 204);
        assert_eq!(send(&emulator, "DELETE", &one, None).status, 404);
    }
    assert_eq!(send(&emulator, "GET", &format!("{path}/entries?lang=de"), None).status, 404);
    assert_eq!(send(&emulator, "DELETE", &path, None).status, 204);
    assert_eq!(send(&emulator, "GET", &path, None).status, 404);
}

#[test]
fn what_does_not_hold_is_refused_and_changes_nothing() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make_terms(&emulator);
    let before = emulator.spoken_terms("default");
    for (wrong, why) in [
        (list("xx", "A"), "language"),
        (list("de-CH", "A"), "language"),
        (list("de", ""), "empty"),
        (list("de", "A\n\nB"), "Term 2 is empty"),
        (list("de", "A\nA"), "Term 2 is there already"),
        (list("de", "A\n B"), "Term 2 begins or ends"),
        (list("de", "A\tB"), "U+0009"),
        (json!({ "lang": "de" }), "entries is required"),
        (json!({ "lang": "de", "entries": ["A"] }), "entries must be a string"),
    ] {
        for reply in [
            put(&emulator, &path, wrong.clone()),
            create(&emulator, std::slice::from_ref(&wrong)),
            send(&emulator, "PATCH", &path, Some(json!({ "name": "Other", "term_lists": [wrong] }))),
        ] {
            assert_eq!(reply.status, 400, "{wrong}");
            let message = parsed(&reply)["message"].as_str().unwrap().to_owned();
            assert!(message.contains(why), "{wrong}: {message}");
        }
    }
    assert_eq!(create(&emulator, &[]).status, 400);
    assert_eq!(create(&emulator, &[list("de", "A"), list("DE", "B")]).status, 400);
    assert_eq!(send(&emulator, "PATCH", &path, Some(json!({}))).status, 400);
    assert_eq!(send(&emulator, "GET", &format!("{path}/entries"), None).status, 400);
    assert_eq!(send(&emulator, "GET", &format!("{ALL}/nothing"), None).status, 400);
    assert_eq!(send(&emulator, "GET", &format!("{ALL}/{}", emulator.new_id()), None).status, 404);
    assert_eq!(emulator.spoken_terms("default"), before);
}

#[test]
fn a_list_has_at_most_300_characters_with_its_line_ends() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make_terms(&emulator);
    let sized = |count: usize| list("de", &format!("x\n{}", "𝔥".repeat(count - 2)));
    assert_eq!([299, 300, 301].map(|count| put(&emulator, &path, sized(count)).status), [200, 200, 400]);
    put(&emulator, &path, sized(299));
    let more = |term: &str| json!({ "term_lists": [list("de", term)] });
    assert_eq!(send(&emulator, "PATCH", &path, Some(more("y"))).status, 400);
    assert_eq!(send(&emulator, "PATCH", &path, Some(more("x"))).status, 200);
    let name = |count: usize| json!({ "name": "n".repeat(count) });
    assert_eq!(send(&emulator, "PATCH", &path, Some(name(1024))).status, 200);
    assert_eq!(send(&emulator, "PATCH", &path, Some(name(1025))).status, 400);
}

#[test]
fn an_account_holds_as_many_collections_as_its_plan_allows() {
    let limits = EmulatorLimits { spoken_terms: Some(1), ..EmulatorLimits::default() };
    let emulator = Emulator::new(EmulatorOptions { limits, ..EmulatorOptions::default() });
    make_terms(&emulator);
    assert_eq!(create(&emulator, &[list("de", "A")]).status, 456);
}

#[test]
fn collections_outlive_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("emulator.jsonl");
    let emulator = Emulator::open(EmulatorOptions::default(), &file).unwrap();
    make_terms(&emulator);
    let before = emulator.spoken_terms("default");
    drop(emulator);
    let emulator = Emulator::open(EmulatorOptions::default(), &file).unwrap();
    assert_eq!(emulator.spoken_terms("default"), before);
}
