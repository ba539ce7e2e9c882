//! The git program, started so that nothing of the repository or its settings runs.
//!
//! Always holds: git sees none of our environment but the variables that it is given; no hook, pager, file system monitor,
//! background job or prompt runs; replaced objects and repositories inside of another one's files are not followed. What a
//! caller allows or forbids beyond that is a [`GitAccess`].

use std::io::{self, Read, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use camino::Utf8Path;

use crate::state::backend::CommandStop;

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
                // What is larger than a state is never held in memory: it is stored, and then refused.
                "core.bigFileThreshold=64m",
                "push.gpgSign=false",
                "push.pushOption=",
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

/// How far one command may go.
#[derive(Clone, Debug)]
pub struct CommandLimits {
    /// It is ended after this.
    pub time: Duration,
    /// Most bytes that it may print.
    pub bytes: usize,
    /// Ends it before.
    pub stop: CommandStop,
}

/// What a git command said.
#[derive(Debug)]
pub struct GitOutput {
    /// Whether it ended by itself, and well.
    pub success: bool,
    /// Its bytes.
    pub stdout: Vec<u8>,
    /// Its complaints, or why it was ended.
    pub stderr: String,
}

impl GitOutput {
    /// What it printed, as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    fn ended(why: String) -> Self {
        Self { success: false, stdout: Vec::new(), stderr: why }
    }
}

/// How often a command under way looks whether it is to end.
const STOP_POLL: Duration = Duration::from_millis(50);
/// Most bytes of complaints that are kept.
const MAX_COMPLAINTS: u64 = 64 << 10;

/// Runs a command to its end, or ends it where it goes too far.
///
/// # Errors
/// It cannot be started.
pub fn run_limited(mut command: Command, input: &str, limits: &CommandLimits) -> io::Result<GitOutput> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let mut stdin = child.stdin.take().expect("stdin was asked for");
    let (out, err) =
        (child.stdout.take().expect("stdout was asked for"), child.stderr.take().expect("stderr was asked for"));
    let input = input.to_owned();
    // A command that ends early reads no input: its exit code says why.
    let writing = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let (done, read) = channel();
    let most = u64::try_from(limits.bytes).unwrap_or(u64::MAX);
    let reading = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _complete = out.take(most.saturating_add(1)).read_to_end(&mut bytes);
        let _waited = done.send(());
        bytes
    });
    let complaining = std::thread::spawn(move || {
        let (mut bytes, mut err) = (Vec::new(), err);
        let _complete = err.by_ref().take(MAX_COMPLAINTS).read_to_end(&mut bytes);
        // It must not be held up by a full pipe.
        let _rest = io::copy(&mut err, &mut io::sink());
        bytes
    });
    let (mut waited, mut cut) = (Duration::ZERO, None);
    while let Err(RecvTimeoutError::Timeout) = read.recv_timeout(STOP_POLL.min(limits.time)) {
        waited += STOP_POLL;
        if limits.stop.is_requested() {
            cut = Some("interrupted".to_owned());
        } else if waited >= limits.time {
            cut = Some(format!("no answer within {} seconds", limits.time.as_secs()));
        }
        if cut.is_some() {
            break;
        }
    }
    if let Some(why) = cut {
        child.kill()?;
        // A grandchild may still hold the pipes: they are not waited for.
        child.wait()?;
        return Ok(GitOutput::ended(why));
    }
    let stdout = reading.join().unwrap_or_default();
    if stdout.len() > limits.bytes {
        child.kill()?;
        child.wait()?;
        return Ok(GitOutput::ended(format!("more than {} bytes", limits.bytes)));
    }
    let status = child.wait()?;
    let _written = writing.join();
    let stderr = String::from_utf8_lossy(&complaining.join().unwrap_or_default()).into_owned();
    Ok(GitOutput { success: status.success(), stdout, stderr })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_command_that_goes_too_far_is_ended_and_says_so() {
        let run = |program: &str, argument: &str, time: u64, stops: bool| {
            let mut command = Command::new(program);
            command.arg(argument);
            let limits = CommandLimits { time: Duration::from_secs(time), bytes: 100, stop: CommandStop::default() };
            if stops {
                limits.stop.request();
            }
            run_limited(command, "", &limits).unwrap()
        };
        for (told, why) in [
            (run("sleep", "30", 0, false), "no answer within 0 seconds"),
            (run("sleep", "30", 30, true), "interrupted"),
            (run("cat", "/dev/zero", 30, false), "more than 100 bytes"),
        ] {
            assert_eq!((told.success, told.stderr.as_str()), (false, why));
        }
        let told = run("echo", "well", 30, false);
        assert_eq!((told.success, told.text().as_str()), (true, "well\n"));
    }

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
