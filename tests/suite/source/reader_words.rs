//! The readers of YAML and TOML say what is wrong in words, and ours are chosen by them. So each of their words that we know is
//! provoked here, with the very versions that are pinned: one that nothing says any more would be an explanation that nobody
//! sees.

use std::collections::BTreeSet;

use saphyr_parser::{Event, Parser};

/// One text at least for each fault.
const YAML: &[&str] = &[
    "a: *x\n",
    "a: \"x",
    "a: \"x\n---\n",
    "a:\n  \"x\ny\"\n",
    "a: \"x\" y\n",
    "a: \"\\q\"\n",
    "a: \"\\xzz\"\n",
    "a: \"\\ud800\"\n",
    "a: b: c\n",
    "[a, b: c: d]\n",
    "[:x]\n",
    "'a\nb': c\n",
    "? a\nb\n",
    "a: 1\nb\n---\n",
    "name: x\nlanguag de",
    "a:\n  b: 1\n c: 2\n",
    "a: 1\n- b\n",
    "a:\n  - x\n  y: 1\n",
    "a: [1 2\n",
    "a: [1, 2\nb: 3\n",
    "a: [\"x\" \"y\"]\n",
    "a: {x: 1\n",
    "a: {x: 1 y: 2}\n",
    "a: {\"x\": 1 \"y\": 2}\n",
    "a: ]\n",
    "a: [,]\n",
    "a:\t1\n",
    "a:\t- b\n",
    "-\t- a\n",
    ":\t- a\n",
    "a: [1, 2]]\n",
    "a: \0\n",
    "a: |\n    x\n  y\n",
    "a: |\n     \n  x\n",
    "a:\n  - [\nx]\n",
    "a: ? b\n",
    "%YAML 1.2\na: b\n",
    "a\n...\nb\n",
    "a\n... x\n",
    "a: !<x\n",
    "a: !<> y\n",
    "a: !<tag:x y\n",
    "a: !e!x y\n",
    "a: !! y\n",
    "a: !x, y\n",
    "a: * x\n",
    "a: & x\n",
    "a: \u{feff}b\n",
    "a: - b\n",
    "a: | text\n  more\n",
    "a: @x\n",
    "a: x # b\n c\n",
    "a: [- b]\n",
];

fn words_of_yaml(text: &str) -> BTreeSet<String> {
    let mut parser = Parser::new_from_str(text);
    let mut words = BTreeSet::new();
    while let Some(event) = parser.next_event() {
        match event {
            Ok((Event::StreamEnd, _)) => break,
            Ok(_) => {}
            Err(error) => {
                words.insert(error.info().to_owned());
                if !error.info().contains("unknown anchor") {
                    break;
                }
            }
        }
    }
    words
}

/// Texts in quotes of the patterns of a `match`, from its first line to a line with `end`.
fn patterns(source: &str, start: &str, end: &str) -> BTreeSet<String> {
    let body = source.split(start).nth(1).and_then(|rest| rest.split(end).next()).unwrap();
    let mut found = BTreeSet::new();
    let mut depth = 0_i32;
    let mut quoted: Option<String> = None;
    let mut pattern = Vec::new();
    let mut characters = body.chars().peekable();
    while let Some(c) = characters.next() {
        match (&mut quoted, c) {
            (Some(text), '\\') => text.extend(characters.next()),
            (Some(text), '"') => {
                if depth == 0 {
                    pattern.push(std::mem::take(text));
                }
                quoted = None;
            }
            (Some(text), c) => text.push(c),
            (None, '"') => quoted = Some(String::new()),
            (None, '\'') => {
                // A character is no quote.
                if characters.next() == Some('\\') {
                    characters.next();
                }
                characters.next();
            }
            (None, '(' | '{' | '[') => depth += 1,
            (None, ')' | '}' | ']') => depth -= 1,
            (None, '=') if characters.peek() == Some(&'>') => found.extend(pattern.drain(..)),
            // What is no pattern is a value, or a condition.
            (None, ',') if depth == 0 => pattern.clear(),
            (None, _) => {}
        }
    }
    found
}

#[test]
fn every_word_of_the_yaml_reader_that_is_known_is_said() {
    let said: BTreeSet<String> = YAML.iter().flat_map(|text| words_of_yaml(text)).collect();
    let known = patterns(include_str!("../../../src/source/yaml/fault.rs"), "match info {", "_ => fault.other_error");
    assert!(known.len() > 30, "the words were not read from the code: {known:?}");
    let never: Vec<&String> = known.iter().filter(|word| !said.contains(*word)).collect();
    assert!(never.is_empty(), "the reader never says {never:#?}\nit says {said:#?}");
    for word in ["while parsing node, found unknown anchor", "unexpected character: `@'"] {
        assert!(said.contains(word), "{word}");
    }
    assert!(words_of_yaml(&"[".repeat(20_000)).contains("recursion limit exceeded"));
}

const TOML: &[&str] = &[
    "a = 1\na = 2\n",
    "a = foo\n",
    "a = \n",
    "a =",
    "a = {b}\n",
    "a = tru\n",
    "a = 1.x\n",
    "word\n",
    "a = = 1\n",
    "a = [1\nb = 2\n",
    "a = {b = 1\n",
    "a = [1 2]\n",
    "a = [1,, 2]\n",
    "a = {b = 1 c = 2}\n",
    "[t\n",
    "[[t]\n",
    "a = 1 b = 2\n",
    "[t] x\n",
    "é = 1\n",
    " = 1\n",
    "a = \"\\\n\"",
    "a = \"\\q\"\n",
    "a = \"\\Ux\"\n",
    "a = \"\\",
    "a = 012\n",
    "a = 99999999999999999999\n",
    "a = 1e999\n",
    "a = \"x\n",
    "a = 'x\n",
    "a = [}\n",
    "a = [1",
    "a = [",
    "a = {b = 'x' 'y'}\n",
    "a = {b = }\n",
    "a = {b = , c = 1}\n",
    "a = ,\n",
    "a = }\n",
    "a = 1.5.5\n",
    "a = 1e\n",
    "a = 1.\n",
    "a = .5\n",
    "a = 1 ]\n",
    "a = 1 }\n",
    "a = 1 ,\n",
    "[t] ]\n",
    "a = 1 = 2\n",
    "a",
    "= 1\n",
    "a = ]\n",
];

#[test]
fn every_word_of_the_toml_reader_that_is_known_is_said() {
    let said: BTreeSet<String> = TOML
        .iter()
        .filter_map(|text| toml_edit::Document::parse(*text).err())
        .map(|error| {
            let message = error.message();
            message.split_once(", expected ").map_or(message, |(what, _)| what).to_owned()
        })
        .collect();
    let known =
        patterns(include_str!("../../../src/source/toml/fault.rs"), "\n    match what {", "_ if what.starts_with");
    assert!(known.len() > 15, "the words were not read from the code: {known:?}");
    let never: Vec<&String> = known.iter().filter(|word| !said.contains(*word)).collect();
    assert!(never.is_empty(), "the reader never says {never:#?}\nit says {said:#?}");
}
