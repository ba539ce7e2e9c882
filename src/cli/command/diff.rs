//! `housestyle diff`: what two sets of files mean differently, as a plan would say it. Offline, without a key.

use std::collections::BTreeSet;

use camino::Utf8Path;

use crate::cli::access::settings;
use crate::cli::arguments::args::GlobalArgs;
use crate::cli::arguments::format::PlanFormat;
use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::cli::git::repository::Git;
use crate::cli::git::revisions::{self, RevisionFiles, RevisionSource};
use crate::cli::invocation::Invocation;
use crate::cli::output_files::{CommentArgs, OutputTargets, WriteArgs};
use crate::cli::screen::terminal::Screen;
use crate::cli::valid_project;
use crate::model::Address;
use crate::model::project::DeletionPolicy;
use crate::plan;
use crate::project;
use crate::project::texts::style_tests::changed_tests_note;
use crate::report::heading::Heading;
use crate::report::{self, Sanitized};

/// What `diff --help` teaches.
pub const HELP: &str = "Show the differences in meaning between two sets of files: rules, prompts word by word, \
    added and removed lists.\n\n\
    The older set is treated as applied, and the result is the plan for the newer one. Nothing is sent and no key is \
    needed, so pull requests from forks can be compared too. Compares two revisions of git, a revision and the working \
    tree, or (with --folders) two folders; git is only read. Changes in translation profiles are shown as a note.\n\n\
    Formats: human, json (schema: housestyle schema diff), markdown (for a comment), html (for a browser). The exit \
    code is 0 with or without differences; with --detailed-exitcode, 2 if there are any; 3 if the newer files are \
    invalid. Invalid files of the older side are left out and named.\n\n\
    Examples:\n\
    \x20 housestyle diff                               what was not committed yet\n\
    \x20 housestyle diff main                          the working tree, against main\n\
    \x20 housestyle diff main..HEAD                    two revisions\n\
    \x20 housestyle diff origin/main...HEAD            what this branch changed since it left main\n\
    \x20 housestyle diff --folders ../before .         two folders, without git\n\
    \x20 housestyle diff main -o markdown --write html=diff.html";

/// Arguments of `diff`.
#[derive(Debug, clap::Args)]
pub struct DiffArgs {
    /// Revision to compare from, or BASE..HEAD, or BASE...HEAD for where the two parted [default: HEAD]
    #[arg(value_name = "BASE")]
    pub base: Option<String>,
    /// Revision to compare to [default: the working tree]
    #[arg(value_name = "HEAD")]
    pub head: Option<String>,
    /// Compare two directories: BASE and HEAD are paths
    #[arg(long, env = "HOUSESTYLE_FOLDERS", value_parser = clap::builder::FalseyValueParser::new())]
    pub folders: bool,
    /// Further forms
    #[command(flatten)]
    pub writes: WriteArgs,
    /// How long a comment may be
    #[command(flatten)]
    pub comment: CommentArgs,
    /// Exit with 2 where there is a difference
    #[arg(long, env = "HOUSESTYLE_DETAILED_EXITCODE", value_parser = clap::builder::FalseyValueParser::new())]
    pub detailed_exitcode: bool,
}

/// Compares and shows.
///
/// # Errors
/// Exit 3 where files are invalid, 64 for a revision that there is not, 1 where git cannot be asked.
pub fn run(args: &DiffArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, variables, screen } = *invocation;
    let outputs = OutputTargets::resolve_targets(&args.writes, None, "diff", global, here)?;
    let (git, base, head) = comparison_sides(args, here, variables)?;
    let (base, head) =
        rayon::join(|| revisions::open_revision(&base, git.as_ref()), || revisions::open_revision(&head, git.as_ref()));
    let (base, head) = (base?, head?);
    if base.opened.is_none() && head.opened.is_none() {
        let (one, other) = (Sanitized(&base.name), Sanitized(&head.name));
        return Err(CliError::new(
            Exit::Invalid,
            format!("neither {one} nor {other} has a {} here", project::PROJECT_FILE),
        )
        .with_help("go to the folder of a project, or name it with -C"));
    }
    let (was, is) = rayon::join(|| base.read_valid(screen), || head.read_all(screen));
    // What is wrong with the newer files is said first: those are being worked on.
    let (is, was) = (is?, was?);

    let (protect, prune) = protection_and_prune(&head, global, screen)?;
    let mut plan = plan::diff::diff_revisions(&was.desired, &is.desired, &is.catalogue, &protect, prune);
    let profiles = plan::diff::diff_profiles(&was.desired, &is.desired);
    let differs = !plan.is_empty() || !plan.kept.is_empty() || !profiles.is_empty();
    let files_alone = plan.is_empty() && plan.kept.is_empty() && differs;
    plan.notes.extend(profiles);
    plan.notes.extend(revisions::left_out_note(&was, &base.name));
    for files in [&base, &head] {
        if files.opened.is_none() {
            plan.notes.push(format!(
                "{} has no {} here: it would define no resources",
                files.name,
                project::PROJECT_FILE
            ));
        }
    }
    plan.notes.extend(head.opened.as_ref().and_then(|opened| changed_tests_note(&opened.root, &is.desired, &plan)));
    let below = git.as_ref().map(Git::path_prefix).unwrap_or_default();
    let mut heading = Heading::for_diff(&base.name, &head.name, below);
    if files_alone {
        heading.empty_text = "no difference on the service";
    }
    let sides = (base.report_side(&was.desired), head.report_side(&is.desired));
    let exit = if args.detailed_exitcode && differs { Exit::Changes } else { Exit::Success };
    outputs.write_outputs(screen, exit, |format, look| match format {
        PlanFormat::Json => report::diff::render_json(&plan, &sides.0, &sides.1),
        PlanFormat::Markdown => report::markdown::render_plan(&heading, &plan, "", args.comment.markdown_limit),
        PlanFormat::Html => report::html::render_plan_page(&heading, &plan, ""),
        PlanFormat::Human => report::plan_report::render_with_heading(&heading, &plan, "", look),
    })?;
    Ok(exit)
}

/// What is compared with what.
fn comparison_sides(
    args: &DiffArgs,
    here: &Utf8Path,
    variables: &EnvVariables,
) -> Result<(Option<Git>, RevisionSource, RevisionSource), CliError> {
    if args.folders {
        let (Some(old), Some(new)) = (&args.base, &args.head) else {
            return Err(
                CliError::usage_error("--folders takes two folders").with_help("housestyle diff --folders OLD NEW")
            );
        };
        let folder = |written: &String| RevisionSource::Folder(written.clone(), here.join(written));
        return Ok((None, folder(old), folder(new)));
    }
    let root = project::find_root(here);
    let git = Git::discover_repository(root.unwrap_or(here), variables)?;
    let tree = || match root {
        Some(root) => Ok(RevisionSource::WorkingTree(root.to_owned())),
        None => project::open_project(here).map(|opened| RevisionSource::WorkingTree(opened.root)),
    };
    let named =
        |name: &str| git.resolve_revision(if name.is_empty() { "HEAD" } else { name }).map(RevisionSource::Revision);
    let (base, head) = match (args.base.as_deref(), args.head.as_deref()) {
        (None, _) => (named("HEAD")?, tree()?),
        (Some(range), None) if range.contains("...") => {
            let (one, other) = range.split_once("...").unwrap_or_default();
            let name = |name: &str| git.resolve_revision(if name.is_empty() { "HEAD" } else { name });
            let (one, other) = (name(one)?, name(other)?);
            (RevisionSource::Revision(git.merge_base(&one, &other)?), RevisionSource::Revision(other))
        }
        (Some(range), None) if range.contains("..") => {
            let (one, other) = range.split_once("..").unwrap_or_default();
            (named(one)?, named(other)?)
        }
        // A side of a range may be left out. A name that is empty is a variable that was not set.
        (Some(base), None) => (RevisionSource::Revision(git.resolve_revision(base)?), tree()?),
        (Some(base), Some(head)) => (
            RevisionSource::Revision(git.resolve_revision(base)?),
            RevisionSource::Revision(git.resolve_revision(head)?),
        ),
    };
    Ok((Some(git), base, head))
}

/// What the newer project file protects in the environment that was asked for, and whether it deletes what lost its file.
fn protection_and_prune(
    head: &RevisionFiles,
    global: &GlobalArgs,
    screen: &Screen,
) -> Result<(BTreeSet<Address>, bool), CliError> {
    let Some(opened) = &head.opened else { return Ok((BTreeSet::new(), false)) };
    valid_project::select_environments(opened, global, screen)?;
    let environment = settings::find_environment(global, &opened.project)?;
    let prune = environment.deletion == DeletionPolicy::Prune;
    Ok((environment.safeguards.protect.iter().cloned().collect(), prune))
}
