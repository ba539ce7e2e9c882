//! `housestyle render`: the exact parameters of a request, for applications. Sends nothing, but for the name of a
//! translation memory, which only the service can turn into an id.

use std::collections::BTreeMap;

use clap::ValueEnum;
use clap::builder::FalseyValueParser;

use crate::catalogue::nearest;
use crate::check::Desired;
use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::format::{JsonOnly, choose_format};
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::planning::prepare::{self, PreparedRun};
use crate::cli::store::state_location::StateLocation;
use crate::cli::valid_project;
use crate::model::Id;
use crate::model::profile::Profile;
use crate::model::request::{self, ReferencedIds, RequestKind};
use crate::plan::translation_memory;
use crate::project;
use crate::report::json::to_pretty_json;
use crate::service;
use crate::state::State;

/// What `render --help` teaches.
pub const HELP: &str = "Print the exact parameters of a request that uses a translation profile, as JSON.\n\n\
    Keys of styles, glossaries, spoken terms and style profiles are replaced by the ids of the last apply in this environment. The \
    application adds its text or document and sends the rest unchanged. Only the id of a translation memory is \
    requested from the service; --offline fails instead. With several environments, the parameters are printed under the name of \
    each; if one of them lacks an id, nothing is printed.\n\n\
    Examples:\n\
    \x20 housestyle render support --for text\n\
    \x20 housestyle render support --for document --env production > parameters.json\n\
    \x20 housestyle render support --env 'prod-*'     {\"prod-eu\": {…}, \"prod-us\": {…}}\n\
    \x20 housestyle render support --for text | jq '. + {text: [\"Hello\"]}'";

/// Arguments of `render`.
#[derive(Debug, clap::Args)]
pub struct RenderArgs {
    /// Key of the translation profile
    #[arg(value_name = "PROFILE")]
    pub profile: String,
    /// Kind of request
    #[arg(long = "for", value_name = "USE", env = "HOUSESTYLE_FOR", default_value = "text")]
    pub r#use: RenderUse,
    /// Do not contact the service; fails for profiles with a translation memory
    #[arg(long, env = "HOUSESTYLE_OFFLINE", value_parser = FalseyValueParser::new())]
    pub offline: bool,
}

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RenderUse {
    /// `POST /v2/translate`, as JSON.
    Text,
    /// `POST /v2/document`, a field of the form each.
    Document,
    /// `POST /v3/voice/realtime`, as JSON.
    Voice,
    /// `POST /v2/write/rephrase`, as JSON.
    Write,
}

impl From<RenderUse> for RequestKind {
    fn from(r#for: RenderUse) -> Self {
        match r#for {
            RenderUse::Text => Self::Text,
            RenderUse::Document => Self::Document,
            RenderUse::Voice => Self::Voice,
            RenderUse::Write => Self::Write,
        }
    }
}

/// Prints the parameters.
///
/// # Errors
/// 3 for invalid files, 64 for a profile that there is not, 1 where something has no id yet.
pub async fn run(args: &RenderArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    choose_format::<JsonOnly>(global, "render")?;
    let opened = project::open_project(here)?;
    let (desired, _) = valid_project::read_desired(&opened, here, screen)?;
    let profile = find_profile(&desired, &args.profile)?;
    reject_missing_source(profile, args.r#use.into())?;
    let names = valid_project::select_environments(&opened, global, screen)?;
    let wanted = RenderRequest { args, profile, invocation };
    let text = match names.as_slice() {
        [_] => to_pretty_json(&wanted.build_parameters(global).await?),
        several => {
            let mut rendered = BTreeMap::new();
            for name in several {
                let parameters = wanted.build_parameters(&global.for_environment(name)).await;
                rendered.insert(name.as_str(), parameters.map_err(|stop| stop.in_environment(name))?);
            }
            to_pretty_json(&rendered)
        }
    };
    screen.print_output(&text)?;
    let r#use = RequestKind::from(args.r#use);
    let ignored = request::ignored_fields(profile, r#use);
    if !ignored.is_empty() {
        let (what, fields) = (r#use.as_str(), ignored.join(", "));
        screen.print_status(&format!("note: left out, as requests of `--for {what}` do not take it: {fields}"));
    }
    Ok(Exit::Success)
}

/// What is rendered, whatever the environment.
struct RenderRequest<'a> {
    args: &'a RenderArgs,
    profile: &'a Profile,
    invocation: &'a Invocation<'a>,
}

impl RenderRequest<'_> {
    /// The parameters with the ids of one environment.
    async fn build_parameters(&self, global: &GlobalArgs) -> Result<impl serde::Serialize + use<>, CliError> {
        let Self { args, profile, invocation } = self;
        let invocation = &Invocation { global, ..**invocation };
        let state = StateLocation::for_project(invocation)?.read_state()?;
        let r#use = RequestKind::from(args.r#use);
        let mut ids = resolve_ids(profile, r#use, &state, global)?;
        if let Some(name) = request::referenced_translation_memory(profile, r#use) {
            if args.offline {
                let message = format!("only the service knows the id of the translation memory `{}`", name.value);
                return Err(CliError::new_sanitized(Exit::Error, message).with_help("leave --offline out"));
            }
            let prepared = prepare::prepare_without_files(&PlanningArgs::default(), invocation)?;
            check_same_origin(&prepared, &state)?;
            ids.translation_memory = translation_memory_id(&prepared, profile).await?;
        }
        request::build_parameters(profile, r#use, &ids).map_err(|address| {
            CliError::new(Exit::Error, format!("{address} has no id yet")).with_help(apply_command(global))
        })
    }
}

/// # Errors
/// Exit 3 where requests of this use need a source language, and the profile leaves it to the service.
pub(super) fn reject_missing_source(profile: &Profile, r#use: RequestKind) -> Result<(), CliError> {
    if !request::lacks_source_language(profile, r#use) {
        return Ok(());
    }
    let (key, what) = (&profile.key, r#use.as_str());
    let message = format!("the profile `{key}` has a glossary and no `source_language`, which `{what}` requires");
    Err(CliError::new_sanitized(Exit::Invalid, message).with_help("add `source_language` to the profile"))
}

/// The profile of this key.
///
/// # Errors
/// Names the nearest.
pub(super) fn find_profile<'a>(desired: &'a Desired, written: &str) -> Result<&'a Profile, CliError> {
    let key = written.strip_prefix("translation_profile/").unwrap_or(written);
    let keys = || desired.profiles().keys().map(|key| key.as_str());
    if let Some(profile) = desired.profiles().values().find(|profile| profile.key.as_str() == key) {
        return Ok(profile);
    }
    if desired.styles().keys().any(|style| style.as_str() == key) {
        let message = format!("`{key}` is a style rule list, and a request is made of a translation profile");
        let help = format!("write one that uses it: a file with `kind: translation_profile` and `style: {key}`");
        return Err(CliError::new_sanitized(Exit::Usage, message).with_help(help));
    }
    let help = match (nearest::nearest_words(key, keys()).first(), keys().next()) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, Some(_)) => format!("it has {}", keys().collect::<Vec<_>>().join(", ")),
        (None, None) => "write one: a file with `kind: translation_profile`".to_owned(),
    };
    Err(CliError::new_sanitized(Exit::Usage, format!("the project has no translation profile `{key}`")).with_help(help))
}

/// Ids of everything that a request of this use refers to, from the memory between runs.
///
/// # Errors
/// Names what has none.
pub(super) fn resolve_ids(
    profile: &Profile,
    r#use: RequestKind,
    state: &State,
    global: &GlobalArgs,
) -> Result<ReferencedIds, CliError> {
    let mut ids = ReferencedIds::default();
    for address in request::referenced_addresses(profile, r#use) {
        let Some(binding) = state.bindings.get(&address) else {
            let key = &profile.key;
            let message = format!("{address} has no id yet, and the profile `{key}` refers to it");
            return Err(CliError::new(Exit::Error, message).with_help(apply_command(global)));
        };
        ids.managed.insert(address, binding.id.clone());
    }
    Ok(ids)
}

/// The id of the memory that a profile names, asked for by name.
///
/// # Errors
/// Where no memory, or more than one, has the name; where it is of other languages; where the service cannot be asked.
pub(super) async fn translation_memory_id(prepared: &PreparedRun, profile: &Profile) -> Result<Option<Id>, CliError> {
    if profile.translation_memory.is_none() {
        return Ok(None);
    }
    let memories = service::translation_memory::list_translation_memories(&prepared.client)
        .await
        .map_err(|unread| prepared.listing_error(&unread))?;
    let found = translation_memory::resolve_translation_memory(profile, &memories)
        .map_err(|unfit| CliError::new_sanitized(Exit::Error, &unfit.message).with_help(sanitize_text(&unfit.help)))?;
    Ok(found.map(|memory| memory.id.clone()))
}

/// Ids of one service mean nothing to another.
pub(super) fn check_same_origin(prepared: &PreparedRun, state: &State) -> Result<(), CliError> {
    if state.origin.is_empty() || state.origin == prepared.basis.origin {
        return Ok(());
    }
    let (here, there) = (&prepared.basis.origin, &state.origin);
    let message = format!("the ids of this environment are of {there}, and the service that would be asked is {here}");
    Err(CliError::new_sanitized(Exit::Blocked, message)
        .with_help("name the environment with --env, or the service with --service"))
}

fn apply_command(global: &GlobalArgs) -> String {
    global.command("apply")
}

fn sanitize_text(text: &str) -> String {
    crate::report::Sanitized(text).to_string()
}
