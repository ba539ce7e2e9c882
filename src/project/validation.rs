//! What `validate` looks at: the projects that paths belong to, checked and fixed one by one, with paths as people see them.
//!
//! A path is looked at from where it is: its project is the nearest one above it, or else those inside of the folder. Fixes
//! are made in memory, pass by pass, so that what `--diff` shows is what `--fix` writes.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use crate::diagnostic::{Diagnostic, Severity};
use crate::disk::walk::walk_folder;
use crate::project::refusal::Refusal;
use crate::project::rewriting::fix::{FixPlan, FixSelection};
use crate::project::texts::style_tests::RecordingIndex;
use crate::project::{self, FixedTexts, OpenedProject, PROJECT_FILE, ProjectCheck};

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
pub fn projects_of_paths(paths: &[Utf8PathBuf], here: &Utf8Path) -> Result<Vec<ValidatedProject>, Refusal> {
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
            return Err(Refusal::Unowned {
                message: format!("there is no {PROJECT_FILE} in {path}, above or below it"),
                help: "name a folder of a project, or make one there: housestyle init".to_owned(),
            });
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
    pub fn from_changed(root: Utf8PathBuf, files: BTreeSet<Utf8PathBuf>) -> Self {
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
    pub fn check_and_fix(&self, here: &Utf8Path, selection: Option<FixSelection>) -> ValidatedFindings {
        let mut fixes = FixPlan::default();
        let mut check = self.check(here, &FixedTexts::new());
        let had_errors = project::has_errors(&check.findings);
        let Some(selection) = selection else { return ValidatedFindings { check, fixes, had_errors } };
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
            if !fixes.fix_once(&own, selection) {
                break;
            }
            check = self.check(here, &fixes.texts());
        }
        ValidatedFindings { check, fixes, had_errors }
    }
}
