//! One stopped resource does not stop the rest, where somebody asked for that.
//!
//! Always holds: what a safeguard stops is not carried out, nor what depends on it: a resource that gets a name that a stopped
//! one has, a style profile that holds one that is not made, and the end of what a stopped style profile holds. What stops the plan as a whole stops all of it as ever. What was left out is listed with its reason.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::resource::LiveResource;
use crate::model::{Address, Kind};
use crate::plan::{Blocker, DeferredDeletion, Plan, PlanItem};
use crate::state::State;

/// How the reason begins of what was left out because a safeguard stops it.
pub const STOPPED: &str = "not carried out";

impl Plan {
    /// Leaves out what safeguards stop, where the options say so, and what depends on it.
    pub fn set_stopped_aside(&mut self, state: &State) {
        let whole = self.blockers.iter().any(|blocker| blocker.address.is_none());
        if !self.basis.options.keep_going || whole || self.blockers.is_empty() {
            return;
        }
        let mut stopped: BTreeMap<Address, Vec<String>> = BTreeMap::new();
        for Blocker { safeguard, address, message, help } in std::mem::take(&mut self.blockers) {
            let Some(address) = address else { continue };
            stopped.entry(address).or_default().push(format!("[{}] {message}; {help}", safeguard.name()));
        }
        while let Some((address, on)) = self.find_dependent(&stopped, state) {
            stopped.insert(address, vec![format!("it depends on {on}, which is not carried out")]);
        }
        let aside: BTreeSet<&Address> = stopped.keys().collect();
        self.items.retain(|item| !aside.contains(&item.address));
        for (address, reasons) in stopped {
            let binding = state.bindings.get(&address);
            self.kept.push(DeferredDeletion {
                id: binding.map(|binding| binding.id.clone()),
                name: binding.map(|binding| binding.display_name().to_owned()).unwrap_or_default(),
                address,
                effect: STOPPED.to_owned(),
                reason: reasons.join("; "),
            });
        }
        self.count_calls();
    }

    /// Whether one of several resources is stopped, so that the rest could be carried out.
    #[must_use]
    pub fn could_keep_going(&self) -> bool {
        let stopped: BTreeSet<&Address> = self.blockers.iter().filter_map(|blocker| blocker.address.as_ref()).collect();
        !self.blockers.is_empty()
            && self.blockers.iter().all(|blocker| blocker.address.is_some())
            && self.items.iter().any(|item| !stopped.contains(&item.address))
    }

    /// A resource that gets the name of a stopped one, holds one that is not made, or would go while a stopped profile holds it;
    /// with that one.
    fn find_dependent(&self, stopped: &BTreeMap<Address, Vec<String>>, state: &State) -> Option<(Address, Address)> {
        let names: BTreeMap<(Kind, &str), &Address> = stopped
            .keys()
            .filter_map(|address| {
                let item = self.items.iter().find(|item| item.address == *address);
                let live = item.and_then(|item| item.before.as_ref()).map(|live| live.as_resource_ref().name());
                let name = live.or_else(|| Some(state.bindings.get(address)?.display_name()))?;
                Some(((address.kind, name), address))
            })
            .collect();
        let linked = |item: &PlanItem| {
            let (awaited, gone) = (item.awaited_components(), item.deleted_ids());
            let not_made = awaited.into_iter().find(|address| stopped.contains_key(*address)).cloned();
            let held = || {
                let profiles = self.items.iter().filter(|item| stopped.contains_key(&item.address));
                let mut profiles = profiles.filter_map(|item| match &item.before {
                    Some(LiveResource::StyleProfile(held)) => Some((&item.address, held)),
                    Some(LiveResource::Style(_) | LiveResource::TermSet(_)) | None => None,
                });
                profiles.find(|(_, held)| gone.iter().any(|id| held.holds(id))).map(|(address, _)| address.clone())
            };
            not_made.or_else(held)
        };
        let others = || self.items.iter().filter(|item| !stopped.contains_key(&item.address));
        let by_name = others().filter(|item| item.desired.is_some()).find_map(|item| {
            Some((item.address.clone(), (*names.get(&(item.address.kind, item.name.as_str()))?).clone()))
        });
        by_name.or_else(|| others().find_map(|item| Some((item.address.clone(), linked(item)?))))
    }
}
