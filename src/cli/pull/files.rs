//! The files of a project as they were read, and as they are to be: documents, and the tables that they name.
//!
//! Always holds: what was read is kept until it is written, so that every change can be taken back by itself, and a check
//! sees the tables that are not on the disk yet. Deliberately absent: writing; that is [`super::save`].

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use camino::{Utf8Path, Utf8PathBuf};

use crate::check::{self, Checked, Desired};
use crate::cli::project::{self, Opened};
use crate::diagnostic::{Diagnostic, Severity, SourceFile};
use crate::report::patch;
use crate::schema::validate::Compiled;
use crate::source::beside::{self, Tables};
use crate::source::discover::{self, Patterns};
use crate::source::{Format, Parsed, parse};

/// The files of a project as they were read, and as they are to be.
pub struct Files<'a> {
    /// The project.
    pub opened: &'a Opened,
    /// What is to be in the documents, new ones included.
    pub parsed: Vec<Parsed>,
    /// Tables that change, as they are to be.
    tables: Tables,
    /// What the files that change said before; nothing for new ones.
    before: Vec<(Arc<str>, Option<Arc<SourceFile>>)>,
    compiled: Arc<Compiled>,
}

/// A file that becomes different.
pub struct Changed<'a> {
    /// Its path below the project folder.
    pub path: &'a str,
    /// As it was read, where it was there.
    pub old: Option<&'a SourceFile>,
    /// Its text from now on.
    pub new: &'a str,
}

impl<'a> Files<'a> {
    /// Reads every file of the project.
    #[must_use]
    pub fn read(opened: &'a Opened) -> Self {
        let parsed = discover::load(&opened.root, &opened.files());
        Self { opened, parsed, tables: Tables::new(), before: Vec::new(), compiled: Arc::default() }
    }

    /// What the files want, and what is wrong with them.
    #[must_use]
    pub fn check(&self) -> (Option<Desired>, Vec<Diagnostic>) {
        let Checked { findings, desired } = self.look_at(&self.parsed, &self.tables);
        (desired, findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect())
    }

    /// What a document would be by itself, beside these tables and those that change. Its bases are not at hand here.
    #[must_use]
    pub fn alone(&self, path: &str, text: &str, tables: &[(String, String)]) -> Checked {
        let mut held = self.tables.clone();
        held.extend(
            tables.iter().map(|(path, text)| (Utf8PathBuf::from(path), table(SourceFile::new(&**path, &**text)))),
        );
        self.look_at(&[discover::held(path, text)], &held)
    }

    fn look_at(&self, parsed: &[Parsed], tables: &Tables) -> Checked {
        let Opened { root, project, catalogue, .. } = self.opened;
        // Those of documents that were changed are not read yet.
        discover::beside_held(root, parsed, tables);
        check::again(parsed, project, catalogue, &self.compiled)
    }

    /// The document at this path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Parsed> {
        self.parsed.iter().find(|parsed| **parsed.file.path() == *path)
    }

    /// The table that a document names, as it is to be.
    #[must_use]
    pub fn table(&self, document: &str, name: &str) -> Option<&Arc<SourceFile>> {
        let path = beside::resolve(document, name).ok()?;
        if let Some(table) = self.tables.get(&path) {
            return Some(&table.file);
        }
        let parsed = self.get(document)?;
        discover::beside_held(&self.opened.root, std::slice::from_ref(parsed), &self.tables);
        let read = parsed.beside.get()?.iter().find(|beside| beside.written == name)?;
        read.file.as_ref().ok()
    }

    /// How many dictionaries take their entries from the table at this path.
    #[must_use]
    pub fn readers(&self, path: &Utf8Path) -> usize {
        self.parsed.iter().map(|parsed| names(parsed, path)).sum()
    }

    /// Whether nothing is at this path, whatever its case.
    #[must_use]
    pub fn is_free(&self, path: &str) -> bool {
        let documents = self.parsed.iter().map(|parsed| &parsed.file);
        let mut there = documents.chain(self.tables.values().map(|table| &table.file));
        !there.any(|file| file.path().eq_ignore_ascii_case(path))
            && self.opened.root.join(path).symlink_metadata().is_err()
    }

    /// Gives a document other text, or makes it.
    pub fn put(&mut self, path: &str, text: &str) {
        let new = discover::held(path, text);
        match self.parsed.iter_mut().find(|parsed| **parsed.file.path() == *path) {
            Some(parsed) => {
                let old = std::mem::replace(parsed, new);
                self.remember(&old.file.path().clone(), Some(old.file));
            }
            None => {
                self.remember(&new.file.path().clone(), None);
                self.parsed.push(new);
            }
        }
    }

    /// Gives a table other text. `old` is the table as it is; nothing makes a new one.
    pub fn put_table(&mut self, path: &str, old: Option<Arc<SourceFile>>, text: &str) {
        let new = SourceFile::new(path, text);
        self.remember(&new.path().clone(), old);
        self.tables.insert(Utf8PathBuf::from(path), table(new));
        self.forget_table(Utf8Path::new(path));
    }

    /// What documents read of a table is not as it is to be.
    fn forget_table(&mut self, path: &Utf8Path) {
        for parsed in &mut self.parsed {
            if parsed.beside.get().is_some_and(|tables| !tables.is_empty()) && names(parsed, path) > 0 {
                parsed.beside.take();
            }
        }
    }

    fn remember(&mut self, path: &Arc<str>, old: Option<Arc<SourceFile>>) {
        if !self.before.iter().any(|(known, _)| known == path) {
            self.before.push((path.clone(), old));
        }
    }

    /// Takes back what was done to a file.
    pub fn restore(&mut self, path: &str) {
        let Some(at) = self.before.iter().position(|(known, _)| **known == *path) else { return };
        let (_, old) = self.before.remove(at);
        if self.tables.remove(Utf8Path::new(path)).is_some() {
            return self.forget_table(Utf8Path::new(path));
        }
        let Some(now) = self.parsed.iter().position(|parsed| **parsed.file.path() == *path) else { return };
        match old {
            Some(old) => self.parsed[now] = parse(&old, Format::of(path).unwrap_or(Format::Yaml)),
            None => drop(self.parsed.remove(now)),
        }
    }

    /// What becomes different, as a patch for git.
    #[must_use]
    pub fn patch(&self) -> String {
        let changed = self.changed();
        let edited =
            changed.iter().map(|Changed { path, old, new }| patch::File { path, old: old.map(SourceFile::text), new });
        patch::git(&project::below_repository(&self.opened.root), edited)
    }

    /// Files that become different, by path.
    #[must_use]
    pub fn changed(&self) -> Vec<Changed<'_>> {
        let documents = self.parsed.iter().map(|parsed| &parsed.file);
        let now: BTreeMap<&str, &SourceFile> = documents
            .chain(self.tables.values().map(|table| &table.file))
            .map(|file| (&**file.path(), &**file))
            .collect();
        let mut changed: Vec<Changed<'_>> = self
            .before
            .iter()
            .filter_map(|(path, old)| {
                let new = now.get(&**path)?.text();
                let old = old.as_deref();
                (old.is_none_or(|old| old.text() != new)).then_some(Changed { path, old, new })
            })
            .collect();
        changed.sort_by_key(|changed| changed.path);
        changed
    }

    /// Whether a file of this path would be read as one of the project's.
    #[must_use]
    pub fn takes(&self, path: &str) -> bool {
        Patterns::new(&self.opened.project.files, &self.opened.project.exclude).take(path)
    }
}

/// A table as it is held.
fn table(file: Arc<SourceFile>) -> Arc<Parsed> {
    Arc::new(Parsed { file, documents: Vec::new(), findings: Vec::new(), incomplete: false, beside: OnceLock::new() })
}

/// How often a file's documents name this table.
fn names(parsed: &Parsed, path: &Utf8Path) -> usize {
    let document = parsed.file.path();
    let here = |name: &&str| beside::resolve(document, name).is_ok_and(|named| named == path);
    beside::written(&parsed.documents).filter(here).count()
}
