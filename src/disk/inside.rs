//! Paths that must stay inside a folder, whatever links lie in it.

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

/// Why a path is not written to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathRefusal {
    /// It leads out of the folder by itself.
    #[error("lies outside of the project folder")]
    Outside,
    /// One of its parts is a symbolic link.
    #[error("leads through a symbolic link")]
    Link,
    /// It is what git keeps for itself.
    #[error("lies below `.git`")]
    Git,
}

impl From<PathRefusal> for std::io::Error {
    fn from(why: PathRefusal) -> Self {
        Self::other(format!("it {why}"))
    }
}

/// A path below a folder, none of whose parts is a symbolic link. Parts that do not exist are fine.
///
/// # Errors
/// Where it leads out of the folder or through a link.
pub fn resolve_inside(root: &Utf8Path, path: &Utf8Path) -> Result<Utf8PathBuf, PathRefusal> {
    let mut full = root.to_owned();
    for part in path.components() {
        match part {
            Utf8Component::Normal(name) if is_git_folder(name) => return Err(PathRefusal::Git),
            Utf8Component::Normal(name) => full.push(name),
            Utf8Component::CurDir => continue,
            Utf8Component::Prefix(_) | Utf8Component::RootDir | Utf8Component::ParentDir => {
                return Err(PathRefusal::Outside);
            }
        }
        match std::fs::symlink_metadata(&full) {
            Ok(found) if found.is_symlink() => return Err(PathRefusal::Link),
            _ => {}
        }
    }
    Ok(full)
}

/// Whether a name is that of git's own folder, in any of the spellings that some disks take for it too.
pub(super) fn is_git_folder(name: &str) -> bool {
    let name = name.trim_end_matches(['.', ' ']);
    name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case("git~1")
}

#[cfg(test)]
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "tests make files")]
mod tests {
    use super::*;

    #[test]
    fn links_and_dots_do_not_lead_out() {
        let folder = tempfile::tempdir().unwrap();
        let outer = Utf8PathBuf::from_path_buf(folder.path().canonicalize().unwrap()).unwrap();
        let root = outer.join("project");
        std::fs::create_dir_all(root.join("styles")).unwrap();
        std::fs::write(root.join("styles/a"), "").unwrap();
        std::fs::write(outer.join("secret"), "").unwrap();
        std::os::unix::fs::symlink(&outer, root.join("out")).unwrap();
        std::os::unix::fs::symlink(root.join("styles"), root.join("in")).unwrap();
        let resolve = |path: &str| resolve_inside(&root, Utf8Path::new(path));
        assert_eq!(resolve("styles/a"), Ok(root.join("styles/a")));
        assert_eq!(resolve("./new/deep/b"), Ok(root.join("new/deep/b")));
        assert_eq!(resolve("out/secret"), Err(PathRefusal::Link));
        assert_eq!(resolve("in/a"), Err(PathRefusal::Link));
        assert_eq!(resolve("../secret"), Err(PathRefusal::Outside));
        assert_eq!(resolve("/etc/hosts"), Err(PathRefusal::Outside));
        assert_eq!(resolve("sub/.GIT/hooks/x"), Err(PathRefusal::Git));
    }
}
