//! Linting, fixing and inferring whole texts, and chrF beside a published implementation.

use std::io::Write;
use std::process::Command;
use std::sync::Arc;

use housestyle::conform::case::{Expectation, FollowedRules};
use housestyle::conform::chrf::score_chrf;
use housestyle::conform::detector::Standing;
use housestyle::conform::findings::{TextChecks, check_text_file};
use housestyle::conform::infer::{Claim, StyleTally, Thresholds};
use housestyle::conform::judge::{TranslatedText, judge_translation};
use housestyle::conform::lint::{StyleChecks, trusted_detectors};
use housestyle::conform::passage::Tongue;
use housestyle::conform::reader::{Decoded, Segment, TextFormat};
use housestyle::conform::terms::find_missing_terms;
use housestyle::diagnostic::SourceFile;
use housestyle::source::edit;
use proptest::prelude::*;

fn checks(tongue: Tongue, rules: &[(&str, &str, &str)]) -> TextChecks {
    TextChecks { style: StyleChecks::from_rules(tongue, rules.iter().copied(), true), terms: Vec::new() }
}

/// Lints, applies every fix that fits beside the others, until none is left; the texts on the way.
fn fix_all(format: TextFormat, text: &str, checks: &TextChecks) -> Vec<String> {
    let mut texts = vec![text.to_owned()];
    for _ in 0..10 {
        let file = SourceFile::new("x", texts.last().unwrap().clone());
        let report = check_text_file(&file, format, checks);
        let fixes: Vec<_> = report.findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
        let (edits, made) = edit::compatible_fixes(fixes);
        let Some(new) = edit::apply_text_edits(file.text(), edits).filter(|_| made > 0) else { break };
        texts.push(new);
    }
    texts
}

#[test]
fn a_departure_stands_at_its_place_and_is_rewritten_in_the_escapes_of_the_file() {
    let style = checks(
        Tongue::De,
        &[
            (
                "punctuation",
                "quotation_style",
                "use_double_german_quotation_marks_for_primary_quotations_and_single_german_quotation_marks_for_secondary_quotations",
            ),
            ("numbers", "percentage_format", "use_numerals_followed_by_space_then_percent_symbol"),
            ("punctuation", "ellipsis", "use_ellipsis_character"),
        ],
    );
    let po = "msgid \"a {x}\"\r\nmsgstr \"年 😀 Klicken Sie auf \\\"Los\\\" ... {x} 5%\"\r\n";
    let file = SourceFile::new("de.po", po);
    let report = check_text_file(&file, TextFormat::Po, &style);
    let places: Vec<String> = report.findings.iter().map(|finding| finding.primary_place().to_string()).collect();
    assert_eq!(places, ["de.po:2:29", "de.po:2:37", "de.po:2:45"]);
    let texts = fix_all(TextFormat::Po, po, &style);
    assert_eq!(texts.last().unwrap(), "msgid \"a {x}\"\r\nmsgstr \"年 😀 Klicken Sie auf „Los“ … {x} 5\u{a0}%\"\r\n");
}

#[test]
fn texts_in_another_language_and_untranslated_texts_are_left_alone() {
    let style = checks(Tongue::Fr, &[("punctuation", "spacing_and_punctuation", "use_regular_space")]);
    let po = "msgid \"Please note: this is not the end of the story!\"\nmsgstr \"Please note: this is not the end of the story!\"\n\nmsgid \"b\"\nmsgstr \"Please note: this is the end of it and that is all!\"\n\nmsgid \"c\"\nmsgstr \"Attention: c’est la fin de la page!\"\n";
    let file = SourceFile::new("fr.po", po);
    let report = check_text_file(&file, TextFormat::Po, &style);
    let codes: Vec<&str> = report.findings.iter().map(|finding| finding.code.name()).collect();
    assert_eq!((report.coverage.texts, report.coverage.skipped), (3, 2));
    assert_eq!(codes, ["untranslated", "off-style", "off-style"], "a copy is told as one, and its style is not judged");
}

#[test]
fn rules_that_cannot_be_checked_are_named() {
    let style = StyleChecks::from_rules(
        Tongue::De,
        [
            ("style_and_tone", "modal_verbs", "avoid_modal_verbs"),
            ("punctuation", "apostrophe", "use_curly_apostrophes"),
        ],
        false,
    );
    assert_eq!(style.rules.len(), 1);
    assert_eq!(style.unchecked.keys().map(|(_, rule)| rule.as_str()).collect::<Vec<_>>(), ["modal_verbs"]);
}

#[test]
fn glossary_terms_are_asked_for_where_the_source_has_them() {
    let entries: Vec<(String, String)> = [("sleeping bag", "Schlafsack"), ("bag", "Tasche"), ("house", "Haus")]
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .to_vec();
    let missing = |source: &str, text: &str| {
        find_missing_terms(&entries, source, text, Tongue::De)
            .into_iter()
            .map(|term| term.target.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(missing("Two sleeping bags and a sleeping bag", "Zwei Decken"), ["Schlafsack"]);
    assert!(missing("A sleeping bag", "Der Schlafsäcke wegen").is_empty(), "umlauts and endings");
    assert!(missing("Houses", "Dorf").is_empty(), "another word");
    assert!(missing("The house", "Die Häuser").is_empty());
    let zh = vec![("tent".to_owned(), "帐篷".to_owned())];
    assert_eq!(find_missing_terms(&zh, "A tent", "一个棚子", Tongue::Zh).len(), 1);
    assert!(find_missing_terms(&zh, "A tent", "一顶帐篷", Tongue::Zh).is_empty());
}

/// Terms that glossaries ask for, judged by hand before this ran: right, found, missing.
fn score_terms(file: &str, east: bool, wrong: &mut Vec<String>) -> (usize, usize, usize) {
    let path = format!("{}/tests/conformance/{file}", env!("CARGO_MANIFEST_DIR"));
    let cases = std::fs::read_to_string(path).unwrap();
    let (mut right, mut found, mut missing) = (0, 0, 0);
    for line in cases.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [code, term, target, source, text, holds] = cells.as_slice() else { panic!("{line}") };
        if Tongue::parse(code).unwrap().is_east_asian() != east {
            continue;
        }
        let entries = [((*term).to_owned(), (*target).to_owned())];
        let said = !find_missing_terms(&entries, source, text, Tongue::parse(code).unwrap()).is_empty();
        found += usize::from(said);
        missing += usize::from(*holds == "missing");
        right += usize::from(said && *holds == "missing");
        if said != (*holds == "missing") {
            wrong.push(line.to_owned());
        }
    }
    (right, found, missing)
}

#[test]
fn how_well_missing_terms_are_told_is_documented() {
    let path = format!("{}/docs/conformance.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    for file in ["terms.tsv", "terms-again.tsv"] {
        for (east, languages) in [(true, "ja, ko, zh"), (false, "de, en, es, fr, it")] {
            let (right, found, missing) = score_terms(file, east, &mut wrong);
            let row = format!("| `{file}` | {languages} | {right} of {found} | {right} of {missing} |");
            assert!(page.contains(&row), "docs/conformance.md does not say: {row}\n{}", wrong.join("\n"));
            assert!(!east || right == found, "terms are asked for without being told: {row}");
        }
    }
}

/// Texts made under a random style: for each planted rule, some of the texts that follow its value.
#[test]
fn a_style_is_inferred_back_from_texts_that_were_made_under_it() {
    let (mut planted, mut found, mut wrong) = (0_usize, 0_usize, Vec::new());
    for seed in 0..40_usize {
        for tongue in Tongue::ALL {
            let detectors: Vec<_> =
                trusted_detectors(tongue).filter(|detector| detector.standing == Standing::On).collect();
            let mut tally = StyleTally::new(tongue);
            let mut style = Vec::new();
            // Up to eight rules, so that about two hundred texts have twenty-five each.
            for step in 0..8 {
                let detector = detectors[(seed * 7 + step * 5) % detectors.len()];
                let values: Vec<_> = detector.values.iter().filter(|value| !value.example.is_empty()).collect();
                let value = values[(seed + step) % values.len()];
                // Two values of one rule, or another rule that this text speaks to as well, would be a mixture.
                if style.iter().any(|(rule, _)| *rule == detector.rule) {
                    continue;
                }
                style.push((detector.rule, value.name));
                for copy in 0..25 {
                    let target = Decoded::verbatim(value.example, 0);
                    tally.add_segment(&Segment { key: copy.to_string().into(), target, ..Segment::default() }, "t");
                }
            }
            let inferred = tally.infer(Thresholds::default(), |_, _| true);
            for (rule, value) in style {
                let Some(claim) = inferred.iter().find(|inferred| inferred.rule == rule) else {
                    planted += 1;
                    wrong.push(format!("{} {rule} {value}: nothing", tongue.code()));
                    continue;
                };
                match &claim.claim {
                    Claim::Value { name, also, .. } => {
                        planted += 1;
                        if *name == value || also.contains(&value) {
                            found += 1;
                        } else {
                            wrong.push(format!("{} {rule} {value}: {name}", tongue.code()));
                        }
                    }
                    // Texts planted for another rule speak to this one, too, and otherwise: a mixture, rightly.
                    Claim::Mixture(values) if values.iter().any(|one| one.name == value) => {}
                    Claim::NotOffered { .. } | Claim::Mixture(_) | Claim::NoValue | Claim::TooFew => {
                        planted += 1;
                        wrong.push(format!("{} {rule} {value}: {:?}", tongue.code(), claim.claim));
                    }
                }
            }
        }
    }
    assert!(planted > 500, "{planted}");
    assert!(found * 100 >= planted * 95, "{found} of {planted}\n{}", wrong.join("\n"));
}

/// Plain texts of which the detector sees the polite side alone were inferred to be polite.
#[test]
fn nothing_is_claimed_of_a_rule_of_which_one_side_is_seen() {
    let texts = [
        "返事を待つ。",
        "画面を見る。",
        "名前を書く。",
        "保存します。",
        "開きます。",
        "閉じます。",
        "入力します。",
        "削除します。",
    ];
    let mut tally = StyleTally::new(Tongue::Ja);
    for text in texts.iter().cycle().take(80) {
        let target = Decoded::verbatim(text, 0);
        tally.add_segment(&Segment { target, ..Segment::default() }, "t");
    }
    assert!(
        tally.infer(Thresholds::default(), |_, _| true).iter().all(|claim| !claim.rule.starts_with("style_and_tone."))
    );
    let rule = (
        "style_and_tone",
        "tone",
        "use_dearu_style_to_give_impression_content_is_accurate_and_rigorous_or_to_convey_sense_of_confidence_and_reliability",
    );
    let checks = StyleChecks::from_rules(Tongue::Ja, [rule], false);
    let judged = |text: &'static str| {
        let named = Expectation::Follows(FollowedRules::Named(vec!["tone".to_owned()]));
        judge_translation(&TranslatedText { with: text, without: None, checks: Some(&checks) }, &[named])
    };
    assert_eq!(
        judged("返事を待つ。"),
        ["`style_and_tone.tone` has no occasion in this text: one side of it alone is seen"]
    );
    assert_eq!(judged("静かだ。"), Vec::<String>::new());
}

#[test]
fn lint_under_the_inferred_style_finds_the_minority_alone() {
    let text = "Er sagt „ja“.\n\n".repeat(19) + "Er sagt \"nein\".\n";
    let file: Arc<SourceFile> = SourceFile::new("a.txt", text.clone());
    let mut tally = StyleTally::new(Tongue::De);
    housestyle::conform::reader::read_segments(TextFormat::Plain, &text, &mut |segment| {
        tally.add_segment(&segment, "a.txt")
    });
    let inferred = tally.infer(Thresholds::default(), |_, _| true);
    let claims: Vec<_> = inferred
        .iter()
        .filter_map(|rule| match &rule.claim {
            Claim::Value { name, .. } => Some((rule.rule.split_once('.').unwrap(), *name)),
            Claim::NotOffered { .. } | Claim::Mixture(_) | Claim::NoValue | Claim::TooFew => None,
        })
        .collect();
    let rules: Vec<_> = claims.iter().map(|((category, rule), value)| (*category, *rule, *value)).collect();
    assert_eq!(rules.len(), 1, "{inferred:?}");
    let report = check_text_file(&file, TextFormat::Plain, &checks(Tongue::De, &rules));
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].primary_place().to_string(), "a.txt:39:9");
}

/// Pairs for which a published implementation is asked.
const PAIRS: &[(&str, &str)] = &[
    ("The cat sat on the mat.", "The cat is sitting on the mat."),
    ("Klicken Sie auf „Speichern“.", "Klicken Sie auf \"Speichern\"."),
    ("今日は晴れです。", "今日は雨です。"),
    ("저장", "저장하기"),
    ("a", "b"),
    ("identical text", "identical text"),
    ("Ein sehr langer Satz, der nur wenig gemein hat.", "Kurz."),
];

#[test]
#[ignore = "needs python3 with sacrebleu"]
fn chrf_agrees_with_a_published_implementation() {
    let script = "import sys, json\nfrom sacrebleu.metrics import CHRF\nm = CHRF(eps_smoothing=False)\nprint(json.dumps([m.sentence_score(h, [r]).score for h, r in json.load(sys.stdin)]))";
    let pairs = serde_json::to_string(PAIRS).unwrap();
    let mut asked = Command::new("python3")
        .args(["-c", script])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    asked.stdin.take().unwrap().write_all(pairs.as_bytes()).unwrap();
    let answer = asked.wait_with_output().unwrap();
    assert!(answer.status.success());
    let theirs: Vec<f64> = serde_json::from_slice(&answer.stdout).unwrap();
    for ((hypothesis, reference), theirs) in PAIRS.iter().zip(theirs) {
        let ours = score_chrf(hypothesis, reference);
        assert!((ours - theirs).abs() < 0.01, "{hypothesis:?} / {reference:?}: {ours} here, {theirs} there");
    }
}

fn any_text(tongue: Tongue) -> impl Strategy<Value = String> {
    let examples: Vec<&'static str> = trusted_detectors(tongue)
        .flat_map(|detector| detector.values)
        .map(|value| value.example)
        .filter(|example| !example.is_empty())
        .collect();
    prop::collection::vec(prop::sample::select(examples), 1..5).prop_map(|parts| parts.join(" {count} <b>x</b> "))
}

/// Comments of each format that has them: which finding they set aside, and what is said of those that do nothing.
#[test]
fn a_comment_beside_a_text_sets_aside_what_it_names() {
    let style = checks(Tongue::De, &[("punctuation", "ellipsis", "use_ellipsis_character")]);
    let meant = "housestyle: ignore[ellipsis] it is the name of a button";
    for (format, with) in [
        (TextFormat::Po, format!("# {meant}\nmsgid \"a\"\nmsgstr \"A...\"\n\nmsgid \"b\"\nmsgstr \"B...\"\n")),
        (
            TextFormat::Xliff,
            format!(
                "<xliff><file target-language=\"de\"><unit id=\"a\"><segment><source>a</source><target>A...</target></segment><notes><note>{meant}</note></notes></unit>\n<unit id=\"b\"><segment><source>b</source><target>B...</target></segment></unit></file></xliff>"
            ),
        ),
        (
            TextFormat::Tmx,
            format!(
                "<tmx><tu><note>{meant}</note><tuv xml:lang=\"de\"><seg>A...</seg></tuv></tu>\n<tu><tuv xml:lang=\"de\"><seg>B...</seg></tuv></tu></tmx>"
            ),
        ),
        (
            TextFormat::Android,
            format!(
                "<resources><!-- {meant} --><string name=\"a\">A...</string>\n<string name=\"b\">B...</string></resources>"
            ),
        ),
        (TextFormat::Strings, format!("/* {meant} */\n\"a\" = \"A...\";\n\"b\" = \"B...\";\n")),
        (
            TextFormat::Xcstrings,
            format!(
                "{{\"strings\":{{\"a\":{{\"comment\":\"{meant}\",\"localizations\":{{\"de\":{{\"stringUnit\":{{\"value\":\"A...\"}}}}}}}},\n\"b\":{{\"localizations\":{{\"de\":{{\"stringUnit\":{{\"value\":\"B...\"}}}}}}}}}}}}"
            ),
        ),
        (TextFormat::Arb, format!("{{\"a\":\"A...\",\"@a\":{{\"description\":\"{meant}\"}},\n\"b\":\"B...\"}}")),
        (TextFormat::Markdown, format!("<!-- {meant} -->\n\nA...\n\nB...\n")),
        (TextFormat::Html, format!("<!-- {meant} --><p>A...</p>\n<p>B...</p>")),
    ] {
        // The second text alone, at its dots.
        let before = &with[..with.find("B...").unwrap() + 1];
        let (line, column) =
            (before.matches('\n').count() + 1, before.chars().rev().take_while(|c| *c != '\n').count() + 1);
        let place = format!("x:{line}:{column}");
        let of = |text: &str| check_text_file(&SourceFile::new("x", text), format, &style).findings;
        let places: Vec<String> = of(&with).iter().map(|finding| finding.primary_place().to_string()).collect();
        assert_eq!(places, [place], "{}", format.as_str());
        let without = of(&with.replace("housestyle:", "house style:"));
        assert_eq!(without.len(), 2, "{}", format.as_str());
        let unused = of(&with.replace("A...", "A"));
        let codes: Vec<&str> = unused.iter().map(|finding| finding.code.name()).collect();
        assert_eq!(codes.len(), 2, "{} {codes:?}", format.as_str());
        assert!(codes.contains(&"unused-ignore"), "{} {codes:?}", format.as_str());
        for broken in ["ignore[ellipsis]", "ignore[elipsis] why", "ignore[unknown-rule] why", "ignore this"] {
            let said = of(&with.replace("ignore[ellipsis] it is the name of a button", broken));
            assert!(said.iter().any(|finding| finding.code.name() == "invalid-ignore"), "{} {broken}", format.as_str());
        }
    }
}

/// Two rules that claim the same marks: no text follows both, so neither is rewritten, and the finding says why.
#[test]
fn rules_that_contradict_each_other_are_named_and_not_rewritten() {
    let style = checks(
        Tongue::En,
        &[
            ("punctuation", "quotation_mark_and_apostrophe", "use_straight_quotation_marks_and_apostrophes"),
            ("punctuation", "apostrophe", "use_curly_apostrophes"),
        ],
    );
    assert_eq!(style.style.rules.len(), 1, "English has one rule for both");
    let style = checks(
        Tongue::Es,
        &[
            ("punctuation", "quotation_mark", "use_guillemets"),
            (
                "punctuation",
                "quotation_style",
                "use_double_straight_quotation_marks_for_primary_quotations_then_alternate_with_single_straight_quotation_marks_for_nested_quotations",
            ),
        ],
    );
    for text in ["Pulse «Guardar» ahora.", "Pulse \"Guardar\" ahora."] {
        let findings = check_text_file(&SourceFile::new("x", text), TextFormat::Plain, &style).findings;
        assert_eq!(findings.len(), 1, "{text}");
        assert!(findings[0].fix.is_none(), "{text}");
        assert!(
            findings[0].notes.iter().any(|note| note.contains("no text here follows both")),
            "{:?}",
            findings[0].notes
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Fixing twice changes nothing more, and no fix touches a placeholder or a tag.
    #[test]
    fn fixes_settle_and_leave_code_alone((tongue, text) in prop::sample::select(Tongue::ALL.to_vec()).prop_flat_map(|tongue| (Just(tongue), any_text(tongue))), pick in 0..32_usize) {
        // Every rule at once, whether they contradict each other or not.
        let rules: Vec<(&str, &str, &str)> = trusted_detectors(tongue)
            .map(|detector| {
                let (category, rule) = detector.parts();
                (category, rule, detector.values[pick % detector.values.len()].name)
            })
            .collect();
        let checks = checks(tongue, &rules);
        let texts = fix_all(TextFormat::Plain, &text, &checks);
        prop_assert!(texts.len() < 10, "fixes go round in circles: {texts:?}");
        let departures = |text: &String| {
            let file = SourceFile::new("x", text.clone());
            check_text_file(&file, TextFormat::Plain, &checks).findings.len()
        };
        let counts: Vec<usize> = texts.iter().map(departures).collect();
        prop_assert!(counts.is_sorted_by(|one, next| one > next), "fixes make departures: {counts:?} {texts:?}");
        let last = texts.last().unwrap();
        for code in ["{count}", "<b>", "</b>"] {
            prop_assert_eq!(text.matches(code).count(), last.matches(code).count());
        }
    }
}
