//! The blocks `[[texts]]` beside the files that there are: patterns that no file matches, and files that two blocks reach.

use std::cell::OnceCell;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::catalogue::languages::root_code;
use crate::conform::reader::TextFormat;
use crate::diagnostic::{Code, Diagnostic, Safety, Severity, SourceFile, Span};
use crate::model::Language;
use crate::model::project::Project;
use crate::project::patterns::pattern_meant;
use crate::project::texts::text_files::{find_text_files, language_of_path, path_in_language};
use crate::schema::edits;
use crate::source::discover::{self, DiscoveredFiles, FilePatterns, files_by_pattern};
use crate::source::{self, Format, Node};

/// The blocks of a project, with the places of their patterns.
pub(super) struct TextSets<'p> {
    root: &'p Utf8Path,
    project: &'p Project,
    file: Arc<SourceFile>,
    /// Those of `files` and of `source`, by block.
    places: Vec<[Span; 2]>,
    /// Files of texts, for those that a pattern may mean.
    others: OnceCell<Vec<Utf8PathBuf>>,
}

/// Patterns for which those that are meant are looked for.
const MAX_MEANT: usize = 20;

impl<'p> TextSets<'p> {
    pub(super) fn read(root: &'p Utf8Path, project: &'p Project) -> Self {
        let file = project.file.clone().unwrap_or_else(|| SourceFile::new(discover::PROJECT_FILE, ""));
        let parsed = source::parse_source(&file, Format::Toml);
        let mut written: BTreeMap<(&str, &str), VecDeque<Span>> = BTreeMap::new();
        let blocks = parsed.documents.iter().filter_map(|document| document.get("texts")).flat_map(Node::items);
        for (block, field) in blocks.flat_map(|block| ["files", "source"].map(|field| (block, field))) {
            if let Some((text, span)) = block.get(field).and_then(|node| Some((node.text()?, node.span))) {
                written.entry((field, text)).or_default().push_back(span);
            }
        }
        let mut places = Vec::with_capacity(project.texts.len());
        for set in &project.texts {
            let mut place = |field, pattern| written.get_mut(&(field, pattern)).and_then(VecDeque::pop_front);
            let files = place("files", set.files.as_str());
            let source = set.source.as_deref().and_then(|pattern| place("source", pattern));
            places.push([files, source].map(|span| span.unwrap_or(Span::empty_at(0))));
        }
        Self { root, project, file, places, others: OnceCell::new() }
    }

    /// Where `files` of a block stands, or its `source`.
    fn place(&self, set: usize, field: &str) -> Span {
        self.places
            .get(set)
            .map_or(Span::empty_at(0), |[files, source]| if field == "source" { *source } else { *files })
    }

    /// A pattern that no file matches, with the one that is meant where one that is near matches some.
    pub(super) fn unmatched(&self, set: usize, name: &str, pattern: &str) -> Diagnostic {
        let span = self.place(set, name);
        let finding = Diagnostic::new(
            Code::NoFiles,
            &self.file,
            span,
            format!("no file matches `{pattern}`, so no text of it is checked"),
        );
        let meant = || {
            let others = self.others.get_or_init(|| self.files_of_no_block());
            // Of what is in another language by its path, this is no block.
            let is_other = |path: &Utf8PathBuf| {
                let said = language_of_path(path.as_str()).map(|said| root_of(&said));
                name == "files" && said.is_some_and(|said| said != root_of(&self.project.texts[set].language))
            };
            let others: Vec<Utf8PathBuf> = others.iter().filter(|path| !is_other(path)).cloned().collect();
            pattern_meant(self.root, pattern, &others, "")
        };
        match (set < MAX_MEANT).then(meant).flatten() {
            Some((meant, count)) => {
                let files = if count == 1 { "one file matches".to_owned() } else { format!("{count} files match") };
                let title = format!("write `{meant}`");
                let fix = edits::replace_span(span, edits::quote_text(&meant), title, Safety::Unsafe);
                finding.with_help(format!("did you mean `{meant}`? {files} that")).with_fix(fix)
            }
            None => finding.with_help(format!("correct `{name}` of this [[texts]], or remove it")),
        }
    }

    /// Files of texts that no block reaches.
    fn files_of_no_block(&self) -> Vec<Utf8PathBuf> {
        let reached: Vec<String> = self.project.texts.iter().map(|set| set.files.clone()).collect();
        let reached = FilePatterns::new(&reached, &[]);
        let files = find_text_files(self.root, "".into(), &self.project.exclude).files;
        files.into_iter().filter(|path| !reached.matches_path(path.as_str())).collect()
    }

    /// Takes files out of the blocks that reach them a second time for one language, in which they would follow two styles in
    /// turn. That is told by block, and so is a text that is in one language by its path and that a block takes for another.
    pub(super) fn take_repeated(&self, files: &mut [&mut Vec<Utf8PathBuf>]) -> Vec<(usize, Diagnostic)> {
        let sets = &self.project.texts;
        let mut taken: BTreeMap<(Utf8PathBuf, &Language), usize> = BTreeMap::new();
        let mut found = Vec::new();
        for (at, (files, set)) in files.iter_mut().zip(sets).enumerate() {
            let mut repeated: Vec<(Utf8PathBuf, usize)> = Vec::new();
            files.retain(|file| {
                let first = *taken.entry((file.clone(), &set.language)).or_insert(at);
                if first != at {
                    repeated.push((file.clone(), first));
                }
                first == at
            });
            let Some((file, first)) = repeated.first() else { continue };
            let message = format!(
                "{file}{} is in two [[texts]] of `{}`: a text has one style",
                and_more(repeated.len()),
                set.language
            );
            let finding = Diagnostic::new(Code::InvalidSetting, &self.file, self.place(at, "files"), message)
                .with_label("reaches it again")
                .with_note(format!("`{}` of another [[texts]] reaches it first", sets[*first].files))
                .with_help("narrow `files` of one of them");
            found.push((at, finding));
        }
        let by_language: BTreeMap<(&Utf8Path, String), usize> =
            taken.iter().map(|((file, language), at)| ((file.as_path(), root_of(language)), *at)).collect();
        for (at, (files, set)) in files.iter().zip(sets).enumerate() {
            let other = |file: &'_ Utf8PathBuf| {
                let keyed = TextFormat::detect(file.as_str(), "").is_some_and(TextFormat::is_keyed);
                let own = language_of_path(file.as_str()).map(|own| root_of(&own));
                let own = own.filter(|own| keyed && *own != root_of(&set.language))?;
                by_language.get(&(file.as_path(), own.clone())).map(|right| (file.clone(), *right, own))
            };
            let other: Vec<(Utf8PathBuf, usize, String)> = files.iter().filter_map(other).collect();
            let Some((file, right, own)) = other.first() else { continue };
            let language = &set.language;
            let message =
                format!("{file}{} is in two [[texts]], of `{own}` and of `{language}`", and_more(other.len()));
            let sister = path_in_language(file.as_str(), own, language.as_str());
            let such = sister.filter(|sister| self.root.join(sister).is_file());
            let such = such.map_or_else(String::new, |sister| format!(", such as `{sister}`"));
            let finding = Diagnostic::new(Code::InvalidSetting, &self.file, self.place(at, "files"), message)
                .with_label(format!("takes it for `{language}`"))
                .with_secondary(self.place(*right, "files"), format!("for `{own}`, as its path says"))
                .with_help(format!("narrow this `files` to texts in `{language}`{such}"));
            found.push((at, Diagnostic { severity: Severity::Warning, ..finding }));
        }
        found
    }
}

/// The code of a language without its region.
fn root_of(language: &Language) -> String {
    root_code(language.as_str()).to_lowercase()
}

fn and_more(count: usize) -> String {
    if count == 1 { String::new() } else { format!(" and {} more", count - 1) }
}

/// What is wrong with the blocks of a project beside the files that there are.
pub(crate) fn faults_of_sets(root: &Utf8Path, project: &Project) -> Vec<Diagnostic> {
    if project.texts.is_empty() {
        return Vec::new();
    }
    let sets = TextSets::read(root, project);
    let sources = project.texts.iter().filter_map(|set| set.source.clone());
    let patterns: Vec<String> = project.texts.iter().map(|set| set.files.clone()).chain(sources).collect();
    let DiscoveredFiles { files, .. } = discover::discover_texts(root, "".into(), &patterns, &project.exclude);
    let mut matching = files_by_pattern(&patterns, &files);
    let mut of_sources = matching.split_off(project.texts.len().min(matching.len())).into_iter();
    let mut found = Vec::new();
    for (at, (set, files)) in project.texts.iter().zip(&matching).enumerate() {
        if files.is_empty() {
            found.push(sets.unmatched(at, "files", &set.files));
        }
        let of_source = set.source.as_deref().map(|pattern| (pattern, of_sources.next().unwrap_or_default()));
        if let Some((pattern, _)) = of_source.filter(|(_, files)| files.is_empty()) {
            found.push(sets.unmatched(at, "source", pattern));
        }
    }
    let mut lists: Vec<&mut Vec<Utf8PathBuf>> = matching.iter_mut().collect();
    found.extend(sets.take_repeated(&mut lists).into_iter().map(|(_, finding)| finding));
    found
}
