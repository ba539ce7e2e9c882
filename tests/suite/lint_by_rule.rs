//! Findings of texts by rule: one id in every format, in `[lints]`, in comments and in baselines; counted by it on request.

use std::path::Path;

use serde_json::Value;

use crate::playground::{run, write};

const ELLIPSIS: &str = "off-style/punctuation.ellipsis";

/// A project with two texts that depart from two rules.
fn project(at: &Path, lints: &str) {
    write(
        at,
        "housestyle.toml",
        &format!("[[texts]]\nfiles = \"de/*.po\"\nlanguage = \"de\"\nstyle = \"app\"\n{lints}"),
    );
    write(
        at,
        "house/base.yaml",
        "kind: base_style\nconfigured_rules:\n  punctuation:\n    ellipsis: use_ellipsis_character\n",
    );
    write(
        at,
        "styles/app.yaml",
        "name: App\nlanguage: de\nextends: [house/base]\nconfigured_rules:\n  numbers:\n    decimal_separator: use_comma_as_decimal_separator\n",
    );
    write(
        at,
        "de/app.po",
        "msgid \"Wait: 3.5 kg\"\nmsgstr \"Bitte warten... noch 3.5 kg\"\n\nmsgid \"b\"\nmsgstr \"Suche...\"\n",
    );
}

fn lint(at: &Path, arguments: &[&str]) -> (i32, String) {
    let (exit, out, _) = run(at, &[&["lint"], arguments].concat());
    (exit, out)
}

fn json(at: &Path, format: &str) -> Value {
    serde_json::from_str(&lint(at, &["--format", format]).1).unwrap()
}

#[test]
fn every_format_names_the_rule_and_who_asks_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    project(at, "");
    let found = &json(at, "json")["findings"][0];
    assert_eq!(found["code"], "off-style");
    assert_eq!(found["rule"], "punctuation.ellipsis");
    assert_eq!(found["value"], "use_three_periods_without_spaces");
    assert_eq!(found["wanted"], "use_ellipsis_character");
    assert_eq!(
        found["style"],
        serde_json::json!({ "address": "style/app", "path": "house/base.yaml", "line": 4, "column": 15 }),
        "the file that sets it, that of the base style"
    );
    let sarif = json(at, "sarif");
    let run = &sarif["runs"][0];
    let rules: Vec<&str> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(rules, ["off-style/numbers.decimal_separator", ELLIPSIS]);
    let first = &run["results"][0];
    assert_eq!((&first["ruleId"], &first["ruleIndex"]), (&Value::from(ELLIPSIS), &Value::from(1)));
    let place = &first["relatedLocations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "house/base.yaml");
    assert_eq!(place["region"]["startLine"], 4);
    assert_eq!(json(at, "gitlab")[0]["check_name"], ELLIPSIS);
    for (format, words) in [
        ("plain", "error[off-style/punctuation.ellipsis]: "),
        ("github", "title=off-style/punctuation.ellipsis::"),
        ("github", "%0Aasked for at house/base.yaml:4:15"),
        ("junit", "type=\"off-style/punctuation.ellipsis\""),
        ("human", "note: style/app asks for it at house/base.yaml:4:15"),
    ] {
        let (_, out) = lint(at, &["--format", format]);
        assert!(out.contains(words), "{format}: {out}");
    }
}

#[test]
fn a_rule_weighs_what_the_project_says_of_it_whatever_it_says_of_the_code() {
    for (lints, exit, left) in [
        ("", 3, 3),
        ("\"off-style/punctuation.ellipsis\" = \"off\"", 3, 1),
        ("\"off-style/punctuation.ellipsis\" = \"warn\"\n\"off-style/numbers.decimal_separator\" = \"warn\"", 0, 3),
        ("off-style = \"off\"\n\"off-style/numbers.decimal_separator\" = \"error\"", 3, 1),
    ] {
        let folder = tempfile::tempdir().unwrap();
        project(folder.path(), &format!("[lints]\n{lints}\n"));
        let (code, out) = lint(folder.path(), &["--format", "plain"]);
        let found = out.lines().filter(|line| line.contains("[off-style/")).count();
        assert_eq!((code, found), (exit, left), "{lints}: {out}");
    }
    let folder = tempfile::tempdir().unwrap();
    project(folder.path(), "[lints]\n\"off-style/punctuation.elipsis\" = \"off\"\n");
    let (code, _, err) = run(folder.path(), &["lint"]);
    assert_eq!(code, 3);
    assert!(err.contains("did you mean `off-style/punctuation.ellipsis`?"), "{err}");
}

#[test]
fn the_id_of_a_report_is_what_a_comment_and_the_command_line_take() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    project(at, "");
    let comment = "# housestyle: ignore[off-style/punctuation.ellipsis] the button is called so\n";
    let text = std::fs::read_to_string(at.join("de/app.po")).unwrap();
    write(at, "de/app.po", &text.replace("msgid \"b\"", &format!("{comment}msgid \"b\"")));
    assert_eq!(lint(at, &["--format", "plain"]).1.matches("punctuation.ellipsis]").count(), 1);
    for name in ["ellipsis", "punctuation.ellipsis", ELLIPSIS] {
        let (code, out) = lint(at, &["--rule", name, "--format", "plain"]);
        assert_eq!((code, out.matches("error[").count()), (3, 1), "{name}: {out}");
    }
    let (code, _, err) = run(at, &["lint", "--rule", "apostrophe"]);
    assert_eq!(code, 64);
    assert!(err.contains("use one of: numbers.decimal_separator, punctuation.ellipsis"), "{err}");
}

#[test]
fn a_baseline_that_knows_one_rule_knows_no_other_of_the_same_characters() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    project(at, "");
    write(
        at,
        "styles/app.yaml",
        "name: App\nlanguage: es\nconfigured_rules:\n  punctuation:\n    quotation_mark: use_guillemets\n",
    );
    write(at, "housestyle.toml", "[[texts]]\nfiles = \"es.md\"\nlanguage = \"es\"\nstyle = \"app\"\n");
    write(at, "es.md", "Pulse \"Guardar\" ahora.\n");
    assert_eq!(lint(at, &["--write-baseline"]).0, 0);
    let known = std::fs::read_to_string(at.join("housestyle.texts.baseline.json")).unwrap();
    assert!(known.contains("\"id\": \"off-style/punctuation.quotation_mark\""), "{known}");
    let style = std::fs::read_to_string(at.join("styles/app.yaml")).unwrap();
    let values = housestyle::conform::table::detector_of(
        housestyle::conform::passage::Tongue::Es,
        "punctuation",
        "quotation_style",
    );
    let value = values.unwrap().values.iter().find(|value| value.name.starts_with("use_guillemets")).unwrap().name;
    write(at, "styles/app.yaml", &format!("{style}    quotation_style: {value}\n"));
    let (code, out) = lint(at, &["--format", "plain"]);
    assert_eq!((code, out.matches("error[").count()), (3, 1), "{out}");
    assert!(out.contains("error[off-style/punctuation.quotation_style]"), "{out}");
}

#[test]
fn a_summary_counts_every_finding_once_and_says_what_turns_it_off() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    project(at, "");
    write(at, "de/more.po", "msgid \"a\"\nmsgstr \"eins... zwei... drei...\"\n");
    let (code, out) = lint(at, &["--summary"]);
    assert_eq!(code, 3);
    assert_eq!(
        out,
        "off-style/punctuation.ellipsis: 5 in 2 files, 5 with a safe fix\n\
         \x20 de/app.po:2:21: ...\n\
         \x20 de/app.po:5:14: ...\n\
         \x20 de/more.po:2:13: ...\n\
         \x20 ... and 2 more\n\
         \x20 asked for by style/app at house/base.yaml:4:15\n\
         \x20 turned off by this line below [lints] in housestyle.toml: \"off-style/punctuation.ellipsis\" = \"off\"\n\
         \n\
         off-style/numbers.decimal_separator: 1 in 1 file, 1 with a safe fix\n\
         \x20 de/app.po:2:30: 3.5\n\
         \x20 asked for by style/app at styles/app.yaml:6:24\n\
         \x20 turned off by this line below [lints] in housestyle.toml: \"off-style/numbers.decimal_separator\" = \"off\"\n\
         \n\
         6 errors in 2 of 2 files\n\
         to set today's findings aside: housestyle lint --write-baseline\n"
    );
    let line = out.lines().find_map(|line| line.split_once("housestyle.toml: ")).unwrap().1.to_owned();
    project(at, &format!("[lints]\n{line}\n"));
    assert!(!lint(at, &["--summary"]).1.contains("ellipsis"));
}

/// Two styles for French, and `[[texts]]` blocks of one file.
fn two_styles(at: &Path, texts: &str) {
    write(at, "housestyle.toml", &format!("files = [\"styles/**\"]\n{texts}"));
    for (name, language, rule, value) in [
        ("straight", "fr", "apostrophe", "use_straight_apostrophes"),
        ("curly", "fr", "apostrophe", "use_curly_apostrophes"),
        ("dots", "fr", "ellipsis", "use_three_periods"),
        (
            "german",
            "de",
            "quotation_style",
            "use_reversed_guillemets_for_primary_quotations_and_single_reversed_guillemets_for_secondary_quotations",
        ),
    ] {
        let rules = format!("configured_rules:\n  punctuation:\n    {rule}: {value}\n");
        write(at, &format!("styles/{name}.yaml"), &format!("name: {name}\nlanguage: {language}\n{rules}"));
    }
}

#[test]
fn a_text_follows_one_style_however_often_it_is_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    two_styles(
        at,
        "[[texts]]\nfiles = \"t/*\"\nlanguage = \"fr\"\nstyle = \"straight\"\n\
         [[texts]]\nfiles = \"t/*.json\"\nlanguage = \"fr\"\nstyle = \"curly\"\n",
    );
    write(at, "t/a.json", "{\"a\": \"l’un\", \"b\": \"l'autre\"}\n");
    let mut texts = std::collections::BTreeSet::new();
    for _ in 0..3 {
        let (code, said) = lint(at, &["--fix"]);
        assert_eq!(code, 3, "{said}");
        assert!(said.contains("t/a.json is in two [[texts]] of `fr`: a text has one style"), "{said}");
        texts.insert(std::fs::read_to_string(at.join("t/a.json")).unwrap());
    }
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert!(texts.iter().all(|text| text.matches("l'").count() == 2), "{texts:?}");
}

#[test]
fn a_file_of_several_languages_is_fixed_for_all_of_them_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    two_styles(
        at,
        "[[texts]]\nfiles = \"t.csv\"\nlanguage = \"fr\"\nstyle = \"dots\"\n\
         [[texts]]\nfiles = \"t.csv\"\nlanguage = \"de\"\nstyle = \"german\"\n",
    );
    let text = "key,en,fr,de\na,Good yes,\"Bien… oui\",Das ist \"\"gut\"\" so.\n";
    let text = text.replace("Das ist \"\"gut\"\" so.", "\"Das ist \"\"gut\"\" so.\"");
    write(at, "t.csv", &text);
    let (_, patch) = lint(at, &["--fix", "--diff"]);
    assert_eq!(patch.matches("diff --git").count(), 1, "{patch}");
    let (code, said) = lint(at, &["--fix"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("no findings in 1 file"), "{said}");
    let fixed = std::fs::read_to_string(at.join("t.csv")).unwrap();
    assert!(fixed.contains("Bien... oui") && fixed.contains("»gut«"), "{fixed}");
}

#[test]
fn a_file_that_is_not_read_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    two_styles(at, "[[texts]]\nfiles = \"t/*\"\nlanguage = \"fr\"\nstyle = \"dots\"\n");
    write(at, "t/empty.json", "");
    std::fs::File::create(at.join("t/large.json")).unwrap().set_len(3 << 30).unwrap();
    std::fs::write(at.join("t/utf16.json"), [0xff, 0xfe, 0]).unwrap();
    let (code, said) = lint(at, &["--format", "plain"]);
    let codes: Vec<_> = said.lines().filter_map(|line| line.split(['[', ']']).nth(1)).collect();
    assert_eq!((code, &codes[..]), (3, &["unreadable-text", "file-too-large", "wrong-encoding"][..]), "{said}");
}
