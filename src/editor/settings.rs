//! What a project says about itself: its file, its catalogue, and the schemas that follow, read anew when one of them changes.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, OnceLock};

use camino::Utf8Path;
use serde_json::Value;

use crate::catalogue::Catalogue;
use crate::catalogue::load::{Edition, builtin_catalogue};
use crate::check::{self, CheckPurpose, CheckedProject};
use crate::diagnostic::{Diagnostic, SourceFile};
use crate::model::project::Project;
use crate::model::reference::TEST_KIND;
use crate::schema;
use crate::schema::validate::CompiledSchemas;
use crate::source::ParsedFile;
use crate::source::discover::{self, FilePatterns};

/// Name of the file that marks a project.
pub(super) const PROJECT_FILE: &str = "housestyle.toml";

/// Texts that editors hold, parsed, by path below the root of their project.
pub(super) type OpenTexts = BTreeMap<String, Arc<ParsedFile>>;

/// What a project says about itself.
#[derive(Debug)]
pub(super) struct EditorSettings {
    pub(super) project: Project,
    pub(super) catalogue: Catalogue,
    pub(super) compiled: Arc<CompiledSchemas>,
    pub(super) patterns: FilePatterns,
    /// What is wrong with its file and its catalogue files.
    pub(super) findings: Vec<Diagnostic>,
    schemas: OnceLock<Vec<(String, Value)>>,
    /// Files that all this was read from, that of the project first.
    source_files: Vec<Arc<ParsedFile>>,
}

/// What holds where there is no project.
static WITHOUT_PROJECT: LazyLock<Arc<EditorSettings>> = LazyLock::new(|| {
    Arc::new(EditorSettings::from_parts(Project::default(), builtin_catalogue(Edition::Core), Vec::new(), Vec::new()))
});

impl EditorSettings {
    /// What holds where there is no project.
    pub(super) fn without_project() -> Arc<Self> {
        WITHOUT_PROJECT.clone()
    }

    /// Reads them, from what editors hold where they hold it. Gives `known` back where nothing changed.
    pub(super) fn load_settings(root: &Utf8Path, open_texts: &OpenTexts, known: Option<&Arc<Self>>) -> Arc<Self> {
        let load = |path: &str| open_texts.get(path).cloned().or_else(|| read_stored(root, path));
        let file = load(PROJECT_FILE).unwrap_or_else(|| Arc::new(discover::parse_buffer(PROJECT_FILE, "")));
        let (project, mut findings) = check::project::read_project(&file);
        let files: Vec<Arc<ParsedFile>> = project.catalogues.iter().filter_map(|path| load(path)).collect();
        let basis: Vec<Arc<ParsedFile>> = std::iter::once(&file).chain(&files).cloned().collect();
        let unchanged = known.filter(|known| {
            let pairs = || known.source_files.iter().zip(&basis);
            known.source_files.len() == basis.len() && pairs().all(|(one, other)| same_text(&one.file, &other.file))
        });
        if let Some(known) = unchanged {
            return known.clone();
        }
        let mut catalogue = builtin_catalogue(project.edition());
        catalogue.limits = project.limits.clone();
        findings.extend(schema::extend_catalogue(&mut catalogue, &files));
        Arc::new(Self::from_parts(project, catalogue, findings, basis))
    }

    fn from_parts(
        project: Project,
        catalogue: Catalogue,
        findings: Vec<Diagnostic>,
        basis: Vec<Arc<ParsedFile>>,
    ) -> Self {
        Self {
            patterns: FilePatterns::new(&project.files, &project.patterns_of_no_document()),
            project,
            catalogue,
            compiled: Arc::default(),
            findings,
            schemas: OnceLock::new(),
            source_files: basis,
        }
    }

    /// Whether they were read from this text of this file.
    pub(super) fn was_read_from(&self, file: &SourceFile) -> bool {
        self.source_files.iter().any(|known| same_text(&known.file, file))
    }

    /// The project's file as it was read.
    pub(super) fn project_file(&self) -> Option<&ParsedFile> {
        self.source_files.first().map(|parsed| &**parsed)
    }

    /// The text of one of the files that they were read from.
    pub(super) fn source_text(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.source_files.iter().map(|parsed| &parsed.file).find(|file| &**file.path() == path)
    }

    /// What is wrong with a catalogue file as it reads now, beside the others.
    pub(super) fn check_catalogue_file(&self, parsed: &Arc<ParsedFile>) -> Vec<Diagnostic> {
        let others = self.source_files.iter().skip(1).filter(|known| known.file.path() != parsed.file.path());
        let files: Vec<Arc<ParsedFile>> = others.chain([parsed]).cloned().collect();
        let mut findings = schema::extend_catalogue(&mut builtin_catalogue(self.project.edition()), &files);
        findings.retain(|finding| finding.file.path() == parsed.file.path());
        findings
    }

    /// The findings of some files, with what their faults hide.
    pub(super) fn check_files(&self, files: &[Arc<ParsedFile>]) -> Vec<Diagnostic> {
        let mut findings = check::find_faults_reusing(files, &self.project, &self.catalogue, &self.compiled);
        check::broken_catalogue::drop_followers(&mut findings, &self.findings);
        findings
    }

    /// What the checks of a project make of its files as they are.
    pub(super) fn check_project(&self, files: &[Arc<ParsedFile>], purpose: CheckPurpose) -> CheckedProject {
        let mut checked = check::check_project_reusing(files, &self.project, &self.catalogue, &self.compiled, purpose);
        check::broken_catalogue::drop_followers(&mut checked.findings, &self.findings);
        checked
    }

    /// The schema of this name.
    pub(super) fn schema_named(&self, name: &str) -> Option<&Value> {
        let all = self.schemas.get_or_init(|| schema::all_schemas(&self.catalogue));
        all.iter().find(|(known, _)| known == name).map(|(_, schema)| schema)
    }

    /// The schema of documents of this kind.
    pub(super) fn schema_for_kind(&self, kind: &str) -> Option<&Value> {
        if kind == TEST_KIND {
            return self.schema_named("style-test.schema.json");
        }
        let all = self.schemas.get_or_init(|| schema::all_schemas(&self.catalogue));
        let of = |schema: &&Value| schema.pointer("/properties/kind/enum/0").is_some_and(|word| word == kind);
        all.iter().map(|(_, schema)| schema).find(of)
    }
}

/// A file of the disk, parsed.
pub(super) fn read_stored(root: &Utf8Path, path: &str) -> Option<Arc<ParsedFile>> {
    discover::load_files(root, &[path.into()]).pop().map(Arc::new)
}

fn same_text(one: &SourceFile, other: &SourceFile) -> bool {
    one.path() == other.path() && one.text() == other.text()
}
