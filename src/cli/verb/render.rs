//! `housestyle render`: the exact parameters of a request, for applications. Sends nothing, but for the name of a
//! translation memory, which only the service can turn into an id.

use std::sync::Arc;

use camino::Utf8Path;
use clap::ValueEnum;
use clap::builder::FalseyValueParser;

use crate::catalogue::nearest;
use crate::check::Desired;
use crate::cli::args::{Format, Global};
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::memory::Place;
use crate::cli::prepare::{self, Prepared};
use crate::cli::project;
use crate::cli::screen::Screen;
use crate::cli::settings::Variables;
use crate::model::Id;
use crate::model::profile::Profile;
use crate::model::request::{self, Ids, Use};
use crate::plan::memory;
use crate::report::json::pretty;
use crate::service;
use crate::state::State;

/// What `render --help` teaches.
pub const HELP: &str = "Print the exact parameters of a request that uses a translation profile, as JSON.\n\n\
    Keys of styles, glossaries and spoken terms become the ids that the last apply was given, in this environment. The \
    application adds its text or document and sends the rest as it is. Only for the id of a translation memory is the \
    service asked; --offline refuses instead.\n\n\
    Examples:\n\
    \x20 housestyle render support --for text\n\
    \x20 housestyle render support --for document --env production > parameters.json\n\
    \x20 housestyle render support --for text | jq '. + {text: [\"Hello\"]}'";

/// Arguments of `render`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The profile, by key
    #[arg(value_name = "PROFILE")]
    pub profile: String,
    /// What the request is for
    #[arg(long = "for", value_name = "USE", env = "HOUSESTYLE_FOR", default_value = "text")]
    pub r#use: For,
    /// Send nothing: a profile with a translation memory is refused
    #[arg(long, env = "HOUSESTYLE_OFFLINE", value_parser = FalseyValueParser::new())]
    pub offline: bool,
}

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum For {
    /// `POST /v2/translate`, as JSON.
    Text,
    /// `POST /v2/document`, a field of the form each.
    Document,
    /// `POST /v3/voice/realtime`, as JSON.
    Voice,
    /// `POST /v2/write/rephrase`, as JSON.
    Write,
}

impl From<For> for Use {
    fn from(r#for: For) -> Self {
        match r#for {
            For::Text => Self::Text,
            For::Document => Self::Document,
            For::Voice => Self::Voice,
            For::Write => Self::Write,
        }
    }
}

/// Prints the parameters.
///
/// # Errors
/// 3 for invalid files, 64 for a profile that there is not, 1 where something has no id yet.
pub async fn run(
    args: &Args,
    global: &Global,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
) -> Result<Exit, Stop> {
    screen.format(global, &[Format::Json])?;
    let opened = project::open(here)?;
    let read = opened.check(&[], here);
    project::refuse_errors(&read.findings, read.files, screen)?;
    let Some(desired) = read.desired else {
        return Err(Stop::new(Exit::Invalid, "the files are invalid, nothing was sent"));
    };
    let profile = find(&desired, &args.profile)?;
    let state = Place::of(global, here, screen)?.read()?;
    let r#use = Use::from(args.r#use);
    let mut ids = bound(profile, r#use, &state, global)?;
    if let Some(name) = request::memory(profile, r#use) {
        if args.offline {
            let message = format!("only the service knows the id of the translation memory `{}`", name.value);
            return Err(Stop::quoting(Exit::Error, message).help("leave --offline out"));
        }
        let prepared = prepare::without_files(global, &Choices::default(), here, variables, screen)?;
        same_origin(&prepared, &state)?;
        ids.memory = memory_id(&prepared, profile).await?;
    }
    let parameters = request::parameters(profile, r#use, &ids)
        .map_err(|address| Stop::new(Exit::Error, format!("{address} has no id yet")).help(apply(global)))?;
    screen.out(&pretty(&parameters))?;
    Ok(Exit::Done)
}

/// The profile of this key.
///
/// # Errors
/// Names the nearest.
pub(super) fn find<'a>(desired: &'a Desired, written: &str) -> Result<&'a Profile, Stop> {
    let key = written.strip_prefix("translation_profile/").unwrap_or(written);
    let keys = || desired.profiles().keys().map(|key| key.as_str());
    if let Some(profile) = desired.profiles().values().find(|profile| profile.key.as_str() == key) {
        return Ok(profile);
    }
    let help = match (nearest::words(key, keys()).first(), keys().next()) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, Some(_)) => format!("it has {}", keys().collect::<Vec<_>>().join(", ")),
        (None, None) => "write one: a file with `kind: translation_profile`".to_owned(),
    };
    Err(Stop::quoting(Exit::Usage, format!("the project has no translation profile `{key}`")).help(help))
}

/// Ids of everything that a request of this use refers to, from the memory between runs.
///
/// # Errors
/// Names what has none.
pub(super) fn bound(profile: &Profile, r#use: Use, state: &State, global: &Global) -> Result<Ids, Stop> {
    let mut ids = Ids::default();
    for address in request::references(profile, r#use) {
        let Some(binding) = state.bindings.get(&address) else {
            let key = &profile.key;
            let message = format!("{address} has no id yet, and the profile `{key}` refers to it");
            return Err(Stop::new(Exit::Error, message).help(apply(global)));
        };
        ids.bound.insert(address, binding.id.clone());
    }
    Ok(ids)
}

/// The id of the memory that a profile names, asked for by name.
///
/// # Errors
/// Where no memory, or more than one, has the name; where it is of other languages; where the service cannot be asked.
pub(super) async fn memory_id(prepared: &Prepared, profile: &Profile) -> Result<Option<Id>, Stop> {
    if profile.translation_memory.is_none() {
        return Ok(None);
    }
    let memories = service::memory::all(&prepared.client).await.map_err(|unread| prepared.unread(&unread))?;
    let found = memory::of(profile, &memories)
        .map_err(|unfit| Stop::quoting(Exit::Error, &unfit.message).help(shown(&unfit.help)))?;
    Ok(found.map(|memory| memory.id.clone()))
}

/// Ids of one service mean nothing to another.
pub(super) fn same_origin(prepared: &Prepared, state: &State) -> Result<(), Stop> {
    if state.origin.is_empty() || state.origin == prepared.basis.origin {
        return Ok(());
    }
    let (here, there) = (&prepared.basis.origin, &state.origin);
    let message = format!("the ids of this environment are of {there}, and the service that would be asked is {here}");
    Err(Stop::quoting(Exit::Refused, message).help("name the environment with --env, or the service with --service"))
}

fn apply(global: &Global) -> String {
    match &global.env {
        Some(env) => format!("housestyle apply --env {env}"),
        None => "housestyle apply".to_owned(),
    }
}

fn shown(text: &str) -> String {
    crate::report::Shown(text).to_string()
}
