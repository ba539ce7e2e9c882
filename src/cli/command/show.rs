//! `housestyle show`: a saved plan in every format. Reads one file and nothing else.

use camino::Utf8PathBuf;

use crate::cli::arguments::format::PlanFormat;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::output_files::{CommentArgs, OutputTargets, WriteArgs};
use crate::cli::planning::saved_plan;
use crate::plan::commands::shell_word;
use crate::plan::saved_display;
use crate::report;
use crate::report::heading::Heading;

/// What `show --help` teaches.
pub const HELP: &str = "Show a plan that was saved with `plan --out`, in any format of `plan`.\n\n\
    Reads only the file: no project, no key, no network. A file that was edited is rejected (exit 6).\n\n\
    Examples:\n\
    \x20 housestyle show plan.json\n\
    \x20 housestyle show plan.json -o markdown > comment.md\n\
    \x20 housestyle show plan.json -o json | conftest test -";

/// Arguments of `show`.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// The saved plan
    #[arg(value_name = "PLAN")]
    pub plan: Utf8PathBuf,
    /// Further formats
    #[command(flatten)]
    pub writes: WriteArgs,
    /// How long a comment may be
    #[command(flatten)]
    pub comment: CommentArgs,
}

/// Shows the plan.
///
/// # Errors
/// Exit 1 where the file cannot be read or is no plan, 6 where it was changed.
pub fn run(args: &ShowArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let path = here.join(&args.plan);
    let outputs = OutputTargets::resolve_targets(&args.writes, Some(&path), "show", global, here)?;
    let document = saved_plan::read_plan(&path)?;
    let plan = saved_display::displayed_plan(&document).map_err(|unknown| {
        CliError::new_sanitized(Exit::Error, format!("{} cannot be shown: {unknown}", args.plan))
            .with_help("use the version of housestyle that made it, or newer")
    })?;
    let next = if plan.is_empty() || !plan.blockers.is_empty() {
        String::new()
    } else {
        let flags = saved_plan::render_flags(&document.basis.options);
        let words = [global.command("apply"), flags, shell_word(args.plan.as_str()).to_string()];
        words.iter().filter(|word| !word.is_empty()).cloned().collect::<Vec<_>>().join(" ")
    };
    let heading = Heading::for_plan(&plan);
    outputs.write_outputs(screen, Exit::Success, |format, look| match format {
        PlanFormat::Json => report::json::to_pretty_json(&document),
        PlanFormat::Markdown => report::markdown::render_plan(&heading, &plan, &next, args.comment.markdown_limit),
        PlanFormat::Html => report::html::render_plan_page(&heading, &plan, &next),
        PlanFormat::Human => report::plan_report::render_human(&plan, &next, look),
    })?;
    Ok(Exit::Success)
}
