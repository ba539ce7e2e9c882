//! `housestyle help`: the help of a command, or a topic that belongs to none.

use crate::catalogue::nearest;
use crate::cli::arguments::args::variable_name;
use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::terminal::Screen;

/// The long description of `help`.
pub const HELP: &str = "Print the help of a command or a topic.\n\n\
    Topics: options (global options, which every command takes), variables (environment variables), exit-codes.\n\n\
    Examples:\n\
    \x20 housestyle help plan\n\
    \x20 housestyle help state show\n\
    \x20 housestyle help options";

/// Arguments of `help`.
#[derive(Debug, clap::Args)]
pub struct HelpArgs {
    /// A command, or a topic: options, variables, exit-codes
    #[arg(value_name = "COMMAND|TOPIC")]
    pub topic: Vec<String>,
}

/// Topics that are no commands.
pub const TOPICS: &[&str] = &["options", "variables", "exit-codes"];

/// Prints the text. `definition` is the whole command line, `group` puts its list of commands under headings.
///
/// # Errors
/// Exit 64 where there is no such command or topic.
pub fn run(
    args: &HelpArgs,
    definition: clap::Command,
    group: impl Fn(&str) -> String,
    screen: &Screen,
) -> Result<Exit, CliError> {
    let mut command = definition;
    command.build();
    let words: Vec<&str> = args.topic.iter().map(String::as_str).collect();
    let text = match words.as_slice() {
        ["options"] => options_text(command),
        ["variables"] => variables_text(&command),
        ["exit-codes"] => format!("{}\n", Exit::render_table()),
        path => {
            let mut found = &command;
            for word in path {
                found = found.find_subcommand(word).ok_or_else(|| unknown_topic(found, word))?;
            }
            group(&found.clone().render_long_help().ansi().to_string())
        }
    };
    screen.print_output(&text)?;
    Ok(Exit::Success)
}

fn unknown_topic(parent: &clap::Command, word: &str) -> CliError {
    let commands: Vec<&str> = parent.get_subcommands().map(clap::Command::get_name).collect();
    let topics: &[&str] = if parent.get_name() == "housestyle" { TOPICS } else { &[] };
    let known: Vec<&str> = commands.into_iter().chain(topics.iter().copied()).collect();
    let stop = CliError::usage_error(format!("no help for `{}`", word.escape_debug()));
    let near = nearest::nearest_words(word, known.iter().copied()).first().copied();
    if let Some(near) = near {
        stop.with_help(format!("did you mean `{near}`?"))
    } else if known.is_empty() {
        stop.with_help(format!("`{}` has no commands of its own", parent.get_name()))
    } else {
        stop.with_help(format!("use one of: {}", known.join(", ")))
    }
}

/// The options that every command takes.
fn options_text(command: clap::Command) -> String {
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let mut alone = command
        .about(None::<&str>)
        .long_about(None::<&str>)
        .after_help(None::<&str>)
        .after_long_help("every option is also a variable: housestyle help variables")
        .help_template("{all-args}{after-help}");
    for name in names {
        alone = alone.mut_subcommand(name, |below| below.hide(true));
    }
    alone.render_long_help().ansi().to_string()
}

/// How variables are named, and those that are no options.
fn variables_text(command: &clap::Command) -> String {
    let mut out = String::from(
        "Every option can be set by a variable: HOUSESTYLE_ and its name in capitals, with _ for -.\n\
         An option on the command line wins over the variable. An empty variable counts as not set.\n\n\
         Global options:\n",
    );
    for arg in command.get_arguments().filter(|arg| arg.is_global_set()) {
        if let Some(long) = arg.get_long() {
            out.push_str(&format!("  {:<28}  --{long}\n", variable_name(long)));
        }
    }
    out.push_str("\nVariables that are no options:\n");
    for (name, meaning) in OTHER_VARIABLES {
        out.push_str(&format!("  {name:<28}  {meaning}\n"));
    }
    out
}

/// Variables that the program reads beside those of its options.
pub const OTHER_VARIABLES: &[(&str, &str)] = &[
    ("HOUSESTYLE_AUTH_KEY", "authentication key of the service"),
    ("HOUSESTYLE_AUTH_KEY_<ENV>", "key of one environment, such as HOUSESTYLE_AUTH_KEY_PRODUCTION"),
    ("NO_COLOR", "set to anything: no color"),
    ("CLICOLOR_FORCE", "set to 1: color even where no terminal is"),
    ("COLUMNS", "width of the output"),
    ("LC_ALL, LC_CTYPE, LANG", "UTF-8 in the first that is set: frames and arrows beyond ASCII"),
    ("CI", "set: no questions, and no progress bar"),
    ("HTTPS_PROXY, NO_PROXY", "proxy, and hosts to reach without it"),
];
