//! Files of texts on disk: which belong to a project, and reading them.
//!
//! Invariant: one file is in memory for each thread; what is too large or cannot be read is a finding, never passed over.

#![expect(clippy::disallowed_methods, reason = "files of texts are read here")]

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::check::Desired;
use crate::check::lint::apply_severity;
use crate::cli::exit::{CliError, Exit};
use crate::cli::project::OpenedProject;
use crate::conform::findings::{TextChecks, check_text_file};
use crate::conform::lint::{Coverage, StyleChecks};
use crate::conform::passage::Tongue;
use crate::conform::reader::TextFormat;
use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::model::glossary::LanguagePair;
use crate::model::project::TextSet;
use crate::model::{Key, Language};
use crate::source::discover::FilePatterns;
use crate::source::text::decode_bytes;

/// Largest file of texts, in bytes.
const LARGEST: u64 = 512 << 20;

/// Files of texts, and what is asked of them.
#[derive(Debug)]
pub struct TextJob {
    /// Paths relative to the project folder.
    pub files: Vec<Utf8PathBuf>,
    /// What is asked.
    pub checks: TextChecks,
}

/// What all files of texts have to be told.
#[derive(Debug, Default)]
pub struct TextsReport {
    /// Findings, in order of file and place.
    pub findings: Vec<Diagnostic>,
    /// How many files were read.
    pub file_count: usize,
    /// How often rules had an occasion.
    pub coverage: Coverage,
}

/// The jobs that `[[texts]]` asks for; with `named` paths (relative to the project folder), those files alone.
///
/// # Errors
/// Where a style or a glossary is none of the project, or a language none that detectors know.
pub fn plan_text_jobs(
    opened: &OpenedProject,
    desired: &Desired,
    named: &[Utf8PathBuf],
    all: bool,
) -> Result<Vec<TextJob>, CliError> {
    let mut jobs = Vec::new();
    for set in &opened.project.texts {
        let mut files = find_text_files(&opened.root, std::slice::from_ref(&set.files), &opened.project.exclude);
        if !named.is_empty() {
            files.retain(|file| named.iter().any(|name| file.starts_with(name)));
        }
        jobs.push(TextJob { files, checks: text_checks(desired, set, all)? });
    }
    Ok(jobs)
}

/// What a style (and glossaries) of the project ask of texts.
///
/// # Errors
/// Where one of them is none of the project, or the language none that detectors know.
pub fn text_checks(desired: &Desired, set: &TextSet, all: bool) -> Result<TextChecks, CliError> {
    let TextSet { files: _, language, style, glossaries } = set;
    let no_style = || {
        let keys = desired.styles().keys().map(Key::as_str).collect::<Vec<_>>().join(", ");
        CliError::new_sanitized(Exit::Usage, format!("the project has no style `{style}`"))
            .with_help(if keys.is_empty() { "it has none".to_owned() } else { format!("it has {keys}") })
    };
    let bare = style.strip_prefix("style/").unwrap_or(style);
    let found = desired.styles().values().find(|own| own.key.as_str() == bare).ok_or_else(no_style)?;
    let tongue = Tongue::parse(language.as_str()).ok_or_else(|| {
        CliError::new_sanitized(Exit::Usage, format!("no detector knows the language `{language}`"))
            .with_help("texts are checked in de, en, es, fr, it, ja, ko and zh")
    })?;
    if Tongue::parse(found.language.value.as_str()) != Some(tongue) {
        return Err(CliError::new_sanitized(
            Exit::Usage,
            format!("the style `{style}` is for {}, the texts are in {language}", found.language.value),
        ));
    }
    let rules =
        found.rules.iter().map(|(rule, value)| (rule.category.as_str(), rule.rule.as_str(), value.value.as_str()));
    let mut terms = BTreeMap::new();
    for key in glossaries {
        let bare = key.strip_prefix("glossary/").unwrap_or(key);
        let glossary = desired
            .glossaries()
            .values()
            .find(|own| own.key.as_str() == bare)
            .ok_or_else(|| CliError::new_sanitized(Exit::Usage, format!("the project has no glossary `{key}`")))?;
        for (LanguagePair { source: _, target }, dictionary) in &glossary.dictionaries {
            if Tongue::parse(target.as_str()) == Some(tongue) {
                terms.extend(dictionary.entries.iter().map(|(source, target)| (source.clone(), target.value.clone())));
            }
        }
    }
    Ok(TextChecks { style: StyleChecks::from_rules(tongue, rules, all), terms: terms.into_iter().collect() })
}

/// Files below a folder that match, as git would see them, in order of path.
#[must_use]
pub fn find_text_files(root: &Utf8Path, patterns: &[String], exclude: &[String]) -> Vec<Utf8PathBuf> {
    let patterns = FilePatterns::new(patterns, exclude);
    let walk =
        ignore::WalkBuilder::new(root).hidden(true).require_git(false).sort_by_file_path(std::path::Path::cmp).build();
    let below = |entry: ignore::DirEntry| {
        let path = Utf8PathBuf::from_path_buf(entry.into_path()).ok()?;
        let relative = path.strip_prefix(root).ok()?.to_owned();
        let shown = relative.as_str().replace('\\', "/");
        (path.is_file() && patterns.matches_path(&shown)).then_some(relative)
    };
    walk.filter_map(Result::ok).filter_map(below).collect()
}

/// Reads a file of texts, in whatever encoding it is.
#[must_use]
pub fn read_text_file(root: &Utf8Path, path: &Utf8Path) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    let shown = path.as_str().replace('\\', "/");
    let full = root.join(path);
    let failed = |message: String| {
        let file = SourceFile::new(shown.clone(), "");
        let finding = Diagnostic::new(Code::UnreadableFile, &file, Span::empty_at(0), message);
        (file, vec![finding])
    };
    match std::fs::metadata(&full) {
        Ok(found) if found.len() > LARGEST => {
            let file = SourceFile::new(shown.clone(), "");
            let message = format!("this file has {} bytes, more than the {LARGEST} that are read", found.len());
            let finding = Diagnostic::new(Code::FileTooLarge, &file, Span::empty_at(0), message).with_help("split it");
            (file, vec![finding])
        }
        Ok(_) => match std::fs::read(&full) {
            Ok(bytes) => decode_bytes(shown, bytes),
            Err(error) => failed(format!("this file cannot be read: {error}")),
        },
        Err(error) => failed(format!("this file cannot be read: {error}")),
    }
}

/// Reads and checks all files of all jobs.
#[must_use]
pub fn run_text_jobs(opened: &OpenedProject, jobs: &[TextJob]) -> TextsReport {
    let work: Vec<(&Utf8PathBuf, &TextChecks)> =
        jobs.iter().flat_map(|job| job.files.iter().map(|file| (file, &job.checks))).collect();
    let parts: Vec<(Vec<Diagnostic>, Coverage)> =
        work.par_iter().map(|(path, checks)| check_one(&opened.root, path, checks)).collect();
    let mut report = TextsReport { file_count: work.len(), ..TextsReport::default() };
    for (findings, coverage) in parts {
        report.coverage.merge(&coverage);
        report.findings.extend(findings.into_iter().filter_map(|finding| apply_severity(finding, &opened.project)));
    }
    report.findings.sort_by_key(Diagnostic::sort_key);
    report
}

fn check_one(root: &Utf8Path, path: &Utf8Path, checks: &TextChecks) -> (Vec<Diagnostic>, Coverage) {
    let (file, mut findings) = read_text_file(root, path);
    let Some(format) = TextFormat::detect(path.as_str(), file.text()) else {
        findings.push(
            Diagnostic::new(Code::UnreadableText, &file, Span::empty_at(0), "no reader knows this kind of file")
                .with_help("name files of PO, XLIFF, JSON, ARB, Android, Apple, Markdown, HTML, text, TMX or CSV"),
        );
        return (findings, Coverage::default());
    };
    // What was put in for bytes of another encoding is no text that somebody wrote.
    if findings.iter().any(|finding| finding.code == Code::WrongEncoding || finding.code == Code::InvalidUtf8) {
        return (findings, Coverage::default());
    }
    let report = check_text_file(&file, format, checks);
    findings.extend(report.findings);
    (findings, report.coverage)
}

/// Files of translations below a project that no `[[texts]]` names yet, grouped by folder and language; the style is that of
/// the project for the language, where it has one.
#[must_use]
pub fn propose_text_sets(opened: &OpenedProject, desired: Option<&Desired>) -> Vec<TextSet> {
    let known: Vec<String> = opened.project.texts.iter().map(|set| set.files.clone()).collect();
    let taken = FilePatterns::new(&known, &[]);
    let mut sets: BTreeMap<(String, Language), ()> = BTreeMap::new();
    for file in find_text_files(&opened.root, &["**/*".to_owned()], &opened.project.exclude) {
        let path = file.as_str();
        let prose = path.ends_with(".md") || path.ends_with(".html") || path.ends_with(".txt");
        let format = TextFormat::detect(path, "<resources");
        let Some(language) = language_of_path(path).filter(|_| format.is_some() && !prose && !taken.matches_path(path))
        else {
            continue;
        };
        let (folder, ending) = (file.parent().map_or("", Utf8Path::as_str), file.extension().unwrap_or_default());
        let in_folder = language_of_path(folder).as_ref() == Some(&language);
        let files = if in_folder { format!("{folder}/*.{ending}") } else { path.to_owned() };
        sets.insert((files, language), ());
    }
    let style = |language: &Language| {
        let mut own = desired.into_iter().flat_map(|desired| desired.styles().values());
        own.find(|style| style.language.value == *language)
            .map_or_else(|| format!("website-{language}"), |style| style.key.to_string())
    };
    sets.into_keys()
        .map(|(files, language)| TextSet { files, style: style(&language), language, glossaries: Vec::new() })
        .collect()
}

/// A language code from a path: `locales/de/app.po`, `app.de.json`, `values-de/strings.xml`, `de.lproj/…`.
#[must_use]
pub fn language_of_path(path: &str) -> Option<Language> {
    let parts = path.split(['/', '.', '-', '_']).rev();
    parts.filter(|part| part.len() == 2).find_map(Tongue::parse).map(|tongue| Language::new(tongue.code()))
}
