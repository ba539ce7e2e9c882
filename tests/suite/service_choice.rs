//! Which service a run speaks to: nobody gets the emulator by mistake, and a misspelt setting is told.

use crate::playground::{housestyle, outcome, project, root, run, write};

/// Exit code and stderr of `plan` with these variables.
fn plan(project_file: &str, variables: &[(&str, &str)], arguments: &[&str]) -> (i32, String) {
    let folder = project();
    write(folder.path(), "housestyle.toml", project_file);
    let arguments: Vec<&str> = ["plan"].into_iter().chain(arguments.iter().copied()).collect();
    let (code, _, told) = outcome(housestyle(folder.path(), &arguments).envs(variables.iter().copied()));
    (code, told)
}

const TWO: &str = "service = \"emulator\"\n[environments.production]\nservice = \"deepl\"\n";

#[test]
fn a_key_or_a_pipeline_gets_the_emulator_only_by_name() {
    let key = ("HOUSESTYLE_AUTH_KEY", "abc");
    let other_key = ("HOUSESTYLE_AUTH_KEY_PRODUCTION", "abc");
    let ci = ("CI", "true");
    for (file, variables, arguments, wanted) in [
        (TWO, &[key, ci] as &[_], &[] as &[&str], 64),
        (TWO, &[key], &[], 64),
        (TWO, &[other_key], &[], 64),
        (TWO, &[key], &["--env", "default"], 0),
        (TWO, &[key], &["--service", "emulator"], 0),
        (TWO, &[ci], &[], 0),
        ("", &[ci], &[], 64),
        ("", &[key], &[], 64),
        ("[environments.production]\n", &[key], &["--env", "production"], 64),
        ("", &[("CI", "false")], &[], 0),
        ("", &[ci, ("HOUSESTYLE_SERVICE", "emulator")], &[], 0),
        ("", &[], &[], 0),
    ] {
        let (code, told) = plan(file, variables, arguments);
        assert_eq!(code, wanted, "{file} {variables:?} {arguments:?}: {told}");
        if wanted == 64 {
            assert!(told.contains("would use the built-in emulator") && told.contains("--service emulator"), "{told}");
            assert!(!told.contains("abc"), "{told}");
        }
    }
}

#[test]
fn a_variable_that_is_none_of_ours_is_told_with_the_nearest_one() {
    for (name, meant) in [
        ("HOUSESTYLE_ENVIRONMENT", "did you mean HOUSESTYLE_ENV?"),
        ("HOUSESTYLE_SERVCE", "did you mean HOUSESTYLE_SERVICE?"),
        ("HOUSESTYLE_AUTOAPPROVE", "did you mean HOUSESTYLE_AUTO_APPROVE?"),
        ("HOUSESTYLE_XYZZY", "housestyle help variables"),
    ] {
        let (code, told) = plan("", &[(name, "production")], &[]);
        assert_eq!(code, 0, "{told}");
        assert!(told.contains(&format!("the variable {name} sets nothing")) && told.contains(meant), "{told}");
    }
    let (_, told) = plan("", &[("HOUSESTYLE_AUTH_KEY_EU", ""), ("HOUSESTYLE_PRUNE", "1")], &[]);
    assert!(!told.contains("sets nothing"), "{told}");
}

#[test]
fn the_variables_of_our_pipelines_are_known() {
    let mut named = std::collections::BTreeSet::new();
    for file in std::fs::read_dir(root().join("docs/ci")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let names = text.split(|c: char| !(c.is_ascii_uppercase() || c == '_')).map(ToOwned::to_owned);
        named.extend(names.filter(|name| name.starts_with("HOUSESTYLE_")));
    }
    assert!(named.len() > 5, "{named:?}");
    let folder = project();
    let set = named.iter().filter(|name| !name.contains("AUTH_KEY")).map(|name| (name.as_str(), "1"));
    let (_, _, told) = outcome(housestyle(folder.path(), &["plan"]).envs(set));
    assert!(!told.contains("sets nothing"), "{told}");
}

#[test]
fn a_faulty_project_file_is_told_before_an_environment_that_it_may_have_meant() {
    for (file, wrong) in [
        ("[environment.production]\nservice = \"deepl\"\n", "environment"),
        ("[[environments]]\nname = \"production\"\n", "environments"),
    ] {
        let folder = project();
        write(folder.path(), "housestyle.toml", file);
        for arguments in [
            &["plan", "--env", "production"] as &[&str],
            &["apply", "--env", "production"],
            &["drift", "--env", "production"],
            &["outputs", "--env", "production"],
            &["state", "list", "--env", "production"],
            &["pull", "--env", "production"],
        ] {
            let (code, _, told) = run(folder.path(), arguments);
            assert_eq!(code, 3, "{arguments:?}: {told}");
            assert!(told.contains(wrong) && told.contains("[housestyle.toml:"), "{arguments:?}: {told}");
            assert!(!told.contains("has no environment"), "{arguments:?}: {told}");
        }
    }
}

#[test]
fn warnings_of_the_files_are_in_every_format_of_the_plan() {
    let folder = project();
    let list = "name: \"Shop \"\nlanguage: de\n";
    write(folder.path(), "styles/shop.yaml", list);
    let written = ["json=p.json", "markdown=p.md", "html=p.html"].map(|one| format!("--write={one}"));
    let mut arguments = vec!["plan"];
    arguments.extend(written.iter().map(String::as_str));
    let (code, text, _) = run(folder.path(), &arguments);
    assert_eq!(code, 0, "{text}");
    let files = ["p.json", "p.md", "p.html"].map(|name| std::fs::read_to_string(folder.path().join(name)).unwrap());
    for form in files.iter().chain([&text]) {
        assert!(form.contains("styles/shop.yaml:1:7: warning[edge-whitespace]"), "{form}");
    }
}

#[test]
fn a_key_in_a_variable_of_another_tool_is_named_and_not_read() {
    for name in ["DEEPL_AUTH_KEY", "DEEPL_API_KEY"] {
        let (code, told) = plan("", &[(name, "canary")], &["--service", "deepl"]);
        assert_eq!(code, 8, "{told}");
        assert!(told.contains(&format!("{name} is set, but not read here: set HOUSESTYLE_AUTH_KEY")), "{told}");
        assert!(!told.contains("canary"), "{told}");
    }
}

#[test]
fn a_digest_is_never_handed_over() {
    let folder = project();
    let wrong = format!("sha256:{}", "0".repeat(64));
    let (code, out, told) = run(folder.path(), &["apply", "--approve", &wrong]);
    assert_eq!(code, 6, "{told}");
    assert!(!out.contains("sha256:") && !told.contains("sha256:") && told.contains("housestyle plan"), "{out}{told}");
}

#[test]
fn variables_are_named_where_they_matter() {
    let variables = [("HOUSESTYLE_ENV", "nowhere"), ("HOUSESTYLE_PRUNE", "1"), ("HOUSESTYLE_TIMEOUT", "9")];
    let (code, told) = plan("", &variables, &[]);
    assert_eq!(code, 64, "{told}");
    assert!(
        told.contains("HOUSESTYLE_ENV") && !told.contains("HOUSESTYLE_PRUNE") && !told.contains("TIMEOUT"),
        "{told}"
    );
}

#[test]
fn every_commented_setting_of_the_templates_is_one() {
    for file in ["housestyle.toml", "account.toml"] {
        let text = std::fs::read_to_string(root().join("src/cli/command/init").join(file)).unwrap();
        let filled = [
            ("{stack}", "abcdefg"),
            ("{environment}", "default"),
            ("{key}", ""),
            ("{service}", "emulator"),
            ("{state}", ""),
            ("{catalogue}", ""),
        ];
        let text = filled.iter().fold(text, |text, (name, value)| text.replace(name, value));
        let uncommented: String = text
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                // Two ways to keep a state: one of them is enough.
                Some(rest) if rest.starts_with("state = {") => format!("{line}\n"),
                Some(rest)
                    if rest.starts_with('[') || rest.split_once(" = ").is_some_and(|(key, _)| !key.contains(' ')) =>
                {
                    format!("{rest}\n")
                }
                _ => format!("{line}\n"),
            })
            .collect();
        assert!(uncommented.contains("\n[safeguards]\n"), "{uncommented}");
        let folder = project();
        write(folder.path(), "styles/website.yaml", "name: Website\nlanguage: de\n");
        write(folder.path(), "housestyle.toml", &uncommented);
        let (code, out, told) = run(folder.path(), &["validate"]);
        assert_eq!(code, 0, "{file}: {out}{told}");
    }
}

#[test]
fn every_option_of_the_manual_says_what_it_does() {
    let folder = project();
    let (_, page, _) = run(folder.path(), &["man"]);
    let silent: Vec<&str> =
        page.split(".TP\n").filter(|entry| entry.lines().nth(1).is_none_or(str::is_empty)).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn every_result_for_people_says_which_service_it_is_of() {
    let folder = project();
    let asked_of = "environment default, service emulator";
    assert_eq!(run(folder.path(), &["apply", "--auto-approve"]).0, 0);
    for arguments in [
        &["plan"] as &[&str],
        &["drift"],
        &["pull"],
        &["pull", "--dry-run"],
        &["usage"],
        &["languages"],
        &["languages", "--resource", "style_rules"],
        &["outputs"],
        &["snapshot"],
        &["snapshot", "--out", "one.json"],
        &["try", "shop", "--text", "Hello", "--auto-approve"],
        &["try", "correct", "shop", "--auto-approve"],
    ] {
        let (code, out, told) = run(folder.path(), arguments);
        assert_eq!(code, 0, "{arguments:?}: {out}{told}");
        assert!(format!("{out}{told}").contains(asked_of), "{arguments:?}: {out}{told}");
    }
    for (arguments, wanted) in [
        (&["state", "list"] as &[&str], "of emulator"),
        (&["state", "show"], "service      emulator"),
        (&["state", "show", "shop"], "service   emulator"),
        (&["state", "show", "-o", "json"], "\"origin\": \"emulator\""),
        (&["state", "show", "shop", "-o", "json"], "\"origin\": \"emulator\""),
        (&["state", "list", "-o", "json"], "\"origin\": \"emulator\""),
        (&["outputs", "-o", "json"], "\"origin\": \"emulator\""),
    ] {
        let (code, out, told) = run(folder.path(), arguments);
        assert_eq!(code, 0, "{arguments:?}: {out}{told}");
        assert!(out.contains(wanted), "{arguments:?}: {out}");
    }
}
