//! The calls that objects of every kind have, by kind.

use crate::model::lexicon::{LiveLexicon, Which};
use crate::model::object::{Content, Object};
use crate::model::{Id, Kind};
use crate::service::client::{Answer, Client};
use crate::service::error::Error;
use crate::service::{Call, Transport, lexicon, style};

/// One object with everything it says. Entries are taken from `known` where the service counts as many.
///
/// # Errors
/// See [`crate::service::error::Trouble`]; 404 is [`Error::is_absent`].
pub async fn get<T: Transport>(
    client: &Client<T>,
    kind: Kind,
    id: &Id,
    known: Option<&LiveLexicon>,
) -> Result<Object, Error> {
    match Which::of(kind) {
        Some(which) => lexicon::get_whole(client, which, id, known).await.map(Object::Lexicon),
        None => style::get(client, id).await.map(Object::Style),
    }
}

/// Creates an object under this name: as much of it as fits into one call.
///
/// # Errors
/// See [`crate::service::error::Trouble`]; never repeated by itself once it may have been carried out.
pub async fn create<T: Transport>(client: &Client<T>, name: &str, content: &Content) -> Result<Object, Error> {
    match content {
        Content::Style(content) => style::create(client, name, content).await.map(|(made, _)| Object::Style(made)),
        Content::Lexicon(content) => lexicon::create(client, name, content).await.map(Object::Lexicon),
    }
}

/// Renames an object.
///
/// # Errors
/// See [`crate::service::error::Trouble`].
pub async fn rename<T: Transport>(client: &Client<T>, kind: Kind, id: &Id, name: &str) -> Result<Answer, Error> {
    match Which::of(kind) {
        Some(which) => lexicon::rename(client, which, id, name).await,
        None => style::rename(client, id, name).await,
    }
}

/// Deletes an object. One that is not there counts as deleted.
///
/// # Errors
/// See [`crate::service::error::Trouble`].
pub async fn delete<T: Transport>(client: &Client<T>, kind: Kind, id: &Id) -> Result<u32, Error> {
    match Which::of(kind) {
        Some(which) => lexicon::delete(client, which, id).await,
        None => style::delete(client, id).await,
    }
}

/// The call that lists a kind, and where.
#[must_use]
pub fn listing(kind: Kind) -> (Call, &'static str) {
    match Which::of(kind) {
        Some(Which::Glossary) => (Call::ListGlossaries, "/v3/glossaries"),
        Some(Which::SpokenTerms) => (Call::ListSpokenTerms, "/v3/spoken-terms"),
        None => (Call::ListStyles, "/v3/style_rules"),
    }
}
