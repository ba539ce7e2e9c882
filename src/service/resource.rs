//! The calls that resources of every kind have, by kind.

use crate::model::resource::{LiveResource, ResourceContent};
use crate::model::style_profile::ProfilePatch;
use crate::model::term_set::{LiveTermSet, TermSetKind};
use crate::model::{Id, Kind};
use crate::service::client::{Client, ServiceAnswer};
use crate::service::error::ServiceError;
use crate::service::{Call, Transport, style, style_profile, term_set};

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
    match service_kind(kind) {
        ServiceKind::Style => style::get_style(client, id).await.map(LiveResource::Style),
        ServiceKind::TermSet(which) => {
            term_set::get_term_set_with_entries(client, which, id, known).await.map(LiveResource::TermSet)
        }
        ServiceKind::StyleProfile => style_profile::get_style_profile(client, id).await.map(LiveResource::StyleProfile),
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
        ResourceContent::StyleProfile(content) => {
            style_profile::create_style_profile(client, name, content).await.map(LiveResource::StyleProfile)
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
    match service_kind(kind) {
        ServiceKind::Style => style::rename_style(client, id, name).await,
        ServiceKind::TermSet(which) => term_set::rename_term_set(client, which, id, name).await,
        ServiceKind::StyleProfile => {
            let patch = ProfilePatch { name: Some(name.to_owned()), ..ProfilePatch::default() };
            style_profile::patch_style_profile(client, id, &patch).await
        }
    }
}

/// Deletes a resource. One that is not there counts as deleted.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`].
pub async fn delete_resource<T: Transport>(client: &Client<T>, kind: Kind, id: &Id) -> Result<u32, ServiceError> {
    match service_kind(kind) {
        ServiceKind::Style => style::delete_style(client, id).await,
        ServiceKind::TermSet(which) => term_set::delete_term_set(client, which, id).await,
        ServiceKind::StyleProfile => style_profile::delete_style_profile(client, id).await,
    }
}

/// The call that lists a kind.
#[must_use]
pub fn list_call(kind: Kind) -> Call {
    match service_kind(kind) {
        ServiceKind::Style => Call::ListStyles,
        ServiceKind::TermSet(TermSetKind::Glossary) => Call::ListGlossaries,
        ServiceKind::TermSet(TermSetKind::SpokenTerms) => Call::ListSpokenTerms,
        ServiceKind::StyleProfile => Call::ListStyleProfiles,
    }
}

/// A kind by the calls that it has.
pub(super) enum ServiceKind {
    Style,
    TermSet(TermSetKind),
    StyleProfile,
}

/// The calls of a kind.
///
/// # Panics
/// Translation profiles exist in files alone: nothing reads or writes one.
pub(super) fn service_kind(kind: Kind) -> ServiceKind {
    match kind {
        Kind::Style => ServiceKind::Style,
        Kind::Glossary => ServiceKind::TermSet(TermSetKind::Glossary),
        Kind::SpokenTerms => ServiceKind::TermSet(TermSetKind::SpokenTerms),
        Kind::StyleProfile => ServiceKind::StyleProfile,
        Kind::TranslationProfile => unreachable!("no state and no plan names a translation profile"),
    }
}
