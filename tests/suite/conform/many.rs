//! However many departures a file has: all are judged, known to a baseline and counted in the exit code, and the time that
//! takes grows with the file alone.

use std::fmt::Write as _;
use std::path::Path;

use housestyle::conform::findings::{TextChecks, check_text_file};
use housestyle::conform::lint::{StyleChecks, trusted_detectors};
use housestyle::conform::passage::Tongue;
use housestyle::conform::reader::TextFormat;
use housestyle::diagnostic::SourceFile;
use housestyle::report::findings::{render_json, render_plain};

use crate::playground::{run, write};

/// More than any format shows to people.
const MANY: usize = 3_412;

fn project(folder: &Path) {
    write(folder, "housestyle.toml", "[[texts]]\nfiles = \"texts/*.json\"\nlanguage = \"de\"\nstyle = \"a\"\n");
    let rules = "  punctuation:\n    ellipsis: use_ellipsis_character\n";
    write(folder, "styles/a.yaml", &format!("name: A\nlanguage: de\nconfigured_rules:\n{rules}"));
}

fn texts(many: usize) -> String {
    let mut text = "{".to_owned();
    for at in 0..many {
        write!(text, "{}\n\"k{at}\": \"Bitte warten Sie ...\"", if at > 0 { "," } else { "" }).unwrap();
    }
    text + "\n}\n"
}

#[test]
fn all_departures_are_judged_and_a_baseline_hides_none_that_is_new() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    project(at);
    write(at, "texts/de.json", &texts(MANY));
    let (code, shown, _) = run(at, &["lint"]);
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains(&format!("of {MANY}; the plain and JSON formats list them all")), "{shown}");
    assert!(shown.contains(&format!("{MANY} errors in 1 of 1 file")), "{shown}");
    let (_, plain, said) = run(at, &["lint", "-o", "plain"]);
    assert_eq!(plain.matches("error[off-style/").count(), MANY, "{said}");
    let json: serde_json::Value = serde_json::from_str(&run(at, &["lint", "-o", "json"]).1).unwrap();
    assert_eq!(json["findings"].as_array().unwrap().len(), MANY);
    assert_eq!(run(at, &["lint", "--write-baseline"]).0, 0);
    assert_eq!(run(at, &["lint"]).0, 0);
    write(at, "texts/de.json", &texts(MANY + 1));
    let (code, plain, _) = run(at, &["lint", "-o", "plain"]);
    assert_eq!((code, plain.matches("error[off-style/").count()), (3, 1), "{plain}");
}

#[test]
fn a_baseline_of_a_project_knows_each_of_many_faults() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, "housestyle.toml", "");
    let style = |many: usize| {
        let rules: String = (0..many).map(|rule| format!("    nonsense_{rule}: x\n")).collect();
        format!("name: A\nlanguage: de\nconfigured_rules:\n  numbers:\n{rules}")
    };
    write(at, "styles/a.yaml", &style(230));
    let (code, shown, _) = run(at, &["validate", "-o", "plain"]);
    assert_eq!((code, shown.matches("]: ").count()), (3, 230), "{shown}");
    assert_eq!(run(at, &["validate", "--write-baseline"]).0, 0);
    assert_eq!(run(at, &["validate"]).0, 0);
    write(at, "styles/a.yaml", &style(231));
    let (code, shown, _) = run(at, &["validate", "-o", "plain"]);
    assert_eq!((code, shown.matches("]: ").count()), (3, 1), "{shown}");
}

/// Shapes that a stranger may send, each a paragraph of its own. Without linear work none would end in this test's time.
#[test]
fn a_paragraph_of_departures_takes_time_in_proportion_to_its_length() {
    const SIZE: usize = 8 << 10;
    for (shape, format) in [
        ("\"a\" ", TextFormat::Plain),
        ("\"", TextFormat::Plain),
        ("l'a", TextFormat::Plain),
        ("warte... und ", TextFormat::Plain),
        ("„“", TextFormat::Plain),
        ("5% ", TextFormat::Plain),
        ("{\"", TextFormat::Plain),
        ("{'a", TextFormat::Plain),
        ("'{", TextFormat::Plain),
        ("\\\"a\\\" ", TextFormat::Json),
    ] {
        let body = shape.repeat(SIZE / shape.len());
        let text = if format == TextFormat::Json { format!("{{\"a\": \"{body}\"}}") } else { format!("Los {body}") };
        let tongue = Tongue::De;
        let rules = trusted_detectors(tongue).map(|detector| {
            let (category, rule) = detector.parts();
            (category, rule, detector.values[0].name)
        });
        let style = StyleChecks::from_rules(tongue, rules, true);
        let file = SourceFile::new("x", text.clone());
        let report = check_text_file(&file, format, &TextChecks { style, terms: Vec::new() });
        let (plain, json) = (render_plain(&report.findings, 1), render_json(&report.findings, 1));
        assert!(plain.len() + json.len() > 10, "{shape:?}");
    }
}

/// A paragraph of a stranger costs no memory for each of its marks: what is beyond description is one finding that counts it,
/// and that no baseline knows.
#[test]
fn what_one_text_has_beyond_description_is_judged_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    project(at);
    let text = |many: usize| format!("{{\"k\": \"{}\", \"l\": \"Bitte warten Sie ...\"}}\n", "warte... ".repeat(many));
    write(at, "texts/de.json", &text(2_007));
    let (code, shown, _) = run(at, &["lint"]);
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("2008 errors in 1 of 1 file"), "{shown}");
    let json: serde_json::Value = serde_json::from_str(&run(at, &["lint", "-o", "json"]).1).unwrap();
    let findings = json["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2_002);
    let counting =
        findings.iter().filter(|finding| finding["message"].as_str().unwrap().starts_with("7 more findings"));
    assert_eq!(counting.count(), 1);
    assert_eq!(run(at, &["lint", "--write-baseline"]).0, 0);
    assert_eq!(run(at, &["lint"]).0, 3, "what was counted only is in no baseline");
    assert_eq!(run(at, &["lint", "--fix", "--no-baseline"]).0, 0, "fixing settles it");
    assert!(!std::fs::read_to_string(at.join("texts/de.json")).unwrap().contains("..."));
}
