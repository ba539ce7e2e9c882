//! States in git: a reference of the project's own remote that no branch contains.
//!
//! `refs/housestyle/<stack>/<environment>` names a commit whose tree holds `state.json`, `journal.ndjson` and `run.json`,
//! and nothing of the project. Its parent is the last run before it, so the reference is the audit trail. Compare-and-swap
//! is `git push --force-with-lease=<ref>:<old>`.
//!
//! Always holds: nothing is checked out, no local branch, index or configuration is touched; hooks, pagers and file system
//! monitors do not run; no name or address comes from a project file. Addresses of remotes may hold a token, so they are
//! never shown. A push whose answer was lost is settled by asking the remote which commit it has.

use std::io::{self, Read, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use camino::Utf8PathBuf;

use crate::state::backend::{
    BackendError, CommitNote, HistoryEntry, Revision, RunRecord, StateBackend, StoreDocuments,
};
use crate::state::git_command::{self, GitAccess};

/// How long one git command may take.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(90);

/// How often a commit is looked for that was replaced before it was read.
const READ_ATTEMPTS: usize = 20;

/// Variables that git needs to reach the remote as the person who runs it, beside [`git_command::BASE_VARIABLES`].
pub const REMOTE_VARIABLES: &[&str] = &[
    "USER",
    "SSH_AUTH_SOCK",
    "SSH_AGENT_PID",
    "GIT_SSH_COMMAND",
    "GIT_SSH",
    "GIT_ASKPASS",
    "SSH_ASKPASS",
    // Of the credential helper that `gh auth setup-git` names.
    "GH_TOKEN",
    "GITHUB_TOKEN",
    "GH_HOST",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_SSL_CAINFO",
    "SSL_CERT_FILE",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "NO_PROXY",
    "https_proxy",
    "http_proxy",
    "no_proxy",
];

const STATE_FILE: &str = "state.json";
const JOURNAL_FILE: &str = "journal.ndjson";
const RUN_FILE: &str = "run.json";
const MOVED_FILE: &str = "moved.json";

/// One reference of one remote.
#[derive(Clone, Debug)]
pub struct GitBackend {
    folder: Utf8PathBuf,
    variables: Vec<(String, String)>,
    remote: String,
    reference: String,
    /// The last commit that ended a run: parent of what this run writes.
    base: Option<String>,
}

impl GitBackend {
    /// The reference of a stack and environment, on a remote of the repository around a folder.
    #[must_use]
    pub fn new(
        folder: Utf8PathBuf,
        variables: Vec<(String, String)>,
        remote: &str,
        stack: &str,
        environment: &str,
    ) -> Self {
        let reference = format!("refs/housestyle/{stack}/{environment}");
        Self { folder, variables, remote: remote.to_owned(), reference, base: None }
    }

    /// The reference.
    #[must_use]
    pub fn reference(&self) -> &str {
        &self.reference
    }

    fn remote_commit(&self) -> Result<Option<String>, BackendError> {
        let told = self.run(&["ls-remote", "--quiet", &self.remote, &self.reference], None)?;
        if !told.success {
            return Err(self.classify_failure(&told.stderr));
        }
        let line = told.text();
        let found = line.lines().find_map(|line| line.split_once('\t').filter(|(_, name)| *name == self.reference));
        Ok(found.map(|(commit, _)| commit.to_owned()))
    }

    /// Makes a commit of the remote readable here; false where the reference has moved on and nothing holds it any more.
    fn fetch(&self, commit: &str) -> Result<bool, BackendError> {
        if self.has_commit(commit)? {
            return Ok(true);
        }
        let spec = format!("+{0}:{0}", self.reference);
        let arguments =
            ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-filter", "--refmap=", &self.remote, &spec];
        let told = self.run(&arguments, None)?;
        if told.success { self.has_commit(commit) } else { Err(self.classify_failure(&told.stderr)) }
    }

    fn has_commit(&self, commit: &str) -> Result<bool, BackendError> {
        Ok(self.run(&["cat-file", "-e", &format!("{commit}^{{tree}}")], None)?.success)
    }

    fn read_commit(&self, commit: &str) -> Result<StoreDocuments, BackendError> {
        let state = self.read_file(commit, STATE_FILE)?;
        let journal = self.read_file(commit, JOURNAL_FILE)?.unwrap_or_default();
        let run = match self.read_file(commit, RUN_FILE)? {
            Some(text) => {
                Some(serde_json::from_str::<RunRecord>(&text).map_err(|error| self.unusable(&error.to_string()))?)
            }
            None => None,
        };
        let moved_to = match self.read_file(commit, MOVED_FILE)? {
            Some(text) => {
                Some(serde_json::from_str::<String>(&text).map_err(|error| self.unusable(&error.to_string()))?)
            }
            None => None,
        };
        Ok(StoreDocuments { state, journal, run, moved_to })
    }

    fn read_file(&self, commit: &str, name: &str) -> Result<Option<String>, BackendError> {
        let listed = self.run(&["ls-tree", "-z", commit, name], None)?;
        if !listed.success {
            return Err(self.unusable(&listed.stderr));
        }
        if listed.stdout.is_empty() {
            return Ok(None);
        }
        let told = self.run(&["cat-file", "blob", &format!("{commit}:{name}")], None)?;
        if !told.success {
            return Err(self.unusable(&told.stderr));
        }
        String::from_utf8(told.stdout).map(Some).map_err(|_| self.unusable(&format!("{name} is not UTF-8")))
    }

    fn write_commit(&self, documents: &StoreDocuments, message: &str) -> Result<String, BackendError> {
        let StoreDocuments { state, journal, run, moved_to } = documents;
        let run = run.as_ref().map(|run| serde_json::to_string(run).expect("text and numbers serialise"));
        let moved = moved_to.as_ref().map(|to| serde_json::Value::from(to.as_str()).to_string());
        let journal = (!journal.is_empty()).then_some(journal);
        let mut tree = String::new();
        let files = [
            (JOURNAL_FILE, journal),
            (MOVED_FILE, moved.as_ref()),
            (RUN_FILE, run.as_ref()),
            (STATE_FILE, state.as_ref()),
        ];
        for (name, text) in files {
            if let Some(text) = text {
                let blob = self.write_object(&["hash-object", "-w", "--stdin"], text)?;
                tree.push_str(&format!("100644 blob {blob}\t{name}\n"));
            }
        }
        let tree = self.write_object(&["mktree"], &tree)?;
        let mut arguments = vec!["commit-tree", tree.as_str()];
        if let Some(base) = &self.base {
            arguments.extend(["-p", base.as_str()]);
        }
        self.write_object(&arguments, message)
    }

    fn write_object(&self, arguments: &[&str], input: &str) -> Result<String, BackendError> {
        let told = self.run(arguments, Some(input))?;
        let id = told.text().trim().to_owned();
        let is_id = id.len() >= 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if told.success && is_id {
            return Ok(id);
        }
        let reason = format!("git cannot write objects: {}", first_line(&told.stderr));
        Err(BackendError::Unusable { place: self.place(), reason })
    }

    /// Makes the remote's reference this commit (or nothing), if it is still the expected one (or nothing).
    fn push(&self, commit: Option<&str>, expected: Option<&str>) -> Result<(), BackendError> {
        let lease = format!("--force-with-lease={}:{}", self.reference, expected.unwrap_or_default());
        let spec = format!("{}:{}", commit.unwrap_or_default(), self.reference);
        let told = self.run(&["push", "--porcelain", "--no-verify", "--quiet", &lease, &self.remote, &spec], None)?;
        if told.success {
            return Ok(());
        }
        // Refused, lost on the way there, or lost on the way back: what the remote has now decides.
        match self.remote_commit() {
            Ok(now) if now.as_deref() == commit => Ok(()),
            Ok(now) if now.as_deref() != expected => Err(BackendError::Changed(self.place())),
            Ok(_) | Err(_) => {
                let text = format!("{}\n{}", told.text(), told.stderr);
                if text.contains("stale info") || text.contains("cannot lock ref") {
                    return Err(BackendError::Changed(self.place()));
                }
                Err(self.classify_failure(&text))
            }
        }
    }

    fn classify_failure(&self, said: &str) -> BackendError {
        let refused = [
            "remote rejected",
            "ermission",
            "denied",
            "not allowed",
            "protected",
            "hook declined",
            "uthentication failed",
            "could not read Username",
            "403",
            "401",
            "deny updating",
        ];
        let reason = redact_addresses(first_line(said));
        if refused.iter().any(|word| said.contains(word)) {
            BackendError::Refused { place: self.place(), reason }
        } else {
            BackendError::Unreachable { place: self.place(), reason }
        }
    }

    fn unusable(&self, reason: &str) -> BackendError {
        BackendError::Unusable { place: self.place(), reason: redact_addresses(first_line(reason)) }
    }

    fn run(&self, arguments: &[&str], input: Option<&str>) -> Result<GitOutput, BackendError> {
        let mut command = git_command::git_command(&self.folder, &self.variables, GitAccess::Remote, arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        run_with_timeout(command, input.unwrap_or_default(), COMMAND_TIMEOUT).map_err(BackendError::NoGit)
    }
}

impl StateBackend for GitBackend {
    fn read(&mut self) -> Result<(Option<Revision>, StoreDocuments), BackendError> {
        for _ in 0..READ_ATTEMPTS {
            let Some(commit) = self.remote_commit()? else {
                self.base = None;
                return Ok((None, StoreDocuments::default()));
            };
            // A run that works replaces its commits: one may be gone before it is fetched.
            if self.fetch(&commit)? {
                let documents = self.read_commit(&commit)?;
                self.base = Some(commit.clone());
                return Ok((Some(Revision(commit)), documents));
            }
        }
        let reason = "it is replaced faster than it can be read".to_owned();
        Err(BackendError::Unreachable { place: self.place(), reason })
    }

    fn current_revision(&mut self) -> Result<Option<Revision>, BackendError> {
        Ok(self.remote_commit()?.map(Revision))
    }

    fn replace_if(
        &mut self,
        expected: Option<&Revision>,
        documents: &StoreDocuments,
        note: &CommitNote,
    ) -> Result<Revision, BackendError> {
        let commit = self.write_commit(documents, &note.message)?;
        self.push(Some(&commit), expected.map(|revision| revision.0.as_str()))?;
        if note.ends_run {
            self.base = Some(commit.clone());
        }
        Ok(Revision(commit))
    }

    fn restore(
        &mut self,
        expected: &Revision,
        before: Option<&Revision>,
        _documents: &StoreDocuments,
    ) -> Result<(), BackendError> {
        self.push(before.map(|revision| revision.0.as_str()), Some(&expected.0))
    }

    fn history(&mut self, limit: usize) -> Result<Vec<HistoryEntry>, BackendError> {
        let (Some(Revision(commit)), documents) = self.read()? else { return Ok(Vec::new()) };
        let limit = format!("--max-count={}", limit.saturating_add(usize::from(documents.run.is_some())));
        let told = self.run(&["log", "-z", "--format=%H%n%cI%n%B", &limit, &commit, "--"], None)?;
        if !told.success {
            return Err(self.unusable(&told.stderr));
        }
        let text = told.text();
        let entry = |entry: &str| {
            let mut parts = entry.splitn(3, '\n');
            let (commit, time) = (parts.next()?, parts.next()?);
            let message = parts.next().unwrap_or_default().trim_end().to_owned();
            Some(HistoryEntry { revision: Revision(commit.to_owned()), time: time.to_owned(), message })
        };
        Ok(text.split('\0').filter_map(entry).collect())
    }

    fn place(&self) -> String {
        format!("{} of the remote `{}`", self.reference, self.remote)
    }
}

/// What a git command said.
struct GitOutput {
    success: bool,
    stdout: Vec<u8>,
    stderr: String,
}

impl GitOutput {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
}

/// Runs a command to its end, or ends it when its time is up.
fn run_with_timeout(mut command: Command, input: &str, timeout: Duration) -> io::Result<GitOutput> {
    let mut child = command.spawn()?;
    let mut stdin = child.stdin.take().expect("stdin was asked for");
    let (mut out, mut err) =
        (child.stdout.take().expect("stdout was asked for"), child.stderr.take().expect("stderr was asked for"));
    let input = input.to_owned();
    // A command that ends early reads no input: its exit code says why.
    let writing = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let (done, read) = channel();
    let reading = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _complete = out.read_to_end(&mut bytes);
        let _waited = done.send(());
        bytes
    });
    let complaining = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _complete = err.read_to_end(&mut bytes);
        bytes
    });
    let timed_out = matches!(read.recv_timeout(timeout), Err(RecvTimeoutError::Timeout));
    if timed_out {
        child.kill()?;
    }
    let status = child.wait()?;
    if timed_out {
        // A grandchild may still hold the pipes: they are not waited for.
        let stderr = format!("no answer within {} seconds", timeout.as_secs());
        return Ok(GitOutput { success: false, stdout: Vec::new(), stderr });
    }
    let _written = writing.join();
    let stdout = reading.join().unwrap_or_default();
    let stderr = String::from_utf8_lossy(&complaining.join().unwrap_or_default()).into_owned();
    Ok(GitOutput { success: status.success(), stdout, stderr })
}

/// The line that tells most: a refusal of the remote, else the first error, else the first line. Of the columns of a push for
/// programs, the last one.
fn first_line(said: &str) -> &str {
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    lines()
        .find(|line| line.starts_with('!') || line.contains("remote rejected"))
        .map(|line| line.rsplit_once('\t').map_or(line, |(_, told)| told))
        .or_else(|| lines().find(|line| line.starts_with("fatal:") || line.starts_with("error:")))
        .or_else(|| lines().next())
        .unwrap_or("git ended without a word")
}

/// Takes addresses out of a text: they may hold a token of the pipeline.
fn redact_addresses(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let tail = &rest[at + 3..];
        let end =
            tail.find(|c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '`' | '<' | '>')).unwrap_or(tail.len());
        let address = &tail[..end];
        clean.push_str(&rest[..at + 3]);
        clean.push_str(address.rsplit_once('@').map_or(address, |(_, host)| host));
        rest = &tail[end..];
    }
    clean.push_str(rest);
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_in_an_address_is_not_shown() {
        let said = "fatal: unable to access 'https://ci:glpat-abc@git.example/x.git/': The requested URL returned 403";
        let clean = redact_addresses(said);
        assert_eq!(clean, "fatal: unable to access 'https://git.example/x.git/': The requested URL returned 403");
        assert_eq!(redact_addresses("no address"), "no address");
        assert_eq!(redact_addresses("ssh://a@b ssh://c"), "ssh://b ssh://c");
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_hangs_is_ended() {
        let mut command = Command::new("sleep");
        command.arg("30").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let told = run_with_timeout(command, "", Duration::from_millis(50)).unwrap();
        assert!(!told.success && told.stderr.contains("no answer"), "{}", told.stderr);
    }
}
