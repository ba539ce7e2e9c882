//! Term sets on the wire: what the calls for glossaries and for spoken terms have in common. What differs between the two
//! is their `TermSetWire`, one in `glossary`, one in `spoken_terms`.
//!
//! Entries are read part by part, and what is read is held against the number that the service counts. Entries are written
//! by PUT of a whole part, never by PATCH: that merges, and cannot take an entry away.

use futures_util::future::join_all;
use serde_json::{Value as Json, json};

use crate::model::Id;
use crate::model::term_set::{LiveTermSet, LiveTermSetPart, TermEntries, TermSet, TermSetKind, TermSetPart};
use crate::service::answer::{fetch, id_field, removal_attempts, text_field};
use crate::service::client::{Client, ServiceAnswer, build_request};
use crate::service::error::{ErrorKind, ServiceError};
use crate::service::retry::ABSENCE_RECHECK_DELAY;
use crate::service::term_set_wire::TermSetWire;
use crate::service::{Transport, glossary, spoken_terms};

/// Times that a term set is read until what is counted and what is given agree.
const MAX_READS: u32 = 3;

/// Parts that are read at once.
const MAX_PARTS_AT_ONCE: usize = 8;

fn wire_of_kind(kind: TermSetKind) -> &'static TermSetWire {
    match kind {
        TermSetKind::Glossary => &glossary::GLOSSARY_WIRE,
        TermSetKind::SpokenTerms => &spoken_terms::SPOKEN_TERMS_WIRE,
    }
}

/// Every term set of a kind, without entries. The listing has no pages.
///
/// # Errors
/// See [`ErrorKind`].
pub async fn list_term_sets<T: Transport>(
    client: &Client<T>,
    kind: TermSetKind,
) -> Result<Vec<LiveTermSet>, ServiceError> {
    let form = wire_of_kind(kind);
    let request = build_request(form.calls.list, form.calls.list.path(&[]), None);
    fetch(client, &request, |json| {
        json.get(form.list_field)?.as_array()?.iter().map(|json| parse_term_set(form, json)).collect()
    })
    .await
}

/// One term set, without entries.
///
/// # Errors
/// See [`ErrorKind`]; 404 is [`ServiceError::is_not_found`].
pub async fn get_term_set<T: Transport>(
    client: &Client<T>,
    kind: TermSetKind,
    id: &Id,
) -> Result<LiveTermSet, ServiceError> {
    let form = wire_of_kind(kind);
    let request = build_request(form.calls.get, form.calls.get.path(&[id.as_str()]), None);
    fetch(client, &request, |json| parse_term_set(form, json).filter(|found| found.id == *id)).await
}

/// One term set with the entries of all its parts, but for those of `known`: they are taken from there where the service
/// counts as many.
///
/// # Errors
/// See [`ErrorKind`]; [`ServiceError::is_not_found`] means the term set, never one of its parts.
pub async fn get_term_set_with_entries<T: Transport>(
    client: &Client<T>,
    kind: TermSetKind,
    id: &Id,
    known: Option<&LiveTermSet>,
) -> Result<LiveTermSet, ServiceError> {
    let mut found = get_term_set(client, kind, id).await?;
    for (part, held) in &mut found.parts {
        let known = known.and_then(|known| known.parts.get(part)).filter(|known| known.entry_count == held.entry_count);
        held.entries = known.and_then(|known| known.entries.clone());
    }
    fill_entries(client, found).await
}

/// Reads the entries that are not read yet, and the whole term set again where what is counted and what is given do not
/// agree: somebody writes to it, or a replica lags. In the end what is given counts.
///
/// # Errors
/// See [`ErrorKind`]; [`ServiceError::is_not_found`] means the term set, never one of its parts.
pub async fn fill_entries<T: Transport>(
    client: &Client<T>,
    mut found: LiveTermSet,
) -> Result<LiveTermSet, ServiceError> {
    for look in 1..=MAX_READS {
        let unread: Vec<TermSetPart> =
            found.parts.iter().filter(|(_, part)| part.entries.is_none()).map(|(part, _)| part.clone()).collect();
        let mut agree = true;
        for some in unread.chunks(MAX_PARTS_AT_ONCE) {
            let reading = some.iter().map(async |part| (part, get_entries(client, found.kind, &found.id, part).await));
            for (part, entries) in join_all(reading).await {
                let held = found.parts.get_mut(part).expect("it was listed");
                match entries {
                    Ok(entries) => {
                        agree &= entries.len() as u64 == held.entry_count;
                        held.entries = Some(entries);
                    }
                    Err(error) if error.is_not_found() && look < MAX_READS => agree = false,
                    Err(error) if error.is_not_found() => {
                        let trouble =
                            ErrorKind::Unreadable(format!("the {} {part} is listed and not found", part.noun()));
                        return Err(ServiceError { kind: trouble, ..error });
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        if agree {
            return Ok(found);
        }
        if look < MAX_READS {
            client
                .wait_for(ABSENCE_RECHECK_DELAY, "looking a second time: entries and their number do not agree")
                .await
                .map_err(|trouble| ServiceError {
                    call: wire_of_kind(found.kind).calls.entries,
                    target: wire_of_kind(found.kind).calls.get.path(&[found.id.as_str()]),
                    attempts: 0,
                    waited: ABSENCE_RECHECK_DELAY,
                    trace_id: None,
                    kind: trouble,
                })?;
            found = get_term_set(client, found.kind, &found.id).await?;
        }
    }
    for held in found.parts.values_mut() {
        held.entry_count = held.entries.as_ref().map_or(0, |entries| entries.len() as u64);
    }
    Ok(found)
}

/// The entries of one part.
///
/// # Errors
/// See [`ErrorKind`].
pub async fn get_entries<T: Transport>(
    client: &Client<T>,
    kind: TermSetKind,
    id: &Id,
    part: &TermSetPart,
) -> Result<TermEntries, ServiceError> {
    let form = wire_of_kind(kind);
    let request = build_request(
        form.calls.entries,
        format!("{}?{}", form.calls.entries.path(&[id.as_str()]), (form.part_query)(part)),
        None,
    );
    fetch(client, &request, |json| (form.parse_entries)(json, part)).await
}

/// Creates a term set under this name with its beginning: see [`TermSet::initial_parts`]. Parts of which the service counts as
/// many entries as were sent are taken to hold those.
///
/// # Errors
/// See [`ErrorKind`]; never repeated by itself once it may have been carried out.
pub async fn create_term_set<T: Transport>(
    client: &Client<T>,
    name: &str,
    content: &TermSet,
) -> Result<LiveTermSet, ServiceError> {
    let form = wire_of_kind(content.kind);
    let parts: Vec<Json> =
        content.initial_parts().parts.iter().map(|(part, entries)| (form.part_body)(part, entries)).collect();
    let mut body = json!({"name": name});
    body[form.parts_field] = Json::Array(parts);
    let request = build_request(form.calls.create, form.calls.create.path(&[]), Some(&body));
    let mut made = fetch(client, &request, |json| parse_term_set(form, json)).await?;
    for (part, held) in &mut made.parts {
        let sent = content.parts.get(part).filter(|entries| entries.len() as u64 == held.entry_count);
        held.entries = sent.cloned();
    }
    Ok(made)
}

/// Renames a term set. Its entries are no part of the call.
///
/// # Errors
/// See [`ErrorKind`].
pub async fn rename_term_set<T: Transport>(
    client: &Client<T>,
    kind: TermSetKind,
    id: &Id,
    name: &str,
) -> Result<ServiceAnswer, ServiceError> {
    let form = wire_of_kind(kind);
    let request =
        build_request(form.calls.rename, form.calls.rename.path(&[id.as_str()]), Some(&json!({"name": name})));
    client.send_call(&request).await
}

/// Creates or replaces one part with all its entries. Says also how many the service counts from then on.
///
/// # Errors
/// See [`ErrorKind`].
pub async fn replace_part<T: Transport>(
    client: &Client<T>,
    id: &Id,
    part: &TermSetPart,
    entries: &TermEntries,
) -> Result<(ServiceAnswer, Option<u64>), ServiceError> {
    let form = wire_of_kind(part.term_set_kind());
    let target = form.calls.replace_part.path(&[id.as_str()]);
    let request = build_request(form.calls.replace_part, target, Some(&(form.part_body)(part, entries)));
    let answer = client.send_call(&request).await?;
    let json: Option<Json> = serde_json::from_slice(&answer.response.body).ok();
    let counted = json.as_ref().and_then(|json| json.get("entry_count")?.as_u64());
    Ok((answer, counted))
}

/// Removes one part. One that is not there counts as removed. Returns how often it may have been carried out unseen.
///
/// # Errors
/// See [`ErrorKind`].
pub async fn remove_part<T: Transport>(client: &Client<T>, id: &Id, part: &TermSetPart) -> Result<u32, ServiceError> {
    let form = wire_of_kind(part.term_set_kind());
    let target = format!("{}?{}", form.calls.remove_part.path(&[id.as_str()]), (form.part_query)(part));
    removal_attempts(client.send_call(&build_request(form.calls.remove_part, target, None)).await)
}

/// Deletes a term set. One that is not there counts as deleted.
///
/// # Errors
/// See [`ErrorKind`].
pub async fn delete_term_set<T: Transport>(
    client: &Client<T>,
    kind: TermSetKind,
    id: &Id,
) -> Result<u32, ServiceError> {
    let form = wire_of_kind(kind);
    removal_attempts(
        client.send_call(&build_request(form.calls.delete, form.calls.delete.path(&[id.as_str()]), None)).await,
    )
}

/// A term set as the service describes it.
fn parse_term_set(form: &TermSetWire, json: &Json) -> Option<LiveTermSet> {
    let none = Vec::new();
    let parts = json.get(form.parts_field).and_then(Json::as_array).unwrap_or(&none);
    let part = |json: &Json| {
        let entry_count = json.get("entry_count")?.as_u64()?;
        Some(((form.parse_part)(json)?, LiveTermSetPart { entry_count, entries: None }))
    };
    Some(LiveTermSet {
        kind: form.which,
        id: id_field(json, form.id_field)?,
        name: text_field(json, "name")?,
        creation_time: text_field(json, "creation_time").unwrap_or_default(),
        parts: parts.iter().map(part).collect::<Option<_>>()?,
    })
}
