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
use crate::emulator::entries::{self, EmulatedEntries, EntriesFormat};
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::language;
use crate::emulator::message::RawRequest;
use crate::emulator::records::{StoredDictionary, StoredGlossary};
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::route::{self, Route};
use crate::emulator::store::{EmulatedAccount, EmulatorStore};
use crate::emulator::text_fields;

const LIST_FIELDS: &[&str] = &["dictionaries"];

/// `GET /v3/glossaries`
pub(crate) fn list_glossaries(account: &EmulatedAccount) -> Result<EndpointResponse, ErrorResponse> {
    #[derive(Serialize)]
    struct GlossaryListBody<'a> {
        glossaries: Vec<GlossaryBody<'a>>,
    }
    EndpointResponse::from_json(
        200,
        &GlossaryListBody {
            glossaries: account.glossaries.iter().map(|held| GlossaryBody::from_stored(held)).collect(),
        },
    )
}

/// `POST /v3/glossaries`
pub(crate) fn create_glossary(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let fields = body::read_members(request, LIST_FIELDS)?;
    let name = parse_name(&fields, terms)?;
    let mut dictionaries: Vec<Arc<StoredDictionary>> = Vec::new();
    for written in parse_dictionaries(&fields)? {
        let dictionary = parse_dictionary(written, terms)?;
        if dictionaries.iter().any(|other| other.language_pair() == dictionary.language_pair()) {
            let (source, target) = dictionary.language_pair();
            return Err(bad_request(format!("dictionaries hold the pair {source} to {target} more than once")));
        }
        dictionaries.push(Arc::new(dictionary));
    }
    if dictionaries.is_empty() {
        return Err(bad_request("dictionaries must hold at least one"));
    }
    let most = if terms.free { terms.limits.free_glossaries } else { terms.limits.glossaries };
    if store.account(terms.account).glossaries.len() >= most {
        return Err(
            ErrorResponse::new(456, "Quota exceeded").with_detail(format!("The plan allows at most {most} glossaries"))
        );
    }
    let glossary = StoredGlossary { glossary_id: store.new_id(), name, creation_time: terms.now, dictionaries };
    check_size(&glossary, terms)?;
    EndpointResponse::from_json(
        201,
        &GlossaryBody::from_stored(&store.put_glossary(terms.account, glossary, terms.now)),
    )
}

/// `GET /v3/glossaries/{glossary_id}`
pub(crate) fn get_glossary(account: &EmulatedAccount, route: &Route) -> Result<EndpointResponse, ErrorResponse> {
    EndpointResponse::from_json(200, &GlossaryBody::from_stored(find_glossary(account, route)?))
}

/// `GET /v3/glossaries/{glossary_id}/entries`
pub(crate) fn get_glossary_entries(
    account: &EmulatedAccount,
    terms: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    #[derive(Serialize)]
    struct DictionaryEntriesBody<'a> {
        source_lang: &'a str,
        target_lang: &'a str,
        entries: String,
        entries_format: &'static str,
    }
    #[derive(Serialize)]
    struct GlossaryEntriesBody<'a> {
        dictionaries: [DictionaryEntriesBody<'a>; 1],
    }
    let glossary = find_glossary(account, route)?;
    let dictionary = &glossary.dictionaries[dictionary_index(glossary, &language_pair_from_query(request)?)?];
    let entries = dictionary.entries.iter();
    let entries = if terms.tweak.reorder_instructions {
        entries::format_tsv(entries.rev())
    } else {
        entries::format_tsv(entries)
    };
    let (source_lang, target_lang) = dictionary.language_pair();
    EndpointResponse::from_json(
        200,
        &GlossaryEntriesBody {
            dictionaries: [DictionaryEntriesBody { source_lang, target_lang, entries, entries_format: "tsv" }],
        },
    )
}

/// `PATCH /v3/glossaries/{glossary_id}`
pub(crate) fn patch_glossary(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut glossary = StoredGlossary::clone(find_glossary(store.account(terms.account), route)?);
    let fields = body::read_members(request, LIST_FIELDS)?;
    let dictionaries = parse_dictionaries(&fields)?;
    if dictionaries.len() > 1 {
        return Err(bad_request("dictionaries must hold at most one"));
    }
    if dictionaries.is_empty() && !fields.contains_key("name") {
        return Err(bad_request("name or dictionaries is required"));
    }
    if fields.contains_key("name") {
        glossary.name = parse_name(&fields, terms)?;
    }
    for written in dictionaries {
        let new = parse_dictionary(written, terms)?;
        match glossary.dictionaries.iter_mut().find(|held| held.language_pair() == new.language_pair()) {
            Some(held) => Arc::make_mut(held).entries.extend(new.entries),
            None => glossary.dictionaries.push(Arc::new(new)),
        }
    }
    check_size(&glossary, terms)?;
    EndpointResponse::from_json(
        200,
        &GlossaryBody::from_stored(&store.put_glossary(terms.account, glossary, terms.now)),
    )
}

/// `PUT /v3/glossaries/{glossary_id}/dictionaries`
pub(crate) fn replace_dictionary(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut glossary = StoredGlossary::clone(find_glossary(store.account(terms.account), route)?);
    let new = Arc::new(parse_dictionary(&body::read_members(request, &[])?, terms)?);
    match glossary.dictionaries.iter_mut().find(|held| held.language_pair() == new.language_pair()) {
        Some(held) => *held = Arc::clone(&new),
        None => glossary.dictionaries.push(Arc::clone(&new)),
    }
    check_size(&glossary, terms)?;
    store.put_glossary(terms.account, glossary, terms.now);
    EndpointResponse::from_json(200, &DictionaryBody::from_stored(&new))
}

/// `DELETE /v3/glossaries/{glossary_id}/dictionaries`
pub(crate) fn delete_dictionary(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let mut glossary = StoredGlossary::clone(find_glossary(store.account(terms.account), route)?);
    let at = dictionary_index(&glossary, &language_pair_from_query(request)?)?;
    glossary.dictionaries.remove(at);
    store.put_glossary(terms.account, glossary, terms.now);
    Ok(EndpointResponse::no_content())
}

/// `DELETE /v3/glossaries/{glossary_id}`
pub(crate) fn delete_glossary(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    route: &Route,
) -> Result<EndpointResponse, ErrorResponse> {
    let id = find_glossary(store.account(terms.account), route)?.glossary_id;
    store.remove_record(terms.account, id, terms.now);
    Ok(EndpointResponse::no_content())
}

fn find_glossary<'a>(account: &'a EmulatedAccount, route: &Route) -> Result<&'a Arc<StoredGlossary>, ErrorResponse> {
    let id = EmulatedId::parse(&route.id).ok_or_else(|| bad_request("glossary_id is not a valid identifier"))?;
    account.glossaries.get(id).ok_or_else(|| ErrorResponse::not_found("Glossary"))
}

fn parse_name(fields: &Map<String, Value>, terms: &RequestContext<'_>) -> Result<String, ErrorResponse> {
    let name = terms.normalize_text(text_fields::require_text(fields, "name").map_err(as_bad_request)?);
    if name.trim().is_empty() {
        return Err(bad_request("name must not be empty"));
    }
    if name.len() > terms.limits.glossary_name_bytes {
        return Err(bad_request(format!("name must have at most {} bytes", terms.limits.glossary_name_bytes)));
    }
    Ok(name)
}

/// The dictionaries that a body holds; none when it does not speak of any.
fn parse_dictionaries(fields: &Map<String, Value>) -> Result<Vec<&Map<String, Value>>, ErrorResponse> {
    let items = match fields.get("dictionaries") {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_)) => {
            return Err(bad_request("dictionaries must be an array"));
        }
    };
    items.iter().map(|item| item.as_object().ok_or_else(|| bad_request("dictionaries must hold objects"))).collect()
}

fn parse_dictionary(
    fields: &Map<String, Value>,
    terms: &RequestContext<'_>,
) -> Result<StoredDictionary, ErrorResponse> {
    let text = |name| text_fields::require_text(fields, name).map_err(as_bad_request);
    let (source_lang, target_lang) = check_language_pair(text("source_lang")?, text("target_lang")?)?;
    let format = text("entries_format")?;
    let format = EntriesFormat::from_name(format)
        .ok_or_else(|| bad_request(format!("entries_format must be tsv or csv, not {format}")))?;
    let mut entries =
        entries::parse_entries(text("entries")?, format, &source_lang, &target_lang).map_err(bad_request)?;
    if terms.tweak.compose {
        entries = entries
            .iter()
            .map(|(from, to)| (terms.normalize_text(from), terms.normalize_text(to)))
            .collect::<EmulatedEntries>();
    }
    Ok(StoredDictionary { source_lang, target_lang, entries })
}

/// The pair that a query names.
fn language_pair_from_query(request: &RawRequest) -> Result<(String, String), ErrorResponse> {
    let one = |name: &str| match route::query_values(&request.target, name).as_slice() {
        [] => Err(bad_request(format!("{name} is required"))),
        [value] => Ok(value.clone()),
        [_, _, ..] => Err(bad_request(format!("{name} is given more than once"))),
    };
    check_language_pair(&one("source_lang")?, &one("target_lang")?)
}

/// A direction of root languages that there are glossaries for, in lower case.
fn check_language_pair(source: &str, target: &str) -> Result<(String, String), ErrorResponse> {
    let [source, target] = [("source_lang", source), ("target_lang", target)].map(|(name, written)| {
        let code = written.to_ascii_lowercase();
        if language::has_glossaries(&code) {
            Ok(code)
        } else if code.split('-').next().is_some_and(language::has_glossaries) {
            Err(bad_request(format!("{name} must be a root language without a variant, not {written}")))
        } else {
            Err(bad_request(format!("{name} is not a language of glossaries: {written}")))
        }
    });
    let (source, target) = (source?, target?);
    if source == target {
        return Err(bad_request("source_lang and target_lang must not be the same language"));
    }
    Ok((source, target))
}

fn dictionary_index(glossary: &StoredGlossary, (source, target): &(String, String)) -> Result<usize, ErrorResponse> {
    let mut dictionaries = glossary.dictionaries.iter();
    dictionaries
        .position(|held| held.language_pair() == (source, target))
        .ok_or_else(|| ErrorResponse::not_found("Dictionary"))
}

fn check_size(glossary: &StoredGlossary, terms: &RequestContext<'_>) -> Result<(), ErrorResponse> {
    let weight: usize = glossary.dictionaries.iter().map(|held| entries::count_bytes(&held.entries)).sum();
    let most = terms.limits.glossary_bytes;
    if weight > most {
        return Err(
            ErrorResponse::new(413, "Glossary too large").with_detail(format!("A glossary has at most {most} bytes"))
        );
    }
    Ok(())
}

fn bad_request(detail: impl Into<String>) -> ErrorResponse {
    ErrorResponse::bad_request("Bad request").with_detail(detail)
}

fn as_bad_request(refusal: ErrorResponse) -> ErrorResponse {
    bad_request(refusal.message)
}

impl StoredDictionary {
    fn language_pair(&self) -> (&str, &str) {
        (&self.source_lang, &self.target_lang)
    }
}

/// A glossary as it is answered.
#[derive(Serialize)]
struct GlossaryBody<'a> {
    glossary_id: EmulatedId,
    name: &'a str,
    dictionaries: Vec<DictionaryBody<'a>>,
    creation_time: Moment,
}

#[derive(Serialize)]
struct DictionaryBody<'a> {
    source_lang: &'a str,
    target_lang: &'a str,
    entry_count: usize,
}

impl<'a> GlossaryBody<'a> {
    fn from_stored(glossary: &'a StoredGlossary) -> Self {
        let StoredGlossary { glossary_id, name, creation_time, dictionaries } = glossary;
        Self {
            glossary_id: *glossary_id,
            name,
            dictionaries: dictionaries.iter().map(|held| DictionaryBody::from_stored(held)).collect(),
            creation_time: *creation_time,
        }
    }
}

impl<'a> DictionaryBody<'a> {
    fn from_stored(dictionary: &'a StoredDictionary) -> Self {
        let StoredDictionary { source_lang, target_lang, entries } = dictionary;
        Self { source_lang, target_lang, entry_count: entries.len() }
    }
}
