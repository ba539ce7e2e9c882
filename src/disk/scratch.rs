//! Files of a temporary folder that nobody keeps: written at once, without waiting for the disk, links included.

#![expect(clippy::disallowed_methods, reason = "the edge where files are written")]

use std::collections::BTreeSet;
use std::io;

use camino::{Utf8Path, Utf8PathBuf};

/// Writes files below a temporary folder.
#[derive(Debug)]
pub struct ScratchFolder<'a> {
    root: &'a Utf8Path,
    made: BTreeSet<Utf8PathBuf>,
}

impl<'a> ScratchFolder<'a> {
    /// A folder that exists and is empty.
    #[must_use]
    pub fn new(root: &'a Utf8Path) -> Self {
        Self { root, made: BTreeSet::new() }
    }

    /// Writes a file and the folders that it lies in.
    ///
    /// # Errors
    /// Where the disk fails.
    pub fn write_file(&mut self, path: &Utf8Path, bytes: &[u8]) -> io::Result<()> {
        std::fs::write(self.create_parent(path)?, bytes)
    }

    /// Makes a symbolic link; where links are not for everybody, a file that says where it leads, as git does.
    ///
    /// # Errors
    /// Where the disk fails.
    pub fn write_link(&mut self, path: &Utf8Path, target: &[u8]) -> io::Result<()> {
        let path = self.create_parent(path)?;
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt as _;
            std::os::unix::fs::symlink(std::ffi::OsStr::from_bytes(target), path)
        }
        #[cfg(not(unix))]
        std::fs::write(path, target)
    }

    fn create_parent(&mut self, path: &Utf8Path) -> io::Result<Utf8PathBuf> {
        if let Some(parent) = path.parent()
            && self.made.insert(parent.to_owned())
        {
            std::fs::create_dir_all(self.root.join(parent))?;
        }
        Ok(self.root.join(path))
    }
}
