//! `housestyle outputs`: the ids that applications send with their requests, from the memory alone.

use camino::Utf8Path;

use crate::cli::args::{Format, Global};
use crate::cli::exit::{Exit, Stop};
use crate::cli::memory::Place;
use crate::cli::screen::Screen;
use crate::report::outputs::{self, Output};

/// What `outputs --help` teaches.
pub const HELP: &str = "Show the id of every list, glossary and collection of spoken terms that was applied, for applications.\n\n\
    Nothing is sent. Forms: human, json, env (one variable each).\n\n\
    Examples:\n\
    \x20 housestyle outputs\n\
    \x20 housestyle outputs --format json | jq -r '.outputs.style[\"support-de\"].id'\n\
    \x20 housestyle outputs --format env >> .env      HOUSESTYLE_STYLE_SUPPORT_DE=…";

/// Arguments of `outputs`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Shows the ids.
///
/// # Errors
/// Where there is no project or the state cannot be read; for `env`, where two keys give one variable.
pub fn run(args: &Args, global: &Global, here: &Utf8Path, screen: &Screen) -> Result<Exit, Stop> {
    let Args {} = args;
    let format = screen.format(global, &[Format::Human, Format::Json, Format::Env])?;
    let state = Place::of(global, here, screen)?.read()?;
    let all = Output::all(&state);
    let text = match format {
        Format::Json => outputs::json(&all),
        Format::Env => outputs::env(&all).map_err(|collision| Stop::new(Exit::Refused, collision.to_string()))?,
        Format::Human
        | Format::Plain
        | Format::Markdown
        | Format::Html
        | Format::Ndjson
        | Format::Sarif
        | Format::Github
        | Format::Gitlab
        | Format::Junit => outputs::table(&all, &screen.look()),
    };
    screen.out(&text)?;
    if state.bindings.is_empty() {
        screen.say("nothing was applied yet: housestyle apply");
    }
    Ok(Exit::Done)
}
