//! `housestyle mcp`: a server for agents that reads, judges and plans, and has nothing that writes.

use std::io::{self, BufReader, IsTerminal, Write};

use crate::cli::agent_tools::{ProjectTools, RunWords};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::mcp::McpServer;
use crate::mcp::message::{InputLine, read_line};

/// What `mcp --help` teaches.
pub const HELP: &str = "Serve an agent over stdin and stdout (Model Context Protocol, revisions 2026-07-28 and 2025-11-25 and \
    earlier): validate, lint, explain, search rules, guide, plan, drift, diff, overview, render; the project's styles and \
    the pages of findings as resources.\n\n\
    Every tool reads. No tool applies: `plan` answers with a digest, and a person runs `housestyle apply --approve DIGEST`, or \
    the pipeline does. Nothing outside the project is read for an agent, and no answer holds a key or more than 64 KB.\n\n\
    The client starts it in the folder of a project, or with -C. docs/agents.md has the settings of clients.\n\n\
    Examples:\n\
    \x20 housestyle mcp                       what to enter as the command of a server\n\
    \x20 housestyle -C translations mcp       for the project in a folder of the repository";

/// Arguments of `mcp`.
#[derive(Debug, clap::Args)]
pub struct McpArgs {}

/// Serves one agent until it leaves.
///
/// # Errors
/// Where stdin is a terminal, or cannot be read.
pub fn run(run_words: &RunWords<'_>, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, variables, screen } = *invocation;
    if io::stdin().is_terminal() {
        return Err(CliError::usage_error("`housestyle mcp` is started by an agent's client, and stdin is a terminal")
            .with_help("docs/agents.md has the settings of clients"));
    }
    let tools = ProjectTools::new(global, here, variables, run_words);
    let server = McpServer::new(&tools, env!("CARGO_PKG_VERSION"));
    let mut input = BufReader::with_capacity(1 << 16, io::stdin());
    loop {
        let line = read_line(&mut input).map_err(|error| CliError::io_error("cannot read stdin", &error))?;
        if line == InputLine::End {
            return Ok(Exit::Success);
        }
        if let Some(answer) = server.answer_line(&line)
            && !write_answer(&screen.redact_secret(&answer.to_string()))?
        {
            return Ok(Exit::Success);
        }
    }
}

/// Writes a line; whether anybody still reads.
fn write_answer(answer: &str) -> Result<bool, CliError> {
    let mut out = io::stdout().lock();
    match writeln!(out, "{answer}").and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(CliError::io_error("cannot answer the agent", &error)),
    }
}
