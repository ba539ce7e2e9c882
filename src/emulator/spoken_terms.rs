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
use crate::emulator::held::SpokenTerms;
use crate::emulator::id::Id;
use crate::emulator::language;
use crate::emulator::message::RawRequest;
use crate::emulator::refusal::Refusal;
use crate::emulator::route::{self, Route};
use crate::emulator::store::{Account, Store};
use crate::emulator::terms::{Answer, Terms};
use crate::emulator::text;

const LISTS: &[&str] = &["term_lists"];

/// `GET /v3/spoken-terms`
pub(crate) fn list(account: &Account) -> Result<Answer, Refusal> {
    #[derive(Serialize)]
    struct Listing<'a> {
        spoken_terms: Vec<Shown<'a>>,
    }
    Answer::json(200, &Listing { spoken_terms: account.spoken_terms.iter().map(|held| Shown::of(held)).collect() })
}

/// `POST /v3/spoken-terms`
pub(crate) fn create(store: &mut Store, terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
    let fields = body::members(request, LISTS)?;
    let name = name(&fields, terms)?;
    let lists = term_lists(&fields, terms)?;
    if lists.is_empty() {
        return Err(Refusal::bad("term_lists must hold at least one"));
    }
    let held = store.account(terms.account).spoken_terms.len();
    if terms.limits.spoken_terms.is_some_and(|most| held >= most) {
        return Err(Refusal::new(456, "Quota exceeded: the plan allows no more collections of spoken terms"));
    }
    let mut collection = SpokenTerms {
        spoken_terms_id: store.fresh(),
        name,
        creation_time: terms.now,
        term_lists: std::collections::BTreeMap::new(),
    };
    for (language, list) in lists {
        if collection.term_lists.insert(language.clone(), list).is_some() {
            return Err(Refusal::bad(format!("term_lists hold the language {language} more than once")));
        }
    }
    Answer::json(201, &Shown::of(&store.put_spoken_terms(terms.account, collection, terms.now)))
}

/// `GET /v3/spoken-terms/{spoken_terms_id}`
pub(crate) fn get(account: &Account, route: &Route) -> Result<Answer, Refusal> {
    Answer::json(200, &Shown::of(found(account, route)?))
}

/// `GET /v3/spoken-terms/{spoken_terms_id}/entries`
pub(crate) fn get_entries(
    account: &Account,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    #[derive(Serialize)]
    struct Entries {
        lang: String,
        entries: String,
    }
    let held = found(account, route)?;
    let lang = asked(request)?;
    let list = held.term_lists.get(&lang).ok_or_else(|| Refusal::absent("Term list"))?;
    let mut list: Vec<&str> = list.iter().map(String::as_str).collect();
    if terms.twist.reorder {
        list.reverse();
    }
    Answer::json(200, &Entries { lang, entries: list.join("\n") })
}

/// `PATCH /v3/spoken-terms/{spoken_terms_id}`
pub(crate) fn patch(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut collection = SpokenTerms::clone(found(store.account(terms.account), route)?);
    let fields = body::members(request, LISTS)?;
    let lists = term_lists(&fields, terms)?;
    if lists.is_empty() && !fields.contains_key("name") {
        return Err(Refusal::bad("name or term_lists is required"));
    }
    if fields.contains_key("name") {
        collection.name = name(&fields, terms)?;
    }
    for (language, list) in lists {
        let held = collection.term_lists.entry(language).or_default();
        for term in list {
            if !held.contains(&term) {
                held.push(term);
            }
        }
        within(held, terms)?;
    }
    Answer::json(200, &Shown::of(&store.put_spoken_terms(terms.account, collection, terms.now)))
}

/// `PUT /v3/spoken-terms/{spoken_terms_id}/term-lists`
pub(crate) fn replace_list(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut collection = SpokenTerms::clone(found(store.account(terms.account), route)?);
    let (language, list) = term_list(&body::members(request, &[])?, terms)?;
    let entry_count = list.len();
    collection.term_lists.insert(language.clone(), list);
    store.put_spoken_terms(terms.account, collection, terms.now);
    Answer::json(200, &Counted { lang: &language, entry_count })
}

/// `DELETE /v3/spoken-terms/{spoken_terms_id}/term-lists`
pub(crate) fn delete_list(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut collection = SpokenTerms::clone(found(store.account(terms.account), route)?);
    if collection.term_lists.remove(&asked(request)?).is_none() {
        return Err(Refusal::absent("Term list"));
    }
    store.put_spoken_terms(terms.account, collection, terms.now);
    Ok(Answer::gone())
}

/// `DELETE /v3/spoken-terms/{spoken_terms_id}`
pub(crate) fn delete(store: &mut Store, terms: &Terms<'_>, route: &Route) -> Result<Answer, Refusal> {
    let id = found(store.account(terms.account), route)?.spoken_terms_id;
    store.remove(terms.account, id, terms.now);
    Ok(Answer::gone())
}

fn found<'a>(account: &'a Account, route: &Route) -> Result<&'a Arc<SpokenTerms>, Refusal> {
    let id = Id::read(&route.id).ok_or_else(|| Refusal::bad("Invalid spoken_terms_id"))?;
    account.spoken_terms.get(id).ok_or_else(|| Refusal::absent("Spoken terms"))
}

fn name(fields: &Map<String, Value>, terms: &Terms<'_>) -> Result<String, Refusal> {
    let name = terms.stored(text::required(fields, "name")?);
    if name.trim().is_empty() {
        return Err(Refusal::bad("name must not be empty"));
    }
    if name.len() > terms.limits.spoken_terms_name {
        return Err(Refusal::bad(format!("name must have at most {} bytes", terms.limits.spoken_terms_name)));
    }
    Ok(name)
}

/// The lists that a body holds; none when it does not speak of any.
fn term_lists(fields: &Map<String, Value>, terms: &Terms<'_>) -> Result<Vec<(String, Vec<String>)>, Refusal> {
    let items = match fields.get("term_lists") {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_)) => {
            return Err(Refusal::bad("term_lists must be an array"));
        }
    };
    let lists = items
        .iter()
        .map(|item| term_list(item.as_object().ok_or_else(|| Refusal::bad("term_lists must hold objects"))?, terms));
    lists.collect()
}

/// A language and its terms.
fn term_list(fields: &Map<String, Value>, terms: &Terms<'_>) -> Result<(String, Vec<String>), Refusal> {
    let language = spoken(text::required(fields, "lang")?)?;
    let mut list: Vec<String> = Vec::new();
    for (at, term) in entries::lines(text::required(fields, "entries")?).enumerate() {
        let row = at + 1;
        if let Some(what) = entries::fault(term) {
            return Err(Refusal::bad(format!("Term {row} {what}")));
        }
        let term = terms.stored(term);
        if list.contains(&term) {
            return Err(Refusal::bad(format!("Term {row} is there already: {term}")));
        }
        list.push(term);
    }
    if list.is_empty() {
        return Err(Refusal::bad("entries must not be empty"));
    }
    within(&list, terms)?;
    Ok((language, list))
}

fn within(list: &[String], terms: &Terms<'_>) -> Result<(), Refusal> {
    let ends = list.len().saturating_sub(1);
    let count = list.iter().map(|term| term.chars().count()).sum::<usize>() + ends;
    let most = terms.limits.term_list;
    if count > most {
        return Err(Refusal::bad(format!("A term list has at most {most} characters, not {count}")));
    }
    Ok(())
}

fn asked(request: &RawRequest) -> Result<String, Refusal> {
    match route::parameters(&request.target, "lang").as_slice() {
        [] => Err(Refusal::bad("lang is required")),
        [value] => spoken(value),
        [_, _, ..] => Err(Refusal::bad("lang is given more than once")),
    }
}

/// A language that spoken terms are kept for, in lower case.
fn spoken(written: &str) -> Result<String, Refusal> {
    let code = written.to_ascii_lowercase();
    if language::has_spoken_terms(&code) {
        Ok(code)
    } else {
        Err(Refusal::bad(format!("lang is not a language of spoken terms: {written}")))
    }
}

/// A collection as it is answered.
#[derive(Serialize)]
struct Shown<'a> {
    spoken_terms_id: Id,
    name: &'a str,
    term_lists: Vec<Counted<'a>>,
    creation_time: Moment,
}

#[derive(Serialize)]
struct Counted<'a> {
    lang: &'a str,
    entry_count: usize,
}

impl<'a> Shown<'a> {
    fn of(held: &'a SpokenTerms) -> Self {
        let SpokenTerms { spoken_terms_id, name, creation_time, term_lists } = held;
        Self {
            spoken_terms_id: *spoken_terms_id,
            name,
            term_lists: term_lists.iter().map(|(lang, list)| Counted { lang, entry_count: list.len() }).collect(),
            creation_time: *creation_time,
        }
    }
}
