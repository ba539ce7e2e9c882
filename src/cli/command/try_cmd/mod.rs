//! `housestyle try`: how a style changes a translation, and how prompts could be written better.
//!
//! Everything here is counted by the service. So the cost is said first, and somebody agrees to it.

mod document;
mod improve;
mod scalar;
mod text;
mod apply_suggestions;

pub(in crate::cli) use text::translate_for_test;

use camino::Utf8PathBuf;
use clap::builder::{FalseyValueParser, PossibleValuesParser};

use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::planning::prepare::PreparedRun;
use crate::cli::screen::confirm::{ApprovalRequest, request_approval};
use crate::model::Address;
use crate::model::profile::{Tone, WritingStyle};
use crate::report::table::format_number;
use crate::report::usage::remaining_text;
use crate::service::usage;

/// What `try --help` teaches.
pub const HELP: &str = "Translate a sample with and without a style or profile, and show the difference.\n\n\
    Uses the last applied version, not the current files. With --out, a file is translated as a document. `try \
    correct` and `try rephrase` send prompts and labels through text improvement instead and show suggestions; with \
    --fix, the approved ones are written into the files. The cost in characters is shown first and has to be approved \
    with `yes`; without a terminal, pass --auto-approve.\n\n\
    Formats: human, json (schemas: housestyle schema try, housestyle schema improvements); for documents: human.\n\n\
    Examples:\n\
    \x20 housestyle try support-de --text \"Click Save.\"\n\
    \x20 housestyle try support --file sample.md --to en-GB    a profile; another variant\n\
    \x20 housestyle try support --file manual.docx --out manual.de.docx\n\
    \x20 housestyle try correct support-de --fix\n\
    \x20 housestyle try rephrase support-de --tone friendly,confident";

/// Arguments of `try`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct TryArgs {
    /// Improve prompts and labels instead
    #[command(subcommand)]
    pub command: Option<TryCommand>,
    /// Key or address of a style rule list or translation profile
    #[arg(value_name = "STYLE|PROFILE", required = true)]
    pub subject: Option<String>,
    /// Sample text
    #[arg(long, value_name = "TEXT", env = "HOUSESTYLE_TEXT", conflicts_with = "file")]
    pub text: Option<String>,
    /// File with the sample text, or document to translate
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_FILE")]
    pub file: Option<Utf8PathBuf>,
    /// Translate --file as a document and save the result to this file
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_OUT", conflicts_with = "text")]
    pub out: Option<Utf8PathBuf>,
    /// Source language [default: from the profile, or detected by the service]
    #[arg(long, value_name = "LANGUAGE", env = "HOUSESTYLE_FROM")]
    pub from: Option<String>,
    /// Target language, a variant of the language of the style [default: from the style or profile]
    #[arg(long, value_name = "LANGUAGE", env = "HOUSESTYLE_TO")]
    pub to: Option<String>,
    /// Do not ask before using characters of the account
    #[arg(long, env = "HOUSESTYLE_AUTO_APPROVE", value_parser = FalseyValueParser::new())]
    pub auto_approve: bool,
}

/// Improvements of prompts and labels.
#[derive(Debug, clap::Subcommand)]
pub enum TryCommand {
    /// Correct spelling and grammar of prompts and labels
    Correct(ImproveArgs),
    /// Rephrase prompts and labels in a style or tone
    Rephrase {
        /// Which prompts and labels
        #[command(flatten)]
        improve: ImproveArgs,
        /// Writing style; several are shown side by side
        #[arg(long, value_name = "STYLE", env = "HOUSESTYLE_WRITING_STYLE", value_delimiter = ',', conflicts_with = "tone",
            value_parser = PossibleValuesParser::new(WritingStyle::WORDS))]
        writing_style: Vec<String>,
        /// Tone; several are shown side by side
        #[arg(long, value_name = "TONE", env = "HOUSESTYLE_TONE", value_delimiter = ',',
            value_parser = PossibleValuesParser::new(Tone::WORDS))]
        tone: Vec<String>,
    },
}

/// Which prompts and labels, and what becomes of suggestions.
#[derive(Debug, clap::Args)]
pub struct ImproveArgs {
    /// Style rule lists; prompts of their base styles are included
    #[arg(value_name = "STYLE", required = true, value_parser = Address::parse)]
    pub styles: Vec<Address>,
    /// Prompts only: labels are names that other files may refer to
    #[arg(long, env = "HOUSESTYLE_PROMPTS_ONLY", value_parser = FalseyValueParser::new())]
    pub prompts_only: bool,
    /// Language variant to write in, such as `en-GB`
    #[arg(long, value_name = "LANGUAGE", env = "HOUSESTYLE_TO")]
    pub to: Option<String>,
    /// Write suggestions to the files, after approval of each, or all with --auto-approve
    #[arg(long, env = "HOUSESTYLE_FIX", value_parser = FalseyValueParser::new())]
    pub fix: bool,
    /// Do not ask before using characters of the account
    #[arg(long, env = "HOUSESTYLE_AUTO_APPROVE", value_parser = FalseyValueParser::new())]
    pub auto_approve: bool,
}

/// Tries.
///
/// # Errors
/// 3 for invalid files, 64 for what cannot be tried or nobody agreed to, 1 for what the service refuses.
pub async fn run(args: &TryArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    match (&args.command, &args.out) {
        (Some(act), _) => improve::run(act, invocation).await,
        (None, Some(out)) => document::run(args, out, invocation).await,
        (None, None) => text::run(args, invocation).await,
    }
}

/// Says what a trial costs and what is left, and lets somebody agree to it.
async fn confirm_cost(
    invocation: &Invocation<'_>,
    prepared: &PreparedRun,
    cost: TryCost,
    agreed: bool,
) -> Result<(), CliError> {
    let cost_said = match &cost {
        TryCost::Characters(n) => format!("{} characters will be counted", format_number(*n)),
        TryCost::Document(bytes) => {
            format!("a document of {} bytes will be counted as the service sees fit", format_number(*bytes))
        }
    };
    let left_said = match usage::get_usage(&prepared.client).await {
        Ok(usage) => {
            let short = match (cost, usage.characters_left()) {
                (TryCost::Characters(needed), Some(left)) => needed > left,
                (TryCost::Characters(_) | TryCost::Document(_), _) => false,
            };
            format!("{}{}", remaining_text(&usage), if short { ", which is less" } else { "" })
        }
        // Not to know it is no reason not to try: the key may be without that scope.
        Err(error) if !error.stops_run() || Exit::from(&error) == Exit::Auth => {
            "the remaining quota is unknown".to_owned()
        }
        Err(error) => return Err(prepared.call_error(&error)),
    };
    invocation.screen.print_status(&format!("{cost_said}; {left_said}"));
    if agreed {
        return Ok(());
    }
    let request =
        ApprovalRequest { summary: "", question: "Send it?", subject: "this cost", instead: "pass --auto-approve" };
    if !request_approval(invocation.screen, &prepared.interrupt, request).await? {
        return Err(CliError::new(Exit::Error, "cancelled, nothing was sent"));
    }
    prepared.client.restart_deadline();
    Ok(())
}

/// What a trial costs.
#[derive(Clone, Copy)]
enum TryCost {
    /// So many characters.
    Characters(u64),
    /// A document of so many bytes: only the service counts its characters.
    Document(u64),
}

/// Characters as the service counts them: Unicode code points.
fn count_characters(texts: &[&str]) -> u64 {
    texts.iter().map(|text| text.chars().count() as u64).sum()
}
