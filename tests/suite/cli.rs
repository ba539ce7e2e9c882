//! The program as a script sees it: streams, exit codes, settings.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// The program in an environment that holds nothing of this machine.
fn housestyle(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_housestyle"));
    command.current_dir(folder).args(arguments).env_clear();
    command
}

fn outcome(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

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
    for code in ["  0  done", "  3  files are invalid", " 64  wrong flags", "130  interrupted"] {
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
    // Characters of other scripts are written as names, which every `man` reads in every language.
    for page in std::fs::read_dir(folder.path().join("pages")).unwrap() {
        let page = std::fs::read_to_string(page.unwrap().path()).unwrap();
        assert!(page.is_ascii(), "{page}");
    }
}

/// A project with one list.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "housestyle.toml", "");
    write(folder.path(), "styles/shop.yaml", "name: Shop\nlanguage: de\n");
    folder
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// An emulator on a port, ended when it goes.
struct Served(Child, String);

impl Served {
    fn new(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = housestyle(folder, &[&["emulate"], arguments].concat()).stdout(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let address = first.trim().strip_prefix("listening on ").unwrap().to_owned();
        Self(child, address)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _gone = self.0.kill();
        let _gone = self.0.wait();
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
    assert!(json(&["state", "list"])["bindings"]["style/shop"].is_object());
    assert!(json(&["state", "show", "shop"])["id"].is_string());
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
            .env("HOUSESTYLE_BASE_URL", &served.1)
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
        .env("HOUSESTYLE_BASE_URL", &served.1)
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
                .env("HOUSESTYLE_BASE_URL", &served.1)
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
