//! The short ways of reading and judging say the same as the long ones, or nothing.
//!
//! Every file of the repository and texts that were edited at random. Seeded: a failure prints its seed, `HOUSESTYLE_SEED=n`
//! runs it alone, `HOUSESTYLE_CASES=n` as many as wanted.

use std::fs;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::catalogue::load::builtin_catalogue;
use housestyle::diagnostic::SourceFile;
use housestyle::schema::validate::{DocumentKind, DocumentValidator};
use housestyle::source::{Format, Node, ParsedFile, toml, yaml};

use crate::world::{Dice, seeds};

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
    let catalogue = builtin_catalogue(false);
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
    let catalogue = builtin_catalogue(false);
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
