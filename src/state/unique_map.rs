//! A JSON object in which no key occurs twice.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};

/// Values by key, sorted. Reading refuses a key that occurs twice instead of keeping one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct UniqueMap<K, V>(pub(super) BTreeMap<K, V>);

/// What is said of a key that occurs twice.
pub(super) fn occurs_twice(key: impl Display) -> String {
    format!("`{key}` occurs twice: keep one of the two lines")
}

impl<K, V> Default for UniqueMap<K, V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<'de, K: Deserialize<'de> + Ord + Display, V: Deserialize<'de>> Deserialize<'de> for UniqueMap<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct UniqueMapVisitor<K, V>(PhantomData<(K, V)>);
        impl<'de, K: Deserialize<'de> + Ord + Display, V: Deserialize<'de>> Visitor<'de> for UniqueMapVisitor<K, V> {
            type Value = UniqueMap<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let mut map = BTreeMap::new();
                while let Some((key, value)) = access.next_entry::<K, V>()? {
                    if map.contains_key(&key) {
                        return Err(A::Error::custom(occurs_twice(key)));
                    }
                    map.insert(key, value);
                }
                Ok(UniqueMap(map))
            }
        }
        deserializer.deserialize_map(UniqueMapVisitor(PhantomData))
    }
}
