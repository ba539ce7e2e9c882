//! Reading a file that a person or a pipeline names: a plan, a sample, a sheet, a fault script.
//!
//! Decision: a name outside of a project is taken at its word, links included. A name inside of one is a file of that
//! project, whoever wrote it there, so that a link of a stranger's repository leads nowhere else
//! ([`disk::open_inside`]). Both are regular files of bounded size.

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::catalogue::nearest;
use crate::cli::exit::CliError;
use crate::cli::project;
use crate::disk::{self, ReadRefusal};
use crate::report::Sanitized;
use crate::source::text;

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
    String::from_utf8(read_bytes(path, most)?)
        .map_err(|not_text| ReadRefusal::Failed(std::io::Error::other(describe_no_text(not_text.as_bytes()))))
}

/// The same as bytes, for whoever decodes them.
///
/// # Errors
/// See [`ReadRefusal`].
pub fn read_text_bytes(path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    read_text(path, most).map(String::into_bytes)
}

/// What a file is that is not UTF-8.
#[must_use]
pub fn describe_no_text(bytes: &[u8]) -> String {
    match text::binary_noun(bytes) {
        Some(noun) => format!("it is {noun}, and no text"),
        None => "it is not text (UTF-8)".to_owned(),
    }
}

/// Why a file that somebody named was not read, with the nearest one that is there.
#[must_use]
pub fn cannot_read(path: &Utf8Path, why: ReadRefusal) -> CliError {
    let help = match &why {
        ReadRefusal::Absent => {
            let base = path.parent().unwrap_or(path);
            Some(suggest_path(path, base).unwrap_or_else(|| "check the path".to_owned()))
        }
        ReadRefusal::NotRegular => Some("name a file".to_owned()),
        ReadRefusal::TooLarge { .. } => Some("name a smaller file".to_owned()),
        ReadRefusal::Outside | ReadRefusal::Git => Some("name a file of the project, or one outside of it".to_owned()),
        ReadRefusal::Failed(error) if error.kind() == std::io::ErrorKind::Other => {
            Some("name a file of text in UTF-8".to_owned())
        }
        ReadRefusal::Failed(_) => None,
    };
    let stop = CliError::io_error(format!("cannot read {path}"), &why.into());
    match help {
        Some(help) => stop.with_help(help),
        None => stop,
    }
}

/// Most entries of a folder that are compared with a name.
const MOST_COMPARED: usize = 1000;

/// The path that is probably meant by one that leads to nothing: each part that is missing is the nearest name of its
/// folder, with its ending or without; a bare word is a file of that name one folder below. Shown from a folder.
#[must_use]
pub fn suggest_path(path: &Utf8Path, from: &Utf8Path) -> Option<String> {
    let plain = without_detours(path);
    let (mut found, mut changed) = (Utf8PathBuf::new(), false);
    for part in plain.components() {
        let next = found.join(part.as_str());
        if !next.exists() {
            let near = nearest_entry(&found, part.as_str())?;
            found.push(near);
            changed = true;
        } else {
            found = next;
        }
    }
    let shown = found.strip_prefix(from).unwrap_or(&found);
    changed.then(|| format!("did you mean `{}`?", Sanitized(shown.as_str())))
}

/// The entry of a folder that is nearest to a name; where none is, the only file of that stem one folder below.
fn nearest_entry(folder: &Utf8Path, name: &str) -> Option<String> {
    let entries = entries_of(folder);
    let stem_of = |entry: &str| Utf8Path::new(entry).file_stem().unwrap_or_default().to_owned();
    if let Some(same) = entries.iter().find(|entry| stem_of(entry) == name) {
        return Some(same.clone());
    }
    if let Some(near) = nearest::nearest_words(name, entries.iter().map(String::as_str)).first() {
        return Some((*near).to_owned());
    }
    let below = entries
        .iter()
        .filter(|entry| !entry.starts_with('.'))
        .flat_map(|entry| entries_of(&folder.join(entry)).into_iter().map(move |file| format!("{entry}/{file}")));
    let mut same =
        below.take(MOST_COMPARED).filter(|file| stem_of(file) == name || file.ends_with(&format!("/{name}")));
    let only = same.next()?;
    same.next().is_none().then_some(only)
}

fn entries_of(folder: &Utf8Path) -> Vec<String> {
    let named = disk::list_inside(folder, Utf8Path::new("")).unwrap_or_default();
    named.into_iter().filter(|name| name != ".git").take(MOST_COMPARED).collect()
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
