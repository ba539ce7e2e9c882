//! The documentation is true: the reference is what this version makes, links lead somewhere, sessions are played, and
//! every command that is written anywhere is one that the program takes.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::journeys::play_file;
use crate::playground::{root, run};

/// Every page of Markdown that people read, with its text.
fn pages() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders =
        vec![root().to_owned(), root().join("docs"), root().join("docs/reference"), root().join("tests/journeys")];
    folders.extend(["examples", "styles", "fuzz"].map(|folder| root().join(folder)));
    for folder in folders {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "md") {
                found.push((path.clone(), std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(found.len() > 15, "{} pages", found.len());
    found
}

/// What a page says: links, anchors of headings, and pieces of code with the word behind their fence.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
    code: Vec<(String, String)>,
}

fn read(text: &str) -> Page {
    let mut page = Page::default();
    let mut heading: Option<String> = None;
    let mut fence: Option<(String, String)> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&heading.take().unwrap());
                let again = (1..).map(|n| format!("{anchor}-{n}")).find(|other| !page.anchors.contains(other)).unwrap();
                page.anchors.insert(if page.anchors.contains(&anchor) { again } else { anchor });
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.to_string())
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = if let CodeBlockKind::Fenced(info) = kind { info.to_string() } else { String::new() };
                fence = Some((info, String::new()));
            }
            Event::End(TagEnd::CodeBlock) => page.code.push(fence.take().unwrap()),
            Event::Text(text) => {
                if let Some((_, code)) = &mut fence {
                    code.push_str(&text);
                } else if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
                page.code.push(("inline".to_owned(), text.to_string()));
            }
            Event::Start(_)
            | Event::End(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::SoftBreak
            | Event::HardBreak
            | Event::Rule
            | Event::TaskListMarker(_) => {}
        }
    }
    page
}

/// The anchor that forges give to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect::<String>();
    kept.replace(' ', "-")
}

fn without_dots(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                clean.pop();
            }
            Component::CurDir => {}
            other @ (Component::Prefix(_) | Component::RootDir | Component::Normal(_)) => clean.push(other),
        }
    }
    clean
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (path, text) in pages() {
        for link in read(&text).links {
            if link.starts_with("http:") || link.starts_with("https:") || link.starts_with("mailto:") {
                continue;
            }
            checked += 1;
            let (file, fragment) = link.split_once('#').unwrap_or((link.as_str(), ""));
            let target = if file.is_empty() { path.clone() } else { without_dots(&path.parent().unwrap().join(file)) };
            let at = path.strip_prefix(root()).unwrap().display();
            if !target.starts_with(root()) || !target.exists() {
                wrong.push(format!("{at}: {link}: there is no such file"));
            } else if !fragment.is_empty() {
                let text = std::fs::read_to_string(&target).unwrap();
                let there = if target.extension().is_some_and(|ending| ending == "html") {
                    text.contains(&format!("id=\"{fragment}\""))
                } else {
                    read(&text).anchors.contains(fragment)
                };
                if !there {
                    wrong.push(format!("{at}: {link}: there is no such heading"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 50, "{checked} links");
}

#[test]
fn links_within_the_page_of_all_rules_lead_somewhere() {
    let page = std::fs::read_to_string(root().join("docs/catalogue.html")).unwrap();
    let within = |word: &str| -> BTreeSet<String> {
        page.split(word).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    let (links, anchors) = (within("href=\"#"), within(" id=\""));
    let dead: Vec<&String> = links.difference(&anchors).collect();
    assert!(dead.is_empty() && links.len() > 100, "{} links, dead: {dead:?}", links.len());
}

#[test]
fn every_page_is_reached_from_the_first() {
    let mut reached = BTreeSet::new();
    let mut next = vec![root().join("README.md")];
    while let Some(path) = next.pop() {
        if !reached.insert(path.clone()) || path.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        for link in read(&std::fs::read_to_string(&path).unwrap()).links {
            let file = link.split('#').next().unwrap();
            let target = without_dots(&path.parent().unwrap().join(file));
            if !file.is_empty() && target.is_file() {
                next.push(target);
            }
        }
    }
    let lost: Vec<_> = pages()
        .into_iter()
        .map(|(path, _)| path)
        .filter(|path| path.starts_with(root().join("docs")))
        .filter(|path| !reached.contains(path))
        .collect();
    assert!(lost.is_empty(), "nothing links to {lost:?}");
}

/// A page that says which test proves something names one that there is.
#[test]
fn every_test_that_a_page_names_is_one_that_there_is() {
    let mut sources = String::new();
    let mut folders = vec![root().join("tests/suite"), root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                sources.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    for page in ["docs/guarantees.md", "docs/testing.md"] {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        // In code, and with more words than a setting or a field has.
        let named = text.split('`').skip(1).step_by(2).filter(|code| {
            code.matches('_').count() >= 4
                && code.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit())
        });
        let named: BTreeSet<&str> = named.collect();
        assert!(named.len() > 20, "{page}: {named:?}");
        for test in named {
            assert!(sources.contains(&format!("fn {test}(")), "{page} names {test}");
        }
    }
}

/// Every guarantee names its tests, and the file that each stands in.
#[test]
fn every_guarantee_names_tests_in_the_file_that_has_them() {
    let text = std::fs::read_to_string(root().join("docs/guarantees.md")).unwrap();
    let table = text.split("\n## ").find(|part| part.starts_with("Guaranteed")).unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| |")).collect();
    assert!(rows.len() > 20, "{rows:?}");
    let in_file = |file: &str, test: &str| {
        let paths = [root().join("tests/suite").join(file), root().join(file)];
        let sources: Vec<_> = paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
        assert!(!sources.is_empty(), "docs/guarantees.md names {file}");
        sources.iter().any(|source| source.contains(&format!("fn {test}(")))
    };
    for row in rows {
        let proved = row.trim_end_matches('|').rsplit('|').next().unwrap();
        let (mut named, mut told) = (Vec::new(), 0);
        for code in proved.split('`').skip(1).step_by(2) {
            if code.ends_with(".rs") {
                for test in named.drain(..) {
                    assert!(in_file(code, test), "docs/guarantees.md names {test} in {code}");
                    told += 1;
                }
            } else if code.contains('_') {
                named.push(code);
            }
        }
        assert!(told > 0 && named.is_empty(), "a guarantee whose tests are not named with their file: {named:?} {row}");
    }
}

#[test]
fn every_journey_is_reached_from_how_to() {
    let text = std::fs::read_to_string(root().join("docs/how-to.md")).unwrap();
    let linked: BTreeSet<String> = read(&text).links.into_iter().collect();
    for entry in std::fs::read_dir(root().join("tests/journeys")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(linked.contains(&format!("../tests/journeys/{name}")), "docs/how-to.md does not link {name}");
    }
}

/// Commands of the program in a piece of code: lines that begin with its name, without what a shell adds.
fn commands(info: &str, code: &str) -> Vec<String> {
    // Sessions are played, so that nobody has to read them.
    let shell = info.starts_with("sh") || info.starts_with("text") || info == "inline";
    let mut found = Vec::new();
    for line in code.lines().filter(|_| shell) {
        let line = line.trim().trim_start_matches("$ ");
        let line =
            line.strip_prefix("cargo run -- ").map_or_else(|| line.to_owned(), |rest| format!("housestyle {rest}"));
        // What is explained beside a command stands behind two spaces.
        let line = line.split("   ").next().unwrap_or_default();
        for part in line.split(" && ").flat_map(|part| part.split(" | ")).flat_map(|part| part.split(['>', ';', '#'])) {
            let words = part.trim().trim_end_matches(" 2").trim_end_matches('&').trim();
            let words =
                words.split(' ').skip_while(|word| word.contains('=') && !word.starts_with('-')).collect::<Vec<_>>();
            if words.first() == Some(&"housestyle") && words.len() > 1 {
                found.push(words.join(" "));
            }
        }
    }
    found
}

/// Words as a shell would make them of a command, so far as our pages go.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == ' ' => words.push(String::new()),
            Some(_) | None => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_command_that_is_written_is_one_that_there_is() {
    let mut wrong = Vec::new();
    let mut read_commands = 0;
    for (path, text) in pages() {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        // What goes wrong on purpose is played, and usages in square brackets are made from the definition itself.
        if name == "tests/journeys/wrong-input.md" {
            continue;
        }
        for (info, code) in read(&text).code {
            for command in commands(&info, &code) {
                if command.contains(['[', '…', '*']) || command.contains("VERB") || command.contains("FILE…") {
                    continue;
                }
                read_commands += 1;
                let command = command.replace("CODE|RULE", "rule");
                // A placeholder stands for one word of the reader's own.
                if let Err(error) = housestyle::cli::build_command().try_get_matches_from(words(&command)) {
                    use clap::error::ErrorKind::{DisplayHelp, DisplayVersion, InvalidSubcommand, UnknownArgument};
                    let kind = error.kind();
                    // A flag may stand by itself where it is talked about, but it must be one.
                    let unknown = matches!(kind, UnknownArgument | InvalidSubcommand);
                    if unknown || (info != "inline" && !matches!(kind, DisplayHelp | DisplayVersion)) {
                        wrong.push(format!("{name}: `{command}`: {kind}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(read_commands > 100, "{read_commands} commands");
}

#[test]
fn the_reader_of_commands_sees_them() {
    assert_eq!(
        commands("sh", "$ A=b housestyle plan -o json > x   # more\ncd x && housestyle apply"),
        ["housestyle plan -o json", "housestyle apply"]
    );
    assert_eq!(words("housestyle -C 'a b' plan"), ["housestyle", "-C", "a b", "plan"]);
    assert_eq!(anchor("What `plan` says, now-and-then"), "what-plan-says-now-and-then");
}

#[test]
fn the_reference_is_what_this_version_makes() {
    let flag = if std::env::var_os("HOUSESTYLE_BLESS").is_some() { "--into" } else { "--check" };
    let (code, _, said) = run(root(), &["docs", flag, "docs"]);
    assert_eq!(code, 0, "{said}write it again: cargo run -- docs --into docs");
}

#[test]
fn the_tutorial_is_played() {
    play_file(&root().join("docs/tutorial.md"));
}

#[test]
fn the_workflows_of_people_are_played() {
    play_file(&root().join("docs/how-to.md"));
}

#[test]
fn what_other_pipelines_do_is_played() {
    play_file(&root().join("docs/ci.md"));
}

#[test]
fn texts_from_a_folder_to_a_test_are_played() {
    play_file(&root().join("docs/texts.md"));
}

#[test]
fn hooks_without_a_manager_are_played() {
    play_file(&root().join("docs/hooks.md"));
}

#[test]
fn sessions_stand_only_where_they_are_played() {
    let played = include_str!("docs.rs");
    for (path, text) in pages() {
        let Ok(name) = path.strip_prefix(root().join("docs")) else { continue };
        let is_played = played.contains(&format!("play_file(&root().join(\"docs/{}\"))", name.display()));
        assert_eq!(is_played, text.contains("```console"), "{}", name.display());
    }
}
