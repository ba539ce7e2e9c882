//! What every command has around it.

use std::sync::Arc;

use camino::Utf8Path;

use crate::cli::arguments::args::GlobalArgs;
use crate::cli::env_variables::EnvVariables;
use crate::cli::screen::terminal::Screen;

/// One call of the program, whatever the command: read once, by `main`, and handed down.
#[derive(Clone, Copy)]
pub struct Invocation<'a> {
    /// The options that all commands share.
    pub global: &'a GlobalArgs,
    /// The folder to work in: that of the process, or what `-C` names.
    pub here: &'a Utf8Path,
    /// The process environment.
    pub variables: &'a EnvVariables,
    /// Where everything is printed.
    pub screen: &'a Arc<Screen>,
}
