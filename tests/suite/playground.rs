//! A folder to play in: files written, the program run in it with nothing of this machine around it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Writes a file with the folders above it.
pub(crate) fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A project with one list.
pub(crate) fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "housestyle.toml", "");
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
    let mut command = Command::new(env!("CARGO_BIN_EXE_housestyle"));
    command.current_dir(folder).args(arguments).env_clear().stdin(Stdio::null());
    if let Some(value) = std::env::var_os("SYSTEMROOT") {
        command.env("SYSTEMROOT", value);
    }
    command
}

/// Exit code, stdout and stderr.
pub(crate) fn outcome(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
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
pub(crate) struct Served(Child, pub(crate) String);

impl Served {
    pub(crate) fn new(folder: &Path, arguments: &[&str]) -> Self {
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
