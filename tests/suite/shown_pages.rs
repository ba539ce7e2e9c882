//! What people read in a browser: the overview, the plan and the page of all rules, at both widths and in both themes; and what
//! a forge shows of plans and of a drift. The overview and the drift are goldens, from which the pictures of the documentation are drawn.

use std::path::Path;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use serde_json::{Value, json};

use crate::approval_forms::ELEMENTS;
use crate::examples::copy;
use crate::html::{browser, rendered};
use crate::playground::{root, run, write};
use crate::reports::golden;

/// A copy of the example whose lists are on the built-in emulator.
fn example() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("examples/almwind"), folder.path());
    folder
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

/// How a forge sets a comment: its colours, its code and its lists.
const FORGE: &str = "body{margin:16px;max-width:880px;font:14px/1.5 sans-serif;color:#1f2328;background:#fff;overflow-wrap:break-word}\
    code{font:85% monospace;padding:.2em .4em;background:#eff1f3;white-space:break-spaces}\
    pre{overflow:auto;padding:12px;background:#f6f8fa}pre code{padding:0;background:none;white-space:pre}ul{padding-left:2em}\
    [data-theme=dark] body{color:#e6edf3;background:#0d1117}[data-theme=dark] code{background:#343942}\
    [data-theme=dark] pre{background:#161b22}[data-theme=dark] pre code{background:none}";

/// A comment as a forge shows it: Markdown as CommonMark reads it, and of its HTML what sanitizers leave standing.
#[expect(clippy::wildcard_enum_match_arm, reason = "a parser has many events, and comments of ours have these")]
fn forge_page(comment: &str) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut body = String::new();
    for event in Parser::new(comment) {
        match event {
            Event::Start(Tag::Paragraph) => body.push_str("<p>"),
            Event::End(TagEnd::Paragraph) => body.push_str("</p>"),
            Event::Start(Tag::Heading { .. }) => body.push_str("<h3>"),
            Event::End(TagEnd::Heading(_)) => body.push_str("</h3>"),
            Event::Start(Tag::CodeBlock(_)) => body.push_str("<pre><code>"),
            Event::End(TagEnd::CodeBlock) => body.push_str("</code></pre>"),
            Event::Start(Tag::Strong) => body.push_str("<b>"),
            Event::End(TagEnd::Strong) => body.push_str("</b>"),
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
            Event::Text(text) => body.push_str(&escaped(&text)),
            Event::Html(html) | Event::InlineHtml(html) => body.push_str(&sanitized(&html)),
            Event::SoftBreak | Event::HardBreak => body.push('\n'),
            other => panic!("{other:?} in a comment of ours: {comment}"),
        }
    }
    format!("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><style>{FORGE}</style><body>{body}</body></html>")
}

/// HTML with the elements and attributes that forges let pass, and nothing else.
fn sanitized(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(begins) = rest.find('<') {
        out.push_str(&rest[..begins]);
        let ends = rest[begins..].find('>').map_or(rest.len(), |length| begins + length + 1);
        let tag = rest[begins..ends].trim_matches(['<', '>']);
        let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
        let kept = tag.split(' ').skip(1).filter(|attribute| ["open", "dir=\"auto\""].contains(attribute));
        if ELEMENTS.contains(&name) {
            let close = if tag.starts_with('/') { "/" } else { "" };
            out.push_str(&format!("<{close}{name}{}>", kept.map(|kept| format!(" {kept}")).collect::<String>()));
        }
        rest = &rest[ends..];
    }
    out + rest
}

/// A plan with long words, long values, right-to-left names and very many terms, as a comment.
fn comment_of_everything() -> String {
    let folder = crate::playground::empty_project();
    let list = |name: &str, prompt: &str| {
        format!(
            "name: {name}\nlanguage: de\nconfigured_rules:\n  numbers:\n    decimal_separator: use_comma_as_decimal_separator\n\
             custom_instructions:\n  - {{label: {name}, prompt: {prompt:?}}}\n"
        )
    };
    let long = format!("Schreibe {} immer klein.", "Donaudampfschifffahrtsgesellschaft".repeat(4));
    write(folder.path(), "styles/a.yaml", &list("סגנון הבית", "5 מילים Wörter"));
    write(folder.path(), "styles/b.yaml", &list("Lang", &long));
    assert_eq!(run(folder.path(), &["apply", "--auto-approve", "--quiet"]).0, 0);
    write(folder.path(), "styles/a.yaml", &list("סגנון חדש", "7 מילים Wörter, kurz"));
    write(folder.path(), "styles/b.yaml", &list("Lang", &long.replace("immer klein", "niemals groß")));
    let entries: String = (0..1200).map(|n| format!("      term {n}: Begriff {n}\n")).collect();
    let glossary =
        "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    entries:\n";
    write(folder.path(), "glossaries/terms.yaml", &format!("{glossary}{entries}"));
    let (code, comment, said) = run(folder.path(), &["plan", "-o", "markdown"]);
    assert_eq!(code, 0, "{said}");
    comment
}

/// Where SHOWN_COMMENTS names a folder, the pages are left there, to be looked at.
#[test]
#[ignore = "needs chromium"]
fn every_comment_can_be_read_at_both_widths_in_both_themes() {
    let golden = |name: &str| std::fs::read_to_string(root().join("tests/reports").join(name)).unwrap();
    let comments = [golden("plan.md"), golden("drift.md"), comment_of_everything()].map(|it| forge_page(&it));
    for (at, page) in comments.iter().enumerate() {
        if let Ok(folder) = std::env::var("SHOWN_COMMENTS") {
            std::fs::write(Path::new(&folder).join(format!("comment-{at}.html")), page).unwrap();
        }
        assert_eq!(shape(page, &json!([])), format!("{EVERYWHERE}0 faults"), "comment {at}");
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
