//! Things of one kind that an account holds, in the order in which they were made.
//!
//! Always: a thing keeps its place for as long as it is held, and no place is given to two. Absent: checks.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::emulator::id::Id;

/// Things of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Shelf<T> {
    things: BTreeMap<u64, Arc<T>>,
    places: HashMap<Id, u64>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self { things: BTreeMap::new(), places: HashMap::new() }
    }
}

impl<T> Shelf<T> {
    pub(crate) fn get(&self, id: Id) -> Option<&Arc<T>> {
        self.things.get(self.places.get(&id)?)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.things.values()
    }

    pub(crate) fn len(&self) -> usize {
        self.things.len()
    }

    /// The place of a thing; for one that is not held, the place behind the last.
    pub(crate) fn place(&self, id: Id) -> u64 {
        let next = self.things.last_key_value().map_or(0, |(last, _)| last + 1);
        self.places.get(&id).copied().unwrap_or(next)
    }

    /// Each thing with its place and identifier.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (u64, Id, &Arc<T>)> {
        let mut places: Vec<(u64, Id)> = self.places.iter().map(|(id, place)| (*place, *id)).collect();
        places.sort_unstable();
        places.into_iter().filter_map(|(place, id)| Some((place, id, self.things.get(&place)?)))
    }

    /// Puts a thing at a place, or takes it away.
    pub(crate) fn set(&mut self, place: u64, id: Id, thing: Option<Arc<T>>) {
        match thing {
            Some(thing) => {
                self.things.insert(place, thing);
                self.places.insert(id, place);
            }
            None => {
                self.things.remove(&place);
                self.places.remove(&id);
            }
        }
    }
}
