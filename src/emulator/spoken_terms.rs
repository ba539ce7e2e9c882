//! The endpoints of spoken terms: what a voice session shall recognise, a list of terms for each language.
//!
//! Always: a PUT replaces a list, a PATCH merges into it; terms keep the order in which they came, and `Ab` is not `ab`.
//! Decision: the characters of a list are counted with the line ends between its terms, the stricter of two readings.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::emulator::body;
use crate::emulator::clock::Moment;
use crate::emulator::entries;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::language;
use crate::emulator::message::RawRequest;
use crate::emulator::records::StoredSpokenTerms;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::route::{self, Route};
use crate::emulator::store::{EmulatedAccount, EmulatorStore};
use crate::emulator::text_fields;

const LIST_FIELDS: &[&str] = &["term_lists"];

/// `GET /v3/spoken-terms`
pub(crate) fn list_spoken_terms(account: &EmulatedAccount) -> Result<EndpointResponse, ErrorResponse> {
    #[derive(Serialize)]
    struct SpokenTermsListBody<'a> {
        spoken_terms: Vec<SpokenTermsBody<'a>>,
    }
    EndpointResponse::from_json(
        200,
        &SpokenTermsListBody {
            spoken_terms: account.spoken_terms.iter().map(|held| SpokenTermsBody::from_stored(held)).collect(),
        },
    )
}

/// `POST /v3/spoken-terms`
pub(crate) fn create_spoken_terms(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let fields = body::read_members(request, LIST_FIELDS)?;
    let name = parse_name(&fields, terms)?;
    let lists = parse_term_lists(&fields, terms)?;
    if lists.is_empty() {
        return Err(ErrorResponse::bad_request("term_lists must hold at least one"));
    }
    let held = store.account(terms.account).spoken_terms.len();
    if terms.limits.spoken_terms.is_some_and(|most| held >= most) {
        return Err(ErrorResponse::new(456, "Quota exceeded: the plan allows no more collections of spoken terms"));
    }
    let mut collection = StoredSpokenTerms {
        spoken_terms_id: store.new_id(),
        name,
        creation_time: terms.now,
        term_lists: std::collections::BTreeMap::new(),
    };
    for (language, list) in lists {
        if collection.term_lists.insert(language.clone(), list).is_some() {
            return Err(ErrorResponse::bad_request(format!("term_lists hold the language {language} more than once")));
        }
    }
    EndpointResponse::from_json(
        201,
        &SpokenTermsBody::from_stored(&store.put_spoken_terms(terms.account, collection, terms.now)),
    )
}

/// `GET /v3/spoken-terms/{spoken_terms_id}`
pub(crate) fn get_spoken_terms(account: &EmulatedAccount, route: &Route) -> Result<EndpointResponse, ErrorResponse> {
    EndpointResponse::from_json(200, &SpokenTermsBody::from_stored(find_spoken_terms(account, route)?))
}

/// `GET /v3/spoken-terms/{spoken_terms_id}/entries`
pub(crate) fn get_term_list_entries(
    account: &EmulatedAccount,
    terms: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    #[derive(Serialize)]
    struct TermListEntriesBody {
        lang: String,
        entries: String,
    }
    let held = find_spoken_terms(account, route)?;
    let lang = language_from_query(request)?;
    let list = held.term_lists.get(&lang).ok_or_else(|| ErrorResponse::not_found("Term list"))?;
    let mut list: Vec<&str> = list.iter().map(String::as_str).collect();
    if terms.tweak.reorder_instructions {
        list.reverse();
    }
    EndpointResponse::from_json(200, &TermListEntriesBody { lang, entries: list.join("\n") })
}

/// `PATCH /v3/spoken-terms/{spoken_terms_id}`
pub(crate) fn patch_spoken_terms(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut collection = StoredSpokenTerms::clone(find_spoken_terms(store.account(terms.account), route)?);
    let fields = body::read_members(request, LIST_FIELDS)?;
    let lists = parse_term_lists(&fields, terms)?;
    if lists.is_empty() && !fields.contains_key("name") {
        return Err(ErrorResponse::bad_request("name or term_lists is required"));
    }
    if fields.contains_key("name") {
        collection.name = parse_name(&fields, terms)?;
    }
    for (language, list) in lists {
        let held = collection.term_lists.entry(language).or_default();
        for term in list {
            if !held.contains(&term) {
                held.push(term);
            }
        }
        check_term_list_size(held, terms)?;
    }
    EndpointResponse::from_json(
        200,
        &SpokenTermsBody::from_stored(&store.put_spoken_terms(terms.account, collection, terms.now)),
    )
}

/// `PUT /v3/spoken-terms/{spoken_terms_id}/term-lists`
pub(crate) fn replace_term_list(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut collection = StoredSpokenTerms::clone(find_spoken_terms(store.account(terms.account), route)?);
    let (language, list) = parse_term_list(&body::read_members(request, &[])?, terms)?;
    let entry_count = list.len();
    collection.term_lists.insert(language.clone(), list);
    store.put_spoken_terms(terms.account, collection, terms.now);
    EndpointResponse::from_json(200, &TermListBody { lang: &language, entry_count })
}

/// `DELETE /v3/spoken-terms/{spoken_terms_id}/term-lists`
pub(crate) fn delete_term_list(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut collection = StoredSpokenTerms::clone(find_spoken_terms(store.account(terms.account), route)?);
    if collection.term_lists.remove(&language_from_query(request)?).is_none() {
        return Err(ErrorResponse::not_found("Term list"));
    }
    store.put_spoken_terms(terms.account, collection, terms.now);
    Ok(EndpointResponse::no_content())
}

/// `DELETE /v3/spoken-terms/{spoken_terms_id}`
pub(crate) fn delete_spoken_terms(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    route: &Route,
) -> Result<EndpointResponse, ErrorResponse> {
    let id = find_spoken_terms(store.account(terms.account), route)?.spoken_terms_id;
    store.remove_record(terms.account, id, terms.now);
    Ok(EndpointResponse::no_content())
}

fn find_spoken_terms<'a>(
    account: &'a EmulatedAccount,
    route: &Route,
) -> Result<&'a Arc<StoredSpokenTerms>, ErrorResponse> {
    let id = EmulatedId::parse(&route.id).ok_or_else(|| ErrorResponse::bad_request("Invalid spoken_terms_id"))?;
    account.spoken_terms.get(id).ok_or_else(|| ErrorResponse::not_found("Spoken terms"))
}

fn parse_name(fields: &Map<String, Value>, terms: &RequestContext<'_>) -> Result<String, ErrorResponse> {
    let name = terms.normalize_text(text_fields::require_text(fields, "name")?);
    if name.trim().is_empty() {
        return Err(ErrorResponse::bad_request("name must not be empty"));
    }
    if name.len() > terms.limits.spoken_terms_name {
        return Err(ErrorResponse::bad_request(format!(
            "name must have at most {} bytes",
            terms.limits.spoken_terms_name
        )));
    }
    Ok(name)
}

/// The lists that a body holds; none when it does not speak of any.
fn parse_term_lists(
    fields: &Map<String, Value>,
    terms: &RequestContext<'_>,
) -> Result<Vec<(String, Vec<String>)>, ErrorResponse> {
    let items = match fields.get("term_lists") {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_)) => {
            return Err(ErrorResponse::bad_request("term_lists must be an array"));
        }
    };
    let lists = items.iter().map(|item| {
        parse_term_list(
            item.as_object().ok_or_else(|| ErrorResponse::bad_request("term_lists must hold objects"))?,
            terms,
        )
    });
    lists.collect()
}

/// A language and its terms.
fn parse_term_list(
    fields: &Map<String, Value>,
    terms: &RequestContext<'_>,
) -> Result<(String, Vec<String>), ErrorResponse> {
    let language = parse_language(text_fields::require_text(fields, "lang")?)?;
    let mut list: Vec<String> = Vec::new();
    for (at, term) in entries::split_lines(text_fields::require_text(fields, "entries")?).enumerate() {
        let row = at + 1;
        if let Some(what) = entries::phrase_error(term) {
            return Err(ErrorResponse::bad_request(format!("Term {row} {what}")));
        }
        let term = terms.normalize_text(term);
        if list.contains(&term) {
            return Err(ErrorResponse::bad_request(format!("Term {row} is there already: {term}")));
        }
        list.push(term);
    }
    if list.is_empty() {
        return Err(ErrorResponse::bad_request("entries must not be empty"));
    }
    check_term_list_size(&list, terms)?;
    Ok((language, list))
}

fn check_term_list_size(list: &[String], terms: &RequestContext<'_>) -> Result<(), ErrorResponse> {
    let ends = list.len().saturating_sub(1);
    let count = list.iter().map(|term| term.chars().count()).sum::<usize>() + ends;
    let most = terms.limits.term_list;
    if count > most {
        return Err(ErrorResponse::bad_request(format!("A term list has at most {most} characters, not {count}")));
    }
    Ok(())
}

fn language_from_query(request: &RawRequest) -> Result<String, ErrorResponse> {
    match route::query_values(&request.target, "lang").as_slice() {
        [] => Err(ErrorResponse::bad_request("lang is required")),
        [value] => parse_language(value),
        [_, _, ..] => Err(ErrorResponse::bad_request("lang is given more than once")),
    }
}

/// A language that spoken terms are kept for, in lower case.
fn parse_language(written: &str) -> Result<String, ErrorResponse> {
    let code = written.to_ascii_lowercase();
    if language::has_spoken_terms(&code) {
        Ok(code)
    } else {
        Err(ErrorResponse::bad_request(format!("lang is not a language of spoken terms: {written}")))
    }
}

/// A collection as it is answered.
#[derive(Serialize)]
struct SpokenTermsBody<'a> {
    spoken_terms_id: EmulatedId,
    name: &'a str,
    term_lists: Vec<TermListBody<'a>>,
    creation_time: Moment,
}

#[derive(Serialize)]
struct TermListBody<'a> {
    lang: &'a str,
    entry_count: usize,
}

impl<'a> SpokenTermsBody<'a> {
    fn from_stored(held: &'a StoredSpokenTerms) -> Self {
        let StoredSpokenTerms { spoken_terms_id, name, creation_time, term_lists } = held;
        Self {
            spoken_terms_id: *spoken_terms_id,
            name,
            term_lists: term_lists.iter().map(|(lang, list)| TermListBody { lang, entry_count: list.len() }).collect(),
            creation_time: *creation_time,
        }
    }
}
