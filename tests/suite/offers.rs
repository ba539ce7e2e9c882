//! Plans and the live listing of languages: asked for only where the files need it, and believed.

use std::path::Path;

use serde_json::json;

use crate::playground::project;
use crate::scripted::{Asked, Said, Scripted};

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
    for (status, exit) in [(401, 8), (410, 1)] {
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
