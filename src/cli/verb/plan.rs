//! `housestyle plan`: what would change. Reads the service, writes nothing but the file of `--out`.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::against;
use crate::cli::args::{Format, Global};
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::prepare::prepare;
use crate::cli::saved;
use crate::cli::screen::Screen;
use crate::cli::settings::Variables;
use crate::cli::write::{Comment, Outputs, Writes};
use crate::plan::{Plan, document};
use crate::report;
use crate::report::heading::Heading;

/// What `plan --help` teaches.
pub const HELP: &str = "Show what would change on the service, and why. Nothing is changed.\n\n\
    Forms: human, json (its schema: housestyle schema plan), markdown (for a comment on a pull request), html (a page \
    to read); with --write, further ones go into files, all from one plan. The exit code is 0 whether there are changes or not; 2 where \
    there are, with --detailed-exitcode; 5 where a guard refuses the plan as it is.\n\n\
    Examples:\n\
    \x20 housestyle plan\n\
    \x20 housestyle plan --detailed-exitcode           2 means that there is something to do\n\
    \x20 housestyle plan --out plan.json               for later: housestyle apply plan.json\n\
    \x20 housestyle plan --target support-de --prune   one list; deletions are not held\n\
    \x20 housestyle plan --write markdown=plan.md      the screen for the log, a file for the comment\n\
    \x20 housestyle plan --against snapshot.json       without key and network: what the account said then\n\
    \x20 housestyle plan --undo                        what undoing the last apply would change";

/// Arguments of `plan`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What may happen
    #[command(flatten)]
    pub choices: Choices,
    /// Plan against a snapshot in place of the service: no key, no network
    #[arg(long, value_name = "SNAPSHOT", env = "HOUSESTYLE_AGAINST", conflicts_with = "undo")]
    pub against: Option<Utf8PathBuf>,
    /// Save the plan as a file that `apply` takes
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_OUT")]
    pub out: Option<Utf8PathBuf>,
    /// Further forms
    #[command(flatten)]
    pub writes: Writes,
    /// How long a comment may be
    #[command(flatten)]
    pub comment: Comment,
    /// Exit with 2 where there is something to do
    #[arg(long, env = "HOUSESTYLE_DETAILED_EXITCODE", value_parser = clap::builder::FalseyValueParser::new())]
    pub detailed_exitcode: bool,
}

/// Plans and shows.
///
/// # Errors
/// Where files are invalid, or the account cannot be read, or the plan cannot be saved.
pub async fn run(
    args: &Args,
    global: &Global,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
) -> Result<Exit, Stop> {
    let saved = args.out.as_ref().map(|out| here.join(out));
    let has = [Format::Human, Format::Json, Format::Markdown, Format::Html];
    let limit = args.comment.markdown_limit;
    let outputs = Outputs::settle(&args.writes, saved.as_deref(), &has, global, here, screen)?;
    let plan = match &args.against {
        Some(snapshot) => against::plan(snapshot, global, &args.choices, here, screen)?,
        None => {
            let prepared = prepare(global, &args.choices, here, variables, screen)?;
            prepared.plan(&prepared.place.read()?).await?
        }
    };
    let next = next(&plan, &args.choices.verb("apply", global));
    outputs.write(screen, |format, look| match format {
        Format::Json => report::json::pretty(&document::document(&plan)),
        Format::Markdown => report::markdown::plan(&Heading::plan(&plan), &plan, &next, limit),
        Format::Html => report::html::page(&Heading::plan(&plan), &plan, &next),
        Format::Human
        | Format::Plain
        | Format::Env
        | Format::Ndjson
        | Format::Sarif
        | Format::Github
        | Format::Gitlab
        | Format::Junit => report::plan::human(&plan, &next, look),
    })?;
    if let (Some(out), Some(path)) = (&args.out, &saved) {
        saved::write(path, &document::document(&plan))?;
        screen.say(&format!("saved as {out}; carry it out with the same flags: housestyle apply {out}"));
    }
    Ok(exit(&plan, args.detailed_exitcode))
}

fn next(plan: &Plan, apply: &str) -> String {
    if plan.is_empty() || !plan.refusals.is_empty() {
        return String::new();
    }
    format!("{apply}, or exactly this: {apply} --approve {}", document::document(plan).digest)
}

fn exit(plan: &Plan, detailed: bool) -> Exit {
    if !plan.refusals.is_empty() {
        Exit::Refused
    } else if detailed && !plan.is_empty() {
        Exit::Changes
    } else {
        Exit::Done
    }
}
