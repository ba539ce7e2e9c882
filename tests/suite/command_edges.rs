//! Edges of the commands: time that is up, environments that nobody means, states that nobody else sees, and texts that stand
//! elsewhere.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::playground::{project, run, write};
use crate::scripted_service::Scripted;

/// A value of German.
const GUILLEMETS: &str = "use_guillemets_for_primary_quotations_and_single_guillemets_for_secondary_quotations";

#[test]
fn texts_that_take_too_long_end_the_run_with_9() {
    let project = project();
    let folder = project.path();
    write(folder, "housestyle.toml", "[[texts]]\nfiles = \"t/*.txt\"\nlanguage = \"de\"\nstyle = \"shop\"\n");
    let rules = format!("configured_rules:\n  punctuation:\n    quotation_style: {GUILLEMETS}\n");
    write(folder, "styles/shop.yaml", &format!("name: Shop\nlanguage: de\n{rules}"));
    write(folder, "t/large.txt", &"Er sagt \"ja\" und \"nein\". ".repeat(3 << 20));
    let started = Instant::now();
    for arguments in [&["lint", "--timeout", "1"][..], &["infer", "--language", "de", "t/large.txt", "--timeout", "1"]]
    {
        let (code, out, said) = run(folder, arguments);
        assert_eq!((code, out.as_str()), (9, ""), "{arguments:?}: {said}");
        assert!(said.contains("the time for this run (`--timeout`) is up after 1 s"), "{said}");
    }
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    write(folder, "t/large.txt", "Er sagt ja.\n");
    let (code, _, said) = run(folder, &["lint", "--timeout", "60"]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn all_environments_are_those_that_the_project_file_means() {
    let project = project();
    let folder = project.path();
    let planned = |arguments: &[&str]| {
        let (code, out, said) = run(folder, &[&["plan", "-o", "json"], arguments].concat());
        assert_eq!(code, 0, "{arguments:?}: {said}");
        let plans: Value = serde_json::from_str(&out).unwrap();
        let names = |plans: &Value| plans.as_array().unwrap().iter().map(|each| each["environment"].clone()).collect();
        names(&plans["environments"])
    };
    let two = "[environments.prod]\n[environments.staging]\n";
    for (settings, expected) in [
        (String::new(), json!(["prod", "staging"])),
        // Whatever is set at the top is set for the default environment.
        ("service = \"emulator\"\n".to_owned(), json!(["default", "prod", "staging"])),
        ("default_environment = \"prod\"\n".to_owned(), json!(["prod", "staging"])),
        ("default_environment = \"home\"\n".to_owned(), json!(["home", "prod", "staging"])),
    ] {
        write(folder, "housestyle.toml", &format!("{settings}{two}"));
        for arguments in [&["--all-envs"][..], &["--env", "*"]] {
            let names: Vec<Value> = planned(arguments);
            assert_eq!(Value::from(names), expected, "{settings:?} {arguments:?}");
        }
    }
}

#[test]
fn a_plan_says_that_apply_would_refuse_to_keep_its_state() {
    let project = project();
    let folder = project.path();
    write(folder, "housestyle.toml", "service = \"custom\"\nstate = \".housestyle/state.json\"\n");
    let service = Scripted::new(|asked| match asked.line.as_str() {
        line if line.starts_with("GET /v3/style_rules") => (200, json!({"style_rules": []}).to_string()),
        line if line.starts_with("GET /v3/languages") => (200, json!([]).to_string()),
        _ => (404, String::new()),
    });
    let (code, _, said) = service.run(folder, &["snapshot", "--out", "snapshot.json"]);
    assert_eq!(code, 0, "{said}");
    for arguments in [
        &["plan"][..],
        &["plan", "--detailed-exitcode"],
        &["plan", "--against", "snapshot.json"],
        &["apply", "--auto-approve"],
    ] {
        let (code, out, said) = service.run(folder, arguments);
        let said = (out + &said).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(code, 5, "{arguments:?}: {said}");
        assert!(
            said.contains("which git ignores") && !said.contains("next: housestyle apply"),
            "{arguments:?}: {said}"
        );
    }
    assert!(service.lines().iter().all(|line| line.starts_with("GET ")), "{:?}", service.lines());
}

#[test]
fn a_text_that_stands_elsewhere_is_counted_as_not_checked() {
    let project = project();
    let folder = project.path();
    write(folder, "housestyle.toml", "[[texts]]\nfiles = \"t/*.xml\"\nlanguage = \"de\"\nstyle = \"shop\"\n");
    let rules = format!("configured_rules:\n  punctuation:\n    quotation_style: {GUILLEMETS}\n");
    write(folder, "styles/shop.yaml", &format!("name: Shop\nlanguage: de\n{rules}"));
    let texts = "<resources>\n<string name=\"a\">&app_name;</string>\n<string name=\"b\">&one; <b>&two;</b></string>\n\
                 <string name=\"c\">@string/other</string>\n<string name=\"d\">Willkommen bei &app_name; und allen.</string>\n\
                 </resources>\n";
    write(folder, "t/de.xml", texts);
    let (code, out, said) = run(folder, &["lint"]);
    assert_eq!(code, 0, "{out}{said}");
    assert!(said.contains("in 4 texts; 3 texts in another language or code, not checked"), "{said}");
}
