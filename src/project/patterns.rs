//! Patterns of files that match nothing, or too much: told where they are written, with the ones that are meant.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use crate::catalogue::nearest;
use crate::check::outside_files::{OR_EXCLUDE, STAYS_OUT, is_base_outside, is_unmatched, keys_in, pattern_of};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, Span};
use crate::model::project::Project;
use crate::project::nearest_path::nearest_path;
use crate::report::humanize;
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::discover::{self, FilePatterns};
use crate::source::{self, Format, Node};

/// Most patterns for which those that are meant are looked for.
const MAX_MEANT: usize = 20;
/// Most files whose folders are compared.
const MAX_COMPARED: usize = 1000;
/// How people end a pattern who think of regular expressions.
const OF_REGEX: &str = "ya?ml";
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
    // Of a regular expression: in a pattern, `?` is one sign.
    if let Some(stem) = pattern.strip_suffix(OF_REGEX) {
        let by = |ending: &str| format!("{stem}{ending}");
        let one = ["yaml", "yml"].into_iter().map(by).filter(|pattern| count(pattern) > 0);
        let one: Vec<String> = one.collect();
        near.push(if one.len() == 1 { one.concat() } else { by("{yaml,yml}") });
    }
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
    // A folder that is called otherwise, where one alone has such files.
    let above = parts.iter().take(parts.len() - 1).take_while(|part| **part != "**");
    let fixed_folders = above.enumerate().filter(|(_, part)| is_fixed(part)).map(|(at, _)| at);
    near.extend(fixed_folders.filter_map(|at| {
        let with = |name: &str| [&parts[..at], &[name], &parts[at + 1..]].concat().join("/");
        let others = FilePatterns::new(&[with("*")], &[]);
        let reached = paths.iter().filter(|path| others.matches_path(path.as_str()));
        let names: BTreeSet<&str> =
            reached.filter_map(|path| path.as_str().split('/').nth(at)).take(MAX_COMPARED).collect();
        names.first().filter(|_| names.len() == 1).map(|name| with(name))
    }));
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
    let mut missed: Vec<Diagnostic> = outside.iter().filter(|finding| is_unmatched(finding)).cloned().collect();
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
        if !files.is_empty() && leads_elsewhere(node.text()?, &meant) {
            return None;
        }
        Some((node.span, node.text()?.to_owned(), meant, count))
    };
    let dead = patterns.iter().zip(&reached).filter(|(_, reached)| reached.is_empty()).map(|(node, _)| node);
    let near: Vec<_> = dead.take(MAX_MEANT).filter_map(near).collect();
    if !files.is_empty() && !near.is_empty() {
        let meant: Vec<String> = near.iter().map(|(_, _, meant, _)| meant.clone()).collect();
        let meant = FilePatterns::new(&meant, &[]);
        missed.retain(|one| meant.matches_path(one.file.path()));
    }
    if !files.is_empty() && near.is_empty() {
        // What is said of the place of one of them says more.
        missed.retain(|one| one.help.as_deref().is_some_and(|help| help.contains(" to `files`")));
    }
    let told = found.iter().find(|finding| finding.code == Code::NoFiles);
    let Some(severity) = missed.first().or(told).map(|said| said.severity) else { return };
    if near.is_empty() && missed.len() < 2 {
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
            let help = format!("add {} to `files`", listed(more));
            match files.is_empty() {
                true => ("no file matches the patterns of the project".to_owned(), help),
                false => {
                    let count = humanize::count_noun(missed.len(), "document");
                    let help = format!("{help}, or to `exclude` what is meant to stay out");
                    (format!("no pattern of `files` reaches {count} of the project's folder"), help)
                }
            }
        }
        several => {
            let written = listed(several.iter().map(|(_, written, ..)| quoted(written)).collect());
            let count = humanize::count_noun(several.iter().map(|(.., count)| count).sum(), "file");
            let help = match (several, missed.as_slice()) {
                ([(_, pattern, meant, 1)], [only]) if is_other_ending(pattern, meant) => {
                    let name = Utf8Path::new(&**only.file.path()).with_extension("yaml");
                    format!(
                        "rename {} to `{}`, or write `{meant}` here",
                        only.file.path(),
                        name.file_name().unwrap_or_default()
                    )
                }
                _ => format!("did you mean {meant}? {count} would be read"),
            };
            (format!("no file matches {written}"), help)
        }
    };
    let code = if missed.is_empty() { Code::NoFiles } else { Code::OutsideFiles };
    let name = || parsed.documents.first().and_then(|document| document.entry("files")).map(|entry| entry.key.span);
    let whole = name().filter(|_| !files.is_empty());
    let span = near.first().map_or(whole.unwrap_or(first.span), |(span, ..)| *span);
    let label = if near.is_empty() && whole.is_some() { "reaches none of them" } else { "matches no file" };
    let finding = Diagnostic::new(code, file, span, message).with_label(label).with_help(help);
    let mut finding =
        near.iter().skip(1).fold(finding, |finding, (span, ..)| finding.with_secondary(*span, "nor this one"));
    if !missed.is_empty() {
        let names = listed(missed.iter().map(|one| one.file.path().to_string()).collect());
        finding = finding.with_note(format!("neither checked nor applied: {names}"));
    }
    if near.iter().any(|(_, written, ..)| written.ends_with(OF_REGEX)) {
        finding = finding.with_note(format!("`{OF_REGEX}` is a regular expression: in a pattern, `?` is one sign"));
    }
    if !near.is_empty() {
        let edits =
            near.iter().map(|(span, _, meant, _)| Edit { span: *span, text: edits::quote_text(meant) }).collect();
        finding = finding.with_fix(Fix { title: format!("write {meant}"), safety: Safety::Unsafe, edits });
    }
    if missed.iter().any(|one| one.severity == Severity::Error && is_base_outside(one)) {
        let dead: Vec<&str> = near.iter().map(|(_, written, ..)| written.as_str()).collect();
        drop_bases_below(found, &dead);
    }
    let told: BTreeSet<&str> = missed.iter().map(|one| &**one.file.path()).collect();
    outside.retain(|finding| !told.contains(&**finding.file.path()));
    found.retain(|finding| finding.code != Code::NoFiles);
    outside.push(Diagnostic { severity, ..finding.with_pointer("/files") });
}

/// Whether two patterns differ in nothing but that one reads `.yaml` and the other `.yml`.
fn is_other_ending(pattern: &str, meant: &str) -> bool {
    pattern.strip_suffix("yaml").is_some_and(|stem| meant.strip_suffix("yml") == Some(stem))
}

/// Whether a pattern reaches a folder that is called nothing like the one of another pattern: what lies there was moved, and the
/// other pattern is right.
fn leads_elsewhere(pattern: &str, other: &str) -> bool {
    let mut folders = pattern.split('/').zip(other.split('/')).filter(|(one, other)| one != other);
    let unlike = |(one, other): (&str, &str)| {
        let is_fixed = !one.contains(['*', '?', '{', '[']) && !other.contains(['*', '?', '{', '[']);
        is_fixed && nearest::nearest_words(one, [other]).is_empty()
    };
    pattern.split('/').count() == other.split('/').count() && folders.any(unlike)
}

/// Takes away what is said of bases that are named where these patterns look in vain: one of those that they miss may be meant.
fn drop_bases_below(found: &mut Vec<Diagnostic>, patterns: &[&str]) {
    let is_below = |finding: &Diagnostic, span: Span| {
        let key = finding.file.slice(span).trim_matches(['"', '\'']);
        patterns
            .iter()
            .filter_map(|pattern| pattern.split(['*', '?', '{', '[']).next())
            .any(|folder| key.starts_with(folder))
    };
    found.retain(|finding| {
        let mut spans = finding.secondary.iter().map(|label| label.span).chain([finding.primary.span]);
        finding.code != Code::UnknownBase || !spans.all(|span| is_below(finding, span))
    });
}

/// Says of documents that no pattern reaches where they are named by their key: those are not meant to stay out.
pub(crate) fn tell_named_outside(found: &[Diagnostic], outside: &mut [Diagnostic]) {
    let word = |finding: &Diagnostic| finding.file.slice(finding.primary.span).trim_matches(['"', '\'']).to_owned();
    let unknown = found.iter().filter(|finding| finding.code == Code::UnknownReference);
    let named: BTreeMap<String, &Diagnostic> = unknown.map(|finding| (word(finding), finding)).collect();
    for finding in outside {
        let name = Utf8Path::new(&**finding.file.path()).file_stem().unwrap_or_default();
        let key = keys_in(finding.file.text()).into_iter().next().unwrap_or_else(|| name.to_owned());
        let Some((naming, help)) = named.get(&key).zip(finding.help.as_ref()) else { continue };
        if let Some(ways) = help.strip_suffix(STAYS_OUT).and_then(|help| help.strip_suffix(OR_EXCLUDE)) {
            let ways = ways.replacen(", add", ", or add", 1);
            finding.help = Some(format!("{ways}: {} looks for `{}`", naming.primary_place(), echo_text(&key)));
        }
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
