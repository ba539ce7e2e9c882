//! Which files there are, and reading them: the only place of this folder that touches the disk, through
//! [`disk`].
//!
//! Order is that of the paths, whatever the disk says. What cannot be read is a finding, never "none": a link that leads
//! nowhere or out of the project, to a file or to a folder in which files could match, is told by its name.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, OnceLock};

use camino::{Utf8Path, Utf8PathBuf};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::disk::{self, ReadRefusal};
use crate::source::file_search::{FileSearch, Wanted};
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
        is_document_path(path) && self.include.is_match(path) && !self.exclude.is_match(path)
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

/// Name of the file that marks a project. No pattern makes it a document, its own or that of a project further down.
pub const PROJECT_FILE: &str = "housestyle.toml";

/// Whether a file may hold documents, by its name.
pub(super) fn is_document_path(path: &str) -> bool {
    Format::from_path(path).is_some() && Utf8Path::new(path).file_name() != Some(PROJECT_FILE)
}

pub(super) fn parse_glob(pattern: &str) -> Result<globset::Glob, globset::Error> {
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
    /// Files of our notations, or nearly (`a.YAML`, `.a.yaml`, `a.yaml.txt`, `a.json` beside files that are read), that are not
    /// read and that no pattern excludes, relative to the root, sorted; no links.
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
    let mut search = FileSearch::new(root, Wanted::Documents, include, exclude);
    if named.is_empty() {
        search.walk(root);
    }
    for name in named {
        search.add_named(name);
    }
    search.check_totals();
    search.into_discovered()
}

/// Finds the files below a folder of `root` that match `include` and not `exclude`, whatever their notation and however
/// many. Names count from the root.
#[must_use]
pub fn discover_texts(root: &Utf8Path, folder: &Utf8Path, include: &[String], exclude: &[String]) -> DiscoveredFiles {
    let mut search = FileSearch::new(root, Wanted::AnyNotation, include, exclude);
    search.walk(&root.join(folder));
    search.into_discovered()
}

/// Of these files, those that each of the patterns matches; none of a pattern that is not well-formed.
#[must_use]
pub fn files_by_pattern(patterns: &[String], files: &[Utf8PathBuf]) -> Vec<Vec<Utf8PathBuf>> {
    let mut found = vec![Vec::new(); patterns.len()];
    let (mut set, mut places) = (GlobSetBuilder::new(), Vec::new());
    for (place, glob) in patterns.iter().enumerate().filter_map(|(place, text)| Some((place, parse_glob(text).ok()?))) {
        set.add(glob);
        places.push(place);
    }
    let set = set.build().unwrap_or_else(|_| GlobSet::empty());
    for file in files {
        for matching in set.matches(file.as_str()) {
            found[places[matching]].push(file.clone());
        }
    }
    found
}

/// Reads a file below `root`, whole or not at all.
#[must_use]
pub fn read_source_file(root: &Utf8Path, path: &Utf8Path) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    read_project_file(root, path, limit::FILE_BYTES)
}

/// Reads a file below `root` of at most so many bytes, whole or not at all, in whatever encoding it is.
#[must_use]
pub fn read_project_file(root: &Utf8Path, path: &Utf8Path, most: u64) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    decode_read(path, disk::read_inside(root, path, most))
}

/// The names of the files in a folder below `root`; none where it cannot be read.
#[must_use]
pub fn list_folder(root: &Utf8Path, folder: &Utf8Path) -> Vec<String> {
    disk::list_inside(root, folder).unwrap_or_default()
}

/// What came of reading a file, as findings say it.
#[must_use]
pub fn decode_read(path: &Utf8Path, read: Result<Vec<u8>, ReadRefusal>) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    let shown = display_path(path);
    match read {
        Ok(bytes) => text::decode_bytes(shown, bytes),
        Err(why) => {
            let file = SourceFile::new(shown, "");
            let finding = refused_file(&file, &why);
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
pub fn load_side_tables_over<P: Borrow<ParsedFile> + Sync>(root: &Utf8Path, parsed: &[P], overlay: &TableOverlay) {
    let mut bytes = 0;
    let mut named: Vec<(&ParsedFile, Vec<SideTablePath>)> = Vec::new();
    for parsed in parsed.iter().map(Borrow::borrow).filter(|parsed| parsed.side_tables.get().is_none()) {
        let names = side_tables::distinct_table_names(&parsed.documents).into_iter();
        let names = names.map(|written| {
            let path = locate_side_table(root, parsed.file.path(), &written, overlay, &mut bytes);
            let languages = side_tables::languages_of_table(&parsed.documents, &written);
            SideTablePath { written, path, languages }
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
        let read = names.into_par_iter().map(|SideTablePath { written, path, languages }| match (&many, path) {
            (Some(why), _) => SideTable { written, file: Err(why.clone()), findings: Vec::new() },
            (None, Err(why)) => SideTable { written, file: Err(why), findings: Vec::new() },
            (None, Ok(path)) => match overlay.get(&path) {
                Some(table) => side_table_from_overlay(table, written),
                None => read_side_table(root, &path, written, &languages),
            },
        });
        // Whoever read it meanwhile read the same.
        let _ = parsed.side_tables.set(read.collect());
    });
}

/// A file that a document names, before it is read: where it lies, or why it may not be read.
struct SideTablePath {
    written: String,
    path: Result<Utf8PathBuf, SideTableError>,
    /// Those that its phrases are in.
    languages: Vec<String>,
}

/// Most tables of a folder that are looked at for one that is not there.
const MAX_NEAR_TABLES: usize = 1000;

/// Where a table lies, from the root, if it may be read; its size is added up.
fn locate_side_table(
    root: &Utf8Path,
    document: &str,
    name: &str,
    overlay: &TableOverlay,
    bytes: &mut u64,
) -> Result<Utf8PathBuf, SideTableError> {
    let unreadable = |why: &str| SideTableError::Unreadable(why.to_owned());
    let path = side_tables::resolve_table_path(document, name).map_err(unreadable)?;
    let overlay = overlay.get(&path).map(|table| table.file.text().len() as u64);
    let length = match (disk::locate_inside(root, &path), overlay) {
        // It is still to be saved.
        (Err(ReadRefusal::Absent), Some(length)) => length,
        (Err(ReadRefusal::Absent), None) => {
            // An address of the web has no folder.
            let (named_folder, folder) = match name.contains("://") {
                true => (Utf8Path::new(document).parent(), ""),
                false => (path.parent(), name.rfind('/').map_or("", |at| &name[..=at])),
            };
            let here = list_folder(root, named_folder.unwrap_or(Utf8Path::new("")));
            // A second ending is one that an editor gave.
            let of_table = |beside: &str| {
                path.file_name().is_some_and(|own| beside.strip_prefix(own).is_some_and(|rest| rest.starts_with('.')))
            };
            let is_near =
                |beside: &&String| Notation::from_path(&beside.to_ascii_lowercase()).is_some() || of_table(beside);
            let tables = here.iter().filter(is_near);
            let named = tables.take(MAX_NEAR_TABLES).map(|beside| format!("{folder}{beside}"));
            return Err(SideTableError::Absent(named.collect()));
        }
        (Err(why), _) => return Err(unreadable(&why.to_string())),
        (Ok(real), overlay) => overlay.or_else(|| fs::metadata(real).ok().map(|found| found.len())).unwrap_or_default(),
    };
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

fn read_side_table(root: &Utf8Path, path: &Utf8Path, written: String, languages: &[String]) -> SideTable {
    match disk::read_inside(root, path, limit::TABLE_BYTES) {
        Ok(bytes) => {
            let (file, findings) = text::decode_bytes_in(display_path(path), bytes, languages);
            SideTable { written, file: Ok(file), findings }
        }
        Err(ReadRefusal::TooLarge { bytes, .. }) => {
            SideTable { written, file: Err(SideTableError::TooLarge(bytes)), findings: Vec::new() }
        }
        Err(why) => SideTable { written, file: Err(SideTableError::Unreadable(why.to_string())), findings: Vec::new() },
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
        let bytes = text.len() as u64;
        let finding = refused_file(&file, &ReadRefusal::TooLarge { bytes, most: limit::FILE_BYTES, growing: false });
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

/// Why something of this path was not read, as a finding.
#[must_use]
pub fn unreadable_path(path: &Utf8Path, why: &ReadRefusal) -> Diagnostic {
    refused_file(&SourceFile::new(display_path(path), ""), why)
}

fn refused_file(file: &Arc<SourceFile>, why: &ReadRefusal) -> Diagnostic {
    match why {
        ReadRefusal::TooLarge { .. } => {
            let message = why.to_string().replacen("it", "the file", 1);
            Diagnostic::new(Code::FileTooLarge, file, Span::empty_at(0), message)
                .with_help("split it into several files")
        }
        ReadRefusal::Absent
        | ReadRefusal::NotRegular
        | ReadRefusal::Outside
        | ReadRefusal::Git
        | ReadRefusal::Failed(_) => unreadable_file(file, &why.to_string()),
    }
}

pub(super) fn unreadable_file(file: &Arc<SourceFile>, why: &str) -> Diagnostic {
    Diagnostic::new(Code::UnreadableFile, file, Span::empty_at(0), format!("`{}` cannot be read: {why}", file.path()))
}

/// A path as findings name it: with `/` between its parts. Elsewhere than on Windows `\` is a character like any other.
pub(super) fn display_path(path: &Utf8Path) -> Arc<str> {
    if cfg!(windows) { Arc::from(path.as_str().replace('\\', "/")) } else { Arc::from(path.as_str()) }
}
