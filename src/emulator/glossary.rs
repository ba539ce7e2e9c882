//! The endpoints of glossaries: several directions of languages in one, each with its entries.
//!
//! Always: a PUT replaces a dictionary, a PATCH merges into it and takes nothing away; the last dictionary may go, the
//! glossary stays. Directions are of root languages. Refusals carry `detail`. Absent: a listing that says entries,
//! versions, and any order of entries: they are answered in the order of their bytes.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::emulator::body;
use crate::emulator::clock::Moment;
use crate::emulator::entries::{self, Entries, Format};
use crate::emulator::held::{Dictionary, Glossary};
use crate::emulator::id::Id;
use crate::emulator::language;
use crate::emulator::message::RawRequest;
use crate::emulator::refusal::Refusal;
use crate::emulator::route::{self, Route};
use crate::emulator::store::{Account, Store};
use crate::emulator::terms::{Answer, Terms};
use crate::emulator::text;

const LISTS: &[&str] = &["dictionaries"];

/// `GET /v3/glossaries`
pub(crate) fn list(account: &Account) -> Result<Answer, Refusal> {
    #[derive(Serialize)]
    struct Listing<'a> {
        glossaries: Vec<Shown<'a>>,
    }
    Answer::json(200, &Listing { glossaries: account.glossaries.iter().map(|held| Shown::of(held)).collect() })
}

/// `POST /v3/glossaries`
pub(crate) fn create(store: &mut Store, terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
    let fields = body::members(request, LISTS)?;
    let name = name(&fields, terms)?;
    let mut dictionaries: Vec<Arc<Dictionary>> = Vec::new();
    for written in written(&fields)? {
        let dictionary = dictionary(written, terms)?;
        if dictionaries.iter().any(|other| other.pair() == dictionary.pair()) {
            let (source, target) = dictionary.pair();
            return Err(bad(format!("dictionaries hold the pair {source} to {target} more than once")));
        }
        dictionaries.push(Arc::new(dictionary));
    }
    if dictionaries.is_empty() {
        return Err(bad("dictionaries must hold at least one"));
    }
    let most = if terms.free { terms.limits.free_glossaries } else { terms.limits.glossaries };
    if store.account(terms.account).glossaries.len() >= most {
        return Err(Refusal::new(456, "Quota exceeded").detail(format!("The plan allows at most {most} glossaries")));
    }
    let glossary = Glossary { glossary_id: store.fresh(), name, creation_time: terms.now, dictionaries };
    within(&glossary, terms)?;
    Answer::json(201, &Shown::of(&store.put_glossary(terms.account, glossary, terms.now)))
}

/// `GET /v3/glossaries/{glossary_id}`
pub(crate) fn get(account: &Account, route: &Route) -> Result<Answer, Refusal> {
    Answer::json(200, &Shown::of(found(account, route)?))
}

/// `GET /v3/glossaries/{glossary_id}/entries`
pub(crate) fn get_entries(
    account: &Account,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    #[derive(Serialize)]
    struct Shown<'a> {
        source_lang: &'a str,
        target_lang: &'a str,
        entries: String,
        entries_format: &'static str,
    }
    #[derive(Serialize)]
    struct Listing<'a> {
        dictionaries: [Shown<'a>; 1],
    }
    let glossary = found(account, route)?;
    let dictionary = &glossary.dictionaries[place(glossary, &asked(request)?)?];
    let entries = dictionary.entries.iter();
    let entries = if terms.twist.reorder { entries::tsv(entries.rev()) } else { entries::tsv(entries) };
    let (source_lang, target_lang) = dictionary.pair();
    Answer::json(200, &Listing { dictionaries: [Shown { source_lang, target_lang, entries, entries_format: "tsv" }] })
}

/// `PATCH /v3/glossaries/{glossary_id}`
pub(crate) fn patch(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut glossary = Glossary::clone(found(store.account(terms.account), route)?);
    let fields = body::members(request, LISTS)?;
    let dictionaries = written(&fields)?;
    if dictionaries.len() > 1 {
        return Err(bad("dictionaries must hold at most one"));
    }
    if dictionaries.is_empty() && !fields.contains_key("name") {
        return Err(bad("name or dictionaries is required"));
    }
    if fields.contains_key("name") {
        glossary.name = name(&fields, terms)?;
    }
    for written in dictionaries {
        let new = dictionary(written, terms)?;
        match glossary.dictionaries.iter_mut().find(|held| held.pair() == new.pair()) {
            Some(held) => Arc::make_mut(held).entries.extend(new.entries),
            None => glossary.dictionaries.push(Arc::new(new)),
        }
    }
    within(&glossary, terms)?;
    Answer::json(200, &Shown::of(&store.put_glossary(terms.account, glossary, terms.now)))
}

/// `PUT /v3/glossaries/{glossary_id}/dictionaries`
pub(crate) fn replace_dictionary(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut glossary = Glossary::clone(found(store.account(terms.account), route)?);
    let new = Arc::new(dictionary(&body::members(request, &[])?, terms)?);
    match glossary.dictionaries.iter_mut().find(|held| held.pair() == new.pair()) {
        Some(held) => *held = Arc::clone(&new),
        None => glossary.dictionaries.push(Arc::clone(&new)),
    }
    within(&glossary, terms)?;
    store.put_glossary(terms.account, glossary, terms.now);
    Answer::json(200, &Counted::of(&new))
}

/// `DELETE /v3/glossaries/{glossary_id}/dictionaries`
pub(crate) fn delete_dictionary(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    let mut glossary = Glossary::clone(found(store.account(terms.account), route)?);
    let at = place(&glossary, &asked(request)?)?;
    glossary.dictionaries.remove(at);
    store.put_glossary(terms.account, glossary, terms.now);
    Ok(Answer::gone())
}

/// `DELETE /v3/glossaries/{glossary_id}`
pub(crate) fn delete(store: &mut Store, terms: &Terms<'_>, route: &Route) -> Result<Answer, Refusal> {
    let id = found(store.account(terms.account), route)?.glossary_id;
    store.remove(terms.account, id, terms.now);
    Ok(Answer::gone())
}

fn found<'a>(account: &'a Account, route: &Route) -> Result<&'a Arc<Glossary>, Refusal> {
    let id = Id::read(&route.id).ok_or_else(|| bad("glossary_id is not a valid identifier"))?;
    account.glossaries.get(id).ok_or_else(|| Refusal::absent("Glossary"))
}

fn name(fields: &Map<String, Value>, terms: &Terms<'_>) -> Result<String, Refusal> {
    let name = terms.stored(text::required(fields, "name").map_err(detailed)?);
    if name.trim().is_empty() {
        return Err(bad("name must not be empty"));
    }
    if name.len() > terms.limits.glossary_name {
        return Err(bad(format!("name must have at most {} bytes", terms.limits.glossary_name)));
    }
    Ok(name)
}

/// The dictionaries that a body holds; none when it does not speak of any.
fn written(fields: &Map<String, Value>) -> Result<Vec<&Map<String, Value>>, Refusal> {
    let items = match fields.get("dictionaries") {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_)) => {
            return Err(bad("dictionaries must be an array"));
        }
    };
    items.iter().map(|item| item.as_object().ok_or_else(|| bad("dictionaries must hold objects"))).collect()
}

fn dictionary(fields: &Map<String, Value>, terms: &Terms<'_>) -> Result<Dictionary, Refusal> {
    let text = |name| text::required(fields, name).map_err(detailed);
    let (source_lang, target_lang) = pair(text("source_lang")?, text("target_lang")?)?;
    let format = text("entries_format")?;
    let format = Format::read(format).ok_or_else(|| bad(format!("entries_format must be tsv or csv, not {format}")))?;
    let mut entries = entries::parse(text("entries")?, format, &source_lang, &target_lang).map_err(bad)?;
    if terms.twist.compose {
        entries = entries.iter().map(|(from, to)| (terms.stored(from), terms.stored(to))).collect::<Entries>();
    }
    Ok(Dictionary { source_lang, target_lang, entries })
}

/// The pair that a query names.
fn asked(request: &RawRequest) -> Result<(String, String), Refusal> {
    let one = |name: &str| match route::parameters(&request.target, name).as_slice() {
        [] => Err(bad(format!("{name} is required"))),
        [value] => Ok(value.clone()),
        [_, _, ..] => Err(bad(format!("{name} is given more than once"))),
    };
    pair(&one("source_lang")?, &one("target_lang")?)
}

/// A direction of root languages that there are glossaries for, in lower case.
fn pair(source: &str, target: &str) -> Result<(String, String), Refusal> {
    let [source, target] = [("source_lang", source), ("target_lang", target)].map(|(name, written)| {
        let code = written.to_ascii_lowercase();
        if language::has_glossaries(&code) {
            Ok(code)
        } else if code.split('-').next().is_some_and(language::has_glossaries) {
            Err(bad(format!("{name} must be a root language without a variant, not {written}")))
        } else {
            Err(bad(format!("{name} is not a language of glossaries: {written}")))
        }
    });
    let (source, target) = (source?, target?);
    if source == target {
        return Err(bad("source_lang and target_lang must not be the same language"));
    }
    Ok((source, target))
}

fn place(glossary: &Glossary, (source, target): &(String, String)) -> Result<usize, Refusal> {
    let mut dictionaries = glossary.dictionaries.iter();
    dictionaries.position(|held| held.pair() == (source, target)).ok_or_else(|| Refusal::absent("Dictionary"))
}

fn within(glossary: &Glossary, terms: &Terms<'_>) -> Result<(), Refusal> {
    let weight: usize = glossary.dictionaries.iter().map(|held| entries::weight(&held.entries)).sum();
    let most = terms.limits.glossary;
    if weight > most {
        return Err(Refusal::new(413, "Glossary too large").detail(format!("A glossary has at most {most} bytes")));
    }
    Ok(())
}

fn bad(detail: impl Into<String>) -> Refusal {
    Refusal::bad("Bad request").detail(detail)
}

fn detailed(refusal: Refusal) -> Refusal {
    bad(refusal.message)
}

impl Dictionary {
    fn pair(&self) -> (&str, &str) {
        (&self.source_lang, &self.target_lang)
    }
}

/// A glossary as it is answered.
#[derive(Serialize)]
struct Shown<'a> {
    glossary_id: Id,
    name: &'a str,
    dictionaries: Vec<Counted<'a>>,
    creation_time: Moment,
}

#[derive(Serialize)]
struct Counted<'a> {
    source_lang: &'a str,
    target_lang: &'a str,
    entry_count: usize,
}

impl<'a> Shown<'a> {
    fn of(glossary: &'a Glossary) -> Self {
        let Glossary { glossary_id, name, creation_time, dictionaries } = glossary;
        Self {
            glossary_id: *glossary_id,
            name,
            dictionaries: dictionaries.iter().map(|held| Counted::of(held)).collect(),
            creation_time: *creation_time,
        }
    }
}

impl<'a> Counted<'a> {
    fn of(dictionary: &'a Dictionary) -> Self {
        let Dictionary { source_lang, target_lang, entries } = dictionary;
        Self { source_lang, target_lang, entry_count: entries.len() }
    }
}
