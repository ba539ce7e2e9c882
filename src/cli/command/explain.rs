//! `housestyle explain`: one page about whatever a word names.

use camino::Utf8Path;

use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::terminal::Screen;
use crate::cli::valid_project;
use crate::diagnostic::Code;
use crate::project::{self, OpenedProject};
use crate::report;
use crate::report::explain::UnknownTopic;

/// What `explain --help` teaches.
pub const HELP: &str = "Explain a code, a safeguard, a kind of document, a category, a rule, a value or a field: what it means, for \
    which languages it is known, an example, what to do. Words that name nothing are searched for, in every language of the \
    catalogue. Languages of this project's lists come first.\n\n\
    Examples:\n\
    \x20 housestyle explain unknown-rule           what a finding means\n\
    \x20 housestyle explain unmanaged              a safeguard that blocked a plan\n\
    \x20 housestyle explain decimal_separator      a rule and its values\n\
    \x20 housestyle explain glossary               a kind of document and its fields\n\
    \x20 housestyle explain decimal comma          whatever has these words\n\
    \x20 housestyle explain codes                  every code; also: safeguards, kinds, rules, fields";

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub struct ExplainArgs {
    /// Name of a finding, safeguard, kind, category, rule, value or field; or words to search for
    #[arg(value_name = "WORD", required = true)]
    pub word: Vec<String>,
}

/// Prints the page.
///
/// # Errors
/// Exit 64 where the words name nothing and nothing has them.
pub fn run(args: &ExplainArgs, here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let opened = project::open_or_default(here);
    let languages = opened.list_languages();
    let OpenedProject { catalogue, mut findings, .. } = opened;
    // A mistake in the file is what a page may be read for; a file that is not read at all is no such mistake.
    findings.retain(|finding| matches!(finding.code, Code::UnreadableFile | Code::FileTooLarge));
    valid_project::stop_on_errors(&findings, 1, screen)?;
    let page = report::explain::explain_topic(&args.word.join(" "), &catalogue, &languages, &screen.stdout_look());
    screen.print_output(&page.map_err(|unknown| unknown_topic(&unknown))?)?;
    Ok(Exit::Success)
}

/// The way out where a word means nothing here.
fn unknown_topic(unknown: &UnknownTopic) -> CliError {
    let number = unknown.word.trim().parse::<u8>().ok().and_then(Exit::from_code);
    CliError::usage_error(unknown.to_string()).with_help(if let Some(exit) = number {
        format!("as an exit code: {}; all of them: housestyle help exit-codes", exit.description())
    } else {
        unknown.suggestion()
    })
}
