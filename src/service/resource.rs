//! The calls that resources of every kind have, by kind.

use crate::model::resource::{LiveResource, ResourceContent};
use crate::model::term_set::{LiveTermSet, TermSetKind};
use crate::model::{Id, Kind};
use crate::service::client::{Client, ServiceAnswer};
use crate::service::error::ServiceError;
use crate::service::{Call, Transport, style, term_set};

/// One resource with everything it says. Entries are taken from `known` where the service counts as many.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]; 404 is [`ServiceError::is_not_found`].
pub async fn get_resource<T: Transport>(
    client: &Client<T>,
    kind: Kind,
    id: &Id,
    known: Option<&LiveTermSet>,
) -> Result<LiveResource, ServiceError> {
    match TermSetKind::from_kind(kind) {
        Some(which) => term_set::get_term_set_with_entries(client, which, id, known).await.map(LiveResource::TermSet),
        None => style::get_style(client, id).await.map(LiveResource::Style),
    }
}

/// Creates a resource under this name: as much of it as fits into one call.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]; never repeated by itself once it may have been carried out.
pub async fn create_resource<T: Transport>(
    client: &Client<T>,
    name: &str,
    content: &ResourceContent,
) -> Result<LiveResource, ServiceError> {
    match content {
        ResourceContent::Style(content) => {
            style::create_style(client, name, content).await.map(|(made, _)| LiveResource::Style(made))
        }
        ResourceContent::TermSet(content) => {
            term_set::create_term_set(client, name, content).await.map(LiveResource::TermSet)
        }
    }
}

/// Renames a resource.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`].
pub async fn rename_resource<T: Transport>(
    client: &Client<T>,
    kind: Kind,
    id: &Id,
    name: &str,
) -> Result<ServiceAnswer, ServiceError> {
    match TermSetKind::from_kind(kind) {
        Some(which) => term_set::rename_term_set(client, which, id, name).await,
        None => style::rename_style(client, id, name).await,
    }
}

/// Deletes a resource. One that is not there counts as deleted.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`].
pub async fn delete_resource<T: Transport>(client: &Client<T>, kind: Kind, id: &Id) -> Result<u32, ServiceError> {
    match TermSetKind::from_kind(kind) {
        Some(which) => term_set::delete_term_set(client, which, id).await,
        None => style::delete_style(client, id).await,
    }
}

/// The call that lists a kind.
#[must_use]
pub fn list_call(kind: Kind) -> Call {
    match TermSetKind::from_kind(kind) {
        Some(TermSetKind::Glossary) => Call::ListGlossaries,
        Some(TermSetKind::SpokenTerms) => Call::ListSpokenTerms,
        None => Call::ListStyles,
    }
}
