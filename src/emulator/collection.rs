//! Things of one kind that an account holds, in the order in which they were made.
//!
//! Always: a thing keeps its place for as long as it is held, and no place is given to two. Absent: checks.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::emulator::id::EmulatedId;

/// Things of one kind.
#[derive(Clone, Debug)]
pub(crate) struct StoredCollection<T> {
    records: BTreeMap<u64, Arc<T>>,
    positions: HashMap<EmulatedId, u64>,
}

impl<T> Default for StoredCollection<T> {
    fn default() -> Self {
        Self { records: BTreeMap::new(), positions: HashMap::new() }
    }
}

impl<T> StoredCollection<T> {
    pub(crate) fn get(&self, id: EmulatedId) -> Option<&Arc<T>> {
        self.records.get(self.positions.get(&id)?)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.records.values()
    }

    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// The place of a thing; for one that is not held, the place behind the last.
    pub(crate) fn position_of(&self, id: EmulatedId) -> u64 {
        let next = self.records.last_key_value().map_or(0, |(last, _)| last + 1);
        self.positions.get(&id).copied().unwrap_or(next)
    }

    /// Each thing with its place and identifier.
    pub(crate) fn iter_positioned(&self) -> impl Iterator<Item = (u64, EmulatedId, &Arc<T>)> {
        let mut places: Vec<(u64, EmulatedId)> = self.positions.iter().map(|(id, place)| (*place, *id)).collect();
        places.sort_unstable();
        places.into_iter().filter_map(|(place, id)| Some((place, id, self.records.get(&place)?)))
    }

    /// Puts a thing at a place, or takes it away.
    pub(crate) fn put_at(&mut self, place: u64, id: EmulatedId, thing: Option<Arc<T>>) {
        match thing {
            Some(thing) => {
                self.records.insert(place, thing);
                self.positions.insert(id, place);
            }
            None => {
                self.records.remove(&place);
                self.positions.remove(&id);
            }
        }
    }
}
