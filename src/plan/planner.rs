//! Which live resource belongs to which key, and what follows for each.
//!
//! Identity comes from bindings, then from the tag of an interrupted creation, then from an agreement by name; never from
//! a guess. Deletion is only ever of managed resources (or of what our own tag or a begun deletion names).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foldhash::HashMap;

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::resource::{LiveResourceRef, ResourceContent, UnreadKind};
use crate::model::shared_parts::SharedParts;
use crate::model::{Address, Id, Kind, LiveAccount};
use crate::plan::desired_resource::{self, DesiredResource, identity_key};
use crate::plan::keep_going::STOPPED;
use crate::plan::unread_kind::{describe_skipped, describe_unread};
use crate::plan::{
    Agreement, Basis, Blocker, DeferredDeletion, LiveFingerprint, Operation, Plan, PlanItem, PlanOptions, Safeguard,
};
use crate::plan::{namesake, safeguard};
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
        read_back: BTreeMap::new(),
        kept: Vec::new(),
        blockers: Vec::new(),
        unmanaged: BTreeMap::new(),
        notes: Vec::new(),
        seen: BTreeMap::new(),
        additions: Vec::new(),
    };
    let mut decision = Planner {
        desired,
        state,
        live,
        catalogue,
        options,
        plan,
        by_name: HashMap::default(),
        claimed: BTreeSet::new(),
        moved_addresses: BTreeMap::new(),
        renamed_addresses: BTreeSet::new(),
        reviewed_removals: BTreeMap::new(),
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
    /// Live resources by kind, name and language.
    pub(super) by_name: HashMap<(Kind, &'a str, &'a str), Vec<LiveResourceRef<'a>>>,
    /// Live resources that some key owns.
    pub(super) claimed: BTreeSet<Id>,
    /// Keys whose binding another key takes over: old to new.
    pub(super) moved_addresses: BTreeMap<Address, Address>,
    /// Keys that left the files and that another key seems to go on with: neither created nor deleted.
    pub(super) renamed_addresses: BTreeSet<Address>,
    /// Addresses of `[[removed]]`, and whether the resource is deleted.
    pub(super) reviewed_removals: BTreeMap<Address, bool>,
}

impl<'a> Planner<'a> {
    /// Whether what was read can be the account that the state speaks of.
    fn check_account(&mut self) -> bool {
        let state = self.state;
        if !state.origin.is_empty() && state.origin != self.plan.basis.origin {
            let message = format!(
                "the state belongs to {}, but this run uses {}: their ids differ",
                state.origin, self.plan.basis.origin
            );
            let help = "choose the environment or service of that state, or set another state file for this one";
            self.block(Safeguard::OtherOrigin, None, message, help);
            return false;
        }
        if let Some(blocker) = safeguard::vanished_account(state, self.live, &self.options.agreed[Agreement::Recreate])
        {
            self.plan.blockers.push(blocker);
            return false;
        }
        for kind in Kind::ALL {
            let (mut all, mut unlisted) = (0, 0);
            for found in self.live.resources_of_kind(kind) {
                all += 1;
                unlisted += usize::from(self.live.unlisted.contains(found.id()));
            }
            if unlisted > 0 && all == unlisted {
                let message = "the service lists nothing although managed resources exist: the listing cannot be trusted (a key of a free plan?)";
                let what = if kind == Kind::Style { "style rule lists" } else { kind.plural() };
                let help = format!("use a key whose plan includes {what}");
                self.block(Safeguard::UnreliableListing, None, message.to_owned(), help);
                return false;
            }
        }
        true
    }

    fn plan_all(&mut self) {
        self.apply_accepted_renames();
        self.note_done_agreements();
        self.apply_reviewed_changes();
        self.keep_unavailable();
        self.claimed.extend(self.state.bindings.values().map(|binding| binding.id.clone()));
        // Profiles come last: what becomes of everything that they hold is known then.
        for profiles in [false, true] {
            self.plan_kinds(|kind| (kind == Kind::StyleProfile) == profiles);
        }
        self.plan_orphaned();
        self.block_held_components();
        self.block_excess_deletions();
        self.block_unseen();
        let known = self.options.reviewed.acknowledged.iter().map(|block| block.id.clone()).collect();
        let state = self.state;
        let items = &self.plan.items;
        let within = |address: &Address| {
            // What a plan imports or deletes is told by its item.
            let planned = |item: &PlanItem| item.id.as_ref().is_some_and(|id| state.address_of(id).is_none());
            self.is_targeted(address) && !items.iter().any(|item| item.address == *address && planned(item))
        };
        let namesakes = namesake::describe_namesakes(state, self.live, &known, within);
        self.plan.notes.extend(namesakes);
        self.note_acknowledged();
        self.note_undo();
        if let Some(who) = &self.options.other_run {
            let note = format!("another run has locked the state: {who}; plan again when it has ended");
            self.plan.notes.insert(0, note);
        }
    }

    /// Everything of some kinds: what is wanted, then what is not any more.
    fn plan_kinds(&mut self, is_meant: impl Fn(Kind) -> bool) {
        let (desired, state) = (self.desired, self.state);
        let is_planned = |it: &Self, address: &Address| {
            is_meant(address.kind) && it.is_targeted(address) && it.is_available(address.kind)
        };
        for wanted in desired_resource::desired_resources(desired) {
            let address = wanted.address();
            if is_planned(self, &address) {
                match wanted {
                    DesiredResource::Style(_) | DesiredResource::TermSet(_) => self.plan_desired(&address, wanted),
                    DesiredResource::StyleProfile(profile) => self.plan_style_profile(&address, profile),
                }
            }
        }
        for (address, binding) in &state.bindings {
            let wanted = desired_resource::is_desired(desired, address) || self.moved_addresses.contains_key(address);
            if !wanted && is_planned(self, address) {
                self.plan_removal(address, binding);
            }
        }
    }

    /// What cannot be planned because the service does not let its kind be listed: kept as it is, and told.
    fn keep_unavailable(&mut self) {
        let (desired, state, live) = (self.desired, self.state, self.live);
        for (kind, why) in &live.unread_kinds {
            let wanted = desired_resource::desired_resources(desired).map(|wanted| (wanted.address(), wanted.name()));
            let managed = state.bindings.iter().map(|(address, binding)| (address.clone(), binding.applied.name()));
            let all: BTreeMap<Address, &str> =
                managed.chain(wanted).filter(|(address, _)| address.kind == *kind).collect();
            let all: Vec<(Address, &str)> = all.into_iter().filter(|(address, _)| self.is_targeted(address)).collect();
            if *why == UnreadKind::Skipped {
                self.plan.notes.extend(describe_skipped(all.iter().map(|(address, _)| address)));
                continue;
            }
            for (address, name) in all {
                self.plan.kept.push(DeferredDeletion {
                    id: state.bindings.get(&address).map(|binding| binding.id.clone()),
                    address,
                    name: name.to_owned(),
                    effect: NOT_PLANNED.to_owned(),
                    reason: describe_unread(*kind, *why),
                });
            }
        }
    }

    fn is_available(&self, kind: Kind) -> bool {
        !self.live.unread_kinds.contains_key(&kind)
    }

    /// A replacement of what is protected: its file is there and can say otherwise.
    pub(super) fn block_protected(&mut self, address: &Address, protected: bool, id: &Id) {
        if protected && !self.options.agreed[Agreement::Delete].contains(address) {
            let message = format!("{address} is protected, and {id} would be deleted");
            let help = format!("set `protected: false` and apply, or pass `--allow-delete {address}`");
            self.block(Safeguard::Protected, Some(address), message, help);
        }
    }

    pub(super) fn is_protected(&self, address: &Address, wanted: DesiredResource<'_>) -> bool {
        self.options.protects(address, wanted.is_protected())
    }

    pub(super) fn is_targeted(&self, address: &Address) -> bool {
        let PlanOptions { undo, targets, .. } = &self.options;
        undo.as_ref().is_none_or(|undo| undo.names_address(address))
            && (targets.is_empty() || targets.contains(address))
    }

    /// Parts of a resource that are shared with people. An undo reads no files: those that were when it was applied.
    pub(super) fn shared_parts(&self, address: &Address) -> SharedParts {
        let applied = || Some(self.state.bindings.get(address)?.applied.shared_parts().of_kind(address.kind));
        match self.options.undo {
            Some(_) => applied().unwrap_or_default(),
            None => self.desired.shared_parts(address),
        }
    }

    /// The id that a resource had in the snapshot that is brought back.
    pub(super) fn previous_id(&self, address: &Address) -> Option<Id> {
        self.options.undo.as_ref().and_then(|undo| undo.resources.get(address)).map(|was| was.id.clone())
    }

    fn note_undo(&mut self) {
        let Some(undo) = &self.options.undo else { return };
        let mut notes = vec![format!("restoring the snapshot {}; the files are not used", undo.name)];
        if undo.unmanaged > 0 {
            let (foreign, stay) = match undo.unmanaged {
                1 => ("1 resource".to_owned(), "is unmanaged and stays as it is"),
                several => (format!("{several} resources"), "are unmanaged and stay as they are"),
            };
            notes.push(format!("of the snapshot, {foreign} {stay}"));
        }
        for (address, was) in &undo.resources {
            let comes = |item: &PlanItem| {
                item.address == *address && matches!(item.operation, Operation::Create | Operation::Replace)
            };
            if !was.opaque_rules.is_empty() && self.plan.items.iter().any(comes) {
                notes.push(format!("{address}: rules whose value is not text cannot be restored to a new list"));
            }
        }
        notes.append(&mut self.plan.notes);
        self.plan.notes = notes;
    }

    pub(super) fn new_item(
        &self,
        address: &Address,
        wanted: DesiredResource<'_>,
        content: Arc<ResourceContent>,
        operation: Operation,
    ) -> PlanItem {
        PlanItem {
            place: Some(wanted.place().clone()),
            desired: Some(content),
            protected: self.is_protected(address, wanted),
            shared: self.shared_parts(address),
            ..PlanItem::new(address.clone(), wanted.name(), wanted.language(), operation)
        }
    }

    pub(super) fn block(
        &mut self,
        safeguard: Safeguard,
        address: Option<&Address>,
        message: String,
        help: impl Into<String>,
    ) {
        let refusal = Blocker { safeguard, address: address.cloned(), message, help: help.into() };
        self.plan.blockers.push(refusal);
    }

    fn finish_plan(mut self) -> Plan {
        if self.options.undo.is_some() {
            // A snapshot has no lines that people write.
            for item in &mut self.plan.items {
                item.place = None;
                item.changes.iter_mut().for_each(|change| change.place = None);
            }
        }
        self.plan.items.sort_by(|a, b| (a.operation, &a.address, &a.id).cmp(&(b.operation, &b.address, &b.id)));
        self.plan.blockers.sort_by(|a, b| (&a.address, a.safeguard).cmp(&(&b.address, b.safeguard)));
        self.plan.count_calls();
        if self.plan.items.iter().any(PlanItem::gives_name) {
            // What a living run may be making was not judged: it stays a rival.
            let judged = self.live.all_resources().filter(|found| !self.live.in_progress.contains(found.id()));
            self.plan.seen = judged.map(|found| (found.id().clone(), found.name().to_owned())).collect();
        }
        self.plan
    }
}

/// What is said of resources that were not planned because their kind could not be listed.
const NOT_PLANNED: &str = "not planned";

impl Plan {
    /// Whether resources were left out because the service does not let their kind be listed, or a safeguard stops them.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.count_left_out() > 0
    }

    /// How many they are: a part of what is kept.
    #[must_use]
    pub fn count_left_out(&self) -> usize {
        self.kept.iter().filter(|kept| kept.effect == NOT_PLANNED || kept.effect == STOPPED).count()
    }
}

/// What tells whether a live resource is still as it was.
pub fn live_fingerprint(found: LiveResourceRef<'_>) -> LiveFingerprint {
    LiveFingerprint { version: found.version(), digest: found.content().digest() }
}
