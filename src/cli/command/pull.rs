//! `housestyle pull`: what the service says into the files, merged with what is pending there. Sends nothing.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Component, Utf8PathBuf};

use crate::catalogue::load;
use crate::check::Desired;
use crate::cli::arguments::format::{HumanOrJson, choose_format};
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::git::patch_output;
use crate::cli::invocation::Invocation;
use crate::cli::planning::prepare;
use crate::cli::pull::{self, outcome};
use crate::cli::valid_project;
use crate::model::{Address, Id, Kind, LiveAccount};
use crate::plan::desired_resource::{self, DesiredResource};
use crate::plan::drift::{self, Drift};
use crate::plan::known_addresses;
use crate::plan::unread_kind;
use crate::project;
use crate::project::rewriting::import::{self, ImportSelection};
use crate::project::rewriting::merge::{self, TakeSide};
use crate::project::rewriting::project_files::ProjectFiles;
use crate::project::rewriting::save_files;
use crate::report::{self, Sanitized};
use crate::state::State;

/// What `pull --help` teaches.
pub const HELP: &str = "Write changes of the service into the files. Nothing is sent.\n\n\
    A three-way merge of the files, the service and what was last applied. Changes made only on the service are written in \
    place, keeping comments, order and quotes; changes made only in the files stay. On a conflict, both sides are shown, \
    the file stays as it is, and the exit code is 5; --take resolves it. Inherited rules are overridden in the list's own \
    file; bases are not touched. Review the result with git diff.\n\n\
    With --all, every unmanaged list, glossary, collection of spoken terms and style profile of the account is imported into a new file, \
    so that the plan is empty afterwards. To import a single one, pass its id. A dictionary of more than 20 entries \
    becomes a table beside its document.\n\n\
    Formats: human, json (schema: housestyle schema pull).\n\n\
    Examples:\n\
    \x20 housestyle pull                            every managed resource\n\
    \x20 housestyle pull support-de --diff          print a patch, write nothing\n\
    \x20 housestyle pull --take theirs=support-de   on a conflict, take the service's side\n\
    \x20 housestyle pull --all                      start with an account in use";

/// Arguments of `pull`.
#[derive(Debug, clap::Args)]
pub struct PullArgs {
    /// Only these resources; also ids of unmanaged ones, to import them
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Import every unmanaged resource of the account
    #[arg(long, env = "HOUSESTYLE_ALL", value_parser = clap::builder::FalseyValueParser::new(), conflicts_with = "names")]
    pub all: bool,
    /// On a conflict, which side wins for this resource: the files (mine) or the service (theirs)
    #[arg(long, value_name = "mine|theirs=ADDRESS", env = "HOUSESTYLE_TAKE", value_delimiter = ',', value_parser = parse_take)]
    pub take: Vec<(TakeSide, Address)>,
    /// Show what would be written, write nothing
    #[arg(long, env = "HOUSESTYLE_DRY_RUN", value_parser = clap::builder::FalseyValueParser::new())]
    pub dry_run: bool,
    /// Print a patch, write nothing
    #[arg(long, env = "HOUSESTYLE_DIFF", value_parser = clap::builder::FalseyValueParser::new())]
    pub diff: bool,
    /// Folder for new files, below the project's [default: styles, glossaries, spoken-terms, style-profiles]
    #[arg(long, value_name = "DIR", env = "HOUSESTYLE_INTO")]
    pub into: Option<Utf8PathBuf>,
}

/// Merges, writes and remembers.
///
/// # Errors
/// Exit 3 where the files are invalid, 6 where one changes meanwhile; those of reading and of the disk.
pub async fn run(args: &PullArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, variables, screen } = *invocation;
    let format = choose_format(global, "pull")?;
    let prepared = prepare::prepare_without_files(&PlanningArgs::default(), invocation)?;
    let opened = project::open_project(here)?;
    let (mut files, desired) = valid_project::read_valid_files(&opened, screen)?;
    let dry = args.dry_run || args.diff;
    // Whoever writes holds the lock from before reading on.
    let mut store =
        if dry { None } else { Some(prepared.state_location.open_store(screen, Some(&prepared.interrupt)).await?) };
    let state = match &store {
        Some(store) => store.state().clone(),
        None => prepared.state_location.read_state()?,
    };
    let which = import_selection(args, &state)?;
    let managed = match which {
        // What is imported is looked for in the whole account.
        Some(_) => BTreeSet::new(),
        None => args.names.iter().filter_map(|name| managed_address(&state, name)).collect(),
    };
    let live = pull::read_live(&prepared, &state, which.as_ref(), &managed).await?;
    let targets = target_addresses(args, &state, which.as_ref(), &live)?;
    check_take_addresses(&args.take, &state)?;

    let mut drift = if targets.is_empty() && !args.names.is_empty() {
        Drift::default()
    } else {
        let theirs = args.take.iter().filter(|(side, _)| *side == TakeSide::Theirs).map(|(_, address)| address.clone());
        drift::detect_drift_and_take(&state, &live, Some(&desired), &opened.catalogue, &targets, &theirs.collect())
    };
    if args.all {
        drift.notes.extend(describe_unread_kinds(&live));
    }
    let take: BTreeMap<Address, TakeSide> = args.take.iter().map(|(take, address)| (address.clone(), *take)).collect();
    let lists = merge::merge_drift(&mut files, &desired, &drift, &state, &live, &take);
    let (adopted, left) = match &which {
        Some(which) => {
            let into = new_file_folders(args, &files, &desired)?;
            import::import_resources(&mut files, &desired, &state, &live, which, &into)
        }
        None => (Vec::new(), Vec::new()),
    };

    let report = outcome::build_report(&prepared.basis, &files, &drift, &lists, &adopted, &left, dry);
    if !dry {
        save_files::write_all_or_none(&opened.root, &files.changed_files())?;
    }
    if let Some(store) = store.as_mut() {
        let mut facts = outcome::merged_entries(&state, &live, &desired, &drift, &lists);
        facts.extend(outcome::imported_entries(&adopted));
        outcome::record_entries_of(store, &prepared, &facts, "pull")?;
    }
    let refused = report.is_open() || (!args.all && !left.is_empty());
    let exit = if refused { Exit::Blocked } else { Exit::Success };
    if args.diff {
        patch_output::print_patch(screen, variables, &files.render_patch())?;
        screen.print_status(&format!("Pull: {}", report.summary_line()));
    } else {
        let text = match format {
            HumanOrJson::Json => report::pull::render_json(&report),
            HumanOrJson::Human => report::pull::render_human(&report, &screen.stdout_look()),
        };
        screen.print_report(exit, &text)?;
        if adopted.iter().flat_map(|list| &list.omitted).any(|part| part.is_public) {
            screen.print_status(&format!(
                "note: rules that are left on the service are not in this project's catalogue: {}, then pull the list again",
                load::CHOOSE_PUBLIC
            ));
        }
        let notes = drift.notes.iter().chain(lists.iter().flat_map(|list| &list.notes));
        notes.for_each(|note| screen.print_status(&format!("note: {}", Sanitized(note))));
    }
    Ok(exit)
}

fn parse_take(text: &str) -> Result<(TakeSide, Address), String> {
    let (side, address) = text.split_once('=').ok_or("write `mine=` or `theirs=` and an address")?;
    let side = match side {
        "mine" => TakeSide::Mine,
        "theirs" => TakeSide::Theirs,
        _ => return Err("write `mine=` or `theirs=` and an address".to_owned()),
    };
    Ok((side, Address::parse(address)?))
}

/// A side is taken for what is bound: a name that means nothing decides nothing, and is a mistake.
fn check_take_addresses(take: &[(TakeSide, Address)], state: &State) -> Result<(), CliError> {
    match take.iter().find(|(_, address)| !state.bindings.contains_key(address)) {
        Some((_, address)) => {
            let managed = state.bindings.keys().cloned().collect();
            Err(CliError::usage_error(format!("--take: `{address}` is not managed"))
                .with_help(known_addresses::suggest_address(&address.to_string(), &managed)))
        }
        None => Ok(()),
    }
}

/// The bound list that a name means.
fn managed_address(state: &State, name: &str) -> Option<Address> {
    Address::parse(name).ok().filter(|address| state.bindings.contains_key(address))
}

/// What is to be adopted: everything, or the ids among the names.
fn import_selection(args: &PullArgs, state: &State) -> Result<Option<ImportSelection>, CliError> {
    if args.all {
        return Ok(Some(ImportSelection::All));
    }
    let ids = args.names.iter().filter(|name| managed_address(state, name).is_none());
    let ids: BTreeSet<Id> =
        ids.map(|name| Id::new(name).ok_or_else(|| unknown_name(name, state))).collect::<Result<_, _>>()?;
    Ok((!ids.is_empty()).then_some(ImportSelection::Ids(ids)))
}

/// Bound resources that are asked for; all where empty. What is to be adopted must be there.
fn target_addresses(
    args: &PullArgs,
    state: &State,
    which: Option<&ImportSelection>,
    live: &LiveAccount,
) -> Result<BTreeSet<Address>, CliError> {
    let is_there = |id: &&Id| Kind::ALL.iter().any(|kind| live.get(*kind, id).is_some());
    let missing = match which {
        Some(ImportSelection::Ids(ids)) => ids.iter().find(|id| !is_there(id)),
        Some(ImportSelection::All) | None => None,
    };
    if let Some(id) = missing {
        return Err(unknown_name(id.as_str(), state));
    }
    Ok(args.names.iter().filter_map(|name| managed_address(state, name)).collect())
}

fn unknown_name(name: &str, state: &State) -> CliError {
    let managed = state.bindings.keys().cloned().collect();
    let written = Address::parse(name).map_or_else(|_| name.to_owned(), |address| address.to_string());
    let message = format!("`{}` is neither a managed resource nor an id in the account", Sanitized(name));
    CliError::usage_error(message).with_help(known_addresses::suggest_address(&written, &managed))
}

/// Kinds of which nothing is adopted because they were not read.
fn describe_unread_kinds(live: &LiveAccount) -> impl Iterator<Item = String> {
    live.unread_kinds
        .iter()
        .map(|(kind, why)| format!("{} are left out: {}", kind.plural(), unread_kind::describe_unread(*kind, *why)))
}

/// The usual folder for new files of each kind.
pub(super) const NEW_FILE_FOLDERS: [(Kind, &str); 4] = [
    (Kind::Style, "styles"),
    (Kind::Glossary, "glossaries"),
    (Kind::SpokenTerms, "spoken-terms"),
    (Kind::StyleProfile, "style-profiles"),
];

/// The folder for new files of each kind.
fn new_file_folders(
    args: &PullArgs,
    files: &ProjectFiles<'_>,
    desired: &Desired,
) -> Result<BTreeMap<Kind, String>, CliError> {
    NEW_FILE_FOLDERS
        .into_iter()
        .map(|(kind, usual)| Ok((kind, new_file_folder(args, files, desired, kind, usual)?)))
        .collect()
}

/// The folder for new files of a kind: as asked for, the usual one, one that has such a file already, or any that is read.
fn new_file_folder(
    args: &PullArgs,
    files: &ProjectFiles<'_>,
    desired: &Desired,
    kind: Kind,
    usual: &str,
) -> Result<String, CliError> {
    let takes = |folder: &str| {
        let path =
            |ending: &str| if folder.is_empty() { format!("x.{ending}") } else { format!("{folder}/x.{ending}") };
        files.matches_pattern(&path("yaml")) || files.matches_pattern(&path("toml"))
    };
    if let Some(into) = &args.into {
        let plain = into.components().all(|part| matches!(part, Utf8Component::Normal(_) | Utf8Component::CurDir));
        let parts: Vec<&str> =
            into.components().filter(|part| *part != Utf8Component::CurDir).map(|part| part.as_str()).collect();
        let folder = parts.join("/");
        if !plain {
            let message = format!("{} is not below the project folder", Sanitized(into.as_str()));
            return Err(CliError::usage_error(message).with_help("name a folder of the project, such as --into styles"));
        }
        if !takes(&folder) {
            return Err(CliError::usage_error(format!("files in {} would not be read", Sanitized(&folder)))
                .with_help("add a pattern for them to `files` in housestyle.toml"));
        }
        return Ok(folder);
    }
    let folder = |wanted: DesiredResource<'_>| Some(wanted.place().file.rsplit_once('/')?.0.to_owned());
    let beside = desired_resource::desired_resources(desired).filter(|wanted| wanted.kind() == kind).filter_map(folder);
    let literal = files.opened.project.files.iter().map(|pattern| {
        let fixed = &pattern[..pattern.find(['*', '?', '[', '{']).unwrap_or(pattern.len())];
        fixed.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned()
    });
    std::iter::once(usual.to_owned()).chain(beside).chain(literal).find(|folder| takes(folder)).ok_or_else(|| {
        CliError::usage_error("no pattern of `files` in housestyle.toml matches new files")
            .with_help("pass a folder: --into DIR")
    })
}
