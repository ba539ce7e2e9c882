//! Translation, documents, text improvement and what they use, by a stand-in that says so.

use std::time::Duration;

use housestyle::emulator::clock::DEFAULT_START;
use housestyle::emulator::{
    Clock, Emulator, EmulatorKey, EmulatorLimits, EmulatorOptions, PhraseTable, RawReply, RawRequest,
};
use serde_json::{Value, json};

use super::{LISTS, parsed, raw, send};

const TRANSLATE: &str = "/v2/translate";

const SEED: &str = r#"{ "translation_memories": [
    { "name": "Support", "source_language": "en", "target_languages": ["de"], "segment_count": 7 }
] }"#;

fn translate(emulator: &Emulator, body: Value) -> RawReply {
    send(emulator, "POST", TRANSLATE, Some(body))
}

fn made(emulator: &Emulator, target: &str, body: Value, id: &str) -> String {
    let reply = send(emulator, "POST", target, Some(body));
    assert_eq!(reply.status, 201, "{reply:?}");
    parsed(&reply)[id].as_str().unwrap().to_owned()
}

fn glossary(emulator: &Emulator, source: &str, target: &str, entries: &str) -> String {
    let pair = json!({ "source_lang": source, "target_lang": target, "entries": entries, "entries_format": "tsv" });
    made(emulator, "/v3/glossaries", json!({ "name": "G", "dictionaries": [pair] }), "glossary_id")
}

fn style(emulator: &Emulator) -> String {
    let rules = json!({ "numbers": { "decimal_separator": "use_comma_as_decimal_separator",
        "thousands_separator": "use_period_as_thousands_separator" } });
    let body = json!({ "name": "S", "language": "de", "configured_rules": rules,
        "custom_instructions": [{ "label": "L", "prompt": "P" }] });
    made(emulator, LISTS, body, "style_id")
}

fn memory(emulator: &Emulator) -> String {
    emulator.apply_seed(SEED).unwrap();
    emulator.translation_memories("default")[0].translation_memory_id.to_string()
}

fn message(reply: &RawReply) -> String {
    parsed(reply)["message"].as_str().unwrap().to_owned()
}

#[test]
fn a_translation_says_that_it_is_none_and_what_it_went_by() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let plain = translate(&emulator, json!({ "text": ["Hello, world"], "target_lang": "DE" }));
    let wanted =
        json!({ "translations": [{ "detected_source_language": "EN", "text": "[emulated de] Hello, world" }] });
    assert_eq!((plain.status, parsed(&plain)), (200, wanted));
    let body = json!({
        "text": ["Log in for 1.5 hours", "Log"], "source_lang": "en", "target_lang": "de-CH", "style_id": style(&emulator),
        "glossary_ids": [glossary(&emulator, "en", "de", "Log in\tanmelden"), glossary(&emulator, "en", "de", "Log\tProtokoll")],
        "translation_memory_id": memory(&emulator), "translation_memory_threshold": 80, "formality": "more",
        "custom_instructions": ["Be brief."], "model_type": "prefer_quality_optimized", "show_billed_characters": true,
        "context": "a shop", "tag_handling_version": "v2", "enable_beta_languages": true,
    });
    let rich = parsed(&translate(&emulator, body))["translations"].clone();
    let label = "[emulated de-CH: 2 glossaries, 1 of 2 rules applied, 2 instructions seen, formality more seen, \
                 translation memory seen]";
    assert_eq!(rich[0]["text"], format!("{label} anmelden for 1,5 hours"));
    assert_eq!(rich[1]["text"], format!("{label} Protokoll"));
    assert_eq!((&rich[0]["billed_characters"], &rich[0]["model_type_used"]), (&json!(20), &json!("quality_optimized")));
    assert_eq!(emulator.usage("default").text, 12 + 20 + 3);
    let before = emulator.write_count();
    translate(&emulator, json!({ "text": ["a"], "target_lang": "de" }));
    assert_eq!(emulator.write_count(), before, "to count is not to write");
}

#[test]
fn markup_is_left_alone_where_tags_are_handled() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let id = glossary(&emulator, "en", "de", "b\tB");
    let body = json!({ "text": ["<b a='b'>b</b> b < b"], "source_lang": "en", "target_lang": "de", "glossary_id": id,
        "tag_handling": "html" });
    let text = parsed(&translate(&emulator, body))["translations"][0]["text"].clone();
    assert_eq!(text, "[emulated de: 1 glossary] <b a='b'>B</b> B < b");
}

#[test]
fn parameters_hold_or_the_request_is_refused_and_nothing_is_counted() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let (pair, style, memory) = (glossary(&emulator, "en", "de", "a\tb"), style(&emulator), memory(&emulator));
    let unknown = emulator.new_id().to_string();
    for (more, status, why) in [
        (json!({ "text": null }), 400, "text must be an array"),
        (json!({ "text": "a" }), 400, "text must be an array"),
        (json!({ "text": [] }), 400, "at least one"),
        (json!({ "text": [1] }), 400, "hold strings"),
        (json!({ "target_lang": "xx" }), 400, "target_lang"),
        (json!({ "source_lang": "en-US" }), 400, "source_lang"),
        (json!({ "style_id": "1" }), 400, "Invalid style_id"),
        (json!({ "style_id": unknown }), 404, "not found"),
        (json!({ "style_id": style, "target_lang": "fr" }), 400, "style_id is of a list for de"),
        (json!({ "glossary_id": pair }), 400, "needs source_lang"),
        (json!({ "glossary_id": pair, "glossary_ids": [pair], "source_lang": "en" }), 400, "together"),
        (json!({ "glossary_ids": vec![pair.clone(); 6], "source_lang": "en" }), 400, "1 to 5"),
        (json!({ "glossary_ids": [], "source_lang": "en" }), 400, "1 to 5"),
        (json!({ "glossary_id": unknown, "source_lang": "en" }), 404, "not found"),
        (
            json!({ "glossary_id": pair, "source_lang": "de", "target_lang": "en-GB" }),
            400,
            "no dictionary from de to en",
        ),
        (json!({ "translation_memory_id": unknown }), 404, "not found"),
        (json!({ "translation_memory_id": memory, "source_lang": "fr" }), 400, "source language en"),
        (json!({ "translation_memory_id": memory, "target_lang": "fr" }), 400, "into fr"),
        (json!({ "translation_memory_threshold": 101 }), 400, "0 to 100"),
        (json!({ "translation_memory_threshold": "80" }), 400, "integer"),
        (json!({ "translation_memory_threshold": 0.5 }), 400, "integer"),
        (
            json!({ "formality": "more", "target_lang": "en-GB" }),
            400,
            "'formality' is not supported for given 'target_lang'",
        ),
        (json!({ "formality": "rude" }), 400, "formality must be one of"),
        (json!({ "model_type": "best" }), 400, "model_type must be one of"),
        (json!({ "tag_handling": "md" }), 400, "tag_handling must be one of"),
        (json!({ "show_billed_characters": "true" }), 400, "true or false"),
        (json!({ "custom_instructions": vec!["a"; 11] }), 400, "at most 10"),
        (json!({ "custom_instructions": ["x".repeat(301)] }), 400, "at most 300"),
    ] {
        let mut body = json!({ "text": ["a"], "target_lang": "de" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let reply = translate(&emulator, body);
        assert_eq!(reply.status, status, "{more} {reply:?}");
        assert!(message(&reply).contains(why), "{more}: {}", message(&reply));
    }
    assert_eq!(translate(&emulator, json!({ "text": ["a"] })).status, 400);
    let taken = json!({ "text": ["a"], "target_lang": "en-GB", "formality": "prefer_more" });
    assert_eq!(translate(&emulator, taken).status, 200);
    assert_eq!(emulator.usage("default").total_characters(), 1);
}

#[test]
fn a_form_translates_as_json_does() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let mut request = raw("POST", TRANSLATE, None);
    request.headers.push(("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
    request.body =
        b"text=a%26b&text=c&target_lang=de&show_billed_characters=1&translation_memory_threshold=75".to_vec();
    let reply = emulator.handle_request(request).into_reply().unwrap();
    assert_eq!(parsed(&reply)["translations"][0]["text"], "[emulated de] a&b");
    assert_eq!(parsed(&reply)["translations"][1]["billed_characters"], 1);
}

#[test]
fn what_is_used_is_counted_and_ends_at_the_limit() {
    let limits = EmulatorLimits { characters: 10, ..EmulatorLimits::default() };
    let emulator = Emulator::new(EmulatorOptions { limits, ..EmulatorOptions::default() });
    let texts = |text: &str| json!({ "text": [text], "target_lang": "de" });
    assert_eq!(translate(&emulator, texts("12345678")).status, 200);
    assert_eq!(send(&emulator, "POST", "/v2/write/correct", Some(json!({ "text": ["12"] }))).status, 200);
    assert_eq!(translate(&emulator, texts("1")).status, 456);
    assert_eq!(translate(&emulator, texts("")).status, 200);
    let usage = parsed(&send(&emulator, "GET", "/v2/usage", None));
    assert_eq!((&usage["character_count"], &usage["character_limit"]), (&json!(10), &json!(10)));
    let write = json!({ "product_type": "write", "billing_unit": "characters", "api_key_unit_count": 2,
        "account_unit_count": 2, "api_key_character_count": 2, "character_count": 2 });
    assert!(usage["products"].as_array().unwrap().contains(&write));
    assert_eq!(usage["speech_to_text_milliseconds_count"], 0);
}

#[test]
fn slips_are_corrected_and_rephrasing_says_what_it_is() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let ask = |path: &str, body: Value| send(&emulator, "POST", &format!("/v2/write/{path}"), Some(body));
    let texts = json!(["Adress them wiht care.", "Das ist nicht der Hof."]);
    let corrected = parsed(&ask("correct", json!({ "text": texts })));
    let improvement = |text: &str, source: &str, target: &str| json!({ "text": text, "detected_source_language": source, "target_language": target });
    let wanted =
        [improvement("Address them with care.", "en", "en-US"), improvement("Das ist nicht der Hof.", "de", "de")];
    assert_eq!(corrected, json!({ "improvements": wanted }));
    let rephrased = parsed(&ask("rephrase", json!({ "text": ["Hi"], "target_lang": "en-gb", "tone": "friendly" })));
    let wanted = improvement("[emulated rephrase: friendly seen] Hi", "en", "en-GB");
    assert_eq!(rephrased, json!({ "improvements": [wanted] }));
    for (path, body) in [
        ("rephrase", json!({ "text": ["a"], "writing_style": "business", "tone": "friendly" })),
        ("rephrase", json!({ "text": ["a"], "writing_style": "grand" })),
        ("rephrase", json!({ "text": ["a"], "target_lang": "ja", "tone": "friendly" })),
        ("rephrase", json!({ "text": ["a"], "target_lang": "nl" })),
        ("rephrase", json!({ "text": [] })),
        ("rephrase", json!({ "text": "a" })),
        ("correct", json!({ "text": ["a"], "tone": "friendly" })),
        ("correct", json!({ "target_lang": "de" })),
    ] {
        assert_eq!(ask(path, body.clone()).status, 400, "{path} {body}");
    }
    assert_eq!(ask("rephrase", json!({ "text": ["a"], "writing_style": "default", "tone": "friendly" })).status, 200);
    assert_eq!(ask("rephrase", json!({ "text": ["a"], "target_lang": "ja", "tone": "prefer_friendly" })).status, 200);
    let sized = |bytes: usize| json!({ "text": ["x".repeat(bytes - json!({ "text": [""] }).to_string().len())] });
    assert_eq!([10_240, 10_241].map(|bytes| ask("rephrase", sized(bytes)).status), [200, 413]);
}

#[test]
fn plans_and_scopes_are_heeded() {
    let keys = ["free:fx", "scoped=translate:text", "reader=usage:read,glossaries:read", "all"];
    let keys = keys.iter().map(|key| EmulatorKey::parse(key).unwrap()).collect();
    let emulator = Emulator::new(EmulatorOptions { keys, ..EmulatorOptions::default() });
    let status = |key: &str, method: &str, target: &str, body: Option<Value>| {
        let mut request = raw(method, target, body.as_ref());
        request.headers[0].1 = format!("Service-Auth-Key {key}");
        emulator.handle_request(request).into_reply().unwrap().status
    };
    let text = || Some(json!({ "text": ["a"], "target_lang": "de" }));
    assert_eq!(status("free:fx", "POST", TRANSLATE, text()), 200);
    assert_eq!(status("free:fx", "POST", "/v2/write/correct", text()), 403);
    assert_eq!(status("scoped", "POST", TRANSLATE, text()), 200);
    assert_eq!(status("scoped", "POST", "/v2/write/correct", text()), 403);
    assert_eq!(status("scoped", "GET", "/v2/usage", None), 403);
    assert_eq!(status("scoped", "GET", "/v3/languages?resource=write", None), 403);
    assert_eq!(status("scoped", "GET", "/v3/spoken-terms", None), 403);
    assert_eq!(status("all", "GET", "/v3/spoken-terms", None), 200);
    assert_eq!(status("reader", "GET", "/v2/usage", None), 200);
    assert_eq!(status("reader", "GET", "/v3/glossaries", None), 200);
    assert_eq!(status("reader", "POST", "/v3/glossaries", Some(json!({}))), 403);
}

/// Uploads a document with some fields.
fn upload(emulator: &Emulator, filename: &str, bytes: &[u8], fields: &[(&str, &str)]) -> RawReply {
    let mut body = Vec::new();
    for (name, value) in fields {
        let part = format!("--X\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let head = format!("--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{filename}\"\r\n\r\n");
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(bytes);
    body.extend_from_slice(b"\r\n--X--\r\n");
    let headers = vec![
        ("Authorization".to_owned(), "Service-Auth-Key key".to_owned()),
        ("Content-Type".to_owned(), "multipart/form-data; boundary=X".to_owned()),
    ];
    let request = RawRequest { method: "POST".to_owned(), target: "/v2/document".to_owned(), headers, body };
    emulator.handle_request(request).into_reply().unwrap()
}

#[test]
fn a_document_is_queued_translated_and_given_out_once() {
    let (clock, hand) = Clock::manual(DEFAULT_START);
    let emulator =
        Emulator::new(EmulatorOptions { clock, document_time: Duration::from_secs(1), ..EmulatorOptions::default() });
    let sent = upload(
        &emulator,
        "a.HTML",
        "<p>Größe</p>\n".as_bytes(),
        &[("target_lang", "de"), ("enable_watermark", "true")],
    );
    assert_eq!(sent.status, 200, "{sent:?}");
    let (id, key) = (parsed(&sent)["document_id"].clone(), parsed(&sent)["document_key"].clone());
    let path = format!("/v2/document/{}", id.as_str().unwrap());
    let ask = |more: &str| send(&emulator, "POST", &format!("{path}{more}"), Some(json!({ "document_key": key })));
    let state = || parsed(&ask(""))["status"].as_str().unwrap().to_owned();
    assert_eq!(state(), "queued");
    assert_eq!(ask("/result").status, 503);
    hand.advance(Duration::from_millis(500));
    assert_eq!(state(), "translating");
    hand.advance(Duration::from_millis(500));
    assert_eq!(parsed(&ask("")), json!({ "document_id": id, "status": "done", "billed_characters": 13 }));
    let other = send(&emulator, "POST", &path, Some(json!({ "document_key": "other" })));
    assert_eq!(other.status, 404);
    let result = ask("/result");
    assert_eq!(result.header("content-type"), Some("application/octet-stream"));
    assert_eq!(String::from_utf8(result.body).unwrap(), "<p>Größe</p>\n<!-- [emulated de] -->\n");
    assert_eq!(ask("/result").status, 404);
    assert_eq!(emulator.usage("default").document, 13);
}

#[test]
fn a_document_is_done_at_the_first_look_and_its_own_language_is_refused() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let state = |text: &str, fields: &[(&str, &str)]| {
        let sent = parsed(&upload(&emulator, "a.txt", text.as_bytes(), fields));
        let path = format!("/v2/document/{}", sent["document_id"].as_str().unwrap());
        parsed(&send(&emulator, "POST", &path, Some(json!({ "document_key": sent["document_key"] }))))
    };
    assert_eq!(state("Hello", &[("target_lang", "de")])["status"], "done");
    for (text, fields) in [
        ("x", &[("target_lang", "de"), ("source_lang", "de")][..]),
        ("Das ist der Text und die Zeile", &[("target_lang", "de")]),
    ] {
        let said = state(text, fields);
        assert_eq!(said["status"], "error", "{said}");
        assert_eq!(said["message"], "Source and target language are equal.");
    }
    // A word that only the table knows the language of.
    let phrases =
        r#"{ "translations": [{ "source_lang": "de", "target_lang": "en", "phrases": { "Protonenstrahl": "x" } }] }"#;
    emulator.set_phrases(PhraseTable::parse(phrases).unwrap());
    assert_eq!(state("Protonenstrahl", &[("target_lang", "de")])["status"], "error");
    let refused = upload(&emulator, "a.invalid", b"x", &[("target_lang", "de")]);
    let said = parsed(&refused)["message"].as_str().unwrap().to_owned();
    assert!(said.contains("Invalid file") && said.contains("file extension"), "{said}");
}

#[test]
fn what_it_cannot_translate_it_does_not_claim_to_have_translated() {
    let (clock, hand) = Clock::manual(DEFAULT_START);
    let emulator = Emulator::new(EmulatorOptions { clock, ..EmulatorOptions::default() });
    for (name, bytes) in [("a.docx", &b"PK\x03\x04"[..]), ("a.txt", &b"\xff"[..])] {
        let sent = parsed(&upload(&emulator, name, bytes, &[("target_lang", "de")]));
        hand.advance(Duration::from_secs(1));
        let path = format!("/v2/document/{}", sent["document_id"].as_str().unwrap());
        let key = json!({ "document_key": sent["document_key"] });
        let said = parsed(&send(&emulator, "POST", &path, Some(key.clone())));
        assert_eq!(said["status"], "error");
        assert!(said["error_message"].as_str().unwrap().contains("does not translate"), "{said}");
        assert_eq!(send(&emulator, "POST", &format!("{path}/result"), Some(key)).status, 404);
    }
    assert_eq!(upload(&emulator, "a.exe", b"x", &[("target_lang", "de")]).status, 400);
    assert_eq!(upload(&emulator, "a.txt", b"", &[("target_lang", "de")]).status, 400);
    assert_eq!(upload(&emulator, "a.txt", b"x", &[]).status, 400);
    assert_eq!(
        upload(&emulator, "a.txt", b"x", &[("target_lang", "de"), ("translation_memory_threshold", "101")]).status,
        400
    );
    let json = send(&emulator, "POST", "/v2/document", Some(json!({ "target_lang": "de" })));
    assert_eq!(json.status, 415);
    assert_eq!(emulator.usage("default").document, 0);
}

#[test]
fn translation_memories_of_one_name_are_told_apart_by_their_order() {
    let memory = |target: &str| json!({ "name": "Twin", "source_language": "en", "target_languages": [target] });
    let emulator = Emulator::new(EmulatorOptions::default());
    for _ in 0..3 {
        emulator
            .apply_seed(&json!({ "translation_memories": [memory("de"), memory("fr"), memory("it")] }).to_string())
            .unwrap();
    }
    let held = emulator.translation_memories("default");
    let targets: Vec<&str> = held.iter().map(|memory| memory.target_languages[0].as_str()).collect();
    assert_eq!(targets, ["de", "fr", "it"]);
    let ids: Vec<_> = held.iter().map(|memory| memory.translation_memory_id).collect();
    emulator.apply_seed(&json!({ "translation_memories": [memory("es")] }).to_string()).unwrap();
    let held = emulator.translation_memories("default");
    assert_eq!(held[0].target_languages, ["es"]);
    assert_eq!(held.iter().map(|memory| memory.translation_memory_id).collect::<Vec<_>>(), ids);
}

#[test]
fn a_seed_is_planted_once_and_outlives_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("emulator.jsonl");
    let emulator = Emulator::open(EmulatorOptions::default(), &file).unwrap();
    emulator.apply_seed(SEED).unwrap();
    emulator.apply_seed("{\"usage\": [{ \"text\": 5 }]}").unwrap();
    translate(&emulator, json!({ "text": ["abc"], "target_lang": "de" }));
    let (memories, usage) = (emulator.translation_memories("default"), emulator.usage("default"));
    assert_eq!((memories.len(), usage.total_characters()), (1, 8));
    drop(emulator);
    let emulator = Emulator::open(EmulatorOptions::default(), &file).unwrap();
    emulator.apply_seed(SEED).unwrap();
    emulator.apply_seed("{\"usage\": [{ \"text\": 5 }]}").unwrap();
    assert_eq!((emulator.translation_memories("default"), emulator.usage("default")), (memories, usage));
    for (wrong, why) in [
        ("{\"memory\": []}", "unknown field"),
        (
            "{\"translation_memories\": [{ \"name\": \"A\", \"source_language\": \"xx\", \"target_languages\": [\"de\"] }]}",
            "`xx`",
        ),
        (
            "{\"translation_memories\": [{ \"name\": \"A\", \"source_language\": \"en\", \"target_languages\": [] }]}",
            "target_languages",
        ),
        ("[", "not an emulator seed"),
    ] {
        let said = emulator.apply_seed(wrong).unwrap_err();
        assert!(said.contains(why), "{wrong}: {said}");
    }
}
