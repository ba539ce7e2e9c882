//! Changes that are the same in several lists: a line of a base that many lists extend.
//!
//! Always holds: what is shared and what is left of the items are together every change, each once for each list; what
//! differs in value, cause or place is not the same.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Place;
use crate::plan::{Change, ChangedField, Operation, PlanItem};

/// Lists from which on what is the same in them is said once.
const MIN_LISTS: usize = 3;

/// Changes that the same lists have.
#[derive(Clone, Debug)]
pub struct SharedChanges<'p> {
    /// The changes, in the order of the first list.
    pub changes: Vec<&'p Change>,
    /// The lists, by address.
    pub lists: Vec<&'p PlanItem>,
}

/// Items by what they share, and what is left of each.
#[derive(Clone, Debug)]
pub struct GroupedItems<'p> {
    /// What several lists share, the most lists first.
    pub shared: Vec<SharedChanges<'p>>,
    /// The items without that; one that has nothing else to show is left out.
    pub rest: Vec<Cow<'p, PlanItem>>,
}

/// What makes two changes the same.
type ChangeIdentity<'p> = (&'p ChangedField, Option<&'p str>, Option<&'p str>, &'static str, Option<&'p Place>);

/// Gathers the changes that at least three lists have in common.
#[must_use]
pub fn group_items(items: &[PlanItem]) -> GroupedItems<'_> {
    let mut owners: BTreeMap<ChangeIdentity<'_>, Vec<usize>> = BTreeMap::new();
    for (at, item) in items.iter().enumerate().filter(|(_, item)| item.operation == Operation::Update) {
        for change in item.changes.iter().filter(|change| can_be_shared(&change.field)) {
            owners.entry(identity(change)).or_default().push(at);
        }
    }
    owners.retain(|_, lists| lists.len() >= MIN_LISTS);
    if owners.is_empty() {
        return GroupedItems { shared: Vec::new(), rest: items.iter().map(Cow::Borrowed).collect() };
    }
    let is_shared = |item: &PlanItem, change: &Change| {
        item.operation == Operation::Update && owners.contains_key(&identity(change))
    };
    let mut groups: BTreeMap<&Vec<usize>, Vec<&Change>> = BTreeMap::new();
    for lists in owners.values().collect::<BTreeSet<_>>() {
        let first = &items[lists[0]];
        let of_these = first.changes.iter().filter(|change| owners.get(&identity(change)) == Some(lists));
        groups.insert(lists, of_these.collect());
    }
    let mut shared: Vec<SharedChanges<'_>> = groups
        .into_iter()
        .map(|(lists, changes)| SharedChanges { changes, lists: lists.iter().map(|at| &items[*at]).collect() })
        .collect();
    shared.sort_by_key(|group| std::cmp::Reverse(group.lists.len()));
    let rest = items.iter().filter_map(|item| {
        if !item.changes.iter().any(|change| is_shared(item, change)) {
            return Some(Cow::Borrowed(item));
        }
        let changes: Vec<Change> = item.changes.iter().filter(|change| !is_shared(item, change)).cloned().collect();
        let nothing_else =
            changes.is_empty() && item.hazards.is_empty() && item.kept_rules.is_empty() && item.moved_from.is_none();
        (!nothing_else).then(|| Cow::Owned(PlanItem { changes, ..item.clone() }))
    });
    GroupedItems { shared, rest: rest.collect() }
}

/// Only what a base can give is looked at.
fn can_be_shared(field: &ChangedField) -> bool {
    match field {
        ChangedField::Rule(_)
        | ChangedField::Instruction(_)
        | ChangedField::InstructionLabel
        | ChangedField::InstructionSource(_) => true,
        ChangedField::Name
        | ChangedField::Language
        | ChangedField::Part(_)
        | ChangedField::Entry(..)
        | ChangedField::Profile(_)
        | ChangedField::Protected => false,
    }
}

fn identity(change: &Change) -> ChangeIdentity<'_> {
    let Change { field, before, after, cause, place } = change;
    (field, before.as_deref(), after.as_deref(), cause.as_str(), place.as_ref())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::*;
    use crate::model::style::RuleKey;
    use crate::model::{Address, Key, Kind};
    use crate::plan::Cause;

    fn item(at: usize, changes: &[u8]) -> PlanItem {
        let address = Address { kind: Kind::Style, key: Key::new(&format!("list-{at}")).unwrap() };
        let change = |n: &u8| Change {
            field: ChangedField::Rule(RuleKey::new("numbers", &format!("rule_{}", n % 4))),
            before: None,
            after: Some(format!("value_{n}").into()),
            cause: Cause::Edited,
            place: None,
        };
        let changes = changes.iter().map(change).collect();
        PlanItem { changes, ..PlanItem::new(address, "List", None, Operation::Update) }
    }

    #[test]
    fn a_line_of_a_base_is_said_once() {
        let items: Vec<PlanItem> = (0..5).map(|at| item(at, if at == 4 { &[1, 2] } else { &[1] })).collect();
        let grouped = group_items(&items);
        assert_eq!(grouped.shared.len(), 1);
        assert_eq!((grouped.shared[0].changes.len(), grouped.shared[0].lists.len()), (1, 5));
        assert_eq!(grouped.rest.len(), 1);
        assert_eq!(grouped.rest[0].changes.len(), 1);
        assert!(group_items(&items[..2]).shared.is_empty());
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_nothing_said_twice(
            of_lists in proptest::collection::vec(proptest::collection::btree_set(0_u8..6, 0..4), 0..9),
        ) {
            let items: Vec<PlanItem> = of_lists
                .iter()
                .enumerate()
                .map(|(at, changes)| item(at, &changes.iter().copied().collect::<Vec<_>>()))
                .collect();
            let told = |item: &PlanItem, change: &Change| format!("{} {:?} {:?}", item.address, change.field, change.after);
            let mut wanted: Vec<String> =
                items.iter().flat_map(|item| item.changes.iter().map(move |change| told(item, change))).collect();
            let grouped = group_items(&items);
            let mut seen: Vec<String> =
                grouped.rest.iter().flat_map(|item| item.changes.iter().map(|change| told(item, change))).collect();
            for group in &grouped.shared {
                let each = |item: &&PlanItem| group.changes.iter().map(|change| told(item, change)).collect::<Vec<_>>();
                seen.extend(group.lists.iter().flat_map(each));
            }
            wanted.sort();
            seen.sort();
            prop_assert_eq!(wanted, seen);
        }
    }
}
