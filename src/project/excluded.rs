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
    if is_read(project, pattern) {
        *finding = tell_read_and_excluded(finding.clone(), pattern, there.len());
    }
}

/// Where a pattern stands; one that is written with escapes is not found, and then the file is told.
fn place_of_pattern(text: &str, pattern: &str) -> Span {
    text.rfind(pattern).map_or(Span::empty_at(0), |at| Span::new(at, at + pattern.len()))
}

/// Whether a pattern of `exclude` is one of `files`, all that it reaches being taken out.
fn is_read(project: &Project, pattern: &str) -> bool {
    project.files.iter().any(|own| own == pattern)
}

/// Says that a pattern of `files` is one of `exclude`, too, and offers to take it out there.
fn tell_read_and_excluded(finding: Diagnostic, pattern: &str, taken: usize) -> Diagnostic {
    let count = humanize::count_noun(taken, "file");
    let message = format!("`exclude` repeats `{pattern}` of `files`, and takes out all that it reaches: {count}");
    let title = format!("take `{pattern}` out of `exclude`");
    let mut finding = Diagnostic { message, ..finding }.with_label("stands in `files`, too").with_help(&title);
    let parsed = source::parse_source(&finding.file, Format::Toml);
    let list = parsed.documents.first().and_then(|document| document.entry("exclude"));
    let is_own = |item: &&Node| item.text() == Some(pattern);
    if let Some((list, item)) = list.and_then(|list| Some((list, list.value.items().iter().find(is_own)?))) {
        // The pattern alone may stand in `files` further down.
        finding.primary.span = item.span;
        let span = edits::removal_of_item(&finding.file, list, item.span);
        finding.fix = span.map(|span| edits::replace_span(span, "", title, Safety::Unsafe));
    }
    finding
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

/// What `exclude` takes out of what the patterns of the project match.
struct ExcludedFiles<'p> {
    /// The files, by the pattern that takes them out.
    by_pattern: BTreeMap<&'p str, BTreeSet<Utf8PathBuf>>,
    /// The documents in them, by their keys and by what the names of their files give.
    by_key: BTreeMap<String, ExcludedDocument<'p>>,
}

fn find_excluded<'p>(root: &Utf8Path, project: &'p Project) -> ExcludedFiles<'p> {
    let there = discover::discover_files(root, &project.files, &project.catalogues, &[]).files;
    let excluded = FilePatterns::new(&[], &project.exclude);
    let mut found = ExcludedFiles { by_pattern: BTreeMap::new(), by_key: BTreeMap::new() };
    for path in there.into_iter().filter(|path| excluded.excludes_path(path.as_str())) {
        let Some(pattern) = excluding_pattern(project, path.as_str()) else { continue };
        found.by_pattern.entry(pattern).or_default().insert(path.clone());
        let file = discover::read_source_file(root, &path).0;
        let Some(kind) = kind_of_file(&file).filter(|kind| *kind != DocumentKind::Catalogue) else { continue };
        let own = match kind == DocumentKind::Base {
            true => Some(path.with_extension("").to_string()),
            false => path.file_stem().map(str::to_owned),
        };
        let keys = keys_in(file.text()).into_iter().chain(own);
        found.by_key.extend(keys.map(|key| (key, ExcludedDocument { kind, path: path.clone(), pattern })));
    }
    found
}

/// The findings that are about what one pattern takes out: the paths that are named, and the places of the findings among all.
type NamedExcluded<'e> = BTreeMap<&'e str, (BTreeSet<&'e Utf8Path>, Vec<usize>)>;

/// Says of documents that files name which `exclude` keeps from being read where they are. What a pattern takes out that is named
/// in several places is told once, where the pattern stands, if `whole` says that all of the project is looked at.
pub(crate) fn tell_excluded_documents(found: &mut Vec<Diagnostic>, root: &Utf8Path, project: &Project, whole: bool) {
    let is_unknown = |finding: &Diagnostic| {
        let no_address = finding.code == Code::UnknownAddress && finding.message.starts_with("no document ");
        matches!(finding.code, Code::UnknownBase | Code::UnknownReference) || no_address
    };
    if project.exclude.is_empty() || !found.iter().any(is_unknown) {
        return;
    }
    let excluded = find_excluded(root, project);
    let mut named = NamedExcluded::new();
    for (at, finding) in found.iter_mut().enumerate().filter(|(_, finding)| is_unknown(finding)) {
        if let Some(ExcludedDocument { path, pattern, .. }) = tell_excluded(finding, &excluded.by_key)
            && finding.secondary.is_empty()
        {
            let (paths, places) = named.entry(pattern).or_default();
            paths.insert(path);
            places.push(at);
        }
    }
    named.retain(|pattern, (_, places)| whole && (places.len() > 1 || is_read(project, pattern)));
    join_at_patterns(found, &named, &excluded, project);
}

/// Says at a name that its document is excluded, or that one of nearly the name is. Gives the one that has the name.
fn tell_excluded<'e, 'p>(
    finding: &mut Diagnostic,
    excluded: &'e BTreeMap<String, ExcludedDocument<'p>>,
) -> Option<&'e ExcludedDocument<'p>> {
    let note = |path: &Utf8Path| format!("{path} is there, and `exclude` in {PROJECT_FILE} keeps it from being read");
    let written = finding.file.slice(finding.primary.span).trim_matches(['"', '\'']);
    let of_address = || {
        let (kind, key) = written.split_once('/')?;
        excluded.get(key).filter(|one| one.kind.as_str() == kind)
    };
    if let Some(one) = of_address().or_else(|| excluded.get(written)) {
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

/// The pattern for the rest of what one takes out, where that lies in a folder of its own, in which nothing is that has a name.
fn narrower_pattern(taken: &BTreeSet<Utf8PathBuf>, named: &BTreeSet<&Utf8Path>) -> Option<String> {
    let rest: Vec<&Utf8PathBuf> = taken.iter().filter(|path| !named.contains(path.as_path())).collect();
    let holds_all = |folder: &&Utf8Path| rest.iter().all(|path| path.starts_with(folder));
    let folder = rest.first()?.ancestors().skip(1).find(holds_all)?;
    let apart = !folder.as_str().is_empty() && !named.iter().any(|path| path.starts_with(folder));
    apart.then(|| format!("{folder}/**"))
}

/// Puts one finding, where the pattern stands, in the place of those about what it takes out.
fn join_at_patterns(
    found: &mut Vec<Diagnostic>,
    named: &NamedExcluded<'_>,
    excluded: &ExcludedFiles<'_>,
    project: &Project,
) {
    let Some(file) = project.file.as_ref().filter(|_| !named.is_empty()) else { return };
    let join = |(pattern, (paths, places)): (&&str, &(BTreeSet<&Utf8Path>, Vec<usize>))| {
        let worst = places.iter().map(|at| &found[*at]).min_by_key(|finding| finding.severity)?;
        let some = |all: Vec<String>| {
            let more = if all.len() > MAX_NAMED { " and others" } else { "" };
            all.into_iter().take(MAX_NAMED).collect::<Vec<_>>().join(", ") + more
        };
        let (what, those) = match paths.len() {
            1 => (paths.first()?.to_string(), "that file"),
            many => (humanize::count_noun(many, "document"), "those files"),
        };
        let verb = if paths.len() == 1 { "is" } else { "are" };
        let count = humanize::count_noun(places.len(), "place");
        let span = place_of_pattern(file.text(), pattern);
        let finding = Diagnostic::new(
            worst.code,
            file,
            span,
            format!("`exclude` takes out {what}, which {verb} named in {count}"),
        )
        .with_label(format!("keeps {} from being read", if paths.len() == 1 { "it" } else { "them" }))
        .with_pointer("/exclude");
        let finding = match paths.len() {
            1 => finding,
            _ => finding.with_note(format!("taken out: {}", some(paths.iter().map(ToString::to_string).collect()))),
        };
        let shown = places.iter().map(|at| found[*at].primary_place().to_string()).collect();
        let finding = finding.with_note(format!("named at {}", some(shown)));
        let taken = excluded.by_pattern.get(pattern);
        let finding = match taken.and_then(|taken| narrower_pattern(taken, paths)).filter(|_| !span.range().is_empty())
        {
            Some(meant) => finding
                .with_help(format!("did you mean `{meant}`? nothing names what that takes out"))
                .with_fix(edits::replace_span(span, &*meant, format!("write `{meant}`"), Safety::Unsafe)),
            None if is_read(project, pattern) => {
                tell_read_and_excluded(finding, pattern, taken.map_or(0, BTreeSet::len))
            }
            None => finding.with_help(format!("take `{pattern}` out of `exclude`, or move {those}")),
        };
        Some(Diagnostic { severity: worst.severity, ..finding })
    };
    let joined: Vec<Diagnostic> = named.iter().filter_map(join).collect();
    let told: BTreeSet<usize> = named.values().flat_map(|(_, places)| places.iter().copied()).collect();
    let mut at = 0..;
    found.retain(|_| at.next().is_none_or(|at| !told.contains(&at)));
    found.extend(joined);
}
