//! Plans and the live listing of languages: asked for only where the files need it, and believed.

use std::path::Path;

use serde_json::json;

use crate::playground::{project, write};
use crate::scripted_service::{Asked, Said, Scripted};

/// An empty account whose listing of list languages is this.
fn account(asked: &Asked, listing: &Said) -> Said {
    match asked.line.as_str() {
        line if line.starts_with("GET /v3/style_rules?") => (200, json!({"style_rules": []}).to_string()),
        line if line.starts_with("GET /v3/languages?resource=style_rules") => listing.clone(),
        _ => (404, String::new()),
    }
}

fn listing(codes: &[&str]) -> Said {
    let languages: Vec<_> = codes
        .iter()
        .map(|code| json!({"lang": code, "name": "A\u{200b} name", "usable_as_target": true, "features": {}}))
        .collect();
    (200, json!(languages).to_string())
}

fn list(folder: &Path, language: &str) {
    std::fs::write(folder.join("styles/shop.yaml"), format!("name: Shop\nlanguage: {language}\n")).unwrap();
}

fn asks(service: &Scripted) -> usize {
    service.lines().iter().filter(|line| line.contains("/v3/languages")).count()
}

#[test]
fn nothing_is_asked_for_languages_that_are_built_in() {
    let service = Scripted::new(|asked| account(asked, &(500, String::new())));
    let (code, out, said) = service.run(project().path(), &["plan"]);
    assert_eq!((code, asks(&service)), (0, 0), "{out}{said}");
}

#[test]
fn a_language_that_the_service_lists_is_planned() {
    let service = Scripted::new(|asked| account(asked, &listing(&["de", "PT"])));
    let folder = project();
    list(folder.path(), "pt");
    let (code, out, said) = service.run(folder.path(), &["validate"]);
    assert!(code == 0 && out.contains("warning") && out.contains("unknown-language"), "{out}{said}");
    let (code, out, said) = service.run(folder.path(), &["plan"]);
    assert_eq!((code, asks(&service)), (0, 1), "{out}{said}");
    assert!(out.contains("1 to create") && out.contains("the service keeps lists for `pt` (A\\u{200b} name)"), "{out}");
}

#[test]
fn a_language_that_the_service_does_not_list_refuses_the_plan() {
    let service = Scripted::new(|asked| account(asked, &listing(&["de", "fr"])));
    let folder = project();
    list(folder.path(), "pt");
    let (code, out, _) = service.run(folder.path(), &["plan"]);
    assert_eq!(code, 5, "{out}");
    assert!(out.contains("[unsupported] style/shop: the service keeps no lists for `pt`"), "{out}");
    assert!(out.contains("it has de, fr"), "{out}");
    let (code, ..) = service.run(folder.path(), &["apply", "--auto-approve"]);
    assert_eq!(code, 5);
    assert!(service.lines().iter().all(|line| line.starts_with("GET ")), "{:?}", service.lines());
}

#[test]
fn a_key_that_may_not_ask_and_a_service_without_the_listing_are_no_failure() {
    for (status, why) in [(403, "403: no scope"), (404, "404"), (400, "400")] {
        let body = if status == 403 { json!({"message": "no scope"}).to_string() } else { String::new() };
        let service = Scripted::new(move |asked| account(asked, &(status, body.clone())));
        let folder = project();
        list(folder.path(), "pt");
        let (code, out, _) = service.run(folder.path(), &["plan"]);
        assert!(code == 0 && out.contains("1 to create"), "{status}: {out}");
        let note = format!("languages of style_rules were not checked: the service rejected the request: {why}\n");
        assert!(out.contains(&note), "{status}: {out}");
    }
}

#[test]
fn a_listing_that_fails_in_another_way_ends_the_plan() {
    for (status, exit) in [(401, 8), (409, 1)] {
        let service = Scripted::new(move |asked| account(asked, &(status, String::new())));
        let folder = project();
        list(folder.path(), "pt");
        let (code, out, said) = service.run(folder.path(), &["plan"]);
        assert!(code == exit && !out.contains("to create"), "{status}: {code} {out}{said}");
    }
}

#[test]
fn what_could_not_be_a_language_is_an_error_before_anything_is_asked() {
    let service = Scripted::new(|asked| account(asked, &listing(&["de"])));
    let folder = project();
    for language in ["klingon", "de-CH", "xx_YY", "'1'"] {
        list(folder.path(), language);
        let (code, out, said) = service.run(folder.path(), &["plan"]);
        assert!(code == 3 && said.contains("unknown-language"), "{language}: {code} {out}{said}");
    }
    assert!(service.lines().is_empty());
}

/// The listing of a resource for profiles: German has everything, English and French lack what only some languages have.
fn offers_of(line: &str) -> Said {
    let language = |code: &str, source: bool, features: &[&str]| {
        let features: serde_json::Map<_, _> = features.iter().map(|name| ((*name).to_owned(), json!({}))).collect();
        json!({"lang": code, "name": code, "usable_as_source": source, "usable_as_target": true, "features": features})
    };
    let languages = match line {
        line if line.starts_with("GET /v3/languages?resource=translate_text") => [
            language("de", true, &["formality", "glossary", "style_rules"]),
            language("en-US", true, &[]),
            language("ja", false, &[]),
        ],
        line if line.starts_with("GET /v3/languages?resource=write") => [
            language("de", true, &["writing_style", "tone"]),
            language("en-US", true, &["tone"]),
            language("fr", true, &["writing_style"]),
        ],
        _ => return (200, json!({"style_rules": []}).to_string()),
    };
    (200, json!(languages).to_string())
}

#[test]
fn what_the_service_would_reject_or_ignore_of_a_profile_is_noted() {
    let no_formality = "the service has no formality in `en-us` and would reject it; `prefer_…` is ignored instead";
    let not_japanese = "the service does not improve texts in `ja`";
    for (profile, noted) in [
        ("target_language: de\nformality: more\nwriting_style: business\n", None),
        ("target_language: en-us\nformality: more\n", Some(no_formality)),
        ("target_language: en-us\nformality: prefer_more\n", None),
        (
            "target_language: en-us\nwriting_style: business\n",
            Some("the service would reject the writing style `business` in `en-us`"),
        ),
        ("target_language: en-us\nwriting_style: prefer_business\n", None),
        ("target_language: en-us\nwriting_style: default\n", None),
        ("target_language: en-us\ntone: friendly\n", None),
        ("target_language: ja\ntone: friendly\n", Some(not_japanese)),
        ("target_language: de\nsource_language: ja\n", Some("the service does not translate from `ja`")),
        ("target_language: fr\n", Some("the service does not translate into `fr`")),
        ("target_language: de\nstyle: shop\n", None),
    ] {
        let service = Scripted::new(|asked| offers_of(&asked.line));
        let folder = project();
        write(folder.path(), "profiles/web.yaml", &format!("kind: translation_profile\n{profile}"));
        let (code, out, said) = service.run(folder.path(), &["plan", "-o", "json"]);
        assert_eq!(code, 0, "{profile}: {out}{said}");
        let plan: serde_json::Value = serde_json::from_str(&out).unwrap();
        let notes = plan["notes"].as_array().unwrap().iter().filter_map(|note| note.as_str());
        // What the files alone have against it stands beside what the service says.
        let notes: Vec<&str> = notes.filter(|note| !note.contains(": warning[")).collect();
        let expected: Vec<String> = noted.iter().map(|noted| format!("translation_profile/web: {noted}")).collect();
        assert_eq!(notes, expected, "{profile}");
    }
}

#[test]
fn a_key_that_may_not_list_translation_memories_still_plans_and_another_failure_ends_it() {
    for (status, exit) in [(403, 0), (404, 0), (405, 0), (410, 0), (501, 0), (401, 8), (409, 1)] {
        let service = Scripted::new(move |asked| match asked.line.as_str() {
            line if line.starts_with("GET /v3/translation_memories") => (status, String::new()),
            line => offers_of(line),
        });
        let folder = project();
        let profile = "kind: translation_profile\ntarget_language: de\nsource_language: en\ntranslation_memory: Shop\n";
        write(folder.path(), "profiles/web.yaml", profile);
        let (code, out, said) = service.run(folder.path(), &["plan"]);
        assert_eq!(code, exit, "{status}: {out}{said}");
        assert_eq!(out.contains("translation memories were not checked: "), exit == 0, "{status}: {out}{said}");
    }
}
