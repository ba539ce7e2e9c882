//! Files of a project: text to tree, and all the way to what is wanted.

use std::sync::Arc;

use housestyle::catalogue::{Catalogue, load};
use housestyle::check;
use housestyle::diagnostic::{Diagnostic, SourceFile, Span};
use housestyle::model::project::Project;
use housestyle::report::{RenderOptions, findings};
use housestyle::schema::extend_catalogue;
use housestyle::source::side_tables::SideTable;
use housestyle::source::table::Notation;
use housestyle::source::{Format, Node, ParsedFile, Value, parse_source, table, text, toml, yaml};

use super::{is_inert, laws};

pub(crate) fn yaml(data: &[u8]) {
    tree("any.yaml", data);
}

pub(crate) fn toml(data: &[u8]) {
    tree("any.toml", data);
}

fn tree(path: &str, data: &[u8]) {
    let parsed = read(path, data);
    reported(&parsed.findings);
    // The same text gives the same tree.
    let again = read(path, data);
    assert_eq!(format!("{:?}", parsed.documents), format!("{:?}", again.documents));
    short_way(&parsed);
}

/// The short way of reading says what the long one says, or nothing.
fn short_way(parsed: &ParsedFile) {
    let file = &parsed.file;
    let toml = file.path().ends_with(".toml");
    let Some(short) = (if toml { toml::parse_by_lines(file) } else { yaml::parse_by_lines(file) }) else { return };
    let long = if toml { toml::parse_by_tables(file) } else { yaml::parse_by_events(file) };
    assert!(long.findings.is_empty() && !long.incomplete, "the long way finds: {:?}", long.findings);
    assert_eq!(format!("{:?}", short.documents), format!("{:?}", long.documents));
}

/// A list and a base in one project: the first byte says which notation, 0xff ends the list and begins the base.
pub(crate) fn style(data: &[u8]) {
    let Some((first, data)) = data.split_first() else { return };
    let ending = if first % 2 == 0 { "yaml" } else { "toml" };
    let names = [format!("styles/list.{ending}"), format!("house/base.{ending}")];
    let parsed: Vec<ParsedFile> = names.iter().zip(super::parts(data)).map(|(name, bytes)| read(name, bytes)).collect();
    let project = Project::default();
    let catalogue = load::builtin_catalogue(load::Edition::Core);
    let checked = check::check_project(&parsed, &project, &catalogue);
    reported(&checked.findings);
    let invalid = findings::FindingTotals::from_findings(&checked.findings).errors > 0;
    assert!(!(invalid && checked.desired.is_some()), "files with errors gave something to apply");
    for (at, own) in parsed.iter().enumerate() {
        let (path, text) = (&**own.file.path(), own.file.text());
        let again = |text: &str| {
            let file = |(other, known): (usize, &ParsedFile)| {
                let text = if other == at { text } else { known.file.text() };
                let file = SourceFile::new(&**known.file.path(), text);
                parse_source(&file, Format::from_path(file.path()).expect("targets name their format"))
            };
            let files: Vec<ParsedFile> = parsed.iter().enumerate().map(file).collect();
            check::check_project(&files, &project, &catalogue).findings
        };
        if let Err(broken) = laws::hold_fix_laws(path, text, &checked.findings, again) {
            panic!("{broken}");
        }
    }
}

/// A table beside a glossary: the first byte says which notation. What passes has an entry for every row.
pub(crate) fn beside(data: &[u8]) {
    let Some((first, data)) = data.split_first() else { return };
    let (notation, name) = if first % 2 == 0 { (Notation::Tsv, "terms.tsv") } else { (Notation::Csv, "terms.csv") };
    let (file, findings) = text::decode_bytes(format!("glossaries/{name}"), data.to_vec());
    reported(&findings);
    let head =
        "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    file: ";
    let parsed = read("glossaries/terms.yaml", format!("{head}{name}\n").as_bytes());
    let beside = SideTable { written: name.to_owned(), file: Ok(file.clone()), findings };
    parsed.side_tables.set(vec![beside]).expect("nothing was read before");
    let checked = check::check_project(&[parsed], &Project::default(), &load::builtin_catalogue(load::Edition::Core));
    reported(&checked.findings);
    let read = table::parse_table(&file, notation);
    for cell in read.rows().flatten() {
        inside(&file, cell.span);
    }
    let Some(desired) = checked.desired else {
        assert!(
            findings::FindingTotals::from_findings(&checked.findings).errors > 0,
            "nothing is wanted, and nothing is wrong"
        );
        return;
    };
    let entries: Vec<_> = desired.glossaries().values().flat_map(|glossary| glossary.dictionaries.values()).collect();
    assert_eq!(entries.iter().map(|dictionary| dictionary.entries.len()).sum::<usize>(), read.len(), "a row was lost");
    for (source, target) in entries.iter().flat_map(|dictionary| &dictionary.entries) {
        for phrase in [source, &target.value] {
            assert!(!phrase.is_empty() && phrase.trim() == phrase && phrase.len() <= 1024, "{phrase:?}");
            assert!(!phrase.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')), "{phrase:?}");
        }
    }
}

pub(crate) fn project(data: &[u8]) {
    let parsed = read("housestyle.toml", data);
    let (project, found) = check::project::read_project(&parsed);
    reported(&found);
    let again = |text: &str| {
        check::project::read_project(&parse_source(&SourceFile::new("housestyle.toml", text), Format::Toml)).1
    };
    if let Err(broken) = laws::hold_fix_laws("housestyle.toml", parsed.file.text(), &found, again) {
        panic!("{broken}");
    }
    assert!(project.environments.contains_key(&project.default_environment), "no default environment");
    let mut paths: Vec<&str> = project.catalogues.iter().map(String::as_str).collect();
    paths.extend(project.environments.values().map(|environment| environment.state.as_str()));
    for path in paths {
        assert!(!path.starts_with(['/', '\\']) && !path.split(['/', '\\']).any(|part| part == ".."), "{path:?}");
    }
    for name in project.environments.keys() {
        assert!(
            name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_'),
            "{name:?}"
        );
    }
}

pub(crate) fn catalogue(data: &[u8]) {
    let Some((first, data)) = data.split_first() else { return };
    let parsed = read(if first % 2 == 0 { "more.yaml" } else { "more.toml" }, data);
    let before = load::builtin_catalogue(load::Edition::Core);
    let mut after = before.clone();
    reported(&extend_catalogue(&mut after, &[&parsed]));
    let known = |catalogue: &Catalogue| -> Vec<(String, String, String, usize)> {
        catalogue
            .iter_rules()
            .flat_map(|rule| {
                let value = |value: &housestyle::catalogue::RuleValue| {
                    let [category, rule, value_name] =
                        [&rule.category, &rule.name, &value.name].map(ToString::to_string);
                    (category, rule, value_name, value.languages.len())
                };
                rule.values.values().map(value).collect::<Vec<_>>()
            })
            .collect()
    };
    let after = known(&after);
    for (category, rule, value, languages) in known(&before) {
        let kept = after.iter().any(|(c, r, v, l)| (c, r, v) == (&category, &rule, &value) && *l >= languages);
        assert!(kept, "{category}.{rule} lost {value}");
    }
}

fn read(path: &str, data: &[u8]) -> ParsedFile {
    let (file, found) = text::decode_bytes(path, data.to_vec());
    reported(&found);
    let parsed = parse_source(&file, Format::from_path(path).expect("targets name their format"));
    for document in &parsed.documents {
        walk(&parsed.file, document, 0);
    }
    parsed
}

fn walk(file: &Arc<SourceFile>, node: &Node, depth: usize) {
    assert!(depth < 200, "the tree is deeper than any file may be");
    inside(file, node.span);
    match &node.value {
        Value::Mapping(entries) => {
            let mut keys: Vec<&str> = entries.iter().map(|entry| entry.key.value.as_str()).collect();
            keys.sort_unstable();
            assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "a key stands twice: {keys:?}");
            for entry in entries {
                inside(file, entry.key.span);
                walk(file, &entry.value, depth + 1);
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| walk(file, item, depth + 1)),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => {}
    }
}

/// Places are bytes of the file, and never in the middle of a character.
fn inside(file: &SourceFile, span: Span) {
    let text = file.text();
    let (start, end) = (span.range().start, span.range().end);
    assert!(start <= end && end <= text.len(), "{span:?} of {} bytes", text.len());
    assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{span:?} cuts a character");
}

/// Findings can be shown in every form, and what is shown does nothing but be read.
fn reported(found: &[Diagnostic]) {
    for finding in found {
        inside(&finding.file, finding.primary.span);
        finding.secondary.iter().for_each(|label| inside(&finding.file, label.span));
        for edit in finding.offered().flat_map(|fix| &fix.edits) {
            inside(&finding.file, edit.span);
        }
    }
    if found.is_empty() {
        return;
    }
    let look = RenderOptions {
        color: false,
        unicode: true,
        direction_marks: true,
        width: 80,
        screen_reader: false,
        all_entries: false,
    };
    for shown in [findings::render_human(found, 1, &look), findings::render_plain(found, 1)] {
        for line in shown.split('\n') {
            assert!(is_inert(line), "not inert: {line:?}");
        }
    }
    let json = findings::render_json(found, 1);
    serde_json::from_str::<serde_json::Value>(&json).expect("findings are JSON");
    assert!(!json.chars().any(|c| c.is_control() && c != '\n'), "a control character in JSON");
}
