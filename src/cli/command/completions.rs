//! `housestyle completions`: the completions of a shell.

use clap_complete::Shell;

use crate::cli::args;
use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::Screen;

/// What `completions --help` teaches.
pub const HELP: &str = "Print the completions of a shell.\n\n\
    Examples:\n\
    \x20 housestyle completions bash > ~/.local/share/bash-completion/completions/housestyle\n\
    \x20 housestyle completions zsh > ~/.zfunc/_housestyle";

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// Which shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// Prints the completions.
///
/// # Errors
/// Where stdout takes nothing.
pub fn run(args: &CompletionsArgs, screen: &Screen) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::build_command(), "housestyle", &mut script);
    screen.print_output(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
