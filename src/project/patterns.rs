//! Patterns of files that match nothing, or too much: told where they are written, with the ones that are meant.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use crate::check::outside_files::{is_base_outside, is_own_document, keys_in, pattern_of};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::model::project::Project;
use crate::project::PROJECT_FILE;
use crate::project::nearest_path::nearest_path;
use crate::report::humanize;
use crate::schema::edits;
use crate::source::discover::{self, FilePatterns};
use crate::source::{self, Format, Node};

/// Most patterns for which those that are meant are looked for.
const MAX_MEANT: usize = 20;
/// Most files whose folders are compared.
const MAX_COMPARED: usize = 1000;
/// Files that a note names.
const MAX_NAMED: usize = 3;

/// The pattern that is near to one which no file matches, and how many of these files match it. `endings` is what files of a
/// folder end with, where a folder alone is named; nothing where that is no slip.
pub(crate) fn pattern_meant(
    root: &Utf8Path,
    pattern: &str,
    paths: &[Utf8PathBuf],
    endings: &str,
) -> Option<(String, usize)> {
    let is_fixed = |part: &&str| !part.contains(['*', '?', '{', '[']);
    let parts: Vec<&str> = pattern.split('/').collect();
    let fixed: Vec<&str> = parts.iter().copied().take_while(is_fixed).collect();
    let count = |pattern: &String| {
        let patterns = FilePatterns::new(std::slice::from_ref(pattern), &[]);
        paths.iter().filter(|path| patterns.matches_path(path.as_str())).count()
    };
    let mut near: Vec<String> = Vec::new();
    if !endings.is_empty() && !pattern.contains(['*', '?', '{', '[', '.']) {
        near.push(format!("{}/**/*.{endings}", pattern.trim_end_matches('/')));
    }
    for (ending, other) in [(".yml", ".yaml"), (".yaml", ".yml")] {
        near.extend(pattern.strip_suffix(ending).map(|stem| format!("{stem}{other}")));
    }
    let folder = fixed.join("/");
    if !folder.is_empty() && !root.join(&folder).exists() {
        let misspelt = nearest_path(&root.join(&folder), root);
        near.extend(misspelt.and_then(|near| Some(format!("{near}{}", pattern.get(folder.len()..)?))));
    }
    if let Some((folder, name)) = pattern.rsplit_once('/').filter(|(folder, _)| !folder.ends_with("**")) {
        near.push(format!("{folder}/**/{name}"));
    }
    // Below folders that it does not name, or names otherwise.
    let elsewhere = |skipped: usize| {
        let rest = &parts[skipped..];
        let anywhere = FilePatterns::new(&[format!("**/{}", rest.join("/"))], &[]);
        let reached = paths.iter().filter(|path| anywhere.matches_path(path.as_str()));
        let above = reached.map(|path| {
            let all: Vec<&str> = path.as_str().split('/').collect();
            all[..all.len().saturating_sub(rest.len())].join("/")
        });
        let folders: BTreeSet<String> = above.take(MAX_COMPARED).collect();
        let only = folders.first().filter(|_| folders.len() == 1)?;
        Some(if only.is_empty() { rest.join("/") } else { format!("{only}/{}", rest.join("/")) })
    };
    if !pattern.contains("**") {
        near.extend((0..fixed.len().max(1)).filter_map(elsewhere));
    }
    near.into_iter().map(|near| (near.clone(), count(&near))).find(|(_, count)| *count > 0)
}

/// Patterns that no file matches are told once, with what lies outside that those which are meant would reach; with all that
/// does where no pattern matches: then there are no `files`.
pub(crate) fn tell_missed_files(
    found: &mut Vec<Diagnostic>,
    outside: &mut Vec<Diagnostic>,
    (files, passed_over): (&[Utf8PathBuf], &[Utf8PathBuf]),
    root: &Utf8Path,
    project: &Project,
) {
    let Some(file) = &project.file else { return };
    let is_missed = |finding: &Diagnostic| finding.message.ends_with("no pattern of the project reaches it");
    let mut missed: Vec<Diagnostic> = outside.iter().filter(|finding| is_missed(finding)).cloned().collect();
    if missed.is_empty() && !files.is_empty() {
        return;
    }
    let parsed = source::parse_source(file, Format::Toml);
    let list = parsed.documents.first().and_then(|document| document.get("files"));
    let patterns = list.map(Node::items).unwrap_or_default();
    let Some(first) = patterns.first() else { return };
    let texts: Vec<String> = patterns.iter().map(|node| node.text().unwrap_or_default().to_owned()).collect();
    let reached = discover::files_by_pattern(&texts, files);
    let paths: Vec<Utf8PathBuf> = match files {
        [] => passed_over.iter().filter(|path| path.extension() != Some("json")).cloned().collect(),
        _ => missed.iter().map(|one| Utf8PathBuf::from(&**one.file.path())).collect(),
    };
    let near = |node: &Node| {
        let (meant, count) = pattern_meant(root, node.text()?, &paths, "{yaml,yml,toml}")?;
        Some((node.span, node.text()?.to_owned(), meant, count))
    };
    let dead = patterns.iter().zip(&reached).filter(|(_, reached)| reached.is_empty()).map(|(node, _)| node);
    let near: Vec<_> = dead.take(MAX_MEANT).filter_map(near).collect();
    if !files.is_empty() {
        let meant: Vec<String> = near.iter().map(|(_, _, meant, _)| meant.clone()).collect();
        let meant = FilePatterns::new(&meant, &[]);
        missed.retain(|one| meant.matches_path(one.file.path()));
    }
    let told = found.iter().find(|finding| finding.code == Code::NoFiles);
    let Some(severity) = missed.first().or(told).map(|said| said.severity) else { return };
    if near.is_empty() && (missed.len() < 2 || !files.is_empty()) {
        return;
    }
    let listed = |mut names: Vec<String>| {
        names.dedup();
        let more = if names.len() > MAX_NAMED { " and others" } else { "" };
        names.truncate(MAX_NAMED);
        names.join(", ") + more
    };
    let quoted = |text: &String| format!("`{text}`");
    let meant = listed(near.iter().map(|(_, _, meant, _)| quoted(meant)).collect());
    let (message, help) = match near.as_slice() {
        [] => {
            let more = missed.iter().map(|one| quoted(&pattern_of(Utf8Path::new(&**one.file.path())))).collect();
            ("no file matches the patterns of the project".to_owned(), format!("add {} to `files`", listed(more)))
        }
        several => {
            let written = listed(several.iter().map(|(_, written, ..)| quoted(written)).collect());
            let count = humanize::count_noun(several.iter().map(|(.., count)| count).sum(), "file");
            (format!("no file matches {written}"), format!("did you mean {meant}? {count} would be read"))
        }
    };
    let code = if missed.is_empty() { Code::NoFiles } else { Code::OutsideFiles };
    let span = near.first().map_or(first.span, |(span, ..)| *span);
    let finding = Diagnostic::new(code, file, span, message).with_label("matches no file").with_help(help);
    let mut finding =
        near.iter().skip(1).fold(finding, |finding, (span, ..)| finding.with_secondary(*span, "nor this one"));
    if !missed.is_empty() {
        let names = listed(missed.iter().map(|one| one.file.path().to_string()).collect());
        finding = finding.with_note(format!("neither checked nor applied: {names}"));
    }
    if !near.is_empty() {
        let edits =
            near.iter().map(|(span, _, meant, _)| Edit { span: *span, text: edits::quote_text(meant) }).collect();
        finding = finding.with_fix(Fix { title: format!("write {meant}"), safety: Safety::Unsafe, edits });
    }
    let told: BTreeSet<&str> = missed.iter().map(|one| &**one.file.path()).collect();
    outside.retain(|finding| !(is_missed(finding) && told.contains(&**finding.file.path())));
    found.retain(|finding| finding.code != Code::NoFiles);
    outside.push(Diagnostic { severity, ..finding.with_pointer("/files") });
}

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
    // One that is written with escapes is not found, and then the file is told.
    let place = file.text().rfind(pattern).map(|at| Span::new(at, at + pattern.len()));
    let message = format!("`exclude` takes out the {count} that `files` matches");
    *finding = Diagnostic::new(Code::NoFiles, file, place.unwrap_or_else(|| Span::empty_at(0)), message)
        .with_label(format!("takes out {path}"))
        .with_help("name those files alone that are meant to stay out")
        .with_pointer("/exclude");
}

/// The pattern of `exclude` that takes out the file at a path.
fn excluding_pattern<'p>(project: &'p Project, path: &str) -> Option<&'p str> {
    let takes = |pattern: &&String| FilePatterns::new(&[], std::slice::from_ref(*pattern)).excludes_path(path);
    project.exclude.iter().find(takes).map(String::as_str)
}

/// Says of bases that a file holds which `exclude` keeps from being read where they are.
pub(crate) fn tell_excluded_bases(found: &mut [Diagnostic], root: &Utf8Path, project: &Project) {
    for finding in found.iter_mut().filter(|finding| finding.code == Code::UnknownBase) {
        let key = finding.file.slice(finding.primary.span).trim_matches(['"', '\'']).to_owned();
        let paths = ["yaml", "yml", "toml"].map(|ending| format!("{key}.{ending}"));
        let place = paths.iter().find_map(|path| {
            let pattern = excluding_pattern(project, path)?;
            let there = is_own_document(root, Utf8Path::new(path));
            there.then_some((path, pattern))
        });
        if let Some((path, pattern)) = place {
            finding.notes = vec![format!("{path} is there, and `exclude` in {PROJECT_FILE} keeps it from being read")];
            finding.help = Some(format!("take `{pattern}` out of `exclude`, or move the base to where it is read"));
            finding.fix = None;
        }
    }
}

/// Says the same of other documents that files name, by the names of the files and by the keys in them.
pub(crate) fn tell_excluded_documents(found: &mut [Diagnostic], root: &Utf8Path, project: &Project) {
    let unknown = found.iter_mut().filter(|finding| finding.code == Code::UnknownReference && finding.fix.is_none());
    let unknown: Vec<&mut Diagnostic> = unknown.collect();
    if unknown.is_empty() || project.exclude.is_empty() {
        return;
    }
    let there = discover::discover_files(root, &project.files, &project.catalogues, &[]).files;
    let excluded = FilePatterns::new(&[], &project.exclude);
    let mut by_key: BTreeMap<String, &Utf8Path> = BTreeMap::new();
    for path in there.iter().filter(|path| excluded.excludes_path(path.as_str())) {
        if is_own_document(root, path) {
            let keys = keys_in(discover::read_source_file(root, path).0.text());
            let keys = keys.into_iter().chain(path.file_stem().map(str::to_owned));
            by_key.extend(keys.map(|key| (key, path.as_path())));
        }
    }
    for finding in unknown {
        let written = finding.file.slice(finding.primary.span).trim_matches(['"', '\'']);
        let Some(path) = by_key.get(written) else { continue };
        let Some(pattern) = excluding_pattern(project, path.as_str()) else { continue };
        finding.notes = vec![format!("{path} is there, and `exclude` in {PROJECT_FILE} keeps it from being read")];
        finding.help = Some(format!("take `{pattern}` out of `exclude`, move that file, or name what is read"));
    }
}

/// Says where a base has to lie that is outside of the patterns in another folder than the one that it is named in. Where most
/// documents name it as it lies, those that do not are to follow.
pub(crate) fn tell_moved_bases(found: &mut Vec<Diagnostic>, outside: &mut [Diagnostic]) {
    let key_of = |finding: &Diagnostic, span: Span| finding.file.slice(span).trim_matches(['"', '\'']).to_owned();
    for moved in outside.iter_mut().filter(|one| is_base_outside(one)) {
        let Some((stem, ending)) = moved.file.path().rsplit_once('.') else { continue };
        let names = |finding: &Diagnostic, key: &str| {
            finding.code == Code::UnknownBase && key_of(finding, finding.primary.span) == key
        };
        let name = stem.rsplit('/').next();
        let is_moved = |finding: &Diagnostic, key: &str| {
            let same_name = key.rsplit('/').next() == name && key != stem;
            finding.code == Code::UnknownBase && finding.fix.is_none() && same_name
        };
        let named = found.iter().find_map(|finding| {
            let key = key_of(finding, finding.primary.span);
            is_moved(finding, &key).then(|| (key, finding.primary_place()))
        });
        let Some((key, place)) = named else { continue };
        let naming = |key: &str| found.iter().filter(|finding| names(finding, key)).count();
        if naming(stem) >= naming(&key) && naming(stem) > 0 {
            for finding in found.iter_mut().filter(|finding| names(finding, &key)) {
                finding.notes.clear();
                finding.help = Some(format!("write `{stem}`, as others do"));
                finding.fix = Some(edits::rename_key(&finding.file, finding.primary.span, stem, Safety::Unsafe));
            }
            continue;
        }
        moved.help = Some(format!("move it to `{key}.{ending}`, where {place} looks for it"));
        found.retain(|finding| {
            let mut spans = finding.secondary.iter().map(|label| label.span).chain([finding.primary.span]);
            !is_moved(finding, &key) || !spans.all(|span| key_of(finding, span) == key)
        });
    }
}
