//! The base styles of `styles/`: well-formed, free of warnings, alone and together, and every line says its source.

use std::collections::BTreeSet;

use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::check;
use housestyle::diagnostic::SourceFile;
use housestyle::model::project::Project;
use housestyle::source::{Format, ParsedFile, parse_source};

use crate::playground::root;

/// Base styles by name (`de-ch`), in order, with their text.
fn library() -> Vec<(String, String)> {
    let folder = root().join("styles");
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    found.sort();
    found
}

fn read(path: &str, text: &str) -> ParsedFile {
    parse_source(&SourceFile::new(path, text), Format::Yaml)
}

/// `de` is a base of its own; `de-ch` adds to it. English has two that stand alone.
fn is_supplement(name: &str, all: &BTreeSet<&str>) -> bool {
    name.split_once('-').is_some_and(|(root, _)| all.contains(root))
}

#[test]
fn there_is_one_for_every_list_language() {
    let languages: BTreeSet<String> =
        library().iter().map(|(name, _)| name.split('-').next().unwrap().to_owned()).collect();
    let known: BTreeSet<String> =
        builtin_catalogue(Edition::Core).languages.into_iter().map(|language| language.code).collect();
    assert_eq!(languages, known);
}

#[test]
fn each_uses_only_what_is_offered_for_its_language_and_says_why() {
    let catalogue = builtin_catalogue(Edition::Core);
    for (name, text) in library() {
        let parsed = read(&format!("styles/{name}.yaml"), &text);
        assert!(parsed.findings.is_empty() && parsed.documents.len() == 1, "{name}: {:?}", parsed.findings);
        let document = &parsed.documents[0];
        assert_eq!(document.get("kind").and_then(|node| node.text()), Some("base_style"), "{name}");
        let language = document.get("language").and_then(|node| node.text()).unwrap();
        assert_eq!(name.split('-').next(), Some(language));
        let mut count = 0;
        for category in document.get("configured_rules").unwrap().entries() {
            for entry in category.value.entries() {
                count += 1;
                let rule = catalogue.find_rule(&category.key.value, &entry.key.value).unwrap();
                let value = &rule.values[entry.value.text().unwrap()];
                assert!(value.languages.iter().any(|known| known == language), "{name}: {} {}", rule.name, value.name);
                let line = parsed.file.position_at(entry.key.span.start).line;
                let above = parsed.file.line_text(line - 1).trim_start().to_owned();
                assert!(above.starts_with("# ") && above.contains(' '), "{name}:{line} does not say why");
            }
        }
        assert!(count >= 3, "{name}");
    }
}

#[test]
fn a_list_that_extends_them_has_no_finding() {
    let library = library();
    let all: BTreeSet<&str> = library.iter().map(|(name, _)| name.as_str()).collect();
    for (name, _) in &library {
        let language = name.split('-').next().unwrap();
        let extends = if is_supplement(name, &all) {
            format!("[styles/{language}, styles/{name}]")
        } else {
            format!("[styles/{name}]")
        };
        let list = format!("name: Test\nlanguage: {language}\nextends: {extends}\n");
        let mut parsed: Vec<ParsedFile> =
            library.iter().map(|(name, text)| read(&format!("styles/{name}.yaml"), text)).collect();
        parsed.push(read("styles/list.yaml", &list));
        let checked = check::check_project(&parsed, &Project::default(), &builtin_catalogue(Edition::Core));
        assert!(checked.findings.is_empty(), "{extends}: {:#?}", checked.findings);
        let desired = checked.desired.unwrap();
        assert!(desired.styles().values().next().unwrap().rules.len() >= 10, "{extends}");
    }
}
