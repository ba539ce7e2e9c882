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
    /// It cannot be looked at.
    #[error("cannot be looked at: {0}")]
    Unreadable(String),
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

/// The file that a path below a folder leads to, links followed, provided that it is inside the folder too.
///
/// # Errors
/// Where it leads out of the folder, or nowhere.
pub fn follow_inside(root: &Utf8Path, path: &Utf8Path) -> Result<Utf8PathBuf, PathRefusal> {
    let real = |path: &Utf8Path| path.canonicalize_utf8().map_err(|why| PathRefusal::Unreadable(why.to_string()));
    let (root, file) = (real(root)?, real(&root.join(path))?);
    if file.starts_with(root) { Ok(file) } else { Err(PathRefusal::Outside) }
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
        let follow = |path: &str| follow_inside(&root, Utf8Path::new(path));
        assert_eq!(follow("in/a"), Ok(root.join("styles/a")));
        assert_eq!(follow("out/secret"), Err(PathRefusal::Outside));
        assert!(matches!(follow("none"), Err(PathRefusal::Unreadable(_))));
    }
}
