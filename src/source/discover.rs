//! Which files there are, and reading them: the only place of this folder that touches the disk.
//!
//! Only regular files are opened, only below the root once links are resolved, and only within the caps of [`limit`].
//! Order is that of the paths, whatever the disk says. What cannot be read is a finding, never "none".

#![expect(clippy::disallowed_methods, reason = "this file finds and reads the project's files")]

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

use camino::{Utf8Path, Utf8PathBuf};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use ignore::WalkBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::parallel::map_all;
use crate::source::side_tables::{self, SideTable, SideTableError, TableOverlay};
use crate::source::table::Notation;
use crate::source::{Format, ParsedFile, limit, parse_source, text};

/// The patterns of a project, for paths that may not be on the disk yet.
#[derive(Debug)]
pub struct FilePatterns {
    include: GlobSet,
    exclude: GlobSet,
}

impl FilePatterns {
    /// Patterns of files to read, and of files never to read. Those that are not well-formed match nothing.
    #[must_use]
    pub fn new(include: &[String], exclude: &[String]) -> Self {
        let set = |patterns: &[String]| {
            let globs = patterns.iter().filter_map(|pattern| parse_glob(pattern).ok());
            globs.fold(GlobSetBuilder::new(), |mut set, glob| {
                set.add(glob);
                set
            })
        };
        let built = |patterns: &[String]| set(patterns).build().unwrap_or_else(|_| GlobSet::empty());
        Self { include: built(include), exclude: built(exclude) }
    }

    /// Whether a file of this path, from the root, belongs to the project by its name.
    #[must_use]
    pub fn includes_path(&self, path: &str) -> bool {
        Format::from_path(path).is_some() && self.include.is_match(path) && !self.exclude.is_match(path)
    }

    /// Whether a file of this path matches, whatever its notation.
    #[must_use]
    pub fn matches_path(&self, path: &str) -> bool {
        self.include.is_match(path) && !self.exclude.is_match(path)
    }

    /// Whether a file of this path is never read.
    #[must_use]
    pub fn excludes_path(&self, path: &str) -> bool {
        self.exclude.is_match(path)
    }
}

fn parse_glob(pattern: &str) -> Result<globset::Glob, globset::Error> {
    let bare = pattern.strip_prefix("./").unwrap_or(pattern);
    GlobBuilder::new(bare).literal_separator(true).empty_alternates(true).build()
}

/// The files of a project.
#[derive(Debug)]
pub struct DiscoveredFiles {
    /// Paths relative to the root, sorted, with `/` between their parts.
    pub files: Vec<Utf8PathBuf>,
    /// What was wrong with patterns, names and the number of files.
    pub findings: Vec<Diagnostic>,
    /// Files of our notations that no pattern reaches and none excludes, relative to the root, sorted; no links.
    pub passed_over: Vec<Utf8PathBuf>,
}

/// Finds the files below `root` that match `include` and not `exclude`; where `named` says something, only those named
/// and those below folders named. Names count from the root.
#[must_use]
pub fn discover_files(
    root: &Utf8Path,
    include: &[String],
    exclude: &[String],
    named: &[Utf8PathBuf],
) -> DiscoveredFiles {
    let mut search = FileSearch {
        root,
        real_root: root.canonicalize_utf8().unwrap_or_else(|_| root.to_owned()),
        findings: Vec::new(),
        include: GlobSet::empty(),
        exclude: GlobSet::empty(),
        files: Vec::new(),
        passed_over: Vec::new(),
        linked_folders: BTreeSet::new(),
    };
    search.include = search.build_glob_set(include);
    search.exclude = search.build_glob_set(exclude);
    if named.is_empty() {
        search.walk_folder(root);
    }
    for name in named {
        search.add_named(name);
    }
    search.into_discovered()
}

/// Reads a file below `root`, whole or not at all.
#[must_use]
pub fn read_source_file(root: &Utf8Path, path: &Utf8Path) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    let shown = display_path(path);
    match read_bytes(&root.join(path), limit::FILE_BYTES) {
        Ok(bytes) => text::decode_bytes(shown, bytes),
        Err(FileReadError::TooLarge(bytes)) => {
            let file = SourceFile::new(shown, "");
            let finding = file_too_large(&file, bytes);
            (file, vec![finding])
        }
        Err(FileReadError::Failed(reason)) => {
            let file = SourceFile::new(shown, "");
            let finding = unreadable_file(&file, &reason);
            (file, vec![finding])
        }
    }
}

/// Reads and parses files in parallel, with the tables that they name; the result has the order of `paths`.
#[must_use]
pub fn load_files(root: &Utf8Path, paths: &[Utf8PathBuf]) -> Vec<ParsedFile> {
    let parsed = map_all(paths, |path| load_file(root, path));
    load_side_tables(root, &parsed);
    parsed
}

/// Reads and parses one file, or the text that is still to be written in its place; not the tables that it names.
#[must_use]
pub fn load_document(root: &Utf8Path, path: &Utf8Path, texts: &BTreeMap<Utf8PathBuf, String>) -> ParsedFile {
    match texts.get(path) {
        Some(text) => parse_buffer(path.as_str(), text),
        None => load_file(root, path),
    }
}

/// The tables among texts that are still to be written.
pub fn tables_among(texts: &BTreeMap<Utf8PathBuf, String>) -> TableOverlay {
    let tables = texts.iter().filter(|(path, _)| Notation::from_path(path.as_str()).is_some());
    tables.map(|(path, text)| (path.clone(), Arc::new(parse_buffer(path.as_str(), text)))).collect()
}

/// Reads the files that documents name, in parallel, all or (where they are too many bytes together) none. What was read
/// before stays as it is.
pub fn load_side_tables<P: Borrow<ParsedFile> + Sync>(root: &Utf8Path, parsed: &[P]) {
    load_side_tables_over(root, parsed, &TableOverlay::new());
}

/// The same, where tables are held: a text that is held counts in place of the file.
pub fn load_side_tables_over<P: Borrow<ParsedFile> + Sync>(root: &Utf8Path, parsed: &[P], held: &TableOverlay) {
    let real_root = root.canonicalize_utf8().unwrap_or_else(|_| root.to_owned());
    let mut bytes = 0;
    let mut named: Vec<(&ParsedFile, Vec<SideTablePath>)> = Vec::new();
    for parsed in parsed.iter().map(Borrow::borrow).filter(|parsed| parsed.side_tables.get().is_none()) {
        let names = side_tables::distinct_table_names(&parsed.documents).into_iter();
        let names = names.map(|written| {
            let path = locate_side_table(root, &real_root, parsed.file.path(), &written, held, &mut bytes);
            SideTablePath { written, path }
        });
        let names: Vec<SideTablePath> = names.collect();
        if names.is_empty() {
            // Whoever set it meanwhile set the same.
            let _ = parsed.side_tables.set(Vec::new());
        } else {
            named.push((parsed, names));
        }
    }
    if named.is_empty() {
        return;
    }
    let many = (bytes > limit::TABLES_BYTES).then_some(SideTableError::TotalTooLarge(bytes));
    named.into_par_iter().for_each(|(parsed, names)| {
        let read = names.into_par_iter().map(|SideTablePath { written, path }| match (&many, path) {
            (Some(why), _) => SideTable { written, file: Err(why.clone()), findings: Vec::new() },
            (None, Err(why)) => SideTable { written, file: Err(SideTableError::Unreadable(why)), findings: Vec::new() },
            (None, Ok(path)) => match held.get(&path) {
                Some(table) => side_table_from_overlay(table, written),
                None => read_side_table(root, &path, written),
            },
        });
        // Whoever read it meanwhile read the same.
        let _ = parsed.side_tables.set(read.collect());
    });
}

/// A file that a document names, before it is read: where it lies, or why it may not be read.
struct SideTablePath {
    written: String,
    path: Result<Utf8PathBuf, String>,
}

/// Where a table lies, from the root, if it may be read; its size is added up.
fn locate_side_table(
    root: &Utf8Path,
    real_root: &Utf8Path,
    document: &str,
    name: &str,
    held: &TableOverlay,
    bytes: &mut u64,
) -> Result<Utf8PathBuf, String> {
    let path = side_tables::resolve_table_path(document, name)?;
    let full = root.join(&path);
    let held = held.get(&path).map(|table| table.file.text().len() as u64);
    let length = match (fs::metadata(&full), held) {
        // It is still to be saved.
        (Err(_), Some(length)) => return Ok(path).inspect(|_| *bytes += length.min(limit::TABLE_BYTES)),
        (Err(error), None) => return Err(describe_io_error(&error)),
        (Ok(metadata), held) => held.unwrap_or(metadata.len()),
    };
    let real = full.canonicalize_utf8().map_err(|error| describe_io_error(&error))?;
    if !real.starts_with(real_root) {
        return Err("it lies outside of the project folder".to_owned());
    }
    *bytes += length.min(limit::TABLE_BYTES);
    Ok(path)
}

fn side_table_from_overlay(table: &ParsedFile, written: String) -> SideTable {
    match table.file.text().len() as u64 {
        bytes if bytes > limit::TABLE_BYTES => {
            SideTable { written, file: Err(SideTableError::TooLarge(bytes)), findings: Vec::new() }
        }
        _ => SideTable { written, file: Ok(table.file.clone()), findings: table.findings.clone() },
    }
}

fn read_side_table(root: &Utf8Path, path: &Utf8Path, written: String) -> SideTable {
    match read_bytes(&root.join(path), limit::TABLE_BYTES) {
        Ok(bytes) => {
            let (file, findings) = text::decode_bytes(display_path(path), bytes);
            SideTable { written, file: Ok(file), findings }
        }
        Err(FileReadError::TooLarge(bytes)) => {
            SideTable { written, file: Err(SideTableError::TooLarge(bytes)), findings: Vec::new() }
        }
        Err(FileReadError::Failed(why)) => {
            SideTable { written, file: Err(SideTableError::Unreadable(why)), findings: Vec::new() }
        }
    }
}

fn load_file(root: &Utf8Path, path: &Utf8Path) -> ParsedFile {
    let (file, findings) = read_source_file(root, path);
    parse_decoded(path, file, findings)
}

/// Parses a text that an editor holds in place of a file, with the same bounds and findings as if it were saved. Of a
/// table only the text is taken: what it means is up to the documents that name it.
#[must_use]
pub fn parse_buffer(path: &str, text: &str) -> ParsedFile {
    let is_table = Notation::from_path(path).is_some();
    let (file, findings) = if !is_table && text.len() as u64 > limit::FILE_BYTES {
        let file = SourceFile::new(path, "");
        let finding = file_too_large(&file, text.len() as u64);
        (file, vec![finding])
    } else if text.contains('\0') {
        text::decode_bytes(path, text.as_bytes().to_vec())
    } else {
        (SourceFile::new(path, text), Vec::new())
    };
    if is_table {
        return ParsedFile { file, documents: Vec::new(), findings, incomplete: false, side_tables: OnceLock::new() };
    }
    parse_decoded(Utf8Path::new(path), file, findings)
}

fn parse_decoded(path: &Utf8Path, file: Arc<SourceFile>, mut findings: Vec<Diagnostic>) -> ParsedFile {
    let unread = findings.iter().any(|finding| matches!(finding.code, Code::UnreadableFile | Code::FileTooLarge));
    if unread {
        return ParsedFile { file, documents: Vec::new(), findings, incomplete: true, side_tables: OnceLock::new() };
    }
    let format = Format::from_path(path.as_str()).unwrap_or(Format::Yaml);
    let mut parsed = parse_source(&file, format);
    if !findings.is_empty() {
        // Faults of the notation in a text that was not what it seemed follow from that.
        parsed.findings.retain(|finding| finding.code != Code::Syntax || !touches_loss(&file, finding));
        parsed.incomplete = true;
        findings.append(&mut parsed.findings);
        parsed.findings = findings;
    }
    parsed
}

fn touches_loss(file: &SourceFile, finding: &Diagnostic) -> bool {
    let line = file.position_at(finding.primary.span.start).line;
    file.line_text(line).contains(char::REPLACEMENT_CHARACTER)
}

struct FileSearch<'a> {
    root: &'a Utf8Path,
    real_root: Utf8PathBuf,
    findings: Vec<Diagnostic>,
    include: GlobSet,
    exclude: GlobSet,
    /// Each with its bytes; several times where several ways lead to it.
    files: Vec<(Utf8PathBuf, u64)>,
    /// Files that no pattern reaches.
    passed_over: Vec<Utf8PathBuf>,
    /// Folders, as they really are, that a link led to.
    linked_folders: BTreeSet<Utf8PathBuf>,
}

impl FileSearch<'_> {
    fn build_glob_set(&mut self, patterns: &[String]) -> GlobSet {
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            match parse_glob(pattern) {
                Ok(glob) => {
                    set.add(glob);
                }
                Err(error) => self.report_invalid_glob(pattern, &error.kind().to_string()),
            }
        }
        set.build().unwrap_or_else(|error| {
            self.report_invalid_glob(&patterns.join(", "), &error.kind().to_string());
            GlobSet::empty()
        })
    }

    fn report_invalid_glob(&mut self, pattern: &str, why: &str) {
        let file = SourceFile::new("housestyle.toml", "");
        self.findings.push(
            Diagnostic::new(
                Code::InvalidGlob,
                &file,
                Span::empty_at(0),
                format!("the pattern `{pattern}` is not well-formed"),
            )
            .with_note(why.to_owned()),
        );
    }

    fn add_named(&mut self, name: &Utf8Path) {
        let relative = self.relative_to_root(name);
        let full = self.root.join(&relative);
        let metadata = match fs::metadata(&full) {
            Ok(metadata) => metadata,
            Err(error) => return self.report_unreadable(name, &describe_io_error(&error)),
        };
        if metadata.is_dir() {
            return self.walk_folder(&full);
        }
        if self.exclude.is_match(&relative) {
            return;
        }
        if Format::from_path(relative.as_str()).is_none() {
            return self.report_unreadable(name, "it is neither `.yaml`, `.yml` nor `.toml`");
        }
        if !self.include.is_match(&relative) && !relative.as_str().contains("..") {
            self.passed_over.push(relative.clone());
        }
        self.add_if_inside(relative, &full, &metadata);
    }

    /// A name without what leads back to where it started, from the root where it lies below it.
    fn relative_to_root(&self, name: &Utf8Path) -> Utf8PathBuf {
        let below = name.strip_prefix(self.root).or_else(|_| name.strip_prefix(&self.real_root)).unwrap_or(name);
        below.components().filter(|part| !matches!(part, camino::Utf8Component::CurDir)).collect()
    }

    fn walk_folder(&mut self, folder: &Utf8Path) {
        if !folder.canonicalize_utf8().is_ok_and(|real| real.starts_with(&self.real_root)) {
            return self.report_unreadable(&self.relative_to_root(folder), "it lies outside of the project folder");
        }
        let mut links = Vec::new();
        // Whoever runs this must find the same files, so that their own ignore list has no say.
        let walk = WalkBuilder::new(folder).require_git(false).git_global(false).follow_links(false).build();
        for entry in walk {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let failed = failed_path(&error).unwrap_or(folder);
                    let why = error.io_error().map_or_else(|| error.to_string(), describe_io_error);
                    self.report_unreadable(&self.relative_to_root(failed), &why);
                    continue;
                }
            };
            let Some(path) = Utf8Path::from_path(entry.path()) else {
                let below = entry.path().strip_prefix(self.root).unwrap_or(entry.path());
                let name = below.to_string_lossy().into_owned();
                if Format::from_path(&name).is_some() {
                    self.report_unreadable(Utf8Path::new(&name), "its name is not UTF-8");
                }
                continue;
            };
            let relative = self.relative_to_root(path);
            if entry.path_is_symlink() && fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
                links.push(relative);
                continue;
            }
            if Format::from_path(relative.as_str()).is_none() || self.exclude.is_match(&relative) {
                continue;
            }
            if !self.include.is_match(&relative) {
                if entry.file_type().is_some_and(|kind| kind.is_file()) {
                    self.passed_over.push(relative);
                }
                continue;
            }
            // The walk is below the root and follows no link, so that only a link can lead out of it.
            if !entry.path_is_symlink() {
                match entry.metadata() {
                    Ok(metadata) if metadata.is_file() => self.add_file(relative, &metadata),
                    Ok(metadata) if metadata.is_dir() => {}
                    Ok(_) => self.report_unreadable(&relative, "it is not a regular file"),
                    Err(error) => self.report_unreadable(&relative, &error.to_string()),
                }
                continue;
            }
            match fs::metadata(path) {
                Ok(metadata) => self.add_if_inside(relative, path, &metadata),
                Err(error) => self.report_unreadable(&relative, &describe_io_error(&error)),
            }
        }
        links.sort();
        for link in links {
            self.follow_folder_link(&link);
        }
    }

    /// Takes the files behind a link to a folder of the project. Those that match by their own names were found there, and
    /// keep those names: one file has one name.
    fn follow_folder_link(&mut self, link: &Utf8Path) {
        // A folder in which no file could match is nobody's business.
        let matches = |name: &str| self.include.is_match(link.join(name)) && !self.exclude.is_match(link.join(name));
        if !LINKED_FILE_NAMES.iter().any(|name| matches(name)) {
            return;
        }
        let real = match self.root.join(link).canonicalize_utf8() {
            Ok(real) => real,
            Err(error) => return self.report_unreadable(link, &describe_io_error(&error)),
        };
        if !real.starts_with(&self.real_root) {
            return self.report_unreadable(link, "it is a link to a folder outside of the project folder");
        }
        if !self.linked_folders.insert(real.clone()) {
            return;
        }
        let walk = WalkBuilder::new(&real).require_git(false).git_global(false).follow_links(false).build();
        for path in walk.flatten().filter_map(|entry| Utf8PathBuf::from_path_buf(entry.into_path()).ok()) {
            let Ok(below) = path.strip_prefix(&real) else { continue };
            let (named, own) = (link.join(below), path.strip_prefix(&self.real_root).unwrap_or(&path));
            let wanted = |path: &Utf8Path| self.include.is_match(path) && !self.exclude.is_match(path);
            if Format::from_path(below.as_str()).is_none() || !wanted(&named) || wanted(own) {
                continue;
            }
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => {}
                Ok(metadata) => self.add_if_inside(named, &path, &metadata),
                Err(error) => self.report_unreadable(&named, &describe_io_error(&error)),
            }
        }
    }

    /// Takes a file that may be a link, or lie behind one.
    fn add_if_inside(&mut self, relative: Utf8PathBuf, full: &Utf8Path, metadata: &Metadata) {
        if !metadata.is_file() {
            return self.report_unreadable(&relative, "it is not a regular file");
        }
        let real = match full.canonicalize_utf8() {
            Ok(real) => real,
            Err(error) => return self.report_unreadable(&relative, &describe_io_error(&error)),
        };
        match real.strip_prefix(&self.real_root) {
            // One file has one name, however many ways lead to it.
            Ok(below) if relative.as_str().contains("..") => self.add_file(below.to_owned(), metadata),
            Ok(_) => self.add_file(relative, metadata),
            Err(_) => self.report_unreadable(&relative, "it lies outside of the project folder"),
        }
    }

    fn add_file(&mut self, relative: Utf8PathBuf, metadata: &Metadata) {
        self.files.push((relative, metadata.len().min(limit::FILE_BYTES)));
    }

    fn report_unreadable(&mut self, path: &Utf8Path, why: &str) {
        let file = SourceFile::new(display_path(path), "");
        self.findings.push(unreadable_file(&file, why));
    }

    fn into_discovered(mut self) -> DiscoveredFiles {
        // By their parts: `a/x` comes before `a-b/x`.
        self.files.sort_by_cached_key(|(path, _)| path.as_str().replace('/', "\0"));
        self.files.dedup_by(|(later, _), (first, _)| later == first);
        let (many, bytes) = (self.files.len(), self.files.iter().map(|(_, bytes)| bytes).sum::<u64>());
        if many > limit::FILES || bytes > limit::PROJECT_BYTES {
            let file = SourceFile::new("housestyle.toml", "");
            let message = if many > limit::FILES {
                format!("the project has {many} files, and at most {} are read", limit::FILES)
            } else {
                format!("the files of the project have {bytes} bytes, and at most {} are read", limit::PROJECT_BYTES)
            };
            self.findings.push(
                Diagnostic::new(Code::TooManyFiles, &file, Span::empty_at(0), message)
                    .with_help("narrow `files`, widen `exclude`, or split the project"),
            );
            self.files.clear();
        }
        self.findings.sort_by_key(Diagnostic::sort_key);
        self.passed_over.sort();
        self.passed_over.dedup();
        DiscoveredFiles {
            files: self.files.into_iter().map(|(path, _)| path).collect(),
            findings: self.findings,
            passed_over: self.passed_over,
        }
    }
}

/// Names that files behind a link to a folder might have, near and deep.
const LINKED_FILE_NAMES: [&str; 6] = ["x.yaml", "x.yml", "x.toml", "x/x.yaml", "x/x.yml", "x/x.toml"];

/// Why there are no bytes.
enum FileReadError {
    TooLarge(u64),
    Failed(String),
}

fn read_bytes(path: &Utf8Path, most: u64) -> Result<Vec<u8>, FileReadError> {
    let failed = |error: &io::Error| FileReadError::Failed(describe_io_error(error));
    // Opening a pipe would wait for its other end, so that the kind comes first.
    let metadata = fs::metadata(path).map_err(|error| failed(&error))?;
    if !metadata.is_file() {
        return Err(FileReadError::Failed("it is not a regular file".to_owned()));
    }
    if metadata.len() > most {
        return Err(FileReadError::TooLarge(metadata.len()));
    }
    let file = File::open(path).map_err(|error| failed(&error))?;
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default() + 1);
    // The file may have grown meanwhile.
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    if bytes.len() as u64 > most {
        return Err(FileReadError::TooLarge(bytes.len() as u64));
    }
    Ok(bytes)
}

/// Where a walk failed.
fn failed_path(error: &ignore::Error) -> Option<&Utf8Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Utf8Path::from_path(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => failed_path(err),
        ignore::Error::Partial(_)
        | ignore::Error::Loop { .. }
        | ignore::Error::Io(_)
        | ignore::Error::Glob { .. }
        | ignore::Error::UnrecognizedFileType(_)
        | ignore::Error::InvalidDefinition => None,
    }
}

fn describe_io_error(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::NotFound {
        "there is no such file".to_owned()
    } else if error.kind() == io::ErrorKind::PermissionDenied {
        "its permissions do not allow it".to_owned()
    } else {
        error.to_string()
    }
}

fn unreadable_file(file: &Arc<SourceFile>, why: &str) -> Diagnostic {
    Diagnostic::new(Code::UnreadableFile, file, Span::empty_at(0), format!("`{}` cannot be read: {why}", file.path()))
}

fn file_too_large(file: &Arc<SourceFile>, bytes: u64) -> Diagnostic {
    let message = format!("the file has {bytes} bytes, and at most {} are read", limit::FILE_BYTES);
    Diagnostic::new(Code::FileTooLarge, file, Span::empty_at(0), message).with_help("split it into several files")
}

/// A path as findings name it: with `/` between its parts. Elsewhere than on Windows `\` is a character like any other.
fn display_path(path: &Utf8Path) -> Arc<str> {
    if cfg!(windows) { Arc::from(path.as_str().replace('\\', "/")) } else { Arc::from(path.as_str()) }
}
