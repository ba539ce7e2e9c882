//! The search for files: what a walk of the project finds, follows, refuses and passes over.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};

use camino::{Utf8Path, Utf8PathBuf};
use globset::{GlobSet, GlobSetBuilder};

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::disk::walk::walk_folder;
use crate::disk::{self, ReadRefusal};
use crate::source::discover::{DiscoveredFiles, display_path, is_document_path, parse_glob, unreadable_file};
use crate::source::kind_folder::kind_of_folder;
use crate::source::{Format, limit, text};

/// Which files a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Documents of the project, by the ending of their names.
    Documents,
    /// Whatever matches.
    AnyNotation,
}

/// A search, while it runs.
pub(super) struct FileSearch<'a> {
    root: &'a Utf8Path,
    real_root: Utf8PathBuf,
    wanted: Wanted,
    findings: Vec<Diagnostic>,
    include: GlobSet,
    exclude: GlobSet,
    /// Folders in which a file could match: what stands before the last part of each pattern, from its first part on.
    holding: GlobSet,
    /// Each with its bytes; several times where several ways lead to it.
    files: Vec<(Utf8PathBuf, u64)>,
    /// Files that no pattern reaches.
    passed_over: Vec<Utf8PathBuf>,
    /// Folders, as they really are, that a link led to.
    linked_folders: BTreeSet<Utf8PathBuf>,
}

impl<'a> FileSearch<'a> {
    pub(super) fn new(root: &'a Utf8Path, wanted: Wanted, include: &[String], exclude: &[String]) -> Self {
        let mut search = Self {
            root,
            real_root: root.canonicalize_utf8().unwrap_or_else(|_| root.to_owned()),
            wanted,
            findings: Vec::new(),
            include: GlobSet::empty(),
            exclude: GlobSet::empty(),
            holding: holding_folders(include),
            files: Vec::new(),
            passed_over: Vec::new(),
            linked_folders: BTreeSet::new(),
        };
        search.include = search.build_glob_set(include);
        search.exclude = search.build_glob_set(exclude);
        search
    }

    /// Whether a file of this path is looked for.
    fn wants(&self, path: &Utf8Path) -> bool {
        let fits = self.wanted == Wanted::AnyNotation || is_document_path(path.as_str());
        fits && self.include.is_match(path) && !self.exclude.is_match(path)
    }

    /// Whether a folder of this path could hold files that are looked for.
    fn may_hold(&self, folder: &Utf8Path) -> bool {
        let excluded = |path: &Utf8Path| self.exclude.is_match(path);
        self.holding.is_match(folder) && !excluded(folder) && !excluded(&folder.join("x"))
    }

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

    pub(super) fn add_named(&mut self, name: &Utf8Path) {
        let relative = self.relative_to_root(name);
        let full = self.root.join(&relative);
        if full.is_dir() {
            return self.walk(&full);
        }
        if self.exclude.is_match(&relative) {
            return;
        }
        match fs::metadata(&full) {
            Ok(_) if Format::from_path(relative.as_str()).is_none() => {
                let what = match relative.extension().unwrap_or_default().to_ascii_lowercase().as_str() {
                    "xlsx" | "xlsm" | "xls" | "ods" | "numbers" => {
                        "it is a workbook; save the sheet as CSV and take its texts in: housestyle sheet --read FILE.csv"
                    }
                    "csv" | "tsv" => {
                        "a table is checked with the document that names it; a sheet of texts is taken in \
                         with housestyle sheet --read"
                    }
                    "json" => {
                        "documents in JSON are read where their names end with `.yaml`; texts are checked \
                         with housestyle lint --style KEY FILE"
                    }
                    _ => "it is neither `.yaml`, `.yml` nor `.toml`",
                };
                let start = disk::read_inside(self.root, &relative, limit::FILE_BYTES).unwrap_or_default();
                match text::binary_noun(&start).filter(|_| !what.contains("housestyle ")) {
                    Some(noun) => self.report_unreadable(name, &format!("it is {noun}, and no text")),
                    None => self.report_unreadable(name, what),
                }
            }
            Ok(metadata) => {
                if !self.include.is_match(&relative) && !relative.as_str().contains("..") {
                    self.passed_over.push(relative.clone());
                }
                self.add_if_inside(relative, &metadata);
            }
            Err(error) => self.report_unreadable(name, &ReadRefusal::from(error).to_string()),
        }
    }

    /// A name without what leads back to where it started, from the root where it lies below it.
    fn relative_to_root(&self, name: &Utf8Path) -> Utf8PathBuf {
        let below = name.strip_prefix(self.root).or_else(|_| name.strip_prefix(&self.real_root)).unwrap_or(name);
        below.components().filter(|part| !matches!(part, camino::Utf8Component::CurDir)).collect()
    }

    pub(super) fn walk(&mut self, folder: &Utf8Path) {
        if !folder.canonicalize_utf8().is_ok_and(|real| real.starts_with(&self.real_root)) {
            return self.report_unreadable(&self.relative_to_root(folder), "it lies outside of the project folder");
        }
        let mut links = Vec::new();
        let mut walk = walk_folder(self.root, folder);
        for entry in walk.by_ref() {
            let entry = match entry {
                Ok(entry) => entry,
                Err((path, why)) => {
                    let path = Utf8PathBuf::from_path_buf(path).unwrap_or_else(|_| folder.to_owned());
                    self.report_unreadable(&self.relative_to_root(&path), &why);
                    continue;
                }
            };
            let Some(path) = Utf8Path::from_path(entry.path()) else {
                let below = entry.path().strip_prefix(self.root).unwrap_or(entry.path());
                let name = Utf8PathBuf::from(below.to_string_lossy().into_owned());
                if self.wanted == Wanted::Documents && Format::from_path(name.as_str()).is_some() || self.wants(&name) {
                    self.report_unreadable(&name, "its name is not UTF-8");
                }
                continue;
            };
            let relative = self.relative_to_root(path);
            // The walk is below the root and follows no link, so that only a link can lead out of it.
            if !entry.path_is_symlink() {
                match entry.metadata() {
                    // A folder is walked, whatever its name; one that has the name of a document stands where a file was meant.
                    Ok(metadata) if metadata.is_dir() && self.wanted == Wanted::AnyNotation => {}
                    Ok(metadata) if !self.wants(&relative) => self.pass_over(relative, metadata.is_file()),
                    Err(_) if !self.wants(&relative) => {}
                    Ok(metadata) if metadata.is_file() => self.add_file(relative, &metadata),
                    Ok(_) => self.report_unreadable(&relative, &ReadRefusal::NotRegular.to_string()),
                    Err(error) => self.report_unreadable(&relative, &error.to_string()),
                }
                continue;
            }
            match fs::metadata(path) {
                Ok(metadata) if metadata.is_dir() => links.push(relative),
                Ok(metadata) if self.wants(&relative) => self.add_if_inside(relative, &metadata),
                // What leads nowhere may have been a file or, without an ending, a folder of files.
                Err(error) if self.wants(&relative) || relative.extension().is_none() && self.may_hold(&relative) => {
                    self.report_unreadable(&relative, &ReadRefusal::from(error).to_string());
                }
                Ok(_) | Err(_) => {}
            }
        }
        for path in walk.take_hidden_files().into_iter().filter_map(|path| Utf8PathBuf::from_path_buf(path).ok()) {
            self.pass_over(self.relative_to_root(&path), true);
        }
        links.sort();
        for link in links {
            self.follow_folder_link(&link);
        }
    }

    /// Notes a file that would be read as a document under another name or in another folder.
    fn pass_over(&mut self, relative: Utf8PathBuf, is_file: bool) {
        let is_wanted = self.wanted == Wanted::Documents && is_file && !self.exclude.is_match(&relative);
        if is_wanted && relative.file_name().is_some_and(is_almost_document_name) {
            self.passed_over.push(relative);
        }
    }

    /// Takes the files behind a link to a folder of the project. Those that match by their own names were found there, and
    /// keep those names: one file has one name.
    fn follow_folder_link(&mut self, link: &Utf8Path) {
        // A folder in which no file could match is nobody's business.
        if !self.may_hold(link) {
            return;
        }
        let real = match disk::locate_inside(self.root, link) {
            Ok(real) => real,
            Err(ReadRefusal::Outside) => {
                return self.report_unreadable(link, "it is a link to a folder outside of the project folder");
            }
            Err(why) => return self.report_unreadable(link, &why.to_string()),
        };
        if !self.linked_folders.insert(real.clone()) {
            return;
        }
        for entry in walk_folder(self.root, &real) {
            let path = match entry {
                Ok(entry) => entry.into_path(),
                // It was told where it really is.
                Err(_) => continue,
            };
            let Ok(path) = Utf8PathBuf::from_path_buf(path) else { continue };
            let Ok(below) = path.strip_prefix(&real) else { continue };
            let (named, own) = (link.join(below), path.strip_prefix(&self.real_root).unwrap_or(&path));
            if !self.wants(&named) || self.wants(own) {
                continue;
            }
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => {}
                Ok(metadata) => self.add_if_inside(named, &metadata),
                Err(error) => self.report_unreadable(&named, &ReadRefusal::from(error).to_string()),
            }
        }
    }

    /// Takes a file that may be a link, or lie behind one.
    fn add_if_inside(&mut self, relative: Utf8PathBuf, metadata: &Metadata) {
        match disk::locate_inside(self.root, &relative) {
            Ok(_) if !metadata.is_file() => self.report_unreadable(&relative, &ReadRefusal::NotRegular.to_string()),
            // One file has one name, however many ways lead to it.
            Ok(real) if relative.as_str().contains("..") => {
                let below = real.strip_prefix(&self.real_root).map_or_else(|_| relative.clone(), Utf8Path::to_owned);
                self.add_file(below, metadata);
            }
            Ok(_) => self.add_file(relative, metadata),
            Err(why) => self.report_unreadable(&relative, &why.to_string()),
        }
    }

    fn add_file(&mut self, relative: Utf8PathBuf, metadata: &Metadata) {
        self.files.push((relative, metadata.len().min(limit::FILE_BYTES)));
    }

    fn report_unreadable(&mut self, path: &Utf8Path, why: &str) {
        let file = SourceFile::new(display_path(path), "");
        self.findings.push(unreadable_file(&file, why));
    }

    /// Refuses more files than a project may have, or more bytes.
    pub(super) fn check_totals(&mut self) {
        self.sort_files();
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
    }

    fn sort_files(&mut self) {
        // By their parts: `a/x` comes before `a-b/x`.
        self.files.sort_by_cached_key(|(path, _)| path.as_str().replace('/', "\0"));
        self.files.dedup_by(|(later, _), (first, _)| later == first);
    }

    /// Of JSON, which much is that is no business of ours, what lies beside documents, matches a pattern, or
    /// lies in a folder of documents by its name is kept.
    fn drop_json_of_others(&mut self) {
        let folders: BTreeSet<&Utf8Path> = self.files.iter().filter_map(|(path, _)| path.parent()).collect();
        let include = &self.include;
        self.passed_over.retain(|path| {
            let beside = path.parent().is_some_and(|folder| folders.contains(folder));
            let own = || include.is_match(path) || kind_of_folder(path.as_str()).is_some();
            !is_json(path.as_str()) || beside || own()
        });
    }

    pub(super) fn into_discovered(mut self) -> DiscoveredFiles {
        self.sort_files();
        self.findings.sort_by_key(Diagnostic::sort_key);
        self.drop_json_of_others();
        self.passed_over.sort();
        self.passed_over.dedup();
        DiscoveredFiles {
            files: self.files.into_iter().map(|(path, _)| path).collect(),
            findings: self.findings,
            passed_over: self.passed_over,
        }
    }
}

/// Whether a file has the name of a document, but perhaps for capitals in its ending or one that an editor put behind it.
fn is_almost_document_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    Format::from_path(lower.strip_suffix(".txt").unwrap_or(&lower)).is_some() || is_json(&lower)
}

/// Whether a file is called one of JSON, which YAML takes, though under a name of its own.
fn is_json(name: &str) -> bool {
    name.ends_with(".json")
}

/// The folders that patterns lead through, as patterns: `a`, `a/*` and `a/*/**` of `a/*/**/x.yaml`.
fn holding_folders(patterns: &[String]) -> GlobSet {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
        let mut depth = 0_usize;
        for (at, c) in pattern.char_indices() {
            match c {
                '{' | '[' => depth += 1,
                '}' | ']' => depth = depth.saturating_sub(1),
                '/' if depth == 0 => set_folder(&mut set, &pattern[..at]),
                // Which folder is meant stands in an alternative: any might be.
                '/' => set_folder(&mut set, "**"),
                _ => {}
            }
        }
    }
    set.build().unwrap_or_else(|_| GlobSet::empty())
}

fn set_folder(set: &mut GlobSetBuilder, pattern: &str) {
    if let Ok(glob) = parse_glob(pattern) {
        set.add(glob);
    }
}
