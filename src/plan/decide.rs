//! Which live object belongs to which key, and what follows for each.
//!
//! Identity comes from bindings, then from the tag of an interrupted creation, then from an agreement by name; never from
//! a guess. Deletion is only ever of bound objects (or of what our own tag or a begun deletion names).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::object::Found;
use crate::model::{Address, Id, Kind, Language, Live};
use crate::plan::wanted::{self, Wanted};
use crate::plan::{Action, Basis, Guard, Item, Options, Plan, Refusal, Seen, Verb};
use crate::state::State;

/// Decides what to do.
#[must_use]
pub fn plan(desired: &Desired, state: &State, live: &Live, catalogue: &Catalogue, basis: Basis) -> Plan {
    let options = basis.options.clone();
    let plan = Plan {
        basis,
        items: Vec::new(),
        calls: 0,
        unchanged: Vec::new(),
        held: Vec::new(),
        refusals: Vec::new(),
        unmanaged: BTreeMap::new(),
        notes: Vec::new(),
    };
    let mut decision = Decision {
        desired,
        state,
        live,
        catalogue,
        options,
        plan,
        by_name: HashMap::new(),
        claimed: BTreeSet::new(),
        moved: BTreeMap::new(),
        renamed: BTreeSet::new(),
    };
    for found in live.all() {
        decision.by_name.entry(named(found.kind(), found.name(), found.language())).or_default().push(found);
    }
    if decision.account_fits() {
        decision.decide();
    }
    decision.finish()
}

/// A plan in the making.
pub(super) struct Decision<'a> {
    pub(super) desired: &'a Desired,
    pub(super) state: &'a State,
    pub(super) live: &'a Live,
    pub(super) catalogue: &'a Catalogue,
    pub(super) options: Options,
    pub(super) plan: Plan,
    /// Live objects by kind, name and language.
    pub(super) by_name: HashMap<(Kind, &'a str, &'a str), Vec<Found<'a>>>,
    /// Live objects that some key owns.
    pub(super) claimed: BTreeSet<Id>,
    /// Keys whose binding another key takes over: old to new.
    pub(super) moved: BTreeMap<Address, Address>,
    /// Keys that left the files and that another key seems to go on with: neither created nor deleted.
    pub(super) renamed: BTreeSet<Address>,
}

impl<'a> Decision<'a> {
    /// Whether what was read can be the account that the state speaks of.
    fn account_fits(&mut self) -> bool {
        let state = self.state;
        if !state.origin.is_empty() && state.origin != self.plan.basis.origin {
            let message = format!(
                "the state was made for {}, this run speaks to {}: ids of one mean nothing to the other",
                state.origin, self.plan.basis.origin
            );
            let help =
                "choose the environment or service that the state belongs to, or give this one a state of its own";
            self.refuse(Guard::OtherOrigin, None, message, help);
            return false;
        }
        // What we began to delete is not missed.
        let gone = state
            .bindings
            .iter()
            .filter(|(_, binding)| self.live.gone.contains(&binding.id) && !state.deleting.contains_key(&binding.id));
        let lost: Vec<&Address> = gone.map(|(address, _)| address).collect();
        let agreed = lost.iter().all(|address| self.options.recreate.contains(*address));
        if !lost.is_empty() && lost.len() == state.bindings.len() && !agreed {
            let message = format!(
                "none of the {} bound objects exists in this account: is it the wrong account, key or region?",
                lost.len()
            );
            let help =
                "check key and service; if everything really was deleted there, name each with `--recreate ADDRESS`";
            self.refuse(Guard::VanishedAccount, None, message, help);
            return false;
        }
        for kind in Kind::ALL {
            let (mut all, mut unlisted) = (0, 0);
            for found in self.live.of(kind) {
                all += 1;
                unlisted += usize::from(self.live.unlisted.contains(found.id()));
            }
            if unlisted > 0 && all == unlisted {
                let message =
                    "the listing is empty although bound objects answer: it cannot be trusted (a free plan's key?)";
                let what = if kind == Kind::Style { "style rule lists" } else { kind.plural() };
                let help = format!("use a key whose plan includes {what}");
                self.refuse(Guard::Distrusted, None, message.to_owned(), help);
                return false;
            }
        }
        true
    }

    fn decide(&mut self) {
        for (new, old) in &self.options.accept_rename {
            if self.state.bindings.contains_key(old) && !self.state.bindings.contains_key(new) {
                self.moved.insert(old.clone(), new.clone());
            }
        }
        self.claimed.extend(self.state.bindings.values().map(|binding| binding.id.clone()));
        let desired = self.desired;
        for wanted in wanted::all(desired) {
            let address = wanted.address();
            if self.targeted(&address) {
                self.wanted(&address, wanted);
            }
        }
        let state = self.state;
        for (address, binding) in &state.bindings {
            let wanted = wanted::wants(desired, address) || self.moved.contains_key(address);
            if !wanted && self.targeted(address) {
                self.orphan(address, binding);
            }
        }
        self.leftovers();
        self.count_deletions();
        self.tell_of_undo();
    }

    pub(super) fn refuse_protected(&mut self, address: &Address, protected: bool, id: &Id) {
        if protected && !self.options.allow_delete.contains(address) {
            let message = format!("{address} is protected, and {id} would go");
            let help = format!("set `protected: false` and apply, or agree with `--allow-delete {address}`");
            self.refuse(Guard::Protected, Some(address), message, help);
        }
    }

    pub(super) fn protected(&self, address: &Address, wanted: Wanted<'_>) -> bool {
        wanted.protected() || self.options.protect.contains(address)
    }

    pub(super) fn targeted(&self, address: &Address) -> bool {
        let Options { undo, targets, .. } = &self.options;
        undo.as_ref().is_none_or(|undo| undo.names(address)) && (targets.is_empty() || targets.contains(address))
    }

    /// The id that an object had in the snapshot that is brought back.
    pub(super) fn was(&self, address: &Address) -> Option<Id> {
        self.options.undo.as_ref().and_then(|undo| undo.lists.get(address)).map(|was| was.id.clone())
    }

    fn tell_of_undo(&mut self) {
        let Some(undo) = &self.options.undo else { return };
        let mut notes = vec![format!("what is wanted comes from the snapshot {}, not from the files", undo.name)];
        if undo.foreign > 0 {
            let (foreign, stay) = match undo.foreign {
                1 => ("1 object".to_owned(), "is not the project's and stays as it is"),
                several => (format!("{several} objects"), "are not the project's and stay as they are"),
            };
            notes.push(format!("of the snapshot, {foreign} {stay}"));
        }
        for (address, was) in &undo.lists {
            let comes = |item: &Item| item.address == *address && matches!(item.verb, Verb::Create | Verb::Replace);
            if !was.strange.is_empty() && self.plan.items.iter().any(comes) {
                notes.push(format!("{address}: rules whose value is not text cannot be given to a new list"));
            }
        }
        notes.append(&mut self.plan.notes);
        self.plan.notes = notes;
    }

    pub(super) fn item(&self, address: &Address, wanted: Wanted<'_>, verb: Verb) -> Item {
        Item {
            place: Some(wanted.place().clone()),
            wanted: Some(wanted.content()),
            protected: self.protected(address, wanted),
            ..Item::about(address.clone(), wanted.name(), wanted.language(), verb)
        }
    }

    pub(super) fn refuse(&mut self, guard: Guard, address: Option<&Address>, message: String, help: impl Into<String>) {
        let refusal = Refusal { guard, address: address.cloned(), message, help: help.into() };
        self.plan.refusals.push(refusal);
    }

    fn finish(mut self) -> Plan {
        self.plan.items.sort_by(|a, b| (a.verb, &a.address, &a.id).cmp(&(b.verb, &b.address, &b.id)));
        self.plan.refusals.sort_by(|a, b| (&a.address, a.guard).cmp(&(&b.address, b.guard)));
        self.plan.calls = self.plan.items.iter().flat_map(|item| &item.steps).map(|step| step.action.calls()).sum();
        self.plan
    }
}

pub(super) fn seen(found: Found<'_>) -> Seen {
    Seen { version: found.version(), digest: found.content().digest() }
}

/// What objects are told apart by where nothing is remembered.
pub(super) fn named<'a>(kind: Kind, name: &'a str, language: Option<&'a Language>) -> (Kind, &'a str, &'a str) {
    (kind, name, language.map_or("", Language::as_str))
}

impl Action {
    /// Calls that write: what the service counts.
    #[must_use]
    pub fn calls(&self) -> usize {
        match self {
            Self::Bind { .. } | Self::Unbind => 0,
            // One to create under a tag, one to reveal; more only where the body is too large for one.
            Self::CreateStyle { .. } => 2,
            Self::CreateLexicon { content } => 2 + content.parts.len() - content.beginning().parts.len(),
            Self::RenameStyle { .. }
            | Self::ReplaceRules { .. }
            | Self::AddInstruction { .. }
            | Self::ReplaceInstruction { .. }
            | Self::RemoveInstruction { .. }
            | Self::DeleteStyle { .. }
            | Self::RenameLexicon { .. }
            | Self::ReplacePart { .. }
            | Self::RemovePart { .. }
            | Self::DeleteLexicon { .. } => 1,
        }
    }
}
