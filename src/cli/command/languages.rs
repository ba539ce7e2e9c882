//! `housestyle languages`: what the service offers for which language. Reads, never writes.

use clap::ValueEnum;

use crate::catalogue::nearest;
use crate::cli::arguments::format::{HumanOrJson, choose_format};
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::planning::prepare::{self, PreparedRun};
use crate::model::capabilities::{LanguageResource, RESOURCES};
use crate::report::languages::{self, ResourceLanguages};
use crate::service::language;

/// What `languages --help` teaches.
pub const HELP: &str = "Show which languages the service supports, and for which resources.\n\n\
    A resource is a use of a language: translate_text, translate_document, glossary, voice, write, style_rules, \
    translation_memory, and any other that the service lists. Without --resource all of them are shown side by side: \
    as source, as target, or both. Formats: human, json (schema: housestyle schema languages).\n\n\
    Examples:\n\
    \x20 housestyle languages\n\
    \x20 housestyle languages --resource style_rules      which languages a list may have\n\
    \x20 housestyle languages --resource voice --include external --include beta\n\
    \x20 housestyle languages --resource write -o json | jq -r '.resources[].languages[].lang'";

/// Arguments of `languages`.
#[derive(Debug, clap::Args)]
pub struct LanguagesArgs {
    /// Show one use (such as `voice`) with the features of each language
    #[arg(long, value_name = "RESOURCE", env = "HOUSESTYLE_RESOURCE")]
    pub resource: Option<String>,
    /// Include languages that are not listed by default; repeatable
    #[arg(long, value_name = "WHICH", env = "HOUSESTYLE_INCLUDE", value_delimiter = ',')]
    pub include: Vec<Include>,
}

/// Languages that are not listed without being asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Include {
    /// Languages in beta.
    Beta,
    /// Languages that partners of the service provide.
    External,
}

/// Asks and shows.
///
/// # Errors
/// Where the service cannot be asked, or has no such resource.
pub async fn run(args: &LanguagesArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, screen, .. } = *invocation;
    let format = choose_format(global, "languages")?;
    let prepared = prepare::prepare_without_files(&PlanningArgs::default(), invocation)?;
    let mut include = args.include.clone();
    include.sort();
    include.dedup();
    let include: Vec<&str> = include
        .into_iter()
        .map(|include| match include {
            Include::Beta => "beta",
            Include::External => "external",
        })
        .collect();
    let mut offered = Vec::new();
    for resource in language_resources(&prepared, args.resource.as_deref()).await? {
        let asked = language::list_languages(&prepared.client, &resource.name, &include).await;
        let languages = asked.map_err(|error| prepared.call_error(&error))?;
        offered.push(ResourceLanguages { resource, languages });
    }
    let look = screen.stdout_look();
    let text = match (format, offered.as_slice()) {
        (HumanOrJson::Json, all) => languages::render_json(all, &prepared.basis.origin),
        (_, [one]) if args.resource.is_some() => prepared.service_line(&look) + &languages::render_resource(one, &look),
        (_, all) => prepared.service_line(&look) + &languages::render_all_resources(all, &look),
    };
    screen.print_output(&text)?;
    Ok(Exit::Success)
}

/// The resources to ask for. A service without the listing of resources has those that the specification names.
async fn language_resources(prepared: &PreparedRun, wanted: Option<&str>) -> Result<Vec<LanguageResource>, CliError> {
    let bare = |name: &str| LanguageResource { name: name.to_owned(), features: Vec::new() };
    let listed = match language::list_language_resources(&prepared.client).await {
        Ok(listed) => listed,
        Err(error) if error.is_not_found() => RESOURCES.iter().copied().map(bare).collect(),
        Err(error) => return Err(prepared.call_error(&error)),
    };
    let Some(wanted) = wanted else { return Ok(listed) };
    if let Some(found) = listed.iter().find(|resource| resource.name == wanted) {
        return Ok(vec![found.clone()]);
    }
    let names: Vec<&str> = listed.iter().map(|resource| resource.name.as_str()).collect();
    let near = nearest::nearest_words(wanted, names.iter().copied());
    let help = match near.first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it has {}", names.join(", ")),
    };
    Err(CliError::new_sanitized(Exit::Usage, format!("the service has no resource `{wanted}`")).with_help(help))
}
