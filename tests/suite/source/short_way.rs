//! The short ways of reading and judging say the same as the long ones, or nothing.
//!
//! Every file of the repository and texts that were edited at random. Seeded: a failure prints its seed, `HOUSESTYLE_SEED=n`
//! runs it alone, `HOUSESTYLE_CASES=n` as many as wanted.

use std::fs;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::diagnostic::SourceFile;
use housestyle::schema::validate::{DocumentKind, DocumentValidator};
use housestyle::source::{Format, Node, ParsedFile, toml, yaml};

use crate::simulated_world::{Dice, seeds};

const CASES: u64 = 40_000;

/// Texts of the repository: those of the corpus, the examples, the base styles and the fuzzer.
pub(crate) fn texts() -> Vec<(Utf8PathBuf, String)> {
    let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders: Vec<Utf8PathBuf> = [
        "tests/corpus",
        "tests/journeys",
        "examples",
        "styles",
        "fuzz/corpus/yaml",
        "fuzz/corpus/toml",
        "src/diagnostic/pages",
    ]
    .iter()
    .map(|folder| root.join(folder))
    .collect();
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir_utf8().unwrap().map(Result::unwrap) {
            let path = entry.path().to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

fn format_of(path: &Utf8Path) -> Format {
    let toml = path.as_str().ends_with(".toml") || path.as_str().contains("/corpus/toml/");
    if toml { Format::Toml } else { Format::Yaml }
}

fn file_of(text: &str, format: Format) -> Arc<SourceFile> {
    SourceFile::new(if format == Format::Toml { "styles/a.toml" } else { "styles/a.yaml" }, text)
}

fn short_way(text: &str, format: Format) -> Option<ParsedFile> {
    let file = file_of(text, format);
    if format == Format::Toml { toml::parse_by_lines(&file) } else { yaml::parse_by_lines(&file) }
}

/// The document where the short way reads one, which is what the long way reads.
fn read_both_ways(text: &str, format: Format) -> Result<Option<Node>, String> {
    let Some(short) = short_way(text, format) else { return Ok(None) };
    let file = file_of(text, format);
    let long = if format == Format::Toml { toml::parse_by_tables(&file) } else { yaml::parse_by_events(&file) };
    if !long.findings.is_empty() || long.incomplete {
        return Err(format!(
            "found only the long way: {:?}\n{text}",
            long.findings.first().map(|found| &found.message)
        ));
    }
    if short.documents != long.documents {
        return Err(format!("{text}\n short: {:#?}\n long: {:#?}", short.documents, long.documents));
    }
    Ok(short.documents.into_iter().next())
}

/// What is certain of a document is what the schema says.
fn judge_both_ways(document: &Node, validator: &DocumentValidator<'_>) -> Result<bool, String> {
    let mut certain = false;
    for kind in [DocumentKind::Style, DocumentKind::Base, DocumentKind::Glossary] {
        if validator.is_certainly_valid(document, kind) {
            certain = true;
            if !validator.is_accepted(document, kind) {
                return Err(format!("certain, and refused by the schema: {:#}", document.to_json()));
            }
        }
    }
    Ok(certain)
}

#[test]
fn files_of_the_repository_are_read_the_same_either_way() {
    let catalogue = builtin_catalogue(Edition::Core);
    let validator = DocumentValidator::new(&catalogue);
    let (mut read, mut certain) = ([0, 0], 0);
    for (path, text) in texts() {
        let format = format_of(&path);
        let document = read_both_ways(&text, format).unwrap_or_else(|why| panic!("{path}: {why}"));
        let Some(document) = document else { continue };
        read[usize::from(format == Format::Toml)] += 1;
        certain += usize::from(judge_both_ways(&document, &validator).unwrap_or_else(|why| panic!("{path}: {why}")));
    }
    assert!(read[0] > 100 && read[1] > 20 && certain > 40, "the short way reads hardly any: {read:?}, {certain}");
}

/// What a line may turn into: what YAML and TOML give a meaning to, and letters of any script.
const SNIPPETS: &[&str] = &[
    ":",
    ": ",
    " #",
    "#",
    "- ",
    "-",
    "|",
    ">",
    "|-",
    ">-",
    ">+",
    "|2",
    "'",
    "''",
    "\"",
    "\\",
    "[",
    "]",
    "{",
    "}",
    ",",
    ", ",
    "&a ",
    "*a",
    "!t ",
    "%",
    "@",
    "`",
    "~",
    "null",
    "no",
    "yes",
    "true",
    "0x1f",
    "12",
    "1e3",
    "2026-11-21",
    "12:30",
    "<<",
    "=",
    "---",
    "...",
    "--- ",
    "\t",
    "\r",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "\u{a0}",
    "\u{200b}",
    "é",
    "年",
    "😀",
    "„so“",
    "\n",
    "\n\n",
    "\n  ",
    "\n# c\n",
    " ",
    "  ",
    "    ",
    "label: x",
    "prompt: y",
    "key: k",
    "[a, b]",
    "[]",
    "['a', \"b\"]",
    "{a: b}",
    "\"\"\"",
    "'''",
    "[x]\n",
    "[[x]]\n",
    "[x.y]\n",
    "a = 1\n",
    "b = \"c\"\n",
    "d.e = 2\n",
    "\"q\" = 3\n",
    " = ",
    "01",
    "1_0",
    "[configured_rules.numbers]\n",
    "[[custom_instructions]]\n",
    "<<<<<<< a\n",
    ">>>>>>> b\n",
    "=======\n",
    "? x\n",
    "a: |\n b\n",
];

/// The text after a few edits: lines taken out, doubled, moved in or out, and snippets put anywhere.
pub(crate) fn edited(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=dice.below(4) {
        if lines.is_empty() {
            break;
        }
        let at = usize::try_from(dice.below(lines.len() as u64)).unwrap();
        match dice.below(9) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines[at].insert_str(0, ["  ", " ", "    "][usize::try_from(dice.below(3)).unwrap()]),
            3 => lines[at] = lines[at].strip_prefix("  ").unwrap_or(&lines[at]).to_owned(),
            4 => lines.insert(at, (*dice.pick(SNIPPETS)).to_owned()),
            5 => lines[at] += *dice.pick(SNIPPETS),
            6 => {
                let other = usize::try_from(dice.below(lines.len() as u64)).unwrap();
                lines.swap(at, other);
            }
            _ => {
                let places: Vec<usize> = lines[at].char_indices().map(|(at, _)| at).collect();
                let place = if places.is_empty() { 0 } else { *dice.pick(&places) };
                let snippet: &&str = dice.pick(SNIPPETS);
                lines[at].insert_str(place, snippet);
            }
        }
    }
    let end = if dice.chance(95) { "\n" } else { "" };
    lines.join("\n") + end
}

/// Lines that look like others and are not: each is left to the parser for the one thing that its row names.
#[test]
fn what_lines_of_yaml_do_not_tell_is_left_to_the_events() {
    let deep: String = (0..40).map(|level| format!("{}deeper:\n", " ".repeat(level))).collect();
    let deep = format!("{deep}{}last: value\n", " ".repeat(40));
    let many: String = (0..65).map(|key| format!("key_{key}: value\n")).collect();
    let long = format!("{}: value\n", "k".repeat(2_000));
    let rows = [
        ("no line end at the end", "first: value\nsecond: value"),
        ("a return before the line end", "first: value\r\nsecond: value\r\n"),
        ("a line end of Unicode", "first: value\u{85}more\n"),
        ("blanks before `---`", " ---\nfirst: value\n"),
        ("a rest that is no entry", "first: value\n- second\n"),
        ("a rest that is deeper", "first: value\n  second: value\n"),
        ("a rest that is deeper below an item", "first:\n  - second: value\n      third: value\n"),
        ("a rest that is deeper than an item", "first:\n  - value\n    third: value\n"),
        ("many levels", &deep),
        ("many keys", &many),
        ("the same key again", "first: value\nfirst: value\n"),
        ("a list of less indentation", "outer:\n  inner:\n- value\n"),
        ("a key without a value before another", "first:\nsecond: value\n"),
        ("a colon without a blank", "first:value\n"),
        ("a key that is long", &long),
        ("no key", ": value\n"),
        ("a key that is null", "null: value\n"),
        ("a key that is a number", "12: value\n"),
        ("a key that YAML 1.1 reads otherwise", "yes: value\n"),
        ("a sign of a comment without a blank", "first: 'value'#comment\n"),
        ("something behind brackets", "first: [value] # comment\n"),
        ("something behind quotes", "first: 'value' more\n"),
        ("an anchor", "first: &name value\n"),
        ("a tag", "first: !name value\n"),
        ("an alias", "first: *name\n"),
        ("a reserved sign", "first: @value\n"),
        ("an item on the line of a key", "first: - value\n"),
        ("a mapping in braces", "first: {second: value}\n"),
        ("a colon inside", "first: value: more\n"),
        ("a colon at the end", "first: value:\n"),
        ("a word that YAML 1.1 reads otherwise", "first: yes\n"),
        ("a number that YAML 1.1 reads otherwise", "first: 0777\n"),
        ("an escape", "first: \"a\\tb\"\n"),
        ("a sign alone in brackets", "first: [-]\n"),
        ("a null in brackets", "first: [null]\n"),
        ("a word in brackets that YAML 1.1 reads otherwise", "first: [no]\n"),
        ("words in brackets without a comma", "first: [value more]\n"),
        ("a scalar of a given indentation", "first: |2\n   value\n"),
        ("a scalar that keeps its end", "first: |+\n  value\n\n"),
        ("a scalar that begins with an empty line", "first: |\n\n  value\n"),
        ("a scalar that begins with blanks", "first: |\n    \n  value\n"),
        ("a scalar that loses indentation", "first: |\n    value\n  more\n"),
        ("a folded scalar that gains indentation", "first: >\n  value\n    more\n"),
        ("a scalar of no lines", "first: |\nsecond: value\n"),
    ];
    are_left(&rows, Format::Yaml);
}

/// Words near to those that are left to the parser.
#[test]
fn what_lines_of_yaml_tell_is_read() {
    for text in [
        "---\nfirst: value\n",
        "  first: value\n  second:\n    - value\n  third:\n  - more\n",
        "-a: value\n.b: value\n/c: value\n_d: value\n",
        "-: value\n--: value\n---: value\n",
        ".: value\n..: value\n...: value\n",
        "first: [value, more, ]\nsecond: []\nthird: [value,]\n",
        "first: >\n  value \n  more  \n\n  end \nsecond: >-\n  value \n",
        "first: true\nsecond: null\nthird: ~\nfourth: 12\n",
        "first: 123456\nsecond: 1234.5\nthird: trueish\n",
        "first: a:b\nsecond: a#b\nthird: value # comment\n",
        "first: 'it''s' # comment\n",
        "first: >-\n  value\n  more\n\n  end\nsecond: |\n  a\n    b\n",
    ] {
        let read = read_both_ways(text, Format::Yaml).unwrap_or_else(|why| panic!("{why}"));
        assert!(read.is_some(), "left: {text}");
    }
}

#[test]
fn what_lines_of_toml_tell_is_read() {
    for text in [
        "first = ['value', 'more',]\nsecond = [ ]\n",
        "first = 1234567890123456789\nsecond = 0\nthird = true # comment\n",
        "first = '''\nvalue\n  more'''\n[second.third]\nfourth = \"value\"\n[[fifth]]\nsixth = 1\n[[fifth]]\nsixth = 2\n",
    ] {
        let read = read_both_ways(text, Format::Toml).unwrap_or_else(|why| panic!("{why}"));
        assert!(read.is_some(), "left: {text}");
    }
}

#[test]
fn what_lines_of_toml_do_not_tell_is_left_to_the_parser() {
    let many: String = (0..65).map(|key| format!("key_{key} = 1\n")).collect();
    let rows = [
        ("a control in a text", "first = \"a\u{7f}b\"\n"),
        ("an empty table before another", "[first]\n[second]\nthird = 1\n"),
        ("an empty table at the end", "first = 1\n[second]\n"),
        ("nothing at all", "# comment\n"),
        ("something behind a value", "first = 1 more\n"),
        ("a number in parts", "first = 1_000\n"),
        ("no key", "= 1\n"),
        ("two entries on a line", "first = 1 second = 2\n"),
        ("dots in the name of an array of tables", "[[first.second]]\nthird = 1\n"),
        ("more digits than a number has", "first = 12345678901234567890\n"),
        ("a number that begins with 0", "first = 01\n"),
        ("four quotes", "first = \'\'\'value\'\'\'\'\n"),
        ("a text that is not ended in its line", "first = \"value\nmore\"\n"),
        ("an escape", "first = \"a\\tb\"\n"),
        ("an item without its first quote", "first = [xvalue\']\n"),
        ("a number in an array", "first = [1]\n"),
        ("an array of tables that is an array already", "first = [\'value\']\n[[first]]\nsecond = 1\n"),
        ("an array of tables that is a table already", "[first]\nsecond = 1\n[[first]]\nthird = 1\n"),
        ("the same table again", "[first]\nsecond = 1\n[first]\nthird = 1\n"),
        ("a table in an array of tables", "[[first]]\nsecond = 1\n[first.third]\nfourth = 1\n"),
        ("many keys", &many),
        ("the same key again", "first = 1\nfirst = 1\n"),
        ("the same key as a table", "first = 1\n[first]\nsecond = 1\n"),
    ];
    are_left(&rows, Format::Toml);
}

fn are_left(rows: &[(&str, &str)], format: Format) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(what, text)| match read_both_ways(text, format) {
            Ok(None) => None,
            Ok(Some(_)) => Some(format!("{what}: is read")),
            Err(why) => Some(format!("{what}: is read in another way: {}", why.lines().next().unwrap_or_default())),
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Documents that the schema refuses for the one thing that their row names: none of them is certain.
#[test]
fn what_the_schema_refuses_is_not_certain() {
    let catalogue = builtin_catalogue(Edition::Core);
    let validator = DocumentValidator::new(&catalogue);
    let style = |more: &str| format!("name: Texts\nlanguage: de\n{more}");
    let base = |more: &str| format!("kind: base_style\n{more}");
    let instruction =
        |more: &str| style(&format!("custom_instructions:\n  - label: Tone\n    prompt: Be kind.\n{more}"));
    let of_instruction = |only: &str| style(&format!("custom_instructions:\n  - {only}\n"));
    let rules = |more: &str| style(&format!("configured_rules:\n{more}"));
    let many = "  - {label: Tone, prompt: Be kind.}\n".repeat(catalogue.limits.custom_instructions + 1);
    let long = |of: usize| "x".repeat(of + 1);
    let rows: Vec<(&str, DocumentKind, String)> = [
        ("no name", "language: de\n".to_owned()),
        ("no language", "name: Texts\n".to_owned()),
        ("another kind", style("kind: glossary\n")),
        ("no kind", style("kind: nonsense\n")),
        ("a key with a blank", style("key: a b\n")),
        ("a key that begins with a dot", style("key: .a\n")),
        ("a key that is long", style(&format!("key: {}\n", long(300)))),
        ("a name that is no text", "name: 12\nlanguage: de\n".to_owned()),
        ("a name that is empty", "name: ''\nlanguage: de\n".to_owned()),
        ("a name that is long", format!("name: {}\nlanguage: de\n", long(catalogue.limits.name))),
        ("a language that there is not", "name: Texts\nlanguage: xx\n".to_owned()),
        ("a base whose key is empty", style("extends: ['']\n")),
        ("bases that are a text", style("extends: house/base\n")),
        ("a rule taken out that there is not", style("without_rules: [numbers.nonsense]\n")),
        ("rules that are a list", style("configured_rules: []\n")),
        ("a category that there is not", rules("  nonsense:\n    ellipsis: use_ellipsis_character\n")),
        ("rules of a category that are a text", rules("  punctuation: none\n")),
        ("a rule that there is not", rules("  punctuation:\n    nonsense: use_ellipsis_character\n")),
        ("a value that is no text", rules("  punctuation:\n    ellipsis: 12\n")),
        ("a value that there is not", rules("  punctuation:\n    ellipsis: nonsense\n")),
        ("many instructions", style(&format!("custom_instructions:\n{many}"))),
        ("instructions that are a text", style("custom_instructions: none\n")),
        ("an instruction that is a text", of_instruction("Be kind.")),
        ("an instruction without a label", of_instruction("prompt: Be kind.")),
        ("an instruction without a prompt", of_instruction("label: Tone")),
        ("a field of an instruction that there is not", instruction("    nonsense: x\n")),
        ("a prompt that is empty", of_instruction("{label: Tone, prompt: ''}")),
        (
            "a prompt that is long",
            of_instruction(&format!("{{label: Tone, prompt: {}}}", long(catalogue.limits.prompt))),
        ),
        ("a source language of one letter", instruction("    source_language: d\n")),
        ("a source language that is a number", instruction("    source_language: 12\n")),
        ("protection that is a text", style("protected: sure\n")),
        ("a field that there is not", style("nonsense: x\n")),
        ("a description", style("description: x\n")),
    ]
    .into_iter()
    .map(|(what, text)| (what, DocumentKind::Style, text))
    .chain([
        ("no kind of a base", DocumentKind::Base, "description: x\n".to_owned()),
        ("a base with a name", DocumentKind::Base, base("name: Texts\n")),
        ("a description that is a number", DocumentKind::Base, base("description: 12\n")),
        ("a base with protection", DocumentKind::Base, base("protected: true\n")),
        ("a glossary without dictionaries", DocumentKind::Glossary, "kind: glossary\nname: Terms\n".to_owned()),
    ])
    .collect();
    let mut wrong = Vec::new();
    for (what, kind, text) in &rows {
        let document = yaml::parse_by_events(&file_of(text, Format::Yaml)).documents.remove(0);
        if validator.is_certainly_valid(&document, *kind) {
            wrong.push(format!("{what}: is certain"));
        }
        if validator.is_accepted(&document, *kind) {
            wrong.push(format!("{what}: is accepted by the schema"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let sound = yaml::parse_by_events(&file_of(&instruction(""), Format::Yaml)).documents.remove(0);
    assert!(validator.is_certainly_valid(&sound, DocumentKind::Style));
}

#[test]
fn lists_are_read_the_same_either_way() {
    for text in [
        "a:\n- b\n",
        "a:\n-   b\n- c\nd: e\n",
        "a:\n- b: c\n  d: e\n- b: f\n",
        "a:\n  b:\n  - 'c'\n  - \"d\"\n",
        "a:\n- b:\n  - c\n  - d: e\n",
        "a:\n- [b, c]\n- {}\n",
        "a:\n- |\n  b\n  c\n- d\n",
        "a:\n\n# note\n- b # c\n",
        "a:\n  - b\nc:\n- d\n",
        "a: [] \nb: [c]\n",
        "a: [] # c\nb: [c]\n",
    ] {
        read_both_ways(text, Format::Yaml).unwrap_or_else(|why| panic!("{why}"));
    }
    assert!(short_way("a:\n- b: c\n", Format::Yaml).is_some());
}

#[test]
fn texts_edited_at_random_are_read_the_same_either_way() {
    let catalogue = builtin_catalogue(Edition::Core);
    let validator = DocumentValidator::new(&catalogue);
    let texts: Vec<_> = texts()
        .into_iter()
        .filter(|(path, text)| text.len() < 4_000 && short_way(text, format_of(path)).is_some())
        .collect();
    let (mut read, mut certain) = (0, 0);
    let seeds = seeds(0, "HOUSESTYLE_CASES", CASES);
    let many = seeds.end - seeds.start;
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let (path, text) = dice.pick(&texts);
        let text = edited(text, &mut dice);
        let format = format_of(path);
        let document =
            read_both_ways(&text, format).unwrap_or_else(|why| panic!("HOUSESTYLE_SEED={seed} ({path}): {why}"));
        let Some(document) = document else { continue };
        read += 1;
        let judged = judge_both_ways(&document, &validator);
        certain += u64::from(judged.unwrap_or_else(|why| panic!("HOUSESTYLE_SEED={seed}: {why}")));
    }
    assert!(
        many < 100 || (read > many / 10 && certain > many / 100),
        "hardly any is read: {read}, {certain} of {many}"
    );
}
