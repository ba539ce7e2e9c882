//! Options that every command takes, and the words behind them. A leaf: it knows no command.
//!
//! Invariant: every option can also be given as `HOUSESTYLE_<OPTION>`. A key is never an option.

use std::collections::BTreeSet;

use camino::Utf8PathBuf;
use clap::builder::{FalseyValueParser, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ValueEnum};

use crate::cli::arguments::format;
use crate::model::project::Preset;
use crate::plan::commands::shell_word;
use crate::state::object_address::ObjectAddress;

/// Options that every command takes.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArgs {
    /// Run as if started in this directory
    #[arg(short = 'C', long, global = true, value_name = "DIR", env = "HOUSESTYLE_CHDIR")]
    pub chdir: Option<Utf8PathBuf>,

    /// Environment of housestyle.toml; plan, apply, drift, outputs and render accept several: repeat it, or use a pattern such as `prod-*`
    #[arg(long, global = true, value_name = "NAME", env = "HOUSESTYLE_ENV", value_delimiter = ',')]
    pub env: Vec<String>,

    /// Every environment of housestyle.toml
    #[arg(long, global = true, env = "HOUSESTYLE_ALL_ENVS", value_parser = FalseyValueParser::new())]
    pub all_envs: bool,

    /// Translation service
    #[arg(long, global = true, value_name = "PRESET", env = "HOUSESTYLE_SERVICE", value_parser = preset_parser())]
    pub service: Option<Preset>,

    /// Address of a custom service: `https://HOST[:PORT]`, or `http://` for this machine
    #[arg(long, global = true, value_name = "URL", env = "HOUSESTYLE_BASE_URL")]
    pub base_url: Option<String>,

    /// Authorization scheme of a custom service [default: Service-Auth-Key]
    #[arg(long, global = true, value_name = "SCHEME", env = "HOUSESTYLE_AUTH_SCHEME")]
    pub auth_scheme: Option<String>,

    /// File with the authentication key, readable by its owner only
    ///
    /// The key itself is never an option: it comes from this file, from `HOUSESTYLE_AUTH_KEY`, or, for one environment,
    /// from `HOUSESTYLE_AUTH_KEY_<ENVIRONMENT>`, such as `HOUSESTYLE_AUTH_KEY_PRODUCTION`.
    #[arg(long, global = true, value_name = "FILE", env = "HOUSESTYLE_AUTH_KEY_FILE")]
    pub auth_key_file: Option<Utf8PathBuf>,

    /// Path of the state file, or its place in object storage: `s3://BUCKET/PREFIX`, `gs://…`, `az://CONTAINER/…` [default: set in housestyle.toml]
    ///
    /// An address is only taken from here or from the variable, never from a project file. Credentials come from the
    /// variables of the cloud: `AWS_*`, `GOOGLE_*`, `AZURE_*`.
    #[arg(long, global = true, value_name = "FILE", env = "HOUSESTYLE_STATE", value_parser = StateArg::parse)]
    pub state: Option<StateArg>,

    /// Remote of the checkout that keeps the state, of the store `git` [default: origin]
    #[arg(long, global = true, value_name = "NAME", env = "HOUSESTYLE_STATE_REMOTE")]
    pub state_remote: Option<String>,

    /// Seconds to wait for another run that holds the state [default: 300]
    #[arg(long, global = true, value_name = "SECONDS", env = "HOUSESTYLE_LOCK_TIMEOUT", value_parser = clap::value_parser!(u64).range(0..=86_400))]
    pub lock_timeout: Option<u64>,

    /// Maximum number of concurrent operations [default: 8]
    #[arg(long, global = true, value_name = "N", env = "HOUSESTYLE_PARALLELISM", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub parallelism: Option<u16>,

    /// Maximum number of requests per second [default: unlimited; adapts to the service]
    #[arg(long, global = true, value_name = "N", env = "HOUSESTYLE_MAX_RPS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub max_rps: Option<u32>,

    /// Give up after this many seconds [default: 1800]
    #[arg(long, global = true, value_name = "SECONDS", env = "HOUSESTYLE_TIMEOUT", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,

    /// Seconds to keep looking for a resource whose create response was lost [default: 30]
    #[arg(long, global = true, value_name = "SECONDS", env = "HOUSESTYLE_SETTLE", value_parser = clap::value_parser!(u64).range(0..=3600))]
    pub settle: Option<u64>,

    /// Output format; the help of each command lists its formats
    #[arg(
        short = 'o',
        long,
        global = true,
        value_name = "FORMAT",
        env = "HOUSESTYLE_FORMAT",
        value_parser = PossibleValuesParser::new(format::all_format_words()),
        hide_possible_values = true
    )]
    pub format: Option<String>,

    /// When to use color
    #[arg(long, global = true, value_name = "WHEN", env = "HOUSESTYLE_COLOR", default_value = "auto")]
    pub color: ColorChoice,

    /// Print errors only
    ///
    /// A successful run prints nothing for people to read. Output in a format named with --format or --write, and data that
    /// a command exists to print (`outputs`, `render`, `schema`, …), is still printed.
    #[arg(short, long, global = true, env = "HOUSESTYLE_QUIET", value_parser = FalseyValueParser::new(), conflicts_with = "verbose")]
    pub quiet: bool,

    /// Print more detail, such as every step of an apply
    #[arg(short, long, global = true, action = ArgAction::Count, env = "HOUSESTYLE_VERBOSE")]
    pub verbose: u8,

    /// Tag for the usage reports of the service
    #[arg(long, global = true, value_name = "TAG", env = "HOUSESTYLE_REPORTING_TAG")]
    pub reporting_tag: Option<String>,

    /// Additional trusted CA certificates (PEM)
    #[arg(long, global = true, value_name = "FILE", env = "HOUSESTYLE_CA_FILE")]
    pub ca_file: Option<Utf8PathBuf>,

    /// Options whose value came from a variable, by id.
    #[arg(skip)]
    pub from_variables: BTreeSet<String>,

    /// The words that the program was called with, behind its name.
    #[arg(skip)]
    pub called: Vec<String>,
}

impl GlobalArgs {
    /// A command to run next, on the same project, environment and service.
    #[must_use]
    pub fn command(&self, verb: &str) -> String {
        format!("housestyle {verb}{}", self.repeated_options())
    }

    /// The command as it was called, with a further flag, to be pasted into a shell; none where it was no such command.
    #[must_use]
    pub fn called_with(&self, flag: &str, commands: &[&str]) -> Option<String> {
        // A hook names more files than a line holds.
        if self.called.iter().any(|word| word == "--changed") {
            return None;
        }
        let at = self.called.iter().position(|word| commands.contains(&word.as_str()))?;
        let (before, behind) = self.called.split_at(at + 1);
        let words = before.iter().map(String::as_str).chain([flag]).chain(behind.iter().map(String::as_str));
        Some(words.fold("housestyle".to_owned(), |said, word| format!("{said} {}", shell_word(word))))
    }

    /// The options that say where a run works and what it talks to, each with a space before it. Those that came from a
    /// variable are still there when the next command is run; an environment is named in any case.
    #[must_use]
    pub fn repeated_options(&self) -> String {
        let Self {
            chdir,
            env,
            all_envs,
            service,
            base_url,
            auth_scheme,
            auth_key_file,
            state,
            state_remote,
            lock_timeout,
            parallelism,
            max_rps,
            timeout,
            settle,
            reporting_tag,
            ca_file,
            // How it is shown, not what is done.
            format: _,
            color: _,
            quiet: _,
            verbose: _,
            from_variables,
            called: _,
        } = self;
        let mut said = if *all_envs { " --all-envs".to_owned() } else { String::new() };
        env.iter().for_each(|name| said.push_str(&format!(" --env {}", shell_word(name))));
        let number = |value: Option<u64>| value.map(|value| value.to_string());
        let path = |path: &Option<Utf8PathBuf>| path.as_ref().map(ToString::to_string);
        let state = state.as_ref().map(|state| match state {
            StateArg::File(path) => path.to_string(),
            StateArg::Objects(address) => address.to_string(),
        });
        for (id, option, value) in [
            ("chdir", "-C", path(chdir)),
            ("service", "--service", service.map(|preset| preset.as_str().to_owned())),
            ("base_url", "--base-url", base_url.clone()),
            ("auth_scheme", "--auth-scheme", auth_scheme.clone()),
            ("auth_key_file", "--auth-key-file", path(auth_key_file)),
            ("state", "--state", state),
            ("state_remote", "--state-remote", state_remote.clone()),
            ("lock_timeout", "--lock-timeout", number(*lock_timeout)),
            ("parallelism", "--parallelism", number(parallelism.map(u64::from))),
            ("max_rps", "--max-rps", number(max_rps.map(u64::from))),
            ("timeout", "--timeout", number(*timeout)),
            ("settle", "--settle", number(*settle)),
            ("reporting_tag", "--reporting-tag", reporting_tag.clone()),
            ("ca_file", "--ca-file", path(ca_file)),
        ] {
            if let Some(value) = value.filter(|_| !from_variables.contains(id)) {
                said.push_str(&format!(" {option} {}", shell_word(&value)));
            }
        }
        said
    }

    /// How a message names an option: by its variable, where the value came from there.
    #[must_use]
    pub fn option_name(&self, long: &str) -> String {
        if self.from_variables.contains(&long.replace('-', "_")) { variable_name(long) } else { format!("--{long}") }
    }
}

/// Where a person says that the state is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateArg {
    /// In a file.
    File(Utf8PathBuf),
    /// In object storage.
    Objects(ObjectAddress),
}

impl StateArg {
    /// A path, or the address of object storage.
    ///
    /// # Errors
    /// Where an address is none of object storage.
    pub fn parse(text: &str) -> Result<Self, String> {
        if ObjectAddress::is_meant(text) {
            ObjectAddress::parse(text).map(Self::Objects)
        } else {
            Ok(Self::File(Utf8PathBuf::from(text)))
        }
    }
}

/// The variable that sets an option.
#[must_use]
pub fn variable_name(long: &str) -> String {
    format!("HOUSESTYLE_{}", long.to_uppercase().replace('-', "_"))
}

/// When to use color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On terminals that support it, unless the environment disables it.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

fn preset_parser() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.iter().map(|preset| preset.as_str()))
        .map(|word| Preset::from_name(&word).expect("the parser lets only words of presets through"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_command_works_where_this_one_does() {
        let global = GlobalArgs {
            chdir: Some("team a".into()),
            env: vec!["prod-*".to_owned()],
            service: Some(Preset::Custom),
            base_url: Some("https://it's.example".to_owned()),
            state: Some(StateArg::File("s.json".into())),
            ca_file: Some("ca.pem".into()),
            from_variables: BTreeSet::from(["ca_file".to_owned()]),
            ..GlobalArgs::default()
        };
        assert_eq!(
            global.command("apply"),
            r"housestyle apply --env 'prod-*' -C 'team a' --service custom --base-url 'https://it'\''s.example' --state s.json"
        );
        assert_eq!(GlobalArgs::default().command("plan"), "housestyle plan");
        let called = ["-C", "a b", "lint", "--", "t.txt"].map(str::to_owned).to_vec();
        let global = GlobalArgs { called, ..GlobalArgs::default() };
        assert_eq!(global.called_with("--fix", &["lint"]).as_deref(), Some("housestyle -C 'a b' lint --fix -- t.txt"));
        assert_eq!(global.called_with("--fix", &["validate"]), None);
    }
}
