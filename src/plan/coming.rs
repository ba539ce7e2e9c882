//! What comes, stays or changes: an object that a key wants, made or brought to what the file says.

use crate::catalogue::Catalogue;
use crate::model::Address;
use crate::model::object::Found;
use crate::model::style::{LiveStyle, RuleKey, Style};
use crate::plan::decide::{Decision, seen};
use crate::plan::difference::Difference;
use crate::plan::style::known;
use crate::plan::wanted::Wanted;
use crate::plan::{Action, Cause, Change, Field, Guard, Hazard, Held, Item, Step, Verb, drift, lexicon, style};
use crate::state::Binding;

/// Fewer than this many rules and instructions, or entries, may always go from one object.
const SHRINK_FLOOR: usize = 10;

impl Decision<'_> {
    pub(super) fn create(&mut self, address: &Address, wanted: Wanted<'_>) {
        let (action, changes) = match wanted {
            Wanted::Style(style) => (Action::CreateStyle { content: style.content() }, style::creation(style)),
            Wanted::Lexicon(lexicon) => {
                (Action::CreateLexicon { content: lexicon.content() }, lexicon::creation(lexicon))
            }
        };
        let step = Step { action, changes: (0..changes.len()).collect() };
        let was = self.was(address);
        if let Some(was) = &was {
            let note = format!("{address}: it was {was} and gets a new id: give that to applications");
            self.plan.notes.push(note);
        }
        let item = Item {
            changes,
            steps: vec![step],
            hazards: was.iter().map(|_| Hazard::ChangesId).collect(),
            kept: self.foreign_rules(wanted),
            ..self.item(address, wanted, Verb::Create)
        };
        self.plan.items.push(item);
    }

    /// A live object that is this key's, by binding or by agreement.
    pub(super) fn bound(
        &mut self,
        address: &Address,
        wanted: Wanted<'_>,
        held: Found<'_>,
        binding: Option<&Binding>,
        moved_from: Option<Address>,
    ) {
        self.claimed.insert(held.id().clone());
        // What says every word that is wanted already is nobody else's to lose: nothing is sent to it.
        if let Some(binding) = binding
            && wanted.content() != held.content()
            && !self.takeover_agreed(address, binding, held)
        {
            return;
        }
        let mut difference = match (wanted, held) {
            (Wanted::Style(style), Found::Style(held)) if held.language != style.language.value => {
                self.replace(address, style, held);
                return;
            }
            (Wanted::Style(style), Found::Style(held)) => self.compare_styles(address, style, held, binding),
            (Wanted::Lexicon(wanted), Found::Lexicon(held)) => lexicon::compare(wanted, held, binding),
            (Wanted::Style(_), Found::Lexicon(_)) | (Wanted::Lexicon(_), Found::Style(_)) => {
                unreachable!("objects are looked up by the kind of their address")
            }
        };
        if let (Some(binding), Wanted::Style(wanted), Found::Style(held)) = (binding, wanted, held) {
            self.plan.notes.extend(both_agree(address, wanted, held, binding, self.catalogue));
        }
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
                let what = if matches!(wanted, Wanted::Style(_)) { "rules and instructions" } else { "entries" };
                let message = format!("{removed} of {all} {what} would go");
                self.refuse(Guard::Shrinks, Some(address), message, format!("agree with `--allow-shrink {address}`"));
            }
        }
        for (key, value) in &difference.kept {
            self.plan.held.push(Held {
                address: address.clone(),
                id: Some(held.id().clone()),
                name: wanted.name().to_owned(),
                what: format!("remove rule {key} ({value})"),
                why: format!("nobody here knows it, so it stays; remove it with `--drop-unknown {address}`"),
            });
        }
        let protected = self.protected(address, wanted);
        if let Some(binding) = binding
            && binding.protected != protected
        {
            difference.changes.push(Change {
                field: Field::Protected,
                before: Some(binding.protected.to_string()),
                after: Some(protected.to_string()),
                cause: Cause::Edited,
                place: Some(wanted.place().clone()),
            });
        }
        let rebinds = binding.is_none() || moved_from.is_some();
        if difference.changes.is_empty() && difference.steps.is_empty() && !rebinds {
            self.plan.unchanged.push(address.clone());
            return;
        }
        let verb = if binding.is_none() { Verb::Adopt } else { Verb::Update };
        let mut steps = difference.steps;
        if steps.is_empty() || rebinds {
            let bind = Step { action: Action::Bind { id: held.id().clone() }, changes: Vec::new() };
            steps.insert(0, bind);
        }
        let item = Item {
            id: Some(held.id().clone()),
            seen: Some(seen(held)),
            before: Some(held.owned()),
            changes: difference.changes,
            steps,
            hazards,
            kept: difference.kept.into_iter().map(|(key, _)| key).chain(self.foreign_rules(wanted)).collect(),
            moved_from,
            wanted: Some(difference.content),
            ..self.item(address, wanted, verb)
        };
        self.plan.items.push(item);
    }

    fn compare_styles(
        &self,
        address: &Address,
        style: &Style,
        held: &LiveStyle,
        binding: Option<&Binding>,
    ) -> Difference {
        let drop_unknown = self.options.drop_unknown.contains(address);
        let strange = self.options.undo.as_ref().and_then(|undo| Some(&undo.lists.get(address)?.strange));
        style::compare(style, held, binding, self.catalogue, drop_unknown, strange)
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
        self.refuse_protected(address, self.protected(address, Wanted::Style(style)), &held.id);
        let mut changes = vec![Change {
            field: Field::Language,
            before: Some(held.language.to_string()),
            after: Some(style.language.value.to_string()),
            cause: Cause::Edited,
            place: Some(style.language.place.clone()),
        }];
        changes.extend(style::creation(style));
        let create =
            Step { action: Action::CreateStyle { content: style.content() }, changes: (0..changes.len()).collect() };
        let delete = Step { action: Action::DeleteStyle { id: held.id.clone() }, changes: vec![0] };
        let item = Item {
            id: Some(held.id.clone()),
            seen: Some(seen(Found::Style(held))),
            before: Some(Found::Style(held).owned()),
            changes,
            steps: vec![create, delete],
            hazards: vec![Hazard::ChangesId, Hazard::Deletes],
            kept: self.foreign_rules(Wanted::Style(style)),
            ..self.item(address, Wanted::Style(style), Verb::Replace)
        };
        self.plan.items.push(item);
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
                "take what the file says with `--take mine={address}`, or what the service says with `housestyle pull --take theirs={address}`"
            );
            self.refuse(Guard::Conflict, Some(address), message, help);
        }
    }

    /// Rules that an undo brings back although nobody here knows them: they stay nobody's.
    fn foreign_rules(&self, wanted: Wanted<'_>) -> Vec<RuleKey> {
        let Wanted::Style(style) = wanted else { return Vec::new() };
        if self.options.undo.is_none() {
            return Vec::new();
        }
        let unknown = style.rules.iter().filter(|(key, value)| !known(self.catalogue, key, &value.value));
        unknown.map(|(key, _)| key.clone()).collect()
    }
}

/// Things that are named in a note; more are counted.
const NAMED: usize = 3;

/// What file and service both changed since the last apply, to the same: nothing is to be done, but it is a reason.
fn both_agree(
    address: &Address,
    wanted: &Style,
    held: &LiveStyle,
    binding: &Binding,
    catalogue: &Catalogue,
) -> Option<String> {
    // Nobody wrote to it since.
    if held.version == binding.version {
        return None;
    }
    let agreed = drift::agreed(binding, held, wanted, catalogue);
    let told = agreed.iter().take(NAMED).map(|Change { field, place, .. }| match place {
        Some(place) => format!("{field} ({place})"),
        None => field.to_string(),
    });
    let told = told.collect::<Vec<_>>().join(", ");
    let more = if agreed.len() > NAMED { format!(" and {} more", agreed.len() - NAMED) } else { String::new() };
    (!agreed.is_empty())
        .then(|| format!("{address}: both agree: the file says what the service changed to: {told}{more}"))
}
