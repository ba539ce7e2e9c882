//! Text becomes a tree with exact places, and every fault of text is one finding at the exact place.

mod disk;
mod property;
mod reader_words;
pub(crate) mod short_way;
mod yaml_facts;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use housestyle::diagnostic::cap::MAX_PER_CODE;
use housestyle::diagnostic::{Code, Diagnostic, Safety, SourceFile, Span};
use housestyle::source::{self, Format, Node, ParsedFile};
use serde_json::json;

fn yaml(text: &str) -> ParsedFile {
    source::parse_source(&SourceFile::new("a.yaml", text), Format::Yaml)
}

fn toml(text: &str) -> ParsedFile {
    source::parse_source(&SourceFile::new("a.toml", text), Format::Toml)
}

/// `code line:column underlined`, with ` <- line:column underlined` for each reason.
fn told(parsed: &ParsedFile) -> Vec<String> {
    let place = |span: Span| {
        let at = parsed.file.position_at(span.start);
        format!(
            "{}:{} {}",
            at.line,
            at.column,
            parsed.file.slice(span).replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t")
        )
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

fn trees(parsed: &ParsedFile) -> Vec<serde_json::Value> {
    parsed.documents.iter().map(Node::to_json).collect()
}

#[track_caller]
fn finds(parsed: &ParsedFile, expected: &[&str]) {
    assert_eq!(told(parsed), expected, "in {:?}", parsed.file.text());
}

/// The text with the fixes of all findings made.
fn fixed(parsed: &ParsedFile, safety: Safety) -> String {
    let fixes = parsed.findings.iter().filter_map(|finding| finding.fix.as_ref());
    let mut edits: Vec<_> = fixes.filter(|fix| fix.safety == safety).flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.span);
    let mut text = parsed.file.text().to_owned();
    for edit in edits.into_iter().rev() {
        text.replace_range(edit.span.range(), &edit.text);
    }
    text
}

#[test]
fn what_yaml_allows_and_we_do_not_is_found_where_it_is() {
    let cases: &[(&str, &[&str])] = &[
        ("a: 1\na: 2\n", &["duplicate-key 2:1 a <- 1:1 a"]),
        ("{a: 1, a: 2}\n", &["duplicate-key 1:8 a <- 1:2 a"]),
        ("\u{feff}年: 1\r\n\"年\": 2\r\n", &["duplicate-key 2:1 \"年\" <- 1:1 年"]),
        ("a: *x\n", &["undefined-alias 1:4 *x"]),
        ("p: &punct {x: 1}\nq: *punkt\n", &["undefined-alias 2:4 *punkt <- 1:4 &punct"]),
        ("a: &a [*a]\n", &["undefined-alias 1:8 *a <- 1:4 &a"]),
        ("a: &x 1\n---\nb: *x\n", &["undefined-alias 3:4 *x <- 1:4 &x"]),
        ("a: &x {k: 1}\nb:\n  <<: *x\n", &["merge-key 3:3 << <- 1:4 &x"]),
        ("b:\n  <<: {k: 1}\n", &["merge-key 2:3 << <- 2:7 {k: 1}"]),
        ("a: !secret 1\n", &["unsupported-tag 1:4 !secret"]),
        ("a: !<tag:x,2000:y> 1\n", &["unsupported-tag 1:4 !<tag:x,2000:y>"]),
        ("a: !!set {x: 1}\n", &["unsupported-tag 1:4 !!set"]),
        ("a: !!int word\n", &["wrong-type 1:10 word <- 1:4 !!int"]),
        ("5: x\n", &["wrong-type 1:1 5"]),
        ("~: x\n", &["wrong-type 1:1 ~"]),
        ("[a, b]: c\n", &["wrong-type 1:1 ["]),
        ("name: {{ x }}\n", &["wrong-type 1:8 {"]),
        ("{{ x }}: z\n", &["wrong-type 1:1 {"]),
        ("a: no\n", &["ambiguous-scalar 1:4 no"]),
        ("a: 12:30\n", &["ambiguous-scalar 1:4 12:30"]),
        ("on: x\n", &["ambiguous-scalar 1:1 on"]),
        ("a: 012\n", &["ambiguous-scalar 1:4 012"]),
        ("a: 2024-01-31\n", &["ambiguous-scalar 1:4 2024-01-31"]),
        ("", &["empty-file 1:1 "]),
        ("\u{feff}", &["empty-file 1:1 "]),
        ("# nothing\n---\n", &["empty-file 1:1 "]),
        ("a:\n\tb: 1\n", &["tab-indent 2:1 \\t"]),
        ("a:\n  - x\n \t- z\n", &["tab-indent 3:2 \\t"]),
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
fn what_is_not_yaml_is_found_where_it_is() {
    let cases: &[(&str, &str, &str)] = &[
        ("a: \"unclosed\nb: 1\n", "1:4 \"", "this double quote is never closed"),
        ("a: 'unclosed\nb: 1\n", "1:4 '", "this single quote is never closed"),
        ("a: \"x\" y\n", "1:8 y", "there is more text behind the closing quote"),
        ("a: 'it's'\n", "1:7 '", "the `'` in `it's` closes the text"),
        ("年: b: c\n", "1:5 :", "a second `:` on one line"),
        ("a: b\n  c: d\n", "2:3 c", "this line is indented as if it belonged to the value above"),
        ("nam\nlanguage: de\n", "1:1 nam", "`nam` is not a key with a value"),
        ("name: x\nlanguag de\nfoo: bar\n", "2:1 languag de", "`languag de` is not a key with a value"),
        ("name: x\nlanguag de", "2:1 languag de", "`languag de` is not a key with a value"),
        ("name:x\nlanguage: de\n", "1:1 name:x", "`name:x` is not a key with a value"),
        ("a:\n  b: 1\n c: 2\n", "3:2 c: 2", "this line does not line up with the entries above"),
        ("a:\n  - x\n  y: 1\n", "3:3 y: 1", "this line stands among list items, and is none"),
        ("a: [1, 2\nb: 3\n", "1:4 [", "this `[` is never closed"),
        ("a: {x: 1\n", "1:4 {", "this `{` is never closed"),
        ("a: [1, 2]]\n", "1:10 ]", "a closing bracket without its opening one"),
        ("a: @foo\n", "1:4 @", "a plain text cannot start with `@`"),
        ("a: `foo`\n", "1:4 `foo`", "backticks are no quotes in YAML"),
        ("a: \"x\\q\"\n", "1:6 \\q", "`\\q` is no escape of YAML"),
        ("a: - b\n", "1:4 -", "a list cannot start on the line of its key"),
        ("a: * x\n", "1:4 *", "a plain text cannot start with `*`"),
        ("a: | text\n  more\n", "1:4 | text", "the text of a `|` or `>` starts on the next line"),
        ("a: 1\n- b\n", "2:1 - b", "a list item among the entries of a mapping"),
        ("a: [x] y\n", "1:4 [", "a plain text cannot start with `[`"),
        ("a:\t- b\n", "1:4 -", "a list cannot start on the line of its key"),
        ("-\t- b\n", "1:2 \\t", "a tab cannot stand before this value"),
        ("a: 1\n--- b: 2\n", "2:1 ---", "a mapping cannot start on the line of `---`"),
        ("a: x # b\n  c\n", "1:6 # b", "a comment cuts this text in two"),
        ("a: [- b]\n", "1:5 -", "a list item with `-` inside of brackets"),
    ];
    for (text, place, message) in cases {
        let parsed = yaml(text);
        let underlined =
            told(&parsed).iter().map(|line| line.split(" <- ").next().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(underlined, [format!("syntax {place}")], "in {text:?}");
        assert_eq!(parsed.findings[0].message, *message, "in {text:?}");
        assert!(parsed.incomplete, "in {text:?}");
    }
}

#[test]
fn what_is_not_toml_is_found_where_it_is() {
    let cases: &[(&str, &str)] = &[
        ("a = 1\na = 2\n", "duplicate-key 2:1 a <- 1:1 a"),
        ("[t]\na = 1\n[t]\nb = 2\n", "duplicate-key 3:2 t <- 1:2 t"),
        ("x = {年 = 1}\n", "syntax 1:6 年"),
        ("x = {y = 1, y = 2}\n", "duplicate-key 1:13 y <- 1:6 y"),
        ("a.b = 1\na.b = 2\n", "duplicate-key 2:3 b <- 1:3 b"),
        ("\u{feff}a = 1\na.b = 1\n", "duplicate-key 2:1 a <- 1:1 a"),
        ("a = \"unclosed\nb = 1\n", "syntax 1:5 \""),
        ("a = foo\nb = 1\n", "syntax 1:5 foo"),
        ("a = 1 b = 2\n", "syntax 1:7 b = 2"),
        ("a = \nb = 1\n", "syntax 1:5 "),
        ("b: 2\n", "syntax 1:2 :"),
        ("word\n", "syntax 1:1 word"),
        ("a = [1, 2\nb = 3\n", "syntax 1:5 [ <- 2:1 "),
        ("a = {x = 1\nb = 3\n", "syntax 1:5 { <- 2:1 "),
        ("[t\na = 1\n", "syntax 1:1 [t"),
        ("a = 012\n", "syntax 1:5 012"),
        ("a = \"\\q\"\n", "syntax 1:6 \\q"),
        ("a = 2024-13-01\n", "syntax 1:5 2024-13-01"),
        ("a = 1\n<<<<<<< x\n=======\na = 2\n>>>>>>> y\n", "conflict-marker 2:1 <<<<<<< <- 3:1 ======= <- 5:1 >>>>>>>"),
        ("# nothing\n", "empty-file 1:1 "),
    ];
    for (text, expected) in cases {
        finds(&toml(text), &[expected]);
    }
    finds(&source::parse_source(&SourceFile::new("sub/housestyle.toml", ""), Format::Toml), &[]);
}

#[test]
fn what_is_beside_a_fault_is_read() {
    let parsed = yaml("a: *nope\nb: [1, *nope, 2]\nc: {<<: 1, d: 2}\ne: !foo x\n[x]: {no: 1}\n");
    assert_eq!(trees(&parsed), [json!({"b": [1, 2], "c": {"d": 2}, "e": "x"})]);
    assert!(parsed.incomplete);
    let parsed = yaml("a: 1\nb:\n  c: [1]\n  d: 'x\n");
    assert_eq!(trees(&parsed), [json!({"a": 1, "b": {"c": [1]}})]);
    assert!(parsed.incomplete);
    let parsed = yaml("a: 1\n<<<<<<< x\nb: 2\n=======\nb: 3\n>>>>>>> y\nc: 4\n");
    assert_eq!(trees(&parsed), [json!({"a": 1, "b": 2, "c": 4})]);
    assert!(parsed.incomplete);
    let parsed = toml("a = 1\na = 2\n[t]\nb = 3\nb = 3\n[u]\nc = nope\nd = 4\n");
    assert_eq!(trees(&parsed), [json!({"a": 1, "t": {"b": 3}, "u": {"d": 4}})]);
    assert_eq!(told(&parsed).len(), 3);
}

#[test]
fn tabs_are_read_as_the_spaces_they_were_meant_as() {
    let cases = [
        (
            "name: x\nrules:\n  punctuation:\n\tdash: em\nother: 1\n",
            "name: x\nrules:\n  punctuation:\n    dash: em\nother: 1\n",
        ),
        ("a:\n\tb:\n\t\tc: 1\n\td: 2\n", "a:\n  b:\n    c: 1\n  d: 2\n"),
        ("a:\n    b: 1\n\tc: 2\n", "a:\n    b: 1\n    c: 2\n"),
        ("a:\n- b: 1\n\tc: 2\n", "a:\n- b: 1\n  c: 2\n"),
        ("a: |\n  x\n  \ty\nb:\n\tc: 1\n", "a: |\n  x\n  \ty\nb:\n  c: 1\n"),
        ("\u{feff}a:\r\n\tb: 年\r\n", "\u{feff}a:\r\n  b: 年\r\n"),
    ];
    for (text, expected) in cases {
        let parsed = yaml(text);
        assert_eq!(
            parsed.findings.iter().map(|finding| finding.code).collect::<Vec<_>>(),
            [Code::TabIndent],
            "{text:?}"
        );
        assert!(!parsed.incomplete);
        let mended = fixed(&parsed, Safety::Safe);
        assert_eq!(mended, expected);
        let again = yaml(&mended);
        finds(&again, &[]);
        assert_eq!(trees(&again), trees(&parsed));
        every_span_is_sound(&parsed);
    }
    for text in ["a: |\n  x\n  \ty\n", "[\n\t1,\n\t2]\n", "a: 1\t# c\n", "a: x\n \ty\n"] {
        finds(&yaml(text), &[]);
    }
    // What else is wrong is told in the places of the file as it is.
    finds(&yaml("a:\n\tb: 1\n\tb: *x\n"), &["tab-indent 2:1 \\t", "undefined-alias 3:5 *x"]);
}

#[test]
fn the_line_ends_of_a_file_are_no_part_of_what_it_says() {
    for lines in ["a = \"\"\"\nx\n\ny\"\"\"\n", "a = '''\nx\n\ny'''\n", "a = [\"\"\"\nx\n\ny\"\"\"]\n"] {
        let parsed = toml(&lines.replace('\n', "\r\n"));
        finds(&parsed, &[]);
        assert_eq!(trees(&parsed), trees(&toml(lines)));
        every_span_is_sound(&parsed);
    }
    let lines = "a: |\n  x\n\n  y\n";
    assert_eq!(trees(&yaml(&lines.replace('\n', "\r\n"))), trees(&yaml(lines)));
    // What is written as an escape is meant.
    assert_eq!(trees(&toml("a = \"\"\"x\\r\\ny\"\"\"\n")), [json!({"a": "x\r\ny"})]);
}

#[test]
fn safe_fixes_settle_their_findings() {
    for (text, expected) in [
        ("a: no\nb: 12:30\n", "a: \"no\"\nb: \"12:30\"\n"),
        ("a: 1\na: 1\nb: 2\n", "a: 1\nb: 2\n"),
        ("a: {x: 1, x: 1}\n", "a: {x: 1}\n"),
        ("entries: {2024: x}\n", "entries: {\"2024\": x}\n"),
    ] {
        let mended = fixed(&yaml(text), Safety::Safe);
        assert_eq!(mended, expected);
        finds(&yaml(&mended), &[]);
    }
    let mended = fixed(&toml("a = 1\na = 1\nb = {x = 1, x = 1}\n"), Safety::Safe);
    assert_eq!(mended, "a = 1\nb = {x = 1}\n");
    // A comment beside it is not thrown away.
    assert_eq!(fixed(&yaml("a: 1\na: 1 # why\n"), Safety::Safe), "a: 1\na: 1 # why\n");
}

#[test]
fn scalars_keep_the_kind_they_resolve_to() {
    let parsed = yaml(
        "a: 2024\nb: '2024'\nc: !!str 2024\nd: ~\ne:\nf: true\ng: 'true'\nh: 1.5\ni: !!float 1\nj: ! 12\nk: |\n  12\n",
    );
    finds(&parsed, &[]);
    assert_eq!(
        trees(&parsed),
        [
            json!({"a": 2024, "b": "2024", "c": "2024", "d": null, "e": null, "f": true, "g": "true", "h": 1.5, "i": 1.0, "j": "12", "k": "12\n"})
        ]
    );
}

#[test]
fn places_are_exact() {
    let text = "\u{feff}# é\r\nname: 年😀 # c\r\nlist:\r\n  - a b\r\n  -\r\nflow: {k: [x, \"y\"] # c ]\r\n  , z} # c }\r\nblock: |\r\n  l\r\n  m\r\n\r\nplain: one\r\n  two\r\nnone:\r\nanchor: &a !!str v\r\nalias: *a\r\n? long\r\n: w\r\n";
    let parsed = yaml(text);
    finds(&parsed, &[]);
    let [document] = parsed.documents.as_slice() else { panic!("one document") };
    let slices = [
        ("/name", "年😀"),
        ("/list", "- a b\r\n  -"),
        ("/list/0", "a b"),
        ("/list/1", ""),
        ("/flow", "{k: [x, \"y\"] # c ]\r\n  , z}"),
        ("/flow/k", "[x, \"y\"]"),
        ("/flow/k/1", "\"y\""),
        ("/flow/z", ""),
        ("/block", "|\r\n  l\r\n  m"),
        ("/plain", "one\r\n  two"),
        ("/none", ""),
        ("/anchor", "v"),
        ("/alias", "*a"),
        ("/long", "w"),
    ];
    for (pointer, expected) in slices {
        let node = document.at_pointer(pointer).unwrap();
        assert_eq!(parsed.file.slice(node.span), expected, "{pointer}");
    }
    let place = |pointer: &str| parsed.file.place_of(document.at_pointer(pointer).unwrap().span).to_string();
    assert_eq!(place("/name"), "a.yaml:2:7");
    assert_eq!(place("/none"), "a.yaml:14:6");
    assert_eq!(place("/list/1"), "a.yaml:5:4");
    assert_eq!(document.get("alias").and_then(Node::text), Some("v"));
    every_span_is_sound(&parsed);
}

#[test]
fn places_are_exact_behind_directives_in_any_script() {
    let parsed = yaml("%FOO 日本 é\n---\nname: 年\n...\n# c\n%BAR 😀\n---\nname: x\n");
    finds(&parsed, &[]);
    let names: Vec<_> = parsed.documents.iter().map(|document| document.get("name").unwrap()).collect();
    assert_eq!(names.iter().map(|name| parsed.file.slice(name.span)).collect::<Vec<_>>(), ["年", "x"]);
    assert_eq!(parsed.file.place_of(names[1].span).to_string(), "a.yaml:8:7");
    let parsed = yaml("%😀\r&,,\n");
    assert_eq!(parsed.findings[0].message, "a plain text cannot start with `&`");
    every_span_is_sound(&parsed);
}

#[test]
fn documents_are_kept_apart() {
    let parsed = yaml("a: 1\n---\nb: 2\n...\n---\n# nothing\n");
    finds(&parsed, &[]);
    assert_eq!(trees(&parsed), [json!({"a": 1}), json!({"b": 2})]);
}

/// Spans fall on characters, inside of the file, inside of their parents; keys are unique.
fn every_span_is_sound(parsed: &ParsedFile) {
    fn sound(file: &SourceFile, node: &Node, outer: Span, aliased: bool) {
        let text = file.text();
        assert!(text.get(node.span.range()).is_some(), "{:?} in {text:?}", node.span);
        assert!(
            aliased || (outer.start <= node.span.start && node.span.end <= outer.end),
            "{:?} in {text:?}",
            node.span
        );
        let aliased = aliased || file.slice(node.span).starts_with('*');
        for (index, entry) in node.entries().iter().enumerate() {
            assert!(text.get(entry.key.span.range()).is_some(), "{:?} in {text:?}", entry.key.span);
            assert!(node.entries()[..index].iter().all(|other| other.key.value != entry.key.value), "{text:?}");
            sound(file, &entry.value, node.span, aliased);
        }
        for item in node.items() {
            sound(file, item, node.span, aliased);
        }
    }
    let text = parsed.file.text();
    for document in &parsed.documents {
        sound(&parsed.file, document, Span::new(0, text.len()), false);
    }
    for finding in &parsed.findings {
        let edits = finding.fix.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.span));
        for span in edits.chain(finding.secondary.iter().map(|label| label.span)).chain([finding.primary.span]) {
            assert!(text.get(span.range()).is_some(), "{}: {span:?} in {text:?}", finding.code);
        }
        assert!(!finding.message.contains('\n'), "{}", finding.message);
    }
}

fn timed(name: &str, text: &str, format: Format) -> ParsedFile {
    let start = Instant::now();
    let parsed = source::parse_source(&SourceFile::new("a.yaml", text), format);
    // Debug builds on a busy machine are slow; what is refused here is anything that grows faster than its input.
    assert!(start.elapsed() < Duration::from_secs(10), "{name}: {:?}", start.elapsed());
    parsed
}

#[test]
fn hostile_files_end_soon() {
    let only = |parsed: &ParsedFile, code: Code| {
        assert_eq!(parsed.findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [code]);
    };
    for deep in ["[", "{", "- ", "[{a: ", "{a: "] {
        only(&timed(deep, &deep.repeat(1_000_000 / deep.len()), Format::Yaml), Code::TooDeep);
    }
    let keys = timed("keys of keys", &"? ".repeat(500_000), Format::Yaml);
    assert_eq!(keys.findings.last().map(|finding| finding.code), Some(Code::TooDeep));
    let stairs: String = (0..40).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    only(&timed("stairs", &stairs, Format::Yaml), Code::TooDeep);
    only(&timed("toml", &format!("a = {}", "[".repeat(1_000_000)), Format::Toml), Code::TooDeep);
    only(&timed("toml keys", &format!("{}a = 1", "a.".repeat(500_000)), Format::Toml), Code::TooDeep);
    only(&timed("toml tables", &format!("[{}a]", "a.".repeat(50)), Format::Toml), Code::TooDeep);

    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..9 {
        writeln!(bomb, "a{level}: &a{level} [{}]", vec![format!("*a{}", level - 1); 10].join(", ")).unwrap();
    }
    only(&timed("bomb", &bomb, Format::Yaml), Code::AliasBudget);
    let heavy = format!("a: &a {}\nb: [{}]\n", "x".repeat(500_000), "*a, ".repeat(100_000));
    only(&timed("heavy", &heavy, Format::Yaml), Code::AliasBudget);
    let nested = format!("a: &a {}1{}\nb: [[[[[[[*a]]]]]]]\n", "[".repeat(28), "]".repeat(28));
    only(&timed("nested", &nested, Format::Yaml), Code::TooDeep);

    let long = "x".repeat(1 << 20);
    for text in [
        format!("a: {long}"),
        format!("a: \"{long}\""),
        format!("a: |\n  {long}"),
        long.clone(),
        format!("# {long}\na: 1"),
    ] {
        timed("scalar", &text, Format::Yaml);
    }
    let many = |line: fn(usize) -> String| (0..20_000).map(line).collect::<String>();
    assert_eq!(timed("keys", &many(|n| format!("k{n}: v\n")), Format::Yaml).documents[0].entries().len(), 20_000);
    let same = timed("same", &many(|_| "k: v\n".to_owned()), Format::Yaml).findings;
    assert_eq!(same.iter().map(|finding| 1 + finding.omitted).sum::<usize>(), 19_999);
    // A baseline needs each finding by itself, so that far more are kept than anybody is shown; the bound is for hostile files.
    assert!(same.len() <= MAX_PER_CODE, "{} findings are kept", same.len());
    timed("flow", &format!("[{}]", many(|n| format!("{{é: {n}}}, "))), Format::Yaml);
    timed("one line", &format!("\t{{{}}}", many(|n| format!("k{n}: {n}, "))), Format::Yaml);
    timed("tabs", &many(|n| format!("k{n}:\n\ta: b\n")), Format::Yaml);
    timed("stray tabs", &many(|_| "\t[\n".to_owned()), Format::Yaml);
    timed("quotes", &"\"".repeat(1 << 20), Format::Yaml);
    timed("anchors", &many(|n| format!("k{n}: &a{n} v\n")), Format::Yaml);
    timed("unknown", &many(|n| format!("k{n}: *a{n}\n")), Format::Yaml);
    timed("toml keys", &many(|n| format!("k{n} = 1\n")), Format::Toml);
    timed("toml same", &"k = 1\n".repeat(2_000), Format::Toml);
    timed("toml tables", &many(|n| format!("[k{n}]\na = 1\n")), Format::Toml);
    timed("toml lists", &many(|_| "[[k]]\na = 1\n".to_owned()), Format::Toml);
}
