//! Asking for approval. Without a terminal and without approval given beforehand, nothing is sent.

use std::sync::Arc;

use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::interrupt::Interrupt;
use crate::cli::screen::terminal::Screen;

/// What is asked, and what to do where nobody can be asked.
#[derive(Clone, Copy, Debug)]
pub struct ApprovalRequest<'a> {
    /// What stands right above the question; may be empty.
    pub summary: &'a str,
    /// The question, without what is accepted.
    pub question: &'a str,
    /// What needs approval, for the error without a terminal.
    pub subject: &'a str,
    /// What to pass instead of an answer.
    pub instead: &'a str,
}

/// Asks for approval, which only `yes` gives: whether it was given.
///
/// # Errors
/// 64 where stdin is no terminal, 130 where the question is interrupted.
pub async fn request_approval(
    screen: &Arc<Screen>,
    interrupt: &Interrupt,
    request: ApprovalRequest<'_>,
) -> Result<bool, CliError> {
    let ApprovalRequest { summary, question, subject, instead } = request;
    if !screen.interactive {
        return Err(CliError::usage_error(format!("approval required for {subject}, but stdin is not a terminal"))
            .with_help(instead));
    }
    if !summary.is_empty() {
        screen.print_always(summary);
    }
    let answer = ask_question(screen, interrupt, &format!("{question} Only `yes` is accepted: ")).await?;
    Ok(answer == "yes")
}

/// Asks a question that an interruption ends.
///
/// # Errors
/// 130 where the question is interrupted; 1 where stdin cannot be read.
pub async fn ask_question(screen: &Arc<Screen>, interrupt: &Interrupt, question: &str) -> Result<String, CliError> {
    let (asking, question) = (screen.clone(), question.to_owned());
    let answer = tokio::task::spawn_blocking(move || asking.prompt_line(&question));
    tokio::select! {
        answer = answer => answer.map_err(|error| CliError::new(Exit::Error, format!("cannot ask: {error}")))?,
        () = interrupt.wait() => Err(CliError::new(interrupt.exit(), "interrupted, nothing was sent")),
    }
}
