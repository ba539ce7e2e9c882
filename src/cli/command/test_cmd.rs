//! `housestyle test`: translations that were recorded, judged by what tests expect of them.
//!
//! Invariant: without `--record` and `--live` nothing is sent. A recording is named by a digest of everything that could
//! change its answer (text, parameters, style, glossaries), so a changed style makes exactly its own unusable.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use clap::builder::FalseyValueParser;

use crate::catalogue::nearest;
use crate::cli::arguments::format::FindingFormat;
use crate::cli::command::try_cmd::{TryArgs, translate_for_test};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::output_files::{OutputTargets, WriteArgs};
use crate::cli::shown_findings::{self, ShownFindings};
use crate::cli::valid_project;
use crate::conform::case::StyleTest;
use crate::diagnostic::Diagnostic;
use crate::disk::{self, FileMode, Overwrite};
use crate::project;
use crate::project::paths_from::PathsFrom;
use crate::project::texts::style_tests::{
    PlannedTest, RECORDINGS, Recording, RecordingIndex, accept_answers, count_unused_recordings, evaluate_test,
    plan_tests, write_recordings,
};
use crate::report::findings::{JudgedTest, render_tests_json, render_tests_junit, render_tests_matrix};
use crate::report::humanize;
use crate::source::test_files;

/// What `test --help` teaches.
pub const HELP: &str = "Compare recorded translations with the expectations of tests. Nothing is sent unless you \
    ask for it.\n\n\
    Tests are in tests/*.yaml: a text, a style or profile, and `expect`. Responses of the service are recorded under \
    tests/recordings and committed; a changed style invalidates only its own recordings. --record requests the missing \
    recordings, after showing the cost.\n\n\
    Examples:\n\
    \x20 housestyle test                              all tests, from recordings\n\
    \x20 housestyle test buttons/save                 one test: file and name\n\
    \x20 housestyle test --tag smoke                   those with a tag\n\
    \x20 housestyle test --passing 90                 succeeds although some fail\n\
    \x20 housestyle test --record                     sends what is missing, asks first\n\
    \x20 housestyle test --accept                     keeps earlier answers that still pass\n\
    \x20 housestyle test --matrix answers.html        texts × styles, side by side\n\
    \x20 housestyle test --live                       compares with what the service answers now\n\
    \x20 housestyle test -o junit";

/// Arguments of `test`.
#[derive(Debug, clap::Args)]
pub struct TestArgs {
    /// Tests to run: a file, or a file and a name (`buttons/save`); all where absent
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Only tests with one of these tags
    #[arg(long = "tag", value_name = "TAG", env = "HOUSESTYLE_TAG", value_delimiter = ',')]
    pub tags: Vec<String>,
    /// Least share of the tests that has to pass, in percent; all of them where absent
    #[arg(long, value_name = "PERCENT", env = "HOUSESTYLE_PASSING", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub passing: Option<u8>,
    /// Send what has no usable recording, and record the answers
    #[arg(long, env = "HOUSESTYLE_RECORD", value_parser = FalseyValueParser::new())]
    pub record: bool,
    /// Where only the style changed since, keep the recorded answer that still passes; nothing is sent
    #[arg(long, env = "HOUSESTYLE_ACCEPT", value_parser = FalseyValueParser::new(), conflicts_with_all = ["record", "live"])]
    pub accept: bool,
    /// Write the answers as a page: a row for each text, a column for each style or profile
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_MATRIX")]
    pub matrix: Option<Utf8PathBuf>,
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

/// Runs tests.
///
/// # Errors
/// 3 for invalid files and failing tests, 64 for what nobody agreed to, and what the service refuses.
pub async fn run(args: &TestArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let outputs = OutputTargets::resolve_targets(&args.writes, None, "test", global, here)?;
    let opened = project::open_project(here)?;
    let (desired, _) = valid_project::read_desired(&opened, here, screen)?;
    let tested =
        opened.find_faults(&test_files::style_test_files(&opened.root), &opened.root, &project::FixedTexts::new());
    let (mut tests, mut found) = plan_tests(&opened.root, &desired, &args.names, &args.tags);
    // What `validate` says of the files of tests is said here, in its words.
    if project::has_errors(&tested.findings) {
        found = tested.findings;
    }
    if tests.is_empty() && found.is_empty() {
        let message = match (args.names.is_empty(), args.tags.is_empty()) {
            (true, true) => "there is no test in tests/*.yaml",
            (false, true) => "no test has such a name",
            (_, false) => "no test has such a name and such a tag",
        };
        let known = plan_tests(&opened.root, &desired, &[], &[]).0.into_iter().map(|test| test.id);
        let known: BTreeSet<String> = known.collect();
        return Err(match args.names.first() {
            Some(name) if !known.is_empty() => {
                CliError::usage_error(message).with_help(nearest::suggest_key(name, known.iter().map(String::as_str)))
            }
            None if !args.tags.is_empty() && !known.is_empty() => CliError::usage_error(message),
            Some(_) | None => CliError::new(Exit::Invalid, message)
                .with_help("housestyle explain test-failed shows what a test looks like"),
        });
    }
    if args.record || args.live {
        let wanted: Vec<usize> = (0..tests.len()).filter(|at| args.live || tests[*at].recording.is_none()).collect();
        send_tests(args, &opened.root, &mut tests, &wanted, invocation).await?;
    }
    let accepted = if args.accept { accept_answers(&opened.root, &mut tests)? } else { 0 };
    let faults = match found.len() {
        0 => String::new(),
        faults => format!("; {} in the files of tests", humanize::count_noun(faults, "fault")),
    };
    let unrecorded = tests.iter().any(|test| test.recording.is_none());
    let known = if unrecorded { RecordingIndex::read(&opened.root) } else { RecordingIndex::default() };
    let told: BTreeSet<_> = found.iter().map(|finding| finding.file.path().clone()).collect();
    found.extend(known.findings.iter().filter(|finding| !told.contains(finding.file.path())).cloned());
    let judged: Vec<Vec<Diagnostic>> = tests.iter().map(|test| evaluate_test(test, &known)).collect();
    let failed = judged.iter().filter(|failures| !failures.is_empty()).count();
    found.extend(judged.into_iter().flatten());
    found.sort_by_key(Diagnostic::sort_key);
    let file_count = tests.iter().map(|test| test.file.path().clone()).collect::<BTreeSet<_>>().len();
    let paths = PathsFrom::new(here, &opened.root);
    let below = project::below_repository(&opened.root);
    let shown = &shown_findings::show_paths(&found, |path| paths.shown_path(path));
    let of_repository = &shown_findings::show_paths(&found, |path| format!("{below}{path}"));
    let every = ShownFindings { shown, of_repository, file_count };
    let judged: Vec<JudgedTest<'_>> = tests
        .iter()
        .map(|test| JudgedTest {
            id: &test.id,
            shown_path: paths.shown_path(test.file.path()),
            answer: test.recording.as_ref().map(|recording| recording.with.as_str()),
            answer_without: test.recording.as_ref().and_then(|recording| recording.without.as_deref()),
            path: format!("{below}{}", test.file.path()),
            failures: shown_of(of_repository, &test.id),
            is_accepted: test.recording.as_ref().is_some_and(|recording| recording.accepted_from.is_some()),
            subject: &test.test.subject,
            text: &test.test.text,
        })
        .collect();
    let told: usize = judged.iter().map(|test| test.failures.len()).sum();
    // What is wrong with files is no test that may fail.
    let passed = tests.len() - failed;
    let is_enough = args.passing.is_some_and(|share| passed * 100 >= usize::from(share) * tests.len());
    let exit = if found.is_empty() || is_enough && told == found.len() { Exit::Success } else { Exit::Invalid };
    outputs.write_outputs(screen, exit, |format, look| {
        // What is wrong with the files themselves is told as findings are.
        if format == FindingFormat::Json {
            render_tests_json(shown, file_count, &judged)
        } else if format == FindingFormat::Junit && told == found.len() {
            render_tests_junit(&judged)
        } else {
            every.render(shown, format, global, look)
        }
    })?;
    let asked = args.passing.map(|share| format!("; {share} % have to")).unwrap_or_default();
    if let Some(matrix) = &args.matrix {
        let failed = |error| CliError::io_error(format!("cannot write {matrix}"), &error);
        let page = render_tests_matrix(&judged);
        disk::replace(here.join(matrix), page.as_bytes(), FileMode::Shared, Overwrite::Replace).map_err(failed)?;
    }
    if args.accept {
        screen
            .print_status(&format!("{} accepted; nothing was sent", humanize::count_noun(accepted, "earlier answer")));
    }
    screen.print_status(&format!("{passed} of {} passed{asked}{faults}", humanize::count_noun(tests.len(), "test")));
    let unused =
        if args.names.is_empty() && args.tags.is_empty() { count_unused_recordings(&opened.root, &tests) } else { 0 };
    if unused > 0 {
        let unused = humanize::count_noun(unused, "recording");
        screen.print_status(&format!("not used by any test: {unused} in {RECORDINGS}"));
    }
    Ok(exit)
}

/// The findings of one test.
fn shown_of<'a>(findings: &'a [Diagnostic], id: &str) -> Vec<&'a Diagnostic> {
    let pointer = format!("/tests/{id}");
    findings.iter().filter(|finding| finding.pointer.as_deref() == Some(pointer.as_str())).collect()
}

async fn send_tests(
    args: &TestArgs,
    root: &Utf8Path,
    tests: &mut [PlannedTest],
    wanted: &[usize],
    invocation: &Invocation<'_>,
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
        let answers = translate_for_test(&trial, &texts, invocation).await?;
        let mut answered = Vec::new();
        for (at, (with, without)) in members.into_iter().zip(answers) {
            let recording = Recording { with, without, accepted_from: None };
            tests[at].recording = Some(recording);
            answered.push(at);
        }
        // Each group is paid for: what was answered is kept, whatever becomes of the next one.
        if !args.live {
            write_recordings(root, tests, &answered)?;
        }
    }
    Ok(())
}
