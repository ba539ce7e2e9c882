//! Addresses that people pass: each must name a resource of the files, of the state, or of its history.
//!
//! Invariant: an address that names nothing stops the run with 64, whichever flag or setting carries it. A typo must not
//! look like "nothing to do". An address that was managed before is no typo: a run that was interrupted after it did what
//! was agreed to is repeated with the same command, and the plan notes what is done ([`crate::plan`]).

use std::collections::BTreeSet;

use crate::catalogue::nearest;
use crate::check::Desired;
use crate::diagnostic::Place;
use crate::model::reviewed::{MovedBlock, RemovedBlock, ReviewedChanges};
use crate::model::{Address, Kind};
use crate::plan::PlanOptions;
use crate::plan::desired_resource::{self, DesiredResource};
use crate::state::State;

/// An address that names nothing: the message, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAddress {
    /// Which address, and who named it: lower-case start, no full stop.
    pub message: String,
    /// The nearest one, or where to look, as an order.
    pub help: String,
}

/// Every address that the files or the state know.
#[must_use]
pub fn known_addresses(desired: &Desired, state: &State) -> BTreeSet<Address> {
    let mut known: BTreeSet<Address> =
        desired_resource::desired_resources(desired).map(DesiredResource::address).collect();
    known.extend(state.bindings.keys().cloned());
    known.extend(state.pending_creations.keys().cloned());
    known.extend(state.pending_deletions.values().cloned());
    known
}

/// Whether every address of the options names something.
///
/// # Errors
/// Exit 64 for the first that does not, with the nearest one that does.
pub fn check_option_addresses(
    options: &PlanOptions,
    desired: &Desired,
    state: &State,
    known: &BTreeSet<Address>,
) -> Result<(), UnknownAddress> {
    let PlanOptions { import, accept_rename, reviewed, .. } = options;
    let named = options.named_addresses().into_iter().map(|(option, addresses)| (option, addresses.iter().collect()));
    let given: [(String, Vec<&Address>); 2] = [
        ("--import".to_owned(), import.keys().collect()),
        ("--accept-rename".to_owned(), accept_rename.keys().collect()),
    ];
    for (option, addresses) in named.chain(given) {
        for address in addresses {
            if !known.contains(address) && !state.was_managed(address) {
                return Err(unknown_address(&option, address, desired, known));
            }
        }
    }
    check_blocks(reviewed, state, known)?;
    accept_rename.iter().try_for_each(|(new, old)| check_rename(new, old, desired, state, known))
}

/// What a block says is gone was managed here once. A block that another environment was meant for does no harm: it is a typo
/// where a resource would be created a second time, or where one of nearly the same name is managed.
fn check_blocks(reviewed: &ReviewedChanges, state: &State, known: &BTreeSet<Address>) -> Result<(), UnknownAddress> {
    let never = |address: &Address| {
        !state.bindings.contains_key(address) && !state.was_managed(address) && !state.bindings.is_empty()
    };
    let managed: BTreeSet<Address> = state.bindings.keys().cloned().collect();
    let stop = |block: &str, place: &Place, address: &Address, known: &BTreeSet<Address>| {
        let message = format!("{place}: {block} names `{address}`, which was never managed here");
        let help = suggest_address(&address.to_string(), known);
        Err(UnknownAddress { message, help: format!("{help} `environments` of the block says where it applies") })
    };
    for MovedBlock { from, to, place, .. } in &reviewed.moves {
        if never(from) && !state.bindings.contains_key(to) && state.renamed_to(from).is_none() {
            return stop("[[moved]]", place, from, &managed);
        }
    }
    for RemovedBlock { address, place, .. } in &reviewed.removals {
        let names: Vec<String> = managed.iter().map(ToString::to_string).collect();
        let near = nearest::nearest_words(&address.to_string(), names.iter().map(String::as_str));
        if never(address) && !known.contains(address) && !near.is_empty() {
            return stop("[[removed]]", place, address, &managed);
        }
    }
    Ok(())
}

/// The old address of a rename is managed, or the history of the state tells that it was renamed to the new one.
fn check_rename(
    new: &Address,
    old: &Address,
    desired: &Desired,
    state: &State,
    known: &BTreeSet<Address>,
) -> Result<(), UnknownAddress> {
    if known.contains(old) || state.renamed_to(old) == Some(new) {
        return Ok(());
    }
    if !state.was_managed(old) {
        return Err(unknown_address("--accept-rename", old, desired, known));
    }
    let message = format!("--accept-rename: {old} is not managed any more");
    let help = match state.renamed_to(old) {
        Some(now) => format!("it was renamed to {now}: --accept-rename {new}={now}"),
        None => format!("its id cannot be kept; without --accept-rename, {new} gets a new one"),
    };
    Err(UnknownAddress { message, help })
}

/// The way out where an address names nothing.
#[must_use]
pub fn unknown_address(
    option: &str,
    address: &Address,
    desired: &Desired,
    known: &BTreeSet<Address>,
) -> UnknownAddress {
    if address.kind == Kind::TranslationProfile && desired.profiles().contains_key(&address.key) {
        return UnknownAddress {
            message: format!("{option}: {address} exists in files only, there is nothing to plan"),
            help: "name a style rule list, glossary, collection of spoken terms or style profile".to_owned(),
        };
    }
    UnknownAddress {
        message: format!("{option}: `{address}` names no resource of the files or the state"),
        help: suggest_address(&address.to_string(), known),
    }
}

/// The nearest address that names something, or where to look.
#[must_use]
pub fn suggest_address(written: &str, known: &BTreeSet<Address>) -> String {
    let all: Vec<String> = known.iter().map(ToString::to_string).collect();
    match nearest::nearest_words(written, all.iter().map(String::as_str)).first() {
        Some(best) => format!("did you mean `{best}`?"),
        None => {
            "list managed resources with `housestyle state list`, those of the files with `housestyle plan`".to_owned()
        }
    }
}
