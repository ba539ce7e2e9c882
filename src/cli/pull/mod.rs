//! The service's side of a pull: what is read for it, and what the state is told afterwards.
//!
//! Always holds: files are written before the state says so.

pub mod outcome;

use std::collections::BTreeSet;

use crate::apply;
use crate::check::Desired;
use crate::cli::access::service_error;
use crate::cli::exit::{CliError, Exit};
use crate::cli::planning::prepare::PreparedRun;
use crate::model::{Address, Kind, LiveAccount};
use crate::plan::{Blocker, PlanOptions, safeguard};
use crate::project::rewriting::import::ImportSelection;
use crate::service::account::{self, AccountReadError};
use crate::state::State;

/// The account, if it can be the one that the state belongs to; with targets (all where empty), as much of it as they need.
/// What is to be imported is read whole, and what is absent then is proved to be.
///
/// # Errors
/// Exit 5 where it is another one; those of reading.
pub async fn read_live(
    prepared: &PreparedRun,
    state: &State,
    importing: Option<&ImportSelection>,
    targets: &BTreeSet<Address>,
) -> Result<LiveAccount, CliError> {
    read_live_and_list(prepared, state, importing, &BTreeSet::new(), targets).await
}

/// As [`read_live`], with listings of these kinds beside.
///
/// # Errors
/// As [`read_live`].
pub async fn read_live_and_list(
    prepared: &PreparedRun,
    state: &State,
    importing: Option<&ImportSelection>,
    listed: &BTreeSet<Kind>,
    targets: &BTreeSet<Address>,
) -> Result<LiveAccount, CliError> {
    let PreparedRun { client, basis, interrupt, .. } = prepared;
    if !state.origin.is_empty() && state.origin != basis.origin {
        let message =
            format!("the state belongs to {}, but this run uses {}: their ids differ", state.origin, basis.origin);
        return Err(CliError::new_sanitized(Exit::Blocked, message)
            .with_help("choose the environment or service of that state, or set another state file for this one"));
    }
    let options = PlanOptions { targets: targets.clone(), ..basis.options.clone() };
    let mut reach = apply::refresh_scope(&Desired::default(), state, &options);
    for kind in listed.difference(&basis.options.skip_kinds) {
        reach.kinds.entry(*kind).or_insert(*kind == Kind::Style);
    }
    match importing {
        None => {}
        Some(ImportSelection::All) => reach = reach.with_everything(),
        Some(ImportSelection::Ids(ids)) => {
            // An id does not tell of what kind it is.
            let whole = reach.all_entries;
            reach = reach.with_everything();
            reach.all_entries = whole;
            reach.ids.extend(ids.iter().cloned());
        }
    }
    if importing.is_some() {
        reach.kinds.insert(Kind::Style, true);
    }
    let read = async {
        let mut live = account::read_account(client, &reach).await?;
        let open: Vec<Kind> =
            reach.kinds.keys().copied().filter(|kind| !live.unread_kinds.contains_key(kind)).collect();
        for kind in open.into_iter().filter(|_| importing.is_some()) {
            account::confirm_listing(client, kind, &mut live).await?;
        }
        Ok(live)
    };
    let reading = prepared.progress.while_reading(|| client.resources_read(), state.bindings.len(), read);
    let live: LiveAccount =
        reading.await.map_err(|unread: AccountReadError| service_error::cli_error_from_read(&unread, interrupt))?;
    if let Some(Blocker { message, help, .. }) = safeguard::vanished_account(state, &live, &BTreeSet::new()) {
        return Err(CliError::new(Exit::Blocked, message).with_help(help));
    }
    Ok(live)
}
