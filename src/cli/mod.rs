//! The edge: arguments, environment and terminal on one side, the rooms on the other.
//!
//! Invariant: only this module prints, and only through [`screen`]; only [`settings`] reads the environment; every way
//! out is one of [`exit::Exit`]. The verbs are thin: they carry data from room to room.

pub mod agree;
pub mod against;
pub mod args;
pub mod baseline;
pub mod changed;
pub mod choices;
pub mod exit;
pub mod failure;
pub mod fix;
pub mod git;
pub mod interrupt;
pub mod key;
pub mod memory;
pub mod origin;
pub mod outside;
pub mod prepare;
pub mod project;
pub mod pull;
pub mod revisions;
pub mod saved;
pub mod screen;
pub mod settings;
pub mod since;
pub mod stream;
pub mod talk;
pub mod undo;
pub mod verb;
pub mod version;
pub mod write;

use std::future::Future;
use std::process::ExitCode;
use std::sync::Arc;

use crate::cli::args::{Args, Global, Verb};
use crate::cli::exit::{Exit, Stop};
use crate::cli::screen::Screen;
use crate::cli::settings::Variables;

/// The whole program: reads the arguments of the process, does what they ask, says how it went.
#[must_use]
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(broken));
    std::panic::catch_unwind(process).unwrap_or(Exit::Error).into()
}

fn process() -> Exit {
    let variables = Variables::of_process();
    match args::parse(std::env::args_os(), &variables) {
        Ok(args) => {
            let screen = Arc::new(Screen::new(&args.global, &variables));
            run(&args, &variables, &screen).unwrap_or_else(|stop| {
                screen.stopped(&stop);
                stop.exit
            })
        }
        Err(error) if error.kind() == clap::error::ErrorKind::DisplayVersion => {
            let screen = Screen::new(&Global::default(), &variables);
            screen.out(&version::text()).map_or_else(|stop| stop.exit, |()| Exit::Done)
        }
        Err(error) => {
            // Where nobody listens any more, nobody is left to be told.
            let _lost = error.print();
            if error.use_stderr() { Exit::Usage } else { Exit::Done }
        }
    }
}

fn run(args: &Args, variables: &Variables, screen: &Arc<Screen>) -> Result<Exit, Stop> {
    let Args { global, verb } = args;
    let here = settings::here(global)?;
    match verb {
        Verb::Init(args) => verb::init::run(args, &here, screen),
        Verb::Validate(args) => verb::validate::run(args, global, &here, variables, screen),
        Verb::Explain(args) => verb::explain::run(args, &here, screen),
        Verb::Schema(args) => verb::schema::run(args, &here, screen),
        Verb::Diff(args) => verb::diff::run(args, global, &here, variables, screen),
        Verb::Plan(args) => wait_for(verb::plan::run(args, global, &here, variables, screen)),
        Verb::Drift(args) => wait_for(verb::drift::run(args, global, &here, variables, screen)),
        Verb::Pull(args) => wait_for(verb::pull::run(args, global, &here, variables, screen)),
        Verb::Apply(args) => wait_for(verb::apply::run(args, global, &here, variables, screen)),
        Verb::Snapshot(args) => wait_for(verb::snapshot::run(args, global, &here, variables, screen)),
        Verb::Outputs(args) => verb::outputs::run(args, global, &here, screen),
        Verb::Languages(args) => wait_for(verb::languages::run(args, global, &here, variables, screen)),
        Verb::Usage(args) => wait_for(verb::usage::run(args, global, &here, variables, screen)),
        Verb::Render(args) => wait_for(verb::render::run(args, global, &here, variables, screen)),
        Verb::Try(args) => wait_for(verb::trial::run(args, global, &here, variables, screen)),
        Verb::State(args) => verb::state::run(args, global, &here, screen),
        Verb::Emulate(args) => wait_for(verb::emulate::run(args, &here, screen)),
        Verb::Lsp(verb::lsp::Args { stdio: _ }) => verb::lsp::run(),
        Verb::Completions(args) => verb::completions::run(args, screen),
        Verb::Docs(args) => verb::docs::run(args, &here, screen),
        Verb::Man(args) => verb::man::run(args, &here, screen),
    }
}

/// Runs what waits for the world. What still waits for an answer on stdin when it ends is left behind.
fn wait_for(work: impl Future<Output = Result<Exit, Stop>>) -> Result<Exit, Stop> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Stop::io("cannot start the threads of this run", &error))?;
    let ended = runtime.block_on(work);
    runtime.shutdown_background();
    ended
}

/// What is said when the program itself is broken: the place, never the values at hand, which may hold a key or a text.
fn broken(panic: &std::panic::PanicHookInfo<'_>) {
    use std::io::Write;
    let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let mut err = anstream::stderr().lock();
    let _lost =
        writeln!(err, "error: housestyle is broken at {place}\nhelp: please report this place and what was run");
}
