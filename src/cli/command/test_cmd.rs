//! `housestyle test`: translations that were recorded, judged by what tests expect of them.
//!
//! Invariant: without `--record` and `--live` nothing is sent. A recording is named by a digest of everything that could
//! change its answer (text, parameters, style, glossaries), so a changed style makes exactly its own unusable.

#![expect(clippy::disallowed_methods, reason = "tests and recordings are read here")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use clap::builder::FalseyValueParser;
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use serde_json::{Value as Json, json};

use crate::check::Desired;
use crate::cli::args::GlobalArgs;
use crate::cli::command::try_cmd::{TryArgs, translate_for_test};
use crate::cli::exit::{CliError, Exit};
use crate::cli::format::FindingFormat;
use crate::cli::output_files::{OutputTargets, WriteArgs};
use crate::cli::project;
use crate::cli::screen::Screen;
use crate::cli::settings::EnvVariables;
use crate::cli::text_files::{find_text_files, read_text_file, text_checks};
use crate::conform::case::{Expectation, StyleTest, read_style_tests};
use crate::conform::judge::{TranslatedText, judge_translation};
use crate::conform::lint::StyleChecks;
use crate::diagnostic::{Code, Diagnostic, SourceFile};
use crate::disk::{self, FileMode, Overwrite};
use crate::model::digest::short_digest;
use crate::model::project::TextSet;
use crate::model::request::{self, ReferencedIds, RequestKind};
use crate::model::{Address, Id, Kind};
use crate::report::{findings, humanize};
use crate::source::{self, Format};

/// What `test --help` teaches.
pub const HELP: &str = "Compare recorded translations with the expectations of tests. Nothing is sent unless you \
    ask for it.\n\n\
    Tests are in tests/*.yaml: a text, a style or profile, and `expect`. Responses of the service are recorded under \
    tests/recordings and committed; a changed style invalidates only its own recordings. --record requests the missing \
    recordings, after showing the cost.\n\n\
    Formats: human, plain, json, sarif, github, gitlab, junit.\n\n\
    Examples:\n\
    \x20 housestyle test                              all tests, from recordings\n\
    \x20 housestyle test buttons/save                 one test: file and name\n\
    \x20 housestyle test --record                     sends what is missing, asks first\n\
    \x20 housestyle test --live                       compares with what the service answers now\n\
    \x20 housestyle test -o junit";

/// Arguments of `test`.
#[derive(Debug, clap::Args)]
pub struct TestArgs {
    /// Tests to run: a file, or a file and a name (`buttons/save`); all where absent
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Send what has no usable recording, and record the answers
    #[arg(long, env = "HOUSESTYLE_RECORD", value_parser = FalseyValueParser::new())]
    pub record: bool,
    /// Send every test and judge the answers, without recording them
    #[arg(long, env = "HOUSESTYLE_LIVE", value_parser = FalseyValueParser::new(), conflicts_with = "record")]
    pub live: bool,
    /// Do not ask
    #[arg(long, env = "HOUSESTYLE_AUTO_APPROVE", value_parser = FalseyValueParser::new())]
    pub auto_approve: bool,
    /// Further formats
    #[command(flatten)]
    pub writes: WriteArgs,
}

/// Where tests stand.
const TESTS: &str = "tests/*.{yaml,yml}";
/// Where recordings stand.
const RECORDINGS: &str = "tests/recordings";

/// An answer of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Recording {
    with: String,
    without: Option<String>,
}

/// A test, and what decides about its recording.
struct PlannedTest {
    id: String,
    file: Arc<SourceFile>,
    test: StyleTest,
    digest: String,
    checks: Option<StyleChecks>,
    recording: Option<Recording>,
}

impl PlannedTest {
    fn needs_without(&self) -> bool {
        self.test.expect.contains(&Expectation::SameAsWithout)
    }
}

/// Runs tests.
///
/// # Errors
/// 3 for invalid files and failing tests, 64 for what nobody agreed to, and what the service refuses.
pub async fn run(
    args: &TestArgs,
    global: &GlobalArgs,
    here: &Utf8Path,
    variables: &EnvVariables,
    screen: &Arc<Screen>,
) -> Result<Exit, CliError> {
    let outputs = OutputTargets::resolve_targets(&args.writes, None, "test", global, here)?;
    let opened = project::open_project(here)?;
    let checked = opened.check_files(&[], here);
    project::stop_on_errors(&checked.findings, checked.file_count, screen)?;
    let desired =
        checked.desired.ok_or_else(|| CliError::new(Exit::Invalid, "the files of the project are invalid"))?;
    let (mut tests, mut found) = plan_tests(&opened.root, &desired, &args.names);
    if tests.is_empty() && found.is_empty() {
        let message =
            if args.names.is_empty() { "there is no test in tests/*.yaml" } else { "no test has such a name" };
        return Err(CliError::new(Exit::Invalid, message)
            .with_help("housestyle explain test-failed shows what a test looks like"));
    }
    if args.record || args.live {
        let wanted: Vec<usize> = (0..tests.len()).filter(|at| args.live || tests[*at].recording.is_none()).collect();
        send_tests(args, global, here, variables, screen, &opened.root, &mut tests, &wanted).await?;
    }
    let faults = match found.len() {
        0 => String::new(),
        faults => format!("; {} in the files of tests", humanize::count_noun(faults, "fault")),
    };
    found.extend(tests.iter().flat_map(|test| judge_test(&opened.root, test)));
    found.sort_by_key(Diagnostic::sort_key);
    let files = tests.iter().map(|test| test.file.path().clone()).collect::<BTreeSet<_>>().len();
    let below = project::below_repository(&opened.root);
    let found = &found;
    let exit = if found.is_empty() { Exit::Success } else { Exit::Invalid };
    outputs.write_outputs(screen, exit, |format, look| match format {
        FindingFormat::Plain => findings::render_plain(found, files),
        FindingFormat::Json => findings::render_json(found, files),
        FindingFormat::Sarif => findings::render_sarif(found, &below),
        FindingFormat::Github => findings::render_github(found, files, &below),
        FindingFormat::Gitlab => findings::render_gitlab(found, &below),
        FindingFormat::Junit => findings::render_junit(found, files, &below),
        FindingFormat::Human => findings::render_human(found, files, look),
    })?;
    let failed = tests.iter().filter(|test| !judge_test(&opened.root, test).is_empty()).count();
    screen.print_status(&format!(
        "{} of {} passed{faults}",
        tests.len() - failed,
        humanize::count_noun(tests.len(), "test")
    ));
    report_unused(&opened.root, &tests, args.names.is_empty(), screen);
    Ok(exit)
}

/// Every finding of the tests of a project, from recordings alone.
#[must_use]
pub fn replay_tests(root: &Utf8Path, desired: &Desired) -> Vec<Diagnostic> {
    let (tests, mut found) = plan_tests(root, desired, &[]);
    found.extend(tests.iter().flat_map(|test| judge_test(root, test)));
    found
}

fn plan_tests(root: &Utf8Path, desired: &Desired, names: &[String]) -> (Vec<PlannedTest>, Vec<Diagnostic>) {
    let mut tests = Vec::new();
    let mut found = Vec::new();
    for path in find_text_files(root, &[TESTS.to_owned()], &[]) {
        let (file, faults) = read_text_file(root, &path);
        found.extend(faults);
        let parsed = source::parse_source(&file, Format::Yaml);
        found.extend(parsed.findings.iter().cloned());
        let stem = path.file_stem().unwrap_or_default();
        for document in &parsed.documents {
            let (read, faults) = read_style_tests(document);
            found.extend(faults.into_iter().map(|fault| {
                Diagnostic::new(Code::TestFailed, &file, fault.span, fault.message).with_help("correct the test")
            }));
            for test in read {
                let id = format!("{stem}/{}", test.name);
                if names.is_empty() || names.iter().any(|name| *name == id || name == stem || name == path.as_str()) {
                    match plan_test(desired, &test) {
                        Ok((digest, checks)) => {
                            tests.push(PlannedTest { id, file: file.clone(), test, digest, checks, recording: None })
                        }
                        Err(message) => found.push(Diagnostic::new(Code::TestFailed, &file, test.span, message)),
                    }
                }
            }
        }
    }
    tests.par_iter_mut().for_each(|test| test.recording = read_recording(root, test));
    (tests, found)
}

/// The digest of everything that could change the answer, and what the translation is checked against.
fn plan_test(desired: &Desired, test: &StyleTest) -> Result<(String, Option<StyleChecks>), String> {
    let address = Address::parse(&test.subject)?;
    let unknown = || format!("the project has no `{}`", test.subject);
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
        Kind::Glossary | Kind::SpokenTerms => {
            return Err(format!("`{}` is neither a style nor a profile", test.subject));
        }
    };
    // What was asked stands in its own digest; ids differ between accounts.
    for name in ["style_id", "glossary_id", "glossary_ids", "translation_memory_id"] {
        parameters.remove(name);
    }
    let rules = style.map(|style| {
        style.rules.iter().map(|(rule, value)| (rule.to_string(), json!(value.value))).collect::<BTreeMap<_, _>>()
    });
    let instructions = style.map(|style| {
        let one = |instruction: &crate::model::Placed<crate::model::style::Instruction>| {
            let crate::model::style::Instruction { label, prompt, source_language } = &instruction.value;
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
    let StyleTest { name: _, subject: _, from, to, text, expect, span: _ } = test;
    let whole = json!({
        "text": text, "from": from, "to": to, "language": language.as_str(), "rules": rules, "instructions": instructions,
        "entries": entries, "parameters": parameters, "without": expect.contains(&Expectation::SameAsWithout),
    });
    let checks = style.and_then(|style| {
        let set = TextSet { files: String::new(), language, style: style.key.to_string(), glossaries: Vec::new() };
        text_checks(desired, &set, false).ok().map(|checks| checks.style)
    });
    Ok((short_digest(whole.to_string(), 32), checks))
}

fn recording_path(root: &Utf8Path, digest: &str) -> Utf8PathBuf {
    root.join(RECORDINGS).join(format!("{digest}.json"))
}

fn read_recording(root: &Utf8Path, test: &PlannedTest) -> Option<Recording> {
    let text = std::fs::read_to_string(recording_path(root, &test.digest)).ok()?;
    let json: Json = serde_json::from_str(&text).ok()?;
    let own = |name: &str| json.get(name).and_then(Json::as_str).map(str::to_owned);
    json.get("housestyle_recording").filter(|version| **version == 1)?;
    Some(Recording { with: own("with")?, without: own("without") })
}

fn judge_test(root: &Utf8Path, planned: &PlannedTest) -> Vec<Diagnostic> {
    let PlannedTest { id, file, test, digest: _, checks, recording } = planned;
    let finding = |message: String| {
        Diagnostic::new(Code::TestFailed, file, test.span, format!("{id}: {message}"))
            .with_pointer(format!("/tests/{id}"))
    };
    let Some(Recording { with, without }) = recording else {
        let message = if is_outdated(root, id) {
            "its style, text or parameters changed since it was recorded"
        } else {
            "it was never recorded"
        };
        return vec![finding(message.to_owned()).with_help("record it: housestyle test --record")];
    };
    let text = TranslatedText { with, without: without.as_deref(), checks: checks.as_ref() };
    let failures = judge_translation(&text, &test.expect);
    failures
        .into_iter()
        .map(|failure| finding(failure).with_note(format!("the translation: {}", with.replace('\n', " "))))
        .collect()
}

/// Whether another recording is of this test.
fn is_outdated(root: &Utf8Path, id: &str) -> bool {
    recordings(root).iter().any(|(_, test)| test == id)
}

/// Files of recordings, and the test that each is of.
fn recordings(root: &Utf8Path) -> Vec<(Utf8PathBuf, String)> {
    let files = find_text_files(root, &[format!("{RECORDINGS}/*.json")], &[]);
    let test = |path: Utf8PathBuf| {
        let json: Json = serde_json::from_str(&std::fs::read_to_string(root.join(&path)).ok()?).ok()?;
        json.get("test").and_then(Json::as_str).map(|test| (path, test.to_owned()))
    };
    files.into_iter().filter_map(test).collect()
}

fn report_unused(root: &Utf8Path, tests: &[PlannedTest], all: bool, screen: &Screen) {
    if !all {
        return;
    }
    let folder = root.join(RECORDINGS);
    let count = std::fs::read_dir(&folder).map_or(0, |entries| {
        entries.flatten().filter(|entry| entry.path().extension().is_some_and(|e| e == "json")).count()
    });
    let used =
        tests.iter().filter(|test| test.recording.is_some()).map(|test| &test.digest).collect::<BTreeSet<_>>().len();
    if count > used {
        screen.print_status(&format!(
            "{} in {RECORDINGS} belongs to no current test",
            humanize::count_noun(count - used, "recording")
        ));
    }
}

#[expect(clippy::too_many_arguments, reason = "what a command has around it, and what it works on")]
async fn send_tests(
    args: &TestArgs,
    global: &GlobalArgs,
    here: &Utf8Path,
    variables: &EnvVariables,
    screen: &Arc<Screen>,
    root: &Utf8Path,
    tests: &mut [PlannedTest],
    wanted: &[usize],
) -> Result<(), CliError> {
    let mut groups: BTreeMap<(String, Option<String>, Option<String>), Vec<usize>> = BTreeMap::new();
    for at in wanted {
        let StyleTest { subject, from, to, .. } = &tests[*at].test;
        groups.entry((subject.clone(), from.clone(), to.clone())).or_default().push(*at);
    }
    for ((subject, from, to), members) in groups {
        let trial = TryArgs {
            command: None,
            subject: Some(subject),
            text: None,
            file: None,
            out: None,
            from,
            to,
            auto_approve: args.auto_approve,
        };
        let texts: Vec<(&str, bool)> =
            members.iter().map(|at| (tests[*at].test.text.as_str(), tests[*at].needs_without())).collect();
        let answers = translate_for_test(&trial, &texts, global, here, variables, screen).await?;
        for (at, (with, without)) in members.into_iter().zip(answers) {
            let recording = Recording { with, without };
            if !args.live {
                write_recording(root, &tests[at], &recording)?;
            }
            tests[at].recording = Some(recording);
        }
    }
    Ok(())
}

fn write_recording(root: &Utf8Path, planned: &PlannedTest, recording: &Recording) -> Result<(), CliError> {
    let path = recording_path(root, &planned.digest);
    let failed = |error: std::io::Error| CliError::io_error(format!("cannot write {path}"), &error);
    let folder = root.join(RECORDINGS);
    disk::create_folder(&folder).map_err(failed)?;
    let Recording { with, without } = recording;
    let json = json!({ "housestyle_recording": 1, "test": planned.id, "text": planned.test.text, "with": with, "without": without });
    let text = serde_json::to_string_pretty(&json).unwrap_or_default() + "\n";
    disk::replace(&path, text.as_bytes(), FileMode::Shared, Overwrite::Replace).map_err(failed)?;
    // What was recorded of this test before is of another style.
    for (old, test) in recordings(root) {
        if test == planned.id && root.join(&old) != path {
            disk::remove(root.join(&old)).map_err(failed)?;
        }
    }
    Ok(())
}
