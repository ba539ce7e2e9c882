//! `housestyle validate`: every finding of a project in one pass, without a network.

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::args::{Format, Global};
use crate::cli::baseline;
use crate::cli::changed;
use crate::cli::exit::{Exit, Stop};
use crate::cli::fix;
use crate::cli::project;
use crate::cli::screen::Screen;
use crate::cli::settings::Variables;
use crate::cli::since;
use crate::cli::write::{Outputs, Writes};
use crate::diagnostic::{Diagnostic, Severity};
use crate::report::{findings, patch, words};

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
pub struct Args {
    /// Files or folders to show findings of; all of the project where absent
    #[arg(value_name = "PATH")]
    pub paths: Vec<Utf8PathBuf>,
    /// Make the fixes that keep the meaning beyond doubt, then show what is left
    #[arg(long, env = "HOUSESTYLE_FIX", value_parser = clap::builder::FalseyValueParser::new())]
    pub fix: bool,
    /// With --fix: also fixes that are a guess
    #[arg(long = "unsafe", env = "HOUSESTYLE_UNSAFE", value_parser = clap::builder::FalseyValueParser::new(), requires = "fix")]
    pub guesses: bool,
    /// With --fix: print the fixes as a patch for git, and make none
    #[arg(
        long,
        env = "HOUSESTYLE_DIFF",
        value_parser = clap::builder::FalseyValueParser::new(),
        requires = "fix",
        conflicts_with_all = ["changed", "write"]
    )]
    pub diff: bool,
    /// For hooks: PATHs are files that changed. Those of no project are passed over; of each project that has one, errors
    /// are shown wherever they are, warnings in these files alone, and only these files are fixed
    #[arg(
        long,
        env = "HOUSESTYLE_CHANGED",
        value_parser = clap::builder::FalseyValueParser::new(),
        requires = "paths",
        conflicts_with_all = ["write", "write_baseline", "prune_baseline", "changed_since"]
    )]
    pub changed: bool,
    /// Show findings of files that changed since this revision, and of what rests on them; and those between files
    #[arg(long, value_name = "REVISION", env = "HOUSESTYLE_CHANGED_SINCE", conflicts_with_all = ["paths", "changed", "write_baseline", "prune_baseline"])]
    pub changed_since: Option<String>,
    /// Findings that are known
    #[command(flatten)]
    pub baseline: baseline::Flags,
    /// Exit with 0 where files are invalid: the report is what counts. Failures keep their codes
    #[arg(long, env = "HOUSESTYLE_EXIT_ZERO", value_parser = clap::builder::FalseyValueParser::new())]
    pub exit_zero: bool,
    /// Further forms
    #[command(flatten)]
    pub writes: Writes,
}

/// The forms of findings.
const FORMS: [Format; 7] =
    [Format::Human, Format::Plain, Format::Json, Format::Sarif, Format::Github, Format::Gitlab, Format::Junit];

/// A fix may make way for another; more passes than this would go round in circles.
const PASSES: usize = 10;

/// Checks and shows.
///
/// # Errors
/// Where there is no project and no file was named, or the form is none of this verb.
pub fn run(
    args: &Args,
    global: &Global,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Screen,
) -> Result<Exit, Stop> {
    if args.changed {
        return run_changed(args, global, here, screen);
    }
    let outputs = Outputs::settle(&args.writes, None, &FORMS, global, here, screen)?;
    let open = || if args.paths.is_empty() { project::open(here) } else { Ok(project::open_or_default(here)) };
    let opened = open()?;
    let since = args.changed_since.as_ref().map(|name| since::since(name, &opened, variables)).transpose()?;
    let mut checked = opened.check(&args.paths, here);
    let which = which(args);
    if args.diff {
        let below = project::below_repository(&opened.root);
        let fixed = fix::fixed(&checked.findings, which);
        let files = fixed.iter().map(|fixed| patch::File {
            path: fixed.file.path(),
            old: Some(fixed.file.text()),
            new: &fixed.text,
        });
        screen.out(&patch::git(&below, files))?;
        let stays = |finding: &&Diagnostic| finding.severity == Severity::Error && !which.makes(finding);
        let left = checked.findings.iter().filter(stays).count();
        if left > 0 {
            let (left, edit) = (words::count(left, "error"), edits(which));
            screen.say(&format!("the patch leaves {left} with no {edit}; housestyle validate shows what is wrong"));
        }
        return Ok(if project::has_errors(&checked.findings) && !args.exit_zero { Exit::Invalid } else { Exit::Done });
    }
    if args.fix {
        let mut made = 0;
        for _ in 0..PASSES {
            let now = fix::make(&opened.root, &checked.findings, which)?;
            if now == 0 {
                break;
            }
            made += now;
            // The project file may be among those that changed.
            checked = open()?.check(&args.paths, here);
        }
        screen.say(&format!("made {}", words::count(made, edits(which))));
    }
    let whole = args.paths.is_empty() && since.is_none();
    let mut found = args.baseline.sift(checked.findings, whole, &opened.root, here, screen)?;
    if let Some(since) = &since {
        found.retain(|finding| since.tells(finding));
    }
    let found = &found;
    let files = checked.files;
    let below = project::below_repository(&opened.root);
    outputs.write(screen, |format, look| match format {
        Format::Plain => findings::plain(found, files),
        Format::Json => findings::json(found, files),
        Format::Sarif => findings::sarif(found, &below),
        Format::Github => findings::github(found, files, &below),
        Format::Gitlab => findings::gitlab(found, &below),
        Format::Junit => findings::junit(found, files, &below),
        Format::Human | Format::Env | Format::Markdown | Format::Html | Format::Ndjson => {
            findings::human(found, files, look)
        }
    })?;
    Ok(if project::has_errors(found) && !args.exit_zero { Exit::Invalid } else { Exit::Done })
}

fn which(args: &Args) -> fix::Which {
    if args.guesses { fix::Which::All } else { fix::Which::Safe }
}

fn edits(which: fix::Which) -> &'static str {
    match which {
        fix::Which::Safe => "safe edit",
        fix::Which::All => "edit",
    }
}

/// Checks every project that one of the files belongs to: a hook is told what changed, not where the projects are.
fn run_changed(args: &Args, global: &Global, here: &Utf8Path, screen: &Screen) -> Result<Exit, Stop> {
    let format = screen.format(global, &[Format::Human, Format::Plain])?;
    let projects = changed::projects(&args.paths, here);
    if projects.is_empty() {
        screen.say(&format!(
            "none of {} belongs to a project (a folder with {}): nothing to check",
            words::count(args.paths.len(), "file"),
            project::FILE
        ));
        return Ok(Exit::Done);
    }
    let which = which(args);
    let mut exit = Exit::Done;
    let several = projects.len() > 1;
    for changed in &projects {
        let mut checked = changed.check();
        if args.fix {
            let mut made = 0;
            for _ in 0..PASSES {
                let theirs: Vec<_> =
                    checked.findings.iter().filter(|finding| changed.holds(finding)).cloned().collect();
                let now = fix::make(&changed.root, &theirs, which)?;
                if now == 0 {
                    break;
                }
                made += now;
                checked = changed.check();
            }
            if made > 0 {
                screen.say(&format!("made {}", words::count(made, edits(which))));
            }
        }
        if several {
            screen.say(&format!("in {}:", changed.root));
        }
        let found = &args.baseline.sift(checked.findings, false, &changed.root, here, screen)?;
        let files = checked.files;
        let shown = if format == Format::Plain {
            findings::plain(found, files)
        } else {
            findings::human(found, files, &changed::look(screen))
        };
        screen.out(&shown)?;
        if project::has_errors(found) && !args.exit_zero {
            exit = Exit::Invalid;
        }
    }
    Ok(exit)
}
