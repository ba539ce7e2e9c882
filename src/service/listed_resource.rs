//! What a listing tells of a resource.

use crate::model::{Id, Language};

/// One item of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedResource {
    /// The list's id.
    pub id: Id,
    /// Its display name.
    pub name: String,
    /// Its root language, where its kind has one and the listing tells it.
    pub language: Option<Language>,
    /// When it was created, by the service's clock.
    pub creation_time: Option<String>,
}
