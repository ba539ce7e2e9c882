//! The path that is probably meant by one that leads to nothing.

use std::collections::BTreeMap;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::catalogue::nearest;
use crate::disk;
use crate::report::Sanitized;
use crate::source::discover;

/// Most entries of a folder that are compared with a name.
const MOST_COMPARED: usize = 1000;

/// The path that is probably meant by one that leads to nothing: each part that is missing is the nearest name of its
/// folder, with its ending or without; a bare word is a file of that name one folder below. Shown from a folder.
#[must_use]
pub fn suggest_path(path: &Utf8Path, from: &Utf8Path) -> Option<String> {
    Some(format!("did you mean `{}`?", Sanitized(&nearest_path(path, from)?)))
}

/// That path itself; else the file of the same name with fewer folders before it.
#[must_use]
pub fn nearest_path(path: &Utf8Path, from: &Utf8Path) -> Option<String> {
    near_by_parts(path, from).or_else(|| {
        let below = without_detours(path.strip_prefix(from).ok()?);
        let parts: Vec<&str> = below.components().map(|part| part.as_str()).collect();
        let shorter = (1..parts.len()).map(|skipped| parts[skipped..].join("/"));
        shorter.into_iter().find(|shorter| from.join(shorter).is_file())
    })
}

/// Files of a project by their names: the one that is called like what is not where it is named may be that, moved.
pub struct FilesByName(BTreeMap<String, Vec<Utf8PathBuf>>);

impl FilesByName {
    /// The files with these endings that no pattern excludes.
    #[must_use]
    pub fn find(root: &Utf8Path, endings: &[&str], exclude: &[String]) -> Self {
        let patterns: Vec<String> = endings.iter().map(|ending| format!("**/*.{ending}")).collect();
        let mut by_name: BTreeMap<String, Vec<Utf8PathBuf>> = BTreeMap::new();
        for path in discover::discover_texts(root, Utf8Path::new(""), &patterns, exclude).files {
            by_name.entry(path.file_name().unwrap_or_default().to_owned()).or_default().push(path);
        }
        Self(by_name)
    }

    /// The one file that is called as the last part of this path, of those that fit.
    #[must_use]
    pub fn moved(&self, path: &str, fits: &dyn Fn(&Utf8Path) -> bool) -> Option<&Utf8Path> {
        only_one(self.0.get(Utf8Path::new(path).file_name()?)?, fits)
    }

    /// The one file that fits, whatever it is called.
    #[must_use]
    pub fn only(&self, fits: &dyn Fn(&Utf8Path) -> bool) -> Option<&Utf8Path> {
        only_one(self.0.values().flatten(), fits)
    }
}

fn only_one<'p>(
    paths: impl IntoIterator<Item = &'p Utf8PathBuf>,
    fits: &dyn Fn(&Utf8Path) -> bool,
) -> Option<&'p Utf8Path> {
    let mut fitting = paths.into_iter().map(|path| path.as_path()).filter(|path| fits(path));
    fitting.next().filter(|_| fitting.next().is_none())
}

fn near_by_parts(path: &Utf8Path, from: &Utf8Path) -> Option<String> {
    let plain = without_detours(path);
    let (mut found, mut changed) = (Utf8PathBuf::new(), false);
    let mut parts = plain.components().peekable();
    while let Some(part) = parts.next() {
        let next = found.join(part.as_str());
        if !next.exists() {
            // What ends as a file is none of the folders.
            let is_file = parts.peek().is_none() && Utf8Path::new(part.as_str()).extension().is_some();
            let near = nearest_entry(&found, part.as_str(), is_file)?;
            found.push(near);
            changed = true;
        } else {
            found = next;
        }
    }
    let shown = found.strip_prefix(from).unwrap_or(&found);
    changed.then(|| shown.to_string())
}

/// The entry of a folder that is nearest to a name; where none is, the only file of that stem one folder below.
fn nearest_entry(folder: &Utf8Path, name: &str, is_file: bool) -> Option<String> {
    let entries = entries_of(folder);
    let stem_of = |entry: &str| Utf8Path::new(entry).file_stem().unwrap_or_default().to_owned();
    let fitting: Vec<&str> =
        entries.iter().map(String::as_str).filter(|entry| !is_file || !folder.join(entry).is_dir()).collect();
    if let Some(same) = fitting.iter().find(|entry| stem_of(entry) == name) {
        return Some((*same).to_owned());
    }
    if let Some(near) = nearest::nearest_words(name, fitting.iter().copied()).first() {
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
#[must_use]
pub fn without_detours(path: &Utf8Path) -> Utf8PathBuf {
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
