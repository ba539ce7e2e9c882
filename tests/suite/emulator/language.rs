//! Listings of languages and of translation memories.

use std::sync::Arc;

use housestyle::emulator::clock::DEFAULT_START;
use housestyle::emulator::{EmulatedCapabilities, Emulator, EmulatorOptions, RawRequest, StoredTranslationMemory};
use serde_json::{Value, json};

use super::{parsed, send};

fn listed(emulator: &Emulator, query: &str) -> Vec<Value> {
    let reply = send(emulator, "GET", &format!("/v3/languages?{query}"), None);
    assert_eq!(reply.status, 200, "{query}: {reply:?}");
    parsed(&reply).as_array().unwrap().clone()
}

fn one(languages: &[Value], code: &str) -> Value {
    languages.iter().find(|language| language["lang"] == code).cloned().unwrap_or_default()
}

#[test]
fn every_resource_lists_its_languages() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let text = listed(&emulator, "resource=translate_text");
    assert_eq!(one(&text, "en")["usable_as_target"], false);
    let american = one(&text, "en-US");
    assert_eq!((&american["usable_as_source"], &american["usable_as_target"]), (&json!(false), &json!(true)));
    assert_eq!(american["features"]["style_rules"], json!({ "status": "stable" }));
    assert!(american["features"]["formality"].is_null());
    assert_eq!(one(&text, "de")["features"]["formality"]["status"], "stable");
    assert!(one(&text, "nl")["features"]["style_rules"].is_null());
    assert!(text.iter().all(|language| language["external"].is_null()));
    let glossary = listed(&emulator, "resource=glossary");
    assert!(glossary.iter().all(|language| !language["lang"].as_str().unwrap().contains('-')));
    let rules: Vec<Value> = listed(&emulator, "resource=style_rules").iter().map(|l| l["lang"].clone()).collect();
    assert_eq!(rules, ["zh", "en", "fr", "de", "it", "ja", "ko", "es"]);
    let write = listed(&emulator, "resource=write");
    let targets = write.iter().filter(|language| language["usable_as_target"] == true);
    let targets: Vec<&str> = targets.map(|language| language["lang"].as_str().unwrap()).collect();
    let wanted = ["zh", "zh-Hans", "en-US", "en-GB", "fr", "de", "it", "ja", "ko", "pt-BR", "pt-PT", "es"];
    assert_eq!(targets, wanted);
    assert!(one(&write, "ja")["features"]["tone"].is_null());
    assert!(!listed(&emulator, "resource=translation_memory").is_empty());
    assert!(!listed(&emulator, "resource=translate_document").is_empty());
}

#[test]
fn trials_and_partners_come_when_asked_for() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let text = |include: &str| listed(&emulator, &format!("resource=translate_text{include}"));
    assert!(one(&text(""), "cy").is_null());
    assert_eq!(one(&text("&include=beta"), "cy")["status"], "beta");
    let voice = |include: &str| listed(&emulator, &format!("resource=voice{include}"));
    assert_eq!(one(&voice(""), "de")["external"], false);
    assert!(one(&voice(""), "cs").is_null());
    let czech = one(&voice("&include=beta&include=external"), "cs");
    assert_eq!(czech["external"], true);
    assert_eq!(czech["features"]["transcription"], json!({ "status": "stable", "external": true }));
}

#[test]
fn the_listing_says_no_to_what_it_does_not_know() {
    let emulator = Emulator::new(EmulatorOptions::default());
    for query in ["", "resource=", "resource=speech", "resource=write&resource=voice", "resource=write&include=all"] {
        assert_eq!(send(&emulator, "GET", &format!("/v3/languages?{query}"), None).status, 400, "{query}");
    }
    let posted = send(&emulator, "POST", "/v3/languages?resource=write", Some(json!({})));
    assert_eq!((posted.status, posted.header("allow")), (405, Some("GET")));
}

#[test]
fn resources_name_exactly_the_features_that_languages_have() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let resources = parsed(&send(&emulator, "GET", "/v3/languages/resources", None));
    assert_eq!(resources.as_array().unwrap().len(), 7);
    for resource in resources.as_array().unwrap() {
        let name = resource["name"].as_str().unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for language in listed(&emulator, &format!("resource={name}&include=external&include=beta")) {
            seen.extend(language["features"].as_object().unwrap().keys().cloned());
        }
        let features = resource["features"].as_array().unwrap();
        let said = features.iter().map(|feature| feature["name"].as_str().unwrap().to_owned()).collect();
        assert_eq!(seen, said, "{name}");
        let needs =
            |feature: &Value| feature["needs_source_support"] == true || feature["needs_target_support"] == true;
        assert!(features.iter().all(needs), "{name}");
    }
}

#[test]
fn lists_may_be_kept_for_more_languages_than_the_catalogue_knows() {
    let offer = EmulatedCapabilities::clone(&EmulatorOptions::default().capabilities).with_languages(&["nl", "tlh"]);
    let emulator = Emulator::new(EmulatorOptions { capabilities: Arc::new(offer), ..EmulatorOptions::default() });
    let rules = listed(&emulator, "resource=style_rules");
    assert_eq!(one(&rules, "nl")["usable_as_target"], true);
    assert_eq!(one(&rules, "tlh")["usable_as_target"], true);
    let body = json!({ "name": "A", "language": "nl" });
    assert_eq!(send(&emulator, "POST", "/v3/style_rules", Some(body)).status, 201);
}

#[test]
fn the_older_listings_still_answer() {
    let emulator = Emulator::new(EmulatorOptions::default());
    for method in ["GET", "POST"] {
        let reply = send(&emulator, method, "/v2/languages?type=target", None);
        let language = one_old(&parsed(&reply), "EN-US");
        assert_eq!(language["supports_formality"], false);
    }
    assert!(one_old(&parsed(&send(&emulator, "GET", "/v2/languages", None)), "EN")["supports_formality"].is_null());
    let pairs = parsed(&send(&emulator, "GET", "/v2/glossary-language-pairs", None));
    assert!(
        pairs["supported_languages"].as_array().unwrap().contains(&json!({ "source_lang": "de", "target_lang": "en" }))
    );
    assert_eq!(emulator.log_entries()[0].call, Some("list-old-languages"));
}

#[test]
fn the_older_listing_reads_its_type_wherever_a_client_puts_it() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let body = |method: &str, media: &str, body: &str| {
        let headers = vec![
            ("Authorization".to_owned(), "DeepL-Auth-Key key".to_owned()),
            ("Content-Type".to_owned(), media.to_owned()),
        ];
        let target = "/v2/languages".to_owned();
        let request = RawRequest { method: method.to_owned(), target, headers, body: body.as_bytes().to_vec() };
        emulator.handle_request(request).into_reply().unwrap()
    };
    for method in ["GET", "POST"] {
        for (media, written) in
            [("application/json", "{\"type\":\"target\"}"), ("application/x-www-form-urlencoded", "type=target")]
        {
            let targets = body(method, media, written);
            assert_eq!(one_old(&parsed(&targets), "PT-BR")["supports_formality"], true, "{method} {media}");
        }
        assert_eq!(body(method, "application/json", "{\"type\":\"both\"}").status, 400);
    }
}

fn one_old(languages: &Value, code: &str) -> Value {
    languages.as_array().unwrap().iter().find(|language| language["language"] == code).cloned().unwrap()
}

#[test]
fn translation_memories_are_listed_in_pages_with_a_total() {
    let emulator = Emulator::new(EmulatorOptions::default());
    for at in 0..27 {
        let memory = StoredTranslationMemory {
            translation_memory_id: emulator.new_id(),
            name: format!("memory {at}"),
            source_language: "en".to_owned(),
            target_languages: vec!["de".to_owned()],
            segment_count: at,
            creation_time: DEFAULT_START,
            updated_time: DEFAULT_START,
            segments: Arc::default(),
        };
        emulator.insert_translation_memory("default", memory);
    }
    let page = |query: &str| parsed(&send(&emulator, "GET", &format!("/v3/translation_memories{query}"), None));
    let count = |page: &Value| page["translation_memories"].as_array().unwrap().len();
    assert_eq!(count(&page("")), 10);
    let last = page("?page=1&page_size=25");
    assert_eq!((count(&last), &last["total_count"]), (2, &json!(27)));
    assert_eq!(last["translation_memories"][1]["name"], "memory 26");
    assert_eq!(send(&emulator, "GET", "/v3/translation_memories?page_size=26", None).status, 400);
    assert_eq!(send(&emulator, "POST", "/v3/translation_memories", Some(json!({}))).status, 405);
}
