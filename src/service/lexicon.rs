//! Lexicons on the wire: what the calls for glossaries and for spoken terms have in common. What differs between the two
//! is their `Form`, one in `glossary`, one in `spoken_terms`.
//!
//! Entries are read part by part, and what is read is held against the number that the service counts. Entries are written
//! by PUT of a whole part, never by PATCH: that merges, and cannot take an entry away.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::{Value as Json, json};

use crate::model::Id;
use crate::model::lexicon::{Entries, Lexicon, LiveLexicon, LivePart, Part, Which};
use crate::service::account::SECOND_LOOK;
use crate::service::answer::{id, read, removed, text, unreadable};
use crate::service::client::{Answer, Client, request};
use crate::service::error::{Error, Trouble};
use crate::service::{Call, Transport, glossary, spoken_terms};

/// How one kind of lexicon is spoken about.
pub(super) struct Form {
    /// Which kind.
    pub(super) which: Which,
    /// `/v3/glossaries`
    pub(super) path: &'static str,
    /// The field that a listing stands under.
    pub(super) all: &'static str,
    /// The field of the id.
    pub(super) id: &'static str,
    /// The field of its parts.
    pub(super) parts: &'static str,
    /// The last piece of the path under which parts are written.
    pub(super) part_path: &'static str,
    /// List, create, get, entries, patch, replace a part, delete a part, delete.
    pub(super) calls: [Call; 8],
    /// Which part an object of an answer is about.
    pub(super) part: fn(&Json) -> Option<Part>,
    /// What is sent of a part.
    pub(super) body: fn(&Part, &Entries) -> Json,
    /// What names a part in a query.
    pub(super) query: fn(&Part) -> String,
    /// The entries that an answer holds, if it is about this part.
    pub(super) entries: fn(&Json, &Part) -> Option<Entries>,
}

/// Times that a lexicon is read until what is counted and what is given agree.
const LOOKS: u32 = 3;

/// Parts that are read at once.
const PARTS_AT_ONCE: usize = 8;

fn form(which: Which) -> &'static Form {
    match which {
        Which::Glossary => &glossary::FORM,
        Which::SpokenTerms => &spoken_terms::FORM,
    }
}

/// Every lexicon of a kind, without entries. The listing has no pages.
///
/// # Errors
/// See [`Trouble`].
pub async fn list<T: Transport>(client: &Client<T>, which: Which) -> Result<Vec<LiveLexicon>, Error> {
    let form = form(which);
    let request = request(form.calls[0], form.path, None);
    let answer = client.call(&request).await?;
    read(&request, &answer, |json| json.get(form.all)?.as_array()?.iter().map(|json| live(form, json)).collect())
}

/// One lexicon, without entries.
///
/// # Errors
/// See [`Trouble`]; 404 is [`Error::is_absent`].
pub async fn get<T: Transport>(client: &Client<T>, which: Which, id: &Id) -> Result<LiveLexicon, Error> {
    let form = form(which);
    let request = request(form.calls[2], format!("{}/{id}", form.path), None);
    let answer = client.call(&request).await?;
    let found = read(&request, &answer, |json| live(form, json))?;
    if found.id == *id { Ok(found) } else { Err(unreadable(&request, &answer, "it is about another one")) }
}

/// One lexicon with the entries of all its parts, but for those of `known`: they are taken from there where the service
/// counts as many.
///
/// # Errors
/// See [`Trouble`]; [`Error::is_absent`] means the lexicon, never one of its parts.
pub async fn get_whole<T: Transport>(
    client: &Client<T>,
    which: Which,
    id: &Id,
    known: Option<&LiveLexicon>,
) -> Result<LiveLexicon, Error> {
    let mut found = get(client, which, id).await?;
    for (part, held) in &mut found.parts {
        let known = known.and_then(|known| known.parts.get(part)).filter(|known| known.entry_count == held.entry_count);
        held.entries = known.and_then(|known| known.entries.clone());
    }
    fill(client, found).await
}

/// Reads the entries that are not read yet, and the whole lexicon again where what is counted and what is given do not
/// agree: somebody writes to it, or a replica lags. In the end what is given counts.
///
/// # Errors
/// See [`Trouble`]; [`Error::is_absent`] means the lexicon, never one of its parts.
pub async fn fill<T: Transport>(client: &Client<T>, mut found: LiveLexicon) -> Result<LiveLexicon, Error> {
    for look in 1..=LOOKS {
        let unread: Vec<Part> =
            found.parts.iter().filter(|(_, part)| part.entries.is_none()).map(|(part, _)| part.clone()).collect();
        let mut agree = true;
        for some in unread.chunks(PARTS_AT_ONCE) {
            let reading = some.iter().map(async |part| (part, entries(client, found.which, &found.id, part).await));
            for (part, entries) in join_all(reading).await {
                let held = found.parts.get_mut(part).expect("it was listed");
                match entries {
                    Ok(entries) => {
                        agree &= entries.len() as u64 == held.entry_count;
                        held.entries = Some(entries);
                    }
                    Err(error) if error.is_absent() && look < LOOKS => agree = false,
                    Err(error) if error.is_absent() => {
                        let trouble =
                            Trouble::Unreadable(format!("the {} {part} is listed and not found", part.noun()));
                        return Err(Error { trouble, ..error });
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        if agree {
            return Ok(found);
        }
        if look < LOOKS {
            client.wait(SECOND_LOOK, "looking a second time: entries and their number do not agree").await.map_err(
                |trouble| Error {
                    call: form(found.which).calls[3],
                    target: format!("{}/{}", form(found.which).path, found.id),
                    attempts: 0,
                    waited: SECOND_LOOK,
                    trace: None,
                    trouble,
                },
            )?;
            found = get(client, found.which, &found.id).await?;
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
/// See [`Trouble`].
pub async fn entries<T: Transport>(client: &Client<T>, which: Which, id: &Id, part: &Part) -> Result<Entries, Error> {
    let form = form(which);
    let request = request(form.calls[3], format!("{}/{id}/entries?{}", form.path, (form.query)(part)), None);
    let answer = client.call(&request).await?;
    read(&request, &answer, |json| (form.entries)(json, part))
}

/// Creates a lexicon under this name with its beginning: see [`Lexicon::beginning`]. Parts of which the service counts as
/// many entries as were sent are taken to hold those.
///
/// # Errors
/// See [`Trouble`]; never repeated by itself once it may have been carried out.
pub async fn create<T: Transport>(client: &Client<T>, name: &str, content: &Lexicon) -> Result<LiveLexicon, Error> {
    let form = form(content.which);
    let parts: Vec<Json> = content.beginning().parts.iter().map(|(part, entries)| (form.body)(part, entries)).collect();
    let mut body = json!({"name": name});
    body[form.parts] = Json::Array(parts);
    let request = request(form.calls[1], form.path, Some(&body));
    let answer = client.call(&request).await?;
    let mut made = read(&request, &answer, |json| live(form, json))?;
    for (part, held) in &mut made.parts {
        let sent = content.parts.get(part).filter(|entries| entries.len() as u64 == held.entry_count);
        held.entries = sent.cloned();
    }
    Ok(made)
}

/// Renames a lexicon. Its entries are no part of the call.
///
/// # Errors
/// See [`Trouble`].
pub async fn rename<T: Transport>(client: &Client<T>, which: Which, id: &Id, name: &str) -> Result<Answer, Error> {
    let form = form(which);
    let request = request(form.calls[4], format!("{}/{id}", form.path), Some(&json!({"name": name})));
    client.call(&request).await
}

/// Creates or replaces one part with all its entries. Says also how many the service counts from then on.
///
/// # Errors
/// See [`Trouble`].
pub async fn replace<T: Transport>(
    client: &Client<T>,
    id: &Id,
    part: &Part,
    entries: &Entries,
) -> Result<(Answer, Option<u64>), Error> {
    let form = form(part.which());
    let target = format!("{}/{id}/{}", form.path, form.part_path);
    let request = request(form.calls[5], target, Some(&(form.body)(part, entries)));
    let answer = client.call(&request).await?;
    let json: Option<Json> = serde_json::from_slice(&answer.response.body).ok();
    let counted = json.as_ref().and_then(|json| json.get("entry_count")?.as_u64());
    Ok((answer, counted))
}

/// Removes one part. One that is not there counts as removed. Returns how often it may have been carried out unseen.
///
/// # Errors
/// See [`Trouble`].
pub async fn remove<T: Transport>(client: &Client<T>, id: &Id, part: &Part) -> Result<u32, Error> {
    let form = form(part.which());
    let target = format!("{}/{id}/{}?{}", form.path, form.part_path, (form.query)(part));
    removed(client.call(&request(form.calls[6], target, None)).await)
}

/// Deletes a lexicon. One that is not there counts as deleted.
///
/// # Errors
/// See [`Trouble`].
pub async fn delete<T: Transport>(client: &Client<T>, which: Which, id: &Id) -> Result<u32, Error> {
    let form = form(which);
    removed(client.call(&request(form.calls[7], format!("{}/{id}", form.path), None)).await)
}

/// A lexicon as the service describes it.
fn live(form: &Form, json: &Json) -> Option<LiveLexicon> {
    let none = Vec::new();
    let parts = json.get(form.parts).and_then(Json::as_array).unwrap_or(&none);
    let part = |json: &Json| {
        let entry_count = json.get("entry_count")?.as_u64()?;
        Some(((form.part)(json)?, LivePart { entry_count, entries: None }))
    };
    Some(LiveLexicon {
        which: form.which,
        id: id(json, form.id)?,
        name: text(json, "name")?,
        creation_time: text(json, "creation_time").unwrap_or_default(),
        parts: parts.iter().map(part).collect::<Option<_>>()?,
    })
}

/// Lines of text as entries; nothing where a line makes no sense or says what another one says already.
pub(super) fn lines(text: &str, entry: impl Fn(&str) -> Option<(String, String)>) -> Option<Entries> {
    let mut entries = std::collections::BTreeMap::new();
    for line in text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).filter(|line| !line.is_empty()) {
        let (source, target) = entry(line)?;
        if entries.insert(source, target).is_some() {
            return None;
        }
    }
    Some(Arc::new(entries))
}

/// A language code in a query, whatever is in it.
pub(super) fn escaped(code: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    code.bytes().map(|byte| if keep(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
