//! The git program, asked about revisions and the files in them.
//!
//! Always holds: git is only asked, never told to write, fetch or run anything. It sees none of our environment but what it
//! needs to start and to find the person's own settings: no key, no `GIT_*` variable, no pager, no hook, no file system
//! monitor, no replaced object, no repository that lies inside of another one's files. Names of revisions that could be
//! taken for a flag are refused, and everything read goes by object id. What git says is inert before it is shown.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, Command, Output, Stdio};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::disk::scratch::ScratchFolder;
use crate::report::Sanitized;
use crate::source::limit;
use crate::state::git_command::{self, BASE_VARIABLES, GitAccess};

/// The git program, in a repository.
pub struct Git {
    folder: Utf8PathBuf,
    variables: Vec<(&'static str, String)>,
    prefix: String,
    shallow: bool,
}

/// A commit, and what it was called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GitRevision {
    /// As it was written.
    pub name: String,
    /// Its object id.
    pub commit: String,
}

/// Whether a commit is in the history of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ancestry {
    /// It is, or is the same.
    Contained,
    /// It is not: a branch of its own, or gone.
    Lacking,
    /// The clone is shallow and does not tell.
    Unknown,
}

impl Git {
    /// Git in the repository around a folder.
    ///
    /// # Errors
    /// Where there is no git, or no repository, or git does not trust it.
    pub fn discover_repository(folder: &Utf8Path, variables: &EnvVariables) -> Result<Self, CliError> {
        let given = BASE_VARIABLES.iter().filter_map(|name| Some((*name, variables.get(name)?.to_owned())));
        let mut git =
            Self { folder: folder.to_owned(), variables: given.collect(), prefix: String::new(), shallow: false };
        let told = git.run_git(&["rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--show-prefix"])?;
        let text = String::from_utf8_lossy(&told.stdout).into_owned();
        let mut lines = text.lines();
        if !told.status.success() || lines.next() != Some("true") {
            return Err(not_a_repository(folder, &told));
        }
        git.shallow = lines.next() == Some("true");
        lines.next().unwrap_or_default().clone_into(&mut git.prefix);
        Ok(git)
    }

    /// The folder below the repository, with a slash behind it; nothing where the two are one.
    #[must_use]
    pub fn path_prefix(&self) -> &str {
        &self.prefix
    }

    /// The commit that a name stands for.
    ///
    /// # Errors
    /// Exit 64 where there is none, with what to fetch where the clone is shallow.
    pub fn resolve_revision(&self, name: &str) -> Result<GitRevision, CliError> {
        if name.is_empty() || name.starts_with('-') || name.chars().any(|c| c.is_control() || c == '\0') {
            return Err(CliError::usage_error(format!("`{}` cannot be the name of a revision", Sanitized(name)))
                .with_help("name a branch, a tag or a commit: housestyle diff main"));
        }
        match self.resolve_commit(name)? {
            Some(commit) => Ok(GitRevision { name: name.to_owned(), commit }),
            None => Err(self.unknown_revision(name)?),
        }
    }

    /// The commit that is checked out; none before the first.
    #[must_use]
    pub fn head_commit(&self) -> Option<String> {
        self.resolve_commit("HEAD").ok().flatten()
    }

    /// Whether a file of the folder differs from the commit that is checked out, or is new; those of these paths aside.
    ///
    /// # Errors
    /// Where git cannot be run.
    pub fn has_changes(&self, except: &[&str]) -> Result<bool, CliError> {
        let except: Vec<String> = except.iter().map(|path| format!(":(exclude){path}")).collect();
        let mut arguments =
            vec!["--no-optional-locks", "status", "--porcelain", "-z", "--untracked-files=all", "--", "."];
        arguments.extend(except.iter().map(String::as_str));
        Ok(!self.run_git(&arguments)?.stdout.is_empty())
    }

    /// Whether the commit that is checked out has another one in its history, by its object id.
    ///
    /// # Errors
    /// Where git cannot be run.
    pub fn ancestry(&self, commit: &str) -> Result<Ancestry, CliError> {
        if !is_object_id(commit) {
            return Ok(Ancestry::Unknown);
        }
        let told = self.run_git(&["merge-base", "--is-ancestor", commit, "HEAD"])?;
        Ok(match told.status.code() {
            Some(0) => Ancestry::Contained,
            // What a shallow clone lacks may be there in truth.
            _ if self.shallow => Ancestry::Unknown,
            _ => Ancestry::Lacking,
        })
    }

    /// The last commits of the history, or of what came after one of it, that changed a file of the folder, the newest first.
    ///
    /// # Errors
    /// Where git cannot be run.
    pub fn commits_of_folder(&self, after: Option<&str>, limit: usize) -> Result<Vec<String>, CliError> {
        let range = after.filter(|commit| is_object_id(commit)).map(|commit| format!("{commit}..HEAD"));
        let range = range.as_deref().unwrap_or("HEAD");
        let told = self.run_git(&["rev-list", &format!("--max-count={limit}"), range, "--", "."])?;
        Ok(String::from_utf8_lossy(&told.stdout).lines().map(str::to_owned).collect())
    }

    /// Whether the clone lacks a part of the history.
    #[must_use]
    pub fn is_shallow(&self) -> bool {
        self.shallow
    }

    /// Whether a path below the folder is one of the repository's files.
    #[must_use]
    pub fn tracks(&self, path: &Utf8Path) -> bool {
        self.run_git(&["ls-files", "--error-unmatch", "--", path.as_str()]).is_ok_and(|told| told.status.success())
    }

    /// The commits that the current branch was at and that may hold certain files of the folder: the tip, those before such a
    /// file was removed, and those that changed `beside`. The newest first of each.
    ///
    /// # Errors
    /// Where git cannot be run.
    pub fn commits_with_files(
        &self,
        wanted: impl Fn(&Utf8Path) -> bool,
        beside: &Utf8Path,
    ) -> Result<Vec<String>, CliError> {
        const LINE: &str = "--first-parent";
        let removals = self.run_git(&[
            "-c",
            "core.quotePath=false",
            "log",
            LINE,
            "-m",
            "--no-renames",
            "--diff-filter=D",
            "--name-status",
            "--max-count=1000",
            "--format=%H",
            "HEAD",
            "--",
            ".",
        ])?;
        let mut commits = vec!["HEAD".to_owned()];
        let mut commit = "";
        let text = String::from_utf8_lossy(&removals.stdout);
        for line in text.lines() {
            match line.strip_prefix("D\t") {
                Some(path) if wanted(Utf8Path::new(path)) => commits.push(format!("{commit}^1")),
                Some(_) => {}
                None if is_object_id(line) => commit = line,
                None => {}
            }
        }
        commits.dedup();
        let changes = self.run_git(&["rev-list", LINE, "--max-count=100", "HEAD", "--", beside.as_str()])?;
        commits.extend(String::from_utf8_lossy(&changes.stdout).lines().map(str::to_owned));
        Ok(commits)
    }

    /// The object of a file at a commit, and all files of the folder there; nothing where the commit has no such file.
    ///
    /// # Errors
    /// Where git cannot be run.
    pub fn files_beside(&self, commit: &str, path: &Utf8Path) -> Result<Option<(String, Vec<Utf8PathBuf>)>, CliError> {
        let revision = GitRevision { name: commit.to_owned(), commit: commit.to_owned() };
        let Ok(entries) = self.list_files(&revision) else { return Ok(None) };
        let object = entries.iter().find(|entry| entry.path == path && !entry.link).map(|entry| entry.object.clone());
        Ok(object.map(|object| (object, entries.into_iter().map(|entry| entry.path).collect())))
    }

    /// The text of an object; nothing where the clone lacks it or it is no text.
    #[must_use]
    pub fn read_text(&self, object: &str) -> Option<String> {
        let told = self.run_git(&["cat-file", "blob", object]).ok()?;
        told.status.success().then(|| String::from_utf8(told.stdout).ok()).flatten()
    }

    /// The first commit of the history; none where the clone lacks it.
    #[must_use]
    pub fn first_commit(&self) -> Option<String> {
        if self.shallow {
            return None;
        }
        let told = self.run_git(&["rev-list", "--max-parents=0", "HEAD"]).ok()?;
        let text = String::from_utf8(told.stdout).ok()?;
        // Histories that were joined have several.
        text.lines().filter(|line| line.len() >= 40).min().map(str::to_owned)
    }

    /// The commit at which two parted.
    ///
    /// # Errors
    /// Where there is none, with what to fetch where the clone is shallow.
    pub fn merge_base(&self, one: &GitRevision, other: &GitRevision) -> Result<GitRevision, CliError> {
        let told = self.run_git(&["merge-base", &one.commit, &other.commit])?;
        let (one, other) = (Sanitized(&one.name), Sanitized(&other.name));
        match single_line(&told) {
            Some(commit) => Ok(GitRevision { name: format!("where {one} and {other} parted"), commit }),
            None if self.shallow => Err(CliError::new(
                Exit::Error,
                format!("this clone is shallow, and the commit at which {one} and {other} parted is not in it"),
            )
            .with_help(format!(
                "fetch it with git fetch --deepen=200 (`fetch-depth: 0` of a checkout on GitHub, `GIT_DEPTH: 0` on \
                 GitLab), or compare the two as they are: housestyle diff {one}..{other}"
            ))),
            None => Err(CliError::new(Exit::Error, format!("{one} and {other} have no commit in common"))
                .with_help(format!("compare the two as they are: housestyle diff {one}..{other}"))),
        }
    }

    /// Writes the files of a project at a revision into an empty folder: those that `keep` wants, by their path below the
    /// project. Links stay links, and come last, so that nothing is written through one.
    ///
    /// # Errors
    /// Where an object is missing from the clone, or the disk says no.
    pub fn check_out(
        &self,
        revision: &GitRevision,
        keep: impl Fn(&Utf8Path) -> bool,
        into: &Utf8Path,
    ) -> Result<usize, CliError> {
        let entries: Vec<GitTreeEntry> =
            self.list_files(revision)?.into_iter().filter(|entry| keep(&entry.path)).collect();
        if entries.len() > limit::FILES * 2 {
            let (many, name) = (entries.len(), Sanitized(&revision.name));
            return Err(CliError::new(
                Exit::Invalid,
                format!("{name} has {many} files that could belong to the project"),
            )
            .with_help("narrow `files` in housestyle.toml, or split the project"));
        }
        let said_no =
            |error: std::io::Error| CliError::io_error("cannot keep the files of a revision for the moment", &error);
        let mut links = Vec::new();
        let mut scratch = ScratchFolder::new(into);
        self.read_blobs(revision, &entries, |entry, bytes| {
            if entry.link {
                links.push((entry.path.clone(), bytes));
                return Ok(());
            }
            scratch.write_file(&entry.path, &bytes).map_err(said_no)
        })?;
        for (path, target) in links {
            scratch.write_link(&path, &target).map_err(said_no)?;
        }
        Ok(entries.len())
    }

    /// The files below the project's folder at a revision.
    fn list_files(&self, revision: &GitRevision) -> Result<Vec<GitTreeEntry>, CliError> {
        let mut arguments = vec!["ls-tree", "-r", "-z", "--full-tree", revision.commit.as_str()];
        if !self.prefix.is_empty() {
            arguments.extend(["--", self.prefix.as_str()]);
        }
        let told = self.run_git(&arguments)?;
        if !told.status.success() {
            return Err(self.incomplete_clone(revision, &told));
        }
        let entries = told.stdout.split(|byte| *byte == 0).filter_map(|entry| GitTreeEntry::parse(entry, &self.prefix));
        Ok(entries.collect())
    }

    /// Hands out the bytes of files, in their order; of a file larger than is read, its beginning.
    fn read_blobs(
        &self,
        revision: &GitRevision,
        entries: &[GitTreeEntry],
        mut take: impl FnMut(&GitTreeEntry, Vec<u8>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let broken = |error: std::io::Error| CliError::io_error("git stopped while it was read from", &error);
        let mut child: Child = self
            .git_command(&["cat-file", "--batch", "--buffer"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| no_git(&error))?;
        let asked: String = entries.iter().map(|entry| format!("{}\n", entry.object)).collect();
        let mut stdin = child.stdin.take().expect("stdin was asked for");
        // Asked from aside: git answers before everything is asked, and both sides would wait for each other.
        let asking = std::thread::spawn(move || stdin.write_all(asked.as_bytes()));
        let mut out = BufReader::new(child.stdout.take().expect("stdout was asked for"));
        let mut failed = None;
        for entry in entries {
            match read_object(&mut out).map_err(broken)? {
                Some(bytes) => take(entry, bytes)?,
                None => {
                    failed = Some(self.missing_file(revision, &entry.path));
                    break;
                }
            }
        }
        drop(out);
        let _closed = asking.join();
        let _ended = child.wait();
        failed.map_or(Ok(()), Err)
    }

    fn resolve_commit(&self, name: &str) -> Result<Option<String>, CliError> {
        Ok(single_line(&self.run_git(&["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")])?))
    }

    /// Why a name stands for nothing, and what to do.
    fn unknown_revision(&self, name: &str) -> Result<CliError, CliError> {
        let stop = CliError::usage_error(format!("there is no revision `{}` in this repository", Sanitized(name)));
        if self.resolve_commit("HEAD")?.is_none() {
            let commits = CliError::usage_error(format!(
                "there is no revision `{}`: nothing was committed here yet",
                Sanitized(name)
            ));
            return Ok(commits
                .with_help("commit the files first; two folders are compared by housestyle diff --folders OLD NEW"));
        }
        let remote = format!("origin/{name}");
        let help = if self.resolve_commit(&remote)?.is_some() {
            format!("it is known as {0}: housestyle diff {0}", Sanitized(&remote))
        } else if self.shallow {
            let fetch = match name.strip_prefix("origin/") {
                // `HEAD~3`, `main^`, `HEAD@{1}`: counted along the history here, which a remote knows nothing of.
                _ if name.contains(['~', '^', '@', ':']) => "git fetch --deepen=200".to_owned(),
                Some(branch) => format!("git fetch --depth=1 origin {0}:refs/remotes/origin/{0}", Sanitized(branch)),
                None => format!("git fetch --depth=1 origin {}, then compare with FETCH_HEAD", Sanitized(name)),
            };
            format!(
                "this clone is shallow; fetch it: {fetch}; or clone with all of the history (`fetch-depth: 0` of a checkout \
                 on GitHub, `GIT_DEPTH: 0` on GitLab)"
            )
        } else {
            "name a branch, a tag or a commit; two folders are compared by housestyle diff --folders OLD NEW".to_owned()
        };
        Ok(stop.with_help(help))
    }

    /// A file of a commit that the clone does not hold.
    fn missing_file(&self, revision: &GitRevision, path: &Utf8Path) -> CliError {
        let (name, path) = (Sanitized(&revision.name), Sanitized(path.as_str()));
        CliError::new(Exit::Error, format!("the clone does not hold {path} of {name}")).with_help(format!(
            "it was cloned in part (--filter): fetch what it lacks with git fetch --refetch --no-filter origin {}",
            revision.commit
        ))
    }

    fn incomplete_clone(&self, revision: &GitRevision, told: &Output) -> CliError {
        let name = Sanitized(&revision.name);
        CliError::new(Exit::Error, format!("git cannot list the files of {name}: {}", error_line(told)))
            .with_help(format!("fetch it: git fetch --depth=1 origin {}", revision.commit))
    }

    fn run_git(&self, arguments: &[&str]) -> Result<Output, CliError> {
        self.git_command(arguments).stdin(Stdio::null()).output().map_err(|error| no_git(&error))
    }

    fn git_command(&self, arguments: &[&str]) -> Command {
        git_command::git_command(&self.folder, &self.variables, GitAccess::Clone, arguments)
    }
}

/// A file of a revision.
struct GitTreeEntry {
    object: String,
    path: Utf8PathBuf,
    link: bool,
}

impl GitTreeEntry {
    /// Reads `100644 blob OBJECT\tPATH`. What is no file, or has a name that no project file can have, is none.
    fn parse(entry: &[u8], below: &str) -> Option<Self> {
        let (head, path) = std::str::from_utf8(entry).ok()?.split_once('\t')?;
        let [mode, "blob", object] = head.split(' ').collect::<Vec<_>>()[..] else { return None };
        let path = Utf8PathBuf::from(path.strip_prefix(below)?);
        let plain = |part: Utf8Component<'_>| match part {
            Utf8Component::Normal(name) => !name.eq_ignore_ascii_case(".git") && !name.contains(['\\', ':', '\0']),
            Utf8Component::Prefix(_) | Utf8Component::RootDir | Utf8Component::CurDir | Utf8Component::ParentDir => {
                false
            }
        };
        let fits = !path.as_str().is_empty() && path.components().all(plain);
        fits.then(|| Self { object: object.to_owned(), path, link: mode == "120000" })
    }
}

/// One answer of `cat-file --batch`: the bytes of an object, nothing where it is missing.
fn read_object(out: &mut impl BufRead) -> std::io::Result<Option<Vec<u8>>> {
    let mut head = String::new();
    out.read_line(&mut head)?;
    let Some(size) = head.trim_end().rsplit(' ').next().and_then(|size| size.parse::<u64>().ok()) else {
        return if head.trim_end().ends_with(" missing") { Ok(None) } else { Err(ErrorKind::UnexpectedEof.into()) };
    };
    // One byte more than is read of a file: then its size is over the limit there, too.
    let kept = size.min(limit::FILE_BYTES + 1);
    let mut bytes = Vec::with_capacity(usize::try_from(kept).unwrap_or_default());
    out.take(kept).read_to_end(&mut bytes)?;
    std::io::copy(&mut out.take(size - kept + 1), &mut std::io::sink())?;
    Ok(Some(bytes))
}

/// The one line that git said, where it succeeded.
fn single_line(told: &Output) -> Option<String> {
    let text = std::str::from_utf8(&told.stdout).ok()?.trim_end();
    (told.status.success() && is_object_id(text)).then(|| text.to_owned())
}

fn is_object_id(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn no_git(error: &std::io::Error) -> CliError {
    if error.kind() == ErrorKind::NotFound {
        return CliError::new(Exit::Error, "the program git was not found")
            .with_help("install git, or compare two folders: housestyle diff --folders OLD NEW");
    }
    CliError::io_error("cannot run git", error)
}

fn not_a_repository(folder: &Utf8Path, told: &Output) -> CliError {
    let text = error_line(told);
    if text.contains("dubious ownership") {
        return CliError::new(Exit::Error, format!("git does not trust {folder}, which belongs to somebody else"))
            .with_help(format!("if you do: git config --global --add safe.directory {folder}"));
    }
    CliError::new(Exit::Error, format!("{folder} is in no git repository"))
        .with_help("go into the clone; to compare two folders: housestyle diff --folders OLD NEW")
}

/// What git said about a failure: its first line, inert.
fn error_line(told: &Output) -> String {
    let text = String::from_utf8_lossy(&told.stderr).into_owned();
    Sanitized(text.lines().next().unwrap_or("it says nothing")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_files_of_the_project_with_names_that_stay_inside() {
        let path = |entry: &str| GitTreeEntry::parse(entry.as_bytes(), "texts/").map(|entry| entry.path.into_string());
        assert_eq!(path("100644 blob abc\ttexts/styles/a b.yaml").as_deref(), Some("styles/a b.yaml"));
        assert_eq!(path("160000 commit abc\ttexts/module"), None);
        for name in ["other/a.yaml", "texts/../a.yaml", "texts//a", "texts/.GIT/config", "texts/c:d", "texts/a\\b"] {
            assert_eq!(path(&format!("100644 blob abc\t{name}")).filter(|path| path != "a"), None, "{name}");
        }
    }

    #[test]
    fn answers_are_read_one_by_one_and_large_ones_in_part() {
        let large = usize::try_from(limit::FILE_BYTES).unwrap() + 10;
        let mut bytes = b"aa blob 3\na\nb\nbb missing\n".to_vec();
        bytes.extend(format!("cc blob {large}\n").into_bytes());
        bytes.extend(std::iter::repeat_n(b'x', large));
        bytes.extend(b"\ndd blob 0\n\n");
        let mut out = bytes.as_slice();
        assert_eq!(read_object(&mut out).unwrap().as_deref(), Some(b"a\nb".as_slice()));
        assert_eq!(read_object(&mut out).unwrap(), None);
        assert_eq!(read_object(&mut out).unwrap().unwrap().len() as u64, limit::FILE_BYTES + 1);
        assert_eq!(read_object(&mut out).unwrap().as_deref(), Some(b"".as_slice()));
        assert!(read_object(&mut out).is_err());
    }
}
