//! `try` against a service that answers what it likes: samples, documents, prompts, and what it says about cost.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::playground::project;
use crate::scripted_service::{Asked, Said, Scripted};

const LIST: &str = "\
# The shop.
name: Shop
language: de
custom_instructions:
  - label: Anrede # how people are addressed
    prompt: Adress the reader wiht Sie.
  - label: 'Ton'
    prompt: |
      Write plainly and
      kindly.
";

/// An account with one list that says what the file says, so that apply adopts it.
fn account(asked: &Asked) -> Said {
    let list = json!({"style_id": "style-1", "name": "Shop", "language": "de", "version": 3, "configured_rules": {},
    "custom_instructions": [
        {"id": "i-1", "label": "Anrede", "prompt": "Adress the reader wiht Sie."},
        {"id": "i-2", "label": "Ton", "prompt": "Write plainly and\nkindly.\n"},
    ]});
    match asked.line.as_str() {
        line if line.starts_with("GET /v3/style_rules?") => (200, json!({"style_rules": [list]}).to_string()),
        "GET /v3/style_rules/style-1" => (200, list.to_string()),
        "GET /v2/usage" => (200, json!({"character_count": 10, "character_limit": 100}).to_string()),
        "POST /v2/translate" => {
            let sent = asked.json();
            let text =
                if sent["style_id"] == "style-1" { "Klicken Sie auf \u{202e}Sichern." } else { "Klick auf Sichern." };
            (200, json!({"translations": [{"detected_source_language": "EN", "text": text}]}).to_string())
        }
        "POST /v2/write/correct" | "POST /v2/write/rephrase" => {
            let sent = asked.json();
            let better = |text: &Value| {
                let text = text.as_str().unwrap().replace("Adress", "Address").replace("wiht", "with");
                let tone = sent["tone"].as_str().map_or_else(String::new, |tone| format!(" ({tone})"));
                json!({"text": format!("{text}{tone}"), "detected_source_language": "en"})
            };
            let improvements: Vec<Value> = sent["text"].as_array().unwrap().iter().map(better).collect();
            (200, json!({"improvements": improvements}).to_string())
        }
        _ => (404, String::new()),
    }
}

/// A project whose list is bound to the one of the account.
fn applied(service: &Scripted) -> tempfile::TempDir {
    let folder = project();
    std::fs::write(folder.path().join("styles/shop.yaml"), LIST).unwrap();
    let (code, out, said) = service.run(folder.path(), &["apply", "--auto-approve"]);
    assert_eq!(code, 0, "{out}{said}");
    folder
}

fn written(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("styles/shop.yaml")).unwrap()
}

/// A result for people, without the line that names the service.
fn result_of(out: &str) -> &str {
    let (service, result) = out.split_once('\n').unwrap();
    assert!(service.starts_with("environment default, service http://127.0.0.1:"), "{out}");
    result
}

#[test]
fn a_sample_is_translated_twice_and_the_difference_shown() {
    let service = Scripted::new(account);
    let folder = applied(&service);
    let arguments = ["try", "shop", "--text", "Click Save.", "--to", "DE-ch", "--auto-approve"];
    let (code, out, said) = service.run(folder.path(), &[&arguments[..], &["--reporting-tag", "trials"]].concat());
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("22 characters will be counted; 90 characters are left\n"), "{said}");
    let shown = "\
without  Klick auf Sichern.
with     Klicken Sie auf \\u{202e}Sichern.
changed  [-Klick-]{+Klicken Sie+} auf[-␣-]{+␣\\u{202e}+}Sichern.
22 characters counted; source language EN
";
    assert_eq!(result_of(&out), shown);
    let sent: Vec<Asked> = service.asked().into_iter().filter(|asked| asked.line == "POST /v2/translate").collect();
    assert_eq!(sent[0].json(), json!({"text": ["Click Save."], "target_lang": "de-CH"}));
    assert_eq!(sent[1].json(), json!({"text": ["Click Save."], "target_lang": "de-CH", "style_id": "style-1"}));
    assert!(sent.iter().all(|asked| asked.header("x-service-reporting-tag") == Some("trials")));
    let counted = |asked: &Asked| asked.line == "POST /v2/translate";
    let others = service.asked().into_iter().filter(|asked| !counted(asked));
    assert!(others.into_iter().all(|asked| asked.header("x-service-reporting-tag").is_none()));

    let (code, out, _) = service.run(folder.path(), &[&arguments[..], &["-o", "json"]].concat());
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["same"], &json["tried"]), (0, &json!(false), &json!("style/shop")));
    assert_eq!(json["parameters"]["style_id"], "style-1");
}

#[test]
fn nothing_is_sent_that_nobody_agreed_to() {
    let service = Scripted::new(account);
    let folder = applied(&service);
    for arguments in [&["try", "shop", "--text", "Click."][..], &["try", "correct", "shop", "--fix"]] {
        let (code, out, said) = service.run(folder.path(), arguments);
        assert_eq!((code, out.as_str()), (64, ""), "{said}");
        assert!(said.contains("approval required for this cost") && said.contains("--auto-approve"), "{said}");
    }
    assert!(service.lines().iter().all(|line| line.starts_with("GET ")));
    assert_eq!(written(folder.path()), LIST);
}

#[test]
fn what_cannot_be_tried_says_why_before_anything_is_asked() {
    let service = Scripted::new(account);
    let folder = applied(&service);
    let asked = service.lines().len();
    std::fs::write(folder.path().join("note.txt"), b"\xff\xfe\x00binary").unwrap();
    std::fs::write(folder.path().join("note.exe"), b"MZ\x00").unwrap();
    std::fs::write(folder.path().join("empty.md"), " \n").unwrap();
    std::fs::write(folder.path().join("long.md"), "x".repeat(131_073)).unwrap();
    std::fs::write(folder.path().join("there.txt"), "kept").unwrap();
    let many = "\"".repeat(70_000);
    let cases: &[(&[&str], i32, &str)] = &[
        (&["shpo", "--text", "x"], 64, "did you mean `shop`?"),
        (&["glossary/terms", "--text", "x"], 64, "a glossary is tried through a translation profile"),
        (&["shop"], 64, "there is no sample"),
        (&["shop", "--text", " \t"], 64, "the sample is empty"),
        (&["shop", "--file", "empty.md"], 64, "the sample is empty"),
        (&["shop", "--file", "no.md"], 1, "cannot read"),
        (&["shop", "--file", "styles"], 64, "is not a file"),
        (&["shop", "--file", "note.txt"], 64, "translate it as a document"),
        (&["shop", "--file", "note.exe"], 64, "is not text"),
        (&["shop", "--file", "long.md"], 64, "has 131073 bytes"),
        (&["shop", "--text", &many], 64, "the sample makes a request of"),
        (&["shop", "--text", "x", "--to", "fr"], 64, "style/shop is for `de`, it cannot be tried with `fr`"),
        (&["shop", "--text", "x", "--to", "d&e"], 64, "is no language code"),
        (&["shop", "--file", "note.exe", "--out", "x.exe"], 64, "documents end with docx"),
        (&["shop", "--out", "x.txt"], 64, "there is no document"),
        (&["shop", "--file", "there.txt", "--out", "there.txt", "--auto-approve"], 5, "is there already"),
        (&["shop", "--file", "there.txt", "--out", "no/x.txt"], 64, "there is no folder"),
        (&["correct", "shpo"], 64, "did you mean `shop`?"),
        (&["correct", "glossary/shop"], 64, "has no prompts"),
        (&["rephrase", "shop", "--tone", "friendly,confident", "--fix"], 64, "name one style or tone"),
        (&["rephrase", "shop", "--tone", "friendly", "--writing-style", "simple"], 64, "cannot be combined with"),
        (&["rephrase", "shop", "--tone", "rude"], 64, "use one of"),
    ];
    for (arguments, wanted, what) in cases {
        let (code, out, said) = service.run(folder.path(), &[&["try"], *arguments].concat());
        assert!(code == *wanted && said.contains(what) && out.is_empty(), "{arguments:.60?}: {code} {said}");
    }
    assert_eq!(service.lines().len(), asked, "nothing was asked");
    assert_eq!(std::fs::read_to_string(folder.path().join("there.txt")).unwrap(), "kept");
}

#[test]
fn a_list_that_was_never_applied_is_told_to_be() {
    let service = Scripted::new(account);
    let (code, _, said) = service.run(project().path(), &["try", "shop", "--text", "x"]);
    assert!(
        code == 1 && said.contains("style/shop has no id yet") && said.contains("help: housestyle apply"),
        "{said}"
    );
    let folder = applied(&service);
    let elsewhere = Scripted::new(account);
    let (code, _, said) = elsewhere.run(folder.path(), &["try", "shop", "--text", "x"]);
    assert!(code == 5 && said.contains(service.address()), "{code} {said}");
}

#[test]
fn quota_scope_and_overload_have_their_own_way_out() {
    for (status, wanted, what) in [
        (456, 1, "help: the quota of the account is used up"),
        (403, 8, "`translate:text`"),
        (401, 8, "HOUSESTYLE_AUTH_KEY"),
        (413, 1, "the service rejected the request: 413"),
    ] {
        let service = Scripted::new(move |asked| match asked.line.as_str() {
            "POST /v2/translate" => (status, json!({"message": "no \u{1b}[31mway"}).to_string()),
            "GET /v2/usage" => (403, String::new()),
            _ => account(asked),
        });
        let folder = applied(&service);
        let (code, out, said) = service.run(folder.path(), &["try", "shop", "--text", "x", "--auto-approve"]);
        assert_eq!((code, out.as_str()), (wanted, ""), "{said}");
        assert!(said.contains(what) && said.contains("the remaining quota is unknown"), "{said}");
        assert!(said.contains(&format!("trace-of-{status}")) && !said.contains('\u{1b}'), "{said}");
    }
}

#[test]
fn suggestions_are_shown_and_the_file_left_alone() {
    let service = Scripted::new(account);
    let folder = applied(&service);
    let (code, out, said) = service.run(folder.path(), &["try", "correct", "shop", "--auto-approve"]);
    assert_eq!(code, 0, "{said}");
    let shown = "\
styles/shop.yaml:5:5 prompt of \"Anrede\"
    [-Adress-]{+Address+} the reader [-wiht-]{+with+} Sie.
1 suggestion for 4 texts; 62 characters counted
";
    assert_eq!(result_of(&out), shown);
    assert_eq!(written(folder.path()), LIST);
    let sent = service.asked().pop().unwrap();
    assert_eq!(
        sent.json(),
        json!({"text": ["Anrede", "Adress the reader wiht Sie.", "Ton", "Write plainly and\nkindly.\n"]})
    );

    let arguments = ["try", "rephrase", "shop", "--tone", "friendly,confident", "--prompts-only", "--to", "en-gb"];
    let (_, out, _) = service.run(folder.path(), &[&arguments[..], &["--auto-approve"]].concat());
    assert!(out.contains("\n    friendly: [-Adress-]") && out.contains("\n    confident: [-Adress-]"), "{out}");
    assert!(out.ends_with("2 suggestions for 2 texts; 106 characters counted\n"), "{out}");
    let sent = service.asked().pop().unwrap().json();
    assert_eq!((&sent["tone"], &sent["target_lang"]), (&json!("confident"), &json!("en-GB")));
}

#[test]
fn a_fix_writes_the_bytes_of_the_words_and_no_others() {
    let service = Scripted::new(account);
    let folder = applied(&service);
    let (code, out, said) = service.run(folder.path(), &["try", "correct", "shop", "--fix", "--auto-approve"]);
    assert_eq!(code, 0, "{out}{said}");
    assert_eq!(written(folder.path()), LIST.replace("Adress the reader wiht", "Address the reader with"));
    assert!(said.ends_with("wrote 1 suggestion\n"), "{said}");

    let arguments = ["try", "rephrase", "shop", "--tone", "friendly", "--fix", "--auto-approve", "-o", "json"];
    let (code, out, said) = service.run(folder.path(), &arguments);
    assert_eq!(code, 0, "{out}{said}");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert!(json["suggestions"].as_array().unwrap().iter().all(|one| one["written"] == true), "{out}");
    let text = written(folder.path());
    assert!(text.contains("  - label: Anrede (friendly) # how people are addressed\n"), "{text}");
    assert!(text.contains("  - label: 'Ton (friendly)'\n"), "{text}");
    assert_eq!(service.run(folder.path(), &["validate"]).0, 0);
}

#[test]
fn what_would_make_the_files_invalid_is_not_written() {
    let service = Scripted::new(|asked| match asked.line.as_str() {
        "POST /v2/write/correct" => {
            let texts = ["Ton", &"x".repeat(301), "Ton", "Write kindly."];
            let improvements: Vec<Value> = texts.iter().map(|text| json!({"text": text})).collect();
            (200, json!({"improvements": improvements}).to_string())
        }
        _ => account(asked),
    });
    let folder = applied(&service);
    let (code, _, said) = service.run(folder.path(), &["try", "correct", "shop", "--fix", "--auto-approve"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("the label of \"Anrede\" was not written") && said.contains("duplicate-label"), "{said}");
    assert!(said.contains("the prompt of \"Anrede\" was not written") && said.contains("prompt-too-long"), "{said}");
    assert!(said.ends_with("wrote 1 suggestion\n"), "{said}");
    assert!(written(folder.path()).contains("Write kindly."));
    assert_eq!(service.run(folder.path(), &["validate"]).0, 0);
}

#[test]
fn many_prompts_go_in_several_requests_and_come_back_in_order() {
    let service = Scripted::new(account);
    let folder = applied(&service);
    let mut list = LIST.to_owned();
    for n in 0..180 {
        list.push_str(&format!("  - label: Rule {n}\n    prompt: \"Rule {n} {}\"\n", "ü".repeat(280)));
    }
    std::fs::write(folder.path().join("styles/shop.yaml"), list).unwrap();
    let (code, out, said) =
        service.run(folder.path(), &["try", "correct", "shop", "--auto-approve", "--timeout", "60"]);
    assert_eq!(code, 0, "{said}");
    assert!(out.ends_with("1 suggestion for 364 texts; 53 302 characters counted\n"), "{out}");
    let sent: Vec<Asked> = service.asked().into_iter().filter(|asked| asked.line == "POST /v2/write/correct").collect();
    assert!(sent.len() > 9 && sent.iter().all(|asked| asked.body.len() <= 10 * 1024), "{}", sent.len());
    let texts: usize = sent.iter().map(|asked| asked.json()["text"].as_array().unwrap().len()).sum();
    assert_eq!(texts, 364);
}

#[test]
fn a_document_goes_up_is_waited_for_and_comes_down_once() {
    let looks = AtomicUsize::new(0);
    let service = Scripted::new(move |asked| match asked.line.as_str() {
        "POST /v2/document" => (200, json!({"document_id": "D-1", "document_key": "K-secret"}).to_string()),
        "POST /v2/document/D-1" => match looks.fetch_add(1, Ordering::SeqCst) {
            0 => (200, json!({"document_id": "D-1", "status": "queued"}).to_string()),
            _ => (200, json!({"document_id": "D-1", "status": "done", "billed_characters": 1234}).to_string()),
        },
        "POST /v2/document/D-1/result" => (200, "Hallo\u{0}Welt".to_owned()),
        _ => account(asked),
    });
    let folder = applied(&service);
    std::fs::write(folder.path().join("manual.txt"), "Hello\nworld").unwrap();
    let arguments = ["try", "shop", "--file", "manual.txt", "--out", "manual.de.txt", "--auto-approve"];
    let (code, out, said) = service.run(folder.path(), &arguments);
    assert_eq!(code, 0, "{said}");
    assert_eq!(result_of(&out), "translated with style/shop as manual.de.txt; 1 234 characters counted\n");
    assert!(said.contains("sent as document D-1") && !said.contains("K-secret"), "{said}");
    assert_eq!(std::fs::read(folder.path().join("manual.de.txt")).unwrap(), b"Hallo\0Welt");
    let sent = service.asked().into_iter().find(|asked| asked.line == "POST /v2/document").unwrap();
    let body = String::from_utf8(sent.body.clone()).unwrap();
    assert!(sent.header("content-type").unwrap().starts_with("multipart/form-data; boundary="));
    assert!(
        body.contains("name=\"style_id\"\r\n\r\nstyle-1\r\n") && body.contains("filename=\"manual.txt\""),
        "{body}"
    );
    assert_eq!(service.asked().pop().unwrap().json(), json!({"document_key": "K-secret"}));

    let (code, _, said) = service.run(folder.path(), &arguments);
    assert!(code == 5 && said.contains("is there already"), "{said}");
}

#[test]
fn a_document_that_fails_says_why_and_leaves_no_file() {
    let service = Scripted::new(|asked| match asked.line.as_str() {
        "POST /v2/document" => (200, json!({"document_id": "D-1", "document_key": "K"}).to_string()),
        "POST /v2/document/D-1" => (200, json!({"status": "error", "error_message": "no \u{7}text"}).to_string()),
        _ => account(asked),
    });
    let folder = applied(&service);
    std::fs::write(folder.path().join("manual.txt"), "Hello").unwrap();
    let arguments = ["try", "shop", "--file", "manual.txt", "--out", "manual.de.txt", "--auto-approve"];
    let (code, out, said) = service.run(folder.path(), &arguments);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(said.contains("the document D-1 was not translated: no \\u{7}text"), "{said}");
    assert!(!folder.path().join("manual.de.txt").exists());
}
