//! What is remembered of drift that was settled: that the files took it over, or that they had it already.

use std::sync::Arc;

use crate::check::Desired;
use crate::model::resource::{LiveResourceRef, ResourceContent};
use crate::model::style::LiveStyle;
use crate::model::{Address, LiveAccount};
use crate::plan::desired_resource::DesiredTermSet;
use crate::plan::drift::{ResourceDeltas, StyleDelta};
use crate::plan::drift_style_profile::settled_style_profile_binding;
use crate::plan::{additions, drift_term_set};
use crate::state::{Applied, Binding};

/// What is remembered once these changes are settled: for them, what the service holds; for the rest, what was applied.
/// `desired` is what the files said when drift was found.
#[must_use]
pub fn settled_binding(
    address: &Address,
    binding: &Binding,
    live: &LiveAccount,
    desired: &Desired,
    settled: &ResourceDeltas,
) -> Option<Binding> {
    match (settled, live.get(address.kind, &binding.id)?) {
        (ResourceDeltas::Style(settled), LiveResourceRef::Style(held)) => {
            Some(settled_style_binding(binding, held, settled))
        }
        (ResourceDeltas::TermSet(settled), LiveResourceRef::TermSet(held)) => {
            let wanted = DesiredTermSet::find(desired, address).map(DesiredTermSet::content);
            let shared = desired.shared_parts(address);
            let own =
                wanted.as_ref().map(|wanted| additions::split_term_set(shared, wanted, held, Some(binding), false).0);
            let held = own.as_ref().unwrap_or(held);
            let settled: Vec<&drift_term_set::TermSetDelta> = settled.iter().map(|judged| &judged.delta).collect();
            Some(drift_term_set::settled_term_set_binding(binding, held, wanted.as_ref(), &settled))
        }
        (ResourceDeltas::StyleProfile(settled), LiveResourceRef::StyleProfile(_)) => {
            Some(settled_style_profile_binding(binding, settled))
        }
        (ResourceDeltas::Style(_) | ResourceDeltas::TermSet(_) | ResourceDeltas::StyleProfile(_), _) => None,
    }
}

fn settled_style_binding(binding: &Binding, live: &LiveStyle, settled: &[StyleDelta]) -> Binding {
    let said = ResourceContent::Style(live.content());
    let now = Applied::new(&said, &said);
    let mut binding = Binding { version: live.version, sealed: true, ..binding.clone() };
    let (Some(now), Applied::Style(applied)) = (now.style(), &mut binding.applied) else { return binding };
    for delta in settled {
        match delta {
            StyleDelta::Name { after } => {
                applied.name.clone_from(after);
                applied.stored_name = None;
            }
            StyleDelta::Rule { key, after: Some(value) } => {
                Arc::make_mut(&mut applied.rules).insert(key.clone(), value.clone());
            }
            StyleDelta::Rule { key, after: None } => {
                Arc::make_mut(&mut applied.rules).remove(key);
            }
            StyleDelta::Prompt { label, .. } | StyleDelta::Source { label, .. } => {
                let Some(now) = now.instructions.get(label) else { continue };
                let kept = Arc::make_mut(&mut applied.instructions).entry(label.clone()).or_insert_with(|| now.clone());
                match delta {
                    StyleDelta::Prompt { .. } => {
                        kept.prompt.clone_from(&now.prompt);
                        kept.stored_prompt = None;
                    }
                    StyleDelta::Name { .. }
                    | StyleDelta::Rule { .. }
                    | StyleDelta::Source { .. }
                    | StyleDelta::Label { .. }
                    | StyleDelta::Added { .. }
                    | StyleDelta::Removed { .. } => kept.source_language.clone_from(&now.source_language),
                }
            }
            StyleDelta::Label { before, after } => {
                Arc::make_mut(&mut applied.instructions).remove(before);
                Arc::make_mut(&mut applied.instructions)
                    .extend(now.instructions.get_key_value(&after.label).map(|(k, v)| (k.clone(), v.clone())));
            }
            StyleDelta::Added { instruction } => {
                let added = now.instructions.get_key_value(&instruction.label);
                Arc::make_mut(&mut applied.instructions)
                    .extend(added.map(|(label, live)| (label.clone(), live.clone())));
            }
            StyleDelta::Removed { label } => {
                Arc::make_mut(&mut applied.instructions).remove(label);
            }
        }
    }
    binding
}
