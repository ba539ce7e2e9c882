//! Whatever is sent, the emulator answers, and never with an error of its own.

use housestyle::emulator::{Emulator, EmulatorOptions, RawRequest};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use serde_json::json;

use super::{LISTS, make, send};

fn pieces() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("/v3/style_rules".to_owned()),
        Just("{id}".to_owned()),
        Just("/configured_rules".to_owned()),
        Just("/custom_instructions".to_owned()),
        Just("/v3/glossaries".to_owned()),
        Just("/v3/spoken-terms".to_owned()),
        Just("/v3/languages?resource=".to_owned()),
        Just("/entries?source_lang=en&target_lang=de".to_owned()),
        Just("/dictionaries".to_owned()),
        Just("/term-lists?lang=de".to_owned()),
        "/v2/(translate|document|usage|write/correct|write/rephrase|languages)",
        Just("?page=".to_owned()),
        Just("&page_size=".to_owned()),
        Just("/".to_owned()),
        Just("%".to_owned()),
        "[0-9]{1,12}",
        any::<String>(),
    ]
}

fn bodies() -> impl Strategy<Value = Vec<u8>> {
    let members = prop_oneof![
        Just("\"name\":\"A\"".to_owned()),
        Just("\"language\":\"de\"".to_owned()),
        Just("\"label\":\"L\"".to_owned()),
        Just("\"prompt\":\"P\"".to_owned()),
        Just("\"source_language\":\"en\"".to_owned()),
        Just("\"configured_rules\":{\"numbers\":{}}".to_owned()),
        Just("\"custom_instructions\":[{\"label\":\"L\",\"prompt\":\"P\"}]".to_owned()),
        Just("\"text\":[\"A\"]".to_owned()),
        Just("\"target_lang\":\"de\"".to_owned()),
        Just("\"dictionaries\":[{\"source_lang\":\"en\",\"target_lang\":\"de\",\"entries\":\"a\\tb\",\"entries_format\":\"tsv\"}]".to_owned()),
        Just("\"term_lists\":[{\"lang\":\"de\",\"entries\":\"A\"}]".to_owned()),
        "\"(text|target_lang|source_lang|glossary_ids|style_id|dictionaries|term_lists)\":(null|1|\\[1\\]|\\{\\}|\"x\")",
        "\"(name|language|configured_rules|custom_instructions)\":(null|1|\\[\\]|\\{\\}|\"\")",
    ];
    prop_oneof![
        4 => proptest::collection::vec(members, 0..5).prop_map(|members| format!("{{{}}}", members.join(",")).into_bytes()),
        1 => any::<Vec<u8>>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_requests_are_answered_and_change_nothing_when_refused(
        method in prop_oneof!["GET|POST|PUT|PATCH|DELETE", "[A-Z]{0,8}"],
        target in prop_oneof![
            Just(LISTS.to_owned()),
            proptest::collection::vec(pieces(), 0..7).prop_map(|pieces| pieces.concat()),
        ],
        body in bodies(),
        media in prop_oneof![
            8 => Just("application/json".to_owned()),
            1 => Just("application/x-www-form-urlencoded".to_owned()),
            1 => Just("multipart/form-data; boundary=x".to_owned()),
        ],
        key in prop_oneof![4 => Just("Service-Auth-Key key".to_owned()), 1 => any::<String>()],
    ) {
        let emulator = Emulator::new(EmulatorOptions::default());
        let list = make(&emulator, "A");
        let id = list.rsplit('/').next().unwrap();
        let headers = vec![
            ("Authorization".to_owned(), key),
            ("Content-Type".to_owned(), media),
        ];
        let before = emulator.style_lists("default");
        let request = RawRequest { method, target: target.replace("{id}", &format!("/{id}")), headers, body };
        let shown = format!("{request:?}");
        let reply = emulator.handle_request(request).into_reply().unwrap();
        assert!((200..500).contains(&reply.status), "{shown} {reply:?}");
        if reply.status >= 300 {
            assert_eq!(emulator.style_lists("default"), before, "{shown}");
            assert!(emulator.glossaries("default").is_empty() && emulator.spoken_terms("default").is_empty(), "{shown}");
            assert_eq!(emulator.usage("default").total_characters(), 0, "{shown}");
            assert!(serde_json::from_slice::<serde_json::Value>(&reply.body).unwrap()["message"].is_string());
        }
        assert_eq!(send(&emulator, "POST", LISTS, Some(json!({ "name": "B", "language": "de" }))).status, 201);
    }
}
