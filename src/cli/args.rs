//! What may be written behind `housestyle`: global flags and verbs, with the help that teaches them.
//!
//! Invariant: every flag can also be given as `HOUSESTYLE_<FLAG>`; a variable that is set but empty counts as not set.
//! A key is never a flag. Deliberately absent: flags of verbs that do not exist yet.

use camino::Utf8PathBuf;
use clap::builder::FalseyValueParser;
use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::cli::command;
use crate::cli::exit::Exit;
use crate::cli::format;
use crate::cli::settings::EnvVariables;
use crate::model::project::Preset;

/// Keep a company's house style for machine translation in git.
#[derive(Debug, Parser)]
#[command(
    name = "housestyle",
    version,
    about,
    max_term_width = 100,
    arg_required_else_help = true,
    subcommand_required = true,
    disable_help_subcommand = true,
    long_about = "Keep a company's house style for machine translation in git.\n\n\
        Style rule lists stand as YAML or TOML files in a repository. housestyle checks them, shows what would change on \
        the translation service, and makes the service match. Without further settings the service is an emulator \
        inside the program: no key, no network.\n\n\
        First steps:\n\
        \x20 housestyle init my-styles     a project with one list\n\
        \x20 housestyle -C my-styles validate\n\
        \x20 housestyle -C my-styles plan  what would change\n\
        \x20 housestyle -C my-styles apply make it so"
)]
pub struct CliArgs {
    /// Flags that every verb takes.
    #[command(flatten)]
    pub global: GlobalArgs,
    /// What to do.
    #[command(subcommand)]
    pub command: CliCommand,
}

/// Flags that every verb takes.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArgs {
    /// Work as if started in this folder
    #[arg(short = 'C', long, global = true, value_name = "DIR", env = "HOUSESTYLE_CHDIR")]
    pub chdir: Option<Utf8PathBuf>,

    /// Environment of housestyle.toml; plan, apply and drift take several: repeat it, or use a pattern such as `prod-*`
    #[arg(long, global = true, value_name = "NAME", env = "HOUSESTYLE_ENV", value_delimiter = ',')]
    pub env: Vec<String>,

    /// Every environment of housestyle.toml
    #[arg(long, global = true, env = "HOUSESTYLE_ALL_ENVS", value_parser = FalseyValueParser::new())]
    pub all_envs: bool,

    /// Service to talk to
    #[arg(long, global = true, value_name = "PRESET", env = "HOUSESTYLE_SERVICE", value_parser = preset_parser())]
    pub service: Option<Preset>,

    /// Address of a custom service: `https://HOST:PORT`, or `http://` on this machine
    #[arg(long, global = true, value_name = "URL", env = "HOUSESTYLE_BASE_URL")]
    pub base_url: Option<String>,

    /// Word before the key in the Authorization header of a custom service [default: Service-Auth-Key]
    #[arg(long, global = true, value_name = "WORD", env = "HOUSESTYLE_AUTH_SCHEME")]
    pub auth_scheme: Option<String>,

    /// File that holds the key and that nobody else can read
    ///
    /// The key itself is never a flag: it comes from here, from `HOUSESTYLE_AUTH_KEY`, or, for one environment alone, from
    /// `HOUSESTYLE_AUTH_KEY_PRODUCTION` and the like.
    #[arg(long, global = true, value_name = "FILE", env = "HOUSESTYLE_AUTH_KEY_FILE")]
    pub auth_key_file: Option<Utf8PathBuf>,

    /// File that remembers what is whose [default: as housestyle.toml says]
    #[arg(long, global = true, value_name = "FILE", env = "HOUSESTYLE_STATE")]
    pub state: Option<Utf8PathBuf>,

    /// Lists worked on at the same time [default: 8]
    #[arg(long, global = true, value_name = "N", env = "HOUSESTYLE_PARALLELISM", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub parallelism: Option<u16>,

    /// Most requests per second [default: as many as the service takes]
    #[arg(long, global = true, value_name = "N", env = "HOUSESTYLE_MAX_RPS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub max_rps: Option<u32>,

    /// Longest run in seconds [default: 1800]
    #[arg(long, global = true, value_name = "SECONDS", env = "HOUSESTYLE_TIMEOUT", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,

    /// How long a lost answer is looked for, in seconds [default: 30]
    #[arg(long, global = true, value_name = "SECONDS", env = "HOUSESTYLE_SETTLE", value_parser = clap::value_parser!(u64).range(0..=3600))]
    pub settle: Option<u64>,

    /// Output format
    #[arg(short = 'o', long, global = true, value_name = "FORMAT", env = "HOUSESTYLE_FORMAT", value_parser = format::format_parser(), hide_possible_values = true)]
    pub format: Option<String>,

    /// When to colour
    #[arg(long, global = true, value_name = "WHEN", env = "HOUSESTYLE_COLOR", default_value = "auto")]
    pub color: ColorChoice,

    /// Say only what went wrong
    #[arg(short, long, global = true, env = "HOUSESTYLE_QUIET", value_parser = FalseyValueParser::new(), conflicts_with = "verbose")]
    pub quiet: bool,

    /// Say more: every step of an apply
    #[arg(short, long, global = true, action = ArgAction::Count, env = "HOUSESTYLE_VERBOSE")]
    pub verbose: u8,

    /// Tag that the service counts translations and improvements of this run under, in its reports of usage
    #[arg(long, global = true, value_name = "TAG", env = "HOUSESTYLE_REPORTING_TAG")]
    pub reporting_tag: Option<String>,

    /// Certificates (PEM) to trust beside those built in
    #[arg(long, global = true, value_name = "FILE", env = "HOUSESTYLE_CA_FILE")]
    pub ca_file: Option<Utf8PathBuf>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Make a project that validates and applies as it is
    #[command(long_about = command::init::HELP)]
    Init(command::init::InitArgs),
    /// Show every finding of the files; offline
    #[command(long_about = command::validate::HELP)]
    Validate(command::validate::ValidateArgs),
    /// Explain a code, a rule, a value or a field
    #[command(long_about = command::explain::HELP)]
    Explain(command::explain::ExplainArgs),
    /// Print the JSON Schema of a kind of file
    #[command(long_about = command::schema::HELP)]
    Schema(command::schema::SchemaArgs),
    /// Show which lists set which rules, and where they differ; offline
    #[command(long_about = command::overview::HELP)]
    Overview(command::overview::OverviewArgs),
    /// Show what two revisions or folders mean differently; offline
    #[command(long_about = command::diff::HELP)]
    Diff(command::diff::DiffArgs),
    /// Show what would change on the service
    #[command(long_about = command::plan::HELP)]
    Plan(command::plan::PlanArgs),
    /// Show a saved plan in any format; offline
    #[command(long_about = command::show::HELP)]
    Show(command::show::ShowArgs),
    /// Make the service match the files
    #[command(long_about = command::apply::HELP)]
    Apply(command::apply::ApplyArgs),
    /// Show what was changed on the service since the last apply
    #[command(long_about = command::drift::HELP)]
    Drift(command::drift::DriftArgs),
    /// Bring what was changed on the service into the files
    #[command(long_about = command::pull::HELP)]
    Pull(command::pull::PullArgs),
    /// Save what the account says, as a file
    #[command(long_about = command::snapshot::HELP)]
    Snapshot(command::snapshot::SnapshotArgs),
    /// Show the ids that applications need
    #[command(long_about = command::outputs::HELP)]
    Outputs(command::outputs::OutputsArgs),
    /// Print the parameters of a request that uses a profile
    #[command(long_about = command::render::HELP)]
    Render(command::render::RenderArgs),
    /// Translate a sample with and without a style, or improve prompts
    #[command(long_about = command::try_cmd::HELP)]
    Try(command::try_cmd::TryArgs),
    /// Show which languages the service offers for what
    #[command(long_about = command::languages::HELP)]
    Languages(command::languages::LanguagesArgs),
    /// Show what the account has used
    #[command(long_about = command::usage::HELP)]
    Usage(command::usage::UsageArgs),
    /// Look at what is remembered between runs, and correct it
    #[command(long_about = command::state::HELP)]
    State(command::state::StateArgs),
    /// Serve the embedded emulator on a port of this machine
    #[command(long_about = command::emulate::HELP)]
    Emulate(command::emulate::EmulateArgs),
    /// Serve an editor: findings while typing, completion, explanations
    #[command(long_about = command::lsp::HELP)]
    Lsp(command::lsp::LspArgs),
    /// Print the completions of a shell
    #[command(long_about = command::completions::HELP)]
    Completions(command::completions::CompletionsArgs),
    /// Print every rule as a page to browse, or write the reference
    #[command(long_about = command::docs::HELP)]
    Docs(command::docs::DocsArgs),
    /// Print the manual page, or write one page per verb
    #[command(long_about = command::man::HELP)]
    Man(command::man::ManArgs),
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal that takes it, unless the environment asks otherwise.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

fn preset_parser() -> impl clap::builder::TypedValueParser<Value = Preset> {
    use clap::builder::TypedValueParser;
    clap::builder::PossibleValuesParser::new(Preset::ALL.iter().map(|preset| preset.as_str()))
        .map(|word| Preset::from_name(&word).expect("the parser lets only words of presets through"))
}

/// The whole command, with exit codes below every help text and without values of the environment in it.
#[must_use]
pub fn build_command() -> clap::Command {
    with_exit_codes(CliArgs::command())
}

fn with_exit_codes(command: clap::Command) -> clap::Command {
    let named: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let mut command = command.mut_args(|arg| arg.hide_env_values(true)).after_help(Exit::render_table());
    for name in named {
        command = command.mut_subcommand(name, |verb| verb.mut_args(|arg| arg.hide_env_values(true)));
    }
    command
}

/// Reads the arguments of a process.
///
/// # Errors
/// What clap has to say: wrong arguments, but also the text of `--help` and `--version`.
pub fn parse_args<I, T>(arguments: I, variables: &EnvVariables) -> Result<CliArgs, clap::Error>
where
    I: IntoIterator<Item = T>,
    T: Into<std::ffi::OsString> + Clone,
{
    let matches = ignore_empty_variables(build_command(), variables).try_get_matches_from(arguments)?;
    CliArgs::from_arg_matches(&matches)
}

/// Pipelines set variables to nothing where a secret or input is absent: those count as not set.
fn ignore_empty_variables(command: clap::Command, variables: &EnvVariables) -> clap::Command {
    let named: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let unset = |arg: clap::Arg| {
        let empty = arg.get_env().and_then(|name| name.to_str()).is_some_and(|name| variables.is_empty(name));
        if empty { arg.env(clap::builder::Resettable::<clap::builder::OsStr>::Reset) } else { arg }
    };
    let mut command = command.mut_args(unset);
    for name in named {
        command = command.mut_subcommand(name, |verb| ignore_empty_variables(verb, variables));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        build_command().debug_assert();
    }

    #[test]
    fn every_flag_is_also_a_variable() {
        fn check(command: &clap::Command, at: &str) {
            for arg in command.get_arguments() {
                let Some(long) = arg.get_long() else { continue };
                if matches!(long, "help" | "version") {
                    continue;
                }
                let wanted = format!("HOUSESTYLE_{}", long.to_uppercase().replace('-', "_"));
                assert_eq!(arg.get_env().and_then(|name| name.to_str()), Some(wanted.as_str()), "{at} --{long}");
            }
            for verb in command.get_subcommands() {
                check(verb, &format!("{at} {}", verb.get_name()));
            }
        }
        check(&build_command(), "housestyle");
    }

    #[test]
    fn every_verb_teaches_by_examples() {
        for mut verb in build_command().get_subcommands().cloned() {
            let taught = verb.get_long_about().map(ToString::to_string).unwrap_or_default();
            let examples = taught.lines().filter(|line| line.starts_with("  "));
            examples.for_each(|line| assert!(line.chars().count() <= 100, "this would be wrapped: {line}"));
            let help = verb.render_long_help().to_string();
            assert!(help.contains("Examples:\n  housestyle") || help.contains("Examples:\n  HOUSESTYLE"), "{help}");
        }
    }

    #[test]
    fn no_flag_takes_a_key() {
        fn check(command: &clap::Command) {
            for arg in command.get_arguments() {
                let id = arg.get_id().as_str();
                let made_up = command.get_name() == "emulate" && id == "key";
                assert!(!id.contains("key") || id == "auth_key_file" || made_up, "{id}");
            }
            command.get_subcommands().for_each(check);
        }
        check(&build_command());
    }
}
