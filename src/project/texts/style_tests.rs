//! Style tests of a project: which there are, what decides about each answer, and the answers that were recorded.
//!
//! Invariant: a recording is named by a digest of everything that could change its answer (text, parameters, style,
//! glossaries), so a changed style makes exactly its own unusable. Nothing here sends anything.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use serde_json::{Value as Json, json};

use crate::check::Desired;
use crate::check::text_checks::check_style;
use crate::conform::case::{Expectation, StyleTest, read_style_tests};
use crate::conform::judge::{TranslatedText, judge_translation};
use crate::conform::lint::StyleChecks;
use crate::conform::passage::Tongue;
use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::disk::{self, FileMode, Overwrite, ReadRefusal};
use crate::model::digest::short_digest;
use crate::model::request::{self, ReferencedIds, RequestKind};
use crate::model::style::{Instruction, Style};
use crate::model::{Address, Id, Kind, Placed};
use crate::plan::{ChangedField, Plan};
use crate::project::refusal::Refusal;
use crate::report::humanize;
use crate::source::test_files::TESTS_FOLDER;
use crate::source::{self, Format, discover, limit};

/// Where recordings stand.
pub const RECORDINGS: &str = "tests/recordings";

/// An answer of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// With the style.
    pub with: String,
    /// Without it, where a test compares the two.
    pub without: Option<String>,
    /// The digest that it was recorded under, where that was an earlier style and somebody accepted the answer for this one.
    pub accepted_from: Option<String>,
}

impl Recording {
    /// A digest of the answer to what this digest names: another one, or the same answer to something else, has another.
    fn seal(&self, digest: &str) -> String {
        let Self { with, without, accepted_from } = self;
        let sealed = match accepted_from {
            None => json!([digest, with, without]),
            Some(earlier) => json!([digest, with, without, earlier]),
        };
        short_digest(sealed.to_string(), 32)
    }
}

/// A test, and what decides about its recording.
pub struct PlannedTest {
    /// File and name: `buttons/save`.
    pub id: String,
    /// The file of the test.
    pub file: Arc<SourceFile>,
    /// What it says.
    pub test: StyleTest,
    /// The digest of everything that could change the answer.
    pub digest: String,
    checks: Option<StyleChecks>,
    /// The answer, where it was recorded for just this.
    pub recording: Option<Recording>,
    /// Whether somebody changed the answer since it was recorded, so that it is none.
    is_edited: bool,
}

impl PlannedTest {
    /// Whether the translation without the style is compared.
    #[must_use]
    pub fn needs_without(&self) -> bool {
        self.test.expect.iter().any(Expectation::needs_without)
    }
}

/// Files of these endings in a folder of the project, in order of name, and why it cannot be listed; none where it is absent.
fn files_in(root: &Utf8Path, folder: &str, endings: &[&str]) -> (Vec<Utf8PathBuf>, Option<Diagnostic>) {
    let folder = Utf8Path::new(folder);
    let is_absent =
        |why: &ReadRefusal| matches!(why, ReadRefusal::Absent) && root.join(folder).symlink_metadata().is_err();
    match disk::list_inside(root, folder) {
        Ok(names) => {
            let fits = |path: &Utf8PathBuf| path.extension().is_some_and(|ending| endings.contains(&ending));
            (names.into_iter().map(|name| folder.join(name)).filter(fits).collect(), None)
        }
        Err(why) if is_absent(&why) => (Vec::new(), None),
        Err(why) => (Vec::new(), Some(discover::unreadable_path(folder, &why))),
    }
}

/// The tests of a project, or those of these names, with what is wrong in their files.
#[must_use]
pub fn plan_tests(
    root: &Utf8Path,
    desired: &Desired,
    names: &[String],
    tags: &[String],
) -> (Vec<PlannedTest>, Vec<Diagnostic>) {
    let mut tests = Vec::new();
    let (files, unlisted) = files_in(root, TESTS_FOLDER, &["yaml", "yml"]);
    let mut found: Vec<Diagnostic> = unlisted.into_iter().collect();
    for path in files {
        let (file, faults) = discover::read_source_file(root, &path);
        found.extend(faults);
        let parsed = source::parse_source(&file, Format::Yaml);
        found.extend(parsed.findings.iter().cloned());
        let stem = path.file_stem().unwrap_or_default();
        discover::load_side_tables(root, std::slice::from_ref(&parsed));
        let side_tables = parsed.side_tables.get().map(Vec::as_slice).unwrap_or_default();
        for document in &parsed.documents {
            let (read, faults) = read_style_tests(document, side_tables);
            found.extend(faults.into_iter().map(|fault| {
                let place = fault.table.as_ref().unwrap_or(&file);
                Diagnostic::new(Code::InvalidTest, place, fault.span, fault.message).with_help(fault.help)
            }));
            for test in read {
                let id = format!("{stem}/{}", test.name);
                // A test with cases or styles is several: `save/all[de]`.
                let whole = id.split('[').next().unwrap_or_default();
                let is_name = |name: &String| [id.as_str(), whole, stem, path.as_str()].contains(&name.as_str());
                let is_named = names.is_empty() || names.iter().any(is_name);
                if is_named && (tags.is_empty() || test.tags.iter().any(|tag| tags.contains(tag))) {
                    match plan_test(desired, &test) {
                        Ok((digest, checks)) => tests.push(PlannedTest {
                            id,
                            file: file.clone(),
                            test,
                            digest,
                            checks,
                            recording: None,
                            is_edited: false,
                        }),
                        Err(message) => {
                            found.push(Diagnostic::new(Code::InvalidTest, &file, test.subject_span, message));
                        }
                    }
                }
            }
        }
    }
    let refused = tests.par_iter_mut().filter_map(|test| {
        let path = Utf8Path::new(RECORDINGS).join(format!("{}.json", test.digest));
        match read_recording(root, &path) {
            Ok(recording) => {
                let is_ours = |(recording, seal): &(Recording, String)| *seal == recording.seal(&test.digest);
                test.is_edited = recording.as_ref().is_some_and(|recording| !is_ours(recording));
                test.recording = recording.filter(is_ours).map(|(recording, _)| recording);
                None
            }
            Err(finding) => Some(*finding),
        }
    });
    found.extend(refused.collect::<Vec<_>>());
    (tests, found)
}

/// The digest of everything that could change the answer, and what the translation is checked against.
fn plan_test(desired: &Desired, test: &StyleTest) -> Result<(String, Option<StyleChecks>), String> {
    let unknown = || format!("the project has no `{}`", test.subject);
    let address = Address::parse(&test.subject).map_err(|_| unknown())?;
    let (style, glossaries, mut parameters, language) = match address.kind {
        Kind::Style => {
            let style = desired.styles().get(&address.key).ok_or_else(unknown)?;
            (Some(style), Vec::new(), serde_json::Map::new(), style.language.value.clone())
        }
        Kind::TranslationProfile => {
            let profile = desired.profiles().get(&address.key).ok_or_else(unknown)?;
            let stand_in = |address: Address| Id::new("x").map(|id| (address, id));
            let managed =
                request::referenced_addresses(profile, RequestKind::Text).into_iter().filter_map(stand_in).collect();
            let ids = ReferencedIds {
                managed,
                translation_memory: Id::new("x").filter(|_| profile.translation_memory.is_some()),
            };
            let parameters = request::build_parameters(profile, RequestKind::Text, &ids)
                .map_err(|address| format!("{address} has no id"))?;
            let style = profile.style.as_ref().and_then(|style| desired.styles().get(&style.value));
            let keys = profile.glossaries.keys().iter().map(|key| key.value.clone()).collect();
            (style, keys, parameters, profile.target_language.value.clone())
        }
        Kind::Glossary | Kind::SpokenTerms | Kind::StyleProfile => {
            return Err(format!("`{}` is neither a style nor a profile", test.subject));
        }
    };
    // What was asked stands in its own digest; ids differ between accounts.
    for name in ["style_profile_id", "style_id", "glossary_id", "glossary_ids", "translation_memory_id"] {
        parameters.remove(name);
    }
    let rules = style.map(|style| {
        style.rules.iter().map(|(rule, value)| (rule.to_string(), json!(value.value))).collect::<BTreeMap<_, _>>()
    });
    let instructions = style.map(|style| {
        let one = |instruction: &Placed<Instruction>| {
            let Instruction { label, prompt, source_language } = &instruction.value;
            json!([label, prompt, source_language.as_ref().map(ToString::to_string)])
        };
        style.instructions.iter().map(one).collect::<Vec<_>>()
    });
    let mut entries = BTreeMap::new();
    for key in &glossaries {
        if let Some(glossary) = desired.glossaries().get(key) {
            for (pair, dictionary) in &glossary.dictionaries {
                let own: BTreeMap<&str, &str> = dictionary
                    .entries
                    .iter()
                    .map(|(source, target)| (source.as_str(), target.value.as_str()))
                    .collect();
                entries.insert(format!("{key} {} {}", pair.source, pair.target), json!(own));
            }
        }
    }
    let StyleTest { name: _, subject: _, subject_span: _, from, to, text, expect, tags: _, span: _ } = test;
    let whole = json!({
        "text": text, "from": from, "to": to, "language": language.as_str(), "rules": rules, "instructions": instructions,
        "entries": entries, "parameters": parameters, "without": expect.iter().any(Expectation::needs_without),
    });
    let own = |style: &Style| Tongue::parse(style.language.value.as_str());
    let tongue = Tongue::parse(language.as_str());
    let checks = style.filter(|style| own(style) == tongue).zip(tongue);
    let checks = checks.map(|(style, tongue)| check_style(tongue, style, false));
    Ok((short_digest(whole.to_string(), 32), checks))
}

fn recording_path(root: &Utf8Path, digest: &str) -> Utf8PathBuf {
    root.join(RECORDINGS).join(format!("{digest}.json"))
}

/// A recording with its seal, if there is one of this name and it can be understood.
fn read_recording(root: &Utf8Path, path: &Utf8Path) -> Result<Option<(Recording, String)>, Box<Diagnostic>> {
    let Some(json) = read_json(root, path)? else { return Ok(None) };
    let own = |name: &str| json.get(name).and_then(Json::as_str).map(str::to_owned);
    let is_ours = json.get("housestyle_recording").is_some_and(|version| *version == 1);
    let seal = own("seal").unwrap_or_default();
    let (without, accepted_from) = (own("without"), own("accepted_from"));
    Ok(own("with").filter(|_| is_ours).map(|with| (Recording { with, without, accepted_from }, seal)))
}

/// What a file of JSON says; nothing where there is no such file, or it is no JSON.
fn read_json(root: &Utf8Path, path: &Utf8Path) -> Result<Option<Json>, Box<Diagnostic>> {
    match disk::read_inside(root, path, limit::FILE_BYTES) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
        Err(ReadRefusal::Absent) if root.join(path).symlink_metadata().is_err() => Ok(None),
        Err(why) => Err(Box::new(discover::unreadable_path(path, &why))),
    }
}

/// What a test has to say against its recording; `known` are the recordings that there are.
#[must_use]
pub fn evaluate_test(planned: &PlannedTest, known: &RecordingIndex) -> Vec<Diagnostic> {
    let PlannedTest { id, file, test, digest, checks, recording, is_edited } = planned;
    let finding = |message: String| {
        Diagnostic::new(Code::TestFailed, file, test.span, format!("{id}: {message}"))
            .with_pointer(format!("/tests/{id}"))
    };
    let Some(recording) = recording else {
        if *is_edited {
            let message = "its recording was edited by hand, so it is no answer of the service".to_owned();
            return vec![
                finding(message)
                    .with_note(format!("the recording: {RECORDINGS}/{digest}.json"))
                    .with_help("take it back from git, or record it again: housestyle test --record"),
            ];
        }
        let (message, help) = if known.holds_test(id) {
            (
                "its style, text or parameters changed since it was recorded",
                "record it: housestyle test --record; to keep an answer that still passes: housestyle test --accept",
            )
        } else {
            ("it was never recorded", "record it: housestyle test --record")
        };
        return vec![finding(message.to_owned()).with_help(help)];
    };
    let failures = judge_recording(test, checks.as_ref(), recording).into_iter();
    let seen = recording.with.replace('\n', " ");
    failures.map(|failure| finding(failure).with_note(format!("the translation: {seen}"))).collect()
}

/// What an answer has against it.
fn judge_recording(test: &StyleTest, checks: Option<&StyleChecks>, recording: &Recording) -> Vec<String> {
    let Recording { with, without, accepted_from: _ } = recording;
    judge_translation(&TranslatedText { with, without: without.as_deref(), checks }, &test.expect)
}

/// Takes the answers that were recorded under earlier styles for those of today's, where the text is the same and they meet
/// what is expected; how many there are. Nothing is sent.
///
/// # Errors
/// Where a recording cannot be written.
pub fn accept_answers(root: &Utf8Path, tests: &mut [PlannedTest]) -> Result<usize, Refusal> {
    let known = RecordingIndex::read(root);
    let mut accepted = Vec::new();
    for (at, planned) in tests.iter_mut().enumerate().filter(|(_, planned)| planned.recording.is_none()) {
        let PlannedTest { id, test, digest, checks, .. } = &*planned;
        let paths = known.by_test.get(id).into_iter().flatten();
        let mut earlier: Vec<Recording> = paths.filter_map(|path| earlier_answer(root, path, digest, test)).collect();
        earlier.dedup_by(|one, other| (&one.with, &one.without) == (&other.with, &other.without));
        let [recording] = earlier.as_slice() else { continue };
        if judge_recording(test, checks.as_ref(), recording).is_empty() {
            planned.recording = Some(recording.clone());
            accepted.push(at);
        }
    }
    if !accepted.is_empty() {
        write_recordings(root, tests, &accepted)?;
    }
    Ok(accepted.len())
}

/// The answer of a recording that was made of the same text under another digest, and not edited since.
fn earlier_answer(root: &Utf8Path, path: &Utf8Path, digest: &str, test: &StyleTest) -> Option<Recording> {
    let json = read_json(root, path).ok()??;
    let (recording, seal) = read_recording(root, path).ok()??;
    let earlier = path.file_stem().filter(|earlier| *earlier != digest)?;
    let asked = ["text", "from", "to"].map(|name| json.get(name).and_then(Json::as_str));
    let is_same = asked == [Some(test.text.as_str()), test.from.as_deref(), test.to.as_deref()];
    let answer = Recording { accepted_from: Some(earlier.to_owned()), ..recording.clone() };
    (is_same && seal == recording.seal(earlier)).then_some(answer)
}

/// A file among the recordings that is none: a merge, or somebody's hand.
fn no_recording(root: &Utf8Path, path: &Utf8Path) -> Diagnostic {
    let (file, _) = discover::read_source_file(root, path);
    let why = serde_json::from_str::<Json>(file.text()).err();
    let line = why.as_ref().map_or(0, |why| why.line().saturating_sub(1));
    let start: usize = file.text().split_inclusive('\n').take(line).map(str::len).sum();
    let what = match why {
        Some(_) => "this is no JSON, and so no recording",
        None => "no test is named here, so this is no recording",
    };
    Diagnostic::new(Code::InvalidTest, &file, Span::empty_at(start), what)
        .with_help("delete the file, and record the test again: housestyle test --record")
}

/// The recordings of a project, by the test that each is of.
#[derive(Debug, Default)]
pub struct RecordingIndex {
    by_test: BTreeMap<String, Vec<Utf8PathBuf>>,
    /// Files that cannot be read or hold no recording, whatever test they are of.
    pub findings: Vec<Diagnostic>,
}

impl RecordingIndex {
    /// Reads the folder once.
    #[must_use]
    pub fn read(root: &Utf8Path) -> Self {
        let mut index = Self::default();
        let (files, unlisted) = files_in(root, RECORDINGS, &["json"]);
        index.findings.extend(unlisted);
        for path in files {
            let json = read_json(root, &path).unwrap_or_else(|refused| {
                index.findings.push(*refused);
                None
            });
            match json.as_ref().and_then(|json| json.get("test")).and_then(Json::as_str) {
                Some(test) => index.by_test.entry(test.to_owned()).or_default().push(path),
                None if index.findings.last().is_some_and(|finding| **finding.file.path() == *path.as_str()) => {}
                None => index.findings.push(no_recording(root, &path)),
            }
        }
        index
    }

    /// Whether a recording is of this test.
    fn holds_test(&self, id: &str) -> bool {
        self.by_test.contains_key(id)
    }
}

/// How many recordings belong to no test as it stands now.
#[must_use]
pub fn count_unused_recordings(root: &Utf8Path, tests: &[PlannedTest]) -> usize {
    let used: BTreeSet<&String> =
        tests.iter().filter(|test| test.recording.is_some()).map(|test| &test.digest).collect();
    files_in(root, RECORDINGS, &["json"]).0.len().saturating_sub(used.len())
}

/// Writes recordings, and removes those that the same tests had before.
///
/// # Errors
/// Where a file cannot be written or removed.
pub fn write_recordings(root: &Utf8Path, tests: &[PlannedTest], recorded: &[usize]) -> Result<(), Refusal> {
    let failed = |error: std::io::Error| Refusal::Disk { act: format!("cannot write to {RECORDINGS}"), error };
    disk::create_folder(root.join(RECORDINGS)).map_err(failed)?;
    let before = RecordingIndex::read(root);
    let used: BTreeSet<Utf8PathBuf> =
        tests.iter().filter(|test| test.recording.is_some()).map(|test| recording_path(root, &test.digest)).collect();
    for planned in recorded.iter().filter_map(|at| tests.get(*at)) {
        let PlannedTest { id, file: _, test, digest, checks: _, recording, is_edited: _ } = planned;
        let Some(recording) = recording else { continue };
        let Recording { with, without, accepted_from } = recording;
        let mut json = json!({
            "housestyle_recording": 1, "test": id, "text": test.text, "from": test.from, "to": test.to, "with": with,
            "without": without, "seal": recording.seal(digest),
        });
        if let Some(earlier) = accepted_from {
            json["accepted_from"] = json!(earlier);
        }
        let text = serde_json::to_string_pretty(&json).unwrap_or_default() + "\n";
        let path = recording_path(root, digest);
        disk::replace(&path, text.as_bytes(), FileMode::Shared, Overwrite::Replace).map_err(failed)?;
        // What was recorded of this test before is of another style.
        for old in before.by_test.get(id).into_iter().flatten().map(|old| root.join(old)) {
            if !used.contains(&old) {
                disk::remove(&old).map_err(failed)?;
            }
        }
    }
    Ok(())
}

/// Most tests that a note names.
const NAMED: usize = 10;

/// What a plan changes of the answers that tests expect something of; nothing where no test uses what changes.
#[must_use]
pub fn changed_tests_note(root: &Utf8Path, desired: &Desired, plan: &Plan) -> Option<String> {
    let matters = |field: &ChangedField| !matches!(field, ChangedField::Name | ChangedField::Protected);
    let changed: BTreeSet<&Address> = plan
        .items
        .iter()
        .filter(|item| item.changes.iter().any(|change| matters(&change.field)))
        .map(|item| &item.address)
        .collect();
    if changed.is_empty() || !root.join(TESTS_FOLDER).is_dir() {
        return None;
    }
    let (tests, _) = plan_tests(root, desired, &[], &[]);
    let uses = |test: &PlannedTest| match Address::parse(&test.test.subject) {
        Ok(address) if address.kind == Kind::TranslationProfile => {
            desired.profiles().get(&address.key).is_some_and(|profile| {
                request::referenced_addresses(profile, RequestKind::Text).iter().any(|used| changed.contains(used))
            })
        }
        Ok(address) => changed.contains(&address),
        Err(_) => false,
    };
    let touched: Vec<&str> = tests.iter().filter(|test| uses(test)).map(|test| test.id.as_str()).collect();
    if touched.is_empty() {
        return None;
    }
    let more = match touched.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let names = touched.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    let count = humanize::count_noun(touched.len(), "style test");
    Some(format!("changes the translations of {count}: {names}{more}; housestyle test --record, once it is applied"))
}
