//! The files of a project as they were read, and as they are to be: documents, and the tables that they name.
//!
//! Always holds: what was read is kept until it is written, so that every change can be taken back by itself, and a check
//! sees the tables that are not on the disk yet. Deliberately absent: writing; that is [`super::save_files`].

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use camino::{Utf8Path, Utf8PathBuf};

use crate::check::{self, CheckPurpose, CheckedProject, Desired};
use crate::diagnostic::{Diagnostic, Severity, SourceFile};
use crate::project::rewriting::slug;
use crate::project::{self, OpenedProject};
use crate::report::git_patch;
use crate::schema::validate::CompiledSchemas;
use crate::source::discover::{self, FilePatterns};
use crate::source::side_tables::{self, TableOverlay};
use crate::source::{Format, ParsedFile, parse_source};

/// The files of a project as they were read, and as they are to be.
pub struct ProjectFiles<'a> {
    /// The project.
    pub opened: &'a OpenedProject,
    /// What stood in the way of finding files.
    unread: Vec<Diagnostic>,
    /// What is to be in the documents, new ones included.
    pub parsed: Vec<ParsedFile>,
    /// Tables that change, as they are to be.
    tables: TableOverlay,
    /// What the files that change said before; nothing for new ones.
    originals: Vec<(Arc<str>, Option<Arc<SourceFile>>)>,
    compiled: Arc<CompiledSchemas>,
    /// Whether the schemas that editors complete from are written together with the files.
    pub with_schemas: bool,
}

/// A file that becomes different.
pub struct FileChange<'a> {
    /// Its path below the project folder.
    pub path: &'a str,
    /// As it was read, where it was there.
    pub old: Option<&'a SourceFile>,
    /// Its text from now on.
    pub new: &'a str,
}

impl<'a> ProjectFiles<'a> {
    /// Reads every file of the project.
    #[must_use]
    pub fn read_project(opened: &'a OpenedProject) -> Self {
        let found = opened.discover_files();
        let parsed = discover::load_files(&opened.root, &found.files);
        Self {
            opened,
            unread: found.findings,
            parsed,
            tables: TableOverlay::new(),
            originals: Vec::new(),
            compiled: Arc::default(),
            with_schemas: false,
        }
    }

    /// What the files want, and what is wrong with them.
    #[must_use]
    pub fn check_project(&self) -> (Option<Desired>, Vec<Diagnostic>) {
        let CheckedProject { findings, desired } = self.check_parsed(&self.parsed, &self.tables);
        let all = self.unread.iter().cloned().chain(findings);
        (desired, all.filter(|finding| finding.severity == Severity::Error).collect())
    }

    /// What a document would be by itself, beside these tables and those that change. Its bases are not at hand here.
    #[must_use]
    pub fn check_document(&self, path: &str, text: &str, tables: &[(String, String)]) -> CheckedProject {
        let mut held = self.tables.clone();
        held.extend(
            tables
                .iter()
                .map(|(path, text)| (Utf8PathBuf::from(path), parsed_table(SourceFile::new(&**path, &**text)))),
        );
        self.check_parsed(&[discover::parse_buffer(path, text)], &held)
    }

    fn check_parsed(&self, parsed: &[ParsedFile], tables: &TableOverlay) -> CheckedProject {
        let OpenedProject { root, project, catalogue, .. } = self.opened;
        // Those of documents that were changed are not read yet.
        discover::load_side_tables_over(root, parsed, tables);
        check::check_project_reusing(parsed, project, catalogue, &self.compiled, CheckPurpose::Desired)
    }

    /// The document at this path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&ParsedFile> {
        self.parsed.iter().find(|parsed| **parsed.file.path() == *path)
    }

    /// The table that a document names, as it is to be.
    #[must_use]
    pub fn find_table(&self, document: &str, name: &str) -> Option<&Arc<SourceFile>> {
        let path = side_tables::resolve_table_path(document, name).ok()?;
        if let Some(table) = self.tables.get(&path) {
            return Some(&table.file);
        }
        let parsed = self.get(document)?;
        discover::load_side_tables_over(&self.opened.root, std::slice::from_ref(parsed), &self.tables);
        let read = parsed.side_tables.get()?.iter().find(|beside| beside.written == name)?;
        read.file.as_ref().ok()
    }

    /// How many dictionaries take their entries from the table at this path.
    #[must_use]
    pub fn count_table_readers(&self, path: &Utf8Path) -> usize {
        self.parsed.iter().map(|parsed| count_references(parsed, path)).sum()
    }

    /// Whether nothing is at this path, whatever its case.
    #[must_use]
    pub fn is_free(&self, path: &str) -> bool {
        let documents = self.parsed.iter().map(|parsed| &parsed.file);
        let mut there = documents.chain(self.tables.values().map(|table| &table.file));
        let folded = slug::fold_name(path);
        !there.any(|file| slug::fold_name(file.path()) == folded)
            && self.opened.root.join(path).symlink_metadata().is_err()
    }

    /// Gives a document other text, or makes it.
    pub fn put_document(&mut self, path: &str, text: &str) {
        let new = discover::parse_buffer(path, text);
        match self.parsed.iter_mut().find(|parsed| **parsed.file.path() == *path) {
            Some(parsed) => {
                let old = std::mem::replace(parsed, new);
                self.keep_original(&old.file.path().clone(), Some(old.file));
            }
            None => {
                self.keep_original(&new.file.path().clone(), None);
                self.parsed.push(new);
            }
        }
    }

    /// Gives a table other text. `old` is the table as it is; nothing makes a new one.
    pub fn put_table(&mut self, path: &str, old: Option<Arc<SourceFile>>, text: &str) {
        let new = SourceFile::new(path, text);
        self.keep_original(&new.path().clone(), old);
        self.tables.insert(Utf8PathBuf::from(path), parsed_table(new));
        self.forget_table(Utf8Path::new(path));
    }

    /// What documents read of a table is not as it is to be.
    fn forget_table(&mut self, path: &Utf8Path) {
        for parsed in &mut self.parsed {
            if parsed.side_tables.get().is_some_and(|tables| !tables.is_empty()) && count_references(parsed, path) > 0 {
                parsed.side_tables.take();
            }
        }
    }

    fn keep_original(&mut self, path: &Arc<str>, old: Option<Arc<SourceFile>>) {
        if !self.originals.iter().any(|(known, _)| known == path) {
            self.originals.push((path.clone(), old));
        }
    }

    /// Takes back what was done to a file.
    pub fn restore_file(&mut self, path: &str) {
        let Some(at) = self.originals.iter().position(|(known, _)| **known == *path) else { return };
        let (_, old) = self.originals.remove(at);
        if self.tables.remove(Utf8Path::new(path)).is_some() {
            return self.forget_table(Utf8Path::new(path));
        }
        let Some(now) = self.parsed.iter().position(|parsed| **parsed.file.path() == *path) else { return };
        match old {
            Some(old) => self.parsed[now] = parse_source(&old, Format::from_path(path).unwrap_or(Format::Yaml)),
            None => drop(self.parsed.remove(now)),
        }
    }

    /// What becomes different, as a patch for git.
    #[must_use]
    pub fn render_patch(&self) -> String {
        let changed = self.changed_files();
        let edited = changed.iter().map(|FileChange { path, old, new }| git_patch::PatchFile {
            path,
            old: old.map(SourceFile::text),
            new,
        });
        git_patch::render_git_patch(&project::below_repository(&self.opened.root), edited)
    }

    /// Files that become different, by path.
    #[must_use]
    pub fn changed_files(&self) -> Vec<FileChange<'_>> {
        let documents = self.parsed.iter().map(|parsed| &parsed.file);
        let now: BTreeMap<&str, &SourceFile> = documents
            .chain(self.tables.values().map(|table| &table.file))
            .map(|file| (&**file.path(), &**file))
            .collect();
        let mut changed: Vec<FileChange<'_>> = self
            .originals
            .iter()
            .filter_map(|(path, old)| {
                let new = now.get(&**path)?.text();
                let old = old.as_deref();
                (old.is_none_or(|old| old.text() != new)).then_some(FileChange { path, old, new })
            })
            .collect();
        changed.sort_by_key(|changed| changed.path);
        changed
    }

    /// Whether a file of this path would be read as one of the project's.
    #[must_use]
    pub fn matches_pattern(&self, path: &str) -> bool {
        FilePatterns::new(&self.opened.project.files, &self.opened.project.exclude).includes_path(path)
    }
}

/// A table as it is held.
fn parsed_table(file: Arc<SourceFile>) -> Arc<ParsedFile> {
    Arc::new(ParsedFile {
        file,
        documents: Vec::new(),
        findings: Vec::new(),
        incomplete: false,
        side_tables: OnceLock::new(),
    })
}

/// How often a file's documents name this table.
fn count_references(parsed: &ParsedFile, path: &Utf8Path) -> usize {
    let document = parsed.file.path();
    let here = |name: &&str| side_tables::resolve_table_path(document, name).is_ok_and(|named| named == path);
    side_tables::table_names(&parsed.documents).filter(here).count()
}
