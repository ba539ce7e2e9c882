//! Which rules a project has follows from the services that it names, and everything that asks for rules asks the same catalogue.

use std::path::Path;

use housestyle::conform::lint::trusted_detectors;
use housestyle::conform::passage::Tongue;

use crate::playground::{Served, housestyle, outcome_in_one, write};

/// A project file, and whether its projects have the rules of the public catalogue.
const PROJECTS: &[(&str, bool)] = &[
    ("", false),
    ("service = \"emulator\"\n", false),
    ("service = \"custom\"\n", false),
    ("service = \"deepl\"\n", true),
    ("[environments.production]\nservice = \"deepl-free\"\n", true),
    ("[environments.eu]\nservice = \"custom\"\n[environments.us]\nservice = \"deepl-us\"\n", true),
    ("[environments.jp]\nservice = \"deepl-jp\"\n", true),
    ("catalogue = \"public\"\n", true),
    ("catalogue = \"core\"\nservice = \"deepl\"\n", false),
];

fn said(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let (code, said) = outcome_in_one(&mut housestyle(folder, arguments));
    (code, said.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn every_reader_of_rules_follows_the_services_that_the_project_names() {
    for (project, public) in PROJECTS {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        write(folder, "housestyle.toml", project);
        write(
            folder,
            "styles/shop.yaml",
            "name: Shop\nlanguage: de\nconfigured_rules:\n  style_and_tone:\n    short_vs_long_words: use_short_words\n",
        );
        let (code, told) = said(folder, &["validate"]);
        assert_eq!(code == 0, *public, "{project}: {told}");
        if !public {
            assert!(told.contains("DeepL's public service offers it"), "{project}: {told}");
            assert!(told.contains("write `catalogue = \"public\"` at the top of housestyle.toml"), "{project}: {told}");
            // The line that it names is enough.
            let rest = project.strip_prefix("catalogue = \"core\"\n").unwrap_or(project);
            write(folder, "housestyle.toml", &format!("catalogue = \"public\"\n{rest}"));
            assert_eq!(said(folder, &["validate"]).0, 0, "{project}");
            write(folder, "housestyle.toml", project);
        }
        let (_, schema) = said(folder, &["schema", "style"]);
        assert_eq!(schema.contains("short_vs_long_words"), *public, "{project}");
        // Whatever the project has, explain tells of every rule, and which catalogue has it.
        let (code, page) = said(folder, &["explain", "short_vs_long_words"]);
        assert!(code == 0 && page.contains("In the catalogue `public` alone"), "{project}: {page}");
        let (_, index) = said(folder, &["explain", "rules"]);
        for words in
            ["159 rules with 518 values", "124 rules with 444 values", "style_and_tone: 33 rules, in `public` alone"]
        {
            assert!(index.contains(words), "{project}: {words} is not in {index}");
        }
        // The embedded service offers what the project has.
        if !project.contains("service = \"deepl\"") {
            let extra = ["apply", "--auto-approve", "--service", "emulator", "--env", "default"];
            let (code, told) = said(folder, &extra);
            assert_eq!(code == 0, *public, "{project}: {told}");
        }
    }
}

#[test]
fn the_served_emulator_offers_the_catalogue_that_it_is_told() {
    for (catalogue, offered) in [("public", true), ("core", false)] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        write(folder, "housestyle.toml", "catalogue = \"public\"\nservice = \"custom\"\n");
        write(
            folder,
            "styles/shop.yaml",
            "name: Shop\nlanguage: de\nconfigured_rules:\n  style_and_tone:\n    short_vs_long_words: use_short_words\n",
        );
        let served = Served::new(folder, &["--catalogue", catalogue]);
        let mut apply = housestyle(folder, &["apply", "--auto-approve"]);
        apply.env("HOUSESTYLE_BASE_URL", &served.address).env("HOUSESTYLE_AUTH_KEY", "any");
        let (done, told) = outcome_in_one(&mut apply);
        assert_eq!(done == 0, offered, "{catalogue}: {told}");
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(told.contains("Unknown configured rule category: style_and_tone"), !offered, "{catalogue}: {told}");
    }
}

#[test]
fn no_page_calls_public_rules_extra() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "housestyle.toml", "");
    let (_, page) = said(folder.path(), &["docs"]);
    let all: String = ["rules", "style_and_tone", "unknown-category", "short_vs_long_words", "catalogue"]
        .iter()
        .map(|word| said(folder.path(), &["explain", word]).1)
        .chain([page, said(folder.path(), &["--version"]).1])
        .collect();
    for word in ["extras", "beyond its specification", "beyond the specification", "not in the service's spec"] {
        assert!(!all.contains(word), "{word}");
    }
    for words in ["159 rules, 518 values", "124 rules, 444 values", "124 rules with 444 values in 5 categories"] {
        assert!(all.contains(words), "{words}");
    }
}

/// Texts that show a value of every rule which a detector reads, for each language: what is inferred from them is a style that
/// `validate` takes, under either catalogue, and what it left out for that is listed.
#[test]
fn what_is_inferred_is_valid_under_every_catalogue() {
    let mut left_out = 0;
    for tongue in Tongue::ALL {
        let code = tongue.code();
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut texts = String::new();
        for detector in trusted_detectors(tongue) {
            let Some(value) = detector.values.iter().find(|value| !value.example.is_empty()) else { continue };
            for _ in 0..6 {
                texts.push_str(value.example);
                texts.push_str("\n\n");
            }
        }
        write(folder, &format!("texts/{code}/all.txt"), &texts);
        for (project, public) in [("", false), ("service = \"deepl\"\n", true)] {
            write(folder, "housestyle.toml", project);
            let out = format!("styles/inferred-{public}.yaml");
            let (done, told) = said(folder, &["infer", "--language", code, "--share", "51", "--out", &out, "texts"]);
            assert_eq!(done, 0, "{code} {project}: {told}");
            let (valid, findings) = said(folder, &["validate", &out]);
            assert_eq!(valid, 0, "{code} {project}: {findings}");
            let text = std::fs::read_to_string(folder.join(&out)).unwrap();
            let lists = text.contains("# Not in this project's catalogue, left out");
            assert_eq!(lists, told.contains("not in this project's catalogue"), "{code} {project}: {told}");
            assert!(!(lists && public), "{code}: {text}");
            left_out += usize::from(lists);
            std::fs::remove_file(folder.join(&out)).unwrap();
        }
    }
    // Since November 2026 the core catalogue has nearly every rule that a detector reads: in one language one is left out, and
    // that shows the list of what was.
    assert!(left_out >= 1, "no language left anything out: nothing was said");
}

#[test]
fn a_name_that_no_list_may_have_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "texts/de/all.txt", "Er sagt „ja“.\n");
    let name = "x".repeat(2000);
    let (code, told) = said(folder.path(), &["infer", "--language", "de", "--name", &name, "--out", "a.yaml", "texts"]);
    assert!(code == 64 && told.contains("--name"), "{code}: {told}");
    assert!(!folder.path().join("a.yaml").exists());
}

/// One glossary, no source language: on text, DeepL's public service detects it, and nothing else does.
#[test]
fn a_glossary_without_source_language_weighs_what_the_service_makes_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(
        folder,
        "glossaries/terms.yaml",
        "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    entries:\n      wind farm: Windpark\n",
    );
    for (service, fields, code) in [
        ("emulator", "glossary: terms\n", 3),
        ("custom", "glossary: terms\n", 3),
        ("deepl", "glossary: terms\n", 0),
        ("deepl", "glossaries: [terms]\n", 3),
        ("deepl", "glossary: terms\ndocument:\n  output_format: docx\n", 3),
        ("deepl", "glossary: terms\nvoice:\n  voice: female\n", 3),
    ] {
        write(folder, "housestyle.toml", &format!("service = \"{service}\"\n"));
        write(folder, "profiles/web.yaml", &format!("kind: translation_profile\ntarget_language: de\n{fields}"));
        let (done, told) = said(folder, &["validate"]);
        assert_eq!(done, code, "{service} {fields}: {told}");
        let warned = told.contains("warning[detected-source-language]");
        assert_eq!(warned, code == 0, "{service} {fields}: {told}");
    }
    write(folder, "housestyle.toml", "service = \"deepl\"\n");
    write(folder, "profiles/web.yaml", "kind: translation_profile\ntarget_language: de\nglossary: terms\n");
    for (r#use, code) in [("document", 3), ("voice", 3), ("text", 1)] {
        let (done, told) = said(folder, &["render", "web", "--for", r#use]);
        assert_eq!(done, code, "{use}: {told}");
        assert_eq!(told.contains("which"), code == 3, "{use}: {told}");
    }
}

#[test]
fn nothing_is_called_mixed_of_which_a_project_can_have_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "housestyle.toml", "");
    let texts = [
        "참가자는 많다.",
        "모두 함께 왔다.",
        "값은 비싸다.",
        "파일을 저장합니다.",
        "설정을 변경합니다.",
        "지금 시작합니다.",
    ];
    let texts: Vec<String> = texts.iter().map(|text| format!("msgid \"{text}?\"\nmsgstr \"{text}\"\n")).collect();
    write(folder, "ko/app.po", &texts.join("\n"));
    let (_, told) = said(folder, &["infer", "--language", "ko", "ko"]);
    assert!(told.contains("0 mixed") && !told.contains("uncomment"), "{told}");
    assert!(told.contains("Not in this project's catalogue") && told.contains("declarative_endings"), "{told}");
    write(folder, "housestyle.toml", "catalogue = \"public\"\n");
    let (_, told) = said(folder, &["infer", "--language", "ko", "ko"]);
    assert!(told.contains("1 mixed") && told.contains("# declarative_endings: use_hara_style"), "{told}");
}
