//! Which live resource is a key's: by binding, by the tag of an interrupted creation, by an agreement; never by a guess.
//!
//! The same for every kind. What differs between kinds is what a resource is told apart by where nothing is remembered:
//! a list by name and language, a term set by its name.

use crate::model::resource::{LiveResourceRef, ResourceContent};
use crate::model::style::{LiveStyle, Style};
use crate::model::tag::Tag;
use crate::model::{Address, Id, Kind};
use crate::plan::desired_resource::{DesiredResource, is_desired};
use crate::plan::planner::Planner;
use crate::plan::{Agreement, Hazard, Safeguard};
use crate::state::Binding;

/// What a resource of the wanted name that nobody manages means.
pub(super) enum Namesake<'a> {
    /// There is none.
    None,
    /// It is what is wanted.
    Importable(LiveResourceRef<'a>),
    /// It is not, and the plan is blocked.
    Blocked,
}

impl<'a> Planner<'a> {
    pub(super) fn plan_desired(&mut self, address: &Address, wanted: DesiredResource<'_>) {
        let old = self.moved_addresses.iter().find(|(_, new)| *new == address).map(|(old, _)| old.clone());
        let state = self.state;
        let live = self.live;
        if let Some(binding) = state.bindings.get(old.as_ref().unwrap_or(address)) {
            if self.restore_binding(address, wanted, binding) {
                return;
            }
            let unnamed = binding.was_never_named();
            match live.get(address.kind, &binding.id) {
                Some(held) if unnamed && Tag::from_name(held.name()).is_some() && self.has_namesake(wanted) => {
                    // Another run was faster: what was begun here is left over.
                    self.claimed.remove(&binding.id);
                    self.plan_unbound(address, wanted);
                }
                Some(held) => self.plan_existing(address, wanted, held, Some(binding), old),
                None if unnamed => self.plan_unbound(address, wanted),
                None => self.plan_recreate(address, wanted, binding),
            }
            return;
        }
        if let Some(creating) = state.pending_creations.get(address) {
            let tag = Tag::new(&state.stack, address, &creating.nonce);
            let mut tagged =
                live.resources_of_kind(address.kind).filter(|held| Tag::from_name(held.name()).as_ref() == Some(&tag));
            // Where another run was faster, what was begun here is left over: two of one name would come of it.
            if let Some(held) = tagged.find(|held| !self.claimed.contains(held.id()))
                && !self.has_namesake(wanted)
            {
                // What another run is making now is told as that, and left to it.
                if live.in_progress.contains(held.id()) {
                    return;
                }
                self.plan.notes.push(format!("{address}: resuming an interrupted creation ({})", held.id()));
                self.plan_existing(address, wanted, held, None, None);
                return;
            }
        }
        self.plan_unbound(address, wanted);
    }

    /// Where an undo finds the list that was bound before another took its place: back to it. The other goes only where it
    /// is known to be half of a replacement that was interrupted; anything else may be somebody's work.
    fn restore_binding(&mut self, address: &Address, wanted: DesiredResource<'_>, binding: &Binding) -> bool {
        let live = self.live;
        let was = self.previous_id(address).filter(|was| *was != binding.id && !self.claimed.contains(was));
        let Some(held) = was.and_then(|was| live.get(address.kind, &was)) else { return false };
        self.plan_existing(address, wanted, held, None, None);
        if live.get(address.kind, &binding.id).is_none() {
            return true;
        }
        if self.state.pending_deletions.get(held.id()) == Some(address) {
            self.plan_removal(address, binding);
        } else {
            let (was, now) = (held.id(), &binding.id);
            self.plan.notes.push(format!(
                "{address}: managed under its former id {was} again; {now} stays on the service, unmanaged"
            ));
        }
        true
    }

    /// The list that a run of this project had begun to replace and not deleted yet, where it has the wanted language.
    pub(super) fn find_former_list(&self, address: &Address, style: &Style) -> Option<&'a LiveStyle> {
        let (live, state) = (self.live, self.state);
        let begun = state.pending_deletions.iter().filter(|(id, of)| *of == address && !self.claimed.contains(*id));
        let there = begun.filter_map(|(id, _)| live.styles.get(id));
        there.filter(|list| list.language == style.language.value).find(|list| Tag::from_name(&list.name).is_none())
    }

    /// Takes the list up again that a run had begun to replace, where nothing else is bound in its place.
    fn take_up_former(&mut self, address: &Address, wanted: DesiredResource<'_>) -> bool {
        let DesiredResource::Style(style) = wanted else { return false };
        let Some(former) = self.find_former_list(address, style) else { return false };
        self.plan
            .notes
            .push(format!("{address}: a run that was interrupted had begun to delete {}: it stays", former.id));
        self.plan_existing(address, wanted, LiveResourceRef::Style(former), None, None);
        true
    }

    /// No binding, no creation under way: is there a live list that could be meant?
    fn plan_unbound(&mut self, address: &Address, wanted: DesiredResource<'_>) {
        let live = self.live;
        if let Some(was) = self.previous_id(address)
            && let Some(held) = live.get(address.kind, &was).filter(|held| !self.claimed.contains(held.id()))
        {
            self.plan_existing(address, wanted, held, None, None);
            return;
        }
        if let Some(Some(id)) = self.options.import.get(address).cloned() {
            match live.get(address.kind, &id) {
                Some(held) if !self.claimed.contains(&id) => self.plan_existing(address, wanted, held, None, None),
                Some(_) => self.block(
                    Safeguard::Ambiguous,
                    Some(address),
                    format!("{id} is already managed under another address"),
                    format!("choose an unmanaged {}", address.kind.noun()),
                ),
                None => self.block(
                    Safeguard::Ambiguous,
                    Some(address),
                    format!("the account has no {} {id}", address.kind.noun()),
                    "look up the id on the service".to_owned(),
                ),
            }
            return;
        }
        if self.take_up_former(address, wanted) {
            return;
        }
        let renamed = self.find_renamed_key(wanted).map(|old| (old, "name"));
        if let Some((old, what)) = renamed.or_else(|| Some((self.find_renamed_content(wanted)?, "content"))) {
            self.renamed_addresses.insert(old.clone());
            let message = format!("{old} is gone from the files, and {address} has its {what}: was it renamed?");
            let help = format!(
                "keep the id with `--accept-rename {address}={old}`, or delete the old and create the new one with `--prune --allow-delete {old}`"
            );
            self.block(Safeguard::RenamedKey, Some(address), message, help);
            return;
        }
        match self.judge_namesakes(address, wanted) {
            Namesake::None => self.plan_create(address, wanted),
            Namesake::Importable(held) => {
                self.plan_existing(address, wanted, held, None, None);
                if self.is_own_creation(address, wanted) {
                    let note = format!("{address}: {} is what an interrupted run of this project created", held.id());
                    self.plan.notes.push(note);
                } else if !self.options.import.contains_key(address) {
                    self.mark_unnamed_import(address, held.id());
                }
            }
            Namesake::Blocked => {}
        }
    }

    /// Whether what is there now under the wanted name, and says the same, is our own: a run recorded that it was about to create
    /// just that, at a time when nothing had the name, and could not record any more that it did.
    fn is_own_creation(&self, address: &Address, wanted: DesiredResource<'_>) -> bool {
        let begun = self.state.pending_creations.get(address);
        begun.is_some_and(|creating| creating.digest == wanted.content().digest())
    }

    /// What unmanaged resources of the wanted name mean for an address that gets another one than it has.
    pub(super) fn judge_namesakes(&mut self, address: &Address, wanted: DesiredResource<'_>) -> Namesake<'a> {
        let candidates = self.find_namesakes(wanted);
        match candidates.as_slice() {
            [] => return Namesake::None,
            [held] => {
                let agreed = self.options.import.contains_key(address) || self.options.import_by_name;
                if agreed || held.content().same_content(&wanted.content()) {
                    return Namesake::Importable(*held);
                }
                let (noun, told) = (address.kind.noun(), identity_noun(address.kind));
                let message =
                    format!("an unmanaged {noun} of this {told} exists with different content: {}", held.id());
                let help = format!(
                    "import it with `--import {address}` (the plan then shows what changes), or choose another name"
                );
                self.block(Safeguard::Unmanaged, Some(address), message, help);
            }
            several => {
                let ids: Vec<String> = several.iter().map(|held| held.id().to_string()).collect();
                let (plural, told) = (address.kind.plural(), identity_noun(address.kind));
                let message = format!("{} {plural} share this {told}: {}", ids.len(), ids.join(", "));
                let help = format!("choose one with `--import {address}={}`, or choose another name", ids[0]);
                self.block(Safeguard::Ambiguous, Some(address), message, help);
            }
        }
        Namesake::Blocked
    }

    /// What was imported because it fits, without anybody naming it, is told and remembered.
    pub(super) fn mark_unnamed_import(&mut self, address: &Address, id: &Id) {
        self.plan.notes.push(format!(
            "{address}: imports {id}, which is not known to be this project's work; deleting it later needs `--allow-delete {address}`"
        ));
        if let Some(item) = self.plan.items.last_mut().filter(|item| item.address == *address) {
            item.imported = true;
        }
    }

    fn has_namesake(&self, wanted: DesiredResource<'_>) -> bool {
        !self.find_namesakes(wanted).is_empty()
    }

    /// Live resources that are told apart from this one by nothing, and that no key owns.
    fn find_namesakes(&self, wanted: DesiredResource<'_>) -> Vec<LiveResourceRef<'a>> {
        let all = self.by_name.get(&wanted.identity_key());
        all.into_iter().flatten().copied().filter(|held| !self.claimed.contains(held.id())).collect()
    }

    /// A resource that is to get a name that an unmanaged one has already: nothing would tell them apart afterwards.
    pub(super) fn block_taken_name(
        &mut self,
        address: &Address,
        wanted: DesiredResource<'_>,
        live: LiveResourceRef<'_>,
    ) {
        // What has no name yet and meets its name is left over: another run was faster.
        if Tag::from_name(live.name()).is_some() {
            return;
        }
        let agreed = &self.options.reviewed.acknowledged;
        let is_known = |id: &Id| self.state.acknowledged.contains(id) || agreed.iter().any(|block| block.id == *id);
        let others = self.find_namesakes(wanted).into_iter().map(|other| other.id()).filter(|id| !is_known(id));
        let others: Vec<&str> = others.map(Id::as_str).collect();
        if let [first, ..] = others.as_slice() {
            let told = identity_noun(address.kind);
            let message =
                format!("{} would get the {told} that an unmanaged one has: {}", live.id(), others.join(", "));
            let help = format!(
                "choose another name, or rename or delete the other; if both are meant, `housestyle state acknowledge {first}`"
            );
            self.block(Safeguard::Unmanaged, Some(address), message, help);
        }
    }

    /// A managed resource whose key left the files and that a new key describes by what tells resources apart.
    fn find_renamed_key(&self, wanted: DesiredResource<'_>) -> Option<&'a Address> {
        let all = self.by_name.get(&wanted.identity_key())?;
        let owners = all.iter().filter(|held| self.claimed.contains(held.id()));
        owners.filter_map(|held| self.state.address_of(held.id())).find(|address| self.may_be_renamed(address))
    }

    /// A managed resource whose file is gone, and that says the same as a new file under another name.
    fn find_renamed_content(&self, wanted: DesiredResource<'_>) -> Option<&'a Address> {
        let content = wanted.content();
        if content.is_empty() {
            return None;
        }
        let (state, live) = (self.state, self.live);
        let managed = state.bindings.iter().filter(|(address, _)| address.kind == wanted.kind());
        managed
            .filter(|(address, _)| self.may_be_renamed(address) && !self.renamed_addresses.contains(*address))
            .find(|(address, binding)| {
                live.get(address.kind, &binding.id)
                    .is_some_and(|held| held.content().with_name(wanted.name()).same_content(&content))
            })
            .map(|(address, _)| address)
    }

    /// Whether a managed resource left the files without anybody having decided what becomes of it.
    fn may_be_renamed(&self, address: &Address) -> bool {
        let undone = self.options.undo.as_ref().is_some_and(|undo| {
            // What the snapshot does not name stays as it is, and left nothing.
            undo.created.contains(address) || !undo.names_address(address)
        });
        let given_up = self.options.prune && self.options.agreed[Agreement::Delete].contains(address);
        !undone
            && !given_up
            && !is_desired(self.desired, address)
            && !self.moved_addresses.contains_key(address)
            && !self.reviewed_removals.contains_key(address)
    }

    /// A binding whose resource the service says it does not have.
    fn plan_recreate(&mut self, address: &Address, wanted: DesiredResource<'_>, binding: &Binding) {
        if self.take_up_former(address, wanted) {
            return;
        }
        let namesakes = self.find_namesakes(wanted);
        let recreate = self.options.agreed[Agreement::Recreate].contains(address);
        match namesakes.as_slice() {
            // What says all that is wanted is what an earlier run of the same command made: not once more.
            [held]
                if (recreate || self.options.agreed[Agreement::Replace].contains(address))
                    && held.content().same_content(&wanted.content()) =>
            {
                let note =
                    format!("{address}: {} was deleted on the service, {} is equal to it", binding.id, held.id());
                self.plan.notes.push(note);
                self.plan_existing(address, wanted, *held, None, None);
                self.mark_unnamed_import(address, held.id());
                return;
            }
            [held, ..] if !recreate => {
                let noun = address.kind.noun();
                let message =
                    format!("{} is gone from the service, and another {noun} has its name: {}", binding.id, held.id());
                let help = format!(
                    "import that one with `housestyle state rm {address}` and `--import {address}`, or create a new one with `--recreate {address}`"
                );
                self.block(Safeguard::NameTaken, Some(address), message, help);
                return;
            }
            [] | [_, ..] => {}
        }
        self.plan
            .notes
            .push(format!("{address}: {} was deleted on the service and is created again with a new id", binding.id));
        // Unless a run of ours began to delete it, somebody did.
        let deleted_by_people = !recreate && !self.state.pending_deletions.contains_key(&binding.id);
        self.plan_create(address, wanted);
        if let Some(item) = self.plan.items.last_mut().filter(|item| item.address == *address) {
            if !item.hazards.contains(&Hazard::ChangesId) {
                item.hazards.push(Hazard::ChangesId);
            }
            item.hazards.extend(deleted_by_people.then_some(Hazard::OverwritesDrift));
        }
    }

    pub(super) fn check_takeover(&mut self, address: &Address, binding: &Binding, live: LiveResourceRef<'_>) -> bool {
        if self.options.agreed[Agreement::Takeover].contains(address) {
            return true;
        }
        let stranger =
            !binding.wrote_name(live.name()) && !binding.applied.has_only_name() && !shares_content(binding, live);
        if binding.sealed && !stranger {
            return true;
        }
        let why = if binding.sealed {
            "has nothing in common with the last apply"
        } else {
            "was entered into the state by hand"
        };
        let noun = address.kind.noun();
        let message = format!("{} {why}: it may be a {noun} of someone else", binding.id);
        let help = format!("check it on the service, then pass `--allow-takeover {address}`");
        self.block(Safeguard::Takeover, Some(address), message, help);
        false
    }
}

/// Whether a live resource says anything that we wrote, its name aside.
fn shares_content(binding: &Binding, live: LiveResourceRef<'_>) -> bool {
    match live.content() {
        ResourceContent::Style(said) => {
            said.rules.iter().any(|(key, value)| binding.wrote_rule(key, Some(value)))
                || said.instructions.iter().any(|live| binding.wrote_instruction(&live.label, Some(live)))
        }
        ResourceContent::TermSet(said) => {
            said.parts.iter().any(|(part, entries)| binding.wrote_part(part, Some(entries)))
        }
        ResourceContent::StyleProfile(said) => {
            said.fields.iter().any(|(field, value)| binding.wrote_field(*field, Some(value)))
                || said.links().any(|(field, link)| binding.linked(field, link))
        }
    }
}

/// What tells resources of a kind apart where nothing is remembered.
fn identity_noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Style => "name and language",
        Kind::Glossary | Kind::SpokenTerms | Kind::StyleProfile | Kind::TranslationProfile => "name",
    }
}
