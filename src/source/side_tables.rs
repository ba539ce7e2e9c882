//! Files that documents name and that lie beside them: the tables of glossaries, and of the cases of style tests.
//!
//! A name counts from the folder of the document and never leads out of the project. What was read is kept with the
//! document, so that everything after it is free of the disk.

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::diagnostic::{Diagnostic, SourceFile};
use crate::source::{Node, ParsedFile};

/// A file that a document names.
#[derive(Clone, Debug)]
pub struct SideTable {
    /// The name as the document writes it.
    pub written: String,
    /// The file, or why there is none.
    pub file: Result<Arc<SourceFile>, SideTableError>,
    /// What was wrong with its bytes.
    pub findings: Vec<Diagnostic>,
}

impl SideTable {
    /// Bytes of its text; none where it cannot be read.
    #[must_use]
    pub fn byte_count(&self) -> usize {
        self.file.as_ref().map_or(0, |file| file.text().len())
    }
}

/// Why there is no text of a file that a document names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideTableError {
    /// It has so many bytes, more than are read.
    TooLarge(u64),
    /// All tables of the project together have so many bytes, more than are read.
    TotalTooLarge(u64),
    /// There is no such file; tables that lie where it should, named as it is.
    Absent(Vec<String>),
    /// Why, in words that follow "cannot be read: ".
    Unreadable(String),
}

/// Tables that an editor holds, or that are still to be written, by path from the project folder: they count in place of
/// those of the disk.
pub type TableOverlay = BTreeMap<Utf8PathBuf, Arc<ParsedFile>>;

/// Whether a document of this file names the table at a path.
pub fn names_table(parsed: &ParsedFile, table: &Utf8Path) -> bool {
    let at = |name: &String| resolve_table_path(parsed.file.path(), name).is_ok_and(|path| path == table);
    distinct_table_names(&parsed.documents).iter().any(at)
}

/// Whether something else was read beside this file than what is held by now.
pub fn has_outdated_tables(parsed: &ParsedFile, overlay: &TableOverlay) -> bool {
    let read = parsed.side_tables.get().map(Vec::as_slice).unwrap_or_default();
    read.iter().any(|beside| {
        let path = resolve_table_path(parsed.file.path(), &beside.written);
        let table = path.ok().and_then(|path| overlay.get(&path));
        table.is_some_and(|table| !beside.file.as_ref().is_ok_and(|file| Arc::ptr_eq(file, &table.file)))
    })
}

/// Every name of a file in these documents, each once, in order.
#[must_use]
pub fn distinct_table_names(documents: &[Node]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in table_names(documents) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Every name of a file in these documents, as often as it is written.
pub fn table_names(documents: &[Node]) -> impl Iterator<Item = &str> {
    let glossaries = documents.iter().filter(|document| document.get("kind").and_then(Node::text) == Some("glossary"));
    let dictionaries = glossaries.filter_map(|document| document.get("dictionaries")).flat_map(Node::items);
    let tests = documents.iter().filter_map(|document| document.get("tests")).flat_map(Node::items);
    let tables = dictionaries.filter_map(|dictionary| dictionary.get("file").and_then(Node::text));
    tables.chain(tests.filter_map(|test| test.get("cases").and_then(Node::text)))
}

/// The languages of the dictionaries that name a table, as their documents write them.
pub(super) fn languages_of_table(documents: &[Node], name: &str) -> Vec<String> {
    let dictionaries = documents.iter().filter_map(|document| document.get("dictionaries")).flat_map(Node::items);
    let naming = dictionaries.filter(|node| node.get("file").and_then(Node::text) == Some(name));
    let codes = naming.flat_map(|node| ["source_language", "target_language"].map(|field| node.get(field)));
    codes.flatten().filter_map(Node::text).map(str::to_owned).collect()
}

/// The path, from the project folder, of a file that the document at `document` names.
///
/// # Errors
/// Says why the name cannot be followed.
pub fn resolve_table_path(document: &str, name: &str) -> Result<Utf8PathBuf, &'static str> {
    if name.contains('\\') {
        return Err("the parts of its name are divided by `/`");
    }
    let mut parts: Vec<&str> = Utf8Path::new(document).parent().into_iter().flat_map(Utf8Path::iter).collect();
    for part in Utf8Path::new(name).components() {
        match part {
            Utf8Component::Prefix(_) | Utf8Component::RootDir => {
                return Err("its name does not count from the document's folder");
            }
            Utf8Component::CurDir => {}
            Utf8Component::ParentDir => {
                if parts.pop().is_none() {
                    return Err("its name leads out of the project folder");
                }
            }
            Utf8Component::Normal(part) => parts.push(part),
        }
    }
    Ok(parts.iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_from_the_document_and_stay_in_the_project() {
        let good = |name| resolve_table_path("glossaries/de/terms.yaml", name).map(Utf8PathBuf::into_string);
        assert_eq!(good("terms.tsv").as_deref(), Ok("glossaries/de/terms.tsv"));
        assert_eq!(good("../a/./b.csv").as_deref(), Ok("glossaries/a/b.csv"));
        assert_eq!(good("../../b.csv").as_deref(), Ok("b.csv"));
        assert_eq!(resolve_table_path("terms.yaml", "b.csv").unwrap(), "b.csv");
        for name in ["../../../b.csv", "/etc/passwd", "a\\b.csv"] {
            assert!(good(name).is_err(), "{name}");
        }
    }
}
