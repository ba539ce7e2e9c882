//! A project as an editor sees it: files of the disk under what is held open.
//!
//! Checking happens twice. At once, for what was typed in: the file with everything that decides about it (bases, and
//! rivals for a key or a name), which takes as long as those few files take. Afterwards, away from the typing: all of the
//! project, read from the disk where it may have changed; that is [`Work`], done in any thread, and its result is
//! [`Done`]. What `Done` says of a text that changed meanwhile is not believed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::diagnostic::{Diagnostic, SourceFile};
use crate::editor::index::Summary;
use crate::editor::settings::{Held, Settings};
use crate::source::beside::{self, Tables};
use crate::source::{Parsed, discover};

/// A file with what it declares.
#[derive(Clone, Debug)]
pub(super) struct Filed {
    pub(super) parsed: Arc<Parsed>,
    pub(super) summary: Arc<Summary>,
}

impl Filed {
    pub(super) fn of(parsed: Arc<Parsed>) -> Self {
        let summary = Arc::new(Summary::of(&parsed));
        Self { parsed, summary }
    }

    /// The same with nothing read beside it, where it was read with other tables than are held.
    pub(super) fn renewed(&self, tables: &Tables) -> Option<Self> {
        beside::outdated(&self.parsed, tables).then(|| self.alone())
    }

    fn alone(&self) -> Self {
        Self { parsed: Arc::new(self.parsed.alone()), summary: self.summary.clone() }
    }
}

/// Files by path below the root, in the order in which they are checked.
pub(super) type Files = BTreeMap<Utf8PathBuf, Filed>;

/// So many documents are looked at where one is named that is not there, for what is near to it.
const FEW: usize = 32;

/// One project.
#[derive(Debug)]
pub(super) struct Project {
    root: Utf8PathBuf,
    pub(super) settings: Arc<Settings>,
    /// Files as the disk has them.
    stored: Files,
    /// Files as they count: held where held.
    pub(super) files: Files,
    /// Tables that are held.
    pub(super) tables: Tables,
    /// Whether the disk was read at all.
    pub(super) loaded: bool,
    /// Whether what is known of the disk may be out of date.
    stale: bool,
    /// Whether anything changed since the last work was handed out.
    changed: bool,
    /// Findings of the last work, by path.
    pub(super) findings: BTreeMap<String, Vec<Diagnostic>>,
}

/// Checking all of a project: to be done where nobody waits for it.
#[derive(Debug)]
pub struct Work {
    root: Utf8PathBuf,
    settings: Arc<Settings>,
    held: Held,
    tables: Tables,
    stored: Files,
    stale: bool,
}

/// What came of it.
#[derive(Debug)]
pub struct Done {
    pub(super) root: Utf8PathBuf,
    settings: Arc<Settings>,
    stored: Files,
    files: Files,
    findings: Vec<Diagnostic>,
}

impl Work {
    /// Reads what has to be read and checks everything, on half of the threads: whoever types meanwhile has the others.
    #[must_use]
    pub fn run(self) -> Done {
        let threads = (rayon::current_num_threads() / 2).max(1);
        match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| self.done()),
            Err(_) => self.done(),
        }
    }

    fn done(self) -> Done {
        let Self { root, settings, held, tables, mut stored, stale } = self;
        let settings = if stale { Settings::read(&root, &held, Some(&settings)) } else { settings };
        let mut findings = settings.findings.clone();
        if stale && root.is_dir() {
            let project = &settings.project;
            let found = discover::discover(&root, &project.files, &project.exclude, &[]);
            findings.extend(found.findings);
            let read = discover::load(&root, &found.files);
            let known = std::mem::take(&mut stored);
            stored = read.into_par_iter().map(|parsed| keep(&known, parsed)).collect();
        }
        let mut files = stored.clone();
        let open = held
            .into_iter()
            .filter(|(path, _)| stored.contains_key(Utf8Path::new(path)) || new(&settings, &root, path));
        // Where the disk may have changed, tables beside what is held may have.
        let doubtful = |filed: &Filed| stale && filed.parsed.beside.get().is_some_and(|beside| !beside.is_empty());
        files.extend(open.map(|(path, parsed)| {
            let filed = Filed::of(parsed);
            (path.into(), if doubtful(&filed) { filed.alone() } else { filed })
        }));
        renew(&mut files, &tables);
        let parsed: Vec<Arc<Parsed>> = files.values().map(|filed| filed.parsed.clone()).collect();
        discover::beside_held(&root, &parsed, &tables);
        findings.extend(settings.check(&parsed));
        findings.sort_by_cached_key(Diagnostic::sort_key);
        Done { root, settings, stored, files, findings }
    }
}

/// Files that name tables read those that are held by now.
fn renew(files: &mut Files, tables: &Tables) {
    for filed in files.values_mut() {
        if let Some(renewed) = filed.renewed(tables) {
            *filed = renewed;
        }
    }
}

/// A file of the disk, or what was known of it where it is still the same.
fn keep(known: &Files, parsed: Parsed) -> (Utf8PathBuf, Filed) {
    let path = Utf8PathBuf::from(&**parsed.file.path());
    // Tables beside it may be other ones by now.
    let alone = parsed.beside.get().is_none_or(Vec::is_empty);
    let same = known.get(&path).filter(|filed| alone && filed.parsed.file.text() == parsed.file.text());
    let same = same.filter(|filed| filed.parsed.findings.len() == parsed.findings.len()).cloned();
    (path, same.unwrap_or_else(|| Filed::of(Arc::new(parsed))))
}

/// Whether a file that is only held will belong to the project once it is saved. One that is on the disk and was not
/// found there is ignored.
pub(super) fn new(settings: &Settings, root: &Utf8Path, path: &str) -> bool {
    settings.patterns.take(path) && !root.join(path).exists()
}

impl Project {
    /// A project whose disk is still to be read.
    pub(super) fn open(root: &Utf8Path, held: &Held) -> Self {
        Self {
            root: root.to_owned(),
            settings: Settings::read(root, held, None),
            stored: Files::new(),
            files: Files::new(),
            tables: Tables::new(),
            loaded: false,
            stale: true,
            changed: true,
            findings: BTreeMap::new(),
        }
    }

    /// The disk may have changed.
    pub(super) fn suspect(&mut self) {
        self.stale = true;
        self.changed = true;
    }

    /// What is held has changed: in a file of documents, or in one that says how those are read.
    pub(super) fn touch(&mut self, path: &str) {
        self.changed = true;
        self.stale |= path == super::settings::FILE || self.settings.project.catalogues.iter().any(|file| file == path);
    }

    pub(super) fn has_work(&self) -> bool {
        self.changed
    }

    /// What is to be done; it is not handed out twice.
    pub(super) fn work(&mut self, root: &Utf8Path, held: Held) -> Work {
        self.changed = false;
        let stale = std::mem::take(&mut self.stale);
        let (tables, stored) = (self.tables.clone(), self.stored.clone());
        Work { root: root.to_owned(), settings: self.settings.clone(), held, tables, stored, stale }
    }

    /// Takes what came of the work. Paths whose findings may be other than before.
    pub(super) fn learn(&mut self, done: Done) -> BTreeSet<String> {
        let Done { root: _, settings, stored, files, findings } = done;
        self.settings = settings;
        self.stored = stored;
        self.files = files;
        self.loaded = true;
        renew(&mut self.files, &self.tables);
        let mut paths: BTreeSet<String> = self.findings.keys().cloned().collect();
        self.findings.clear();
        for finding in findings {
            self.findings.entry(finding.file.path().to_string()).or_default().push(finding);
        }
        paths.extend(self.findings.keys().cloned());
        paths
    }

    /// A file was typed in: it counts from now on.
    pub(super) fn hold(&mut self, path: &str, filed: &Filed) {
        if let Some(known) = self.files.get_mut(Utf8Path::new(path)) {
            *known = filed.clone();
        }
    }

    /// Tables that are held have changed.
    pub(super) fn renew(&mut self) {
        renew(&mut self.files, &self.tables);
    }

    /// The reading of a file that counts, where it is one of this very text.
    pub(super) fn known(&self, path: &str, filed: &Filed) -> Option<&Filed> {
        let known = self.files.get(Utf8Path::new(path));
        known.filter(|known| Arc::ptr_eq(&known.parsed.file, &filed.parsed.file))
    }

    /// The findings of one file, with everything that decides about it.
    pub(super) fn check(&self, path: &str, filed: &Filed) -> Vec<Diagnostic> {
        self.found(path, BTreeMap::from([(Utf8Path::new(path), filed)]), &self.tables)
    }

    /// The findings of a table, as the documents see it that name it.
    pub(super) fn check_table(&self, path: &str, table: &Arc<Parsed>) -> Vec<Diagnostic> {
        let mut tables = self.tables.clone();
        tables.insert(path.into(), table.clone());
        let naming = self.files.iter().filter(|(_, filed)| beside::names(&filed.parsed, Utf8Path::new(path)));
        let naming: Vec<(&Utf8Path, Filed)> = naming
            .map(|(path, filed)| (path.as_path(), filed.renewed(&tables).unwrap_or_else(|| filed.clone())))
            .collect();
        if naming.is_empty() {
            return Vec::new();
        }
        self.found(path, naming.iter().map(|(path, filed)| (*path, filed)).collect(), &tables)
    }

    /// Findings about one path that some files give, with everything that decides about these.
    fn found<'a>(
        &'a self,
        about: &str,
        mut deciding: BTreeMap<&'a Utf8Path, &'a Filed>,
        tables: &Tables,
    ) -> Vec<Diagnostic> {
        let asked: Vec<(&Utf8Path, &Filed)> = deciding.iter().map(|(path, filed)| (*path, *filed)).collect();
        let others = || self.files.iter().filter(|(other, _)| !asked.iter().any(|(path, _)| path == other));
        // Names of glossaries and spoken terms are unique, and there are only so many.
        let decides = |other: &Summary| {
            asked.iter().any(|(_, filed)| other.rivals(&filed.summary) || filed.summary.shares_kind(other))
        };
        let rivals = others().filter(|(_, other)| decides(&other.summary));
        deciding.extend(rivals.map(|(path, filed)| (path.as_path(), filed)));
        // What is named, and what that names, to the end; each file is looked at once.
        let mut open: Vec<&Filed> = deciding.values().copied().collect();
        while let Some(filed) = open.pop() {
            for named in &filed.summary.named {
                let of_kind = || others().filter(|(_, other)| other.summary.has(named.kind));
                let found = of_kind().any(|(_, other)| other.summary.declares(named.kind, &named.key).is_some());
                // Something else of that key is not what is meant, and what is said then says so.
                let called = others().filter(|(_, other)| other.summary.calls(&named.key));
                let near = of_kind().take(if found { 0 } else { FEW });
                for (path, found) in called.chain(near) {
                    if deciding.insert(path, found).is_none() {
                        open.push(found);
                    }
                }
            }
        }
        let parsed: Vec<Arc<Parsed>> = deciding.values().map(|filed| filed.parsed.clone()).collect();
        discover::beside_held(&self.root, &parsed, tables);
        let mut findings = self.settings.check(&parsed);
        findings.retain(|finding| &**finding.file.path() == about);
        findings
    }

    /// The text of a file that a finding or a jump leads to.
    pub(super) fn text(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.files.get(Utf8Path::new(path)).map(|filed| &filed.parsed.file)
    }
}
