//! Style profiles: what they bundle, what is refused, and both ways of what nobody has documented.

use housestyle::emulator::{Emulator, EmulatorKey, EmulatorOptions, EmulatorQuirks};
use serde_json::{Value, json};

use super::{make, parsed, send};

const PROFILES: &str = "/v3/style_profiles";

/// An account with a German and a Japanese list, two glossaries and two memories.
struct Account {
    emulator: Emulator,
    german: String,
    japanese: String,
    glossaries: Vec<String>,
    memories: Vec<String>,
}

impl Account {
    fn new(quirks: EmulatorQuirks) -> Self {
        let emulator = Emulator::new(EmulatorOptions { quirks, ..EmulatorOptions::default() });
        let german = make(&emulator, "Website").rsplit('/').next().unwrap().to_owned();
        let made = send(&emulator, "POST", "/v3/style_rules", Some(json!({ "name": "Website", "language": "ja" })));
        let japanese = parsed(&made)["style_id"].as_str().unwrap().to_owned();
        let glossary = |target: &str| {
            let dictionary = json!({ "source_lang": "en", "target_lang": target, "entries": "log in\tanmelden", "entries_format": "tsv" });
            let body = json!({ "name": target, "dictionaries": [dictionary] });
            parsed(&send(&emulator, "POST", "/v3/glossaries", Some(body)))["glossary_id"].as_str().unwrap().to_owned()
        };
        let glossaries = vec![glossary("de"), glossary("fr")];
        let memory = |source: &str| json!({ "name": source, "source_language": source, "target_languages": ["de"] });
        let seed = json!({ "translation_memories": [memory("en"), memory("fr")] });
        emulator.apply_seed(&seed.to_string()).unwrap();
        let memories = emulator.translation_memories("default");
        let memories = memories.iter().map(|memory| memory.translation_memory_id.to_string()).collect();
        Self { emulator, german, japanese, glossaries, memories }
    }

    fn create(&self, body: Value) -> (u16, Value) {
        let reply = send(&self.emulator, "POST", PROFILES, Some(body));
        (reply.status, parsed(&reply))
    }

    fn patch(&self, profile: &Value, body: Value) -> (u16, Value) {
        let reply = send(&self.emulator, "PATCH", &path_of(profile), Some(body));
        (reply.status, parsed(&reply))
    }

    fn read(&self, profile: &Value) -> Value {
        parsed(&send(&self.emulator, "GET", &path_of(profile), None))
    }
}

fn path_of(profile: &Value) -> String {
    format!("{PROFILES}/{}", profile["style_profile_id"].as_str().unwrap())
}

#[test]
fn a_profile_bundles_what_the_account_holds_and_keeps_what_is_not_sent() {
    let account = Account::new(EmulatorQuirks::default());
    let Account { german, japanese, glossaries, memories, .. } = &account;
    let (status, alone) = account.create(json!({ "name": "Alone" }));
    assert_eq!(status, 201);
    for (field, empty) in
        [("glossary_ids", json!([])), ("style_rule_ids", json!([])), ("translation_memory_ids", json!([]))]
    {
        assert_eq!(alone[field], empty);
    }
    assert!(alone.get("description").is_none() && alone.get("industry").is_none(), "{alone}");
    let (status, made) = account.create(json!({
        "name": "Website", "description": "Pages of the shop.", "industry": "Retail",
        "glossary_ids": glossaries, "style_rule_ids": [german, japanese], "translation_memory_ids": memories,
        "glossary_priority_order_enabled": true,
    }));
    assert_eq!((status, &made["glossary_ids"]), (201, &json!(glossaries)));
    assert_eq!(account.read(&made), made);
    let listed = parsed(&send(&account.emulator, "GET", PROFILES, None));
    assert_eq!(listed, json!({ "style_profiles": [alone, made], "total_count": 2 }));
    // What is absent stays, an empty text clears, a list replaces the set.
    let (status, changed) = account.patch(&made, json!({ "industry": "", "glossary_ids": [glossaries[1]] }));
    assert_eq!((status, &changed["description"], changed.get("industry")), (200, &made["description"], None));
    assert_eq!(
        (&changed["glossary_ids"], &changed["style_rule_ids"]),
        (&json!([glossaries[1]]), &made["style_rule_ids"])
    );
    assert_eq!(send(&account.emulator, "DELETE", &path_of(&made), None).status, 204);
    assert_eq!(send(&account.emulator, "GET", &path_of(&made), None).status, 404);
    // What it held is still there.
    assert_eq!(account.emulator.glossaries("default").len(), 2);
}

#[test]
fn what_does_not_fit_is_refused_whole_and_named() {
    let account = Account::new(EmulatorQuirks::default());
    let Account { german, glossaries, memories, .. } = &account;
    let other = make(&account.emulator, "Second German").rsplit('/').next().unwrap().to_owned();
    let more =
        json!({ "translation_memories": [{ "name": "en 2", "source_language": "en-GB", "target_languages": ["fr"] }] });
    account.emulator.apply_seed(&more.to_string()).unwrap();
    let second = account.emulator.translation_memories("default")[2].translation_memory_id.to_string();
    let unknown = "8a9f1b9e-1111-4222-8333-444455556666";
    let (_, held) = account.create(json!({ "name": "Held", "style_rule_ids": [german] }));
    for (body, why) in [
        (json!({}), "name"),
        (json!({ "name": "" }), "name"),
        (json!({ "name": "x".repeat(1025) }), "name"),
        (json!({ "name": "A", "glossary_ids": [unknown] }), "Check 'glossary_ids'"),
        (json!({ "name": "A", "glossary_ids": "x" }), "Check 'glossary_ids'"),
        (json!({ "name": "A", "glossary_ids": [glossaries[0], glossaries[0]] }), "Check 'glossary_ids'"),
        (json!({ "name": "A", "style_rule_ids": [german, other] }), "Check 'style_rule_ids'"),
        (json!({ "name": "A", "translation_memory_ids": [memories[0], second] }), "Check 'translation_memory_ids'"),
        (json!({ "name": "A", "glossary_priority_order_enabled": "yes" }), "true or false"),
        (json!({ "name": "A", "description": null }), "description"),
    ] {
        let (status, said) = account.create(body.clone());
        assert!(status == 400 && said["message"].as_str().unwrap().contains(why), "{body}: {said}");
        if body.get("name").is_some() {
            let (status, said) = account.patch(&held, body.clone());
            assert!(status == 400 && said["message"].as_str().unwrap().contains(why), "{body}: {said}");
        }
    }
    assert_eq!(account.read(&held), held);
    assert_eq!(account.emulator.style_profiles("default").len(), 1);
}

/// What becomes of a profile when something that it holds is deleted is not documented: both ways are played.
#[test]
fn a_component_that_is_deleted_leaves_its_profiles_or_stays() {
    for refuse in [false, true] {
        let account = Account::new(EmulatorQuirks { refuse_linked_deletion: refuse, ..EmulatorQuirks::default() });
        let Account { german, japanese, glossaries, memories, emulator } = &account;
        let all = json!({
            "name": "All", "glossary_ids": glossaries, "style_rule_ids": [german, japanese], "translation_memory_ids": memories,
        });
        let (_, made) = account.create(all);
        for (path, field, left) in [
            (format!("/v3/style_rules/{german}"), "style_rule_ids", json!([japanese])),
            (format!("/v3/glossaries/{}", glossaries[0]), "glossary_ids", json!([glossaries[1]])),
            (format!("/v3/translation_memories/{}", memories[0]), "translation_memory_ids", json!([memories[1]])),
        ] {
            let reply = send(emulator, "DELETE", &path, None);
            if refuse {
                assert_eq!(reply.status, 409, "{reply:?}");
                assert_eq!(account.read(&made), made);
            } else {
                assert_eq!(reply.status, 204, "{reply:?}");
                assert_eq!(account.read(&made)[field], left);
            }
        }
        // Once no profile holds it, it goes either way.
        send(emulator, "DELETE", &path_of(&made), None);
        assert_eq!(send(emulator, "DELETE", &format!("/v3/style_rules/{japanese}"), None).status, 204);
    }
}

#[test]
fn a_request_takes_of_a_profile_what_fits_its_languages() {
    for refuse in [false, true] {
        let account = Account::new(EmulatorQuirks { refuse_beside_style_profile: refuse, ..EmulatorQuirks::default() });
        let Account { german, japanese, glossaries, memories, emulator } = &account;
        let (_, made) = account.create(json!({
            "name": "All", "glossary_ids": glossaries, "style_rule_ids": [german, japanese], "translation_memory_ids": memories,
        }));
        let id = &made["style_profile_id"];
        let translate = |more: Value| {
            let mut body = json!({ "text": ["please log in"], "target_lang": "de", "style_profile_id": id });
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            send(emulator, "POST", "/v2/translate", Some(body))
        };
        let said = parsed(&translate(json!({ "source_lang": "en" })));
        let text = said["translations"][0]["text"].as_str().unwrap();
        assert!(text.contains("anmelden"), "{text}");
        // No pair, no list, no memory: nothing of it fits, and nothing is wrong.
        assert_eq!(translate(json!({ "source_lang": "en", "target_lang": "pl" })).status, 200);
        let beside = translate(json!({ "source_lang": "en", "style_id": german }));
        assert_eq!(beside.status, if refuse { 400 } else { 200 }, "{beside:?}");
        assert_eq!(translate(json!({ "style_profile_id": "8a9f1b9e-1111-4222-8333-444455556666" })).status, 404);
    }
}

#[test]
fn glossaries_without_priority_may_be_sorted_and_with_it_never_are() {
    let account = Account::new(EmulatorQuirks { sort_profile_glossaries: true, ..EmulatorQuirks::default() });
    let mut sorted = account.glossaries.clone();
    sorted.sort();
    let reversed: Vec<_> = sorted.iter().rev().collect();
    let (_, plain) = account.create(json!({ "name": "A", "glossary_ids": reversed }));
    assert_eq!(plain["glossary_ids"], json!(sorted));
    let (_, by_priority) =
        account.create(json!({ "name": "B", "glossary_ids": reversed, "glossary_priority_order_enabled": true }));
    assert_eq!(by_priority["glossary_ids"], json!(reversed));
}

#[test]
fn a_key_needs_the_scope_and_a_file_keeps_what_was_made() {
    let keys = ["a=style_profiles:read", "b=style_profiles:write", "c=style_rules:write"];
    let keys = keys.iter().map(|key| EmulatorKey::parse(key).unwrap()).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("accounts");
    let options = || EmulatorOptions { keys: Vec::clone(&keys), ..EmulatorOptions::default() };
    let ask = |emulator: &Emulator, key: &str, method: &str, body: Option<Value>| {
        let mut request = super::raw(method, PROFILES, body.as_ref());
        request.headers[0].1 = format!("DeepL-Auth-Key {key}");
        emulator.handle_request(request).into_reply().unwrap().status
    };
    {
        let emulator = Emulator::open(options(), &path).unwrap();
        let body = || Some(json!({ "name": "Kept" }));
        assert_eq!((ask(&emulator, "a", "GET", None), ask(&emulator, "a", "POST", body())), (200, 403));
        assert_eq!((ask(&emulator, "b", "GET", None), ask(&emulator, "b", "POST", body())), (403, 201));
        assert_eq!((ask(&emulator, "c", "GET", None), ask(&emulator, "c", "POST", body())), (403, 403));
    }
    let again = Emulator::open(options(), &path).unwrap();
    assert_eq!(again.style_profiles("b").len(), 1);
}
