//! Output formats: each command has a small enum of those that it supports, the first of which is its default.
//!
//! `--format` may stand before the command, where the parser knows the words of all commands alone; behind it each command takes
//! its own ([`define_formats`]). [`choose_format`] judges both, and what a variable says.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::cli::arguments::args::GlobalArgs;
use crate::cli::exit::CliError;

/// Formats of `plan`, `diff`, `drift` and `show`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlanFormat {
    /// Text for a terminal or a log.
    Human,
    /// For programs.
    Json,
    /// For a comment on a pull request.
    Markdown,
    /// A page for a browser.
    Html,
}

/// Formats of `apply`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ApplyFormat {
    /// Text for a terminal or a log.
    Human,
    /// The report at the end, for programs.
    Json,
    /// One JSON object per line, as it happens.
    Ndjson,
}

/// Formats of `validate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FindingFormat {
    /// Text for a terminal or a log; what several places have alike is told once.
    Human,
    /// One line per finding and place.
    Plain,
    /// For programs.
    Json,
    /// For code scanning.
    Sarif,
    /// Workflow commands of GitHub.
    Github,
    /// Code quality report of GitLab.
    Gitlab,
    /// For readers of test reports.
    Junit,
}

/// Formats of `outputs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputsFormat {
    /// A table.
    Human,
    /// For programs.
    Json,
    /// Variables for a shell or a `.env` file.
    Env,
}

/// Formats of `overview`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OverviewFormat {
    /// Text for a terminal or a log.
    Human,
    /// A table for a spreadsheet.
    Csv,
    /// A page for a browser.
    Html,
}

/// The format of `sheet`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SheetFormat {
    /// A table for a spreadsheet; what a sheet changes is text for people.
    Csv,
}

/// Formats of commands that print either text or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HumanOrJson {
    /// Text for a terminal or a log.
    Human,
    /// For programs.
    Json,
}

/// The format of commands whose product is JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JsonOnly {
    /// For programs.
    Json,
}

/// The format of `guide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MarkdownOnly {
    /// A page, a skill file or a prompt.
    Markdown,
}

/// The format of commands that print text alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HumanOnly {
    /// Text for a terminal or a log.
    Human,
}

/// The words behind `--format` of one command, as its help shows them.
pub type FormatWords = fn() -> Vec<PossibleValue>;

/// The words of these formats.
#[must_use]
pub fn format_words<F: ValueEnum>() -> Vec<PossibleValue> {
    F::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect()
}

/// The words of every command, each once: what may stand before the command, of which nothing is known there yet.
#[must_use]
pub fn all_format_words() -> Vec<PossibleValue> {
    let of_commands: [FormatWords; 9] = [
        format_words::<FindingFormat>,
        format_words::<PlanFormat>,
        format_words::<ApplyFormat>,
        format_words::<OutputsFormat>,
        format_words::<OverviewFormat>,
        format_words::<SheetFormat>,
        format_words::<HumanOrJson>,
        format_words::<MarkdownOnly>,
        format_words::<HumanOnly>,
    ];
    let mut all: Vec<PossibleValue> = Vec::new();
    for word in of_commands.into_iter().flat_map(|words| words()) {
        if !all.iter().any(|known| known.get_name() == word.get_name()) {
            all.push(word);
        }
    }
    all
}

/// The command with its own `--format` in place of the one that all share; hidden where it has nothing to choose.
#[must_use]
pub fn define_formats(command: clap::Command, words: FormatWords) -> clap::Command {
    let words = words();
    let is_choice = words.len() > 1;
    let format = clap::Arg::new("format")
        .short('o')
        .long("format")
        .global(true)
        .action(clap::ArgAction::Set)
        .value_name("FORMAT")
        .value_parser(PossibleValuesParser::new(words))
        .help("Output format");
    // A variable that is set for a whole pipeline stops no command that has nothing to choose.
    command.arg(if is_choice { format.env("HOUSESTYLE_FORMAT") } else { format.hide(true) })
}

/// The format that was asked for, or the first one of the command.
///
/// # Errors
/// Names the formats that the command supports.
pub fn choose_format<F: ValueEnum + Copy>(global: &GlobalArgs, command: &str) -> Result<F, CliError> {
    match &global.format {
        Some(name) => find_format(name, command),
        None => Ok(*F::value_variants().first().expect("every command has a format")),
    }
}

/// The format of this name.
///
/// # Errors
/// Names the formats that the command supports.
pub fn find_format<F: ValueEnum + Copy>(name: &str, command: &str) -> Result<F, CliError> {
    F::from_str(name, false).map_err(|_| {
        let supported: Vec<String> = F::value_variants().iter().map(|format| format_name(*format)).collect();
        let list = supported.join(", ");
        CliError::usage_error(format!("`{command}` does not support --format {name} (supported: {list})"))
            .with_help(format!("choose one of these; see `housestyle {command} -h`"))
    })
}

/// The word behind `--format`.
#[must_use]
pub fn format_name<F: ValueEnum>(format: F) -> String {
    format.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_that_a_command_lacks_is_refused_with_those_that_it_has() {
        let global = GlobalArgs { format: Some("plain".to_owned()), ..GlobalArgs::default() };
        let stop = choose_format::<PlanFormat>(&global, "plan").unwrap_err();
        assert_eq!(stop.message, "`plan` does not support --format plain (supported: human, json, markdown, html)");
        assert_eq!(choose_format::<FindingFormat>(&global, "validate").unwrap(), FindingFormat::Plain);
        assert_eq!(choose_format::<JsonOnly>(&GlobalArgs::default(), "render").unwrap(), JsonOnly::Json);
    }
}
