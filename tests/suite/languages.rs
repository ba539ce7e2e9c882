//! `languages` against a service that answers what it likes.

use serde_json::{Value, json};

use crate::playground::project;
use crate::scripted_service::{Asked, Scripted};

/// Two resources, of which one has a language with features.
fn listing(asked: &Asked) -> (u16, String) {
    let body = match asked.line.as_str() {
        "GET /v3/languages/resources" => json!([
            {"name": "translate_text", "features": [{"name": "formality", "needs_target_support": true}]},
            {"name": "write", "features": []},
        ]),
        line if line.starts_with("GET /v3/languages?resource=translate_text") => json!([
            {"lang": "pt-BR", "name": "Portuguese\u{202e}", "usable_as_source": false, "usable_as_target": true,
                "status": "beta", "features": {"glossary": {"status": "stable"}, "formality": {"status": "beta"}}},
            {"lang": "de", "name": "German", "usable_as_source": true, "usable_as_target": true, "status": "stable"},
        ]),
        line if line.starts_with("GET /v3/languages?resource=write") => {
            json!([{"lang": "DE", "name": "German", "usable_as_target": true}])
        }
        _ => return (404, String::new()),
    };
    (200, body.to_string())
}

#[test]
fn resources_stand_side_by_side_and_one_alone_with_its_features() {
    let folder = project();
    let service = Scripted::new(listing);
    let (code, out, said) = service.run(folder.path(), &["languages"]);
    assert_eq!((code, said.as_str()), (0, ""), "{out}");
    let lines: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["code", "name", "text", "write"]);
    assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["de", "German", "both", "to"]);
    assert_eq!(lines[2].split_whitespace().collect::<Vec<_>>(), ["pt-BR", "Portuguese\\u{202e}", "to*", "-"]);
    assert_eq!(lines[3], "2 languages; from: as source language alone, to: as target language alone; * not stable yet");

    let arguments = ["languages", "--resource", "translate_text", "--include", "external,beta", "--include", "beta"];
    let (code, out, _) = service.run(folder.path(), &arguments);
    assert_eq!(code, 0);
    assert!(out.contains("\ntranslate_text: 2 languages\n") && out.contains("formality*, glossary"), "{out}");
    let last = service.lines().pop().unwrap();
    assert_eq!(last, "GET /v3/languages?resource=translate_text&include=beta&include=external");
}

#[test]
fn json_has_the_words_of_the_service() {
    let folder = project();
    let service = Scripted::new(listing);
    let (code, out, _) = service.run(folder.path(), &["languages", "-o", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["housestyle_languages"]), (0, &json!(1)));
    let text = &json["resources"][0];
    assert_eq!(
        text["features"][0],
        json!({"name": "formality", "needs_source_support": false, "needs_target_support": true})
    );
    assert_eq!(text["languages"][1]["lang"], "pt-BR");
    assert_eq!(text["languages"][1]["features"]["formality"]["status"], "beta");
    assert!(out.contains("Portuguese\\u202e"), "what nobody sees is escaped: {out}");
}

#[test]
fn a_service_without_the_listing_of_resources_is_asked_for_those_of_the_specification() {
    let folder = project();
    let service = Scripted::new(|asked| match asked.line.as_str() {
        "GET /v3/languages/resources" => (404, String::new()),
        _ => (200, "[]".to_owned()),
    });
    assert_eq!(service.run(folder.path(), &["languages"]).0, 0);
    assert_eq!(service.lines().len(), 8);
    assert_eq!(service.lines()[6], "GET /v3/languages?resource=style_rules");
}

#[test]
fn a_misspelled_resource_is_64_with_the_nearest_and_a_key_without_scope_8_with_its_trace() {
    let folder = project();
    let (code, out, said) = Scripted::new(listing).run(folder.path(), &["languages", "--resource", "translate-text"]);
    assert_eq!((code, out.as_str()), (64, ""));
    assert!(said.contains("did you mean `translate_text`?"), "{said}");

    let body = json!({"message": "Forbidden", "detail": "Missing required scope(s): languages:read"}).to_string();
    let closed = Scripted::new(move |_| (403, body.clone()));
    let (code, out, said) = closed.run(folder.path(), &["languages"]);
    assert_eq!((code, out.as_str()), (8, ""));
    assert!(said.contains("Missing required scope") && said.contains("trace-of-403"), "{said}");
    assert!(said.contains("help: the key may be wrong (look at HOUSESTYLE_AUTH_KEY, "), "{said}");
    assert!(said.contains("may lack the scope `languages:read`"), "{said}");
}

#[test]
fn an_answer_that_makes_no_sense_is_said_to_make_none() {
    let folder = project();
    for body in ["<html>", "{}", "[{\"name\": \"German\"}]", "[{\"name\": \"a&b\"}]", ""] {
        let service = Scripted::new(move |_| (200, body.to_owned()));
        let (code, out, said) = service.run(folder.path(), &["languages", "--resource", "write"]);
        assert!(code != 0 && out.is_empty() && said.contains("error: "), "{body}: {code} {out} {said}");
    }
}
