//! What a project says about itself: its file, its catalogue, and the schemas that follow, read anew when one of them changes.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, OnceLock};

use camino::Utf8Path;
use serde_json::Value;

use crate::catalogue::Catalogue;
use crate::catalogue::load::builtin;
use crate::check;
use crate::diagnostic::{Diagnostic, SourceFile};
use crate::model::project::Project;
use crate::schema;
use crate::schema::validate::Compiled;
use crate::source::Parsed;
use crate::source::discover::{self, Patterns};

/// Name of the file that marks a project.
pub(super) const FILE: &str = "housestyle.toml";

/// Texts that editors hold, parsed, by path below the root of their project.
pub(super) type Held = BTreeMap<String, Arc<Parsed>>;

/// What a project says about itself.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) project: Project,
    pub(super) catalogue: Catalogue,
    pub(super) compiled: Arc<Compiled>,
    pub(super) patterns: Patterns,
    /// What is wrong with its file and its catalogue files.
    pub(super) findings: Vec<Diagnostic>,
    schemas: OnceLock<Vec<(String, Value)>>,
    /// Files that all this was read from, that of the project first.
    basis: Vec<Arc<Parsed>>,
}

/// What holds where there is no project.
static BARE: LazyLock<Arc<Settings>> =
    LazyLock::new(|| Arc::new(Settings::of(Project::default(), builtin(false), Vec::new(), Vec::new())));

impl Settings {
    /// What holds where there is no project.
    pub(super) fn bare() -> Arc<Self> {
        BARE.clone()
    }

    /// Reads them, from what editors hold where they hold it. Gives `known` back where nothing changed.
    pub(super) fn read(root: &Utf8Path, held: &Held, known: Option<&Arc<Self>>) -> Arc<Self> {
        let load = |path: &str| held.get(path).cloned().or_else(|| stored(root, path));
        let file = load(FILE).unwrap_or_else(|| Arc::new(discover::held(FILE, "")));
        let (project, mut findings) = check::project::read(&file);
        let files: Vec<Arc<Parsed>> = project.catalogues.iter().filter_map(|path| load(path)).collect();
        let basis: Vec<Arc<Parsed>> = std::iter::once(&file).chain(&files).cloned().collect();
        let unchanged = known.filter(|known| {
            let pairs = || known.basis.iter().zip(&basis);
            known.basis.len() == basis.len() && pairs().all(|(one, other)| same(&one.file, &other.file))
        });
        if let Some(known) = unchanged {
            return known.clone();
        }
        let mut catalogue = builtin(project.extras);
        catalogue.limits = project.limits.clone();
        for parsed in &files {
            findings.extend(extend(&mut catalogue, parsed));
        }
        Arc::new(Self::of(project, catalogue, findings, basis))
    }

    fn of(project: Project, catalogue: Catalogue, findings: Vec<Diagnostic>, basis: Vec<Arc<Parsed>>) -> Self {
        Self {
            patterns: Patterns::new(&project.files, &project.exclude),
            project,
            catalogue,
            compiled: Arc::default(),
            findings,
            schemas: OnceLock::new(),
            basis,
        }
    }

    /// Whether they were read from this text of this file.
    pub(super) fn rests_on(&self, file: &SourceFile) -> bool {
        self.basis.iter().any(|known| same(&known.file, file))
    }

    /// The project's file as it was read.
    pub(super) fn file(&self) -> Option<&Parsed> {
        self.basis.first().map(|parsed| &**parsed)
    }

    /// The text of one of the files that they were read from.
    pub(super) fn text(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.basis.iter().map(|parsed| &parsed.file).find(|file| &**file.path() == path)
    }

    /// The findings of some files, as the checks of a project make them.
    pub(super) fn check(&self, files: &[Arc<Parsed>]) -> Vec<Diagnostic> {
        check::again(files, &self.project, &self.catalogue, &self.compiled).findings
    }

    /// The schema of this name.
    pub(super) fn schema(&self, name: &str) -> Option<&Value> {
        let all = self.schemas.get_or_init(|| schema::documents(&self.catalogue));
        all.iter().find(|(known, _)| known == name).map(|(_, schema)| schema)
    }

    /// The schema of documents of this kind.
    pub(super) fn schema_of(&self, kind: &str) -> Option<&Value> {
        let all = self.schemas.get_or_init(|| schema::documents(&self.catalogue));
        let of = |schema: &&Value| schema.pointer("/properties/kind/enum/0").is_some_and(|word| word == kind);
        all.iter().map(|(_, schema)| schema).find(of)
    }
}

/// What is wrong with a catalogue file, read over a catalogue.
pub(super) fn extend(catalogue: &mut Catalogue, parsed: &Parsed) -> Vec<Diagnostic> {
    let mut findings = parsed.findings.clone();
    for document in &parsed.documents {
        findings.extend(schema::extend(catalogue, &parsed.file, document));
    }
    findings
}

/// A file of the disk, parsed.
pub(super) fn stored(root: &Utf8Path, path: &str) -> Option<Arc<Parsed>> {
    discover::load(root, &[path.into()]).pop().map(Arc::new)
}

fn same(one: &SourceFile, other: &SourceFile) -> bool {
    one.path() == other.path() && one.text() == other.text()
}
