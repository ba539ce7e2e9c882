//! Slips that keep every word, at every place of files of all kinds: what is made unasked is what was written, and what is told is
//! told once, with the edit that brings it back.

use std::fmt::Write as _;

use housestyle::diagnostic::{Diagnostic, Safety, SourceFile};
use housestyle::source::{Format, Node, Value, parse_source};

use crate::mistakes::{findings_of_texts, with_fixes};

/// Files in which nothing is found, each kind of list among them.
const FILES: &[(&str, &str)] = &[
    (
        "styles/support-de.yaml",
        "name: Support, German
language: de
extends: [house/voice, house/de]
without_rules:
  - numbers.decimal_separator
  - spelling_and_grammar.quotation_modification
configured_rules:
  dates_and_times:
    time_format: use_hh_colon_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours
custom_instructions:
  - label: Anrede
    prompt: Sprich den Leser mit du an.
  - label: Namen
    prompt: Lass Namen von Produkten stehen.
    source_language: en
",
    ),
    ("house/voice.yaml", "kind: base_style\ncustom_instructions:\n  - label: Ton\n    prompt: Schreibe freundlich.\n"),
    (
        "house/de.yaml",
        "kind: base_style
language: de
configured_rules:
  numbers:
    decimal_separator: use_comma_as_decimal_separator
  spelling_and_grammar:
    quotation_modification: do_not_modify_text_in_quotation_marks
",
    ),
    (
        "glossaries/gear.yaml",
        "kind: glossary
name: Gear
dictionaries:
  - source_language: en
    target_language: de
    entries:
      tent: Zelt
      rope: Seil
",
    ),
    (
        "spoken-terms/places.yaml",
        "kind: spoken_terms
name: Places
term_lists:
  - language: de
    terms:
      - Almwind
      - Firnlicht
",
    ),
    (
        "profiles/web.yaml",
        "kind: translation_profile
source_language: en
target_language: de
style: support-de
glossaries: [gear]
custom_instructions:
  - Keep the names of colours.
  - Never translate brand names.
",
    ),
    (
        "styles/support-fr.toml",
        "name = \"Support, French\"
language = \"fr\"
extends = [\"house/voice\"]

[[custom_instructions]]
label = \"Vouvoiement\"
prompt = \"Vouvoyez le lecteur.\"

[[custom_instructions]]
label = \"Noms\"
prompt = \"Gardez les noms de produits.\"
",
    ),
];

/// What stands in the place of the mark before an item.
const MARKS: &[&str] = &["", "-", "• ", "+ ", "* ", "1. ", "-- ", "– ", "\t- ", " - ", "- - ", "-\u{a0}", ">- "];
/// What stands in the place of the sign behind a key.
const SIGNS: &[&str] = &["：", " = ", ":", " : ", "; ", ":: ", " ", " => ", ":\u{a0}", ": = "];
/// What stands in the place of the commas of a list.
const COMMAS: &[&str] = &["，", "、", "; ", " ", " | ", ",, ", " and "];
/// What stands around a value.
const QUOTES: &[[&str; 2]] = &[
    ["“", "”"],
    ["\"", ""],
    ["", "\""],
    ["'", "\""],
    ["\"\"", "\"\""],
    ["[", "]"],
    ["(", ")"],
    ["<", ">"],
    ["`", "`"],
    ["\u{a0}", ""],
    ["", ","],
    ["", ";"],
];

/// The slips of a line, each with all of its words.
fn slips(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    let bare = line.trim_start();
    let indent = &line[..line.len() - bare.len()];
    if let Some(item) = bare.strip_prefix("- ") {
        out.extend(MARKS.iter().map(|mark| format!("{indent}{mark}{item}")));
    }
    for moved in ["", " ", "   ", "\t", "\u{a0}\u{a0}", "\u{3000}"] {
        out.push(format!("{moved}{bare}"));
        out.push(format!("{indent}{moved}{bare}"));
    }
    for sign in [": ", " = "] {
        let Some((key, value)) = line.split_once(sign) else { continue };
        out.extend(SIGNS.iter().map(|other| format!("{key}{other}{value}")));
        let inner = value.trim_matches('"');
        out.extend(QUOTES.iter().map(|[open, close]| format!("{key}{sign}{open}{inner}{close}")));
        out.extend(QUOTES.iter().map(|[open, close]| format!("{key}{sign}{open}{value}{close}")));
        if let Some(list) = value.strip_prefix('[').and_then(|value| value.strip_suffix(']')) {
            out.extend(COMMAS.iter().map(|comma| format!("{key}{sign}[{}]", list.replace(", ", comma))));
            out.extend([list, "{}", "()", "[[]]", "[", "]"].map(|around| {
                let (open, close) = around.split_at(around.len() / 2);
                if around == list { format!("{key}{sign}{list}") } else { format!("{key}{sign}{open}{list}{close}") }
            }));
        }
    }
    if let Some(header) = line.strip_prefix("[[").and_then(|line| line.strip_suffix("]]")) {
        let brackets = [["[", "]"], ["[[\"", "\"]]"], ["", ":"], ["<", ">"], ["(", ")"], ["", "]]"], ["[[", ""]];
        out.extend(brackets.map(|[open, close]| format!("{open}{header}{close}")));
    }
    out.retain(|slip| slip != line);
    out
}

/// What a tree says, without its places.
fn write_node(node: &Node, out: &mut String) {
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries {
                write!(out, "{{{:?}: ", entry.key.value).unwrap();
                write_node(&entry.value, out);
                out.push('}');
            }
        }
        Value::Sequence(items) => {
            for item in items {
                out.push_str("- ");
                write_node(item, out);
            }
        }
        other @ (Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Date(_)
        | Value::Text(_)) => write!(out, "{other:?} ").unwrap(),
    }
}

fn what_it_says(path: &str, text: &str) -> String {
    let parsed = parse_source(&SourceFile::new(path, text), Format::from_path(path).unwrap());
    let mut out = String::new();
    for document in &parsed.documents {
        out.push_str("---");
        write_node(document, &mut out);
    }
    out
}

fn list(findings: &[Diagnostic]) -> String {
    let line = |one: &Diagnostic| format!("{} {} {:?}\n", one.primary_place(), one.message, one.help);
    findings.iter().map(line).collect()
}

/// A slip at one place of the files.
struct Slip {
    /// Which file it is in, and which line of it from zero.
    at: usize,
    line: usize,
    /// The file and its line, with what is written there.
    place: String,
    files: Vec<(String, String)>,
}

/// Every slip at every line of the files.
fn all_slips() -> Vec<Slip> {
    let files: Vec<(String, String)> =
        FILES.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let before = findings_of_texts(&files);
    assert!(before.is_empty(), "{}", list(&before));
    let mut all = Vec::new();
    for (at, (path, text)) in files.iter().enumerate() {
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            for slip in slips(line) {
                let mut changed = lines.clone();
                changed[number] = &slip;
                let mut files = files.clone();
                files[at].1 = changed.join("\n") + "\n";
                all.push(Slip { at, line: number, place: format!("{path}:{}: {slip:?}", number + 1), files });
            }
        }
    }
    all
}

impl Slip {
    /// The files and what is found in them after all fixes up to this safety, as somebody makes them again and again.
    fn mended(&self, most: Safety) -> (Vec<(String, String)>, Vec<Diagnostic>) {
        let mut files = self.files.clone();
        let mut found = findings_of_texts(&files);
        for _ in 0..4 {
            let fixed = with_fixes(&files, &found, most);
            if fixed == files {
                break;
            }
            files = fixed;
            found = findings_of_texts(&files);
        }
        (files, found)
    }

    /// This and a slip of another line of the same file.
    fn with(&self, other: &Self) -> Self {
        let mut files = self.files.clone();
        let slipped: Vec<&str> = other.files[self.at].1.lines().collect();
        let mut lines: Vec<&str> = self.files[self.at].1.lines().collect();
        lines[other.line] = slipped[other.line];
        files[self.at].1 = lines.join("\n") + "\n";
        Slip { at: self.at, line: self.line, place: format!("{} {}", self.place, other.place), files }
    }

    /// Whether it is one finding whose edit restores what was meant.
    fn is_one_finding(&self) -> bool {
        let (files, left) = self.mended(Safety::Unsafe);
        findings_of_texts(&self.files).len() == 1 && left.is_empty() && self.is_restored(&files)
    }

    /// Whether each file says what it said before the slip.
    fn is_restored(&self, files: &[(String, String)]) -> bool {
        files.iter().zip(FILES).enumerate().all(|(at, ((path, text), (_, old)))| match at == self.at {
            true => what_it_says(path, text) == what_it_says(path, old),
            false => text == old,
        })
    }
}

#[test]
fn what_is_made_unasked_is_what_was_written() {
    let (mut tried, mut restored, mut broken) = (0, 0, Vec::new());
    for slip in all_slips() {
        tried += 1;
        let (files, found) = slip.mended(Safety::Safe);
        if files[slip.at].1 == slip.files[slip.at].1 || !found.is_empty() {
            continue;
        }
        restored += 1;
        if !slip.is_restored(&files) {
            broken.push(format!("{}\n{}", slip.place, files[slip.at].1));
        }
    }
    println!("{restored} of {tried} slips are mended unasked");
    assert!(broken.is_empty(), "{} broken\n{}", broken.len(), broken[..broken.len().min(20)].join("\n"));
    assert!(restored > 100, "only {restored} of {tried}");
}

/// One slip is one finding, and the edit that goes with it brings back what was meant. Of ten that are told, nine must be so: the
/// others say two things at once, or nobody knows which one is meant.
#[test]
fn a_slip_of_signs_is_one_finding_whose_edit_restores_what_was_meant() {
    let (mut told, mut restored, mut wrong, mut open) = (0, 0, Vec::new(), Vec::new());
    for slip in all_slips() {
        let found = findings_of_texts(&slip.files);
        if found.is_empty() {
            continue;
        }
        told += 1;
        let (files, left) = slip.mended(Safety::Unsafe);
        match (found.len(), left.is_empty(), slip.is_restored(&files)) {
            (1, true, true) => restored += 1,
            (_, true, false) => wrong.push(format!("{}\n{}", slip.place, list(&found))),
            (_, _, _) => open.push(format!("{}\n{}", slip.place, list(&found))),
        }
    }
    println!("{restored} of {told} are one finding whose edit restores what was meant\n{}", open.join("\n"));
    assert!(wrong.len() * 100 <= told, "{} of {told} become something else\n{}", wrong.len(), wrong.join("\n"));
    assert!(restored * 10 >= told * 9, "only {restored} of {told}\n{}", open.join("\n"));
}

/// Two slips of a file that are one finding each are two findings at once: neither hides the other, and their edits go together.
#[test]
fn two_slips_of_a_file_are_two_findings_at_once() {
    let slips: Vec<Slip> = all_slips().into_iter().step_by(5).filter(Slip::is_one_finding).collect();
    let (mut tried, mut restored, mut wrong, mut open) = (0, 0, Vec::new(), Vec::new());
    for (at, slip) in slips.iter().enumerate() {
        let others = slips.iter().cycle().skip(at + 7).step_by(11).take(slips.len());
        let Some(other) = others.into_iter().find(|other| other.at == slip.at && other.line.abs_diff(slip.line) > 1)
        else {
            continue;
        };
        tried += 1;
        let both = slip.with(other);
        let found = findings_of_texts(&both.files);
        let once = with_fixes(&both.files, &found, Safety::Unsafe);
        let unasked = with_fixes(&both.files, &found, Safety::Safe);
        let each = [slip, other].map(|one| one.mended(Safety::Safe).0[one.at] == one.files[one.at]);
        // What neither is made unasked for alone, both are not.
        assert!(each != [true, true] || unasked == both.files, "{}\n{}", both.place, list(&found));
        let (files, left) = both.mended(Safety::Unsafe);
        match (found.len(), left.is_empty(), both.is_restored(&files)) {
            (2, true, true) if both.is_restored(&once) => restored += 1,
            (_, true, false) => wrong.push(format!("{}\n{}", both.place, list(&found))),
            (_, _, _) => open.push(format!("{}\n{}", both.place, list(&found))),
        }
    }
    println!("{restored} of {tried} pairs are two findings whose edits restore what was meant\n{}", open.join("\n"));
    assert!(wrong.len() * 50 <= tried, "{} of {tried} become something else\n{}", wrong.len(), wrong.join("\n"));
    assert!(restored * 10 >= tried * 8, "only {restored} of {tried}\n{}", open.join("\n"));
}
