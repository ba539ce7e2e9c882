//! `guide`: what it says is what the files say, and `lint` agrees with every example.

use std::collections::BTreeMap;

use crate::examples::copy;
use crate::playground::{root, run};

fn example_project() -> std::path::PathBuf {
    root().join("examples/almwind")
}

/// Rules of a page, each with its right and its wrong text, as Markdown shows them.
fn rules_of(page: &str) -> BTreeMap<String, (Option<String>, Option<String>)> {
    let mut rules = BTreeMap::new();
    let mut last = String::new();
    let plain = |text: &str| {
        let mut out = String::new();
        let text = text.replace("<br>", "\n");
        let mut letters = text.chars();
        while let Some(c) = letters.next() {
            out.extend(if c == '\\' { letters.next() } else { Some(c) });
        }
        out
    };
    for line in page.lines() {
        if let Some((name, _)) = line.strip_prefix("- <a id=\"").and_then(|rest| rest.split_once('"')) {
            last = name.to_owned();
            assert!(rules.insert(last.clone(), (None, None)).is_none(), "{name} stands twice");
        } else if let Some(text) = line.strip_prefix("  - Right: ") {
            rules.get_mut(&last).unwrap().0 = Some(plain(text));
        } else if let Some(text) = line.strip_prefix("  - Wrong: ") {
            rules.get_mut(&last).unwrap().1 = Some(plain(text));
        }
    }
    rules
}

/// Codes of the rules that `lint` finds in each text, asked for all texts of a list at once.
fn lint_texts(style: &str, texts: &[&String]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    copy(&example_project(), &project);
    for (at, text) in texts.iter().enumerate() {
        std::fs::write(project.join(format!("t{at:04}.txt")), text.as_bytes()).unwrap();
    }
    let names: Vec<String> = (0..texts.len()).map(|at| format!("t{at:04}.txt")).collect();
    let mut words = vec!["lint", "-o", "json", "--style", style];
    words.extend(names.iter().map(String::as_str));
    let (_, out, err) = run(&project, &words);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    let mut found = vec![Vec::new(); texts.len()];
    for finding in report["findings"].as_array().unwrap() {
        let path = finding["file"].as_str().or_else(|| finding["path"].as_str()).unwrap();
        let at = names.iter().position(|name| name == path).unwrap();
        found[at].push(finding["message"].as_str().unwrap().to_owned());
    }
    found
}

fn styles() -> Vec<&'static str> {
    vec!["de-shop", "de-support", "en-legal", "en-shop", "fr-shop", "ja-shop", "ko-shop", "zh-shop"]
}

#[test]
fn lint_finds_nothing_in_a_right_text_and_in_a_wrong_text_its_rule_alone() {
    for style in styles() {
        let (code, page, err) = run(&example_project(), &["guide", style]);
        assert_eq!(code, 0, "{err}");
        let rules = rules_of(&page);
        let right: Vec<&String> = rules.values().filter_map(|(right, _)| right.as_ref()).collect();
        let wrong: Vec<(&String, &String)> =
            rules.iter().filter_map(|(rule, (_, wrong))| Some((rule, wrong.as_ref()?))).collect();
        assert!(right.len() * 3 >= rules.len(), "{style}: {} of {} rules have an example", right.len(), rules.len());
        for (text, found) in right.iter().zip(lint_texts(style, &right)) {
            assert!(found.is_empty(), "{style}: `{text}` is called right, and lint says {found:?}");
        }
        let texts: Vec<&String> = wrong.iter().map(|(_, text)| *text).collect();
        for ((rule, text), found) in wrong.iter().zip(lint_texts(style, &texts)) {
            let name = rule.split('.').next_back().unwrap();
            assert!(!found.is_empty(), "{style}: lint finds nothing in `{text}`, which breaks {rule}");
            assert!(found.iter().all(|message| message.contains(name)), "{style}: `{text}` for {rule}: {found:?}");
        }
    }
}

#[test]
fn every_configured_rule_stands_once_in_every_kind_of_guide() {
    let (_, csv, _) = run(&example_project(), &["overview", "-o", "csv"]);
    let mut rows = csv.lines();
    let head: Vec<&str> = rows.next().unwrap().split(',').collect();
    let rows: Vec<Vec<&str>> = rows.skip(1).map(|row| row.split(',').collect()).collect();
    for style in styles() {
        let column = head.iter().position(|name| *name == style).unwrap();
        let set: Vec<&str> = rows.iter().filter(|row| !row[column].is_empty()).map(|row| row[0]).collect();
        let (_, page, _) = run(&example_project(), &["guide", style]);
        let (_, skill, _) = run(&example_project(), &["guide", style, "--for", "agent"]);
        assert_eq!(rules_of(&page).into_keys().collect::<Vec<_>>(), set, "{style}");
        for rule in set {
            assert_eq!(skill.matches(&format!("`{rule}`")).count(), 1, "{style} {rule}");
        }
        assert!(skill.starts_with("---\nname: house-style-"), "{skill}");
    }
}

#[test]
fn a_prompt_is_never_longer_than_asked_for_and_names_what_it_leaves_out() {
    let (_, whole, _) = run(&example_project(), &["guide", "de-shop", "--for", "prompt", "--max-characters", "100000"]);
    assert!(!whole.contains("Left out"), "{whole}");
    for most in [200, 300, 500, 800, 1200, 2000, 4000] {
        let (code, prompt, err) =
            run(&example_project(), &["guide", "de-shop", "--for", "prompt", "--max-characters", &most.to_string()]);
        assert_eq!(code, 0, "{err}");
        let length = prompt.chars().count();
        assert!(length <= most, "{length} for {most}: {prompt}");
        let every_rule = rules_of(&run(&example_project(), &["guide", "de-shop"]).1).len();
        assert_eq!(prompt.contains("Left out for length"), prompt.matches("\n- ").count() < every_rule + 4, "{prompt}");
    }
}

#[test]
fn guides_are_written_checked_and_told_apart_from_stale_ones() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    copy(&example_project(), &project);
    let (code, _, err) = run(&project, &["guide", "--into", "docs/style", "--check"]);
    assert_eq!((code, err.contains("not current in docs/style: de-shop.md")), (3, true), "{err}");
    assert_eq!(run(&project, &["guide", "--into", "docs/style"]).0, 0);
    assert_eq!(run(&project, &["guide", "--into", "docs/style", "--check"]).0, 0);
    let page = std::fs::read_to_string(project.join("docs/style/de-shop.md")).unwrap();
    assert_eq!(page, run(&project, &["guide", "de-shop"]).1);
    let style = project.join("styles/de-shop.yaml");
    let text = std::fs::read_to_string(&style).unwrap();
    std::fs::write(&style, text.replace("ohne Ausrufezeichen", "ohne Fragezeichen")).unwrap();
    let (code, _, err) = run(&project, &["guide", "--into", "docs/style", "--check"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("not current in docs/style: de-shop.md\n"), "{err}");
    assert!(err.contains("housestyle guide --into docs/style"), "{err}");
}

#[test]
fn wrong_usage_of_guide_says_what_to_do() {
    let cases: [(&[&str], &str); 5] = [
        (&["guide", "de-shpo"], "did you mean `de-shop`?"),
        (&["guide", "--for", "agent"], "write a file for each with --into DIR"),
        (&["guide", "de-shop", "--max-characters", "300"], "`--max-characters` is for `--for prompt`"),
        (&["guide", "de-shop", "--check"], "--into"),
        (&["guide", "de-shop", "-o", "json"], "use one of: markdown"),
    ];
    for (words, wanted) in cases {
        let (code, _, err) = run(&example_project(), words);
        assert_eq!(code, 64, "{err}");
        assert!(err.contains(wanted), "{words:?}: {err}");
    }
}

#[test]
fn text_of_a_file_opens_no_markup_in_a_guide() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("styles")).unwrap();
    std::fs::write(folder.path().join("housestyle.toml"), "stack = \"abcdefgh\"\n").unwrap();
    let style = "name: \"a <img src=x> [b](c) | `d`\"\nlanguage: de\ncustom_instructions:\n\
        \x20 - label: \"x*y\"\n    prompt: \"# no heading <script>\"\n";
    std::fs::write(folder.path().join("styles/a.yaml"), style).unwrap();
    let (code, page, err) = run(folder.path(), &["guide"]);
    assert_eq!(code, 0, "{err}");
    assert!(page.contains("# a \\<img src=x\\> \\[b\\](c) \\| \\`d\\`"), "{page}");
    assert!(page.contains("- **x\\*y**: \\# no heading \\<script\\>"), "{page}");
}
