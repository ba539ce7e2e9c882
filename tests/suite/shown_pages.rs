//! What people read in a browser: the overview, the plan and the page of all rules, at both widths and in both themes; and what
//! a forge shows of a drift. The overview and the drift are goldens, from which the pictures of the documentation are drawn.

use std::path::Path;

use serde_json::{Value, json};

use crate::html::{browser, rendered};
use crate::playground::{root, run, write};
use crate::reports::golden;

/// A copy of the example whose lists are on the built-in emulator.
fn example() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("examples/almwind"), folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        if path.is_dir() {
            std::fs::create_dir_all(to.join(name)).unwrap();
            copy(&path, &to.join(name));
        } else {
            std::fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

#[test]
fn the_overview_of_the_example() {
    let folder = example();
    let (code, page, said) = run(folder.path(), &["overview", "-o", "html"]);
    assert_eq!(code, 0, "{said}");
    golden("overview.html", &page);
}

#[test]
fn a_rule_is_unset_only_where_a_list_could_set_it() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "housestyle.toml", "catalogue = \"public\"\n");
    let list = |name: &str, language: &str, rules: &str| {
        let text = format!("name: {name}\nlanguage: {language}\nconfigured_rules:\n{rules}");
        write(folder.path(), &format!("styles/{name}.yaml"), &text);
    };
    // Salutations are a matter of German: no Japanese list lacks them.
    list("one", "de", "  punctuation:\n    salutation: use_comma_after_salutation\n");
    list("two", "de", "  numbers:\n    decimal_separator: use_comma_as_decimal_separator\n");
    list("three", "ja", "  punctuation:\n    ellipsis: use_ellipsis_character\n");
    let (code, text, said) = run(folder.path(), &["overview"]);
    assert_eq!(code, 0, "{said}");
    let japanese = &text[text.find("\nja  ").unwrap()..];
    assert!(!japanese.contains("unset") && !japanese.contains("salutation"), "{text}");
    assert!(text.contains("unset: two") && text.contains("unset: one"), "{text}");
}

/// The words of somebody who changed a rule of two lists on the service.
#[test]
fn a_drift_as_a_pull_request_tells_it() {
    let folder = example();
    assert_eq!(run(folder.path(), &["apply", "--auto-approve"]).0, 0);
    let account = folder.path().join(".housestyle/emulator.json");
    let held = std::fs::read_to_string(&account).unwrap();
    let changed = held.replace("use_comma_as_decimal_separator", "use_period_as_decimal_separator");
    // The service counts what is written to it.
    let changed = changed.replace("\"version\":2", "\"version\":3");
    std::fs::write(&account, changed.replace("freundlich und ohne Ausrufezeichen", "freundlich")).unwrap();
    let (code, text, said) = run(folder.path(), &["drift", "-o", "markdown"]);
    assert_eq!(code, 2, "{said}");
    golden("drift.md", &without_chance(&text));
}

/// Ids and times as they never are.
fn without_chance(text: &str) -> String {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || "-:.".contains(c);
    let mut out = String::new();
    let mut rest = text;
    while let Some(begins) = rest.find(is_of_word) {
        out.push_str(&rest[..begins]);
        let ends = rest[begins..].find(|c| !is_of_word(c)).map_or(rest.len(), |length| begins + length);
        let word = &rest[begins..ends];
        let dashes: Vec<usize> = word.match_indices('-').map(|(at, _)| at).collect();
        let fixed = match dashes.as_slice() {
            [8, 13, 18, 23] if word.len() == 36 => "a74d88fb-ed2a-4943-a664-000000000001",
            [4, 7] if word.ends_with('Z') && word.contains('T') => "2026-11-23T12:00:00Z",
            _ => word,
        };
        out.push_str(fixed);
        rest = &rest[ends..];
    }
    out + rest
}

/// What a browser makes of a page at 390 and 1,280 px, light and dark, and of what somebody then does there.
fn shape(page: &str, acts: &Value) -> String {
    let script = include_str!("../reports/page-shape.js");
    let escaped = page.replace('&', "&amp;").replace('<', "&lt;");
    let host = format!(
        "<!doctype html><meta charset=\"utf-8\"><body><template>{escaped}</template>\
         <script type=\"application/json\" id=\"acts\">{acts}</script><script>{script}</script></body>"
    );
    let (document, _) = rendered(browser(), &host);
    let title = document.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    title.unwrap_or_else(|| panic!("the script did not end: {document}")).to_owned()
}

const EVERYWHERE: &str = "390 light: texts\n390 dark: texts\n1280 light: texts\n1280 dark: texts\n";

#[test]
#[ignore = "needs chromium"]
fn the_overview_can_be_read_searched_and_filtered_on_a_telephone() {
    let page = std::fs::read_to_string(root().join("tests/reports/overview.html")).unwrap();
    let acts = json!([
        { "on": "#find", "type": "decimal" },
        { "on": "#find", "type": "no such rule" },
        { "on": "#find", "type": "" },
        { "on": "#differs" },
        { "on": ".languages button" },
        { "on": "#differs" },
        { "on": "#theme" },
        { "on": "#theme" },
        { "on": "#theme" },
    ]);
    golden("overview-acts.txt", &format!("{}\n", shape(&page, &acts)));
}

#[test]
#[ignore = "needs chromium"]
fn every_page_can_be_read_at_both_widths_in_both_themes() {
    for file in ["tests/reports/plan.html", "tests/reports/overview.html", "docs/catalogue.html"] {
        let page = std::fs::read_to_string(root().join(file)).unwrap();
        assert_eq!(shape(&page, &json!([])), format!("{EVERYWHERE}0 faults"), "{file}");
    }
}

/// A check that finds nothing may be one that looks at nothing.
#[test]
#[ignore = "needs chromium"]
fn what_nobody_could_read_is_told() {
    let page = "<!doctype html><html lang=\"en\"><body style=\"background:#fff\">\
                <p style=\"width:600px;color:#999\">A pale and wide paragraph of words</p>\
                <p style=\"width:47px\">letters below each other, as they were</p></body></html>";
    let told = shape(page, &json!([]));
    for fault in ["390 light: 60", "390 light: contrast 2.8", "1280 dark: 47 px for 38 letters"] {
        assert!(told.contains(fault), "{fault}: {told}");
    }
    assert!(told.contains("390 light: no texts"), "{told}");
}
