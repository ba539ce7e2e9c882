//! A project on a disk: found from where a person stands, opened with everything that it names, its files checked and written
//! as a whole.
//!
//! Invariants: what cannot be read is a finding or a refusal, never "nothing is wanted". Files are written whole, only where
//! they are as they were read, and through no link. This room prints nothing and knows no option and no exit code.

mod catalogue_files;
mod excluded;
pub mod nearest_path;
mod patterns;
mod tables;
pub mod paths_from;
pub mod refusal;
pub mod rewriting;
pub mod texts;
pub mod validation;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as project;
use housestyle_catalogue as catalogue;
use housestyle_check as check;
use housestyle_conform as conform;
use housestyle_diagnostic as diagnostic;
use housestyle_disk as disk;
use housestyle_model as model;
use housestyle_plan as plan;
use housestyle_report as report;
use housestyle_schema as schema;
use housestyle_source as source;
use housestyle_state as state;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::catalogue::Catalogue;
use crate::catalogue::languages::root_code;
use crate::catalogue::load::builtin_catalogue;
use crate::check::files::{CheckedFiles, FilesToCheck, check_files};
use crate::check::lint::apply_severity;
use crate::check::outside_files::{UNKNOWN_DOCUMENTS, UnreachedDocuments, drop_rules_outside, find_outside};
use crate::check::project::is_setting;
use crate::check::{ChangedFiles, CheckPurpose, Desired};
use crate::diagnostic::{Code, Diagnostic, Safety, Severity, SourceFile, Span};
use crate::disk::walk::walk_folder;
use crate::model::Address;
use crate::model::project::{Environment, Project};
use crate::project::catalogue_files::{drop_faults_of_catalogue, read_catalogue_files};
use crate::project::refusal::Refusal;
use crate::schema::edits;
use crate::source::discover::DiscoveredFiles;
use crate::source::table::Notation;
use crate::source::{Format, Node, ParsedFile, discover, test_files};

/// Name of the file that marks a project.
pub const PROJECT_FILE: &str = "housestyle.toml";

/// Texts that fixes made of files, by path from the project folder.
pub type FixedTexts = BTreeMap<Utf8PathBuf, String>;

/// A project with its settings and its catalogue; its style files are not read yet.
#[derive(Debug)]
pub struct OpenedProject {
    /// Its folder.
    pub root: Utf8PathBuf,
    /// What its file says.
    pub project: Project,
    /// What may be configured in it.
    pub catalogue: Catalogue,
    /// What is wrong with its file and its catalogue files.
    pub findings: Vec<Diagnostic>,
}

/// The folder of the project around a folder.
#[must_use]
pub fn find_root(here: &Utf8Path) -> Option<&Utf8Path> {
    // Whatever has the name: what is no readable file is told as such when it is opened.
    here.ancestors().find(|folder| folder.join(PROJECT_FILE).symlink_metadata().is_ok())
}

/// Opens the project around a folder.
///
/// # Errors
/// Where there is none.
pub fn open_project(here: &Utf8Path) -> Result<OpenedProject, Refusal> {
    match find_root(here) {
        Some(root) => Ok(load_project(root)),
        None => {
            let below = find_projects_below(here);
            let help = match below.as_slice() {
                [] => "go to a project (or name it with -C), or make one: housestyle init".to_owned(),
                [only] => format!("there is one below: add -C {only}"),
                [first, ..] => {
                    let named = below.iter().take(MAX_PROJECTS_NAMED).map(|folder| folder.as_str()).collect::<Vec<_>>();
                    let more = if below.len() > named.len() { ", …" } else { "" };
                    format!("there are some below: add -C {first} ({}{more})", named.join(", "))
                }
            };
            Err(Refusal::NoProject { message: format!("there is no {PROJECT_FILE} in {here} or above"), help })
        }
    }
}

/// Most entries that are looked at for a project below a folder that has none.
const MAX_ENTRIES_BELOW: usize = 5_000;
/// Most projects below a folder that a message names.
const MAX_PROJECTS_NAMED: usize = 8;

/// Folders of projects below a folder, among the first entries that git would list.
fn find_projects_below(here: &Utf8Path) -> Vec<Utf8PathBuf> {
    let entries = walk_folder(here, here).take(MAX_ENTRIES_BELOW).flatten();
    let named = entries.filter(|entry| entry.file_name() == PROJECT_FILE);
    let folders =
        named.filter_map(|entry| Utf8PathBuf::from_path_buf(entry.into_path()).ok()?.parent().map(Utf8Path::to_owned));
    folders.filter_map(|folder| Some(folder.strip_prefix(here).ok()?.to_owned())).collect()
}

/// The project around a folder, or one with every default in that folder itself.
#[must_use]
pub fn open_or_default(here: &Utf8Path) -> OpenedProject {
    find_root(here).map_or_else(|| default_project(here), load_project)
}

/// The git repository around a folder.
#[must_use]
pub fn find_repository(folder: &Utf8Path) -> Option<&Utf8Path> {
    folder.ancestors().find(|folder| folder.join(".git").exists())
}

/// The folder of a project as the git repository around it names it, with a slash behind it; nothing where the two are one
/// or there is no repository. Forges know files by such paths.
#[must_use]
pub fn below_repository(root: &Utf8Path) -> String {
    let below = find_repository(root).and_then(|repository| root.strip_prefix(repository).ok());
    let parts: String = below.into_iter().flat_map(Utf8Path::components).map(|part| format!("{part}/")).collect();
    parts
}

/// The project in this very folder, which has its file.
#[must_use]
pub fn open_at(root: &Utf8Path) -> OpenedProject {
    load_project(root)
}

fn default_project(root: &Utf8Path) -> OpenedProject {
    let project = Project::default();
    let catalogue = builtin_catalogue(project.edition());
    OpenedProject { root: root.to_owned(), project, catalogue, findings: Vec::new() }
}

fn load_project(root: &Utf8Path) -> OpenedProject {
    load_project_over(root, &FixedTexts::new())
}

/// A project with texts that are still to be written.
#[must_use]
pub fn load_project_over(root: &Utf8Path, texts: &FixedTexts) -> OpenedProject {
    let (file, mut findings) = read_source(root, PROJECT_FILE, texts);
    let (project, said) = check::project::read_project(&source::parse_source(&file, Format::Toml));
    findings.extend(said);
    findings.extend(state_folders(root, &project, &file));
    let (catalogue, said) = build_catalogue(root, &project, texts);
    findings.extend(said);
    OpenedProject { root: root.to_owned(), project, catalogue, findings }
}

/// The rules of a project: those built in that it chose, and those of its files.
pub fn build_catalogue(root: &Utf8Path, project: &Project, texts: &FixedTexts) -> (Catalogue, Vec<Diagnostic>) {
    let mut catalogue = builtin_catalogue(project.edition());
    catalogue.limits = project.limits.clone();
    let (files, mut said) = read_catalogue_files(root, project, texts);
    said.extend(schema::extend_catalogue(&mut catalogue, &files));
    (catalogue, said)
}

/// State files that are folders: no run could keep its state there.
fn state_folders(root: &Utf8Path, project: &Project, file: &Arc<SourceFile>) -> Vec<Diagnostic> {
    let folders = project.environments.values().filter(|environment| root.join(&environment.state).is_dir());
    let place = |name: &str| {
        let parsed = source::parse_source(file, Format::Toml);
        let pointers = [format!("/environments/{name}/state"), "/state/file".to_owned(), "/state".to_owned()];
        pointers.iter().find_map(|pointer| Some(parsed.documents.first()?.at_pointer(pointer)?.span))
    };
    let finding = |environment: &Environment| {
        let span = place(&environment.name).unwrap_or(Span::empty_at(0));
        Diagnostic::new(Code::InvalidSetting, file, span, format!("`{}` is a folder, not a file", environment.state))
            .with_help(format!("name a file: `{}/housestyle.state.json`", environment.state.trim_end_matches('/')))
    };
    folders.map(finding).collect()
}

/// Whether a finding is about a pattern that cannot be followed.
fn is_wrong_pattern(finding: &Diagnostic) -> bool {
    let pointer = finding.pointer.as_deref().unwrap_or_default();
    let of_patterns = ["/files", "/exclude"].iter().any(|field| pointer.starts_with(field));
    let renamed = finding.code == Code::UnknownField
        && finding.fix.iter().flat_map(|fix| &fix.edits).any(|edit| matches!(&*edit.text, "files" | "exclude"));
    (of_patterns || renamed || finding.code == Code::Syntax && hides_patterns(finding))
        && finding.severity == Severity::Error
        && &**finding.file.path() == PROJECT_FILE
}

/// Whether a project file that cannot be read at all has something of which files there are: then nobody knows what it says of
/// any.
fn names_lost_files(finding: &Diagnostic) -> bool {
    let (path, text) = (&**finding.file.path(), finding.file.text());
    path == PROJECT_FILE
        && finding.severity == Severity::Error
        && ["files", "exclude"].iter().any(|word| text.contains(word))
}

/// Whether a fault of the text lies in a list of patterns, or may take away what stands behind it.
fn hides_patterns(finding: &Diagnostic) -> bool {
    let text = finding.file.text();
    let at = text.floor_char_boundary(finding.primary.span.start as usize);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    let (mut own, mut open, mut lost) = (false, false, false);
    for line in text[..end].lines() {
        if line.starts_with(|c: char| c.is_alphabetic() || c == '[') {
            lost |= own && open;
            (own, open) = (["files", "exclude"].iter().any(|field| line.starts_with(field)), true);
        }
        open &= !line.contains(']');
    }
    own || lost
}

fn read_source(root: &Utf8Path, path: &str, texts: &FixedTexts) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    match texts.get(Utf8Path::new(path)) {
        Some(text) => (SourceFile::new(path, text.as_str()), Vec::new()),
        None => discover::read_source_file(root, Utf8Path::new(path)),
    }
}

/// What the files of a project say, checked.
#[derive(Debug)]
pub struct ProjectCheck {
    /// What was found, in order of file and place.
    pub findings: Vec<Diagnostic>,
    /// How many files were looked at.
    pub file_count: usize,
    /// What the files want, where no finding of the whole project is an error.
    pub desired: Option<Desired>,
    /// Folders that were named, from the project's, in which there was nothing to look at.
    pub empty_folders: Vec<Utf8PathBuf>,
    /// Whether the project names texts, which only `lint` judges.
    pub names_texts: bool,
}

/// What a document says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentHead {
    /// Its kind: `style`.
    pub kind: String,
    /// Its key.
    pub key: String,
    /// Its language, as it is written.
    pub language: Option<String>,
    /// What the service calls it.
    pub name: Option<String>,
}

impl OpenedProject {
    /// Reads and checks all files of the project. Where some are named (relative to `here`), all are read just the same,
    /// for what they extend and what must be unique, but only findings of those named are kept.
    #[must_use]
    pub fn check_files(&self, named: &[Utf8PathBuf], here: &Utf8Path) -> ProjectCheck {
        self.check_files_for(CheckPurpose::Desired, named, here, &FixedTexts::new())
    }

    /// The same for findings alone, with texts that are still to be written: they count in place of the files.
    #[must_use]
    pub fn find_faults(&self, named: &[Utf8PathBuf], here: &Utf8Path, texts: &FixedTexts) -> ProjectCheck {
        self.check_files_for(CheckPurpose::Findings, named, here, texts)
    }

    /// Checks the files, and once more as they would read without their faults, which may hide others.
    fn check_files_for(
        &self,
        purpose: CheckPurpose,
        named: &[Utf8PathBuf],
        here: &Utf8Path,
        texts: &FixedTexts,
    ) -> ProjectCheck {
        let mut checked = self.check_files_as_they_are(purpose, named, here, texts);
        let find_again = |changed: &ChangedFiles| {
            let mut texts = texts.clone();
            texts.extend(changed.iter().map(|(path, file)| (Utf8PathBuf::from(&**path), file.text().to_owned())));
            let reopens = changed.keys().any(|path| is_setting(&self.project, path));
            let reopened = reopens.then(|| load_project_over(&self.root, &texts));
            let project = reopened.as_ref().unwrap_or(self);
            project.check_files_as_they_are(CheckPurpose::Hidden, named, here, &texts).findings
        };
        check::tell_across(&mut checked.findings, &self.project, &find_again);
        checked
    }

    fn check_files_as_they_are(
        &self,
        purpose: CheckPurpose,
        named: &[Utf8PathBuf],
        here: &Utf8Path,
        texts: &FixedTexts,
    ) -> ProjectCheck {
        let Self { root, project, catalogue, findings } = self;
        let named = named.iter().map(|path| self.relative_path(&here.join(path)));
        let (tables, named): (Vec<Utf8PathBuf>, Vec<Utf8PathBuf>) =
            named.partition(|path| Notation::from_path(path.as_str()).is_some() && root.join(path).is_file());
        let asked_for_project = named.iter().any(|path| path == PROJECT_FILE);
        // It is read as what it is, before everything else.
        let named: Vec<Utf8PathBuf> = named.into_iter().filter(|path| path != PROJECT_FILE).collect();
        let search = |named: &[Utf8PathBuf]| self.discover_files_of(named);
        let mut all = search(&[]);
        let none_matches = all.files.is_empty() && all.findings.is_empty();
        // Tests are validated with what they test; nothing that is applied depends on them.
        if purpose != CheckPurpose::Desired {
            all.files.extend(test_files::style_test_files(root));
            all.files.sort();
            all.files.dedup();
        }
        let is_asked = asked_for_project || !named.is_empty() || !tables.is_empty();
        let asked = is_asked.then(|| match named.as_slice() {
            [] => DiscoveredFiles { files: Vec::new(), findings: Vec::new(), passed_over: Vec::new() },
            named => search(named),
        });
        if let Some(asked) = &asked {
            all.files.extend(asked.files.iter().cloned());
            all.files.sort();
            all.files.dedup();
        }
        // Where nobody wrote down which files are the project's, none is outside. A file that was named is read all the same.
        let passed_over: Vec<Utf8PathBuf> = match (&asked, root.join(PROJECT_FILE).is_file()) {
            (_, false) => Vec::new(),
            (None, true) => all.passed_over.clone(),
            (Some(asked), true) => {
                let named = asked.files.iter().filter(|path| all.passed_over.binary_search(path).is_ok());
                asked.passed_over.iter().chain(named).cloned().collect::<BTreeSet<_>>().into_iter().collect()
            }
        };
        let outside = find_outside(root, &passed_over, project);
        let mut outside: Vec<Diagnostic> = outside.into_iter().filter_map(|one| apply_severity(one, project)).collect();
        let was_looked_at = |folder: &Utf8PathBuf| {
            let below = |path: &str| Utf8Path::new(path).starts_with(folder);
            asked.iter().flat_map(|asked| &asked.files).any(|path| below(path.as_str()))
                || outside.iter().any(|finding| below(finding.file.path()))
        };
        let empty_folders = named.iter().filter(|path| !path.as_str().is_empty() && root.join(path).is_dir());
        let empty_folders = empty_folders.filter(|folder| !was_looked_at(folder)).cloned().collect();
        let files = FilesToCheck { root, paths: &all.files, texts };
        let CheckedFiles { project: checked, whole: parsed } = check_files(files, project, catalogue, purpose);
        let mut found: Vec<Diagnostic> = findings.clone();
        found.extend(checked.findings);
        check::drop_implied_no_files(&mut found, &all.findings);
        check::drop_implied_no_files(&mut found, &outside);
        patterns::tell_moved_bases(&mut found, &mut outside);
        patterns::tell_named_outside(&found, &mut outside);
        let (paths, texts) = (outside.iter().map(|one| &**one.file.path()), outside.iter().map(|one| one.file.text()));
        UnreachedDocuments::in_files(paths).with_keys(texts).drop_followers(&mut found);
        drop_rules_outside(&mut found, root, &outside);
        // While a pattern is wrong, nobody knows what the right one reaches.
        if findings.iter().any(is_wrong_pattern) {
            outside.clear();
            found.retain(|finding| !UNKNOWN_DOCUMENTS.contains(&finding.code));
        }
        if project.file.is_none() && asked.is_none() && findings.iter().any(names_lost_files) {
            outside.clear();
            found.retain(|finding| finding.code == Code::NoFiles);
            found.extend(findings.iter().cloned());
        }
        self.tell_named_documents(&mut found);
        excluded::tell_excluded_files(&mut found, root, project);
        excluded::tell_excluded_documents(&mut found, root, project, asked.is_none());
        tables::keep_names_of_tables(&mut found, root);
        tables::tell_tables_elsewhere(&mut found, root, project);
        drop_faults_of_catalogue(&mut found, &mut outside, findings, root);
        check::broken_catalogue::drop_followers(&mut found, findings);
        check::join_contested_moves(&mut found);
        if asked.is_none() && purpose != CheckPurpose::Desired {
            let slips = texts::text_sets::faults_of_sets(root, project).into_iter();
            let slips = slips.chain(excluded::tell_folders_in_exclude(root, project));
            let slips = slips.chain(tables::tell_newer_copies(parsed.iter(), root, project));
            found.extend(slips.filter_map(|slip| apply_severity(slip, project)));
        }
        if asked.is_none() && (none_matches || !all.files.is_empty()) {
            let read = if none_matches { &[] } else { all.files.as_slice() };
            patterns::tell_missed_files(&mut found, &mut outside, (read, &passed_over), root, project);
        }
        let desired = checked.desired.filter(|_| !has_errors(&found));
        let looked_at = asked.as_ref().map_or(&all.files, |asked| &asked.files).iter().map(|path| path.as_str());
        let looked_at: BTreeSet<&str> = looked_at.chain(outside.iter().map(|one| &**one.file.path())).collect();
        let files = looked_at.len() + if asked.is_some() { tables.len() + usize::from(asked_for_project) } else { 0 };
        match asked {
            Some(asked) => {
                let mut kept: BTreeSet<&str> = asked.files.iter().chain(&tables).map(|path| path.as_str()).collect();
                // The tables of a document belong to it.
                let beside = parsed.iter().filter(|parsed| kept.contains(&**parsed.file.path())).flat_map(tables_of);
                let beside: Vec<&str> = beside.collect();
                kept.extend(beside);
                kept.extend(asked_for_project.then_some(PROJECT_FILE));
                found.retain(|finding| kept.contains(&**finding.file.path()));
                found.extend(asked.findings.into_iter().map(|finding| with_nearest_path(root, finding)));
                let known: BTreeSet<&str> = parsed.iter().flat_map(tables_of).collect();
                found.extend(tables.iter().filter(|table| !known.contains(table.as_str())).map(unreferenced_table));
            }
            None => found.extend(all.findings),
        }
        found.extend(outside);
        found.sort_by_key(Diagnostic::sort_key);
        ProjectCheck {
            desired: desired.filter(|_| !has_errors(&found)),
            findings: found,
            file_count: files,
            empty_folders,
            names_texts: !project.texts.is_empty(),
        }
    }

    /// Every file of the project, and what stood in the way of finding them.
    #[must_use]
    pub fn discover_files(&self) -> DiscoveredFiles {
        self.discover_files_of(&[])
    }

    fn discover_files_of(&self, named: &[Utf8PathBuf]) -> DiscoveredFiles {
        discover::discover_files(&self.root, &self.project.files, &self.project.patterns_of_no_document(), named)
    }

    /// Every file of the project, relative to its folder.
    #[must_use]
    pub fn list_files(&self) -> Vec<Utf8PathBuf> {
        self.discover_files().files
    }

    /// Every document in the files, as far as they can be read.
    #[must_use]
    pub fn list_documents(&self) -> Vec<DocumentHead> {
        let mut found = Vec::new();
        for path in self.list_files() {
            let (file, _) = discover::read_source_file(&self.root, &path);
            let Some(format) = Format::from_path(path.as_str()) else { continue };
            for document in &source::parse_source(&file, format).documents {
                let text = |name: &str| document.get(name).and_then(Node::text).map(ToOwned::to_owned);
                let kind = text("kind").unwrap_or_else(|| "style".to_owned());
                let stem = path.file_stem().map(ToOwned::to_owned);
                if let Some(key) = text("key").or(stem) {
                    found.push(DocumentHead { kind, key, language: text("language"), name: text("name") });
                }
            }
        }
        found
    }

    /// Says which document has the name that stands where an address is due.
    fn tell_named_documents(&self, found: &mut [Diagnostic]) {
        let unknown = |finding: &&mut Diagnostic| {
            finding.code == Code::InvalidSetting
                && finding.fix.is_none()
                && finding.message.ends_with("is not an address")
        };
        let unknown: Vec<&mut Diagnostic> = found.iter_mut().filter(unknown).collect();
        if unknown.is_empty() {
            return;
        }
        let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for DocumentHead { kind, key, name, .. } in self.list_documents() {
            let address = format!("{kind}/{key}");
            if let (Some(name), true) = (name, Address::parse(&address).is_ok()) {
                by_name.entry(name.to_lowercase()).or_default().push(address);
            }
        }
        for finding in unknown {
            let name = finding.file.slice(finding.primary.span).trim_matches(['"', '\'']);
            let Some([address]) = by_name.get(&name.to_lowercase()).map(Vec::as_slice) else { continue };
            let (title, text) = (format!("write `{address}`"), edits::quote_text(address));
            finding.notes =
                vec!["documents are named by kind and key here, not by what the service calls them".to_owned()];
            finding.help = Some(format!("did you mean `{address}`, which is called so?"));
            finding.fix = Some(edits::replace_span(finding.primary.span, text, title, Safety::Unsafe));
        }
    }

    /// Root languages of the lists, as catalogues name them: `de` for `de_Informal`.
    #[must_use]
    pub fn list_languages(&self) -> Vec<String> {
        let named = self.list_documents().into_iter().filter_map(|document| document.language);
        named.map(|language| root_code(&language).to_owned()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// A path as the project sees it.
    #[must_use]
    pub fn relative_path(&self, path: &Utf8Path) -> Utf8PathBuf {
        let real = |path: &Utf8Path| path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
        let path = match (path.parent(), path.file_name()) {
            // A link stays a link: what it leads to is for the reader of files to judge.
            (Some(folder), Some(name)) if path.is_symlink() => real(folder).join(name),
            (_, _) => real(path),
        };
        path.strip_prefix(real(&self.root)).map_or_else(|_| path.clone(), Utf8Path::to_owned)
    }
}

/// Paths of the tables that documents name and that could be read.
fn tables_of(parsed: &ParsedFile) -> impl Iterator<Item = &str> {
    let beside = parsed.side_tables.get().map(Vec::as_slice).unwrap_or_default();
    beside.iter().filter_map(|beside| beside.file.as_ref().ok()).map(|file| &**file.path())
}

/// A table that somebody asked for and that no document names.
fn unreferenced_table(table: &Utf8PathBuf) -> Diagnostic {
    let file = SourceFile::new(table.as_str(), "");
    Diagnostic::new(Code::NoFiles, &file, Span::empty_at(0), format!("no glossary of the project names `{table}`"))
        .with_help("name it as `file` of a dictionary")
}

/// Whether one of the findings makes the files invalid.
#[must_use]
pub fn has_errors(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}

/// A finding about a file that was named and is not there, or is of another kind, with what was probably meant.
#[must_use]
pub fn with_nearest_path(root: &Utf8Path, finding: Diagnostic) -> Diagnostic {
    let path = root.join(&**finding.file.path());
    // A message of a kind that is known says itself what reads it.
    if finding.code != Code::UnreadableFile || finding.help.is_some() || finding.message.contains("housestyle ") {
        return finding;
    }
    if !path.exists() {
        let near = nearest_path::suggest_path(&path, root);
        let all = || "name a file or folder; without one, all of the project is looked at".to_owned();
        finding.with_help(near.unwrap_or_else(all))
    } else if path.is_file()
        && Format::from_path(path.as_str()).is_none()
        && Notation::from_path(path.as_str()).is_none()
    {
        finding.with_help("texts are checked with housestyle lint --style KEY FILE")
    } else {
        finding
    }
}
