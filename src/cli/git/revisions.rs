//! Two sets of files to compare: revisions of a git repository, the working tree, or two folders.
//!
//! A revision is written into a folder of its own and then read as any project is, so that one reader decides what a file
//! means wherever it comes from. The folder is gone when the comparison is.

use camino::{Utf8Path, Utf8PathBuf};

use crate::catalogue::Catalogue;
use crate::check::{self, Desired};
use crate::cli::exit::{CliError, Exit};
use crate::cli::git::repository::{Git, GitRevision};
use crate::cli::screen::terminal::Screen;
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::project::Project;
use crate::project::nearest_path;
use crate::project::{self, OpenedProject, PROJECT_FILE};
use crate::report::diff::DiffSide;
use crate::report::{self, Sanitized, humanize};
use crate::source::table::Notation;
use crate::source::test_files::is_test_file;
use crate::source::{self, Format, discover};

/// Where one of two sets of files comes from.
pub enum RevisionSource {
    /// A commit.
    Revision(GitRevision),
    /// The files as they lie in the project's folder.
    WorkingTree(Utf8PathBuf),
    /// A folder.
    Folder(String, Utf8PathBuf),
}

/// One set of files, as a project.
pub struct RevisionFiles {
    /// What it is called.
    pub name: String,
    /// The commit, where it is one.
    pub commit: Option<String>,
    /// The project; none where there was none yet.
    pub opened: Option<OpenedProject>,
    /// The folder of a revision's files, which goes with this.
    _kept: Option<tempfile::TempDir>,
}

/// What a set of files wants.
pub struct RevisionDesired {
    /// Wanted resources.
    pub desired: Desired,
    /// Files that had to be left out, because they are invalid.
    pub left_out: Vec<String>,
    /// Rules that are known.
    pub catalogue: Catalogue,
}

impl RevisionSource {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Revision(revision) => revision.name.clone(),
            Self::WorkingTree(_) => "the working tree".to_owned(),
            Self::Folder(name, _) => name.clone(),
        }
    }
}

/// Finds the project in a set of files. `git` is there where one of the sets is a revision.
///
/// # Errors
/// Where a revision cannot be read, or a folder has no project.
pub fn open_revision(from: &RevisionSource, git: Option<&Git>) -> Result<RevisionFiles, CliError> {
    let name = from.name();
    match from {
        RevisionSource::Revision(revision) => {
            let git = git.ok_or_else(|| CliError::usage_error("a revision is compared inside of a git repository"))?;
            let folder = tempfile::Builder::new()
                .prefix("housestyle-revision-")
                .tempdir()
                .map_err(|error| CliError::io_error("cannot make a folder for the files of a revision", &error))?;
            let root = Utf8PathBuf::from_path_buf(folder.path().to_owned()).map_err(|path| {
                CliError::usage_error(format!("the folder for the moment, {}, is not Unicode", path.display()))
            })?;
            git.check_out(revision, |path| path == PROJECT_FILE, &root)?;
            let opened = if root.join(PROJECT_FILE).symlink_metadata().is_ok() {
                let begins = pattern_prefixes(&read_project_settings(&root));
                git.check_out(
                    revision,
                    |path| path != PROJECT_FILE && (may_match_patterns(path, &begins) || is_test_file(path.as_str())),
                    &root,
                )?;
                Some(project::open_at(&root))
            } else {
                None
            };
            Ok(RevisionFiles { name, commit: Some(revision.commit.clone()), opened, _kept: Some(folder) })
        }
        RevisionSource::WorkingTree(root) => {
            Ok(RevisionFiles { name, commit: None, opened: Some(project::open_at(root)), _kept: None })
        }
        RevisionSource::Folder(written, root) => {
            if root.join(PROJECT_FILE).symlink_metadata().is_err() {
                let what = if root.exists() { "is no folder with a housestyle.toml" } else { "does not exist" };
                let near = nearest_path::suggest_path(root, root.parent().unwrap_or(root))
                    .map_or_else(String::new, |near| format!("{near} "));
                return Err(CliError::new_sanitized(Exit::Invalid, format!("{written} {what}"))
                    .with_help(format!("{near}name the folder of a project, such as `init` makes")));
            }
            Ok(RevisionFiles { name, commit: None, opened: Some(project::open_at(root)), _kept: None })
        }
    }
}

impl RevisionFiles {
    /// How it is named in a report.
    #[must_use]
    pub fn report_side(&self, desired: &Desired) -> DiffSide {
        DiffSide { name: self.name.clone(), commit: self.commit.clone(), desired: desired.digest() }
    }

    /// What the files want, every one of them.
    ///
    /// # Errors
    /// Exit 3 where a file is invalid, after showing why.
    pub fn read_all(&self, screen: &Screen) -> Result<RevisionDesired, CliError> {
        let Some(opened) = &self.opened else { return Ok(empty_desired()) };
        let read = opened.check_files(&[], &opened.root);
        match read.desired {
            Some(desired) => Ok(RevisionDesired { desired, left_out: Vec::new(), catalogue: opened.catalogue.clone() }),
            None => {
                screen.print_always(&report::findings::render_human(
                    &read.findings,
                    read.file_count,
                    &screen.stderr_look(),
                ));
                Err(CliError::new(
                    Exit::Invalid,
                    format!("the files of {} are invalid, nothing is compared", self.sanitized_name()),
                ))
            }
        }
    }

    /// What the files want; nothing where there is no project or a file is invalid, and nothing is said of it.
    #[must_use]
    pub fn read_quietly(&self) -> Option<Desired> {
        let opened = self.opened.as_ref()?;
        opened.check_files(&[], &opened.root).desired
    }

    /// What those of the files want that are valid together: an invalid one is left out, and then what rests on it.
    ///
    /// # Errors
    /// Exit 3 where the project file itself is invalid, or nothing is left.
    pub fn read_valid(&self, screen: &Screen) -> Result<RevisionDesired, CliError> {
        let Some(first) = &self.opened else { return Ok(empty_desired()) };
        let mut project = first.project.clone();
        let mut left_out: Vec<String> = Vec::new();
        loop {
            let opened = OpenedProject {
                root: first.root.clone(),
                project: project.clone(),
                catalogue: first.catalogue.clone(),
                findings: first.findings.clone(),
            };
            let read = opened.check_files(&[], &opened.root);
            if let Some(desired) = read.desired {
                return Ok(RevisionDesired { desired, left_out, catalogue: opened.catalogue });
            }
            let wrong = |finding: &&Diagnostic| finding.severity == Severity::Error;
            let mut invalid: Vec<String> =
                read.findings.iter().filter(wrong).map(|finding| finding.file.path().to_string()).collect();
            invalid.dedup();
            let single =
                |path: &String| path != PROJECT_FILE && !project.catalogues.contains(path) && !left_out.contains(path);
            if invalid.is_empty() || !invalid.iter().all(single) {
                screen.print_always(&report::findings::render_human(
                    &read.findings,
                    read.file_count,
                    &screen.stderr_look(),
                ));
                let message = format!("{} is invalid beyond single files, nothing is compared", self.sanitized_name());
                return Err(CliError::new(Exit::Invalid, message)
                    .with_help("compare with a revision whose project file is valid"));
            }
            project.exclude.extend(invalid.iter().map(|path| globset::escape(path)));
            left_out.extend(invalid);
        }
    }

    fn sanitized_name(&self) -> Sanitized<'_> {
        Sanitized(&self.name)
    }
}

/// What to say of files that had to be left out of the base.
#[must_use]
pub fn left_out_note(wanted: &RevisionDesired, name: &str) -> Option<String> {
    let files = &wanted.left_out;
    let first: Vec<&str> = files.iter().take(MAX_NAMED_FILES).map(String::as_str).collect();
    let more = if files.len() > MAX_NAMED_FILES {
        format!(" and {} more", files.len() - MAX_NAMED_FILES)
    } else {
        String::new()
    };
    let what = humanize::count_noun(files.len(), "invalid file");
    let first = first.join(", ");
    (!files.is_empty()).then(|| format!("left out of {name}, so their resources appear as new: {what}: {first}{more}"))
}

/// Files that are named before the rest is counted.
const MAX_NAMED_FILES: usize = 5;

fn empty_desired() -> RevisionDesired {
    let catalogue = crate::catalogue::load::builtin_catalogue(crate::catalogue::load::Edition::Core);
    RevisionDesired { desired: Desired::default(), left_out: Vec::new(), catalogue }
}

/// What the project file in a folder says; its findings come when the project is opened.
fn read_project_settings(root: &Utf8Path) -> Project {
    let (file, _) = discover::read_source_file(root, Utf8Path::new(PROJECT_FILE));
    check::project::read_project(&source::parse_source(&file, Format::Toml)).0
}

/// How paths of project files begin: each pattern up to its first sign that stands for something else.
fn pattern_prefixes(project: &Project) -> Vec<String> {
    let plain = |pattern: &String| {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
        let end = pattern.find(['*', '?', '[', '{', '\\']).unwrap_or(pattern.len());
        pattern[..end].to_owned()
    };
    project.files.iter().map(plain).chain(project.catalogues.iter().cloned()).collect()
}

/// Whether a file may belong to a project: style files and what they name, and what hides files from it.
fn may_match_patterns(path: &Utf8Path, beginnings: &[String]) -> bool {
    let path = path.as_str();
    let name = path.rsplit('/').next().unwrap_or(path);
    if matches!(name, ".gitignore" | ".ignore") {
        return true;
    }
    // A list in a table may stand anywhere in the project; so may what a link leads to.
    Notation::from_path(path).is_some() || beginnings.iter().any(|beginning| path.starts_with(beginning.as_str()))
}
