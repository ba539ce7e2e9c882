//! Files of texts on disk: which belong to a project, reading them, and fixing them in memory.
//!
//! Invariant: one file is in memory for each thread; what is too large or cannot be read is a finding, never passed over.

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::check::Desired;
use crate::check::lint::apply_severity;
use crate::check::text_checks::{TextChecksError, find_text_checks};
use crate::conform::findings::{MAX_TEXT_FINDINGS, TextChecks, TextReport, check_paired_file};
use crate::conform::lint::Coverage;
use crate::conform::lint::MAX_OF_TEXT;
use crate::conform::pairing::SourceTexts;
use crate::conform::passage::Tongue;
use crate::conform::reader::{TextFormat, read_segments};
use crate::diagnostic::{Code, Diagnostic, Severity, SourceFile, Span};
use crate::disk;
use crate::model::Language;
use crate::model::project::TextSet;
use crate::project::rewriting::fix::{FixPlan, FixSelection, RewrittenFile};
use crate::project::texts::text_sets::TextSets;
use crate::project::{OpenedProject, with_nearest_path};
use crate::source::discover::{self, DiscoveredFiles, FilePatterns};
use crate::source::edit;

/// Largest file of texts, in bytes.
pub const LARGEST: u64 = 512 << 20;

/// Files of texts, and what is asked of them.
#[derive(Debug)]
pub struct TextJob {
    /// Paths relative to the project folder.
    pub files: Vec<Utf8PathBuf>,
    /// What was wrong where they were looked for.
    pub findings: Vec<Diagnostic>,
    /// What is asked.
    pub checks: TextChecks,
    /// The language of the texts.
    pub language: Language,
    /// Files that were named for their sources.
    pub sources: Vec<Utf8PathBuf>,
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

/// Files as fixes leave them, and what they leave to be said.
#[derive(Default)]
pub struct TextFixOutcome {
    /// The fixes of each file by itself.
    pub plans: Vec<FixPlan>,
    /// What is found once they are made.
    pub report: TextsReport,
    /// Whether the files as they are have errors.
    pub had_errors: bool,
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
) -> Result<Vec<TextJob>, TextChecksError> {
    let mut jobs = Vec::new();
    let sets = TextSets::read(&opened.root, &opened.project);
    for (at, set) in opened.project.texts.iter().enumerate() {
        let DiscoveredFiles { mut files, mut findings, passed_over: _ } = discover::discover_texts(
            &opened.root,
            "".into(),
            std::slice::from_ref(&set.files),
            &opened.project.exclude,
        );
        if files.is_empty() && findings.is_empty() {
            findings.push(sets.unmatched(at, "files", &set.files));
        }
        let mut sources = Vec::new();
        if let Some(pattern) = &set.source {
            let found = discover::discover_texts(
                &opened.root,
                "".into(),
                std::slice::from_ref(pattern),
                &opened.project.exclude,
            );
            if found.files.is_empty() && found.findings.is_empty() {
                findings.push(sets.unmatched(at, "source", pattern));
            }
            findings.extend(found.findings);
            sources = found.files;
        }
        if !named.is_empty() {
            let is_named = |path: &Utf8Path| named.iter().any(|name| path.starts_with(name));
            files.retain(|file| is_named(file));
            findings.retain(|finding| is_named(Utf8Path::new(finding.file.path())));
        }
        let checks = find_text_checks(desired, &set.language, &set.style, &set.glossaries, all)?;
        jobs.push(TextJob { files, findings, checks, language: set.language.clone(), sources });
    }
    let repeated = sets.take_repeated(&mut jobs.iter_mut().map(|job| &mut job.files).collect::<Vec<_>>());
    for (at, finding) in repeated {
        jobs[at].findings.push(finding);
    }
    Ok(jobs)
}

/// Endings of files that a reader may know, as a pattern.
const TEXT_ENDINGS: &str = "{po,pot,xlf,xliff,json,arb,xml,strings,stringsdict,xcstrings,md,markdown,rst,adoc,asciidoc,html,htm,txt,tmx,csv,tsv,properties,resx,ftl,srt,vtt}";

/// Endings that files of many other uses have: those are texts where their path names a language.
const SHARED_ENDINGS: &str = "{yaml,yml,toml,ts,mts,cts,js,mjs,cjs,php}";

/// Files of texts below a folder of `root`, whatever `[[texts]]` says.
#[must_use]
pub fn find_text_files(root: &Utf8Path, folder: &Utf8Path, exclude: &[String]) -> DiscoveredFiles {
    let patterns = [format!("**/*.{TEXT_ENDINGS}"), format!("**/*.{SHARED_ENDINGS}")];
    let shared = FilePatterns::new(&patterns[1..], &[]);
    let mut found = discover::discover_texts(root, folder, &patterns, exclude);
    found.files.retain(|file| !shared.matches_path(file.as_str()) || language_of_path(file.as_str()).is_some());
    found
}

/// Reads a file of texts, in whatever encoding it is. A path that counts from the project folder is one of the project; an
/// absolute one was named by the person who runs this.
#[must_use]
pub fn read_text_file(root: &Utf8Path, path: &Utf8Path) -> (Arc<SourceFile>, Vec<Diagnostic>) {
    if path.is_absolute() {
        return discover::decode_read(path, disk::read_named(path, LARGEST));
    }
    discover::read_project_file(root, path, LARGEST)
}

/// Reads and checks all files of all jobs.
#[must_use]
pub fn run_text_jobs(opened: &OpenedProject, jobs: &[TextJob]) -> TextsReport {
    let check = |path: &Utf8Path, jobs: &[&TextJob]| {
        let (file, findings) = read_text_file(&opened.root, path);
        let findings: Vec<_> = findings.into_iter().map(|finding| with_nearest_path(&opened.root, finding)).collect();
        let of_job =
            |job: &&TextJob| check_one_file(&file, findings.clone(), &job.checks, &read_sources(opened, path, job));
        jobs.iter().map(of_job).collect()
    };
    collect_reports(opened, jobs, in_parallel(jobs, check))
}

/// Reads all files of all jobs and makes every safe fix in memory, pass by pass, until none is left.
#[must_use]
pub fn fix_text_jobs(opened: &OpenedProject, jobs: &[TextJob]) -> TextFixOutcome {
    let mut fixed = TextFixOutcome::default();
    let mut reports = Vec::new();
    for (plan, had_errors, of_file) in in_parallel(jobs, |path, jobs| fix_one_file(opened, path, jobs)) {
        fixed.had_errors |= had_errors;
        fixed.plans.extend((!plan.files.is_empty()).then_some(plan));
        reports.push(of_file);
    }
    fixed.report = collect_reports(opened, jobs, reports);
    fixed.had_errors |= jobs.iter().flat_map(|job| &job.findings).any(|found| found.severity == Severity::Error);
    fixed
}

/// Each file once, with the jobs that it is in: one for each of its languages.
fn in_parallel<T: Send>(jobs: &[TextJob], each: impl Fn(&Utf8Path, &[&TextJob]) -> T + Sync) -> Vec<T> {
    let mut by_file: BTreeMap<&Utf8PathBuf, Vec<&TextJob>> = BTreeMap::new();
    for (file, job) in jobs.iter().flat_map(|job| job.files.iter().map(move |file| (file, job))) {
        by_file.entry(file).or_default().push(job);
    }
    by_file.par_iter().map(|(path, jobs)| each(path, jobs)).collect()
}

fn collect_reports(opened: &OpenedProject, jobs: &[TextJob], reports: Vec<Vec<TextReport>>) -> TextsReport {
    let mut all = TextsReport { file_count: reports.len(), ..TextsReport::default() };
    let said = jobs.iter().flat_map(|job| job.findings.iter().cloned());
    all.findings.extend(said.filter_map(|finding| apply_severity(finding, &opened.project)));
    for TextReport { findings, coverage } in reports.into_iter().flatten() {
        all.coverage.merge(&coverage);
        all.findings.extend(findings.into_iter().filter_map(|finding| apply_severity(finding, &opened.project)));
    }
    all.findings.sort_by_key(Diagnostic::sort_key);
    // What is wrong with a file itself is said for each of its languages.
    let is_same = |later: &mut Diagnostic, first: &mut Diagnostic| {
        later.sort_key() == first.sort_key() && later.message == first.message && later.pointer == first.pointer
    };
    all.findings.dedup_by(is_same);
    all
}

/// A fix may make way for another.
const MAX_FIX_PASSES: usize = 100;

/// How many times more departures of a text are described in each pass.
const WIDER: usize = 8;

fn fix_one_file(opened: &OpenedProject, path: &Utf8Path, jobs: &[&TextJob]) -> (FixPlan, bool, Vec<TextReport>) {
    let (original, said) = read_text_file(&opened.root, path);
    let (mut file, mut fixes, mut had_errors) = (original.clone(), 0, false);
    let mut reports = Vec::new();
    for job in jobs {
        let fixed = fix_for_language(opened, path, file, &said, job, &mut fixes);
        had_errors |= fixed.had_errors;
        file = fixed.file;
        reports.push(fixed.report);
    }
    if let [_, _, ..] = jobs {
        // What was fixed for one language moves what is found for another.
        let again = |job: &&TextJob| {
            let sources = read_sources(opened, path, job);
            check_one_file(&file, said.clone(), &job.checks, &sources)
        };
        reports = jobs.iter().map(again).collect();
    }
    let mut plan = FixPlan::default();
    if fixes > 0 {
        plan.files.insert(path.to_owned(), RewrittenFile { file: original, text: file.text().to_owned(), fixes });
    }
    (plan, had_errors, reports)
}

/// A file as fixes for one language leave it.
struct FixedForLanguage {
    file: Arc<SourceFile>,
    had_errors: bool,
    report: TextReport,
}

fn fix_for_language(
    opened: &OpenedProject,
    path: &Utf8Path,
    mut file: Arc<SourceFile>,
    said: &[Diagnostic],
    job: &TextJob,
    fixes: &mut usize,
) -> FixedForLanguage {
    let sources = read_sources(opened, path, job);
    let mut had_errors = None;
    let mut passes = 0;
    // A text of many departures is fixed in passes that describe ever more: as many as it has would be read again for each few.
    let mut wide: Option<TextChecks> = None;
    loop {
        let mut report = check_one_file(&file, said.to_vec(), wide.as_ref().unwrap_or(&job.checks), &sources);
        report.findings.retain(|finding| apply_severity(finding.clone(), &opened.project).is_some());
        let errors = || report.findings.iter().filter_map(|one| apply_severity(one.clone(), &opened.project));
        let had_errors = *had_errors.get_or_insert_with(|| errors().any(|one| one.severity == Severity::Error));
        passes += 1;
        let safe = report.findings.iter().filter(|finding| FixSelection::Safe.includes_fix_of(finding));
        let (edits, made) = edit::compatible_fixes(safe.filter_map(|finding| finding.fix.as_ref()));
        let next = edit::apply_text_edits(file.text(), edits).filter(|_| made > 0 && passes <= MAX_FIX_PASSES);
        let Some(text) = next else {
            if wide.take().is_some() && passes <= MAX_FIX_PASSES {
                continue;
            }
            return FixedForLanguage { file, had_errors, report };
        };
        *fixes += made;
        if made >= MAX_OF_TEXT {
            let checks = wide.get_or_insert_with(|| job.checks.clone());
            checks.style.described = (checks.style.described * WIDER).min(MAX_TEXT_FINDINGS);
        }
        file = SourceFile::new(file.path().to_string(), text);
    }
}

/// The texts that those of a file were translated from, where its format holds none and another file has them.
fn read_sources(opened: &OpenedProject, path: &Utf8Path, job: &TextJob) -> SourceTexts {
    if !TextFormat::detect(path.as_str(), "<resources").is_some_and(TextFormat::is_keyed) {
        return SourceTexts::default();
    }
    let named = job.sources.as_slice();
    let found = match named {
        [] => source_paths(path.as_str(), job.language.as_str()).find(|path| opened.root.join(path).is_file()),
        [one] => Some(one.clone()),
        many => {
            let bare = path_without_language(path.as_str(), job.language.as_str());
            let same = |source: &&Utf8PathBuf| {
                source.file_name() == path.file_name()
                    || language_of_path(source.as_str())
                        .is_some_and(|own| path_without_language(source.as_str(), own.as_str()) == bare)
            };
            many.iter().find(same).cloned()
        }
    };
    let Some(found) = found.filter(|found| found != path) else { return SourceTexts::default() };
    let (file, findings) = read_text_file(&opened.root, &found);
    match TextFormat::detect(file.path(), file.text()).filter(|_| findings.is_empty()) {
        Some(format) => SourceTexts::read(format, file.text()),
        None => SourceTexts::default(),
    }
}

/// Signs that separate a language from the rest of a path.
const AROUND_LANGUAGE: [char; 4] = ['/', '.', '-', '_'];

/// Where the parts of a path stand that name a language, a region behind it included: `de`, `de-DE`, `de-rDE`.
fn language_places(path: &str, language: &str) -> Vec<std::ops::Range<usize>> {
    let root = language.split(['-', '_']).next().unwrap_or(language);
    let mut places = Vec::new();
    let mut start = 0;
    for part in path.split_inclusive(AROUND_LANGUAGE) {
        let word = part.trim_end_matches(AROUND_LANGUAGE);
        let end = start + word.len();
        let is_taken = places.last().is_some_and(|place: &std::ops::Range<usize>| start < place.end);
        if word.eq_ignore_ascii_case(root) && !is_taken {
            let region = path.get(end + 1..).unwrap_or_default();
            let region = region.split(AROUND_LANGUAGE).next().unwrap_or_default();
            let is_region = path[end..].starts_with(['-', '_'])
                && matches!(region.strip_prefix('r').unwrap_or(region).len(), 2 | 4)
                && region.chars().any(char::is_uppercase);
            places.push(start..if is_region { end + 1 + region.len() } else { end });
        }
        start += part.len();
    }
    places
}

/// Where the usual layouts have the English source of a file: the same path with `en`, or without a language.
fn source_paths(path: &str, language: &str) -> impl Iterator<Item = Utf8PathBuf> {
    let mut found = Vec::new();
    let places = language_places(path, language);
    for english in ["en", "en-US", "en_US", "en-GB", "Base"] {
        let mut whole = path.to_owned();
        for place in places.iter().rev() {
            whole.replace_range(place.clone(), english);
        }
        found.push(whole);
    }
    for place in &places {
        // `values-de/strings.xml`, `messages_de.properties`, `app.de.resx`.
        if path[..place.start].ends_with(['-', '_', '.']) {
            found.push(format!("{}{}", &path[..place.start - 1], &path[place.end..]));
        }
    }
    found.into_iter().filter(move |_| !places.is_empty()).map(Utf8PathBuf::from)
}

/// A path with another language where its own was; nothing where it has none.
pub(super) fn path_in_language(path: &str, own: &str, other: &str) -> Option<String> {
    let (mut whole, places) = (path.to_owned(), language_places(path, own));
    for place in places.iter().rev() {
        whole.replace_range(place.clone(), other);
    }
    (!places.is_empty()).then_some(whole)
}

/// A path with nothing where its language was.
fn path_without_language(path: &str, language: &str) -> String {
    let mut whole = path.to_owned();
    for place in language_places(path, language).iter().rev() {
        whole.replace_range(place.clone(), "");
    }
    whole
}

fn check_one_file(
    file: &Arc<SourceFile>,
    mut said: Vec<Diagnostic>,
    checks: &TextChecks,
    sources: &SourceTexts,
) -> TextReport {
    // What cannot be read at all is of no kind.
    if said.iter().any(|finding| matches!(finding.code, Code::UnreadableFile | Code::FileTooLarge)) {
        return TextReport { findings: said, coverage: Coverage::default() };
    }
    let Some(format) = TextFormat::detect(file.path(), file.text()) else {
        said.push(
            Diagnostic::new(Code::UnreadableText, file, Span::empty_at(0), "no reader knows this kind of file")
                .with_help(format!("these are read: {}", TextFormat::READ)),
        );
        return TextReport { findings: said, coverage: Coverage::default() };
    };
    // What was put in for bytes of another encoding is no text that somebody wrote.
    if said.iter().any(|finding| finding.code == Code::WrongEncoding || finding.code == Code::InvalidUtf8) {
        return TextReport { findings: said, coverage: Coverage::default() };
    }
    let TextReport { findings, coverage } = check_paired_file(file, format, checks, sources);
    said.extend(findings);
    TextReport { findings: said, coverage }
}

/// Files of translations below a project that no `[[texts]]` names yet, grouped by folder and language; the style is that of
/// the project for the language, where it has one.
#[must_use]
pub fn propose_text_sets(opened: &OpenedProject, desired: Option<&Desired>) -> Vec<TextSet> {
    let known: Vec<String> = opened.project.texts.iter().map(|set| set.files.clone()).collect();
    let taken = FilePatterns::new(&known, &[]);
    let mut sets: BTreeMap<(String, Language), ()> = BTreeMap::new();
    let own = opened.list_files();
    for file in find_text_files(&opened.root, Utf8Path::new(""), &opened.project.exclude).files {
        if is_project_file(&file, &own) {
            continue;
        }
        let path = file.as_str();
        let format = TextFormat::detect(path, "<resources <TS");
        let prose = format.is_some_and(TextFormat::is_prose);
        let Some(language) = language_of_path(path).filter(|_| format.is_some() && !prose && !taken.matches_path(path))
        else {
            continue;
        };
        if matches!(format, Some(TextFormat::Js | TextFormat::Php | TextFormat::Toml)) && !has_sentences(opened, &file)
        {
            continue;
        }
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
        .map(|(files, language)| TextSet {
            style: match variant_of_path(&files, language.as_str()) {
                Some((_, variant)) => format!("{}-{variant}", style(&language)),
                None => style(&language),
            },
            files,
            language,
            glossaries: Vec::new(),
            source: None,
        })
        .collect()
}

/// Whether a module of a program or a file of settings holds what people read: a few texts of several words.
fn has_sentences(opened: &OpenedProject, path: &Utf8Path) -> bool {
    let (file, _) = read_text_file(&opened.root, path);
    let mut count = 0;
    if let Some(format) = TextFormat::detect(path.as_str(), file.text()) {
        let _faults = read_segments(format, file.text(), &mut |segment| {
            count += usize::from(segment.target.text().trim().contains(' '));
        });
    }
    count >= FEW_TEXTS
}

/// Least texts of several words in a file of a kind that has many other uses.
const FEW_TEXTS: usize = 3;

/// A folder of a variant of a language, and its name: `de_Informal`, `de_DE_formal`. Its texts follow a style of their own.
#[must_use]
pub fn variant_of_path<'a>(path: &'a str, language: &str) -> Option<(&'a str, String)> {
    let mut end = 0;
    path.split_inclusive('/').find_map(|part| {
        end += part.len();
        let mut words = part.strip_suffix('/')?.split(['_', '-']);
        let is_own = words.next().is_some_and(|code| code.eq_ignore_ascii_case(language));
        let last = words.next_back().filter(|_| is_own)?;
        let is_region = words.all(|word| word.len() <= LONGEST_REGION);
        let is_variant =
            is_region && last.len() > LONGEST_REGION && last.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_variant.then(|| (path[..end - 1].trim_end_matches('/'), last.to_ascii_lowercase()))
    })
}

/// Letters of a region or a script: `AT`, `419`, `Hans`.
const LONGEST_REGION: usize = 4;

/// Whether a file, by its path below the project folder, is the project's own and no text of a product: its documents
/// (`own`), schemas, tests, recordings, baselines, tables.
#[must_use]
pub fn is_project_file(path: &Utf8Path, own: &[Utf8PathBuf]) -> bool {
    const FOLDERS: &[&str] = &["schema", "tests", "glossaries", "spoken-terms", "style-profiles", ".housestyle"];
    let name = path.file_name().unwrap_or_default();
    own.iter().any(|file| file == path)
        || name.starts_with("housestyle.")
        || name.ends_with(".schema.json")
        || path.parent().is_some_and(|folder| FOLDERS.iter().any(|own| folder.starts_with(own)))
}

/// A language code from a path: `locales/de/app.po`, `app.de.json`, `values-de/strings.xml`, `de.lproj/…`.
#[must_use]
pub fn language_of_path(path: &str) -> Option<Language> {
    let parts = path.split(['/', '.', '-', '_']).rev();
    parts.filter(|part| part.len() == 2).find_map(Tongue::parse).map(|tongue| Language::new(tongue.code()))
}
