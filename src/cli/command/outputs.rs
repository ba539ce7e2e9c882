//! `housestyle outputs`: the ids that applications send with their requests, from the memory alone.

use camino::Utf8Path;

use crate::cli::args::GlobalArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::format::{OutputsFormat, choose_format};
use crate::cli::screen::Screen;
use crate::cli::state_location::StateLocation;
use crate::report::outputs::{self, ResourceOutput};

/// What `outputs --help` teaches.
pub const HELP: &str = "Show the id of every list, glossary and collection of spoken terms that was applied, for applications.\n\n\
    Nothing is sent. Forms: human, json, env (one variable each).\n\n\
    Examples:\n\
    \x20 housestyle outputs\n\
    \x20 housestyle outputs --format json | jq -r '.outputs.style[\"support-de\"].id'\n\
    \x20 housestyle outputs --format env >> .env      HOUSESTYLE_STYLE_SUPPORT_DE=…";

/// Arguments of `outputs`.
#[derive(Debug, clap::Args)]
pub struct OutputsArgs {}

/// Shows the ids.
///
/// # Errors
/// Where there is no project or the state cannot be read; for `env`, where two keys give one variable.
pub fn run(args: &OutputsArgs, global: &GlobalArgs, here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let OutputsArgs {} = args;
    let format = choose_format(global, "outputs")?;
    let state = StateLocation::for_project(global, here, screen)?.read_state()?;
    let all = ResourceOutput::from_state(&state);
    let text = match format {
        OutputsFormat::Json => outputs::render_json(&all),
        OutputsFormat::Env => {
            outputs::render_env(&all).map_err(|collision| CliError::new(Exit::Blocked, collision.to_string()))?
        }
        OutputsFormat::Human => outputs::render_table(&all, &screen.stdout_look()),
    };
    screen.print_output(&text)?;
    if state.bindings.is_empty() {
        screen.print_status("nothing was applied yet: housestyle apply");
    }
    Ok(Exit::Success)
}
