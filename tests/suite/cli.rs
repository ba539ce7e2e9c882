//! The program as a script sees it: streams, exit codes, settings.

use std::path::Path;
use std::process::{Command, Output};

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
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
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
}
