//! A folder to play in: files written, the program run in it with nothing of this machine around it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// The program as it was built for the tests.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_housestyle");

/// The folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Writes a file with the folders above it.
pub(crate) fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A project with nothing in it.
pub(crate) fn empty_project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "housestyle.toml", "");
    std::fs::create_dir(folder.path().join("styles")).unwrap();
    folder
}

/// A project with one list.
pub(crate) fn project() -> tempfile::TempDir {
    let folder = empty_project();
    let list = "name: Shop\nlanguage: de\ncustom_instructions:\n  - label: Anrede\n    prompt: Use Sie.\n";
    write(folder.path(), "styles/shop.yaml", list);
    folder
}

/// A program in an environment that has a path, a home and a language, and nothing else of this machine.
pub(crate) fn clean(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env_clear().env("HOME", folder).env("LANG", "C.UTF-8").stdin(Stdio::null());
    // What a shell, git and Windows itself need to start.
    for name in ["PATH", "SYSTEMROOT", "PATHEXT"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
}

/// The program in an environment that holds nothing of this machine.
pub(crate) fn housestyle(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(arguments).env_clear().stdin(Stdio::null());
    if let Some(value) = std::env::var_os("SYSTEMROOT") {
        command.env("SYSTEMROOT", value);
    }
    command
}

/// Runs git as somebody with a name and no settings. Answers what it printed.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    let settings = ["user.name=Test", "user.email=test@localhost", "init.defaultBranch=main"];
    let mut command = clean("git", folder);
    command.args(settings.iter().flat_map(|setting| ["-c", setting])).args(arguments);
    let (code, out, said) = outcome(&mut command);
    assert_eq!(code, 0, "git {arguments:?}: {said}");
    out
}

/// Exit code, stdout and stderr.
pub(crate) fn outcome(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

/// Exit code, and stdout with stderr behind it.
pub(crate) fn outcome_in_one(command: &mut Command) -> (i32, String) {
    let (code, out, said) = outcome(command);
    (code, out + &said)
}

/// What the program tells in an environment that holds nothing of this machine.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    outcome(&mut housestyle(folder, arguments))
}

/// What it tells as a shell starts it.
pub(crate) fn run_in_shell(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    outcome(clean(PROGRAM, folder).args(arguments))
}

/// What it tells in an environment that holds nothing of this machine, with stderr behind stdout.
pub(crate) fn run_in_one(folder: &Path, arguments: &[&str]) -> (i32, String) {
    outcome_in_one(&mut housestyle(folder, arguments))
}

/// Links `link` to `target`, on any system.
pub(crate) fn symlink(target: &Path, link: &Path) {
    #[cfg(unix)]
    std::os::unix::fs::symlink(target, link).unwrap();
    #[cfg(windows)]
    {
        let from = link.parent().unwrap().join(target);
        let made = if from.is_dir() {
            std::os::windows::fs::symlink_dir(target, link)
        } else {
            std::os::windows::fs::symlink_file(target, link)
        };
        made.unwrap();
    }
}

/// An emulator on a port, ended when it goes.
pub(crate) struct Served {
    process: Child,
    pub(crate) address: String,
}

impl Served {
    pub(crate) fn new(folder: &Path, arguments: &[&str]) -> Self {
        let mut process =
            housestyle(folder, &[&["emulate"], arguments].concat()).stdout(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut first).unwrap();
        let address = first.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("{first}")).to_owned();
        Self { process, address }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}
