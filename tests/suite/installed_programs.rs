//! Real programs of package registries: fetched once into a folder that outlives the run.
//!
//! Tests that need what not everybody has are marked `#[ignore = "needs …"]`, so that the runner itself says that they were
//! skipped. Who asks for them has what they need: without it they fail. `.ci/run` asks for those whose programs are there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with packages in it. The first test installs, and the others wait for it, in this process or another. What
/// an earlier run left half done is taken away first.
fn installed(name: &str, packages: &[&str], install: impl Fn(&Path) -> bool) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(place).unwrap();
    let lock = std::fs::File::create(place.join(format!("{name}.lock"))).unwrap();
    lock.lock().unwrap();
    let (folder, done) = (place.join(name), place.join(format!("{name}.done")));
    let wanted = packages.join(" ");
    if folder.is_dir() && std::fs::read_to_string(&done).is_ok_and(|found| found == wanted) {
        return folder;
    }
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    assert!(install(&folder), "{wanted} cannot be installed here: is there a package registry?");
    std::fs::write(done, wanted).unwrap();
    folder
}

/// Runs a command whose failure means that something is not there.
fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|code| code.success())
}

/// A virtual environment with these packages.
pub(crate) fn python_packages(name: &str, packages: &[&str]) -> PathBuf {
    let pip = ["-m", "pip", "--disable-pip-version-check", "--retries", "1", "--timeout", "10", "install", "-q"];
    installed(name, packages, |folder| {
        succeeds(Command::new("python3").args(["-m", "venv"]).arg(folder))
            && succeeds(Command::new(folder.join("bin/python")).args(pip).args(packages))
    })
}

/// A folder in which these packages are installed.
pub(crate) fn node_packages(name: &str, packages: &[&str]) -> PathBuf {
    let install =
        ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1", "--fetch-timeout=10000"];
    installed(name, packages, |folder| {
        std::fs::write(folder.join("package.json"), "{\"private\": true}\n").unwrap();
        succeeds(Command::new("npm").args(install).args(packages).current_dir(folder))
    })
}
