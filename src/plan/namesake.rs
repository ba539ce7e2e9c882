//! Unmanaged resources that have the name (and language) of a managed one: told in plan, apply and drift, never touched.
//!
//! They come of a colleague who copies a list, or of another run that made the same resource at the same moment and that no
//! listing showed in time. Deliberately absent: times. A snapshot keeps none, and a plan against it says what a plan
//! against the service says.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::tag::Tag;
use crate::model::{Address, Id, LiveAccount};
use crate::plan::desired_resource::identity_key;
use crate::state::State;

/// A note for each managed resource that has namesakes, with the ids of all of them but those that somebody
/// acknowledged. Only those that `within` takes.
pub(super) fn describe_namesakes(
    state: &State,
    live: &LiveAccount,
    known: &BTreeSet<Id>,
    within: impl Fn(&Address) -> bool,
) -> Vec<String> {
    let managed: BTreeSet<&Id> = state.bindings.values().map(|binding| &binding.id).collect();
    let mut others: BTreeMap<_, Vec<&Id>> = BTreeMap::new();
    let foreign = live.all_resources().filter(|found| {
        !managed.contains(found.id())
            && !state.pending_deletions.contains_key(found.id())
            && !state.acknowledged.contains(found.id())
            && !known.contains(found.id())
            && Tag::from_name(found.name()).is_none()
    });
    for found in foreign {
        others.entry(identity_key(found.kind(), found.name(), found.language())).or_default().push(found.id());
    }
    let mut notes = Vec::new();
    if others.is_empty() {
        return notes;
    }
    for (address, binding) in &state.bindings {
        let Some(held) = live.get(address.kind, &binding.id) else { continue };
        let Some(same) = others.get(&identity_key(held.kind(), held.name(), held.language())) else { continue };
        if !within(address) {
            continue;
        }
        let ids = same.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        notes.push(format!(
            "{address} is {}, and unmanaged with the same name: {ids}; if another run made it at the same time, delete it on the service; if it is somebody else's, `housestyle state acknowledge ID` silences this",
            binding.id
        ));
    }
    notes
}
