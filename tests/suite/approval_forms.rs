//! What people approve, in every form that they read it in: once, whole, readable, and true.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use serde_json::Value;

use crate::playground::{empty_project, outcome, root, run, run_in_shell, write};

const BASE: &str = "kind: base_style\nlanguage: de\nconfigured_rules:\n  numbers:\n    decimal_separator: use_comma_as_decimal_separator\n";

/// A project of `many` lists that extend one base, applied; then one line of the base is changed.
fn changed_base(many: usize) -> tempfile::TempDir {
    let folder = empty_project();
    write(folder.path(), "house/de.yaml", BASE);
    for n in 0..many {
        let list = format!("name: List {n}\nlanguage: de\nextends: [house/de]\n");
        write(folder.path(), &format!("styles/list-{n:02}.yaml"), &list);
    }
    assert_eq!(run(folder.path(), &["apply", "--auto-approve", "--quiet"]).0, 0);
    write(folder.path(), "house/de.yaml", &BASE.replace("use_comma_as", "use_period_as"));
    folder
}

/// The plan as text, JSON, Markdown and HTML.
fn forms(folder: &Path, command: &str, further: &[&str]) -> [String; 4] {
    let mut arguments = vec![command, "--write=json=p.json", "--write=markdown=p.md", "--write=html=p.html"];
    arguments.extend(further);
    let (code, text, told) = run_in_shell(folder, &arguments);
    assert!(matches!(code, 0 | 2), "{text}{told}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    [text, read("p.json"), read("p.md"), read("p.html")]
}

#[test]
fn a_line_of_a_base_is_shown_however_many_lists_have_it() {
    let folder = changed_base(99);
    let (code, comment, _) = run_in_shell(folder.path(), &["plan", "--format=markdown", "--markdown-limit=5000"]);
    assert!(code == 0 && comment.len() <= 5000, "{code} {}", comment.len());
    for told in ["use_period_as_decimal_separator", "the same in 99 lists", "style/list-00", "more</details>"] {
        assert!(comment.contains(told), "{told}: {comment}");
    }
}

#[test]
fn a_line_of_a_base_is_approved_once() {
    let folder = changed_base(15);
    let [text, json, markdown, html] = forms(folder.path(), "plan", &[]);
    for form in [&text, &markdown] {
        assert_eq!(form.matches("use_period_as_decimal_separator").count(), 1, "{form}");
        assert!(form.contains("the same in 15 lists") && form.contains("style/list-14"), "{form}");
    }
    assert_eq!(html.matches("<ins>").count(), 1, "{html}");
    assert!(html.contains("The same in 15 lists") && html.contains("style/list-14"), "{html}");
    let plan: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(plan["items"].as_array().unwrap().len(), 15);
    assert_eq!(plan["shared"][0]["lists"].as_array().unwrap().len(), 15);
    assert_eq!(plan["shared"][0]["changes"][0]["after"], "use_period_as_decimal_separator");
    // What a list has beside it stays with the list.
    write(folder.path(), "styles/list-03.yaml", "name: Other\nlanguage: de\nextends: [house/de]\n");
    let [text, ..] = forms(folder.path(), "plan", &[]);
    assert_eq!(text.matches("use_period_as_decimal_separator").count(), 1, "{text}");
    assert!(text.contains("List 3\" → \"Other"), "{text}");
}

#[test]
fn what_a_value_does_to_a_text_stands_beside_it() {
    let folder = changed_base(1);
    for form in forms(folder.path(), "plan", &[]) {
        if form.starts_with('{') {
            continue;
        }
        let bare: String = form.replace("<bdi>", "").replace("</bdi>", "").replace("<span class=\"arrow\">", "");
        let bare = bare.replace("</span>", "").replace("<code>", "").replace("</code>", "");
        assert!(bare.contains("3,5 → 3.5"), "{form}");
        assert!(form.contains("use_comma_as_decimal_separator"), "{form}");
    }
    let (_, overview, _) = run(folder.path(), &["overview"]);
    assert!(overview.contains("3.5"), "{overview}");
    let (_, page, _) = run(folder.path(), &["explain", "use_period_as_decimal_separator"]);
    assert!(page.contains("3.5"), "{page}");
}

#[test]
fn all_changed_terms_are_shown_as_far_as_there_is_room() {
    let folder = empty_project();
    let glossary = |word: &str| {
        let entries: String = (0..80).map(|n| format!("      term {n}: {word} {n}\n")).collect();
        format!(
            "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    entries:\n{entries}"
        )
    };
    write(folder.path(), "glossaries/terms.yaml", &glossary("Wort"));
    assert_eq!(run(folder.path(), &["apply", "--auto-approve", "--quiet"]).0, 0);
    write(folder.path(), "glossaries/terms.yaml", &glossary("Begriff"));
    let shown = |form: &str| form.matches("Begriff ").count();
    let [text, _, markdown, html] = forms(folder.path(), "plan", &[]);
    assert_eq!(shown(&text), 20, "{text}");
    assert!(text.contains("and 60 more") && text.contains("-v shows all"), "{text}");
    assert_eq!((shown(&markdown), shown(&html)), (80, 80), "{markdown}");
    assert_eq!(shown(&forms(folder.path(), "plan", &["-v"])[0]), 80);
    let (_, comment, _) = run(folder.path(), &["plan", "-o", "markdown", "--markdown-limit", "8000"]);
    assert!(comment.len() <= 8000 && shown(&comment) >= 20 && comment.contains("more of en"), "{comment}");
}

#[test]
fn a_comment_is_filled_up_to_its_limit_and_a_page_is_whole() {
    let glossary = |word: &str, many: usize| {
        let entries: String = (0..many).map(|n| format!("      term {n}: {word} {n}\n")).collect();
        format!(
            "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    entries:\n{entries}"
        )
    };
    let folder = empty_project();
    write(folder.path(), "glossaries/terms.yaml", &glossary("Wort", 1200));
    assert_eq!(run(folder.path(), &["apply", "--auto-approve", "--quiet"]).0, 0);
    write(folder.path(), "glossaries/terms.yaml", &glossary("Begriff", 1200));
    let shown = |form: &str| form.matches("Begriff ").count();
    let [_, _, comment, html] = forms(folder.path(), "plan", &[]);
    assert_eq!(shown(&html), 1200);
    assert!((63_000..=65_000).contains(&comment.len()) && comment.contains("more of en"), "{}", comment.len());
    let (_, comment, _) = run(folder.path(), &["plan", "-o", "markdown", "--markdown-limit", "5000"]);
    assert!((3_400..=5_000).contains(&comment.len()) && shown(&comment) > 8, "{comment}");

    // Many lists, and one that is larger than the comment.
    let folder = empty_project();
    let instruction =
        |n: usize| format!("  - {{label: L{n}, prompt: Write sentence number {n} in a way that is short.}}\n");
    let large: String = (0..200).map(instruction).collect();
    for (name, many) in [("a-large", large.as_str()), ("b", ""), ("c", "")] {
        let head = if many.is_empty() { "" } else { "custom_instructions:\n" };
        write(folder.path(), &format!("styles/{name}.yaml"), &format!("name: {name}\nlanguage: de\n{head}{many}"));
    }
    for n in 0..120 {
        write(folder.path(), &format!("styles/d-{n:03}.yaml"), &format!("name: List {n}\nlanguage: de\n"));
    }
    for limit in ["5000", "20000"] {
        let (_, comment, told) = run(folder.path(), &["plan", "-o", "markdown", "--markdown-limit", limit]);
        let most: usize = limit.parse().unwrap();
        assert!((most - 1_800..=most).contains(&comment.len()), "{limit}: {} {told}", comment.len());
        assert!(comment.contains("L1&quot;") && comment.contains("Not shown here: 122 to create"), "{comment}");
        check_comment(&comment);
    }
}

#[test]
fn what_is_read_from_right_to_left_turns_nothing_around() {
    for (language, name, other) in [
        ("he", "סגנון הבית", "סגנון חדש"),
        ("ar", "أسلوب البيت", "أسلوب جديد"),
        ("fa", "سبک خانه ۱۲", "سبک تازه"),
        ("mixed", "Shop סגנון 12", "סגנון Shop"),
    ] {
        let folder = empty_project();
        let list = |name: &str| {
            format!("name: {name}\nlanguage: de\ncustom_instructions:\n  - {{label: {name}, prompt: 5 {name} bitte}}\n")
        };
        write(folder.path(), "styles/a.yaml", &list(name));
        assert_eq!(run(folder.path(), &["apply", "--auto-approve", "--quiet"]).0, 0, "{language}");
        write(folder.path(), "styles/a.yaml", &list(other));
        write(folder.path(), "housestyle.toml", "");
        let mut shell = crate::playground::clean(crate::playground::PROGRAM, folder.path());
        let (_, text, _) = outcome(shell.args(["plan", "--write=html=p.html", "--write=markdown=p.md"]));
        assert!(text.contains(&format!("\"\u{2068}{name}\u{2069}\" → \"\u{2068}{other}\u{2069}\"")), "{text}");
        let html = std::fs::read_to_string(folder.path().join("p.html")).unwrap();
        assert!(html.contains("<del><bdi>") && html.contains("<blockquote dir=\"auto\">"), "{html}");
        assert!(text.contains(&format!("instruction \"\u{2068}{other}\u{2069}\"")), "{text}");
        let markdown = std::fs::read_to_string(folder.path().join("p.md")).unwrap();
        assert!(markdown.contains(&format!("<code dir=\"auto\">{name}</code>")), "{markdown}");
        assert!(markdown.contains(&format!("<code dir=\"auto\">instruction &quot;{other}&quot;</code>")), "{markdown}");
        // What is copied out of a page or a comment is what the file says.
        for form in [&html, &markdown] {
            assert!(!form.contains(['\u{2068}', '\u{2069}']), "{form}");
        }
    }
}

#[test]
fn a_comment_holds_foreign_text_in_code_alone() {
    let folder = empty_project();
    let hostile = "@team #12 !3 <img src=x> `c` **b** https://example.com :x: <!-- x --></code></p>";
    let list =
        format!("name: {0:?}\nlanguage: de\ncustom_instructions:\n  - {{label: {0:?}, prompt: {0:?}}}\n", hostile);
    write(folder.path(), "styles/a.yaml", &list);
    let (_, comment, told) = run(folder.path(), &["plan", "-o", "markdown"]);
    assert!(comment.contains("team"), "{told}");
    check_comment(&comment);
    for file in std::fs::read_dir(root().join("tests/reports")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "md") {
            check_comment(&std::fs::read_to_string(path).unwrap());
        }
    }
}

/// Elements that GitHub and GitLab leave standing.
pub(crate) const ELEMENTS: [&str; 10] = ["details", "summary", "p", "b", "br", "ul", "li", "code", "del", "ins"];

/// Reads a comment as forges do: what is Markdown is ours, what is HTML has known elements, and text in it stands in code.
#[expect(clippy::wildcard_enum_match_arm, reason = "a parser has many events, and few of them matter here")]
fn check_comment(comment: &str) {
    let (mut in_code, mut html) = (false, String::new());
    for event in Parser::new(comment) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(text) if !in_code => {
                assert!(!text.contains("team") && !text.contains("example.com"), "outside of code: {text}\n{comment}");
            }
            Event::Html(text) | Event::InlineHtml(text) => html.push_str(&text),
            other => assert!(!matches!(other, Event::Code(_)), "a code span of Markdown in {comment}"),
        }
    }
    let html = html.trim_start_matches(|c| c != '\n');
    let mut depth = 0_usize;
    for (at, part) in html.split('<').enumerate() {
        if at == 0 {
            continue;
        }
        let (tag, text) = part.split_once('>').unwrap_or_else(|| panic!("an open element in {html}"));
        let name = tag.trim_start_matches('/').split(' ').next().unwrap();
        assert!(ELEMENTS.contains(&name), "<{tag}> in {html}");
        assert!(!tag.contains('=') || tag == "code dir=\"auto\"", "an attribute in <{tag}>");
        match tag {
            _ if name == "code" && !tag.starts_with('/') => depth += 1,
            "/code" => depth -= 1,
            _ => {}
        }
        assert!(
            depth > 0 || !(text.contains("team") || text.contains('@') || text.contains("http")),
            "{text} in {html}"
        );
    }
    assert_eq!(depth, 0);
}

#[test]
fn a_plan_of_several_environments_ends_with_commands_that_can_be_pasted() {
    let folder = crate::playground::project();
    write(folder.path(), "housestyle.toml", "[environments.a]\n[environments.b]\n");
    let (_, comment, _) = run(folder.path(), &["plan", "--env", "a", "--env", "b", "-o", "markdown"]);
    assert!(!comment.contains("\\u{a}"), "{comment}");
    let fence = comment.rsplit("```sh\n").next().unwrap();
    assert!(
        fence.starts_with("housestyle apply --env a --env b\n# exactly these plans:\nhousestyle apply"),
        "{comment}"
    );
}

#[test]
fn plan_and_diff_agree_on_what_a_lost_file_means() {
    for (setting, counts) in [("", "0 to delete"), ("deletion = \"prune\"\n", "1 to delete")] {
        let folder = crate::playground::project();
        write(folder.path(), "housestyle.toml", setting);
        write(folder.path(), "styles/other.yaml", "name: Other\nlanguage: de\n");
        let old = folder.path().join("old");
        std::fs::create_dir(&old).unwrap();
        for file in ["housestyle.toml", "styles/shop.yaml", "styles/other.yaml"] {
            write(&old, file, &std::fs::read_to_string(folder.path().join(file)).unwrap());
        }
        assert_eq!(run(folder.path(), &["apply", "--auto-approve", "--quiet"]).0, 0);
        std::fs::remove_file(folder.path().join("styles/shop.yaml")).unwrap();
        let (_, plan, _) = run(folder.path(), &["plan"]);
        let (code, diff, told) = run(folder.path(), &["diff", "--detailed-exitcode", "--folders", "old", "."]);
        assert_eq!(code, 2, "{diff}{told}");
        let kept = |form: &str| (form.contains(counts), form.contains("; 1 kept"), form.contains("permanent:"));
        assert_eq!(kept(&plan), kept(&diff), "{plan}\n{diff}");
        assert!(diff.contains("style/shop"), "{diff}");
    }
}

/// Commands that goldens and docs print after `next:`, and those of the fences of comments.
fn printed_commands() -> BTreeSet<String> {
    let mut commands = BTreeSet::new();
    for folder in ["tests/journeys", "tests/reports", "docs", "."] {
        for file in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = file.unwrap().path();
            if !path.extension().is_some_and(|ending| ending == "md" || ending == "txt") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let (mut next, mut fence) = (false, false);
            for line in text.lines() {
                let own = match line.strip_prefix("next: ") {
                    Some(command) => Some(command),
                    None if next || fence => line.strip_prefix("      ").or(fence.then_some(line)),
                    None => None,
                };
                next = !fence && own.is_some();
                fence = line == "```sh" && path.starts_with(root().join("tests/reports")) || (fence && line != "```");
                let command = own.filter(|own| own.starts_with("housestyle"));
                commands.extend(command.map(ToOwned::to_owned));
            }
        }
    }
    commands
}

/// Characters that PowerShell reads otherwise than as they stand, outside of quotes.
const OF_POWERSHELL: [char; 14] = ['#', ';', '&', '(', ')', '{', '}', '<', '>', '$', '@', '`', '"', '\n'];

#[test]
fn every_printed_command_can_be_pasted_into_every_shell() {
    let commands = printed_commands();
    assert!(commands.len() > 8, "{commands:?}");
    for command in &commands {
        let bare: String = command.split('\'').step_by(2).collect();
        let odd = bare.chars().find(|c| OF_POWERSHELL.contains(c));
        assert_eq!(odd, None, "{command}");
        let words: Vec<&str> = bare.split_whitespace().collect();
        assert!(!words.contains(&"#"), "{command}");
        for shell in ["bash", "zsh", "fish"] {
            let there = Command::new(shell).arg("-c").arg("true").output().is_ok();
            if !there || command.contains('|') {
                continue;
            }
            // The words behind the command, one a line, as the shell hands them on.
            let typed = command.replacen("housestyle", "printf '%s\\n' +", 1);
            let done = Command::new(shell).args(["-c", &typed]).output().unwrap();
            let out = String::from_utf8(done.stdout).unwrap();
            let quoted = command.replace('\'', "");
            let wanted: Vec<&str> = quoted.split_whitespace().skip(1).collect();
            let got: Vec<&str> = out.lines().skip(1).flat_map(str::split_whitespace).collect();
            assert_eq!(got, wanted, "{shell}: {command}");
        }
    }
}
