//! `housestyle usage`: what the account has used. Reads, never writes.

use std::sync::Arc;

use camino::Utf8Path;

use crate::cli::args::GlobalArgs;
use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::cli::format::{HumanOrJson, choose_format};
use crate::cli::planning_args::PlanningArgs;
use crate::cli::prepare::{self, PreparedRun};
use crate::cli::screen::Screen;
use crate::model::usage::Usage;
use crate::report;
use crate::service::error::{ErrorKind, ServiceError};
use crate::service::usage;

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
pub async fn run(
    args: &UsageArgs,
    global: &GlobalArgs,
    here: &Utf8Path,
    variables: &EnvVariables,
    screen: &Arc<Screen>,
) -> Result<Exit, CliError> {
    let UsageArgs {} = args;
    let format = choose_format(global, "usage")?;
    let prepared = prepare::prepare_without_files(global, &PlanningArgs::default(), here, variables, screen)?;
    let used = read_usage(&prepared, screen).await?;
    screen.print_output(&match format {
        HumanOrJson::Json => report::usage::render_json(&used, &prepared.basis.origin),
        HumanOrJson::Human => report::usage::render_human(&used, &screen.stdout_look()),
    })?;
    Ok(Exit::Success)
}

/// What the key may read of usage. A key for administration may read the tags and limits alone, most others all but these. Of
/// the three only the first is asked for; where the others fail, whatever the service answered, that is told and no more.
async fn read_usage(prepared: &PreparedRun, screen: &Screen) -> Result<Usage, CliError> {
    let client = &prepared.client;
    let (mut used, refusal) = match usage::get_usage(client).await {
        Ok(used) => (used, None),
        Err(error) if is_left_out(&error) => (Usage::default(), Some(error)),
        Err(error) => return Err(prepared.call_error(&error)),
    };
    let days = used.period.as_ref().and_then(|(start, end)| Some((start.get(..DAY)?, end.get(..DAY)?)));
    used.tags = optional_answer(usage::list_tag_usage(client, days).await, "usage by tag", prepared, screen)?;
    used.key_limits = optional_answer(usage::list_key_limits(client).await, "limits of keys", prepared, screen)?;
    match refusal {
        Some(error) if used.tags.is_none() && used.key_limits.is_none() => Err(prepared.call_error(&error)),
        Some(_) | None => Ok(used),
    }
}

/// Characters of a day: `2026-11-01`.
const DAY: usize = 10;

/// An answer, or nothing where there is none. A key that may not read it and a service that does not know it are no news.
fn optional_answer<T>(
    answer: Result<T, ServiceError>,
    what: &str,
    prepared: &PreparedRun,
    screen: &Screen,
) -> Result<Option<T>, CliError> {
    match answer {
        Ok(read) => Ok(Some(read)),
        Err(error) if matches!(error.kind, ErrorKind::Interrupted) => Err(prepared.call_error(&error)),
        Err(error) => {
            if !is_left_out(&error) {
                screen.print_status(&format!("without the {what}: {}", prepared.call_error(&error).message));
            }
            Ok(None)
        }
    }
}

fn is_left_out(error: &ServiceError) -> bool {
    error.unavailable_status().is_some() || error.is_not_served()
}
