//! `usage`, and the tag that usage is counted under.

use serde_json::{Value, json};

use crate::scripted::{Scripted, project};

fn counted() -> String {
    json!({"character_count": 180_118, "character_limit": 1_250_000, "speech_to_text_milliseconds_count": 0,
        "speech_to_text_milliseconds_limit": 36_000_000, "document_count": 3,
        "products": [{"product_type": "write", "billing_unit": "characters", "api_key_unit_count": 10,
            "account_unit_count": 5636}],
        "start_time": "2026-11-01T00:00:00Z", "end_time": "2026-12-01T00:00:00Z"})
    .to_string()
}

#[test]
fn counts_stand_with_their_limits_and_what_is_left() {
    let folder = project();
    let service = Scripted::new(|_| (200, counted()));
    let (code, out, said) = service.run(folder.path(), &["usage"]);
    assert_eq!((code, said.as_str()), (0, ""), "{out}");
    assert!(out.contains("character                    180 118  1 250 000   1 069 882   15%"), "{out}");
    assert!(out.contains("document                     3        no limit"), "{out}");
    assert!(out.contains("write    5 636    10        characters"), "{out}");
    assert_eq!(service.lines(), ["GET /v2/usage"]);

    let (_, out, _) = service.run(folder.path(), &["usage", "-o", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["characters_left"], 1_069_882);
    assert_eq!(json["counters"]["document"], json!({"count": 3, "limit": null}));
    assert_eq!(json["products"][0]["account"], 5636);
}

#[test]
fn a_tag_that_no_header_can_carry_is_a_wrong_argument() {
    let folder = project();
    let service = Scripted::new(|_| (200, counted()));
    for tag in ["a\nx: y", "ä", " a", &"a".repeat(256)] {
        let (code, _, said) = service.run(folder.path(), &["usage", "--reporting-tag", tag]);
        assert!(code == 64 && said.contains("a reporting tag has 1 to 255"), "{tag:?}: {code} {said}");
    }
    let (code, _, _) = service.run(folder.path(), &["usage", "--reporting-tag", "team a"]);
    assert_eq!(code, 0);
    let asked = service.asked().pop().unwrap();
    assert_eq!(asked.header("x-service-reporting-tag"), None, "nothing was used that could be reported");
}
