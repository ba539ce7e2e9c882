//! `housestyle validate`: every finding of a project in one pass, without a network.

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::args::GlobalArgs;
use crate::cli::baseline;
use crate::cli::changed_files;
use crate::cli::changed_since;
use crate::cli::exit::{CliError, Exit};
use crate::cli::fix;
use crate::cli::format::{FindingFormat, HookFormat, choose_format};
use crate::cli::output_files::{OutputTargets, WriteArgs};
use crate::cli::project;
use crate::cli::screen::Screen;
use crate::cli::settings::EnvVariables;
use crate::diagnostic::{Diagnostic, Severity};
use crate::report::{findings, git_patch, humanize};

/// What `validate --help` teaches.
pub const HELP: &str = "Check every file of the project and show all findings at once. Nothing is sent anywhere.\n\n\
    Forms: human, plain (or concise: one line per finding, for editors), json (its schema: housestyle schema findings), \
    sarif (code scanning), github (annotations), gitlab (code quality), junit. With --write, further ones go into files, \
    all from one run. Paths of the last four are those of the git repository around the project.\n\n\
    Examples:\n\
    \x20 housestyle validate                          the whole project\n\
    \x20 housestyle validate styles/support-de.yaml   one file; its bases are read too\n\
    \x20 housestyle validate --format plain           file:line:column: severity[code]: message\n\
    \x20 housestyle validate -o github --write sarif=style.sarif\n\
    \x20 housestyle validate --fix                    edits typos that have one reading; comments stay\n\
    \x20 housestyle validate --changed FILE…          for hooks: the projects that these files belong to\n\
    \x20 housestyle validate --changed-since main     what a branch changed, and what rests on it\n\
    \x20 housestyle validate --write-baseline         from now on, only what is new is shown and fails\n\
    \x20 housestyle validate --fix --diff             shows these edits as a patch, makes none\n\
    \x20 housestyle explain unknown-rule              what a finding means";

/// Arguments of `validate`.
#[derive(Debug, clap::Args)]
pub struct ValidateArgs {
    /// Files or directories to report findings for [default: the whole project]
    #[arg(value_name = "PATH")]
    pub paths: Vec<Utf8PathBuf>,
    /// Apply safe fixes, then report the remaining findings
    #[arg(long, env = "HOUSESTYLE_FIX", value_parser = clap::builder::FalseyValueParser::new())]
    pub fix: bool,
    /// With --fix: also apply fixes that may change the meaning
    #[arg(long = "unsafe", env = "HOUSESTYLE_UNSAFE", value_parser = clap::builder::FalseyValueParser::new(), requires = "fix")]
    pub guesses: bool,
    /// With --fix: print the fixes as a patch instead of applying them
    #[arg(
        long,
        env = "HOUSESTYLE_DIFF",
        value_parser = clap::builder::FalseyValueParser::new(),
        requires = "fix",
        conflicts_with_all = ["changed", "write"]
    )]
    pub diff: bool,
    /// For hooks: PATHs are changed files; check the projects they belong to
    ///
    /// Files outside any project are ignored. Of each project, all errors are reported, warnings in the changed files only,
    /// and only these files are fixed.
    #[arg(
        long,
        env = "HOUSESTYLE_CHANGED",
        value_parser = clap::builder::FalseyValueParser::new(),
        requires = "paths",
        conflicts_with_all = ["write", "write_baseline", "prune_baseline", "changed_since"]
    )]
    pub changed: bool,
    /// Report findings only for files changed since this git revision, and for files that depend on them
    #[arg(long, value_name = "REVISION", env = "HOUSESTYLE_CHANGED_SINCE", conflicts_with_all = ["paths", "changed", "write_baseline", "prune_baseline"])]
    pub changed_since: Option<String>,
    /// Findings that are known
    #[command(flatten)]
    pub baseline: baseline::BaselineArgs,
    /// Exit with 0 even if files are invalid; failures keep their exit codes
    #[arg(long, env = "HOUSESTYLE_EXIT_ZERO", value_parser = clap::builder::FalseyValueParser::new())]
    pub exit_zero: bool,
    /// Further forms
    #[command(flatten)]
    pub writes: WriteArgs,
}

/// A fix may make way for another; more passes than this would go round in circles.
const MAX_FIX_PASSES: usize = 10;

/// Checks and shows.
///
/// # Errors
/// Where there is no project and no file was named, or the form is none of this verb.
pub fn run(
    args: &ValidateArgs,
    global: &GlobalArgs,
    here: &Utf8Path,
    variables: &EnvVariables,
    screen: &Screen,
) -> Result<Exit, CliError> {
    if args.changed {
        return run_changed(args, global, here, screen);
    }
    let outputs = OutputTargets::resolve_targets(&args.writes, None, "validate", global, here)?;
    let open = || if args.paths.is_empty() { project::open_project(here) } else { Ok(project::open_or_default(here)) };
    let opened = open()?;
    let since = args
        .changed_since
        .as_ref()
        .map(|name| changed_since::files_changed_since(name, &opened, variables))
        .transpose()?;
    let mut checked = opened.check_files(&args.paths, here);
    let which = fix_selection(args);
    if args.diff {
        let below = project::below_repository(&opened.root);
        let fixed = fix::compute_fixes(&checked.findings, which);
        let files = fixed.iter().map(|fixed| git_patch::PatchFile {
            path: fixed.file.path(),
            old: Some(fixed.file.text()),
            new: &fixed.text,
        });
        screen.print_output(&git_patch::render_git_patch(&below, files))?;
        let stays = |finding: &&Diagnostic| finding.severity == Severity::Error && !which.includes_fix_of(finding);
        let left = checked.findings.iter().filter(stays).count();
        if left > 0 {
            let (left, edit) = (humanize::count_noun(left, "error"), fix_kind_label(which));
            screen.print_status(&format!(
                "the patch leaves {left} with no {edit}; housestyle validate shows what is wrong"
            ));
        }
        return Ok(if project::has_errors(&checked.findings) && !args.exit_zero {
            Exit::Invalid
        } else {
            Exit::Success
        });
    }
    if args.fix {
        let mut made = 0;
        for _ in 0..MAX_FIX_PASSES {
            let now = fix::apply_fixes(&opened.root, &checked.findings, which)?;
            if now == 0 {
                break;
            }
            made += now;
            // The project file may be among those that changed.
            checked = open()?.check_files(&args.paths, here);
        }
        screen.print_status(&format!("made {}", humanize::count_noun(made, fix_kind_label(which))));
    }
    let whole = args.paths.is_empty() && since.is_none();
    let mut found = args.baseline.filter_findings(checked.findings, whole, &opened.root, here, screen)?;
    if let Some(since) = &since {
        found.retain(|finding| since.concerns_finding(finding));
    }
    let exit = if project::has_errors(&found) && !args.exit_zero { Exit::Invalid } else { Exit::Success };
    let errors = || found.iter().filter(|finding| finding.severity == Severity::Error).cloned().collect::<Vec<_>>();
    let shown = if screen.is_quiet() { errors() } else { found.clone() };
    let found = &found;
    let files = checked.file_count;
    let below = project::below_repository(&opened.root);
    outputs.write_outputs(screen, exit, |format, look| match format {
        FindingFormat::Plain => findings::render_plain(found, files),
        FindingFormat::Json => findings::render_json(found, files),
        FindingFormat::Sarif => findings::render_sarif(found, &below),
        FindingFormat::Github => findings::render_github(found, files, &below),
        FindingFormat::Gitlab => findings::render_gitlab(found, &below),
        FindingFormat::Junit => findings::render_junit(found, files, &below),
        FindingFormat::Human => findings::render_human(&shown, files, look),
    })?;
    Ok(exit)
}

fn fix_selection(args: &ValidateArgs) -> fix::FixSelection {
    if args.guesses { fix::FixSelection::All } else { fix::FixSelection::Safe }
}

fn fix_kind_label(which: fix::FixSelection) -> &'static str {
    match which {
        fix::FixSelection::Safe => "safe edit",
        fix::FixSelection::All => "edit",
    }
}

/// Checks every project that one of the files belongs to: a hook is told what changed, not where the projects are.
fn run_changed(args: &ValidateArgs, global: &GlobalArgs, here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let format: HookFormat = choose_format(global, "validate --changed")?;
    let projects = changed_files::projects_of_files(&args.paths, here);
    if projects.is_empty() {
        screen.print_status(&format!(
            "none of {} belongs to a project (a folder with {}): nothing to check",
            humanize::count_noun(args.paths.len(), "file"),
            project::PROJECT_FILE
        ));
        return Ok(Exit::Success);
    }
    let which = fix_selection(args);
    let mut exit = Exit::Success;
    let several = projects.len() > 1;
    for changed in &projects {
        let mut checked = changed.check_changed_files();
        if args.fix {
            let mut made = 0;
            for _ in 0..MAX_FIX_PASSES {
                let theirs: Vec<_> =
                    checked.findings.iter().filter(|finding| changed.concerns_finding(finding)).cloned().collect();
                let now = fix::apply_fixes(&changed.root, &theirs, which)?;
                if now == 0 {
                    break;
                }
                made += now;
                checked = changed.check_changed_files();
            }
            if made > 0 {
                screen.print_status(&format!("made {}", humanize::count_noun(made, fix_kind_label(which))));
            }
        }
        if several {
            screen.print_status(&format!("in {}:", changed.root));
        }
        let mut found = args.baseline.filter_findings(checked.findings, false, &changed.root, here, screen)?;
        if screen.is_quiet() {
            found.retain(|finding| finding.severity == Severity::Error);
        }
        let found = &found;
        let ends = if project::has_errors(found) && !args.exit_zero { Exit::Invalid } else { Exit::Success };
        let files = checked.file_count;
        let shown = if format == HookFormat::Plain {
            findings::render_plain(found, files)
        } else {
            findings::render_human(found, files, &changed_files::hook_look(screen))
        };
        screen.print_report(ends, &shown)?;
        exit = exit.max(ends);
    }
    Ok(exit)
}
