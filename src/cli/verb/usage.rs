//! `housestyle usage`: what the account has used. Reads, never writes.

use std::sync::Arc;

use camino::Utf8Path;

use crate::cli::args::{Format, Global};
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::prepare;
use crate::cli::screen::Screen;
use crate::cli::settings::Variables;
use crate::report;
use crate::service::usage;

/// What `usage --help` teaches.
pub const HELP: &str = "Show what the account has used, and what is left.\n\n\
    Translations and improvements of text count characters; so do those of `try`. Everything else that this tool does \
    counts none. Forms: human, json (its schema: housestyle schema usage).\n\n\
    Examples:\n\
    \x20 housestyle usage\n\
    \x20 housestyle usage --format json | jq .characters_left\n\
    \x20 housestyle try support-de --text Hello --reporting-tag trials    counted under a tag of its own";

/// Arguments of `usage`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Asks and shows.
///
/// # Errors
/// Where the service cannot be asked.
pub async fn run(
    args: &Args,
    global: &Global,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
) -> Result<Exit, Stop> {
    let Args {} = args;
    let format = screen.format(global, &[Format::Human, Format::Json])?;
    let prepared = prepare::without_files(global, &Choices::default(), here, variables, screen)?;
    let used = usage::usage(&prepared.client).await.map_err(|error| prepared.failed(&error))?;
    screen.out(&match format {
        Format::Json => report::usage::json(&used, &prepared.basis.origin),
        Format::Human
        | Format::Plain
        | Format::Env
        | Format::Markdown
        | Format::Html
        | Format::Ndjson
        | Format::Sarif
        | Format::Github
        | Format::Gitlab
        | Format::Junit => report::usage::human(&used, &screen.look()),
    })?;
    Ok(Exit::Done)
}
