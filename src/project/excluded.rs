//! What `exclude` takes out that was meant to be read: told where the pattern stands, or where what it takes out is named.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use crate::catalogue::nearest;
use crate::check::outside_files::{keys_in, kind_of_file};
use crate::diagnostic::{Code, Diagnostic, Safety, Span};
use crate::model::project::Project;
use crate::project::PROJECT_FILE;
use crate::report::humanize;
use crate::schema::edits;
use crate::schema::validate::DocumentKind;
use crate::source::discover::{self, FilePatterns};
use crate::source::{self, Format, Node};

/// Places that a note names.
const MAX_NAMED: usize = 3;

/// Folders by their names alone in `exclude`, which take no file out.
pub(crate) fn tell_folders_in_exclude(root: &Utf8Path, project: &Project) -> Vec<Diagnostic> {
    let Some(file) = &project.file else { return Vec::new() };
    let parsed = source::parse_source(file, Format::Toml);
    let list = parsed.documents.first().and_then(|document| document.get("exclude"));
    let patterns = list.map(Node::items).unwrap_or_default().iter().enumerate();
    let is_folder =
        |text: &str| !text.contains(['*', '?', '{', '[']) && !text.ends_with('/') && root.join(text).is_dir();
    let finding = |(at, node): (usize, &Node)| {
        let text = node.text().filter(|text| is_folder(text))?;
        let meant = format!("{text}/**");
        let title = format!("write `{meant}`");
        let fix = edits::replace_span(node.span, edits::quote_text(&meant), title.as_str(), Safety::Unsafe);
        let finding =
            Diagnostic::new(Code::NoFiles, file, node.span, format!("`{text}` is a folder, and takes no file out"));
        let finding = finding.with_label("matches no file").with_help(title).with_fix(fix);
        Some(finding.with_pointer(format!("/exclude/{at}")))
    };
    patterns.filter_map(finding).collect()
}

/// Says that there are files, and that `exclude` takes every one of them out.
pub(crate) fn tell_excluded_files(found: &mut [Diagnostic], root: &Utf8Path, project: &Project) {
    let Some(finding) = found.iter_mut().find(|finding| finding.code == Code::NoFiles) else { return };
    let there = discover::discover_files(root, &project.files, &project.catalogues, &[]).files;
    let (Some(path), Some(file)) = (there.first(), &project.file) else { return };
    let Some(pattern) = excluding_pattern(project, path.as_str()) else { return };
    let count = humanize::count_noun(there.len(), "file");
    let message = format!("`exclude` takes out the {count} that `files` matches");
    *finding = Diagnostic::new(Code::NoFiles, file, place_of_pattern(file.text(), pattern), message)
        .with_label(format!("takes out {path}"))
        .with_help("name those files alone that are meant to stay out")
        .with_pointer("/exclude");
}

/// Where a pattern stands; one that is written with escapes is not found, and then the file is told.
fn place_of_pattern(text: &str, pattern: &str) -> Span {
    text.rfind(pattern).map_or(Span::empty_at(0), |at| Span::new(at, at + pattern.len()))
}

/// The pattern of `exclude` that takes out the file at a path.
fn excluding_pattern<'p>(project: &'p Project, path: &str) -> Option<&'p str> {
    let takes = |pattern: &&String| FilePatterns::new(&[], std::slice::from_ref(*pattern)).excludes_path(path);
    project.exclude.iter().find(takes).map(String::as_str)
}

/// A document that `exclude` keeps from being read.
struct ExcludedDocument<'p> {
    kind: DocumentKind,
    path: Utf8PathBuf,
    pattern: &'p str,
}

/// Those that the patterns of the project match, by the keys in them and by what the names of their files give.
fn excluded_documents<'p>(root: &Utf8Path, project: &'p Project) -> BTreeMap<String, ExcludedDocument<'p>> {
    let there = discover::discover_files(root, &project.files, &project.catalogues, &[]).files;
    let excluded = FilePatterns::new(&[], &project.exclude);
    let mut by_key = BTreeMap::new();
    for path in there.into_iter().filter(|path| excluded.excludes_path(path.as_str())) {
        let Some(pattern) = excluding_pattern(project, path.as_str()) else { continue };
        let file = discover::read_source_file(root, &path).0;
        let Some(kind) = kind_of_file(&file).filter(|kind| *kind != DocumentKind::Catalogue) else { continue };
        let own = match kind == DocumentKind::Base {
            true => Some(path.with_extension("").to_string()),
            false => path.file_stem().map(str::to_owned),
        };
        let keys = keys_in(file.text()).into_iter().chain(own);
        by_key.extend(keys.map(|key| (key, ExcludedDocument { kind, path: path.clone(), pattern })));
    }
    by_key
}

/// The findings that are about one excluded document, by its path: its pattern, and their places among all.
type NamedExcluded<'e> = BTreeMap<&'e Utf8Path, (&'e str, Vec<usize>)>;

/// Says of documents that files name which `exclude` keeps from being read where they are. One that several name is told once,
/// where the pattern stands, if `whole` says that all of the project is looked at.
pub(crate) fn tell_excluded_documents(found: &mut Vec<Diagnostic>, root: &Utf8Path, project: &Project, whole: bool) {
    let is_unknown = |finding: &Diagnostic| {
        finding.code == Code::UnknownBase || finding.code == Code::UnknownReference && finding.fix.is_none()
    };
    if project.exclude.is_empty() || !found.iter().any(is_unknown) {
        return;
    }
    let excluded = excluded_documents(root, project);
    let mut named = NamedExcluded::new();
    for (at, finding) in found.iter_mut().enumerate().filter(|(_, finding)| is_unknown(finding)) {
        if let Some(ExcludedDocument { path, pattern, .. }) = tell_excluded(finding, &excluded)
            && finding.secondary.is_empty()
        {
            named.entry(path).or_insert((pattern, Vec::new())).1.push(at);
        }
    }
    named.retain(|_, (_, places)| whole && places.len() > 1);
    join_at_patterns(found, &named, project);
}

/// Says at a name that its document is excluded, or that one of nearly the name is. Gives the one that has the name.
fn tell_excluded<'e, 'p>(
    finding: &mut Diagnostic,
    excluded: &'e BTreeMap<String, ExcludedDocument<'p>>,
) -> Option<&'e ExcludedDocument<'p>> {
    let note = |path: &Utf8Path| format!("{path} is there, and `exclude` in {PROJECT_FILE} keeps it from being read");
    let written = finding.file.slice(finding.primary.span).trim_matches(['"', '\'']);
    if let Some(one) = excluded.get(written) {
        finding.notes = vec![note(&one.path)];
        finding.help = Some(format!("take `{}` out of `exclude`, move that file, or name what is read", one.pattern));
        finding.fix = None;
        return Some(one);
    }
    let due = |kind: DocumentKind| finding.message.contains(&format!(" no {} `", kind.noun()));
    let keys = excluded.iter().filter(|(_, one)| due(one.kind)).map(|(key, _)| key.as_str());
    let near = nearest::nearest_words(written, keys).first().copied().filter(|_| finding.fix.is_none())?;
    let fix = edits::rename_key(&finding.file, finding.primary.span, near, Safety::Unsafe);
    finding.notes = vec![note(&excluded[near].path)];
    finding.help = Some(format!("did you mean `{near}`?"));
    finding.fix = Some(fix);
    None
}

/// Puts one finding, where the pattern stands, in the place of those about one document.
fn join_at_patterns(found: &mut Vec<Diagnostic>, named: &NamedExcluded<'_>, project: &Project) {
    let Some(file) = project.file.as_ref().filter(|_| !named.is_empty()) else { return };
    let join = |(path, (pattern, places)): (&&Utf8Path, &(&str, Vec<usize>))| {
        let first = &found[*places.first()?];
        let count = humanize::count_noun(places.len(), "place");
        let shown: Vec<String> =
            places.iter().take(MAX_NAMED).map(|at| found[*at].primary_place().to_string()).collect();
        let more = if places.len() > MAX_NAMED { " and others" } else { "" };
        let message = format!("`exclude` takes out {path}, which is named in {count}");
        let finding = Diagnostic::new(first.code, file, place_of_pattern(file.text(), pattern), message)
            .with_label("keeps it from being read")
            .with_note(format!("named at {}{more}", shown.join(", ")))
            .with_help(format!("take `{pattern}` out of `exclude`, or move that file"))
            .with_pointer("/exclude");
        Some(Diagnostic { severity: first.severity, ..finding })
    };
    let joined: Vec<Diagnostic> = named.iter().filter_map(join).collect();
    let told: BTreeSet<usize> = named.values().flat_map(|(_, places)| places.iter().copied()).collect();
    let mut at = 0..;
    found.retain(|_| at.next().is_none_or(|at| !told.contains(&at)));
    found.extend(joined);
}
