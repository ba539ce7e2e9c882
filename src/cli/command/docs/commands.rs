//! The page of all commands, flags, variables and exit codes, from the definition that reads them.

use clap::{Arg, Command};

use crate::cli::exit::Exit;
use crate::report::reference::{GENERATED_NOTICE, escape_markdown};

/// The page.
pub(super) fn commands_page(definition: Command) -> String {
    let mut command = definition;
    command.build();
    let mut out = format!(
        "{GENERATED_NOTICE}\n# Commands\n\nThe same as `housestyle help COMMAND`. Every option can also be set by the variable beside it; the \
         option wins over the variable, and an empty variable counts as not set.\n\n"
    );
    for verb in command.get_subcommands() {
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        out.push_str(&format!("- [{0}](#housestyle-{0}): {1}\n", verb.get_name(), escape_markdown(&about)));
    }
    out.push_str("- [Global options](#global-options), [exit codes](#exit-codes)\n");
    for verb in command.get_subcommands() {
        push_section(&mut out, "##", &format!("housestyle {}", verb.get_name()), verb);
    }
    out.push_str("\n## Global options\n\nEvery command takes these.\n");
    push_argument_table(&mut out, &command.get_arguments().filter(|arg| arg.is_global_set()).collect::<Vec<_>>());
    out.push_str("\n## Exit codes\n\nTheir meaning never changes.\n\n| code | meaning |\n|---|---|\n");
    for exit in Exit::ALL {
        out.push_str(&format!("| {} | {} |\n", exit.code(), escape_markdown(exit.description())));
    }
    out
}

fn push_section(out: &mut String, level: &str, name: &str, command: &Command) {
    out.push_str(&format!("\n{level} {name}\n\n"));
    let about = command.get_long_about().or_else(|| command.get_about()).map(ToString::to_string).unwrap_or_default();
    let (words, examples) =
        about.split_once("Examples:\n").map_or((about.as_str(), ""), |(words, after)| (words, after));
    for paragraph in words.trim().split("\n\n") {
        if paragraph.lines().any(|line| line.starts_with("  ")) {
            out.push_str(&format!("```text\n{}\n```\n\n", paragraph.trim_end()));
        } else {
            out.push_str(&format!("{}\n\n", escape_markdown(paragraph)));
        }
    }
    let usage = command.clone().render_usage().to_string();
    out.push_str(&format!("```text\n{}\n```\n", usage.trim().trim_start_matches("Usage: ")));
    if !examples.is_empty() {
        let lines: Vec<&str> = examples.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        out.push_str(&format!("\n```text\n{}\n```\n", lines.join("\n").trim_end()));
    }
    let own = |arg: &&Arg| !arg.is_global_set() && !arg.is_hide_set() && arg.get_id() != "help";
    push_argument_table(out, &command.get_arguments().filter(own).collect::<Vec<_>>());
    for below in command.get_subcommands() {
        push_section(out, &format!("{level}#"), &format!("{name} {}", below.get_name()), below);
    }
}

fn push_argument_table(out: &mut String, arguments: &[&Arg]) {
    if arguments.is_empty() {
        return;
    }
    out.push_str("\n| | description | variable |\n|---|---|---|\n");
    for arg in arguments {
        let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
        let mut help = escape_markdown(&help.split_whitespace().collect::<Vec<_>>().join(" "));
        let words: Vec<String> =
            arg.get_possible_values().iter().map(|word| format!("`{}`", word.get_name())).collect();
        if arg.get_action().takes_values() && !words.is_empty() {
            help.push_str(&format!(". One of {}", words.join(", ")));
        }
        let defaults: Vec<String> =
            arg.get_default_values().iter().map(|word| format!("`{}`", word.display())).collect();
        if arg.get_action().takes_values() && !defaults.is_empty() {
            help.push_str(&format!(". Default: {}", defaults.join(", ")));
        }
        let variable = arg.get_env().map(|name| format!("`{}`", name.display())).unwrap_or_default();
        out.push_str(&format!("| `{}` | {help} | {variable} |\n", argument_usage(arg)));
    }
}

/// How an argument is written: `-C, --chdir DIR`, `PATH`.
fn argument_usage(arg: &Arg) -> String {
    let names: Vec<String> = arg
        .get_short()
        .map(|short| format!("-{short}"))
        .into_iter()
        .chain(arg.get_long().map(|long| format!("--{long}")))
        .collect();
    let values = if arg.get_action().takes_values() {
        let names = arg.get_value_names().unwrap_or_default();
        names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    } else {
        String::new()
    };
    format!("{} {values}", names.join(", ")).trim().to_owned()
}
