//! `housestyle completions`: the completion script of a shell, which asks the program for candidates.

use clap::builder::PossibleValuesParser;

use crate::cli::exit::{CliError, Exit};
use crate::cli::line::complete;
use crate::cli::screen::terminal::Screen;

/// The long description of `completions`.
pub const HELP: &str = "Print the completion script of a shell.\n\n\
    Commands and options are completed, and what the project names: resources, environments, profiles, rules and findings. \
    The script asks the program, so it needs no update when the program is updated.\n\n\
    Examples:\n\
    \x20 housestyle completions bash > ~/.local/share/bash-completion/completions/housestyle\n\
    \x20 housestyle completions zsh > ~/.zfunc/_housestyle\n\
    \x20 housestyle completions fish > ~/.config/fish/completions/housestyle.fish";

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// Shell to print the script for
    #[arg(value_name = "SHELL", value_parser = PossibleValuesParser::new(complete::SHELLS))]
    pub shell: String,
}

/// Prints the script.
///
/// # Errors
/// Where stdout cannot be written.
pub fn run(args: &CompletionsArgs, screen: &Screen) -> Result<Exit, CliError> {
    let shell = complete::find_shell(&args.shell)
        .ok_or_else(|| CliError::usage_error(format!("no completions for the shell `{}`", args.shell)))?;
    screen.print_output(&complete::registration_script(shell)?)?;
    Ok(Exit::Success)
}
