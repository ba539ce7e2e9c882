//! Reading a file that a person or a pipeline names: a plan, a sample, a sheet, a fault script.
//!
//! Decision: a name outside of a project is taken at its word, links included. A name inside of one is a file of that
//! project, whoever wrote it there, so that a link of a stranger's repository leads nowhere else
//! ([`disk::open_inside`]). Both are regular files of bounded size.

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::cli::project;
use crate::disk::{self, ReadRefusal};

/// Reads a file of at most so many bytes, whole. The path is absolute.
///
/// # Errors
/// See [`ReadRefusal`].
pub fn read_bytes(path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    let plain = without_detours(path);
    match plain.parent().and_then(project::find_root) {
        Some(root) => disk::read_inside(root, plain.strip_prefix(root).unwrap_or(&plain), most),
        None => disk::read_named(path, most),
    }
}

/// Reads a file of text (UTF-8) of at most so many bytes, whole. The path is absolute.
///
/// # Errors
/// See [`ReadRefusal`].
pub fn read_text(path: &Utf8Path, most: u64) -> Result<String, ReadRefusal> {
    let not_text = |_| ReadRefusal::Failed(std::io::Error::other("it is not text (UTF-8)"));
    String::from_utf8(read_bytes(path, most)?).map_err(not_text)
}

/// A path without `.` and `..`, as a person reads it.
fn without_detours(path: &Utf8Path) -> Utf8PathBuf {
    let mut plain = Utf8PathBuf::new();
    for part in path.components() {
        match part {
            Utf8Component::CurDir => {}
            Utf8Component::ParentDir => drop(plain.pop()),
            Utf8Component::Prefix(_) | Utf8Component::RootDir | Utf8Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_without_what_leads_back() {
        assert_eq!(without_detours("/a/./b/../c".into()), "/a/c");
        assert_eq!(without_detours("/../a".into()), "/a");
    }
}
