//! Things that have a name, in order of it, found by it.
//!
//! A sorted vector, not a map: a thing holds its name itself, the catalogue is built once and read often, and most of its
//! collections are small.

use std::sync::Arc;

/// What has a name that is its own among its like.
pub trait Named {
    /// Its identifier.
    fn name(&self) -> &str;
}

impl<T: Named> Named for Arc<T> {
    fn name(&self) -> &str {
        self.as_ref().name()
    }
}

/// Things of different names, in order of name.
#[derive(Clone, Debug)]
pub struct ByName<T>(Vec<T>);

impl<T: Named> ByName<T> {
    /// The thing of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.place_of(name).ok().and_then(|at| self.0.get(at))
    }

    /// Whether one has this name.
    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.place_of(name).is_ok()
    }

    /// The thing of this name, made where there is none.
    pub fn get_or_insert_with(&mut self, name: &str, make: impl FnOnce() -> T) -> &mut T {
        let at = self.place_of(name).unwrap_or_else(|at| {
            self.0.insert(at, make());
            at
        });
        &mut self.0[at]
    }

    /// The names, in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.0.iter().map(Named::name)
    }

    /// The things, in order of name.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The things, to be changed in anything but their name.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn place_of(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|held| held.name().cmp(name))
    }
}

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Of things of one name, the first is kept.
impl<T: Named> FromIterator<T> for ByName<T> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let mut things: Vec<T> = things.into_iter().collect();
        things.sort_by(|one, other| one.name().cmp(other.name()));
        things.dedup_by(|later, first| later.name() == first.name());
        Self(things)
    }
}

impl<T: Named> std::ops::Index<&str> for ByName<T> {
    type Output = T;

    fn index(&self, name: &str) -> &T {
        self.get(name).unwrap_or_else(|| panic!("nothing is called `{name}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Word(&'static str, u8);

    impl Named for Word {
        fn name(&self) -> &str {
            self.0
        }
    }

    #[test]
    fn things_are_found_by_their_names_whatever_order_they_came_in() {
        let mut words: ByName<Word> = [Word("b", 1), Word("a", 2), Word("b", 3), Word("c", 4)].into_iter().collect();
        assert_eq!(words.keys().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!((words.get("b"), words.get("d"), words.len()), (Some(&Word("b", 1)), None, 3));
        words.get_or_insert_with("bb", || Word("bb", 5)).1 += 1;
        words.get_or_insert_with("bb", || unreachable!("it is there")).1 += 1;
        assert_eq!(words.values().map(|word| word.1).collect::<Vec<_>>(), [2, 1, 7, 4]);
        assert!(words.contains_key("bb") && !words.contains_key(""));
        assert_eq!(words["c"], Word("c", 4));
    }
}
