//! Wrong arguments in our own words: what is wrong, where it came from, and what to write instead.
//!
//! Invariant: a value that came from a variable is reported under the name of the variable.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::catalogue::nearest;
use crate::cli::arguments::args::variable_name;
use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::CliError;
use crate::report::Sanitized;

/// Commands of other tools, and what does the same here.
const OTHER_COMMANDS: &[(&[&str], &str)] = &[
    (
        &["import", "adopt"],
        "to write existing resources into files and take them into the state: housestyle pull --all; to take in one \
         whose file exists: housestyle plan --import ADDRESS=ID",
    ),
    (&["export", "download", "fetch", "backup"], "use `housestyle pull --all`, or `housestyle snapshot` for a backup"),
    (&["get", "describe"], "use `housestyle state show ADDRESS`, or `housestyle plan` for pending changes"),
    (&["list", "ls"], "use `housestyle state list` for managed resources, or `housestyle outputs` for their ids"),
    (&["fmt", "format"], "files are never reformatted; `housestyle validate --fix` applies safe fixes"),
    (&["check", "verify"], "use `housestyle validate`"),
    (
        &["refresh", "sync", "reconcile"],
        "every plan reads the service; `housestyle drift` shows what changed there, and `housestyle pull` writes it into the files",
    ),
    (
        &["destroy", "delete", "remove"],
        "delete the files, then run `housestyle apply --prune`; to forget a resource without deleting it: housestyle state rm ADDRESS",
    ),
    (&["push", "deploy", "up", "upload", "update"], "use `housestyle apply`"),
    (&["preview", "status", "dry-run"], "use `housestyle plan`"),
    (&["rollback", "undo", "restore", "revert"], "use `housestyle apply --undo`"),
    (&["new", "create", "scaffold"], "use `housestyle init`"),
    (&["output", "ids"], "use `housestyle outputs`"),
    (
        &["login", "auth", "configure"],
        "there is no login: set HOUSESTYLE_AUTH_KEY, or name a key file with --auth-key-file",
    ),
    (&["workspace", "env", "environment"], "environments are sections of housestyle.toml; choose one with --env NAME"),
    (&["force-unlock", "unlock"], "a lock ends with the run that holds it, so there is nothing to unlock"),
    (&["mv", "rename"], "use `housestyle state mv OLD NEW`"),
    (&["rm", "forget"], "use `housestyle state rm ADDRESS`"),
    (
        &["glossary", "glossaries", "style", "styles", "style-rules", "rules", "terms", "lists"],
        "resources are files: `housestyle validate` checks them, `housestyle apply` sends them, `housestyle state list` shows \
         those on the service",
    ),
    (&["config", "settings", "options"], "settings are in housestyle.toml; options: housestyle help options"),
    (&["translate"], "use `housestyle try ADDRESS --text TEXT`"),
    (&["serve", "mock", "server"], "use `housestyle emulate`"),
    (&["version"], "use `housestyle --version`"),
];

/// Formats of any command.
const FORMATS: [&str; 12] =
    ["human", "json", "ndjson", "plain", "markdown", "html", "sarif", "github", "gitlab", "junit", "env", "csv"];

/// Options of other tools, and what does the same here.
const OTHER_OPTIONS: &[(&[&str], &str)] = &[
    (&["yes", "y", "assume-yes", "no-confirm"], "to apply without asking: --auto-approve"),
    (&["force", "f"], "there is no general override; the plan names the option that allows what a safeguard blocks"),
    (&["dry-run", "check", "what-if"], "`housestyle plan` shows what apply would do"),
    (&["json"], "write -o json"),
    (&["output", "output-format"], "write --format FORMAT, or --out FILE to save a plan"),
    (
        &["key", "api-key", "auth-key", "token", "api-token"],
        "the key is never an option: set HOUSESTYLE_AUTH_KEY, or name a file with --auth-key-file",
    ),
    (&["url", "endpoint", "server", "host", "api-url"], "write --base-url URL; for DeepL: --service deepl"),
    (&["region"], "write --service deepl, deepl-us or deepl-jp"),
    (&["no-color", "no-colour", "nocolor"], "write --color never"),
    (
        &["dir", "directory", "path", "cwd", "working-directory", "config"],
        "write -C DIR; a project is a folder with housestyle.toml",
    ),
    (&["environment", "workspace", "profile"], "write --env NAME"),
    (&["delete", "remove"], "write --prune to delete managed resources whose files are gone"),
    (&["adopt"], "write --import ADDRESS[=ID]"),
    (&["debug", "trace"], "write -v for more detail"),
    (&["silent"], "write -q to print errors only"),
    (&["rate-limit", "rps"], "write --max-rps N"),
    (&["out", "out-file", "outfile"], "send the output to a file with your shell: `> FILE`"),
    (&["staged", "cached"], "write HEAD, or any revision, as the argument: `housestyle diff HEAD`"),
    (&["strict", "werror", "deny-warnings"], "set findings to `error` below `[lints]` in housestyle.toml"),
    (&["recursive", "r"], "name the folder: everything below it is looked at"),
    (&["detailed-exitcode", "exit-code"], "the exit code tells already: housestyle help exit-codes"),
    (
        &["var", "set", "var-file"],
        "values are in the files; what differs by environment: `environments` of housestyle.toml",
    ),
    (&["replace", "taint"], "a list is replaced where its language changes; to allow it: --allow-replace ADDRESS"),
    (&["search", "grep"], "write the words as arguments"),
    (&["stdin", "stdio", "socket", "tcp", "pipe"], "stdin and stdout are the only transport, and the default"),
    (&["threads", "jobs", "j", "concurrency"], "write --parallelism N"),
];

/// Other words for services.
const OTHER_SERVICES: &[(&[&str], &str)] = &[
    (
        &["deepl-eu", "deepl-pro", "deepl-paid", "eu", "pro", "deepl.com", "api.deepl.com", "https://api.deepl.com"],
        "deepl",
    ),
    (&["deepl-api-free", "deepl-fx", "free", "api-free.deepl.com", "https://api-free.deepl.com"], "deepl-free"),
    (&["us", "deepl-usa", "api-us.deepl.com", "https://api-us.deepl.com"], "deepl-us"),
    (&["jp", "japan", "deepl-ja", "deepl-japan", "api-jp.deepl.com", "https://api-jp.deepl.com"], "deepl-jp"),
    (&["local", "mock", "fake", "embedded", "test"], "emulator"),
];

/// More values than these are not listed beside the one that was probably meant.
const MOST_LISTED: usize = 12;

/// Subcommands of `state` of other tools, and what does the same here.
const OTHER_STATE_COMMANDS: &[(&[&str], &str)] = &[
    (
        &["pull", "get", "cat", "export"],
        "use `housestyle state show`, which names the file or the reference of the state",
    ),
    (&["push", "upload"], "use `housestyle state migrate --to STORE`; a state is never written over by hand"),
    (&["import", "add", "adopt"], "use `housestyle plan --import ADDRESS=ID`"),
    (&["delete", "remove", "forget"], "use `housestyle state rm ADDRESS`"),
    (&["rename", "move"], "use `housestyle state mv OLD NEW`"),
    (&["history"], "use `housestyle state log`"),
    (&["ls"], "use `housestyle state list`"),
    (&["unlock", "force-unlock"], "a lock ends with the run that holds it, so there is nothing to unlock"),
];

/// What `wanted` is called here, in one of the tables.
fn find_tip(table: &[(&[&str], &'static str)], wanted: &str) -> Option<&'static str> {
    let wanted = wanted.to_ascii_lowercase();
    table.iter().find(|(words, _)| words.contains(&wanted.as_str())).map(|(_, tip)| *tip)
}

/// A failure of the reader of arguments as one of ours, exit 64. `command` is the definition that was read by, built.
#[must_use]
pub fn explain_clap_error(
    error: &clap::Error,
    command: &clap::Command,
    arguments: &[OsString],
    variables: &EnvVariables,
) -> CliError {
    let words: Vec<String> = arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let (path, innermost) = named_command(command, &words);
    let context = ErrorContext { error, command: innermost, path: &path, words: &words, variables };
    match error.kind() {
        ErrorKind::InvalidSubcommand => context.unknown_command(),
        ErrorKind::UnknownArgument => context.unknown_argument(),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => context.invalid_value(),
        ErrorKind::ArgumentConflict => context.conflict(),
        ErrorKind::MissingRequiredArgument => context.missing_argument(),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => context.missing_command(),
        ErrorKind::TooManyValues => context.surplus_value(),
        ErrorKind::NoEquals
        | ErrorKind::TooFewValues
        | ErrorKind::WrongNumberOfValues
        | ErrorKind::InvalidUtf8
        | ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::Io
        | ErrorKind::Format
        | _ => context.first_sentence(),
    }
}

/// Why a value was not read: numbers in plain words, all else as its reader put it.
fn describe_value_error(why: &str) -> String {
    if let Some((low, high)) = why.split_once(" is not in ").and_then(|(_, range)| range.split_once("..=")) {
        return format!("it must be from {low} to {high}");
    }
    if why.contains("invalid digit") || why.contains("empty string") || why.contains("number too") {
        return "it must be a whole number".to_owned();
    }
    if why.contains("invalid IP address") {
        return "it must be an IP address, such as 127.0.0.1 or 0.0.0.0".to_owned();
    }
    Sanitized(why).to_string()
}

/// The command that the words name, as it is written and by its definition.
fn named_command<'a>(command: &'a clap::Command, words: &[String]) -> (String, &'a clap::Command) {
    let (mut path, mut found) = (command.get_name().to_owned(), command);
    for word in words {
        if let Some(below) = found.find_subcommand(word) {
            found = below;
            path = format!("{path} {word}");
        }
    }
    (path, found)
}

struct ErrorContext<'a> {
    error: &'a clap::Error,
    command: &'a clap::Command,
    path: &'a str,
    words: &'a [String],
    variables: &'a EnvVariables,
}

impl ErrorContext<'_> {
    fn stop(&self, message: String, help: Option<String>) -> CliError {
        let mut parts: Vec<String> = help.into_iter().collect();
        if let Some(word) = self.single_dash_word() {
            parts.insert(0, format!("long options have two dashes: `-{}`", Sanitized(word)));
        }
        if parts.is_empty() {
            parts.push(format!("see `{} -h`", self.path));
        }
        CliError::usage_error(message).with_help(parts.join("; "))
    }

    fn text(&self, kind: ContextKind) -> Option<&str> {
        if let Some(ContextValue::String(text)) = self.error.get(kind) { Some(text) } else { None }
    }

    fn texts(&self, kind: ContextKind) -> Vec<&str> {
        if let Some(ContextValue::Strings(texts)) = self.error.get(kind) {
            return texts.iter().map(String::as_str).collect();
        }
        self.text(kind).into_iter().collect()
    }

    fn missing_command(&self) -> CliError {
        let known: Vec<&str> = self.command.get_subcommands().map(clap::Command::get_name).collect();
        CliError::usage_error(format!("`{}` needs a command", self.path))
            .with_help(format!("use one of: {}", known.join(", ")))
    }

    /// The first paragraph of what clap reports, which is one sentence.
    fn first_sentence(&self) -> CliError {
        let text = self.error.to_string();
        let first = text.split("\n\n").next().unwrap_or_default();
        let first = first.strip_prefix("error: ").unwrap_or(first);
        self.stop(Sanitized(&first.split_whitespace().collect::<Vec<_>>().join(" ")).to_string(), None)
    }

    fn surplus_value(&self) -> CliError {
        let Some(option) = self.text(ContextKind::InvalidArg) else { return self.first_sentence() };
        let value = self.text(ContextKind::InvalidValue).unwrap_or_default();
        let message = format!("`{}` takes no value, and was given `{}`", Sanitized(option), Sanitized(value));
        self.stop(message, Some(format!("write `{}` alone, or leave it out", Sanitized(option))))
    }

    /// `-f json`, as other tools call it.
    fn format_behind_f(&self) -> Option<String> {
        let [_, format] = self.words.windows(2).find(|words| words[0] == "-f")? else { return None };
        FORMATS.contains(&format.as_str()).then(|| format!("write -o {format}"))
    }

    fn unknown_command(&self) -> CliError {
        let word = self.text(ContextKind::InvalidSubcommand).unwrap_or_default();
        let top = self.command.get_name() == "housestyle";
        let near = self.texts(ContextKind::SuggestedSubcommand);
        let table = if top { OTHER_COMMANDS } else { OTHER_STATE_COMMANDS };
        let tip = find_tip(table, word).map(ToOwned::to_owned);
        let known: Vec<&str> = self.command.get_subcommands().map(clap::Command::get_name).collect();
        let near =
            near.last().copied().or_else(|| nearest::nearest_words(word, known.iter().copied()).first().copied());
        let help = tip.or_else(|| near.map(|near| format!("did you mean `{near}`?")));
        let help = help.unwrap_or_else(|| format!("use one of: {}", known.join(", ")));
        self.stop(format!("unknown command `{}`", Sanitized(word)), Some(help))
    }

    fn unknown_argument(&self) -> CliError {
        let word = self.text(ContextKind::InvalidArg).unwrap_or_default();
        let name = word.trim_start_matches('-');
        let name = name.split('=').next().unwrap_or_default();
        let near = self.text(ContextKind::SuggestedArg);
        let tip = find_tip(OTHER_OPTIONS, name).filter(|_| word.starts_with('-'));
        let number = name.parse::<u64>().is_ok() && word.starts_with('-');
        let help = match (tip, near) {
            _ if self.single_dash_word().is_some() => None,
            _ if name == "f" && self.format_behind_f().is_some() => self.format_behind_f(),
            _ if number => Some(format!("a number is 0 or more: `{name}`")),
            (Some(tip), _) => Some(tip.to_owned()),
            (None, near) => self.nearest_option(name, near).map(|near| match near.trim_start_matches('-') == name {
                // Behind `--`, everything is an argument.
                true => format!("write `{near}` before `--`"),
                false => format!("did you mean `{near}`?"),
            }),
        };
        let is_plan = !word.starts_with('-') && word.ends_with(".json") && self.command.get_name() == "plan";
        let help = if is_plan {
            Some(format!(
                "a saved plan: `housestyle show {0}` shows it, `housestyle apply {0}` carries it out",
                Sanitized(word)
            ))
        } else {
            help
        };
        let what = if word.starts_with('-') { "option" } else { "argument" };
        self.stop(format!("`{}` does not have the {what} `{}`", self.path, Sanitized(word)), help)
    }

    /// The option that was probably meant: letters alone make a neighbour of what means something else.
    fn nearest_option(&self, name: &str, suggested: Option<&str>) -> Option<String> {
        let suggested = suggested.and_then(|near| near.split_whitespace().next());
        let suggested = suggested.map(|near| near.trim_start_matches('-').to_owned());
        let longs = || self.command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(clap::Arg::get_long);
        let near = nearest::nearest_words(name, longs()).first().map(|near| (*near).to_owned());
        near.or_else(|| {
            suggested.filter(|suggested| suggested.starts_with(name) || name.starts_with(suggested.as_str()))
        })
        .map(|near| format!("--{near}"))
    }

    fn invalid_value(&self) -> CliError {
        let arg = self.text(ContextKind::InvalidArg).unwrap_or_default();
        let option = arg.split([' ', '=']).next().unwrap_or_default();
        let value = self.text(ContextKind::InvalidValue).unwrap_or_default();
        let from_variable = self.variable_behind(option);
        let place = from_variable.as_deref().unwrap_or(option);
        if value.is_empty() && self.error.kind() == ErrorKind::InvalidValue {
            return self.stop(format!("`{place}` needs a value"), self.values_help(value, option));
        }
        let why =
            std::error::Error::source(self.error).map(|why| format!(": {}", describe_value_error(&why.to_string())));
        let at = if from_variable.is_some() { "in the variable" } else { "for" };
        let message = format!("invalid value `{}` {at} `{place}`{}", Sanitized(value), why.unwrap_or_default());
        self.stop(message, self.values_help(value, option))
    }

    fn values_help(&self, value: &str, option: &str) -> Option<String> {
        // `-out=x` was read as `-o` with the value `ut=x`: nobody meant that option.
        if self.single_dash_word().is_some_and(|word| word.get(2..) == Some(value)) {
            return None;
        }
        if let Some(service) = find_tip(OTHER_SERVICES, value).filter(|_| option == "--service") {
            return Some(format!("did you mean `{service}`?"));
        }
        let known = self.texts(ContextKind::ValidValue);
        if let (Some(near), true) = (self.text(ContextKind::SuggestedValue), known.len() > MOST_LISTED) {
            return Some(format!("did you mean `{near}`? all of them: {} -h", self.path));
        }
        if known.is_empty() {
            // `--timeout <SECONDS>`: the name of the value says what it is.
            let written =
                self.text(ContextKind::InvalidArg).filter(|arg| arg.starts_with("--") && arg.contains('<'))?;
            let usage: String = written.chars().filter(|c| !matches!(c, '<' | '>')).collect();
            return Some(format!("write `{}`; see `{} -h`", usage.trim_end_matches('.'), self.path));
        }
        let near = self.text(ContextKind::SuggestedValue).map(|near| format!("did you mean `{near}`? "));
        Some(format!("{}use one of: {}", near.unwrap_or_default(), known.join(", ")))
    }

    fn conflict(&self) -> CliError {
        let named = |kind| -> Vec<String> {
            let shorten =
                |text: &str| self.name_source(text.split([' ', '=']).next().unwrap_or_default().trim_end_matches('.'));
            self.texts(kind).into_iter().map(shorten).collect()
        };
        let (one, others) = (named(ContextKind::InvalidArg), named(ContextKind::PriorArg));
        if one == others || others.is_empty() {
            return self.stop(format!("{} was given more than once", one.join(", ")), Some("give it once".to_owned()));
        }
        self.stop(
            format!("{} cannot be combined with {}", one.join(", "), others.join(", ")),
            Some("leave one of them out".to_owned()),
        )
    }

    fn missing_argument(&self) -> CliError {
        let missing: Vec<String> = self
            .texts(ContextKind::InvalidArg)
            .into_iter()
            .map(|text| format!("`{}`", text.trim_end_matches("...").replace(['<', '>'], "")))
            .collect();
        let set = self.set_by_variables();
        let set = if set.is_empty() { String::new() } else { format!(" (set by variables: {})", set.join(", ")) };
        let missing = missing.join(" and ");
        let help = format!("add {missing}; see `{} -h`", self.path);
        self.stop(format!("`{}` needs {missing}{set}", self.path), Some(help))
    }

    /// An option as a message names it, with the variable that set it.
    fn name_source(&self, option: &str) -> String {
        match self.variable_behind(option) {
            Some(variable) => format!("`{option}` (set by {variable})"),
            None => format!("`{option}`"),
        }
    }

    /// The variable that an option came from: one that is set while the option is not on the command line.
    fn variable_behind(&self, option: &str) -> Option<String> {
        let long = option.strip_prefix("--")?;
        let arg = self.command.get_arguments().find(|arg| arg.get_long() == Some(long))?;
        let written = self.words.iter().any(|word| {
            let short = arg.get_short().is_some_and(|short| {
                word.strip_prefix('-').is_some_and(|rest| !rest.starts_with('-') && rest.contains(short))
            });
            short || word == option || word.strip_prefix(option).is_some_and(|rest| rest.starts_with('='))
        });
        let variable = variable_name(long);
        (!written && self.variables.get(&variable).is_some()).then_some(variable)
    }

    /// Variables that set options of this command which every command does not take.
    fn set_by_variables(&self) -> Vec<String> {
        let own = self.command.get_arguments().filter(|arg| !arg.is_global_set());
        own.filter_map(|arg| self.variable_behind(&format!("--{}", arg.get_long()?))).collect()
    }

    /// A long option that was written with one dash, as some tools do: `-out=x`.
    fn single_dash_word(&self) -> Option<&str> {
        let mut words = self.words.iter().take_while(|word| *word != "--").map(String::as_str);
        words.find(|word| {
            let name = word.strip_prefix('-').and_then(|rest| rest.split('=').next()).filter(|name| name.len() > 1);
            name.is_some_and(|name| self.command.get_arguments().any(|arg| arg.get_long() == Some(name)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::line::command_line::{build_command, parse_command_line};

    fn wrong(line: &str, variables: &[(&str, &str)]) -> String {
        // Variables of options are read by clap from the process: only those of this test's own list can be told apart.
        let words = std::iter::once("housestyle").chain(line.split_whitespace());
        let stop = parse_command_line(words, &EnvVariables::from_pairs(variables)).unwrap_err();
        assert_eq!(stop.exit.code(), 64);
        format!("{}\n{}", stop.message, stop.help.unwrap_or_default())
    }

    #[test]
    fn habits_of_other_tools_get_a_tip() {
        for (line, tip) in [
            ("import", "housestyle pull --all"),
            ("fmt", "housestyle validate --fix"),
            ("destroy", "housestyle apply --prune"),
            ("push", "housestyle apply"),
            ("refresh", "housestyle drift"),
            ("list", "housestyle state list"),
            ("plan -out=x", "two dashes: `--out=x`"),
            ("apply -auto-approve", "two dashes: `--auto-approve`"),
            ("plan -detailed-exitcode", "two dashes: `--detailed-exitcode`"),
            ("plan --service deepl-eu", "did you mean `deepl`?"),
            ("plan --service free", "did you mean `deepl-free`?"),
            ("apply --yes", "--auto-approve"),
            ("plan --token x", "HOUSESTYLE_AUTH_KEY"),
            ("plan --autoprove", "see `housestyle plan -h`"),
            ("plann", "did you mean `plan`?"),
            ("plan --format yaml", "use one of: human"),
            ("plan --parallelism 0", "from 1 to 64"),
            ("plan --timeout soon", "whole number"),
        ] {
            let said = wrong(line, &[]);
            assert!(said.contains(tip), "{line}: {said}");
        }
    }

    #[test]
    fn a_long_option_with_one_dash_gets_one_tip_and_no_values_of_what_it_was_read_as() {
        for (line, help) in [
            ("plan -out=x", "long options have two dashes: `--out=x`"),
            ("plan -format=json", "long options have two dashes: `--format=json`"),
            ("apply -auto-approve", "long options have two dashes: `--auto-approve`"),
            // What is wrong beside it is still told.
            ("plan --service free -out=x", "long options have two dashes: `--out=x`; did you mean `deepl-free`?"),
        ] {
            let said = wrong(line, &[]);
            assert_eq!(said.split_once('\n').unwrap().1, help, "{said}");
        }
    }

    #[test]
    fn no_tip_is_for_a_command_that_there_is() {
        let definition = build_command();
        for (words, _) in OTHER_COMMANDS {
            for word in *words {
                assert!(definition.find_subcommand(word).is_none(), "`{word}` is a command, so its tip is dead");
            }
        }
    }

    #[test]
    fn every_tip_is_a_command_line_that_parses() {
        for (_, tip) in OTHER_COMMANDS.iter().chain(OTHER_OPTIONS) {
            for command in tip.split('`').filter(|part| part.starts_with("housestyle ")) {
                let words: Vec<String> = command.replace("ADDRESS", "a").split(' ').map(ToOwned::to_owned).collect();
                let parsed = parse_command_line(words, &EnvVariables::from_pairs(&[]));
                assert!(parsed.is_ok(), "{command}: {parsed:?}");
            }
        }
    }

    #[test]
    fn controls_in_arguments_are_inert() {
        let said = wrong("plan \u{1b}[31mred", &[]);
        assert!(!said.contains('\u{1b}'), "{said}");
    }
}
