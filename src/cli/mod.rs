//! The edge: arguments, environment and terminal on one side, the rooms on the other.
//!
//! Invariant: only this module prints, and only through `screen`; only `env_variables` reads the environment; every way
//! out is an `Exit`. The commands are thin: they carry data from room to room. Nothing in here is a library:
//! [`main`] is what a program calls, [`build_command`] what its documentation is checked with.
//!
//! Its folders have one question each: `arguments` what options mean, `line` how a command line is read, `access` which service
//! with which key, `git` what the checkout says, `store` where the state is, `planning` what stands around a plan, `pull` what a
//! pull reads and what the state is told of it, `screen` what is printed, and `command` one file for each command. What all are
//! given is an `Invocation`.

#![expect(unreachable_pub, reason = "`pub` says in this room: for its other files")]

mod arguments;
mod env_variables;
mod exit;
mod screen;
mod invocation;
mod output_files;
mod access;
mod valid_project;
mod named_file;
mod git;
mod store;
mod pull;
mod baseline;
mod shown_findings;
mod planning;
mod agent_tools;
mod command;
mod line;

pub use line::command_line::build_command;

use std::future::Future;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use camino::Utf8Path;

use crate::cli::access::settings;
use crate::cli::arguments::args::GlobalArgs;
use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::line::command_line;
use crate::cli::line::command_line::{CliArgs, CliCommand, ParsedCommandLine};
use crate::cli::line::complete;
use crate::cli::line::version;
use crate::cli::screen::terminal::Screen;

/// The whole program: reads the arguments of the process, does what they ask, reports the result.
#[must_use]
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(end_on_panic));
    run_process().into()
}

fn run_process() -> Exit {
    let variables = EnvVariables::from_process();
    let plain = || Screen::new(&GlobalArgs::default(), &variables);
    if let Some(shell) = variables.get(complete::COMPLETE_VARIABLE).and_then(complete::find_shell) {
        let words: Vec<std::ffi::OsString> = std::env::args_os().collect();
        let here = settings::working_dir(&GlobalArgs::default()).unwrap_or_default();
        let candidates = complete::list_candidates(shell, command_line::build_command(), &words, &here);
        return plain().print_output(&candidates).map_or_else(|stop| stop.exit, |()| Exit::Success);
    }
    match command_line::parse_command_line(std::env::args_os(), &variables) {
        Ok(ParsedCommandLine::Run(args)) => {
            let mut screen = Screen::new(&args.global, &variables);
            screen.findings_as_json = args.global.format.as_deref() == Some("json") && !has_own_error(&args.command);
            let screen = Arc::new(screen);
            for line in command_line::describe_unknown_variables(&variables) {
                screen.print_always(&line);
            }
            let args = Arc::<CliArgs>::from(args);
            let ended =
                settings::working_dir(&args.global).and_then(|here| run_in_time(&args, &here, &variables, &screen));
            ended.unwrap_or_else(|stop| {
                screen.print_error(&stop.naming_variables(&args.global.from_variables, &variables));
                stop.exit
            })
        }
        Ok(ParsedCommandLine::Help(text)) => {
            plain().print_output(&text).map_or_else(|stop| stop.exit, |()| Exit::Success)
        }
        Ok(ParsedCommandLine::Version) => {
            plain().print_output(&version::version_text()).map_or_else(|stop| stop.exit, |()| Exit::Success)
        }
        Ok(ParsedCommandLine::MissingCommand(text)) => {
            plain().print_always(&text);
            Exit::Usage
        }
        Err(stop) => {
            plain().print_error(&stop);
            stop.exit
        }
    }
}

/// Whether the JSON of a command tells by itself why nothing was done.
fn has_own_error(command: &CliCommand) -> bool {
    matches!(command, CliCommand::Apply(_))
}

/// Runs a command. Those that judge files and texts wait for nothing that would look at the clock: where their time is up,
/// they are left behind. What they write is whole or not there at all.
fn run_in_time(
    args: &Arc<CliArgs>,
    here: &Utf8Path,
    variables: &EnvVariables,
    screen: &Arc<Screen>,
) -> Result<Exit, CliError> {
    if !matches!(
        args.command,
        CliCommand::Validate(_) | CliCommand::Lint(_) | CliCommand::Infer(_) | CliCommand::Test(_)
    ) {
        return run_command(&args.command, &Invocation { global: &args.global, here, variables, screen });
    }
    let seconds = args.global.timeout.unwrap_or(settings::DEFAULT_TIMEOUT);
    let (done, ended) = std::sync::mpsc::channel();
    let (args, here, variables, screen) = (args.clone(), here.to_owned(), variables.clone(), screen.clone());
    let work = move || {
        let invocation = Invocation { global: &args.global, here: &here, variables: &variables, screen: &screen };
        // Nobody listens where the time was up.
        let _late = done.send(run_command(&args.command, &invocation));
    };
    std::thread::Builder::new()
        .stack_size(COMMAND_STACK)
        .spawn(work)
        .map_err(|error| CliError::io_error("cannot start the thread of this run", &error))?;
    ended.recv_timeout(Duration::from_secs(seconds)).unwrap_or_else(|_| {
        Err(CliError::new(Exit::TimedOut, format!("the time for this run (`--timeout`) is up after {seconds} s"))
            .with_help("name fewer files, or raise --timeout"))
    })
}

/// Stack of a command, in bytes: that of a main thread.
const COMMAND_STACK: usize = 8 << 20;

fn run_command(command: &CliCommand, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    match command {
        CliCommand::Init(args) if args.from_account => run_async(command::init_from_account::run(args, invocation)),
        CliCommand::Init(args) => command::init::run(args, invocation),
        CliCommand::Validate(args) => command::validate::run(args, invocation),
        CliCommand::Lint(args) => command::lint::run(args, invocation),
        CliCommand::Infer(args) => command::infer::run(args, invocation),
        CliCommand::Explain(args) => command::explain::run(args, here, screen),
        CliCommand::Schema(args) => command::schema::run(args, here, screen),
        CliCommand::Extract(args) => command::extract::run(args, invocation),
        CliCommand::Overview(args) => command::overview::run(args, invocation),
        CliCommand::Guide(args) => command::guide::run(args, invocation),
        CliCommand::Sheet(args) => command::sheet::run(args, invocation),
        CliCommand::Diff(args) => command::diff::run(args, invocation),
        CliCommand::Show(args) => command::show::run(args, invocation),
        CliCommand::Plan(args) => run_async(command::plan::run(args, invocation)),
        CliCommand::Drift(args) => run_async(command::drift::run(args, invocation)),
        CliCommand::Pull(args) => run_async(command::pull::run(args, invocation)),
        CliCommand::Apply(args) => run_async(command::apply::run(args, invocation)),
        CliCommand::Snapshot(args) => run_async(command::snapshot::run(args, invocation)),
        CliCommand::Outputs(args) => command::outputs::run(args, invocation),
        CliCommand::Languages(args) => run_async(command::languages::run(args, invocation)),
        CliCommand::Usage(args) => run_async(command::usage::run(args, invocation)),
        CliCommand::Render(args) => run_async(command::render::run(args, invocation)),
        CliCommand::Try(args) => run_async(command::try_cmd::run(args, invocation)),
        CliCommand::State(args) => run_async(command::state::run(args, invocation)),
        CliCommand::Test(args) => run_async(command::test_cmd::run(args, invocation)),
        CliCommand::Emulate(args) => run_async(command::emulate::run(args, here, screen)),
        CliCommand::Mcp(command::mcp::McpArgs {}) => {
            let run_words = |words: &[String], screen: &Arc<Screen>| {
                let CliArgs { global, command } = command_line::parse_agent_words(words, global)?;
                run_command(&command, &Invocation { global: &global, screen, ..*invocation })
            };
            command::mcp::run(&run_words, invocation)
        }
        CliCommand::Lsp(command::lsp::LspArgs { stdio: _ }) => command::lsp::run(screen),
        CliCommand::Completions(args) => command::completions::run(args, screen),
        CliCommand::Docs(args) => command::docs::run(args, command_line::build_command(), here, screen),
        CliCommand::Man(args) => command::man::run(args, command_line::build_command(), here, screen),
        CliCommand::Help(args) => {
            command::help::run(args, command_line::build_command(), command_line::group_commands, screen)
        }
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

/// Ends the process when the program itself is broken, with the promised code, whether the build unwinds or aborts. The
/// place is printed, never the values at hand, which may contain a key or a text. Whatever was begun is in the journal.
#[expect(clippy::exit, reason = "a build that aborts on panics would end with a signal instead of the promised code")]
fn end_on_panic(panic: &std::panic::PanicHookInfo<'_>) {
    use std::io::Write;
    let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let mut err = anstream::stderr().lock();
    let _lost = writeln!(
        err,
        "error: internal error in housestyle at {place}\nhelp: please report this line and the command that you ran"
    );
    std::process::exit(i32::from(Exit::Error.code()))
}

#[cfg(test)]
mod tests {
    use super::{Exit, end_on_panic};

    #[test]
    #[ignore = "ends its process; the test below runs it in one of its own"]
    fn a_panic_on_purpose() {
        std::panic::set_hook(Box::new(end_on_panic));
        std::thread::spawn(|| panic!("a value that nobody may see")).join().unwrap_err();
    }

    #[test]
    fn a_panic_ends_with_the_promised_code_and_shows_no_value() {
        let done = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "cli::tests::a_panic_on_purpose", "--ignored", "--nocapture"])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(i32::from(Exit::Error.code())), "{said}");
        assert!(said.contains("internal error in housestyle at src") && !said.contains("nobody may see"), "{said}");
    }
}
