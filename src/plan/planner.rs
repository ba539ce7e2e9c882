//! Which live object belongs to which key, and what follows for each.
//!
//! Identity comes from bindings, then from the tag of an interrupted creation, then from an agreement by name; never from
//! a guess. Deletion is only ever of bound objects (or of what our own tag or a begun deletion names).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::resource::LiveResourceRef;
use crate::model::{Address, Id, Kind, Language, LiveAccount};
use crate::plan::desired_resource::{self, DesiredResource};
use crate::plan::{Basis, Blocker, LiveFingerprint, Operation, Plan, PlanItem, PlanOptions, Safeguard};
use crate::state::State;

/// Decides what to do.
#[must_use]
pub fn make_plan(desired: &Desired, state: &State, live: &LiveAccount, catalogue: &Catalogue, basis: Basis) -> Plan {
    let options = basis.options.clone();
    let plan = Plan {
        basis,
        items: Vec::new(),
        calls: 0,
        unchanged: Vec::new(),
        kept: Vec::new(),
        blockers: Vec::new(),
        unmanaged: BTreeMap::new(),
        notes: Vec::new(),
        seen: BTreeSet::new(),
    };
    let mut decision = Planner {
        desired,
        state,
        live,
        catalogue,
        options,
        plan,
        by_name: HashMap::new(),
        claimed: BTreeSet::new(),
        moved_addresses: BTreeMap::new(),
        renamed_addresses: BTreeSet::new(),
    };
    for found in live.all_resources() {
        decision.by_name.entry(identity_key(found.kind(), found.name(), found.language())).or_default().push(found);
    }
    if decision.check_account() {
        decision.plan_all();
    }
    decision.finish_plan()
}

/// A plan in the making.
pub(super) struct Planner<'a> {
    pub(super) desired: &'a Desired,
    pub(super) state: &'a State,
    pub(super) live: &'a LiveAccount,
    pub(super) catalogue: &'a Catalogue,
    pub(super) options: PlanOptions,
    pub(super) plan: Plan,
    /// Live objects by kind, name and language.
    pub(super) by_name: HashMap<(Kind, &'a str, &'a str), Vec<LiveResourceRef<'a>>>,
    /// Live objects that some key owns.
    pub(super) claimed: BTreeSet<Id>,
    /// Keys whose binding another key takes over: old to new.
    pub(super) moved_addresses: BTreeMap<Address, Address>,
    /// Keys that left the files and that another key seems to go on with: neither created nor deleted.
    pub(super) renamed_addresses: BTreeSet<Address>,
}

impl<'a> Planner<'a> {
    /// Whether what was read can be the account that the state speaks of.
    fn check_account(&mut self) -> bool {
        let state = self.state;
        if !state.origin.is_empty() && state.origin != self.plan.basis.origin {
            let message = format!(
                "the state was made for {}, this run speaks to {}: ids of one mean nothing to the other",
                state.origin, self.plan.basis.origin
            );
            let help =
                "choose the environment or service that the state belongs to, or give this one a state of its own";
            self.block(Safeguard::OtherOrigin, None, message, help);
            return false;
        }
        // What we began to delete is not missed.
        let gone = state.bindings.iter().filter(|(_, binding)| {
            self.live.missing.contains(&binding.id) && !state.pending_deletions.contains_key(&binding.id)
        });
        let lost: Vec<&Address> = gone.map(|(address, _)| address).collect();
        let agreed = lost.iter().all(|address| self.options.recreate.contains(*address));
        if !lost.is_empty() && lost.len() == state.bindings.len() && !agreed {
            let message = format!(
                "none of the {} bound objects exists in this account: is it the wrong account, key or region?",
                lost.len()
            );
            let help =
                "check key and service; if everything really was deleted there, name each with `--recreate ADDRESS`";
            self.block(Safeguard::VanishedAccount, None, message, help);
            return false;
        }
        for kind in Kind::ALL {
            let (mut all, mut unlisted) = (0, 0);
            for found in self.live.resources_of_kind(kind) {
                all += 1;
                unlisted += usize::from(self.live.unlisted.contains(found.id()));
            }
            if unlisted > 0 && all == unlisted {
                let message =
                    "the listing is empty although bound objects answer: it cannot be trusted (a free plan's key?)";
                let what = if kind == Kind::Style { "style rule lists" } else { kind.plural() };
                let help = format!("use a key whose plan includes {what}");
                self.block(Safeguard::UnreliableListing, None, message.to_owned(), help);
                return false;
            }
        }
        true
    }

    fn plan_all(&mut self) {
        for (new, old) in &self.options.accept_rename {
            if self.state.bindings.contains_key(old) && !self.state.bindings.contains_key(new) {
                self.moved_addresses.insert(old.clone(), new.clone());
            }
        }
        self.claimed.extend(self.state.bindings.values().map(|binding| binding.id.clone()));
        let desired = self.desired;
        for wanted in desired_resource::desired_resources(desired) {
            let address = wanted.address();
            if self.is_targeted(&address) {
                self.plan_desired(&address, wanted);
            }
        }
        let state = self.state;
        for (address, binding) in &state.bindings {
            let wanted = desired_resource::is_desired(desired, address) || self.moved_addresses.contains_key(address);
            if !wanted && self.is_targeted(address) {
                self.plan_removal(address, binding);
            }
        }
        self.plan_orphaned();
        self.block_excess_deletions();
        self.note_undo();
    }

    pub(super) fn block_protected(&mut self, address: &Address, protected: bool, id: &Id) {
        if protected && !self.options.allow_delete.contains(address) {
            let message = format!("{address} is protected, and {id} would go");
            let help = format!("set `protected: false` and apply, or agree with `--allow-delete {address}`");
            self.block(Safeguard::Protected, Some(address), message, help);
        }
    }

    pub(super) fn is_protected(&self, address: &Address, wanted: DesiredResource<'_>) -> bool {
        wanted.is_protected() || self.options.protect.contains(address)
    }

    pub(super) fn is_targeted(&self, address: &Address) -> bool {
        let PlanOptions { undo, targets, .. } = &self.options;
        undo.as_ref().is_none_or(|undo| undo.names_address(address))
            && (targets.is_empty() || targets.contains(address))
    }

    /// The id that an object had in the snapshot that is brought back.
    pub(super) fn previous_id(&self, address: &Address) -> Option<Id> {
        self.options.undo.as_ref().and_then(|undo| undo.resources.get(address)).map(|was| was.id.clone())
    }

    fn note_undo(&mut self) {
        let Some(undo) = &self.options.undo else { return };
        let mut notes = vec![format!("what is wanted comes from the snapshot {}, not from the files", undo.name)];
        if undo.unmanaged > 0 {
            let (foreign, stay) = match undo.unmanaged {
                1 => ("1 object".to_owned(), "is not the project's and stays as it is"),
                several => (format!("{several} objects"), "are not the project's and stay as they are"),
            };
            notes.push(format!("of the snapshot, {foreign} {stay}"));
        }
        for (address, was) in &undo.resources {
            let comes = |item: &PlanItem| {
                item.address == *address && matches!(item.operation, Operation::Create | Operation::Replace)
            };
            if !was.opaque_rules.is_empty() && self.plan.items.iter().any(comes) {
                notes.push(format!("{address}: rules whose value is not text cannot be given to a new list"));
            }
        }
        notes.append(&mut self.plan.notes);
        self.plan.notes = notes;
    }

    pub(super) fn new_item(&self, address: &Address, wanted: DesiredResource<'_>, verb: Operation) -> PlanItem {
        PlanItem {
            place: Some(wanted.place().clone()),
            desired: Some(wanted.content()),
            protected: self.is_protected(address, wanted),
            ..PlanItem::new(address.clone(), wanted.name(), wanted.language(), verb)
        }
    }

    pub(super) fn block(
        &mut self,
        guard: Safeguard,
        address: Option<&Address>,
        message: String,
        help: impl Into<String>,
    ) {
        let refusal = Blocker { safeguard: guard, address: address.cloned(), message, help: help.into() };
        self.plan.blockers.push(refusal);
    }

    fn finish_plan(mut self) -> Plan {
        self.plan.items.sort_by(|a, b| (a.operation, &a.address, &a.id).cmp(&(b.operation, &b.address, &b.id)));
        self.plan.blockers.sort_by(|a, b| (&a.address, a.safeguard).cmp(&(&b.address, b.safeguard)));
        self.plan.calls =
            self.plan.items.iter().flat_map(|item| &item.steps).map(|step| step.action.count_writes()).sum();
        if self.plan.items.iter().any(|item| matches!(item.operation, Operation::Create | Operation::Replace)) {
            self.plan.seen = self.live.all_resources().map(|found| found.id().clone()).collect();
        }
        self.plan
    }
}

pub(super) fn live_fingerprint(found: LiveResourceRef<'_>) -> LiveFingerprint {
    LiveFingerprint { version: found.version(), digest: found.content().digest() }
}

/// What objects are told apart by where nothing is remembered.
pub(super) fn identity_key<'a>(kind: Kind, name: &'a str, language: Option<&'a Language>) -> (Kind, &'a str, &'a str) {
    (kind, name, language.map_or("", Language::as_str))
}
