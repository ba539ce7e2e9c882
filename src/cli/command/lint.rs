//! `housestyle lint`: where texts do not follow the style that they are written under, without a network.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use clap::builder::FalseyValueParser;

use crate::catalogue::nearest;
use crate::check::Desired;
use crate::check::text_checks::find_text_checks;
use crate::cli::arguments::format::FindingFormat;
use crate::cli::baseline::{BaselineArgs, BaselineOf};
use crate::cli::exit::{CliError, Exit};
use crate::cli::git::changed_since;
use crate::cli::invocation::Invocation;
use crate::cli::output_files::{OutputTargets, WriteArgs};
use crate::cli::screen::terminal::Screen;
use crate::cli::shown_findings::{self, ShownFindings};
use crate::cli::valid_project;
use crate::conform::lint::Unchecked;
use crate::conform::reader::TextFormat;
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::Language;
use crate::project::paths_from::PathsFrom;
use crate::project::texts::text_files::{
    TextJob, TextsReport, find_text_files, fix_text_jobs, language_of_path, plan_text_jobs, run_text_jobs,
};
use crate::project::{self, OpenedProject};
use crate::report::findings::render_summary;
use crate::report::{git_patch, humanize};

/// What `lint --help` teaches.
pub const HELP: &str = "Show where texts do not follow their style. Nothing is sent anywhere.\n\n\
    housestyle.toml (`[[texts]]`) or --style defines the style of each text. Supports PO, XLIFF, JSON, ARB, YAML, \
    Android and Apple strings, .properties, .resx, Qt .ts, Fluent, Markdown, HTML, plain text, subtitles, TMX and CSV. Placeholders, tags and \
    code are never checked. Rules without a detector are listed at the end.\n\n\
    Examples:\n\
    \x20 housestyle lint                              all texts of the project\n\
    \x20 housestyle lint locales/de                   those below a folder\n\
    \x20 housestyle lint README.de.md --style docs-de a file that no [[texts]] names\n\
    \x20 housestyle lint --fix                        rewrites what loses nothing\n\
    \x20 housestyle lint --fix --diff                 shows these edits as a patch, makes none\n\
    \x20 housestyle lint --changed-since main         texts that a branch changed\n\
    \x20 housestyle lint --summary                    counts by rule, and the line that turns each off\n\
    \x20 housestyle lint --rule ellipsis --fix        one rule at a time\n\
    \x20 housestyle lint --write-baseline             from now on, only what is new is shown and fails";

/// Arguments of `lint`.
#[derive(Debug, clap::Args)]
pub struct LintArgs {
    /// Files or folders of texts; all of the project where absent
    #[arg(value_name = "PATH")]
    pub paths: Vec<Utf8PathBuf>,
    /// Style rule list that the paths are written under, whatever `[[texts]]` sets
    #[arg(long, value_name = "KEY", env = "HOUSESTYLE_STYLE", requires = "paths")]
    pub style: Option<String>,
    /// Translation profile whose style and glossaries apply
    #[arg(long, value_name = "KEY", env = "HOUSESTYLE_PROFILE", requires = "paths", conflicts_with = "style")]
    pub profile: Option<String>,
    /// Also use what is right in less than 98 %: some detectors, and terms of glossaries outside of Chinese, Japanese and Korean
    #[arg(long, env = "HOUSESTYLE_IMPRECISE", value_parser = FalseyValueParser::new())]
    pub imprecise: bool,
    /// Rewrite what loses nothing, then report the remaining findings
    #[arg(long, env = "HOUSESTYLE_FIX", value_parser = FalseyValueParser::new())]
    pub fix: bool,
    /// With --fix: print the edits as a patch for git, and make none
    #[arg(long, env = "HOUSESTYLE_DIFF", value_parser = FalseyValueParser::new(), requires = "fix", conflicts_with = "write")]
    pub diff: bool,
    /// Files of texts that changed since this revision, or whose style did
    #[arg(long, value_name = "REVISION", env = "HOUSESTYLE_CHANGED_SINCE", conflicts_with_all = ["paths", "write_baseline", "prune_baseline"])]
    pub changed_since: Option<String>,
    /// Findings that are known
    #[command(flatten)]
    pub baseline: BaselineArgs,
    /// Only these rules of styles, by name; no glossary is asked
    #[arg(long = "rule", value_name = "RULE", env = "HOUSESTYLE_RULE", value_delimiter = ',', conflicts_with_all = ["write_baseline", "prune_baseline"])]
    pub rules: Vec<String>,
    /// Count by rule, with the first places and the line that turns each off
    #[arg(long, env = "HOUSESTYLE_SUMMARY", value_parser = FalseyValueParser::new(), conflicts_with = "diff")]
    pub summary: bool,
    /// Exit with 0 where texts do not follow their style
    #[arg(long, env = "HOUSESTYLE_EXIT_ZERO", value_parser = FalseyValueParser::new())]
    pub exit_zero: bool,
    /// Further formats
    #[command(flatten)]
    pub writes: WriteArgs,
}

/// Checks and shows.
///
/// # Errors
/// Where the project is invalid, or names a style that it does not have.
pub fn run(args: &LintArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, variables, screen } = *invocation;
    let outputs = OutputTargets::resolve_targets(&args.writes, None, "lint", global, here)?;
    let opened = project::open_project(here)?;
    let (desired, _) = valid_project::read_desired(&opened, here, screen)?;
    let mut jobs = jobs(args, &opened, &desired, here)?;
    retain_rules(&args.rules, &mut jobs)?;
    if let Some(revision) = &args.changed_since {
        changed_since::retain_changed_texts(revision, &opened, variables, &mut jobs)?;
    }
    if jobs.iter().all(|job| job.files.is_empty() && !project::has_errors(&job.findings))
        && args.changed_since.is_none()
    {
        return Err(no_texts(args, here));
    }
    let below = project::below_repository(&opened.root);
    if args.diff {
        let fixed = fix_text_jobs(&opened, &jobs);
        let files = fixed.plans.iter().flat_map(|plan| plan.files.values()).map(|rewritten| git_patch::PatchFile {
            path: rewritten.file.path(),
            old: Some(rewritten.file.text()),
            new: &rewritten.text,
        });
        screen.print_output(&git_patch::render_git_patch(&below, files))?;
        let left = fixed.report.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        if left > 0 {
            let left = humanize::count_noun(left, "error");
            screen.print_status(&format!(
                "the patch leaves {left} with no safe edit; housestyle lint shows what is wrong"
            ));
        }
        return Ok(if fixed.had_errors && !args.exit_zero { Exit::Invalid } else { Exit::Success });
    }
    let report = if args.fix { write_fixes(&opened, &jobs, screen)? } else { run_text_jobs(&opened, &jobs) };
    let whole = args.paths.is_empty() && args.changed_since.is_none() && args.rules.is_empty();
    let TextsReport { findings: found, file_count, coverage } = report;
    let found = args.baseline.filter_findings(BaselineOf::Texts, found, whole, &opened.root, here, screen)?;
    let exit = exit_of(&found, args);
    let paths = PathsFrom::new(here, &opened.root);
    let shown = &shown_findings::show_paths(&found, |path| paths.shown_path(path));
    let of_repository = &shown_findings::show_paths(&found, |path| format!("{below}{path}"));
    let every = ShownFindings { shown, of_repository, file_count };
    outputs.write_outputs(screen, exit, |format, look| {
        if args.summary && format == FindingFormat::Human {
            render_summary(shown, file_count, look)
        } else {
            every.render(shown, format, global, look)
        }
    })?;
    for line in coverage_lines(&jobs, &coverage) {
        screen.print_status(&line);
    }
    Ok(exit)
}

/// Leaves of the checks of texts what these names of rules are about; all where there is no name.
fn retain_rules(names: &[String], jobs: &mut [TextJob]) -> Result<(), CliError> {
    if names.is_empty() {
        return Ok(());
    }
    let asked: BTreeSet<&str> =
        jobs.iter().flat_map(|job| &job.checks.style.rules).map(|rule| rule.detector.rule).collect();
    let means = |name: &str, rule: &str| {
        let name = name.strip_prefix("off-style/").unwrap_or(name);
        rule == name || rule.split_once('.').is_some_and(|(_, bare)| bare == name)
    };
    if let Some(unknown) = names.iter().find(|name| !asked.iter().any(|rule| means(name, rule))) {
        return Err(CliError::new_sanitized(
            Exit::Usage,
            format!("no style of these texts has a rule `{unknown}` to check"),
        )
        .with_help(if asked.is_empty() {
            "their styles have no rule that lint can check; without --rule, glossaries are asked too".to_owned()
        } else {
            nearest::suggest_key(unknown, asked)
        }));
    }
    for checks in jobs.iter_mut().map(|job| &mut job.checks) {
        checks.terms.clear();
        checks.style.rules.retain(|rule| names.iter().any(|name| means(name, rule.detector.rule)));
        checks.style.unchecked.clear();
    }
    Ok(())
}

/// Writes every file with its safe fixes; what is found afterwards.
fn write_fixes(opened: &OpenedProject, jobs: &[TextJob], screen: &Screen) -> Result<TextsReport, CliError> {
    let fixed = fix_text_jobs(opened, jobs);
    let (mut made, mut left) = (0, 0);
    for plan in &fixed.plans {
        let of_plan = plan.write_files(&opened.root)?;
        made += of_plan;
        left += usize::from(of_plan < plan.count());
    }
    screen.print_status(&format!("made {}", humanize::count_noun(made, "edit")));
    if left == 0 {
        return Ok(fixed.report);
    }
    let left = humanize::count_noun(left, "file");
    screen.print_status(&format!("{left} not rewritten, which changed meanwhile: run the command again"));
    Ok(run_text_jobs(opened, jobs))
}

/// Nothing was looked at: green would be a lie.
fn no_texts(args: &LintArgs, here: &Utf8Path) -> CliError {
    let Some(first) = args.paths.first() else {
        return CliError::new(Exit::Invalid, "no file of texts was found").with_help(
            "name files with --style KEY, or add [[texts]] to housestyle.toml: housestyle init --texts proposes them",
        );
    };
    let named = args.style.is_some() || args.profile.is_some();
    let (message, help) = if !here.join(first).exists() {
        (format!("cannot read {first}: there is no such file"), "check its path".to_owned())
    } else if named {
        (format!("no file of texts is in {first}"), format!("these are read: {}", TextFormat::READ))
    } else {
        (
            format!("no [[texts]] of housestyle.toml reaches {first}"),
            "name its style with --style KEY, or add [[texts]]: housestyle init --texts proposes them".to_owned(),
        )
    };
    CliError::new_sanitized(Exit::Invalid, message).with_help(help)
}

fn exit_of(found: &[Diagnostic], args: &LintArgs) -> Exit {
    if project::has_errors(found) && !args.exit_zero { Exit::Invalid } else { Exit::Success }
}

fn jobs(args: &LintArgs, opened: &OpenedProject, desired: &Desired, here: &Utf8Path) -> Result<Vec<TextJob>, CliError> {
    let named: Vec<Utf8PathBuf> = args.paths.iter().map(|path| opened.relative_path(&here.join(path))).collect();
    let (style, glossaries) = match (&args.style, &args.profile) {
        (Some(style), _) => (style.clone(), Vec::new()),
        (None, Some(key)) => style_of_profile(desired, key)?,
        (None, None) => return Ok(plan_text_jobs(opened, desired, &named, args.imprecise)?),
    };
    let bare = style.strip_prefix("style/").unwrap_or(&style);
    let own = desired.styles().values().find(|own| own.key.as_str() == bare);
    let language = own.map_or_else(|| Language::new("en"), |own| own.language.value.clone());
    let checks = find_text_checks(desired, &language, &style, &glossaries, args.imprecise)?;
    let (mut files, mut findings) = (Vec::new(), Vec::new());
    for (path, relative) in args.paths.iter().zip(&named) {
        if here.join(path).is_dir() {
            let found = find_text_files(&opened.root, relative, &opened.project.exclude);
            let fits = |file: &Utf8PathBuf| language_of_path(file.as_str()).is_none_or(|found| found == language);
            files.extend(found.files.into_iter().filter(fits));
            findings.extend(found.findings);
        } else {
            files.push(relative.clone());
        }
    }
    Ok(vec![TextJob { files, findings, checks, language, sources: Vec::new() }])
}

fn style_of_profile(desired: &Desired, key: &str) -> Result<(String, Vec<String>), CliError> {
    let bare = key.strip_prefix("translation_profile/").unwrap_or(key);
    let no_profile = || {
        CliError::new_sanitized(Exit::Usage, format!("the project has no profile `{key}`"))
            .with_help(nearest::suggest_key(bare, desired.profiles().keys().map(|key| key.as_str())))
    };
    let profile = desired.profiles().values().find(|own| own.key.as_str() == bare).ok_or_else(no_profile)?;
    let style = profile.style.as_ref().map(|style| style.value.to_string());
    let style = style.ok_or_else(|| {
        CliError::new_sanitized(Exit::Usage, format!("the profile `{key}` has no style"))
            .with_help("name one with --style KEY instead, or add `style` to the profile")
    })?;
    Ok((style, profile.glossaries.keys().iter().map(|glossary| glossary.value.to_string()).collect()))
}

/// How many rules had an occasion, and which cannot be checked: never passed in silence.
fn coverage_lines(jobs: &[TextJob], coverage: &crate::conform::lint::Coverage) -> Vec<String> {
    let checked: BTreeSet<&str> =
        jobs.iter().flat_map(|job| &job.checks.style.rules).map(|rule| rule.detector.rule).collect();
    let with =
        checked.iter().filter(|rule| coverage.rules.get(**rule).is_some_and(|(occasions, _)| *occasions > 0)).count();
    let skipped = match coverage.skipped {
        0 => String::new(),
        n => format!("; {} in another language or code, not checked", humanize::count_noun(n, "text")),
    };
    let mut lines = vec![format!(
        "{with} of {} had an occasion in {}{skipped}",
        humanize::count_noun(checked.len(), "checked rule"),
        humanize::count_noun(coverage.texts, "text")
    )];
    if coverage.unpaired > 0 {
        lines.push(format!(
            "{} without a source to compare with: `source` of [[texts]] names its files",
            humanize::count_noun(coverage.unpaired, "text")
        ));
    }
    let mut by_reason: std::collections::BTreeMap<Unchecked, BTreeSet<&str>> = std::collections::BTreeMap::new();
    for job in jobs {
        for ((_, rule), why) in &job.checks.style.unchecked {
            by_reason.entry(*why).or_default().insert(rule);
        }
    }
    for (why, rules) in by_reason {
        let names: Vec<&str> = rules.into_iter().collect();
        lines.push(format!("not checked ({}): {}", why.reason(), names.join(", ")));
    }
    lines
}
