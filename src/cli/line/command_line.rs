//! The whole command line: every command with its arguments, read from the process. The root of `cli`: it knows every
//! command, and no command knows it; those that describe all others are handed the definition.
//!
//! Invariant: a variable that is set but empty counts as not set. What cannot be read is one message with one way out.

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::catalogue::nearest;
use crate::cli::arguments::args::{GlobalArgs, variable_name};
use crate::cli::arguments::format::{
    ApplyFormat, FindingFormat, FormatWords, HumanOnly, HumanOrJson, JsonOnly, MarkdownOnly, OutputsFormat,
    OverviewFormat, PlanFormat, SheetFormat, define_formats, format_words,
};
use crate::cli::command;
use crate::cli::command::help::OTHER_VARIABLES;
use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::cli::line::complete::COMPLETE_VARIABLE;
use crate::cli::line::usage_error;
use crate::report::Sanitized;

/// Manage DeepL style rules, glossaries, spoken terms and style profiles as code
#[derive(Debug, Parser)]
#[command(
    name = "housestyle",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    subcommand_required = true,
    disable_help_subcommand = true,
    long_about = "Manage DeepL style rules, glossaries, spoken terms and style profiles as code.\n\n\
        Style rule lists with their custom instructions, glossaries, spoken terms, style profiles and translation \
        profiles are kept as YAML or TOML files in git. housestyle validates the files, shows what would change on the service, and applies \
        the changes after approval. By default the service is an emulator built into the program, which needs no key and \
        no network; `--service deepl` selects DeepL.\n\n\
        Examples:\n\
        \x20 housestyle init my-styles            create a project with one style rule list\n\
        \x20 housestyle -C my-styles validate     check its files\n\
        \x20 housestyle -C my-styles plan         show what would change\n\
        \x20 housestyle -C my-styles apply        make the changes\n\
        \x20 housestyle help plan                 everything about one command"
)]
pub struct CliArgs {
    /// Options that every command takes.
    #[command(flatten)]
    pub global: GlobalArgs,
    /// The command.
    #[command(subcommand)]
    pub command: CliCommand,
}

/// A command with its arguments.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Create a project that validates and applies as it is
    #[command(long_about = command::init::HELP)]
    Init(command::init::InitArgs),
    /// Check the files and show every finding; offline
    #[command(long_about = command::validate::HELP)]
    Validate(command::validate::ValidateArgs),
    /// Show where texts do not follow their style; offline
    #[command(long_about = command::lint::HELP)]
    Lint(command::lint::LintArgs),
    /// Infer a style from existing translations; offline
    #[command(long_about = command::infer::HELP)]
    Infer(command::infer::InferArgs),
    /// Explain a finding, safeguard, rule, value or field
    #[command(long_about = command::explain::HELP)]
    Explain(command::explain::ExplainArgs),
    /// Print the JSON Schema of a kind of file
    #[command(long_about = command::schema::HELP)]
    Schema(command::schema::SchemaArgs),
    /// Show which lists set which rules, and where they differ; offline
    #[command(long_about = command::overview::HELP)]
    Overview(command::overview::OverviewArgs),
    /// Write lists as prose, for writers, agents and other services; offline
    #[command(long_about = command::guide::HELP)]
    Guide(command::guide::GuideArgs),
    /// Move what lists share into a base style; offline
    #[command(long_about = command::extract::HELP)]
    Extract(command::extract::ExtractArgs),
    /// Exchange prompts and glossaries with a spreadsheet; offline
    #[command(long_about = command::sheet::HELP)]
    Sheet(command::sheet::SheetArgs),
    /// Compare the meaning of two revisions or folders; offline
    #[command(long_about = command::diff::HELP)]
    Diff(command::diff::DiffArgs),
    /// Show what apply would change on the service
    #[command(long_about = command::plan::HELP)]
    Plan(command::plan::PlanArgs),
    /// Show a saved plan in any format; offline
    #[command(long_about = command::show::HELP)]
    Show(command::show::ShowArgs),
    /// Make the service match the files, after approval
    #[command(long_about = command::apply::HELP)]
    Apply(command::apply::ApplyArgs),
    /// Show what changed on the service since the last apply
    #[command(long_about = command::drift::HELP)]
    Drift(command::drift::DriftArgs),
    /// Write changes made on the service into the files
    #[command(long_about = command::pull::HELP)]
    Pull(command::pull::PullArgs),
    /// Save the content of the account as a file
    #[command(long_about = command::snapshot::HELP)]
    Snapshot(command::snapshot::SnapshotArgs),
    /// Print the ids that applications need
    #[command(long_about = command::outputs::HELP)]
    Outputs(command::outputs::OutputsArgs),
    /// Print the request parameters of a translation profile
    #[command(long_about = command::render::HELP)]
    Render(command::render::RenderArgs),
    /// Translate a sample with and without a style, or improve prompts
    #[command(long_about = command::try_cmd::HELP)]
    Try(command::try_cmd::TryArgs),
    /// Judge recorded translations by what tests expect
    #[command(long_about = command::test_cmd::HELP)]
    Test(command::test_cmd::TestArgs),
    /// List the languages that the service supports
    #[command(long_about = command::languages::HELP)]
    Languages(command::languages::LanguagesArgs),
    /// Show how many characters the account has used
    #[command(long_about = command::usage::HELP)]
    Usage(command::usage::UsageArgs),
    /// Inspect and correct the state
    #[command(long_about = command::state::HELP)]
    State(command::state::StateArgs),
    /// Serve the built-in emulator on a local port
    #[command(long_about = command::emulate::HELP)]
    Emulate(command::emulate::EmulateArgs),
    /// Start the language server for editors
    #[command(long_about = command::lsp::HELP)]
    Lsp(command::lsp::LspArgs),
    /// Start the server for agents, which reads and cannot write
    #[command(long_about = command::mcp::HELP)]
    Mcp(command::mcp::McpArgs),
    /// Print the completion script of a shell
    #[command(long_about = command::completions::HELP)]
    Completions(command::completions::CompletionsArgs),
    /// Print every rule as a web page, or write the reference
    #[command(long_about = command::docs::HELP)]
    Docs(command::docs::DocsArgs),
    /// Print the manual page, or write one page per command
    #[command(long_about = command::man::HELP)]
    Man(command::man::ManArgs),
    /// Print the help of a command or a topic
    #[command(long_about = command::help::HELP)]
    Help(command::help::HelpArgs),
}

/// Adds arguments to the definition of a command.
type DefineArguments = fn(clap::Command) -> clap::Command;

/// Every command with its arguments, those that its variant of [`CliCommand`] holds, and the formats that it prints.
const COMMAND_ARGUMENTS: &[(&str, DefineArguments, FormatWords)] = &[
    ("init", command::init::InitArgs::augment_args, format_words::<HumanOnly>),
    ("validate", command::validate::ValidateArgs::augment_args, format_words::<FindingFormat>),
    ("lint", command::lint::LintArgs::augment_args, format_words::<FindingFormat>),
    ("infer", command::infer::InferArgs::augment_args, format_words::<HumanOrJson>),
    ("explain", command::explain::ExplainArgs::augment_args, format_words::<HumanOnly>),
    ("schema", command::schema::SchemaArgs::augment_args, format_words::<JsonOnly>),
    ("overview", command::overview::OverviewArgs::augment_args, format_words::<OverviewFormat>),
    ("guide", command::guide::GuideArgs::augment_args, format_words::<MarkdownOnly>),
    ("extract", command::extract::ExtractArgs::augment_args, format_words::<HumanOnly>),
    ("sheet", command::sheet::SheetArgs::augment_args, format_words::<SheetFormat>),
    ("diff", command::diff::DiffArgs::augment_args, format_words::<PlanFormat>),
    ("plan", command::plan::PlanArgs::augment_args, format_words::<PlanFormat>),
    ("show", command::show::ShowArgs::augment_args, format_words::<PlanFormat>),
    ("apply", command::apply::ApplyArgs::augment_args, format_words::<ApplyFormat>),
    ("drift", command::drift::DriftArgs::augment_args, format_words::<PlanFormat>),
    ("pull", command::pull::PullArgs::augment_args, format_words::<HumanOrJson>),
    ("snapshot", command::snapshot::SnapshotArgs::augment_args, format_words::<JsonOnly>),
    ("outputs", command::outputs::OutputsArgs::augment_args, format_words::<OutputsFormat>),
    ("render", command::render::RenderArgs::augment_args, format_words::<JsonOnly>),
    ("try", command::try_cmd::TryArgs::augment_args, format_words::<HumanOrJson>),
    ("test", command::test_cmd::TestArgs::augment_args, format_words::<FindingFormat>),
    ("languages", command::languages::LanguagesArgs::augment_args, format_words::<HumanOrJson>),
    ("usage", command::usage::UsageArgs::augment_args, format_words::<HumanOrJson>),
    ("state", command::state::StateArgs::augment_args, format_words::<HumanOrJson>),
    ("emulate", command::emulate::EmulateArgs::augment_args, format_words::<HumanOnly>),
    ("lsp", command::lsp::LspArgs::augment_args, format_words::<HumanOnly>),
    ("mcp", command::mcp::McpArgs::augment_args, format_words::<HumanOnly>),
    ("completions", command::completions::CompletionsArgs::augment_args, format_words::<HumanOnly>),
    ("docs", command::docs::DocsArgs::augment_args, format_words::<HumanOnly>),
    ("man", command::man::ManArgs::augment_args, format_words::<HumanOnly>),
    ("help", command::help::HelpArgs::augment_args, format_words::<HumanOnly>),
];

/// Headings of the list of commands, each with the commands below it.
const COMMAND_GROUPS: &[(&str, &[&str])] = &[
    (
        "Files",
        &["init", "validate", "lint", "infer", "explain", "diff", "overview", "guide", "extract", "sheet", "schema"],
    ),
    ("Service", &["plan", "show", "apply", "drift", "pull", "snapshot", "state"]),
    ("Applications", &["outputs", "render", "try", "test", "languages", "usage"]),
    ("Tools", &["emulate", "lsp", "mcp", "completions", "docs", "man", "help"]),
];

/// Last line of a short help text.
const SHORT_FOOTER: &str = "global options: housestyle help options";
/// Last line of the help of a command.
const LONG_FOOTER: &str = "exit codes: housestyle help exit-codes\nvariables:  housestyle help variables";

/// What was asked for.
#[derive(Debug)]
pub enum ParsedCommandLine {
    /// A command to run.
    Run(Box<CliArgs>),
    /// A help text to print.
    Help(String),
    /// The version to print.
    Version,
    /// Nothing: the help text to show instead of an error.
    MissingCommand(String),
}

/// The definition of the whole command line.
#[must_use]
pub fn build_command() -> clap::Command {
    let command = CliArgs::command().mut_args(|arg| {
        let global = arg.is_global_set();
        arg.hide_env(true).hide_short_help(global)
    });
    let named: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let long = format!("{}\n\n{}", Exit::render_table(), LONG_FOOTER.lines().last().unwrap_or_default());
    let mut command = command.after_help(SHORT_FOOTER).after_long_help(long);
    for name in named {
        let own = COMMAND_ARGUMENTS.iter().find(|(known, _, _)| *known == name);
        command = command.mut_subcommand(name, |below| {
            with_footers(own.map_or(below.clone(), |(_, _, formats)| define_formats(below, *formats)))
        });
    }
    command
}

/// The definition with the one command that the arguments seem to name, and without words for people: a tenth of the work.
/// What it reads, the whole definition reads alike; what it refuses is for the whole definition to judge.
fn define_named_command(arguments: &[OsString]) -> Option<clap::Command> {
    let mut words = arguments.iter().skip(1);
    let (name, augment, formats) =
        words.find_map(|word| COMMAND_ARGUMENTS.iter().find(|(name, _, _)| *word == **name))?;
    let command = clap::Command::new("housestyle").subcommand_required(true).disable_help_subcommand(true);
    let command = GlobalArgs::augment_args(command);
    Some(command.subcommand(define_formats(augment(clap::Command::new(*name)), *formats)))
}

fn with_footers(command: clap::Command) -> clap::Command {
    let named: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let mut command = command.mut_args(|arg| arg.hide_env(true)).after_help(SHORT_FOOTER).after_long_help(LONG_FOOTER);
    for name in named {
        command = command.mut_subcommand(name, with_footers);
    }
    command
}

/// Reads the arguments of a process.
///
/// # Errors
/// Exit 64, with what is wrong and what to write instead.
pub fn parse_command_line<I, T>(arguments: I, variables: &EnvVariables) -> Result<ParsedCommandLine, CliError>
where
    I: IntoIterator<Item = T>,
    T: Into<OsString> + Clone,
{
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let read = |command: &mut clap::Command| {
        let matches = command.try_get_matches_from_mut(&arguments)?;
        let mut args = CliArgs::from_arg_matches(&matches)?;
        args.global.from_variables = ids_from_variables(&matches, variables);
        args.global.called = arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        Ok::<_, clap::Error>(ParsedCommandLine::Run(Box::new(args)))
    };
    let empty = variables.has_empty();
    let named = if empty { None } else { define_named_command(&arguments) };
    if let Some(Ok(parsed)) = named.map(|mut command| read(&mut command)) {
        return Ok(parsed);
    }
    let mut command = build_command();
    if empty {
        command = ignore_empty_variables(command, variables);
    }
    let error = match read(&mut command) {
        Ok(parsed) => return Ok(parsed),
        Err(error) => error,
    };
    let kind = error.kind();
    let text = || group_commands(&error.render().ansi().to_string());
    if kind == ErrorKind::DisplayVersion {
        Ok(ParsedCommandLine::Version)
    } else if kind == ErrorKind::DisplayHelp {
        Ok(ParsedCommandLine::Help(text()))
    } else if kind == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand && arguments.len() <= 1 {
        Ok(ParsedCommandLine::MissingCommand(text()))
    } else {
        Err(usage_error::explain_clap_error(&error, &command, &arguments, variables))
    }
}

/// Reads the words of a command that an agent asked for, under the options that its server was started with. Variables set
/// nothing here: what is not among the words is not asked for.
///
/// # Errors
/// Exit 64, with what is wrong.
pub fn parse_agent_words(words: &[String], global: &GlobalArgs) -> Result<CliArgs, CliError> {
    let arguments: Vec<OsString> =
        std::iter::once("housestyle").chain(words.iter().map(String::as_str)).map(OsString::from).collect();
    let unset = |arg: clap::Arg| arg.env(clap::builder::Resettable::<clap::builder::OsStr>::Reset);
    let named = words.first().map(String::as_str).unwrap_or_default();
    let command = define_named_command(&arguments).ok_or_else(|| CliError::usage_error("there is no such command"))?;
    let mut command = command.mut_args(unset).mut_subcommand(named, |below| below.mut_args(unset));
    let refused = |error: clap::Error| {
        let text = error.render().to_string();
        let line = text.lines().next().unwrap_or_default();
        CliError::new_sanitized(Exit::Usage, line.trim_start_matches("error: "))
    };
    let matches = command.try_get_matches_from_mut(&arguments).map_err(refused)?;
    let CliArgs { global: own, command } = CliArgs::from_arg_matches(&matches).map_err(refused)?;
    let env = if own.env.is_empty() { global.env.clone() } else { own.env };
    let all_envs = global.all_envs && env.is_empty();
    Ok(CliArgs {
        global: GlobalArgs {
            format: own.format,
            env,
            all_envs,
            quiet: false,
            verbose: 0,
            called: words.to_vec(),
            ..global.clone()
        },
        command,
    })
}

/// Options that were set by a variable.
fn ids_from_variables(matches: &clap::ArgMatches, variables: &EnvVariables) -> BTreeSet<String> {
    // Groups of options have ids, too, and no variable.
    let here = matches.ids().map(clap::Id::as_str).filter(|id| {
        matches.value_source(id) == Some(ValueSource::EnvVariable) && variables.get(&variable_name(id)).is_some()
    });
    let mut found: BTreeSet<String> = here.map(ToOwned::to_owned).collect();
    if let Some((_, below)) = matches.subcommand() {
        found.extend(ids_from_variables(below, variables));
    }
    found
}

/// Beginning of the names of our variables.
const VARIABLE_PREFIX: &str = "HOUSESTYLE_";

/// Variables that our pipelines (docs/ci) and the action read themselves.
const PIPELINE_VARIABLES: [&str; 5] =
    ["HOUSESTYLE_BINARY", "HOUSESTYLE_COMMENT_TOKEN", "HOUSESTYLE_DIGEST", "HOUSESTYLE_IMAGE", "HOUSESTYLE_PUSH_TOKEN"];

/// A line for each variable that looks like one of ours and is none: it sets nothing.
#[must_use]
pub fn describe_unknown_variables(variables: &EnvVariables) -> Vec<String> {
    let set = variables.with_prefix(VARIABLE_PREFIX).map(|(name, _)| name);
    let set: Vec<&str> = set.filter(|name| !name.starts_with(KEY_PREFIX)).collect();
    if set.is_empty() {
        return Vec::new();
    }
    let mut known: BTreeSet<String> = OTHER_VARIABLES
        .iter()
        .map(|(name, _)| *name)
        .chain([COMPLETE_VARIABLE])
        .chain(PIPELINE_VARIABLES)
        .map(ToOwned::to_owned)
        .collect();
    collect_variables(&CliArgs::command(), &mut known);
    let line = |name: &str| {
        let bare = |name: &'_ str| name.strip_prefix(VARIABLE_PREFIX).unwrap_or(name).to_owned();
        let (written, words) = (bare(name), known.iter().map(|known| bare(known)).collect::<Vec<_>>());
        // Whoever writes a longer word means the shorter one.
        let shorter = words.iter().filter(|known| written.starts_with(known.as_str())).max_by_key(|known| known.len());
        let nearest = nearest::nearest_words(&written, words.iter().map(String::as_str));
        // Three letters look like three others by chance: they have to be the same, in another order.
        let letters = |word: &str| word.chars().collect::<std::collections::BinaryHeap<_>>().into_sorted_vec();
        let swapped = words.iter().find(|word| letters(word) == letters(&written)).map(String::as_str);
        let near = if written.len() > 3 { nearest.first().copied() } else { swapped };
        let help = match shorter.map(String::as_str).or(near) {
            Some(meant) => format!("did you mean {VARIABLE_PREFIX}{meant}?"),
            None => "all of them: housestyle help variables".to_owned(),
        };
        format!("warning: the variable {} sets nothing; {help}", Sanitized(name))
    };
    set.into_iter().filter(|name| !known.contains(*name)).map(line).collect()
}

/// Beginning of the variables that hold keys, also those of one environment.
const KEY_PREFIX: &str = "HOUSESTYLE_AUTH_KEY";

fn collect_variables(command: &clap::Command, known: &mut BTreeSet<String>) {
    known.extend(command.get_arguments().filter_map(|arg| arg.get_env()?.to_str().map(ToOwned::to_owned)));
    for below in command.get_subcommands() {
        collect_variables(below, known);
    }
}

/// Pipelines set variables to nothing where a secret or input is absent: those count as not set.
fn ignore_empty_variables(command: clap::Command, variables: &EnvVariables) -> clap::Command {
    let named: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let unset = |arg: clap::Arg| {
        let empty = arg.get_env().and_then(|name| name.to_str()).is_some_and(|name| variables.is_empty(name));
        if empty { arg.env(clap::builder::Resettable::<clap::builder::OsStr>::Reset) } else { arg }
    };
    let mut command = command.mut_args(unset);
    for name in named {
        command = command.mut_subcommand(name, |below| ignore_empty_variables(below, variables));
    }
    command
}

/// The list of commands under headings, in the help text of the program itself; any other text as it is.
#[must_use]
pub fn group_commands(help: &str) -> String {
    let plain = |line: &str| anstream::adapter::strip_str(line).to_string();
    let lines: Vec<&str> = help.split_inclusive('\n').collect();
    let Some(start) = lines.iter().position(|line| plain(line).trim_end() == "Commands:") else {
        return help.to_owned();
    };
    let length = lines.iter().skip(start + 1).position(|line| plain(line).trim().is_empty());
    let end = length.map_or(lines.len(), |length| start + 1 + length);
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in lines.get(start + 1..end).unwrap_or_default() {
        let text = plain(line);
        match entries.last_mut() {
            // A description that was wrapped goes on below its command.
            Some((_, entry)) if text.starts_with("    ") => entry.push_str(line),
            Some(_) | None => {
                let name = text.split_whitespace().next().unwrap_or_default().to_owned();
                entries.push((name, (*line).to_owned()));
            }
        }
    }
    if !entries.iter().any(|(name, _)| name == "plan") {
        return help.to_owned();
    }
    let heading = lines.get(start).copied().unwrap_or_default();
    let mut out: String = lines.get(..start).unwrap_or_default().concat();
    for (at, (title, names)) in COMMAND_GROUPS.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        out.push_str(&heading.replace("Commands", title));
        for name in *names {
            entries.iter().filter(|(known, _)| known == name).for_each(|(_, entry)| out.push_str(entry));
        }
    }
    out.push_str(&lines.get(end..).unwrap_or_default().concat());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        build_command().debug_assert();
    }

    #[test]
    fn a_command_alone_has_the_arguments_that_it_has_among_all() {
        let arguments = |command: &clap::Command| -> Vec<String> {
            command.get_arguments().map(|arg| format!("{arg:?}")).collect()
        };
        let below = |command: &clap::Command| -> Vec<String> {
            command.get_subcommands().map(|below| format!("{below:?}")).collect()
        };
        let whole = CliArgs::command();
        for known in whole.get_subcommands() {
            let definition = define_named_command(&["housestyle".into(), known.get_name().into()]).unwrap();
            let alone = definition.find_subcommand(known.get_name()).unwrap();
            let (_, _, formats) = COMMAND_ARGUMENTS.iter().find(|(name, _, _)| *name == known.get_name()).unwrap();
            let known = define_formats(known.clone(), *formats);
            assert_eq!((arguments(alone), below(alone)), (arguments(&known), below(&known)));
            assert_eq!(arguments(&definition), arguments(&whole));
        }
    }

    #[test]
    fn every_option_is_also_a_variable() {
        fn check(command: &clap::Command, at: &str) {
            for arg in command.get_arguments() {
                let Some(long) = arg.get_long() else { continue };
                // A command with one format has nothing that a variable could set.
                if matches!(long, "help" | "version") || arg.is_hide_set() {
                    continue;
                }
                let wanted = variable_name(long);
                assert_eq!(arg.get_env().and_then(|name| name.to_str()), Some(wanted.as_str()), "{at} --{long}");
            }
            for below in command.get_subcommands() {
                check(below, &format!("{at} {}", below.get_name()));
            }
        }
        check(&build_command(), "housestyle");
    }

    #[test]
    fn every_command_has_examples() {
        for mut command in build_command().get_subcommands().cloned() {
            let text = command.get_long_about().map(ToString::to_string).unwrap_or_default();
            let examples = text.lines().filter(|line| line.starts_with("  "));
            examples.for_each(|line| assert!(line.chars().count() <= 100, "this would be wrapped: {line}"));
            let help = command.render_long_help().to_string();
            assert!(help.contains("Examples:\n  housestyle") || help.contains("Examples:\n  HOUSESTYLE"), "{help}");
        }
    }

    #[test]
    fn every_command_is_under_one_heading() {
        let mut grouped: Vec<&str> = COMMAND_GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        grouped.sort_unstable();
        let definition = build_command();
        let mut known: Vec<&str> = definition.get_subcommands().map(clap::Command::get_name).collect();
        known.sort_unstable();
        assert_eq!(grouped, known);
        let help = group_commands(&build_command().render_help().to_string());
        for (title, names) in COMMAND_GROUPS {
            assert!(help.contains(&format!("{title}:\n  {}", names[0])), "{help}");
        }
    }

    #[test]
    fn no_option_takes_a_key() {
        fn check(command: &clap::Command) {
            for arg in command.get_arguments() {
                let id = arg.get_id().as_str();
                let made_up = command.get_name() == "emulate" && id == "key";
                let switch = !arg.get_action().takes_values();
                assert!(!id.contains("key") || id == "auth_key_file" || made_up || switch, "{id}");
            }
            command.get_subcommands().for_each(check);
        }
        check(&build_command());
    }
}
