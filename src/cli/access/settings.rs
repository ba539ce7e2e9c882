//! Settings of one run: flag over environment over project file over default.
//!
//! Invariant: hosts, keys, proxies and certificates never come from a project file.

#![expect(clippy::disallowed_methods, reason = "the current folder is read here, once")]

use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::access::auth_key;
use crate::cli::access::origin::Origin;
use crate::cli::arguments::args::{GlobalArgs, StateArg};
use crate::cli::arguments::environments;
use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::CliError;
use crate::cli::invocation::Invocation;
use crate::model::project::{Environment, Preset, Project};
use crate::project::nearest_path;
use crate::report::Sanitized;
use crate::service::http::UsageReporting;
use crate::service::secret::Secret;

/// The folder that paths on the command line are relative to: where the process was started, or `--chdir` from there.
///
/// # Errors
/// Where that folder is gone, is not Unicode, or is none.
pub fn working_dir(global: &GlobalArgs) -> Result<Utf8PathBuf, CliError> {
    let started =
        std::env::current_dir().map_err(|error| CliError::io_error("cannot tell the current folder", &error))?;
    let started = Utf8PathBuf::from_path_buf(started)
        .map_err(|path| CliError::usage_error(format!("the current folder {} is not Unicode", path.display())))?;
    let here = match &global.chdir {
        Some(chdir) => started.join(chdir),
        None => started,
    };
    if here.is_dir() {
        Ok(here)
    } else {
        let help = if here.is_file() {
            "this is a file: name the folder that it is in, the one with housestyle.toml".to_owned()
        } else {
            let near = nearest_path::suggest_path(&here, here.parent().unwrap_or(&here))
                .map_or_else(String::new, |near| format!("{near} "));
            format!("{near}check the path behind --chdir; housestyle init DIR makes a project")
        };
        Err(CliError::usage_error(format!("there is no folder {here}")).with_help(help))
    }
}

/// What a state calls the emulator, which has no address.
pub const EMULATOR_ORIGIN: &str = "emulator";

/// Which service, and how it is reached.
#[derive(Debug)]
pub enum ServiceEndpoint {
    /// The emulator inside the program.
    Emulator {
        /// What usage is counted under.
        reporting: Option<UsageReporting>,
    },
    /// A service over HTTP.
    Http(HttpEndpoint),
}

/// A service over HTTP.
pub struct HttpEndpoint {
    /// Where it is.
    pub origin: Origin,
    /// Word before the key.
    pub scheme: String,
    /// The key.
    pub key: Secret,
    /// Further certificates to trust.
    pub ca_file: Option<Utf8PathBuf>,
    /// What usage is counted under.
    pub reporting: Option<UsageReporting>,
    /// The variable that names the proxy on the way.
    pub proxy_variable: Option<String>,
}

impl std::fmt::Debug for HttpEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Http").field("origin", &self.origin).field("scheme", &self.scheme).finish_non_exhaustive()
    }
}

/// What a run works with.
#[derive(Debug)]
pub struct RunSettings {
    /// The environment as the project describes it.
    pub environment: Environment,
    /// The state file.
    pub state_file: Utf8PathBuf,
    /// Further certificate authorities.
    pub ca_file: Option<Utf8PathBuf>,
    /// Lists worked on at the same time.
    pub parallelism: usize,
    /// Most requests per second.
    pub max_rps: Option<u32>,
    /// Longest run.
    pub timeout: Duration,
    /// How long a lost answer is looked for.
    pub settle: Duration,
}

const DEFAULT_PARALLELISM: usize = 8;
pub(in crate::cli) const DEFAULT_TIMEOUT: u64 = 1800;
const DEFAULT_SETTLE: u64 = 30;

/// Settings of a run on the project in `root`.
///
/// # Errors
/// Where the environment is none of the project.
pub fn resolve_settings(
    global: &GlobalArgs,
    project: &Project,
    root: &Utf8Path,
    here: &Utf8Path,
) -> Result<RunSettings, CliError> {
    let environment = find_environment(global, project)?;
    let state = match &global.state {
        Some(StateArg::File(path)) => here.join(path),
        Some(StateArg::Objects(_)) | None => root.join(&environment.state),
    };
    Ok(RunSettings {
        state_file: state,
        ca_file: global.ca_file.as_ref().map(|path| here.join(path)),
        parallelism: global.parallelism.map(usize::from).or(environment.parallelism).unwrap_or(DEFAULT_PARALLELISM),
        max_rps: global.max_rps.or(environment.max_rps),
        timeout: Duration::from_secs(global.timeout.or(environment.timeout).unwrap_or(DEFAULT_TIMEOUT)),
        settle: Duration::from_secs(global.settle.or(environment.settle).unwrap_or(DEFAULT_SETTLE)),
        environment: environment.clone(),
    })
}

/// The environment of a run on one environment.
///
/// # Errors
/// Exit 64 where several were selected, or none of the project.
pub fn find_environment<'a>(global: &GlobalArgs, project: &'a Project) -> Result<&'a Environment, CliError> {
    let names = environments::select_environments(global, project)?;
    match names.as_slice() {
        [name] => project
            .environments
            .get(name)
            .ok_or_else(|| CliError::usage_error(format!("the project has no environment `{}`", name.escape_debug()))),
        several => Err(CliError::usage_error(format!(
            "this command works on one environment, and {} were selected: {}",
            several.len(),
            several.join(", ")
        ))
        .with_help(format!("pass one: --env {}", several[0]))),
    }
}

/// Which service the run speaks to, with its key.
///
/// # Errors
/// Where address and preset contradict each other (64), or where the key is absent or of another plan (8).
pub fn resolve_endpoint(environment: &Environment, invocation: &Invocation<'_>) -> Result<ServiceEndpoint, CliError> {
    let Invocation { global, here, variables, .. } = *invocation;
    let preset = resolve_preset(global, environment)?;
    let reporting = global.reporting_tag.as_deref().map(|tag| parse_reporting_tag(tag, preset)).transpose()?;
    let origin = match (preset, &global.base_url) {
        (Preset::Emulator, _) => {
            check_emulator_is_meant(global, environment, variables)?;
            return Ok(ServiceEndpoint::Emulator { reporting });
        }
        (Preset::Custom, Some(address)) => parse_base_url(address)?,
        (Preset::Custom, None) => {
            return Err(CliError::usage_error("the service `custom` has no address")
                .with_help("give --base-url or HOUSESTYLE_BASE_URL"));
        }
        (Preset::Deepl | Preset::DeeplFree | Preset::DeeplUs | Preset::DeeplJp, _) => {
            Origin::for_preset(preset).expect("each of these presets has an address")
        }
    };
    let scheme = match (&global.auth_scheme, preset) {
        (Some(word), Preset::Custom) => validate_auth_scheme(word)?,
        (None, Preset::Custom) => "Service-Auth-Key".to_owned(),
        (Some(_), _) => {
            return Err(CliError::usage_error("--auth-scheme is for `--service custom` alone")
                .with_help("leave it out: the other services have one scheme, which is known"));
        }
        (None, _) => "DeepL-Auth-Key".to_owned(),
    };
    let file = global.auth_key_file.as_ref().map(|path| here.join(path));
    let key = auth_key::find_key(file.as_deref(), &environment.name, preset, variables)?;
    let ca_file = global.ca_file.as_ref().map(|path| here.join(path));
    let proxy_variable = find_proxy_variable(&origin, variables);
    Ok(ServiceEndpoint::Http(HttpEndpoint { origin, scheme, key, ca_file, reporting, proxy_variable }))
}

/// Variables that name the proxy of `https://`, the first of which counts.
const PROXY_VARIABLES: [&str; 4] = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/// The variable that names the proxy on the way to an origin; nothing where `NO_PROXY` spares its host.
fn find_proxy_variable(origin: &Origin, variables: &EnvVariables) -> Option<String> {
    let host = origin.as_str().strip_prefix("https://")?;
    let host = host.split([':', '/']).next().unwrap_or_default();
    let spared = variables.get("NO_PROXY").or_else(|| variables.get("no_proxy")).unwrap_or_default();
    let spares = |entry: &str| {
        let entry = entry.trim().trim_start_matches('.');
        entry == "*" || (!entry.is_empty() && (host == entry || host.ends_with(&format!(".{entry}"))))
    };
    if spared.split(',').any(spares) {
        return None;
    }
    PROXY_VARIABLES.into_iter().find(|name| variables.get(name).is_some()).map(ToOwned::to_owned)
}

/// Lets the emulator stand in for a service only where somebody named it: a key is for a service, and a pipeline that
/// applies to an account of its own would be green for ever.
fn check_emulator_is_meant(
    global: &GlobalArgs,
    environment: &Environment,
    variables: &EnvVariables,
) -> Result<(), CliError> {
    let key = match &global.auth_key_file {
        Some(_) => Some(global.option_name("auth-key-file")),
        None => variables.with_prefix("HOUSESTYLE_AUTH_KEY").next().map(|(name, _)| name.to_owned()),
    };
    let pipeline = variables.is_pipeline();
    let selected = global.all_envs || global.env.iter().any(|name| !name.is_empty());
    let meant = global.service == Some(Preset::Emulator)
        || (environment.service_named && (selected || key.is_none()))
        || (key.is_none() && !pipeline);
    if meant {
        return Ok(());
    }
    let why = key.map_or_else(|| "CI is set".to_owned(), |name| format!("{name} is set"));
    let name = Sanitized(&environment.name);
    Err(CliError::usage_error(format!("{why}, but environment {name} would use the built-in emulator")).with_help(
        "name the environment with --env, where its section of housestyle.toml says which `service`, or the service itself \
         with --service, such as --service emulator",
    ))
}

/// The tag as a header of the service, which each preset calls by its own name.
fn parse_reporting_tag(tag: &str, preset: Preset) -> Result<UsageReporting, CliError> {
    let header = match preset {
        Preset::Emulator | Preset::Custom => "X-Service-Reporting-Tag",
        Preset::Deepl | Preset::DeeplFree | Preset::DeeplUs | Preset::DeeplJp => "X-DeepL-Reporting-Tag",
    };
    let good = |c: char| c.is_ascii_graphic() || c == ' ';
    if (1..=MAX_TAG_CHARS).contains(&tag.len()) && tag.chars().all(good) && tag.trim() == tag {
        Ok(UsageReporting { header, tag: tag.to_owned() })
    } else {
        Err(CliError::usage_error(format!(
            "a reporting tag has 1 to {MAX_TAG_CHARS} printable ASCII characters and no space at its ends"
        )))
    }
}

/// Longest reporting tag, in characters: what any server takes as a header.
const MAX_TAG_CHARS: usize = 255;

/// What the state calls the service of a run, without any key; nothing where the person did not give its address.
///
/// # Errors
/// Where address and preset contradict each other.
pub fn service_origin(global: &GlobalArgs, environment: &Environment) -> Result<Option<String>, CliError> {
    match (resolve_preset(global, environment)?, &global.base_url) {
        (Preset::Emulator, _) => Ok(Some(EMULATOR_ORIGIN.to_owned())),
        (Preset::Custom, Some(address)) => {
            let origin = parse_base_url(address)?;
            Ok(Some(origin.as_str().to_owned()))
        }
        (Preset::Custom, None) => Ok(None),
        (named @ (Preset::Deepl | Preset::DeeplFree | Preset::DeeplUs | Preset::DeeplJp), _) => {
            Ok(Origin::for_preset(named).map(|origin| origin.as_str().to_owned()))
        }
    }
}

/// An address that the person gives means `custom`, whatever the project says; a named preset beside it is a mistake.
fn resolve_preset(global: &GlobalArgs, environment: &Environment) -> Result<Preset, CliError> {
    match (global.service, &global.base_url) {
        (Some(Preset::Custom) | None, Some(_)) => Ok(Preset::Custom),
        (Some(named), None) => Ok(named),
        (None, None) => Ok(environment.service),
        (
            Some(named @ (Preset::Emulator | Preset::Deepl | Preset::DeeplFree | Preset::DeeplUs | Preset::DeeplJp)),
            Some(_),
        ) => Err(CliError::usage_error(format!("--base-url is for `--service custom`, not for `{}`", named.as_str()))
            .with_help("leave one of the two out")),
    }
}

fn parse_base_url(address: &str) -> Result<Origin, CliError> {
    Origin::parse(address).map_err(|why| {
        CliError::usage_error(format!("--base-url: {why}"))
            .with_help("write it as https://HOST[:PORT]; the key comes from HOUSESTYLE_AUTH_KEY or --auth-key-file")
    })
}

fn validate_auth_scheme(word: &str) -> Result<String, CliError> {
    let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if (1..=64).contains(&word.len()) && word.chars().all(good) {
        Ok(word.to_owned())
    } else {
        Err(CliError::usage_error("an auth scheme is one word of letters, digits, `-`, `_` and `.`"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cli::screen::terminal::Screen;
    use crate::model::project::DEFAULT_ENVIRONMENT;

    fn chosen(global: &GlobalArgs, project: Preset) -> Result<String, CliError> {
        let mut environment = Environment::with_defaults(DEFAULT_ENVIRONMENT, true);
        environment.service = project;
        let variables = EnvVariables::from_pairs(&[("HOUSESTYLE_AUTH_KEY", "canary")]);
        let screen = Arc::new(Screen::new(global, &variables));
        let invocation = Invocation { global, here: Utf8Path::new("/"), variables: &variables, screen: &screen };
        resolve_endpoint(&environment, &invocation).map(|service| match service {
            ServiceEndpoint::Emulator { .. } => "emulator".to_owned(),
            ServiceEndpoint::Http(http) => {
                assert!(!format!("{http:?}").contains("canary"));
                format!("{} {}", http.scheme, http.origin)
            }
        })
    }

    #[test]
    fn the_proxy_on_the_way_is_named_by_its_variable() {
        let found = |pairs: &[(&str, &str)]| {
            let origin = Origin::for_preset(Preset::Deepl).unwrap();
            find_proxy_variable(&origin, &EnvVariables::from_pairs(pairs))
        };
        assert_eq!(found(&[]), None);
        assert_eq!(found(&[("HTTP_PROXY", "http://p")]), None, "that is for plain HTTP");
        assert_eq!(found(&[("all_proxy", "http://p")]).as_deref(), Some("all_proxy"));
        let both = [("ALL_PROXY", "http://p"), ("https_proxy", "http://p"), ("NO_PROXY", "example.com,")];
        assert_eq!(found(&both).as_deref(), Some("https_proxy"));
        for spared in ["*", "deepl.com", ".deepl.com", "a, api.deepl.com"] {
            assert_eq!(found(&[("HTTPS_PROXY", "http://p"), ("no_proxy", spared)]), None, "{spared}");
        }
        assert!(found(&[("HTTPS_PROXY", "http://p"), ("no_proxy", "pl.com")]).is_some());
    }

    #[test]
    fn an_address_from_the_person_goes_before_the_preset_of_the_project() {
        let address = GlobalArgs { base_url: Some("http://127.0.0.1:4010".to_owned()), ..GlobalArgs::default() };
        assert_eq!(chosen(&address, Preset::Deepl), Ok("Service-Auth-Key http://127.0.0.1:4010".to_owned()));
        let both = GlobalArgs { service: Some(Preset::Deepl), ..address };
        assert_eq!(chosen(&both, Preset::Emulator).map_err(|stop| stop.exit.code()), Err(64));
        let none = GlobalArgs { service: Some(Preset::Custom), ..GlobalArgs::default() };
        assert_eq!(chosen(&none, Preset::Emulator).map_err(|stop| stop.exit.code()), Err(64));
    }

    #[test]
    fn presets_have_their_own_host_and_word() {
        let usual = GlobalArgs::default();
        // A key is set: the emulator has to be named.
        assert_eq!(chosen(&usual, Preset::Emulator).map_err(|stop| stop.exit.code()), Err(64));
        let file = GlobalArgs { auth_key_file: Some("key".into()), ..GlobalArgs::default() };
        let stop = chosen(&file, Preset::Emulator).unwrap_err();
        assert!(stop.message.starts_with("--auth-key-file is set"), "{}", stop.message);
        let named = GlobalArgs { service: Some(Preset::Emulator), ..GlobalArgs::default() };
        assert_eq!(chosen(&named, Preset::Emulator), Ok("emulator".to_owned()));
        assert_eq!(chosen(&usual, Preset::DeeplUs), Ok("DeepL-Auth-Key https://api-us.deepl.com".to_owned()));
        let word = GlobalArgs { auth_scheme: Some("Bearer".to_owned()), ..GlobalArgs::default() };
        assert_eq!(chosen(&word, Preset::Deepl).map_err(|stop| stop.exit.code()), Err(64));
    }

    #[test]
    fn flags_go_before_the_project_and_the_project_before_defaults() {
        let mut project = Project::default();
        let root = Utf8Path::new("/p");
        let usual = GlobalArgs::default();
        let settings = resolve_settings(&usual, &project, root, root).unwrap();
        assert_eq!((settings.parallelism, settings.timeout.as_secs()), (DEFAULT_PARALLELISM, DEFAULT_TIMEOUT));
        assert_eq!(settings.state_file, "/p/housestyle.lock.json");
        if let Some(environment) = project.environments.get_mut(DEFAULT_ENVIRONMENT) {
            environment.parallelism = Some(2);
            environment.timeout = Some(5);
        }
        let flags =
            GlobalArgs { timeout: Some(7), state: Some(StateArg::File("x.json".into())), ..GlobalArgs::default() };
        let settings = resolve_settings(&flags, &project, root, Utf8Path::new("/p/sub")).unwrap();
        assert_eq!((settings.parallelism, settings.timeout.as_secs()), (2, 7));
        assert_eq!(settings.state_file, "/p/sub/x.json");
        let other = GlobalArgs { env: vec!["nowhere".to_owned()], ..GlobalArgs::default() };
        assert_eq!(resolve_settings(&other, &project, root, root).map_err(|stop| stop.exit.code()).err(), Some(64));
    }
}
