//! `housestyle validate`: every finding of a project in one pass, without a network.

use camino::Utf8PathBuf;

use crate::cli::arguments::format::FindingFormat;
use crate::cli::baseline::{BaselineArgs, BaselineOf};
use crate::cli::exit::{CliError, Exit};
use crate::cli::git::changed_files;
use crate::cli::git::changed_since;
use crate::cli::invocation::Invocation;
use crate::cli::output_files::{OutputTargets, WriteArgs};
use crate::cli::screen::terminal::Screen;
use crate::cli::shown_findings::{self, ShownFindings};
use crate::diagnostic::{Diagnostic, Severity};
use crate::project::paths_from::PathsFrom;
use crate::project::rewriting::fix;
use crate::project::rewriting::hints::{self, Hint};
use crate::project::rewriting::project_files::ProjectFiles;
use crate::project::validation::{self, ValidatedFindings, ValidatedProject};
use crate::project::{self, FixedTexts};
use crate::report::{RenderOptions, Sanitized, git_patch, humanize};

/// What `validate --help` teaches.
pub const HELP: &str = "Check every file of the project and show all findings at once. Nothing is sent anywhere.\n\n\
    Formats: human, plain (one line per finding, for editors), json (schema: housestyle schema findings), sarif (code \
    scanning), github (annotations), gitlab (code quality), junit. --write writes further formats to files in the same \
    run. Paths in the last four are relative to the git repository of the project.\n\n\
    Examples:\n\
    \x20 housestyle validate                          the whole project\n\
    \x20 housestyle validate styles/support-de.yaml   one file; its bases are read too\n\
    \x20 housestyle validate --format plain           file:line:column: severity[code]: message\n\
    \x20 housestyle validate -o github --write sarif=style.sarif\n\
    \x20 housestyle validate --fix                    edits typos that have one reading; comments stay\n\
    \x20 housestyle validate --changed FILE…          for hooks: the projects that these files belong to\n\
    \x20 housestyle validate --changed-since main     what a branch changed, and what rests on it\n\
    \x20 housestyle validate --write-baseline         from now on, only what is new is shown and fails\n\
    \x20 housestyle validate --hints                  also what could be shorter; fails nothing\n\
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
        conflicts_with_all = ["write_baseline", "prune_baseline", "changed_since"]
    )]
    pub changed: bool,
    /// Report findings only for files changed since this git revision, and for files that depend on them
    #[arg(long, value_name = "REVISION", env = "HOUSESTYLE_CHANGED_SINCE", conflicts_with_all = ["paths", "changed", "write_baseline", "prune_baseline"])]
    pub changed_since: Option<String>,
    /// Findings that are known
    #[command(flatten)]
    pub baseline: BaselineArgs,
    /// Exit with 0 even if files are invalid; failures keep their exit codes
    #[arg(long, env = "HOUSESTYLE_EXIT_ZERO", value_parser = clap::builder::FalseyValueParser::new())]
    pub exit_zero: bool,
    /// Also show what could be shorter: rules that a base gives already, near-equal prompts, empty lists
    #[arg(long, env = "HOUSESTYLE_HINTS", value_parser = clap::builder::FalseyValueParser::new(), conflicts_with_all = ["changed", "changed_since", "fix"])]
    pub hints: bool,
    /// Further forms
    #[command(flatten)]
    pub writes: WriteArgs,
}

/// Checks and shows.
///
/// # Errors
/// Where there is no project and no file was named, or the command does not support the format.
pub fn run(args: &ValidateArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let outputs = OutputTargets::resolve_targets(&args.writes, None, "validate", global, here)?;
    let projects = if args.changed {
        let changed = changed_files::projects_of_files(&args.paths, here);
        if changed.is_empty() {
            screen.print_status(&format!(
                "none of {} is a document of a project, a table beside one, or {}: nothing to check",
                humanize::count_noun(args.paths.len(), "file"),
                project::PROJECT_FILE
            ));
        }
        changed.into_iter().map(|changed| ValidatedProject::from_changed(changed.root, changed.files)).collect()
    } else {
        validation::projects_of_paths(&args.paths, here)?
    };
    let mut run = ValidateRun::default();
    for project in &projects {
        run.validate_project(args, project, invocation)?;
    }
    if args.diff {
        return finish_diff(args, &run, screen);
    }
    if args.fix && (run.fixes > 0 || !args.changed) {
        screen.print_status(&format!("made {}", humanize::count_noun(run.fixes, fix_kind_label(fix_selection(args)))));
    }
    let ValidateRun { shown, of_repository, file_count: files, .. } = &run;
    let exit = exit_of(shown, args);
    let errors = || shown.iter().filter(|finding| finding.severity == Severity::Error).cloned().collect::<Vec<_>>();
    let of_person = if outputs.is_screen_quiet(screen) { errors() } else { shown.clone() };
    let every = ShownFindings { shown, of_repository, file_count: *files };
    let render = |of_person: &[Diagnostic], format: FindingFormat, look: &RenderOptions| {
        if projects.is_empty() && matches!(format, FindingFormat::Human) {
            return String::new();
        }
        let look = if args.changed { changed_files::hook_render_options(*look) } else { *look };
        every.render(of_person, format, global, &look)
    };
    // A file was asked for by name: --quiet is about the screen alone.
    outputs.write_screen_and_files(
        screen,
        exit,
        |format, look| render(&of_person, format, look),
        |format, look| render(shown, format, look),
    )?;
    if run.names_texts && shown.is_empty() && !args.changed {
        screen.print_status("`housestyle lint` judges the texts of `[[texts]]`");
    }
    if args.hints && exit == Exit::Success {
        for project in &projects {
            print_hints(project, invocation)?;
        }
    }
    Ok(exit)
}

/// Shows what could be shorter in a valid project: for people alone, beside findings of any format.
fn print_hints(project: &ValidatedProject, invocation: &Invocation<'_>) -> Result<(), CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let opened = project.open(&FixedTexts::new());
    let files = ProjectFiles::read_project(&opened);
    let (Some(desired), _) = files.check_project() else { return Ok(()) };
    let paths = PathsFrom::new(here, &project.root);
    let mut text = String::new();
    let all = hints::find_hints(&files, &desired);
    for Hint { place, message, help } in &all {
        let path = paths.shown_path(&place.file);
        text.push_str(&format!("{path}:{}:{}: info: {message}; {help}\n", place.line, place.column));
    }
    text.push_str(&format!("{}\n", humanize::count_noun(all.len(), "hint")));
    if global.format.as_deref().is_none_or(|format| matches!(format, "human" | "plain")) {
        screen.print_report(Exit::Success, &text)
    } else {
        // What programs read stays what it is.
        screen.print_status(&text);
        Ok(())
    }
}

/// What came of the projects so far.
#[derive(Default)]
struct ValidateRun {
    /// Findings with paths from where people are.
    shown: Vec<Diagnostic>,
    /// The same with paths of the git repository; where there is none, from where people are.
    of_repository: Vec<Diagnostic>,
    file_count: usize,
    fixes: usize,
    /// Whether the files as they are have errors.
    had_errors: bool,
    names_texts: bool,
    patch: String,
}

impl ValidateRun {
    fn validate_project(
        &mut self,
        args: &ValidateArgs,
        project: &ValidatedProject,
        invocation: &Invocation<'_>,
    ) -> Result<(), CliError> {
        let Invocation { here, variables, screen, .. } = *invocation;
        let since = args
            .changed_since
            .as_ref()
            .map(|name| changed_since::files_changed_since(name, &project.open(&FixedTexts::new()), variables))
            .transpose()?;
        let ValidatedFindings { mut check, fixes, had_errors } =
            project.check_and_fix(here, args.fix.then(|| fix_selection(args)));
        if let Some(folder) = check.empty_folders.first() {
            let patterns = project.open(&FixedTexts::new()).project.files.join("`, `");
            let message = format!("no file of the project is in {}", Sanitized(folder.as_str()));
            return Err(CliError::usage_error(message).with_help(format!(
                "name another folder; `files` in {} has the patterns `{}`, without what `exclude` takes out",
                project::PROJECT_FILE,
                Sanitized(&patterns)
            )));
        }
        let repository = project::find_repository(&project.root);
        let below = project::below_repository(&project.root);
        let paths = PathsFrom::new(here, &project.root);
        self.had_errors |= had_errors;
        self.names_texts |= check.names_texts;
        if !args.diff {
            let made = fixes.write_files(&project.root)?;
            self.fixes += made;
            if made < fixes.count() {
                screen.print_status(
                    "a file changed while it was being fixed and was left as it is: run the command again",
                );
                check = project.check_and_fix(here, None).check;
            }
        }
        self.file_count += check.file_count;
        let mut found = check.findings;
        if args.diff {
            let files = fixes.files.values().map(|rewritten| git_patch::PatchFile {
                path: rewritten.file.path(),
                old: Some(rewritten.file.text()),
                new: &rewritten.text,
            });
            self.patch.push_str(&git_patch::render_git_patch(&below, files));
        } else {
            let whole = project.is_whole() && since.is_none();
            found = args.baseline.filter_findings(BaselineOf::Project, found, whole, &project.root, here, screen)?;
        }
        if let Some(since) = &since {
            found.retain(|finding| since.concerns_finding(finding));
        }
        self.shown.extend(shown_findings::show_paths(&found, |path| paths.shown_path(path)));
        self.of_repository.extend(shown_findings::show_paths(&found, |path| match repository {
            Some(_) => format!("{below}{path}"),
            None => paths.shown_path(path),
        }));
        Ok(())
    }
}

/// Prints all fixes as a patch, and what they leave.
fn finish_diff(args: &ValidateArgs, run: &ValidateRun, screen: &Screen) -> Result<Exit, CliError> {
    screen.print_output(&run.patch)?;
    let left = run.shown.iter().filter(|finding| finding.severity == Severity::Error).count();
    if left > 0 {
        let (left, edit) = (humanize::count_noun(left, "error"), fix_kind_label(fix_selection(args)));
        screen
            .print_status(&format!("the patch leaves {left} with no {edit}; housestyle validate shows what is wrong"));
    }
    Ok(if run.had_errors && !args.exit_zero { Exit::Invalid } else { Exit::Success })
}

fn exit_of(found: &[Diagnostic], args: &ValidateArgs) -> Exit {
    if project::has_errors(found) && !args.exit_zero { Exit::Invalid } else { Exit::Success }
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
