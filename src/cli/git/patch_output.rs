//! Printing a patch: exact for whoever applies it, inert for whoever reads it.
//!
//! A patch quotes files, whose text may hold terminal sequences or what build systems take for commands. So it is written
//! as it is into a file or a pipe, and with everything made visible on a terminal and in a build log, which is where a
//! pipe ends in CI. `git apply` refuses a patch that was made visible, so nothing wrong can come of it.

use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::CliError;
use crate::cli::screen::terminal::Screen;
use crate::report::Sanitized;

/// Where standard output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PatchReader {
    /// A file or a program: bytes count.
    Exact,
    /// A terminal or a build log: somebody reads it, and something may act on it.
    Log,
}

/// Prints a patch as its reader needs it, and tells on stderr where it was changed for reading.
///
/// # Errors
/// Where stdout takes nothing.
pub fn print_patch(screen: &Screen, variables: &EnvVariables, patch: &str) -> Result<(), CliError> {
    match patch_reader(variables) {
        PatchReader::Exact => screen.print_output(patch),
        PatchReader::Log => {
            let inert = make_inert(patch);
            screen.print_output(&inert)?;
            if inert != patch {
                screen.print_always(
                    "warning: the patch has hidden characters or build commands, shown here as \\u{…}; for `git apply`, write it to a file: > drift.patch",
                );
            }
            Ok(())
        }
    }
}

fn patch_reader(variables: &EnvVariables) -> PatchReader {
    use std::io::IsTerminal as _;
    let stdout = std::io::stdout();
    let ci = ["CI", "TF_BUILD", "TEAMCITY_VERSION", "JENKINS_URL"]
        .iter()
        .any(|name| variables.get(name).is_some_and(|value| value != "false" && value != "0"));
    if stdout.is_terminal() || (ci && !is_regular_file(&stdout)) { PatchReader::Log } else { PatchReader::Exact }
}

#[cfg(unix)]
fn is_regular_file(stdout: &std::io::Stdout) -> bool {
    use std::os::fd::AsFd as _;
    let owned = stdout.as_fd().try_clone_to_owned();
    owned.map(std::fs::File::from).and_then(|file| file.metadata()).is_ok_and(|found| found.is_file())
}

#[cfg(windows)]
fn is_regular_file(stdout: &std::io::Stdout) -> bool {
    use std::os::windows::io::AsHandle as _;
    let owned = stdout.as_handle().try_clone_to_owned();
    owned.map(std::fs::File::from).and_then(|file| file.metadata()).is_ok_and(|found| found.is_file())
}

/// Every line with everything in it made visible, tabs of tables aside.
fn make_inert(patch: &str) -> String {
    let mut inert = String::with_capacity(patch.len());
    for line in patch.split_inclusive('\n') {
        let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
        let cells: Vec<String> = text.split('\t').map(|cell| Sanitized(cell).to_string()).collect();
        inert.push_str(&cells.join("\t"));
        inert.push_str(end);
    }
    inert
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gets_nothing_that_acts() {
        let patch = "+a\tb\n+##vso[task.setvariable]x\n ::set-output name=a::b\n+\u{1b}[2J\r\n";
        let inert = make_inert(patch);
        assert!(inert.starts_with("+a\tb\n+"), "{inert}");
        for never in ["##vso[", "::", "\u{1b}", "\r"] {
            assert!(!inert.contains(never), "{inert:?}");
        }
        assert_eq!(inert.lines().count(), patch.lines().count());
        let plain = "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-Größe: \"a\"\n+Größe: \"b\"\n";
        assert_eq!(make_inert(plain), plain);
    }
}
