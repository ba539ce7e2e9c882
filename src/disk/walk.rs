//! The entries below a folder, as git would list them: what `.gitignore` and `.ignore` leave out is passed over, and so is
//! what is hidden.
//!
//! Whoever walks a project must find the same entries, so that a person's own ignore lists have no say: neither the one of
//! the machine nor `.git/info/exclude`. The lists of the project are files of the project, and are opened as such: one that
//! may not be read is told, and counts as empty.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{DirEntry, Match, WalkBuilder};

use crate::disk::reading::{self, ReadRefusal};

/// Largest list of what is ignored, in bytes.
const LIST_BYTES: u64 = 1 << 20;

/// A walk, in the order of the paths. Links are entries and are not followed.
pub struct FolderWalk {
    walk: ignore::Walk,
    refused: Refusals,
    hidden: HiddenFiles,
}

/// Files that could not be read, and why.
type Refusals = Arc<Mutex<Vec<(PathBuf, String)>>>;
/// Files that are passed over because their names begin with a dot.
type HiddenFiles = Arc<Mutex<Vec<PathBuf>>>;

impl Iterator for FolderWalk {
    /// An entry, or a path at which the walk failed and why.
    type Item = Result<DirEntry, (PathBuf, String)>;

    fn next(&mut self) -> Option<Self::Item> {
        let take_refused = || self.refused.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(refused) = take_refused() {
            return Some(Err(refused));
        }
        let next = self.walk.next();
        match next {
            Some(Ok(entry)) => Some(Ok(entry)),
            Some(Err(error)) => {
                let why = error.io_error().map_or_else(
                    || error.to_string(),
                    |error| ReadRefusal::from(std::io::Error::from(error.kind())).to_string(),
                );
                Some(Err((failed_path(&error).map(Path::to_owned).unwrap_or_default(), why)))
            }
            None => take_refused().map(Err),
        }
    }
}

impl FolderWalk {
    /// Files met so far that are no entries because their names begin with a dot; no list leaves them out.
    #[must_use]
    pub fn take_hidden_files(&self) -> Vec<PathBuf> {
        std::mem::take(&mut self.hidden.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Walks a folder inside of `root`. Paths of entries begin with `folder` as it is given.
#[must_use]
pub fn walk_folder(root: &Utf8Path, folder: &Utf8Path) -> FolderWalk {
    let refused = Refusals::default();
    let hidden = HiddenFiles::default();
    let lists = IgnoreLists::of_walk(root, folder, refused.clone(), hidden.clone());
    let walk = WalkBuilder::new(folder)
        .standard_filters(false)
        .follow_links(false)
        .sort_by_file_path(Path::cmp)
        .filter_entry(move |entry| lists.keeps(entry))
        .build();
    FolderWalk { walk, refused, hidden }
}

/// Where a walk failed.
fn failed_path(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => failed_path(err),
        ignore::Error::Partial(_)
        | ignore::Error::Loop { .. }
        | ignore::Error::Io(_)
        | ignore::Error::Glob { .. }
        | ignore::Error::UnrecognizedFileType(_)
        | ignore::Error::InvalidDefinition => None,
    }
}

/// What the lists of a folder and of those above it leave out.
#[derive(Debug)]
struct Level {
    /// Of `.ignore`.
    own: Gitignore,
    /// Of `.gitignore`.
    git: Gitignore,
    /// A repository begins here: `.gitignore` above it says nothing of what is below.
    is_repository: bool,
    above: Option<Arc<Level>>,
}

/// The lists of a walk, by folder.
struct IgnoreLists {
    root: Utf8PathBuf,
    /// The folder that is walked, as it was given and as it really is.
    folder: PathBuf,
    real: PathBuf,
    levels: Mutex<HashMap<PathBuf, Option<Arc<Level>>>>,
    refused: Refusals,
    hidden: HiddenFiles,
}

impl IgnoreLists {
    fn of_walk(root: &Utf8Path, folder: &Utf8Path, refused: Refusals, hidden: HiddenFiles) -> Self {
        let real = folder.canonicalize_utf8().unwrap_or_else(|_| folder.to_owned());
        let lists = Self {
            root: root.canonicalize_utf8().unwrap_or_else(|_| root.to_owned()),
            folder: folder.into(),
            real: real.clone().into(),
            levels: Mutex::default(),
            refused,
            hidden,
        };
        let mut around: Vec<&Utf8Path> = Vec::new();
        for above in real.ancestors() {
            around.push(above);
            if above.join(".git").exists() {
                break;
            }
        }
        let level = around.into_iter().rev().fold(None, |level, folder| lists.enter(folder, level));
        lists.remember(lists.real.clone(), level);
        lists
    }

    fn remember(&self, folder: PathBuf, level: Option<Arc<Level>>) {
        self.levels.lock().unwrap_or_else(PoisonError::into_inner).insert(folder, level);
    }

    /// The lists that hold in a folder.
    fn enter(&self, folder: &Utf8Path, above: Option<Arc<Level>>) -> Option<Arc<Level>> {
        let (own, git) = (self.read_list(folder, ".ignore"), self.read_list(folder, ".gitignore"));
        let is_repository = folder.join(".git").exists();
        if own.is_none() && git.is_none() && !is_repository {
            return above;
        }
        let (own, git) = (own.unwrap_or_else(Gitignore::empty), git.unwrap_or_else(Gitignore::empty));
        Some(Arc::new(Level { own, git, is_repository, above }))
    }

    fn read_list(&self, folder: &Utf8Path, name: &str) -> Option<Gitignore> {
        // A folder above the project is read as a project of its own.
        let (root, path) = match folder.strip_prefix(&self.root) {
            Ok(inner) => (self.root.as_path(), inner.join(name)),
            Err(_) => (folder, Utf8PathBuf::from(name)),
        };
        let full = folder.join(name);
        if std::fs::symlink_metadata(&full).is_err() {
            return None;
        }
        let read = reading::read_inside(root, &path, LIST_BYTES).map_err(|why| why.to_string());
        match read.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())) {
            Ok(text) => {
                let mut list = GitignoreBuilder::new(folder);
                for line in text.strip_prefix('\u{feff}').unwrap_or(&text).lines() {
                    // As git does: a line that is no pattern leaves nothing out.
                    let _no_pattern = list.add_line(None, line);
                }
                list.build().ok()
            }
            Err(why) => {
                let shown = full
                    .as_std_path()
                    .strip_prefix(&self.real)
                    .map_or(full.clone().into(), |below| self.folder.join(below));
                self.refused.lock().unwrap_or_else(PoisonError::into_inner).push((shown, why));
                None
            }
        }
    }

    /// Whether an entry is walked; the lists of a folder are read when it is.
    fn keeps(&self, entry: &DirEntry) -> bool {
        if entry.depth() == 0 {
            return true;
        }
        let path = entry
            .path()
            .strip_prefix(&self.folder)
            .map_or_else(|_| entry.path().to_owned(), |below| self.real.join(below));
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let level = {
            let levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
            path.parent().and_then(|parent| levels.get(parent)).cloned().flatten()
        };
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let keeps = match judge(level.as_deref(), &path, is_folder) {
            Match::Ignore(()) => false,
            Match::Whitelist(()) => true,
            Match::None => {
                if is_hidden && entry.file_type().is_some_and(|kind| kind.is_file()) {
                    self.hidden.lock().unwrap_or_else(PoisonError::into_inner).push(entry.path().to_owned());
                }
                !is_hidden
            }
        };
        if keeps && is_folder {
            let level = match Utf8Path::from_path(&path) {
                Some(folder) => self.enter(folder, level),
                None => level,
            };
            self.remember(path, level);
        }
        keeps
    }
}

/// What the lists say of a path: the nearest one that says something, `.ignore` before `.gitignore`.
fn judge(level: Option<&Level>, path: &Path, is_folder: bool) -> Match<()> {
    let levels = || std::iter::successors(level, |level| level.above.as_deref());
    let own = levels().map(|level| level.own.matched(path, is_folder).map(|_| ())).find(|said| !said.is_none());
    let git = || {
        let mut next = level;
        while let Some(level) = next {
            let said = level.git.matched(path, is_folder).map(|_| ());
            if !said.is_none() {
                return Some(said);
            }
            next = level.above.as_deref().filter(|_| !level.is_repository);
        }
        None
    };
    own.or_else(git).unwrap_or(Match::None)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn walked(root: &Utf8Path) -> (Vec<String>, Vec<String>) {
        let (mut found, mut refused) = (Vec::new(), Vec::new());
        let below = |path: &Path| path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        for entry in walk_folder(root, root) {
            match entry {
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => found.push(below(entry.path())),
                Ok(_) => {}
                Err((path, why)) => refused.push(format!("{}: {why}", below(&path))),
            }
        }
        (found, refused)
    }

    #[test]
    fn lists_leave_out_what_git_leaves_out_and_a_list_that_may_not_be_read_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap();
        for (path, text) in [
            (".git/info/exclude", "*.yaml\n"),
            (".gitignore", "/out\n*.log\nbuild/\n"),
            ("a.yaml", ""),
            ("a.log", ""),
            ("out/x.yaml", ""),
            ("in/out/x.yaml", ""),
            ("in/.gitignore", "!a.log\n"),
            ("in/a.log", ""),
            ("in/build/x.yaml", ""),
            ("in/.ignore", "mine\n!.shown\n"),
            ("in/mine", ""),
            ("in/.shown", ""),
            ("in/.hidden", ""),
            ("other/.git/HEAD", ""),
            ("other/b.log", ""),
        ] {
            std::fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            std::fs::write(root.join(path), text).unwrap();
        }
        let all = ["a.yaml", "in/.shown", "in/a.log", "in/out/x.yaml", "other/b.log"];
        assert_eq!(walked(root), (all.map(str::to_owned).to_vec(), vec![]));
        std::fs::remove_file(root.join("in/.gitignore")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(root.join("in/.gitignore")).status().unwrap().success());
        std::os::unix::fs::symlink("/dev/zero", root.join("other/.ignore")).unwrap();
        let (found, refused) = walked(root);
        assert_eq!(found, ["a.yaml", "in/.shown", "in/out/x.yaml", "other/b.log"]);
        assert_eq!(
            refused,
            ["in/.gitignore: it is not a regular file", "other/.ignore: it lies outside of the project folder"]
        );
    }
}
