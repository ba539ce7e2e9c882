//! What holds for every text: reading gives back what was written, and nothing panics, hangs or points outside.

use std::fmt::Write as _;

use housestyle::diagnostic::{Code, SourceFile};
use housestyle::source::text::decode_bytes;
use housestyle::source::{self, Format, Node, Value};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use super::{every_span_is_sound, finds, toml, trees, yaml};

/// A tree without places.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    Sequence(Vec<Tree>),
    Mapping(Vec<(String, Tree)>),
}

fn bare(node: &Node) -> Tree {
    match &node.value {
        Value::Null => Tree::Null,
        Value::Bool(value) => Tree::Bool(*value),
        Value::Integer(value) => Tree::Integer(*value),
        Value::Float(value) => Tree::Float(*value),
        Value::Date(text) | Value::Text(text) => Tree::Text(text.clone()),
        Value::Sequence(items) => Tree::Sequence(items.iter().map(bare).collect()),
        Value::Mapping(entries) => {
            Tree::Mapping(entries.iter().map(|entry| (entry.key.value.clone(), bare(&entry.value))).collect())
        }
    }
}

/// Words that need no quotes, words that do, and words in which everything may go wrong.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}( [a-z]{1,8}){0,2}",
        "[ -~äß年語😀\u{301}\u{feff}\u{2028}\u{85}\\n\\r\\t\\\\\"':#\\[\\]{},&*!|>%@`-]{0,12}",
        prop::sample::select(vec![
            "no", "~", "", "null", "12", "0x1", "1e3", "<<", "=", "- a", "? b", "a: b", "a #b", "---", "%x", " a",
            "a ", "\u{0}"
        ])
        .prop_map(str::to_owned),
    ]
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        Just(Tree::Null),
        any::<bool>().prop_map(Tree::Bool),
        any::<i64>().prop_map(Tree::Integer),
        (-1e9_f64..1e9).prop_map(|value| Tree::Float(value + 0.5)),
        text().prop_map(Tree::Text),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Tree::Sequence),
            prop::collection::btree_map(text(), inner, 0..5).prop_map(|map| Tree::Mapping(map.into_iter().collect())),
        ]
    })
}

/// How a tree is written, drawn by a seed.
struct Emitter {
    out: String,
    seed: u64,
    end: &'static str,
}

impl Emitter {
    fn draw(&mut self, choices: u64) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) % choices
    }

    fn quoted(&mut self, text: &str) {
        let single = self.draw(2) == 0
            && text.chars().all(|c| c == ' ' || (c > ' ' && !c.is_control() && c != '\u{feff}' && c != '\u{2028}'));
        if single {
            write!(self.out, "'{}'", text.replace('\'', "''")).unwrap();
            return;
        }
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => write!(self.out, "\\{c}").unwrap(),
                '\n' => self.out.push_str("\\n"),
                c if c.is_control() || matches!(c, '\u{feff}' | '\u{2028}') => {
                    write!(self.out, "\\u{:04x}", u32::from(c)).unwrap()
                }
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    fn scalar(&mut self, text: &str) {
        let plain = !text.is_empty()
            && text.bytes().all(|b| b.is_ascii_lowercase())
            && !matches!(text, "null" | "true" | "false" | "y" | "n" | "yes" | "no" | "on" | "off");
        if plain && self.draw(3) > 0 { self.out.push_str(text) } else { self.quoted(text) }
    }

    /// A value behind `key:` or `-`.
    fn value(&mut self, tree: &Tree, depth: usize, flow: bool) {
        match tree {
            Tree::Null => self.out.push_str(" ~"),
            Tree::Bool(value) => write!(self.out, " {value}").unwrap(),
            Tree::Integer(value) => write!(self.out, " {value}").unwrap(),
            Tree::Float(value) => write!(self.out, " {value:?}").unwrap(),
            Tree::Text(text) => {
                let block = !flow
                    && !text.is_empty()
                    && text.lines().all(|line| {
                        line.starts_with(|c: char| c.is_ascii_lowercase())
                            && line.chars().all(|c| !c.is_control() && c != '\u{feff}')
                    })
                    && !text.contains('\r')
                    && !text.ends_with('\n')
                    && self.draw(2) == 0;
                if block {
                    self.out.push_str(" |-");
                    for line in text.split('\n') {
                        self.out.push_str(self.end);
                        self.out.push_str(&"  ".repeat(depth + 1));
                        self.out.push_str(line);
                    }
                } else {
                    self.out.push(' ');
                    self.scalar(text);
                }
            }
            Tree::Sequence(items) if flow || items.is_empty() || self.draw(3) == 0 => {
                self.out.push_str(" [");
                for (index, item) in items.iter().enumerate() {
                    self.out.push_str(if index > 0 { "," } else { "" });
                    self.value(item, depth, true);
                }
                self.out.push_str(" ]");
            }
            Tree::Mapping(entries) if flow || entries.is_empty() || self.draw(3) == 0 => {
                self.out.push_str(" {");
                for (index, (key, value)) in entries.iter().enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { " " });
                    self.scalar(key);
                    self.out.push(':');
                    self.value(value, depth, true);
                }
                self.out.push_str(" }");
            }
            Tree::Sequence(items) => {
                for item in items {
                    self.line(depth + 1);
                    self.out.push('-');
                    self.value(item, depth + 1, false);
                }
            }
            Tree::Mapping(entries) => {
                for (key, value) in entries {
                    self.line(depth + 1);
                    self.scalar(key);
                    self.out.push(':');
                    self.value(value, depth + 1, false);
                }
            }
        }
    }

    fn line(&mut self, depth: usize) {
        if self.draw(6) == 0 {
            write!(self.out, "{}# commentaire é 年", self.end).unwrap();
        }
        self.out.push_str(self.end);
        self.out.push_str(&"  ".repeat(depth));
    }
}

fn emit(tree: &Tree, seed: u64) -> String {
    let mut emitter = Emitter { out: String::new(), seed, end: if seed.is_multiple_of(2) { "\n" } else { "\r\n" } };
    if seed.is_multiple_of(5) {
        emitter.out.push('\u{feff}');
    }
    emitter.out.push_str("root:");
    emitter.value(tree, 0, false);
    emitter.out.push_str(emitter.end);
    emitter.out
}

fn slices_read_back(parsed: &source::ParsedFile, node: &Node) {
    let slice = parsed.file.slice(node.span);
    if let Value::Sequence(_) | Value::Mapping(_) = node.value {
        node.items().iter().for_each(|item| slices_read_back(parsed, item));
        for entry in node.entries() {
            let key = yaml(&format!("{}: 1", parsed.file.slice(entry.key.span)));
            assert_eq!(key.documents[0].entries()[0].key.value, entry.key.value, "{slice:?}");
            slices_read_back(parsed, &entry.value);
        }
    } else if !slice.starts_with('|') {
        let again = yaml(&format!("x: {slice}"));
        assert_eq!(again.documents[0].entries()[0].value.value, node.value, "{slice:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        // Seeds that failed once are kept and run first.
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct("tests/suite/source/property.seeds"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_was_written_is_read(tree in tree(), seed in any::<u64>()) {
        let text = emit(&tree, seed);
        let parsed = yaml(&text);
        prop_assert!(parsed.findings.is_empty(), "{:?} in {text}", parsed.findings);
        prop_assert_eq!(bare(parsed.documents[0].get("root").unwrap()), tree, "{}", text);
        every_span_is_sound(&parsed);
        slices_read_back(&parsed, &parsed.documents[0]);
    }

    #[test]
    fn a_second_reader_sees_the_same(tree in tree(), seed in any::<u64>()) {
        let text = emit(&tree, seed);
        // It breaks lines as YAML 1.1 did, and its errors say nothing, as it takes less than we do.
        prop_assume!(!text.contains(['\u{2028}', '\u{85}']));
        if let Ok(second) = serde_yaml::from_str::<serde_json::Value>(text.trim_start_matches('\u{feff}')) {
            prop_assert_eq!(&trees(&yaml(&text))[0], &second, "{}", text);
        }
    }

    #[test]
    fn what_another_writer_wrote_is_read(tree in tree()) {
        let value = json(&tree);
        let text = serde_yaml::to_string(&serde_json::json!({ "root": value })).unwrap();
        // It folds lines at breaks of YAML 1.1 that are none any more.
        prop_assume!(!text.contains(['\u{2028}', '\u{85}']) && !text.contains("<<"));
        let parsed = yaml(&text);
        let faults = parsed.findings.iter().filter(|finding| finding.code != Code::AmbiguousScalar).count();
        prop_assert_eq!(faults, 0, "{:?} in {}", parsed.findings, text);
        prop_assert_eq!(&trees(&parsed)[0]["root"], &value, "{}", text);
    }

    #[test]
    fn toml_is_read_as_another_reader_reads_it(tree in tree()) {
        let value = json(&without_null(tree));
        let Ok(text) = ::toml::to_string(&serde_json::json!({ "root": value })) else { return Ok(()) };
        let parsed = toml(&text);
        finds(&parsed, &[]);
        let second: serde_json::Value = ::toml::from_str(&text).unwrap();
        prop_assert_eq!(&trees(&parsed)[0], &second, "{}", text);
        every_span_is_sound(&parsed);
    }

    #[test]
    fn any_bytes_end_well(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        ends_well(bytes);
    }

    #[test]
    fn any_marks_end_well(text in "[-:?,\\[\\]{}&*!|>'\"%@`#<=~ab01\t\n\r é年😀.\\\\\u{feff}\u{85}\u{0}]{0,60}") {
        ends_well(text.into_bytes());
    }

    #[test]
    fn any_lines_end_well(lines in prop::collection::vec(prop::sample::select(LINES.to_vec()), 0..12)) {
        ends_well(lines.join("\n").into_bytes());
        ends_well(lines.join("\r\n").into_bytes());
    }

    #[test]
    fn any_slip_ends_well(tree in tree(), seed in any::<u64>(), at in any::<prop::sample::Index>(), slip in "[-:\\[\\]{}'\"\t\n&*!|=#]{0,2}", lost in 0..3_usize) {
        let mut characters: Vec<char> = emit(&tree, seed).chars().collect();
        let at = at.index(characters.len());
        let end = (at + lost).min(characters.len());
        characters.splice(at..end, slip.chars());
        ends_well(characters.into_iter().collect::<String>().into_bytes());
    }
}

const LINES: [&str; 40] = [
    "a:",
    "  b: 1",
    "\tb: 1",
    "  \tc: 2",
    "- x",
    "- - y: 1",
    "  - z",
    "d: [1,",
    "2]",
    "e: {f: 1",
    "}",
    "g: |",
    "  text",
    "   \tmore",
    "h: 'x",
    "y'",
    "i: &i 1",
    "j: *i",
    "k: *",
    "<<: *i",
    "---",
    "...",
    "# c",
    "",
    "? l",
    ": m",
    "n: !!int 1",
    "o: !p q",
    "<<<<<<< x",
    "=======",
    ">>>>>>> x",
    "年: 語",
    "a: 1",
    "a = 1",
    "[a]",
    "[[a]]",
    "a.b = {c = 1, c = 2}",
    "b = \"x",
    "b = '''",
    "c = 2024-01-01",
];

fn ends_well(bytes: Vec<u8>) {
    let (file, findings) = decode_bytes("a.yaml", bytes);
    for format in [Format::Yaml, Format::Toml] {
        let mut parsed = source::parse_source(&file, format);
        parsed.findings.extend(findings.iter().cloned());
        every_span_is_sound(&parsed);
        assert!(!parsed.documents.is_empty() || !parsed.findings.is_empty() || parsed.incomplete, "{:?}", file.text());
        let errors = parsed.findings.iter().any(|finding| finding.code == Code::Syntax);
        assert!(!errors || parsed.incomplete, "{:?}", file.text());
    }
}

fn json(tree: &Tree) -> serde_json::Value {
    match tree {
        Tree::Null => serde_json::Value::Null,
        Tree::Bool(value) => (*value).into(),
        Tree::Integer(value) => (*value).into(),
        Tree::Float(value) => (*value).into(),
        Tree::Text(text) => text.as_str().into(),
        Tree::Sequence(items) => items.iter().map(json).collect(),
        Tree::Mapping(entries) => entries.iter().map(|(key, value)| (key.clone(), json(value))).collect(),
    }
}

/// The same without null, which TOML lacks.
fn without_null(tree: Tree) -> Tree {
    match tree {
        Tree::Null => Tree::Text("nothing".into()),
        Tree::Sequence(items) => Tree::Sequence(items.into_iter().map(without_null).collect()),
        Tree::Mapping(entries) => {
            Tree::Mapping(entries.into_iter().map(|(key, value)| (key, without_null(value))).collect())
        }
        Tree::Bool(_) | Tree::Integer(_) | Tree::Float(_) | Tree::Text(_) => tree,
    }
}

#[test]
fn plain_scalars_mean_what_a_second_reader_takes_them_for() {
    for text in [
        "~",
        "null",
        "Null",
        "NULL",
        "nULL",
        "true",
        "True",
        "TRUE",
        "tRUE",
        "yes",
        "no",
        "on",
        "off",
        "0",
        "-0",
        "+1",
        "12",
        "-12",
        "1_000",
        "0x1F",
        "0o17",
        "1.5",
        "-1.5",
        "1e3",
        "1.5e-3",
        "1.",
        ".5",
        "12:30",
        "2024-01-31",
        "1.2.3",
        "de-CH",
        "=",
        "é",
        "a b",
        "-",
        "-a",
        ":a",
        "?a",
        "a:b",
        "a#b",
        ".",
        "..",
        "+",
        "1a",
        "9223372036854775807",
        "-9223372036854775808",
        "use_24_hour_clock",
    ] {
        let ours = yaml(&format!("x: {text}")).documents[0].to_json();
        let Ok(second) = serde_yaml::from_str::<serde_json::Value>(&format!("x: {text}")) else { continue };
        assert_eq!(ours, second, "{text}");
    }
    // Where the two part: the core schema knows leading zeros, and no binary numbers.
    assert_eq!(bare(&yaml("0123").documents[0]), Tree::Integer(123));
    assert_eq!(bare(&yaml("0b11").documents[0]), Tree::Text("0b11".into()));
    let file = SourceFile::new("a.yaml", "18446744073709551615");
    assert_eq!(
        bare(&source::parse_source(&file, Format::Yaml).documents[0]),
        Tree::Float(18_446_744_073_709_551_615.0)
    );
}
