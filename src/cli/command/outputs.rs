//! `housestyle outputs`: the ids that applications send with their requests, from the state alone.

use crate::catalogue::nearest;
use crate::cli::arguments::format::{OutputsFormat, choose_format};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::store::state_location::StateLocation;
use crate::cli::valid_project;
use crate::model::Address;
use crate::project;
use crate::report::outputs::{self, EnvironmentOutputs, ResourceOutput, VariableCollision};
use crate::state::State;

/// What `outputs --help` teaches.
pub const HELP: &str = "Show the id of every list, glossary, collection of spoken terms and style profile that was applied, for applications.\n\n\
    Nothing is sent. Formats: human, json, env (one variable each). With several environments (`--env` repeated or a \
    pattern, `--all-envs`), the name of each stands before its ids.\n\n\
    Examples:\n\
    \x20 housestyle outputs\n\
    \x20 housestyle outputs support-de                the id alone\n\
    \x20 housestyle outputs --format json | jq -r '.outputs.style[\"support-de\"].id'\n\
    \x20 housestyle outputs --format env >> .env      HOUSESTYLE_STYLE_SUPPORT_DE=…\n\
    \x20 housestyle outputs --env 'prod-*' -o env     HOUSESTYLE_PROD_EU_STYLE_SUPPORT_DE=…";

/// Arguments of `outputs`.
#[derive(Debug, clap::Args)]
pub struct OutputsArgs {
    /// Only this resource; as text, its id alone
    #[arg(value_name = "ADDRESS", value_parser = Address::parse)]
    pub address: Option<Address>,
}

/// Shows the ids: of one environment, or of each that was selected. Of several, all can be shown or none is.
///
/// # Errors
/// Where there is no project or a state cannot be read; for `env`, where two keys give one variable.
pub fn run(args: &OutputsArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let OutputsArgs { address } = args;
    let format: OutputsFormat = choose_format(global, "outputs")?;
    let opened = project::open_project(here)?;
    valid_project::stop_on_errors(&opened.findings, 1, screen)?;
    let names = valid_project::select_environments(&opened, global, screen)?;
    let mut sets = Vec::new();
    for name in &names {
        let read = StateLocation::for_project(&Invocation { global: &global.for_environment(name), ..*invocation })
            .and_then(|location| location.read_state())
            .and_then(|state| Ok((select_outputs(&state, address.as_ref())?, state.origin)));
        let (outputs, origin) = read.map_err(|stop| if names.len() > 1 { stop.in_environment(name) } else { stop })?;
        sets.push(EnvironmentOutputs { environment: name.clone(), origin, outputs });
    }
    let collision = |collision: VariableCollision| CliError::new(Exit::Blocked, collision.to_string());
    let look = screen.stdout_look();
    let text = match (format, sets.as_slice(), address) {
        (OutputsFormat::Json, [only], _) => outputs::render_json(only),
        (OutputsFormat::Json, sets, _) => outputs::render_set_json(sets),
        (OutputsFormat::Env, [only], _) => outputs::render_env(&only.outputs).map_err(collision)?,
        (OutputsFormat::Env, sets, _) => outputs::render_set_env(sets).map_err(collision)?,
        (OutputsFormat::Human, [only], Some(_)) => {
            only.outputs.iter().map(|output| format!("{}\n", output.id)).collect()
        }
        (OutputsFormat::Human, sets, Some(_)) => sets
            .iter()
            .flat_map(|set| set.outputs.iter().map(|output| format!("{}={}\n", set.environment, output.id)))
            .collect(),
        (OutputsFormat::Human, [only], None) => outputs::render_human(only, &look),
        (OutputsFormat::Human, sets, None) => outputs::render_set_human(sets, &look),
    };
    screen.print_output(&text)?;
    for EnvironmentOutputs { environment, origin: _, outputs } in &sets {
        if outputs.is_empty() {
            let of = if sets.len() > 1 { format!("environment {environment}: ") } else { String::new() };
            screen.print_status(&format!("{of}no managed resources yet: run housestyle apply"));
        }
    }
    Ok(Exit::Success)
}

/// Every managed resource, or the one that was asked for.
fn select_outputs(state: &State, address: Option<&Address>) -> Result<Vec<ResourceOutput>, CliError> {
    let mut all = ResourceOutput::from_state(state);
    if let Some(address) = address {
        if !state.bindings.contains_key(address) {
            return Err(unmanaged_address(address, &all));
        }
        all.retain(|output| output.address == *address);
    }
    Ok(all)
}

fn unmanaged_address(address: &Address, all: &[ResourceOutput]) -> CliError {
    let known: Vec<String> = all.iter().map(|output| output.address.to_string()).collect();
    let stop = CliError::new(Exit::Usage, format!("the state has no resource {address}"));
    match nearest::nearest_words(&address.to_string(), known.iter().map(String::as_str)).first() {
        Some(near) => stop.with_help(format!("did you mean {near}?")),
        None => stop.with_help("housestyle outputs lists all"),
    }
}
