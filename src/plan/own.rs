//! Which live object is a key's: by binding, by the tag of an interrupted creation, by an agreement; never by a guess.
//!
//! The same for every kind. What differs between kinds is what an object is told apart by where nothing is remembered:
//! a list by name and language, a lexicon by its name.

use crate::model::object::{Content, Found};
use crate::model::tag::Tag;
use crate::model::{Address, Kind};
use crate::plan::Guard;
use crate::plan::decide::Decision;
use crate::plan::wanted::{Wanted, wants};
use crate::state::Binding;

impl<'a> Decision<'a> {
    pub(super) fn wanted(&mut self, address: &Address, wanted: Wanted<'_>) {
        let old = self.moved.iter().find(|(_, new)| *new == address).map(|(old, _)| old.clone());
        let state = self.state;
        let live = self.live;
        if let Some(binding) = state.bindings.get(old.as_ref().unwrap_or(address)) {
            if self.bound_again(address, wanted, binding) {
                return;
            }
            match live.get(address.kind, &binding.id) {
                Some(held) => self.bound(address, wanted, held, Some(binding), old),
                None => self.lost(address, wanted, binding),
            }
            return;
        }
        if let Some(creating) = state.creating.get(address) {
            let tag = Tag::new(&state.stack, address, &creating.nonce);
            let mut tagged = live.of(address.kind).filter(|held| Tag::of(held.name()).as_ref() == Some(&tag));
            if let Some(held) = tagged.find(|held| !self.claimed.contains(held.id())) {
                self.plan.notes.push(format!("{address}: an interrupted creation is taken up again ({})", held.id()));
                self.bound(address, wanted, held, None, None);
                return;
            }
        }
        self.unbound(address, wanted);
    }

    /// Where an undo finds the list that was bound before another took its place: back to it. The other goes only where it
    /// is known to be half of a replacement that was interrupted; anything else may be somebody's work.
    fn bound_again(&mut self, address: &Address, wanted: Wanted<'_>, binding: &Binding) -> bool {
        let live = self.live;
        let was = self.was(address).filter(|was| *was != binding.id && !self.claimed.contains(was));
        let Some(held) = was.and_then(|was| live.get(address.kind, &was)) else { return false };
        self.bound(address, wanted, held, None, None);
        if live.get(address.kind, &binding.id).is_none() {
            return true;
        }
        if self.state.deleting.get(held.id()) == Some(address) {
            self.orphan(address, binding);
        } else {
            let (was, now) = (held.id(), &binding.id);
            self.plan.notes.push(format!("{address}: it is bound to {was} again; {now} stays on the service, unbound"));
        }
        true
    }

    /// No binding, no creation under way: is there a live list that could be meant?
    fn unbound(&mut self, address: &Address, wanted: Wanted<'_>) {
        let live = self.live;
        if let Some(was) = self.was(address)
            && let Some(held) = live.get(address.kind, &was).filter(|held| !self.claimed.contains(held.id()))
        {
            self.bound(address, wanted, held, None, None);
            return;
        }
        if let Some(Some(id)) = self.options.adopt.get(address).cloned() {
            match live.get(address.kind, &id) {
                Some(held) if !self.claimed.contains(&id) => self.bound(address, wanted, held, None, None),
                Some(_) => self.refuse(
                    Guard::Ambiguous,
                    Some(address),
                    format!("{id} is already bound to another key"),
                    format!("name a {} that no key is bound to", address.kind.noun()),
                ),
                None => self.refuse(
                    Guard::Ambiguous,
                    Some(address),
                    format!("the account has no {} {id}", address.kind.noun()),
                    "look up the id on the service".to_owned(),
                ),
            }
            return;
        }
        if let Some(old) = self.renamed_key(wanted) {
            self.renamed.insert(old.clone());
            let message = format!("{old} is gone from the files and has what {address} asks for: was the key renamed?");
            let help =
                format!("agree with `--accept-rename {address}={old}` (its id stays), or change the name of one");
            self.refuse(Guard::RenamedKey, Some(address), message, help);
            return;
        }
        let candidates = self.namesakes(wanted);
        match candidates.as_slice() {
            [] => self.create(address, wanted),
            [held] => {
                let agreed = self.options.adopt.contains_key(address) || self.options.adopt_by_name;
                if agreed || held.content().same(&wanted.content()) {
                    self.bound(address, wanted, *held, None, None);
                } else {
                    let (noun, told) = (address.kind.noun(), told_apart_by(address.kind));
                    let message =
                        format!("a {noun} of this {told} exists, is not ours, and says something else: {}", held.id());
                    let help = format!(
                        "take it with `--adopt {address}` (the plan then shows what changes), or choose another name"
                    );
                    self.refuse(Guard::NotOurs, Some(address), message, help);
                }
            }
            several => {
                let ids: Vec<String> = several.iter().map(|held| held.id().to_string()).collect();
                let (plural, told) = (address.kind.plural(), told_apart_by(address.kind));
                let message = format!("{} {plural} have this {told}: {}", ids.len(), ids.join(", "));
                let help = format!("say which one with `--adopt {address}={}`, or choose another name", ids[0]);
                self.refuse(Guard::Ambiguous, Some(address), message, help);
            }
        }
    }

    /// Live objects that are told apart from this one by nothing, and that no key owns.
    fn namesakes(&self, wanted: Wanted<'_>) -> Vec<Found<'a>> {
        let all = self.by_name.get(&wanted.told_apart_by());
        all.into_iter().flatten().copied().filter(|held| !self.claimed.contains(held.id())).collect()
    }

    /// A bound object whose key left the files and that a new key describes by what tells objects apart.
    fn renamed_key(&self, wanted: Wanted<'_>) -> Option<&'a Address> {
        let all = self.by_name.get(&wanted.told_apart_by())?;
        let owners = all.iter().filter(|held| self.claimed.contains(held.id()));
        owners
            .filter_map(|held| self.state.bound_to(held.id()))
            .filter(|address| self.options.undo.as_ref().is_none_or(|undo| !undo.created.contains(*address)))
            .find(|address| !wants(self.desired, address) && !self.moved.contains_key(*address))
    }

    /// A binding whose object the service says it does not have.
    fn lost(&mut self, address: &Address, wanted: Wanted<'_>, binding: &Binding) {
        if let (Some(held), false) = (self.namesakes(wanted).first(), self.options.recreate.contains(address)) {
            let noun = address.kind.noun();
            let message =
                format!("{} is gone from the service, and another {noun} has its name: {}", binding.id, held.id());
            let help = format!(
                "take that one with `housestyle state rm {address}` and `--adopt {address}`, or make a new one with `--recreate {address}`"
            );
            self.refuse(Guard::GoneButTaken, Some(address), message, help);
            return;
        }
        self.plan.notes.push(format!("{address}: {} was deleted on the service and is created again", binding.id));
        self.create(address, wanted);
    }

    pub(super) fn takeover_agreed(&mut self, address: &Address, binding: &Binding, held: Found<'_>) -> bool {
        if self.options.allow_takeover.contains(address) {
            return true;
        }
        let stranger = !binding.wrote_name(held.name()) && !binding.applied.is_bare() && !in_common(binding, held);
        if binding.sealed && !stranger {
            return true;
        }
        let why = if binding.sealed { "has nothing in common with what was last applied" } else { "was bound by hand" };
        let noun = address.kind.noun();
        let message = format!("{} {why}: the binding may point to somebody else's {noun}", binding.id);
        let help = format!("look at it, then agree with `--allow-takeover {address}`");
        self.refuse(Guard::Takeover, Some(address), message, help);
        false
    }
}

/// Whether a live object says anything that we wrote, its name aside.
fn in_common(binding: &Binding, held: Found<'_>) -> bool {
    match held.content() {
        Content::Style(said) => {
            said.rules.iter().any(|(key, value)| binding.wrote_rule(key, Some(value)))
                || said.instructions.iter().any(|held| binding.wrote_instruction(&held.label, Some(held)))
        }
        Content::Lexicon(said) => said.parts.iter().any(|(part, entries)| binding.wrote_part(part, Some(entries))),
    }
}

/// What tells objects of a kind apart where nothing is remembered.
fn told_apart_by(kind: Kind) -> &'static str {
    match kind {
        Kind::Style => "name and language",
        Kind::Glossary | Kind::SpokenTerms | Kind::TranslationProfile => "name",
    }
}
