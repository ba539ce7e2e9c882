//! What `validate` looks at: the projects that paths belong to, checked and fixed one by one, with paths as people see them.
//!
//! A path is looked at from where it is: its project is the nearest one above it, or else those inside of the folder. Fixes
//! are made in memory, pass by pass, so that what `--diff` shows is what `--fix` writes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::format::FindingFormat;
use crate::cli::exit::CliError;
use crate::cli::git::changed_files::ChangedProject;
use crate::cli::project::{self, FixedTexts, OpenedProject, PROJECT_FILE, ProjectCheck};
use crate::cli::rewriting::fix::{FixPlan, FixSelection};
use crate::cli::texts::style_tests::RecordingIndex;
use crate::diagnostic::{Diagnostic, Severity, SourceFile};
use crate::disk::walk::walk_folder;
use crate::report::{RenderOptions, findings};

/// A fix may make way for another; more passes than this would go round in circles.
const MAX_FIX_PASSES: usize = 10;
/// Most passes where findings were left out of each.
const MAX_COUNTED_PASSES: usize = 500;

/// A project that is validated, and what of it.
#[derive(Debug)]
pub struct ValidatedProject {
    /// Its folder.
    pub root: Utf8PathBuf,
    /// Whether the folder has a project file; otherwise every setting has its default.
    has_file: bool,
    /// Paths that were named, as they were named; all of the project where none is.
    pub named: Vec<Utf8PathBuf>,
    /// Files that changed, for hooks.
    changed: Option<BTreeSet<Utf8PathBuf>>,
}

/// A project after its check, and what fixes make of it.
pub struct ValidatedFindings {
    /// What is found once the fixes are made.
    pub check: ProjectCheck,
    /// The fixes.
    pub fixes: FixPlan,
    /// Whether the files as they are have errors.
    pub had_errors: bool,
}

/// The projects that paths belong to; the one around `here` where there are no paths.
///
/// # Errors
/// Where a folder neither lies in a project nor holds one.
pub fn projects_of_paths(paths: &[Utf8PathBuf], here: &Utf8Path) -> Result<Vec<ValidatedProject>, CliError> {
    if paths.is_empty() {
        let root = project::open_project(here)?.root;
        return Ok(vec![ValidatedProject { root, has_file: true, named: Vec::new(), changed: None }]);
    }
    let mut by_root: BTreeMap<Utf8PathBuf, (bool, Vec<Utf8PathBuf>)> = BTreeMap::new();
    for path in paths {
        let full = here.join(path);
        let folder = full.is_dir();
        // A file that is not there has no real path, but its folder may have one.
        let around = full.ancestors().skip(usize::from(!folder)).find_map(|above| above.canonicalize_utf8().ok());
        if let Some(root) = around.as_deref().and_then(project::find_root) {
            by_root.entry(root.to_owned()).or_insert((true, Vec::new())).1.push(path.clone());
            continue;
        }
        if !folder {
            by_root.entry(here.to_owned()).or_insert((false, Vec::new())).1.push(path.clone());
            continue;
        }
        let inside = projects_inside(&around.unwrap_or(full));
        if inside.is_empty() {
            return Err(CliError::usage_error(format!("there is no {PROJECT_FILE} in {path}, above or below it"))
                .with_help("name a folder of a project, or make one there: housestyle init"));
        }
        for root in inside {
            // All of that project, whatever else was named of it.
            by_root.entry(root.clone()).or_insert((true, Vec::new())).1.push(root);
        }
    }
    Ok(by_root
        .into_iter()
        .map(|(root, (has_file, named))| ValidatedProject { root, has_file, named, changed: None })
        .collect())
}

/// Folders below a folder that have a project file.
fn projects_inside(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let files = walk_folder(folder, folder).flatten().filter(|entry| entry.file_name() == PROJECT_FILE);
    let mut roots: Vec<Utf8PathBuf> = files
        .filter_map(|entry| Utf8Path::from_path(entry.path()).and_then(Utf8Path::parent).map(Utf8Path::to_owned))
        .collect();
    roots.sort();
    roots
}

impl ValidatedProject {
    /// A project with files that changed: its errors are shown wherever they are, its warnings in these files.
    #[must_use]
    pub fn from_changed(changed: ChangedProject) -> Self {
        let ChangedProject { root, files } = changed;
        Self { root, has_file: true, named: Vec::new(), changed: Some(files) }
    }

    /// Whether everything that can be found in the project is looked at.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.named.is_empty() && self.changed.is_none()
    }

    /// Opens the project as fixes leave it.
    #[must_use]
    pub fn open(&self, texts: &FixedTexts) -> OpenedProject {
        if self.has_file { project::load_project_over(&self.root, texts) } else { project::open_or_default(&self.root) }
    }

    fn check(&self, here: &Utf8Path, texts: &FixedTexts) -> ProjectCheck {
        let mut checked = self.open(texts).find_faults(&self.named, here, texts);
        if self.has_file && self.is_whole() {
            checked.findings.extend(RecordingIndex::read(&self.root).findings);
        }
        if self.changed.is_some() {
            checked.findings.retain(|finding| match finding.severity {
                Severity::Error => true,
                Severity::Warning => self.may_fix(finding),
            });
        }
        checked
    }

    /// Whether a finding is about a file that is fixed where fixes are asked for.
    fn may_fix(&self, finding: &Diagnostic) -> bool {
        self.changed.as_ref().is_none_or(|files| files.contains(Utf8Path::new(finding.file.path())))
    }

    /// Checks the project; where fixes are asked for, they are made in memory until none is left.
    #[must_use]
    pub fn check_and_fix(&self, here: &Utf8Path, which: Option<FixSelection>) -> ValidatedFindings {
        let mut fixes = FixPlan::default();
        let mut check = self.check(here, &FixedTexts::new());
        let had_errors = project::has_errors(&check.findings);
        let Some(which) = which else { return ValidatedFindings { check, fixes, had_errors } };
        let mut left = MAX_FIX_PASSES;
        for _ in 0..MAX_COUNTED_PASSES {
            // What was only counted so far is fixed in further passes.
            if check.findings.iter().any(|finding| finding.omitted > 0) {
                left = MAX_FIX_PASSES;
            }
            if left == 0 {
                break;
            }
            left -= 1;
            let own: Vec<Diagnostic> = check.findings.iter().filter(|finding| self.may_fix(finding)).cloned().collect();
            if !fixes.fix_once(&own, which) {
                break;
            }
            check = self.check(here, &fixes.texts());
        }
        ValidatedFindings { check, fixes, had_errors }
    }
}

/// Findings with the paths that people are shown.
#[must_use]
pub fn show_paths(findings: &[Diagnostic], shown_path: impl Fn(&str) -> String) -> Vec<Diagnostic> {
    let mut known: BTreeMap<*const SourceFile, Arc<SourceFile>> = BTreeMap::new();
    let show = |finding: &Diagnostic| {
        let mut finding = finding.clone();
        let path = shown_path(finding.file.path());
        if path != **finding.file.path() {
            let file = known.entry(Arc::as_ptr(&finding.file)).or_insert_with(|| finding.file.with_shown_path(path));
            finding.file = file.clone();
        }
        if let Some(style) = finding.departs_from.as_mut().and_then(|departed| departed.style.as_mut()) {
            style.place.file = shown_path(&style.place.file).into();
        }
        finding
    };
    findings.iter().map(show).collect()
}

/// Findings as a command shows them, in any of its formats.
pub struct ShownFindings<'a> {
    /// With paths from where people are.
    pub shown: &'a [Diagnostic],
    /// With paths of the git repository, by which forges know files.
    pub of_repository: &'a [Diagnostic],
    /// How many files were looked at.
    pub file_count: usize,
}

impl ShownFindings<'_> {
    /// One format; text for people shows `of_person`, and how the command that was called can be called again.
    #[must_use]
    pub fn render(
        &self,
        of_person: &[Diagnostic],
        format: FindingFormat,
        global: &GlobalArgs,
        options: &RenderOptions,
    ) -> String {
        let Self { shown, of_repository, file_count } = *self;
        match format {
            FindingFormat::Human => match global.called_with("--fix", &["validate", "lint"]) {
                Some(fixing) => findings::render_human_fixed_by(of_person, file_count, &fixing, options),
                None => findings::render_human(of_person, file_count, options),
            },
            FindingFormat::Plain => findings::render_plain(shown, file_count),
            FindingFormat::Json => findings::render_json(shown, file_count),
            FindingFormat::Sarif => findings::render_sarif(of_repository, ""),
            FindingFormat::Github => findings::render_github(of_repository, file_count, ""),
            FindingFormat::Gitlab => findings::render_gitlab(of_repository, ""),
            FindingFormat::Junit => findings::render_junit(of_repository, file_count, ""),
        }
    }
}

/// How files of a project are written from a folder.
#[derive(Debug)]
pub struct PathsFrom {
    /// Folders from the one that both have to where people are.
    up: Vec<String>,
    /// Folders from the one that both have to the project.
    down: Vec<String>,
}

impl PathsFrom {
    /// From a folder to a project's.
    #[must_use]
    pub fn new(here: &Utf8Path, root: &Utf8Path) -> Self {
        let parts = |path: &Utf8Path| -> Vec<String> {
            let real = path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
            let kept = real.components().filter(|part| !matches!(part, Utf8Component::CurDir));
            kept.map(|part| part.as_str().to_owned()).collect()
        };
        let (here, root) = (parts(here), parts(root));
        let shared = here.iter().zip(&root).take_while(|(one, other)| one == other).count();
        Self { up: here[shared..].to_vec(), down: root[shared..].to_vec() }
    }

    /// A path of the project from where people are.
    #[must_use]
    pub fn shown_path(&self, path: &str) -> String {
        let mut to: Vec<&str> = self.down.iter().map(String::as_str).chain(path.split('/')).collect();
        let shared = self.up.iter().zip(&to).take_while(|(one, other)| one == *other).count().min(to.len() - 1);
        to.drain(..shared);
        let up = std::iter::repeat_n("..", self.up.len() - shared);
        up.chain(to).collect::<Vec<_>>().join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_from_where_one_is() {
        for (here, root, shown) in [
            ("/r/l10n", "/r/l10n", "styles/x.yaml"),
            ("/r", "/r/l10n", "l10n/styles/x.yaml"),
            ("/r/l10n/styles", "/r/l10n", "x.yaml"),
            ("/r/l10n/house", "/r/l10n", "../styles/x.yaml"),
            ("/r/other", "/r/l10n", "../l10n/styles/x.yaml"),
        ] {
            let paths = PathsFrom::new(here.into(), root.into());
            assert_eq!(paths.shown_path("styles/x.yaml"), shown, "{here} {root}");
        }
    }
}
