//! Which live object belongs to which key, and what follows for each.
//!
//! Identity comes from bindings, then from the tag of an interrupted creation, then from an agreement by name; never from
//! a guess. Deletion is only ever of bound objects (or of what our own tag or a begun deletion names).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::style::{LiveStyle, RuleKey, Style};
use crate::model::tag::Tag;
use crate::model::{Address, Id, Live, digest};
use crate::plan::style::{compare, creation, known};
use crate::plan::{
    Action, Basis, Cause, Change, Field, Guard, Hazard, Held, Item, Options, Plan, Refusal, Seen, Step, Verb,
};
use crate::state::{Binding, State};

/// Fewer than this many rules and instructions may always go from one list.
const SHRINK_FLOOR: usize = 10;

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
    for held in live.styles.values() {
        decision.by_name.entry((&held.name, held.language.as_str())).or_default().push(held);
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
    catalogue: &'a Catalogue,
    pub(super) options: Options,
    pub(super) plan: Plan,
    /// Live lists by name and language.
    by_name: HashMap<(&'a str, &'a str), Vec<&'a LiveStyle>>,
    /// Live objects that some key owns.
    pub(super) claimed: BTreeSet<Id>,
    /// Keys whose binding another key takes over: old to new.
    moved: BTreeMap<Address, Address>,
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
        if !self.live.unlisted.is_empty() && self.live.styles.len() == self.live.unlisted.len() {
            let message =
                "the listing is empty although bound objects answer: it cannot be trusted (a free plan's key?)";
            let help = "use a key whose plan includes style rule lists";
            self.refuse(Guard::Distrusted, None, message.to_owned(), help);
            return false;
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
        for style in desired.styles().values() {
            let address = Address::style(style.key.clone());
            if self.targeted(&address) {
                self.wanted(&address, style);
            }
        }
        let state = self.state;
        for (address, binding) in &state.bindings {
            let wanted = desired.styles().contains_key(&address.key) || self.moved.contains_key(address);
            if !wanted && self.targeted(address) {
                self.orphan(address, binding);
            }
        }
        self.leftovers();
        self.count_deletions();
        self.tell_of_undo();
    }

    fn wanted(&mut self, address: &Address, style: &Style) {
        let old = self.moved.iter().find(|(_, new)| *new == address).map(|(old, _)| old.clone());
        let state = self.state;
        let live = self.live;
        if let Some(binding) = state.bindings.get(old.as_ref().unwrap_or(address)) {
            if self.bound_again(address, style, binding) {
                return;
            }
            match live.styles.get(&binding.id) {
                Some(held) => self.bound(address, style, held, Some(binding), old),
                None => self.lost(address, style, binding),
            }
            return;
        }
        if let Some(creating) = state.creating.get(address) {
            let tag = Tag::new(&state.stack, address, &creating.nonce);
            let found = live
                .styles
                .values()
                .find(|held| Tag::of(&held.name).as_ref() == Some(&tag) && !self.claimed.contains(&held.id));
            if let Some(held) = found {
                self.plan.notes.push(format!("{address}: an interrupted creation is taken up again ({})", held.id));
                self.bound(address, style, held, None, None);
                return;
            }
        }
        self.unbound(address, style);
    }

    /// Where an undo finds the list that was bound before another took its place: back to it. The other goes only where it
    /// is known to be half of a replacement that was interrupted; anything else may be somebody's work.
    fn bound_again(&mut self, address: &Address, style: &Style, binding: &Binding) -> bool {
        let live = self.live;
        let was = self.was(address).filter(|was| *was != binding.id && !self.claimed.contains(was));
        let Some(held) = was.and_then(|was| live.styles.get(&was)) else { return false };
        self.bound(address, style, held, None, None);
        if !live.styles.contains_key(&binding.id) {
            return true;
        }
        if self.state.deleting.get(&held.id) == Some(address) {
            self.orphan(address, binding);
        } else {
            let (was, now) = (&held.id, &binding.id);
            self.plan.notes.push(format!("{address}: it is bound to {was} again; {now} stays on the service, unbound"));
        }
        true
    }

    /// No binding, no creation under way: is there a live list that could be meant?
    fn unbound(&mut self, address: &Address, style: &Style) {
        let live = self.live;
        if let Some(was) = self.was(address)
            && let Some(held) = live.styles.get(&was).filter(|held| !self.claimed.contains(&held.id))
        {
            self.bound(address, style, held, None, None);
            return;
        }
        if let Some(Some(id)) = self.options.adopt.get(address).cloned() {
            match live.styles.get(&id) {
                Some(held) if !self.claimed.contains(&id) => self.bound(address, style, held, None, None),
                Some(_) => self.refuse(
                    Guard::Ambiguous,
                    Some(address),
                    format!("{id} is already bound to another key"),
                    "name a list that no key is bound to",
                ),
                None => self.refuse(
                    Guard::Ambiguous,
                    Some(address),
                    format!("the account has no list {id}"),
                    "look up the id on the service",
                ),
            }
            return;
        }
        if let Some(old) = self.renamed_key(style) {
            self.renamed.insert(old.clone());
            let message = format!("{old} is gone from the files and has what {address} asks for: was the key renamed?");
            let help =
                format!("agree with `--accept-rename {address}={old}` (its id stays), or change the name of one");
            self.refuse(Guard::RenamedKey, Some(address), message, help);
            return;
        }
        let candidates = self.namesakes(style);
        match candidates.as_slice() {
            [] => self.create(address, style),
            [held] => {
                let agreed = self.options.adopt.contains_key(address) || self.options.adopt_by_name;
                if agreed || held.content().same(&style.content()) {
                    self.bound(address, style, held, None, None);
                } else {
                    let message = format!(
                        "a list of this name and language exists, is not ours, and says something else: {}",
                        held.id
                    );
                    let help = format!(
                        "take it with `--adopt {address}` (the plan then shows what changes), or choose another name"
                    );
                    self.refuse(Guard::NotOurs, Some(address), message, help);
                }
            }
            several => {
                let ids: Vec<String> = several.iter().map(|held| held.id.to_string()).collect();
                let message = format!("{} lists have this name and language: {}", ids.len(), ids.join(", "));
                let help = format!("say which one with `--adopt {address}={}`, or choose another name", ids[0]);
                self.refuse(Guard::Ambiguous, Some(address), message, help);
            }
        }
    }

    /// Live lists of this name and language that no key owns.
    fn namesakes(&self, style: &Style) -> Vec<&'a LiveStyle> {
        let named = self.by_name.get(&(style.name.value.as_str(), style.language.value.as_str()));
        named.into_iter().flatten().copied().filter(|held| !self.claimed.contains(&held.id)).collect()
    }

    /// A bound list whose key left the files and that a new key describes by name and language.
    fn renamed_key(&self, style: &Style) -> Option<&'a Address> {
        let named = self.by_name.get(&(style.name.value.as_str(), style.language.value.as_str()))?;
        let owners = named.iter().filter(|held| self.claimed.contains(&held.id));
        owners
            .filter_map(|held| self.state.bound_to(&held.id))
            .filter(|address| self.options.undo.as_ref().is_none_or(|undo| !undo.created.contains(*address)))
            .find(|address| !self.desired.styles().contains_key(&address.key) && !self.moved.contains_key(*address))
    }

    /// A binding whose object the service says it does not have.
    fn lost(&mut self, address: &Address, style: &Style, binding: &Binding) {
        if let (Some(held), false) = (self.namesakes(style).first(), self.options.recreate.contains(address)) {
            let message =
                format!("{} is gone from the service, and another list has its name: {}", binding.id, held.id);
            let help = format!(
                "take that one with `housestyle state rm {address}` and `--adopt {address}`, or make a new one with `--recreate {address}`"
            );
            self.refuse(Guard::GoneButTaken, Some(address), message, help);
            return;
        }
        self.plan.notes.push(format!("{address}: {} was deleted on the service and is created again", binding.id));
        self.create(address, style);
    }

    fn create(&mut self, address: &Address, style: &Style) {
        let changes = creation(style);
        let step =
            Step { action: Action::CreateStyle { content: style.content() }, changes: (0..changes.len()).collect() };
        let was = self.was(address);
        if let Some(was) = &was {
            let note = format!("{address}: it was {was} and gets a new id: give that to applications");
            self.plan.notes.push(note);
        }
        let item = Item {
            changes,
            steps: vec![step],
            hazards: was.iter().map(|_| Hazard::ChangesId).collect(),
            kept: self.foreign_rules(style),
            ..self.item(address, style, Verb::Create)
        };
        self.plan.items.push(item);
    }

    /// A live list that is this key's, by binding or by agreement.
    fn bound(
        &mut self,
        address: &Address,
        style: &Style,
        held: &LiveStyle,
        binding: Option<&Binding>,
        moved_from: Option<Address>,
    ) {
        self.claimed.insert(held.id.clone());
        if let Some(binding) = binding
            && !self.takeover_agreed(address, binding, held)
        {
            return;
        }
        if held.language != style.language.value {
            self.replace(address, style, held);
            return;
        }
        let drop_unknown = self.options.drop_unknown.contains(address);
        let strange = self.options.undo.as_ref().and_then(|undo| Some(&undo.lists.get(address)?.strange));
        let mut difference = compare(style, held, binding, self.catalogue, drop_unknown, strange);
        for (guard, message, help) in std::mem::take(&mut difference.refused) {
            self.refuse(guard, Some(address), message, help);
        }
        self.refuse_conflicts(address, &difference.changes);
        let mut hazards = Vec::new();
        if difference.changes.iter().any(|change| matches!(change.cause, Cause::Drifted | Cause::Conflict)) {
            hazards.push(Hazard::OverwritesDrift);
        }
        if !difference.dropped.is_empty() {
            hazards.push(Hazard::DropsUnknown);
        }
        let (removed, all) = (difference.removed, difference.held);
        if removed > SHRINK_FLOOR && removed * 100 > all * self.options.max_shrink_percent {
            hazards.push(Hazard::Shrinks);
            if !self.options.allow_shrink.contains(address) {
                let message = format!("{removed} of {all} rules and instructions would go");
                self.refuse(Guard::Shrinks, Some(address), message, format!("agree with `--allow-shrink {address}`"));
            }
        }
        for (key, value) in &difference.kept {
            self.plan.held.push(Held {
                address: address.clone(),
                id: Some(held.id.clone()),
                name: style.name.value.clone(),
                what: format!("remove rule {key} ({value})"),
                why: format!("nobody here knows it, so it stays; remove it with `--drop-unknown {address}`"),
            });
        }
        let protected = self.protected(address, style);
        if let Some(binding) = binding
            && binding.protected != protected
        {
            difference.changes.push(Change {
                field: Field::Protected,
                before: Some(binding.protected.to_string()),
                after: Some(protected.to_string()),
                cause: Cause::Edited,
                place: Some(style.place.clone()),
            });
        }
        let rebinds = binding.is_none() || moved_from.is_some();
        if difference.changes.is_empty() && difference.steps.is_empty() && !rebinds {
            self.plan.unchanged.push(address.clone());
            return;
        }
        let verb = if binding.is_none() { Verb::Adopt } else { Verb::Update };
        let mut wanted = style.content();
        wanted.rules = difference.rules;
        let mut steps = difference.steps;
        if steps.is_empty() || rebinds {
            let bind = Step { action: Action::Bind { id: held.id.clone() }, changes: Vec::new() };
            steps.insert(0, bind);
        }
        let item = Item {
            id: Some(held.id.clone()),
            seen: Some(seen(held)),
            before: Some(held.clone()),
            changes: difference.changes,
            steps,
            hazards,
            kept: difference.kept.into_iter().map(|(key, _)| key).chain(self.foreign_rules(style)).collect(),
            moved_from,
            wanted: Some(wanted),
            ..self.item(address, style, verb)
        };
        self.plan.items.push(item);
    }

    /// A change of language: the service cannot do it, so a new list comes and then the old one goes.
    fn replace(&mut self, address: &Address, style: &Style, held: &LiveStyle) {
        if !self.options.allow_replace.contains(address) {
            let message = format!(
                "a list cannot change its language ({} to {}): {} would be replaced by a new one with another id",
                held.language, style.language.value, held.id
            );
            let help = format!("agree with `--allow-replace {address}`, and give applications the new id afterwards");
            self.refuse(Guard::ChangesId, Some(address), message, help);
        }
        self.refuse_protected(address, self.protected(address, style), &held.id);
        let mut changes = vec![Change {
            field: Field::Language,
            before: Some(held.language.to_string()),
            after: Some(style.language.value.to_string()),
            cause: Cause::Edited,
            place: Some(style.language.place.clone()),
        }];
        changes.extend(creation(style));
        let create =
            Step { action: Action::CreateStyle { content: style.content() }, changes: (0..changes.len()).collect() };
        let delete = Step { action: Action::DeleteStyle { id: held.id.clone() }, changes: vec![0] };
        let item = Item {
            id: Some(held.id.clone()),
            seen: Some(seen(held)),
            before: Some(held.clone()),
            changes,
            steps: vec![create, delete],
            hazards: vec![Hazard::ChangesId, Hazard::Deletes],
            kept: self.foreign_rules(style),
            ..self.item(address, style, Verb::Replace)
        };
        self.plan.items.push(item);
    }

    fn takeover_agreed(&mut self, address: &Address, binding: &Binding, held: &LiveStyle) -> bool {
        if self.options.allow_takeover.contains(address) {
            return true;
        }
        let said = held.content();
        let remembered = binding.applied.rules.len() + binding.applied.instructions.len();
        let in_common = said.rules.iter().any(|(key, value)| binding.wrote_rule(key, Some(value)))
            || said.instructions.iter().any(|held| binding.wrote_instruction(&held.label, Some(held)));
        let stranger = !binding.wrote_name(&said.name) && remembered > 0 && !in_common;
        if binding.sealed && !stranger {
            return true;
        }
        let why = if binding.sealed { "has nothing in common with what was last applied" } else { "was bound by hand" };
        let message = format!("{} {why}: the binding may point to somebody else's list", binding.id);
        let help = format!("look at it, then agree with `--allow-takeover {address}`");
        self.refuse(Guard::Takeover, Some(address), message, help);
        false
    }

    fn refuse_conflicts(&mut self, address: &Address, changes: &[Change]) {
        let clash: Vec<String> = changes
            .iter()
            .filter(|change| change.cause == Cause::Conflict)
            .map(|change| change.field.to_string())
            .collect();
        if !clash.is_empty() && !self.options.take_mine.contains(address) {
            let message = format!("file and service both changed since the last apply: {}", clash.join(", "));
            let help = format!(
                "take what the file says with `--take mine={address}`, or bring the service's edit into the file"
            );
            self.refuse(Guard::Conflict, Some(address), message, help);
        }
    }

    pub(super) fn refuse_protected(&mut self, address: &Address, protected: bool, id: &Id) {
        if protected && !self.options.allow_delete.contains(address) {
            let message = format!("{address} is protected, and {id} would go");
            let help = format!("set `protected: false` and apply, or agree with `--allow-delete {address}`");
            self.refuse(Guard::Protected, Some(address), message, help);
        }
    }

    fn protected(&self, address: &Address, style: &Style) -> bool {
        style.protected || self.options.protect.contains(address)
    }

    pub(super) fn targeted(&self, address: &Address) -> bool {
        let Options { undo, targets, .. } = &self.options;
        undo.as_ref().is_none_or(|undo| undo.names(address)) && (targets.is_empty() || targets.contains(address))
    }

    /// The id that an object had in the snapshot that is brought back.
    fn was(&self, address: &Address) -> Option<Id> {
        self.options.undo.as_ref().and_then(|undo| undo.lists.get(address)).map(|was| was.id.clone())
    }

    /// Rules that an undo brings back although nobody here knows them: they stay nobody's.
    fn foreign_rules(&self, style: &Style) -> Vec<RuleKey> {
        if self.options.undo.is_none() {
            return Vec::new();
        }
        let unknown = style.rules.iter().filter(|(key, value)| !known(self.catalogue, key, &value.value));
        unknown.map(|(key, _)| key.clone()).collect()
    }

    fn tell_of_undo(&mut self) {
        let Some(undo) = &self.options.undo else { return };
        let mut notes = vec![format!("what is wanted comes from the snapshot {}, not from the files", undo.name)];
        if undo.foreign > 0 {
            let lists = if undo.foreign == 1 { "1 list" } else { &format!("{} lists", undo.foreign) };
            notes.push(format!("{lists} of the snapshot are not the project's and stay as they are"));
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

    fn item(&self, address: &Address, style: &Style, verb: Verb) -> Item {
        Item {
            place: Some(style.place.clone()),
            wanted: Some(style.content()),
            protected: self.protected(address, style),
            ..Item::about(address.clone(), &style.name.value, &style.language.value, verb)
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

pub(super) fn seen(held: &LiveStyle) -> Seen {
    Seen { version: held.version, digest: digest::of_content(&held.content()) }
}

impl Action {
    /// Calls that write: what the service counts.
    #[must_use]
    pub fn calls(&self) -> usize {
        match self {
            Self::Bind { .. } | Self::Unbind => 0,
            // One to create under a tag, one to reveal; more only where the body is too large for one.
            Self::CreateStyle { .. } => 2,
            Self::RenameStyle { .. }
            | Self::ReplaceRules { .. }
            | Self::AddInstruction { .. }
            | Self::ReplaceInstruction { .. }
            | Self::RemoveInstruction { .. }
            | Self::DeleteStyle { .. } => 1,
        }
    }
}
