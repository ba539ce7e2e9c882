//! The control interface: what a test suite does to an emulator that it does not restart.

use housestyle::emulator::{ControlToken, Emulator, EmulatorOptions, RawReply, RawRequest, answer_control};
use serde_json::{Value, json};

use super::{LISTS, make, names, parsed, send};

const SEED: &str = r#"{
    "style_rules": [{ "style_id": "8A9F1B9E-1111-4222-8333-444455556666", "name": "Support", "language": "DE",
        "creation_time": "2025-12-24T10:00:00Z",
        "configured_rules": { "spelling_and_grammar": { "eszett": "replace_eszett_with_ss" } },
        "custom_instructions": [
            { "id": "00000000-0000-4000-8000-000000000001", "label": "Tone", "prompt": "Plain." } ] }],
    "glossaries": [{ "name": "Product", "dictionaries": [
        { "source_lang": "en", "target_lang": "DE", "entries": { "log in": "anmelden" } }] }],
    "spoken_terms": [{ "name": "Names", "term_lists": [{ "lang": "en", "entries": ["Kubernetes"] }] }],
    "translation_memories": [{ "name": "Support", "source_language": "en", "target_languages": ["de"],
        "segments": [{ "source_text": "Hello", "targets": { "de": "Hallo" } }] }],
    "usage": [{ "write": 7 }]
}"#;

fn control(emulator: &Emulator, method: &str, target: &str, body: &str) -> RawReply {
    let token = ControlToken::parse("t0ken").unwrap();
    let headers = vec![("Authorization".to_owned(), "Bearer t0ken".to_owned())];
    let (method, target) = (method.to_owned(), target.to_owned());
    let request = RawRequest { method, target, headers, body: body.as_bytes().to_vec() };
    answer_control(emulator, Some(&token), &request).unwrap()
}

#[test]
fn without_its_token_it_does_nothing() {
    let emulator = Emulator::new(EmulatorOptions::default());
    make(&emulator, "A");
    let token = ControlToken::parse("t0ken").unwrap();
    let asked = |token: Option<&ControlToken>, header: Option<&str>, target: &str| {
        let headers = header.map(|header| ("authorization".to_owned(), header.to_owned())).into_iter().collect();
        let request = RawRequest { method: "POST".to_owned(), target: target.to_owned(), headers, body: Vec::new() };
        answer_control(&emulator, token, &request).map(|reply| reply.status)
    };
    assert_eq!(asked(None, Some("Bearer t0ken"), "/_emulator/reset"), Some(404));
    for wrong in [None, Some("Bearer other"), Some("t0ken"), Some("DeepL-Auth-Key t0ken"), Some("Bearer t0ken x")] {
        assert_eq!(asked(Some(&token), wrong, "/_emulator/reset"), Some(401), "{wrong:?}");
    }
    assert_eq!(names(&emulator, ""), ["A"]);
    assert_eq!(asked(Some(&token), Some("Bearer t0ken"), LISTS), None);
    assert_eq!(asked(Some(&token), Some("Bearer t0ken"), "/_emulator/else"), Some(404));
    assert_eq!(asked(Some(&token), Some("Bearer t0ken"), "/_emulator/log"), Some(405));
    for wrong in ["", "a b", "ü"] {
        assert!(ControlToken::parse(wrong).is_err(), "{wrong:?}");
    }
    assert!(!format!("{token:?}").contains("t0ken"));
}

#[test]
fn a_seed_gives_every_kind_its_fixed_identifiers_and_times() {
    let emulator = Emulator::new(EmulatorOptions::default());
    for _ in 0..2 {
        assert_eq!(control(&emulator, "PUT", "/_emulator/seed", SEED).status, 204);
    }
    let lists = parsed(&send(&emulator, "GET", &format!("{LISTS}?detailed=true"), None));
    assert_eq!(
        lists["style_rules"],
        json!([{
            "style_id": "8a9f1b9e-1111-4222-8333-444455556666", "name": "Support",
            "creation_time": "2025-12-24T10:00:00.0Z", "updated_time": "2025-12-24T10:00:00.0Z", "language": "de",
            "version": 1, "configured_rules": { "spelling_and_grammar": { "eszett": "replace_eszett_with_ss" } },
            "custom_instructions": [
                { "id": "00000000-0000-4000-8000-000000000001", "label": "Tone", "prompt": "Plain." } ],
        }])
    );
    let count =
        |target: &str, field: &str| parsed(&send(&emulator, "GET", target, None))[field].as_array().unwrap().len();
    assert_eq!(count("/v3/glossaries", "glossaries"), 1);
    assert_eq!(count("/v3/spoken-terms", "spoken_terms"), 1);
    assert_eq!(count("/v3/translation_memories", "translation_memories"), 1);
    assert_eq!(emulator.usage("default").write, 7);
}

#[test]
fn a_wrong_seed_is_named_with_its_place_and_stores_nothing() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let good = json!({ "name": "Good", "language": "de" });
    for (seed, wanted) in [
        (json!({ "style_rules": [good, { "name": "A", "language": "xx" }] }), "style_rules[1]: there are no"),
        (json!({ "style_rules": [good, { "name": "", "language": "de" }] }), "style_rules[1]: name must not be empty"),
        (
            json!({ "style_rules": [{ "name": "A", "language": "de", "configured_rules": { "no": { "such": "rule" } } }] }),
            "style_rules[0]: Unknown configured rule category: no",
        ),
        (
            json!({ "style_rules": [good], "glossaries": [{ "name": "G", "dictionaries": [
                { "source_lang": "en", "target_lang": "de", "entries": { "a ": "b" } }] }] }),
            "glossaries[0].dictionaries[0]: the phrase \"a \" begins or ends",
        ),
        (
            json!({ "spoken_terms": [{ "name": "S", "term_lists": [{ "lang": "qq", "entries": ["a"] }] }] }),
            "spoken_terms[0]: `qq`",
        ),
        (json!({ "style_rules": [{ "name": "A", "language": "de", "style_id": "1" }] }), "not an identifier at line 1"),
        (json!({ "styles": [] }), "unknown field `styles`"),
    ] {
        let refused = control(&emulator, "PUT", "/_emulator/seed", &seed.to_string());
        let message = parsed(&refused)["message"].as_str().unwrap().to_owned();
        assert_eq!(refused.status, 400);
        assert!(message.contains(wanted), "{message}");
    }
    assert!(names(&emulator, "").is_empty());
}

#[test]
fn a_reset_begins_again_with_the_seed_and_the_identifiers_of_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("emulator.jsonl");
    let emulator = Emulator::open(EmulatorOptions::default(), &file).unwrap();
    emulator.set_start_seed(SEED).unwrap();
    let first = make(&emulator, "A");
    control(&emulator, "PUT", "/_emulator/faults", r#"{"rules":[{"fault":{"kind":"status","status":503}}]}"#);
    assert_eq!(send(&emulator, "GET", LISTS, None).status, 503);
    assert_eq!(control(&emulator, "POST", "/_emulator/reset", "").status, 204);
    assert_eq!(names(&emulator, ""), ["Support"]);
    control(&emulator, "DELETE", "/_emulator/log", "");
    assert_eq!(make(&emulator, "A"), first);
    drop(emulator);
    let again = Emulator::open(EmulatorOptions::default(), &file).unwrap();
    assert_eq!(names(&again, ""), ["Support", "A"]);
}

#[test]
fn faults_phrases_and_the_log_are_at_hand() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let faults =
        r#"{"rules":[{"calls":["old-glossary-entries","list-styles"],"fault":{"kind":"status","status":529}}]}"#;
    assert_eq!(control(&emulator, "PUT", "/_emulator/faults", faults).status, 204);
    assert_eq!(send(&emulator, "GET", LISTS, None).status, 529);
    assert_eq!(control(&emulator, "DELETE", "/_emulator/faults", "").status, 204);
    assert_eq!(send(&emulator, "GET", LISTS, None).status, 200);
    let wrong = control(&emulator, "PUT", "/_emulator/faults", r#"{"rules":[{"calls":["x"],"fault":{"kind":"cut"}}]}"#);
    assert!(parsed(&wrong)["message"].as_str().unwrap().starts_with("rules[0]: no call is named `x`"));

    let text = || -> Value {
        let body = json!({ "text": ["Hello"], "target_lang": "de" });
        parsed(&send(&emulator, "POST", "/v2/translate", Some(body)))["translations"][0]["text"].clone()
    };
    let table = r#"{"translations":[{"target_lang":"de","phrases":{"Hello":"Hallo"}}]}"#;
    assert_eq!(control(&emulator, "PUT", "/_emulator/translations", table).status, 204);
    assert_eq!(text(), "Hallo");
    assert_eq!(control(&emulator, "DELETE", "/_emulator/translations", "").status, 204);
    assert_eq!(text(), "[emulated de] Hello");

    let log = parsed(&control(&emulator, "GET", "/_emulator/log?after=2", ""));
    let calls: Vec<&str> =
        log["requests"].as_array().unwrap().iter().map(|entry| entry["call"].as_str().unwrap()).collect();
    assert_eq!(calls, ["translate-text", "translate-text"]);
    assert_eq!(control(&emulator, "GET", "/_emulator/log?after=x", "").status, 400);
    assert_eq!(control(&emulator, "DELETE", "/_emulator/log", "").status, 204);
    assert_eq!(parsed(&control(&emulator, "GET", "/_emulator/log", ""))["requests"], json!([]));
}

/// A request of an account of its own.
fn as_key(emulator: &Emulator, key: &str, method: &str, target: &str, body: Option<&Value>) -> RawReply {
    let mut request = super::raw(method, target, body);
    request.headers[0].1 = format!("DeepL-Auth-Key {key}");
    emulator.handle_request(request).into_reply().unwrap()
}

fn count_lists(emulator: &Emulator, key: &str) -> usize {
    parsed(&as_key(emulator, key, "GET", LISTS, None))["style_rules"].as_array().unwrap().len()
}

/// Tests that run in parallel have an account each: what one does to its own is not seen by the other.
#[test]
fn accounts_are_reset_broken_and_logged_one_by_one() {
    let emulator = Emulator::new(EmulatorOptions { account_per_key: true, ..EmulatorOptions::default() });
    let seed = r#"{ "style_rules": [{ "account": "*", "name": "Given", "language": "de" }],
        "usage": [{ "account": "one", "text": 90, "character_limit": 100 }] }"#;
    emulator.set_start_seed(seed).unwrap();
    let list = json!({ "name": "Own", "language": "de" });
    for key in ["one", "two"] {
        assert_eq!(count_lists(&emulator, key), 1, "every account has what the seed gives to all");
        assert_eq!(as_key(&emulator, key, "POST", LISTS, Some(&list)).status, 201);
    }
    assert_eq!(control(&emulator, "POST", "/_emulator/reset?account=one", "").status, 204);
    assert_eq!((count_lists(&emulator, "one"), count_lists(&emulator, "two")), (1, 2));

    let faults = r#"{ "rules": [{ "calls": ["list-styles"], "when": { "nth": 1 }, "fault": { "kind": "status", "status": 418 } }] }"#;
    assert_eq!(control(&emulator, "PUT", "/_emulator/faults?account=two", faults).status, 204);
    let status = |key| as_key(&emulator, key, "GET", LISTS, None).status;
    assert_eq!((status("one"), status("two"), status("two")), (200, 418, 200));
    assert_eq!(control(&emulator, "PUT", "/_emulator/faults?account=two", faults).status, 204);
    assert_eq!(control(&emulator, "DELETE", "/_emulator/faults?account=two", "").status, 204);
    assert_eq!(status("two"), 200);

    let logged = |query: &str| {
        let said = control(&emulator, "GET", &format!("/_emulator/log{query}"), "");
        parsed(&said)["requests"].as_array().unwrap().len()
    };
    assert_eq!(logged("?account=one") + logged("?account=two"), logged(""));
    control(&emulator, "DELETE", "/_emulator/log?account=two", "");
    assert_eq!((logged("?account=two"), logged("?account=one")), (0, logged("")));

    // A quota that is reached, not one that is faked.
    let text = |n: usize| json!({ "text": ["x".repeat(n)], "target_lang": "de" });
    let translate = |key: &str, n: usize| as_key(&emulator, key, "POST", "/v2/translate", Some(&text(n))).status;
    assert_eq!((translate("one", 10), translate("one", 1), translate("two", 1000)), (200, 456, 200));
    let usage = parsed(&as_key(&emulator, "one", "GET", "/v2/usage", None));
    assert_eq!((&usage["character_count"], &usage["character_limit"]), (&json!(100), &json!(100)));
}

#[test]
fn bodies_are_in_the_log_where_asked_for_and_keys_are_not() {
    for kept in [false, true] {
        let emulator = Emulator::new(EmulatorOptions { log_bodies: kept, ..EmulatorOptions::default() });
        let body = json!({ "text": ["say s3cret-key aloud"], "target_lang": "de" });
        assert_eq!(as_key(&emulator, "s3cret-key", "POST", "/v2/translate", Some(&body)).status, 200);
        let shown = |query: &str| {
            parsed(&control(&emulator, "GET", &format!("/_emulator/log{query}"), ""))["requests"][0].clone()
        };
        assert!(shown("").get("body").is_none());
        let said = shown("?bodies=1").to_string();
        assert_eq!(said.contains("say … aloud"), kept, "{said}");
        assert!(!said.contains("s3cret-key"), "{said}");
    }
}
