//! Files that changed since a revision, and what rests on them: of whose findings a change is to be told.
//!
//! Files are compared by their text (line ends aside), not by what the index of git believes, so that what was not added
//! yet counts, and no filter of a repository is run. A list rests on the bases that it extends and on the tables that it
//! names; everything rests on the project file and its catalogues.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::CliError;
use crate::cli::git::repository::Git;
use crate::cli::git::revisions::{self, RevisionSource};
use crate::diagnostic::{Code, Diagnostic};
use crate::disk::{self, ReadRefusal};
use crate::project::texts::text_files::{self, TextJob};
use crate::project::{OpenedProject, PROJECT_FILE};
use crate::source::{Node, ParsedFile, Value, discover};

/// What changed since a revision.
pub enum ChangedSince {
    /// Something that decides about every file.
    Everything,
    /// These files, and what rests on them.
    Files(BTreeSet<Utf8PathBuf>),
}

/// What changed in a project since a revision; since it left the revision, where the two parted is known.
///
/// # Errors
/// Where git cannot be asked, or there is no such revision.
pub fn files_changed_since(
    name: &str,
    opened: &OpenedProject,
    variables: &EnvVariables,
) -> Result<ChangedSince, CliError> {
    let git = Git::discover_repository(&opened.root, variables)?;
    let (named, head) = (git.resolve_revision(name)?, git.resolve_revision("HEAD")?);
    let from = git.merge_base(&named, &head).unwrap_or(named);
    let before = revisions::open_revision(&RevisionSource::Revision(from), Some(&git))?;
    let Some(old) = before.opened else { return Ok(ChangedSince::Everything) };
    let same = |path: &Utf8Path| is_same_text(&old.root, &opened.root, path);
    let decides = opened.project.catalogues.iter().map(String::as_str).chain([PROJECT_FILE]);
    if decides.map(Utf8Path::new).any(|path| !same(path)) {
        return Ok(ChangedSince::Everything);
    }
    let files: BTreeSet<Utf8PathBuf> = opened.list_files().into_iter().chain(old.list_files()).collect();
    let mut changed: BTreeSet<Utf8PathBuf> = files.into_iter().filter(|path| !same(path)).collect();
    let parsed = discover::load_files(&opened.root, &opened.list_files());
    let rests: Vec<FileDependencies> = parsed.iter().map(FileDependencies::from_parsed).collect();
    let tables = rests.iter().flat_map(|rests| rests.tables.iter()).filter(|table| !same(table)).cloned();
    changed.extend(tables.collect::<Vec<_>>());
    add_dependents(&rests, &mut changed);
    Ok(ChangedSince::Files(changed))
}

impl ChangedSince {
    /// Whether a finding is to be told: it is about a file that changed or rests on one, or holds between files, or nobody
    /// knows whether its file changed.
    #[must_use]
    pub fn concerns_finding(&self, finding: &Diagnostic) -> bool {
        let between = matches!(
            finding.code,
            Code::DuplicateStyleKey
                | Code::DuplicateName
                | Code::UnknownBase
                | Code::BaseCycle
                | Code::BaseLanguage
                | Code::NoFiles
                | Code::OutsideFiles
                | Code::TooManyFiles
        );
        let unread = matches!(finding.code, Code::UnreadableFile | Code::FileTooLarge);
        match self {
            Self::Everything => true,
            Self::Files(files) => between || unread || files.contains(Utf8Path::new(finding.file.path())),
        }
    }
}

/// Whether a file has the same text in both folders; what cannot be read counts as changed, so that it is told.
fn is_same_text(before: &Utf8Path, now: &Utf8Path, path: &Utf8Path) -> bool {
    let read = |root: &Utf8Path| match disk::read_inside(root, path, text_files::LARGEST) {
        Ok(mut bytes) => {
            bytes.retain(|byte| *byte != b'\r');
            Ok(Some(bytes))
        }
        Err(ReadRefusal::Absent) => Ok(None),
        Err(why) => Err(why),
    };
    matches!((read(before), read(now)), (Ok(before), Ok(now)) if before == now)
}

/// What a file gives others, and what it rests on.
struct FileDependencies {
    path: Utf8PathBuf,
    provides: BTreeSet<String>,
    requires: BTreeSet<String>,
    tables: BTreeSet<Utf8PathBuf>,
}

impl FileDependencies {
    fn from_parsed(parsed: &ParsedFile) -> Self {
        let path = Utf8PathBuf::from(&**parsed.file.path());
        let own = path.with_extension("").into_string();
        let folder = path.parent().unwrap_or(Utf8Path::new(""));
        let mut rests =
            Self { provides: BTreeSet::new(), requires: BTreeSet::new(), tables: BTreeSet::new(), path: path.clone() };
        for document in &parsed.documents {
            if document.get("kind").and_then(Node::text) == Some("base_style") {
                let key = document.get("key").and_then(Node::text).unwrap_or(&own);
                rests.provides.insert(key.to_owned());
            }
            let extends = document.get("extends").map(Node::items).unwrap_or_default();
            rests.requires.extend(extends.iter().filter_map(Node::text).map(str::to_owned));
            collect_tables(document, folder, &mut rests.tables);
        }
        rests
    }
}

/// Tables that a document names as `file`, from the project's folder.
fn collect_tables(node: &Node, folder: &Utf8Path, found: &mut BTreeSet<Utf8PathBuf>) {
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries {
                match entry.value.text() {
                    Some(file) if entry.key.value == "file" => {
                        found.insert(normalize_path(&folder.join(file)));
                    }
                    Some(_) | None => collect_tables(&entry.value, folder, found),
                }
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| collect_tables(item, folder, found)),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => {}
    }
}

/// A path without what leads back.
fn normalize_path(path: &Utf8Path) -> Utf8PathBuf {
    let mut out = Utf8PathBuf::new();
    for part in path.components() {
        match part {
            Utf8Component::CurDir => {}
            Utf8Component::ParentDir => drop(out.pop()),
            Utf8Component::Prefix(_) | Utf8Component::RootDir | Utf8Component::Normal(_) => out.push(part),
        }
    }
    out
}

/// Adds every file that rests on one that changed, however long the way.
fn add_dependents(rests: &[FileDependencies], changed: &mut BTreeSet<Utf8PathBuf>) {
    let mut takers: BTreeMap<&str, Vec<&FileDependencies>> = BTreeMap::new();
    for taker in rests {
        for key in &taker.requires {
            takers.entry(key).or_default().push(taker);
        }
    }
    let named = |taker: &&FileDependencies| {
        !changed.contains(&taker.path) && taker.tables.iter().any(|table| changed.contains(table))
    };
    let mut fresh: Vec<&FileDependencies> = rests.iter().filter(|rests| changed.contains(&rests.path)).collect();
    fresh.extend(rests.iter().filter(named).collect::<Vec<_>>());
    changed.extend(fresh.iter().map(|rests| rests.path.clone()));
    while let Some(giver) = fresh.pop() {
        for taker in giver.provides.iter().filter_map(|key| takers.get(key.as_str())).flatten() {
            if changed.insert(taker.path.clone()) {
                fresh.push(taker);
            }
        }
    }
}

/// Keeps those files of texts that changed since a revision; all of them where a style or a setting did.
///
/// # Errors
/// Where git cannot be asked, or there is no such revision.
pub fn retain_changed_texts(
    name: &str,
    opened: &OpenedProject,
    variables: &EnvVariables,
    jobs: &mut [TextJob],
) -> Result<(), CliError> {
    match files_changed_since(name, opened, variables)? {
        ChangedSince::Files(files) if files.is_empty() => {}
        ChangedSince::Everything | ChangedSince::Files(_) => return Ok(()),
    }
    let git = Git::discover_repository(&opened.root, variables)?;
    let (named, head) = (git.resolve_revision(name)?, git.resolve_revision("HEAD")?);
    let from = git.merge_base(&named, &head).unwrap_or(named);
    let folder = tempfile::Builder::new()
        .prefix("housestyle-texts-")
        .tempdir()
        .map_err(|error| CliError::io_error("cannot make a folder for the texts of a revision", &error))?;
    let old = Utf8Path::from_path(folder.path())
        .ok_or_else(|| CliError::usage_error("the folder for temporary files is not Unicode"))?;
    let files: BTreeSet<Utf8PathBuf> = jobs.iter().flat_map(|job| job.files.iter().cloned()).collect();
    git.check_out(&from, |path| files.contains(Utf8Path::new(path)), old)?;
    for job in jobs {
        job.files.retain(|path| !is_same_text(old, &opened.root, path));
    }
    Ok(())
}
