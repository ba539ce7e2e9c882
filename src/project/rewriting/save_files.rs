//! Writing files of the project: all of them or none, as far as a disk can promise that.
//!
//! Every new text stands beside its file, on the disk for good, before the first is renamed over it. Only regular files
//! below the project's folder are written, through no symbolic link, and only where they are as they were read.

use std::io::{self, ErrorKind};

use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{self, FileMode, Overwrite, StagedFile};
use crate::project::refusal::Refusal;
use crate::project::rewriting::project_files::FileChange;
use crate::report::Sanitized;
use crate::source::limit;

/// Writes what changed.
///
/// # Errors
/// Where a file is not as it was read, or something is in the way; then nothing was written. Where the disk says no, with the
/// names of the files that were written before.
pub fn write_all_or_none(root: &Utf8Path, files: &[FileChange<'_>]) -> Result<(), Refusal> {
    let mut staged: Vec<(Utf8PathBuf, StagedFile)> = Vec::new();
    for FileChange { path, old, new } in files {
        let full =
            disk::resolve_inside(root, Utf8Path::new(path)).map_err(|why| blocked_path(path, &why.to_string()))?;
        let said_no = |error: io::Error| Refusal::Disk {
            act: format!("cannot write {}, nothing was written", Sanitized(path)),
            error,
        };
        match (old, std::fs::symlink_metadata(&full)) {
            (_, Ok(found)) if !found.is_file() => return Err(blocked_path(path, "is not a regular file")),
            (Some(old), Ok(_)) => {
                let now = disk::read_inside(root, Utf8Path::new(path), limit::TABLE_BYTES);
                if now.map_err(|why| said_no(why.into()))? != old.text().as_bytes() {
                    let message = format!("{} changed meanwhile, nothing was written", Sanitized(path));
                    return Err(Refusal::Changed(message));
                }
            }
            (Some(_), Err(error)) => return Err(said_no(error)),
            (None, Ok(_)) => return Err(blocked_path(path, "is there already")),
            (None, Err(error)) if error.kind() == ErrorKind::NotFound => {}
            (None, Err(error)) => return Err(said_no(error)),
        }
        disk::create_parent(&full).map_err(said_no)?;
        let overwrite = if old.is_none() { Overwrite::Never } else { Overwrite::Replace };
        let file = disk::stage(&full, new.as_bytes(), FileMode::Shared, overwrite).map_err(said_no)?;
        staged.push((full, file));
    }
    let mut done: Vec<String> = Vec::new();
    for (path, file) in staged {
        if let Err(error) = file.commit() {
            let before = if done.is_empty() {
                "nothing was written".to_owned()
            } else {
                format!("written were {}", done.join(", "))
            };
            let act = format!("cannot write {}, {before}", Sanitized(path.as_str()));
            return Err(Refusal::Disk { act, error });
        }
        done.push(Sanitized(path.strip_prefix(root).unwrap_or(&path).as_str()).to_string());
    }
    Ok(())
}

fn blocked_path(path: &str, what: &str) -> Refusal {
    Refusal::InTheWay(format!("{} {what}, so nothing was written", Sanitized(path)))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests make the files that they look at")]
mod tests {
    use super::*;
    use crate::diagnostic::SourceFile;

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed_and_nothing_is_written_where_one_file_is_in_the_way() {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8PathBuf::from_path_buf(folder.path().join("project")).unwrap();
        std::fs::create_dir_all(root.join("styles")).unwrap();
        std::fs::write(root.join("styles/a.yaml"), "a").unwrap();
        std::os::unix::fs::symlink(folder.path(), root.join("out")).unwrap();
        let old = SourceFile::new("styles/a.yaml", "a");
        let good = || FileChange { path: "styles/a.yaml", old: Some(&old), new: "b" };
        for bad in ["out/x.yaml", "../x.yaml", "/tmp/x.yaml"] {
            let stop = write_all_or_none(&root, &[good(), FileChange { path: bad, old: None, new: "x" }]).unwrap_err();
            assert!(matches!(stop, Refusal::InTheWay(_)), "{stop:?}");
            assert_eq!(std::fs::read_to_string(root.join("styles/a.yaml")).unwrap(), "a");
        }
        write_all_or_none(&root, &[good(), FileChange { path: "new/deep/b.yaml", old: None, new: "x" }]).unwrap();
        assert_eq!(std::fs::read_to_string(root.join("new/deep/b.yaml")).unwrap(), "x");
        assert!(matches!(write_all_or_none(&root, &[good()]), Err(Refusal::Changed(_))));
        assert_eq!(std::fs::read_dir(root.join("styles")).unwrap().count(), 1);
    }
}
