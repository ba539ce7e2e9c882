//! The program as a script sees it: streams, exit codes, settings.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::playground::{Served, housestyle, outcome, project, write};

#[test]
fn wrong_arguments_are_64_and_help_is_0() {
    let folder = tempfile::tempdir().unwrap();
    let code = |arguments: &[&str]| outcome(&mut housestyle(folder.path(), arguments));
    for wrong in
        [&["no-such-verb"][..], &["completions"], &["completions", "cobol"], &["--parallelism", "0", "man"], &[]]
    {
        let (code, out, said) = code(wrong);
        assert_eq!(code, 64, "{wrong:?}: {said}");
        assert!(out.is_empty() && !said.is_empty(), "{wrong:?} spoke on stdout");
    }
    for right in [&["--help"][..], &["--version"], &["man", "--help"]] {
        let (code, out, said) = code(right);
        assert_eq!((code, said.as_str()), (0, ""), "{right:?}");
        assert!(!out.is_empty());
    }
}

#[test]
fn the_help_has_the_table_of_exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    let (_, help, _) = outcome(&mut housestyle(folder.path(), &["--help"]));
    for code in ["  0  success", "  3  files are invalid", " 64  wrong options", "130  interrupted"] {
        assert!(help.contains(code), "{help}");
    }
}

#[test]
fn a_variable_stands_for_a_flag_and_an_empty_one_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, value: &str| outcome(housestyle(folder.path(), &["man"]).env(name, value)).0;
    assert_eq!(run("HOUSESTYLE_CHDIR", "no-such-folder"), 64);
    assert_eq!(run("HOUSESTYLE_PARALLELISM", "many"), 64);
    assert_eq!(run("HOUSESTYLE_SERVICE", "elsewhere"), 64);
    for name in
        ["HOUSESTYLE_CHDIR", "HOUSESTYLE_PARALLELISM", "HOUSESTYLE_SERVICE", "HOUSESTYLE_QUIET", "HOUSESTYLE_COLOR"]
    {
        assert_eq!(run(name, ""), 0, "{name}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = housestyle(folder.path(), &["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!((done.status.code(), done.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn manual_pages_are_written_for_every_verb() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = outcome(&mut housestyle(folder.path(), &["man", "pages"]));
    assert_eq!((code, out.as_str()), (0, ""));
    let page = std::fs::read_to_string(folder.path().join("pages/housestyle.1")).unwrap();
    assert!(page.contains("housestyle") && page.contains(".SH"));
    assert!(folder.path().join("pages/housestyle-man.1").is_file());
    let page = std::fs::read_to_string(folder.path().join("pages/housestyle-plan.1")).unwrap();
    for section in ["EXAMPLES\n.nf\n", "ENVIRONMENT\n", "EXIT STATUS\n", "SEE ALSO\n"] {
        assert!(
            page.contains(&format!(".SH {section}"))
                || page.contains(&format!(".SH \"{}", section.replacen('\n', "\"\n", 1))),
            "{page}"
        );
    }
    assert!(page.contains("HOUSESTYLE_TARGET") && page.contains("housestyle plan \\-\\-out plan.json"), "{page}");
    // Characters of other scripts are written as names, which every `man` reads in every language.
    for page in std::fs::read_dir(folder.path().join("pages")).unwrap() {
        let page = std::fs::read_to_string(page.unwrap().path()).unwrap();
        assert!(page.is_ascii(), "{page}");
    }
}

#[test]
fn safe_fixes_change_the_wrong_bytes_alone() {
    let folder = project();
    let text = |rule: &str, edge: &str| {
        format!(
            "# kept: a comment\r\nname: Shop{edge}\r\nlanguage:   de   # kept too\r\nconfigured_rules:\r\n  numbers:\r\n    \
             {rule}: use_comma_as_decimal_separator\r\n"
        )
    };
    write(folder.path(), "styles/shop.yaml", &text("decimal_seperator", ""));
    let (code, _, said) = outcome(&mut housestyle(folder.path(), &["validate", "--fix"]));
    assert_eq!((code, said.as_str()), (0, "made 1 safe edit\n"));
    let fixed = std::fs::read_to_string(folder.path().join("styles/shop.yaml")).unwrap();
    assert_eq!(fixed, text("decimal_separator", ""));
    let (code, _, said) = outcome(&mut housestyle(folder.path(), &["validate", "--fix"]));
    assert_eq!((code, said.as_str()), (0, "made 0 safe edits\n"));
}

#[test]
fn bytes_of_another_encoding_become_the_signs_that_they_were() {
    let folder = project();
    let path = folder.path().join("styles/shop.yaml");
    let bytes = b"name: Gr\xfc\xdfe\nlanguage: de\nconfigured_rules:\n  numbers:\n    \
                  decimal_seperator: use_comma_as_decimal_separator\n";
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, bytes).unwrap();
    // As long as nobody says what they are, nothing of the file is written.
    let (code, _, said) = outcome(&mut housestyle(folder.path(), &["validate", "--fix"]));
    assert_eq!((code, said.as_str()), (3, "made 0 safe edits\n"));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let (code, _, said) = outcome(&mut housestyle(folder.path(), &["validate", "--fix", "--unsafe"]));
    assert_eq!((code, said.as_str()), (0, "made 2 edits\n"));
    let fixed = std::fs::read_to_string(&path).unwrap();
    assert!(fixed.starts_with("name: Grüße\n") && fixed.contains("    decimal_separator: "), "{fixed}");
}

#[test]
fn forms_that_a_verb_has_are_forms_that_parse() {
    let folder = project();
    let json = |arguments: &[&str]| {
        let (code, out, said) = outcome(housestyle(folder.path(), arguments).args(["--format", "json"]));
        assert_eq!(code, 0, "{said}");
        serde_json::from_str::<serde_json::Value>(&out).unwrap()
    };
    assert!(json(&["plan"])["housestyle_plan"].is_u64());
    assert!(json(&["apply", "--auto-approve"])["summary"].is_object());
    assert!(json(&["apply", "--auto-approve"])["summary"].is_object(), "nothing to do is an answer too");
    assert!(json(&["outputs"])["outputs"]["style"]["shop"]["id"].is_string());
    assert!(json(&["state", "list"])["resources"]["style/shop"].is_object());
    assert!(json(&["state", "show", "shop"])["resource"]["id"].is_string());
    assert!(json(&["validate"]).is_object());
    let (code, out, _) = outcome(&mut housestyle(folder.path(), &["plan", "--format", "markdown"]));
    assert_eq!(code, 0);
    assert!(out.starts_with("<!-- housestyle plan default -->"), "{out}");
}

#[cfg(unix)]
#[test]
fn an_interruption_during_a_wait_ends_the_run_at_once_with_the_number_of_its_signal() {
    let folder = project();
    let faults = r#"{"rules": [{"fault": {"kind": "status", "status": 429, "headers": {"retry-after": "120"}}}]}"#;
    write(folder.path(), "faults.json", faults);
    let served = Served::new(folder.path(), &["--faults", "faults.json"]);
    for (signal, expected) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = housestyle(folder.path(), &["apply", "--auto-approve"])
            .env("HOUSESTYLE_BASE_URL", &served.address)
            .env("HOUSESTYLE_AUTH_KEY", "any")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains("waiting") {
            line.clear();
            assert!(said.read_line(&mut line).unwrap() > 0, "it never waited");
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(expected));
    }
}

#[cfg(unix)]
#[test]
fn a_second_interruption_waits_for_nothing() {
    let folder = project();
    let faults = r#"{"rules": [{"calls": ["create-style"], "fault": {"kind": "lost-before", "hang": true}}]}"#;
    write(folder.path(), "faults.json", faults);
    let served = Served::new(folder.path(), &["--faults", "faults.json", "--log", "log.ndjson"]);
    let mut child = housestyle(folder.path(), &["apply", "--auto-approve", "-v"])
        .env("HOUSESTYLE_BASE_URL", &served.address)
        .env("HOUSESTYLE_AUTH_KEY", "any")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let log = folder.path().join("log.ndjson");
    while !std::fs::read_to_string(&log).unwrap_or_default().contains("create-style") {
        std::thread::yield_now();
    }
    // The call in flight hangs: the first interruption waits for it, so only a second one can end the process.
    let process = child.id().to_string();
    let interrupt = || Command::new("kill").args(["-INT", &process]).status().unwrap();
    interrupt();
    while child.try_wait().unwrap().is_none() {
        interrupt();
        std::thread::yield_now();
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn the_key_comes_out_nowhere() {
    const KEY: &str = "canary-7c1f9e-key:fx";
    let folder = project();
    let faults = format!(
        r#"{{"rules": [{{"calls": ["create-style"], "fault":
            {{"kind": "status", "status": 400, "body": "{{\"message\": \"the key {KEY} is odd\"}}"}}}}]}}"#
    );
    write(folder.path(), "faults.json", &faults);
    let served = Served::new(folder.path(), &["--faults", "faults.json", "--log", "log.ndjson"]);
    std::fs::remove_file(folder.path().join("faults.json")).unwrap();
    for arguments in [
        &["plan", "-v"][..],
        &["plan", "--format", "json", "--out", "plan.json"],
        &["apply", "--auto-approve", "-vv"],
        &["apply", "--auto-approve", "--format", "json"],
        &["outputs"],
        &["state", "list"],
        &["--help"],
        &["plan", "--help"],
        &["man", "man"],
        &["--service", "deepl", "plan"],
        &["--auth-scheme", "two words", "plan"],
    ] {
        let (_, out, said) = outcome(
            housestyle(folder.path(), arguments)
                .env("HOUSESTYLE_BASE_URL", &served.address)
                .env("HOUSESTYLE_AUTH_KEY", KEY)
                .env("HOUSESTYLE_SETTLE", "0"),
        );
        assert!(!out.contains(KEY) && !said.contains(KEY), "{arguments:?}: {out}{said}");
    }
    let mut files = vec![folder.path().to_owned()];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let bytes = std::fs::read(&path).unwrap();
            let held = bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes());
            assert!(!held, "{}", path.display());
        }
    }
}

#[test]
fn quiet_prints_errors_and_what_was_asked_for_by_name() {
    let folder = project();
    let quiet = |arguments: &[&str]| outcome(housestyle(folder.path(), arguments).arg("-q"));
    let silent = |code| (code, String::new(), String::new());
    assert_eq!(quiet(&["plan"]), silent(0));
    assert_eq!(quiet(&["plan", "--detailed-exitcode"]), silent(2));
    assert_eq!(quiet(&["validate"]), silent(0));
    assert_eq!(quiet(&["apply", "--auto-approve"]), silent(0));
    assert_eq!(quiet(&["apply", "--auto-approve"]), silent(0));
    assert_eq!(quiet(&["drift"]), silent(0));
    assert_eq!(quiet(&["pull"]), silent(0));
    assert!(quiet(&["plan", "-o", "json"]).1.starts_with('{'));
    assert!(quiet(&["plan", "--write", "json=-"]).1.starts_with('{'));
    assert!(quiet(&["outputs"]).1.contains("shop"));
    // A warning is not printed, an error is.
    write(
        folder.path(),
        "styles/shop.yaml",
        "name: Shop\nlanguage: de\ncustom_instructions:\n  - {label: a, prompt: b}\nconfigured_rules:\n  x: {}\n",
    );
    let (code, out, said) = quiet(&["validate"]);
    assert_eq!((code, said.as_str()), (3, ""));
    assert!(out.contains("error["), "{out}");
    assert!(!out.contains("warning["), "{out}");
    std::fs::remove_file(folder.path().join("styles/shop.yaml")).unwrap();
    let (code, out, said) = quiet(&["plan", "--prune"]);
    assert_eq!(code, 5, "{said}");
    assert!(out.contains("shop"), "the blocked plan is an error: {out}");
}

#[test]
fn help_is_short_unless_asked_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let (_, short, _) = outcome(&mut housestyle(folder.path(), &["plan", "-h"]));
    let (_, long, _) = outcome(&mut housestyle(folder.path(), &["plan", "--help"]));
    let (_, by_name, _) = outcome(&mut housestyle(folder.path(), &["help", "plan"]));
    let (_, options, _) = outcome(&mut housestyle(folder.path(), &["help", "options"]));
    assert!(
        !short.contains("--parallelism") && short.ends_with("global options: housestyle help options\n"),
        "{short}"
    );
    for heading in ["Options:", "Planning options:", "Safeguard overrides:", "Global options:"] {
        assert!(long.contains(&format!("{heading}\n")), "{long}");
    }
    assert!(long.contains("--parallelism") && options.contains("--parallelism"), "{options}");
    assert_eq!(long, by_name);
    let (code, out, said) = outcome(&mut housestyle(folder.path(), &["help", "plann"]));
    assert_eq!((code, out.as_str()), (64, ""));
    assert!(said.contains("did you mean `plan`?"), "{said}");
    let (_, _, said) = outcome(&mut housestyle(folder.path(), &["help", "zzzz"]));
    assert!(said.contains("exit-codes"), "{said}");
}

#[test]
fn a_wrong_value_of_a_variable_is_reported_under_its_name() {
    let folder = project();
    for (variable, value, command) in [
        ("HOUSESTYLE_PARALLELISM", "many", "plan"),
        ("HOUSESTYLE_SERVICE", "deepl-eu", "plan"),
        ("HOUSESTYLE_FORMAT", "yaml", "plan"),
        ("HOUSESTYLE_FORMAT", "sarif", "plan"),
        ("HOUSESTYLE_ENV", "nowhere", "plan"),
        ("HOUSESTYLE_CHDIR", "nowhere", "plan"),
        ("HOUSESTYLE_BASE_URL", "ftp://x", "plan"),
        ("HOUSESTYLE_UNSAFE", "1", "validate"),
        ("HOUSESTYLE_TAKE", "x", "plan"),
    ] {
        let (code, _, said) = outcome(housestyle(folder.path(), &[command]).env(variable, value));
        assert_eq!(code, 64, "{variable}: {said}");
        assert!(said.contains(variable), "{variable}={value}: {said}");
    }
    let digest = format!("sha256:{}", "0".repeat(64));
    let (code, _, said) =
        outcome(housestyle(folder.path(), &["apply", "--approve", &digest]).env("HOUSESTYLE_AUTO_APPROVE", "1"));
    assert!(code == 64 && said.contains("HOUSESTYLE_AUTO_APPROVE"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_backslash_in_a_name_is_a_character_like_any_other() {
    let folder = project();
    let text = |rule: &str| {
        format!(
            "key: a\nname: A\nlanguage: de\nconfigured_rules:\n  numbers:\n    {rule}: use_comma_as_decimal_separator\n"
        )
    };
    // The name of this file could not be a key, so that the file has one.
    write(folder.path(), "styles/a\\b.yaml", &text("decimal_seperator"));
    let (code, out, _) = outcome(&mut housestyle(folder.path(), &["validate", "-o", "plain"]));
    assert_eq!(code, 3);
    assert!(out.contains("styles/a\\b.yaml:6:5"), "{out}");
    let (code, _, said) = outcome(&mut housestyle(folder.path(), &["validate", "--fix"]));
    assert_eq!((code, said.as_str()), (0, "made 1 safe edit\n"));
    let fixed = std::fs::read_to_string(folder.path().join("styles/a\\b.yaml")).unwrap();
    assert_eq!(fixed, text("decimal_separator"));
}

#[test]
fn invalid_files_are_json_for_whoever_asked_for_json() {
    let folder = project();
    write(
        folder.path(),
        "styles/shop.yaml",
        "name: Shop\nlanguage: de\nconfigured_rules:\n  numbers: {decimal_sep: x}\n",
    );
    write(folder.path(), "texts/de.txt", "Hallo\n");
    for arguments in [
        &["validate", "-o", "json"] as &[&str],
        &["plan", "-o", "json"],
        &["lint", "--style", "shop", "texts/de.txt", "-o", "json"],
        &["apply", "--auto-approve", "-o", "json"],
    ] {
        let (code, out, told) = outcome(&mut housestyle(folder.path(), arguments));
        assert_eq!(code, 3, "{arguments:?}: {told}");
        let json: serde_json::Value =
            serde_json::from_str(&out).unwrap_or_else(|why| panic!("{arguments:?}: {why}: {out}{told}"));
        if arguments[0] == "apply" {
            assert_eq!(json["error"], "the files are invalid, nothing was done", "{out}");
        } else {
            assert_eq!(json["findings"][0]["code"], "unknown-rule", "{arguments:?}: {out}");
        }
    }
}

#[test]
fn a_binary_is_named_as_what_it_is_by_every_command_that_reads_text() {
    let folder = project();
    std::fs::write(folder.path().join("x.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    for arguments in [
        &["show", "x.png"] as &[&str],
        &["apply", "x.png"],
        &["plan", "--against", "x.png"],
        &["plan", "--undo", "x.png"],
        &["emulate", "--seed", "x.png"],
        &["emulate", "--faults", "x.png"],
        &["try", "shop", "--file", "x.png"],
        &["sheet", "--read", "x.png"],
        &["infer", "--language", "de", "x.png"],
        &["lint", "--style", "shop", "x.png"],
        &["validate", "x.png"],
    ] {
        let (code, out, told) = outcome(&mut housestyle(folder.path(), arguments));
        assert_ne!(code, 0, "{arguments:?}");
        assert!(format!("{out}{told}").contains("it is a PNG picture, and no text"), "{arguments:?}: {out}{told}");
    }
}

#[test]
fn a_plan_that_is_applied_again_says_when_and_by_whom_it_was() {
    let folder = project();
    assert_eq!(outcome(&mut housestyle(folder.path(), &["plan", "--out", "p.json"])).0, 0);
    let applied =
        || outcome(housestyle(folder.path(), &["apply", "p.json"]).env("USER", "ann").env("HOSTNAME", "desk"));
    assert_eq!(applied().0, 0);
    let (code, _, told) = applied();
    assert_eq!(code, 6, "{told}");
    assert!(told.contains("this plan was applied at 20") && told.contains(" by ann@desk"), "{told}");
}
