//! `housestyle snapshot`: the live account as a file, which `--undo` takes. Nothing is changed.

use camino::Utf8PathBuf;

use crate::apply;
use crate::check::Desired;
use crate::cli::access::service_error;
use crate::cli::arguments::format::{JsonOnly, choose_format};
use crate::cli::arguments::planning_args::PlanningArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::planning::prepare::{self, PreparedRun};
use crate::cli::planning::undo;
use crate::cli::screen::terminal::Screen;
use crate::model::Kind;
use crate::model::resource::UnreadKind;
use crate::plan::unread_kind;
use crate::report::{self, RenderOptions, humanize};
use crate::service::account;
use crate::state::snapshot::{Snapshot, SnapshotCapabilities};
use crate::state::snapshot_store;

/// What `snapshot --help` teaches.
pub const HELP: &str = "Save the content of every list, glossary, collection of spoken terms and style profile of the account as \
    a file.\n\n\
    The file contains all rules, instructions and entries, including those of unmanaged resources, and no key. `apply \
    --undo FILE` restores the lists of the project. Before an apply changes lists, it saves them automatically under \
    .housestyle/undo; the last 20 snapshots are kept.\n\n\
    Examples:\n\
    \x20 housestyle snapshot                       to .housestyle/snapshot.json\n\
    \x20 housestyle snapshot --out before.json\n\
    \x20 housestyle plan --undo before.json        what bringing it back would change\n\
    \x20 housestyle snapshot --out - | jq '.styles[].name'";

/// Arguments of `snapshot`.
#[derive(Debug, clap::Args)]
pub struct SnapshotArgs {
    /// File to save to; replaces an older snapshot; `-` is stdout
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_OUT")]
    pub out: Option<Utf8PathBuf>,
}

/// Reads the account and saves it.
///
/// # Errors
/// Where the account cannot be read; exit 5 where something else has the name.
pub async fn run(args: &SnapshotArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    choose_format::<JsonOnly>(global, "snapshot")?;
    let prepared = prepare::prepare_without_files(&PlanningArgs::default(), invocation)?;
    let snapshot = take_snapshot(&prepared, screen).await?;
    if args.out.as_ref().is_some_and(|out| out == "-") {
        screen.print_output(&report::json::to_pretty_json(&snapshot))?;
        return Ok(Exit::Success);
    }
    let path =
        args.out.as_ref().map_or_else(|| prepared.state_location.work_dir.join(SNAPSHOT_FILE), |out| here.join(out));
    snapshot_store::write_snapshot(&path, &snapshot).map_err(|error| undo::cli_error_from_snapshot(&error))?;
    let bound = snapshot.resources().filter(|saved| saved.as_ref().is_ok_and(|(called, _)| called.is_some())).count();
    let Snapshot { styles, glossaries, spoken_terms, style_profiles, .. } = &snapshot;
    let mut saved = vec![humanize::count_noun(styles.len(), "list")];
    let others = [
        (Kind::Glossary, glossaries.len()),
        (Kind::SpokenTerms, spoken_terms.len()),
        (Kind::StyleProfile, style_profiles.len()),
    ];
    saved.extend(
        others
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|(kind, n)| if *n == 1 { format!("1 {}", kind.noun()) } else { format!("{n} {}", kind.plural()) }),
    );
    let saved = saved.join(", ");
    let service = prepared.service_line(&RenderOptions::default());
    let shown = args.out.as_ref().map_or_else(
        || format!("{}/{SNAPSHOT_FILE}", crate::cli::store::state_location::WORK_DIR),
        ToString::to_string,
    );
    screen.print_status(&format!("saved {saved} of {} as {shown}, {bound} of them this project's", service.trim_end()));
    Ok(Exit::Success)
}

/// Name of the file where none is given.
const SNAPSHOT_FILE: &str = "snapshot.json";

async fn take_snapshot(prepared: &PreparedRun, screen: &Screen) -> Result<Snapshot, CliError> {
    let PreparedRun { client, basis, state_location: place, interrupt, .. } = prepared;
    let state = place.read_state()?;
    let reach = apply::refresh_scope(&Desired::default(), &state, &basis.options).with_everything();
    let read = async {
        let mut live = account::read_account(client, &reach).await?;
        // One listing may miss a list that moved between its pages.
        for kind in reach.kinds.keys().filter(|kind| !live.unread_kinds.contains_key(kind)).copied().collect::<Vec<_>>()
        {
            account::confirm_listing(client, kind, &mut live).await?;
        }
        Ok((live, apply::capabilities::fetch_all_capabilities(client).await?))
    };
    let (live, offers) = read
        .await
        .map_err(|unread: account::AccountReadError| service_error::cli_error_from_read(&unread, interrupt))?;
    for (kind, why) in live.unread_kinds.iter().filter(|(_, why)| **why != UnreadKind::Refused(404)) {
        screen.print_status(&format!("{} are not in it: {}", kind.plural(), unread_kind::describe_unread(*kind, *why)));
    }
    let lists = live.all_resources().map(|held| (state.address_of(held.id()).cloned(), held));
    let snapshot = Snapshot::new(&basis.origin, &basis.environment, state.serial, lists);
    Ok(Snapshot {
        stack: state.stack.clone(),
        taken: client.service_time(),
        capabilities: Some(SnapshotCapabilities::from_capabilities(&offers)),
        ..snapshot
    })
}
