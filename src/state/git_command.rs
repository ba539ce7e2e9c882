//! The git program, started so that nothing of the repository or its settings runs.
//!
//! Always holds: git sees none of our environment but the variables that it is given; no hook, pager, file system monitor,
//! background job or prompt runs; replaced objects and repositories inside of another one's files are not followed. What a
//! caller allows or forbids beyond that is a [`GitAccess`].

use std::process::Command;

use camino::Utf8Path;

/// Variables that git needs to start and to find the settings of the person who runs it.
pub const BASE_VARIABLES: &[&str] =
    &["PATH", "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SYSTEMROOT", "PATHEXT", "TMPDIR", "TEMP", "TMP"];

const SETTINGS: &[&str] = &[
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.untrackedCache=false",
    "safe.bareRepository=explicit",
    "gc.auto=0",
    "maintenance.auto=false",
];

const VARIABLES: &[(&str, &str)] =
    &[("LC_ALL", "C"), ("GIT_TERMINAL_PROMPT", "0"), ("GIT_OPTIONAL_LOCKS", "0"), ("GIT_NO_REPLACE_OBJECTS", "1")];

/// What git may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GitAccess {
    /// Read what the clone holds: no transport, no credential, no object that would have to be fetched.
    Clone,
    /// Also reach the remote as the person who runs it, and write objects.
    Remote,
}

impl GitAccess {
    fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Clone => &["core.commitGraph=false", "protocol.allow=never", "credential.helper="],
            Self::Remote => &[
                "protocol.ext.allow=never",
                "push.gpgSign=false",
                "push.followTags=false",
                "push.recurseSubmodules=no",
                "fetch.recurseSubmodules=no",
                "http.lowSpeedLimit=1",
                "http.lowSpeedTime=30",
            ],
        }
    }

    fn variables(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Clone => &[("GIT_NO_LAZY_FETCH", "1"), ("GIT_LITERAL_PATHSPECS", "1")],
            Self::Remote => &[
                ("GIT_AUTHOR_NAME", "housestyle"),
                ("GIT_AUTHOR_EMAIL", "housestyle@localhost"),
                ("GIT_COMMITTER_NAME", "housestyle"),
                ("GIT_COMMITTER_EMAIL", "housestyle@localhost"),
            ],
        }
    }
}

/// Git in a folder, with these arguments and nothing of our environment but `variables`.
#[must_use]
pub fn git_command<N: AsRef<str>>(
    folder: &Utf8Path,
    variables: &[(N, String)],
    access: GitAccess,
    arguments: &[&str],
) -> Command {
    let mut command = Command::new("git");
    command.env_clear();
    command.envs(variables.iter().map(|(name, value)| (name.as_ref(), value)));
    command.envs(VARIABLES.iter().chain(access.variables()).copied());
    command.current_dir(folder).arg("--no-pager");
    for setting in SETTINGS.iter().chain(access.settings()) {
        command.args(["-c", setting]);
    }
    command.args(arguments);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_git_may_do_nothing_of_the_repository_runs() {
        for access in [GitAccess::Clone, GitAccess::Remote] {
            let given = [("PATH".to_owned(), "/usr/bin".to_owned())];
            let command = git_command(Utf8Path::new("."), &given, access, &["status"]);
            let arguments: Vec<&str> = command.get_args().filter_map(|argument| argument.to_str()).collect();
            for setting in SETTINGS {
                assert!(arguments.contains(setting), "{access:?}: {arguments:?}");
            }
            assert_eq!((arguments.first(), arguments.last()), (Some(&"--no-pager"), Some(&"status")));
            let names: Vec<_> = command.get_envs().filter_map(|(name, value)| Some((name.to_str()?, value?))).collect();
            assert!(names.iter().all(|(name, _)| *name == "PATH" || *name == "LC_ALL" || name.starts_with("GIT_")));
            assert!(names.iter().any(|(name, value)| *name == "GIT_TERMINAL_PROMPT" && *value == "0"));
        }
    }
}
