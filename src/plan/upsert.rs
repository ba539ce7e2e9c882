//! What comes, stays or changes: a resource that a key wants, made or brought to what the file says.

use std::sync::Arc;

use crate::catalogue::{Catalogue, load};
use crate::model::resource::{LiveResourceRef, ResourceContent};
use crate::model::shared_parts::SharedParts;
use crate::model::style::{LiveStyle, RuleKey, Style};
use crate::model::tag::Tag;
use crate::model::{Address, Kind};
use crate::plan::additions::{self, WantedWithout};
use crate::plan::desired_resource::DesiredResource;
use crate::plan::identity::Namesake;
use crate::plan::planner::{Planner, live_fingerprint};
use crate::plan::resource_diff::ResourceDiff;
use crate::plan::style::is_known_rule;
use crate::plan::{
    Action, Additions, Agreement, Cause, Change, ChangedField, DeferredDeletion, Hazard, KeptAdditions, Operation,
    PlanItem, Safeguard, Step, drift, style, style_profile, term_set, untouched,
};
use crate::state::Binding;

/// Fewer than this many rules and instructions, or entries, may always go from one resource.
const SHRINK_FLOOR: usize = 10;

impl Planner<'_> {
    pub(super) fn plan_create(&mut self, address: &Address, wanted: DesiredResource<'_>) {
        let changes = match wanted {
            DesiredResource::Style(style) => style::style_creation(style),
            DesiredResource::TermSet(term_set) => term_set::term_set_creation(term_set),
            DesiredResource::StyleProfile(profile) => {
                style_profile::style_profile_creation(profile, &self.components())
            }
        };
        let content = Arc::new(wanted.content());
        let step = Step { action: Action::Create(content.clone()), changes: (0..changes.len()).collect() };
        let was = self.previous_id(address);
        if let Some(was) = &was {
            let note = format!("{address}: its former id {was} is gone, it gets a new one: update applications");
            self.plan.notes.push(note);
        }
        let item = PlanItem {
            changes,
            steps: vec![step],
            hazards: was.iter().map(|_| Hazard::ChangesId).collect(),
            kept_rules: self.unmanaged_rules(wanted),
            ..self.new_item(address, wanted, content, Operation::Create)
        };
        self.plan.items.push(item);
    }

    /// A live resource that is this key's, by binding or by agreement.
    pub(super) fn plan_existing(
        &mut self,
        address: &Address,
        wanted: DesiredResource<'_>,
        live: LiveResourceRef<'_>,
        binding: Option<&Binding>,
        moved_from: Option<Address>,
    ) {
        self.claimed.insert(live.id().clone());
        if self.is_untouched(address, wanted, live, binding) && moved_from.is_none() {
            self.plan.unchanged.push(address.clone());
            return;
        }
        // What says every word that is wanted already is nobody else's to lose: nothing is sent to it.
        if let Some(binding) = binding
            && wanted.content() != live.content()
            && !self.check_takeover(address, binding, live)
        {
            return;
        }
        let shared = self.shared_parts(address);
        let restored = self.options.undo.is_some();
        // What has no name yet and no binding is all of our own making.
        let unnamed = binding.is_none() && Tag::from_name(live.name()).is_some();
        let shared = if unnamed { SharedParts::default() } else { shared };
        let split = match (wanted, live) {
            (DesiredResource::StyleProfile(_), _) if unnamed => None,
            (DesiredResource::StyleProfile(wanted), LiveResourceRef::StyleProfile(live)) => {
                self.split_style_profile(address, wanted, live, binding)
            }
            (DesiredResource::Style(_) | DesiredResource::TermSet(_) | DesiredResource::StyleProfile(_), _) => {
                additions::split_resource(shared, wanted, live, binding, restored)
            }
        };
        let (own, additions) = match &split {
            Some((own, additions)) => (own.as_resource_ref(), additions.clone()),
            None => (live, Additions::default()),
        };
        let without = (restored && split.is_some()).then(|| additions.leave_out(wanted));
        let wanted = without.as_ref().map_or(wanted, WantedWithout::as_desired);
        self.keep_additions(address, &additions);
        let mut difference = match (wanted, own) {
            (DesiredResource::Style(style), LiveResourceRef::Style(live)) if live.language != style.language.value => {
                self.plan_replace(address, style, live, binding);
                return;
            }
            (DesiredResource::Style(style), LiveResourceRef::Style(live)) => {
                self.compare_styles(address, style, live, binding)
            }
            (DesiredResource::TermSet(wanted), LiveResourceRef::TermSet(live)) => {
                term_set::compare_term_sets(wanted, live, binding)
            }
            (DesiredResource::StyleProfile(wanted), LiveResourceRef::StyleProfile(live)) => {
                let departing = self.departing_components();
                style_profile::compare_style_profiles(wanted, live, binding, &self.components(), &departing, &additions)
            }
            (DesiredResource::Style(_) | DesiredResource::TermSet(_) | DesiredResource::StyleProfile(_), _) => {
                unreachable!("objects are looked up by the kind of their address")
            }
        };
        additions.carry_along(&mut difference.steps);
        additions.add_to(&mut difference.desired_content);
        style_profile::keep_unwritten_links(&mut difference, live, &additions);
        self.block_over_limit(address, &difference.desired_content, &additions);
        if let (Some(binding), DesiredResource::Style(wanted), LiveResourceRef::Style(live)) = (binding, wanted, own) {
            self.plan.notes.extend(describe_converged_changes(address, wanted, live, binding, self.catalogue));
        }
        for (safeguard, message, help) in std::mem::take(&mut difference.blocked) {
            self.block(safeguard, Some(address), message, help);
        }
        self.block_conflicts(address, &difference.changes);
        if difference.changes.iter().any(|change| change.field == ChangedField::Name) {
            self.block_taken_name(address, wanted, live);
        }
        let mut hazards = Vec::new();
        if difference.changes.iter().any(|change| matches!(change.cause, Cause::Drifted | Cause::Conflict)) {
            hazards.push(Hazard::OverwritesDrift);
        }
        if !difference.dropped_rules.is_empty() {
            hazards.push(Hazard::DropsUnknown);
        }
        let (removed, all) = (difference.removed, difference.live_size);
        if removed > SHRINK_FLOOR && removed * 100 > all * self.options.max_shrink_percent {
            hazards.push(Hazard::Shrinks);
            if !self.options.agreed[Agreement::Shrink].contains(address) {
                let what = match wanted {
                    DesiredResource::Style(_) => "rules and instructions",
                    DesiredResource::TermSet(_) => "entries",
                    DesiredResource::StyleProfile(_) => "components",
                };
                let message = format!("{removed} of {all} {what} would be removed");
                self.block(
                    Safeguard::Shrinks,
                    Some(address),
                    message,
                    format!("check the file, then pass `--allow-shrink {address}`"),
                );
            }
        }
        for (key, value) in &difference.kept_rules {
            self.plan.kept.push(DeferredDeletion {
                address: address.clone(),
                id: Some(live.id().clone()),
                name: wanted.name().to_owned(),
                effect: format!("remove rule {key} ({value})"),
                reason: {
                    let is_public = load::is_public_alone(&key.category, &key.rule, Some(value));
                    let (what, hint) = load::explain_unmanageable(is_public);
                    format!("{what}{hint}; pass `--drop-unknown {address}` to remove it")
                },
            });
        }
        let protected = self.is_protected(address, wanted);
        if let Some(binding) = binding
            && binding.protected != protected
        {
            difference.changes.push(Change {
                field: ChangedField::Protected,
                before: Some(binding.protected.to_string().into()),
                after: Some(protected.to_string().into()),
                cause: Cause::Edited,
                place: Some(wanted.place().clone()),
            });
        }
        let rebinds = binding.is_none() || moved_from.is_some();
        if difference.changes.is_empty() && difference.steps.is_empty() && !rebinds {
            let read_back = binding.and_then(|binding| binding.read_back(&wanted.content(), own, shared));
            self.plan.read_back.extend(read_back.map(|binding| (address.clone(), binding)));
            self.plan.unchanged.push(address.clone());
            return;
        }
        let verb = if binding.is_none() { Operation::Import } else { Operation::Update };
        let mut steps = difference.steps;
        if steps.is_empty() || rebinds {
            let bind = Step { action: Action::Bind { id: live.id().clone() }, changes: Vec::new() };
            steps.insert(0, bind);
        }
        let item = PlanItem {
            id: Some(live.id().clone()),
            live: Some(live_fingerprint(live)),
            before: Some(live.to_live_resource()),
            changes: difference.changes,
            steps,
            hazards,
            kept_rules: difference
                .kept_rules
                .into_iter()
                .map(|(key, _)| key)
                .chain(self.unmanaged_rules(wanted))
                .collect(),
            additions,
            moved_from,
            imported: binding.is_some_and(|binding| binding.imported),
            ..self.new_item(address, wanted, Arc::new(difference.desired_content), verb)
        };
        self.plan.items.push(item);
    }

    fn keep_additions(&mut self, address: &Address, additions: &Additions) {
        if !additions.is_empty() {
            let links = self.components().describe_links(additions);
            let names = if links.is_empty() { additions.names() } else { links };
            self.plan.additions.push(KeptAdditions { address: address.clone(), names });
        }
    }

    /// What the files and people want together may be more than the service takes.
    fn block_over_limit(&mut self, address: &Address, content: &ResourceContent, additions: &Additions) {
        let ResourceContent::Style(style) = content else { return };
        let (all, added, limit) =
            (style.instructions.len(), additions.instructions.len(), self.catalogue.limits.custom_instructions);
        if added > 0 && all > limit {
            let own = all - added;
            let message = format!(
                "{own} instructions of the files and {added} that people added are {} over the limit of {limit}",
                all - limit
            );
            let help = "remove some in the files or on the service; `-v` lists what people added";
            self.block(Safeguard::Unsupported, Some(address), message, help);
        }
    }

    /// Whether a list is as it was applied last, and as it is wanted now: what most of them are.
    fn is_untouched(
        &self,
        address: &Address,
        wanted: DesiredResource<'_>,
        live: LiveResourceRef<'_>,
        binding: Option<&Binding>,
    ) -> bool {
        let (DesiredResource::Style(style), LiveResourceRef::Style(live)) = (wanted, live) else { return false };
        let protected = self.is_protected(address, wanted);
        self.live.untouched.contains(&live.id)
            || (self.options.undo.is_none()
                && binding.is_some_and(|binding| untouched::is_untouched(style, live, binding, protected)))
    }

    fn compare_styles(
        &self,
        address: &Address,
        style: &Style,
        live: &LiveStyle,
        binding: Option<&Binding>,
    ) -> ResourceDiff {
        let drop_unknown = self.options.agreed[Agreement::DropUnknown].contains(address);
        let strange = self.options.undo.as_ref().and_then(|undo| Some(&undo.resources.get(address)?.opaque_rules));
        style::compare_styles(style, live, binding, self.catalogue, drop_unknown, strange)
    }

    /// A change of language: the service cannot do it, so a new list comes and then the old one goes.
    fn plan_replace(&mut self, address: &Address, style: &Style, live: &LiveStyle, binding: Option<&Binding>) {
        if !self.options.agreed[Agreement::Replace].contains(address) {
            let message = format!(
                "a list cannot change its language ({} to {}): {} would be replaced by a new list with a new id",
                live.language, style.language.value, live.id
            );
            let help = format!("pass `--allow-replace {address}`, and give applications the new id afterwards");
            self.block(Safeguard::ChangesId, Some(address), message, help);
        }
        self.block_protected(address, self.is_protected(address, DesiredResource::Style(style)), &live.id);
        if let Some(former) = self.find_former_list(address, style) {
            let note = format!(
                "{address}: a run that was interrupted had begun to replace {} by {}, and goes back to it",
                former.id, live.id
            );
            self.plan.notes.push(note);
            self.plan_end_of_replace(address, style, live, LiveResourceRef::Style(former), true);
            return;
        }
        match self.judge_namesakes(address, DesiredResource::Style(style)) {
            Namesake::None => {}
            Namesake::Importable(new) => {
                self.plan_end_of_replace(address, style, live, new, false);
                return;
            }
            Namesake::Blocked => return,
        }
        let mut changes = vec![Change {
            field: ChangedField::Language,
            before: Some((&live.language).into()),
            after: Some((&style.language.value).into()),
            cause: Cause::Edited,
            place: Some(style.language.place.clone()),
        }];
        changes.extend(style::style_creation(style));
        let content = Arc::new(ResourceContent::Style(style.content()));
        let before = LiveResourceRef::Style(live);
        let edited = binding.is_some_and(|binding| !binding.explains_content(&before.content()));
        let edited = edited.then_some(Hazard::OverwritesDrift);
        let create = Step { action: Action::Create(content.clone()), changes: (0..changes.len()).collect() };
        let delete = Step { action: Action::Delete { kind: Kind::Style, id: live.id.clone() }, changes: vec![0] };
        let item = PlanItem {
            id: Some(live.id.clone()),
            live: Some(live_fingerprint(before)),
            before: Some(before.to_live_resource()),
            changes,
            steps: vec![create, delete],
            hazards: [Hazard::ChangesId, Hazard::Deletes].into_iter().chain(edited).collect(),
            kept_rules: self.unmanaged_rules(DesiredResource::Style(style)),
            ..self.new_item(address, DesiredResource::Style(style), content, Operation::Replace)
        };
        self.plan.items.push(item);
    }

    /// The list that takes the place of another is there already: `is_ours` where the state tells that it is this project's, else
    /// as a run left it that died before it deleted the old one.
    fn plan_end_of_replace(
        &mut self,
        address: &Address,
        style: &Style,
        old: &LiveStyle,
        new: LiveResourceRef<'_>,
        is_ours: bool,
    ) {
        self.plan_existing(address, DesiredResource::Style(style), new, None, None);
        if !is_ours {
            self.mark_unnamed_import(address, new.id());
        }
        if let Some(item) = self.plan.items.last_mut().filter(|item| item.address == *address) {
            item.hazards.push(Hazard::ChangesId);
        }
        let goes = LiveResourceRef::Style(old);
        self.plan.items.push(PlanItem {
            id: Some(old.id.clone()),
            live: Some(live_fingerprint(goes)),
            before: Some(goes.to_live_resource()),
            steps: vec![Step { action: Action::Delete { kind: Kind::Style, id: old.id.clone() }, changes: Vec::new() }],
            hazards: vec![Hazard::Deletes],
            ..PlanItem::new(address.clone(), &old.name, &old.language, Operation::Delete)
        });
    }

    fn block_conflicts(&mut self, address: &Address, changes: &[Change]) {
        let clash: Vec<String> = changes
            .iter()
            .filter(|change| change.cause == Cause::Conflict)
            .map(|change| change.field.to_string())
            .collect();
        if !clash.is_empty() && !self.options.agreed[Agreement::TakeMine].contains(address) {
            let message = format!("file and service both changed since the last apply: {}", clash.join(", "));
            let help = format!(
                "keep the file with `--take mine={address}`, or the service with `housestyle pull --take theirs={address}`"
            );
            self.block(Safeguard::Conflict, Some(address), message, help);
        }
    }

    /// Rules that an undo brings back although nobody here knows them: they stay nobody's.
    fn unmanaged_rules(&self, wanted: DesiredResource<'_>) -> Vec<RuleKey> {
        let DesiredResource::Style(style) = wanted else { return Vec::new() };
        if self.options.undo.is_none() {
            return Vec::new();
        }
        let unknown = style.rules.iter().filter(|(key, value)| !is_known_rule(self.catalogue, key, &value.value));
        unknown.map(|(key, _)| key.clone()).collect()
    }
}

/// Things that are named in a note; more are counted.
const MAX_NAMED_RULES: usize = 3;

/// What file and service both changed since the last apply, to the same: nothing is to be done, but it is a reason.
fn describe_converged_changes(
    address: &Address,
    wanted: &Style,
    live: &LiveStyle,
    binding: &Binding,
    catalogue: &Catalogue,
) -> Option<String> {
    // Nobody wrote to it since.
    if live.version == binding.version {
        return None;
    }
    let agreed = drift::converged_changes(binding, live, wanted, catalogue);
    let told = agreed.iter().take(MAX_NAMED_RULES).map(|Change { field, place, .. }| match place {
        Some(place) => format!("{field} ({place})"),
        None => field.to_string(),
    });
    let told = told.collect::<Vec<_>>().join(", ");
    let more = if agreed.len() > MAX_NAMED_RULES {
        format!(" and {} more", agreed.len() - MAX_NAMED_RULES)
    } else {
        String::new()
    };
    (!agreed.is_empty()).then(|| format!("{address}: file and service changed to the same: {told}{more}"))
}
