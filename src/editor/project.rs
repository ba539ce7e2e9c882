//! A project as an editor sees it: files of the disk under what is held open.
//!
//! Checking happens twice. At once, for what was typed in: the file with everything that decides about it (bases, and
//! rivals for a key or a name), which takes as long as those few files take. Afterwards, away from the typing: all of the
//! project, read from the disk where it may have changed; that is [`BackgroundCheck`], done in any thread, and its result is
//! [`BackgroundCheckResult`]. What it says of a text that changed meanwhile is not believed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::check::project::is_setting;
use crate::check::{self, CheckPurpose, CheckedProject, Desired};
use crate::diagnostic::{Diagnostic, SourceFile};
use crate::editor::settings::{EditorSettings, OpenTexts};
use crate::editor::symbol_index::SymbolIndex;
use crate::editor::texts;
use crate::source::side_tables::{self, TableOverlay};
use crate::source::table::Notation;
use crate::source::{ParsedFile, discover, test_files};

/// A file with what it declares.
#[derive(Clone, Debug)]
pub(super) struct IndexedFile {
    pub(super) parsed: Arc<ParsedFile>,
    pub(super) index: Arc<SymbolIndex>,
}

impl IndexedFile {
    pub(super) fn from_parsed(parsed: Arc<ParsedFile>) -> Self {
        let summary = Arc::new(SymbolIndex::from_parsed(&parsed));
        Self { parsed, index: summary }
    }

    /// The same with nothing read beside it, where it was read with other tables than are held.
    pub(super) fn with_current_tables(&self, tables: &TableOverlay) -> Option<Self> {
        side_tables::has_outdated_tables(&self.parsed, tables).then(|| self.without_tables())
    }

    fn without_tables(&self) -> Self {
        Self { parsed: Arc::new(self.parsed.without_side_tables()), index: self.index.clone() }
    }
}

/// Files by path below the root, in the order in which they are checked.
pub(super) type IndexedFiles = BTreeMap<Utf8PathBuf, IndexedFile>;

/// So many documents are looked at where one is named that is not there, for what is near to it.
const MAX_SIMILAR_DOCUMENTS: usize = 32;

/// One project.
#[derive(Debug)]
pub(super) struct EditorProject {
    root: Utf8PathBuf,
    pub(super) settings: Arc<EditorSettings>,
    /// Files as the disk has them.
    stored: IndexedFiles,
    /// Files as they count: held where held.
    pub(super) files: IndexedFiles,
    /// Tables that are held.
    pub(super) tables: TableOverlay,
    /// Whether the disk was read at all.
    pub(super) loaded: bool,
    /// Whether what is known of the disk may be out of date.
    stale: bool,
    /// Whether anything changed since the last work was handed out.
    changed: bool,
    /// Findings of the last work, by path.
    pub(super) findings: BTreeMap<String, Vec<Diagnostic>>,
    /// What the files wanted when they last had no error.
    desired: Option<Desired>,
}

/// Checking all of a project: to be done where nobody waits for it.
#[derive(Debug)]
pub struct BackgroundCheck {
    root: Utf8PathBuf,
    settings: Arc<EditorSettings>,
    open_texts: OpenTexts,
    tables: TableOverlay,
    stored: IndexedFiles,
    stale: bool,
}

/// What came of it.
#[derive(Debug)]
pub struct BackgroundCheckResult {
    pub(super) root: Utf8PathBuf,
    settings: Arc<EditorSettings>,
    stored: IndexedFiles,
    files: IndexedFiles,
    findings: Vec<Diagnostic>,
    desired: Option<Desired>,
}

impl BackgroundCheck {
    /// Reads what has to be read and checks everything, on half of the threads: whoever types meanwhile has the others.
    #[must_use]
    pub fn run(self) -> BackgroundCheckResult {
        // Asking the common pool for its size would start it, and a keystroke would be handed to threads that sleep.
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2).max(1);
        match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| self.read_and_check()),
            Err(_) => self.read_and_check(),
        }
    }

    /// Checks everything, and once more as it would read without its faults, which may hide others.
    fn read_and_check(self) -> BackgroundCheckResult {
        let Self { open_texts, tables, .. } = &self;
        let (open_texts, tables) = (open_texts.clone(), tables.clone());
        let mut done = self.check_as_it_is(CheckPurpose::Desired);
        let BackgroundCheckResult { root, settings, stored, findings, .. } = &mut done;
        check::tell_across(findings, &settings.project, &|changed| {
            let (mut open_texts, mut tables) = (open_texts.clone(), tables.clone());
            for (path, file) in changed {
                let parsed = Arc::new(discover::parse_buffer(path, file.text()));
                match Notation::from_path(path) {
                    Some(_) => drop(tables.insert(Utf8PathBuf::from(&**path), parsed)),
                    None => drop(open_texts.insert(path.to_string(), parsed)),
                }
            }
            let stale = changed.keys().any(|path| is_setting(&settings.project, path));
            let (root, settings, stored) = (root.clone(), settings.clone(), stored.clone());
            Self { root, settings, open_texts, tables, stored, stale }.check_as_it_is(CheckPurpose::Hidden).findings
        });
        done
    }

    fn check_as_it_is(self, purpose: CheckPurpose) -> BackgroundCheckResult {
        let Self { root, settings, open_texts: held, tables, mut stored, stale } = self;
        let settings = if stale { EditorSettings::load_settings(&root, &held, Some(&settings)) } else { settings };
        let mut findings = settings.findings.clone();
        let mut search_findings = Vec::new();
        if stale && root.is_dir() {
            let project = &settings.project;
            let found = discover::discover_files(&root, &project.files, &project.patterns_of_no_document(), &[]);
            search_findings = found.findings;
            let mut paths = found.files;
            paths.extend(test_files::style_test_files(&root));
            paths.sort();
            paths.dedup();
            let read = discover::load_files(&root, &paths);
            let known = std::mem::take(&mut stored);
            stored = read.into_par_iter().map(|parsed| reuse_unchanged(&known, parsed)).collect();
        }
        let mut files = stored.clone();
        let open = held
            .into_iter()
            .filter(|(path, _)| stored.contains_key(Utf8Path::new(path)) || will_join_project(&settings, &root, path));
        // Where the disk may have changed, tables beside what is held may have.
        let doubtful =
            |filed: &IndexedFile| stale && filed.parsed.side_tables.get().is_some_and(|beside| !beside.is_empty());
        files.extend(open.map(|(path, parsed)| {
            let filed = IndexedFile::from_parsed(parsed);
            (path.into(), if doubtful(&filed) { filed.without_tables() } else { filed })
        }));
        refresh_tables(&mut files, &tables);
        let parsed: Vec<Arc<ParsedFile>> = files.values().map(|filed| filed.parsed.clone()).collect();
        discover::load_side_tables_over(&root, &parsed, &tables);
        let CheckedProject { findings: found, desired } = settings.check_project(&parsed, purpose);
        findings.extend(found);
        check::drop_implied_no_files(&mut findings, &search_findings);
        findings.extend(search_findings);
        findings.sort_by_cached_key(Diagnostic::sort_key);
        BackgroundCheckResult { root, settings, stored, files, findings, desired }
    }
}

/// Files that name tables read those that are held by now.
fn refresh_tables(files: &mut IndexedFiles, tables: &TableOverlay) {
    for filed in files.values_mut() {
        if let Some(renewed) = filed.with_current_tables(tables) {
            *filed = renewed;
        }
    }
}

/// A file of the disk, or what was known of it where it is still the same.
fn reuse_unchanged(known: &IndexedFiles, parsed: ParsedFile) -> (Utf8PathBuf, IndexedFile) {
    let path = Utf8PathBuf::from(&**parsed.file.path());
    // Tables beside it may be other ones by now.
    let alone = parsed.side_tables.get().is_none_or(Vec::is_empty);
    let same = known.get(&path).filter(|filed| alone && filed.parsed.file.text() == parsed.file.text());
    let same = same.filter(|filed| filed.parsed.findings.len() == parsed.findings.len()).cloned();
    (path, same.unwrap_or_else(|| IndexedFile::from_parsed(Arc::new(parsed))))
}

/// Whether a file that is only held will belong to the project once it is saved. One that is on the disk and was not
/// found there is ignored.
pub(super) fn will_join_project(settings: &EditorSettings, root: &Utf8Path, path: &str) -> bool {
    settings.patterns.includes_path(path) && !root.join(path).exists()
}

impl EditorProject {
    /// A project whose disk is still to be read.
    pub(super) fn open(root: &Utf8Path, open_texts: &OpenTexts) -> Self {
        Self {
            root: root.to_owned(),
            settings: EditorSettings::load_settings(root, open_texts, None),
            stored: IndexedFiles::new(),
            files: IndexedFiles::new(),
            tables: TableOverlay::new(),
            loaded: false,
            stale: true,
            changed: true,
            findings: BTreeMap::new(),
            desired: None,
        }
    }

    /// The disk may have changed.
    pub(super) fn mark_stale(&mut self) {
        self.stale = true;
        self.changed = true;
    }

    /// Whether a file of the project by its name is not among those that were read from the disk.
    pub(super) fn lacks_file(&self, path: &str) -> bool {
        self.loaded && self.settings.patterns.includes_path(path) && !self.stored.contains_key(Utf8Path::new(path))
    }

    /// What is held has changed: in a file of documents, or in one that says how those are read.
    pub(super) fn mark_changed(&mut self, path: &str) {
        self.changed = true;
        self.stale |= is_setting(&self.settings.project, path);
    }

    pub(super) fn has_work(&self) -> bool {
        self.changed
    }

    /// What is to be done; it is not handed out twice.
    pub(super) fn take_work(&mut self, root: &Utf8Path, open_texts: OpenTexts) -> BackgroundCheck {
        self.changed = false;
        let stale = std::mem::take(&mut self.stale);
        let (tables, stored) = (self.tables.clone(), self.stored.clone());
        BackgroundCheck { root: root.to_owned(), settings: self.settings.clone(), open_texts, tables, stored, stale }
    }

    /// Takes what came of the work. Paths whose findings may be other than before.
    pub(super) fn apply_results(&mut self, done: BackgroundCheckResult) -> BTreeSet<String> {
        let BackgroundCheckResult { root: _, settings, stored, files, findings, desired } = done;
        self.settings = settings;
        self.stored = stored;
        self.files = files;
        self.loaded = true;
        self.desired = desired.or(self.desired.take());
        refresh_tables(&mut self.files, &self.tables);
        let mut paths: BTreeSet<String> = self.findings.keys().cloned().collect();
        self.findings.clear();
        for finding in findings {
            self.findings.entry(finding.file.path().to_string()).or_default().push(finding);
        }
        paths.extend(self.findings.keys().cloned());
        paths
    }

    /// A file was typed in: it counts from now on.
    pub(super) fn overlay_file(&mut self, path: &str, filed: &IndexedFile) {
        if let Some(known) = self.files.get_mut(Utf8Path::new(path)) {
            *known = filed.clone();
        }
    }

    /// Tables that are held have changed.
    pub(super) fn reload_tables(&mut self) {
        refresh_tables(&mut self.files, &self.tables);
    }

    /// The reading of a file that counts, where it is one of this very text.
    pub(super) fn matching_file(&self, path: &str, filed: &IndexedFile) -> Option<&IndexedFile> {
        let known = self.files.get(Utf8Path::new(path));
        known.filter(|known| Arc::ptr_eq(&known.parsed.file, &filed.parsed.file))
    }

    /// The findings of one file, with everything that decides about it.
    pub(super) fn check_file(&self, path: &str, filed: &IndexedFile) -> Vec<Diagnostic> {
        self.findings_for(path, BTreeMap::from([(Utf8Path::new(path), filed)]), &self.tables)
    }

    /// The findings of a file of texts.
    pub(super) fn check_text(&self, file: &Arc<SourceFile>) -> Vec<Diagnostic> {
        self.desired.as_ref().map_or_else(Vec::new, |desired| texts::check_text(&self.settings, desired, file))
    }

    /// The findings of a table, as the documents see it that name it.
    pub(super) fn check_table(&self, path: &str, table: &Arc<ParsedFile>) -> Vec<Diagnostic> {
        let mut tables = self.tables.clone();
        tables.insert(path.into(), table.clone());
        let naming =
            self.files.iter().filter(|(_, filed)| side_tables::names_table(&filed.parsed, Utf8Path::new(path)));
        let naming: Vec<(&Utf8Path, IndexedFile)> = naming
            .map(|(path, filed)| (path.as_path(), filed.with_current_tables(&tables).unwrap_or_else(|| filed.clone())))
            .collect();
        if naming.is_empty() {
            return Vec::new();
        }
        self.findings_for(path, naming.iter().map(|(path, filed)| (*path, filed)).collect(), &tables)
    }

    /// Findings about one path that some files give, with everything that decides about these.
    fn findings_for<'a>(
        &'a self,
        about: &str,
        mut deciding: BTreeMap<&'a Utf8Path, &'a IndexedFile>,
        tables: &TableOverlay,
    ) -> Vec<Diagnostic> {
        let asked: Vec<(&Utf8Path, &IndexedFile)> = deciding.iter().map(|(path, filed)| (*path, *filed)).collect();
        let others = || self.files.iter().filter(|(other, _)| !asked.iter().any(|(path, _)| path == other));
        // Names of glossaries and spoken terms are unique, and there are only so many.
        let decides = |other: &SymbolIndex| {
            asked.iter().any(|(_, filed)| other.conflicts_with(&filed.index) || filed.index.shares_kind(other))
        };
        let rivals = others().filter(|(_, other)| decides(&other.index));
        deciding.extend(rivals.map(|(path, filed)| (path.as_path(), filed)));
        // What is named, and what that names, to the end; each file is looked at once.
        let mut open: Vec<&IndexedFile> = deciding.values().copied().collect();
        while let Some(filed) = open.pop() {
            for named in &filed.index.references {
                let of_kind = || others().filter(|(_, other)| other.index.has_kind(&named.kind));
                let found = of_kind().any(|(_, other)| other.index.find_declaration(&named.kind, &named.key).is_some());
                // Something else of that key is not what is meant, and what is said then says so.
                let called = others().filter(|(_, other)| other.index.mentions_key(&named.key));
                let near = of_kind().take(if found { 0 } else { MAX_SIMILAR_DOCUMENTS });
                for (path, found) in called.chain(near) {
                    if deciding.insert(path, found).is_none() {
                        open.push(found);
                    }
                }
            }
        }
        let parsed: Vec<Arc<ParsedFile>> = deciding.values().map(|filed| filed.parsed.clone()).collect();
        discover::load_side_tables_over(&self.root, &parsed, tables);
        let mut findings = self.settings.check_files(&parsed);
        findings.retain(|finding| &**finding.file.path() == about);
        findings
    }

    /// The text of a file that a finding or a jump leads to.
    pub(super) fn source_text(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.files.get(Utf8Path::new(path)).map(|filed| &filed.parsed.file)
    }
}
