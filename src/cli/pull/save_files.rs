//! Writing files of the project: all of them or none, as far as a disk can promise that.
//!
//! Every new text stands beside its file, on the disk for good, before the first is renamed over it. Only regular files
//! below the project's folder are written, through no symbolic link, and only where they are as they were read.

#![expect(clippy::disallowed_methods, reason = "files of the project are written here, when the person asks for it")]

use std::io::{self, ErrorKind, Write};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use tempfile::NamedTempFile;

use crate::cli::exit::{CliError, Exit};
use crate::cli::pull::PullFileChange;
use crate::report::Sanitized;

/// Writes what changed.
///
/// # Errors
/// Exit 6 where a file is not as it was read, 5 where something is in the way; then nothing was written. 1 where the disk
/// says no, with the names of the files that were written before.
pub fn write_all_or_none(root: &Utf8Path, files: &[PullFileChange<'_>]) -> Result<(), CliError> {
    let mut staged: Vec<(Utf8PathBuf, NamedTempFile, bool)> = Vec::new();
    for PullFileChange { path, old, new } in files {
        let full = resolve_inside(root, Utf8Path::new(path))?;
        let said_no = |error: io::Error| {
            CliError::io_error(format!("cannot write {}, nothing was written", Sanitized(path)), &error)
        };
        let permissions = match (old, std::fs::symlink_metadata(&full)) {
            (_, Ok(found)) if !found.is_file() => return Err(blocked_path(path, "is not a regular file")),
            (Some(old), Ok(found)) => {
                if std::fs::read(&full).map_err(said_no)? != old.text().as_bytes() {
                    return Err(CliError::new(
                        Exit::Stale,
                        format!("{} changed meanwhile, nothing was written", Sanitized(path)),
                    )
                    .with_help("run it again"));
                }
                Some(found.permissions())
            }
            (Some(_), Err(error)) => return Err(said_no(error)),
            (None, Ok(_)) => return Err(blocked_path(path, "is there already")),
            (None, Err(error)) if error.kind() == ErrorKind::NotFound => None,
            (None, Err(error)) => return Err(said_no(error)),
        };
        let folder = full.parent().unwrap_or(root);
        std::fs::create_dir_all(folder).map_err(said_no)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".housestyle-pull-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // What the umask leaves of this, as for any new file.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let mut file = builder.tempfile_in(folder).map_err(said_no)?;
        file.write_all(new.as_bytes()).map_err(said_no)?;
        if let Some(permissions) = permissions {
            file.as_file().set_permissions(permissions).map_err(said_no)?;
        }
        file.as_file().sync_all().map_err(said_no)?;
        staged.push((full, file, old.is_none()));
    }
    let mut done: Vec<String> = Vec::new();
    for (path, file, fresh) in staged {
        let kept = if fresh { file.persist_noclobber(&path) } else { file.persist(&path) };
        if let Err(failed) = kept {
            let before = if done.is_empty() {
                "nothing was written".to_owned()
            } else {
                format!("written were {}", done.join(", "))
            };
            return Err(CliError::io_error(
                format!("cannot write {}, {before}", Sanitized(path.as_str())),
                &failed.error,
            ));
        }
        done.push(Sanitized(path.strip_prefix(root).unwrap_or(&path).as_str()).to_string());
    }
    Ok(())
}

/// A path below a folder, none of whose parts leads elsewhere.
fn resolve_inside(root: &Utf8Path, path: &Utf8Path) -> Result<Utf8PathBuf, CliError> {
    let mut full = root.to_owned();
    for part in path.components() {
        match part {
            Utf8Component::Normal(name) => full.push(name),
            Utf8Component::CurDir => {}
            Utf8Component::Prefix(_) | Utf8Component::RootDir | Utf8Component::ParentDir => {
                return Err(blocked_path(path.as_str(), "lies outside of the project folder"));
            }
        }
        if std::fs::symlink_metadata(&full).is_ok_and(|found| found.is_symlink()) {
            return Err(blocked_path(path.as_str(), "leads through a symbolic link"));
        }
    }
    Ok(full)
}

fn blocked_path(path: &str, what: &str) -> CliError {
    CliError::new(Exit::Blocked, format!("{} {what}, so nothing was written", Sanitized(path)))
}

#[cfg(test)]
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
        let good = || PullFileChange { path: "styles/a.yaml", old: Some(&old), new: "b" };
        for bad in ["out/x.yaml", "../x.yaml", "/tmp/x.yaml"] {
            let stop =
                write_all_or_none(&root, &[good(), PullFileChange { path: bad, old: None, new: "x" }]).unwrap_err();
            assert_eq!(stop.exit, Exit::Blocked, "{}", stop.message);
            assert_eq!(std::fs::read_to_string(root.join("styles/a.yaml")).unwrap(), "a");
        }
        write_all_or_none(&root, &[good(), PullFileChange { path: "new/deep/b.yaml", old: None, new: "x" }]).unwrap();
        assert_eq!(std::fs::read_to_string(root.join("new/deep/b.yaml")).unwrap(), "x");
        assert_eq!(write_all_or_none(&root, &[good()]).unwrap_err().exit, Exit::Stale);
        assert_eq!(std::fs::read_dir(root.join("styles")).unwrap().count(), 1);
    }
}
