//! Opening files to read them: the one place of the program that does.
//!
//! A repository may be a stranger's. Any path in it may be a link to a key of this machine, a pipe that nobody writes to, a
//! device that never ends or a gigabyte of nothing. So a file of a project is opened by [`open_inside`] alone: it is a regular
//! file, inside of the project once links are followed, not below `.git`, and of bounded size. What a person names on the
//! command line is opened by [`open_named`], which follows links wherever they lead and keeps the other bounds.
//!
//! Always holds: nothing waits for the other end of a pipe (a file is opened without blocking, and its kind is asked of the
//! open file, not of its name); no more bytes are read than allowed, whatever the file says of its length.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::disk::inside::is_git_folder;

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadRefusal {
    /// Nothing has its name, or a link leads nowhere.
    #[error("there is no such file")]
    Absent,
    /// A folder, a pipe, a socket or a device.
    #[error("it is not a regular file")]
    NotRegular,
    /// It leads out of the project.
    #[error("it lies outside of the project folder")]
    Outside,
    /// It leads to what git keeps for itself: settings with keys among it.
    #[error("it lies below `.git`")]
    Git,
    /// It is larger than what is read.
    #[error("it has {}{bytes} bytes, and at most {most} are read", if *.growing { "more than " } else { "" })]
    TooLarge {
        /// Bytes of the file, as far as known.
        bytes: u64,
        /// Most that are read.
        most: u64,
        /// Whether the file had more bytes than it said.
        growing: bool,
    },
    /// The disk or its permissions say no.
    #[error("{}", describe_io_error(.0))]
    Failed(io::Error),
}

impl From<io::Error> for ReadRefusal {
    fn from(error: io::Error) -> Self {
        if error.kind() == ErrorKind::NotFound { Self::Absent } else { Self::Failed(error) }
    }
}

impl From<ReadRefusal> for io::Error {
    fn from(why: ReadRefusal) -> Self {
        match why {
            ReadRefusal::Failed(error) => error,
            ReadRefusal::Absent => Self::new(ErrorKind::NotFound, why.to_string()),
            ReadRefusal::NotRegular | ReadRefusal::Outside | ReadRefusal::Git | ReadRefusal::TooLarge { .. } => {
                Self::other(why.to_string())
            }
        }
    }
}

fn describe_io_error(error: &io::Error) -> String {
    if error.kind() == ErrorKind::PermissionDenied {
        "its permissions do not allow it".to_owned()
    } else {
        error.to_string()
    }
}

/// A regular file that is open, of bounded size.
#[derive(Debug)]
pub struct OpenedFile {
    /// The file itself, for whoever reads it in pieces.
    pub file: File,
    /// What was known of it when it was opened.
    pub metadata: Metadata,
    most: u64,
}

impl OpenedFile {
    /// All of its bytes.
    ///
    /// # Errors
    /// Where the disk fails, or the file has more bytes than allowed.
    pub fn read_whole(mut self) -> Result<Vec<u8>, ReadRefusal> {
        let mut bytes = Vec::with_capacity(usize::try_from(self.metadata.len()).unwrap_or_default() + 1);
        // The file may have grown meanwhile, and what the system makes up says that it has no bytes.
        (&mut self.file).take(self.most.saturating_add(1)).read_to_end(&mut bytes)?;
        let many = bytes.len() as u64;
        if many > self.most {
            return Err(ReadRefusal::TooLarge { bytes: self.most, most: self.most, growing: true });
        }
        Ok(bytes)
    }
}

/// Where a file of a project really lies, if it may be read: the path with links followed.
///
/// # Errors
/// Where it leads out of the project or below `.git`, or nothing is there. Its kind and its size are not looked at.
pub fn locate_inside(root: &Utf8Path, path: &Utf8Path) -> Result<Utf8PathBuf, ReadRefusal> {
    Ok(look_inside(root, path)?.0)
}

/// Where a file lies, with what was seen there; nothing was, where a link was followed.
fn look_inside(root: &Utf8Path, path: &Utf8Path) -> Result<(Utf8PathBuf, Option<Metadata>), ReadRefusal> {
    let mut full = root.to_owned();
    let mut seen = None;
    for part in path.components() {
        match part {
            Utf8Component::Normal(name) => full.push(name),
            Utf8Component::CurDir => continue,
            Utf8Component::Prefix(_) | Utf8Component::RootDir | Utf8Component::ParentDir => {
                return Ok((follow_links(root, &root.join(path))?, None));
            }
        }
        let metadata = std::fs::symlink_metadata(&full)?;
        if metadata.is_symlink() {
            return Ok((follow_links(root, &root.join(path))?, None));
        }
        seen = Some(metadata);
    }
    check_not_git(path)?;
    Ok((full, seen))
}

fn follow_links(root: &Utf8Path, path: &Utf8Path) -> Result<Utf8PathBuf, ReadRefusal> {
    let (root, real) = (root.canonicalize_utf8()?, path.canonicalize_utf8()?);
    check_not_git(real.strip_prefix(&root).map_err(|_| ReadRefusal::Outside)?)?;
    Ok(real)
}

fn check_not_git(inner: &Utf8Path) -> Result<(), ReadRefusal> {
    if inner.components().any(|part| is_git_folder(part.as_str())) { Err(ReadRefusal::Git) } else { Ok(()) }
}

/// Opens a file of a project: `path` counts from `root`, and at most `most` bytes are read of it.
///
/// # Errors
/// See [`ReadRefusal`].
pub fn open_inside(root: &Utf8Path, path: &Utf8Path, most: u64) -> Result<OpenedFile, ReadRefusal> {
    // No link is left in the path, so that one is somebody's swap.
    let (real, seen) = look_inside(root, path)?;
    open_seen(real.as_std_path(), seen, most, Links::Refuse)
}

/// Reads a file of a project, whole.
///
/// # Errors
/// See [`ReadRefusal`].
pub fn read_inside(root: &Utf8Path, path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    open_inside(root, path, most)?.read_whole()
}

/// Opens a file that the person who runs this named, wherever it lies.
///
/// # Errors
/// See [`ReadRefusal`].
pub fn open_named(path: impl AsRef<Path>, most: u64) -> Result<OpenedFile, ReadRefusal> {
    open_bounded(path.as_ref(), most, Links::Follow)
}

/// Reads a file that the person who runs this named, whole.
///
/// # Errors
/// See [`ReadRefusal`].
pub fn read_named(path: impl AsRef<Path>, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    open_named(path, most)?.read_whole()
}

/// Opens a file of our own that no link may stand for; nothing where there is none.
///
/// # Errors
/// As [`ReadRefusal`], whose [`ReadRefusal::Absent`] does not occur.
pub fn open_own(path: impl AsRef<Path>, most: u64) -> io::Result<Option<File>> {
    match open_bounded(path.as_ref(), most, Links::Refuse) {
        Ok(OpenedFile { file, .. }) => Ok(Some(file)),
        Err(ReadRefusal::Absent) => Ok(None),
        Err(why) => Err(why.into()),
    }
}

/// Reads a file of our own that no link may stand for; nothing where there is none.
///
/// # Errors
/// As [`open_own`].
pub fn read_own(path: impl AsRef<Path>, most: u64) -> io::Result<Option<Vec<u8>>> {
    match open_bounded(path.as_ref(), most, Links::Refuse).and_then(OpenedFile::read_whole) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(ReadRefusal::Absent) => Ok(None),
        Err(why) => Err(why.into()),
    }
}

/// Names in a folder of a project, in order; those that are not Unicode are left out.
///
/// # Errors
/// As [`ReadRefusal`], where [`ReadRefusal::NotRegular`] stands for what is no folder.
pub fn list_inside(root: &Utf8Path, folder: &Utf8Path) -> Result<Vec<String>, ReadRefusal> {
    let folder = locate_inside(root, folder)?;
    if !std::fs::symlink_metadata(&folder)?.is_dir() {
        return Err(ReadRefusal::Failed(io::Error::other("it is not a folder")));
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string());
    }
    names.sort();
    Ok(names)
}

/// What a link in the last place of a path means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    Follow,
    Refuse,
}

fn open_bounded(path: &Path, most: u64, links: Links) -> Result<OpenedFile, ReadRefusal> {
    open_seen(path, None, most, links)
}

/// Opens a file at whose name somebody looked just now, or else looks.
fn open_seen(path: &Path, seen: Option<Metadata>, most: u64, links: Links) -> Result<OpenedFile, ReadRefusal> {
    // A socket and some devices do something when they are opened; a name that is swapped meanwhile meets the second look.
    let found = match (seen, links) {
        (Some(seen), _) => seen,
        (None, Links::Follow) => std::fs::metadata(path)?,
        (None, Links::Refuse) => std::fs::symlink_metadata(path)?,
    };
    if !found.is_file() {
        return Err(ReadRefusal::NotRegular);
    }
    let mut options = OpenOptions::new();
    options.read(true);
    without_waiting(&mut options, links);
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(ReadRefusal::NotRegular);
    }
    if metadata.len() > most {
        return Err(ReadRefusal::TooLarge { bytes: metadata.len(), most, growing: false });
    }
    Ok(OpenedFile { file, metadata, most })
}

#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions, links: Links) {
    use std::os::unix::fs::OpenOptionsExt as _;

    use rustix::fs::OFlags;
    let no_follow = if links == Links::Refuse { OFlags::NOFOLLOW } else { OFlags::empty() };
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY | no_follow;
    options.custom_flags(i32::try_from(flags.bits()).unwrap_or_default());
}

#[cfg(not(unix))]
fn without_waiting(_options: &mut OpenOptions, _links: Links) {}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn project() -> (tempfile::TempDir, Utf8PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let outer = Utf8PathBuf::from_path_buf(folder.path().canonicalize().unwrap()).unwrap();
        let root = outer.join("project");
        for inner in ["styles", ".git", "sub/.git"] {
            std::fs::create_dir_all(root.join(inner)).unwrap();
        }
        for (path, text) in [("../secret", "s"), (".git/config", "s"), ("sub/.git/config", "s"), ("styles/a", "a")] {
            std::fs::write(root.join(path), text).unwrap();
        }
        (folder, root)
    }

    #[test]
    fn a_file_of_a_project_is_regular_inside_not_gits_and_bounded() {
        let (_keep, root) = project();
        let link = |to: &str, from: &str| std::os::unix::fs::symlink(to, root.join(from)).unwrap();
        link("styles/a", "in");
        link("styles", "folder");
        link("../secret", "out");
        link("..", "up");
        link(".git/config", "config");
        link("sub/.git", "gits");
        link("nowhere", "dead");
        link("loop", "loop");
        link("/dev/zero", "zero");
        link("/proc/self/environ", "environ");
        assert!(std::process::Command::new("mkfifo").arg(root.join("pipe")).status().unwrap().success());
        let _socket = std::os::unix::net::UnixListener::bind(root.join("socket")).unwrap();
        std::fs::File::create(root.join("huge")).unwrap().set_len(1 << 40).unwrap();
        let read = |path: &str| read_inside(&root, Utf8Path::new(path), 1 << 20).map_err(|why| why.to_string());
        for path in ["styles/a", "./styles/../styles/a", "in", "folder/a"] {
            assert_eq!(read(path).unwrap(), b"a", "{path}");
        }
        for (path, why) in [
            ("none", "there is no such file"),
            ("none/a", "there is no such file"),
            ("dead", "there is no such file"),
            ("out", "it lies outside of the project folder"),
            ("../secret", "it lies outside of the project folder"),
            ("up/secret", "it lies outside of the project folder"),
            ("/etc/hostname", "it lies outside of the project folder"),
            ("zero", "it lies outside of the project folder"),
            ("environ", "it lies outside of the project folder"),
            (".git/config", "it lies below `.git`"),
            ("config", "it lies below `.git`"),
            ("gits/config", "it lies below `.git`"),
            ("styles", "it is not a regular file"),
            ("folder", "it is not a regular file"),
            ("pipe", "it is not a regular file"),
            ("socket", "it is not a regular file"),
            ("huge", "it has 1099511627776 bytes, and at most 1048576 are read"),
        ] {
            assert_eq!(read(path).unwrap_err(), why, "{path}");
        }
        assert!(read("loop").is_err());
        let named = |path: &str| read_named(root.join(path), 1 << 20).map_err(|why| why.to_string());
        assert_eq!(named("out").unwrap(), b"s", "a person named it");
        for path in ["pipe", "socket", "zero", "styles"] {
            assert_eq!(named(path).unwrap_err(), "it is not a regular file", "{path}");
        }
        assert!(named("huge").is_err());
        assert!(read_own(root.join("in"), 9).is_err(), "no link stands for a file of our own");
        assert_eq!(read_own(root.join("none"), 9).unwrap(), None);
    }

    #[test]
    fn what_says_that_it_has_no_bytes_is_bounded_all_the_same() {
        let why = read_named("/proc/self/maps", 10).unwrap_err();
        assert_eq!(why.to_string(), "it has more than 10 bytes, and at most 10 are read");
    }

    #[test]
    fn folders_are_listed_inside_alone() {
        let (_keep, root) = project();
        std::os::unix::fs::symlink("..", root.join("up")).unwrap();
        assert_eq!(list_inside(&root, "styles".into()).unwrap(), ["a"]);
        assert!(matches!(list_inside(&root, "none".into()), Err(ReadRefusal::Absent)));
        assert!(matches!(list_inside(&root, "up".into()), Err(ReadRefusal::Outside)));
        assert_eq!(list_inside(&root, "styles/a".into()).unwrap_err().to_string(), "it is not a folder");
    }
}
