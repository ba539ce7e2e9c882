//! Documents of ours that a project does not read. Nothing checks or applies them, which nobody would notice.
//!
//! A file is one of ours where its top-level fields say so, also where it is not well-formed and where the one field that
//! tells has a slip: a mistake must not make a file invisible. Files that the project excludes, that git ignores, and those of
//! a project further down are left alone.

use std::collections::BTreeSet;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::catalogue::languages::{find_language, root_code};
use crate::catalogue::nearest::unambiguous_word;
use crate::check::broken_catalogue::catalogue_outside;
use crate::diagnostic::{Code, Diagnostic, Severity, SourceFile, Span};
use crate::model::project::Project;
use crate::schema::foreign_file::{is_catalogue, is_other_project_file};
use crate::schema::validate::DocumentKind;
use crate::source::discover::{FilePatterns, PROJECT_FILE, list_folder, read_source_file};
use crate::source::parallel::map_all;
use crate::source::test_files::holds_unread_tests;
use crate::source::{Format, parse_source};

/// Most top-level fields of a text that is compared by likeness; documents of ours have a dozen.
const MAX_COMPARED_FIELDS: usize = 40;
/// Longest name of a field, in bytes.
const MAX_FIELD_BYTES: usize = 60;

/// Most files outside of which it is said where they might lie.
const MAX_PLACED: usize = 20;
/// Most files of a folder whose kind is looked at.
const MAX_BESIDE: usize = 20;

/// Where the finding about a catalogue file of rules points to.
pub const RULES_POINTER: &str = "/categories";

/// Codes of findings about a document that a file names and the project does not have.
pub const UNKNOWN_DOCUMENTS: &[Code] =
    &[Code::UnknownBase, Code::UnknownReference, Code::WrongReference, Code::UnknownAddress];

/// Documents that files name and that are not known as such, by the paths of their files: what is the matter is told there.
pub struct UnreachedDocuments {
    stems: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl UnreachedDocuments {
    /// Those of these files.
    pub fn in_files<'p>(paths: impl Iterator<Item = &'p str>) -> Self {
        let stem = |path: &str| {
            let path = Utf8Path::new(path);
            let path = readable_name(path.file_name()?).map_or(path.to_owned(), |name| path.with_file_name(name));
            Format::from_path(path.as_str())?;
            Some(path.with_extension("").as_str().replace('\\', "/"))
        };
        let stems: BTreeSet<String> = paths.filter_map(stem).collect();
        let names = stems.iter().filter_map(|stem| stem.rsplit('/').next()).map(str::to_owned).collect();
        Self { stems, names }
    }

    /// The same with the keys that these files have by their own words.
    #[must_use]
    pub fn with_keys<'p>(mut self, texts: impl Iterator<Item = &'p str>) -> Self {
        for text in texts {
            let keys = keys_in(text);
            self.stems.extend(keys.iter().cloned());
            self.names.extend(keys);
        }
        self
    }

    /// Takes away what is said of them where they are named.
    pub fn drop_followers(&self, findings: &mut Vec<Diagnostic>) {
        let is_unreached = |finding: &Diagnostic, span: Span| {
            let written = finding.file.slice(span).trim_matches(['"', '\'']);
            let key = || written.split_once('/').map_or(written, |(_, key)| key);
            self.stems.contains(written) || finding.code != Code::UnknownBase && self.names.contains(key())
        };
        findings.retain(|finding| {
            let mut spans = finding.secondary.iter().map(|label| label.span).chain([finding.primary.span]);
            !UNKNOWN_DOCUMENTS.contains(&finding.code) || !spans.all(|span| is_unreached(finding, span))
        });
    }
}

/// Findings for those of `passed_over` (paths from `root`) that are documents of ours.
#[must_use]
pub fn find_outside(root: &Utf8Path, passed_over: &[Utf8PathBuf], project: &Project) -> Vec<Diagnostic> {
    let patterns = &project.files;
    let nested: BTreeSet<&Utf8Path> = passed_over
        .iter()
        .filter(|path| path.file_name() == Some(PROJECT_FILE))
        .filter_map(|path| path.parent())
        .filter(|folder| !folder.as_str().is_empty())
        .collect();
    let own: Vec<Utf8PathBuf> =
        passed_over.iter().filter(|path| !path.ancestors().any(|folder| nested.contains(folder))).cloned().collect();
    let reached = FilePatterns::new(patterns, &[]);
    let found = map_all(&own, |path| {
        // A project file is no document, whatever is written in it.
        if path.file_name() == Some(PROJECT_FILE) {
            return None;
        }
        let (file, unread) = read_source_file(root, path);
        if !unread.is_empty() {
            return None;
        }
        if is_other_project_file(path.as_str(), TopLevelFields::read(file.text()).names.iter().copied()) {
            return Some(other_project_file(&file));
        }
        let unread_tests = || holds_unread_tests(path.as_str(), file.text()).then(|| tests_in_toml(&file, path));
        let catalogue = || is_catalogue_file(&file).then(|| catalogue_outside(&file, path, project));
        let is_any_json =
            path.extension() == Some("json") && !reached.matches_path(path.with_extension("yaml").as_str());
        let kind = document_kind(file.text()).filter(|kind| !is_any_json || rules_or_kind(file.text(), *kind));
        let near = |kind| if own.len() > MAX_PLACED { None } else { folder_of_kind(root, path, kind, project) };
        let document = kind.map(|kind| outside_file(&file, root, path, (kind, near(kind)), patterns));
        document.or_else(unread_tests).or_else(catalogue)
    });
    found.into_iter().flatten().collect()
}

/// What the file at `path` (from `root`) is by its fields; nothing where it is none of ours.
#[must_use]
pub fn file_kind(root: &Utf8Path, path: &Utf8Path) -> Option<DocumentKind> {
    root.join(path).is_file().then(|| kind_of_file(&read_source_file(root, path).0))?
}

/// The same of a file that was read.
#[must_use]
pub fn kind_of_file(file: &Arc<SourceFile>) -> Option<DocumentKind> {
    document_kind(file.text()).or_else(|| is_catalogue_file(file).then_some(DocumentKind::Catalogue))
}

/// Whether the file at `path` (from `root`) is a document of ours by its fields.
#[must_use]
pub fn is_own_document(root: &Utf8Path, path: &Utf8Path) -> bool {
    file_kind(root, path).is_some_and(|kind| kind != DocumentKind::Catalogue)
}

/// Whether a document says its kind, or has what only lists have: much JSON has a name and a language, where no documents are.
fn rules_or_kind(text: &str, kind: DocumentKind) -> bool {
    let of_lists = ["configured_rules", "custom_instructions", "extends"];
    kind != DocumentKind::Style || of_lists.iter().any(|name| text.contains(name))
}

fn other_project_file(file: &Arc<SourceFile>) -> Diagnostic {
    let message = format!("this file is not read: the settings of a project stand in {PROJECT_FILE}");
    Diagnostic::new(Code::OutsideFiles, file, Span::empty_at(0), message).with_help(format!(
        "write its settings into {PROJECT_FILE}, as TOML: `files = [\"styles/**/*.yaml\"]`, and delete it"
    ))
}

/// Whether a file is a catalogue file of rules: it has no field of anything else, and is laid out as one.
fn is_catalogue_file(file: &Arc<SourceFile>) -> bool {
    let names = TopLevelFields::read(file.text()).names;
    let own = !names.is_empty() && names.iter().all(|name| DocumentKind::Catalogue.fields().contains(name));
    let format = || Format::from_path(file.path()).unwrap_or(Format::Yaml);
    own && parse_source(file, format()).documents.iter().any(is_catalogue)
}

/// How the help for a document outside of all patterns ends, where nothing names it.
pub const OR_EXCLUDE: &str = ", or to `exclude`";
/// And how it goes on.
pub const STAYS_OUT: &str = " if it is meant to stay out";

/// Takes away what is said of rules by the names that a catalogue file has which is not read: that is told there, as an error.
pub fn drop_rules_outside(findings: &mut Vec<Diagnostic>, root: &Utf8Path, outside: &[Diagnostic]) {
    let of_rules = |finding: &&Diagnostic| {
        finding.pointer.as_deref() == Some(RULES_POINTER) && finding.severity == Severity::Error
    };
    drop_names_defined(findings, root, outside.iter().filter(of_rules).map(|finding| &**finding.file.path()));
}

/// Takes away what is said of rules by the names that these files define, which are not read as catalogue files by now.
pub fn drop_names_defined<'p>(findings: &mut Vec<Diagnostic>, root: &Utf8Path, paths: impl Iterator<Item = &'p str>) {
    let texts: Vec<_> = paths.map(|path| read_source_file(root, Utf8Path::new(path)).0).collect();
    drop_names_in(findings, texts.iter().map(|file| file.text()));
}

/// Takes away what is said of rules by the names that these texts define.
pub(super) fn drop_names_in<'t>(findings: &mut Vec<Diagnostic>, texts: impl Iterator<Item = &'t str>) {
    let names: BTreeSet<&str> = texts.flat_map(names_defined).collect();
    findings.retain(|finding| {
        let unknown = matches!(
            finding.code,
            Code::UnknownCategory | Code::UnknownRule | Code::UnknownValue | Code::UnknownLanguage
        );
        let name = finding.file.slice(finding.primary.span).trim_matches(['"', '\'']);
        !unknown || !names.contains(name)
    });
}

/// What a text has behind `key` at its first level.
#[must_use]
pub fn keys_in(text: &str) -> Vec<String> {
    let lines = top_level_lines(text.trim_start_matches('\u{feff}')).into_iter();
    let fields = lines.filter_map(|line| line.split_once([':', '=']));
    let keys = fields.filter(|(name, _)| name.trim_end().trim_matches('"') == "key");
    keys.map(|(_, value)| value.trim_matches(|c: char| c.is_whitespace() || "\"';,".contains(c)).to_owned()).collect()
}

/// The words of a text that are its keys, or parts of its headers, and the codes of languages.
fn names_defined(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    let headers = text.lines().filter(|line| line.starts_with('[')).flat_map(|line| line.split(['[', ']', '.']));
    fn bare(word: &str) -> &str {
        word.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '-' | '}'))
    }
    let pairs = text.split(['{', ',', '\n']).filter_map(|part| part.split_once([':', '=']));
    let names = pairs.flat_map(|(key, value)| [Some(key), (bare(key) == "code").then_some(value)]).flatten();
    headers.chain(names).map(bare).filter(is_name)
}

fn tests_in_toml(file: &Arc<SourceFile>, path: &Utf8Path) -> Diagnostic {
    let message = "these style tests are never run: tests are read from YAML alone";
    let name = path.with_extension("yaml");
    Diagnostic::new(Code::OutsideFiles, file, Span::empty_at(0), message)
        .with_help(format!("write them as `{name}`, or add the file to `exclude` in {PROJECT_FILE}"))
}

fn outside_file(
    file: &Arc<SourceFile>,
    root: &Utf8Path,
    path: &Utf8Path,
    (kind, of_kind): (DocumentKind, Option<Utf8PathBuf>),
    patterns: &[String],
) -> Diagnostic {
    let shown: Vec<String> = patterns.iter().map(|pattern| format!("`{pattern}`")).collect();
    let name = path.file_name().unwrap_or_default();
    let (why, remedy) = match readable_name(name) {
        Some(wanted) => {
            let renamed = path.with_file_name(&wanted);
            let why = match name.starts_with('.') {
                true => "files whose names begin with a dot are passed over",
                false => "names of documents end with `.yaml`, `.yml` or `.toml`",
            };
            let further = match FilePatterns::new(patterns, &[]).matches_path(renamed.as_str()) {
                true => String::new(),
                false => format!(" and add `{}` to `files`", pattern_of(&renamed)),
            };
            (why, format!("rename it to `{wanted}`{further}, or add it to `exclude` in {PROJECT_FILE}"))
        }
        None => {
            let pattern = pattern_of(path);
            // One pattern alone would take the place of those that hold where none is written.
            let remedy = match patterns == Project::default().files {
                true => format!(
                    "move it to `{}/{name}`, set `files` in {PROJECT_FILE} to these patterns and `{pattern}`, or add it to \
                     `exclude`",
                    usual_folder(kind)
                ),
                false => {
                    let nearest = match (name_reached(root, path, patterns), folder_reached(root, path, patterns)) {
                        (Some(renamed), _) => format!("rename it to `{renamed}`"),
                        (None, Some(meant)) => format!("move it to `{meant}`"),
                        (None, None) => of_kind.map_or("move it".to_owned(), |moved| format!("move it to `{moved}`")),
                    };
                    format!("{nearest}, add `{pattern}` to `files` in {PROJECT_FILE}{OR_EXCLUDE}")
                }
            };
            ("no pattern of the project reaches it", remedy)
        }
    };
    let message = format!("this {} is neither checked nor applied: {why}", long_noun(kind));
    Diagnostic::new(Code::OutsideFiles, file, Span::empty_at(0), message)
        .with_note(format!("patterns: {}", shown.join(", ")))
        .with_help(format!("{remedy}{STAYS_OUT}"))
}

/// What a file of YAML is called with the other ending, where that alone keeps it from the patterns.
fn name_reached(root: &Utf8Path, path: &Utf8Path, patterns: &[String]) -> Option<String> {
    let ending = if path.extension()? == "yml" { "yaml" } else { "yml" };
    let renamed = path.with_extension(ending);
    let is_yaml = Format::from_path(path.as_str()) == Some(Format::Yaml);
    let reached = is_yaml && FilePatterns::new(patterns, &[]).matches_path(renamed.as_str());
    (reached && !root.join(&renamed).exists()).then(|| renamed.file_name().map(str::to_owned))?
}

/// Where a file lies whose folder has the name that a pattern begins with, where it is near to that of its own.
fn folder_reached(root: &Utf8Path, path: &Utf8Path, patterns: &[String]) -> Option<Utf8PathBuf> {
    let (folder, rest) = path.as_str().split_once('/')?;
    let folders = patterns.iter().filter_map(|pattern| Some(pattern.split_once('/')?.0));
    let near = unambiguous_word(folder, folders.filter(|folder| !folder.contains(['*', '?', '{', '['])))?;
    let moved = Utf8PathBuf::from(format!("{near}/{rest}"));
    let reached = FilePatterns::new(patterns, &[]).matches_path(moved.as_str());
    (near != folder && reached && !root.join(&moved).exists()).then_some(moved)
}

/// Where a file lies in the one folder with others of its kind: of its own name, that a pattern begins with, or right below that.
fn folder_of_kind(root: &Utf8Path, path: &Utf8Path, kind: DocumentKind, project: &Project) -> Option<Utf8PathBuf> {
    let (name, own) = (path.file_name()?, path.parent()?);
    let fixed = project.files.iter().filter_map(|pattern| {
        let fixed = &pattern[..pattern.find(['*', '?', '{', '['])?];
        Some(Utf8PathBuf::from(fixed.rsplit_once('/')?.0))
    });
    let fixed: Vec<Utf8PathBuf> = fixed.collect();
    let reached = FilePatterns::new(&project.files, &project.exclude);
    let of_kind = |folder: Utf8PathBuf| {
        let (moved, beside) = (folder.join(name), list_folder(root, &folder));
        let is_of = |other: &String| file_kind(root, &folder.join(other)) == Some(kind);
        let fits = reached.matches_path(moved.as_str()) && !beside.iter().any(|other| other == name);
        (fits && beside.iter().take(MAX_BESIDE).any(is_of)).then_some(moved)
    };
    let only = |folders: Vec<Utf8PathBuf>| {
        let mut found: BTreeSet<Utf8PathBuf> = folders.into_iter().filter_map(of_kind).collect();
        found.pop_first().filter(|_| found.is_empty())
    };
    // The folder of the kind, also where it has no file by now.
    let usual = fixed.iter().find(|folder| folder.as_str() == usual_folder(kind)).map(|folder| folder.join(name));
    let usual = usual.filter(|moved| reached.matches_path(moved.as_str()) && !root.join(moved).exists());
    let own = fixed.iter().map(|folder| folder.join(own)).collect();
    let below = fixed.iter().flat_map(|folder| {
        let names = list_folder(root, folder).into_iter().filter(|name| !name.contains('.'));
        names.take(MAX_BESIDE).map(move |name| folder.join(name))
    });
    [own, fixed.clone(), below.collect()].into_iter().find_map(only).or(usual)
}

/// What a file has to be called to be read at all; nothing where its name is not the reason.
fn readable_name(name: &str) -> Option<String> {
    let bare = name.trim_start_matches('.');
    let lower = bare.to_ascii_lowercase();
    let stem = lower.strip_suffix(".txt").filter(|stem| Format::from_path(stem).is_some());
    let kept = stem.map_or(bare, |stem| &bare[..stem.len()]);
    let (before, ending) = kept.rsplit_once('.')?;
    let wanted = match &*ending.to_ascii_lowercase() {
        "json" => format!("{before}.yaml"),
        ending => format!("{before}.{ending}"),
    };
    (wanted != name).then_some(wanted)
}

/// A pattern that reaches a file and those like it.
#[must_use]
pub fn pattern_of(path: &Utf8Path) -> String {
    let folder = path.parent().map(Utf8Path::as_str).filter(|folder| !folder.is_empty());
    match (folder, path.extension()) {
        (Some(folder), Some(ending)) => format!("{folder}/**/*.{ending}"),
        (None, Some(ending)) => format!("*.{ending}"),
        (_, None) => path.to_string(),
    }
}

/// Where documents of a kind lie if no pattern is written.
fn usual_folder(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Style => "styles",
        DocumentKind::Base => "house",
        DocumentKind::Glossary => "glossaries",
        DocumentKind::SpokenTerms => "spoken-terms",
        DocumentKind::StyleProfile => "style-profiles",
        DocumentKind::Profile => "profiles",
        DocumentKind::StyleTest => "tests",
        DocumentKind::Catalogue => ".",
    }
}

/// Whether a finding is about a base style that no pattern reaches.
#[must_use]
pub fn is_base_outside(finding: &Diagnostic) -> bool {
    finding.code == Code::OutsideFiles && kind_of_file(&finding.file) == Some(DocumentKind::Base)
}

/// Whether a finding is about a document that has a name as it should, which no pattern reaches.
#[must_use]
pub fn is_unmatched(finding: &Diagnostic) -> bool {
    let (path, text) = (finding.file.path(), finding.file.text());
    let named = Utf8Path::new(&**path).file_name().is_some_and(|name| readable_name(name).is_none());
    let foreign = || is_other_project_file(path, TopLevelFields::read(text).names.iter().copied());
    finding.code == Code::OutsideFiles && named && document_kind(text).is_some() && !foreign()
}

fn long_noun(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Style => "style rule list",
        DocumentKind::Base => "base style",
        DocumentKind::Profile => "translation profile",
        DocumentKind::Glossary
        | DocumentKind::SpokenTerms
        | DocumentKind::StyleProfile
        | DocumentKind::StyleTest
        | DocumentKind::Catalogue => kind.noun(),
    }
}

/// Fields that documents of a kind have and other files hardly do, beside `kind` or (for lists) `language`.
fn telling_fields(kind: DocumentKind) -> &'static [&'static str] {
    match kind {
        DocumentKind::Style => &["configured_rules", "custom_instructions", "language"],
        DocumentKind::Base => &["configured_rules", "custom_instructions", "without_rules", "extends"],
        DocumentKind::Glossary => &["dictionaries"],
        DocumentKind::SpokenTerms => &["term_lists"],
        DocumentKind::StyleProfile => &["styles", "glossaries", "translation_memories"],
        DocumentKind::Profile => &["style", "glossaries", "target_language", "source_language"],
        DocumentKind::StyleTest | DocumentKind::Catalogue => &[],
    }
}

/// The lines that may hold the top-level fields of a text: all of them, or its parts where braces are around the whole.
fn top_level_lines(text: &str) -> Vec<&str> {
    let mut rest = text;
    while let Some((line, behind)) = rest.split_once('\n') {
        let line = line.trim();
        if !line.is_empty() && line != "---" && !line.starts_with(['#', '/']) {
            break;
        }
        rest = behind;
    }
    let inner = rest.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    if inner.starts_with('{') { parts_in_braces(inner) } else { text.lines().collect() }
}

/// What commas and the ends of lines part at the first level of the braces that begin a text, without what is nested.
fn parts_in_braces(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quote, mut before) = (Vec::new(), 0, 0_usize, None, ' ');
    for (at, c) in text.char_indices() {
        let ends = depth == 1 && quote.is_none() && matches!(c, ',' | '\n' | '{' | '[' | '}' | ']');
        if ends {
            parts.push(text[start..at].trim());
        }
        match (quote, c) {
            // Text that goes on behind the end of its line has lost its quote.
            (_, '\n') => quote = None,
            (Some(open), _) => quote = quote.filter(|_| c != open || before == '\\'),
            (None, '"' | '\'') if matches!(before, ',' | '\n' | '{' | '[' | ':') => quote = Some(c),
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && quote.is_none() && matches!(c, ',' | '\n' | '{' | '}' | ']') {
            start = at + c.len_utf8();
        }
        if c == '\n' || !c.is_whitespace() || quote.is_some() {
            before = c;
        }
    }
    parts
}

/// The top-level fields of a text, line by line.
#[derive(Debug, Default)]
struct TopLevelFields<'a> {
    names: BTreeSet<&'a str>,
    kind: Option<&'a str>,
    language: Option<&'a str>,
}

impl<'a> TopLevelFields<'a> {
    fn read(text: &'a str) -> Self {
        let mut fields = Self::default();
        for line in top_level_lines(text.trim_start_matches('\u{feff}')) {
            let is_table = line.starts_with('[');
            let bare = line.trim_start_matches('[');
            if bare.starts_with([' ', '\t', '-', '#', '{', '}']) {
                continue;
            }
            let Some(end) = bare.find(if is_table { ['.', ']'] } else { [':', '='] }) else { continue };
            let name = bare[..end].trim().trim_matches(['"', '\'']);
            if name.is_empty() || name.len() > MAX_FIELD_BYTES {
                continue;
            }
            fields.names.insert(name);
            let value = bare[end + 1..].trim().trim_start_matches(['"', '\'']);
            let value = value.split(['"', '\'', ' ', '#']).next().filter(|value| !value.is_empty() && !is_table);
            match name {
                "kind" => fields.kind = fields.kind.or(value),
                "language" => fields.language = fields.language.or(value),
                _ => {}
            }
        }
        fields
    }

    /// Which fields of a kind a text has, and whether it has others. A slip counts as the field that was meant.
    fn compare(&self, kind: DocumentKind) -> (BTreeSet<&str>, bool) {
        let of_kind = kind.fields();
        let known = |name: &str| {
            let slip = || unambiguous_word(name, of_kind.iter().copied());
            let exact = of_kind.iter().copied().find(|field| *field == name);
            if self.names.len() > MAX_COMPARED_FIELDS { exact } else { exact.or_else(slip) }
        };
        let found: Vec<Option<&str>> = self.names.iter().map(|name| known(name)).collect();
        (found.iter().copied().flatten().collect(), found.contains(&None))
    }

    /// Whether `language` names one.
    fn has_language(&self) -> bool {
        let code = self.language.map(|code| code.replace('_', "-").to_ascii_lowercase());
        code.is_some_and(|code| find_language(root_code(&code)).is_some())
    }
}

/// What a text is by its top-level fields; nothing where it is none of ours.
fn document_kind(text: &str) -> Option<DocumentKind> {
    let fields = TopLevelFields::read(text);
    let Some(word) = fields.kind else {
        let (known, has_others) = fields.compare(DocumentKind::Style);
        let rules = known.contains("configured_rules") || known.contains("custom_instructions");
        let told = if has_others {
            rules && known.contains("language")
        } else {
            known.len() > 1 && (rules || fields.has_language()) || known.len() > 2
        };
        return told.then_some(DocumentKind::Style);
    };
    let words = || DocumentKind::ALL.into_iter().map(DocumentKind::as_str);
    let kind =
        DocumentKind::from_name(word).or_else(|| unambiguous_word(word, words()).and_then(DocumentKind::from_name))?;
    let (known, has_others) = fields.compare(kind);
    let told = telling_fields(kind).iter().any(|field| known.contains(field)) || !has_others && known.len() > 1;
    told.then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::{DocumentKind, document_kind, readable_name, telling_fields};

    #[test]
    fn documents_of_ours_are_known_by_their_fields_and_others_are_not() {
        use DocumentKind::{Base, Glossary, Profile, SpokenTerms, Style};
        for (text, wanted) in [
            ("name: A\nlanguage: de\nconfigured_rules:\n  numbers: {}\n", Some(Style)),
            ("language = 'de'\n[configured_rules.numbers]\n", Some(Style)),
            ("language = 'de'\n[[custom_instructions]]\nlabel = 'x'\n", Some(Style)),
            // Also where it is not well-formed.
            ("language: de\n\tname: [\ncustom_instructions:\n", Some(Style)),
            ("kind: base_style\nconfigured_rules:\n", Some(Base)),
            ("\"kind\": \"glossary\"\ndictionaries:\n", Some(Glossary)),
            ("kind: spoken_terms\nterm_lists: []\n", Some(SpokenTerms)),
            ("kind: translation_profile # x\ntarget_language: de\n", Some(Profile)),
            // Also where the one field that tells has a slip, or is left out.
            ("name: A\nlanguage: de\ncustom_instruction:\n  - label: x\n", Some(Style)),
            ("name: A\nlanguage: de\nconfigured_rule:\n", Some(Style)),
            ("name: A\nlangauge: de\nconfigured_rules:\n", Some(Style)),
            ("name: A\nlanguage: de\nConfigured Rules:\n", Some(Style)),
            ("name: A\nlanguage: de\nconfigured-rules:\nowner: B\n", Some(Style)),
            ("name: A\nconfigured_rules:\n", Some(Style)),
            ("name: A\nlanguage: de\n", Some(Style)),
            ("name: A\nlanguage: pt_BR\nextends: [b]\n", Some(Style)),
            ("kind: glosary\nname: A\ndictionaries:\n", Some(Glossary)),
            ("kind: Glossary\nname: A\n", Some(Glossary)),
            ("kind: spoken-terms\nname: A\nterm_list:\n", Some(SpokenTerms)),
            ("kind: base_styles\nconfigured_rules:\n", Some(Base)),
            // Also in braces, and where these are not well-formed.
            ("{\"kind\": \"translation_profile\", \"target_language\": \"de\",}", Some(Profile)),
            ("{'name': 'A', 'language': 'en', 'custom_instructions': [{'label': 'a'}]}", Some(Style)),
            ("# A\n---\n{kind: glossary, dictionaries: []}\n", Some(Glossary)),
            ("{\n  \"name\": \"A, B\"\n  \"language\": \"it\"\n  \"configured_rules\": {}\n}\n", Some(Style)),
            ("[\n  {\n    \"kind\": \"glossary\",\n    \"dictionaries\": []\n  }\n]\n", Some(Glossary)),
            // What other tools write.
            ("{\"spec\": {\"kind\": \"glossary\", \"dictionaries\": []}}", None),
            ("kind: Deployment\nspec:\n  language: de\n", None),
            ("kind: style\ncolor: red\n", None),
            ("kind: Style\nmetadata:\n  name: x\n", None),
            ("language: python\nscript: x\n", None),
            ("name: A\nlanguage: python\n", None),
            ("name: A\nlanguage: de\nauthor: B\n", None),
            ("name: reviewer\ntools: [x]\ncustom_instructions: be kind\n", None),
            ("name: A\n", None),
            ("# configured_rules: and language: in a comment\n", None),
            ("de:\n  language: German\n", None),
            ("", None),
        ] {
            assert_eq!(document_kind(text), wanted, "{text}");
        }
    }

    #[test]
    fn the_fields_that_tell_are_fields_of_their_kind() {
        for kind in DocumentKind::ALL {
            assert!(telling_fields(kind).iter().all(|field| kind.fields().contains(field)), "{kind:?}");
        }
    }

    #[test]
    fn a_name_that_keeps_a_file_from_being_read_is_told_with_the_one_that_does_not() {
        for (name, wanted) in [
            ("a.YAML", Some("a.yaml")),
            ("a.Yml", Some("a.yml")),
            (".d.yaml", Some("d.yaml")),
            ("c.yaml.txt", Some("c.yaml")),
            (".E.TOML.TXT", Some("E.toml")),
            ("a.yaml", None),
            ("A.b.yaml", None),
        ] {
            assert_eq!(readable_name(name).as_deref(), wanted, "{name}");
        }
    }
}
