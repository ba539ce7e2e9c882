//! Files: the one place of the program that opens a file, to read it ([`reading`]) or to write it.
//!
//! Always holds: a file is replaced as a whole or not at all, also across a power cut (temporary file in the same folder,
//! fsync, rename, fsync of the folder); no write follows a symbolic link; what is private is never readable for others, not
//! even for a moment. `tests/suite/architecture.rs` keeps every other folder from writing by itself.
//!
//! Windows refuses to replace a file that somebody holds open: whoever holds the file closes it before the replacement and
//! opens it again afterwards.

#![expect(clippy::disallowed_methods, reason = "the edge where files are read and written")]

mod inside;
pub mod reading;
pub mod scratch;
mod steps;
pub mod walk;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as disk;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

pub use inside::{PathRefusal, resolve_inside};
pub use reading::{
    OpenedFile, ReadRefusal, list_inside, locate_inside, open_inside, open_named, open_own, read_inside, read_named,
    read_own,
};

use crate::disk::steps::WriteStep;

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileMode {
    /// Committed or uploaded like any other file: what the umask leaves of `rw-rw-rw-`; a file that exists keeps its
    /// permissions.
    Shared,
    /// Its owner alone.
    Private,
}

/// What may happen to a file that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// It stays, and the write fails with [`ErrorKind::AlreadyExists`].
    Never,
    /// It is replaced, provided that it is a regular file.
    Replace,
}

/// A new content that is safe on the disk, beside the file that it will replace.
#[derive(Debug)]
pub struct StagedFile {
    path: PathBuf,
    temporary: NamedTempFile,
    overwrite: Overwrite,
}

/// Replaces a file by these bytes, as a whole or not at all. Its folder must exist.
///
/// # Errors
/// Where something else than a regular file has its name, it exists and may not be replaced, or the disk fails. The old
/// file is then as it was, except where only the last fsync failed.
pub fn replace(path: impl AsRef<Path>, bytes: &[u8], mode: FileMode, overwrite: Overwrite) -> io::Result<()> {
    stage(path, bytes, mode, overwrite)?.commit()
}

/// As [`replace`], with what `write` writes: for a content that is never held as a whole.
///
/// # Errors
/// As [`replace`], and those of `write`.
pub fn replace_with(
    path: impl AsRef<Path>,
    mode: FileMode,
    overwrite: Overwrite,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    stage_with(path.as_ref(), mode, overwrite, write)?.commit()
}

/// Writes the bytes beside the file, safe on the disk; [`StagedFile::commit`] puts them in its place. For several files that
/// are to be replaced together or not at all.
///
/// # Errors
/// As [`replace`]; nothing was changed.
pub fn stage(path: impl AsRef<Path>, bytes: &[u8], mode: FileMode, overwrite: Overwrite) -> io::Result<StagedFile> {
    stage_with(path.as_ref(), mode, overwrite, |out| out.write_all(bytes))
}

fn stage_with(
    path: &Path,
    mode: FileMode,
    overwrite: Overwrite,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<StagedFile> {
    let existing = regular_file(path)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".housestyle-new-");
    if mode == FileMode::Shared {
        set_shared_permissions(&mut builder);
    }
    steps::record(WriteStep::Create);
    let temporary = builder.tempfile_in(folder_of(path)).map_err(without_temporary_name)?;
    let mut out = BufWriter::with_capacity(64 * 1024, temporary.as_file());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let (FileMode::Shared, Overwrite::Replace, Some(found)) = (mode, overwrite, existing) {
        temporary.as_file().set_permissions(found.permissions())?;
    }
    temporary.as_file().sync_all()?;
    steps::record(WriteStep::SyncFile);
    Ok(StagedFile { path: path.to_owned(), temporary, overwrite })
}

impl StagedFile {
    /// Puts the new content in its place.
    ///
    /// # Errors
    /// As [`replace`].
    pub fn commit(self) -> io::Result<()> {
        let Self { path, temporary, overwrite } = self;
        match overwrite {
            Overwrite::Never => temporary.persist_noclobber(&path),
            Overwrite::Replace => {
                regular_file(&path)?;
                temporary.persist(&path)
            }
        }
        .map_err(|failed| failed.error)?;
        steps::record(WriteStep::Rename);
        sync_folder(folder_of(&path))
    }
}

/// Whether a file could be replaced now: for whoever writes it at the end of something long.
///
/// # Errors
/// Where something else than a regular file has its name, or its folder takes no file.
pub fn check_replaceable(path: impl AsRef<Path>) -> io::Result<()> {
    let path = path.as_ref();
    regular_file(path)?;
    tempfile::tempfile_in(folder_of(path)).map(drop).map_err(without_temporary_name)
}

/// The error of a file that is there for a moment: its name, which the error would tell, is nobody's business.
fn without_temporary_name(error: io::Error) -> io::Error {
    let told = std::error::Error::source(&error).and_then(|source| source.downcast_ref::<io::Error>());
    match told.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::from(error.kind()),
    }
}

/// Opens a file that lines are appended to; made where it does not exist.
///
/// # Errors
/// Where something else than a regular file has its name, or the disk fails.
pub fn open_append(path: impl AsRef<Path>, mode: FileMode) -> io::Result<File> {
    let path = path.as_ref();
    let fresh = regular_file(path)?.is_none();
    let file = with_mode(OpenOptions::new().create(true).append(true), mode).open(path)?;
    if fresh {
        sync_folder(folder_of(path))?;
    }
    Ok(file)
}

/// Appends lines to a file, a few at a time. When this returns, a crash does not lose them; before, it may lose the last.
///
/// # Errors
/// Where the disk fails; how many of the bytes were written is not known.
pub fn append_synced(file: &mut File, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
    const AT_ONCE: usize = 1 << 16;
    let mut held = String::new();
    for line in lines {
        held.push_str(&line);
        if held.len() >= AT_ONCE {
            file.write_all(held.as_bytes())?;
            held.clear();
        }
    }
    file.write_all(held.as_bytes())?;
    file.sync_data()?;
    steps::record(WriteStep::SyncLines);
    Ok(())
}

/// Opens an empty file for a stream of lines; what it held is gone.
///
/// # Errors
/// Where something else than a regular file has its name, or the disk fails.
pub fn create_stream(path: impl AsRef<Path>, mode: FileMode) -> io::Result<File> {
    let path = path.as_ref();
    regular_file(path)?;
    with_mode(OpenOptions::new().create(true).truncate(true).write(true), mode).open(path)
}

/// A file that exists to be locked, held until this is dropped or its process ends; its content means nothing.
#[derive(Debug)]
pub struct HeldLock(File);

impl HeldLock {
    /// Takes the lock at once or not at all.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] where somebody else holds it; otherwise where something else than a regular file has its
    /// name, or the disk fails.
    pub fn take(path: impl AsRef<Path>) -> Result<Self, TryLockError> {
        let path = path.as_ref();
        regular_file(path).map_err(TryLockError::Error)?;
        let file = with_mode(OpenOptions::new().create(true).truncate(false).write(true), FileMode::Private)
            .open(path)
            .map_err(TryLockError::Error)?;
        file.try_lock()?;
        Ok(Self(file))
    }
}

impl Drop for HeldLock {
    /// Let go by name: a program that another thread is just starting (git) holds a copy of every open file until it runs,
    /// and closing ours would leave its lock on.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Makes a folder and those above it.
///
/// # Errors
/// Where the disk fails, or a file has the name of one.
pub fn create_folder(path: impl AsRef<Path>) -> io::Result<()> {
    std::fs::create_dir_all(path)
}

/// Makes a folder of what stays on this machine: git leaves out all that is in it.
///
/// # Errors
/// As [`create_folder`].
pub fn create_local_folder(path: impl AsRef<Path>) -> io::Result<()> {
    let path = path.as_ref();
    if path.is_dir() {
        return Ok(());
    }
    create_folder(path)?;
    let ignored = path.join(".gitignore");
    replace(&ignored, b"# Stays on this machine.\n*\n", FileMode::Shared, Overwrite::Replace)
}

/// Makes the folder of a file and those above it.
///
/// # Errors
/// As [`create_folder`].
pub fn create_parent(path: impl AsRef<Path>) -> io::Result<()> {
    create_folder(folder_of(path.as_ref()))
}

/// Removes a file, if it exists.
///
/// # Errors
/// Where the disk fails.
pub fn remove(path: impl AsRef<Path>) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The regular file of this name, or none; anything else is refused.
fn regular_file(path: &Path) -> io::Result<Option<std::fs::Metadata>> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => Ok(Some(found)),
        Ok(_) => Err(io::Error::other("it is not a regular file")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a new name in a folder survive a power cut. Other systems than Unix do that by themselves, or not at all.
fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _not_needed = folder;
    steps::record(WriteStep::SyncFolder);
    Ok(())
}

#[cfg(unix)]
fn set_shared_permissions(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn set_shared_permissions(_builder: &mut tempfile::Builder<'_, '_>) {}

#[cfg(unix)]
fn with_mode(options: &mut OpenOptions, mode: FileMode) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(match mode {
        FileMode::Shared => 0o666,
        FileMode::Private => 0o600,
    })
}

#[cfg(not(unix))]
fn with_mode(options: &mut OpenOptions, _mode: FileMode) -> &mut OpenOptions {
    options
}

#[cfg(test)]
mod tests {
    use camino::{Utf8Path, Utf8PathBuf};

    use super::*;

    fn folder() -> (tempfile::TempDir, Utf8PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = Utf8PathBuf::from_path_buf(folder.path().to_owned()).unwrap();
        (folder, path)
    }

    #[test]
    fn the_file_is_safe_before_its_name_and_its_name_before_the_call_returns() {
        let (_keep, folder) = folder();
        steps::take();
        replace(folder.join("a"), b"1", FileMode::Shared, Overwrite::Never).unwrap();
        assert_eq!(steps::take(), [WriteStep::Create, WriteStep::SyncFile, WriteStep::Rename, WriteStep::SyncFolder]);
        replace(folder.join("a"), b"2", FileMode::Private, Overwrite::Replace).unwrap();
        assert_eq!(steps::take(), [WriteStep::Create, WriteStep::SyncFile, WriteStep::Rename, WriteStep::SyncFolder]);
        drop(open_append(folder.join("journal"), FileMode::Private).unwrap());
        assert_eq!(steps::take(), [WriteStep::SyncFolder], "the name of a new journal is safe before its first line");
        let mut journal = open_append(folder.join("journal"), FileMode::Private).unwrap();
        assert_eq!(steps::take(), []);
        append_synced(&mut journal, ["line\n".to_owned()]).unwrap();
        assert_eq!(steps::take(), [WriteStep::SyncLines], "a line is safe before the call that it speaks of");
        assert_eq!(read_own(folder.join("journal"), 1 << 20).unwrap().unwrap(), b"line\n");
    }

    #[test]
    fn what_could_not_be_replaced_at_the_end_is_told_before() {
        let (_keep, folder) = folder();
        check_replaceable(folder.join("new")).unwrap();
        replace(folder.join("a"), b"1", FileMode::Shared, Overwrite::Never).unwrap();
        check_replaceable(folder.join("a")).unwrap();
        check_replaceable(&folder).unwrap_err();
        check_replaceable(folder.join("none/a")).unwrap_err();
        assert_eq!(read_own(folder.join("a"), 1 << 20).unwrap().unwrap(), b"1");
        assert_eq!(folder.read_dir_utf8().unwrap().count(), 1, "nothing is left");
    }

    #[test]
    fn many_lines_are_appended_in_their_order_and_synced_once() {
        let (_keep, folder) = folder();
        let mut journal = open_append(folder.join("journal"), FileMode::Private).unwrap();
        let lines = || (0..20_000).map(|line| format!("line {line}\n"));
        steps::take();
        append_synced(&mut journal, lines()).unwrap();
        append_synced(&mut journal, []).unwrap();
        assert_eq!(steps::take(), [WriteStep::SyncLines, WriteStep::SyncLines]);
        assert_eq!(
            read_own(folder.join("journal"), 1 << 20).unwrap().unwrap(),
            lines().collect::<String>().into_bytes()
        );
    }

    #[test]
    fn what_exists_stays_where_nothing_may_be_overwritten() {
        let (_keep, folder) = folder();
        let path = folder.join("a");
        replace(&path, b"1", FileMode::Shared, Overwrite::Never).unwrap();
        let refused = replace(&path, b"2", FileMode::Shared, Overwrite::Never).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
        assert_eq!(read_own(&path, 1 << 20).unwrap().unwrap(), b"1");
        replace(&path, b"3", FileMode::Shared, Overwrite::Replace).unwrap();
        assert_eq!(read_own(&path, 1 << 20).unwrap().unwrap(), b"3");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left");
        assert!(read_own(folder.join("none"), 1 << 20).unwrap().is_none());
        let absent = folder.join("no/folder/a");
        assert_eq!(
            replace(&absent, b"", FileMode::Shared, Overwrite::Replace).unwrap_err().kind(),
            ErrorKind::NotFound
        );
        create_parent(&absent).unwrap();
        replace(&absent, b"", FileMode::Shared, Overwrite::Replace).unwrap();
    }

    #[test]
    fn a_file_that_is_staged_and_dropped_leaves_nothing() {
        let (_keep, folder) = folder();
        let path = folder.join("a");
        replace(&path, b"1", FileMode::Shared, Overwrite::Replace).unwrap();
        let staged = stage(&path, b"2", FileMode::Shared, Overwrite::Replace).unwrap();
        drop(staged);
        assert_eq!(read_own(&path, 1 << 20).unwrap().unwrap(), b"1");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_new_file_or_of_the_file_before_or_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let (_keep, folder) = folder();
        let bits = |path: &Utf8Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let ordinary = folder.join("ordinary");
        std::fs::write(&ordinary, "").unwrap();
        let path = folder.join("a");
        replace(&path, b"1", FileMode::Shared, Overwrite::Replace).unwrap();
        assert_eq!(bits(&path), bits(&ordinary), "the umask decides");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        replace(&path, b"2", FileMode::Shared, Overwrite::Replace).unwrap();
        assert_eq!(bits(&path), 0o640, "kept");
        replace(&path, b"3", FileMode::Private, Overwrite::Replace).unwrap();
        assert_eq!(bits(&path), 0o600);
        drop(open_append(folder.join("b"), FileMode::Private).unwrap());
        drop(create_stream(folder.join("c"), FileMode::Private).unwrap());
        drop(HeldLock::take(folder.join("d")).unwrap());
        for name in ["b", "c", "d"] {
            assert_eq!(bits(&folder.join(name)), 0o600, "{name}");
        }
    }

    #[test]
    fn a_lock_is_let_go_although_a_program_that_is_just_starting_has_a_copy_of_its_file() {
        let (_keep, folder) = folder();
        let path = folder.join("lock");
        let held = HeldLock::take(&path).unwrap();
        assert!(matches!(HeldLock::take(&path), Err(TryLockError::WouldBlock)));
        let copy = held.0.try_clone().unwrap();
        drop(held);
        HeldLock::take(&path).unwrap();
        drop(copy);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link_or_into_a_pipe() {
        let (_keep, folder) = folder();
        let real = folder.join("real");
        replace(&real, b"1", FileMode::Shared, Overwrite::Replace).unwrap();
        let link = folder.join("link");
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let dangling = folder.join("dangling");
        std::os::unix::fs::symlink(folder.join("nowhere"), &dangling).unwrap();
        for path in [&link, &dangling] {
            replace(path, b"2", FileMode::Shared, Overwrite::Replace).unwrap_err();
            replace(path, b"2", FileMode::Shared, Overwrite::Never).unwrap_err();
            open_append(path, FileMode::Private).unwrap_err();
            create_stream(path, FileMode::Private).unwrap_err();
            HeldLock::take(path).unwrap_err();
            read_own(path, 1 << 20).unwrap_err();
        }
        // Put in its place after the new content was staged.
        let staged = stage(folder.join("late"), b"2", FileMode::Shared, Overwrite::Replace).unwrap();
        std::os::unix::fs::symlink(&real, folder.join("late")).unwrap();
        staged.commit().unwrap_err();
        assert_eq!(read_own(&real, 1 << 20).unwrap().unwrap(), b"1");
        assert!(!folder.join("nowhere").exists());
    }
}
