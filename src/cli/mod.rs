//! The edge: arguments, environment and terminal on one side, the rooms on the other.
//!
//! Invariant: only this module prints, and only through [`screen`]; only [`settings`] reads the environment; every way
//! out is one of [`exit::Exit`]. The verbs are thin: they carry data from room to room.

pub mod confirm;
pub mod environments;
pub mod environment_runs;
pub mod plan_from_snapshot;
pub mod args;
pub mod baseline;
pub mod changed_files;
pub mod planning_args;
pub mod exit;
pub mod service_error;
pub mod fix;
pub mod format;
pub mod git;
pub mod interrupt;
pub mod known_addresses;
pub mod next_step;
pub mod patch_output;
pub mod auth_key;
pub mod state_location;
pub mod origin;
pub mod transport;
pub mod prepare;
pub mod project;
pub mod pull;
pub mod revisions;
pub mod saved_plan;
pub mod screen;
pub mod settings;
pub mod changed_since;
pub mod event_stream;
pub mod progress;
pub mod undo;
pub mod command;
pub mod version;
pub mod output_files;

use std::future::Future;
use std::process::ExitCode;
use std::sync::Arc;

use crate::cli::args::{CliArgs, CliCommand, GlobalArgs};
use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::Screen;
use crate::cli::settings::EnvVariables;

/// The whole program: reads the arguments of the process, does what they ask, says how it went.
#[must_use]
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(report_panic));
    std::panic::catch_unwind(run_process).unwrap_or(Exit::Error).into()
}

fn run_process() -> Exit {
    let variables = EnvVariables::from_process();
    match args::parse_args(std::env::args_os(), &variables) {
        Ok(args) => {
            let screen = Arc::new(Screen::new(&args.global, &variables));
            run_command(&args, &variables, &screen).unwrap_or_else(|stop| {
                screen.print_error(&stop);
                stop.exit
            })
        }
        Err(error) if error.kind() == clap::error::ErrorKind::DisplayVersion => {
            let screen = Screen::new(&GlobalArgs::default(), &variables);
            screen.print_output(&version::version_text()).map_or_else(|stop| stop.exit, |()| Exit::Success)
        }
        Err(error) => {
            // Where nobody listens any more, nobody is left to be told.
            let _lost = error.print();
            if error.use_stderr() { Exit::Usage } else { Exit::Success }
        }
    }
}

fn run_command(args: &CliArgs, variables: &EnvVariables, screen: &Arc<Screen>) -> Result<Exit, CliError> {
    let CliArgs { global, command: verb } = args;
    let here = settings::working_dir(global)?;
    match verb {
        CliCommand::Init(args) => command::init::run(args, &here, screen),
        CliCommand::Validate(args) => command::validate::run(args, global, &here, variables, screen),
        CliCommand::Explain(args) => command::explain::run(args, &here, screen),
        CliCommand::Schema(args) => command::schema::run(args, &here, screen),
        CliCommand::Overview(args) => command::overview::run(args, global, &here, screen),
        CliCommand::Diff(args) => command::diff::run(args, global, &here, variables, screen),
        CliCommand::Show(args) => command::show::run(args, global, &here, screen),
        CliCommand::Plan(args) => run_async(command::plan::run(args, global, &here, variables, screen)),
        CliCommand::Drift(args) => run_async(command::drift::run(args, global, &here, variables, screen)),
        CliCommand::Pull(args) => run_async(command::pull::run(args, global, &here, variables, screen)),
        CliCommand::Apply(args) => run_async(command::apply::run(args, global, &here, variables, screen)),
        CliCommand::Snapshot(args) => run_async(command::snapshot::run(args, global, &here, variables, screen)),
        CliCommand::Outputs(args) => command::outputs::run(args, global, &here, screen),
        CliCommand::Languages(args) => run_async(command::languages::run(args, global, &here, variables, screen)),
        CliCommand::Usage(args) => run_async(command::usage::run(args, global, &here, variables, screen)),
        CliCommand::Render(args) => run_async(command::render::run(args, global, &here, variables, screen)),
        CliCommand::Try(args) => run_async(command::try_cmd::run(args, global, &here, variables, screen)),
        CliCommand::State(args) => command::state::run(args, global, &here, screen),
        CliCommand::Emulate(args) => run_async(command::emulate::run(args, &here, screen)),
        CliCommand::Lsp(command::lsp::LspArgs { stdio: _ }) => command::lsp::run(),
        CliCommand::Completions(args) => command::completions::run(args, screen),
        CliCommand::Docs(args) => command::docs::run(args, &here, screen),
        CliCommand::Man(args) => command::man::run(args, &here, screen),
    }
}

/// Runs what waits for the world. What still waits for an answer on stdin when it ends is left behind.
fn run_async(work: impl Future<Output = Result<Exit, CliError>>) -> Result<Exit, CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::io_error("cannot start the threads of this run", &error))?;
    let ended = runtime.block_on(work);
    runtime.shutdown_background();
    ended
}

/// What is said when the program itself is broken: the place, never the values at hand, which may hold a key or a text.
fn report_panic(panic: &std::panic::PanicHookInfo<'_>) {
    use std::io::Write;
    let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let mut err = anstream::stderr().lock();
    let _lost =
        writeln!(err, "error: housestyle is broken at {place}\nhelp: please report this place and what was run");
}
