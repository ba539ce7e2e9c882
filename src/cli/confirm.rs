//! Asking a person to agree. Where nobody can be asked and nobody agreed beforehand, nothing is sent.

use std::sync::Arc;

use crate::cli::exit::{CliError, Exit};
use crate::cli::interrupt::Interrupt;
use crate::cli::screen::Screen;

/// Asks, and takes nothing but `yes` for an agreement.
///
/// # Errors
/// 64 where there is no terminal to ask on (`without` says what would do instead), 1 where the answer is another, 130
/// where the question is interrupted.
pub async fn require_approval(
    screen: &Arc<Screen>,
    interrupt: &Interrupt,
    question: &str,
    refusal: (&str, &str),
) -> Result<(), CliError> {
    if !screen.interactive {
        let (nobody, instead) = refusal;
        return Err(CliError::usage_error(format!("nobody agreed to {nobody}, and there is no terminal to ask on"))
            .with_help(instead));
    }
    let answer = ask_question(screen, interrupt, &format!("{question} Only `yes` agrees: ")).await?;
    if answer == "yes" { Ok(()) } else { Err(CliError::new(Exit::Error, "not agreed to, nothing was sent")) }
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
