//! States in git: a reference of the project's own remote that no branch contains.
//!
//! `refs/housestyle/<stack>/<environment>` names a commit whose tree holds `state.json`, `journal.ndjson` and `run.json`,
//! and nothing of the project. Its parent is the last run before it, so the reference is the audit trail. Compare-and-swap
//! is `git push --force-with-lease=<ref>:<old>`.
//!
//! Always holds: nothing is checked out, no local branch, index or configuration is touched; hooks, pagers and file system
//! monitors do not run; no name or address comes from a project file. Addresses of remotes may hold a token, so they are
//! never shown. A push whose answer was lost is settled by asking the remote which commit it has; one that arrives later still
//! is known as our own. What was pushed first is read back from where others read it: a remote may have another address for
//! pushes.

use std::collections::BTreeMap;
use std::time::Duration;

use camino::Utf8PathBuf;

use crate::state::backend::{
    BackendError, COMMAND_LIMIT, CommandStop, CommitNote, HistoryEntry, MAX_STATE_BYTES, Revision, RunRecord,
    StateBackend, StoreDocuments,
};
use crate::state::git_command::{self, CommandLimits, GitAccess, GitOutput};
use crate::state::git_words;

/// How long one git command may take that reads what others wrote: nobody's lease hangs on it.
const READ_TIMEOUT: Duration = Duration::from_secs(90);

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
const FILES: [&str; 4] = [STATE_FILE, JOURNAL_FILE, RUN_FILE, MOVED_FILE];

/// What remotes say where another writer may be at work at the same moment.
const CONTENTION: [&str; 3] = [STALE, "cannot lock ref", "failed to update ref"];
const STALE: &str = "stale info";

/// One reference of one remote.
#[derive(Clone, Debug)]
pub struct GitBackend {
    folder: Utf8PathBuf,
    variables: Vec<(String, String)>,
    remote: String,
    reference: String,
    /// The last commit that ended a run: parent of what this run writes.
    base: Option<String>,
    /// Commits of which is not known whether they arrive.
    unsettled: Vec<String>,
    /// Whether what was pushed is known to be where others read.
    read_back: bool,
    stop: CommandStop,
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
        Self {
            folder,
            variables,
            remote: remote.to_owned(),
            reference,
            base: None,
            unsettled: Vec::new(),
            read_back: false,
            stop: CommandStop::default(),
        }
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
        let told = self.run_for(READ_TIMEOUT, &arguments, None)?;
        if told.success { self.has_commit(commit) } else { Err(self.classify_failure(&told.stderr)) }
    }

    /// Whether a commit is readable here.
    ///
    /// # Errors
    /// [`BackendError::Unusable`] where it is something else than a commit.
    fn has_commit(&self, commit: &str) -> Result<bool, BackendError> {
        let told = self.run(&["cat-file", "-t", commit], None)?;
        match told.text().trim() {
            "commit" => Ok(true),
            kind if told.success => {
                Err(self.unusable(&format!("it names a {kind}, which is no commit of this program")))
            }
            _ => Ok(false),
        }
    }

    fn read_commit(&self, commit: &str) -> Result<StoreDocuments, BackendError> {
        let listed = self.run(&["ls-tree", "-l", "-z", commit], None)?;
        if !listed.success {
            return Err(self.unusable(&listed.stderr));
        }
        let (listed, mut files) = (listed.text(), BTreeMap::new());
        for entry in listed.split_terminator('\0') {
            let (meta, name) = entry.split_once('\t').unwrap_or_default();
            let [_, kind, object, size] = meta.split_whitespace().collect::<Vec<_>>()[..] else { continue };
            if !FILES.contains(&name) || kind != "blob" {
                return Err(self.unusable(&format!("its commit contains {name:?}, which is no file of this program")));
            }
            if size.parse::<usize>().is_ok_and(|size| size > MAX_STATE_BYTES) {
                let most = MAX_STATE_BYTES >> 20;
                return Err(self.unusable(&format!("{name} has {size} bytes, more than the {most} MiB of a state")));
            }
            files.insert(name, self.read_blob(object, name)?);
        }
        let run = files.get(RUN_FILE).map(|text| serde_json::from_str::<RunRecord>(text)).transpose();
        let moved_to = files.get(MOVED_FILE).map(|text| serde_json::from_str::<String>(text)).transpose();
        Ok(StoreDocuments {
            run: run.map_err(|error| self.unusable(&error.to_string()))?,
            moved_to: moved_to.map_err(|error| self.unusable(&error.to_string()))?,
            state: files.remove(STATE_FILE),
            journal: files.remove(JOURNAL_FILE).unwrap_or_default(),
        })
    }

    fn read_blob(&self, object: &str, name: &str) -> Result<String, BackendError> {
        let told = self.run(&["cat-file", "blob", object], None)?;
        if !told.success {
            return Err(self.unusable(&told.stderr));
        }
        String::from_utf8(told.stdout).map_err(|_| self.unusable(&format!("{name} is not UTF-8")))
    }

    fn write_commit(&self, documents: &StoreDocuments, message: &str) -> Result<String, BackendError> {
        let StoreDocuments { state, journal, run, moved_to } = documents;
        if state.as_ref().is_some_and(|state| state.len() > MAX_STATE_BYTES) || journal.len() > MAX_STATE_BYTES {
            return Err(self.unusable(&format!("it would have more than {} MiB", MAX_STATE_BYTES >> 20)));
        }
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
        let reason = format!("git cannot write objects: {}", git_words::told_reason(&told.stderr));
        Err(BackendError::Unusable { place: self.place(), reason })
    }

    /// Makes the remote's reference this commit (or nothing), if it is still the expected one (or nothing).
    fn push(&mut self, commit: Option<&str>, expected: Option<&str>) -> Result<(), BackendError> {
        let mut expected = expected.map(str::to_owned);
        loop {
            let said = match self.push_once(commit, expected.as_deref())? {
                Ok(()) => return Ok(()),
                Err(said) => said,
            };
            // Refused, lost on the way there, or lost on the way back: what the remote has now decides.
            let now = self.remote_commit();
            match &now {
                Ok(now) if now.as_deref() == commit => return Ok(()),
                Ok(now) if *now == expected => {}
                // An earlier push of ours, whose answer was lost, arrived after all.
                Ok(Some(now)) if self.unsettled.contains(now) => {
                    expected = Some(now.clone());
                    continue;
                }
                Ok(_) => return Err(BackendError::Changed(self.place())),
                Err(_) => {}
            }
            self.unsettled.extend(commit.map(str::to_owned));
            // The push met another state than the one that everybody reads.
            if now.is_ok()
                && said.contains(STALE)
                && let Some(elsewhere) = self.push_address()?
            {
                return Err(self.unusable(&elsewhere));
            }
            let contended = CONTENTION.iter().any(|words| said.contains(words));
            return Err(if contended && now.is_ok() {
                BackendError::Contended { place: self.place(), reason: git_words::told_reason(&said) }
            } else {
                self.classify_failure(&said)
            });
        }
    }

    /// One push: nothing, or what git said instead.
    fn push_once(&self, commit: Option<&str>, expected: Option<&str>) -> Result<Result<(), String>, BackendError> {
        let lease = format!("--force-with-lease={}:{}", self.reference, expected.unwrap_or_default());
        let spec = format!("{}:{}", commit.unwrap_or_default(), self.reference);
        // A mirror pushes all of its references or none.
        let no_mirror = format!("remote.{}.mirror=false", self.remote);
        let arguments =
            ["-c", &no_mirror, "push", "--porcelain", "--no-verify", "--quiet", &lease, &self.remote, &spec];
        let told = self.run(&arguments, None)?;
        Ok(if told.success { Ok(()) } else { Err(format!("{}\n{}", told.text(), told.stderr)) })
    }

    /// Looks once whether what was pushed is where others read it. It may not be where pushes go to another address.
    fn check_read_back(&mut self, commit: &str, is_new: bool) -> Result<(), BackendError> {
        if self.read_back {
            return Ok(());
        }
        let elsewhere = self.push_address()?;
        if (is_new || elsewhere.is_some()) && self.remote_commit()?.as_deref() != Some(commit) {
            // Where nobody reads, nothing of it is to stay.
            let _withdrawn = self.push_once(None, Some(commit))?;
            return Err(self.unusable(elsewhere.as_deref().unwrap_or(
                "what was pushed is not there when it is read: the remote answers from a copy that is older",
            )));
        }
        self.read_back = true;
        Ok(())
    }

    /// Where pushes go and where others read, where these are two addresses: what to do about it.
    fn push_address(&self) -> Result<Option<String>, BackendError> {
        let addresses = |kind: &[&str]| -> Result<Vec<String>, BackendError> {
            let arguments = [&["remote", "get-url"], kind, &[self.remote.as_str()]].concat();
            self.run(&arguments, None).map(|told| told.text().lines().map(str::to_owned).collect())
        };
        let (read, pushed) = (addresses(&[])?, addresses(&["--push", "--all"])?);
        Ok((read != pushed).then(|| {
            format!(
                "it is pushed to {} (`pushurl` or `pushInsteadOf` in the settings of git) and read from {}, which does not \
                 have what was pushed; give the remote one address, or name another with --state-remote",
                pushed.join(" and "),
                read.join(" and ")
            )
        }))
    }

    fn classify_failure(&self, said: &str) -> BackendError {
        // Git looks for a remote that it does not know as an address, and so says nothing of why it does not know it.
        if let Ok(told) = self.run(&["rev-parse", "--git-dir"], None)
            && !told.success
        {
            return self.unusable(&told.stderr);
        }
        let reason = git_words::told_reason(said);
        if git_words::is_refusal(said) {
            BackendError::Refused { place: self.place(), reason }
        } else {
            BackendError::Unreachable { place: self.place(), reason }
        }
    }

    fn unusable(&self, reason: &str) -> BackendError {
        BackendError::Unusable { place: self.place(), reason: git_words::told_reason(reason) }
    }

    fn run(&self, arguments: &[&str], input: Option<&str>) -> Result<GitOutput, BackendError> {
        self.run_for(COMMAND_LIMIT, arguments, input)
    }

    fn run_for(&self, time: Duration, arguments: &[&str], input: Option<&str>) -> Result<GitOutput, BackendError> {
        let command = git_command::git_command(&self.folder, &self.variables, GitAccess::Remote, arguments);
        let limits = CommandLimits { time, bytes: MAX_STATE_BYTES, stop: self.stop.clone() };
        git_command::run_limited(command, input.unwrap_or_default(), &limits).map_err(BackendError::NoGit)
    }
}

impl StateBackend for GitBackend {
    fn stop_on(&mut self, stop: CommandStop) {
        self.stop = stop;
    }

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
        self.check_read_back(&commit, expected.is_none())?;
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
