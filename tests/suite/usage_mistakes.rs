//! Wrong usages, one row each: what was typed, the documented exit code, the cause and the next step that are named. The
//! rows are played with the built program in a project with two lists, a base, a glossary and a profile.

use std::collections::BTreeSet;
use std::path::Path;

use crate::playground::{housestyle, outcome_in_one, run, run_in_one, write};

/// One wrong usage.
struct Mistake {
    typed: &'static str,
    code: i32,
    cause: &'static str,
    next: &'static str,
}

/// The rows of the table.
fn mistakes() -> Vec<Mistake> {
    let rows = include_str!("usage_mistakes.txt").lines().filter(|line| !line.starts_with('#'));
    let cells = rows.map(|row| row.split('\t').collect::<Vec<_>>());
    cells
        .map(|cells| match cells.as_slice() {
            [typed, code, cause, next] => Mistake { typed, code: code.parse().unwrap(), cause, next },
            _ => panic!("not four cells: {cells:?}"),
        })
        .collect()
}

/// Plays a row in a project. Answers the exit code and what was said.
fn play(folder: &Path, typed: &str) -> (i32, String) {
    if let Some(settings) = typed.strip_prefix("[settings] ") {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "housestyle.toml", &settings.replace("\\n", "\n"));
        write(folder.path(), "styles/shop.yaml", "name: Shop\nlanguage: de\n");
        return run_in_one(folder.path(), &["plan"]);
    }
    let (below, typed) = match typed.strip_prefix("cd ").and_then(|rest| rest.split_once(" && ")) {
        Some((below, typed)) => (folder.join(below), typed),
        None => (folder.to_owned(), typed),
    };
    let is_variable = |word: &&str| word.split('=').next().is_some_and(|name| name == name.to_ascii_uppercase());
    let (variables, words): (Vec<&str>, Vec<&str>) =
        typed.split(' ').partition(|word| word.contains('=') && !word.starts_with('-') && is_variable(word));
    let variables = variables.into_iter().map(|word| word.split_once('=').unwrap());
    outcome_in_one(housestyle(&below, &words).envs(variables))
}

const FILES: &[(&str, &str)] = &[
    (
        "housestyle.toml",
        "[environments.staging]\nservice = \"emulator\"\n\n[environments.production]\nservice = \"deepl\"\n",
    ),
    ("styles/shop.yaml", "name: Shop\nlanguage: de\nextends: [house/de]\n"),
    ("styles/help.yaml", "name: Help\nlanguage: de\n"),
    ("house/de.yaml", "kind: base_style\nlanguage: de\n"),
    (
        "glossaries/terms.yaml",
        "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    entries: {cart: Warenkorb}\n",
    ),
    ("profiles/web.yaml", "kind: translation_profile\ntarget_language: de\nstyle: shop\n"),
    ("other.json", "{}\n"),
    ("texts/de.txt", "Der Preis.\n"),
    ("sheet.csv", "a,b\n1,2\n"),
    ("empty.json", ""),
    ("book.xlsx", "PK\u{3}\u{4}\u{14}\0xl/workbook.xml"),
    ("list.yaml", "- a\n"),
    ("key.txt", "\n"),
    ("drafts/.keep", ""),
];

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in FILES {
        write(folder.path(), path, text);
    }
    assert_eq!(run(folder.path(), &["apply", "--auto-approve"]).0, 0);
    assert_eq!(run(folder.path(), &["plan", "--out", "plan.json"]).0, 0);
    assert_eq!(run(folder.path(), &["snapshot", "--out", "snap.json"]).0, 0);
    let plan = std::fs::read_to_string(folder.path().join("plan.json")).unwrap();
    let altered = plan.replace("\"environment\":", "\"environment\" :").replacen("default", "staging", 1);
    assert_ne!(plan, altered);
    write(folder.path(), "altered.json", &altered);
    folder
}

/// How many projects the rows are spread over.
const PROJECTS: usize = 4;

#[test]
fn every_mistake_names_its_cause_and_the_next_step() {
    let all = mistakes();
    let typed: BTreeSet<&str> = all.iter().map(|mistake| mistake.typed).collect();
    assert_eq!(typed.len(), all.len(), "a row stands twice");
    assert!(all.len() >= 200);
    let wrong = std::thread::scope(|scope| {
        let share = |at| all.iter().skip(at).step_by(PROJECTS);
        let threads: Vec<_> = (0..PROJECTS).map(|at| scope.spawn(move || play_all(share(at)))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// Plays rows in a project of their own. Answers those that did not say what they should.
fn play_all<'a>(rows: impl Iterator<Item = &'a Mistake>) -> Vec<String> {
    let folder = project();
    let before = tree(folder.path());
    let mut wrong = Vec::new();
    for Mistake { typed, code, cause, next } in rows {
        let (exit, said) = play(folder.path(), typed);
        // A format that is not there is told with those that are, and a workbook with what reads it.
        let advice = ["help: ", "(supported: ", "housestyle sheet --read"];
        let advised = advice.iter().any(|mark| said.contains(mark));
        if exit != *code || !said.contains(cause) || !said.contains(next) || !said.contains("error") || !advised {
            wrong.push(format!("{typed}: exit {exit:?} (documented: {code})\n{said}"));
        }
    }
    assert_eq!(tree(folder.path()), before, "a mistake wrote something");
    wrong
}

#[test]
fn every_exit_code_of_the_table_is_documented() {
    let folder = tempfile::tempdir().unwrap();
    let (_, text, _) = run(folder.path(), &["help", "exit-codes"]);
    for Mistake { typed, code, .. } in mistakes() {
        assert!(text.contains(&format!("  {code:>3}  ")), "{typed}: {code} is not in {text}");
    }
}

/// What a program reads of an apply that ends before its first request.
#[test]
fn an_apply_that_is_stopped_before_sending_says_so_as_json() {
    let folder = project();
    let list = folder.path().join("styles/shop.yaml");
    std::fs::write(&list, "name: Shop\nlanguage: de\nextends: [house/de]\nprotected: true\n").unwrap();
    let stopped = |arguments: &[&str], code: i32, cause: &str| {
        let (exit, out, said) = run(folder.path(), arguments);
        assert_eq!(exit, code, "{said}");
        let document: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {out}{said}"));
        assert_eq!(document["housestyle_apply"], 1);
        assert_eq!(document["outcomes"], serde_json::json!([]));
        assert_eq!(document["exit"], code);
        assert!(document["error"].as_str().unwrap().contains(cause), "{document}");
    };
    stopped(&["apply", "-o", "json"], 64, "stdin is not a terminal");
    let other = format!("sha256:{}", "0".repeat(64));
    stopped(&["apply", "-o", "json", "--approve", &other], 6, "differs from the approved one");
    std::fs::write(&list, "name: [\n").unwrap();
    stopped(&["apply", "-o", "json", "--auto-approve"], 3, "invalid");
}

fn tree(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(here) = open.pop() {
        for entry in std::fs::read_dir(here).unwrap() {
            let path = entry.unwrap().path();
            // What belongs to this machine alone may change: locks, and the emulator's account.
            if path.file_name().is_some_and(|name| name == ".housestyle") {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(format!("{} {}", path.display(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}
