//! Why a snapshot cannot be used, and the fields that may be the reason.

use crate::model::{Address, Id};

/// The format this version writes. Higher ones are refused.
pub const FORMAT: u64 = 1;

/// Why bytes are no snapshot that can be used.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// Written by a newer version.
    #[error("it has format {0}, this version knows formats up to {FORMAT}: use a newer housestyle")]
    Newer(u64),
    /// Not a snapshot at all.
    #[error("it is not a snapshot of housestyle: {0}")]
    NotASnapshot(String),
    /// Something in it cannot come from the service or a project.
    #[error("{0}")]
    Shape(String),
}

pub(super) fn parse_address(text: &str) -> Result<Address, SnapshotError> {
    Address::parse(text).map_err(|why| SnapshotError::Shape(format!("{text:?} is no address: {why}")))
}

pub(super) fn parse_id(text: &str) -> Result<Id, SnapshotError> {
    Id::new(text).ok_or_else(|| SnapshotError::Shape(format!("{text:?} is no id of the service")))
}
