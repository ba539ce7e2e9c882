//! What clients other than this tool need of the emulator: the public service's scheme, older calls, administration, voice,
//! texts that can be asserted.

use std::time::Duration;

use housestyle::emulator::clock::DEFAULT_START;
use housestyle::emulator::{
    Clock, Emulator, EmulatorKey, EmulatorOptions, LabelPlace, PhraseTable, RawReply, RawRequest,
};
use serde_json::{Value, json};

use super::{LISTS, parsed, raw, send};

/// Sends a request with headers of its own.
fn with_headers(emulator: &Emulator, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> RawReply {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let (method, target) = (method.to_owned(), target.to_owned());
    let request = RawRequest { method, target, headers, body: body.as_bytes().to_vec() };
    emulator.handle_request(request).into_reply().unwrap()
}

fn message(reply: &RawReply) -> String {
    parsed(reply)["message"].as_str().unwrap().to_owned()
}

#[test]
fn both_schemes_are_taken_and_another_is_named_as_the_reason() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let status = |header: &str| with_headers(&emulator, "GET", LISTS, &[("authorization", header)], "");
    for header in ["Service-Auth-Key k", "DeepL-Auth-Key k", "deepl-auth-key  k"] {
        assert_eq!(status(header).status, 200, "{header}");
    }
    let refused = status("Bearer k");
    assert_eq!(refused.status, 403);
    assert_eq!(
        message(&refused),
        "Authorization scheme `Bearer` is not accepted: use Service-Auth-Key or DeepL-Auth-Key followed by the key"
    );
}

#[test]
fn every_key_may_have_an_account_of_its_own() {
    let emulator = Emulator::new(EmulatorOptions { account_per_key: true, ..EmulatorOptions::default() });
    let body = json!({ "name": "A", "language": "de" }).to_string();
    let as_key = |key: &str, method: &str, body: &str| {
        let authorization = format!("DeepL-Auth-Key {key}");
        let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
        with_headers(&emulator, method, LISTS, &headers, body)
    };
    assert_eq!(as_key("one", "POST", &body).status, 201);
    let count = |key| parsed(&as_key(key, "GET", ""))["style_rules"].as_array().unwrap().len();
    assert_eq!((count("one"), count("two")), (1, 0));
}

#[test]
fn an_older_glossary_has_one_pair_and_is_seen_on_both_sides() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let body = json!({ "name": "Old", "source_lang": "EN", "target_lang": "de", "entries": "a\tb\nc\td",
        "entries_format": "tsv" });
    let made = send(&emulator, "POST", "/v2/glossaries", Some(body.clone()));
    assert_eq!(made.status, 201, "{made:?}");
    let made = parsed(&made);
    assert_eq!(
        (&made["ready"], &made["source_lang"], &made["target_lang"], &made["entry_count"]),
        (&json!(true), &json!("en"), &json!("de"), &json!(2))
    );
    let path = format!("/v2/glossaries/{}", made["glossary_id"].as_str().unwrap());
    assert_eq!(parsed(&send(&emulator, "GET", &path, None)), made);
    assert_eq!(parsed(&send(&emulator, "GET", "/v2/glossaries", None)), json!({ "glossaries": [made] }));
    let entries = send(&emulator, "GET", &format!("{path}/entries"), None);
    assert_eq!(entries.header("content-type"), Some("text/tab-separated-values"));
    assert_eq!(entries.body, b"a\tb\nc\td");
    let key = ("authorization", "DeepL-Auth-Key k");
    let html = with_headers(&emulator, "GET", &format!("{path}/entries"), &[key, ("accept", "text/html")], "");
    assert_eq!(html.status, 400);

    let newer = path.replace("/v2/", "/v3/");
    assert_eq!(parsed(&send(&emulator, "GET", &newer, None))["dictionaries"][0]["entry_count"], 2);
    let pair = json!({ "source_lang": "en", "target_lang": "fr", "entries": "a\tb", "entries_format": "tsv" });
    assert_eq!(send(&emulator, "PUT", &format!("{newer}/dictionaries"), Some(pair)).status, 200);
    // Two pairs have no place in the older form.
    assert_eq!(parsed(&send(&emulator, "GET", "/v2/glossaries", None)), json!({ "glossaries": [] }));
    assert_eq!(send(&emulator, "GET", &path, None).status, 404);
    assert_eq!(send(&emulator, "DELETE", &path, None).status, 204);
    assert_eq!(send(&emulator, "DELETE", &path, None).status, 404);

    let form = "name=Old&source_lang=en&target_lang=th&entries=a%2Cb&entries_format=csv";
    let headers = [key, ("content-type", "application/x-www-form-urlencoded")];
    assert_eq!(with_headers(&emulator, "POST", "/v2/glossaries", &headers, form).status, 201);
    let wrong = send(&emulator, "POST", "/v2/glossaries", Some(json!({ "name": "Old" })));
    assert_eq!(parsed(&wrong), json!({ "message": "source_lang is required", "detail": "source_lang is required" }));
}

#[test]
fn a_memory_is_read_by_segments_and_deleted() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let segments: Vec<Value> = (0..120)
        .map(|at| json!({ "source_text": format!("Text {at}"), "targets": { "de": format!("Satz {at}"), "fr": "Phrase" } }))
        .collect();
    let memory = json!({ "name": "M", "source_language": "en", "target_languages": ["de", "fr"], "segments": segments,
        "creation_time": "2025-01-01T00:00:00Z" });
    emulator.apply_seed(&json!({ "translation_memories": [memory] }).to_string()).unwrap();
    let id = emulator.translation_memories("default")[0].translation_memory_id;
    let path = format!("/v3/translation_memories/{id}");
    let get = |more: &str| send(&emulator, "GET", &format!("{path}{more}"), None);
    let one = parsed(&get(""));
    assert_eq!((&one["segment_count"], &one["creation_time"]), (&json!(120), &json!("2025-01-01T00:00:00.0Z")));
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = parsed(&get(&format!("/segments?page_size=50{cursor}")));
        seen.extend(page["segments"].as_array().unwrap().iter().map(|segment| segment["source_text"].clone()));
        let Some(next) = page["next_page_cursor"].as_str() else { break };
        cursor = format!("&page_cursor={next}");
    }
    assert_eq!(seen, (0..120).map(|at| json!(format!("Text {at}"))).collect::<Vec<_>>());
    let filtered = |query: &str| parsed(&get(&format!("/segments?{query}")))["segments"].as_array().unwrap().len();
    assert_eq!(filtered("filter_text=satz%2011"), 11);
    assert_eq!(filtered("filter_text=satz%2011&filter_case_sensitive=true"), 0);
    for wrong in ["page_size=0", "page_size=101", "filter_text=a", "page_cursor=x", "filter_case_sensitive=2"] {
        assert_eq!(get(&format!("/segments?{wrong}")).status, 400, "{wrong}");
    }
    assert_eq!(send(&emulator, "DELETE", &path, None).status, 204);
    assert_eq!(get("").status, 404);
    assert_eq!(get("/segments").status, 404);
}

#[test]
fn usage_is_told_by_product_by_key_and_by_tag() {
    let (clock, hand) = Clock::manual(DEFAULT_START);
    let keys = ["acme.one", "acme.two", "acme.admin=admin"].map(|key| EmulatorKey::parse(key).unwrap()).to_vec();
    let emulator = Emulator::new(EmulatorOptions { clock, keys, ..EmulatorOptions::default() });
    let send = |key: &str, tag: Option<&str>, method: &str, target: &str, body: Option<Value>| {
        let mut request = raw(method, target, body.as_ref());
        request.headers[0].1 = format!("Service-Auth-Key {key}");
        request.headers.extend(tag.map(|tag| ("X-Service-Reporting-Tag".to_owned(), tag.to_owned())));
        emulator.handle_request(request).into_reply().unwrap()
    };
    let translate = |key: &str, tag: Option<&str>, text: &str| {
        send(key, tag, "POST", "/v2/translate", Some(json!({ "text": [text], "target_lang": "de" }))).status
    };
    assert_eq!(translate("acme.one", Some("web"), "12345"), 200);
    assert_eq!(translate("acme.two", Some("app"), "123"), 200);
    hand.advance(Duration::from_hours(24));
    let corrected = send("acme.one", Some("web"), "POST", "/v2/write/correct", Some(json!({ "text": ["1234567"] })));
    assert_eq!(corrected.status, 200);

    let usage = parsed(&send("acme.one", None, "GET", "/v2/usage", None));
    assert_eq!((&usage["character_count"], &usage["api_key_character_count"]), (&json!(15), &json!(12)));
    assert_eq!(
        (&usage["start_time"], &usage["end_time"]),
        (&json!("2026-01-01T00:00:00.0Z"), &json!("2026-02-01T00:00:00.0Z"))
    );
    let product = |name: &str| {
        let found = usage["products"].as_array().unwrap().iter().find(|product| product["product_type"] == name);
        let product = found.unwrap();
        (product["billing_unit"].clone(), product["account_unit_count"].clone(), product["api_key_unit_count"].clone())
    };
    assert_eq!(product("translate"), (json!("characters"), json!(8), json!(5)));
    assert_eq!(product("write"), (json!("characters"), json!(7), json!(7)));
    assert_eq!(product("speechToText").0, json!("minutes"));

    const TAGS: &str = "/v2/admin/analytics/custom-tags";
    assert_eq!(send("acme.one", None, "GET", TAGS, None).status, 403);
    let report = |query: &str| {
        parsed(&send("acme.admin", None, "GET", &format!("{TAGS}{query}"), None))["custom_tag_usage_report"].clone()
    };
    let row = |tag: &str, translated: u64, written: u64| {
        json!({ "custom_tag": tag, "breakdown": { "total_characters": translated + written,
            "text_translation_characters": translated, "text_improvement_characters": written } })
    };
    let all = report("");
    assert_eq!(all["usage"], json!([row("app", 3, 0), row("web", 5, 7)]));
    assert_eq!((&all["aggregate_by"], &all["next_page"]), (&json!("period"), &Value::Null));
    let days = report("?aggregate_by=day&start_date=2026-01-06&end_date=2026-01-31");
    let mut day = row("web", 0, 7);
    day["usage_date"] = json!("2026-01-06");
    assert_eq!(days["usage"], json!([day]));
    for wrong in ["?aggregate_by=week", "?start_date=x", "?start_date=2026-02-01&end_date=2026-01-01", "?page=-1"] {
        assert_eq!(send("acme.admin", None, "GET", &format!("{TAGS}{wrong}"), None).status, 400, "{wrong}");
    }
    assert_eq!(report("?page=1")["usage"], json!([]));
    // An admin key is for administration alone.
    assert_eq!(translate("acme.admin", None, "1"), 403);

    const LIMITS: &str = "/v2/admin/developer-keys/limits";
    let limits = parsed(&send("acme.admin", None, "GET", LIMITS, None));
    assert_eq!(limits.as_array().unwrap().len(), 3);
    assert!(limits.as_array().unwrap().iter().all(|key| key["speech_to_text_milliseconds"].is_null()));
    assert_eq!(send("acme.two", None, "GET", LIMITS, None).status, 403);
    let mut refused = 0;
    for key in limits.as_array().unwrap() {
        let body = json!({ "key_id": key["key_id"], "characters": 4, "speech_to_text_milliseconds": 1000 });
        let set = send("acme.admin", None, "PUT", LIMITS, Some(body));
        assert_eq!(parsed(&set)["characters"], 4);
        refused += 1;
    }
    assert_eq!(refused, 3);
    assert_eq!((translate("acme.two", None, "1"), translate("acme.two", None, "1")), (200, 456));
    assert_eq!(send("acme.admin", None, "PUT", LIMITS, Some(json!({ "key_id": "x" }))).status, 400);
    let keys = parsed(&send("acme.admin", None, "GET", "/v2/admin/developer-keys", None));
    assert_eq!(keys[0]["usage_limits"]["characters"], 4);
    assert!(!keys.to_string().contains("acme."), "no key is shown: {keys}");
}

#[test]
fn a_voice_session_is_answered_in_its_shape() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let ask = |body: Value| send(&emulator, "POST", "/v3/voice/realtime", Some(body));
    let full = json!({ "source_media_content_type": "audio/pcm", "source_language": "en", "source_language_mode": "fixed",
        "target_languages": ["de", "fr"], "target_media_languages": ["de"], "message_format": "json" });
    let answer = ask(full);
    assert_eq!(answer.status, 200, "{answer:?}");
    let answer = parsed(&answer);
    assert!(answer["streaming_url"].as_str().unwrap().starts_with("ws://"));
    assert!(!answer["token"].as_str().unwrap().is_empty());
    for wrong in [
        json!({}),
        json!({ "source_media_content_type": "audio/pcm", "message_format": "xml" }),
        json!({ "source_media_content_type": "audio/pcm", "source_language_mode": "fixed" }),
        json!({ "source_media_content_type": "audio/pcm", "target_languages": ["xx"] }),
        json!({ "source_media_content_type": "audio/pcm", "target_languages": "de" }),
    ] {
        assert_eq!(ask(wrong.clone()).status, 400, "{wrong}");
    }
    let unknown =
        json!({ "source_media_content_type": "a/b", "spoken_terms_id": "00000000-0000-4000-8000-000000000000" });
    assert_eq!(ask(unknown).status, 404);
}

#[test]
fn parameters_of_a_translation_are_checked_as_the_service_checks_them() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let translate = |more: Value| {
        let mut body = json!({ "text": ["Hello"], "target_lang": "de" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        send(&emulator, "POST", "/v2/translate", Some(body)).status
    };
    for good in [
        json!({ "split_sentences": "nonewlines", "preserve_formatting": true, "outline_detection": false }),
        json!({ "split_sentences": "0", "preserve_formatting": "1", "outline_detection": 0 }),
        json!({ "tag_handling": "xml", "splitting_tags": ["p"], "non_splitting_tags": [], "ignore_tags": ["x", "y"] }),
        json!({ "custom_instructions": ["Be brief."], "target_lang": "zh-Hans" }),
        json!({ "text": vec!["a"; 200] }),
    ] {
        assert_eq!(translate(good.clone()), 200, "{good}");
    }
    for wrong in [
        json!({ "split_sentences": "2" }),
        json!({ "preserve_formatting": "yes" }),
        json!({ "outline_detection": 2 }),
        json!({ "ignore_tags": "x" }),
        json!({ "splitting_tags": [1] }),
        json!({ "custom_instructions": ["Be brief."], "target_lang": "pl" }),
        json!({ "text": [] }),
    ] {
        assert_eq!(translate(wrong.clone()), 400, "{wrong}");
    }
    let key = ("authorization", "DeepL-Auth-Key k");
    let headers = [key, ("content-type", "application/x-www-form-urlencoded")];
    let form = |body: &str| with_headers(&emulator, "POST", "/v2/translate", &headers, body).status;
    assert_eq!(form("text=a&target_lang=de&ignore_tags=x,y&preserve_formatting=1&split_sentences=1"), 200);
    let pair = json!({ "source_lang": "en", "target_lang": "de", "entries": "a\tb", "entries_format": "tsv" });
    let ids: Vec<String> = (0..2)
        .map(|_| {
            let body = json!({ "name": "G", "dictionaries": [pair] });
            let made = parsed(&send(&emulator, "POST", "/v3/glossaries", Some(body)));
            made["glossary_id"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(form(&format!("text=a&source_lang=en&target_lang=de&glossary_ids={}", ids.join("%2C"))), 200);
    assert_eq!(form(&format!("text=a&source_lang=en&target_lang=de&glossary_ids={},x", ids[0])), 400);
}

#[test]
fn improvement_takes_the_former_targets() {
    let emulator = Emulator::new(EmulatorOptions::default());
    for (written, meant) in [("en", "en-US"), ("PT", "pt-PT"), ("zh", "zh"), ("en-gb", "en-GB")] {
        let body = json!({ "text": ["a"], "target_lang": written });
        let reply = parsed(&send(&emulator, "POST", "/v2/write/rephrase", Some(body)));
        assert_eq!(reply["improvements"][0]["target_language"], meant);
    }
}

#[test]
fn statuses_are_those_that_a_call_declares() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let key = ("authorization", "Service-Auth-Key k");
    let with_media = |method: &str, target: &str| {
        with_headers(&emulator, method, target, &[key, ("content-type", "text/plain")], "x").status
    };
    assert_eq!(with_media("POST", LISTS), 400);
    assert_eq!(with_media("POST", "/v2/translate"), 400);
    assert_eq!(with_media("POST", "/v2/write/rephrase"), 400);
    assert_eq!(with_media("POST", "/v3/glossaries"), 415);
    assert_eq!(with_media("POST", "/v2/document"), 415);
    let long = "x".repeat(9000);
    assert_eq!(send(&emulator, "GET", &format!("{LISTS}?a={long}"), None).status, 400);
    assert_eq!(send(&emulator, "POST", &format!("/v2/translate?a={long}"), Some(json!({}))).status, 414);
}

#[test]
fn a_phrase_is_answered_as_written_and_the_label_can_leave_the_text() {
    let table = r#"{ "translations": [
        { "source_lang": "en", "target_lang": "de", "phrases": { "Hello": "Hallo", "Bye": "Tschüss" } } ] }"#;
    let phrases = PhraseTable::parse(table).unwrap();
    let emulator = Emulator::new(EmulatorOptions { phrases, label: LabelPlace::Header, ..EmulatorOptions::default() });
    let translate =
        |texts: &[&str]| send(&emulator, "POST", "/v2/translate", Some(json!({ "text": texts, "target_lang": "de" })));
    let known = translate(&["Hello", "Bye"]);
    assert_eq!(parsed(&known)["translations"][1], json!({ "detected_source_language": "EN", "text": "Tschüss" }));
    assert_eq!(known.header("x-emulated"), None);
    let unknown = translate(&["Hello", "<b>Other</b>"]);
    assert_eq!(parsed(&unknown)["translations"][1]["text"], "<b>Other</b>");
    assert_eq!(unknown.header("x-emulated"), Some("[emulated de]"));
    assert_eq!(emulator.log_entries()[1].label.as_deref(), Some("[emulated de]"));
    let body = json!({ "text": ["Teh end"], "writing_style": "business" });
    let rephrased = send(&emulator, "POST", "/v2/write/rephrase", Some(body));
    assert_eq!(parsed(&rephrased)["improvements"][0]["text"], "The end");
    assert_eq!(rephrased.header("x-emulated"), Some("[emulated rephrase: business seen]"));
}
