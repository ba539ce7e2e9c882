//! The project of a command: opened, and refused with its findings on the screen where it is invalid.

use camino::Utf8Path;

use crate::catalogue::Catalogue;
use crate::catalogue::load::Edition;
use crate::check::Desired;
use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::environments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::terminal::Screen;
use crate::diagnostic::{Diagnostic, Severity};
use crate::project::rewriting::project_files::ProjectFiles;
use crate::project::{self, FixedTexts, OpenedProject, ProjectCheck, has_errors};
use crate::report;

/// The catalogue of the project around a folder, or the built-in one.
///
/// # Errors
/// Where the project's own file is invalid.
pub fn load_catalogue(here: &Utf8Path, screen: &Screen) -> Result<Catalogue, CliError> {
    let opened = project::open_or_default(here);
    stop_on_errors(&opened.findings, 1, screen)?;
    Ok(opened.catalogue)
}

/// Every built-in rule, whatever the project chose, with the project's own.
///
/// # Errors
/// Where the project's own file is invalid.
pub fn load_whole_catalogue(here: &Utf8Path, screen: &Screen) -> Result<Catalogue, CliError> {
    let OpenedProject { root, mut project, findings, .. } = project::open_or_default(here);
    stop_on_errors(&findings, 1, screen)?;
    project.catalogue = Some(Edition::Public);
    Ok(project::build_catalogue(&root, &project, &FixedTexts::new()).0)
}

/// The environments of a run.
///
/// # Errors
/// Exit 64 for one that the project lacks; exit 3 where its file is invalid, which may be why.
pub fn select_environments(
    opened: &OpenedProject,
    global: &GlobalArgs,
    screen: &Screen,
) -> Result<Vec<String>, CliError> {
    environments::select_environments(global, &opened.project).or_else(|stop| {
        stop_on_errors(&opened.findings, 1, screen)?;
        Err(stop)
    })
}

/// What the files of a project define, if they are valid, and what they are warned of.
///
/// # Errors
/// Exit 3 where they are not, with the findings on the screen.
pub fn read_desired(
    opened: &OpenedProject,
    here: &Utf8Path,
    screen: &Screen,
) -> Result<(Desired, Vec<Diagnostic>), CliError> {
    let ProjectCheck { desired, findings, file_count, .. } = opened.check_files(&[], here);
    stop_on_errors(&findings, file_count, screen)?;
    Ok((desired.ok_or_else(invalid_files)?, findings))
}

/// Every file of the project, to be written anew, and what they define, if they are valid.
///
/// # Errors
/// Exit 3 where they are not, with the findings on the screen.
pub fn read_valid_files<'a>(
    opened: &'a OpenedProject,
    screen: &Screen,
) -> Result<(ProjectFiles<'a>, Desired), CliError> {
    stop_on_errors(&opened.findings, 1, screen)?;
    let files = ProjectFiles::read_project(opened);
    let (desired, errors) = files.check_project();
    stop_on_errors(&errors, files.parsed.len(), screen)?;
    Ok((files, desired.unwrap_or_default()))
}

/// Stops where files are invalid, after showing why: to people, or as the result of a command that was asked for JSON.
///
/// # Errors
/// Exit 3.
pub fn stop_on_errors(findings: &[Diagnostic], files: usize, screen: &Screen) -> Result<(), CliError> {
    if !has_errors(findings) {
        return Ok(());
    }
    if screen.findings_as_json {
        screen.print_output(&report::findings::render_json(findings, files))?;
    } else {
        let shown = |finding: &&Diagnostic| !screen.is_quiet() || finding.severity == Severity::Error;
        let shown: Vec<Diagnostic> = findings.iter().filter(shown).cloned().collect();
        screen.print_always(&report::findings::render_human(&shown, files, &screen.stderr_look()));
    }
    Err(invalid_files())
}

fn invalid_files() -> CliError {
    CliError::new(Exit::Invalid, "the files are invalid, nothing was done")
}
