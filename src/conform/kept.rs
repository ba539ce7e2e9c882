//! Fixes and findings that would have cost a file something, and what is left of them.
//!
//! Invariant: each case is a whole file; what stands behind the arrow is that file with every fix made.

#![cfg(test)]

use crate::conform::findings::{TextChecks, TextReport, check_text_file};
use crate::conform::lint::StyleChecks;
use crate::conform::passage::Tongue;
use crate::conform::proof::apply_edits;
use crate::conform::reader::TextFormat;
use crate::diagnostic::SourceFile;

const PERIODS: (&str, &str, &str) = ("punctuation", "ellipsis", "use_three_periods_without_spaces");
const FRENCH_PERIODS: (&str, &str, &str) = ("punctuation", "ellipsis", "use_three_periods");
const STRAIGHT: (&str, &str, &str) = ("punctuation", "apostrophe", "use_straight_apostrophes");
const STRAIGHT_MARKS: (&str, &str, &str) = ("punctuation", "quotation_mark", "use_double_straight_quotation_marks");
const FRENCH_SPACES: (&str, &str, &str) = ("punctuation", "spacing_and_punctuation", "use_regular_space");
const SWISS: (&str, &str, &str) = ("spelling_and_grammar", "eszett", "replace_eszett_with_ss");

fn report(format: TextFormat, tongue: Tongue, rules: &[(&str, &str, &str)], text: &str) -> TextReport {
    let style = StyleChecks::from_rules(tongue, rules.iter().copied(), true);
    assert_eq!(style.unchecked.len(), 0, "{:?}", style.unchecked);
    check_text_file(&SourceFile::new("texts", text), format, &TextChecks { style, terms: Vec::new() })
}

/// The file with every fix made.
fn fixed(format: TextFormat, tongue: Tongue, rules: &[(&str, &str, &str)], text: &str) -> String {
    let report = report(format, tongue, rules, text);
    let fixes = report.findings.iter().filter_map(|finding| finding.fix.as_ref());
    let mut edits: Vec<_> = fixes
        .flat_map(|fix| &fix.edits)
        .map(|edit| (edit.span.start as usize..edit.span.end as usize, edit.text.clone()))
        .collect();
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    apply_edits(text, &edits).unwrap()
}

fn assert_fixed(format: TextFormat, tongue: Tongue, rules: &[(&str, &str, &str)], cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(fixed(format, tongue, rules, text), *expected, "{text}");
    }
}

#[test]
fn a_message_of_fluent_is_not_lost_by_a_sign_at_the_start_of_a_line() {
    let cases = [
        ("multi =\n    Oui\n    …non\nautre = Bien…\n", "multi =\n    Oui\n    …non\nautre = Bien...\n"),
        ("multi =\n    …non\nautre = …bien\n", "multi =\n    …non\nautre = ...bien\n"),
        (
            "n = { $n ->\n    [one] …un\n   *[other]\n       …deux\n    }\n",
            "n = { $n ->\n    [one] ...un\n   *[other]\n       …deux\n    }\n",
        ),
    ];
    assert_fixed(TextFormat::Fluent, Tongue::Fr, &[FRENCH_PERIODS], &cases);
}

#[test]
fn a_text_that_a_file_cannot_hold_costs_itself_its_fix_and_no_other() {
    let cases = [
        ("fr:\n  a: l’un\n  b: “x” l’un\n", "fr:\n  a: l'un\n  b: “x” l'un\n"),
        ("fr:\n  a: l’un\n  b: ’x l’un\n", "fr:\n  a: l'un\n  b: ’x l'un\n"),
    ];
    assert_fixed(TextFormat::Yaml, Tongue::Fr, &[STRAIGHT, STRAIGHT_MARKS], &cases);
    let periods = [("de:\n  a: Bitte warten…\n  b: Zeit - …\n", "de:\n  a: Bitte warten...\n  b: Zeit - ...\n")];
    assert_fixed(TextFormat::Yaml, Tongue::De, &[PERIODS], &periods);
}

#[test]
fn paragraphs_that_a_style_or_a_sign_makes_code_are_left_alone() {
    for code in [
        "[source,ruby]\nputs “x”…\nputs “y”…\n\n",
        "[,ruby]\nputs …\n\n",
        "[listing]\n.Titel\nputs …\n\n",
        "[literal]\nputs …\n\n",
        "[pass]\nputs …\n\n",
        "[stem]\nputs …\n\n",
        "[source%linenums,ruby]\n--\nputs …\n\nputs …\n--\n\n",
        "[source]\n----\nputs …\n\nputs …\n----\n\n",
    ] {
        let text = format!("Eins…\n\n{code}[verse]\nZwei…\n\n[quote, Max]\nDrei…\n\n[.lead]\nVier…\n");
        let expected = format!("Eins...\n\n{code}[verse]\nZwei...\n\n[quote, Max]\nDrei...\n\n[.lead]\nVier...\n");
        assert_fixed(TextFormat::AsciiDoc, Tongue::De, &[PERIODS], &[(&text, &expected)]);
    }
    let cases = [
        ("Das geht so::\n\n> puts …\n> puts …\n\nWeiter…\n", "Das geht so::\n\n> puts …\n> puts …\n\nWeiter...\n"),
        ("Das geht so::\n\n    puts …\n\nWeiter…\n", "Das geht so::\n\n    puts …\n\nWeiter...\n"),
        ("Das geht so\n\n- Weiter…\n", "Das geht so\n\n- Weiter...\n"),
        ("Das geht so::\n\nWeiter…\n", "Das geht so::\n\nWeiter...\n"),
    ];
    assert_fixed(TextFormat::Restructured, Tongue::De, &[PERIODS], &cases);
}

#[test]
fn names_of_emoji_have_no_colons_of_prose() {
    for text in ["Terminé :tada:", "Merci :+1: à tous", ":smile: Bravo", "(:tada:)", "Fini :white_check_mark:."] {
        assert!(
            report(TextFormat::Json, Tongue::Fr, &[FRENCH_SPACES], &format!("{{\"a\": \"{text}\"}}"))
                .findings
                .is_empty(),
            "{text}"
        );
        assert!(report(TextFormat::Markdown, Tongue::Fr, &[FRENCH_SPACES], text).findings.is_empty(), "{text}");
    }
    assert!(!report(TextFormat::Markdown, Tongue::Fr, &[FRENCH_SPACES], "Attention: c'est fini.").findings.is_empty());
}

#[test]
fn addresses_and_tags_keep_their_letters() {
    let text = "Schreiben Sie größe@köln.de, folgen Sie @größe, #größe und :größe: (@große_straße, grüße@straße.de).";
    assert!(report(TextFormat::Plain, Tongue::De, &[SWISS], text).findings.is_empty());
    let text = "Die Größe @ Straße ist # groß, C#-Straße.";
    assert_eq!(report(TextFormat::Plain, Tongue::De, &[SWISS], text).findings.len(), 4);
}

#[test]
fn a_heading_that_a_link_names_is_not_renamed() {
    let cases = [
        ("## Größe ändern\n\n[oben](#größe-ändern), groß.\n", "## Größe ändern\n\n[oben](#größe-ändern), gross.\n"),
        ("## Größe ändern\n\n[oben](#andere), groß.\n", "## Grösse ändern\n\n[oben](#andere), gross.\n"),
    ];
    assert_fixed(TextFormat::Markdown, Tongue::De, &[SWISS], &cases);
    let cases =
        [("Größe\n=====\n\nSiehe Größe_ und `Größe`_, groß.\n", "Größe\n=====\n\nSiehe Größe_ und `Größe`_, gross.\n")];
    assert_fixed(TextFormat::Restructured, Tongue::De, &[SWISS], &cases);
    let cases = [("== Größe\n\nSiehe <<Größe>>, groß.\n", "== Größe\n\nSiehe <<Größe>>, gross.\n")];
    assert_fixed(TextFormat::AsciiDoc, Tongue::De, &[SWISS], &cases);
    let report = report(TextFormat::Markdown, Tongue::De, &[SWISS], "## Größe\n\n[oben](#größe)\n");
    let helps: Vec<_> = report.findings.iter().filter_map(|finding| finding.help.as_deref()).collect();
    assert_eq!(helps, ["links of this file name the heading: rename it and its links by hand"]);
}

#[test]
fn names_of_containers_and_targets_of_links_are_no_prose() {
    let rules = [
        ("punctuation", "colon", "use_full_width_colon"),
        ("formatting", "space_between_chinese_and_english", "do_not_use"),
    ];
    for text in [
        "::: tip 提示\n请稍候\n:::\n",
        ":::warning 注意\n请稍候\n:::\n",
        "!!! note 注意\n",
        "??? tip 注意\n",
        "@[code 代码](a.js)\n",
        "请看 [[wiki: page]] 。\n",
        "[!NOTE] 注意\n",
    ] {
        let found = report(TextFormat::Markdown, Tongue::Zh, &rules, text).findings;
        assert!(found.is_empty(), "{text}: {}", found[0].message);
    }
    for text in ["Voir [[l’art|la page]]\n", "!!! note \"Titre\"\n", "!!! note inline end \"Titre\"\n"] {
        let rules = [STRAIGHT, ("punctuation", "quotation_mark", "use_guillemets")];
        let found = report(TextFormat::Markdown, Tongue::Fr, &rules, text).findings;
        assert!(found.is_empty(), "{text}: {}", found[0].message);
    }
    let found = report(TextFormat::Markdown, Tongue::Fr, &[STRAIGHT], "::: tip L’art\n").findings;
    assert_eq!(found.len(), 1);
}

#[test]
fn ratios_ranges_and_names_of_programs_are_no_occasions() {
    let ellipsis = ("punctuation", "ellipsis", "use_ellipsis_character");
    let units = ("numbers", "units_of_measure_spacing", "use_space_between_numeral_and_unit_of_measure");
    let no_space = ("punctuation", "spacing_and_punctuation", "do_not_use_space");
    for (tongue, rule, text) in [
        (Tongue::Fr, no_space, "Le rapport est de 12 : 30"),
        (Tongue::De, ellipsis, "Die Funktion nimmt ...args und ...restNames"),
        (Tongue::De, ellipsis, "Werte von 1...5 sind erlaubt"),
        (Tongue::De, units, "Der 16GB-Speicher ist groß"),
    ] {
        assert_eq!(report(TextFormat::Plain, tongue, &[rule], text).findings.len(), 0, "{text}");
    }
    for (tongue, rule, text) in [
        (Tongue::Fr, no_space, "En 2021 : 30 fichiers"),
        (Tongue::De, ellipsis, "...und dann"),
        (Tongue::De, ellipsis, "Bitte warten...1 Minute"),
        (Tongue::De, units, "Der Speicher hat 16GB - viel"),
    ] {
        assert_eq!(report(TextFormat::Plain, tongue, &[rule], text).findings.len(), 1, "{text}");
    }
}
