//! `housestyle usage`: what the account has used. Reads, never writes.

use crate::cli::arguments::format::{HumanOrJson, choose_format};
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::planning::prepare;
use crate::report;
use crate::service::usage::{self, UsageAnswer};

/// What `usage --help` teaches.
pub const HELP: &str = "Show the usage of the account, and what is left.\n\n\
    Translations and improvements of text count characters, including those of `try`. Nothing else that housestyle \
    does counts any. If the key may read them, usage by reporting tag and the limits of keys are shown too. Formats: \
    human, json (schema: housestyle schema usage).\n\n\
    Examples:\n\
    \x20 housestyle usage\n\
    \x20 housestyle usage --format json | jq .characters_left\n\
    \x20 housestyle try support-de --text Hello --reporting-tag trials    counted under a tag of its own";

/// Arguments of `usage`.
#[derive(Debug, clap::Args)]
pub struct UsageArgs {}

/// Asks and shows.
///
/// # Errors
/// Where the service cannot be asked.
pub async fn run(args: &UsageArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, screen, .. } = *invocation;
    let UsageArgs {} = args;
    let format = choose_format(global, "usage")?;
    let prepared = prepare::prepare_without_files(&PlanningArgs::default(), invocation)?;
    let UsageAnswer { usage: used, failed } =
        usage::read_usage(&prepared.client).await.map_err(|error| prepared.call_error(&error))?;
    for (what, error) in failed {
        screen.print_status(&format!("without the {what}: {}", prepared.call_error(&error).message));
    }
    screen.print_output(&match format {
        HumanOrJson::Json => report::usage::render_json(&used, &prepared.basis.origin),
        HumanOrJson::Human => {
            let look = screen.stdout_look();
            prepared.service_line(&look) + &report::usage::render_human(&used, &look)
        }
    })?;
    Ok(Exit::Success)
}
