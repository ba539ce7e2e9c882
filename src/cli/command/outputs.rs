//! `housestyle outputs`: the ids that applications send with their requests, from the state alone.

use camino::Utf8Path;

use crate::catalogue::nearest;
use crate::cli::args::GlobalArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::format::{OutputsFormat, choose_format};
use crate::cli::screen::Screen;
use crate::cli::state_location::StateLocation;
use crate::model::Address;
use crate::report::outputs::{self, ResourceOutput};

/// What `outputs --help` teaches.
pub const HELP: &str = "Show the id of every list, glossary and collection of spoken terms that was applied, for applications.\n\n\
    Nothing is sent. Forms: human, json, env (one variable each).\n\n\
    Examples:\n\
    \x20 housestyle outputs\n\
    \x20 housestyle outputs support-de                the id alone\n\
    \x20 housestyle outputs --format json | jq -r '.outputs.style[\"support-de\"].id'\n\
    \x20 housestyle outputs --format env >> .env      HOUSESTYLE_STYLE_SUPPORT_DE=…";

/// Arguments of `outputs`.
#[derive(Debug, clap::Args)]
pub struct OutputsArgs {
    /// Only this resource; as text, its id alone
    #[arg(value_name = "ADDRESS", value_parser = Address::parse)]
    pub address: Option<Address>,
}

/// Shows the ids.
///
/// # Errors
/// Where there is no project or the state cannot be read; for `env`, where two keys give one variable.
pub fn run(args: &OutputsArgs, global: &GlobalArgs, here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let OutputsArgs { address } = args;
    let format = choose_format(global, "outputs")?;
    let state = StateLocation::for_project(global, here, screen)?.read_state()?;
    let mut all = ResourceOutput::from_state(&state);
    if let Some(address) = address {
        if !state.bindings.contains_key(address) {
            return Err(unmanaged_address(address, &all));
        }
        all.retain(|output| output.address == *address);
        if let (OutputsFormat::Human, [output]) = (format, all.as_slice()) {
            screen.print_output(&format!("{}\n", output.id))?;
            return Ok(Exit::Success);
        }
    }
    let text = match format {
        OutputsFormat::Json => outputs::render_json(&all),
        OutputsFormat::Env => {
            outputs::render_env(&all).map_err(|collision| CliError::new(Exit::Blocked, collision.to_string()))?
        }
        OutputsFormat::Human => outputs::render_table(&all, &screen.stdout_look()),
    };
    screen.print_output(&text)?;
    if state.bindings.is_empty() {
        screen.print_status("no managed resources yet: run housestyle apply");
    }
    Ok(Exit::Success)
}

fn unmanaged_address(address: &Address, all: &[ResourceOutput]) -> CliError {
    let known: Vec<String> = all.iter().map(|output| output.address.to_string()).collect();
    let stop = CliError::new(Exit::Usage, format!("the state has no resource {address}"));
    match nearest::nearest_words(&address.to_string(), known.iter().map(String::as_str)).first() {
        Some(near) => stop.with_help(format!("did you mean {near}?")),
        None => stop.with_help("housestyle outputs lists all"),
    }
}
