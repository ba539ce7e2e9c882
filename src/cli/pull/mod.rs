//! The service's side into the files: merged into those that are there, and new ones for lists that nobody kept yet.
//!
//! Always holds: nothing is written that was not checked as a whole project first; a base is never edited for one list's
//! sake; names from the service choose no path. Files are written before the memory says so.

pub mod adopt;
pub mod files;
pub mod merge;
pub mod save;
pub mod slug;

pub use files::{Changed, Files};

use crate::apply;
use crate::check::Desired;
use crate::cli::exit::{Exit, Stop};
use crate::cli::prepare::Prepared;
use crate::cli::pull::adopt::Which;
use crate::model::{Kind, Live};
use crate::service::account::{self, Unread};
use crate::state::State;

/// The account, if it can be the one that the state speaks of. What is to be adopted is read whole, and what is absent then
/// is proved to be.
///
/// # Errors
/// Exit 5 where it is another one; those of reading.
pub async fn live(prepared: &Prepared, state: &State, adopting: Option<&Which>) -> Result<Live, Stop> {
    let Prepared { client, basis, interrupt, .. } = prepared;
    if !state.origin.is_empty() && state.origin != basis.origin {
        let message = format!(
            "the state was made for {}, this run speaks to {}: ids of one mean nothing to the other",
            state.origin, basis.origin
        );
        return Err(Stop::quoting(Exit::Refused, message)
            .help("choose the environment or service that the state belongs to, or give this one a state of its own"));
    }
    let mut reach = apply::reach(&Desired::default(), state, &basis.options);
    match adopting {
        None => {}
        Some(Which::All) => reach = reach.everything(),
        Some(Which::These(ids)) => {
            // An id does not tell of what kind it is.
            let whole = reach.whole;
            reach = reach.everything();
            reach.whole = whole;
            reach.ids.extend(ids.iter().cloned());
        }
    }
    if adopting.is_some() {
        reach.kinds.insert(Kind::Style, true);
    }
    let read = async {
        let mut live = account::read(client, &reach).await?;
        let open: Vec<Kind> = reach.kinds.keys().copied().filter(|kind| !live.closed.contains_key(kind)).collect();
        for kind in open.into_iter().filter(|_| adopting.is_some()) {
            account::confirm(client, kind, &mut live).await?;
        }
        Ok(live)
    };
    let live: Live = read.await.map_err(|unread: Unread| Stop::quoting(interrupt.exit_of(unread.exit()), unread))?;
    let lost = state.bindings.values().filter(|binding| live.gone.contains(&binding.id)).count();
    if lost > 1 && lost == state.bindings.len() {
        let message =
            format!("none of the {lost} bound objects exists in this account: is it the wrong account, key or region?");
        return Err(Stop::new(Exit::Refused, message).help("check key and service"));
    }
    Ok(live)
}
