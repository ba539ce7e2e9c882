//! Snapshots on disk: `.housestyle/undo/<environment>/<number>.json` before every run that writes, and wherever a person
//! asks for one.
//!
//! Each is written as a whole (temporary file, fsync, rename, fsync of the folder), readable for its owner alone, never
//! through a symbolic link and never over something else. Numbers only rise; the last [`MAX_SNAPSHOTS`] of an environment are kept.

use std::io;

use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{self, FileMode, Overwrite, ReadRefusal};
use crate::state::snapshot::{self, Snapshot};
use crate::state::snapshot_error::SnapshotError;

/// Snapshots that are kept of one environment.
pub const MAX_SNAPSHOTS: usize = 20;

/// Most bytes of a snapshot that is read.
const MAX_SNAPSHOT_BYTES: u64 = 256 << 20;

/// Why a snapshot could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotStoreError {
    /// Its bytes are not a snapshot.
    #[error("the snapshot `{path}` cannot be used: {source}")]
    Format {
        /// The file.
        path: Utf8PathBuf,
        /// What is wrong.
        source: SnapshotError,
    },
    /// Something else has the name that was given for it.
    #[error("{path} is not a snapshot, so it is not overwritten")]
    InTheWay {
        /// The file.
        path: Utf8PathBuf,
    },
    /// The disk said no.
    #[error("cannot {act} `{path}`: {source}")]
    Disk {
        /// What was tried.
        act: &'static str,
        /// The file.
        path: Utf8PathBuf,
        /// The system's words.
        source: io::Error,
    },
}

/// Keeps a snapshot under the next number of its environment, and drops those that are too old.
pub(super) fn store_snapshot(work: &Utf8Path, snapshot: &Snapshot) -> io::Result<()> {
    let folder = snapshot_folder(work, &snapshot.environment);
    disk::create_local_folder(work)?;
    for folder in [work.join(UNDO), folder.clone()] {
        make_private_folder(&folder)?;
    }
    let mut numbers = list_numbers(work.parent().unwrap_or(Utf8Path::new("")), &folder)?;
    let serial = snapshot.serial.min(u64::from(u32::MAX));
    let mut number = numbers.last().map_or(0, |last| last + 1).max(serial + 1);
    let text = snapshot::render_snapshot(snapshot);
    loop {
        match disk::replace(snapshot_path(&folder, number), text.as_bytes(), FileMode::Private, Overwrite::Never) {
            Ok(()) => break,
            // Another run took the number since it was looked for.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
    numbers.push(number);
    for old in numbers.iter().rev().skip(MAX_SNAPSHOTS) {
        // One too many does no harm, and is tried again next time.
        let _left = disk::remove(snapshot_path(&folder, *old));
    }
    Ok(())
}

/// The newest snapshot of an environment that was not taken before an undo, with its path.
///
/// # Errors
/// One that is newer, or as new, cannot be read.
pub fn find_newest_snapshot(
    work: &Utf8Path,
    environment: &str,
) -> Result<Option<(Utf8PathBuf, Snapshot)>, SnapshotStoreError> {
    let folder = snapshot_folder(work, environment);
    let root = work.parent().unwrap_or(Utf8Path::new(""));
    let numbers = match list_numbers(root, &folder) {
        Ok(numbers) => numbers,
        Err(source) => return Err(SnapshotStoreError::Disk { act: "list", path: folder, source }),
    };
    for number in numbers.into_iter().rev() {
        let path = snapshot_path(&folder, number);
        let snapshot =
            read_snapshot(&path, |path, most| disk::read_inside(root, path.strip_prefix(root).unwrap_or(path), most))?;
        if snapshot.undoes.is_none() {
            return Ok(Some((path, snapshot)));
        }
    }
    Ok(None)
}

/// Reads a snapshot: `read` opens the file, and is told how many bytes it may have.
///
/// # Errors
/// See [`SnapshotStoreError`].
pub fn read_snapshot(
    path: &Utf8Path,
    read: impl FnOnce(&Utf8Path, u64) -> Result<Vec<u8>, ReadRefusal>,
) -> Result<Snapshot, SnapshotStoreError> {
    let said_no = |source: io::Error| SnapshotStoreError::Disk { act: "read", path: path.to_owned(), source };
    let bytes = read(path, MAX_SNAPSHOT_BYTES).map_err(|why| said_no(why.into()))?;
    let text = String::from_utf8(bytes).map_err(|_| said_no(io::Error::other("it is not UTF-8")))?;
    snapshot::parse_snapshot(&text).map_err(|source| SnapshotStoreError::Format { path: path.to_owned(), source })
}

/// Writes a snapshot where a person wants it, over an older snapshot and over nothing else.
///
/// # Errors
/// See [`SnapshotStoreError`].
pub fn write_snapshot(path: &Utf8Path, snapshot: &Snapshot) -> Result<(), SnapshotStoreError> {
    let said_no = |source: io::Error| SnapshotStoreError::Disk { act: "write", path: path.to_owned(), source };
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => match read_snapshot(path, |path, most| disk::read_named(path, most)) {
            Ok(_) | Err(SnapshotStoreError::Format { source: SnapshotError::Newer(_), .. }) => {}
            Err(_) => return Err(SnapshotStoreError::InTheWay { path: path.to_owned() }),
        },
        Ok(_) => return Err(SnapshotStoreError::InTheWay { path: path.to_owned() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(said_no(error)),
    }
    disk::create_parent(path).map_err(said_no)?;
    let text = snapshot::render_snapshot(snapshot);
    disk::replace(path, text.as_bytes(), FileMode::Private, Overwrite::Replace).map_err(said_no)
}

const UNDO: &str = "undo";

fn snapshot_folder(work: &Utf8Path, environment: &str) -> Utf8PathBuf {
    work.join(UNDO).join(environment)
}

fn snapshot_path(folder: &Utf8Path, number: u64) -> Utf8PathBuf {
    folder.join(format!("{number}.json"))
}

/// The numbers of the snapshots in a folder, lowest first; none where there is no folder.
fn list_numbers(root: &Utf8Path, folder: &Utf8Path) -> io::Result<Vec<u64>> {
    let names = match disk::list_inside(root, folder.strip_prefix(root).unwrap_or(folder)) {
        Err(ReadRefusal::Absent) => return Ok(Vec::new()),
        names => names?,
    };
    let number = |name: &String| name.strip_suffix(".json")?.parse::<u32>().ok().map(u64::from);
    let mut numbers: Vec<u64> = names.iter().filter_map(number).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// Makes a folder where there is none; a link in its place is refused.
fn make_private_folder(folder: &Utf8Path) -> io::Result<()> {
    match std::fs::symlink_metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(io::Error::other(format!("{folder} is not a folder"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => disk::create_folder(folder),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests make the files that they look at")]
mod tests {
    use super::*;

    fn work() -> (tempfile::TempDir, Utf8PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let work = Utf8PathBuf::from_path_buf(folder.path().join(".housestyle")).unwrap();
        (folder, work)
    }

    fn taken(serial: u64, undoes: bool) -> Snapshot {
        Snapshot { undoes: undoes.then(|| "x".to_owned()), ..Snapshot::new("emulator", "default", serial, []) }
    }

    #[test]
    fn numbers_rise_the_last_twenty_stay_and_those_before_an_undo_are_not_the_newest() {
        let (_folder, work) = work();
        assert!(find_newest_snapshot(&work, "default").unwrap().is_none());
        for serial in [4, 4, 4, 0] {
            store_snapshot(&work, &taken(serial, false)).unwrap();
        }
        assert_eq!(list_numbers(work.parent().unwrap(), &snapshot_folder(&work, "default")).unwrap(), [5, 6, 7, 8]);
        store_snapshot(&work, &taken(9, true)).unwrap();
        assert!(find_newest_snapshot(&work, "default").unwrap().unwrap().0.ends_with("undo/default/8.json"));
        assert!(find_newest_snapshot(&work, "production").unwrap().is_none());
        for serial in 10..40 {
            store_snapshot(&work, &taken(serial, false)).unwrap();
        }
        let kept = list_numbers(work.parent().unwrap(), &snapshot_folder(&work, "default")).unwrap();
        assert_eq!((kept.len(), kept[0], kept[19]), (MAX_SNAPSHOTS, 21, 40));
    }

    #[test]
    fn a_number_that_another_run_took_meanwhile_is_left_to_it() {
        let (_folder, work) = work();
        // Larger than what is looked for, as if it had come since.
        for _ in 0..2 {
            store_snapshot(&work, &taken(u64::MAX, false)).unwrap();
        }
        let taken = u64::from(u32::MAX) + 1;
        let paths = [taken, taken + 1].map(|number| snapshot_path(&snapshot_folder(&work, "default"), number));
        assert!(paths.iter().all(|path| path.is_file()), "{paths:?}");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_one_and_no_link_is_followed() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let (outer, work) = work();
        store_snapshot(&work, &taken(0, false)).unwrap();
        let file = work.join("undo/default/1.json");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);

        let elsewhere = outer.path().join("elsewhere");
        std::fs::create_dir(&elsewhere).unwrap();
        symlink(&elsewhere, work.join("undo/linked")).unwrap();
        let linked = Snapshot { environment: "linked".to_owned(), ..taken(0, false) };
        assert!(store_snapshot(&work, &linked).is_err());
        assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 0);
        symlink(&file, work.join("link.json")).unwrap();
        assert!(matches!(
            write_snapshot(&work.join("link.json"), &taken(0, false)),
            Err(SnapshotStoreError::InTheWay { .. })
        ));
    }

    #[test]
    fn only_a_snapshot_is_overwritten() {
        let (_folder, work) = work();
        let path = work.join("mine.json");
        write_snapshot(&path, &taken(1, false)).unwrap();
        write_snapshot(&path, &taken(2, false)).unwrap();
        assert_eq!(read_snapshot(&path, |path, most| disk::read_named(path, most)).unwrap().serial, 2);
        std::fs::write(&path, "{}").unwrap();
        assert!(matches!(write_snapshot(&path, &taken(3, false)), Err(SnapshotStoreError::InTheWay { .. })));
    }
}
