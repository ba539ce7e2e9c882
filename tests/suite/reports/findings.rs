//! Findings, from one of each kind of layout to the hostile ones.

use std::sync::Arc;

use housestyle::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use housestyle::report::RenderOptions;
use housestyle::report::findings::{render_human, render_json, render_plain};

use super::{HOSTILE, golden, harmless, looks};

/// The `n`-th place of a word.
fn nth(file: &SourceFile, word: &str, n: usize) -> Span {
    let (at, _) = file.text().match_indices(word).nth(n).expect("the word is there");
    Span::new(at, at + word.len())
}

fn at(file: &SourceFile, word: &str) -> Span {
    nth(file, word, 0)
}

fn fix(title: &str, safety: Safety, edits: &[(Span, &str)]) -> Fix {
    let edits = edits.iter().map(|(span, text)| Edit { span: *span, text: (*text).to_owned() }).collect();
    Fix { title: title.to_owned(), safety, edits }
}

fn file(lines: &[&str]) -> Arc<SourceFile> {
    SourceFile::new("styles/de.yaml", lines.join("\n") + "\n")
}

pub(crate) fn unknown_rule() -> Diagnostic {
    let file = file(&[
        "name: House",
        "language: de",
        "configured_rules:",
        "  dates_and_times:",
        "    calender_era: use_bc_and_ad",
    ]);
    let span = at(&file, "calender_era");
    Diagnostic::new(Code::UnknownRule, &file, span, "`dates_and_times` has no rule `calender_era`")
        .with_label("not a rule")
        .with_secondary(at(&file, "dates_and_times"), "in this category")
        .with_help("did you mean `calendar_era`?")
        .with_fix(fix("write `calendar_era`", Safety::Safe, &[(span, "calendar_era")]))
        .with_note("`use_bc_and_ad` is a value of `calendar_era` and of no other rule, so this is the only reading")
        .with_pointer("/configured_rules/dates_and_times/calender_era")
}

fn unknown_value() -> Diagnostic {
    let value = "use_24_hour_clock_with_colon_separator";
    let file = file(&[
        "name: House",
        "language: de",
        "configured_rules:",
        "  dates_and_times:",
        &format!("    time_format: {value}"),
    ]);
    let span = at(&file, value);
    let right = "use_24_hour_clock_with_colon_as_separator";
    Diagnostic::new(Code::UnknownValue, &file, span, format!("`time_format` has no value `{value}`"))
        .with_label("not one of its 30 values")
        .with_secondary(at(&file, "time_format"), "the rule")
        .with_help(format!("one word is missing: `{right}`"))
        .with_fix(fix(&format!("write `{right}`"), Safety::Safe, &[(span, right)]))
        .with_note("also close: `use_24_hour_clock_with_period_as_separator`; all 30: `explain time_format`")
}

fn list_for_text() -> Diagnostic {
    let file = file(&[
        "language: de",
        "configured_rules:",
        "  numbers:",
        "    # the comma",
        "    decimal_separator: [use_comma_as_decimal_separator]",
    ]);
    let (open, close) = (at(&file, "["), at(&file, "]"));
    Diagnostic::new(Code::WrongType, &file, open.to(close), "`decimal_separator` takes one value, not a list")
        .with_label("a list with one entry")
        .with_help("drop the brackets")
        .with_fix(fix("drop the brackets", Safety::Safe, &[(open, ""), (close, "")]))
}

fn duplicate_key() -> Diagnostic {
    let file = file(&[
        "name: House",
        "language: de",
        "configured_rules:",
        "  punctuation:",
        "    dash: use_em_dash",
        "    # later",
        "    dash: use_hyphen",
    ]);
    Diagnostic::new(Code::DuplicateKey, &file, nth(&file, "dash:", 1), "`dash` is set twice in `punctuation`")
        .with_label("set again, with another value")
        .with_secondary(at(&file, "dash:"), "first set here")
        .with_note("most readers would keep `use_hyphen` and drop the first without a word")
        .with_help("keep one line (no automatic fix: the values differ)")
}

fn tab_indent() -> Diagnostic {
    let file = file(&["name: House", "language: de", "configured_rules:", "  punctuation:", "\tdash: use_em_dash"]);
    let tab = at(&file, "\t");
    Diagnostic::new(Code::TabIndent, &file, tab, "a tab cannot indent YAML")
        .with_label("one tab")
        .with_help("use four spaces, as this places `dash` inside `punctuation`")
        .with_fix(fix("use four spaces", Safety::Safe, &[(tab, "    ")]))
        .with_note("the rest of the file was checked as if this were fixed")
}

fn missing_field() -> Diagnostic {
    let file = file(&["language: de"]);
    Diagnostic::new(Code::MissingField, &file, Span::empty_at(0), "the list has no `name`")
        .with_label("insert it here")
        .with_help("add a name, taken from the file name")
        .with_fix(fix("add a name", Safety::Unsafe, &[(Span::empty_at(0), "name: \"House style (de)\"\n")]))
}

fn prompt_too_long() -> Diagnostic {
    let prompt = "Prefer short sentences and the informal form of address. ".repeat(5) + "Prefer short sentences, too.";
    let file = file(&[
        "name: House",
        "language: de",
        "custom_instructions:",
        "  - label: tone",
        &format!("    prompt: {prompt}"),
    ]);
    let begins = at(&file, &prompt).start as usize;
    Diagnostic::new(
        Code::PromptTooLong,
        &file,
        Span::new(begins + 300, begins + prompt.len()),
        "this prompt has 313 characters, 13 over the limit of 300",
    )
    .with_label("13 over")
    .with_note("characters are Unicode code points; instruction 1 (`tone`)")
    .with_help("split it in two instructions (1 of 200 used), or remove the sentence repeated five times")
}

fn too_many() -> Diagnostic {
    let mut lines = vec!["name: House".to_owned(), "language: de".to_owned(), "custom_instructions:".to_owned()];
    lines.extend((1..=201).map(|n| format!("  - {{label: i{n}, prompt: Keep term {n} as it is.}}")));
    let file = file(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    Diagnostic::new(
        Code::TooManyInstructions,
        &file,
        at(&file, "{label: i201,"),
        "201 instructions, 1 over the limit of 200",
    )
    .with_label("the first one over")
    .with_secondary(at(&file, "custom_instructions"), "the list")
    .with_note("the limit may differ by plan; set `limits.custom_instructions` if yours does")
}

fn wrong_category() -> Diagnostic {
    let file = file(&[
        "name: House",
        "language: de",
        "configured_rules:",
        "  formatting:",
        "    decimal_separator: use_comma_as_decimal_separator",
    ]);
    let span = at(&file, "decimal_separator");
    Diagnostic::new(Code::WrongCategory, &file, span, "`decimal_separator` belongs to `numbers`, not `formatting`")
        .with_secondary(at(&file, "formatting"), "found here")
        .with_help("move it; the emptied `formatting` goes away")
        .with_fix(fix("move it", Safety::Safe, &[(at(&file, "formatting"), "numbers")]))
}

fn unknown_language() -> Diagnostic {
    let file = file(&["name: House", "language: de-CH"]);
    let span = at(&file, "de-CH");
    Diagnostic::new(Code::UnknownLanguage, &file, span, "style lists are kept per root language; `de-CH` is a variant")
        .with_label("root is `de`")
        .with_help("write `de`; a root list also serves requests for its variants")
        .with_fix(fix("write `de`", Safety::Unsafe, &[(span, "de")]))
        .with_note("allowed: de, en, es, fr, it, ja, ko, zh")
}

fn undefined_alias() -> Diagnostic {
    let file = file(&[
        "name: House",
        "language: de",
        "configured_rules:",
        "  punctuation: &punct",
        "    dash: use_em_dash",
        "  numbers: *numbrs",
    ]);
    Diagnostic::new(Code::UndefinedAlias, &file, at(&file, "*numbrs"), "nothing is anchored as `numbrs`")
        .with_label("used here")
        .with_secondary(at(&file, "&punct"), "the only anchor in this file")
        .with_note("`punct` holds punctuation rules, which `numbers` would not accept, so it is not offered")
}

pub(crate) fn invalid_utf8() -> Diagnostic {
    let file = file(&["name: House", "language: de", "custom_instructions:", "  - label: Gr\u{fffd}\u{fffd}e"]);
    Diagnostic::new(Code::InvalidUtf8, &file, at(&file, "\u{fffd}\u{fffd}"), "byte 0xFC at offset 60 is not UTF-8")
        .with_label("reads as \"üß\" in Windows-1252")
        .with_note("the rest of the file is UTF-8, so two encodings were mixed")
        .with_help("replace the two bytes")
}

pub(crate) fn ambiguous_scalar() -> Diagnostic {
    let file = file(&[
        "name: 日本語の表記 ルール",
        "language: ja",
        "custom_instructions:",
        "  - {label: 敬語, prompt: 敬語は使わない, source_language: no}",
    ]);
    let span = at(&file, "no}");
    let span = Span::new(span.start as usize, span.start as usize + 2);
    Diagnostic::new(Code::AmbiguousScalar, &file, span, "`no` is *false* to readers of YAML 1.1")
        .with_label("a language here")
        .with_secondary(at(&file, "敬語は使わない"), "of this prompt")
        .with_fix(fix("quote it", Safety::Safe, &[(span, "\"no\"")]))
}

fn hidden_text() -> Diagnostic {
    let file = file(&[
        "name: House",
        "language: de",
        "custom_instructions:",
        "  - {label: tone, prompt: \"Be\u{200b} kind\u{202e}\"}",
    ]);
    Diagnostic::new(Code::HiddenText, &file, at(&file, "\u{202e}"), "the prompt turns the direction of writing around")
        .with_label("U+202E right-to-left override")
        .with_secondary(at(&file, "\u{200b}"), "and this has no width")
        .with_help("remove both")
        .with_fix(fix("remove both", Safety::Unsafe, &[(at(&file, "\u{200b}"), ""), (at(&file, "\u{202e}"), "")]))
}

fn conflict_marker() -> Diagnostic {
    let file = file(&["name: A", "<<<<<<< ours", "language: de", "=======", "language: fr", ">>>>>>> theirs"]);
    Diagnostic::new(
        Code::ConflictMarker,
        &file,
        at(&file, "<<<<<<< ours\nlanguage: de\n"),
        "a merge left its conflict markers",
    )
    .with_label("the conflict begins")
    .with_secondary(at(&file, ">>>>>>> theirs"), "and ends")
}

pub(crate) fn examples() -> Vec<Diagnostic> {
    vec![
        unknown_rule(),
        unknown_value(),
        list_for_text(),
        duplicate_key(),
        tab_indent(),
        missing_field(),
        prompt_too_long(),
        too_many(),
        wrong_category(),
        unknown_language(),
        undefined_alias(),
        invalid_utf8(),
        ambiguous_scalar(),
        hidden_text(),
        conflict_marker(),
    ]
}

pub(crate) fn hostile() -> Diagnostic {
    let file = SourceFile::new(format!("styles/{HOSTILE}.yaml"), format!("\u{feff}{HOSTILE}\n{HOSTILE}\n"));
    let end = file.text().len();
    let mut finding = Diagnostic::new(Code::HiddenText, &file, Span::new(3, 8), HOSTILE)
        .with_label(HOSTILE)
        .with_secondary(Span::new(20, 30), HOSTILE)
        .with_secondary(Span::empty_at(end), HOSTILE)
        .with_note(HOSTILE)
        .with_help(HOSTILE)
        .with_pointer(HOSTILE);
    finding.fix = Some(fix(HOSTILE, Safety::Safe, &[(Span::new(3, 8), HOSTILE), (Span::empty_at(end), HOSTILE)]));
    finding
}

#[test]
fn findings_for_people() {
    let look = RenderOptions { width: 100, ..RenderOptions::default() };
    golden("findings.txt", &render_human(&examples(), 14, &look));
    golden(
        "findings-ascii-60.txt",
        &render_human(&examples(), 14, &RenderOptions { unicode: false, width: 60, ..look }),
    );
    golden(
        "findings-narrated.txt",
        &render_human(&examples()[..3], 14, &RenderOptions { screen_reader: true, ..look }),
    );
    golden(
        "findings-color.txt",
        &render_human(&examples()[..2], 14, &RenderOptions { color: true, ..look }).replace('\u{1b}', "^["),
    );
    golden("findings-hostile.txt", &render_human(&[hostile()], 1, &look));
}

#[test]
fn findings_for_machines() {
    golden("findings-plain.txt", &render_plain(&examples(), 14));
    golden("findings.json", &render_json(&[unknown_rule(), invalid_utf8(), hostile()], 14));
}

#[test]
fn json_is_as_its_schema_says() {
    let documents = housestyle::report::schemas::printed_schemas();
    let (_, schema) = documents.into_iter().find(|(name, _)| name == "findings.schema.json").unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut findings = examples();
    findings.push(hostile());
    let value: serde_json::Value = serde_json::from_str(&render_json(&findings, 14)).unwrap();
    let wrong: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(value["findings"].as_array().unwrap().len(), findings.len());
}

#[test]
fn a_line_of_a_megabyte_is_shown_around_its_label() {
    let text = "a".repeat(600_000) + "wrong" + &"b".repeat(400_000);
    let file = SourceFile::new("a.yaml", text);
    let finding =
        Diagnostic::new(Code::Syntax, &file, at(&file, "wrong"), "m").with_secondary(Span::empty_at(3), "far away");
    let out = render_human(&[finding], 1, &RenderOptions { width: 60, ..RenderOptions::default() });
    assert!(
        out.lines().any(|line| line.starts_with(" 1 │ …a") && line.contains("awrongb") && line.ends_with("b…")),
        "{out}"
    );
    assert!(out.lines().all(|line| line.chars().count() <= 60), "{out}");
}

#[test]
fn findings_are_short() {
    let findings = examples();
    let text = render_human(&findings, 14, &RenderOptions { width: 100, ..RenderOptions::default() });
    assert!(text.len() <= 500 * findings.len(), "{} bytes for {} findings", text.len(), findings.len());
}

#[test]
fn nothing_found_is_said_too() {
    assert_eq!(render_human(&[], 14, &RenderOptions::default()), "no findings in 14 files\n");
    assert_eq!(render_plain(&[], 1), "no findings in 1 file\n");
}

#[test]
fn no_look_lets_hostile_text_through() {
    for look in looks() {
        let mut findings = examples();
        findings.push(hostile());
        harmless(&render_human(&findings, 3, &look), &look);
    }
    let look = RenderOptions::default();
    harmless(&render_plain(&[hostile()], 1), &look);
    harmless(&render_json(&[hostile()], 1), &look);
}

#[test]
fn any_span_in_any_text_can_be_drawn() {
    for text in ["", "\n", "\u{feff}", "\u{feff}a\r\nb", "日本\n\n😀\u{301}x", "a\tb\r\n\tc", &"x".repeat(700)] {
        let file = SourceFile::new("a.yaml", text);
        let step = text.len() / 12 + 1;
        for start in (0..=text.len() + 1).step_by(step) {
            for end in (start..=text.len() + 2).step_by(step) {
                let finding = Diagnostic::new(Code::Syntax, &file, Span::new(start, end), "m")
                    .with_secondary(Span::empty_at(end), "e");
                for look in looks() {
                    let out = render_human(std::slice::from_ref(&finding), 1, &look);
                    harmless(&out, &look);
                    assert!(out.contains("a.yaml"), "{start}..{end} of {text:?}: {out}");
                }
            }
        }
    }
}

proptest::proptest! {
    #[test]
    fn any_labels_in_any_text_are_drawn_harmlessly(
        text in proptest::prelude::any::<String>(),
        spans in proptest::collection::vec((0usize..80, 0usize..80), 1..5),
        edit in proptest::prelude::any::<String>(),
        width in 1usize..120,
    ) {
        let file = SourceFile::new("a.yaml", text);
        let mut finding = Diagnostic::new(Code::Syntax, &file, Span::new(spans[0].0, spans[0].1), "m").with_label("here");
        for (start, end) in &spans[1..] {
            finding = finding.with_secondary(Span::new(*start, *end), "there");
        }
        let at = Span::new(spans[0].0, spans[0].1);
        let finding = finding.with_fix(fix("write it", Safety::Safe, &[(at, &edit)]));
        for narrated in [false, true] {
            let look = RenderOptions { width, screen_reader: narrated, ..RenderOptions::default() };
            let out = render_human(std::slice::from_ref(&finding), 1, &look);
            harmless(&out, &look);
            proptest::prop_assert!(out.contains("a.yaml"), "{}", out);
        }
    }
}

#[test]
fn ten_thousand_findings_stay_readable_for_people_and_whole_for_machines() {
    let apart = |at: usize| unknown_rule().without_edits().with_help(format!("take rule {at}"));
    let findings: Vec<Diagnostic> = (0..10_000).map(apart).collect();
    let text = render_human(&findings, 1, &RenderOptions::default());
    assert!(text.lines().count() < 1_000);
    assert!(text.contains("9950 more in styles/de.yaml"), "{text}");
    assert!(text.contains("10000 errors in 1 of 1 file"));
    assert_eq!(render_plain(&findings, 1).lines().count(), 10_001);
    let alike = vec![unknown_rule(); 10_000];
    let text = render_human(&alike, 1, &RenderOptions::default());
    assert!(text.contains("10000 errors in 1 of 1 file"));
    assert!(text.lines().count() < 40, "{text}");
    assert_eq!(render_plain(&alike, 1).lines().count(), 10_001);
}

#[test]
fn one_habit_is_told_once_to_people_and_at_each_place_to_machines() {
    let file = file(&[
        "name: House",
        "language: de",
        "configuredRules:",
        "  numbers:",
        "    decimalSeparator: use_comma_as_decimal_separator",
        "custom_instructions:",
        "  - label: Tone",
        "    prompt: Write as to friends.",
        "    sourceLanguage: en",
    ]);
    let named = [
        (Code::UnknownField, "configuredRules", "configured_rules"),
        (Code::UnknownRule, "decimalSeparator", "decimal_separator"),
        (Code::UnknownField, "sourceLanguage", "source_language"),
    ];
    let findings: Vec<Diagnostic> = named
        .iter()
        .map(|(code, written, name)| {
            let span = at(&file, written);
            Diagnostic::new(*code, &file, span, format!("there is no `{written}`"))
                .with_label("not a field")
                .with_help(format!("did you mean `{name}`?"))
                .with_fix(fix(&format!("write `{name}`"), Safety::Safe, &[(span, name)]))
        })
        .collect();
    golden(
        "findings-alike.txt",
        &render_human(&findings, 1, &RenderOptions { width: 100, ..RenderOptions::default() }),
    );
    assert_eq!(render_plain(&findings, 1).lines().count(), 4);
}

#[test]
fn fingerprints_follow_the_content_not_the_line() {
    let print = |findings: &[Diagnostic]| {
        let json: serde_json::Value = serde_json::from_str(&render_json(findings, 1)).unwrap();
        let list = json["findings"].as_array().unwrap();
        list.iter().map(|finding| finding["fingerprint"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let moved = |above: &str| {
        let text = format!("{above}rule: wrong\n");
        let file = SourceFile::new("a.yaml", text);
        Diagnostic::new(Code::UnknownRule, &file, at(&file, "wrong"), format!("line {}", above.len()))
            .with_pointer("/rule")
    };
    assert_eq!(print(&[moved("")]), print(&[moved("# a comment\n\n")]));
    let twice = print(&[moved(""), moved("")]);
    assert_ne!(twice[0], twice[1]);
}

#[test]
fn a_fix_shows_line_endings_only_where_it_changes_them() {
    let file = SourceFile::new("styles/de.yaml", "name: House\r\nlanguage: ge\r\n".to_owned());
    let shown = |span: Span, text: &str| {
        let finding = Diagnostic::new(Code::UnknownLanguage, &file, span, "no language");
        render_human(&[finding.with_fix(fix("write it", Safety::Safe, &[(span, text)]))], 1, &RenderOptions::default())
    };
    let said = shown(nth(&file, "ge", 1), "de");
    assert!(said.contains("2 + language: de\n") && !said.contains("u{d}"), "{said}");
    let said = shown(at(&file, "ge\r"), "de");
    assert!(said.contains("2 - language: ge\\u{d}\n"), "{said}");
}
