//! Text becomes a tree with exact places, and every fault of text is one finding at the exact place.

use std::fmt::Write as _;

use housestyle::diagnostic::{Diagnostic, SourceFile, Span};
use housestyle::source::{self, Format, Node, Parsed};

fn yaml(text: &str) -> Parsed {
    source::parse(&SourceFile::new("a.yaml", text), Format::Yaml)
}

/// `code line:column underlined`, with ` <- line:column underlined` for each reason.
fn told(parsed: &Parsed) -> Vec<String> {
    let place = |span: Span| {
        let at = parsed.file.position(span.start);
        format!("{}:{} {}", at.line, at.column, parsed.file.slice(span).escape_debug())
    };
    let tell = |finding: &Diagnostic| {
        let mut line = format!("{} {}", finding.code, place(finding.primary.span));
        for reason in &finding.secondary {
            write!(line, " <- {}", place(reason.span)).unwrap();
        }
        line
    };
    parsed.findings.iter().map(tell).collect()
}

fn json(parsed: &Parsed) -> Vec<serde_json::Value> {
    parsed.documents.iter().map(Node::to_json).collect()
}

#[track_caller]
fn finds(parsed: &Parsed, expected: &[&str]) {
    assert_eq!(told(parsed), expected, "in {:?}", parsed.file.text());
}

#[test]
fn faults_of_yaml_are_found_where_they_are() {
    let cases: &[(&str, &[&str])] = &[
        ("a: 1\na: 2\n", &["duplicate-key 2:1 a <- 1:1 a"]),
        ("{a: 1, a: 2}\n", &["duplicate-key 1:8 a <- 1:2 a"]),
        ("a: *x\n", &["undefined-alias 1:4 *x"]),
        ("p: &punct {x: 1}\nq: *punkt\n", &["undefined-alias 2:4 *punkt <- 1:4 &punct"]),
        ("a: &a [*a]\n", &["undefined-alias 1:8 *a <- 1:4 &a"]),
        ("a: &x 1\n---\nb: *x\n", &["undefined-alias 3:4 *x <- 1:4 &x"]),
        ("a: &x {k: 1}\nb:\n  <<: *x\n", &["merge-key 3:3 << <- 1:4 &x"]),
        ("a: !secret 1\n", &["unsupported-tag 1:4 !secret"]),
        ("a: !!int word\n", &["wrong-type 1:10 word <- 1:4 !!int"]),
        ("a: !!set {x: 1}\n", &["unsupported-tag 1:4 !!set"]),
        ("5: x\n", &["wrong-type 1:1 5"]),
        ("[a, b]: c\n", &["wrong-type 1:1 ["]),
        ("name: {{ x }}\n", &["wrong-type 1:8 {"]),
        ("a: no\n", &["ambiguous-scalar 1:4 no"]),
        ("a: 12:30\n", &["ambiguous-scalar 1:4 12:30"]),
        ("on: x\n", &["ambiguous-scalar 1:1 on"]),
        ("a: 012\n", &["ambiguous-scalar 1:4 012"]),
        ("", &["empty-file 1:1 "]),
        ("# nothing\n---\n", &["empty-file 1:1 "]),
        ("a:\n\tb: 1\n", &["tab-indent 2:1 \\t"]),
        (
            "a: 1\n<<<<<<< HEAD\nb: 2\n=======\n- [\n>>>>>>> x\n",
            &["conflict-marker 2:1 <<<<<<< <- 4:1 ======= <- 6:1 >>>>>>>"],
        ),
    ];
    for (text, expected) in cases {
        finds(&yaml(text), expected);
    }
}

#[test]
fn what_is_beside_a_fault_is_read() {
    let parsed = yaml("a: *nope\nb: [1, *nope, 2]\nc: {<<: 1, d: 2}\ne: !foo x\n");
    assert_eq!(json(&parsed), [serde_json::json!({"b": [1, 2], "c": {"d": 2}, "e": "x"})]);
    assert!(parsed.incomplete);
    let parsed = yaml("a: 1\nb: 'x\n");
    assert_eq!(json(&parsed), [serde_json::json!({"a": 1})]);
    assert!(parsed.incomplete);
}
