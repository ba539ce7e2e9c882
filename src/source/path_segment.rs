//! The way to a value of a tree.

/// One part of the way to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathSegment {
    /// The entry of a mapping.
    Key(String),
    /// The item of a list, from 0.
    Item(usize),
}
