//! Files that changed, as a hook names them: which projects they belong to, and what is to be said of those.
//!
//! A hook runs at the top of a repository and names whatever changed in it, files of other tools among them. So each file is
//! looked at from where it stands: the project is the nearest one above it, and what is no file of that project, or is
//! excluded by it, is passed over, but not a document of ours that its patterns fail to reach. Keys, names and bases hold
//! across files, so that a project with one changed file is read whole; a project without any is not read.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use crate::check::outside_files::is_own_document;
use crate::project::{self, PROJECT_FILE};
use crate::report::RenderOptions;
use crate::source::test_files::is_test_file;

/// Columns of the terminal that a commit is made in: a hook has no terminal that could be asked.
const HOOK_WIDTH: usize = 80;

/// Endings of the files that entries of a glossary stand in, beside the file that names them.
const TABLE_EXTENSIONS: [&str; 2] = ["tsv", "csv"];

/// A project with files that changed.
#[derive(Debug)]
pub struct ChangedProject {
    /// Its folder.
    pub root: Utf8PathBuf,
    /// Those of the files that belong to it, relative to that folder.
    pub files: BTreeSet<Utf8PathBuf>,
}

/// The projects that files (relative to `here`) belong to, in order of path.
#[must_use]
pub fn projects_of_files(named: &[Utf8PathBuf], here: &Utf8Path) -> Vec<ChangedProject> {
    let mut by_root: BTreeMap<Utf8PathBuf, Vec<Utf8PathBuf>> = BTreeMap::new();
    for path in named {
        let path = here.join(path);
        // A file that is gone has no real path, but its folder may have one.
        let Some(folder) = path.ancestors().skip(1).find_map(|folder| folder.canonicalize_utf8().ok()) else {
            continue;
        };
        if let Some(root) = project::find_root(&folder) {
            by_root.entry(root.to_owned()).or_default().push(path);
        }
    }
    let changed = by_root.into_iter().map(|(root, paths)| {
        let opened = project::open_or_default(&root);
        let own = opened.list_files();
        let is_own = |path: &Utf8PathBuf| {
            path == PROJECT_FILE
                || own.contains(path)
                || is_test_file(path.as_str())
                || opened.project.catalogues.iter().any(|catalogue| path == catalogue)
                || path.extension().is_some_and(|ending| TABLE_EXTENSIONS.contains(&ending))
                || is_own_document(&root, path)
        };
        let files = paths.iter().map(|path| opened.relative_path(path)).filter(is_own).collect();
        ChangedProject { root, files }
    });
    changed.filter(|changed| !changed.files.is_empty()).collect()
}

/// How findings may look to somebody who commits.
#[must_use]
pub fn hook_render_options(options: RenderOptions) -> RenderOptions {
    RenderOptions { width: options.width.min(HOOK_WIDTH), ..options }
}
